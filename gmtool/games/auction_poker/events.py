"""What happens in Auction Poker. Each event says who may know what of it; unsaid is unseen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from gmtool.engine.events import PrivateEvent, PublicEvent
from gmtool.engine.instants import Instant
from gmtool.engine.wording import HOST
from gmtool.games.auction_poker.state import Decision, Lot, Result


@dataclass(frozen=True)
class _Private(PrivateEvent):
    who: str


@dataclass(frozen=True)
class CatalogueDealt(PublicEvent):
    """Lots dealt from the shuffled deck; nobody sees the cards left in it (AP-4, AP-17)."""

    hidden: ClassVar[tuple[str, ...]] = ("rest",)

    session: int
    lots: tuple[Lot, ...]
    rest: tuple[str, ...]


@dataclass(frozen=True)
class BatchOpened(PublicEvent):
    session: int
    number: int
    lots: tuple[Lot, ...]
    re_auction: bool


@dataclass(frozen=True)
class BidMade(_Private):
    """A sealed bid. `equals` are the players with the same bid in the same instant, recorded
    earlier; only the host learns of them (AP-10).
    """

    lot: str
    coins: int
    received: Instant
    entry: int
    place: int
    equals: tuple[str, ...]

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        facts = super().seen_by(seer)
        if facts is not None and seer != HOST:
            del facts["equals"]
        return facts

    def remark(self) -> str:
        """AP-10: the tool says so while recording."""
        if not self.equals:
            return ""
        return (
            f"AP-10: {self.who} and {' and '.join(self.equals)} have bid {self.coins} on lot "
            f"{self.lot} in the same instant; the bid recorded first, {self.equals[0]}'s, "
            "comes first."
        )


@dataclass(frozen=True)
class Passed(_Private):
    pass


@dataclass(frozen=True)
class Trashed(_Private):
    cards: tuple[str, ...]
    received: Instant
    entry: int


@dataclass(frozen=True)
class Kept(_Private):
    pass


@dataclass(frozen=True)
class Stood(_Private):
    pass


@dataclass(frozen=True)
class StandTakenBack(_Private):
    def remark(self) -> str:
        """AP-26: from now on the player is awaited again."""
        return f"AP-26: {self.who} doesn't stand any more, and is awaited again."


@dataclass(frozen=True)
class LotDecided(PublicEvent):
    decision: Decision


@dataclass(frozen=True)
class OpeningClosed(PublicEvent):
    """`returned` go back to the deck; `why` is `all-served`, `all-offered` or `nobody-may-bid`."""

    returned: tuple[Lot, ...]
    why: str


@dataclass(frozen=True)
class ChangeOpened(PublicEvent):
    session: int


@dataclass(frozen=True)
class TrashClosed(PublicEvent):
    """The change window is over; `lots` is how many lots will be dealt."""

    session: int
    lots: int


@dataclass(frozen=True)
class SessionClosed(PublicEvent):
    """`returned` go back unsold because nobody could bid; `why` is `nobody-trashed`,
    `nobody-may-bid` or `nobody-holds-cards`. A session that ends with its last lot needs no word.
    """

    session: int
    returned: tuple[Lot, ...]
    why: str


@dataclass(frozen=True)
class RuledInactive(PublicEvent):
    who: str
    why: str


@dataclass(frozen=True)
class CoinsAdjusted(PublicEvent):
    who: str
    before: int
    after: int
    why: str


@dataclass(frozen=True)
class GameEnded(PublicEvent):
    results: tuple[Result, ...]
