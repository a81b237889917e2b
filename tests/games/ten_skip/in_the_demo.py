"""What the demo must show, each in the game that is named, beside every move and every text."""

from __future__ import annotations

from collections.abc import Iterator

from recorded import Feature, Recording, Taken, adjusted, taken_back

from gmtool.engine.telling import News
from gmtool.games.ten_skip.moves import Discard, Notice
from gmtool.games.ten_skip.setup import OPTIONS
from gmtool.games.ten_skip.state import (
    CLAIM_TRUE,
    PILE_EMPTY,
    TURN,
    UNCHALLENGED,
    Player,
    Score,
)
from gmtool.games.ten_skip.terms import runs_in

SKIP_NIGHT = "Skip night"
HEADS_UP = "Heads up"


def to_the_end_at_a_lowered_limit(game: Recording, seats: int) -> bool:
    """Whether so many played until one was left, with fewer points than the rules have it."""
    usual = next(option.default for option in OPTIONS if option.name == "limit")
    return (
        len(game.state.players) == seats
        and game.state.terms.limit < usual
        and len(game.state.playing) == len(game.state.winners) == 1
    )


def tied_draws(game: Recording) -> list[News]:
    """The draws for dealer that went round more than once."""
    return [drawn for drawn in game.news("DealerDrawn") if len(drawn["draws"]) > 1]


def challenges(game: Recording, *, right: bool) -> list[News]:
    """The challenges by those who were right, or by those who were wrong."""
    return [seen for seen in game.news("Challenged") if bool(seen["runs"]) is not right]


def scores(game: Recording, *, doubled: bool) -> list[Score]:
    """What losers scored, with a pair or without."""
    return [
        score
        for over in game.news("RoundOver")
        for score in over["scores"]
        if bool(score.pairs) is doubled and (score.points == 2 * score.sum) is doubled
    ]


def endings(game: Recording, how: str) -> Iterator[tuple[Taken, News]]:
    """The rounds that ended so, with what ended them."""
    for taken in game.live:
        yield from ((taken, over) for over in taken.news("RoundOver") if over["how"] == how)


def won_unchallenged(game: Recording, *, by_bluff: bool) -> list[News]:
    """The rounds that a claimant won without a challenge, whose claim was false or true."""
    return [
        over
        for taken, over in endings(game, UNCHALLENGED)
        if bool(_runs(taken, over["claimant"])) is not by_bluff
    ]


def _seat(taken: Taken, name: str) -> Player:
    """That player before the entry."""
    player: Player = taken.before.state.player(name)
    return player


def _runs(taken: Taken, name: str) -> tuple[tuple[str, ...], ...]:
    """The made hands that the player held before the entry."""
    return runs_in(_seat(taken, name).hand, taken.before.state.terms.run_length)


def claims_after_a_refuted_one(game: Recording) -> list[Taken]:
    """The claims in rounds in which one had been found false, by the same player."""
    return [said for said in game.said(Notice) if said.entry.who in said.before.state.refuted]


def cards_known_no_more(game: Recording) -> list[News]:
    """The cards handed over unseen by whose cards were known: nothing is left of that but the card
    that was shown.
    """
    return [
        handed
        for taken in game.live
        for handed in taken.news("Handed")
        if len(_seat(taken, handed["who"]).known) > 1
        and taken.after.state.player(handed["who"]).known == (handed["shown"],)
    ]


def whole_turns_by_default(game: Recording) -> list[Taken]:
    """The closes that played a turn from its start to its end for who was silent."""
    return [
        taken
        for taken in game.live
        if taken.before.state.phase == TURN
        and {news.name for news in taken.step.news} > {"Discarded", "Kept", "Finished"}
    ]


def last_cards(game: Recording) -> list[News]:
    """The single cards that were left in the pile, taken without a choice."""
    return [drew for drew in game.news("Drew") if (len(drew["cards"]), drew["left"]) == (1, 0)]


def eliminated_before_the_end(game: Recording) -> list[News]:
    """The rounds that put somebody out while others played on."""
    return [over for over in game.news("RoundOver")[:-1] if over["eliminated"]]


def mistyped(game: Recording) -> list[str]:
    """The discards that were taken back."""
    gone = (entry for entries in taken_back(game) for entry in entries)
    return [entry.text for entry in gone if entry.text.startswith("discard")]


def drawn_again(game: Recording) -> bool:
    """Whether who had a discard taken back drew the same two cards with the right one."""
    again = [
        (said.entry.who, drew["cards"])
        for said in game.said(Discard)
        for drew in said.news("Drew")
        for gone in game.taken
        if gone.entry.text in mistyped(game) and gone.entry.number < said.entry.number
        if [other["cards"] for other in gone.news("Drew")] == [drew["cards"]]
    ]
    return bool(again)


FEATURES = (
    Feature(
        "three players, to the end at a lowered limit",
        SKIP_NIGHT,
        lambda g: to_the_end_at_a_lowered_limit(g, 3),
    ),
    Feature("a tied draw for dealer", SKIP_NIGHT, tied_draws),
    Feature("a true claim challenged", SKIP_NIGHT, lambda g: challenges(g, right=False)),
    Feature(
        "a round lost by a wrong challenge alone",
        SKIP_NIGHT,
        lambda g: [over for _, over in endings(g, CLAIM_TRUE) if len(over["scores"]) == 1],
    ),
    Feature("a bluff challenged", SKIP_NIGHT, lambda g: challenges(g, right=True)),
    Feature("a card laid on top", SKIP_NIGHT, lambda g: g.news("Topped")),
    Feature("a claim after a refuted one", SKIP_NIGHT, claims_after_a_refuted_one),
    Feature("a bluff that wins", SKIP_NIGHT, lambda g: won_unchallenged(g, by_bluff=True)),
    Feature(
        "that bluff shown",
        SKIP_NIGHT,
        lambda g: [shown for shown in g.news("Revealed") if not shown["runs"]],
    ),
    Feature("a true claim unchallenged", SKIP_NIGHT, lambda g: won_unchallenged(g, by_bluff=False)),
    Feature(
        "a round that ends with the pile, all of three lose",
        SKIP_NIGHT,
        lambda g: [over for _, over in endings(g, PILE_EMPTY) if len(over["scores"]) == 3],
    ),
    Feature("the last card kept without a choice", SKIP_NIGHT, last_cards),
    Feature(
        "takes with a victim's answer",
        SKIP_NIGHT,
        lambda g: len([handed for handed in g.news("Handed") if not handed["how"]]) >= 2,
    ),
    Feature("known cards, and how they go", SKIP_NIGHT, cards_known_no_more),
    Feature("a doubled score", SKIP_NIGHT, lambda g: scores(g, doubled=True)),
    Feature("a score without a pair", SKIP_NIGHT, lambda g: scores(g, doubled=False)),
    Feature("a turn of who was silent", SKIP_NIGHT, whole_turns_by_default),
    Feature("points corrected by the host", SKIP_NIGHT, lambda g: adjusted(g, "points", "+")),
    Feature("a discard mistyped, and the same cards drawn", SKIP_NIGHT, drawn_again),
    Feature("somebody out of the game before its end", SKIP_NIGHT, eliminated_before_the_end),
    Feature(
        "two players, to the end at a lowered limit",
        HEADS_UP,
        lambda g: to_the_end_at_a_lowered_limit(g, 2),
    ),
    Feature("nothing but a pass", HEADS_UP, lambda g: g.news("Passed")),
)
