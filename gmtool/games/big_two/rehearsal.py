"""Suggests legal moves, for hints, rehearsals and tests; for chance the shuffled deck. Tells how a
game came out, and how long it takes (BT-2, BT-3, BT-12 to BT-14, BT-22 to BT-29).
"""

from __future__ import annotations

from itertools import pairwise
from math import log2

from gmtool.engine.chance import Choose, Draw
from gmtool.engine.game import Course, Outcome
from gmtool.engine.host_moves import Start
from gmtool.engine.moves import Move
from gmtool.engine.text import CHANCE, HOST
from gmtool.games.big_two import moves, tricks
from gmtool.games.big_two.questions import SUIT_WORDS, concerns, is_of, parse
from gmtool.games.big_two.state import ENDED, FREE_TRADE, PLAY, Offer, State, Trade
from gmtool.games.big_two.terms import RANKS, deck, in_order
from gmtool.games.big_two.trading import may_surrender, may_waive
from gmtool.games.big_two.wanting import wanted

PASSES = 4
"""One of this many turns is passed on which the player could play."""


def draw(state: State) -> Draw | None:
    """The shuffle that is due; None where none is."""
    due = wanted(state).turn(CHANCE)
    return Draw("shuffle", (deck(state.terms.jokers),)) if due else None


def suggest(state: State, who: str, choose: Choose) -> Move | None:
    """Some legal move of `who`, or None where it can't move."""
    if state.phase == PLAY:
        return _play(state, who, choose) if state.trick and state.trick.actor == who else None
    if wanted(state).turn(who) is None:
        return None
    if who == HOST:
        return _answered(state, choose) if state.in_words else Start()
    if state.phase == FREE_TRADE:
        return _free_trade(state, who, choose)
    return _trade(state, who, choose.below(8) == 0, choose)


def _some(things: tuple[str, ...], count: int, choose: Choose) -> tuple[str, ...]:
    return in_order(choose.shuffle(things)[:count])


def _play(state: State, who: str, choose: Choose) -> Move:
    found = tricks.possible(state, who)
    leads = state.trick is not None and state.trick.last is None
    if not found or (not leads and choose.below(PASSES) == 0):
        return moves.Pass()
    cards, _ = found[choose.below(len(found))]
    return moves.Play(cards)


# ---- trading


def _trade(state: State, who: str, demands: bool, choose: Choose) -> Move:
    trade = state.trade(who)
    assert trade is not None  # noqa: S101 - it is wanted
    if who == trade.giver:
        if trade.stage not in {"speak", "give"} or (demands and not trade.demanded):
            return _beside(trade, choose)
        if trade.stage == "speak":
            return moves.Surrender() if choose.below(3) == 0 else moves.Hold()
        assert trade.due is not None  # noqa: S101 - what it gives is due
        held = tuple(card for card in state.player(who).hand if is_of(card, trade.due.of))
        return moves.Give(_some(held, trade.due.count, choose))
    if trade.stage == "return":
        return moves.Return(_some(state.player(who).hand, len(trade.taken), choose))
    if trade.due and choose.below(2) == 0:
        return moves.Take()
    return _question(state, trade, choose)


def _beside(trade: Trade, choose: Choose) -> Move:
    """What the giver may say while another is awaited."""
    found: list[Move] = [] if trade.demanded else [moves.DemandLowest()]
    found += [moves.Waive()] if may_waive(trade) else []
    found += [moves.Surrender()] if may_surrender(trade) else []
    return found[choose.below(len(found))]


def _question(state: State, trade: Trade, choose: Choose) -> Move:
    """A question that privacy allows (BT-26), or two of them, also if the first is answered yes."""
    allowed = []
    for text in choose.shuffle(_texts(state)):
        question = parse(text)
        count = question.count if question else 1
        is_due = trade.due is None or question is None or concerns(question, trade.due.of)
        if trade.waived or (count <= trade.open and is_due):
            allowed.append((text, count))
    asked = [allowed[choose.below(len(allowed))] for _ in range(1 + (choose.below(4) == 0))]
    if not trade.waived and sum(count for _, count in asked) > trade.open:
        asked = asked[:1]
    return moves.Ask(tuple(dict.fromkeys(text for text, _ in asked)))


def _answered(state: State, choose: Choose) -> Move:
    """An answer to the question in words that privacy allows; whether it is true nobody tells."""
    trade = state.trade(state.in_words[0])
    assert trade is not None  # noqa: S101 - a taker has a trade
    of = trade.due.of if trade.due else ""
    held = tuple(card for card in state.player(trade.giver).hand if not of or is_of(card, of))
    if not held or choose.below(2) == 0:
        return moves.No()
    return moves.Yes(_some(held, 1 + choose.below(min(trade.open, len(held))), choose))


def _texts(state: State) -> tuple[str, ...]:
    suits = tuple(SUIT_WORDS.values())
    ends = [f"{n}{end}" for n in ("", "2 ") for end in ("highest", "lowest")]
    return (
        *deck(state.terms.jokers),
        *(f"{end}{of}" for end in ends for of in ("", *(f" {suit}" for suit in suits))),
        *("highest pair", '"anything above a king"', '"both aces"'),
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
        return moves.Withdraw(to)
    gives = _some(state.player(who).hand, choose.below(3), choose)
    wants = _some(state.player(to).hand, len(gives) or 1, choose)
    return moves.Propose(to, gives, wants)


def _answer(state: State, offer: Offer, choose: Choose) -> Move:
    has_all = set(offer.wants) <= set(state.player(offer.to).hand)
    return moves.Accept(offer.who) if has_all and choose.below(3) else moves.Decline(offer.who)


_OVER = "all rounds are played"


def outcome(state: State) -> Outcome | None:
    """How the game came out; None before its end."""
    if state.phase != ENDED:
        return None
    by_name = {one.name: one for one in state.standings}
    seats = [by_name[player.name] for player in state.players]
    first = state.standings[0]
    best = (first.won, sum(first.places))
    again = sum(one.places[0] == other.places[0] for one, other in pairwise(state.rounds))
    drawn = tuple(one.name for one in seats if (one.won, sum(one.places)) == best)
    return {
        "ending": _OVER,
        "endings": (_OVER,),
        "winners": drawn,
        "figures": {
            "rounds won": tuple(one.won for one in seats),
            "sum of places": tuple(sum(one.places) for one in seats),
        },
        "shares": {
            "games that nobody wins alone": (int(len(drawn) > 1), 1, 40),
            "rounds won by who won the one before": (again, len(state.rounds) - 1, 60),
            "last rounds that are over within their first trick": (
                int(len(state.tricks) <= 1),
                1,
                25,
            ),
        },
    }


_A_TRADE = 3
"""The windows of a trade in games between random players."""


def course(state: State) -> Course:
    """The course of a game with these terms and so many players. Of two trades the second goes on
    beside the first (BT-24).
    """
    terms, seats = state.terms, len(state.players)
    # fitted to rounds between 2 to 17 random players in which all cards are dealt, and to those
    # between two who draw from the rest (BT-3)
    turns = (
        max(1, min(3 * terms.hand_size - 3, 36))
        if terms.hand_size
        else round(52 * log2(seats) - 18)
    )
    trades = (terms.rounds - 1) * _A_TRADE if terms.president else 0
    moves = (terms.rounds * turns + trades, terms.move_hours)
    trading = [(terms.rounds, terms.trade_hours)] if terms.free_trade else []
    return Course((moves, *trading), turns=True)
