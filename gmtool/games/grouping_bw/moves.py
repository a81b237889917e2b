"""The moves of Grouping Black & White, each with its text form.

Numbers are kept as written, so that the rules can refuse and quote wrong ones.
"""

from __future__ import annotations

from gmtool.engine.moves import Move, PublicMove


class Group(Move, frozen=True):
    """A player's groups, with tiles as written (GB-2). They stay secret for ever."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    c: tuple[str, ...]

    def __str__(self) -> str:
        groups = (("A", self.a), ("B", self.b), ("C", self.c))
        return " ".join(("group", *(word for letter, tiles in groups for word in (letter, *tiles))))


class Same(Move, frozen=True):
    """The groups of the set before once more (GB-15). It stays on record as it was said, so that it
    means other groups where those are put right.
    """

    form = "same"


class Swap(Move, frozen=True):
    """The groups of the set before but for tiles that change places in pairs, as written (GB-15);
    on record as it was said, likewise.
    """

    pairs: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"swap {', '.join(map(' '.join, self.pairs))}"


class Ante(Move, frozen=True):
    """A higher ante for the set, in chips, to which the player would agree (GB-12)."""

    form = "ante {chips:amount}"

    aside = True

    chips: str


class AskOrder(Move, frozen=True):
    """The use of the Order item (GB-17). Everybody is told when the tiles are in order: earlier it
    would reveal that the player has grouped.
    """

    form = "order"

    aside = True


class First(PublicMove, frozen=True):
    """The choice of who starts the first round (GB-5)."""

    form = "first {starter:player}"

    aside = True
    starter: str


class Bet(PublicMove, frozen=True):
    """The first chips put into a round (GB-6)."""

    form = "bet {chips:amount}"

    chips: str


class Raise(PublicMove, frozen=True):
    """That many chips more than it takes to match (GB-6)."""

    form = "raise {chips:amount}"

    chips: str


class Call(PublicMove, frozen=True):
    """Matches the opponent's chips or, by option, opens the round without any (GB-6, GB-8)."""

    form = "call"


class Fold(PublicMove, frozen=True):
    """Gives the round up (GB-7)."""

    form = "fold"


class Peek(PublicMove, frozen=True):
    """The use of the Peek item; what it shows is private (GB-17)."""

    form = "peek"

    aside = True


class Order(Move, frozen=True):
    """A player's nine tiles in the order in which they will be dealt, from chance (GB-3)."""

    form = "order {who:player} {tiles:words}"

    who: str
    tiles: tuple[str, ...]
