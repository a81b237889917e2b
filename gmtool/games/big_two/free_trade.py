"""Free trade: offers, swaps, and hands as large at the end as before (BT-29)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.big_two import tricks
from gmtool.games.big_two.moves import Accept, Decline, Propose, Withdraw
from gmtool.games.big_two.state import FREE_TRADE, Offer, State
from gmtool.games.big_two.terms import deck, in_order
from gmtool.games.big_two.wording import NOW, are, are_not


def opened(state: State) -> State:
    """The state after the deal or mandatory trading: free trade where the option is
    on, else play begins.
    """
    if not state.terms.free_trade:
        return tricks.opened(state)
    return replace(state, phase=FREE_TRADE).tell("FreeTradeOpened", hours=state.terms.trade_hours)


def say(state: State, who: str, move: Propose | Accept | Decline | Withdraw) -> State:
    """The state after a player's move in free trade; raises Refused. Only the two players
    concerned may know of it.
    """
    if state.phase != FREE_TRADE:
        raise NotNow("BT-29", f"no free trade is open now: {NOW[state.phase]}.")
    match move:
        case Propose():
            return _offered(state, who, move)
        case Accept():
            return _swapped(state, _offer(state, move.who, who))
        case Decline():
            offer = _offer(state, move.who, who)
            return _without(state, offer).tell("Declined", only_to=offer.parties, offer=offer)
        case Withdraw():
            return _withdrawn(state, _offer(state, who, move.to), gone=False)


def _offered(state: State, who: str, move: Propose) -> State:
    """The state with an offer. It is checked only against the hand of the player who makes it:
    anything else would reveal the other's hand.
    """
    offer = Offer(who, move.to, in_order(move.gives), in_order(move.wants))
    if move.to == who:
        raise Refused("BT-29", "nobody trades with himself; name another player.")
    if not offer.gives and not offer.wants:
        raise Refused("BT-29", "nothing for nothing is no trade; name cards on a side.")
    _check_cards(state, who, offer)
    if _open(state, who, move.to):
        raise NotNow(
            "BT-29",
            f"your offer to {move.to} is still open; take it back first: `withdraw {move.to}`.",
        )
    state = replace(state, offers=(*state.offers, offer))
    return state.tell("Offered", only_to=offer.parties, offer=offer)


def _check_cards(state: State, who: str, offer: Offer) -> None:
    hand = state.player(who).hand
    named = (*offer.gives, *offer.wants)
    wrong = ""
    if twice := [card for card in named if named.count(card) > 1]:
        wrong = f"{are(twice)} named twice"
    elif missing := [card for card in offer.gives if card not in hand]:
        wrong = f"{are_not(missing)} in your hand"
    elif own := [card for card in offer.wants if card in hand]:
        wrong = f"{are(own)} in your own hand"
    elif strange := [card for card in offer.wants if card not in deck(state.terms.jokers)]:
        wrong = f"{are_not(strange)} in this deck"
    if wrong:
        raise Refused(
            "BT-29",
            f"{wrong}; an offer names cards of your own and cards of the other's, as in `offer "
            "Bob 4C for 9H`.",
        )


def _open(state: State, who: str, to: str) -> Offer | None:
    return next((offer for offer in state.offers if offer.parties == (who, to)), None)


def _offer(state: State, who: str, to: str) -> Offer:
    found = _open(state, who, to)
    if found is None:
        raise NotNow("BT-29", f"there is no open offer of {who} to {to}.")
    return found


def _without(state: State, offer: Offer) -> State:
    return replace(state, offers=tuple(other for other in state.offers if other != offer))


def _withdrawn(state: State, offer: Offer, *, gone: bool) -> State:
    """The state without the offer. Only its maker hears whether it was withdrawn or
    its cards are `gone`.
    """
    return _without(state, offer).tell(
        "Withdrawn",
        only_to=offer.parties,
        offer=offer,
        secret={"gone": gone},
        known_to=[offer.who],
    )


def not_held(state: State, offer: Offer) -> list[str]:
    """The cards wanted that the other player doesn't hold, which only that player may know."""
    hand = state.player(offer.to).hand
    return [card for card in offer.wants if card not in hand]


def _swapped(state: State, offer: Offer) -> State:
    """The state after a swap; other offers of cards that changed hands in it are void."""
    missing = not_held(state, offer)
    if missing:
        raise Refused(
            "BT-29",
            f"{are_not(missing)} in your hand, so you can't accept; `decline {offer.who}` tells "
            "no more than that you don't want it.",
        )
    state = _without(state, offer).moved(offer.gives, offer.who, offer.to)
    state = state.moved(offer.wants, offer.to, offer.who)
    state = replace(state, swaps=(*state.swaps, offer))
    state = state.tell("Swapped", only_to=offer.parties, offer=offer)
    away = {offer.who: set(offer.gives), offer.to: set(offer.wants)}
    for other in state.offers:
        if away.get(other.who, set()) & set(other.gives):
            state = _withdrawn(state, other, gone=True)
    return state


def check_early(state: State) -> None:
    """Raise Refused for an early end while trades would have to be undone, which is
    for the window's end.
    """
    uneven = [
        player.name
        for player, size in zip(state.players, state.sizes, strict=True)
        if len(player.hand) != size
    ]
    if uneven:
        names = ", ".join(uneven)
        raise Refused(
            "BT-29",
            "free trade can't end early while hands differ in size from what they were "
            f"({names}); until its time is up they can still be evened out.",
        )


def close(state: State) -> State:
    """The state after free trade: offers lapse, and swaps are undone until every hand is as large
    as before. Only the host learns who has traded.
    """
    for swap in undoing(state):
        state = _undone(state, swap)
    traded = tuple(name for swap in state.swaps for name in swap.parties)
    state = replace(state, offers=()).tell("FreeTradeOver", secret={"traded": traded})
    return tricks.opened(state)


def _undone(state: State, swap: Offer) -> State:
    """The state with the latest such swap undone: the same two may have made the same swap
    twice.
    """
    state = state.moved(swap.gives, swap.to, swap.who).moved(swap.wants, swap.who, swap.to)
    place = max(place for place, other in enumerate(state.swaps) if other == swap)
    state = replace(state, swaps=(*state.swaps[:place], *state.swaps[place + 1 :]))
    return state.tell("SwapUndone", only_to=swap.parties, offer=swap)


def undoing(state: State) -> Iterator[Offer]:
    """The swaps to undo, in order: each time the latest that involves a hand of the wrong size.
    Where its cards have moved on since, the swaps that moved them are undone first.
    """
    swaps = list(state.swaps)
    sizes = {
        player.name: len(player.hand) - size
        for player, size in zip(state.players, state.sizes, strict=True)
    }
    while any(sizes.values()):
        wrong = next(
            place
            for place in reversed(range(len(swaps)))
            if any(sizes[name] for name in swaps[place].parties)
        )
        for place in reversed(_moved_on(swaps, wrong)):
            swap = swaps.pop(place)
            grown = len(swap.wants) - len(swap.gives)
            sizes[swap.who] -= grown
            sizes[swap.to] += grown
            yield swap


def _moved_on(swaps: list[Offer], place: int) -> list[int]:
    """The places of that swap, and of the later ones that moved its cards on."""
    moved = {*swaps[place].gives, *swaps[place].wants}
    places = [place]
    for later in range(place + 1, len(swaps)):
        cards = {*swaps[later].gives, *swaps[later].wants}
        if cards & moved:
            moved |= cards
            places.append(later)
    return places
