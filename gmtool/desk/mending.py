"""How to put right a move that is refused only because of the order of recording (design: time).

A message can be recorded after one of the same player that arrived later, or after the window it
came in time for was closed. The answer says so and prints the commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gmtool.desk.hearing import Hearing
from gmtool.desk.sitting import Desk
from gmtool.engine.entries import Entry
from gmtool.engine.moves import End
from gmtool.engine.refusals import Ambiguous, Refusal, Unreadable
from gmtool.engine.replay import Fold
from gmtool.engine.steps import Step, hear
from gmtool.engine.wording import CHANCE

MOST_RETOLD = 8
"""How many later entries are written out to be recorded again."""


def mend(hearing: Hearing) -> list[str]:
    """What to tell a host whose entry was refused for a reason that has a cure, in lines."""
    said, sitting = hearing.said, hearing.sitting
    by_rule = [(t, r) for t, r in hearing.refused if not isinstance(r, (Unreadable, Ambiguous))]
    if not by_rule or not hearing.to_player:
        return []
    lines = []
    if not (said.at or said.of) and sitting.table.overdue(hearing.desk.now):
        number = str(hearing.message)
        add = hearing.desk.commands.line("take", number) if hearing.message else "add"
        lines.append(
            f"  taken as received now, which is late; if it arrived in time {add} --at WHEN; "
            f'to take it all the same {add} --late "why"'
        )
    fold = sitting.fold(hearing.room)
    for text, _ in by_rule:
        now = hearing.desk.now
        entry = Entry(sitting.number + 1, hearing.who, text, hearing.at, now, late=said.late)
        place = _in_the_way(fold, entry)
        if place is not None:
            lines += _commands(hearing.desk, fold, entry, place)
    return lines


def _in_the_way(fold: Fold, entry: Entry) -> tuple[int, str] | None:
    """Before which live step the entry would have stood, and why; None where it never would."""
    for index, step in enumerate(fold.live):
        earlier = fold.live[index - 1].table if index else fold.start
        same = step.who == entry.who and step.entry.received_at > entry.received_at
        later = step.who != entry.who and entry.received_at <= step.entry.received_at
        closes = later and any(
            w.opened <= entry.received_at <= w.deadline and step.table.window(w.key) is None
            for w in earlier.windows
        )
        if isinstance(step.move, End):
            return None  # nobody calls a game off by mistake about the order of two messages
        if (same or closes) and _stands(fold, index, entry):
            number = step.entry.number
            if same:
                return index, f"entry {number} of {entry.who} arrived later but was recorded first"
            return index, f"it came in time for a window that entry {number} closed"
    return None


def _stands(fold: Fold, index: int, entry: Entry) -> bool:
    before = fold.live[index - 1].table if index else fold.start
    try:
        hear(fold.game, before, entry)
    except Refusal:
        return False
    return True


def _commands(desk: Desk, fold: Fold, entry: Entry, place: tuple[int, str]) -> list[str]:
    index, why = place
    spoken = [step.entry.number for step in fold.live[index:] if step.entry.who == CHANCE]
    if spoken:
        return [
            f"  refused only because of the order: {why}. But chance has answered since (entry "
            f"{spoken[0]}): to put it in, that draw would be taken back and come out otherwise, "
            "and what was said about it would be about other cards. Better leave it out and say "
            "so in the thread."
        ]
    later = [step for step in fold.live[index:] if step.entry.by_a_person]
    lines = [f"  refused only because of the order: {why}. To put it right:"]
    commands = desk.commands
    lines += [f"    {commands.line('undo', str(s.entry.number))}" for s in reversed(later)]
    lines.append(f"    {commands.say(entry.who, entry.text, '--at', entry.received_at)}")
    if len(later) > MOST_RETOLD:
        lines.append(
            f"    and then entries {later[0].entry.number} to {later[-1].entry.number} again, "
            f"as `{commands.line('log')}` shows them"
        )
        return lines
    return [*lines, *_retold(desk, fold, index, entry, later)]


def _retold(
    desk: Desk, fold: Fold, index: int, entry: Entry, later: Sequence[Step]
) -> Iterator[str]:
    """What was said after `entry` once more, and which of it won't stand now."""
    table = fold.live[index - 1].table if index else fold.start
    table = hear(fold.game, table, entry).table
    for step in later:
        yield f"    {_again(desk, step)}"
        try:
            table = hear(fold.game, table, step.entry).table
        except Refusal as refusal:
            yield f"      this will be refused ({refusal.clause}), with the reply to send"


def _again(desk: Desk, step: Step) -> str:
    entry = replace(step.entry, number=0)
    options = ["--at", entry.received_at]
    for option, value in (("--late", entry.late), ("--link", entry.link), ("--note", entry.note)):
        options += [option, value] if value else []
    return desk.commands.say(entry.who, entry.text, *options)
