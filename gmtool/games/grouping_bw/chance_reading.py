"""Text to what chance gives: the order of a player's tiles (GB-3)."""

from __future__ import annotations

import re
from typing import NoReturn

from gmtool.engine.paste import plain
from gmtool.engine.refusals import Refused, Unreadable
from gmtool.engine.wording import fold, short, unquote
from gmtool.games.grouping_bw.moves import Order
from gmtool.games.grouping_bw.state import State
from gmtool.games.grouping_bw.terms import TILES

_ORDER = re.compile(r"\s*(?P<verb>\S+?):?\s+(?P<rest>\S.*?)\s*", re.DOTALL)
_TILE = re.compile(r"[^\s,;|/\[\](){}]+")
_RIGHT = "write the nine tiles as they will be dealt, as in `order NAME 7 5 8 6 0 1 3 2 4`"


def read_chance(state: State, text: str, quoted: str) -> Order:
    """The order that `text` is, its last nine words being tiles, as names may end in numbers;
    raises a Refusal.
    """
    found = _ORDER.fullmatch(text)
    if found is None or plain(found["verb"]).casefold() != "order":
        raise Unreadable(
            "ALL-3",
            "“{text}” is nothing that chance gives; {right}.",
            quoted=quoted,
            text=short(quoted),
            right=_RIGHT,
        )
    who, tiles = _split(state, found["rest"], quoted)
    strange = next((tile for tile in tiles if not tile.isascii() or not tile.isdigit()), "")
    if strange:
        _refuse("GB-3", f"has “{short(strange)}” among the tiles", quoted)
    return Order(who, tiles)


def _split(state: State, rest: str, quoted: str) -> tuple[str, tuple[str, ...]]:
    """The name as written, and the tiles after it; raises Refused for other than nine."""
    if rest.startswith('"'):
        try:
            who, after = unquote(rest)
        except ValueError:
            _refuse("ALL-3", "has a quotation mark that isn't closed", quoted)
        tiles = _tiles(after)
        return (who, tiles) if len(tiles) == len(TILES) else _miscounted(who, tiles, quoted)
    too_few: list[tuple[str, tuple[str, ...]]] = []
    for player in sorted(state.players, key=lambda p: -len(p.name)):
        length = _length(rest, player.name)
        tiles = _tiles(rest[length:]) if length else ()
        if len(tiles) == len(TILES):
            return rest[:length], tiles
        if length and len(tiles) < len(TILES):
            too_few.append((player.name, tiles))
    if too_few:
        _miscounted(*too_few[0], quoted)
    words = list(_TILE.finditer(rest))
    if len(words) <= len(TILES):
        joined = _tiles(words[-1][0]) if len(words) > 1 else ()
        if len(joined) == len(TILES):
            return _name(rest[: words[-1].start()]), joined
        _refuse("ALL-3", "doesn't have a name and nine tiles", quoted)
    place = words[-len(TILES)].start()
    return _name(rest[:place]), tuple(plain(word[0]) for word in words[-len(TILES) :])


def _length(rest: str, name: str) -> int:
    """How much of the text is that name, with a blank or a mark after it; 0 if it isn't."""
    for found in re.finditer(r"(?=[\s,:\[(])|$", rest[: 2 * len(name) + 2]):
        if found.start() and fold(rest[: found.start()]) == fold(name):
            return found.start()
    return 0


def _tiles(text: str) -> tuple[str, ...]:
    """The words of a list; nine digits without anything between them are nine."""
    words = tuple(_TILE.findall(plain(text).replace(":", " ")))
    is_joined = len(words) == 1 and len(words[0]) == len(TILES) and words[0].isdigit()
    return tuple(words[0]) if is_joined else words


def _name(text: str) -> str:
    return text.strip().rstrip(",:[").rstrip()


def _miscounted(who: str, tiles: tuple[str, ...], quoted: str) -> NoReturn:
    are = f"{len(tiles) or 'no'} tile{'s' * (len(tiles) != 1)}"
    _refuse("ALL-3", f"has {are} for {who} instead of nine", quoted)


def _refuse(clause: str, what: str, quoted: str) -> NoReturn:
    raise Refused(
        clause,
        "“{text}” {what}; {right}.",
        quoted=quoted,
        text=short(quoted),
        what=what,
        right=_RIGHT,
    )
