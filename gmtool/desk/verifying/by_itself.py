"""The checks of a record by itself: its end, chain, seals, draws and times."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterator

from gmtool.desk.verifying.draws import given, lies_in_order, parts_of
from gmtool.desk.verifying.given import Check, Found, Given, Misfit, counted, misfit, skipped
from gmtool.desk.verifying.record import (
    SHAPES,
    Record,
    Remark,
    Said,
    about_of,
    sha256_hex,
    unquoted,
)
from gmtool.engine import ledger
from gmtool.engine.chance import key, subseed
from gmtool.engine.files import hash_of
from gmtool.engine.frozen import replace
from gmtool.engine.header import TRUST
from gmtool.engine.wording import CHANCE, HOST


def end(all_: Given) -> Check:
    """Whether the record is as it was written."""
    record, there = all_.record, len(all_.record.entry_lines)
    bad = None
    if not record.ends:
        bad = misfit("end missing")
    elif not record.fits:
        bad = misfit("end changed")
    elif int(record.ends[0]) != there:
        bad = misfit("end count", said=record.ends[0], there=there)
    elif not record.seed and (record.of("seal") or record.of("draw") or "seed" in record.header):
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
    known = {all_.commitment, all_.record.seed.hex(), *all_.digests, *all_.hashes.values()}
    known.add(hash_of(all_.record.file))
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
    if not all_.record.of("record") and all_.record.last:
        return Check("chain", 0, 1, misfit("chain none"))
    return counted("chain", _chain(all_))


def _chain(all_: Given) -> Found:
    record, before = all_.record, all_.commitment
    trust = record.header.get("trust", "")
    if trust != str(TRUST):
        yield misfit("chain form", said=trust or "none")
    yield from (misfit("chain stray", said=line) for line in record.stray)
    digests = {one.number(): one.parts[2] for one in record.of("seal") if not one.parts[1]}
    chained = record.of("record")
    numbers = range(1, record.last + 1)
    for place, number in enumerate(numbers):
        remark = chained[place] if place < len(chained) else None
        said = record.entries.get(number)
        if remark is None:
            yield misfit("chain missing", number)
        elif remark.number() != number or (record.seed and remark.behind != number):
            yield misfit("chain order", remark.behind or number, said=remark.number())
        elif said and before:
            what = digests.get(number) or said.chained
            times = f"{said.recorded}\n{said.received}"
            fits = remark.parts[1] == sha256_hex(f"{before}\n{number}\n{times}\n{what}")
            yield None if fits else misfit("chain first" if number == 1 else "chain broken", number)
        else:
            yield None  # what is private is taken as it stands
        before = remark.parts[1] if remark else ""


def seals(all_: Given) -> Check:
    """Whether each seal is that of the entry behind which it stands."""
    record = all_.record
    if not record.seed:
        return skipped("seals", "running")
    return counted("seals", _seals(all_))


def _nonces(record: Record, number: int, *, renamed: bool) -> Iterator[str]:
    """The nonces that the seal of an entry can have: its own, and where it was put down as somebody
    else's first one by that name.
    """
    for about in (f"{number}", *(f"{number} {name}" for name in record.people if renamed)):
        own = hmac.digest(record.seed, f"gmtool nonce {about}".encode(), "sha256")
        yield own[:16].hex()


def _put(said: Said) -> str | None:
    """The move that an amendment puts in another's place, or puts in; None for any other entry."""
    found = SHAPES["to"].match(said.move) or SHAPES["inserted"].match(said.move)
    return unquoted(found.groups()[-1]) if found and said.who == HOST else None


def _seals(all_: Given) -> Found:
    for remark in all_.record.of("seal"):
        yield next(_seal(all_, remark), None)


def _seal(all_: Given, remark: Remark) -> Iterator[Misfit]:
    """What is wrong with a seal; only the first of it is asked for."""
    number, by, line = remark.number(), remark.number(1), remark.parts[3]
    record, game = all_.record, all_.commitment[:8]
    own, behind = record.entries.get(number), record.entries.get(remark.behind)
    if (by or number) != remark.behind or own is None or behind is None:
        yield misfit("seal entry", remark.behind, said=number)
        return
    claims = record.claims[number]
    if by and number != (about_of(behind) or (_put(behind) and by)):
        yield misfit("seal by", by, said=number)
    if sha256_hex(line) != remark.parts[2]:
        yield misfit("seal digest", number)
    found = SHAPES["sealed"].match(line)
    who, move = _spoken(record, found[5]) if found else ("", "")
    if not found or not who:
        yield misfit("seal form", number)
        return
    has_name = by > 0 or (own.who == HOST and bool(SHAPES["inserted"].match(own.move)))
    if found[1] not in _nonces(record, number, renamed=has_name):
        yield misfit("seal nonce", number)
    if found[2] != game:
        yield misfit("seal game", number, said=found[2], there=game)
    if int(found[3]) != number:
        yield misfit("seal entry", number, said=found[3])
    if found[4] not in (claims.at if by else claims.at[:1]):
        yield misfit("seal arrival", number, said=found[4], there=own.received)
    if who not in (claims.who if by else claims.who[:1]):
        yield misfit("seal who", number, said=who, there=own.who)
    put = _put(behind) if by else None
    fits = _is_part(move, put) if put else move in (claims.moves if by else claims.moves[:1])
    if not fits:
        yield misfit("seal move", number, said=move, there=put or own.move)


def _is_part(move: str, put: str) -> bool:
    """Whether it is what the host put in its place; only part of that may have been valid."""
    return {*move.split()} <= {*put.replace(",", "").split(), *put.split()}


def _spoken(record: Record, text: str) -> tuple[str, str]:
    """Who speaks in the line of a receipt, by the name at sign-up, and what; empty for nobody."""
    names = sorted((*record.players, HOST, CHANCE), key=len, reverse=True)
    who = next((name for name in names if text.startswith(f"{name}: ")), "")
    return who, text[len(who) + 2 :]


def silences(all_: Given) -> Check:
    """Whether each silence comes from the seed."""
    record = all_.record
    if not record.seed:
        return skipped("silences", "running")
    times: Counter[tuple[int, str]] = Counter()
    return counted("silences", (_silence(record, one, times) for one in record.of("silence")))


def _silence(record: Record, remark: Remark, times: Counter[tuple[int, str]]) -> Misfit | None:
    number, digest, who = remark.number(), remark.parts[1], remark.parts[2]
    if number != remark.behind:
        return misfit("silence entry", remark.behind, said=number)
    if who not in record.players:
        return misfit("silence who", number, who=who)
    times[number, who] += 1
    about = ledger.about_silence(number, who, times[number, who])
    own = hmac.new(record.seed, f"gmtool {about}".encode(), "sha256").hexdigest()
    return None if digest == own else misfit("silence digest", number, who=who)


def draws(all_: Given) -> Check:
    """Whether each draw is what the seed gives of what was drawn from."""
    record = all_.record
    if not record.seed:
        return skipped("draws", "running")
    return counted("draws", _draws(all_))


def _draws(all_: Given) -> Found:
    record, course = all_.record, all_.course
    lines = {one.behind: one for one in record.of("draw")}
    for number, numbers in course.draws.items():
        remark = lines.pop(number, None)
        if remark is None:
            yield misfit("draw missing", number)
        elif remark.number() not in numbers:
            yield misfit("draw number", number, said=remark.number(), there=numbers[-1])
        else:
            yield _drawn(
                all_, number, remark.number(), remark.parts[1], record.entries[number].move
            )
    for remark in lines.values():
        yield misfit("draw form", remark.behind, said=remark.parts[1])
    for remark in record.of("again"):
        yield _drawn(all_, remark.behind, remark.number(), remark.parts[2], remark.parts[3])


def _drawn(all_: Given, entry: int, number: int, text: str, move: str) -> Misfit | None:
    parts = parts_of(text)
    if parts is None:
        return misfit("draw form", entry, said=text)
    if not all(lies_in_order(things) for verb, *things in parts if verb == "shuffle"):
        return misfit("draw order", entry)
    own = subseed(key(all_.record.seed, all_.course.words or ()), number)
    drawn = given(parts, own)
    if any(f" {move}".endswith(f" {one}") for one in drawn):
        return None
    return misfit("draw other", entry, number=number, given=drawn[0], there=move)


def instants(all_: Given) -> Check:
    """Whether no entry was recorded before the one ahead of it, or before it arrived."""
    return counted("instants", _instants(all_.record))


def _instants(record: Record) -> Found:
    before = ""
    for number, one in record.entries.items():
        at = SHAPES["arrival"].match(one.move) if one.who == HOST else None
        arrived = max(one.received, at[1] if at else "")
        if one.recorded < before:
            yield misfit("instant back", number, said=one.recorded, there=before)
        elif arrived > one.recorded:
            yield misfit("instant early", number, said=arrived, there=one.recorded)
        else:
            yield None
        before = max(before, one.recorded)
