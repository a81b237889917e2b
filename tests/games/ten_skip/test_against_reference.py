"""Random games, right and wrong moves alike, heard by the program and by `reference`, which reads
the rules page literally; after every entry both must stand the same.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from typing import Any

import pytest
from rules_page import Illegal

from gmtool.engine import journal
from gmtool.engine.refusals import Refusal
from gmtool.games.ten_skip import GAME
from gmtool.testing.random_play import begun

from .reference import HOUR, Reference
from .reference_cards import ONE_DECK, dealing, round_score, stacked
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


# ---- what hardly comes by chance


def test_ts_17_who_reveals_while_a_card_is_asked_of_it_is_still_awaited() -> None:
    match = won_by_ann("5C 6C 10D")
    apply(match, f"chance: {dealing(['AC 2C 3C', 'AD 2D 3D'])}; Bob: take Ann giving AC")
    assert apply(match, "Ann: reveal")
    assert match.page.awaited() == {"Ann": 24 * HOUR}
    assert not apply(match, "host: close early")
    assert apply(match, "host: close", 24 * HOUR)


def test_ts_17_who_reveals_at_the_start_of_its_turn_is_still_awaited() -> None:
    match = won_by_ann("5C 6C 10D", "5D 6D 10H")
    apply(match, f"chance: {dealing(['AC 2C 3C', 'AD 2D 3D', 'AH 2H 3H'])}")
    apply(match, "Bob: discard AC; Bob: keep 5C; Bob: done")
    apply(match, "Cid: discard AD; Cid: keep 7C; Cid: done")
    assert apply(match, "Ann: reveal")
    assert match.page.awaited() == {"Ann": 24 * HOUR}
    assert not apply(match, "host: close early")


def test_ts_17_a_hand_may_be_shown_until_its_winner_moves_though_a_round_has_passed() -> None:
    match = won_by_ann("5C 6C 10D", "5D 6D 10H")
    apply(match, f"chance: {dealing(['AC 3C 4C', 'AD 2D 3D', 'AH 2H 3H'], '5C 10C')}")
    apply(match, "Bob: discard 4C; Bob: keep 5C; Bob: notice; Cid: challenge")
    assert apply(match, "Ann: reveal")


@pytest.mark.parametrize("second", ["Bob: pass", "host: close"])
def test_ts_08_nothing_to_draw_and_nobody_to_take_from(second: str) -> None:
    match = nothing_left()
    apply(match, "Ann: notice")
    assert not apply(match, f"Bob: discard {match.page.hands['Bob'][0]}", HOUR)
    assert not apply(match, f"Bob: take Ann giving {match.page.hands['Bob'][0]}", HOUR)
    assert apply(match, second, 24 * HOUR)
    assert match.page.rounds[-1]["how"] == "unchallenged"


def test_ts_20_equal_lowest_totals_share_the_win() -> None:
    match = nothing_left(limit=1)
    scores = {name: round_score(match.page.hands[name], []) for name in ("Ann", "Bob")}
    less = min(scores, key=lambda name: scores[name])
    more = abs(scores["Ann"] - scores["Bob"])
    apply(match, f'host: adjust {less} points +{more} why "to test it"; Ann: done')
    assert match.page.winners == ["Ann", "Bob"]


def apply(match: Match, script: str, at: int = 0) -> bool:
    """`Ann: discard 3D; Ann: keep 4C` and so on, all at that many seconds; whether the last was
    taken, as all the others were.
    """
    *before, last = [line.strip().partition(": ") for line in script.split(";")]
    for who, _, text in before:
        assert match.apply(who, text, at), text
    return match.apply(last[0], last[2], at)


def started(hands: list[str], pile: str = "", **chosen: Any) -> Match:
    """A first round, dealt by the last in seat order so that Ann begins; runs of three."""
    names = NAMES[: len(hands)]
    match = begin_with(names, {"run_length": 3, "hand_size": len(hands[0].split()), **chosen})
    assert match is not None
    low = ["2C", "2D", "2H"][: len(names) - 1]
    apply(match, f"chance: {stacked(' '.join([*low, '3C']))}")
    apply(match, f"chance: {dealing(hands, pile)}; host: start")
    return match


def won_by_ann(*others: str) -> Match:
    """Ann has put everyone on notice, and nobody has doubted it; chance is to deal again."""
    match = started(["2C 2D 9D", *others], "9C 10C 8C 7C 3C 4C")
    apply(match, "Ann: discard 2C; Ann: keep 10C; Ann: notice; Bob: discard 5C; Bob: keep 8C")
    if len(others) > 1:
        apply(match, "Cid: discard 5D; Cid: keep 3C")
    assert match.page.task == "deal"
    return match


def nothing_left(**chosen: Any) -> Match:
    """Of 40 cards Ann and Bob hold 19 each, and Ann has drawn the last two."""
    hands = [" ".join(ONE_DECK[first:38:2]) for first in (0, 1)]
    match = started(hands, **chosen)
    apply(match, f"Ann: discard {ONE_DECK[0]}; Ann: keep {ONE_DECK[38]}")
    assert match.page.pile == []
    return match


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
    header = journal.Header("ten-skip", 1, "Test", "UTC", tuple(names), options=options)
    anew = partial(Reference, names, **chosen)
    try:
        anew()
    except Illegal:
        with pytest.raises(Refusal, match="TS-2"):
            begun(GAME, header)
        return None
    return Match(header, begun(GAME, header), anew=anew)


def play_random_game(number: int) -> Match:
    """A whole game by its number, or one that is given up after many entries."""
    dice = random.Random(number)  # noqa: S311
    match = begin(dice)
    Talk(dice, match).to_the_end()
    return match
