"""The readers of forums' markup find what is wrong: a check that can't fail is none."""

from __future__ import annotations

import forums
import pytest

BROKEN = [
    ("plain", "a \nb", "blanks at the end"),
    ("plain", "a\n\n\nb", "two empty lines"),
    ("plain", "\na", "empty lines around"),
    ("plain", "a\x07", "control character"),
    ("plain", "a\u202eb", "direction of reading"),
    ("plain", "a\ufdd0b", "mark of gmtool's own"),
    ("phpbb", "[b]x", "[b] isn't closed"),
    ("phpbb", "x[/b]", "closes what wasn't opened last (nothing)"),
    ("phpbb", "[b][i]x[/b][/i]", "[/b] closes what wasn't opened last (i)"),
    ("phpbb", "[*]x", "[*] stands in no tag"),
    ("phpbb", "[code][b]x", "[code] isn't closed"),
    ("phpbb", "[code]x[/code][/code]", "[/code] closes"),
    ("phpbb", "Hello :)", "becomes a picture"),
    ("phpbb", "[b]8-)[/b]", "becomes a picture"),
    ("phpbb", "see https://x.example", "becomes a link"),
    ("phpbb", "www.x.example", "becomes a link"),
    ("phpbb", "ann@x.example", "becomes a link"),
    ("proboards", "[table][tr][td]x[/td][/tr][/table]", "[tr] stands in table"),
    ("proboards", "[li]x[/li]", "[li] stands in no tag"),
    ("proboards", '[font face="Arial"]x', "[font] isn't closed"),
    ("proboards", "a:)", "becomes a picture"),
    ("proboards", "what???", "becomes a picture"),
    ("proboards", "ann@x.example", "becomes a link"),
    ("discourse", "a\n---", "a heading made by -"),
    ("discourse", "a\n\n===\n\n***", "a line across"),
    ("discourse", "# x", "a heading made by #"),
    ("discourse", "a\n\n    x", "indented text becomes code"),
    ("discourse", "> x", "a quotation"),
    ("discourse", "1. x", "a numbered list"),
    ("discourse", "<div>\nx\n</div>", "HTML"),
    ("discourse", "a <b>x</b>", "HTML"),
    ("discourse", "![x](https://x.example)", "a picture"),
    ("discourse", "see x.com", "becomes a link"),
    ("discourse", "<https://x.example>", "becomes a link"),
    ("discourse", "** x**", "'*' is shown"),
    ("discourse", "a `x", "'`' is shown"),
    ("discourse", "[b]x", "'[' is shown"),
    ("discourse", '[details="x"]\n\nx', "'[' is shown"),
    ("discourse", '[details="x"]\n\n```\n[/details]\n```\n\n[/details]', "code that isn't closed"),
    ("discourse", "\\@here", "a mention of all"),
    ("discourse", "a \\#tag", "a hashtag"),
    ("discourse", "x \\:)", "an emoji"),
    ("discourse", "\\:smile\\:", "an emoji"),
    ("discourse", "\\^\\_^", "an emoji"),
    ("discourse", "\\[x\\]", "a checkbox"),
    ("discourse", "[date=2026-11-22] x", "is no date"),
    ("discourse", "\\[date=2026-01-01\\]", "is no date"),
]


@pytest.mark.parametrize(("dialect", "text", "problem"), BROKEN)
def test_what_is_wrong_is_found(dialect: str, text: str, problem: str) -> None:
    assert problem in " / ".join(forums.check(dialect, text))


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
