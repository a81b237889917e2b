"""Pages lead where they say, and GitHub and the site that mkdocs makes of docs/ show the same: they
read two dialects of Markdown, which are markdown-it's and Python-Markdown's here.
"""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import markdown
import pytest
from markdown_it import MarkdownIt

TOP = Path(__file__).parents[1]
HOME = TOP / "docs" / "README.md"
MENU = TOP / "mkdocs.yml"
OF_THE_SITE = sorted((TOP / "docs").rglob("*.md"))
PAGES = [*sorted(TOP.glob("*.md")), *OF_THE_SITE]
_GITHUB = MarkdownIt("commonmark").enable("table")
_EXTENSIONS = ["toc", "tables", "fenced_code"]
"""Those of mkdocs."""
_UNLIKE = {"thead", "tbody", "p"}
"""Elements that the two put elsewhere, with nothing to see of it."""


class Seen(HTMLParser):
    """What a reader sees of a page: its elements, where links lead, its words; code by lines."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.links: list[str] = []
        self._in_code_block = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_code_block |= tag == "pre"
        href = dict(attrs).get("href")
        self.links += [href] if href else []
        self.found += [f"<{tag} {href or ''}>"] * (tag not in _UNLIKE)

    def handle_endtag(self, tag: str) -> None:
        self._in_code_block &= tag != "pre"
        self.found += [f"</{tag}>"] * (tag not in _UNLIKE)

    def handle_data(self, data: str) -> None:
        self.found += data.splitlines() if self._in_code_block else data.split()


@cache
def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def on_github(page: Path) -> Seen:
    return Seen(_GITHUB.render(text(page)))


@cache
def anchors(page: Path) -> set[str]:
    """Those of the headings, as GitHub makes them; mkdocs looks for its own."""
    headings = [
        "".join(child.content for child in inside.children or ())
        for token, inside in pairwise(_GITHUB.parse(text(page)))
        if token.type == "heading_open"
    ]
    return {re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-") for words in headings}


def named(page: Path) -> str:
    return str(page.relative_to(TOP))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_each_link_leads_to_a_file_and_to_a_heading_in_it(page: Path) -> None:
    for link in on_github(page).links:
        if re.match(r"\w+:", link):
            continue
        place, _, anchor = link.partition("#")
        target = (page.parent / place).resolve() if place else page
        assert target.is_file(), link
        assert page not in OF_THE_SITE or target in OF_THE_SITE, link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.slow
@pytest.mark.parametrize("page", OF_THE_SITE, ids=named)
def test_the_site_shows_what_github_shows(page: Path) -> None:
    on_the_site = Seen(markdown.markdown(text(page), extensions=_EXTENSIONS))
    assert on_the_site.found == on_github(page).found


def test_the_home_page_has_every_page_in_the_order_of_the_menu() -> None:
    linked = on_github(HOME).links
    menu = re.findall(r"^ +- (\S+\.md)$", text(MENU), re.M)
    assert linked == menu
    assert sorted(HOME.parent / place for place in [HOME.name, *menu]) == OF_THE_SITE
