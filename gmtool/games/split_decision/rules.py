"""Who may speak, what follows, and what the rules force next (SD-3 to SD-36)."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.engine.entries import Spoken
from gmtool.engine.forced import with_forced
from gmtool.engine.game import Event
from gmtool.engine.moves import Adjust, Close, Move, Start
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.shuffling import Shuffle, amiss, check_shuffle
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.split_decision import (
    bonus,
    buzzing,
    conduct,
    defaults,
    plays,
    questions,
    rounds,
)
from gmtool.games.split_decision import (
    events as e,
)
from gmtool.games.split_decision.evolve import evolve
from gmtool.games.split_decision.moves import (
    Answer,
    Board,
    Chip,
    Codes,
    Cut,
    Draw,
    Keep,
    Pass,
    Pick,
    Place,
    Push,
    Question,
    Range,
    Refuse,
    Suit,
    Suits,
    Verdict,
    Wager,
)
from gmtool.games.split_decision.state import (
    BETWEEN,
    BONUS_BOARD,
    BONUS_DECK,
    BONUS_SUIT_BOARD,
    CODES,
    SETUP,
    SHUFFLE,
    State,
)
from gmtool.games.split_decision.terms import BOARD, SUIT_BOARD
from gmtool.games.split_decision.wanting import deck_due, to_shuffle


def decide(state: State, spoken: Spoken) -> tuple[Event, ...]:
    """What follows from `spoken`, with all that the rules force after it; raises Refused."""
    entry = spoken.number
    return with_forced(state, _decide(state, spoken), evolve, lambda now: _forced(now, entry))


def _forced(state: State, entry: int) -> tuple[Event, ...]:
    """What the rules force next without choice or chance (ALL-3)."""
    if state.phase == CODES and not state.waiting_codes and not state.late_codes:
        return (e.CodesComplete(again=state.collections > 1),)
    return (_next(state, entry),) if state.phase == BETWEEN else ()


def _next(state: State, entry: int) -> Event:
    if state.bonus:
        return bonus.next_of(state)
    if state.play:
        return plays.next_of(state, state.play, entry)
    if state.asking:
        return buzzing.next_asked(state, state.asking)
    return rounds.next_of(state, entry)


def _decide(state: State, spoken: Spoken) -> tuple[Event, ...]:
    if spoken.who == CHANCE:
        return _chance(state, spoken.move)
    if spoken.who == HOST:
        return _host(state, spoken)
    return player(state, spoken.who, spoken.move, "", spoken.number)


def player(state: State, who: str, move: Move, how: str, entry: int) -> tuple[Event, ...]:
    """What a player's move does; `how` tells a default."""
    events: tuple[Event, ...]
    match move:
        case Codes():
            events = buzzing.codes(state, who, move)
        case Cut():
            events = conduct.cut(state, who, move, how)
        case Place() | Refuse() | Push() | Chip() | Keep() | Pass():
            events = plays.decide(state, who, move, how, entry)
        case Answer():
            events = questions.answer(state, who, move)
        case Pick() | Range() | Wager() | Suit():
            events = bonus.decide(state, who, move, how)
        case _:
            raise NotNow("ALL-6", "only the host says that.", quoted=move.public)
    return events


def _host(state: State, spoken: Spoken) -> tuple[Event, ...]:
    events: tuple[Event, ...]
    match spoken.move:
        case Start():
            events = _start(state)
        case Question() as move:
            events = questions.question(state, move)
        case Draw() as move:
            events = buzzing.host_draw(state, move)
        case Verdict(right=right):
            events = questions.verdict(state, spoken.number, right=right)
        case Close():
            events = _close(state, spoken)
        case Adjust() as move:
            events = conduct.adjust(state, move, spoken.number)
        case _:
            raise NotNow("ALL-6", "that is for a player to say.", quoted=str(spoken.move))
    return events


def _start(state: State) -> tuple[Event, ...]:
    if state.phase != SETUP:
        raise NotNow("SD-5", "the episode has begun already.", quoted="start")
    if deck_due(state):
        raise NotNow("SD-3", "the deck has to be shuffled first: `shuffle CARD …`.", quoted="start")
    return (e.CodesOpened(tuple(p.name for p in state.players), again=False),)


def _close(state: State, spoken: Spoken) -> tuple[Event, ...]:
    """What stands for those whose time is up."""
    if state.phase == CODES:
        return (e.CodesOverdue(spoken.overdue),)
    asking = state.asking
    if asking and asking.who and state.asked_player:
        return questions.expired(asking, spoken.number)
    (who,) = spoken.overdue
    move = defaults.default(state)
    return player(state, who, move, e.DEFAULT, spoken.number)


def _chance(state: State, move: Move) -> tuple[Event, ...]:
    events: tuple[Event, ...]
    match move:
        case Shuffle():
            events = _shuffled(state, move)
        case Draw():
            events = buzzing.chance_draw(state, move)
        case Codes():
            events = buzzing.late_codes(state, move)
        case Board(cards=cards):
            _check_due(state, BONUS_BOARD, "board", "SD-30", "board")
            _check_things(cards, BOARD, "the 15 cards of the board", str(move))
            events = (e.BoardLaid(state.bonus.number if state.bonus else 1, cards),)
        case Suits(behind=behind):
            _check_due(state, BONUS_SUIT_BOARD, "suit board", "SD-32", "suits")
            _check_things(behind, SUIT_BOARD, "2ND, AGAIN and two NO", str(move))
            events = (e.SuitBoardLaid(behind),)
        case _:
            raise NotNow("ALL-3", "chance doesn't say that.", quoted=str(move))
    return events


def _shuffled(state: State, move: Shuffle) -> tuple[Event, ...]:
    if not deck_due(state):
        raise NotNow("ALL-3", "nothing is to be shuffled now.", quoted="shuffle")
    check_shuffle(move, to_shuffle(state), "ALL-3")
    if state.phase == BONUS_DECK:
        return (e.BonusDeckShuffled(move.cards),)
    return (e.DeckShuffled(move.cards, again=state.phase == SHUFFLE),)


def _check_due(state: State, phase: str, what: str, clause: str, quoted: str) -> None:
    if state.phase != phase:
        raise NotNow(clause, "no {what} is due from chance now.", what=what, quoted=quoted)


def _check_things(given: Sequence[str], wanted: Sequence[str], what: str, quoted: str) -> None:
    """Refuse what isn't exactly the things that chance puts in order (ALL-3)."""
    wrong = amiss(given, wanted)
    if wrong:
        raise Refused(
            "ALL-3",
            "it must name {what}, no more and no less: {amiss}.",
            what=what,
            amiss=wrong,
            quoted=quoted,
        )
