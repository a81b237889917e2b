"""Messages as players write them, by the numbers of the sample messages: what is read, recorded,
refused. Ann, at the red podium, is the one who writes.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from saying import reading

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.options import read_options
from gmtool.engine.reading import Reading
from gmtool.engine.refusals import Refusal, Refused
from gmtool.engine.steps import apply
from gmtool.engine.table import Table, lay
from gmtool.engine.telling import News
from gmtool.games.split_decision import GAME
from gmtool.games.split_decision.terms import FULL_DECK

START = Instant("2026-11-20T20:00:00Z")
NAMES = ("Ann", "Bob", "Cid")


@dataclass(frozen=True)
class Answer:
    """What the moves of a message came to: those recorded with what followed, refusals, and how it
    was read.
    """

    recorded: tuple[str, ...]
    news: tuple[News, ...]
    refused: tuple[Refusal, ...]
    reading: Reading


def said(table: Table, *lines: str) -> Table:
    """The table after `WHO: MOVE` lines."""
    for line in lines:
        who, _, text = line.partition(": ")
        table = apply(GAME, table, Entry(9, who, text, START, START)).table
    return table


def answer(table: Table, raw: str) -> Answer:
    """Ann's message recorded as a host's desk would, what is only proposed as well."""
    found = reading(GAME, table.state, "Ann", raw)
    recorded: list[str] = []
    news: list[News] = []
    refused = [found.refused] if found.refused else []
    for move in found.moves:
        try:
            step = apply(GAME, table, Entry(9, "Ann", str(move), START, START))
        except Refusal as refusal:
            refused.append(refusal)
        else:
            table = step.table
            recorded.append(step.entry.text)
            news += step.news
    return Answer(tuple(recorded), tuple(news), tuple(refused), found)


@pytest.fixture(scope="module")
def collecting() -> Table:
    """Buzzcodes are collected."""
    table = lay(GAME, NAMES, read_options(GAME.options, {}))
    return said(table, f"chance: shuffle {' '.join(FULL_DECK)}", "host: start")


@pytest.fixture(scope="module")
def asked(collecting: Table) -> Table:
    """Ann has buzzed in, all head starts were refused."""
    codes = [
        f"{who}: codes {' '.join([code] * 30)}" for who, code in zip(NAMES, "159", strict=True)
    ]
    refused = [f"{who}: refuse" for who in NAMES for _ in range(2)]
    question = 'host: question "Which tower is 300 m high?" answer "Eiffel Tower"'
    return said(collecting, *codes, "Ann: cut 1", *refused, question, "host: draw 1")


@pytest.fixture(scope="module")
def seen(asked: Table) -> Table:
    """Ann was right, and sees her card with both chips left."""
    return said(asked, 'Ann: answer "the Eiffel Tower"', "host: right")


def test_the_tables_are_as_the_samples_say(collecting: Table, asked: Table, seen: Table) -> None:
    assert collecting.state.phase == "codes"
    assert asked.state.asked_player == "Ann"
    assert (seen.state.phase, seen.state.play.situation) == ("card", "own")
    assert seen.state.player("Ann").chips == 2


CODES_12 = "17 4 100 55 55 23 81 9 64 37 1 72 48 90 12 33 66 5 29 78 41 99 58 14 86 20 51 3 69 44"
SAMPLE_12 = """\
My 30 codes!
1) 17
2) 4
3) 100
4) 55
5) 55
6) 23
7) 81
8) 9
9) 64
10) 37
11) 1
12) 72
13) 48
14) 90
15) 12
16) 33
17) 66
18) 5
19) 29
20) 78
21) 41
22) 99
23) 58
24) 14
25) 86
26) 20
27) 51
28) 3
29) 69
30) 44
Thanks
"""


def test_sample_12_the_numbering_is_not_read_as_codes(collecting: Table) -> None:
    applied = answer(collecting, SAMPLE_12)
    assert applied.recorded == (f"codes {CODES_12}",)
    assert applied.refused == ()


SAMPLE_13 = (
    "17, 4, 100, 55, 0, 23, 81, 9, 64, 37, 1, 72, 48, 90, 12, 33, 66, 5, 29, 78, 41, 101, 58, 14, "
    "86, 20, 51, 3, 69\n"
)


def test_sample_13_too_few_codes_and_wrong_ones_are_named(collecting: Table) -> None:
    applied = answer(collecting, SAMPLE_13)
    [move] = applied.reading.moves
    assert str(move) == f"codes {SAMPLE_13.replace(',', '').strip()}"
    assert applied.recorded == ()
    [refusal] = applied.refused
    assert (type(refusal), refusal.clause) == (Refused, "SD-5")
    assert "29 codes, 30 are needed" in refusal.sentence()
    assert "the 5th (0) and the 22nd (101)" in refusal.sentence()
    assert "from 1 to 100" in refusal.sentence()


SAMPLE_14 = "1-30\n"


def test_sample_14_ranges_are_not_read(collecting: Table) -> None:
    applied = answer(collecting, SAMPLE_14)
    assert applied.recorded == ()
    [refusal] = applied.refused
    assert (type(refusal), refusal.clause, refusal.quoted) == (Refused, "SD-5", "1-30")
    assert "ranges aren't read; write the thirty codes out" in refusal.sentence()


SAMPLE_15 = 'Is it "The Eiffel Tower"?\n'


def test_sample_15_an_answer_is_proposed_without_what_surrounds_it(asked: Table) -> None:
    applied = answer(asked, SAMPLE_15)
    assert applied.recorded == ('answer "The Eiffel Tower"',)
    assert not applied.reading.is_sure
    assert applied.refused == ()
    [given] = [one for one in applied.news if one.name == "AnswerGiven"]
    assert given["text"] == "The Eiffel Tower"
    assert given["agrees"]


SAMPLE_16 = "ooh I'll put it up high\n"


def test_sample_16_a_card_is_put_high(seen: Table) -> None:
    applied = answer(seen, SAMPLE_16)
    assert applied.recorded == ("high",)
    assert seen.state.player("Ann").hand.high is None
    [placed] = [one for one in applied.news if one.name == "Placed"]
    assert (placed["who"], placed["place"]) == ("Ann", "high")


@pytest.mark.parametrize("number", range(12, 17))
def test_line_ends_and_blanks_change_nothing(
    number: int, collecting: Table, asked: Table, seen: Table
) -> None:
    table = {15: asked, 16: seen}.get(number, collecting)
    raw = str(globals()[f"SAMPLE_{number}"])
    plain = answer(table, raw)
    for other in (raw.replace("\n", "\r\n"), f"\n\n  {raw}  \n", raw.replace("\n", " \n\u200b\n")):
        applied = answer(table, other)
        assert applied.recorded == plain.recorded
        assert list(map(str, applied.refused)) == list(map(str, plain.refused))
