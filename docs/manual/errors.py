"""docs/errors.md: every refusal and error, with what provokes it and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import groupby

from gmtool.desk.session import kinds
from gmtool.store import problems
from manual.cases import Case, Misprint, Step, read_all
from manual.excused import EXCUSES, Excuse
from manual.performing import Company, Performed
from manual.sites import Site, all_sites, complaints, flat
from manual.stage import PASTE, theatre
from manual.tables import code, escaped

_HEAD = """\
# Errors

Every refusal and every error of gmtool, a row each: the clause that refuses it, the mistake, what
is typed, what is said of it, and the exit code. It is 1 where the rules or the state of the game
refuse something, 2 for wrong usage, 3 where the database or a file can't be used.

This page is generated (`python docs/generate.py`) by typing the commands; a test sees that it is
fresh, and that no place in the program that refuses something or fails is missing here. What leads
to each mistake stands in `docs/manual/cases`. Long rows of cards and numbers are cut short; of what
is pasted (behind `<<`) the line that matters is shown, and where gmtool prints both what is amiss
and a reply to paste, the former.
"""
_COLUMNS = "| Clause | Mistake | Typed | Said | Exit |\n| --- | --- | --- | --- | --- |"
_ONE = r"(?:(?:10|[2-9AKQJ])[CDHS]|[LH]J|JOKER|\d{1,3}) "
_MANY = re.compile(rf"((?:\b{_ONE}){{3}})(?:{_ONE}){{6,}}(?=\w)")
"""Cards or numbers, too many to show."""
_LINE = re.compile(r", line (\d+):")
_PASTED = " << "
_LONGEST = 3
"""lines that are shown of what is pasted."""


@dataclass(frozen=True)
class Gallery:
    """All cases performed, and what went wrong with those that couldn't be."""

    performed: tuple[Performed, ...]
    misprints: tuple[str, ...]

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
    return Gallery(tuple(performed), tuple(misprints))


def unsaid(page: str) -> tuple[str, ...]:
    """Words that the program says where it refuses something or fails and that don't stand on the
    page, though nothing excuses it: no case needs to be performed to see that it is stale.
    """
    whole = _unmarked(page)
    return tuple(
        f"{site}: “{piece}”"
        for site in all_sites()
        if not any(excuse.is_for(site) for excuse in EXCUSES)
        if not (site.is_finding and site.is_said_in(whole))
        for piece in site.pieces
        if flat(piece) not in whole
    )


def typed(case: Case, said: str = "") -> str:
    """What the page shows of a case before what is said of it; without that, up to what is pasted,
    of which the line complained of is shown.
    """
    steps = "<br>".join(code(_short(_step(step, said))) for step in case.steps)
    row = f"| {_text(case.title)} | {steps} |"
    return row if said else re.split(f"{_PASTED}|{escaped(_PASTED)}", row)[0]


def entry(one: Performed) -> str:
    """The row of a case."""
    amiss = [line for line in one.lines if not line.startswith((PASTE, "reply to "))]
    lines = amiss or [line.removeprefix(PASTE) for line in one.lines]
    said = "<br>".join(_text(_short(line.strip())) for line in lines if line.strip())
    ends = "" if one.code is None else one.code
    return f"| {one.clause} {typed(one.case, one.text)} {said} | {ends} |"


def _page(gallery: Gallery) -> Iterator[str]:
    yield _HEAD
    order = _clauses()
    for room, group in groupby(gallery.performed, key=lambda one: one.room.title):
        cases = list(group)
        yield f"## {room}\n"
        yield f"{cases[0].room.about}\n\n{_COLUMNS}"
        if cases[0].room.by_clause:
            cases.sort(key=lambda one: order.index(one.clause) if one.clause else len(order))
        yield from map(entry, cases)
        yield ""
    yield end()


def _step(step: Step, said: str) -> str:
    """A step in one line: of what is pasted, the line that is complained of, or the last ones."""
    if not step.body:
        return step.typed.removeprefix("$ ")
    lines = step.body.split("\n")
    found = _LINE.search(said)
    if found and int(found[1]) <= len(lines):
        shown = lines[int(found[1]) - 1 :][:1]
    else:
        after = len(lines) - 1 - lines[::-1].index("---") if "---" in lines[:-1] else -1
        shown = lines[after + 1 :][-_LONGEST:]
    return f"{step.verb} {step.rest}{_PASTED}{' ⏎ '.join(shown)}"


def _short(text: str) -> str:
    return _MANY.sub(r"\1… ", text)


def _text(text: str) -> str:
    """A text in a cell; what stands between backticks is code there as well."""
    parts = text.replace("|", r"\|").split("`")
    parts[::2] = [part.replace("<", "&lt;").replace("*", r"\*") for part in parts[::2]]
    return "`".join(parts)


def _unmarked(page: str) -> str:
    """The words of the page, without the marks of its tables."""
    return flat(unescape(re.sub(r"\\([*|])", r"\1", page.replace("<br>", " "))))


def end() -> str:
    """What the page shows behind all cases."""
    return "\n".join(_excuses())


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
