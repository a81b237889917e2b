"""What a host's `close` ends, and when it comes too soon (ALL-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gmtool.engine.deadlines import meant
from gmtool.engine.game import Wanted
from gmtool.engine.instants import Instant, write_span
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.table import OpenWindow, Table, is_awaited, is_up, may_add
from gmtool.engine.text import listed, told
from gmtool.engine.window_moves import Close
from gmtool.engine.windows import window_asked_for


class Ends(NamedTuple):
    """What a `close` ends: the turns that lapse by it, each as its player and the key of its
    window; and the keys of the windows that end with it for everybody.
    """

    lapsed: tuple[tuple[str, str], ...]
    closing: tuple[str, ...]


def ends_of_close(
    asked: Wanted, table: Table, at: Instant, move: Close, *, recorded: bool = False
) -> Ends:
    """What a `close` ends; raises a Refusal where it comes too soon (ALL-2).

    With `recorded` it isn't asked again whether an early one came too soon: that was judged when it
    was recorded.
    """
    if not table.windows:
        raise NotNow("ALL-2", "no window is open that could be closed.")
    about = meant(table, move, "ALL-2")
    if move.early:
        _check_early(asked, table, about, at, recorded=recorded)
    lapsed = tuple(_lapsed(asked, about, at, move))
    late = tuple(dict.fromkeys(who for who, _ in lapsed))
    for name in move.who:
        if name not in late:
            overdue = told(", ".join(late) or "nobody")
            raise Refused("ALL-2", f"{name} isn't overdue for anything; overdue: {overdue}.")
    if move.who:
        return Ends(tuple(one for one in lapsed if one[0] in move.who), ())
    ended = tuple(window.key for window in about if move.early or window.ends <= at)
    if not ended:
        window = min(about, key=lambda w: w.ends)
        raise Refused(
            "ALL-2",
            "the window for {title} closes {deadline}{grace}{early}.",
            title=window.title,
            deadline=max((window.deadline, *window.own.values())),
            grace=_and_grace(window),
            early=_how_early(asked, table, window, about, at),
        )
    return Ends(lapsed, ended)


def _lapsed(
    asked: Wanted, about: tuple[OpenWindow, ...], at: Instant, move: Close
) -> Iterator[tuple[str, str]]:
    """The turns of the players who owe something in a window that is closed, or whose own time is
    up where the `close` names them, each as its player and the key of its window.
    """
    windows = {window.key: window for window in about}
    for turn in asked.turns:
        window = windows.get(turn.window)
        if window is None or not turn.expected:
            continue
        is_due = move.early or window.ends <= at
        if is_due or (turn.who in move.who and window.last_call(turn.who) <= at):
            yield turn.who, turn.window


def _how_early(
    asked: Wanted, table: Table, window: OpenWindow, about: tuple[OpenWindow, ...], at: Instant
) -> str:
    """When a window may be closed early, in words."""
    if window.at_will:
        return "; before that only `close early` ends it"
    if not window_asked_for(asked, window).early:
        return "; it isn't closed before that"
    missing = _missing(asked, table, about, at)
    return (
        "; before that only `close early`, when nobody is left who may still say or add "
        f"something{missing}"
    )


def _and_grace(window: OpenWindow) -> str:
    minutes = window.policy.grace
    return f", and {write_span(minutes)} of grace count after that" if minutes else ""


def _check_early(
    asked: Wanted,
    table: Table,
    about: tuple[OpenWindow, ...],
    at: Instant,
    *,
    recorded: bool,
) -> None:
    for window in about:
        its = window_asked_for(asked, window)
        if not (window.at_will or its.early):
            raise Refused(
                its.early_clause or its.clause,
                "the window for {title} is open until {deadline} for everybody; it isn't closed "
                "early.",
                title=window.title,
                deadline=window.deadline,
            )
    missing = _missing(asked, table, about, at, only_awaited=recorded)
    if missing:
        raise Refused(
            "ALL-2",
            "it can close early only when nobody is left who may still say or add "
            f"something{told(missing)}.",
        )
    due = [window for window in table.overdue(at) if window in about]
    if due:
        raise Refused(
            "ALL-2",
            "the deadline has passed ({deadline}); a plain `close` is right.",
            deadline=min(w.deadline for w in due),
        )


def _missing(
    asked: Wanted,
    table: Table,
    about: tuple[OpenWindow, ...],
    at: Instant,
    *,
    only_awaited: bool = False,
) -> str:
    """Who is in the way of an early close of these windows, in words: the players still awaited, or
    those who haven't said that they are done. Whose own time is up can't add anything, and nobody
    is in the way where the host closes at will.
    """
    keys = {window.key for window in about if not window.at_will}
    turns = [t for t in asked.turns if t.window in keys and not is_up(table, t, at)]
    awaited = dict.fromkeys(turn.who for turn in turns if is_awaited(table, turn))
    adding = dict.fromkeys(turn.who for turn in turns if may_add(asked, table, turn))
    undone = () if only_awaited else [name for name in adding if name not in awaited]
    if awaited:
        return f"; still awaited: {', '.join(awaited)}"
    return f"; `done` hasn't come from {listed(undone)}" if undone else ""
