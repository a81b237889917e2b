"""Reads the text of an entry at a table, by its names and by what is asked there: a text form, as
the journal has it, or what somebody types.
"""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from gmtool.engine import plan_execution
from gmtool.engine.bounds import check_numbers, check_own_words
from gmtool.engine.game import Game
from gmtool.engine.grammar import PLAYER, Asked
from gmtool.engine.host_moves import read_host_move
from gmtool.engine.moves import Done, Move, read_raw_message
from gmtool.engine.names import everybody_called, find, nobody
from gmtool.engine.plans import PLAIN, Plan, is_plan, read_plan, typed_plan
from gmtool.engine.reading import typed_moves, what_is_right
from gmtool.engine.refusals import Ambiguous, Prose, Unreadable
from gmtool.engine.table import Table, wanted
from gmtool.engine.text import CHANCE, HOST, listed, short, told
from gmtool.engine.unicode_hygiene import cleaned
from gmtool.engine.windows import is_lasting


def read(game: Game, table: Table, who: str, text: str) -> Move:
    """The move of which `text`, by `who`, is the text form.

    Raises a Refusal for any other text, however clear: a journal holds nothing but text forms.
    """
    _check_speaker(table, who)
    move: Move | None = None
    if who == HOST:
        move = read_host_move(text, table.players, table.callable_names)
    elif who != CHANCE:
        move = read_raw_message(text) or _plan(game, table, text)
    move = move or game.grammar.typed(text, _speaks(who))
    if move is None:
        clause, right = what_is_right(game.grammar, asked_of(game, table, who), _speaks(who), text)
        raise Prose(
            clause, f"“{short(text)}” is no text form of a move; {told(right)}.", quoted=text
        )
    return addressed(move, table)


def _plan(game: Game, table: Table, text: str) -> Plan | None:
    """The plan of which `text` is the text form, with its players called by their current names;
    None for any other text.
    """
    plan = typed_plan(game.plans or PLAIN, game.grammar, text)
    if plan is None:
        return None

    def named(written: str) -> str:
        move = game.grammar.typed(written, PLAYER)
        return str(addressed(move, table)) if move and move.naming else written

    return plan.each(named)


def read_typed(game: Game, table: Table, who: str, text: str) -> tuple[Move, ...]:
    """The moves that `who` makes with a typed text, in the order in which they count; raises a
    Refusal.
    """
    text = cleaned(text)
    _check_speaker(table, who)
    if who == HOST:
        move = read_host_move(text, table.players, table.callable_names)
        if move is not None:
            return (move,)
    if who in table.players:
        check_own_words(text)
        if is_plan(text):
            return (_typed_plan(game, table, who, text),)
    try:
        moves = typed_moves(game.grammar, asked_of(game, table, who), text, _speaks(who))
    except Ambiguous as doubted:
        check_numbers(*doubted.readings)
        raise
    return tuple(addressed(move, table) for move in moves)


def _typed_plan(game: Game, table: Table, who: str, text: str) -> Plan:
    """The plan in a typed text, each of its moves read as one typed by itself; raises a Refusal."""
    if game.plans is None:
        raise plan_execution.no_plans(text)
    planning, asked = game.plans, asked_of(game, table, who)
    asked = replace(asked, verbs=asked.verbs or planning.begins)
    known = {form.verb for form in game.grammar.of(PLAYER)}
    said: list[str] = []

    def read_move(part: str) -> str:
        # What names no move is another value of the one before: “kill Gus else Ann”. In turns it
        # may as well be another move.
        again = f"{said[-1]} {part}" if said and not planning.begins else part
        has_verb = part.partition(" ")[0].casefold() in known
        try:
            move = read_one(part if has_verb else again)
        except (Ambiguous, Unreadable):
            if again == part or has_verb:
                raise
            move = read_one(part)
        said.append(move.partition(" ")[0])
        return move

    def read_one(part: str) -> str:
        # What begins with a verb is read as if that were asked for, as it will be when it is due.
        own = {part.partition(" ")[0].casefold()} & known
        then = replace(asked, verbs=frozenset(own)) if own else asked
        try:
            (move, *more) = typed_moves(game.grammar, then, part)
        except Ambiguous as doubted:
            plans = tuple(" ".join(text.split()).replace(part, one) for one in doubted.readings)
            meant = f" (perhaps {listed((f'`{one}`' for one in plans), 'or')})" if plans else ""
            raise Ambiguous(
                "ALL-9",
                f"in the plan “{short(part)}” isn't clear{told(meant)}.",
                readings=plans,
                quoted=text,
            ) from doubted
        if more:
            raise Unreadable(
                "ALL-9",
                f"“{short(part)}” is more than one move; in a plan `then` stands between them.",
                quoted=part,
            )
        return str(addressed(move, table))

    return read_plan(planning, text, read_move)


def asked_of(game: Game, table: Table, who: str) -> Asked:
    """The context in which words of `who` are read at this table now."""
    asked = wanted(game, table)
    turns = [turn for turn in asked.turns if turn.who == who]
    verbs = frozenset(move.split(maxsplit=1)[0] for turn in turns for move in turn.moves)
    if any(is_lasting(asked, turn.window) for turn in turns):
        verbs |= {str(Done())}
    called = everybody_called(table.players, table.callable_names)
    return Asked(table.state, who, verbs, called, table.setting("host"))


def _speaks(who: str) -> str:
    return who if who in {HOST, CHANCE} else PLAYER


def _check_speaker(table: Table, who: str) -> None:
    if who not in table.players and who not in (HOST, CHANCE):
        raise nobody(who, table.players)


def addressed(move: Move, table: Table) -> Move:
    """The move with its players called by their full, current names (ALL-4)."""
    if not move.naming:
        return move
    named = {key: _whom(of, table) for key in move.naming if (of := getattr(move, key))}
    addressed: Move = replace(cast("Any", move), **named)
    return addressed


def _whom(called: str | tuple[str, ...], table: Table) -> str | tuple[str, ...]:
    if isinstance(called, str):
        return find(called, table.players, table.callable_names)
    return tuple(find(one, table.players, table.callable_names) for one in called)
