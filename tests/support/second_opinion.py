"""A random game that the program and a reader of the rules page both hear: after every entry both
must stand the same.

A game writes the reader, `Page`; what of it is compared, `Match.differences`; and what is said,
`Talk.next`, right by the page, and `Talk.misbehave`, mostly wrong. What is common is here: entries
and seconds, refusals and their clauses, undo and redo, the clock and what comes too late.

A failure prints what differs and the journal up to the entry, ready to be replayed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules_page import Illegal

from gmtool.desk.rehearse.bots import Dice, verb
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay.journal_reader import in_text_form
from gmtool.engine.steps import apply
from gmtool.engine.text import CHANCE, HOST
from gmtool.testing.random_play import BEGIN, HostedGame


def differ(what: str, program: object, page: object) -> Iterator[str]:
    """What to say where the program and a reader of the rules page don't stand the same."""
    if program != page:
        yield f"{what}: the program has {program}, the page {page}"


def choosing(dice: random.Random) -> Dice:
    """Choices for `suggest`, by random numbers that others use too."""
    chooser = Dice(0)
    chooser.random = dice
    return chooser


class Page(Protocol):
    """A reader of the rules page; instants are seconds since the game began."""

    task: str
    """What is waited for; `over` at the end."""

    def say(self, who: str, text: str, at: int) -> None:
        """Take it, or raise Illegal and change nothing."""

    def deadlines(self) -> list[int]:
        """Of the windows that are open, in order."""


Reader = TypeVar("Reader", bound=Page)


@dataclass(kw_only=True)
class Match(HostedGame, Generic[Reader]):
    """A game that both are hearing; `stands` are the entries not taken back, `gone` those that a
    redo would put back, `came_to` counts what the game came to. `anew` begins the page over.
    """

    anew: Callable[[], Reader]
    stands: list[Entry] = field(default_factory=list)
    gone: list[Entry] = field(default_factory=list)
    refused: int = 0
    came_to: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.page = self.anew()

    # ---- what a game says of it

    def differences(self) -> Iterator[str]:
        """Where the program and the page don't stand the same after an entry."""
        raise NotImplementedError

    def looked_at(self) -> Any:
        """What `note` wants to know of before the entry."""

    def note(self, entry: Entry, before: Any) -> None:
        """Count what the game came to by an entry that was taken."""

    # ---- what is common

    @property
    def ended(self) -> bool:
        return self.page.task == "over"

    def apply(self, who: str, text: str, at: int) -> bool:
        """Both hear it; whether it was taken. Fails where they disagree."""
        entry = self.entry(who, text, at)
        before = self.looked_at()
        applied = self.try_it(entry)
        judged = self.judge(entry)
        if isinstance(applied, Refusal):
            self.refused += 1
            found = list(refusals_differ(applied, judged))
        elif judged:
            found = [f"taken, but refused by {judged}"]
        else:
            self.note(entry, before)
            found = list(self.differences())
        if found:
            self.fail(found, entry)
        return judged is None

    def entry(self, who: str, text: str, at: int) -> Entry:
        drawn = "typed" if who == CHANCE else ""
        then = BEGIN.plus(timedelta(seconds=at))
        entry = Entry(len(self.entries) + 1, who, text, then, then, drawn=drawn)
        return in_text_form(self.replay, entry)

    def refusal_of(self, entry: Entry) -> Refusal | None:
        """Why the program would refuse it; it isn't kept."""
        try:
            apply(self.game, self.table, entry)
        except Refusal as refusal:
            return refusal
        return None

    def judge(self, entry: Entry) -> Illegal | None:
        """What the page says of it; kept where it is taken."""
        word, _, rest = entry.text.partition(" ")
        try:
            if entry.who == HOST and word == "undo":
                self._undo(rest)
            elif entry.who == HOST and word == "redo":
                self._redo(rest)
            else:
                self.page.say(entry.who, entry.text, seconds(entry.received_at))
                self.stands.append(entry)
                self.gone.clear()
        except Illegal as refusal:
            return refusal
        return None

    def _undo(self, rest: str) -> None:
        """The last that stands, by its number (ALL-6); the page starts over without it."""
        if not self.stands or verb(rest) != str(self.stands[-1].number):
            raise Illegal("ALL-6")
        self.gone.append(self.stands.pop())
        self._over_again()

    def _redo(self, rest: str) -> None:
        if not self.gone or rest != str(self.gone[-1].number):
            raise Illegal("ALL-6")
        self.stands.append(self.gone.pop())
        self._over_again()

    def _over_again(self) -> None:
        self.page = self.anew()
        for entry in self.stands:
            self.page.say(entry.who, entry.text, seconds(entry.received_at))


def seconds(at: Instant) -> int:
    """How long after the game began."""
    return round(BEGIN.until(at).total_seconds())


def refusals_differ(refusal: Refusal, judged: Illegal | None) -> Iterator[str]:
    """What to say where the program refuses what the page takes, or by another clause."""
    if judged is None:
        yield f"refused ({refusal}), but the page takes it"
    elif not judged.allows(refusal.clause):
        yield f"refused by {refusal.clause} ({refusal}), but rather by {judged}"


class Talk(Generic[Reader]):
    """What is said next; every game has a temper of its own."""

    most_entries: ClassVar[int]
    """After so many a game is given up."""

    def __init__(self, dice: random.Random, match: Match[Reader]) -> None:
        self.dice = dice
        self.match = match
        self.now = 0

    # ---- what a game says of it

    def aside(self) -> None:
        """What isn't the next move: wrong, or by the host, or a player's beside its move."""
        raise NotImplementedError

    def next(self) -> None:
        """Somebody who is awaited says something the page allows, or is late."""
        raise NotImplementedError

    def misbehave(self) -> None:
        """Something said at the wrong time, by the wrong one, or wrong in itself; rarely right."""
        raise NotImplementedError

    # ---- what is common

    @property
    def page(self) -> Reader:
        return self.match.page

    def to_the_end(self) -> None:
        while not self.match.ended and len(self.match.entries) < self.most_entries:
            self.aside()
            if not self.match.ended:
                self.next()
        for _ in range(3):
            self.misbehave()

    def often(self, chance: float) -> bool:
        return self.dice.random() < chance

    def apply(self, who: str, text: str) -> bool:
        return self.match.apply(who, text, self.now)

    def must(self, who: str, text: str) -> None:
        assert self.apply(who, text), text

    def in_time(self) -> bool:
        return all(self.now <= deadline for deadline in self.page.deadlines())

    def extend(self) -> None:
        """More time by the host, which the page allows while a window is open."""
        self.must(HOST, f'extend +{self.dice.choice([1, 12, 30])}h why "forum was down"')

    def take_back(self) -> None:
        """Undo, and often redo; the clock goes on."""
        for _ in range(self.dice.choice([1, 1, 3])):
            if self.match.stands:
                self.must(HOST, f'undo {self.match.stands[-1].number} why "a slip"')
        while self.match.gone and self.often(0.6):
            self.must(HOST, f"redo {self.match.gone[-1].number}")
