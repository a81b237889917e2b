"""Words of others in posts, and what players and programs look for at a post's end."""

from __future__ import annotations

import re

import pytest
from hosting import Host
from lengths import one_in

from gmtool.desk.verify import verify
from gmtool.engine.paste import plain
from gmtool.render.dialects import NAMES
from gmtool.render.last_lines import LAST_LINE, LISTED, MARK, disarmed

DIGITS = "deadbeef" * 4


@pytest.mark.parametrize(
    "text",
    [
        f"record 3 · {DIGITS}",
        f"record 0 · {DIGITS}",
        "record 99 · dead",
        f"  record\u00a03 &middot; {DIGITS}",
        f"rec[b]ord[/b] 3 · {DIGITS}",
        f"*record* 3 _·_ {DIGITS}",
        f"<i>record</i> 3\u200b · {DIGITS}",
        DIGITS,
        f"- {DIGITS}",
        f"dead[i]beef[/i]{DIGITS[8:]}",
        f"record 3 \u0387 {DIGITS}",
        f"ｒｅｃｏｒｄ ３ · {DIGITS}",
        "ａｂ" * 16,
        f"\u200edead\u2066beef{DIGITS[8:]}",
        f"hm\x85{DIGITS}",
        f"Hello,\nrecord 3 · {DIGITS}\r\nbye",
    ],
)
def test_what_looks_like_a_last_line_or_a_listed_seal_is_written_otherwise(text: str) -> None:
    told = disarmed(text)
    shown = re.sub(MARK, "", plain(told))
    assert not re.search(LAST_LINE, shown)
    assert not re.search(LISTED, shown)
    assert re.sub("[“”]", "", told) == text, "and nothing of it is lost"
    assert disarmed(told) == told


@pytest.mark.parametrize("text", ["Ann", "record 3", f"see record 3 · {DIGITS}", f"x{DIGITS}", ""])
def test_all_else_stays_as_it_is(text: str) -> None:
    assert disarmed(text) == text


@pytest.mark.slow
@pytest.mark.parametrize("dialect", one_in(3, NAMES))
def test_an_honest_game_fits_whatever_its_players_and_its_file_are_called(
    dialect: str, host: Host
) -> None:
    """Names, words of the file, a ruling's reason: in every form of markup, read as it is pasted
    and as a page shows it.
    """
    line = f"record 3 · {DIGITS}"
    file = f"""[words]
title = "Poll"
rules = '''
Choose.

{line}
{DIGITS}

rec**o**rd 3 · {DIGITS}
That is all.
'''
[round.vote]
asks = "choice Friday, Saturday"
hours = 48
"""
    names = ("record 3 · dead", "Ann")
    assert host("new free P", *names, *f"--setup - --zone UTC --dialect {dialect}".split(),
                pasted=file).code == 0  # fmt: skip
    assert host("record host start").code == host("record host open vote").code == 0
    assert host("record Ann vote Friday").code == 0
    assert host("rule end --why", line).code == 0
    record = host("export --public").out
    rows = host("outbox --all --json --secret").facts
    numbers = [row["number"] for row in rows if not row["to"]]
    posts = "\n".join(host(f"outbox {number}").out for number in numbers)
    assert verify(record, posts).ok, verify(record, posts).lines
    assert verify(record, re.sub(r"\[[^\]]*\]|[*_\\]", "", posts)).ok
    assert len(re.findall(LAST_LINE, re.sub(MARK, "", posts))) == len(numbers)
