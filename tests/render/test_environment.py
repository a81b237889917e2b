"""The one environment: closed by default, strict, sandboxed, and plain about mistakes.

Each construct of Jinja's is tried with names that are markup: what comes out must have the same
tags as with a harmless name, and show the name as it was typed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from files import put
from markupsafe import Markup
from rows import cells

import gmtool.render
from gmtool.render import dialects, folders
from gmtool.render.dialects.neutral import one_line
from gmtool.render.environment import (
    Style,
    TemplateProblem,
    fact_names,
    finish,
    occasion_exists,
)
from gmtool.render.environment import write as write_text

LONDON = ZoneInfo("Europe/London")
KIND = "some-game"
Write = Callable[..., str]

ATTACKS = """
[/b][img]https://evil.example/x.png[/img] ‖ [b] ‖ [/b] ‖ [code] ‖ [/code][b] ‖ [/list] ‖ [*]
[size=150][url=https://evil.example] ‖ </b><script>&amp; ‖ @everyone ‖ {{ 7*7 }}{% raw %}
www.evil.example ‖ \u202eevil\u202c ‖ %s %(x)s {0} {x} ‖ :x 8-) :?
"""
CONSTRUCTS = """
{{ name }} ‖ {% print name, name %} ‖ {{ bold('a') }}{{ name }}{{ bold('b') }}
{{ name if name else 'x' }} ‖ {% for n in [name, name] %}{{ n }}{% endfor %}
{% for n in [[name]] recursive %}{{ n if n is string else loop(n) }}{% endfor %}
{% set x = name %}{{ x }} ‖ {% set x %}<{{ name }}>{% endset %}{{ x }}
{% set x %}{{ bold('a') }}{% endset %}{{ x ~ name }}
{% set ns = namespace() %}{% set ns.x = name %}{{ ns.x }}
{% with x = name %}{{ x }}{% endwith %} ‖ {% macro m(x) %}({{ x }}){% endmacro %}{{ m(name) }}
{% macro m(x=name) %}{{ x }}{% endmacro %}{{ m() }}
{% macro m() %}a{% endmacro %}{{ m() ~ name }}{{ m() + name }}
{% macro m() %}{{ varargs[0] }}{{ kwargs.x }}{% endmacro %}{{ m(name, x=name) }}
{% macro m() %}{{ caller() }}{% endmacro %}{% call m() %}{{ name }}{% endcall %}
{% macro m(x) %}{{ caller(x) }}{% endmacro %}{% call(y) m(name) %}{{ y }}{% endcall %}
{% call '{}'.format(name) %}{% endcall %} ‖ {% block b %}{{ name }}{% endblock %}{{ self.b() }}
{% include 'other/printing.j2' %} ‖ {% import 'other/macros.j2' as other %}{{ other.m(name) }}
{% from 'other/macros.j2' import m %}{{ m(name) }}
{% extends 'other/base.j2' %}{% block b %}{{ super() }}{{ name }}{% endblock %} ‖ {{ 'a' ~ name }}
{{ bold('a') ~ name }} ‖ {{ name ~ bold('a') ~ name }} ‖ {{ 'a' + name }} ‖ {{ bold('a') + name }}
{{ name + bold('a') }} ‖ {{ '%s' % name }}
{{ {'x': name}['x'] }}{{ [name][0] }}{{ [name][:1][0] }} ‖ {{ name[:200] }}
{{ '{}'.format(name) }}{{ '{x}'.format_map({'x': name}) }} ‖ {{ '{}{}'.format(bold('a'), name) }}
{{ ', '.join([bold('a'), name]) }}
{{ 'x'.replace('x', name) }}{{ 'x'.replace('x', bold(name)) }} ‖ {{ [name, name] | join(', ') }}
{{ [bold('a'), name, 3] | join(', ') }} ‖ {{ [bold('a'), bold('b')] | join(name) }}
{{ [bold('a'), name, name] | listed }} ‖ {{ [bold('a'), bold('b')] | listed(name) }}
{{ [name, bold('a')] | named(name) }} ‖ {{ nobody | default(name) }}{{ '' | d(name, true) }}
{{ bold('a') ~ nobody | default(name) }} ‖ {{ [name] | first }}{{ [name] | last }}
{{ [{'n': name}] | map(attribute='n') | join }}
{{ [{}] | map(attribute='n', default=name) | join }} ‖ {{ [name] | map('bold') | join(name) }}
{{ 'x' | replace('x', name) }}
{% for n, all in [{'n': name}] | groupby('n') %}{{ n }}{% endfor %}
{% for k, v in {name: name} | items %}{{ k }}{{ v }}{% endfor %}
{{ cycler(name).next() }}{% set j = joiner(name) %}{{ j() }}{{ j() }}
{{ name | bold }}{{ italic(name) }}{{ typed(name) }} ‖ {{ name | bold | italic }}
{{ mention(name) }}{{ literal(name) }}{{ link(name, name) }}
{{ card(name) }}{{ [name, '3S'] | cards }} ‖ {{ card('JOKER', name) }}{{ card(name, name) }}
{{ suit(name) }} ‖ {{ heading(name) }}{{ heading(bold(name) ~ name) }}
{{ code(name, 'x ' ~ name, bold(name)) }} ‖ {{ bullets([name, bold(name)]) }}
{% call(item) bullets() %}{{ item(name) }}{% call item() %}{{ name }}{% endcall %}{% endcall %}
{% call hidden(name) %}{{ name }}{% endcall %}
{% call(row) table(name, right(name)) %}{{ row(name, bold(name)) }}{% endcall %}
{{ hidden('a', caller=name.strip) }}
{% call(item) bullets() %}{{ item(caller=name.strip) }}{% endcall %}
{{ 5 | money(name) }}{{ 5 | plural(name, name) }} ‖ {{ '[b]' ~ name }}
"""


def templates(text: str) -> list[str]:
    return cells(text, " ‖ ")


def pasted(
    occasion: str, *places: Path, dialect: str, facts: dict[str, Any], suits: str = "unicode"
) -> str:
    """The text of an occasion as it is pasted."""
    style = Style(dialects.find(dialect), LONDON, suits, places)
    (text,) = finish(write_text((KIND,), occasion, facts, style), style, limit=60_000)
    return text


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Renders a template of a host's, with other files beside it."""
    files = {
        "other/printing.j2": "{{ name }}",
        "other/macros.j2": "{% macro m(x) %}{{ bold(x) ~ x }}{% endmacro %}",
        "other/base.j2": "{% block b %}{{ name }}{% endblock %}",
    }
    for file, text in files.items():
        put(tmp_path, file, text)

    def write(template: str, dialect: str = "phpbb", suits: str = "unicode", **facts: Any) -> str:
        put(tmp_path, f"{KIND}/text.j2", template)
        return pasted("text", tmp_path, dialect=dialect, suits=suits, facts=facts)

    return write


def tags(text: str) -> list[str]:
    """What phpBB would see as markup: tags, and what it turns into links by itself."""
    outside = re.sub(r"(?is)(\[code\]).*?(\[/code\])", r"\1\2", text)
    links = re.findall(r"(?i)https?://[^\s\[\]]*|www\.\S+|\S+@\w\S*", outside)
    return re.findall(r"\[/?(?:\w+|\*)(?:=[^\]]*)?\]", outside) + links


@pytest.mark.slow
@pytest.mark.parametrize("template", templates(CONSTRUCTS))
def test_whatever_a_template_prints_is_text(template: str, write: Write) -> None:
    harmless = [tags(write(template, name=name)) for name in ("Ann", "Ann  x")]  # in a box or not
    for attack in (*templates(ATTACKS), "two\nlines"):
        text = write(template, name=attack)
        plain = write(template, dialect="plain", name=attack)
        as_typed = one_line(attack)
        assert tags(text) in harmless, text
        assert as_typed in text.replace("\u200b", ""), text
        assert as_typed in plain
        assert "&lt;" not in text
        assert "49" not in text


def test_a_template_s_own_text_is_printed_as_it_is(write: Write) -> None:
    assert write("[u]{{ name }}[/u]", name="x") == "[u]x[/u]"
    assert write("{{ '[u]' }}") == "[\u200bu]"


def test_facts_that_say_they_are_marked_up_are_text_like_all_others(write: Write) -> None:
    assert write("{{ name }}", name=Markup("[b]")) == "[\u200bb]"
    assert write("{{ x[0].y }}", x=[{"y": Markup("[b]")}]) == "[\u200bb]"


@pytest.mark.parametrize("fact", [object(), {1, 2}, b"x", Path("x")])
def test_facts_are_plain_data(write: Write, fact: object) -> None:
    with pytest.raises(TypeError, match="plain data"):
        write("", fact=[fact])


FILTERS = """safe escape e forceescape xmlattr urlize tojson striptags string format attr indent
wordwrap center pprint random"""


@pytest.mark.parametrize("name", FILTERS.split())
def test_filters_that_make_or_unmake_markup_are_not_there(write: Write, name: str) -> None:
    with pytest.raises(TemplateProblem, match=f"No filter named '{name}'"):
        write(f"{{{{ name | {name} }}}}", name="[b]")
    with pytest.raises(TemplateProblem, match=f"No filter named '{name}'"):
        write(f"{{% if name %}}{{{{ name | {name} }}}}{{% endif %}}", name="[b]")


CLOSED = """
{{ bold('x').replace('x', name) }} ‖ {{ bold('{}').format(name) }}
{{ bold('{x}').format_map({'x': name}) }} ‖ {{ bold(', ').join([name]) }}
{{ bold('x')['join']([name]) }} ‖ {{ [bold('x')] | map(attribute='upper') | list }}
{{ bold('x')[0] }} ‖ {{ bold('xyz')[1:] }} ‖ {{ bold('%s') % name }} ‖ {{ '%s' % bold(name) }}
{{ bold('x') * 2 }} ‖ {{ bold('x') | upper }} ‖ {{ bold('x') | replace('x', name) }}
{{ 'x' | replace('x', bold(name)) }} ‖ {{ 'x' * 300 | truncate(9, end=bold(name)) }}
{{ bold('x') | last }} ‖ {% set x %}a{% endset %}{{ x.replace('a', name) }}
{% macro m() %}a{% endmacro %}{{ m().replace('a', name) }}
"""


@pytest.mark.parametrize("template", templates(CLOSED))
def test_marked_up_text_can_only_be_printed_and_joined(write: Write, template: str) -> None:
    with pytest.raises(TemplateProblem, match="printed, joined and nothing else"):
        write(template, name="[b]")


@pytest.mark.parametrize(
    ("template", "says"),
    [
        ("{% filter upper %}{{ name }}{% endfilter %}", "no {% filter %} here"),
        ("{% set x | default(name, true) %}{% endset %}{{ x }}", "{% set %} block"),
        ("{% autoescape false %}{{ name }}{% endautoescape %}", "no {% autoescape %} here"),
        ("{{ lipsum() }}", "'lipsum' is undefined"),
        ("{{ none }}", "nothing (None) can't be printed"),
        ("{{ true }}", "a bool can't be printed"),
        ("{{ 'a' ~ none }}", "nothing (None) can't be printed"),
        ("{{ [1] }}", "a list can't be printed"),
        ("{{ '%s' % ([1],) }}", "a list can't be printed"),
        ("{{ '%s' % [1] }}", "a list can't be printed"),
        ("{{ '{}'.format([1]) }}", "a list can't be printed"),
        ("{{ {} }}", "a dict can't be printed"),
        ("{{ bold }}", "a method can't be printed"),
        ("{% import 'other/macros.j2' as m %}{{ m }}", "a TemplateModule can't be printed"),
        ("{{ 3 * 50 | money('¥') }}", "needs brackets: (a * b) | money"),
        ("{% call(row) table('a') %}x{% endcall %}", "“x” stands between the rows"),
        ("{% call(item) bullets() %}x{% endcall %}", "“x” stands between the items"),
        ("{% call(row) table('a') %}{{ row(1, 2) }}{% endcall %}", "1 column, its row 2"),
        ("{{ table('a') }}", "{% call(row) table("),
        ("{{ hidden('a') }}", "{% call hidden("),
        (
            "{% set x %}a{% endset %}{% call(row) table('a') %}{{ row(x) }}{% endcall %}",
            "a table holds texts, numbers and cards",
        ),
        ("{{ heading(bullets(['a'])) }}", "a heading holds texts, numbers and cards"),
        ("{{ '' | when }}", "“” is not an instant"),
    ],
)
def test_what_cannot_be_shown_or_writes_past_the_dialect_is_said(
    write: Write, template: str, says: str
) -> None:
    with pytest.raises(TemplateProblem) as problem:
        write(template, name="[b]")
    assert says in str(problem.value)
    assert problem.value.line == 1


MISSPELT = """
{{ plyers }} ‖ {{ plyers.name }} ‖ {{ 'a' ~ plyers }} ‖ {{ bold(plyers) }} ‖ {{ plyers | deadline }}
{{ game.plyers | when }} ‖ {% if plyers %}{% endif %} ‖ {% for p in plyers %}{% endfor %}
{{ [1, 2] | join(plyers) }} ‖ {{ game.plyers }} ‖ {{ game['plyers'] }}
{% for p in [game] %}{{ p.plyers }}{% endfor %} ‖ {{ game.players[3].plyers }}
"""


@pytest.mark.parametrize("template", templates(MISSPELT))
def test_a_name_that_is_not_there_is_an_error(write: Write, template: str) -> None:
    with pytest.raises(TemplateProblem, match=r"plyers|no element 3"):
        write(template, game={"players": []})


PRYING = """
{{ ().__class__ }} ‖ {{ name.__class__.__mro__ }} ‖ {{ bold.__self__ }}
{{ bold.__func__.__globals__ }} ‖ {{ bold._dialect }} ‖ {{ money.__globals__ }}
{{ cycler.__init__.__globals__ }} ‖ {{ self._TemplateReference__context }}
{{ '{0.__class__}'.format(name) }} ‖ {% set x = players.append('x') %}
{% set x = game.update({'x': 1}) %} ‖ {{ range(1000000000) | list }}
{{ [name] | map(attribute='__class__') | list }} ‖ {% include '../secret.j2' %}
{% include '/etc/passwd' %} ‖ {% include 'other/../../secret.j2' %}
"""


@pytest.mark.parametrize("template", templates(PRYING))
def test_templates_reach_nothing_but_their_facts(
    write: Write, tmp_path: Path, template: str
) -> None:
    (tmp_path.parent / "secret.j2").write_text("secret", encoding="utf-8")
    with pytest.raises(TemplateProblem):
        write(template, name="x", players=["x"], game={"x": 1})


def test_a_fact_goes_before_a_method_of_the_same_name(write: Write) -> None:
    assert write("{{ lot.items }} {{ lot.count }}", lot={"items": 3, "count": 4}) == "3 4"


def test_marked_up_pieces_keep_their_text_for_tables(write: Write) -> None:
    template = """
        {% call(row) table("Card", right("Coins")) %}
        {{ row(card("10H") ~ " " ~ bold("x"), [1, 2] | join("/")) }}
        {% endcall %}
        """
    assert write(template, "bgg") == "[c]Card   Coins\n-----  -----\n10♥ x    1/2[/c]"
    assert "10H x" in write(template, suits="ascii")


def test_functions_and_filters(write: Write) -> None:
    template = (
        "{{ -7500000 | money('¥') }} {{ 500 | money('¥', plus=True) }} {{ 0 | money(plus=True) }} "
        "{{ 1 | coins }} {{ 1200 | coins }} {{ 2 | plural('entry', 'entries') }} "
        "{{ ['A'] | named('lot') }} {{ ['A', 'B', 'C'] | named('lot') }} {{ [] | listed }}"
        "{{ [1, 2] | listed('or') }} {% for n in [1, 2, 3, 4, 11, 12, 13, 21, 101, 111] %}"
        "{{ n | ordinal }} {% endfor %}{{ 51 | span }}"
    )
    assert write(template) == (
        "−¥7,500,000 +¥500 0 1 coin 1,200 coins 2 entries lot A lots A, B and C "
        "1 or 2 1st 2nd 3rd 4th 11th 12th 13th 21st 101st 111th 2 days 3 hours"
    )


def test_instants(write: Write) -> None:
    template = "{{ at | when }} · {{ at | when(year=True) }} · {{ at | deadline }}"
    assert write(template, at="2026-07-01T19:00:00Z") == (
        "Wed 1 Jul 20:00 BST · Wed 1 Jul 2026 20:00 BST · Wed 1 Jul 20:00 BST (19:00 UTC)"
    )


def test_events_by_name(write: Write) -> None:
    template = "{% for e in news | only('Sold') %}{{ e.lot }}{% endfor %}"
    news = [{"news": "Sold", "lot": "A"}, {"news": "Passed"}, {"news": "Sold", "lot": "B"}]
    assert write(template, news=news) == "AB"


def test_texts_come_out_tidy(write: Write) -> None:
    assert write("\n\n  a  \n\n\n \nb\t\n{{ rule() }} \n\n") == f"  a\n\nb\n{'─' * 30}"
    assert write("{{ name }}\n\n{% if false %}\nx\n{% endif %}\n\nb", name="a ") == "a\n\nb"


def test_an_unknown_dialect_or_way_of_showing_suits_is_refused(write: Write) -> None:
    with pytest.raises(ValueError, match="did you mean phpbb"):
        write("", dialect="phpb")
    with pytest.raises(ValueError, match="unicode or ascii, not “emoji”"):
        write("", suits="emoji")


def rendered(occasion: str, *folders: Path) -> str:
    return pasted(occasion, *folders, dialect="plain", facts={})


def test_a_kind_s_own_template_goes_before_that_of_the_kind_it_shares_texts_with_and_of_any(
    tmp_path: Path,
) -> None:
    style = Style(dialects.find("plain"), ZoneInfo("UTC"), folders=(tmp_path,))
    kinds = (KIND, "its-elder")
    for folder in ("any", "its-elder", KIND):
        put(tmp_path, f"{folder}/hello.j2", folder)
        assert write_text(kinds, "hello", {}, style).body == folder
        assert rendered("hello", tmp_path) == folder.replace("its-elder", "any")
    with pytest.raises(TemplateProblem, match=r"nor its-elder/bye\.j2, nor any/bye\.j2"):
        write_text(kinds, "bye", {}, style)


def test_the_host_s_folders_go_first_file_by_file_and_are_read_anew(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    put(second, "any/receipt.j2", "second")
    assert rendered("receipt", first, second) == "second"
    put(first, "any/receipt.j2", "first {% include 'any/part.j2' %}")
    put(second, "any/part.j2", "part")
    assert rendered("receipt", first, second) == "first part"
    os.utime(put(first, "any/receipt.j2", "anew"), ns=(1, 1))
    assert rendered("receipt", first, second) == "anew"


def test_occasions_that_exist(tmp_path: Path) -> None:
    assert occasion_exists((KIND,), "receipt")
    assert not occasion_exists((KIND,), "hello")
    put(tmp_path, "any/hello.j2", "")
    assert occasion_exists((KIND,), "hello", [tmp_path])
    assert not occasion_exists(("../" + KIND,), "../x", [tmp_path])
    with pytest.raises(TemplateProblem, match=r"^some-game/hello.j2: there is no such template"):
        rendered("hello")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("\n" * 11 + "{{ plyers }}\n", 12, "'plyers' is undefined"),
        ("a\n{% if x %}\nb", 3, "endif"),
        ("a\n\n{{ x | nofilter }}", 3, "No filter named 'nofilter'"),
        ("a\n{{ 1 / 0 }}", 2, "ZeroDivisionError: division by zero"),
        ("a\n{{ ''.__class__ }}", 2, "unsafe"),
        ("a\n{% call(row) table('a') %}\n\n{{ row(nobody) }}\n{% endcall %}", 4, "'nobody'"),
        ("a\n{% macro m() %}\n{{ nobody }}\n{% endmacro %}\n{{ m() }}", 3, "'nobody'"),
        ("a\n{% include 'any/nowhere.j2' %}", 2, "there is no template “any/nowhere.j2”"),
        ("{% macro m() %}{{ m() }}{% endmacro %}\n{{ m() }}", 1, "does a macro, block or"),
        ("a\n{{ only(3, 'x') }}", 2, "TypeError"),
    ],
)
def test_a_mistake_is_told_with_file_and_line(
    tmp_path: Path, text: str, line: int, says: str
) -> None:
    path = put(tmp_path, "any/final.j2", text)
    with pytest.raises(TemplateProblem) as problem:
        rendered("final", tmp_path)
    told = problem.value
    assert (told.file, told.line) == (str(path), line)
    assert str(told) == f"{path}, line {line}: {told.sentence}"
    assert says in told.sentence


def test_a_mistake_in_an_included_file_and_one_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    part = put(tmp_path, "any/part.j2", "a\n{{ nobody }}")
    path = put(tmp_path, "any/final.j2", "\n\n{% include 'any/part.j2' %}")
    with pytest.raises(TemplateProblem) as told:
        rendered("final", tmp_path)
    assert str(told.value) == f"{part}, line 2: 'nobody' is undefined"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(TemplateProblem, match=r"final.j2: it can't be read \(.*utf-8") as told:
        rendered("final", tmp_path)
    assert told.value.line == 0


def test_templates_that_travel_in_the_package_go_before_the_source_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (folders.shipped() / "any/receipt.j2").is_file()
    module = tmp_path / "gmtool/render/folders.py"
    monkeypatch.setattr(folders, "__file__", str(module))
    folders.shipped.cache_clear()
    try:
        assert folders.shipped() == tmp_path / "templates"
        (tmp_path / "gmtool/templates").mkdir(parents=True)
        folders.shipped.cache_clear()
        assert folders.shipped() == tmp_path / "gmtool/templates"
    finally:
        folders.shipped.cache_clear()


def test_jinja_is_imported_in_one_package_and_no_game_is_named() -> None:
    room = Path(gmtool.render.__file__).parent
    for path in room.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path.parent.name != "environment":
            assert not re.search(r"(?m)^\s*(from|import) (jinja2|markupsafe)", text), path
        assert not re.search(r"(?i)auction|poker|big.two|grouping|ten.skip|split.decision", text)


def test_asking_which_templates_there_are_does_not_load_jinja() -> None:
    code = (
        "import sys, gmtool.render.folders, gmtool.render.problems; print('jinja2' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_pieces_within_pieces_without_an_end_are_told(tmp_path: Path) -> None:
    begin, words, end = (
        f"{{% for i in range({many}) %}}{text}{{% endfor %}}"
        for many, text in ((900, "[b]"), (13_000, "word "), (900, "[/b]"))
    )
    put(tmp_path, f"{KIND}/text.j2", begin + words + end)
    with pytest.raises(TemplateProblem, match="stand one within the other"):
        pasted("text", tmp_path, dialect="phpbb", facts={})


def test_a_text_of_the_hosts_own_has_twenty_posts_of_its_forum_at_most(tmp_path: Path) -> None:
    words = "{% for i in range(many) %}aaaaaaaaa {% endfor %}"
    file = put(tmp_path, f"{KIND}/text.j2", words)
    style = Style(dialects.find("discord"), LONDON, folders=(tmp_path,))
    for to in ("", "Ann"):
        facts = {"to": to, "many": 3_990}
        assert len(finish(write_text((KIND,), "text", facts, style), style, limit=2_000)) > 19
        with pytest.raises(TemplateProblem) as told:
            write_text((KIND,), "text", {**facts, "many": 4_010}, style)
        assert str(told.value) == (
            f"{file}: it makes a text of 40,099 characters, longer than 20 posts of this forum, "
            "which hold 40,000"
        )
    lines = {"game": {"name": "R", "ended": False}, "lines": ["x" * 99] * 500}
    long = write_text((KIND,), "record", lines, style)
    assert (len(long.body) > 40_000, long.amiss) == (True, None), "this one is gmtool's own"


HARMFUL = "\x00\x07\x1b\x7f\x85\x9b\u200e\u202e\u2066\u2069"
"""Signs of C0 and C1, DEL, and signs of direction."""


@pytest.mark.parametrize("dialect", dialects.NAMES)
def test_no_sign_that_acts_on_a_terminal_reaches_a_text(tmp_path: Path, dialect: str) -> None:
    """Neither a template's own nor a player's."""
    put(
        tmp_path,
        f"{KIND}/text.j2",
        f"{{% set subject = 'a{HARMFUL}' ~ x %}}a{HARMFUL}b {{{{ x }}}} {{{{ '{HARMFUL}' ~ x }}}} "
        f"{{{{ bold(x) }}}} {{{{ code(x) }}}} {{{{ link('http://a/' ~ x, x) }}}}"
        f"{{{{ mention(x) }}}}"
        f"{{% call hidden(x) %}}{{{{ x }}}}{{% endcall %}}"
        f"{{% call(row) table(x) %}}{{{{ row(x) }}}}{{% endcall %}}",
    )
    style = Style(dialects.find(dialect), ZoneInfo("UTC"), folders=(tmp_path,))
    written = write_text((KIND,), "text", {"x": f"Ann{HARMFUL}e"}, style)
    (text,) = finish(written, style, limit=60_000)
    assert not set(text + written.subject) & set(HARMFUL), ascii(text)


def test_what_a_text_may_look_at_is_told_by_its_templates(tmp_path: Path) -> None:
    put(tmp_path, "any/base.j2", "{{ game.name }}{% block next %}{{ window }}{% endblock %}")
    put(tmp_path, "any/_macros.j2", "{% macro of(one) %}{{ one }}{{ public }}{% endmacro %}")
    put(tmp_path, "any/_part.j2", "{{ news }}{% include 'any/_last.j2' %}")
    put(tmp_path, "any/_last.j2", "{{ you }}")

    plain = Style(dialects.find("plain"), LONDON, folders=(tmp_path,))
    shipped = fact_names((), "receipt", Style(dialects.find("plain"), LONDON))
    assert shipped
    assert {"entry", "game"} <= shipped

    def read(template: str) -> set[str] | None:
        put(tmp_path, "any/receipt.j2", template)
        names = fact_names((), "receipt", plain)
        return None if names is None else {*names} - shipped

    assert read("{{ a.b }}{% if c %}{{ d['e'] }}{% endif %}") == {"a.b", "c", "d"}
    assert read("{{ a.b.c }}{% for one in e.f %}{{ one }}{% endfor %}") == {"a.b", "e.f", "one"}
    assert read("{{ a.b }}{{ of(a) }}") == {"a", "a.b", "of"}, "a macro is given all of it"
    assert read("{{ a.items() | list }}{{ 'b' in c }}") == {"a", "c"}, "so is Python"
    extended = "{% extends 'any/base.j2' %}{% block next %}{{ super() }}{{ phase }}{% endblock %}"
    assert read(extended) == {"super", "phase", "game.name"}
    assert read("{% include 'any/_part.j2' %}") == {"news", "you"}
    assert read("{% from 'any/_macros.j2' import of %}{{ of(a) }}") == {"of", "a"}
    seen = read("{% from 'any/_macros.j2' import of with context %}{{ of(a) }}")
    assert seen == {"of", "a", "one", "public"}
    assert read("{% include kind ~ '.j2' %}") is None
    assert read("{% include ['any/_last.j2', 'any/_part.j2'] %}") is None
    assert read("{% if %}") is None
    assert read("{% include 'any/none.j2' %}") is None
