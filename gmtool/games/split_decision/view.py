"""What the public, one seat or the host may know; all that isn't listed here stays unseen.

After the buzzcodes all is public but the order of the deck, the unused codes, the kept answer, and
what lies covered on the boards of the bonus (SD-10, SD-11, SD-36).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from gmtool.engine.cards import in_order
from gmtool.engine.game import View
from gmtool.engine.views import view_for
from gmtool.games.split_decision import plays
from gmtool.games.split_decision.bonus import free_suits, limits, ranges
from gmtool.games.split_decision.hands import JOKER, Hand, Held
from gmtool.games.split_decision.moves import SUITS
from gmtool.games.split_decision.questions import suggests_right
from gmtool.games.split_decision.state import (
    BONUS_DECK,
    BONUS_RANGE,
    BONUS_WAGER,
    CODES,
    ENDED,
    FREE_LOOK_AFTER,
    SETUP,
    VERDICT,
    Asked,
    Asking,
    Bonus,
    HandThen,
    Player,
    RoundThen,
    State,
    Try,
    UsedSet,
)
from gmtool.games.split_decision.terms import (
    ANSWER_PAYS,
    CARD_PAYS,
    FULL_DECK,
    GIFT,
    ROUND_PAYS,
)
from gmtool.games.split_decision.wanting import to_shuffle


def view(state: State, seer: str) -> View:
    """Plain data: `phase`, `players`, `public`; for a seat also `you`; for the host unused codes
    and kept answers under SECRET.
    """
    known: View = {
        "phase": state.phase,
        "players": [_player(state, player) for player in state.players],
        "public": _public(state),
    }
    return view_for(
        seer,
        known,
        you=lambda name: _you(state, state.player(name)),
        secret=lambda: _secret(state),
        secret_of=lambda name: {"codes": list(state.player(name).codes[state.sets_used :])},
    )


def _held(held: Held | None) -> str | None:
    return held.card if held else None


def _hand(hand: Hand) -> dict[str, Any]:
    """Cards, and what a Joker among them was made."""
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
        }
    return facts


def _secret(state: State) -> dict[str, Any]:
    """The kept answer of the question in play, the verdict it suggests (SD-11), and whose codes
    are awaited.
    """
    asking = state.asking if state.phase == VERDICT else None
    suggested = ("right" if suggests_right(asking) else "wrong") if asking else ""
    return {
        "kept_answer": state.asking.answer if state.asking else "",
        "suggested_verdict": suggested,
        "waiting_codes": list(state.waiting_codes) if state.phase == CODES else [],
    }


def _you(state: State, player: Player) -> dict[str, Any]:
    """What only this player is told: its own unused codes, and that it is its turn."""
    play = state.play
    deciding = state.phase in plays.DECIDING and play is not None and play.who == player.name
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
    pays = {
        "answers": list(ANSWER_PAYS.values()),
        "cards": list(CARD_PAYS.values()),
        "rounds": list(ROUND_PAYS.values()),
        "gift": GIFT,
    }
    return {
        "round": state.round,
        "abbreviated": state.abbreviated,
        "question": state.completed + (state.asking is not None),
        "completed": state.completed,
        "free_look_after": FREE_LOOK_AFTER,
        "order": list(state.playing),
        "reached": {player.name: player.reached for player in state.players},
        "cards_remaining": list(left),
        "reshuffled": state.reshuffled,
        "cut": state.cut,
        "collections": state.collections,
        "sets_used": state.sets_used,
        "sets_left": state.sets_left if state.phase not in {SETUP, CODES} else 0,
        "asking": _asking(state.asking) if state.asking else None,
        "asked": [_asked(asked) for asked in state.asked],
        "play": _play(state),
        "winners": list(state.winners),
        "rounds": [_round(over) for over in state.rounds],
        "bonus": _bonus(state, state.bonus) if state.bonus else None,
        "champion": state.is_champion,
        "titles": state.titles,
        "day": state.bonus.day if state.bonus else None,
        "terms": asdict(state.terms),
        "pays": pays,
        "timetable": _timetable(state) if state.phase == SETUP else [],
    }


def _asking(asking: Asking) -> dict[str, Any]:
    """The question in play without its answer (SD-11); its actual code is told with the set that it
    is compared with, so that nobody who has to send codes first can aim at it (SD-9).
    """
    return {
        "number": asking.number,
        "text": asking.text,
        "code": asking.code if asking.sets else 0,
        "drawn_by": asking.drawn_by,
        "asked": list(asking.asked),
        "who": asking.who,
        "given": asking.given,
        "tries": [_try(one) for one in asking.tries],
        "sets": [_used(one) for one in asking.sets],
    }


def _asked(asked: Asked) -> dict[str, Any]:
    return {
        "number": asked.number,
        "text": asked.text,
        "answer": asked.answer,
        "winner": asked.winner,
        "tries": [_try(one) for one in asked.tries],
    }


def _used(used: UsedSet) -> dict[str, Any]:
    buzzes = [asdict(buzz) for buzz in used.buzzes]
    return {"number": used.number, "code": used.code, "buzzes": buzzes, "tied": list(used.tied)}


def _try(one: Try) -> dict[str, Any]:
    return {"who": one.who, "text": one.text, "expired": one.expired}


def _play(state: State) -> dict[str, Any] | None:
    """The card that a player decides on; nobody has seen it where `card` is empty (SD-19)."""
    play = state.play
    if play is None or state.phase not in plays.DECIDING:
        return None
    return {
        "who": play.who,
        "situation": play.situation,
        "card": play.card,
        "look": play.look,
        "choices": [str(move) for move in plays.choices(state)],
    }


def _round(over: RoundThen) -> dict[str, Any]:
    return {
        "number": over.number,
        "winner": over.winner,
        "how": over.how,
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
        "questions": [_asked(asked) for asked in over.questions],
    }


def _bonus(state: State, now: Bonus) -> dict[str, Any]:
    """The bonus; of its boards what is uncovered, None where a place is covered."""
    least, step, most = limits(now)
    places = [now.board[n - 1] if n in now.picked else None for n in range(1, len(now.board) + 1)]
    behind = dict(zip(SUITS, now.suits, strict=False))
    widest = ranges(now.revealed) if state.phase in {BONUS_RANGE, BONUS_WAGER} else ()
    return {
        "who": now.who,
        "day": now.day,
        "factor": now.factor,
        "hand": now.number,
        "bankroll": now.bankroll,
        "topped_up": now.topped_up,
        "board": places,
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
        "hands": [_hand_then(hand) for hand in now.hands],
    }


def _hand_then(hand: HandThen) -> dict[str, Any]:
    return {
        "number": hand.number,
        "revealed": list(hand.revealed),
        "high": hand.high,
        "low": hand.low,
        "wager": hand.wager,
        "cards": list(hand.cards),
        "suits": list(hand.suits),
        "outcome": hand.outcome,
        "bankroll": hand.bankroll,
    }


def _timetable(state: State) -> list[dict[str, Any]]:
    """A short episode: each round's head start, and two questions in each, the first asked right;
    nobody knows how long a round lasts.
    """
    terms = state.terms
    rows = [
        {"what": "buzzcodes", "hours": terms.decision_hours},
        {"what": "the cut", "hours": terms.decision_hours},
    ]
    for number, players in ((1, 3), (2, 2), (3, 2)):
        head_start = {"what": f"round {number}: head start", "hours": terms.decision_hours}
        rows.append({**head_start, "hours": terms.decision_hours * players})
        hours = 2 * (terms.answer_hours + terms.decision_hours)
        rows.append({"what": f"round {number}: two questions and their cards", "hours": hours})
    rows.append(
        {"what": "bonus: three decisions in each of five hands", "hours": 15 * terms.decision_hours}
    )
    return rows
