"""The look of a game's texts."""

from pathlib import Path
from zoneinfo import ZoneInfo

from gmtool.engine.frozen import frozen
from gmtool.render import channels
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.nodes import SUITS


@frozen
class Style:
    """How a text is written; raises ValueError for an unknown way of showing suits.

    dialect   the forum's, with the settings of this game's board
    zone      the zone for instants: the game's, in a PM the player's own if it has one
    suits     unicode or ascii
    folders   the host's own templates, the first before the others
    mentions  players' names with their names on this forum, where these differ
    channel   how the reader and the host write to each other in private, as `channels` names it
    """

    dialect: Dialect
    zone: ZoneInfo
    suits: str = "unicode"
    folders: tuple[Path, ...] = ()
    mentions: tuple[tuple[str, str], ...] = ()
    channel: str = channels.PM

    def __post_init__(self) -> None:
        if self.suits not in SUITS:
            raise ValueError(f"suits are shown as {' or '.join(SUITS)}, not “{self.suits}”")
