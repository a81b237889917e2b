"""Texts to paste: what a template gets, and which texts arose."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gmtool.desk.answers import Text
from gmtool.desk.problems import FileProblem
from gmtool.desk.sitting import Desk, Sitting
from gmtool.engine import chance, modes
from gmtool.engine.entries import Entry
from gmtool.engine.game import Event, Message, View
from gmtool.engine.moves import End
from gmtool.engine.refusals import Ambiguous, Refusal
from gmtool.engine.replay import live
from gmtool.engine.steps import Step
from gmtool.engine.table import Table, wanted
from gmtool.engine.wording import CHANCE, HOST
from gmtool.store import ReadingRoom

RECEIPT, REFUSAL, FINAL = "receipt", "refusal", "final"


@dataclass(frozen=True)
class Arisen:
    """An occasion with the step that gave rise to it."""

    message: Message
    step: Step


def arisen(sitting: Sitting, steps: Sequence[Step]) -> tuple[Arisen, ...]:
    """The occasions that arose from `steps`, in order; a sealed move gives its receipt."""
    found = []
    for step in steps:
        if step.entry.who not in {HOST, CHANCE} and not step.move.public:
            found.append(Arisen(Message(RECEIPT, step.entry.who), step))
        if not step.entry.takes_back:
            messages = sitting.game.messages(step.events, step.table.state)
            if isinstance(step.move, End) and _has(sitting, FINAL):
                messages = (*messages, Message(FINAL))
            found += [Arisen(message, step) for message in messages]
    return tuple(found)


def _has(sitting: Sitting, occasion: str) -> bool:
    return any(known.name == occasion for known in sitting.game.occasions)


def text_of(desk: Desk, sitting: Sitting, room: ReadingRoom, one: Arisen) -> Text:
    """The text of an occasion, from its reader's view right after it arose."""
    message, step = one.message, one.step
    extra: dict[str, Any] = {"seals": _seals(sitting, room, one)}
    if message.occasion == RECEIPT:
        extra["entry"] = _receipt(sitting, step.entry)
    return make(desk, sitting, message, step.table, events=step.events, extra=extra)


def refusal_text(
    desk: Desk,
    sitting: Sitting,
    to: str,
    refused: Sequence[tuple[str, Refusal]],
    recorded: Sequence[str],
) -> Text:
    """The reply to a player whose message didn't stand, or only in part."""
    extra = {
        "refusals": [refusal_facts(sitting, quoted, refusal) for quoted, refusal in refused],
        "recorded": list(recorded),
    }
    return make(desk, sitting, Message(REFUSAL, to), sitting.table, extra=extra)


def refusal_facts(sitting: Sitting, quoted: str, refusal: Refusal) -> dict[str, Any]:
    """A refusal as plain data, its instants in the game's zone."""
    return {
        "clause": refusal.clause,
        "quoted": refusal.quoted or quoted,
        "sentence": refusal.sentence(sitting.show),
        "readings": list(refusal.readings) if isinstance(refusal, Ambiguous) else [],
    }


def make(
    desk: Desk,
    sitting: Sitting,
    message: Message,
    table: Table,
    *,
    events: tuple[Event, ...] = (),
    extra: dict[str, Any] | None = None,
) -> Text:
    """One text: its template gets the reader's view and what the reader may know of the events,
    nothing else. Raises FileProblem for a template with a mistake.
    """
    from gmtool.render.environment import TemplateProblem, render

    facts = {"seals": [], **_facts(sitting, table, message.to, events), **(extra or {})}
    if message.to:
        facts["to"] = message.to
        facts["windows"] = _still_open(desk, sitting, table, message.to, facts["windows"])
        facts["window"] = next(iter(facts["windows"]), None)
    settings = sitting.header.settings
    try:
        body = render(
            sitting.header.kind,
            message.occasion,
            facts,
            dialect=settings.get("dialect", "plain"),
            zone=sitting.zone,
            suits=settings.get("suits", "unicode"),
            folders=folders(desk),
        )
    except TemplateProblem as problem:
        raise FileProblem(f"{sitting.name}: the template {problem}") from problem
    where = f"PM to {message.to}" if message.to else "post"
    return Text(f"{where}: {message.occasion}", body)


def _still_open(
    desk: Desk, sitting: Sitting, table: Table, who: str, windows: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The windows in which the player may speak, and whose time runs and hasn't run out."""
    if sitting.table.paused:
        return []
    turns = wanted(sitting.game, table).turns
    own = {turn.window for turn in turns if turn.who == who}
    return [w for w in windows if w["key"] in own and w["deadline"] >= desk.now]


def folders(desk: Desk) -> tuple[Path, ...]:
    """Where a host's own templates are looked for, before the shipped ones."""
    from gmtool.store.places import FilePlace, default_path, place_of

    own = os.environ.get("GMTOOL_TEMPLATES")
    place = place_of(desk.where) if desk.where else FilePlace(default_path())
    beside = (place.file.parent / "templates",) if isinstance(place, FilePlace) else ()
    return (*((Path(own),) if own else ()), *beside)


def seen(sitting: Sitting, table: Table, seer: str) -> View:
    """The game's view, with the phase of a game called off."""
    view = sitting.game.view(table.state, seer)
    return {**view, "phase": "ended"} if table.called_off else view


def _facts(sitting: Sitting, table: Table, seer: str, events: tuple[Event, ...]) -> dict[str, Any]:
    visible = [facts for event in events if (facts := event.seen_by(seer)) is not None]
    windows = [
        {"key": w.key, "title": w.title, "opened": w.opened, "deadline": w.deadline}
        for w in (sitting.table.window(w.key) or w for w in table.windows)
    ]
    return {
        **seen(sitting, table, seer),
        "game": _about(sitting, table),
        "events": visible,
        "windows": windows,
        "window": windows[0] if windows else None,
    }


def _about(sitting: Sitting, table: Table) -> dict[str, Any]:
    header = sitting.header
    settings = header.settings
    return {
        "name": header.name,
        "kind": header.kind,
        "title": sitting.game.title,
        "host": settings.get("host", ""),
        "thread": settings.get("thread", ""),
        "zone": header.zone,
        "players": list(header.players),
        "commitment": commitment(sitting),
        "chance": sitting.mode,
        "words": list(table.words),
        "start": settings.get("start", ""),
        "ended": sitting.ended,
        "called_off": table.called_off,
        "started": sitting.table.started,
        "seed": header.seed if sitting.ended and sitting.mode != modes.TYPED else "",
    }


def commitment(sitting: Sitting) -> str:
    """What the opening post shows of the seed; empty where nothing is drawn from it."""
    if sitting.mode == modes.TYPED or not sitting.header.seed:
        return ""
    return chance.commitment(bytes.fromhex(sitting.header.seed))


def _seals(sitting: Sitting, room: ReadingRoom, one: Arisen) -> list[str]:
    """The digests of the sealed moves of the windows that closed, sorted, without names."""
    if one.message.to or not one.step.closed:
        return []
    after = min(window.entry for window in one.step.closed)
    kept = [*room.entries(sitting.record.id, after), *(s.entry for s in sitting.heard)]
    seed = bytes.fromhex(sitting.header.seed)
    return sorted(
        chance.short(chance.digest(chance.nonce(seed, e.number), e.who, e.text))
        for e in live(kept)
        if e.who not in {HOST, CHANCE} and e.number < one.step.entry.number
    )


def _receipt(sitting: Sitting, entry: Entry) -> dict[str, Any]:
    nonce = chance.nonce(bytes.fromhex(sitting.header.seed), entry.number)
    return {
        "number": entry.number,
        "who": entry.who,
        "text": entry.text,
        "received": entry.received_at,
        "recorded": entry.recorded_at,
        "late": entry.late,
        "nonce": nonce,
        "digest": chance.digest(nonce, entry.who, entry.text),
    }
