"""What the record of a game tells its texts: which entries count, and what came in its windows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct

from gmtool.desk.session import backdated
from gmtool.desk.session.seals import Came, entries_to_list, has_seal, sealed_entries, silences
from gmtool.desk.session.session import Session
from gmtool.engine import ledger
from gmtool.engine.effective import amends, not_undone
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read
from gmtool.engine.game import Turn
from gmtool.engine.inbox import questions_asked
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Done, RawMessage, read_raw_message
from gmtool.engine.plan_execution import plan_of
from gmtool.engine.plans import is_plan
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import Table, awaited
from gmtool.engine.text import ANSWERED, CHANCE, HOST, OPEN
from gmtool.store import ReadTransaction


class Context(Struct, frozen=True):
    """A game as its texts tell of it: as of `now`, with deadlines as of the table `by`."""

    session: Session
    transaction: ReadTransaction
    by: Table
    now: Instant
    replay: Replay | None
    """The replay that its texts are about; None for the one on record."""

    @property
    def counts(self) -> Replay:
        """The replay that its texts are about."""
        return self.replay or self.session.replay()

    @property
    def _names(self) -> Table:
        """The table in which seats are called as in all that its texts are about."""
        return self.replay.table if self.replay else self.session.table

    def table_after(self, number: int) -> Table:
        """The table after an entry, by what its texts are about."""
        is_last = self.replay is None and number == self.session.number
        return self.session.table if is_last else self.counts.table_after(number)

    def counting(self, after: int) -> Sequence[Entry]:
        """The entries that count after an entry, in the order in which they count."""
        # With the entry itself: before what was inserted more may count than comes after it.
        since, own = max(0, after - 1), self.session.record.id
        kept = self.transaction.entries(own, since) if self.replay is None else ()
        applied = (entry for entry in self.session.applied_entries if entry.number > since)
        stretch = [*kept, *applied]
        # What opened a window, and was found late, may count before what was recorded first.
        is_late = any(window.entry == after and window.since for window in self.by.windows)
        if self.replay is None and not is_late and not _is_rearranged(stretch):
            return [entry for entry in not_undone(stretch) if entry.number != after]
        counting = [step.entry for step in self.counts.effective]
        place = next((i for i, one in enumerate(counting) if one.number == after), -1)
        return counting[place + 1 :]

    @property
    def awaited(self) -> tuple[Turn, ...]:
        """The turns that should be taken at the table `by` and haven't been."""
        return awaited(self.session.game, self.by)

    def asked_back(self, who: str) -> str:
        """The question that went back to a player about its message and still stands; empty where
        there is none, or another message of the player's waits to be read.
        """
        own = [one for one in self.by.inbox if self.by.seat(one.who) == who]
        about = [one.number for one in own if one.state == ANSWERED]
        if not about or any(one.state == OPEN for one in own):
            return ""
        asked = questions_asked(self.counting(min(about)))
        return next((asked[number] for number in reversed(about) if number in asked), "")

    def live_moves(self, who: str) -> Iterator[Entry]:
        """A player's moves that count in the open windows, as far as the player may know of
        these.
        """
        known = [window.entry for window in self.by.windows if window.known_to(who)]
        if not known:
            return
        for entry in self.counting(min(known)):
            is_move = not (read_raw_message(entry.text) or is_plan(entry.text))
            if self.by.seat(entry.who) == who and is_move:
                yield entry

    def later(self, step: Step) -> dict[str, Any] | None:
        """The move of the same player that counts in place of this one, since it arrived later and
        was on record before it (ALL-8); None where this one changes something. What comes on record
        behind it changes no receipt.
        """
        if step.table is self.session.table:
            return None  # nothing counts after it, which needs no replay
        steps, number = self.counts.effective, step.entry.number
        place = next((n for n, one in enumerate(steps) if one.entry.number == number), len(steps))
        after = [one for one in steps[place + 1 :] if one.entry.number < number]
        own = [
            one
            for one in after
            if (one.who, one.window) == (step.who, step.window)
            and not isinstance(one.move, RawMessage | Done)
        ]
        if not own:
            return None
        both = [step.table, steps[place - 1].table if place else self.counts.start]
        try:
            for one in after:
                both = [self._next(table, one.entry) for table in both]
        except Refusal:
            return None
        by = own[-1].entry
        counts = both[0].state != both[1].state
        return None if counts else {"text": by.text, "received": by.received_at}

    def _next(self, table: Table, entry: Entry) -> Table:
        return apply(self.session.game, table, entry, noted=True, recorded=True).table

    def plan_by_now(self, number: int, who: str) -> str:
        """What the receipt of a plan tells that may change as long as it isn't sent."""
        standing = plan_of(self.by, self.by.seat(who))
        if standing is None or standing.number != number:
            return ""
        is_asked = any(turn.who == standing.who for turn in self.awaited)
        return f"{len(standing.stages)} {standing.served} {is_asked}"

    def earlier_post(self, occasion: str) -> dict[str, str] | None:
        """When and where the post went out that says in full how to answer a text of that
        occasion; None where it hasn't, or the text asks for nothing of the kind.
        """
        how = self.how(occasion)
        first = self.transaction.first_post(self.session.record.id, how) if how else None
        return {"at": first.at.full_minute(), "link": first.link} if first else None

    def how(self, occasion: str) -> str:
        """The occasion of the post that says in full how to answer texts of another; empty where
        there is none.
        """
        own = (o.how for o in self.session.game.message_types if o.name == occasion)
        return next(own, "")

    def words_of(self, number: int) -> str:
        """The words of the message of that number; empty where there is none."""
        (entry, *_) = self.transaction.entries(self.session.record.id, number - 1) or (None,)
        says = read_raw_message(entry.text) if entry and entry.number == number else None
        applied = (entry for entry in self.session.applied_entries if entry.number == number)
        says = says or next((read_raw_message(one.text) for one in applied), None)
        return says.text if says else ""

    def backdated_facts(self, step: Step, *, posted: bool) -> Iterator[dict[str, Any]]:
        """The late hands that a text of a step tells of: the entry's own and, where it is `posted`,
        those in the sealed windows whose result it is.
        """
        if backdated.by_itself(step):
            yield backdated.facts([step.entry], who=step.who if step.move.public else "")
        came = self._came(step) if posted else []
        found = backdated.in_closed(came, self._names.seat)
        if found and not self._has_told(step):
            yield backdated.facts(found, sealed=True)

    def _has_told(self, step: Step) -> bool:
        """Whether a post told before what came in the windows that a draw answers for."""
        if step.entry.who != CHANCE:
            return False
        steps = self.counts.effective
        place = next(i for i, one in enumerate(steps) if one.entry.number == step.entry.number)
        before = takewhile(lambda earlier: earlier.closed == step.closed, reversed(steps[:place]))
        messages = (m for earlier in before for m in self.session.game.messages(earlier.news))
        return any(not message.to for message in messages)

    def seals(self, step: Step) -> list[str]:
        """The digests of the sealed moves in the windows that closed, sorted and without names."""
        session, by, came = self.session, self._names, self._came(step)
        moves = [entry for one in came for entry in entries_to_list(by, *one)]
        found = [session.seal(entry, by).digest for entry in moves]
        found += [digest for _, digest in silences(session, by, came)]
        return sorted(map(ledger.as_posted, found))

    def _came(self, step: Step) -> list[Came]:
        """The sealed windows that a step closed, each with the sealed moves that came in it."""
        sealed = [window for window in step.closed if window.sealed]
        if any(window.beside for window in sealed):
            return sealed_entries(sealed, self.counts.effective)
        until = step.entry.number
        every = ((window, self._entries(window.entry, until)) for window in sealed)
        return [(window, [e for e in entries if self._is_sealed(e)]) for window, entries in every]

    def _entries(self, after: int, until: int) -> Iterator[Entry]:
        """The entries that count after an entry, up to another one, which may have closed a window
        by what it said.
        """
        for entry in self.counting(after):
            yield entry
            if entry.number == until:
                return

    def _is_sealed(self, entry: Entry) -> bool:
        """Whether it is a player's move with a receipt that belongs to a window. A public move in a
        sealed window has none: its digest would be nobody's.
        """
        if entry.who in {HOST, CHANCE} or read_raw_message(entry.text) or is_plan(entry.text):
            return False
        who = self._names.seat(entry.who)
        try:
            return has_seal(read(self.session.game, self._names, who, entry.text))
        except Refusal:
            return True


def _is_rearranged(entries: Sequence[Entry]) -> bool:
    """Whether an entry was amended, or counts before one that was recorded first."""
    arrived = [entry.received_at for entry in entries if entry.who != CHANCE]
    return any(map(amends, entries)) or arrived != sorted(arrived)
