"""How a game's texts look."""

from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.nodes import SUITS


@dataclass(frozen=True)
class Style:
    """What a text is written in. Raises ValueError for an unknown way of showing suits.

    dialect   the forum's, with what this game's board has otherwise
    zone      in which instants are shown: the game's, in a PM the player's own if it has one
    suits     unicode or ascii
    folders   the host's own templates, the first before the others
    mentions  players' names with the names they have on this forum, only where these differ
    """

    dialect: Dialect
    zone: ZoneInfo
    suits: str = "unicode"
    folders: tuple[Path, ...] = ()
    mentions: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.suits not in SUITS:
            raise ValueError(f"suits are shown as {' or '.join(SUITS)}, not “{self.suits}”")
