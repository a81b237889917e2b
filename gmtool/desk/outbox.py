"""The outbox: messages to be sent, and sent ones as they were sent."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Any, NamedTuple

from gmtool.desk import across, drafting, kinds
from gmtool.desk.addresses import Book
from gmtool.desk.answers import Answer, Hint, Text, table
from gmtool.desk.comparing import Past
from gmtool.desk.desk import Desk
from gmtool.desk.drafting import titled
from gmtool.desk.naming import SEALED
from gmtool.desk.occasion_names import CORRECTION, RECEIPT
from gmtool.desk.occasions import occasions
from gmtool.desk.pace import pace
from gmtool.desk.previewing import on_a_page
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.reconciling import WENT_OUT, Review, reconcile
from gmtool.desk.session import Session, load, the_session
from gmtool.desk.settings import check_address
from gmtool.desk.typed import typed_instant
from gmtool.desk.writing import Writer, previewing
from gmtool.engine.expressions import expression
from gmtool.engine.frozen import frozen, replace
from gmtool.engine.instants import Instant
from gmtool.engine.wording import casefolded, plural
from gmtool.store import Draft, GameRecord, ReadingRoom, Sent, WritingRoom

ALL = "all"
PLAIN, PREVIEW = "plain", "preview"
"""How texts are shown: without the forum's markup; on a page, as the forum shows them."""
_OF_MOVES = (RECEIPT, CORRECTION)
_ONE = expression(r"(?P<number>[1-9]\d{0,8})(?:\.(?P<part>[1-9]\d{0,3}))?", re.ASCII)
_RANGE = expression(r"([1-9]\d{0,8})-([1-9]\d{0,8})", re.ASCII)


@frozen
class Sending:
    """What the host marks as sent, as typed: `which` messages, when (None for now), the `link` to
    them, and the `text` if it was changed. With `revoked` they hadn't been sent after all.
    """

    which: tuple[str, ...]
    at: str | None = None
    link: str = ""
    text: str | None = None
    revoked: bool = False


def outbox(desk: Desk, *, every: bool = False, how: str = "", secret: bool = False) -> Answer:
    """The messages to be sent, in order; with `every` also those sent or withdrawn. With `how`
    their texts, too: PLAIN without the forum's markup, PREVIEW on a page as the forum shows them.
    What messages to players are about is shown with `secret`, or with their texts.
    """
    secret = secret or bool(how)
    with desk.store() as store, store.reading() as room:
        session = the_session(desk, room)
        waiting = room.waiting(session.record.id)
        drafts = _listed(room, session.record, every=every)
        private = None if secret else _in_private(session.record, drafts)
        book = Book.of(session)
        rows = [_row(book, one, sent, private) for one, sent in drafts]
        texts = _texts(desk, session, room, drafts, how)
        takes = tuple(pace(desk, session, waiting))
    name = session.name
    if not rows:
        nothing = "has been drafted yet" if every else "waits to go out"
        return Answer((f"{name}: nothing {nothing}",), hints=_status(desk), facts=[])
    many = f"{plural(len(waiting), 'text')} to go out, in this order"
    many = f"{plural(len(rows), 'text')}, {len(waiting)} to go out" if every else many
    where = f"; posts go to {book.thread}" if book.thread else ""
    cells = [_cells(book, row, every=every, openly=secret) for row in rows]
    lines = (f"{name}: {many}{where}", *table(cells), *takes)
    answer = Answer(lines, texts, _hints(desk, waiting), rows)
    return on_a_page(desk, answer, [(session, texts)]) if how == PREVIEW else answer


def of_all_games(desk: Desk, *, every: bool = False, how: str = "", secret: bool = False) -> Answer:
    """The messages to be sent in all games, by the games' names and in order; the rest as in
    `outbox`. Nothing is replayed for games with a whole head, but for their texts.
    """
    secret = secret or bool(how)
    with desk.store() as store, store.reading() as room:
        many = room.how_many_wait_in_each()
        games = room.games() if every else filter(None, map(room.game, many))
        parts = [
            _part(desk, room, record, every=every, how=how, secret=secret)
            for record in sorted(games, key=lambda one: casefolded(one.header.name))
        ]
    rows = [row for part in parts for row in part.rows]
    if not rows:
        nothing = "has been drafted yet" if every else "waits to go out"
        return Answer((f"nothing {nothing} in any game",), facts=[])
    inside = f" in {plural(len(many), 'game')}" if many else ""
    head = f"{plural(sum(many.values()), 'text')} to go out{inside}"
    cells = [cell for part in parts for cell in part.cells]
    more = (line for part in parts for line in part.lines)
    texts = (text for part in parts for _, found in part.texts for text in found)
    hints = (hint for part in parts for hint in part.hints)
    answer = Answer((head, *table(cells), *more), tuple(texts), tuple(hints), rows)
    pages = [one for part in parts for one in part.texts]
    return on_a_page(desk, answer, pages) if how == PREVIEW else answer


class _Part(NamedTuple):
    """The part of one game in the list over all: its rows, as facts and as cells, lines to stand
    below the table, its texts, and hints about the first message that waits.
    """

    rows: list[dict[str, Any]]
    cells: list[tuple[str, ...]]
    lines: list[str]
    texts: tuple[tuple[Session, tuple[Text, ...]], ...]
    hints: tuple[Hint, ...]


def _part(
    desk: Desk,
    room: ReadingRoom,
    record: GameRecord,
    *,
    every: bool,
    how: str,
    secret: bool,
) -> _Part:
    book = Book.kept(record, across.state_of(room, record, room.head(record.id)))
    drafts = _listed(room, record, every=every)
    private = None if secret else _in_private(record, drafts)
    rows = [_row(book, one, sent, private) for one, sent in drafts]
    cells = [(book.game, *_cells(book, row, every=every, openly=secret)) for row in rows]
    lines = [f"  {book.game}: posts go to {book.thread}"] if rows and book.thread else []
    texts: tuple[tuple[Session, tuple[Text, ...]], ...] = ()
    try:
        if how:
            session = load(room, record)
            texts = ((session, _texts(desk, session, room, drafts, how)),)
    except DeskProblem as problem:
        lines.append(f"  {book.game}: its texts can't be shown here; {problem}")
    waiting = [one for one, sent in drafts if one.parts and not sent]
    hints = _hints(replace(desk, commands=desk.commands.about(book.game)), waiting[:1])
    return _Part(rows, cells, lines, texts, hints)


def _listed(
    room: ReadingRoom, record: GameRecord, *, every: bool
) -> list[tuple[Draft, Sent | None]]:
    """A game's unsent messages, or with `every` all of them with what was sent."""
    if not every:
        return [(one, None) for one in room.waiting(record.id)]
    sent = room.all_sent(record.id)
    return [(one, sent.get(one.number)) for one in room.drafts(record.id)]


def _texts(
    desk: Desk,
    session: Session,
    room: ReadingRoom,
    drafts: Sequence[tuple[Draft, Sent | None]],
    how: str,
) -> tuple[Text, ...]:
    """The texts of those messages that aren't withdrawn, without markup or as they are posted; none
    where it isn't said how.
    """
    shown = [(one, sent) for one, sent in drafts if one.parts] if how else []
    if how == PLAIN:
        return tuple(text for one, _ in shown for text in _as_read(desk, session, room, one))
    last = (replace(one, parts=sent.parts) if sent else one for one, sent in shown)
    return tuple(text for one in last for text in drafting.to_paste(session, one))


def text(desk: Desk, which: str, *, how: str = "") -> Answer:
    """The text of one message, or of one part of it, shown as in `outbox`; of a sent message the
    text as it was sent.
    """
    number, part = _one(which)
    with desk.store() as store, store.reading() as room:
        session = the_session(desk, room)
        draft = _draft(session, room, number)
        sent = room.sent(session.record.id, number)
        last = drafting.last_words(room, session, draft)
        shown = replace(last, parts=sent.parts) if sent else last
        found = drafting.to_paste(session, shown)
        if how == PLAIN and draft.parts and not sent:
            found = _as_read(desk, session, room, draft)
    if part is not None:
        if part > len(found):
            parts = plural(len(found), "part")
            raise DeskProblem(f"{session.name}: message {number} has {parts}.")
        found = found[part - 1 : part]
    row = {**_row(Book.of(session), draft, sent), "texts": [one.body for one in found]}
    lines = [f"{session.name}: {found[0].title}"] if found else []
    lines += [f"  {row['state']}: {row['note']}"] if row["note"] else []
    hints = () if sent else (Hint(desk.commands.line("sent", str(number)), "once it went out"),)
    answer = Answer(tuple(lines), found, hints, row)
    return on_a_page(desk, answer, [(session, found)]) if how == PREVIEW else answer


def drop(desk: Desk, which: str) -> Answer:
    """Withdraw a draft for good that won't be sent; it stays on record."""
    number, _ = _one(which)

    def work(room: WritingRoom) -> Answer:
        session = the_session(desk, room)
        draft = _draft(session, room, number)
        went = room.sent(session.record.id, number)
        if went is not None or not draft.parts:
            how = f"went out {session.show(went.at)}" if went else f"is withdrawn: {draft.note}"
            raise DeskProblem(f"{session.name}: message {number} {how}; it can't be dropped.")
        writer = Writer.at(desk, session, room)
        drafting.revise(writer, room, draft, (), drafting.DROPPED)
        line = f"{session.name}: dropped: {titled(session, draft)}"
        return _with_what_waits(desk, room, session, (line,), {"dropped": number})

    with desk.store() as store:
        return store.write(work)


def _with_what_waits(
    desk: Desk, room: ReadingRoom, session: Session, lines: Sequence[str], facts: dict[str, Any]
) -> Answer:
    waiting = room.waiting(session.record.id)
    facts = {"game": session.name, **facts, "waiting": [one.number for one in waiting]}
    return Answer(tuple(lines), hints=_hints(desk, waiting) or _status(desk), facts=facts)


def sent(desk: Desk, sending: Sending) -> Answer:
    """Mark messages as sent, with when, where, and the text as it was sent, for ever."""

    def work(room: WritingRoom) -> Answer:
        session = the_session(desk, room)
        at = typed_instant(desk, session, sending.at)
        numbers = _chosen(session, room, sending)
        _check(session, numbers, sending)
        writer = Writer.at(desk, session, room)
        lines: list[str] = []
        marked = [
            _marked(writer, room, _draft(session, room, number), replace(sending, at=at), lines)
            for number in numbers
        ]
        lines += _consequences(writer, room, marked, revoked=sending.revoked).lines(
            writer, drafted=True
        )
        facts = {"sent": [] if sending.revoked else numbers}
        return _with_what_waits(desk, room, session, lines, facts)

    with desk.store() as store:
        return store.write(work)


def _marked(
    writer: Writer, room: WritingRoom, draft: Draft, sending: Sending, lines: list[str]
) -> Draft:
    """Record that a message was sent, or hadn't been after all, add a line to `lines` and
    return the message.

    Raises DeskProblem where it is marked so already.
    """
    session, desk = writer.session, writer.desk
    before = room.sent(session.record.id, draft.number)
    if sending.revoked:
        if before is None:
            raise DeskProblem(f"{session.name}: {draft.number} isn't marked as sent.")
        room.add_sent(session.record.id, replace(before, recorded_at=desk.now, revoked=True))
        lines.append(f"{session.name}: waits again: {titled(session, draft)}")
        return draft
    if before is not None:
        raise DeskProblem(
            f"{session.name}: {draft.number} is marked as sent already "
            f"({session.show(before.at)}); if it wasn't: "
            f"{desk.commands.line('sent', str(draft.number), '--revoke')}"
        )
    lines.append(f"{session.name}: sent: {titled(session, draft)}")
    if not draft.parts:
        lines.append(f"  it had been withdrawn: {draft.note}")
        last = drafting.last_words(room, session, draft)
        # The host may have sent it before it was withdrawn; then a correction is due.
        draft = replace(last, revision=draft.revision + 1, note=WENT_OUT)
        room.put_draft(session.record.id, draft)
    parts = draft.parts if sending.text is None else (sending.text,)
    at = Instant(sending.at or desk.now)
    sent = Sent(draft.number, draft.revision, at, desk.now, sending.link, parts)
    room.add_sent(session.record.id, sent)
    return draft


def _consequences(
    writer: Writer, room: WritingRoom, marked: Sequence[Draft], *, revoked: bool
) -> Review:
    """What changes in other texts since these were sent, or hadn't been after all."""
    late = {one.number for one in marked if one.note == WENT_OUT}
    if not (revoked or late):
        return Review()
    past = Past(writer.by, writer.session.replay())
    return reconcile(writer, room, past, late=late)


def _check(session: Session, numbers: Sequence[int], sending: Sending) -> None:
    if sending.text is not None and len(numbers) != 1:
        raise UsageProblem(f"{session.name}: --text is the text of one message; name just one.")
    if sending.text is not None and not sending.text.strip():
        raise UsageProblem(f"{session.name}: the text as it was sent is empty.")
    if sending.revoked and (sending.text is not None or sending.link):
        raise UsageProblem(f"{session.name}: --revoke stands without --link and --text.")
    if sending.link:
        check_address("the link to what was sent", sending.link)


def _chosen(session: Session, room: ReadingRoom, sending: Sending) -> list[int]:
    """The numbers of the messages named, in order and without repetition."""
    waiting = [one.number for one in room.waiting(session.record.id)]
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
            number, part = _one(word)
            if part is not None:
                raise UsageProblem(
                    f"{session.name}: a message is sent as a whole; name it as {number}."
                )
            chosen[number] = None
    return list(chosen)


def _one(word: str) -> tuple[int, int | None]:
    found = _ONE.fullmatch(word)
    if found is None:
        raise UsageProblem(
            f"“{word}” is no message of the outbox; it takes a number as in 7 (`sent` takes 3-9 "
            "and all too); `gmtool outbox` lists them, with --preview their texts."
        )
    return int(found["number"]), int(found["part"]) if found["part"] else None


def _draft(session: Session, room: ReadingRoom, number: int) -> Draft:
    draft = room.draft(session.record.id, number)
    if draft is None:
        last = room.last_message(session.record.id)
        there = f"there are 1 to {last}" if last else "there is none yet"
        raise DeskProblem(f"{session.name}: there is no message {number} in the outbox; {there}.")
    return draft


def _as_read(desk: Desk, session: Session, room: ReadingRoom, draft: Draft) -> tuple[Text, ...]:
    """A draft's texts without markup."""
    writer = previewing(Writer.at(desk, session, room))
    blocks = drafting.as_drafted(writer, draft)
    _, parts = writer.finished(writer.by.seat(draft.to), blocks, draft.record)
    return drafting.to_paste(session, replace(draft, parts=parts))


def _in_private(record: GameRecord, drafts: Sequence[tuple[Draft, Sent | None]]) -> Container[str]:
    """The occasions of which a list doesn't say who gets the text: that it arose is a secret. Where
    the kind isn't there, nobody knows which they are.
    """
    try:
        game = kinds.of_game(record.header.name, record.header.kind)
    except DeskProblem:
        return {block.occasion for one, _ in drafts for block in one.blocks}
    return {one.name for one in occasions(game) if one.in_private}


def _row(
    book: Book, draft: Draft, sent: Sent | None, private: Container[str] | None = None
) -> dict[str, Any]:
    """A message as facts. Where it is given what is `private`: no address of a private thread; of
    one that arose from that neither subject nor reader, and of one about what a player said, or was
    told wrongly, no subject.
    """
    state = "sent" if sent else "waiting" if draft.parts else "withdrawn"
    reader = book.reader(draft, sent)
    arose = [block.occasion for block in draft.blocks]
    hidden = private if draft.to else None
    is_private = hidden is not None and any(one in hidden for one in arose)
    tells = is_private or (hidden is not None and any(one in _OF_MOVES for one in arose))
    way = book.ways.get(reader, {})
    return {
        "game": book.game,
        "number": draft.number,
        "to": SEALED if is_private else reader,
        "channel": "" if is_private else way.get("channel", ""),
        "thread": (way.get("thread", "") if private is None else "") if draft.to else book.thread,
        "subject": SEALED if tells else draft.subject,
        "occasions": SEALED if is_private else ", ".join(arose),
        "state": state,
        "note": draft.note,
        "parts": len(sent.parts if sent else draft.parts),
        "entry": draft.entry,
        "drafted": draft.drafted_at,
        "sent": sent.at if sent else None,
        "link": sent.link if sent else "",
    }


def _cells(book: Book, row: dict[str, Any], *, every: bool, openly: bool) -> tuple[str, ...]:
    parts = f" ({row['parts']} parts)" if row["parts"] > 1 else ""
    at = book.show(row["sent"] or row["drafted"])
    state = f"{row['state']} {at}" if every else f"drafted {at}"
    where = book.goes_to(row["to"], openly=openly)
    return str(row["number"]), where, row["subject"] + parts, state, row["note"]


def _hints(desk: Desk, waiting: Sequence[Draft]) -> tuple[Hint, ...]:
    commands = desk.commands
    hints = [
        Hint(commands.line("outbox", str(one.number)), "its text, to paste") for one in waiting[:1]
    ]
    if waiting:
        first = str(waiting[0].number)
        hints.append(Hint(commands.line("sent", first), "once it went out"))
    if waiting[1:]:
        hints.append(Hint(commands.line("sent", ALL), "once all went out"))
    return tuple(hints)


def _status(desk: Desk) -> tuple[Hint, ...]:
    return (Hint(desk.commands.line("status"), "where the game stands"),)
