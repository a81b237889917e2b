"""The moves of Grouping Black & White, each with its text form.

Numbers are kept as written, so that the rules can refuse and quote wrong ones.
"""

from __future__ import annotations

from typing import ClassVar

from gmtool.engine.frozen import frozen
from gmtool.engine.moves import Move, PublicMove


@frozen
class Group(Move):
    """A player's groups, with tiles as written (GB-2). They stay secret for ever."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    c: tuple[str, ...]

    def __str__(self) -> str:
        groups = (("A", self.a), ("B", self.b), ("C", self.c))
        return " ".join(("group", *(word for letter, tiles in groups for word in (letter, *tiles))))


@frozen
class Same(Move, verb="same"):
    """The groups of the set before once more (GB-15). It stays on record as it was said, so that it
    means other groups where those are put right.
    """


@frozen
class Swap(Move):
    """The groups of the set before but for tiles that change places in pairs, as written (GB-15);
    on record as it was said, likewise.
    """

    pairs: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"swap {', '.join(map(' '.join, self.pairs))}"


@frozen
class Ante(Move, verb="ante"):
    """A higher ante for the set, in chips, to which the player would agree (GB-12)."""

    aside = True

    chips: str


@frozen
class AskOrder(Move, verb="order"):
    """The use of the Order item (GB-17). Everybody is told when the tiles are in order: earlier it
    would reveal that the player has grouped.
    """

    aside = True


@frozen
class First(PublicMove, verb="first"):
    """The choice of who starts the first round (GB-5)."""

    aside = True
    naming: ClassVar[tuple[str, ...]] = ("starter",)

    starter: str


@frozen
class Bet(PublicMove, verb="bet"):
    """The first chips put into a round (GB-6)."""

    chips: str


@frozen
class Raise(PublicMove, verb="raise"):
    """That many chips more than it takes to match (GB-6)."""

    chips: str


@frozen
class Call(PublicMove, verb="call"):
    """Matches the opponent's chips or, by option, opens the round without any (GB-6, GB-8)."""


@frozen
class Fold(PublicMove, verb="fold"):
    """Gives the round up (GB-7)."""


@frozen
class Peek(PublicMove, verb="peek"):
    """The use of the Peek item; what it shows is private (GB-17)."""

    aside = True


@frozen
class Order(Move, verb="order"):
    """A player's nine tiles in the order in which they will be dealt, from chance (GB-3)."""

    naming: ClassVar[tuple[str, ...]] = ("who",)

    who: str
    tiles: tuple[str, ...]
