"""The promises of every kind for Split Decision."""

from __future__ import annotations

import pytest
from lengths import few_or_many
from recorded import RECORDED

from gmtool.games.split_decision import GAME
from gmtool.testing import promises

test_promises = promises(GAME, games=1)
test_more_promises = pytest.mark.slow(
    promises(GAME, games=range(1, few_or_many(3, 60)), journals=RECORDED / GAME.kind)
)
