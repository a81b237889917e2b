"""The table: a game's state, and around it windows, pauses and rulings.

These are the same for all games, which compute no deadline and don't know `extend`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct, convert, json
from msgspec.structs import replace

from gmtool.engine.game import PUBLIC, Game, Turn, Wanted
from gmtool.engine.instants import Instant, decode_instant, encode_instant
from gmtool.engine.names import Aliases, Replacement, called, check_seats, find
from gmtool.engine.options import shares
from gmtool.engine.plans import Standing
from gmtool.engine.policy import (
    NO_CALENDAR,
    PLAIN,
    POLICY_KEYS,
    Calendar,
    Policy,
    read_policy,
)
from gmtool.engine.text import IN_PRIVATE, OPEN, quote


class Change(Struct, frozen=True):
    """A change of a deadline: the entry `by` which it was made, what it was (a ruling's verb), and
    the deadline since, of one player if `who` isn't empty.
    """

    by: int
    what: str
    until: Instant
    who: str = ""


class OpenWindow(Struct, frozen=True):
    """A window that is open, since the entry of number `entry`.

    `moved` are the players who have moved in it, `wrote` those who sent a message from which no
    move was made, and `done` those from whom nothing more comes. With `sealed` moves are secret
    until it closes, and `by_arrival` they count in the order of arrival (ALL-8). Only the players
    in `private` may know of it; everybody may where it is empty.

    Its hours run since it `opened` or, where a player's move that ended another window early was
    put on record only later, `since` then.

    `early` tells that it may close before its deadline, once all who could add something are done.
    Once an entry has closed it, `closed_by` is the number of that and `asked` are those who could
    move in it. `own` are the deadlines of players whose time was extended. `hours` are those of the
    rules; how they became the deadline follows from the `policy` when it opened and from the
    `changes` since.

    `name`, `until`, `at_will` and `announced` are as in the window of the rules. `beside` tells
    that another window was open at some time while it was, so that what came in it has to be told
    from what came in that.
    """

    key: str
    title: str
    clause: str
    entry: int
    opened: Instant
    deadline: Instant
    moved: tuple[str, ...] = ()
    sealed: bool = False
    private: tuple[str, ...] = ()
    wrote: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    own: dict[str, Instant] = {}
    hours: int = 0
    policy: Policy = PLAIN
    early: bool = False
    changes: tuple[Change, ...] = ()
    asked: tuple[str, ...] = ()
    closed_by: int = 0
    name: str = ""
    until: Instant | None = None
    at_will: bool = False
    announced: bool = False
    beside: bool = False
    by_arrival: bool = False
    since: Instant | None = None

    @property
    def runs_since(self) -> Instant:
        """The instant from which on its hours are counted."""
        return self.since or self.opened

    @property
    def came(self) -> frozenset[str]:
        """The players who have sent something while it is open: a move or any message (ALL-7)."""
        return frozenset((*self.moved, *self.wrote))

    def known_to(self, viewer: str) -> bool:
        """Whether `viewer`, PUBLIC or a player, may know that the window is open."""
        return self.announced or self.is_for(viewer)

    def is_for(self, viewer: str) -> bool:
        """Whether `viewer`, PUBLIC or a player, may know whom the window asks, and is told more of
        it than that it is open and until when.
        """
        return not self.private or viewer in self.private

    def deadline_of(self, who: str) -> Instant:
        """The deadline of a player."""
        return max(self.deadline, self.own[who]) if who in self.own else self.deadline

    def last_call(self, who: str) -> Instant:
        """The last instant at which a move of a player counts: its deadline, and the grace."""
        deadline, grace = self.deadline_of(who), self.policy.grace
        return deadline.plus(timedelta(minutes=grace)) if grace else deadline

    @property
    def ends(self) -> Instant:
        """The instant from which on it may be closed for everybody: nobody's move counts after
        that (ALL-2).
        """
        return max(map(self.last_call, ("", *self.own))) if self.own else self.last_call("")


class Waiting(Struct, frozen=True):
    """A message in the inbox, held by the entry of that `number`; `clause` is the one by which the
    rules refused it, if they did (ALL-7).
    """

    number: int
    who: str
    at: Instant
    state: str = OPEN
    clause: str = ""


class Absence(Struct, frozen=True):
    """The time in which a player is away, as it told in advance: by the entry of that number."""

    number: int
    who: str
    since: Instant
    until: Instant


class Table(Struct, frozen=True, omit_defaults=True):
    """A game's state with what the engine keeps around it.

    `players` and `aliases` are the current names, and `options` those of the set-up. `begun_with`
    are the settings of the set-up, with the zone; `settings` and `people` hold what the host has
    set since for the game and for each player; `seats` are the names of the seats, if the game has
    any. `replaced` are the seats that were taken over, `absences` those told of, and `inactive` the
    players ruled so, since when, where the game itself knows of no inactivity (ALL-11).

    `decided` is the newest version of the rules of which the host has decided whether the game goes
    by it, 0 while there was nothing to decide.

    `plans` are those that hold, in the order in which they were left (ALL-9).

    `quiet` counts, for each player, the windows in a row in which it could have moved and sent
    nothing. `drawn` counts the live chance entries. `pauses` are those since the last window
    opened. `started` tells whether the host has said `start`. `closed` are the windows closed last,
    while chance has yet to answer for them. `inbox` are the messages that wait, and `taken` is the
    number of the one from which moves were taken last. `words_fixed`: something was drawn from the
    seed, even if it is undone by now; words mixed in after that would change the draw.
    """

    state: Any
    players: tuple[str, ...]
    windows: tuple[OpenWindow, ...] = ()
    began: Instant | None = None
    last_at: Instant | None = None
    paused: Instant | None = None
    pauses: tuple[tuple[Instant, Instant], ...] = ()
    called_off: str = ""
    quiet: dict[str, int] = {}
    words: tuple[str, ...] = ()
    drawn: int = 0
    words_fixed: bool = False
    started: bool = False
    closed: tuple[OpenWindow, ...] = ()
    aliases: dict[str, tuple[str, ...]] = {}
    options: dict[str, Any] = {}
    settings: dict[str, str] = {}
    people: dict[str, dict[str, str]] = {}
    seats: tuple[str, ...] = ()
    inbox: tuple[Waiting, ...] = ()
    taken: int = 0
    begun_with: dict[str, str] = {}
    absences: tuple[Absence, ...] = ()
    inactive: dict[str, Instant] = {}
    replaced: tuple[Replacement, ...] = ()
    plans: tuple[Standing, ...] = ()
    decided: int = 0
    calendar: Calendar = NO_CALENDAR

    def setting(self, key: str) -> str:
        """A setting of the game, as the host set it last; empty where it isn't set."""
        return self.settings.get(key) or self.begun_with.get(key, "")

    @property
    def policy(self) -> Policy:
        """The deadline policy for windows that open now."""
        given = tuple(map(self.setting, POLICY_KEYS))
        return _policy(given, self.setting("zone") or "UTC")

    @property
    def callable_names(self) -> Aliases:
        """The names by which each player may be called beside its own: aliases, and
        the name of its seat.
        """
        if not self.seats:
            return self.aliases
        return called(self.players, self.aliases, self.seats)

    def seat(self, who: str) -> str:
        """The current name of the player whom the journal calls `who`, possibly by a former
        name.
        """
        if who in self.players:
            return who
        return next((name for name, others in self.aliases.items() if who in others), who)

    def window(self, key: str) -> OpenWindow | None:
        """The open window of that key; None where there is none."""
        for window in self.windows:  # several times an entry, and so without a generator
            if window.key == key:
                return window
        return None

    def message(self, number: int) -> Waiting | None:
        """The waiting message of that number; None where there is none."""
        return next((one for one in self.inbox if one.number == number), None)

    def overdue(self, now: str) -> tuple[OpenWindow, ...]:
        """The windows in which time is up for everybody; a pause stops the clock (ALL-2)."""
        if self.paused:
            return ()
        return tuple(window for window in self.windows if window.ends <= now)

    def is_away(self, who: str, since: Instant, until: Instant) -> bool:
        """Whether a player is absent at some time between two instants."""
        return any(
            one.who == who and one.since <= until and one.until > since for one in self.absences
        )

    @property
    def away(self) -> tuple[tuple[str, str], ...]:
        """The players who are absent at some time while a window is open, each with its key."""
        if not self.absences:
            return ()
        there = dict.fromkeys(one.who for one in self.absences)
        return tuple(
            (who, window.key)
            for who in there
            for window in self.windows
            if self.is_away(who, window.opened, window.deadline)
        )


@lru_cache(maxsize=16)
def _policy(given: tuple[str, ...], zone: str) -> Policy:
    """The policy of settings that are `given` in the order of their keys."""
    return read_policy(dict(zip(POLICY_KEYS, given, strict=True)), zone)


def by_rules(table: Table, version: int) -> Table:
    """The table of a game that goes by the rules of that version from here on."""
    state = replace(table.state, rules=version)
    return replace(table, state=state, decided=max(table.decided, version))


def lay(
    game: Game,
    players: tuple[str, ...],
    options: Mapping[str, Any],
    aliases: Aliases | None = None,
    *,
    begun_with: Mapping[str, str] | None = None,
    calendar: Calendar = NO_CALENDAR,
    rules: int = 0,
) -> Table:
    """The table before the first entry, by the `rules` of a version, 0 for the newest; raises
    Refused for a set-up that the rules forbid.
    """
    given = _addressed(game, players, options, aliases or {})
    state = replace(game.setup(given, players), rules=rules)
    check_seats(players, aliases or {}, game.seats)
    return Table(
        state=state,
        players=players,
        aliases=dict(aliases or {}),
        options={**options, **_in_full(game, given)},
        seats=game.seats,
        begun_with=dict(begun_with or {}),
        calendar=calendar,
    )


def _addressed(
    game: Game, players: tuple[str, ...], options: Mapping[str, Any], aliases: Aliases
) -> dict[str, Any]:
    """The options as a set-up gets them, with the players' full names where they name players."""
    given = dict(options)
    for option in game.options:
        if option.for_players:
            said = shares(option, given[option.name])
            given[option.name] = tuple((find(name, players, aliases), own) for name, own in said)
    return given


def _in_full(game: Game, given: Mapping[str, Any]) -> dict[str, str]:
    """The options that name players, as typed, with full names: after a rename an abbreviation may
    fit nobody, or several.
    """
    return {
        option.name: "; ".join(
            f"{quote(name)}: {' '.join(own)}" for name, own in given[option.name]
        )
        for option in game.options
        if option.for_players
    }


class _Asked(NamedTuple):
    """What a game wants in a state."""

    game: Game
    state: Any
    wanted: Wanted


_ASKED_LATELY: list[tuple[_Asked, ...]] = [()]
"""The states that were asked about last, as one value, so that threads don't get in each other's
way.
"""
_FEW = 3


def wanted(game: Game, table: Table) -> Wanted:
    """Who may or must move now; nobody once the game is over or called off."""
    if table.called_off:
        return Wanted()
    # What an entry leaves wanted is what the next one is judged by: a state is asked once.
    lately, state = _ASKED_LATELY[0], table.state
    for one in lately:
        if one.state is state and one.game is game:
            return one.wanted
    asked = game.wanted(state)
    _ASKED_LATELY[0] = (_Asked(game, state, asked), *lately[: _FEW - 1])
    return asked


def awaited(game: Game, table: Table) -> tuple[Turn, ...]:
    """The turns that should be taken and haven't been in their window."""
    return tuple(turn for turn in wanted(game, table).turns if is_awaited(table, turn))


def is_awaited(table: Table, turn: Turn) -> bool:
    """Whether that turn should be taken and hasn't been yet. Nobody waits for a player who was
    ruled inactive, except where time never runs out.
    """
    window = table.window(turn.window)
    if window is None:
        return turn.expected
    is_due = turn.again or turn.who not in window.moved
    return turn.expected and is_due and turn.who not in table.inactive


def awaited_openly(game: Game, table: Table) -> tuple[Turn, ...]:
    """The awaited turns as a report names them that tells no secret. In a window where moves are
    secret everybody is named who hasn't moved, whether it means to or not; of private windows those
    among whom, as everybody knows, something may go on, or nobody.
    """
    asked = wanted(game, table)
    found = [_openly(asked, table, turn) for turn in asked.turns]
    parties = (Turn(who, IN_PRIVATE, (), private=True) for who in asked.in_private)
    return (*filter(None, found), *parties)


def _openly(asked: Wanted, table: Table, turn: Turn) -> Turn | None:
    window = table.window(turn.window)
    if window is None or not is_secret(asked, window):
        return turn if is_awaited(table, turn) and not turn.private else None
    if window.private or turn.who in (*window.moved, *table.inactive):
        return None
    return replace(turn, task=window.title, moves=()) if turn.private else turn


def is_secret(asked: Wanted, window: OpenWindow) -> bool:
    """Whether what comes in a window that is open isn't for everybody."""
    private = (turn.private for turn in asked.turns if turn.window == window.key)
    return window.sealed or bool(window.private) or any(private)


def openly(table: Table) -> tuple[OpenWindow, ...]:
    """The open windows of which everybody may know."""
    return tuple(window for window in table.windows if window.known_to(PUBLIC))


def may_add(asked: Wanted, table: Table, turn: Turn) -> bool:
    """Whether more may come from that turn's player in its window, which is open: it may move, or
    add to what it said, and hasn't said that it is done (ALL-2).
    """
    window = table.window(turn.window)
    if window is None or turn.done or turn.who in table.inactive:
        return False
    is_final = any(one.key == window.key and one.final for one in asked.windows)
    is_over = turn.who in window.done or (is_final and turn.who in window.moved)
    return turn.again or not is_over


def is_up(table: Table, turn: Turn, now: Instant) -> bool:
    """Whether the player's own time in the turn's window is over, the grace with it."""
    window = table.window(turn.window)
    return window is not None and window.last_call(turn.who) < now


def undone(game: Game, table: Table, now: Instant) -> tuple[str, ...]:
    """The players from whom more may come in the open windows, moved or not (ALL-2)."""
    asked = wanted(game, table)
    adding = (t for t in asked.turns if may_add(asked, table, t) and not is_up(table, t, now))
    return tuple(dict.fromkeys(turn.who for turn in adding))


def encode(table: Table) -> bytes:
    """The table as JSON, without its calendar, which isn't part of the state."""
    return json.encode(replace(table, calendar=NO_CALENDAR), enc_hook=encode_instant)


def decode(game: Game, data: bytes, calendar: Calendar = NO_CALENDAR) -> Table:
    """The table that `encode` wrote; raises ValueError where the data doesn't fit this game."""
    table = json.decode(data, type=Table, dec_hook=decode_instant)
    state: Any = convert(table.state, game.state_type, dec_hook=decode_instant)
    return replace(table, state=state, calendar=calendar)
