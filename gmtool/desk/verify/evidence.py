"""What is checked, and how it is told what fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from msgspec import Struct

from gmtool.desk.intake.thread_parsers import posts_in
from gmtool.desk.verify.game_record import SHAPES, Record
from gmtool.desk.verify.verdicts import SENTENCES, SKIPPED
from gmtool.engine.ledger import Ledger, as_posted, commitment
from gmtool.engine.replay import Replay
from gmtool.engine.text import casefolded


class Misfit(Struct, frozen=True):
    """The first thing that doesn't fit in a check: the entry it is about (0 for none), in the
    sentence of that name.
    """

    entry: int
    sentence: str
    name: str
    is_sure: bool = True
    """Whether it is known that it is the host's."""


class Check(Struct, frozen=True):
    """How many of the things that a check is about fit, or why it wasn't made."""

    name: str
    fit: int = 0
    of: int = 0
    misfit: Misfit | None = None
    skipped: str = ""


class Part(Struct, frozen=True):
    """A post without a forum's marks. `is_by_host` is None where that can't be told."""

    text: str
    who: str = ""
    is_by_host: bool | None = None

    @property
    def may_bind(self) -> bool:
        """Whether it is the host's, as far as anybody can tell."""
        return self.is_by_host is not False


@dataclass
class Evidence:
    """What is checked: a record, and where there are any the thread's posts and a receipt."""

    record: Record
    posts: str | None = None
    receipt: str | None = None
    all_by_host: bool = False
    """Whether the posts are the texts that the host posted, and nothing else."""
    replay: Replay | None = None
    """The game played again by its rules, as far as they let it, once that was done."""

    @property
    def seed(self) -> str:
        """The seed, in hex; empty while the game goes on."""
        return self.record.header.seed

    @cached_property
    def commitment(self) -> str:
        """The commitment that the record gives; empty where it gives none."""
        if self.seed:
            return commitment(self.record.header)
        return next((one.parts[0] for one in self.record.of("commitment")), "")

    @property
    def ledger(self) -> Ledger:
        """What binds the game by its record, once that has the seed."""
        return Ledger(bytes.fromhex(self.seed), self.commitment)

    @cached_property
    def thread(self) -> tuple[Part, ...]:
        """The posts, without a forum's marks."""
        if self.all_by_host:
            return (Part(_bare(self.posts or ""), is_by_host=True),)
        named = self.record.header.settings.get("host", "")
        posts = posts_in(self.posts or "", {*self.record.people, named} - {""})
        if not posts:
            return (Part(_bare(self.posts or "")),)
        parts = [(post, _bare(post.text)) for post in posts]
        opened = (
            post.who
            for post, text in parts
            if self.commitment and self.commitment in text and not post.doubt
        )
        opener = next(opened, None)
        return tuple(
            Part(text, post.who, None if post.doubt else self._is_by_host(post.who, named, opener))
            for post, text in parts
        )

    def _is_by_host(self, who: str, named: str, opener: str | None) -> bool | None:
        """Whether somebody is the host; None where that can't be told.

        Who first shows the commitment, the `opener`, is the host, whatever the record says, which
        the host wrote. Without that post it is whom the record names, if that is no player.
        """
        if opener is not None:
            return casefolded(who) == casefolded(opener)
        if casefolded(who) in map(casefolded, self.record.people):
            return False
        return True if casefolded(who) == casefolded(named) else None

    def fits(self, line: re.Match[str]) -> bool:
        """Whether the last line of a post is one of this record's."""
        return as_posted(self.hashes.get(int(line[1]), "")) == line[2]

    @cached_property
    def by_host(self) -> str:
        """The text of those posts that are the host's, or may be."""
        return "\n".join(part.text for part in self.thread if part.may_bind)

    @cached_property
    def hashes(self) -> dict[int, str]:
        """The chain's hash at each entry, and before the first."""
        chained = {one.number(): one.parts[1] for one in self.record.of("record")}
        return {0: self.commitment, **chained}

    @cached_property
    def digests(self) -> list[str]:
        """The seals of all sealed moves."""
        return [one.parts[2] for one in self.record.of("seal")]


def _bare(text: str) -> str:
    return SHAPES["mark"].sub("", text)


Found = Iterator[Misfit | None]
"""For each thing that a check is about what doesn't fit in it, or None."""


def misfit(name: str, entry: int = 0, *, is_sure: bool = True, **facts: object) -> Misfit:
    """What doesn't fit, in the sentence of that name."""
    return Misfit(entry, SENTENCES[name].format(entry=entry, **facts), name, is_sure)


def counted(name: str, found: Iterable[Misfit | None], *, none: str = "none") -> Check:
    """The check of all things found; skipped where there are none."""
    every = list(found)
    first = next((one for one in every if one), None)
    if not every:
        return Check(name, skipped=SKIPPED[none])
    return Check(name, sum(one is None for one in every), len(every), first)


def skipped(name: str, why: str) -> Check:
    """A check that isn't made."""
    return Check(name, skipped=SKIPPED[why])
