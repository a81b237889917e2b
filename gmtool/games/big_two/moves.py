"""The moves, each with its text form. Cards stand in the order in which they were read (ALL-5)."""

from __future__ import annotations

from typing import ClassVar, cast

from gmtool.engine.cards import read_card
from gmtool.engine.frozen import frozen
from gmtool.engine.moves import Move, PublicMove
from gmtool.engine.text import quote, write_name

NOTHING = "nothing"
"""The empty side of an offer."""
FOR = "for"
AS = "as"


@frozen
class Play(PublicMove):
    """Cards from the hand, and what they stand for where the player said so: for all of them in
    order, or only the rank of five of a kind (BT-7, BT-20).
    """

    cards: tuple[str, ...]
    stands: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = (AS, *self.stands) if self.stands else ()
        return " ".join(("play", *self.cards, *said))


@frozen
class Pass(PublicMove, verb="pass"):
    """No play (BT-12)."""


@frozen
class Surrender(Move, verb="surrender"):
    """The giver hands over its highest cards unasked (BT-24)."""


@frozen
class Hold(Move, verb="hold"):
    """The giver waits for questions (BT-24)."""


@frozen
class Give(Move, verb="give"):
    """The giver's choice among the cards that are due (BT-27)."""

    cards: tuple[str, ...]


@frozen
class DemandLowest(Move, verb="demand lowest"):
    """The giver wants the lowest cards back (BT-28)."""

    aside = True


@frozen
class Waive(Move, verb="waive"):
    """The giver gives up its privacy for the rest of the trade (BT-26)."""

    aside = True


@frozen
class Ask(Move):
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


@frozen
class Yes(Move, verb="yes"):
    """The host's true answer to a question in words, with the cards that it reveals (BT-26)."""

    cards: tuple[str, ...]


@frozen
class No(Move, verb="no"):
    """The host's true answer to a question in words that reveals nothing (BT-26)."""


@frozen
class Take(Move, verb="take"):
    """The taker leaves the choice among the cards that are due to the giver (BT-27)."""


@frozen
class Return(Move, verb="return"):
    """The cards that the taker gives back (BT-28)."""

    cards: tuple[str, ...]


@frozen
class Propose(Move):
    """An offer of one's own cards for another player's; either side may be nothing (BT-29)."""

    naming: ClassVar[tuple[str, ...]] = ("to",)

    to: str
    gives: tuple[str, ...]
    wants: tuple[str, ...]

    def __str__(self) -> str:
        sides = [" ".join(cards) or NOTHING for cards in (self.gives, self.wants)]
        return f"offer {_apart(self.to)} {sides[0]} {FOR} {sides[1]}"


@frozen
class Accept(Move, verb="accept"):
    """The player accepts the offer of `who` (BT-29)."""

    naming: ClassVar[tuple[str, ...]] = ("who",)

    who: str


@frozen
class Decline(Move, verb="decline"):
    """The player declines the offer of `who` (BT-29)."""

    naming: ClassVar[tuple[str, ...]] = ("who",)

    who: str


@frozen
class Withdraw(Move, verb="withdraw"):
    """The player withdraws its offer to `to` (BT-29)."""

    naming: ClassVar[tuple[str, ...]] = ("to",)

    to: str


def _apart(name: str) -> str:
    """A name, quoted where a part of it could be read as a card."""
    words = [word.casefold() for word in name.split()]
    is_clear = not any(read_card(word) or word in {NOTHING, FOR} for word in words)
    return write_name(name) if is_clear else quote(name)
