"""Marks messages of the outbox as sent, or as not to be sent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Answer, Hint
from gmtool.desk.desk import Desk
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.session.loading import the_session
from gmtool.desk.session.recipients import last_words
from gmtool.desk.session.session import Session
from gmtool.desk.session.settings import check_address
from gmtool.desk.session.speakers import typed_instant
from gmtool.desk.texts import message_drafts
from gmtool.desk.texts.corrections.outbox_update import Review
from gmtool.desk.texts.corrections.reconcile import WENT_OUT, reconcile
from gmtool.desk.texts.message_drafts import title_of
from gmtool.desk.texts.outbox import ALL, hints, number_of, the_draft, to_status
from gmtool.desk.texts.writing import Writer
from gmtool.engine.instants import Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.store import Draft, ReadTransaction, Sent, WriteTransaction

_RANGE = lazy_regex(r"([1-9]\d{0,8})-([1-9]\d{0,8})", re.ASCII)


class Sending(Struct, frozen=True):
    """What the host marks as sent, as typed: `which` messages, when (None for now), the `link` to
    them, and the `text` if it was changed. With `revoked` they hadn't been sent after all; a
    `dry_run` only shows what that would do.
    """

    which: tuple[str, ...]
    at: str | None = None
    link: str = ""
    text: str | None = None
    revoked: bool = False
    dry_run: bool = False


def drop(desk: Desk, which: str) -> Answer:
    """Withdraw a draft for good that won't be sent; it stays on record."""
    number, _ = number_of(which)

    def work(transaction: WriteTransaction) -> Answer:
        session = the_session(desk, transaction)
        draft = the_draft(transaction, session.record, number)
        went = transaction.sent(session.record.id, number)
        if went is not None or not draft.parts:
            how = f"went out {session.show(went.at)}" if went else f"is withdrawn: {draft.note}"
            raise DeskProblem(f"{session.name}: message {number} {how}; it can't be dropped.")
        writer = Writer.at(desk, session, transaction)
        message_drafts.revise(writer, transaction, draft, (), message_drafts.DROPPED)
        line = f"{session.name}: dropped: {title_of(session, draft)}"
        return _with_what_waits(desk, transaction, session, (line,), {"dropped": number})

    with desk.store() as store:
        return store.write(work)


def _with_what_waits(
    desk: Desk,
    transaction: ReadTransaction,
    session: Session,
    lines: Sequence[str],
    facts: dict[str, Any],
) -> Answer:
    waiting = transaction.waiting(session.record.id)
    facts = {"game": session.name, **facts, "waiting": [one.number for one in waiting]}
    return Answer(tuple(lines), hints=hints(desk, waiting) or to_status(desk), facts=facts)


def sent(desk: Desk, sending: Sending) -> Answer:
    """Mark messages as sent, with when, where, and the text as it was sent, for ever; a dry run
    shows what that would do, and writes nothing.
    """

    def work(transaction: WriteTransaction) -> Answer:
        session = the_session(desk, transaction)
        at = typed_instant(desk, session, sending.at)
        numbers = _chosen(session, transaction, sending)
        _check(session, numbers, sending)
        writer = Writer.at(desk, session, transaction)
        lines: list[str] = []
        drafts = (the_draft(transaction, session.record, number) for number in numbers)
        then = replace(sending, at=at)
        marked = [_marked(writer, transaction, draft, then, lines) for draft in drafts]
        lines += _consequences(writer, transaction, marked, revoked=sending.revoked).lines(
            writer, drafted=True
        )
        if sending.dry_run:
            facts = {"game": session.name, "sent": [], "would_be_sent": numbers}
            return Answer(tuple(lines), hints=tuple(_for_good(desk, sending)), facts=facts)
        facts = {"sent": [] if sending.revoked else numbers}
        return _with_what_waits(desk, transaction, session, lines, facts)

    with desk.store() as store:
        return store.write(work, dry_run=sending.dry_run)


def _for_good(desk: Desk, sending: Sending) -> Iterator[Hint]:
    """The command that does what a dry run showed; the file of a changed text isn't known here."""
    if sending.text is None:
        link = ("--link", sending.link) if sending.link else ()
        at = ("--at", sending.at) if sending.at else ()
        revoked = ("--revoke",) if sending.revoked else ()
        line = desk.commands.line("sent", *sending.which, *link, *at, *revoked)
        yield Hint(line, "the same, for good")


def _marked(
    writer: Writer, transaction: WriteTransaction, draft: Draft, sending: Sending, lines: list[str]
) -> Draft:
    """Record that a message was sent, or hadn't been after all, add a line to `lines` and
    return the message.

    Raises DeskProblem where it is marked so already.
    """
    session, desk = writer.session, writer.desk
    before = transaction.sent(session.record.id, draft.number)
    if sending.revoked:
        if before is None:
            raise DeskProblem(f"{session.name}: {draft.number} isn't marked as sent.")
        transaction.add_sent(session.record.id, replace(before, recorded_at=desk.now, revoked=True))
        did = "would wait again" if sending.dry_run else "waits again"
        lines.append(f"{session.name}: {did}: {title_of(session, draft)}")
        return draft
    if before is not None:
        raise DeskProblem(
            f"{session.name}: {draft.number} is marked as sent already "
            f"({session.show(before.at)}); if it wasn't: "
            f"{desk.commands.line('sent', str(draft.number), '--revoke')}"
        )
    did = "would be marked as sent" if sending.dry_run else "sent"
    lines.append(f"{session.name}: {did}: {title_of(session, draft)}")
    if not draft.parts:
        lines.append(f"  it had been withdrawn: {draft.note}")
        last = last_words(transaction, session.record.id, draft)
        # The host may have sent it before it was withdrawn; then a correction is due.
        draft = replace(last, revision=draft.revision + 1, note=WENT_OUT)
        transaction.put_draft(session.record.id, draft)
    parts = draft.parts if sending.text is None else (sending.text,)
    at = Instant(sending.at or desk.now)
    sent = Sent(draft.number, draft.revision, at, desk.now, sending.link, parts)
    transaction.add_sent(session.record.id, sent)
    return draft


def _consequences(
    writer: Writer, transaction: WriteTransaction, marked: Sequence[Draft], *, revoked: bool
) -> Review:
    """What changes in other texts since these were sent, or hadn't been after all."""
    late = {one.number for one in marked if one.note == WENT_OUT}
    if not (revoked or late):
        return Review()
    return reconcile(writer, transaction, writer.session.replay(), late=late)


def _check(session: Session, numbers: Sequence[int], sending: Sending) -> None:
    if sending.text is not None and len(numbers) != 1:
        raise UsageProblem(f"{session.name}: --text is the text of one message; name just one.")
    if sending.text is not None and not sending.text.strip():
        raise UsageProblem(f"{session.name}: the text as it was sent is empty.")
    if sending.revoked and (sending.text is not None or sending.link):
        raise UsageProblem(f"{session.name}: --revoke stands without --link and --text.")
    if sending.link:
        check_address("the link to what was sent", sending.link)


def _chosen(session: Session, transaction: ReadTransaction, sending: Sending) -> list[int]:
    """The numbers of the messages named, in order and without repetition."""
    waiting = [one.number for one in transaction.waiting(session.record.id)]
    chosen: dict[int, None] = {}
    for word in sending.which:
        if word.casefold() == ALL:
            if sending.revoked:
                raise UsageProblem(f"{session.name}: name what wasn't sent, number by number.")
            if not waiting:
                raise DeskProblem(f"{session.name}: nothing waits to go out.")
            chosen.update(dict.fromkeys(waiting))
        elif found := _RANGE.fullmatch(word):
            low, high = int(found[1]), int(found[2])
            inside = [number for number in waiting if low <= number <= high]
            if low > high or not inside:
                raise DeskProblem(f"{session.name}: nothing from {word} waits to go out.")
            chosen.update(dict.fromkeys(inside))
        else:
            number, part = number_of(word)
            if part is not None:
                raise UsageProblem(
                    f"{session.name}: a message is sent as a whole; name it as {number}."
                )
            chosen[number] = None
    return list(chosen)
