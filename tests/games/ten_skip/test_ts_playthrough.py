"""What everybody could see after every entry of two recorded games (`playthrough.py`). In neither
file is a card of another hand that wasn't shown, of the draw pile, or of the two drawn.
"""

from __future__ import annotations

import pytest
from playthrough import check_playthrough

from gmtool.games.ten_skip import GAME


@pytest.mark.parametrize("name", ["drawn-and-called-off", "three-until-one-is-left"])
def test_what_was_seen_after_every_entry_is_what_was_seen_before(name: str) -> None:
    check_playthrough(GAME, name)
