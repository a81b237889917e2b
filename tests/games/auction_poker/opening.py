"""What lines of this kind's clauses stand for: decks, lots that are bought, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from playing import deck

from gmtool.engine.cards import DECK, SUITS
from gmtool.games.auction_poker.setup import opening_sizes
from gmtool.games.auction_poker.state import label

if TYPE_CHECKING:
    from clauses import Trial


def shuffle(trial: Trial, top: str) -> Iterator[str]:
    """`shuffle 3S 10H`: the deck with these on top, the rest in its own order, clubs first."""
    yield f"+0m chance: {deck(top, trial.game.state.deck)}"


def opens(trial: Trial, top: str) -> Iterator[str]:
    """The same for the opening catalogue; the first batch opens on the 20th at eight."""
    yield f"20 08:00 chance: {deck(top, DECK)}"
    yield "+0m host: start"


def alike(_trial: Trial, ranks: str) -> Iterator[str]:
    """`alike A K Q 2 4 6 8 10 3 5 7 9 J`: the first batch opens with `hands_alike` of these."""
    yield f"chance: shuffle {' '.join(hands_alike(ranks.split()))}"
    yield "host: start"


def hands_alike(ranks: Sequence[str]) -> Iterator[str]:
    """Ten lots: A and B hold two pair alike, C to F a high card alike, G to J another."""
    for suits in ("CD", "HS"):
        yield from (rank + suit for rank in ranks[:3] for suit in suits)
    for five in (ranks[3:8], ranks[8:]):
        for lot in range(4):
            yield from (rank + SUITS[(lot + n) % 4] for n, rank in enumerate(five))


def buys(trial: Trial, lots: str) -> Iterator[str]:
    """`buys A G -`: the first two players bid a coin, the third stands, and the batch is closed."""
    for who, lot in zip(trial.players, lots.split(), strict=True):
        yield f"{who}: " + ("stand" if lot == "-" else f"bid {lot} 1")
    yield "+24h host: close"


def hands(trial: Trial, text: str) -> Iterator[str]:
    """`hands 7C KD 4H 5S 3C / AC AD AH AS / -`: the players buy lots that hold just these cards,
    or nothing, in one batch.
    """
    given = [hand.replace("-", "").split() for hand in text.split("/")]
    free = [card for card in DECK if all(card not in hand for hand in given)]
    wanting, bought, dealt = [*given], ["-"] * len(given), []
    for n, size in enumerate(opening_sizes(trial.game.state.terms.lots)):
        hand = next((one for one in wanting if len(one) == size), [])
        if hand:
            wanting.remove(hand)
            bought[given.index(hand)] = label(n)
        dealt += hand or [free.pop() for _ in range(size)]
    yield f"chance: shuffle {' '.join(dealt)}"
    yield "host: start"
    yield from buys(trial, " ".join(bought))


def open(trial: Trial) -> str:  # noqa: A001
    """The lots that are open, each with how many cards it has."""
    return ", ".join(f"{lot.label} {len(lot.cards)}" for lot in trial.game.state.batch)


def sizes(trial: Trial) -> str:
    """How many lots of how many cards are to come, the first ones first: `2 x 6, 8 x 5`."""
    cards = [len(lot.cards) for lot in trial.game.state.catalogue]
    return ", ".join(f"{len([*same])} x {size}" for size, same in groupby(cards))


def won(trial: Trial) -> str:
    """The lots sold in the session that was played last, with their prices."""
    sold = trial.game.won()
    return ", ".join(f"{lot} {who} {price}" for lot, (who, price) in sold.items())


def quiet(trial: Trial) -> str:
    """In how many windows in a row nothing came from whom."""
    return ", ".join(f"{who} {windows}" for who, windows in trial.game.table.quiet.items())


def remark(trial: Trial) -> str:
    """What the host alone is told beside the last line."""
    return " ".join(one.remark for step in trial.steps for one in step.news if one.remark)


def sent(trial: Trial) -> str:
    """The texts that arise with the last line, in order."""
    game = trial.game.replay.game
    told = (one for step in trial.steps for one in game.messages(step.news))
    return ", ".join(f"{m.occasion} {m.to}{'on demand' * m.on_demand}".strip() for m in told)


def lives(trial: Trial) -> str:
    """Which texts are calls for moves, or tell how things stand, or what happened."""
    return ", ".join(f"{one.name} {one.life}" for one in trial.game.replay.game.message_types)


def places(trial: Trial) -> str:
    """Everybody's place and payout, in the order of the seats."""
    found = {one.name: f"{one.place or 'last'} {one.payout:,}" for one in trial.game.state.results}
    return " / ".join(found[who] for who in trial.players)
