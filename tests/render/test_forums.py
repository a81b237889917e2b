"""The readers of forums' markup find what is wrong: a check that can't fail is none."""

from __future__ import annotations

import forums
import pytest
from rows import ways

from gmtool.render.dialects import NAMES

BROKEN = """
plain: blanks at the end = a ⏎b
plain: two empty lines = a⏎⏎⏎b
plain: empty lines around = ⏎a
plain: control character = a\x07
plain: direction of reading = a\u202eb
plain: mark of gmtool's own = a\ufdd0b
phpbb: [b] isn't closed = [b]x
phpbb: closes what wasn't opened last (nothing) = x[/b]
phpbb: [/b] closes what wasn't opened last (i) = [b][i]x[/b][/i]
phpbb: [*] stands in no tag = [*]x
phpbb: [code] isn't closed = [code][b]x
phpbb: [/code] closes = [code]x[/code][/code]
phpbb: becomes a picture = Hello :) ‖ [b]8-)[/b]
phpbb: becomes a link = see https://x.example ‖ www.x.example ‖ ann@x.example
proboards: [tr] stands in table = [table][tr][td]x[/td][/tr][/table]
proboards: [li] stands in no tag = [li]x[/li]
proboards: [font] isn't closed = [font face="Arial"]x
proboards: becomes a picture = a:) ‖ what???
proboards: becomes a link = ann@x.example
discourse: a heading made by - = a⏎---
discourse: a line across = a⏎⏎===⏎⏎***
discourse: a heading made by # = # x
discourse: indented text becomes code = a⏎⏎    x
discourse: a quotation = > x
discourse: a numbered list = 1. x
discourse: HTML = <div>⏎x⏎</div> ‖ a <b>x</b>
discourse: a picture = ![x](https://x.example)
discourse: becomes a link = see x.com ‖ <https://x.example>
discourse: '*' is shown = ** x**
discourse: '`' is shown = a `x
discourse: '[' is shown = [b]x ‖ [details="x"]⏎⏎x
discourse: code that isn't closed = [details="x"]⏎⏎```⏎[/details]⏎```⏎⏎[/details]
discourse: a mention of all = \\@here
discourse: a hashtag = a \\#tag
discourse: an emoji = x \\:) ‖ \\:smile\\: ‖ \\^\\_^
discourse: a checkbox = \\[x\\]
discourse: is no date = [date=2026-11-22] x ‖ \\[date=2026-01-01\\]
"""


def test_every_dialect_has_a_reader() -> None:
    assert {*forums.FORUMS} == {*NAMES}


@pytest.mark.parametrize(("text", "wrong"), ways(BROKEN, " ‖ "))
def test_what_is_wrong_is_found(text: str, wrong: str) -> None:
    dialect, problem = wrong.split(": ", 1)
    assert problem in " / ".join(forums.check(dialect, text.replace("⏎", "\n")))


SOUND = [
    ("plain", "a\n\nb", "a\n\nb"),
    ("phpbb", "[b]x[/b] [code][b] :) https://x[/code]", "x [b] :) https://x"),
    ("phpbb", "[list]\n[*]a\n[*]b\n[/list]\n[url=https://x]y[/url]", "• a\n• b\n\ny"),
    ("phpbb", "[\u200bb]x :\u200b)", "[b]x :)"),
    ("proboards", "[table][tbody][tr][td]a[/td][td]b[/td][/tr][/tbody][/table]", "a b"),
    ("proboards", '@ann [a href="https://x"]y[/a]\n[hr]\nz', "@ann y\n\n———\n\nz"),
    ("proboards", '[ul type="disc"][li]a[/li][li]b[/li][/ul]', "• a\n• b"),
    ("discourse", "## x\n\na **b** *c* `d` \\*e\\*\nf", "x\n\na b c d *e*\nf"),
    ("discourse", "- a\n- b\n\n---\n\nc", "• a\n\n• b\n\n———\n\nc"),
    ("discourse", "| a | b |\n|---|--:|\n| `x\\|y` | 2 |", "a b\nx|y 2"),
    ("discourse", '[details="T"]\n\nx\n\n[/details]\n\n```text\n<y>\n```', "T\n\nx\n\n<y>"),
    ("discourse", '[date=2026-11-22 time=20:00:00 timezone="UTC"]', "2026-11-22 20:00:00 UTC"),
    ("discourse", '\\(c) (c) -- "x" \\"x\\"', '(c) © – “x” "x"'),
]


@pytest.mark.parametrize(("dialect", "text", "shown"), SOUND)
def test_sound_texts_are_shown(dialect: str, text: str, shown: str) -> None:
    assert forums.check(dialect, text) == []
    assert forums.shown(dialect, text).replace("\n\n\n", "\n\n") == shown.replace("\n\n\n", "\n\n")
