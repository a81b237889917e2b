"""Where the messages of a game go, also of one that isn't loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from gmtool.desk.answers import Text
from gmtool.desk.channels import ways, where
from gmtool.engine.frozen import frozen
from gmtool.engine.instants import Instant
from gmtool.engine.names import Replacement, holder
from gmtool.render.when import when, zone_or_utc
from gmtool.store import Draft, GameRecord, ReadTransaction, Sent, Snapshot

if TYPE_CHECKING:
    from gmtool.desk.session import Session

SUBSTITUTE = "substitute"
"""The key in the `extra` of a block to a substitute for how it came to its seat: the `number` of
the entry, who `was` there before, and who is `now`.
"""


@frozen
class Recipients:
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
        return f"message to {who}{named}{where(self.ways.get(who), openly=openly)}"

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
    def of(cls, session: Session) -> Recipients:
        """That of a loaded game."""
        table = session.table
        names = dict(zip(session.header.players, table.players, strict=True))
        mentions = {name: own.get("mention", "") for name, own in table.people.items()}
        thread = session.settings.get("thread", "")
        own = ways(session)
        return cls(session.name, thread, names, mentions, own, session.show, table.replaced)

    @classmethod
    def kept(cls, record: GameRecord, head: Snapshot | None) -> Recipients:
        """That of a game as its head has it, or else as it was set up."""
        header, brief = record.header, head.brief if head else {}
        names = zip(header.players, brief.get("players", header.players), strict=True)
        thread = brief.get("thread", header.settings.get("thread", ""))
        zone = zone_or_utc(brief.get("zone", header.zone))
        show = partial(_shown, zone)
        mentions = brief.get("mentions", {})
        replaced = tuple(Replacement(**one) for one in brief.get("replaced", ()))
        own = brief.get("ways", {})
        return cls(header.name, thread, dict(names), mentions, own, show, replaced)


def last_words(room: ReadTransaction, game_id: int, one: Draft) -> Draft:
    """A message as it was before it was withdrawn."""
    if one.parts:
        return one
    revisions = room.revisions(game_id, one.number)
    return next((old for old in reversed(revisions) if old.parts), one)


def _shown(zone: ZoneInfo, instant: Instant) -> str:
    return when(instant.moment, zone, short=True)
