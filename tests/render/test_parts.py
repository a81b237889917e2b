"""Texts longer than a forum allows: in parts, each a whole text of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import forums
import pytest
from files import put
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many, one_in
from msgspec.structs import replace

from gmtool.render import dialects
from gmtool.render.environment import Style, TemplateProblem, Written, finish, write

LONDON = ZoneInfo("Europe/London")
TEMPLATE = """
{% macro piece(word) %}
{% if word.how == "deadline" %}{{ "2026-11-22T20:00:00Z" | deadline }} {{ word.text -}}
{% elif word.how == "link" %}{{ link("https://forum.example/t", word.text) -}}
{% elif word.how == "bold" %}{{ bold(word.text) -}}
{% elif word.how == "typed" %}{{ typed(word.text) -}}
{% elif word.how == "mention" %}{{ mention(word.text) -}}
{% else %}{{ word.text -}}
{% endif %}
{% endmacro %}
{% macro line(words) %}
{% for word in words %}{{ piece(word) }}{{ "" if loop.last else " " }}{% endfor %}
{% endmacro %}
{% macro blocks(nodes) %}
{% for node in nodes %}
{% if node.is == "text" %}
{% for words in node.lines %}
{{ line(words) }}
{% endfor %}

{% elif node.is == "heading" %}
{{ heading(node.text) }}

{% elif node.is == "rule" %}
{{ rule() }}
{% elif node.is == "code" %}
{{ code(*node.lines) }}
{% elif node.is == "list" %}
{% call(item) bullets() %}
{% for words in node.lines %}
{% call item() %}{{ line(words) }}{% if loop.first %}

{{ blocks(node.inside) }}{% endif %}{% endcall %}
{% endfor %}
{% endcall %}
{% elif node.is == "table" %}
{% call(row) table("t1", right("t2"), "t3") %}
{% for words in node.lines %}
{{ row(words[0], bold(words[1]), words[2]) }}
{% endfor %}
{% endcall %}
{% elif node.is == "hidden" %}
{% call hidden("t4") %}
{{ blocks(node.inside) }}
{% endcall %}
{% endif %}
{% endfor %}
{% endmacro %}
{{ blocks(nodes) }}
"""
Post = list[dict[str, Any]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return put(tmp_path_factory.mktemp("templates"), "any/post.j2", TEMPLATE).parents[1]


BOARDS = {name: dialects.find(name) for name in dialects.NAMES}
BOARDS["phpbb that hides text"] = dialects.find("phpbb", {"spoiler": "on"})
BOARDS["discourse that shows text"] = dialects.find("discourse", {"spoiler": "off"})


def style(folder: Path, board: str) -> Style:
    return Style(BOARDS[board], LONDON, folders=(folder,))


def parts_of(folder: Path, board: str, post: Post, limit: int) -> tuple[str, ...]:
    how = style(folder, board)
    return finish(write((), "post", {"nodes": post}, how), how, limit=limit)


def seen(board: str, part: str) -> str:
    return forums.shown(BOARDS[board].name, part)


# posts of words w1, w2, ... in the order in which they are to be read

HOW = st.sampled_from(["", "", "", "bold", "typed", "mention", "link", "deadline"])
TAILS = st.sampled_from([*[""] * 4, ".", ". ", " 1986. x", " - x", " + x", " :)", " [b]", " *a*"])
WORD = st.fixed_dictionaries({"how": HOW, "tail": TAILS})
LINE = st.lists(WORD, min_size=1, max_size=25)


def node(what: str, **parts: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"is": st.just(what), **parts})


LEAVES = st.one_of(
    node("text", lines=st.lists(LINE, min_size=1, max_size=4)),
    node("heading", words=st.integers(1, 4)),
    node("code", words=st.lists(st.integers(1, 20), max_size=12)),
    node("table", rows=st.integers(1, 25)),
)
FLAT = st.lists(LEAVES, min_size=1, max_size=3)
LISTS = node("list", lines=st.lists(LINE, min_size=1, max_size=8), inside=FLAT)
HIDDEN = node("hidden", inside=st.lists(LEAVES | LISTS | node("rule"), min_size=1, max_size=3))
POSTS = st.lists(LEAVES | LISTS | HIDDEN | node("rule"), min_size=1, max_size=6)


def numbered(nodes: Post, words: Iterator[int]) -> Post:
    """The post with its words in place of what stands for them."""

    def text(count: int) -> str:
        return " ".join(f"w{next(words)}" for _ in range(count))

    def line(pieces: list[dict[str, str]]) -> list[dict[str, str]]:
        return [{"how": p["how"], "text": text(1) + p["tail"]} for p in pieces]

    done = []
    for one in map(dict, nodes):
        match one["is"]:
            case "text" | "list":
                first, *others = one["lines"]
                one["lines"] = [line(first)]
                if "inside" in one:
                    one["inside"] = numbered(one["inside"], words)
                one["lines"] += map(line, others)
            case "heading":
                one["text"] = text(one["words"])
            case "code":
                one["lines"] = [text(n) for n in one["words"]] or ["x"]
            case "table":
                one["lines"] = [[text(1) for _ in range(3)] for _ in range(one["rows"])]
            case "hidden":
                one["inside"] = numbered(one["inside"], words)
        done.append(one)
    return done


def words_in(text: str) -> list[str]:
    return re.findall(r"\bw\d+", text)


@pytest.mark.slow
@pytest.mark.parametrize("board", one_in(2, BOARDS))
@settings(max_examples=few_or_many(8, 40))
@given(shape=POSTS, limit=st.integers(300, 3000))
def test_every_part_is_a_whole_text_and_nothing_is_lost(
    folder: Path, board: str, shape: Post, limit: int
) -> None:
    words = count(1)
    post = numbered(shape, words)
    expected = [f"w{number}" for number in range(1, next(words))]
    (whole,) = parts_of(folder, board, post, 10_000_000)
    assert words_in(seen(board, whole)) == expected
    parts = parts_of(folder, board, post, limit)
    dialect = BOARDS[board]
    for place, part in enumerate(parts, 1):
        assert dialect.counted(part) <= limit
        assert forums.check(dialect.name, part) == [], part
        if len(parts) > 1:
            assert part.startswith(f"({place}/{len(parts)})\n\n")
    assert words_in(" ".join(seen(board, part) for part in parts)) == expected
    assert (parts == (whole,)) == (dialect.counted(whole) <= limit)


def divided(
    folder: Path, template: str, limit: int, board: str = "phpbb", **facts: Any
) -> list[str]:
    """The parts of a text, without their numbers."""
    put(folder, "any/text.j2", template)
    how = style(folder, board)
    parts = finish(write((), "text", facts, how), how, limit=limit)
    numbers = [f"({place}/{len(parts)})\n\n" for place in range(1, len(parts) + 1)]
    if len(parts) == 1:
        return [*parts]
    return [part.removeprefix(number) for part, number in zip(parts, numbers, strict=True)]


A, B, C = "a" * 70, "b" * 70, "c" * 70


def test_texts_are_divided_between_blocks_and_filled_to_the_last_character(folder: Path) -> None:
    assert divided(folder, f"{A}\n\n{B}", 142) == [f"{A}\n\n{B}"]
    assert divided(folder, f"{A}\n\n{B}", 141) == [A, B]
    text = f"{A}\n{B}\n\n{C}\n\n{B}\n\n{A}"
    assert divided(folder, text, 290) == [f"{A}\n{B}\n\n{C}", f"{B}\n\n{A}"]
    assert divided(folder, text, 150) == [f"{A}\n{B}", f"{C}\n\n{B}", A]


TABLE = '{% call(row) table("Lot", right("Price")) %}{% for i in range(1, 31) %}'
TABLE += "{{ row('L' ~ i, i * 100) }}{% endfor %}{% endcall %}"


def test_a_heading_stays_with_what_it_heads(folder: Path) -> None:
    heading = "[size=150][b]H[/b][/size]"
    three, headed = f"{A}\n\n{A}\n\n{A}", "{{ heading('H') }}\n\n"
    parts = divided(folder, f"{three}\n\n{A}\n\n{headed}{A}", 350)
    assert parts == [f"{three}\n\n{A}", f"{heading}\n\n{A}"]
    first, second, *_ = divided(folder, f"{three}\n\n{headed}{TABLE}", 255)
    assert first == three
    assert second.startswith(f"{heading}\n\n[b]Lot"), "it isn't left behind by a long table"
    text = f"{headed}{{{{ link('https://forum.example/' ~ a, 'x') }}}} {{{{ b }}}}"
    first, second, third = divided(folder, text, 130, a=A, b=B)
    assert (first, second[:5], third) == (heading, "[url=", B), "nothing can go with it"


HEADS = {
    "plain": "Lot  Price\n---  -----",
    "bgg": "[c]Lot  Price\n---  -----\nL1     100\n",
    "xenforo": "[TABLE]\n[TR][TH]Lot[/TH][TH]Price[/TH][/TR]\n[TR][TD]L1",
    "smf": "[table]\n[tr][td][b]Lot[/b][/td][td][b]Price[/b][/td][/tr]\n[tr]",
    "proboards": "[table][tbody][tr][td][b]Lot[/b][/td][td][b]Price[/b][/td][/tr][tr]",
    **dict.fromkeys(
        ("discourse", "reddit", "nodebb"), "| Lot | Price |\n|---|--:|\n| L1 | 100 |\n"
    ),
}


@pytest.mark.parametrize("board", [name for name in dialects.NAMES if name not in forums.LINED])
def test_a_table_is_divided_between_rows_with_its_head_on_each(folder: Path, board: str) -> None:
    parts = divided(folder, TABLE, 250, board)
    assert len(parts) > 1
    assert parts[0].startswith(HEADS[board])
    for part in parts:
        assert seen(board, part).count("Lot Price") == 1
    rows = re.findall(r"L\d+ \d+", " ".join(seen(board, part) for part in parts))
    assert rows == [f"L{i} {i * 100}" for i in range(1, 31)]


@pytest.mark.parametrize("board", forums.LINED)
def test_a_table_of_lines_is_divided_between_them(folder: Path, board: str) -> None:
    parts = divided(folder, TABLE, 250, board)
    assert len(parts) > 1
    lines = [line for part in parts for line in seen(board, part).replace("*", "").split("\n")]
    assert lines == [f"{'Lot ' if i < 10 else ''}L{i} · Price: {i * 100}" for i in range(1, 31)]


def test_code_and_lists_are_divided_between_lines_and_items(folder: Path) -> None:
    lines = [f"line [{number}] of them" for number in range(20)]
    parts = divided(folder, "{{ code(*lines) }}", 200, lines=lines)
    assert all(part.startswith("[code]line") and part.endswith("[/code]") for part in parts)
    assert "\n".join(part[6:-7] for part in parts).split("\n") == lines
    lines = [f"line {number} of them" for number in range(20)]
    parts = divided(folder, "{{ bullets(lines) }}", 200, lines=lines)
    assert all(part.startswith("[list]\n[*]line") and part.endswith("[/list]") for part in parts)
    assert "\n".join(part[7:-8] for part in parts).split("\n") == [f"[*]{x}" for x in lines]


def test_a_long_line_of_code_is_divided_between_words_and_stays_as_it_is(folder: Path) -> None:
    line = "1986. - x  " * 30
    for part in divided(folder, "{{ code(line) }}", 130, "discourse", line=line):
        assert part.startswith("```text\n1986. - x")
        assert not set(part) & set(forums.GUARDS)


def test_items_of_several_lines_and_hidden_text_are_divided_within(folder: Path) -> None:
    lines = f"{{% call item() %}}{A}\n{B}\n{C}{{% endcall %}}"
    text = f"{{% call(item) bullets() %}}{lines}{{% endcall %}}"
    assert divided(folder, text, 160, "discourse") == [f"- {A}\n  {B}", f"- {C}"]
    text = f'{{% call hidden("Seals") %}}{A}\n\n{B}\n{{{{ code("x") }}}}\n\n{C}{{% endcall %}}'
    parts = divided(folder, text, 130, "discourse")
    inside = (A, f"{B}\n\n```text\nx\n```", C)
    assert parts == [f'[details="Seals"]\n\n{part}\n\n[/details]' for part in inside]


def test_prose_is_divided_between_sentences_then_words_then_letters(folder: Path) -> None:
    sentence = f"{'word ' * 10}end."
    parts = divided(folder, " ".join([sentence] * 5), 130)
    assert parts == [f"{sentence} {sentence}"] * 2 + [sentence]
    parts = divided(folder, "{{ s }} {{ s }} {{ s }}", 130, "discourse", s=sentence)
    assert parts == [f"{sentence} {sentence}", sentence]
    parts = divided(folder, "word " * 50, 130)
    assert [len(part) for part in parts] == [119, 119, 9]
    assert "".join(divided(folder, "w" * 500, 130)) == "w" * 500
    long = "x " + "9" * 500
    parts = divided(folder, "{{ bold(long) }}", 130, "discourse", long=long)
    assert parts[0] == "**x**"
    assert "".join(part.strip("*") for part in parts[1:]) == "9" * 500
    (first, *_) = divided(folder, "{{ bold(words) }}", 130, words="word " * 50)
    assert first.startswith("[b]word")
    assert first.endswith("[/b]")


def test_what_stands_at_the_start_of_a_part_is_no_list(folder: Path) -> None:
    words = ("1986. " * 40).strip()
    for part in divided(folder, "{{ words }}", 130, "discourse", words=words):
        assert forums.check("discourse", part) == []
        assert seen("discourse", part).startswith("1986. 1986.")
    for letters in range(115, 125):  # nor is what is cut within a word
        words = "a" * letters + "1986. " + B
        parts = divided(folder, "{{ words }}", 130, "discourse", words=words)
        assert [forums.check("discourse", part) for part in parts] == [[], []]


def test_many_parts_stay_within_the_limit_with_their_numbers(folder: Path) -> None:
    put(folder, "any/text.j2", "{{ words }}")
    how = style(folder, "phpbb")
    for word, size in (("x", 1), ("&&&&", 20)):
        words = f"{word} " * (9800 // (size + 1))
        parts = finish(write((), "text", {"words": words}, how), how, limit=100)
        assert len(parts) > 99
        assert 96 - size < max(map(how.dialect.counted, parts)) <= 100
        assert "".join(parts).count(word) == words.count(word)


def test_tags_that_a_template_has_in_its_own_text_are_kept_whole(folder: Path) -> None:
    parts = divided(folder, f"[quote][u]{A} {B}[/u]\n\n{C}[/quote]\n[hr] [x", 140)
    first, second = (f"[quote][u]{one}[/u][/quote]" for one in (A, B))
    assert parts == [first, second, f"[quote]{C}[/quote]\n[hr] [x"]
    words = f"[u]{A} {B}[/u]"  # text where there are no tags
    assert divided(folder, "{{ words }}", 130, "plain", words=words) == [f"[u]{A}", f"{B}[/u]"]


def test_a_limit_that_no_text_fits_is_refused_and_a_row_that_no_part_can_hold_is_told(
    folder: Path,
) -> None:
    with pytest.raises(ValueError, match="can't be divided into parts of 99 characters"):
        finish(Written("", A), style(folder, "plain"), limit=99)
    put(folder, "any/text.j2", "Hello\n{% call(row) table('a') %}{{ row(cell) }}{% endcall %}")
    how = style(folder, "proboards")
    text = replace(write((), "text", {"cell": "x" * 200}, how), subject="results")
    with pytest.raises(TemplateProblem) as told:
        finish(text, how, limit=200)
    assert "“results”" in str(told.value)
    assert "[table][tbody][tr][td][b]a[/b][/td]" in str(told.value)
