"""Amends what is on record, at any time, by one command (design §3b)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Answer, Hint
from gmtool.desk.desk import Desk
from gmtool.desk.moves import next_steps, respond
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.session import backdated, labels
from gmtool.desk.session.diff import StateChange, describe, state_diff
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.loading import the_session, write
from gmtool.desk.session.other_terminals import recent_entries, recent_lines
from gmtool.desk.session.session import Session
from gmtool.desk.session.speakers import arrival_instant, speaker
from gmtool.desk.session.versions import UNSAID
from gmtool.desk.texts.corrections.outbox_update import Review
from gmtool.desk.texts.corrections.reconcile import reconcile
from gmtool.desk.texts.message_drafts import addressee_of, to_paste
from gmtool.desk.texts.writing import Writer
from gmtool.engine.amendments import Amend, Amendment, Insert, Strike
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read_typed
from gmtool.engine.instants import FORM, Instant
from gmtool.engine.moves import HostMove, read_raw_message
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.replay.fold import Recount
from gmtool.engine.table import Table
from gmtool.engine.text import CHANCE, HOST, plural
from gmtool.store import WriteTransaction

MOST_TOLD = 20
"""The most changes that are told one by one."""
REASON = ("--why", '"…"')


class Slip(Struct, frozen=True):
    """What the host wants amended, as typed.

    `text`, `who`, `at` and `strike` change the entry `number`: its move, its speaker, its arrival,
    or whether it counts. With `before` a move that was missed is inserted before that entry. `drop`
    are later entries that are struck with it. Without `yes` the changes are only shown.
    """

    number: int = 0
    text: str = ""
    who: str = ""
    at: str | None = None
    strike: bool = False
    before: int = 0
    why: str = ""
    drop: tuple[int, ...] = ()
    yes: bool = False


def amend(desk: Desk, slip: Slip) -> Answer:
    """Show what an amendment would change or, with `yes`, record it as one entry of the host's.

    Raises DeskProblem where it can't be made. With `yes` the answer is a refusal where later
    entries would become invalid that `drop` doesn't name.
    """

    def work(transaction: WriteTransaction) -> Answer:
        session = the_session(desk, transaction)
        righting = Righting(
            slip.yes,
            slip.why,
            lambda was: _move(desk, session, was, slip),
            lambda move, was, now: _told(session, was, now, move),
            lambda drop, why: _line(desk, replace(slip, drop=drop, why=why)),
        )
        return carried_out(desk, session, transaction, righting)

    with desk.store() as store:
        return store.write(work, dry_run=not slip.yes)


class Righting(Struct, frozen=True):
    """Something the host says that changes what is on record, or how it is judged.

    With `yes` it is recorded, for the reason `why`; else its consequences are only shown. `move` is
    what it says of a journal, and raises a Refusal or UsageProblem; `told` says in one line what
    that does, with the journal before and after it; `line` is the command that records it, with
    the later entries that are struck and the reason.
    """

    yes: bool
    why: str
    move: Callable[[Replay], HostMove]
    told: Callable[[HostMove, Replay, Replay], str]
    line: Callable[[tuple[int, ...], str], str]


def carried_out(
    desk: Desk, session: Session, transaction: WriteTransaction, righting: Righting
) -> Answer:
    """Record what the host says, with all that follows from it, and tell that.

    What is only to be shown is the same in a dry run: so a preview can't differ from what `yes`
    does.
    """
    yes = righting.yes
    if yes and not righting.why.strip():
        reason = desk.commands.part(*REASON)
        raise UsageProblem(f"{session.name}: this needs a reason, on record: {reason}.")
    before, was = session.table, session.replay()
    elsewhere = recent_entries(desk, transaction, session, session.number)
    try:
        move = righting.move(was)
        fell, outcome = falls_with(desk, session, was, move)
        if isinstance(move, Amendment):
            move = replace(move, drop=(*move.drop, *(one.number for one, _ in fell)))
        session.apply(_entry(desk, session, move))
        if yes and fell:
            return _unnamed(session, righting, _drop(move), fell)
    except Refusal as refusal:
        why = refusal.sentence(session.show, desk.commands.part)
        raise DeskProblem(f"{session.name}: refused ({refusal.clause}): {why}") from refusal
    writer = Writer.at(desk, session, transaction)
    now = session.replay()
    review = reconcile(writer, transaction, was, moves=[move], is_shown_only=not yes)
    changes = state_diff(session.game, was.table, now.table)
    did = "on record as entry" if yes else "would be on record as entry"
    number = session.applied[0].entry.number
    lines = [
        f"{session.name}: {righting.told(move, was, now)}, {did} {number}",
        *_what_changes(desk, session, changes, before),
        *_falls(session, fell),
        *_falls(session, outcome.void, "doesn't count any more"),
        *respond.restored_lines(was, now, lambda one: f"{one.who}: {one.text}"),
        *_struck(was, [n for n in _drop(move) if n not in {one.number for one, _ in fell}]),
        *respond.left_out_lines(session, was, now),
        *_draws(was, now, outcome.orphaned),
        *_late(session, was, now),
        *review.lines(writer),
        *_goes_out(session, review),
        *_time_is_up(desk, session),
        *(f"  {line}" for line in next_steps.summary(desk, Disclosure(session)) if yes),
        *recent_lines(session, elsewhere),
    ]
    facts = {
        "game": session.name,
        "entry": session.applied[0].entry.number,
        "amendment": str(move),
        "recorded": yes,
        "changes": [one.facts() for one in changes],
        "fell": [{"entry": one.number, "clause": why.clause} for one, why in fell],
        "void": [{"entry": one.number, "clause": why.clause} for one, why in outcome.void],
        "wrong": [one.number for one, _ in review.wrong],
        "outbox": [one.number for one in review.drafted],
    }
    hints = _hints(desk, session, righting, move)
    found = tuple(text for one in review.drafted for text in to_paste(session, one) if yes)
    write(transaction, session, desk.terminal)
    return Answer(tuple(lines), found, hints, facts)


def falls_with(
    desk: Desk, session: Session, was: Replay, move: HostMove
) -> tuple[list[tuple[Entry, Refusal]], Recount]:
    """The later entries that have to be struck with what the host says so that all others stand,
    each with the reason; and the outcome then.

    Raises a Refusal where the amendment can't be made, and DeskProblem where an entry falls by it
    that can't be struck.
    """
    fell: list[tuple[Entry, Refusal]] = []
    if not isinstance(move, Amendment):
        return fell, Recount(was.fold)
    while True:
        drop = (*move.drop, *(one.number for one, _ in fell))
        try:
            outcome = was.judge_amendment(_entry(desk, session, replace(move, drop=drop)))
        except Refusal as refusal:
            if not fell:
                raise
            why = f"  refused ({refusal.clause}): {refusal.sentence(session.show)}"
            raise DeskProblem(
                f"{session.name}: what falls by it can't all be struck; nothing was recorded",
                (*_falls(session, fell), why),
            ) from refusal
        if not outcome.invalidated:
            return fell, outcome
        fell += outcome.invalidated


def _drop(move: HostMove) -> tuple[int, ...]:
    """The later entries that are struck with it."""
    return move.drop if isinstance(move, Amendment) else ()


def _entry(desk: Desk, session: Session, move: HostMove) -> Entry:
    return Entry(session.number + 1, HOST, str(move), desk.now, desk.now)


# ---- what is typed


def _move(desk: Desk, session: Session, was: Replay, slip: Slip) -> Amendment:
    """The amendment that was typed, with the move in its text form; raises a Refusal or
    UsageProblem.
    """
    why, part = slip.why or UNSAID, desk.commands.part
    at = arrival_instant(desk, session, slip.at) if slip.at else None
    who = speaker(session, slip.who) if slip.who else ""
    if slip.before:
        if at is None:
            raise UsageProblem(f"{session.name}: say when it came: {part('--at', 'WHEN')}.")
        text = _text(session, _table_before(was, slip.before), who, slip.text)
        return Insert(slip.before, why, slip.drop, who, at, text)
    number = _entry_of(desk, session, was, slip.number)
    if slip.strike:
        return Strike(number, why, slip.drop)
    step = was.step(number, void=True)
    text = slip.text
    if step and step.entry.who != CHANCE and (text or who):
        said = text or step.entry.text
        text = _text(session, _table_before(was, number), who or step.who, said)
    if not (text or who or at):
        raise UsageProblem(
            f"{session.name}: say what was said, or {part('--who')}, {part('--at')} or "
            f"{part('--strike')}, as in "
            f"{part('gmtool', 'amend', str(slip.number), 'MOVE', *REASON)}."
        )
    if step and (text or step.entry.text, who or step.who, at or step.entry.received_at) == (
        step.entry.text,
        step.who,
        step.entry.received_at,
    ):
        raise UsageProblem(
            f"{session.name}: entry {number} says just that; nothing is to be amended."
        )
    return Amend(number, why, slip.drop, text if slip.text else "", who, at)


def _text(session: Session, table: Table, who: str, typed: str) -> str:
    """The text form of the one move that `who` typed, read at that table; raises a
    Refusal or UsageProblem.
    """
    moves = read_typed(session.game, table, who, typed)
    if len(moves) != 1:
        raise UsageProblem(
            f"{session.name}: an entry is one move; “{typed}” is {len(moves)}, each to be amended "
            "by itself."
        )
    return str(moves[0])


def _table_before(replay: Replay, number: int) -> Table:
    """The table before the entry of that number."""
    place = next((i for i, s in enumerate(replay.steps) if s.entry.number == number), 0)
    return replay.steps[place - 1].table if place else replay.start


def _entry_of(desk: Desk, session: Session, was: Replay, number: int) -> int:
    """The number of the entry that is meant: for a message that was taken, that of the move."""
    step = was.step(number, void=True)
    if step is None or read_raw_message(step.entry.text) is None:
        return number
    taken = [one.entry.number for one in was.effective if one.entry.of == number]
    if len(taken) == 1:
        return taken[0]
    if taken:
        which = " or ".join(map(str, taken))
        raise UsageProblem(f"{session.name}: message {number} was several moves; amend {which}.")
    raise UsageProblem(
        f"{session.name}: no move was made of message {number}; see: "
        f"{desk.commands.part('gmtool', 'inbox', str(number))}"
    )


# ---- what is shown


def _told(session: Session, was: Replay, now: Replay, move: HostMove) -> str:
    """What is amended, in one line."""
    assert isinstance(move, Amendment)  # noqa: S101 - as `_move` made it
    show = session.show
    if isinstance(move, Insert):
        return f"{move.who}: {move.text} (received {show(move.at)}), before entry {move.number}"
    old, new = (replay.step(move.number, void=True) for replay in (was, now))
    assert old is not None  # noqa: S101 - it was amended
    if new is None:
        return f"entry {move.number}, {old.who}: {old.entry.text}, is struck"
    told = [
        (old.who, new.who),
        (old.entry.text, new.entry.text),
        (show(old.entry.received_at), show(new.entry.received_at)),
    ]
    differs = ", ".join(f"{b} instead of {a}" for a, b in told if a != b)
    return f"entry {move.number}, {old.who}: {differs or 'as it was'}"


def _what_changes(
    desk: Desk, session: Session, changes: Iterable[StateChange], before: Table
) -> Iterator[str]:
    """Winners, coins, cards and deadlines that differ, a line each."""
    lines = list(describe(changes))
    for one in lines[:MOST_TOLD]:
        yield FORM.sub(lambda written: session.show(Instant(written[0])), f"  {one}")
    if lines[MOST_TOLD:]:
        status = desk.commands.part("status", "--secret")
        yield f"  and {len(lines) - MOST_TOLD} more; {status} shows how it stands"
    for window in session.table.windows:
        old = before.window(window.key)
        if old is None or old.deadline != window.deadline:
            closes = session.show(window.deadline)
            instead = f" instead of {session.show(old.deadline)}" if old else ""
            yield f"  {window.title}: closes {closes}{instead}"
    for old in before.windows:
        if session.table.window(old.key) is None:
            yield f"  {old.title}: not open any more"
    if not lines and before.windows == session.table.windows:
        yield "  nothing else changes"


def _falls(
    session: Session, fell: Iterable[tuple[Entry, Refusal]], how: str = "falls"
) -> Iterator[str]:
    """Later entries that become invalid, a line each with the reason."""
    for one, why in fell:
        told = f"({why.clause}): {why.sentence(session.show)}"
        yield f"  {how}: entry {one.number}, {one.who}: {one.text} {told}"


def _struck(was: Replay, numbers: Iterable[int]) -> Iterator[str]:
    """Later entries that the host strikes with it, a line each."""
    for step in filter(None, (was.step(number, void=True) for number in numbers)):
        yield f"  struck: entry {step.entry.number}, {step.who}: {step.entry.text}"


def _unnamed(
    session: Session,
    righting: Righting,
    drop: tuple[int, ...],
    fell: Sequence[tuple[Entry, Refusal]],
) -> Answer:
    """The answer where later entries become invalid that weren't named, with the
    command that names them, `drop`, and that has been tried.
    """
    many = "a later entry falls" if len(fell) == 1 else f"{len(fell)} later entries fall"
    lines = (
        f"{session.name}: {many} by it; nothing was recorded",
        *_falls(session, fell),
    )
    hint = Hint(righting.line(drop, righting.why), "strikes with it what falls")
    facts = {
        "game": session.name,
        "recorded": False,
        "fell": [{"entry": one.number, "clause": why.clause} for one, why in fell],
    }
    return Answer(lines, hints=(hint,), facts=facts, ok=False)


def _late(session: Session, was: Replay, now: Replay) -> Iterator[str]:
    """Moves that are on record after their deadline by it, a line each."""
    before = {step.entry.number for step in backdated.in_replay(was)}
    for step in backdated.in_replay(now):
        if step.entry.number not in before:
            note = respond.backdated_note(session, step)
            yield f"  entry {step.entry.number}, {step.who}: {note}"


def _draws(was: Replay, now: Replay, gone: Iterable[Entry]) -> Iterator[str]:
    """Draws that differ, or that nothing asks for any more, a line each."""
    before = {step.entry.number: step for step in was.effective if step.entry.who == CHANCE}
    for step in now.effective:
        old = before.get(step.entry.number)
        if old and old.entry.text != step.entry.text:
            told = labels.shorten(step.entry.text)
            yield f"  drawn otherwise, from the same sub-seed: entry {step.entry.number}: {told}"
    for entry in gone:
        yield f"  not drawn any more: entry {entry.number}: {labels.shorten(entry.text)}"


def _goes_out(session: Session, review: Review) -> Iterator[str]:
    posts = [one for one in review.drafted if not one.to]
    letters = [one for one in review.drafted if one.to]
    if not review.drafted:
        if not any(one.parts for one in review.revised):
            yield "  no text goes out because of it"
        return
    which = [plural(len(posts), "post")] if posts else []
    which += [addressee_of(session, one.to) for one in letters]
    yield f"  {plural(len(review.drafted), 'text')} to go out: {', '.join(which)}"


def _time_is_up(desk: Desk, session: Session) -> Iterator[str]:
    for window in session.table.overdue(desk.now):
        deadline = session.show(window.deadline)
        yield f"  time for {window.title} was up {deadline}; extend it before it is posted"


def _hints(desk: Desk, session: Session, righting: Righting, move: HostMove) -> tuple[Hint, ...]:
    if righting.yes:
        late = bool(session.table.overdue(desk.now))
        extend = desk.commands.line("rule", "extend", "+24h", "--why", "put right")
        more = (Hint(extend, "gives time anew where it was up"),) if late else ()
        return (*more, Hint(desk.commands.line("outbox"), "what goes out because of it"))
    line = righting.line(_drop(move), righting.why or "…")
    return (Hint(line, "does it, as one entry; `undo` takes it back"),)


def _line(desk: Desk, slip: Slip) -> str:
    """The command that records the amendment."""
    words = ["amend"]
    words += ["--before", str(slip.before), slip.who] if slip.before else [str(slip.number)]
    words += desk.commands.moves(slip.text) if slip.text else []
    words += ["--who", slip.who] if slip.who and not slip.before else []
    words += ["--at", slip.at] if slip.at else []
    words += ["--strike"] if slip.strike else []
    words += ["--drop", ",".join(map(str, slip.drop))] if slip.drop else []
    return desk.commands.line(*words, "--why", slip.why, "--yes")
