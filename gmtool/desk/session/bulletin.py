"""The bulletin of a game: what a report tells of it, as plain data.

It is compiled when the game's snapshot is written (`bulletin_compiler`) and kept in it, so that a
report needs neither the rules nor the game. The clock isn't in it: what is overdue, and what may
still be said, is worked out here when it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, TypedDict
from zoneinfo import ZoneInfo

from gmtool.desk.problems import DeskProblem
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.text import short
from gmtool.render.when import deadline, when, zone_named

OVERRIDES = ("pm_limit", "post_limit", "spoiler")
"""The settings in which a board may differ from its forum software as installed."""
FORUM = ("dialect", *OVERRIDES)
"""The settings that say what the forum of a game is."""
OPEN_PART, SECRET_PART = "open", "secret"
"""What everybody may know of a game; and what its host knows beside that or instead of it. The open
bulletin is made of the open part alone.
"""
AT = "$at"
"""The key of an instant in a view that is kept: there it is no word like others."""
_LAYERS = frozenset((list, dict))
"""What is looked into for instants, of what is kept."""

UNSAID: Mapping[str, Any] = {
    "zone": "",
    "failed": "",
    "called_off": "",
    "paused": None,
    "messages": [],
    "absent": [],
    "inactive": [],
    "replaced": [],
    "words": None,
    "planned_start": None,
    "typed_chance": False,
    "has_sequel": False,
    "quiet": {},
    "forum": {},
    "in_private": [],
    "adding": [],
    "own": [],
    "secret": {},
    "plans": [],
}
"""What isn't kept where it is so."""


class Window(TypedDict):
    """An open window. Of one that isn't `told` of it says only by when it ends, and of one that
    isn't `named` nothing of its players.

    `own` are the deadlines of players whose time was extended, `grace` is in minutes, `came` are
    those who sent something, `secret` tells whether what comes in it isn't for everybody. From the
    instant `ends` on it may be closed for everybody, and by the rules before that where it
    `may_end_early`.
    """

    key: str
    name: str
    title: str
    entry: int
    deadline: str
    own: dict[str, str]
    grace: int
    moved: list[str]
    came: list[str]
    early: bool
    may_end_early: bool
    at_will: bool
    sealed: bool
    secret: bool
    ends: str
    named: bool
    told: bool


class Turn(TypedDict):
    """A turn that should be taken and hasn't been, in the window of that key."""

    who: str
    task: str
    moves: list[str]
    window: str


class Message(TypedDict):
    """A message that waits; `clause` is the one by which the rules refused it, if they did."""

    number: int
    who: str
    at: str
    state: str
    clause: str


class Words(TypedDict):
    """The words that are mixed in before the first draw: until when they are taken, if that is
    said.
    """

    until: str | None


class Said(TypedDict):
    """What was said last by a person, as it is told; from the instant `stays` on it can't be taken
    back any more.
    """

    number: int
    told: str
    stays: str | None


class Rules(TypedDict):
    """By which version of the rules the game goes, and was begun, and which clauses newer ones
    changed while the host hasn't decided about it; whether it `stays` with older ones as decided.
    """

    version: int
    newest: int
    begun: int
    undecided: list[str]
    stays: bool


class Bulletin(TypedDict):
    """What a report tells of a game.

    `whole` is set where it holds the secrets too. `adding` are those from whom more may come, each
    with its last call and the key of its window. `quiet` counts the windows in a row in which
    nothing came from a player, for those who look inactive by it; `silence` is the clause of that.
    `own` are further facts of each of the `players`, in their order, if there are any. `glance` are
    the keys of `public` that are told in a line. `forum` are the settings of its forum,
    `in_private` the occasions of which a list doesn't say who gets the text.
    """

    game: str
    kind: str
    title: str
    zone: str
    phase: str
    entry: int
    redo: int | None
    failed: str
    ended: bool
    called_off: str
    paused: str | None
    windows: list[Window]
    turns: list[Turn]
    adding: list[list[str]]
    whole: bool
    messages: list[Message]
    absent: list[dict[str, Any]]
    inactive: list[str]
    replaced: list[dict[str, Any]]
    words: Words | None
    planned_start: str | None
    typed_chance: bool
    has_sequel: bool
    silence: str
    quiet: dict[str, int]
    said: Said | None
    rules: Rules
    glance: list[str]
    forum: dict[str, str]
    in_private: list[str]
    players: list[dict[str, Any]]
    own: list[dict[str, Any]]
    public: dict[str, Any]
    secret: dict[str, Any]
    plans: list[dict[str, Any]]


Parts = Mapping[str, Any]
"""The two parts, as they are kept."""


def of(header: Header, parts: Parts, redo: int | None, *, secret: bool) -> Bulletin:
    """The bulletin, of the open part alone or of both; `redo` is the number of the entry that can
    be put back.
    """
    found = {**UNSAID, **parts[OPEN_PART], **(parts[SECRET_PART] if secret else {}), "redo": redo}
    found |= {"game": header.name, "kind": header.kind, "zone": found["zone"] or header.zone}
    found |= {key: revived(found[key]) for key in ("players", "own", "public", "secret")}
    told: Bulletin = found  # type: ignore[assignment]
    return told


def revived(data: Any) -> Any:
    """A view as it was before it was kept."""
    if isinstance(data, list):
        return [revived(one) if type(one) in _LAYERS else one for one in data]
    if isinstance(data, dict):
        if AT in data:
            return Instant(data[AT])
        return {k: revived(v) if type(v) in _LAYERS else v for k, v in data.items()}
    return data


def zone_of(game: str, key: str) -> ZoneInfo:
    """A game's time zone; raises DeskProblem for one that this machine doesn't know."""
    zone = zone_named(key)
    if zone is None:
        raise DeskProblem(
            f"{game}: this machine knows no time zone “{short(key)}”. Install the package "
            "tzdata anew; if there is no such zone, something else than gmtool changed it. "
            "`log` and `export` still work."
        )
    return zone


def shows(told: Bulletin) -> Callable[[str], str]:
    """Writes instants in the game's zone."""
    game, key = told["game"], told["zone"]
    return lambda at: when(Instant(at).moment, zone_of(game, key), short=True)


def when_both(told: Bulletin, at: str) -> str:
    """An instant in the game's zone and in UTC."""
    return deadline(Instant(at).moment, zone_of(told["game"], told["zone"]))


def windows_told(told: Bulletin) -> list[Window]:
    """The windows of which the bulletin tells."""
    return [window for window in told["windows"] if window["told"]]


def overdue(told: Bulletin, now: Instant) -> list[Window]:
    """The windows in which time is up for everybody; a pause stops the clock (ALL-2)."""
    return [] if told["paused"] else [w for w in told["windows"] if ends(w) <= now]


def deadline_of(window: Window, who: str) -> Instant:
    """The deadline of a player in a window."""
    return Instant(max(window["deadline"], window["own"].get(who, window["deadline"])))


def last_call(window: Window, who: str) -> Instant:
    """The last instant at which a move of a player counts in a window."""
    return deadline_of(window, who).plus(timedelta(minutes=window["grace"]))


def ends(window: Window) -> Instant:
    """The instant from which on a window may be closed for everybody."""
    return Instant(window["ends"])


def adding(told: Bulletin, now: Instant, window: Window | None = None) -> list[str]:
    """The players from whom more may come, moved or not, in any window or in that one (ALL-2)."""
    keys = {one["key"] for one in ([window] if window else told["windows"])}
    return list(dict.fromkeys(w for w, last, key in told["adding"] if last >= now and key in keys))


def looks_inactive(told: Bulletin, awaited: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Those of the awaited players who sent nothing in so many windows in a row that they look
    inactive, with the count.
    """
    return ((name, many) for name, many in told["quiet"].items() if name in awaited)
