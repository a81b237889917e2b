"""The turns of a round that are waited for, found by trying every course of it (BT-7, BT-9, BT-12
to BT-14, ALL-3).

Any play of as many cards as the last one counts as higher, and any play may be the highest there
is: so no round of cards is shorter than the shortest found, nor longer than the longest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from playing import play

from gmtool.engine import journal
from gmtool.engine.course import Course

MOST_CARDS = 5
Round = tuple[tuple[int, ...], int, int, int]
"""The cards of those still in, from who is to act; how many the trick was led with, 0 where it is
to be led; how many have passed in a row; how many cards can still be drawn.
"""


def following(one: Round) -> Iterator[tuple[int, Round]]:
    """How it can be after the next turn, and whether it is waited for: not where a last card is
    led, nor where somebody holds too few cards to answer.
    """
    (own, *others), size, passed, stock = one
    waits = own > 1 if size == 0 else own >= size
    if size:
        drawn = min(stock, 1)
        won = passed + 1 == len(others)
        after = (*others, own + drawn)
        yield waits, (after, 0 if won else size, 0 if won else passed + 1, stock - drawn)
    for cards in [size] if size else range(1, MOST_CARDS + 1):
        if cards < own:
            yield waits, ((*others, own - cards), cards, 0, stock)
        elif cards == own:
            yield waits, (tuple(others) if others[1:] else (), 0, 0, stock)


@cache
def shortest(hands: tuple[int, ...]) -> int:
    """The fewest turns of a round in which nobody has an answer, whoever leads: each player plays
    all its cards as the leader.
    """
    if len(hands) == 1:
        return 0
    hands = tuple(sorted(hands))
    return min(_alone(own) + shortest((*hands[:n], *hands[n + 1 :])) for n, own in enumerate(hands))


@cache
def _alone(own: int) -> int:
    if own <= 1:
        return 0
    return min(1 + _alone(own - cards) for cards in range(1, min(own, MOST_CARDS) + 1))


@cache
def longest(one: Round) -> int:
    """The most turns that can still be waited for."""
    if not one[0]:
        return 0
    return max(waits + longest(after) for waits, after in following(one))


def course(players: int, **options: object) -> Course:
    """What the game says of so many players."""
    names = ", ".join("ABCDEFGHIJKLMNOPQ"[:players])
    chosen = "".join(f"option {key}: {value}\n" for key, value in options.items())
    text = f"{journal.OLDER_FIRST_LINE}\nkind: big-two\nrules: 1\nname: Test\nzone: UTC\n"
    game = play(f"{text}players: {names}\n{chosen}---\n").replay
    found = game.game.course(game.start.state)
    assert found is not None
    return found


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("players", range(2, 8))
def test_no_round_is_shorter(players: int, jokers: int) -> None:
    least, more = divmod(52 + jokers, players)
    hands = tuple(least + (seat < more) for seat in range(players))
    assert shortest(hands) == course(players, jokers=jokers).least.windows


@pytest.mark.parametrize("cards", [1, 2, 5, 6, 12])
def test_no_short_deal_is_shorter(cards: int) -> None:
    assert shortest((cards, cards)) == course(2, hand_size=cards).least.windows


@pytest.mark.parametrize("hands", [(3, 3), (5, 4), (2, 2, 2), (4, 3, 3), (3, 2, 2, 2), (3,) * 4])
def test_no_round_is_longer_than_cards_played_one_by_one(hands: tuple[int, ...]) -> None:
    players, cards = len(hands), sum(hands)
    leads = [hands[seat:] + hands[:seat] for seat in range(players)]
    most = players * (cards - players) - (players - 1)
    assert max(longest((one, 0, 0, 0)) for one in leads) == most


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_no_short_deal_is_longer(cards: int) -> None:
    whole = ((cards, cards), 0, 0, 52 - 2 * cards)
    assert longest(whole) == course(2, hand_size=cards).most.windows
