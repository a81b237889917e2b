"""Sealed windows: the order in which messages are typed makes no difference (ALL-8)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from gmtool.desk.bots import Dice
from gmtool.desk.session import empty_replay
from gmtool.engine import codec, modes
from gmtool.engine.entries import Entry
from gmtool.engine.frozen import replace
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.header import Header
from gmtool.engine.journal import write_entry
from gmtool.engine.moves import Insert
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, wanted
from gmtool.engine.windows import turn_for
from gmtool.engine.wording import CHANCE, HOST
from gmtool.testing.broken import Broken
from gmtool.testing.played import Subject
from gmtool.testing.random_play import BEGIN, RandomGame, by_chance, by_defaults

WHY = "missed"
ORDERS = 3
"""In so many orders the messages of a window are typed."""


def the_order_of_typing_makes_no_difference(subject: Subject) -> None:
    """What came to a sealed window, typed in whatever order, gives the same result."""
    for number in subject.numbers:
        dice = Dice(number)
        begins = sealed_window(subject.game, number, skip=dice.below(3))
        begins = begins or sealed_window(subject.game, number)
        if begins is None:
            continue
        arrived = messages(begins, dice)
        right = tells(typed(begins, arrived), begins.window)
        for _ in range(ORDERS):
            order = dice.shuffle(arrived)
            if tells(typed(begins, order), begins.window) != right:
                listing = "\n".join(map(write_entry, order))
                told = f"typed in this order, what came to a window ends otherwise:\n{listing}"
                raise Broken(told, kind=subject.game.kind)


@dataclass
class Opened:
    """A game in which a sealed window has just opened."""

    header: Header
    replay: Replay

    @property
    def window(self) -> OpenWindow:
        return next(window for window in self.replay.table.windows if window.sealed)


def sealed_window(game: Game, number: int, skip: int = 0) -> Opened | None:
    """The game of that number up to a sealed window; None where it has none so soon."""
    header = by_chance(game, number) if number else by_defaults(game, number)
    header = replace(header, settings={})
    replay = empty_replay(game, header)
    replay.seed = bytes.fromhex(header.seed)
    played = RandomGame(header, replay, [], Dice(number), lazy=0.2)
    played.make_due(Entry(0, HOST, "", BEGIN, BEGIN))
    seen: set[tuple[str, int]] = set()
    while len(played.entries) < 60 and not wanted(game, played.table).nothing:
        seen |= {(w.key, w.entry) for w in played.table.windows if w.sealed and not w.came}
        if len(seen) > skip and not played.table.paused:
            return Opened(header, played.replay)
        played.go_on()
    return None


def messages(begins: Opened, dice: Dice) -> list[Entry]:
    """What players say in the window, as it arrives: what the game suggests, and what another said
    before, which may well be refused.
    """
    replay, key = begins.replay.copy(), begins.window.key
    at = max([begins.window.opened, *(until for _, until in replay.table.pauses)])
    minutes = int(at.until(begins.window.deadline).total_seconds()) // 60
    many = min(minutes, 2 + dice.below(2 * len(replay.table.players)))
    found: list[Entry] = []
    for minute in sorted(dice.random.sample(range(1, minutes + 1), many)):
        turns = [turn for turn in wanted(replay.game, replay.table).turns if turn.window == key]
        if not turns:
            break
        who = dice.random.choice(turns).who
        move = replay.game.suggest(replay.table.state, who, dice)
        text = dice.random.choice(found).text if found and dice.below(3) == 0 else str(move or "")
        turn = turn_for(wanted(replay.game, replay.table), who, text)
        if text and turn and turn.window == key:
            came = at.plus(timedelta(minutes=minute))
            found.append(Entry(0, who, text, came, begins.window.deadline, "pm"))
            with suppress(Refusal):
                replay.apply(replace(found[-1], number=numbered(replay)))
    return found


def typed(begins: Opened, order: Iterable[Entry]) -> Replay:
    """The window with its messages typed in that order, then closed. What came in time for a window
    that was closed too soon is put before the entry that closed it; what is refused is typed again
    when the rest is on record.
    """
    replay, window = begins.replay.copy(), begins.window
    refused = [*order]
    while refused:
        again, refused = refused, []
        for entry in again:
            try:
                replay.apply(replace(entry, number=numbered(replay)))
            except Refusal:
                if not insert(replay, window, entry):
                    refused.append(entry)
            make_due(replay, entry)
        if refused == again:
            break  # whoever sent them has said something that doesn't stand
    if not closing(replay, window):
        at = max(window.deadline, replay.table.last_at or window.deadline)
        close = Entry(numbered(replay), HOST, "close", at, at)
        replay.apply(close)
        make_due(replay, close)
    return replay


def insert(replay: Replay, window: OpenWindow, entry: Entry) -> bool:
    """Put an entry in before that which closed the window, unless it would be refused there too."""
    closed = closing(replay, window)
    if closed is None or closed.entry.received_at < entry.received_at:
        return False
    slip = Insert(closed.entry.number, WHY, (), entry.who, entry.received_at, entry.text)
    said = Entry(numbered(replay), HOST, str(slip), window.deadline, window.deadline)
    with suppress(Refusal):
        drop = tuple(one.number for one, _ in replay.amended(said).fell)
        replay.apply(replace(said, text=str(replace(slip, drop=drop))))
        return True
    return False


def make_due(replay: Replay, cause: Entry) -> None:
    while made := replay.made(replace(cause, number=numbered(replay)), mode=modes.SEED):
        replay.apply(made)


def numbered(replay: Replay) -> int:
    return max((entry.number for entry in replay.on_record), default=0) + 1


def closing(replay: Replay, window: OpenWindow) -> Step | None:
    """The step that closed that window."""
    key = (window.key, window.entry)
    closed = (step for step in replay.live if key in {(w.key, w.entry) for w in step.closed})
    return next(closed, None)


def tells(replay: Replay, window: OpenWindow) -> dict[str, Any]:
    """All that can be known of how a window was closed and of what follows, by whatever numbers its
    entries are on record.
    """
    step = closing(replay, window)
    if step is None:
        raise Broken("the window isn't closed at its deadline.")
    seers = (PUBLIC, HOST, *replay.table.players)
    return {
        "stands": {(s.who, s.entry.text, s.entry.received_at) for s in replay.live if s.sealed},
        "news": unnumbered([(one.name, one.facts, one.secret) for one in step.news]),
        "texts": replay.game.messages(step.news),
        "views": [replay.game.view(step.table.state, seer) for seer in seers],
        "state": unnumbered(replay.table.state),
        "windows": [
            unnumbered(replace(w, moved=tuple(sorted(w.moved)))) for w in replay.table.windows
        ],
        "quiet": replay.table.quiet,
        "draws": [s.entry.text for s in replay.live if s.entry.who == CHANCE],
        "drawn": [s.entry.received_at for s in replay.live if s.entry.who == CHANCE],
    }


def unnumbered(data: Any) -> Any:
    """Plain data without the numbers of entries."""
    if isinstance(data, dict):
        return {key: unnumbered(value) for key, value in data.items() if key != "entry"}
    if isinstance(data, list | tuple):
        return [unnumbered(one) for one in data]
    return data if isinstance(data, str | int | None) else unnumbered(codec.to_json(data))
