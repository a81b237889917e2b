"""What the demo of President must show, each in the game that is named, beside every move and every
text.
"""

from __future__ import annotations

from recorded import Feature, Recording, taken_back

from gmtool.engine.telling import News
from gmtool.engine.wording import HOST
from gmtool.games.big_two.asking import GIVEN
from gmtool.games.big_two.moves import Return
from gmtool.games.big_two.state import Trade
from gmtool.games.big_two.terms import (
    BUM,
    LOWEST,
    NEUTRAL,
    PRESIDENT_ROLE,
    VICE_BUM,
    VICE_PRESIDENT,
    is_joker,
)

LUNCH = "Lunch table"
BAR = "Two at the bar"


def roles(game: Recording, number: int) -> set[str]:
    """The roles in the round of that number; an empty one where there are none."""
    return {role for o in game.news("RoundOpened") if o["number"] == number for role in o["roles"]}


def trades(game: Recording, number: int) -> tuple[Trade, ...]:
    """The mandatory trades of a round, as they stood when all were done."""
    return next(
        taken.after.state.trades
        for taken in game.live
        for _ in taken.news("TradingOver")
        if taken.before.state.round == number
    )


def given(game: Recording, why: str) -> list[News]:
    """The cards that passed to a taker for that reason, by somebody's own word."""
    return [taken for taken in game.news("Taken") if taken["why"] == why and not taken["how"]]


def answered(game: Recording, *, yes: bool, cards: int) -> list[News]:
    """The answers of that kind that named so many cards."""
    return [a for a in game.news("Answered") if a["yes"] == yes and len(a["cards"]) == cards]


def returned(game: Recording, *, demanded: bool) -> list[News]:
    """What was given back, on demand or by choice."""
    return [
        back for back in game.news("Returned") if back["demanded"] == demanded and not back["how"]
    ]


def gives_the_lead_away(game: Recording) -> bool:
    """Whether who gave 3♦ away in a trade would have led."""
    backs = [taken.entry.who for taken in game.said(Return) if LOWEST in taken.move.cards]
    leaders = [opened["leader"] for opened in game.news("PlayOpened") if opened["must"] == LOWEST]
    return bool(backs) and leaders[-1] not in backs


def falls(game: Recording) -> list[str]:
    """Who was president in a round, and its last."""
    return [
        then.places[-1]
        for then in game.state.rounds
        if then.roles and then.roles[-1] == PRESIDENT_ROLE
    ]


def took_back_something(game: Recording) -> bool:
    """Whether what the host had typed for a player was taken back."""
    gone = (entry for entries in taken_back(game) for entry in entries)
    return any(entry.who != HOST for entry in gone)


FEATURES = (
    Feature("five players", LUNCH, lambda g: len(g.state.players) == 5),
    Feature("three rounds", LUNCH, lambda g: len(g.state.rounds) == 3),
    Feature("a round without roles", LUNCH, lambda g: roles(g, 1) == {""}),
    Feature(
        "all roles",
        LUNCH,
        lambda g: roles(g, 3) == {PRESIDENT_ROLE, VICE_PRESIDENT, NEUTRAL, VICE_BUM, BUM},
    ),
    Feature("a president who is the bum in the next round", LUNCH, falls),
    Feature(
        "one who gives up the highest, and one who is asked, in the same round",
        LUNCH,
        lambda g: sorted(trade.surrendered for trade in trades(g, 3)) == [False, True],
    ),
    Feature("a no", LUNCH, lambda g: answered(g, yes=False, cards=0)),
    Feature("a yes that leaves open which card", LUNCH, lambda g: answered(g, yes=True, cards=0)),
    Feature("a yes that names a card", LUNCH, lambda g: answered(g, yes=True, cards=1)),
    Feature("a card of the bum's choice", LUNCH, lambda g: given(g, GIVEN)),
    Feature("the lowest given back on demand", LUNCH, lambda g: returned(g, demanded=True)),
    Feature("a card given back by choice", LUNCH, lambda g: returned(g, demanded=False)),
    Feature("3♦ given back, so that another leads", LUNCH, gives_the_lead_away),
    Feature("cards swapped", LUNCH, lambda g: g.news("Swapped")),
    Feature("an offer declined", LUNCH, lambda g: g.news("Declined")),
    Feature("an offer withdrawn", LUNCH, lambda g: g.news("Withdrawn")),
    Feature("a swap undone because of the hands' sizes", LUNCH, lambda g: g.news("SwapUndone")),
    Feature(
        "a joker that stands for another card",
        LUNCH,
        lambda g: [p for p in g.news("Played") if any(map(is_joker, p["cards"]))],
    ),
    Feature(
        "a pass of who was silent",
        LUNCH,
        lambda g: [passed for passed in g.news("Passed") if passed["how"]],
    ),
    Feature("a pass taken back", LUNCH, took_back_something),
    Feature(
        "a round that is one play",
        BAR,
        lambda g: [o for o in g.news("RoundOver") if len(o["actions"]) == 1],
    ),
    Feature("another name for the bum", BAR, lambda g: roles(g, 2) == {PRESIDENT_ROLE, "scum"}),
    Feature("a single card stolen", BAR, lambda g: [t.count for t in trades(g, 2)] == [1]),
    Feature(
        "hands dealt anew while cards are traded, and roles that stay",
        BAR,
        lambda g: g.news("DealtAnew") and len(g.news("TradingOpened")) == 2,
    ),
    Feature(
        "the lowest given back by who was silent",
        BAR,
        lambda g: [back for back in g.news("Returned") if back["how"]],
    ),
    Feature("cards drawn", BAR, lambda g: g.news("Drew")),
)
