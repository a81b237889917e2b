"""What everybody could see after every entry of two recorded episodes (`playthrough.py`).

One goes through all rounds and the bonus, the other is called off with a question open. In neither
file is a card that hasn't left the deck, a code of another seat's before its set is used, the kept
answer of an open question, or what lies covered on a board of the bonus.
"""

from __future__ import annotations

import pytest
from playthrough import check_playthrough
from recorded import folder

from gmtool.games.split_decision import GAME

NAMES = ("called-off", "no-champion")


@pytest.mark.parametrize("name", NAMES)
def test_what_was_seen_after_every_entry_is_what_was_seen_before(name: str) -> None:
    check_playthrough(GAME, name)


def test_every_playthrough_has_its_test() -> None:
    assert {path.stem for path in folder(GAME).glob("*.playthrough")} == set(NAMES)
