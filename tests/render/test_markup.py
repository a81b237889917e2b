"""Players' text in every place of a post, read by each forum's parser: it shows as it was typed."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import mkdtemp
from zoneinfo import ZoneInfo

import forums
import pytest
from files import put
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many, one_in
from unseen import PAINTED, texts

from gmtool.engine.unicode_hygiene import is_harmful
from gmtool.render import dialects
from gmtool.render.dialects.neutral import one_line, unbracketed
from gmtool.render.environment import Style, finish, write
from gmtool.render.preview import to_html

KIND = "some-game"
PLACES = {
    "free text": "beg {{ name }} end",
    "between letters": "beg x{{ name }}y end",
    "in brackets": "beg ({{ name }}) end",
    "quoted": "beg “{{ name }}” end",
    "before a point": "beg {{ name }}. end",
    "before a colon": "beg {{ name }}: end",
    "before a mark": "beg {{ name }}! end",
    "after a colon": "beg:{{ name }} end",
    "twice": "beg {{ name }}{{ name }} end",
    "at the start of a line": "beg\n{{ name }} end",
    "at the end of a line": "beg {{ name }}\nend",
    "on a line of its own": "beg\n{{ name }}\nend",
    "in a paragraph of its own": "beg\n\n{{ name }}\n\nend",
    "joined": "{{ 'beg ' ~ name ~ ' end' }}",
    "bold": "beg {{ bold(name) }} end",
    "bold twice": "beg {{ bold(name) }}{{ bold(name) }} end",
    "bold between letters": "beg x{{ bold(name) }}y end",
    "bold on a line": "beg\n{{ bold(name) }}\nend",
    "bold and italic": "beg {{ bold(name) }}{{ italic(name) }}{{ bold(name) }} end",
    "italic and bold": "beg {{ italic(name) }}{{ bold(name) }}{{ italic(name) }} end",
    "italic at the end of bold": "beg {{ bold('x' ~ italic(name)) }}"
    "{{ bold(italic(name) ~ 'y') }} end",
    "italic in bold": "beg {{ bold(italic(name)) }}{{ bold('x' ~ italic(name) ~ 'y') }} end",
    "typed": "beg {{ typed(name) }} end",
    "typed twice": "beg {{ typed(name) }}{{ typed(name) }}{{ name }} end",
    "typed on a line": "beg\n{{ typed(name) }}\nend",
    "mentioned": "beg {{ mention(name) }} end",
    "link": "beg {{ link('https://forum.example/t?a=1&copy;=(2)|3', name) }} end",
    "link after a mark": "beg {{ name }}{{ link('https://forum.example/', name) }} end",
    "heading": "beg\n\n{{ heading(name) }}\n\nend",
    "heading after text": "beg\n{{ heading('x ' ~ bold(name)) }}\nend",
    "item": "beg\n\n{{ bullets([name, name]) }}\n\nend",
    "item after text": "beg\n{% call(item) bullets() %}{% call item() %}\n{{ name }}\n"
    "{{ bold(name) }}{% endcall %}{{ item(typed(name)) }}{% endcall %}end",
    "code": "beg\n{{ code(name, 'x ' ~ name) }}\nend",
    "code in an item": "beg\n{{ bullets([code(name)]) }}\nend",
    "title": "beg\n{% call hidden(name) %}x{% endcall %}end",
    "hidden": "beg\n{% call hidden('T') %}{{ name }}{% endcall %}end",
    "hidden code": "beg\n{% call hidden('T') %}{{ code(name) }}{% endcall %}end",
    "hidden list": "beg\n{% call hidden('T') %}{{ bullets([name]) }}\n{{ name }}{% endcall %}end",
    "cell": "beg\n{% call(row) table('A', right(name)) %}{{ row(name, 'x') }}"
    "{{ row(1, bold(name)) }}{% endcall %}end",
    "typed in a cell": "beg\n{% call(row) table('A') %}{{ row(typed(name)) }}{% endcall %}end",
    "after a deadline": "beg {{ '2026-11-22T20:00:00Z' | deadline }}{{ name }} end",
    "after a line across": "beg\n{{ rule() }}\n{{ name }}\nend",
}
_WORDS = r"""
[/b][img]https://evil.example/x.png[/img] [b] [/b] [code] [/code][b]x [*] [hr] [/list]
[/li][/ul] [/td][/tr] [spoiler] [/spoiler] [date=2026-01-01] [details] [details="x"]
[/details] [x] [] [x](https://evil.example) ![a](b) [^1] [quote] @everyone @here @ann a@b.de
#tag # *x* **x** _x_ __x__ *** * a*b*c ~~x~~ ~~~ `x` `` ``` ```x``` ` | a|b |---|
<script>alert(1)</script> <b>x</b> <https://evil.example> <3 &amp; &lt; &#35; & &am p; ; (c)
(C) c tm (tm) (r) (p) ( (c +- -- --- --> -> <- ... .. . x. !!!! ???? ?!?!?! ! ,, "x" 'x' don't
" ' 20:44 8:30:15 :) : :smile: :: ;) ; 8-) 8 8- ^_^ ^__^ :D :-/ :x :'( ??? 5) 1. - + > = ===
https://evil.example www.evil.example evil.example/x.png evil.de mailto:a@b.de //evil.de/x
//localhost/x ftp://evil.example http://1.2.3.4/ O'Neil {ticks} %s a_b_c snake_case ann.b Ann-
"""
_OTHERS = (
    '[a href="x"]·[ ]·[x]: https://evil.example·# x·* x· ` ·\\·\\*·x\\·\\|·| a | b |·'
    "<!-- x·1986. Best year·1. x·5) x·- x·+ x·> x·--- x·    x·  x  · ·\x09x·Cid, Jr.·"
    "Dee [D]·{{ 7*7 }}·{% raw %}·アン·👩\u200d👧·♥·a\u200bb·[\u200bb]x[/b]·\u200b·\u200b:)·"
    "\u2060*x*\u2060·[\ufeffb]·\u202e[b]·\xad·\ufdd0b\ufdd2·\x00·two⏎lines·a\x0d⏎- b·"
    "\xa0x·\u3000- x·Zoë·́x"
)
TRAPS = [*_WORDS.split(), *(one.replace("⏎", "\n") for one in _OTHERS.split("·"))]
"""What is markup, or changes by itself, on some forum; and ways round what guards against it."""


@cache
def folder() -> Path:
    folder = Path(mkdtemp())
    for place, template in PLACES.items():
        put(folder, f"{KIND}/{place}.j2", template)
    return folder


def pasted(dialect: str, place: str, name: str) -> str:
    style = Style(dialects.find(dialect), ZoneInfo("Europe/London"), folders=(folder(),))
    (text,) = finish(write((KIND,), place, {"name": name}, style), style, limit=60_000)
    return text


def bare(text: str) -> str:
    """The text with blanks and line ends as one blank, without guards."""
    return " ".join(text.replace(forums.GUARDS, "").split())


def expected(place: str, dialect: str, name: str) -> list[str]:
    """What must be seen of the name, in this order."""
    typed = bare(one_line(name))
    if place == "title" and dialect in {"discourse", "xenforo"}:
        return [bare(one_line(unbracketed(name))), "x"]
    if dialect == "bgg":
        typed = re.sub(r"<(?=\S)", "< ", typed)
    if dialect == "smf":
        typed = typed.translate(PLAINER)
    without_titles = place == "cell" and dialect in forums.LINED
    return [typed] * (PLACES[place].count("name") - without_titles)


def wrong(dialect: str, place: str, name: str) -> str:
    """How a text with that name shows otherwise than it should; nothing where it doesn't."""
    text = pasted(dialect, place, name)
    seen = bare(forums.shown(dialect, text))
    problems = forums.check(dialect, text)
    if problems:
        return f"{problems}\n{text}"
    at = 0
    for part in ["beg", *expected(place, dialect, name), "end"]:
        found = seen.find(part, at)
        if found < 0:
            return f"{part!r} isn't seen: {seen!r}\n{text}"
        at = found + len(part)
    return "" if dialect in WITH_LINES.get(place, ()) else more(dialect, place, name, seen)


PLAINER = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "…": "..."})
WITH_LINES = {
    "heading": ("plain",),
    "heading after text": ("plain",),
    "cell": (*forums.ALIGNED, *forums.LINED),
    "typed in a cell": (*forums.ALIGNED, *forums.LINED),
    "mentioned": ("proboards", "discourse", "xenforo", "smf", "nodebb", "reddit"),
}
"""Where lines as long as the text are drawn, or a name that is no user's has no @."""


def more(dialect: str, place: str, name: str, seen: str) -> str:
    """What is seen beside the name that isn't seen beside another one."""

    def beside(seen: str, name: str) -> int:
        return len("".join(seen.split())) - len(
            "".join("".join(expected(place, dialect, name)).split())
        )

    other = bare(forums.shown(dialect, pasted(dialect, place, "Ann")))
    signs = beside(seen, name) - beside(other, "Ann")
    return (
        f"{signs} signs more than else: {seen!r}\n{pasted(dialect, place, name)}" if signs else ""
    )


@pytest.mark.slow
@pytest.mark.parametrize("place", one_in(3, PLACES))
@pytest.mark.parametrize("dialect", dialects.NAMES)
def test_what_a_player_wrote_shows_as_it_was_typed(dialect: str, place: str) -> None:
    """In the short form each place gets some of the traps, and all places together all of them."""
    apart = few_or_many(9, 1)
    for name in TRAPS[sorted(PLACES).index(place) % apart :: apart]:
        assert not wrong(dialect, place, name), repr(name)


PIECES = st.lists(st.sampled_from(TRAPS) | st.text(max_size=3), min_size=1, max_size=4)
NAMES = PIECES.map("".join) | PIECES.map(" ".join) | st.text()


@pytest.mark.slow
@pytest.mark.parametrize("dialect", dialects.NAMES)
@settings(max_examples=few_or_many(30, 100))
@given(name=NAMES, place=st.sampled_from(sorted(PLACES)))
def test_whatever_a_player_writes_shows_as_it_was_typed(
    dialect: str, place: str, name: str
) -> None:
    assert not wrong(dialect, place, name)


@pytest.mark.parametrize("dialect", one_in(3, dialects.NAMES))
@given(text=texts(), place=st.sampled_from(sorted(PLACES)))
def test_nothing_in_a_text_steers_a_terminal_or_turns_the_direction(
    dialect: str, place: str, text: str
) -> None:
    for name in (text, text + PAINTED):
        assert not is_harmful(pasted(dialect, place, name))


@pytest.mark.parametrize("dialect", dialects.NAMES)
def test_not_even_where_a_hosts_own_template_has_such_signs(dialect: str, tmp_path: Path) -> None:
    put(tmp_path, "any/own.j2", f"{{% set subject = '{PAINTED}' %}}\n{PAINTED}\n\tend")
    style = Style(dialects.find(dialect), ZoneInfo("UTC"), folders=(tmp_path,))
    written = write((KIND,), "own", {}, style)
    (text,) = finish(written, style, limit=60_000)
    assert not is_harmful(written.subject + text)
    assert text.replace("\n\n", "\n").endswith("bid A 992J\n end")


def words(html: str) -> str:
    """The words of HTML, as a reader sees them."""
    html = html.replace("<summary>Spoiler</summary>", " ")
    html = re.sub(
        r"</?(?:br|p|li|td|th|tr|pre|div|h2|ul|table|details|summary|hr)\b[^>]*>", " ", html
    )
    return bare(unescape(re.sub("<[^>]*>", "", html)))


@pytest.mark.parametrize("dialect", ["phpbb", "proboards", "discourse"])
def test_a_preview_has_the_words_that_another_reader_of_that_forum_finds(dialect: str) -> None:
    own = dialects.find(dialect)
    for number, place in enumerate(PLACES):
        for name in TRAPS[number :: few_or_many(40, 1)]:
            text = pasted(dialect, place, name)
            other = re.sub("[•—]", " ", forums.shown(dialect, text))
            if dialect == "discourse":
                other = re.sub(r"(\d\d:\d\d):00 UTC", r"\1 UTC", other)
            assert words(to_html(own, text)) == bare(other), (place, name)
