"""docs/errors.md: every refusal and error, with what provokes it and what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from gmtool.desk import kinds
from gmtool.store import problems
from manual.cases import NOTHING, Case, Misprint, Room, Scene, Step, read_all
from manual.excused import EXCUSES, Excuse
from manual.performing import Company, Performed
from manual.sites import Site, all_sites, complaints, flat
from manual.stage import PASTE, theatre

_HEAD = f"""\
# Errors

Every refusal and every error of gmtool: what provokes it, what is printed, and the exit code.
This page is generated (`python docs/generate.py`) by typing the commands; a test sees that it is
fresh, and that no place in the program that refuses something or fails is missing here.

In what is printed, lines behind `{PASTE.strip()}` go to standard output: a text to paste, or facts
as JSON. All others go to standard error. What an answer says at its end of the commands that come
next is left out. Exit codes: 1 refused by the rules or the state of the game, 2 wrong usage, 3 the
database or a file can't be used. [Where the cases begin](#where-the-cases-begin) stands at the end.
"""


@dataclass(frozen=True)
class Gallery:
    """All cases performed, and what went wrong with those that couldn't be."""

    performed: tuple[Performed, ...]
    misprints: tuple[str, ...]
    scenes: dict[str, Scene]

    def not_provoked(self) -> tuple[Site, ...]:
        """The places of the program that no case provokes and nothing excuses."""
        return tuple(
            site
            for site in all_sites()
            if not any(excuse.is_for(site) for excuse in EXCUSES) and not self._provoked(site)
        )

    def idle_excuses(self) -> tuple[Excuse, ...]:
        """Excuses that are for no place, or for one that a case provokes."""
        return tuple(
            excuse
            for excuse in EXCUSES
            if not (found := [site for site in all_sites() if excuse.is_for(site)])
            or any(map(self._provoked, found))
        )

    def _provoked(self, site: Site) -> bool:
        return any(one.provokes(site) for one in self.performed)

    def page(self) -> str:
        """docs/errors.md."""
        return "\n".join(_page(self))


def perform() -> Gallery:
    """Every case performed, in a folder that is gone afterwards."""
    rooms, scenes = read_all()
    performed: list[Performed] = []
    misprints: dict[str, None] = {}
    with theatre() as folder:
        company = Company(folder, scenes)
        for room in rooms:
            for case in room.cases:
                try:
                    performed.append(company.perform(room, case))
                except Misprint as misprint:
                    misprints[str(misprint)] = None
    return Gallery(tuple(performed), tuple(misprints), scenes)


def unsaid(page: str) -> tuple[str, ...]:
    """Words that the program says where it refuses something or fails and that don't stand on the
    page, though nothing excuses it: no case needs to be performed to see that it is stale.
    """
    whole = flat(page)
    return tuple(
        f"{site}: “{piece}”"
        for site in all_sites()
        if not any(excuse.is_for(site) for excuse in EXCUSES)
        if not (site.is_finding and site.is_said_in(whole))
        for piece in site.pieces
        if flat(piece) not in whole
    )


def typed(room: Room, case: Case) -> str:
    """What the page shows of a case before what it prints."""
    return "\n".join(_typed(case, _heading(room)))


def entry(one: Performed) -> str:
    """What the page shows of a case."""
    return "\n".join(_case(one))


def end(scenes: Mapping[str, Scene]) -> str:
    """What the page shows behind all cases."""
    return "\n".join(_end(scenes))


def _page(gallery: Gallery) -> Iterator[str]:
    yield _HEAD
    for room, group in groupby(gallery.performed, key=lambda one: id(one.room)):
        del room
        yield from _room(tuple(group))
    yield from _end(gallery.scenes)


def _end(scenes: Mapping[str, Scene]) -> Iterator[str]:
    yield "## Where the cases begin\n"
    for scene in scenes.values():
        yield from _scene(scene)
    yield from _excuses()


def _room(cases: Sequence[Performed]) -> Iterator[str]:
    room: Room = cases[0].room
    yield f"## {room.title}\n"
    if room.about:
        yield f"{room.about}\n"
    if not room.by_clause:
        for one in cases:
            yield from _case(one)
        return
    order = _clauses()
    for clause, group in groupby(
        sorted(cases, key=lambda one: order.index(one.clause) if one.clause else len(order)),
        key=lambda one: one.clause,
    ):
        yield f"### {clause or 'Without a clause'}\n"
        if clause:
            yield f"> {_clause_text(clause)}\n"
        for one in group:
            yield from _case(one)


def _heading(room: Room) -> str:
    return "####" if room.by_clause else "###"


def _case(one: Performed) -> Iterator[str]:
    yield from _typed(one.case, _heading(one.room))
    yield from one.lines
    yield "```\n"
    if one.code is not None:
        yield f"Exit code {one.code}.\n"


def _typed(case: Case, heading: str) -> Iterator[str]:
    yield f"{heading} {case.title}\n"
    if case.scene != NOTHING:
        yield f"Begins at [{case.scene}](#scene-{case.scene}).\n"
    yield "```text"
    for step in case.steps:
        yield from _step(step)


def _step(step: Step) -> Iterator[str]:
    yield step.typed


def _scene(scene: Scene) -> Iterator[str]:
    yield f'### <a id="scene-{scene.name}"></a>{scene.name}\n'
    begins = "" if scene.parent == NOTHING else f" After [{scene.parent}](#scene-{scene.parent})."
    yield f"{scene.about}{begins}\n"
    yield "```text"
    for step in scene.steps:
        yield from _step(step)
    yield "```\n"


def _excuses() -> Iterator[str]:
    yield "## What can't be shown\n"
    yield "What is said of the database where SQLite reports an error, by the error's name:\n"
    for name, sentence in problems._SENTENCES.items():  # noqa: SLF001 - no case has a full disk
        yield f"- `{name}`: The database … {sentence.replace('{said}', '…')}"
    yield "\nThe same where a PostgreSQL server reports one, by how its SQLSTATE begins:\n"
    for name, sentence in problems._ON_SERVER.items():  # noqa: SLF001
        yield f"- `{name}`: The database … {sentence.replace('{said}', '…')}"
    yield "\nAnd by words, where it doesn't let anybody in and reports none:\n"
    for words, sentence in problems._SAID_BY_DRIVER.items():  # noqa: SLF001
        yield f"- “{words}”: The database … {sentence.replace('{said}', '…')}"
    yield "\nWhat else is written to standard error:\n"
    for sentence in complaints():
        yield f"- {sentence}"
    yield "\nPlaces in the program that no command leads to:\n"
    for excuse in EXCUSES:
        words = f": “… {excuse.words} …”" if excuse.words else ""
        yield f"- `{excuse.file}`, `{excuse.function}`{words}: {excuse.reason}."
    yield ""


def _clauses() -> list[str]:
    """All clauses, those common to every game first."""
    found: dict[str, None] = {}
    for kind in kinds.names():
        texts = kinds.split_clauses(kinds.rulebook(kind))
        found |= dict.fromkeys(sorted(texts, key=lambda clause: not clause.startswith("ALL-")))
    return list(found)


def _clause_text(clause: str) -> str:
    """The first line of a clause."""
    for kind in kinds.names():
        texts = kinds.split_clauses(kinds.rulebook(kind))
        if clause in texts:
            return texts[clause].splitlines()[0]
    raise KeyError(clause)
