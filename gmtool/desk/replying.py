"""What the desk answers to a recording: what stands, what doesn't and why, texts, what is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gmtool.desk import corrections, drafting, mending, next_steps, texts
from gmtool.desk.answers import Answer, Hint
from gmtool.desk.drafting import to_paste
from gmtool.desk.hearing import Hearing
from gmtool.desk.next_steps import MOST_NAMED
from gmtool.desk.occasions import RECEIPT
from gmtool.desk.writing import Writer
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.refusals import Ambiguous, Refusal, Slip
from gmtool.engine.steps import read_all
from gmtool.engine.wording import HOST, told
from gmtool.store import Draft

MOST_LINES = 20
"""of a message are told as not understood."""


def answer(hearing: Hearing) -> Answer:
    """The answer to a hearing; renders its texts and puts them into the outbox, so a broken
    template stops the recording.
    """
    sitting = hearing.sitting
    writer = Writer.at(hearing.desk, sitting, hearing.room)
    lines: list[str] = []
    for step in sitting.heard:
        lines += next_steps.told(sitting, step, dry_run=hearing.dry_run)
    drafts, review = _drafted(hearing, writer)
    shown = [one for one in drafts if sitting.table.seat(one.to) in {PUBLIC, hearing.who}]
    if sitting.heard and not hearing.to_player:
        lines += [f"  {line}" for line in next_steps.standing(hearing.desk, sitting)]
    lines += review.lines(writer)
    lines += _refusals(hearing)
    reply = next((one for one in shown if hearing.refused and one.to), None)
    lines += mending.mend(hearing)
    lines += _left_out(hearing)
    lines += _others(hearing)
    if reply:
        lines.append(f"{'would reply' if hearing.dry_run else 'reply'} to {hearing.who}:")
    hints: tuple[Hint, ...] = ()
    if not hearing.dry_run:
        hints = (*_to_send(hearing, drafts, shown), *next_steps.hints(hearing.desk, sitting))
    return Answer(
        tuple(lines),
        tuple(text for one in shown for text in to_paste(sitting, one)),
        hints,
        _facts(hearing, drafts, reply, hints),
        ok=bool(hearing.recorded) and not hearing.refused,
    )


def _drafted(hearing: Hearing, writer: Writer) -> tuple[tuple[Draft, ...], corrections.Review]:
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
        reply = writer.refusal(hearing.who, refused, hearing.recorded, hearing.at)
        also.append((hearing.who, reply))
    if hearing.dry_run:
        arisen = tuple(one for one in arisen if one.message.occasion != RECEIPT)
        messages = drafting.outgoing(writer, arisen, also)
        shown = (out for out in messages if out.to in {PUBLIC, hearing.who})
        return tuple(drafting.draft(writer, out) for out in shown), corrections.Review()
    moves = [step.move for step in sitting.heard]
    review = corrections.after_moves(writer, hearing.room, hearing.before, moves)
    messages = drafting.outgoing(writer, arisen, also)
    return drafting.keep(writer, hearing.room, messages), review


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
        "recorded": hearing.recorded,
        "refused": refused,
        "not_understood": list(_not_understood(hearing)),
        "next": [hint.command for hint in hints],
        "entries": [step.entry.number for step in hearing.sitting.heard],
        "outbox": [one.number for one in drafts if one.number],
    }


def _refusals(hearing: Hearing) -> list[str]:
    lines = []
    for text, refusal in hearing.refused:
        facts = texts.refusal_facts(text, refusal, hearing.sitting.show)
        lines.append(f"{hearing.sitting.name}: refused ({facts['clause']}): {facts['sentence']}")
        if " ".join(facts["quoted"].split()) not in facts["sentence"]:
            lines.append(f"  written: {facts['quoted']}")
    return lines


def _left_out(hearing: Hearing) -> list[str]:
    """What of a message was not recorded though nothing forbids it: the host decides."""
    lines = [f"  not understood: {line}" for line in _not_understood(hearing)]
    if lines and not hearing.recorded and not hearing.refused:
        lines.insert(
            0,
            f"{hearing.sitting.name}: there is no move in {hearing.who}'s message; "
            "nothing was recorded.",
        )
    said = hearing.said
    options = ["--at", hearing.at] if said.at else []
    for option, value in (("--late", said.late), ("--link", said.link), ("--note", said.note)):
        options += [option, value] if value else []
    offers = [("read, but not recorded", text) for text in hearing.withheld]
    for _, refusal in hearing.refused:
        if isinstance(refusal, Ambiguous):
            would = (text for text in refusal.readings if _would_stand(hearing, text))
            offers += [("if it was meant", reading) for reading in would]
    for what, text in offers:
        command = hearing.desk.commands.record(hearing.who, text, *options)
        lines.append(f"  {what}: {command}")
    return lines


def _not_understood(hearing: Hearing) -> Iterator[str]:
    """The first of the lines that weren't, each as far as it is told, and how many more there
    are.
    """
    lines = hearing.not_understood
    yield from map(told, lines[:MOST_LINES])
    if lines[MOST_LINES:]:
        yield f"… and {len(lines) - MOST_LINES} lines more"


def _would_stand(hearing: Hearing, text: str) -> bool:
    """Whether a move would stand if it were recorded as this one was to be."""
    sitting, received = hearing.sitting, hearing.at
    now = max(received, hearing.desk.now)
    try:
        for move in read_all(sitting.game, sitting.table, hearing.who, text):
            sitting.try_out(Entry(0, hearing.who, str(move), received, now, late=hearing.said.late))
    except Refusal:
        return False
    return True


def _others(hearing: Hearing) -> list[str]:
    """Entries that another terminal recorded lately; its players' moves stay sealed here."""
    if not hearing.elsewhere:
        return []
    sitting = hearing.sitting
    lines = [f"{sitting.name}: recorded at another terminal in the last ten minutes:"]
    for kept in hearing.elsewhere:
        entry = kept.entry
        text = entry.text if entry.who == HOST else "(sealed)"
        lines.append(
            f"  {entry.number} {entry.who}: {text} (recorded {sitting.show(entry.recorded_at)})"
        )
    if hearing.refused:
        lines.append("  one of these may have changed what was allowed when you began to type")
    return lines
