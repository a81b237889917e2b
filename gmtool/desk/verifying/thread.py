"""The checks of a record beside the posts of its thread."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from itertools import product

from gmtool.desk.verifying.given import Check, Found, Given, counted, misfit, skipped
from gmtool.desk.verifying.record import SHAPES, Record, Said
from gmtool.desk.verifying.sentences import SENTENCES
from gmtool.engine.ledger import about_silence, short
from gmtool.engine.wording import HOST

MOST_AT_ONCE = 4
"""So many sealed windows of one entry are looked through for silences that an amendment made."""


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
    known = {*map(short, all_.digests), *quiet, *(one.parts[1] for one in record.of("older"))}
    if shown - known:
        known |= {*_silences_since(record)}
    righted = _last_righted(record)
    for found in SHAPES["listed"].finditer(all_.thread):
        yield None if found[1] in known else misfit("list unknown", posted=found[1])
    closed = {one.number() for seal, one in quiet.items() if seal in shown}
    for seal, one in quiet.items():
        if one.number() in closed and seal not in shown and one.number() > righted:
            yield misfit("list silence", one.number(), who=one.parts[2])


def _last_righted(record: Record) -> int:
    """The number of the last amendment, else 0; lists of windows that closed before it may have
    been made anew.
    """
    return max((n for n, one in record.entries.items() if _is_amendment(one)), default=0)


def _is_amendment(said: Said) -> bool:
    return said.who == HOST and bool(SHAPES["amends"].match(said.move))


def _silences_since(record: Record) -> Iterator[str]:
    """What stands for a silence that an amendment made, of each player at each entry before it."""
    for number in range(1, _last_righted(record)):
        for who, nth in product(record.players, range(1, MOST_AT_ONCE + 1)):
            about = f"gmtool {about_silence(number, who, nth)}".encode()
            yield short(hmac.digest(record.seed, about, "sha256").hex())


def posted(all_: Given) -> Check:
    """Whether the seals that players posted are those of the record."""
    if all_.posts is None:
        return skipped("posted", "posts")
    if not all_.record.seed:
        return skipped("posted", "running")
    found = (one[1].lower() for one in SHAPES["posted"].finditer(all_.thread))
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
