"""What the public, a seat or the host may know; whatever isn't listed here stays hidden.

After the buzzcodes everything is public but the order of the deck, the unused codes, the kept
answer, and what lies covered on the boards of the bonus (SD-10, SD-11, SD-36).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from gmtool.engine.cards import RANKS, in_order
from gmtool.engine.game import View
from gmtool.engine.telling import plain
from gmtool.engine.views import redact
from gmtool.games.split_decision import choices
from gmtool.games.split_decision.bonus import day_of, free_suits, limits, most_won, ranges
from gmtool.games.split_decision.buzzing import still_to_ask
from gmtool.games.split_decision.conduct import most_cut
from gmtool.games.split_decision.hands import ACE, JOKER, Hand, Held
from gmtool.games.split_decision.moves import SUITS, Pass, Place
from gmtool.games.split_decision.questions import suggested_verdict
from gmtool.games.split_decision.state import (
    BONUS_DECK,
    BONUS_RANGE,
    BONUS_WAGER,
    CODES,
    CUT,
    ENDED,
    FEW_SETS,
    FREE_LOOK_AFTER,
    SETUP,
    VERDICT,
    Asking,
    Bonus,
    Play,
    Player,
    RoundThen,
    State,
)
from gmtool.games.split_decision.terms import (
    ANSWER_PAYS,
    CARD_PAYS,
    CUT_DEFAULT,
    FULL_DECK,
    GIFT,
    ROUND_PAYS,
    STAKE,
)
from gmtool.games.split_decision.wanting import to_shuffle


def view(state: State, viewer: str) -> View:
    """Plain data: `phase`, `players`, `public`; for a seat also `you`; for the host unused codes
    and kept answers under SECRET.
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
        secret_of=lambda name: {"codes": list(state.player(name).codes[state.sets_used :])},
    )


def _held(held: Held | None) -> str | None:
    return held.card if held else None


def _hand(hand: Hand) -> dict[str, Any]:
    """The cards, and what a Joker among them was made."""
    return {
        "low": _held(hand.low),
        "high": _held(hand.high),
        "low_rank": _made(hand.low),
        "high_rank": _made(hand.high),
    }


def _made(held: Held | None) -> str | None:
    return held.rank if held and held.card == JOKER else None


def _player(state: State, player: Player) -> dict[str, Any]:
    facts = {
        "name": player.name,
        "podium": player.podium,
        "money": player.money,
        "chips": player.chips,
        **_hand(player.hand),
        "third": player.third,
        "plays": player.name in state.playing,
        "out": bool(player.out),
        "out_why": player.out,
        "out_by": player.out_by,
        "gift": player.gift,
    }
    now = state.bonus
    if state.phase == ENDED and now and now.who == player.name:
        facts |= {
            "bankroll": now.bankroll,
            "total": player.money + now.bankroll,
            "titles": state.titles,
            "retires": state.retires,
        }
    return facts


def _secret(state: State) -> dict[str, Any]:
    """The kept answer of the question in play, the verdict that it suggests (SD-11), and whose
    codes are awaited.
    """
    asking = state.asking if state.phase == VERDICT else None
    return {
        "kept_answer": state.asking.answer if state.asking else "",
        "suggested_verdict": suggested_verdict(asking) if asking else "",
        "waiting_codes": list(state.waiting_codes) if state.phase == CODES else [],
    }


def _you(state: State, player: Player) -> dict[str, Any]:
    """What only this player is told: its own unused codes, and that it is its turn."""
    play = state.play
    deciding = state.phase in choices.DECIDING and play is not None and play.who == player.name
    return {
        "name": player.name,
        "podium": player.podium,
        "codes": list(player.codes[state.sets_used :]),
        "codes_awaited": player.name in state.waiting_codes,
        "deciding": deciding,
        "asked": state.asked_player == player.name,
    }


def _public(state: State) -> dict[str, Any]:
    left = to_shuffle(state) if state.phase == BONUS_DECK else in_order(state.deck)
    if state.phase == SETUP:
        left = FULL_DECK
    many, most = state.terms.buzzcodes, state.terms.buzz_max
    sets_left = state.sets_left if state.phase not in {SETUP, CODES} else 0
    return {
        "round": state.round,
        "abbreviated": state.abbreviated,
        "question": state.completed + (state.asking is not None),
        "next_question": state.next_question,
        "completed": state.completed,
        "free_look_after": FREE_LOOK_AFTER,
        "has_free_look": state.has_free_look,
        "order": list(state.playing),
        "reached": {player.name: player.reached for player in state.players},
        "cards_remaining": list(left),
        "remaining": _remaining(tuple(left)),
        "reshuffled": state.reshuffled,
        "cut": state.cut,
        "to_cut": {"most": most_cut(state), "stands": CUT_DEFAULT} if state.phase == CUT else None,
        "collections": state.collections,
        "need_codes": list(state.need_codes),
        "sets_used": state.sets_used,
        "next_set": state.next_set,
        "sets_left": sets_left,
        "few_sets": sets_left <= FEW_SETS,
        "example_codes": [min(17, most), min(4, most), most][:many],
        "asking": _asking(state, state.asking) if state.asking else None,
        "asked": plain(state.asked),
        "play": _play(state),
        "winners": list(state.winners),
        "rounds": [_round(over) for over in state.rounds],
        "bonus": _bonus(state, state.bonus) if state.bonus else None,
        "champion": state.is_champion,
        "titles": state.titles,
        "day": state.bonus.day if state.bonus else None,
        "champion_day": day_of(state, state.is_champion) if state.is_champion else None,
        "terms": asdict(state.terms),
        "pays": _pays(state),
    }


def _pays(state: State) -> dict[str, Any]:
    """What is paid, in dollars: by round, in the present round, and at most in the bonus to the
    champion and to a challenger (SD-12, SD-24, SD-25, SD-27).
    """
    now = state.round
    return {
        "answers": list(ANSWER_PAYS.values()),
        "cards": list(CARD_PAYS.values()),
        "rounds": list(ROUND_PAYS.values()),
        "now": {"answer": ANSWER_PAYS[now], "card": CARD_PAYS[now], "round": ROUND_PAYS[now]}
        if now
        else None,
        "gift": GIFT,
        "stake": STAKE,
        "bonus": {
            "champion": most_won(day_of(state, state.is_champion)),
            "challenger": most_won(1),
        },
    }


def _remaining(left: tuple[str, ...]) -> dict[str, Any]:
    """The Cards Remaining board: what is left rank by rank, with None for each suit
    that isn't (SD-4).
    """
    rows = []
    for of_rank in reversed(RANKS):
        cards = [of_rank + suit if of_rank + suit in left else None for suit in "CDHS"]
        rows.append({"rank": of_rank, "cards": cards, "left": len(cards) - cards.count(None)})
    return {"cards": len(left), "jokers": left.count(JOKER), "ranks": rows}


def _asking(state: State, asking: Asking) -> dict[str, Any]:
    """The question in play without its answer (SD-11). Its actual code is told together with the
    set that it is compared with, so that nobody who has to send codes first can aim at it (SD-9).
    """
    return {
        "number": asking.number,
        "text": asking.text,
        "code": asking.code if asking.sets else 0,
        "drawn_by": asking.drawn_by,
        "asked": list(asking.asked),
        "left": list(still_to_ask(state, asking)),
        "who": asking.who,
        "given": asking.given,
        "tries": plain(asking.tries),
        "sets": plain(asking.sets),
    }


def _play(state: State) -> dict[str, Any] | None:
    """The card on which a player decides, None for none; `card` is empty where nobody
    has seen it (SD-19).
    """
    play = state.play
    if play is None or state.phase not in choices.DECIDING:
        return None
    return {
        "who": play.who,
        "situation": play.situation,
        "card": play.card,
        "look": play.look,
        # any card fits beside an Ace, and another Ace may be a push or be placed (SD-16)
        "beside_an_ace": [held.rank for held in state.player(play.who).hand.cards] == [ACE],
        "choices": [str(move) for move in choices.choices(state)],
        "moves": _moves(state, play),
        "stands": str(choices.default(state)),
    }


def _moves(state: State, play: Play) -> list[dict[str, Any]]:
    """The legal moves, with the rank as which a card is placed; of the ranks that a Joker can be
    made the last stands for all, with its `ranks` (SD-17).
    """
    legal = choices.choices(state)
    ranks = [move.rank for move in legal if isinstance(move, Place) and move.rank]
    return [
        {
            "says": str(move),
            "what": str(move).split(" ")[0],
            "to": move.to if isinstance(move, Pass) else "",
            "rank": choices.placed_as(state, play, move) if isinstance(move, Place) else "",
            "ranks": ranks if isinstance(move, Place) and move.rank else [],
        }
        for move in legal
        if not (isinstance(move, Place) and move.rank) or move.rank == ranks[-1]
    ]


def _round(over: RoundThen) -> dict[str, Any]:
    return {
        "number": over.number,
        "winner": over.winner,
        "how": over.how,
        "paid": ROUND_PAYS[over.number],
        "abbreviated": over.abbreviated,
        "seats": [
            {
                "name": seat.name,
                **_hand(seat.hand),
                "third": seat.third,
                "chips": seat.chips,
                "money": seat.money,
                "out_why": seat.out,
                "out_by": seat.out_by,
            }
            for seat in over.seats
        ],
        "questions": plain(over.questions),
    }


def _bonus(state: State, now: Bonus) -> dict[str, Any]:
    """The bonus; of its boards only what is uncovered, with None for covered places."""
    least, step, most = limits(now)
    board = [card if n in now.picked else None for n, card in enumerate(now.board, 1)]
    behind = dict(zip(SUITS, now.suits, strict=False))
    widest = ranges(now.revealed) if state.phase in {BONUS_RANGE, BONUS_WAGER} else ()
    return {
        "who": now.who,
        "day": now.day,
        "factor": now.factor,
        "hand": now.number,
        "bankroll": now.bankroll,
        "topped_up": now.topped_up,
        "board": board,
        "places": [{"number": n, "card": card} for n, card in enumerate(board, 1)],
        "picked": list(now.picked),
        "revealed": list(now.revealed),
        "high": now.high,
        "low": now.low,
        "wager": now.wager,
        "dealt": list(now.dealt),
        "least": least,
        "step": step,
        "most": most,
        "suits": {suit: behind[suit] for suit in now.uncovered},
        "suits_free": list(free_suits(now)) if now.suits else [],
        "tried": list(now.tried),
        "ranges": [list(pair) for pair in widest],
        "hands": plain(now.hands),
    }
