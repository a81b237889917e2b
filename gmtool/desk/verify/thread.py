"""The checks of a record beside the posts of its thread."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gmtool.desk.verify.evidence import (
    Check,
    Evidence,
    Found,
    Misfit,
    Part,
    counted,
    misfit,
    skipped,
)
from gmtool.desk.verify.game_record import SHAPES
from gmtool.desk.verify.verdicts import SENTENCES
from gmtool.engine.effective import amends
from gmtool.engine.ledger import as_posted

MOST_AT_ONCE = 4
"""So many sealed windows of one entry are looked through for silences that an amendment made."""


def thread(evidence: Evidence) -> Check:
    """Whether the chain is the one that the posts show."""
    if evidence.posts is None:
        return skipped("thread", "posts")
    return counted("thread", _thread(evidence), none="none in posts")


def _thread(evidence: Evidence) -> Found:
    fitting = 0
    for part in evidence.thread:
        lines = list(SHAPES["post"].finditer(part.text))
        # A post ends with its line; another one in it is quoted, or tells of one.
        lines = lines[-1:] if part.who and part.is_by_host else lines
        for found in lines if part.may_bind else ():
            number, posted = int(found[1]), found[2]
            if evidence.fits(found):
                fitting = max(fitting, number)
                yield None
            else:
                yield _unfitting(evidence, number, posted, fitting, is_sure=bool(part.is_by_host))


def _unfitting(
    evidence: Evidence, number: int, posted: str, fitting: int, *, is_sure: bool
) -> Misfit:
    """What is wrong with the last line of a post, where the last that fits is `fitting`."""
    last, own = evidence.record.last, as_posted(evidence.hashes.get(number, ""))
    is_beyond = number > last
    usual = "thread left out" if is_beyond else "thread all"
    since = usual if is_beyond or not 0 < fitting < number else "thread since"
    told = SENTENCES[since if is_sure else "thread whose"]
    told = told.format(entry=number, last=fitting)
    name = "thread beyond" if is_beyond else "thread changed"
    return misfit(name, number, is_sure=is_sure, posted=posted, own=own, last=last, since=told)


def lists(evidence: Evidence) -> Check:
    """Whether every seal that the posts list is one of the record, and no silence is missing."""
    if evidence.posts is None:
        return skipped("lists", "posts")
    if not evidence.seed:
        return skipped("lists", "running")
    return counted("lists", _lists(evidence), none="none in posts")


def listed(evidence: Evidence) -> set[str]:
    """The seals, and whatever else is of their form, that stand in the posts."""
    return {seal for part in evidence.thread if part.may_bind for seal in _seals_in(part)}


def _seals_in(part: Part) -> list[str]:
    return [found[1] for found in SHAPES["listed"].finditer(part.text)]


def _lists(evidence: Evidence) -> Found:
    record, shown = evidence.record, listed(evidence)
    quiet = {as_posted(one.parts[1]): one for one in record.of("silence")}
    known = {*map(as_posted, evidence.digests), *quiet}
    if shown - known:
        known |= {*_silences_since(evidence)}
    righted = _last_righted(evidence)
    for part in evidence.thread:
        for seal in _seals_in(part) if part.may_bind else ():
            bad = misfit("list unknown", is_sure=bool(part.is_by_host), posted=seal)
            yield None if seal in known else bad
    closed = {one.number() for seal, one in quiet.items() if seal in shown}
    for seal, one in quiet.items():
        if one.number() in closed and seal not in shown and one.number() > righted:
            yield misfit("list silence", one.number(), who=one.parts[2])


def _last_righted(evidence: Evidence) -> int:
    """The number of the last amendment, else 0; lists of windows that closed before it may have
    been made anew.
    """
    return max((n for n, entry in evidence.record.entries.items() if amends(entry)), default=0)


def _silences_since(evidence: Evidence) -> Iterator[str]:
    """What stands for a silence that an amendment made, of each player at each entry before it."""
    numbers, times = range(1, _last_righted(evidence)), range(1, MOST_AT_ONCE + 1)
    for closing, who, nth in product(numbers, evidence.record.header.players, times):
        yield as_posted(evidence.ledger.silence(closing, who, nth))


def posted(evidence: Evidence) -> Check:
    """Whether the seals that players posted are those of the record."""
    if evidence.posts is None:
        return skipped("posted", "posts")
    if not evidence.seed:
        return skipped("posted", "running")
    others = (part.text for part in evidence.thread if not (part.who and part.is_by_host))
    found = (one[1].lower() for text in others for one in SHAPES["posted"].finditer(text))
    return counted("posted", (_posted(evidence, begin) for begin in found), none="none in posts")


def _posted(evidence: Evidence, begin: str) -> Misfit | None:
    """What is wrong with the beginning of a seal that somebody posted, who may have mistyped it, or
    mean harm.
    """
    fits = any(digest.startswith(begin) for digest in evidence.digests)
    return None if fits else misfit("posted unknown", is_sure=False, posted=begin)
