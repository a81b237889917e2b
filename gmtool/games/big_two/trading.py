"""Mandatory trading (BT-23 to BT-28)."""

from __future__ import annotations

from gmtool.engine.game import Event
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.big_two import events as e
from gmtool.games.big_two.asking import ask, due_in_words, taken
from gmtool.games.big_two.moves import Ask, DemandLowest, Give, Hold, Return, Surrender, Take
from gmtool.games.big_two.questions import (
    is_of,
)
from gmtool.games.big_two.state import (
    ASK,
    DONE,
    GIVE,
    RETURN,
    SPEAK,
    TRADING,
    State,
    Trade,
)
from gmtool.games.big_two.terms import in_order
from gmtool.games.big_two.wording import NOW, are, are_not, cards_of, count_of

STOLEN_BY_VICE = 1
_STAGES = {
    SPEAK: "{giver} speaks first, with `surrender` or `hold`",
    ASK: "{taker} is asking",
    GIVE: "{giver} has to choose from what is due, with `give CARD`",
    RETURN: "{taker} has to give back as many cards as were taken, with `return CARD`",
    DONE: "the trade is done",
}


def opened(state: State) -> e.TradingOpened:
    """Who takes from whom in the round: the president, and with four or more players the vice
    president (BT-23).
    """
    places = state.rounds[-1].places
    stolen = min(state.terms.steal, *state.sizes)
    trades = [Trade(places[0], places[-1], stolen)]
    if len(places) > 3:
        trades.append(Trade(places[1], places[-2], STOLEN_BY_VICE))
    return e.TradingOpened(tuple(trades))


def trade(state: State, who: str, move: Move) -> tuple[Event, ...]:
    """What a party to a trade says; raises Refused."""
    own = _own(state, who, move)
    events: tuple[Event, ...]
    match move:
        case Surrender():
            _check(own, who, move, SPEAK, own.giver)
            events = (taken(own, _highest(state, own), e.SURRENDERED),)
        case Hold():
            _check(own, who, move, SPEAK, own.giver)
            events = (e.Held(own.parties),)
        case Ask():
            _check(own, who, move, ASK, own.taker)
            events = ask(state, own, move)
        case Take():
            _check(own, who, move, ASK, own.taker)
            events = (_left_to_giver(own, move),)
        case Give():
            _check(own, who, move, GIVE, own.giver)
            events = (_given(state, own, move),)
        case DemandLowest():
            events = (_demanded(own, who, move),)
        case Return():
            _check(own, who, move, RETURN, own.taker)
            events = (_returned(state, own, move),)
        case _:
            raise NotNow("BT-24", "that isn't for trading.", quoted=str(move))
    return events


def _own(state: State, who: str, move: Move) -> Trade:
    if state.phase != TRADING:
        raise NotNow(
            "BT-23",
            "no cards are taken or given back now: {now}.",
            now=NOW[state.phase],
            quoted=str(move),
        )
    own = state.trade(who)
    if own is None:
        raise Refused("BT-23", "{who} has no part in the trading.", who=who, quoted=str(move))
    return own


def _check(own: Trade, who: str, move: Move, stage: str, whose: str) -> None:
    """Whether it is for `who` to say, and now."""
    if who != whose:
        raise Refused(
            "BT-24",
            "that is for {whose} to say, {part}.",
            whose=whose,
            part="who takes the cards" if whose == own.taker else "from whom cards are taken",
            quoted=str(move),
        )
    if own.stage != stage:
        raise NotNow(
            "BT-24",
            "that can't be said at this point: {now}.",
            now=_STAGES[own.stage].format(taker=own.taker, giver=own.giver),
            quoted=str(move),
        )


def _highest(state: State, own: Trade) -> tuple[str, ...]:
    return state.player(own.giver).hand[-own.open :]


# ---- what is due


def _left_to_giver(own: Trade, move: Take) -> e.LeftToGiver:
    if own.due is None:
        raise NotNow(
            "BT-27",
            "nothing is due that could be taken; a yes to “any …” or “at least …” makes it so. "
            "Ask first: `ask any clubs`.",
            quoted=str(move),
        )
    return e.LeftToGiver(own.parties, own.due.of, own.due.count)


def _given(state: State, own: Trade, move: Give) -> e.Taken:
    """The giver's choice, from what is due (BT-27)."""
    assert own.due is not None  # noqa: S101 - it is at the stage GIVE
    hand = state.player(own.giver).hand
    _check_own(move.cards, hand, str(move))
    others = [card for card in move.cards if not is_of(card, own.due.of)]
    if others or len(move.cards) != own.due.count:
        raise Refused(
            "BT-27",
            "{owed} {are} due, as in `give {form}`; {wrong}.",
            owed=due_in_words(own.due),
            are="is" if own.due.count == 1 else "are",
            form=" ".join(["CARD"] * own.due.count),
            wrong=f"{are_not(others)} among them"
            if others
            else f"{cards_of(move.cards)} is {count_of(move.cards)}",
            quoted=str(move),
        )
    return taken(own, move.cards, e.GIVEN)


def _check_own(cards: tuple[str, ...], hand: tuple[str, ...], quoted: str) -> None:
    missing = [card for card in cards if card not in hand]
    twice = [card for card in cards if cards.count(card) > 1]
    if missing or twice:
        raise Refused(
            "BT-23",
            "{wrong}; only cards of your own hand can be traded, each once.",
            wrong=f"{are_not(missing)} in your hand" if missing else f"{are(twice)} named twice",
            quoted=quoted,
        )


# ---- giving back


def _demanded(own: Trade, who: str, move: DemandLowest) -> e.Demanded:
    if who != own.giver:
        raise Refused(
            "BT-28",
            "only {giver}, from whom cards are taken, demands the lowest.",
            giver=own.giver,
            quoted=str(move),
        )
    if own.stage == DONE or own.demanded:
        raise NotNow(
            "BT-28",
            "{what}.",
            what="the lowest are demanded already; nothing more is needed"
            if own.demanded
            else "the cards have been given back already; the lowest are demanded before that",
            quoted=str(move),
        )
    return e.Demanded(own.parties)


def _returned(state: State, own: Trade, move: Return) -> e.Returned:
    """As many cards as were taken, freely chosen (BT-28)."""
    _check_own(move.cards, state.player(own.taker).hand, str(move))
    if len(move.cards) != len(own.taken):
        raise Refused(
            "BT-28",
            "{taken} {were} taken, so as many go back; {cards} {own}.",
            taken=count_of(own.taken),
            were="was" if len(own.taken) == 1 else "were",
            cards=are(move.cards),
            own=count_of(move.cards),
            quoted=str(move),
        )
    return e.Returned(own.parties, in_order(move.cards), demanded=False)


def lowest_returned(state: State, own: Trade, how: str = "") -> e.Returned:
    """The lowest of the hand that the taker now holds: on demand, or overdue (BT-28)."""
    cards = state.player(own.taker).hand[: len(own.taken)]
    return e.Returned(own.parties, cards, own.demanded, how)


def forced(state: State) -> tuple[Event, ...]:
    """What follows by itself: the lowest go back where they are demanded, trading ends (ALL-3)."""
    for own in state.trades:
        if own.stage == RETURN and own.demanded:
            return (lowest_returned(state, own),)
    if all(own.stage == DONE for own in state.trades):
        return (e.TradingOver(),)
    return ()


# ---- overdue


def default(state: State, who: str) -> tuple[Event, ...]:
    """What stands for a party that let its time pass: the highest go over, what is due first; the
    lowest go back.
    """
    own = state.trade(who)
    if own is None:
        return ()
    hand = state.player(own.giver).hand
    match own.stage:
        case "speak" if who == own.giver:
            return (taken(own, _highest(state, own), e.SURRENDERED, e.DEFAULT),)
        case "ask" if who == own.taker:
            first = _due_first(own, hand)
            rest = tuple(card for card in hand if card not in first)
            rest = rest[len(rest) - (own.open - len(first)) :]
            return (taken(own, (*first, *rest), e.OVERDUE, e.DEFAULT),)
        case "give" if who == own.giver:
            return (taken(own, _due_first(own, hand), e.GIVEN, e.DEFAULT),)
        case "return" if who == own.taker:
            return (lowest_returned(state, own, e.DEFAULT),)
    return ()


def _due_first(own: Trade, hand: tuple[str, ...]) -> tuple[str, ...]:
    """The highest of what is due."""
    if own.due is None:
        return ()
    return tuple(card for card in hand if is_of(card, own.due.of))[-own.due.count :]
