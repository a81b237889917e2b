"""What a match consists of, and what can be read off it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
"""The tiles are in order, and nobody is named yet who starts (GB-5)."""
BETTING = "betting"
ENDED = "ended"
BETWEEN = "between"
"""Nobody is awaited: only inside an entry, until what the rules force next has happened."""

FOLD, SHOWDOWN = "fold", "showdown"
"""How a round ends (GB-7, GB-8)."""
BET, RAISE, CALL = "bet", "raise", "call"
CHECK, NO_CHIPS, NO_ANTE = "check", "no-chips", "no-ante"
"""Why tiles are shown, beside CALL: an opening call (GB-6), somebody has no chips left to bet with
(GB-6), no ante is paid (GB-16).
"""
POT, SPLIT = "pot", "split"
"""What becomes of the bets in `death-match`: the winner takes the pot, a draw splits it (GB-10)."""
KEPT, DISCARDED, SPARED = "kept", "discarded", "spared"
"""And in `final-match`: the winner takes its own back, a draw takes all from both, but not where
that is all they have (GB-13).
"""
NOTHING = "nothing"
"""Nobody had put anything in (GB-16)."""
DEFAULT = "default"
"""How somebody who was overdue came to a move."""


@dataclass(frozen=True)
class Terms:
    """The options of one match; hours as whole numbers, `items` as the host gave them."""

    variant: str
    opening_check: bool
    items: tuple[tuple[str, tuple[str, ...]], ...]
    grouping_hours: int
    betting_hours: int

    @property
    def is_final(self) -> bool:
        """Whether the rules of `final-match` hold."""
        return self.variant == FINAL_MATCH

    @property
    def chips(self) -> int:
        """What each player begins with, without the Bonus (GB-9, GB-12)."""
        return CHIPS[self.variant]

    @property
    def halves(self) -> int:
        """How many times the tiles are dealt in a set."""
        return HALVES[self.variant]


@dataclass(frozen=True)
class Grouping:
    """A player's groups, the tiles of each in rising order (GB-2)."""

    a: tuple[int, ...]
    b: tuple[int, ...]
    c: tuple[int, ...]

    @property
    def groups(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Each group with its letter."""
        return (("A", self.a), ("B", self.b), ("C", self.c))


@dataclass(frozen=True)
class Player:
    """A seat. `chips` are what it still has, `bet` what it put into this round, ante included.

    `grouping` is None until it is made for the set, `last` is that of the set before; `order` are
    its tiles as they are dealt, empty until chance gave it. `items` are those it was given, `used`
    those of them that it used up; `order_asked` until the order can be told, `order_told` while
    the set lasts whose order it knows. `proposal` is the ante it names, 0 for none (GB-12).
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


@dataclass(frozen=True)
class Action:
    """A betting action; `chips` are those of a bet or a raise, without what it matched."""

    who: str
    what: str
    chips: int = 0


@dataclass(frozen=True)
class Round:
    """The round in play. `tiles` lie face down in seat order; `ante` is what each put in first;
    `actor` has to act, empty where nobody bets; `peeks` are those who used their Peek in it.
    """

    number: int
    tiles: tuple[int, int]
    ante: int
    starter: str
    actor: str = ""
    actions: tuple[Action, ...] = ()
    peeks: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoundThen:
    """A round that is over. `half` is that of its set, `number` counts within the set; what is said
    of both players stands in seat order. `tiles` nobody may know but those `shown` to all, None for
    the others (GB-8, GB-14). `ended` is FOLD, by `folder`, or SHOWDOWN, and `why` is FOLD or why
    the tiles were shown; `winner` and `loser` are empty after a draw; `eight` tells that an 8 was
    folded openly, at the price of `penalty`, `not_eight` that what was folded can be no 8, since
    that would have been announced; `broke` had nothing left beside the pot.

    Amounts are chips: `ante` is what each put in of the set's, which was `due`, `bets` are with the
    ante and `pot` is both, of which `back` was taken out as `result` tells: `kept` by the winner,
    or by each after a draw, while `lost` is what the loser had in it. `discarded` is with the
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
        facts = vars(self) | {"tiles": self.shown, "colours": colours}
        return {fact: value for fact, value in facts.items() if fact != "shown"}


@dataclass(frozen=True)
class State(Telling):
    """The whole match. `ante` is that of the set, `agreed` whether both named it; `starter` acts
    first in the next round, empty until somebody is named; `first_overdue` tells that who should
    have named it didn't in time. `discards` are chips out of play, `adjusted` what the host's
    corrections added; `sudden` holds once neither can pay and chips are equal (GB-16).
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
        """The place of the player of that name, from 0."""
        return next(place for place, player in enumerate(self.players) if player.name == name)

    @property
    def scheduled(self) -> int:
        """The ante of the set as the rules have it, in chips (GB-9, GB-12)."""
        return scheduled_ante(self.terms.variant, max(self.set, 1))

    @property
    def pot(self) -> int:
        """The chips put into the round in play."""
        return sum(player.bet for player in self.players)

    @property
    def dealt(self) -> int:
        """How many tiles of the half are dealt, that of the round in play among them."""
        over = sum((r.set, r.half) == (self.set, self.half) for r in self.rounds)
        return over + (self.round is not None)

    @property
    def round_number(self) -> int:
        """The number, within its set, of the round in play or next to begin, from 1."""
        done = sum(r.set == self.set for r in self.rounds)
        return done + 1

    @property
    def rounds_in_set(self) -> int:
        """How many rounds a set has (GB-9, GB-12)."""
        return len(TILES) * self.terms.halves

    @property
    def namer(self) -> str:
        """Who names the first starting player beside the host: the only holder of the Bonus that
        isn't overdue (GB-5, GB-17), else nobody.
        """
        holders = [player.name for player in self.players if BONUS in player.items]
        return holders[0] if len(holders) == 1 and not self.first_overdue else ""

    @property
    def antes(self) -> range:
        """The antes, in chips, that both may agree on instead of the scheduled one (GB-12)."""
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
        """What that player may bet, or raise by, at most, in chips: by the `rule`, and by what the
        `opponent` and it have left after matching (GB-6).
        """
        own = self.player(name).chips - self.to_call(name)
        return {"rule": MOST_BET, "opponent": self.other(name).chips, "own": own}

    def most(self, name: str) -> int:
        """The most that player may bet, or raise by, in chips (GB-6); below 1 it can't."""
        return min(self.limits(name).values())


def conserved(state: State) -> dict[str, object]:
    """The chips: one is in front of a player, in the round, or out of play (GB-10, GB-13)."""
    chips = sum(player.chips + player.bet for player in state.players) + state.discards
    return {"chips": chips - state.adjusted}
