"""Where each key stands is found as tomllib reads the text, however that is written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest

from gmtool.games.free.lines import Path, places

NASTY = {
    "strings over lines": (
        'a = """\n[x]\nb = 1 # "" # c = \\"""\n"""\n'
        "d = '''\ne = '\n'''' # f = 2\n"
        'g = """ends in quotes"""""\nh = ""\ni = \'\'\nj = """a\\"""b"""\nk = 1\n'
    ),
    "signs within strings": 'a = "# it"\nb = \'[x]\'\nc = "{\\"}" # d = 1\ne = "\\\\"\nf = 1\n',
    "keys": ('"a b" = 1\n\'c.d\' = 2\n"\\u0065" = 3\nf . "g.h" . i = 4\n1 = 5\n-x_ = 6\n"" = 7\n'),
    "tables": (
        "\n\n[a.b.c]\nd = 1\n  [ a . 'e f' ] # g\nh.i = 2\nh.j = 3\n[a]\nk = 1\n[l]\n[m.n]\n[m]\n"
    ),
    "inline": "a = { b = 1, c.d = [1, 2], e = { f = '}' }, g = {} }\nh = {i = \"{\"}\nj = 1\n",
    "lists": (
        "a = [ # ]\n  1, 2,\n  # 3\n\n  [4, [\n5]], {b = 6},\n'''\n]''', 7,\n]\nc = []\nd = [[]]\n"
        "e = [1979-05-27T07:32:00Z, 1979-05-27 07:32:00, 1.5e3, -inf, 0x_f]\nf = 1\n"
    ).replace("0x_f", "0xf"),
    "tables in lists": "[[a]]\nb = 1\n[[a.c]]\nd = 2\n[[a.c]]\n[a.e]\nf = 3\n[[a]]\nb = 4\n",
    "line ends": 'a = 1\r\nb = """\r\nc\r\n"""\r\n\r\n[d]\r\ne = 2',
    "nothing": "# a = 1\n\n",
}


def paths(value: object, path: Path = ()) -> Iterator[Path]:
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, one in inside:
        yield (*path, key)
        yield from paths(one, (*path, key))


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_every_key_has_a_line_and_nothing_else_has(text: str) -> None:
    assert {*places(text)} == {*paths(tomllib.loads(text))}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_a_key_stands_in_its_line(text: str) -> None:
    lines = text.replace("\r\n", "\n").split("\n")
    for path, line in places(text).items():
        key = path[-1]
        if isinstance(key, str) and key != "e":  # one of which is written \u0065
            assert key in lines[line - 1], path


def test_lines_of_what_a_list_holds_and_of_headings() -> None:
    found = places("x = [\n1,\n[\n2, {\ny = 3}]]\n[a.b]\n".replace("{\n", "{"))
    assert found == {
        ("x",): 1,
        ("x", 0): 2,
        ("x", 1): 3,
        ("x", 1, 0): 4,
        ("x", 1, 1): 4,
        ("x", 1, 1, "y"): 4,
        ("a",): 5,
        ("a", "b"): 5,
    }
    assert places("[a.b]\n\n[a]\nc = 1\n") == {("a", "b"): 1, ("a",): 3, ("a", "c"): 4}
