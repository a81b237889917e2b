"""Words for cards and plays in refusals."""

from __future__ import annotations

from collections.abc import Iterable

from gmtool.engine.numerals import in_words
from gmtool.games.big_two.plays import Reading
from gmtool.games.big_two.state import DEAL, ENDED, FREE_TRADE, PLAY, SETUP, TRADING
from gmtool.games.big_two.terms import is_joker

NOW = {
    SETUP: "the game hasn't begun",
    DEAL: "the next round isn't dealt yet",
    TRADING: "cards are being traded",
    FREE_TRADE: "free trade is open",
    PLAY: "the round is being played",
    ENDED: "the game is over",
}
"""What goes on in each phase."""


def cards_of(cards: Iterable[str]) -> str:
    """The cards separated by blanks."""
    return " ".join(cards)


def are(cards: Iterable[str]) -> str:
    """The beginning of a sentence about these cards, each named once: `3D is`, `3D 4H are`."""
    return _begun(cards, "is", "are")


def are_not(cards: Iterable[str]) -> str:
    """The beginning of a negative sentence about these cards: `3D isn't`, `3D 4H aren't`."""
    return _begun(cards, "isn't", "aren't")


def _begun(cards: Iterable[str], one: str, several: str) -> str:
    named = tuple(dict.fromkeys(cards))
    return f"{cards_of(named)} {one if len(named) == 1 else several}"


def count_of(cards: tuple[str, ...]) -> str:
    """The number of cards, in words."""
    return f"{in_words(len(cards))} card{'s' * (len(cards) != 1)}"


def a_play(reading: Reading, cards: tuple[str, ...]) -> str:
    """A play with its kind, its cards and what its jokers stand for."""
    wild = any(map(is_joker, cards)) and reading.stands != cards
    stands = f" as {cards_of(reading.stands)}" if wild else ""
    return f"the {reading.kind} {cards_of(cards)}{stands}"
