"""What the demos must show, each in the game that is named, beside every move and every text."""

from __future__ import annotations

from recorded import Feature, Recording, taken_back

from gmtool.engine.telling import News
from gmtool.engine.wording import HOST
from gmtool.games.grouping_bw.state import FOLD, RAISE, SHOWDOWN, RoundThen
from gmtool.games.grouping_bw.terms import DEATH_MATCH, FINAL_MATCH, PENALTY

DUEL = "Death Match 4"
FINAL = "The Final"
SUDDEN = "Golden Round"


def played_to_its_end(game: Recording, variant: str, why: str) -> bool:
    """Whether that variant was played, and ended so."""
    ends = [end["why"] for end in game.news("MatchEnded")]
    return (game.state.terms.variant, ends) == (variant, [why])


def folds(game: Recording) -> list[News]:
    """The folds after which their player was shown the opponent's tile."""
    return [
        fold
        for taken in game.live
        for fold in taken.news("Folded")
        for shown in taken.news("TileShown")
        if (shown["who"], shown["why"]) == (fold["who"], FOLD)
    ]


def longest_war(game: Recording) -> int:
    """The most raises in a round."""
    rounds: tuple[RoundThen, ...] = game.state.rounds
    return max(sum(act.what == RAISE for act in then.actions) for then in rounds)


def draws(game: Recording) -> list[RoundThen]:
    """The drawn rounds with bets beside the ante."""
    return [
        then
        for then in game.state.rounds
        if then.ended == SHOWDOWN and not then.winner and then.bets[0] > then.ante
    ]


def antes(game: Recording) -> list[int]:
    """The scheduled ante of each set, in chips."""
    return [opened["ante"] for opened in game.news("SetOpened")]


def short_stacks(game: Recording) -> list[News]:
    """The rounds in which the ante couldn't be paid in full."""
    return [
        dealt for dealt in game.news("RoundDealt") if dealt["ante"] < antes(game)[dealt["set"] - 1]
    ]


def drawn_anew(game: Recording) -> bool:
    """Whether the second half of a set had other orders than the first."""
    drawn = {(o["set"], o["half"], o["who"]): o["tiles"] for o in game.news("OrderDrawn")}
    return any(
        half == 2 and tiles != drawn[number, 1, who] for (number, half, who), tiles in drawn.items()
    )


def peeks_aside(game: Recording) -> list[News]:
    """The Peeks on the opponent's turn."""
    return [
        peek
        for taken in game.live
        for peek in taken.news("Peeked")
        if taken.before.state.round.actor != peek["who"]
    ]


def antes_in_vain(game: Recording) -> list[News]:
    """The antes offered that didn't hold."""
    held = {(every["set"], every["ante"]) for every in game.news("AllGrouped")}
    return [
        named
        for taken in game.live
        for named in taken.news("AnteNamed")
        if (taken.after.state.set, named["chips"]) not in held
    ]


def took_back(game: Recording, verb: str) -> bool:
    """Whether something of a player's that begins so was taken back."""
    gone = (entry for entries in taken_back(game) for entry in entries)
    return any(entry.who != HOST and entry.text.startswith(verb) for entry in gone)


FEATURES = (
    Feature(
        "death-match, to its end",
        DUEL,
        lambda g: played_to_its_end(g, DEATH_MATCH, "out-of-chips"),
    ),
    Feature("a fold with a tile shown", DUEL, folds),
    Feature("a fold of who was silent", DUEL, lambda g: [fold for fold in folds(g) if fold["how"]]),
    Feature("a raise war", DUEL, lambda g: longest_war(g) >= 3),
    Feature("a draw, the pot split", DUEL, lambda g: [d for d in draws(g) if not d.discarded]),
    Feature("a second half, drawn anew", DUEL, drawn_anew),
    Feature("a second set", DUEL, lambda g: antes(g) == [1, 2]),
    Feature("a short stack", DUEL, short_stacks),
    Feature(
        "tiles shown at once",
        DUEL,
        lambda g: [shown for shown in g.news("TilesShown") if shown["why"] == "no-chips"],
    ),
    Feature("a wrong call taken back", DUEL, lambda g: took_back(g, "call")),
    Feature(
        "final-match, to its end",
        FINAL,
        lambda g: played_to_its_end(g, FINAL_MATCH, "cannot-pay"),
    ),
    Feature(
        "a folded 8", FINAL, lambda g: [fold for fold in folds(g) if fold["penalty"] == PENALTY]
    ),
    Feature("a Peek used on the opponent's turn", FINAL, peeks_aside),
    Feature("an Order used", FINAL, lambda g: g.news("OrderTold")),
    Feature(
        "a first player named by the Bonus",
        FINAL,
        lambda g: [named for named in g.news("FirstNamed") if named["by"] != HOST],
    ),
    Feature("an ante offered in vain", FINAL, antes_in_vain),
    Feature("an agreed ante", FINAL, lambda g: [a for a in g.news("AllGrouped") if a["agreed"]]),
    Feature(
        "a draw, the chips discarded",
        FINAL,
        lambda g: [d for d in draws(g) if d.discarded == sum(d.bets)],
    ),
    Feature("an ante that rises after two sets", FINAL, lambda g: antes(g) == [1, 1, 2]),
    Feature(
        "groups of who was silent", FINAL, lambda g: [x for x in g.news("Grouped") if x["how"]]
    ),
    Feature("a bet taken back", FINAL, lambda g: took_back(g, "bet")),
    Feature(
        "both unable to pay, to its end",
        SUDDEN,
        lambda g: played_to_its_end(g, FINAL_MATCH, "won-the-hand") and g.news("NobodyPays"),
    ),
)
