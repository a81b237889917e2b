"""What a report tells of a game: all that its host knows, or only what everybody may know."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.desk.session.position import Position
from gmtool.engine.game import PUBLIC, Turn
from gmtool.engine.instants import Instant
from gmtool.engine.table import OpenWindow, is_secret, may_add, wanted


class Disclosure(NamedTuple):
    """The position of a game as far as it is told: all of it, or without what is `secret`."""

    position: Position
    secret: bool = True

    @property
    def windows(self) -> list[OpenWindow]:
        """The open windows of which it tells."""
        return [window for window in self.position.table.windows if self.tells(window)]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that should be taken and haven't been, as they are told."""
        return self.position.awaited if self.secret else self.position.awaited_openly

    def tells(self, window: OpenWindow) -> bool:
        """Whether it tells of an open window; of any other only by when that ends."""
        return self.secret or window.known_to(PUBLIC)

    def names(self, window: OpenWindow) -> bool:
        """Whether it tells of the players in a window."""
        return self.secret or window.is_for(PUBLIC)

    def deadlines(self, window: OpenWindow) -> list[Instant]:
        """All deadlines that a window has for anybody, as far as they are told."""
        own = window.own if self.names(window) else ()
        return sorted({window.deadline, *map(window.deadline_of, own)})

    def hides(self, window: OpenWindow) -> bool:
        """Whether what comes in a window isn't for everybody."""
        return is_secret(wanted(self.position.game, self.position.table), window)

    def may_end_early(self, window: OpenWindow) -> bool:
        """Whether a window may by the rules be closed before its deadline."""
        asked = wanted(self.position.game, self.position.table).windows
        return any(one.early for one in asked if one.key == window.key)

    def may_add(self, window: OpenWindow, now: Instant) -> list[str]:
        """The players from whom more may come in a window, moved or not (ALL-2). Without secrets
        only those of whom a report says whether they are done: who could still add something
        follows from what was said in secret.
        """
        table, asked = self.position.table, wanted(self.position.game, self.position.table)
        if not self.names(window):
            return []
        open_ones = [one for one in self.windows if not self.hides(one)]
        every = self.secret or len(open_ones) == len(self.windows)
        openly = {who for one in open_ones for who in one.moved}
        return list(
            dict.fromkeys(
                turn.who
                for turn in asked.turns
                if turn.window == window.key
                and (every or turn.who in openly)
                and may_add(asked, table, turn)
                and window.last_call(turn.who) >= now
            )
        )
