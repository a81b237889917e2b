"""Whom a match waits for, what for, and how long (GB-2 to GB-6, GB-17)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import Turn, Wanted, Window
from gmtool.engine.text import CHANCE, HOST, write_name
from gmtool.games.grouping_bw import moves as m
from gmtool.games.grouping_bw.items import has, may_ask_order
from gmtool.games.grouping_bw.ordering import due
from gmtool.games.grouping_bw.state import (
    BETTING,
    FIRST,
    GROUPING,
    ORDER,
    SETUP,
    Player,
    Round,
    State,
)
from gmtool.games.grouping_bw.terms import ORDER as ORDER_ITEM
from gmtool.games.grouping_bw.terms import PEEK

GROUP_FORM = "group A TILE … B TILE … C TILE …"
FIRST_WINDOW = "first"


def wanted(state: State) -> Wanted:
    """Who may or must move now, and in which window."""
    if state.phase == BETTING and state.round:
        return _wanted_betting(state, state.round)
    if state.phase == SETUP:
        start = Turn(HOST, "the start, which opens the grouping of the first set", ("start",))
        return _beside(Wanted((start,)), _first(state, expected=False))
    if state.phase in {GROUPING, ORDER, FIRST}:
        return _beside(_before_a_round(state), _first(state))
    return Wanted()


def ask(state: State) -> State:
    """The state with news for each player awaited now. Each is told alone, since the text shows
    its groups (GB-2).
    """
    turns = wanted(state).turns
    for who in dict.fromkeys(turn.who for turn in turns if turn.window and turn.expected):
        state = state.tell("Asked", only_to=[who], who=who)
    return state


def _before_a_round(state: State) -> Wanted:
    """The turns before a round: the groupings, then chance. The holder of the Order may use it
    until somebody acts.
    """
    if state.phase == GROUPING:
        return _wanted_groupings(state)
    turns = [
        Turn(player.name, "the Order, if it is used now", ("order",), expected=False)
        for player in state.players
        if has(player, ORDER_ITEM)
    ]
    player = due(state)
    if player is not None:
        task = f"the order of {player.name}'s tiles, group by group"
        turns.insert(0, Turn(CHANCE, task, (f"order {write_name(player.name)} TILE …",)))
    return Wanted(tuple(turns))


def _beside(one: Wanted, other: Wanted) -> Wanted:
    return Wanted((*one.turns, *other.turns), (*one.windows, *other.windows))


def _first(state: State, *, expected: bool = True) -> Wanted:
    """The turn to name who starts the first round: of the host, or of the holder of the Bonus, who
    has a window for it (GB-5, GB-17).
    """
    if state.starter:
        return Wanted()
    task, moves = "who starts the first round", (m.First.hint(),)
    if not state.namer:
        return Wanted((Turn(HOST, task, moves, expected=expected),))
    if state.phase == SETUP:
        return Wanted((Turn(state.namer, task, moves, expected=False),))
    title = f"{state.namer}'s word on {task}"
    window = Window(FIRST_WINDOW, title, state.terms.grouping_hours, "GB-17")
    return Wanted((Turn(state.namer, task, moves, FIRST_WINDOW),), (window,))


def _wanted_groupings(state: State) -> Wanted:
    """One sealed window for both players; a player who has grouped may still send
    other groups (GB-2).
    """
    key = f"grouping {state.set}"
    title = f"the groupings of set {state.set}"
    window = Window(key, title, state.terms.grouping_hours, "GB-2", sealed=True)
    turns = tuple(
        Turn(
            player.name,
            f"the groups for set {state.set}",
            tuple(_at_grouping(state, player)),
            key,
            expected=player.grouping is None,
        )
        for player in state.players
    )
    return Wanted(turns, (window,))


def _at_grouping(state: State, player: Player) -> Iterator[str]:
    yield GROUP_FORM
    if player.last is not None:
        yield from ("same", "swap TILE TILE")
    if state.antes:
        yield m.Ante.hint()
    if player.grouping is not None and has(player, ORDER_ITEM):
        yield "order"


def _wanted_betting(state: State, now: Round) -> Wanted:
    """The turn of the player who is to act; holders of a Peek or the Order may use it
    on anybody's turn.
    """
    number = len(now.actions) + 1
    key = f"betting {state.set}.{now.number}.{number}"
    what = f"action in round {now.number} of set {state.set}"
    window = Window(key, f"{now.actor}'s {what}", state.terms.betting_hours, "GB-6")
    actor = Turn(
        now.actor,
        f"the betting {what}",
        (*betting_moves(state, now.actor), *_items(state, now.actor)),
        key,
    )
    other = state.other(now.actor).name
    used = tuple(_items(state, other))
    if not used:
        return Wanted((actor,), (window,))
    aside = Turn(other, "an item, if it is used now", used, key, expected=False)
    return Wanted((actor, aside), (window,))


def betting_moves(state: State, who: str) -> Iterator[str]:
    """The moves of the player whose turn it is, as text forms (GB-6)."""
    if state.most(who) >= 1:
        yield (m.Bet if state.is_open else m.Raise).hint()
    if not state.is_open or state.terms.opening_check:
        yield "call"
    yield "fold"


def _items(state: State, who: str) -> Iterator[str]:
    player = state.player(who)
    if has(player, PEEK):
        yield "peek"
    if has(player, ORDER_ITEM) and may_ask_order(state):
        yield "order"
