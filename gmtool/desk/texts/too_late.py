"""Moves that came too late: the round that they are for had ended by then (ALL-1, ALL-9)."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from gmtool.desk.session.session import Session
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.plan_execution import verbs_asked
from gmtool.engine.plans import PLAN, is_plan
from gmtool.engine.refusals import NotNow, Refusal, Refused
from gmtool.engine.table import OpenWindow, wanted
from gmtool.engine.text import short


def as_late(session: Session, entry: Entry, refusal: Refusal) -> Refusal:
    """The refusal of a player's move; of one that isn't asked for now, where a round that asked its
    player for it has ended before, that it is too late for that. It is never a plan for the next
    one then, but says how to leave one; so it does where that round is still to come.
    """
    game, table, who = session.game, session.table, session.table.seat(entry.who)
    if not isinstance(refusal, NotNow) or game.plans is None or who not in table.players:
        return refusal
    verb = entry.text.partition(" ")[0]
    if is_plan(entry.text) or verb in verbs_asked(game, table, who):
        return refusal
    found = _last_round(session, who, verb)
    if found is None:
        later = "" if game.plans.begins else _for_the_next(session, entry)
        return refusal.again(NotNow, "{next}", next=later) if later else refusal
    window, ended, is_done = found
    if is_done:  # its first answer there is final, which its refusal says
        return refusal.again(Refused)
    at, last = entry.received_at, window.last_call(who)
    if who not in map(table.seat, (*window.asked, *window.moved)):
        sentence = "it came {at}, and {title} was over for {who} by then{next}."
    elif at <= min(last, ended):
        sentence = "it came {at}, in time for {title}, but that has ended since ({ended})."
    elif at > last:
        sentence = "it came {at}, after the deadline for {title} ({deadline}){next}."
    else:
        sentence = "it came {at}, and {title} had ended by then ({ended}){next}."
    return Refused(
        window.clause,
        sentence,
        quoted=refusal.quoted,
        at=at,
        title=window.title,
        who=entry.who,
        ended=ended,
        deadline=window.deadline_of(who),
        next=_for_the_next(session, entry),
    )


def _last_round(session: Session, who: str, verb: str) -> tuple[OpenWindow, Instant, bool] | None:
    """The last round that asked a player for such a move, and not as its turn, when it ended, and
    whether its first answer was final and had come; None where there was no such round.
    """
    replay, seat = session.replay(), session.table.seat
    tables = (replay.start, *(step.table for step in replay.effective))
    after = {step.entry.number: step.table for step in replay.effective}
    for step, (before, _) in reversed([*zip(replay.effective, pairwise(tables), strict=True)]):
        for window in step.closed:
            if not window.by_arrival:
                continue
            # Who was ruled inactive was asked when it opened, and isn't any more when it ends.
            asked = [wanted(session.game, after.get(window.entry, before))]
            asked.append(wanted(session.game, before))
            turns = [turn for one in asked for turn in one.turns if turn.window == window.key]
            verbs = {form.partition(" ")[0] for turn in turns for form in turn.moves}
            has_moved = who in map(seat, window.moved)
            if verb in verbs and (has_moved or who in {seat(turn.who) for turn in turns}):
                is_final = any(
                    w.key == window.key and w.final for one in asked for w in one.windows
                )
                return window, step.entry.received_at, has_moved and is_final
    return None


def _for_the_next(session: Session, entry: Entry) -> str:
    """How to leave the move for the next round, where that can be and it names nobody who is out:
    such a plan would only wait.
    """
    plan = f"{PLAN} {entry.text}"
    players = session.game.view(session.table.state, PUBLIC)["players"]
    move = session.game.grammar.typed(entry.text)
    try:
        session.try_out(replace(entry, text=plan))
    except Refusal:
        return ""
    is_vain = move and any(one["name"] in move.named and one.get("out") for one in players)
    return "" if is_vain else f"; for the next time, send `{short(plan)}`"
