"""What is printed: nothing a player wrote can look as if the program had said it."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import sys
from unittest import mock

import pytest
from evenings import change_database
from hosting import Answered, Host
from playing import by_hand
from unseen import PAINTED, UNSEEN, unseen_in
from wcwidth import wcswidth

from gmtool.cli.app import run
from gmtool.cli.script import play, read
from gmtool.cli.show import show
from gmtool.desk.answers import Answer, Hint, Text, table
from gmtool.engine.unicode_hygiene import is_harmful, shown

FORGED = "R3: recorded entry 9, Bob: bid A 99"
PAINTING = f"bid A 30\n{PAINTED}\n{FORGED}\nbid B 7{''.join(sorted(UNSEEN - {chr(0xD83D)}))}"
STEPS = """
record Ann --from - | record Bob 'bid A ~' | record Ann~ 'bid A 30' | record host 'note ^'
record Ann bid C 3 --late ~ | record Ann bid C 3 --note ^
record Ann bid D 3 --link https://forum.example/~ | rule pause --why ^ | rule resume
set host=xxxxxxxxxx~ | set Ann name=Zoe~ | status | status --secret | status ~ | due | games
log | log --secret | log 3 | log 5 | log --refused | log --refused --secret | log --refused 1
outbox | outbox --all | outbox --plain | outbox 3 | post ruling | pm Ann receipt | remind | undo
use ~ | frob~ | status --frob~ | log ~ | kinds ~ | rules auction-poker ~ | sent ~
new auction-poker Cup~ Ann Bob | new auction-poker Cup\x1b[2J Ann Bob
new auction-poker Cup Ann~ Bob | new auction-poker Cup Ann Bob --zone ~
new auction-poker Cup Ann Bob --dialect ~ | new auction-poker Cup Ann Bob -o lots=~
import ~.txt | export | export --public | rule end --why ~
status | log | log --refused | export --public
"""
"""What is typed, with signs that paint for ~, and a forged line below those for ^."""


def said(answered: Answered) -> Answered:
    """The answer, in which nothing steers a terminal, and no line is a player's own."""
    assert not is_harmful(answered.all), answered.all
    assert not [line for line in answered.err.splitlines() if line.startswith(FORGED)]
    assert not unseen_in(answered.err.replace("\n", "")), answered.err
    return answered


@pytest.mark.slow
@pytest.mark.parametrize("as_json", [False, True], ids=["lines", "json"])
def test_no_message_name_or_word_paints_over_what_the_program_says(
    host: Host, *, as_json: bool
) -> None:
    host.begin().at("20 21:00")
    for step in re.split(r" \| |\n", STEPS.strip()):
        words = [
            word.replace("~", PAINTED).replace("^", f"{PAINTED}\n{FORGED}")
            for word in shlex.split(step)
        ]
        answered = said(host("", *words, *["--json"] * as_json, pasted=PAINTING))
        assert f"\n{FORGED}" not in f"\n{answered.out}", step
        if as_json and answered.out:
            json.loads(answered.out)


@pytest.mark.slow
def test_a_message_of_several_lines_stands_behind_a_bar(host: Host) -> None:
    host.begin()("record Ann --from -", pasted=PAINTING)
    lines = host("inbox 3").out.splitlines()
    begin = lines.index("  | bid A 30")
    assert "\\u001b[1A\\u001b[2K" in lines[begin + 1]
    assert lines[begin + 2] == f"  | {FORGED}"
    facts = host("inbox 3 --json").facts
    assert facts["text"].startswith("bid A 30\n\x1b[1A")


@pytest.mark.slow
def test_a_journal_is_quoted_line_by_line(host: Host) -> None:
    text = by_hand(host.begin().snapshot())
    for line in (f"2026-11-20T20:10:00Z Ann: bid {PAINTED}", f"2026 {PAINTED}"):
        answered = said(host("import - --as again", pasted=f"{text}{line}\n"))
        assert answered.code in {1, 3}
        assert "\\u001b[1A\\u001b[2K" in answered.err
    assert said(host("import - --as again", pasted=text.replace("R3", f"R3{PAINTED}"))).code == 0
    assert host("games --json").facts[-1]["game"] == "again"


@pytest.mark.slow
def test_names_copied_from_a_page_are_taken_without_what_nobody_sees(host: Host) -> None:
    line = ("new auction-poker", "Cup\u200b 1\ufeff", "Ann\u200b", "\u202eBob", "--zone", "UTC")
    assert host(*line).code == 0
    facts = host("status --json --game", "cup 1").facts
    assert facts["game"] == "Cup 1"
    assert [one["name"] for one in facts["players"]] == ["Ann", "Bob"]
    again = host("new auction-poker", "C\u00adup 1", "Ann", "Bob")
    assert (again.code, again.err.splitlines()[0]) == (
        1,
        "Cup 1: there is a game of that name already; choose another.",
    )
    assert "“Bob” is there twice" not in host("set Ann", "name=Zoe\u200b").err
    assert host("record", "z\u2060oe", "keep").err.startswith("Cup 1: refused (AP-")
    text = by_hand(host.snapshot()).replace("Ann", "Ann\u200b").replace("Cup 1", "Cup\u2060 2")
    assert host("import -", pasted=text.replace("Bob", "Bob\u200b")).code == 0
    assert [p["name"] for p in host("status --json").facts["players"]] == ["Zoe", "Bob"]
    assert "Cup 2\n" in host.snapshot()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["\u200b", "\u3164\u2060", "Ann\u200b"])
def test_all_04_a_name_of_nothing_that_is_seen_is_none(host: Host, name: str) -> None:
    assert "(ALL-4)" in host("new auction-poker Cup Ann", name, "Bob").err
    assert host("new auction-poker", f"R4\x1b{name}", "Ann", "Bob").err.startswith("R4")
    if "Ann" not in name:
        assert "can't be a game's name" in host("new auction-poker", name, "Ann", "Bob").err


@pytest.mark.slow
def test_names_with_unseen_signs_are_found_and_offered(
    host: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another program may have written them."""
    host.begin()
    old = f"R3\u200b{PAINTED[:4]}"
    change_database(host.database, f"UPDATE game SET name = '{old}', name_key = 'r3[1a'")
    assert host("status --game r3[1a").code == 0
    assert said(host("games")).code == 0
    assert "already" in host("new auction-poker R3[1A Ann Bob").err
    for shell in ("bash", "zsh", "fish"):
        for before, offered in ((["use"], "R3"), (["--game", "R3[1A", "record"], "Cid")):
            asked = {
                "_GMTOOL_COMPLETE": f"complete_{shell}",
                "_TYPER_COMPLETE_ARGS": f"gmtool {' '.join(before)} ",
                "_TYPER_COMPLETE_FISH_ACTION": "get-args",
                "COMP_WORDS": "\n".join(["gmtool", *before, ""]),
                "COMP_CWORD": str(len(before) + 1),
                "GMTOOL_DB": str(host.database),
            }
            with mock.patch.dict(os.environ, asked):
                assert run([]) == 0
            found = capsys.readouterr().out
            assert offered in found
            assert not is_harmful(found)


def test_columns_line_up_by_what_is_shown() -> None:
    assert table([("a\x1b\u200b", "x"), ("b\nc", "y")]) == (
        "  a\\u001b\\u200b  x",
        "  b⏎c            y",
    )
    signs = [chr(code) for code in (*range(0x3000), 0x4E00, 0x1F0A1, 0x1F600)]
    seen = (sign for sign in signs if sign.isprintable() and shown(sign) == sign)
    for cell in (*seen, "José…", "Jose\u0301", "“魚”"):
        _, wide = table([("x" * 9, ""), (cell, "|")])
        assert wide.rindex("|") - len(cell) + wcswidth(cell) == 2 + 9 + 2, ascii(cell)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [io.StringIO, _Terminal])
def test_a_text_as_it_was_sent_is_kept_and_shown_at_a_terminal(stream: type[io.StringIO]) -> None:
    sent = f"[\u200bb]x\n{PAINTED}"
    with mock.patch.object(sys, "stdout", stream()) as out:
        show(Answer((), (Text("post", sent),)), as_json=False)
    printed = out.getvalue()
    assert printed.startswith("[\u200bb]x\n"), "what keeps markup away stays"
    assert (printed == f"{sent}\n") == (stream is io.StringIO)
    assert is_harmful(printed) == (stream is io.StringIO)


def test_half_a_character_stops_no_answer(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    answer = Answer(("R3: \ud83d",), hints=(Hint("gmtool use \ud83d", "\ud83d"),))
    show(answer, as_json=False)
    show(Answer(facts=["\ud83d"]), as_json=True)
    sys.stdout.flush()
    assert b"\\ud83d" in capfdbinary.readouterr().out


def test_a_commands_line_is_shown_as_it_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    show(Answer(("x",), hints=(Hint("gmtool use R3\u200b\x1b", "the\x1b game"),)), as_json=False)
    assert capsys.readouterr().out == "x\nnext:\n  gmtool use R3  the\\u001b game\n"


def test_a_demo_shows_what_is_told_and_pasted_as_such(
    capsys: pytest.CaptureFixture[str],
) -> None:
    story = f"# Said{PAINTED}\n@ 2026-11-20T20:00:00Z\ngmtool frob <<END\n{PAINTED}\nEND\n"

    def told(_: object) -> int:
        sys.stdin.read()
        return 0

    with mock.patch.dict(os.environ):
        assert play(read(story.replace("\r", "").replace("\u0085", "")), told)
    printed = capsys.readouterr().out
    assert "\\u001b[2K" in printed
    assert not is_harmful(printed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "url",
    ["postgresql://ann:se/cret@h/games", "http://ann:secret@h/games", "postgres:/ann:secret@h"],
)
def test_a_password_that_stands_where_none_belongs_is_not_shown(host: Host, url: str) -> None:
    host.begin()
    commands = "backup|export|import|due --ics|status -g|status --json -g|status --now|use|record|"
    for line in commands.split("|"):
        assert "cret" not in host(f"{line} {url}").all, line
    answered = host(f"new auction-poker N {url} {url} --json")
    assert (answered.code, "cret" in answered.all) == (1, False), answered.all
