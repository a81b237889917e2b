"""Databases that releases wrote: today's program opens them, finds all as it was, and plays on.

`releases/make.py` makes them; docs/developing.md says when. Of each release there is a database
for each of its scripts, and what it said of the games with `status --secret --json`.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lengths import few_or_many, some_of

from gmtool.desk import adopting, care, inbox, journals, outbox, recording, reports, taking_back
from gmtool.desk.adopting import Choice
from gmtool.desk.answers import Answer
from gmtool.desk.bots import Dice
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.problems import UndecidedRules
from gmtool.desk.requests import Request
from gmtool.desk.session import Session, load
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.wording import HOST
from gmtool.store import Store

FOLDERS = sorted(Path(__file__).with_name("releases").glob("[0-9]*"))
_PATHS = [path for folder in FOLDERS for path in sorted(folder.glob("*.db.gz"))]
DATABASES = [
    pytest.param(path, id=f"{path.parent.name} {path.name.removesuffix('.db.gz')}")
    for path in _PATHS
]
SMALL = [
    path
    for folder in FOLDERS
    for path in sorted(folder.glob("*.db.gz"), key=lambda path: path.stat().st_size)[:2]
]
"""The databases with which games go on always; with all others in the long form."""
NOW = Instant("2028-03-01T12:00:00Z")
"""When the releases were asked for `status` (`make.NOW`)."""

PHASES = {
    "auction-poker": "setup bidding re-auction change change-bidding ended",
    "big-two": "setup deal free-trade play ended",
    "president": "setup deal trading free-trade play ended",
    "grouping-bw death-match": "setup grouping order first betting ended",
    "grouping-bw final-match": "setup grouping order first betting ended",
    "split-decision": "setup codes cut head-start free-ace question draw answer verdict card "
    "no-peek shuffle bonus-deck bonus-board bonus-pick bonus-range bonus-wager bonus-suit-board "
    "bonus-suit ended",
    "ten-skip": "setup draw-for-dealer deal turn keep hand notice top ended",
}
"""In what phases a game of each kind can wait. One that a later release brings is in no database
before it.
"""


@dataclass(frozen=True)
class Stood:
    """A game of a release, and what the release said of it."""

    packed: Path
    status: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.status["game"])

    @property
    def kind(self) -> str:
        """The kind, where it has variants with the variant."""
        variant = self.status["public"].get("variant", "")
        return f"{self.status['kind']} {variant}".strip()


@cache
def stood(packed: Path) -> tuple[Stood, ...]:
    """The games of a database, as its release told of them."""
    told = packed.with_name(packed.name.replace(".db.gz", ".json.gz"))
    return tuple(Stood(packed, one) for one in json.loads(gzip.decompress(told.read_bytes())))


def restored(packed: Path, folder: Path) -> Path:
    """The database as its release left it."""
    path = folder / "games.db"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    path.chmod(0o600)
    return path


# ---- what is in them


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_release_left_a_game_of_each_kind_in_each_phase(folder: Path) -> None:
    found = defaultdict(set)
    for packed in folder.glob("*.db.gz"):
        for one in stood(packed):
            found[one.kind].add(one.status["phase"])
    assert {kind: set(phases.split()) for kind, phases in PHASES.items()} == found


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_release_left_whatever_may_lie_on_a_desk(folder: Path, tmp_path: Path) -> None:
    found: set[str] = set()
    for packed in folder.glob("*.db.gz"):
        with closing(sqlite3.connect(restored(packed, tmp_path))) as database:
            for table in ("waiting", "sent", "attempt"):
                found |= {table for _ in database.execute(f"SELECT 1 FROM {table} LIMIT 1")}
            found |= {
                text.partition(" ")[0] for (text,) in database.execute("SELECT text FROM entry")
            }
            for column in ("message", "planned", "link", "note", "late"):
                some = f"SELECT 1 FROM entry WHERE {column} NOT IN (0, '') LIMIT 1"
                found |= {column for _ in database.execute(some)}
        for one in (one.status for one in stood(packed)):
            found |= {f"a message {message['state']}" for message in one["messages"]}
            found |= {fact for fact in ("paused", "absent", "replaced", "plans") if one[fact]}
    assert found >= {
        *("waiting", "sent", "attempt", "paused", "absent", "replaced", "plans"),
        *("a message open", "a message answered", "a message refused", "aside", "asks"),
        *("message", "planned", "link", "note", "late"),
        *("alias", "extend", "set", "undo", "redo", "amend", "strike", "words", "says"),
    }


# ---- opened


@pytest.mark.slow
@pytest.mark.parametrize("packed", DATABASES)
def test_it_is_opened_and_all_stands_as_it_stood(packed: Path, tmp_path: Path) -> None:
    path = restored(packed, tmp_path)
    problems = care.check(Desk(str(path), NOW, "here")).facts["problems"]
    assert [one for one in problems if TIMED_OTHERWISE not in one] == []
    for game in stood(packed)[:: few_or_many(9, 1)]:
        if TIMED_OTHERWISE in game.name:
            continue
        answer = reports.status(Desk(str(path), NOW, "here", game.name), secret=True)
        now = json.loads(json.dumps(answer.facts))
        assert [*differing(game.status, now)] == [], game.name


TIMED_OTHERWISE = "by-default"
"""In these games of Split Decision a window was closed whose hours run by now from when the codes
were put on record with which the one before ended (ALL-1).
"""
TOLD_OTHERWISE = {"same_instant", "questions", "examples", "moves", "beaten_by"}
"""Facts of a status that later releases don't tell (AP-10), with which they offer more (BT-25), or
which they tell more exactly (BT-15).
"""


def differing(then: Any, now: Any, where: str = "") -> Iterator[str]:
    """In what the game stands otherwise than it stood; what wasn't told then doesn't count."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key, value in then.items():
            if key in TOLD_OTHERWISE:
                continue
            yield from differing(value, now.get(key), f"{where}.{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for place, (old, new) in enumerate(zip(then, now, strict=True)):
            yield from differing(old, new, f"{where}.{place}")
    elif then != now:
        yield f"{where}: {then!r} was, {now!r} is"


# ---- under newer rules


def adopted(desk: Desk, choice: Choice) -> Answer:
    """The answer to a choice of rules, with which whatever falls by it is struck."""
    answer = adopting.adopt(desk, choice)
    if not answer.ok:
        fell = tuple(one["entry"] for one in answer.facts["fell"])
        assert choice.throughout, answer.lines
        answer = adopting.adopt(desk, replace(choice, drop=fell))
    assert answer.ok, answer.lines
    return answer


CHOICES = (
    Choice(why="fairer", yes=True),
    Choice(throughout=True, why="fairer", yes=True),
    Choice(keep=True, why="as we began", yes=True),
)


@pytest.mark.slow
@pytest.mark.parametrize("packed", some_of(SMALL, DATABASES))
def test_each_game_may_take_newer_rules_and_take_that_back(packed: Path, tmp_path: Path) -> None:
    path = restored(packed, tmp_path)
    for number, game in enumerate(stood(packed)[:: few_or_many(19, 1)]):
        desk = Desk(str(path), NOW, "here", game.name)
        if not reports.status(desk).facts["rules"]["undecided"]:
            continue
        assert adopting.choices(desk).facts["changes"]
        for choice in few_or_many((CHOICES[number % 3],), CHOICES):
            shown = adopted(desk, replace(choice, yes=False)).facts
            done = adopted(desk, choice).facts
            by_both = {"recorded": True, "outbox": [], "fell": []}  # what falls is dropped by then
            assert {**shown, **by_both} == {**done, **by_both}
            assert not reports.status(desk).facts["rules"]["undecided"]
            taking_back.undo(desk, None, "not yet")
            now = json.loads(json.dumps(reports.status(desk, secret=True).facts))
            then = {**game.status, "entry": now["entry"], "unsent": now["unsent"]}
            assert [*differing(then, now)] == [], (game.name, choice)
    assert care.check(Desk(str(path), NOW, "here")).facts["problems"] == []


def test_what_newer_rules_make_otherwise_is_what_the_clauses_say(tmp_path: Path) -> None:
    """AP-11, example (f): Ann B for 30, Bob A for 20, Cid C for 10, Dan nothing."""
    folder = FOLDERS[0]
    path = restored(folder / "auction-poker.db.gz", tmp_path)
    desk = Desk(str(path), NOW, "here", "Equal bids, closed")
    adopted(desk, CHOICES[1])
    decided = reports.status(desk).facts["public"]["decided"]
    sold = {one["lot"]: (one["winner"], one["price"]) for one in decided if one["winner"]}
    assert sold == {"A": ("Bob", 20), "B": ("Ann", 30), "C": ("Cid", 10)}


# ---- played on

MOST = few_or_many(3, 30)
"""So many requests each game goes on for, if it doesn't end before."""


@dataclass
class PlayedOn:
    """A game of a release that goes on at today's desk, by what its rules suggest. `phases` are
    those that it came to.
    """

    path: Path
    name: str
    now: Instant
    dice: Dice
    choice: Choice
    phases: set[str] = field(default_factory=set)

    @property
    def desk(self) -> Desk:
        return Desk(str(self.path), self.now, "here", self.name)

    def session(self) -> Session:
        """The game as it stands."""
        with Store.open(str(self.path)) as store, store.reading() as room:
            session = load(room, the_game(room, self.desk))
        self.phases.add(session.game.view(session.table.state, PUBLIC)["phase"])
        return session

    def go_on(self) -> None:
        """What comes next, if the game isn't over: somebody says what is awaited, or the host does
        what is left to it.
        """
        session = self.session()
        if session.ended:
            return
        self.now = self.now.plus(timedelta(minutes=1))
        if session.table.paused:
            self.record(HOST, "resume")
        elif session.unread:
            inbox.aside(self.desk, session.unread[0].number, "that was long ago")
        elif session.table.overdue(self.now):
            self.record(HOST, "close")
        elif not self._somebody_speaks(session):
            self.now = max(self.now, *(window.ends for window in session.table.windows))
            self.record(HOST, "close")

    def _somebody_speaks(self, session: Session) -> bool:
        """Somebody who is awaited does what the game suggests; whether there was anybody."""
        for turn in self.dice.shuffle(session.awaited):
            said = session.game.suggest(session.table.state, turn.who, self.dice)
            if said is not None or turn.moves == ("start",):
                self.record(turn.who, str(said or "start"))
                return True
        return False

    def record(self, who: str, text: str) -> None:
        """Record it; it must stand, if need be after the host has chosen by which rules."""
        try:
            answer = recording.record(self.desk, Request(who, text))
        except UndecidedRules:
            adopted(self.desk, self.choice)
            return
        assert answer.ok, (self.name, who, text, answer.lines)


@pytest.mark.slow
@pytest.mark.parametrize("packed", some_of(SMALL, DATABASES))
def test_all_games_go_on(packed: Path, tmp_path: Path) -> None:
    path = restored(packed, tmp_path)
    with Store.open(str(path)) as store, store.reading() as room:
        last = {
            one.header.name: max(
                [one.created_at, *(entry.recorded_at for entry in room.entries(one.id))]
            )
            for one in room.games()
        }
    assert reports.due(Desk(str(path), NOW, "here")).lines
    for number, game in enumerate(stood(packed)[:: few_or_many(17, 1)]):
        on = PlayedOn(path, game.name, last[game.name], Dice(number), CHOICES[number % 3])
        assert len(journals.log(on.desk).facts) == game.status["entry"]
        for _ in range(MOST):
            on.go_on()
        assert on.phases <= {*PHASES[game.kind].split()}, game.name
        for text in outbox.outbox(on.desk).facts[:2]:
            assert outbox.text(on.desk, str(text["number"])).texts
    assert care.check(Desk(str(path), NOW, "here")).facts["problems"] == []
