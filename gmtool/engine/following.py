"""What follows from an entry without another one: what the rules force (ALL-3), and what is done
for players who are silent for good (ALL-11).
"""

from __future__ import annotations

from gmtool.engine.entries import Entry
from gmtool.engine.frozen import replace
from gmtool.engine.game import Game, State, Wanted
from gmtool.engine.moves import Close
from gmtool.engine.refusals import Refusal
from gmtool.engine.spoken import Spoken
from gmtool.engine.table import Table
from gmtool.engine.wording import CHANCE, HOST

MOST_FORCED = 10_000
"""The most steps that the rules may force after one entry; rules that force more never end."""
MOST_DEFAULTS = 1_000
"""The most defaults that may follow from one entry; rules that want more never end."""


def with_forced(game: Game, state: State) -> State:
    """The state after all that the rules force by themselves (ALL-3), with the news of it."""
    for _ in range(MOST_FORCED):
        after = game.forced(state)
        if after is state:
            return state
        if replace(after, news=state.news) == state:
            raise RuntimeError(f"forced() of {game.kind} makes another state that is the same")
        state = after
    raise RuntimeError(f"forced() of {game.kind} goes on after {MOST_FORCED:,} steps")


def with_defaults(game: Game, table: Table, state: State, entry: Entry) -> State:
    """The state after the defaults at expiry of all inactive players who are awaited (ALL-11), and
    what the rules force after each, with the news of it.

    Nothing happens in a window that the rules close for everybody at once.
    """
    refused: set[tuple[str, str]] = set()
    for _ in range(MOST_DEFAULTS):
        found = _awaited(game.wanted(state), table, refused)
        if found is None:
            return state
        who = (found[0],)
        at, away = entry.received_at, table.away
        spoken = Spoken(entry.number, HOST, Close(who), at, who, (found,), away=away)
        try:
            after = game.play(state, spoken)
        except Refusal:
            refused.add(found)
            continue
        if replace(after, news=state.news) == state:
            refused.add(found)
        state = with_forced(game, after)
    raise RuntimeError(f"the defaults of {game.kind} go on after {MOST_DEFAULTS:,}")


def _awaited(asked: Wanted, table: Table, refused: set[tuple[str, str]]) -> tuple[str, str] | None:
    """An inactive player who should take a turn, and its window; None while chance is due."""
    if asked.turn(CHANCE) is not None:
        return None
    for turn in asked.turns:
        window = table.window(turn.window)
        moved = window is not None and turn.who in window.moved and not turn.again
        is_due = turn.who in table.inactive and turn.expected and turn.window and not moved
        if is_due and (turn.who, turn.window) not in refused:
            return turn.who, turn.window
    return None
