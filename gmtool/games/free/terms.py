"""What a file says of its game, in the words of its rules page: read once, and never changed."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

TEXT, LINES, CHOICE, NUMBER, PLAYER, PLAYERS, SPLIT, ORDER = (
    "text",
    "lines",
    "choice",
    "number",
    "player",
    "players",
    "split",
    "order",
)
"""What a round may ask for (FF-5)."""
IN, OUT, ALL = "in", "out", "all"
"""Whom a round may be for beside roles and groups: those who are in, those who are out, both."""
NEVER, ALL_IN, MAJORITY, HOST = "never", "all-in", "majority", "host"
"""When a round closes before its time (FF-8)."""
NOTHING, STRIKE, SELF, ANSWER = "nothing", "strike", "self", "answer"
"""What becomes of who is silent, beside OUT (FF-9)."""
PLURALITY, MINORITY, HIGHEST, LOWEST = "plurality", "minority", "highest", "lowest"
UNIQUE_HIGHEST, UNIQUE_LOWEST, CLOSEST = "unique-highest", "unique-lowest", "closest"
SUM, KEY, EACH = "sum", "key", "each"
"""How a round is counted, beside MAJORITY (FF-11)."""
VOTES = (PLURALITY, MAJORITY, MINORITY)
OF_NUMBERS = (HIGHEST, LOWEST, UNIQUE_HIGHEST, UNIQUE_LOWEST, CLOSEST, SUM, KEY, EACH)
"""The ways of counting votes, and numbers."""
GIVE, PAYS, SAFE, IMMUNE, FLIPS, TELLS = "give", "pays", "safe", "immune", "flips", "tells"
"""What a hit does, beside OUT and NOTHING (FF-12)."""
NOBODY, REVOTE, DRAW = "nobody", "revote", "draw"
"""What a tie does, beside ALL and HOST (FF-12)."""
NAMES, COUNTS, RESULT = "names", "counts", "result"
"""What the result of a round shows (FF-13)."""
EQUAL, BY_PLACE, BY_UNIT = "equal", "place", "unit"
"""How a prize is shared (FF-17)."""
ROLE = "role"
"""What `tells` tells of a player where it isn't whether it belongs to a group."""
DAY = 24


class Unit(Struct, frozen=True):
    """A ledger (FF-2): everybody begins with `start` and can't fall below `least`. Of a `secret`
    one each knows its own alone. Who comes down to `out_at` is out.
    """

    name: str
    start: int = 0
    secret: bool = False
    least: int = 0
    out_at: int | None = None


class Role(Struct, frozen=True):
    """A role, drawn by chance for `many` players, for all that are left over where that is 0, and
    what its players are told (FF-3).
    """

    name: str
    many: int = 0
    words: str = ""


class Group(Struct, frozen=True):
    """Players with one of `roles`, or `players` by their names at sign-up (FF-3). With `meets` they
    are told of each other.
    """

    name: str
    roles: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    meets: bool = False


class Asks(Struct, frozen=True):
    """What is asked for: `what` of the kinds above, with `many` lines, players or points, with the
    `choices` of a choice, of what is split or put in order, and from `low` to `high`, or to what a
    player has of `unit`.

    With `others` a player can't name itself; with `nobody` it may say that instead. Where players
    are split over or put in order there are no choices.
    """

    what: str
    many: int = 1
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    unit: str = ""
    others: bool = False
    nobody: bool = False

    @property
    def is_of_players(self) -> bool:
        """Whether an answer names players."""
        is_list = self.what in {SPLIT, ORDER} and not self.choices
        return is_list or self.what in {PLAYER, PLAYERS}

    @property
    def is_of_words(self) -> bool:
        """Whether an answer may be any words."""
        return self.what in {TEXT, LINES}


class Silent(Struct, frozen=True):
    """What becomes of a player from whom nothing came (FF-9): `what`, after `many` strikes, or the
    answer `said` that is taken for it.
    """

    what: str = NOTHING
    many: int = 0
    said: str = ""


class Amount(Struct, frozen=True):
    """So many of a unit; with `answer` as many as the player answered."""

    many: int
    unit: str
    answer: bool = False


class Hit(Struct, frozen=True):
    """What happens to who is hit (FF-12): OUT; GIVE so many `amount`, which may be less than none;
    PAYS its answer, in the unit of `amount`; SAFE from round `of`, or IMMUNE there: answers that
    name it don't count; FLIPS its answer in round `of`; or TELLS who asked the role of who is hit,
    or whether it belongs to group `of`.
    """

    what: str
    amount: Amount | None = None
    of: str = ""


class Resolve(Struct, frozen=True):
    """How a round is resolved (FF-11 to FF-14): by `count`, whose `hits` follow in order. It waits
    for the rounds `after`. With `by_host` nothing is counted: the host is told what came.
    """

    count: str = PLURALITY
    hits: tuple[Hit, ...] = ()
    tie: str = NOBODY
    show: str = NAMES
    after: tuple[str, ...] = ()
    by_host: bool = False


class Weight(Struct, frozen=True):
    """What the answer of `whom`, a role or a group, counts; with `unit` it counts as many as each
    has of that (FF-11).
    """

    whom: str = ""
    many: int = 1
    unit: str = ""


class Round(Struct, frozen=True):
    """A kind of window that the host opens as often as it likes (FF-4): its `title` and `words` as
    players read them, for whom it is, and for how long: `hours`, then on to the local time `until`.

    With `first` a first answer is the last; with `uses` each player may answer so often in the
    whole game, and nobody waits for it. Of a `secret` round only those know whom it is for. The
    rounds `then` follow by themselves. One that `follows` another asks those whom that asked, since
    the file doesn't say for whom it is.
    """

    name: str
    asks: Asks
    title: str = ""
    words: str = ""
    whom: tuple[str, ...] = (IN,)
    follows: bool = True
    sealed: bool = False
    secret: bool = False
    hours: int = DAY
    until: str = ""
    first: bool = False
    early: str = NEVER
    silent: Silent = Silent()
    costs: Amount | None = None
    weights: tuple[Weight, ...] = ()
    uses: int = 0
    then: tuple[str, ...] = ()
    resolve: Resolve = Resolve()

    @property
    def called(self) -> str:
        """What players call it."""
        return self.title or self.name


class End(Struct, frozen=True):
    """When the game is over (FF-17), 0 and empty for never: when so many are `left` in; `after` so
    many resolved rounds `of` a name; when somebody can `reach` an amount; when nobody of a group
    in `gone` is in, and the others win; when a group in `parity` has as many in as all others, and
    wins.

    Who has won where no group has: those who are in, or who has the most, or with `least` the
    least, of `winner`. The `prize` is shared by `share`; by place `places` are the parts in per
    cent.
    """

    left: int = 0
    after: int = 0
    of: str = ""
    reach: Amount | None = None
    gone: tuple[str, ...] = ()
    parity: tuple[str, ...] = ()
    winner: str = ""
    least: bool = False
    prize: Amount | None = None
    share: str = EQUAL
    places: tuple[int, ...] = ()


class Setup(Struct, frozen=True, dict=True):
    """A game as its file has it. `fewest` to `most` can play; with `shows_roles` the role of who is
    out is shown, else when the game is over.
    """

    title: str = "A game of our own"
    rules: str = ""
    how: str = ""
    fewest: int = 2
    most: int = 100
    shows_roles: bool = False
    units: tuple[Unit, ...] = ()
    roles: tuple[Role, ...] = ()
    groups: tuple[Group, ...] = ()
    rounds: tuple[Round, ...] = ()
    end: End = End()

    def round(self, name: str) -> Round:
        """The round of that name."""
        return self._rounds[name]

    @cached_property
    def _rounds(self) -> dict[str, Round]:
        return {one.name: one for one in self.rounds}

    def unit(self, name: str) -> Unit:
        """The unit of that name; strikes are one that no file names."""
        found = next((one for one in self.units if one.name == name), None)
        return found or Unit(name, secret=self.hides_strikes)

    @property
    def striking(self) -> tuple[Round, ...]:
        """The rounds in which who is silent has a strike (FF-9)."""
        return tuple(one for one in self.rounds if one.silent.what == STRIKE)

    @property
    def hides_strikes(self) -> bool:
        """Whether strikes stay between a player and the host, as who was silent in a sealed round
        does.
        """
        return any(one.sealed or one.secret for one in self.striking)

    def roles_of(self, group: str) -> tuple[str, ...]:
        """The roles whose players belong to a group; a role is a group of its own."""
        found = next((one for one in self.groups if one.name == group), None)
        return found.roles if found else (group,)

    def is_secret(self, whom: str) -> bool:
        """Whether a group goes by roles, so that nobody may know who belongs to it."""
        return whom not in {IN, OUT, ALL} and not self._roles.isdisjoint(self.roles_of(whom))

    @cached_property
    def _roles(self) -> frozenset[str]:
        return frozenset(role.name for role in self.roles)
