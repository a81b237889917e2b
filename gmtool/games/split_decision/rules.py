"""Which part of the rules judges a move, and what is forced next (SD-3 to SD-36)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.game import Action
from gmtool.engine.host_moves import Adjust, Start
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow
from gmtool.engine.shuffling import Shuffle, check_shuffle
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.window_moves import Close
from gmtool.games.split_decision import bonus, buzzing, choices, conduct, moves, questions, rounds
from gmtool.games.split_decision.state import (
    BETWEEN,
    BONUS_BOARD,
    BONUS_DECK,
    CODES,
    CUT,
    DEFAULT,
    SETUP,
    SHUFFLE,
    State,
)
from gmtool.games.split_decision.terms import CUT_DEFAULT
from gmtool.games.split_decision.wanting import deck_due, to_shuffle


def play(state: State, action: Action) -> State:
    """The state after the entry; raises Refused."""
    state = replace(state, entry=action.number)
    if action.who == CHANCE:
        return _chance(state, action.move)
    if action.who == HOST:
        return _host(state, action)
    return _player(state, action.who, action.move, "")


def automatic(state: State) -> State:
    """The state after the next thing that the rules force without choice or chance (ALL-3)."""
    if state.phase != BETWEEN:
        return state
    if state.bonus:
        return bonus.next_of(state, state.bonus)
    if state.play:
        return choices.next_of(state, state.play)
    if state.asking:
        return buzzing.next_asked(state, state.asking)
    return rounds.next_of(state)


def _player(state: State, who: str, move: Move, how: str) -> State:
    """The state after a player's move; `how` marks a default."""
    match move:
        case moves.Codes():
            state = buzzing.codes(state, who, move)
        case moves.Cut():
            state = conduct.cut(state, who, move, how)
        case (
            moves.Place()
            | moves.Refuse()
            | moves.Push()
            | moves.Chip()
            | moves.Keep()
            | moves.Pass()
        ):
            state = choices.decide(state, who, move, how)
        case moves.Answer():
            state = questions.answer(state, who, move)
        case moves.Pick() | moves.Range() | moves.Wager() | moves.Suit():
            state = bonus.decide(state, who, move, how)
        case _:
            raise NotNow("ALL-6", "only the host says that.")
    return state


def _host(state: State, action: Action) -> State:
    match action.move:
        case Start():
            state = _start(state)
        case moves.Question() as move:
            state = questions.question(state, move)
        case moves.Draw() as move:
            state = buzzing.host_draw(state, move)
        case moves.Verdict(right=right):
            state = questions.verdict(state, right=right)
        case Close():
            state = _close(state, action.overdue)
        case Adjust() as move:
            state = conduct.adjust(state, move)
        case _:
            raise NotNow("ALL-6", "that is for a player to say.")
    return state


def _start(state: State) -> State:
    if state.phase != SETUP:
        raise NotNow("SD-5", "the episode has begun already.")
    if deck_due(state):
        raise NotNow("SD-3", "the deck has to be shuffled first: `shuffle CARD …`.")
    return buzzing.opened(state, tuple(player.name for player in state.players))


def _close(state: State, overdue: tuple[str, ...]) -> State:
    """The state after a `close`: the defaults of those whose time is up."""
    if state.phase == CODES:
        return buzzing.overdue(state, overdue)
    if state.asking and state.asked_player:
        return questions.expired(state, state.asking)
    (who,) = overdue
    return _player(state, who, _default(state), DEFAULT)


def _default(state: State) -> Move:
    """The default of the player awaited (SD-36)."""
    if state.phase == CUT:
        return moves.Cut(str(CUT_DEFAULT))
    return bonus.default(state.phase, state.bonus) if state.bonus else choices.default(state)


def _chance(state: State, move: Move) -> State:
    match move:
        case Shuffle():
            state = _shuffled(state, move)
        case moves.Draw():
            state = buzzing.chance_draw(state, move)
        case moves.Codes():
            state = buzzing.late_codes(state, move)
        case moves.Board():
            state = bonus.lay_board(state, move)
        case moves.Suits():
            state = bonus.lay_suits(state, move)
        case _:
            raise NotNow("ALL-3", "chance doesn't say that.")
    return state


def _shuffled(state: State, move: Shuffle) -> State:
    """The state with a shuffled deck: that of rounds 1 to 3, a new one, or that of the bonus
    (SD-3, SD-4, SD-27).
    """
    if not deck_due(state):
        raise NotNow("ALL-3", "nothing is to be shuffled now.", quoted="shuffle")
    check_shuffle(move, to_shuffle(state), "ALL-3")
    unseen = {"cards": move.cards}
    shuffled = replace(state, deck=move.cards)
    if state.phase == BONUS_DECK:
        return replace(shuffled, phase=BONUS_BOARD).tell("BonusDeckShuffled", secret=unseen)
    again = state.phase == SHUFFLE
    if again:
        shuffled = replace(shuffled, phase=BETWEEN, reshuffled=state.reshuffled + 1)
    return shuffled.tell("DeckShuffled", again=again, secret=unseen)
