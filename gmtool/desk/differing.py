"""What readers were told that is different by now, and in which lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from gmtool.desk.session.message_types import CORRECTION
from gmtool.engine.frozen import frozen, replace
from gmtool.engine.instants import NEVER, Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.store import Block, Draft, Sent

_SEAL = lazy_regex(r"[0-9a-f]{32,64}")
_COLUMNS = lazy_regex(r"\s{2,}")
MOST_LINES, MOST_AT_ONCE = 8, 3
"""The most lines of a text that are told one by one, and the most in one change; beyond that the
whole text is sent again.
"""


@frozen
class Topic:
    """What a sent message says about one occasion: as its reader was told (`was`), and as it is
    (`now`), both without markup, None where there is no text.

    `subject` is the text's own as it was sent, without the game's name, and `title` as it reads
    now, or as another text has it that says the same anew; empty where there is none. With `again`
    the whole text is sent again where it reads differently. `reason` is why a move that it is about
    is invalid. With `by_clock` only deadlines differ. `put_right` is when an earlier correction was
    sent, and `holds_again` tells that it reads as at first.
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
    title: str = ""

    @property
    def key(self) -> tuple[int, str, int]:
        """The message, occasion and entry that it is about."""
        return self.number, self.occasion, self.entry

    @property
    def is_superseded(self) -> bool:
        """Whether another text takes its place."""
        was_told = self.was or self.put_right  # perhaps that it doesn't hold
        return self.again and bool(was_told and self.now) and not self.holds_again

    def after(self, told: Told | None) -> Topic:
        """The topic for a reader who was `told` something else since."""
        if told is None:
            return self
        holds_again = bool(told.at) and self.now is not None and self.now == told.first
        was, at = told.last, told.at
        return replace(self, was=was, by_clock=False, put_right=at, holds_again=holds_again)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Topic:
        """The topic that `facts` stored."""
        kept = {name: data[name] for name in cls.__dataclass_fields__ if name in data}
        at = {name: Instant(kept[name]) for name in ("sent", "put_right")}
        return cls(**{**kept, **at, "moves": tuple(kept["moves"])})

    def facts(self) -> dict[str, Any]:
        """The topic as plain data, with the lines and seals that differ."""
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
    """The changed lines, before and after, one change after another, without seals, which mean
    nothing to a reader.
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
    """The topics as a correction tells them: a line that several messages share is told once."""
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
    """Whether the text that takes its place has another heading."""
    return (topic.was or "").partition("\n")[0] != (topic.now or "").partition("\n")[0]


def _are_many(lines: Sequence[Mapping[str, Sequence[str]]]) -> bool:
    at_once = (max(map(len, one.values())) for one in lines)
    return len(lines) > MOST_LINES or any(count > MOST_AT_ONCE for count in at_once)


def topics_of(block: Block) -> tuple[Topic, ...]:
    """The topics of a correction."""
    return tuple(map(Topic.of, block.extra["wrong"]))


@frozen
class Told:
    """What a reader believes about a topic that was corrected: as told at `first` and `last`, and
    when the last correction was sent; NEVER where none was.
    """

    first: str | None
    last: str | None
    at: Instant


def told_of(drafts: Iterable[Draft], sent: Mapping[int, Sent]) -> dict[tuple[int, str, int], Told]:
    """What readers believe about the topics that were corrected, or are to be."""
    found: dict[tuple[int, str, int], Told] = {}
    for one in drafts:
        at = sent.get(one.number)
        corrections = (block for block in one.blocks if block.occasion == CORRECTION)
        for topic in (topic for block in corrections for topic in topics_of(block)):
            before = found.get(topic.key) or Told(topic.was, topic.was, NEVER)
            found[topic.key] = Told(before.first, topic.now, at.at) if at else before
    return found


def once(topics: Iterable[Topic]) -> Iterator[Topic]:
    """The topics without repetition: of several texts about the same that are sent again whole, the
    one that holds again, else the last.
    """
    kept: dict[object, Topic] = {}
    for topic in topics:
        about = (topic.occasion, topic.entry) if topic.again else topic.key
        if about not in kept or not kept[about].holds_again:
            kept[about] = topic
    yield from kept.values()
