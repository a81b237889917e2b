"""What a preview shows of a post: what the forum would, by its own rules, and nothing that is
unsafe on a page.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gmtool.render import dialects
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.preview import MARKDOWN, style_sheet, to_html
from gmtool.render.preview.forums import BBCODE


def inside(forum: str, text: str, *, spoiler: bool = True) -> str:
    """The HTML of a text on that forum, without what is the same for all."""
    whole = to_html(Dialect(name=forum, spoiler=spoiler), text)
    found = re.fullmatch(r'<div class="shown ([a-z]+)">(.*)</div>', whole, re.DOTALL)
    assert found is not None
    assert found[1] == forum
    return _PLAINER.sub("", found[2]).replace("<br>\n", "⏎").replace("\n", "")


_PLAINER = re.compile(r' (?:rel|target|title)="[^"]*"')

CASES = (Path(__file__).parent / "shown.txt").read_text("utf-8").splitlines()[1:]


@pytest.mark.parametrize("case", CASES)
def test_a_forum_shows_its_own_markup(case: str) -> None:
    forum, _, rest = case.partition(" = ")
    text, html = rest.replace("·", "\u200b").split(" ‖ ")
    assert inside(forum, text.replace("⏎", "\n")) == html


def test_a_board_that_hides_no_text_shows_the_tags() -> None:
    for forum in ("phpbb", "smf"):
        assert inside(forum, "[spoiler=T]x[/spoiler]", spoiler=False) == "[spoiler=T]x[/spoiler]"


def test_a_dialect_of_the_hosts_own_is_shown_as_its_language_is_read() -> None:
    own = replace(dialects.find("phpbb"), name="our-board", reads="bbcode")
    assert to_html(own, "[b]x[/b]") == '<div class="shown phpbb"><b>x</b></div>'
    own = replace(own, reads="markdown")
    assert to_html(own, "**x**") == '<div class="shown nodebb"><p><strong>x</strong></p>\n</div>'


def test_every_forum_has_a_preview_of_its_own() -> None:
    assert {*BBCODE, *MARKDOWN, "plain"} == {*dialects.NAMES}
    assert {case.partition(" = ")[0] for case in CASES} == {*dialects.NAMES}


class Page(HTMLParser):
    """Reads HTML as a browser does, and refuses what a preview has no use for."""

    ATTRIBUTES = frozenset({"class", "title", "color", "href", "rel", "target"})
    TAGS = frozenset(
        {
            *("div", "span", "font", "a", "b", "i", "u", "s", "em", "strong", "code", "pre", "p"),
            *("br", "hr", "ul", "ol", "li", "table", "thead", "tbody", "tr", "td", "th", "cite"),
            *("blockquote", "details", "summary", "h1", "h2", "h3", "h4", "h5", "h6"),
        }
    )

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Refuse other tags and attributes, and links elsewhere."""
        assert tag in self.TAGS
        assert {name for name, _ in attrs} <= self.ATTRIBUTES
        given = dict(attrs)
        if tag == "a" and given:
            assert str(given["href"]).lower().startswith(("http://", "https://"))
            assert given["rel"] == "noreferrer noopener"

    def handle_comment(self, data: str) -> None:
        """Refuse what isn't HTML."""
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        """Refuse what isn't HTML."""
        raise AssertionError(decl)


_SIGNS = (
    *("[b]", "[/b]", "[url=", "javascript:alert(1)", "]", "[/url]", "[img]", "[/img]", "[quote="),
    *("[size=", "[color=", "red", '"', "'", "<", ">", "<script>", "</div>", "</pre>", "<!--"),
    *(" onload=x", "[list]", "[*]", "[/list]", "[code]", "[/code]", "[spoiler=", "[/spoiler]"),
    *("[table]", "[tbody]", "[tr]", "[td]", "[/td]", "[/tr]", "[/table]", "[li]", "[a href="),
    *(
        "[font color=",
        "[details=",
        "[/details]",
        "[date=2026-01-01 timezone=",
        "![x](",
        "[x](",
        ")",
    ),
    *("https://a.b", "data:text/html,x", "||", ">!", "!<", "```", "`", "| a |\n|---|\n", "<t:1:F>"),
    *("\n", "\n\n", "> ", "# ", "- ", "&lt;", "&#60;", "\\", "**", "x", " ", "/", "="),
    ")",
)


@given(st.sampled_from(dialects.NAMES), st.lists(st.sampled_from(_SIGNS), max_size=30).map("".join))
def test_no_text_is_markup_of_the_page(forum: str, text: str) -> None:
    page = Page()
    page.feed(to_html(Dialect(name=forum, spoiler=True), text))
    page.close()


_NUMBERED = (
    *("[time]{}[/time]", "[size={}]x[/size]", "[size={}pt]x[/size]", "[font size={}]x[/font]"),
    *("[list={}]\n[*]x\n[/list]", "[quote=Ann;{}]x[/quote]", "[quote=Ann post_id={}]x[/quote]"),
    *("[color=#{}]x[/color]", "[attach={}]x[/attach]", "[post={}]x[/post]", "[user={}]x[/user]"),
    *("<t:{}:F>", "<@{}>", "[date=2026-01-01 time={}:00]", "[date={}-01-01]", "{}. x", "&#{};"),
    *("[quote='Ann' pid='{0}' dateline='{0}']x[/quote]", "[quote='Ann, post:{0}, topic:{0}']x"),
)


@pytest.mark.parametrize("forum", dialects.NAMES)
@pytest.mark.parametrize("digit", ["1", "0", "\u0663", "\u00b2"])
def test_what_a_forum_takes_for_a_number_may_be_of_any_length(forum: str, digit: str) -> None:
    for text in _NUMBERED:
        for many in (1, 9, 13, 5000):
            assert to_html(Dialect(name=forum, spoiler=True), text.format(digit * many))


def test_the_style_sheet_loads_nothing() -> None:
    assert not re.search(r"url\(|@import|<", style_sheet())
