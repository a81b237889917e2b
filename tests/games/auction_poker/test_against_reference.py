"""Random games, right and wrong moves alike, heard by the program and by a host with a spreadsheet
(`reference`), who reads the rules page literally; after every entry both must stand the same.

A failure prints what differs and the journal up to the entry, ready to be replayed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from lengths import few_or_many
from rules_page import Illegal
from second_opinion import differ, refusals_differ

from gmtool.desk.session.session import empty_replay
from gmtool.engine.cards import DECK, RANKS
from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import Step
from gmtool.engine.table import awaited
from gmtool.games.auction_poker import GAME
from gmtool.testing.random_play import BEGIN, HostedGame

from .opening import hands_alike
from .reference import Reference, Row, Sheet

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lou", "Mia")
FAST_GAMES = few_or_many(10, 20)
SLOW_PARTS, GAMES_IN_A_PART = 10, 50


@pytest.mark.slow  # many games
def test_random_games_are_adjudicated_as_the_page_says() -> None:
    played = [play_random_game(118 + number) for number in range(FAST_GAMES)]
    assert sum(game.sheet.phase == "ended" for game in played) > FAST_GAMES * 0.8
    taken = sum(len(game.entries) for game in played)
    refused = sum(game.refused for game in played)
    assert min(taken, refused) > FAST_GAMES * 15


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(SLOW_PARTS))
def test_many_random_games_are_adjudicated_as_the_page_says(part: int) -> None:
    first = 1000 + part * GAMES_IN_A_PART
    for number in range(first, first + GAMES_IN_A_PART):
        play_random_game(number)


# ---- a game


@dataclass(kw_only=True)
class Game(HostedGame):
    """A game that both are hearing."""

    typed_chance: bool
    reference: Reference
    refused: int = 0

    @property
    def sheet(self) -> Sheet:
        return self.reference.sheet

    def apply(self, who: str, text: str, at: Instant, late: str = "", drawn: str = "") -> bool:
        """Both hear it; whether it was taken. Fails where they disagree."""
        entry = Entry(len(self.entries) + 1, who, text, at, at, late=late, drawn=drawn)
        applied = self.try_it(entry)
        grounds = self.reference.apply(entry)
        if isinstance(applied, Refusal):
            self.refused += 1
            found = [*refusals_differ(applied, Illegal(*sorted(grounds)) if grounds else None)]
        elif grounds:
            found = [f"taken, but refused by {', '.join(sorted(grounds))}"]
        else:
            found = [*_same_instants(applied, self.sheet)]
            found += _told_equal(applied, self.sheet)
        if found := found or [*self._differences()]:
            self.fail(found, entry)
        return not grounds

    def _differences(self) -> Iterator[str]:
        table, sheet = self.replay.table, self.sheet
        for program, page in zip(table.state.players, sheet.rows.values(), strict=True):
            yield from differ(program.name, *(_standing(one) for one in (program, page)))
        yield from _lots_differ(table.state, sheet)
        yield from _windows_differ(table, sheet)
        yield from differ(
            "results", {r.name: _outcome(r) for r in table.state.results}, sheet.outcomes
        )


def _same_instants(step: Step, sheet: Sheet) -> Iterator[str]:
    """AP-10: the tool says so while recording."""
    if step.entry.text.startswith("bid"):
        said = sum("same instant" in one.remark for one in step.news)
        yield from differ("equal bids in the same instant", said, sheet.same_instant)


def _told_equal(step: Step, sheet: Sheet) -> Iterator[str]:
    """AP-10: and to the players concerned with the result."""
    if step.entry.text.startswith("close"):
        told = {n["lot"]: {*(n.to or ())} for n in step.news if n.name == "EqualBids"}
        yield from differ("told of equal bids", told, sheet.told_equal)


def _standing(player: Any) -> tuple[Any, ...]:
    """How the program's player or the page's stands."""
    known = (player.name, player.coins, set(player.hand), player.lot, player.active)
    return (*known, player.active and player.standing)


def _lots_differ(state: Any, sheet: Sheet) -> Iterator[str]:
    """Deck and lots, bids on them, and what became of those offered (AP-10, AP-12)."""
    yield from differ("the deck", set(state.deck), sheet.deck)
    if not sheet.shuffle_due:
        yield from differ("the phase", state.phase, sheet.phase)
        yield from differ("the session", state.session, sheet.session)
    left = {**sheet.left_over, **sheet.next_round}
    page = {"batch": sheet.open, "catalogue": sheet.to_come, "left": left}
    for where, lots in page.items():
        yield from differ(where, {lot.label: lot.cards for lot in getattr(state, where)}, lots)
    bids = {(bid.who, bid.lot, bid.coins) for bid in state.bids}
    yield from differ("live bids", bids, {(bid.who, bid.lot, bid.coins) for bid in sheet.bids})
    shown = state.terms.reveal_bids == "all"
    sales = [sale if shown else (*sale[:-1], []) for sale in sheet.sales]
    yield from differ("lots decided", [*map(_sale, state.decided)], sales)


def _sale(d: Any) -> tuple[Any, ...]:
    offers = sorted((offer.who, offer.coins) for offer in d.offers)
    return (d.session, d.lot.label, d.winner, d.price, d.bids, offers)


def _windows_differ(table: Any, sheet: Sheet) -> Iterator[str]:
    """The open window, who is awaited in it, and the counts of AP-26."""
    windows = [(w.opened, w.deadline) for w in table.windows]
    yield from differ("windows", windows, [(sheet.opened, sheet.deadline)] * sheet.window)
    waiting = {turn.who for turn in awaited(GAME, table)} - {"host", "chance"}
    yield from differ("awaited", waiting, sheet.awaited() if not sheet.over else set())
    counted = [row for row in sheet.rows.values() if row.active]
    quiet = {row.name: table.quiet.get(row.name, 0) for row in counted}
    yield from differ("quiet", quiet, {row.name: row.quiet for row in counted})


def _outcome(result: Any) -> tuple[Any, ...]:
    """AP-20 to AP-24."""
    return (result.place, result.hand_name.split(",")[0], result.payout, result.result)


# ---- what is said in it


def begin(dice: random.Random, kind: int) -> Game:
    """A game with chosen players and options, nothing said in it yet.

    Of five kinds one is a single batch with many bids (AP-11), one ends with hands alike (AP-23).
    """
    options = {key: str(dice.choice(values)) for key, values in _OPTIONS.items()}
    chosen = {key: value for key, value in options.items() if dice.random() < 0.9}
    count = dice.choice([2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 13])
    if kind == 0:
        count = dice.choice([3, 4, 5])
        few = {"lots": str(dice.randint(count, 6)), "batch_size": "6", "change_sessions": "0"}
        chosen |= few | {"coins": "9", "min_bid": "1"}
    elif kind == 1:
        count = dice.choice([2, 4, 6, 8, 10])
        chosen |= {"lots": "10", "change_sessions": dice.choice(["0", "0", "1"])}
    elif dice.random() < 0.9:
        chosen["lots"] = str(dice.choice([count, count + 1, count + 3, 13, 30]))
    players = tuple(dice.sample(NAMES, count))
    header = Header("auction-poker", 2, "Test", "UTC", players, options=chosen)
    typed = kind == 1 or dice.random() < 0.3
    return Game(header, empty_replay(GAME, header), reference=Reference(header), typed_chance=typed)


_OPTIONS: dict[str, Sequence[object]] = {
    "coins": [2, 5, 9, 20, 40, 300],
    "batch_size": [1, 2, 3, 5, 5, 52],
    "min_bid": [1, 1, 1, 2, 0],
    "reoffers": [1, 1, 0, 2, 3],
    "reauction": ["left-over", "left-over", "unbid"],
    "payout_first": [5_000_000, 1_000],
    "payout_second": [2_000_000, 301],
    "payout_third": [500_000, 0],
    "change_sessions": [0, 1, 2, 2, 3, 5],
    "reveal_bids": ["winners", "all"],
    "low_ace_straight": ["on", "off"],
    "bidding_hours": [24, 24, 1, 48],
    "change_hours": [24, 24, 12],
    "coin_value": [50_000, 7],
    "repayment": [5_000_000, 1],
}


def play_random_game(number: int) -> Game:
    """A whole game by its number, or one that is given up after many entries."""
    dice = random.Random(number)  # noqa: S311
    talk = Talk(dice, begin(dice, number % 5))
    talk.to_the_end()
    return talk.game


@dataclass
class Talk:
    """Everybody talking at once: what is said next."""

    dice: random.Random
    game: Game
    now: Instant = BEGIN

    def to_the_end(self) -> None:
        eager = self.dice.choice([0.4, 1.0, 1.0, 2.0, 3.0])
        self._chance()
        if self._often(0.03):
            self._nobody_can()
        for _ in range(200):
            if self.game.sheet.over and self._often(0.8):
                break
            self._chance()
            for _ in range(int(eager * (1 + self.dice.randrange(len(self.rows) + 3)))):
                self._one()
            self._chance()
            self._advance()
        for _ in range(3):
            self._one()

    # ---- small choices

    @property
    def sheet(self) -> Sheet:
        return self.game.sheet

    @property
    def rows(self) -> list[Row]:
        return list(self.sheet.rows.values())

    def _often(self, chance: float) -> bool:
        return self.dice.random() < chance

    def _some(self, things: Sequence[str], most: int) -> list[str]:
        return self.dice.sample(things, min(len(things), self.dice.randint(1, most)))

    def _later(self, hours: int) -> Instant:
        return self.now.plus(timedelta(minutes=self.dice.randrange(60 * hours)))

    def _hear(self, who: str, text: str, at: Instant | None = None, late: str = "") -> None:
        taken = self.game.apply(who, text, at or self.now, late)
        if taken and at and not text.startswith(("undo", "redo")):
            self.now = max(self.now, at)
        if taken and not self.game.typed_chance:
            self._chance()

    # ---- chance and the host moving the game on

    def _chance(self) -> None:
        """Chance as soon as it is due, from the seed; typed, the host may say something first."""
        typed = self.game.typed_chance
        while self.game.replay.chance_due:
            if typed and self._often(0.25):
                self._one()
                continue
            if typed and self._often(0.02):
                self._hear("host", 'pause why "holidays"')
            if self._often(0.05):
                few = self.dice.sample(DECK, 9)
                self.game.apply("chance", f"shuffle {' '.join(few)}", self.now)
            text = self.game.replay.fold.draw(0, self.now, self.now).text
            if typed and not self.sheet.dealt and self._often(0.9):
                text = f"shuffle {' '.join(hands_alike(self.dice.sample(RANKS, 13)))}"
            if typed and self._often(0.3):
                self.now = self._later(3)
            assert self.game.apply("chance", text, self.now, drawn="typed" if typed else "seed")

    def _advance(self) -> None:
        """Start, or close the window: mostly right, now and then too soon."""
        if self.sheet.paused:
            self._hear("host", "resume", self._later(50))
        elif self.sheet.phase == "setup":
            self._hear("host", "start", self._later(1))
        elif self.sheet.window:
            at = max(self.now, self.sheet.deadline)
            self._hear("host", "close", at.plus(timedelta(minutes=self.dice.choice([0, 0, 7]))))

    def _nobody_can(self) -> None:
        """Before the start (nearly) everybody is left without coins, or without a say."""
        for row in self.dice.choice([self.rows, self.rows[1:]]):
            how = self.dice.choice([f"inactive {row.name}", f"adjust {row.name} coins =0", ""])
            self._hear("host" if how else row.name, f'{how} why "a slip"' if how else "stand")

    def _one(self) -> None:
        """One entry of anybody's."""
        kinds = [self._player, self._close_early, self._take_back, self._host]
        self.dice.choices(kinds, [60, 2, 2, 4])[0]()

    def _close_early(self) -> None:
        if self._often(0.7):
            for name in sorted(self.sheet.undone()):
                text = "keep" if self.sheet.phase == "change" else "pass"
                self._hear(name, text, self._in_window())
        self._hear("host", "close early", self.now)

    def _host(self) -> None:
        """What a host may say at any time, and mostly not now."""
        name = self.dice.choice(self.rows).name
        if self._often(0.55):
            text = self.dice.choice(["close", "close", "start", f"close {name}"])
            self._hear("host", text, self._in_window())
            return
        amount = self.dice.choice(["+3", "-2", "=0", "=1", "=6", "+50", "-900"])
        span = self.dice.choice(["+12h", "+90m", "+1h30m"])
        adjust = f"adjust {name} coins {amount}"
        texts = [adjust, adjust, *[f"inactive {name}"] * 2, f"extend {span}", "pause"]
        texts += [f"adjust {name} cards +1", "end" if self._often(0.1) else adjust]
        bare = ["resume", "start", 'note "hello"', 'words "x"']
        self._hear("host", self.dice.choice([*(f'{text} why "x"' for text in texts), *bare]))

    def _take_back(self) -> None:
        """Undo, mostly the right one, sometimes several; then perhaps redo."""
        for _ in range(self.dice.choice([1, 1, 1, 2, 4])):
            number = self.game.reference.said_last - self.dice.choice([0, 0, 0, 0, 1])
            if number > 0:
                self._hear("host", f'undo {number} why "a slip"')
        for _ in range(self.dice.choice([0, 1, 2])):
            self._hear("host", f"redo {self.game.reference.taken_back_last or 1}")
        self.now = max(self.sheet.latest, BEGIN)

    # ---- players

    def _in_window(self) -> Instant:
        """Some instant in the open window, often one that others have used too."""
        if not (sheet := self.sheet).window:
            return self.now
        length = int(sheet.opened.until(sheet.deadline).total_seconds() // 60)
        step = self.dice.choice([length, length // 2, length // 4, length // 12, 1])
        return sheet.opened.plus(timedelta(minutes=step * self.dice.randint(0, length // step)))

    def _player(self) -> None:
        """A move of somebody's, at some time, mostly in time."""
        fit = [row for row in self.rows if self.sheet.may_move(row)]
        row = self.dice.choice(fit if fit and self._often(0.7) else self.rows)
        at, late = self._in_window(), ""
        if self._often(0.08):
            ends = [self.sheet.opened, self.sheet.deadline] if self.sheet.window else [self.now]
            at = self.dice.choice(ends).plus(timedelta(seconds=self.dice.choice([-1, 0, 1, 300])))
            late = self.dice.choice(["", "the forum was down"])
        move = self._move(row)
        if move == "stand" and self._often(0.3):  # said in an earlier window, and recorded now
            at, late = at.plus(timedelta(hours=-self.dice.randrange(60))), ""
        self._hear(row.name, move, at, late)

    def _move(self, row: Row) -> str:
        if self._often(0.1):
            return self.dice.choice(["pass", "keep", "bid A 1", "trash 2C", "stand", "stand"])
        return self._trash(row) if self.sheet.phase == "change" else self._bids(row)

    def _trash(self, row: Row) -> str:
        if self._often(0.1):
            return "keep"
        cards = sorted(row.hand)
        chosen = self._some(cards, self.dice.choice([1, 3, 3, 5, 52])) if cards else ["2C"]
        if self._often(0.07):
            chosen.append(self.dice.choice([*chosen, *DECK]))
        return f"trash {' '.join(chosen)}"

    def _bids(self, row: Row) -> str:
        if self._often(0.08):
            return "pass"
        lots = list(self.sheet.open) or ["A"]
        if self._often(0.05):
            lots = ["A", "B", "K", "ZZ", *self.sheet.to_come]
        mine = {bid.lot for bid in self.sheet.bids if bid.who == row.name}
        if self._often(0.9):
            lots = [lot for lot in lots if lot not in mine] or lots
        chosen = self._some(lots, self.dice.choice([1, 2, 4]))
        if self._often(0.03):
            chosen.append(chosen[0])
        return "bid " + ", ".join(f"{lot} {self._coins(row)}" for lot in chosen)

    def _coins(self, row: Row) -> str:
        if self._often(0.03):
            return self.dice.choice(["0", "-5", "30.5", str(row.coins + 1), "1e3", "9" * 15])
        least = self.sheet.number["min_bid"]
        if self._often(0.75):
            return str(least + self.dice.randrange(3))
        return str(self.dice.randint(0, max(row.coins, 1)))
