"""A shuffled deck as it is typed, and as it is checked (ALL-3)."""

from __future__ import annotations

import pytest

from gmtool.engine.card_words import words_in
from gmtool.engine.cards import DECK
from gmtool.engine.grammar import Asked, Grammar
from gmtool.engine.reading import typed_moves
from gmtool.engine.refusals import Refusal, Refused
from gmtool.engine.shuffling import Shuffle, check_shuffle, shuffle
from gmtool.engine.text import CHANCE

JOKERS = ("3S", "JOKER", "JOKER")
BOOK = Grammar((shuffle("a deal is due"),), words_of=lambda _asked: words_in)
ASKED = Asked(None, CHANCE, frozenset({"shuffle"}))


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
    assert typed_moves(BOOK, ASKED, text, CHANCE) == (Shuffle(("3S", "10H", "KD")),)


@pytest.mark.parametrize(
    "text", ["", "shuffle", "shuffle:", "draw 57", "the dog ate it", "shuffle 3S 1X", "3S"]
)
def test_all_03_what_is_no_shuffle_is_told_what_would_be_one(text: str) -> None:
    with pytest.raises(Refusal) as found:
        typed_moves(BOOK, ASKED, text, CHANCE)
    assert (found.value.clause, found.value.quoted) == ("ALL-3", text)
    assert "`shuffle 3S 10H …`" in found.value.sentence()


def test_a_shuffle_reads_back_and_is_chance_s_alone() -> None:
    assert BOOK.typed(str(Shuffle(DECK)), CHANCE) == Shuffle(DECK)
    assert BOOK.typed(str(Shuffle(DECK))) is None
    with pytest.raises(Refusal):
        typed_moves(BOOK, ASKED, "shuffle 3S")


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
