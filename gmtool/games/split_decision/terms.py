"""What is paid, in dollars, and what the bonus is made of (SD-12, SD-24, SD-27 to SD-32)."""

from __future__ import annotations

from gmtool.engine.cards import DECK
from gmtool.games.split_decision.hands import JOKER

FULL_DECK: tuple[str, ...] = (*DECK, JOKER, JOKER)
"""The 54 cards in the order in which a shuffle takes them (SD-3)."""

ANSWER_PAYS = {1: 100, 2: 50, 3: 100}
"""What a right answer, or a push, pays in each round (SD-12, SD-16)."""
CARD_PAYS = {1: 250, 2: 125, 3: 500}
"""What each of a player's first two cards pays when it is placed, in each round (SD-24)."""
ROUND_PAYS = {1: 1000, 2: 500, 3: 1000}
"""What the winner of each round gets (SD-24)."""
GIFT = 500
"""The value of the gift card for the loser of round 2 (SD-25)."""

CUT_DEFAULT = 27
"""The cut where red makes none in time (SD-36)."""

DEVIL = "DEVIL"
BOARD: tuple[str, ...] = (
    *("A", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"),
    DEVIL,
)
"""The cards of the bonus board, in the order in which a shuffle takes them (SD-30)."""
PICKS = 4
SECOND, AGAIN, NO = "2ND", "AGAIN", "NO"
SUIT_BOARD = (SECOND, NO, NO, AGAIN)
"""What is behind the suits, in the order in which a shuffle takes it (SD-32)."""

STAKE = 1500
LEAST_WAGER = 250
STEP = 50
TOP_UP = 500
LAST_CALL = 5
"""The number of the last hand (SD-28)."""
LAST_CALL_STAKE = 1000
LAST_CALL_STEP = 25
FACTORS = {4: 2, 5: 5}
"""The factor of all amounts in the bonus on the winner's fourth and fifth day (SD-27)."""
MOST_TITLES = 5
