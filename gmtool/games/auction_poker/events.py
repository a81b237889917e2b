"""What happens in Auction Poker. Each event says who may know what of it; unsaid is unseen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gmtool.engine.codec import to_json
from gmtool.engine.game import Event
from gmtool.engine.instants import Instant
from gmtool.engine.wording import HOST
from gmtool.games.auction_poker.state import Decision, Lot, Result


def _facts(event: Event) -> dict[str, Any]:
    facts: dict[str, Any] = _plain(to_json(event))
    return facts


def _plain(data: Any) -> Any:
    """Data for a reader: the codec's names of classes turned into names of events."""
    if isinstance(data, list):
        return [_plain(item) for item in data]
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items() if key != "$"}
    return data


class _Public(Event):
    """Everybody may know all of it."""

    def seen_by(self, _seer: str) -> dict[str, Any] | None:
        return {"event": type(self).__name__, **_facts(self)}


@dataclass(frozen=True)
class _Private(Event):
    """Only `who` and the host may know of it."""

    who: str

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        if seer not in {self.who, HOST}:
            return None
        return {"event": type(self).__name__, **_facts(self)}


@dataclass(frozen=True)
class CatalogueDealt(Event):
    """Lots dealt from the shuffled deck; nobody sees the cards left in it (AP-4, AP-17)."""

    session: int
    lots: tuple[Lot, ...]
    rest: tuple[str, ...]

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        facts = {"event": "CatalogueDealt", **_facts(self)}
        if seer != HOST:
            del facts["rest"]
        return facts


@dataclass(frozen=True)
class BatchOpened(_Public):
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
class LotDecided(_Public):
    decision: Decision


@dataclass(frozen=True)
class OpeningClosed(_Public):
    """`returned` go back to the deck; `why` is `all-served`, `all-offered` or `nobody-may-bid`."""

    returned: tuple[Lot, ...]
    why: str


@dataclass(frozen=True)
class ChangeOpened(_Public):
    session: int


@dataclass(frozen=True)
class TrashClosed(_Public):
    """The change window is over; `lots` is how many lots will be dealt."""

    session: int
    lots: int


@dataclass(frozen=True)
class SessionClosed(_Public):
    """`returned` go back unsold because nobody could bid; `why` is `nobody-trashed`,
    `nobody-may-bid` or `nobody-holds-cards`. A session that ends with its last lot needs no word.
    """

    session: int
    returned: tuple[Lot, ...]
    why: str


@dataclass(frozen=True)
class RuledInactive(_Public):
    who: str
    why: str


@dataclass(frozen=True)
class CoinsAdjusted(_Public):
    who: str
    before: int
    after: int
    why: str


@dataclass(frozen=True)
class GameEnded(_Public):
    results: tuple[Result, ...]
