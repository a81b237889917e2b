"""Hands a second: `strength` beside treys and pokereval, which know 5 to 7 cards.

All rank the same random hands, each in its own form of them; only the ranking is timed. They take
turns in many short rounds, and what counts is the median of the rounds' ratios, so that a machine
busy with something else slows all of them alike.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import pokereval.card
import treys
from pokereval.hand_evaluator import HandEvaluator

from gmtool.engine.cards import DECK, RANKS, rank, suit
from gmtool.engine.poker import strength

HANDS = 1_000
ROUNDS = 101

TREYS = {card: treys.Card.new(card.replace("10", "T")[0] + suit(card).lower()) for card in DECK}
POKEREVAL = {
    card: pokereval.card.Card(RANKS.index(rank(card)) + 2, suit(card).lower()) for card in DECK
}

Ranker = tuple[Callable[[Any], object], Sequence[object]]


def rankers() -> dict[str, Ranker]:
    """What ranks a hand, and the hands in its form."""
    chance = random.Random(25)
    hands = {size: [chance.sample(DECK, size) for _ in range(HANDS)] for size in (5, 7, 25)}
    by_treys = partial(treys.Evaluator().evaluate, [])  # the held cards; all are on the board
    by_pokereval = {5: HandEvaluator.Five.evaluate_rank, 7: HandEvaluator.Seven.evaluate_rank}
    return {
        **{f"strength, {size} cards": (strength, hands[size]) for size in hands},
        **{f"treys, {size} cards": (by_treys, translated(hands[size], TREYS)) for size in (5, 7)},
        **{
            f"pokereval, {size} cards": (evaluate, translated(hands[size], POKEREVAL))
            for size, evaluate in by_pokereval.items()
        },
    }


def translated(hands: list[list[str]], cards: dict[str, Any]) -> list[list[Any]]:
    return [[cards[card] for card in hand] for hand in hands]


def seconds(ranker: Ranker) -> float:
    ranks, hands = ranker
    start = perf_counter()
    for hand in hands:
        ranks(hand)
    return perf_counter() - start


def main() -> None:
    contest = rankers()
    for ranker in contest.values():
        seconds(ranker)  # the first call builds tables
    rounds = [{who: seconds(ranker) for who, ranker in contest.items()} for _ in range(ROUNDS)]
    for who in contest:
        same_hands = f"strength, {who.partition(', ')[2]}"
        speed = HANDS / median(times[who] for times in rounds)
        ratio = median(times[who] / times[same_hands] for times in rounds)
        beside = "" if who == same_hands else f"; strength is {ratio:.2f} times as fast"
        print(f"{who:<20} {speed:>10,.0f} hands a second{beside}")
    growth = median(times["strength, 25 cards"] / times["strength, 5 cards"] for times in rounds)
    print(f"A hand of 25 cards costs {growth:.2f} times a hand of 5.")


if __name__ == "__main__":
    main()
