"""What readers were told that is otherwise by now, and in which lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from gmtool.desk.occasions import CORRECTION
from gmtool.engine.instants import Instant
from gmtool.engine.moves import NEVER
from gmtool.store import Block, Draft, Sent

_SEAL = re.compile(r"[0-9a-f]{32,64}")
_COLUMNS = re.compile(r"\s{2,}")
MOST_LINES, MOST_AT_ONCE = 8, 3
"""So many lines of a text are told one by one, and so many in one; of more all of it anew."""


@dataclass(frozen=True)
class Topic:
    """What a message that went out says of one occasion: as its reader was told it, and as it is,
    each as it reads without markup, None where it isn't said at all; `subject` is its own, without
    the game's name. `again` is whether it is said anew in full where it reads otherwise; `reason`
    is why a move that it is about doesn't stand; `by_clock` whether it differs in nothing but until
    when. What was `put_right` before is told as of then, `holds_again` where it reads as at first.
    """

    number: int
    occasion: str
    entry: int
    subject: str
    sent: Instant
    link: str
    was: str | None
    now: str | None
    moves: tuple[str, ...] = ()
    again: bool = False
    reason: str = ""
    by_clock: bool = False
    put_right: Instant = NEVER
    holds_again: bool = False

    @property
    def key(self) -> tuple[int, str, int]:
        """What of which message it is."""
        return self.number, self.occasion, self.entry

    @property
    def is_superseded(self) -> bool:
        """Whether another text takes its place."""
        return self.again and bool(self.was and self.now) and not self.holds_again

    def after(self, told: Told | None) -> Topic:
        """The topic for a reader who was `told` otherwise since."""
        if told is None:
            return self
        holds_again = bool(told.at) and self.now is not None and self.now == told.first
        was, at = told.last, told.at
        return replace(self, was=was, by_clock=False, put_right=at, holds_again=holds_again)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Topic:
        """The topic that `facts` kept."""
        kept = {name: data[name] for name in cls.__dataclass_fields__}
        at = {name: Instant(kept[name]) for name in ("sent", "put_right")}
        return cls(**{**kept, **at, "moves": tuple(kept["moves"])})

    def facts(self) -> dict[str, Any]:
        """As plain data, with the lines that differ, and the seals."""
        was, now = (_lines(text or "") for text in (self.was, self.now))
        gone, new = ({*was} - {*now}, {*now} - {*was})
        return {
            **vars(self),
            "moves": list(self.moves),
            "holds_after_all": self.holds_again or (self.was is None and not self.put_right),
            "lines": differences(was, now) if self.was and self.now else [],
            "seals": {"was": _seals(gone), "now": _seals(new)},
        }


def _seals(lines: Iterable[str]) -> list[str]:
    return sorted(filter(_SEAL.fullmatch, lines))


def differences(was: Sequence[str], now: Sequence[str]) -> list[dict[str, list[str]]]:
    """The lines that differ, as they were and as they are `now`, a change after another; but for
    seals, which say nothing by themselves.
    """
    old, new = ([line for line in text if not _SEAL.fullmatch(line)] for text in (was, now))
    found = []
    for what, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        if j - i == m - k:
            found += [{"was": [a], "now": [b]} for a, b in zip(old[i:j], new[k:m], strict=True)]
        else:
            found.append({"was": old[i:j], "now": new[k:m]})
    return found


def _lines(text: str) -> list[str]:
    lines = (_COLUMNS.sub(", ", line.strip().removeprefix("- ")) for line in text.splitlines())
    return [line for line in lines if line.strip("-=, ")]


def in_few_words(topics: Sequence[Topic]) -> list[dict[str, Any]]:
    """The topics as a correction tells them: what several messages say alike is told once."""
    told: list[dict[str, list[str]]] = []
    found = []
    for topic in topics:
        facts = topic.facts()
        facts["lines"] = [one for one in facts["lines"] if one not in told]
        told += facts["lines"]
        facts["whole"] = topic.was in {"", None} or _is_another(topic) or _are_many(facts["lines"])
        found.append(facts)
    return found


def _is_another(topic: Topic) -> bool:
    """Whether what stands in the place of a text has another heading."""
    return (topic.was or "").partition("\n")[0] != (topic.now or "").partition("\n")[0]


def _are_many(lines: Sequence[Mapping[str, Sequence[str]]]) -> bool:
    at_once = (max(map(len, one.values())) for one in lines)
    return len(lines) > MOST_LINES or any(count > MOST_AT_ONCE for count in at_once)


def topics_of(block: Block) -> tuple[Topic, ...]:
    """What a correction is about."""
    return tuple(map(Topic.of, block.extra["wrong"]))


@dataclass(frozen=True)
class Told:
    """What a reader believes of a topic that was corrected, as it was told at `first` and at
    `last`, and when that went out: NEVER where no correction did.
    """

    first: str | None
    last: str | None
    at: Instant


def told_of(drafts: Iterable[Draft], sent: Mapping[int, Sent]) -> dict[tuple[int, str, int], Told]:
    """What readers believe of the topics that were corrected, or are to be."""
    found: dict[tuple[int, str, int], Told] = {}
    for one in drafts:
        at = sent.get(one.number)
        corrections = (block for block in one.blocks if block.occasion == CORRECTION)
        for topic in (topic for block in corrections for topic in topics_of(block)):
            before = found.get(topic.key) or Told(topic.was, topic.was, NEVER)
            found[topic.key] = Told(before.first, topic.now, at.at) if at else before
    return found


def once(topics: Iterable[Topic]) -> Iterator[Topic]:
    """The topics without those that are said anew by another text: of several such texts about the
    same the one that holds again, else the last.
    """
    kept: dict[object, Topic] = {}
    for topic in topics:
        about = (topic.occasion, topic.entry) if topic.again else topic.key
        if about not in kept or not kept[about].holds_again:
            kept[about] = topic
    yield from kept.values()
