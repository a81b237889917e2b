"""Which texts arise, for whom (the posts and PMs of the rules page)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import CALL, PM, POST, STATE, Event, Message, Occasion
from gmtool.games.grouping_bw import events as e
from gmtool.games.grouping_bw.state import FOLD, State
from gmtool.games.grouping_bw.wanting import wanted

OCCASIONS = (
    Occasion("opening", POST, "the rules in brief, who plays with what, how to group"),
    Occasion("set-start", POST, "a set begins: both group until then; ante and chips", CALL),
    Occasion("first", POST, "who starts the first round, or that the host is to name it"),
    Occasion("dealt", POST, "both colours, ante and chips; who acts until when", CALL),
    Occasion("bet", POST, "a betting action: the pot, who acts next and what it may do", CALL),
    Occasion("peek", POST, "that a Peek was used, not what it showed"),
    Occasion("order", POST, "that an Order was used, not what it told"),
    Occasion("fold", POST, "a round given up: what became of the chips, and what is next"),
    Occasion("showdown", POST, "both tiles, who wins the round, chips, and what is next"),
    Occasion("set-summary", POST, "every round of a set that is over, tiles and chips"),
    Occasion("standings", POST, "chips, ante and the rounds of the set so far", STATE),
    Occasion("final", POST, "who has won the match and how, chips, how to check the draws"),
    Occasion("grouping", PM, "the groups that stand for a player from whom none came in time"),
    Occasion("ante-offer", PM, "the ante that the opponent would agree to", CALL),
    Occasion("tile-shown", PM, "the opponent's tile after one's fold or one's Peek"),
    Occasion("group-order", PM, "the order of one's groups, told by the Order"),
    Occasion("your-turn", PM, "what is asked, and all that the player knows", CALL),
)
"""Beside them there are those of every game."""


def messages(events: tuple[Event, ...], state: State) -> tuple[Message, ...]:
    """One message an occasion, in the order in which a host would send them."""
    posts = tuple(dict.fromkeys(_posts(events)))
    letters = tuple(dict.fromkeys(_letters(events, state)))
    return (*posts, *letters)


def _posts(events: tuple[Event, ...]) -> Iterator[Message]:
    kinds = {type(event) for event in events}
    ended_by = [event.ended for event in events if isinstance(event, e.RoundOver)]
    arises = {
        "first": bool(kinds & {e.FirstNamed, e.FirstOverdue, e.FirstAwaited}),
        "peek": e.Peeked in kinds,
        "order": e.OrderTold in kinds,
        "fold": FOLD in ended_by[:1],
        "showdown": bool(ended_by) and FOLD not in ended_by[:1],
        "bet": e.Acted in kinds and not ended_by,
        "set-summary": e.SetOver in kinds,
        "set-start": e.SetOpened in kinds,
        "dealt": e.RoundDealt in kinds and not ended_by,
        "final": e.MatchEnded in kinds,
    }
    yield from (Message(occasion) for occasion, does in arises.items() if does)


def _letters(events: tuple[Event, ...], state: State) -> Iterator[Message]:
    for event in events:
        if isinstance(event, e.Grouped) and event.how == e.DEFAULT:
            yield Message("grouping", event.who)
        elif isinstance(event, e.AnteNamed):
            yield Message("ante-offer", event.to)
        elif isinstance(event, e.TileShown):
            yield Message("tile-shown", event.who)
        elif isinstance(event, e.OrderTold):
            yield Message("group-order", event.who)
    asking = (e.SetOpened, e.BettingOpened, e.Acted, e.FirstAwaited, e.Adjusted)
    if any(isinstance(event, asking) for event in events):
        for turn in wanted(state).turns:
            if turn.window and turn.expected:
                yield Message("your-turn", turn.who)
