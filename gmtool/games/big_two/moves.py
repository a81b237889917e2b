"""The moves, each with its text form. Cards stand in the order in which they were read (ALL-5)."""

from __future__ import annotations

from typing import ClassVar, cast

from gmtool.engine.cards import read_card
from gmtool.engine.moves import Move, PublicMove
from gmtool.engine.text import quote, write_name

NOTHING = "nothing"
"""The empty side of an offer."""
FOR = "for"
AS = "as"


class Play(PublicMove, frozen=True):
    """Cards from the hand, and what they stand for where the player said so: for all of them in
    order, or only the rank of five of a kind (BT-7, BT-20).
    """

    form = "play {cards:cards}[ as {stands:words}]"

    cards: tuple[str, ...]
    stands: tuple[str, ...] = ()


class Pass(PublicMove, frozen=True):
    """No play (BT-12)."""

    form = "pass"


class Surrender(Move, frozen=True):
    """The giver hands over its highest cards unasked (BT-24)."""

    form = "surrender"


class Hold(Move, frozen=True):
    """The giver waits for questions (BT-24)."""

    form = "hold"


class Give(Move, frozen=True):
    """The giver's choice among the cards that are due (BT-27)."""

    form = "give {cards:cards}"

    cards: tuple[str, ...]


class DemandLowest(Move, frozen=True):
    """The giver wants the lowest cards back (BT-28)."""

    form = "demand lowest"

    aside = True


class Waive(Move, frozen=True):
    """The giver gives up its privacy for the rest of the trade (BT-26)."""

    form = "waive"

    aside = True


class Ask(Move, frozen=True):
    """The taker's questions about the giver's hand, in the words of `questions` (BT-25, BT-26); one
    that isn't on the list stands in quotation marks. It is an aside, since the taker is awaited
    after it too (BT-27).
    """

    aside = True

    questions: tuple[str, ...]

    def __str__(self) -> str:
        return f"ask {', '.join(self.questions)}"

    def parts(self) -> tuple[Move, ...]:
        """The questions, which are allowed or not one by one."""
        return tuple(Ask((question,)) for question in self.questions)

    def joined(self, parts: tuple[Move, ...]) -> Move:
        """All questions of `parts`, each once."""
        asked = (question for part in parts for question in cast("Ask", part).questions)
        return Ask(tuple(dict.fromkeys(asked)))


class Yes(Move, frozen=True):
    """The host's true answer to a question in words, with the cards that it reveals (BT-26)."""

    form = "yes {cards:cards}"

    cards: tuple[str, ...]


class No(Move, frozen=True):
    """The host's true answer to a question in words that reveals nothing (BT-26)."""

    form = "no"


class Take(Move, frozen=True):
    """The taker leaves the choice among the cards that are due to the giver (BT-27)."""

    form = "take"


class Return(Move, frozen=True):
    """The cards that the taker gives back (BT-28)."""

    form = "return {cards:cards}"

    cards: tuple[str, ...]


class Propose(Move, frozen=True):
    """An offer of one's own cards for another player's; either side may be nothing (BT-29)."""

    naming: ClassVar[tuple[str, ...]] = ("to",)

    to: str
    gives: tuple[str, ...]
    wants: tuple[str, ...]

    def __str__(self) -> str:
        sides = [" ".join(cards) or NOTHING for cards in (self.gives, self.wants)]
        return f"offer {_apart(self.to)} {sides[0]} {FOR} {sides[1]}"


class Accept(Move, frozen=True):
    """The player accepts the offer of `who` (BT-29)."""

    form = "accept {who:player}"

    who: str


class Decline(Move, frozen=True):
    """The player declines the offer of `who` (BT-29)."""

    form = "decline {who:player}"

    who: str


class Withdraw(Move, frozen=True):
    """The player withdraws its offer to `to` (BT-29)."""

    form = "withdraw {to:player}"

    to: str


def _apart(name: str) -> str:
    """A name, quoted where a part of it could be read as a card."""
    words = [word.casefold() for word in name.split()]
    is_clear = not any(read_card(word) or word in {NOTHING, FOR} for word in words)
    return write_name(name) if is_clear else quote(name)
