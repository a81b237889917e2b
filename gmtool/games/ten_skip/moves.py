"""The moves, each with its text form."""

from __future__ import annotations

from typing import ClassVar

from gmtool.engine.cards import read_card
from gmtool.engine.frozen import frozen
from gmtool.engine.moves import Move, PublicMove
from gmtool.engine.text import quote, write_name

GIVING = "giving"
"""The word between a name and a card."""
_FROM = "from"


@frozen
class Discard(PublicMove, verb="discard"):
    """Discards a card face up, before two are drawn (TS-6)."""

    card: str


@frozen
class Keep(Move, verb="keep"):
    """Keeps one of the two cards drawn (TS-6)."""

    card: str


@frozen
class Take(PublicMove):
    """Takes a card of the victim's for one that is shown to everybody (TS-7)."""

    naming: ClassVar[tuple[str, ...]] = ("victim",)

    victim: str
    card: str

    def __str__(self) -> str:
        return f"take {apart(self.victim)} {GIVING} {self.card}"


@frozen
class Hand(Move, verb="hand"):
    """Hands over a card, which only the taker sees (TS-7)."""

    card: str


@frozen
class Notice(PublicMove, verb="notice"):
    """Puts everyone on notice (TS-10)."""


@frozen
class Done(PublicMove, verb="done"):
    """Ends a turn without a claim (TS-10)."""


@frozen
class Challenge(PublicMove, verb="challenge"):
    """Challenges the claim of the player who has everyone on notice (TS-13)."""


@frozen
class Top(PublicMove, verb="top"):
    """Names the card that a challenger who was right lays on top of the discard pile (TS-15)."""

    card: str


@frozen
class Pass(PublicMove, verb="pass"):
    """Ends a turn in which the player can neither draw nor take (TS-8)."""


@frozen
class Reveal(PublicMove, verb="reveal"):
    """Shows the hand that won a round unchallenged, as an aside (TS-17)."""

    aside: ClassVar[bool] = True


def apart(name: str) -> str:
    """A name, quoted where a word of it could be read as part of the move."""
    words = [word.casefold() for word in name.split()]
    is_clear = not any(read_card(word) or word in {_FROM, GIVING} for word in words)
    return write_name(name) if is_clear else quote(name)
