"""Recounts what a command did, in lines, and what other terminals recorded, which a host may not
know yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from gmtool.desk import late_hands, naming, texts
from gmtool.desk.answers import Hint
from gmtool.desk.desk import Desk
from gmtool.desk.reckoning import reckon
from gmtool.desk.session import Session
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Alias, Close, Replace, Set, Start
from gmtool.engine.policy import POLICY_KEYS
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.wording import CHANCE, HOST, listed, write_names
from gmtool.render.when import deadline, span
from gmtool.store import Kept, ReadingRoom

RECENT = timedelta(minutes=10)


def recorded(session: Session, step: Step, *, dry_run: bool = False) -> list[str]:
    """Lines about one entry that was recorded."""
    entry = step.entry
    verb = "would record" if dry_run else "recorded"
    if entry.planned:
        does = "would carry out" if dry_run else "carried out"
        line = (
            f"{session.name}: {does} plan {entry.planned} of {entry.who}'s, entry {entry.number}: "
            f"{described(step)} ({when_both(session, entry.received_at)})"
        )
        return [line, *_beside(step)]
    late = f", taken late: {entry.late}" if entry.late else ""
    received = "" if entry.who in {HOST, CHANCE} else "received "
    lines = [
        f"{session.name}: {verb} entry {entry.number}, {entry.who}: {described(step)} "
        f"({received}{when_both(session, entry.received_at)}{late})"
    ]
    if isinstance(step.move, (Set, Replace)) and step.move.new_name:
        others = step.table.aliases.get(step.move.new_name, ())
        too = f"; {listed(others)} {'is' if len(others) == 1 else 'are'} understood too"
        lines.append(f"  {step.move.new_name} from now on{too if others else ''}")
    if isinstance(step.move, Set) and step.move.key in POLICY_KEYS and step.table.policy.warning:
        lines.append(f"  note, {step.table.policy.warning}")
    if isinstance(step.move, Alias):
        lines.append(f"  {step.move.name} is understood as {step.move.who} from now on")
    late_by, grace = texts.late_by(step)
    if late_by:
        lines.append(f"  {span(late_by)} late, within the grace of {span(grace)}")
    if late_hands.is_one(step):
        lines.append(f"  {late_hand(session, step)}")
    planned = session.header.settings.get("start")
    if isinstance(step.move, Start) and planned and planned > entry.received_at:
        lines.append(
            f"  earlier than planned ({when_both(session, Instant(planned))}): if the opening post "
            "is out, say so in the thread"
        )
    return [*lines, *_beside(step)]


def late_hand(session: Session, step: Step) -> str:
    """That a move is on record after its deadline, and whether a text says so: of what all have
    read in the thread, none does.
    """
    is_told = step.sealed or session.game.messages(step.news)
    how = ": the text that tells of it says so" if is_told else ""
    return f"put on record after its deadline{how}"


def _beside(step: Step) -> Iterator[str]:
    """Lines for the host alone about what came of an entry."""
    yield from (f"  {one.remark}" for one in step.news if one.remark)
    for one in step.lapsed:
        yield f"  plan {one.number} of {one.who}'s can't be carried out any more; it is void"


def described(step: Step) -> str:
    """The move of a step; of a draw only what everybody sees."""
    if step.entry.who != CHANCE or step.move.public:
        return naming.shortened(step.entry.text)
    verb, *things = step.entry.text.split(" ")
    whose = write_names(step.move.named)
    count = len(things) - len(whose.split())
    return f"{verb}{whose and ' '}{whose} … ({count} in all)"


def when_both(session: Session, instant: Instant) -> str:
    """An instant in the game's zone and in UTC."""
    return deadline(instant.moment, session.zone)


def closed_late(desk: Desk, session: Session) -> Iterator[Hint]:
    """The command by which what was just opened ends at the policy's hour earlier (ALL-10): where
    it missed that hour only because the host closed a while after the deadline.
    """
    for step in session.applied:
        due = max((window.ends for window in step.closed), default=step.entry.received_at)
        if not isinstance(step.move, Close) or due >= step.entry.received_at:
            continue
        for window in (w for w in session.table.windows if not w.until):
            ends = reckon(window.policy, due, timedelta(hours=window.hours))
            if window.entry >= step.entry.number and ends.moment < window.deadline.moment:
                at = session.show(due)
                yield Hint(
                    desk.commands.line("amend", str(step.entry.number), "--at", str(due)),
                    f"as if closed {at}: {window.title} until {session.show(ends)}",
                )
                return


def counts_again(
    was: Replay, now: Replay, told: Callable[[Entry], str] = naming.named
) -> Iterator[str]:
    """Lines about entries that were void and count again, since nothing is in their way any more
    (ALL-8), each as it is `told`.
    """
    void = {step.entry.number for step in was.steps if step.void}
    for step in (one for one in now.live if one.entry.number in void):
        yield f"  counts again: entry {step.entry.number}, {told(step.entry)}"


def left_out(session: Session, was: Replay, now: Replay) -> Iterator[str]:
    """Lines about parts of moves that became invalid since others arrived before them (ALL-8)."""
    before = {step.entry.number for step in was.live if step.left_out}
    for step in now.live:
        if step.left_out and step.typed and step.entry.number not in before:
            why = step.left_out
            yield (
                f"  of entry {step.entry.number}, {step.who}: {step.typed.text}, only "
                f"{step.entry.text} stands ({why.clause}): {why.sentence(session.show)}"
            )


# ---- what other terminals recorded


def lately(desk: Desk, room: ReadingRoom, session: Session, before: int) -> tuple[Kept, ...]:
    """The entries of other terminals in the last ten minutes, and all after number `before`."""
    since = Instant.of(desk.now.moment - RECENT)
    kept = room.kept_since(session.record.id, since)
    return tuple(k for k in kept if k.desk != desk.terminal or k.entry.number > before)


def named_since(room: ReadingRoom, session: Session, seen: int) -> list[str]:
    """The entries after number `seen`, without their secrets."""
    entries = room.entries(session.record.id, seen)
    return [f"entry {entry.number}, {naming.briefly(entry)}" for entry in entries]


def told_of(session: Session, elsewhere: Sequence[Kept]) -> list[str]:
    """Lines about them, which say whose terminal it was; players' moves stay sealed."""
    if not elsewhere:
        return []
    found = [f"{session.name}: recorded at another terminal in the last ten minutes:"]
    for kept in elsewhere:
        entry = kept.entry
        told = naming.briefly(entry).removeprefix(f"{HOST}: ")
        text = told if entry.who == HOST else naming.SEALED
        who = kept.desk.rsplit(" ", 1)[0]  # without the number of the terminal
        when = session.show(entry.recorded_at)
        found.append(f"  {entry.number} {entry.who}: {text} (recorded {when} by {who})")
    return found
