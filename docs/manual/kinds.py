"""docs/kinds: a page for each kind of game, with its options, moves and texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gmtool.desk.session import kinds
from gmtool.desk.session.message_types import message_types
from gmtool.engine.game import CALL, EVENT, STATE, Game
from gmtool.engine.options import write_value
from gmtool.render import environment
from manual.sampling import Facts, Samples, reader
from manual.shapes import Shape
from manual.tables import code, names, table

_HEAD = """\
# {title}

What the kind `{kind}` has, by version {version} of its rules, which `gmtool rules {kind}` prints.
This page is generated from the program itself (`python docs/generate.py`); a test sees that it is
fresh.
"""
_TEMPLATES = """\
## What its templates get

Read off real sessions: names, and what stands there. An instant is a text such as
`2026-11-20T20:44:00Z`, in UTC. What is the same for every kind is told in words
[on a page of its own](../template-reference.md).
"""
_LIVES = {
    EVENT: "goes out whatever comes later",
    STATE: "a newer one replaces it while it isn't sent",
    CALL: "a newer one replaces it; it is withdrawn when its window has closed",
}


def place(kind: str) -> str:
    """Where its page is, below docs/."""
    return f"kinds/{kind}.md"


def titles() -> dict[str, str]:
    """The titles of all kinds, by the places of their pages."""
    return {place(kind): kinds.find(kind).game.title for kind in kinds.names()}


def pages(samples: Samples) -> dict[str, str]:
    """The pages of all kinds, by their places."""
    return {place(kind): "\n".join(_lines(kind, samples)) for kind in kinds.names()}


def _lines(kind: str, samples: Samples) -> Iterator[str]:
    game = kinds.find(kind).game
    yield _HEAD.format(title=game.title, kind=kind, version=game.rules_version)
    yield "## Options\n"
    yield from _options(game) if game.options else ["None.\n"]
    yield "## Moves\n"
    yield from table(
        ("who", "text", "when"), ((m.who, code(m.text), m.when) for m in game.grammar.lines)
    )
    yield "## Texts\n"
    yield from table(
        ("occasion", "to", "tells", "while it isn't sent"),
        ((code(o.name), reader(o), o.doc, _LIVES[o.life]) for o in message_types(game)),
    )
    yield _TEMPLATES
    yield from _facts(kind, game, samples)


def _options(game: Game) -> Iterator[str]:
    return table(
        ("option", "default", "takes", "is", "clause"),
        (
            (
                code(o.name),
                "" if o.default is None else write_value(o.default),
                o.takes,
                o.doc,
                o.clause,
            )
            for o in game.options
        ),
    )


def _facts(kind: str, game: Game, samples: Samples) -> Iterator[str]:
    """What all templates of a kind get, what those for players get, what each gets beside."""
    found = {o: facts for o in message_types(game) if (facts := samples.of(kind, o))}
    everybody = _common(found.values())
    letters = _common(facts for o, facts in found.items() if o.to_player)
    yield "In every text:\n"
    yield from _shapes(found.values(), everybody)
    yield "In every text for a player also:\n"
    yield from _shapes(found.values(), letters - everybody)
    for occasion, facts in found.items():
        known = letters | everybody if occasion.to_player else everybody
        own = [name for name in facts.names if name not in known]
        told = f"; news: {names(facts.news)}" if facts.news else ""
        yield f"In `{occasion.name}`, to {reader(occasion)}{told}.\n"
        yield from _shapes([facts], own)
    wrapper = samples.facts.get((kind, environment.WRAPPER, True))
    if wrapper is not None:
        yield f"In `{environment.WRAPPER}`, around the blocks of a message to a player.\n"
        yield from _shapes([wrapper], wrapper.names)
    yield from _news(found.values())


def _common(found: Iterable[Facts]) -> set[str]:
    every = [set(facts.names) for facts in found]
    return set.intersection(*every) if every else set()


def _shapes(found: Iterable[Facts], wanted: Iterable[str]) -> Iterator[str]:
    wanted = set(wanted)
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
        yield from shape.lines("    ")
    yield ""
