"""How long a game can take (TS-2, TS-5 to TS-8, TS-10, TS-13 to TS-20)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from gmtool.engine.cards import SUITS
from gmtool.engine.course import Course, Span, Stretch
from gmtool.engine.wording import plural
from gmtool.games.ten_skip.state import State, Terms
from gmtool.games.ten_skip.terms import deck, made_hands, points

_LIKELY = (220, 280, 295, 300, 395, 470, 575, 640, 725, 780, 715, 360)
"""Moves in a game to 1,000 points between 2, 3, 4 and so on up to 13 players, on the average of 60
games of each number by what `suggest` gives, with the default options. With fewer points it is less
in proportion.
"""
_POINTS = 1000
A_ROUND = 15
"""Moves in a round of the same games, on the average: from 11 to 16."""


def course(state: State) -> Course:
    """The course of a game with these terms and so many players."""
    least = _least(state.terms, len(state.players))
    return Course(least, _likely(state, least.windows or 0), Span((_ENDLESS,), None))


_ENDLESS = (
    "Nobody need ever draw: as long as players take from one another no pile runs out, and a "
    "round can go on for ever."
)


def _least(terms: Terms, seats: int) -> Span:
    """Everybody but one must be put out, each by as many lost rounds as that takes (TS-20)."""
    windows = ceil((seats - 1) * _moves_for_a_player(terms, seats))
    who = "One player" if seats == 2 else f"{seats - 1} players"
    rests_on = (
        f"{who} must be put out with {plural(terms.limit, 'point')}, and a lost round brings at "
        f"most {most_points(terms):,}, or {most_after_a_challenge(terms):,} after a wrong "
        "challenge.",
        "Rounds are as short as they can be for those who lose them: a claim in the first turn is "
        "challenged at once, or others let their time pass, so that all of a turn is played by "
        "default.",
    )
    return Span(rests_on, (Stretch("moves", terms.move_hours, windows),))


def most_points(terms: Terms) -> int:
    """The most that the cards of one hand, with a pair among them, cost who loses (TS-19)."""
    return 2 * sum(_from_the_top(terms)[: terms.hand_size])


def most_after_a_challenge(terms: Terms) -> int:
    """The most that a wrong challenge costs: twice what the best cards of two hands are worth, in
    one of which is a made hand (TS-14, TS-19).
    """
    return 2 * max(map(sum, _two_hands(terms)))


def _two_hands(terms: Terms) -> Iterator[list[int]]:
    """The points of the cards of two hands, for each made hand the best that there are with it."""
    for run in made_hands(terms.run_length):
        there = [points(f"{rank}{SUITS[0]}") for rank in run]
        others = _from_the_top(terms)
        for one in there:
            others.remove(one)
        yield there + others[: 2 * terms.hand_size - len(there)]


def _from_the_top(terms: Terms) -> list[int]:
    """The points of all cards, the highest first."""
    return sorted((points(card) for card in deck(terms.decks)), reverse=True)


def _moves_for_a_player(terms: Terms, seats: int) -> Fraction:
    """How many moves there are at least for each player who is put out: by any number of wrong
    challenges, and by other lost rounds for the rest of the points.
    """
    playing = range(2, seats + 1)
    challenged = min(_challenged(terms.pile(still)) for still in playing)
    lost = min(Fraction(min(_lost(terms.pile(still), still)), still - 1) for still in playing)
    by_hand, by_challenge = most_points(terms), most_after_a_challenge(terms)
    return min(
        challenges * challenged
        + lost * -(-max(terms.limit - challenges * by_challenge, 0) // by_hand)
        for challenges in range(-(-terms.limit // by_challenge) + 1)
    )


def _challenged(pile: int) -> int:
    """The moves of a round with a claim in the first turn and a challenge in the second, which one
    player loses: an exchange of two moves, the claim and the challenge (TS-14, TS-16).
    """
    return _claimed(pile) + 1


def _claimed(pile: int) -> int:
    """The moves of a turn that ends with a claim; nothing is kept of a single card (TS-6)."""
    return 2 if pile == 1 else 3


def _lost(pile: int, playing: int) -> tuple[int, int]:
    """The moves of a round that so many players play, and that all others lose, in either way: the
    pile runs out, or a claim in the first turn isn't challenged (TS-17, TS-18). A player who lets
    its time pass isn't asked again in its turn, so all of that is one window (TS-5).
    """
    return -(-pile // 2), _claimed(pile) + playing - 1


def _likely(state: State, least: int) -> Span:
    terms, seats = state.terms, len(state.players)
    to_the_end = _LIKELY[min(seats - 2, len(_LIKELY) - 1)] * terms.limit // _POINTS
    windows = max(least, A_ROUND, to_the_end)
    rests_on = (
        f"A round takes about {A_ROUND} moves, and the game about {windows:,}, as games between "
        "random players did.",
    )
    return Span(rests_on, (Stretch("moves", terms.move_hours, windows),))
