"""Copied pages of threads, one of each forum's software, written without knowing how they are read:
what of them is recorded, and what a host is asked about.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hosting import Host

from gmtool.desk.pages import Post, Times, posts_in
from gmtool.desk.zones import TimeProblem

PAGES = Path(__file__).parents[1] / "messages" / "pages"
NAMES = ("discord", "discourse", "phpbb", "proboards", "smf", "xenforo")
POSTS = {"discord": 15, "discourse": 12, "phpbb": 10, "proboards": 10, "smf": 9, "xenforo": 11}
SURE = {"discord": 2, "discourse": 1, "phpbb": 0, "proboards": 0, "smf": 0, "xenforo": 2}
PROPOSED = {"discord": 5, "discourse": 4, "phpbb": 7, "proboards": 6, "smf": 4, "xenforo": 5}


def parts(name: str) -> tuple[str, str, list[tuple[str, str]]]:
    """The journal before the page, the page, and the moves that a careful host records, each with
    who posts them; where the host stops, the move is empty.
    """
    journal, rest = (PAGES / f"{name}.txt").read_text("utf-8").split("\n.\n===== page\n")
    page, listed = rest.split("\n===== moves\n")
    rows = [line.partition(": ") for line in listed.strip().splitlines()]
    moves = [(m.split(", ")[0], "") if who == "stops" else (who, m) for who, _, m in rows]
    return journal, page, moves


def authors(name: str) -> list[str]:
    journal, page, _ = parts(name)
    line = next(line for line in journal.splitlines() if line.startswith("players: "))
    return [post.who for post in posts_in(page, line.removeprefix("players: ").split(", "))]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_cut_into_its_posts(name: str) -> None:
    found = authors(name)
    assert len(found) == POSTS[name]
    _, page, moves = parts(name)
    assert {who for who, _ in moves} <= {*found} <= {line.strip() for line in page.splitlines()}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_recorded_that_a_careful_host_would_not_take(host: Host, name: str) -> None:
    """Posts that aren't sure are kept, one at a time; the host says what they mean, and the same
    page goes on behind them. How many posts are sure, and how many proposed as they are meant, may
    grow.
    """
    journal, page, moves = parts(name)
    assert host("import -", pasted=journal).code == 0
    host.at("20 22:00")
    sure = proposed = 0
    while moves and moves[0][1]:
        told = host("record --thread - --yes --json", pasted=page).facts
        for one in told["recorded"]:
            sure += 1
            assert (one["who"], "; ".join(one["moves"])) == moves.pop(0)
        if not moves or not moves[0][1]:
            break
        who, meant = moves[0]
        unsure = told["unsure"] or {"who": "", "why": ""}
        waiting = [row["number"] for row in host("inbox --json").facts]
        silent = [one["at"] for one in told["silent"] if one["who"] == who]
        if unsure["who"] != who and waiting and not silent:  # somebody's talk
            assert host(f"aside {waiting[0]} --why talk").code == 0
            continue
        proposed += (unsure["who"], unsure["why"]) == (who, meant)
        first, *more = meant.split("; ")
        is_unsure = unsure["who"] == who
        at = unsure["at"] if is_unsure else silent[0]
        by = ["take", str(waiting[0])] if is_unsure else ["record", who, "--at", at]
        assert host(*by, *first.split()).code == 0
        assert all(host("record", who, *move.split(), "--at", at).code == 0 for move in more)
        moves.pop(0)
    assert (sure, proposed) == (SURE[name], PROPOSED[name])


def test_marks_that_forums_write_in_several_ways() -> None:
    xenforo = "Ann\nMember\nA moment ago\n#12\npass\nBob\nMember\nJust now\n#13\nplay 4D"
    smf = "Ann\n« on: Today at 08:44:12 PM »\npass\nReport to moderator   Logged\nBob\n« Reply #1 "
    smf += "on: Today at 09:44:12 PM »\nplay 4D\nReport to moderator   Logged"
    pictured = xenforo.replace("Ann\nMember", "Ann\nAnn\nMember").replace(
        "Bob\n", "Bob\n\nBob\n", 1
    )
    discourse = "Ann\n\n5m\npass\n\nBob\n\n2m\nplay 4D"
    for page in (xenforo, smf, pictured, discourse):
        found = posts_in(page, ["Ann", "Bob"])
        assert [(post.who, post.text) for post in found] == [("Ann", "pass"), ("Bob", "play 4D")]


def test_a_quotation_without_an_end_ends_with_the_words_of_the_post_it_is_from() -> None:
    page = (
        "by Ann » Fri Nov 20, 2026 8:44 pm\nI pass.\nYour turn\nTop\nby Bob » Fri Nov 20, 2026 9:44"
    )
    page += " pm\nAnn wrote: ↑Fri Nov 20, 2026 8:44 pm\nI pass.\nYour turn\nplay 4D\nTop"
    bobs = posts_in(page, ["Ann", "Bob"])[1].text
    assert bobs.splitlines()[1:] == ["> I pass.", "> Your turn", "play 4D"]


def test_when_a_post_was_written() -> None:
    now, zone = datetime(2026, 11, 20, 22, tzinfo=UTC), ZoneInfo("Europe/Berlin")
    told = {
        "Today at 8:44 PM": "2026-11-20 19:44",
        "Yesterday at 11:05:13 PM": "2026-11-19 22:05",
        "Fri Nov 20, 2026 8:44 pm": "2026-11-20 19:44",
        "Nov 19, 2026 14:02:47 GMT -6": "2026-11-19 20:02",
        "Nov 19, 2026 9:40:03 GMT -6": "2026-11-19 15:40",
        "11:30 PM": "2026-11-19 22:30",
        "12:05 AM": "2026-11-19 23:05",
        "Wednesday at 8:44 PM": "2026-11-18 19:44",
        "November 19, 2026, 08:44:12 PM": "2026-11-19 19:44",
        "22 minutes ago": "2026-11-20 21:38",
        "38m": "2026-11-20 21:22",
        "23h": "2026-11-19 23:30",
        "1d": "2026-11-20 10:00",
        "A moment ago": "2026-11-20 22:00",
        "11.12.2025 20:44": "2025-12-11 19:44",
    }
    for when, instant in told.items():
        found = Times(now, zone).instant_of(when)
        assert found.astimezone(UTC).strftime("%Y-%m-%d %H:%M") == instant, when


@pytest.mark.parametrize(
    "when",
    [
        "Today at 11:30 PM",  # still to come
        "Nov 21, 2026 at 8:44pm",
        "03/04/2026 8:44 PM",  # either day
        "Nov 19, 2026 8:44 PM EST",
        "13/13/2026 20:44",
        "Nov 19",
        "someday",
    ],
)
def test_a_time_that_cannot_be_read_is_no_guess(when: str) -> None:
    now = datetime(2026, 11, 20, 22, tzinfo=UTC)
    with pytest.raises(TimeProblem):
        Times(now, ZoneInfo("Europe/Berlin")).instant_of(when)


@pytest.mark.parametrize(
    ("dates", "first", "instant"),
    [
        ("19/11/2026 23:10, 11/12/2026 23:10", "11/12/2026 23:10", None),  # 11 December is to come
        ("19/11/2026 23:10, 11/10/2026 23:10", "11/10/2026 23:10", "2026-10-11 21:10"),
        ("11/19/2026 11:10 PM, 11/10/2026 11:10 PM", "11/10/2026 11:10 PM", "2026-11-10 22:10"),
        ("11/12/2026 23:10", "11/12/2026 23:10", "2026-11-12 22:10"),
        ("12/11/26 23:10", "12/11/26 23:10", "2026-11-12 22:10"),
        ("11/10/2026 23:10", "11/10/2026 23:10", None),
    ],
)
def test_one_date_on_a_page_proves_which_number_is_the_day(
    dates: str, first: str, instant: str | None
) -> None:
    now, zone = datetime(2026, 11, 20, 22, tzinfo=UTC), ZoneInfo("Europe/Berlin")
    times = Times.on([Post("Ann", "pass", when) for when in dates.split(", ")], now, zone)
    if instant is None:
        with pytest.raises(TimeProblem):
            times.instant_of(first)
    else:
        assert f"{times.instant_of(first):%Y-%m-%d %H:%M}" == instant
