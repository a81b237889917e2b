"""Copied pages of threads, one of each forum's software, written without knowing how they are read:
what of them is recorded, and what a host is asked about.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hosting import Host

from gmtool.desk.pages import instant_of, posts_in

PAGES = Path(__file__).parents[1] / "messages" / "pages"
NAMES = ("discord", "discourse", "phpbb", "proboards", "smf", "xenforo")
POSTS = {"discord": 15, "discourse": 12, "phpbb": 10, "proboards": 10, "smf": 9, "xenforo": 11}


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
def test_nothing_is_recorded_that_a_careful_host_would_not_take(
    host: Host, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Posts that aren't sure are kept, one at a time; the host says what they mean, and the same
    page goes on behind them.
    """
    journal, page, listed = parts(name)
    moves = [(who, move) for who, said in listed for move in said.split("; ")]
    assert host("import -", pasted=journal).code == 0
    host.at("20 22:00")
    sure = proposed = 0
    while moves and moves[0][1]:
        told = host("record --thread - --yes --json", pasted=page).facts
        for one in told["recorded"]:
            for move in one["moves"]:
                sure += 1
                assert (one["who"], move) == moves.pop(0)
        if not moves or not moves[0][1]:
            break
        who, meant = moves.pop(0)
        unsure = told["unsure"] or {"who": "", "at": "2026-11-20T22:00:00Z", "why": ""}
        proposed += unsure["why"] == meant
        if unsure["who"] == who:
            waiting = [row["number"] for row in host("inbox --json").facts if row["who"] == who]
            answer = host(f"take {waiting[0]} {meant}")
        else:
            at = next((one["at"] for one in told["silent"] if one["who"] == who), unsure["at"])
            answer = host("record", who, *meant.split(), "--at", at)
        assert answer.code == 0, answer.all
    with capsys.disabled():
        sys.stdout.write(f"\n{name}: {sure} sure, {proposed} proposed as meant")


def test_when_a_post_was_written() -> None:
    now, zone = datetime(2026, 11, 20, 22, tzinfo=UTC), ZoneInfo("Europe/Berlin")
    told = {
        "Today at 8:44 PM": "2026-11-20 19:44",
        "Yesterday at 11:05:13 PM": "2026-11-19 22:05",
        "Fri Nov 20, 2026 8:44 pm": "2026-11-20 19:44",
        "Nov 19, 2026 14:02:47 GMT -6": "2026-11-19 20:02",
        "11:30 PM": "2026-11-19 22:30",
        "12:05 AM": "2026-11-19 23:05",
        "Today at 11:30 PM": "",
        "Wednesday at 8:44 PM": "2026-11-18 19:44",
        "November 19, 2026, 08:44:12 PM": "2026-11-19 19:44",
        "03/04/2026 8:44 PM": "",
        "Nov 19, 2026 8:44 PM EST": "",
        "22 minutes ago": "2026-11-20 21:38",
        "38m": "2026-11-20 21:22",
        "23h": "2026-11-19 23:30",
        "1d": "2026-11-20 10:00",
        "Nov 19": "",
        "Nov 21, 2026 at 8:44pm": "",
    }
    for when, instant in told.items():
        found = instant_of(when, now, zone)
        assert (found.astimezone(UTC).strftime("%Y-%m-%d %H:%M") if found else "") == instant, when
