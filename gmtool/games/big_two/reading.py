"""Text to moves of Big Two and President: what is typed, or a pasted message and its lines."""

from __future__ import annotations

from gmtool.engine.card_words import CARD, OTHER, RANK
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Entangled, NotNow, Refusal, Unreadable
from gmtool.engine.remarks import doubt_taken_back, is_of_later, read_lines, remarked
from gmtool.engine.sentences import Task, doubt, unread
from gmtool.engine.wording import CHANCE, HOST, fold, short
from gmtool.games.big_two.card_reading import scan
from gmtool.games.big_two.moves import (
    Accept,
    Ask,
    Decline,
    Hold,
    Pass,
    Play,
    Surrender,
    Take,
)
from gmtool.games.big_two.offer_reading import read_free_trade
from gmtool.games.big_two.play_reading import read_turn
from gmtool.games.big_two.sentence_reading import (
    Sentence,
    is_frame,
    task_of,
    tidied,
)
from gmtool.games.big_two.state import FREE_TRADE, PLAY, TRADING, State
from gmtool.games.big_two.trade_reading import read_trade
from gmtool.games.big_two.written_reading import read_chance, read_written

_ONE_OF = {Pass: Play, Hold: Surrender, Take: Ask, Decline: Accept}
"""Moves of which one message says only one, with those they stand against."""
_MOST_CARD_LINES = 13
_LONGEST_LINE = 1000
"""Characters; an offer of whole hands has 300."""


def read(state: State, who: str, text: str) -> tuple[Move, ...]:
    """The moves that `text` is as a whole; raises a Refusal that says what would be right.

    More than one are only the word that a trade waits for with a demand, or answers to offers.
    """
    quoted = text.strip()
    if who == HOST:
        raise Unreadable(
            "ALL-6",
            "“{text}” is nothing that a host says in this game; what a player says goes under its "
            "name.",
            quoted=quoted,
            text=short(quoted),
        )
    if who == CHANCE:
        return (read_chance(state, quoted),)
    if "\n" in quoted:
        return _message(state, who, quoted)
    return _line(state, who, quoted)


def _line(state: State, who: str, quoted: str) -> tuple[Move, ...]:
    """The moves of one line."""
    if len(quoted) > _LONGEST_LINE:
        raise unread(task_of(state, who), quoted)
    move = read_written(state, who, quoted)
    if move:
        return (move,)
    task = task_of(state, who)
    beside = remarked(task, quoted, lambda sentence: _line(state, who, sentence))
    if beside:
        raise beside
    said = Sentence(state, who, task, tidied(quoted), quoted)
    moves = () if is_of_later(said.text) else _in_own_words(said)
    if not moves:
        if said.task.what:
            doubt_taken_back(said.task, said.text, quoted)
        raise unread(said.task, quoted)
    return moves


def _in_own_words(said: Sentence) -> tuple[Move, ...]:
    """What a player says in words of its own, read as what it is asked for."""
    phase = said.state.phase
    if phase == TRADING:
        return read_trade(said)
    move: Move | None = None
    if phase == FREE_TRADE:
        move = read_free_trade(said)
    elif phase == PLAY:
        if not said.task.what:
            _check_turn(said)
            return ()
        move = read_turn(said)
    return (move,) if move else ()


def _check_turn(said: Sentence) -> None:
    """Raise NotNow for what is surely a play or a pass of whose turn it isn't; all else it says is
    table talk.
    """
    try:
        move = read_turn(said)
    except Refusal:
        return
    if move:
        raise NotNow(
            "BT-12",
            "{right}, not {who}'s.",
            right=said.task.right,
            who=said.who,
            quoted=said.quoted,
        )


# ---- messages of several lines


def _message(state: State, who: str, quoted: str) -> tuple[Move, ...]:
    """The moves of all the lines, each a move or none; raises Unreadable where they are to be read
    one by one, Entangled where they contradict each other.
    """
    lines = [line.strip() for line in quoted.split("\n") if line.strip()]
    lines = [line for line in lines if not _is_frame(who, line)] or lines
    task = task_of(state, who)
    if _is_list(lines):
        try:
            return _line(state, who, ", ".join(lines))
        except Refusal:
            pass
    return read_lines(
        task,
        quoted,
        lines,
        lambda line: _line(state, who, line),
        lambda moves: _check_slots(task, quoted, moves),
    )


def _check_slots(task: Task, quoted: str, moves: tuple[Move, ...]) -> None:
    """Raise Entangled for moves that contradict each other."""
    slots = list(map(_slot, moves))
    if len(set(slots)) < len(slots):
        several = [move for move in moves if slots.count(_slot(move)) > 1]
        raise doubt(task, quoted, map(str, several), "names more than one move", Entangled)


def _is_frame(who: str, line: str) -> bool:
    """Whether a line is a greeting, thanks or the player's own name, and no card."""
    if len(line) > _LONGEST_LINE or not is_frame(who, line):
        return False
    return all(item.kind not in {CARD, RANK} for item in scan(tidied(line)))


def _is_list(lines: list[str]) -> bool:
    """Whether all lines but the first are cards and nothing else."""
    if not 1 < len(lines) <= _MOST_CARD_LINES or sum(map(len, lines)) > _LONGEST_LINE:
        return False
    items = [item for line in lines[1:] for item in scan(tidied(line))]
    return all(item.kind == CARD or (item.kind, item.value) == (OTHER, "and") for item in items)


def _slot(move: Move) -> object:
    """What two moves of one message contradict each other about."""
    kind = _ONE_OF.get(type(move), type(move))
    whose = (fold(getattr(move, field)) for field in move.naming)
    return kind, tuple(whose)
