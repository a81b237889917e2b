"""docs/commands.md: every command, every kind of game, and what templates get."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gmtool.desk import kinds
from gmtool.desk.occasions import occasions
from gmtool.engine.game import CALL, EVENT, STATE, Game, Occasion
from gmtool.engine.options import write_value
from gmtool.render import dialects, environment, figures
from gmtool.render.environment import pen, sandbox
from manual import sampling, variables
from manual.sampling import Facts, Samples
from manual.shapes import Shape
from manual.tree import Command, Commands, Parameter

_HEAD = """\
# Commands, kinds of game, templates

This page is generated from the program itself (`python docs/generate.py`); a test sees that it is
fresh. What JSON holds and what templates get is read off real sessions: names, and what stands
there. An instant is a text such as `2026-11-20T20:44:00Z`, in UTC.
"""
_OF_SESSIONS = re.compile(r"\s*- |With `--json`|In |What `news` holds|$")
_LIVES = {
    EVENT: "goes out whatever comes later",
    STATE: "a newer one replaces it while it isn't sent",
    CALL: "a newer one replaces it; it is withdrawn when its window has closed",
}


@dataclass(frozen=True)
class Reference:
    """All that the page tells."""

    commands: Commands
    samples: Samples

    def without_sample(self) -> tuple[str, ...]:
        """Commands whose JSON, and occasions whose facts no session shows."""
        commands = (
            f"gmtool {name} --json"
            for name in self.commands.all
            if self.commands.gives_facts(name) and name not in self.samples.answers
        )
        silent = (
            f"{kind}: {_reader(occasion)} {occasion.name}"
            for kind in kinds.names()
            for occasion in occasions(kinds.find(kind).game)
            if self.facts(kind, occasion) is None
        )
        return (*commands, *silent)

    def facts(self, kind: str, occasion: Occasion) -> Facts | None:
        """What the template of an occasion gets, as far as a session shows."""
        return self.samples.facts.get((kind, occasion.name, occasion.to_player))

    @cached_property
    def page(self) -> str:
        """docs/commands.md."""
        return "\n".join(_page(self))


def make() -> Reference:
    """The reference, its sessions played in a folder that is gone afterwards."""
    commands = Commands()
    return Reference(commands, sampling.take(commands))


def without_sessions(page: str) -> list[str]:
    """The lines of a page that are told without any session: of commands and their options, of
    kinds with their options, moves and texts, of templates and of forums.
    """
    return [line for line in page.split("\n") if not _OF_SESSIONS.match(line)]


def _page(reference: Reference) -> Iterator[str]:
    commands = reference.commands
    yield _HEAD
    yield from _overview(commands)
    yield from _surroundings(commands)
    yield "## Each command\n"
    for command in commands.all.values():
        yield from _command(command, commands, reference.samples)
    yield from _refusals(reference.samples)
    for kind in kinds.names():
        yield from _kind(kind, reference)
    yield from _templates()
    yield from _dialects()


def _overview(commands: Commands) -> Iterator[str]:
    yield "## All commands\n"
    yield f"{commands.about}\n"
    yield from _table(
        ("command", "does"), ((_link(c.name), c.about) for c in commands.all.values())
    )
    for group in commands.groups:
        yield f"`gmtool {group.name}`: {group.about}\n"


def _link(name: str) -> str:
    return f"[`{name}`](#gmtool-{name.replace(' ', '-')})"


def _surroundings(commands: Commands) -> Iterator[str]:
    yield "## Options of every command\n"
    yield "They may stand before the command too.\n"
    yield from _table(("option", ""), map(_parameter, commands.everywhere))
    yield "Of `gmtool` itself:\n"
    yield from _table(("option", ""), map(_parameter, commands.own))
    yield "## Exit codes\n"
    codes = variables.exit_codes()
    yield from _table(("code", "means"), ((str(code), text) for code, text in codes))
    yield "## Environment variables\n"
    options = {p.variable: f"As `{p.written}`." for p in commands.everywhere if p.variable}
    others = {name: text for name, text in variables.environment_variables()}  # noqa: C416
    yield from _table(
        ("variable", ""),
        ((f"`{name}`", text) for name, text in {**others, **options}.items()),
    )


def _command(command: Command, commands: Commands, samples: Samples) -> Iterator[str]:
    yield f"### gmtool {command.name}\n"
    yield f"{command.about}\n"
    yield f"```text\n{command.usage}\n```\n"
    own = [p for p in command.parameters if p not in commands.everywhere]
    if own:
        yield from _table(("", ""), map(_parameter, own))
    yield f"Example: `{command.example}`\n"
    if missing := [p.written for p in commands.everywhere if p not in command.parameters]:
        yield f"Without {', '.join(f'`{written}`' for written in missing)}.\n"
    shape = samples.answers.get(command.name)
    if shape is not None:
        yield from _json(shape)


def _json(shape: Shape) -> Iterator[str]:
    as_object = Shape(seen=shape.objects, names=shape.names, objects=shape.objects)
    as_list = Shape(seen=1, inside=shape.inside)
    for form, what in ((as_object, ""), (as_list, ", a list" + " of" * bool(as_object.names))):
        lines = list(form.lines())
        if lines:
            yield f"With `--json`{what}:\n"
            yield from lines
            yield ""


def _parameter(parameter: Parameter) -> tuple[str, str]:
    return f"`{parameter.written}`", parameter.about


def _refusals(samples: Samples) -> Iterator[str]:
    yield "### A refusal as JSON\n"
    yield from _json(samples.refused)


def _kind(kind: str, reference: Reference) -> Iterator[str]:
    game = kinds.find(kind).game
    yield f"## {game.title}\n"
    yield f"Kind `{kind}`, version {game.rules_version} of its rules.\n"
    yield "### Its options\n"
    yield from _table(
        ("option", "default", "takes", "is", "clause"),
        (
            (
                f"`{o.name}`",
                "" if o.default is None else write_value(o.default),
                o.takes,
                o.doc,
                o.clause,
            )
            for o in game.options
        ),
    )
    yield "### Its moves\n"
    yield from _table(
        ("who", "text", "when"), ((m.who, f"`{m.text}`", m.when) for m in game.grammar.lines)
    )
    yield "### Its texts\n"
    yield from _table(
        ("occasion", "to", "tells", "while it isn't sent"),
        ((f"`{o.name}`", _reader(o), o.doc, _LIVES[o.life]) for o in occasions(game)),
    )
    yield from _facts(kind, game, reference)


def _reader(occasion: Occasion) -> str:
    return "a player" if occasion.to_player else "the thread"


def _facts(kind: str, game: Game, reference: Reference) -> Iterator[str]:
    """What all templates of a kind get, what those for players get, what each gets beside."""
    found = {o: facts for o in occasions(game) if (facts := reference.facts(kind, o))}
    everybody = _common(found.values())
    letters = _common(facts for o, facts in found.items() if o.to_player)
    yield f"### What the templates of {game.title} get\n"
    yield "In every text:\n"
    yield from _shapes(found.values(), everybody)
    yield "In every text for a player also:\n"
    yield from _shapes(found.values(), letters - everybody)
    for occasion, facts in found.items():
        known = letters | everybody if occasion.to_player else everybody
        own = [name for name in facts.names if name not in known]
        told = f"; news: {_names(facts.news)}" if facts.news else ""
        yield f"In `{occasion.name}`, to {_reader(occasion)}{told}.\n"
        yield from _shapes([facts], own)
    wrapper = reference.samples.facts.get((kind, environment.WRAPPER, True))
    if wrapper is not None:
        yield f"In `{environment.WRAPPER}`, around the blocks of a message to a player.\n"
        yield from _shapes([wrapper], wrapper.names)
    yield from _news(found.values())


def _common(found: Iterable[Facts]) -> set[str]:
    every = [set(facts.names) for facts in found]
    return set.intersection(*every) if every else set()


def _shapes(found: Iterable[Facts], names: Iterable[str]) -> Iterator[str]:
    wanted = set(names)
    merged: dict[str, Shape] = {}
    for facts in found:
        for name, shape in facts.names.items():
            if name in wanted:
                merged[name] = merged[name].with_(shape) if name in merged else shape
    if not merged:
        return
    whole = Shape(seen=1, names=merged, objects=0)
    yield from whole.lines(always=True)
    yield ""


def _news(found: Iterable[Facts]) -> Iterator[str]:
    merged: dict[str, Shape] = {}
    for facts in found:
        for name, shape in facts.news.items():
            merged[name] = merged[name].with_(shape) if name in merged else shape
    yield "What `news` holds, by what stands in each under `news`:\n"
    for name, shape in sorted(merged.items()):
        yield f"- `{name}`"
        yield from shape.lines("  ")
    yield ""


def _templates() -> Iterator[str]:
    yield "## Templates\n"
    yield f"```text\n{(inspect.getdoc(environment) or '').strip()}\n```\n"
    yield "### What a template writes with\n"
    yield "Each can be called, and used as a filter.\n"
    own = ((name, getattr(pen.Pen, name)) for name in pen.OWN)
    plain = ((name, getattr(figures, name)) for name in pen.FIGURES)
    yield from _table(("function", ""), (_function(*one) for one in (*own, *plain)))
    yield "### What it may use of Jinja's own\n"
    yield f"Filters: {_names((*sandbox._FILTERS, 'default', 'd'))}.\n"  # noqa: SLF001 - told nowhere else
    yield f"Functions: {_names(sandbox._GLOBALS)}.\n"  # noqa: SLF001


def _dialects() -> Iterator[str]:
    yield "## Forums\n"
    yield "What `dialect` can be; a game can set the rest otherwise (`gmtool set`).\n"
    found = [(name, dialects.find(name)) for name in dialects.NAMES]
    yield from _table(
        ("dialect", *(f"`{key}`" for key in dialects.OVERRIDES)),
        (
            (f"`{name}`", *(_setting(getattr(dialect, key)) for key in dialects.OVERRIDES))
            for name, dialect in found
        ),
    )


def _setting(value: bool | int) -> str:
    return write_value(value) if isinstance(value, bool) else f"{value:,}"


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _function(name: str, function: Callable[..., Any]) -> tuple[str, str]:
    parameters = [
        ("*" if p.kind is p.VAR_POSITIONAL else "")
        + p.name
        + ("" if p.default in (p.empty, ()) else f"={p.default!r}")
        for p in inspect.signature(function).parameters.values()
        if p.name not in {"self", "caller"}
    ]
    doc = " ".join((inspect.getdoc(function) or "").split())
    return f"`{name}({', '.join(parameters)})`", doc


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""
