"""Luck of the Draw (SD-27 to SD-34). All amounts are dollars."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from msgspec.structs import replace

from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.shuffling import amiss
from gmtool.engine.text import listed, told
from gmtool.games.split_decision import terms
from gmtool.games.split_decision.hands import HIGH, JOKER, LOW, is_between, rank_of, value
from gmtool.games.split_decision.moves import SUITS, Board, Pick, Range, Suit, Suits, Wager
from gmtool.games.split_decision.state import (
    BETWEEN,
    BONUS_BOARD,
    BONUS_DECK,
    BONUS_PICK,
    BONUS_RANGE,
    BONUS_SUIT,
    BONUS_SUIT_BOARD,
    BONUS_WAGER,
    ENDED,
    Bonus,
    HandThen,
    State,
)

WON, PUSH, LOST = "won", "push", "lost"


def begun(state: State, winner: str) -> State:
    """The state with the bonus begun and a new deck due. Amounts are multiplied on the winner's
    fourth and fifth day (SD-27, SD-28).
    """
    day = day_of(state, winner)
    factor = terms.FACTORS.get(day, 1)
    now = Bonus(winner, day, factor, terms.STAKE * factor)
    state = replace(state, bonus=now, phase=BONUS_DECK, deck=(), reshuffled=0)
    return state.tell("BonusBegan", who=winner, day=day, factor=factor, bankroll=now.bankroll)


def day_of(state: State, winner: str) -> int:
    """The winner's day; a challenger's is the first (SD-27)."""
    return state.terms.titles + 1 if winner == state.is_champion else 1


def most_won(day: int) -> int:
    """The most that can be won on that day, in dollars, with every wager won and nothing
    held back (SD-27).
    """
    before_the_last: int = terms.STAKE * 2 ** (terms.LAST_CALL - 1) + terms.LAST_CALL_STAKE
    return before_the_last * 2 * terms.FACTORS.get(day, 1)


def lay_board(state: State, move: Board) -> State:
    """The state with the 15 places of a hand's board laid; what is on them is seen when it
    is picked (SD-30).
    """
    now = _due(state, BONUS_BOARD, "board", "SD-30", "board")
    _check_things(move.cards, terms.BOARD, "the 15 cards of the board")
    state = replace(state, bonus=replace(now, board=move.cards))
    laid = state.tell("BoardLaid", hand=now.number, secret={"cards": move.cards})
    return laid.asks(BONUS_PICK, now.who)


def lay_suits(state: State, move: Suits) -> State:
    """The state with the suit board laid, for a loss that needs it (SD-32)."""
    now = _due(state, BONUS_SUIT_BOARD, "suit board", "SD-32", "suits")
    _check_things(move.behind, terms.SUIT_BOARD, "2ND, AGAIN and two NO")
    state = replace(state, bonus=replace(now, suits=move.behind, uncovered=()))
    return state.tell("SuitBoardLaid", secret={"behind": move.behind}).asks(BONUS_SUIT, now.who)


def _due(state: State, phase: str, what: str, clause: str, quoted: str) -> Bonus:
    if state.phase != phase or state.bonus is None:
        raise NotNow(clause, f"no {what} is due from chance now.", quoted=quoted)
    return state.bonus


def _check_things(given: Sequence[str], wanted: Sequence[str], what: str) -> None:
    """Raise Refused unless exactly these things are put in order by chance (ALL-3)."""
    wrong = amiss(given, wanted)
    if wrong:
        raise Refused("ALL-3", f"it must name {what}, no more and no less: {told(wrong)}.")


def _check(state: State, phase: str, who: str, clause: str) -> Bonus:
    if state.bonus is None:
        raise NotNow(clause, "the bonus hasn't begun.")
    if state.bonus.who != who:
        raise NotNow(clause, f"only {state.bonus.who}, the day's winner, plays the bonus.")
    if state.phase != phase:
        asked = {
            BONUS_PICK: "four numbers, as in `pick 1 5 9 15`",
            BONUS_RANGE: "the high and the low card, as in `range A 3`",
            BONUS_WAGER: "the wager, as in `wager 750`",
            BONUS_SUIT: "a suit, as in `suit hearts`",
        }
        if state.phase not in asked:
            raise NotNow(clause, "nothing is asked for now; a board is made first.")
        raise NotNow(clause, f"what is asked for now is {asked[state.phase]}.")
    return state.bonus


def decide(state: State, who: str, move: Pick | Range | Wager | Suit, how: str) -> State:
    """The state after a move of the day's winner in the bonus; raises Refused or NotNow."""
    match move:
        case Pick():
            return _pick(state, who, move, how)
        case Range():
            return _name_range(state, who, move, how)
        case Wager():
            return _wager(state, who, move, how)
        case Suit():
            return _suit(state, who, move, how)


def _pick(state: State, who: str, move: Pick, how: str) -> State:
    """The state after four numbers of the board were picked, whose cards are revealed (SD-30)."""
    now = _check(state, BONUS_PICK, who, "SD-30")
    wrong = [n for n in move.numbers if not re.fullmatch(r"0*([1-9]|1[0-5])", n)]
    numbers = tuple(int(n) for n in move.numbers if n not in wrong)
    twice = [str(n) for n, count in Counter(numbers).items() if count > 1]
    why = ""
    if wrong:
        why = f"{listed(wrong)} {'is' if len(wrong) == 1 else 'are'} not on the board"
    elif twice:
        why = f"{listed(twice)} {'is' if len(twice) == 1 else 'are'} named more than once"
    elif len(numbers) != terms.PICKS:
        why = f"{len(numbers)} {'is' if len(numbers) == 1 else 'are'} named"
    if why:
        raise Refused(
            "SD-30", f"{told(why)}; pick four different numbers from 1 to {len(terms.BOARD)}."
        )
    now = replace(now, picked=numbers)
    then = replace(state, bonus=now).tell(
        "Revealed", who=who, numbers=numbers, cards=now.revealed, how=how
    )
    return then.asks(BONUS_RANGE, who)


def ranges(revealed: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The pairs of high and low that the revealed cards allow, the widest first; of equal widths
    the one with the higher high card (SD-30).
    """
    usable = [card for card in revealed if card != terms.DEVIL]
    pairs = {
        (high, low) for high, low in permutations(usable, 2) if value(high, HIGH) > value(low, LOW)
    }
    return tuple(
        sorted(pairs, key=lambda p: (value(p[1], LOW) - value(p[0], HIGH), -value(p[0], HIGH)))
    )


def _name_range(state: State, who: str, move: Range, how: str) -> State:
    """The state after the winner said which revealed card is high and which is low (SD-30)."""
    now = _check(state, BONUS_RANGE, who, "SD-30")
    if (move.high, move.low) not in ranges(now.revealed):
        revealed = ", ".join(now.revealed)
        high, low = ranges(now.revealed)[0]
        raise Refused(
            "SD-30",
            f"{told(_why_no_range(now, move))}; revealed are {revealed}, so the widest is "
            f"`range {high} {low}`.",
        )
    state = replace(state, bonus=replace(now, high=move.high, low=move.low))
    then = state.tell("RangeNamed", who=who, high=move.high, low=move.low, how=how)
    return then.asks(BONUS_WAGER, who)


def _why_no_range(now: Bonus, move: Range) -> str:
    if terms.DEVIL in (move.high, move.low):
        return "the Devil is neither high nor low"
    for rank in (move.high, move.low):
        if rank not in now.revealed:
            return f"{rank} wasn't revealed"
    if move.high == move.low:
        return f"only one {move.high} was revealed"
    return f"{move.high} isn't above {move.low}"


def limits(now: Bonus) -> tuple[int, int, int]:
    """The least wager, the step and the most, in dollars (SD-28)."""
    if now.number < terms.LAST_CALL:
        return terms.LEAST_WAGER * now.factor, terms.STEP * now.factor, now.bankroll
    step = terms.LAST_CALL_STEP * now.factor
    half = -(-now.bankroll // 2)
    return -(-half // step) * step, step, now.bankroll


def _wager(state: State, who: str, move: Wager, how: str) -> State:
    """The state after a wager, in dollars, on the next card (SD-28)."""
    now = _check(state, BONUS_WAGER, who, "SD-28")
    least, step, most = limits(now)
    amount = int(move.dollars) if re.fullmatch(r"[0-9]{1,9}", move.dollars) else -1
    if amount < 0 or amount % step or not least <= amount <= most:
        raise Refused(
            "SD-28",
            f"{told(move.dollars)} can't be wagered; ${least:,} to ${most:,} can, in steps of "
            f"${step:,}.",
        )
    state = replace(state, bonus=replace(now, wager=amount), phase=BETWEEN)
    return state.tell("Wagered", who=who, amount=amount, how=how)


def _suit(state: State, who: str, move: Suit, how: str) -> State:
    """The state after a suit was named on the second chance board: PICK AGAIN asks for another,
    anything else decides (SD-32).
    """
    now = _check(state, BONUS_SUIT, who, "SD-32")
    free = free_suits(now)
    if move.suit not in free:
        why = "was uncovered before" if move.suit in SUITS else "is no suit"
        raise Refused("SD-32", f"{told(move.suit)} {why}; name {listed(free, 'or')}.")
    behind = now.suits[SUITS.index(move.suit)]
    now = replace(now, uncovered=(*now.uncovered, move.suit), tried=(*now.tried, behind))
    state = replace(state, bonus=now, phase=BETWEEN)
    then = state.tell("SuitUncovered", who=who, suit=move.suit, behind=behind, how=how)
    return then.asks(BONUS_SUIT, who) if behind == terms.AGAIN else then


def free_suits(now: Bonus) -> tuple[str, ...]:
    """The suits that aren't uncovered yet, in order (SD-32)."""
    return tuple(name for name in SUITS if name not in now.uncovered)


def default(phase: str, now: Bonus) -> Move:
    """The move for a winner whose time is up: the lowest free numbers, the widest range, the least
    wager, the first free suit (SD-36).
    """
    if phase == BONUS_PICK:
        return Pick(tuple(str(number) for number in range(1, terms.PICKS + 1)))
    if phase == BONUS_RANGE:
        return Range(*ranges(now.revealed)[0])
    return Wager(str(limits(now)[0])) if phase == BONUS_WAGER else Suit(free_suits(now)[0])


def next_of(state: State, now: Bonus) -> State:
    """The state after the next thing that the rules force in the bonus."""
    if now.hands and now.hands[-1].number == now.number:
        return _after_hand(state, now)
    if not now.dealt or (now.tried[-1:] == (terms.SECOND,) and len(now.dealt) == 1):
        return _dealt(state, now)
    outcome = outcome_of(now, now.dealt[-1])
    if outcome == LOST and len(now.dealt) == 1 and now.tried[-1:] != (terms.NO,):
        return _second_chance(state, now)
    return _hand_ended(state, now, outcome)


def outcome_of(now: Bonus, card: str) -> str:
    """What a card does to the wager (SD-31)."""
    if card == JOKER:
        return WON
    if is_between(rank_of(card), now.low, now.high):
        return WON
    if rank_of(card) in {now.high, now.low} and terms.DEVIL not in now.revealed:
        return PUSH
    return LOST


def _dealt(state: State, now: Bonus) -> State:
    """The state after the next card is dealt, for the wager or for the second chance (SD-31,
    SD-32).
    """
    card = state.deck[0]
    outcome = outcome_of(now, card)
    dealt = replace(now, dealt=(*now.dealt, card))
    return replace(state, deck=state.deck[1:], bonus=dealt).tell(
        "BonusDealt",
        card=card,
        outcome=outcome,
        second=bool(now.dealt),
        by_devil=outcome == LOST and rank_of(card) in {now.high, now.low},
    )


def _second_chance(state: State, now: Bonus) -> State:
    """The state with a second chance offered: the wager is lost unless a suit hides it (SD-32)."""
    then = state.tell("SecondChanceOffered", who=now.who, new_board=not now.suits)
    return then.asks(BONUS_SUIT, now.who) if now.suits else replace(then, phase=BONUS_SUIT_BOARD)


def _hand_ended(state: State, now: Bonus, outcome: str) -> State:
    """The state after a hand. The suit board stays until the second chance or both NO are
    uncovered (SD-33).
    """
    bankroll = now.bankroll + {WON: now.wager, PUSH: 0, LOST: -now.wager}[outcome]
    hand = HandThen(
        now.number,
        now.revealed,
        now.high,
        now.low,
        now.wager,
        now.dealt,
        now.tried,
        outcome,
        bankroll,
    )
    behind = dict(zip(SUITS, now.suits, strict=False))
    seen = [behind[suit] for suit in now.uncovered]
    if terms.SECOND in seen or seen.count(terms.NO) == 2:
        now = replace(now, suits=(), uncovered=())
    now = replace(now, bankroll=bankroll, hands=(*now.hands, hand), board=(), picked=())
    return replace(state, bonus=now).tell(
        "HandEnded", number=hand.number, outcome=outcome, wager=hand.wager, bankroll=bankroll
    )


def _after_hand(state: State, now: Bonus) -> State:
    """The state after what follows a hand: the top-up, the next hand, the Last Call,
    or the end (SD-29).
    """
    if now.number == terms.LAST_CALL:
        return _ended(state, now)
    poor = now.bankroll < terms.LEAST_WAGER * now.factor and now.number < terms.LAST_CALL - 1
    if poor and not now.topped_up:
        amount = terms.TOP_UP * now.factor
        now = replace(now, bankroll=now.bankroll + amount, topped_up=True)
        return replace(state, bonus=now).tell("ToppedUp", amount=amount, bankroll=now.bankroll)
    return _next_hand(state, now, terms.LAST_CALL if poor else now.number + 1, skipped=poor)


def _next_hand(state: State, now: Bonus, number: int, *, skipped: bool) -> State:
    """The state with the next hand begun; `skipped`: hands before the Last Call were left
    out (SD-28, SD-29).
    """
    staked = terms.LAST_CALL_STAKE * now.factor if number == terms.LAST_CALL else 0
    bankroll = now.bankroll + staked
    now = replace(
        now, number=number, bankroll=bankroll, high="", low="", wager=0, dealt=(), tried=()
    )
    return replace(state, bonus=now, phase=BONUS_BOARD).tell(
        "HandBegan", number=number, staked=staked, bankroll=bankroll, skipped=skipped
    )


def _ended(state: State, now: Bonus) -> State:
    """The state after the episode, with the winner's total and titles (SD-34)."""
    money = state.player(now.who).money
    titles = state.terms.titles + 1 if now.who == state.is_champion else 1
    state = replace(state, phase=ENDED, titles=titles)
    return state.tell(
        "EpisodeEnded",
        who=now.who,
        money=money,
        bankroll=now.bankroll,
        total=money + now.bankroll,
        titles=titles,
        retires=state.retires,
    )
