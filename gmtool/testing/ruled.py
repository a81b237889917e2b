"""A ruling in a game, what is told of it, and how the game goes on after it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.rehearse.bots import Dice
from gmtool.desk.texts import triggers
from gmtool.engine import entropy
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game, View
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, Table, awaited, is_awaited, wanted
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.windows import window_of
from gmtool.testing.check_texts import PLAIN, Texts, session_after, written
from gmtool.testing.played import Played

STEPS, MOST_DUE = 8, 200
"""So many entries are played on after a ruling, and so many at most follow one by themselves."""


def tried(
    game: Replay, who: str, text: str, at: Instant, now: Instant | None = None
) -> Replay | Refusal:
    """The game in which that was said too, recorded `now`, with what is due by it; what it is
    refused with.
    """
    after = game.copy()
    source = "" if who == HOST else "pm"
    entry = Entry(next_number(after), who, text, at, max(now or at, at), source)
    try:
        after.apply(entry)
    except Refusal as refusal:
        return refusal
    for _ in range(MOST_DUE):
        made = due(after, entry)
        if made is None:
            break
        after.apply(made)
    return after


def due(game: Replay, cause: Entry) -> Entry | None:
    """What follows an entry that nobody says, a draw or a plan; None for nothing."""
    like = replace(cause, number=next_number(game))
    return game.entry_due(like, mode=entropy.SEED) if game.table.started else None


def next_number(game: Replay) -> int:
    """The number of the next entry."""
    return max((entry.number for entry in game.on_record), default=0) + 1


def said(
    game: Replay, who: str, text: str, at: Instant, now: Instant | None = None
) -> Replay | None:
    """The same; None where it is refused."""
    after = tried(game, who, text, at, now)
    return None if isinstance(after, Refusal) else after


def played_on(
    game: Replay, at: Instant, silent: Collection[str], most: int = STEPS
) -> Iterator[Replay]:
    """The game after each of the next entries: whoever is awaited moves, but the silent ones, for
    whom time runs out.
    """
    for _ in range(most):
        after, table = None, game.table
        for turn in awaited(game.game, table):
            window = table.window(turn.window)
            then = max(at, window.opened) if window else at
            if turn.who in {*silent, CHANCE} or (window and then > window.last_call(turn.who)):
                continue
            move = game.game.some_move(table.state, turn.who, Dice(0))
            after = said(game, turn.who, str(move), then) if move else None
            if after:
                at = then
                break
        if after is None and table.windows:
            at = max(at, min(window.ends for window in table.windows))
            after = said(game, HOST, "close", at)
        if after is None:
            return
        game = after
        yield game


class Ruled(Struct, frozen=True, dict=True):
    """A ruling: the game before it, the game after it with what followed at once, and the number of
    its entry.
    """

    played: Played
    was: Replay
    now: Replay
    number: int

    @property
    def game(self) -> Game:
        return self.played.game

    @cached_property
    def step(self) -> Step:
        found = self.now.step(self.number)
        assert found is not None  # noqa: S101 - it was taken
        return found

    @property
    def move(self) -> Any:
        """The ruling itself."""
        return self.step.move

    @cached_property
    def bare(self) -> Replay:
        """The game after the ruling alone, without what followed."""
        game = self.was.copy()
        game.apply(self.step.entry)
        return game

    @property
    def at(self) -> Instant:
        return self.step.entry.received_at

    def onwards(self, silent: Collection[str], most: int = STEPS) -> Iterator[Replay]:
        """The game after the ruling and after each of the next entries, with the silent ones."""
        yield self.now
        yield from played_on(self.now, self.at, silent, most)

    def views(self, viewer: str) -> tuple[View, View]:
        """What somebody sees before and after the ruling alone."""
        was, now = self.was.table.state, self.step.table.state
        return self.game.view(was, viewer), self.game.view(now, viewer)

    def journal(self) -> str:
        """The journal up to what followed the ruling at once."""
        return replace(self.played, entries=tuple(self.now.on_record)).text()

    def told(self, step: Step, occasion: str, by: Table) -> Iterator[tuple[str, str]]:
        """The texts of an occasion that a step of its game gives rise to, each with its reader."""
        played = replace(self.played, entries=tuple(self.now.on_record), replay=self.now)
        for arisen in triggers.find_triggers(
            session_after(played, step.table, step.entry.number), (step,)
        ):
            if arisen.message.occasion == occasion:
                session = session_after(played, step.table, step.entry.number)
                writer = Texts(played).writer(session, by, step.entry, PLAIN)
                body = written(writer, arisen.message, partial(writer.write_block, arisen))
                yield arisen.message.to, body

    def hears(self, occasion: str) -> set[str]:
        """Who is told something by the ruling; PUBLIC for everybody."""
        session = session_after(self.played, self.step.table, self.number)
        arisen = triggers.find_triggers(session, (self.step,))
        return {one.message.to for one in arisen if one.message.occasion == occasion}

    def expected(self, game: Replay, window: OpenWindow) -> set[str]:
        """Who is expected to move in a window."""
        turns = wanted(self.game, game.table).turns
        return {turn.who for turn in turns if turn.window == window.key and turn.expected}

    def moves(
        self, game: Replay, windows: Iterable[OpenWindow]
    ) -> Iterator[tuple[str, str, OpenWindow]]:
        """Of each of these windows somebody who is awaited in it, with a move for it."""
        asked, state = wanted(self.game, game.table), game.table.state
        for window in windows:
            for turn in asked.turns:
                if turn.window == window.key and is_awaited(game.table, turn):
                    move = self.game.some_move(state, turn.who, Dice(0))
                    if move and window_of(asked, game.table, turn.who, move) == window:
                        yield turn.who, str(move), window
                        break


def row(view: View, who: str) -> View:
    """What is seen of a player."""
    return next(one for one in view["players"] if one["name"] == who)
