"""Dialects by themselves: literal text, tables, cards, lists, hidden text, links."""

import re
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
from gmtool.render.dialects import nodes, units
from gmtool.render.dialects.columns import Column, Inline, aligned, width
from gmtool.render.dialects.neutral import one_line
from gmtool.render.dialects.units import flat, kept, pieces

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
        ("zzz", "there are plain, phpbb, proboards, discourse"),
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


@pytest.mark.parametrize(
    ("card", "rank", "shown"),
    [
        *(("JOKER", "9", "Joker (9)"), ("JOKER", "A", "Joker (Ace)"), ("JOKER", "", "Joker")),
        *(("10H", "9", "10♥"), ("A", "", "Ace"), ("A", "A", "Ace"), ("K", "", "King")),
        *(("10", "", "10"), ("DEVIL", "9", "DEVIL")),
    ],
)
def test_jokers_that_count_as_a_rank_and_cards_without_a_suit(
    card: str, rank: str, shown: str
) -> None:
    assert nodes.card(card, "unicode", rank) == shown
    ascii_shown = shown.replace("Joker", "JOKER").replace("10♥", "10H")
    assert nodes.card(card, "ascii", rank) == ascii_shown


def test_suits() -> None:
    assert "".join(nodes.suit(sign, "unicode") for sign in "CDHSX") == "♣♦♥♠X"
    assert "".join(nodes.suit(sign, "ascii") for sign in "CDHSX") == "CDHSX"


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


def test_a_board_may_differ_from_its_forum_as_installed() -> None:
    board = dialects.find("phpbb", {"post_limit": "10000", "pm_limit": "500", "spoiler": "on"})
    assert (board.post_limit, board.pm_limit, board.spoiler) == (10_000, 500, True)
    assert board == replace(PHPBB, post_limit=10_000, pm_limit=500, spoiler=True)
    assert dialects.find("phpbb", {"spoiler": "off"}) == dialects.find("phpbb", {}) == PHPBB


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


def test_a_dialect_without_hidden_text_cannot_have_it() -> None:
    assert not dialects.find("plain", {"spoiler": "off"}).spoiler
    with pytest.raises(ValueError, match="plain has no way to hide text"):
        dialects.find("plain", {"spoiler": "on"})


PROBOARDS = dialects.find("proboards")
DISCOURSE = dialects.find("discourse")


def joined(dialect: dialects.Dialect, text: str) -> str:
    """The text as it is pasted, guards as ·."""
    return units.joined(flat(pieces(text)), dialect.joint).replace("\u200b", "·")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Cid, Jr.", "Cid, Jr."),
        ("[/b][img]u[/img]", "[·/b][·img]u[·/img]"),
        ("@everyone", "@·everyone"),
        ("https://evil.example", "https:·//evil.example"),
        ("Town:sam 20:44 :) x:D", "Town:·sam 20:44 :·) x:·D"),
        ("8-) ??? www.x", "8·-) ?·?·? www·.x"),
        ("(c) *x* <script> `x`", "(c) *x* <script> `x`"),
    ],
)
def test_proboards_literal_text(text: str, written: str) -> None:
    assert joined(PROBOARDS, PROBOARDS.literal(text)) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Cid, Jr. has 30 coins (AP-8): 20:44", "Cid, Jr. has 30 coins (AP-8): 20:44"),
        ("*x* _x_ `x` ~~x~~ a\\b", r"\*x\* \_x\_ \`x\` \~\~x\~\~ a\\b"),
        ("[/b][img]u[/img] [x](u)", r"\[/b\]\[img\]u\[/img\] \[·x\](u)"),
        ("[date=2026-01-01] [x] [ ]", r"\[·date=2026-01-01\] \[·x\] \[· \]"),
        ("@everyone #tag :) :smile: 8-)", "@·everyone #·tag :·) :·smile: 8·-)"),
        ("<script> &amp; AT&T a|b", r"\<script\> \&amp; AT\&T a\|b"),
        ('(c) -- +- ... "x" don\'t', r"\(c) -\- +\- .\.\. \"x\" don\'t"),
        ("https://evil.example/x.png", r"https:·/\/evil\.example/x\.png"),
        ("in 1986. Best - x", "in 1986. Best - x"),
        ("1986. Best year", "·1986. Best year"),
        ("5) x", "·5) x"),
        ("- x", "·- x"),
        ("    x", "·    x"),
        ("", ""),
    ],
)
def test_discourse_literal_text(text: str, written: str) -> None:
    assert joined(DISCOURSE, DISCOURSE.literal(text)) == written


@pytest.mark.parametrize(
    ("before", "name", "after", "written"),
    [
        ("(", "C", ")", "(·C)"),
        ("in ", "1986. x", "", "in 1986. x"),
        ("- ", "1986. x", "", "- ·1986. x"),
        ("", "Jr.", ".", "Jr.·."),
        ("", "evil", ".com", "evil\\.com"),
        ("", "evil.", "com", "evil\\.com"),
        ("", "Hi!", "[t](u)", "Hi!·[t](u)"),
        ("", "x.a", "b", "x\\.ab"),
        ("a:", ")", "", "a:·)"),
        ("", ":", ")", ":·)"),
        ("", ";", ")", ";·)"),
        ("", "8", "-)", "8·-)"),
        ("", "8-", ")", "8-·)"),
        ("", "x,", ",", "x,·,"),
        ("", "x!", "!", "x!·!"),
        ("", "x?", "?", "x?·?"),
        ("", "-", "-", "·-·-"),
        ("", "x-", "> y", "x-·> y"),
        ("", "x/", "/y", "x/·/y"),
        ("", "(tm", ")", "(tm·)"),
        ("", "&am", "p;", "\\&am·p;"),
        ("&", "lt;", "", "&·lt;"),
        ("", "`", "", "\\`"),
        ("x**", "y", "", "x**y"),
    ],
)
def test_discourse_text_beside_other_text(before: str, name: str, after: str, written: str) -> None:
    assert joined(DISCOURSE, f"{before}{DISCOURSE.literal(name)}{after}") == written


@pytest.mark.parametrize(
    ("before", "name", "after", "written"),
    [
        ("", "288", "[/td]", "288[/td]"),
        ("a:", ")", "", "a:·)"),
        ("", "x:", ")", "x:·)"),
        ("", "x:-", "[/b]", "x:·-[/b]"),
        ("", "what?", "?", "what?·?"),
        ("", "8", "-)", "8·-)"),
        ("", "8-", ")", "8-·)"),
        ("", "x:", "[/b]", "x:[/b]"),
    ],
)
def test_proboards_text_beside_other_text(before: str, name: str, after: str, written: str) -> None:
    assert joined(PROBOARDS, f"{before}{PROBOARDS.literal(name)}{after}") == written


def test_code_can_be_copied_as_it_stands() -> None:
    """A receipt's seal is checked by what stands in it, to the last character."""
    for dialect in (PLAIN, PHPBB, PROBOARDS, DISCOURSE):
        assert "\n0a [/b]Bob: x :) @a" in nodes.code(dialect, ["x", "0a [/b]Bob: x :) @a"])


def test_a_time_is_not_an_emoji() -> None:
    assert joined(DISCOURSE, DISCOURSE.literal("20:44:05 :100:")) == "20:44:05 :·100:"


@pytest.mark.parametrize(
    ("line", "fence"), [("x", "```"), ("``", "```"), ("```", "````"), ("a ````` b", "``````")]
)
def test_a_fence_cannot_be_closed_from_inside(line: str, fence: str) -> None:
    assert nodes.code(DISCOURSE, [line, "y"]) == f"{fence}text\n{line}\ny\n{fence}"


def test_code_in_hidden_text_cannot_end_it() -> None:
    lines = ["[/details]", " [DETAILS=x]", "[b] [/details]"]
    inside = "[\u200b/details]\n [\u200bDETAILS=x]\n[b] [/details]"
    assert nodes.code(DISCOURSE, lines) == f"```text\n{inside}\n```"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("bid A 30", "`bid A 30`"),
        ("*x* [b] @ann", "`*x* [b] @ann`"),
        ("a`b", "``a`b``"),
        ("`x`", "`` `x` ``"),
        (" x", "`  x `"),
        ("a|b", "`a|b`"),
    ],
)
def test_what_is_to_be_typed_on_discourse(text: str, written: str) -> None:
    assert joined(DISCOURSE, nodes.typed(DISCOURSE, "", text)) == written


def test_what_is_to_be_typed_elsewhere() -> None:
    assert nodes.typed(PHPBB, "[b]x[/b]", "x") == "[b][b]x[/b][/b]"
    assert nodes.typed(PLAIN, "x", "x") == "“x”"
    assert nodes.typed(PROBOARDS, "x", "x") == '[font face="Courier New"]x[/font]'


def table_of(dialect: dialects.Dialect, *cells: str) -> str:
    columns = [Column("Lot [A]"), Column("Price", right=True)]
    return joined(dialect, nodes.table(dialect, columns, [[Inline(c, c) for c in cells]]))


def test_tables_of_forums_that_have_them() -> None:
    assert table_of(PROBOARDS, "x", "5") == (
        "[table][tbody][tr][td][b]Lot [·A][/b][/td][td][b]Price[/b][/td][/tr]"
        "[tr][td]x[/td][td]5[/td][/tr][/tbody][/table]"
    )
    assert table_of(DISCOURSE, "x", "5") == "| Lot \\[A\\] | Price |\n|---|--:|\n| x | 5 |"


def test_a_bar_within_code_within_a_table_is_written_otherwise() -> None:
    assert table_of(DISCOURSE, kept(nodes.typed(DISCOURSE, "", "a|b")), "5").endswith(
        "`a\\|b` | 5 |"
    )


def test_lists_headings_and_hidden_text_of_other_forums() -> None:
    assert nodes.bullets(PROBOARDS, ["a", "b"]) == '[ul type="disc"][li]a[/li][li]b[/li][/ul]'
    assert nodes.bullets(DISCOURSE, ["a", "b\nc"]) == "- a\n- b\n  c"
    assert nodes.heading(PROBOARDS, "x", "x") == '[font size="4"][b]x[/b][/font]'
    assert nodes.heading(DISCOURSE, "x", "x") == "## x"
    hidden = joined(PROBOARDS, nodes.hidden(PROBOARDS, "[T]", "x"))
    assert hidden == "[b][·T][/b]\n[spoiler]x[/spoiler]"
    assert nodes.hidden(DISCOURSE, '["T"]', "x") == '[details="(”T”)"]\n\nx\n\n[/details]'
    board = replace(DISCOURSE, spoiler=False)
    assert joined(board, nodes.hidden(board, "T", "x")) == "**T**\n\nx"


def test_blanks_stay_outside_of_bold_where_it_would_not_be_bold() -> None:
    assert joined(DISCOURSE, nodes.stressed(DISCOURSE.bold, " x ")) == " **x** "
    assert joined(DISCOURSE, nodes.stressed(DISCOURSE.bold, "  ")) == "  "
    assert nodes.stressed(PHPBB.bold, " x ") == "[b] x [/b]"


@pytest.mark.parametrize(
    ("dialect", "name", "written"),
    [
        (PROBOARDS, "ann_93", "@ann_93"),
        (PROBOARDS, "Cid, Jr.", "[b]Cid, Jr.[/b]"),
        (DISCOURSE, "ann.b-c", "@ann.b-c"),
        (DISCOURSE, "ann_b", r"@ann\_b"),
        (DISCOURSE, "Ann.", "**Ann.**"),
        (DISCOURSE, "Cid, Jr.", "**Cid, Jr.**"),
        (DISCOURSE, "Everyone", "**Everyone**"),
        (DISCOURSE, "hereward", "@hereward"),
    ],
)
def test_a_mention_of_a_user_and_of_a_name_that_is_none(
    dialect: dialects.Dialect, name: str, written: str
) -> None:
    assert joined(dialect, nodes.mention(dialect, name)) == written


def test_a_mention_ends_with_the_name() -> None:
    assert joined(DISCOURSE, nodes.mention(DISCOURSE, "ann") + "s") == "@ann·s"
    assert joined(DISCOURSE, nodes.mention(DISCOURSE, "ann") + ", ") == "@ann, "


def test_links_of_other_forums() -> None:
    url = "https://f.example/t_(1)?a=1&copy;"
    assert joined(PROBOARDS, nodes.link(PROBOARDS, url, "[t]")) == (
        '[a href="https://f.example/t_%281%29?a=1&copy;"][·t][/a]'
    )
    written = r"[\[t\]](https://f.example/t_%281%29?a=1\&copy;)"
    assert joined(DISCOURSE, nodes.link(DISCOURSE, url, "[t]")) == written


def test_a_deadline_in_the_reader_s_own_time() -> None:
    moment = Instant("2026-11-22T00:30:00Z").moment
    shown = joined(DISCOURSE, nodes.deadline(DISCOURSE, moment, ZoneInfo("America/New_York")))
    assert shown == (
        '[date=2026-11-22 time=00:30:00 timezone="UTC"] = '
        "Sat 21 Nov 19:30 EST (Sun 22 Nov 00:30 UTC)"
    )


def test_limits() -> None:
    limits = {d.name: (d.post_limit, d.pm_limit) for d in map(dialects.find, dialects.NAMES)}
    assert limits == {
        "plain": (60_000, 60_000),
        "phpbb": (60_000, 60_000),
        "proboards": (60_000, 60_000),
        "discourse": (32_000, 32_000),
    }
    assert PROBOARDS.counted("Ann & <Bob>") == DISCOURSE.counted("Ann & <Bob>") == 11
