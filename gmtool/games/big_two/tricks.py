"""Playing and passing (BT-6 to BT-14)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import told
from gmtool.games.big_two.higher import Higher, higher
from gmtool.games.big_two.moves import Pass, Play
from gmtool.games.big_two.plays import Reading, beats, best, legal, stated
from gmtool.games.big_two.state import (
    DEAL,
    DEFAULT,
    ENDED,
    FORCED,
    PLAY,
    Action,
    RoundThen,
    State,
    Trick,
    TrickThen,
)
from gmtool.games.big_two.terms import EVERY_ROUND, in_order, is_joker
from gmtool.games.big_two.wording import NOW, a_play, are, are_not, cards_of, count_of, why_none


def opened(state: State) -> State:
    """The state with play open: the holder of the lowest card, 3D where the whole deck is dealt,
    leads.

    That card must be in the first play, by option only in the first round. Where the deal is short
    only the leader is told which it is: it would reveal what isn't in play (BT-3, BT-6).
    """
    lowest = state.lowest
    is_due = state.terms.open_with_lowest == EVERY_ROUND or state.round == 1
    leader, must = state.holder(lowest), lowest if is_due else ""
    state = replace(state, phase=PLAY, must=must).tell(
        "PlayOpened",
        leader=leader,
        must="" if state.stock else must,
        secret={"must": must},
        known_to=[leader],
    )
    return _next(state, Trick(1, leader, leader))


def _next(state: State, trick: Trick) -> State:
    """The state with the trick going on and its actor asked, unless no answer is needed."""
    who, state = trick.actor, replace(state, trick=trick)
    return state if is_forced(state) else state.tell(ASKED, only_to=[who], who=who)


ASKED = "Asked"
"""The news for a player who has a choice."""


# ---- what needs no answer


def is_forced(state: State) -> bool:
    """Whether everybody knows that the player whose turn it is has one move only (ALL-3): a pass,
    where nothing beats the last play or it has more cards than the player holds; or the lead of a
    last card. It depends on nothing but what all see.
    """
    trick = state.trick
    if state.phase != PLAY or trick is None:
        return False
    held, last = len(state.player(trick.actor).hand), trick.last
    if last is None:
        return held == 1
    return held < len(last.cards) or not any(above(state, trick))


def above(state: State, trick: Trick) -> Iterator[Higher]:
    """What beats the last play of a trick, as far as all can see: cards that lie in the trick
    can't be in it.
    """
    assert trick.last is not None  # noqa: S101 - it has been led
    gone = {card for action in trick.actions for card in action.cards}
    return higher(trick.last, state.terms, gone)


def is_said_already(state: State, who: str, move: Move) -> bool:
    """Whether a move says what was played for the player, since it was all it could do, and
    nobody has played by itself since.
    """
    if not isinstance(move, (Play, Pass)):
        return False
    cards = move.cards if isinstance(move, Play) else ()
    tricks = (*state.tricks, *((state.trick,) if state.trick else ()))
    for action in (action for one in reversed(tricks) for action in reversed(one.actions)):
        if action.how != FORCED:
            return False
        if (action.who, action.cards) == (who, cards):
            return True
    return False


def automatic(state: State) -> State:
    """The state after a move that needs no answer, or the same."""
    trick = state.trick
    is_asked = bool(state.news) and state.news[-1].name == ASKED
    if trick is None or is_asked or not is_forced(state):
        return state
    if trick.last is not None:
        return pass_turn(state, trick.actor, FORCED)
    card = state.player(trick.actor).hand
    reading = best(card, state.terms.joker_use)
    assert reading is not None  # noqa: S101 - a single is always a play
    return _played(state, trick.actor, card, reading, FORCED)


# ---- playing


def play(state: State, who: str, move: Play) -> State:
    """The state after a play by the player whose turn it is; raises Refused."""
    trick = _turn(state, who)
    hand = state.player(who).hand
    missing = [card for card in move.cards if card not in hand]
    twice = [card for card in move.cards if move.cards.count(card) > 1]
    if missing or twice:
        wrong = f"{are_not(missing)} in your hand" if missing else f"{are(twice)} named twice"
        raise Refused("BT-7", f"{wrong}; a play is made of cards of your own hand, each once.")
    reading = _reading(state, move)
    _check_must(state, move)
    last = trick.last
    if last is not None:
        _check_beats(move, reading, last)
    return _played(state, who, move.cards, reading)


def _played(
    state: State, who: str, cards: tuple[str, ...], reading: Reading, how: str = ""
) -> State:
    left = tuple(card for card in state.player(who).hand if card not in cards)
    action = Action(who, cards, reading.stands, reading.kind, reading.key, how)
    state = state.but(who, hand=left).tell(
        "Played",
        who=who,
        cards=cards,
        stands=action.stands,
        kind=action.kind,
        key=action.key,
        left=len(left),
        how=how,
    )
    return _acted(state, action)


def _turn(state: State, who: str) -> Trick:
    trick = state.trick
    if state.phase != PLAY or trick is None:
        raise NotNow("BT-12", f"nobody plays now: {NOW[state.phase]}.")
    if trick.actor != who:
        raise NotNow("BT-12", f"it is {trick.actor}'s turn, not {who}'s.")
    return trick


def _reading(state: State, move: Play) -> Reading:
    """What the cards are played as: what the player says, else the highest (BT-20)."""
    use = state.terms.joker_use
    found = stated(move.cards, move.stands, use) if move.stands else best(move.cards, use)
    if found:
        return found
    clause, why = why_none(move, use)
    stands = f" as {cards_of(move.stands)}" if move.stands else ""
    raise Refused(clause, f"{cards_of(move.cards)}{told(stands)} is no play; {told(why)}.")


def _check_must(state: State, move: Play) -> None:
    if state.must and state.must not in move.cards:
        joker = ", and a joker can't stand for it" if any(map(is_joker, move.cards)) else ""
        raise Refused(
            "BT-6",
            f"the first play of the round must contain {state.must}; {cards_of(move.cards)} "
            f"doesn't{joker}.",
        )


def _check_beats(move: Play, reading: Reading, last: Action) -> None:
    if len(move.cards) != len(last.cards):
        raise Refused(
            "BT-9",
            f"the trick was led with {count_of(last.cards)}, so as many have to be played; "
            f"{are(move.cards)} {count_of(move.cards)}. A `pass` is possible too.",
        )
    if not beats(reading, last.reading):
        raise Refused(
            "BT-9",
            f"{a_play(reading, move.cards)} doesn't beat {a_play(last.reading, last.cards)} of "
            f"{last.who}; play higher, or `pass`.",
        )


def pass_turn(state: State, who: str, how: str = "") -> State:
    """The state after a pass; with a short deal the player draws a card, which nobody else
    sees (BT-3, BT-12).
    """
    trick = _turn(state, who)
    if trick.last is None:
        must = f" that contains {state.must}" if state.must else ""
        raise Refused(
            "BT-12",
            f"a trick can't be led with a pass: who leads must play; any play will do{must}.",
        )
    state = state.tell("Passed", who=who, how=how)
    if state.stock:
        card, *stock = state.stock
        state = state.but(who, hand=in_order((*state.player(who).hand, card)))
        state = replace(state, stock=tuple(stock)).tell(
            "Drew", who=who, card="", left=len(stock), secret={"card": card}, known_to=[who]
        )
    return _acted(state, Action(who, how=how))


def default(state: State, who: str) -> State:
    """The state after a player let its time pass: a pass, or a lead with the card that must be
    played, else with the lowest single.
    """
    trick = _turn(state, who)
    if trick.last is not None:
        return pass_turn(state, who, DEFAULT)
    card = state.must or state.player(who).hand[0]
    reading = best((card,), state.terms.joker_use)
    assert reading is not None  # noqa: S101 - a single is always a play
    return _played(state, who, (card,), reading, DEFAULT)


def possible(state: State, who: str) -> tuple[tuple[tuple[str, ...], Reading], ...]:
    """Every play that the player whose turn it is can make, by the number of cards and from low to
    high (BT-7 to BT-11).
    """
    trick = _turn(state, who)
    last = trick.last
    found = legal(
        state.player(who).hand,
        state.terms.joker_use,
        last.reading if last else None,
        len(last.cards) if last else 0,
        containing=state.must,
    )
    return tuple((one.cards, one.reading) for one in found)


# ---- what follows


def _acted(state: State, action: Action) -> State:
    """The state after what a play or a pass brings about: a player is out, the trick is won, or it
    is the next player's turn (BT-12 to BT-14).
    """
    assert state.trick is not None  # noqa: S101 - it was somebody's turn in it
    trick = replace(state.trick, actions=(*state.trick.actions, action))
    assert trick.last is not None  # noqa: S101 - who leads plays
    state, who = replace(state, must=""), trick.last.who
    if not state.player(who).hand:
        return _went_out(state, trick, who)
    if trick.passes == len(state.holding) - 1:
        is_sure = not any(above(state, trick))
        return _trick_over(state, trick, leader=who, winner=who, is_sure=is_sure)
    return _next(state, replace(trick, actor=state.after(action.who)))


def _went_out(state: State, trick: Trick, who: str) -> State:
    """The state after a player went out: the trick ends, and with the last but one to go out the
    round (BT-13, BT-14).
    """
    place = len(state.players) - len(state.holding)
    state = state.but(who, place=place).tell("WentOut", who=who, place=place)
    if len(state.holding) == 1:
        return _round_over(state, trick, who)
    return _trick_over(state, trick, leader=state.after(who), out=who)


def _trick_over(
    state: State,
    trick: Trick,
    *,
    leader: str,
    winner: str = "",
    out: str = "",
    is_sure: bool = False,
) -> State:
    """The state with the next trick, led by the winner or by the player seated after the one who
    went out (BT-12, BT-13); it `is_sure` where nothing could beat the last play.
    """
    then = TrickThen(trick.number, trick.leader, trick.actions, winner, out)
    state = replace(state, tricks=(*state.tricks, then)).tell(
        "TrickOver",
        number=trick.number,
        winner=winner,
        out=out,
        leader=leader,
        is_sure=is_sure,
        passes=trick.passes,
        actions=tuple(action.shown for action in trick.actions),
    )
    return _next(state, Trick(trick.number + 1, leader, leader))


def _round_over(state: State, trick: Trick, out: str) -> State:
    """The state after a round: the player still holding cards is last and lays them aside (BT-14).
    After the last round the game is over (BT-22).
    """
    (last,) = state.holding
    state = state.but(last.name, hand=(), place=len(state.players))
    players = sorted(state.players, key=lambda player: player.place)
    places = tuple(player.name for player in players)
    tricks = (*state.tricks, TrickThen(trick.number, trick.leader, trick.actions, out=out))
    then = RoundThen(state.round, places, tuple(player.role for player in players))
    is_last = then.number == state.terms.rounds
    state = state.tell(
        "RoundOver",
        number=then.number,
        places=places,
        left=len(last.hand),
        actions=tuple(action.shown for action in trick.actions),
    )
    state = replace(
        state,
        phase=ENDED if is_last else DEAL,
        trick=None,
        tricks=tricks,
        rounds=(*state.rounds, then),
    )
    return state.tell("GameEnded") if is_last else state
