"""What a hand can play: the list, beside trying every set of its cards (BT-6, BT-7, BT-9)."""

from __future__ import annotations

import random

import pytest
from lengths import few_first

from gmtool.games.big_two import terms
from gmtool.games.big_two.legal import Play, legal
from gmtool.games.big_two.plays import beats, best

from . import naive

DECK = terms.deck(0)
JOKERS = [[], ["LJ"], ["HJ"], ["LJ", "HJ"]]
JOKER_USES = (terms.WILD, terms.HIGH, terms.BOTH)


def texts(plays: tuple[Play, ...]) -> list[str]:
    return [" ".join(play.cards) for play in plays]


def same_as_naive(hand: list[str], joker_use: str) -> None:
    """The same sets of cards, each once and as the same play; sorted, whatever the hand's order."""
    found = legal(hand, joker_use)
    wanted = set(naive.legal(hand, joker_use))
    assert {(frozenset(p.cards), (p.reading.kind, p.reading.key)) for p in found} == wanted, hand
    assert len(found) == len(wanted)
    assert all(play.reading == best(play.cards, joker_use) for play in found)
    assert all(play.cards == terms.in_order(play.cards) for play in found)
    order = [(len(p.cards), p.reading.key, [terms.place(card) for card in p.cards]) for p in found]
    assert order == sorted(order)
    assert legal(hand[::-1], joker_use) == found
    _narrowed(hand, joker_use, found)


def _narrowed(hand: list[str], joker_use: str, found: tuple[Play, ...]) -> None:
    """To beat each play, and with each card in it: what is left of the whole list."""
    for play in found[:: max(1, len(found) // 8)]:
        count = len(play.cards)
        above = [p for p in found if len(p.cards) == count and beats(p.reading, play.reading)]
        assert legal(hand, joker_use, play.reading, count) == tuple(above)
    for card in hand[:3]:
        containing = tuple(play for play in found if card in play.cards)
        assert legal(hand, joker_use, containing=card) == containing


def hand_of(chance: random.Random, size: int, jokers: list[str]) -> list[str]:
    """Sometimes of few suits or ranks, so that there is something to play."""
    suits, ranks = chance.sample(terms.SUITS, 2), chance.sample(terms.RANKS, 5)
    pools = [
        list(DECK),
        [card for card in DECK if card[-1] in suits],
        [card for card in DECK if card[:-1] in ranks],
    ]
    pool = chance.choice([pool for pool in pools if len(pool) >= size])
    hand = chance.sample(pool, size - len(jokers)) + jokers
    chance.shuffle(hand)
    return hand


@pytest.mark.slow  # by exhaustion
@pytest.mark.parametrize("joker_use", JOKER_USES)
def test_bt_7_legal_plays_by_trying_every_set(joker_use: str) -> None:
    chance = random.Random(7)  # noqa: S311
    for size, jokers in [(13, []), (13, []), (3, ["LJ", "HJ"]), (7, ["LJ"]), (6, ["HJ", "LJ"])]:
        same_as_naive(hand_of(chance, size, jokers), joker_use)


@pytest.mark.slow
@pytest.mark.parametrize("jokers", few_first(1, JOKERS), ids=" ".join)
def test_bt_7_legal_plays_of_many_hands_by_trying_every_set(jokers: list[str]) -> None:
    chance = random.Random(len(jokers))  # noqa: S311
    many = 1 if len(jokers) == 2 else 8
    for joker_use in JOKER_USES:
        for _ in range(many):
            same_as_naive(hand_of(chance, chance.randrange(2, 14), jokers), joker_use)


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("", []),
        ("3D", ["3D"]),
        ("2S 3D", ["3D", "2S"]),
        ("3S 3D 4C", ["3D", "3S", "4C", "3D 3S"]),
        ("LJ", ["LJ"]),
        ("HJ LJ", ["LJ", "HJ", "LJ HJ"]),
        ("3D 4C LJ", ["3D", "4C", "LJ", "3D LJ", "4C LJ"]),
        ("LJ 3D HJ", ["3D", "LJ", "HJ", "3D LJ", "3D HJ", "LJ HJ", "3D LJ HJ"]),
    ],
)
def test_bt_7_legal_plays_of_small_hands(hand: str, plays: list[str]) -> None:
    assert texts(legal(hand.split(), terms.BOTH)) == plays


def test_bt_6_the_first_play_contains_a_card() -> None:
    hand = "3D 3C 4D 5D 6D 7S 9D LJ".split()  # noqa: SIM905
    opening = texts(legal(hand, terms.BOTH, containing="3D"))
    assert opening[:4] == ["3D", "3D 3C", "3D LJ", "3D 3C LJ"]
    assert "3D 4D 5D 6D 7S" in opening
    assert "3D 4D 5D 6D LJ" in opening
    assert all("3D" in text.split() for text in opening)
    assert legal(hand, terms.BOTH, containing="4C") == ()


def test_bt_9_as_many_cards_and_higher() -> None:
    hand = "4D 7C 7S 8H 2S".split()  # noqa: SIM905
    pair, four = best(["7D", "7H"], terms.BOTH), best(["4D"], terms.BOTH)
    assert texts(legal(hand, terms.BOTH, pair, 2)) == ["7C 7S"]
    assert texts(legal(hand, terms.BOTH, four, 1)) == ["7C", "7S", "8H", "2S"]
    low, twos = best(["3D", "3C"], terms.BOTH), best(["2D", "2S"], terms.BOTH)
    assert texts(legal(["2S", "9C"], terms.BOTH, low, 2)) == []  # section 4.6: no 2 beats a pair
    assert texts(legal(hand, terms.BOTH, twos, 2)) == []


def test_bt_16_jokers_only_as_singles_or_as_their_pair() -> None:
    hand = "3D 3C LJ HJ".split()  # noqa: SIM905
    plays = texts(legal(hand, terms.HIGH))
    assert plays == ["3D", "3C", "LJ", "HJ", "3D 3C", "LJ HJ"]
    assert "3D 3C LJ HJ" in texts(legal(hand, terms.BOTH))


def test_bt_20_listed_once_as_the_highest() -> None:
    (play,) = legal(["3D", "3C", "3H", "LJ", "HJ"], terms.BOTH, count=5)
    assert play.reading.kind == terms.FIVES
