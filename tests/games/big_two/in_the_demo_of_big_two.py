"""What the demo of Big Two must show, each in the game that is named, beside every move and every
text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from recorded import Feature, Recording, extended, taken_back

from gmtool.engine.telling import News
from gmtool.games.big_two.terms import (
    FLUSH,
    FULL_HOUSE,
    PAIR,
    SINGLE,
    STRAIGHT,
    is_joker,
)

FRIDAY = "Friday table"
HEADS_UP = "Heads up"

Trick = tuple[dict[str, Any], ...]


def tricks(game: Recording) -> Iterator[Trick]:
    """The tricks that are over, each with all that was played and passed in it."""
    for news in game.news("TrickOver") + game.news("RoundOver"):
        yield news["actions"]


def contested(game: Recording, *kinds: str) -> list[Trick]:
    """The tricks in which plays of these kinds beat each other in this order, with any between."""
    found = []
    for trick in tricks(game):
        played = iter(action["kind"] for action in trick if action["cards"])
        if all(kind in played for kind in kinds):
            found.append(trick)
    return found


def back_again(game: Recording) -> list[str]:
    """Who passed in a trick, and played later in the same one."""
    return [
        action["who"]
        for trick in tricks(game)
        for number, action in enumerate(trick)
        if not action["cards"]
        and any(later["who"] == action["who"] and later["cards"] for later in trick[number + 1 :])
    ]


def out_before_others_answered(game: Recording) -> list[News]:
    """Who went out on another's play while somebody hadn't acted in the trick."""
    return [
        out
        for taken in game.live
        for out in taken.news("WentOut")
        for over in taken.news("TrickOver")
        if len(over["actions"]) > 1
        and {p.name for p in taken.before.state.holding} - {a["who"] for a in over["actions"]}
    ]


def as_others(game: Recording) -> list[News]:
    """The plays in which a joker stands for another card."""
    return [
        played
        for played in game.news("Played")
        if any(map(is_joker, played["cards"])) and played["stands"] != played["cards"]
    ]


def mistyped(game: Recording) -> list[str]:
    """The plays that were taken back."""
    gone = (entry for entries in taken_back(game) for entry in entries)
    return [entry.text for entry in gone if entry.text.startswith("play")]


FEATURES = (
    Feature("four players", FRIDAY, lambda g: len(g.state.players) == 4),
    Feature(
        "3♦ led in a play of five cards",
        FRIDAY,
        lambda g: "3D" in g.news("Played")[0]["cards"] and len(g.news("Played")[0]["cards"]) == 5,
    ),
    Feature("singles that beat each other", FRIDAY, lambda g: contested(g, SINGLE, SINGLE)),
    Feature("pairs that beat each other", FRIDAY, lambda g: contested(g, PAIR, PAIR)),
    Feature(
        "a straight beaten by a flush, and that by a full house",
        FRIDAY,
        lambda g: contested(g, STRAIGHT, FLUSH, FULL_HOUSE),
    ),
    Feature("a pass, and a play later in the trick", FRIDAY, back_again),
    Feature(
        "a pass of who was silent",
        FRIDAY,
        lambda g: [passed for passed in g.news("Passed") if passed["how"]],
    ),
    Feature(
        "a trick won by passes", FRIDAY, lambda g: [t for t in g.news("TrickOver") if t["winner"]]
    ),
    Feature("somebody out in the middle of a trick", FRIDAY, out_before_others_answered),
    Feature("a play that the host has mistyped", FRIDAY, mistyped),
    Feature("more time", FRIDAY, lambda g: extended(g, overdue=False)),
    Feature(
        "places for all four",
        FRIDAY,
        lambda g: [over for over in g.news("RoundOver") if len(over["places"]) == 4],
    ),
    Feature("a short deal, and cards drawn", HEADS_UP, lambda g: g.news("Drew")),
    Feature("hands dealt anew", HEADS_UP, lambda g: g.news("DealtAnew")),
    Feature("a joker that stands for another card", HEADS_UP, as_others),
    Feature("cards swapped", HEADS_UP, lambda g: g.news("Swapped")),
    Feature("an offer declined", HEADS_UP, lambda g: g.news("Declined")),
    Feature("an offer withdrawn", HEADS_UP, lambda g: g.news("Withdrawn")),
)
