"""The table a game is played at: its state, and around it windows, pauses and rulings.

No game computes a deadline or knows `extend`; they are folded here, the same for all (ALL-1 to
ALL-3, ALL-6).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from gmtool.engine import codec
from gmtool.engine.chance import Stream, key, subseed
from gmtool.engine.entries import Entry, Spoken
from gmtool.engine.game import Event, Game, Turn, Wanted, Window
from gmtool.engine.instants import Instant
from gmtool.engine.moves import (
    Close,
    End,
    Extend,
    Move,
    Note,
    Pause,
    Resume,
    Start,
    Words,
    read_host_move,
)
from gmtool.engine.names import Aliases
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.wording import CHANCE, HOST


@dataclass(frozen=True)
class OpenWindow:
    """A window as it runs: opened by the entry of number `entry`; `moved` are the players from
    whom something came while it is open.
    """

    key: str
    title: str
    clause: str
    entry: int
    opened: Instant
    deadline: Instant
    moved: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """A game's state with what the engine keeps around it.

    `quiet` counts for each player the windows in a row in which it could have moved and nothing
    came; `drawn` the live chance entries; `pauses` the pauses since the last window opened;
    `started` whether the host has said `start`.
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
    started: bool = False

    def window(self, key: str) -> OpenWindow | None:
        """The open window of that key."""
        return next((window for window in self.windows if window.key == key), None)

    def overdue(self, now: str) -> tuple[OpenWindow, ...]:
        """The windows whose deadline has come; a pause stops the clock (ALL-2)."""
        if self.paused:
            return ()
        return tuple(window for window in self.windows if window.deadline <= now)


@dataclass(frozen=True)
class Step:
    """A live entry, the move it is, what followed by the rules, and the table after it; `closed`
    are the windows it closed.
    """

    entry: Entry
    move: Move
    events: tuple[Event, ...]
    table: Table
    closed: tuple[OpenWindow, ...] = ()


def lay(game: Game, players: tuple[str, ...], options: Mapping[str, Any]) -> Table:
    """The table before anything was said; raises Refused for a set-up the rules forbid."""
    return Table(state=game.setup(options, players), players=players)


def wanted(game: Game, table: Table) -> Wanted:
    """Who may or must speak now; nobody once the game is over or called off."""
    return Wanted() if table.called_off else game.wanted(table.state)


def awaited(game: Game, table: Table) -> tuple[Turn, ...]:
    """The turns of those who should speak and haven't yet in their window."""
    return tuple(turn for turn in wanted(game, table).turns if _is_awaited(table, turn))


def _is_awaited(table: Table, turn: Turn) -> bool:
    window = table.window(turn.window)
    return turn.expected and (window is None or turn.who not in window.moved)


def chance_due(game: Game, table: Table) -> bool:
    """Whether the rules want chance to speak."""
    return wanted(game, table).turn(CHANCE) is not None


def draw(game: Game, table: Table, seed: bytes) -> str:
    """What chance says now by the seed, in its text form."""
    stream = Stream(subseed(key(seed, table.words), table.drawn + 1))
    return str(game.suggest(table.state, CHANCE, stream))


def hear(game: Game, table: Table, entry: Entry, aliases: Aliases) -> Step:
    """The step that `entry` is at this table; raises a Refusal and changes nothing.

    May-I and do-it are this one function: a dry run throws the step away.
    """
    move = read(game, table, entry.who, entry.text, aliases)
    asked = wanted(game, table)
    _check_over(asked, table, move)
    _check_pause(table, entry, move)
    _check_order(table, entry, move)
    spoken = Spoken(entry.number, entry.who, move, entry.received_at)
    after = _by_engine(table, spoken)
    events: tuple[Any, ...] = ()
    if after is None:
        if isinstance(move, Close):
            spoken = replace(spoken, overdue=_closing(asked, table, spoken.received_at, move))
        events = game.decide(table.state, spoken)
        _check_window(asked, table, entry, move)
        state = table.state
        for event in events:
            state = game.evolve(state, event)
        after = replace(table, state=state)
    after = replace(after, started=after.started or isinstance(move, Start))
    settled, closed = _settle(game, asked, table, after, entry)
    return Step(entry, move, events, settled, closed)


def read(game: Game, table: Table, who: str, text: str, aliases: Aliases) -> Move:
    """The one move that `text` is, as a whole, when `who` says it now; raises a Refusal."""
    if who == HOST:
        move = read_host_move(text, table.players, aliases)
        if move is not None:
            return move
    moves = game.read(table.state, who, text)
    if len(moves) != 1:
        raise NotNow(
            "ALL-6",
            "“{text}” is {count} moves; an entry is one.",
            quoted=text,
            text=text,
            count=len(moves),
        )
    return moves[0]


def to_json(table: Table) -> Any:
    """The table as plain data."""
    return codec.to_json(table)


def from_json(game: Game, data: Any) -> Table:
    """The table that `to_json` wrote; raises ValueError where it doesn't fit this game."""
    table: Table = codec.from_json(Table, data)
    return replace(table, state=codec.from_json(game.state_type, table.state))


def _check_over(asked: Wanted, table: Table, move: Move) -> None:
    if not asked.nothing or isinstance(move, Note):
        return
    how = f"was called off ({table.called_off})" if table.called_off else "has ended"
    raise NotNow(
        "ALL-6", "the game {how}; nothing more can be said in it.", how=how, quoted=str(move)
    )


def _check_pause(table: Table, entry: Entry, move: Move) -> None:
    if isinstance(move, Resume):
        if table.paused is None:
            raise NotNow("ALL-6", "the game isn't paused.", quoted="resume")
        if entry.received_at < table.paused:
            raise Refused(
                "ALL-6",
                "it was paused at {paused}; it can't go on before that.",
                paused=table.paused,
                quoted="resume",
            )
        return
    if isinstance(move, (Note, End, Extend)) or entry.who == CHANCE:
        return
    if table.paused and (entry.who == HOST or entry.received_at > table.paused):
        raise NotNow(
            "ALL-6",
            "the game has been paused since {paused}; it goes on with “resume”.",
            paused=table.paused,
            quoted=str(move),
        )
    for since, until in table.pauses:
        if entry.who != HOST and since < entry.received_at < until:
            raise Refused(
                "ALL-6",
                "it came {at}, while the game was paused ({since} to {until}); "
                "what is said in a pause doesn't count and has to be said again.",
                at=entry.received_at,
                since=since,
                until=until,
                quoted=str(move),
            )


def _check_order(table: Table, entry: Entry, move: Move) -> None:
    """Nothing is dated before the game began, no start or close before what it follows."""
    at = entry.received_at
    if table.began and at < table.began:
        raise Refused(
            "ALL-1",
            "{at} is before the game began ({began}).",
            at=at,
            began=table.began,
            quoted=str(move),
        )
    if isinstance(move, (Start, Close)) and table.last_at and at < table.last_at:
        raise Refused(
            "ALL-1",
            "“{move}” can't be dated {at}, before the last entry ({last}).",
            move=move,
            at=at,
            last=table.last_at,
            quoted=str(move),
        )


def _check_window(asked: Wanted, table: Table, entry: Entry, move: Move) -> None:
    """Whether a player's move that the rules allow came while its window was open (ALL-1)."""
    at = entry.received_at
    if move.anytime or entry.who in {HOST, CHANCE}:
        return
    window = _window_of(asked, table, entry.who)
    if window is None:
        return
    if at < window.opened:
        raise Refused(
            "ALL-1",
            "it came {at}; the window for {title} only opened {opened}.",
            at=at,
            title=window.title,
            opened=window.opened,
            quoted=str(move),
        )
    if at > window.deadline and not entry.late:
        raise Refused(
            window.clause,
            "it came {at}, after the deadline for {title} ({deadline}).",
            at=at,
            title=window.title,
            deadline=window.deadline,
            quoted=str(move),
        )
    if entry.late and at <= window.deadline:
        raise Refused(
            "ALL-1",
            "it came {at}, in time for {title} (deadline {deadline}); leave --late out.",
            at=at,
            title=window.title,
            deadline=window.deadline,
            quoted=str(move),
        )


def _window_of(asked: Wanted, table: Table, who: str) -> OpenWindow | None:
    turn = asked.turn(who)
    if turn is not None:
        return table.window(turn.window)
    return table.windows[0] if len(table.windows) == 1 else None


def _by_engine(table: Table, spoken: Spoken) -> Table | None:
    """The table after a host move that no game needs to know of; None for all others."""
    after: Table | None = None
    match spoken.move:
        case Note():
            after = table
        case Extend() as move:
            after = _extend(table, move)
        case Pause():
            after = replace(table, paused=spoken.received_at)
        case Resume():
            after = _resume(table, spoken.received_at)
        case End() as move:
            after = replace(table, called_off=move.why, windows=(), paused=None)
        case Words() as move:
            after = _mix_in(table, move)
    return after


def _extend(table: Table, move: Extend) -> Table:
    if not table.windows:
        raise NotNow("ALL-6", "no window is open that could be extended.", quoted=str(move))
    span = timedelta(minutes=move.minutes)
    windows = tuple(replace(w, deadline=w.deadline.plus(span)) for w in table.windows)
    return replace(table, windows=windows)


def _resume(table: Table, at: Instant) -> Table:
    assert table.paused is not None  # noqa: S101 - _check_pause saw to it
    since = table.paused
    windows = tuple(
        replace(w, deadline=w.deadline.plus(max(since, w.opened).until(at))) for w in table.windows
    )
    return replace(table, paused=None, windows=windows, pauses=(*table.pauses, (since, at)))


def _mix_in(table: Table, move: Words) -> Table:
    if table.drawn:
        raise NotNow(
            "ALL-6",
            "chance has already drawn; words can only be mixed in before the first draw "
            "(`gmtool new --hold` waits for them).",
            quoted=str(move),
        )
    return replace(table, words=(*table.words, move.text))


def _closing(asked: Wanted, table: Table, at: Instant, move: Close) -> tuple[str, ...]:
    """The players that a `close` is about; raises Refused where it comes too soon (ALL-2)."""
    if not table.windows:
        raise NotNow("ALL-2", "no window is open that could be closed.", quoted=str(move))
    due = {window.key for window in table.overdue(at)}
    if move.early:
        _check_early(asked, table, at, move)
        due = {window.key for window in table.windows}
    late = tuple(turn.who for turn in asked.turns if turn.window in due)
    for name in move.who:
        if name not in late:
            raise Refused(
                "ALL-2", "{name} isn't overdue for anything.", name=name, quoted=str(move)
            )
    if not due:
        window = min(table.windows, key=lambda w: w.deadline)
        raise Refused(
            "ALL-2",
            "the window for {title} closes {deadline}; before that only `close early`, "
            "when everybody who may move has moved{missing}.",
            title=window.title,
            deadline=window.deadline,
            missing=_missing(asked, table),
            quoted=str(move),
        )
    return move.who or late


def _check_early(asked: Wanted, table: Table, at: Instant, move: Close) -> None:
    missing = _missing(asked, table)
    if missing:
        raise Refused(
            "ALL-2",
            "it can close early only when everybody who may move has moved{missing}.",
            missing=missing,
            quoted=str(move),
        )
    if table.overdue(at):
        raise Refused(
            "ALL-2",
            "the deadline has passed ({deadline}); a plain `close` is right.",
            deadline=min(w.deadline for w in table.windows),
            quoted=str(move),
        )


def _missing(asked: Wanted, table: Table) -> str:
    names = [turn.who for turn in asked.turns if turn.window and _is_awaited(table, turn)]
    return f"; still awaited: {', '.join(names)}" if names else ""


def _settle(
    game: Game, asked: Wanted, before: Table, after: Table, entry: Entry
) -> tuple[Table, tuple[OpenWindow, ...]]:
    """The table with who has moved, windows opened and closed, and the counts kept; and the
    windows that were closed.
    """
    at = entry.received_at
    windows = tuple(_with_mover(w, entry, asked) for w in after.windows)
    now_open = wanted(game, after).windows
    keys = {window.key for window in now_open}
    closed = tuple(w for w in windows if w.key not in keys)
    opened = tuple(_open(w, entry) for w in now_open if before.window(w.key) is None)
    settled = replace(
        after,
        windows=(*(w for w in windows if w.key in keys), *opened),
        quiet=_quiet(asked, after.quiet, closed) if closed else after.quiet,
        pauses=() if opened else after.pauses,
        began=before.began or at,
        last_at=max(before.last_at or at, at),
        drawn=before.drawn + (entry.who == CHANCE),
    )
    return settled, closed


def _open(window: Window, entry: Entry) -> OpenWindow:
    opened = entry.received_at
    deadline = opened.plus(timedelta(hours=window.hours))
    return OpenWindow(window.key, window.title, window.clause, entry.number, opened, deadline)


def _with_mover(window: OpenWindow, entry: Entry, asked: Wanted) -> OpenWindow:
    turn = asked.turn(entry.who)
    if entry.who in window.moved or (turn is not None and turn.window not in ("", window.key)):
        return window
    if entry.who in {HOST, CHANCE}:
        return window
    return replace(window, moved=(*window.moved, entry.who))


def _quiet(asked: Wanted, quiet: dict[str, int], closed: tuple[OpenWindow, ...]) -> dict[str, int]:
    """Windows in a row without a word; what came ends the row, also where nothing was asked."""
    counts = dict(quiet)
    for window in closed:
        counts.update(dict.fromkeys(window.moved, 0))
        for turn in asked.turns:
            if turn.window == window.key and turn.who not in window.moved:
                counts[turn.who] = counts.get(turn.who, 0) + 1 if turn.expected else 0
    return counts
