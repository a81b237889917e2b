import pytest
from rows import rows

from gmtool.engine.cards import DECK, JOKERS, RANK_WORDS, in_order, rank, read_card, suit


def test_the_deck_goes_by_suit_and_in_each_suit_from_the_two_to_the_ace() -> None:
    assert len(set(DECK)) == len(DECK) == 52
    assert " ".join(DECK[:14]) == "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D"
    assert " ".join(DECK[12::13]) == "AC AD AH AS"


def test_a_card_is_its_rank_then_its_suit_and_a_joker_is_its_own_rank() -> None:
    assert [rank(card) for card in ("10H", "AS", "2C")] == ["10", "A", "2"]
    assert [suit(card) for card in ("10H", "AS", "2C")] == ["H", "S", "C"]
    assert [rank(card) + suit(card) for card in DECK] == list(DECK)
    assert [(rank(joker), suit(joker)) for joker in JOKERS] == [(joker, "") for joker in JOKERS]


WAYS = """
10H = 10H | AS = AS | TH = 10H | th = 10H | 10h = 10H | 10 h = 10H | 10♥ = 10H | 10♥\ufe0f = 10H
10♥\ufe0e = 10H | 10\u00a0♥ = 10H | T♡ = 10H | 2♣ = 2C | 3♧ = 3C | J♦ = JD | q♢ = QD | A♠ = AS
k♤ = KS | ten of hearts = 10H | 10 of hearts = 10H | Ace of Spades = AS | KING  OF  CLUBS = KC
queen of diamond = QD | jack clubs = JC | deuce of hearts = 2H | seven of ♠ = 7S | JOKER = JOKER
Joker = JOKER | lj = LJ | HJ = HJ | Low Joker = LJ | high joker = HJ"""


@pytest.mark.parametrize(("text", "card"), rows(WAYS))
def test_all_05_a_card_is_read_in_the_ways_people_write_it(text: str, card: str) -> None:
    assert read_card(text) == read_card(f" {text}\n") == card


SUIT_WORDS = dict(
    zip("CDHS", rows("clubs = ♣ | diamonds = ♦ | hearts = ♥ | spades = ♠"), strict=True)
)


@pytest.mark.parametrize("card", DECK)
def test_all_05_every_card_reads_back(card: str) -> None:
    words, picture = SUIT_WORDS[suit(card)]
    short = rank(card)
    for text in (card, card.lower(), short + picture, f"{short} of {words}"):
        assert read_card(text) == card
    assert read_card(f"{RANK_WORDS[short]} of {words}") == card


NONE = ", ,ace,of,ace of,of spades,H,10,10H 2C,H10,♥10,0H,1H,11H,٢H,AX,JH S,XJ,sevens,aces,kings"


@pytest.mark.parametrize("text", [*NONE.split(","), "AS,", "tens", "tenh", "sevenclubs"])
def test_all_05_what_is_less_or_more_than_a_card_or_no_card_is_none(text: str) -> None:
    assert read_card(text) is None


def test_cards_are_ordered_as_in_the_deck_with_jokers_last() -> None:
    assert in_order(["HJ", "AS", "LJ", "2S", "10C", "9C"]) == ("9C", "10C", "2S", "AS", "LJ", "HJ")
    assert in_order(reversed(DECK)) == DECK
    assert in_order([]) == ()
