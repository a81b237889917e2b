"""Texts on demand: posts for the thread and messages to players."""

from __future__ import annotations

from gmtool.desk import texts
from gmtool.desk.answers import Answer, Text, table
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.recording import speaker
from gmtool.desk.sitting import Desk, Sitting, load, the_game
from gmtool.desk.texts import REFUSAL, Arisen
from gmtool.engine.game import PUBLIC, Message, Occasion
from gmtool.engine.refusals import Refusal, Refused
from gmtool.engine.wording import CHANCE, HOST
from gmtool.store import ReadingRoom

OPENING, INVENTORY = "opening", "inventory"


def post(desk: Desk, occasion: str | None = None) -> Answer:
    """The latest post of that occasion as it was when it arose; without one, a list of all."""
    with desk.store() as store, store.reading() as room:
        sitting = load(room, the_game(room, desk))
        found = _arisen(sitting, room, PUBLIC)
        if occasion is None:
            early = () if OPENING in found else (OPENING,)
            return _list(desk, sitting, found, "post", now=early)
        known = _known(sitting, occasion, to_player=False)
        if known.name not in found and known.name == OPENING:
            message = Message(OPENING, PUBLIC)
            return _text(sitting, texts.make(desk, sitting, message, sitting.table))
        return _text(
            sitting, texts.text_of(desk, sitting, room, _latest(sitting, found, known.name))
        )


def pm(desk: Desk, who: str, occasion: str | None = None) -> Answer:
    """The latest message of that occasion to a player; the inventory as it is now."""
    with desk.store() as store, store.reading() as room:
        sitting = load(room, the_game(room, desk))
        name = speaker(sitting, who)
        if name in {HOST, CHANCE}:
            raise UsageProblem(f"{sitting.name}: a message goes to a player, not to {name}.")
        found = _arisen(sitting, room, name)
        if occasion is None:
            return _list(desk, sitting, found, "pm", name, now=(INVENTORY,))
        known = _known(sitting, occasion, to_player=True)
        if known.name == REFUSAL:
            return _text(sitting, _last_refusal(desk, sitting, room, name))
        if known.name == INVENTORY:
            message = Message(INVENTORY, name)
            return _text(sitting, texts.make(desk, sitting, message, sitting.table))
        return _text(
            sitting, texts.text_of(desk, sitting, room, _latest(sitting, found, known.name))
        )


def _arisen(sitting: Sitting, room: ReadingRoom, to: str) -> dict[str, Arisen]:
    steps = sitting.fold(room).live
    return {
        one.message.occasion: one for one in texts.arisen(sitting, steps) if one.message.to == to
    }


def _known(sitting: Sitting, occasion: str, *, to_player: bool) -> Occasion:
    import difflib

    fitting = {o.name: o for o in sitting.game.occasions if o.to_player == to_player}
    if occasion in fitting:
        return fitting[occasion]
    near = difflib.get_close_matches(occasion, fitting, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(fitting)}."
    raise UsageProblem(f"{sitting.name}: there is no occasion “{occasion}”; {hint}")


def _latest(sitting: Sitting, found: dict[str, Arisen], occasion: str) -> Arisen:
    if occasion not in found:
        ready = ", ".join(found) or "none"
        raise DeskProblem(
            f"{sitting.name}: “{occasion}” hasn't arisen yet; texts there are: {ready}."
        )
    return found[occasion]


def _last_refusal(desk: Desk, sitting: Sitting, room: ReadingRoom, name: str) -> Text:
    attempts = [a for a in room.attempts(sitting.record.id) if a.who == name]
    if not attempts:
        raise DeskProblem(f"{sitting.name}: nothing of {name}'s was refused.")
    last = attempts[-1]
    together = [
        a
        for a in attempts
        if (a.recorded_at, a.received_at, a.raw) == (last.recorded_at, last.received_at, last.raw)
    ]
    refused = [
        (a.text, Refused(a.clause, "{why}", quoted=a.text, why=a.sentence)) for a in together
    ]
    pairs: list[tuple[str, Refusal]] = list(refused)
    return texts.refusal_text(desk, sitting, name, pairs, ())


def _text(sitting: Sitting, text: Text) -> Answer:
    facts = {"game": sitting.name, "text": text.body, "title": text.title}
    return Answer((f"{sitting.name}: {text.title}",), (text,), facts=facts)


def _list(
    desk: Desk,
    sitting: Sitting,
    found: dict[str, Arisen],
    command: str,
    *who: str,
    now: tuple[str, ...] = (),
) -> Answer:
    docs = {occasion.name: occasion.doc for occasion in sitting.game.occasions}
    rows = [
        {
            "occasion": name,
            "entry": one.step.entry.number,
            "arose": one.step.entry.received_at,
            "command": desk.commands.line(command, *who, name),
        }
        for name, one in found.items()
        if name not in now
    ]
    rows += [
        {
            "occasion": name,
            "entry": sitting.number,
            "arose": desk.now,
            "command": desk.commands.line(command, *who, name),
        }
        for name in now
    ]
    cells = [
        (
            str(row["command"]),
            docs.get(str(row["occasion"]), ""),
            "as it is now" if row["occasion"] in now else f"entry {row['entry']}",
        )
        for row in rows
    ]
    what = f"messages to {who[0]}" if who else "posts"
    return Answer((f"{sitting.name}: {what} there are", *table(cells)), facts=rows)
