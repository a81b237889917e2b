"""The state of a game, and what can be derived from it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.telling import Telling
from gmtool.games.big_two.plays import Reading, laid
from gmtool.games.big_two.terms import NEUTRAL, PRESIDENT_ROLE, VICE_PRESIDENT, in_order, is_joker

SETUP = "setup"
DEAL = "deal"
"""Chance is to shuffle the deck."""
TRADING = "trading"
FREE_TRADE = "free-trade"
PLAY = "play"
ENDED = "ended"

DEFAULT, FORCED = "default", "forced"
"""Marks a move made by default for a player whose time ran out, and one which everybody knows to be
the only one that the player can make (BT-12, ALL-3).
"""
SPEAK, ASK, WORDS, GIVE, RETURN, DONE = "speak", "ask", "words", "give", "return", "done"
"""The stages of a trade: the bum speaks first, the president asks, the host answers a question in
words, the bum gives what is due, the president gives back (BT-24 to BT-28).
"""


class Terms(Struct, frozen=True):
    """The options of one game. `hand_size` is 0 where the whole deck is dealt; hours are whole
    numbers. `president` tells whether there are roles and mandatory trading.
    """

    president: bool
    rounds: int
    hand_size: int
    floating_card: str
    jokers: int
    joker_use: str
    open_with_lowest: str
    free_trade: bool
    show_played: bool
    hints: bool
    move_hours: int
    trade_hours: int
    steal: int = 0
    bum_title: str = ""


class Player(Struct, frozen=True):
    """A seat. `hand` is in order from low to high. `place` is the player's place in the round, 0
    while it holds cards; `role` is its role in the round, empty where there are none.
    """

    name: str
    hand: tuple[str, ...] = ()
    place: int = 0
    role: str = ""


class Action(Struct, frozen=True):
    """A play, or a pass where there are no cards. `stands` is what each card stands for; `kind` and
    `key` are what it is played as, and how high (BT-7 to BT-11). `how` is FORCED where no answer
    was needed (ALL-3), DEFAULT where the time was up.
    """

    who: str
    cards: tuple[str, ...] = ()
    stands: tuple[str, ...] = ()
    kind: str = ""
    key: tuple[int, ...] = ()
    how: str = ""

    @property
    def reading(self) -> Reading:
        """What the cards are played as."""
        return Reading(self.kind, self.key, self.stands)

    @property
    def shown(self) -> dict[str, Any]:
        """The action as everybody sees it, with its cards as they are `laid` down; `by_clock` where
        the time was up, `wild` where a joker stands for another card.
        """
        return {
            "who": self.who,
            "cards": self.cards,
            "stands": self.stands,
            "kind": self.kind,
            "key": self.key,
            "laid": laid(self.cards, self.stands),
            "by_clock": self.how == DEFAULT,
            "wild": any(map(is_joker, self.cards)) and self.stands != self.cards,
        }


class Trick(Struct, frozen=True):
    """The trick in play; it is the turn of `actor`."""

    number: int
    leader: str
    actor: str
    actions: tuple[Action, ...] = ()

    @property
    def last(self) -> Action | None:
        """The play to beat; None where there is none."""
        for action in reversed(self.actions):
            if action.cards:
                return action
        return None

    @property
    def passes(self) -> int:
        """The number of passes since the last play."""
        last = next((i for i, a in enumerate(reversed(self.actions)) if a.cards), 0)
        return last if self.last else 0


class TrickThen(Struct, frozen=True):
    """A finished trick: won by `winner`, or ended since `out` went out."""

    number: int
    leader: str
    actions: tuple[Action, ...]
    winner: str = ""
    out: str = ""


class Due(Struct, frozen=True):
    """What a yes obliges the taker to accept: `count` cards of the suit or rank `of`, not
    yet chosen (BT-27).
    """

    of: str
    count: int


class Asked(Struct, frozen=True):
    """A question with its true answer; `cards` are those that the answer named. They passed over
    unless they are `only_told`.
    """

    question: str
    yes: bool
    cards: tuple[str, ...] = ()
    only_told: bool = False


class Trade(Struct, frozen=True):
    """A mandatory trade of `count` cards between `taker`, the president or vice president, and
    `giver`, the bum or vice bum (BT-23).

    `gives` counts the cards given on `take`. `demanded` tells that the lowest are to be given back,
    `waived` that privacy is given up. `asking` are the questions still to be put, in their order;
    the first waits for the host's answer.
    """

    taker: str
    giver: str
    count: int
    stage: str = SPEAK
    asked: tuple[Asked, ...] = ()
    due: Due | None = None
    taken: tuple[str, ...] = ()
    gives: int = 0
    demanded: bool = False
    waived: bool = False
    asking: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()

    @property
    def open(self) -> int:
        """How many cards are still to be taken."""
        return self.count - len(self.taken)

    @property
    def parties(self) -> tuple[str, str]:
        """Both players, the taker first."""
        return self.taker, self.giver


class Offer(Struct, frozen=True):
    """Cards of `who` for cards of `to` in free trade; either side may be nothing (BT-29)."""

    who: str
    to: str
    gives: tuple[str, ...]
    wants: tuple[str, ...]

    @property
    def parties(self) -> tuple[str, str]:
        """Both players, the maker of the offer first."""
        return self.who, self.to


class RoundThen(Struct, frozen=True):
    """A finished round: names in the order in which they finished, and in the same order their
    roles in it, empty where there were none (BT-22).
    """

    number: int
    places: tuple[str, ...]
    roles: tuple[str, ...] = ()


class Standing(Struct, frozen=True):
    """A player's `places` in the finished rounds, in order, and how many of them it `won`."""

    name: str
    places: tuple[int, ...]
    won: int


class State(Telling, frozen=True):
    """The whole game.

    `deal` counts the deals, redeals included. `stock` is the rest of a short deal, top first
    (BT-3). `floating` is the floating card of a deal for three, and `floating_to` who got it
    (BT-4). `must` is the card that the next play has to contain (BT-6). `tricks` are the
    finished ones of the round, `swaps` the free trades in order. `sizes` are those of the hands
    as dealt, in seat order. `in_words` are the takers whose questions in words wait for the host,
    in the order in which they were put (BT-26).
    """

    terms: Terms
    players: tuple[Player, ...]
    phase: str = SETUP
    started: bool = False
    deal: int = 0
    stock: tuple[str, ...] = ()
    floating: str = ""
    floating_to: str = ""
    sizes: tuple[int, ...] = ()
    trades: tuple[Trade, ...] = ()
    in_words: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    swaps: tuple[Offer, ...] = ()
    must: str = ""
    trick: Trick | None = None
    tricks: tuple[TrickThen, ...] = ()
    rounds: tuple[RoundThen, ...] = ()

    def player(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.players if player.name == name)

    def seat(self, name: str) -> int:
        """The index of the player's seat, from 0."""
        return next(seat for seat, player in enumerate(self.players) if player.name == name)

    @property
    def round(self) -> int:
        """The number, from 1, of the round that is in play, will be dealt next or, at the
        end, was played last.
        """
        return min(len(self.rounds) + 1, self.terms.rounds)

    @property
    def first_dealt(self) -> int:
        """The seat that is dealt to first, which moves on by one each round (BT-2)."""
        return (self.round - 1) % len(self.players)

    @property
    def holding(self) -> tuple[Player, ...]:
        """The players who still hold cards, in seat order."""
        return tuple(player for player in self.players if player.hand)

    def after(self, name: str) -> str:
        """The next player in seat order who still holds cards (BT-12, BT-13)."""
        seat = self.seat(name) + 1
        around = (*self.players[seat:], *self.players[:seat])
        return next(player.name for player in around if player.hand)

    def moved(self, cards: tuple[str, ...], one: str, other: str) -> State:
        """The state with these cards moved from the hand of `one` to that of `other`."""
        left = tuple(card for card in self.player(one).hand if card not in cards)
        hand = in_order((*self.player(other).hand, *cards))
        return self.but(one, hand=left).but(other, hand=hand)

    def trade(self, name: str) -> Trade | None:
        """The mandatory trade in which that player takes part; None where there is none."""
        return next((trade for trade in self.trades if name in trade.parties), None)

    def with_trade(self, own: Trade) -> State:
        """The state with the trade of that taker replaced by `own`."""
        return replace(self, trades=tuple(own if t.taker == own.taker else t for t in self.trades))

    @property
    def has_played(self) -> bool:
        """Whether a card of the round has been played."""
        return bool(self.tricks or (self.trick and self.trick.actions))

    @property
    def lowest(self) -> str:
        """The lowest card held; jokers are above all natural cards (BT-6)."""
        return in_order(card for player in self.players for card in player.hand)[0]

    def holder(self, card: str) -> str:
        """The name of the player who holds that card."""
        return next(player.name for player in self.players if card in player.hand)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The players by rounds won, then by the sum of places, then by seat (BT-22)."""
        rows = []
        for player in self.players:
            places = tuple(then.places.index(player.name) + 1 for then in self.rounds)
            rows.append(Standing(player.name, places, places.count(1)))
        return tuple(sorted(rows, key=lambda one: (-one.won, sum(one.places))))

    @property
    def roles(self) -> dict[str, str]:
        """The role of each player, by the places of the last finished round and in their order
        (BT-21). Empty in a game without roles, and where no round follows.
        """
        if not self.terms.president or len(self.rounds) in {0, self.terms.rounds}:
            return {}
        places, bum = self.rounds[-1].places, self.terms.bum_title
        roles = dict.fromkeys(places, NEUTRAL)
        if len(places) >= 4:
            roles |= {places[1]: VICE_PRESIDENT, places[-2]: f"vice {bum}"}
        return {**roles, places[0]: PRESIDENT_ROLE, places[-1]: bum}


def conserved(state: State) -> dict[str, object]:
    """The cards of a round: each is in a hand, beside the deal, or was played in it (BT-2)."""
    if state.phase not in {TRADING, FREE_TRADE, PLAY}:
        return {}
    actions = [action for trick in state.tricks for action in trick.actions]
    actions += state.trick.actions if state.trick else ()
    cards = [*state.stock, *(card for player in state.players for card in player.hand)]
    cards += (card for action in actions for card in action.cards)
    return {"cards": sorted(cards)}
