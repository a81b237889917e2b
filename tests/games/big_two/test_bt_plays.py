"""Natural cards: what they are played as, and what beats what (BT-1, BT-7 to BT-11)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import comb

import pytest

from gmtool.engine import codec
from gmtool.games.big_two import terms
from gmtool.games.big_two.legal import legal
from gmtool.games.big_two.plays import Reading, beats, best, readings, stated

DECK = terms.deck(0)
JOKER_USES = (terms.WILD, terms.HIGH, terms.BOTH)
COUNTS = {
    terms.SINGLE: 52,
    terms.PAIR: 78,
    terms.TRIPLE: 52,
    terms.QUAD: 13,
    terms.STRAIGHT: 8_160,
    terms.FLUSH: 5_116,
    terms.FULL_HOUSE: 3_744,
    terms.FOURS: 624,
    terms.STRAIGHT_FLUSH: 32,
}
"""How many sets of cards of the whole deck are what."""


def read(cards: str) -> Reading:
    reading = best(cards.split(), terms.BOTH)
    assert reading, cards
    return reading


def order(lower: str, higher: str) -> None:
    """Whether the second, of as many cards, beats the first, and not the other way round."""
    assert len(lower.split()) == len(higher.split())
    assert beats(read(higher), read(lower))
    assert not beats(read(lower), read(higher))


def test_bt_1_cards_go_by_rank_then_by_suit() -> None:
    names = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
    cards = [name + suit for name in names for suit in "DCHS"]
    for lower, higher in pairwise(cards):
        order(lower, higher)
    assert read("2S") == max(map(read, cards), key=lambda reading: reading.key)


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("5H", terms.SINGLE),
        ("5H 5S", terms.PAIR),
        ("5H 5S 5D", terms.TRIPLE),
        ("5H 5S 5D 5C", terms.QUAD),
        ("3D 4C 5H 6S 7D", terms.STRAIGHT),
        ("3D 5D 9D JD 2D", terms.FLUSH),
        ("5H 5S 9D 9C 9H", terms.FULL_HOUSE),
        ("5H 5S 5D 5C 3D", terms.FOURS),
        ("8S 7S 6S 5S 4S", terms.STRAIGHT_FLUSH),
    ],
)
def test_bt_7_kinds_of_plays(cards: str, kind: str) -> None:
    """Sections 4.4 of the source; the order in which cards are named makes no difference."""
    assert read(cards).kind == kind
    given = cards.split()
    for joker_use in JOKER_USES:
        (only,) = readings(given, joker_use)
        assert only == read(cards)
        assert only.stands == tuple(given)
        assert stated(given, given[::-1], joker_use) == only
    turned = best(given[::-1], terms.BOTH)
    assert turned
    assert (turned.kind, turned.key) == (only.kind, only.key)


@pytest.mark.parametrize(
    "cards",
    [
        "",
        "5H 6H",
        "5H 5S 6D",
        "5H 5S 6D 6C",
        "5H 5S 5D 6C",
        "3D 4D 5D 6D",
        "3D 4D 5D",
        "5H 5S 9D 9C JH",
        "5H 5S 5D 9C JH",
        "5H 5S 7D 9C JH",
        "3D 4C 5H 6S 8D",
        "3D 5D 9D JD 2C",
        "3D 4C 5H 6S 7D 8D",
        "3D 5D 9D JD 2D AD",
        "5H 5S 5D 9D 9C 9H",
        "5H 5H",
        "5H 5H 9D 9C 9H",
    ],
)
def test_bt_7_what_is_no_play(cards: str) -> None:
    assert readings(cards.split(), terms.BOTH) == ()
    assert best(cards.split(), terms.BOTH) is None
    assert stated(cards.split(), cards.split(), terms.BOTH) is None


@pytest.mark.parametrize(
    "ranks",
    [
        "3-4-5-6-7",
        "4-5-6-7-8",
        "5-6-7-8-9",
        "6-7-8-9-10",
        "7-8-9-10-J",
        "8-9-10-J-Q",
        "9-10-J-Q-K",
        "10-J-Q-K-A",
    ],
)
def test_bt_8_straights_allowed(ranks: str) -> None:
    """Section 4.4.1 of the source, to the letter."""
    names = ranks.split("-")
    mixed = " ".join(name + suit for name, suit in zip(names, "DCHSD", strict=True))
    assert read(mixed).kind == terms.STRAIGHT
    assert read(" ".join(name + "C" for name in names)).kind == terms.STRAIGHT_FLUSH


@pytest.mark.parametrize(
    "ranks", ["J-Q-K-A-2", "Q-K-A-2-3", "K-A-2-3-4", "A-2-3-4-5", "2-3-4-5-6", "A-3-4-5-6"]
)
def test_bt_8_a_2_is_never_in_a_straight_and_nothing_wraps(ranks: str) -> None:
    names = ranks.split("-")
    mixed = [name + suit for name, suit in zip(names, "DCHSD", strict=True)]
    assert best(mixed, terms.BOTH) is None
    assert read(" ".join(name + "C" for name in names)).kind == terms.FLUSH


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("AS", "2D"),
        ("2H", "2S"),
        ("3D 3S", "4D 4C"),
        ("AH AS", "2D 2C"),
        ("7D 7H", "7C 7S"),
        ("7C 7H", "7D 7S"),
        ("3S 3H 3C", "4D 4C 4H"),
        ("AD AC AH", "2D 2C 2H"),
        ("3D 3C 3H 3S", "4D 4C 4H 4S"),
    ],
)
def test_bt_10_singles_pairs_triples_and_quads(lower: str, higher: str) -> None:
    """Sections 4.6.1 to 4.6.3 of the source."""
    order(lower, higher)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("7D 7C", "7C 7H"),
        ("7D 7H", "7D 7C"),
        ("7D 7S", "7H 7S"),
        ("7D 7C 7H", "7C 7H 7S"),
        ("3D 4D 5D 6D 7C", "3S 4S 5S 6S 7C"),
        ("5D 5C 5H 9S 9H", "5D 5C 5H 2S 2H"),
        ("5D 5C 5H 5S 3D", "5D 5C 5H 5S 2S"),
        ("5D 5C 5H 3D 3C", "5C 5H 5S 2S 2H"),
    ],
)
def test_bt_10_bt_11_equal_plays_beat_neither(one: str, other: str) -> None:
    assert not beats(read(one), read(other))
    assert not beats(read(other), read(one))
    assert read(one).key == read(other).key


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        # 4.6.4: straight < flush < full house < four of a kind < straight flush
        ("10D JS QS KS AS", "3D 4D 5D 6D 8D"),
        ("9S JS QS KS 2S", "3D 3C 3H 4D 4C"),
        ("2D 2C 2H AS AH", "3D 3C 3H 3S 4D"),
        ("2D 2C 2H 2S AS", "3D 4D 5D 6D 7D"),
        # 4.6.4.1: by the highest card: rank, then its suit
        ("3S 4S 5S 6S 7D", "4D 5D 6D 7D 8C"),
        ("3S 4S 5S 6S 7D", "3D 4D 5D 6D 7C"),
        ("3D 4D 5D 6D 7H", "3C 4C 5D 6D 7S"),
        ("9S 10S JS QS KH", "10D JD QC KD AD"),
        # 4.6.4.2: by suit, then by the highest card, and so on down
        ("3D 4D 5D 6D AD", "3C 4C 5C 6C 8C"),
        ("9H JH QH KH 2H", "3S 4S 5S 6S 8S"),
        ("9C JC QC KC AC", "3C 4C 5C 6C 2C"),
        ("3C 4C 5C 9C KC", "3C 4C 5C 10C KC"),
        ("3C 4C 8C 10C KC", "3C 4C 9C 10C KC"),
        ("3C 6C 9C 10C KC", "3C 7C 9C 10C KC"),
        ("3C 7C 9C 10C KC", "4C 7C 9C 10C KC"),
        # 4.6.4.3: by the triple
        ("3D 3C 3H 2S 2H", "4D 4C 4H 3D 3C"),
        ("AD AC AH 2S 2H", "2D 2C 2H 3D 3C"),
        # 4.6.4.4: by the four
        ("3D 3C 3H 3S 2S", "4D 4C 4H 4S 3D"),
        ("AD AC AH AS 2S", "2D 2C 2H 2S 3D"),
        # 4.6.4.5: by the highest card
        ("3S 4S 5S 6S 7S", "4D 5D 6D 7D 8D"),
        ("10H JH QH KH AH", "10S JS QS KS AS"),
        ("9S 10S JS QS KS", "10D JD QD KD AD"),
    ],
)
def test_bt_11_five_cards(lower: str, higher: str) -> None:
    order(lower, higher)


def test_bt_7_bt_11_all_plays_of_the_deck() -> None:
    plays = legal(DECK, terms.BOTH)
    assert Counter(play.reading.kind for play in plays) == COUNTS
    assert len({play.cards for play in plays}) == len(plays)
    *others, highest = plays
    assert highest.cards == ("10S", "JS", "QS", "KS", "AS")
    assert all(beats(highest.reading, one.reading) for one in others if len(one.cards) == 5)


def counted(deck: Sequence[str]) -> Counter[str]:
    """What the sets of five are, each of them tried."""
    return Counter(
        reading.kind for cards in combinations(deck, 5) if (reading := best(cards, terms.BOTH))
    )


@pytest.mark.slow
@pytest.mark.long
def test_bt_7_counts_by_trying_all_sets_of_five() -> None:
    assert counted(DECK) == {kind: COUNTS[kind] for kind in terms.FIVE_CARDS if kind in COUNTS}


@pytest.mark.slow
def test_bt_7_counts_by_trying_all_sets_of_five_of_six_ranks() -> None:
    """The short form: 3 to 8 in four suits."""
    found = counted([card for card in DECK if card[:-1] in {"3", "4", "5", "6", "7", "8"}])
    straights = 2 * 4**5
    assert found == {
        terms.STRAIGHT: straights - 2 * 4,
        terms.FLUSH: 4 * comb(6, 5) - 2 * 4,
        terms.FULL_HOUSE: 6 * comb(4, 3) * 5 * comb(4, 2),
        terms.FOURS: 6 * 5 * 4,
        terms.STRAIGHT_FLUSH: 2 * 4,
    }


def test_bt_9_equal_keys_are_only_those_that_the_rules_call_equal() -> None:
    """Singles, flushes and straight flushes of natural cards are in one line, without equals."""
    chance = random.Random(9)  # noqa: S311
    keys: dict[str, list[tuple[int, ...]]] = {}
    for play in legal(chance.sample(DECK, 40), terms.BOTH):
        keys.setdefault(play.reading.kind, []).append(play.reading.key)
    for kind in (terms.SINGLE, terms.QUAD, terms.FLUSH):
        assert len(set(keys[kind])) == len(keys[kind])
    for kind in (terms.STRAIGHT, terms.FULL_HOUSE, terms.PAIR):
        assert len(set(keys[kind])) < len(keys[kind])


@pytest.mark.parametrize("cards", ["5H", "5H LJ", "4S 5S 6S 7S LJ", "5D 5C 5H LJ HJ"])
def test_a_reading_is_stored_and_read_back(cards: str) -> None:
    reading = read(cards)
    assert codec.from_json(Reading, codec.to_json(reading)) == reading
