"""What the desk answers to a recording: what stands, what doesn't and why, texts, what is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gmtool.desk import mending, next_steps, texts
from gmtool.desk.answers import Answer, Hint, Text
from gmtool.desk.hearing import Hearing
from gmtool.desk.texts import Arisen
from gmtool.engine.refusals import Ambiguous
from gmtool.engine.wording import HOST


def answer(hearing: Hearing) -> Answer:
    """The answer to a hearing; renders its texts, so a broken template stops the recording."""
    sitting = hearing.sitting
    lines: list[str] = []
    for step in sitting.heard:
        lines += next_steps.told(sitting, step, dry_run=hearing.dry_run)
    arisen = texts.arisen(sitting, sitting.heard)
    made = _texts(hearing, arisen)
    if sitting.heard and not hearing.to_player:
        lines += [f"  {line}" for line in next_steps.standing(hearing.desk, sitting)]
    lines += _refusals(hearing)
    reply = _reply(hearing)
    lines += mending.mend(hearing)
    lines += _left_out(hearing)
    lines += _others(hearing)
    if reply:
        made.append(reply)
        lines.append(f"reply to {hearing.who}:")
    hints = (
        ()
        if hearing.dry_run
        else (
            *_to_send(hearing, arisen),
            *next_steps.hints(hearing.desk, sitting),
        )
    )
    return Answer(
        tuple(lines),
        tuple(made),
        hints,
        _facts(hearing, reply, hints),
        ok=bool(hearing.recorded) and not hearing.refused,
    )


def _texts(hearing: Hearing, arisen: tuple[Arisen, ...]) -> list[Text]:
    """Posts that arose, and the receipt of what a player said."""
    return [
        texts.text_of(hearing.desk, hearing.sitting, hearing.room, one)
        for one in arisen
        if not one.message.on_demand
        and (not one.message.to or (one.message.occasion == texts.RECEIPT and not hearing.dry_run))
    ]


def _to_send(hearing: Hearing, arisen: tuple[Arisen, ...]) -> Iterator[Hint]:
    """The messages that arose for players beside receipts: each is a command away."""
    for one in arisen:
        to, occasion = one.message.to, one.message.occasion
        if to and occasion != texts.RECEIPT and not one.message.on_demand:
            yield Hint(hearing.desk.commands.line("pm", to, occasion), f"to send to {to}")


def _reply(hearing: Hearing) -> Text | None:
    if not hearing.refused or not hearing.to_player:
        return None
    return texts.refusal_text(
        hearing.desk, hearing.sitting, hearing.who, hearing.refused, hearing.recorded
    )


def _facts(hearing: Hearing, reply: Text | None, hints: tuple[Hint, ...]) -> dict[str, Any]:
    """The contract's `recorded` and `refused`, with what else a script may want."""
    refused = []
    for text, refusal in hearing.refused:
        facts = texts.refusal_facts(hearing.sitting, text, refusal)
        refused.append({**facts, "reply": reply.body if reply else ""})
    return {
        "game": hearing.sitting.name,
        "recorded": hearing.recorded,
        "refused": refused,
        "not_understood": list(hearing.not_understood),
        "next": [hint.command for hint in hints],
        "entries": [step.entry.number for step in hearing.sitting.heard],
    }


def _refusals(hearing: Hearing) -> list[str]:
    lines = []
    for text, refusal in hearing.refused:
        facts = texts.refusal_facts(hearing.sitting, text, refusal)
        lines.append(f"{hearing.sitting.name}: refused ({facts['clause']}): {facts['sentence']}")
        if facts["quoted"] not in facts["sentence"]:
            lines.append(f"  written: {facts['quoted']}")
    return lines


def _left_out(hearing: Hearing) -> list[str]:
    """What of a message was not recorded though nothing forbids it: the host decides."""
    lines = [f"  not understood: {line}" for line in hearing.not_understood]
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
            offers += [("if it was meant", reading) for reading in refusal.readings]
    for what, text in offers:
        command = hearing.desk.commands.record(hearing.who, text, *options)
        lines.append(f"  {what}: {command}")
    return lines


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
