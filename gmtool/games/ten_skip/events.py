"""What happens in a game. Each event says who may know what of it; unsaid is unseen.

Where a move was a default, `how` is DEFAULT, else empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from gmtool.engine.events import PublicEvent, facts
from gmtool.engine.game import Event
from gmtool.engine.wording import HOST
from gmtool.games.ten_skip.state import Drawn, Score

DEFAULT = "default"


# ---- dealing


@dataclass(frozen=True)
class DealerDrawn(PublicEvent):
    """The cards drawn for dealer, a tuple for every time round; `tied` are those who draw again
    from a new shuffle, where the deck ran out before the tie was broken (TS-3).
    """

    round: int
    draws: tuple[tuple[Drawn, ...], ...]
    dealer: str
    tied: tuple[str, ...] = ()


@dataclass(frozen=True)
class Dealt(PublicEvent):
    """The deck is dealt: hands from low to high, in the seat order of those playing; the rest is
    the draw pile, its top first (TS-4).
    """

    hidden: ClassVar[tuple[str, ...]] = ("hands", "draw_pile")

    deal: int
    round: int
    hands: tuple[tuple[str, ...], ...]
    draw_pile: tuple[str, ...]


@dataclass(frozen=True)
class RoundOpened(PublicEvent):
    """Everybody may see its hand. `draws` are those for dealer, where it was drawn for; `first`
    begins (TS-3, TS-4).
    """

    number: int
    dealer: str
    first: str
    draws: tuple[tuple[Drawn, ...], ...]


# ---- turns


@dataclass(frozen=True)
class TurnBegun(PublicEvent):
    """The turn of that number in the round begins (TS-5)."""

    number: int
    who: str


class OwnAct(PublicEvent):
    """What the player in its field `who` does, or what stands for it: after it the hand of an
    earlier round can no longer be revealed (TS-17).
    """

    who: str


@dataclass(frozen=True)
class Discarded(OwnAct):
    """A card face up on the discard pile (TS-6)."""

    who: str
    card: str
    how: str = ""


@dataclass(frozen=True)
class Drew(Event):
    """The top two of the draw pile, or the last one, which nobody else sees; so many are `left`
    (TS-6).
    """

    who: str
    cards: tuple[str, ...]
    left: int

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        known = facts(self) | {"count": len(self.cards)}
        return known if seer in {self.who, HOST} else known | {"cards": []}


@dataclass(frozen=True)
class Kept(OwnAct):
    """One of two is kept, the other laid on top of the discard pile (TS-6)."""

    who: str
    card: str
    laid: str
    how: str = ""

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        known = facts(self)
        return known if seer in {self.who, HOST} else known | {"card": ""}


@dataclass(frozen=True)
class Offered(OwnAct):
    """A card is shown to everybody and offered to the victim (TS-7)."""

    who: str
    victim: str
    card: str


@dataclass(frozen=True)
class Handed(OwnAct):
    """The victim, `who`, hands over a card that only the taker sees, and gets the one `shown`
    (TS-7).
    """

    who: str
    taker: str
    card: str
    shown: str
    how: str = ""

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        known = facts(self)
        return known if seer in {self.who, self.taker, HOST} else known | {"card": ""}


@dataclass(frozen=True)
class Passed(OwnAct):
    """Neither drawn nor taken nor challenged (TS-8)."""

    who: str
    how: str = ""


@dataclass(frozen=True)
class PutOnNotice(OwnAct):
    """Everyone is on notice (TS-10)."""

    who: str


@dataclass(frozen=True)
class Finished(OwnAct):
    """The turn ends without a claim (TS-10)."""

    who: str
    how: str = ""


@dataclass(frozen=True)
class Challenged(OwnAct):
    """Both hands are shown, from low to high; `runs` are the made hands that the claimant holds:
    none where the claim is false (TS-13 to TS-15).
    """

    who: str
    claimant: str
    hand: tuple[str, ...]
    claimed: tuple[str, ...]
    runs: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Topped(OwnAct):
    """The cards of a challenger who was right go to the discard pile, this one on top (TS-15)."""

    who: str
    card: str
    how: str = ""


@dataclass(frozen=True)
class Revealed(PublicEvent):
    """A hand that won unchallenged is shown; `runs` are the made hands in it: none for a bluff
    (TS-17).
    """

    who: str
    round: int
    hand: tuple[str, ...]
    runs: tuple[tuple[str, ...], ...]


# ---- scores


@dataclass(frozen=True)
class RoundOver(PublicEvent):
    """A round is over (TS-14, TS-16 to TS-18). `claimant` was on notice, else empty; `scores` are
    those of the losers, in seat order; `eliminated` are those whom it put out of the game (TS-20).
    """

    number: int
    how: str
    claimant: str
    scores: tuple[Score, ...]
    eliminated: tuple[str, ...]


@dataclass(frozen=True)
class GameEnded(PublicEvent):
    """The winner; several where equal totals share the win (TS-20)."""

    winners: tuple[str, ...]


@dataclass(frozen=True)
class Adjusted(PublicEvent):
    """Points corrected by the host (ALL-6)."""

    who: str
    before: int
    after: int
    why: str
    limit: int

    def remark(self) -> str:
        if self.after < self.limit:
            return ""
        return f"TS-20: {self.who} has reached the limit, and is out when the round ends."
