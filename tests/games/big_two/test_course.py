"""The turns of a round, found by trying every course of it (BT-7, BT-9, BT-12 to BT-14).

Any play of as many cards as the last one counts as higher: so no round of cards is shorter than the
shortest found, nor longer than the longest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from lengths import one_in
from playing import play

from gmtool.engine import journal
from gmtool.engine.course import Course

MOST_CARDS = 5
Round = tuple[tuple[int, ...], int, int, int]
"""The cards of those still in, from who is to act; how many the trick was led with, 0 where it is
to be led; how many have passed in a row; how many cards can still be drawn.
"""


def following(one: Round) -> Iterator[Round]:
    """How it can be after the next turn; nobody is left to act where the round is over."""
    (own, *others), size, passed, stock = one
    if size:
        drawn = min(stock, 1)
        won = passed + 1 == len(others)
        after = (*others, own + drawn)
        yield after, 0 if won else size, 0 if won else passed + 1, stock - drawn
    for cards in [size] if size else range(1, MOST_CARDS + 1):
        if cards < own:
            yield (*others, own - cards), cards, 0, stock
        elif cards == own:
            yield tuple(others) if others[1:] else (), 0, 0, stock


def shortest(hands: tuple[int, ...]) -> int:
    """The fewest turns of a round, whoever leads."""
    now = {(hands[seat:] + hands[:seat], 0, 0, 0) for seat in range(len(hands))}
    seen, turns = set(now), 0
    while not any(not one[0] for one in now):
        now = {after for one in now for after in following(one)} - seen
        seen |= now
        turns += 1
    return turns


@cache
def longest(one: Round) -> int:
    """The most turns that can still be taken."""
    return max((1 + longest(after) for after in following(one)), default=0) if one[0] else 0


def course(players: int, **options: object) -> Course:
    """What the game says of so many players."""
    names = ", ".join("ABCDEFGHIJKLMNOPQ"[:players])
    chosen = "".join(f"option {key}: {value}\n" for key, value in options.items())
    text = f"{journal.OLDER_FIRST_LINE}\nkind: big-two\nrules: 1\nname: Test\nzone: UTC\n"
    game = play(f"{text}players: {names}\n{chosen}---\n").replay
    found = game.game.course(game.start.state)
    assert found is not None
    return found


SLOW = [pytest.mark.slow]
TABLES = [pytest.param(n, marks=SLOW if n > 7 else []) for n in range(2, 12)]


@pytest.mark.slow  # every course of a round is tried out
@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("players", one_in(3, TABLES))
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
    assert max(longest((one, 0, 0, 0)) for one in leads) == players * (cards - players)


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_no_short_deal_is_longer(cards: int) -> None:
    whole = ((cards, cards), 0, 0, 52 - 2 * cards)
    assert longest(whole) == course(2, hand_size=cards).most.windows
