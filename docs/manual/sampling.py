"""Samples of facts: what commands give as JSON and what templates get, from real sessions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from gmtool.desk.session import kinds
from gmtool.desk.session.message_types import message_types
from gmtool.engine.game import MessageType
from manual.cases import Misprint, steps_of
from manual.doings import DOINGS
from manual.performing import instant
from manual.shapes import Shape
from manual.stage import Stage, theatre
from manual.tree import Commands

SESSIONS = Path(__file__).parent / "sessions"


@dataclass
class Samples:
    """By the name of a command what it gives as JSON; by kind, occasion and whether it goes to a
    player, what its template gets.
    """

    answers: dict[str, Shape] = field(default_factory=dict)
    refused: Shape = field(default_factory=Shape)
    facts: dict[tuple[str, str, bool], Facts] = field(default_factory=dict)

    def of(self, kind: str, occasion: MessageType) -> Facts | None:
        """What the template of an occasion gets, as far as a session shows."""
        return self.facts.get((kind, occasion.name, occasion.to_player))

    def missing(self, commands: Commands) -> tuple[str, ...]:
        """Commands whose JSON, and occasions whose facts no session shows."""
        silent = (
            f"gmtool {name} --json"
            for name in filter(commands.gives_facts, commands.all)
            if not any(self.answers.get(name, Shape()).lines(always=True))
        )
        unseen = (
            f"{kind}: {reader(occasion)} {occasion.name}"
            for kind in kinds.names()
            for occasion in message_types(kinds.find(kind).game)
            if self.of(kind, occasion) is None
        )
        return (*silent, *unseen)


@dataclass
class Facts:
    """What the template of one occasion gets; `news` by their names."""

    names: dict[str, Shape] = field(default_factory=dict)
    news: dict[str, Shape] = field(default_factory=dict)

    def add(self, facts: Mapping[str, Any]) -> None:
        """Take the facts of one text in."""
        for name, value in facts.items():
            if name == "news":
                for one in value:
                    rest = {k: v for k, v in one.items() if k != "news"}
                    self.news.setdefault(one["news"], Shape()).add(rest)
            else:
                self.names.setdefault(name, Shape()).add(value)


def reader(occasion: MessageType) -> str:
    """To whom the text of an occasion goes."""
    return "a player" if occasion.to_player else "the thread"


def take(commands: Commands) -> Samples:
    """The samples of each kind's session."""
    samples = Samples()
    with theatre() as folder, _overheard(samples):
        for path in sorted(SESSIONS.glob("*.txt")):
            stage = Stage(folder / path.stem)
            stage.folder.mkdir()
            _play(stage, path, commands, samples)
    return samples


def _play(stage: Stage, path: Path, commands: Commands, samples: Samples) -> None:
    with ExitStack() as until_the_end:
        for step in steps_of(path):
            if step.verb == "@":
                stage = stage.at(instant(step.rest))
                continue
            if step.verb == "do":
                what, _, words = step.rest.partition(" ")
                until_the_end.enter_context(DOINGS[what](stage, words))
                continue
            name = commands.name_in(step.rest)
            with_json = "--json " if commands.gives_facts(name) else ""
            done = stage(f"gmtool {with_json}{step.rest}", step.body)
            if bool(done.code) != (step.verb == "try"):
                raise Misprint(f"{path.name}: “{step.rest}” ends with {done.code}: {done.all}")
            if with_json:
                shape = samples.refused if done.code else samples.answers.setdefault(name, Shape())
                shape.add(json.loads(done.out))


@contextmanager
def _overheard(samples: Samples) -> Iterator[None]:
    """Notes what is handed to templates meanwhile."""
    from gmtool.render import environment

    original: Callable[..., Any] = environment._written  # noqa: SLF001 - all texts pass here

    def written(kinds: tuple[str, ...], occasion: str, facts: Mapping[str, Any], style: Any) -> Any:
        if kinds:  # else it is a text of every kind's
            key = (kinds[0], occasion, "to" in facts)
            samples.facts.setdefault(key, Facts()).add(facts)
        return original(kinds, occasion, facts, style)

    with mock.patch.object(environment, "_written", written):
        yield
