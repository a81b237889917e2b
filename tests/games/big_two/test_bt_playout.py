"""Rounds played at random without a journal keep the rules (BT-6, BT-9, BT-12 to BT-14)."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest
from lengths import few_first
from playing import head, play, timed

from gmtool.games.big_two import terms
from gmtool.games.big_two.legal import legal
from gmtool.games.big_two.numbered import cards_of, hand_of, number_of, numbered
from gmtool.games.big_two.playout import PASS, Result, leader, round_at_random
from gmtool.games.big_two.plays import Reading, beats, best


def dealt(chance: random.Random, players: int, jokers: int = 0) -> list[list[str]]:
    deck = chance.sample(terms.deck(jokers), 52 + jokers)
    return [deck[seat::players] for seat in range(players)]


@dataclass
class Table:
    """A round by the rules page, in plain words."""

    hands: list[set[str]]
    actor: int
    joker_use: str
    must: str = ""
    last: tuple[int, Reading] | None = None
    passed: set[int] = field(default_factory=set)
    out: list[int] = field(default_factory=list)

    def say(self, who: int, number: int) -> None:
        assert who == self.actor
        if number == PASS:
            assert self.last  # whoever leads plays (BT-12)
            self.passed.add(who)
        else:
            self.play(who, set(cards_of(number)))
        self.actor = self.after(who)
        if self.last and self.passed == self.holding() - {self.last[0]}:
            self.actor, self.last, self.passed = self.last[0], None, set()

    def play(self, who: int, cards: set[str]) -> None:
        assert cards <= self.hands[who]
        assert self.must in {"", *cards}  # BT-6
        self.must = ""
        reading = best(tuple(cards), self.joker_use)
        assert reading
        if self.last:  # BT-9
            assert len(reading.stands) == len(self.last[1].stands)
            assert beats(reading, self.last[1])
        self.hands[who] -= cards
        self.last, self.passed = (who, reading), set()
        if not self.hands[who]:  # BT-13, BT-14
            self.out.append(who)
            self.last = None

    def holding(self) -> set[int]:
        return {seat for seat, hand in enumerate(self.hands) if hand}

    def after(self, who: int) -> int:
        seats = len(self.hands)
        nexts = [(who + step) % seats for step in range(1, seats + 1)]
        return next(seat for seat in nexts if self.hands[seat])


def follow(hands: list[list[str]], result: Result, joker_use: str) -> None:
    """The same round by the rules page."""
    cards = [card for hand in hands for card in hand]
    must = terms.lowest_natural(cards)
    first = next(seat for seat, hand in enumerate(hands) if must in hand)
    table = Table([set(hand) for hand in hands], first, joker_use, must)
    for who, number in result.said:
        assert len(table.holding()) > 1
        table.say(who, number)
    (left,) = table.holding()
    assert result.places == (*table.out, left)
    assert result.moves == len(result.said)


def follow_in_a_journal(seed: int, players: int, jokers: int, joker_use: str) -> None:
    """The same round, said by players to the rules of the program."""
    chance = random.Random(seed)  # noqa: S311
    deck = chance.sample(terms.deck(jokers), 52 + jokers)
    hands = [deck[seat::players] for seat in range(players)]
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQ"[:players]]
    result = round_at_random(hands, leader(hands), chance.randrange, joker_use)
    lines = [f"chance: shuffle {' '.join(deck)}", "host: start"]
    lines += [f"{names[who]}: {text}" for who, text in result.texts()]
    header = head(", ".join(names), "big-two", jokers=jokers, joker_use=joker_use)
    played = play(header.replace("---", "set chance: typed\n---") + timed(lines))
    (over,) = played.news("RoundOver")
    assert over["places"] == tuple(names[seat] for seat in result.places)


@pytest.mark.parametrize(("players", "jokers"), [(2, 0), (4, 0), (4, 2)])
def test_bt_9_bt_14_the_same_moves_go_through_as_a_journal(players: int, jokers: int) -> None:
    follow_in_a_journal(players, players, jokers, terms.BOTH)


@pytest.mark.slow
@pytest.mark.parametrize("joker_use", few_first(1, [terms.WILD, terms.HIGH, terms.BOTH]))
def test_bt_9_bt_14_many_rounds_go_through_as_journals(joker_use: str) -> None:
    for seed in range(30):
        follow_in_a_journal(seed, 3 + seed % 4, seed % 3, joker_use)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 17])
def test_bt_12_random_rounds_by_the_rules_page(players: int) -> None:
    chance = random.Random(players)  # noqa: S311
    for _ in range(12 if players > 2 else 4):
        hands = dealt(chance, players)
        result = round_at_random(hands, leader(hands), chance.randrange)
        follow(hands, result, terms.BOTH)


@pytest.mark.parametrize("joker_use", [terms.WILD, terms.HIGH, terms.BOTH])
def test_bt_16_random_rounds_with_jokers(joker_use: str) -> None:
    chance = random.Random(16)  # noqa: S311
    for jokers in (1, 2):
        hands = dealt(chance, 6, jokers)
        result = round_at_random(hands, leader(hands), chance.randrange, joker_use)
        follow(hands, result, joker_use)


def test_bt_6_another_leader_may_begin_with_any_play() -> None:
    hands = [["3D", "5C"], ["4D"]]
    first = round_at_random(hands, 1, lambda n: 0)
    assert first.texts() == [(1, "play 4D")]
    assert first.places == (1, 0)


def test_bt_13_bt_14_a_small_round_said_in_full() -> None:
    """Somebody goes out, the trick ends at once, and the next seat leads what it likes."""
    hands = [["5D"], ["3D", "4D"], ["4C", "4H"]]
    assert leader(hands) == 1
    result = round_at_random(hands, 1, lambda n: 0)
    assert result.texts() == [
        (1, "play 3D"),
        (2, "play 4C"),
        (0, "play 5D"),
        (1, "play 4D"),
    ]
    assert result.places == (0, 1, 2)
    passing = round_at_random(hands, 1, lambda n: n - 1)
    assert passing.texts() == [
        (1, "play 3D"),
        (2, "pass"),
        (0, "pass"),
        (1, "play 4D"),
        (2, "play 4C 4H"),
    ]
    assert passing.places == (1, 2, 0)


def test_bt_12_a_move_is_any_legal_play_or_a_pass() -> None:
    """What is chosen from: all legal plays, and the pass where it is allowed."""
    hands = [["3D", "3C", "9H"], ["4D", "4S", "8D", "2S"]]
    asked: list[int] = []

    def below(n: int) -> int:
        asked.append(n)
        return 0

    round_at_random(hands, 0, below)
    opening = len(legal(hands[0], terms.BOTH, containing="3D"))
    three = best(["3D"], terms.BOTH)
    answers = len(legal(hands[1], terms.BOTH, three, 1))
    assert asked[:2] == [opening, answers + 1]


@pytest.mark.parametrize("jokers", [[], ["LJ"], ["LJ", "HJ"]], ids=" ".join)
def test_bt_7_numbered_plays_are_the_legal_ones(jokers: list[str]) -> None:
    chance = random.Random(7)  # noqa: S311
    sizes = (1, 4, 5, 9, 13, 17, 26, 26) if not jokers else (1, 7, 9)
    for size in sizes:
        hand = [*chance.sample(terms.deck(0), size), *jokers]
        plays = legal(hand, terms.BOTH)
        found = numbered(hand_of(hand), terms.BOTH)
        assert sorted(map(number_of, plays)) == found
        assert {cards_of(number) for number in found} == {play.cards for play in plays}


def test_bt_11_numbers_are_in_the_order_of_plays() -> None:
    chance = random.Random(11)  # noqa: S311
    plays = legal([*chance.sample(terms.deck(0), 12), "LJ"], terms.BOTH)
    for _ in range(2_000):
        one, other = chance.sample(plays, 2)
        if len(one.cards) == len(other.cards):
            higher = number_of(one) >> 54 > number_of(other) >> 54
            assert higher == beats(one.reading, other.reading)


@pytest.mark.slow
def test_bt_12_many_random_rounds_by_the_rules_page() -> None:
    chance = random.Random(12)  # noqa: S311
    for _ in range(600):
        hands = dealt(chance, chance.choice((3, 4, 4, 4, 5, 8)))
        result = round_at_random(hands, leader(hands), chance.randrange)
        follow(hands, result, terms.BOTH)
