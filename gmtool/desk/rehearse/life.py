"""One rehearsed game: bots who play at random what the rules allow, in the time that players take,
and a host who closes on time and sends at once what there is to send.

What is counted is what the desk itself makes of each entry; only the texts aren't written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.desk import Desk
from gmtool.desk.rehearse.bots import Dice, offering
from gmtool.desk.session.session import Session, begin
from gmtool.desk.session.transcript import figures
from gmtool.desk.texts import triggers
from gmtool.desk.texts.message_drafts import Outgoing, outgoing
from gmtool.desk.texts.triggers import Trigger
from gmtool.desk.texts.writing import Writer
from gmtool.engine.chance import SEED_BYTES
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game, Outcome, Turn
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, Table, is_awaited, may_add, wanted
from gmtool.engine.text import CHANCE, HOST
from gmtool.store import Block, GameRecord

OF_THE_HOST = 12
"""Within so many hours the host does what is asked of it."""
OF_A_PLAYER = 24
"""The hours that a player has where no window runs out."""
BESIDE, MORE = 0.2, 0.5
"""How often a player says what it needn't say, and adds something to what it has said."""
OVER = "the game is over"
"""The ending of a game whose kind doesn't tell how it ends."""
YEARS = timedelta(days=3653)
MOST = 20_000
"""A game that takes longer, or has more entries, is left unfinished."""


class Manner(Struct, frozen=True):
    """How players behave: `late` is how often one lets its time run out, `pace` the share of its
    time that one takes on average, both of 1.
    """

    late: float = 0.1
    pace: float = 0.3


class Bill(Struct, frozen=True):
    """What is rehearsed: a game as it is set up, when it begins, how its players behave, and the
    seed from which all its games follow.
    """

    header: Header
    start: Instant
    manner: Manner
    seed: str
    sends: bool = True
    """Whether what goes out is counted."""


class Said(Struct, frozen=True):
    """What came in one command: the moves of a player or the host, as of an instant."""

    at: Instant
    who: str
    moves: tuple[str, ...]


class Rehearsed(Struct, frozen=True):
    """What one game came to. `outcome` is None where it wasn't over when it was left. In the `idle`
    windows nobody could do anything; after the share `first_out` of the windows somebody was asked
    for nothing more. `foreseen` is what the set-up foresees, and whether it came about.
    """

    number: int
    is_over: bool
    days: float
    windows: int
    posts: int
    messages: int
    idle: int
    first_out: float
    outcome: Outcome | None
    foreseen: Mapping[str, bool] = {}


class _Counting(Writer, frozen=True):
    """Says which texts there are, and to whom, without writing them."""

    def write_block(self, one: Trigger) -> Block:
        return Block(one.message.occasion, one.step.entry.number, "", "", {})


class _Unbound(Session):
    """Knows no hashes of its entries, which no text tells here."""

    def _chain(self, entry: Entry, step: Step | None, by: Table, known: Callable[[], bool]) -> None:
        pass


_Key = tuple[str, str, int, bool, int]


@dataclass
class Life:
    """A game on its way. `due` is when each turn that somebody has now will be taken, None for one
    that isn't; `asked` counts, for each player, the windows until it was asked last.
    """

    desk: Desk
    session: Session
    dice: Dice
    manner: Manner
    now: Instant
    sends: bool
    said: list[Said] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    due: dict[_Key, Instant | None] = field(default_factory=dict)
    spoken: Counter[str] = field(default_factory=Counter)
    opened: set[tuple[str, int]] = field(default_factory=set)
    asked: dict[str, int] = field(default_factory=dict)
    posts: int = 0
    messages: int = 0
    idle: int = 0
    foreseen: dict[str, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, bill: Bill, number: int) -> Life:
        """The game of that number, set up; everything in it follows from number and seed."""
        dice, start = Dice(f"{bill.seed} {number}"), bill.start
        header = replace(bill.header, seed=dice.random.randbytes(SEED_BYTES).hex())
        session = _Unbound(**vars(begin(GameRecord(0, header, start), game)))
        desk = Desk(None, start, "rehearsal")
        life = cls(desk, session, dice, bill.manner, start, bill.sends)
        session.journal = lambda: life.entries
        session.deal(start)
        if not life._sent():
            life.posts += 1  # the opening, of which no rule tells
        return life

    @property
    def game(self) -> Game:
        return self.session.game

    def to_the_end(self) -> Life:
        """Play it until it is over, or has gone on for too long."""
        until = self.now.plus(YEARS)
        while not self.session.ended and self.now < until and len(self.entries) < MOST:
            self._go_on()
        return self

    def told(self, number: int) -> Rehearsed:
        """What it came to."""
        is_over, windows = self.session.ended, len(self.opened)
        firsts = [self.asked.get(player, 0) for player in self.session.table.players]
        return Rehearsed(
            number,
            is_over,
            self.session.record.created_at.until(self.now) / timedelta(days=1),
            windows,
            self.posts,
            self.messages,
            self.idle,
            min(firsts) / windows if windows else 1.0,
            self._outcome() if is_over else None,
            self.foreseen,
        )

    def _outcome(self) -> Outcome:
        """How it came out; of a kind that doesn't tell, what everybody may know of its end."""
        told = self.game.outcome(self.session.table.state)
        shown = figures(self.game, self.session.table)
        untold = Outcome(ending=OVER, endings=(OVER,), winners=(), figures=shown, shares={})
        return told or untold

    def _go_on(self) -> None:
        """What comes next: somebody speaks, or a window runs out."""
        table = self.session.table
        turns = [turn for turn in wanted(self.game, table).turns if turn.who != CHANCE]
        for turn in turns:
            if turn.window:
                self.asked[turn.who] = len(self.opened)
        windows = {window.key: window for window in table.windows}
        times = ((self._speaks_at(turn, windows.get(turn.window)), turn) for turn in turns)
        coming = [(at, place, turn) for place, (at, turn) in enumerate(times) if at is not None]
        closes = min((window.ends for window in table.windows), default=None)
        first = min(coming, default=None)
        if first and (closes is None or first[0] <= closes):
            self._speaks(max(self.now, first[0]), first[2])
        elif closes is not None:
            own = next((turn for turn in turns if turn.who == HOST and turn.expected), None)
            at = max(self.now, closes)
            self._speaks(at, own) if own else self._closes(at)  # a host answers before it closes
        else:
            raise RuntimeError("nobody is asked for anything, and no window runs out")

    # ---- players

    def _key(self, turn: Turn, window: OpenWindow | None) -> _Key:
        since = window.entry if window else 0
        return turn.who, turn.window, since, turn.expected, self.spoken[turn.who]

    def _speaks_at(self, turn: Turn, window: OpenWindow | None) -> Instant | None:
        """When a turn will be taken; None where it won't be."""
        key = self._key(turn, window)
        if key not in self.due:
            self.due[key] = self._chosen(turn, window)
        return self.due[key]

    def _chosen(self, turn: Turn, window: OpenWindow | None) -> Instant | None:
        if turn.who == HOST:
            is_start = "start" in turn.moves
            return self.now if is_start else self._within(self.now, timedelta(hours=OF_THE_HOST))
        needn = not (turn.expected if window is None else is_awaited(self.session.table, turn))
        if window is not None and turn.who in window.moved and needn:
            return None  # what it adds it adds at once
        if needn and not self.dice.often(BESIDE):
            return None
        if window is None:
            return self._within(self.now, timedelta(hours=OF_A_PLAYER))
        if self.dice.often(self.manner.late):
            return None
        since, until = max(window.opened, self.now), window.deadline_of(turn.who)
        return min(until, self._within(since, since.until(until))) if since <= until else None

    def _within(self, since: Instant, time: timedelta) -> Instant:
        """The full minute at which somebody speaks who has so much time."""
        pace = self.manner.pace
        share = self.dice.random.betavariate(1, (1 - pace) / pace)
        return since.plus(timedelta(minutes=-(-share * time // timedelta(minutes=1))))

    def _speaks(self, at: Instant, turn: Turn) -> None:
        """A player, or the host, says something that the rules allow, and perhaps more at once."""
        key = self._key(turn, self.session.table.window(turn.window))
        moves = tuple(self._moves(at, turn))
        if not moves:
            self.due[key] = None  # it has nothing to say
            return
        self.now = at
        self.said.append(Said(at, turn.who, moves))
        self._sent()

    def _moves(self, at: Instant, turn: Turn) -> Iterator[str]:
        before = self.session.table.window(turn.window)
        while True:
            table = self.session.table
            move = self.game.some_move(table.state, turn.who, self.dice)
            if move is None:
                return
            text = str(move)
            if offering(self.game, table, turn.who, text) is None:
                raise RuntimeError(f"suggest() gives {turn.who} “{text}”, which nobody asks for")
            self._apply(at, turn.who, text)
            yield text
            if before is None or turn.again or not self._adds(turn, before):
                return

    def _adds(self, turn: Turn, before: OpenWindow) -> bool:
        """Whether a player adds something to what it has just said in a window."""
        table = self.session.table
        asked, window = wanted(self.game, table), table.window(turn.window)
        if window is None or window.entry != before.entry:
            return False
        own = [one for one in asked.turns if (one.who, one.window) == (turn.who, turn.window)]
        can = any(may_add(asked, table, one) for one in own)
        return can and self.dice.often(MORE)

    # ---- the host

    def _closes(self, at: Instant) -> None:
        was = self.session.table
        over = {window.key for window in was.overdue(at) if not window.moved}
        able = {
            turn.window
            for turn in wanted(self.game, was).turns
            if turn.window in over
            and self.game.some_move(was.state, turn.who, self.dice) is not None
        }
        self.idle += len(over - able)
        self.now = at
        self._apply(at, HOST, "close")
        self.said.append(Said(at, HOST, ("close",)))
        if replace(self.session.table, last_at=was.last_at) == was:
            raise RuntimeError("a window is closed whose time is up, and nothing comes of it")
        self._sent()

    # ---- what comes of it

    def _apply(self, at: Instant, who: str, text: str) -> None:
        source = "" if who == HOST else "pm"
        self.session.apply(Entry(0, who, text, at, at, source))
        self.spoken[who] += 1

    def _sent(self) -> bool:
        """Count what goes out by a command; whether there was anything."""
        session = self.session
        for step in session.applied:
            for what, is_so in self.game.foreseen(step.table.state).items():
                self.foreseen[what] = is_so or self.foreseen.get(what, False)
            self.opened |= {(window.key, window.entry) for window in step.table.windows}
        self.entries += session.applied_entries
        going: tuple[Outgoing, ...] = ()
        if self.sends:
            writer = _Counting.at(replace(self.desk, now=self.now), session, None)  # type: ignore[arg-type]
            going = outgoing(writer, triggers.find_triggers(session, session.applied))
        session.applied.clear()
        session.replays.clear()
        self.posts += sum(one.to == PUBLIC for one in going)
        self.messages += sum(one.to != PUBLIC for one in going)
        return bool(going)
