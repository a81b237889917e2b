"""Which part of the rules judges a move (FF-4 to FF-17)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from gmtool.api import (
    CHANCE,
    HOST,
    Action,
    Adjust,
    Close,
    NotNow,
    Refused,
    Start,
    adjusted,
    listed,
    told,
    unit_of,
)
from gmtool.games.free import answering, chancing, counting, ending, resolving, rounds
from gmtool.games.free import moves as m
from gmtool.games.free.rounds import can_be_opened, check_in, check_uses, hides_whom, opened
from gmtool.games.free.state import PICK, PLAYING, ROLL, SETUP, Given, Running, State, Wish
from gmtool.games.free.terms import ALL, KEY, LINES, NUMBER, OUT, STRIKE, Setup

MOST_DICE, MOST_SIDES = 100, 1000
_DICE = re.compile(r"(?P<many>\d{0,3})d(?P<sides>\d{1,4})(?P<plus>[+-]\d{1,4})?")


def play(setup: Setup, state: State, action: Action) -> State:
    """The state after the entry; raises Refused."""
    state = _with_away(state, action)
    if action.who == CHANCE:
        return chancing.drawn(setup, state, action.move)
    if action.who == HOST:
        return _host(setup, state, action)
    match action.move:
        case m.Answer() as move:
            return _answer(setup, state, action, move)
        case m.Withdraw() as move:
            return _withdraw(setup, state, action.who, move)
    raise NotNow("FF-5", "only the host says that.")


def _with_away(state: State, action: Action) -> State:
    """The state in which each open round has those who are absent while it is open: any entry may
    close it.
    """
    for running in (one for one in state.running if one.is_open):
        away = tuple(who for who, window in action.away if window == running.window)
        if away != running.away:
            state = state.with_round(replace(running, away=away))
    return state


# ---- players


def _open_round(setup: Setup, state: State, name: str, who: str) -> Running:
    """The round of that name, open for a player; raises NotNow where it isn't. Whom a round asks
    that is for a role isn't for everybody: who isn't asked hears the same whether it is open.
    """
    running = state.ongoing(name)
    if running is not None and running.is_open and who in running.asked:
        if who in running.closed_for:
            raise Refused(
                "FF-6", f"{name} is over for {who}: the time was up, or a ruling said so."
            )
        check_uses(state, setup.round(name), who)
        return running
    check_in(state, setup.round(name), who)
    raise NotNow("FF-5", f"{who} isn't asked for {name} now.")


def _answer(setup: Setup, state: State, action: Action, move: m.Answer) -> State:
    who = action.who
    running = _open_round(setup, state, move.round, who)
    round_ = setup.round(move.round)
    if round_.first and running.of(who):
        raise _final(who, move)
    counts = answering.judged(setup, state, running, who, move)
    given = Given(who, counts.whom, counts.said, action.received_at, action.link)
    answering.check_costs(setup, state, running, given)
    others = tuple(one for one in running.given if one.who != who)
    state = state.with_round(replace(running, given=(*others, given)))
    if round_.sealed or round_.secret:
        return state
    return state.tell("Answered", who=who, round=round_.name, whom=given.whom, said=given.said)


def _withdraw(setup: Setup, state: State, who: str, move: m.Withdraw) -> State:
    running = _open_round(setup, state, move.round, who)
    if setup.round(move.round).first:
        raise _final(who, move)
    if running.of(who) is None:
        raise Refused("FF-7", f"{who} has no answer on record there that came before it.")
    given = tuple(one for one in running.given if one.who != who)
    return state.with_round(replace(running, given=given))


def _final(who: str, move: m.Answer | m.Withdraw) -> Refused:
    return Refused(
        "FF-7", f"{who} has already answered for {move.round}; the first answer is final."
    )


# ---- the host


def _host(setup: Setup, state: State, action: Action) -> State:
    move = action.move
    if isinstance(move, Start):
        return _start(setup, state)
    if state.phase == SETUP and not isinstance(move, m.Say | m.Tell):
        raise NotNow("FF-4", "the game hasn't begun; it begins with `start`.")
    judge = _BY_MOVE.get(type(move))
    if judge is None:
        raise NotNow("ALL-6", "that isn't for the host to say here.")
    return judge(setup, state, action, move)


def _start(setup: Setup, state: State) -> State:
    if state.phase != SETUP:
        raise NotNow("FF-4", "the game has begun already.")
    state = replace(state, phase=PLAYING)
    if setup.roles:
        state = replace(state, wishes=(*state.wishes, chancing.of_roles(state)))
    return state


def _close(setup: Setup, state: State, action: Action, move: Close) -> State:
    """The state after a `close`: the rounds close whose time is up for everybody; those who are
    named can't answer any more where their own time is up.
    """
    for running in (one for one in state.running if one.is_open):
        late = tuple(who for who, window in action.lapsed if window == running.window)
        if late and running.window not in action.closing:
            closed_for = (*running.closed_for, *late)
            state = state.with_round(replace(running, closed_for=closed_for))
    over = [one for one in state.running if one.is_open and one.window in action.closing]
    return rounds.closed(setup, state, *over, early=move.early)


def _adjust(setup: Setup, state: State, _spoken: Action, move: Adjust) -> State:
    open_units = [one.name for one in setup.units if not one.secret]
    if any(one.name in {move.what, f"{move.what}s"} for one in setup.units if one.secret):
        raise Refused(
            "FF-2",
            f"{move.what} is secret, and a ruling is public; `give {move.who} … {move.what}` puts "
            "it right.",
        )
    if move.what in {STRIKE, m.STRIKES} and setup.hides_strikes:
        raise Refused(
            "FF-9",
            f"strikes are secret, and a ruling is public; `give {move.who} … strikes` puts it "
            "right.",
        )
    unit = unit_of(move, *open_units, *([m.STRIKES] if setup.striking else []))
    before = state.held(setup, move.who, unit)
    after = adjusted(move, before, setup.unit(unit).least)
    # Its post is the ruling's.
    state = resolving.changed(setup, state, move.who, unit, after - before, news="Adjusted")
    return resolving.out_by_units(setup, state)


def _known(setup: Setup, name: str) -> None:
    """Raise Refused for a round that the file doesn't have."""
    names = [one.name for one in setup.rounds]
    if name not in names:
        raise Refused("FF-4", f"there is no round “{told(name)}”; there is {told(listed(names))}.")


def _open(setup: Setup, state: State, action: Action, move: m.Open) -> State:
    for name in move.rounds:
        _known(setup, name)
        if state.ongoing(name):
            raise NotNow("FF-4", f"{name} is running already.")
    if move.until and move.until <= action.received_at:
        raise Refused("FF-6", "{until} is over already.", until=move.until)
    public = [name for name in move.rounds if not setup.round(name).secret]
    for group in filter(setup.is_secret, move.groups):
        if not all(hides_whom(setup, setup.round(name)) for name in public):
            names = told(listed(public))
            raise Refused("FF-6", f"everybody sees whom {names} asks, and so who is {group}.")
    named = [who for group in move.groups for who in state.members(setup, group)]
    whom = tuple(
        one.name
        for one in state.players
        if one.name in (*named, *move.whom)
        and (one.name in move.whom or not one.is_out or {OUT, ALL} & {*move.groups})
    )
    for name in move.rounds:
        if not can_be_opened(setup, state, setup.round(name), whom):
            raise Refused("FF-4", f"nobody is there now whom {name} could ask.")
    return opened(setup, state, move.rounds, text=move.text, whom=whom, until=move.until)


def _key(setup: Setup, state: State, _spoken: Action, move: m.Key) -> State:
    _known(setup, move.round)
    running = state.ongoing(move.round)
    if running is None:
        raise NotNow("FF-14", f"{move.round} isn't running.")
    return state.with_round(replace(running, key=_checked_key(setup, move.round, move.said)))


def _checked_key(setup: Setup, name: str, said: tuple[str, ...]) -> tuple[str, ...]:
    """What is right in a round; raises Refused where the round has nothing that could be right, or
    where it is to have another form.
    """
    round_ = setup.round(name)
    if round_.resolve.count not in {KEY, "closest"}:
        raise Refused("FF-14", f"{name} isn't counted by what is right.")
    many = round_.asks.many if round_.asks.what == LINES else 1
    if len(said) != many:
        raise Refused("FF-14", f"{many} right answers belong to {name}, not {len(said)}.")
    if round_.asks.what == NUMBER:
        if not re.fullmatch(r"[0-9]{1,12}", said[0]):
            raise Refused("FF-14", f"“{told(said[0])}” is no whole number.")
        return (str(int(said[0])),)
    choices = round_.asks.choices
    if choices and not any(counting.is_right(said, 0, one) for one in choices):
        raise Refused(
            "FF-14",
            f"the choice is {told(listed(choices, 'or'))}; “{told(said[0])}” is none of them.",
        )
    return said


def _resolve(setup: Setup, state: State, _spoken: Action, move: m.Resolve) -> State:
    _known(setup, move.round)
    running = state.ongoing(move.round)
    if running is None or running.is_open:
        how = "is still open" if running else "isn't running"
        raise NotNow("FF-14", f"{move.round} {how}.")
    if running.tied:
        return _decide(setup, state, running, move)
    if move.said:
        key = _checked_key(setup, move.round, move.said)
        return state.with_round(replace(running, key=key))
    if resolving.waits_for_host(setup, state, running):
        raise Refused("FF-14", f'say what is right, as in `resolve {move.round} "…"`.')
    waits = [name for name in setup.round(move.round).resolve.after if state.ongoing(name)]
    raise NotNow("FF-14", f"{move.round} waits for {told(listed(waits))}.")


def _decide(setup: Setup, state: State, running: Running, move: m.Resolve) -> State:
    """The state after the host decided a tie."""
    chosen = move.whom or move.said
    between = listed(running.tied)
    if setup.round(running.round).resolve.tie != "host":
        raise NotNow("FF-12", "chance decides that tie.")
    if len(chosen) != 1 or chosen[0] not in running.tied:
        raise Refused(
            "FF-12",
            f"it is between {told(between)}; `resolve {running.round} …` names one of them.",
        )
    return state.with_round(replace(running, decided=chosen[0]))


def _reveal(setup: Setup, state: State, _spoken: Action, move: m.Reveal) -> State:
    _known(setup, move.round)
    result = state.result(move.round)
    if result is None:
        raise NotNow("FF-13", f"{move.round} has no result yet.")
    if result.is_shown:
        raise Refused("FF-13", "who answered what is shown already.")
    shown = replace(result, is_shown=True)
    results = tuple(shown if one is result else one for one in state.results)
    return replace(state, results=results).tell("Revealed", round=move.round, number=result.number)


def _back(_setup: Setup, state: State, _spoken: Action, move: m.Back) -> State:
    for who in move.whom:
        if not state.player(who).is_out:
            raise Refused("FF-15", f"{who} isn't out.")
    state = state.each(lambda one: replace(one, is_out=False) if one.name in move.whom else one)
    return state.tell("Back", whom=move.whom)


def _give(setup: Setup, state: State, _spoken: Action, move: m.Give) -> State:
    if not (setup.units or setup.striking):
        raise Refused(
            "FF-2",
            "nothing is counted in this game: its file has no unit, as a table "
            f"[unit.{told(move.unit)}] would make one.",
        )
    by, unit = int(move.many), setup.unit(move.unit)
    for who in _named(setup, state, move, openly=not move.is_secret):
        held = state.held(setup, who, unit.name)
        if held + by < unit.least:
            raise Refused(
                "FF-2" if unit in setup.units else "FF-9",
                f"{who} has {held} {unit.name}, and can't have fewer than {unit.least}.",
            )
        state = resolving.changed(setup, state, who, unit.name, by)
    return state


def _roll(setup: Setup, state: State, _spoken: Action, move: m.Roll) -> State:
    found = _DICE.fullmatch(move.dice)
    many, sides = (int(found["many"] or 1), int(found["sides"])) if found else (0, 0)
    if not (found and 1 <= many <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        raise Refused(
            "FF-16",
            f"“{told(move.dice)}” can't be rolled; say it like 2d6+1, with at most {MOST_DICE} "
            f"dice of 2 to {MOST_SIDES} sides.",
        )
    whom = _named(setup, state, move)
    wish = Wish(ROLL, whom, many, sides, int(found["plus"] or 0))
    return replace(state, wishes=(*state.wishes, wish))


def _pick(setup: Setup, state: State, _spoken: Action, move: m.Pick) -> State:
    among = _named(setup, state, move)
    many = int(move.many) if move.many.isdecimal() else 0
    if not 1 <= many <= len(among):
        raise Refused("FF-16", f"{told(move.many)} can't be picked of {len(among)}.")
    return replace(state, wishes=(*state.wishes, Wish(PICK, among, many)))


def _named(
    setup: Setup, state: State, move: m.Give | m.Roll | m.Pick | m.Tell, *, openly: bool = True
) -> tuple[str, ...]:
    """The players whom the host names, by themselves or by groups, in seat order. Raises Refused
    for a role that everybody would see by that.
    """
    for group in filter(setup.is_secret, move.groups if openly else ()):
        raise Refused(
            "FF-16" if isinstance(move, m.Pick | m.Roll) else "FF-15",
            f"everybody would see by that who is {group}.",
        )
    members = [who for group in move.groups for who in state.members(setup, group)]
    return tuple(one.name for one in state.players if one.name in (*members, *move.whom))


# ---- what needs no more than a line or two


def _out(setup: Setup, state: State, _spoken: Action, move: m.Out) -> State:
    for who in move.whom:
        if state.player(who).is_out:
            raise Refused("FF-15", f"{who} is out already.")
    return rounds.put_out(setup, state, move.whom, "host")


def _deal(setup: Setup, state: State, _spoken: Action, move: m.Deal) -> State:
    if not setup.roles:
        raise Refused(
            "FF-3",
            "there is nothing to deal: the game's file has no roles; `tell` gives a player a word "
            "in secret.",
        )
    return replace(state, wishes=(*state.wishes, chancing.of_roles(state)))


def _tell(setup: Setup, state: State, _spoken: Action, move: m.Tell) -> State:
    whom = _named(setup, state, move, openly=False)
    return state.tell("Told", only_to=whom, text=move.text)


_BY_MOVE: dict[type, Callable[[Setup, State, Action, Any], State]] = {
    Close: _close,
    Adjust: _adjust,
    m.Open: _open,
    m.Key: _key,
    m.Resolve: _resolve,
    m.Reveal: _reveal,
    m.Out: _out,
    m.Back: _back,
    m.Give: _give,
    m.Roll: _roll,
    m.Pick: _pick,
    m.Deal: _deal,
    m.Tell: _tell,
    m.Say: lambda _setup, state, _spoken, move: state.tell("Said", text=move.text),
    m.Finish: lambda setup, state, _spoken, move: ending.over(setup, state, move.whom, ending.HOST),
}
