"""What everybody could see after every entry of two recorded games (`playthrough.py`).

One is for three with cards taken, bluffs refuted and a hand shown afterwards, one was drawn from
the seed and called off. In no file is a card of another hand that wasn't shown, of the draw pile,
or of the two that another chooses from.
"""

from __future__ import annotations

import pytest
from playthrough import check_playthrough
from recorded import folder

from gmtool.games.ten_skip import GAME

NAMES = ("drawn-and-called-off", "three-until-one-is-left")


@pytest.mark.parametrize("name", NAMES)
def test_what_was_seen_after_every_entry_is_what_was_seen_before(name: str) -> None:
    check_playthrough(GAME, name)


def test_every_playthrough_has_its_test() -> None:
    assert {path.stem for path in folder(GAME).glob("*.playthrough")} == set(NAMES)
