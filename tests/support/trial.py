"""A case of the files `*.clauses` as it is played; what its lines mean stands in `clauses`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from at_a_desk import AtADesk
from playing import START, Played, by_hand, play, timed
from saying import read_as, typed

from gmtool.desk.texts import triggers
from gmtool.desk.texts.posts import reminder
from gmtool.desk.texts.writing import Writer
from gmtool.engine import journal
from gmtool.engine.game import PUBLIC, Message
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import (
    Ambiguous,
    EndsOtherwise,
    NotNow,
    Prose,
    Refusal,
    Refused,
    Slip,
    Unreadable,
)
from gmtool.engine.steps import Step
from gmtool.engine.text import HOST, write_name
from gmtool.games import BUILT_IN, load
from gmtool.store import Block
from gmtool.testing import played as kit
from gmtool.testing.check_texts import Texts, session_after

if TYPE_CHECKING:
    from clauses import Case, Line

RECORDED = Path(__file__).parents[1] / "recorded"
NOBODY, EVERYBODY = "nobody", "everybody"
_MOVE = re.compile(
    r"(?:\d\d \d\d:\d\d(?::\d\d)? |\+[\dhms]+ )?(?P<who>(?:\[.*?\]|[^:|])+): (?P<text>.+)"
)
_SAID = re.compile(r"(?P<who>.+?) (?P<how>writes|types): (?P<text>.*?)\s{2,}(?P<then>[=!] .*)")
_EXPECTED = re.compile(r"(?P<line>.*?)\s{2,}(?P<then>ok|! .*)")
_REFUSED = re.compile(
    r"! (?P<how>(?:not now|unclear|unread|prose|slip|otherwise) )?"
    r"(?P<clause>[A-Z]+-\d+)(?: (?P<words>.*))?"
)
_FACT = re.compile(r"(?P<path>\S+) (?P<op>=|!=|has|lacks|counts)(?: (?P<value>.*))?")
_FACTS = re.compile(r"; (?=(?:[^;]* sees )?\S+ (?:=|!=|has|lacks|counts)(?: |$))")
_HOW = {
    None: Refused,
    "not now ": NotNow,
    "unclear ": Ambiguous,
    "unread ": Unreadable,
    "prose ": Prose,
    "slip ": Slip,
    "otherwise ": EndsOtherwise,
}


def begun(lines: Iterable[str]) -> Played:
    """The game before its first line; of a header line given twice the last one counts, but for
    those of a file, which is all of them.
    """
    return _begun(tuple(lines))


@cache
def _begun(lines: tuple[str, ...]) -> Played:
    file = [line for line in lines if line.startswith("setup: ")]
    rows = dict(line.partition(": ")[::2] for line in lines if line not in file)
    newest = str(load(BUILT_IN[rows["kind"]]).rules_version)
    first = {"kind": "", "rules": newest, "name": "Test", "zone": "Europe/London", "players": ""}
    text = [f"{key}: {value}" for key, value in (first | rows).items()]
    return play("\n".join((journal.OLDER_FIRST_LINE, *text, *file, "---\n")))


def never_begun(lines: Iterable[str], then: str) -> None:
    """No game can have such a header."""
    try:
        begun(lines)
    except Refusal as refusal:
        _see_refusal(refusal, then)
    else:
        raise AssertionError(f"it begins: {then}")


@cache
def _lines(path: Path) -> tuple[str, list[str], dict[int, Played]]:
    """The header of a recorded game, its other lines, and the game up to where it was asked for."""
    head, body = by_hand(path.read_text("utf-8")).split("---\n", 1)
    return f"{head}---", body.splitlines(), {}


def _recorded(path: Path, until: str) -> Played:
    """A recorded game up to that entry, played on from where it was asked for before, unless chance
    had been drawn there that is on record behind it.
    """
    head, lines, known = _lines(path)
    many = int(until) if until else len(lines)
    if many not in known:
        before = max((n for n in known if n < many and len(known[n].entries) == n), default=0)
        more = "\n".join((*lines[before:many], ""))
        known[many] = known[before].then(more) if before else play(f"{head}\n{more}")
    return known[many]


Stood = tuple[Played, tuple[Step, ...], Instant]
"""A game, what its last line did, and when that came."""


@dataclass
class Trial:
    """A case, played so far."""

    case: Case
    game: Played
    steps: tuple[Step, ...] = ()
    """What the last line did."""
    clock: Instant = START
    until_the_end: ExitStack = field(default_factory=ExitStack)
    desk: AtADesk | None = None
    printed: str = ""
    """What the last command printed."""
    asked_apart: list[tuple[int, str]] = field(default_factory=list)
    seen: list[dict[str, list[Any]]] = field(default_factory=list)
    """What each reader had seen of the game wherever it was asked who can tell it apart."""
    so_far: list[Played] = field(default_factory=list)
    """The game there."""

    @property
    def stood(self) -> Stood:
        """How it stands, to go on from there."""
        return self.game, self.steps, self.clock

    @stood.setter
    def stood(self, stood: Stood) -> None:
        self.game, self.steps, self.clock = stood

    @property
    def opening(self) -> ModuleType:
        return import_module(f"{self.case.path.parent.name}.opening")

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.game.table.players)

    def take(self, line: Line) -> None:
        """Plays a line, or sees whether what it expects is so."""
        try:
            if line.indented and line.text.startswith("apart "):
                self.asked_apart.append((line.number, line.text.removeprefix("apart ")))
                self.seen.append({s: [*_seen(self.game, s)] for s in (PUBLIC, *self.players)})
                self.so_far.append(self.game)
            elif line.indented and line.text.startswith(("text ", "reply ")):
                self.reads(line)
            elif line.indented:
                for part in line.text.split(" | "):
                    self.see(part)
            elif line.text.startswith("$ "):
                self.command(line.text[2:])
            elif line.text.startswith("recorded "):
                self.recorded(*line.text.split()[1:])
            elif line.text.startswith("use "):
                for one in self.case.stretches[line.text[4:]]:
                    self.take(one)
            else:
                self.play(line.text)
        except (AssertionError, AttributeError, Refusal, LookupError, ValueError) as amiss:
            if str(amiss).startswith(str(self.case.path)):
                raise
            raise AssertionError(f"{self.case.path}:{line.number}: {line.text}") from amiss

    def play(self, text: str) -> None:
        if said := _SAID.fullmatch(text):
            self.read(said["who"], said["how"], said["text"], said["then"])
        elif expected := _EXPECTED.fullmatch(text):
            *before, last = expected["line"].split(" | ")
            for one in before:
                self.play(one)
            *before, last = [last] if _MOVE.fullmatch(last) else self.made(last)
            for one in before:
                self.play(one)
            self.attempt(last, expected["then"])
        elif _MOVE.fullmatch(text):
            self.apply(*(one.strip() for one in text.split(" | ")))
        else:
            for made in self.made(text):
                self.play(made)

    def made(self, text: str) -> Iterable[str]:
        """The lines that a function of the kind's `opening.py` makes of a line."""
        word, _, rest = text.partition(" ")
        function = getattr(self.opening, word, None)
        assert function, f"neither a move nor a function of {self.opening.__name__}"
        found: Iterable[str] = function(self, rest)
        return found

    def apply(self, *lines: str) -> None:
        """The moves, recorded."""
        for line in lines:
            before = len(self.game.replay.effective)
            self.game = self.game.then(timed([line], self.clock))
            self.clock = self.game.entries[-1].received_at
            self.steps = tuple(self.game.replay.effective[before:])

    def attempt(self, line: str, then: str) -> None:
        """A move that stands, or is refused, and isn't recorded."""
        refusal = None
        try:
            self.game.then(timed([line], self.clock))
        except Refusal as found:
            refusal = found
        if then == "ok":
            assert refusal is None, f"it is refused: {refusal}"
        else:
            assert refusal is not None, "it stands"
            _see_refusal(refusal, then)

    def recorded(self, name: str, until: str = "") -> None:
        """A recorded game of the kind, up to that entry; the whole of it is one long step."""
        path = RECORDED / self.game.header.kind / f"{name}.journal"
        self.game = _recorded(path, until)
        self.clock = self.game.entries[-1].recorded_at
        live = self.game.replay.effective
        self.steps = tuple(step for step in live if step.entry.number >= int(until or 1))

    def command(self, line: str) -> None:
        """A command of the host's."""
        if self.desk is None:
            self.desk = self.until_the_end.enter_context(AtADesk.importing(self.game))
        self.printed = self.desk.command(line)

    def read(self, who: str, how: str, text: str, then: str) -> None:
        text = text.replace("⏎", "\n")
        game, state = self.game.replay.game, self.game.state
        if how == "writes":
            found = read_as(game, state, who, text)
            assert f"= {found}" == then, f"“{text}” is read as {found}"
            return
        try:
            found = "; ".join(typed(game, state, who, text))
        except Refusal as refusal:
            _see_refusal(refusal, then)
        else:
            assert f"= {found}" == then, f"“{text}” is read as {found}"

    # ---- what is expected

    def see(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        known: dict[str, Callable[[str], None]] = {
            "waits": self.waits,
            "asks": self.asks,
            "until": self.ends,
            "window": self.ends,
            "tells": self.tells,
            "hides": self.hides,
            "told": self.told,
            "sends": self.sends,
            "goes": self.goes,
            "says": self.says,
            "prints": self.prints,
            "plans": self.plans,
            "carries": self.carries,
            "void": self.void,
            "lists": self.lists,
        }
        if text == "no window":
            assert not self.game.table.windows, [one.key for one in self.game.table.windows]
        elif text.startswith("no text "):
            self.sends_no(rest.removeprefix("text "))
        elif word in known:
            known[word](text if word in {"until", "window"} else rest)
        else:
            for fact in _FACTS.split(text):
                self.shows(fact)

    def waits(self, names: str) -> None:
        found = ", ".join(turn.who for turn in self.game.waiting()) or NOBODY
        assert found == names, f"it waits for {found}"

    def asks(self, text: str) -> None:
        who, moves = text.split(": ", 1)
        found = [", ".join(turn.moves) for turn in self.game.waiting() if turn.who == who]
        assert moves in found, f"{who} is asked: {found}"

    def ends(self, text: str) -> None:
        before, instant = text.split("until ")
        key = before.removeprefix("window").strip()
        windows = [one for one in self.game.table.windows if key in {"", one.key}]
        assert len(windows) == 1, [one.key for one in self.game.table.windows]
        (said,) = timed([f"{instant} x"], self.clock).split(" ")[:1]
        assert windows[0].deadline == said, f"it ends {windows[0].deadline}"

    def _news(self, text: str) -> tuple[str, str, list[dict[str, Any]]]:
        """Whom a line is about, by the name of what is told, and what they are told of that."""
        words = text.partition(":")[0].split()
        name = words.pop()
        who = " ".join(words) or HOST
        viewer = PUBLIC if who == EVERYBODY else who
        told = [one for step in self.steps for one in step.news if one.name == name]
        seen = [one.seen_by(viewer) for one in told]
        return who, name, [one for one in seen if one is not None]

    def tells(self, text: str) -> None:
        _, _, told = self._news(text)
        wanted = [part.strip() for part in text.partition(":")[2].split(";") if part.strip()]
        assert any(all(holds(one, part) for part in wanted) for one in told), f"told: {told}"

    def hides(self, text: str) -> None:
        _, _, told = self._news(text)
        assert not told, f"told: {told}"

    def told(self, names: str) -> None:
        found = ", ".join(one.name for step in self.steps for one in step.news) or "nothing"
        assert found == names, f"told: {found}"

    def _texts(self) -> list[str]:
        game = self.game.replay.game
        arisen = [one for step in self.steps for one in game.messages(step.news)]
        return [one.occasion + (f" to {one.to}" if one.to else "") for one in arisen]

    def sends(self, texts: str) -> None:
        found = self._texts()
        missing = [text for text in texts.split(", ") if text not in found]
        assert not missing, f"it sends {', '.join(found)}"

    def plans(self, text: str) -> None:
        found = "; ".join(
            f"{one.who}: {' then '.join(map(str, one.stages))}" for one in self.game.table.plans
        )
        assert (found or NOBODY) == text, f"plans hold: {found}"

    def carries(self, text: str) -> None:
        made = [step.entry for step in self.steps if step.entry.planned]
        found = "; ".join(f"{one.who}: {one.text}" for one in made) or NOBODY
        assert found == text.removeprefix("out "), f"carried out: {found}"

    def void(self, text: str) -> None:
        who, clause, *words = text.split(" ")
        lapsed = [one for step in self.steps for one in step.void_plans]
        found = [(one.who, one.refusal.clause, str(one.refusal)) for one in lapsed]
        said = " ".join(words)
        assert any((w, c) == (who, clause) and said in s for w, c, s in found), f"void: {found}"

    def lists(self, text: str) -> None:
        many, _, occasion = text.partition(" seals in ")
        found = re.findall(r"^[0-9a-f]{32}$", self.written(occasion), re.MULTILINE)
        assert len(found) == int(many), f"it lists {len(found)}"

    def sends_no(self, text: str) -> None:
        occasion, _, to = text.partition(" to ")
        assert occasion in {one.name for one in self.game.replay.game.message_types}, "no such text"
        found = [one for one in self._texts() if one.partition(" to ")[0] == occasion]
        assert not [one for one in found if not to or one == text], f"it sends {found}"

    def goes(self, text: str) -> None:
        assert self.desk is not None
        found = sorted(to or EVERYBODY for to in self.desk.outbox()) or [NOBODY]
        assert found == sorted(text.removeprefix("out to ").split(", ")), f"it goes to {found}"

    def says(self, text: str) -> None:
        asked, words = text.split(": ", 1)
        found = self.written(*asked.split(" to "))
        missing = [part for part in words.split(" … ") if part not in " ".join(found.split())]
        assert not missing, f"it says:\n{found}"

    def prints(self, words: str) -> None:
        found = " ".join(self.printed.split())
        assert not [part for part in words.split(" … ") if part not in found], self.printed

    def reads(self, line: Line) -> None:
        """A text is as it was approved."""
        verb, asked = line.text.split(" ", 1)
        if verb == "reply":
            who, text = asked.split(": ", 1)
            found = self.replied(who, text)
        else:
            found = self.written(*asked.split(" to "))
        lines = tuple(one.rstrip() for one in found.splitlines())
        if os.environ.get("GMTOOL_GOLDEN") == "write":
            self.case.approve(line, lines)
        else:
            assert lines == line.block, found

    def _writer(self) -> Writer:
        game = self.game
        kept = kit.Played(game.replay.game, game.header, game.replay, game.entries, ())
        session = session_after(kept, game.table, len(game.entries))
        return Texts(kept).writer(session, game.table, game.entries[-1], "plain")

    def written(self, occasion: str, to: str = PUBLIC) -> str:
        """A text, as it is pasted, behind its subject; at a desk what waits for that reader."""
        if self.desk:
            return self.desk.outbox()[PUBLIC if to == EVERYBODY else to]
        writer, message = self._writer(), Message(occasion, to)
        arisen = [
            one
            for one in triggers.find_triggers(writer.session, self.steps)
            if one.message == message
        ]
        if arisen:
            return _pasted(writer, to, writer.write_block(arisen[-1]))
        if occasion == "reminder":
            turns = tuple(turn for turn in self.game.waiting() if turn.who == to)
            return _pasted(writer, to, reminder(writer, turns))
        return _pasted(writer, to, writer.stands(message))

    def replied(self, who: str, text: str) -> str:
        """The reply to a move that is refused."""
        writer = self._writer()
        try:
            self.game.then(timed([f"{write_name(who)}: {text}"], self.clock))
        except Refusal as refusal:
            block = writer.refusal(who, [(text, refusal)], (), writer.now)
            return _pasted(writer, who, block)
        raise AssertionError("it stands")

    def shows(self, text: str) -> None:
        who, sees, fact = text.rpartition(" sees ")
        viewer = who if sees else PUBLIC
        first = re.split(r"[.\s]", fact, maxsplit=1)[0]
        if first == "state":
            known: Any = {"state": self.game.state}
        elif first == "opened":
            known = {"opened": self.opened()}
        elif hasattr(self.opening, first):
            known = {first: getattr(self.opening, first)(self)}
        else:
            known = self.game.view(viewer)
        assert holds(known, fact), f"it is {shown(_at(known, fact.split(' ')[0]))}"

    def opened(self) -> int:
        """How many windows were opened so far."""
        windows = (one for step in self.game.replay.effective for one in step.table.windows)
        return len({(one.key, one.entry) for one in windows})


def _seen(game: Played, viewer: str) -> Iterator[Any]:
    """All that a reader is told, entry by entry: the move, the news and the texts, and how things
    stand after it. What leaves no trace isn't among it: nobody can count what it may not know.
    """
    before: Any = None
    for step in game.replay.effective:
        news = [told for one in step.news if (told := one.seen_by(viewer)) is not None]
        texts = [one for one in game.replay.game.messages(step.news) if one.to == viewer]
        said = (step.entry.text if step.who == viewer else step.move.public, news, texts)
        windows = [w for w in step.table.windows if w.known_to(viewer)]
        after = (
            game.replay.game.view(step.table.state, viewer),
            [(one.title, one.opened, one.deadline) for one in windows],
        )
        if any(said) or after != before:
            yield step.entry.received_at, *said, after
        before = after


def _pasted(writer: Writer, to: str, block: Block) -> str:
    """A text behind its subject, unless that is its heading, too."""
    subject, parts = writer.finished(to, (block,))
    text = "\n\n".join(parts)
    return text if text.startswith(f"{subject}\n") else f"{subject}\n\n{text}"


def _see_refusal(refusal: Refusal, then: str) -> None:
    asked = _REFUSED.fullmatch(then)
    assert asked, f"{then}: no clause"
    said = f"{type(refusal).__name__} {refusal}"
    assert (refusal.clause, type(refusal)) == (asked["clause"], _HOW[asked["how"]]), said
    missing = [words for words in (asked["words"] or "").split(" … ") if words not in str(refusal)]
    assert not missing, said


def holds(facts: Any, text: str) -> bool:
    """Whether a fact is as the text says."""
    asked = _FACT.fullmatch(text)
    assert asked, f"not understood: {text}"
    found, value = _at(facts, asked["path"]), asked["value"] or ""
    match asked["op"]:
        case "=":
            return shown(found) == value
        case "!=":
            return shown(found) != value
        case "counts":
            return len(found) == int(value)
        case op:
            parts = [shown(one) for one in found] if not isinstance(found, str) else found
            return (value in parts) == (op == "has")


def _at(facts: Any, path: str) -> Any:
    """What stands at a path."""
    for name in path.split("."):
        if isinstance(facts, (list, tuple)):
            named = [one for one in facts if _called(one) == name]
            facts = named[0] if named else facts[int(name)]
        else:
            facts = facts[name] if isinstance(facts, dict) else getattr(facts, name)
    return facts


def _called(one: Any) -> str | None:
    return str(one.get("name")) if isinstance(one, dict) else getattr(one, "name", None)


def shown(value: Any) -> str:
    """Plain data on one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {shown(item)}" for key, item in value.items()) or "-"
    if isinstance(value, (list, tuple, set, frozenset)):
        parts = [f"({shown(one)})" if _is_many(one) else shown(one) for one in value]
        return " ".join(parts) or "-"
    return "-" if value in {None, ""} else str(value)


def _is_many(value: Any) -> bool:
    return isinstance(value, (list, tuple, dict))
