"""The outbox: messages to be sent, and sent ones as they were sent, in lists and one by one."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from gmtool.desk.answers import Answer, Hint, Text, table
from gmtool.desk.desk import Desk
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.session import kinds
from gmtool.desk.session.labels import SEALED
from gmtool.desk.session.loading import load, look_if_possible, the_position
from gmtool.desk.session.message_types import CORRECTION, RECEIPT, message_types
from gmtool.desk.session.recipients import Recipients, forum_of, last_words
from gmtool.desk.texts.blocks import OF_PRIVATE
from gmtool.desk.texts.previews import on_a_page
from gmtool.desk.texts.rate_limit import rate_limit_lines
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.text import casefolded, plural
from gmtool.store import Draft, GameRecord, ReadTransaction, Sent

if TYPE_CHECKING:
    from gmtool.desk.session.session import Session

Shown = tuple[tuple["Session", tuple[Text, ...]], ...]
"""Games with texts of theirs that are shown."""
ALL = "all"
PLAIN, PREVIEW = "plain", "preview"
"""How texts are shown: without the forum's markup; on a page, as the forum shows them."""
_OF_MOVES = (RECEIPT, CORRECTION)
_ONE = lazy_regex(r"(?P<number>[1-9]\d{0,8})(?:\.(?P<part>[1-9]\d{0,3}))?", re.ASCII)


def outbox(desk: Desk, *, every: bool = False, how: str = "", secret: bool = False) -> Answer:
    """The messages to be sent, in order; with `every` also those sent or withdrawn. With `how`
    their texts, too: PLAIN without the forum's markup, PREVIEW on a page as the forum shows them.
    What messages to players are about is shown with `secret`, or with their texts.
    """
    secret = secret or bool(how)
    with desk.store() as store, store.reading() as transaction:
        game = the_position(desk, transaction)
        record, recipients = game.record, Recipients.of(game)
        waiting = transaction.waiting(record.id)
        drafts = _listed(transaction, record, every=every)
        private = None if secret else _in_private(record, drafts)
        rows = [_row(recipients, one, sent, private) for one, sent in drafts]
        shown = _shown(desk, transaction, record, drafts, how)
        takes = tuple(rate_limit_lines(forum_of(desk, game), recipients, desk.now, waiting))
    name = recipients.game
    if not rows:
        nothing = "has been drafted yet" if every else "waits to go out"
        return Answer((f"{name}: nothing {nothing}",), hints=to_status(desk), facts=[])
    many = f"{plural(len(waiting), 'text')} to go out, in this order"
    many = f"{plural(len(rows), 'text')}, {len(waiting)} to go out" if every else many
    where = f"; posts go to {recipients.thread}" if recipients.thread else ""
    cells = [_cells(recipients, row, every=every, openly=secret) for row in rows]
    lines = (f"{name}: {many}{where}", *table(cells), *takes)
    texts = tuple(text for _, found in shown for text in found)
    return _answered(desk, Answer(lines, texts, hints(desk, waiting), rows), shown, how)


def of_all_games(desk: Desk, *, every: bool = False, how: str = "", secret: bool = False) -> Answer:
    """The messages to be sent in all games, by the games' names and in order; the rest as in
    `outbox`.
    """
    secret = secret or bool(how)
    with desk.store() as store, store.reading() as transaction:
        many = transaction.how_many_wait_in_each()
        games = transaction.games() if every else filter(None, map(transaction.game, many))
        parts = [
            _part(desk, transaction, record, every=every, how=how, secret=secret)
            for record in sorted(games, key=lambda one: casefolded(one.header.name))
        ]
    rows = [row for part in parts for row in part.rows]
    if not rows:
        nothing = "has been drafted yet" if every else "waits to go out"
        return Answer((f"nothing {nothing} in any game",), facts=[])
    inside = f" in {plural(len(many), 'game')}" if many else ""
    snapshot = f"{plural(sum(many.values()), 'text')} to go out{inside}"
    cells = [cell for part in parts for cell in part.cells]
    more = (line for part in parts for line in part.lines)
    texts = (text for part in parts for _, found in part.texts for text in found)
    hints = (hint for part in parts for hint in part.hints)
    answer = Answer((snapshot, *table(cells), *more), tuple(texts), tuple(hints), rows)
    return _answered(desk, answer, tuple(one for part in parts for one in part.texts), how)


class _Part(NamedTuple):
    """The part of one game in the list over all: its rows, as facts and as cells, lines to stand
    below the table, its texts, and hints about the first message that waits.
    """

    rows: list[dict[str, Any]]
    cells: list[tuple[str, ...]]
    lines: list[str]
    texts: Shown
    hints: tuple[Hint, ...]


def _part(
    desk: Desk,
    transaction: ReadTransaction,
    record: GameRecord,
    *,
    every: bool,
    how: str,
    secret: bool,
) -> _Part:
    recipients = Recipients.listed(record, look_if_possible(transaction, record))
    drafts = _listed(transaction, record, every=every)
    private = None if secret else _in_private(record, drafts)
    rows = [_row(recipients, one, sent, private) for one, sent in drafts]
    cells = [
        (recipients.game, *_cells(recipients, row, every=every, openly=secret)) for row in rows
    ]
    lines = (
        [f"  {recipients.game}: posts go to {recipients.thread}"]
        if rows and recipients.thread
        else []
    )
    texts: Shown = ()
    try:
        texts = _shown(desk, transaction, record, drafts, how)
    except DeskProblem as problem:
        lines.append(f"  {recipients.game}: its texts can't be shown here; {problem}")
    waiting = [one for one, sent in drafts if one.parts and not sent]
    to_send = hints(replace(desk, commands=desk.commands.about(recipients.game)), waiting[:1])
    return _Part(rows, cells, lines, texts, to_send)


def _listed(
    transaction: ReadTransaction, record: GameRecord, *, every: bool
) -> list[tuple[Draft, Sent | None]]:
    """A game's unsent messages, or with `every` all of them with what was sent."""
    if not every:
        return [(one, None) for one in transaction.waiting(record.id)]
    sent = transaction.all_sent(record.id)
    return [(one, sent.get(one.number)) for one in transaction.drafts(record.id)]


def _shown(
    desk: Desk,
    transaction: ReadTransaction,
    record: GameRecord,
    drafts: Sequence[tuple[Draft, Sent | None]],
    how: str,
) -> Shown:
    """The texts of a game's messages that aren't withdrawn, without markup or as they are posted;
    none where it isn't said how.
    """
    if not how:
        return ()
    session = load(transaction, record)
    shown = [(one, sent) for one, sent in drafts if one.parts]
    if how == PLAIN:
        found = tuple(
            text for one, _ in shown for text in _as_read(desk, session, transaction, one)
        )
    else:
        recipients = Recipients.of(session)
        last = (replace(one, parts=sent.parts) if sent else one for one, sent in shown)
        found = tuple(text for one in last for text in recipients.texts_of(one))
    return ((session, found),)


def _answered(desk: Desk, answer: Answer, shown: Shown, how: str) -> Answer:
    """The answer, or a page with the texts that are shown."""
    if how != PREVIEW:
        return answer
    return on_a_page(desk, answer, shown)


def text(desk: Desk, which: str, *, how: str = "") -> Answer:
    """The text of one message, or of one part of it, shown as in `outbox`; of a sent message the
    text as it was sent.
    """
    number, part = number_of(which)
    with desk.store() as store, store.reading() as transaction:
        game = the_position(desk, transaction)
        record, recipients = game.record, Recipients.of(game)
        draft = the_draft(transaction, record, number)
        sent = transaction.sent(record.id, number)
        last = last_words(transaction, record.id, draft)
        found = recipients.texts_of(replace(last, parts=sent.parts) if sent else last)
        session = None
        if how:
            session = load(transaction, record)
            if how == PLAIN and draft.parts and not sent:
                found = _as_read(desk, session, transaction, draft)
    if part is not None:
        if part > len(found):
            parts = plural(len(found), "part")
            raise DeskProblem(f"{recipients.game}: message {number} has {parts}.")
        found = found[part - 1 : part]
    row = {**_row(recipients, draft, sent), "texts": [one.body for one in found]}
    lines = [f"{recipients.game}: {found[0].title}"] if found else []
    lines += [f"  {row['state']}: {row['note']}"] if row["note"] else []
    once = () if sent else (Hint(desk.commands.line("sent", str(number)), "once it went out"),)
    answer = Answer(tuple(lines), found, once, row)
    return _answered(desk, answer, ((session, found),) if session else (), how)


def number_of(word: str) -> tuple[int, int | None]:
    found = _ONE.fullmatch(word)
    if found is None:
        raise UsageProblem(
            f"“{word}” is no message of the outbox; it takes a number as in 7 (`sent` takes 3-9 "
            "and all too); `gmtool outbox` lists them, with --preview their texts."
        )
    return int(found["number"]), int(found["part"]) if found["part"] else None


def the_draft(transaction: ReadTransaction, record: GameRecord, number: int) -> Draft:
    """The message of that number; raises DeskProblem where there is none."""
    draft = transaction.draft(record.id, number)
    if draft is None:
        name, last = record.header.name, transaction.last_message(record.id)
        there = f"there are 1 to {last}" if last else "there is none yet"
        raise DeskProblem(f"{name}: there is no message {number} in the outbox; {there}.")
    return draft


def _as_read(
    desk: Desk, session: Session, transaction: ReadTransaction, draft: Draft
) -> tuple[Text, ...]:
    """A draft's texts without markup."""
    from gmtool.desk.texts import message_drafts
    from gmtool.desk.texts.writing import Writer, previewing

    writer = previewing(Writer.at(desk, session, transaction))
    blocks = message_drafts.as_drafted(writer, draft)
    _, parts = writer.finished(writer.by.seat(draft.to), blocks, draft.record)
    return Recipients.of(session).texts_of(replace(draft, parts=parts))


def _in_private(record: GameRecord, drafts: Sequence[tuple[Draft, Sent | None]]) -> Container[str]:
    """The occasions of which a list doesn't say who gets the text: that it arose is a secret. Where
    the kind isn't there, nobody knows which they are.
    """
    try:
        game = kinds.of_game(record.header)
    except DeskProblem:
        return {block.occasion for one, _ in drafts for block in one.blocks}
    return {one.name for one in message_types(game) if one.in_private}


def _row(
    recipients: Recipients, draft: Draft, sent: Sent | None, private: Container[str] | None = None
) -> dict[str, Any]:
    """A message as facts. Where it is given what is `private`: no address of a private thread; of
    one that arose from that, and of a withdrawn one, of which nobody knows by now what it arose
    from, neither subject nor reader; and of one about what a player said, or was told wrongly, no
    subject, nor what else it tells.
    """
    state = "sent" if sent else "waiting" if draft.parts else "withdrawn"
    reader = recipients.reader(draft, sent)
    arose = [block.occasion for block in draft.blocks]
    hidden = private if draft.to else None
    is_private = hidden is not None and (not arose or _is_private(draft, hidden))
    of_moves = [one for one in dict.fromkeys(arose) if one in _OF_MOVES]
    tells = is_private or (hidden is not None and bool(of_moves))
    way = recipients.ways.get(reader, {})
    return {
        "game": recipients.game,
        "number": draft.number,
        "to": SEALED if is_private else reader,
        "channel": "" if is_private else way.get("channel", ""),
        "thread": (way.get("thread", "") if private is None else "")
        if draft.to
        else recipients.thread,
        "subject": SEALED if tells else draft.subject,
        "occasions": SEALED if is_private else ", ".join(of_moves if tells else arose),
        "state": state,
        "note": draft.note,
        "parts": len(sent.parts if sent else draft.parts),
        "entry": draft.entry,
        "drafted": draft.drafted_at,
        "sent": sent.at if sent else None,
        "link": sent.link if sent else "",
    }


def _is_private(draft: Draft, private: Container[str]) -> bool:
    """Whether who gets a message tells a secret: not that of a receipt, whose player has spoken,
    for else it would tell what came with it.
    """
    blocks = draft.blocks
    tells = any(one.occasion in private or one.extra.get(OF_PRIVATE) for one in blocks)
    return tells and not any(one.occasion == RECEIPT for one in blocks)


def _cells(
    recipients: Recipients, row: dict[str, Any], *, every: bool, openly: bool
) -> tuple[str, ...]:
    parts = f" ({row['parts']} parts)" if row["parts"] > 1 else ""
    at = recipients.show(row["sent"] or row["drafted"])
    state = f"{row['state']} {at}" if every else f"drafted {at}"
    where = recipients.goes_to(row["to"], openly=openly)
    return str(row["number"]), where, row["subject"] + parts, state, row["note"]


def hints(desk: Desk, waiting: Sequence[Draft]) -> tuple[Hint, ...]:
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


def to_status(desk: Desk) -> tuple[Hint, ...]:
    return (Hint(desk.commands.line("status"), "where the game stands"),)
