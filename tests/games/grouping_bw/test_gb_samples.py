"""Messages as players write them, by the numbers of the sample messages: what is read, recorded,
refused.
"""

from __future__ import annotations

import pytest

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.paste import read_message
from gmtool.engine.refusals import Ambiguous, Refusal, Refused
from gmtool.engine.steps import hear
from gmtool.games.grouping_bw import GAME

from .matches import DOWN, UP, dealt, played

LATER = Instant("2026-11-20T22:00:00Z")


def answer(table: object, who: str, raw: str) -> tuple[list[str], list[Refusal]]:
    """A message heard as a host's desk would: what is recorded, and what refused."""
    reading = read_message(lambda line: GAME.read(table.state, who, line), raw)  # type: ignore[attr-defined]
    recorded: list[str] = []
    refused = [refusal for _, refusal in reading.refused]
    for move in reading.moves:
        try:
            step = hear(GAME, table, Entry(9, who, str(move), LATER, LATER))  # type: ignore[arg-type]
        except Refusal as refusal:
            refused.append(refusal)
        else:
            table = step.table
            recorded.append(step.entry.text)
    return recorded, refused


SAMPLE_17 = """\
A: 0,8
B: 1 2 3
C: 4-5-6-7
"""
SAMPLE_18 = """\
A = 0 1 2, B = 3 4 5, C = 6 7 8
"""
SAMPLE_19 = """\
raise to 10
"""
AROUND = ("{}", "\n\n  {}  \n", "Hi Bill,\n{}\nThanks!\nAnn")


@pytest.mark.parametrize("around", AROUND)
def test_sample_17_groups_on_three_lines(around: str) -> None:
    table = played("host: start").table
    raw = around.format(SAMPLE_17)
    for each in (raw, raw.replace("\n", "\r\n"), raw.replace("\n", " \n\u200b\n")):
        assert answer(table, "Ann", each) == (["group A 0 8 B 1 2 3 C 4 5 6 7"], [])


@pytest.mark.parametrize("around", AROUND)
def test_sample_18_groups_of_other_sizes_are_refused_by_the_rules(around: str) -> None:
    recorded, [refusal] = answer(played("host: start").table, "Ann", around.format(SAMPLE_18))
    assert recorded == []
    assert (type(refusal), refusal.clause) == (Refused, "GB-2")
    assert refusal.quoted == "group A 0 1 2 B 3 4 5 C 6 7 8"
    assert "A has three tiles, it takes two; C has three tiles, it takes four" in refusal.sentence()


@pytest.mark.parametrize("around", AROUND)
def test_sample_19_a_raise_says_by_how_much(around: str) -> None:
    recorded, [refusal] = answer(
        dealt(UP, DOWN, "Ann: bet 5").table, "Bob", around.format(SAMPLE_19)
    )
    assert recorded == []
    assert (type(refusal), refusal.clause) == (Ambiguous, "GB-6")
    assert refusal.quoted == "raise to 10"
    assert isinstance(refusal, Ambiguous)
    assert refusal.readings == ("raise 5",)
    assert refusal.sentence() == (
        "“raise to 10”: raises are told by how much more, and the bets stand at 5; to 10 would be "
        "`raise 5`."
    )
