"""Random matches, played to their end through what the program itself suggests: no chip comes from
nowhere or goes nowhere, they end, and what was said reads back and replays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from playing import Dice, play

from gmtool.engine import journal, modes
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.moves import read_host_move
from gmtool.engine.options import read_options
from gmtool.engine.replay import Fold
from gmtool.engine.steps import Step
from gmtool.engine.table import Table, awaited, from_json, lay, to_json, wanted
from gmtool.engine.wording import CHANCE, HOST, write_name
from gmtool.games.grouping_bw import GAME
from gmtool.games.grouping_bw.events import Folded, RoundOver
from gmtool.games.grouping_bw.state import State

from .matches import KIND, START

NAMES = ("Ann", "Bob", "Cid, Jr.", "#5", "Agent 47", "[Hal]", "Zoë", "A; B")
FAST = (0, 2)
SLOW, PARTS = 60, 4
MOST = 4000
"""More entries than any of these matches has."""


@pytest.mark.parametrize("number", FAST)
def test_gb_10_gb_13_a_random_match_keeps_all_promises(number: int) -> None:
    RandomMatch(number).to_the_end()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_gb_10_gb_13_many_random_matches_keep_all_promises(part: int) -> None:
    for number in range(part, SLOW, PARTS):
        RandomMatch(number).to_the_end()


@dataclass
class RandomMatch:
    """A match by its number: players, options and all that is said follow from it."""

    number: int
    dice: Dice = field(init=False)
    header: journal.Header = field(init=False)
    fold: Fold = field(init=False)
    entries: list[Entry] = field(default_factory=list)
    now: Instant = START

    def __post_init__(self) -> None:
        self.dice = Dice(self.number)
        self.header = _header(self.number, self.dice)
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
            while not wanted(GAME, self.table).nothing:
                assert len(self.entries) < MOST, "it never ends"
                self._go_on()
            self._back_and_forth()
            again = play(journal.write(self.header, self.entries))
        except Exception as error:
            error.add_note(journal.write(self.header, self.entries))
            raise
        assert again.entries == tuple(self.entries)
        assert again.table == self.table

    def _go_on(self) -> None:
        """One thing that may be said now; now and then a ruling, a close, something taken back."""
        if self.fold.chance_due:
            self._say(CHANCE)
        elif self.often(0.02):
            self._host(self._ruling())
        elif self.often(0.03) and self.table.windows:
            self._close()
        elif self.often(0.05):
            self._back_and_forth()
        else:
            turns = wanted(GAME, self.table).turns
            expected = [turn.who for turn in awaited(GAME, self.table)]
            others = [turn.who for turn in turns if turn.who not in expected]
            if self.often(0.2) and others:
                self._say(self.dice.random.choice(others))
            else:
                self._say(self.dice.random.choice(expected or others))

    def _say(self, who: str) -> None:
        move = GAME.suggest(self.state, who, self.dice)
        if move is None:
            return
        self.now = self.now.plus(timedelta(minutes=self.dice.below(90)))
        if any(window.deadline < self.now for window in self.table.windows):
            self._host("close")
            return
        drawn = "typed" if who == CHANCE else ""
        self.hear(Entry(0, who, str(move), self.now, self.now, drawn=drawn))

    def _ruling(self) -> str:
        who = write_name(self.dice.random.choice(self.header.players))
        rulings = ['note "x: y"', f'adjust {who} chips +2 why "x"']
        if self.table.windows:
            rulings.append('extend +1h30m why "forum down"')
        return self.dice.random.choice(rulings)

    def _close(self) -> None:
        """Wait for the last of the deadlines, then close for everybody overdue, or for one."""
        self.now = max([self.now, *(window.deadline for window in self.table.windows)])
        late = [
            turn.who for turn in wanted(GAME, self.table).turns if turn.expected and turn.window
        ]
        name = f" {write_name(self.dice.random.choice(late))}" if late and self.often(0.5) else ""
        self._host(f"close{name}")

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

    # ---- what must hold

    def hear(self, entry: Entry) -> None:
        """Take an entry in, and draw the chance that is due after it."""
        self._take(entry)
        while self.fold.chance_due and modes.draws_now(self.mode, self.table):
            seed, number = bytes.fromhex(self.header.seed), len(self.entries) + 1
            self._take(self.fold.draw(seed, number, entry.received_at, entry.recorded_at))

    def _take(self, entry: Entry) -> None:
        before = self.table
        entry = replace(entry, number=len(self.entries) + 1)
        step = self.fold.hear(entry)
        self.entries.append(entry)
        found = [*_promises_broken(before, step, self.table)]
        assert not found, f"{', '.join(found)} after entry {entry.number}"


def _promises_broken(before: Table, step: Step, after: Table) -> Iterator[str]:
    state: State = after.state
    if _chips(state) != _begun_with(state) + state.adjusted:
        yield "chips come from nowhere or go nowhere"
    if any(player.chips < 0 or player.bet < 0 for player in state.players):
        yield "somebody owes chips"
    if state.discards and not state.terms.is_final:
        yield "chips were discarded"
    if not step.entry.takes_back:
        yield from _rounds_wrong(step)
    if (
        step.entry.number % 12 == 1
        and from_json(GAME, json.loads(json.dumps(to_json(after)))) != after
    ):
        yield "the table doesn't survive JSON"
    if not _reads_back(before, step):
        yield f"“{step.move}” doesn't read back"


def _chips(state: State) -> int:
    """Chips in hand, in the round and out of play."""
    return sum(player.chips + player.bet for player in state.players) + state.discards


def _begun_with(state: State) -> int:
    bonus = sum("bonus" in player.items for player in state.players)
    return (200 if state.terms.is_final else 60) + 10 * bonus


def _rounds_wrong(step: Step) -> Iterator[str]:
    """What was put into each round is taken out of it or discarded."""
    penalties = {event.who: event.penalty for event in step.events if isinstance(event, Folded)}
    for event in step.events:
        if isinstance(event, RoundOver):
            put_in = sum(event.bets) + penalties.get(event.folder, 0)
            if put_in != sum(event.back) + event.discarded:
                yield "a round doesn't add up"
            if event.bets[0] != event.bets[1] and not event.folder:
                yield "a showdown of unequal bets"


def _reads_back(before: Table, step: Step) -> bool:
    text = step.entry.text
    if step.entry.who == HOST:
        move = read_host_move(text, before.players, {})
        if move is not None:
            return move == step.move and str(move) == text
    return GAME.read(before.state, step.entry.who, text) == (step.move,) and str(step.move) == text


def _header(number: int, dice: Dice) -> journal.Header:
    players = tuple(dice.random.sample(NAMES, 2))
    values = {
        "variant": ("death-match", "final-match"),
        "opening_check": ("on", "off"),
        "grouping_hours": ("1", "48"),
        "betting_hours": ("2", "24"),
    }
    options = {key: dice.random.choice(found) for key, found in values.items()}
    if options["variant"] == "final-match" and dice.random.random() < 0.8:
        given = [
            f"{write_name(name) if ';' not in name else json.dumps(name)}: {items}"
            for name, items in zip(players, ("bonus peek", "peek order"), strict=True)
            if dice.random.random() < 0.8
        ]
        options |= {"items": "; ".join(given)} if given else {}
    chance = dice.random.choice((modes.SEED, modes.TYPED))
    settings = {} if chance == modes.SEED else {"chance": chance}
    seed = dice.random.randbytes(32).hex()
    return journal.Header(KIND, 1, f"Random {number}", "UTC", players, {}, options, settings, seed)
