"""Windows by arrival: the order in which a host types makes no difference (ALL-8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from gmtool.desk.rehearse.bots import Dice
from gmtool.desk.session.session import empty_replay
from gmtool.engine import entropy, journal
from gmtool.engine.amendments import Insert
from gmtool.engine.effective import amends
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.header import Header
from gmtool.engine.host_moves import Dismiss
from gmtool.engine.instants import Instant
from gmtool.engine.journal import write_entry
from gmtool.engine.refusals import EndsOtherwise, Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, wanted
from gmtool.engine.telling import plain
from gmtool.engine.text import CHANCE, HOST, write_name
from gmtool.engine.windows import turn_for
from gmtool.testing.broken import Broken
from gmtool.testing.played import Subject
from gmtool.testing.random_headers import by_chance, by_defaults
from gmtool.testing.random_play import BEGIN, RandomGame
from gmtool.testing.ruled import next_number

WHY = "missed"
ORDERS = 3
"""In so many orders what came to a window is typed."""
LATER = timedelta(days=20)
"""So long after a window opened all of it is typed."""
WORDS = frozenset({"says", "plan"})
"""With these a player says something that is no move yet."""
NUMBERS = frozenset({"entry", "by", "closed_by"})
"""What in plain data tells by which entry something is on record."""


def the_order_of_typing_makes_no_difference(subject: Subject) -> None:
    """What came while a window by arrival was open, messages, plans and rulings, typed in whatever
    order, gives the same result.
    """
    for number in subject.numbers:
        dice = Dice(number)
        begins = by_arrival(subject.game, number, skip=dice.below(3))
        begins = begins or by_arrival(subject.game, number)
        if begins is None:
            continue
        arrived = messages(begins, dice)
        right = typed(begins, arrived)
        for _ in range(ORDERS):
            order = dice.shuffle(arrived)
            replay = typed(begins, order)
            again = replay_journal(replay.game, replay.start, replay.on_record, replay.seed)
            # What an amendment makes due comes with it.
            timed = not any(map(amends, replay.on_record))
            now, then = (tells(one, begins.window, timed=timed) for one in (replay, right))
            if now != then or again.table != replay.table:
                how = "what came to a window ends otherwise"
                how = how if now != then else "the journal tells otherwise when it is read again"
                listing = "\n".join(map(write_entry, order))
                told = f"typed in this order, {how}:\n{listing}"
                raise Broken(told, journal=begins.text, kind=subject.game.kind)


@dataclass
class Opened:
    """A game in which a window by arrival has just opened."""

    header: Header
    replay: Replay

    @property
    def window(self) -> OpenWindow:
        return next(window for window in self.replay.table.windows if window.by_arrival)

    @property
    def text(self) -> str:
        """The journal so far."""
        return journal.write(self.header, self.replay.on_record)


def by_arrival(game: Game, number: int, skip: int = 0) -> Opened | None:
    """The game of that number up to a window by arrival; None where it has none so soon."""
    header = by_chance(game, number) if number else by_defaults(game, number)
    header = replace(header, settings={})
    replay = empty_replay(game, header)
    replay.fold.seed = bytes.fromhex(header.seed)
    played = RandomGame(header, replay, [], Dice(number), lazy=0.2)
    played.make_due(Entry(0, HOST, "", BEGIN, BEGIN))
    seen: set[tuple[str, int]] = set()
    while len(played.entries) < 60 and not wanted(game, played.table).nothing:
        seen |= {(w.key, w.entry) for w in played.table.windows if w.by_arrival and not w.came}
        if len(seen) > skip and not played.table.paused and begun(played):
            return Opened(header, played.replay)
        played.go_on()
    return None


def begun(played: RandomGame) -> bool:
    """Whether a window by arrival is open to which nothing has come."""
    return any(window.by_arrival and not window.came for window in played.table.windows)


# ---- what comes


def messages(begins: Opened, dice: Dice) -> list[Entry]:
    """What is said while the window is open, as it arrives: what the game suggests and what another
    said before, which may well be refused, plans, words that are no move, and what the host rules.
    """
    replay, window = begins.replay.copy(), begins.window
    at = max([window.opened, *(until for _, until in replay.table.pauses)])
    minutes = int(at.until(window.deadline).total_seconds()) // 60
    many = min(minutes, 2 + dice.below(2 * len(replay.table.players)))
    found: list[Entry] = []
    rulings = list(of_the_host(begins, at, dice))
    for minute in sorted(dice.random.sample(range(1, minutes + 1), many)):
        entry = Entry(0, HOST, "", at.plus(timedelta(minutes=minute)), at.plus(LATER))
        if rulings and dice.below(6) == 0:
            ruling = rulings.pop(dice.below(len(rulings)))
            found.append(replace(entry, text=ruling))
        elif said := said_by_a_player(begins, replay, found, dice):
            who, text = said
            found.append(replace(entry, who=who, text=text, source="pm"))
        else:
            continue
        with suppress(Refusal):
            replay.apply(replace(found[-1], number=next_number(replay)))
            make_due(replay, found[-1])
    return found


def said_by_a_player(
    begins: Opened, replay: Replay, before: list[Entry], dice: Dice
) -> tuple[str, str] | None:
    """Who says what in the window next; None where nobody has anything to say."""
    game, key = replay.game, begins.window.key
    turns = [turn for turn in wanted(game, replay.table).turns if turn.window == key]
    if not turns:
        return None
    who = dice.random.choice(turns).who
    if dice.below(12) == 0:
        return who, 'says "hm"'
    move = game.some_move(replay.table.state, who, dice)
    others = [one.text for one in before if one.who != HOST and not one.text.startswith("says")]
    text = dice.random.choice(others) if others and dice.below(3) == 0 else str(move or "")
    turn = turn_for(wanted(game, replay.table), who, text.removeprefix("plan "))
    if not text or turn is None or turn.window != key:
        return None
    is_plan = game.plans and not text.startswith("plan ") and dice.below(6) == 0
    return who, f"plan {text}" if is_plan else text


def of_the_host(begins: Opened, at: Instant, dice: Dice) -> Iterator[str]:
    """What the host may rule, and say in the game itself, without one ruling spoiling another."""
    verbs = ["absent", "extend", *({"out"} & {*begins.replay.game.unasked})]
    table = begins.replay.table
    gone = "" if table.inactive else dice.random.choice(table.players)
    for name in table.players:
        who, verb = write_name(name), dice.random.choice(verbs)
        yield {
            "inactive": f'inactive {who} why "x"',
            "absent": f'absent {who} from {at} until {at.plus(LATER)} why "x"',
            "extend": f'extend {who} +5h why "x"',
            "out": f"out {who}",
        }["inactive" if name == gone else verb]
    yield 'extend +3h why "x"'
    yield 'note "x"'


# ---- how it is typed


def typed(begins: Opened, order: Iterable[Entry]) -> Replay:
    """The window with what came to it typed in that order, then closed. What came in time for a
    window that was closed too soon is put before the entry that closed it, and what would have
    ended one otherwise where it belongs; what is refused is typed again when the rest is on record.
    """
    replay, window = begins.replay.copy(), begins.window
    refused = [*order]
    while refused:
        again, refused = refused, []
        for entry in again:
            if not takes(replay, window, entry):
                refused.append(entry)
            make_due(replay, entry)
        if refused == again:
            break  # whoever sent them has said something that doesn't stand
    at = window.opened.plus(LATER)
    for one in replay.table.inbox:
        replay.apply(Entry(next_number(replay), HOST, str(Dismiss(one.number, WHY)), at, at))
    if closing(replay, window) is None:
        at = max([at, *(one.ends for one in replay.table.windows)])
        close = Entry(next_number(replay), HOST, "close", at, at)
        replay.apply(close)
        make_due(replay, close)
    return replay


def takes(replay: Replay, window: OpenWindow, entry: Entry) -> bool:
    """Whether an entry stands, as it was typed or put in before another; else nothing changes."""
    end = closing(replay, window)
    is_in_time = end is not None and end.entry.received_at >= entry.received_at
    is_move = entry.who != HOST and entry.text.split()[0] not in WORDS
    if end and is_in_time and not is_move:
        return insert(replay, end.entry.number, entry)
    try:
        replay.apply(replace(entry, number=next_number(replay)))
    except EndsOtherwise as refusal:
        return insert(replay, refusal.before, entry)
    except Refusal:
        return end is not None and is_in_time and insert(replay, end.entry.number, entry)
    return True


def insert(replay: Replay, before: int, entry: Entry) -> bool:
    """Put an entry in before another, unless it would be refused there too."""
    slip = Insert(before, WHY, (), entry.who, entry.received_at, entry.text)
    said = Entry(next_number(replay), HOST, str(slip), entry.recorded_at, entry.recorded_at)
    with suppress(Refusal):
        drop = tuple(one.number for one, _ in replay.judge_amendment(said).invalidated)
        replay.apply(replace(said, text=str(replace(slip, drop=drop))))
        return True
    return False


def make_due(replay: Replay, cause: Entry) -> None:
    while made := replay.entry_due(replace(cause, number=next_number(replay)), mode=entropy.SEED):
        replay.apply(made)


# ---- what comes of it


def closing(replay: Replay, window: OpenWindow) -> Step | None:
    """The step that closed that window."""
    key = (window.key, window.entry)
    closed = (step for step in replay.effective if key in {(w.key, w.entry) for w in step.closed})
    return next(closed, None)


def tells(replay: Replay, window: OpenWindow, *, timed: bool) -> dict[str, Any]:
    """All that can be known of how a window was closed and of what follows, by whatever numbers its
    entries are on record; only if `timed` when chance was drawn and what then opened.
    """
    step = closing(replay, window)
    if step is None:
        raise Broken("the window isn't closed at its deadline.")
    table = replay.table
    viewers = (PUBLIC, HOST, *table.players)
    since = [one for one in replay.effective if one.entry.number > window.entry]
    moves = [one for one in since if one.window and one.entry.text.split()[0] not in WORDS]
    return {
        "stands": [(one.who, one.entry.text, one.entry.received_at) for one in moves],
        "ends": step.entry.received_at,
        "news": unnumbered([(one.name, one.facts, one.secret) for one in step.news]),
        "texts": replay.game.messages(step.news),
        "views": [replay.game.view(step.table.state, viewer) for viewer in viewers],
        "state": unnumbered(table.state),
        "windows": [unnumbered(compared(one, timed=timed)) for one in table.windows],
        "quiet": table.quiet,
        "inactive": table.inactive,
        "plans": sorted((one.who, one.at, str(one.stages)) for one in table.plans),
        "draws": [one.entry.text for one in since if one.entry.who == CHANCE],
        "drawn": [s.entry.received_at for s in since if timed and s.entry.who == CHANCE],
    }


def compared(window: OpenWindow, *, timed: bool) -> OpenWindow:
    """A window without the order in which players spoke in it, which nobody is told."""
    moved, wrote, done = (tuple(sorted(x)) for x in (window.moved, window.wrote, window.done))
    window = replace(window, moved=moved, wrote=wrote, done=done)
    if timed:
        return window
    return replace(window, opened=BEGIN, deadline=BEGIN, since=None, changes=(), own={})


def unnumbered(data: Any) -> Any:
    """Plain data without the numbers of entries."""
    if isinstance(data, dict):
        return {key: unnumbered(value) for key, value in data.items() if key not in NUMBERS}
    if isinstance(data, list | tuple):
        return [unnumbered(one) for one in data]
    return data if isinstance(data, str | int | None) else unnumbered(plain(data))
