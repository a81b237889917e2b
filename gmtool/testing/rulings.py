"""Rulings: each sentence of a ruling's post is a promise, and is kept (ALL-6, ALL-10, ALL-11).

In random games the host makes every ruling, and whoever it concerns is told. What can be told, and
what must be so then, stands in `ruling_sentences`; a sentence that isn't there breaks the promise,
so that none comes without its check.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from typing import Any

from gmtool.desk.bots import Dice, verb
from gmtool.desk.occasion_names import RECEIPT, RULING
from gmtool.desk.session import empty_replay
from gmtool.engine.entries import Entry
from gmtool.engine.frozen import replace
from gmtool.engine.game import Game
from gmtool.engine.instants import Instant
from gmtool.engine.replay import Replay
from gmtool.engine.table import wanted
from gmtool.engine.wording import HOST, quote, write_name
from gmtool.testing.broken import need, shown_by
from gmtool.testing.played import Played, Subject
from gmtool.testing.random_play import RandomGame, by_defaults
from gmtool.testing.ruled import STEPS, Ruled, due, next_number, said
from gmtool.testing.ruling_sentences import MOMENT, is_kept, offers_what_can_be

POINTS = 4
"""At so many entries of a game every ruling is made."""
SITUATIONS = AT_ONCE, TOO_LATE, IN_A_PAUSE = "at once", "after a deadline", "in a pause"
AWAY, PAUSED, SOON = timedelta(hours=50), timedelta(hours=30), timedelta(minutes=5)
"""How long a player is away and a pause lasts, and how long after a deadline the host rules."""
UNTOLD = ("note", "alias", "end")
"""What the host says without a post of a ruling; the end has the last post of the game."""


def what_rulings_say_is_so(subject: Subject) -> None:
    """The host makes every ruling: while something is open, after a deadline, in a pause, and where
    nothing is open; what is told of it is so, and comes about.
    """
    for played in islice(subject.random(), len(subject.amended)):  # each takes long
        for place, game in enumerate(_points(played)):
            _rules_on(played, game, SITUATIONS[place % len(SITUATIONS)], Dice(place))
    for played in _by_older_rules(subject.game):
        for game in _points(played):
            for text in _of_rules(game.game):
                _rules(played, game, text, game.table.last_at or played.entries[0].recorded_at)


def _by_older_rules(game: Game) -> Iterator[Played]:
    """The beginning of a game by the oldest rules, which can adopt newer ones; none where there are
    no others.
    """
    if not game.changes:
        return
    header = replace(by_defaults(game, 0), rules=game.oldest)
    begun = RandomGame(header, empty_replay(game, header), [], Dice(1))
    begun.make_due(Entry(0, HOST, "", begun.now, begun.now))
    while len(begun.entries) < STEPS:
        begun.go_on()
    yield Played.of(game, header, begun.entries)


def _points(played: Played) -> Iterator[Replay]:
    """The game after some of its entries: the first, the first with which somebody is asked, and
    some of the rest.
    """
    replay, apart = played.begun(), -(-len(played.entries) // POINTS)
    for place, entry in enumerate(played.entries):
        had = bool(replay.table.windows)
        replay.keep(entry)
        table = replay.table
        begins = place == 0 or (not had and table.windows and place < apart)
        over = table.paused or wanted(played.game, table).nothing or due(replay, entry)
        if not over and (begins or place % apart == apart // 2):
            yield replay.copy()


def _rules_on(played: Played, game: Replay, situation: str, dice: Dice) -> None:
    """All rulings at that point: at once, when a deadline has just passed, or in a pause."""
    at = (game.table.last_at or played.entries[0].recorded_at).plus(MOMENT)
    if situation != AT_ONCE and game.table.windows:
        at = max(at, min(window.deadline for window in game.table.windows).plus(SOON))
    if situation == IN_A_PAUSE:
        paused, at = said(game, HOST, 'pause why "x"', at), at.plus(PAUSED)
        game = paused or game
    for text in _rulings(game, at, dice):
        after = _rules(played, game, text, at)
        if after:
            for other in _that_follow(text):
                _rules(played, after, other, at.plus(PAUSED))


def _rules(played: Played, game: Replay, text: str, at: Instant) -> Replay | None:
    """The game after a ruling that has been held against what was told of it; None where it can't
    be made.
    """
    after = said(game, HOST, text, at)
    if after:
        ruled = Ruled(played, game, after, next_number(game))
        with shown_by(after.on_record[len(game.on_record)], ruled.journal, played.game.kind):
            _holds(ruled)
    return after


def _holds(ruled: Ruled) -> None:
    told = [*ruled.told(ruled.step, RULING, ruled.step.table)]
    what = verb(ruled.step.entry.text)
    need(what not in UNTOLD or not told, "it has a post of its own, and no check knows that.")
    for one in told:
        is_kept(one)
    if what == "end":
        _is_the_end(ruled)
    _receipts_hold(ruled)


def _is_the_end(ruled: Ruled) -> None:
    """After the end nobody is asked for anything, and nothing is taken."""
    need(wanted(ruled.game, ruled.now.table).nothing, "somebody is asked after the end.")
    for who, text, _ in ruled.moves(ruled.was, ruled.was.table.windows):
        told = f"“{text}” by {who} counts after the end."
        need(said(ruled.now, who, text, ruled.at) is None, told)


def _receipts_hold(ruled: Ruled) -> None:
    """What arrived before the ruling and is typed after it has a receipt that is so."""
    since = [window for window in ruled.was.table.windows if window.opened < ruled.at]
    for who, text, window in ruled.moves(ruled.was, since):
        arrived = max(window.opened, min(ruled.at.plus(-MOMENT), window.deadline_of(who)))
        after = said(ruled.now, who, text, arrived, ruled.at)
        number = next_number(ruled.now)
        step = after.step(number) if after else None
        if after and step:
            for told in Ruled(ruled.played, ruled.now, after, number).told(
                step, RECEIPT, after.table
            ):
                offers_what_can_be(told)


def _rulings(game: Replay, at: Instant, dice: Dice) -> Iterator[str]:
    """What a host may rule there: about a player who is asked, and all the rest."""
    table, until, why = game.table, at.plus(AWAY), 'why "x"'
    asked = [turn.who for turn in wanted(game.game, table).turns if turn.who in table.players]
    who = dice.random.choice(asked or table.players)
    name, since = write_name(who), at.plus(dice.random.choice((MOMENT, PAUSED)))
    yield f"extend {name} +5h {why}"
    yield f"extend {name} until {until} {why}"
    yield f"inactive {name} {why}"
    yield f"absent {name} from {since} until {until} {why}"
    yield f"replace {quote(who)} Newcomer {why}"
    rows: list[dict[str, Any]] = game.game.view(table.state, HOST)["players"]
    for key, value in next(row for row in rows if row["name"] == who).items():
        if type(value) is int:
            yield f"adjust {name} {key} {dice.random.choice(('+2', '=7', '+200'))} {why}"
    yield f"extend +12h {why}"
    yield f"extend until {until} {why}"
    yield from (f"extend window {quote(one.name)} +3h {why}" for one in table.windows if one.name)
    yield from (f"pause {why}", "resume", f"redeal {why}", 'note "x"', f"alias {quote(who)} Other")
    yield dice.random.choice(("set ends_at=21:00", 'set skip="sat sun"'))
    yield dice.random.choice(("set grace=30m", "set longest_absence=2d", "set ends_at=none"))
    yield f"set words_until={until}"
    yield f"end {why}"


def _of_rules(game: Game) -> tuple[str, ...]:
    """That the game goes by the newest rules: from now on, and from its beginning."""
    return tuple(f'adopt {game.rules_version}{how} why "x"' for how in ("", " throughout"))


def _that_follow(text: str) -> tuple[str, ...]:
    """Rulings that only follow on another one."""
    who = text.partition(" ")[2].partition(" from ")[0].partition(" why ")[0]
    back = (f'active {who} why "x"',)
    return {"inactive": back, "absent": back, "pause": ("resume",)}.get(verb(text), ())
