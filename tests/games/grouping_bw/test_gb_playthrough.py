"""What everybody could see after every entry of two recorded matches (`playthrough.py`).

One is a final match with all items, the other a death match called off in its second half. In
neither file is a tile that lies face down, the grouping of another seat, the order of groups but
for who asked, or what a fold or a Peek showed but to whom it was shown.
"""

from __future__ import annotations

import pytest
from playthrough import check_playthrough
from recorded import folder

from gmtool.games.grouping_bw import GAME

NAMES = ("bonus-peek-and-order", "words-and-called-off")


@pytest.mark.parametrize("name", NAMES)
def test_what_was_seen_after_every_entry_is_what_was_seen_before(name: str) -> None:
    check_playthrough(GAME, name)


def test_every_playthrough_has_its_test() -> None:
    assert {path.stem for path in folder(GAME).glob("*.playthrough")} == set(NAMES)
