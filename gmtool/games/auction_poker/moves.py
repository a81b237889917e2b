"""The moves of Auction Poker, each with its text form."""

from __future__ import annotations

from typing import cast

from msgspec import Struct

from gmtool.engine.moves import Move


class Pair(Struct, frozen=True):
    """A lot's label and the coins offered for it, as written: the rules refuse coins that are no
    whole number (AP-7).
    """

    lot: str
    coins: str

    def __str__(self) -> str:
        return f"{self.lot} {self.coins}"


class Bid(Move, frozen=True):
    """Sealed bids in the order written; the only move whose parts are valid or refused one by
    one.
    """

    pairs: tuple[Pair, ...]

    def __str__(self) -> str:
        return f"bid {', '.join(map(str, self.pairs))}"

    def parts(self) -> tuple[Move, ...]:
        """One bid for each lot named."""
        return tuple(Bid((pair,)) for pair in self.pairs)

    def joined(self, parts: tuple[Move, ...]) -> Move:
        """One bid with the pairs of all `parts`."""
        return Bid(tuple(pair for part in parts for pair in cast("Bid", part).pairs))


class Pass(Move, frozen=True):
    """No bid in this batch."""

    form = "pass"


class Trash(Move, frozen=True):
    """Cards put back into the deck; the player bids for others (AP-15)."""

    form = "trash {cards:cards}"

    cards: tuple[str, ...]

    def joined(self, parts: tuple[Move, ...]) -> Move:
        """All the cards of `parts`, each as often as one of them names it."""
        return Trash(tuple(card for part in parts for card in cast("Trash", part).cards))


class Keep(Move, frozen=True):
    """Nothing to trash in this session."""

    form = "keep"


class Stand(Move, frozen=True):
    """The player wants to do nothing more (AP-26)."""

    form = "stand"

    anytime = True
