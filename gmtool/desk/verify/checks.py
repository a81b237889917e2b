"""The checks that need no rules: of a record by itself and beside a player's receipts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256

from msgspec.structs import replace

from gmtool.desk.verify.evidence import Check, Evidence, Found, Misfit, counted, misfit, skipped
from gmtool.desk.verify.game_record import SHAPES, unguarded
from gmtool.desk.verify.thread import lists, posted, thread
from gmtool.engine import ledger
from gmtool.engine.effective import to_come
from gmtool.engine.files import hash_of
from gmtool.engine.ledger import as_posted


def end(evidence: Evidence) -> Check:
    """Whether the record is as it was written."""
    own, bad = evidence.record.journal, None
    if own.left_out:
        bad = misfit("end", why=own.left_out.why)
    elif own.older:
        bad = misfit("end", why="it is in the form that has no end line")
    elif not evidence.seed and evidence.record.of("seal", "draw"):
        bad = misfit("seed missing")
    return Check("end", int(bad is None), 1, bad)


def commitment(evidence: Evidence) -> Check:
    """Whether the opening post shows the commitment."""
    if evidence.posts is None:
        return skipped("commitment", "posts")
    if not evidence.commitment:
        return skipped("commitment", "running")
    first = SHAPES["post"].search(evidence.by_host)
    opening = evidence.by_host[: first.end()] if first else evidence.by_host
    # Without the opening post other digits come first: the seed, a record that was posted, a seal.
    # The post of a game that is made of a file shows its hash, too.
    known = {evidence.commitment, evidence.seed, *evidence.digests, *evidence.hashes.values()}
    known.add(hash_of(evidence.record.header.file))
    known |= {one.parts[1] for one in evidence.record.of("silence")}
    shown = [found[1] for found in SHAPES["committed"].finditer(opening)]
    others = [one for one in shown if one not in known]
    if not others and evidence.commitment not in shown:
        return skipped("commitment", "opening")
    bad = None
    if evidence.commitment not in shown:
        bad = misfit("commitment other", posted=others[0], own=evidence.commitment)
    elif others and first:
        bad = misfit("commitment several", posted=others[0])
    if bad and not all(part.is_by_host for part in evidence.thread if part.may_bind):
        bad = replace(bad, is_sure=False)
    return Check("commitment", int(bad is None), 1, bad)


def chain(evidence: Evidence) -> Check:
    """Whether each entry follows from the one before it."""
    if not evidence.record.of("record") and evidence.record.journal.lines:
        return Check("chain", 0, 1, misfit("chain none"))
    return counted("chain", _chain(evidence))


def _chain(evidence: Evidence) -> Found:
    record, before = evidence.record, evidence.commitment
    yield from (misfit("chain stray", said=line) for line in record.stray)
    digests = {one.number(): one.parts[2] for one in record.of("seal") if not one.parts[1]}
    chained = record.of("record")
    for number in range(1, record.last + 1):
        remark = chained[number - 1] if number <= len(chained) else None
        entry = record.entries.get(number)
        if remark is None:
            yield misfit("chain missing", number)
        elif remark.number() != number or (evidence.seed and remark.behind != number):
            yield misfit("chain order", remark.behind or number, said=remark.number())
        elif entry and before:
            what = digests.get(number) or ledger.said(entry)
            fits = remark.parts[1] == ledger.link(before, entry, what)
            yield None if fits else misfit("chain first" if number == 1 else "chain broken", number)
        else:
            yield None  # what is private is taken as it stands
        before = remark.parts[1] if remark else ""


def instants(evidence: Evidence) -> Check:
    """Whether no entry was recorded before the one ahead of it, or before it arrived."""
    return counted("instants", _instants(evidence))


def _instants(evidence: Evidence) -> Found:
    before = ""
    for number, entry in evidence.record.entries.items():
        at, arrived = entry.recorded_at, to_come(entry)
        if at < before:
            yield misfit("instant back", number, said=at, there=before)
        elif arrived:
            yield misfit("instant early", number, said=arrived, there=at)
        else:
            yield None
        before = max(before, at)


def receipt(evidence: Evidence) -> Check:
    """Whether a player's receipts fit the record."""
    if evidence.receipt is None:
        return skipped("receipt", "no receipt")
    tried = [
        list(_receipts(evidence, one)) for one in (evidence.receipt, unguarded(evidence.receipt))
    ]
    every = next((one for one in tried if one and not any(one)), tried[-1])
    return counted("receipt", every or [misfit("receipt none")])


def _receipts(evidence: Evidence, text: str) -> Found:
    for one in SHAPES["receipt"].finditer(text):
        if seal := SHAPES["seal below"].search(text, one.end()):
            yield next(_wrong_with(evidence, one.groups(), seal[1]), None)


def _wrong_with(evidence: Evidence, parts: tuple[str, ...], seal: str) -> Iterator[Misfit]:
    """What is wrong with a receipt; only the first of it is asked for."""
    record, own = evidence.record, evidence.commitment[:8]
    _, game, written, at, said = parts
    number, said = int(written), _sealed(" ".join(parts[:4]), said, seal)
    if _seal_of(" ".join((*parts[:4], said))) != seal:
        yield misfit("receipt digest", number)
    if game != own:
        yield misfit("receipt game", number, said=game, there=own)
    if number > record.last:
        yield misfit("receipt beyond", number, last=record.last)
    sealed = [one for one in record.of("seal") if one.number() == number]
    there = record.entries.get(number)
    if there and not sealed:
        yield misfit("receipt unsealed", number, there=f"{there.who}: {there.text}")
    if there and all(as_posted(one.parts[2]) != seal for one in sealed):
        line, arrived = f"{there.who}: {there.text}", there.received_at
        yield misfit("receipt other", number, said=said, at=at, there=line, arrived=arrived)


def _sealed(before: str, said: str, seal: str) -> str:
    """The move in a receipt's line; where it fits so, without the forum's marks behind it."""
    bare = SHAPES["marks behind"].sub("", said.strip()).strip()
    return bare if _seal_of(f"{before} {bare}") == seal else said.strip()


def _seal_of(line: str) -> str:
    return as_posted(sha256(line.encode("utf-8", "surrogatepass")).hexdigest())


CHECKED: tuple[Callable[[Evidence], Check], ...] = (
    *(end, commitment, chain, instants),
    *(thread, lists, posted, receipt),
)
