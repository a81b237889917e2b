"""The moves of Split Decision, each with its text form."""

from __future__ import annotations

from typing import ClassVar

from gmtool.engine.frozen import frozen
from gmtool.engine.moves import Move, PublicMove
from gmtool.engine.text import quote

HIGH, LOW = "high", "low"
SUITS = ("clubs", "diamonds", "hearts", "spades")


@frozen
class Codes(Move, verb="codes"):
    """Buzzcodes in order, as written: the rules refuse wrong ones (SD-5). They are sealed, and so
    are those that chance gives for an overdue player.
    """

    codes: tuple[str, ...]


@frozen
class Cut(PublicMove, verb="cut"):
    """Moves that many cards, as written, from the top of the deck to the bottom (SD-3)."""

    cards: str


@frozen
class Place(PublicMove):
    """Puts a card into the high or low place; `rank` is what a Joker is made, if not an Ace
    (SD-17).
    """

    place: str
    rank: str = ""

    def __str__(self) -> str:
        return f"{self.place} as {self.rank}" if self.rank else self.place


@frozen
class Refuse(PublicMove, verb="refuse"):
    """Declines a head start card or a free look (SD-14, SD-21)."""


@frozen
class Push(PublicMove, verb="push"):
    """Takes an Ace as a push where it could go to the other end (SD-16)."""


@frozen
class Chip(PublicMove, verb="chip"):
    """Spends a discard chip on the card (SD-18)."""


@frozen
class Keep(PublicMove, verb="keep"):
    """Keeps the card without a look at it (SD-19)."""


@frozen
class Pass(PublicMove, verb="pass"):
    """Passes the card to an opponent without a look at it (SD-19)."""

    naming: ClassVar[tuple[str, ...]] = ("to",)

    to: str


@frozen
class Question(Move):
    """A question with its answer, which the host keeps (SD-11)."""

    text: str
    answer: str

    @property
    def public(self) -> str:
        return f"question {quote(self.text)}"

    def __str__(self) -> str:
        return f"question {quote(self.text)} answer {quote(self.answer)}"


@frozen
class Draw(PublicMove, verb="draw"):
    """The actual code of a question; by the host without a `code` it asks chance for one (SD-7)."""

    code: str = ""


@frozen
class Answer(PublicMove):
    """The answer, as written, of the player who is asked (SD-11)."""

    text: str

    def __str__(self) -> str:
        return f"answer {quote(self.text)}"


@frozen
class Verdict(PublicMove):
    """The host's verdict on the answer (SD-11)."""

    right: bool

    def __str__(self) -> str:
        return "right" if self.right else "wrong"


@frozen
class Pick(PublicMove, verb="pick"):
    """Numbers of the bonus board, as written (SD-30)."""

    numbers: tuple[str, ...]


@frozen
class Range(PublicMove, verb="range"):
    """The ranks of the revealed cards that are to be high and low (SD-30)."""

    high: str
    low: str


@frozen
class Wager(PublicMove, verb="wager"):
    """Dollars on the next card (SD-28), as written."""

    amount: str


@frozen
class Suit(PublicMove, verb="suit"):
    """The suit to look behind for a second chance (SD-32)."""

    suit: str


@frozen
class Board(Move, verb="board"):
    """The cards on the places of the bonus board, in order (SD-30)."""

    cards: tuple[str, ...]


@frozen
class Suits(Move, verb="suits"):
    """What is behind clubs, diamonds, hearts, spades: `2ND`, `AGAIN` or `NO` (SD-32)."""

    behind: tuple[str, ...]
