"""The order of arrival: before what an entry may count, and what a late one would spoil (ALL-8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import EndsOtherwise
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow
from gmtool.engine.text import CHANCE
from gmtool.engine.window_moves import Close
from gmtool.engine.windows import is_in_its_place


def window_key(window: OpenWindow) -> tuple[str, int]:
    """The key of a window, and the number of the entry that opened it."""
    return window.key, window.entry


def arrival_key(entry: Entry) -> tuple[Instant, int]:
    """The sort key of entries in a window by arrival: arrival, then number."""
    return entry.received_at, entry.number


def may_be_before(step: Step, who: str, own: tuple[str, int] | None) -> bool:
    """Whether an entry of `who` may count before a step: one for a window while that is open, any
    other as long as the same windows by arrival are. It never is where a `close` is about it.
    """
    closes = isinstance(step.move, Close)
    if own:
        is_open = own in {window_key(window) for window in step.was}
        return is_open and not (isinstance(step.move, Close) and who in step.move.who)
    there = {window_key(window) for window in step.was if window.by_arrival}
    return bool(there) and not closes and not there & {window_key(one) for one in step.closed}


def closed_after(steps: Sequence[Step], entry: Entry) -> int | None:
    """The index of the step that closed a window by arrival, where it arrived after `entry` and
    only what counts by arrival follows it; else None.
    """
    for i in reversed(range(len(steps))):
        step = steps[i]
        if entry.who == CHANCE or is_in_its_place(step.entry.who, step.move):
            break
        closes = any(window.by_arrival for window in step.closed)
        if closes and arrival_key(entry) < arrival_key(step.entry):
            return i
    return None


def ended_since(steps: Sequence[Step], entry: Entry, closing: int) -> bool:
    """Whether the end of a window, at that step, was on record only after an entry was."""
    keys = {window_key(window) for window in steps[closing].closed}
    own = [step for step in steps[: closing + 1] if step.window in keys]
    return entry.number < max(step.entry.number for step in (*own, steps[closing]))


def known_at(step: Step, before: Sequence[Step], now: Instant | None) -> Instant | None:
    """Since when it has been on record that the windows by arrival have ended which a step
    closes, or which a draw answers for (ALL-1); None where it closes none. The steps `before` may
    have had them opened by another entry; where none of those closed them, it is so since `now`.
    """
    entry = step.entry
    if not step.closed:
        return None
    if entry.who != CHANCE and is_in_its_place(entry.who, step.move):
        return None
    ended = {window_key(window) for window in step.closed if window.by_arrival}
    keys = {key for key, _ in ended}
    for one in before if ended else ():
        own = {window_key(window) for window in one.closed if window.by_arrival}
        is_same = one.entry.number == entry.number and keys & {key for key, _ in own}
        if own & ended or is_same:
            return one.known_at or one.entry.received_at
    return now if ended else None


def check_spoilt(entry: Entry, before: Step, spoilt: Entry | None) -> None:
    """Raise EndsOtherwise for an entry that belongs before a step, where with it something that was
    said later wouldn't stand as it does.
    """
    if spoilt:
        raise EndsOtherwise(
            before.entry.number,
            "it came {at}, and what came later is on record already; with it what was said {then} "
            "would have another outcome.",
            quoted=entry.text,
            at=entry.received_at,
            then=spoilt.received_at,
        )


def check_ends(entry: Entry, was: Sequence[Step], now: Sequence[Step]) -> None:
    """Raise EndsOtherwise where windows by arrival end by other entries in the steps `now`, with
    that entry among them, than in those that there were without it: whoever read how one ended was
    told something else. Where it is the last that was missing, any of them may be the end, as long
    as none comes too late by that.
    """
    before, after = _ends_by_arrival(was), _ends_by_arrival(now)
    stood = {step.entry.number for step in was if not step.void}
    is_missed = any(step.void and step.entry.number in stood for step in now)
    for key in (*before, *(after if is_missed else ())):
        old, end = before.get(key), after.get(key)
        if old and end and old.entry.number == end.entry.number:
            continue
        closed = (w for one in (old, end) if one for w in one.closed if window_key(w) == key)
        title = next((w.title for w in closed if w.known_to(entry.who)), "what is open beside it")
        times = {"old": old and old.entry.received_at, "end": end and end.entry.received_at}
        how = "would have ended {end}" if end else "wouldn't have ended {old}"
        how += ", not {old}" if old and end else ""
        if old and end and times["old"] == times["end"]:
            how = "would have ended by another move, {end} too"
        raise EndsOtherwise(
            was[0].entry.number,
            f"it came {{at}}, and what came later is on record already; with it {{title}} {how}.",
            quoted=entry.text,
            at=entry.received_at,
            title=title,
            **{name: at for name, at in times.items() if at},
        )


def _ends_by_arrival(steps: Iterable[Step]) -> dict[tuple[str, int], Step]:
    """The steps that closed windows by arrival, by the window."""
    return {window_key(one): step for step in steps for one in step.closed if one.by_arrival}
