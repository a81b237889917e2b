"""Buzzcodes, the actual code, and who has buzzed in (SD-5 to SD-10)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import listed, told
from gmtool.games.split_decision.moves import Codes, Draw
from gmtool.games.split_decision.questions import completed
from gmtool.games.split_decision.state import (
    ANSWER,
    BETWEEN,
    BY_CHANCE,
    BY_HOST,
    CODES,
    CUT,
    DRAW,
    FEW_SETS,
    SETUP,
    Asking,
    Buzz,
    Player,
    State,
    Terms,
    UsedSet,
)

MOST_NAMED = 40
"""The most wrong codes of a list that are told one by one: all of a usual list."""
FEW = 10
"""The most codes that are quoted in full."""


def opened(state: State, who: tuple[str, ...]) -> State:
    """The state with buzzcodes asked from `who`, for the first time or again (SD-5, SD-9)."""
    state = replace(state, waiting_codes=who, collections=state.collections + 1)
    return state.tell("CodesOpened", who=who, again=state.collections > 1).asks(CODES, *who)


def codes(state: State, who: str, move: Codes) -> State:
    """The state after a player sent its list (SD-5)."""
    if state.phase != CODES:
        raise NotNow(
            "SD-5",
            "buzzcodes aren't collected yet; the host asks for them."
            if state.phase == SETUP
            else "buzzcodes are collected before the episode, and again when none are left; a "
            "list on record can't be changed.",
            quoted=_short(move),
        )
    if who not in state.waiting_codes:
        clause, why = _why_not_awaited(state, who)
        raise Refused(clause, f"{who} {why}.", quoted=_short(move))
    return _given(state, who, move, drawn=False)


def _why_not_awaited(state: State, who: str) -> tuple[str, str]:
    """The clause and the reason why no codes are awaited from `who` while they are collected."""
    if who in state.late_codes:
        return "SD-36", "has sent none in time, so chance gives them"
    if who not in state.need_codes:
        return "SD-9", "isn't to be asked in this round; new codes are sent when they are needed"
    return "SD-5", "has a complete list on record already, which can't be changed"


def overdue(state: State, who: tuple[str, ...]) -> State:
    """The state with codes due from chance for those who sent none in time (SD-36)."""
    state = replace(
        state,
        waiting_codes=tuple(name for name in state.waiting_codes if name not in who),
        late_codes=(*state.late_codes, *who),
    )
    return state.tell("CodesOverdue", who=who)


def late_codes(state: State, move: Codes) -> State:
    """The state after chance gave codes for the first player, in seat order, who sent none."""
    due = codes_due(state)
    if not due:
        raise NotNow("ALL-3", "nobody needs codes from chance now.", quoted=_short(move))
    return _given(state, due, move, drawn=True)


def codes_due(state: State) -> str:
    """The player for whom chance gives codes next, in seat order; empty for none (ALL-3)."""
    return next((p.name for p in state.players if p.name in state.late_codes), "")


def _given(state: State, who: str, move: Codes, *, drawn: bool) -> State:
    """The state with a player's codes added, still sealed. A player who was in no round, or out of
    one, while sets were used begins with the next unused set (SD-9, SD-10). When the last of the
    awaited lists is in, the episode goes on.
    """
    numbers = checked(state.terms, move)
    before = state.player(who).codes
    void = (0,) * (state.sets_used - len(before))
    state = replace(
        state.but(who, codes=(*before, *void, *numbers)),
        waiting_codes=tuple(name for name in state.waiting_codes if name != who),
        late_codes=tuple(name for name in state.late_codes if name != who),
    )
    first = len(before) + len(void) + 1
    state = state.tell(
        "CodesGiven", only_to=[who], who=who, codes=numbers, drawn=drawn, first_set=first
    )
    if state.waiting_codes or state.late_codes:
        return state
    again = state.collections > 1
    state = state.tell("CodesComplete", again=again)
    return replace(state, phase=BETWEEN) if again else state.asks(CUT, state.red.name)


def checked(terms: Terms, move: Codes) -> tuple[int, ...]:
    """The codes as numbers; raises Refused with every wrong code (SD-5)."""
    wrong = [(place, text) for place, text in enumerate(move.codes, 1) if not _is_code(text, terms)]
    count = len(move.codes)
    faults = []
    if count != terms.buzzcodes:
        faults.append(
            f"{count} {'code' if count == 1 else 'codes'}, {terms.buzzcodes} "
            f"{'is' if terms.buzzcodes == 1 else 'are'} needed"
        )
    if wrong:
        named = [f"the {_ordinal(place)} ({text})" for place, text in wrong[:MOST_NAMED]]
        if wrong[MOST_NAMED:]:
            named.append(f"{len(wrong) - MOST_NAMED} more")
        verb = "is not a whole number" if len(wrong) == 1 else "are not whole numbers"
        faults.append(f"{listed(named)} {verb} from 1 to {terms.buzz_max}")
    if faults:
        raise Refused(
            "SD-5",
            f"{told('; '.join(faults))}. Send the whole list again: {terms.buzzcodes} whole "
            f"numbers from 1 to {terms.buzz_max}, in their order.",
            quoted=_short(move),
        )
    return tuple(map(int, move.codes))


def _is_code(text: str, terms: Terms) -> bool:
    return bool(re.fullmatch(r"0*[1-9][0-9]{0,8}", text)) and int(text) <= terms.buzz_max


def _short(move: Codes) -> str:
    """A move as a refusal quotes it; a long list is cut."""
    if len(move.codes) <= FEW:
        return str(move)
    return f"codes {' '.join(move.codes[:3])} … {move.codes[-1]}"


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in {11, 12, 13} else ending}"


def host_draw(state: State, move: Draw) -> State:
    """The state after the host asked chance for the actual code, or typed one drawn elsewhere
    (SD-7).
    """
    asking = _awaiting_code(state)
    if asking.drawn_by == BY_CHANCE:
        raise NotNow("SD-7", "chance has been asked for the code already.")
    if not move.code:
        return replace(state, asking=replace(asking, drawn_by=BY_CHANCE)).tell("ChanceAsked")
    return _drawn(state, asking, move, BY_HOST)


def chance_draw(state: State, move: Draw) -> State:
    """The state after chance gave the actual code (SD-7)."""
    asking = _awaiting_code(state)
    if asking.drawn_by != BY_CHANCE:
        raise NotNow("SD-7", "the host hasn't asked chance for a code.")
    return _drawn(state, asking, move, BY_CHANCE)


def _drawn(state: State, asking: Asking, move: Draw, by: str) -> State:
    """The state with the actual code, which is told together with the set that it is
    compared with (SD-9).
    """
    code = _code(state.terms, move)
    state = replace(state, phase=BETWEEN, asking=replace(asking, code=code, drawn_by=by))
    return state.tell("CodeDrawn", by=by, secret={"code": code})


def _awaiting_code(state: State) -> Asking:
    if state.phase != DRAW or state.asking is None:
        drawn = state.asking is not None and state.asking.code
        raise NotNow(
            "SD-7",
            "the code of this question is drawn already."
            if drawn
            else "no code is to be drawn now; codes are for questions.",
        )
    return state.asking


def _code(terms: Terms, move: Draw) -> int:
    if not _is_code(move.code, terms):
        raise Refused(
            "SD-7", f"“{told(move.code)}” is no code; a whole number from 1 to {terms.buzz_max} is."
        )
    return int(move.code)


def next_asked(state: State, asking: Asking) -> State:
    """The state with the next player asked, or with what has to decide who is next: a set, or new
    codes (SD-7 to SD-9).
    """
    left = still_to_ask(state, asking)
    if not left:
        return completed(state, asking, "")
    if not asking.set_number and len(left) > 1:
        return _next_set(state, asking, left)
    number = asking.set_number or state.sets_used
    nearest = _nearest(state, asking, number, left)
    if len(nearest) > 1:
        state = replace(state, asking=replace(asking, set_number=0))
        then = _after_tie(state)
        return state.tell("NextTied", who=nearest, set_number=number, drawn=asking.code, then=then)
    (who,) = nearest
    return _buzzed_in(state, replace(asking, who=who, asked=(*asking.asked, who)), number)


def still_to_ask(state: State, asking: Asking) -> tuple[str, ...]:
    """The players still in the round who haven't been asked this question (SD-7)."""
    return tuple(name for name in state.in_the_round if name not in asking.asked)


def _after_tie(state: State) -> str:
    """What decides who is next: another set, or new codes where no set is left (SD-8, SD-9)."""
    return "set" if state.sets_left else "codes"


def _buzzed_in(state: State, asking: Asking, set_number: int) -> State:
    """The state with a player asked, by its code in that set (SD-7, SD-8)."""
    code = state.player(asking.who).codes[set_number - 1]
    told = replace(state, asking=asking).tell(
        "BuzzedIn",
        who=asking.who,
        set_number=set_number,
        code=code,
        distance=abs(code - asking.code),
        drawn=asking.code,
        number=asking.number,
        is_first=asking.asked == (asking.who,),
    )
    return told.asks(ANSWER, asking.who)


def _next_set(state: State, asking: Asking, left: tuple[str, ...]) -> State:
    """The state with the next set used, which makes it public (SD-6, SD-10).

    A tie discards the set and, by option, the actual code too, if nobody was asked yet (SD-7).
    """
    if not state.sets_left:
        return opened(state, state.need_codes)
    number = state.next_set
    # A set is used up as a whole, with the codes of players who couldn't buzz in.
    buzzes = tuple(
        _buzz(state, asking, player, player.codes[number - 1])
        for player in state.players
        if player.codes[number - 1 : number] not in {(), (0,)}
    )
    nearest = _nearest(state, asking, number, left)
    used = UsedSet(number, asking.code, buzzes, nearest if len(nearest) > 1 else ())
    asking = replace(asking, set_number=0 if used.tied else number, sets=(*asking.sets, used))
    state = replace(state, sets_used=number, asking=asking)
    then = _after_tie(state) if used.tied else ""
    # A tie for being asked next keeps the code (SD-8).
    if used.tied and state.terms.redraw_on_tie and not asking.asked:
        state, then = replace(state, phase=DRAW, asking=replace(asking, code=0)), "draw"
    return state.tell(
        "SetUsed",
        number=number,
        code=used.code,
        buzzes=buzzes,
        tied=used.tied,
        then=then,
        left=state.sets_left,
        warn_from=FEW_SETS,
        remark=_few_left(state.sets_left),
    )


def _buzz(state: State, asking: Asking, player: Player, code: int) -> Buzz:
    if player.name in still_to_ask(state, asking):
        return Buzz(player.name, code, abs(code - asking.code))
    why = "asked" if player.name in state.in_the_round else "out" if player.out else "sits-out"
    return Buzz(player.name, code, None, why)


def _nearest(state: State, asking: Asking, number: int, left: tuple[str, ...]) -> tuple[str, ...]:
    """Those of `left` whose code in that set is nearest to the actual code, above or below."""
    away = {name: abs(state.player(name).codes[number - 1] - asking.code) for name in left}
    return tuple(name for name in left if away[name] == min(away.values()))


def _few_left(left: int) -> str:
    """The warning to the host when few sets are left; else empty (SD-9)."""
    if left > FEW_SETS:
        return ""
    many = "no unused set is" if not left else f"only {left} unused "
    many += "" if not left else "set is" if left == 1 else "sets are"
    return f"SD-9: {many} left; when one is needed and none is left, new codes are asked for."
