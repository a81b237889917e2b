"""Backdated moves, or late hands: on record after the deadline of their window, as of before it.

A host who types a move then may have seen what the others sent, so players are told when it arrived
and when it was put on record.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from gmtool.engine.effective import effective_entries
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Done, Move, RawMessage, read_raw_message
from gmtool.engine.plans import Plan, is_plan
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, Table
from gmtool.engine.text import CHANCE, HOST

_Windows = Mapping[tuple[str, int], OpenWindow]


def is_backdated(entry: Entry, window: OpenWindow, who: str) -> bool:
    """Whether a move in that window, by the player who is called `who` now, came in time and was
    put on record, or put right, when its time was up.
    """
    is_sent = entry.who not in {HOST, CHANCE} and not entry.planned
    last = window.last_call(who)
    return is_sent and window.opened <= entry.received_at <= last < entry.on_record_at


def _decides(move: Move) -> bool:
    """Whether a move says something that it helps to say after the others."""
    return not isinstance(move, (RawMessage, Done, Plan))


def by_itself(step: Step, last: _Windows = MappingProxyType({})) -> bool:
    """Whether a step is a late hand that is told as soon as it is made; what came in a sealed
    window is told when that closes. `last` are the windows as their deadlines held at last.
    """
    if not _decides(step.move) or (step.sealed and not step.move.public):
        return False
    windows = (last.get((w.key, w.entry), w) for w in step.was if _may_be_for(step, w))
    return any(is_backdated(step.entry, w, step.who) for w in windows if _runs(step.table, w))


def _runs(table: Table, window: OpenWindow) -> bool:
    """Whether the time of a window isn't kept by a pause."""
    return not (table.paused and table.paused <= window.ends)


def _may_be_for(step: Step, window: OpenWindow) -> bool:
    """Whether a step's move is for that window, or may be where it is for none; of an announced one
    nobody is told.
    """
    is_own = step.window in {None, (window.key, window.entry)}
    return is_own and window.is_for(step.who) and not window.announced


def is_backdated_move(step: Step) -> bool:
    """Whether a step is a late hand, as far as its deadline holds."""
    windows = (w for w in step.was if step.sealed == (w.key, w.entry) and _decides(step.move))
    return by_itself(step) or any(is_backdated(step.entry, w, step.who) for w in windows)


def in_closed(
    came: Iterable[tuple[OpenWindow, Iterable[Entry]]], seat: Callable[[str], str]
) -> list[Entry]:
    """The late hands among what came in sealed windows which have closed, as far as everybody may
    know whom they asked.
    """
    known = ((window, entries) for window, entries in came if window.is_for(PUBLIC))
    return [e for window, entries in known for e in entries if is_backdated(e, window, seat(e.who))]


def facts(entries: Collection[Entry], *, who: str = "", sealed: bool = False) -> dict[str, Any]:
    """Late hands as templates get them, all together: nobody is told whose they are, but for a
    public move, which is `who`'s.
    """
    return {
        "many": len(entries),
        "who": who,
        "sealed": sealed,
        "arrived": min(entry.received_at for entry in entries),
        "recorded": max(entry.on_record_at for entry in entries),
    }


def in_replay(replay: Replay) -> Iterator[Step]:
    """The steps of a game that are late hands, by the deadlines that held at last."""
    steps, last = replay.effective, dict[tuple[str, int], OpenWindow]()
    for windows in (*(step.was for step in steps), replay.table.windows):
        last |= {(window.key, window.entry): window for window in windows}
    still = {(w.key, w.entry) for w in replay.table.windows if not _runs(replay.table, w)}
    for step in steps:
        if still & {step.sealed, step.window}:
            continue
        window = last.get(step.sealed) if step.sealed and _decides(step.move) else None
        if by_itself(step, last) or (window and is_backdated(step.entry, window, step.who)):
            yield step


def since(replay: Replay, at: Instant) -> Iterator[dict[str, Any]]:
    """The late hands that were put on record after an instant and whose window has closed, for
    the correction of what was told then.
    """
    is_open = {(window.key, window.entry) for window in replay.table.windows}
    hidden = {(w.key, w.entry) for s in replay.effective for w in s.was if w.announced}
    untold = {*is_open, *hidden}
    steps = [s for s in in_replay(replay) if s.entry.on_record_at > at and s.sealed not in untold]
    public = [step for step in steps if step.move.public]
    yield from (facts([step.entry], who=step.who) for step in public)
    sealed = [step.entry for step in steps if not step.move.public]
    if sealed:
        yield facts(sealed, sealed=True)


def in_open(table: Table, entries: Sequence[Entry]) -> list[int]:
    """The numbers of the sealed windows' late hands, among the entries since they opened, while
    they are open.
    """
    done = str(Done())
    moves = [
        e for e in effective_entries(entries) if not (read_raw_message(e.text) or is_plan(e.text))
    ]
    sealed = [window for window in table.windows if window.sealed and window.is_for(PUBLIC)]
    return [
        e.number
        for e in moves
        if e.text != done and any(is_backdated(e, w, table.seat(e.who)) for w in sealed)
    ]
