"""What the desk answers to a recording: what stands, what doesn't and why, texts, what is next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gmtool.desk import drafting, mending, next_steps, questions, texts
from gmtool.desk.answers import Answer, Choice, Commands, Hint
from gmtool.desk.drafting import to_paste
from gmtool.desk.hearing import Hearing, Offer
from gmtool.desk.next_steps import MOST_NAMED
from gmtool.desk.occasions import RECEIPT
from gmtool.desk.reconciling import Review, past_of, reconcile
from gmtool.desk.writing import MESSAGE, Writer
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.grammar import Grammar
from gmtool.engine.moves import Close
from gmtool.engine.refusals import Ambiguous, Refusal, Slip
from gmtool.engine.steps import read_typed
from gmtool.engine.table import OPEN, REFUSED
from gmtool.engine.windows import arrived_before
from gmtool.engine.wording import HOST
from gmtool.store import Draft


def answer(hearing: Hearing) -> Answer:
    """The answer to a hearing; renders its texts and puts them into the outbox, so a broken
    template stops the recording.
    """
    sitting = hearing.sitting
    writer = Writer.at(hearing.desk, sitting, hearing.room)
    lines: list[str] = []
    for step in (step for step in sitting.heard if not texts.is_says(step)):
        lines += next_steps.told(sitting, step, dry_run=hearing.dry_run)
    lines += _fallen(hearing)
    unsent = _unsent(hearing)
    review = _drafted(hearing, writer)
    drafts = tuple(review.drafted)
    readers = {PUBLIC, hearing.who, hearing.asked}
    shown = [one for one in drafts if sitting.table.seat(one.to) in readers]
    if sitting.heard and not hearing.to_player:
        lines += [f"  {line}" for line in next_steps.standing(hearing.desk, sitting)]
    lines += review.lines(writer)
    lines += _refusals(hearing)
    lines += _waits(hearing)
    lines += _unfollowed(hearing, unsent)
    reply = next((one for one in shown if hearing.refused and one.to), None)
    lines += mending.mend(hearing)
    lines += _left_out(hearing)
    lines += _others(hearing)
    if reply:
        lines.append(f"{'would reply' if hearing.dry_run else 'reply'} to {hearing.who}:")
    hints: tuple[Hint, ...] = ()
    if not hearing.dry_run:
        decide: tuple[Hint, ...] = ()
        if hearing.message and not hearing.refused:
            grammar = sitting.game.grammar
            found = to_decide(hearing.desk.commands, grammar, hearing.message, hearing.offer)
            decide = tuple(found)
        to_send = _to_send(hearing, drafts, shown)
        hints = (*decide, *to_send, *(() if decide else next_steps.hints(hearing.desk, sitting)))
    return Answer(
        tuple(lines),
        tuple(text for one in shown for text in to_paste(sitting, one)),
        hints,
        _facts(hearing, drafts, reply, hints),
        choice=_choice(hearing),
        ok=bool(hearing.recorded) and not hearing.refused and not hearing.message,
    )


def _fallen(hearing: Hearing) -> Iterator[str]:
    """What was recorded before, arrived later and doesn't stand any more (ALL-8)."""
    sitting = hearing.sitting
    if not any(arrived_before(hearing.before, entry) for entry in sitting.said):
        return
    stood = {step.entry.number for step in sitting.fold_before().live}
    yield from next_steps.left_out(sitting, sitting.fold_before(), sitting.fold())
    for step in sitting.fold().steps:
        if step.void and step.entry.number in stood:
            number, why = step.entry.number, step.void
            yield (
                f"  doesn't stand any more, since it came later: entry {number}, "
                f"{next_steps.named(step.entry)} ({why.clause}): {why.sentence(sitting.show)}"
            )


def _choice(hearing: Hearing) -> Choice | None:
    """What a host at a terminal is asked about a message that waits."""
    if hearing.dry_run or hearing.refused or not hearing.message:
        return None
    says = "; ".join(hearing.offer.proposed)
    offer = hearing.offer
    return Choice(
        hearing.message, hearing.who, says, bool(offer.doubts), offer.readings[:MOST_NAMED]
    )


def _drafted(hearing: Hearing, writer: Writer) -> Review:
    """What goes out by this command, kept in the outbox; a dry run keeps nothing, and shows no
    receipt for what isn't on record.
    """
    sitting = hearing.sitting
    arisen = texts.arisen(sitting, sitting.heard)
    also = []
    refused = [
        (text, refusal)
        for text, refusal in hearing.refused
        if not _slip(refusal) and text not in hearing.not_told
    ]
    if refused and hearing.to_player:
        reply = writer.refusal(
            hearing.who, refused, hearing.recorded, hearing.at, message=hearing.message
        )
        also.append((hearing.who, reply))
    if hearing.dry_run:
        arisen = tuple(one for one in arisen if one.message.occasion != RECEIPT)
        messages = drafting.outgoing(writer, arisen, also)
        shown = (out for out in messages if out.to in {PUBLIC, hearing.who})
        return Review(drafted=[drafting.draft(writer, out) for out in shown])
    moves = [step.move for step in sitting.heard]
    past = past_of(writer, hearing.before, moves)
    return reconcile(writer, hearing.room, past, moves=moves, also=also)


def _slip(refusal: Refusal) -> bool:
    """Whether the host alone is to hear of it."""
    return isinstance(refusal, Slip)


def _to_send(hearing: Hearing, drafts: tuple[Draft, ...], shown: list[Draft]) -> Iterator[Hint]:
    """How to go on with the texts: those just shown, then the others that arose."""
    commands = hearing.desk.commands
    if shown:
        numbers = [str(one.number) for one in shown]
        yield Hint(commands.line("sent", *numbers), "once it is posted or sent")
    others, seat = [one for one in drafts if one not in shown], hearing.sitting.table.seat
    for one in others[:MOST_NAMED]:
        yield Hint(commands.line("outbox", str(one.number)), f"the message to {seat(one.to)}")
    if others[MOST_NAMED:]:
        yield Hint(commands.line("outbox"), f"and {len(others) - MOST_NAMED} more to send")


def _facts(
    hearing: Hearing, drafts: tuple[Draft, ...], reply: Draft | None, hints: tuple[Hint, ...]
) -> dict[str, Any]:
    """The contract's `recorded` and `refused`, with what else a script may want."""
    refused = []
    text_of_reply = "\n\n".join(reply.parts) if reply else ""
    for text, refusal in hearing.refused:
        facts = texts.refusal_facts(text, refusal, hearing.sitting.show)
        refused.append({**facts, "reply": text_of_reply})
    return {
        "game": hearing.sitting.name,
        "message": None if hearing.dry_run else hearing.message or None,
        "recorded": hearing.recorded,
        "proposed": list(hearing.offer.proposed),
        "readings": list(hearing.offer.readings),
        "doubts": list(hearing.offer.doubts),
        "left": list(hearing.offer.left),
        "refused": refused,
        "reply": _reply(hearing, text_of_reply),
        "next": [hint.command for hint in hints],
        "entries": [step.entry.number for step in hearing.sitting.heard],
        "outbox": [one.number for one in drafts if one.number],
    }


def _reply(hearing: Hearing, refusal: str) -> str | None:
    """What to write back: why something was refused, or what it means."""
    if refusal or not hearing.message:
        return refusal or None
    return questions.question(hearing.sitting.game.grammar, hearing.offer)


def _refusals(hearing: Hearing) -> list[str]:
    lines = []
    for text, refusal in hearing.refused:
        facts = texts.refusal_facts(text, refusal, hearing.sitting.show)
        lines.append(f"{hearing.sitting.name}: refused ({facts['clause']}): {facts['sentence']}")
        if " ".join(facts["quoted"].split()) not in facts["sentence"]:
            lines.append(f"  written: {facts['quoted']}")
    return lines


def _left_out(hearing: Hearing) -> list[str]:
    """What was typed may mean, as far as it would stand: the host decides."""
    lines = []
    for _, refusal in hearing.refused:
        if isinstance(refusal, Ambiguous):
            for text in filter(lambda text: _would_stand(hearing, text), refusal.readings):
                command = hearing.desk.commands.record(hearing.who, text, *_options(hearing))
                lines.append(f"  if it was meant: {command}")
    return lines


def _would_stand(hearing: Hearing, text: str) -> bool:
    """Whether a move would stand if it were recorded as this one was to be."""
    sitting, received = hearing.sitting, hearing.at
    now = max(received, hearing.desk.now)
    try:
        for move in read_typed(sitting.game, sitting.table, hearing.who, text):
            sitting.try_out(Entry(0, hearing.who, str(move), received, now, late=hearing.said.late))
    except Refusal:
        return False
    return True


def _options(hearing: Hearing) -> list[str]:
    """The options that what was said is to be recorded with, as they were typed."""
    said = hearing.said
    options = ["--at", hearing.at] if said.at else []
    for option, value in (("--late", said.late), ("--link", said.link), ("--note", said.note)):
        options += [option, value] if value else []
    return options


def _waits(hearing: Hearing) -> list[str]:
    """That a message is kept and waits, what it may say, and what leaves it unsure."""
    number, sitting = hearing.message, hearing.sitting
    if not number:
        return []
    verb = "would be kept" if hearing.dry_run else "is kept"
    if hearing.refused:
        return [f"{sitting.name}: the message {verb}, as entry {number}"]
    lines = [
        f"{sitting.name}: message {number} of {hearing.who}'s {verb}, and waits for you "
        f"(received {next_steps.when_both(sitting, hearing.at)})"
    ]
    return lines + offer_lines(hearing.offer)


def offer_lines(offer: Offer) -> list[str]:
    """What may be made of a message, in lines."""
    says = "; ".join(offer.proposed)
    lines = [f"  it seems to say: {says}" if says else "  no move is surely said in it"]
    lines += [f"  it could mean: {text}" for text in offer.readings]
    lines += [f"  doubt: {doubt}" for doubt in offer.doubts]
    return lines + [f"  not understood: {left}" for left in offer.left]


def to_decide(commands: Commands, grammar: Grammar, number: int, offer: Offer) -> Iterator[Hint]:
    """What a host may do about a message, as commands."""
    if offer.proposed:
        yield Hint(commands.line("take", str(number)), f"records {'; '.join(offer.proposed)}")
    for text in offer.readings[:MOST_NAMED]:
        yield Hint(commands.take(number, text), "if that is meant")
    if not (offer.proposed or offer.readings):
        yield Hint(commands.line("take", str(number), "MOVE"), "if you know what is meant")
    yield Hint(
        commands.line("ask", str(number)), f"asks back: {questions.question(grammar, offer)}"
    )
    yield Hint(commands.line("aside", str(number), "--why", "…"), "if nothing is to be recorded")


def _unsent(hearing: Hearing) -> dict[int, int]:
    """The drafts that wait about messages, by the numbers of those."""
    drafts = hearing.room.waiting(hearing.sitting.record.id)
    return {
        block.extra[MESSAGE]: one.number
        for one in drafts
        for block in one.blocks
        if block.extra.get(MESSAGE)
    }


def _unfollowed(hearing: Hearing, unsent: Mapping[int, int]) -> list[str]:
    """Messages that were refused or asked about and never followed by another, once a window has
    closed over them (ALL-7); of what was `unsent` about them nobody ever heard.
    """
    if not any(isinstance(step.move, Close) for step in hearing.sitting.heard):
        return []
    left = {one.number for one in hearing.sitting.table.inbox}
    gone = (m for m in hearing.before.inbox if m.state != OPEN and m.number not in left)
    how = ((m, f"refused ({m.clause})" if m.state == REFUSED else "asked about") for m in gone)
    return [
        f"  message {m.number} of {m.who}'s was {what}, and nothing followed it"
        + (f"; outbox {unsent[m.number]} about it wasn't sent" if m.number in unsent else "")
        for m, what in how
    ]


def _others(hearing: Hearing) -> list[str]:
    """Entries that another terminal recorded lately; its players' moves stay sealed here."""
    if not hearing.elsewhere:
        return []
    sitting = hearing.sitting
    lines = [f"{sitting.name}: recorded at another terminal in the last ten minutes:"]
    for kept in hearing.elsewhere:
        entry = kept.entry
        told = next_steps.named(entry).removeprefix(f"{HOST}: ")
        text = told if entry.who == HOST else "(sealed)"
        lines.append(
            f"  {entry.number} {entry.who}: {text} (recorded {sitting.show(entry.recorded_at)})"
        )
    if hearing.refused:
        lines.append("  one of these may have changed what was allowed when you began to type")
    return lines
