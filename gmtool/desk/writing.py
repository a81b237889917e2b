"""Writes texts: a template and what its reader may know go in, blocks and finished texts come
out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from gmtool.desk import late_hands, texts
from gmtool.desk.addresses import SUBSTITUTE
from gmtool.desk.channels import channel_of
from gmtool.desk.desk import Desk
from gmtool.desk.occasion_names import (
    BRIEFING,
    CORRECTION,
    LAPSED,
    MIXED,
    RECEIPT,
    RECORD,
    REFUSAL,
    RULING,
    UNCLEAR,
)
from gmtool.desk.occasions import life_of
from gmtool.desk.problems import FileProblem
from gmtool.desk.reminded import WINDOW
from gmtool.desk.session import Session
from gmtool.desk.texts import Arisen
from gmtool.engine import ledger
from gmtool.engine.amending import amends, not_undone
from gmtool.engine.carrying_out import plan_of
from gmtool.engine.entries import Entry
from gmtool.engine.frozen import frozen, replace
from gmtool.engine.game import CALL, PUBLIC, STATE, Message
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Asks, Done, Says, read_says
from gmtool.engine.plans import PLAN, Plan, is_plan
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, apply, read
from gmtool.engine.table import Table, awaited, wanted
from gmtool.engine.wording import CHANCE, HOST
from gmtool.render.when import when
from gmtool.store import Block, ReadingRoom

if TYPE_CHECKING:
    from gmtool.render.environment import Style, Written

TRIED, VOID = "tried", "void"
"""Keys in a refusal's `extra`: the texts that were refused, and the entry that became invalid."""
RECEIVED = "received"
"""The key in a refusal's `extra` for the instant at which the refused texts arrived."""
MESSAGE = "message"
"""The key in the `extra` of a refusal or a question for the number of the message that
it is about, or 0.
"""
FOLLOWED = "followed"
"""The key in a block's `extra` that marks a part of a post which another part follows."""
AS_OF = "as_of"
"""The key in the `extra` of a text about how things are for the entry as of which it tells that, if
it isn't the one that gave rise to it.
"""
EARLIER = "earlier"
"""The key in a block's `extra` for the post to which it refers for how to answer: a text that is
written again refers to the same.
"""
SEAL = "seal"
"""The key in a receipt's `extra` for the seal of its move and the digest of that."""
POLICY = "policy"
"""The key in a block's `extra` that marks the post of a deadline policy, which tells all of it."""
LATE, LATE_HANDS = "late", "late-hands"
"""The templates of what a post adds about a move that came within the grace, and about those that
were put on record after their deadline.
"""
NOW = "as_it_is"
"""The key in a block's `extra` that marks a text about how things are, not about what an
entry did.
"""

ROUND_A_LINE = 200
"""So many characters of a post stand around a line of the record that is alone in it."""
MOST_OF_A_RECORD = 5
"""How many posts a record fills at most, unless the host says that it is to be posted."""
LONGEST_RECORD = 60_000
"""The most characters of a record that is posted; a longer one is a file to attach."""


@frozen
class Writer:
    """Writes the texts of a game as of `now`, with deadlines as of the table `by`, and in the
    game's dialect unless another is named.
    """

    desk: Desk
    session: Session
    room: ReadingRoom
    by: Table
    now: Instant
    dialect: str = ""
    replay: Replay | None = None
    """The replay that its texts are about; None for the one on record."""

    @classmethod
    def at(cls, desk: Desk, session: Session, room: ReadingRoom) -> Writer:
        """A writer for the game as it is now."""
        return cls(desk, session, room, session.table, desk.now)

    def zone_of(self, to: str) -> ZoneInfo:
        """The zone in which a reader is told times."""
        own = self.by.people.get(to, {}).get("zone")
        return ZoneInfo(own) if own else self.session.zone

    def show(self, to: str) -> Callable[[Instant], str]:
        """Writes instants for a reader."""
        zone = self.zone_of(to)
        return lambda instant: when(instant.moment, zone, short=True)

    def arose(self, one: Arisen, kept: Mapping[str, Any] = MappingProxyType({})) -> Block:
        """The block of a text that arose, from its reader's view at that moment; written again,
        with what was `kept` of it.
        """
        step, message = one.step, one.message
        extra: dict[str, Any] = {}
        if message.occasion == RECEIPT:
            extra = {"entry": texts.receipt_facts(self.session, step)}
            extra["entry"]["later"] = self.later(step)
            extra["busy"] = self._is_asked_since(step, message.to)
            if isinstance(step.move, Plan):
                extra["entry"]["plan"] = self._plan(step.entry, step.move)
        elif message.occasion == LAPSED:
            lapsed = texts.lapsed_facts(step, message.to, self.show(message.to))
            extra = {"lapsed": lapsed}
        elif message.occasion == RULING:
            was = texts.windows_for(message.to, step.was, self.now)
            extra = {"ruling": texts.ruling_facts(self.session, step), "was": was}
        elif message.occasion == BRIEFING:
            from gmtool.desk import briefing

            live = tuple(self._live(message.to))
            steps = [one for one in self.counts.live if one.entry.number < step.entry.number]
            told = briefing.facts(self.session, step, self.by, steps, live, now=self.now)
            extra = {"briefing": told}
        elif message.occasion == UNCLEAR and isinstance(step.move, Asks):
            extra = {"question": step.move.text, "said": self._as_recorded(step.move.number)}
            extra["about"] = step.move.number
        elif not message.to:
            extra = {"seals": self._seals(one)}
            if message.occasion == MIXED:
                extra["drawn"] = step.entry.received_at
        table = self._table_told(one)
        # a ruling's post keeps the deadlines of that moment, whatever was ruled since
        by = table if message.occasion == RULING else self.by
        facts = texts.facts(self.session, table, message.to, step.news, by=by, now=self.now)
        facts = {**self._for(message, table, facts, _about(one)), "followed": one.followed}
        facts[EARLIER] = kept[EARLIER] if EARLIER in kept else self._earlier(message)
        block = self._block(message, step.entry.number, facts, extra)
        if one.followed:
            block = replace(block, extra={**block.extra, FOLLOWED: True})
        if one.as_of:
            block = replace(block, extra={**block.extra, AS_OF: one.as_of})
        return self._told_late(one, facts, block)

    def _table_told(self, one: Arisen) -> Table:
        """The table that a text tells of: that of its step; of a ruling, or where what was told by
        then has opened or ended a window behind it (ALL-8), the one that there was with it on
        record.
        """
        if one.as_of:
            return replace(self.table_after(one.as_of), called_off=one.step.table.called_off)
        own, told = one.step.table, self.table_after(one.step.entry.number)
        is_over = [w.key for w in own.windows] != [w.key for w in told.windows]
        return told if is_over or one.message.occasion in {RULING, BRIEFING} else own

    def _told_late(self, one: Arisen, facts: Mapping[str, Any], block: Block) -> Block:
        """The block, with how late a public move was that came within the grace (ALL-10), and with
        the moves that were put on record after their deadline: in the first post of its entry.

        Where a private move has no post those are told of it who get a text by it.
        """
        step, messages = one.step, self.session.game.messages(one.step.news)
        if one.message != next((m for m in messages if m.to == one.message.to), None):
            return block
        late, grace = texts.late_by(step)
        more: list[tuple[str, dict[str, Any]]] = []
        if late and not one.message.to and not texts.is_sealed(step):
            hours = {"late_by": late / timedelta(hours=1), "grace": grace / timedelta(hours=1)}
            more.append((LATE, {"who": step.who, **hours}))
        if not one.message.to or (one.message.to != step.who and all(m.to for m in messages)):
            more += [(LATE_HANDS, {"hands": hands}) for hands in self._late_hands(one)]
        return self._with_more(block, facts, more)

    def _with_more(
        self, block: Block, facts: Mapping[str, Any], more: Iterable[tuple[str, Mapping[str, Any]]]
    ) -> Block:
        """The block, with what these templates add at its end."""
        told = [self._block(Message(name), block.entry, {**facts, **own}, {}) for name, own in more]
        return replace(block, body="\n\n".join((block.body, *(part.body for part in told))))

    def _late_hands(self, one: Arisen) -> Iterator[dict[str, Any]]:
        """The late hands that a text tells of: the entry's own, and those in the sealed windows
        whose result it is.
        """
        step = one.step
        if late_hands.by_itself(step):
            yield late_hands.facts([step.entry], who=step.who if step.move.public else "")
        came = [] if one.message.to else self._came(step)
        found = late_hands.in_closed(came, self.session.table.seat)
        if found and not self._has_told(step):
            yield late_hands.facts(found, sealed=True)

    def _has_told(self, step: Step) -> bool:
        """Whether a post told before what came in the windows that a draw answers for."""
        if step.entry.who != CHANCE:
            return False
        steps = self.counts.live
        place = next(i for i, one in enumerate(steps) if one.entry.number == step.entry.number)
        before = takewhile(lambda earlier: earlier.closed == step.closed, reversed(steps[:place]))
        messages = (m for earlier in before for m in self.session.game.messages(earlier.news))
        return any(not message.to for message in messages)

    def later(self, step: Step) -> dict[str, Any] | None:
        """The move of the same player that counts in place of this one, since it arrived later and
        was on record before it (ALL-8); None where this one changes something. What comes on record
        behind it changes no receipt.
        """
        if step.table is self.session.table:
            return None  # nothing counts after it, which needs no replay
        steps, number = self.counts.live, step.entry.number
        place = next((n for n, one in enumerate(steps) if one.entry.number == number), len(steps))
        after = [one for one in steps[place + 1 :] if one.entry.number < number]
        own = [
            one
            for one in after
            if (one.who, one.window) == (step.who, step.window)
            and not isinstance(one.move, Says | Done)
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

    def _plan(self, entry: Entry, plan: Plan) -> dict[str, Any]:
        """The plan of an entry, with what was carried out of it so far, and the one that held until
        then, `instead` of which it came; or, where one that arrived `later` was on record, that.
        """
        number = entry.number
        done = [one.text for one in self.counting(number) if one.planned == number]
        before = self.counts.table_after(number - 1)
        last = plan_of(before, before.seat(entry.who))
        facts = texts.plan_facts(self.session, plan, entry, self.by, done)
        is_later = last is not None and last.at > entry.received_at
        said = str(Plan(last.stages)) if last else ""
        later = {"text": said, "received": last.at} if last and is_later else None
        return {**facts, "instead": "" if is_later else said, "later": later}

    def plan_by_now(self, number: int, who: str) -> str:
        """What the receipt of a plan tells that may change as long as it isn't sent."""
        standing = plan_of(self.by, self.by.seat(who))
        if standing is None or standing.number != number:
            return ""
        is_asked = any(turn.who == standing.who for turn in awaited(self.session.game, self.by))
        return f"{len(standing.stages)} {standing.served} {is_asked}"

    def _earlier(self, message: Message) -> dict[str, str] | None:
        """When and where the post went out that says in full how to answer this text; None where it
        hasn't, or the text asks for nothing of the kind.
        """
        how = self._how(message.occasion)
        first = self.room.first_post(self.session.record.id, how) if how else None
        return {"at": first.at.full_minute(), "link": first.link} if first else None

    def _how(self, occasion: str) -> str:
        own = (o.how for o in self.session.game.occasions if o.name == occasion)
        return next(own, "")

    def _is_asked_since(self, step: Step, who: str) -> bool:
        """Whether a player may move now in a window that opened after a step."""
        since = (w for w in self.by.windows if step.table.window(w.key) is None)
        return bool(self._still_open(self.by, who, texts.windows_for(who, since, self.now)))

    def stands(
        self,
        message: Message,
        extra: Mapping[str, Any] | None = None,
        *,
        table: Table | None = None,
        entry: int | None = None,
    ) -> Block:
        """The block of an occasion about how things are, not about what happened; or how they were
        at `table`, after the entry of that number.
        """
        table = table or self.session.table
        entry = self.session.number if entry is None else entry
        facts = texts.facts(self.session, table, message.to, (), by=self.by, now=self.now)
        facts["followed"] = False
        facts[EARLIER] = self._earlier(message)
        block = self._block(message, entry, self._for(message, table, facts), extra or {})
        return replace(block, extra={**block.extra, **(extra or {}), NOW: True})

    def table_after(self, number: int) -> Table:
        """The table after an entry, by what its texts are about."""
        is_last = self.replay is None and number == self.session.number
        return self.session.table if is_last else self.counts.table_after(number)

    @property
    def counts(self) -> Replay:
        """The replay that its texts are about."""
        return self.replay or self.session.replay()

    def again(self, to: str, block: Block, *, as_drafted: bool = False) -> Block | None:
        """A block to a reader written again as of what counts, with deadlines as of the writer's
        table; None where its entry doesn't count.

        A text about how things are tells the present state or, with `as_drafted`, that of its
        draft.
        """
        message = Message(block.occasion, self.by.seat(to) if to else PUBLIC)
        extra = {key: value for key, value in block.extra.items() if key not in {NOW, WINDOW}}
        if block.occasion == CORRECTION:
            return self.correction(message.to, extra, entry=block.entry)
        state = life_of(self.session.game, block.occasion) == STATE
        if block.extra.get(NOW):
            table = self.by if state and not as_drafted else self.counts.table_after(block.entry)
            return self.stands(message, extra, table=table, entry=block.entry)
        step = self.counts.step(block.entry)
        if step is None:
            return None
        if state:
            step = replace(step, table=replace(step.table, called_off=self.by.called_off))
        as_of = block.extra.get(AS_OF, 0)
        one = Arisen(message, step, followed=FOLLOWED in block.extra, as_of=as_of)
        return self.arose(one, block.extra)

    def correction(self, to: str, extra: Mapping[str, Any], entry: int | None = None) -> Block:
        """The block of a correction: what was wrong, and what is right now."""
        extra = {**extra, "recorded": [one.text for one in self._live(to)] if to else []}
        block = self.stands(Message(CORRECTION, to), extra, entry=entry)
        facts = texts.facts(self.session, self.session.table, to, (), by=self.by, now=self.now)
        return self._with_more(block, facts, [(LATE_HANDS, {"hands": h}) for h in extra["hands"]])

    def _live(self, who: str) -> Iterator[Entry]:
        """A player's moves that count in the open windows, as far as the player may know of
        these.
        """
        known = [window.entry for window in self.by.windows if window.known_to(who)]
        if not known:
            return
        for entry in self.counting(min(known)):
            is_move = not (read_says(entry.text) or is_plan(entry.text))
            if self.by.seat(entry.who) == who and is_move:
                yield entry

    def refusal(
        self,
        to: str,
        refused: Sequence[tuple[str, Refusal]],
        recorded: Sequence[str],
        at: Instant,
        *,
        message: int = 0,
    ) -> Block:
        """The block that tells a player which texts of a message were refused, and why. The message
        arrived `at` an instant; `message` is its number, if it was kept.
        """
        show = self.show(to)
        refusals = [texts.refusal_facts(quoted, refusal, show) for quoted, refusal in refused]
        extra = {"refusals": refusals, "recorded": list(recorded)}
        block = self.stands(Message(REFUSAL, to), extra)
        tried = {TRIED: [text for text, _ in refused], RECEIVED: at, MESSAGE: message}
        return replace(block, extra={**block.extra, **tried})

    def finished(
        self, to: str, blocks: Sequence[Block], record: int | None = None
    ) -> tuple[str, tuple[str, ...]]:
        """The subject of a message made of these blocks, and its texts to paste: one, or several
        where it is too long for the forum. Raises FileProblem for a template with a mistake.

        A post ends with the hash of the entry `record`, where that is named, which vouches for all
        up to it.
        """
        from gmtool.render.environment import TemplateProblem, Written, finish, letter

        style = self.style(to)
        pieces = [(block.occasion, Written(block.subject, block.body)) for block in blocks]
        limit = style.dialect.pm_limit if to else style.dialect.post_limit
        try:
            (_, whole), *more = pieces
            line = None if to or record is None else self._record(record)
            if to or more or line:
                about = texts.about(self.session, self.session.table, self.by)
                seals = [line for block in blocks for line in block.extra.get(SEAL, ())]
                facts = {"game": about, "to": to, "record": line, "seals": seals}
                whole = self._sound(letter(self.session.game.text_kinds, facts, pieces, style))
            return whole.subject, finish(whole, style, limit=limit)
        except TemplateProblem as problem:
            raise self._mistake(problem) from problem

    def _record(self, number: int) -> dict[str, Any]:
        """The entry up to which a post vouches for all, with the beginning of its hash."""
        return {"number": number, "hash": ledger.as_posted(self.session.hash_of(number))}

    def _lines_to_post(self) -> list[str]:
        """The lines of the game's record, where they are posted; none where the host attaches it,
        or has to, since one is longer than a post of this forum, or all of them are too long.
        """
        how = self.session.settings.get("record")
        if how == "attached":
            return []
        lines, dialect = self._lines_of_the_record(), self.style("").dialect
        lengths = [*map(dialect.counted, lines)]
        is_too_long = max(lengths) > dialect.post_limit - ROUND_A_LINE
        is_too_long = is_too_long or sum(map(len, lines)) > LONGEST_RECORD
        takes_many = not how and sum(lengths) > MOST_OF_A_RECORD * dialect.post_limit
        return [] if is_too_long or takes_many else lines

    def _lines_of_the_record(self) -> list[str]:
        """The game's journal as everybody may see it, a line each."""
        from gmtool.desk import transcript

        session, own = self.session, self.session.record.id
        entries = (*self.room.entries(own), *session.applied_entries)
        hashes = session.all_hashes(self.room.hashes(own))
        text, _ = transcript.public(session, session.replay().live, entries, hashes)
        return text.splitlines()

    def style(self, to: str) -> Style:
        """The style of texts for that reader."""
        from gmtool.desk.forum import dialect_of, forum_for
        from gmtool.render.environment import Style

        forum, people = forum_for(self.desk, self.session, to), self.by.people.items()
        return Style(
            dialect_of({"dialect": self.dialect}) if self.dialect else forum,
            self.zone_of(to),
            self.session.settings.get("suits", "unicode"),
            folders(self.desk),
            tuple((name, own["mention"]) for name, own in people if own.get("mention")),
            channel_of(self.session, forum, self.session.table.seat(to) if to else PUBLIC),
        )

    def _as_recorded(self, number: int) -> str:
        """The words of the message of that number; empty where there is none."""
        (entry, *_) = self.room.entries(self.session.record.id, number - 1) or (None,)
        says = read_says(entry.text) if entry and entry.number == number else None
        applied = (entry for entry in self.session.applied_entries if entry.number == number)
        says = says or next((read_says(one.text) for one in applied), None)
        return says.text if says else ""

    def _for(
        self,
        message: Message,
        table: Table,
        facts: dict[str, Any],
        about: str = "",
    ) -> dict[str, Any]:
        """The facts for a reader; for a player only the windows in which it may move. Their
        `window` is the one of the key `about`, or the first.
        """
        windows = facts["windows"]
        if message.to:
            windows = self._still_open(table, message.to, windows)
            facts = {**facts, "to": message.to, "windows": windows}
        window = next((one for one in windows if one["key"] == about), None)
        return {**facts, "window": window or next(iter(windows), None)}

    def _block(
        self, message: Message, entry: int, facts: dict[str, Any], extra: Mapping[str, Any]
    ) -> Block:
        from gmtool.render.environment import TemplateProblem, write

        kinds, occasion = self.session.game.text_kinds, message.occasion
        if occasion == RECORD:
            facts = {**facts, "lines": self._lines_to_post()}
        name, of = occasion, extra.get("entry") or {}
        try:
            if of.get("plan"):
                name = PLAN
            elif of and not of["seal"]:
                kinds = ()  # a kind's own receipt is about what nobody else may know
            written = self._sound(write(kinds, name, {**facts, **extra}, self.style(message.to)))
        except TemplateProblem as problem:
            raise self._mistake(problem) from problem
        kept: dict[str, Any] = {}
        if life_of(self.session.game, occasion) == CALL:
            window = extra.get("asked", {}).get("window") or facts["window"]
            kept[WINDOW] = window["key"] if window else ""
        if extra.get("ruling", {}).get("verb") == "set":
            kept[POLICY] = True
        if self._how(occasion):
            kept[EARLIER] = facts[EARLIER]
        if of.get("seal"):
            kept[SEAL] = [of["seal"], of["digest"]]
        if of.get("plan"):
            kept[PLAN] = self.plan_by_now(entry, message.to)
        if "about" in extra:
            kept[MESSAGE] = extra["about"]
        taken = next((one for one in reversed(self.by.replaced) if one.who == message.to), None)
        if taken:
            kept[SUBSTITUTE] = {"number": taken.number, "was": taken.was, "now": taken.now}
        return Block(occasion, entry, written.subject, written.body, kept)

    def _sound(self, written: Written) -> Written:
        """The text; where the host's own template for it has a mistake, the host is told once."""
        amiss = written.amiss
        if amiss is not None and amiss.file not in self.desk.amiss:
            self.desk.amiss[amiss.file] = amiss
            name = self.session.name
            self.desk.tell(f"{name}: the shipped template is used instead of yours: {amiss}")
        return written

    def _mistake(self, problem: Exception) -> FileProblem:
        return FileProblem(f"{self.session.name}: the template {problem}")

    def _still_open(
        self, table: Table, who: str, windows: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """The windows in which the player may move, and may still where what counts since is
        looked at too, and whose time hasn't run out; none in a pause.
        """
        if self.by.paused:
            return []
        own, still = (
            {turn.window for turn in wanted(self.session.game, one).turns if turn.who == who}
            for one in (table, self.by)
        )
        return [w for w in windows if w["key"] in own & still and not w["over"]]

    def _seals(self, one: Arisen) -> list[str]:
        """The digests of the sealed moves in the windows that closed, sorted and without names."""
        session, came = self.session, self._came(one.step)
        moves = [entry for one in came for entry in texts.listed(session, *one)]
        found = [session.seal(entry).digest for entry in moves]
        found += [digest for _, digest in texts.silences(session, came)]
        return sorted(map(ledger.as_posted, found))

    def _came(self, step: Step) -> list[texts.Came]:
        """The sealed windows that a step closed, each with the sealed moves that came in it."""
        sealed = [window for window in step.closed if window.sealed]
        if any(window.beside for window in sealed):
            return texts.came_in(sealed, self.counts.live)
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

    def counting(self, after: int) -> Sequence[Entry]:
        """The entries that count after an entry, in the order in which they count."""
        # With the entry itself: before what was inserted more may count than comes after it.
        since, own = max(0, after - 1), self.session.record.id
        kept = self.room.entries(own, since) if self.replay is None else ()
        applied = (entry for entry in self.session.applied_entries if entry.number > since)
        stretch = [*kept, *applied]
        # What opened a window, and was found late, may count before what was recorded first.
        is_late = any(window.entry == after and window.since for window in self.by.windows)
        if self.replay is None and not is_late and not _is_rearranged(stretch):
            return [entry for entry in not_undone(stretch) if entry.number != after]
        counting = [step.entry for step in self.counts.live]
        place = next((i for i, one in enumerate(counting) if one.number == after), -1)
        return counting[place + 1 :]

    def _is_sealed(self, entry: Entry) -> bool:
        """Whether it is a player's move with a receipt that belongs to a window. A public move in a
        sealed window has none: its digest would be nobody's.
        """
        if entry.who in {HOST, CHANCE} or read_says(entry.text) or is_plan(entry.text):
            return False
        who = self.session.table.seat(entry.who)
        try:
            return texts.has_seal(read(self.session.game, self.session.table, who, entry.text))
        except Refusal:
            return True


def _about(one: Arisen) -> str:
    """The key of the window that a text is about where several are open: of a receipt that which
    the move was for, else of those with names one that opened with the text; empty where there is
    none.
    """
    step = one.step
    if one.message.occasion == RECEIPT:
        return step.window[0] if step.window else ""
    opened = (w for w in step.table.windows if w.name and w.entry == step.entry.number)
    return next((window.key for window in opened if window.is_for(one.message.to)), "")


def _is_rearranged(entries: Sequence[Entry]) -> bool:
    """Whether an entry was amended, or counts before one that was recorded first."""
    arrived = [entry.received_at for entry in entries if entry.who != CHANCE]
    return any(map(amends, entries)) or arrived != sorted(arrived)


def previewing(writer: Writer) -> Writer:
    """The same writer, without a forum's markup."""
    return replace(writer, dialect="plain")


def folders(desk: Desk) -> tuple[Path, ...]:
    """The folders in which a host's own templates are looked for, before the shipped ones."""
    from gmtool.desk.forum import own_folders

    return own_folders(desk.where, os.environ.get("GMTOOL_TEMPLATES"), "templates")
