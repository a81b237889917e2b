"""What the lines of this kind's clauses stand for: hands by the deck that deals them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gmtool.engine.wording import HOST

if TYPE_CHECKING:
    from clauses import Trial

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
CARDS = tuple(rank + suit for rank in RANKS for suit in "DCHS")
"""From low to high (BT-1)."""


def hands(trial: Trial, text: str) -> Iterator[str]:
    """`hands 3D 9S / 3C 9H / -` shuffles so that these are dealt in seat order (BT-2), and begins
    the first round. A hand of too few cards is filled with the lowest of the rest, the first hand
    before the others.
    """
    yield from _shuffle(trial, text)
    if not trial.game.table.started:
        yield "host: start"


def _shuffle(trial: Trial, text: str) -> Iterator[str]:
    state = trial.game.state
    given = [[card for card in hand.split() if card != "-"] for hand in text.split("/")]
    names = {card for hand in given for card in hand}
    deck = [*CARDS, *("LJ", "HJ")[: state.terms.jokers]]
    free = [card for card in deck if card not in names]
    seats, size = len(given), state.terms.hand_size
    turns = [turn % seats for turn in range(size * seats or len(deck))]
    for seat, hand in enumerate(given):
        wanting = turns.count(seat) - len(hand)
        hand.extend(free[:wanting])
        del free[:wanting]
    dealt = [given[seat].pop(0) for seat in turns]
    yield "chance: shuffle " + " ".join((*dealt, *free))


def trick(trial: Trial) -> str:
    """The trick in play: who played what."""
    told = trial.game.view()["public"]["trick"]
    return "; ".join(f"{one['who']} {' '.join(one['cards']) or 'pass'}" for one in told)


def left(trial: Trial) -> str:
    """Everybody's cards, as the host may know them."""
    rows = trial.game.view(HOST)["players"]
    return " / ".join(" ".join(row["secret"]["hand"]) or "-" for row in rows)
