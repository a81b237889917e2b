"""AP-1, AP-20 and AP-21: by example; on every hand of five cards; and, by brute force, on 10,000
hands of 6 to 25 cards. In the short form on some of either.

The right order comes from two sources that know nothing of the code under test: phevaluator, for
which A-2-3-4-5 is a straight, and the rulebook spelled out from the best hand to the worst, for
which it is none (AP-1). Both number the hands from 1, the best; hands that are drawn share one.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, permutations
from operator import itemgetter

import pytest
from lengths import few_first, few_or_many
from phevaluator import evaluate_cards
from rows import rows

from gmtool.engine.cards import DECK, RANKS, SUITS, rank, suit
from gmtool.engine.poker import best_five, name, strength


def weight(hand: str, low_ace_straight: bool = False) -> int:
    return strength(hand.split(), low_ace_straight)


# Every type of hand and, one behind the other, what tells two of the same type apart.
FROM_THE_TOP = rows("""
AH KH QH JH 10H = royal straight flush | KS QS JS 10S 9S = straight flush, king high
6D 5D 4D 3D 2D = straight flush, six high | AC AD AH AS KC = four of a kind, aces
AC AD AH AS QC = four of a kind, aces | 9C 9D 9H 9S 2C = four of a kind, nines
2C 2D 2H 2S AC = four of a kind, twos | AC AD AH 2C 2D = full house, aces over twos
KC KD KH 4C 4D = full house, kings over fours | KC KD KH 3C 3D = full house, kings over threes
2C 2D 2H AC AD = full house, twos over aces | AS KS QS JS 9S = flush, ace high
AD KD QD JD 8D = flush, ace high | AD KD QD 10D 9D = flush, ace high
AC 5C 4C 3C 2C = flush, ace high | KS QS JS 10S 8S = flush, king high
7H 5H 4H 3H 2H = flush, seven high | AC KD QH JS 10C = straight, ace high
10C 9D 8H 7S 6C = straight, ten high | 6C 5D 4H 3S 2C = straight, six high
AC AD AH 3C 2D = three of a kind, aces | 7C 7D 7H AC KD = three of a kind, sevens
7C 7D 7H AC QD = three of a kind, sevens | 7C 7D 7H KC QD = three of a kind, sevens
6C 6D 6H AC KD = three of a kind, sixes | AC AD 8C 8D KH = two pair, aces and eights
AC AD 8C 8D 2H = two pair, aces and eights | AC AD 7C 7D KH = two pair, aces and sevens
KC KD QC QD AH = two pair, kings and queens | 3C 3D 2C 2D AH = two pair, threes and twos
AC AD 4H 3H 2H = one pair, aces | 2C 2D AH KH QH = one pair, twos
2C 2D AH KH JH = one pair, twos | 2C 2D AH QH JH = one pair, twos
2C 2D KH QH JH = one pair, twos | AC KD QH JS 9C = high card, ace
AC KD QH JS 8C = high card, ace | AC KD QH 10S 9C = high card, ace
AC KD JH 10S 9C = high card, ace | AC QD JH 10S 9C = high card, ace
AC 5D 4H 3S 2C = high card, ace | QC JD 10H 9S 7C = high card, queen
7C 5D 4H 3S 2C = high card, seven
""")


def test_ap_21_hands_rank_as_the_rule_says_and_are_shown_made_group_first() -> None:
    for hand, called in FROM_THE_TOP:
        assert name(weight(hand)) == called
        shown = best_five(reversed(hand.split()))
        assert sorted(shown) == sorted(hand.split())
        assert [rank(card) for card in shown] == [rank(card) for card in hand.split()]
    for (better, _), (worse, _) in pairwise(FROM_THE_TOP):
        assert weight(better) > weight(worse)


TIES = """
AH KH QH JH 10H = AS KS QS JS 10S | 9C 9D 9H 9S 2C = 9C 9D 9H 9S 2S
KC KD KH 4C 4D = KD KH KS 4H 4S | AD KD QD JD 8D = AC KC QC JC 8C
10C 9D 8H 7S 6C = 10S 9H 8D 7C 6S | 7C 7D 7H AC KD = 7D 7H 7S AD KC
AC AD 8C 8D 2H = AH AS 8H 8S 2C | 2C 2D AH QH JH = 2H 2S AD QC JS
AC KD JH 10S 9C = AS KC JD 10H 9S | AC AD 8C 8D 3H 3S 2C = AC AD 8C 8D 3H
KC KD 9C 9D 4H 4S 8C = KC KD 9C 9D 8C | AC KD QH JS 9C 8D 7H = AC KD QH JS 9C
AS KS QS JS 9S 8S = AS KS QS JS 9S
"""


@pytest.mark.parametrize(("one", "other"), rows(TIES))
def test_ap_21_neither_a_suit_nor_a_sixth_card_breaks_a_tie(one: str, other: str) -> None:
    assert weight(one) == weight(other)


BEST = """
2C 3C 4C 5C 6C 7C 8C KC AC = 8C 7C 6C 5C 4C | AH QH 10H 8H 6H 4H 3S 4S 5S 6S 7S = 7S 6S 5S 4S 3S
2C 3C 4C 5C 6C 9D 10D JD QD KD = KD QD JD 10D 9D | 9C 9D 9H 9S 4C 4D 4H 4S KC KD = 9S 9H 9D 9C KD
9C 9D 9H 4C 4D 4H KC = 9H 9D 9C 4H 4D | 9C 9D 9H 4C 4D 4H KC KD = 9H 9D 9C KD KC
9C 9D 9H AS KS 2D 2S = 9H 9D 9C 2S 2D | 2D 4D 6D 8D 10D QD 3H 5H 7H 9H JH KH = KH JH 9H 7H 5H
AD KD 8D 7D 6D 5S AH KH 9H 4H 2H = AH KH 9H 4H 2H | AD KD 8D 7D 6D AC KC 8C 7C 6C = AD KD 8D 7D 6D
10C 9D 9S 8H 7S 7C 6C = 10C 9S 8H 7S 6C | KC KD 9C 9D 4H 4S AS AD = AS AD KD KC 9D
KC KD 9C 8D 8H 4S 3S = KD KC 8H 8D 9C | KC KD 3C 9D 8H 4S 2S = KD KC 9D 8H 4S
7C 9H 2D 3C KS 4C 5D = KS 9H 7C 5D 4C
"""
LOW = """
AC AS 2D 3H 4S 5C = 5C 4S 3H 2D AS | AC 2C 3C 4C 5C 6D = 5C 4C 3C 2C AC
AC 2C 3C 4C 5C 6C = 6C 5C 4C 3C 2C | AC 2D 3H 4S 5C KS KD = 5C 4S 3H 2D AC
"""


@pytest.mark.parametrize(("hand", "shown"), [*rows(BEST), (" ".join(DECK), "AS KS QS JS 10S")])
def test_ap_21_the_best_five_of_many_cards_are_found(hand: str, shown: str) -> None:
    assert best_five(hand.split()) == tuple(shown.split())
    assert weight(hand) == weight(shown)


@pytest.mark.parametrize(("hand", "shown"), rows(LOW))
def test_ap_1_a_low_ace_is_shown_last(hand: str, shown: str) -> None:
    assert best_five(hand.split(), low_ace_straight=True) == tuple(shown.split())


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
    ("hand", "why"),
    [
        *((few, "five different cards") for few in ("", "AS", "AS AH AD AC")),
        ("AS AS KS QS JS 10S", "five different cards"),
        ("AS KS QS JS JOKER", "JOKER"),
    ],
)
def test_ap_20_only_five_different_cards_of_the_52_have_a_strength(hand: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        weight(hand)


BATCHES = range(8)
HANDS_IN_A_BATCH = 1_250
LOOKED_AT = few_or_many(8, HANDS_IN_A_BATCH)
HANDS_APART = 7_462  # hands of five cards of which no two are drawn
APART_LOOKED_AT = few_or_many(5_850, HANDS_APART)  # of them with one of TOPS

# Here cards are places in the deck. The numbers of fives are kept by their three highest cards, and
# for these in the order of PAIRS, so that the numbers of many fives can be picked in one step.
Top = tuple[int, int, int]
TOPS = list(combinations(range(52), 3))[:: few_or_many(29, 1)]
PAIRS = [(low, high) for high in range(52) for low in range(high)]
PLACE_OF_PAIR = {pair: place for place, pair in enumerate(PAIRS)}


def pairs_below(card: int) -> list[tuple[int, int]]:
    return PAIRS[: card * (card - 1) // 2]


class Numbers(dict[Top, list[int]]):
    """The numbers of all fives, worked out when they are first asked for."""

    def __init__(self, number: Callable[[int, int, int, int, int], int]) -> None:
        super().__init__()
        self.of = number

    def __missing__(self, top: Top) -> list[int]:
        self[top] = [self.of(*pair, *top) for pair in pairs_below(top[0])]
        return self[top]


def best_numbers(hand: Sequence[str], sources: Mapping[bool, Numbers]) -> dict[bool, int]:
    """The best number of all fives of a hand in each source."""
    cards = sorted(map(DECK.index, hand))
    best = dict.fromkeys(sources, HANDS_APART)
    for count in range(2, len(cards) - 2):
        pairs = [PLACE_OF_PAIR[pair] for pair in combinations(cards[:count], 2)]
        pick = itemgetter(*pairs, pairs[0])  # once more, for with one item it picks no tuple
        for higher in combinations(cards[count + 1 :], 2):
            for source, numbers in sources.items():
                best[source] = min(best[source], *pick(numbers[cards[count], *higher]))
    return best


@pytest.fixture(scope="module")
def sources() -> dict[bool, Numbers]:
    """By whether they know the straight from the ace up."""
    cards = [4 * RANKS.index(rank(card)) + SUITS.index(suit(card)) for card in DECK]
    phevaluator = Numbers(lambda *five: evaluate_cards(*(cards[card] for card in five)))
    return {True: phevaluator, False: rulebook()}


def rulebook() -> Numbers:
    weights = [5 ** RANKS.index(rank(card)) for card in DECK]  # a sum of five tells all their ranks
    weight_of_rank = dict(zip(RANKS, weights, strict=False))
    numbers = {
        (sum(weight_of_rank[rank] for rank in ranks), flush): number
        for number, (ranks, flush) in enumerate(from_the_top(), start=1)
    }
    assert len(numbers) == HANDS_APART
    return Numbers(
        lambda *five: numbers[sum(weights[card] for card in five), five[0] // 13 == five[4] // 13]
    )


def from_the_top() -> Iterator[tuple[tuple[str, ...], bool]]:
    """The ranks of every hand AP-21 tells apart and whether it is a flush, from the best down."""
    down = RANKS[::-1]
    straights = [down[top : top + 5] for top in range(9)]
    others = [five for five in combinations(down, 5) if five not in straights]
    yield from ((five, True) for five in straights)
    yield from ((4 * (four,) + (one,), False) for four, one in permutations(down, 2))
    yield from ((3 * (three,) + 2 * (two,), False) for three, two in permutations(down, 2))
    yield from ((five, True) for five in others)
    yield from ((five, False) for five in straights)
    yield from ((3 * (made,) + rest, False) for made in down for rest in without(made, count=2))
    for pairs in combinations(down, 2):
        yield from ((2 * pairs + rest, False) for rest in without(*pairs, count=1))
    yield from ((2 * (made,) + rest, False) for made in down for rest in without(made, count=3))
    yield from ((five, False) for five in others)


def without(*made: str, count: int) -> Iterator[tuple[str, ...]]:
    return combinations([rank for rank in RANKS[::-1] if rank not in made], count)


def shaped_hands(batch: int) -> list[list[str]]:
    """Hands of 6 to 25 cards, most of them of a shape that is rare in a deal."""
    chance = random.Random(batch)  # noqa: S311 - the same hands in every run
    return [shaped_hand(chance) for _ in range(HANDS_IN_A_BATCH)]


def shaped_hand(chance: random.Random) -> list[str]:
    held, others = chance.choice(SHAPES)(chance)
    dealt = [card for card in others if card not in held]
    size = chance.randint(max(6, len(held)), 25)
    return [*sorted(held), *chance.sample(dealt, min(size - len(held), len(dealt)))]


def some(ranks: Iterable[str] = RANKS, suits: Iterable[str] = SUITS) -> list[str]:
    return [rank + suit for suit in suits for rank in ranks]


def straight_flush(chance: random.Random, lowest: range = range(10)) -> set[str]:
    start, suit = chance.choice(lowest), chance.choice(SUITS)
    return {rank + suit for rank in ("A", *RANKS)[start : start + 5]}


def low_ace(chance: random.Random) -> set[str]:
    suits = chance.choices(SUITS, k=chance.choice([1, 5]))
    return {rank + suit for rank, suit in zip("A2345", 5 * suits, strict=False)}


def flush(chance: random.Random) -> set[str]:
    return {*some(["A", "K", *chance.sample(RANKS[:-2], 4)], chance.sample(SUITS, 1))}


NONE, NO_STRAIGHT = set[str](), [rank for rank in RANKS if rank not in {"5", "10"}]
# A shape is some cards that are held and others from which the rest is dealt.
SHAPES: list[Callable[[random.Random], tuple[set[str], Sequence[str]]]] = [
    lambda _: (NONE, DECK),
    lambda chance: (NONE, some(chance.sample(RANKS, 7))),  # many of four of a kind
    lambda chance: (NONE, some(chance.sample(RANKS, 9), chance.sample(SUITS, 3))),  # and of three
    lambda chance: (NONE, some(suits=chance.sample(SUITS, 2))),  # long flushes
    lambda chance: (NONE, some(NO_STRAIGHT, chance.sample(SUITS, 2))),  # flushes alone
    lambda _: (NONE, some(NO_STRAIGHT)),
    lambda chance: (NONE, [card for suit in SUITS for card in some(chance.sample(RANKS, 4), suit)]),
    lambda chance: (low_ace(chance), [card for card in DECK if rank(card) != "6"]),
    lambda chance: (straight_flush(chance) | straight_flush(chance), DECK),
    lambda chance: (flush(chance) | straight_flush(chance, range(5)), DECK),
]


def same_order(ranked: set[tuple[int, int]]) -> bool:
    """Whether pairs of a number and a strength agree on all orders and draws."""
    return all(
        number < next_number and more > less
        for (number, more), (next_number, less) in pairwise(sorted(ranked))
    )


@pytest.mark.slow
@pytest.mark.parametrize("low_ace_straight", [False, True])
def test_ap_21_every_five_cards_rank_as_in_the_source(
    low_ace_straight: bool, sources: dict[bool, Numbers]
) -> None:
    """Every five cards with one of TOPS, which in the long form are all there are."""
    ranked = {
        (number, strength([DECK[card] for card in (*pair, *top)], low_ace_straight))
        for top in TOPS
        for pair, number in zip(pairs_below(top[0]), sources[low_ace_straight][top], strict=True)
    }
    assert len(ranked) == APART_LOOKED_AT
    assert same_order(ranked)


@pytest.mark.slow
@pytest.mark.parametrize("batch", few_first(1, BATCHES))
def test_ap_21_larger_hands_are_worth_the_best_of_all_their_fives(
    batch: int, sources: dict[bool, Numbers]
) -> None:
    for hand in shaped_hands(batch)[:LOOKED_AT]:
        for low_ace_straight, number in best_numbers(hand, sources).items():
            five = best_five(hand, low_ace_straight)
            assert len(set(five) & set(hand)) == len(five) == 5
            assert best_numbers(five, sources)[low_ace_straight] == number, hand
            assert strength(hand, low_ace_straight) == strength(five, low_ace_straight), hand
