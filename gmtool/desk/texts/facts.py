"""What templates get: their reader's view, the news and windows that it may know of, and what a
text is about, as plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any

from msgspec.structs import asdict

from gmtool.desk.session.game_length import length_of
from gmtool.desk.session.message_types import life_of
from gmtool.desk.session.seals import is_plan, is_sealed
from gmtool.desk.session.session import Session
from gmtool.desk.session.settings import CHOICES
from gmtool.engine import entropy, rulings
from gmtool.engine.amendments import AdoptThroughout
from gmtool.engine.entries import Entry
from gmtool.engine.files import hash_of
from gmtool.engine.game import CALL, PUBLIC, STATE, Game, View
from gmtool.engine.host_moves import (
    Active,
    Replace,
    Set,
)
from gmtool.engine.instants import Instant
from gmtool.engine.ledger import as_posted
from gmtool.engine.names import Replacement
from gmtool.engine.plan_execution import verbs_asked, waits_for
from gmtool.engine.plans import Plan
from gmtool.engine.policy import Policy
from gmtool.engine.refusals import Ambiguous, Refusal
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, Table, awaited, is_awaited, may_add, wanted
from gmtool.engine.telling import News
from gmtool.engine.text import CHANCE, HOST, told
from gmtool.engine.window_moves import Extend
from gmtool.render.when import days_off


def game_view(session: Session, table: Table, viewer: str) -> View:
    """The game's view; its phase is `ended` where the game was called off."""
    view = session.game.view(table.state, viewer)
    return {**view, "phase": "ended"} if table.called_off else view


def reader_facts(
    session: Session, table: Table, viewer: str, news: Iterable[News], *, by: Table, now: Instant
) -> dict[str, Any]:
    """The facts of a template about `table` for `viewer`, written `now`, with deadlines as of the
    table `by`.
    """
    visible = [seen_of for one in news if (seen_of := one.seen_by(viewer)) is not None]
    windows = windows_for(viewer, (by.window(w.key) or w for w in table.windows), now)
    return {
        **game_view(session, table, viewer),
        "game": game_facts(session, table, by),
        "news": visible,
        "windows": windows,
        "window": windows[0] if windows else None,
        "course": None if by.started else _course(session, by),
        "seals": [],
        "earlier": None,
    }


def _course(session: Session, by: Table) -> str | None:
    """How long the game takes, as templates get it."""
    length = length_of(session, by.policy)
    return length.sentence if length else None


def windows_for(viewer: str, windows: Iterable[OpenWindow], now: Instant) -> list[dict[str, Any]]:
    """Those of the windows that the viewer may know of, as templates get them."""
    return [window_facts(window, viewer, now) for window in windows if window.known_to(viewer)]


def window_facts(window: OpenWindow, viewer: str, now: Instant) -> dict[str, Any]:
    """A window as templates get it in a text written `now`, with the reader's own deadline."""
    others = window.own.items() if viewer == PUBLIC and window.is_for(PUBLIC) else ()
    since, deadline = max(now, window.deadline), window.deadline_of(viewer)
    return {
        "key": window.key,
        "name": window.name,
        "title": window.title,
        "opened": window.opened,
        "deadline": deadline,
        "over": deadline < now,
        "own": [{"who": who, "deadline": at} for who, at in others if at > since],
        "early": window.early,
        "at_will": window.at_will,
        "done": viewer in window.done,
        "grace": window.policy.grace / 60,
    }


def _policy(policy: Policy) -> dict[str, Any]:
    """A deadline policy as templates get it."""
    return {
        "ends_at": policy.ends_at,
        "skip": days_off(policy.weekdays, policy.dates),
        "grace": policy.grace / 60,
        "longest_absence": policy.longest_absence / 60,
    }


def _plans(game: Game) -> dict[str, Any] | None:
    """What may be said in plans, as templates get it; None where there are none (ALL-9)."""
    own = game.plans
    if own is None or not own.example:
        return None
    words = [{"form": form, "doc": doc} for form, doc in own.vocabulary]
    return {"example": own.example, "forced": own.only is not None, "words": words}


def game_facts(session: Session, table: Table, by: Table) -> dict[str, Any]:
    """The facts of the game itself, which everybody may know."""
    header, settings = session.header, session.settings
    ended = wanted(session.game, by).nothing
    return {
        "name": header.name,
        "kind": header.kind,
        "ruled": rulings.told(session.game.rulings, session.table.options),
        "title": session.game.title,
        "host": settings.get("host", ""),
        "thread": settings.get("thread", ""),
        "verify_page": settings.get("verify_page", ""),
        "zone": session.zone.key,
        "texts": table.setting("texts") or CHOICES["texts"][0],
        "players": list(table.players),
        "commitment": session.ledger.commitment,
        "file_hash": hash_of(header.file),
        "chance": session.mode,
        "words": list(table.words),
        "drawn": table.drawn > 0,
        "words_until": entropy.closes(table) or "",
        "start": settings.get("start", ""),
        "ended": ended,
        "called_off": table.called_off,
        "started": by.started,
        "paused": by.paused or "",
        "seed": header.seed if ended and session.mode != entropy.TYPED else "",
        "policy": _policy(table.policy),
        "plans": _plans(session.game),
        "inactive": list(table.inactive),
        "substitutes": [
            {"name": name, "was": one.was, "since": one.at} for name, one in _substitutes(table)
        ],
    }


def _substitutes(table: Table) -> Iterator[tuple[str, Replacement]]:
    """Those who took seats over, in order: the name of each, its present one where it is still in
    the seat, and how it came there.
    """
    last = {one.who: one.number for one in table.replaced}
    return ((one.who if one.number == last[one.who] else one.now, one) for one in table.replaced)


def receipt_facts(session: Session, step: Step) -> dict[str, Any]:
    """A move as its receipt shows it; a sealed one with the line of its seal and 32 digits of that
    line's digest, which are empty else.
    """
    seal = session.seal(step.entry, step.table) if is_sealed(step) else None
    entry, (late, grace) = step.entry, lateness(step)
    return {
        "plan": None,
        "planned": entry.planned > 0,
        "number": entry.number,
        "who": entry.who,
        "text": entry.text,
        "received": entry.received_at,
        "recorded": entry.recorded_at,
        "late": entry.late,
        "late_by": late / timedelta(hours=1),
        "grace": grace / timedelta(hours=1),
        "seal": seal.line if seal else "",
        "digest": as_posted(seal.digest) if seal else "",
        "later": None,
    }


def plan_facts(
    session: Session, plan: Plan, entry: Entry, by: Table, done: Sequence[str]
) -> dict[str, Any]:
    """A plan as its receipt shows it: its stages, what was `done` of it, whether something of it
    still `holds` at the table `by` while its player is `asked` for something else, what it
    `waits_for` where that is no turn of its player's (`again` where it has answered that now), the
    stretch of the game `until` whose end it holds at most, whether it holds `for_good`, and whether
    it was said in the thread.
    """
    own, who = session.game.plans, by.seat(entry.who)
    until = {own.end_of(stage) for stage in plan.stages} if own else set()
    holds = next((one for one in by.plans if one.number == entry.number), None)
    return {
        "stages": [str(stage) for stage in plan.stages],
        "done": list(done),
        "holds": holds is not None,
        "asked": bool(holds) and any(turn.who == who for turn in awaited(session.game, by)),
        "waits_for": waits_for(session.game, holds.stages[0]) if holds else [],
        # What is asked now and isn't done yet has been answered, and that stays.
        "again": bool(holds and holds.stages[0].verbs & verbs_asked(session.game, by, who)),
        "until": until.pop() if len(until) == 1 else "",
        "for_good": any(stage.is_forced and not stage.until for stage in plan.stages),
        "in_thread": entry.source == "post" or bool(entry.link and entry.source != "pm"),
    }


def void_plan_facts(step: Step, who: str, show: Callable[[Instant], str]) -> dict[str, Any]:
    """A player's plan that became void by a step, and why its move that was due is refused."""
    one = next(one for one in step.void_plans if one.who == who)
    return {"plan": str(Plan((one.stage,))), **refusal_facts("", one.refusal, show)}


def lateness(step: Step) -> tuple[timedelta, timedelta]:
    """By how much a move came after its deadline, and the grace there; nothing where it was in time
    or taken late by a ruling.
    """
    at, who = step.entry.received_at, step.who
    for window in () if step.entry.who in {HOST, CHANCE} else step.was:
        deadline = window.deadline_of(who)
        asked = step.window in {None, (window.key, window.entry)}
        if asked and not step.entry.late and deadline < at <= window.last_call(who):
            return deadline.until(at), deadline.until(window.last_call(who))
    return timedelta(), timedelta()


def ruling_facts(session: Session, step: Step) -> dict[str, Any]:
    """A ruling as its text shows it; that a player is active again where it has been heard from.
    Whoever gets the text may know of the window that the ruling names.
    """
    game, begun = session.game, session.header.rules
    version = getattr(step.move, "version", 0)
    move = Active(step.who, "") if step.back else step.move
    verb = str(move).partition(" ")[0]
    named = move if isinstance(move, Extend) and move.window else None
    titles = (w.title for w in step.table.windows if named and named.is_about(w.name))
    return {
        "window": next(titles, ""),
        "at": step.entry.received_at,
        "verb": move.key if isinstance(move, Set) and move.key == entropy.WORDS_UNTIL else verb,
        "who": getattr(move, "who", ""),
        "what": getattr(move, "what", ""),
        "amount": getattr(move, "amount", None),
        "absolute": getattr(move, "absolute", False),
        "hours": move.minutes / 60 if isinstance(move, Extend) else None,
        "since": getattr(move, "since", ""),
        "until": getattr(move, "until", None) or "",
        "for_good": bool(game.inactivity),
        "throughout": isinstance(move, AdoptThroughout),
        "changes": [asdict(one) for one in game.changes if begun < one.version <= version],
        "was": getattr(move, "was", ""),
        "name": getattr(move, "name", ""),
        "why": getattr(move, "why", ""),
    }


def refusal_facts(quoted: str, refusal: Refusal, show: Callable[[Instant], str]) -> dict[str, Any]:
    """A refusal as plain data; `show` writes its instants."""
    return {
        "clause": refusal.clause,
        "quoted": told(refusal.quoted or quoted),
        "sentence": refusal.sentence(show),
        "readings": list(refusal.readings) if isinstance(refusal, Ambiguous) else [],
    }


def briefing_facts(
    session: Session,
    step: Step,
    by: Table,
    steps: Sequence[Step],
    live: Sequence[Entry],
    *,
    now: Instant,
) -> dict[str, Any]:
    """The facts of the briefing with the seat that a substitute takes (ALL-11): `was`, who left it;
    the names of the templates with the rules in brief, with the standings, and with what the seat
    itself holds; what it is `asked` for, with deadlines as of the table `by`; the `live` moves in
    open windows, in text form; the receipts of all sealed moves of the seat, the oldest first; and
    the `windows` that everybody may know, as they are `now`.
    """
    move = step.move
    assert isinstance(move, Replace)  # noqa: S101 - only a replacement has a briefing
    game = session.game
    own = [o.name for o in game.message_types if o.to_player and o.life == STATE]
    asked = (m for one in reversed(steps) for m in game.messages(one.news) if m.to == move.who)
    own = own or [m.occasion for m in asked if life_of(game, m.occasion) == CALL][:1]
    sealed = (one for one in steps if one.who == move.who and is_sealed(one) and not is_plan(one))
    return {
        "was": move.was,
        "brief": [f"{kind}/_brief.j2" for kind in game.text_kinds],
        "standings": [f"{kind}/standings.j2" for kind in game.text_kinds],
        "own": [[f"{kind}/{name}.j2" for kind in game.text_kinds] for name in own],
        "asked": list(_asked(session, by, move.who, now)),
        "live": [entry.text for entry in live],
        "windows": windows_for(PUBLIC, by.windows, now),
        "receipts": [receipt_facts(session, one) for one in sealed],
    }


def _asked(session: Session, by: Table, who: str, now: Instant) -> Iterator[dict[str, Any]]:
    asked = wanted(session.game, by)
    for turn in asked.turns:
        window = by.window(turn.window)
        if turn.who == who and (is_awaited(by, turn) or may_add(asked, by, turn)):
            yield {
                "task": turn.task,
                "awaited": is_awaited(by, turn),
                "moves": list(turn.moves),
                "window": window_facts(window, who, now) if window else None,
            }
