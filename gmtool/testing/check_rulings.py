"""Rulings: what a host rules comes about, and is told with the right times (ALL-6, ALL-10, ALL-11).

In random games the host makes every ruling, and the games are played on; that what is told of it
reads as it should, approved texts hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from itertools import islice
from typing import Any

from gmtool.desk.rehearse.bots import Dice, verb
from gmtool.desk.session.message_types import BRIEFING, RECEIPT, RULING
from gmtool.engine.host_moves import Replace
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, Table, awaited, is_awaited, wanted
from gmtool.engine.telling import plain
from gmtool.engine.text import HOST, quote, write_name
from gmtool.engine.window_moves import Absent
from gmtool.render.when import when, zone_or_utc
from gmtool.testing.broken import need, shown_by
from gmtool.testing.played import Played, Subject
from gmtool.testing.ruled import Ruled, due, next_number, row, said, tried

MOMENT, A_MINUTE, A_WEEK = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=7)
TIME = re.compile(r"\w{3} \d{1,2} \w{3}(?: \d{4})? \d\d:\d\d(?::\d\d)? UTC")
"""A time as it is told in these games."""

POINTS = 4
"""At so many entries of a game every ruling is made."""
SITUATIONS = AT_ONCE, TOO_LATE, IN_A_PAUSE = "at once", "after a deadline", "in a pause"
AWAY, PAUSED, SOON = timedelta(hours=50), timedelta(hours=30), timedelta(minutes=5)
"""How long a player is away and a pause lasts, and how long after a deadline the host rules."""


def what_is_ruled_comes_about(subject: Subject) -> None:
    """The host makes every ruling: while something is open, after a deadline, in a pause, and where
    nothing is open; it comes about, and what is told of it has the right times.
    """
    for played in islice(subject.random(), len(subject.amended)):  # each takes long
        for place, game in enumerate(_points(played)):
            _rules_on(played, game, SITUATIONS[place % len(SITUATIONS)], Dice(place))


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
    """Raise Broken unless what was ruled comes about, and is told with the right times."""
    COMES_ABOUT.get(verb(ruled.step.entry.text), _nothing_else)(ruled)
    for to, text in ruled.told(ruled.step, RULING, ruled.step.table):
        _tells_times(ruled, text, to, (ruled.was.table, ruled.step.table))
    if not ruled.now.table.paused:
        for window in ruled.now.table.windows:
            _takes_until_its_end(ruled, window)
    _receipts_hold(ruled)


def _receipts_hold(ruled: Ruled) -> None:
    """What arrived before the ruling and is typed after it has a receipt with the right times."""
    since = [window for window in ruled.was.table.windows if window.opened < ruled.at]
    for who, text, window in ruled.moves(ruled.was, since):
        arrived = max(window.opened, min(ruled.at.plus(-MOMENT), window.deadline_of(who)))
        after = said(ruled.now, who, text, arrived, ruled.at)
        number = next_number(ruled.now)
        step = after.step(number) if after else None
        if after and step:
            receipt = Ruled(ruled.played, ruled.now, after, number)
            for to, told in receipt.told(step, RECEIPT, after.table):
                _tells_times(receipt, told, to, (ruled.now.table, step.table, after.table))


def _tells_times(ruled: Ruled, text: str, to: str, tables: Iterable[Table]) -> None:
    """Each time in a text is a deadline of a window that its reader may know of, when something
    came, or one that the host named.
    """
    right = {
        ruled.at,
        ruled.step.entry.recorded_at,
        *map(Instant, _INSTANT.findall(str(ruled.move))),
    }
    for table in tables:
        right |= {table.paused} if table.paused else set()
        for window in table.windows:
            if window.known_to(to):
                right |= {window.deadline_of(to), *(window.own.values() if not to else ())}
    shown = {
        when(at.moment, zone_or_utc("UTC"), short=short) for at in right for short in (True, False)
    }
    wrong = [time for time in TIME.findall(text) if time not in shown]
    need(not wrong, f"{to or 'everybody'} is told of {wrong}, when nothing ends:\n{text}")


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
    for key, value in next(one for one in rows if one["name"] == who).items():
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


def _that_follow(text: str) -> tuple[str, ...]:
    """Rulings that only follow on another one."""
    who = text.partition(" ")[2].partition(" from ")[0].partition(" why ")[0]
    back = (f'active {who} why "x"',)
    return {"inactive": back, "absent": back, "pause": ("resume",)}.get(verb(text), ())


# ---- what comes about


def need_taken(
    after: Replay | Refusal | None, who: str, text: str, came: str, *, counts: bool
) -> None:
    """Raise Broken unless what was said counts, or is refused, as it should be."""
    became = "is refused" if counts else "counts"
    need(isinstance(after, Replay) == counts, f"“{text}” by {who} {became} though it came {came}.")


def _nothing_else(ruled: Ruled) -> None:
    """Who has moved has moved, and what stands is as it was."""
    was, now = ruled.was.table, ruled.step.table
    moved = [{(window.key, window.moved) for window in table.windows} for table in (was, now)]
    need(moved[0] == moved[1] and was.state == now.state, "it changes more than it says.")


def _takes_until_its_end(ruled: Ruled, window: OpenWindow) -> None:
    """A move counts at the deadline of its player, and isn't taken when the grace is over."""
    for who, text, _ in ruled.moves(ruled.now, (window,)):
        end = window.deadline_of(who)
        if end < ruled.at:
            continue
        need_taken(said(ruled.now, who, text, end), who, text, "by the deadline", counts=True)
        past = end.plus(timedelta(minutes=window.policy.grace) + MOMENT)
        late = tried(ruled.now, who, text, past)
        need_taken(late, who, text, "after the deadline", counts=False)
        is_late = isinstance(late, Refusal) and late.clause == window.clause
        need(is_late, f"“{text}” by {who} after the deadline, is refused by another clause.")


def _is_away(ruled: Ruled) -> None:
    """The game is played on while the player is silent: what it is asked for alone waits, what
    others are asked for doesn't, and its silence costs nothing.
    """
    move, longest = ruled.move, ruled.step.table.policy.longest_absence
    who = move.who
    for window in ruled.step.table.windows:
        is_same = ruled.was.table.window(window.key) == window
        is_so = is_same or ruled.expected(ruled.was, window) == {who}
        need(is_so, f"{window.title} doesn't go on as usual.")
    entries, quiet = len(ruled.now.effective), ruled.now.table.quiet.get(who, 0)
    for game in ruled.onwards({who}):
        for window in game.table.windows:
            is_alone = ruled.expected(game, window) == {who} and not window.moved
            # a file says itself how long what is private, or has an end of its own, is open
            goes_on = ruled.game.file and (window.private or window.until)
            waits = not is_alone or goes_on or _while_away(window, move, longest)
            need(waits, f"{window.title} isn't open until {who} is back.")
        for step in game.effective[entries:]:
            was, quiet = quiet, step.table.quiet.get(who, 0)
            if any(_overlap(window, move) for window in step.closed):
                need(quiet <= was, f"{who}'s silence is counted.")
                cost = _held_against(step, who)
                need(not cost, f"{who}'s silence is held against it: {cost}.")
        entries = len(game.effective)


def _overlap(window: OpenWindow, away: Absent) -> bool:
    return window.opened < away.until and window.deadline >= away.since


def _while_away(window: OpenWindow, away: Absent, longest: int) -> bool:
    """Whether a window waits as long as it has to for its player who is away."""
    most = max(away.since, window.opened).plus(timedelta(minutes=longest or 10**6))
    return not _overlap(window, away) or window.deadline_of(away.who) >= min(away.until, most)


def _held_against(step: Step, who: str) -> str:
    """What a step tells of that a player's silence cost it; empty for nothing."""
    for news in step.news:
        told = news.seen_by(HOST) or {}
        if told["news"] == "Strike" and who in (news.to or ()):
            return "a strike"
        if told.get("why") == "silence" and who in told.get("whom", ()):
            return "it is out"
        if any(one.get("by_silence") and one.get("who") == who for one in _answers(told)):
            return "an answer is taken for it"
    return ""


def _answers(data: Any) -> Iterable[dict[str, Any]]:
    if isinstance(data, dict):
        yield data
        data = list(data.values())
    for one in data if isinstance(data, list) else ():
        yield from _answers(one)


def _isnt_waited_for(ruled: Ruled) -> None:
    """The game is played on: nothing that only the player is asked for stays open; by a rulebook
    that doesn't rule it out for good, whatever comes from the player ends that.
    """
    who, is_for_good = ruled.move.who, bool(ruled.game.inactivity)
    for game in ruled.onwards({who}):
        for window in game.table.windows:
            waits = ruled.expected(game, window) == {who} and who not in window.moved
            need(not waits, f"{window.title} waits for {who}.")
        turns = [turn for turn in awaited(ruled.game, game.table) if turn.window]
        need(not any(turn.who == who for turn in turns), f"{who} is awaited.")
        asked = is_for_good and wanted(ruled.game, game.table).turn(who)
        need(not asked, f"{who} is asked for more.")
    if not (is_for_good or ruled.now.table.paused):
        heard = said(ruled.now, who, 'says "hi"', ruled.at)
        need(heard and who not in heard.table.inactive, f"{who} is inactive after a word of it.")


def _plays_again(ruled: Ruled) -> None:
    """Who is back isn't inactive or away, and is awaited where it is expected."""
    who, table = ruled.move.who, ruled.now.table
    need(who not in table.inactive, f"{who} is inactive.")
    need(not table.is_away(who, ruled.at, ruled.at), f"{who} is away.")
    for turn in wanted(ruled.game, table).turns:
        window = table.window(turn.window)
        if turn.who == who and turn.expected and window and who not in window.moved:
            need(is_awaited(table, turn), f"{who} isn't awaited for {window.title}.")


def _takes_the_seat(ruled: Ruled) -> None:
    """The newcomer sees and is asked what the leaver was, who isn't asked any more, and gets a
    message with it; what the leaver has done stays done.
    """
    move, was, now = ruled.move, ruled.was.table, ruled.bare.table
    need(ruled.hears(BRIEFING) == {move.name}, f"{move.name} gets no message.")
    before = [ruled.game.view(was.state, move.was), [*map(plain, was.windows)]]
    after = [ruled.game.view(now.state, move.name), [*map(plain, now.windows)]]
    is_same = _renamed(before, move) == _renamed(after, move)
    need(is_same, f"{move.name} has another seat than {move.was} had.")
    turns = wanted(ruled.game, ruled.now.table).turns
    need(move.was not in {turn.who for turn in turns}, f"{move.was} is asked for more.")


def _renamed(data: Any, move: Replace) -> str:
    text = json.dumps(data, ensure_ascii=False)
    in_quotes = json.dumps(quote(move.was), ensure_ascii=False)[1:-1]
    return text.replace(in_quotes, move.name).replace(move.was, move.name)


def _is_corrected(ruled: Ruled) -> None:
    """What the host sees of the player has changed by the amount, or is that."""
    move = ruled.move
    before, after = (row(view, move.who) for view in ruled.views(HOST))
    fact = move.what if move.what in after else "money"
    right = move.amount if move.absolute else before[fact] + move.amount
    need(after[fact] == right, f"{move.who} had {before[fact]} and has {after[fact]}.")


def _is_dealt_anew(ruled: Ruled) -> None:
    """Other cards are drawn, and nobody has its old hand."""
    was, now = ruled.was.table, ruled.now.table
    need(now.drawn > was.drawn, "nothing is drawn.")
    for who in now.players:
        old, new = (ruled.game.view(one.state, who)["you"]["hand"] for one in (was, now))
        need(not new or sorted(old) != sorted(new), f"{who} has its old hand.")


def _is_paused(ruled: Ruled) -> None:
    """The clock stands still: nothing can be closed, however long it lasts, what arrived before
    counts, as far as there was time for it, and what arrives meanwhile doesn't.
    """
    after = said(ruled.now, HOST, "close", ruled.at.plus(A_WEEK))
    need(after is None, "time runs out in a pause.")
    _counts_by_the_pause(ruled, ruled.was, ruled.at, "before the pause", counts=True)
    meanwhile = ruled.at.plus(A_MINUTE)
    _counts_by_the_pause(ruled, ruled.was, meanwhile, "in the pause", counts=False)


def _goes_on(ruled: Ruled) -> None:
    """Each window has the time that it had when the pause began, and what arrives counts."""
    since, count = ruled.was.table.paused, ruled.now.table.calendar.counted
    for window in ruled.was.table.windows if since else ():
        now = ruled.now.table.window(window.key)
        for who in ("", *window.own):
            had = window.deadline_of(who)
            if not (now and since) or had < since:
                continue
            left = count(window.policy, max(since, window.opened), had)
            has = count(window.policy, ruled.at, now.deadline_of(who))
            is_plain = window.policy.is_plain and not ruled.now.table.absences
            is_so = left - A_MINUTE <= has and (not is_plain or has <= left + A_MINUTE)
            need(is_so, f"{window.title} has {has}, and had {left}.")
    _counts_by_the_pause(ruled, ruled.bare, ruled.at, "after the pause", counts=True)


def _counts_by_the_pause(
    ruled: Ruled, asks: Replay, at: Instant, came: str, *, counts: bool
) -> None:
    for who, text, window in ruled.moves(asks, asks.table.windows):
        if not counts or window.opened <= at <= window.last_call(who):
            after = said(ruled.bare, who, text, at, ruled.at)
            need_taken(after, who, text, came, counts=counts)


def _holds_from_now_on(ruled: Ruled) -> None:
    """What opens next ends by the policy that was set, and words that stand there in time are
    mixed in, and no later ones.
    """
    policy, move = ruled.step.table.policy, ruled.move
    if move.key == "words_until":
        until = Instant(move.value)
        for at, came, counts in ((until, "by then", True), (until.plus(MOMENT), "later", False)):
            need_taken(
                said(ruled.now, HOST, 'words "x"', at), HOST, 'words "x"', came, counts=counts
            )
        return
    old = {(window.key, window.entry) for window in ruled.now.table.windows}
    for game in () if ruled.now.table.paused else ruled.onwards((), 6):
        for window in game.table.windows:
            if (window.key, window.entry) in old or window.until or window.changes:
                continue
            end, hours = window.deadline.moment, timedelta(hours=window.hours)
            lasts = window.opened.until(window.deadline)
            # a file may say when a round ends
            is_plain = policy.is_plain and window.policy.is_plain
            has_clock = policy.ends_at and window.policy.ends_at == policy.ends_at
            is_so = (
                window.policy.grace == policy.grace
                and hours <= lasts
                and (not is_plain or lasts < hours + A_MINUTE)
                and (not has_clock or end.strftime("%H:%M") == policy.ends_at)
                and (end.weekday() not in policy.weekdays or not window.policy.skip)
            )
            need(is_so, f"{window.title} is open for {lasts}, until {window.deadline}.")


def _is_the_end(ruled: Ruled) -> None:
    """After the end nobody is asked for anything, and nothing is taken."""
    need(wanted(ruled.game, ruled.now.table).nothing, "somebody is asked after the end.")
    for who, text, _ in ruled.moves(ruled.was, ruled.was.table.windows):
        told = f"“{text}” by {who} counts after the end."
        need(said(ruled.now, who, text, ruled.at) is None, told)


_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT[\d:]+Z")
COMES_ABOUT: dict[str, Callable[[Ruled], None]] = {
    "absent": _is_away,
    "inactive": _isnt_waited_for,
    "active": _plays_again,
    "replace": _takes_the_seat,
    "adjust": _is_corrected,
    "redeal": _is_dealt_anew,
    "pause": _is_paused,
    "resume": _goes_on,
    "set": _holds_from_now_on,
    "end": _is_the_end,
}
"""What a ruling does, by its verb; any other changes nothing but deadlines."""
