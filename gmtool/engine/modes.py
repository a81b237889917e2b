"""Who draws chance, and when: a setting of each game (`set chance: hold`)."""

from __future__ import annotations

from gmtool.engine.table import Table

SEED = "seed"
"""Chance is drawn from the seed as soon as the rules want it."""
HOLD = "hold"
"""Like SEED, but nothing is drawn before `start`, so that players' words can be mixed in."""
TYPED = "typed"
"""The host draws elsewhere and types what chance gave."""

MODES = (SEED, HOLD, TYPED)


def draws_now(mode: str, table: Table, *, starting: bool = False) -> bool:
    """Whether chance that is due is drawn from the seed now; `starting` tells that
    `start` comes next.
    """
    return mode == SEED or (mode == HOLD and (table.started or starting))
