"""The moves, each with its text form."""

from __future__ import annotations

from typing import ClassVar

from gmtool.engine.cards import read_card
from gmtool.engine.moves import Move, PublicMove
from gmtool.engine.text import quote, write_name

GIVING = "giving"
"""The word between a name and a card."""
_FROM = "from"


class Discard(PublicMove, frozen=True):
    """Discards a card face up, before two are drawn (TS-6)."""

    form = "discard {card:card}"

    card: str


class Keep(Move, frozen=True):
    """Keeps one of the two cards drawn (TS-6)."""

    form = "keep {card:card}"

    card: str


class Take(PublicMove, frozen=True):
    """Takes a card of the victim's for one that is shown to everybody (TS-7)."""

    naming: ClassVar[tuple[str, ...]] = ("victim",)

    victim: str
    card: str

    def __str__(self) -> str:
        return f"take {apart(self.victim)} {GIVING} {self.card}"


class Hand(Move, frozen=True):
    """Hands over a card, which only the taker sees (TS-7)."""

    form = "hand {card:card}"

    card: str


class Notice(PublicMove, frozen=True):
    """Puts everyone on notice (TS-10)."""

    form = "notice"


class Done(PublicMove, frozen=True):
    """Ends a turn without a claim (TS-10)."""

    form = "done"


class Challenge(PublicMove, frozen=True):
    """Challenges the claim of the player who has everyone on notice (TS-13)."""

    form = "challenge"


class Top(PublicMove, frozen=True):
    """Names the card that a challenger who was right lays on top of the discard pile (TS-15)."""

    form = "top {card:card}"

    card: str


class Pass(PublicMove, frozen=True):
    """Ends a turn in which the player can neither draw nor take (TS-8)."""

    form = "pass"


class Reveal(PublicMove, frozen=True):
    """Shows the hand that won a round unchallenged, as an aside (TS-17)."""

    form = "reveal"

    aside: ClassVar[bool] = True


def apart(name: str) -> str:
    """A name, quoted where a word of it could be read as part of the move."""
    words = [word.casefold() for word in name.split()]
    is_clear = not any(read_card(word) or word in {_FROM, GIVING} for word in words)
    return write_name(name) if is_clear else quote(name)
