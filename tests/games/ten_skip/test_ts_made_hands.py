"""Which hands are made ones, of all sets of ranks; nothing else of a hand matters (TS-9)."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from gmtool.games.ten_skip.terms import runs_in

from .opening import RANKS

RUNS = {
    4: ["A-3-5-7", "2-4-6-8", "3-5-7-9", "4-6-8-10"],
    3: ["A-3-5", "2-4-6", "3-5-7", "4-6-8", "5-7-9", "6-8-10"],
}
"""As the page has them."""


@pytest.mark.parametrize("length", RUNS)
def test_ts_09_a_made_hand_holds_one_of_the_runs_of_the_page(length: int) -> None:
    for ranks in chain.from_iterable(combinations(RANKS, many) for many in range(1, 11)):
        held = [run.split("-") for run in RUNS[length] if set(run.split("-")) <= {*ranks}]
        for suits in ("C", "CDHS"):
            hand = [rank + suits[place % len(suits)] for place, rank in enumerate(ranks)]
            assert [list(run) for run in runs_in((*hand, hand[0]), length)] == held, ranks
