"""Cards in prose: one reader of them for all games."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import rows

from gmtool.engine.argument_parsers import cards_meant
from gmtool.engine.card_words import CARD, looks_like_card, suit_of, words_in
from gmtool.engine.cards import DECK, JOKERS
from gmtool.engine.stop_words import unadorned
from gmtool.engine.words import Word

SUITS = {"D": "♦", "C": "♣", "H": "♥", "S": "♠"}
HAND = ("3S", "10H", "KD", "7C", "7D", "KC", "LJ")


def said(text: str) -> list[str]:
    return [f"{word.kind}{word.text}" for word in words_in(unadorned(text))]


def cards_in(said: Iterable[Word]) -> tuple[str, ...]:
    return tuple(word.text for word in said if word.kind == CARD)


WRITTEN = """
3S 10h, Kd = 3S 10H KD | 3S/10H = 3S 10H | 3❤ 10❤️ = 3H 10H | 5♦6♣7♥8♠9♦ = 5D 6C 7H 8S 9D
3S4S10H = 3S 4S 10H | 3♠\ufe0f ♠ = 3S | Ten♥ queen♧ = 10H QC | ace of s, 2 of D = AS 2D
the 3 of spades and the king of diamonds = 3S KD | ten of hearts and diamonds = 10H 10D
10-J-Q-K-A of spades = 10S JS QS KS AS | 10 J Q K and A of spades = 10S JS QS KS AS
ten hearts, 7 ♠, 7 S = 10H 7S 7S | play As, Th = AS 10H | AS TH ah = AS 10H AH | play as = AS
little joker, the big joker = LJ HJ | lj HJ joker = LJ HJ JOKER | jokers = jokers | 😀 hi = -
deuce of clubs = 2C | trash 7s = 7S | as you like, asks = - | 11H 3 x = -
"""


@pytest.mark.parametrize(("text", "cards"), rows(WRITTEN))
def test_cards_however_they_are_written(text: str, cards: str) -> None:
    assert " ".join(cards_in(words_in(unadorned(text)))) == cards


NEARLY = """
sevens = g7 | my 7s = wmy e7 | both 7s = d2 g7 | both kings = d2 gK | two sevens = d2 g7 | 7 = r7
seven KQ = r7 rK rQ | diamonds = uD | 2 hearts = c2H hor | joker as 3S = cJOKER Aas c3S
maybe not = smaybe xnot"""


@pytest.mark.parametrize(("text", "kinds"), rows(NEARLY))
def test_what_is_nearly_a_card(text: str, kinds: str) -> None:
    assert said(text) == kinds.split()


def test_names_of_plays_are_a_game_s() -> None:
    [kind, *cards] = words_in("Full House 3S", {"full house": "house"})
    assert (kind.kind, kind.text, kind.written) == ("k", "house", "Full House")
    assert cards_in(cards) == ("3S",)


MEANT = """
3S and KD = 3S KD! | sevens = 7C 7D | my two 7s = 7C 7D | 7 = 7C; 7D | spades = 3S | aces = -
both kings and 3S = KD KC 3S | one king = KD; KC | diamonds = KD 7D | jokers = LJ! | 2C = 2C!
everything = 3S 10H KD 7C 7D KC LJ | nothing = -"""


@pytest.mark.parametrize(("text", "values"), rows(MEANT))
def test_ranks_and_suits_are_those_of_the_hand(text: str, values: str) -> None:
    found = cards_meant(words_in(text), HAND)
    assert "; ".join(" ".join(one.value) + "!" * (not one.doubt) for one in found) == values


def test_what_looks_like_a_card_and_a_joker_without_suit() -> None:
    looks = [looks_like_card(word) for word in words_in("11H KG 🂡 fine")]
    assert looks == [True, True, True, False]
    assert [suit_of(card) for card in (*JOKERS, "10H")] == ["", "", "", "H"]


@given(st.lists(st.sampled_from(DECK), max_size=8))
def test_cards_in_their_one_form_read_back(cards: list[str]) -> None:
    assert cards_in(words_in(" ".join(cards))) == tuple(cards)
    signed = [card[:-1] + SUITS[card[-1]] for card in cards]
    assert cards_in(words_in(" ".join(signed))) == tuple(cards)
    assert cards_in(words_in(", ".join(signed).replace("10", "T"))) == tuple(cards)


_BITS = ("as", "of", "the", "ten", "7s", "joker", "♥", "10", "and", "a", "two", "❤")


@given(st.text() | st.lists(st.sampled_from(_BITS)).map(" ".join))
def test_no_text_raises_anything(text: str) -> None:
    cards_meant(words_in(unadorned(text)), HAND)
