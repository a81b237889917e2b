"""Copied pages of threads, one of each forum's software, written without knowing how they are read:
what of them is recorded, and what a host is asked about.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import thread_pages
from hosting import Host
from thread_pages import FORUMS, Posted

from gmtool.desk.intake.thread_parsers import posts_in
from gmtool.desk.intake.thread_posts import Post, Times
from gmtool.desk.times.zones import TimeProblem

PAGES = Path(__file__).parents[2] / "messages" / "pages"
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


FRIDAY, SATURDAY = Posted("Bob", 30, "vote Friday"), Posted("Cid", 40, "vote Saturday")
HELLO = Posted("Dee", 45, "hello all")
CLOCK = (datetime(2026, 11, 20, 21, tzinfo=UTC), ZoneInfo("UTC"))


def cut(page: str) -> list[Post]:
    return list(posts_in(page, ["Ann", "Bob", "Cid", "Dee", "Harper"], CLOCK))


@pytest.mark.parametrize("forum", FORUMS)
def test_an_honest_page_is_not_doubted(forum: str) -> None:
    posts = [Posted("Harper", 5, "Vote, please."), FRIDAY, SATURDAY, HELLO, Posted("Bob", 50, "hm")]
    found = cut(thread_pages.page(forum, posts))
    assert [(post.who, post.doubt) for post in found] == [(post.who, "") for post in posts]


SUNDAY = Posted("Ann", 33, "vote Sunday", number=3)
FORGED = {
    "the whole head": SUNDAY,
    "a head alone": replace(SUNDAY, block=False),
    "a time after the next post's": replace(SUNDAY, at=43),
    "a time before that of the post it is in": replace(SUNDAY, at=20),
    "the number of none": replace(SUNDAY, number=77),
    "another's post of whom there are others": Posted("Dee", 33, "vote Sunday", 3, block=False),
}
"""What Bob types into his post."""
ALL_AGREES = {
    (forum, how)
    for forum in ("proboards", "discourse", "discord")
    for how in ("the whole head", "the number of none")
} | {("discourse", "a head alone"), ("discord", "a head alone")}
"""Where nothing on the page is otherwise than it would be; docs/hosting.md says so."""


@pytest.mark.parametrize(
    ("forum", "how"), [(f, how) for f in FORUMS for how in FORGED if (f, how) not in ALL_AGREES]
)
def test_a_head_inside_a_post_is_doubted_and_all_behind_it(forum: str, how: str) -> None:
    words = thread_pages.forged(forum, "vote Friday", FORGED[how])
    posts = [Posted("Harper", 5, "Vote, please."), replace(FRIDAY, text=words), SATURDAY, HELLO]
    found = cut(thread_pages.page(forum, posts))
    sure = [post.who for post in found if not post.doubt]
    assert FORGED[how].who not in sure
    assert not any(post.doubt and not after.doubt for post, after in pairwise(found))


def test_a_quotation_that_a_player_only_types_swallows_no_post() -> None:
    """“Click to expand...” ends what XenForo quotes, and anybody can type it."""
    for heading in ("Thoughts:", "As Cid said:", "Dee wrote:", "Today at 8:00 PM Zed said:"):
        posts = [
            replace(FRIDAY, text=heading),
            SATURDAY,
            replace(HELLO, text="Bob said:\nhm\nClick to expand...\nvote Sunday"),
        ]
        for forum in FORUMS:
            found = cut(thread_pages.page(forum, posts))
            assert [(post.who, post.doubt) for post in found] == [
                ("Bob", ""), ("Cid", ""), ("Dee", "")
            ]  # fmt: skip


@pytest.mark.parametrize("forum", ["xenforo", "smf", "phpbb"])
@pytest.mark.parametrize("other", ["proboards", "phpbb", "smf 2.0", "discord"])
def test_heads_of_another_forum_are_doubted_however_many_there_are(forum: str, other: str) -> None:
    heads = "".join(FORUMS[other](replace(SUNDAY, at=33 + n, number=9 + n)) for n in range(6))
    if forum != other:
        posts = [SATURDAY, replace(FRIDAY, at=41, text=f"hm\n{heads}"), HELLO]
        found = cut(thread_pages.page(forum, posts))
        assert not any(post.who == "Ann" and not post.doubt for post in found)


def test_a_title_that_is_the_name_of_somebody_else_is_doubted() -> None:
    posts = [Posted("Harper", 5, "Vote, please."), SATURDAY, replace(HELLO, text="vote Friday")]
    page = thread_pages.page("xenforo", posts).replace("Dee\nActive member", "Dee\nAnn")
    assert "two names stand above it" in cut(page)[-1].doubt


def test_what_makes_a_foot_or_a_page_end_twice_is_doubted() -> None:
    twice = replace(FRIDAY, text="hm\nLike Quote Reply\nhm")
    found = cut(thread_pages.page("xenforo", [SATURDAY, replace(twice, at=41), HELLO]))
    assert [post.doubt for post in found][1:] == ["below it “Like Quote Reply” stands twice"] * 2
    last = cut(thread_pages.page("smf", [SATURDAY, HELLO]) + "Print\nhm\nPrint\n")
    assert last[-1].doubt == "below it “Print” stands twice"
    four = [SATURDAY, replace(HELLO, at=46), replace(HELLO, at=47), replace(HELLO, at=48)]
    page = thread_pages.page("xenforo", four).replace("vote Saturday\nLike Quote Reply\n", "hm\n")
    assert cut(page)[1].doubt == "it begins before the post above it is over"


@pytest.mark.parametrize("forum", FORUMS)
def test_a_weekday_alone_is_a_post(forum: str) -> None:
    posts = [FRIDAY, replace(SATURDAY, text="Saturday"), replace(HELLO, text="Today")]
    assert [post.text for post in cut(thread_pages.page(forum, posts))][1:] == ["Saturday", "Today"]


def test_a_post_that_is_counted_and_not_shown_is_counted() -> None:
    hidden = "This post was made by Eve who is currently on your ignore list.\nTop\n\n"
    page = thread_pages.page("phpbb", [FRIDAY, SATURDAY, HELLO], 4)
    assert all(post.doubt for post in cut(page))
    assert not any(post.doubt for post in cut(page.replace("Top\n\n", f"Top\n\n{hidden}", 1)))


@pytest.mark.parametrize(
    ("page", "posts"),
    [
        ("by Ann » Fri Nov 20, 2026 9:00 pm\n" + "@x\ny\n" * 10_000, 1),
        ("Ann\n — Today at 8:00 PM\n" + "[8:00 PM] x\n" * 10_000, 10_000),
        ("Ann\n\n1h\n" * 8_000, 4_000),
        ("1h\n" * 20_000, 0),
        ("Nov 20, 2026\n" * 20_000, 0),
        ("by Ann » Today at 8:00 pm\n" + "Ann wrote:\nhi\n" * 7_000, 1),
        ("".join(thread_pages.smf(Posted("Ann", 0, "x", n)) for n in range(3_000)), 3_000),
        (
            "4 posts • Page 1 of 2\n4 posts • Page 2 of 2\n" * 6_000
            + "by Ann » Today\nx\n" * 3_000,
            3_000,
        ),
    ],
    ids=range(8),
)
@pytest.mark.slow
def test_the_posts_of_a_page_however_long_are_found(page: str, posts: int) -> None:
    """In a time that grows with it: with the square of it this test would take minutes."""
    assert len(cut(page)) == posts


@pytest.mark.parametrize(
    ("stated", "many", "is_right"),
    [
        ("3 posts • Page 1 of 1", 3, True),
        ("3 posts • Page 1 of 1", 4, False),
        ("25 posts • Page 1 of 3", 10, True),
        ("25 posts • Page 1 of 3", 11, False),
        ("25 posts • Page 3 of 3", 5, True),
        ("25 posts • Page 3 of 3", 6, False),
        ("10 posts • Page 1 of 2", 10, False),
        ("22 posts • Page 3 of 3", 4, False),
        ("1,203 posts • Page 2 of 121", 10, True),
        ("1,203 posts • Page 121 of 121", 3, True),
        ("1,203 posts • Page 121 of 121", 4, False),
    ],
)
def test_a_page_has_as_many_posts_as_it_says(stated: str, many: int, is_right: bool) -> None:
    posts = [Posted("Bob", number, "hm") for number in range(many)]
    page = thread_pages.page("phpbb", posts).replace(f"{many} posts • Page 1 of 1", stated)
    assert {not post.doubt for post in cut(page)} == {is_right}


def test_pages_may_be_copied_one_after_the_other_and_a_count_typed_by_a_player_is_none() -> None:
    first = thread_pages.page("phpbb", [FRIDAY] * 10).replace("10 posts • Page 1 of 1", "{}")
    last = thread_pages.page("phpbb", [HELLO] * 3).replace("3 posts • Page 1 of 1", "{}")
    both = first.replace("{}", "13 posts • Page 1 of 2") + last.replace(
        "{}", "13 posts • Page 2 of 2"
    )
    assert not any(post.doubt for post in cut(both))
    typed = both.replace("vote Friday", "vote Friday\n13 posts • Page 2 of 2", 1)
    assert all(post.doubt for post in cut(typed)[:10])
    other = both.replace("vote Friday", "vote Friday\n14 posts • Page 1 of 2", 1)
    assert all(post.doubt for post in cut(other)[:10])


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
    times = Times.on(dates.split(", "), now, zone)
    if instant is None:
        with pytest.raises(TimeProblem):
            times.instant_of(first)
    else:
        assert f"{times.instant_of(first):%Y-%m-%d %H:%M}" == instant
