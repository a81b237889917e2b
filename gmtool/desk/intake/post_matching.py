"""Holds the posts of a copied page against what is on record: which are known, and how the others
read where the game stands by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import takewhile

from msgspec.structs import replace

from gmtool.desk.intake.thread_posts import Post, Times, has_clock
from gmtool.desk.moves import record
from gmtool.desk.moves.messages import Message, store_message
from gmtool.desk.moves.requests import Request, Response
from gmtool.desk.problems import Overtakes
from gmtool.desk.times.zones import TimeProblem
from gmtool.engine.effective import effective_entries
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.moves import read_raw_message
from gmtool.engine.parts import Reading
from gmtool.engine.refusals import Refusal
from gmtool.engine.table import OpenWindow, awaited
from gmtool.engine.text import CHANCE, short


@dataclass
class Page:
    """A page as it is recorded: how its times are read, the entries so far, those of each player
    for which no post accounts yet, and the numbers of those for which one does.
    """

    response: Response
    times: Times
    posts: Sequence[Post]
    by: Sequence[str]
    entries: Sequence[Entry] = field(init=False)
    left: dict[str, list[Entry]] = field(init=False)
    shown: set[int] = field(default_factory=set)
    own_lines: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        session = self.response.session
        self.entries = effective_entries(self.response.transaction.entries(session.record.id))
        self.left = {name: [] for name in session.table.players}
        for entry in self.entries:
            who = session.table.seat(entry.who)
            if who in self.left and not entry.planned:
                self.left[who].append(entry)

    def gone(self) -> Iterator[Entry]:
        """The entries by posts that the page would show if they stood there still, and as they
        were.
        """
        written = [at for post in self.posts if (at := self.written(post))]
        for who in self.left:
            own = [post for post, by in zip(self.posts, self.by, strict=True) if by == who]
            minutes = {at.full_minute() for post in own if (at := self.written(post))}
            for entry in self._unseen(who):
                is_within = bool(written) and min(written) < entry.received_at < max(written)
                if is_within and entry.received_at.full_minute() not in minutes:
                    yield entry

    def _unseen(self, who: str) -> Iterator[Entry]:
        """The entries by posts of that player's whose words no post has."""
        own = {_bare(post.text) for post, by in zip(self.posts, self.by, strict=True) if by == who}
        for entry in self.left.get(who, ()):
            words = {*map(_bare, words_of(entry))} if entry.source == "post" else set()
            if words and not words & own:
                yield entry

    def written(self, post: Post) -> Instant | None:
        """When a post was written, to the minute; None where the page tells that in other ways."""
        try:
            at = self.times.instant_of(post.when)
        except TimeProblem:
            return None
        return Instant.of(at) if has_clock(post.when) else None

    def reworded_entry(self, who: str, post: Post) -> Entry | None:
        """The entry by a post of that player's and of that minute which reads otherwise now."""
        at = self.written(post)
        unseen = self._unseen(who) if at else ()
        return next(
            (e for e in unseen if at and e.received_at.full_minute() == at.full_minute()), None
        )

    def doubt(self, who: str, post: Post) -> str:
        """Why a post isn't sure to say what it said when it came; else empty."""
        if entry := self.reworded_entry(who, post):
            said = short(" ".join(min(words_of(entry)).split()))
            return f"entry {entry.number} is on record by what it said before, “{said}”"
        return "it was edited since, and what it said before isn't there" if post.edited else ""

    def passed(self) -> Mapping[str, int]:
        """The place of each player's last post whose words are on record. The host has dealt with
        the player's posts above it, and typed what they meant.
        """
        left = {who: [*entries] for who, entries in self.left.items()}
        found = dict.fromkeys(left, 0)
        for place, (post, who) in enumerate(zip(self.posts, self.by, strict=True)):
            words = post.text.strip()
            entry = next((e for e in left.get(who, ()) if words in words_of(e)), None)
            if entry is not None:
                left[who].remove(entry)
                found[who] = place
        return found

    def received(self, who: str, written: Instant) -> Instant:
        """When a post counts as received. Where a post above it on the page opened the window, it
        was written after that, though the host recorded that other post later; pages leave out
        seconds, too.
        """
        for window in self.asking(who):
            early = written.until(window.opened)
            if early > timedelta() and (early < A_MINUTE or self._shows(window.entry)):
                return window.opened
        return written

    def asking(self, who: str) -> list[OpenWindow]:
        """The windows in which something is awaited of that player."""
        session = self.response.session
        keys = {turn.window for turn in awaited(session.game, session.table) if turn.who == who}
        return [window for window in session.table.windows if window.key in keys]

    def _shows(self, number: int) -> bool:
        """Whether an entry was brought about by what a player sent of whom the page so far shows
        at least a part.
        """
        if number > self.entries[-1].number:
            return True
        made = [e for e in self.entries if e.number <= number and not e.planned]
        sent = [e for e in reversed(made) if e.who != CHANCE]
        turn = takewhile(lambda e: e.who == sent[0].who, sent)
        return any(entry.number in self.shown for entry in turn)


A_MINUTE = timedelta(minutes=1)


@dataclass
class OpenedPost:
    """A post as a message, read where the game stands by then; `own` is the response to it alone,
    `written` tells when it was, as far as the page does, and `problem` why that can't be told.
    """

    own: Response
    page: Page
    post: Post
    written: Instant | None
    problem: str
    message: Message
    reading: Reading

    @classmethod
    def on(cls, page: Page, who: str, post: Post) -> OpenedPost:
        """A post of that player's."""
        response = page.response
        desk, session = response.desk, response.session
        written, problem = None, ""
        try:
            written = Instant.of(page.times.instant_of(post.when))
        except TimeProblem as unread:
            problem = str(unread)
        at = page.received(who, written) if written else desk.now
        doubt = page.doubt(who, post)
        request = Request(
            post.who, pasted=post.text, at=str(at), link=post.link, source="post", note=doubt
        )
        own = Response(desk, session, response.transaction, request, who, at, response.dry_run)
        transaction, lines = response.transaction, page.own_lines
        message = Message(
            session, transaction, who, at, desk.now, post.text, "", lines, post.signature, doubt
        )
        reading = record.read_in_context(own, message)
        return cls(own, page, post, written, problem, message, reading)

    @property
    def is_first_doubted(self) -> bool:
        """Whether it is the post of the page that doesn't agree with the others."""
        return next((one for one in self.page.posts if one.doubt), None) is self.post

    @property
    def is_older(self) -> bool:
        """Whether it was written before the game began."""
        began = self.own.session.table.began
        return bool(self.written and began and self.written < began)

    def known(self) -> Entry | None:
        """The entry by which the post is on record already: it has its words, or a move that it
        can be read as and that was typed since. Each entry accounts for one such post, and for one
        in which no move is seen and that was written the minute for which the move was typed.
        """
        left, words = self.page.left[self.own.who], self.post.text.strip()
        texts = {*map(str, self.message.named((*self.reading.moves, *self.reading.readings)))}
        found = next((e for e in left if words in words_of(e)), None) or next(
            (e for e in left if e.text in texts and self._may_be(e)), None
        )
        if found is not None:
            left[:] = [entry for entry in left if not _is_of_one_post(found, entry)]
        elif not texts:
            found = next((e for e in left if self._is_of_its_time(e)), None)
        if found is not None:
            self.page.shown.add(found.number)
        return found

    def says_more_than(self, known: Entry) -> bool:
        """Whether a post may say more than the typed entry by which it is on record."""
        if self.post.text.strip() in words_of(known) or known.raw:
            return False
        texts = map(str, self.message.named((*self.reading.moves, *self.reading.readings)))
        of_it = {e.text for e in self.page.entries if _is_beside(known, e)}
        return bool({*texts} - of_it)

    def _is_of_its_time(self, entry: Entry) -> bool:
        if self.written is None or entry.raw or entry.number in self.page.shown:
            return False
        return entry.received_at.full_minute() == self.written.full_minute()

    def _may_be(self, entry: Entry) -> bool:
        return not entry.raw and (self.written is None or entry.recorded_at >= self.written)

    def apply(self) -> Refusal | None:
        """Record its moves, all or none, where it is sure what they are; returns why they were
        refused.
        """
        moves = self.message.named(self.reading.moves)
        if self.reading.refused or not self.reading.is_sure:
            return self.reading.refused
        _, refused = self.message.stand(moves)
        if refused:
            return refused[0]
        try:
            record.apply_moves(self.own, moves)
        except Overtakes as problem:
            doubts = (*self.reading.doubts, problem.sentence)
            self.reading = replace(self.reading, doubts=doubts)
        return next((refusal for _, refusal in self.own.refused), None)

    def keep(self) -> str:
        """What it may say. It is kept as a message that waits, except in a dry run."""
        offer = self.message.offer(self.reading)
        if not self.own.dry_run:
            self.own.offer = offer
            store_message(self.own, self.post.text, source="post")
        return "; ".join(offer.proposed or offer.readings) or "it isn't clear"


def says_anything(reading: Reading) -> bool:
    """Whether something in a message may be a move."""
    return bool(reading.moves or reading.readings or reading.refused)


def _is_of_one_post(first: Entry, entry: Entry) -> bool:
    """Whether an entry is one of those by which the post is on record that the first stands for."""
    times = (entry.received_at, entry.recorded_at)
    follows = not entry.raw and entry.number > first.number
    is_of_it = follows and bool(first.raw) and times == (first.received_at, first.recorded_at)
    return entry == first or entry.of == first.number or is_of_it


def _is_beside(known: Entry, entry: Entry) -> bool:
    """Whether an entry may be what the same post says, too."""
    return entry.who == known.who and entry.received_at == known.received_at


def _bare(text: str) -> str:
    """The words of a post, whichever of them are marked as quoted, and however they are spaced."""
    return " ".join(text.replace("\n> ", "\n").removeprefix("> ").split())


def words_of(entry: Entry) -> set[str]:
    """What a player wrote by which an entry was recorded."""
    says = read_raw_message(entry.text)
    return {entry.raw.strip(), says.text.strip() if says else ""} - {""}
