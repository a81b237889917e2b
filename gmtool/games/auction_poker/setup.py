"""Set-up: options, seats and the catalogue (AP-1 to AP-5)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from gmtool.engine.cards import DECK
from gmtool.engine.options import Option, Options
from gmtool.engine.refusals import Refused
from gmtool.engine.rulings import doc
from gmtool.games.auction_poker.rulings import RULINGS
from gmtool.games.auction_poker.state import Lot, Player, State, Terms, label

FEWEST_PLAYERS, MOST_PLAYERS = 2, 26
FULL_HANDS = len(DECK) // 5
"""How many players can end with five cards (AP-2)."""
USUAL_LOTS = 10

OPTIONS = (
    Option("coins", 300, "coins each player starts with", "AP-3", low=1, high=1_000_000),
    Option("coin_value", 50_000, "what a coin is worth at the end, in ¥", "AP-3"),
    Option("repayment", 5_000_000, "what everyone repays at the end, in ¥", "AP-3"),
    Option("lots", None, doc(RULINGS, "lots"), "AP-4", low=1, high=len(DECK)),
    Option("batch_size", 5, doc(RULINGS, "batch_size"), "AP-5", low=1, high=len(DECK)),
    Option("bidding_hours", 24, "hours a batch is open for bids", "AP-6", low=1, high=8760),
    Option("min_bid", 1, doc(RULINGS, "min_bid"), "AP-7", high=1_000_000),
    Option(
        "reveal_bids",
        "winners",
        doc(RULINGS, "reveal_bids"),
        "AP-12",
        choices=("winners", "all"),
    ),
    Option("reoffers", 1, doc(RULINGS, "reoffers"), "AP-13", high=9),
    Option(
        "reauction",
        "left-over",
        "whether all lots left over are offered again or only those that nobody bid on",
        "AP-13",
        choices=("left-over", "unbid"),
    ),
    Option("change_sessions", 5, "change sessions", "AP-15", high=50),
    Option("change_hours", 24, "hours a change window is open", "AP-15", low=1, high=8760),
    Option("low_ace_straight", False, doc(RULINGS, "low_ace_straight"), "AP-1"),
    Option("payout_first", 5_000_000, "what 1st place receives from each in last, in ¥", "AP-23"),
    Option("payout_second", 2_000_000, "what 2nd place receives from each in last, in ¥", "AP-23"),
    Option("payout_third", 500_000, "what 3rd place receives from each in last, in ¥", "AP-23"),
    Option("inactive_after", 2, doc(RULINGS, "inactive_after"), "AP-26", low=1, high=1000),
)


def setup(options: Options, names: tuple[str, ...]) -> State:
    """The state before the deal; raises Refused where players and lots don't fit (AP-2, AP-4)."""
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        count = "one player" if len(names) == 1 else f"{len(names)} players"
        raise Refused(
            "AP-2",
            f"{count} can't play; {FEWEST_PLAYERS} to {MOST_PLAYERS} can.",
            quoted=", ".join(names),
        )
    given = {**options}
    if given["lots"] is None:
        given["lots"] = max(USUAL_LOTS, len(names))
    terms = Terms(**given)
    if terms.lots < len(names):
        lots = "1 lot is" if terms.lots == 1 else f"{terms.lots} lots are"
        raise Refused(
            "AP-4",
            f"{lots} too few for {len(names)} players; everybody needs one.",
            quoted=f"lots={terms.lots}",
        )
    if terms.min_bid > terms.coins:
        raise Refused(
            "AP-7",
            f"nobody could bid: min_bid is {terms.min_bid}, but everybody has {terms.coins} coins.",
            quoted=f"min_bid={terms.min_bid}",
        )
    players = tuple(Player(name, terms.coins) for name in names)
    return State(terms=terms, players=players, deck=DECK)


def warnings(state: State) -> tuple[str, ...]:
    """What the host is told about a set-up that is allowed but unusual (AP-2)."""
    if len(state.players) <= FULL_HANDS:
        return ()
    return (
        f"AP-2: with {len(state.players)} players at most {FULL_HANDS} can end with a full hand.",
    )


def deal(cards: tuple[str, ...], sizes: Iterable[int]) -> tuple[tuple[Lot, ...], tuple[str, ...]]:
    """Lots of these sizes from the top of the shuffled cards, and the cards that are left."""
    top = iter(cards)
    lots = tuple(Lot(label(number), tuple(islice(top, size))) for number, size in enumerate(sizes))
    return lots, tuple(top)


def batches(lots: int, batch_size: int) -> int:
    """The number of batches in which that many lots are offered (AP-5, AP-18)."""
    return -(-lots // batch_size)


def opening_sizes(lots: int) -> tuple[int, ...]:
    """The sizes of the opening lots, all 52 cards: they differ by at most one, the
    larger first (AP-4).
    """
    least, larger = divmod(len(DECK), lots)
    return tuple(least + (number < larger) for number in range(lots))
