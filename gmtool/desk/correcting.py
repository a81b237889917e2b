"""Finds what readers were told that is different by now, and writes the correction that tells
them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any

from gmtool.desk.comparing import Compared
from gmtool.desk.differing import Topic, in_few_words, told_of
from gmtool.desk.session import backdated
from gmtool.desk.session.message_types import (
    CORRECTION,
    RECEIPT,
    REFUSAL,
    REMINDER,
    RULING,
    life_of,
)
from gmtool.desk.session.visibility import is_public
from gmtool.desk.texts.blocks import NOW, VOID, WINDOW
from gmtool.desk.texts.facts import game_view
from gmtool.desk.texts.too_late import as_late
from gmtool.engine.amending import about, amendment_of, amends
from gmtool.engine.amendments import AdoptThroughout, Amendment
from gmtool.engine.entries import Entry
from gmtool.engine.frozen import replace
from gmtool.engine.game import CALL, PUBLIC, STATE, View
from gmtool.engine.host_moves import End, Replace
from gmtool.engine.instants import FORM, Instant
from gmtool.engine.moves import HostMove, Move
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import Table, wanted
from gmtool.engine.text import CHANCE
from gmtool.engine.window_moves import Extend
from gmtool.store import Block, Draft, Sent

Pair = tuple[str | None, str | None]
"""A text as it was and as it is, both without markup; None where there is no such text."""


@dataclass
class Correcting(Compared):
    """Compares what was sent with what counts; `late` are messages that were sent though they
    had been withdrawn.
    """

    why: str = ""
    late: Collection[int] = ()

    def told_by(self, rulings: Sequence[Move]) -> str:
        """What tells of the rulings: their post, or messages to the players who know of the
        windows.
        """
        for_all = any(window.known_to(PUBLIC) for window in self.past.table.windows)
        only_extends = all(isinstance(move, Extend) for move in rulings)
        return f"{'post' if for_all or not only_extends else 'message'} of this ruling"

    def topics(self, one: Draft, sent: Sent) -> Iterator[Topic]:
        """The parts of a sent message that a command changes, as they were right before
        and are right now.
        """
        for block in one.blocks:
            if block.occasion == CORRECTION or (one.to and self.has_left(one, block)):
                continue
            if self.has_moved(one, block):
                continue
            late = one.number in self.late
            if self.is_set:
                yield from self._of_a_seat(one, block, sent)
                continue
            pair = self._since_withdrawn(one, block) if late else self._by_content(one, block)
            by_clock = pair is None and not late
            pair = self._by_clock(one, block) if by_clock else pair
            if pair is not None:
                is_superseded = self._is_superseded(one, block)
                if one.to and not is_superseded and self._asked_then(block):
                    pair = pair[0], None  # whatever it says, none of it is asked for any more
                yield Topic(
                    one.number,
                    block.occasion,
                    block.entry,
                    self._named(block),
                    sent.at,
                    sent.link,
                    *pair,
                    self._own_move(one, block, back=pair[0] is None),
                    is_superseded,
                    self._reason(one, block),
                    by_clock,
                    title=(self._title if pair[1] is not None else self._anew)(one, block),
                )

    def _of_a_seat(self, one: Draft, block: Block, sent: Sent) -> Iterator[Topic]:
        """The post of a replacement that was undone, that holds after all, or that is another.
        Other texts only have another name in them, which is no mistake.
        """
        stood, stands = (replay.step(block.entry) for replay in (self.was, self.now))
        if (
            block.occasion != RULING
            or one.to
            or (stood and stood.entry.text) == (stands and stands.entry.text)
        ):
            return
        was = self.then(self.was, one, block) if stood else None
        now = self.then(self.now, one, block) if stands else None
        reason, then = "", stood and stood.move
        if isinstance(then, Replace) and not (
            stands and then.was == getattr(stands.move, "was", "")
        ):
            reason = f"{self.writer.by.seat(then.was)} plays on, not {then.name}."
        about = one.number, RULING, block.entry, self._named(block), sent.at, sent.link
        title = self._title(one, block) if now is not None else ""
        yield Topic(*about, was, now, reason=reason, title=title)

    def _named(self, block: Block) -> str:
        """The subject of a block without the game's name."""
        return block.subject.removeprefix(f"{self.writer.session.name}: ")

    def _title(self, one: Draft, block: Block) -> str:
        """The subject of a block as it reads now."""
        return self._named(self.again(one, block) or block)

    def _anew(self, one: Draft, block: Block) -> str:
        """The subject of a block that isn't so any more, where another text is still to go out that
        says it anew, such as a result that another entry led to; else empty.
        """
        if block.occasion == RECEIPT:
            return ""
        about = block.occasion, one.to
        new = (key for key in self.arisen.keys() - self.out if key[::2] == about)
        subjects = (self.writer.arose(self.arisen[key]).subject for key in new)
        return self._named(block) if block.subject in subjects else ""

    def _by_content(self, one: Draft, block: Block) -> Pair | None:
        """A block as it reads by what counted before and by what counts now, each as of the moment
        when it arose; None where these are equal.
        """
        if not self.changes_the_past or block.entry < min(self.changed):
            return None
        if block.occasion == REMINDER:
            return None
        if block.occasion == REFUSAL:
            was, now = (
                None if self.is_put_in(replay, one, block) else block.body
                for replay in (self.was, self.now)
            )
            now = None if self.is_taken_now(one, block) else now
        elif block.occasion == RECEIPT and self._is_same(block.entry):
            return None  # the post tells the new deadline
        else:
            was, now = (self.then(replay, one, block) for replay in (self.was, self.now))
        return None if was == now else (was, now)

    def _is_same(self, entry: int) -> bool:
        was, now = self.was.step(entry), self.now.step(entry)
        return was is not None and now is not None and was.entry == now.entry

    def _since_withdrawn(self, one: Draft, block: Block) -> Pair | None:
        """For a message sent after it was withdrawn: the block as sent, and as it reads now; None
        where it needs no correction.
        """
        now = self.again(one, block)
        if now is None or not self.arises(one, block):
            return block.body, None
        if now.body == block.body or self.is_stale(one, block, self.now.live):
            return None
        return "", self.as_read(self.now, self.writer.by, one, block)

    def _by_clock(self, one: Draft, block: Block) -> Pair | None:
        """A block that was right before and would read differently now only since deadlines have
        changed; else None.

        It is about a window that was open, or is the last of its kind that tells how things are.
        """
        if any(isinstance(move, End) for move in self.moves) and self._asked_then(block):
            return block.body, None
        if wanted(self.writer.session.game, self.writer.by).nothing:
            return None  # the last post tells that it is over, and no deadline is left
        gone = not self.arises(one, block)
        if (gone and not block.extra.get(NOW)) or not self._may_be_outdated(one, block):
            return None
        then = replace(self.writer, now=one.drafted_at)
        was = replace(then, by=self.past.table, replay=self.was).again(one.to, block)
        now = then.again(one.to, block)
        if was is None or now is None:
            return None
        corrected = (one.number, block.occasion, block.entry) in self._corrected
        if not corrected and (was.body != block.body or now.body == was.body):
            return None
        return (
            self.as_read(self.was, self.past.table, one, block),
            self.as_read(self.now, self.writer.by, one, block),
        )

    @cached_property
    def _corrected(self) -> Collection[tuple[int, str, int]]:
        """The keys of the topics that were corrected before, or are to be."""
        return told_of(self.drafts, self.sent).keys()

    def _may_be_outdated(self, one: Draft, block: Block) -> bool:
        before, by = self.past.table, self.writer.by
        if life_of(self.writer.session.game, block.occasion) == STATE:
            newer = (d for d in self.drafts if d.number > one.number and d.to == one.to)
            return not any(b.occasion == block.occasion for d in newer for b in d.blocks)
        beyond = self.writer.session.number + 1
        since = min((window.entry for window in before.windows), default=beyond)
        return block.entry >= since and _runs_otherwise(before, by)

    def _asked_then(self, block: Block) -> bool:
        """Whether a block asks for moves in a window that was open and isn't any more."""
        key = block.extra.get(WINDOW, "")
        return self.past.table.window(key) is not None and self.writer.by.window(key) is None

    def _own_move(self, one: Draft, block: Block, *, back: bool) -> tuple[str, ...]:
        """The move that a message to its player is about, where it no longer counts or, with
        `back`, counts again; empty else.
        """
        there, other = (self.now, self.was) if back else (self.was, self.now)
        step = there.step(block.entry)
        own = one.to and step and step.who == self.writer.by.seat(one.to)
        if not own or step is None or block.extra.get(NOW) or other.step(block.entry):
            return ()
        return (step.entry.text,)

    def _is_superseded(self, one: Draft, block: Block) -> bool:
        """Whether the player is sent the whole text again rather than the lines that differ: a
        receipt, or what is still asked of it.
        """
        if not one.to or block.occasion == RECEIPT:
            return bool(one.to)
        arose = self.arisen.get((block.occasion, block.entry, one.to))
        if arose is None or life_of(self.writer.session.game, block.occasion) != CALL:
            return False
        asked = self.writer.by.window(self.writer.arose(arose).extra.get(WINDOW, ""))
        return asked is not None and block.entry >= asked.entry

    def _reason(self, one: Draft, block: Block) -> str:
        """Why a player's own move, or a part of it, is invalid since another one counts
        before it; else empty.
        """
        step = self.now.step(block.entry, void=True)
        why = step and (step.void or step.left_out)
        if not one.to or not step or not why or step.who != self.writer.by.seat(one.to):
            return ""
        if step.entry.planned:  # it has fallen since another plan has come, or a move
            return ""
        why = as_late(self.writer.session, step.entry, why)
        return f"{why.sentence(self.writer.show(step.who))} (rule {why.clause})"

    def fallen(self) -> Iterator[tuple[str, Block]]:
        """The replies to players whose move, or a part of it, became invalid since others count
        before it, and who had no receipt for it.
        """
        stood = {step.entry.number for step in self.was.live if not step.left_out}
        for step in self.now.steps:
            number, who, why = step.entry.number, step.who, step.void or step.left_out
            # What a plan did has fallen since the player has sent another one, or moved.
            if why is None or number not in stood or step.entry.planned:
                continue
            if (RECEIPT, number, self.writer.session.signed_up(who)) in self.out:
                continue
            why = as_late(self.writer.session, step.entry, why)
            tried = [((step.typed or step.entry).text, why)]
            block = self.writer.refusal(who, tried, [], step.entry.received_at)
            yield who, replace(block, extra={**block.extra, VOID: number})

    def own(
        self, to: str, topics: Sequence[Topic], told: Mapping[str, Sequence[Topic]]
    ) -> list[Topic]:
        """A player's topics without those that a correction in the thread covers."""
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
        """Whether all windows whose deadlines changed are public, so that a post can
        tell the new ones.
        """
        both = ((one, self.writer.by.window(one.key)) for one in self.past.table.windows)
        moved = [one for one, new in both if new is None or new.deadline != one.deadline]
        return all(window.known_to(PUBLIC) for window in moved)

    def _known(self, replay: Replay, to: str, topic: Topic) -> object:
        """What a player, and nobody else, knew right after the topic's entry."""
        step, seat = replay.step(topic.entry), self.writer.by.seat(to)
        table = step.table if step else replay.table_after(topic.entry)
        seat = self._seat_in(replay, seat)
        public = game_view(self.writer.session, table, PUBLIC)
        view = game_view(self.writer.session, table, seat)
        news = [one.seen_by(seat) for one in (step.news if step else ())]
        for_all = [one.seen_by(PUBLIC) for one in (step.news if step else ())]
        own = [one for one in news if one not in for_all]
        return {key: value for key, value in view.items() if public.get(key) != value}, own

    def touches(self, to: str) -> bool:
        """Whether a reader may know of an amendment that was just made or undone."""
        return any(self._amended(self.writer.by.seat(to) if to else PUBLIC))

    def concerned(self) -> Iterator[str]:
        """The players of whom a move was missed, or recorded under another name."""
        for seat in self.writer.by.players:
            if any(one["tell"] for one in self._amended(seat)):
                yield self.writer.session.signed_up(seat)

    def block(self, to: str, topics: Sequence[Topic], old: Block | None = None) -> Block | None:
        """The correction that tells a reader of these topics, in place of the `old` one that waits;
        None where there is nothing to tell.
        """
        seat = self.writer.by.seat(to) if to else PUBLIC
        amended = _since(old.extra["amended"] if old else (), self._amended(seat), "number")
        if not topics and not any(one["tell"] for one in amended):
            return None
        why = self._reason_given if self._may_know_why(seat) else ""
        session, replays = self.writer.session, (self.was, self.now)
        was, now = (game_view(session, f.table, self._seat_in(f, seat)) for f in replays)
        own = was.get("you", {})
        extra = {
            "wrong": in_few_words(topics),
            "amended": amended,
            "rules": self._rules,
            "why": why or (old.extra["why"] if old else ""),
            "differs": [*(old.extra["differs"] if old else ()), *self._differs(seat, topics)],
            "hands": [] if seat else self._late_hands(topics),
            "yours": [key for key, value in now.get("you", {}).items() if own.get(key) != value],
            "figures": _since(
                old.extra["figures"] if old else (), self._figures(seat, was, now), "who", "what"
            ),
        }
        return self.writer.correction(seat, extra)

    def _late_hands(self, topics: Sequence[Topic]) -> list[dict[str, Any]]:
        """What was put on record after its deadline since the first of these texts went out."""
        first = min((topic.sent for topic in topics), default=None)
        return list(backdated.since(self.now, first)) if first else []

    def _differs(self, seat: str, topics: Sequence[Topic]) -> Iterator[dict[str, Any]]:
        """The news of the entries that these messages told of, before and after, where they
        differ.
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

    def _figures(self, seat: str, was: View, now: View) -> Iterator[dict[str, Any]]:
        """The numbers of each player, and the reader's own, that are different now."""
        own = [{"name": seat, **v["you"]} if "you" in v else {} for v in (was, now)]
        told = set()
        for old, new in [*zip(was["players"], now["players"], strict=True), (own[0], own[1])]:
            for what, value in new.items():
                key = (new["name"], what)
                if type(value) is int and value != old.get(what) and key not in told:
                    told.add(key)
                    yield {"who": key[0], "what": what, "was": old.get(what), "now": value}

    def _seat_in(self, replay: Replay, seat: str) -> str:
        """The player's name in a replay; PUBLIC for everybody."""
        return replay.table.players[self.writer.by.players.index(seat)] if seat else PUBLIC

    @cached_property
    def _amendments(self) -> list[tuple[Entry, Amendment]]:
        """The amendments that were just made, undone or redone, by number."""
        was, now = (set(filter(amends, replay.on_record)) for replay in (self.was, self.now))
        found = ((entry, amendment_of(entry)) for entry in was ^ now)
        made = [(entry, move) for entry, move in found if move]
        return sorted(made, key=lambda one: one[0].number)

    @property
    def _rules(self) -> str:
        """Whether the game is judged from its beginning by `newer` rules, or goes by `older` ones
        again; else empty.
        """
        begun = [replay.start.state.rules for replay in (self.was, self.now)]
        goes = [replay.table.state.rules for replay in (self.was, self.now)]
        return "newer" if begun[0] < begun[1] else "older" if goes[0] > goes[1] else ""

    def _may_know_why(self, seat: str) -> bool:
        """Whether a reader knows every entry that the reason may be about: those amended,
        added or taken back.
        """
        was, now = ({step.entry.number for step in replay.live} for replay in (self.was, self.now))
        numbers = {about(entry) for entry, _ in self._amendments} | (was ^ now)
        steps = (replay.step(number) for number in numbers for replay in (self.was, self.now))
        said = (step for step in steps if step and not amends(step.entry))
        return all(step.who == CHANCE or _may_know(step, seat) for step in said)

    @property
    def _reason_given(self) -> str:
        """The host's reason, or the reasons of the amendments that were made."""
        made = (move.why for entry, move in self._amendments if entry in self.now.on_record)
        return self.why or "; ".join(dict.fromkeys(made))

    def _amended(self, seat: str) -> Iterator[dict[str, Any]]:
        """What was amended, as far as a reader may know of it. Of a move that was recorded under
        another name each of the two players sees its own side.
        """
        for entry, move in self._amendments:
            own_number = () if isinstance(move, AdoptThroughout) else (about(entry),)
            for number in (*own_number, *move.drop):
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
                    "was": self._told(was) if was in known else None,
                    "now": self._told(now) if now in known else None,
                    "moved": moved,
                    "missed": missed,
                    "dropped": number in move.drop,
                    "tell": own and (moved or missed),
                }

    def _told(self, step: Step | None) -> dict[str, str] | None:
        """Who said what and when; a ruling without its reason, and with its instants in words."""
        if step is None:
            return None
        text = str(step.move)
        if isinstance(step.move, HostMove):
            show = self.writer.session.show
            text = FORM.sub(lambda at: show(Instant(at[0])), text.partition(" why ")[0])
        return {"who": step.who, "text": text, "at": step.entry.received_at}


def _may_know(step: Step, seat: str) -> bool:
    """Whether a reader may know a move: it is the reader's own, or public."""
    return step.who == seat or is_public(step)


def _since(
    before: Iterable[dict[str, Any]], now: Iterable[dict[str, Any]], *key: str
) -> list[dict[str, Any]]:
    """What a waiting correction tells, updated with what is to be told now. Each item keeps its
    first `was`; items that are as they were are left out.
    """
    found = {tuple(map(one.get, key)): one for one in before}
    for one in now:
        about = tuple(map(one.get, key))
        found[about] = {**one, "was": found.get(about, one)["was"]}
    return [one for one in found.values() if one["was"] != one["now"]]


def _runs_otherwise(before: Table, by: Table) -> bool:
    """Whether the deadline of a window that is still open, or a pause, has changed."""
    both = ((one, by.window(one.key)) for one in before.windows)
    moved = any(new and new.deadline != one.deadline for one, new in both)
    return moved or before.paused != by.paused
