"""Whole recorded games of any kind: read, played, compared with their results, and looked through
for what they show.

NAME.journal is what a host recorded, NAME.result was worked out by hand from the rulebook, with the
reasoning in its remarks; both lie in `recorded/KIND`.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hosting import Host
from lengths import IS_LONG
from playing import Played, play
from trial import holds

from gmtool.desk.care.journal_files import WHOLE_GAME
from gmtool.desk.session.session import empty_replay
from gmtool.engine import amendments, effective, host_moves, journal, moves, table, window_moves
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.header import Header
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.telling import News

RECORDED = Path(__file__).parents[1] / "recorded"
_FEW: list[TemporaryDirectory[str]] = []


def few_or_all(kind: str) -> Path:
    """The folder with the recorded games of a kind; in the short form of a test one with a link to
    every twelfth of them, from the smallest on.
    """
    folder = RECORDED / kind
    if IS_LONG:
        return folder
    _FEW.append(TemporaryDirectory(prefix=f"{kind}-"))  # gone with the process
    few = Path(_FEW[-1].name)
    by_size = sorted(folder.glob("*.journal"), key=lambda path: (path.stat().st_size, path.name))
    for path in by_size[::12]:
        (few / path.name).symlink_to(path)
    return few


# ---- a recording


@dataclass(frozen=True)
class Taken:
    """An entry as it was taken: the table before it, at its place, and what it did."""

    entry: Entry
    before: table.Table
    step: Step

    @property
    def after(self) -> table.Table:
        return self.step.table

    @property
    def move(self) -> Any:
        return self.step.move

    def news(self, name: str) -> list[News]:
        return [one for one in self.step.news if one.name == name]


@dataclass(frozen=True)
class Recording:
    """A journal played whole: `taken` are all entries, those taken back later too, each as it was
    taken; `live` those that stand, as they count in the end.
    """

    game: Game
    name: str
    text: str
    played: Played
    taken: tuple[Taken, ...]
    effective: tuple[Taken, ...]

    @property
    def state(self) -> Any:
        return self.played.state

    @property
    def header(self) -> Header:
        return self.played.header

    def news(self, name: str) -> list[News]:
        """What is told under that name and wasn't taken back."""
        return [one for taken in self.effective for one in taken.news(name)]


def folder(game: Game) -> Path:
    """Where the recordings of that kind lie."""
    return RECORDED / game.kind


def names(game: Game) -> list[str]:
    """The names of its recordings."""
    return sorted(path.stem for path in folder(game).glob("*.journal"))


@cache
def recording(game: Game, name: str) -> Recording:
    """The recording of that name, played whole."""
    text = (folder(game) / f"{name}.journal").read_text("utf-8")
    played = play(text, game)
    game = played.replay.game  # made of the file, where games of the kind are
    replay = empty_replay(game, played.header)
    taken = []
    for entry in played.entries:
        before = replay.table
        step = replay.apply(entry)
        counting = {one.step.entry.number: one for one in counted(replay)}
        taken.append(counting.get(entry.number, Taken(entry, before, step)))
    return Recording(game, name, text, played, tuple(taken), tuple(counted(replay)))


def counted(replay: Replay) -> Iterator[Taken]:
    """The entries that stand, in the order in which they count."""
    before = replay.start
    for step in replay.effective:
        yield Taken(step.entry, before, step)
        before = step.table


def recordings(game: Game) -> tuple[Recording, ...]:
    """All recordings of that kind."""
    return tuple(recording(game, name) for name in names(game))


def worked_out(game: Game, name: str) -> str:
    """What the .result says, its remarks left out."""
    text = (folder(game) / f"{name}.result").read_text("utf-8")
    return "\n".join(line for line in text.split("\n") if not line.startswith("#")).lstrip("\n")


# ---- what holds for every recording


def check_taken_back(one: Recording) -> None:
    """What is taken back leaves the table as it was."""
    assert one.played.table == (one.effective[-1].after if one.effective else None)
    for number, taken in enumerate(one.taken):
        if taken.entry.takes_back:
            replay = empty_replay(one.game, one.header)
            for entry in effective.not_undone(one.played.entries[: number + 1]):
                replay.apply(entry)
            assert taken.after == replay.table, taken.entry


def check_canonical(one: Recording) -> None:
    """The journal stands there as the program writes it."""
    assert journal.write(one.header, one.played.entries) == one.text


def check_import_and_export(one: Recording, host: Host) -> None:
    """A desk takes the journal in, and gives it back byte for byte below the remark that it is
    secret; the end line is of it all.
    """
    path = folder(one.game) / f"{one.name}.journal"
    imported = host(f"import {path} --json")
    assert imported.code == 0, imported.all
    assert imported.facts["entries"] == len(one.played.entries)
    copy = host.database.parent / "copy.journal"
    assert host(f"export {copy}").code == 0
    lines = path.read_bytes().decode("utf-8").split("\n")[:-2]
    assert copy.read_bytes() == journal.with_end_line((WHOLE_GAME, *lines)).encode("utf-8")


# ---- what games must show


def never_happened(package: str, among: Iterable[Recording]) -> list[str]:
    """The news that a game's package tells and no recording shows."""
    seen = {news.name for one in among for t in one.effective for news in t.step.news}
    return sorted(told_by(package) - seen)


def never_told(ways: Iterable[str], among: Iterable[Recording]) -> list[str]:
    """The ways, such as `Kept: how = default`, of which no recording has news."""
    told = [news for one in among for taken in one.effective for news in taken.step.news]
    missing = []
    for way in ways:
        name, _, facts = way.partition(": ")
        parts = [part.strip() for part in facts.split(";") if part.strip()]
        facts_of = [{**news.facts, **news.secret} for news in told if news.name == name]
        if not any(all(holds(one, part) for part in parts) for one in facts_of):
            missing.append(way)
    return missing


def told_by(package: str) -> set[str]:
    """The names of all news that a game's package tells, read off its source."""
    found = import_module(package).__file__
    assert found, f"{package} lies in no file"
    sources = [path.read_text("utf-8") for path in Path(found).parent.glob("*.py")]
    calls = (node for text in sources for node in ast.walk(ast.parse(text)))
    return {
        str(node.args[0].value)
        for node in calls
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr == "tell" and isinstance(node.args[0], ast.Constant)
    }


def never_said(module: Any, base: type[moves.Move], among: Iterable[Recording]) -> list[str]:
    """The moves of a module that no recording shows, taken back or not."""
    action = {type(taken.move) for one in among for taken in one.taken}
    action |= {type(host_moves.read_amendment(e.text)) for one in among for e in one.played.entries}
    return [name for name, kind in classes(module, base) if kind not in action]


def never_ruled(game: Game, among: Iterable[Recording]) -> list[str]:
    """The host's moves known to every game that no recording shows, but for rulings that this game
    has no clause for.
    """
    clauses = {"Inactive": game.inactivity, "Redeal": game.redeal}
    modules = (amendments, host_moves, window_moves)
    never = [name for one in modules for name in never_said(one, moves.HostMove, among)]
    return [name for name in never if clauses.get(name, "any") and name not in OF_THE_ENGINE]


OF_THE_ENGINE = frozenset({"Absent", "Active", "Adopt", "AdoptThroughout", "Alias", "Replace"})
"""Rulings of which no game learns, which the engine's own tests show; and newer rules, which games
begun before take (`tests/engine/test_adopting.py`).
"""


def classes(module: Any, base: type) -> list[tuple[str, type]]:
    """The classes of a module that stand for something in a game."""
    return [
        (name, kind)
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, base) and kind.__module__ == module.__name__
        if kind is not base and not name.startswith("_")
        if not kind.__subclasses__()
    ]


def never_chosen(game: Game, among: Iterable[Recording]) -> list[str]:
    """The options that have their default in every recording."""
    chosen = {
        option.name
        for one in among
        for option in game.options
        if option.name in one.header.options
        and option.read(one.header.options[option.name]) != option.default
    }
    return [option.name for option in game.options if option.name not in chosen]
