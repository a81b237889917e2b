"""Seals what is cached of a game with a key that only this user has, so that no state is believed
that somebody else, or another program, put in its place.

The key lies in the user's own folder and not beside the database: that is handed from host to host.
The hash of the last entry is sealed with a state, so that none of another database, of this user's
too, is believed.
A seal says which key made it, since two hosts who share a database each find what the other kept:
that is made anew in silence. Only where a seal of this very key doesn't fit was it tampered with.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.store.atomic_files import make_folder, write_whole
from gmtool.store.database_urls import OWNER_ALONE
from gmtool.store.problems import StoreProblem
from gmtool.store.records import Snapshot

TAMPERED = (
    "{game}: the cached state was damaged or changed; it isn't used, and the game is played from "
    "its journal."
)
_FILE = "states.key"
_BYTES = 32
_DIGITS = 32
"""The hex digits of each code in a seal."""
_SEAL = lazy_regex(rf"([0-9a-f]{{8}}):([0-9a-f]{{{_DIGITS}}}):([0-9a-f]{{{_DIGITS}}})")
"""A key's name, the code of who plays or that the game has ended, and that of the whole."""
_MOST = 8
"""How many users' seals a state bears at most."""


class Seals:
    """The seals that this user's gmtool makes and knows. Without a key nothing is sealed, and
    nothing is believed. `tell` is called once with a sentence about each game whose state was
    tampered with.
    """

    def __init__(self, *, tell: Callable[[str], object] = str) -> None:
        self._made = b""
        self._tell = tell
        self._told: set[str] = set()

    def seal(self, game_id: int, snapshot: Snapshot, last: str = "", beside: str = "") -> str:
        """The seal of a game's state behind the entry whose hash is the `last`, before those
        `beside` it; without a key it is empty.
        """
        if not self._key:
            self._made = _made_key()
        key = self._key
        if not key:
            return ""
        plays = _code_of_players(key, game_id, snapshot.entry, players_of(snapshot), last)
        codes = plays, _code(key, game_id, snapshot)
        own = f"{_name(key)}:{':'.join(codes)}"
        others = (one[0] for one in _SEAL.finditer(beside) if one[1] != _name(key))
        return " ".join((own, *others)[:_MOST])

    def is_of(self, game_id: int, snapshot: Snapshot, seal: str) -> bool:
        """Whether it is this user's seal of the whole state, whatever entries there are now."""
        _, whole = self._codes(seal)
        return bool(whole) and hmac.compare_digest(whole, _code(self._key, game_id, snapshot))

    def is_of_players(
        self, game_id: int, entry: int, players: Sequence[str] | None, seal: str, last: str
    ) -> bool:
        """Whether it is this user's seal of who plays behind an entry, whose hash is the `last`;
        with None of that the game has ended with it.
        """
        plays, _ = self._codes(seal)
        own = _code_of_players(self._key, game_id, entry, players, last) if plays else ""
        return bool(plays) and hmac.compare_digest(plays, own)

    def is_wrong(self, seal: str) -> bool:
        """Whether a seal that isn't this user's claims to be, or is none at all."""
        return any(self._codes(seal)) or not _SEAL.search(seal)

    def tell(self, game: str) -> None:
        """Tell that the state of a game isn't as it was sealed."""
        if game not in self._told:
            self._told.add(game)
            self._tell(TAMPERED.format(game=game))

    def _codes(self, seal: str) -> tuple[str, str]:
        own = _name(self._key) if self._key else ""
        found = (one for one in _SEAL.finditer(seal) if one[1] == own)
        return next(((one[2], one[3]) for one in found), ("", ""))

    @property
    def _key(self) -> bytes:
        return self._made or self._found

    @cached_property
    def _found(self) -> bytes:
        return _read(_file())


def players_of(snapshot: Snapshot) -> tuple[str, ...] | None:
    """Who plays in a game that goes on; None for one that has ended."""
    return None if snapshot.ended else snapshot.players


def _code_of_players(
    key: bytes, game_id: int, entry: int, players: Sequence[str] | None, last: str
) -> str:
    return _hashed(key, json.dumps(["players", game_id, entry, players, last]))


def _code(key: bytes, game_id: int, one: Snapshot) -> str:
    made_by = (one.rules_version, one.program)
    beside = json.dumps(["whole", game_id, one.entry, *made_by, one.ended, one.players])
    return _hashed(key, f"{beside}\n{one.state}")


def _hashed(key: bytes, text: str) -> str:
    return hmac.digest(key, text.encode("utf-8", "surrogatepass"), "sha256").hex()[:_DIGITS]


def _name(key: bytes) -> str:
    """What a seal calls the key: it tells nothing of it."""
    return _hashed(key, "the name of this key")[:8]


def _file() -> Path | None:
    """The file of the key; None for somebody without a home."""
    import platformdirs

    with suppress(OSError, RuntimeError):
        return Path(platformdirs.user_config_dir("gmtool", appauthor=False)) / _FILE
    return None


def _read(file: Path | None) -> bytes:
    """The key in a file; empty where there is none that this user alone knows."""
    with suppress(OSError, ValueError):
        opened = os.open(
            file or "", os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)
        )  # a pipe would wait
        with os.fdopen(opened, "rb") as there:
            found = os.fstat(opened)
            key = bytes.fromhex(there.read(2 * _BYTES + 2).decode("ascii"))
        if _is_ours_alone(found) and len(key) == _BYTES:
            return key
    return b""


def _is_ours_alone(found: os.stat_result) -> bool:
    if not stat.S_ISREG(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True  # on Windows the user's folder sees to it
    return found.st_uid == os.getuid() and not found.st_mode & ~OWNER_ALONE & 0o777


def _made_key() -> bytes:
    """The key, made if there is none; empty where none can be kept."""
    file = _file()
    if file is None:
        return b""
    with suppress(OSError, StoreProblem):  # another command was faster, or nobody can write there
        make_folder(file.parent)
        if file.exists() and not _read(file):
            file.unlink()  # others may know it, or it is no key
        text = f"{secrets.token_hex(_BYTES)}\n".encode()
        write_whole(file, text, text.__eq__)
    return _read(file)
