"""What happens in a match. Each event says who may know what of it; unsaid is unseen.

Where a move was a default, `how` is DEFAULT, else empty. Amounts are chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from gmtool.engine.events import PrivateEvent, PublicEvent
from gmtool.engine.wording import HOST
from gmtool.games.grouping_bw.state import SHOWDOWN, Grouping

DEFAULT = "default"


@dataclass(frozen=True)
class SetOpened(PublicEvent):
    """A set begins: both are to group (GB-2, GB-9, GB-12)."""

    number: int
    ante: int


@dataclass(frozen=True)
class Grouped(PrivateEvent):
    """A player's grouping, which nobody else ever sees (GB-2, GB-4)."""

    who: str
    grouping: Grouping
    how: str = ""


@dataclass(frozen=True)
class AnteNamed(PublicEvent):
    """An ante that `who` would agree to; it is an offer to the opponent and nobody else's affair
    (GB-12).
    """

    who: str
    chips: int
    to: str

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        return super().seen_by(seer) if seer in {self.who, self.to, HOST} else None


@dataclass(frozen=True)
class AllGrouped(PublicEvent):
    """Both have grouped: the ante of the set is `ante`, by agreement or as scheduled."""

    set: int
    ante: int
    agreed: bool


@dataclass(frozen=True)
class OrderAsked(PrivateEvent):
    """The Order item is used, and answered once the tiles are in order (GB-17)."""

    who: str


@dataclass(frozen=True)
class OrderDrawn(PublicEvent):
    """Tiles are in order for dealing; nobody knows how (GB-3)."""

    hidden: ClassVar[tuple[str, ...]] = ("tiles",)

    who: str
    tiles: tuple[int, ...]
    set: int
    half: int


@dataclass(frozen=True)
class OrderTold(PublicEvent):
    """The Order item's answer: the letters of `who`'s groups as they come (GB-17)."""

    who: str
    groups: tuple[str, ...]

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        """That it was used is public, what it told is not."""
        facts = super().seen_by(seer) or {}
        return facts if seer in {self.who, HOST} else {k: facts[k] for k in ("event", "who")}


@dataclass(frozen=True)
class FirstAwaited(PublicEvent):
    """All is ready for the first round, but for who starts it (GB-5)."""


@dataclass(frozen=True)
class FirstNamed(PublicEvent):
    """Who starts the first round, and who said so: `host`, or the holder of the Bonus (GB-5)."""

    starter: str
    by: str


@dataclass(frozen=True)
class FirstOverdue(PublicEvent):
    """The holder of the Bonus named nobody in time, so the host does (GB-5)."""

    who: str


@dataclass(frozen=True)
class RoundDealt(PublicEvent):
    """Tiles are dealt face down and the ante is paid; `tiles`, `colours` and `chips` stand in seat
    order, `ante` is what each put in (GB-4, GB-5, GB-10).
    """

    hidden: ClassVar[tuple[str, ...]] = ("tiles",)

    set: int
    half: int
    number: int
    tiles: tuple[int, int]
    colours: tuple[str, str]
    ante: int
    starter: str
    chips: tuple[int, int]


@dataclass(frozen=True)
class BettingOpened(PublicEvent):
    """`who`, the starting player, is to act (GB-5, GB-6)."""

    who: str


@dataclass(frozen=True)
class Acted(PublicEvent):
    """A bet, a raise or a call: `chips` as said, `paid` with what it matched (GB-6)."""

    who: str
    what: str
    chips: int
    paid: int


@dataclass(frozen=True)
class Folded(PublicEvent):
    """A round given up; `penalty` are the chips that an `eight` cost, which is told to all (GB-7,
    GB-14).
    """

    who: str
    how: str
    eight: bool
    penalty: int


@dataclass(frozen=True)
class TileShown(PrivateEvent):
    """The opponent's tile, shown to `who` after its fold or its Peek (GB-7, GB-17); `why` is `fold`
    or `peek`.
    """

    who: str
    of: str
    tile: int
    why: str


@dataclass(frozen=True)
class Peeked(PublicEvent):
    """A Peek was used (GB-17)."""

    who: str


@dataclass(frozen=True)
class TilesShown(PublicEvent):
    """Both tiles, in seat order, for all to see (GB-8); `why` is `call`, `check` (an opening call),
    `no-chips` (somebody has none left to bet with, GB-6) or `no-ante` (GB-16).
    """

    tiles: tuple[int, int]
    why: str


@dataclass(frozen=True)
class RoundOver(PublicEvent):
    """What became of the chips. What is said of both stands in seat order: `back` is what each took
    out of the round, `chips` what each has now. `winner` is empty after a draw; `spared` tells that
    a draw took nothing since neither had anything left (GB-13).
    """

    set: int
    half: int
    number: int
    ended: str
    folder: str
    winner: str
    eight: bool
    bets: tuple[int, int]
    back: tuple[int, int]
    discarded: int
    chips: tuple[int, int]
    spared: bool

    @property
    def shown(self) -> bool:
        """Whether all saw the tiles."""
        return self.ended == SHOWDOWN


@dataclass(frozen=True)
class HalfOver(PublicEvent):
    """Nine rounds are played; the same groups are put in order anew (GB-9)."""

    set: int


@dataclass(frozen=True)
class SetOver(PublicEvent):
    """All rounds of the set are played."""

    number: int


@dataclass(frozen=True)
class NobodyPays(PublicEvent):
    """Neither can pay the ante and both have as many chips: the next hand decides (GB-16)."""

    ante: int
    chips: int


@dataclass(frozen=True)
class MatchEnded(PublicEvent):
    """`why`: the loser is `out-of-chips` (GB-11), `cannot-pay` the ante, neither can and the winner
    has `more-chips`, or it `won-the-hand` that decided (GB-16). `ante` is what couldn't be paid.
    """

    winner: str
    loser: str
    why: str
    ante: int


@dataclass(frozen=True)
class Adjusted(PublicEvent):
    """The host's correction of a player's chips (ALL-6)."""

    who: str
    before: int
    after: int
    why: str
