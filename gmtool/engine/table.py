"""The table a game is played at: its state, and around it windows, pauses and rulings.

No game computes a deadline or knows `extend`; they are kept here, the same for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gmtool.engine import codec
from gmtool.engine.game import Game, Turn, Wanted
from gmtool.engine.instants import Instant
from gmtool.engine.names import Aliases, called, check_seats, find
from gmtool.engine.options import shares
from gmtool.engine.wording import quote


@dataclass(frozen=True)
class OpenWindow:
    """A window as it runs: opened by the entry of number `entry`; `moved` are the players from
    whom something came while it is open, `sealed` whether what comes is secret until it closes,
    `private` the only players who may know of it; nobody where everybody may. `wrote` are those
    who sent a message of which no move was made; `last` is when what arrived last in it did.
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
    last: Instant | None = None

    @property
    def came(self) -> frozenset[str]:
        """From whom something came while it is open: a move, or any message (ALL-7)."""
        return frozenset((*self.moved, *self.wrote))

    def known_to(self, seer: str) -> bool:
        """Whether `seer`, PUBLIC or a player, may know that it is open."""
        return not self.private or seer in self.private


OPEN, ANSWERED, REFUSED = "open", "answered", "refused"
"""Where a message stands: it waits for the host, or the host has asked back, or the rules refused
what it says and its sender was told.
"""


@dataclass(frozen=True)
class Waiting:
    """A message of which no move was made: the entry of that `number` holds it. `clause` is that
    by which the rules refused it, if they did (ALL-7).
    """

    number: int
    who: str
    at: Instant
    state: str = OPEN
    clause: str = ""


@dataclass(frozen=True)
class Table:
    """A game's state with what the engine keeps around it.

    `players` and `aliases` are the names as they are now, `options` what it was set up with;
    `settings` and `people` are what the host has set since for the game and for each player,
    `seats` the names of the places they sit at, if the game has any.
    `quiet` counts for each player the windows in a row in which it could have moved and nothing
    came; `drawn` the live chance entries; `pauses` the pauses since the last window opened;
    `started` whether the host has said `start`; `closed` are the windows closed last, as long as
    chance has still to answer for them. `inbox` are the messages that wait, `taken` is the number
    of the one that moves were taken from last. `words_fixed` tells that something was drawn from
    the seed, also where that was taken back since: words mixed in after it would change the draw.
    """

    state: Any
    players: tuple[str, ...]
    windows: tuple[OpenWindow, ...] = ()
    began: Instant | None = None
    last_at: Instant | None = None
    paused: Instant | None = None
    pauses: tuple[tuple[Instant, Instant], ...] = ()
    called_off: str = ""
    quiet: dict[str, int] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    drawn: int = 0
    words_fixed: bool = False
    started: bool = False
    closed: tuple[OpenWindow, ...] = ()
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    people: dict[str, dict[str, str]] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    inbox: tuple[Waiting, ...] = ()
    taken: int = 0

    @property
    def callings(self) -> Aliases:
        """What each player may be called beside its name: aliases, and the name of its seat."""
        if not self.seats:
            return self.aliases
        return called(self.players, self.aliases, self.seats)

    def seat(self, who: str) -> str:
        """The name by now of whom the journal calls `who`: a player may have been renamed."""
        if who in self.players:
            return who
        return next((name for name, others in self.aliases.items() if who in others), who)

    def window(self, key: str) -> OpenWindow | None:
        """The open window of that key."""
        return next((window for window in self.windows if window.key == key), None)

    def message(self, number: int) -> Waiting | None:
        """The message of that number, if it waits."""
        return next((one for one in self.inbox if one.number == number), None)

    def overdue(self, now: str) -> tuple[OpenWindow, ...]:
        """The windows whose deadline has come; a pause stops the clock (ALL-2)."""
        if self.paused:
            return ()
        return tuple(window for window in self.windows if window.deadline <= now)


def lay(
    game: Game,
    players: tuple[str, ...],
    options: Mapping[str, Any],
    aliases: Aliases | None = None,
) -> Table:
    """The table before anything was said; raises Refused for a set-up the rules forbid."""
    given = _addressed(game, players, options, aliases or {})
    state = game.setup(given, players)
    check_seats(players, aliases or {}, game.seats)
    return Table(
        state=state,
        players=players,
        aliases=dict(aliases or {}),
        options={**options, **_in_full(game, given)},
        seats=game.seats,
    )


def _addressed(
    game: Game, players: tuple[str, ...], options: Mapping[str, Any], aliases: Aliases
) -> dict[str, Any]:
    """The options as a set-up gets them: where one names players, by the names they have now."""
    given = dict(options)
    for option in game.options:
        if option.for_players:
            said = shares(option, given[option.name])
            given[option.name] = tuple((find(name, players, aliases), own) for name, own in said)
    return given


def _in_full(game: Game, given: Mapping[str, Any]) -> dict[str, str]:
    """The options that name players, as they are typed, with whole names: a part of one may fit
    nobody, or several, when players have been renamed.
    """
    return {
        option.name: "; ".join(
            f"{quote(name)}: {' '.join(own)}" for name, own in given[option.name]
        )
        for option in game.options
        if option.for_players
    }


def wanted(game: Game, table: Table) -> Wanted:
    """Who may or must speak now; nobody once the game is over or called off."""
    return Wanted() if table.called_off else game.wanted(table.state)


def awaited(game: Game, table: Table) -> tuple[Turn, ...]:
    """The turns of those who should speak and haven't yet in their window."""
    return tuple(turn for turn in wanted(game, table).turns if is_awaited(table, turn))


def is_awaited(table: Table, turn: Turn) -> bool:
    """Whether that turn should be taken and nothing came for it yet."""
    window = table.window(turn.window)
    return turn.expected and (window is None or turn.again or turn.who not in window.moved)


def to_json(table: Table) -> Any:
    """The table as plain data."""
    return codec.to_json(table)


def from_json(game: Game, data: Any) -> Table:
    """The table that `to_json` wrote; raises ValueError where it doesn't fit this game."""
    table: Table = codec.from_json(Table, data)
    return replace(table, state=codec.from_json(game.state_type, table.state))
