"""Texts on demand: posts for the thread, messages to players, and reminders."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from gmtool.desk.answers import Answer, Hint, table
from gmtool.desk.desk import Desk
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.loading import load, running_games, the_session
from gmtool.desk.session.message_types import (
    CORRECTION,
    OPENING,
    REFUSAL,
    REMINDER,
    WORDS,
    message_types,
)
from gmtool.desk.session.recipients import Recipients, forum_of
from gmtool.desk.session.session import Session
from gmtool.desk.session.speakers import speaker
from gmtool.desk.texts import triggers
from gmtool.desk.texts.blocks import OF_PRIVATE, WINDOW
from gmtool.desk.texts.corrections.outbox_update import put
from gmtool.desk.texts.facts import window_facts
from gmtool.desk.texts.message_drafts import Outgoing, draft, to_paste
from gmtool.desk.texts.previews import on_a_page
from gmtool.desk.texts.rate_limit import rate_limit_lines
from gmtool.desk.texts.reminders import Reminder, by_player, has_come, is_quiet, past_reminders
from gmtool.desk.texts.triggers import Trigger
from gmtool.desk.texts.writing import Writer
from gmtool.engine import entropy
from gmtool.engine.game import CALL, PUBLIC, STATE, Message, MessageType, Turn
from gmtool.engine.instants import Instant, minutes_in
from gmtool.engine.refusals import Refused
from gmtool.engine.text import CHANCE, HOST, casefolded, listed, plural, told
from gmtool.render.when import deadline, span
from gmtool.store import Block, GameRecord, ReadTransaction, Store, WriteTransaction


def post(
    desk: Desk, occasion: str | None = None, *, queue: bool = False, preview: bool = False
) -> Answer:
    """The latest post of that occasion, as it was when it arose, or as of now where it tells how
    things are; without an occasion a list of all. With `queue` it is put into the outbox too, with
    `preview` it stands on a page as the forum shows it.
    """
    return _on_demand(desk, PUBLIC, occasion, queue=queue, preview=preview)


def pm(
    desk: Desk,
    who: str,
    occasion: str | None = None,
    *,
    queue: bool = False,
    preview: bool = False,
) -> Answer:
    """The latest message to a player of that occasion; like `post`."""
    if not who.strip():
        raise UsageProblem("a message goes to a player; name one.")
    return _on_demand(desk, who, occasion, queue=queue, preview=preview)


def _written(
    desk: Desk, work: Callable[[Writer, WriteTransaction | None], Answer], *, queue: bool
) -> Answer:
    """What `work` answers about the game as it is now; with `queue` it gets the room
    to store texts in.
    """
    with desk.store() as store:
        if queue:
            return store.write(lambda transaction: work(_writer(desk, transaction), transaction))
        with store.reading() as reading:
            return work(_writer(desk, reading), None)


def _writer(desk: Desk, transaction: ReadTransaction) -> Writer:
    return Writer.at(desk, the_session(desk, transaction), transaction)


def _player(session: Session, who: str) -> str:
    name = speaker(session, who)
    if name in {HOST, CHANCE}:
        raise UsageProblem(f"{session.name}: a message goes to a player, not to {name}.")
    return name


def _on_demand(desk: Desk, who: str, occasion: str | None, *, queue: bool, preview: bool) -> Answer:

    def work(writer: Writer, transaction: WriteTransaction | None) -> Answer:
        session = writer.session
        to = _player(session, who) if who else PUBLIC
        found = _triggers_to(writer, to)
        if occasion is None:
            return _list(desk, writer, found, to)
        known = _known(session, occasion, to)
        block = _block(writer, known, to, found)
        return _texts(writer, transaction, [Outgoing(to, (block,))], preview=preview)

    return _written(desk, work, queue=queue)


def _triggers_to(writer: Writer, to: str) -> dict[str, Trigger]:
    steps = writer.session.replay().effective
    every = triggers.find_triggers(writer.session, steps)
    return {one.message.occasion: one for one in every if one.message.to == to}


def _known(session: Session, occasion: str, to: str) -> MessageType:
    known = (o for o in message_types(session.game) if o.to_player == bool(to))
    fitting = {o.name: o for o in known if o.name != CORRECTION}
    if occasion in fitting:
        return fitting[occasion]
    near = difflib.get_close_matches(occasion, fitting, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(fitting)}."
    raise UsageProblem(f"{session.name}: there is no occasion “{occasion}”; {hint}")


def _block(writer: Writer, known: MessageType, to: str, found: dict[str, Trigger]) -> Block:
    if known.name == REFUSAL:
        return _last_refusal(writer, to)
    if known.name == REMINDER:
        turns = [t for t in writer.session.awaited if t.who == to and t.window]
        if not turns:
            raise DeskProblem(f"{writer.session.name}: nothing is awaited from {to} now.")
        return reminder(writer, turns)
    if known.name in found and not _tells_how_things_stand(known):
        arisen = writer.write_block(found[known.name])
        is_over = known.life == CALL and writer.by.window(arisen.extra.get(WINDOW, "")) is None
        if not is_over:
            return arisen
    if known.name in found or _tells_how_things_stand(known) or known.name == OPENING:
        return writer.stands(Message(known.name, to))
    ready = ", ".join(found) or "none"
    raise DeskProblem(
        f"{writer.session.name}: “{known.name}” hasn't arisen yet; texts there are: {ready}."
    )


def _tells_how_things_stand(known: MessageType) -> bool:
    return known.life == STATE or (known.to_player and known.life == CALL)


def _last_refusal(writer: Writer, name: str) -> Block:
    session = writer.session
    attempts = [
        a
        for a in writer.transaction.attempts(session.record.id)
        if session.table.seat(a.who) == name
    ]
    if not attempts:
        raise DeskProblem(f"{session.name}: nothing of {name}'s was refused.")
    last = attempts[-1]
    together = [
        a
        for a in attempts
        if (a.recorded_at, a.received_at, a.raw) == (last.recorded_at, last.received_at, last.raw)
    ]
    refused = [(a.text, Refused(a.clause, told(a.sentence), quoted=a.text)) for a in together]
    steps = session.replay().effective
    recorded = [
        step.entry.text
        for step in steps
        if last.raw and (step.who, step.entry.raw) == (name, last.raw)
    ]
    return writer.refusal(name, refused, recorded, last.received_at)


def _texts(
    writer: Writer,
    transaction: WriteTransaction | None,
    messages: Sequence[Outgoing],
    *,
    preview: bool,
) -> Answer:
    session = writer.session
    if transaction is not None:
        review = put(writer, transaction, messages)
        drafts, beside = review.drafted, review.lines(writer)
    else:
        drafts = [draft(writer, out) for out in messages]
        forum = forum_of(writer.desk, session)
        beside = [*rate_limit_lines(forum, Recipients.of(session), writer.desk.now, drafts)]
    found = tuple(text for one in drafts for text in to_paste(session, one))
    facts = [
        {
            "game": session.name,
            "number": one.number or None,
            "to": session.table.seat(one.to),
            "occasions": [block.occasion for block in one.blocks],
            "title": one.subject,
            "text": "\n\n".join(one.parts),
        }
        for one in drafts
    ]
    numbers = [str(one.number) for one in drafts if one.number]
    commands = writer.desk.commands
    hints = (Hint(commands.line("sent", *numbers), "once it is posted or sent"),) if numbers else ()
    lines = [f"{session.name}: {text.title}" for text in found]
    lines += beside
    answer = Answer(tuple(lines), found, hints, facts[0] if len(facts) == 1 else facts)
    return on_a_page(writer.desk, answer, [(session, found)]) if preview else answer


def _list(desk: Desk, writer: Writer, found: dict[str, Trigger], to: str) -> Answer:
    session = writer.session
    command = ("pm", to) if to else ("post",)
    rows = []
    cells = []
    for known in message_types(session.game):
        as_it_is = _tells_how_things_stand(known) or (
            known.name == OPENING and OPENING not in found
        )
        if known.to_player != bool(to) or (known.name not in found and not as_it_is):
            continue
        if known.name == WORDS and session.mode != entropy.HOLD:
            continue
        number = session.number if as_it_is else found[known.name].step.entry.number
        line = desk.commands.line(*command, known.name)
        at = desk.now if as_it_is else found[known.name].step.entry.received_at
        rows.append({"occasion": known.name, "entry": number, "arose": at, "command": line})
        cells.append((line, known.doc, "as it is now" if as_it_is else f"entry {number}"))
    what = f"messages to {to}" if to else "posts"
    return Answer((f"{session.name}: {what} there are", *table(cells)), facts=rows)


# ---- reminders


def remind(
    desk: Desk, who: Sequence[str] = (), *, queue: bool = False, preview: bool = False
) -> Answer:
    """A reminder for each player who has sent nothing in an open window or hasn't answered what was
    asked back, or for those named; with `queue` and `preview` as in `post`.
    """

    def work(writer: Writer, transaction: WriteTransaction | None) -> Answer:
        session = writer.session
        missing = by_player(session)
        quiet = [name for name, turns in missing.items() if is_quiet(writer, turns)]
        names = [_player(session, name) for name in who] or quiet
        for name in names:
            if name not in missing:
                raise DeskProblem(f"{session.name}: nothing is awaited from {name} now.")
        away = [name for name in missing if session.table.is_away(name, desk.now, desk.now)]
        if not names and away:
            are = "is" if len(away) == 1 else "are"
            raise DeskProblem(
                f"{session.name}: nobody is to be reminded but {listed(away)}, who {are} away; to "
                f"do it all the same: {desk.commands.line('remind', *away)}"
            )
        if not names and missing:
            raise DeskProblem(
                f"{session.name}: something came from everybody who is awaited; see: "
                f"{desk.commands.part('gmtool', 'inbox')}"
            )
        if not names:
            raise DeskProblem(
                f"{session.name}: nobody is awaited now, so nobody is to be reminded."
            )
        if session.table.paused:
            raise DeskProblem(f"{session.name}: the game is paused; nobody is awaited now.")
        messages = [
            Outgoing(name, (reminder(writer, missing[name]),)) for name in dict.fromkeys(names)
        ]
        return _texts(writer, transaction, messages, preview=preview)

    return _written(desk, work, queue=queue)


def reminder(writer: Writer, turns: Sequence[Turn]) -> Block:
    """The reminder of a player's turns in open windows; it tells the first deadline, or where they
    aren't the same what is asked for by each.
    """
    windows = [(turn, writer.by.window(turn.window)) for turn in turns]
    open_ones = sorted((w for _, w in windows if w), key=lambda window: window.deadline)
    each = [
        {"task": turn.task, "deadline": window.deadline_of(turn.who)}
        for turn, window in windows
        if window
    ]
    asked = {
        "task": " and ".join(turn.task for turn in turns),
        "moves": [move for turn in turns for move in turn.moves],
        "window": window_facts(open_ones[0], turns[0].who, writer.now),
        "each": each if len({one["deadline"] for one in each}) > 1 else [],
        "several": len(turns) > 1,
        "came": has_come(writer.by, turns),
        "question": writer.asked_back(turns[0].who),
    }
    private = {} if all(one.is_for(PUBLIC) for one in open_ones) else {OF_PRIVATE: True}
    return writer.stands(Message(REMINDER, turns[0].who), {"asked": asked, **private})


def remind_due(desk: Desk, typed: str) -> Answer:
    """Draft reminders to those who are quiet in a window that closes for them within the time
    `typed`, in all running games but paused ones. Nobody is reminded of a window twice. A game that
    can't be replayed here, or whose templates have a mistake, is named and left out.

    Raises UsageProblem for a text that is no length of time.
    """
    minutes = minutes_in(typed)
    if not minutes:
        raise UsageProblem(
            f"“{typed}” is no length of time; --due takes one such as 6h, 90m or 1d 2h, and no "
            "names: it is about everybody in all running games."
        )
    within = timedelta(minutes=minutes)
    with desk.store() as store:
        with store.reading() as transaction:
            games = list(_closing(transaction, desk.now, within))
        games.sort(key=lambda one: casefolded(one.header.name))
        parts = [_part(desk, store, record, within) for record in games]
    rows = [row for part in parts for row in part.rows]
    many = sum(row["drafted"] for row in rows)
    line = f"{plural(many, 'reminder')} drafted for what closes within {span(within)}"
    cells = [cell for part in parts for cell in part.cells]
    skipped = (line for part in parts for line in part.lines)
    hints = [hint for part in parts for hint in part.hints]
    if many:
        hints.append(Hint(desk.commands.line("outbox", "--all-games"), "all that is to go out"))
    return Answer((line, *table(cells), *skipped), hints=tuple(hints), facts=rows)


def _closing(transaction: ReadTransaction, now: Instant, within: timedelta) -> Iterator[GameRecord]:
    """The games in which a window closes for somebody within that time, and those of which it can't
    be told.
    """
    for record, game in running_games(transaction):
        if game is None:
            yield record
        elif not game.table.paused:
            every = chain(*map(Disclosure(game).deadlines, game.table.windows))
            if any(_is_soon(one, now, within) for one in every):
                yield record


def _is_soon(deadline: Instant, now: Instant, within: timedelta) -> bool:
    return timedelta() < now.until(deadline) <= within


class _Part(NamedTuple):
    """The part of one game in the answer: rows, as facts and as cells, lines, and hints."""

    rows: list[dict[str, Any]]
    cells: list[tuple[str, ...]]
    lines: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = ()


_NOBODY: dict[str, Any] = {
    "who": "",
    "for": "",
    "deadline": None,
    "drafted": False,
    "number": None,
    "at": None,
    "sent": False,
}
"""The facts of a game that is left out."""


def _part(desk: Desk, store: Store, record: GameRecord, within: timedelta) -> _Part:
    try:
        return store.write(partial(_in_game, desk, record, within))
    except DeskProblem as problem:
        row = {"game": record.header.name, **_NOBODY, "skipped": str(problem)}
        return _Part([row], [], (f"  left out: {problem}",))


def _in_game(
    desk: Desk, record: GameRecord, within: timedelta, transaction: WriteTransaction
) -> _Part:
    """Draft the reminders of one game, in a transaction of its own."""
    session = load(transaction, record)
    session.see_that_it_is_whole()
    writer = Writer.at(desk, session, transaction)
    soon = dict(_quiet(writer, within))
    before = dict(_reminded(session, transaction, soon))
    new = [who for who in soon if who not in before]
    messages = [Outgoing(who, (reminder(writer, soon[who]),)) for who in new]
    drafts = put(writer, transaction, messages).drafted if messages else []
    made = {
        who: Reminder(who, "", one.drafted_at, sent=False, number=one.number)
        for who, one in zip(new, drafts, strict=True)
    }
    rows = [
        _row(session, soon[who], made.get(who) or before[who], drafted=who in made) for who in soon
    ]
    numbers = [str(one.number) for one in drafts]
    return _Part(rows, [_cells(session, row) for row in rows], hints=_hints(desk, session, numbers))


def _quiet(writer: Writer, within: timedelta) -> Iterator[tuple[str, list[Turn]]]:
    """The players who are quiet in windows that close for them within that time, with their turns
    there.
    """
    session = writer.session
    for who, turns in by_player(session).items():
        own = [turn for turn in turns if _is_soon(_deadline(session, [turn]), writer.now, within)]
        if own and is_quiet(writer, own):
            yield who, own


def _deadline(session: Session, turns: Sequence[Turn]) -> Instant:
    """The first deadline of the player of these turns."""
    windows = (session.table.window(turn.window) for turn in turns)
    return min(window.deadline_of(turns[0].who) for window in windows if window)


def _reminded(
    session: Session, transaction: ReadTransaction, soon: Mapping[str, Sequence[Turn]]
) -> Iterator[tuple[str, Reminder]]:
    """The last reminder of each of these players about a window of these turns."""
    own, recipients = session.record.id, Recipients.of(session)
    for one in past_reminders(transaction, own, recipients, session.table.windows):
        if one.window in {turn.window for turn in soon.get(one.who, ())}:
            yield one.who, one


def _row(
    session: Session, turns: Sequence[Turn], made: Reminder, *, drafted: bool
) -> dict[str, Any]:
    return {
        "game": session.name,
        "who": made.who,
        "for": " and ".join(turn.task for turn in turns),
        "deadline": _deadline(session, turns),
        "drafted": drafted,
        "number": made.number,
        "at": made.at,
        "sent": made.sent,
        "skipped": "",
    }


def _cells(session: Session, row: dict[str, Any]) -> tuple[str, ...]:
    how = f"outbox {row['number']}"
    if row["sent"]:
        how = f"not again: reminded {session.show(row['at'])}"
    elif not row["drafted"]:
        how = f"not again: {how} waits"
    return row["game"], row["who"], row["for"], deadline(row["deadline"].moment, session.zone), how


def _hints(desk: Desk, session: Session, numbers: Sequence[str]) -> tuple[Hint, ...]:
    """Hints about the reminders drafted in a game."""
    if not numbers:
        return ()
    commands = desk.commands.about(session.name)
    return (
        Hint(commands.line("outbox", numbers[0]), "its text, to paste"),
        Hint(commands.line("sent", *numbers), "once it went out"),
    )
