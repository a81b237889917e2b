"""What differs between two tables of a game, in few words for its host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from gmtool.engine.frozen import frozen
from gmtool.engine.game import SECRET, Game
from gmtool.engine.table import Table
from gmtool.engine.text import HOST

MOST_NAMED = 20
"""The most things added to a list, or removed from it, that are named; more are only counted."""
DEEP = 3
"""Facts at this depth of the view, or deeper, aren't told."""
_NAMES = ("name", "who")
_TITLE, _WINDOW = "title", "window"
_OF_ROUNDS = ("rounds", "results")
"""Keys of what is told by its title, or with its window."""
_PLACES = (SECRET, "public", "players")
"""Keys of a view that are left out of the name of a place."""


@frozen
class Change:
    """A fact of the host's view, or an item of a list there, that differs; `where` is
    its place by names.
    """

    where: tuple[str, ...]
    was: Any
    now: Any
    depth: int

    def facts(self) -> dict[str, Any]:
        """As plain data."""
        return {"what": " ".join(self.where), "was": self.was, "now": self.now}

    @property
    def is_told(self) -> bool:
        """Whether it is told in words: a number, a name, a card, or the difference of a list, but
        not what is there only for the texts.
        """
        both = [one for one in (self.was, self.now) if one is not None]
        flags = self.depth == 1 and all(isinstance(one, bool) for one in both)
        return self.depth < DEEP and not flags and all(_is_plain(one) for one in both)

    def __str__(self) -> str:
        what = self.where[-1].replace("_", " ")
        if isinstance(self.was, dict):
            return f"{what} not any more"
        if isinstance(self.now, dict):
            is_titled = _TITLE in self.now  # its other facts are for the texts
            facts = ((k, v) for k, v in self.now.items() if isinstance(v, list) or not is_titled)
            new = [(key, _shown(value)) for key, value in facts if _is_said(value)]
            gist = ", ".join(f"{key} {told}" for key, told in new if told not in what.split())
            return f"{what} with {gist}" if gist else f"{what} as well"
        if isinstance(self.was, list) and isinstance(self.now, list):
            return f"{what} {_moved(self.was, self.now)}"
        return f"{what} {_shown(self.now)} instead of {_shown(self.was)}"


def changes(game: Game, was: Table, now: Table, viewer: str = HOST) -> tuple[Change, ...]:
    """All differences in the view of a seer, in the order of the view."""
    before, after = (game.view(table.state, viewer) for table in (was, now))
    return tuple(_differing((), before, after, 0))


def lines(found: Iterable[Change]) -> Iterator[str]:
    """The differences that are told: a line for each player and each thing, where what several have
    in common is told once.
    """
    things: dict[tuple[str, ...], list[str]] = {}
    for one in found:
        if one.is_told and one.where[0] not in _OF_ROUNDS:
            told = things.setdefault(one.where[:-1], [])
            if str(one) not in told:
                told.append(str(one))
    for where, told in things.items():
        if where:
            yield f"{' '.join(where).replace('_', ' ')}: {', '.join(told)}"
        else:
            yield from told


def _differing(where: tuple[str, ...], was: Any, now: Any, depth: int) -> Iterator[Change]:
    if was == now:
        return
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for key in dict.fromkeys((*was, *now)):
            inner, deeper = ((), 0) if key in _PLACES else ((str(key),), 1)
            yield from _differing((*where, *inner), was.get(key), now.get(key), depth + deeper)
    elif _are_things(was) and _are_things(now):
        old, new = _by_names(was, now)
        for name in dict.fromkeys((*old, *new)):
            left, came = old.get(name), new.get(name)
            either = left or came or {}
            place = (name,) if _TITLE in either and _WINDOW not in either else (*where, name)
            if left and came:
                yield from _differing(place, left, came, depth)
            else:
                yield Change(place, left, came, depth + 1)
    else:
        yield Change(where, was, now, depth)


Things = Sequence[Mapping[str, Any]]


def _by_names(*lists: Things) -> list[dict[str, Mapping[str, Any]]]:
    """The items of each list by name: by their first fact, their second or both, whichever
    identifies them; where none does, equal names are numbered.
    """
    ways = (slice(0, 1), slice(1, 2), slice(0, 2))
    way = next((way for way in ways if all(_tells_apart(way, one) for one in lists)), ways[-1])
    found = []
    for things in lists:
        by_name: dict[str, Mapping[str, Any]] = {}
        seen: Counter[str] = Counter()
        for one in things:
            name = _name(one, way)
            seen[name] += 1
            by_name[f"{name} ({seen[name]})" if seen[name] > 1 else name] = one
        found.append(by_name)
    return found


def _tells_apart(way: slice, things: Things) -> bool:
    names = [_name(one, way) for one in things]
    return all(names) and len(set(names)) == len(names)


def _name(thing: Mapping[str, Any], way: slice) -> str:
    """The name of an item, such as a player's, “lot A”, or “session 1 lot A”; its title if any."""
    if _TITLE in thing:
        return str(thing[_TITLE])
    facts = list(takewhile(lambda fact: not isinstance(fact[1], (list, dict)), thing.items()))
    return " ".join(f"{'' if key in _NAMES else key} {value}".strip() for key, value in facts[way])


def _are_things(items: Any) -> bool:
    return isinstance(items, list) and any(isinstance(one, Mapping) for one in items)


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(isinstance(one, str) for one in value)
    return isinstance(value, (str, int, dict))


def _is_said(value: Any) -> bool:
    """Whether a fact of a new item is worth telling."""
    return value not in (None, "", [], False) and not isinstance(value, dict) and _is_plain(value)


def _moved(was: Sequence[str], now: Sequence[str]) -> str:
    """What was added to a list and what was removed from it."""
    came, left = Counter(now) - Counter(was), Counter(was) - Counter(now)
    more, fewer = (_named([*one.elements()]) for one in (came, left))
    if more and fewer:
        return f"{more} instead of {fewer}"
    return f"with {more}" if more else f"without {fewer}" if fewer else "in another order"


def _named(things: Sequence[str]) -> str:
    return " ".join(things) if len(things) <= MOST_NAMED else f"{len(things)} others"


def _shown(value: Any) -> str:
    if value is None or value in ("", []):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _named(value) if isinstance(value, list) else str(value)
