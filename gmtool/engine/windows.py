"""Windows: how they open, run and close, and what may be said in them when (ALL-1, ALL-2)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from gmtool.engine.entries import Entry
from gmtool.engine.game import Game, Wanted, Window
from gmtool.engine.instants import Instant
from gmtool.engine.moves import (
    Amendment,
    Aside,
    Asks,
    Close,
    End,
    Extend,
    HostMove,
    Move,
    Note,
    Pause,
    Resume,
    Says,
    Set,
    Start,
)
from gmtool.engine.refusals import NotNow, Refused, Slip
from gmtool.engine.table import OpenWindow, Table, is_awaited, wanted
from gmtool.engine.wording import CHANCE, HOST


def check_pause(table: Table, entry: Entry, move: Move) -> None:
    """Raise Refused or NotNow for what can't be said in a pause, or arrived during one (ALL-6)."""
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
    if (
        isinstance(move, (Note, End, Extend, Set, Says, Asks, Aside, Amendment))
        or entry.who == CHANCE
    ):
        return
    if isinstance(move, Pause) and any(entry.received_at < until for _, until in table.pauses):
        raise Refused(
            "ALL-6",
            "the game was paused until {until}; the next pause can't begin before that.",
            until=table.pauses[-1][1],
            quoted=str(move),
        )
    # What arrived before the pause counts.
    if table.paused and (entry.who == HOST or entry.received_at > table.paused):
        raise NotNow(
            "ALL-6",
            "the game has been paused since {paused}; {right}.",
            paused=table.paused,
            right="it goes on with `resume`"
            if entry.who == HOST
            else "what is said meanwhile doesn't count, so send it again when it has gone on",
            quoted=str(move),
        )
    # Typing after `resume` doesn't help: what arrived in the pause doesn't count.
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


def check_order(table: Table, entry: Entry, move: Move) -> None:
    """Raise Refused for an entry dated before the game began.

    A start, a close or a move of the game's own by the host is also refused before the last entry.
    """
    at = entry.received_at
    if table.began and at < table.began and not isinstance(move, Says):
        raise Refused(
            "ALL-1",
            "{at} is before the game began ({began}).",
            at=at,
            began=table.began,
            quoted=str(move),
        )
    follows = isinstance(move, (Start, Close)) or (
        entry.who == HOST and not isinstance(move, HostMove)
    )
    if follows and table.last_at and at < table.last_at:
        raise Refused(
            "ALL-1",
            "“{move}” can't be dated {at}, before the last entry ({last}).",
            move=move,
            at=at,
            last=table.last_at,
            quoted=str(move),
        )


def check_window(asked: Wanted, table: Table, entry: Entry, move: Move) -> None:
    """Raise Refused where a player's move, which the rules allow, didn't come in its window
    (ALL-1).

    Raises Slip where the host gives a reason for a late move that came in time.
    """
    at = entry.received_at
    if move.anytime or entry.who in {HOST, CHANCE}:
        return
    window = _window_of(asked, table, entry.who, move)
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
        raise Slip(
            "ALL-1",
            "it came {at}, in time for {title} (deadline {deadline}); leave --late out.",
            at=at,
            title=window.title,
            deadline=window.deadline,
            quoted=str(move),
        )
    if _asked_for(asked, window).final and entry.who in window.moved and not move.aside:
        raise Refused(
            window.clause,
            "{who} has already answered for {title}; the first answer is final.",
            who=entry.who,
            title=window.title,
            quoted=str(move),
        )


def _asked_for(asked: Wanted, window: OpenWindow) -> Window:
    """The window of the rules that an open window was opened for."""
    return next(one for one in asked.windows if one.key == window.key)


def _window_of(asked: Wanted, table: Table, who: str, move: Move) -> OpenWindow | None:
    """The window that a move is for; of several of the player's, the one that asks for such a
    move.
    """
    turns = [turn for turn in asked.turns if turn.who == who]
    if not turns:
        known = [window for window in table.windows if window.known_to(who)]
        return known[0] if len(known) == 1 else None
    verb = str(move).partition(" ")[0]
    asking = (t for t in turns if any(form.partition(" ")[0] == verb for form in t.moves))
    return table.window(next(asking, turns[0]).window)


def sealed_window(asked: Wanted, table: Table, who: str, move: Move) -> tuple[str, int] | None:
    """The sealed window that a player's move or message is for: its key and the entry that opened
    it.

    None where there is none. In such a window entries count in the order of arrival (ALL-8).
    """
    if who in {HOST, CHANCE}:
        return None
    window = _window_of(asked, table, who, move)
    if isinstance(move, Says):
        window = next((w for w in table.windows if w.sealed and w.known_to(who)), None)
    return (window.key, window.entry) if window and window.sealed else None


def last_arrival(table: Table) -> Instant | None:
    """The latest arrival in a sealed window that is open; None where there is none."""
    return max((w.last for w in table.windows if w.sealed and w.last), default=None)


def arrived_before(table: Table, entry: Entry) -> bool:
    """Whether an entry arrived before another one that is on record in a sealed window."""
    last = last_arrival(table)
    return last is not None and entry.received_at < last


def extend(table: Table, move: Extend) -> Table:
    """The table with the deadline of every open window put off (ALL-6); raises NotNow
    where none is open.
    """
    if not table.windows:
        raise NotNow("ALL-6", "no window is open that could be extended.", quoted=str(move))
    span = timedelta(minutes=move.minutes)
    windows = tuple(replace(w, deadline=w.deadline.plus(span)) for w in table.windows)
    return replace(table, windows=windows)


def resume(table: Table, at: Instant) -> Table:
    """The table with the clock running again; each window keeps the time it had left (ALL-6)."""
    assert table.paused is not None  # noqa: S101 - check_pause saw to it
    since = table.paused
    windows = tuple(
        replace(w, deadline=w.deadline.plus(max(since, w.opened).until(at))) for w in table.windows
    )
    return replace(table, paused=None, windows=windows, pauses=(*table.pauses, (since, at)))


def closing(asked: Wanted, table: Table, at: Instant, move: Close) -> tuple[str, ...]:
    """The players for whom a `close` lets time run out; raises a Refusal where it
    comes too soon (ALL-2).
    """
    if not table.windows:
        raise NotNow("ALL-2", "no window is open that could be closed.", quoted=str(move))
    due = {window.key for window in table.overdue(at)}
    if move.early:
        _check_early(asked, table, at, move)
        due = {window.key for window in table.windows}
    owing = (turn.who for turn in asked.turns if turn.window in due and turn.expected)
    late = tuple(dict.fromkeys(owing))
    for name in move.who:
        if name not in late:
            raise Refused(
                "ALL-2",
                "{name} isn't overdue for anything; overdue: {late}.",
                name=name,
                late=", ".join(late) or "nobody",
                quoted=str(move),
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
    for window in table.windows:
        if not _asked_for(asked, window).early:
            raise Refused(
                window.clause,
                "the window for {title} is open until {deadline} for everybody; it isn't closed "
                "early.",
                title=window.title,
                deadline=window.deadline,
                quoted=str(move),
            )
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
    turns = (turn for turn in asked.turns if turn.window and is_awaited(table, turn))
    names = dict.fromkeys(turn.who for turn in turns)
    return f"; still awaited: {', '.join(names)}" if names else ""


def note_mover(asked: Wanted, table: Table, entry: Entry, move: Move) -> Table:
    """The table with the arrival noted in its windows, and the player as having moved in
    those it moved in.

    An aside isn't noted as a move.
    """
    if entry.who in {HOST, CHANCE}:
        return table
    table = came_last(table, entry.received_at)
    if not move.aside:
        windows = tuple(_with_mover(w, entry, asked) for w in table.windows)
        table = replace(table, windows=windows)
    return table


def came_last(table: Table, at: Instant, of: tuple[str, int] | None = None) -> Table:
    """The table with an arrival at that instant noted in every open window, or only in the window
    `of`.
    """
    windows = (
        replace(w, last=max(at, w.last or at)) if of in {None, (w.key, w.entry)} else w
        for w in table.windows
    )
    return replace(table, windows=tuple(windows))


def open_and_close(
    game: Game, asked: Wanted, before: Table, after: Table, entry: Entry
) -> tuple[Table, tuple[OpenWindow, ...]]:
    """The table with windows opened and closed, and its counts updated; and the windows that the
    entry closed, or that a chance entry answers for.
    """
    at = entry.received_at
    windows = after.windows
    next_wanted = wanted(game, after)
    now_open = next_wanted.windows
    still_chance = entry.who != CHANCE or next_wanted.turn(CHANCE) is not None
    keys = {window.key for window in now_open}
    closed = tuple(w for w in windows if w.key not in keys)
    opened = tuple(_open(w, entry) for w in now_open if before.window(w.key) is None)
    table = replace(
        after,
        windows=(*(w for w in windows if w.key in keys), *opened),
        closed=closed or (before.closed if still_chance else ()),
        quiet=after.quiet if after.called_off else _quiet(asked, after.quiet, closed),
        pauses=() if opened else after.pauses,
        began=before.began or at,
        last_at=max(before.last_at or at, at),
        drawn=before.drawn + (entry.who == CHANCE),
        words_fixed=before.words_fixed or entry.drawn == "seed",
    )
    return table, closed or (before.closed if entry.who == CHANCE else ())


def _open(window: Window, entry: Entry) -> OpenWindow:
    opened = entry.received_at
    deadline = opened.plus(timedelta(hours=window.hours))
    return OpenWindow(
        window.key,
        window.title,
        window.clause,
        entry.number,
        opened,
        deadline,
        sealed=window.sealed,
        private=window.private,
    )


def _with_mover(window: OpenWindow, entry: Entry, asked: Wanted) -> OpenWindow:
    turn = asked.turn(entry.who)
    if entry.who in window.moved or (turn is not None and turn.window not in ("", window.key)):
        return window
    return replace(window, moved=(*window.moved, entry.who))


def _quiet(asked: Wanted, quiet: dict[str, int], closed: tuple[OpenWindow, ...]) -> dict[str, int]:
    """For each player, the windows in a row in which it sent nothing.

    Whatever it sends ends the row, even unasked and even if it is no move (ALL-7).
    """
    counts = dict(quiet)
    for window in closed:
        counts.update(dict.fromkeys((*window.moved, *window.wrote), 0))
        for turn in asked.turns:
            if turn.window == window.key and turn.who not in window.came:
                counts[turn.who] = counts.get(turn.who, 0) + 1 if turn.expected else 0
    return counts
