"""Messages as players write them, by the numbers of the sample messages: what is read and
recorded.
"""

from __future__ import annotations

import pytest
from playing import Played, deck, head, play, timed
from saying import read_as, reading

from .tables import more

AROUND = ("{}", "\n\n  {}  \n", "Hi Bill,\n{}\nThanks!\nBob")


def fives_to_beat() -> Played:
    """Ann has played a pair of 5s; Bob holds two 7s and two aces."""
    top = deck("5H 7D 5S 7S KH AS KD AC")
    lines = [f"chance: {top}", "host: start", "Ann: play 5H 5S"]
    return play(head("Ann, Bob", "big-two", hand_size=4) + timed(lines))


def asking(dealt: str) -> Played:
    """Bob, president of the second round, asks Ann, to whom every second of these cards goes."""
    first, second = deck("4H 3D 4S 3C"), deck(dealt)
    lines = [f"chance: {first}", "host: start", "Bob: play 3C 3D"]
    lines += [f"chance: {second}", "Ann: hold"]
    return play(head("Ann, Bob", "president", hand_size=2, rounds=2) + timed(lines))


def answer(played: Played, raw: str) -> str:
    """What Bob's message is read as, and that the rules let it stand where it is surely read."""
    read = read_as(played.replay.game, played.state, "Bob", raw)
    if not read.startswith("?"):
        more(played, f"Bob: {read}")
    return read


SAMPLE_20 = """\
7 of spades and 7 of diamonds
"""
SAMPLE_21 = """\
I'll pass this one. (If it comes round again I'd play my aces.)
"""
SAMPLE_22 = """\
got any clubs?
"""


@pytest.mark.parametrize("around", AROUND)
def test_sample_20_bt_10_cards_in_words(around: str) -> None:
    raw = around.format(SAMPLE_20)
    for each in (raw, raw.replace("\n", "\r\n"), raw.replace("\n", " \n\u200b\n")):
        assert answer(fives_to_beat(), each) == "play 7D 7S"


@pytest.mark.parametrize("around", AROUND)
def test_sample_21_bt_12_a_pass_with_a_remark_that_is_shown(around: str) -> None:
    played, raw = fives_to_beat(), around.format(SAMPLE_21)
    assert answer(played, raw) == "? pass"
    [doubt] = reading(played.replay.game, played.state, "Bob", raw).doubts
    assert "(If it comes round again I'd play my aces.)" in doubt


@pytest.mark.parametrize("around", AROUND)
def test_sample_22_bt_25_a_question(around: str) -> None:
    for dealt in ("3S 3C 4S 4C", "3C 3S 4S 4H"):
        assert answer(asking(dealt), around.format(SAMPLE_22)) == "ask any clubs"
