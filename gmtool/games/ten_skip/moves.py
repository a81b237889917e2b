"""The moves, each with its text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmtool.engine.cards import read_card
from gmtool.engine.moves import Move, PublicMove
from gmtool.engine.wording import quote, write_name

GIVING = "giving"
"""Between a name and a card."""
_FROM = "from"


@dataclass(frozen=True)
class Discard(PublicMove):
    """A card face up on the pile, before two are drawn (TS-6)."""

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True)
class Keep(Move):
    """Which of the two cards drawn is kept (TS-6)."""

    card: str

    def __str__(self) -> str:
        return f"keep {self.card}"


@dataclass(frozen=True)
class Take(PublicMove):
    """A card of the victim's for one that is shown to everybody (TS-7)."""

    naming: ClassVar[tuple[str, ...]] = ("victim",)

    victim: str
    card: str

    def __str__(self) -> str:
        return f"take {apart(self.victim)} {GIVING} {self.card}"


@dataclass(frozen=True)
class Hand(Move):
    """The card that a victim hands over unseen (TS-7)."""

    card: str

    def __str__(self) -> str:
        return f"hand {self.card}"


@dataclass(frozen=True)
class Notice(PublicMove):
    """Everyone on notice (TS-10)."""

    def __str__(self) -> str:
        return "notice"


@dataclass(frozen=True)
class Done(PublicMove):
    """The end of a turn without a claim (TS-10)."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True)
class Challenge(PublicMove):
    """The claim of the player on notice is doubted (TS-13)."""

    def __str__(self) -> str:
        return "challenge"


@dataclass(frozen=True)
class Top(PublicMove):
    """Which card of a challenger who was right lies on top of the discard pile (TS-15)."""

    card: str

    def __str__(self) -> str:
        return f"top {self.card}"


@dataclass(frozen=True)
class Pass(PublicMove):
    """Nothing, where one can neither draw nor take (TS-8)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Reveal(PublicMove):
    """The hand that won a round unchallenged is shown, beside what a turn is for (TS-17)."""

    aside: ClassVar[bool] = True

    def __str__(self) -> str:
        return "reveal"


def apart(name: str) -> str:
    """A name of which no word can be taken for what stands around it."""
    words = [word.casefold() for word in name.split()]
    is_clear = not any(read_card(word) or word in {_FROM, GIVING} for word in words)
    return write_name(name) if is_clear else quote(name)
