"""What is paid, and what the bonus is made of (SD-12, SD-24, SD-27 to SD-32); dollars."""

from __future__ import annotations

from gmtool.engine.cards import DECK
from gmtool.games.split_decision.hands import JOKER

FULL_DECK: tuple[str, ...] = (*DECK, JOKER, JOKER)
"""The 54 cards in the order in which they go into a shuffle (SD-3)."""

ANSWER_PAYS = {1: 100, 2: 50, 3: 100}
"""A right answer, and a push, by the round (SD-12, SD-16)."""
CARD_PAYS = {1: 250, 2: 125, 3: 500}
"""Each of a player's first two cards placed in the round (SD-24)."""
ROUND_PAYS = {1: 1000, 2: 500, 3: 1000}
"""The winner of the round (SD-24)."""
GIFT = 500
"""What the gift card of round 2's loser is worth (SD-25)."""

CUT_DEFAULT = 27
"""How the deck is cut where red doesn't in time (SD-36)."""

DEVIL = "DEVIL"
BOARD: tuple[str, ...] = (
    *("A", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"),
    DEVIL,
)
"""What lies on the bonus board, in the order in which it goes into a shuffle (SD-30)."""
PICKS = 4
SECOND, AGAIN, NO = "2ND", "AGAIN", "NO"
SUIT_BOARD = (SECOND, NO, NO, AGAIN)
"""What is behind the suits, in the order in which it goes into a shuffle (SD-32)."""

STAKE = 1500
LEAST_WAGER = 250
STEP = 50
TOP_UP = 500
LAST_CALL = 5
"""The number of the last hand (SD-28)."""
LAST_CALL_STAKE = 1000
LAST_CALL_STEP = 25
FACTORS = {4: 2, 5: 5}
"""By what all amounts of the bonus are multiplied on the winner's fourth and fifth day (SD-27)."""
MOST_TITLES = 5
