"""Windows: how they open, run and close, and what may be said in them when (ALL-1, ALL-2)."""

from __future__ import annotations

from datetime import timedelta

from gmtool.engine.deadlines import put_off_while_away
from gmtool.engine.entries import Entry
from gmtool.engine.frozen import replace
from gmtool.engine.game import Game, Wanted, Window
from gmtool.engine.instants import Instant, write_span
from gmtool.engine.moves import (
    Absent,
    Adopt,
    Alias,
    Amendment,
    Aside,
    Asks,
    Close,
    Done,
    End,
    Extend,
    HostMove,
    Move,
    Note,
    Pause,
    Replace,
    Resume,
    Says,
    Set,
    Start,
)
from gmtool.engine.plans import Plan
from gmtool.engine.refusals import NotNow, Refused, Slip
from gmtool.engine.table import (
    OpenWindow,
    Table,
    is_awaited,
    is_up,
    may_add,
    wanted,
)
from gmtool.engine.wording import CHANCE, HOST, listed


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
        isinstance(
            move,
            (Note, End, Extend, Set, Says, Asks, Aside, Amendment, Adopt, Absent, Alias, Replace),
        )
        # A plan would be carried out the moment the game goes on, before its player could take it
        # back.
        or (isinstance(move, Plan) and not move.stages)
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
    deadline, last = window.deadline_of(entry.who), window.last_call(entry.who)
    if at > last and not entry.late:
        raise Refused(
            window.clause,
            "it came {at}, after the deadline for {title} ({deadline}){grace}.",
            at=at,
            title=window.title,
            deadline=deadline,
            grace=f" and the {write_span(window.policy.grace)} of grace" if last > deadline else "",
            quoted=str(move),
        )
    if entry.late and at <= last:
        raise Slip(
            "ALL-1",
            "it came {at}, in time for {title} (deadline {deadline}); leave --late out.",
            at=at,
            title=window.title,
            deadline=deadline,
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
    if len(turns) == 1:
        return table.window(turns[0].window)
    if not turns:
        known = [window for window in table.windows if window.known_to(who)]
        return known[0] if len(known) == 1 else None
    verb = str(move).partition(" ")[0]
    asking = (t for t in turns if any(form.partition(" ")[0] == verb for form in t.moves))
    if isinstance(move, Done):
        asking = (t for t in turns if t.window)
    return table.window(next(asking, turns[0]).window)


def is_lasting(asked: Wanted, key: str) -> bool:
    """Whether players may add to what they said in a window: one of several players, or a sealed
    one, in which the first answer isn't final.
    """
    several = len({turn.who for turn in asked.turns if turn.window == key}) > 1
    fits = (one for one in asked.windows if one.key == key and not one.final)
    return any(several or one.sealed for one in fits)


def check_done(asked: Wanted, table: Table, entry: Entry, move: Done) -> None:
    """Raise NotNow for a `done` of a player of whom nothing is asked, and Refused where something
    is still to come from it first (ALL-2).
    """
    turns = [turn for turn in asked.turns if turn.who == entry.who and turn.window]
    if not turns:
        raise NotNow(
            "ALL-2",
            "nothing is asked of {who} now, so there is nothing to be done with.",
            who=entry.who,
            quoted=str(move),
        )
    for turn in turns:
        window = table.window(turn.window)
        moved = window is None or entry.who in window.moved
        if turn.expected and not moved and str(move) not in turn.moves:
            raise Refused(
                "ALL-2",
                "nothing is on record for {title} yet that could be all; what is asked for is "
                "{moves}.",
                title=window.title if window else turn.task,
                moves=listed([f"`{form}`" for form in turn.moves], "or"),
                quoted=str(move),
            )


def sealed_window(asked: Wanted, table: Table, who: str, move: Move) -> tuple[str, int] | None:
    """The sealed window that a player's move or message is for: its key and the entry that opened
    it.

    None where there is none. In such a window entries count in the order of arrival (ALL-8).
    """
    if who in {HOST, CHANCE} or isinstance(move, Plan):
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


def closing(
    asked: Wanted, table: Table, at: Instant, move: Close, *, recorded: bool = False
) -> tuple[str, ...]:
    """The players for whom a `close` lets time run out; raises a Refusal where it
    comes too soon (ALL-2).

    With `recorded` it isn't asked again whether an early one came too soon: that was judged when it
    was recorded.
    """
    if not table.windows:
        raise NotNow("ALL-2", "no window is open that could be closed.", quoted=str(move))
    if move.early:
        _check_early(asked, table, at, move, recorded=recorded)
    late = _late(asked, table, at, move)
    for name in move.who:
        if name not in late:
            raise Refused(
                "ALL-2",
                "{name} isn't overdue for anything; overdue: {late}.",
                name=name,
                late=", ".join(late) or "nobody",
                quoted=str(move),
            )
    if not (move.early or move.who or table.overdue(at)):
        window = min(table.windows, key=lambda w: w.ends)
        raise Refused(
            "ALL-2",
            "the window for {title} closes {deadline}{grace}; before that only `close early`, "
            "when nobody is left who may still say or add something{missing}.",
            title=window.title,
            deadline=max((window.deadline, *window.own.values())),
            grace=_and_grace(window),
            missing=_missing(asked, table, at),
            quoted=str(move),
        )
    return move.who or late


def _late(asked: Wanted, table: Table, at: Instant, move: Close) -> tuple[str, ...]:
    """The players who owe something in a window that is closed, or whose own time is up where the
    `close` names them.
    """
    windows = {window.key: window for window in table.windows}
    owing = [turn for turn in asked.turns if turn.expected and turn.window in windows]
    due = {w.key for w in windows.values() if move.early or w.ends <= at}
    late = [
        turn.who
        for turn in owing
        if turn.window in due
        or (turn.who in move.who and windows[turn.window].last_call(turn.who) <= at)
    ]
    return tuple(dict.fromkeys(late))


def _and_grace(window: OpenWindow) -> str:
    minutes = window.policy.grace
    return f", and {write_span(minutes)} of grace count after that" if minutes else ""


def _check_early(asked: Wanted, table: Table, at: Instant, move: Close, *, recorded: bool) -> None:
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
    missing = _missing(asked, table, at, only_awaited=recorded)
    if missing:
        raise Refused(
            "ALL-2",
            "it can close early only when nobody is left who may still say or add "
            "something{missing}.",
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


def _missing(asked: Wanted, table: Table, at: Instant, *, only_awaited: bool = False) -> str:
    """Who is in the way of an early close, in words: the players still awaited, or those who
    haven't said that they are done. Whose own time is up can't add anything.
    """
    turns = [turn for turn in asked.turns if turn.window and not is_up(table, turn, at)]
    awaited = dict.fromkeys(turn.who for turn in turns if is_awaited(table, turn))
    adding = dict.fromkeys(turn.who for turn in turns if may_add(asked, table, turn))
    undone = () if only_awaited else [name for name in adding if name not in awaited]
    if awaited:
        return f"; still awaited: {', '.join(awaited)}"
    return f"; `done` hasn't come from {listed(undone)}" if undone else ""


def note_mover(asked: Wanted, table: Table, entry: Entry, move: Move) -> Table:
    """The table with the arrival noted in its windows, and the player as having moved in
    those it moved in.

    An aside isn't noted as a move, and a plan not at all: it belongs to no window.
    """
    if entry.who in {HOST, CHANCE} or isinstance(move, Plan):
        return table
    if move.aside:
        return came_last(table, entry.received_at)
    windows = tuple(_with_mover(w, entry, asked, move) for w in table.windows)
    return replace(table, windows=windows)


def came_last(table: Table, at: Instant, of: tuple[str, int] | None = None) -> Table:
    """The table with an arrival at that instant noted in every open window, or only in the window
    `of`.
    """
    windows = (
        replace(w, last=_later(w.last, at)) if of in {None, (w.key, w.entry)} else w
        for w in table.windows
    )
    return replace(table, windows=tuple(windows))


def _later(last: Instant | None, at: Instant) -> Instant:
    """The later of two arrivals."""
    return max(at, last or at)


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
    closed = tuple(_closed(w, asked, entry) for w in windows if w.key not in keys)
    opened = tuple(
        _open(w, entry, next_wanted, after) for w in now_open if before.window(w.key) is None
    )
    if closed or opened:
        windows = (*(w for w in windows if w.key in keys), *opened)
    table = replace(
        after,
        windows=windows,
        closed=closed or (before.closed if still_chance else ()),
        quiet=after.quiet if after.called_off else _quiet(asked, after, closed),
        pauses=() if opened else after.pauses,
        began=before.began or at,
        last_at=max(before.last_at or at, at),
        drawn=before.drawn + (entry.who == CHANCE),
        words_fixed=before.words_fixed or entry.drawn == "seed",
    )
    return table, closed or (before.closed if entry.who == CHANCE else ())


def _closed(window: OpenWindow, asked: Wanted, entry: Entry) -> OpenWindow:
    """A window that closes by an entry, with those who could move in it."""
    could = (turn.who for turn in asked.turns if turn.window == window.key)
    seats = tuple(dict.fromkeys((*could, *window.moved)))
    return replace(window, asked=seats, closed_by=entry.number)


def _open(window: Window, entry: Entry, asked: Wanted, table: Table) -> OpenWindow:
    opened, policy = entry.received_at, table.policy
    deadline = table.calendar.reckon(policy, opened, timedelta(hours=window.hours))
    open_one = OpenWindow(
        window.key,
        window.title,
        window.clause,
        entry.number,
        opened,
        deadline,
        sealed=window.sealed,
        private=window.private,
        hours=window.hours,
        policy=policy,
        early=window.early and is_lasting(asked, window.key),
    )
    return put_off_while_away(open_one, asked, table)


def _with_mover(window: OpenWindow, entry: Entry, asked: Wanted, move: Move) -> OpenWindow:
    """The window with the arrival noted, and the player as having moved in it and as done or, by a
    later move, not done any more.
    """
    turn, last = asked.turn(entry.who), _later(window.last, entry.received_at)
    if turn is not None and turn.window not in ("", window.key):
        return replace(window, last=last)
    who = entry.who
    moved = window.moved if who in window.moved else (*window.moved, who)
    done = tuple(name for name in window.done if name != who)
    done = (*done, who) if isinstance(move, Done) else done
    return replace(window, last=last, moved=moved, done=done)


def _quiet(asked: Wanted, table: Table, closed: tuple[OpenWindow, ...]) -> dict[str, int]:
    """For each player, the windows in a row in which it sent nothing.

    Whatever it sends ends the row, even unasked and even if it is no move (ALL-7). A window during
    which it was away isn't counted (ALL-10).
    """
    if not closed:
        return table.quiet
    counts = dict(table.quiet)
    for window in closed:
        counts.update(dict.fromkeys((*window.moved, *window.wrote), 0))
        for turn in asked.turns:
            is_away = table.is_away(turn.who, window.opened, window.deadline)
            if turn.window == window.key and turn.who not in window.came and not is_away:
                counts[turn.who] = counts.get(turn.who, 0) + 1 if turn.expected else 0
    return counts
