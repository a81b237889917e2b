"""Free trade (BT-29): part of `reference`."""

from __future__ import annotations

from rules_page import expect

from .reference_plays import rising

Offer = tuple[str, str, list[str], list[str]]
"""Who, to whom, what it gives and what it wants."""


class Market:
    """Offers, and the swaps made of them in order; `hands` change in place."""

    def __init__(self, hands: dict[str, list[str]]) -> None:
        self.hands = hands
        self.sizes = {name: len(hand) for name, hand in hands.items()}
        self.offers: list[Offer] = []
        self.swaps: list[Offer] = []
        self.undone: list[Offer] = []
        self.spoke: set[str] = set()
        self.done: set[str] = set()

    def offered(self, who: str, to: str) -> Offer | None:
        return next((offer for offer in self.offers if offer[:2] == (who, to)), None)

    def offer(self, who: str, to: str, gives: list[str], wants: list[str]) -> None:
        expect(who != to and self.offered(who, to) is None, "BT-29")
        expect(len(set(gives)) == len(gives) and len(set(wants)) == len(wants), "BT-29")
        expect(
            set(gives) <= set(self.hands[who]) and not set(wants) & set(self.hands[who]), "BT-29"
        )
        self.offers.append((who, to, rising(gives), rising(wants)))

    def accept(self, who: str, of: str) -> None:
        offer = self.offered(of, who)
        expect(offer is not None and set(offer[3]) <= set(self.hands[who]), "BT-29")
        if offer:
            self.offers.remove(offer)
            self.carry(offer[2], of, who)
            self.carry(offer[3], who, of)
            self.swaps.append(offer)
            self.offers = [one for one in self.offers if set(one[2]) <= set(self.hands[one[0]])]

    def drop(self, who: str, to: str) -> None:
        """Declined or withdrawn."""
        offer = self.offered(who, to)
        expect(offer is not None, "BT-29")
        if offer:
            self.offers.remove(offer)

    def carry(self, cards: list[str], source: str, to: str) -> None:
        for card in cards:
            self.hands[source].remove(card)
            self.hands[to].append(card)

    def end(self) -> None:
        """The trades of hands of another size are undone, latest first."""
        while True:
            odd = {name for name, hand in self.hands.items() if len(hand) != self.sizes[name]}
            if not odd:
                return
            for swap in reversed(self.swaps):
                if odd & set(swap[:2]):
                    self.undo(swap)
                    break

    def undo(self, swap: Offer) -> None:
        """Before it, latest first, those that moved its cards on, or cards of theirs."""
        place = next(n for n, other in enumerate(self.swaps) if other is swap)
        cards: set[str] = set()
        kept = self.swaps[:place]
        group: list[Offer] = []
        for later in self.swaps[place:]:
            own = {*later[2], *later[3]}
            if later is swap or cards & own:
                cards |= own
                group.append(later)
            else:
                kept.append(later)
        for who, to, gave, got in reversed(group):
            self.carry(gave, to, who)
            self.carry(got, who, to)
        self.swaps = kept
        self.undone += reversed(group)
