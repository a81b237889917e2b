"""What the public, a seat or the host may know; whatever isn't listed here stays hidden.

Hands are for their players, except for cards that the public knows (TS-15); so are the two
cards drawn (TS-6).
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from msgspec.structs import asdict

from gmtool.engine.game import View
from gmtool.engine.telling import plain
from gmtool.engine.views import redact
from gmtool.games.ten_skip.exchange import last_draws
from gmtool.games.ten_skip.progress import score_of
from gmtool.games.ten_skip.state import IN_A_ROUND, KEEP, Player, Score, State, Terms
from gmtool.games.ten_skip.terms import deck, made_hands, points, runs_in
from gmtool.games.ten_skip.wanting import by_default, moves, task

_EXAMPLE = ("AS", "3H", "5D", "7C", "9C", "9H", "10D")
"""A hand from low to high, to show what cards score."""
_WAYS = 3
"""The number of ways in which a scene is told, so that no two in a row are alike."""


def view(state: State, viewer: str) -> View:
    """Plain data: `phase`, `players`, `public`; for a seat also `you`; for the host hands and other
    secrets under SECRET.
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
        "unknown": len(player.hand) - len(player.known) if state.started else 0,
        "at_limit": player.score >= state.terms.limit and not player.eliminated,
    }


def _public(state: State) -> dict[str, Any]:
    terms, started, on = state.terms, state.started, state.phase in IN_A_ROUND
    return {
        "round": state.round,
        "dealer": state.dealer if started else "",
        "draws": plain(state.draws) if started else [],
        "turn_order": list(state.turn_order) if on else [],
        "dealt_pile": terms.pile(len(state.playing)),
        "draw_pile": len(state.draw_pile) if on else 0,
        "last_draws": list(last_draws(state)) if on else [],
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
        "before_claim": _before_claim(state),
        "refuted": list(state.refuted),
        "victims": list(state.victims(state.actor)) if state.actor else [],
        "acts": [plain(act) for act in state.acts],
        "last_acts": [plain(act) for act in state.acts if act.turn == state.acts[-1].turn],
        "may_claim": [p.name for p in state.in_round if state.may_claim(p.name)],
        "may_reveal": [won.who for won in state.unrevealed],
        "rounds": [plain(then) for then in state.rounds],
        "corrections": _corrections(state),
        "winners": list(state.winners),
        "made_hands": [list(run) for run in made_hands(terms.run_length)],
        "deck": list(deck(terms.decks)),
        "terms": asdict(terms),
        "first_pile": terms.pile(len(state.players)),
        "example": plain(_example(terms)),
        "ways": [(state.round + state.turn) % _WAYS, state.turn % _WAYS],
    }


def _before_claim(state: State) -> list[str]:
    """The players who can still challenge the claim: their turns begin before the
    claimant's own does.
    """
    if not state.on_notice:
        return []
    return list(takewhile(lambda name: name != state.on_notice, state.coming))


def _example(terms: Terms) -> Score:
    """What an example hand, no larger than those dealt, would score; the pair is kept longest."""
    left_out = ("7C", "5D", "3H", "10D")[: max(len(_EXAMPLE) - terms.hand_size, 0)]
    return score_of(Player("", tuple(card for card in _EXAMPLE if card not in left_out)))


def _corrections(state: State) -> list[dict[str, Any]]:
    """What the host added to each score, beside what the rounds cost (ALL-6)."""
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
    drawn = state.drawn if chooses else ()
    length, score, won = state.terms.run_length, score_of(player), state.unrevealed_of(name)
    return {
        "name": name,
        "hand": list(hand),
        "asked": state.phase if state.awaited == name else "",
        "default": getattr(by_default(state), "card", "") if state.awaited == name else "",
        "drawn": list(drawn),
        "drawn_alike": len({points(card) for card in drawn}) == 1,
        "choices": [
            {"card": card, "runs": plain(runs_in((*hand, card), length))}
            for card in dict.fromkeys(drawn)
        ],
        "runs": plain(runs_in(hand, length)),
        "pairs": list(score.pairs),
        "points": score.sum,
        "cost": score.points,
        "may_reveal": won.round if won else 0,
    }
