"""Playing and passing (BT-6 to BT-14)."""

from __future__ import annotations

from typing import NoReturn

from gmtool.engine.game import Event
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.big_two import events as e
from gmtool.games.big_two.legal import legal
from gmtool.games.big_two.moves import Pass, Play
from gmtool.games.big_two.no_play import why_none
from gmtool.games.big_two.plays import Reading, beats, best, stated
from gmtool.games.big_two.state import PLAY, Action, State, Trick
from gmtool.games.big_two.terms import is_joker
from gmtool.games.big_two.wording import (
    NOW,
    a_play,
    are,
    are_not,
    cards_of,
    count_of,
)


def play(state: State, who: str, move: Play) -> tuple[Event, ...]:
    """Cards played from the hand of whose turn it is; raises Refused."""
    trick = _turn(state, who, str(move))
    hand = state.player(who).hand
    missing = [card for card in move.cards if card not in hand]
    twice = [card for card in move.cards if move.cards.count(card) > 1]
    if missing or twice:
        raise Refused(
            "BT-7",
            "{wrong}; a play is made of cards of your own hand, each once.",
            wrong=f"{are_not(missing)} in your hand" if missing else f"{are(twice)} named twice",
            quoted=str(move),
        )
    reading = _reading(state, move)
    _check_must(state, move)
    last = trick.last
    if last is not None:
        _check_beats(move, reading, last)
    return (
        e.Played(
            who, move.cards, reading.stands, reading.kind, reading.key, len(hand) - len(move.cards)
        ),
    )


def _turn(state: State, who: str, quoted: str) -> Trick:
    trick = state.trick
    if state.phase != PLAY or trick is None:
        raise NotNow("BT-12", "nobody plays now: {now}.", now=NOW[state.phase], quoted=quoted)
    if trick.actor != who:
        raise NotNow(
            "BT-12", "it is {actor}'s turn, not {who}'s.", actor=trick.actor, who=who, quoted=quoted
        )
    return trick


def _reading(state: State, move: Play) -> Reading:
    """What the cards are played as: as the player said, else as the highest (BT-20)."""
    use = state.terms.joker_use
    if move.stands:
        return stated(move.cards, move.stands, use) or _refuse(move, use)
    return best(move.cards, use) or _refuse(move, use)


def _refuse(move: Play, use: str) -> NoReturn:
    """Raise why the cards are no play."""
    clause, why = why_none(move, use)
    stands = f" as {cards_of(move.stands)}" if move.stands else ""
    raise Refused(
        clause,
        "{cards}{stands} is no play; {why}.",
        cards=cards_of(move.cards),
        stands=stands,
        why=why,
        quoted=str(move),
    )


def _check_must(state: State, move: Play) -> None:
    if state.must and state.must not in move.cards:
        raise Refused(
            "BT-6",
            "the first play of the round must contain {must}; {cards} doesn't{joker}.",
            must=state.must,
            cards=cards_of(move.cards),
            joker=", and a joker can't stand for it" if any(map(is_joker, move.cards)) else "",
            quoted=str(move),
        )


def _check_beats(move: Play, reading: Reading, last: Action) -> None:
    if len(move.cards) != len(last.cards):
        raise Refused(
            "BT-9",
            "the trick was led with {count}, so as many have to be played; {cards} {own}. A `pass` "
            "is possible too.",
            count=count_of(last.cards),
            cards=are(move.cards),
            own=count_of(move.cards),
            quoted=str(move),
        )
    if not beats(reading, last.reading):
        raise Refused(
            "BT-9",
            "{own} doesn't beat {others} of {last}; play higher, or `pass`.",
            own=a_play(reading, move.cards),
            others=a_play(last.reading, last.cards),
            last=last.who,
            quoted=str(move),
        )


def pass_turn(state: State, who: str, how: str = "") -> tuple[Event, ...]:
    """No play; with a short deal a card is drawn (BT-3, BT-12)."""
    trick = _turn(state, who, str(Pass()))
    if trick.last is None:
        raise Refused(
            "BT-12",
            "a trick can't be led with a pass: who leads must play; any play will do{must}.",
            must=f" that contains {state.must}" if state.must else "",
            quoted=str(Pass()),
        )
    passed = e.Passed(who, how)
    if not state.stock:
        return (passed,)
    return (passed, e.Drew(who, state.stock[0], len(state.stock) - 1))


def default(state: State, who: str) -> tuple[Event, ...]:
    """What stands for who lets its time pass: a pass, or leading the card that must be played,
    else the lowest single.
    """
    trick = _turn(state, who, "close")
    if trick.last is not None:
        return pass_turn(state, who, e.DEFAULT)
    hand = state.player(who).hand
    card = state.must or hand[0]
    reading = best((card,), state.terms.joker_use)
    assert reading is not None  # noqa: S101 - a single is always a play
    return (
        e.Played(
            who,
            (card,),
            reading.stands,
            reading.kind,
            reading.key,
            len(hand) - 1,
            e.DEFAULT,
        ),
    )


def possible(state: State, who: str) -> tuple[tuple[tuple[str, ...], Reading], ...]:
    """Every play that the player whose turn it is can make, from few cards to many and from low to
    high (BT-7 to BT-11).
    """
    trick = _turn(state, who, "play")
    last = trick.last
    found = legal(
        state.player(who).hand,
        state.terms.joker_use,
        last.reading if last else None,
        len(last.cards) if last else 0,
        containing=state.must,
    )
    return tuple((one.cards, one.reading) for one in found)


def after_play(state: State, trick: Trick) -> tuple[Event, ...]:
    """What a play or a pass brings with it: somebody is out, the trick is won, the round is over
    (BT-12 to BT-14).
    """
    if not trick.actions:
        return ()
    last = trick.last
    assert last is not None  # noqa: S101 - who leads plays
    player, holding = state.player(last.who), state.holding
    if player.hand:
        if trick.passes < len(holding) - 1:
            return ()
        return (e.TrickOver(trick.number, last.who, "", last.who, trick.actions),)
    if not player.place:
        return (e.WentOut(last.who, len(state.players) - len(holding)),)
    if len(holding) == 1:
        left = len(holding[0].hand)
        return (e.RoundOver(state.round, _places(state), left, trick.actions),)
    return (e.TrickOver(trick.number, "", last.who, state.after(last.who), trick.actions),)


def _places(state: State) -> tuple[str, ...]:
    """The names by place; the one still holding cards is last (BT-14)."""
    return tuple(p.name for p in sorted(state.players, key=lambda p: p.place or len(state.players)))
