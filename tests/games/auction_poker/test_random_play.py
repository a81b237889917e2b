"""Random legal games, played to their end through what the program itself suggests.

What must hold in any game is asserted after every entry; a failure prints the journal so far.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
from playing import Dice, play

from gmtool.engine import journal, modes
from gmtool.engine.cards import DECK
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.moves import read_host_move
from gmtool.engine.options import read_options
from gmtool.engine.replay import Fold
from gmtool.engine.steps import Step
from gmtool.engine.table import Table, awaited, from_json, lay, to_json, wanted
from gmtool.engine.wording import CHANCE, HOST, write_name
from gmtool.games.auction_poker import GAME
from gmtool.games.auction_poker.events import CoinsAdjusted, LotDecided, RuledInactive
from gmtool.games.auction_poker.state import State

BEGIN = Instant("2026-11-20T20:00:00Z")
NAMES = (
    "Ann",
    "Bob",
    "Cid, Jr.",
    "Dee",
    "#5",
    "Fay",
    "Gus",
    "[Hal]",
    "Ida",
    "Joe",
    "Kim",
    "Lou",
    "Zoë",
)
FAST, SLOW = 15, 1045
PARTS = 20


@pytest.mark.parametrize("number", range(FAST))
def test_a_random_game_keeps_all_promises(number: int) -> None:
    RandomGame(number).to_the_end()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_many_random_games_keep_all_promises(part: int) -> None:
    for number in range(part, SLOW, PARTS):
        RandomGame(FAST + number).to_the_end()


@dataclass
class RandomGame:
    """A game by its number: players, options and all that is said follow from it."""

    number: int
    dice: Dice = field(init=False)
    header: journal.Header = field(init=False)
    fold: Fold = field(init=False)
    entries: list[Entry] = field(default_factory=list)
    now: Instant = BEGIN

    def __post_init__(self) -> None:
        self.dice = Dice(self.number)
        self.header = _header(self.number, self.dice.random)
        options = read_options(GAME.options, self.header.options)
        self.fold = Fold(GAME, lay(GAME, self.header.players, options))

    @property
    def mode(self) -> str:
        return self.header.settings.get("chance", modes.SEED)

    @property
    def table(self) -> Table:
        return self.fold.table

    @property
    def state(self) -> State:
        state: State = self.fold.table.state
        return state

    def often(self, chance: float) -> bool:
        return self.dice.random.random() < chance

    # ---- the play

    def to_the_end(self) -> None:
        try:
            for _ in range(_most_windows(self.state)):
                if wanted(GAME, self.table).nothing:
                    break
                self._one_window()
            assert wanted(GAME, self.table).nothing, "it never ends"
            self._back_and_forth()
            again = play(self.text())
        except Exception as error:
            error.add_note(self.text())
            raise
        assert again.entries == tuple(self.entries)
        assert again.table == self.table

    def _one_window(self) -> None:
        """Typed chance or the start where they are due, else a window and its close."""
        if self.table.started and self.fold.chance_due:
            self._typed()
        elif not self.table.started:
            self._start()
        else:
            self._players()
            self._ruling()
            self._close()
        if self.often(0.1):
            self._back_and_forth()

    def _start(self) -> None:
        if self.mode == modes.TYPED:
            self._typed()
        elif self.mode == modes.HOLD:
            self._host('words "Ann: banana"')
        self._host("start")

    def _typed(self) -> None:
        text = str(GAME.suggest(self.state, CHANCE, self.dice))
        self.hear(Entry(0, CHANCE, text, self.now, self.now, drawn="typed"))

    def _players(self) -> None:
        """Some of those who may speak do, in any order, some of them several times."""
        turns = [turn for turn in wanted(GAME, self.table).turns if self.often(0.85)]
        for turn in self.dice.shuffle(turns + turns[:2]):
            if self.often(0.03) and not self.state.player(turn.who).standing:
                self._say(turn.who, "stand")
                continue
            move = GAME.suggest(self.state, turn.who, self.dice)
            if move is not None:
                self._say(turn.who, str(move))

    def _say(self, who: str, text: str) -> None:
        """A message that arrived some time in the window, recorded later."""
        (window,) = self.table.windows
        minutes = int(window.opened.until(window.deadline) / timedelta(minutes=1))
        at = window.opened.plus(timedelta(minutes=self.dice.below(minutes + 1)))
        recorded = max(at, self.now)
        note = 'says "hi"' if self.often(0.05) else ""
        self.hear(Entry(0, who, text, at, recorded, "pm", note=note))
        self.now = recorded

    def _ruling(self) -> None:
        """Now and then the host has to step in."""
        name = self.dice.random.choice(self.header.players)
        who = write_name(name)
        texts: tuple[str, ...] = ('note "x: y"', 'extend +1h30m why "forum down"')
        if self.state.player(name).active:
            texts += (f'adjust {who} coins +2 why "x"', f'inactive {who} why "silent"')
        if self.often(0.1):
            self._host(self.dice.random.choice(texts))
        if self.often(0.03):
            self._host('pause why "away"')
            self.now = self.now.plus(timedelta(hours=30))
            self._host("resume")

    def _close(self) -> None:
        (window,) = self.table.windows
        if not awaited(GAME, self.table) and self.now < window.deadline:
            self._host("close early")
        else:
            self.now = max(self.now, window.deadline)
            self._host("close")

    def _host(self, text: str) -> None:
        self.hear(Entry(0, HOST, text, self.now, self.now))

    def _back_and_forth(self) -> None:
        """Undo some entries, then redo them: nothing has changed. Words that were mixed into the
        draws can't be taken back.
        """
        before, said = self.table, []
        for _ in range(1 + self.dice.below(4)):
            last = self.fold.last_said()
            if last is not None and not last.text.startswith("words"):
                said.append(last.number)
                self._host(f"undo {last.number}")
        for number in reversed(said):
            self._host(f"redo {number}")
        assert self.table == before

    def text(self) -> str:
        return journal.write(self.header, self.entries)

    # ---- what must hold

    def hear(self, entry: Entry) -> None:
        """Take an entry in, and draw the chance that is due before and after it."""
        self._draw(entry, starting=entry.text == "start")
        self._take(replace(entry, number=len(self.entries) + 1))
        self._draw(entry)

    def _draw(self, cause: Entry, *, starting: bool = False) -> None:
        while self.fold.chance_due and modes.draws_now(self.mode, self.table, starting=starting):
            seed, number = bytes.fromhex(self.header.seed), len(self.entries) + 1
            self._take(self.fold.draw(seed, number, cause.received_at, cause.recorded_at))

    def _take(self, entry: Entry) -> None:
        before = self.table
        self.entries.append(entry)
        step = self.fold.hear(entry)
        found = [*_promises_broken(before, step, self.table)]
        assert not found, f"{', '.join(found)} after entry {entry.number}"


def _promises_broken(before: Table, step: Step, after: Table) -> Iterator[str]:
    state: State = after.state
    if sorted(_cards(state)) != sorted(DECK):
        yield "not the 52 cards"
    if any(player.coins < 0 for player in state.players):
        yield "somebody owes coins"
    if from_json(GAME, json.loads(json.dumps(to_json(after)))) != after:
        yield "the table doesn't survive JSON"
    if not _reads_back(before, step):
        yield f"“{step.move}” doesn't read back"
    if not step.entry.takes_back:
        due = {
            player.name: _coins_due(player.name, player.coins, step)
            for player in before.state.players
        }
        if {player.name: player.coins for player in state.players} != due:
            yield "coins come from nowhere or go nowhere"


def _reads_back(before: Table, step: Step) -> bool:
    text = step.entry.text
    if step.entry.who == HOST:
        move = read_host_move(text, before.players, {})
        return move == step.move and str(move) == text
    return GAME.read(before.state, step.entry.who, text) == (step.move,) and str(step.move) == text


def _cards(state: State) -> Iterator[str]:
    yield from state.deck
    for player in state.players:
        yield from player.hand
    for lot in (*state.batch, *state.catalogue, *state.left):
        yield from lot.cards


def _coins_due(name: str, coins: int, step: Step) -> int:
    """Only payments, corrections and revocations change what a player has."""
    for event in step.events:
        match event:
            case RuledInactive(who=who) if who == name:
                coins = 0
            case CoinsAdjusted(who=who) if who == name:
                coins += event.after - event.before
            case LotDecided(decision=decision) if decision.winner == name:
                coins -= decision.price
    return coins


def _most_windows(state: State) -> int:
    """More than any game can have: chance, start, each lot at most twice, a window a session and
    a batch a lot."""
    terms = state.terms
    return 3 + 2 * terms.lots + terms.change_sessions * (2 + len(state.players))


def _header(number: int, dice: random.Random) -> journal.Header:
    players = tuple(dice.sample(NAMES, dice.choice((2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 10, 13))))
    values: dict[str, tuple[Any, ...]] = {
        "coins": (3, 10, 40, 100, 300),
        "lots": (len(players), len(players) + 3, 13, 26),
        "batch_size": (1, 2, 3, 5, 52),
        "bidding_hours": (1, 24, 48),
        "change_hours": (6, 24),
        "change_sessions": (0, 1, 1, 2, 3, 5),
        "min_bid": (1, 1, 2, 3),
        "low_ace_straight": ("on", "off"),
        "reveal_bids": ("winners", "all"),
    }
    options = {key: str(dice.choice(found)) for key, found in values.items() if dice.random() < 0.8}
    chance = dice.choice((modes.SEED, modes.SEED, modes.TYPED, modes.HOLD))
    settings = {} if chance == modes.SEED else {"chance": chance}
    name = f"Random {number}"
    return journal.Header(
        "auction-poker", 1, name, "UTC", players, {}, options, settings, dice.randbytes(32).hex()
    )
