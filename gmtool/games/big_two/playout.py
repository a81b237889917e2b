"""Plays rounds at random without a journal, for rehearsal and measurement (BT-6, BT-9 to BT-14).

All plays of a hand are listed once, when it is dealt; those that share a card with a play are
struck off. The caller supplies the random choices.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from gmtool.engine.frozen import frozen
from gmtool.games.big_two import terms
from gmtool.games.big_two.numbered import ALL_CARDS, cards_of, fewest, hand_of, numbered

PASS = 0
_OUT = -1
_FEWEST = tuple(map(fewest, range(7)))
_COUNT = fewest(1).bit_length() - 1


@frozen
class Result:
    """A round that was played: the seats in the order of their places (BT-14), and its moves, each
    with the seat and the number of the play, or `PASS`.
    """

    places: tuple[int, ...]
    said: tuple[tuple[int, int], ...]

    @property
    def moves(self) -> int:
        """Plays and passes."""
        return len(self.said)

    def texts(self) -> list[tuple[int, str]]:
        """The seat and the text of each move, as players write it."""
        return [(who, " ".join(("play", *cards_of(n))) if n else "pass") for who, n in self.said]


def leader(hands: Sequence[Sequence[str]]) -> int:
    """The seat that holds the lowest natural card (BT-6)."""
    lowest = terms.lowest_natural(card for hand in hands for card in hand)
    return next(seat for seat, hand in enumerate(hands) if lowest in hand)


def round_at_random(
    hands: Sequence[Sequence[str]],
    first: int,
    below: Callable[[int], int],
    joker_use: str = terms.BOTH,
) -> Result:
    """Play a round to its end, with the seat `first` leading; every hand must hold a card.

    A move is any legal play or, where that is allowed, a pass, all equally likely; `below(n)`
    chooses a number from 0 to n - 1. The first play contains the lowest natural card of all if the
    leader holds it (BT-6).
    """
    left = [hand_of(hand) for hand in hands]
    plays = [numbered(hand, joker_use) for hand in left]
    following = [*range(1, len(hands)), 0]
    places: list[int] = []
    said: list[tuple[int, int]] = []
    seat, last, passes = first, PASS, 0
    while len(places) < len(hands) - 1:
        row = plays[seat]
        play = _any_above(last, row, below) if said else _opening(left, seat, row, below)
        said.append((seat, play))
        if play == PASS:
            passes += 1
            if passes == len(hands) - len(places) - 1:
                last = passes = 0  # the next seat made the last play, and leads (BT-12)
            seat = following[seat]
            continue
        cards = play & ALL_CARDS
        left[seat] ^= cards
        if left[seat]:
            plays[seat] = [number for number in row if not number & cards]
            last, passes = play, 0
            seat = following[seat]
        else:
            places.append(seat)
            last = passes = 0  # the trick ends at once, and the next seat leads (BT-13)
            seat = _without(seat, following)
    return Result((*places, seat), tuple(said))


def _any_above(last: int, row: list[int], below: Callable[[int], int]) -> int:
    """A random play that beats the last, or a pass; any play where there is none to beat."""
    if last == PASS:
        return row[below(len(row))]
    start = bisect_right(row, last | ALL_CARDS)
    end = bisect_left(row, _FEWEST[(last >> _COUNT) + 1], start)
    chosen = start + below(end - start + 1) if start < end else end
    return row[chosen] if chosen < end else PASS


def _opening(left: list[int], seat: int, row: list[int], below: Callable[[int], int]) -> int:
    """A random play with which the round may begin (BT-6)."""
    held = sum(left)
    lowest = held & -held & left[seat]
    row = [number for number in row if number & lowest] if lowest else row
    return row[below(len(row))]


def _without(seat: int, following: list[int]) -> int:
    """The seat after one that is out, which is removed from the ring."""
    after = following[seat]
    following[seat] = _OUT
    following[following.index(seat)] = after
    return after
