"""Finds which texts arise, and gives each template its reader's view and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any

from gmtool.desk.course_dates import length_of
from gmtool.desk.occasion_names import (
    BRIEFING,
    FINAL,
    LAPSED,
    MIXED,
    RECEIPT,
    RECORD,
    RULING,
    UNCLEAR,
    WORDS,
)
from gmtool.desk.occasions import life_of
from gmtool.desk.publicity import is_for_all, put_off
from gmtool.desk.session import Session
from gmtool.desk.settings import CHOICES
from gmtool.engine import mixing, modes, rulings
from gmtool.engine.carrying_out import verbs_asked, waits_for
from gmtool.engine.entries import Entry
from gmtool.engine.files import hash_of
from gmtool.engine.frozen import frozen
from gmtool.engine.game import CALL, PUBLIC, Game, Message, View
from gmtool.engine.instants import Instant
from gmtool.engine.ledger import as_posted
from gmtool.engine.moves import (
    Absent,
    Active,
    Adjust,
    Adopt,
    AdoptThroughout,
    Alias,
    Amendment,
    Aside,
    Asks,
    Done,
    End,
    Extend,
    Inactive,
    Move,
    Note,
    Pause,
    Redeal,
    Replace,
    Resume,
    Says,
    Set,
    Words,
)
from gmtool.engine.plans import Plan
from gmtool.engine.policy import POLICY_KEYS, Policy
from gmtool.engine.refusals import Ambiguous, Refusal
from gmtool.engine.replacement import Replacement
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, Table, awaited, wanted
from gmtool.engine.telling import News
from gmtool.engine.wording import CHANCE, HOST, told
from gmtool.render.when import days_off

RULED = (
    Extend,
    Absent,
    Replace,
    Pause,
    Resume,
    Inactive,
    Active,
    Adjust,
    Redeal,
    Adopt,
    AdoptThroughout,
)
"""The host's moves that have a post of their own."""


@frozen
class Arisen:
    """A text that arose, with the step that gave rise to it. Where it is
    `followed`, another part of the same post tells what comes next. Where its command made more
    entries, by plans, it tells how things are `as_of` the last of them.
    """

    message: Message
    step: Step
    followed: bool = False
    as_of: int = 0


def _sender(session: Session, step: Step, move: Asks) -> str:
    """Whom the host asks back: the sender of the message, which may have been taken since, and
    counts as of its arrival then.
    """
    waiting = (one.who for one in step.table.inbox if one.number == move.number)
    who = next(waiting, None)
    if who is None:
        sent = session.replay().step(move.number, void=True)
        assert sent is not None  # noqa: S101 - only a message on record is asked about
        who = sent.entry.who
    return step.table.seat(who)


def arisen(session: Session, steps: Sequence[Step]) -> tuple[Arisen, ...]:
    """The texts that arose from `steps`, in order: those of the game, receipts of sealed moves,
    void plans, who is back, questions about messages, and posts of rulings.
    """
    found = []
    for step in steps:
        if step.back:
            found.append(Arisen(Message(RULING), step))
        if isinstance(step.move, Words):
            found.append(Arisen(Message(WORDS), step))
        is_first = step.entry.who == CHANCE and step.table.drawn == 1
        if session.mode == modes.HOLD and is_first:
            found.append(Arisen(Message(MIXED), step))
        if is_sealed(step) or _is_public_move(step):
            asked = is_sealed(step) or session.settings.get("receipts") == "all"
            found.append(Arisen(Message(RECEIPT, step.who, on_demand=not asked), step))
        found += [Arisen(Message(LAPSED, one.who), step) for one in step.lapsed]
        if isinstance(step.move, Asks):
            found.append(Arisen(Message(UNCLEAR, _sender(session, step, step.move)), step))
        found += [Arisen(message, step) for message in _rulings(session, step)]
        if isinstance(step.move, Replace):
            found.append(Arisen(Message(BRIEFING, step.move.who), step))
        if not step.entry.takes_back:
            messages = session.game.messages(step.news)
            if isinstance(step.move, End) and any(o.name == FINAL for o in session.game.occasions):
                messages = (*messages, Message(FINAL))
            found += [
                Arisen(message, step) for message in messages if _is_for(session, step, message)
            ]
        if _ends(session, step):
            found.append(Arisen(Message(RECORD), step))
    return tuple(found)


def _ends(session: Session, step: Step) -> bool:
    """Whether the game is over by a step: after its end only the desk's own moves are made."""
    after = (Set, Alias, Note, Says, Asks, Aside, Amendment)
    is_after = step.entry.takes_back or isinstance(step.move, after)
    return not is_after and wanted(session.game, step.table).nothing


def _is_for(session: Session, step: Step, message: Message) -> bool:
    """Whether a text is for somebody: an inactive player isn't asked for anything (ALL-11)."""
    is_call = life_of(session.game, message.occasion) == CALL
    return not (is_call and message.to in step.table.inactive)


def is_sealed(step: Step) -> bool:
    """Whether it is a player's move that nobody else may know, which has a receipt."""
    return step.entry.who not in {HOST, CHANCE} and has_seal(step.move)


def is_plan(step: Step) -> bool:
    """Whether it is a plan, of which nobody else may know, not even by a count of seals (ALL-9)."""
    return isinstance(step.move, Plan)


def _is_public_move(step: Step) -> bool:
    """Whether it is what a player sent and everybody may know, of which a receipt is written only
    where the host wants one for every move.
    """
    is_sent = step.entry.who not in {HOST, CHANCE} and not step.entry.planned
    return is_sent and bool(step.move.public)


def has_seal(move: Move) -> bool:
    """Whether a player's move is kept from all others, with a receipt and a seal; a mere `done` has
    none, since it says nothing that could be doubted.
    """
    return not (move.public or isinstance(move, (Says, Done)))


def _rulings(session: Session, step: Step) -> Iterator[Message]:
    """The post of a ruling. Where the ruling moves the deadline of a private window, which the post
    leaves out, also a message to each player who may move in it; where it moves a player's own in
    one that is announced, to that player.
    """
    is_policy = isinstance(step.move, Set) and step.move.key in POLICY_KEYS
    if is_policy and step.table.started:
        yield Message(RULING)
    is_of_words = isinstance(step.move, Set) and step.move.key == mixing.WORDS_UNTIL
    if is_of_words and not _is_set_up(session, step):
        yield Message(RULING)
    keeps = isinstance(step.move, Adopt) and step.move.instead > 0
    if keeps or not isinstance(step.move, RULED):
        return
    if is_for_all(step):
        yield Message(RULING)
    if isinstance(step.move, (Extend, Absent, Resume)):
        moved = put_off(step)
        private = {w.key for w in moved if not w.known_to(PUBLIC)}
        turns = wanted(session.game, step.table).turns
        asked = [turn.who for turn in turns if turn.window in private]
        announced = (w for w in moved if w.announced)
        own = (who for w in announced for who in _put_off_for(step, w))
        for who in dict.fromkeys((*asked, *own)):
            yield Message(RULING, who)


def _put_off_for(step: Step, window: OpenWindow) -> Iterator[str]:
    """The players whose own deadline in a window was changed by a step."""
    was = next(one for one in step.was if one.key == window.key)
    return (who for who, at in window.own.items() if was.own.get(who) != at)


def _is_set_up(session: Session, step: Step) -> bool:
    """Whether `new` made that entry, of which the opening post tells."""
    entry = step.entry
    return entry.number == 1 and entry.recorded_at == session.record.created_at


def seen(session: Session, table: Table, seer: str) -> View:
    """The game's view; its phase is `ended` where the game was called off."""
    view = session.game.view(table.state, seer)
    return {**view, "phase": "ended"} if table.called_off else view


def facts(
    session: Session, table: Table, seer: str, news: Iterable[News], *, by: Table, now: Instant
) -> dict[str, Any]:
    """The facts of a template about `table` for `seer`, written `now`, with deadlines as of the
    table `by`.
    """
    visible = [seen_of for one in news if (seen_of := one.seen_by(seer)) is not None]
    windows = windows_for(seer, (by.window(w.key) or w for w in table.windows), now)
    return {
        **seen(session, table, seer),
        "game": about(session, table, by),
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


def windows_for(seer: str, windows: Iterable[OpenWindow], now: Instant) -> list[dict[str, Any]]:
    """Those of the windows that the seer may know of, as templates get them."""
    return [window_facts(window, seer, now) for window in windows if window.known_to(seer)]


def window_facts(window: OpenWindow, seer: str, now: Instant) -> dict[str, Any]:
    """A window as templates get it in a text written `now`, with the reader's own deadline."""
    others = window.own.items() if seer == PUBLIC and window.is_for(PUBLIC) else ()
    since, deadline = max(now, window.deadline), window.deadline_of(seer)
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
        "done": seer in window.done,
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


def about(session: Session, table: Table, by: Table) -> dict[str, Any]:
    """The facts of the game itself, which everybody may know."""
    header, settings = session.header, session.settings
    ended = wanted(session.game, by).nothing
    return {
        "name": header.name,
        "kind": header.kind,
        "ruled": rulings.told(session.game, session.table.options),
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
        "words_until": mixing.closes(table) or "",
        "start": settings.get("start", ""),
        "ended": ended,
        "called_off": table.called_off,
        "started": by.started,
        "paused": by.paused or "",
        "seed": header.seed if ended and session.mode != modes.TYPED else "",
        "policy": _policy(table.policy),
        "plans": _plans(session.game),
        "inactive": list(table.inactive),
        "substitutes": [
            {"name": name, "was": one.was, "since": one.at} for name, one in substitutes(table)
        ],
    }


def substitutes(table: Table) -> Iterator[tuple[str, Replacement]]:
    """Those who took seats over, in order: the name of each, its present one where it is still in
    the seat, and how it came there.
    """
    last = {one.who: one.number for one in table.replaced}
    return ((one.who if one.number == last[one.who] else one.now, one) for one in table.replaced)


def receipt_facts(session: Session, step: Step) -> dict[str, Any]:
    """A move as its receipt shows it; a sealed one with the line of its seal and 32 digits of that
    line's digest, which are empty else.
    """
    seal = session.seal(step.entry) if is_sealed(step) else None
    entry, (late, grace) = step.entry, late_by(step)
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


Came = tuple[OpenWindow, list[Entry]]
"""A sealed window, with the sealed moves that came in it."""


def came_in(closed: Iterable[OpenWindow], steps: Iterable[Step]) -> list[Came]:
    """Each of these windows that is sealed, with the sealed moves among the steps that came in
    it.
    """
    found: dict[tuple[str, int], list[Entry]] = {}
    for step in steps:
        if step.sealed and is_sealed(step) and not is_plan(step):
            found.setdefault(step.sealed, []).append(step.entry)
    return [(w, found.get((w.key, w.entry), [])) for w in closed if w.sealed]


def listed(session: Session, window: OpenWindow, came: Iterable[Entry]) -> Iterable[Entry]:
    """Those of the sealed moves that came in a window of which the post with its result lists the
    seals: of an announced one the last of each player, since a longer list would tell of more.
    """
    return {session.table.seat(e.who): e for e in came}.values() if window.announced else came


def silences(session: Session, came: Iterable[Came]) -> Iterator[tuple[str, str]]:
    """The seats from which no sealed move came in sealed windows that are closed, as they are
    called at sign-up, each with what stands for it among the seals. Else the list would tell who
    was silent: it would be shorter.
    """
    times: Counter[tuple[int, str]] = Counter()
    for window, entries in came:
        spoke = {session.table.seat(entry.who) for entry in entries}
        for who in map(session.table.seat, window.asked):
            if who not in spoke:
                about = window.closed_by, session.signed_up(who)
                times[about] += 1
                yield about[1], session.ledger.silence(*about, times[about])


def lapsed_facts(step: Step, who: str, show: Callable[[Instant], str]) -> dict[str, Any]:
    """A player's plan that became void by a step, and why its move that was due is refused."""
    one = next(one for one in step.lapsed if one.who == who)
    return {"plan": str(Plan((one.stage,))), **refusal_facts("", one.refusal, show)}


def late_by(step: Step) -> tuple[timedelta, timedelta]:
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
        "verb": move.key if isinstance(move, Set) and move.key == mixing.WORDS_UNTIL else verb,
        "who": getattr(move, "who", ""),
        "what": getattr(move, "what", ""),
        "amount": getattr(move, "amount", None),
        "absolute": getattr(move, "absolute", False),
        "hours": move.minutes / 60 if isinstance(move, Extend) else None,
        "since": getattr(move, "since", ""),
        "until": getattr(move, "until", None) or "",
        "for_good": bool(game.inactivity),
        "throughout": isinstance(move, AdoptThroughout),
        "changes": [vars(one) for one in game.changes if begun < one.version <= version],
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
