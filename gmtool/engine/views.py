"""Who may know what of a state, closed by default: one place for the difference between seers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gmtool.engine.game import PUBLIC, SECRET, View
from gmtool.engine.wording import HOST


def _nothing_of(_name: str) -> View:
    return {}


def view_for(
    seer: str,
    known: View,
    *,
    you: Callable[[str], View] = _nothing_of,
    secret: Callable[[], View] = dict,
    secret_of: Callable[[str], View] = _nothing_of,
) -> View:
    """`known`, what everybody may know, with more for a seat or the host, if there is more.

    A seat gets `you` of its name; the host gets `secret` under SECRET, and under the same key in
    each of `players` what `secret_of` says of that name.
    """
    if seer == PUBLIC:
        return known
    if seer != HOST:
        return known | {"you": you(seer)}
    players: Iterable[View] = known["players"]
    return known | {
        "players": [player | {SECRET: secret_of(player["name"])} for player in players],
        SECRET: secret(),
    }
