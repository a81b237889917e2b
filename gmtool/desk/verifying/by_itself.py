"""The checks of a record by itself: its end, commitment, chain and times."""

from __future__ import annotations

from gmtool.desk.verifying.given import Check, Found, Given, counted, misfit, skipped
from gmtool.desk.verifying.record import SHAPES
from gmtool.engine import ledger
from gmtool.engine.amending import to_come
from gmtool.engine.files import hash_of
from gmtool.engine.frozen import replace


def end(all_: Given) -> Check:
    """Whether the record is as it was written."""
    own, bad = all_.record.journal, None
    if own.left_out:
        bad = misfit("end", why=own.left_out.why)
    elif own.older:
        bad = misfit("end", why="it is in the form that has no end line")
    elif not all_.seed and all_.record.of("seal", "draw"):
        bad = misfit("seed missing")
    return Check("end", int(bad is None), 1, bad)


def commitment(all_: Given) -> Check:
    """Whether the opening post shows the commitment."""
    if all_.posts is None:
        return skipped("commitment", "posts")
    if not all_.commitment:
        return skipped("commitment", "running")
    first = SHAPES["post"].search(all_.by_host)
    opening = all_.by_host[: first.end()] if first else all_.by_host
    # Without the opening post other digits come first: the seed, a record that was posted, a seal.
    # The post of a game that is made of a file shows its hash, too.
    known = {all_.commitment, all_.seed, *all_.digests, *all_.hashes.values()}
    known.add(hash_of(all_.record.header.file))
    known |= {one.parts[1] for one in all_.record.of("silence")}
    shown = [found[1] for found in SHAPES["committed"].finditer(opening)]
    others = [one for one in shown if one not in known]
    if not others and all_.commitment not in shown:
        return skipped("commitment", "opening")
    bad = None
    if all_.commitment not in shown:
        bad = misfit("commitment other", posted=others[0], own=all_.commitment)
    elif others and first:
        bad = misfit("commitment several", posted=others[0])
    if bad and not all(part.is_by_host for part in all_.thread if part.may_bind):
        bad = replace(bad, is_sure=False)
    return Check("commitment", int(bad is None), 1, bad)


def chain(all_: Given) -> Check:
    """Whether each entry follows from the one before it."""
    if not all_.record.of("record") and all_.record.journal.lines:
        return Check("chain", 0, 1, misfit("chain none"))
    return counted("chain", _chain(all_))


def _chain(all_: Given) -> Found:
    record, before = all_.record, all_.commitment
    yield from (misfit("chain stray", said=line) for line in record.stray)
    digests = {one.number(): one.parts[2] for one in record.of("seal") if not one.parts[1]}
    chained = record.of("record")
    for number in range(1, record.last + 1):
        remark = chained[number - 1] if number <= len(chained) else None
        entry = record.entries.get(number)
        if remark is None:
            yield misfit("chain missing", number)
        elif remark.number() != number or (all_.seed and remark.behind != number):
            yield misfit("chain order", remark.behind or number, said=remark.number())
        elif entry and before:
            what = digests.get(number) or ledger.said(entry)
            fits = remark.parts[1] == ledger.link(before, entry, what)
            yield None if fits else misfit("chain first" if number == 1 else "chain broken", number)
        else:
            yield None  # what is private is taken as it stands
        before = remark.parts[1] if remark else ""


def instants(all_: Given) -> Check:
    """Whether no entry was recorded before the one ahead of it, or before it arrived."""
    return counted("instants", _instants(all_))


def _instants(all_: Given) -> Found:
    before = ""
    for number, entry in all_.record.entries.items():
        at, arrived = entry.recorded_at, to_come(entry)
        if at < before:
            yield misfit("instant back", number, said=at, there=before)
        elif arrived:
            yield misfit("instant early", number, said=arrived, there=at)
        else:
            yield None
        before = max(before, at)
