"""Dialects by themselves: literal text, tables, cards, lists, hidden text, links."""

import subprocess
import sys
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from gmtool.engine.instants import Instant
from gmtool.render import dialects
from gmtool.render.dialects import nodes
from gmtool.render.dialects.columns import Column, Inline, aligned, width
from gmtool.render.dialects.neutral import one_line

PLAIN = dialects.find("plain")
PHPBB = dialects.find("phpbb")


@pytest.mark.parametrize("name", dialects.NAMES)
def test_every_dialect_is_found_by_its_name(name: str) -> None:
    assert dialects.find(name).name == name


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("phpb", "did you mean phpbb?"),
        ("PHPBB", "did you mean phpbb?"),
        ("Plane", "did you mean plain?"),
        ("zzz", "there are plain, phpbb"),
    ],
)
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


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Cid, Jr.", "Cid, Jr."),
        ("[b]x[/b]", "[·b]x[·/b]"),
        ("[/code][img]u[/img]", "[·/code][·img]u[·/img]"),
        ("@everyone", "@·everyone"),
        ("ann@example.org", "ann@·example.org"),
        ("https://evil.example", "https:·//evil.example"),
        ("www.evil.example", "www·.evil.example"),
        (":x", ":·x"),
        ("8-)", "8·-)"),
        ("Ann :) :?: ;)", "Ann :·) :·?: ;·)"),
        ("Town:sam 20:44", "Town:sam 20:44"),
        ("x]:x", "x]:·x"),
        ("ends in :", "ends in :·"),
        ("</b> &amp; {{ 7*7 }}", "</b> &amp; {{ 7*7 }}"),
        ("", ""),
    ],
)
def test_phpbb_literal_text(text: str, written: str) -> None:
    assert PHPBB.literal(text).replace("\u200b", "·") == written


def test_phpbb_code_cannot_be_ended_from_inside_and_is_otherwise_left_to_be_copied() -> None:
    lines = ["bid A 30 [x] @all :)", "[/CODE][b]", "[code]"]
    inside = "bid A 30 [x] @all :)\n[\u200b/CODE][b]\n[\u200bcode]"
    assert nodes.code(PHPBB, lines) == f"[code]{inside}[/code]"


def test_phpbb_counts_characters_as_it_stores_them() -> None:
    assert PHPBB.counted("Ann & <Bob>") == len("Ann &amp; &lt;Bob&gt;")
    assert PLAIN.counted("Ann & <Bob>") == 11


NAMES = ["Ann", "アン", "Zoë", "Zoe\u0308", "👩\u200d👧", "[b]", "Ann [/code]", "\u202eBob", "a\tb"]


@pytest.mark.parametrize("dialect", [PLAIN, PHPBB], ids=lambda d: d.name)
def test_tables_are_aligned_by_the_width_on_the_screen(dialect: dialects.Dialect) -> None:
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


def test_width() -> None:
    assert (width("Ann"), width("アン"), width("\u200b"), width("10♥")) == (3, 4, 0, 3)


@pytest.mark.parametrize(
    ("card", "shown"),
    [("10H", "10♥"), ("AS", "A♠"), ("2C", "2♣"), ("QD", "Q♦"), ("JOKER", "Joker"), ("HJ", "HJ")],
)
def test_cards(card: str, shown: str) -> None:
    assert nodes.card(card, "unicode") == shown
    assert nodes.card(card, "ascii") == card


@pytest.mark.parametrize("text", ["", "1H", "XX", "[b]", "10♥"])
def test_what_is_no_card_stays_as_it_is(text: str) -> None:
    assert nodes.card(text, "unicode") == text


def test_lists() -> None:
    items = ["one", "two\nlines"]
    assert nodes.bullets(PLAIN, items) == "- one\n- two\n  lines"
    assert nodes.bullets(PHPBB, items) == "[list]\n[*]one\n[*]two\nlines\n[/list]"
    assert nodes.bullets(PHPBB, []) == ""


def test_headings() -> None:
    assert nodes.heading(PLAIN, "アン", "アン") == "アン\n===="
    assert nodes.heading(PHPBB, "x", "x") == "[size=150][b]x[/b][/size]"


def test_hidden_text_is_shown_under_its_title_where_the_board_cannot_hide_it() -> None:
    assert nodes.hidden(PLAIN, "Seals", "x") == "Seals\nx"
    assert nodes.hidden(PHPBB, "Seals", "x") == "[b]Seals[/b]\nx"


def test_hidden_text_on_a_board_that_has_it() -> None:
    board = replace(PHPBB, spoiler=True)
    assert nodes.hidden(board, "Seals", "x") == "[spoiler=Seals]\nx\n[/spoiler]"
    assert nodes.hidden(board, '"a"][b]', "x") == "[spoiler=”a”)(b)]\nx\n[/spoiler]"


@pytest.mark.parametrize(
    ("url", "phpbb", "plain"),
    [
        ("https://f.example/t?p=3&x=a%20b", "[url={}]t[/url]", "t ({})"),
        ("javascript:alert(1)", "t", "t"),
        ("", "t", "t"),
    ],
)
def test_links(url: str, phpbb: str, plain: str) -> None:
    assert nodes.link(PHPBB, url, "t") == phpbb.format(url)
    assert nodes.link(PLAIN, url, "t") == plain.format(url)


def test_a_web_address_cannot_end_its_tag() -> None:
    assert (
        nodes.link(PHPBB, "https://x/][img]", "[t]")
        == "[url=https://x/%5D%5Bimg%5D][\u200bt][/url]"
    )


def test_a_deadline_says_its_zone_and_utc() -> None:
    moment = Instant("2026-07-01T19:00:00Z").moment
    london = ZoneInfo("Europe/London")
    assert nodes.deadline(PHPBB, moment, london) == "Wed 1 Jul 20:00 BST (19:00 UTC)"
    timed = replace(PHPBB, deadline="<t:{unix}:F> {date} {time} {text}")
    shown = nodes.deadline(timed, moment, london)
    assert shown == "<t:1782932400:F> 2026-07-01 19:00:00 Wed 1 Jul 20:00 BST (19:00 UTC)"


def test_a_mention_is_a_name_in_bold() -> None:
    assert nodes.mention(PHPBB, "[Ann]") == "[b][\u200bAnn][/b]"
    assert nodes.mention(PLAIN, "@Ann") == "@Ann"
