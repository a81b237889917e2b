"""Which texts arise, for whom (the posts and PMs of the rules page)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import CALL, PM, POST, STATE, Event, Message, Occasion
from gmtool.games.ten_skip import events as e
from gmtool.games.ten_skip.state import HAND, KEEP, NOTICE, TOP, TURN, State

OCCASIONS = (
    Occasion("opening", POST, "the rules in brief, who plays and when"),
    Occasion("round-start", POST, "the draw for dealer, who deals and who begins"),
    Occasion("discard", POST, "a card discarded or shown, and whose answer is awaited", CALL),
    Occasion("turn", POST, "what was done in a turn, and who is next until when", CALL),
    Occasion("notice", POST, "who put everyone on notice, and who may challenge"),
    Occasion("challenge", POST, "both hands, and whether the claim was true"),
    Occasion("reveal", POST, "a hand that won unchallenged, shown by choice"),
    Occasion("round-summary", POST, "what the losers score, card by card, and the totals"),
    Occasion("standings", POST, "scores over all rounds so far", STATE),
    Occasion("final", POST, "who won, scores over all rounds, how to check the draws"),
    Occasion("hand", PM, "the cards in one's hand, from low to high", STATE),
    Occasion("your-turn", PM, "what can be done now, and how to answer", CALL),
    Occasion("choose", PM, "the two cards drawn, one to keep", CALL),
    Occasion("victim", PM, "which card is shown, and that one must be handed over", CALL),
    Occasion("end-of-turn", PM, "everyone on notice, or done", CALL),
    Occasion("on-top", PM, "which card is to lie on top of the discard pile", CALL),
    Occasion("unchallenged", PM, "a round won unchallenged, whose hand may be shown"),
)
"""Beside them there are those of every game."""

_ASKING = {
    TURN: "your-turn",
    KEEP: "choose",
    HAND: "victim",
    NOTICE: "end-of-turn",
    TOP: "on-top",
}


def messages(events: tuple[Event, ...], state: State) -> tuple[Message, ...]:
    """One message an occasion, in the order in which a host would send them."""
    posts = dict.fromkeys(_posts(events, state))
    letters = dict.fromkeys(_letters(events, state))
    return (*posts, *letters)


def _posts(events: tuple[Event, ...], state: State) -> Iterator[Message]:
    kinds = {type(event) for event in events}
    told = (
        (e.Revealed, "reveal"),
        (e.Challenged, "challenge"),
        (e.PutOnNotice, "notice"),
        (e.RoundOver, "round-summary"),
        (e.GameEnded, "final"),
        (e.RoundOpened, "round-start"),
    )
    yield from (Message(occasion) for kind, occasion in told if kind in kinds)
    if kinds & _TURNS and not kinds & {e.Challenged, e.PutOnNotice, e.RoundOver}:
        yield Message("discard" if state.phase in {KEEP, HAND} else "turn")


_TURNS = {e.Discarded, e.Kept, e.Offered, e.Handed, e.Passed, e.Finished, e.Topped}


def _letters(events: tuple[Event, ...], state: State) -> Iterator[Message]:
    asked = state.awaited
    for event in events:
        match event:
            case e.RoundOpened():
                yield from (Message("hand", player.name) for player in state.in_round)
            case e.Drew() | e.Kept() | e.Finished() | e.PutOnNotice() if (
                event.who != asked and state.player(event.who).hand
            ):
                yield Message("hand", event.who)
            case e.Handed() if state.player(event.taker).hand:
                gained = (name for name in (event.who, event.taker) if name != asked)
                yield from (Message("hand", name) for name in gained)
            case e.RoundOver() if state.unrevealed_of(event.claimant):
                yield Message("unchallenged", event.claimant)
    if any(isinstance(event, _CALLING) for event in events) and asked:
        yield Message(_ASKING[state.phase], asked)


_CALLING = (e.RoundOpened, e.TurnBegun, e.OwnAct)
