"""Ties a cached state to the journal that it was made from."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from gmtool.engine import journal
from gmtool.engine.entries import Entry
from gmtool.engine.header import Header


def digest(header: Header, entries: Iterable[Entry] = ()) -> str:
    """The SHA-256, in hex, of a journal as it is stored, chained entry by entry."""
    lines = "\n".join(journal.header_lines(header))
    return followed(sha256(lines.encode("utf-8", "surrogatepass")).hexdigest(), entries)


def followed(so_far: str, entries: Iterable[Entry]) -> str:
    """The digest of a journal whose digest was `so_far`, with `entries` added."""
    for entry in entries:
        link = f"{so_far}\n{entry.number}\n{journal.write_entry(entry)}"
        so_far = sha256(link.encode("utf-8", "surrogatepass")).hexdigest()
    return so_far
