"""The moves of Split Decision, each with its text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmtool.engine.moves import Move, PublicMove
from gmtool.engine.wording import quote, write_name

HIGH, LOW = "high", "low"
SUITS = ("clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True)
class Codes(Move):
    """Buzzcodes in their order, as written: the rules refuse what is no code (SD-5). Sealed; what
    chance gives for somebody overdue is so too.
    """

    codes: tuple[str, ...]

    def __str__(self) -> str:
        return f"codes {' '.join(self.codes)}"


@dataclass(frozen=True)
class Cut(PublicMove):
    """As many cards from the top of the deck to the bottom (SD-3), as written."""

    cards: str

    def __str__(self) -> str:
        return f"cut {self.cards}"


@dataclass(frozen=True)
class Place(PublicMove):
    """A card into the high or low place; `rank` is what a Joker is made, if not an Ace (SD-17)."""

    place: str
    rank: str = ""

    def __str__(self) -> str:
        return f"{self.place} as {self.rank}" if self.rank else self.place


@dataclass(frozen=True)
class Refuse(PublicMove):
    """A head start card or a free look declined (SD-14, SD-21)."""

    def __str__(self) -> str:
        return "refuse"


@dataclass(frozen=True)
class Push(PublicMove):
    """An Ace taken as a push where it could go to the other end (SD-16)."""

    def __str__(self) -> str:
        return "push"


@dataclass(frozen=True)
class Chip(PublicMove):
    """A discard chip spent on the card (SD-18)."""

    def __str__(self) -> str:
        return "chip"


@dataclass(frozen=True)
class Keep(PublicMove):
    """The card kept without a look at it (SD-19)."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True)
class Pass(PublicMove):
    """The card passed to an opponent without a look at it (SD-19)."""

    naming: ClassVar[tuple[str, ...]] = ("to",)

    to: str

    def __str__(self) -> str:
        return f"pass {write_name(self.to)}"


@dataclass(frozen=True)
class Question(Move):
    """A question with the answer that the host keeps (SD-11)."""

    text: str
    answer: str

    @property
    def public(self) -> str:
        return f"question {quote(self.text)}"

    def __str__(self) -> str:
        return f"question {quote(self.text)} answer {quote(self.answer)}"


@dataclass(frozen=True)
class Draw(PublicMove):
    """The actual code of a question; of the host's without a `code` it asks chance (SD-7)."""

    code: str = ""

    def __str__(self) -> str:
        return f"draw {self.code}".strip()


@dataclass(frozen=True)
class Answer(PublicMove):
    """What the player asked answers, as written (SD-11)."""

    text: str

    def __str__(self) -> str:
        return f"answer {quote(self.text)}"


@dataclass(frozen=True)
class Verdict(PublicMove):
    """The host's word on the answer (SD-11)."""

    right: bool

    def __str__(self) -> str:
        return "right" if self.right else "wrong"


@dataclass(frozen=True)
class Pick(PublicMove):
    """Numbers of the bonus board, as written (SD-30)."""

    numbers: tuple[str, ...]

    def __str__(self) -> str:
        return f"pick {' '.join(self.numbers)}"


@dataclass(frozen=True)
class Range(PublicMove):
    """The ranks of the revealed cards that are high and low (SD-30)."""

    high: str
    low: str

    def __str__(self) -> str:
        return f"range {self.high} {self.low}"


@dataclass(frozen=True)
class Wager(PublicMove):
    """Dollars on the next card (SD-28), as written."""

    amount: str

    def __str__(self) -> str:
        return f"wager {self.amount}"


@dataclass(frozen=True)
class Suit(PublicMove):
    """The suit to look behind for a second chance (SD-32)."""

    suit: str

    def __str__(self) -> str:
        return f"suit {self.suit}"


@dataclass(frozen=True)
class Board(Move):
    """What lies on the places of the bonus board, in their order (SD-30)."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"board {' '.join(self.cards)}"


@dataclass(frozen=True)
class Suits(Move):
    """What is behind clubs, diamonds, hearts, spades: `2ND`, `AGAIN` or `NO` (SD-32)."""

    behind: tuple[str, ...]

    def __str__(self) -> str:
        return f"suits {' '.join(self.behind)}"
