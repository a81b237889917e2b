"""Jokers: what they stand for, and where they put a play (BT-16 to BT-20)."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, permutations

import pytest

from gmtool.games.big_two import terms
from gmtool.games.big_two.plays import Reading, beats, best, readings, stated

from . import naive

DECK = terms.deck(0)
JOKERS = [[], ["LJ"], ["HJ"], ["LJ", "HJ"]]
JOKER_USES = (terms.WILD, terms.HIGH, terms.BOTH)


def said(text: str, joker_use: str = terms.BOTH) -> Reading | None:
    """What a play is, written as a player does: `7S LJ as 7S 7C`."""
    cards, _, stands = text.partition(" as ")
    if stands:
        return stated(cards.split(), stands.split(), joker_use)
    return best(cards.split(), joker_use)


def order(lower: str, higher: str) -> None:
    """The second beats the first, and not the other way round."""
    one, other = said(lower), said(higher)
    assert one, lower
    assert other, higher
    assert len(one.stands) == len(other.stands)
    assert beats(other, one)
    assert not beats(one, other)


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        # 5.3: above 2; the higher joker beats the lower; a pair of them beats a pair of 2s
        ("2S", "LJ"),
        ("LJ", "HJ"),
        ("2S", "LJ as LJ"),
        ("2H 2S", "LJ HJ"),
        ("2S LJ", "LJ HJ"),
        ("2S HJ", "LJ HJ as LJ HJ"),
        # a wild single above the natural cards of its rank, and no higher than a 2 for a 2
        ("3S", "LJ as 3D"),
        ("LJ as 3S", "HJ as 3D"),
        ("HJ as 3S", "4D"),
        ("2S", "LJ as 2D"),
        ("HJ as 2S", "LJ as LJ"),
        # 5.3.1: pairs by rank first, then by the highest card in them
        ("3S HJ as 3S 3C", "4D 4C"),
        ("3S LJ", "4D 4C"),
        ("3H 3S", "3D LJ"),
        ("3S LJ", "3D HJ"),
        ("LJ HJ as 3D 3C", "4D 4C"),
        ("3S LJ", "LJ HJ as 3D 3C"),
        ("LJ HJ as 2D 2C", "LJ HJ as LJ HJ"),
        # triples similarly, and quads
        ("3D 3C 3H", "3C 3S LJ"),
        ("3C 3S LJ", "3D 3C HJ"),
        ("3S LJ HJ", "4D 4C 4H"),
        ("3H 3S LJ", "3D LJ HJ"),
        ("3D 3C 3H 3S", "3D 3C 3H LJ"),
        ("3C 3H 3S LJ", "3D 3C 3H HJ"),
        ("3D 3C LJ HJ", "4D 4C 4H 4S"),
        # 5.3.2: a joker on top of a seven-high straight
        ("3D 4D 5D 6D 7S", "3D 4D 5D 6C LJ as 3D 4D 5D 6C 7D"),
        ("3D 4D 5D 6C LJ as 3D 4D 5D 6C 7S", "3D 4D 5D 6C HJ as 3D 4D 5D 6C 7D"),
        ("3S 4S 5S 6C HJ as 3S 4S 5S 6C 7S", "4D 5D 6D 7D 8C"),
        ("3D 4C LJ 6D HJ as 3D 4C 5D 6D 7D", "4D 5D 6D 7C 8D"),
        # the same in flushes, full houses, fours and straight flushes
        ("3C 4C 6C 7C 9C", "3C 4C 6C 7C LJ as 3C 4C 6C 7C 9C"),
        ("3C 4C 6C 7C LJ as 3C 4C 6C 7C 9C", "3C 4C 6C 7C HJ as 3C 4C 6C 7C 9C"),
        ("3C 4C 6C 7C HJ as 3C 4C 6C 7C 9C", "3C 4C 6C 7C 10C"),
        ("3C 4C 6C 9C KC", "3C 4C 6C LJ KC as 3C 4C 6C 9C KC"),
        ("3D 5D 7D 9D HJ as 3D 5D 7D 9D 2D", "3C 4C 5C 6C 8C"),
        ("3D 3C 3H 9C 9D", "3D 3C LJ 9C 9D as 3D 3C 3S 9C 9D"),
        ("3D 3C LJ 9C 9D as 3D 3C 3S 9C 9D", "3D 3C HJ 9C 9D as 3D 3C 3S 9C 9D"),
        ("3D 3C HJ 9C 9D as 3D 3C 3S 9C 9D", "4D 4C 4H 9C 9D"),
        ("3D 3C 3H 3S 2S", "3D 3C 3H LJ 9S"),
        ("3D 3C 3H LJ 2S", "3D 3C 3H HJ 4D"),
        ("3D 3C LJ HJ 2S", "4D 4C 4H 4S 3D"),
        ("3D 4D 5D 6D 7D", "3D 4D 5D 6D LJ as 3D 4D 5D 6D 7D"),
        ("3S 4S 5S 6S 7S", "3D 4D 5D 6D LJ as 3D 4D 5D 6D 7D"),
        ("3S 4S 5S 6S HJ as 3S 4S 5S 6S 7S", "4D 5D 6D 7D 8D"),
        # 5.3.3: five of a kind
        ("10S JS QS KS AS", "3D 3C 3H 3S LJ"),
        ("10S JS QS KS LJ", "3D 3C 3H LJ HJ"),
        ("3D 3C 3H 3S LJ", "4D 4C 4H LJ HJ"),
    ],
)
def test_bt_16_to_bt_19_what_beats_what(lower: str, higher: str) -> None:
    order(lower, higher)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3D LJ", "3S LJ"),
        ("3D 3C LJ", "3H 3S LJ"),
        ("3D LJ HJ", "3S 3C HJ"),
        ("LJ as 3S", "LJ as 3D"),
        # elsewhere in a straight a joker changes nothing
        ("3D LJ 5D 6D 7S as 3D 4D 5D 6D 7S", "3D 4D 5D 6D 7S"),
        ("LJ 4D HJ 6D 7S as 3D 4D 5D 6D 7S", "3D 4D 5D 6D 7S"),
        ("3D 4D LJ 6D 7D as 3D 4D 5D 6D 7D", "3D 4D 5D 6D 7D"),
        # nor in the pair of a full house, nor as a kicker
        ("3D 3C 3H 9C LJ as 3D 3C 3H 9C 9D", "3D 3C 3H 9C 9D"),
        ("3D 3C 3H 3S LJ as 3D 3C 3H 3S 2S", "3D 3C 3H 3S 4D"),
        ("3D 3C 3H 3S LJ", "3D 3C 3H LJ HJ"),
    ],
)
def test_bt_17_to_bt_19_a_joker_that_changes_nothing(one: str, other: str) -> None:
    first, second = said(one), said(other)
    assert first
    assert second
    assert first.key == second.key
    assert not beats(first, second)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("7S LJ as 7S 7C", terms.PAIR),
        ("7S LJ as 7C 7S", terms.PAIR),
        ("LJ HJ as 7C 7S", terms.PAIR),
        ("7S LJ HJ as 7D 7C 7S", terms.TRIPLE),
        ("7S 7D LJ HJ as 7D 7C 7H 7S", terms.QUAD),
        ("LJ as 7C", terms.SINGLE),
        ("LJ as LJ", terms.SINGLE),
        ("HJ LJ as LJ HJ", terms.PAIR),
        ("LJ HJ as LJ HJ", terms.PAIR),
        ("4S 5S 6S 7S LJ as 4S 5S 6S 7S 8H", terms.STRAIGHT),
        ("4S 5S 6S 7S LJ as 3S 4S 5S 6S 7S", terms.STRAIGHT_FLUSH),
        ("4S 5S 6S 7S LJ as 4S 5S 6S 7S 9S", terms.FLUSH),
        ("5D 5C 6D 6C LJ as 5D 5C 5H 6D 6C", terms.FULL_HOUSE),
        ("5D 5C 5H LJ HJ as 5D 5C 5H 9D 9C", terms.FULL_HOUSE),
        ("5D 5C 5H LJ HJ as 5D 5C 5H 5S 9C", terms.FOURS),
        ("5D 5C 5H 9C LJ as 5S 5D 5C 5H 9C", terms.FOURS),
        ("5D 5C 5H 5S LJ as 5", terms.FIVES),
        ("5D 5C 5H LJ HJ as 5", terms.FIVES),
        ("5D 5C 5H LJ HJ as 5D 5C 5H 5 5", terms.FIVES),
    ],
)
def test_bt_20_what_the_player_says(text: str, kind: str) -> None:
    reading = said(text)
    assert reading
    assert reading.kind == kind
    cards = text.partition(" as ")[0].split()
    assert stated(cards, reading.stands, terms.BOTH) == reading
    assert any(other.key == reading.key for other in readings(cards, terms.BOTH))


@pytest.mark.parametrize(
    "text",
    [
        "7S LJ as 7S 7S",  # a wild never doubles a card of its own play (BT-16)
        "7D 7C LJ as 7D 7C 7D",
        "LJ HJ as 7C 7C",
        "4S 5S 6S 7S LJ as 4S 5S 6S 7S 7S",
        "5D 5C 5H LJ HJ as 5D 5C 5H 5S 5S",
        "5D 5C 5H LJ HJ as 5D 5C 5H 5S 5",
        "5D 5C 5H 9D LJ as 5",  # the rank alone is for five of a kind (BT-16)
        "7S LJ as 7S 7",
        "LJ as 7",
        "7S LJ as 7",
        "5D 5C 5H 5S LJ as 6",
        "7S as 7",
        "7S 7D as 7",
        "5D 5C 5H 5S 9D as 5",
        "7S LJ as 7S 8S",  # no play
        "7S LJ as 7C 7D",  # a natural card stands for itself
        "7S 7D as 7S 7C",
        "7S as LJ",
        "7S LJ as 7S LJ",  # as a joker only a single, or with the other one
        "LJ as HJ",
        "LJ HJ as LJ 2S",
        "LJ HJ as HJ HJ",
        "7S 7D LJ HJ as 7S 7D LJ HJ",
        "7S LJ as 7S",  # not as many
        "LJ as 7S 7C",
        "7S LJ as 7S XX",
        "JS QD KD AD LJ as JS QD KD AD 2D",  # never a 2 in a straight (BT-8)
    ],
)
def test_bt_16_what_a_joker_cannot_stand_for(text: str) -> None:
    assert said(text) is None


def test_bt_20_jokers_stand_for_what_is_left_in_the_order_written() -> None:
    low_on_top = said("4D 5C 6D HJ LJ as 4D 5C 6D 7D 8D")
    high_on_top = said("4D 5C 6D LJ HJ as 4D 5C 6D 7D 8D")
    assert low_on_top
    assert high_on_top
    assert low_on_top.stands == high_on_top.stands == ("4D", "5C", "6D", "7D", "8D")
    assert beats(high_on_top, low_on_top)
    assert said("HJ 4D 5C LJ 6D as 4D 7D 5C 6D 8D") == Reading(
        terms.STRAIGHT, low_on_top.key, ("7D", "4D", "5C", "8D", "6D")
    )


@pytest.mark.parametrize(
    ("cards", "wild", "high", "both"),
    [
        ("LJ", (12, 4), (13, 4), (13, 4)),
        ("HJ", (12, 5), (13, 5), (13, 5)),
        ("LJ HJ", (12, 5), (13, 5), (13, 5)),
        ("7S LJ", (4, 4), None, (4, 4)),
        ("7S LJ HJ", (4, 5), None, (4, 5)),
        ("7S 7D 7C LJ", (4, 4), None, (4, 4)),
        ("7S 7D 7C 7H LJ", (5, 4), None, (5, 4)),
        ("4S 5S 6S 7S HJ", (4, 5, 5), None, (4, 5, 5)),
        ("4S 5D 6S 7S HJ", (0, 5, 5), None, (0, 5, 5)),
    ],
)
def test_bt_16_joker_use(
    cards: str, wild: tuple[int, ...], high: tuple[int, ...] | None, both: tuple[int, ...]
) -> None:
    """`wild`: at most a 2; `high`: only as a joker; `both`: either."""
    for joker_use, key in zip(JOKER_USES, (wild, high, both), strict=True):
        reading = said(cards, joker_use)
        assert (reading.key if reading else None) == key


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("LJ as LJ", (terms.HIGH, terms.BOTH)),
        ("LJ HJ as LJ HJ", (terms.HIGH, terms.BOTH)),
        ("LJ as 2S", (terms.WILD, terms.BOTH)),
        ("LJ HJ as 7D 7C", (terms.WILD, terms.BOTH)),
        ("7S LJ as 7S 7C", (terms.WILD, terms.BOTH)),
        ("7S 7D 7C 7H LJ as 7", (terms.WILD, terms.BOTH)),
        ("7S 7D as 7D 7S", JOKER_USES),
    ],
)
def test_bt_16_joker_use_when_the_player_says(text: str, uses: tuple[str, ...]) -> None:
    assert tuple(joker_use for joker_use in JOKER_USES if said(text, joker_use)) == uses


@pytest.mark.parametrize(
    ("cards", "kind", "stands"),
    [
        ("4S 5S 6S 7S LJ", terms.STRAIGHT_FLUSH, "4S 5S 6S 7S 8S"),
        ("10S JS QS KS LJ", terms.STRAIGHT_FLUSH, "10S JS QS KS AS"),
        ("JS QS KS AS LJ", terms.STRAIGHT_FLUSH, "JS QS KS AS 10S"),
        ("10D JS QS KS LJ", terms.STRAIGHT, "10D JS QS KS AS"),
        ("3C 5C 7C 9C LJ", terms.FLUSH, "3C 5C 7C 9C 2C"),
        ("3C 5C 7C 2C LJ", terms.FLUSH, "3C 5C 7C 2C AC"),
        ("3C LJ 5C HJ 8C", terms.FLUSH, "3C AC 5C 2C 8C"),
        ("5D 5C 6D 6C LJ", terms.FULL_HOUSE, "5D 5C 6D 6C 6S"),
        ("5D 5C 5H 6D LJ", terms.FOURS, "5D 5C 5H 6D 5S"),
        ("5D 5C 6D LJ HJ", terms.FOURS, "5D 5C 6D 5H 5S"),
        ("5D 5C 5H LJ HJ", terms.FIVES, "5D 5C 5H 5 5"),
        ("LJ", terms.SINGLE, "LJ"),
        ("HJ LJ", terms.PAIR, "HJ LJ"),
    ],
)
def test_bt_20_read_as_the_highest(cards: str, kind: str, stands: str) -> None:
    reading = best(cards.split(), terms.BOTH)
    assert reading
    assert (reading.kind, reading.stands) == (kind, tuple(stands.split()))


def same_as_naive(cards: tuple[str, ...], joker_use: str) -> None:
    """`readings`, `best` and `stated` say what trying every card for every joker says."""
    wanted = naive.readings(cards, joker_use)
    found = readings(cards, joker_use)
    assert {(one.kind, one.key) for one in found} == set(wanted), cards
    assert len(found) == len(wanted)
    assert best(cards, joker_use) == (found[0] if found else None), cards
    assert all(beats(one, other) for one, other in pairwise(found)), cards
    for one in found:
        assert one.stands in wanted[one.kind, one.key]
        assert stated(cards, one.stands, joker_use) == one
        for stands in wanted[one.kind, one.key][:3]:
            assert stated(cards, stands, joker_use) == Reading(one.kind, one.key, stands)


@pytest.mark.parametrize("joker_use", JOKER_USES)
def test_bt_16_one_and_two_cards_by_trying_everything(joker_use: str) -> None:
    for number in (1, 2):
        for cards in combinations(terms.deck(2), number):
            same_as_naive(cards, joker_use)


def promising(chance: random.Random, number: int, jokers: list[str]) -> tuple[str, ...]:
    """Cards that are near to a play: of one suit, in a row or of few ranks; with jokers, mixed."""
    first = chance.choice(DECK)
    place = terms.place(first)
    two_ranks = {first[:-1], chance.choice(terms.RANKS)}
    near = [
        [card for card in DECK if card[-1] == first[-1]],
        [card for card in DECK if place <= terms.place(card) < place + 24] or list(DECK),
        [card for card in DECK if card[:-1] in two_ranks],
        list(DECK),
    ]
    pool = chance.choice([cards for cards in near if len(cards) >= number] or [list(DECK)])
    cards = chance.sample(pool, number - len(jokers)) + jokers
    chance.shuffle(cards)
    return tuple(cards)


def compare_samples(seed: int, samples: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    for _ in range(samples):
        jokers = chance.choice(JOKERS)
        cards = promising(chance, chance.choice((3, 4, 5, 5)), jokers)
        same_as_naive(cards, chance.choice((terms.BOTH, terms.WILD, terms.BOTH, terms.HIGH)))


@pytest.mark.slow  # by exhaustion
def test_bt_16_three_to_five_cards_by_trying_everything() -> None:
    compare_samples(seed=16, samples=60)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_bt_16_many_sets_of_cards_by_trying_everything(seed: int) -> None:
    compare_samples(seed, samples=600)


@pytest.mark.slow
def test_bt_16_all_sets_of_three_with_a_joker() -> None:
    for first, other in combinations(DECK, 2):
        same_as_naive((first, "LJ", other), terms.BOTH)
    for card in DECK:
        same_as_naive(("HJ", card, "LJ"), terms.BOTH)


def in_rulebook_words(cards: tuple[str, ...], rank: str) -> tuple[int, int]:
    """Section 5.3.1: by rank, then by the highest card; without jokers 4.6.2 and 4.6.3."""
    if "HJ" in cards or "LJ" in cards:
        top = 3 if "HJ" in cards else 2
    else:
        top = int(len(cards) == 2 and any(card.endswith("S") for card in cards))
    return terms.RANKS.index(rank), top


@pytest.mark.parametrize("number", [2, 3])
def test_bt_17_all_pairs_and_triples_are_in_one_order(number: int) -> None:
    """Every two of them, of natural cards and with wilds: one is higher, or they are equal."""
    ranked: dict[Reading, tuple[int, int]] = {}
    for name in terms.RANKS:
        own = [name + suit for suit in terms.SUITS]
        for cards in combinations([*own, "LJ", "HJ"], number):
            if set(cards) != {"LJ", "HJ"}:
                reading = best(cards, terms.WILD)
                assert reading
                ranked[reading] = in_rulebook_words(cards, name)
    for (one, first), (other, second) in permutations(ranked.items(), 2):
        assert beats(one, other) == (first > second)
        assert not (beats(one, other) and beats(other, one))


def test_bt_11_bt_18_five_cards_are_in_one_order() -> None:
    """Sampled: what is beaten by a lower play is beaten by a higher one."""
    chance = random.Random(11)  # noqa: S311
    sets = (promising(chance, 5, chance.choice(JOKERS)) for _ in range(1_500))
    found = [reading for cards in sets if (reading := best(cards, terms.BOTH))]
    assert {one.kind for one in found} == set(terms.FIVE_CARDS)
    for _ in range(3_000):
        one, other, third = chance.sample(found, 3)
        assert beats(one, other) + beats(other, one) == (one.key != other.key)
        if beats(one, other) and beats(other, third):
            assert beats(one, third)
