"""How much is read: long texts, long messages and long numbers get a plain answer."""

from __future__ import annotations

import re

import pytest

from gmtool.engine import bounds
from gmtool.engine.grammar import Asked, Grammar
from gmtool.engine.host_moves import Note
from gmtool.engine.moves import Move
from gmtool.engine.reading import read_message
from gmtool.engine.refusals import Ambiguous, Refusal, Refused, Unreadable
from gmtool.engine.text import LONGEST_TOLD, told

LONG = "1" * 21


class Bid(Move, frozen=True):
    """A bid of coins by a name, beside free words."""

    naming = ("name",)
    name: str
    coins: str
    free: str = '""'

    def __str__(self) -> str:
        return f"bid {self.name} {self.coins} {self.free}"


def test_all_06_more_than_a_move_may_need_is_refused_in_a_sentence_that_is_short() -> None:
    most = ("x" * bounds.MOST_OWN_CHARACTERS, "\n".join("x" * bounds.MOST_OWN_LINES))
    for text in (*most, "", "bid A 30"):
        bounds.check_own_words(text)
    for text, count in (
        ("x" * 8001, "8,001 characters on 1 line,"),
        ("x\n" * 550, "1,100 characters on 551 lines,"),
    ):
        with pytest.raises(Unreadable) as caught:
            bounds.check_own_words(text)
        assert count in caught.value.sentence()
        assert len(caught.value.quoted) < 200


def test_a_long_quotation_is_no_long_message() -> None:
    book, asked = Grammar(()), Asked(None, "Ann")
    quoted = f"[quote]{'bla ' * 14_000}[/quote]\ndig here"
    assert read_message(book, asked, quoted).left == ("dig here",)
    [told] = read_message(book, asked, "[b]" * 20_000).doubts
    assert "60,000 characters on 1 line, and a move is looked for in up to 8,000" in told


@pytest.mark.parametrize("digits", [LONG, f"-{LONG}", f"000{LONG}", f"1{LONG}.5", "9" * 5000])
def test_all_06_no_number_has_more_than_twenty_digits(digits: str) -> None:
    with pytest.raises(Refused, match=r"digits; no number in a game has more than 20") as caught:
        bounds.check_numbers_of(move := Bid("Ann", digits), str(move))
    assert len(str(caught.value)) < 200


def test_names_free_words_and_zeros_before_a_number_may_be_long() -> None:
    free = Bid("Ann", "30", f'"pi is {LONG}, \\"{LONG}\\""')
    short = (Bid("Ann", "1" * 20), Bid("Ann", f"{'0' * 30}17"))
    for move in (*short, Bid(LONG, "30"), free, Note(LONG)):
        bounds.check_numbers_of(move, str(move))


def test_long_facts_of_a_sentence_are_cut_and_of_very_many_readings_the_first_are_kept() -> None:
    assert told("x" * LONGEST_TOLD) == "x" * LONGEST_TOLD
    refusal = Refusal("T-1", "“{text}”: {n} is too many.", text="y " * 30_000, n=7)
    assert re.fullmatch(r"“(?:y ){49}y …”: 7 is too many\.", refusal.sentence())
    doubted = Ambiguous("T-2", "which?", readings=tuple(f"bid A {n}" for n in range(300)))
    assert doubted.readings == tuple(f"bid A {n}" for n in range(20))
