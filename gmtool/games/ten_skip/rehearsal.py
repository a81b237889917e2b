"""Suggests legal moves, for hints, rehearsals and tests; for chance the shuffled deck. Tells how a
game came out, and how long it takes (TS-2, TS-5 to TS-8, TS-20).
"""

from __future__ import annotations

from gmtool.engine.chance import Choose, Draw
from gmtool.engine.game import Course, Outcome
from gmtool.engine.host_moves import Start
from gmtool.engine.moves import Move
from gmtool.engine.text import CHANCE, HOST
from gmtool.games.ten_skip import moves
from gmtool.games.ten_skip.setup import usual_hand
from gmtool.games.ten_skip.state import ENDED, HAND, KEEP, NOTICE, PILE_EMPTY, TOP, State
from gmtool.games.ten_skip.terms import deck, runs_in
from gmtool.games.ten_skip.wanting import wanted

_BLUFFS, _DOUBTS, _TAKES, _REVEALS = 8, 4, 3, 2
"""One of this many chances is used: to bluff, to challenge a claim, to take a card, to show a
hand.
"""


def draw(state: State) -> Draw | None:
    """The shuffle that is due; None where none is."""
    due = wanted(state).turn(CHANCE)
    return Draw("shuffle", (deck(state.terms.decks),)) if due else None


def suggest(state: State, who: str, choose: Choose) -> Move | None:
    """Some legal move of `who`, or None where it can't move."""
    turn = wanted(state).turn(who)
    if turn is None:
        return None
    if who == HOST:
        return Start()
    if state.awaited != who or (state.unrevealed_of(who) and choose.below(_REVEALS) == 0):
        return moves.Reveal()
    return _move(state, who, choose)


def _move(state: State, who: str, choose: Choose) -> Move:
    hand = state.player(who).hand
    if state.phase == KEEP:
        return moves.Keep(_one(state.drawn, choose))
    if state.phase == HAND:
        return moves.Hand(_one(hand, choose))
    if state.phase == TOP:
        return moves.Top(_one(hand, choose))
    if state.phase == NOTICE:
        has_made = bool(runs_in(hand, state.terms.run_length))
        return moves.Notice() if has_made or choose.below(_BLUFFS) == 0 else moves.Done()
    return _at_start(state, who, choose)


def _at_start(state: State, who: str, choose: Choose) -> Move:
    if state.on_notice and choose.below(_DOUBTS) == 0:
        return moves.Challenge()
    card, victims = _one(state.player(who).hand, choose), state.victims(who)
    if victims and (not state.draw_pile or choose.below(_TAKES) == 0):
        return moves.Take(_one(victims, choose), card)
    return moves.Discard(card) if state.draw_pile else moves.Pass()


def _one(things: tuple[str, ...], choose: Choose) -> str:
    return things[choose.below(len(things))]


_LAST, _LOWEST = "one player is left", "all who are left go out at once, and the lowest total wins"
_DRAWN = "all who are left go out at once, and several share the lowest total"


def outcome(state: State) -> Outcome | None:
    """How the game came out; None before its end."""
    if state.phase != ENDED:
        return None
    rounds = state.rounds
    together = _LOWEST if len(state.winners) == 1 else _DRAWN
    ending = _LAST if state.playing else together
    return {
        "ending": ending,
        "endings": (_LAST, ending),  # the others are rare, and nobody misses them
        "winners": state.winners,
        "figures": {"points": tuple(player.score for player in state.players)},
        "shares": {
            "rounds that end since the draw pile is empty": (
                sum(then.how == PILE_EMPTY for then in rounds),
                len(rounds),
                40,
            ),
            "games over after one round": (int(len(rounds) == 1), 1, 40),
        },
    }


_USUAL = (225, 300, 275, 300, 400, 500, 630, 680, 740, 760, 640, 300, 500)
"""Moves in a game to 1,000 points between 2, 3, 4 and so on up to 13 random players, with the
default options; of more, whose hands are smaller in any case, as many as fit them.
"""
_POWER = 3
"""With smaller hands runs are rarer: it is more by this power of how much smaller they are."""
_POINTS, _OVER = 1000, 50
"""With fewer points it is less in proportion to those of which a player has too many in the end."""


def course(state: State) -> Course:
    """The course of a game with these terms and so many players."""
    terms = state.terms
    seats, (size, _) = len(state.players), usual_hand(len(state.players))
    moves = _USUAL[min(seats - 2, len(_USUAL) - 1)] * (terms.limit + _OVER) * size**_POWER
    moves = max(1, moves // ((_POINTS + _OVER) * terms.hand_size**_POWER))
    return Course(
        ((moves, terms.move_hours),), turns=True, longer_if="players take rather than draw"
    )
