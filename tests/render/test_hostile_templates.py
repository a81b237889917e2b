"""Templates that ask for too much are refused by a sentence with file and line, before they get it.

Each hostile template is rendered within a small budget. With GMTOOL_LONG=1 each is rendered within
the real one too, in a process of its own whose memory and time are measured.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

import hostile
import pytest
from files import put

import gmtool
from gmtool.render import dialects
from gmtool.render.environment import Style, TemplateProblem, bounds, finish, write

pytestmark = [pytest.mark.slow, pytest.mark.attack]
KIND = "some-game"
MEGABYTES, SECONDS = 100, 5
"""What a hostile template may take of either, at most, on any machine."""
SENTENCES = "|".join(
    [
        r"it takes more than [\d,]+ steps",
        r"it makes a text of more than [\d,]+ characters",
        "it makes a number of more than 18 digits",
        "a number has 18 digits at most",
        r"a width in a format (is 1,000|has three digits) at most",
        r"“\w+” takes no number beyond [\d,]+",
        r"a template has [\d,]+ characters at most",
        r"the table has more than [\d,]+ characters",
        "too much stands one within the other here",
        "it goes on within itself without an end",
        "a list can't be printed",
        r"a text times a number",
        r"access to attribute '\w+' of '\w+' object is unsafe",
    ]
)
"""All that is said of them."""


def rendered(folder: Path, text: str, dialect: str = "phpbb") -> tuple[str, ...]:
    """The text of a template that is there twice, the second time to be included."""
    for place in (KIND, "other"):
        put(folder, f"{place}/text.j2", text)
    style = Style(dialects.find(dialect), ZoneInfo("UTC"), folders=(folder,))
    return finish(write((KIND,), "text", {"x": 1}, style), style, limit=60_000)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundredth of all that may be spent."""
    monkeypatch.setattr(bounds, "MOST_STEPS", bounds.MOST_STEPS // 100)
    monkeypatch.setattr(bounds, "LONGEST_TEXT", bounds.LONGEST_TEXT // 100)


@pytest.mark.usefixtures("small")
def test_a_hostile_template_is_refused_with_file_and_line(tmp_path: Path) -> None:
    for name, text in hostile.HOSTILE.items():
        with pytest.raises(TemplateProblem) as problem:
            rendered(tmp_path / name, hostile.smaller(text))
        told = str(problem.value)
        place = rf"{re.escape(str(tmp_path / name))}/(some-game|other)/text\.j2, line \d+: "
        assert re.match(f"{place}({SENTENCES})", told), (name, told)


_RENDERS = """
import resource, sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import hostile
from test_hostile_templates import TemplateProblem, rendered
rendered(Path(sys.argv[2]) / "warm", "{{ x }}")
def used():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, time.process_time()
memory, began = used()
try:
    rendered(Path(sys.argv[2]), hostile.HOSTILE[sys.argv[3]], sys.argv[4])
except TemplateProblem as problem:
    more, ended = used()
    print(more - memory, ended - began)
"""


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", hostile.HOSTILE)
@pytest.mark.parametrize("dialect", ["phpbb", "discourse"])
def test_it_is_refused_before_it_takes_much_memory_or_time(
    name: str, dialect: str, tmp_path: Path
) -> None:
    here = Path(__file__).parent
    paths = [
        str(here),
        str(Path(hostile.__file__).parent),
        str(Path(gmtool.__file__).parent.parent),
    ]
    code = f"import sys; sys.path[:0] = {paths!r}\n{_RENDERS}"
    run = subprocess.run(
        [sys.executable, "-c", code, paths[1], str(tmp_path), name, dialect],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)),
    )
    megabytes, seconds = map(float, run.stdout.split())
    assert megabytes < MEGABYTES
    assert seconds < SECONDS


def test_many_large_files_are_no_way_around(tmp_path: Path) -> None:
    for number in range(3):
        put(tmp_path, f"other/{number}.j2", "x" * 55_000)
    with pytest.raises(TemplateProblem, match="the files it needs have more than 150,000") as told:
        rendered(
            tmp_path, "\n{% for n in range(3) %}{% include 'other/' ~ n ~ '.j2' %}{% endfor %}"
        )
    assert told.value.line == 2


LARGE = {
    "words": "{% for i in range(9000) %}a b. c\n\nd {% endfor %}",
    "pieces": "{% for i in range(3500) %}{{ bold('a') }} {{ bold('b') }}\n\n{% endfor %}",
    "tags": "{% for i in range(20000) %}[b]{% endfor %}{% for i in range(20000) %}[/c]{% endfor %}",
    "a word": "{% for i in range(9000) %}aaaaaaaaaaaaaaaaaaaa{% endfor %}",
    "one line of a file": "{{ " + "~".join(["1"] * 29_000) + " }}",
}
"""Templates that take nearly all of what is let, and are rendered."""


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_a_large_text_is_still_made(name: str, tmp_path: Path) -> None:
    assert all(len(part) <= 60_000 for part in rendered(tmp_path, LARGE[name]))


def test_the_budget_grows_with_the_facts_of_a_long_game(tmp_path: Path) -> None:
    """So that no report of a long game is refused."""
    put(tmp_path, f"{KIND}/text.j2", "{% for one in x %}{{ one }} {{ one | upper }}\n{% endfor %}")
    style = Style(dialects.find("plain"), ZoneInfo("UTC"), folders=(tmp_path,))
    lines = [f"entry {number} of a long journal" for number in range(20_000)]
    assert len(write((KIND,), "text", {"x": lines}, style).body) > bounds.LONGEST_TEXT


def test_pieces_within_pieces_without_an_end_are_told(tmp_path: Path) -> None:
    begin, words, end = (
        f"{{% for i in range({many}) %}}{text}{{% endfor %}}"
        for many, text in ((900, "[b]"), (13_000, "word "), (900, "[/b]"))
    )
    with pytest.raises(TemplateProblem, match="stand one within the other"):
        rendered(tmp_path, begin + words + end)


HARMFUL = "\x00\x07\x1b\x7f\x85\x9b\u200e\u202e\u2066\u2069"
"""Signs of C0 and C1, DEL, and signs of direction."""


@pytest.mark.parametrize("dialect", ["plain", "phpbb", "proboards", "discourse"])
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
    written = write((KIND,), "text", {"x": f"Ann{HARMFUL}e"}, style)
    (text,) = finish(written, style, limit=60_000)
    assert not set(text + written.subject) & set(HARMFUL), ascii(text)
