"""Messages as players write them, by the numbers of the sample messages: what is read, recorded,
refused.
"""

from __future__ import annotations

import pytest
from playing import Played

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.reading import Reading, read_message
from gmtool.engine.refusals import Refused
from gmtool.engine.steps import apply, asked_of
from gmtool.games.grouping_bw import GAME

from .matches import DOWN, UP, dealt, played

LATER = Instant("2026-11-20T22:00:00Z")


def read(game: Played, who: str, raw: str) -> Reading:
    """The reading of a message as a host's desk would read it."""
    return read_message(GAME.grammar, asked_of(GAME, game.table, who), raw)


def recorded(game: Played, who: str, raw: str) -> str:
    """What a message of one move that is surely read becomes; raises a Refusal."""
    found = read(game, who, raw)
    assert found.is_sure, found
    [move] = found.moves
    return apply(GAME, game.table, Entry(9, who, str(move), LATER, LATER)).entry.text


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
AROUND = ("{}", "\n\n  {}  \n", "Hi Bill,\n{}\nThanks!\n{who}")


@pytest.mark.parametrize("around", AROUND)
def test_sample_17_groups_on_three_lines(around: str) -> None:
    raw = around.format(SAMPLE_17, who="Ann")
    for each in (raw, raw.replace("\n", "\r\n"), raw.replace("\n", " \n\u200b\n")):
        assert recorded(played("host: start"), "Ann", each) == "group A 0 8 B 1 2 3 C 4 5 6 7"


@pytest.mark.parametrize("around", AROUND)
def test_sample_18_groups_of_other_sizes_are_refused_by_the_rules(around: str) -> None:
    with pytest.raises(Refused, match="A has three tiles, it takes two; C has three") as caught:
        recorded(played("host: start"), "Ann", around.format(SAMPLE_18, who="Ann"))
    assert caught.value.clause == "GB-2"
    assert caught.value.quoted == "group A 0 1 2 B 3 4 5 C 6 7 8"


@pytest.mark.parametrize("around", AROUND)
def test_sample_19_a_raise_says_by_how_much(around: str) -> None:
    game = dealt(UP, DOWN, "Ann: bet 5")
    found = read(game, "Bob", around.format(SAMPLE_19, who="Bob"))
    assert (tuple(map(str, found.moves)), found.is_sure) == (("raise 5",), False)
    assert found.doubts == (
        "“raise to 10” tells how high, and raises are told by how much more (GB-6)",
    )
