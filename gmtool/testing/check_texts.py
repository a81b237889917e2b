"""Texts: each that arises can be written, and those that can be asked for at any time, too."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import is_
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.desk import Desk
from gmtool.desk.session.session import Session, empty_replay
from gmtool.desk.texts import triggers
from gmtool.desk.texts.posts import reminder
from gmtool.desk.texts.writing import Writer
from gmtool.engine.effective import amends
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game, Message, Turn
from gmtool.engine.header import Header
from gmtool.engine.host_moves import End
from gmtool.engine.refusals import Refused
from gmtool.engine.replay import Replay
from gmtool.engine.steps import apply
from gmtool.engine.table import Table, awaited, wanted
from gmtool.engine.text import HOST
from gmtool.render.dialects import NAMES
from gmtool.store import Block, GameRecord, ReadTransaction, Sent
from gmtool.testing.broken import Broken, need
from gmtool.testing.played import Played, Subject, Taken

PLAIN = "plain"
"""The dialect in which all that arises in random games is written; once a phase each text is
written in one of all dialects, by turns.
"""


def every_text_can_be_written(subject: Subject) -> None:
    """What arises, what can be asked for at any time, reminders, replies, and the end of a game
    that is called off: in every phase, in each dialect by turns.
    """
    seen: set[tuple[str, ...]] = set()
    for played in subject.random():
        told = Texts(played, seen, always=True)
        played.at(told.are_declared)
        played.at(told.after)
        played.at(told.called_off, every=31)
    for played in subject.recorded():
        told = Texts(played, seen)
        played.at(told.are_declared)
        played.at(told.after)


class Texts(Struct):
    """The texts of a game as its entries give rise to them; `seen` are those that were written, by
    their occasion and the phase of the game. What arises is `always` written in one
    dialect at least, or only where the like of it wasn't yet.
    """

    played: Played
    seen: set[tuple[str, ...]] = set()
    always: bool = False
    desk: Desk | None = None
    """The desk with the host's own templates; none for those that are shipped alone."""

    def after(self, _played: Played, one: Taken) -> None:
        """Everything that can be told right after an entry."""
        phase = str(self.played.game.view(one.after.state, PUBLIC)["phase"])
        phase += ", called off" if one.after.called_off else ""
        session = session_after(self.played, one.after, one.entry.number)
        for arisen in triggers.find_triggers(session, (one.step,)):
            for dialect in self._unseen(arisen.message, phase, always=self.always):
                writer = self.writer(session, one.after, one.entry, dialect)
                written(writer, arisen.message, partial(writer.write_block, arisen))
        for message, turns in self.at_any_time(one.after):
            for dialect in self._unseen(message, f"{phase}, asked for"):
                writer = self.writer(session, one.after, one.entry, dialect)
                written(writer, message, partial(self.stands, writer, message, turns))

    def are_declared(self, _played: Played, one: Taken) -> None:
        """Every text that an entry gives rise to is one that the kind knows."""
        for message in self.played.game.messages(one.step.news):
            self._declared(message)

    def called_off(self, played: Played, one: Taken) -> None:
        """The last text of a game that is called off after an entry."""
        table = one.after
        at = max(one.entry.received_at, table.last_at or one.entry.received_at)
        if wanted(played.game, table).nothing:
            return
        entry = Entry(one.entry.number + 1, HOST, str(End("the forum closes")), at, at)
        step = apply(played.game, table, entry)
        ended = replace(played, entries=(*played.entries[: one.entry.number], entry))
        replace(self, played=ended).after(played, Taken(table, entry, step))

    def writer(self, session: Session, table: Table, entry: Entry, dialect: str) -> Writer:
        """Writes texts as of an entry."""
        nobody = Desk("no/such/games.db", entry.recorded_at, "test")
        desk = replace(self.desk, now=entry.recorded_at) if self.desk else nobody
        journal = self.played.entries[: entry.number]
        transaction = cast("ReadTransaction", _Room(journal))
        replay = self.played.replay
        return Writer(session, transaction, table, desk.now, replay, desk, dialect)

    def stands(self, writer: Writer, message: Message, turns: tuple[Turn, ...]) -> Block:
        """The block of a text that was asked for."""
        if message.occasion == "reminder":
            return reminder(writer, turns)
        if message.occasion == "refusal":
            refusal = Refused("ALL-6", "that can't be.", quoted="x")
            return writer.refusal(message.to, [("x", refusal)], (), writer.now)
        return writer.stands(message)

    def at_any_time(self, table: Table) -> Iterator[tuple[Message, tuple[Turn, ...]]]:
        """The texts that a host can ask for: any that the kind knows, reminders, replies."""
        for occasion in self.played.game.message_types:
            for to in table.players if occasion.to_player else (PUBLIC,):
                yield Message(occasion.name, to), ()
        turns = [t for t in awaited(self.played.game, table) if t.window and t.who in table.players]
        for who in dict.fromkeys(turn.who for turn in turns):
            if not table.paused:
                own = tuple(turn for turn in turns if turn.who == who)
                yield Message("reminder", who), own
        yield Message("refusal", table.players[0]), ()

    def _declared(self, message: Message) -> None:
        to = "a player" if message.to else "everybody"
        there = any(
            known.name == message.occasion and known.to_player == bool(message.to)
            for known in self.played.game.message_types
        )
        sentence = f"messages() gives {to} “{message.occasion}”, but no such text is declared."
        need(there, sentence)

    def _unseen(self, message: Message, phase: str, *, always: bool = False) -> Iterator[str]:
        """The dialects in which the text is to be written now."""
        if always:
            yield PLAIN
        what = (message.occasion, phase)
        if what not in self.seen:
            yield NAMES[len(self.seen) % len(NAMES)]
            self.seen.add(what)


def written(writer: Writer, message: Message, make: Callable[[], Block]) -> str:
    """The text of the block that is made, as it is pasted; raises Broken for one that can't be
    written, or says nothing.
    """
    try:
        block = make()
        subject, parts = writer.finished(message.to, (block,))
    except Exception as error:
        said = " ".join(str(error).split())
        raise Broken(f"the text “{message.occasion}” can't be written: {said}") from error
    text = "\n\n".join((subject, *parts))
    need(block.body.strip(), f"the text “{message.occasion}” says nothing.")
    for amiss in ("Undefined", "{{", "}}"):
        need(amiss not in text, f"the text “{message.occasion}” says “{amiss}”.")
    return text


def session_after(played: Played, table: Table, number: int) -> Session:
    """The game on a desk as it stands at that table, after the entry of that number."""
    record = GameRecord(1, played.header, played.entries[0].recorded_at)
    journal = tuple(entry for entry in played.entries if entry.number <= number)
    return _Next(record, played.game, table, number, None, None, "", journal=lambda: journal)


class _Next(Session):
    """A session whose replay goes on from that of one before it: texts are read after one entry
    after another, and each would replay all that comes before.
    """

    def replay(self) -> Replay:
        journal = tuple(self.journal())
        # a journal with amendments is replayed all at once
        if 0 not in self.replays and not any(map(amends, journal)):
            self.replays[0] = _replayed(self.game, self.header, journal)
        return super().replay()


def _replayed(game: Game, header: Header, journal: tuple[Entry, ...]) -> Replay:
    """The replay of a journal, from the longest one known with which it begins."""
    known = [one for one in _REPLAYED if one.begins(game, header, journal)]
    longest = max(known, key=lambda one: len(one.journal), default=None)
    replay = longest.replay.copy() if longest else empty_replay(game, header)
    for entry in journal[len(longest.journal) if longest else 0 :]:
        replay.keep(entry)
    if longest is None or len(longest.journal) < len(journal):
        _REPLAYED.append(_Replayed(game, header, journal, replay))
    return replay


@dataclass(frozen=True)
class _Replayed:
    """The replay of a journal; a session copies it before it gives it away."""

    game: Game
    header: Header
    journal: tuple[Entry, ...]
    replay: Replay

    def begins(self, game: Game, header: Header, journal: tuple[Entry, ...]) -> bool:
        """Whether a journal begins with this one. By identity: a game played anew, perhaps by
        rules that a test has broken, has entries of its own.
        """
        same_game = self.game is game and self.header is header
        is_shorter = len(self.journal) <= len(journal)
        return same_game and is_shorter and all(map(is_, self.journal, journal))


_REPLAYED: deque[_Replayed] = deque(maxlen=4)
"""The last ones: two games are read side by side, and one that is called off beside the game."""


class _Room:
    """A database that holds one game's journal."""

    def __init__(self, journal: tuple[Entry, ...]) -> None:
        self.journal = journal

    def entries(self, _game_id: int, after: int = 0) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.journal if entry.number > after)

    def hashes(self, _game_id: int) -> tuple[str, ...]:
        return tuple(64 * "0" for _ in self.journal)

    def first_post(self, _game_id: int, _occasion: str) -> Sent:
        """All posts went out at once, and none has a link."""
        at = self.journal[0].recorded_at
        return Sent(1, 1, at, at, "", ())
