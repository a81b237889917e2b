"""What follows by itself: rounds close, are resolved and open others, and the game ends (FF-4 to
FF-17).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from gmtool.api import listed
from gmtool.games.free import answering, counting, ending, terms
from gmtool.games.free.counting import Count
from gmtool.games.free.moves import NOBODY, STRIKES, written
from gmtool.games.free.rounds import (
    _passed_over,
    asked_in_private,
    closed,
    closes_by_itself,
    hearers,
    hides_whom,
    opened,
    put_out,
    tells_what_is_chosen,
)
from gmtool.games.free.state import (
    ALONE,
    EVERYBODY,
    LOT,
    PLAYING,
    Given,
    Result,
    Running,
    State,
    Wish,
    counted,
)
from gmtool.games.free.terms import (
    ALL,
    CLOSEST,
    DRAW,
    HOST,
    KEY,
    LINES,
    NAMES,
    NUMBER,
    OUT,
    PAYS,
    REVOTE,
    ROLE,
    Hit,
    Round,
    Setup,
    Unit,
)


def automatic(setup: Setup, state: State) -> State:
    """The state after the next thing that follows without anybody's word, else the same state."""
    if state.phase != PLAYING:
        return state
    for happens in (out_by_units, ending.ended, _over_by_itself, _counted):
        after = happens(setup, state)
        if after is not state:
            return after
    return state


def _over_by_itself(setup: Setup, state: State) -> State:
    """The state after the first round that is over before its time, else the same state."""
    for running in (one for one in state.running if one.is_open):
        if running.before and len(running.among) < 2:
            return _alone(setup, state, running)
        if closes_by_itself(setup, state, running):
            return closed(setup, state, running, early=True)
    return state


def _counted(setup: Setup, state: State) -> State:
    """The state after the first round that is resolved now, else the same state."""
    for running in state.running:
        if is_to_be_resolved(setup, state, running):
            return resolved(setup, state, running)
    return state


# ---- resolving


def is_to_be_resolved(setup: Setup, state: State, running: Running) -> bool:
    """Whether a round is resolved now: it has closed, what it waits for is over, and nobody is to
    say anything about it first (FF-14).
    """
    if running.is_open:
        return False
    if running.tied and not running.decided:
        return bool(_overdrawn(setup, state, running))
    resolve = setup.round(running.round).resolve
    if any(state.ongoing(name) for name in resolve.after):
        return False
    return resolve.by_host or resolve.count not in {KEY, CLOSEST} or bool(running.key)


def waits_for_host(setup: Setup, state: State, running: Running) -> bool:
    """Whether the host has to say something before a round can be resolved (FF-14)."""
    resolve = setup.round(running.round).resolve
    if running.is_open or any(state.ongoing(name) for name in resolve.after):
        return False
    if running.tied:
        return resolve.tie == HOST and not running.decided
    return resolve.count in {KEY, CLOSEST} and not resolve.by_host and not running.key


def resolved(setup: Setup, state: State, running: Running) -> State:
    """The state after a round has been counted and what it does has happened; with a tie that
    somebody has to decide, the state that waits for that.
    """
    round_ = setup.round(running.round)
    if short := _overdrawn(setup, state, running):
        # what was tied or decided with them is counted anew without them
        state, running = _passed_over(setup, state, replace(running, tied=(), decided=""), short)
        wishes = (one for one in state.wishes if one.round != round_.name)
        state = replace(state, wishes=tuple(wishes))
    answers = _that_count(state, running)
    if round_.resolve.by_host:
        return _over(setup, state, running, Count(), ())
    count = counting.count(setup, state, running, answers)
    tie = round_.resolve.tie if len(count.tied) > 1 else NOBODY
    if running.decided:
        is_nobody = running.decided == NOBODY and not round_.asks.nobody
        count = replace(count, chosen=() if is_nobody else (running.decided,))
    elif count.tied and tie in {HOST, DRAW, REVOTE}:
        waits = _tie(setup, state, running, count)
        return waits or _over(setup, state, running, count, ())
    elif count.tied:
        every = count.tied if tie == ALL else ()
        if round_.asks.what == NUMBER:
            return _over(setup, state, running, count, every)
        count = replace(count, chosen=every)
    if running.decided and round_.asks.what == NUMBER:
        return _over(setup, state, running, count, (running.decided,))
    return _over(setup, state, running, count, counting.hit(round_, running, answers, count.chosen))


def _overdrawn(setup: Setup, state: State, running: Running) -> list[Given]:
    """The answers that their players couldn't pay if they were hit now, though they could when the
    round closed.
    """
    round_ = setup.round(running.round)

    def is_short(one: Given, unit: Unit) -> bool:
        above = state.held(setup, one.who, unit.name) - unit.least
        return answering.payment(round_, one, unit.name) > above

    there = [one for one in running.given if not one.passed]
    return [one for one in there if any(is_short(one, unit) for unit in setup.units)]


def _that_count(state: State, running: Running) -> tuple[Given, ...]:
    """The answers that count: those of players who were asked and weren't passed over and, where
    votes for somebody are void, not those for it.
    """
    void = {who for who, name in state.void if name == running.round}
    there = [one for one in running.given if not (one.passed or void & set(one.whom))]
    # In the order of seats: that in which sealed answers came isn't for anybody to know.
    return tuple(sorted(there, key=lambda one: _seat(state, one.who)))


def _seat(state: State, who: str) -> int:
    return state.players.index(state.player(who))


def _tie(setup: Setup, state: State, running: Running, count: Count) -> State | None:
    """The state in which a tie waits for the host, for chance or for a second vote; None where it
    was a second vote already, so that nobody is hit (FF-12).
    """
    round_ = setup.round(running.round)
    tie = round_.resolve.tie
    if tie == REVOTE:
        return None if running.among else _again(setup, state, running, count)
    state = state.with_round(replace(running, tied=count.tied))
    state = state.tell(
        "Tied",
        only_to=() if hides_whom(setup, round_) else hearers(round_, running),
        round=round_.name,
        number=running.number,
        secret={"between": count.tied},
    )
    if tie == DRAW:
        wish = Wish(LOT, count.tied, round=round_.name)
        return replace(state, wishes=(*state.wishes, wish))
    return state


def _again(setup: Setup, state: State, running: Running, count: Count) -> State | None:
    """The state with the round open again, between those who tied; None where of these there
    aren't two any more.
    """
    round_ = setup.round(running.round)
    asked, among = running.asked, count.tied
    if not running.for_out:
        asked = tuple(who for who in asked if who in state.inside)
    # Who has gone out since, by another round, can't be named or answer any more.
    if round_.asks.is_of_players:
        among = tuple(who for who in among if who == NOBODY or who in state.inside)
    elif counting.is_between_players(round_):
        among = asked = tuple(who for who in among if who in asked)
    if len(among) < 2:
        return None
    again = replace(
        running,
        asked=asked,
        asked_first=running.asked,
        among=among,
        before=count.totals,
        given=(),
        closed_for=(),
        is_open=True,
        until=None,
    )
    state = state.with_round(again).tell(
        "Again",
        round=round_.name,
        number=running.number,
        among=among,
        only_to=hearers(round_, running),
    )
    return asked_in_private(setup, state, round_.name)


def _alone(setup: Setup, state: State, running: Running) -> State:
    """The state after a second vote that is over since of those between whom it was there aren't
    two any more: nobody is hit, and what was answered in it is void (FF-12).
    """
    over = replace(running, is_open=False, given=())
    return _over(setup, state, over, Count(tied=running.among), (), in_vain=ALONE)


def _over(
    setup: Setup,
    state: State,
    running: Running,
    count: Count,
    hit: Sequence[str],
    *,
    in_vain: str = "",
) -> State:
    """The state after a round whose hits happen to these players, unless that put out everybody who
    is in, which it does to nobody (FF-12).
    """
    round_ = setup.round(running.round)
    hit = sorted(hit, key=lambda who: _seat(state, who))
    safe = tuple(who for who, name in state.safe if name == round_.name and who in hit)
    falls = tuple(who for who in hit if who not in safe)
    goes_out = any(one.what == OUT for one in round_.resolve.hits)
    if goes_out and falls and set(state.inside) <= set(falls):
        falls, in_vain = (), EVERYBODY
    is_told = tells_what_is_chosen(setup, round_, is_shown=round_.resolve.show == NAMES)
    counts = _that_count(state, running)
    uncounted = [one for one in running.given if one not in counts and not one.passed]
    result = Result(
        round=round_.name,
        number=running.number,
        text=running.text,
        given=running.given,
        totals=count.totals,
        uncounted=counting.totals(setup, state, round_, uncounted),
        chosen=count.chosen,
        hit=falls,
        safe=safe,
        tied=count.tied,
        in_vain=in_vain,
        key=running.key,
        is_shown=round_.resolve.show == NAMES,
    )
    state = replace(
        state,
        running=tuple(one for one in state.running if one.round != round_.name),
        results=(*(one for one in state.results if one.round != round_.name), result),
        resolved=counted(state.resolved, round_.name),
        safe=tuple(one for one in state.safe if one[1] != round_.name),
        void=tuple(one for one in state.void if one[1] != round_.name),
    )
    state = state.tell(
        "Resolved",
        only_to=hearers(round_, running),
        round=round_.name,
        number=running.number,
        decided=running.decided if is_told and not round_.secret else "",
    )
    for one in round_.resolve.hits:
        state = _hit(setup, state, running, one, falls)
    state = out_by_units(setup, state)
    if round_.resolve.by_host:
        state = state.tell(
            "Listed", only_to=(), round=round_.name, remark=_what_came(round_, running)
        )
    ended = ending.ended(setup, state)
    if ended is not state:
        return ended
    later = tuple(one for one in round_.then if one not in round_.resolve.after)
    return opened(setup, state, later, after=running) if later else state


def _what_came(round_: Round, running: Running) -> str:
    """What came in a round that the host resolves, in a sentence for the host."""
    asks = round_.asks.what
    came = "; ".join(f"{one.who}: {written(asks, one.whom, one.said)}" for one in running.given)
    return f"FF-14: what came for {running.round} {running.number}: {came or 'nothing'}."


def _hit(setup: Setup, state: State, running: Running, hit: Hit, whom: Sequence[str]) -> State:
    """The state after one thing has happened to those who are hit."""
    marks = tuple((who, hit.of) for who in whom)
    match hit.what:
        case terms.OUT:
            state = put_out(setup, state, whom, running.round)
        case terms.GIVE | terms.PAYS:
            state = _by_amounts(setup, state, running, hit, whom)
        case terms.SAFE:
            state = replace(state, safe=(*state.safe, *marks))
        case terms.IMMUNE:
            state = replace(state, void=(*state.void, *marks))
        case terms.FLIPS:
            state = _flipped(setup, state, hit, whom)
        case terms.TELLS:
            state = _told(setup, state, running, hit, whom)
    return state


def _by_amounts(
    setup: Setup, state: State, running: Running, hit: Hit, whom: Sequence[str]
) -> State:
    """The state after players have got so much, for each line that is right where several are asked
    for, or have paid their answer.
    """
    assert hit.amount  # noqa: S101 - the file's reader saw to it
    round_ = setup.round(running.round)
    for who in whom:
        answer, by = running.of(who), hit.amount.many
        if hit.what == PAYS:
            by = -int(answer.said[0]) if answer else 0
        elif round_.asks.what == LINES and round_.resolve.count == KEY and answer:
            by *= counting.rights(running, answer)
        state = changed(setup, state, who, hit.amount.unit, by)
    return state


def changed(
    setup: Setup, state: State, who: str, unit: str, by: int, *, news: str = "Changed"
) -> State:
    """The state with a player's amount changed; of a secret unit the player alone hears. Who has
    more strikes by that, and as many as put a player out in any round, is out (FF-9).
    """
    before = state.held(setup, who, unit)
    state = state.paid(setup, who, unit, by)
    after = state.held(setup, who, unit)
    is_secret = setup.unit(unit).secret
    if after < before and answering.spare(setup, state, who, unit) < 0:
        state = _tell_uncovered(setup, state, who, unit)
    state = state.tell(
        news,
        only_to=[who] if is_secret else None,
        who=who,
        unit=unit,
        before=before,
        after=after,
        secretly=is_secret,
    )
    out_at = [one.silent.many for one in setup.striking if unit == STRIKES]
    is_gone = out_at and before < after >= min(out_at)
    return put_out(setup, state, [who], "host") if is_gone else state


def _tell_uncovered(setup: Setup, state: State, who: str, unit: str) -> State:
    """The state in which the host hears that a player has too little of a unit by now for what it
    answered (FF-10).
    """
    rounds = [(setup.round(one.round), one.of(who)) for one in state.running]
    said = [
        f"“{round_.name} {written(round_.asks.what, its.whom, its.said)}”"
        for round_, its in rounds
        if its and answering.taken(round_, its, unit)
    ]
    remark = (
        f"FF-10: {who} has {state.held(setup, who, unit)} {unit} now, by which {listed(said)} "
        f"{'is' if len(said) == 1 else 'are'} not covered any more: what can't be paid when its "
        "round closes is passed over."
    )
    return state.tell("Uncovered", only_to=(), who=who, unit=unit, remark=remark)


def out_by_units(setup: Setup, state: State) -> State:
    """The state with those out who have come down to where a unit puts a player out (FF-2)."""
    gone: list[str] = []
    for unit in setup.units:
        if unit.out_at is not None:
            at = unit.out_at
            gone += [w for w in state.inside if state.held(setup, w, unit.name) <= at]
    return put_out(setup, state, tuple(dict.fromkeys(gone)), "units") if gone else state


def _flipped(setup: Setup, state: State, hit: Hit, whom: Sequence[str]) -> State:
    """The state with the answers of players in a running round turned to its other choice."""
    running = state.ongoing(hit.of)
    if running is None:
        return state
    one, other = setup.round(hit.of).asks.choices
    turned = {one: other, other: one}
    given = tuple(
        replace(g, said=(turned[g.said[0]],)) if g.who in whom else g for g in running.given
    )
    return state.with_round(replace(running, given=given))


def _told(setup: Setup, state: State, running: Running, hit: Hit, whom: Sequence[str]) -> State:
    """The state after each who asked is told about whom it named."""
    for name in whom:
        if hit.of == ROLE:
            facts: dict[str, Any] = {"role": state.player(name).role, "group": ""}
        else:
            belongs = name in state.members(setup, hit.of)
            facts = {"role": "", "group": hit.of, "belongs": belongs}
        for one in running.given:
            if name in one.whom and not one.passed:
                state = state.tell("Learned", only_to=[one.who], who=name, **facts)
    return state
