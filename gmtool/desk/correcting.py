"""What readers were told that is otherwise by now, and the correction that tells them so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

from gmtool.desk import texts
from gmtool.desk.comparing import Compared
from gmtool.desk.differing import Topic, in_few_words, told_of
from gmtool.desk.occasions import CORRECTION, RECEIPT, REFUSAL, REMINDER, life_of
from gmtool.desk.writing import NOW, VOID, WINDOW, Writer
from gmtool.engine.amending import about, amendment_of, amends
from gmtool.engine.entries import Entry
from gmtool.engine.game import CALL, PUBLIC, STATE, View
from gmtool.engine.moves import Amendment, End, Extend, Move
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.engine.wording import CHANCE
from gmtool.store import Block, Draft, Sent

Pair = tuple[str | None, str | None]
"""A text as it was and as it is, each as it reads without markup; None where it isn't said."""


@dataclass
class Correcting:
    """Compares what went out with what holds; `late` are messages that went out though they had
    been withdrawn.
    """

    both: Compared
    why: str = ""
    late: Collection[int] = ()

    @property
    def writer(self) -> Writer:
        """Writes the texts as they are now."""
        return self.both.writer

    @property
    def was(self) -> Replay:
        """What counted before."""
        return self.both.was

    @property
    def now(self) -> Replay:
        """What counts now."""
        return self.both.now

    def told_by(self, rulings: Sequence[Move]) -> str:
        """What tells of the rulings: a post, or messages to those who know of the windows."""
        for_all = any(window.known_to(PUBLIC) for window in self.both.past.table.windows)
        only_extends = all(isinstance(move, Extend) for move in rulings)
        return f"{'post' if for_all or not only_extends else 'message'} of this ruling"

    def topics(self, one: Draft, sent: Sent) -> Iterator[Topic]:
        """What of a message that went out is touched, as it was right before and is right now."""
        for block in one.blocks:
            if block.occasion == CORRECTION or self.both.is_set:
                continue
            late = one.number in self.late
            pair = self._since_withdrawn(one, block) if late else self._by_content(one, block)
            by_clock = pair is None and not late
            pair = self._by_clock(one, block) if by_clock else pair
            if pair is not None:
                anew = self._is_superseded(one, block)
                if one.to and not anew and self._asked_then(block):
                    pair = pair[0], None  # whatever it says: nothing of that is asked any more
                yield Topic(
                    one.number,
                    block.occasion,
                    block.entry,
                    block.subject.removeprefix(f"{self.writer.session.name}: "),
                    sent.at,
                    sent.link,
                    *pair,
                    self._own_move(one, block, back=pair[0] is None),
                    anew,
                    self._reason(one, block),
                    by_clock,
                )

    def _by_content(self, one: Draft, block: Block) -> Pair | None:
        """A block as it read by what counted then, and as it reads by what counts now, each right
        after it arose; None where that is the same.
        """
        if not self.both.changes_the_past or block.entry < min(self.both.changed):
            return None
        if block.occasion == REMINDER:
            return None
        if block.occasion == REFUSAL:
            was, now = (
                None if self.both.is_put_in(replay, one, block) else block.body
                for replay in (self.was, self.now)
            )
            now = None if self.both.is_taken_now(one, block) else now
        elif block.occasion == RECEIPT and self._is_same(block.entry):
            return None  # the deadline beside it is told by the post
        else:
            was, now = (self.both.then(replay, one, block) for replay in (self.was, self.now))
        return None if was == now else (was, now)

    def _is_same(self, entry: int) -> bool:
        was, now = self.was.step(entry), self.now.step(entry)
        return was is not None and now is not None and was.entry == now.entry

    def _since_withdrawn(self, one: Draft, block: Block) -> Pair | None:
        now = self.both.again(one, block)
        if now is None or (block.occasion, block.entry, one.to) not in self.both.arisen:
            return block.body, None
        if now.body == block.body or self.both.is_stale(one, block, self.both.now.live):
            return None
        return "", self.both.as_read(self.now, self.writer.by, one, block)

    def _by_clock(self, one: Draft, block: Block) -> Pair | None:
        """A block that was right before, and would read otherwise by now since the clock goes
        otherwise: one of the windows that were open, and the last of its kind that tells how things
        stand.
        """
        if any(isinstance(move, End) for move in self.both.moves) and self._asked_then(block):
            return block.body, None
        gone = (block.occasion, block.entry, one.to) not in self.both.arisen
        if (gone and not block.extra.get(NOW)) or not self._may_be_outdated(one, block):
            return None
        then = replace(self.writer, now=one.drafted_at)
        was = replace(then, by=self.both.past.table, replay=self.was).again(one.to, block)
        now = then.again(one.to, block)
        if was is None or now is None:
            return None
        corrected = (one.number, block.occasion, block.entry) in self._corrected
        if not corrected and (was.body != block.body or now.body == was.body):
            return None
        return (
            self.both.as_read(self.was, self.both.past.table, one, block),
            self.both.as_read(self.now, self.writer.by, one, block),
        )

    @cached_property
    def _corrected(self) -> Collection[tuple[int, str, int]]:
        """What was corrected before of which message, or is to be."""
        return told_of(self.both.drafts, self.both.sent).keys()

    def _may_be_outdated(self, one: Draft, block: Block) -> bool:
        before, by = self.both.past.table, self.writer.by
        if life_of(self.writer.session.game, block.occasion) == STATE:
            newer = (d for d in self.both.drafts if d.number > one.number and d.to == one.to)
            return not any(b.occasion == block.occasion for d in newer for b in d.blocks)
        beyond = self.writer.session.number + 1
        since = min((window.entry for window in before.windows), default=beyond)
        return block.entry >= since and _runs_otherwise(before, by)

    def _asked_then(self, block: Block) -> bool:
        """Whether a block asks for moves in a window that was open and is no more."""
        key = block.extra.get(WINDOW, "")
        return self.both.past.table.window(key) is not None and self.writer.by.window(key) is None

    def _own_move(self, one: Draft, block: Block, *, back: bool) -> tuple[str, ...]:
        """The move that a message to its player is about, if it doesn't stand any more or, `back`,
        does so again.
        """
        there, other = (self.now, self.was) if back else (self.was, self.now)
        step = there.step(block.entry)
        own = one.to and step and step.who == self.writer.by.seat(one.to)
        if not own or step is None or block.extra.get(NOW) or other.step(block.entry):
            return ()
        return (step.entry.text,)

    def _is_superseded(self, one: Draft, block: Block) -> bool:
        """Whether a player reads better what stands, or is asked by now, than in which lines."""
        if not one.to or block.occasion == RECEIPT:
            return bool(one.to)
        arose = self.both.arisen.get((block.occasion, block.entry, one.to))
        if arose is None or life_of(self.writer.session.game, block.occasion) != CALL:
            return False
        asked = self.writer.by.window(self.writer.arose(arose).extra.get(WINDOW, ""))
        return asked is not None and block.entry >= asked.entry

    def _reason(self, one: Draft, block: Block) -> str:
        """Why a player's own move, or part of it, doesn't stand since another counts before it."""
        step = self.now.step(block.entry, void=True)
        why = step and (step.void or step.left_out)
        if not one.to or not step or not why or step.who != self.writer.by.seat(one.to):
            return ""
        return f"{why.sentence(self.writer.show(step.who))} (rule {why.clause})"

    def fallen(self) -> Iterator[tuple[str, Block]]:
        """The replies to players whose move, or part of it, doesn't stand since others count before
        it now, and who were never told that it was on record.
        """
        stood = {step.entry.number for step in self.was.live if not step.left_out}
        for step in self.now.steps:
            number, who, why = step.entry.number, step.who, step.void or step.left_out
            if why is None or number not in stood:
                continue
            if (RECEIPT, number, self.writer.session.signed_up(who)) in self.both.out:
                continue
            tried = [((step.typed or step.entry).text, why)]
            block = self.writer.refusal(who, tried, [], step.entry.received_at)
            yield who, replace(block, extra={**block.extra, VOID: number})

    def own(
        self, to: str, topics: Sequence[Topic], told: Mapping[str, Sequence[Topic]]
    ) -> list[Topic]:
        """Those of a player's topics that no post puts right for all."""
        if not to or not told.get(PUBLIC):
            return list(topics)
        return [one for one in topics if self._is_own(to, one)]

    def _is_own(self, to: str, topic: Topic) -> bool:
        if topic.by_clock and topic.now is not None and self._all_know_the_time:
            return False
        if topic.was is None or topic.now is None or topic.again:
            return True
        return self._known(self.was, to, topic) != self._known(self.now, to, topic)

    @cached_property
    def _all_know_the_time(self) -> bool:
        """Whether a post may say until when, of every window of which the clock goes otherwise."""
        both = ((one, self.writer.by.window(one.key)) for one in self.both.past.table.windows)
        moved = [one for one, new in both if new is None or new.deadline != one.deadline]
        return all(window.known_to(PUBLIC) for window in moved)

    def _known(self, replay: Replay, to: str, topic: Topic) -> object:
        """What a player knew right after an entry, and nobody else."""
        step, seat = replay.step(topic.entry), self.writer.by.seat(to)
        table = step.table if step else replay.table_after(topic.entry)
        seat = self._seat_in(replay, seat)
        public = texts.seen(self.writer.session, table, PUBLIC)
        view = texts.seen(self.writer.session, table, seat)
        news = [one.seen_by(seat) for one in (step.news if step else ())]
        for_all = [one.seen_by(PUBLIC) for one in (step.news if step else ())]
        own = [one for one in news if one not in for_all]
        return {key: value for key, value in view.items() if public.get(key) != value}, own

    def touches(self, to: str) -> bool:
        """Whether something that a reader may know of was put right just now."""
        return any(self._amended(self.writer.by.seat(to) if to else PUBLIC))

    def concerned(self) -> Iterator[str]:
        """The players of whom a move was missed, or put down as another's."""
        for seat in self.writer.by.players:
            if any(one["tell"] for one in self._amended(seat)):
                yield self.writer.session.signed_up(seat)

    def block(self, to: str, topics: Sequence[Topic], old: Block | None = None) -> Block | None:
        """The correction that tells a reader of these topics, in the place of the `old` one that
        waits; None where there is nothing to tell.
        """
        seat = self.writer.by.seat(to) if to else PUBLIC
        amended = _since(old.extra["amended"] if old else (), self._amended(seat), "number")
        if not topics and not any(one["tell"] for one in amended):
            return None
        why = self._reason_given if self._may_know_why(seat) else ""
        session, replays = self.writer.session, (self.was, self.now)
        was, now = (texts.seen(session, f.table, self._seat_in(f, seat)) for f in replays)
        extra = {
            "wrong": in_few_words(topics),
            "amended": amended,
            "why": why or (old.extra["why"] if old else ""),
            "differs": [*(old.extra["differs"] if old else ()), *self._differs(seat, topics)],
            "yours": self._own_changes(was, now),
            "figures": _since(
                old.extra["figures"] if old else (), self._figures(seat, was, now), "who", "what"
            ),
        }
        return self.writer.correction(seat, extra)

    def _differs(self, seat: str, topics: Sequence[Topic]) -> Iterator[dict[str, Any]]:
        """The news of the entries that these messages told of, as it was and as it is, each where
        it differs.
        """
        for entry in sorted({topic.entry for topic in topics}):
            was, now = (self._news(replay, entry, seat) for replay in (self.was, self.now))
            for name in dict.fromkeys(one["news"] for one in (*was, *now)):
                both = ([one for one in news if one["news"] == name] for news in (was, now))
                pairs = zip_longest(*both)
                yield from ({"was": a, "now": b} for a, b in pairs if a != b)

    def _news(self, replay: Replay, entry: int, seat: str) -> list[dict[str, Any]]:
        step, seat = replay.step(entry), self._seat_in(replay, seat)
        seen = (one.seen_by(seat) for one in (step.news if step else ()))
        return [one for one in seen if one is not None]

    def _own_changes(self, was: View, now: View) -> list[str]:
        """Which of the things stand otherwise that only the reader may know."""
        own, by_now = was.get("you", {}), now.get("you", {})
        return [key for key, value in by_now.items() if own.get(key) != value]

    def _figures(self, seat: str, was: View, now: View) -> Iterator[dict[str, Any]]:
        """The numbers of each player, and the reader's own, that stand otherwise now."""
        own = [{"name": seat, **v["you"]} if "you" in v else {} for v in (was, now)]
        told = set()
        for old, new in [*zip(was["players"], now["players"], strict=True), (own[0], own[1])]:
            for what, value in new.items():
                key = (new["name"], what)
                if type(value) is int and value != old.get(what) and key not in told:
                    told.add(key)
                    yield {"who": key[0], "what": what, "was": old.get(what), "now": value}

    def _seat_in(self, replay: Replay, seat: str) -> str:
        """What that player is called in a replay; for all nobody."""
        return replay.table.players[self.writer.by.players.index(seat)] if seat else PUBLIC

    @cached_property
    def _amendments(self) -> list[tuple[Entry, Amendment]]:
        """Those that were made, taken back or put back just now."""
        was, now = (set(filter(amends, replay.on_record)) for replay in (self.was, self.now))
        found = ((entry, amendment_of(entry)) for entry in was ^ now)
        made = [(entry, move) for entry, move in found if move]
        return sorted(made, key=lambda one: one[0].number)

    def _may_know_why(self, seat: str) -> bool:
        """Whether a reader knows all that was put right, said or taken back, of which the reason
        may tell.
        """
        was, now = ({step.entry.number for step in replay.live} for replay in (self.was, self.now))
        numbers = {about(entry) for entry, _ in self._amendments} | (was ^ now)
        steps = (replay.step(number) for number in numbers for replay in (self.was, self.now))
        said = (step for step in steps if step and not amends(step.entry))
        return all(step.who == CHANCE or _may_know(step, seat) for step in said)

    @property
    def _reason_given(self) -> str:
        """The host's reason, or that of the amendments that were made."""
        made = (move.why for entry, move in self._amendments if entry in self.now.on_record)
        return self.why or "; ".join(dict.fromkeys(made))

    def _amended(self, seat: str) -> Iterator[dict[str, Any]]:
        """What was put right, as far as a reader may know of it: a move that was put down as
        another's each of the two as its own.
        """
        for entry, move in self._amendments:
            for number in (about(entry), *move.drop):
                was, now = self.was.step(number), self.now.step(number)
                moved = bool(was and now and was.who != now.who)
                there = [one for one in (was, now) if one]
                known = [one for one in there if _may_know(one, seat)]
                if not known or (len(known) < len(there) and not moved):
                    continue
                own = now is not None and now.who == seat
                missed = was is None and number == entry.number
                yield {
                    "number": number,
                    "was": _told(was) if was in known else None,
                    "now": _told(now) if now in known else None,
                    "moved": moved,
                    "missed": missed,
                    "dropped": number in move.drop,
                    "tell": own and (moved or missed),
                }


def _may_know(step: Step, seat: str) -> bool:
    """Whether a reader may know of a move: it is its own, or everybody's."""
    return step.who == seat or texts.is_public(step)


def _since(
    before: Iterable[dict[str, Any]], now: Iterable[dict[str, Any]], *key: str
) -> list[dict[str, Any]]:
    """What a correction that waits tells, and what is to be told since: each as it was before."""
    found = {tuple(map(one.get, key)): one for one in before}
    for one in now:
        about = tuple(map(one.get, key))
        found[about] = {**one, "was": found.get(about, one)["was"]}
    return [one for one in found.values() if one["was"] != one["now"]]


def _told(step: Step | None) -> dict[str, str] | None:
    if step is None:
        return None
    return {"who": step.who, "text": str(step.move), "at": step.entry.received_at}


def _runs_otherwise(before: Table, by: Table) -> bool:
    """Whether the clock of a window that is still open goes otherwise."""
    both = ((one, by.window(one.key)) for one in before.windows)
    moved = any(new and new.deadline != one.deadline for one, new in both)
    return moved or before.paused != by.paused
