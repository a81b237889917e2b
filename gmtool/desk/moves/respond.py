"""Answers a request: what was recorded, what was refused and why, texts, and what comes next; and
the lines in which every command says what it did to the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any

from gmtool.desk.answers import Answer, Choice, Commands, Hint
from gmtool.desk.desk import Desk
from gmtool.desk.moves import next_steps, retry_hints
from gmtool.desk.moves.next_steps import MOST_NAMED
from gmtool.desk.moves.requests import Offer, Response
from gmtool.desk.session import backdated, labels
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.message_types import RECEIPT
from gmtool.desk.session.other_terminals import recent_lines
from gmtool.desk.session.session import Session
from gmtool.desk.texts import message_drafts, triggers
from gmtool.desk.texts.blocks import MESSAGE
from gmtool.desk.texts.corrections.outbox_update import Review
from gmtool.desk.texts.corrections.reconcile import update
from gmtool.desk.texts.facts import lateness, refusal_facts
from gmtool.desk.texts.message_drafts import is_record, to_paste
from gmtool.desk.texts.writing import Writer
from gmtool.desk.times.deadline_calculation import calculate_deadline
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read_typed
from gmtool.engine.game import PUBLIC
from gmtool.engine.grammar import Grammar
from gmtool.engine.host_moves import Alias, Replace, Set, Start
from gmtool.engine.instants import Instant
from gmtool.engine.moves import RawMessage
from gmtool.engine.plans import PLAN, is_plan
from gmtool.engine.policy import POLICY_KEYS
from gmtool.engine.refusals import Ambiguous, NotNow, Refusal, Slip
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.text import CHANCE, HOST, OPEN, REFUSED, listed, told, write_names
from gmtool.engine.window_moves import Close
from gmtool.engine.windows import came_earlier
from gmtool.render.when import span
from gmtool.store import Draft


def respond(response: Response) -> Answer:
    """The answer to a request. It renders the texts and puts them into the outbox, so that a broken
    template stops the recording.
    """
    session = response.session
    writer = Writer.at(response.desk, session, response.transaction)
    lines: list[str] = []
    for step in (step for step in session.applied if not isinstance(step.move, RawMessage)):
        lines += step_lines(session, step, dry_run=response.dry_run)
    lines += _heard_from(response)
    lines += _fallen(response)
    lines += _changes_nothing(response, writer)
    unsent = _unsent(response)
    # Rendered before the commit: a crash loses neither the entry nor its texts.
    review = _drafted(response, writer)
    drafts = tuple(review.drafted)
    readers = {PUBLIC, response.who, response.asked}
    shown = [one for one in drafts if session.table.seat(one.to) in readers and not is_record(one)]
    if session.applied and not response.is_by_player:
        lines += [f"  {line}" for line in next_steps.summary(response.desk, Disclosure(session))]
    lines += review.lines(writer)
    lines += _refusals(response)
    lines += _waits(response)
    lines += _unfollowed(response, unsent)
    reply = next((one for one in shown if response.refused and one.to), None)
    lines += retry_hints.retry_lines(response)
    lines += _meant(response)
    lines += _others(response)
    if reply:
        lines.append(f"{'would reply' if response.dry_run else 'reply'} to {response.who}:")
    hints: tuple[Hint, ...] = ()
    if not response.dry_run:
        decide: tuple[Hint, ...] = ()
        if response.message and not response.refused:
            grammar = session.game.grammar
            found = to_decide(response.desk.commands, grammar, response.message, response.offer)
            decide = tuple(found)
        to_send = _to_send(response, drafts, shown)
        late = late_close_hints(response.desk, session)
        told, others = Disclosure(session), session.others
        next_ones = () if decide else (*late, *next_steps.hints(response.desk, told, others))
        hints = (*decide, *to_send, *next_ones)
    return Answer(
        tuple(lines),
        tuple(text for one in shown for text in to_paste(session, one)),
        hints,
        _facts(response, drafts, reply, hints),
        choice=_choice(response),
        ok=bool(response.recorded) and not response.refused and not response.message,
    )


def _heard_from(response: Response) -> Iterator[str]:
    """Lines about a player who was inactive until it said this, or whose seat has another now."""
    who = response.who
    if response.left_by and response.recorded:
        yield f"  {response.left_by} has left that seat to {who}, whose it is now"
    if who in response.before.inactive and who not in response.session.table.inactive:
        yield f"  {who} isn't inactive any more, and is waited for again"


def _fallen(response: Response) -> Iterator[str]:
    """Lines about earlier entries that arrived later than the new one and are invalid now
    (ALL-8).
    """
    session = response.session
    if not any(came_earlier(response.before, entry) for entry in session.applied_entries):
        return
    stood = {step.entry.number for step in session.replay_before().effective}
    both = session.replay_before(), session.replay()
    yield from (*left_out_lines(session, *both), *restored_lines(*both))
    for step in session.replay().steps:
        if step.void and step.entry.number in stood:
            number, why = step.entry.number, step.void
            planned = f"which carried out plan {step.entry.planned} of {step.who}'s"
            said = f"{labels.name_entry(step.entry)} ({why.clause}): {why.sentence(session.show)}"
            yield (
                f"  doesn't stand any more, since it came later: entry {number}, "
                f"{planned if step.entry.planned else said}"
            )


def _changes_nothing(response: Response, writer: Writer) -> Iterator[str]:
    """Lines about moves that change nothing, since a later one of the player's counts (ALL-8)."""
    session = response.session
    for step in session.applied if response.is_by_player else ():
        came_before = came_earlier(response.before, step.entry)
        later = writer.later(step) if came_before and not is_plan(step.entry.text) else None
        if later:
            at = session.show(later["received"])
            yield f"  it changes nothing: `{later['text']}` came later, {at}, and counts"


def _choice(response: Response) -> Choice | None:
    """What a host at a terminal is asked about a message that waits; None where there
    is nothing to ask.
    """
    if response.dry_run or response.refused or not response.message:
        return None
    offer = response.offer
    says, readings = "; ".join(offer.proposed), offer.readings[:MOST_NAMED]
    return Choice(response.message, response.who, says, offer.is_doubtful, readings)


def _drafted(response: Response, writer: Writer) -> Review:
    """The messages of this command, stored in the outbox. A dry run stores nothing, and shows no
    receipt for a move that isn't on record.
    """
    session = response.session
    arisen = triggers.find_triggers(session, session.applied)
    also = []
    refused = [
        (text, refusal)
        for text, refusal in response.refused
        if not isinstance(refusal, Slip) and text not in response.not_told
    ]
    if refused and response.is_by_player:
        reply = writer.refusal(
            response.who, refused, response.recorded, response.at, message=response.message
        )
        also.append((response.who, reply))
    if response.dry_run:
        arisen = tuple(one for one in arisen if one.message.occasion != RECEIPT)
        messages = message_drafts.outgoing(writer, arisen, also)
        shown = (out for out in messages if out.to in {PUBLIC, response.who})
        return Review(drafted=[message_drafts.draft(writer, out) for out in shown])
    if response.message and session.table.message(response.message) is None:
        also = []  # later messages, which were recorded before it, have followed it
    return update(writer, response.transaction, response.before, also)


def _to_send(response: Response, drafts: tuple[Draft, ...], shown: list[Draft]) -> Iterator[Hint]:
    """Hints about the texts: those just shown, then the others."""
    commands = response.desk.commands
    if shown:
        numbers = [str(one.number) for one in shown]
        yield Hint(commands.line("sent", *numbers), "once it is posted or sent")
    others, seat = [one for one in drafts if one not in shown], response.session.table.seat
    for one in others[:MOST_NAMED]:
        what = "the record, to post too" if is_record(one) else f"the message to {seat(one.to)}"
        yield Hint(commands.line("outbox", str(one.number)), what)
    if others[MOST_NAMED:]:
        yield Hint(commands.line("outbox"), f"and {len(others) - MOST_NAMED} more to send")


def _facts(
    response: Response, drafts: tuple[Draft, ...], reply: Draft | None, hints: tuple[Hint, ...]
) -> dict[str, Any]:
    """The facts `recorded` and `refused`, with everything else that a script may want."""
    refused = []
    text_of_reply = "\n\n".join(reply.parts) if reply else ""
    for text, refusal in response.refused:
        facts = refusal_facts(text, refusal, response.session.show)
        refused.append({**facts, "reply": text_of_reply})
    grammar = response.session.game.grammar
    question = response.offer.question(grammar) if response.message else None
    return {
        "game": response.session.name,
        "message": None if response.dry_run else response.message or None,
        "recorded": response.recorded,
        **response.offer.facts,
        "refused": refused,
        "reply": text_of_reply or question,
        "next": [hint.command for hint in hints],
        "entries": [step.entry.number for step in response.session.applied],
        "outbox": [one.number for one in drafts if one.number],
    }


def _refusals(response: Response) -> Iterator[str]:
    for text, refusal in response.refused:
        why = refusal.sentence(response.session.show, response.desk.commands.part)
        yield f"{response.session.name}: refused ({refusal.clause}): {why}"
        quoted = told(refusal.quoted or text)
        if " ".join(quoted.split()) not in why:
            yield f"  written: {quoted}"


def _meant(response: Response) -> Iterator[str]:
    """Commands for what the rules would accept: the possible readings of a typed text, and typed
    moves which aren't asked for now as plans (ALL-9). The host decides.
    """
    found = [
        ("if it was meant", reading)
        for _, refusal in response.refused
        if isinstance(refusal, Ambiguous)
        for reading in refusal.readings
    ]
    found += [
        ("to keep it for its turn", f"{PLAN} {text}")
        for text, refusal in response.refused
        if isinstance(refusal, NotNow) and not is_plan(text)
    ]
    for what, text in found:
        if _would_stand(response, text):
            command = response.desk.commands.record(response.who, text, *_options(response))
            yield f"  {what}: {command}"


def _would_stand(response: Response, text: str) -> bool:
    """Whether a move would be valid if it were recorded like this request."""
    session, received = response.session, response.at
    now = max(received, response.desk.now)
    try:
        for move in read_typed(session.game, session.table, response.who, text):
            session.try_out(
                Entry(0, response.who, str(move), received, now, late=response.request.late)
            )
    except Refusal:
        return False
    return True


def _options(response: Response) -> list[str]:
    """The options with which the request is to be recorded, as they were typed."""
    request = response.request
    options = (("--at", str(response.at) if request.at else ""), *request.options)
    return [word for option, value in options if value for word in (option, value)]


def _waits(response: Response) -> list[str]:
    """Lines about a message that was kept: that it waits, what it may mean, and what is
    doubtful.
    """
    number, session = response.message, response.session
    if not number:
        return []
    verb = "would be kept" if response.dry_run else "is kept"
    if response.refused:
        return [f"{session.name}: the message {verb}, as entry {number}"]
    lines = [
        f"{session.name}: message {number} of {response.who}'s {verb}, and waits for you "
        f"(received {session.show_both(response.at)})"
    ]
    return lines + offer_lines(response.offer)


def offer_lines(offer: Offer) -> list[str]:
    """Lines about the possible readings of a message."""
    says = "; ".join(offer.proposed)
    lines = [f"  it seems to say: {says}" if says else "  no move is surely said in it"]
    lines += [f"  it could mean: {text}" for text in offer.readings]
    lines += [f"  doubt: {doubt}" for doubt in offer.doubts]
    return lines + [f"  not understood: {left}" for left in offer.left]


def to_decide(commands: Commands, grammar: Grammar, number: int, offer: Offer) -> Iterator[Hint]:
    """Hints with what a host can do about a message."""
    if offer.proposed:
        yield Hint(commands.line("take", str(number)), f"records {'; '.join(offer.proposed)}")
    for text in offer.readings[:MOST_NAMED]:
        line = commands.line("take", str(number), *commands.moves(text))
        yield Hint(line, "if that is meant")
    if not (offer.proposed or offer.readings):
        yield Hint(commands.line("take", str(number), "MOVE"), "if you know what is meant")
    yield Hint(commands.line("ask", str(number)), f"asks back: {offer.question(grammar)}")
    yield Hint(commands.line("aside", str(number), "--why", "…"), "if nothing is to be recorded")


def _unsent(response: Response) -> dict[int, int]:
    """The unsent drafts about messages, by the numbers of these messages, where a window closed."""
    if not _closes(response):
        return {}
    drafts = response.transaction.waiting(response.session.record.id)
    return {
        block.extra[MESSAGE]: one.number
        for one in drafts
        for block in one.blocks
        if block.extra.get(MESSAGE)
    }


def _closes(response: Response) -> bool:
    return any(isinstance(step.move, Close) for step in response.session.applied)


def _unfollowed(response: Response, unsent: Mapping[int, int]) -> list[str]:
    """Lines about messages that were refused or asked about and that no other followed before a
    window closed (ALL-7); a reply that is still `unsent` never reached its player.
    """
    if not _closes(response):
        return []
    left = {one.number for one in response.session.table.inbox}
    gone = (m for m in response.before.inbox if m.state != OPEN and m.number not in left)
    how = ((m, f"refused ({m.clause})" if m.state == REFUSED else "asked about") for m in gone)
    return [
        f"  message {m.number} of {m.who}'s was {what}, and nothing followed it"
        + (f"; outbox {unsent[m.number]} about it wasn't sent" if m.number in unsent else "")
        for m, what in how
    ]


def _others(response: Response) -> list[str]:
    """Lines about what another terminal recorded lately."""
    lines = recent_lines(response.session, response.elsewhere)
    if lines and response.refused:
        lines.append("  one of these may have changed what was allowed when you began to type")
    return lines


def step_lines(session: Session, step: Step, *, dry_run: bool = False) -> list[str]:
    """Lines about one entry that was recorded."""
    entry = step.entry
    verb = "would record" if dry_run else "recorded"
    if entry.planned:
        does = "would carry out" if dry_run else "carried out"
        line = (
            f"{session.name}: {does} plan {entry.planned} of {entry.who}'s, entry {entry.number}: "
            f"{describe_move(step)} ({session.show_both(entry.received_at)})"
        )
        return [line, *_beside(step)]
    late = f", taken late: {entry.late}" if entry.late else ""
    received = "" if entry.who in {HOST, CHANCE} else "received "
    lines = [
        f"{session.name}: {verb} entry {entry.number}, {entry.who}: {describe_move(step)} "
        f"({received}{session.show_both(entry.received_at)}{late})"
    ]
    if isinstance(step.move, (Set, Replace)) and step.move.new_name:
        others = step.table.aliases.get(step.move.new_name, ())
        too = f"; {listed(others)} {'is' if len(others) == 1 else 'are'} understood too"
        lines.append(f"  {step.move.new_name} from now on{too if others else ''}")
    if isinstance(step.move, Set) and step.move.key in POLICY_KEYS and step.table.policy.warning:
        lines.append(f"  note, {step.table.policy.warning}")
    if isinstance(step.move, Alias):
        lines.append(f"  {step.move.name} is understood as {step.move.who} from now on")
    late_by, grace = lateness(step)
    if late_by:
        lines.append(f"  {span(late_by)} late, within the grace of {span(grace)}")
    if backdated.is_backdated_move(step):
        lines.append(f"  {backdated_note(session, step)}")
    planned = session.header.settings.get("start")
    if isinstance(step.move, Start) and planned and planned > entry.received_at:
        lines.append(
            f"  earlier than planned ({session.show_both(Instant(planned))}): if the opening post "
            "is out, say so in the thread"
        )
    return [*lines, *_beside(step)]


def backdated_note(session: Session, step: Step) -> str:
    """That a move is on record after its deadline, and whether a text says so: of what all have
    read in the thread, none does.
    """
    is_told = step.sealed or session.game.messages(step.news)
    how = ": the text that tells of it says so" if is_told else ""
    return f"put on record after its deadline{how}"


def _beside(step: Step) -> Iterator[str]:
    """Lines for the host alone about what came of an entry."""
    yield from (f"  {one.remark}" for one in step.news if one.remark)
    for one in step.void_plans:
        yield f"  plan {one.number} of {one.who}'s can't be carried out any more; it is void"


def describe_move(step: Step) -> str:
    """The move of a step; of a draw only what everybody sees."""
    if step.entry.who != CHANCE or step.move.public:
        return labels.shorten(step.entry.text)
    verb, *things = step.entry.text.split(" ")
    whose = write_names(step.move.named)
    count = len(things) - len(whose.split())
    return f"{verb}{whose and ' '}{whose} … ({count} in all)"


def late_close_hints(desk: Desk, session: Session) -> Iterator[Hint]:
    """The command by which what was just opened ends at the policy's hour earlier (ALL-10): where
    it missed that hour only because the host closed a while after the deadline.
    """
    for step in session.applied:
        due = max((window.ends for window in step.closed), default=step.entry.received_at)
        if not isinstance(step.move, Close) or due >= step.entry.received_at:
            continue
        for window in (w for w in session.table.windows if not w.until):
            ends = calculate_deadline(window.policy, due, timedelta(hours=window.hours))
            if window.entry >= step.entry.number and ends.moment < window.deadline.moment:
                at = session.show(due)
                yield Hint(
                    desk.commands.line("amend", str(step.entry.number), "--at", str(due)),
                    f"as if closed {at}: {window.title} until {session.show(ends)}",
                )
                return


def restored_lines(
    was: Replay, now: Replay, told: Callable[[Entry], str] = labels.name_entry
) -> Iterator[str]:
    """Lines about entries that were void and count again, since nothing is in their way any more
    (ALL-8), each as it is `told`.
    """
    void = {step.entry.number for step in was.steps if step.void}
    for step in (one for one in now.effective if one.entry.number in void):
        yield f"  counts again: entry {step.entry.number}, {told(step.entry)}"


def left_out_lines(session: Session, was: Replay, now: Replay) -> Iterator[str]:
    """Lines about parts of moves that became invalid since others arrived before them (ALL-8)."""
    before = {step.entry.number for step in was.effective if step.left_out}
    for step in now.effective:
        if step.left_out and step.typed and step.entry.number not in before:
            why = step.left_out
            yield (
                f"  of entry {step.entry.number}, {step.who}: {step.typed.text}, only "
                f"{step.entry.text} stands ({why.clause}): {why.sentence(session.show)}"
            )
