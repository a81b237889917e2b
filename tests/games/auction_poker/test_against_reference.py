"""Random games, right and wrong moves alike, heard by the program and by a host with a spreadsheet
(`reference`), who reads the rules page literally; after every entry both must stand the same.

A failure prints what differs and the journal up to the entry, ready to be replayed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from reference import Reference, Row, Sheet, Verdict

from gmtool.engine import journal
from gmtool.engine.cards import DECK, RANKS, SUITS
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import Step
from gmtool.engine.table import awaited
from gmtool.games.auction_poker import GAME
from gmtool.testing.random_play import BEGIN, HostedGame, begun, differ

Thing = TypeVar("Thing")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lou", "Mia")
FAST_GAMES = 15
SLOW_PARTS = 10
GAMES_IN_A_PART = 50


@pytest.mark.slow  # many games
def test_random_games_are_adjudicated_as_the_page_says() -> None:
    played = [play_random_game(number) for number in range(FAST_GAMES)]
    assert sum(game.ended for game in played) > FAST_GAMES * 0.8
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

    seed: bytes
    typed_chance: bool
    reference: Reference
    refused: int = 0

    @property
    def sheet(self) -> Sheet:
        return self.reference.sheet

    @property
    def ended(self) -> bool:
        return self.sheet.phase == "ended"

    def apply(self, who: str, text: str, at: Instant, late: str = "", drawn: str = "") -> bool:
        """Both hear it; whether it was taken. Fails where they disagree."""
        number = len(self.entries) + 1
        entry = Entry(number, who, text, at, at, late=late, drawn=drawn)
        applied = self.try_it(entry)
        verdict = self.reference.apply(entry)
        if isinstance(applied, Refusal):
            self.refused += 1
            found = list(_refusals_differ(applied, verdict))
        else:
            found = list(_taken_differs(applied, verdict, self.sheet))
        found = found or list(self._differences())
        if found:
            self.fail(found, entry)
        return verdict.taken

    def _differences(self) -> Iterator[str]:
        table = self.replay.table
        yield from standings_differ(table, self.sheet)
        yield from windows_differ(table, self.sheet)
        yield from sales_differ(table.state, self.sheet)
        yield from outcomes_differ(table.state, self.sheet)


def _refusals_differ(refusal: Refusal, verdict: Verdict) -> Iterator[str]:
    if verdict.taken:
        yield f"refused ({refusal}), but the page takes it"
    elif not verdict.allows(refusal.clause):
        yield f"refused by {refusal}, but rather by {', '.join(sorted(verdict.grounds))}"


def _taken_differs(step: Step, verdict: Verdict, sheet: Sheet) -> Iterator[str]:
    if not verdict.taken:
        yield f"taken, but refused by {', '.join(sorted(verdict.grounds))}"
    elif step.entry.text.startswith("bid"):  # AP-10: the tool says so while recording
        said = sum("same instant" in one.remark for one in step.news)
        yield from differ("equal bids in the same instant", said, sheet.same_instant)


def standings_differ(table: Any, sheet: Sheet) -> Iterator[str]:
    """Players, deck and lots."""
    state = table.state
    for player in state.players:
        row = sheet.rows[player.name]
        program = (player.coins, set(player.hand), player.lot, player.active)
        yield from differ(player.name, program, (row.coins, row.hand, row.lot, row.active))
        if row.active:
            yield from differ(f"{player.name} standing", player.standing, row.standing)
    yield from differ("the deck", set(state.deck), sheet.deck)
    if not sheet.shuffle_due:
        yield from differ("the phase", state.phase, sheet.phase)
        yield from differ("the session", state.session, sheet.session)
    yield from differ("open lots", {x.label: x.cards for x in state.batch}, sheet.open)
    to_come = {x.label: x.cards for x in state.catalogue}
    yield from differ("lots to come", to_come, sheet.to_come)
    left = {x.label: x.cards for x in state.left}
    yield from differ("lots left", left, sheet.left_over)
    bids = {(b.who, b.lot, b.coins) for b in state.bids}
    yield from differ("live bids", bids, {(b.who, b.lot, b.coins) for b in sheet.bids})


def windows_differ(table: Any, sheet: Sheet) -> Iterator[str]:
    """The open window, who is awaited in it, and the counts of AP-26."""
    windows = [(w.opened, w.deadline) for w in table.windows]
    yield from differ("windows", windows, [(sheet.opened, sheet.deadline)] * sheet.window)
    waiting = {turn.who for turn in awaited(GAME, table)} - {"host", "chance"}
    yield from differ("awaited", waiting, sheet.awaited() if not sheet.over else set())
    counted = [row for row in sheet.rows.values() if row.active]
    quiet = {row.name: table.quiet.get(row.name, 0) for row in counted}
    yield from differ("quiet", quiet, {row.name: row.quiet for row in counted})


def sales_differ(state: Any, sheet: Sheet) -> Iterator[str]:
    """AP-10, AP-12: what became of the lots offered."""
    program = [
        (d.session, d.lot.label, d.winner, d.price, d.bids, d.same_instant) for d in state.decided
    ]
    page = [
        (s.session, s.lot, s.winner, s.price, len(s.offers), s.same_instant) for s in sheet.sales
    ]
    yield from differ("lots decided", program, page)
    if state.terms.reveal_bids == "all":
        offers = [tuple(sorted((o.who, o.coins) for o in d.offers)) for d in state.decided]
        yield from differ("bids revealed", offers, [s.offers for s in sheet.sales])


def outcomes_differ(state: Any, sheet: Sheet) -> Iterator[str]:
    """AP-20 to AP-24."""
    program = {
        r.name: (r.place, r.hand_name.split(",")[0], r.payout, r.result) for r in state.results
    }
    page = {name: (o.place, o.hand_type, o.payout, o.result) for name, o in sheet.outcomes.items()}
    yield from differ("results", program, page)


# ---- what is said in it


def begin(dice: random.Random, kind: int) -> Game:
    """A game with chosen players and options, nothing said in it yet.

    Of five kinds one is a single batch with many bids (AP-11), one ends with hands alike (AP-23).
    """
    chosen = {key: value for key, value in _options(dice).items() if dice.random() < 0.9}
    count = dice.choice([2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 13])
    if kind == 0:
        count = dice.choice([3, 4, 5])
        few = {"lots": str(dice.randint(count, 6)), "batch_size": "6", "change_sessions": "0"}
        chosen |= few | {"coins": "9", "min_bid": "1"}
    elif kind == 1:
        count = dice.choice([2, 4, 6, 8, 10])
        chosen |= {"lots": "10", "change_sessions": dice.choice(["0", "0", "1"])}
    else:
        chosen["lots"] = str(dice.choice([count, count + 1, count + 3, 13, 30]))
    if kind > 1 and dice.random() < 0.1:
        del chosen["lots"]
    players = tuple(dice.sample(NAMES, count))
    header = journal.Header("auction-poker", 1, "Test", "UTC", players, options=chosen)
    typed = kind == 1 or dice.random() < 0.3
    return Game(
        header,
        begun(GAME, header),
        seed=dice.randbytes(32),
        typed_chance=typed,
        reference=Reference(header),
    )


def _options(dice: random.Random) -> dict[str, str]:
    return {
        "coins": str(dice.choice([2, 5, 9, 20, 40, 300])),
        "batch_size": str(dice.choice([1, 2, 3, 5, 5, 52])),
        "min_bid": str(dice.choice([1, 1, 1, 2])),
        "change_sessions": str(dice.choice([0, 1, 2, 2, 3, 5])),
        "reveal_bids": dice.choice(["winners", "all"]),
        "low_ace_straight": dice.choice(["on", "off"]),
        "bidding_hours": str(dice.choice([24, 24, 1, 48])),
        "change_hours": str(dice.choice([24, 24, 12])),
        "coin_value": str(dice.choice([50_000, 7])),
        "repayment": str(dice.choice([5_000_000, 1])),
    }


def hands_alike(dice: random.Random) -> Iterator[str]:
    """A deck whose ten lots hold hands of only three strengths."""
    ranks = dice.sample(RANKS, len(RANKS))
    for suits in ("CD", "HS"):
        yield from (rank + suit for rank in ranks[:3] for suit in suits)
    for five in (ranks[3:8], ranks[8:]):
        for lot in range(4):
            yield from (rank + SUITS[(lot + n) % 4] for n, rank in enumerate(five))


def play_random_game(number: int) -> Game:
    """A whole game by its number, or one that is given up after many entries."""
    dice = random.Random(number)  # noqa: S311
    game = begin(dice, number % 5)
    Talk(dice, game).to_the_end()
    return game


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
            if self.game.sheet.over and self.dice.random() < 0.8:
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

    def _some(self, things: Sequence[Thing], most: int) -> list[Thing]:
        return self.dice.sample(things, min(len(things), self.dice.randint(1, most)))

    def _hear(self, who: str, text: str, at: Instant | None = None, late: str = "") -> bool:
        taken = self.game.apply(who, text, at or self.now, late)
        if taken and at and not text.startswith(("undo", "redo")):
            self.now = max(self.now, at)
        if taken and not self.game.typed_chance:
            self._chance()
        return taken

    # ---- chance and the host moving the game on

    def _chance_due(self) -> bool:
        return self.game.replay.chance_due

    def _chance(self) -> None:
        """Chance as soon as it is due, from the seed; typed, the host may say something first."""
        while self._chance_due():
            if self.game.typed_chance and self._often(0.3):
                self._one()
            if self.game.typed_chance and self._often(0.02):
                self._hear("host", 'pause why "holidays"')
            if not self._chance_due():
                return
            if self._often(0.05):
                self.game.apply(
                    "chance", f"shuffle {' '.join(self.dice.sample(DECK, 9))}", self.now
                )
            text = self.game.replay.draw(0, self.now, self.now).text
            if self.game.typed_chance and not self.sheet.dealt and self._often(0.7):
                text = f"shuffle {' '.join(hands_alike(self.dice))}"
            how = "typed" if self.game.typed_chance else "seed"
            if self.game.typed_chance and self._often(0.3):
                self.now = self._later(3)
            assert self.game.apply("chance", text, self.now, drawn=how)

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
            ruling = self.dice.choice(["inactive {}", "adjust {} coins =0", "stand"]).format(
                row.name
            )
            if ruling == "stand":
                self._hear(row.name, ruling)
            else:
                self._hear("host", f'{ruling} why "a slip"')

    def _later(self, hours: int) -> Instant:
        return self.now.plus(timedelta(minutes=self.dice.randrange(60 * hours)))

    def _one(self) -> None:
        """One entry of anybody's."""
        kinds: list[tuple[float, Callable[[], None]]] = [
            (60, self._player),
            (2, self._close_wrongly),
            (2, self._close_early),
            (1.2, self._ruling),
            (2, self._take_back),
            (0.5, self._oddity),
        ]
        self.dice.choices([say for _, say in kinds], [weight for weight, _ in kinds])[0]()

    def _close_wrongly(self) -> None:
        text = self.dice.choice(
            ["close", "close", "start", f"close {self.dice.choice(self.rows).name}"]
        )
        self._hear("host", text, self._in_window())

    def _close_early(self) -> None:
        if self._often(0.7):
            for name in sorted(self.sheet.awaited()):
                text = "keep" if self.sheet.phase == "change" else "pass"
                self._hear(name, text, self._in_window())
        self._hear("host", "close early", self.now)

    def _ruling(self) -> None:
        name = self.dice.choice(self.rows).name
        amount = self.dice.choice(["+3", "-2", "=0", "=1", "=6", "+50", "-900"])
        span = self.dice.choice(["+12h", "+90m", "+1h30m"])
        text = self.dice.choice(
            [
                f'inactive {name} why "silent"',
                f'adjust {name} coins {amount} why "a slip"',
                f'adjust {name} coins {amount} why "a slip"',
                f'extend {span} why "the forum was down"',
                'pause why "holidays"',
                "resume",
                'note "hello"',
            ]
        )
        self._hear("host", text, self.now)

    def _oddity(self) -> None:
        text = self.dice.choice(
            ['end why "too few"', 'words "x"', 'adjust Ann cards +1 why "x"', "start"]
        )
        if text.startswith("adjust") and "Ann" not in self.sheet.rows:
            return
        if text.startswith("end") and self._often(0.7):
            return
        self._hear("host", text, self.now)

    def _take_back(self) -> None:
        """Undo, mostly the right one, sometimes several; then perhaps redo."""
        for _ in range(self.dice.choice([1, 1, 1, 2, 4])):
            wrong = self.dice.choice([0, 0, 0, 0, 1])
            number = self.game.reference.said_last - wrong
            if number > 0:
                self._hear("host", f'undo {number} why "a slip"')
        for _ in range(self.dice.choice([0, 1, 2])):
            number = self.game.reference.taken_back_last or 1
            self._hear("host", f"redo {number}")
        self.now = max(self.sheet.latest, BEGIN)

    # ---- players

    def _in_window(self) -> Instant:
        """Some instant in the open window, often one that others have used too."""
        sheet = self.sheet
        if not sheet.window:
            return self.now
        length = int(sheet.opened.until(sheet.deadline).total_seconds() // 60)
        step = self.dice.choice([length, length // 2, length // 4, length // 12, 1])
        return sheet.opened.plus(timedelta(minutes=step * self.dice.randint(0, length // step)))

    def _player(self) -> None:
        """A move of somebody's, at some time, mostly in time."""
        row = self.dice.choice(self.rows)
        if self._often(0.7):
            fit = [row for row in self.rows if self.sheet.may_move(row)]
            row = self.dice.choice(fit or self.rows)
        at, late = self._in_window(), ""
        if self._often(0.08):
            ends = [self.sheet.opened, self.sheet.deadline] if self.sheet.window else [self.now]
            at = self.dice.choice(ends).plus(timedelta(seconds=self.dice.choice([-1, 0, 1, 300])))
            late = self.dice.choice(["", "the forum was down"])
        self._hear(row.name, self._move(row), at, late)

    def _move(self, row: Row) -> str:
        phase = self.sheet.phase
        if self._often(0.04):
            return self.dice.choice(["pass", "keep", "bid A 1", "trash 2C", "stand"])
        if self._often(0.06):
            return self.dice.choice(["stand", "stand", "pass", "keep"])
        if phase == "change":
            return self._trash(row)
        return self._bids(row)

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
