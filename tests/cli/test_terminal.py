"""What is different where somebody sits at a terminal: questions, pasting, the pager."""

from __future__ import annotations

import os
import re
import shutil
import sys
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

import pytest
from hosting import Host
from lengths import few_first, one_in

if sys.platform == "win32":
    pytest.skip("driven through a pseudo-terminal", allow_module_level=True)

import pexpect

from gmtool.cli.clipboard import MOST, copied, sequence
from gmtool.desk.answers import Answer, Text
from gmtool.desk.problems import DeskProblem

CTRL_C, CTRL_D = "\x03", "\x04"
Spawn = Callable[..., "pexpect.spawn[str]"]
pytestmark = pytest.mark.slow  # a process for each


@pytest.fixture
def terminal(host: Host) -> Spawn:
    """`gmtool WORDS…` at a terminal of 80 columns, with the database of `host`."""

    def typed(*words: str, **more: str) -> pexpect.spawn[str]:
        own = {"GMTOOL_DB": str(host.database), "GMTOOL_NOW": host.now, "TERM": "dumb"}
        environment = {key: value for key, value in os.environ.items() if "GMTOOL" not in key}
        return pexpect.spawn(
            sys.executable,
            ["-m", "gmtool", *words],
            env=environment | own | more,
            encoding="utf-8",
            timeout=30,
            dimensions=(24, 200),
        )

    return typed


def ended(process: pexpect.spawn[str]) -> tuple[int, str]:
    """The exit code, and what was still to be read."""
    process.expect(pexpect.EOF)
    process.close()
    assert process.exitstatus is not None
    return process.exitstatus, str(process.before).replace("\r\n", "\n")


def message(terminal: Spawn, text: str) -> pexpect.spawn[str]:
    """A message of Ann's, pasted at a terminal."""
    asked = terminal("record", "Ann", "--from", "-")
    asked.expect_exact("paste Ann's message, then press Enter and Ctrl-D")
    asked.send(f"{text}\n{CTRL_D}")
    return asked


def test_new_without_words_asks_for_what_it_needs(host: Host, terminal: Spawn) -> None:
    asked = terminal("new")
    for question, answer in [
        ("Which game? [auction-poker] ", "poker"),
        ("there is no kind of game “poker”", None),
        ("Which game? [auction-poker] ", "auctionPoker"),
        ("What shall yours be called? [Round 1] ", ""),
        ("with commas between: ", "Ann"),
        ("one player can't play; 2 to 26 can.", None),
        ("with commas between: ", "Ann, Bob, ann"),
        ("“ann” is there twice", None),
        ("with commas between: ", '1. Ann; 2. "Mary Ann"; Bob;'),
        ("In which time zone? ", "London"),
        ("the nearest name is Europe/London", None),
        ("In which time zone? ", "europe/london"),
        ("Auction Poker “Round 1” with 3 players: Ann, Mary Ann, Bob. Right? [yes] ", "hm"),
        ("yes sets it up, no stops.", None),
        ("Right? [yes] ", ""),
    ]:
        asked.expect_exact(question)
        if answer is not None:
            asked.sendline(answer)
    line = 'new auction-poker "Round 1" Ann "Mary Ann" Bob --zone Europe/London'
    asked.expect_exact(f"the same at once: gmtool {line}")
    code, rest = ended(asked)
    assert code == 0
    assert "Welcome!" in rest
    facts = host("status --json").facts
    assert facts["game"] == "Round 1"
    assert [one["name"] for one in facts["players"]] == ["Ann", "Mary Ann", "Bob"]


def test_the_next_game_is_proposed_a_name_that_is_free(host: Host, terminal: Spawn) -> None:
    assert host("new auction-poker", "round 1", "Ann", "Bob").code == 0
    asked = terminal("new")
    asked.sendline("")
    asked.expect_exact("[Round 2] ")
    asked.sendline("Round 1")
    asked.expect_exact("there is a game called “Round 1” already")
    asked.expect_exact("[Round 2] ")
    asked.sendline(CTRL_C)
    assert ended(asked)[0] == 130


@pytest.mark.parametrize("said", few_first(1, [CTRL_C, CTRL_D, "2\rCup\rAnn, Bob, Cid\rUTC\rno\r"]))
def test_who_doesnt_answer_or_says_no_has_set_nothing_up(
    host: Host, terminal: Spawn, said: str
) -> None:
    asked = terminal("new")
    asked.expect_exact("Which game?")
    asked.send(said)
    code, rest = ended(asked)
    assert code == 130
    assert "stopped; nothing was recorded." in rest
    assert host("games --json").facts == []


@pytest.mark.parametrize(
    ("words", "code", "instead"),
    [
        (("record", "Bobb", "--from", "-"), 1, "gmtool record Bob --from -"),
        (("new", "auction-poker"), 2, 'gmtool new auction-poker "Round 1" Ann Bob Cid Dee'),
    ],
    ids=lambda words: str(words)[:20],
)
def test_what_was_given_in_words_is_judged_before_anything_is_asked_for(
    host: Host, terminal: Spawn, words: tuple[str, ...], code: int, instead: str
) -> None:
    host.begin()
    ended_with, rest = ended(terminal(*words))
    assert (ended_with, instead in rest, "paste" in rest) == (code, True, False), rest


def test_for_which_game_a_message_is_must_be_said_before_it_is_pasted(
    host: Host, terminal: Spawn
) -> None:
    host.begin()
    assert host("new auction-poker R4 Ann Dee --zone UTC").code == 0
    assert host("record host start").code == 0
    code, rest = ended(terminal("record", "Ann", "--from", "-"))
    assert (code, "press Enter" in rest) == (1, False), rest
    assert "gmtool --game R3 record Ann --from -  to paste it there\n" in rest


def test_a_pasted_message_that_is_clear_costs_no_key(host: Host, terminal: Spawn) -> None:
    host.begin()
    code, rest = ended(message(terminal, "A 30\nC 12"))
    assert (code, "Ann: bid A 30, C 12" in rest) == (0, True), rest


def test_the_questions_keep_out_of_the_post(host: Host, tmp_path: Path) -> None:
    post = tmp_path / "opening.txt"
    asked = pexpect.spawn(
        "/bin/sh",
        ["-c", f'"{sys.executable}" -m gmtool new --db "{host.database}" >"{post}"'],
        encoding="utf-8",
        timeout=30,
    )
    for answer in ("1", "Cup", "Ann Bob", "UTC", "y"):
        asked.sendline(answer)
    assert ended(asked)[0] == 0
    assert post.read_text(encoding="utf-8").startswith("Cup: Auction Poker\n")


def test_a_demo_goes_through_the_pager_and_ends_with_what_to_type(terminal: Spawn) -> None:
    code, shown = ended(terminal("demo", PAGER="sed 's/^/paged: /'"))
    assert code == 0
    paged, _, after = shown.partition("\nnext:\n")
    lines = [
        line for line in paged.splitlines() if "playing the game:" not in line and line.strip()
    ]
    assert lines  # beside how far it is, which a slow machine shows
    assert all(line.startswith("paged: ") for line in lines)
    assert [line.strip().split("  ")[0].split()[:2] for line in after.splitlines()] == [
        ["gmtool", "new"],
        ["gmtool", "demo"],
    ]


@pytest.mark.skipif(shutil.which("less") is None, reason="less isn't there")
def test_less_says_which_key_shows_more_and_that_key_leads_to_the_end(terminal: Spawn) -> None:
    story = terminal("demo", TERM="xterm")
    for _ in range(20):
        if story.expect(["Space shows more, q ends", pexpect.EOF]) == 1:
            break
        story.send(" ")
    assert "gmtool new" in str(story.before)


@pytest.mark.long  # in every run: test_ctrl_c_ends_a_demo_and_not_one_command_of_it
def test_ctrl_c_stops_a_demo(terminal: Spawn) -> None:
    demo = terminal("demo", "auction-poker", "--all", PAGER="cat")
    demo.expect_exact("playing the game:")
    demo.send(CTRL_C)
    code, rest = ended(demo)
    assert code == 130
    assert "Traceback" not in rest


UNCLEAR = "80 on B and 25 on E, cheers from the pub!"


UNSURE = "yes / edit / ask / [later] "
SEVERAL = "1 bid A 30 / 2 bid A 40 / edit / ask / [later] "


@pytest.mark.parametrize(
    ("text", "prompt", "keys", "recorded"),
    one_in(
        2,
        [
            (UNCLEAR, f"Ann, 3: bid B 80, E 25?  {UNSURE}", "y", "bid B 80, E 25"),
            (UNCLEAR, UNSURE, "\r", ""),
            (UNCLEAR, UNSURE, "xebid B 85\r", "bid B 85"),
            (UNCLEAR, UNSURE, "l", ""),
            ("maybe A 30", f"Ann, 3: bid A 30?  {UNSURE}", "\r", ""),
            ("maybe A 30", UNSURE, "Y", "bid A 30"),
            ("A 30 or A 40", f"Ann, 3: what does it say?  {SEVERAL}", "y\r", ""),
            ("A 30 or A 40", SEVERAL, "32", "bid A 40"),
        ],
    ),
)
def test_a_message_that_waits_costs_one_key(
    host: Host, terminal: Spawn, *, text: str, prompt: str, keys: str, recorded: str
) -> None:
    host.begin().at("20 21:10")
    asked = message(terminal, text)
    asked.expect_exact(prompt)
    for key in keys:
        asked.send(key)
        if key == "e":
            asked.expect_exact("the move: ")
    code, _ = ended(asked)
    assert code == (0 if recorded else 1)
    journal = host("export").out
    assert "Ann [from pm]: says" in journal
    assert (f"of 3]: {recorded}\n" in journal) == bool(recorded)


@pytest.mark.parametrize(
    ("key", "code", "told", "state"),
    few_first(
        2,
        [
            ("a", 0, "80 on B and 25 on E, right?", "answered"),
            (CTRL_C, 1, "gmtool take 3", "open"),
            (CTRL_D, 1, "gmtool take 3", "open"),
        ],
    ),
)
def test_asking_back_costs_one_key_and_who_goes_away_loses_nothing(
    host: Host, terminal: Spawn, *, key: str, code: int, told: str, state: str
) -> None:
    host.begin().at("20 21:10")
    asked = message(terminal, UNCLEAR)
    asked.expect_exact(UNSURE)
    asked.send(key)
    ended_with, rest = ended(asked)
    assert (ended_with, told in rest) == (code, True), rest
    assert host("inbox --json").facts[0]["state"] == state


@pytest.mark.parametrize(("key", "recorded"), [("\r", True), ("l", False)])
def test_the_moves_of_a_copied_page_cost_one_key(
    host: Host, terminal: Spawn, tmp_path: Path, *, key: str, recorded: bool
) -> None:
    host.begin().at("20 21:10")
    page = tmp_path / "page.txt"
    posts = ["Ann — Today at 9:01 PM\nbid A 30", f"Cid — Today at 9:02 PM\n{UNCLEAR}"]
    page.write_text("\n".join([*posts, "Bob — Today at 9:05 PM\npass"]), "utf-8")
    asked = terminal("record", "--thread", str(page))
    asked.expect_exact("record them? [yes] / later ")
    asked.send(key)
    if recorded:
        asked.expect_exact(f"Cid, 4: bid B 80, E 25?  {UNSURE}")
        asked.send("y")
        asked.expect_exact("record them? [yes] / later ")
        asked.send(key)
    assert ended(asked)[0] == 0
    journal = host("export").out
    told = ("bid A 30", "bid B 80, E 25", "Bob [")
    assert [words in journal for words in told] == [recorded] * 3


def test_far_from_a_clipboard_a_text_is_handed_to_the_terminal(host: Host, terminal: Spawn) -> None:
    host.begin("Ann Bob")
    text = host("outbox 1").out.removesuffix("\n")
    code, told = ended(terminal("outbox", "1", "--copy", SSH_TTY="/dev/pts/0", TMUX="x"))
    assert code == 0
    found = re.search("\x1b]52;c;([^\x07]*)\x07", told)
    assert found is not None
    assert b64decode(found[1]).decode() == text
    assert "handed to your terminal for its clipboard" in told
    assert "set -g set-clipboard on" in told


def test_gnu_screen_passes_a_text_on_in_pieces() -> None:
    pieces = re.findall(rb"\x1bP(.*?)\x1b\\", sequence("x" * 2000, in_screen=True))
    assert len(pieces) > 3
    assert max(map(len, pieces)) < 768
    assert b"".join(pieces) == sequence("x" * 2000)


def test_a_text_that_no_terminal_takes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "x")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    text = Text("outbox 1", "é" * (MOST // 2 + 1))
    with pytest.raises(DeskProblem, match=r"has 74,996 bytes, .* takes 74,994 at most"):
        copied(Answer(texts=(text,), facts={"game": "R3"}))


@pytest.mark.long
def test_a_rehearsal_shows_how_far_it_is_and_is_stopped_with_what_it_has(terminal: Spawn) -> None:
    playing = terminal("rehearse", "big-two", "--games", "5000", "--seed", "x")
    playing.expect(r"\r[1-9] of 5000 games \|")
    playing.send(CTRL_C)
    code, rest = ended(playing)
    assert code == 0
    assert re.search(r"stopped; \d+ of 5,000 games of Big Two, played by bots for Ann,", rest)
    assert "nothing looks wrong." in rest
