"""What differs between two tables of a game, in few words for its host, and between a text as its
reader was told and as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from gmtool.engine.game import SECRET, Game
from gmtool.engine.instants import NEVER, Instant
from gmtool.engine.lazy_regex import lazy_regex
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


class StateChange(Struct, frozen=True):
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
            new = [(key, _shown(value)) for key, value in facts if _is_telling(value)]
            gist = ", ".join(f"{key} {fact}" for key, fact in new if fact not in what.split())
            return f"{what} with {gist}" if gist else f"{what} as well"
        if isinstance(self.was, list) and isinstance(self.now, list):
            return f"{what} {_list_change(self.was, self.now)}"
        return f"{what} {_shown(self.now)} instead of {_shown(self.was)}"


def state_diff(game: Game, was: Table, now: Table, viewer: str = HOST) -> tuple[StateChange, ...]:
    """All differences in the view of a viewer, in the order of the view."""
    before, after = (game.view(table.state, viewer) for table in (was, now))
    return tuple(_changes((), before, after, 0))


def describe(changes: Iterable[StateChange]) -> Iterator[str]:
    """The differences that are told: a line for each player and each thing, where what several have
    in common is told once.
    """
    things: dict[tuple[str, ...], list[str]] = {}
    for change in changes:
        if change.is_told and change.where[0] not in _OF_ROUNDS:
            words = things.setdefault(change.where[:-1], [])
            if str(change) not in words:
                words.append(str(change))
    for where, words in things.items():
        if where:
            yield f"{' '.join(where).replace('_', ' ')}: {', '.join(words)}"
        else:
            yield from words


def _changes(where: tuple[str, ...], was: Any, now: Any, depth: int) -> Iterator[StateChange]:
    if was == now:
        return
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for key in dict.fromkeys((*was, *now)):
            inner, deeper = ((), 0) if key in _PLACES else ((str(key),), 1)
            yield from _changes((*where, *inner), was.get(key), now.get(key), depth + deeper)
    elif _are_things(was) and _are_things(now):
        old, new = _by_names(was, now)
        for name in dict.fromkeys((*old, *new)):
            left, came = old.get(name), new.get(name)
            either = left or came or {}
            place = (name,) if _TITLE in either and _WINDOW not in either else (*where, name)
            if left and came:
                yield from _changes(place, left, came, depth)
            else:
                yield StateChange(place, left, came, depth + 1)
    else:
        yield StateChange(where, was, now, depth)


Things = Sequence[Mapping[str, Any]]


def _by_names(*lists: Things) -> list[dict[str, Mapping[str, Any]]]:
    """The items of each list by name: by their first fact, their second or both, whichever
    identifies them; where none does, equal names are numbered.
    """
    ways = (slice(0, 1), slice(1, 2), slice(0, 2))
    way = next((way for way in ways if all(_tells_apart(way, one) for one in lists)), ways[-1])
    named = []
    for things in lists:
        by_name: dict[str, Mapping[str, Any]] = {}
        seen: Counter[str] = Counter()
        for one in things:
            name = _name(one, way)
            seen[name] += 1
            by_name[f"{name} ({seen[name]})" if seen[name] > 1 else name] = one
        named.append(by_name)
    return named


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


def _is_telling(value: Any) -> bool:
    """Whether a fact of a new item is worth telling."""
    return value not in (None, "", [], False) and not isinstance(value, dict) and _is_plain(value)


def _list_change(was: Sequence[str], now: Sequence[str]) -> str:
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


# ---- texts

SEAL = lazy_regex(r"[0-9a-f]{32,64}")
_COLUMNS = lazy_regex(r"\s{2,}")
MOST_LINES, MOST_AT_ONCE = 8, 3
"""The most lines of a text that are told one by one, and the most in one change; beyond that the
whole text is sent again.
"""


class TextDiff(Struct, frozen=True):
    """What a sent message says about one occasion: as its reader was told (`was`), and as it is
    (`now`), both without markup, None where there is no text.

    `subject` is the text's own as it was sent, without the game's name, and `title` as it reads
    now, or as another text has it that says the same anew; empty where there is none. With `again`
    the whole text is sent again where it reads differently. `reason` is why a move that it is about
    is invalid. With `by_clock` only deadlines differ. `put_right` is when an earlier correction was
    sent, and `holds_again` tells that it reads as at first.
    """

    number: int
    occasion: str
    entry: int
    subject: str
    sent: Instant
    link: str
    was: str | None
    now: str | None
    moves: tuple[str, ...] = ()
    again: bool = False
    reason: str = ""
    by_clock: bool = False
    put_right: Instant = NEVER
    holds_again: bool = False
    title: str = ""

    @property
    def key(self) -> tuple[int, str, int]:
        """The message, occasion and entry that it is about."""
        return self.number, self.occasion, self.entry

    @property
    def is_superseded(self) -> bool:
        """Whether another text takes its place."""
        was_told = self.was or self.put_right  # perhaps that it doesn't hold
        return self.again and bool(was_told and self.now) and not self.holds_again

    def after(self, told: TextDiff | None) -> TextDiff:
        """The same for a reader who was `told` of another difference in this text, and when."""
        if told is None:
            return self
        at = told.put_right
        holds_again = bool(at) and self.now is not None and self.now == told.was
        return replace(self, was=told.now, by_clock=False, put_right=at, holds_again=holds_again)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> TextDiff:
        """The one that `facts` stored."""
        kept = {name: data[name] for name in cls.__struct_fields__ if name in data}
        at = {name: Instant(kept[name]) for name in ("sent", "put_right")}
        return cls(**{**kept, **at, "moves": tuple(kept["moves"])})

    def facts(self) -> dict[str, Any]:
        """It as plain data, with the lines and seals that differ."""
        was, now = (_lines(text or "") for text in (self.was, self.now))
        gone, new = (
            sorted(filter(SEAL.fullmatch, one)) for one in ({*was} - {*now}, {*now} - {*was})
        )
        return {
            **asdict(self),
            "moves": list(self.moves),
            "holds_after_all": self.holds_again or (self.was is None and not self.put_right),
            "lines": _line_diff(was, now) if self.was and self.now else [],
            "seals": {"was": gone, "now": new},
        }


def summarize(diffs: Iterable[TextDiff]) -> list[dict[str, Any]]:
    """The differences as a correction tells them: a line that several messages share is told once,
    and a text that reads quite differently is told as a whole.
    """
    lines: list[dict[str, list[str]]] = []
    told = []
    for diff in diffs:
        facts = diff.facts()
        new = facts["lines"] = [one for one in facts["lines"] if one not in lines]
        lines += new
        was, now = ((text or "").partition("\n")[0] for text in (diff.was, diff.now))
        most = max((len(one[side]) for one in new for side in one), default=0)
        # Also where the text that takes its place has another heading.
        facts["whole"] = not diff.was or was != now or len(new) > MOST_LINES or most > MOST_AT_ONCE
        told.append(facts)
    return told


def without_repetition(diffs: Iterable[TextDiff]) -> list[TextDiff]:
    """Of several texts about the same that are sent again whole, only the one that holds again,
    else the last.
    """
    kept: dict[object, TextDiff] = {}
    for diff in diffs:
        about = (diff.occasion, diff.entry) if diff.again else diff.key
        if about not in kept or not kept[about].holds_again:
            kept[about] = diff
    return list(kept.values())


def _line_diff(was: Sequence[str], now: Sequence[str]) -> list[dict[str, list[str]]]:
    """The changed lines, before and after, one change after another, without seals, which mean
    nothing to a reader.
    """
    old, new = ([line for line in text if not SEAL.fullmatch(line)] for text in (was, now))
    changed = []
    for what, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        if j - i == m - k:
            changed += [{"was": [a], "now": [b]} for a, b in zip(old[i:j], new[k:m], strict=True)]
        else:
            changed.append({"was": old[i:j], "now": new[k:m]})
    return changed


def _lines(text: str) -> list[str]:
    lines = (_COLUMNS.sub(", ", line.strip().removeprefix("- ")) for line in text.splitlines())
    return [line for line in lines if line.strip("-=, ")]
