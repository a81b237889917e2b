"""The check of a record beside a player's receipts, and what became of their moves."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.desk.verifying.given import Check, Found, Given, Misfit, counted, misfit, skipped
from gmtool.desk.verifying.record import SHAPES, sha256_hex, unguarded
from gmtool.desk.verifying.sentences import NOTES
from gmtool.engine.ledger import short


def receipt(all_: Given) -> Check:
    """Whether a player's receipts fit the record."""
    if all_.receipt is None:
        return skipped("receipt", "no receipt")
    tried = [list(_receipts(all_, one)) for one in (all_.receipt, unguarded(all_.receipt))]
    every = next((one for one in tried if one and not any(one)), tried[-1])
    return counted("receipt", every or [misfit("receipt none")])


def _receipts(all_: Given, text: str) -> Found:
    for one in SHAPES["receipt"].finditer(text):
        if seal := SHAPES["seal below"].search(text, one.end()):
            yield next(_wrong_with(all_, one.groups(), seal[1]), None)


def _wrong_with(all_: Given, parts: tuple[str, ...], seal: str) -> Iterator[Misfit]:
    """What is wrong with a receipt; only the first of it is asked for."""
    record, own = all_.record, all_.commitment[:8]
    _, game, written, at, said = parts
    number, said = int(written), _sealed(" ".join(parts[:4]), said, seal)
    if short(sha256_hex(" ".join((*parts[:4], said)))) != seal:
        yield misfit("receipt digest", number)
    if game != own:
        yield misfit("receipt game", number, said=game, there=own)
    if number > record.last:
        yield misfit("receipt beyond", number, last=record.last)
    sealed = [one for one in record.of("seal") if one.number() == number]
    there = record.entries.get(number)
    if there and not sealed:
        yield misfit("receipt unsealed", number, there=f"{there.who}: {there.move}")
    if there and all(short(one.parts[2]) != seal for one in sealed):
        line, arrived = f"{there.who}: {there.move}", there.received
        yield misfit("receipt other", number, said=said, at=at, there=line, arrived=arrived)


def _sealed(before: str, said: str, seal: str) -> str:
    """The move in a receipt's line; where it fits so, without the forum's marks behind it."""
    bare = SHAPES["marks behind"].sub("", said.strip()).strip()
    return bare if short(sha256_hex(f"{before} {bare}")) == seal else said.strip()


def became(all_: Given, number: int) -> Iterator[str]:
    """What became of the move of a receipt."""
    about = all_.course.about(number)
    if number in all_.record.entries and not all_.course.counts(number):
        yield NOTES["receipt back"].format(entry=number)
    elif about:
        struck = SHAPES["strike"].match(about.move)
        name = "receipt struck" if struck else "receipt right"
        yield NOTES[name].format(entry=number, by=about.number)
