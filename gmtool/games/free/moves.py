"""The moves of a free game: a player's answer in a round, the host's own moves, and what chance
gives (FF-4 to FF-17).
"""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.api import Instant, Move, PublicMove, quote, write_name, write_names
from gmtool.games.free.terms import LINES, SPLIT, TEXT

NOBODY = "nobody"
"""What is said instead of a player where that may be."""
STRIKES = "strikes"
"""What the host takes back or adds as it does what is counted (FF-9)."""


def written(asks: str, whom: tuple[str, ...], said: tuple[str, ...]) -> str:
    """An answer to what is asked for, in its text form."""
    if asks in {TEXT, LINES}:
        return " ".join(map(quote, said))
    if asks == SPLIT:
        names = whom or said[: len(said) // 2]
        points = said[-len(names) :]
        pairs = zip(names, points, strict=True)
        return ", ".join(f"{write_name(name)} {many}" for name, many in pairs)
    return write_names(whom) if whom else ", ".join(said)


class Answer(Move, frozen=True):
    """A player's answer in a round (FF-5): `whom` it names, and what it `said`, as written: words,
    a choice, a number, NOBODY, or the things over which points are split and behind them the
    points. `asks` is what the round asks for; it `is_open` to everybody where that isn't sealed.
    """

    round: str
    asks: str
    whom: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    is_open: bool = False
    naming = ("whom",)

    @property
    def public(self) -> str:
        return str(self) if self.is_open else ""

    def __str__(self) -> str:
        return f"{self.round} {written(self.asks, self.whom, self.said)}"


class Withdraw(Move, frozen=True):
    """A player takes its answer in a round back (FF-7)."""

    form = "withdraw {round}"

    round: str
    is_open: bool = False

    @property
    def public(self) -> str:
        return str(self) if self.is_open else ""

    def gives_way_to(self, later: Move) -> bool:
        """Whether it is before another answer in that round, which takes its place anyway."""
        return isinstance(later, Answer) and later.round == self.round


# ---- the host


def _for(groups: tuple[str, ...], whom: tuple[str, ...]) -> str:
    """Groups and players, as the host names them in one row."""
    return ", ".join((*groups, *map(write_name, whom)))


class Open(Move, frozen=True):
    """Opens rounds (FF-4), with the host's own words, for the `groups` or the players `whom`
    instead of those of the file, and `until` an instant instead of for its hours. With `hides_whom`
    nobody may know which players are named.
    """

    rounds: tuple[str, ...]
    text: str = ""
    groups: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    until: Instant | None = None
    is_secret: bool = False
    hides_whom: bool = False
    naming = ("whom",)

    @property
    def public(self) -> str:
        if self.is_secret:
            return ""
        return str(replace(self, whom=())) if self.hides_whom else str(self)

    def __str__(self) -> str:
        names = _for(self.groups, self.whom)
        return " ".join(
            (
                f"open {', '.join(self.rounds)}",
                *([quote(self.text)] if self.text else ()),
                *([f"for {names}"] if names else ()),
                *([f"until {self.until}"] if self.until else ()),
            )
        )


class Key(Move, frozen=True):
    """What is right in a round, which nobody else knows before it is resolved (FF-14)."""

    round: str
    said: tuple[str, ...]

    def __str__(self) -> str:
        return f"key {self.round} {' '.join(map(quote, self.said))}"


class Resolve(PublicMove, frozen=True):
    """Resolves a round that waits for the host (FF-14): with what is right, or with what decides a
    tie.
    """

    round: str
    asks: str = TEXT
    whom: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    naming = ("whom",)

    def __str__(self) -> str:
        if not (self.whom or self.said):
            return f"resolve {self.round}"
        return f"resolve {self.round} {written(self.asks, self.whom, self.said)}"


class Reveal(PublicMove, frozen=True):
    """Shows who answered what in a round that is over (FF-13)."""

    form = "reveal {round}"

    round: str


class Out(PublicMove, frozen=True):
    """Puts players out (FF-15)."""

    form = "out {whom:players}"

    whom: tuple[str, ...]


class Back(PublicMove, frozen=True):
    """Takes players in again who were out (FF-15)."""

    form = "back {whom:players}"

    whom: tuple[str, ...]


class Give(Move, frozen=True):
    """Gives players so many of a unit, or takes as many from them (FF-15); of a secret unit only
    they learn it.
    """

    groups: tuple[str, ...]
    whom: tuple[str, ...]
    many: str
    unit: str
    is_secret: bool = False
    naming = ("whom",)

    @property
    def public(self) -> str:
        return "" if self.is_secret else str(self)

    def __str__(self) -> str:
        return f"give {_for(self.groups, self.whom)} {self.many} {self.unit}"


class Roll(PublicMove, frozen=True):
    """Rolls so many dice of so many sides, and adds a number to the sum, for each of some players
    or for nobody (FF-16).
    """

    dice: str
    groups: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    naming = ("whom",)

    def __str__(self) -> str:
        whom = _for(self.groups, self.whom)
        return f"roll {self.dice} for {whom}" if whom else f"roll {self.dice}"


class Pick(PublicMove, frozen=True):
    """Picks so many of the players in the groups, or of those named (FF-16)."""

    many: str
    groups: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    naming = ("whom",)

    def __str__(self) -> str:
        return f"pick {self.many} of {_for(self.groups, self.whom)}"


class Deal(PublicMove, frozen=True):
    """Has the roles dealt anew among those who are in (FF-3)."""

    form = "deal"


class Tell(Move, frozen=True):
    """Tells players something that nobody else hears (FF-15)."""

    groups: tuple[str, ...]
    whom: tuple[str, ...]
    text: str
    naming = ("whom",)

    def __str__(self) -> str:
        return f"tell {_for(self.groups, self.whom)} {quote(self.text)}"


class Say(PublicMove, frozen=True):
    """Says something to everybody (FF-15)."""

    form = "say {text:string}"

    text: str


class Finish(PublicMove, frozen=True):
    """Ends the game, with winners or without (FF-17)."""

    whom: tuple[str, ...] = ()
    naming = ("whom",)

    def __str__(self) -> str:
        return f"finish winner {write_names(self.whom)}" if self.whom else "finish"


# ---- chance


class Dealt(Move, frozen=True):
    """The roles, in the order of the seats of those who are in (FF-3)."""

    form = "dealt {roles:words}"

    roles: tuple[str, ...]


class Rolled(PublicMove, frozen=True):
    """What the dice show, in the order in which they were rolled (FF-16)."""

    form = "rolled {numbers:words}"

    numbers: tuple[str, ...]


class Picked(PublicMove, frozen=True):
    """Who is picked (FF-16): the places of the players among whom, from 1, in the order in which
    chance put them. The first so many are picked.
    """

    form = "picked {places:words}"

    places: tuple[str, ...]


class Lot(Move, frozen=True):
    """What decides a tie: its place among what is tied, from 1 (FF-12)."""

    form = "lot {place}"

    place: str
