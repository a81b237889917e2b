"""Deadlines: how they are put off by rulings, pauses and absences, and kept by a policy (ALL-6,
ALL-10).
"""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Wanted
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Move
from gmtool.engine.policy import LONGEST
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.table import Absence, Change, OpenWindow, Table
from gmtool.engine.text import listed, told
from gmtool.engine.window_moves import Absent, Close, Extend, Pause, Resume


def on_the_clock(asked: Wanted, table: Table, entry: Entry, move: Move) -> Table | None:
    """The table after a ruling about deadlines; None for any other move. Raises a Refusal."""
    match move:
        case Extend():
            return _while_away(asked, _extend(asked, table, entry, move))
        case Absent():
            return _absent(asked, table, entry, move)
        case Pause():
            return replace(table, paused=entry.received_at)
        case Resume():
            return _while_away(asked, _resume(table, entry))
    return None


def meant(table: Table, move: Close | Extend, clause: str) -> tuple[OpenWindow, ...]:
    """The open windows that a move of the host's is about: all, or that which it names. Raises
    NotNow by that clause where none of that name is open.
    """
    found = tuple(window for window in table.windows if move.is_about(window.name))
    if not found:
        raise NotNow(
            clause, f"no window called “{told(move.window)}” is open{told(_by_name(table))}."
        )
    return found


def _by_name(table: Table) -> str:
    """What is open by a name, in words, as far as everybody may know."""
    names = listed(w.name for w in table.windows if w.name and w.known_to(PUBLIC))
    return f"; what is open is {names}" if names else ""


def _extend(asked: Wanted, table: Table, entry: Entry, move: Extend) -> Table:
    """The table with the deadline of every open window put off, or a player's own in those in which
    it may move (ALL-6). Raises a Refusal where nothing is put off.
    """
    if not any(window.opened <= entry.received_at for window in table.windows):
        raise NotNow(
            "ALL-6",
            "no window is open now that was open {at} and could be extended.",
            at=entry.received_at,
        )
    if table.paused and move.until:
        raise NotNow(
            "ALL-6",
            "in a pause the clock stands still, and a deadline would be put off by it again; give "
            "a length of time, as in +12h, or wait until the game goes on.",
        )
    own = meant(table, move, "ALL-6")
    about = {window.key for window in own if window.opened <= entry.received_at}
    if move.who:
        about &= {turn.window for turn in asked.turns if turn.who == move.who}
    windows = tuple(
        _extended(window, asked, entry, move) if window.key in about else window
        for window in table.windows
    )
    if not about:
        raise NotNow("ALL-6", f"{move.who} has nothing to do in an open window now.")
    longer = [new for new, old in zip(windows, table.windows, strict=True) if new != old]
    if longer and all(new.last_call(move.who) < entry.received_at for new in longer):
        raise Refused(
            "ALL-6",
            "time would have been up {deadline} all the same, which is over; give more.",
            deadline=max(new.deadline_of(move.who) for new in longer),
        )
    if not longer:
        raise Refused(
            "ALL-6",
            "time isn't up before {deadline} anyway; a deadline is only ever put off.",
            deadline=min(w.deadline_of(move.who) for w in windows if w.key in about),
        )
    return replace(table, windows=windows)


def _extended(window: OpenWindow, asked: Wanted, entry: Entry, move: Extend) -> OpenWindow:
    deadline = window.deadline_of(move.who)
    until = move.until or deadline.plus(timedelta(minutes=move.minutes))
    return put_off(window, asked, Change(entry.number, "extend", until, move.who))


def put_off(window: OpenWindow, asked: Wanted, change: Change) -> OpenWindow:
    """The window with a deadline put off: of everybody, or of the player in the change, whose own
    it is where others are expected there too. A deadline is never brought forward (ALL-10).
    """
    if change.until <= window.deadline_of(change.who):
        return window
    window = replace(window, changes=(*window.changes, change))
    if change.who and (window.announced or _alone(asked, window) != change.who):
        return replace(window, own={**window.own, change.who: change.until})
    return replace(window, deadline=change.until)


def _alone(asked: Wanted, window: OpenWindow) -> str:
    """The player whose turn the window is; empty for a window of several."""
    expected = {turn.who for turn in asked.turns if turn.window == window.key and turn.expected}
    one = next(iter(expected)) if len(expected) == 1 else ""
    return "" if set(window.moved) - {one} else one


def _resume(table: Table, entry: Entry) -> Table:
    """The table with the clock running again; each window keeps the time it had left, as far as
    such time counts (ALL-6).
    """
    assert table.paused is not None  # noqa: S101 - check_pause saw to it
    since, at = table.paused, entry.received_at

    def later(window: OpenWindow, deadline: Instant) -> Instant:
        policy, begin = window.policy, max(since, window.runs_since)
        if begin <= deadline:
            begin = begin.full_minute()  # the time left, and when it goes on, in whole minutes
        again = at.next_full_minute()
        if policy.is_plain or begin > deadline:
            return deadline.plus(begin.until(again))
        left = table.calendar.counted(policy, begin, deadline)
        return table.calendar.reckon(replace(policy, ends_at=""), again, left)

    def resumed(window: OpenWindow) -> OpenWindow:
        deadline = later(window, window.deadline)
        own = {who: later(window, until) for who, until in window.own.items()}
        changes = [Change(entry.number, "resume", deadline)]
        changes += [Change(entry.number, "resume", until, who) for who, until in own.items()]
        return replace(window, deadline=deadline, own=own, changes=(*window.changes, *changes))

    windows = tuple(map(resumed, table.windows))
    return replace(table, paused=None, windows=windows, pauses=(*table.pauses, (since, at)))


def _absent(asked: Wanted, table: Table, entry: Entry, move: Absent) -> Table:
    """The table with an absence. Open turns of the player's last until it ends (ALL-10)."""
    if move.until <= entry.received_at:
        raise Refused(
            "ALL-6",
            "that is over already ({until}); an absence is told of in advance.",
            until=move.until,
        )
    longest = timedelta(days=LONGEST)
    if move.since.until(move.until) > longest:
        raise Refused("ALL-6", f"an absence lasts {longest.days} days at most.")
    for there in table.absences:
        if there.who == move.who and there.since <= move.since and move.until <= there.until:
            raise Refused(
                "ALL-6",
                "{who} is away until {until} anyway, by entry {number}: `amend {number}` puts that "
                "right, and `rule active` ends it.",
                who=move.who,
                until=there.until,
                number=there.number,
            )
    one = Absence(entry.number, move.who, move.since, move.until)
    return _while_away(asked, replace(table, absences=(*table.absences, one)))


def _while_away(asked: Wanted, table: Table) -> Table:
    windows = tuple(put_off_while_away(window, asked, table) for window in table.windows)
    return replace(table, windows=windows)


def put_off_while_away(window: OpenWindow, asked: Wanted, table: Table) -> OpenWindow:
    """The window, put off until the absence of its player is over where it is the turn of one
    player alone, whom everybody may know. The policy says how long at most it waits for one who is
    away, by one absence or by several that follow one another (ALL-10).
    """
    if window.until or window.announced or not table.absences:
        return window
    who, policy, latest = _alone(asked, window), window.policy, None
    for one in sorted(table.absences, key=lambda absence: absence.since):
        if one.who == who and one.since <= window.deadline and window.opened < one.until:
            until = one.until
            if policy.longest_absence:
                most = timedelta(minutes=policy.longest_absence)
                latest = latest or max(one.since, window.runs_since).plus(most)
                until = min(until, latest)
            until = table.calendar.reckon(policy, until, timedelta())
            window = put_off(window, asked, Change(one.number, "absent", until, who))
    return window
