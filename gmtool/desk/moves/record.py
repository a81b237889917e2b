"""Records requests: of players, of the host, and of chance where the host draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import chain

from msgspec.structs import replace

from gmtool.desk.answers import Answer
from gmtool.desk.desk import Desk
from gmtool.desk.moves import respond
from gmtool.desk.moves.host_rulings import check_filled_in, resolve_times
from gmtool.desk.moves.messages import Message, store_message, stored_words
from gmtool.desk.moves.requests import Request, Response
from gmtool.desk.moves.retry_hints import name_later_move, wrong_sender_lines, wrong_senders
from gmtool.desk.problems import Overtakes, Rejected, UsageProblem, WhichGame
from gmtool.desk.session.loading import load, the_session, write
from gmtool.desk.session.other_terminals import recent_entries
from gmtool.desk.session.recipients import dialects_of
from gmtool.desk.session.session import Session
from gmtool.desk.session.settings import checked, see_that_none_is_ignored
from gmtool.desk.session.speakers import arrival_instant, rejection, speaker
from gmtool.desk.texts.too_late import as_late
from gmtool.engine import entropy
from gmtool.engine.effective import effective_entries
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read_typed
from gmtool.engine.host_moves import Dismiss, Set, Start
from gmtool.engine.inbox import overtaken
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Divisible, HostMove, Move, read_raw_message
from gmtool.engine.parts import NOT_ASKED, Reading
from gmtool.engine.plan_execution import lacking
from gmtool.engine.plans import Plan, is_plan
from gmtool.engine.refusals import Refusal, Slip, Unreadable
from gmtool.engine.text import CHANCE, HOST, casefolded, listed
from gmtool.engine.unicode_hygiene import cleaned
from gmtool.engine.window_moves import Close
from gmtool.store import Attempt, WriteTransaction

SOON = timedelta(hours=3)
"""A time of day that is no further ahead than this may have been meant for today."""
A_WHILE = timedelta(hours=1)
"""A window that opened longer ago than this, when a message is recorded late, is mentioned."""
LEFT = "left when the window was closed"
"""The reason for which `close --leave` sets a message aside."""


def record(
    desk: Desk, request: Request, *, leave: Sequence[int] = (), dry_run: bool = False
) -> Answer:
    """Record a request, refuse what the rules forbid, and answer what follows. The messages in
    `leave` are set aside first.

    Entries, head and refused attempts are written together or not at all. A dry run writes nothing,
    nor does a request whose texts can't be rendered.
    """
    before: list[int] = []

    def work(transaction: WriteTransaction) -> Answer:
        session = the_session(desk, transaction)
        before.append(session.number)  # the first run's counts: in a second, somebody was faster
        _check_name(session, request)
        who = speaker(session, request.who)
        _check_game(desk, session, who)
        if request.at is not None and not request.at.strip():
            raise UsageProblem(f"{session.name}: --at is empty; leave it out to mean now.")
        _check_chance(session, who, request, dry_run=dry_run)
        at = arrival_instant(desk, session, request.at)
        response = Response(desk, session, transaction, request, who, at, dry_run)
        response.elsewhere = recent_entries(desk, transaction, session, before[0])
        for number in leave:
            aside = Entry(0, HOST, str(Dismiss(number, LEFT)), desk.now, desk.now)
            apply_one(response, aside)
            if response.refused:
                raise rejection(session, *response.refused[0])
        if request.pasted is not None and response.is_by_player:
            _record_message(response, request.pasted)
        elif request.more:
            _record_together(response)
        else:
            moves = _typed(response)
            _take_with_it(response, moves)
            apply_moves(response, moves)
            _hear(response)
        if leave and response.refused:  # only a close that is accepted leaves messages
            raise rejection(session, *response.refused[0])
        return answered(response)

    with desk.store() as store:
        return store.write(work)


def answered(response: Response) -> Answer:
    """The answer to a request; everything is written unless it was a dry run."""
    strays = wrong_senders(response)
    response.not_told = frozenset(one.text for one in strays if one.is_private)
    answer = respond.respond(response)
    notes = (*_yesterday(response), *_came_before(response), *_lacking(response))
    more = (*wrong_sender_lines(response, strays), *notes, *_half_gone(response))
    if not response.dry_run:
        write(response.transaction, response.session, response.desk.terminal)
        _keep_attempts(response)
    return replace(answer, lines=(*answer.lines, *more))


def _hear(response: Response) -> None:
    """Keep a refused text of a player who was ruled inactive, who is heard from all the same
    (ALL-11).
    """
    told = [refusal for _, refusal in response.refused if not isinstance(refusal, Slip)]
    if told and not response.recorded and response.who in response.session.table.inactive:
        store_message(response, response.request.text, refused=told[0].clause)


def _record_message(response: Response, text: str) -> None:
    """Record the moves of a message that is surely read; keep any other message, with its
    possible readings.
    """
    message = Message(
        response.session,
        response.transaction,
        response.who,
        response.at,
        response.desk.now,
        text,
        response.request.late,
    )
    reading = read_in_context(response, message)
    if reading.refused:
        response.refused.append((text, reading.refused))
    try:
        apply_moves(response, message.named(reading.moves) if reading.is_sure else ())
    except Overtakes as problem:
        response.begin_anew(load(response.transaction, response.session.record))
        message = replace(message, session=response.session)
        reading = replace(reading, doubts=(*reading.doubts, problem.sentence))
    if response.refused and message.twin:
        slip = Slip("ALL-7", f"entry {message.twin} has it word for word already.")
        response.refused[:] = [(text, slip)]
    if response.recorded or any(isinstance(refusal, Slip) for _, refusal in response.refused):
        return
    clause = next((refusal.clause for _, refusal in response.refused), "")
    if not clause:
        response.offer = message.offer(reading)
    store_message(response, text, refused=clause, source=source_of(response.request))


def read_in_context(response: Response, message: Message) -> Reading:
    """The reading of a message, with the doubts of a host who knows whose seat it is, and when its
    turn comes.
    """
    reading = message.reading
    if response.left_by:
        doubt = f"{response.left_by} has left that seat to {response.who}: is it {response.who}'s?"
        return replace(reading, doubts=(doubt, *reading.doubts))
    if reading.is_sure and message.is_out_of_turn(reading):
        return replace(reading, doubts=(NOT_ASKED,))
    return reading


def _record_together(response: Response) -> None:
    """Record each text of a request, as it is read after those before it; none of them where one is
    refused.
    """
    for text in (response.request.text, *response.request.more):
        try:
            apply_moves(response, typed_moves(response, text))
        except Refusal as refusal:
            response.refused.append((text, refusal))
        if response.refused:
            refused = tuple(response.refused)
            response.begin_anew(load(response.transaction, response.session.record))
            response.refused += refused
            return


def _check_name(session: Session, request: Request) -> None:
    """Raise UsageProblem where a name of several words was typed without quotation marks: its first
    word would be taken for the player and the rest for a move. A player whose name is just that
    word is meant (ALL-4).
    """
    called = (*session.table.players, *chain(*session.table.callable_names.values()))
    names = {casefolded(name): name for name in called}
    words = casefolded(f"{request.who} {request.text}")
    for own, name in names.items():
        if " " in own and words.startswith(f"{own} ") and casefolded(request.who) not in names:
            raise UsageProblem(
                f"{session.name}: “{name}” is one name; a name of several words stands in "
                "quotation marks."
            )


def _check_game(desk: Desk, session: Session, who: str) -> None:
    """Raise WhichGame where no game was named and another one awaits a player of that name too: the
    message would be judged, and perhaps stand, in the wrong one.
    """
    is_awaited = who in {turn.who for turn in session.awaited} and not session.table.paused
    if desk.game_name is not None or who in {HOST, CHANCE} or not is_awaited:
        return
    others = tuple(session.others.awaiting(who))
    if others:
        raise WhichGame(who, (session.name, *others))


def check_speaker(desk: Desk, text: str) -> None:
    """Raise Rejected where nobody has that name (ALL-4), and WhichGame where several games may be
    meant, before a whole message is pasted.
    """
    with desk.store() as store, store.reading() as transaction:
        session = the_session(desk, transaction)
        _check_game(desk, session, speaker(session, text))


def _check_chance(session: Session, who: str, request: Request, *, dry_run: bool) -> None:
    """Raise Rejected where chance is typed though the host doesn't draw, and where a dry run
    would show the deal.
    """
    if who == CHANCE and session.mode != entropy.TYPED:
        raise Rejected(
            session.name,
            "ALL-3",
            request.text,
            "chance is drawn from this game's seed; the host types it only in a game begun with "
            "--typed-chance.",
        )
    if dry_run and who == HOST and request.text == "start" and session.is_held:
        raise Rejected(
            session.name,
            "ALL-3",
            request.text,
            "a dry run would show the deal before it is drawn, while words are still taken.",
        )


def _yesterday(response: Response) -> Iterator[str]:
    """A note where a time of day was taken as yesterday's though today's is near: with a clock that
    is a little slow a late message would be a day early.
    """
    typed, now = response.request.at or "", response.desk.now
    ago = response.at.until(now)
    if not typed or timedelta(hours=24) - ago > SOON:
        return
    from gmtool.desk.times.time_expressions import is_time_of_day

    if is_time_of_day(typed):
        yield (
            f"  note: {typed} is yesterday's ({response.session.show(response.at)}), as today's is "
            "still to come; if today's was meant, take it back and give the time again with its day"
        )


def _came_before(response: Response) -> Iterator[str]:
    """A note that a plan arrived before its player moved without it, with the amendment that puts
    it in its place (ALL-9).
    """
    plans = [text for text in response.recorded if is_plan(text)]
    if not plans or response.at >= response.desk.now:
        return
    session, at = response.session, response.at
    since = (
        e
        for e in effective_entries(response.transaction.entries(session.record.id))
        if e.received_at > at
    )
    own = (e for e in since if session.table.seat(e.who) == response.who and not e.planned)
    moved = next((e for e in own if not (is_plan(e.text) or read_raw_message(e.text))), None)
    if moved is not None:
        amend = response.desk.commands.amend(moved.number, response.who, plans[0], str(at))
        yield (
            f"  note: it arrived before entry {moved.number}, {response.who}: {moved.text}, and "
            f"holds from now on only; what would change with it in its place: {amend}"
        )


def _lacking(response: Response) -> Iterator[str]:
    """A note that a plan names cards that its player doesn't hold: they may be misread."""
    session = response.session
    for step in session.applied:
        if isinstance(step.move, Plan):
            cards = lacking(session.game, session.table, step.who, step.move)
            done = any(later.entry.planned == step.entry.number for later in session.applied)
            if cards and not done:
                yield f"  note: {step.who} doesn't hold {listed(cards)} now"


def _half_gone(response: Response) -> Iterator[str]:
    """A note that windows opened by a message that is recorded late run since its arrival (ALL-1),
    with the ruling that gives back the time that is gone.
    """
    session, now = response.session, response.desk.now
    late = (s.entry for s in session.applied if response.request.of or s.entry.planned)
    numbers = {entry.number for entry in late}
    opened = [window for window in session.table.windows if window.entry in numbers]
    gone = max((window.runs_since.until(now) for window in opened), default=timedelta())
    if gone >= A_WHILE:
        hours = -(-gone // timedelta(hours=1))
        own = [opened[0].name] if opened[0].name and session.table.windows[1:] else []
        rule = response.desk.commands.line("rule", "extend", *own, f"+{hours}h", "--why", "…")
        yield (
            f"  note: the time for {opened[0].title} runs since "
            f"{session.show(opened[0].runs_since)}, when the message arrived; to give back what is "
            f"gone of it: {rule}"
        )


def _host_instant(session: Session, who: str, move: Move, now: Instant) -> Instant:
    """The instant of a `start`, a `close` or a game's own move that the host typed without a time:
    the full minute, so that “closes 20:00” is true, but not before the deadline that it closes nor
    before the last entry.
    """
    is_ruling = isinstance(move, HostMove) and not isinstance(move, (Start, Close))
    if who != HOST or is_ruling:
        return now
    floor = []
    if isinstance(move, Close):
        due = (w for w in session.table.overdue(now) if move.is_about(w.name))
        floor = [window.deadline for window in due]
    if session.table.last_at:
        floor.append(session.table.last_at)
    return max([now.full_minute(), *floor])


def apply_moves(response: Response, moves: Sequence[Move]) -> None:
    """Apply those of the moves, or of their parts, that the rules accept, and note the
    refusals of the others.
    """
    for move in moves:
        entry = _entry(response, move)
        if isinstance(move, Divisible) and len(move.parts()) > 1:
            good = _good_parts(response, entry, move)
            if not good:
                continue
            entry = replace(entry, text=str(move.joined(good)))
        apply_one(response, entry)


def apply_one(response: Response, entry: Entry) -> None:
    """Apply one entry, or note its refusal; raises Overtakes."""
    try:
        if response.is_by_player:
            _check_overtakes(response, entry)
        response.recorded.append(response.session.apply(entry).entry.text)
    except Refusal as refusal:
        session = response.session
        late = as_late(session, entry, refusal)
        response.refused.append((entry.text, name_later_move(session, entry, late)))


def _check_overtakes(response: Response, entry: Entry) -> None:
    """Raise Overtakes where the entry would end a window while a message that came in time waits. A
    `close` mustn't do that either.
    """
    before = response.session.table
    if not before.inbox:
        return
    after = response.session.try_out(entry).table
    waiting = [m for m in overtaken(before, after, response.who) if m.number != response.request.of]
    if waiting:
        which = listed(f"{one.number} of {one.who}'s" for one in waiting)
        wait = "waits" if len(waiting) == 1 else "wait"
        inbox = response.desk.commands.part("gmtool", "inbox", str(waiting[0].number))
        raise Overtakes(
            response.session.name,
            "ALL-7",
            entry.text,
            f"with it the window ends, and message {which}, which came in time, still {wait}; "
            f"`{inbox}` shows it.",
        )


def _typed(response: Response) -> Sequence[Move]:
    """The moves that were typed, or pasted as the host's own or chance's."""
    request = response.request
    try:
        return typed_moves(
            response, request.text if request.pasted is None else request.pasted.strip()
        )
    except Refusal as refusal:
        response.refused.append((request.text, refusal))
        return ()


def _take_with_it(response: Response, moves: Sequence[Move]) -> None:
    """Make the request about the player's last waiting message where that may mean the moves just
    typed, as if the message had been taken (design §3a).
    """
    waiting = [one for one in response.session.table.inbox if one.who == response.who]
    if not (moves and waiting and response.is_by_player) or response.request.at:
        return
    one, texts = waiting[-1], tuple(map(str, moves))
    entry, text = stored_words(response.session, response.transaction, one.number)
    message = Message(
        response.session, response.transaction, one.who, one.at, response.desk.now, text
    )
    found = message.offer(message.reading)
    if texts == found.proposed or (len(texts) == 1 and texts[0] in found.readings):
        response.request = replace(
            response.request, of=one.number, link=entry.link, source=entry.source
        )
        response.at = one.at


def typed_moves(response: Response, text: str) -> tuple[Move, ...]:
    """The moves of a typed text; raises a Refusal or UsageProblem."""
    session = response.session
    if response.who == HOST:
        text = resolve_times(session, response.at, cleaned(text))
    moves = read_typed(session.game, session.table, response.who, text)
    for move in () if response.is_by_player else moves:
        check_filled_in(session, move)
    try:
        return tuple(_as_meant(response, move) for move in moves)
    except UsageProblem as problem:
        raise UsageProblem(f"{session.name}: {problem}") from problem


def _as_meant(response: Response, move: Move) -> Move:
    if isinstance(move, Set):
        own = dialects_of(response.desk.where)
        move = checked(move, response.session.settings, own)
        see_that_none_is_ignored(move, own)
    return move


def _entry(response: Response, move: Move) -> Entry:
    request = response.request
    at = response.at
    if not (request.at or request.of):
        at = _host_instant(response.session, response.who, move, at)
    return Entry(
        number=0,
        who=response.who,
        text=str(move),
        received_at=at,
        recorded_at=max(response.desk.now, at),
        source=request.source or source_of(request, move),
        link=request.address,
        late=request.late,
        note=request.note,
        raw="" if response.recorded else request.pasted or "",
        of=request.of,
        drawn="typed" if response.who == CHANCE else "",
    )


def source_of(request: Request, move: Move | None = None) -> str:
    """Where a pasted message came from, as far as that is sure: `pm` or `post`.

    A sealed move came by PM, a public one from the post that is linked. A message without moves
    came from the post that is linked, else by PM.
    """
    if request.pasted is None:
        return ""
    if move is None:
        return "post" if request.link else "pm"
    if not move.public:
        return "pm"
    return "post" if request.link else ""


def _good_parts(response: Response, entry: Entry, move: Divisible) -> tuple[Move, ...]:
    """The valid parts, each judged after those before it."""
    good: list[Move] = []
    for part in move.parts():
        try:
            response.session.try_out(replace(entry, text=str(move.joined((*good, part)))))
        except Refusal as refusal:
            response.refused.append((str(part), refusal))
        else:
            good.append(part)
    return tuple(good)


def _keep_attempts(response: Response) -> None:
    """Store refused attempts beside the journal, except for slips of the host's own typing."""
    for text, refusal in response.refused:
        by_hand = isinstance(refusal, Unreadable) and response.request.pasted is None
        if by_hand or isinstance(refusal, Slip) or text in response.not_told:
            continue
        attempt = Attempt(
            who=response.who,
            text=refusal.quoted or text,
            received_at=response.at,
            recorded_at=response.desk.now,
            clause=refusal.clause,
            sentence=refusal.sentence(response.session.show),
            raw=response.request.pasted or "",
            after_entry=response.session.number,
        )
        response.transaction.add_attempt(response.session.record.id, attempt)
