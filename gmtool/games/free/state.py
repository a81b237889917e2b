"""The state of a free game: its players, the rounds that run, and how the last of each came out."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from gmtool.api import Instant, Telling
from gmtool.games.free.terms import ALL, IN, OUT, Setup

SETUP, PLAYING, ENDED = "setup", "playing", "ended"
"""The phases of a game; while it goes on it `is_open` or not, by its rounds."""
DEAL, ROLL, PICK, LOT = "deal", "roll", "pick", "lot"
"""What chance is asked for."""
EVERYBODY, ALONE = "everybody", "alone"
"""Why nothing comes of what was counted (FF-12): it would put out everybody who is in; or of those
between whom a second vote is one alone is still in, or nobody.
"""


class Player(Struct, frozen=True):
    """A player: what it has of each unit, in the order of the file, its role, whether it is out,
    its strikes, and the rounds with `uses` in which it has answered, once for each time (FF-5).
    """

    name: str
    held: tuple[int, ...] = ()
    role: str = ""
    is_out: bool = False
    strikes: int = 0
    used: tuple[str, ...] = ()


class Given(Struct, frozen=True):
    """An answer on record: whose, `whom` it names and what it `said`, when it came, and the address
    of its post. With `by_silence` nothing came, and the file says what that means. One that
    couldn't be paid any more is `passed` over (FF-10).
    """

    who: str
    whom: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    at: Instant | None = None
    link: str = ""
    by_silence: bool = False
    passed: bool = False


class Running(Struct, frozen=True):
    """A round that was opened and isn't resolved: the `number` of its kind, the host's words, whom
    it asks, until when if the host named that, what was answered, and those for whom it closed
    alone. It `is_open` until its window closes. Who is `away` in that time isn't silent (FF-9).

    With `for_out` it asks players who are out, too. `asked_first` are those whom the first vote
    asked, where a second one may ask fewer. `key` is what is right (FF-14), `among` what a second
    vote is between, `before` what the first came to, and `tied` what the host or chance decides
    between.
    """

    round: str
    number: int
    asked: tuple[str, ...]
    text: str = ""
    until: Instant | None = None
    for_out: bool = False
    asked_first: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    closed_for: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    is_open: bool = True
    key: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    decided: str = ""
    before: tuple[Total, ...] = ()

    @property
    def window(self) -> str:
        """The key of its window."""
        again = " again" if self.among else ""
        return f"{self.round} {self.number}{again}"

    def of(self, who: str) -> Given | None:
        """The answer of a player; None where there is none."""
        for one in self.given:
            if one.who == who:
                return one
        return None


class Total(Struct, frozen=True):
    """What an answer came to when it was counted."""

    value: str
    count: int


class Result(Struct, frozen=True):
    """How a round came out, for as long as no other of its name is over: all answers and what they
    came to, and what those that didn't count would have; the answers that were `chosen`, who is
    `hit`, and who was safe from it. `in_vain` is why nothing comes of it, where it isn't because of
    what was answered. `is_shown`: who answered what isn't secret any more.
    """

    round: str
    number: int
    text: str
    given: tuple[Given, ...]
    totals: tuple[Total, ...] = ()
    uncounted: tuple[Total, ...] = ()
    chosen: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()
    safe: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    in_vain: str = ""
    key: tuple[str, ...] = ()
    is_shown: bool = False


class Wish(Struct, frozen=True):
    """What chance is asked for: roles, so many dice of so many sides for each of some players, so
    many of some players, or what decides a tie in a round.
    """

    what: str
    whom: tuple[str, ...] = ()
    many: int = 1
    sides: int = 0
    plus: int = 0
    round: str = ""

    @property
    def rolls(self) -> int:
        """How many dice are rolled in all."""
        return self.many * max(1, len(self.whom))


class State(Telling, frozen=True):
    """A game. `running` are its rounds that aren't resolved, `results` how the last of each name
    came out, `opened` and `resolved` how many of each name there were, `safe` who is safe from
    which round, and `void` for whom answers in which round don't count. `wishes` are what chance is
    asked for, in order, and `groups` those to which players belong by name. `won_by` is by what the
    game is over, and `shares` are the parts of the prize, in seat order.
    """

    players: tuple[Player, ...]
    phase: str = SETUP
    running: tuple[Running, ...] = ()
    results: tuple[Result, ...] = ()
    opened: tuple[Total, ...] = ()
    resolved: tuple[Total, ...] = ()
    safe: tuple[tuple[str, str], ...] = ()
    void: tuple[tuple[str, str], ...] = ()
    wishes: tuple[Wish, ...] = ()
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    winners: tuple[str, ...] = ()
    won_by: str = ""
    shares: tuple[int, ...] = ()

    def player(self, name: str) -> Player:
        """The player of that name."""
        return next(one for one in self.players if one.name == name)

    def ongoing(self, name: str) -> Running | None:
        """The running round of that name; None where none is."""
        return next((one for one in self.running if one.round == name), None)

    def result(self, name: str) -> Result | None:
        """How the last round of that name came out; None where none has."""
        return next((one for one in self.results if one.round == name), None)

    @property
    def inside(self) -> tuple[str, ...]:
        """The players who are in."""
        return tuple([one.name for one in self.players if not one.is_out])

    def members(self, setup: Setup, group: str) -> tuple[str, ...]:
        """The players of a role or a group, or of one of the words IN, OUT and ALL, in or out."""
        if group in {IN, OUT, ALL}:
            return tuple(
                one.name for one in self.players if group == ALL or one.is_out == (group == OUT)
            )
        roles = setup.roles_of(group)
        named = next((names for name, names in self.groups if name == group), ())
        return tuple([p.name for p in self.players if p.role in roles or p.name in named])

    def times(self, counts: tuple[Total, ...], name: str) -> int:
        """How often a round of that name was counted."""
        return next((one.count for one in counts if one.value == name), 0)

    def with_round(self, running: Running) -> State:
        """The state with a running round changed."""
        same = (running if one.round == running.round else one for one in self.running)
        return replace(self, running=tuple(same))

    def held(self, setup: Setup, who: str, unit: str) -> int:
        """What a player has of a unit, strikes among them."""
        names, player = [one.name for one in setup.units], self.player(who)
        return player.held[names.index(unit)] if unit in names else player.strikes

    def paid(self, setup: Setup, who: str, unit: str, by: int) -> State:
        """The state with so many of a unit more, or fewer, for a player; never below the least."""
        many = max(setup.unit(unit).least, self.held(setup, who, unit) + by)
        if unit not in {one.name for one in setup.units}:
            return self.but(who, strikes=many)
        pairs = zip(setup.units, self.player(who).held, strict=True)
        return self.but(who, held=tuple(many if u.name == unit else n for u, n in pairs))


def counted(counts: tuple[Total, ...], name: str) -> tuple[Total, ...]:
    """The counts with one more for a name."""
    once_more = next((one.count for one in counts if one.value == name), 0) + 1
    return (*(one for one in counts if one.value != name), Total(name, once_more))
