"""The check of a record beside a player's receipts, and what became of their moves."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from gmtool.desk.verifying.given import Check, Found, Given, Misfit, counted, misfit, skipped
from gmtool.desk.verifying.record import SHAPES, unguarded
from gmtool.desk.verifying.sentences import NOTES
from gmtool.engine.amending import about, amends, not_undone
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
    if there and all(short(one.parts[2]) != seal for one in sealed):
        line, arrived = f"{there.who}: {there.text}", there.received_at
        yield misfit("receipt other", number, said=said, at=at, there=line, arrived=arrived)


def _sealed(before: str, said: str, seal: str) -> str:
    """The move in a receipt's line; where it fits so, without the forum's marks behind it."""
    bare = SHAPES["marks behind"].sub("", said.strip()).strip()
    return bare if _seal_of(f"{before} {bare}") == seal else said.strip()


def _seal_of(line: str) -> str:
    return short(sha256(line.encode("utf-8", "surrogatepass")).hexdigest())


def became(all_: Given, number: int) -> Iterator[str]:
    """What became of the move of a receipt."""
    stand = not_undone(all_.record.entries.values())
    righted = [entry for entry in stand if amends(entry) and about(entry) == number]
    if number in all_.record.entries and all(entry.number != number for entry in stand):
        yield NOTES["receipt back"].format(entry=number)
    elif righted:
        name = "receipt struck" if righted[-1].text.startswith("strike ") else "receipt right"
        yield NOTES[name].format(entry=number, by=righted[-1].number)
