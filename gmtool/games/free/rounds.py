"""Opens rounds (FF-4): for whom, and with which number. Closes them (FF-8): what silence means
(FF-9), what is paid (FF-10), and who goes out (FF-5).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import filterfalse

from msgspec.structs import replace

from gmtool.api import Instant, Refused
from gmtool.games.free import answering, counting
from gmtool.games.free.moves import NOBODY, written
from gmtool.games.free.state import (
    Given,
    Running,
    State,
    counted,
)
from gmtool.games.free.terms import (
    ALL,
    ALL_IN,
    ANSWER,
    COUNTS,
    EACH,
    FLIPS,
    IMMUNE,
    MAJORITY,
    NAMES,
    NUMBER,
    OUT,
    PLAYER,
    SAFE,
    SELF,
    STRIKE,
    TELLS,
    Round,
    Setup,
)


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


def check_in(state: State, round_: Round, who: str, quoted: str = "") -> None:
    """Raise Refused for a player who is out, where a round doesn't ask such."""
    if state.player(who).is_out and not {OUT, ALL} & {*round_.whom}:
        raise Refused("FF-5", f"{who} is out.", quoted=quoted)


def check_uses(state: State, round_: Round, who: str, quoted: str = "") -> None:
    """Raise Refused for a player who has answered as often as it may in the whole game."""
    if not may_still_answer(state, round_, who):
        raise Refused(
            "FF-5", f"{who} has answered {round_.name} as often as it may.", quoted=quoted
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
