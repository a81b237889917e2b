"""The host's own templates: which texts there are, what they are made from, and copies to change.

A copy remembers in its first line what it was made from, so that the host is told when a release
has changed the original since.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct

from gmtool.desk.answers import Answer, Hint, Text, table
from gmtool.desk.desk import Desk
from gmtool.desk.problems import DeskProblem, FileProblem, UsageProblem
from gmtool.desk.session import kinds, message_types
from gmtool.engine.game import Game, MessageType
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.plans import PLAN
from gmtool.engine.text import plural
from gmtool.games import outside
from gmtool.render.folders import (
    EVERY_KIND,
    SUFFIX,
    find_file,
    is_there,
    occasion_name,
    shipped,
    text_of,
)
from gmtool.store.atomic_files import write_whole

PM, POST = "pm", "post"
LATE, LATE_HANDS = "late", "late-hands"
"""The templates of what a post adds about a move that came within the grace, and about those that
were put on record after their deadline.
"""
AROUND = (
    MessageType(PM, to_player=True, doc="what stands around all that one message tells a player"),
    MessageType(POST, to_player=False, doc="what stands around the parts of a post"),
    MessageType(PLAN, to_player=True, doc="the receipt of a plan"),
    MessageType(
        LATE, to_player=False, doc="at the end of a post: a move that came within the grace"
    ),
    MessageType(LATE_HANDS, to_player=False, doc="at the end: what was put on record late"),
)
"""The templates that are no text by themselves."""
_ALWAYS = (
    *("game", "phase", "players", "public", "news", "windows", "window", "course", "seals"),
    *("followed", "earlier"),
)
_MORE = {
    message_types.RECEIPT: ("entry", "busy"),
    PLAN: ("entry", "busy"),
    message_types.RECORD: ("lines",),
    message_types.REFUSAL: ("recorded", "refusals"),
    message_types.UNCLEAR: ("question", "said"),
    message_types.REMINDER: ("asked",),
    message_types.RULING: ("ruling", "was"),
    message_types.BRIEFING: ("briefing",),
    message_types.PLAN_VOID: ("lapsed",),
    message_types.MIXED: ("drawn",),
    message_types.CORRECTION: (
        *("wrong", "amended", "why", "differs", "yours", "figures", "recorded", "hands"),
    ),
    LATE: ("who", "late_by", "grace"),
    LATE_HANDS: ("hands",),
}
_COPY = lazy_regex(r"\{# gmtool: a copy of (?P<name>\S+), (?P<digest>[0-9a-f]{16})\b")
OUTDATED = "the shipped template has changed since this copy was made of it"


class Own(Struct, frozen=True):
    """A template of the host's own: its name, its file, and what of it the host is to know."""

    name: str
    file: Path
    note: str = ""
    is_used: bool = True


def has_templates_of_others(desk: Desk, game: Game) -> bool:
    """Whether some of a game's texts may not be by the templates that travel with gmtool."""
    return any(map(is_there, desk.templates)) or any(map(outside.templates, game.text_kinds))


def facts_of(one: MessageType) -> tuple[str, ...]:
    """The names of what the template of that occasion gets."""
    if one.name in {PM, POST}:
        return ("game", "to", "record", "blocks", "seals")
    reader = ("to", "you") if one.to_player else ()
    return (*_ALWAYS, *reader, *_MORE.get(one.name, ()))


def texts_of(game: Game) -> tuple[MessageType, ...]:
    """The occasions of a kind's texts, and the templates around them."""
    return (*message_types.message_types(game), *AROUND)


def listed(desk: Desk, kind: str | None = None) -> Answer:
    """The texts of a kind, or of all, each with the file in use; and what is amiss with the names
    of the host's own.
    """
    games = [kinds.find(name).game for name in ([kind] if kind else _all_kinds())]
    own = {one.name: one for one in of_the_host(desk)}
    rows = [row for game in games for row in _rows(desk, game, own)]
    cells = [
        (f"{row['kind']}/{row['occasion']}", row["to"], row["doc"], _in_use(row)) for row in rows
    ]
    used = len([one for one in own.values() if one.is_used])
    head = f"{plural(len(rows), 'text')}; {plural(used, 'template')} of your own{_where(desk)}"
    unused = [f"{one.file}: {one.note}" for one in own.values() if not one.is_used]
    line = desk.commands.line
    hints = [Hint(line("template", "copy", cells[0][0]), "a copy of one, to change")]
    if own:
        hints.append(Hint(line("template", "check"), "whether your own can be used"))
    return Answer((head, *table(cells), *unused), hints=tuple(hints), facts=rows)


def _all_kinds() -> tuple[str, ...]:
    others, _ = kinds.others()
    return (*kinds.names(), *(one["kind"] for one in others))


def _rows(desk: Desk, game: Game, own: dict[str, Own]) -> Iterator[dict[str, Any]]:
    for one in texts_of(game):
        name = occasion_name(game.text_kinds, one.name, desk.templates)
        file = find_file(name, desk.templates) if name else None
        mine = own.get(name or "")
        yield {
            "kind": game.kind,
            "occasion": one.name,
            "to": "a player" if one.to_player else "everybody",
            "doc": one.doc,
            "gets": list(facts_of(one)),
            "file": str(file) if file else "",
            "own": mine is not None,
            "note": mine.note if mine else "",
        }


def _in_use(row: dict[str, Any]) -> str:
    note = f" ({row['note']})" if row["note"] else ""
    return f"yours: {row['file']}{note}" if row["own"] else ""


def _where(desk: Desk) -> str:
    own = desk.templates
    return f", in {own[0]}" if own else ""


def of_the_host(desk: Desk) -> tuple[Own, ...]:
    """The host's own templates, by their names; of each whether a text is made from it."""
    found: dict[str, Path] = {}
    for folder in reversed(desk.templates):
        for file in (*folder.glob(f"*{SUFFIX}"), *folder.glob(f"*/*{SUFFIX}")):
            found[file.relative_to(folder).as_posix()] = file
    return tuple(_known(name, file) for name, file in sorted(found.items()))


def _known(name: str, file: Path) -> Own:
    """What the host is to know of a template: that no text is made from it, or that it is old."""
    kind, _, occasion = name.removesuffix(SUFFIX).rpartition("/")
    if occasion.startswith("_") and kind:  # a part, which others of the host's may use
        return Own(name, file, _outdated(file))
    there = _names_of(kind) if kind in {EVERY_KIND, *_all_kinds()} else ()
    if occasion in there:
        return Own(name, file, _outdated(file))
    every = [f"{one}/{o}" for one in (EVERY_KIND, *_all_kinds()) for o in _names_of(one)]
    wanted = name.removesuffix(SUFFIX)
    near = [one for one in every if one.endswith(f"/{occasion}")]
    near = near or difflib.get_close_matches(wanted, every, n=1)
    hint = f"; did you mean {near[0]}{SUFFIX}?" if near else ""
    return Own(name, file, f"no text is made from it{hint}", is_used=False)


def _names_of(kind: str) -> tuple[str, ...]:
    """The names that the templates of a kind can have; for any kind those that none has of its own
    alone.
    """
    in_folder = (one.stem for one in (shipped() / EVERY_KIND).glob(f"*{SUFFIX}"))
    common = [one for one in in_folder if not one.startswith("_")]
    if kind == EVERY_KIND:
        return tuple(common)
    return tuple(dict.fromkeys((*(o.name for o in texts_of(kinds.find(kind).game)), *common)))


def _outdated(file: Path) -> str:
    try:
        made = _COPY.match(text_of(file))
    except (OSError, UnicodeDecodeError):
        return ""
    original = find_file(made["name"], ()) if made else None
    if made is None or original is None or _digest(original) == made["digest"]:
        return ""
    return OUTDATED


def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()[:16]


class _Named(Struct, frozen=True):
    """A template that the host named: its name, and the shipped file that it comes from."""

    name: str
    original: str
    file: Path
    occasion: MessageType | None = None


def _named(typed: str) -> _Named:
    """The template of that name, as in `auction-poker/final`; raises UsageProblem with the nearest
    where there is none.
    """
    name = typed.strip().removesuffix(SUFFIX)
    kind, _, occasion = name.rpartition("/")
    if not kind:
        raise UsageProblem(
            f"“{typed}” names no template; it takes the kind too, as in auction-poker/final, or "
            "any/receipt for all kinds."
        )
    if kind == EVERY_KIND:
        known: Iterable[MessageType] = (*message_types.in_every_game(), *AROUND)
        original = f"{name}{SUFFIX}"
    else:
        game = kinds.find(kind).game
        known = texts_of(game)
        original = occasion_name(game.text_kinds, occasion, ()) or f"{name}{SUFFIX}"
    file = find_file(original, ())
    if file is None:
        names = _names_of(kind)
        near = difflib.get_close_matches(occasion, names, n=1)
        hint = f"did you mean {kind}/{near[0]}?" if near else f"there are {', '.join(names)}."
        raise UsageProblem(f"there is no template “{name}”; {hint}")
    of = next((one for one in known if one.name == occasion), None)
    return _Named(f"{name}{SUFFIX}", original, file, of)


def show(desk: Desk, typed: str, *, original: bool = False) -> Answer:
    """The template in use, or the shipped one."""
    named = _named(typed)
    own = () if original else desk.templates
    file = find_file(named.name, own) or find_file(named.original, own) or named.file
    text = _read(file)
    facts = {"name": named.name, "file": str(file), "text": text}
    return Answer((f"{file}",), (Text(named.name, text),), facts=facts)


def copy(desk: Desk, typed: str, *, force: bool = False) -> Answer:
    """A copy of the shipped template among the host's own; one that is there is replaced with
    `force` alone.
    """
    named, own = _named(typed), desk.templates
    if not own:
        raise DeskProblem(
            "there is no folder for templates beside a database on a server; name one in "
            "GMTOOL_TEMPLATES."
        )
    target = own[0] / named.name
    if not force and (target.exists() or target.is_symlink()):
        raise DeskProblem(f"{target} is there already; with --force it is replaced.")
    text = (_heading(named) + _read(named.file)).encode()
    try:
        for folder in (target.parent.parent, target.parent):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
    except OSError as error:
        raise FileProblem(f"{target} can't be written: {error.strerror}.") from error
    write_whole(target, text, lambda there: there == text)
    line = desk.commands.line
    hints = (
        Hint(line("template", "check", typed), "whether it can be used, once you changed it"),
        Hint(line("template", "show", typed, "--shipped"), "what comes with gmtool"),
    )
    facts = {"name": named.name, "file": str(target), "copy_of": named.original}
    return Answer(
        (f"{target}: yours to change; texts are made from it at once.",), (), hints, facts
    )


def _heading(named: _Named) -> str:
    """The lines at the top of a copy, which say what it was made from, and what it gets."""
    lines = [
        f"gmtool: a copy of {named.original}, {_digest(named.file)}",
        "Keep the line above: by it `gmtool template check` sees whether the original has changed.",
    ]
    if named.occasion:
        one = named.occasion
        to = "a player" if one.to_player else "everybody"
        lines += [f"To {to}: {one.doc}.", f"It gets: {', '.join(facts_of(one))}."]
    return "".join(f"{{# {line} #}}\n" for line in lines)


def _read(file: Path) -> str:
    try:
        return text_of(file)
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(f"{file} can't be read: {error}.") from error
