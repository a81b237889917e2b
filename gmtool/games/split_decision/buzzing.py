"""Buzzcodes, the actual code, and who has buzzed in (SD-5 to SD-10)."""

from __future__ import annotations

import re

from gmtool.engine.game import Event
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.wording import listed
from gmtool.games.split_decision import events as e
from gmtool.games.split_decision.moves import Codes, Draw
from gmtool.games.split_decision.state import (
    BY_CHANCE,
    BY_HOST,
    CODES,
    DRAW,
    FEW_SETS,
    SETUP,
    Asking,
    Buzz,
    State,
    Terms,
)

MOST_NAMED = 40
"""So many wrong entries of a list are told one by one: all of a usual list."""
FEW = 10
"""So many codes are quoted in full."""


def codes(state: State, who: str, move: Codes) -> tuple[Event, ...]:
    """A player's list (SD-5)."""
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
        raise Refused(clause, "{who} {why}.", who=who, why=why, quoted=_short(move))
    return _given(state, who, move, drawn=False)


def _why_not_awaited(state: State, who: str) -> tuple[str, str]:
    """Why no codes are awaited from `who` while they are collected, with the clause."""
    if who in state.late_codes:
        return "SD-36", "has sent none in time, so chance gives them"
    if state.playing and who not in state.playing:
        return "SD-9", "has no codes to send, being in no round now"
    return "SD-5", "has a complete list on record already, which can't be changed"


def late_codes(state: State, move: Codes) -> tuple[Event, ...]:
    """What chance gives for the first player, in seat order, who has sent none."""
    due = codes_due(state)
    if not due:
        raise NotNow("ALL-3", "nobody needs codes from chance now.", quoted=_short(move))
    return _given(state, due, move, drawn=True)


def codes_due(state: State) -> str:
    """For whom chance gives codes next, in seat order, or nobody (ALL-3)."""
    return next((p.name for p in state.players if p.name in state.late_codes), "")


def _given(state: State, who: str, move: Codes, *, drawn: bool) -> tuple[Event, ...]:
    numbers = checked(state.terms, move)
    return (e.CodesGiven(who, numbers, drawn),)


def checked(terms: Terms, move: Codes) -> tuple[int, ...]:
    """The codes as numbers; raises Refused with every entry that is wrong (SD-5)."""
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
            "{faults}. Send the whole list again: {count} whole numbers from 1 to {most}, in "
            "their order.",
            faults="; ".join(faults),
            count=terms.buzzcodes,
            most=terms.buzz_max,
            quoted=_short(move),
        )
    return tuple(map(int, move.codes))


def _is_code(text: str, terms: Terms) -> bool:
    return bool(re.fullmatch(r"0*[1-9][0-9]{0,8}", text)) and int(text) <= terms.buzz_max


def _short(move: Codes) -> str:
    """A long list as a refusal quotes it."""
    if len(move.codes) <= FEW:
        return str(move)
    return f"codes {' '.join(move.codes[:3])} … {move.codes[-1]}"


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in {11, 12, 13} else ending}"


def host_draw(state: State, move: Draw) -> tuple[Event, ...]:
    """The host asks for the actual code, or types one in from elsewhere (SD-7)."""
    if _awaiting_code(state, str(move)).drawn_by == BY_CHANCE:
        raise NotNow("SD-7", "chance has been asked for the code already.", quoted=str(move))
    if not move.code:
        return (e.ChanceAsked(),)
    return (e.CodeDrawn(_code(state.terms, move), BY_HOST),)


def chance_draw(state: State, move: Draw) -> tuple[Event, ...]:
    """The actual code as chance gives it (SD-7)."""
    if _awaiting_code(state, str(move)).drawn_by != BY_CHANCE:
        raise NotNow("SD-7", "the host hasn't asked chance for a code.", quoted=str(move))
    return (e.CodeDrawn(_code(state.terms, move), BY_CHANCE),)


def _awaiting_code(state: State, quoted: str) -> Asking:
    if state.phase != DRAW or state.asking is None:
        drawn = state.asking is not None and state.asking.code
        raise NotNow(
            "SD-7",
            "the code of this question is drawn already."
            if drawn
            else "no code is to be drawn now; codes are for questions.",
            quoted=quoted,
        )
    return state.asking


def _code(terms: Terms, move: Draw) -> int:
    if not _is_code(move.code, terms):
        raise Refused(
            "SD-7",
            "“{code}” is no code; a whole number from 1 to {most} is.",
            code=move.code,
            most=terms.buzz_max,
            quoted=str(move),
        )
    return int(move.code)


def next_asked(state: State, asking: Asking) -> Event:
    """Who is asked next, or what has to come first to tell: a set, or more codes (SD-7 to SD-9)."""
    left = tuple(name for name in state.standing if name not in asking.asked)
    if not left:
        return e.QuestionCompleted(asking.number, asking.text, asking.answer, "")
    if not asking.set_number and len(left) > 1:
        return _next_set(state, asking, left)
    number = asking.set_number or state.sets_used
    nearest = _nearest(state, asking, number, left)
    if len(nearest) > 1:
        return e.NextTied(nearest, number)
    (who,) = nearest
    code = state.player(who).codes[number - 1]
    return e.BuzzedIn(who, number, code, abs(code - asking.code), asking.number)


def _next_set(state: State, asking: Asking, left: tuple[str, ...]) -> Event:
    if not state.sets_left:
        return e.CodesOpened(state.playing_in_seats, again=True)
    number = state.sets_used + 1
    buzzes = tuple(
        Buzz(
            player.name,
            player.codes[number - 1],
            abs(player.codes[number - 1] - asking.code) if player.name in left else None,
        )
        for player in state.players
        if player.codes[number - 1 : number] not in {(), (0,)}
    )
    nearest = _nearest(state, asking, number, left)
    tied = nearest if len(nearest) > 1 else ()
    left_after = state.sets_left - 1
    return e.SetUsed(number, asking.code, buzzes, tied, left_after, FEW_SETS)


def _nearest(state: State, asking: Asking, number: int, left: tuple[str, ...]) -> tuple[str, ...]:
    """Those of `left` whose code in that set is nearest, above or below."""
    away = {name: abs(state.player(name).codes[number - 1] - asking.code) for name in left}
    return tuple(name for name in left if away[name] == min(away.values()))
