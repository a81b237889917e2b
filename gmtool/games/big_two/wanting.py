"""Whom a game waits for, what for, and how long (BT-2, BT-12, BT-24 to BT-29)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import Turn, Wanted, Window
from gmtool.engine.moves import Done
from gmtool.engine.shuffling import Shuffle
from gmtool.engine.text import CHANCE, HOST, write_name
from gmtool.games.big_two import moves as m
from gmtool.games.big_two.dealing import is_due
from gmtool.games.big_two.questions import FORMS
from gmtool.games.big_two.state import (
    ASK,
    DONE,
    FREE_TRADE,
    GIVE,
    PLAY,
    RETURN,
    SETUP,
    SPEAK,
    TRADING,
    WORDS,
    State,
    Trade,
    Trick,
)
from gmtool.games.big_two.trading import may_surrender, may_waive

DEMAND = m.DemandLowest.hint()
ANSWERS = (m.Yes.hint(), m.No.hint())


def wanted(state: State) -> Wanted:
    """Who may or must move now, and in which window."""
    if is_due(state):
        return Wanted((Turn(CHANCE, "the shuffled deck", (Shuffle.hint(),)),))
    if state.phase == SETUP:
        return Wanted((Turn(HOST, "the start of the first round", ("start",)),))
    if state.phase == TRADING:
        return _wanted_trading(state)
    if state.phase == FREE_TRADE:
        return _wanted_free_trade(state)
    if state.phase == PLAY and state.trick:
        return _wanted_play(state, state.trick)
    return Wanted()


def _wanted_play(state: State, trick: Trick) -> Wanted:
    """The turn to play. It names both moves whatever the hand: to say that a player can only
    pass would reveal it.
    """
    number = len(trick.actions) + 1
    key = f"play {state.deal}.{trick.number}.{number}"
    what = f"play {number} of trick {trick.number} in round {state.round}"
    window = Window(key, f"{trick.actor}'s {what}", state.terms.move_hours, "BT-12")
    moves = (m.Play.hint(), "pass") if trick.last else (m.Play.hint(),)
    return Wanted((Turn(trick.actor, what, moves, key),), (window,))


# ---- mandatory trading


def _wanted_trading(state: State) -> Wanted:
    """The turns of both trades, each with a private window for the two players (BT-24, BT-25)."""
    open_ones = [trade for trade in state.trades if trade.stage != DONE]
    windows = tuple(_window(state, trade) for trade in open_ones)
    turns = [turn for t, w in zip(open_ones, windows, strict=True) for turn in _turns(t, w.key)]
    if state.in_words:
        task = f"the answer to {state.in_words[0]}'s question in words"
        turns.append(Turn(HOST, task, ANSWERS, private=True))
    # Whoever is done with its trade is named too: that it is done is told to nobody else.
    parties = tuple(who for trade in state.trades for who in trade.parties)
    return Wanted(tuple(turns), windows, parties)


def awaited_in(trade: Trade) -> str:
    """The player for whom a trade waits, or the host."""
    if trade.stage == WORDS:
        return HOST
    return trade.giver if trade.stage in {SPEAK, GIVE} else trade.taker


def task_in(trade: Trade) -> str:
    """What a trade waits for."""
    return {
        SPEAK: f"its word to {trade.taker}: surrender or hold",
        ASK: f"questions to {trade.giver}",
        WORDS: f"the answer to {trade.taker}'s question in words",
        GIVE: f"cards for {trade.taker}, from what is due",
        RETURN: f"cards back for {trade.giver}",
    }[trade.stage]


def moves_in(trade: Trade) -> tuple[str, ...]:
    """The moves that are possible, as text forms."""
    if trade.stage == ASK:
        return (*FORMS, "take") if trade.due else FORMS
    return {
        SPEAK: ("surrender", "hold"),
        WORDS: ANSWERS,
        GIVE: (m.Give.hint(),),
        RETURN: (m.Return.hint(),),
    }[trade.stage]


def _window(state: State, trade: Trade) -> Window:
    """The window for a trade's present stage. Questions don't renew its time, nor do the host's
    answers; what the giver gave on `take` does.
    """
    stage = ASK if trade.stage == WORDS else trade.stage
    whose = trade.giver if stage in {SPEAK, GIVE} else trade.taker
    key = f"{stage} {state.deal}.{state.seat(trade.taker)}.{trade.gives}"
    title = f"{whose}'s part in the trading of round {state.round}"
    return Window(
        key,
        title,
        state.terms.move_hours,
        "BT-24",
        private=trade.parties,
        early=trade.stage != WORDS,
    )


def _turns(trade: Trade, key: str) -> Iterator[Turn]:
    """The turns of a trade. What the giver may say beside them no window ends (BT-24, BT-26,
    BT-28).
    """
    if trade.stage != WORDS:
        yield Turn(awaited_in(trade), task_in(trade), moves_in(trade), key)
    if trade.stage != SPEAK and may_surrender(trade):
        yield Turn(trade.giver, "to surrender after all", ("surrender",), expected=False)
    if may_waive(trade):
        yield Turn(trade.giver, "to give up its privacy", ("waive",), expected=False)
    if not trade.demanded:
        task = "the demand for the lowest cards, if it wants them back"
        yield Turn(trade.giver, task, (DEMAND,), expected=False)


# ---- free trade


def _wanted_free_trade(state: State) -> Wanted:
    key = f"free-trade {state.deal}"
    title = f"free trade before round {state.round}"
    window = Window(key, title, state.terms.trade_hours, "BT-29")
    # Everybody is awaited, so that it closes early only when all have moved: silence may be a
    # bargain in the making.
    turns = tuple(_free_turn(state, player.name, key) for player in state.players)
    return Wanted(turns, (window,))


def _free_turn(state: State, who: str, key: str) -> Turn:
    """A player's turn in free trade. A player with an offer to answer is awaited,
    whatever it did before.
    """
    offered = [offer.who for offer in state.offers if offer.to == who]
    task = f"an answer to {' and '.join(offered)}" if offered else "trades, if it wants any"
    moves = tuple(_free_moves(state, who))
    return Turn(who, task, moves, key, again=bool(offered), private=True)


def _free_moves(state: State, who: str) -> Iterator[str]:
    yield "offer NAME CARD … for CARD …"
    for offer in state.offers:
        if offer.to == who:
            yield f"accept {write_name(offer.who)}"
            yield f"decline {write_name(offer.who)}"
        elif offer.who == who:
            yield f"withdraw {write_name(offer.to)}"
    yield str(Done())  # whoever wants no trade may say so (ALL-2)
