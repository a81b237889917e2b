"""The table: a game's state, and around it windows, pauses and rulings.

These are the same for all games, which compute no deadline and don't know `extend`.
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
    """A window that is open, since the entry of number `entry`.

    `moved` are the players who have moved in it, `wrote` those who sent a message from which no
    move was made, and `last` is the latest arrival. With `sealed` moves are secret until it closes.
    Only the players in `private` may know of it; everybody may where it is empty.
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
        """The players who have sent something while it is open: a move or any message (ALL-7)."""
        return frozenset((*self.moved, *self.wrote))

    def known_to(self, seer: str) -> bool:
        """Whether `seer`, PUBLIC or a player, may know that the window is open."""
        return not self.private or seer in self.private


OPEN, ANSWERED, REFUSED = "open", "answered", "refused"
"""The states of a waiting message: it waits for the host; the host has asked its sender back; or
the rules refused it and its sender was told.
"""


@dataclass(frozen=True)
class Waiting:
    """A message in the inbox, held by the entry of that `number`; `clause` is the one by which the
    rules refused it, if they did (ALL-7).
    """

    number: int
    who: str
    at: Instant
    state: str = OPEN
    clause: str = ""


@dataclass(frozen=True)
class Table:
    """A game's state with what the engine keeps around it.

    `players` and `aliases` are the current names, and `options` those of the set-up. `settings` and
    `people` hold what the host has set since for the game and for each player; `seats` are the
    names of the seats, if the game has any. `quiet` counts, for each player, the windows in a row
    in which it could have moved and sent nothing. `drawn` counts the live chance entries. `pauses`
    are those since the last window opened. `started` tells whether the host has said `start`.
    `closed` are the windows closed last, while chance has yet to answer for them. `inbox` are the
    messages that wait, and `taken` is the number of the one from which moves were taken last.
    `words_fixed`: something was drawn from the seed, even if it is undone by now; words mixed in
    after that would change the draw.
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
        return next((window for window in self.windows if window.key == key), None)

    def message(self, number: int) -> Waiting | None:
        """The waiting message of that number; None where there is none."""
        return next((one for one in self.inbox if one.number == number), None)

    def overdue(self, now: str) -> tuple[OpenWindow, ...]:
        """The windows whose deadline has passed; a pause stops the clock (ALL-2)."""
        if self.paused:
            return ()
        return tuple(window for window in self.windows if window.deadline <= now)


def lay(
    game: Game,
    players: tuple[str, ...],
    options: Mapping[str, Any],
    aliases: Aliases | None = None,
) -> Table:
    """The table before the first entry; raises Refused for a set-up that the rules forbid."""
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


def wanted(game: Game, table: Table) -> Wanted:
    """Who may or must move now; nobody once the game is over or called off."""
    return Wanted() if table.called_off else game.wanted(table.state)


def awaited(game: Game, table: Table) -> tuple[Turn, ...]:
    """The turns that should be taken and haven't been in their window."""
    return tuple(turn for turn in wanted(game, table).turns if is_awaited(table, turn))


def is_awaited(table: Table, turn: Turn) -> bool:
    """Whether that turn should be taken and hasn't been yet."""
    window = table.window(turn.window)
    return turn.expected and (window is None or turn.again or turn.who not in window.moved)


def to_json(table: Table) -> Any:
    """The table as plain data."""
    return codec.to_json(table)


def from_json(game: Game, data: Any) -> Table:
    """The table that `to_json` wrote; raises ValueError where the data doesn't fit this game."""
    table: Table = codec.from_json(Table, data)
    return replace(table, state=codec.from_json(game.state_type, table.state))
