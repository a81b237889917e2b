"""Suggests legal moves, for hints, rehearsals and tests; for chance the shuffled deck."""

from __future__ import annotations

from gmtool.engine.chance import Choose
from gmtool.engine.moves import Move, Start
from gmtool.engine.shuffling import Shuffle
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.big_two import tricks
from gmtool.games.big_two.moves import (
    Accept,
    Ask,
    Decline,
    DemandLowest,
    Give,
    Hold,
    Pass,
    Play,
    Propose,
    Return,
    Surrender,
    Take,
    Withdraw,
)
from gmtool.games.big_two.questions import SUIT_WORDS, concerns, is_of, parse
from gmtool.games.big_two.state import FREE_TRADE, PLAY, Offer, State, Trade
from gmtool.games.big_two.terms import RANKS, deck, in_order
from gmtool.games.big_two.wanting import wanted

PASSES = 4
"""One of this many turns is passed on which the player could play."""


def suggest(state: State, who: str, choose: Choose) -> Move | None:
    """Some legal move of `who`, or None where it can't move."""
    turn = wanted(state).turn(who)
    if turn is None:
        return None
    if who == CHANCE:
        return Shuffle(choose.shuffle(deck(state.terms.jokers)))
    if who == HOST:
        return Start()
    if state.phase == PLAY:
        return _play(state, who, choose)
    if state.phase == FREE_TRADE:
        return _free_trade(state, who, choose)
    return _trade(state, who, choose.below(8) == 0, choose)


def _some(things: tuple[str, ...], count: int, choose: Choose) -> tuple[str, ...]:
    return in_order(choose.shuffle(things)[:count])


def _play(state: State, who: str, choose: Choose) -> Move:
    found = tricks.possible(state, who)
    leads = state.trick is not None and state.trick.last is None
    if not found or (not leads and choose.below(PASSES) == 0):
        return Pass()
    cards, _ = found[choose.below(len(found))]
    return Play(cards)


# ---- trading


def _trade(state: State, who: str, demands: bool, choose: Choose) -> Move:
    trade = state.trade(who)
    assert trade is not None  # noqa: S101 - it is wanted
    if who == trade.giver:
        if (demands and not trade.demanded) or trade.stage not in {"speak", "give"}:
            return DemandLowest()
        if trade.stage == "speak":
            return Surrender() if choose.below(3) == 0 else Hold()
        assert trade.due is not None  # noqa: S101 - what it gives is due
        held = tuple(card for card in state.player(who).hand if is_of(card, trade.due.of))
        return Give(_some(held, trade.due.count, choose))
    if trade.stage == "return":
        return Return(_some(state.player(who).hand, len(trade.taken), choose))
    if trade.due and choose.below(2) == 0:
        return Take()
    return _question(state, trade, choose)


def _question(state: State, trade: Trade, choose: Choose) -> Move:
    """Any question that privacy allows (BT-26)."""
    allowed = []
    for text in choose.shuffle(_texts(state)):
        question = parse(text)
        if question is None or question.count > trade.open:
            continue
        if trade.due is None or concerns(question, trade.due.of):
            allowed.append(text)
    return Ask(allowed[choose.below(len(allowed))])


def _texts(state: State) -> tuple[str, ...]:
    suits = tuple(SUIT_WORDS.values())
    ends = [f"{n}{end}" for n in ("", "2 ") for end in ("highest", "lowest")]
    return (
        *deck(state.terms.jokers),
        *(f"{end}{of}" for end in ends for of in ("", *(f" {suit}" for suit in suits))),
        "highest pair",
        *(f"{how} {of}" for how in ("any", "at least 2") for of in (*suits, *RANKS)),
    )


# ---- free trade


def _free_trade(state: State, who: str, choose: Choose) -> Move:
    to_me = [offer for offer in state.offers if offer.to == who]
    if to_me and choose.below(3):
        return _answer(state, to_me[choose.below(len(to_me))], choose)
    others = [player.name for player in state.players if player.name != who]
    to = others[choose.below(len(others))]
    if any(offer.parties == (who, to) for offer in state.offers):
        return Withdraw(to)
    gives = _some(state.player(who).hand, choose.below(3), choose)
    wants = _some(state.player(to).hand, len(gives) or 1, choose)
    return Propose(to, gives, wants)


def _answer(state: State, offer: Offer, choose: Choose) -> Move:
    has_all = set(offer.wants) <= set(state.player(offer.to).hand)
    return Accept(offer.who) if has_all and choose.below(3) else Decline(offer.who)
