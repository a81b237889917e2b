"""What cards are played as and which plays a hand has, beside the independent `reference_plays`,
which tries every card for every joker and every set of cards (BT-7 to BT-20).
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, groupby, pairwise, permutations, product
from math import comb

import pytest
from lengths import few_first, few_or_many
from msgspec import convert

from gmtool.engine.telling import plain
from gmtool.games.big_two import plays, terms
from gmtool.games.big_two.plays import Reading, beats, best, legal, stated

from . import reference_plays as page

JOKERS = [[], ["LJ"], ["HJ"], ["LJ", "HJ"]]
USES = (terms.WILD, terms.HIGH, terms.BOTH)
every_use = pytest.mark.parametrize("use", USES)
Judged = tuple[Reading, page.Worth]


def judged(cards: tuple[str, ...], use: str) -> list[Judged]:
    """All that the cards can be, highest first, in the program's eyes and in those of the page."""
    wanted: dict[page.Worth, list[tuple[str, ...]]] = {}
    for stands in product(*(page.meanings(card, use, len(cards) == 5) for card in cards)):
        if worth := page.judge(cards, stands):
            wanted.setdefault(worth, []).append(stands)
    read = [stated(cards, stands, use) for stands in plays.proposals(cards, use)]
    in_order = sorted(filter(None, read), key=lambda one: one.key, reverse=True)
    found = [next(same) for _, same in groupby(in_order, key=lambda one: one.key)]
    falling = sorted(wanted, key=lambda worth: worth.height, reverse=True)
    assert [one.kind for one in found] == [worth.kind for worth in falling], cards
    assert best(cards, use) == (found[0] if found else None), cards
    assert all(beats(one, other) for one, other in pairwise(found)), cards
    for one, worth in zip(found, falling, strict=True):
        for stands in (one.stands, *wanted[worth][:3]):
            assert page.judge(cards, stands) == worth, cards
            assert stated(cards, stands, use) == Reading(one.kind, one.key, stands), cards
    return list(zip(found, falling, strict=True))


def in_one_order(found: list[Judged]) -> None:
    """Of every two the one is higher that the page has higher, and equal ones beat neither."""
    for (one, worth), (other, its) in permutations(found, 2):
        assert beats(one, other) == (worth.height > its.height), (one, other)


def promising(chance: random.Random, number: int, jokers: list[str]) -> tuple[str, ...]:
    """Cards that are near to a play: of one suit, in a row or of few ranks; with jokers, mixed."""
    first = chance.choice(page.NATURAL)
    place, ranks = page.HEIGHT[first], {first[:-1], chance.choice(page.RANKS)}
    near = [
        [card for card in page.NATURAL if card[-1] == first[-1]],
        page.NATURAL[place : place + 24],
        [card for card in page.NATURAL if card[:-1] in ranks],
        page.NATURAL,
    ]
    pool = chance.choice([cards for cards in near if len(cards) >= number])
    cards = chance.sample(pool, number - len(jokers)) + jokers
    return tuple(chance.sample(cards, len(cards)))


@every_use
def test_bt_10_bt_16_bt_17_one_and_two_cards_by_trying_everything(use: str) -> None:
    for number in (1, 2):
        found = [judged(cards, use) for cards in combinations(page.deck(2), number)]
        in_one_order([row[0] for row in found if row])


@pytest.mark.slow
def test_bt_10_bt_17_triples_by_trying_everything() -> None:
    found = []
    for rank in page.RANKS:
        of_it = [card for card in page.deck(2) if card[:-1] == rank or card in page.JOKERS]
        found += [judged(cards, terms.BOTH)[0] for cards in combinations(of_it, 3)]
    in_one_order(found)
    for one, other in few_or_many([("3D", "9S"), ("KC", "KD")], combinations(page.NATURAL, 2)):
        judged((one, "LJ", other), terms.BOTH)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_first(1, [16, 1, 2]))
def test_bt_11_bt_16_to_bt_20_many_sets_of_cards_by_trying_everything(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    found: dict[int, list[Judged]] = {}
    for _ in range(few_or_many(90, 600)):
        cards = promising(chance, chance.choice((3, 4, 5, 5)), chance.choice(JOKERS))
        use = chance.choice((terms.BOTH, terms.WILD, terms.BOTH, terms.HIGH))
        found.setdefault(len(cards), []).extend(judged(cards, use)[:2])
        for _ in range(3):  # what a joker is wrongly said to be, too
            stands = [c if c in page.NATURAL else chance.choice([c, *page.NATURAL]) for c in cards]
            said, known = stated(cards, stands, use), page.stated([*cards], stands, use)
            assert (said and said.kind) == (known and known.kind), (cards, stands)
    for rows in found.values():
        in_one_order(chance.sample(rows, min(len(rows), 120)))


@pytest.mark.slow
def test_bt_11_bt_18_five_cards_are_in_one_order() -> None:
    chance = random.Random(11)  # noqa: S311
    jokers = [*(JOKERS[:3] * 3), JOKERS[3]]
    sets = [promising(chance, 5, chance.choice(jokers)) for _ in range(few_or_many(250, 1500))]
    sets += [("5D", "5C", "HJ", "5H", "5S"), ("7D", "LJ", "7C", "HJ", "7H")]
    found = [(one, page.best(cards, "both")) for cards in sets if (one := best(cards, "both"))]
    assert {one.kind for one, _ in found} == set(terms.FIVE_CARDS)
    in_one_order([(one, worth) for one, worth in found if worth])


@pytest.mark.parametrize(
    "rising",
    [
        # 4.6.4.2: flushes of a suit go by their cards from the highest down
        "3C 6C 8C 9C KC, 3C 4C 5C 10C KC, 3C 7C 8C 10C KC, 3C 4C 9C 10C KC, 3C 7C 9C 10C KC",
        "3C 7C 9C 10C KC, 4C 7C 9C 10C KC, 5C 7C 9C 10C KC, 3C 4C 5C 6C AC, 3C 4C 5C 6C 2C",
    ],
)
def test_bt_11_flushes_that_no_two_players_can_have(rising: str) -> None:
    found = [best(tuple(cards.split()), terms.BOTH) for cards in rising.split(", ")]
    assert all(one and other and beats(other, one) for one, other in pairwise(found))


@pytest.mark.slow
def test_bt_7_bt_8_counts_by_trying_all_sets_of_five() -> None:
    """Of the lowest ranks; in the long form of all."""
    ranks = few_or_many(page.RANKS[:6], page.RANKS)
    deck = [rank + suit for rank in ranks for suit in page.SUITS]
    found = (best(cards, terms.BOTH) for cards in combinations(deck, 5))
    assert Counter(one.kind for one in found if one) == counts(len(ranks))


def counts(ranks: int) -> dict[str, int]:
    """How many sets of five cards of so many ranks are what; no straight goes beyond the ace."""
    straights = min(ranks, 12) - 4
    return {
        terms.STRAIGHT: straights * (4**5 - 4),
        terms.FLUSH: 4 * comb(ranks, 5) - 4 * straights,
        terms.FULL_HOUSE: ranks * 4 * (ranks - 1) * 6,
        terms.FOURS: ranks * (ranks - 1) * 4,
        terms.STRAIGHT_FLUSH: 4 * straights,
    }


def test_bt_7_bt_11_all_plays_of_the_deck() -> None:
    plays = legal(page.NATURAL, terms.BOTH)
    fewer = {terms.SINGLE: 52, terms.PAIR: 78, terms.TRIPLE: 52, terms.QUAD: 13}
    assert Counter(play.reading.kind for play in plays) == fewer | counts(13)
    assert len({play.cards for play in plays}) == len(plays)
    *others, highest = plays
    assert highest.cards == ("10S", "JS", "QS", "KS", "AS")
    assert all(beats(highest.reading, one.reading) for one in others if len(one.cards) == 5)


@pytest.mark.parametrize("cards", ["5H", "5H LJ", "4S 5S 6S 7S LJ", "5D 5C 5H LJ HJ"])
def test_a_reading_is_stored_and_read_back(cards: str) -> None:
    reading = best(tuple(cards.split()), terms.BOTH)
    assert convert(plain(reading), Reading) == reading


# ---- what a hand can play


def same_as_page(hand: list[str], use: str) -> None:
    """The same sets of cards, each once and as the same play; sorted, whatever the hand's order."""
    found = legal(hand, use)
    sets = [s for n in range(1, 6) for s in combinations(sorted(hand, key=terms.place), n)]
    wanted = {cards: worth for cards in sets if (worth := page.best(cards, use))}
    assert {play.cards: play.reading.kind for play in found} == {
        cards: worth.kind for cards, worth in wanted.items()
    }
    assert len(found) == len(wanted)
    assert all(play.reading == best(play.cards, use) for play in found)
    heights = [(len(p.cards), wanted[p.cards].height, [*map(terms.place, p.cards)]) for p in found]
    assert heights == sorted(heights)
    assert legal(hand[::-1], use) == found
    for one in found[:: max(1, len(found) // 8)]:
        count = len(one.cards)
        above = [p for p in found if len(p.cards) == count and beats(p.reading, one.reading)]
        assert legal(hand, use, one.reading, count) == tuple(above)
    for card in (*hand[:3], "HJ"):
        containing = tuple(play for play in found if card in play.cards)
        assert legal(hand, use, containing=card) == containing


def some_hand(chance: random.Random, size: int, jokers: list[str]) -> list[str]:
    """Sometimes of few suits or ranks, so that there is something to play."""
    suits, ranks = chance.sample(page.SUITS, 2), chance.sample(page.RANKS, 5)
    pools = [
        page.NATURAL,
        [card for card in page.NATURAL if card[-1] in suits],
        [card for card in page.NATURAL if card[:-1] in ranks],
    ]
    pool = chance.choice([pool for pool in pools if len(pool) >= size])
    hand = chance.sample(pool, size - len(jokers)) + jokers
    return chance.sample(hand, len(hand))


@pytest.mark.slow
@every_use
def test_bt_6_bt_7_bt_9_plays_of_a_hand_by_trying_every_set(use: str) -> None:
    chance = random.Random(7)  # noqa: S311
    sizes = [(13, []), (3, ["LJ", "HJ"]), (7, ["LJ"]), (6, ["HJ", "LJ"]), (9, []), (2, ["HJ"])]
    for size, jokers in few_or_many(sizes, sizes * 4):
        same_as_page(some_hand(chance, size, jokers), use)


@pytest.mark.slow
@every_use
@pytest.mark.parametrize("jokers", JOKERS)
def test_bt_11_bt_16_plays_with_four_of_a_rank_and_jokers(jokers: list[str], use: str) -> None:
    same_as_page(["3D", "3C", "3H", "3S", "4D", "4S", *jokers], use)
