"""What everybody could see after every entry of two recorded games (`playthrough.py`)."""

from __future__ import annotations

from typing import Any

import pytest
from playthrough import by_name, check_playthrough
from recorded import folder

from gmtool.games.auction_poker import GAME

NAMES = ("six-poor", "two-with-words")


def called(item: dict[str, Any], number: int) -> str:
    """A lot by its label."""
    return str(item["lot"]) if set(item) == {"lot", "cards"} else by_name(item, number)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_seen_after_every_entry_is_what_was_seen_before(name: str) -> None:
    check_playthrough(GAME, name, called)


def test_every_playthrough_has_its_test() -> None:
    assert {path.stem for path in folder(GAME).glob("*.playthrough")} == set(NAMES)
