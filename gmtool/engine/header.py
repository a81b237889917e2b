"""The head of a journal: what a game begins with."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

TRUST = 3
"""The number of the bytes that bind a game to what its players saw (`ledger`), the only ones that
this program knows.
"""


class Header(Struct, frozen=True):
    """What a game begins with: `options` and `settings` as typed, `seed` in hex or empty. `file` is
    the canonical text of the file that the game is made of (`files`), or empty.
    """

    kind: str
    rules: int
    name: str
    zone: str
    players: tuple[str, ...]
    aliases: Mapping[str, tuple[str, ...]] = {}
    options: Mapping[str, str] = {}
    settings: Mapping[str, str] = {}
    seed: str = ""
    file: str = ""
