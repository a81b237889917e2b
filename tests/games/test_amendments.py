"""Amendments in random games of every kind (design §3b): the game goes on as if everything had been
said right from the start, and in a sealed window the order of typing makes no difference (ALL-8).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
from lengths import few_first, few_or_many
from playing import START, Dice, play
from random_play import BEGIN, RandomGame, begun, by_chance, by_defaults
from tutorial import EVERY_KIND

from gmtool.engine import codec, modes
from gmtool.engine.amending import amends
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Header, write_entry
from gmtool.engine.moves import Amend, Amendment, Insert, Strike
from gmtool.engine.refusals import NotNow, Refusal
from gmtool.engine.replay import Fold, replay
from gmtool.engine.steps import Step, chance_due, draw, hear
from gmtool.engine.table import OpenWindow, Table, wanted
from gmtool.engine.windows import last_arrival
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games import BUILT_IN, load

WHY = "typed wrong"
ENTRIES = 50
"""How long a game is that is amended; then it has been amended often enough."""
GAMES = few_first(1, range(1, 25))


# ---- as if it had been said right from the start


@pytest.mark.parametrize("number", GAMES)
@pytest.mark.parametrize("rules", EVERY_KIND, indirect=True)
def test_all_06_an_amended_game_is_as_if_all_had_been_said_right(rules: Game, number: int) -> None:
    header = by_chance(rules, number)
    fold = begun(rules, header)
    fold.seed = bytes.fromhex(header.seed)
    game = Slips(header, fold, [], Dice(number), most=few_or_many(ENTRIES, 100))
    game.play()
    assert game.did["amend"] + game.did["strike"] + game.did["insert"], game.text()
    again = play(game.text(), rules)
    assert again.entries == tuple(game.entries), game.text()
    assert again.table == game.table, game.text()
    anew = replay(rules, fold.start, game.entries, fold.seed)
    assert snapshot(anew) == snapshot(game.fold), game.text()
    at_once = replay(rules, fold.start, game.fold.said, fold.seed)
    assert without_undone(snapshot(at_once)) == without_undone(snapshot(game.fold)), game.text()


def without_undone(stands: tuple[Any, ...]) -> tuple[Any, ...]:
    """What stands, but for words that are fixed by draws that were taken back."""
    table, *rest = stands
    return replace(table, words_fixed=False), *rest


@dataclass
class Slips(RandomGame):
    """A random game in which the host puts right what is on record, now and then; `slips` are the
    amendments by their numbers.
    """

    slips: dict[int, Amendment] = field(default_factory=dict)

    def play(self) -> None:
        """For so many entries, or to its end; a failure carries the journal."""
        try:
            self._draw(Entry(0, HOST, "", self.now, self.now))
            while len(self.entries) < self.most:
                if self.often(0.2) or wanted(self.game, self.table).nothing:
                    self._amends()
                if wanted(self.game, self.table).nothing:
                    break
                self._go_on()
            self._amends()
        except (AssertionError, Refusal) as error:
            if self.text() not in str(error):
                error.add_note(self.text())
            raise

    def _amends(self) -> None:
        """Put something right; what falls by it is struck in the same breath. Of what makes much
        fall hardly any, or nothing is left to be put right.
        """
        for _ in range(6):
            slip = self._slip()
            if slip is None or self._refuses(slip):
                continue
            outcome = self.fold.amended(self._entry(slip))
            fell = outcome.fell
            if outcome.fold.table.paused:
                continue  # the players of these games don't wait
            if len(fell) > 4 and self.often(0.9):
                continue
            if fell:
                assert self._refuses(slip, for_good=True), f"{fell} fall without a word"
            self._put_right(replace(slip, drop=tuple(entry.number for entry, _ in fell)))
            return

    def _refuses(self, slip: Amendment, *, for_good: bool = False) -> bool:
        """Whether an amendment is refused; then it changes nothing."""
        was = snapshot(self.fold)
        try:
            if for_good:
                self.fold.hear(self._entry(slip))
            else:
                self.fold.amended(self._entry(slip))
        except Refusal:
            assert snapshot(self.fold) == was, f"{slip} was refused, but changed something"
            return True
        return False

    def _put_right(self, slip: Amendment) -> None:
        was = snapshot(self.fold)
        number = self._take(self._entry(slip)).entry.number
        self.slips[number] = slip
        self._check()
        self._draw(self._entry(slip))
        if self.often(0.5):
            now = snapshot(self.fold)
            self._take(replace(self._entry(slip), text=f"undo {number}"))
            assert snapshot(self.fold) == was, f"{number} taken back leaves something of it"
            self._take(replace(self._entry(slip), text=f"redo {number}"))
            assert snapshot(self.fold) == now, f"{number} put back isn't as it was"

    def _entry(self, slip: Amendment) -> Entry:
        return Entry(len(self.entries) + 1, HOST, str(slip), self.now, self.now)

    def hear(self, entry: Entry) -> Step:
        """What may have come too early for what its sender said later, comes last (ALL-8)."""
        try:
            return super().hear(entry)
        except Refusal:
            last = last_arrival(self.table)
            if not entry.source or last is None or last <= entry.received_at:
                raise
            return super().hear(replace(entry, received_at=last))

    # ---- what is put right

    def _slip(self) -> Amendment | None:
        """Something that a host may find was typed wrong, most often lately."""
        steps = self.fold.live
        first = max(0, len(steps) - 8) if self.often(0.6) else 0
        place = first + self.dice.below(len(steps) - first) if steps else 0
        if not steps or not steps[place].entry.by_a_person or amends(steps[place].entry):
            return None
        about, before = steps[place], steps[place - 1].table if place else self.fold.start
        number, way = about.entry.number, self.dice.below(5)
        if way == 0:
            return Strike(number, WHY)
        if way == 1:
            return Amend(number, WHY, at=self._instant(about, before))
        other = way == 2 or about.who == HOST
        who = self._somebody(before) if other else about.who
        move = self.game.suggest(before.state, who, self.dice) if who else None
        if move is None:
            return None
        if way == 4:
            return Insert(number, WHY, (), who, self._instant(about, before), str(move))
        return Amend(number, WHY, to=str(move), by=who if other else "")

    def _somebody(self, before: Table) -> str:
        """A player who may have spoken at that table."""
        turns = wanted(self.game, before).turns
        names = sorted({turn.who for turn in turns} - {HOST, CHANCE})
        return self.dice.random.choice(names) if names else ""

    def _instant(self, about: Step, before: Table) -> Instant:
        """Some instant in a window that was open then, or that of another entry in it."""
        if not before.windows:
            return about.entry.received_at.plus(timedelta(minutes=self.dice.below(9) - 4))
        window = self.dice.random.choice(before.windows)
        others = [
            s.entry.received_at for s in self.fold.live if s.entry.received_at > window.opened
        ]
        if others and self.often(0.3):
            return self.dice.random.choice(others)
        until = max(window.opened, min(window.deadline, self.now))
        seconds = int(window.opened.until(until).total_seconds())
        return window.opened.plus(timedelta(seconds=self.dice.below(seconds + 1)))

    # ---- what it is then

    def _right(self) -> list[Entry]:
        """The journal as it would be had everything been typed right."""
        right: list[Entry] = []
        for entry in self.fold.said:
            slip = self.slips.get(entry.number)
            right = put_right(right, slip, entry) if slip else [*right, entry]
        return right

    def _check(self) -> None:
        """It stands as if everything had been said right from the start."""
        right = {entry.number: entry for entry in self._right()}
        live = [step for step in self.fold.live if step.entry.number in right]
        own = due_by(self.slips, self.fold.said)
        void = {step.entry.number for step in self.fold.steps if step.void}
        seed = self.fold.seed
        then: list[Step] = []
        for step in live:
            table = then[-1].table if then else self.fold.start
            entry = right[step.entry.number]
            if of_the_seed(entry):
                assert chance_due(self.game, table), f"nobody asked for draw {entry.number}"
                since = None if entry.number in own else due(then, self.game, self.fold.start)
                text = draw(self.game, table, seed)
                entry = replace(entry, text=text, received_at=since or entry.received_at)
            assert told(step.entry) == told(entry), f"{told(step.entry)} isn't {told(entry)}"
            then.append(hear(self.game, table, entry, noted=True))
            assert then[-1].news == step.news, f"entry {entry.number} tells something else"
            assert without_last(then[-1].closed) == without_last(step.closed)
        if not then:
            return  # the amendment itself is all that was ever said
        assert stands(then[-1].table) == stands(self.table)
        left_out = right.keys() - {step.entry.number for step in live} - void
        assert all(of_the_seed(right[number]) for number in left_out), left_out
        assert lawful([step.entry.number for step in live], list(right), then)
        self._check_from_the_start([entry for entry in right.values() if entry.number not in void])

    def _check_from_the_start(self, right: Iterable[Entry]) -> None:
        """The same journal without any amendment, heard by another fold. A window that ends when
        all have spoken may have ended too early there for what arrived before its end.
        """
        fold = Fold(self.game, self.fold.start, seed=self.fold.seed)
        own = due_by(self.slips, self.fold.said)
        last = START
        for entry in right:
            if not of_the_seed(entry):
                try:
                    fold.hear(entry)
                except NotNow:
                    assert entry.received_at < last, "refused, and nothing arrived after it"
                    self.did["in time for a closed window"] += 1
                    return
                last = max(last, entry.received_at)
            elif fold.chance_due and entry.number in own:
                fold.hear(replace(entry, text=draw(self.game, fold.table, self.fold.seed)))
            elif fold.chance_due:
                fold.hear(fold.draw(entry.number, entry.received_at, entry.recorded_at))
        assert stands(fold.table) == stands(self.table), "said right from the start it is otherwise"
        self.did["from the start"] += 1


def put_right(entries: Sequence[Entry], slip: Amendment, by: Entry) -> list[Entry]:
    """The journal with that put right, worked out from the design alone."""
    place = next(i for i, entry in enumerate(entries) if entry.number == slip.number)
    about, right = entries[place], list(entries)
    match slip:
        case Insert():
            right.insert(place, Entry(by.number, slip.who, slip.text, slip.at, by.recorded_at))
        case Amend():
            text, who, at = (
                slip.to or about.text,
                slip.by or about.who,
                slip.at or about.received_at,
            )
            right[place] = replace(about, text=text, who=who, received_at=at)
        case Strike():
            del right[place]
    return [entry for entry in right if entry.number not in slip.drop]


def due(then: Sequence[Step], game: Game, start: Table) -> Instant | None:
    """When the entry came by which a draw became due, if it is the last."""
    if not then:
        return None
    before = then[-2].table if then[1:] else start
    if of_the_seed(then[-1].entry) or not chance_due(game, before):
        return then[-1].entry.received_at
    return None


def due_by(slips: Collection[int], said: Iterable[Entry]) -> set[int]:
    """The draws that were made since something was put right: they came with that."""
    found, last = set(), 0
    for entry in said:
        if of_the_seed(entry) and last in slips:
            found.add(entry.number)
        elif not of_the_seed(entry):
            last = entry.number
    return found


def lawful(counted: Sequence[int], recorded: Sequence[int], then: Sequence[Step]) -> bool:
    """Whether entries count in the order of recording, those of a sealed window in the order of
    arrival (ALL-8).
    """
    place = {number: i for i, number in enumerate(recorded)}
    sealed = {step.entry.number for step in then if step.sealed}
    others = [place[number] for number in counted if number not in sealed]
    arrivals: dict[tuple[str, int], list[tuple[Instant, int]]] = {}
    for step in then:
        if step.sealed:
            arrived = (step.entry.received_at, step.entry.number)
            arrivals.setdefault(step.sealed, []).append(arrived)
    return others == sorted(others) and all(own == sorted(own) for own in arrivals.values())


def of_the_seed(entry: Entry) -> bool:
    return entry.who == CHANCE and entry.drawn == "seed"


def told(entry: Entry) -> tuple[int, str, str, Instant]:
    return entry.number, entry.who, entry.text, entry.received_at


def stands(table: Table) -> Table:
    """How it stands, but for what an amendment does by being said at its instant."""
    windows, closed = without_last(table.windows), without_last(table.closed)
    table = replace(table, windows=windows, closed=closed)
    return replace(table, began=None, last_at=None, words_fixed=False)


def without_last(windows: Iterable[OpenWindow]) -> tuple[OpenWindow, ...]:
    """The windows but for when something arrived last in them, which may be what doesn't stand."""
    return tuple(replace(window, last=None) for window in windows)


def snapshot(fold: Fold) -> tuple[Any, ...]:
    """All that a fold knows of what stands, and what is void."""
    steps = [replace(step, table=replace(step.table, words_fixed=False)) for step in fold.live]
    void = {step.entry.number for step in fold.steps if step.void}
    return fold.table, steps, void, tuple(fold.said), fold.failure


# ---- in any order


SEALED = [kind for kind in BUILT_IN if kind in {"auction-poker", "grouping-bw", "split-decision"}]


@pytest.mark.parametrize("kind", BUILT_IN)
def test_all_08_the_kinds_with_sealed_windows_are_those_below(kind: str) -> None:
    found = sealed_window(load(BUILT_IN[kind]), 0)
    assert bool(found) == (kind in SEALED)


@pytest.mark.parametrize("number", few_first(5, range(60)))
@pytest.mark.parametrize("kind", SEALED)
def test_all_08_in_a_sealed_window_the_order_of_typing_makes_no_difference(
    kind: str, number: int
) -> None:
    rules, dice = load(BUILT_IN[kind]), Dice(number)
    begins = sealed_window(rules, number, skip=dice.below(3)) or sealed_window(rules, number)
    assert begins, "no sealed window ever opens"
    arrived = messages(begins, dice)
    right = tells(typed(begins, arrived), begins.window)
    for _ in range(few_or_many(3, 10)):
        order = dice.shuffle(arrived)
        listing = "\n".join(map(write_entry, order))
        assert tells(typed(begins, order), begins.window) == right, listing


@dataclass
class Opened:
    """A game in which a sealed window has just opened."""

    header: Header
    fold: Fold

    @property
    def window(self) -> OpenWindow:
        return next(window for window in self.fold.table.windows if window.sealed)


def sealed_window(rules: Game, number: int, skip: int = 0) -> Opened | None:
    """The game of that number up to a sealed window; None where it has none so soon."""
    header = by_chance(rules, number) if number else by_defaults(rules, number)
    header = replace(header, settings={})
    fold = begun(rules, header)
    fold.seed = bytes.fromhex(header.seed)
    game = RandomGame(header, fold, [], Dice(number), lazy=0.2)
    game._draw(Entry(0, HOST, "", BEGIN, BEGIN))
    seen: set[tuple[str, int]] = set()
    while len(game.entries) < 60 and not wanted(rules, game.table).nothing:
        seen |= {(w.key, w.entry) for w in game.table.windows if w.sealed and not w.came}
        if len(seen) > skip and not game.table.paused:
            return Opened(header, game.fold)
        game._go_on()
    return None


def messages(begins: Opened, dice: Dice) -> list[Entry]:
    """What players say in the window, as it arrives: what the game suggests, and what another said
    before, which may well be refused.
    """
    fold, key = begins.fold.copy(), begins.window.key
    at = max(begins.window.opened, *(until for _, until in fold.table.pauses), begins.window.opened)
    minutes = int(at.until(begins.window.deadline).total_seconds()) // 60
    many = min(minutes, 2 + dice.below(2 * len(fold.table.players)))
    found: list[Entry] = []
    for minute in sorted(dice.random.sample(range(1, minutes + 1), many)):
        turns = [turn for turn in wanted(fold.game, fold.table).turns if turn.window == key]
        if not turns:
            break
        who = dice.random.choice(turns).who
        move = fold.game.suggest(fold.table.state, who, dice)
        text = dice.random.choice(found).text if found and dice.below(3) == 0 else str(move or "")
        if text:
            came = at.plus(timedelta(minutes=minute))
            found.append(Entry(0, who, text, came, begins.window.deadline, "pm"))
            with suppress(Refusal):
                fold.hear(replace(found[-1], number=numbered(fold)))
    return found


def typed(begins: Opened, order: Iterable[Entry]) -> Fold:
    """The window with its messages typed in that order, then closed. What came in time for a window
    that was closed too soon is put before the entry that closed it; what is refused is typed again
    when the rest is on record.
    """
    fold, window = begins.fold.copy(), begins.window
    refused = [*order]
    while refused:
        again, refused = refused, []
        for entry in again:
            try:
                fold.hear(replace(entry, number=numbered(fold)))
            except Refusal:
                if not insert(fold, window, entry):
                    refused.append(entry)
            draw_due(fold, entry)
        if refused == again:
            break  # whoever sent them has said something that doesn't stand
    if not closing(fold, window):
        close = Entry(numbered(fold), HOST, "close", window.deadline, window.deadline)
        fold.hear(close)
        draw_due(fold, close)
    return fold


def insert(fold: Fold, window: OpenWindow, entry: Entry) -> bool:
    """Put an entry in before that which closed the window, unless it would be refused there too."""
    closed = closing(fold, window)
    if closed is None or closed.entry.received_at < entry.received_at:
        return False
    slip = Insert(closed.entry.number, WHY, (), entry.who, entry.received_at, entry.text)
    said = Entry(numbered(fold), HOST, str(slip), window.deadline, window.deadline)
    with suppress(Refusal):
        drop = tuple(one.number for one, _ in fold.amended(said).fell)
        fold.hear(replace(said, text=str(replace(slip, drop=drop))))
        return True
    return False


def draw_due(fold: Fold, cause: Entry) -> None:
    while fold.chance_due:
        at, recorded_at = cause.received_at, cause.recorded_at
        fold.hear(fold.draw(numbered(fold), at, recorded_at))


def numbered(fold: Fold) -> int:
    return max((entry.number for entry in fold.said), default=0) + 1


def closing(fold: Fold, window: OpenWindow) -> Step | None:
    """The step that closed that window."""
    key = (window.key, window.entry)
    closed = (step for step in fold.live if key in {(w.key, w.entry) for w in step.closed})
    return next(closed, None)


def tells(fold: Fold, window: OpenWindow) -> dict[str, Any]:
    """All that can be known of how a window was closed and of what follows, by whatever numbers its
    entries are on record.
    """
    step = closing(fold, window)
    assert step is not None
    seers = (PUBLIC, HOST, *fold.table.players)
    return {
        "stands": {(s.who, s.entry.text, s.entry.received_at) for s in fold.live if s.sealed},
        "news": unnumbered([(one.name, one.facts, one.secret) for one in step.news]),
        "texts": fold.game.messages(step.news),
        "views": [fold.game.view(step.table.state, seer) for seer in seers],
        "state": unnumbered(fold.table.state),
        "windows": [
            unnumbered(replace(w, moved=tuple(sorted(w.moved)))) for w in fold.table.windows
        ],
        "quiet": fold.table.quiet,
        "draws": [s.entry.text for s in fold.live if s.entry.who == CHANCE],
        "drawn": [s.entry.received_at for s in fold.live if s.entry.who == CHANCE],
    }


def unnumbered(data: Any) -> Any:
    """Plain data without the numbers of entries."""
    if isinstance(data, dict):
        return {key: unnumbered(value) for key, value in data.items() if key != "entry"}
    if isinstance(data, list | tuple):
        return [unnumbered(one) for one in data]
    return data if isinstance(data, str | int | None) else unnumbered(codec.to_json(data))


# ---- what can't be put right


@pytest.mark.parametrize("rules", EVERY_KIND, indirect=True)
def test_all_03_all_06_what_cant_be_put_right_is_refused_with_its_clause(rules: Game) -> None:
    header = replace(by_defaults(rules, 0), settings={"chance": modes.HOLD})
    game = RandomGame(header, begun(rules, header), [], Dice(3), lazy=0)
    game.fold.seed = bytes.fromhex(header.seed)
    game._host('words "Ann: banana"')
    while len(game.entries) < 12 or not any(map(of_the_seed, game.entries)):
        game._go_on()
    drawn = next(entry.number for entry in game.entries if of_the_seed(entry))
    note, setting, struck = (
        said(game, text) for text in ('note "x"', "set thread=1", 'note "struck"')
    )
    amendment = said(game, f'strike {struck} why "x"')
    gone = said(game, 'note "taken back"')
    game._host(f"undo {gone}")
    at = game.now
    cant = [(999, "ALL-6"), (gone, "ALL-6"), (struck, "ALL-6"), (setting, "ALL-6")]
    for number, clause in (*cant, (amendment, "ALL-6"), (drawn, "ALL-3"), (1, "ALL-3")):
        said_of_it = 'words "Bob"' if number == 1 else 'note "y"'
        refuses(game, Amend(number, WHY, to=said_of_it), clause)
        refuses(game, Amend(number, WHY, at=at), clause)
        refuses(game, Strike(number, WHY), clause)
        refuses(game, Strike(note, WHY, drop=(number,)), clause)
    for number, clause in cant[:3]:
        refuses(game, Insert(number, WHY, (), game.table.players[0], at, "pass"), clause)
    refuses(game, Amend(note, WHY, to='words "Bob"'), "ALL-3")
    for text in ("set thread=2", f"undo {note}", f'strike {note} why "x"'):
        refuses(game, Amend(note, WHY, to=text), "ALL-6")
    game._host(f'strike {note} why "x"')


def said(game: RandomGame, text: str) -> int:
    """What the host said, by its number."""
    game._host(text)
    return len(game.entries)


def refuses(game: RandomGame, slip: Amendment, clause: str) -> None:
    """That can't be put right, by that clause, and nothing is changed by trying."""
    entry, was = Entry(len(game.entries) + 1, HOST, str(slip), game.now, game.now), game.fold.copy()
    for asked in (game.fold.amended, game.fold.hear):
        with pytest.raises(Refusal) as refused:
            asked(entry)
        assert refused.value.clause == clause, slip
        assert snapshot(game.fold) == snapshot(was)
