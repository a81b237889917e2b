"""What the public, a seat or the host may know; whatever isn't listed here stays hidden.

Hands are for their players; moves in a trade or about an offer are for the two players concerned
(BT-2, BT-25). While cards are traded every hand counts as large as it was dealt, as it will be
again at the end (BT-23, BT-29).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from gmtool.engine.game import View
from gmtool.engine.telling import plain
from gmtool.engine.views import redact
from gmtool.games.big_two.asking import due_in, examples, put_in_words
from gmtool.games.big_two.dealing import claim, shares
from gmtool.games.big_two.free_trade import not_held
from gmtool.games.big_two.moves import Accept, Decline, Withdraw
from gmtool.games.big_two.plays import laid
from gmtool.games.big_two.questions import FORMS, named
from gmtool.games.big_two.state import (
    DONE,
    FREE_TRADE,
    GIVE,
    PLAY,
    TRADING,
    Action,
    Offer,
    Player,
    State,
    Trade,
    Trick,
    TrickThen,
)
from gmtool.games.big_two.terms import FACE_UP, deck, in_order
from gmtool.games.big_two.trading import may_surrender, may_waive, stolen
from gmtool.games.big_two.tricks import above, possible
from gmtool.games.big_two.wanting import awaited_in, moves_in, task_in


def view(state: State, viewer: str) -> View:
    """Plain data: `phase`, `players`, `public`; for a seat also `you`; for the host hands and other
    secrets under SECRET.
    """
    known: View = {
        "phase": state.phase,
        "players": [_player(state, player) for player in state.players],
        "public": _public(state),
    }
    return redact(
        viewer,
        known,
        you=lambda name: _you(state, state.player(name)),
        secret=lambda: _secret(state),
        secret_of=lambda name: {"hand": list(state.player(name).hand)},
    )


def _secret(state: State) -> dict[str, Any]:
    return {
        "stock": list(state.stock),
        "floating": state.floating,
        "must": state.must,
        "trades": [_trade(state, trade) for trade in state.trades],
        "offers": [plain(offer) for offer in state.offers],
        "swaps": [plain(swap) for swap in state.swaps],
        "to_answer": put_in_words(state, state.in_words[0]) if state.in_words else "",
    }


def _player(state: State, player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "cards": _count(state, player),
        "place": player.place,
        "role": player.role,
    }


def _count(state: State, player: Player) -> int:
    # How many cards have moved so far is nobody's business.
    if state.phase in {TRADING, FREE_TRADE}:
        return state.sizes[state.seat(player.name)]
    return len(player.hand) - _floats_to(state, player.name)


def _floats_to(state: State, name: str) -> bool:
    """Whether a player has got the floating card, which is told when the round opens (BT-4)."""
    return not state.started and name == state.floating_to


def _public(state: State) -> dict[str, Any]:
    terms, trick = state.terms, state.trick
    shows_floating = state.floating and terms.floating_card == FACE_UP and state.started
    return {
        "president": terms.president,
        "round": state.round,
        "rounds_in_all": terms.rounds,
        "leader": trick.leader if trick else "",
        "actor": trick.actor if trick and state.phase == PLAY else "",
        "trick_number": trick.number if trick else 0,
        "trick": [plain(action.shown) for action in trick.actions] if trick else [],
        "to_beat": to_beat(state, trick) if trick and trick.last else None,
        "so_far": "; ".join(map(_in_brief, trick.actions)) if trick else "",
        "beat": f"{trick.last.kind} {' '.join(trick.last.cards)}" if trick and trick.last else "",
        "opening": state.phase == PLAY and not state.has_played,
        "must": "" if state.stock else state.must,
        "bound": bool(state.must),
        "tricks": [_told(then) for then in state.tricks] if terms.show_played else [],
        "tricks_over": len(state.tricks),
        "rounds": [plain(then) for then in state.rounds],
        "standings": plain(state.standings),
        "ahead": _ahead(state),
        "next_roles": list(state.roles.values()),
        "deal": _deal(state),
        "stock": len(state.stock),
        "floating": state.floating if shows_floating else "",
        "floating_to": state.floating_to if state.started else "",
        "floating_for": claim(state.floating) if shows_floating else "",
        "trades": [{"taker": t.taker, "giver": t.giver, "count": t.count} for t in state.trades],
        "idle": [p.name for p in state.players if state.trades and not state.trade(p.name)],
        "dealt_first": state.players[state.first_dealt].name,
        "deck": list(deck(terms.jokers)),
        "terms": asdict(terms),
    }


def _told(then: TrickThen) -> dict[str, Any]:
    facts: dict[str, Any] = plain(then)
    facts["actions"] = [plain(action.shown) for action in then.actions]
    return facts


def _in_brief(action: Action) -> str:
    """A play or a pass as a status shows it."""
    return " ".join((action.who, *(action.cards or ("passes",))))


def to_beat(state: State, trick: Trick) -> dict[str, Any]:
    """The play to beat, with what beats it, and the text form of a play of as many cards."""
    assert trick.last is not None  # noqa: S101 - it has been led
    facts: dict[str, Any] = plain(trick.last.shown)
    facts["beaten_by"] = plain(tuple(above(state, trick)))
    return facts | {"form": " ".join(["play", *["CARD"] * len(trick.last.cards)])}


def _ahead(state: State) -> dict[str, Any]:
    """The players with the most rounds won so far, in seat order, and that number; nobody
    before a round is over.
    """
    won = {one.name: one.won for one in state.standings}
    most = max(won.values())
    names = [player.name for player in state.players if most and won[player.name] == most]
    return {"names": names, "won": most}


def _deal(state: State) -> dict[str, Any]:
    """The fewest and the most cards that a player gets, how many are left of a short deal, who was
    dealt one more, and how many cards the president takes (BT-2, BT-3, BT-23).
    """
    terms, seats = state.terms, len(state.players)
    hands, rest = shares(terms, seats, deck(terms.jokers), 0)
    sizes = tuple(map(len, hands))
    dealt = [
        (one.name, size - _floats_to(state, one.name))
        for one, size in zip(state.players, state.sizes, strict=False)
    ]
    least = min((size for _, size in dealt), default=0)
    return {
        "fewest": min(sizes),
        "most": max(sizes),
        "left": len(rest) if terms.hand_size else 0,
        "more": [name for name, size in dealt if size > least],
        "stolen": stolen(terms, sizes),
    }


def _you(state: State, player: Player) -> dict[str, Any]:
    """What only this player is told."""
    trick, name = state.trick, player.name
    acting = state.phase == PLAY and trick is not None and trick.actor == name
    trade = state.trade(name)
    return {
        "name": name,
        "hand": list(player.hand),
        "role": player.role,
        "acting": acting,
        "must": state.must if acting else "",
        "legal": _legal(state, name) if acting and state.terms.hints else [],
        "trade": _trade(state, trade) | _part(state, trade, name) if trade else None,
        "offers": [_open(state, offer, name) for offer in state.offers if name in offer.parties],
        "swaps": [_offer(swap, name) for swap in state.swaps if name in swap.parties],
    }


def _legal(state: State, name: str) -> list[dict[str, Any]]:
    """Every play that the hand allows, for the option `hints`."""
    return [
        {
            "cards": list(cards),
            "kind": reading.kind,
            "stands": list(reading.stands),
            "laid": list(laid(cards, reading.stands)),
        }
        for cards, reading in possible(state, name)
    ]


def _trade(state: State, trade: Trade) -> dict[str, Any]:
    """A trade as its two parties know it."""
    is_on = state.phase == TRADING and trade.stage != DONE
    facts: dict[str, Any] = plain(trade)
    due = trade.due
    return {
        **facts,
        "open": trade.open,
        "due": {"of": due.of, "named": named(due.of), "count": due.count} if due else None,
        "awaited": awaited_in(trade) if is_on else "",
        "task": task_in(trade) if is_on else "",
        "moves": list(moves_in(trade)) if is_on else [],
        "questions": list(FORMS),
        "examples": [f"ask {question}" for question in examples(trade.open, trade.due)],
        "took": list(in_order(trade.taken)),
    }


def _part(state: State, trade: Trade, name: str) -> dict[str, Any]:
    """A trade from one player's side; only the giver is shown the cards that may be given for
    what is due (BT-27), and only the taker questions that may not be put (BT-26).
    """
    gives = name == trade.giver and trade.stage == GIVE
    takes = name == trade.taker
    return {
        "owed_from": list(due_in(trade, state.player(name).hand)) if gives else [],
        "takes": takes,
        "asking": list(trade.asking if takes else trade.asking[:1]),
        "other": trade.giver if takes else trade.taker,
        "may_demand": name == trade.giver and not trade.demanded and trade.stage != DONE,
        "may_surrender": name == trade.giver and may_surrender(trade),
        "may_waive": name == trade.giver and may_waive(trade),
    }


def _offer(offer: Offer, name: str) -> dict[str, Any]:
    """An offer or a swap from one player's side."""
    mine = name == offer.who
    return {
        "mine": mine,
        "other": offer.to if mine else offer.who,
        "gives": list(offer.gives if mine else offer.wants),
        "gets": list(offer.wants if mine else offer.gives),
    }


def _open(state: State, offer: Offer, name: str) -> dict[str, Any]:
    """An open offer, with the moves that this player can answer with, and the cards that
    it lacks to accept.
    """
    mine = name == offer.who
    missing = [] if mine else not_held(state, offer)
    moves = (Withdraw(offer.to),) if mine else (Accept(offer.who), Decline(offer.who))
    return _offer(offer, name) | {"moves": [str(move) for move in moves], "missing": missing}
