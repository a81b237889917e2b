"""Amendments that can't be (ALL-3, ALL-6), in random games of every kind; those that can are among
the promises of a kind (`gmtool.testing.check_amendments`).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gmtool.desk.rehearse.bots import Dice
from gmtool.desk.session.kinds import setups
from gmtool.desk.session.session import empty_replay
from gmtool.engine import entropy
from gmtool.engine.amendments import Amend, Amendment, Insert, Strike
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.refusals import Refusal
from gmtool.engine.text import HOST
from gmtool.games import BUILT_IN, load
from gmtool.testing.check_amendments import WHY, snapshot
from gmtool.testing.check_order import by_arrival
from gmtool.testing.random_headers import by_defaults
from gmtool.testing.random_play import RandomGame

BY_ARRIVAL = {"auction-poker", "free", "grouping-bw", "split-decision"}


@pytest.mark.parametrize("kind", BUILT_IN)
def test_all_08_the_kinds_with_windows_by_arrival(kind: str) -> None:
    assert bool(by_arrival(load(BUILT_IN[kind]), 0)) == (kind in BY_ARRIVAL)


def drawing(kind: str) -> Game:
    """The rules of a kind; of one whose games are made of files those of a file with draws."""
    game = load(BUILT_IN[kind])
    if game.made is None:
        return game
    return game.made(next(one.text for one in setups(kind) if "[roles]" in one.text))


@pytest.mark.parametrize("kind", BUILT_IN)
def test_all_03_all_06_what_cant_be_put_right_is_refused_with_its_clause(kind: str) -> None:
    rules = drawing(kind)
    header = replace(by_defaults(rules, 0), settings={"chance": entropy.HOLD})
    game = RandomGame(header, empty_replay(rules, header), [], Dice(3), lazy=0)
    game.replay.fold.seed = bytes.fromhex(header.seed)
    game.host('words "Ann: banana"')
    while len(game.entries) < 12 or not any(entry.is_drawn for entry in game.entries):
        game.go_on()
    drawn = next(entry.number for entry in game.entries if entry.is_drawn)
    note, setting, struck = (
        said(game, text) for text in ('note "x"', "set thread=1", 'note "struck"')
    )
    amendment = said(game, f'strike {struck} why "x"')
    gone = said(game, 'note "taken back"')
    game.host(f"undo {gone}")
    at = game.now
    cant = [(999, "ALL-6"), (gone, "ALL-6"), (struck, "ALL-6"), (setting, "ALL-6")]
    for number, clause in (*cant, (amendment, "ALL-6"), (drawn, "ALL-3"), (1, "ALL-3")):
        said_of_it = 'words "Bob"' if number == 1 else 'note "y"'
        refuses(game, Amend(number, WHY, to=said_of_it), clause)
        refuses(game, Amend(number, WHY, at=at), clause)
        refuses(game, Strike(number, WHY), clause)
        refuses(game, Strike(note, WHY, drop=(number,)), clause)
    for number, clause in cant[:3]:
        refuses(game, Insert(number, WHY, (), game.table.players[0], at, "pass"), clause)
    refuses(game, Amend(note, WHY, to='words "Bob"'), "ALL-3")
    for text in ("set thread=2", f"undo {note}", f'strike {note} why "x"'):
        refuses(game, Amend(note, WHY, to=text), "ALL-6")
    game.host(f'strike {note} why "x"')


def said(game: RandomGame, text: str) -> int:
    """What the host said, by its number."""
    game.host(text)
    return len(game.entries)


def refuses(game: RandomGame, slip: Amendment, clause: str) -> None:
    """That can't be put right, by that clause, and nothing is changed by trying."""
    entry, was = (
        Entry(len(game.entries) + 1, HOST, str(slip), game.now, game.now),
        game.replay.copy(),
    )
    for asked in (game.replay.judge_amendment, game.replay.apply):
        with pytest.raises(Refusal) as refused:
            asked(entry)
        assert refused.value.clause == clause, slip
        assert snapshot(game.replay) == snapshot(was)
