"""Text to moves of Grouping Black & White: what is typed, or a pasted message and its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gmtool.engine.moves import Move
from gmtool.engine.paste import plain
from gmtool.engine.refusals import Ambiguous
from gmtool.engine.sentences import DENIAL, HEDGE, doubt, unread, words_in
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.grouping_bw.amount_reading import chips_said
from gmtool.games.grouping_bw.bet_reading import read_betting
from gmtool.games.grouping_bw.chance_reading import read_chance
from gmtool.games.grouping_bw.group_reading import entangled, read_group, read_typed_group
from gmtool.games.grouping_bw.host_reading import read_host, read_typed_first
from gmtool.games.grouping_bw.item_reading import read_ante, read_first, read_item
from gmtool.games.grouping_bw.moves import (
    Ante,
    AskOrder,
    Bet,
    Call,
    First,
    Fold,
    Group,
    Peek,
    Raise,
)
from gmtool.games.grouping_bw.sentence_reading import (
    TO_GROUP,
    doubt_taken_back,
    task_of,
    tidied,
    without_frame,
)
from gmtool.games.grouping_bw.state import BETTING, GROUPING, State

_SINGLE: dict[str, Move] = {"call": Call(), "fold": Fold(), "peek": Peek(), "order": AskOrder()}
_NUMBER = {"bet": Bet, "raise": Raise, "ante": Ante}
_TURNS = (First, Ante, Group, AskOrder, Peek, Bet, Raise, Call, Fold)
"""The order in which the moves of one message count: an ante can be named until both have grouped,
and an item is used after the groups.
"""
_CLAUSES = re.compile(
    r"(?:^|(?P<mark>[.;,!])(?![0-9])|(?<=[0-9\])}]))[^\S\n]*(?:and[^\S\n]+)?"
    r"(?P<aside>[^.;,!\n0-9]{0,200}\b(?:ante|order|peek)\b(?:[^.;,!\n]|[.,](?=[0-9]))*[.;!]?)",
    re.IGNORECASE,
)
"""Bounded, so that of many brackets not each is read on from to the end."""


def read(state: State, who: str, text: str) -> tuple[Move, ...]:
    """The moves that `text` is as a whole; raises a Refusal that says what would be right.

    Only a message at the start of a set is more than one move: groups with an ante, an item used,
    or who is to start.
    """
    quoted = text.strip()
    if who == HOST:
        return (read_host(text, quoted),)
    if who == CHANCE:
        return (read_chance(state, text, quoted),)
    move = _as_written(quoted)
    moves = (move,) if move else _in_own_words(state, who, quoted)
    if not moves:
        task = task_of(state, who)
        raise unread(task, quoted)
    return moves


def _as_written(quoted: str) -> Move | None:
    """A move in its own text form, which is read at any time; None for anything else."""
    if "\n" in quoted:
        return None
    first = read_typed_first(quoted)
    if first:
        return first
    verb, *rest = [bare for word in plain(quoted).split() if (bare := word.rstrip(".,!"))] or [""]
    match verb.casefold().rstrip(":"), rest:
        case single, [] if single in _SINGLE:
            return _SINGLE[single]
        case number, [chips] if number in _NUMBER and chips_said(chips):
            return _NUMBER[number](chips_said(chips))
    return read_typed_group(quoted)


def _in_own_words(state: State, who: str, quoted: str) -> tuple[Move, ...]:
    """What a player says in words of its own, read as what it is asked for."""
    if state.phase == GROUPING:
        return _at_grouping(state, who, quoted)
    text = tidied(without_frame(who, quoted))
    task = task_of(state, who)
    move = read_first(state, who, text, quoted)
    if move is None:
        move = read_item(text, quoted)
    if move is None and state.phase == BETTING:
        move = read_betting(state, who, task, text, quoted)
    if move is None and task.what:
        doubt_taken_back(task, text, quoted)
    return (move,) if move else ()


def _at_grouping(state: State, who: str, quoted: str) -> tuple[Move, ...]:
    """Groups, and what may stand beside them: an ante, an item, who is to start."""
    found: list[Move] = []
    body = []
    for line in without_frame(who, quoted).split("\n"):
        try:
            asides, left = _asides(state, who, line)
        except Ambiguous as unsure:
            raise (unsure if line == quoted else entangled(unsure)) from None
        found += asides
        body.append(left)
    group = read_group(TO_GROUP, "\n".join(filter(str.strip, body)), quoted)
    moves = dict.fromkeys([*found, *([group] if group else [])])
    in_turn = tuple(move for kind in _TURNS for move in moves if isinstance(move, kind))
    kinds = [type(move) for move in in_turn]
    if len(set(kinds)) < len(kinds):
        twice = [move for move in in_turn if kinds.count(type(move)) > 1]
        raise entangled(doubt(TO_GROUP, quoted, map(str, twice), "says two things of one kind"))
    if group is None:
        _doubt_left(found, body, quoted)
    return in_turn


def _doubt_left(found: list[Move], left: list[str], quoted: str) -> None:
    """Raise Ambiguous where what is left of the lines may take back what they say, or the line
    before them.
    """
    for line in left:
        doubt_taken_back(TO_GROUP, line.strip(" .,;!"), quoted)
        if found and any(word.kind in {HEDGE, DENIAL} for word in words_in(line)):
            raise doubt(TO_GROUP, quoted, map(str, found), "leaves open whether it stands")


def _asides(state: State, who: str, line: str) -> tuple[list[Move], str]:
    """What a line says beside groups, and what is left of the line."""
    written = _as_written(line)
    if written and not isinstance(written, Group):
        return [written], ""
    text = tidied(line)
    first = read_first(state, who, text, line)
    if first:
        return [first], ""
    found: list[Move] = []
    left = text
    for clause in _clauses(text):
        move = read_ante(state, clause, line) or read_item(clause, line)
        if move:
            found.append(move)
            left = left.replace(clause, " ", 1)
    return found, left


def _clauses(text: str) -> Iterator[str]:
    """The parts of a line that speak of an ante or an item."""
    for found in _CLAUSES.finditer(text):
        yield found["aside"]
