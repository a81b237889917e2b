"""The head of a journal: what a game begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gmtool.engine.frozen import frozen

TRUST = 3
"""The number of the bytes that bind a game to what its players saw (`ledger`), the only ones that
this program knows.
"""


@frozen
class Header:
    """What a game begins with: `options` and `settings` as typed, `seed` in hex or empty. `file` is
    the canonical text of the file that the game is made of (`files`), or empty.
    """

    kind: str
    rules: int
    name: str
    zone: str
    players: tuple[str, ...]
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    seed: str = ""
    file: str = ""
