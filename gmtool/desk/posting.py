"""Texts on demand: posts for the thread, messages to players, reminders."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from gmtool.desk import drafting, texts
from gmtool.desk.addresses import Book
from gmtool.desk.answers import Answer, Hint, table
from gmtool.desk.desk import Desk
from gmtool.desk.drafting import Outgoing
from gmtool.desk.forum import forum_of
from gmtool.desk.loading import the_session
from gmtool.desk.occasion_names import CORRECTION, OPENING, REFUSAL, REMINDER, WORDS
from gmtool.desk.occasions import occasions
from gmtool.desk.pace import pace
from gmtool.desk.previewing import on_a_page
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.reminded import OF_PRIVATE, WINDOW
from gmtool.desk.reminders import asked_back, by_player, has_come, is_quiet
from gmtool.desk.session import Session
from gmtool.desk.texts import Arisen
from gmtool.desk.typed import speaker
from gmtool.desk.writing import Writer
from gmtool.engine import modes
from gmtool.engine.game import CALL, PUBLIC, STATE, Message, Occasion, Turn
from gmtool.engine.refusals import Refused
from gmtool.engine.wording import CHANCE, HOST, listed
from gmtool.store import Block, ReadingRoom, WritingRoom


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


def remind(
    desk: Desk, who: Sequence[str] = (), *, queue: bool = False, preview: bool = False
) -> Answer:
    """A reminder for each player who has sent nothing in an open window or hasn't answered what was
    asked back, or for those named; with `queue` and `preview` as in `post`.
    """

    def work(writer: Writer, room: WritingRoom | None) -> Answer:
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
        return _texts(writer, room, messages, preview=preview)

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
        "window": texts.window_facts(open_ones[0], turns[0].who, writer.now),
        "each": each if len({one["deadline"] for one in each}) > 1 else [],
        "several": len(turns) > 1,
        "came": has_come(writer.by, turns),
        "question": asked_back(writer, turns[0].who),
    }
    private = {} if all(one.is_for(PUBLIC) for one in open_ones) else {OF_PRIVATE: True}
    return writer.stands(Message(REMINDER, turns[0].who), {"asked": asked, **private})


def _written(
    desk: Desk, work: Callable[[Writer, WritingRoom | None], Answer], *, queue: bool
) -> Answer:
    """What `work` answers about the game as it is now; with `queue` it gets the room
    to store texts in.
    """
    with desk.store() as store:
        if queue:
            return store.write(lambda room: work(_writer(desk, room), room))
        with store.reading() as reading:
            return work(_writer(desk, reading), None)


def _writer(desk: Desk, room: ReadingRoom) -> Writer:
    return Writer.at(desk, the_session(desk, room), room)


def _player(session: Session, who: str) -> str:
    name = speaker(session, who)
    if name in {HOST, CHANCE}:
        raise UsageProblem(f"{session.name}: a message goes to a player, not to {name}.")
    return name


def _on_demand(desk: Desk, who: str, occasion: str | None, *, queue: bool, preview: bool) -> Answer:

    def work(writer: Writer, room: WritingRoom | None) -> Answer:
        session = writer.session
        to = _player(session, who) if who else PUBLIC
        found = _arisen(writer, to)
        if occasion is None:
            return _list(desk, writer, found, to)
        known = _known(session, occasion, to)
        block = _block(writer, known, to, found)
        return _texts(writer, room, [Outgoing(to, (block,))], preview=preview)

    return _written(desk, work, queue=queue)


def _arisen(writer: Writer, to: str) -> dict[str, Arisen]:
    steps = writer.session.replay().live
    every = texts.arisen(writer.session, steps)
    return {one.message.occasion: one for one in every if one.message.to == to}


def _known(session: Session, occasion: str, to: str) -> Occasion:
    known = (o for o in occasions(session.game) if o.to_player == bool(to))
    fitting = {o.name: o for o in known if o.name != CORRECTION}
    if occasion in fitting:
        return fitting[occasion]
    near = difflib.get_close_matches(occasion, fitting, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(fitting)}."
    raise UsageProblem(f"{session.name}: there is no occasion “{occasion}”; {hint}")


def _block(writer: Writer, known: Occasion, to: str, found: dict[str, Arisen]) -> Block:
    if known.name == REFUSAL:
        return _last_refusal(writer, to)
    if known.name == REMINDER:
        turns = [t for t in writer.session.awaited if t.who == to and t.window]
        if not turns:
            raise DeskProblem(f"{writer.session.name}: nothing is awaited from {to} now.")
        return reminder(writer, turns)
    if known.name in found and not _tells_how_things_stand(known):
        arisen = writer.arose(found[known.name])
        is_over = known.life == CALL and writer.by.window(arisen.extra.get(WINDOW, "")) is None
        if not is_over:
            return arisen
    if known.name in found or _tells_how_things_stand(known) or known.name == OPENING:
        return writer.stands(Message(known.name, to))
    ready = ", ".join(found) or "none"
    raise DeskProblem(
        f"{writer.session.name}: “{known.name}” hasn't arisen yet; texts there are: {ready}."
    )


def _tells_how_things_stand(known: Occasion) -> bool:
    return known.life == STATE or (known.to_player and known.life == CALL)


def _last_refusal(writer: Writer, name: str) -> Block:
    session = writer.session
    attempts = [
        a for a in writer.room.attempts(session.record.id) if session.table.seat(a.who) == name
    ]
    if not attempts:
        raise DeskProblem(f"{session.name}: nothing of {name}'s was refused.")
    last = attempts[-1]
    together = [
        a
        for a in attempts
        if (a.recorded_at, a.received_at, a.raw) == (last.recorded_at, last.received_at, last.raw)
    ]
    refused = [
        (a.text, Refused(a.clause, "{why}", quoted=a.text, why=a.sentence)) for a in together
    ]
    steps = session.replay().live
    recorded = [
        step.entry.text
        for step in steps
        if last.raw and (step.who, step.entry.raw) == (name, last.raw)
    ]
    return writer.refusal(name, refused, recorded, last.received_at)


def _texts(
    writer: Writer, room: WritingRoom | None, messages: Sequence[Outgoing], *, preview: bool
) -> Answer:
    session = writer.session
    if room is not None:
        from gmtool.desk.reconciling import put

        review = put(writer, room, messages)
        drafts, beside = review.drafted, review.lines(writer)
    else:
        drafts = [drafting.draft(writer, out) for out in messages]
        forum = forum_of(writer.desk, session)
        beside = [*pace(forum, Book.of(session), writer.desk.now, drafts)]
    found = tuple(text for one in drafts for text in drafting.to_paste(session, one))
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


def _list(desk: Desk, writer: Writer, found: dict[str, Arisen], to: str) -> Answer:
    session = writer.session
    command = ("pm", to) if to else ("post",)
    rows = []
    cells = []
    for known in occasions(session.game):
        as_it_is = _tells_how_things_stand(known) or (
            known.name == OPENING and OPENING not in found
        )
        if known.to_player != bool(to) or (known.name not in found and not as_it_is):
            continue
        if known.name == WORDS and session.mode != modes.HOLD:
            continue
        number = session.number if as_it_is else found[known.name].step.entry.number
        line = desk.commands.line(*command, known.name)
        at = desk.now if as_it_is else found[known.name].step.entry.received_at
        rows.append({"occasion": known.name, "entry": number, "arose": at, "command": line})
        cells.append((line, known.doc, "as it is now" if as_it_is else f"entry {number}"))
    what = f"messages to {to}" if to else "posts"
    return Answer((f"{session.name}: {what} there are", *table(cells)), facts=rows)
