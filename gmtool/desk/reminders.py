"""Who is to be reminded, of what, and who was; and when a reminder has served."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gmtool.desk.session import Session
from gmtool.desk.writing import Writer
from gmtool.engine.entries import Entry
from gmtool.engine.game import Turn
from gmtool.engine.inbox import ABOUT
from gmtool.engine.table import OpenWindow, Table, awaited
from gmtool.engine.wording import ANSWERED, CHANCE, HOST, OPEN, unquote
from gmtool.store import Block


def by_player(session: Session) -> dict[str, list[Turn]]:
    """The turns in open windows that are awaited, by player."""
    turns = [t for t in session.awaited if t.who not in {HOST, CHANCE} and t.window]
    return {t.who: [other for other in turns if other.who == t.who] for t in turns}


def is_quiet(writer: Writer, turns: Sequence[Turn]) -> bool:
    """Whether nothing has come from the player of these turns, or the player was asked back and
    hasn't answered; a player who is away isn't quiet.
    """
    who, now = turns[0].who, writer.now
    if writer.by.is_away(who, now, now):
        return False
    return not has_come(writer.by, turns) or bool(asked_back(writer, who))


def has_come(table: Table, turns: Sequence[Turn]) -> bool:
    """Whether the player of these turns has sent a message, from which no move was made, in every
    window in which it is awaited. Where it has moved there and is awaited again, only a message
    that waits is such a one.
    """
    who = turns[0].who
    waits = any(table.seat(one.who) == who for one in table.inbox)
    windows = [table.window(turn.window) for turn in turns]
    return all(w and (waits if who in w.moved else who in w.wrote) for w in windows)


def asked_in(entries: Iterable[Entry]) -> dict[int, str]:
    """What the host has asked back in these entries: the last question about each message, by the
    message's number.
    """
    host = (entry.text for entry in entries if entry.who == HOST)
    found = ((ABOUT.match(text), text) for text in host)
    return {
        int(about["number"]): unquote(text[about.end() :])[0]
        for about, text in found
        if about and about["verb"] == "asks"
    }


def asked_back(writer: Writer, who: str) -> str:
    """The question that went back to a player about its message and still stands; empty where there
    is none, or another message of the player's waits to be read.
    """
    own = [one for one in writer.by.inbox if writer.by.seat(one.who) == who]
    about = [one.number for one in own if one.state == ANSWERED]
    if not about or any(one.state == OPEN for one in own):
        return ""
    asked = asked_in(writer.counting(min(about)))
    return next((asked[number] for number in reversed(about) if number in asked), "")


def has_served(writer: Writer, reminder: Block, who: str, window: OpenWindow) -> bool:
    """Whether a reminder about an open window need not go out any more: the player has moved, or
    something has come since, or the question that it repeats doesn't stand any more.
    """
    turns = awaited(writer.session.game, writer.by)
    own = [turn for turn in turns if (turn.who, turn.window) == (who, window.key)]
    if not own:
        return True
    asked, question = reminder.extra.get("asked", {}), asked_back(writer, who)
    if question or asked.get("question"):
        return bool(question != asked.get("question"))
    return has_come(writer.by, own) and not asked.get("came")
