"""The checks of a record beside the posts of its thread."""

from __future__ import annotations

from gmtool.desk.verifying.given import Check, Found, Given, counted, misfit, skipped
from gmtool.desk.verifying.record import SHAPES
from gmtool.desk.verifying.sentences import SENTENCES
from gmtool.engine.ledger import short


def thread(all_: Given) -> Check:
    """Whether the chain is the one that the posts show."""
    if all_.posts is None:
        return skipped("thread", "posts")
    return counted("thread", _thread(all_), none="none in posts")


def _thread(all_: Given) -> Found:
    fitting = 0
    for found in SHAPES["post"].finditer(all_.thread):
        number, posted = int(found[1]), found[2]
        own = all_.hashes.get(number, "")[:8]
        if all_.record.older:
            yield misfit("thread older", number, posted=posted)
        elif own == posted:
            fitting = max(fitting, number)
            yield None
        elif number > all_.record.last:
            yield misfit("thread beyond", number, posted=posted, last=all_.record.last)
        else:
            since = "thread since" if 0 < fitting < number else "thread all"
            told = SENTENCES[since].format(entry=number, last=fitting, first=fitting + 1)
            yield misfit("thread changed", number, posted=posted, own=own, since=told)


def lists(all_: Given) -> Check:
    """Whether every seal that the posts list is one of the record, and no silence is missing."""
    if all_.posts is None:
        return skipped("lists", "posts")
    if not all_.record.seed:
        return skipped("lists", "running")
    return counted("lists", _lists(all_), none="none in posts")


def listed(all_: Given) -> set[str]:
    """The seals, and whatever else is of their form, that stand in the posts."""
    return {found[1] for found in SHAPES["listed"].finditer(all_.thread)}


def _lists(all_: Given) -> Found:
    record, shown = all_.record, listed(all_)
    quiet = {short(one.parts[1]): one for one in record.of("silence")}
    receipts = (SHAPES["sealed"].match(one.parts[3]) for one in record.of("seal"))
    known = {*map(short, all_.digests), *quiet, *(found[1] for found in receipts if found)}
    known |= {one.parts[1] for one in record.of("older")}
    for found in SHAPES["listed"].finditer(all_.thread):
        yield None if found[1] in known else misfit("list unknown", posted=found[1])
    closed = {one.number() for seal, one in quiet.items() if seal in shown}
    for seal, one in quiet.items():
        if one.number() in closed and seal not in shown:
            yield misfit("list silence", one.number(), who=one.parts[2])


def posted(all_: Given) -> Check:
    """Whether the seals that players posted are those of the record."""
    if all_.posts is None:
        return skipped("posted", "posts")
    if not all_.record.seed:
        return skipped("posted", "running")
    found = (one[1] for one in SHAPES["posted"].finditer(all_.thread))
    return counted(
        "posted",
        (
            None
            if any(digest.startswith(begin) for digest in all_.digests)
            else misfit("posted unknown", posted=begin)
            for begin in found
        ),
        none="none in posts",
    )
