"""The inbox: messages from which no move was made, and what the host does about each (design
§3a).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Answer
from gmtool.desk.desk import Desk
from gmtool.desk.intake.inbox_list import listed
from gmtool.desk.intake.inbox_list import row as as_facts
from gmtool.desk.moves import record, respond
from gmtool.desk.moves.messages import Message
from gmtool.desk.moves.next_steps import stands
from gmtool.desk.moves.requests import Offer, Request, Response
from gmtool.desk.problems import DeskProblem, Rejected
from gmtool.desk.session.loading import the_session
from gmtool.desk.session.session import Session
from gmtool.desk.session.speakers import arrival_instant, speaker
from gmtool.engine.effective import effective_entries
from gmtool.engine.entries import Entry
from gmtool.engine.host_moves import Clarify, Dismiss
from gmtool.engine.inbox import ASIDE, TAKEN, questions_asked, states
from gmtool.engine.moves import read_raw_message
from gmtool.engine.refusals import Refusal
from gmtool.engine.text import HOST
from gmtool.store import ReadTransaction, WriteTransaction

OVER = "over"
"""The state of a message that a later one followed, or whose time is up."""
_GONE = {
    TAKEN: "it is taken",
    ASIDE: "it is set aside",
    OVER: "another followed it, or time was up for it",
}


class StoredMessage(Struct, frozen=True):
    """A message on record: its entry, its words, its state, and what the host asked about it."""

    entry: Entry
    text: str
    state: str
    asked: str = ""


def read(
    desk: Desk, number: int | None = None, *, every: bool = False, secret: bool = False
) -> Answer:
    """The messages that wait, read from the journal; with `every` also those that don't any more.
    Their words are shown with `secret`. One message, asked for by its number, is shown in full,
    with its possible readings.
    """
    with desk.store() as store, store.reading() as transaction:
        session = the_session(desk, transaction)
        kept = list(_stored_messages(session, transaction.entries(session.record.id)))
        if number is not None:
            return _one(desk, session, transaction, kept, number)
    shown = [one for one in kept if every or session.table.message(one.entry.number)]
    rows = [_row(session, one, secret=secret) for one in shown]
    return listed(desk, session.name, rows, session.show)


def take(desk: Desk, number: int, request: Request, *, dry_run: bool = False) -> Answer:
    """Record the moves of a message: those of the one proposal, or the move typed in `request`.

    They count as of the message's arrival unless another time is given, and for its sender unless
    `who` names another player. Nothing is recorded where the message isn't clear.
    """

    def work(session: Session, transaction: WriteTransaction, one: StoredMessage) -> Answer:
        who = speaker(session, request.who) if request.who else session.table.seat(one.entry.who)
        at = arrival_instant(desk, session, request.at) if request.at else one.entry.received_at
        about = replace(
            request,
            who=who,
            of=number,
            link=one.entry.link,
            source=one.entry.source or request.source,
        )
        response = Response(desk, session, transaction, about, who, at, dry_run)
        if request.text:
            return _typed(response, number)
        message = Message(session, transaction, who, at, desk.now, one.text, request.late)
        reading = message.reading
        found = message.offer(reading)
        moves = message.planned(found) or message.named(reading.moves)
        if not moves:
            return _unclear(response, number, found)
        record.apply_moves(response, moves)
        answer = record.answered(response)
        left = tuple(f"  left out: {part}" for part in found.left)
        return replace(answer, lines=(*answer.lines, *left))

    return _about(desk, number, work)


def _typed(response: Response, number: int) -> Answer:
    """Record a message as the move that the host typed. Raises Rejected where the rules refuse
    it: its sender, who never wrote it, hears nothing.
    """
    session, text = response.session, response.request.text
    try:
        record.apply_moves(response, record.typed_moves(response, text))
    except Refusal as refusal:
        response.refused.append((text, refusal))
    if not response.refused:
        return record.answered(response)
    refused, why = response.refused[0]
    sentence = why.sentence(session.show)
    reply = response.desk.commands.line("ask", str(number), sentence)
    raise Rejected(
        session.name,
        why.clause,
        why.quoted or refused,
        sentence,
        f"  message {number} waits as before; to tell {response.who} so: {reply}",
    )


def ask(desk: Desk, number: int, text: str = "", *, dry_run: bool = False) -> Answer:
    """Ask back what a message means: the question goes to its sender, in the host's own
    `text` if that is given.
    """

    def work(session: Session, transaction: WriteTransaction, one: StoredMessage) -> Answer:
        found = _offer(desk, session, transaction, one)
        asked = text.strip() or found.question(session.game.grammar)
        who = session.table.seat(one.entry.who)
        return _host_says(desk, session, transaction, Clarify(number, asked), who, dry_run=dry_run)

    return _about(desk, number, work)


def aside(desk: Desk, number: int, why: str, *, dry_run: bool = False) -> Answer:
    """Set a message aside: nothing from it will be recorded, for a reason that goes on record."""

    def work(session: Session, transaction: WriteTransaction, _one: StoredMessage) -> Answer:
        return _host_says(desk, session, transaction, Dismiss(number, why), "", dry_run=dry_run)

    return _about(desk, number, work)


def _about(
    desk: Desk, number: int, work: Callable[[Session, WriteTransaction, StoredMessage], Answer]
) -> Answer:
    """What `work` answers about the message of that number; raises DeskProblem where no
    such message waits.
    """

    def at_desk(transaction: WriteTransaction) -> Answer:
        session = the_session(desk, transaction)
        kept = _stored_messages(session, transaction.entries(session.record.id, number - 1))
        one = next((m for m in kept if m.entry.number == number), None)
        if one is None or not session.table.message(number):
            raise DeskProblem(_why_not(session, number, one))
        return work(session, transaction, one)

    with desk.store() as store:
        return store.write(at_desk)


def _host_says(
    desk: Desk,
    session: Session,
    transaction: WriteTransaction,
    move: Clarify | Dismiss,
    asked: str,
    *,
    dry_run: bool,
) -> Answer:
    request = Request(HOST, str(move))
    response = Response(desk, session, transaction, request, HOST, desk.now, dry_run, asked)
    record.apply_one(response, Entry(0, HOST, str(move), desk.now, desk.now))
    return record.answered(response)


def _unclear(response: Response, number: int, found: Offer) -> Answer:
    """The answer where a message isn't clear, and how to say which move is meant."""
    session, commands = response.session, response.desk.commands
    lines = (
        f"{session.name}: message {number} of {response.who}'s isn't clear, so nothing was "
        "recorded; say which move is meant",
        *respond.offer_lines(found),
    )
    facts = {
        "game": session.name,
        "message": number,
        "recorded": [],
        **found.facts,
        "refused": [],
        "reply": found.question(session.game.grammar),
    }
    return Answer(
        lines,
        hints=tuple(respond.to_decide(commands, session.game.grammar, number, found)),
        facts=facts,
        ok=False,
    )


def _offer(desk: Desk, session: Session, transaction: ReadTransaction, one: StoredMessage) -> Offer:
    """The possible readings of a message as the game is now."""
    who = session.table.seat(one.entry.who)
    doubt = one.entry.note if one.entry.source == "post" else ""
    at = one.entry.received_at
    message = Message(session, transaction, who, at, desk.now, one.text, doubt=doubt)
    return message.offer(message.reading)


def _one(
    desk: Desk,
    session: Session,
    transaction: ReadTransaction,
    kept: list[StoredMessage],
    number: int,
) -> Answer:
    """One message in full, and what to do about it."""
    one = next((m for m in kept if m.entry.number == number), None)
    if one is None:
        raise DeskProblem(_why_not(session, number, None))
    row = _row(session, one, secret=True)
    lines = [
        f"{session.name}: message {number} of {row['who']}'s, {stands(one.state)}, arrived "
        f"{session.show(one.entry.received_at)}",
        *(f"  | {line}".rstrip() for line in one.text.rstrip("\n").split("\n")),
        *([f"  asked back: {one.asked}"] if one.asked else []),
    ]
    if not session.table.message(number):
        return Answer(tuple(lines), facts=row)
    found = _offer(desk, session, transaction, one)
    hints = tuple(respond.to_decide(desk.commands, session.game.grammar, number, found))
    facts = {**row, **found.facts, "reply": found.question(session.game.grammar)}
    return Answer((*lines, *respond.offer_lines(found)), hints=hints, facts=facts)


def _stored_messages(session: Session, entries: tuple[Entry, ...]) -> Iterator[StoredMessage]:
    """The messages among these entries that aren't undone, with their states."""
    by_journal = states(entries)
    asked = questions_asked(effective_entries(entries))
    for entry in effective_entries(entries):
        says = read_raw_message(entry.text)
        if says is None:
            continue
        state = by_journal[entry.number]
        if state not in {TAKEN, ASIDE} and not session.table.message(entry.number):
            state = OVER
        yield StoredMessage(entry, says.text, state, asked.get(entry.number, ""))


def _row(session: Session, one: StoredMessage, *, secret: bool) -> dict[str, Any]:
    entry, who = one.entry, session.table.seat(one.entry.who)
    told = (one.text, entry.link, entry.note) if secret else ("", "", "")
    return as_facts(entry.number, who, entry.received_at, one.state, told)


def _why_not(session: Session, number: int, one: StoredMessage | None) -> str:
    if one:
        return f"{session.name}: message {number} doesn't wait any more: {_GONE[one.state]}."
    waiting = ", ".join(str(m.number) for m in session.table.inbox)
    there = f"those that wait are {waiting}" if waiting else "none waits"
    return f"{session.name}: entry {number} is no message; {there}."
