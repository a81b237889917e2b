"""What is checked, and how it is told what fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from gmtool.desk.verifying.course import Course, course_of
from gmtool.desk.verifying.record import SHAPES, Record
from gmtool.desk.verifying.sentences import SENTENCES, SKIPPED
from gmtool.engine.frozen import frozen
from gmtool.engine.replay import Replay


@frozen
class Misfit:
    """The first thing that doesn't fit in a check: the entry it is about (0 for none), in the
    sentence of that name.
    """

    entry: int
    sentence: str
    name: str


@frozen
class Check:
    """How many of the things that a check is about fit, or why it wasn't made."""

    name: str
    fit: int = 0
    of: int = 0
    misfit: Misfit | None = None
    skipped: str = ""


@dataclass
class Given:
    """What is checked: a record, and where there are any the thread's posts and a receipt."""

    record: Record
    posts: str | None = None
    receipt: str | None = None
    replay: Replay | None = None
    """The game played again by its rules, once that was done."""

    @cached_property
    def course(self) -> Course:
        """The course of the game by its record."""
        return course_of(self.record)

    @cached_property
    def commitment(self) -> str:
        """The commitment that the record gives; empty where it gives none."""
        record = self.record
        if not record.seed:
            return next((one.parts[0] for one in record.of("commitment")), "")
        covered = "" if record.older else record.header_text
        return sha256(record.seed + covered.encode()).hexdigest()

    @cached_property
    def thread(self) -> str:
        """The posts without a forum's marks."""
        return SHAPES["mark"].sub("", self.posts or "")

    @cached_property
    def hashes(self) -> dict[int, str]:
        """The chain's hash at each entry."""
        return {one.number(): one.parts[1] for one in self.record.of("record")}

    @cached_property
    def digests(self) -> list[str]:
        """All digests of sealed moves."""
        record = self.record
        own = [one.parts[2] for one in record.of("seal")]
        return own + [one.parts[2] for one in record.of("older")]


Found = Iterator[Misfit | None]
"""For each thing that a check is about what doesn't fit in it, or None."""


def misfit(name: str, entry: int = 0, **facts: object) -> Misfit:
    """What doesn't fit, in the sentence of that name."""
    return Misfit(entry, SENTENCES[name].format(entry=entry, **facts), name)


def counted(name: str, found: Iterable[Misfit | None], *, none: str = "none") -> Check:
    """The check of all things found; skipped where there are none."""
    every = list(found)
    first = next((one for one in every if one), None)
    if not every:
        return Check(name, skipped=SKIPPED[none])
    return Check(name, sum(one is None for one in every), len(every), first)


def skipped(name: str, why: str, **facts: object) -> Check:
    """A check that isn't made."""
    return Check(name, skipped=SKIPPED[why].format(**facts))
