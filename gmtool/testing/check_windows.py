"""Windows: closed early, in part and at the deadline, extended, and over a pause; and how many of
them a game can have.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.host_moves import Adjust, End, Inactive, Redeal
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import OpenWindow, Table, is_awaited, is_up, may_add, wanted
from gmtool.engine.text import HOST, write_name
from gmtool.testing.broken import need, shown_by
from gmtool.testing.check_declared import clauses
from gmtool.testing.check_states import is_conserved
from gmtool.testing.played import Played, Subject, Taken

APART = 3
"""After one of so many entries the windows are closed in every way."""
STEPS_IN = (Adjust, End, Inactive, Redeal)
"""Rulings by which a game may take longer than its rules alone allow."""


def windows_end(subject: Subject) -> None:
    """Whenever a window is open it can be extended, paused, and closed in every way."""
    known = clauses(subject.game.kind)
    for played in subject.played():
        played.at(partial(_every_way, known=known), every=APART)


def _every_way(played: Played, one: Taken, known: frozenset[str]) -> None:
    table = one.after
    if not table.windows or table.paused:
        return
    at = max(one.entry.recorded_at, table.last_at or one.entry.recorded_at)
    host = Host(played.game, table, one.entry.number + 1, at, known)
    host.extends()
    host.pauses()
    host.closes_early()
    host.closes_in_part()
    host.closes()


class Host:
    """A host at a table with open windows, who tries what a host may do with them; each time at the
    same table.
    """

    def __init__(
        self, game: Game, table: Table, number: int, at: Instant, known: frozenset[str]
    ) -> None:
        self.game = game
        self.table = table
        self.number = number
        self.at = at
        self.known = known
        self.deadline = max(at, *(window.ends for window in table.windows))

    def says(self, text: str, at: Instant, table: Table | None = None) -> Step | None:
        """The step that it is; None where it is refused, by a clause that exists."""
        try:
            return apply(self.game, table or self.table, Entry(self.number, HOST, text, at, at))
        except Refusal as refusal:
            told = f"“{text}” is refused by {refusal.clause}, which isn't in rules.md: {refusal}"
            need(refusal.clause in self.known, told)
            return None

    def extends(self) -> None:
        """More time changes the deadlines alone."""
        more = timedelta(minutes=90)
        if all(window.last_call("").plus(more) < self.at for window in self.table.windows):
            return  # refused: that would be over as well
        step = self.says('extend +1h30m why "x"', self.at)
        need(step is not None, "more time can't be given.")
        if step:
            need(step.table.state == self.table.state, "more time changes the game.")
            later = {window.key: window.deadline.plus(more) for window in self.table.windows}
            need(_deadlines(step.table) == later, "more time isn't the time that was given.")

    def pauses(self) -> None:
        """After a pause every window has the time that was left."""
        paused = self.says('pause why "x"', self.at)
        if paused is None:
            return
        then = self.at.plus(timedelta(hours=30))
        went_on = self.says("resume", then, paused.table)
        need(went_on is not None, "after a pause it doesn't go on.")
        if went_on:
            need(went_on.table.state == self.table.state, "a pause changes the game.")
            if not all(window.policy.is_plain for window in self.table.windows):
                return  # days that don't count lie in the pause, or behind it
            left = {}
            for window in self.table.windows:
                since = max(self.at, window.opened)
                since = since.full_minute() if since <= window.deadline else since
                left[window.key] = window.deadline.plus(since.until(then.next_full_minute()))
            need(_deadlines(went_on.table) == left, "after a pause other time is left.")

    def closes_early(self) -> None:
        """An early close ends every window, and is refused while somebody may still say or add
        something in one that the host doesn't close at will.
        """
        asked = wanted(self.game, self.table)
        at_will = {window.key for window in self.table.windows if window.at_will}
        turns = [turn for turn in asked.turns if turn.window and turn.window not in at_will]
        turns = [turn for turn in turns if not is_up(self.table, turn, self.at)]
        missing = [turn.who for turn in turns if is_awaited(self.table, turn)]
        missing += [turn.who for turn in turns if may_add(asked, self.table, turn)]
        step = self.says("close early", self.at)
        if step is None or self.table.overdue(self.at):
            return
        is_conserved(self.game, self.table, step.table)
        need(not missing, f"it is closed early while {', '.join(missing)} may still move.")
        need(_gone(self.table, step.table), "`close early` leaves its windows open.")

    def closes_in_part(self) -> None:
        """`close Bob` runs out for Bob, who isn't awaited in that window any more."""
        table = self.table
        turns = wanted(self.game, table).turns
        late = {turn.who for turn in turns if turn.expected and turn.window}
        for who in sorted(late):
            step = self.says(f"close {write_name(who)}", self.deadline)
            if step is None:
                continue
            is_conserved(self.game, table, step.table)
            told = f"after `close {who}` {who} is still awaited in the same window."
            need(who not in _awaited_in(self.game, step.table, table), told)

    def closes(self) -> None:
        """At the deadline `close` ends the windows, or nobody is awaited in them any more."""
        step = self.says("close", self.deadline)
        need(step is not None, "at the deadline `close` is refused.")
        if step is None:
            return
        is_conserved(self.game, self.table, step.table)
        if _gone(self.table, step.table):
            return
        still = sorted(_awaited_in(self.game, step.table, self.table))
        need(not still, f"after `close` {', '.join(still)} is still awaited in the same window.")
        same = step.table.state == self.table.state and _deadlines(step.table) == _deadlines(
            self.table
        )
        need(not same, "`close` changes nothing: its window stays open.")


def _deadlines(table: Table) -> dict[str, Instant]:
    """When the open windows end, by their key."""
    return {window.key: window.deadline for window in table.windows}


def _gone(before: Table, after: Table) -> bool:
    """Whether the windows of a table are open no more."""
    open_now = {_which(window) for window in after.windows}
    return not any(_which(window) in open_now for window in before.windows)


def _awaited_in(game: Game, after: Table, before: Table) -> set[str]:
    """Who is awaited in a window that was open before."""
    windows = {
        window.key for window in after.windows if _which(window) in map(_which, before.windows)
    }
    turns = wanted(game, after).turns
    return {turn.who for turn in turns if turn.window in windows and turn.expected}


def _which(window: OpenWindow) -> tuple[str, int]:
    return window.key, window.entry


def no_more_open_than_the_course_says(subject: Subject) -> None:
    """Where the kind says about how long a game takes, that is some time; and where it says how
    long at most, no game opens more windows one after the other, unless by a ruling.
    """
    for played in subject.played():
        with shown_by(None, played.text, subject.game.kind):
            course = played.game.course(played.begun().start.state)
            if course is None:
                continue
            need(sum(many * hours for many, hours in course.windows) > 0, "its course is empty.")
            steps = played.replay.effective
            if not course.most or any(isinstance(step.move, STEPS_IN) for step in steps):
                continue
            opened = len({window.entry for step in steps for window in step.table.windows})
            most = sum(many for many, _ in course.most)
            told = f"{opened} windows were opened, and by its course it is {most} at most."
            need(opened <= most, told)
