"""What the demo must show, each in the game that is named, beside every move and every text: news,
written as in the files `*.clauses`, and what no news tells.
"""

from __future__ import annotations

from functools import partial

from recorded import Feature, Recording, features, taken_back

from gmtool.games.ten_skip.moves import Notice
from gmtool.games.ten_skip.terms import runs_in

SKIP_NIGHT, HEADS_UP = "Skip night", "Heads up"
NEWS = (
    *("DealerDrawn: draws counts 2", "Challenged: runs = -", "Topped", "Revealed: runs = -"),
    *("RoundOver: how = claim-true; scores counts 1", "RoundOver: how = pile-empty"),
    *("RoundOver: how = pile-empty; scores counts 3", "Drew: count = 1; left = 0"),
    *("RoundOver: scores.0.pairs = -", "Handed: how = -"),
    *("Discarded: how = default", "Kept: how = default", "Finished: how = default", "Adjusted"),
)


def ends_lowered(game: Recording) -> bool:
    """Whether it was played until one was left, with fewer points than the rules have it."""
    return game.state.terms.limit < 1000 and len(game.state.playing) == len(game.state.winners) == 1


def won_unchallenged(game: Recording, *, by_bluff: bool) -> bool:
    hands = {won.hand for taken in game.live for won in taken.after.state.unrevealed}
    return any(bool(runs_in(hand, game.state.terms.run_length)) is not by_bluff for hand in hands)


def known_no_more(game: Recording) -> bool:
    """Whether somebody of whom cards were known handed one over unseen."""
    handed = ((taken, news["who"]) for taken in game.live for news in taken.news("Handed"))
    return any(len(taken.before.state.player(who).known) > 1 for taken, who in handed)


FEATURES = (
    *features({SKIP_NIGHT: NEWS, HEADS_UP: ["Passed"]}),
    Feature("three, to the end at a lowered limit", SKIP_NIGHT, ends_lowered),
    Feature("two, to the end at a lowered limit", HEADS_UP, ends_lowered),
    Feature("a bluff that wins", SKIP_NIGHT, partial(won_unchallenged, by_bluff=True)),
    Feature("a true claim that wins", SKIP_NIGHT, partial(won_unchallenged, by_bluff=False)),
    Feature("known cards, and how they go", SKIP_NIGHT, known_no_more),
    Feature(
        "a claim after a refuted one",
        SKIP_NIGHT,
        lambda g: [t for t in g.said(Notice) if t.entry.who in t.before.state.refuted],
    ),
    Feature(
        "a doubled score",
        SKIP_NIGHT,
        lambda g: [s for over in g.news("RoundOver") for s in over["scores"] if s.pairs],
    ),
    Feature(
        "a discard taken back",
        SKIP_NIGHT,
        lambda g: any(gone[0].text.startswith("discard") for gone in taken_back(g)),
    ),
    Feature(
        "somebody out of the game before its end",
        SKIP_NIGHT,
        lambda g: [over for over in g.news("RoundOver")[:-1] if over["eliminated"]],
    ),
)
