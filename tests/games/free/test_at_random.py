"""Games of files at random keep what every kind promises: no combination is too odd (FF-1)."""

from __future__ import annotations

import pytest
from lengths import IS_LONG, some_of

from gmtool.games.free import made
from gmtool.testing.played import Subject
from gmtool.testing.promised import PROMISES

from .at_random import file_of

SEEDS = (1, 4)
MORE = (0, 3, 5, 6, 7, 9)
"""Those by which files are made; the others are for the long form of the test."""
FIRST, *REST = (*SEEDS, *MORE)
"""The first is the shortest game; `pytest` alone leaves out the others."""
SLOW = {"another process agrees", "a desk takes it in and out", "no report tells a secret"}


@pytest.mark.parametrize(
    "seed", some_of(SEEDS, (FIRST, *(pytest.param(seed, marks=pytest.mark.slow) for seed in REST)))
)
def test_ff_1_games_of_files_at_random_keep_the_promises(seed: int) -> None:
    subject = Subject.of(made(file_of(seed)), games=[seed % 7])
    for promise in PROMISES:
        if IS_LONG or promise.name not in SLOW:
            promise.check(subject)
