"""The state of an Auction Poker game, and what can be derived from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.cards import in_order
from gmtool.engine.instants import Instant
from gmtool.engine.telling import Telling

SETUP = "setup"
BIDDING = "bidding"
RE_AUCTION = "re-auction"
CHANGE = "change"
CHANGE_BIDDING = "change-bidding"
ENDED = "ended"
BETWEEN = "between"
"""Nothing is open: only within an entry, until the rules have forced what comes next."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

NEVER = Instant("")
"""Before any other instant."""

OPENING = 0
"""The session in which the opening lots are sold; change sessions count from 1."""


class Terms(Struct, frozen=True):
    """The options of one game; coins, hours and ¥ as whole numbers."""

    coins: int
    coin_value: int
    repayment: int
    lots: int
    batch_size: int
    bidding_hours: int
    change_hours: int
    change_sessions: int
    min_bid: int
    low_ace_straight: bool
    reveal_bids: str
    reoffers: int
    reauction: str
    payout_first: int
    payout_second: int
    payout_third: int
    inactive_after: int


class Lot(Struct, frozen=True):
    """Cards sold together, face up, under a label (AP-4, AP-17)."""

    label: str
    cards: tuple[str, ...]


class LiveBid(Struct, frozen=True):
    """A bid in the open batch. After `received`, `entry` and the `place` in it break ties
    (AP-10).
    """

    who: str
    lot: str
    coins: int
    received: Instant
    entry: int
    place: int

    @property
    def order(self) -> tuple[str, int, int]:
        """The sort key of bids of one amount: the one received first, then the one recorded
        first.
        """
        return (self.received, self.entry, self.place)


class Trashing(Struct, frozen=True):
    """Cards that a player trashed in the open change window."""

    who: str
    cards: tuple[str, ...]
    received: Instant
    entry: int


class Player(Struct, frozen=True):
    """A seat; `lot` is the opening lot that the player won, or empty. `stood` is when its `stand`
    arrived, `moved` its latest other move (AP-26).
    """

    name: str
    coins: int
    hand: tuple[str, ...] = ()
    lot: str = ""
    active: bool = True
    standing: bool = False
    stood: Instant = NEVER
    moved: Instant = NEVER


class Offered(Struct, frozen=True):
    """A bid as shown when bids are revealed (AP-12)."""

    who: str
    coins: int


class Decision(Struct, frozen=True):
    """What became of a lot, and on how many `bids`; `winner` is empty where it wasn't sold."""

    session: int
    lot: Lot
    winner: str = ""
    price: int = 0
    bids: int = 0
    offers: tuple[Offered, ...] = ()


class Result(Struct, frozen=True):
    """How a player ended (AP-20 to AP-24).

    `place` is None for last place. `best` are the five cards that count, empty for a Pig.
    `drawn_with` are the players who share the place, none for last place. `worth` of the coins
    left, `payout` and `result` are in ¥.
    """

    name: str
    place: int | None
    hand_name: str
    best: tuple[str, ...]
    drawn_with: tuple[str, ...]
    worth: int
    payout: int
    result: int


class State(Telling, frozen=True):
    """The whole game.

    `in_opening` is on until the opening session is over. `catalogue` are the lots still to be
    offered, `left` those offered in vain in the opening session. `said` are the players who have
    passed or kept in the open window. `dealing` tells that a change catalogue is due.
    """

    terms: Terms
    players: tuple[Player, ...]
    deck: tuple[str, ...]
    phase: str = SETUP
    in_opening: bool = True
    session: int = OPENING
    batch_number: int = 0
    batch: tuple[Lot, ...] = ()
    catalogue: tuple[Lot, ...] = ()
    left: tuple[Lot, ...] = ()
    bids: tuple[LiveBid, ...] = ()
    trashes: tuple[Trashing, ...] = ()
    said: tuple[str, ...] = ()
    dealing: bool = False
    decided: tuple[Decision, ...] = ()
    results: tuple[Result, ...] = ()

    def player(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.players if player.name == name)

    def lot(self, label: str) -> Lot | None:
        """The open lot of that label."""
        return next((lot for lot in self.batch if lot.label == label), None)

    def bids_of(self, name: str) -> tuple[LiveBid, ...]:
        """The live bids of a player in the open batch."""
        return tuple(bid for bid in self.bids if bid.who == name)

    def trashed_by(self, name: str) -> tuple[str, ...]:
        """The cards that a player trashed in the open window."""
        return tuple(card for t in self.trashes if t.who == name for card in t.cards)

    @property
    def window(self) -> str:
        """The key of the open window, or empty."""
        if self.phase in {BIDDING, RE_AUCTION, CHANGE_BIDDING}:
            return f"bidding {self.session}.{self.batch_number}"
        if self.phase == CHANGE and not self.dealing:
            return f"change {self.session}"
        return ""

    def may_bid(self, player: Player) -> bool:
        """Whether `player` could bid in a batch opened now (AP-9, AP-13, AP-18)."""
        able = player.active and player.coins >= self.terms.min_bid
        return able and not (self.in_opening and player.lot)

    @property
    def lacking(self) -> tuple[Player, ...]:
        """The active players without an opening lot."""
        return tuple(player for player in self.players if player.active and not player.lot)

    @property
    def bidders(self) -> tuple[Player, ...]:
        """The players who could bid in a batch opened now."""
        return tuple(player for player in self.players if self.may_bid(player))

    def most(self, player: Player) -> int:
        """The coins that `player` could bid on one more lot: in a change session all live bids must
        be payable together (AP-7, AP-18).
        """
        return self._left(player, self.bids_of(player.name))

    def _left(self, player: Player, own: Iterable[LiveBid]) -> int:
        return player.coins - (0 if self.in_opening else sum(bid.coins for bid in own))

    def lots_for(self, player: Player) -> tuple[str, ...]:
        """The labels of the open lots that `player` could still bid on (AP-7, AP-8, AP-18)."""
        own = self.bids_of(player.name)
        taken = {bid.lot for bid in own}
        free = tuple(lot.label for lot in self.batch if lot.label not in taken)
        return free if self._can_pay(player, own) else ()

    def _can_pay(self, player: Player, own: Iterable[LiveBid]) -> bool:
        """Whether `player`, with these live bids of its own, could pay for one more."""
        return self.may_bid(player) and self._left(player, own) >= self.terms.min_bid

    def heard_from(self, name: str) -> State:
        """The state with a bid or a trash of the player's to come, which takes `pass` or `keep`
        back (AP-28).
        """
        if name not in self.said:
            return self
        return replace(self, said=tuple(other for other in self.said if other != name))

    @property
    def done(self) -> frozenset[str]:
        """The players from whom nothing more comes in the open window: those who stand, have said
        `pass` or `keep`, or can't add anything (ALL-2, AP-26, AP-28).
        """
        made: dict[str, list[LiveBid]] = {one.name: [] for one in self.players}
        for bid in self.bids:
            made[bid.who].append(bid)
        offered = {lot.label for lot in self.batch}

        def can_add(player: Player) -> bool:
            if not offered:
                return bool(player.hand)
            own = made[player.name]
            return self._can_pay(player, own) and not offered <= {bid.lot for bid in own}

        return frozenset(
            one.name
            for one in self.players
            if one.standing or one.name in self.said or not can_add(one)
        )

    def into_deck(self, cards: Iterable[str]) -> State:
        """The state with these cards back in the deck."""
        return replace(self, deck=in_order((*self.deck, *cards)))


def label(number: int) -> str:
    """The label of a lot by its number from 0: A … Z, AA, AB …"""
    first, last = divmod(number, len(_LETTERS))
    return (_LETTERS[first - 1] if first else "") + _LETTERS[last]


def lots_named(labels: Sequence[str]) -> str:
    """`lot A`, or `lots A, B, C`."""
    return f"{'lot' if len(labels) == 1 else 'lots'} {', '.join(labels)}"


def purses(state: State) -> dict[str, int]:
    """The coins of each player."""
    return {f"{one.name}'s coins": one.coins for one in state.players}


def conserved(state: State) -> dict[str, object]:
    """The cards of the deck: each is in the deck, in a hand or in a lot."""
    cards = [*state.deck, *(card for player in state.players for card in player.hand)]
    cards += (card for lot in (*state.batch, *state.catalogue, *state.left) for card in lot.cards)
    return {"cards": sorted(cards)}
