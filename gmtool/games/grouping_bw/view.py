"""What the public, one seat or the host may know; all that isn't listed here stays unseen.

Groupings, orders and tiles that lie face down are for nobody; a tile is seen after a showdown, a
fold or a Peek, by whom the rules show it (GB-4, GB-7, GB-8, GB-14, GB-17).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from gmtool.engine.events import plain
from gmtool.engine.game import View
from gmtool.engine.views import view_for
from gmtool.games.grouping_bw.betting import level
from gmtool.games.grouping_bw.items import has, may_ask_order, order_told
from gmtool.games.grouping_bw.knowledge import dealt, possible_now
from gmtool.games.grouping_bw.state import (
    BETTING,
    GROUPING,
    SETUP,
    SHOWDOWN,
    Grouping,
    Player,
    Round,
    RoundThen,
    State,
)
from gmtool.games.grouping_bw.terms import (
    BONUS_CHIPS,
    MAY_LEAVE,
    MOST_BET,
    ORDER,
    PEEK,
    PENALTY,
    SIZES,
    colour,
)
from gmtool.games.grouping_bw.wanting import betting_moves


def view(state: State, seer: str) -> View:
    """Plain data: `phase`, `players`, `public`; for a seat also `you`; for the host groupings,
    orders and tiles under SECRET.
    """
    known: View = {
        "phase": state.phase,
        "players": [_player(state, player) for player in state.players],
        "public": _public(state),
    }
    return view_for(
        seer,
        known,
        you=lambda name: _you(state, state.player(name)),
        secret=lambda: _secret(state),
        secret_of=lambda name: _secret_of(state, state.player(name)),
    )


def _player(state: State, player: Player) -> dict[str, Any]:
    """An Order counts as used once it is answered: before that it would tell who has grouped."""
    used = [item for item in player.used if not (item == ORDER and player.order_asked)]
    return {
        "name": player.name,
        "chips": player.chips,
        "bet": player.bet,
        "items": [{"item": item, "used": item in used} for item in player.items],
        "colour": _colour(state, player),
    }


def _colour(state: State, player: Player) -> str:
    """The colour of its tile in play, or empty."""
    return colour(state.round.tiles[state.seat(player.name)]) if state.round else ""


def _groups(grouping: Grouping | None) -> dict[str, list[int]] | None:
    return {letter: list(tiles) for letter, tiles in grouping.groups} if grouping else None


def _secret(state: State) -> dict[str, Any]:
    awaited = [p.name for p in state.players if state.phase == GROUPING and p.grouping is None]
    return {"groupings_awaited": awaited}


def _secret_of(state: State, player: Player) -> dict[str, Any]:
    now = state.round
    return {
        "grouping": _groups(player.grouping),
        "last_grouping": _groups(player.last),
        "order": list(player.order),
        "tile": now.tiles[state.seat(player.name)] if now else None,
        "order_asked": player.order_asked,
        "ante_named": player.proposal or None,
    }


def _public(state: State) -> dict[str, Any]:
    now = state.round
    of_the_set = [then for then in state.rounds if then.set == state.set]
    names = [player.name for player in state.players]
    return {
        "variant": state.terms.variant,
        "set": state.set,
        "half": state.half,
        "round": now.number if now else 0,
        "rounds_in_set": state.rounds_in_set,
        "halves": state.terms.halves,
        "ante": state.ante,
        "scheduled_ante": state.scheduled,
        "agreed": state.agreed,
        "paid_ante": now.ante if now else 0,
        "pot": state.pot,
        "colours": {name: _colour(state, state.player(name)) for name in names} if now else {},
        "starter": now.starter if now else state.starter,
        "namer": state.namer,
        "actor": now.actor if now and state.phase == BETTING else "",
        "actions": [asdict(action) for action in now.actions] if now else [],
        "peeks": list(now.peeks) if now else [],
        "betting": _betting(state, now) if now and state.phase == BETTING else None,
        "rounds": [_round(state, then) for then in state.rounds],
        "shown": [_shown(names, then) for then in of_the_set if then.ended == SHOWDOWN],
        "discards": state.discards,
        "sudden": state.sudden,
        "winner": state.winner,
        "why": state.why,
        "terms": {**asdict(state.terms), "items": [[n, list(i)] for n, i in state.terms.items]},
        "chips_at_start": state.terms.chips,
        "bonus_chips": BONUS_CHIPS,
        "penalty": PENALTY,
        "most_bet": MOST_BET,
        "sizes": dict(SIZES),
        "may_leave": dict(MAY_LEAVE),
        "timetable": _timetable(state) if state.phase == SETUP else [],
        "timetable_of": "the first set",
    }


def _betting(state: State, now: Round) -> dict[str, Any]:
    """What the player whose turn it is may do: what a call costs, the most it may bet or raise by,
    and the three limits of that (GB-6); all in chips.
    """
    to_call, other = state.to_call(now.actor), state.other(now.actor)
    most = state.most(now.actor)
    return {
        "who": now.actor,
        "opponent": other.name,
        "opening": not now.actions,
        "moves": list(betting_moves(state, now.actor)),
        "level": level(state),
        "to_call": to_call,
        "least": 1 if most >= 1 else 0,
        "most": max(most, 0),
        "limits": {
            "rule": MOST_BET,
            "opponent": other.chips,
            "own": state.player(now.actor).chips - to_call,
        },
    }


def _round(state: State, then: RoundThen) -> dict[str, Any]:
    """A round that is over, with the tiles where all saw them (GB-8, GB-14)."""
    names = [player.name for player in state.players]
    facts: dict[str, Any] = plain(then)
    facts["colours"] = [colour(tile) for tile in then.tiles]
    facts["tiles"] = [
        tile if then.ended == SHOWDOWN or (then.eight and name == then.folder) else None
        for name, tile in zip(names, then.tiles, strict=True)
    ]
    return facts


def _shown(names: list[str], then: RoundThen) -> dict[str, Any]:
    tiles = dict(zip(names, then.tiles, strict=True))
    return {"set": then.set, "half": then.half, "round": then.number, "tiles": tiles}


def _you(state: State, player: Player) -> dict[str, Any]:
    """What only this player is told, and all that follows from it."""
    other = state.other(player.name)
    now = state.round
    return {
        "name": player.name,
        "opponent": other.name,
        "grouping": _groups(player.grouping),
        "last_grouping": _groups(player.last),
        "grouped": player.grouping is not None,
        "may_regroup_freely": player.last is None or not state.terms.is_final,
        "acting": bool(now and state.phase == BETTING and now.actor == player.name),
        "names_first": state.namer == player.name and not state.starter,
        "peek": has(player, PEEK),
        "order": has(player, ORDER),
        "order_now": has(player, ORDER) and may_ask_order(state),
        "order_asked": player.order_asked,
        "group_order": list(order_told(player).groups) if _order_known(player) else [],
        "ante_named": player.proposal,
        "ante_offered": other.proposal if state.phase == GROUPING else 0,
        "own": _known(state, player.name, player.name),
        "theirs": _known(state, player.name, other.name),
    }


def _order_known(player: Player) -> bool:
    return player.order_told and bool(player.order)


def _known(state: State, seer: str, owner: str) -> dict[str, Any]:
    """The tiles of `owner` dealt in the set as `seer` knows them, and those the one in play can
    be.
    """
    return {
        "dealt": [asdict(one) for one in dealt(state, seer, owner)],
        "possible": list(possible_now(state, seer, owner)),
    }


def _timetable(state: State) -> list[dict[str, Any]]:
    """The first set, with a bet and an answer in each round; nobody knows how many sets follow."""
    terms = state.terms
    rounds = {"what": "a bet and its answer", "hours": 2 * terms.betting_hours}
    return [
        {"what": "the groupings of set 1", "hours": terms.grouping_hours},
        *(
            {**rounds, "what": f"round {number}: a bet and its answer"}
            for number in range(1, state.rounds_in_set + 1)
        ),
    ]
