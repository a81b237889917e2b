"""The promises of every kind for free games: as the kind comes, for two of its files, and for one
with a little of everything. No round runs twice, who is out wins nothing of those who are left, and
what is secret is in no other's view (FF-2 to FF-6, FF-17).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lengths import few_or_many, some_of
from recorded import few_or_all

from gmtool.desk.session.kinds import setups
from gmtool.engine.files import canonical
from gmtool.engine.game import PUBLIC, SECRET, Game
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.engine.text import HOST
from gmtool.games.free import GAME, made
from gmtool.games.free.file import read
from gmtool.games.free.rounds import hides_whom
from gmtool.games.free.state import State
from gmtool.games.free.terms import Setup
from gmtool.testing import promises
from gmtool.testing.played import Subject
from gmtool.testing.promised import PROMISES, Promise
from gmtool.testing.random_play import Keeps

EVERYTHING = Path(__file__).with_name("everything.toml")


def keeps(game: Game) -> Keeps:
    """What must hold after every entry of that game."""
    setup = read(game.file)

    def broken(_before: Table, _step: Step, after: Table) -> Iterator[str]:
        state: State = after.state
        yield from amiss(setup, state)
        yield from views_wrong(game, setup, state)

    return broken


def amiss(setup: Setup, state: State) -> Iterator[str]:
    running = [one.round for one in state.running]
    if len(running) != len({*running}):
        yield f"a round runs twice: {running}"
    for player in state.players:
        for unit, held in zip(setup.units, player.held, strict=True):
            if unit.out_at is not None and held <= unit.out_at and not player.is_out:
                yield f"{player.name} is in with {held} {unit.name}"
    if state.won_by == "left" and not setup.end.winner and {*state.winners} != {*state.inside}:
        yield f"{state.winners} win, but {state.inside} are left"
    if (state.phase == "ended") != bool(state.won_by):
        yield f"the phase is {state.phase}, won by “{state.won_by}”"


def views_wrong(game: Game, setup: Setup, state: State) -> Iterator[str]:
    """Only the host's view has secrets, under their key; and a seat's its own."""
    public, host = game.view(state, PUBLIC), game.view(state, HOST)
    for row in host["players"]:
        del row[SECRET]
    if public != {key: host[key] for key in host if key != SECRET}:
        yield "the host's view has secrets under another key"
    over = state.phase == "ended"
    secret = {unit.name for unit in setup.units if unit.secret}
    for row in public["players"]:
        if not over and secret & {*row["has"]}:
            yield f"everybody sees {row['has']} of {row['name']}"
        if not over and row["role"] and not (row["out"] and setup.shows_roles):
            yield f"everybody sees the role of {row['name']}"
    for row in public["public"]["rounds"]:
        round_ = setup.round(row["round"])
        if round_.secret or (hides_whom(setup, round_) and row["asked"]):
            yield f"everybody sees {row}"
        if round_.sealed and row["answers"]:
            yield f"everybody sees what came for {row['round']}"
    for player in state.players:
        seat = game.view(state, player.name)
        if seat.pop("you")["role"] != player.role or seat != public:
            yield f"the view of {player.name} has another role, or more"


test_promises = pytest.mark.slow(
    promises(
        GAME,
        games=few_or_many((4,), range(40)),
        journals=few_or_all(GAME.kind),
    )
)

FILES = {
    **{one.name: one.text for one in setups(GAME.kind) if one.name in {"mafia", "survivor"}},
    "everything": EVERYTHING.read_text("utf-8"),
}
ALWAYS = ("games are played to their end", "what is ruled comes about", "secrets stay secret")
"""What isn't left to the long form."""
ALL = [(name, promise) for name in FILES for promise in PROMISES]
DEAREST = next(one for one in ALL if (one[0], one[1].name) == ("everything", "secrets stay secret"))
"""The file that has everything has as many secrets; `secrets.clauses` names them."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "promise"),
    some_of([one for one in ALL if one[1].name in ALWAYS and one != DEAREST], ALL),
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_games_of_files_keep_them_too(name: str, promise: Promise) -> None:
    promise.check(subject(name))


def subject(name: str) -> Subject:
    if name not in _SUBJECTS:
        game = made(canonical(FILES[name]))
        _SUBJECTS[name] = Subject.of(game, few_or_many((2, 3, 5), range(20)), keeps=keeps(game))
    return _SUBJECTS[name]


_SUBJECTS: dict[str, Subject] = {}
