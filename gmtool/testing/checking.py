"""`gmtool kinds KIND --check`: the promises of a kind for a host or an author who has no tests."""

from __future__ import annotations

from gmtool.desk.answers import Answer
from gmtool.engine.game import Game
from gmtool.engine.wording import plural
from gmtool.testing import GAMES
from gmtool.testing.broken import Broken
from gmtool.testing.played import Subject
from gmtool.testing.promised import PROMISES, check

KEPT, BROKEN, UNCHECKED = "kept", "broken", "not checked"


def checked(game: Game) -> Answer:
    """Each promise, and whether it is kept in random games and in those that the kind's
    package has recorded; of a broken one what is wrong, and a journal that shows it.
    """
    subject = Subject.of(game, GAMES)
    found = {promise.name: broken for promise, broken in check(subject)}
    rows = [
        {"promise": promise.name, "became": _became(found, promise.name)} for promise in PROMISES
    ]
    broken = [one for one in found.values() if one]
    lines = [f"{game.kind}: {_summary(subject, len(broken))}"]
    lines += [f"  {row['became']:11}  {row['promise']}" for row in rows]
    for one in broken:
        lines += ["", *str(one).split("\n")]
    facts = [row | _told(found.get(row["promise"])) for row in rows]
    return Answer(tuple(lines), facts=facts, ok=not broken)


def _became(found: dict[str, Broken | None], promise: str) -> str:
    if promise not in found:
        return UNCHECKED
    return BROKEN if found[promise] else KEPT


def _summary(subject: Subject, broken: int) -> str:
    if broken:
        return f"{broken} of {len(PROMISES)} promises broken"
    played = list(subject.played())
    entries = sum(len(one.entries) for one in played)
    games = plural(len(played), "game")
    return f"{len(PROMISES)} promises kept, in {games} of {plural(entries, 'entry', 'entries')}"


def _told(broken: Broken | None) -> dict[str, object]:
    """What is wrong, as facts."""
    if broken is None:
        return {"sentence": None, "entry": None, "journal": None}
    number = broken.entry.number if broken.entry else None
    return {"sentence": broken.sentence, "entry": number, "journal": broken.journal or None}
