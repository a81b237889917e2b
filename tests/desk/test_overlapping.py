"""Several windows at once, and windows of which everybody knows but whom they ask (`overlapping`):
how each is judged, closed and extended by itself, and what is told of it.
"""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import overlapping
import pytest
from hosting import Host
from lengths import few_or_many, some_of
from playing import Played, play
from rows import rows

from gmtool.engine.game import PUBLIC, Wanted
from gmtool.engine.moves import Close
from gmtool.engine.refusals import Refusal
from gmtool.engine.spoken import Spoken
from gmtool.engine.table import OpenWindow, awaited_openly
from gmtool.testing.broken import Broken
from gmtool.testing.played import Subject
from gmtool.testing.promised import PROMISES, Promise
from gmtool.testing.secrets import secrets_stay_secret

GAME = overlapping.GAME
HEAD = """gmtool-journal 1
kind: overlapping
rules: 2
name: W
zone: UTC
players: Ann, Bob, Cid, Dee
{}---
2026-11-20T20:00:00Z host: start
2026-11-20T20:00:00Z chance [drawn typed]: choose 10 12 11 13
"""
OPENED = "20 20:00 host: open vote\n20 20:00 host: open bids\n20 20:00 host: open night\n"
POLL = "20 20:00 host: open poll until 2026-11-21T08:00:00Z\n"


def played(body: str, settings: str = "") -> Played:
    """The game with Ann and Cid chosen, after these lines; they are of November 2026."""
    lines = [f"2026-11-{line[:2]}T{line[3:8]}:00Z{line[8:]}" for line in body.split("\n") if line]
    text = "\n".join((HEAD.format(settings), *lines)).replace("\n\n", "\n")
    return play(text, GAME)


def refused(body: str) -> str:
    *before, _ = body.strip().split("\n")
    played("\n".join(before))
    with pytest.raises(Refusal) as found:
        played(body)
    return f"{found.value.clause} {found.value.sentence()}"


def deadlines(found: Played) -> dict[str, str]:
    return {window.name: window.deadline[8:16] for window in found.table.windows}


def window(found: Played, name: str) -> OpenWindow:
    one: OpenWindow = next(one for one in found.table.windows if one.name == name)
    return one


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("21 20:00 host: close", "bids night"),
        ("21 21:00 host: close", "bids"),
        ("21 21:00 host: close window night", "vote bids"),
        ("21 21:00 host: close window vote Ann, Bob", "vote bids night"),
        ("20 21:00 host: close early window poll", "vote bids night"),
        ("21 20:00 host: close\n21 20:00 host: open vote\n22 02:00 host: close", "vote"),
    ],
)
def test_all_02_a_close_ends_what_is_overdue_or_named_and_all_else_stays_as_it_was(
    body: str, left: str
) -> None:
    found = played(f"{OPENED}{POLL}20 20:10 Bob: answer bids 4\n{body}")
    assert [w for w in deadlines(found) if w != "poll" or "poll" in body] == left.split()
    if "bids" in left:
        assert window(found, "bids").moved == ("Bob",)


REFUSED = """
21 20:00 host: close window poll = ALL-2 no window called “poll” is open; what is open is vote, bids and night.
21 20:00 host: extend window poll +1h why "x" = ALL-6 no window called “poll” is open
21 20:00 host: close window bids = ALL-2 the window for the bids closes 2026-11-22T02:00:00Z
21 20:00 host: close window bids Ann = ALL-2 Ann isn't overdue
20 21:00 host: close early window vote = ALL-2 still awaited: Ann, Bob, Cid, Dee
21 20:30 host: close early = ALL-2 still awaited
21 21:30 host: extend window night Bob +1h why "x" = ALL-6 Bob has nothing to do
20 21:00 host: extend window vote until 2026-11-21T19:00:00Z why "x" = ALL-6 before 2026-11-21T20:00:00Z
21 20:10 Ann: answer vote 3 = OV-2 after the deadline for the vote (2026-11-21T20:00:00Z)
20 19:59 Ann: answer vote 3 = ALL-1
"""  # noqa: E501 - each case is a line


@pytest.mark.parametrize(("line", "why"), rows(REFUSED))
def test_what_a_window_of_several_doesn_t_allow_is_refused_for_that_window(
    line: str, why: str
) -> None:
    told = refused(f"{OPENED}{line}")
    clause, _, words = why.partition(" ")
    assert told.startswith(clause)
    assert words in told


def test_all_02_the_host_closes_at_will_what_everybody_knows_it_may() -> None:
    told = refused(f"{OPENED}{POLL}20 21:00 host: close")
    assert "the poll closes 2026-11-21T08:00:00Z; before that only `close early` ends it" in told
    assert "still awaited" in refused(f"{OPENED}{POLL}20 21:00 host: close early")
    assert not played(f"{POLL}20 21:00 host: close early").table.windows
    told = refused(f"{OPENED}{POLL}21 08:00 host: close early window poll")
    assert "the deadline has passed (2026-11-21T08:00:00Z); a plain `close` is right" in told


def test_all_10_no_policy_changes_the_time_that_the_host_named_but_its_grace_counts() -> None:
    policy = "set ends_at: 21:00\nset skip: sat\nset grace: 30m\n"
    away = (
        '20 20:00 host: absent Ann from 2026-11-21T07:00:00Z until 2026-11-25T07:00:00Z why "x"\n'
    )
    found = played(f"{POLL}20 20:00 host: open vote\n{away}", policy)
    assert deadlines(found) == {"poll": "21T08:00", "vote": "22T21:00"}
    assert window(found, "poll").ends == "2026-11-21T08:30:00Z"
    later = played(f'{POLL}20 20:00 host: extend window poll +24h why "x"', policy)
    assert deadlines(later) == {"poll": "22T08:00"}
    paused = '20 21:00 host: pause why "x"\n20 23:00 host: resume'
    assert deadlines(played(POLL + paused, policy)) == {"poll": "21T10:00"}
    # its own time of day, by the skipped days of the game
    night = "20 20:00 host: open night"
    assert deadlines(played(night)) == {"night": "21T21:00"}
    assert deadlines(played(night, "set ends_at: 07:00\nset skip: sat\n")) == {"night": "22T21:00"}


def test_a_move_counts_in_the_window_that_it_is_for_and_done_in_all() -> None:
    found = played(f"{OPENED}20 21:00 Ann: answer night 4\n20 21:10 Ann: answer vote 2")
    moved = {one.name: one.moved for one in found.table.windows}
    assert moved == {"vote": ("Ann",), "bids": (), "night": ("Ann",)}
    awaited = {(t.who, t.task) for t in found.waiting() if t.who in {"Ann", "Bob"}}
    assert ("Ann", "an answer for the bids") in awaited
    assert ("Ann", "an answer for the vote") not in awaited
    assert "for the bids yet" in refused(
        f"{OPENED}20 21:00 Ann: answer night 4\n20 21:10 Ann: answer vote 2\n20 21:20 Ann: done"
    )
    body = "20 21:00 Ann: answer {} 4\n"
    said = "".join(body.format(one) for one in ("vote", "bids", "night"))
    found = played(f"{OPENED}{said}20 22:00 Ann: done")
    assert {one.name: one.done for one in found.table.windows} == dict.fromkeys(moved, ("Ann",))
    found = played(f"{OPENED}{said}20 22:00 Ann: done\n20 22:10 Ann: answer vote 5")
    assert window(found, "vote").done == ()
    assert window(found, "bids").done == ("Ann",)
    # done that came when time was up for one of them is for the others
    found = played(f"{OPENED}{said}21 20:30 Ann: done")
    assert window(found, "vote").done == ()
    assert window(found, "night").done == ("Ann",)


def test_all_08_arrival_orders_what_came_to_all_windows_together() -> None:
    body = "20 21:00 Ann: answer night 4\n20 20:30 Ann: answer bids 5\n20 20:10 Ann: answer night 7"
    found = played(OPENED + body)
    rooms = {room.what: dict(room.said) for room in found.state.rooms}
    assert rooms["night"] == {"Ann": 4}
    numbers = [step.entry.number for step in found.replay.live if step.sealed]
    assert numbers == [8, 7, 6]


def test_all_07_a_message_asked_back_outlives_a_window_that_it_may_not_be_for() -> None:
    body = f'{OPENED}20 21:00 Ann: says "hm 4"\n20 21:10 host: asks 6 "for what?"\n'
    assert [one.number for one in played(f"{body}21 20:00 host: close").table.inbox] == [6]
    gone = "21 20:00 host: close\n21 21:00 host: close\n22 02:00 host: close"
    assert not played(f"{body}{gone}").table.inbox
    closed = refused(f'{OPENED}20 21:00 Ann: says "hm 4"\n21 20:00 host: close window vote')
    assert "message 6 of Ann's came" in closed
    assert played(f'{OPENED}20 21:00 Bob: says "hm"\n21 21:00 host: close window night').state


def test_rules_are_told_which_turns_lapse_which_windows_end_and_where_it_was_said() -> None:
    heard: list[Spoken] = []

    def listening(state: overlapping.State, spoken: Spoken) -> overlapping.State:
        heard.append(spoken)
        return overlapping.play(state, spoken)

    def last(body: str) -> Spoken:
        lines = [f"2026-11-{x[:2]}T{x[3:8]}:00Z{x[8:]}" for x in (OPENED + body).split("\n") if x]
        play("\n".join((HEAD.format("").rstrip(), *lines)), replace(GAME, play=listening))
        return heard[-1]

    asked = ("Ann", "Bob", "Cid", "Dee")
    vote, night = [(who, "vote-0") for who in asked], [("Ann", "night-2"), ("Cid", "night-2")]
    close = last("21 21:00 host: close")
    assert (close.closing, sorted(close.lapsed)) == (("vote-0", "night-2"), sorted(vote + night))
    assert close.overdue == asked
    close = last("21 21:00 host: close window night")
    assert (close.closing, close.lapsed, close.for_all) == (("night-2",), tuple(night), True)
    close = last("21 21:00 host: close Ann")
    assert (close.closing, close.lapsed) == ((), (("Ann", "vote-0"), ("Ann", "night-2")))
    assert (close.overdue, close.move) == (("Ann",), Close(("Ann",)))
    silent = last('20 21:00 host: inactive Ann why "x"')
    assert {one.lapsed for one in heard[-3:]} == {(("Ann", f"{w}"),) for w in KEYS}
    assert silent.closing == ()
    said = last("20 21:00 Ann [from post; link http://f/1]: answer vote 3")
    assert (said.link, said.source) == ("http://f/1", "post")


KEYS = ("vote-0", "bids-1", "night-2")


def test_an_announced_window_has_one_deadline_for_all_to_see() -> None:
    night = "20 20:00 host: open night\n"
    away = 'absent Ann from 2026-11-21T07:00:00Z until 2026-11-25T07:00:00Z why "x"'
    alone = f'{night}20 20:30 host: inactive Cid why "x"\n'
    found = played(f"{alone}20 21:00 host: {away}")
    assert (deadlines(found), window(found, "night").own) == ({"night": "21T21:00"}, {})
    found = played(f'{alone}21 21:00 host: extend Ann +5h why "x"')
    assert deadlines(found) == {"night": "21T21:00"}
    assert window(found, "night").own == {"Ann": "2026-11-22T02:00:00Z"}
    assert window(found, "night").ends == "2026-11-22T02:00:00Z"


def test_reports_name_nobody_of_an_announced_window() -> None:
    found = played("20 20:00 host: open night\n20 21:00 Ann: answer night 3")
    turns = awaited_openly(GAME, found.table)
    assert [one.who for one in turns if one.private] == ["Ann", "Bob", "Cid", "Dee"]

    def unsaid(state: overlapping.State) -> Wanted:
        return replace(overlapping.wanted(state), in_private=())

    assert not [t for t in awaited_openly(replace(GAME, wanted=unsaid), found.table) if t.private]
    assert played("20 20:00 host: open night\n21 21:00 host: close").table.quiet == {}
    assert played("20 20:00 host: open vote\n21 20:00 host: close").table.quiet["Ann"] == 1
    assert not window(found, "night").is_for(PUBLIC)
    assert window(found, "night").known_to("Bob")


# ---- the promises


SUBJECT = Subject.of(GAME, few_or_many((0, 3), tuple(range(60))))


AT_ONCE = [one for one in PROMISES if one.name != "no report tells a secret"]
"""What isn't left to the long form: it looks at few entries of a game."""


@pytest.mark.slow
@pytest.mark.usefixtures("overlapping_known")
@pytest.mark.parametrize("promise", some_of(AT_ONCE, PROMISES), ids=lambda promise: promise.name)
def test_promises(promise: Promise) -> None:
    promise.check(SUBJECT)


@pytest.mark.slow
@pytest.mark.usefixtures("overlapping_known")
def test_what_tells_of_whom_an_announced_window_asks_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(OpenWindow, "is_for", lambda one, who: one.announced or not one.private)
    with pytest.raises(Broken, match=r"a report (shows that something came|tells everybody)"):
        secrets_stay_secret(SUBJECT)


# ---- at a desk


@pytest.fixture
def desk(host: Host, overlapping_known: None) -> Host:
    """A host whose vote, night, bids and poll are open; Ann and Cid, or others, are chosen."""
    lines = (
        "start",
        "open vote",
        "open night",
        "open bids",
        "open poll until 2026-11-21T08:00:00Z",
    )
    assert host(f"new overlapping W Ann Bob Cid Dee --zone UTC --seed {'11' * 32}").code == 0
    for line in lines:
        assert host(f"record host {line}").code == 0
    assert host("sent all").code == 0
    return host


def chosen(host: Host) -> list[str]:
    return [one["name"] for one in host("status --secret --json").facts["players"] if one["chosen"]]


def posts(host: Host, to: str = "") -> list[str]:
    with closing(sqlite3.connect(host.database)) as database:
        every = database.execute("SELECT recipient, subject, parts FROM message ORDER BY number")
        return [
            "\n\n".join((title, *json.loads(parts))) for who, title, parts in every if who == to
        ]


@pytest.mark.slow
def test_one_of_several_windows_is_closed_and_extended_by_its_name(desk: Host) -> None:
    assert "host: close early window poll" in desk("close --early poll").all
    assert "extend window vote +2h" in desk("rule extend vote +2h --why slow").all
    assert "I give 2 hours more for the vote." in posts(desk)[-1]
    done = desk("rule extend vote 23:00 --why slow")
    assert "extend window vote until 2026-11-21T23:00:00Z" in done.all
    assert "You have more time for the vote, until" in posts(desk)[-1]
    done = desk("close nope")
    assert done.code == 2
    assert "nobody here is called “nope”" in done.all
    assert "The windows open are vote, night and bids." in done.all
    assert desk("close --early vote Ann").code == 2
    assert "no window called “poll” is open" in desk("close window poll").all
    desk.at("21 22:00")
    hints = desk("status").all
    assert re.search(r"gmtool close +the deadline for the night.* has passed", hints)
    assert "gmtool rule extend night +24h" in hints
    assert desk("close NIGHT").code == 0
    assert "close window night" in desk("log").out
    desk.at("21 23:00")
    assert "host: close window vote Bob, Dee" in desk("close vote Bob Dee").all
    assert desk("set Ann name=vote").code == 0
    clash = desk("close vote")
    assert clash.code == 2
    assert "“vote” is a player and an open window" in clash.all
    assert desk("record host close window vote").code == 0


@pytest.mark.slow
def test_a_reminder_names_each_open_window_with_its_own_deadline(desk: Host) -> None:
    who = next(name for name in ("Ann", "Bob", "Cid", "Dee") if name not in chosen(desk))
    told = desk(f"remind {who}").out
    assert "- an answer for the vote, by Sat 21 Nov 20:00 UTC" in told
    assert "- an answer for the poll, by Sat 21 Nov 08:00 UTC" in told
    assert "night" not in told
    assert "The poll, by Sat 21 Nov 08:00 UTC, unless I close it before that" in posts(desk)[-1]
    for other in ("poll", "bids"):
        assert desk(f"record {who} answer {other} 4").code == 0
    assert (
        "waiting for: an answer for the vote, by Sat 21 Nov 20:00 UTC." in desk(f"remind {who}").out
    )
    assert "More can come by Sun 22 Nov 02:00 UTC. “done” says" in posts(desk, who)[-1]


@pytest.mark.slow
def test_nobody_is_told_whom_an_announced_window_asks_and_it_lists_a_seal_for_each(
    desk: Host,
) -> None:
    one, other = chosen(desk)
    before, due = desk("status").out, desk("due").out
    desk(f"record {one} answer night 4")
    assert desk("sent all").code == 0
    desk(f"record {one} answer night 5")
    assert desk("sent all").code == 0
    now = desk("status").out.replace("entry 8", "entry 6")
    assert now.partition("next:")[0] == before.partition("next:")[0]
    assert desk("due").out == due
    assert "the night, until Sat 21 Nov 21:00" in before
    assert desk(f"rule extend night {other} +3h --why tired").code == 0
    assert [row["to"] for row in desk("outbox --json").facts] == [other]
    assert "3 hours more for the night" in posts(desk, other)[-1]
    assert desk("sent all").code == 0
    assert "tired" not in desk("export --public").out
    assert "21:00" in desk("status").out
    assert "00:00" not in desk("status").out
    desk.at("21 22:00")
    assert desk("close").code == 0
    assert "00:00" not in desk("due").out
    assert desk(f"close window night {one}").code == 1  # who has answered isn't overdue
    desk.at("22 00:00")
    assert desk("close night").code == 0
    seals = re.findall(r"(?m)^[0-9a-f]{32}$", posts(desk)[-1])
    assert len(seals) == len(set(seals)) == 4


@pytest.mark.slow
def test_the_record_of_overlapping_windows_is_checked(desk: Host, tmp_path: Path) -> None:
    one, _ = chosen(desk)
    for line in (f"record {one} answer night 4", f"record {one} answer night 6"):
        assert desk(line).code == 0
    for who in ("Ann", "Bob"):
        assert desk(f"record {who} answer bids 5").code == 0
    desk.at("22 02:00")("close")
    seals = re.findall(r"(?m)^[0-9a-f]{32}$", posts(desk)[-1])
    assert len(seals) == len(set(seals)) == 8  # of bids and night, one a player in each
    assert desk("rule end --why over").code == 0
    (tmp_path / "record").write_text(desk("export --public").out, "utf-8")
    (tmp_path / "posts").write_text("\n\n".join(posts(desk)), "utf-8")
    checked = desk(f"verify {tmp_path / 'record'} --posts {tmp_path / 'posts'}")
    assert checked.code == 0, checked.all
    assert "sealed windows in the posts" in checked.all
