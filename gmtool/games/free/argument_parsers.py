"""Reads what is typed behind the verb of a move, an answer (FF-10) or one of the host's own (FF-4
to FF-17): None, or a refusal, where it is none.
"""

from __future__ import annotations

import re
from typing import Any

from gmtool.api import (
    Instant,
    casefolded,
    read_amount,
    read_names,
    unquote,
    words,
)
from gmtool.games.free.moves import NOBODY
from gmtool.games.free.terms import (
    CHOICE,
    NUMBER,
    PLAYER,
    TEXT,
    Asks,
    Setup,
)

Value = tuple[tuple[str, ...], tuple[str, ...]]
"""Whom an answer names, and what it says."""


_STRING = r'"(?:[^"\\]|\\.)*"'


_WORDS = r'(?:[^,"\s]+\s+)*?[^,"\s]+?'


_ITEM = re.compile(rf"\s*({_STRING}|{_WORDS}):?\s+(\d\S*?)\s*(?:,|$)")


NOBODY_WORDS = words("nobody none noone no-one nolynch no-lynch abstain")


_NO_ONE = frozenset({"no one", "no-one", "no lynch", "no-lynch"})


def parse_answer(asks: Asks, rest: str) -> Value | None:
    """What stands behind a verb in a text form; None where it is no answer of that kind."""
    found: Value | None
    match asks.what:
        case "text" | "lines":
            found = _strings(rest)
        case "choice":
            found = _chosen(asks, rest)
        case "number":
            number = read_amount(rest) if " " not in rest else None
            found = ((), (number,)) if number else None
        case "player" | "players":
            is_nobody = rest == NOBODY or (asks.nobody and casefolded(rest) in _NO_ONE)
            found = ((), (NOBODY,)) if is_nobody else _names(rest)
        case "order":
            named = _names(rest)
            found = ((), named[0]) if named and asks.choices else named
        case _:
            found = _split(asks, rest)
    return found


def _choice(asks: Asks, rest: str) -> str:
    """A choice as the file writes it, whatever its case; what is none stays as it is written."""
    return next((one for one in asks.choices if casefolded(one) == casefolded(rest)), rest.strip())


def _chosen(asks: Asks, rest: str) -> Value | None:
    """A choice, or words that name none, which the rules refuse; None for words that name one
    among others, as “yes, please” does: those are for reading.
    """
    said, action = _choice(asks, rest), casefolded(rest)
    among = (rf"(?<!\w){re.escape(casefolded(one))}(?!\w)" for one in asks.choices)
    if said in asks.choices:
        return (), (said,)
    if len(asks.choices) == 1 or any(re.search(one, action) for one in among):
        return None
    return ((), (said,)) if said else None


_TOKEN = re.compile(rf"({_STRING}|[^\s\"]+)(?: |$)")


def _strings(rest: str, *, bare: bool = False) -> Value | None:
    """Texts in quotation marks. A shell takes these off where they hold no blank, so that others
    may be bare; all of them only where nobody but the host says it.
    """
    found, place = [], 0
    while place < len(rest):
        token = _TOKEN.match(rest, place)
        if token is None:
            return None
        found.append(_unquoted(token[1]))
        place = token.end()
    if not found or not all(text.strip() for text in found):
        return None
    return ((), tuple(found)) if bare or '"' in rest else None


def _names(rest: str) -> Value | None:
    return (read_names(rest) or (), ()) if rest else None


def _split(asks: Asks, rest: str) -> Value | None:
    """Things with their points, separated by commas."""
    things, points, place = [], [], 0
    while place < len(rest):
        found = _ITEM.match(rest, place)
        if not found:
            return None
        name = _unquoted(found[1])
        things.append(_choice(asks, name) if asks.choices else name)
        points.append(found[2])
        place = found.end()
    if not things:
        return None
    if asks.choices:
        return (), (*things, *points)
    return tuple(things), tuple(points)


def parse_word(rest: str) -> str | None:
    return rest if rest and not re.search(r"\s", rest) else None


def parse_players(rest: str) -> tuple[str, ...] | None:
    found = _names(rest)
    return found[0] if found and found[0] else None


def _apart(groups: frozenset[str], rest: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The groups and the players that are named."""
    found = parse_players(rest)
    if found is None:
        return None
    return tuple(n for n in found if n in groups), tuple(n for n in found if n not in groups)


_OPEN = re.compile(
    rf"(?P<rounds>[a-z][a-z0-9-]*(?:, ?[a-z][a-z0-9-]*)*)"
    rf"(?: (?P<text>{_STRING}|(?!(?:for|until)\b)[^\s\"]+))?"
    rf"(?: for (?P<whom>.+?))?(?: until (?P<until>\d{{4}}-\d\d-\d\dT[\d:]+Z))?"
)


def _unquoted(text: str) -> str:
    """A text in quotation marks, or a single word, of which a shell takes them off."""
    return unquote(text)[0] if text.startswith('"') else text


def parse_open(groups: frozenset[str], rest: str) -> Any:
    found = _OPEN.fullmatch(rest)
    if found is None:
        return None
    named = _apart(groups, found["whom"]) if found["whom"] else ((), ())
    if named is None:
        return None
    until = Instant.read(found["until"]) if found["until"] else None
    text = _unquoted(found["text"] or "")
    rounds = tuple(dict.fromkeys(re.split(r", ?", found["rounds"])))
    return rounds, text, *named, until


def parse_key(rest: str) -> Any:
    name, _, said = rest.partition(" ")
    found = _strings(said, bare=True)
    return (name, found[1]) if found else None


def parse_resolve(setup: Setup, rest: str) -> Any:
    """A round, and behind it what decides: what is right, a choice or a player."""
    name, _, said = rest.partition(" ")
    round_ = next((one for one in setup.rounds if one.name == name), None)
    if round_ is None or not said:
        return (name,) if name and not said else None
    asks = round_.asks
    if asks.is_of_words:
        strings = _strings(said, bare=True)
        return (name, TEXT, (), strings[1]) if strings else None
    if asks.what == NUMBER and said.isdecimal():
        return name, NUMBER, (), (said,)
    if (asks.is_of_players or asks.what == NUMBER) and said != NOBODY:
        named = parse_players(said)
        return (name, PLAYER, named, ()) if named else None
    strings = _strings(said) if said.startswith('"') else None
    return name, CHOICE, (), tuple(_choice(asks, one) for one in (strings or ((), (said,)))[1])


def parse_roll(groups: frozenset[str], rest: str) -> Any:
    dice, _, whom = rest.partition(" for ")
    named = _apart(groups, whom) if whom else ((), ())
    return (dice, *named) if parse_word(dice) and named is not None else None


def parse_pick(groups: frozenset[str], rest: str) -> Any:
    many, of, whom = rest.partition(" of ")
    named = _apart(groups, whom) if of else None
    return (many, *named) if named and parse_word(many) else None


_TOLD = re.compile(rf"(?P<whom>.+?) (?P<text>{_STRING}|[^\s\"]+)")


_GIVEN = re.compile(r"(?P<whom>.+) (?P<many>[+-]?\d{1,9}) (?P<unit>[a-z][a-z0-9-]*)")


def parse_tell(groups: frozenset[str], rest: str) -> Any:
    found = _TOLD.fullmatch(rest)
    named = _apart(groups, found["whom"]) if found else None
    text = _unquoted(found["text"]) if found else ""
    return (*named, text) if named and text.strip() else None


def parse_give(units: set[str], groups: frozenset[str], rest: str) -> Any:
    found = _GIVEN.fullmatch(rest)
    named = _apart(groups, found["whom"]) if found else None
    if not found or not named:
        return None
    unit = found["unit"] if found["unit"] in units else f"{found['unit']}s"
    if not units:
        unit = found["unit"]  # the rules say that the file has none
    return (*named, str(int(found["many"])), unit) if unit in units or not units else None


def parse_finish(rest: str) -> Any:
    word, _, names = rest.partition(" ")
    return parse_players(names) if word in {"winner", "winners"} else None
