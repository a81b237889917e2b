"""Finds what readers were told that is different by now, and writes the corrections that tell
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.session import backdated
from gmtool.desk.session.diff import SEAL, TextDiff, summarize
from gmtool.desk.session.message_types import (
    CORRECTION,
    RECEIPT,
    REFUSAL,
    REMINDER,
    RULING,
    life_of,
)
from gmtool.desk.session.visibility import is_public
from gmtool.desk.texts.blocks import NOW, WINDOW
from gmtool.desk.texts.corrections.before_after import (
    BeforeAfter,
    Key,
    ReaderText,
    has_left,
    is_judged_anew,
    is_put_in,
    is_stale,
    key_of,
    rewrite,
    words_of,
)
from gmtool.desk.texts.facts import game_view
from gmtool.desk.texts.too_late import as_late
from gmtool.desk.texts.writing import UnwrittenText, Writer, previewing
from gmtool.engine.amendments import AdoptThroughout
from gmtool.engine.effective import about, amends
from gmtool.engine.game import CALL, PUBLIC, STATE, View
from gmtool.engine.host_moves import End, Replace
from gmtool.engine.instants import FORM, Instant
from gmtool.engine.moves import HostMove
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import Table, wanted
from gmtool.engine.text import CHANCE
from gmtool.store import Block, Draft, Sent

Pair = tuple[str | None, str | None]
"""A text as it was and as it is, both without markup; None where there is no such text."""


def wrong_texts(both: BeforeAfter, draft: Draft, sent: Sent, *, late: bool) -> Iterator[TextDiff]:
    """What a command changes in a sent message, part by part, as it was right before and is right
    now; with `late` it was sent though it had been withdrawn.
    """
    for block in draft.blocks:
        if block.occasion == CORRECTION or has_left(both.writer, draft, block):
            continue
        if both.has_moved(key_of(draft, block)):
            continue
        part = _Part(both, draft, block, sent)
        diff = part.diff_of_a_seat() if both.only_sets else part.diff(late=late)
        if diff:
            yield diff


class _Part(Struct, frozen=True):
    """A block of a message that was sent."""

    both: BeforeAfter
    draft: Draft
    block: Block
    sent: Sent

    @property
    def writer(self) -> Writer:
        return self.both.writer

    @property
    def key(self) -> Key:
        return key_of(self.draft, self.block)

    def diff(self, *, late: bool) -> TextDiff | None:
        """What a command changes in it."""
        pair = self._since_withdrawn() if late else self._by_content()
        by_clock = pair is None and not late
        pair = self._by_clock() if by_clock else pair
        if pair is None:
            return None
        (was, now), is_superseded = pair, self._is_superseded()
        if self.draft.to and not is_superseded and self._asked_then():
            now = None  # whatever it says, none of it is asked for any more
        return replace(
            self._between(was, now),
            moves=self._own_move(back=was is None),
            again=is_superseded,
            reason=self._reason(),
            by_clock=by_clock,
            title=self._title_anew() if now is None else self._title_by_now(),
        )

    def diff_of_a_seat(self) -> TextDiff | None:
        """What changes in the post of a replacement that was undone, that holds after all, or that
        is another. Other texts only have another name in them, which is no mistake.
        """
        if self.block.occasion != RULING or self.draft.to:
            return None
        stood, stands = (replay.step(self.block.entry) for replay in self.both.replays)
        if (stood and stood.entry.text) == (stands and stands.entry.text):
            return None
        was = words_of(self._at_first(self.both.before)) if stood else None
        now = words_of(self._at_first(self.both.after)) if stands else None
        then, stays = stood and stood.move, getattr(stands and stands.move, "was", "")
        reason = ""
        if isinstance(then, Replace) and then.was != stays:
            reason = f"{self.writer.by.seat(then.was)} plays on, not {then.name}."
        title = "" if now is None else self._title_by_now()
        return replace(self._between(was, now), reason=reason, title=title)

    def _between(self, was: str | None, now: str | None) -> TextDiff:
        one, about = self.block, self._bare_subject(self.block)
        at, link = self.sent.at, self.sent.link
        return TextDiff(self.draft.number, one.occasion, one.entry, about, at, link, was, now)

    # ---- as it was and as it is

    def _by_content(self) -> Pair | None:
        """As it reads by what counted before and by what counts now, each as of the moment when it
        arose; None where these are equal.
        """
        both, block = self.both, self.block
        if not both.touches(block) or block.occasion == REMINDER:
            return None
        if block.occasion == REFUSAL:
            to = self.writer.by.seat(self.draft.to)
            was, now = (None if is_put_in(one, to, block) else block.body for one in both.replays)
            now = None if is_judged_anew(both, self.draft, block) else now
            return None if was == now else (was, now)
        stood, stands = (replay.step(block.entry) for replay in both.replays)
        if block.occasion == RECEIPT and stood and stands and stood.entry == stands.entry:
            return None  # the post tells the new deadline
        told, tells = (self._at_first(replay) for replay in both.replays)
        if (
            isinstance(told, ReaderText)
            and isinstance(tells, ReaderText)
            and told.reads_as(tells, both)
        ):
            return None
        is_unread = tells is None and both.leaves_fallen_unread and not self._lists_seals()
        was = block.subject if is_unread and isinstance(told, ReaderText) else words_of(told)
        now = words_of(tells)
        return None if was == now else (was, now)

    def _lists_seals(self) -> bool:
        """Whether it is a post with seals, which a correction tells."""
        return not self.draft.to and bool(SEAL.search(self.block.body))

    def _since_withdrawn(self) -> Pair | None:
        """As it was sent though withdrawn, and as it reads now; None where that is right."""
        now, after = rewrite(self.writer, self.draft, self.block), self.both.after
        if now is None or self.key not in self.both.texts_after:
            return self.block.body, None
        is_right = now.body == self.block.body
        if is_right or is_stale(self.writer, self.draft, self.block, after.effective):
            return None
        return "", words_of(self._as_of(after, self.writer.by))

    def _by_clock(self) -> Pair | None:
        """As it was right before, and as it would read now only since deadlines have changed; else
        None.

        It is about a window that was open, or is the last of its kind that tells how things are.
        """
        both, draft, block = self.both, self.draft, self.block
        if any(isinstance(move, End) for move in both.moves) and self._asked_then():
            return block.body, None
        if wanted(self.writer.session.game, self.writer.by).nothing:
            return None  # the last post tells that it is over, and no deadline is left
        arises = block.extra.get(NOW) or self.key in both.texts_after
        if not arises or not self._may_be_outdated():
            return None
        then = replace(self.writer, now=draft.drafted_at)
        before = replace(then, by=both.before.table, replay=both.before)
        was, now = (one.text_again(draft.to, block) for one in (before, then))
        if was is None or now is None or not self._is_outdated(was, now):
            return None
        tables = both.before.table, self.writer.by
        told, tells = (self._as_of(*pair) for pair in zip(both.replays, tables, strict=True))
        return words_of(told), words_of(tells)

    def _is_outdated(self, was: UnwrittenText, now: UnwrittenText) -> bool:
        """Whether it went out as it `was` and is another now; one that was corrected may be."""
        both, block = self.both, self.block
        if (self.draft.number, block.occasion, block.entry) in both.corrections:
            return True
        if both.says_the_same(was, now):
            return False
        one, other = map(self.writer.write, (was, now))
        return one.body == block.body and other.body != one.body

    def _may_be_outdated(self) -> bool:
        before, by, draft = self.both.before.table, self.writer.by, self.draft
        if life_of(self.writer.session.game, self.block.occasion) == STATE:
            newer = (d for d in self.both.drafts if d.number > draft.number and d.to == draft.to)
            return not any(b.occasion == self.block.occasion for d in newer for b in d.blocks)
        if not any(window.entry <= self.block.entry for window in before.windows):
            return False
        windows = ((one, by.window(one.key)) for one in before.windows)
        moved = any(new and new.deadline != one.deadline for one, new in windows)
        return moved or before.paused != by.paused

    def _asked_then(self) -> bool:
        """Whether it asks for moves in a window that was open and isn't any more."""
        key = self.block.extra.get(WINDOW, "")
        return bool(self.both.before.table.window(key)) and not self.writer.by.window(key)

    def _at_first(self, replay: Replay) -> ReaderText | str | None:
        """It as of the moment when it arose, by one of the two replays; None where nothing gives
        rise to it there, and its words as they went out where its entry was never applied.
        """
        block, both = self.block, self.both
        if any(block.entry == entry.number for entry in replay.unapplied):
            return block.body
        step = replay.step(block.entry)
        if not block.extra.get(NOW):
            arisen = both.texts_after if replay is both.after else both.texts_before
            if step is None or self.key not in arisen:
                return None
        return self._as_of(replay, step.table if step else replay.table_after(block.entry))

    def _as_of(self, replay: Replay, table: Table) -> ReaderText | None:
        """It as of a replay and with the deadlines of a table; None where its entry doesn't
        count.
        """
        draft = self.draft
        writer = replace(previewing(self.writer), by=table, now=draft.drafted_at, replay=replay)
        text = writer.text_again(draft.to, self.block)
        return ReaderText(writer, draft.to, text) if text else None

    # ---- what else a correction says of it

    def _own_move(self, *, back: bool) -> tuple[str, ...]:
        """The move that a message to its player is about, where it no longer counts or, with
        `back`, counts again; empty else.
        """
        stood, stands = (replay.step(self.block.entry) for replay in self.both.replays)
        step, other = (stands, stood) if back else (stood, stands)
        if not step or other or not self._is_own(step) or self.block.extra.get(NOW):
            return ()
        return (step.entry.text,)

    def _is_own(self, step: Step) -> bool:
        """Whether it is a message to the player whose step that is."""
        return bool(self.draft.to) and step.who == self.writer.by.seat(self.draft.to)

    def _is_superseded(self) -> bool:
        """Whether the player is sent the whole text again rather than the lines that differ: a
        receipt, or what is still asked of it.
        """
        if not self.draft.to or self.block.occasion == RECEIPT:
            return bool(self.draft.to)
        arisen = self.both.texts_after.get(self.key)
        if arisen is None or life_of(self.writer.session.game, self.block.occasion) != CALL:
            return False
        asked = self.writer.by.window(self.writer.window_asked(arisen))
        return asked is not None and self.block.entry >= asked.entry

    def _reason(self) -> str:
        """Why a player's own move, or a part of it, is invalid since another one counts
        before it; else empty.
        """
        step = self.both.after.step(self.block.entry, void=True)
        why = step and (step.void or step.left_out)
        # What a plan did has fallen since another plan has come, or a move.
        if not step or not why or not self._is_own(step) or step.entry.planned:
            return ""
        why = as_late(self.writer.session, step.entry, why)
        return f"{why.sentence(self.writer.show(step.who))} (rule {why.clause})"

    def _bare_subject(self, block: Block) -> str:
        """The subject of a block without the game's name."""
        return block.subject.removeprefix(f"{self.writer.session.name}: ")

    def _title_by_now(self) -> str:
        """The subject as it reads now."""
        return self._bare_subject(rewrite(self.writer, self.draft, self.block) or self.block)

    def _title_anew(self) -> str:
        """The subject of what isn't so any more, where another text is still to go out that says it
        anew, such as a result that another entry led to; else empty.
        """
        if self.block.occasion == RECEIPT:
            return ""
        new = self.both.unsent.get((self.block.occasion, self.draft.to), ())
        subjects = map(self.both.subject_by_now, new)
        return self._bare_subject(self.block) if self.block.subject in subjects else ""


# ---- the corrections

_NOTHING: dict[str, Any] = {"amended": (), "why": "", "differs": (), "figures": ()}
"""What a correction tells in which nothing stands yet."""


def correction(
    both: BeforeAfter,
    to: str,
    diffs: Sequence[TextDiff],
    old: Block | None = None,
    *,
    why: str = "",
) -> Block | None:
    """The correction that tells a reader of these differences, and `why`, in place of the `old` one
    that waits; None where there is nothing to tell.
    """
    writer, earlier = both.writer, old.extra if old else _NOTHING
    seat = writer.by.seat(to)
    amended = _merge(earlier["amended"], _amendment_facts(both, seat), "number")
    if not diffs and not any(one["tell"] for one in amended):
        return None
    was, now = (
        game_view(writer.session, replay.table, _seat_in(both, replay, seat))
        for replay in both.replays
    )
    own = was.get("you", {})
    made = (move.why for entry, move in both.amendments if entry in both.after.on_record)
    reasons = "; ".join(dict.fromkeys(made))
    begun = [replay.start.state.rules for replay in both.replays]
    goes = [replay.table.state.rules for replay in both.replays]
    first = min((diff.sent for diff in diffs), default=None)
    extra = {
        "wrong": summarize(diffs),
        "amended": amended,
        # Judged by newer rules from its beginning, or going by older ones again.
        "rules": "newer" if begun[0] < begun[1] else "older" if goes[0] > goes[1] else "",
        "why": (_may_know_why(both, seat) and (why or reasons)) or earlier["why"],
        "differs": [*earlier["differs"], *_news_diff(both, seat, diffs)],
        # What was put on record after its deadline since the first of these texts went out.
        "hands": [*backdated.since(both.after, first)] if first and not seat else [],
        "yours": [key for key, value in now.get("you", {}).items() if own.get(key) != value],
        "figures": _merge(earlier["figures"], _figures(seat, was, now), "who", "what"),
    }
    return writer.correction(seat, extra)


def touches(both: BeforeAfter, to: str) -> bool:
    """Whether a reader may know of an amendment that was just made or undone."""
    return any(_amendment_facts(both, both.writer.by.seat(to)))


def concerned_players(both: BeforeAfter) -> Iterator[str]:
    """The players of whom a move was missed, or recorded under another name."""
    for seat in both.writer.by.players:
        if any(one["tell"] for one in _amendment_facts(both, seat)):
            yield both.writer.session.signed_up(seat)


def not_in_the_thread(both: BeforeAfter, to: str, diffs: Sequence[TextDiff]) -> Iterator[TextDiff]:
    """A player's differences without those that a correction in the thread covers."""
    moved = (
        window
        for window in both.before.table.windows
        if (new := both.writer.by.window(window.key)) is None or new.deadline != window.deadline
    )
    # A post can tell the new deadlines of public windows.
    all_know_the_time = all(window.known_to(PUBLIC) for window in moved)
    for diff in diffs:
        if diff.by_clock and diff.now is not None and all_know_the_time:
            continue
        is_whole = diff.was is None or diff.now is None or diff.again
        if is_whole or _private_knowledge(both, both.before, to, diff) != _private_knowledge(
            both, both.after, to, diff
        ):
            yield diff


def _private_knowledge(both: BeforeAfter, replay: Replay, to: str, diff: TextDiff) -> object:
    """What a player, and nobody else, knew right after the entry of a text."""
    step = replay.step(diff.entry)
    table = step.table if step else replay.table_after(diff.entry)
    seat = _seat_in(both, replay, both.writer.by.seat(to))
    public, view = (game_view(both.writer.session, table, who) for who in (PUBLIC, seat))
    news, for_all = (_news(replay, diff.entry, who) for who in (seat, PUBLIC))
    own = [one for one in news if one not in for_all]
    return {key: value for key, value in view.items() if public.get(key) != value}, own


def _news_diff(both: BeforeAfter, seat: str, diffs: Sequence[TextDiff]) -> Iterator[dict[str, Any]]:
    """The news of the entries that these messages told of, where they differ."""
    for entry in sorted({diff.entry for diff in diffs}):
        was, now = (_news(replay, entry, _seat_in(both, replay, seat)) for replay in both.replays)
        for name in dict.fromkeys(one["news"] for one in (*was, *now)):
            both_news = ([one for one in news if one["news"] == name] for news in (was, now))
            yield from ({"was": a, "now": b} for a, b in zip_longest(*both_news) if a != b)


def _news(replay: Replay, entry: int, seat: str) -> list[dict[str, Any]]:
    """The news of an entry, as a player may know them."""
    step = replay.step(entry)
    seen = (one.seen_by(seat) for one in (step.news if step else ()))
    return [one for one in seen if one is not None]


def _figures(seat: str, was: View, now: View) -> Iterable[dict[str, Any]]:
    """The numbers of each player, and the reader's own, that are different now."""
    own = tuple({"name": seat, **view["you"]} if "you" in view else {} for view in (was, now))
    figures: dict[tuple[str, str], dict[str, Any]] = {}
    for old, new in (*zip(was["players"], now["players"], strict=True), own):
        for what, value in new.items():
            if type(value) is int and value != old.get(what):
                figure = {"who": new["name"], "what": what, "was": old.get(what), "now": value}
                figures.setdefault((new["name"], what), figure)
    return figures.values()


def _seat_in(both: BeforeAfter, replay: Replay, seat: str) -> str:
    """The player's name in a replay; PUBLIC for everybody."""
    return replay.table.players[both.writer.by.players.index(seat)] if seat else PUBLIC


# ---- what was amended, and why


def _may_know_why(both: BeforeAfter, seat: str) -> bool:
    """Whether a reader knows every entry that was amended, added or taken back."""
    was, now = ({step.entry.number for step in replay.effective} for replay in both.replays)
    numbers = {about(entry) for entry, _ in both.amendments} | (was ^ now)
    steps = (replay.step(number) for number in numbers for replay in both.replays)
    said = (step for step in steps if step and not amends(step.entry))
    return all(step.who == CHANCE or _may_know(step, seat) for step in said)


def _amendment_facts(both: BeforeAfter, seat: str) -> Iterator[dict[str, Any]]:
    """What was amended, as far as a reader may know of it. Of a move that was recorded under
    another name each of the two players sees its own side.
    """
    for entry, move in both.amendments:
        own_number = () if isinstance(move, AdoptThroughout) else (about(entry),)
        for number in (*own_number, *move.drop):
            was, now = both.before.step(number), both.after.step(number)
            moved = bool(was and now and was.who != now.who)
            there = [one for one in (was, now) if one]
            known = [one for one in there if _may_know(one, seat)]
            if not known or (len(known) < len(there) and not moved):
                continue
            missed = was is None and number == entry.number
            yield {
                "number": number,
                "was": _statement(both, was) if was and was in known else None,
                "now": _statement(both, now) if now and now in known else None,
                "moved": moved,
                "missed": missed,
                "dropped": number in move.drop,
                "tell": now is not None and now.who == seat and (moved or missed),
            }


def _statement(both: BeforeAfter, step: Step) -> dict[str, str]:
    """Who said what and when; a ruling without its reason, and with its instants in words."""
    text = str(step.move)
    if isinstance(step.move, HostMove):
        show = both.writer.session.show
        text = FORM.sub(lambda at: show(Instant(at[0])), text.partition(" why ")[0])
    return {"who": step.who, "text": text, "at": step.entry.received_at}


def _may_know(step: Step, seat: str) -> bool:
    """Whether a reader may know a move: it is the reader's own, or public."""
    return step.who == seat or is_public(step)


def _merge(
    before: Iterable[dict[str, Any]], now: Iterable[dict[str, Any]], *key: str
) -> list[dict[str, Any]]:
    """What a waiting correction tells, updated with what is to be told now. Each item keeps its
    first `was`; items that are as they were are left out.
    """
    items = {tuple(map(one.get, key)): one for one in before}
    for one in now:
        name = tuple(map(one.get, key))
        items[name] = {**one, "was": items.get(name, one)["was"]}
    return [one for one in items.values() if one["was"] != one["now"]]
