"""By which way host and players write to each other in private."""

from __future__ import annotations

from gmtool.desk.session import Session
from gmtool.desk.settings import dialect_of
from gmtool.render.channels import SEVERAL, THREAD


def channel_of(session: Session, to: str) -> str:
    """The way that a text to that reader names: a player's own, else the game's, else what the
    forum has; in a text for everybody that of all players, where they have the same.
    """
    if to:
        own = session.table.people.get(to, {})
        set_so = own.get("channel") or (THREAD if own.get("thread") else "")
        return set_so or session.settings.get("channel") or dialect_of(session.settings).channel
    found = {channel_of(session, who) for who in session.table.players}
    return found.pop() if len(found) == 1 else SEVERAL
