"""What a setup file makes, tried in games that bots play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import asdict

from gmtool.desk.answers import Answer, table
from gmtool.desk.begin.setup_files import (
    begin_hint,
    game_of,
    player_counts,
    player_range,
    trial_header,
)
from gmtool.desk.problems import DeskProblem
from gmtool.desk.rehearse.crew import Stuck, Watched, cores, performed, unwatched
from gmtool.desk.rehearse.figures import Figures
from gmtool.desk.rehearse.life import Bill, Manner, Rehearsed
from gmtool.desk.session.kinds import Setup
from gmtool.engine.files import Misset, hash_of
from gmtool.engine.game import Game
from gmtool.engine.grammar import PLAYER
from gmtool.engine.instants import Instant
from gmtool.engine.options import write_value
from gmtool.engine.text import plural

MANY = 12
"""With how many players at most a game is played by bots."""
_BEGIN = Instant("2026-11-20T20:00:00Z")
_SEED = "setup check"
"""The same games every time: what has changed is the file."""


def check(setup: Setup, games: int, watched: Watched = unwatched) -> Answer:
    """The mistakes in a file; of one without, what it makes, and what looks odd after so many games
    played by bots. Raises DeskProblem for a game that can't be played on.
    """
    name = "standard input" if setup.name == "-" else setup.name
    try:
        game = game_of(setup)
    except Misset as misset:
        found = misset.mistakes
        facts: dict[str, Any] = {"file": name, "mistakes": [asdict(one) for one in found]}
        return Answer(tuple(one.sentence(name) for one in found), facts=facts, ok=False)
    counts = player_counts(game)
    facts = {
        "file": name,
        "mistakes": [],
        "title": game.title,
        "hash": hash_of(game.file),
        "players": [counts[0], counts[-1]],
        "moves": [one._asdict() for one in game.grammar.lines if one.who == PLAYER],
        "options": [
            {"name": one.name, "default": one.default, "doc": one.doc} for one in game.options
        ],
    }
    played = _played(game, counts, games, watched)
    facts |= {"games": len(played), "odd": [*Figures(played, (), 0).of_the_set_up()]}
    hints = () if setup.name == "-" else (begin_hint(setup, game),)
    return Answer(tuple(_told(facts)), hints=hints, facts=facts)


def _told(facts: dict[str, Any]) -> Iterator[str]:
    yield f"{facts['file']} makes “{facts['title']}”, for {player_range(facts['players'])} players."
    yield from table([(one["text"], one["when"]) for one in facts["moves"]])
    for one in facts["options"]:
        yield f"option {one['name']}: {write_value(one['default'])} ({one['doc']})"
    yield f"hash: {facts['hash']}"
    if facts["odd"]:
        yield f"what looks odd after {plural(facts['games'], 'game')} played by bots:"
        yield from (f"  {one}" for one in facts["odd"])
    else:
        yield f"nothing looks odd after {plural(facts['games'], 'game')} played by bots."


def _played(game: Game, counts: Sequence[int], games: int, watched: Watched) -> list[Rehearsed]:
    """So many games, by as few players as can be, by many, and by some number between."""
    most = max([count for count in counts if count <= MANY], default=counts[0])
    between = counts[(counts.index(counts[0]) + counts.index(most)) // 2]
    tables = list(dict.fromkeys((counts[0], between, most)))
    shared = [range(place, games, len(tables)) for place in range(len(tables))]
    bills = [
        Bill(trial_header(game, many), _BEGIN, Manner(), _SEED, sends=False) for many in tables
    ]
    jobs = [(bill, one) for bill, own in zip(bills, shared, strict=True) for one in own]
    return [_whole(one) for one in watched(performed(jobs, cores()), games, "games")]


def _whole(one: Rehearsed | Stuck) -> Rehearsed:
    if isinstance(one, Stuck):
        raise DeskProblem(f"game {one.number} can't be played on: {one.why}.")
    return one
