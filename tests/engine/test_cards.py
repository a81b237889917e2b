import pytest

from gmtool.engine.cards import DECK, JOKERS, RANK_WORDS, in_order, rank, read_card, suit


def test_the_deck_goes_by_suit_and_in_each_suit_from_the_two_to_the_ace() -> None:
    assert len(set(DECK)) == len(DECK) == 52
    assert " ".join(DECK[:14]) == "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D"
    assert " ".join(DECK[12::13]) == "AC AD AH AS"


def test_a_card_is_its_rank_then_its_suit() -> None:
    assert [rank(card) for card in ("10H", "AS", "2C")] == ["10", "A", "2"]
    assert [suit(card) for card in ("10H", "AS", "2C")] == ["H", "S", "C"]
    assert [rank(card) + suit(card) for card in DECK] == list(DECK)


@pytest.mark.parametrize("joker", JOKERS)
def test_a_joker_has_no_suit_and_is_its_own_rank(joker: str) -> None:
    assert rank(joker) == joker
    assert suit(joker) == ""


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10H", "10H"),
        ("AS", "AS"),
        ("TH", "10H"),
        ("th", "10H"),
        ("10h", "10H"),
        (" qd\n", "QD"),
        ("10 h", "10H"),
        ("10♥", "10H"),
        ("10♥\ufe0f", "10H"),
        ("10♥\ufe0e", "10H"),
        ("10\u00a0♥", "10H"),
        ("T♡", "10H"),
        ("2♣", "2C"),
        ("3♧", "3C"),
        ("J♦", "JD"),
        ("q♢", "QD"),
        ("A♠", "AS"),
        ("k♤", "KS"),
        ("ten of hearts", "10H"),
        ("10 of hearts", "10H"),
        ("Ace of Spades", "AS"),
        ("KING  OF  CLUBS", "KC"),
        ("queen of diamond", "QD"),
        ("jack clubs", "JC"),
        ("deuce of hearts", "2H"),
        ("seven of ♠", "7S"),
        ("JOKER", "JOKER"),
        ("Joker", "JOKER"),
        ("lj", "LJ"),
        ("HJ", "HJ"),
        ("Low Joker", "LJ"),
        ("high joker", "HJ"),
    ],
)
def test_all_5_a_card_is_read_in_the_ways_people_write_it(text: str, card: str) -> None:
    assert read_card(text) == card


SUIT_WORDS = {
    "C": ("clubs", "♣"),
    "D": ("diamonds", "♦"),
    "H": ("hearts", "♥"),
    "S": ("spades", "♠"),
}


@pytest.mark.parametrize("card", DECK)
def test_all_5_every_card_reads_back(card: str) -> None:
    words, picture = SUIT_WORDS[suit(card)]
    short = rank(card)
    for text in (card, card.lower(), short + picture, f"{short} of {words}"):
        assert read_card(text) == card
    assert read_card(f"{RANK_WORDS[short]} of {words}") == card


@pytest.mark.parametrize("text", ["", " ", "ace", "of", "ace of", "of spades", "H", "10", "10H 2C"])
def test_all_5_less_or_more_than_a_card_is_none(text: str) -> None:
    assert read_card(text) is None


@pytest.mark.parametrize("text", ["H10", "♥10", "0H", "1H", "11H", "٢H", "AX", "AS,", "JH S", "XJ"])
def test_all_5_what_is_no_card_is_none(text: str) -> None:
    assert read_card(text) is None


def test_cards_are_ordered_as_in_the_deck_with_jokers_last() -> None:
    assert in_order(["HJ", "AS", "LJ", "2S", "10C", "9C"]) == ("9C", "10C", "2S", "AS", "LJ", "HJ")
    assert in_order(reversed(DECK)) == DECK
    assert in_order([]) == ()


@pytest.mark.parametrize("text", ["sevens", "aces", "kings", "tens", "tenh", "sevenclubs"])
def test_all_05_words_for_ranks_stand_apart_from_the_suit(text: str) -> None:
    assert read_card(text) is None
