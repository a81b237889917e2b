"""Sentences in words of closed lists: what is found in them, and what leaves a doubt."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gmtool.engine.moves import Move
from gmtool.engine.phrases import words
from gmtool.engine.refusals import Ambiguous, Entangled
from gmtool.engine.sentences import (
    DENIAL,
    HEDGE,
    NUMBER,
    WORD,
    Task,
    Word,
    doubt_condition,
    is_frame,
    is_number_word,
    is_signature,
    settled,
    without_chatter,
    without_frame,
    without_shell_quotes,
    words_in,
)
from gmtool.engine.wording import short

MEANING = words("dig rest")
TASK = Task("dig", "ALL-6", "say just `dig` or `rest`")


@dataclass(frozen=True)
class Dig(Move):
    deep: int = 1

    def __str__(self) -> str:
        return f"dig {self.deep}"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("dig 5", {"dig": WORD, "5": NUMBER}),
        ("Dig, twenty-five!", {"dig": WORD, "25": NUMBER}),
        ("maybe -3?", {"maybe": HEDGE, "-3": NUMBER, "?": HEDGE}),
        ("don't (dig) $7", {"don't": DENIAL, "dig": WORD, "$7": NUMBER}),
        ("dig…rest/dig", {"dig": WORD, "rest": WORD}),
        ("1,000 and a hundred and five", {"1,000": NUMBER, "and": WORD, "105": NUMBER}),
        ("- … !", {}),
    ],
)
def test_the_words_of_a_sentence_are_of_four_kinds(text: str, kinds: dict[str, str]) -> None:
    assert {word.text: word.kind for word in words_in(text)} == kinds


def test_a_number_is_known_to_have_been_spelled_out() -> None:
    assert [is_number_word(word) for word in words_in("five 5 dig")] == [True, False, False]


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("Hi Bill,", True),
        ("Thanks a lot!", True),
        ("Good luck everyone!", True),
        ("Ann", True),
        ("-- ann", True),
        ("Best wishes, Ann", True),
        ("Hi, dig", False),
        ("hello, I shall be late for this", False),
        ("dig", False),
        ("Thanks 5", False),
    ],
)
def test_greetings_thanks_and_the_own_name_surround_a_move(line: str, is_one: bool) -> None:
    assert is_frame("Ann Dig", line, MEANING) is is_one
    assert without_frame("Ann Dig", f"{line}\nrest", MEANING) == ("" if is_one else f"{line}\n") + (
        "rest"
    )


def test_a_name_that_means_something_is_no_signature() -> None:
    assert is_signature("Ann Dig", "Ann", MEANING)
    assert not is_signature("Ann Dig", "dig", MEANING)
    assert not is_signature("Ann Seven", "seven", MEANING)
    assert not is_signature("Ann 47", "47", MEANING)
    assert not is_signature("Maybe", "maybe", MEANING)
    assert without_frame("Ann", "Hi\nAnn", MEANING) == "Hi\nAnn"


@pytest.mark.parametrize(
    ("found", "rest", "kind", "readings", "said_so"),
    [
        ((Dig(1), Dig(2)), "", Entangled, ("dig 1", "dig 2"), "names more than one move"),
        ((Dig(1),), "maybe", Ambiguous, ("dig 1",), "leaves open what is meant"),
        ((Dig(1),), "not", Ambiguous, (), "names a move and says no to one"),
        ((Dig(1), Dig(2)), "not", Entangled, ("dig 1", "dig 2"), "names a move and says no to one"),
        ((Dig(1),), "holes", Ambiguous, ("dig 1",), "says more than a move"),
    ],
)
def test_all_06_what_leaves_a_doubt_is_shown_with_what_it_could_mean(
    found: tuple[Dig, ...], rest: str, kind: type, readings: tuple[str, ...], said_so: str
) -> None:
    with pytest.raises(Ambiguous) as caught:
        settled(TASK, "the text", found, words_in(rest))
    refusal = caught.value
    assert (type(refusal), refusal.clause, refusal.readings) == (kind, "ALL-6", readings)
    assert refusal.sentence().startswith(f"“the text” {said_so}")
    assert refusal.sentence().endswith("; say just `dig` or `rest`.")


def test_one_move_and_nothing_beside_it_is_settled() -> None:
    assert settled(TASK, "", (Dig(1), Dig(1)), ()) == Dig(1)
    assert settled(TASK, "", (), [Word(HEDGE, "maybe", "maybe")]) is None
    with pytest.raises(Ambiguous) as caught:
        settled(TASK, "", (Dig(1), Dig(2)), (), legal=(Dig(2),))
    assert caught.value.readings == ("dig 2",)


def test_all_06_a_line_may_make_the_one_before_it_depend_on_something() -> None:
    doubt_condition(TASK, "orange", "orange")
    for text in ("or not", "Unless it rains", "only if I may"):
        with pytest.raises(Ambiguous):
            doubt_condition(TASK, text, text)


def test_what_is_quoted_is_short_and_without_what_surrounds_it() -> None:
    assert short(" a\n  b ") == "a b"
    assert short("x" * 200) == f"{'x' * 100} …"
    assert without_shell_quotes('dig "here" now') == "dig here now"
    assert without_chatter("dig, fingers crossed").split() == ["dig,"]
