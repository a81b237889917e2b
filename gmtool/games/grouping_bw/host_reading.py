"""Text to what the host says in this game: who starts the first round (GB-5)."""

from __future__ import annotations

import re

from gmtool.engine.names import LONGEST_NAME
from gmtool.engine.paste import plain
from gmtool.engine.refusals import Unreadable
from gmtool.engine.wording import said, short
from gmtool.games.grouping_bw.moves import First

_FIRST = re.compile(r"\s*(?P<verb>\S{1,20}?)(?::\s*|\s+)(?P<name>\S.*)")
_STARTS = re.compile(
    r"\s*(?P<name>\S.{0,199}?)\s{1,50}(?:starts|begins|goes\s+first|plays\s+first|is\s+first|first)[\s.!]*",
    re.IGNORECASE,
)
_PLAYERS = re.compile(r"\W*(?:group|bet|raise|call|fold|peek|order|ante)\b", re.IGNORECASE)


def read_typed_first(quoted: str) -> First | None:
    """`first Ann`, the name as it is written; None for anything else."""
    found = _FIRST.fullmatch(quoted)
    if found is None or plain(found["verb"]).casefold() != "first":
        return None
    name = said(found["name"])
    return First(name) if name.strip() and len(name) <= LONGEST_NAME else None


def read_host(text: str, quoted: str) -> First:
    """The move of the host that `text` is; raises Unreadable, saying what would be right."""
    found = _STARTS.fullmatch(quoted)
    move = read_typed_first(quoted)
    if move is None and found and not _PLAYERS.match(plain(text)):
        move = First(said(found["name"]))
    if move is None:
        raise Unreadable(
            "ALL-6",
            "“{text}” is nothing that a host says in this game; a host says {moves}; what a player "
            "says goes under its name.",
            quoted=quoted,
            text=short(quoted),
            moves="`first NAME`",
        )
    return move
