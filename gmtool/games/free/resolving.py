"""What follows by itself: rounds close, are resolved and open others, and the game ends (FF-4 to
FF-17).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import filterfalse
from typing import Any

from gmtool.api import listed, replace
from gmtool.games.free import answering, counting, ending, terms
from gmtool.games.free.counting import Count
from gmtool.games.free.moves import NOBODY, STRIKES, written
from gmtool.games.free.opening import (
    asked_in_private,
    hides_answers,
    hides_whom,
    may_still_answer,
    opened,
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
    ALL_IN,
    ANSWER,
    CLOSEST,
    COUNTS,
    DRAW,
    EACH,
    FLIPS,
    HOST,
    IMMUNE,
    KEY,
    LINES,
    MAJORITY,
    NAMES,
    NUMBER,
    OUT,
    PAYS,
    PLAYER,
    REVOTE,
    ROLE,
    SAFE,
    SELF,
    STRIKE,
    TELLS,
    Hit,
    Round,
    Setup,
    Unit,
)


def forced(setup: Setup, state: State) -> State:
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


# ---- closing


def closes_by_itself(setup: Setup, state: State, running: Running) -> bool:
    """Whether a round is over before its time (FF-8)."""
    round_ = setup.round(running.round)
    if round_.early == ALL_IN:
        asked = [who for who in running.asked if who not in running.closed_for]
        return bool(asked) and all(running.of(who) for who in asked)
    return round_.early == MAJORITY and counting.has_majority(setup, state, running)


def closed(setup: Setup, state: State, *together: Running, early: bool = False) -> State:
    """The state after rounds have closed, each of them before anything comes of it: what silence
    means has happened, what was answered is paid, and rounds open that these wait for and that
    follow them.
    """
    quiet = {one.round: _quiet(setup, state, one) for one in together}
    for running in together:
        state = _shut(setup, state, running, quiet[running.round], early=early)
    for running in together:
        round_ = setup.round(running.round)
        if not early or round_.early == ALL_IN:
            silent = [who for who in quiet[running.round] if who not in running.away]
            state = _after_silence(setup, state, round_, silent)
    for running in together:
        round_ = setup.round(running.round)
        later = tuple(one for one in round_.then if one in round_.resolve.after)
        state = opened(setup, state, later, after=running) if later else state
    return state


def _quiet(setup: Setup, state: State, running: Running) -> tuple[str, ...]:
    """The players from whom an answer could have come and hasn't."""
    round_ = setup.round(running.round)
    quiet = (who for who in running.asked if running.of(who) is None)
    return tuple(who for who in quiet if may_still_answer(state, round_, who))


def _shut(
    setup: Setup, state: State, running: Running, quiet: tuple[str, ...], *, early: bool
) -> State:
    """The state in which a round is closed, with the answers of the silent, and what was answered
    is paid. Who was away isn't silent.
    """
    round_ = setup.round(running.round)
    silent = tuple(who for who in quiet if who not in running.away)
    excused = tuple(who for who in quiet if who in running.away)
    is_covered = partial(_is_covered, setup, state, running)
    short = list(filterfalse(is_covered, running.given))
    given = (*running.given, *filter(is_covered, _by_silence(round_, running, silent)))
    state, running = _passed_over(setup, state, replace(running, is_open=False, given=given), short)
    for one in (one for one in running.given if not one.passed):
        if round_.costs:
            by = -answering.cost(round_, one)
            state = state.paid(setup, one.who, round_.costs.unit, by)
        if round_.uses and not one.by_silence:
            used = (*state.player(one.who).used, round_.name)
            state = state.but(one.who, used=used)
    # Who was silent in a sealed round stays between the player and the host.
    is_seen = not hides_answers(setup, round_)
    last = max((one.at for one in running.given if one.at), default=None)
    return state.tell(
        "Closed",
        secret={"silent": silent, "away": excused},
        round=round_.name,
        number=running.number,
        early=early,
        last=last if early and is_seen else None,
        silent=silent if is_seen else (),
        away=excused if is_seen else (),
        only_to=hearers(round_, running),
    )


def _is_covered(setup: Setup, state: State, running: Running, answer: Given) -> bool:
    """Whether a player can pay an answer beside those in rounds that closed before (FF-10)."""
    earlier = tuple(one for one in state.running if not one.is_open)
    return not answering.short_of(setup, replace(state, running=earlier), running, answer)


def _passed_over(
    setup: Setup, state: State, running: Running, short: Sequence[Given]
) -> tuple[State, Running]:
    """The state with a round, and the round, in which answers are passed over that can't be paid;
    the host hears of it and, unless the result tells it to all, each who gave one.
    """
    round_ = setup.round(running.round)
    kept = tuple(replace(one, passed=one.passed or one in short) for one in running.given)
    running = replace(running, given=kept)
    state = state.with_round(running)
    is_seen = round_.resolve.show == NAMES or not hides_answers(setup, round_)
    for one in short:
        said = f"{round_.name} {written(round_.asks.what, one.whom, one.said)}"
        state = state.tell(
            "PassedOver",
            only_to=() if is_seen and not round_.secret else (one.who,),
            title=round_.called,
            said=said,
            remark=f"FF-10: {one.who} can't pay “{said}” any more, so it is passed over.",
        )
    return state, running


def hearers(round_: Round, running: Running) -> tuple[str, ...] | None:
    """Whom news of a round is for: only those whom it asks where nobody else may know of it."""
    return running.asked if round_.secret else None


def is_about_each(round_: Round) -> bool:
    """Whether what is chosen in a round would tell what somebody answered in secret."""
    in_secret = {SAFE, IMMUNE, FLIPS, TELLS}
    return round_.resolve.count == EACH or any(o.what in in_secret for o in round_.resolve.hits)


def tells_what_is_chosen(setup: Setup, round_: Round, *, is_shown: bool) -> bool:
    """Whether everybody learns which answer was chosen (FF-13). A number that was bid, or words,
    are somebody's answer: what comes of it doesn't tell them.
    """
    if is_shown or not hides_answers(setup, round_) or round_.resolve.show == COUNTS:
        return True
    is_answer = round_.asks.is_of_words or round_.asks.what == NUMBER
    return not (hides_whom(setup, round_) or is_about_each(round_) or is_answer)


def _by_silence(round_: Round, running: Running, silent: Sequence[str]) -> tuple[Given, ...]:
    """The answers that are taken for those who were silent (FF-9); in a second vote only those
    between which it is.
    """
    silence = round_.silent
    if silence.what == SELF:
        may = running.among or silent
        return tuple(Given(who, (who,), by_silence=True) for who in silent if who in may)
    if silence.what != ANSWER or (running.among and silence.said not in running.among):
        return ()
    if round_.asks.what == PLAYER:
        return tuple(Given(who, (), (NOBODY,), by_silence=True) for who in silent)
    return tuple(Given(who, (), (silence.said,), by_silence=True) for who in silent)


def _after_silence(setup: Setup, state: State, round_: Round, silent: Sequence[str]) -> State:
    """The state after players who were silent have a strike, or are out (FF-9)."""
    silence = round_.silent
    if silence.what not in {OUT, STRIKE}:
        return state
    gone = []
    for who in silent:
        strikes = state.player(who).strikes + 1
        state = state.but(who, strikes=strikes)
        if silence.what == STRIKE:
            state = state.tell("Strike", only_to=[who], strikes=strikes, out_at=silence.many)
        if silence.what == OUT or strikes >= silence.many:
            gone.append(who)
    return put_out(setup, state, gone, "silence")


def put_out(setup: Setup, state: State, whom: Sequence[str], why: str) -> State:
    """The state with players out who were in, which everybody hears; open rounds that aren't for
    those who are out ask them no more (FF-5).
    """
    gone = tuple(who for who in whom if not state.player(who).is_out)
    if not gone:
        return state
    state = state.each(lambda one: replace(one, is_out=True) if one.name in gone else one)
    state = state.tell("Out", whom=gone, why=why)
    for running in state.running:
        if running.is_open:
            state = _without(setup, state, running, gone)
    return state


def _without(setup: Setup, state: State, running: Running, gone: Sequence[str]) -> State:
    """The state with an open round after players went out: it asks them no more, and their answers
    lapse, unless it is for those who are out, too; answers that name them fall (FF-5).
    """
    round_, asked, among = setup.round(running.round), running.asked, running.among
    if not running.for_out:
        asked = tuple(who for who in asked if who not in gone)
    there = [one for one in running.given if one.who in asked]
    fallen = [one for one in there if {*gone} & {*one.whom}]
    if counting.is_between_players(round_):
        still = {NOBODY, *state.inside} if round_.asks.is_of_players else asked
        among = tuple(who for who in among if who in still)
    kept = tuple(one for one in there if one not in fallen)
    state = state.with_round(replace(running, asked=asked, among=among, given=kept))
    for who, those in _by_hearers(setup, round_, fallen):
        named = {name for one in those for name in one.whom}
        said = written(round_.asks.what, those[0].whom, those[0].said)
        state = state.tell(
            "Fell",
            only_to=who,
            round=round_.name,
            title=round_.called,
            window=running.window,
            whom=tuple(one.who for one in those),
            gone=tuple(name for name in gone if name in named),
            said=f"{round_.name} {said}" if who else "",
            remark=f"FF-5: “{round_.name} {said}” of {who[0]} doesn't count any more."
            if who
            else "",
        )
    return state


def _by_hearers(
    setup: Setup, round_: Round, given: Sequence[Given]
) -> list[tuple[tuple[str, ...] | None, Sequence[Given]]]:
    """Answers that fell, by those who hear of it: all of them by everybody where everybody has read
    them, else each by whose it was.
    """
    if round_.secret or hides_answers(setup, round_):
        return [((one.who,), [one]) for one in given]
    return [(None, given)] if given else []


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
