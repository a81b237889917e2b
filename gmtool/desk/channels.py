"""By which way host and players write to each other in private."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gmtool.render.channels import FOR_THE_HOST, SEVERAL, THREAD

if TYPE_CHECKING:
    from gmtool.desk.session import Session
    from gmtool.render.dialects import Dialect


def channel_of(session: Session, forum: Dialect, to: str) -> str:
    """The way that a text to that reader names: a player's own, else the game's, else what the
    forum has; in a text for everybody that of all players, where they have the same.
    """
    if to:
        return set_for(session, to) or forum.channel
    found = {channel_of(session, forum, who) for who in session.table.players}
    return found.pop() if len(found) == 1 else SEVERAL


def set_for(session: Session, who: str) -> str:
    """The way that is set for a player or for all; empty where none is. Whoever has a private
    thread is written to in it, if nothing else is set.
    """
    own = session.table.people.get(who, {})
    own_thread = THREAD if own.get("thread") else ""
    return own.get("channel") or own_thread or session.settings.get("channel", "")


def ways(session: Session) -> dict[str, dict[str, str]]:
    """The `channel` that is set for each player who has one, with the address of its `thread`."""
    people = session.table.people
    every = session.table.players if session.settings.get("channel") else people
    found = {who: set_for(session, who) for who in session.table.players if who in every}
    return {
        who: {
            "channel": channel,
            "thread": people.get(who, {}).get("thread", "") if channel == THREAD else "",
        }
        for who, channel in found.items()
        if channel
    }


def where(way: Mapping[str, str] | None, *, openly: bool = True) -> str:
    """Where a message to a player with that way goes, as the host's lists say it after its name;
    empty where nothing is set. Only `openly` with the address of a private thread.
    """
    if not way:
        return ""
    parts = (FOR_THE_HOST[way["channel"]], way["thread"] if openly else "")
    return "".join(f" {part}" for part in parts if part)
