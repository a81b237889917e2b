"""Big Two: plays listed and rounds played at random, dealing included, beside trying everything"""

import random
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

import naive
from measuring import Cost, Size, Times, in_turn

from gmtool.games.big_two import terms
from gmtool.games.big_two.legal import legal
from gmtool.games.big_two.playout import leader, round_at_random

PLAYERS = 4
ROUNDS_TO_ONE = 500
"""Rounds played for one that tries everything, so that both take a while."""

Hands = list[list[str]]
Below = Callable[[int], int]


def rows(folder: Path, size: Size) -> Iterator[str]:
    for cards, jokers, called in ((13, 0, "13 cards"), (8, 1, "8 cards, a joker")):
        hands = _some_hands(size.replays, cards, jokers)
        by_trying = f"trying all, {called}"
        contest = {
            by_trying: partial(_try_all, hands),
            "legal plays": partial(_list_all, hands),
        }
        times = in_turn(contest, size.replays)
        yield times.row(by_trying, "legal plays", each=len(hands))

    seeds = count(1)
    many = size.games
    few = max(1, many // ROUNDS_TO_ONE)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        moves = {
            "random moves, trying all": lambda: _moves_naively(next(seeds), few),
            "one process": lambda: moves_at_random(next(seeds), many),
            "two processes": lambda: sum(
                processes.map(moves_at_random, (next(seeds), next(seeds)), (many, many))
            ),
        }
        times = _each_move(moves, size.replays)
        by_trying, one, two = moves
        yield times.row(by_trying, one, each=1)
        yield times.row("one process", two, each=1)


def moves_at_random(seed: int, rounds: int) -> int:
    """How many moves there were in so many rounds, each dealt anew."""
    chance = random.Random(seed).random
    return sum(
        round_at_random(hands, leader(hands), lambda n: int(chance() * n)).moves
        for hands in _deals(seed, rounds)
    )


def _moves_naively(seed: int, rounds: int) -> int:
    below = random.Random(seed).randrange
    return sum(_round_naively(hands, below) for hands in _deals(seed, rounds))


def _round_naively(hands: Hands, below: Below) -> int:
    """The same round, every move being chosen from all sets of cards that are a play."""
    held = [set(hand) for hand in hands]
    seat, last, passes, moves = leader(hands), None, 0, 0
    must = terms.lowest_natural(card for hand in hands for card in hand)
    while sum(map(bool, held)) > 1:
        plays = [
            (cards, key)
            for cards, (_, key) in naive.legal(held[seat], terms.BOTH, len(last[0]) if last else 0)
            if (moves or must in cards) and (last is None or key > last[1])
        ]
        chosen = below(len(plays) + (last is not None))
        moves += 1
        if chosen < len(plays):
            last, passes = plays[chosen], 0
            held[seat] -= last[0]
            last = last if held[seat] else None
        else:
            passes += 1
        seat = next(s for turn in range(1, 9) if held[s := (seat + turn) % len(hands)])
        if last and passes == sum(map(bool, held)) - 1:
            last, passes = None, 0
    return moves


def _deals(seed: int, rounds: int) -> Iterator[Hands]:
    chance = random.Random(-seed).random
    deck = list(terms.deck(0))
    for _ in range(rounds):
        deck.sort(key=lambda _: chance())
        yield [deck[seat::PLAYERS] for seat in range(PLAYERS)]


def _some_hands(number: int, cards: int, jokers: int) -> Hands:
    chance = random.Random(cards)
    added = [terms.LOW_JOKER, terms.HIGH_JOKER][:jokers]
    return [chance.sample(terms.deck(0), cards - jokers) + added for _ in range(number)]


def _try_all(hands: Hands) -> None:
    for hand in hands:
        list(naive.legal(hand, terms.BOTH))


def _list_all(hands: Hands) -> None:
    for hand in hands:
        legal(hand, terms.BOTH)


def _each_move(contest: Mapping[str, Callable[[], int]], rounds: int) -> Times:
    """The seconds of one move; what plays tells how many it played."""
    each = {who: partial(_of_one, play) for who, play in contest.items()}
    return in_turn(each, rounds)  # processes start in the first, which isn't counted


def _of_one(play: Callable[[], int]) -> Cost:
    start = perf_counter()
    moves = play()
    return Cost((perf_counter() - start) / moves)
