"""Which texts arise, for whom (the posts and PMs of the rules page)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import CALL, PM, POST, STATE, Event, Message, Occasion
from gmtool.games.big_two import events as e
from gmtool.games.big_two.state import PLAY, State
from gmtool.games.big_two.wanting import wanted

_PLAYED = (
    Occasion("opening", POST, "the rules in brief, who plays, what is dealt and when"),
    Occasion("free-trade", POST, "that players may swap cards until then, and how", CALL),
    Occasion("round-start", POST, "roles, how many cards each holds, who leads", CALL),
    Occasion("trick", POST, "the trick so far, cards held, who is next until when", CALL),
    Occasion("trick-won", POST, "who won the trick and leads the next"),
    Occasion("out", POST, "who is out and in which place, who leads now"),
    Occasion("round-summary", POST, "the places of a round that is over, and what comes next"),
    Occasion("standings", POST, "places and roles of all rounds so far", STATE),
    Occasion("final", POST, "places over all rounds, how to check the draws"),
    Occasion("hand", PM, "the cards in one's hand, from low to high", STATE),
    Occasion("offer", PM, "what became of an offer in free trade"),
    Occasion("your-turn", PM, "what must be beaten and how to answer", CALL),
)
BIG_TWO_OCCASIONS = _PLAYED
PRESIDENT_OCCASIONS = (
    *_PLAYED[:1],
    Occasion("trading", POST, "a round is dealt: roles, and that trading goes on"),
    *_PLAYED[1:],
    Occasion("trade", PM, "a step of one's trade: what was said, and what is asked now", CALL),
)
"""Beside them there are those of every game."""


def messages(events: tuple[Event, ...], state: State) -> tuple[Message, ...]:
    """One message an occasion, in the order in which a host would send them."""
    posts = dict.fromkeys(_posts(events))
    letters = dict.fromkeys(_letters(events, state))
    return (*posts, *letters)


def _posts(events: tuple[Event, ...]) -> Iterator[Message]:
    kinds = {type(event) for event in events}
    told = (
        (e.RoundOver, "round-summary"),
        (e.WentOut, "out"),
        (e.TrickOver, "trick-won"),
        (e.Played, "trick"),
        (e.Passed, "trick"),
    )
    arises = [next((occasion for kind, occasion in told if kind in kinds), "")]
    opened = (
        (e.GameEnded, "final"),
        (e.TradingOpened, "trading"),
        (e.FreeTradeOpened, "free-trade"),
        (e.PlayOpened, "round-start"),
    )
    arises += [occasion for kind, occasion in opened if kind in kinds]
    yield from (Message(occasion) for occasion in arises if occasion)


def _letters(events: tuple[Event, ...], state: State) -> Iterator[Message]:
    for event in events:
        match event:
            case e.RoundOpened():
                yield from (Message("hand", player.name) for player in state.players)
            case e.Drew():
                yield Message("hand", event.who)
            case e.TradingOpened():
                parties = (name for trade in event.trades for name in trade.parties)
                yield from (Message("trade", name) for name in parties)
            case e.OfOffer():
                yield from (Message("offer", name) for name in _told(event))
            case e.BetweenTwo():
                yield from (Message("trade", name) for name in event.parties)
            case e.FreeTradeOver():
                traded = (name for swap in state.swaps for name in swap.parties)
                yield from (Message("hand", name) for name in traded)
    if state.phase == PLAY and any(isinstance(event, _TURNS) for event in events):
        yield from (Message("your-turn", turn.who) for turn in wanted(state).turns)


_TURNS = (e.PlayOpened, e.Played, e.Passed)


def _told(event: e.OfOffer) -> tuple[str, ...]:
    """Whom it is news for: who said it knows."""
    match event:
        case e.Offered() | e.Withdrawn(gone=False):
            return (event.offer.to,)
        case e.Declined():
            return (event.offer.who,)
    return event.parties
