"""Clauses held by short games in the journal's text form: files `*.clauses` beside a kind's tests.

A file begins with lines of a journal's header (`kind: big-two`, `players: Ann, Bob`,
`option jokers: 2`, `set chance: typed`, `setup: unit.points = {}` of a file that it is made
of), for all its cases. A case begins with `== BT-6: what
holds`, a stretch that cases have in common with `-- name`; `use name` plays it. A case may begin
with header lines of its own, and with `each WORD, OTHER: a; b | c; d`, which makes two cases of it,
with `{WORD}` and `{OTHER}` filled in. A game of header lines that can't be is one whose last line
is `! BT-1 words`. Lines that begin with `#` are remarks. The rows of `each` may stand below it as
well, behind a `|`, and with ` || ` between two in a line.

    +2h Bob: play 4D                        a move, so long after the last one, or
    21 20:00 Bob: play 4D                   at an instant in November 2026, or a minute after
    Ann: play 3D | Bob: pass                two moves
    Ann [recorded 2026-11-21T20:05:00Z]: pass   with what a journal's line has in brackets
    Bob: play 3C                            ! BT-9 doesn't beat … 4D
    Bob: play 3C                            ! not now BT-7
    Bob: three of clubs                     ! prose BT-12, since it is no text form
    Bob: vote Ann                           ! otherwise ALL-8, since a window would end otherwise
    Bob: play 5D                            ok
    hands 3D 4D | 3C 9H                     what the kind's `opening.py` makes of that
    Bob writes: my five!                    = ? play 5D
    Bob types: 5d                           = play 5D

The third is refused by that clause, in these words; the fourth, because it isn't the time for it.
`ok` stands and isn't recorded. A line that `opening.py` makes can be refused, too. What a message
is read as is written as in `saying.in_a_line`. In a typed line a column of two blanks or more comes
before what is expected of it.

What is expected after a move stands below it, indented, or several with ` | ` between them:

    waits Bob, Cid                          these are awaited, in this order; or nobody
    asks Bob: play CARDS, pass              the moves that are asked of Bob
    until +24h                              the one window ends so long after the last line, or
    window change until 21 20:00            the one of that key does
    no window
    plans Bob: pass until trick; Cid: forced    these plans hold, in the order of their leaving
    carries out Bob: pass; Cid: play 5C     what the last line brought about by plans; or nobody
    void Bob BT-9 doesn't beat              a plan that the last line made void, and why
    tells Played: who = Ann; cards has 3D   the last line told this, to the host; or with
    tells Bob Dealt: hand = 3D 4D           a name or `everybody`, to them
    hides Bob Dealt                         nothing of that name was told to Bob
    told Played, TrickWon                   everything told, in order
    sends trick, hand to Bob                texts that arise with it; `no text trick`
    public.play.who = Ann                   what everybody may know of the state
    Bob sees you.hand has 3D                what Bob may know; also !=, lacks, counts
    state.phase = ended                     what the rules keep; of facts several may
    public.round = 2; phase = ended         stand in a line
    opened = 5                              so many windows were opened so far

    says trick: Bob … leads                 a text in these words; `says hand to Bob: …`
    lists 2 seals in dealt              a text has so many seals
    text hand to Bob                        a text as it was approved, in the lines below it
        | Round 1: your hand
    reply Bob: play 3C                      the same of the reply to what is refused
        | Round 1: your play
    apart Bob                               who can tell the two games of a pair apart by now

A case may begin with `twice WORD: a | b` (or `twice WORD, OTHER: a; b | c; d`): that is one case of
two games, which are played side by side and may differ in what some readers can't know. `apart`
names all who can tell, among the players and everybody; or nobody.

`text` is the one that arose with the last line, else what the host may ask for at that point.
`GMTOOL_GOLDEN=write pytest -n 0 tests/games/ten_skip/texts.clauses` writes them anew; read them
before you commit them. `recorded NAME 45` is a recorded game of the kind up to that entry; after
`recorded NAME` what is told in the whole of it is what the last line told.

Lines `$ undo 4 --why "…"` are commands, typed at a desk that has imported the game. Then
`goes out to Bob, everybody` says for whom texts wait, and `text outbox to Bob` is what waits;
`prints nothing … left` is in what the command printed.

A path goes through facts, and through lists by a place from 0, or by the name of what is in it.
Where its first word is a function of the kind's `opening.py`, that is what it shows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from trial import EVERYBODY, NOBODY, Stood, Trial, begun, never_begun

__all__ = ["Case", "Trial", "cases"]

GAMES = Path(__file__).parents[1] / "games"
_HEADER = re.compile(r"(?:kind|players|setup|(?:option|set) \S+): ")
APPROVED = re.compile(r"\s+(?:text|reply) ")


@dataclass(frozen=True)
class Line:
    """A line of a file, which begins so far in."""

    number: int
    text: str
    indented: bool = False
    block: tuple[str, ...] = ()
    """The approved text that stands below it."""
    place: int = 0
    """How many lines with an approved text come before it."""


@dataclass(frozen=True)
class Case:
    """A short game and what is expected of it."""

    path: Path
    title: str
    header: tuple[str, ...]
    lines: tuple[Line, ...]
    stretches: dict[str, tuple[Line, ...]] = field(repr=False)

    @property
    def id(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}: {self.title}"

    @property
    def number(self) -> int:
        """Of its first line."""
        return self.lines[0].number

    @property
    def marks(self) -> tuple[str, ...]:
        """A correction needs a whole recorded game at a desk."""
        return ("slow",) if self.title.startswith("a correction: ") else ()

    def check(self) -> None:
        """Plays it; an AssertionError says which line isn't as expected."""
        if self.is_pair:
            left, right = self.pair()
            for (line, names), one, other in zip(
                left.asked_apart, left.seen, right.seen, strict=True
            ):
                told = [viewer or EVERYBODY for viewer in one if one[viewer] != other[viewer]]
                place = f"{self.path}:{line}: apart {names}"
                assert sorted(told or [NOBODY]) == sorted(names.split(", ")), f"{place}\n{told}"
        elif self.lines[-1].text.startswith("! "):
            never_begun(self._header(), self.lines[-1].text)
        else:
            self.played()

    @property
    def is_pair(self) -> bool:
        return self.lines[0].text.startswith("twice ")

    def pair(self) -> tuple[Trial, Trial]:
        """The two games of a case that is one of two, played."""
        left, right = (case.played() for case in _filled_in(self, "twice "))
        return left, right

    def approve(self, line: Line, text: Iterable[str]) -> None:
        """Writes a text into its file."""
        if "PYTEST_XDIST_WORKER" in os.environ:
            raise RuntimeError("several processes would write over each other: pytest -n 0")
        approve(self.path, line.place, text)

    def _header(self) -> tuple[str, ...]:
        return (*self.header, *(line.text for line in self.lines if _HEADER.match(line.text)))

    def played(self) -> Trial:
        """The game played whole; what it begins with as the case before isn't played again."""
        trial = Trial(self, begun(self._header()))
        known = {**_STOOD}
        lines: tuple[object, ...] = (self.path, self._header())
        _STOOD.clear()
        with trial.until_the_end:
            for line in self.lines:
                if _HEADER.match(line.text):
                    continue
                lines = (*lines, (line.indented, line.text))
                if lines in known:
                    trial.stood = known[lines]
                else:
                    trial.take(line)
                if not (line.block or trial.desk or trial.asked_apart):
                    _STOOD[lines] = trial.stood
        return trial


_STOOD: dict[tuple[object, ...], Stood] = {}
"""How the game of the last case stood after its lines, by all that was said until then."""


@cache
def cases() -> tuple[Case, ...]:
    """The cases of all files."""
    return tuple(case for path in sorted(GAMES.rglob("*.clauses")) for case in read(path))


@cache
def read(path: Path) -> tuple[Case, ...]:
    """The cases of a file."""
    return tuple(_read(path))


def _read(path: Path) -> Iterator[Case]:
    header: list[str] = []
    stretches: dict[str, tuple[Line, ...]] = {}
    parts: list[tuple[str, list[Line]]] = []
    approved = 0
    for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        words = text.strip()
        if not words or words.startswith("#"):
            continue
        if text.startswith(("== ", "-- ")):
            parts.append((text, []))
        elif words.startswith("|") and parts:
            last = parts[-1][1].pop()
            parts[-1][1].append(replace(last, block=(*last.block, words[2:])))
        elif parts:
            parts[-1][1].append(Line(number, words, text.startswith(" "), place=approved))
            approved += bool(APPROVED.match(text))
        else:
            header.append(words)
    for title, lines in parts:
        if title.startswith("-- "):
            stretches[title[3:]] = tuple(lines)
            continue
        case = Case(path, title[3:], tuple(header), tuple(lines), stretches)
        yield from _each(case)


def _each(case: Case) -> Iterator[Case]:
    """The cases that it makes."""
    if not case.lines or not case.lines[0].text.startswith("each "):
        yield case
        return
    for one in _filled_in(case, "each "):
        yield from _each(one)


def _filled_in(case: Case, verb: str) -> Iterator[Case]:
    """The case with what each row of its first line says."""
    words, _, rows = case.lines[0].text.removeprefix(verb).partition(":")
    names = [word.strip() for word in words.split(",")]
    below = (row for line in case.lines[0].block for row in line.split(" || "))
    for row in (*(rows.split(" | ") if rows else ()), *below):
        values = dict(zip(names, map(str.strip, row.split(";")), strict=True))
        lines = tuple(replace(one, text=_filled(one.text, values)) for one in case.lines[1:])
        title = f"{case.title} [{'; '.join(values.values())}]"
        yield replace(case, title=title, lines=lines)


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def approve(path: Path, place: int, text: Iterable[str]) -> None:
    """Writes a text below the line of that place among those with an approved text."""
    lines = path.read_text("utf-8").splitlines()
    at = [number for number, one in enumerate(lines) if APPROVED.match(one)][place]
    end = at + 1
    while end < len(lines) and lines[end].lstrip().startswith("|"):
        end += 1
    lines[at + 1 : end] = [f"        | {one}".rstrip() for one in text]
    path.write_text("\n".join((*lines, "")), "utf-8")
