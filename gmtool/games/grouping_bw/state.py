"""The state of a match, and what can be derived from it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from gmtool.engine.telling import Telling
from gmtool.games.grouping_bw.terms import (
    BONUS,
    CHIPS,
    FINAL_MATCH,
    HALVES,
    MOST_BET,
    TILES,
    colour,
    scheduled_ante,
)

SETUP = "setup"
GROUPING = "grouping"
ORDER = "order"
"""Chance is to put tiles in order (GB-3)."""
FIRST = "first"
"""The tiles are in order, and nobody has named yet who starts (GB-5)."""
BETTING = "betting"
ENDED = "ended"
BETWEEN = "between"
"""Nobody is awaited: only within an entry, until the rules have forced what comes next."""

FOLD, SHOWDOWN = "fold", "showdown"
"""How a round ends (GB-7, GB-8)."""
BET, RAISE, CALL = "bet", "raise", "call"
CHECK, NO_CHIPS, NO_ANTE = "check", "no-chips", "no-ante"
"""Why tiles are shown, beside CALL: an opening call (GB-6), a player has no chips left to bet with
(GB-6), or no ante is paid (GB-16).
"""
POT, SPLIT = "pot", "split"
"""What becomes of the bets in `death-match`: the winner takes the pot, a draw splits it (GB-10)."""
KEPT, DISCARDED, SPARED = "kept", "discarded", "spared"
"""What becomes of them in `final-match`: the winner takes its own back; a draw takes all from both,
unless that is all they have (GB-13).
"""
NOTHING = "nothing"
"""Nobody had put anything in (GB-16)."""
DEFAULT = "default"
"""Marks a move made by default for a player who was overdue."""


class Terms(Struct, frozen=True):
    """The options of one match; hours as whole numbers, `items` as the host gave them."""

    variant: str
    opening_check: bool
    items: tuple[tuple[str, tuple[str, ...]], ...]
    grouping_hours: int
    betting_hours: int

    @property
    def is_final(self) -> bool:
        """Whether the rules of `final-match` apply."""
        return self.variant == FINAL_MATCH

    @property
    def chips(self) -> int:
        """The chips with which each player begins, without the Bonus (GB-9, GB-12)."""
        return CHIPS[self.variant]

    @property
    def halves(self) -> int:
        """How many times the tiles are dealt in a set."""
        return HALVES[self.variant]


class Grouping(Struct, frozen=True):
    """A player's groups, the tiles of each in rising order (GB-2)."""

    a: tuple[int, ...]
    b: tuple[int, ...]
    c: tuple[int, ...]

    @property
    def groups(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Each group with its letter."""
        return (("A", self.a), ("B", self.b), ("C", self.c))


class Player(Struct, frozen=True):
    """A seat. `chips` are those that the player still has, `bet` those that it put into this
    round, ante included.

    `grouping` is None until it is made for the set; `last` is that of the set before. `order`
    are its tiles as they are dealt, empty until chance gave it. `items` are those that it was
    given, `used` those of them that it used. `order_asked`: it used the Order, which isn't
    answered yet; `order_told`: it knows the order of this half. `proposal` is the ante that it
    named, 0 for none (GB-12).
    """

    name: str
    chips: int
    bet: int = 0
    grouping: Grouping | None = None
    last: Grouping | None = None
    order: tuple[int, ...] = ()
    items: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    order_asked: bool = False
    order_told: bool = False
    proposal: int = 0


class Action(Struct, frozen=True):
    """A betting action; `chips` are those of a bet or raise, without what it took to match."""

    who: str
    what: str
    chips: int = 0


class Round(Struct, frozen=True):
    """The round in play. `tiles` lie face down in seat order; `ante` is what each player put
    in first. It is the turn of `actor`, empty where nobody bets. `peeks` are the players who
    used their Peek in it.
    """

    number: int
    tiles: tuple[int, int]
    ante: int
    starter: str
    actor: str = ""
    actions: tuple[Action, ...] = ()
    peeks: tuple[str, ...] = ()


class RoundThen(Struct, frozen=True):
    """A finished round. `half` is that of its set and `number` counts within the set; facts of both
    players are in seat order.

    Of `tiles` the public may know only those in `shown`, where others are None (GB-8, GB-14).
    `ended` is FOLD, by `folder`, or SHOWDOWN; `why` is FOLD or why the tiles were shown. `winner`
    and `loser` are empty after a draw. `eight`: an 8 was folded openly, which cost `penalty`;
    `not_eight`: the folded tile can be no 8, since that would have been announced. `broke` are the
    players who had nothing left beside the pot.

    Amounts are chips. `ante` is what each put in of the set's ante, which was `due`. `bets` include
    the ante, and `pot` is their sum, of which `back` was taken out as `result` says: `kept` by the
    winner, or by each after a draw; `lost` is what the loser had in it. `discarded` includes the
    penalty, and `chips` are those after the round.
    """

    set: int
    half: int
    number: int
    tiles: tuple[int, int]
    shown: tuple[int | None, ...]
    due: int
    ante: int
    starter: str
    actions: tuple[Action, ...]
    peeks: tuple[str, ...]
    ended: str
    why: str
    folder: str
    winner: str
    loser: str
    eight: bool
    not_eight: bool
    penalty: int
    broke: tuple[str, ...]
    bets: tuple[int, ...]
    pot: int
    result: str
    back: tuple[int, ...]
    kept: int
    lost: int
    discarded: int
    chips: tuple[int, ...]

    @property
    def known(self) -> dict[str, Any]:
        """What everybody knows of it."""
        colours = tuple(map(colour, self.tiles))
        facts = asdict(self) | {"tiles": self.shown, "colours": colours}
        return {fact: value for fact, value in facts.items() if fact != "shown"}


class State(Telling, frozen=True):
    """The whole match. `ante` is that of the set, and `agreed` whether both players named it.
    `starter` acts first in the next round, empty until one is named; `first_overdue`: the
    player who should have named one didn't in time. `discards` are chips out of play,
    `adjusted` those that the host added. `sudden` is on once neither player can pay and their
    chips are equal (GB-16).
    """

    terms: Terms
    players: tuple[Player, ...]
    phase: str = SETUP
    set: int = 0
    half: int = 1
    ante: int = 0
    agreed: bool = False
    starter: str = ""
    first_overdue: bool = False
    round: Round | None = None
    rounds: tuple[RoundThen, ...] = ()
    discards: int = 0
    adjusted: int = 0
    sudden: bool = False
    winner: str = ""
    why: str = ""

    def player(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.players if player.name == name)

    def other(self, name: str) -> Player:
        """The opponent of the player of that name."""
        return next(player for player in self.players if player.name != name)

    def seat(self, name: str) -> int:
        """The index of the player's seat, from 0."""
        return next(place for place, player in enumerate(self.players) if player.name == name)

    @property
    def scheduled(self) -> int:
        """The ante of the set, in chips, that the rules prescribe (GB-9, GB-12)."""
        return scheduled_ante(self.terms.variant, max(self.set, 1))

    @property
    def pot(self) -> int:
        """The chips put into the round in play."""
        return sum(player.bet for player in self.players)

    @property
    def dealt(self) -> int:
        """The number of tiles of the half that are dealt, including that of the round in play."""
        over = sum((r.set, r.half) == (self.set, self.half) for r in self.rounds)
        return over + (self.round is not None)

    @property
    def round_number(self) -> int:
        """The number, within its set, of the round in play or next to begin, from 1."""
        done = sum(r.set == self.set for r in self.rounds)
        return done + 1

    @property
    def rounds_in_set(self) -> int:
        """The number of rounds in a set (GB-9, GB-12)."""
        return len(TILES) * self.terms.halves

    @property
    def namer(self) -> str:
        """The player who names the first starting player in place of the host: the only holder of
        the Bonus, unless it is overdue (GB-5, GB-17); else empty.
        """
        holders = [player.name for player in self.players if BONUS in player.items]
        return holders[0] if len(holders) == 1 and not self.first_overdue else ""

    @property
    def antes(self) -> range:
        """The antes, in chips, on which both players may agree in place of the
        scheduled one (GB-12).
        """
        least = self.scheduled + 1
        most = min(player.chips for player in self.players)
        return range(least, most + 1) if self.terms.is_final and not self.sudden else range(0)

    @property
    def is_open(self) -> bool:
        """Whether nothing has been bet in the round in play."""
        return self.round is not None and not self.round.actions

    @property
    def level(self) -> int:
        """What each player who matches has bet in the round, in chips, without the ante."""
        ante = self.round.ante if self.round else 0
        return max(player.bet for player in self.players) - ante

    def to_call(self, name: str) -> int:
        """What it costs that player to match the bets, in chips (GB-6)."""
        return max(0, self.other(name).bet - self.player(name).bet)

    def limits(self, name: str) -> dict[str, int]:
        """The most that player may bet or raise by, in chips: by the `rule`, and by what the
        `opponent` has left and it has of its `own` after matching (GB-6).
        """
        own = self.player(name).chips - self.to_call(name)
        return {"rule": MOST_BET, "opponent": self.other(name).chips, "own": own}

    def most(self, name: str) -> int:
        """The most that player may bet or raise by, in chips (GB-6); below 1 it can't."""
        return min(self.limits(name).values())


def purses(state: State) -> dict[str, int]:
    """The chips of each player that aren't in the round."""
    return {f"{one.name}'s chips": one.chips for one in state.players}


def conserved(state: State) -> dict[str, object]:
    """The chips: each is in front of a player, in the round, or out of play (GB-10, GB-13)."""
    chips = sum(player.chips + player.bet for player in state.players) + state.discards
    return {"chips": chips - state.adjusted}
