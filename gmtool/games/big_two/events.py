"""What happens in a game. Each event says who may know what of it; unsaid is unseen.

Where a move was a default, `how` is DEFAULT, else empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from gmtool.engine.events import PublicEvent, facts
from gmtool.engine.game import Event
from gmtool.engine.wording import HOST
from gmtool.games.big_two.state import Action, Offer, Trade

DEFAULT = "default"


class BetweenTwo(Event):
    """Only the two players in its fields `parties`, and the host, may know of it (BT-25, BT-29)."""

    parties: tuple[str, str]

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        return facts(self) if seer in {*self.parties, HOST} else None


# ---- dealing


@dataclass(frozen=True)
class Dealt(PublicEvent):
    """The deck is dealt: hands in seat order, each from low to high; the rest of a short deal, or
    the floating card (BT-2 to BT-4).
    """

    hidden: ClassVar[tuple[str, ...]] = ("hands", "stock", "floating")

    deal: int
    round: int
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...] = ()
    floating: str = ""


@dataclass(frozen=True)
class RoundOpened(PublicEvent):
    """Everybody may see the hand dealt to it. `roles` and `counts` are in seat order; `floating` is
    the card beside the deal where it lies open, `floating_to` who got it (BT-4, BT-21).
    """

    number: int
    roles: tuple[str, ...]
    counts: tuple[int, ...]
    floating: str = ""
    floating_to: str = ""


@dataclass(frozen=True)
class DealtAnew(PublicEvent):
    """The hands dealt are void, and chance shuffles again (BT-2)."""

    round: int
    why: str


# ---- mandatory trading


@dataclass(frozen=True)
class TradingOpened(PublicEvent):
    """Who takes how many cards from whom (BT-23)."""

    trades: tuple[Trade, ...]


@dataclass(frozen=True)
class Held(BetweenTwo):
    """The giver waits for questions (BT-24)."""

    parties: tuple[str, str]


@dataclass(frozen=True)
class Answered(BetweenTwo):
    """A question, and the true answer from the giver's hand; `cards` are those that it names, of
    which all pass over with the next event; `due` cards of `of` are due where none is named
    (BT-25 to BT-27).
    """

    parties: tuple[str, str]
    question: str
    yes: bool
    cards: tuple[str, ...] = ()
    of: str = ""
    due: int = 0


@dataclass(frozen=True)
class LeftToGiver(BetweenTwo):
    """The giver chooses among what is due (BT-27)."""

    parties: tuple[str, str]
    of: str
    count: int


SURRENDERED, REVEALED, GIVEN, OVERDUE = "surrendered", "revealed", "given", "overdue"


@dataclass(frozen=True)
class Taken(BetweenTwo):
    """Cards pass from the giver to the taker; `why` is SURRENDERED, REVEALED by an answer, GIVEN
    from what was due, or OVERDUE: the taker's time was up (BT-24, BT-27).
    """

    parties: tuple[str, str]
    cards: tuple[str, ...]
    why: str
    left: int
    how: str = ""


@dataclass(frozen=True)
class Demanded(BetweenTwo):
    """The giver wants the lowest cards back (BT-28)."""

    parties: tuple[str, str]


@dataclass(frozen=True)
class Returned(BetweenTwo):
    """Cards pass back, and the trade is done; `demanded`: they had to be the lowest (BT-28)."""

    parties: tuple[str, str]
    cards: tuple[str, ...]
    demanded: bool
    how: str = ""


@dataclass(frozen=True)
class TradingOver(PublicEvent):
    """All mandatory trades are done (BT-24)."""


# ---- free trade


@dataclass(frozen=True)
class FreeTradeOpened(PublicEvent):
    """Any two players may swap (BT-29)."""

    hours: int


class OfOffer(BetweenTwo):
    """What becomes of an offer."""

    offer: Offer

    @property
    def parties(self) -> tuple[str, str]:  # type: ignore[override]
        return self.offer.parties


@dataclass(frozen=True)
class Offered(OfOffer):
    """An offer is made."""

    offer: Offer


@dataclass(frozen=True)
class Swapped(OfOffer):
    """An offer is accepted, and the cards change hands."""

    offer: Offer


@dataclass(frozen=True)
class Declined(OfOffer):
    """An offer isn't wanted."""

    offer: Offer


@dataclass(frozen=True)
class Withdrawn(OfOffer):
    """An offer is taken back. Nobody but who made it hears whether it was, or whether cards of it
    went elsewhere: `gone` (BT-29).
    """

    offer: Offer
    gone: bool = False

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        known = super().seen_by(seer)
        if known is not None and seer == self.offer.to:
            del known["gone"]
        return known


@dataclass(frozen=True)
class SwapUndone(OfOffer):
    """A swap is undone, since hands must be as large as they were (BT-29)."""

    offer: Offer


@dataclass(frozen=True)
class FreeTradeOver(PublicEvent):
    """Free trade has ended."""


# ---- play


@dataclass(frozen=True)
class PlayOpened(Event):
    """Play begins. Which card the first play must contain, if any, is known where the whole deck is
    dealt, else to the leader alone: it would tell what isn't in play (BT-3, BT-6).
    """

    leader: str
    must: str
    is_known: bool

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        known = facts(self)
        if not self.is_known and seer not in {self.leader, HOST}:
            known["must"] = ""
        return known


@dataclass(frozen=True)
class Played(PublicEvent):
    """Cards are played; `stands` is what each stands for, `left` how many are left in the hand."""

    who: str
    cards: tuple[str, ...]
    stands: tuple[str, ...]
    kind: str
    key: tuple[int, ...]
    left: int
    how: str = ""


@dataclass(frozen=True)
class Passed(PublicEvent):
    """A player passes (BT-12)."""

    who: str
    how: str = ""


@dataclass(frozen=True)
class Drew(Event):
    """Who passes draws one card, which nobody else sees; `left` are left of the stock (BT-3)."""

    who: str
    card: str
    left: int

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        known = facts(self)
        return known if seer in {self.who, HOST} else {**known, "card": ""}


@dataclass(frozen=True)
class WentOut(PublicEvent):
    """A player has played its last card (BT-13, BT-14)."""

    who: str
    place: int


@dataclass(frozen=True)
class TrickOver(PublicEvent):
    """A trick is won by `winner`, or ended because `out` went out; `leader` leads the next (BT-12,
    BT-13). `actions` is the whole trick.
    """

    number: int
    winner: str
    out: str
    leader: str
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class RoundOver(PublicEvent):
    """A round is over: names in the order of their places, the last with so many cards `left`
    (BT-14). `actions` is the whole last trick.
    """

    number: int
    places: tuple[str, ...]
    left: int
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class GameEnded(PublicEvent):
    """The last round is over (BT-22)."""
