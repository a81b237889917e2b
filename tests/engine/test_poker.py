"""AP-1, AP-20 and AP-21 by example, and hands of any size against a naive ranking of five cards."""

import itertools
import random
from collections import Counter

import pytest

from gmtool.engine.cards import DECK, RANKS, rank, suit
from gmtool.engine.poker import best_five, name, strength


def weight(hand: str, low_ace_straight: bool = False) -> int:
    return strength(hand.split(), low_ace_straight)


# Every type of hand and, one below the other, what tells two of the same type apart.
FROM_THE_TOP = [
    ("AH KH QH JH 10H", "royal straight flush"),
    ("KS QS JS 10S 9S", "straight flush, king high"),
    ("6D 5D 4D 3D 2D", "straight flush, six high"),
    ("AC AD AH AS KC", "four of a kind, aces"),
    ("AC AD AH AS QC", "four of a kind, aces"),
    ("9C 9D 9H 9S 2C", "four of a kind, nines"),
    ("2C 2D 2H 2S AC", "four of a kind, twos"),
    ("AC AD AH 2C 2D", "full house, aces over twos"),
    ("KC KD KH 4C 4D", "full house, kings over fours"),
    ("KC KD KH 3C 3D", "full house, kings over threes"),
    ("2C 2D 2H AC AD", "full house, twos over aces"),
    ("AS KS QS JS 9S", "flush, ace high"),
    ("AD KD QD JD 8D", "flush, ace high"),
    ("AD KD QD 10D 9D", "flush, ace high"),
    ("AC 5C 4C 3C 2C", "flush, ace high"),
    ("KS QS JS 10S 8S", "flush, king high"),
    ("7H 5H 4H 3H 2H", "flush, seven high"),
    ("AC KD QH JS 10C", "straight, ace high"),
    ("10C 9D 8H 7S 6C", "straight, ten high"),
    ("6C 5D 4H 3S 2C", "straight, six high"),
    ("AC AD AH 3C 2D", "three of a kind, aces"),
    ("7C 7D 7H AC KD", "three of a kind, sevens"),
    ("7C 7D 7H AC QD", "three of a kind, sevens"),
    ("7C 7D 7H KC QD", "three of a kind, sevens"),
    ("6C 6D 6H AC KD", "three of a kind, sixes"),
    ("AC AD 8C 8D KH", "two pair, aces and eights"),
    ("AC AD 8C 8D 2H", "two pair, aces and eights"),
    ("AC AD 7C 7D KH", "two pair, aces and sevens"),
    ("KC KD QC QD AH", "two pair, kings and queens"),
    ("3C 3D 2C 2D AH", "two pair, threes and twos"),
    ("AC AD 4H 3H 2H", "one pair, aces"),
    ("2C 2D AH KH QH", "one pair, twos"),
    ("2C 2D AH KH JH", "one pair, twos"),
    ("2C 2D AH QH JH", "one pair, twos"),
    ("2C 2D KH QH JH", "one pair, twos"),
    ("AC KD QH JS 9C", "high card, ace"),
    ("AC KD QH JS 8C", "high card, ace"),
    ("AC KD QH 10S 9C", "high card, ace"),
    ("AC KD JH 10S 9C", "high card, ace"),
    ("AC QD JH 10S 9C", "high card, ace"),
    ("AC 5D 4H 3S 2C", "high card, ace"),
    ("QC JD 10H 9S 7C", "high card, queen"),
    ("7C 5D 4H 3S 2C", "high card, seven"),
]


@pytest.mark.parametrize(
    ("better", "worse"), list(itertools.pairwise(hand for hand, _ in FROM_THE_TOP))
)
def test_ap_21_hands_rank_by_type_and_inside_a_type_as_the_rule_says(
    better: str, worse: str
) -> None:
    assert weight(better) > weight(worse)


@pytest.mark.parametrize(("hand", "called"), FROM_THE_TOP)
def test_ap_21_a_hand_has_the_name_of_the_rulebook(hand: str, called: str) -> None:
    assert name(weight(hand)) == called


@pytest.mark.parametrize(("hand", "_"), FROM_THE_TOP)
def test_ap_21_five_cards_are_shown_made_group_first_then_from_the_top(hand: str, _: str) -> None:
    shown = best_five(reversed(hand.split()))
    assert sorted(shown) == sorted(hand.split())
    assert [rank(card) for card in shown] == [rank(card) for card in hand.split()]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AH KH QH JH 10H", "AS KS QS JS 10S"),
        ("9C 9D 9H 9S 2C", "9C 9D 9H 9S 2S"),
        ("KC KD KH 4C 4D", "KD KH KS 4H 4S"),
        ("AD KD QD JD 8D", "AC KC QC JC 8C"),
        ("10C 9D 8H 7S 6C", "10S 9H 8D 7C 6S"),
        ("7C 7D 7H AC KD", "7D 7H 7S AD KC"),
        ("AC AD 8C 8D 2H", "AH AS 8H 8S 2C"),
        ("2C 2D AH QH JH", "2H 2S AD QC JS"),
        ("AC KD JH 10S 9C", "AS KC JD 10H 9S"),
    ],
)
def test_ap_21_suits_never_break_a_tie(one: str, other: str) -> None:
    assert weight(one) == weight(other)


@pytest.mark.parametrize(
    ("hand", "same"),
    [
        ("AC AD 8C 8D 3H 3S 2C", "AC AD 8C 8D 3H"),
        ("KC KD 9C 9D 4H 4S 8C", "KC KD 9C 9D 8C"),
        ("AC KD QH JS 9C 8D 7H", "AC KD QH JS 9C"),
        ("AS KS QS JS 9S 8S", "AS KS QS JS 9S"),
    ],
)
def test_ap_21_a_sixth_card_breaks_no_tie(hand: str, same: str) -> None:
    assert weight(hand) == weight(same)


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("2C 3C 4C 5C 6C 7C 8C KC AC", "8C 7C 6C 5C 4C"),
        ("AH QH 10H 8H 6H 4H 3S 4S 5S 6S 7S", "7S 6S 5S 4S 3S"),
        ("2C 3C 4C 5C 6C 9D 10D JD QD KD", "KD QD JD 10D 9D"),
        ("9C 9D 9H 9S 4C 4D 4H 4S KC KD", "9S 9H 9D 9C KD"),
        ("9C 9D 9H 4C 4D 4H KC", "9H 9D 9C 4H 4D"),
        ("9C 9D 9H 4C 4D 4H KC KD", "9H 9D 9C KD KC"),
        ("9C 9D 9H AS KS 2D 2S", "9H 9D 9C 2S 2D"),
        ("2D 4D 6D 8D 10D QD 3H 5H 7H 9H JH KH", "KH JH 9H 7H 5H"),
        ("AD KD 8D 7D 6D 5S AH KH 9H 4H 2H", "AH KH 9H 4H 2H"),
        ("AD KD 8D 7D 6D AC KC 8C 7C 6C", "AD KD 8D 7D 6D"),
        ("10C 9D 9S 8H 7S 7C 6C", "10C 9S 8H 7S 6C"),
        ("KC KD 9C 9D 4H 4S AS AD", "AS AD KD KC 9D"),
        ("KC KD 9C 8D 8H 4S 3S", "KD KC 8H 8D 9C"),
        ("KC KD 3C 9D 8H 4S 2S", "KD KC 9D 8H 4S"),
        ("7C 9H 2D 3C KS 4C 5D", "KS 9H 7C 5D 4C"),
        (" ".join(DECK), "AS KS QS JS 10S"),
    ],
)
def test_ap_21_the_best_five_of_many_cards_are_found(hand: str, shown: str) -> None:
    assert best_five(hand.split()) == tuple(shown.split())
    assert weight(hand) == weight(shown)


def test_ap_1_a_low_ace_makes_no_straight() -> None:
    assert name(weight("AC 2D 3H 4S 5C")) == "high card, ace"
    assert name(weight("AC 2C 3C 4C 5C")) == "flush, ace high"
    assert weight("AC 2D 3H 4S 5C 9D 9H") == weight("9D 9H AC 5C 4S")
    assert weight("KC AD 2H 3S 4C", low_ace_straight=True) < weight("2C 2D 3H 4S 5C")


def test_ap_1_the_option_makes_it_the_lowest_straight() -> None:
    straight = weight("AC 2D 3H 4S 5C", low_ace_straight=True)
    assert name(straight) == "straight, five high"
    assert weight("AC AD AH KC QD", True) < straight < weight("2D 3H 4S 5C 6C", True)
    flush = weight("AC 2C 3C 4C 5C", low_ace_straight=True)
    assert name(flush) == "straight flush, five high"
    assert weight("AC AD AH AS KC", True) < flush < weight("2D 3D 4D 5D 6D", True)
    assert name(weight("AH KH QH JH 10H", True)) == "royal straight flush"


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("AC AS 2D 3H 4S 5C", "5C 4S 3H 2D AS"),
        ("AC 2C 3C 4C 5C 6D", "5C 4C 3C 2C AC"),
        ("AC 2C 3C 4C 5C 6C", "6C 5C 4C 3C 2C"),
        ("AC 2D 3H 4S 5C KS KD", "5C 4S 3H 2D AC"),
    ],
)
def test_ap_1_a_low_ace_is_shown_last(hand: str, shown: str) -> None:
    assert best_five(hand.split(), low_ace_straight=True) == tuple(shown.split())


@pytest.mark.parametrize("hand", ["", "AS", "AS AH AD AC"])
def test_ap_20_fewer_than_five_cards_have_no_strength(hand: str) -> None:
    with pytest.raises(ValueError, match="five different cards"):
        weight(hand)


def test_ap_1_only_different_cards_of_the_52_have_a_strength() -> None:
    with pytest.raises(ValueError, match="five different cards"):
        weight("AS AS KS QS JS 10S")
    with pytest.raises(ValueError, match="JOKER"):
        weight("AS KS QS JS JOKER")


def naive(five: tuple[str, ...], low_ace_straight: bool) -> tuple[int, ...]:
    """AP-21 word for word for five cards: the larger tuple wins."""
    places = sorted((RANKS.index(card[:-1]) for card in five), reverse=True)
    if low_ace_straight and places == [12, 3, 2, 1, 0]:
        places = [3, 2, 1, 0, -1]
    groups = sorted(((count, place) for place, count in Counter(places).items()), reverse=True)
    flush = len({card[-1] for card in five}) == 1
    straight = len(groups) == 5 and places[0] - places[4] == 4
    hand_type = {
        (1, 1, 1, 1, 1): 8 if straight and flush else 5 if flush else 4 if straight else 0,
        (2, 1, 1, 1): 1,
        (2, 2, 1): 2,
        (3, 1, 1): 3,
        (3, 2): 6,
        (4, 1): 7,
    }[tuple(count for count, _ in groups)]
    return hand_type, *(place for _, place in groups)


def random_hands(sizes: range) -> list[list[str]]:
    chance = random.Random(21)  # noqa: S311 - the same hands in every run
    return [chance.sample(chance.choice(POOLS), size) for size in sizes for _ in range(15)]


# The whole deck; few ranks, so that groups are many; two suits, so that flushes and straights are.
POOLS = [
    DECK,
    [card for card in DECK if rank(card) in ("A", "2", "3", "4", "5", "9", "K")],
    [card for card in DECK if suit(card) in ("D", "S")],
]


@pytest.mark.parametrize("low_ace_straight", [False, True])
def test_ap_21_up_to_12_cards_rank_as_the_best_of_all_their_fives(low_ace_straight: bool) -> None:
    ranked = []
    for hand in random_hands(range(5, 13)):
        best = max(naive(five, low_ace_straight) for five in itertools.combinations(hand, 5))
        ranked.append((best, strength(hand, low_ace_straight)))
        assert naive(best_five(hand, low_ace_straight), low_ace_straight) == best
    ranked.sort()
    for (best, ours), (better, more) in itertools.pairwise(ranked):
        assert (best < better) == (ours < more)


@pytest.mark.parametrize("low_ace_straight", [False, True])
def test_ap_21_up_to_25_cards_rank_as_the_best_of_them_without_one(low_ace_straight: bool) -> None:
    for hand in random_hands(range(13, 26)):
        without_one = itertools.combinations(hand, len(hand) - 1)
        best = max(strength(fewer, low_ace_straight) for fewer in without_one)
        assert strength(hand, low_ace_straight) == best
        assert strength(best_five(hand, low_ace_straight), low_ace_straight) == best
        assert set(best_five(hand, low_ace_straight)) <= set(hand)
