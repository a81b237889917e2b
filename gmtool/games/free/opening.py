"""Opens rounds (FF-4): for whom, and with which number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gmtool.api import Instant, Refused, replace
from gmtool.games.free.state import Running, State, counted
from gmtool.games.free.terms import ALL, OUT, Round, Setup


def opened(
    setup: Setup,
    state: State,
    names: Sequence[str],
    *,
    text: str = "",
    whom: Sequence[str] = (),
    until: Instant | None = None,
    after: Running | None = None,
) -> State:
    """The state with rounds open that aren't running yet, for those whom their file names or, where
    the host names somebody, for these; where it doesn't say, and they follow `after` another, for
    those whom that asked.
    """
    fresh = tuple(name for name in names if state.ongoing(name) is None)
    for name in fresh:
        round_ = setup.round(name)
        if after and asks_the_same(setup, setup.round(after.round), round_):
            asked = _asked_again(state, after)
        else:
            asked = tuple(whom) or asked_by(setup, state, round_)
        for_out = bool({OUT, ALL} & {*round_.whom}) or not {*asked} <= {*state.inside}
        opened_now = counted(state.opened, name)
        number = state.times(opened_now, name)
        running = Running(name, number, asked, text, until, for_out=for_out)
        state = replace(state, running=(*state.running, running), opened=opened_now)
    public = tuple(name for name in fresh if not setup.round(name).secret)
    if public:
        state = state.tell("Opened", rounds=public)
    for name in fresh:
        state = asked_in_private(setup, state, name)
    return state


def asked_in_private(setup: Setup, state: State, name: str) -> State:
    """The state with each told whom a round asks that is for a role, or secret."""
    round_, asks = setup.round(name), state.ongoing(name)
    if asks and (round_.secret or hides_whom(setup, round_)):
        for who in filter(partial(may_still_answer, state, round_), asks.asked):
            state = state.tell("Asked", only_to=[who], who=who, round=name, number=asks.number)
    return state


def asked_by(setup: Setup, state: State, round_: Round) -> tuple[str, ...]:
    """The players whom a round asks by the file, in seat order. Who is out is asked only where the
    round is for those who are out, or for all.
    """
    found: set[str] = set()
    for group in round_.whom:
        members = state.members(setup, group)
        is_said = group in {"out", "all"}
        found |= {who for who in members if is_said or not state.player(who).is_out}
    return tuple(one.name for one in state.players if one.name in found)


def _asked_again(state: State, before: Running) -> tuple[str, ...]:
    """Those whom a round asked, as far as they may still be asked."""
    asked = before.asked_first or before.asked
    return asked if before.for_out else tuple(who for who in asked if who in state.inside)


def asks_the_same(setup: Setup, before: Round, round_: Round) -> bool:
    """Whether a round that follows another asks those whom that asked: its file doesn't say for
    whom it is, and it isn't known of more players.
    """
    is_told = round_.secret or not before.secret
    return round_.follows and is_told and not hides_whom(setup, before)


def may_still_answer(state: State, round_: Round, who: str) -> bool:
    """Whether a player hasn't answered yet as often as it may in the whole game. A round asks the
    others, too: whom it doesn't would have answered before, which isn't for everybody.
    """
    return not round_.uses or state.player(who).used.count(round_.name) < round_.uses


def check_in(state: State, round_: Round, who: str, quoted: str) -> None:
    """Raise Refused for a player who is out, where a round doesn't ask such."""
    if state.player(who).is_out and not {OUT, ALL} & {*round_.whom}:
        raise Refused("FF-5", "{who} is out.", who=who, quoted=quoted)


def check_uses(state: State, round_: Round, who: str, quoted: str) -> None:
    """Raise Refused for a player who has answered as often as it may in the whole game."""
    if not may_still_answer(state, round_, who):
        raise Refused(
            "FF-5",
            "{who} has answered {round} as often as it may.",
            who=who,
            round=round_.name,
            quoted=quoted,
        )


def hides_whom(setup: Setup, round_: Round) -> bool:
    """Whether nobody may know whom a round asks: it is for a role."""
    return any(map(setup.is_secret, round_.whom))


def hides_answers(setup: Setup, round_: Round) -> bool:
    """Whether nobody sees who answers what in a round: it is sealed, or for a role."""
    return round_.sealed or hides_whom(setup, round_)


def hides_who(setup: Setup, round_: Round) -> bool:
    """Whether nobody may know who answers in a round that everybody knows of: it is for a role, or
    an answer uses up what a player has once or a few times in the game, and is secret.
    """
    return hides_whom(setup, round_) or (round_.sealed and round_.uses > 0)


def can_be_opened(setup: Setup, state: State, round_: Round, whom: Sequence[str] = ()) -> bool:
    """Whether a round can be opened now, for these players or those of its file: it isn't running,
    and somebody can answer it.
    """
    if state.ongoing(round_.name):
        return False
    asked = whom or asked_by(setup, state, round_)
    return hides_whom(setup, round_) or any(may_still_answer(state, round_, w) for w in asked)
