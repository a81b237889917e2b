"""How people write to a host: politeness, words that leave a doubt, spoken numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import rows

from gmtool.engine import stop_words
from gmtool.engine.stop_words import after_greeting, unadorned, without_politeness
from gmtool.engine.text import in_words, is_spoken, spelled_number, spoken_first
from gmtool.engine.words import DENIAL, NUMBER, OPEN, SECOND, SOFT, WORD, words_in

STAYS = """
I'd like to dig here = dig here | I’d like to dig here = dig here
we are going to take a rest = take a rest | I DIG = I DIG | I'd dig = I'd dig
Hi!⏎dig please⏎Thank you very much :) = !⏎dig | no thanks = no thanks
1) dig⏎- rest⏎• jump = dig⏎rest⏎jump | dig 🎉\u200b here = dig here | dig 🤔 = dig ?
❌ dig = not dig | ｄｉｇ\xa0\t２ = dig 2 | "dig here" = dig here | no wait, dig = wait wait, dig
on second thought dig, never mind = wait dig, cancel | shall I dig = whether dig
you choose = whichever
"""


@pytest.mark.parametrize(("text", "left"), rows(STAYS))
def test_what_surrounds_a_move_goes_and_the_move_stays(text: str, left: str) -> None:
    shown = without_politeness(unadorned(text.replace("⏎", "\n")))
    assert shown.split() == left.replace("⏎", " ").split()


def test_a_list_keeps_its_numbers_where_only_decoration_goes() -> None:
    assert unadorned("1) 17 \U0001f389\n2)  4") == "1) 17 \n2) 4"
    assert without_politeness("1) 17\nThanks :)", numbered=True) == "1) 17"


def test_a_greeting_begins_its_line() -> None:
    lines = ("Hi Bill,", "Many thanks!", "Good evening all", "dig")
    assert [after_greeting(line) for line in lines] == [" Bill,", "!", " all", None]


def test_a_word_leaves_one_kind_of_doubt() -> None:
    doubts = (stop_words.OPEN, stop_words.SOFT, stop_words.DENIALS)
    lists = (*doubts, stop_words.TAKING_BACK, stop_words.SECOND_THOUGHTS)
    every = frozenset().union(*lists)
    assert sum(map(len, lists)) == len(every)
    assert not {"raise", "range", "change"} & every


KINDS = {WORD: "w", NUMBER: "n", SOFT: "soft", DENIAL: "no", SECOND: "second", OPEN: "open"}
SENTENCES = """
dig 5 = w dig, n 5 | Dig, twenty-five! = w dig, n 25 | maybe -3? = soft maybe, n -3, soft ?
don't (dig) $7 = no don't, w dig, n $7 | oops dig unless = second oops, w dig, open unless
dig…rest/dig = w dig, w rest, w dig | 1,000 and a hundred and five = n 1,000, w and, n 105
A:30 B=4; C -> 5 = w a, n 30, w b, n 4, w c, n 5 | 3² ½ ٣ = n 3², n ½, n ٣ | - … ! = -"""


@pytest.mark.parametrize(("text", "said"), rows(SENTENCES))
def test_the_words_of_a_sentence(text: str, said: str) -> None:
    assert ", ".join(f"{KINDS[word.kind]} {word.text}" for word in words_in(text)) == said


@given(st.integers(0, 99))
def test_a_number_below_a_hundred_is_said_and_read_in_words(number: int) -> None:
    assert is_spoken(in_words(number))
    assert spelled_number(in_words(number).split("-")) == number
    assert [in_words(other) for other in (-1, 100, 500)] == ["-1", "100", "500"]


FIRST = """
thirty five = 2: 35 | thirty-five coins = 1: 35 | five thirty = 1: 5 | twenty eleven = 1: 20
a hundred and five = 4: 105 | a hundred and more = 2: 100 | twenty hundred = 1: 20
two thousand three hundred and one on = 6: 2301 | hundred = 0: 0 | none = 0: 0 | - = 0: 0
nine hundred and ninety-nine thousand nine hundred and ninety-nine = 9: 999999
a five = 0: 0 | and five = 0: 0"""


@pytest.mark.parametrize(("said", "first"), rows(FIRST))
def test_the_longest_number_from_the_first_word_on(said: str, first: str) -> None:
    assert "{}: {}".format(*spoken_first(said.split())) == first
