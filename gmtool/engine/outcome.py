"""How a game came out, in the figures of its kind: what a rehearsal of many games counts."""

from __future__ import annotations

from typing import TypedDict


class Outcome(TypedDict):
    """How one game came out, as plain data.

    `ending` is how it ended, in words, and `endings` are all the ways in which it could by its
    set-up. `winners` are players. `figures` are what each has in the end, in seat order, by what it
    is and in what unit (`coins left`). `shares` are what a host may not want, by what it is (`lots
    that nobody buys`): how many, of how many in this game, and how many per cent of them over many
    games are nothing to warn of.
    """

    ending: str
    endings: tuple[str, ...]
    winners: tuple[str, ...]
    figures: dict[str, tuple[int, ...]]
    shares: dict[str, tuple[int, int, int]]
