"""What recorded games show of mandatory and of free trade."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from recorded import (
    Feature,
    Recording,
    at_the_deadline,
    closes,
)

from gmtool.games.big_two import GAME
from gmtool.games.big_two import moves as own_moves
from gmtool.games.big_two.asking import GIVEN, SURRENDERED
from gmtool.games.big_two.state import ASK, GIVE, RETURN, SPEAK, TRADING, State, Trade
from gmtool.games.big_two.terms import (
    RANKS,
    deck,
    in_order,
    is_joker,
)

from .features_of_play import Found, seats, some

NAMES_OF_SUITS = {"diamonds": "D", "clubs": "C", "hearts": "H", "spades": "S"}

# ---- trading


def asked(game: Recording) -> dict[tuple[str, bool], Found]:
    """The questions that were put, by what they are and the answer (BT-25)."""
    found: dict[tuple[str, bool], Found] = {}
    for news in game.news("Answered"):
        found.setdefault((form_of(news["question"]), news["yes"]), []).append(news)
    return found


def form_of(question: str) -> str:
    """A question without what it names: `highest SUIT`, `at least N RANK`."""
    words = []
    for word in question.split():
        if word in NAMES_OF_SUITS:
            words.append("SUIT")
        elif word in deck(2):
            words.append("JOKER" if is_joker(word) else "CARD")
        elif word in RANKS and words:
            words.append("N" if words == ["at", "least"] else "RANK")
        else:
            words.append("N" if word.isdigit() else word)
    return " ".join(words)


QUESTIONS = {
    ("CARD", True): "two-with-all-questions",
    ("CARD", False): "two-with-all-questions",
    ("JOKER", True): "three-and-one-to-steal",
    ("highest", True): "seven-drawn-and-called-off",
    ("lowest", True): "four-side-by-side",
    ("N highest", True): "four-side-by-side",
    ("highest SUIT", True): "two-with-all-questions",
    ("highest SUIT", False): "two-with-all-questions",
    ("lowest SUIT", True): "seven-drawn-and-called-off",
    ("lowest SUIT", False): "two-with-all-questions",
    ("N lowest SUIT", True): "two-with-all-questions",
    ("highest pair", True): "two-with-all-questions",
    ("highest pair", False): "two-with-all-questions",
    ("any SUIT", True): "two-with-all-questions",
    ("any SUIT", False): "two-with-all-questions",
    ("any RANK", True): "two-with-all-questions",
    ("any RANK", False): "two-with-all-questions",
    ("at least N SUIT", True): "two-with-all-questions",
    ("at least N SUIT", False): "two-with-all-questions",
    ("at least N RANK", True): "two-with-all-questions",
    ("at least N RANK", False): "two-with-all-questions",
}
"""A hand is never without a highest and a lowest card."""


def was_asked(game: Recording, form: str, yes: bool) -> Found:
    return asked(game).get((form, yes), [])


def overdue(game: Recording, stage: str, *, is_due: bool = False) -> Found:
    """BT-12: what stood for a party to a trade at that stage, after its time."""
    return [
        news
        for taken in game.live
        for news in taken.step.news
        if news.name in {"Taken", "Returned"} and news["how"]
        for before in [trade_of(taken.before.state, news["parties"])]
        if before.stage == stage and bool(before.due) == (is_due or stage == GIVE)
    ]


def trade_of(state: State, parties: tuple[str, str]) -> Trade:
    return next(trade for trade in state.trades if trade.parties == parties)


def demanded(game: Recording, stages: set[str]) -> Found:
    """BT-28: demands made while the trade stood at one of these stages; the lowest go back."""
    found = []
    for taken in game.live:
        for news in taken.news("Demanded"):
            before = trade_of(taken.before.state, news["parties"])
            if before.stage in stages:
                found.append(news)
    gone = [news for news in game.news("Returned") if news["demanded"]]
    return found if gone else []


def lowest_went_back(game: Recording) -> bool:
    """BT-28: of the hand that the taker then holds."""
    found = []
    for taken in game.live:
        for back in some(taken, "Returned", demanded=True):
            taker, _ = back["parties"]
            then = [
                card
                for t in taken.news("Taken")
                if t["parties"] == back["parties"]
                for card in t["cards"]
            ]
            hand = in_order([*taken.before.state.player(taker).hand, *then])
            found.append(back["cards"] == hand[: len(back["cards"])])
    return bool(found) and all(found)


def narrowed(game: Recording) -> Found:
    """BT-27: questions put while cards of a suit or rank were due."""
    return [
        taken
        for taken in game.said(own_moves.Ask)
        if (trade := taken.before.state.trade(taken.before.seat(taken.entry.who))) and trade.due
    ]


def side_by_side(game: Recording) -> bool:
    """BT-24: what is said in one trade stands between what is said in the other, both ways."""
    parties = [
        news["parties"]
        for taken in game.live
        if taken.before.state.phase == TRADING
        for news in taken.step.news[:1]
        if "parties" in news.facts
    ]
    return len([1 for one, then in pairwise(parties) if one != then]) >= 5


def takes(game: Recording) -> set[int]:
    """BT-23: how many cards were to be taken."""
    return {trade.count for news in game.news("TradingOpened") for trade in news["trades"]}


TRADES = (
    *(
        Feature(
            f"ask {form}: {'yes' if yes else 'no'}", name, partial(was_asked, form=form, yes=yes)
        )
        for (form, yes), name in QUESTIONS.items()
    ),
    Feature(
        "surrendered",
        "two-with-all-questions",
        lambda g: some(g, "Taken", why=SURRENDERED, how=""),
    ),
    Feature("held", "two-with-all-questions", lambda g: g.news("Held")),
    Feature("narrowed down, no and yes", "two-with-all-questions", lambda g: len(narrowed(g)) >= 2),
    Feature(
        "taken, and the giver chooses",
        "four-side-by-side",
        lambda g: g.news("LeftToGiver") and some(g, "Taken", why=GIVEN, how=""),
    ),
    Feature(
        "two sevens given of three",
        "two-with-all-questions",
        lambda g: some(g, "Taken", why=GIVEN, cards=("7D", "7H")),
    ),
    Feature(
        "of a suit with fewer cards than asked for all pass over",
        "two-with-all-questions",
        lambda g: [x for x in was_asked(g, "N lowest SUIT", True) if len(x["cards"]) == 1],
    ),
    Feature(
        "the two jokers are the highest pair",
        "five-with-free-trade",
        lambda g: some(g, "Answered", question="highest pair", cards=("LJ", "HJ")),
    ),
    Feature("overdue: to speak", "two-with-all-questions", lambda g: overdue(g, SPEAK)),
    Feature(
        "overdue: to ask, nothing due", "seven-drawn-and-called-off", lambda g: overdue(g, ASK)
    ),
    Feature(
        "overdue: to ask, a seven due",
        "two-with-all-questions",
        lambda g: [x for x in overdue(g, ASK, is_due=True) if x["cards"] == ("7S", "2H")],
    ),
    Feature(
        "overdue: to give",
        "two-with-all-questions",
        lambda g: [x for x in overdue(g, GIVE) if x["cards"] == ("QS", "2S")],
    ),
    Feature("overdue: to give back", "two-with-all-questions", lambda g: overdue(g, RETURN)),
    Feature(
        "the lowest demanded first of all", "two-with-all-questions", lambda g: demanded(g, {SPEAK})
    ),
    Feature(
        "the lowest demanded after the taking",
        "two-with-all-questions",
        lambda g: demanded(g, {RETURN}),
    ),
    Feature("the lowest go back", "four-side-by-side", lowest_went_back),
    Feature(
        "given back freely",
        "two-with-all-questions",
        lambda g: [x for x in some(g, "Returned", demanded=False, how="") if "AD" in x["cards"]],
    ),
    Feature("both trades side by side", "four-side-by-side", side_by_side),
    Feature("two cards and one", "four-side-by-side", lambda g: takes(g) == {1, 2}),
    Feature("one card to steal", "three-and-one-to-steal", lambda g: takes(g) == {1}),
)


# ---- free trade


def swaps(game: Recording) -> Found:
    return game.news("Swapped")


def gone(game: Recording, *, from_offerer: bool) -> Found:
    """BT-29: offers whose cards went elsewhere, in a swap that their maker offered or accepted."""
    return [
        void
        for taken in game.live
        for swap in taken.news("Swapped")
        for void in some(taken, "Withdrawn", gone=True)
        if (void["offer"].who == swap["offer"].who) == from_offerer
    ]


def undone(game: Recording) -> list[Found]:
    """BT-29: the swaps undone, each free trade's in the order in which they were."""
    found = [[news["offer"] for news in taken.news("SwapUndone")] for taken in game.live]
    return [offers for offers in found if offers]


def moved_on(game: Recording) -> bool:
    """BT-29: of two swaps undone one after the other the first has moved on a card of the second,
    though the hands of those two were as large as they should be.
    """
    return any(
        set(first.gives) & set(then.gives) and first.who == then.to
        for offers in undone(game)
        for first, then in pairwise(offers)
    )


def lapsed(game: Recording) -> bool:
    """BT-29: an offer is open when free trade ends."""
    return any(t.before.state.offers for t in game.live if t.news("FreeTradeOver"))


def even_by_others(game: Recording) -> bool:
    """BT-29: gifts that nobody undoes, for each hand is as large as it was all the same."""
    made = [swap["offer"] for swap in swaps(game) if not swap["offer"].wants]
    back = [offer for offers in undone(game) for offer in offers]
    kept = [offer for offer in made if offer not in back]
    return len(kept) >= 3 and {o.who for o in kept} == {o.to for o in kept}


FREE = (
    Feature("a swap", "seven-with-free-trade", lambda g: swaps(g) and seats(g, GAME, 7)),
    Feature(
        "a swap in President",
        "five-with-free-trade",
        lambda g: [t for t in g.live if t.news("Swapped") and t.before.state.round == 2],
    ),
    Feature(
        "something for nothing",
        "seven-with-free-trade",
        lambda g: [news for news in swaps(g) if not news["offer"].wants],
    ),
    Feature(
        "nothing for something, declined",
        "seven-with-free-trade",
        lambda g: [news for news in g.news("Declined") if not news["offer"].gives],
    ),
    Feature("withdrawn", "seven-with-free-trade", lambda g: some(g, "Withdrawn", gone=False)),
    Feature(
        "an offer whose cards its maker accepted to give away",
        "seven-with-free-trade",
        lambda g: gone(g, from_offerer=False),
    ),
    Feature(
        "an offer whose cards its maker accepted to give away, in President",
        "five-with-free-trade",
        lambda g: gone(g, from_offerer=False),
    ),
    Feature(
        "an offer whose cards its maker offered to another",
        "seven-with-free-trade",
        lambda g: gone(g, from_offerer=True),
    ),
    Feature("an offer that lapses", "seven-with-free-trade", lapsed),
    Feature("gifts around that even out", "seven-with-free-trade", even_by_others),
    Feature(
        "given back in time",
        "five-with-free-trade",
        lambda g: (
            len([s for s in swaps(g) if {*s["offer"].parties} == {"Viv", "Wanda"}]) == 2
            and not undone(g)
        ),
    ),
    Feature(
        "a chain undone, latest first",
        "seven-with-free-trade",
        lambda g: (
            [[o.who for o in offers] for offers in undone(g)] == [["Gia", "Finn", "Finn", "Eve"]]
        ),
    ),
    Feature("cards of an undone swap had moved on", "seven-with-free-trade", moved_on),
    Feature(
        "closed early, when all had said something",
        "five-with-free-trade",
        lambda g: [t for t in closes(g) if t.move.early and t.news("FreeTradeOver")],
    ),
    Feature(
        "closed at the deadline, nobody having traded",
        "five-with-free-trade",
        lambda g: [
            t
            for t in closes(g)
            if t.news("FreeTradeOver") and at_the_deadline(t) and t.before.state.round == 1
        ],
    ),
    Feature(
        "after mandatory trading, in one entry",
        "five-with-free-trade",
        lambda g: [t for t in g.live if t.news("TradingOver") and t.news("FreeTradeOpened")],
    ),
)
