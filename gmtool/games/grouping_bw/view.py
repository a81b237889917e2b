"""What the public, a seat or the host may know; whatever isn't listed here stays hidden.

Nobody may know the other's groupings, orders and tiles that lie face down. A tile is seen after a
showdown, a fold or a Peek, by those to whom the rules show it (GB-4, GB-7, GB-8, GB-14, GB-17).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from gmtool.engine.game import View
from gmtool.engine.telling import plain
from gmtool.engine.views import redact
from gmtool.games.grouping_bw import terms
from gmtool.games.grouping_bw.items import has, may_ask_order, order_of
from gmtool.games.grouping_bw.knowledge import dealt, possible_now
from gmtool.games.grouping_bw.state import (
    BETTING,
    GROUPING,
    SHOWDOWN,
    Grouping,
    Player,
    Round,
    State,
)
from gmtool.games.grouping_bw.wanting import betting_moves

EXAMPLE = 3
"""The chips of the bet or raise in an example, where that many are possible."""


def view(state: State, viewer: str) -> View:
    """Plain data: `phase`, `players`, `public`; for a seat also `you`; for the host groupings,
    orders and tiles under SECRET.
    """
    known: View = {
        "phase": state.phase,
        "players": [_player(state, player) for player in state.players],
        "public": _public(state),
    }
    return redact(
        viewer,
        known,
        you=lambda name: _you(state, state.player(name)),
        secret=lambda: _secret(state),
        secret_of=lambda name: _secret_of(state, state.player(name)),
    )


def _player(state: State, player: Player) -> dict[str, Any]:
    used = _used(player)
    return {
        "name": player.name,
        "chips": player.chips,
        "bet": player.bet,
        "items": [{"item": item, "used": item in used} for item in player.items],
        "colour": _colour(state, player),
    }


def _used(player: Player) -> list[str]:
    """The items that count as used. An Order does once it is answered: earlier it would reveal that
    the player has grouped.
    """
    return [item for item in player.used if not (item == terms.ORDER and player.order_asked)]


def _colour(state: State, player: Player) -> str:
    """The colour of the player's tile in play, or empty."""
    return terms.colour(state.round.tiles[state.seat(player.name)]) if state.round else ""


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
        "antes": _antes(state),
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
        "rounds": [plain(then.known) for then in state.rounds],
        "sets": [_set(state, names, number) for number in range(1, state.set + 1)],
        "shown": [
            {
                "set": then.set,
                "half": then.half,
                "round": then.number,
                "tiles": dict(zip(names, then.tiles, strict=True)),
            }
            for then in state.rounds
            if then.set == state.set and then.ended == SHOWDOWN
        ],
        "discards": state.discards,
        "sudden": state.sudden,
        "winner": state.winner,
        "why": state.why,
        "terms": {**asdict(state.terms), "items": [[n, list(i)] for n, i in state.terms.items]},
        "chips_at_start": state.terms.chips,
        "bonus_chips": terms.BONUS_CHIPS,
        "holders": [
            {
                "item": item,
                "held_by": [player.name for player in state.players if item in player.items],
                "used_by": [player.name for player in state.players if item in _used(player)],
            }
            for item in terms.ITEMS
        ],
        "penalty": terms.PENALTY,
        "most_bet": terms.MOST_BET,
        "sizes": dict(terms.SIZES),
        "may_leave": dict(terms.MAY_LEAVE),
    }


def _antes(state: State) -> dict[str, int] | None:
    """The least and the most ante that may be agreed on now, in chips; None for none (GB-12)."""
    is_time = state.phase == GROUPING and state.antes
    return {"least": state.antes[0], "most": state.antes[-1]} if is_time else None


def _set(state: State, names: list[str], number: int) -> dict[str, Any]:
    """What became of a set so far; facts of both players are in seat order."""
    rounds = [then for then in state.rounds if then.set == number]
    winners = [then.winner for then in rounds]
    return {
        "set": number,
        "rounds": len(rounds),
        "over": len(rounds) == state.rounds_in_set,
        "won": [winners.count(name) for name in names],
        "drawn": winners.count(""),
        "discarded": sum(then.discarded for then in rounds),
        "chips": list(rounds[-1].chips) if rounds else [],
    }


def _betting(state: State, now: Round) -> dict[str, Any]:
    """What the player whose turn it is may do: the cost of a call, the most it may bet or raise by,
    and the three limits of that (GB-6), all in chips.
    """
    most = state.most(now.actor)
    return {
        "who": now.actor,
        "opponent": state.other(now.actor).name,
        "opening": not now.actions,
        "moves": list(betting_moves(state, now.actor)),
        "level": state.level,
        "to_call": state.to_call(now.actor),
        "least": 1 if most >= 1 else 0,
        "most": max(most, 0),
        "example": min(EXAMPLE, max(most, 0)),
        "limits": state.limits(now.actor),
    }


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
        "peek": has(player, terms.PEEK),
        "order": has(player, terms.ORDER),
        "order_now": has(player, terms.ORDER) and may_ask_order(state),
        "order_asked": player.order_asked,
        "group_order": list(order_of(player)) if _order_known(player) else [],
        "group_places": _places(state, player) if _order_known(player) else [],
        "ante_named": player.proposal,
        "ante_offered": other.proposal if state.phase == GROUPING else 0,
        "ante_example": _ante_example(state, player, other),
        "own": _known(state, player.name, player.name),
        "theirs": _known(state, player.name, other.name),
    }


def _order_known(player: Player) -> bool:
    return player.order_told and bool(player.order)


def _places(state: State, player: Player) -> list[dict[str, Any]]:
    """From which round to which each of its groups is dealt, in their order (GB-17)."""
    first = (state.half - 1) * len(terms.TILES) + 1
    places = []
    for letter in order_of(player):
        last = first + terms.SIZES[letter] - 1
        places.append({"group": letter, "first": first, "last": last})
        first = last + 1
    return places


def _ante_example(state: State, player: Player, other: Player) -> int:
    """An ante for the player to name: the one that it is offered, or another than it has named."""
    antes = state.antes if state.phase == GROUPING else range(0)
    if other.proposal in antes:
        return other.proposal
    return next((chips for chips in antes if chips != player.proposal), max(antes, default=0))


def _known(state: State, viewer: str, owner: str) -> dict[str, Any]:
    """The tiles of `owner` dealt in the set as `viewer` knows them, and those that the
    one in play can be.
    """
    return {
        "dealt": [asdict(one) for one in dealt(state, viewer, owner)],
        "possible": list(possible_now(state, viewer, owner)),
    }
