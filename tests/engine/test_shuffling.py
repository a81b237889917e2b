"""A shuffled deck as it is typed, and as it is checked (ALL-3)."""

from __future__ import annotations

import pytest

from gmtool.engine.cards import DECK
from gmtool.engine.refusals import Refused, Unreadable
from gmtool.engine.shuffling import Shuffle, check_shuffle, read_shuffle

JOKERS = ("3S", "JOKER", "JOKER")


@pytest.mark.parametrize(
    "text",
    [
        "shuffle 3S 10H KD",
        "Shuffle: 3s, 10♥; kd",
        "shuffle 3S,10H,KD",
        "shuffle\n3S\nten of hearts\nking of diamonds",
        "  shuffle three of spades 10h king diamonds ",
    ],
)
def test_all_03_a_deck_is_read_however_it_is_typed(text: str) -> None:
    assert read_shuffle(text) == Shuffle(("3S", "10H", "KD"))


@pytest.mark.parametrize("text", ["", "shuffle", "shuffle:", "3S 10H", "draw 57", "the dog ate it"])
def test_all_03_what_is_no_shuffle_is_told_what_would_be_one(text: str) -> None:
    with pytest.raises(Unreadable) as found:
        read_shuffle(text)
    assert (found.value.clause, found.value.quoted) == ("ALL-3", text)
    assert "`shuffle 3S 10H …`" in found.value.sentence()


@pytest.mark.parametrize(("text", "word"), [("shuffle 3S 1X", "1X"), ("shuffle 3S of", "of")])
def test_all_03_a_word_that_is_no_card_fells_the_whole(text: str, word: str) -> None:
    with pytest.raises(Refused) as found:
        read_shuffle(text)
    assert (found.value.clause, found.value.quoted) == ("ALL-3", word)
    assert f"“{word}” is no card" in found.value.sentence()


def test_a_shuffle_reads_back() -> None:
    assert read_shuffle(str(Shuffle(DECK))) == Shuffle(DECK)


@pytest.mark.parametrize(
    ("cards", "deck", "amiss"),
    [
        (DECK[1:], DECK, ": 2C missing."),
        ((*DECK, "2C"), DECK, ": 2C named too often."),
        ((*DECK[:-1], "LJ"), DECK, ": AS missing, LJ not in it."),
        ((*DECK[:-2], "2C", "2C"), DECK, ": KS AS missing, 2C named too often."),
        (("3S", "JOKER"), JOKERS, ": JOKER missing."),
        (("JOKER", "JOKER", "JOKER"), JOKERS, ": 3S missing, JOKER named too often."),
    ],
)
def test_a_shuffle_names_each_card_as_often_as_it_is_in_the_deck(
    cards: tuple[str, ...], deck: tuple[str, ...], amiss: str
) -> None:
    check_shuffle(Shuffle(deck[::-1]), deck, "BT-2")
    with pytest.raises(Refused) as found:
        check_shuffle(Shuffle(cards), deck, "BT-2")
    assert found.value.clause == "BT-2"
    assert f"each of the {len(deck)} cards of the deck" in found.value.sentence()
    assert found.value.sentence().endswith(amiss)
