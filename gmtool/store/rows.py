"""How records stand in rows: the columns of every table, and what is made of their values.

`schema` declares the tables, which takes SQLModel; this is all that reading and writing needs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from msgspec.structs import asdict

from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.text import casefolded
from gmtool.store.records import Attempt, Block, Draft, GameRecord, Sent, Snapshot, StoredEntry

Kind = Callable[[Any], Any]
"""Reads a value of a column; raises TypeError or ValueError for one that gmtool never writes, as
SQLite allows.
"""
_AS_SQLITE = "{} {}.000000"


def text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise _otherwise(value)


def number(value: Any) -> int:
    if type(value) is int:
        return value
    raise TypeError(f"{type(value).__name__} stands where a number should")


def flag(value: Any) -> bool:
    if value in (0, 1) and isinstance(value, int):
        return bool(value)
    raise _otherwise(value)


def instant(value: Any) -> Instant:
    """An instant: SQLite keeps it as text, a server as a time with its zone."""
    if isinstance(value, datetime):
        return Instant.of(value)
    found = datetime.fromisoformat(text(value))
    # Another program may have written it otherwise: a day alone, or with a zone.
    return Instant.of(found) if found.tzinfo else Instant(f"{found.isoformat()[:19]}Z")


def data(value: Any) -> list[Any] | dict[str, Any]:
    """A list or dict: SQLite keeps it as JSON, and a server gives what the JSON says."""
    found = json.loads(value) if isinstance(value, str) else value
    if isinstance(found, (list, dict)):
        return found
    raise _otherwise(found)


def _otherwise(value: Any) -> TypeError:
    return TypeError(type(value).__name__)


_KINDS: Mapping[str, Kind] = {
    "": text,
    "number": number,
    "flag": flag,
    "instant": instant,
    "data": data,
}


def _columns(named: str) -> dict[str, Kind]:
    """Columns by their names, each with its kind behind a colon if it isn't a text."""
    pairs = (one.partition(":") for one in named.split())
    return {name: _KINDS[kind] for name, _, kind in pairs}


COLUMNS: Mapping[str, Mapping[str, Kind]] = {
    "choice": _columns("key value"),
    "game": _columns(
        "id:number kind rules_version:number name name_key zone players:data aliases:data "
        "options:data settings:data seed created_at:instant file"
    ),
    "entry": _columns(
        "id:number game_id:number number:number who text received_at:instant recorded_at:instant "
        "source link late note raw drawn desk message:number refused planned:number hash"
    ),
    "head": _columns(
        "game_id:number entry:number rules_version:number program state ended:flag "
        "players:data seal"
    ),
    "attempt": _columns(
        "id:number game_id:number who text received_at:instant recorded_at:instant clause sentence "
        "raw after_entry:number"
    ),
    "message": _columns(
        "id:number game_id:number number:number revision:number recipient entry:number subject "
        "parts:data blocks:data note passing:flag drafted_at:instant record:number"
    ),
    "waiting": _columns("game_id:number number:number revision:number passing:flag"),
    "sent": _columns(
        "id:number game_id:number number:number revision:number at:instant recorded_at:instant "
        "link parts:data revoked:flag"
    ),
}
"""The columns of each table, and the kinds of their values."""


@cache
def columns(table: str) -> str:
    """The columns of a table, as a statement names them, in the order that `read` expects."""
    return ", ".join(f"{table}.{name}" for name in COLUMNS[table])


@cache
def insertion(table: str, *over: str) -> str:
    """The statement that adds a row of `written` values, which replaces that of the same `over`, if
    any are named.
    """
    names = [name for name in COLUMNS[table] if name != "id"]
    values = ", ".join(f":{name}" for name in names)
    statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})"  # noqa: S608 -- ours
    if not over:
        return statement
    others = ", ".join(f"{name} = excluded.{name}" for name in names if name not in over)
    return f"{statement} ON CONFLICT ({', '.join(over)}) DO UPDATE SET {others}"


def read(table: str, row: Sequence[Any]) -> dict[str, Any]:
    """The values of a row of `columns`; raises TypeError or ValueError as their kinds do."""
    found = {}
    for (name, kind), value in zip(COLUMNS[table].items(), row, strict=True):
        try:
            found[name] = kind(value)
        except TypeError as error:
            raise TypeError(f"{table}.{name} holds {type(value).__name__}") from error
    return found


def written(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as a statement gets them: instants and data as text."""
    return {name: _written(value) for name, value in values.items()}


def _written(value: Any) -> Any:
    if isinstance(value, Instant):
        return moment(value)
    return json.dumps(value) if isinstance(value, (list, dict, tuple)) else value


def moment(at: Instant) -> str:
    """An instant as SQLite keeps it, and as a server reads it."""
    return _AS_SQLITE.format(at[:10], at[11:19])


# ---- what is made of a row; each raises TypeError, ValueError or LookupError


def game(row: Sequence[Any]) -> GameRecord:
    of = read("game", row)
    header = Header(
        of["kind"],
        of["rules_version"],
        of["name"],
        of["zone"],
        _texts(of["players"]),
        {name: _texts(own) for name, own in of["aliases"].items() if own},
        dict(zip(of["options"], _texts([*of["options"].values()]), strict=True)),
        dict(zip(of["settings"], _texts([*of["settings"].values()]), strict=True)),
        of["seed"],
        of["file"],
    )
    bytes.fromhex(header.seed)
    return GameRecord(of["id"], header, of["created_at"])


def of_game(header: Header, created_at: Instant) -> dict[str, Any]:
    return {
        "kind": header.kind,
        "rules_version": header.rules,
        "name": header.name,
        "name_key": casefolded(header.name),
        "zone": header.zone,
        "players": header.players,
        "aliases": header.aliases,
        "options": header.options,
        "settings": header.settings,
        "seed": header.seed,
        "created_at": created_at,
        "file": header.file,
    }


def _texts(kept: Any) -> tuple[str, ...]:
    if not isinstance(kept, list):
        raise TypeError("something else stands where texts should")
    return tuple(map(text, kept))


_OF_ENTRY = ("text", "who", "source", "link", "late", "note", "raw", "drawn", "planned", "refused")
_IN_SQLITE: dict[Kind, type] = {number: int, text: str, instant: str}
_ENTRY_IN_SQLITE = tuple(_IN_SQLITE[kind] for kind in COLUMNS["entry"].values())


def kept(row: Sequence[Any]) -> StoredEntry:
    # A journal is long: a row as SQLite has it is seen to be one at a glance.
    if tuple(map(type, row)) != _ENTRY_IN_SQLITE:
        row = tuple(read("entry", row).values())
    _, _, own, who, said, received, recorded, source, link, late, note, raw, drawn, *others = row
    desk, message, refused, planned, _ = others
    arrived = instant(received)
    typed = arrived if recorded == received else instant(recorded)
    beside = (source, link, late, note, raw, drawn)
    return StoredEntry(
        Entry(own, who, said, arrived, typed, *beside, message, planned, refused), desk
    )


def of_entry(game_id: int, entry: Entry, desk: str, hash_of: str) -> dict[str, Any]:
    return {
        **{name: getattr(entry, name) for name in ("number", *_OF_ENTRY)},
        "received_at": entry.received_at,
        "recorded_at": entry.recorded_at,
        "game_id": game_id,
        "desk": desk,
        "message": entry.of,
        "hash": hash_of,
    }


def snapshot(row: Sequence[Any]) -> Snapshot:
    of = read("head", row)
    del of["seal"], of["game_id"]
    return Snapshot(players=_texts(of.pop("players")), **of)


def players(told: Sequence[Any]) -> tuple[int, tuple[str, ...], str]:
    """What a head tells without its state: its entry, who plays, and its seal."""
    entry, names, seal = told
    return number(entry), _texts(data(names)), text(seal)


def of_snapshot(game_id: int, one: Snapshot, seal: str) -> dict[str, Any]:
    return {**asdict(one), "game_id": game_id, "seal": seal}


def attempt(row: Sequence[Any]) -> Attempt:
    of = read("attempt", row)
    del of["id"], of["game_id"]
    return Attempt(**of)


def draft(row: Sequence[Any]) -> Draft:
    of = read("message", row)
    del of["id"], of["game_id"]
    parts, blocks = _texts(of.pop("parts")), tuple(map(_block, of.pop("blocks")))
    return Draft(to=of.pop("recipient"), parts=parts, blocks=blocks, **of)


def _block(kept: Any) -> Block:
    made = Block(**kept)
    _texts([made.occasion, made.subject, made.body])
    return made


def of_draft(game_id: int, one: Draft) -> dict[str, Any]:
    blocks = [asdict(block) for block in one.blocks]
    return {**asdict(one), "recipient": one.to, "blocks": blocks, "game_id": game_id}


def sent(row: Sequence[Any]) -> Sent:
    of = read("sent", row)
    del of["id"], of["game_id"]
    return Sent(parts=_texts(of.pop("parts")), **of)
