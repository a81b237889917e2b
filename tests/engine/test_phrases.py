"""How people write to a host: politeness, spoken numbers, and the verbs that a game gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.engine.phrases import (
    DENIALS,
    HEDGES,
    in_words,
    intent,
    is_spoken,
    spoken,
    spoken_first,
    tidied,
    unadorned,
    without_politeness,
)

DIG_OR_REST = intent("dig|digging|take\\s+a\\s+rest")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("I'd like to dig here", "dig here"),
        ("I\u2019d like to dig here", "dig here"),
        ("we are going to take a rest", "take a rest"),
        ("I am digging", "digging"),
        ("I DIG", "DIG"),
        ("I'd dig", "I'd dig"),
        ("I'd like to jump", "I'd like to jump"),
        ("I dignify", "I dignify"),
        ("Hi!\ndig please\nThank you very much :)", "!\ndig"),
        ("1) dig\n- rest\n• jump", "dig\nrest\njump"),
        ("dig \U0001f389\u200b here", "dig here"),
        ("dig \U0001f914", "dig ?"),
        ("\u274c dig", "not dig"),
        ("ｄｉｇ\u00a0\t２", "dig 2"),
        ('"dig here"', "dig here"),
    ],
)
def test_what_surrounds_a_move_goes_and_the_move_stays(text: str, left: str) -> None:
    assert tidied(text, DIG_OR_REST) == left


def test_a_list_keeps_its_numbers_where_only_decoration_goes() -> None:
    assert unadorned("1) 17 \U0001f389\n2)  4") == "1) 17 \n2) 4"
    assert without_politeness("1) 17\nThanks :)") == "1) 17"


def test_words_that_leave_a_doubt_are_no_game_s() -> None:
    assert not HEDGES & DENIALS
    assert {"?", "maybe", "unless"} <= HEDGES
    assert not {"raise", "range", "correct", "change"} & (HEDGES | DENIALS)


@given(st.integers(0, 99))
def test_a_number_below_a_hundred_is_said_and_read_in_words(number: int) -> None:
    assert is_spoken(in_words(number))
    assert spoken(in_words(number).split("-")) == number


@pytest.mark.parametrize("number", [-1, 100, 500])
def test_other_numbers_are_said_in_digits(number: int) -> None:
    assert in_words(number) == str(number)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("thirty five", (2, 35)),
        ("thirty-five coins", (1, 35)),
        ("five thirty", (1, 5)),
        ("a hundred and five", (4, 105)),
        ("a hundred and more", (2, 100)),
        ("nine hundred and ninety-nine thousand nine hundred and ninety-nine", (9, 999_999)),
        ("a five", (0, 0)),
        ("and five", (0, 0)),
        ("none", (0, 0)),
        ("", (0, 0)),
    ],
)
def test_the_longest_number_from_the_first_word_on(words: str, first: tuple[int, int]) -> None:
    assert spoken_first(words.split()) == first
