"""Reads the file of a game: TOML with a closed list of words, and no formulas (FF-1)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from gmtool.api import Misset, Mistake
from gmtool.games.free import fitting, phrases, terms
from gmtool.games.free import terms as t
from gmtool.games.free.lines import Path, places
from gmtool.games.free.phrases import (
    LARGEST,
    LONGEST_TITLE,
    MOST_THINGS,
    Names,
    Unread,
    choice,
    cut,
    flag,
    nearest,
    number,
    phrase,
    quoted,
    several,
    words,
)

T = TypeVar("T")
LONGEST_NAME = 30
YEAR = 8_760
"""Hours."""
_TAKEN = re.compile(
    "in|out|all|host|nobody|role|rest|chance|done|plan|says|withdraw|everybody|players?"
)
"""Names that mean something else."""
_VERBS = re.compile(
    "open|reveal|resolve|back|give|roll|pick|deal|tell|say|finish|key|start|close|undo|redo|extend"
    "|pause|resume|inactive|active|replace|absent|alias|adjust|redeal|note|asks|aside|words|amend"
    "|strike|insert|adopt|end|set"
)
"""What the host says, which no round can be called."""
_KEYS = {
    "": "players show_roles words unit roles group round end",
    "words": "title rules how role",
    "unit": "start secret least out",
    "group": "roles players meets",
    "round": "title words asks for sealed secret hours until change early silent costs weights "
    "uses then resolve",
    "resolve": "count hit tie show after",
    "end": "left after reach gone parity winner prize share",
}
"""What can stand in each table."""
_AT_THE_TOP = frozenset({"players", "show_roles"})
_ALREADY = re.compile("Cannot (?:overwrite|declare|mutate)|Duplicate")
_AT = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def read(text: str) -> terms.Setup:
    """The game that a file makes; raises Misset with all mistakes in it, in the order of lines."""
    try:
        values = tomllib.loads(text)
        where = places(text)
    except tomllib.TOMLDecodeError as error:
        raise Misset(_unreadable(text, str(error))) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, lists within lists
        raise Misset(Mistake(0, "", "a value in it is too large to be read")) from None
    file = _File(where)
    setup = file.setup(values)
    for doubt in fitting.doubts(setup):
        if not any(file.is_wrong(path) for path in (doubt.path, *doubt.relies)):
            file.wrong(doubt.path, doubt.why)
    if file.mistakes:
        raise Misset(*sorted(dict.fromkeys(file.mistakes), key=lambda one: one.line))
    return setup


def _unreadable(text: str, error: str) -> Mistake:
    """The place where a text isn't TOML any more."""
    at = _AT.search(error)
    line = int(at["line"]) if at and at["line"] else text.rstrip("\n").count("\n") + 1
    if _ALREADY.match(error):
        return Mistake(line, "", "this name stands in the file already; it can be there once")
    what = error[: at.start()] if at else error
    column = f" (column {at['column']})" if at and at["column"] else " (at the end of the file)"
    return Mistake(line, "", f"this can't be read as TOML: {what[:1].lower()}{what[1:]}{column}")


@dataclass
class _File:
    """A file as it is read: the line of each key, and the mistakes so far."""

    places: Mapping[Path, int]
    mistakes: list[Mistake] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    names: Names = field(default_factory=Names)

    def wrong(self, path: Path, why: str) -> None:
        """Note that nothing can be made of what stands at a key."""
        self.paths.append(path)
        self.note(path, why)

    def note(self, path: Path, why: str) -> None:
        """Note a mistake at a key, or where that should stand."""
        place = path
        while place and place not in self.places:
            place = place[:-1]
        key = ".".join(cut(part) for part in path if isinstance(part, str))
        self.mistakes.append(Mistake(self.places.get(place, 0), key, why))

    def is_wrong(self, path: Path) -> bool:
        """Whether a mistake was found at a key, or below or above it."""
        return any(one[: len(path)] == path[: len(one)] for one in self.paths)

    def table(self, value: object, path: Path, what: str) -> _Table:
        """The table at a path, of which is known what can stand in it."""
        return _Table(self, path, self.keys(value, path, _KEYS[what].split()))

    def keys(self, value: object, path: Path, known: Collection[str]) -> Mapping[str, Any]:
        """What stands in a table, without what can't."""
        inside = self.inside(value, path)
        for key in inside:
            if key not in known:
                likely = nearest(key, known)
                self.paths.append((*path, likely or key))
                self.note((*path, key), self._unknown(key, path, known, likely))
        return {key: inside[key] for key in known if key in inside}

    def inside(self, value: object, path: Path) -> Mapping[str, Any]:
        """What stands in a table; nothing where it is none."""
        if isinstance(value, dict):
            return value
        heading = ".".join(map(str, path))
        self.wrong(path, f"it is a table, [{heading}] with lines below; {quoted(value)} isn't one")
        return {}

    def _unknown(self, key: str, path: Path, known: Collection[str], likely: str) -> str:
        if path and key in _AT_THE_TOP:
            return f"{key} stands at the top of the file, above the first [table]"
        table = f"[{'.'.join(map(str, path))}]" if path else "the file"
        hint = f"did you mean {likely}?" if likely else f"it can have {', '.join(known)}"
        return f"{table} has no {quoted(key)}; {hint}"

    def named(self, value: object, path: Path) -> Mapping[str, Any]:
        """What stands in a table by names that the host gives."""
        inside = self.inside(value, path)
        for name in inside:
            why = _amiss_with(name, is_round=path == ("round",))
            if why:
                self.note((*path, name), why)
        return inside

    def by_name(self, value: object, path: Path, what: str, names: Collection[str]) -> _Table:
        """The table at a path whose keys are names that the file gives to something."""
        inside = self.inside(value, path)
        for name in inside:
            try:
                phrases.found(what, name, names)
            except Unread as unread:
                self.wrong((*path, name), str(unread))
        return _Table(self, path, inside)

    # ---- the parts

    def setup(self, values: Mapping[str, Any]) -> terms.Setup:
        top = self.table(values, (), "")
        units, roles, groups, rounds = (
            self.named(top.values.get(key, {}), (key,))
            for key in ("unit", "roles", "group", "round")
        )
        self.names = Names(*map(tuple, (units, roles, groups, rounds)))
        self._check_names_differ()
        told = self.table(top.values.get("words", {}), ("words",), "words")
        own = self.by_name(told.values.get("role", {}), (*told.path, "role"), "role", roles)
        fewest, most = top.take("players", phrases.players, (2, 100))
        if not rounds:
            self.wrong(("round",), "there is no round; a table [round.vote] makes one")
        return terms.Setup(
            title=told.must_have("title", words(LONGEST_TITLE), "the title of the game") or "",
            rules=told.take("rules", words(), ""),
            how=told.take("how", words(), ""),
            fewest=fewest,
            most=most,
            shows_roles=top.take("show_roles", choice(t.OUT, "end"), "end") == t.OUT,
            units=tuple(self._unit(name, value) for name, value in units.items()),
            roles=tuple(
                terms.Role(name, self._many_of(name, value), own.take(name, words(), ""))
                for name, value in roles.items()
            ),
            groups=tuple(self._group(name, value) for name, value in groups.items()),
            rounds=tuple(self._round(name, value) for name, value in rounds.items()),
            end=self._end(top.values.get("end", {})),
        )

    def _check_names_differ(self) -> None:
        names = self.names
        for group in names.groups:
            if group in names.roles:
                self.note(("group", group), "a role has that name; a role is a group of its own")
        for unit in names.units:
            if unit in {*names.roles, *names.groups}:
                self.note(("unit", unit), "a role or group has that name; give it another")

    def _many_of(self, name: str, value: object) -> int:
        """For how many players a role is; 0 for all that are left over."""
        if value == "rest":
            return 0
        if type(value) is int and 1 <= value <= MOST_THINGS:
            return value
        why = f'it is a number up to {MOST_THINGS}, or "rest" for all who are left over'
        self.wrong(("roles", name), f"{why}; {quoted(value)} is neither")
        return 1

    def _unit(self, name: str, value: object) -> terms.Unit:
        table = self.table(value, ("unit", name), "unit")
        amount = number(-LARGEST, LARGEST)
        return terms.Unit(
            name,
            table.take("start", amount, 0),
            table.take("secret", flag, default=False),
            table.take("least", amount, 0),
            table.take("out", amount, None),
        )

    def _group(self, name: str, value: object) -> terms.Group:
        table = self.table(value, ("group", name), "group")
        roles = self.names.roles
        if not {"roles", "players"} & set(table.values) and not self.is_wrong(table.path):
            self.wrong(table.path, 'it has roles = ["…"], or players = ["…"]')
        return terms.Group(
            name,
            table.take("roles", several(lambda v: phrases.found("role", phrase(v), roles)), ()),
            table.take("players", several(words(LONGEST_TITLE)), ()),
            table.take("meets", flag, default=False),
        )

    def _round(self, name: str, value: object) -> terms.Round:
        table = self.table(value, ("round", name), "round")
        names = self.names
        until = table.take("until", phrases.until, "")
        example = 'what it asks for, as in asks = "player"'
        asks = table.must_have("asks", names.asks, example) or terms.Asks("")
        if asks.what == t.TEXT and "resolve" not in table.values:
            self.wrong(
                (*table.path, "resolve"),
                'it is missing: for words it is resolve = "host", or a count',
            )
        return terms.Round(
            name,
            asks,
            title=table.take("title", words(LONGEST_TITLE), ""),
            words=table.take("words", words(), ""),
            whom=table.take("for", several(names.whom), (t.IN,)),
            follows="for" not in table.values,
            sealed=table.take("sealed", flag, default=False),
            secret=table.take("secret", flag, default=False),
            hours=table.take("hours", number(1, YEAR), 0 if until else t.DAY),
            until=until,
            first=table.take("change", choice("latest", "first"), "latest") == "first",
            early=table.take("early", choice(t.NEVER, t.ALL_IN, t.MAJORITY, t.HOST), t.NEVER),
            silent=table.take("silent", phrases.silent, terms.Silent()),
            costs=table.take("costs", names.costs, None),
            weights=self._weights(table),
            uses=table.take("uses", number(1, 100), 0),
            then=table.take("then", several(names.round), ()),
            resolve=self._resolve(table),
        )

    def _weights(self, table: _Table) -> tuple[terms.Weight, ...]:
        value = table.values.get("weights", {})
        if isinstance(value, str):
            unit = table.take("weights", lambda v: self.names.unit(phrase(v)), "")
            return (terms.Weight(unit=unit),)
        whom = (*self.names.roles, *self.names.groups)
        of = self.by_name(value, (*table.path, "weights"), "role or group", whom)
        return tuple(terms.Weight(name, of.take(name, number(0, 100), 1)) for name in of.values)

    def _resolve(self, round_: _Table) -> terms.Resolve:
        value = round_.values.get("resolve", {})
        if value == t.HOST:
            # What is sent to the host stays with the host, until it reveals that.
            return terms.Resolve(show=t.RESULT, by_host=True)
        path = (*round_.path, "resolve")
        if not isinstance(value, dict):
            heading = ".".join(map(str, path))
            self.wrong(path, f'it is "host", or a table [{heading}]; {quoted(value)} is neither')
            value = {}
        table = self.table(value, path, "resolve")
        return terms.Resolve(
            table.take("count", choice(*t.VOTES, *t.OF_NUMBERS), t.PLURALITY),
            table.take("hit", several(self.names.hit), ()),
            table.take("tie", choice(t.NOBODY, t.ALL, t.REVOTE, t.DRAW, t.HOST), t.NOBODY),
            table.take("show", choice(t.NAMES, t.COUNTS, t.RESULT), t.NAMES),
            table.take("after", several(self.names.round), ()),
        )

    def _end(self, value: object) -> terms.End:
        table = self.table(value, ("end",), "end")
        names = self.names
        after, of = table.take("after", names.times, (0, ""))
        winner, least = table.take("winner", names.winner, ("", False))
        equal: tuple[str, tuple[int, ...], str] = (t.EQUAL, (), "")
        share, places, by = table.take("share", names.share, equal)
        if share == t.BY_UNIT and by != winner and not self.is_wrong(("end", "winner")):
            self.wrong(("end", "share"), f'it goes by what decides the game: winner = "most {by}"')
        return terms.End(
            left=table.take("left", number(1, 99), 0),
            after=after,
            of=of,
            reach=table.take("reach", names.amount, None),
            gone=table.take("gone", several(names.group), ()),
            parity=table.take("parity", several(names.group), ()),
            winner=winner,
            least=least,
            prize=table.take("prize", names.amount, None),
            share=share,
            places=places,
        )


@dataclass
class _Table:
    """A table of the file."""

    file: _File
    path: Path
    values: Mapping[str, Any]

    def take(self, key: str, read: Callable[[object], T], default: T) -> T:
        """What stands at a key; the default where nothing does, or nothing that can be read."""
        if key not in self.values:
            return default
        try:
            return read(self.values[key])
        except Unread as unread:
            self.file.wrong((*self.path, key, *unread.at), str(unread))
            return default

    def must_have(self, key: str, read: Callable[[object], T], what: str) -> T | None:
        """What stands at a key that has to be there."""
        path = (*self.path, key)
        if key not in self.values and not self.file.is_wrong(path):
            self.file.wrong(path, f"it is missing: {what}")
        return self.take(key, read, None)


def _amiss_with(name: str, *, is_round: bool) -> str:
    """Why something can't have that name; empty where it can."""
    if not re.fullmatch("[a-z][a-z0-9-]*", name) or len(name) > LONGEST_NAME:
        small = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
        hint = (
            f", as in {small}"
            if re.fullmatch(f"[a-z][a-z0-9-]{{0,{LONGEST_NAME - 1}}}", small)
            else ""
        )
        return f"a name is of small letters, digits and dashes, at most {LONGEST_NAME}{hint}"
    if _TAKEN.fullmatch(name):
        return f"“{name}” means something else in every game; give it another name"
    if is_round and _VERBS.fullmatch(name):
        return f"“{name}” is something that the host says; give the round another name"
    return ""
