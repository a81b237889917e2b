"""AP-21 on every hand of five cards and, by brute force, on 10,000 hands of 6 to 25 cards; in the
short form on some of either.

The right order comes from two sources that know nothing of the code under test: phevaluator, for
which A-2-3-4-5 is a straight, and the rulebook spelled out from the best hand to the worst, for
which it is none (AP-1). Both number the hands from 1, the best; hands that are drawn share one.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, permutations
from operator import itemgetter

import pytest
from lengths import few_first, few_or_many
from phevaluator import evaluate_cards

from gmtool.engine.cards import DECK, RANKS, SUITS, rank, suit
from gmtool.engine.poker import best_five, strength

pytestmark = pytest.mark.slow

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
        self._number = number

    def __missing__(self, top: Top) -> list[int]:
        self[top] = [self._number(*pair, *top) for pair in pairs_below(top[0])]
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
def phevaluator() -> Numbers:
    cards = [4 * RANKS.index(rank(card)) + SUITS.index(suit(card)) for card in DECK]
    return Numbers(lambda *five: evaluate_cards(*(cards[card] for card in five)))


@pytest.fixture(scope="module")
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


# A shape is some cards that are held and others from which the rest is dealt.
Shape = tuple[set[str], Sequence[str]]


def any_cards(_: random.Random) -> Shape:
    return set(), DECK


def many_quads(chance: random.Random) -> Shape:
    ranks = chance.sample(RANKS, 7)
    return set(), [card for card in DECK if rank(card) in ranks]


def many_trips(chance: random.Random) -> Shape:
    ranks, suits = chance.sample(RANKS, 9), chance.sample(SUITS, 3)
    return set(), [card for card in DECK if rank(card) in ranks and suit(card) in suits]


def long_flushes(chance: random.Random) -> Shape:
    suits = chance.sample(SUITS, 2)
    return set(), [card for card in DECK if suit(card) in suits]


def flushes_alone(chance: random.Random) -> Shape:
    _, two_suits = long_flushes(chance)
    _, no_straights = no_straight(chance)
    return set(), [card for card in two_suits if card in no_straights]


def no_flush(chance: random.Random) -> Shape:
    return set(), [rank + suit for suit in SUITS for rank in chance.sample(RANKS, 4)]


def no_straight(_: random.Random) -> Shape:
    return set(), [card for card in DECK if rank(card) not in ("5", "10")]


def low_ace(chance: random.Random) -> Shape:
    suits = chance.choices(SUITS, k=chance.choice([1, 5]))
    held = {rank + suit for rank, suit in zip("A2345", 5 * suits, strict=False)}
    return held, [card for card in DECK if rank(card) != "6"]


def two_straight_flushes(chance: random.Random) -> Shape:
    return straight_flush(chance, range(10)) | straight_flush(chance, range(10)), DECK


def straight_flush_below_a_flush(chance: random.Random) -> Shape:
    ranks = ["A", "K", *chance.sample(RANKS[:-2], 4)]
    flush_suit = chance.choice(SUITS)
    return {rank + flush_suit for rank in ranks} | straight_flush(chance, range(5)), DECK


def straight_flush(chance: random.Random, lowest: range) -> set[str]:
    start, suit = chance.choice(lowest), chance.choice(SUITS)
    return {rank + suit for rank in ("A", *RANKS)[start : start + 5]}


SHAPES: list[Callable[[random.Random], Shape]] = [
    any_cards,
    many_quads,
    many_trips,
    long_flushes,
    flushes_alone,
    no_flush,
    no_straight,
    low_ace,
    two_straight_flushes,
    straight_flush_below_a_flush,
]


def same_order(ranked: set[tuple[int, int]]) -> bool:
    """Whether pairs of a number and a strength agree on all orders and draws."""
    return all(
        number < next_number and more > less
        for (number, more), (next_number, less) in pairwise(sorted(ranked))
    )


def fives_ranked(source: Numbers, low_ace_straight: bool) -> set[tuple[int, int]]:
    """Of every five cards with one of TOPS, which in the long form are all there are."""
    return {
        (number, strength([DECK[card] for card in (*pair, *top)], low_ace_straight))
        for top in TOPS
        for pair, number in zip(pairs_below(top[0]), source[top], strict=True)
    }


def test_ap_21_every_five_cards_with_low_ace_straights_rank_as_in_phevaluator(
    phevaluator: Numbers,
) -> None:
    ranked = fives_ranked(phevaluator, low_ace_straight=True)
    assert len(ranked) == APART_LOOKED_AT
    assert same_order(ranked)


def test_ap_21_every_five_cards_rank_as_in_the_rulebook(rulebook: Numbers) -> None:
    ranked = fives_ranked(rulebook, low_ace_straight=False)
    assert len(ranked) == APART_LOOKED_AT
    assert same_order(ranked)


@pytest.mark.parametrize("batch", few_first(1, BATCHES))
def test_ap_21_larger_hands_are_worth_the_best_of_all_their_fives(
    batch: int, phevaluator: Numbers, rulebook: Numbers
) -> None:
    sources = {True: phevaluator, False: rulebook}
    for hand in shaped_hands(batch)[:LOOKED_AT]:
        for low_ace_straight, number in best_numbers(hand, sources).items():
            five = best_five(hand, low_ace_straight)
            assert len(set(five) & set(hand)) == len(five) == 5
            assert best_numbers(five, sources)[low_ace_straight] == number, hand
            assert strength(hand, low_ace_straight) == strength(five, low_ace_straight), hand


def test_the_hands_show_that_eval7_is_right_up_to_seven_cards_and_wrong_above() -> None:
    eval7 = pytest.importorskip("eval7")
    cards = {card: eval7.Card(card.replace("10", "T")[0] + suit(card).lower()) for card in DECK}

    def ranked(hands: list[list[str]]) -> set[tuple[int, int]]:
        theirs = (eval7.evaluate([cards[card] for card in hand]) for hand in hands)
        return {(-strength(hand, True), value) for hand, value in zip(hands, theirs, strict=True)}

    hands = [hand for batch in BATCHES for hand in shaped_hands(batch)]
    assert same_order(ranked([hand for hand in hands if len(hand) <= 7]))
    for batch in BATCHES:
        assert not same_order(ranked(shaped_hands(batch)))
