"""The basic terms: tiles, groups, chips, antes and limits (GB-1 to GB-17)."""

from __future__ import annotations

DEATH_MATCH, FINAL_MATCH = "death-match", "final-match"

TILES = tuple(range(9))
SIZES = {"A": 2, "B": 3, "C": 4}
"""The groups, and how many tiles each takes (GB-2)."""
MAY_LEAVE = {"A": 1, "B": 1, "C": 2}
"""How many tiles may leave a group from one set to the next in `final-match` (GB-15)."""
BLACK, WHITE = "black", "white"

CHIPS = {DEATH_MATCH: 30, FINAL_MATCH: 100}
"""The chips with which each player begins (GB-9, GB-12)."""
HALVES = {DEATH_MATCH: 2, FINAL_MATCH: 1}
"""How many times the tiles are dealt in a set (GB-9, GB-12)."""
LEAST_BET, MOST_BET = 1, 10
"""The least and the most chips of one bet or raise (GB-6)."""
EIGHT, PENALTY = 8, 8
"""The tile that costs more to fold in `final-match`, and how many chips (GB-14)."""

BONUS, PEEK, ORDER = "bonus", "peek", "order"
ITEMS = (BONUS, PEEK, ORDER)
BONUS_CHIPS = 10
"""The chips that the Bonus item adds at the start (GB-17)."""


def colour(tile: int) -> str:
    """Even tiles are black, odd ones white (GB-1)."""
    return WHITE if tile % 2 else BLACK


def scheduled_ante(variant: str, number: int) -> int:
    """The ante of that set in chips: one more in every set, or after every two sets (GB-9,
    GB-12).
    """
    return number if variant == DEATH_MATCH else 1 + (number - 1) // 2
