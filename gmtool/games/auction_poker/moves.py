"""The moves of Auction Poker, each with its text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from gmtool.engine.moves import Move


@dataclass(frozen=True)
class Pair:
    """A lot's label and the coins offered for it, as written: the rules refuse what is no whole
    number of coins (AP-7).
    """

    lot: str
    coins: str

    def __str__(self) -> str:
        return f"{self.lot} {self.coins}"


@dataclass(frozen=True)
class Bid(Move):
    """Sealed bids, in the order written; the only move whose parts stand or fall one by one."""

    pairs: tuple[Pair, ...]

    def __str__(self) -> str:
        return f"bid {', '.join(map(str, self.pairs))}"

    def parts(self) -> tuple[Move, ...]:
        """One bid for each lot named."""
        return tuple(Bid((pair,)) for pair in self.pairs)

    def joined(self, parts: tuple[Move, ...]) -> Move:
        """One bid of the pairs of all `parts`."""
        return Bid(tuple(pair for part in parts for pair in cast("Bid", part).pairs))


@dataclass(frozen=True)
class Pass(Move):
    """No bid in this batch."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Trash(Move):
    """Cards put back into the deck, to be replaced by bidding (AP-15)."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"trash {' '.join(self.cards)}"

    def joined(self, parts: tuple[Move, ...]) -> Move:
        """All the cards of these, each as often as it is named in one of them."""
        return Trash(tuple(card for part in parts for card in cast("Trash", part).cards))


@dataclass(frozen=True)
class Keep(Move):
    """Nothing to trash in this session."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True)
class Stand(Move):
    """Content to do nothing more (AP-26)."""

    anytime = True

    def __str__(self) -> str:
        return "stand"
