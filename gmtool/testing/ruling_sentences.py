"""What the posts and messages about rulings can say, and what must be so then."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

from gmtool.desk.occasion_names import BRIEFING, RULING
from gmtool.engine import codec
from gmtool.engine.frozen import replace
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Absent, Replace
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, chance_due
from gmtool.engine.table import OpenWindow, awaited, is_awaited, wanted
from gmtool.engine.wording import HOST, quote
from gmtool.render.when import days_off, span, when, zone_or_utc
from gmtool.testing.broken import Broken, need
from gmtool.testing.ruled import TO_THE_END, Ruled, Told, called, row, said, tried

BEFORE, MEANWHILE, AFTER = "before the pause", "in the pause", "after the pause"
MOMENT, A_MINUTE, A_WEEK = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=7)
Words = Mapping[str, str]
"""The words in the places of a sentence; empty for what it leaves out."""
Check = Callable[[Told, Words], object]
"""Raises Broken with what is so instead, or is False, where a sentence isn't so."""


def shown(at: Instant) -> str:
    """An instant as deadlines are told in these games."""
    return when(at.moment, zone_or_utc("UTC"), short=True)


def nothing(_told: Told, _words: Words) -> None:
    """It promises nothing, or what stands behind it does."""


def need_taken(
    after: Replay | Refusal | None, who: str, text: str, came: str, *, counts: bool
) -> None:
    """Raise Broken unless what was said counts, or is refused, as it should be."""
    became = "is refused" if counts else "counts"
    need(isinstance(after, Replay) == counts, f"“{text}” by {who} {became} though it came {came}.")


# ---- what is open, and until when


def ends_then(told: Told, words: Words, *, over: bool = False) -> None:
    """A window of that title ends then, which isn't over: until then moves count, and no later; or
    it is, and the host may close it.
    """
    ruled, title, time = told.ruled, words["window"], words["time"]
    named = (window for window in told.windows if title in called(window))
    found = [window for window in named if shown(window.deadline_of(told.to)) == time]
    need(found, f"no window “{title}” {'was' if over else 'is'} open until {time}.")
    window = found[0]
    is_past = window.deadline_of(told.to) < ruled.at
    need(is_past == over, f"it is past {time}." if is_past else f"{time} isn't past.")
    _others_have(told, window, words.get("own", ""))
    if over:
        is_up = window.ends <= ruled.at and not told.table.paused
        need(not is_up or said(ruled.now, HOST, "close", ruled.at), "it can't be closed.")
        return
    if words.get("before"):
        then = ruled.was.table.window(window.key)
        is_so = then and shown(then.deadline_of(told.to)) == words["before"]
        need(is_so, f"it wasn't {words['before']} before.")
    takes_until_its_end(ruled, window)


def was_up(told: Told, words: Words) -> None:
    ends_then(told, words, over=True)


def takes_until_its_end(ruled: Ruled, window: OpenWindow) -> None:
    """A move counts at the deadline of its player, and isn't taken when the grace is over."""
    for who, text, there in ruled.moves(ruled.now, ruled.now.table.windows):
        if (there.key, there.entry) == (window.key, window.entry):
            end = there.deadline_of(who)
            by, after = f"by the deadline, {shown(end)}", f"after the deadline, {shown(end)}"
            if end >= ruled.at:
                need_taken(said(ruled.now, who, text, end), who, text, by, counts=True)
            past = end.plus(timedelta(minutes=there.policy.grace) + MOMENT)
            late = tried(ruled.now, who, text, past)
            need_taken(late, who, text, after, counts=False)
            is_late = isinstance(late, Refusal) and late.clause == window.clause
            need(is_late, f"“{text}” by {who} {after}, is refused by another clause.")


def _others_have(told: Told, window: OpenWindow, own: str) -> None:
    """Whoever has more time in a window than the others is named with it, and nobody else."""
    if told.to == PUBLIC and window.is_for(PUBLIC):
        found = dict(re.findall(rf"[,;] (.+?) (?:by|has until) ({TIME})", own))
        others = {who: shown(at) for who, at in _others(window, told.ruled.at).items()}
        need(found == others, f"who has more time is {others}, not {found}.")


def _others(window: OpenWindow, now: Instant) -> dict[str, Instant]:
    """Who may be named with more time than the others in a window, as long as it lasts."""
    own = window.own.items() if window.is_for(PUBLIC) else ()
    return {who: at for who, at in own if at > window.deadline and at >= now}


def was_up_before_the_pause(told: Told, words: Words) -> None:
    """The deadline of the window, or of each in a list, had passed when the pause began."""
    titles = words.get("windows") or words["window"]
    listed = [window for window in told.windows if any(one in titles for one in called(window))]
    need(told.paused and listed, "it isn't open.")
    for window in listed:
        before = told.ruled.was.table.window(window.key)
        is_so = before and told.paused and before.deadline_of(told.to) < told.paused
        need(is_so, f"there was time for {window.title}.")
        if "own" in words:
            _others_have(told, window, words["own"])


def asked_are_told(told: Told, _words: Words) -> bool:
    """Whoever may move in a private window whose deadline was moved gets a message of its own."""
    moved = {w.key for w in told.table.windows if w not in told.ruled.step.was}
    turns = wanted(told.ruled.game, told.table).turns
    return {turn.who for turn in turns if turn.window in moved} <= told.ruled.hears(RULING)


def nothing_to_do(told: Told, _words: Words) -> bool:
    is_open = any(window.deadline_of(told.to) >= told.ruled.at for window in told.windows)
    return told.table.paused is not None or not is_open


# ---- more time


def has_more(told: Told, words: Words) -> None:
    """The windows named, and no others, have so much more time; or who is told of has it, or time
    until then, in what it names or everywhere.
    """
    was, move = told.ruled.was.table, told.move
    length, titles = timedelta(minutes=move.minutes), words.get("windows")
    who = "" if titles else move.who
    longer = [window for window in told.table.windows if window not in told.ruled.step.was]
    need(longer, "nobody has more time.")
    need(words.get("span") in (None, span(length)), f"it is {span(length)}.")
    for window in told.windows if told.to or titles else longer:
        before, end = was.window(window.key), window.deadline_of(who)
        is_longer = before is not None and end == before.deadline_of(who).plus(length)
        if titles:
            is_so = is_longer == any(one in titles for one in called(window))
        elif words.get("until"):
            is_so = move.until and shown(move.until) == words["until"] and end >= move.until
        else:
            is_so = is_longer or window not in longer
        need(is_so, f"{window.title} ends {shown(end)}.")


def counts_as_before(told: Told, _words: Words) -> bool:
    """Who has moved has moved, and what stands is as it was."""
    was, now = told.ruled.was.table, told.table
    moved = [{(window.key, window.moved) for window in table.windows} for table in (was, now)]
    return moved[0] == moved[1] and was.state == now.state


# ---- absences


def is_away(told: Told, words: Words) -> None:
    """The game is played on while the player is silent: what it is asked for alone waits, what
    others are asked for doesn't, and its silence costs nothing.
    """
    ruled, move, longest = told.ruled, told.move, told.table.policy.longest_absence
    who, most = move.who, span(timedelta(minutes=longest)) if longest else ""
    right = (who, shown(move.since), shown(move.until), most)
    found = (words["who"] or told.to, words["since"], words["until"], words["most"])
    need(found == right, f"it is {right}.")
    need(words["name"] == words["name2"] == (words["who"] or "you"), f"{who} is away.")
    for window in told.table.windows:
        is_same = ruled.was.table.window(window.key) == window
        is_so = is_same or ruled.expected(ruled.was, window) == {who}
        need(is_so, f"{window.title} doesn't go on as usual.")
    entries, quiet = len(ruled.now.live), ruled.now.table.quiet.get(who, 0)
    for game in ruled.onwards({who}):
        for window in game.table.windows:
            is_alone = ruled.expected(game, window) == {who} and not window.moved
            is_so = is_alone and not (words["free"] and (window.private or window.until))
            waits = _while_away(window, move, longest) or not is_so
            need(waits, f"{window.title} isn't open until {who} is back.")
        for step in game.live[entries:]:
            was, quiet = quiet, step.table.quiet.get(who, 0)
            if any(_overlap(window, move) for window in step.closed):
                need(quiet <= was, f"{who}'s silence is counted.")
                cost = held_against(step, who)
                need(not cost, f"{who}'s silence is held against it: {cost}.")
        entries = len(game.live)


def _overlap(window: OpenWindow, away: Absent) -> bool:
    return window.opened < away.until and window.deadline >= away.since


def _while_away(window: OpenWindow, away: Absent, longest: int) -> bool:
    """Whether a window waits as long as it has to for its player who is away."""
    most = max(away.since, window.opened).plus(timedelta(minutes=longest or 10**6))
    return not _overlap(window, away) or window.deadline_of(away.who) >= min(away.until, most)


def held_against(step: Step, who: str) -> str:
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


# ---- who is silent for good, and who is back


def isnt_waited_for(told: Told, words: Words) -> None:
    """The game is played on: nothing that only the player is asked for stays open."""
    ruled, who = told.ruled, words["who"]
    need(who in ruled.now.table.inactive, f"{who} isn't inactive.")
    for game in ruled.onwards({who}):
        for window in game.table.windows:
            waits = ruled.expected(game, window) == {who} and who not in window.moved
            need(not waits, f"{window.title} waits for {who}.")
        turns = [turn for turn in awaited(ruled.game, game.table) if turn.window]
        need(not any(turn.who == who for turn in turns), f"{who} is awaited.")


def ends_with_a_word(told: Told, words: Words) -> None:
    """Whatever comes from the player, it isn't inactive any more."""
    ruled, who = told.ruled, words["who"]
    if not ruled.now.table.paused:
        heard = said(ruled.now, who, 'says "hi"', ruled.at)
        need(heard and who not in heard.table.inactive, f"{who} is inactive after a word of it.")


def makes_no_more_moves(told: Told, words: Words) -> None:
    """The game is played on: the player is never asked, and no move of it is taken."""
    ruled, who = told.ruled, words["who"]
    for other, text, _ in ruled.moves(ruled.now, ruled.now.table.windows):
        is_so = other == who or said(ruled.now, who, text, ruled.at) is None
        need(is_so, f"“{text}” by {who} counts.")
    for game in ruled.onwards({who}):
        need(wanted(ruled.game, game.table).turn(who) is None, f"{who} is asked for more.")


def plays_again(told: Told, words: Words) -> None:
    """Who is back isn't inactive or away, and is awaited where it is expected."""
    who, table = words["who"], told.ruled.now.table
    need(who not in table.inactive, f"{who} is inactive.")
    need(not table.is_away(who, told.ruled.at, told.ruled.at), f"{who} is away.")
    for turn in wanted(told.ruled.game, table).turns:
        window = table.window(turn.window)
        if turn.who == who and turn.expected and window and who not in window.moved:
            need(is_awaited(table, turn), f"{who} isn't awaited for {window.title}.")


# ---- Auction Poker: who is inactive


def has_nothing_left(told: Told, words: Words) -> bool:
    """No cards, no coins, no bids."""
    _, view = told.ruled.views(words["who"])
    return not (row(view, words["who"])["coins"] or view["you"]["hand"] or view["you"]["bids"])


def still_makes_its_lot(told: Told, words: Words) -> bool:
    """What was trashed in this session stays trashed."""
    was, now = (view["you"]["trashed"] for view in told.ruled.views(words["who"]))
    return was == now or not told.windows


def is_a_pig_at_the_end(told: Told, words: Words) -> bool:
    """Nobody has a worse place than the player, and nobody such a hand but Pigs."""
    *_, last = told.ruled.onwards(told.ruled.now.table.players, TO_THE_END)
    view = told.ruled.game.view(last.table.state, HOST)
    end = row(view, words["who"])
    return view["phase"] != "ended" or (end["hand_name"] == "Pig" and end["place"] is None)


# ---- seats


def takes_the_seat(told: Told, words: Words) -> None:
    """The newcomer sees and is asked what the leaver was, and gets a message with it; what the
    leaver has done stays done.
    """
    ruled, move = told.ruled, told.move
    need((words["name"], words["who"]) == (move.name, move.was), "somebody else takes the seat.")
    need(ruled.hears(BRIEFING) == {move.name}, f"{move.name} gets no message.")
    was, now = ruled.was.table, ruled.bare.table
    before = [ruled.game.view(was.state, move.was), [*map(codec.to_json, was.windows)]]
    after = [ruled.game.view(now.state, move.name), [*map(codec.to_json, now.windows)]]
    is_same = _renamed(before, move) == _renamed(after, move)
    need(is_same, f"{move.name} has another seat than {move.was} had.")


def _renamed(data: Any, move: Replace) -> str:
    text = json.dumps(data, ensure_ascii=False)
    in_quotes = json.dumps(quote(move.was), ensure_ascii=False)[1:-1]
    return text.replace(in_quotes, move.name).replace(move.was, move.name)


def isnt_asked_any_more(told: Told, words: Words) -> bool:
    table = told.ruled.now.table
    asked = {turn.who for turn in wanted(told.ruled.game, table).turns}
    return words["who"] not in {*asked, *table.players}


# ---- what is corrected


def is_corrected(told: Told, words: Words) -> None:
    """What the host sees of the player has changed by what was told, or is that."""
    before, after = (row(view, words["who"]) for view in told.ruled.views(HOST))
    fact = told.move.what if told.move.what in after else "money"
    was, now = before[fact], after[fact]
    is_whole = told.move.absolute or "then" in words
    right = {"then": was, "sum": now, "count": now if is_whole else now - was}
    is_so = all(_number(words[place]) == right[place] for place in right if words.get(place))
    need(is_so, f"{words['who']} had {was} and has {now}.")


def _number(text: str) -> int:
    return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))


def is_out_when_the_round_ends(told: Told, words: Words) -> bool:
    """Ten-Skip: nobody plays on with so many points."""
    ruled, (_, now) = told.ruled, told.ruled.views(HOST)
    for game in ruled.onwards(ruled.now.table.players, TO_THE_END):
        view = ruled.game.view(game.table.state, HOST)
        if view["public"]["round"] != now["public"]["round"] or view["phase"] == "ended":
            return bool(row(view, words["who"])["eliminated"])
    return True


def is_dealt_anew(told: Told, _words: Words) -> None:
    """Other cards are drawn, and nobody has its old hand."""
    was, now = told.ruled.was.table, told.ruled.now.table
    need(now.drawn > was.drawn, "nothing is drawn.")
    for who in now.players:
        old, new = (told.ruled.game.view(one.state, who)["you"]["hand"] for one in (was, now))
        need(not new or sorted(old) != sorted(new), f"{who} has its old hand.")


def roles_stay(told: Told, _words: Words) -> bool:
    was, now = told.ruled.views(PUBLIC)
    return [one.get("role") for one in was["players"]] == [
        one.get("role") for one in now["players"]
    ]


# ---- pauses


def is_paused(told: Told, words: Words) -> None:
    """The clock stands still: nothing can be closed, however long it lasts."""
    since = told.table.paused
    need(since and words.get("time") in (None, shown(since)), "it isn't paused from then on.")
    after = said(told.ruled.now, HOST, "close", told.ruled.at.plus(A_WEEK))
    need(after is None, "time runs out in a pause.")


def counts_by_the_pause(came: str) -> Check:
    """What arrived before the pause, or when it was over, counts, as far as there was time for it;
    what arrives in it doesn't.
    """

    def check(told: Told, _words: Words) -> None:
        ruled, paused = told.ruled, told.paused
        assert paused is not None  # noqa: S101 - no other ruling says it
        asks, counts = ruled.bare if came == AFTER else ruled.was, came != MEANWHILE
        at = {BEFORE: paused, MEANWHILE: paused.plus(A_MINUTE), AFTER: ruled.at}[came]
        for who, text, window in ruled.moves(asks, asks.table.windows):
            if not counts or window.opened <= at <= window.last_call(who):
                need_taken(
                    said(ruled.bare, who, text, at, ruled.at), who, text, came, counts=counts
                )

    return check


def goes_on_with_a_post(told: Told, _words: Words) -> None:
    """The host's `resume` gives rise to a post, which says until when; where nobody had time left
    nothing is said of that.
    """
    since = told.table.paused
    left = since and any(w.deadline >= since or _others(w, since) for w in told.windows)
    is_so = ("the time that was left" in told.text) == left or not told.windows
    need(is_so, "somebody has time left." if left else "nobody has time left.")


def has_the_time_left(told: Told, _words: Words) -> None:
    """After the pause each window has the time that it had when it began."""
    paused, after, at = told.ruled.was, told.ruled.now, told.ruled.at
    if told.table.paused:
        paused, at = after, at.plus(A_WEEK)
        after = said(paused, HOST, "resume", at) or paused
    since, count = paused.table.paused, after.table.calendar.counted
    need(since and not after.table.paused, "it doesn't go on.")
    for window in paused.table.windows:
        now = after.table.window(window.key)
        for who in ("", *window.own):
            had = window.deadline_of(who)
            if not (now and since) or had < since:
                continue
            left = count(window.policy, max(since, window.opened), had)
            has = count(window.policy, at, now.deadline_of(who))
            is_plain = window.policy.is_plain and not after.table.absences
            is_so = left - A_MINUTE <= has and (not is_plain or has <= left + A_MINUTE)
            need(is_so, f"{window.title} has {has}, and had {left}.")


# ---- rules and settings


def opens_by_the_policy(told: Told, _words: Words) -> None:
    """What opens next ends by the policy that was told."""
    ruled, policy = told.ruled, told.table.policy
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
            need(is_so, f"{window.title} is open for {lasts}, until {shown(window.deadline)}.")
            takes_until_its_end(replace(ruled, now=game), window)


def is_the_policy(told: Told, words: Words) -> None:
    """What is told of the policy is what holds; `opens_by_the_policy` looks at what opens next."""
    policy = told.table.policy
    grace, longest = (timedelta(minutes=one) for one in (policy.grace, policy.longest_absence))
    right = {
        **dict.fromkeys(("clock", "clock2"), policy.ends_at),
        "span": span(grace),
        "most": span(longest) if longest else "",
        "days": " and ".join(days_off(policy.weekdays, policy.dates)),
    }
    wrong = [right[place] for place in right if words.get(place, right[place]) != right[place]]
    need(not wrong, f"it is {wrong}.")


def words_count_until(told: Told, words: Words) -> None:
    """Words that stand there by then are mixed in, and no later ones."""
    until = Instant(told.move.value)
    need(shown(until) == words["time"], f"it is {until}.")
    for at, came, counts in ((until, "by then", True), (until.plus(MOMENT), "later", False)):
        text = 'words "x"'
        need_taken(said(told.ruled.now, HOST, text, at), HOST, text, came, counts=counts)


def goes_by_newer_rules(told: Told, words: Words) -> None:
    """The rules are the newest, and what stands is as it was."""
    need(is_judged_by_newer_rules(told, words), "the rules are others.")
    was, now = told.ruled.views(HOST)
    need(was["players"] == now["players"], "what has been decided is otherwise.")


def is_judged_by_newer_rules(told: Told, _words: Words) -> bool:
    rules: int = told.ruled.now.table.state.rules
    return rules == told.ruled.game.rules_version


# ---- whose turn it is, as kinds of their own tell it


def is_asked(told: Told, words: Words) -> None:
    """That player is awaited, and until then what it sends counts."""
    who, time = words["who"], words["time"]
    turns = [turn for turn in wanted(told.ruled.game, told.table).turns if turn.who == who]
    windows = [w for turn in turns if (w := told.table.window(turn.window))]
    is_so = any(shown(window.deadline_of(who)) == time for window in windows)
    need(is_so, f"{who} isn't asked until then.")
    for window in windows:
        need(window.deadline_of(who) >= told.ruled.at, f"it is past {time}.")
        takes_until_its_end(told.ruled, window)


def it_happens_by_itself(told: Told, _words: Words) -> bool:
    """When time is up the host's `close` does something for whoever is awaited."""
    at = max((told.ruled.at, *(window.ends for window in told.table.windows)))
    return said(told.ruled.now, HOST, "close", at) is not None


def draws_follow(told: Told, _words: Words) -> bool:
    return chance_due(told.ruled.game, told.table)


def can_be_said(told: Told, words: Words) -> None:
    """Whoever is awaited may say that, and the last of a range."""
    for turn in awaited(told.ruled.game, told.table):
        for text in filter(None, (words["move"], words["last"])):
            need(said(told.ruled.now, turn.who, text, told.ruled.at), f"“{text}” is refused.")


# ---- the sentences

TIME = r"\w{3} \d{1,2} \w{3}(?: \d{4})? \d\d:\d\d(?::\d\d)? UTC"
LENGTH = r"less than a minute|\d+ \w+(?: \d+ \w+)*"
PLACES = {
    **dict.fromkeys(("time", "before", "since", "until"), TIME),
    **dict.fromkeys(("span", "most"), LENGTH),
    **dict.fromkeys(("count", "then", "sum"), r"[$+−-]*[\d,]*\d"),
    "away": "You told me that you are|(?P<who>.+?) is",
    "free": ", where all of you know of it and it has no end of its own,",
    "own": rf"(?:[,;] .+? (?:by|has until) {TIME})*",
    **dict.fromkeys(("rest", "form", "windows"), ".+"),
}
"""What can stand in the places of a sentence; in any other place some words, of which those for
`who` are a player's name, and those for `window` the title of a window.
"""

SENTENCES: dict[str, Check] = {
    # around every text
    "Hi {rest}": nothing,
    "The host of {rest}": nothing,
    "record {rest}": nothing,
    "Reason: {rest}": nothing,
    "What comes next": nothing,
    # what is open
    "Open now:": nothing,
    "Open now: {window}, by {time}{own}[[, unless I close it before that]].": ends_then,
    "{window}, by {time}{own}[[, unless I close it before that]]": ends_then,
    "{window}: by {time}[[ instead of {before}]]{own}[[, unless I close it before that]]": (
        ends_then
    ),
    "The time for {window} was up {time}{own}. I'll post what comes of it.": was_up,
    "{window}: the time was up {time}{own}": was_up,
    "{window}: the time was up before the pause{own}": was_up_before_the_pause,
    "Nothing is open at the moment; I'll post what comes next.": (
        lambda told, _: not any(one.known_to(told.to) for one in told.table.windows)
    ),
    "There is nothing for you to do at the moment; I'll post what comes next.": nothing_to_do,
    "The game hasn't begun yet[[; it begins {time}]].": lambda told, _: not told.table.started,
    "The game is over.": lambda told, _: wanted(told.ruled.game, told.table).nothing,
    # more time
    "I give {span} more for {windows}.": has_more,
    "{who} has {span} more[[ for {window}]].": has_more,
    "You have {span} more[[ for {window}]].": has_more,
    "{who} has more time[[ for {window}]], until {until}.": has_more,
    "You have more time[[ for {window}]], until {until}.": has_more,
    "What has reached me counts as before; nobody needs to send anything again.": counts_as_before,
    # absences
    "{away} away from {since} to {until}. What I ask of {name} alone in that time[[{free}]] is "
    "open until it is over[[, for {most} at most]]; what all of you are asked for goes on as "
    "usual, and silence in that time isn't counted against {name2}.": is_away,
    # pauses
    "The game is paused from {time} on, and the clock stands still.": is_paused,
    "The game is paused: the clock stands still, and what you send now doesn't count. I'll post "
    "when it goes on, with the time that was left.": is_paused,
    "The pause is over, and the clock runs again with the time that was left.": has_the_time_left,
    "What reached me before the pause counts.": counts_by_the_pause(BEFORE),
    "What you send during the pause doesn't count. Please wait until the game goes on, and send it "
    "then.": counts_by_the_pause(MEANWHILE),
    "What you sent during the pause doesn't: please send it again.": counts_by_the_pause(AFTER),
    "The time was up before the pause for {windows}.": was_up_before_the_pause,
    "I'll post when it goes on.": goes_on_with_a_post,
    "You then have the time that was left[[ for {window}]], and the post says until when.": (
        has_the_time_left
    ),
    "Who is asked in a trade then has the time that was left, and I PM them until when.": (
        has_the_time_left
    ),
    # who plays
    "{who} is inactive by my ruling and makes no more moves in this game.": makes_no_more_moves,
    "{who} is inactive by my ruling. From now on I don't wait for {name}: whenever it is {name2}'s "
    "turn, I do at once what I would do if the time were up.": isnt_waited_for,
    "That ends as soon as I hear from {who}.": ends_with_a_word,
    "{who} plays again: from now on I wait for {name} as for everybody else. What I did for "
    "{name2} meanwhile stands.": plays_again,
    "{who} plays again: in what opens from now on I wait for {name} as for everybody else. What I "
    "did for {name2} meanwhile stands, also in what is still open.": plays_again,
    "{name} takes {who}'s seat as it stands, with everything that belongs to it, and has a message "
    "from me with all that the seat knows. What {name2} has done still holds.": takes_the_seat,
    "{who}, thank you for playing; nothing more is asked of you.": isnt_asked_any_more,
    "The cards of {who} go back to the deck, the coins are gone, and bids that weren't decided yet "
    "don't count.": has_nothing_left,
    "What {who} trashed in this session, if anything, still makes its lot.": still_makes_its_lot,
    "At the end {who} is a Pig and in last place (rule AP-26).": is_a_pig_at_the_end,
    # corrections
    "{who}'s {what}: {count}[[, so {sum} now]].": is_corrected,
    "{who}'s {what}: set to {count}.": is_corrected,
    "{who} had {then}[[ {unit}]] and has {count}[[ {units}]] now.": is_corrected,
    "That reaches the limit of {limit}: {who} is out when the round ends.": (
        is_out_when_the_round_ends
    ),
    # new hands
    "The hands dealt so far no longer count: each of you gets a new one by PM.": is_dealt_anew,
    "The cards of round {count} are dealt anew: the hands so far no longer count[[, and nothing "
    "that was traded holds]].": is_dealt_anew,
    "Roles stay as they are.": roles_stay,
    "The deck is shuffled anew, and each of you gets a new hand by PM.": is_dealt_anew,
    # rules and settings
    "From now on this game goes by newer rules. What has been decided stays as it is; what you "
    "have sent for what is still open counts by them. What is new:": goes_by_newer_rules,
    "This game is judged by newer rules, from its beginning. Where something comes out otherwise "
    "by them, I tell it in a post of its own, and in a message to those it concerns. What is "
    "new:": is_judged_by_newer_rules,
    "{new} Until now: {old} ({clause})": nothing,
    "For what opens from now on, this holds[[: just the hours of the rules]].": opens_by_the_policy,
    "When time is up": nothing,
    "Time for you is up at {clock} only (UTC): what is open stays open for its hours, and then "
    "until the next {clock2}.": is_the_policy,
    "These days don't count, and nothing ends on them: {days}.": is_the_policy,
    "Every post and message of mine says by when something has to reach me[[, with these days "
    "counted in]].": nothing,
    "What reaches me up to {span} after that still counts, and I say that it was late.": (
        is_the_policy
    ),
    "If you will be away for a while, tell me before: your own turns are then open until you are "
    "back[[, for {most} at most]].": is_the_policy,
    "Your words go into the draws if they stand in this thread by {time}. This takes the place of "
    "what I said about that before.": words_count_until,
    "The words are mixed in with a seed that I can't change any more. That doesn't bind who "
    "speaks last, and that could be me: so your words make it harder to steer the draws, not "
    "impossible.": nothing,
    # Big Two and President
    "Cards are still being traded.": (
        lambda told, _: any(not w.known_to(PUBLIC) for w in told.table.windows)
    ),
    "I PM the new deadline to those who are asked.": asked_are_told,
    # Ten-Skip and Grouping: whose turn it is
    "{who}, it is your turn. Please post one of these here by {time}, or PM it to me:": is_asked,
    "{who}, the two cards are in your PMs. Please PM me which one you keep by {time}.": is_asked,
    "{who}, please PM me which card you hand over by {time}. Nobody but {name} will see it; "
    "afterwards you get {rest}": is_asked,
    "{who}, do you put everyone on notice, or are you done? Say so by {time}, here or by PM:": (
        is_asked
    ),
    "{who}, your cards go to the discard pile. Which one is to lie on top? Say so by {time}, here "
    "or by PM:": is_asked,
    "{form}": nothing,
    "[[NAME is {names}, ]]CARD [[is ]]a card of yours.": nothing,
    "If nothing comes in time, {rest}": it_happens_by_itself,
    "Now the dealer of round {count} is drawn for and the cards are dealt: your hands come by "
    "PM.": draws_follow,
    "{who} deals round {count} now: your hands come by PM.": draws_follow,
    "It is {who}'s turn as before, and this can be said now:": nothing,
    "“{move}”[[ to “{last}”]]: {rest}": can_be_said,
    "There can be no raise: {rest}": nothing,
}


def _expression(sentence: str) -> re.Pattern[str]:
    signs = {"[[": "(?:", "]]": ")?"}
    parts = re.split(r"(\{\w+\}|\[\[|\]\])", sentence)
    found = (
        f"(?P<{part[1:-1]}>{PLACES.get(part[1:-1], '.+?')})"
        if part.startswith("{")
        else signs.get(part) or re.escape(part)
        for part in parts
    )
    return re.compile("".join(found) + r"(?=\s|$)")


_EXPRESSIONS = tuple((_expression(sentence), check) for sentence, check in SENTENCES.items())


def is_kept(told: Told) -> None:
    """Each sentence of a text is one that is known, and is so; but for those of a kind of somebody
    else's, which may have words of its own.
    """
    subject, *lines = (line.strip(" =").removeprefix("- ") for line in told.text.splitlines())
    for line in lines:
        rest = "" if line == subject else line
        while rest:
            found = _sentence(told, rest)
            if found is None:
                need(told.ruled.game.api, f"a ruling says “{rest}”, and no check knows that.")
                break
            check, words, length = found
            _so(check, told, words, rest[:length])
            rest = rest[length:].lstrip()


def _so(check: Check, told: Told, words: Words, sentence: str) -> None:
    try:
        need(check(told, words) is not False, "it isn't so.")
    except Broken as broken:
        whom = told.to or "everybody"
        raise Broken(f"the ruling tells {whom}: “{sentence}”, but {broken.sentence}") from broken


def _sentence(told: Told, text: str) -> tuple[Check, Words, int] | None:
    """The longest sentence with which a text begins: what checks it, its words, and its length."""
    best = None
    for expression, check in _EXPRESSIONS:
        found = expression.match(text)
        if found and (best is None or found.end() > best[2]):
            words = {place: word or "" for place, word in found.groupdict().items()}
            if all(_fits(told, place, word) for place, word in words.items() if word):
                best = check, words, found.end()
    return best


def _fits(told: Told, place: str, word: str) -> bool:
    """Whether a word may stand in that place."""
    ruled = told.ruled
    if place in {"who", "name", "name2"}:
        players = {*ruled.was.table.players, *ruled.now.table.players, *told.table.players}
        return word in players or (place != "who" and word == "you")
    if place == "window":
        return any(word in called(one) for one in told.windows)
    if place == "windows":
        titles = sorted({title for one in told.windows for title in called(one)}, key=len)
        left = re.sub("|".join(map(re.escape, reversed(titles))), "", word)
        return left != word and not left.replace(" and ", "").strip(", ")
    if place == "form":
        return word in {m for turn in wanted(ruled.game, told.table).turns for m in turn.moves}
    return True


# ---- what receipts offer

OFFERS = re.compile(
    rf"(?:More can come|can still come|You can (?:still )?(?:change|add|bid|trash|send).*?) "
    rf"(?:by|until) ({TIME})"
)


def offers_what_can_be(told: Told) -> None:
    """A receipt says that more can come, and until when, only to who may say more until then."""
    for time in OFFERS.findall(told.text):
        game, table = told.ruled.now, told.ruled.now.table
        turns = [turn for turn in wanted(game.game, table).turns if turn.who == told.to]
        windows = [w for turn in turns if (w := table.window(turn.window))]
        may = any(shown(w.deadline_of(told.to)) == time for w in windows)
        need(may, f"a receipt says to {told.to} that more can come until {time}, and it can't.")
