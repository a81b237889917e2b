"""The moves of Split Decision, each with its text form."""

from __future__ import annotations

from gmtool.engine.moves import Move, PublicMove
from gmtool.engine.text import quote

HIGH, LOW = "high", "low"
SUITS = ("clubs", "diamonds", "hearts", "spades")


class Codes(Move, frozen=True):
    """Buzzcodes in order, as written: the rules refuse wrong ones (SD-5). They are sealed, and so
    are those that chance gives for an overdue player.
    """

    form = "codes {codes:words}"

    codes: tuple[str, ...]


class Cut(PublicMove, frozen=True):
    """Moves that many cards, as written, from the top of the deck to the bottom (SD-3)."""

    form = "cut {cards}"

    cards: str


class Place(PublicMove, frozen=True):
    """Puts a card into the high or low place; `rank` is what a Joker is made, if not an Ace
    (SD-17).
    """

    form = "{place}[ as {rank}]"

    place: str
    rank: str = ""


class Refuse(PublicMove, frozen=True):
    """Declines a head start card or a free look (SD-14, SD-21)."""

    form = "refuse"


class Push(PublicMove, frozen=True):
    """Takes an Ace as a push where it could go to the other end (SD-16)."""

    form = "push"


class Chip(PublicMove, frozen=True):
    """Spends a discard chip on the card (SD-18)."""

    form = "chip"


class Keep(PublicMove, frozen=True):
    """Keeps the card without a look at it (SD-19)."""

    form = "keep"


class Pass(PublicMove, frozen=True):
    """Passes the card to an opponent without a look at it (SD-19)."""

    form = "pass {to:player}"

    to: str


class Question(Move, frozen=True):
    """A question with its answer, which the host keeps (SD-11)."""

    form = "question {text:string} answer {answer:string}"

    text: str
    answer: str

    @property
    def public(self) -> str:
        return f"question {quote(self.text)}"


class Draw(PublicMove, frozen=True):
    """The actual code of a question; by the host without a `code` it asks chance for one (SD-7)."""

    form = "draw[ {code}]"

    code: str = ""


class Answer(PublicMove, frozen=True):
    """The answer, as written, of the player who is asked (SD-11)."""

    form = "answer {text:string}"

    text: str


class Verdict(PublicMove, frozen=True):
    """The host's verdict on the answer (SD-11)."""

    right: bool

    def __str__(self) -> str:
        return "right" if self.right else "wrong"


class Pick(PublicMove, frozen=True):
    """Numbers of the bonus board, as written (SD-30)."""

    form = "pick {numbers:words}"

    numbers: tuple[str, ...]


class Range(PublicMove, frozen=True):
    """The ranks of the revealed cards that are to be high and low (SD-30)."""

    form = "range {high} {low}"

    high: str
    low: str


class Wager(PublicMove, frozen=True):
    """Dollars on the next card (SD-28), as written."""

    form = "wager {dollars}"

    dollars: str


class Suit(PublicMove, frozen=True):
    """The suit to look behind for a second chance (SD-32)."""

    form = "suit {suit}"

    suit: str


class Board(Move, frozen=True):
    """The cards on the places of the bonus board, in order (SD-30)."""

    form = "board {cards:words}"

    cards: tuple[str, ...]


class Suits(Move, frozen=True):
    """What is behind clubs, diamonds, hearts, spades: `2ND`, `AGAIN` or `NO` (SD-32)."""

    form = "suits {behind:words}"

    behind: tuple[str, ...]
