"""Ties a cached state to the code that made it, and has one kept that was made anew."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import gmtool.engine
from gmtool import __version__
from gmtool.engine.header import Header
from gmtool.games import BUILT_IN, package_of
from gmtool.store import Head, ReadingRoom

if TYPE_CHECKING:
    from gmtool.engine.game import Game

_ENGINE = Path(gmtool.engine.__path__[0])
_KEEP = (
    *("bulletin.py", "channels.py", "compiling.py", "forum.py", "naming.py", "occasion_names.py"),
    *("occasions.py", "session.py", "versions.py"),
)
"""The files beside this one that say what is kept."""


def program(kind: str) -> str:
    """The release, and 16 hex digits that identify the code that replays games of that kind; empty
    for a kind that isn't there. Raises Unusable.
    """
    package = package_of(kind)
    return _program(package) if package else ""


@cache
def _program(package: str) -> str:
    spec = find_spec(package)
    folders = [*map(Path, spec.submodule_search_locations or ())] if spec else []
    # After a `git pull` or a local change, other rules may come under the same release.
    code = sha256()
    for name in _KEEP:
        code.update(Path(__file__).with_name(name).read_bytes())
    for folder in (_ENGINE, *folders):
        for file in sorted(folder.rglob("*.py")):
            code.update(file.read_bytes())
    return f"{__version__} {code.hexdigest()[:16]}"


def program_of(header: Header) -> str:
    """The `program` of a game on record; empty where its kind isn't there any more."""
    if header.kind in BUILT_IN:
        return program(header.kind)
    from gmtool.games.outside import Unusable

    try:
        return program(header.kind)
    except Unusable:
        return ""


def is_of_this_program(head: Head, game: Game) -> bool:
    """Whether this very code made the head, and can read it."""
    from gmtool.engine import codec

    made_by = (head.rules_version, head.codec, head.program)
    return made_by == (game.rules_version, codec.VERSION, program(game.kind))


def keep(room: ReadingRoom, game_id: int, head: Head) -> None:
    """Have a head kept that was made anew, when the command is done. One of another journal stays,
    since it shows that something else than gmtool changed that (`check` says so).
    """
    there = room.head_there(game_id)
    if there is None or (there.entry, replayed_by(there)) == (head.entry, replayed_by(head)):
        room.remade[game_id] = head


def replayed_by(head: Head) -> str:
    """The digest of the journal that the head was made from; empty where it has none."""
    try:
        return str(json.loads(head.state)["folded"])
    except (ValueError, LookupError, TypeError):
        return ""
