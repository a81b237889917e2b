"""Journals played in tests: the text form in, the fold out."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from gmtool.engine import journal, modes
from gmtool.engine.cards import DECK
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.instants import Instant
from gmtool.engine.options import read_options
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Fold, LineRefused, Reader
from gmtool.engine.table import lay
from gmtool.games.auction_poker import GAME

Thing = TypeVar("Thing")
SEED = "11" * 32
START = Instant("2026-11-20T20:00:00Z")


class Dice:
    """Random choices of a test, by its own seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def shuffle(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        return tuple(self.random.sample(list(things), len(things)))


@dataclass
class Played:
    """A journal that went through."""

    fold: Fold
    entries: tuple[Entry, ...]
    header: journal.Header

    @property
    def table(self) -> Any:
        return self.fold.table

    @property
    def state(self) -> Any:
        return self.fold.table.state

    def events(self, name: str) -> list[Any]:
        """All live events of that name, in order."""
        found = [event for step in self.fold.live for event in step.events]
        return [event for event in found if type(event).__name__ == name]

    def won(self) -> dict[str, tuple[str, int]]:
        """Winner and price of each lot sold in the session played last."""
        decided = self.state.decided
        last = decided[-1].session
        return {d.lot.label: (d.winner, d.price) for d in decided if d.session == last and d.winner}


def play(text: str, game: Game = GAME) -> Played:
    """The journal of `text` played whole; raises the Refusal of the first line refused."""
    read = journal.read(text)
    header = read.header
    table = lay(game, header.players, read_options(game.options, header.options), header.aliases)
    fold = Fold(game, table)
    seed = bytes.fromhex(header.seed or SEED)
    mode = header.settings.get("chance", modes.SEED)
    reader = Reader(fold, seed, mode, bool(header.seed))
    try:
        entries = reader.read(read.lines, START)
    except LineRefused as error:
        raise error.refusal from None
    return Played(fold, entries, header)


def refusal(text: str) -> Refusal:
    """Why the last line of the journal is refused; all the others go through."""
    lines = text.rstrip("\n").split("\n")
    play("\n".join(lines[:-1]))
    try:
        play(text)
    except Refusal as found:
        return found
    raise AssertionError(f"went through: {lines[-1]}")


def deck(top: str = "") -> str:
    """`shuffle …` of the 52 cards with those of `top` first, the rest in the deck's order."""
    first = top.split()
    return " ".join(["shuffle", *first, *(card for card in DECK if card not in first)])


def head(players: str, **options: object) -> str:
    """A journal's header, up to the line that ends it."""
    chosen = "".join(f"option {key}: {value}\n" for key, value in options.items())
    return (
        "gmtool-journal 1\nkind: auction-poker\nrules: 1\nname: Test\nzone: Europe/London\n"
        f"players: {players}\n{chosen}---\n"
    )


_SHORT = re.compile(r"^(\d\d) (\d\d:\d\d(?::\d\d)?) ", re.MULTILINE)


def journal_of(players: str, body: str, **options: object) -> str:
    """A journal of these players and lines. `20 20:44 Ann: bid A 30` is short for 20 November 2026;
    without a chance line the opening deck lies in the deck's own order.
    """

    def expand(found: re.Match[str]) -> str:
        day, time = found.groups()
        return f"2026-11-{day}T{time if len(time) > 5 else time + ':00'}Z "

    lines = [line.strip() for line in body.strip().split("\n")]
    if " chance" not in lines[0]:
        lines.insert(0, f"20 20:00 chance: {deck()}")
    return head(players, **options) + _SHORT.sub(expand, "\n".join(lines) + "\n")
