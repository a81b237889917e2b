"""Who gets the messages of a game, and how: by which way host and players write to each other,
where messages go, also of a game that isn't loaded, and the dialect of its forum, whatever became
of a file of the host's own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Text
from gmtool.desk.desk import Desk, own_folders
from gmtool.desk.problems import UsageProblem
from gmtool.desk.session.position import Position
from gmtool.engine.instants import Instant
from gmtool.engine.names import Replacement, holder
from gmtool.render.delivery import FOR_THE_HOST, MARKUP, SEVERAL, THREAD
from gmtool.render.when import when, zone_or_utc
from gmtool.store import Draft, GameRecord, ReadTransaction, Sent

if TYPE_CHECKING:
    from gmtool.render.dialects import Dialect

OVERRIDES = ("pm_limit", "post_limit", "spoiler")
"""The settings in which a board may differ from its forum software as installed."""


def channel_of(session: Position, forum: Dialect, to: str) -> str:
    """The way that a text to that reader names: a player's own, else the game's, else what the
    forum has; in a text for everybody that of all players, where they have the same.
    """
    if to:
        return delivery_for(session, to) or forum.channel
    found = {channel_of(session, forum, who) for who in session.table.players}
    return found.pop() if len(found) == 1 else SEVERAL


def delivery_for(session: Position, who: str) -> str:
    """The way that is set for a player or for all; empty where none is. Whoever has a private
    thread is written to in it, if nothing else is set.
    """
    own = session.table.people.get(who, {})
    own_thread = THREAD if own.get("thread") else ""
    return own.get("channel") or own_thread or session.settings.get("channel", "")


def delivery_ways(session: Position) -> dict[str, dict[str, str]]:
    """The `channel` that is set for each player who has one, with the address of its `thread`."""
    people = session.table.people
    every = session.table.players if session.settings.get("channel") else people
    found = {who: delivery_for(session, who) for who in session.table.players if who in every}
    return {
        who: {
            "channel": channel,
            "thread": people.get(who, {}).get("thread", "") if channel == THREAD else "",
        }
        for who, channel in found.items()
        if channel
    }


def delivery_label(way: Mapping[str, str] | None, *, openly: bool = True) -> str:
    """Where a message to a player with that way goes, as the host's lists say it after its name;
    empty where nothing is set. Only `openly` with the address of a private thread.
    """
    if not way:
        return ""
    parts = (FOR_THE_HOST[way["channel"]], way["thread"] if openly else "")
    return "".join(f" {part}" for part in parts if part)


SUBSTITUTE = "substitute"
"""The key in the `extra` of a block to a substitute for how it came to its seat: the `number` of
the entry, who `was` there before, and who is `now`.
"""


class Recipients(Struct, frozen=True):
    """The address book of a game: its name, its thread, the players' present names by those at
    sign-up, their names on the forum, by which way each is written to where one is set, and how the
    game shows instants.
    """

    game: str
    thread: str
    names: Mapping[str, str]
    mentions: Mapping[str, str]
    ways: Mapping[str, Mapping[str, str]]
    show: Callable[[Instant], str]
    replaced: tuple[Replacement, ...] = ()

    def reader(self, draft: Draft, sent: Sent | None) -> str:
        """The player to whom a message goes, or went; empty for the thread."""
        who = self.names.get(draft.to, draft.to)
        if sent is None:
            return who
        stand = {(one.number, one.was) for one in self.replaced}
        told = (block.extra[SUBSTITUTE] for block in draft.blocks if SUBSTITUTE in block.extra)
        gone = next((one["now"] for one in told if (one["number"], one["was"]) not in stand), None)
        return gone or holder(self.replaced, who, sent.at, draft.entry)

    def goes_to(self, who: str, *, openly: bool = True) -> str:
        """Where a message to that reader goes, as the host's lists say it; only `openly` with the
        address of a private thread.
        """
        if not who:
            return "post"
        mention = self.mentions.get(who, "")
        named = f" ({mention})" if mention not in {"", who} else ""
        return f"message to {who}{named}{delivery_label(self.ways.get(who), openly=openly)}"

    def texts_of(self, one: Draft) -> tuple[Text, ...]:
        """The texts of a draft as they are pasted, each with a title for the host."""
        number = f"outbox {one.number}, " if one.number else ""
        where, many = f"{number}{self.goes_to(self.names.get(one.to, one.to))}", len(one.parts)
        return tuple(
            Text(
                f"{where}: {one.subject}" + (f" ({part}/{many})" if many > 1 else ""),
                body,
                one.subject,
                one.to,
            )
            for part, body in enumerate(one.parts, 1)
        )

    @classmethod
    def of(cls, game: Position) -> Recipients:
        """That of one game; its time zone has to be one that this machine knows."""
        return replace(cls.listed(game.record, game), show=game.show)

    @classmethod
    def listed(cls, record: GameRecord, game: Position | None) -> Recipients:
        """That of a game among others, in UTC where this machine doesn't know its time zone; as it
        was set up where it can't be loaded here.
        """
        header, table = record.header, game.table if game else None
        settings = game.settings if game else header.settings
        zone = zone_or_utc(game.zone_key if game else header.zone)
        return cls(
            header.name,
            settings.get("thread", ""),
            dict(zip(header.players, table.players if table else header.players, strict=True)),
            {who: own.get("mention", "") for who, own in table.people.items()} if table else {},
            delivery_ways(game) if game else {},
            lambda instant: when(instant.moment, zone, short=True),
            table.replaced if table else (),
        )


def last_words(transaction: ReadTransaction, game_id: int, one: Draft) -> Draft:
    """A message as it was before it was withdrawn."""
    if one.parts:
        return one
    revisions = transaction.revisions(game_id, one.number)
    return next((old for old in reversed(revisions) if old.parts), one)


Dialects = Sequence[Path]
"""The folders of a host's own dialects."""


def dialects_of(where: str | None) -> tuple[Path, ...]:
    """The folders in which a host's own dialects are looked for, for a database."""
    return own_folders(where, os.environ.get("GMTOOL_DIALECTS"), "dialects")


def dialect_of(settings: Mapping[str, str], own: Dialects = ()) -> Dialect:
    """The dialect of a game's texts, with the host's own in these folders; raises UsageProblem for
    settings that no dialect can have.
    """
    from gmtool.render import dialects

    overrides = {key: settings[key] for key in OVERRIDES if settings.get(key)}
    try:
        return dialects.find((settings.get("dialect") or "plain").casefold(), overrides, own)
    except ValueError as error:
        raise UsageProblem(str(error)) from error


def forum_of(desk: Desk, session: Position) -> Dialect:
    """The dialect of a game's forum; that of text without markup, as the host is told, while a file
    of the host's own is gone or broken.
    """
    try:
        return dialect_of(session.settings, dialects_of(desk.where))
    except UsageProblem as problem:
        sentence = f"{session.name}: {problem}; until that is put right its texts are plain."
        _tell_once(desk.tell, desk.now, sentence)
        return dialect_of({})


def forum_for(desk: Desk, session: Position, to: str) -> Dialect:
    """The dialect of a text for that reader: the forum's, but for a message that goes by a way with
    markup of its own.
    """
    forum = forum_of(desk, session)
    own = MARKUP.get(delivery_for(session, session.table.seat(to))) if to else None
    return dialect_of({"dialect": own}) if own and own != forum.name else forum


@lru_cache(maxsize=8)
def _tell_once(tell: Callable[[str], None], _now: Instant, sentence: str) -> None:
    """Tell the host a sentence that all texts of a command give rise to."""
    tell(sentence)
