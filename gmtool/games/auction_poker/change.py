"""Change sessions: trashed cards, and the catalogue dealt for them (AP-15 to AP-19)."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from gmtool.engine.game import Action
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.auction_poker.moves import Trash
from gmtool.games.auction_poker.state import CHANGE, State, Trashing


def trash(state: State, action: Action, move: Trash) -> State:
    """The state after a trash: the cards leave the hand at once. The message is valid or refused
    as a whole (AP-16).
    """
    _check_open(state)
    player = state.player(action.who)
    seen: set[str] = set()
    for card in move.cards:
        if card in seen:
            raise Refused(
                "AP-16",
                f"{card} is named twice, so nothing was trashed; name each card once.",
                quoted=card,
            )
        seen.add(card)
        if card in state.trashed_by(player.name):
            raise Refused(
                "AP-16",
                f"{player.name} has already trashed {card} in this window, so nothing more was "
                "trashed; leave it out.",
                quoted=card,
            )
        if card not in player.hand:
            held = " ".join(player.hand) or "no cards"
            raise Refused(
                "AP-16",
                f"{card} is not in {player.name}'s hand ({held}); a trash stands or falls whole, "
                "so nothing was trashed.",
                quoted=card,
            )
    trashing = Trashing(player.name, move.cards, action.received_at, action.number)
    hand = tuple(card for card in player.hand if card not in move.cards)
    state = state.but(player.name, hand=hand).into_deck(move.cards)
    state = replace(state.heard_from(player.name), trashes=(*state.trashes, trashing))
    return state.tell("Trashed", only_to=[player.name], **asdict(trashing))


def keep(state: State, action: Action) -> State:
    """The state after `keep`: nothing to trash in this session, or nothing more (AP-28)."""
    _check_open(state)
    if action.who in state.said:
        raise Refused(
            "AP-28", f"{action.who} has already said keep; only a trash can still follow."
        )
    after = bool(state.trashed_by(action.who))
    state = replace(state, said=(*state.said, action.who))
    return state.tell("Kept", only_to=[action.who], who=action.who, after=after)


def _check_open(state: State) -> None:
    if state.window == "" or state.phase != CHANGE:
        bids = "; lots are open for bids: `bid` or `pass`" if state.batch else ""
        raise NotNow("AP-15", f"no change window is open now{bids}.")


def change_sizes(state: State) -> tuple[int, ...]:
    """The sizes of the change lots, one for each player who trashed, in the order of their first
    trash: by time received, then by entry (AP-17).
    """
    sizes: dict[str, int] = {}
    for trashing in sorted(state.trashes, key=lambda t: (t.received, t.entry)):
        sizes[trashing.who] = sizes.get(trashing.who, 0) + len(trashing.cards)
    return tuple(sizes.values())


def lots_done(state: State) -> State:
    """The state with the news that the session's lots are all decided. `summed_up`: they came in
    several batches, so a text of its own lists them all.
    """
    several = state.batch_number > 1
    return state.tell("LotsDone", session=state.session, summed_up=several)
