"""Whom a game waits for, what for, and in which windows (FF-4 to FF-8, FF-14)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.api import CHANCE, HOST, Turn, Wanted, Window, write_name
from gmtool.games.free import chancing, resolving, terms
from gmtool.games.free.answering import can
from gmtool.games.free.counting import is_between_players
from gmtool.games.free.moves import NOBODY
from gmtool.games.free.rounds import can_be_opened, hides_who, may_still_answer
from gmtool.games.free.state import ENDED, SETUP, Result, Running, State
from gmtool.games.free.terms import Asks, Round, Setup

CLAUSE = "FF-6"
MOST_OFFERED = 4
"""So many rounds are named among what the host may do next."""


def wanted(setup: Setup, state: State) -> Wanted:
    """Who may or must move now, and in which windows."""
    if state.phase == ENDED:
        return Wanted()
    if state.phase == SETUP:
        return Wanted((Turn(HOST, "the start", ("start",)),))
    open_now = [one for one in state.running if one.is_open]
    windows = tuple(_window(setup, one) for one in open_now)
    turns = (
        *(Turn(CHANCE, chancing.task(one), (chancing.form(one),)) for one in state.wishes[:1]),
        *_of_host(setup, state, is_idle=not open_now),
        *(turn for one in open_now for turn in _turns(setup, state, one)),
    )
    hidden = any(window.private for window in windows)
    return Wanted(turns, windows, state.inside if hidden else ())


def _of_host(setup: Setup, state: State, *, is_idle: bool) -> Iterator[Turn]:
    """The host is asked for what a round waits for; where nothing is open for what comes next."""
    waiting = [one for one in state.running if resolving.waits_for_host(setup, state, one)]
    for one in waiting:
        form = resolve_form(setup.round(one.round), one)
        what = "the decision" if one.tied else "what is right"
        yield Turn(HOST, f"{what} in {called(setup, one)}", (form,))
    if is_idle and not waiting and not state.wishes:
        can = [one for one in setup.rounds if can_be_opened(setup, state, one)]
        forms = (*(f"open {one.name}" for one in can[:MOST_OFFERED]), "finish winner NAME")
        yield Turn(HOST, "what comes next", forms)


def resolve_form(round_: Round, running: Running) -> str:
    """How the host resolves a round that waits for it: between what it is, or with placeholders."""
    between = running.tied
    if is_between_players(round_):
        between = tuple(one if one == NOBODY else write_name(one) for one in between)
    resolve = f"resolve {running.round}"
    return f"{resolve} {' / '.join(between)}" if between else form(resolve, round_.asks)


def called(setup: Setup, running: Running | Result) -> str:
    """What players call a round that runs or is over: with its number where it can come again."""
    title = setup.round(running.round).called
    return f"{title}, number {running.number}" if running.number > 1 else title


def _window(setup: Setup, running: Running) -> Window:
    round_ = setup.round(running.round)
    hides = hides_who(setup, round_)
    hours = 0 if running.until else round_.hours
    return Window(
        running.window,
        called(setup, running),
        hours,
        CLAUSE,
        sealed=round_.sealed and not round_.secret,
        # With nobody in it the window would be everybody's, who would learn that.
        private=(running.asked or (HOST,)) if hides or round_.secret else (),
        early=round_.early == terms.HOST,
        early_clause="FF-8",
        final=round_.first,
        name=round_.name,
        until=running.until,
        ends_at="" if running.until else round_.until,
        at_will=round_.early == terms.HOST,
        announced=hides and not round_.secret,
        by_arrival=True,
    )


def _turns(setup: Setup, state: State, running: Running) -> Iterator[Turn]:
    round_ = setup.round(running.round)
    forms = [form(round_.name, round_.asks)]
    if not round_.first:
        forms.append(f"withdraw {round_.name}")
    task, moves = called(setup, running), tuple(forms)
    is_private = round_.secret or hides_who(setup, round_)
    for who in running.asked:
        if who not in running.closed_for and may_still_answer(state, round_, who):
            is_silent = running.of(who) is None
            is_awaited = is_silent and not round_.uses and can(setup, state, running, who)
            yield Turn(
                who,
                task,
                moves,
                running.window,
                expected=is_awaited,
                # whose answer fell is asked for another, also where the first would be the last
                again=is_awaited or (round_.first and is_silent),
                done=round_.first and not is_silent,
                private=is_private,
            )


def form(name: str, asks: Asks) -> str:
    """How a round is answered, with placeholders."""
    each = "CHOICE" if asks.choices else "NAME"
    return f"{name} {_FORMS[asks.what].format(things=' / '.join(asks.choices), each=each)}"


_FORMS = {
    terms.TEXT: '"WORDS"',
    terms.LINES: '"WORDS" …',
    terms.CHOICE: "{things}",
    terms.NUMBER: "NUMBER",
    terms.PLAYER: "NAME",
    terms.PLAYERS: "NAME, …",
    terms.SPLIT: "{each} POINTS, …",
    terms.ORDER: "{each}, …",
}
