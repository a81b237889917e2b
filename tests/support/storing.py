"""What goes into a store in its tests."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.store import Block, Draft, GameRecord, Head, Sent, Store

Begin = Callable[[str], GameRecord]
Release = Callable[[str], None]
Process = Callable[..., subprocess.Popen[str]]
Together = Callable[..., list[str]]
START = Instant("2026-11-20T20:00:00Z")


def said(number: int, text: str = "", received: Instant = START, **fields: Any) -> Entry:
    """An entry of that number; its text says which it is."""
    recorded = Instant(fields.pop("recorded", received))
    return Entry(number, "Ann", text or f"bid A {number}", received, recorded, **fields)


def head(entry: int = 0, *, ended: bool = False, deadline: Instant | None = None) -> Head:
    """What is kept of a game at that entry."""
    return Head(entry, 1, 1, "{}", ended, False, deadline, {})


def drafted(number: int, revision: int = 1, **fields: Any) -> Draft:
    """A message of that number to Ann, of one part; its text says which it is."""
    text = f"message {number}, revision {revision}"
    whole: dict[str, Any] = {
        "to": "Ann",
        "entry": 0,
        "subject": "Your bids",
        "parts": (text,),
        "blocks": (Block("receipt", 0, "Your bids", text, {}),),
        "drafted_at": START,
    }
    return Draft(number, revision, **{**whole, **fields})


def went(number: int, revision: int = 1, *, link: str = "", revoked: bool = False) -> Sent:
    """That a message of that number went out."""
    parts = (f"message {number}, revision {revision}",)
    return Sent(number, revision, START, START, link, parts, revoked)


def write_often(store: Store, game: int, desk: str, many: int) -> None:
    """So many entries of that desk, among those of others."""
    for n in range(many):
        with store.writing() as room:
            number = room.last_number(game) + 1
            kept = room.head(game)
            assert (kept.entry if kept else 0) == number - 1, "a stale head"
            room.append(game, [said(number, f"bid {desk} {n}")], desk)
            room.put_head(game, head(number))
