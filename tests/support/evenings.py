"""Evenings at a desk: files `*.evenings`, in which commands are typed and answers looked at.

A case begins with `== title`, a stretch that cases have in common with `-- name`; `use name` plays
it. Lines that begin with `#` are remarks; `slow` marks a case, and at a file's top all of them. By
`with MODULE` there, they are played with the kind that a module of the tests has `known`.

    @ 20 21:00                    the clock, in November 2026, or a whole instant
    @ 20 21:00 $ close            the clock, and a command then
    begin Ann Bob -o lots=2       a game R3 of Auction Poker, set up and started (`hosting.begin`)
    $ record Ann bid A 30         a command, which must go well unless something else is expected
    $ record Bob pass | close     two of them: what is expected is expected of the last
    $? log | status               these don't break down, whatever they answer
    $ record Ann --from - << hi!⏎A 30      the same with what is pasted
    file NAME << TEXT             a file beside the database; `edit NAME OLD => NEW`: put otherwise
    sql STATEMENTS                another program changes the database; `unguarded STATEMENTS`: and
                                  takes its guards away for that
    sneak Ann: bid A 31; Bob: pass         entries of game 1 that nobody judged
    each WORD, OTHER: a; b | c; d          makes two cases of this one, {WORD} and {OTHER} filled
                                  in; a row may stand in a line of its own, indented; `one in 3 of
                                  WORD` leaves the other rows to the long form (`lengths`)

What is expected of a command stands behind it, two blanks apart from it and from one another, or
in the lines below it, indented. WORDS may have ` … ` in them for what is left out, ⏎ for a new
line, ␣ for a blank, and %NAME% for what was kept by that name; %here% is the folder of the
database, %recorded% that of the recorded games, %seed% the seed of ones, and %deck% the shuffle of
a deck in its own order.

    !2 WORDS                 it ends with that exit code and so, and no game is another than before
    ! AP-7 WORDS             the same for a refusal by that clause
    ends 1 WORDS             it ends with that exit code and so, whatever it changed
    changes nothing          neither a game nor a text is another than before
    + WORDS                  is printed; - WORDS: no part of that is; either also as `out + WORDS`
    out ^ WORDS              standard output begins so; `out = WORDS` is just that; also of `err`
    public.decided.C.winner = "Wisp"       facts of an answer in JSON; also has, lacks, counts
    waits 1 opening, 3 Ann receipt+refusal the texts that wait to go out; `-` for none
    goes to everybody, Ann   the readers for whom texts wait, one for each
    files games.db, x.txt    the files in the folder
    tries status --secret    the one line that is proposed instead; `-` for none
    text Ann + WORDS         what waits for that reader; `everybody` for the thread
    NAME := PATH             keeps a fact of the answer by that name; `NAME := out` what was
    NAME := /REGEX/          printed, or the first group of what matches; `out /REGEX/` there alone

A path goes through lists by a place, or by a value that stands in what is meant; * is all of them.
"""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from hosting import SEED, Answered, Host
from playing import deck

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.store import Store

FOLDER = Path(__file__).parents[1] / "cli"
EVERYBODY = "everybody"
_APART = re.compile(r"\s{2,}")
_CLOCK = re.compile(
    r"@ (?:(?P<short>\d\d \d\d:\d\d(?::\d\d)?)|(?P<whole>\S+))(?: \$ (?P<then>.*))?"
)
_EACH = re.compile(r"(?:each|one in (?P<apart>\d) of) (?P<words>[^:]+):(?: (?P<rows>.*))?")
_ENDS = re.compile(r"(?:ends |!)(?P<code>\d)(?: (?P<words>.*))?", re.DOTALL)
_REFUSED = re.compile(r"! (?P<clause>[A-Z]+-\d+)(?: (?P<words>.*))?", re.DOTALL)
_PRINTED = re.compile(r"(?:(?P<where>out|err) )?(?P<op>[-+^=])(?: (?P<words>.*))?", re.DOTALL)
_KEPT = re.compile(r"(?P<name>\w+) := (?P<what>.+)", re.DOTALL)
_USED: dict[tuple[Path, str], tuple[bytes, str, dict[str, str]]] = {}
"""What was there after a stretch: the database, the clock, and what was kept."""
_FACT = re.compile(r"(?P<path>\S+) (?P<op>=|has|lacks|counts) (?P<value>.*)", re.DOTALL)


@dataclass(frozen=True)
class Step:
    """What is done in a line, and what is expected of it."""

    number: int
    text: str
    expected: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """An evening, or a part of one."""

    path: Path
    title: str
    steps: tuple[Step, ...]
    stretches: dict[str, tuple[Step, ...]] = field(repr=False)
    kind: str = ""
    """The module of the tests with a kind that it is played with."""
    marks: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """Of its first line."""
        return self.steps[0].number

    def check(self, host: Host) -> None:
        """Plays it; an AssertionError says which line isn't as expected."""
        with import_module(self.kind).known() if self.kind else nullcontext():
            Evening(self, host).play(self.steps)


@cache
def cases() -> tuple[Case, ...]:
    """The cases of all files."""
    return tuple(case for path in sorted(FOLDER.glob("*.evenings")) for case in read(path))


@cache
def read(path: Path) -> tuple[Case, ...]:
    """The cases of a file."""
    return tuple(_read(path))


def _read(path: Path) -> Iterator[Case]:
    parts: list[tuple[str, list[Step]]] = []
    stretches: dict[str, tuple[Step, ...]] = {}
    slow, kind = set(), ""
    for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not text.strip() or text.startswith("#"):
            continue
        if text == "slow":
            slow.add(parts[-1][0] if parts else "")
            continue
        if text.startswith("with ") and not parts:
            kind = text.removeprefix("with ")
            continue
        if text.startswith(("== ", "-- ")):
            parts.append((text, []))
            continue
        done, *expected = _APART.split(text.rstrip())
        steps = parts[-1][1]
        if done:
            steps.append(Step(number, done, tuple(expected)))
        else:
            steps[-1] = replace(steps[-1], expected=(*steps[-1].expected, *expected))
    for title, steps in parts:
        if title.startswith("-- "):
            stretches[title[3:]] = tuple(steps)
        else:
            marks = ("slow",) * bool({title, ""} & slow)
            yield from _each(Case(path, title[3:], tuple(steps), stretches, kind, marks))


def _each(case: Case) -> Iterator[Case]:
    """The cases that it makes."""
    asked = _EACH.fullmatch(case.steps[0].text)
    if not asked:
        yield case
        return
    names = [f"{{{word}}}" for word in asked["words"].split(", ")]
    rows = [*filter(None, (asked["rows"] or "").split(" | ")), *case.steps[0].expected]
    for place, row in enumerate(rows):
        values = dict(zip(names, row.split("; "), strict=True))
        steps = tuple(
            Step(
                one.number,
                _filled(one.text, values),
                tuple(_filled(e, values) for e in one.expected),
            )
            for one in case.steps[1:]
        )
        marks = (*case.marks, *(("long",) if place % int(asked["apart"] or 1) else ()))
        yield replace(case, title=f"{case.title} [{row}]", steps=steps, marks=marks)


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(name, value)
    return text


@dataclass
class Evening:
    """A case, played so far."""

    case: Case
    host: Host
    answer: Answered = field(default_factory=lambda: Answered(0, "", ""))
    kept: dict[str, str] = field(default_factory=dict)
    is_new: bool = True
    """Whether nothing has been done yet."""
    stood: tuple[str, ...] = ()
    """The games there were before the last command, and the journal of this one."""
    texts: str = ""
    """Its texts before that."""

    def play(self, steps: tuple[Step, ...]) -> None:
        """Takes what is done line by line; an AssertionError says which isn't as expected."""
        for step in steps:
            if step.text.startswith("use "):
                self._use(step.text[4:])
                continue
            where = f"{self.case.path}:{step.number}: {step.text}"
            try:
                self._do(step)
                for item in step.expected:
                    where = f"{self.case.path}:{step.number}: {step.text}\n    {item}"
                    self._see(self._filled(item))
            except (AssertionError, AttributeError, LookupError, ValueError) as amiss:
                there = AssertionError(where)
                there.add_note(self.answer.all)
                raise there from amiss

    def _use(self, name: str) -> None:
        """Plays a stretch; where nothing was done before, it comes out the same every time."""
        key, is_first = (self.case.path, name), self.is_new
        if is_first and key in _USED:
            database, self.host.now, kept = _USED[key]
            self.host.database.write_bytes(database)
            self.kept |= kept
            self.is_new = False
            return
        self.play(self.case.stretches[name])
        if is_first and [*self.host.database.parent.iterdir()] == [self.host.database]:
            _USED[key] = self.host.database.read_bytes(), self.host.now, dict(self.kept)

    def _filled(self, text: str) -> str:
        here, recorded = self.host.database.parent, FOLDER.parent / "recorded"
        known = {"here": here, "recorded": recorded, "seed": SEED, "deck": deck()}
        text = text.replace("⏎", "\n").replace("␣", " ")
        return _filled(text, {f"%{name}%": str(it) for name, it in (known | self.kept).items()})

    def _do(self, step: Step) -> None:
        text, self.is_new = step.text, False
        if clock := _CLOCK.fullmatch(text):
            if clock["short"]:
                self.host.at(clock["short"])
            else:
                self.host.now = clock["whole"]
            text, self.stood = f"$ {clock['then']}" if clock["then"] else "", ()
        word, _, rest = text.partition(" ")
        if word == "$":
            *before, last = rest.split(" | ")
            for line in before:
                self._command(line, ())
            self._command(last, step.expected)
        elif word == "$?":
            self.stood = ()
            for line in rest.split(" | "):
                assert self.host("", *shlex.split(self._filled(line))).code in {0, 1, 3}, line
        elif word:
            self._happens(word, self._filled(rest))

    def _happens(self, word: str, rest: str) -> None:
        self.stood = ()
        if word == "begin":
            players, dash, options = rest.partition("-o")
            self.host.begin(players.strip() or "Ann Bob Cid", dash + options)
        elif word == "file":
            name, _, text = rest.partition(" << ")
            path = self.host.database.parent / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif word == "edit":
            name, _, change = rest.partition(" ")
            path = self.host.database.parent / name
            old, new = change.split(" => ")
            path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
        elif word in {"sql", "unguarded"}:
            change_database(self.host.database, rest, guarded=word == "sql")
        elif word == "sneak":
            sneak_in(self.host.database, *rest.split("; "))
        else:
            raise AssertionError("no such line")

    def _command(self, line: str, expected: tuple[str, ...]) -> None:
        typed, pasted = (self._filled(part) for part in line.partition(" << ")[::2])
        if any(item.startswith("!") or item == "changes nothing" for item in expected):
            self.stood = self.stood or self._stands()
            self.texts = self._texts() if "changes nothing" in expected else ""
        else:
            self.stood = ()
        self.answer = self.host("", *shlex.split(typed), pasted=pasted)
        if not any(item.startswith(("!", "ends ")) for item in expected):
            assert self.answer.code == 0, f"it ends with {self.answer.code}"

    def _stands(self) -> tuple[str, ...]:
        """All games without how many texts wait in each, and the journal of the current one."""
        games = re.sub(r'"unsent": \d+', "", self.host("games --json").out)
        return games, self.host("export").out

    def _texts(self) -> str:
        return self.host("outbox --all --json").out

    def _see(self, item: str) -> None:
        word, _, rest = item.partition(" ")
        if found := _ENDS.fullmatch(item):
            self._ended(int(found["code"]), found["words"] or "", same=item.startswith("!"))
        elif found := _REFUSED.fullmatch(item):
            assert f"({found['clause']})" in self.answer.err
            self._ended(1, found["words"] or "", same=True)
        elif item == "changes nothing":
            assert (self._stands(), self._texts()) == (self.stood, self.texts)
        elif word == "waits":
            assert self._waits() == rest, self._waits()
        elif word == "tries":
            lines = self.answer.err.partition("try:\n")[2].splitlines() or ["-"]
            assert [line.strip().removeprefix("gmtool ") for line in lines] == [rest], lines
            assert rest == "-" or "gmtool" in lines[0], lines
        elif word == "files":
            there = sorted(path.name for path in self.host.database.parent.iterdir())
            assert there == sorted(rest.split(", ")), there
        elif word == "goes":
            readers = [row["to"] or EVERYBODY for row in self._outbox()]
            assert sorted(readers) == sorted(rest.removeprefix("to ").split(", ")), readers
        elif word == "text":
            reader, words = re.split(r" (?=[-+])", rest, maxsplit=1)
            self._printed(self._waiting_for(reader), words[0], words[2:])
        elif found := _PRINTED.fullmatch(item):
            printed = getattr(self.answer, found["where"] or "all")
            self._printed(printed, found["op"], found["words"] or "")
        elif found := _KEPT.fullmatch(item):
            self.kept[found["name"]] = self._what(found["what"])
        elif found := _FACT.fullmatch(item):
            _hold(at(self.answer.facts, found["path"]), found["op"], found["value"])
        else:
            raise AssertionError("not understood")

    def _ended(self, code: int, words: str, *, same: bool) -> None:
        assert self.answer.code == code, f"it ends with {self.answer.code}"
        self._printed(self.answer.all, "+", words)
        if same:
            assert self._stands() == self.stood, "something changed"

    def _printed(self, text: str, op: str, words: str) -> None:
        if op == "^":
            assert text.startswith(words), text
        elif op == "=":
            assert text.rstrip("\n") == words.rstrip("\n"), text
        elif op == "-":
            there = [part for part in words.split(" … ") if part in text]
            assert not there, f"{there} in {text}"
        else:
            place = 0
            for part in words.split(" … "):
                assert part in text[place:], f"no {part!r} in {text[place:]}"
                place = text.index(part, place) + len(part)

    def _what(self, what: str) -> str:
        if what == "out":
            return self.answer.out.rstrip("\n")
        where, slash, regex = what.partition("/")
        if not slash:
            fact = at(self.answer.facts, what)
            return fact if isinstance(fact, str) else json.dumps(fact)
        found = re.search(regex[:-1], self.answer.out if where else self.answer.all, re.MULTILINE)
        assert found, f"nothing matches {what}"
        return found[1]

    def _outbox(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.host("outbox --json --secret").facts
        return rows

    def _waits(self) -> str:
        rows = ((row, row["occasions"].replace(", ", "+")) for row in self._outbox())
        return ", ".join(" ".join(f"{r['number']} {r['to']} {of}".split()) for r, of in rows) or "-"

    def _waiting_for(self, reader: str) -> str:
        numbers = [r["number"] for r in self._outbox() if (r["to"] or EVERYBODY) == reader]
        assert numbers, f"nothing waits for {reader}"
        return "\n".join(
            "\n".join(self.host(f"outbox {number} --json").facts["texts"]) for number in numbers
        )


def at(facts: Any, path: str) -> Any:
    """What stands at a path of an answer's facts; `facts` is all of them."""
    first, _, rest = path.partition(".")
    if first == "facts":
        return facts
    if first == "*":
        return [at(one, rest) if rest else one for one in facts]
    if isinstance(facts, dict):
        found = facts[first]
    elif re.fullmatch(r"-?\d+", first):
        found = facts[int(first)]
    else:
        (found,) = [one for one in facts if first in one.values()]
    return at(found, rest) if rest else found


def _hold(found: Any, op: str, value: str) -> None:
    wanted: Any = value
    with suppress(ValueError):
        wanted = json.loads(value)
    if op == "=":
        assert found == wanted, f"it is {found!r}"
    elif op == "counts":
        assert len(found) == wanted, f"it is {found!r}"
    else:
        assert (wanted in found) == (op == "has"), f"it is {found!r}"


def change_database(database: Path, statements: str, *, guarded: bool = False) -> None:
    """Changes a database as another program does; its guards are taken away for that, and put back
    again, unless it is to be `guarded`.
    """
    with closing(sqlite3.connect(database)) as other, other:
        every = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        guards = [] if guarded else other.execute(every).fetchall()
        for name, _ in guards:
            other.execute(f'DROP TRIGGER "{name}"')
        for statement in statements.split("; "):
            other.execute(statement)
        for _, made in guards:
            with suppress(sqlite3.OperationalError):  # of a table that is gone
                other.execute(made)


def sneak_in(database: Path, *said: str) -> None:
    """Puts on record what nobody judged, as on a head that was wrong: `Ann: bid A 31`."""
    at = Instant("2026-11-20T20:00:00Z")
    with Store.open(database) as store, store.writing() as transaction:
        first = transaction.last_number(1) + 1
        who_said = [one.split(": ", 1) for one in said]
        entries = [Entry(first + n, who, text, at, at) for n, (who, text) in enumerate(who_said)]
        transaction.append(1, entries, "elsewhere")
