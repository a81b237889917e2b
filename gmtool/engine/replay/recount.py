"""Counting entries anew: after an amendment, for a ruling from before, and under new names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate, pairwise, takewhile

from msgspec.structs import replace

from gmtool.engine.amendments import AdoptThroughout, Amend, Amendment, Insert
from gmtool.engine.effective import (
    about,
    adopted_throughout,
    amends,
    apply_amendments,
    check_amendment,
    may_be_inserted,
    names_anew,
)
from gmtool.engine.entries import Entry
from gmtool.engine.entropy import check_back
from gmtool.engine.entry_texts import read
from gmtool.engine.host_moves import Alias, Note, Replace, Set
from gmtool.engine.names import find
from gmtool.engine.plans import is_plan
from gmtool.engine.refusals import EndsOtherwise, Refusal, Refused, Slip, quoting
from gmtool.engine.replay.arrival import check_ends, check_spoilt, closed_after, ended_since
from gmtool.engine.replay.fold import Fold, Invalidated, Recount
from gmtool.engine.settings import seated
from gmtool.engine.steps import Step, apply, check_version, draw
from gmtool.engine.table import Table, by_rules
from gmtool.engine.text import CHANCE, HOST, told
from gmtool.engine.window_moves import Absent, Extend
from gmtool.engine.windows import is_by_arrival


def judge_amendment(fold: Fold, entry: Entry) -> Recount:
    """The outcome of the amendment in `entry`, whatever becomes invalid by it.

    Raises a Refusal where the amendment itself can't be made.
    """
    known = fold.judged.get(entry)
    if known and known.fold.on_record == [*fold.on_record, entry]:
        return known
    move = read(fold.game, fold.table, HOST, entry.text)
    assert isinstance(move, Amendment)  # noqa: S101 - its verb says so
    back = partial(check_back, fold.table, at=entry.recorded_at)
    with quoting(move):
        if isinstance(move, AdoptThroughout):
            check_version(fold.game, fold.table, move)
        check_amendment(apply_amendments(fold.on_record), move, back)
    fold.judged[entry] = recount(fold, (*fold.on_record, entry), amendment=move)
    return fold.judged[entry]


def amend(fold: Fold, entry: Entry) -> Step:
    """Apply an amendment, and return its step; raises a Refusal, also where it doesn't name what
    becomes invalid by it.
    """
    outcome = judge_amendment(fold, entry)
    if outcome.invalidated:
        one, refusal = outcome.invalidated[0]
        numbers = ", ".join(str(one.number) for one, _ in outcome.invalidated)
        raise Refused(
            "ALL-6",
            f"with it entry {one.number} of {one.who}'s doesn't stand any more "
            f"({refusal.clause}); what falls with it has to be struck in the same breath: drop "
            f"{told(numbers)}.",
            quoted=entry.text,
        )
    fold.judged.clear()
    fold.restore(outcome.fold.position)
    # An amendment counts itself, or what it inserts.
    return next(step for step in fold.effective if step.entry.number == entry.number)


def recount(
    fold: Fold, on_record: Sequence[Entry], *, amendment: Amendment | None = None
) -> Recount:
    """The fold counted anew with `on_record` as its entries. Raises the Refusal of the entry that
    is amended or inserted by the last of them, the `amendment`, where it is invalid.
    """
    start = _laid(fold, on_record)
    first = _untouched_by(fold, on_record) if start == fold.start else 0
    now = Fold(fold.game, fold.begun, start, fold.seed, list(on_record), fold.steps[:first])
    now.unplanned = max(0, first - 1)
    now.before, now.now = fold.steps, on_record[-1].recorded_at
    stood = {step.entry.number for step in fold.effective}
    amended = {on_record[-1].number} if amendment else set()
    amended |= {amendment.number} if isinstance(amendment, Amend) else set()
    invalidated, orphaned = _count_all(now)
    then = now.copy()
    by_plans = then.make_due(on_record[-1])
    invalidated |= {n: (one, why) for n, (one, why) in by_plans.items() if not one.is_made}
    if amendment:
        with quoting(amendment):
            _check_draws(then, first)
    refusals = {number: refusal for number, (_, refusal) in invalidated.items()}
    refusals |= {s.entry.number: why for s in now.steps if (why := s.void or s.left_out)}
    for number in amended & refusals.keys():
        raise refusals[number]
    void = (s for s in now.steps if s.entry.number in stood and not s.entry.planned)
    return Recount(
        now,
        tuple(invalidated[number] for number in sorted(invalidated) if number in stood),
        tuple((step.entry, step.void) for step in void if step.void),
        tuple(entry for entry in orphaned if entry.number in stood),
    )


def _untouched_by(fold: Fold, on_record: Sequence[Entry]) -> int:
    """So many of the steps stay as they are where the entries on record are these: up to where
    one of them differs, or to the last time before that at which no window by arrival was open.
    """
    counting = apply_amendments(on_record)
    same = takewhile(
        lambda pair: pair[0] == pair[1],
        zip(apply_amendments(fold.on_record), counting, strict=False),
    )
    places = {entry.number: place for place, (entry, _) in enumerate(same)}
    found = [places.get(step.entry.number, len(counting)) for step in fold.steps]
    before = 0
    pairs = zip(accumulate(found, max), sorted(found), strict=True)
    for many, (last, place) in enumerate(pairs, start=1):
        if last != place or last == len(counting):
            continue  # one of those behind it was recorded before it
        if not any(window.by_arrival for window in fold.steps[many - 1].table.windows):
            before = many
    return before


def _count_all(fold: Fold) -> tuple[Invalidated, list[Entry]]:
    """Apply all entries. Returns the invalid ones by number, each with the reason, and the
    made entries, such as draws, that nothing asks for any more.

    What a player said in the time of a window by arrival becomes void where it is refused: what
    it depends on may have arrived before it and been recorded behind it.
    """
    on_record, counting = fold.on_record, apply_amendments(fold.on_record)
    there = {step.entry.number for step in fold.steps}
    last = max((n for n, one in enumerate(counting) if one.number in there), default=-1)
    entries = counting[last + 1 :]
    fold.recounted = frozenset(entry.number for entry in counting)
    redraws, own = any(map(amends, on_record)), _due_by_amendments(on_record)
    put_in = {about(entry) for entry in on_record if amends(entry)}
    invalidated: Invalidated = {}
    orphaned: list[Entry] = []
    for entry in entries:
        if entry.is_made and redraws:
            made = _make_again(fold, entry, by_amendment=entry.number in own)
            if made is None:
                orphaned.append(entry)
                continue
            entry = made  # noqa: PLW2901 - the same draw, or the same plan carried out
        try:
            _count_again(
                fold,
                _with_full_name(fold.table, entry),
                is_put_in=entry.number in put_in,
                invalidated=invalidated,
            )
        except Refusal as refusal:
            if not _keep_void(fold, entry, refusal, invalidated):
                invalidated[entry.number] = entry, refusal
        orphaned += [
            invalidated.pop(number)[0]
            for number in [*invalidated]
            if invalidated[number][0].is_made
        ]
    fold.recounted = frozenset()
    return invalidated, orphaned


def _count_again(
    fold: Fold,
    entry: Entry,
    *,
    is_put_in: bool,
    invalidated: Invalidated,
) -> Step:
    """Apply an entry on record; what isn't valid any more by it is in `invalidated`.

    Where it came in time for a window that a later arrival closed, it is tried within that
    window if it is refused elsewhere; first if it `is_put_in` or put right by an amendment, or
    was recorded before that end was.
    """
    if entry.late:
        with suppress(Slip):  # its amended time may be in time
            return fold.count_entry(entry, recorded=True, invalidated=invalidated)
        entry = replace(entry, late="")
    closing = closed_after(fold.steps, entry)
    is_said = entry.who not in {HOST, CHANCE} and not is_plan(entry.text)
    is_within = is_put_in or (closing is not None and ended_since(fold.steps, entry, closing))
    if closing is None or not (is_within or is_said):
        return fold.count_entry(entry, recorded=True, invalidated=invalidated)
    if not is_within:
        with suppress(Refusal):
            return fold.count_entry(entry, recorded=True, invalidated=invalidated)
    place = fold.place_of(entry, fold.steps[:closing])
    with suppress(Refusal):
        return fold.count_entry(entry, place, recorded=True, invalidated=invalidated)
    return fold.count_entry(entry, recorded=True, invalidated=invalidated)


def _keep_void(fold: Fold, entry: Entry, refusal: Refusal, invalidated: Invalidated) -> bool:
    """Keep a refused entry as a void step at its place, if a player said it that counted by
    arrival, or was void already, or is put in; else nothing is changed, and it is False.
    """
    was = next((one for one in fold.before if one.entry.number == entry.number), None)
    counts_so = not was or was.void or is_by_arrival(was.who, was.move, was.window, was.was)
    if not counts_so or entry.who in {HOST, CHANCE} or entry.is_made:
        return False
    if entry.of and entry.of not in fold.recounted:
        return False
    try:
        entry = _with_full_name(fold.table, entry)
        move = read(fold.game, fold.table, fold.table.seat(entry.who), entry.text)
        place = fold.place_of(entry, fold.steps[: closed_after(fold.steps, entry)])
    except Refusal:
        return False
    later, fold.steps = fold.steps[place:], fold.steps[:place]
    fold.append_void(Step(entry, move, (), fold.table), refusal)
    for one in later:
        fold.judge_again(one, invalidated)
    return True


def _make_again(fold: Fold, entry: Entry, *, by_amendment: bool) -> Entry | None:
    """The same draw, or the plan of the same player carried out, from the state as it is now;
    None where nothing asks for it any more.
    """
    if entry.planned:
        found = fold.plan_execution(entry)
        return found if found and found.who == fold.table.seat(entry.who) else None
    if not fold.chance_due:
        return None
    at = None if by_amendment else fold.due_since
    text = draw(fold.game, fold.table, fold.seed) if fold.seed else entry.text
    return replace(entry, text=text, received_at=at or entry.received_at)


def _with_full_name(table: Table, entry: Entry) -> Entry:
    """The entry with its player's full name, which an amendment may abbreviate (ALL-4)."""
    if entry.who in {HOST, CHANCE} or table.seat(entry.who) in table.players:
        return entry
    return replace(entry, who=find(entry.who, table.players, table.callable_names))


def _due_by_amendments(on_record: Iterable[Entry]) -> set[int]:
    """The numbers of the draws that an amendment made due, which have its instant."""
    found, by_amendment = set(), False
    for entry in on_record:
        if not entry.is_made:
            by_amendment = amends(entry)
        elif by_amendment:
            found.add(entry.number)
    return found


def _check_draws(fold: Fold, first: int) -> None:
    """Raise Refused for an amendment that would leave a draw, from that place on, with the number
    of one that nothing asks for any more (ALL-3).
    """
    for before, step in pairwise(fold.steps[max(0, first - 1) :]):
        if not (step.entry.is_drawn and fold.seed):
            continue
        if draw(fold.game, before.table, fold.seed) != step.entry.text:
            raise Refused(
                "ALL-3",
                "with it the draw of {at} would have another number than it was made with; take "
                "back first what came since.",
                at=step.entry.received_at,
            )


def is_late_ruling(fold: Fold, entry: Entry) -> bool:
    """Whether a ruling is from a time at which a window by arrival was open that has ended
    since; then it comes to the same from now on. Raises EndsOtherwise where in its place it
    would have had another effect (ALL-8), and the Refusal where it can't be made there.
    """
    at = entry.received_at
    ends = (
        place
        for place, step in enumerate(fold.steps)
        if step.entry.received_at > at
        and any(window.by_arrival and window.opened <= at for window in step.closed)
    )
    closing = next(ends, None)
    move = None if closing is None else read(fold.game, fold.table, HOST, entry.text)
    if closing is None or move is None:
        return False
    # A name holds for the whole journal, and a note for nothing; a deadline is over.
    unplaced = isinstance(move, (Note, Alias, Extend))
    if unplaced or not may_be_inserted(HOST, entry.text):
        return False
    place = fold.place_of(entry, fold.steps[:closing])
    apply(fold.game, fold.steps[place - 1].table if place else fold.start, entry)
    end = fold.steps[closing]
    now, then = fold.copy(), Insert(end.entry.number, "late", (), HOST, at, entry.text)
    try:
        placed = recount(fold, (*fold.on_record, replace(entry, text=str(then))), amendment=then)
    except Refusal:
        return False  # it can be ruled from now on alone
    check_ends(entry, fold.steps[place:], placed.fold.steps[place:])
    try:
        now.count_entry_in_time(entry, recorded=False)
    except EndsOtherwise:
        raise
    except Refusal:  # the host's own move can't be dated so, unless it comes to the same
        now.count_entry_in_time(entry, recorded=True)
    now.on_record.append(entry)
    reseat(now)
    both = (now, placed.fold)
    tables = [replace(one.table, closed=(), words_fixed=False) for one in both]
    if not isinstance(move, Absent):  # which alone has it that silence isn't counted (ALL-7)
        tables = [replace(one, quiet={}) for one in tables]
    if placed.invalidated or placed.void or placed.orphaned or tables[0] != tables[1]:
        check_spoilt(entry, end, end.entry)
    return True


def reseat(fold: Fold) -> None:
    """Replay again where names have changed: a name holds for the whole journal, and no game
    knows that a name can change.
    """
    start = _laid(fold, fold.on_record)
    if (start.players, start.aliases) == (fold.start.players, fold.start.aliases):
        return
    fold.restore(recount(fold, fold.on_record).fold.position)


def _laid(fold: Fold, on_record: Sequence[Entry]) -> Table:
    """The table before the first entry, with the seats called and the version of the rules as
    the entries on record have it.

    A name that an amendment gave up is still understood where somebody has said something by
    it. Raises Refused for a name that can't be told apart.
    """
    start, version = _seated(fold, on_record), adopted_throughout(on_record)
    return by_rules(start, version) if version else start


def _seated(fold: Fold, on_record: Sequence[Entry]) -> Table:
    if not any(map(names_anew, on_record)):
        return fold.begun
    counting = apply_amendments(on_record)
    renamed = _new_names(fold, counting)
    before = _new_names(fold, [entry for entry in on_record if not amends(entry)])
    now = {name for _, name in renamed}
    given_up = [one for one in before if one[1] not in now and _is_used(one[1], counting)]
    return seated(fold.game, fold.begun, renamed, given_up)


def _new_names(fold: Fold, entries: Iterable[Entry]) -> list[tuple[int, str]]:
    """The places of the seats that entries name anew, in order, and their new names."""
    found: list[tuple[int, str]] = []
    for entry in filter(names_anew, entries):
        if not amends(entry):
            table = seated(fold.game, fold.begun, found)
            move = read(fold.game, table, HOST, entry.text)
            if isinstance(move, (Set, Replace)) and move.new_name:
                found.append((table.players.index(move.who), move.new_name))
    return found


def _is_used(name: str, entries: Iterable[Entry]) -> bool:
    """Whether an entry is by somebody of that name, or one of the host's has it."""
    return any(name == one.who or (one.who == HOST and name in one.text) for one in entries)
