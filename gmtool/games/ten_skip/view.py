"""What the public, one seat or the host may know; all that isn't listed here stays unseen.

Hands are for their players, but for the cards that the public knows (TS-15); so are the two cards
drawn (TS-6).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from gmtool.engine.events import plain
from gmtool.engine.game import View
from gmtool.engine.views import view_for
from gmtool.games.ten_skip.state import KEEP, OPEN, SETUP, Player, State
from gmtool.games.ten_skip.terms import deck, made_hands, pairs_in, points, runs_in
from gmtool.games.ten_skip.wanting import moves, task


def view(state: State, seer: str) -> View:
    """Plain data: `phase`, `players`, `public`; for a seat also `you`; for the host the hands and
    all that is private under SECRET.
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
        secret=lambda: {"draw_pile": list(state.draw_pile), "drawn": list(state.drawn)},
        secret_of=lambda name: {"hand": list(state.player(name).hand)},
    )


def _player(state: State, player: Player) -> dict[str, Any]:
    in_round = player.in_round and state.started
    return {
        "name": player.name,
        "score": player.score,
        "eliminated": bool(player.eliminated),
        "eliminated_in": player.eliminated or None,
        "in_round": in_round,
        "cards": len(player.hand) if state.started else 0,
        "known": list(player.known),
    }


def _public(state: State) -> dict[str, Any]:
    terms, started, on = state.terms, state.started, state.phase in OPEN
    return {
        "round": state.round,
        "dealer": state.dealer if started else "",
        "draws": plain(state.draws) if started else [],
        "draw_pile": len(state.draw_pile) if on else 0,
        "discards": list(state.discards) if on else [],
        "discard_top": state.discards[-1] if on and state.discards else "",
        "turn": state.turn,
        "actor": state.actor,
        "awaited": state.awaited,
        "task": task(state) if state.awaited else "",
        "moves": list(moves(state)) if state.awaited else [],
        "shown": state.shown,
        "victim": state.victim,
        "on_notice": state.on_notice,
        "refuted": list(state.refuted),
        "victims": list(state.victims(state.actor)) if state.actor else [],
        "acts": [plain(act) for act in state.acts],
        "may_claim": [p.name for p in state.in_round if state.may_claim(p.name)],
        "may_reveal": [won.who for won in state.unrevealed],
        "rounds": [plain(then) for then in state.rounds],
        "corrections": _corrections(state),
        "winners": list(state.winners),
        "made_hands": [list(run) for run in made_hands(terms.run_length)],
        "deck": list(deck(terms.decks)),
        "terms": asdict(terms),
        "timetable": _timetable(state) if state.phase == SETUP else [],
        "timetable_of": "the first time round, with one answer of each player",
    }


def _corrections(state: State) -> list[dict[str, Any]]:
    """What the host has put to a score beside what the rounds cost (ALL-6)."""
    found = []
    for player in state.players:
        costs = (s.points for then in state.rounds for s in then.scores if s.name == player.name)
        points = player.score - sum(costs)
        if points:
            found.append({"who": player.name, "points": points})
    return found


def _you(state: State, player: Player) -> dict[str, Any]:
    """What only this player is told."""
    name, hand = player.name, player.hand
    chooses = state.phase == KEEP and state.actor == name
    return {
        "name": name,
        "hand": list(hand),
        "asked": state.phase if state.awaited == name else "",
        "drawn": list(state.drawn) if chooses else [],
        "runs": [list(run) for run in runs_in(hand, state.terms.run_length)],
        "pairs": list(pairs_in(hand)),
        "points": sum(map(points, hand)),
        "may_reveal": _may_reveal(state, name),
    }


def _may_reveal(state: State, name: str) -> int:
    """The round whose winning hand the player may still show, or 0."""
    won = state.unrevealed_of(name)
    return won.round if won else 0


def _timetable(state: State) -> list[dict[str, Any]]:
    """Nobody knows how long a round lasts."""
    hours = len(state.players) * state.terms.move_hours
    return [{"what": "a move of each player", "hours": hours}]
