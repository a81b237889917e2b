"""What every kind of game must hold, in random games of each (`random_play`). A kind is played as
soon as it stands in the table of kinds: players and options are tried as its set-up allows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import count, pairwise
from typing import Any

import pytest
from playing import play
from random_play import RandomGame, random_game, verb
from tutorial import EVERY_KIND

from gmtool.engine import amending, codec, replay
from gmtool.engine.game import Game
from gmtool.engine.moves import read_host_move
from gmtool.engine.steps import Step, read
from gmtool.engine.table import Table, from_json, to_json, wanted

FAST_ENTRIES = 250
"""How much is heard in fast tests: of long games few are played, of short ones many."""
SLOW_PARTS = 4
GAMES_IN_A_PART = 25
UNASKED = {
    "first",  # GB-5: named anew until the first round
    "keep",  # AP-28: also by who has no card to trash
}
"""What rulebooks take though nobody is asked for it; all else that isn't wanted is refused."""


@pytest.mark.parametrize("rules", EVERY_KIND, indirect=True)
def test_all_03_all_06_random_games_keep_all_promises(rules: Game) -> None:
    did: Counter[str] = Counter()
    for number in count():
        did += check(rules, number).did
        if did.total() > FAST_ENTRIES:
            break
    assert {"start", "close", "undo", "redo", "refused"} <= set(did)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(SLOW_PARTS))
@pytest.mark.parametrize("rules", EVERY_KIND, indirect=True)
def test_all_03_all_06_many_random_games_keep_all_promises(rules: Game, part: int) -> None:
    first = 1000 + part * GAMES_IN_A_PART
    played = [check(rules, number) for number in range(first, first + GAMES_IN_A_PART)]
    said = {word for game in played for word in game.did}
    never = {verb(line.text) for line in played[0].game.grammar.lines} - said
    assert len(never) <= 1, never  # one may be rare


def check(rules: Game, number: int) -> RandomGame:
    """The random game of that number, with all that must hold after every entry and at its end."""
    game = random_game(rules, number, lambda *entry: broken(rules, *entry))
    for step in game.unasked:
        if verb(step.entry.text) not in UNASKED:
            game.fail(["it was taken, but isn't wanted"], step.entry)
    again = play(game.text(), rules)
    assert again.entries == tuple(game.entries), game.text()
    assert again.table == game.table, game.text()
    standing = replay.replay(rules, game.fold.start, amending.live(game.entries))
    assert standing.failure is None, game.text()
    assert standing.table == game.table, game.text()
    recorded = [entry.recorded_at for entry in game.entries]
    assert all(one <= next_one for one, next_one in pairwise(recorded)), game.text()
    assert survives_json(rules, game.table), game.text()
    return game


# ---- after every entry


def broken(game: Game, before: Table, step: Step, after: Table) -> Iterator[str]:
    """The promises that an entry broke."""
    if not reads_back(game, before, step):
        yield f"“{step.move}” doesn't read back"
    for thing in (step.move, step.table.state):
        if thing != codec.from_json(type(thing), plain(codec.to_json(thing))):
            yield f"{thing} doesn't survive JSON"
    if step.entry.number % 8 == 1 and not survives_json(game, after):
        yield "the table doesn't survive JSON"
    yield from windows_differ(game, after)
    yield from unasked(game, after)


def reads_back(game: Game, before: Table, step: Step) -> bool:
    """Whether the entry's text is the text form of its move, which reads back to it."""
    text = step.entry.text
    if step.entry.takes_back:
        return read_host_move(text, before.players, before.aliases) == step.move
    return read(game, before, step.entry.who, text) == step.move and str(step.move) == text


def survives_json(game: Game, table: Table) -> bool:
    """Whether the table is the same when it was kept as text."""
    return from_json(game, plain(to_json(table))) == table


def plain(data: Any) -> Any:
    """Data as it comes back from the database."""
    return json.loads(json.dumps(data))


def windows_differ(game: Game, table: Table) -> Iterator[str]:
    """The windows that run are those that the rules want, and every turn in one has its window."""
    asked = wanted(game, table)
    keys = [window.key for window in asked.windows]
    if sorted(keys) != sorted(window.key for window in table.windows):
        yield f"the rules want the windows {keys}, but others are open"
    if len(keys) != len(set(keys)):
        yield f"two windows have one key: {keys}"
    for turn in asked.turns:
        if turn.window and turn.window not in keys:
            yield f"{turn.who} has no window “{turn.window}”"


def unasked(game: Game, table: Table) -> Iterator[str]:
    """Nothing is suggested to who isn't asked."""
    asked = wanted(game, table)
    for who in ("host", "chance", *table.players):
        if asked.turn(who) is None and game.suggest(table.state, who, First()) is not None:
            yield f"{who} isn't asked, but gets a suggestion"


class First:
    """Who always chooses the first."""

    def below(self, _n: int) -> int:
        return 0

    def shuffle(self, things: Any) -> tuple[Any, ...]:
        return tuple(things)
