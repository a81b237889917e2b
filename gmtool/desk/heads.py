"""Ties a cached state to what it was made from: the code of the rules and the journal's entries."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import gmtool.engine
from gmtool import __version__
from gmtool.engine import codec, journal
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.header import Header
from gmtool.games.outside import Unusable, package_of
from gmtool.store import Head

_ENGINE = Path(gmtool.engine.__path__[0])
_KEEPS = Path(__file__).with_name("session.py")


@cache
def program(kind: str) -> str:
    """The release, and 16 hex digits that identify the code that replays games of that kind; empty
    for a kind that isn't there. Raises Unusable.
    """
    package = package_of(kind)
    if package is None:
        return ""
    spec = find_spec(package)
    folders = [*map(Path, spec.submodule_search_locations or ())] if spec else []
    # After a `git pull` or a local change, other rules may come under the same release.
    code = sha256(_KEEPS.read_bytes())
    for folder in (_ENGINE, *folders):
        for file in sorted(folder.rglob("*.py")):
            code.update(file.read_bytes())
    return f"{__version__} {code.hexdigest()[:16]}"


def program_of(header: Header) -> str:
    """The `program` of a game on record; empty where its kind isn't there any more."""
    try:
        return program(header.kind)
    except Unusable:
        return ""


def is_of_this_program(head: Head, game: Game) -> bool:
    """Whether this very code made the head, and can read it."""
    made_by = (head.rules_version, head.codec, head.program)
    return made_by == (game.rules_version, codec.VERSION, program(game.kind))


def replayed_by(head: Head) -> str:
    """The digest of the journal that the head was made from; empty where it has none."""
    try:
        return str(json.loads(head.state)["folded"])
    except (ValueError, LookupError, TypeError):
        return ""


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
