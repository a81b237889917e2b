"""Builds what each viewer may know of a state, closed by default: the only place that tells viewers
apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gmtool.engine.game import PUBLIC, SECRET, View
from gmtool.engine.text import HOST


def _nothing_of(_name: str) -> View:
    return {}


def redact(
    viewer: str,
    known: View,
    *,
    you: Callable[[str], View] = _nothing_of,
    secret: Callable[[], View] = dict,
    secret_of: Callable[[str], View] = _nothing_of,
) -> View:
    """`known`, what everybody may know, and what a seat or the host knows beside it.

    A seat's view has `you` of its name under the key `you`. The host's view has `secret` under
    SECRET, and in each of `players` `secret_of` its name under the same key.
    """
    if viewer == PUBLIC:
        return known
    if viewer != HOST:
        return known | {"you": you(viewer)}
    players: Iterable[View] = known["players"]
    return known | {
        "players": [player | {SECRET: secret_of(player["name"])} for player in players],
        SECRET: secret(),
    }
