"""Writes texts: a template and what its reader may know go in, blocks and finished texts come
out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.desk import Desk
from gmtool.desk.problems import FileProblem
from gmtool.desk.session import transcript
from gmtool.desk.session.message_types import (
    BRIEFING,
    CORRECTION,
    MIXED,
    PLAN_VOID,
    RECEIPT,
    RECORD,
    REFUSAL,
    RULING,
    UNCLEAR,
    life_of,
)
from gmtool.desk.session.recipients import SUBSTITUTE, channel_of, dialect_of, forum_for
from gmtool.desk.session.seals import is_sealed
from gmtool.desk.session.session import Session
from gmtool.desk.texts.blocks import (
    AS_OF,
    EARLIER,
    FOLLOWED,
    MESSAGE,
    NOW,
    POLICY,
    RECEIVED,
    SEAL,
    TRIED,
    WINDOW,
)
from gmtool.desk.texts.context import Context
from gmtool.desk.texts.facts import (
    briefing_facts,
    game_facts,
    lateness,
    plan_facts,
    reader_facts,
    receipt_facts,
    refusal_facts,
    ruling_facts,
    void_plan_facts,
    windows_for,
)
from gmtool.desk.texts.templates import LATE, LATE_HANDS
from gmtool.desk.texts.triggers import Trigger
from gmtool.engine import ledger
from gmtool.engine.entries import Entry
from gmtool.engine.game import CALL, PUBLIC, STATE, Message
from gmtool.engine.host_moves import Clarify
from gmtool.engine.instants import Instant
from gmtool.engine.plan_execution import plan_of
from gmtool.engine.plans import PLAN, Plan
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import Step
from gmtool.engine.table import Table, wanted
from gmtool.render.when import when
from gmtool.store import Block, ReadTransaction

if TYPE_CHECKING:
    from gmtool.render.environment import Style, Written

ROUND_A_LINE = 200
"""So many characters of a post stand around a line of the record that is alone in it."""
MOST_OF_A_RECORD = 5
"""How many posts a record fills at most, unless the host says that it is to be posted."""
LONGEST_RECORD = 60_000
"""The most characters of a record that is posted; a longer one is a file to attach."""


class UnwrittenText(Struct, frozen=True):
    """A text before it is written: the `facts` for the first template of that `name` that one of
    the `kinds` has, the style in which it is shown, and what is added at its end. `extra` is what
    its block keeps beside the words.
    """

    occasion: str
    entry: int
    kinds: tuple[str, ...]
    name: str
    facts: Mapping[str, Any]
    style: Style
    extra: Mapping[str, Any]
    more: tuple[UnwrittenText, ...] = ()


class Writer(Context, frozen=True):
    """Writes the texts of a game, in its own dialect unless another is named."""

    desk: Desk
    dialect: str = ""

    @classmethod
    def at(cls, desk: Desk, session: Session, transaction: ReadTransaction) -> Writer:
        """A writer for the game as it is now."""
        return cls(session, transaction, session.table, desk.now, None, desk)

    def zone_of(self, to: str) -> ZoneInfo:
        """The zone in which a reader is told times."""
        own = self.by.people.get(to, {}).get("zone")
        return ZoneInfo(own) if own else self.session.zone

    def show(self, to: str) -> Callable[[Instant], str]:
        """Writes instants for a reader."""
        zone = self.zone_of(to)
        return lambda instant: when(instant.moment, zone, short=True)

    def write_block(self, one: Trigger) -> Block:
        """The block of a text that arose, from its reader's view at that moment."""
        return self.write(self.text_of(one))

    def write(self, text: UnwrittenText) -> Block:
        """The block of a text. Raises FileProblem for a template with a mistake."""
        from gmtool.render.environment import TemplateProblem, write

        facts = text.facts
        if text.occasion == RECORD:
            facts = {**facts, "lines": self._lines_to_post()}
        try:
            written = self._sound(write(text.kinds, text.name, facts, text.style))
        except TemplateProblem as problem:
            raise self._mistake(problem) from problem
        body = "\n\n".join((written.body, *(self.write(part).body for part in text.more)))
        return Block(text.occasion, text.entry, written.subject, body, dict(text.extra))

    def text_of(
        self, one: Trigger, kept: Mapping[str, Any] = MappingProxyType({})
    ) -> UnwrittenText:
        """A text that arose, from its reader's view at that moment; to be written again, with what
        was `kept` of it.
        """
        step, message = one.step, one.message
        extra: dict[str, Any] = {}
        if message.occasion == RECEIPT:
            extra = {"entry": receipt_facts(self.session, step)}
            extra["entry"]["later"] = self.later(step)
            extra["busy"] = self._is_asked_since(step, message.to)
            if isinstance(step.move, Plan):
                extra["entry"]["plan"] = self._plan(step.entry, step.move)
        elif message.occasion == PLAN_VOID:
            lapsed = void_plan_facts(step, message.to, self.show(message.to))
            extra = {"lapsed": lapsed}
        elif message.occasion == RULING:
            was = windows_for(message.to, step.was, self.now)
            extra = {"ruling": ruling_facts(self.session, step), "was": was}
        elif message.occasion == BRIEFING:
            live = tuple(self.live_moves(message.to))
            steps = [one for one in self.counts.effective if one.entry.number < step.entry.number]
            told = briefing_facts(self.session, step, self.by, steps, live, now=self.now)
            extra = {"briefing": told}
        elif message.occasion == UNCLEAR and isinstance(step.move, Clarify):
            extra = {"question": step.move.text, "said": self.words_of(step.move.number)}
            extra["about"] = step.move.number
        elif not message.to:
            extra = {"seals": self.seals(step)}
            if message.occasion == MIXED:
                extra["drawn"] = step.entry.received_at
        table = self._table_told(one)
        # a ruling's post keeps the deadlines of that moment, whatever was ruled since
        by = table if message.occasion == RULING else self.by
        facts = reader_facts(self.session, table, message.to, step.news, by=by, now=self.now)
        facts = {**self._for(message, table, facts, _about(one)), "followed": one.followed}
        facts[EARLIER] = kept[EARLIER] if EARLIER in kept else self.earlier_post(message.occasion)
        text = self._unwritten(message, step.entry.number, facts, extra)
        own: dict[str, Any] = {FOLLOWED: True} if one.followed else {}
        own |= {AS_OF: one.as_of} if one.as_of else {}
        more = self._added(text.entry, facts, self._told_late(one))
        return replace(text, extra={**text.extra, **own}, more=more)

    def window_asked(self, one: Trigger) -> str:
        """The key of the window in which a text that arose asks for moves; empty where none is
        open for its reader any more.
        """
        table, to = self._table_told(one), one.message.to
        told = (self.by.window(window.key) or window for window in table.windows)
        facts = {"windows": windows_for(to, told, self.now)}
        window = self._for(one.message, table, facts, _about(one))["window"]
        return window["key"] if window else ""

    def _table_told(self, one: Trigger) -> Table:
        """The table that a text tells of: that of its step; of a ruling, or where what was told by
        then has opened or ended a window behind it (ALL-8), the one that there was with it on
        record.
        """
        if one.as_of:
            return replace(self.table_after(one.as_of), called_off=one.step.table.called_off)
        own, told = one.step.table, self.table_after(one.step.entry.number)
        is_over = [w.key for w in own.windows] != [w.key for w in told.windows]
        return told if is_over or one.message.occasion in {RULING, BRIEFING} else own

    def _told_late(self, one: Trigger) -> Iterator[tuple[str, dict[str, Any]]]:
        """What its end tells: how late a public move was that came within the grace (ALL-10), and
        the moves that were put on record after their deadline: in the first post of its entry.

        Where a private move has no post those are told of it who get a text by it.
        """
        step, messages = one.step, self.session.game.messages(one.step.news)
        if one.message != next((m for m in messages if m.to == one.message.to), None):
            return
        late, grace = lateness(step)
        if late and not one.message.to and not is_sealed(step):
            hours = {"late_by": late / timedelta(hours=1), "grace": grace / timedelta(hours=1)}
            yield LATE, {"who": step.who, **hours}
        if not one.message.to or (one.message.to != step.who and all(m.to for m in messages)):
            for hands in self.backdated_facts(step, posted=not one.message.to):
                yield LATE_HANDS, {"hands": hands}

    def _added(
        self,
        entry: int,
        facts: Mapping[str, Any],
        more: Iterable[tuple[str, Mapping[str, Any]]],
    ) -> tuple[UnwrittenText, ...]:
        """What these templates add at the end of a text."""
        return tuple(
            self._unwritten(Message(name), entry, {**facts, **own}, {}) for name, own in more
        )

    def _plan(self, entry: Entry, plan: Plan) -> dict[str, Any]:
        """The plan of an entry, with what was carried out of it so far, and the one that held until
        then, `instead` of which it came; or, where one that arrived `later` was on record, that.
        """
        number = entry.number
        done = [one.text for one in self.counting(number) if one.planned == number]
        before = self.counts.table_after(number - 1)
        last = plan_of(before, before.seat(entry.who))
        facts = plan_facts(self.session, plan, entry, self.by, done)
        is_later = last is not None and last.at > entry.received_at
        said = str(Plan(last.stages)) if last else ""
        later = {"text": said, "received": last.at} if last and is_later else None
        return {**facts, "instead": "" if is_later else said, "later": later}

    def _is_asked_since(self, step: Step, who: str) -> bool:
        """Whether a player may move now in a window that opened after a step."""
        since = (w for w in self.by.windows if step.table.window(w.key) is None)
        return bool(self._still_open(self.by, who, windows_for(who, since, self.now)))

    def stands(self, message: Message, extra: Mapping[str, Any] = MappingProxyType({})) -> Block:
        """The block of an occasion about how things are, not about what happened."""
        return self.write(self._standing(message, extra, self.session.table, self.session.number))

    def _standing(
        self, message: Message, extra: Mapping[str, Any], table: Table, entry: int
    ) -> UnwrittenText:
        """A text about how things were at `table`, after the entry of that number."""
        facts = reader_facts(self.session, table, message.to, (), by=self.by, now=self.now)
        facts["followed"] = False
        facts[EARLIER] = self.earlier_post(message.occasion)
        text = self._unwritten(message, entry, self._for(message, table, facts), extra)
        return replace(text, extra={**text.extra, **extra, NOW: True})

    def again(self, to: str, block: Block, *, as_drafted: bool = False) -> Block | None:
        """A block to a reader written again as of what counts, with deadlines as of the writer's
        table; None where its entry doesn't count.

        A text about how things are tells the present state or, with `as_drafted`, that of its
        draft.
        """
        text = self.text_again(to, block, as_drafted=as_drafted)
        return None if text is None else self.write(text)

    def text_again(
        self, to: str, block: Block, *, as_drafted: bool = False
    ) -> UnwrittenText | None:
        """The text that `again` writes."""
        message = Message(block.occasion, self.by.seat(to) if to else PUBLIC)
        extra = {key: value for key, value in block.extra.items() if key not in {NOW, WINDOW}}
        if block.occasion == CORRECTION:
            return self._correction(message.to, extra, block.entry)
        state = life_of(self.session.game, block.occasion) == STATE
        if block.extra.get(NOW):
            table = self.by if state and not as_drafted else self.counts.table_after(block.entry)
            return self._standing(message, extra, table, block.entry)
        step = self.counts.step(block.entry)
        if step is None:
            return None
        if state:
            step = replace(step, table=replace(step.table, called_off=self.by.called_off))
        as_of = block.extra.get(AS_OF, 0)
        one = Trigger(message, step, followed=FOLLOWED in block.extra, as_of=as_of)
        return self.text_of(one, block.extra)

    def correction(self, to: str, extra: Mapping[str, Any]) -> Block:
        """The block of a correction: what was wrong, and what is right now."""
        return self.write(self._correction(to, extra, self.session.number))

    def _correction(self, to: str, extra: Mapping[str, Any], entry: int) -> UnwrittenText:
        extra = {**extra, "recorded": [one.text for one in self.live_moves(to)] if to else []}
        table = self.session.table
        text = self._standing(Message(CORRECTION, to), extra, table, entry)
        facts = reader_facts(self.session, table, to, (), by=self.by, now=self.now)
        late = [(LATE_HANDS, {"hands": hands}) for hands in extra["hands"]]
        return replace(text, more=self._added(entry, facts, late))

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
        refusals = [refusal_facts(quoted, refusal, show) for quoted, refusal in refused]
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
                seals = [line for block in blocks for line in block.extra.get(SEAL, ())]
                game = game_facts(self.session, self.session.table, self.by)
                facts = {"game": game, "to": to, "record": line, "seals": seals}
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
        session, own = self.session, self.session.record.id
        entries = (*self.transaction.entries(own), *session.applied_entries)
        hashes = session.all_hashes(self.transaction.hashes(own))
        text, _ = transcript.public(session, session.replay().effective, entries, hashes)
        return text.splitlines()

    def style(self, to: str) -> Style:
        """The style of texts for that reader."""
        from gmtool.render.environment import Style

        forum, people = forum_for(self.desk, self.session, to), self.by.people.items()
        return Style(
            dialect_of({"dialect": self.dialect}) if self.dialect else forum,
            self.zone_of(to),
            self.session.settings.get("suits", "unicode"),
            self.desk.templates,
            tuple((name, own["mention"]) for name, own in people if own.get("mention")),
            channel_of(self.session, forum, self.session.table.seat(to) if to else PUBLIC),
        )

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

    def _unwritten(
        self, message: Message, entry: int, facts: dict[str, Any], extra: Mapping[str, Any]
    ) -> UnwrittenText:
        kinds, occasion = self.session.game.text_kinds, message.occasion
        name, of = occasion, extra.get("entry") or {}
        if of.get("plan"):
            name = PLAN
        elif of and not of["seal"]:
            kinds = ()  # a kind's own receipt is about what nobody else may know
        kept: dict[str, Any] = {}
        if life_of(self.session.game, occasion) == CALL:
            window = extra.get("asked", {}).get("window") or facts["window"]
            kept[WINDOW] = window["key"] if window else ""
        if extra.get("ruling", {}).get("verb") == "set":
            kept[POLICY] = True
        if self.how(occasion):
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
        all_facts = {**facts, **extra}
        return UnwrittenText(occasion, entry, kinds, name, all_facts, self.style(message.to), kept)

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
        both = (table,) if table is self.by else (table, self.by)
        open_in = (
            {turn.window for turn in wanted(self.session.game, one).turns if turn.who == who}
            for one in (both if windows else ())
        )
        still = set.intersection(*open_in) if windows else set()
        return [w for w in windows if w["key"] in still and not w["over"]]


def _about(one: Trigger) -> str:
    """The key of the window that a text is about where several are open: of a receipt that which
    the move was for, else of those with names one that opened with the text; empty where there is
    none.
    """
    step = one.step
    if one.message.occasion == RECEIPT:
        return step.window[0] if step.window else ""
    opened = (w for w in step.table.windows if w.name and w.entry == step.entry.number)
    return next((window.key for window in opened if window.is_for(one.message.to)), "")


def previewing(writer: Writer) -> Writer:
    """The same writer, without a forum's markup."""
    return replace(writer, dialect="plain")
