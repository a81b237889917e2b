"""Text to moves of Split Decision: what is typed, or one line of a pasted message."""

from __future__ import annotations

import re

from gmtool.engine.moves import Move
from gmtool.engine.paste import plain
from gmtool.engine.phrases import in_words
from gmtool.engine.sentences import Task, doubt_condition, unread
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.split_decision.amount_reading import dollars, read_cut, read_wager
from gmtool.games.split_decision.answer_reading import read_answer, read_any_answer
from gmtool.games.split_decision.bonus import limits
from gmtool.games.split_decision.bonus_reading import read_pick, read_suit, suit_said
from gmtool.games.split_decision.chance_reading import read_chance
from gmtool.games.split_decision.code_reading import read_codes
from gmtool.games.split_decision.decision_reading import (
    EXACT,
    read_decision,
    read_place,
)
from gmtool.games.split_decision.host_reading import read_host
from gmtool.games.split_decision.list_reading import is_number
from gmtool.games.split_decision.moves import SUITS, Cut, Pick, Place, Range, Suit, Wager
from gmtool.games.split_decision.pass_reading import (
    read_pass,
    read_pass_as_written,
    says_pass,
)
from gmtool.games.split_decision.plays import DECIDING, choices
from gmtool.games.split_decision.range_reading import is_on_board, rank_on_board, read_range
from gmtool.games.split_decision.sentence_reading import tidied, without_frame
from gmtool.games.split_decision.state import (
    BLIND,
    BONUS_PICK,
    BONUS_RANGE,
    BONUS_SUIT,
    BONUS_WAGER,
    CODES,
    CUT,
    FREE_ACE,
    FREE_LOOK,
    HEAD_START,
    KEPT,
    OWN,
    PASSED,
    Bonus,
    State,
)

_ON_A_CARD = {
    FREE_ACE: "SD-23",
    HEAD_START: "SD-14",
    OWN: "SD-18",
    BLIND: "SD-19",
    KEPT: "SD-19",
    PASSED: "SD-20",
    FREE_LOOK: "SD-21",
}
_IN_THE_BONUS = {
    BONUS_PICK: ("SD-30", "pick four numbers, as in `pick 1 5 9 15`"),
    BONUS_RANGE: ("SD-30", "name the high card, then the low one, as in `range A 3`"),
    BONUS_WAGER: ("SD-28", "say the amount in dollars, as in `wager {least}`"),
    BONUS_SUIT: ("SD-32", "name a suit, as in `suit hearts`"),
}
_READERS = {
    CUT: read_cut,
    BONUS_PICK: read_pick,
    BONUS_RANGE: read_range,
    BONUS_WAGER: read_wager,
    BONUS_SUIT: read_suit,
}
_ELSE = Task(
    "",
    "ALL-6",
    "players say `codes …`, `cut 17`, `high`, `low`, `refuse`, `push`, `chip`, `keep`, "
    '`pass NAME`, `answer "…"`, `pick …`, `range HIGH LOW`, `wager DOLLARS`, `suit SUIT`',
)


def read(state: State, who: str, text: str) -> tuple[Move, ...]:
    """The move that `text` is as a whole; raises a Refusal that says what would be right."""
    quoted = text.strip()
    if who == HOST:
        return (read_host(text, quoted),)
    if who == CHANCE:
        return (read_chance(text, quoted),)
    if state.asked_player == who:
        move = _typed_codes(state, quoted) or read_any_answer(who, quoted)
        task = Task("answer", "SD-11", 'write the answer, as in `answer "Paris"`')
    else:
        task = _task(state, who)
        move = _as_written(state, quoted) or _in_a_sentence(state, who, task, quoted)
    if move is None:
        raise unread(task, quoted)
    return (move,)


def _task(state: State, who: str) -> Task:
    """What `who` is asked for, which is what a sentence of its own words is read as."""
    if state.phase == CODES:
        many = state.terms.buzzcodes
        codes = "code" if many == 1 else f"{in_words(many)} codes"
        return Task(CODES, "SD-5", f"write the {codes}, as in `codes 17 4 100 …`")
    if state.phase == CUT and who == state.red.name:
        return Task(CUT, "SD-3", "say how many cards go to the bottom, as in `cut 17`")
    if state.phase in DECIDING and state.play and state.play.who == who:
        return _task_on_a_card(state, state.play.situation)
    if state.bonus and state.bonus.who == who:
        return _task_in_the_bonus(state, state.bonus)
    return _ELSE


def _task_on_a_card(state: State, situation: str) -> Task:
    plain_ones = (m for m in choices(state) if not (isinstance(m, Place) and m.rank))
    *others, last = [f"`{move}`" for move in plain_ones]
    right = f"{', '.join(others)} or {last}" if others else last
    return Task(situation, _ON_A_CARD[situation], f"say just {right}")


def _task_in_the_bonus(state: State, now: Bonus) -> Task:
    if state.phase not in _IN_THE_BONUS:
        return _ELSE
    clause, right = _IN_THE_BONUS[state.phase]
    return Task(state.phase, clause, right.format(least=limits(now)[0]))


def _typed_codes(state: State, quoted: str) -> Move | None:
    """What even a player who is asked for an answer can only mean as codes."""
    verb, *codes = quoted.split() or [""]
    if verb.casefold() != "codes" or len(codes) < 2 or not all(map(is_number, codes)):
        return None
    return read_codes(state, quoted, awaited=False)


def _as_written(state: State, quoted: str) -> Move | None:
    """A move in its own text form, which is read at any time; None for anything else."""
    if "\n" in quoted:
        return None
    text = " ".join(plain(quoted).split())
    move: Move | None = (
        read_answer(quoted) or read_pass_as_written(state, quoted) or read_place(text)
    )
    if move:
        return move
    verb, *rest = [bare for word in text.split() if (bare := word.rstrip(".,!"))] or [""]
    match verb.casefold(), rest:
        case word, []:
            move = EXACT.get(word)
        case "cut", [number] if is_number(number):
            move = Cut(number)
        case "pick", [_, *_] if all(map(is_number, rest)):
            move = Pick(tuple(rest))
        case "range", [_, _] if state.phase == BONUS_RANGE or all(map(is_on_board, rest)):
            move = Range(*map(rank_on_board, rest))
        case "wager", [amount] if is_number(dollars(amount)):
            move = Wager(dollars(amount))
        case "suit", [suit] if state.phase == BONUS_SUIT or suit_said(suit) in SUITS:
            move = Suit(suit_said(suit))
    return move


def _in_a_sentence(state: State, who: str, task: Task, quoted: str) -> Move | None:
    """A move in a player's own words, read as what it is asked for."""
    if task.what == CODES or "code" in quoted.casefold():
        codes = read_codes(state, quoted, awaited=task.what == CODES)
        if codes:
            return codes
    text = tidied(without_frame(who, quoted))
    move: Move | None = None
    if task.what in _READERS:
        move = _READERS[task.what](task, text, quoted)
    elif task.what == BLIND and says_pass(text):
        move = read_pass(state, who, task, text, quoted)
    elif task.what in _ON_A_CARD and state.play:
        move = read_decision(state, state.play, task, text, quoted)
    if move is None and re.match(r"pass\b", text, re.IGNORECASE):
        move = read_pass(state, who, task, text, quoted)
    if move is None and task.what:
        doubt_condition(task, text, quoted)
    return move
