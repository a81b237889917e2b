"""Random games, right and wrong moves alike, heard by the program and by `reference`, which reads
the rules page literally; after every entry both must stand the same.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from itertools import chain, combinations
from typing import Any

import pytest
from rules_page import Illegal

from gmtool.desk.session.session import empty_replay
from gmtool.engine.header import Header
from gmtool.engine.refusals import Refusal
from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip.terms import runs_in

from .reference import HOUR, Reference
from .reference_cards import MADE, ONE_DECK, RANKS, dealing, stacked
from .reference_match import Match
from .reference_talk import Talk

NAMES = [
    *("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"),
    *("Ida", "Joe", "Kim", "Lou", "Mia", "Ned", "Oda", "Pat"),
]
FAST_GAMES = 10
SLOW_PARTS = 4
GAMES_IN_A_PART = 40
CAME_TO = {
    *("draw", "too few cards for the tied", "dealer drawn anew", "deal", "start"),
    *("discard", "keep", "the last card alone", "take", "hand", "a twin handed over", "pass"),
    *("notice", "done", "challenge", "top", "reveal", "known no more"),
    *("claim again", "no claim left"),
    *("claim-true", "one-left", "unchallenged", "pile-empty"),
    *("overdue: turn", "overdue: turn with an empty pile", "overdue: keep", "overdue: hand"),
    *("overdue: end", "overdue: top"),
    *("eliminated", "everybody at the limit", "shared win", "over", "called off"),
    *("corrected", "extend", "note", "undone", "put back"),
}
"""What random games have to come to, or they don't test it."""
RARE = {
    *("called off", "overdue: top", "overdue: turn with an empty pile", "pass", "shared win"),
    "the last card alone",
}
"""What may be missing in a part of them."""


@pytest.mark.slow  # many games
def test_random_games_are_adjudicated_as_the_page_says() -> None:
    played = [play_random_game(number) for number in range(FAST_GAMES)]
    taken = sum(len(game.entries) for game in played)
    refused = sum(game.refused for game in played)
    assert min(taken, refused) > FAST_GAMES * 10


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(SLOW_PARTS))
def test_many_random_games_are_adjudicated_as_the_page_says(part: int) -> None:
    first = 1000 + part * GAMES_IN_A_PART
    came_to: Counter[str] = Counter()
    for number in range(first, first + GAMES_IN_A_PART):
        came_to.update(play_random_game(number).came_to)
    assert CAME_TO - set(came_to) <= RARE


@pytest.mark.parametrize("length", MADE)
def test_ts_09_a_made_hand_holds_one_of_the_runs_of_the_page(length: int) -> None:
    """Of all sets of ranks; suits and doubles don't matter."""
    for ranks in chain.from_iterable(combinations(RANKS, many) for many in range(1, 11)):
        runs = [tuple(run.split()) for run in MADE[length] if {*run.split()} <= {*ranks}]
        for suits in ("C", "CDHS"):
            hand = [rank + suits[place % len(suits)] for place, rank in enumerate(ranks)]
            assert runs_in((*hand, hand[0]), length) == tuple(runs), hand


# ---- what hardly comes by chance

NINETEEN = [" ".join(ONE_DECK[first:38:2]) for first in (0, 1)]
"""With these nothing is left once Ann has drawn."""
EMPTY = "Ann: discard AC; Ann: keep 9S"
THREE = ["2C 2D 9D", "5C 6C 10D", "5D 6D 10H"]
WON = "Ann: discard 2C; Ann: keep 10C; Ann: notice; Bob: discard 5C; Bob: keep 8C"
AGAIN = f"chance: {dealing(['AC 2C 3C', 'AD 2D 3D'])}"
WON_OF_THREE = f"{WON}; Cid: discard 5D; Cid: keep 3C"
AGAIN_OF_THREE = f"chance: {dealing(['AC 3C 4C', 'AD 2D 3D', 'AH 2H 3H'], '5C 10C 6C 7C')}"
UNLIKELY = [
    # TS-17: who reveals is awaited as before, for a card or at the start of its turn
    (THREE[:2], f"{WON}; {AGAIN}; Bob: take Ann giving AC; Ann: reveal"),
    (
        THREE,
        f"{WON_OF_THREE}; {AGAIN_OF_THREE}; Bob: discard 3C; Bob: keep 5C; Bob: done;"
        "Cid: discard AD; Cid: keep 6C; Cid: done; Ann: reveal",
    ),
    # and a hand may be shown until its winner moves, though a round has passed
    (
        THREE,
        f"{WON_OF_THREE}; {AGAIN_OF_THREE}; Bob: discard 4C; Bob: keep 5C; Bob: notice;"
        "Cid: challenge; Ann: reveal",
    ),
    # TS-8: nothing to draw and nobody to take from
    (NINETEEN, f"{EMPTY}; Ann: notice; ! Bob: discard 2C; ! Bob: take Ann giving 2C; Bob: pass"),
    (NINETEEN, f"{EMPTY}; Ann: notice"),
    # TS-20: equal lowest totals share the win
    (NINETEEN, f'{EMPTY}; host: adjust Bob points +92 why "x"; Ann: done'),
]


@pytest.mark.parametrize(("hands", "script"), UNLIKELY)
def test_ts_08_ts_17_ts_20_what_hardly_comes_by_chance(hands: list[str], script: str) -> None:
    """`! Bob: discard 2C` and so on is refused; at the end what is awaited is closed."""
    names, size = NAMES[: len(hands)], len(hands[0].split())
    match = begin_with(names, {"run_length": 3, "hand_size": size, "limit": 100})
    assert match is not None
    low = " ".join(["2C", "2D", "2H"][: len(names) - 1])
    dealt = dealing(hands, "9C 10C 8C 7C 3C 4C" if size == 3 else "")
    begin = f"chance: {stacked(f'{low} 3C')}; chance: {dealt}; host: start"
    for line in f"{begin}; {script}".split(";"):
        who, _, text = line.strip().removeprefix("! ").partition(": ")
        assert match.apply(who, text, 0) is not line.strip().startswith("!"), line
    if match.page.windows:
        assert not match.apply("host", "close early", 0)
        assert match.apply("host", "close", 24 * HOUR)


# ---- games with chosen options


def begin(dice: random.Random) -> Match:
    """A game with chosen options, nothing said in it yet; at times the first choice can't be played
    (TS-2).
    """
    while True:
        seats = dice.choice([2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 15])
        decks = dice.choice([1, 2])
        most = (40 * decks - 1) // seats
        chosen: dict[str, Any] = {
            "decks": decks,
            "hand_size": min(20, max(3, dice.choice([3, 5, 6, 9, most, most, most - 1, most + 1]))),
            "run_length": dice.choice([3, 4]),
            "redraw_dealer": True,
            "claims": dice.choice(["again", "same-player", "once"]),
            "move_hours": dice.choice([24, 5, 1]),
        }
        chosen = {key: value for key, value in chosen.items() if dice.random() < 0.5}
        if dice.random() < 0.9:
            chosen["limit"] = dice.choice([1, 60, 100, 200, 200, 400])
        match = begin_with(dice.sample(NAMES, seats), chosen)
        if match:
            return match


def begin_with(names: list[str], chosen: dict[str, Any]) -> Match | None:
    """A game with these options; None where both refuse it."""
    options = {key: "on" if value is True else str(value) for key, value in chosen.items()}
    header = Header("ten-skip", 1, "Test", "UTC", tuple(names), options=options)
    anew = partial(Reference, names, **chosen)
    try:
        anew()
    except Illegal:
        with pytest.raises(Refusal, match="TS-2"):
            empty_replay(GAME, header)
        return None
    return Match(header, empty_replay(GAME, header), anew=anew)


def play_random_game(number: int) -> Match:
    """A whole game by its number, or one that is given up after many entries."""
    dice = random.Random(number)  # noqa: S311
    match = begin(dice)
    Talk(dice, match).to_the_end()
    return match
