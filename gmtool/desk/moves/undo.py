"""Undo and redo, which are entries themselves and stay on record."""

from __future__ import annotations

from gmtool.desk.answers import Answer, Hint
from gmtool.desk.desk import Desk
from gmtool.desk.moves import next_steps, respond
from gmtool.desk.problems import DeskProblem
from gmtool.desk.session import labels
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.loading import the_session, write
from gmtool.desk.session.other_terminals import recent_entries, recent_lines
from gmtool.desk.session.session import Session
from gmtool.desk.session.visibility import is_nobodys, is_public
from gmtool.desk.texts.corrections.reconcile import reconcile
from gmtool.desk.texts.writing import Writer
from gmtool.engine.amendments import Redo, Undo
from gmtool.engine.entries import Entry
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import Step
from gmtool.engine.text import HOST
from gmtool.store import WriteTransaction


def undo(
    desk: Desk, number: int | None, why: str = "", *, dry_run: bool = False, secret: bool = True
) -> Answer:
    """Take back the last entry by a person that isn't undone, with all draws that followed it. A
    dry run shows what that would do, and writes nothing. Not `secret`, it tells of what it takes
    back as much as the log does without secrets.

    With a `number` only if that is the entry, so that two hosts don't undo two things; without one
    it is the last when the command began.
    """
    meant = [] if number is None else [number]

    def work(transaction: WriteTransaction) -> Answer:
        session = the_session(desk, transaction)
        last = session.last_by_a_person
        if last is None and not meant:
            raise DeskProblem(f"{session.name}: nothing has been said that could be taken back.")
        meant.append(last.number if last else 0)
        return _say(
            desk, session, transaction, str(Undo(meant[0], why)), dry_run=dry_run, secret=secret
        )

    with desk.store() as store:
        return store.write(work, dry_run=dry_run)


def redo(desk: Desk, number: int | None, *, dry_run: bool = False, secret: bool = True) -> Answer:
    """Restore exactly the entries that the last undo took back; told as in `undo`."""
    meant = [] if number is None else [number]

    def work(transaction: WriteTransaction) -> Answer:
        session = the_session(desk, transaction)
        if session.redoable is None and not meant:
            raise DeskProblem(
                f"{session.name}: there is nothing to put back: nothing was undone, or something "
                "was said since."
            )
        meant.append(session.redoable or 0)
        return _say(desk, session, transaction, str(Redo(meant[0])), dry_run=dry_run, secret=secret)

    with desk.store() as store:
        return store.write(work, dry_run=dry_run)


def _say(
    desk: Desk,
    session: Session,
    transaction: WriteTransaction,
    text: str,
    *,
    dry_run: bool,
    secret: bool,
) -> Answer:
    elsewhere = recent_entries(desk, transaction, session, session.number)
    whole = session.replay()
    steps = {step.entry.number: step for step in whole.effective}
    try:
        session.apply(Entry(0, HOST, text, desk.now, desk.now))
    except Refusal as refusal:
        raise DeskProblem(
            f"{session.name}: refused ({refusal.clause}): {refusal.sentence(session.show)}"
        ) from refusal
    replay = session.replay()
    after = {step.entry.number: step for step in replay.effective}
    never = [entry for entry in whole.unapplied if entry not in replay.unapplied]
    gone = [step for number, step in steps.items() if number not in after]
    back = [step for number, step in after.items() if number not in steps]
    writer = Writer.at(desk, session, transaction)
    said = session.applied[0].move
    why = said.why if isinstance(said, Undo) else ""
    moves = [step.move for step in (*gone, *back)]
    review = reconcile(writer, transaction, whole, moves=moves, why=why)
    did = "would be on record as entry" if dry_run else "on record as entry"
    lines = [f"{session.name}: {text}, {did} {session.number}"]
    lines += [f"  taken back: {_line(session, step, secret=secret)}" for step in gone]
    name = labels.name_entry if secret else labels.name_briefly
    lines += [f"  taken back: {e.number}, {name(e)}, which doesn't go through" for e in never]
    lines += [f"  put back: {_line(session, step, secret=secret)}" for step in back]
    told = review if secret else review.of_the_thread()
    lines += told.lines(writer, drafted=True)
    if not secret:
        lines.append("  messages about it are withdrawn, or corrected where they went out")
    stands = Disclosure(session, secret)
    lines += [f"  {line}" for line in next_steps.summary(desk, stands)]
    lines += recent_lines(session, elsewhere)
    facts = {
        "entry": session.number,
        "taken_back": [*(step.entry.number for step in gone), *(e.number for e in never)],
        "put_back": [step.entry.number for step in back],
        "wrong": [draft.number for draft, _ in review.wrong],
        "outbox": [draft.number for draft in review.drafted],
    }
    hints = next_steps.hints(desk, stands, session.others)
    if review.drafted:
        hints = (Hint(desk.commands.line("outbox"), "what goes out because of it"), *hints)
    write(transaction, session, desk.terminal)
    return Answer(tuple(lines), hints=hints, facts=facts)


def _line(session: Session, step: Step, *, secret: bool) -> str:
    entry = step.entry
    who = entry.who if secret or not is_nobodys(step) else labels.SEALED
    said = respond.describe_move(step) if secret or is_public(step) else labels.SEALED
    return f"{entry.number} {who}: {said} (received {session.show(entry.received_at)})"
