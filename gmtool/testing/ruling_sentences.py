"""What the posts and messages about rulings can say, and what must be so then."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

from gmtool.desk.occasion_names import BRIEFING, RULING
from gmtool.engine import codec
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Absent, Adjust, Extend, Pause, Replace
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, chance_due
from gmtool.engine.table import OpenWindow, awaited, is_awaited, wanted
from gmtool.engine.wording import HOST, quote
from gmtool.render.when import days_off, span, when, zone_or_utc
from gmtool.testing.broken import Broken, need
from gmtool.testing.ruled import TO_THE_END, Ruled, Told, called, played_on, said, tried

MOMENT, A_WEEK = timedelta(seconds=1), timedelta(days=7)
Words = Mapping[str, str]
"""The words in the places of a sentence; empty for what it leaves out."""
Check = Callable[[Told, Words], None]


def shown(at: Instant) -> str:
    """An instant as deadlines are told in these games."""
    return when(at.moment, zone_or_utc("UTC"), short=True)


def nothing(_told: Told, _words: Words) -> None:
    """It promises nothing, or what stands behind it does."""


# ---- what is open, and until when


def is_open(told: Told, words: Words) -> None:
    """A window of that title ends then, which isn't over; until then moves count, and no later."""
    found = [
        w for w in told.of_title(words["window"]) if shown(w.deadline_of(told.to)) == words["time"]
    ]
    need(found, f"no window “{words['window']}” is open until {words['time']}.")
    window = found[0]
    need(window.deadline_of(told.to) >= told.ruled.at, f"it is past {words['time']}.")
    before = told.ruled.was.table.window(window.key)
    if words.get("before"):
        need(
            before and shown(before.deadline_of(told.to)) == words["before"],
            f"it wasn't {words['before']} before.",
        )
    _others_have(told, window, words.get("own", ""))
    takes_until_its_end(told.ruled, window)


def takes_until_its_end(ruled: Ruled, window: OpenWindow) -> None:
    """A move counts at the deadline of its player, and isn't taken when the grace is over."""
    for who, text, there in ruled.moves(ruled.now, ruled.now.table.windows):
        if (there.key, there.entry) == (window.key, window.entry):
            end = there.deadline_of(who)
            late = tried(
                ruled.now, who, text, end.plus(timedelta(minutes=there.policy.grace) + MOMENT)
            )
            told = f"“{text}” by {who} is refused at its deadline, {shown(end)}."
            need(end < ruled.at or said(ruled.now, who, text, end), told)
            told = f"“{text}” by {who} counts though it came after the deadline, {shown(end)}."
            need(isinstance(late, Refusal) and late.clause == window.clause, told)


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


def was_up(told: Told, words: Words) -> None:
    """The deadline of such a window was then, and has passed; the host may close it."""
    found = [
        w for w in told.of_title(words["window"]) if shown(w.deadline_of(told.to)) == words["time"]
    ]
    need(found, f"no window “{words['window']}” was open until {words['time']}.")
    need(found[0].deadline_of(told.to) < told.ruled.at, f"{words['time']} isn't past.")
    _others_have(told, found[0], words["own"])
    is_up = found[0].ends <= told.ruled.at and not told.table.paused
    need(not is_up or said(told.ruled.now, HOST, "close", told.ruled.at), "it can't be closed.")


def was_up_before_the_pause(told: Told, words: Words) -> None:
    """The deadline of the window, or of each in a list, had passed when the pause began."""
    since = told.table.paused or told.ruled.was.table.paused
    listed = [
        w
        for w in told.windows
        if any(one in words["windows" if "windows" in words else "window"] for one in called(w))
    ]
    need(since and listed, "it isn't open.")
    for window in listed:
        before = told.ruled.was.table.window(window.key)
        need(
            before and since and before.deadline_of(told.to) < since,
            f"there was time for {window.title}.",
        )
        if "own" in words:
            _others_have(told, window, words["own"])


def nothing_is_open(told: Told, _words: Words) -> None:
    need(not any(w.known_to(told.to) for w in told.table.windows), "something is open.")


def nothing_to_do(told: Told, _words: Words) -> None:
    still = [w.title for w in told.windows if w.deadline_of(told.to) >= told.ruled.at]
    need(told.table.paused or not still, f"{still} is open.")


def hasnt_begun(told: Told, _words: Words) -> None:
    need(not told.table.started, "the game has begun.")


def is_over(told: Told, _words: Words) -> None:
    need(wanted(told.ruled.game, told.table).nothing, "the game isn't over.")


def is_traded_in_private(told: Told, _words: Words) -> None:
    private = [w for w in told.table.windows if not w.known_to(PUBLIC)]
    need(private, "no trade is under way.")


def asked_are_told(told: Told, _words: Words) -> None:
    """Whoever may move in a private window whose deadline was moved gets a message of its own."""
    moved = {w.key for w in told.table.windows if w not in told.ruled.step.was}
    turns = wanted(told.ruled.game, told.table).turns
    asked = {turn.who for turn in turns if turn.window in moved}
    need(asked <= told.ruled.hears(RULING), f"of {asked} not all are told.")


# ---- more time


def gives_more(told: Told, words: Words) -> None:
    """The windows named have so much more time, and no others."""
    length = _length(told)
    need(span(length) == words["span"], f"it is {span(length)}.")
    for window in told.windows:
        before = told.ruled.was.table.window(window.key)
        is_longer = before is not None and window.deadline == before.deadline.plus(length)
        is_named = any(one in words["windows"] for one in called(window))
        need(is_longer == is_named, f"{window.title} ends {shown(window.deadline)}.")


def has_more(told: Told, words: Words) -> None:
    """Who is told of has so much more time, or time until then, in what it names or everywhere."""
    move = told.ruled.step.move
    assert isinstance(move, Extend)  # noqa: S101 - no other ruling says it
    who = move.who
    longer = [w for w in told.table.windows if w not in told.ruled.step.was]
    need(longer, "nobody has more time.")
    for window in told.windows if told.to else longer:
        end = window.deadline_of(who)
        if words.get("until"):
            need(
                move.until is not None
                and shown(move.until) == words["until"]
                and end >= move.until,
                f"{window.title} ends {shown(end)}.",
            )
        elif window in longer:
            before = told.ruled.was.table.window(window.key)
            need(
                before and end == before.deadline_of(who).plus(_length(told)),
                f"{window.title} ends {shown(end)}.",
            )
    if words.get("span"):
        need(span(_length(told)) == words["span"], f"it is {span(_length(told))}.")


def _length(told: Told) -> timedelta:
    move = told.ruled.step.move
    assert isinstance(move, Extend)  # noqa: S101 - no other ruling says it
    return timedelta(minutes=move.minutes)


def counts_as_before(told: Told, _words: Words) -> None:
    """Who has moved has moved, and what stands is as it was."""
    was, now = told.ruled.was.table, told.table
    moved = {(w.key, w.moved) for w in was.windows} == {(w.key, w.moved) for w in now.windows}
    need(moved and was.state == now.state, "what came before counts otherwise.")


# ---- absences


def is_away(told: Told, words: Words) -> None:
    """The game is played on while the player is silent: what it is asked for alone waits, what
    others are asked for doesn't, and its silence costs nothing.
    """
    ruled, move = told.ruled, told.ruled.step.move
    assert isinstance(move, Absent)  # noqa: S101 - no other ruling says it
    who, longest = move.who, told.table.policy.longest_absence
    need(words.get("who", who) == who, f"{who} is away.")
    times = (shown(move.since), shown(move.until))
    need((words["since"], words["until"]) == times, f"it is from {times[0]} to {times[1]}.")
    need(
        words["most"] == (span(timedelta(minutes=longest)) if longest else ""),
        "it may last longer, or not so long.",
    )
    for window in told.table.windows:
        before = ruled.was.table.window(window.key)
        need(
            before == window or ruled.expected(ruled.was, window) == {who},
            f"{window.title} doesn't go on as usual.",
        )
    entries, quiet = len(ruled.now.live), ruled.now.table.quiet.get(who, 0)
    for game in (ruled.now, *played_on(ruled.now, ruled.at, {who})):
        for window in game.table.windows:
            waits = _while_away(window, move, longest, who)
            is_alone = ruled.expected(game, window) == {who} and not window.moved
            is_so = is_alone and not (words["free"] and (window.private or window.until))
            need(waits or not is_so, f"{window.title} isn't open until {who} is back.")
        for step in game.live[entries:]:
            was, quiet = quiet, step.table.quiet.get(who, 0)
            if any(_overlap(window, move) for window in step.closed):
                need(quiet <= was, f"{who}'s silence is counted.")
                cost = held_against(step, who)
                need(not cost, f"{who}'s silence is held against it: {cost}.")
        entries = len(game.live)


def _overlap(window: OpenWindow, away: Absent) -> bool:
    return window.opened < away.until and window.deadline >= away.since


def _while_away(window: OpenWindow, away: Absent, longest: int, who: str) -> bool:
    """Whether a window waits as long as it has to for its player who is away."""
    if not _overlap(window, away):
        return True
    end = window.deadline_of(who)
    most = max(away.since, window.opened).plus(timedelta(minutes=longest or 10**6))
    return end >= min(away.until, most)


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
    for game in (ruled.now, *played_on(ruled.now, ruled.at, {who})):
        for window in game.table.windows:
            waits = ruled.expected(game, window) == {who} and who not in window.moved
            need(not waits, f"{window.title} waits for {who}.")
        turns = wanted(ruled.game, game.table).turns
        need(
            not any(t.who == who and t.window and is_awaited(game.table, t) for t in turns),
            f"{who} is awaited.",
        )


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
        need(
            said(ruled.now, who, text, ruled.at) is None or other == who,
            f"“{text}” by {who} counts.",
        )
    for game in (ruled.now, *played_on(ruled.now, ruled.at, {who})):
        turn = wanted(ruled.game, game.table).turn(who)
        need(turn is None, f"{who} is asked for {turn.task if turn else ''}.")


def has_nothing_left(told: Told, words: Words) -> None:
    """Auction Poker: no cards, no coins, no bids."""
    row, you = (
        told.ruled.row(words["who"]),
        told.ruled.game.view(told.table.state, words["who"])["you"],
    )
    need(not (row["coins"] or you["hand"] or you["bids"]), f"{words['who']} has {you}.")


def still_makes_its_lot(told: Told, words: Words) -> None:
    """Auction Poker: what was trashed in this session stays trashed."""
    trashed = [
        told.ruled.game.view(table.state, words["who"])["you"]["trashed"]
        for table in (told.ruled.was.table, told.table)
    ]
    need(
        trashed[0] == trashed[1] or not told.windows, f"trashed is {trashed[1]}, not {trashed[0]}."
    )


def is_a_pig_at_the_end(told: Told, words: Words) -> None:
    """Auction Poker: nobody has a worse place than the player, and nobody such a hand but Pigs."""
    *_, last = (
        told.ruled.now,
        *played_on(told.ruled.now, told.ruled.at, told.ruled.silent, TO_THE_END),
    )
    view = told.ruled.game.view(last.table.state, HOST)
    if view["phase"] == "ended":
        row = next(row for row in view["players"] if row["name"] == words["who"])
        is_last = row["hand_name"] == "Pig" and row["place"] is None
        need(is_last, f"{words['who']} ends as {row['hand_name']}, {row['place']}.")


def plays_again(told: Told, words: Words) -> None:
    """Who is back isn't inactive or away, and is awaited where it is expected."""
    who, table = words["who"], told.ruled.now.table
    need(who not in table.inactive, f"{who} is inactive.")
    need(not table.is_away(who, told.ruled.at, told.ruled.at), f"{who} is away.")
    for turn in wanted(told.ruled.game, table).turns:
        window = table.window(turn.window)
        if turn.who == who and turn.expected and window and who not in window.moved:
            need(is_awaited(table, turn), f"{who} isn't awaited for {window.title}.")


# ---- seats


def takes_the_seat(told: Told, words: Words) -> None:
    """The newcomer sees and is asked what the leaver was, and gets a message with it; what the
    leaver has done stays done.
    """
    ruled, move = told.ruled, told.ruled.step.move
    assert isinstance(move, Replace)  # noqa: S101 - no other ruling says it
    need((words["name"], words["who"]) == (move.name, move.was), "somebody else takes the seat.")
    need(ruled.hears(BRIEFING) == {move.name}, f"{move.name} gets no message.")
    was, now = ruled.was.table, ruled.bare.table
    for one, other in (
        (ruled.game.view(was.state, move.was), ruled.game.view(now.state, move.name)),
        ([*map(codec.to_json, was.windows)], [*map(codec.to_json, now.windows)]),
    ):
        need(
            _renamed(one, move) == _renamed(other, move),
            f"{move.name} has another seat than {move.was} had.",
        )


def _renamed(data: Any, move: Replace) -> str:
    text = json.dumps(data, ensure_ascii=False)
    return text.replace(json.dumps(quote(move.was), ensure_ascii=False)[1:-1], move.name).replace(
        move.was, move.name
    )


def isnt_asked_any_more(told: Told, words: Words) -> None:
    who, table = words["who"], told.ruled.now.table
    asked = {turn.who for turn in wanted(told.ruled.game, table).turns}
    need(who not in {*asked, *table.players}, f"{who} is asked for more.")


# ---- what is corrected


def is_corrected(told: Told, words: Words) -> None:
    """What the host sees of the player has changed by what was told, or is that."""
    move = told.ruled.step.move
    assert isinstance(move, Adjust)  # noqa: S101 - no other ruling says it
    was = told.ruled.row(words["who"], told.ruled.was.table)[_fact(move.what, told, words)]
    now = told.ruled.row(words["who"])[_fact(move.what, told, words)]
    if "then" in words:
        need(
            (_number(words["then"]), _number(words["count"])) == (was, now),
            f"{words['who']} had {was} and has {now}.",
        )
    elif move.absolute:
        need(_number(words["count"]) == now, f"it is {now}.")
    else:
        need(_number(words["count"]) == now - was, f"it was {was} and is {now}.")
    if words.get("sum"):
        need(_number(words["sum"]) == now, f"it is {now}.")


def _fact(what: str, told: Told, words: Words) -> str:
    row = told.ruled.row(words["who"])
    return what if what in row else "money"


def _number(text: str) -> int:
    return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))


def is_out_when_the_round_ends(told: Told, words: Words) -> None:
    """Ten-Skip: nobody plays on with so many points."""
    for game in played_on(told.ruled.now, told.ruled.at, told.ruled.silent, TO_THE_END):
        view = told.ruled.game.view(game.table.state, HOST)
        if (
            view["public"]["round"]
            != told.ruled.game.view(told.table.state, HOST)["public"]["round"]
            or view["phase"] == "ended"
        ):
            row = next(row for row in view["players"] if row["name"] == words["who"])
            need(row["eliminated"], f"{words['who']} plays on.")
            return


def is_dealt_anew(told: Told, _words: Words) -> None:
    """Other cards are drawn, and nobody has its old hand."""
    was, now = told.ruled.was.table, told.ruled.now.table
    need(now.drawn > was.drawn, "nothing is drawn.")
    for who in now.players:
        hands = [told.ruled.game.view(table.state, who)["you"]["hand"] for table in (was, now)]
        need(not hands[1] or sorted(hands[0]) != sorted(hands[1]), f"{who} has its old hand.")


def roles_stay(told: Told, _words: Words) -> None:
    was, now = (
        [row.get("role") for row in told.ruled.game.view(table.state, PUBLIC)["players"]]
        for table in (told.ruled.was.table, told.table)
    )
    need(was == now, f"roles are {now}, not {was}.")


# ---- pauses


def is_paused(told: Told, words: Words) -> None:
    """The clock stands still: nothing can be closed, however long it lasts."""
    need(
        told.table.paused and shown(told.table.paused) == words["time"],
        "it isn't paused from then on.",
    )
    need(
        said(told.ruled.now, HOST, "close", told.ruled.at.plus(A_WEEK)) is None,
        "time runs out in a pause.",
    )


def still_paused(told: Told, _words: Words) -> None:
    need(told.table.paused, "it isn't paused.")
    need(
        said(told.ruled.now, HOST, "close", told.ruled.at.plus(A_WEEK)) is None,
        "time runs out in a pause.",
    )


def counts_from_before(told: Told, _words: Words) -> None:
    """What arrived before the pause is taken in it and after it."""
    ruled, since = told.ruled, told.table.paused or told.ruled.was.table.paused
    assert since is not None  # noqa: S101 - no other ruling says it
    for who, text, window in ruled.moves(ruled.was, ruled.was.table.windows):
        if window.opened <= since <= window.last_call(who):
            need(
                said(ruled.bare, who, text, since, ruled.at),
                f"“{text}” by {who}, before the pause, is refused.",
            )


def doesnt_count_in_a_pause(told: Told, _words: Words) -> None:
    """What arrives in the pause is refused, in it and after it."""
    ruled, since = told.ruled, told.table.paused or told.ruled.was.table.paused
    assert since is not None  # noqa: S101 - no other ruling says it
    meanwhile = since.plus(timedelta(minutes=1))
    for who, text, _ in ruled.moves(ruled.was, ruled.was.table.windows):
        told_of = f"“{text}” by {who} counts though it came in the pause."
        need(said(ruled.bare, who, text, meanwhile, max(meanwhile, ruled.at)) is None, told_of)


def counts_when_sent_again(told: Told, _words: Words) -> None:
    """What is sent when it goes on is taken, where there is time."""
    ruled = told.ruled
    for who, text, window in ruled.moves(ruled.bare, ruled.bare.table.windows):
        if window.last_call(who) >= ruled.at:
            need(
                said(ruled.bare, who, text, ruled.at),
                f"“{text}” by {who} is refused after the pause.",
            )


def goes_on_with_a_post(told: Told, words: Words) -> None:
    """The host's `resume` gives rise to a post, which says until when; where nobody had time left
    nothing is said of that.
    """
    since = told.table.paused
    left = since and any(w.deadline >= since or _others(w, since) for w in told.windows)
    tells = "the time that was left" in told.text
    need(
        tells == left or not told.windows,
        "somebody has time left." if left else "nobody has time left.",
    )


def has_the_time_left(told: Told, words: Words) -> None:
    """After the pause each window has the time that it had when it began."""
    ruled, then = told.ruled, told.ruled.at.plus(A_WEEK)
    if isinstance(ruled.step.move, Pause) or told.table.paused:
        after = said(ruled.now, HOST, "resume", then)
        need(after, "it can't go on.")
        _keeps_time(told, ruled.now, after, then)
    else:
        _keeps_time(told, ruled.was, ruled.now, ruled.at)


def _keeps_time(told: Told, paused: Replay, after: Replay | None, at: Instant) -> None:
    since = paused.table.paused
    assert since is not None and after is not None  # noqa: S101, PT018 - it was paused
    for window in paused.table.windows:
        now = after.table.window(window.key)
        if now is None:
            continue
        for who in ("", *window.own):
            count = after.table.calendar.counted
            had = window.deadline_of(who)
            if had >= since:
                left = count(window.policy, max(since, window.opened), had)
                has = count(window.policy, at, now.deadline_of(who))
                need(
                    has >= left - timedelta(minutes=1), f"{window.title} has {has}, and had {left}."
                )
                plain = window.policy.is_plain and not after.table.absences
                need(
                    not plain or has <= left + timedelta(minutes=1),
                    f"{window.title} has {has}, and had {left}.",
                )


# ---- when time is up


def opens_by_the_policy(told: Told, words: Words) -> None:
    """What opens next ends by the policy that was told."""
    ruled = told.ruled
    old = {(w.key, w.entry) for w in ruled.now.table.windows}
    for game in () if ruled.now.table.paused else played_on(ruled.now, ruled.at, (), 6):
        for window in game.table.windows:
            if (window.key, window.entry) in old or window.until or window.changes:
                continue
            policy, clock = told.table.policy, window.deadline.moment.strftime("%H:%M")
            need(window.policy.grace == policy.grace, f"{window.title} has another grace.")
            length = timedelta(hours=window.hours)
            need(
                window.opened.until(window.deadline) >= length, f"{window.title} is open for less."
            )
            if policy.is_plain and window.policy.is_plain:  # a file may say when a round ends
                need(
                    window.opened.until(window.deadline) < length + timedelta(minutes=1),
                    f"{window.title} is open for more.",
                )
            if policy.ends_at and window.policy.ends_at == policy.ends_at:
                need(clock == policy.ends_at, f"{window.title} ends {shown(window.deadline)}.")
            need(
                window.deadline.moment.weekday() not in policy.weekdays or not window.policy.skip,
                f"{window.title} ends {shown(window.deadline)}.",
            )
            takes_until_its_end(_as_of(ruled, game), window)


def _as_of(ruled: Ruled, game: Replay) -> Ruled:
    return Ruled(ruled.played, ruled.was, game, ruled.number)


def words_count_until(told: Told, words: Words) -> None:
    """Words that stand there by then are mixed in, and no later ones."""
    ruled = told.ruled
    until = ruled.step.move.value  # type: ignore[attr-defined]
    need(shown(Instant(until)) == words["time"], f"it is {until}.")
    need(said(ruled.now, HOST, 'words "x"', Instant(until)), "words are refused then.")
    late = said(ruled.now, HOST, 'words "x"', Instant(until).plus(MOMENT))
    need(late is None, "words that come later count.")


def goes_by_newer_rules(told: Told, _words: Words) -> None:
    """The rules are the newest, and what stands is as it was."""
    need(told.table.state.rules == told.ruled.game.rules_version, "the rules are others.")
    views = [
        told.ruled.game.view(table.state, HOST) for table in (told.ruled.was.table, told.table)
    ]
    need(views[0]["players"] == views[1]["players"], "what has been decided is otherwise.")


def is_judged_by_newer_rules(told: Told, _words: Words) -> None:
    need(told.ruled.now.table.state.rules == told.ruled.game.rules_version, "it isn't.")


def is_the_policy(told: Told, words: Words) -> None:
    """What is told of the policy is what holds; `opens_by_the_policy` looks at what opens next."""
    policy = told.table.policy
    need(words.get("clock", policy.ends_at) == policy.ends_at, f"it is {policy.ends_at}.")
    if "span" in words:
        need(
            words["span"] == span(timedelta(minutes=policy.grace)), f"it is {policy.grace} minutes."
        )
    if "most" in words:
        longest = timedelta(minutes=policy.longest_absence)
        need(words["most"] == (span(longest) if longest else ""), f"it is {longest}.")
    if "days" in words:
        need(
            words["days"] == " and ".join(days_off(policy.weekdays, policy.dates)), "it is others."
        )


def draws_follow(told: Told, _words: Words) -> None:
    need(chance_due(told.ruled.game, told.table), "nothing is drawn.")


# ---- whose turn it is, as kinds of their own tell it


def is_asked(told: Told, words: Words) -> None:
    """That player is awaited, and until then what it sends counts."""
    turns = [t for t in wanted(told.ruled.game, told.table).turns if t.who == words["who"]]
    windows = [w for turn in turns if (w := told.table.window(turn.window))]
    need(
        any(shown(w.deadline_of(words["who"])) == words["time"] for w in windows),
        f"{words['who']} isn't asked until then.",
    )
    for window in windows:
        need(window.deadline_of(words["who"]) >= told.ruled.at, f"it is past {words['time']}.")
        takes_until_its_end(told.ruled, window)


def it_happens_by_itself(told: Told, _words: Words) -> None:
    """When time is up the host's `close` does something for whoever is awaited."""
    end = max((window.ends for window in told.table.windows), default=told.ruled.at)
    need(said(told.ruled.now, HOST, "close", max(end, told.ruled.at)), "nothing happens then.")


def can_be_said(told: Told, words: Words) -> None:
    """Whoever is awaited may say that, and the last of a range."""
    for turn in awaited(told.ruled.game, told.table):
        for text in filter(None, (words["move"], words["last"])):
            need(said(told.ruled.now, turn.who, text, told.ruled.at), f"“{text}” is refused.")


def is_a_form(told: Told, words: Words) -> None:
    forms = {form for turn in wanted(told.ruled.game, told.table).turns for form in turn.moves}
    need(words["form"] in forms, f"`{words['form']}` isn't what is asked for.")


# ---- the sentences

TIME = r"\w{3} \d{1,2} \w{3}(?: \d{4})? \d\d:\d\d(?::\d\d)? UTC"
LENGTH = r"less than a minute|\d+ \w+(?: \d+ \w+)*"
PLACES = {
    **dict.fromkeys(("time", "before", "since", "until"), TIME),
    **dict.fromkeys(("span", "most"), LENGTH),
    **dict.fromkeys(("count", "then", "sum"), r"[$+−-]*[\d,]*\d"),
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
    "Open now: {window}, by {time}{own}[[, unless I close it before that]].": is_open,
    "{window}, by {time}{own}[[, unless I close it before that]]": is_open,
    "{window}: by {time}[[ instead of {before}]]{own}[[, unless I close it before that]]": is_open,
    "The time for {window} was up {time}{own}. I'll post what comes of it.": was_up,
    "{window}: the time was up {time}{own}": was_up,
    "{window}: the time was up before the pause{own}": was_up_before_the_pause,
    "Nothing is open at the moment; I'll post what comes next.": nothing_is_open,
    "There is nothing for you to do at the moment; I'll post what comes next.": nothing_to_do,
    "The game hasn't begun yet[[; it begins {time}]].": hasnt_begun,
    "The game is over.": is_over,
    # more time
    "I give {span} more for {windows}.": gives_more,
    "{who} has {span} more[[ for {window}]].": has_more,
    "You have {span} more[[ for {window}]].": has_more,
    "{who} has more time[[ for {window}]], until {until}.": has_more,
    "You have more time[[ for {window}]], until {until}.": has_more,
    "What has reached me counts as before; nobody needs to send anything again.": counts_as_before,
    # absences
    "{who} is away from {since} to {until}. What I ask of {name} alone in that time[[{free}]] is "
    "open until it is over[[, for {most} at most]]; what all of you are asked for goes on as "
    "usual, and silence in that time isn't counted against {name2}.": is_away,
    "You told me that you are away from {since} to {until}. What I ask of you alone in that time"
    "[[{free}]] is open until it is over[[, for {most} at most]]; what all of you are asked for "
    "goes on as usual, and silence in that time isn't counted against you.": is_away,
    # pauses
    "The game is paused from {time} on, and the clock stands still.": is_paused,
    "The game is paused: the clock stands still, and what you send now doesn't count. I'll post "
    "when it goes on, with the time that was left.": still_paused,
    "The pause is over, and the clock runs again with the time that was left.": has_the_time_left,
    "What reached me before the pause counts.": counts_from_before,
    "What you send during the pause doesn't count. Please wait until the game goes on, and send it "
    "then.": doesnt_count_in_a_pause,
    "What you sent during the pause doesn't: please send it again.": counts_when_sent_again,
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
    "Cards are still being traded.": is_traded_in_private,
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
        check(told, words)
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
            if all(_fits(told, place, word) for place, word in words.items()):
                best = check, words, found.end()
    return best


def _fits(told: Told, place: str, word: str) -> bool:
    """Whether a word may stand in that place."""
    ruled = told.ruled
    if place in {"who", "name", "name2"}:
        return word in {*ruled.was.table.players, *ruled.now.table.players, *told.table.players}
    if place == "window" and word:
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
