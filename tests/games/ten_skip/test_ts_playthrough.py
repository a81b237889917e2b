"""What everybody could see after every entry of two recorded games (`playthrough.py`): one has cards
taken, bluffs refuted and a hand shown afterwards, one was drawn from the seed and called off. In no
file is a card of another hand that wasn't shown, of the draw pile, or of the two drawn.
"""

from __future__ import annotations

import pytest
from playthrough import check_playthrough
from recorded import folder

from gmtool.games.ten_skip import GAME

NAMES = sorted(path.stem for path in folder(GAME).glob("*.playthrough"))


@pytest.mark.parametrize("name", NAMES)
def test_what_was_seen_after_every_entry_is_what_was_seen_before(name: str) -> None:
    check_playthrough(GAME, name)


def test_there_are_two() -> None:
    assert NAMES == ["drawn-and-called-off", "three-until-one-is-left"]
