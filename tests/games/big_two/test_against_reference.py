"""Random games, right and wrong moves alike, heard by the program and by `reference`, which reads
the rules page literally; after every entry both must stand the same.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from typing import Any

import pytest

from gmtool.desk.session.session import empty_replay
from gmtool.engine.header import Header
from gmtool.games.big_two import GAME, PRESIDENT_GAME

from .reference import Reference
from .reference_match import Match
from .reference_talk import Talk

NAMES = [
    *("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lou", "Mia"),
    *("Ned", "Oda", "Pat", "Quy"),
]
GAMES = {"big-two": GAME, "president": PRESIDENT_GAME}
FAST_GAMES = 6
SLOW_PARTS = 4
GAMES_IN_A_PART = 30
CAME_TO = {
    *("shuffle", "start", "trading", "free trade", "play", "over", "dealt anew", "overdue"),
    *("undone", "put back", "extended", "two trades", "surrendered", "demanded", "took", "gave"),
    *("gave back", "revealed", "swapped", "swaps undone", "closed early", "joker played"),
    *(
        "said what for",
        "went out",
        "waived",
        "put in words",
        "answered in words",
        "several asked",
        "drew",
        "floating card",
        "first round only",
        "single",
        "pair",
    ),
    *("triple", "straight", "flush", "full house", "four of a kind"),
}
"""What random games have to come to, or they don't test it."""
RARE = {"closed early", "four of a kind", "said what for", "straight", "swaps undone"}
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


# ---- games with chosen options


def begin(dice: random.Random) -> Match:
    """A game with chosen options, nothing said in it yet."""
    kind = dice.choice(["big-two", "president", "president"])
    seats = dice.choice([2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 17])
    chosen: dict[str, Any] = {
        "rounds": dice.choice([1, 2, 3, 4]),
        "joker_use": dice.choice(["both", "wild", "high"]),
        "open_with_lowest": dice.choice(["every-round", "first-round"]),
        "free_trade": dice.choice([False, False, True]),
        "trade_hours": dice.choice([48, 10, 1]),
        "move_hours": dice.choice([24, 5, 1]),
    }
    if kind == "president":
        chosen["rounds"] = dice.choice([2, 3, 4])
        chosen["bum_title"] = dice.choice(["bum", "Scum"])
        if seats < 4:
            chosen["steal"] = dice.choice([1, 2, 2])
    chosen = {key: value for key, value in chosen.items() if dice.random() < 0.9}
    chosen["jokers"] = dice.choice([0, 0, 1, 2, 2])
    if seats == 2 and dice.random() < 0.8:
        least = chosen.get("steal", 2) if kind == "president" else 1
        most = (52 + chosen["jokers"]) // 2
        chosen["hand_size"] = max(least, min(most, dice.choice([1, 2, 3, 5, 5, 8, 8, 13, 26, 27])))
    if seats == 3 and dice.random() < 0.5:
        chosen |= {"jokers": 0, "floating_card": dice.choice(["face-up", "face-down"])}
    names = dice.sample(NAMES, seats)
    options = {
        key: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in chosen.items()
    }
    header = Header(kind, GAMES[kind].rules_version, "Test", "UTC", tuple(names), options=options)
    anew = partial(Reference, kind, names, **chosen)
    return Match(header, empty_replay(GAMES[kind], header), anew=anew)


def play_random_game(number: int) -> Match:
    """A whole game by its number, or one that is given up after many entries."""
    dice = random.Random(number)  # noqa: S311
    match = begin(dice)
    Talk(dice, match).to_the_end()
    return match
