"""Random games of any kind, with a clock: played by what the game itself suggests, by moves that
may well be wrong, and by a host who rules, waits for deadlines and takes things back.

Players, options and all that is said follow from a game's number; a failure carries the journal up
to it, ready to be replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, NoReturn

from msgspec.structs import replace

from gmtool.desk.rehearse.bots import Dice, offering, verb
from gmtool.desk.session.session import empty_replay
from gmtool.engine import entropy, journal
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read
from gmtool.engine.game import Game
from gmtool.engine.grammar import PLAYER
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, Table, awaited, undone, wanted
from gmtool.engine.text import CHANCE, HOST, quote, write_name
from gmtool.testing.broken import Broken, need, shown_by
from gmtool.testing.random_headers import by_chance, by_defaults

BEGIN = Instant("2026-11-20T20:00:00Z")


# ---- what is applied


@dataclass
class HostedGame:
    """A game that is being played, and its journal so far."""

    header: Header
    replay: Replay
    entries: list[Entry] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.replay.game

    @property
    def table(self) -> Table:
        return self.replay.table

    def try_it(self, entry: Entry) -> Step | Refusal:
        """What becomes of the entry; it is kept where it goes through, else nothing changes."""
        was = self.replay.table
        try:
            step = self.replay.apply(entry)
        except Refusal as refusal:
            if self.replay.table is not was:
                self.fail(["it was refused, but changed something"], entry)
            return refusal
        self.entries.append(entry)
        return step

    def text(self) -> str:
        """The journal so far, as a host would send it in with a complaint."""
        return journal.write(self.header, self.entries)

    def fail(self, found: Iterable[str], entry: Entry) -> NoReturn:
        """Say what is wrong at that entry."""
        raise Broken("; ".join(found), entry, self.text(), kind=self.game.kind)


# ---- the play

Keeps = Callable[[Table, Step, Table], Iterable[str]]
"""What of its promises a game has broken by a step, given the tables before and after it."""


PLANS = 12
"""One of so many times that somebody may speak somebody leaves a plan."""
LATELY = 8
"""So many of the moves that were said last are said again in plans."""
MANY = 200
"""So many entries beyond its most a game may go on that waits for chance."""


def nothing_more(_before: Table, _step: Step, _after: Table) -> Iterable[str]:
    """A kind that promises nothing of its own."""
    return ()


@dataclass
class RandomGame(HostedGame):
    """A random game on its way: `lazy` is how often a deadline passes instead of a move, `most` how
    many entries it may have; `keeps` is asked after every entry. `before` has the table before each
    entry, `steps` what each was when it was taken, `refused` what was tried and refused, `said` the
    moves that others may try, `unasked` what was taken though nobody was asked for it.
    """

    dice: Dice = field(default_factory=lambda: Dice(0))
    planning: Dice = field(default_factory=lambda: Dice(0))
    """Its own, so that plans change nothing else about what is said."""
    keeps: Keeps = nothing_more
    lazy: float = 0.05
    most: int = 1500
    now: Instant = BEGIN
    before: dict[int, Table] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    unasked: list[Step] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    refused: list[tuple[Entry, Refusal]] = field(default_factory=list)

    @property
    def mode(self) -> str:
        return self.header.settings.get("chance", entropy.SEED)

    def often(self, chance: float) -> bool:
        return self.dice.often(chance)

    def to_the_end(self) -> RandomGame:
        """Play it to its end; a failure carries the journal."""
        with shown_by(None, self.text, self.game.kind):
            self.make_due(Entry(0, HOST, "", self.now, self.now))
            while not wanted(self.game, self.table).nothing:
                need(len(self.entries) < self.most, f"it goes on after {self.most:,} entries.")
                self.go_on()
            self._back_and_forth()
        return self

    def go_on(self) -> None:
        """What somebody says next, and now and then something beside it."""
        if self.often(0.04):
            self._rule()
        if self.often(0.15):
            self._attempt()
        if self.planning.below(PLANS) == 0:
            self._plan()
        if self.often(0.05):
            self._back_and_forth()
        if wanted(self.game, self.table).nothing:
            return
        if self.mode == entropy.HOLD and not self.entries and self.often(0.8):
            self.host('words "Ann: banana"')
        elif self.table.windows and self.often(self.lazy):
            self._expire()
        elif not self._somebody_speaks():
            need(self.table.windows, "nobody is asked for anything, and no window runs out.")
            self._close()

    def _somebody_speaks(self) -> bool:
        """Somebody who is awaited does what the game suggests, at times somebody who needn't;
        whether there was anybody.
        """
        expected = {turn.who for turn in awaited(self.game, self.table)}
        others = {turn.who for turn in wanted(self.game, self.table).turns} - expected
        first, then = (others, expected) if self.often(0.15) else (expected, others)
        if not expected and self.often(0.6):
            then = set()
        for who in (*self.dice.shuffle(sorted(first)), *self.dice.shuffle(sorted(then))):
            drawn = who == CHANCE and self.mode != entropy.TYPED
            if not drawn and self._speaks(who):
                return True
        if self.mode == entropy.HOLD and not self.table.started:
            self.host("start")  # what it waits for is drawn first
            return True
        return False

    def _speaks(self, who: str) -> bool:
        """Whether that one had something to say in time."""
        move = self.game.some_move(self.table.state, who, self.dice)
        if move is None:
            return False
        turn = offering(self.game, self.table, who, str(move))
        if turn is None:
            raise Broken(f"suggest() gives {who} “{move}”, which wanted() doesn't ask for.")
        at = self._in_time(self.table.window(turn.window), who)
        if at is None:
            return False
        recorded = max(at, self.now)
        drawn = "typed" if who == CHANCE else ""
        note = 'says "hi"' if self.often(0.03) else ""
        source = "" if who in {HOST, CHANCE} else "pm"
        entry = Entry(0, who, str(move), at, recorded, source, note=note, drawn=drawn)
        try:
            applied = self.apply(entry).move
        except Refusal as refusal:
            if at < self.now:  # what was said after it may fall by it, as more time for a window
                return False
            raise Broken(
                f"suggest() gives {who} “{move}”, which is refused: {refusal}"
            ) from refusal
        need(
            applied == move,
            f"“{move}” doesn't read back: it is {move!r}, and was read as {applied!r}.",
        )
        self.now = recorded
        self.said.append(str(move))
        return True

    def _in_time(self, window: OpenWindow | None, who: str) -> Instant | None:
        """When a message for that window came: soon, or at any time until its deadline, so that
        messages are recorded out of order; None where it is too late.
        """
        if window is None:
            self.now = self.now.plus(timedelta(minutes=self.dice.below(30)))
            return self.now
        since = max([window.opened, *(until for _, until in self.table.pauses)])
        until = window.last_call(who)
        if since > until:
            return None
        seconds = int(since.until(until).total_seconds())
        if self.often(0.5):
            seconds = min(seconds, 3600)
        return since.plus(timedelta(seconds=self.dice.below(seconds + 1)))

    # ---- the host

    def host(self, text: str) -> None:
        self.apply(Entry(0, HOST, text, self.now, self.now))

    def _expire(self) -> None:
        """A deadline comes, and the host closes for everybody overdue, or for one."""
        ends = [window.ends for window in self.table.windows]
        self.now = max(self.now, self.dice.random.choice(ends))
        turns = wanted(self.game, self.table).turns
        late = [turn.who for turn in turns if turn.expected and turn.window]
        if late and self.often(0.3):
            one = f"close {write_name(self.dice.random.choice(late))}"
            if self.tries(HOST, one) is not None:
                return
        if self.tries(HOST, "close") is None:
            need(self._speaks(HOST), "at its deadline a window can't be closed.")

    def _close(self) -> None:
        """Nobody says any more: closed early where that can be, else at a deadline."""
        overdue = self.table.overdue(self.now)
        if not awaited(self.game, self.table) and not overdue and self.often(0.8):
            # whoever may still add something says first that it won't (ALL-2)
            done = [self.tries(who, "done") for who in undone(self.game, self.table, self.now)]
            if None not in done and self.tries(HOST, "close early") is not None:
                return
        self.now = max(self.now, min(window.ends for window in self.table.windows))
        self.host("close")

    def _rule(self) -> None:
        """The host steps in, sometimes where that can't be."""
        name = self.dice.random.choice(self.table.players)
        since, until = self.now.plus(timedelta(hours=2)), self.now.plus(timedelta(hours=50))
        texts = ['note "x: y"', 'extend +1h30m why "forum down"', "pause"]
        texts += [f'extend until {until} why "the holidays"']
        texts += [f'extend {write_name(name)} +5h why "its train is late"']
        texts += [f'absent {write_name(name)} from {since} until {until} why "a wedding"']
        texts += [f'replace {self._one_word(name)} {self._stranger(name)} why "no time"']
        texts += [f'{verb} {write_name(name)} why "silent"' for verb in ("inactive", "active")]
        players: list[dict[str, Any]] = self.game.view(self.table.state, HOST)["players"]
        facts = next(player for player in players if player["name"] == name)
        numbers = [key for key, value in facts.items() if type(value) is int]
        texts += [f'adjust {write_name(name)} {key} +2 why "x"' for key in numbers]
        if self.game.redeal:
            texts.append('redeal why "a hand was shown"')
        text = self.dice.random.choice(texts)
        if text != "pause":
            self.tries(HOST, text)
        elif self.table.began:
            self.host('pause why "away"')
            self.now = self.now.plus(timedelta(hours=30))
            self.host("resume")

    def _one_word(self, name: str) -> str:
        return quote(name) if " " in name else write_name(name)

    def _stranger(self, name: str) -> str:
        """Who takes a seat: somebody new, or who had it before."""
        former = [one.was for one in self.table.replaced if self.table.seat(one.was) == name]
        return self._one_word(former[-1] if former else f"Sub{len(self.entries)}")

    def _back_and_forth(self) -> None:
        """Take back some of what was said last: it stands as before that. Then put it back: nothing
        has changed. Words that were mixed into the draws can't be taken back.
        """
        was, said = self.table, []
        for _ in range(1 + self.dice.below(4)):
            last = self.replay.last_by_a_person()
            if last is None or last.text.startswith("words"):
                break
            said.append(last.number)
            self.host(f"undo {last.number}")
            before = replace(self.before[last.number], words_fixed=self.table.words_fixed)
            need(self.table == before, f"taking back entry {last.number} leaves something of it.")
        for number in reversed(said):
            self.host(f"redo {number}")
        need(self.table == was, f"entries {said}, taken back and put back, change something.")

    # ---- what may be wrong

    def _attempt(self) -> None:
        """Anybody, most often who isn't asked, says what was said lately or stands in a form
        without a placeholder.
        """
        turns = wanted(self.game, self.table).turns
        bare = {form for turn in turns for form in turn.moves if form == form.lower()}
        texts = [*self.said[-6:], *sorted(bare)]
        if not texts:
            return
        everybody = [HOST, CHANCE, *self.header.players]
        unasked = [who for who in everybody if who not in {turn.who for turn in turns}]
        who = self.dice.random.choice(unasked if unasked and self.often(0.7) else everybody)
        try:
            text = str(read(self.game, self.table, who, self.dice.random.choice(texts)))
        except Refusal:
            return
        offered = offering(self.game, self.table, who, text)
        if who == CHANCE and offered:
            return  # what chance gives is drawn
        before = self.table
        step = self.tries(who, text)
        if step is None or offered or (who != HOST and step.move.anytime):
            return
        if not self.game.is_said_already(before.state, step.entry.who, step.move):
            self.unasked.append(step)

    def tries(self, who: str, text: str) -> Step | None:
        """The step that a move is which may be refused."""
        drawn = "typed" if who == CHANCE else ""
        try:
            return self.apply(Entry(0, who, text, self.now, self.now, drawn=drawn))
        except Refusal as refusal:
            entry = Entry(len(self.entries) + 1, who, text, self.now, self.now, drawn=drawn)
            self.refused.append((entry, refusal))
            return None

    # ---- plans

    def _plan(self) -> None:
        """A player leaves a plan made of what it said before, of what was said lately, of bare
        forms, and of the kind's own words; many can't be carried out.
        """
        own, dice = self.game.plans, self.planning.random
        if own is None or not self.header.players:
            return
        who = dice.choice(self.table.players)
        before = [step.entry.text for step in self.steps if step.who == who]
        said = filter(self.game.grammar.typed, (*before[-LATELY:], *self.said[-LATELY:]))
        bare = {verb(form) for form in self._forms() if " " not in form}
        moves = [*said, *sorted(bare), *own.choices]
        if not moves:
            return
        stages = []
        for _ in range(dice.choice((1, 1, 2, 3))):
            ends = [f" if {name}" for name in own.conditions if dice.random() < 0.3][:1]
            choices = [dice.choice(moves) + "".join(ends) for _ in range(dice.choice((1, 2, 3)))]
            until = [f" until {name}" for name in own.stretches if dice.random() < 0.2][:1]
            stages.append(" else ".join(choices) + "".join(until))
        text = f"plan {' then '.join(stages)}"
        if dice.random() < 0.3:
            text = "plan forced" if own.only and dice.random() < 0.7 else "plan nothing"
        self.tries(who, text)

    def _forms(self) -> Iterable[str]:
        return (form.example for form in self.game.grammar.of(PLAYER))

    # ---- what is applied

    def apply(self, entry: Entry) -> Step:
        """Take an entry in, and what is due before and after it and nobody says; raises its
        Refusal.
        """
        self.make_due(entry, starting=entry.text == "start")
        step = self._take(entry)
        self.make_due(entry)
        return step

    def make_due(self, cause: Entry, *, starting: bool = False) -> None:
        like = replace(cause, number=0)
        while made := self.replay.entry_due(like, mode=self.mode, starting=starting):
            # a game that has come to its last entry may still draw for it, but not for ever
            need(len(self.entries) < self.most + MANY, "chance is wanted again and again.")
            self._take(made)

    def _take(self, entry: Entry) -> Step:
        before, so_far = self.table, tuple(self.entries)
        entry = replace(entry, number=len(so_far) + 1)
        with shown_by(entry, lambda: journal.write(self.header, (*so_far, entry)), self.game.kind):
            step = self.try_it(entry)
        if isinstance(step, Refusal):
            raise step
        self.before[entry.number] = before
        self.steps.append(step)
        # Where it counts before others, what it told is of the table after it alone.
        found = [*self.keeps(before, step, step.table)]
        if found:
            self.fail(found, entry)
        return step


def random_game(game: Game, number: int, keeps: Keeps) -> RandomGame:
    """The random game of that number, played to its end; number 0 is one by the defaults."""
    header = by_chance(game, number) if number else by_defaults(game, number)
    dice = Dice(number)
    lazy = dice.random.choice((0.01, 0.05, 0.2))
    begins = empty_replay(game, header)
    planning = Dice(number + 1)
    played = RandomGame(header, begins, [], dice, planning, keeps, lazy)
    return played.to_the_end()
