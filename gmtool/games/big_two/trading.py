"""Mandatory trading (BT-23 to BT-28). Only the two `parties` to a trade may know its moves and
cards.
"""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.big_two import asking, free_trade
from gmtool.games.big_two.moves import Ask, DemandLowest, Give, Hold, Return, Surrender, Take, Waive
from gmtool.games.big_two.state import (
    ASK,
    DEFAULT,
    DONE,
    GIVE,
    RETURN,
    SPEAK,
    TRADING,
    WORDS,
    State,
    Terms,
    Trade,
)
from gmtool.games.big_two.terms import in_order
from gmtool.games.big_two.wording import NOW, are, count_of

STOLEN_BY_VICE = 1
_STAGES = {
    SPEAK: "{giver} speaks first, with `surrender` or `hold`",
    ASK: "{taker} is asking",
    WORDS: "{taker}'s question in words waits for the host's answer",
    GIVE: "{giver} has to choose from what is due, with `give CARD`",
    RETURN: "{taker} has to give back as many cards as were taken, with `return CARD`",
    DONE: "the trade is done",
}


def opened(state: State) -> State:
    """The state with trading open: the president takes from the bum and, with four or more players,
    the vice president from the vice bum (BT-23).
    """
    places = state.rounds[-1].places
    trades = [Trade(places[0], places[-1], stolen(state.terms, state.sizes))]
    if len(places) > 3:
        trades.append(Trade(places[1], places[-2], STOLEN_BY_VICE))
    state = replace(state, phase=TRADING, trades=tuple(trades))
    return state.tell("TradingOpened", trades=state.trades)


def stolen(terms: Terms, sizes: tuple[int, ...]) -> int:
    """The number of cards that the president takes where hands of these sizes are dealt (BT-23)."""
    return min(terms.steal, *sizes)


def trade(state: State, who: str, move: Move) -> State:
    """The state after a move of a party to a trade; raises Refused."""
    own = _own(state, who)
    match move:
        case Surrender():
            if not (who == own.giver and may_surrender(own)):
                _check(own, who, SPEAK, own.giver)
            state, own = asking.without_words(state, own)
            state = asking.taken(state, own, _highest(state, own), asking.SURRENDERED)
        case Hold():
            _check(own, who, SPEAK, own.giver)
            state = _held(state, own)
        case Ask():
            _check(own, who, ASK, own.taker)
            state = asking.ask(state, own, move)
        case Take():
            _check(own, who, ASK, own.taker)
            state = asking.left_to_giver(state, own)
        case Give():
            _check(own, who, GIVE, own.giver)
            state = asking.given(state, own, move)
        case Waive():
            state = _waived(state, own, who)
        case DemandLowest():
            state = _demanded(state, own, who)
        case Return():
            _check(own, who, RETURN, own.taker)
            state = _freely_returned(state, own, move)
        case _:
            raise NotNow("BT-24", "that isn't for trading.")
    return state


def _own(state: State, who: str) -> Trade:
    if state.phase != TRADING:
        raise NotNow("BT-23", f"no cards are taken or given back now: {NOW[state.phase]}.")
    own = state.trade(who)
    if own is None:
        raise Refused("BT-23", f"{who} has no part in the trading.")
    return own


def _check(own: Trade, who: str, stage: str, whose: str) -> None:
    """Raise Refused where the move isn't for `who`, NotNow where it isn't for this stage."""
    if who != whose:
        part = "who takes the cards" if whose == own.taker else "from whom cards are taken"
        raise Refused("BT-24", f"that is for {whose} to say, {part}.")
    if own.stage != stage:
        now = _STAGES[own.stage].format(taker=own.taker, giver=own.giver)
        raise NotNow("BT-24", f"that can't be said at this point: {now}.")


def may_surrender(own: Trade) -> bool:
    """Whether the giver may hand over its highest cards: until the first question is answered, also
    after `hold` (BT-24).
    """
    return own.stage in {SPEAK, ASK, WORDS} and not own.asked


def may_waive(own: Trade) -> bool:
    """Whether the giver may give up its privacy: as long as questions may come (BT-26)."""
    return own.open > 0 and not own.waived


def _highest(state: State, own: Trade) -> tuple[str, ...]:
    return state.player(own.giver).hand[-own.open :]


def _held(state: State, own: Trade) -> State:
    """The state after `hold`: the giver waits for questions (BT-24)."""
    state = state.with_trade(replace(own, stage=ASK))
    return state.tell("Held", only_to=own.parties, parties=own.parties)


def _waived(state: State, own: Trade, who: str) -> State:
    """The state after `waive`: any question may be asked (BT-26)."""
    if who != own.giver:
        raise Refused("BT-26", f"only {own.giver}, whose privacy it is, gives it up.")
    if not may_waive(own):
        what = (
            "privacy is given up already; nothing more is needed"
            if own.waived
            else "all cards are taken, and nothing more is asked"
        )
        raise NotNow("BT-26", f"{what}.")
    state = state.with_trade(replace(own, waived=True))
    return state.tell("Waived", only_to=own.parties, parties=own.parties)


# ---- giving back


def _demanded(state: State, own: Trade, who: str) -> State:
    """The state after `demand lowest`: the giver wants the lowest cards back (BT-28)."""
    if who != own.giver:
        raise Refused("BT-28", f"only {own.giver}, from whom cards are taken, demands the lowest.")
    if own.stage == DONE or own.demanded:
        what = (
            "the lowest are demanded already; nothing more is needed"
            if own.demanded
            else "the cards have been given back already; the lowest are demanded before that"
        )
        raise NotNow("BT-28", f"{what}.")
    state = state.with_trade(replace(own, demanded=True))
    return state.tell("Demanded", only_to=own.parties, parties=own.parties)


def _freely_returned(state: State, own: Trade, move: Return) -> State:
    """The state after as many cards as were taken, freely chosen, are given back (BT-28)."""
    asking.check_own(move.cards, state.player(own.taker).hand)
    if len(move.cards) != len(own.taken):
        were = "was" if len(own.taken) == 1 else "were"
        raise Refused(
            "BT-28",
            f"{count_of(own.taken)} {were} taken, so as many go back; {are(move.cards)} "
            f"{count_of(move.cards)}.",
        )
    return _returned(state, own, in_order(move.cards), demanded=False)


def _lowest_returned(state: State, own: Trade, how: str = "") -> State:
    """The state after the lowest cards of the taker's hand are given back, on demand
    or overdue (BT-28).
    """
    cards = state.player(own.taker).hand[: len(own.taken)]
    return _returned(state, own, cards, demanded=own.demanded, how=how)


def _returned(
    state: State, own: Trade, cards: tuple[str, ...], *, demanded: bool, how: str = ""
) -> State:
    """The state with the cards given back and the trade done; `demanded`: they had to be the
    lowest.
    """
    own = replace(own, returned=cards, stage=DONE)
    state = state.moved(cards, own.taker, own.giver).with_trade(own)
    return state.tell(
        "Returned",
        only_to=own.parties,
        parties=own.parties,
        cards=cards,
        demanded=demanded,
        how=how,
    )


def automatic(state: State) -> State:
    """The state after what follows by itself: the lowest go back where they are demanded; trading
    is over when all trades are done (ALL-3).
    """
    for own in state.trades:
        if own.stage == RETURN and own.demanded:
            return _lowest_returned(state, own)
    if all(own.stage == DONE for own in state.trades):
        return free_trade.opened(state.tell("TradingOver"))
    return state


# ---- overdue


def close(state: State, overdue: tuple[str, ...]) -> State:
    """The state after time ran out for those players. A question in words waits for nobody but the
    host (BT-26).
    """
    if state.in_words and not overdue:
        raise NotNow(
            "BT-26",
            f"{state.in_words[0]}'s question in words comes first: answer it with `yes CARD …` or "
            "`no`.",
        )
    for who in overdue:
        state = default(state, who)
    return state


def default(state: State, who: str) -> State:
    """The state after a party let its time pass: the highest cards go over, those that are due
    first, or the lowest go back.
    """
    own = state.trade(who)
    if own is None:
        return state
    hand = state.player(own.giver).hand
    first = asking.due_first(own, hand)
    match own.stage:
        case "speak" if who == own.giver:
            return asking.taken(state, own, _highest(state, own), asking.SURRENDERED, DEFAULT)
        case "ask" if who == own.taker:
            rest = tuple(card for card in hand if card not in first)
            rest = rest[len(rest) - (own.open - len(first)) :]
            return asking.taken(state, own, (*first, *rest), asking.OVERDUE, DEFAULT)
        case "give" if who == own.giver:
            return asking.taken(state, own, first, asking.GIVEN, DEFAULT)
        case "return" if who == own.taker:
            return _lowest_returned(state, own, DEFAULT)
    return state
