"""Dialects by themselves: literal text, tables, cards, lists, hidden text, links."""

import re
import subprocess
import sys
from zoneinfo import ZoneInfo

import pytest
from forums import ALIGNED
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rows import rows
from wcwidth import wcswidth

from gmtool.engine.instants import Instant
from gmtool.render import dialects
from gmtool.render.dialects import atomic, nodes
from gmtool.render.dialects.atomic import flat, kept, pieces
from gmtool.render.dialects.columns import Column, Inline, aligned, width
from gmtool.render.dialects.neutral import one_line

ALL = tuple(map(dialects.find, dialects.NAMES))
FOUR = [dialects.find(name) for name in ("plain", "phpbb", "proboards", "discourse")]
PLAIN, PHPBB, PROBOARDS, DISCOURSE = FOUR
HIDES = replace(PHPBB, spoiler=True)
HIDES_NOT = replace(DISCOURSE, spoiler=False)
URL = "https://f.example/t_(1)?a=1&copy;"


def joined(dialect: dialects.Dialect, text: str) -> str:
    """The text as it is pasted, guards as ·."""
    return dialect.guard(atomic.joined(flat(pieces(text)), dialect.joint)).replace("\u200b", "·")


def test_every_dialect_is_found_by_its_name() -> None:
    assert [dialect.name for dialect in ALL] == [*dialects.NAMES]
    limits = {dialect.name: (dialect.post_limit, dialect.pm_limit) for dialect in ALL}
    assert limits == {
        **dict.fromkeys(("plain", "phpbb", "proboards"), (60_000, 60_000)),
        **dict.fromkeys(("xenforo", "vbulletin", "reddit"), (10_000, 10_000)),
        **dict.fromkeys(("smf", "bgg"), (20_000, 20_000)),
        "discourse": (32_000, 32_000),
        "discord": (2_000, 2_000),
        "nodebb": (32_767, 1_000),
        "mybb": (65_535, 65_535),
    }


UNKNOWN = """phpb = did you mean phpbb? | PHPBB = did you mean phpbb? | Plane = did you mean plain?
zzz = there are plain, phpbb, discourse, discord, proboards, xenforo, smf"""


@pytest.mark.parametrize(("name", "hint"), rows(UNKNOWN))
def test_an_unknown_dialect_is_refused_with_the_nearest_name(name: str, hint: str) -> None:
    with pytest.raises(ValueError, match=f"no dialect “{name}”") as refused:
        dialects.find(name)
    assert hint in str(refused.value)


def test_dialects_and_when_need_neither_jinja_nor_wcwidth_to_load() -> None:
    modules = ", ".join(f"gmtool.render.dialects.{name}" for name in (*dialects.NAMES, "nodes"))
    unwanted = "{'jinja2', 'markupsafe', 'wcwidth'}"
    code = (
        f"import sys, gmtool.render.when, {modules}; print(sorted({unwanted} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("two\nlines", "two lines"),
        ("two\r\nlines", "two lines"),
        ("a\tb\vc\x85d\u2028e", "a b c d e"),
        ("nul\x00 esc\x1b[31m", "nul\ufffd esc\ufffd[31m"),
        ("\u202eevil\u202c \u2066x\u2069 \u200fy", "evil x y"),
        ("\ud800half", "\ufffdhalf"),
        ("מיכל 5", "מיכל 5"),
        ("👩\u200d👧", "👩\u200d👧"),
    ],
)
def test_one_line(text: str, shown: str) -> None:
    assert one_line(text) == shown


@given(st.text())
def test_one_line_is_one_line_that_can_be_written(text: str) -> None:
    shown = one_line(text)
    assert len(shown.splitlines()) <= 1
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") & set(shown)
    shown.encode()


LITERAL = {
    PHPBB: r"""Cid, Jr. | [·b]x[·/b] | [·/code][·img]u[·/img] | @·everyone | ann@·example.org
https:·//evil.example | www·.evil.example | :·x | 8·-) | Ann :·) :·?: ;·) | Town:sam 20:44 | x]:·x
ends in :· | </b> &amp; {{ 7*7 }}""",
    PROBOARDS: r"""Cid, Jr. | [·/b][·img]u[·/img] | @·everyone | https:·//evil.example
Town:·sam 20:44 :·) x:·D | 8·-) ?·?? www·.x | (c) *x* <script> `x`""",
    DISCOURSE: r"""Cid, Jr. has 30 coins (AP-8): 20:44 | \*x\* \_x\_ \`x\` \~\~x\~\~ a\\b
\[/b\]\[img\]u\[/img\] \[·x\](u) | \[·date=2026-01-01\] \[·x\] \[· \]
@·everyone #·tag :·) :·smile: 8·-) | \<script\> \&amp; AT\&T a\|b
\(c) -\- +\- .\.\. \"x\" don\'t | https:·/\/evil\.example/x\.png | in 1986. Best - x
·1986. Best year | ·5) x | ·- x | ·    x | 20:44:05 :·100:""",
}
"""Texts as they are written; as they were typed they have no guards, and on Discourse no strokes
that aren't doubled.
"""
BESIDE = {
    DISCOURSE: r"""(«·C») | in «1986. x» | - «·1986. x» | «Jr.»·. | «evil»\.com | «evil\.»com
«x\.a»b | a:«·)» | «:»·) | «;»·) | «8»·-) | «8-»·) | «x,»·, | «x!»·! | «x?»·? | «·-»·- | «x-»·> y
«x/»·/y | «(tm»·) | «\&am»·p; | &«·lt;» | «\`» | x**«y» | «Hi!»·[t](u)""",
    PROBOARDS: r"""«288»[/td] | a:«·)» | «x:»·) | «x:·-»[/b] | «what?·»?? | «8·»-) | «8·-»)
«x:·»[/b]""",
    PHPBB: """Ann:·«cat:·» | «3:·100:2» | «8·»-) | «20:44:05»""",
}
"""The same, with what a player typed in pointed brackets, and text of a template beside it."""


def typed(dialect: dialects.Dialect, written: str) -> str:
    plain = re.sub(r"\\(.)", r"\1", written) if dialect is DISCOURSE else written
    return plain.replace("·", "")


def texts(of: dict[dialects.Dialect, str]) -> list[tuple[dialects.Dialect, str]]:
    return [(one, text) for one in of for text in re.split(r" \| |\n", of[one])]


@pytest.mark.parametrize(("dialect", "written"), texts(LITERAL))
def test_literal_text(dialect: dialects.Dialect, written: str) -> None:
    assert joined(dialect, dialect.literal(typed(dialect, written))) == written
    assert joined(dialect, dialect.literal("")) == ""


@pytest.mark.parametrize(("dialect", "written"), texts(BESIDE))
def test_text_beside_other_text(dialect: dialects.Dialect, written: str) -> None:
    before, name, after = (typed(dialect, part) for part in re.split("[«»]", written))
    shown = joined(dialect, f"{before}{dialect.literal(name)}{after}")
    assert shown == re.sub("[«»]", "", written)


def test_code_is_left_to_be_copied_and_cannot_be_ended_from_inside() -> None:
    """A receipt's seal is checked by what stands in it, to the last character."""
    for dialect in ALL:
        if dialect.name == "bgg":  # where tags might count
            continue
        assert "\n0a [/b]Bob: x :) @a" in nodes.code(dialect, ["x", "0a [/b]Bob: x :) @a"])
    lines = ["bid A 30 [x] @all :)", "[/CODE][b]", "[code]"]
    inside = "bid A 30 [x] @all :)\n[\u200b/CODE][b]\n[\u200bcode]"
    assert nodes.code(PHPBB, lines) == f"[code]{inside}[/code]"
    lines = ["[/details]", " [DETAILS=x]", "[b] [/details]"]
    inside = "[\u200b/details]\n [\u200bDETAILS=x]\n[b] [/details]"
    assert nodes.code(DISCOURSE, lines) == f"```text\n{inside}\n```"


@pytest.mark.parametrize(
    ("line", "fence"), [("x", "```"), ("``", "```"), ("```", "````"), ("a ````` b", "``````")]
)
def test_a_fence_cannot_be_closed_from_inside(line: str, fence: str) -> None:
    assert nodes.code(DISCOURSE, [line, "y"]) == f"{fence}text\n{line}\ny\n{fence}"


def test_characters_are_counted_as_the_forum_stores_them() -> None:
    assert PHPBB.counted("Ann & <Bob>") == len("Ann &amp; &lt;Bob&gt;")
    assert [one.counted("Ann & <Bob>") for one in (PLAIN, PROBOARDS, DISCOURSE)] == [11] * 3


NAMES = ["Ann", "アン", "Zoë", "Zoe\u0308", "👩\u200d👧", "[b]", "Ann [/code]", "\u202eBob", "a\tb"]


@pytest.mark.parametrize("name", ALIGNED)
def test_tables_are_aligned_by_the_width_on_the_screen(name: str) -> None:
    dialect = dialects.find(name)
    columns = [Column("Player"), Column("Coins", right=True), Column("Lot")]
    rows = [[name, str(10**i), "A"] for i, name in enumerate(NAMES)]
    table = nodes.table(dialect, columns, [[Inline(c, c) for c in row] for row in rows])
    before, after = dialect.code
    lines = table.removeprefix(before).removesuffix(after).split("\n")
    assert len(lines) == len(NAMES) + 2
    assert {wcswidth(line) for line in lines[2:]} == {wcswidth(lines[1]) - len("--")}
    assert not any(line.endswith(" ") for line in lines)


def test_a_table_to_the_last_blank() -> None:
    columns = [Column("Lot"), Column("Price", right=True), Column("Winner")]
    assert aligned(columns, [["A", "5", "アン"], ["B", "300", ""]]) == [
        "Lot  Price  Winner",
        "---  -----  ------",
        "A        5  アン",
        "B      300",
    ]
    assert nodes.table(PHPBB, columns, []) == ""


CARDS = """
10H = - = 10♥ = 10H | AS = - = A♠ = AS | 2C = - = 2♣ = 2C | QD = - = Q♦ = QD | 10H = 9 = 10♥ = 10H
HJ = - = HJ = HJ | JOKER = - = Joker = JOKER | JOKER = 9 = Joker (9) = JOKER (9)
JOKER = A = Joker (Ace) = JOKER (Ace) | A = - = Ace = Ace | A = A = Ace = Ace | K = - = King = King
10 = - = 10 = 10 | DEVIL = 9 = DEVIL = DEVIL | - = - = - = - | 1H = - = 1H = 1H | XX = - = XX = XX
[b] = - = [b] = [b] | 10♥ = - = 10♥ = 10♥"""


@pytest.mark.parametrize(("card", "as_rank", "with_suit", "in_letters"), rows(CARDS))
def test_cards_and_jokers_that_count_as_a_rank(
    card: str, as_rank: str, with_suit: str, in_letters: str
) -> None:
    assert nodes.card(card, "unicode", as_rank) == with_suit
    assert nodes.card(card, "ascii", as_rank) == in_letters


def test_suits_and_how_wide_signs_are() -> None:
    assert "".join(nodes.suit(sign, "unicode") for sign in "CDHSX") == "♣♦♥♠X"
    assert "".join(nodes.suit(sign, "ascii") for sign in "CDHSX") == "CDHSX"
    assert (width("Ann"), width("アン"), width("\u200b"), width("10♥")) == (3, 4, 0, 3)


def table_of(dialect: dialects.Dialect, *cells: str) -> str:
    columns = [Column("Lot [A]"), Column("Price", right=True)]
    return joined(dialect, nodes.table(dialect, columns, [[Inline(c, c) for c in cells]]))


def test_a_table_of_lines_says_its_titles_in_each_or_once_above_many() -> None:
    def lines(titles: str, *rows: str) -> list[str]:
        columns = [Column(title.lstrip(">"), right=title[0] == ">") for title in titles.split()]
        cells = [[Inline(cell, cell) for cell in row.split()] for row in rows]
        return joined(PHPBB, nodes.table(PHPBB, columns, cells)).split("\n")

    assert lines("Rank ♣ ♦ >Left", "A A♣ – 3") == ["[b]Rank A[/b]: A♣ – · Left: 3"]
    assert lines("Lot Cards Winner >Price", "A 5♠ Ann 30") == [
        "[b]Lot A[/b]: 5♠ · Winner: Ann · Price: 30"
    ]
    assert lines(">Round Ann Bob", "3 black white") == ["[b]Round 3[/b] · Ann: black · Bob: white"]
    assert lines("Lot Cards Lot Cards", "A 5♠ B 6♠") == ["[b]Lot A[/b]: 5♠ · [b]Lot B[/b]: 6♠"]
    many = [f"{place}th Ann {place}" for place in range(4, 9)]
    head, first, *others = lines("Place Player >Coins", *many)
    assert (head, first) == ("[i]Place · Player · Coins[/i]", "[b]4th[/b]: Ann · 4")
    assert len(others) == 4


def test_tables_of_forums_that_have_them() -> None:
    assert table_of(PROBOARDS, "x", "5") == (
        "[table][tbody][tr][td][b]Lot [·A][/b][/td][td][b]Price[/b][/td][/tr]"
        "[tr][td]x[/td][td]5[/td][/tr][/tbody][/table]"
    )
    assert table_of(DISCOURSE, "x", "5") == "| Lot \\[A\\] | Price |\n|---|--:|\n| x | 5 |"
    bar = table_of(DISCOURSE, kept(nodes.typed(DISCOURSE, "", "a|b")), "5")
    assert bar.endswith("`a\\|b` | 5 |"), "within code within a table it is written otherwise"


def test_lists_and_headings() -> None:
    items = ["one", "two\nlines"]
    assert nodes.bullets(PLAIN, items) == nodes.bullets(DISCOURSE, items) == "- one\n- two\n  lines"
    assert nodes.bullets(PHPBB, items) == "[list]\n[*]one\n[*]two\nlines\n[/list]"
    assert nodes.bullets(PHPBB, []) == ""
    assert nodes.bullets(PROBOARDS, ["a", "b"]) == '[ul type="disc"][li]a[/li][li]b[/li][/ul]'
    headings = [nodes.heading(one, "アン", "アン") for one in FOUR]
    of_phpbb, of_proboards = "[size=150][b]アン[/b][/size]", '[font size="4"][b]アン[/b][/font]'
    assert headings == ["アン\n====", of_phpbb, of_proboards, "## アン"]


@pytest.mark.parametrize(
    ("dialect", "title", "shown"),
    [
        (PLAIN, "Seals", "Seals\nx"),
        (PHPBB, "Seals", "[b]Seals[/b]\nx"),
        (HIDES_NOT, "Seals", "**Seals**\n\nx"),
        (HIDES, "Seals", "[spoiler=Seals]\nx\n[/spoiler]"),
        (HIDES, '"a"][b]', "[spoiler=”a”)(b)]\nx\n[/spoiler]"),
        (PROBOARDS, "[T]", "[b][·T][/b]\n[spoiler]x[/spoiler]"),
        (DISCOURSE, '["T"]', '[details="(”T”)"]\n\nx\n\n[/details]'),
    ],
)
def test_hidden_text_is_shown_under_its_title_where_the_board_cannot_hide_it(
    dialect: dialects.Dialect, title: str, shown: str
) -> None:
    assert joined(dialect, nodes.hidden(dialect, title, "x")) == shown


@pytest.mark.parametrize(
    ("dialect", "url", "text", "shown"),
    [
        (
            PHPBB,
            "https://f.example/t?p=3&x=a%20b",
            "t",
            "[url=https://f.example/t?p=3&x=a%20b]t[/url]",
        ),
        (PLAIN, "https://f.example/t?p=3&x=a%20b", "t", "t (https://f.example/t?p=3&x=a%20b)"),
        *((dialect, url, "t", "t") for dialect in (PHPBB, PLAIN) for url in ("", "javascript:x()")),
        (PHPBB, "https://x/][img]", "[t]", "[url=https://x/%5D%5Bimg%5D][·t][/url]"),
        (PROBOARDS, URL, "[t]", '[a href="https://f.example/t_%281%29?a=1&copy;"][·t][/a]'),
        (DISCOURSE, URL, "[t]", r"[\[t\]](https://f.example/t_%281%29?a=1\&copy;)"),
    ],
)
def test_a_link_cannot_end_its_tag(
    dialect: dialects.Dialect, url: str, text: str, shown: str
) -> None:
    assert joined(dialect, nodes.link(dialect, url, text)) == shown


def test_a_deadline_says_its_zone_and_utc_or_is_in_the_reader_s_own_time() -> None:
    def shown(dialect: dialects.Dialect, instant: str, zone: str) -> str:
        moment = Instant(instant).moment
        return joined(dialect, nodes.deadline(dialect, moment, ZoneInfo(zone)))

    july = ("2026-07-01T19:00:00Z", "Europe/London")
    assert shown(PHPBB, *july) == "Wed 1 Jul 20:00 BST (19:00 UTC)"
    timed = replace(PLAIN, deadline="<t:{unix}:F> {date} {time} {text}")
    assert shown(timed, *july) == f"<t:1782932400:F> 2026-07-01 19:00:00 {shown(PHPBB, *july)}"
    assert shown(DISCOURSE, "2026-11-22T00:30:00Z", "America/New_York") == (
        '[date=2026-11-22 time=00:30:00 timezone="UTC"] = '
        "Sat 21 Nov 19:30 EST (Sun 22 Nov 00:30 UTC)"
    )


TYPED = r"""bid A 30 = `bid A 30` | *x* [b] @ann = `*x* [b] @ann` | a`b = ``a`b`` | `x` = `` `x` ``
a|b = `a|b`"""


@pytest.mark.parametrize(("text", "written"), [*rows(TYPED), (" x", "`  x `")])
def test_what_is_to_be_typed(text: str, written: str) -> None:
    assert joined(DISCOURSE, nodes.typed(DISCOURSE, "", text)) == written
    assert nodes.typed(PHPBB, "[b]x[/b]", "x") == "[b][b]x[/b][/b]"
    assert nodes.typed(PLAIN, "x", "x") == "“x”"
    assert nodes.typed(PROBOARDS, "x", "x") == '[font face="Courier New"]x[/font]'


def test_blanks_stay_outside_of_bold_where_it_would_not_be_bold() -> None:
    assert joined(DISCOURSE, nodes.stressed(DISCOURSE.bold, " x ")) == " **x** "
    assert joined(DISCOURSE, nodes.stressed(DISCOURSE.bold, "  ")) == "  "
    assert nodes.stressed(PHPBB.bold, " x ") == "[b] x [/b]"


@pytest.mark.parametrize(
    ("dialect", "name", "written"),
    [
        (PLAIN, "@Ann", "@Ann"),
        (PHPBB, "[Ann]", "[b][·Ann][/b]"),
        (PROBOARDS, "ann_93", "@ann_93"),
        (DISCOURSE, "ann.b-c", "@ann.b-c"),
        (DISCOURSE, "ann_b", r"@ann\_b"),
        (DISCOURSE, "hereward", "@hereward"),
        (PROBOARDS, "Cid, Jr.", "[b]Cid, Jr.[/b]"),
        *((DISCOURSE, name, f"**{name}**") for name in ("Ann.", "Cid, Jr.", "Everyone")),
    ],
)
def test_a_mention_of_a_user_and_of_a_name_that_is_none(
    dialect: dialects.Dialect, name: str, written: str
) -> None:
    assert joined(dialect, nodes.mention(dialect, name)) == written


def test_a_mention_ends_with_the_name() -> None:
    assert joined(DISCOURSE, nodes.mention(DISCOURSE, "ann") + "s") == "@ann·s"
    assert joined(DISCOURSE, nodes.mention(DISCOURSE, "ann") + ", ") == "@ann, "


def test_a_board_may_differ_from_its_forum_as_installed() -> None:
    board = dialects.find("phpbb", {"post_limit": "10000", "pm_limit": "500", "spoiler": "on"})
    assert (board.post_limit, board.pm_limit, board.spoiler) == (10_000, 500, True)
    assert board == replace(PHPBB, post_limit=10_000, pm_limit=500, spoiler=True)
    assert dialects.find("phpbb", {"spoiler": "off"}) == dialects.find("phpbb", {}) == PHPBB
    assert not dialects.find("plain", {"spoiler": "off"}).spoiler
    with pytest.raises(ValueError, match="plain has no way to hide text"):
        dialects.find("plain", {"spoiler": "on"})


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        *(("post_limit", value, "from 500 to") for value in ("499", "0", "-1", "", "10,000")),
        ("pm_limit", "١٠٠٠", "pm_limit is a whole number of characters from 500 to"),
        ("pm_limit", "9" * 5000, "pm_limit is a whole number of characters"),
        ("spoiler", "yes", "spoiler is on or off, not “yes”"),
        ("spoilers", "on", "a board can't have “spoilers” otherwise; did you mean spoiler?"),
        ("Post_Limit", "600", "did you mean post_limit?"),
        ("bold", "600", "there are post_limit, pm_limit, spoiler"),
    ],
)
def test_an_override_that_cannot_be_says_what_can(key: str, value: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        dialects.find("phpbb", {key: value})
