"""Messages: an occasion's text, its subject, the letter around blocks, and what is pasted."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import forums
import pytest
from files import put
from lengths import one_in

from gmtool.render import dialects
from gmtool.render.dialects.neutral import RESERVED, one_line
from gmtool.render.environment import Style, TemplateProblem, Written, finish, letter, write

KIND = "some-game"
LONDON = ZoneInfo("Europe/London")
FACTS = {"game": {"name": "Round [3]"}, "to": "Ann"}


def style(folder: Path, dialect: str = "phpbb", **others: Any) -> Style:
    return Style(dialects.find(dialect), LONDON, folders=(folder,), **others)


def written(folder: Path, occasion: str = "text", **facts: Any) -> Written:
    return write((KIND,), occasion, FACTS | facts, style(folder))


def pasted(text: Written, how: Style, limit: int = 60_000) -> str:
    (part,) = finish(text, how, limit=limit)
    return part


@pytest.mark.parametrize(
    ("template", "subject"),
    [
        ('{% set subject = game.name ~ ": bids" %}', "Round [3]: bids"),
        ("{% set subject = 'two\n lines  ' %}", "two lines"),
        ("{% if game %}{% set subject = 'a' %}{% else %}{% set subject = 'b' %}{% endif %}", "a"),
        ('{% set subject = "Lot " ~ bold("A") ~ ": " ~ card("10H") %}', "Lot A: 10♥"),
        ("{% set subject = 3 %}", "3"),
        ("", ""),
        ("{% macro m() %}{% set subject = 'inner' %}{% endmacro %}{{ m() }}", ""),
        ("{% import 'any/part.j2' as part %}{% set subject = part.subject %}", "of the part"),
        ("{% extends 'any/part.j2' %}{% set subject = 'of the child' %}", "of the part"),
    ],
)
def test_a_template_sets_its_subject(tmp_path: Path, template: str, subject: str) -> None:
    put(tmp_path, "any/part.j2", "{% set subject = 'of the part' %}")
    put(tmp_path, "any/text.j2", template)
    assert written(tmp_path).subject == subject


def test_a_subject_is_used_for_the_heading(tmp_path: Path) -> None:
    """Once: where a post has a title of its own, it is that."""
    put(
        tmp_path,
        "any/text.j2",
        "{% set subject = game.name ~ ': bids' %}\n{{ heading(subject) }}\n\nHello.",
    )
    text = written(tmp_path)
    assert (text.subject, pasted(text, style(tmp_path))) == ("Round [3]: bids", "Hello.")
    headed = "[size=150][b]Round [\u200b3]: bids[/b][/size]\n\nHello."
    assert pasted(Written("Round [3]: others", text.body), style(tmp_path)) == headed
    assert pasted(Written("", text.body), style(tmp_path)) == headed
    discord = style(tmp_path, "discord")
    assert pasted(write((KIND,), "text", FACTS, discord), discord) == (
        "## Round \\[3\\]: bids\n\nHello."
    )


@pytest.mark.parametrize(
    ("template", "says"),
    [
        ("\n{% set subject %}a{% endset %}", "a subject holds texts, numbers and cards"),
        ("{% set subject = ['a'] %}", "a list can't be printed"),
        ("{% set subject = none %}", "nothing (None) can't be printed"),
        ("{% set subject = nobody %}", "'nobody' is undefined"),
        ("a\nb\n{{ plyers }}", "text.j2, line 3: 'plyers' is undefined"),
    ],
)
def test_a_subject_is_mere_text(tmp_path: Path, template: str, says: str) -> None:
    put(tmp_path, "any/text.j2", template)
    with pytest.raises(TemplateProblem) as problem:
        written(tmp_path)
    assert says in str(problem.value)
    assert problem.value.file == str(tmp_path / "any/text.j2")


def test_a_player_is_mentioned_by_the_name_of_that_forum(tmp_path: Path) -> None:
    put(tmp_path, "any/text.j2", "{{ mention('Ann') }} {{ mention('Bob') }} {{ 'Ann' }}")
    how = style(tmp_path, mentions=(("Ann", "ann_[93]"),))
    text = pasted(write((KIND,), "text", FACTS, how), how)
    assert text == "[b]ann_[\u200b93][/b] [b]Bob[/b] Ann"


def test_a_letter_has_its_blocks_as_they_were_written(tmp_path: Path) -> None:
    put(
        tmp_path,
        "any/pm.j2",
        "{% set subject = blocks | map(attribute='subject') | join(', ') %}\nHi {{ to }},\n"
        "\n{% for block in blocks %}\n{{ block.body }}\n\n{% endfor %}\n{{ blocks[0].occasion }}",
    )
    put(
        tmp_path,
        "any/first.j2",
        "{% set subject = 'your [bid]' %}\n\n{{ bold(to) }}:\n{{ code('a', 'b') }}\n\n",
    )
    put(
        tmp_path,
        "any/second.j2",
        "{% call(item) bullets() %}{{ item('x') }}{{ item(code('y')) }}{% endcall %}",
    )
    how = style(tmp_path)
    blocks = [(name, write((KIND,), name, FACTS, how)) for name in ("first", "second")]
    text = letter((KIND,), FACTS, blocks, how)
    assert text.subject == "your [bid],"
    assert pasted(text, how) == (
        "Hi Ann,\n\n[b]Ann[/b]:\n[b]a[/b]\n[b]b[/b]\n\n[list]\n[*]x\n[*][b]y[/b]\n[/list]\n\nfirst"
    )


def test_a_kind_s_own_letter_goes_before_the_one_for_any_kind(tmp_path: Path) -> None:
    put(tmp_path, f"{KIND}/pm.j2", "own")
    assert pasted(letter((KIND,), FACTS, [], style(tmp_path)), style(tmp_path)) == "own"


@pytest.mark.parametrize("dialect", one_in(3, dialects.NAMES))
@pytest.mark.parametrize("mark", RESERVED)
def test_nobody_can_type_a_mark_of_ours(tmp_path: Path, dialect: str, mark: str) -> None:
    put(
        tmp_path,
        "any/text.j2",
        "{{ name }} {{ code(name) }}{{ bold(name) }}{{ link('https://x/' ~ name, name) }}"
        f"{{% call hidden(name) %}}{{{{ name }}}}{{% endcall %}}{mark}{{{{ mention(name) }}}}"
        "{% call(row) table(name) %}{{ row(name) }}{% endcall %}{{ bullets([name]) }}",
    )
    how = style(tmp_path, dialect)
    text = write((KIND,), "text", FACTS | {"name": f"a{mark}b"}, how)
    for limit in (100, 60_000):
        for part in finish(text, how, limit=limit):
            assert not set(part) & set(RESERVED)
    assert one_line(mark) == "\ufffd"
    assert "a\ufffdb" in forums.shown(dialect, pasted(text, how))
