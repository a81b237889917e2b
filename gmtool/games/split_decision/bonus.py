"""Luck of the Draw (SD-27 to SD-34). All amounts are dollars."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations

from gmtool.engine.game import Event
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.wording import listed
from gmtool.games.split_decision import events as e
from gmtool.games.split_decision.bonus_evolve import bonus as playing
from gmtool.games.split_decision.hands import (
    HIGH,
    JOKER,
    LOW,
    is_between,
    rank_of,
    value,
)
from gmtool.games.split_decision.moves import SUITS, Pick, Range, Suit, Wager
from gmtool.games.split_decision.state import (
    BONUS_PICK,
    BONUS_RANGE,
    BONUS_SUIT,
    BONUS_WAGER,
    Bonus,
    State,
)
from gmtool.games.split_decision.terms import (
    BOARD,
    DEVIL,
    LAST_CALL,
    LAST_CALL_STAKE,
    LAST_CALL_STEP,
    LEAST_WAGER,
    MOST_TITLES,
    NO,
    PICKS,
    SECOND,
    STEP,
    TOP_UP,
)

WON, PUSH, LOST = "won", "push", "lost"


def _check(state: State, phase: str, who: str, clause: str, quoted: str) -> Bonus:
    if state.bonus is None:
        raise NotNow(clause, "the bonus hasn't begun.", quoted=quoted)
    if state.bonus.who != who:
        raise NotNow(
            clause,
            "only {winner}, the day's winner, plays the bonus.",
            winner=state.bonus.who,
            quoted=quoted,
        )
    if state.phase != phase:
        asked = {
            BONUS_PICK: "four numbers, as in `pick 1 5 9 15`",
            BONUS_RANGE: "the high and the low card, as in `range A 3`",
            BONUS_WAGER: "the wager, as in `wager 750`",
            BONUS_SUIT: "a suit, as in `suit hearts`",
        }
        raise NotNow(
            clause,
            "{asked}.",
            asked=f"what is asked for now is {asked[state.phase]}"
            if state.phase in asked
            else "nothing is asked for now; a board is made first",
            quoted=quoted,
        )
    return state.bonus


def decide(
    state: State, who: str, move: Pick | Range | Wager | Suit, how: str
) -> tuple[Event, ...]:
    """What the day's winner says in the bonus; raises Refused or NotNow."""
    match move:
        case Pick():
            return _pick(state, who, move, how)
        case Range():
            return _name_range(state, who, move, how)
        case Wager():
            return _wager(state, who, move, how)
        case Suit():
            return _suit(state, who, move, how)


def _pick(state: State, who: str, move: Pick, how: str) -> tuple[Event, ...]:
    """Four numbers of the board, whose cards are revealed (SD-30)."""
    now = _check(state, BONUS_PICK, who, "SD-30", str(move))
    wrong = [n for n in move.numbers if not re.fullmatch(r"0*([1-9]|1[0-5])", n)]
    numbers = tuple(int(n) for n in move.numbers if n not in wrong)
    twice = [str(n) for n, count in Counter(numbers).items() if count > 1]
    why = ""
    if wrong:
        why = f"{listed(wrong)} {'is' if len(wrong) == 1 else 'are'} not on the board"
    elif twice:
        why = f"{listed(twice)} {'is' if len(twice) == 1 else 'are'} named more than once"
    elif len(numbers) != PICKS:
        why = f"{len(numbers)} {'is' if len(numbers) == 1 else 'are'} named"
    if why:
        raise Refused(
            "SD-30",
            "{why}; pick four different numbers from 1 to {most}.",
            most=len(BOARD),
            why=why,
            quoted=str(move),
        )
    return (e.Revealed(who, numbers, tuple(now.board[n - 1] for n in numbers), how),)


def ranges(revealed: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The pairs of high and low that the revealed cards allow, the widest first; of equal widths
    that with the higher high card (SD-30).
    """
    usable = [card for card in revealed if card != DEVIL]
    pairs = {
        (high, low) for high, low in permutations(usable, 2) if value(high, HIGH) > value(low, LOW)
    }
    return tuple(sorted(pairs, key=lambda p: (-_width(*p), -value(p[0], HIGH))))


def _width(high: str, low: str) -> int:
    return value(high, HIGH) - value(low, LOW)


def _name_range(state: State, who: str, move: Range, how: str) -> tuple[Event, ...]:
    """Which revealed card is high and which is low (SD-30)."""
    now = _check(state, BONUS_RANGE, who, "SD-30", str(move))
    if (move.high, move.low) not in ranges(now.revealed):
        raise Refused(
            "SD-30",
            "{why}; revealed are {revealed}, so the widest is `range {high} {low}`.",
            why=_why_no_range(now, move),
            revealed=", ".join(now.revealed),
            high=ranges(now.revealed)[0][0],
            low=ranges(now.revealed)[0][1],
            quoted=str(move),
        )
    return (e.RangeNamed(who, move.high, move.low, how),)


def _why_no_range(now: Bonus, move: Range) -> str:
    if DEVIL in (move.high, move.low):
        return "the Devil is neither high nor low"
    for rank in (move.high, move.low):
        if rank not in now.revealed:
            return f"{rank} wasn't revealed"
    if move.high == move.low:
        return f"only one {move.high} was revealed"
    return f"{move.high} isn't above {move.low}"


def limits(now: Bonus) -> tuple[int, int, int]:
    """The least wager, the step and the most, in dollars (SD-28)."""
    if now.number < LAST_CALL:
        return LEAST_WAGER * now.factor, STEP * now.factor, now.bankroll
    step = LAST_CALL_STEP * now.factor
    half = -(-now.bankroll // 2)
    return -(-half // step) * step, step, now.bankroll


def _wager(state: State, who: str, move: Wager, how: str) -> tuple[Event, ...]:
    """Dollars on the next card (SD-28)."""
    now = _check(state, BONUS_WAGER, who, "SD-28", str(move))
    least, step, most = limits(now)
    amount = int(move.amount) if re.fullmatch(r"[0-9]{1,9}", move.amount) else -1
    if amount < 0 or amount % step or not least <= amount <= most:
        raise Refused(
            "SD-28",
            "{text} can't be wagered; ${least:,} to ${most:,} can, in steps of ${step:,}.",
            text=move.amount,
            least=least,
            most=most,
            step=step,
            quoted=str(move),
        )
    return (e.Wagered(who, amount, how),)


def _suit(state: State, who: str, move: Suit, how: str) -> tuple[Event, ...]:
    """A suit of the second chance board (SD-32)."""
    now = _check(state, BONUS_SUIT, who, "SD-32", str(move))
    free = free_suits(now)
    if move.suit not in free:
        raise Refused(
            "SD-32",
            "{suit} {why}; name {free}.",
            suit=move.suit,
            why="was uncovered before" if move.suit in SUITS else "is no suit",
            free=listed(free, "or"),
            quoted=str(move),
        )
    behind = now.suits[SUITS.index(move.suit)]
    return (e.SuitUncovered(who, move.suit, behind, how),)


def free_suits(now: Bonus) -> tuple[str, ...]:
    """The suits not uncovered yet, in order (SD-32)."""
    return tuple(name for name in SUITS if name not in now.uncovered)


def next_of(state: State) -> Event:
    """What the rules force next in the bonus."""
    now = playing(state)
    if now.hands and now.hands[-1].number == now.number:
        return _after_hand(state, now)
    if not now.dealt or (now.tried[-1:] == (SECOND,) and len(now.dealt) == 1):
        return _dealt(state, now)
    outcome = outcome_of(now, now.dealt[-1])
    if outcome != LOST:
        return _ended(now, outcome)
    if len(now.dealt) > 1 or now.tried[-1:] == (NO,):
        return _ended(now, LOST)
    return e.SecondChanceOffered(now.who, new_board=not now.suits)


def outcome_of(now: Bonus, card: str) -> str:
    """What a card does to the wager (SD-31)."""
    if card == JOKER:
        return WON
    if is_between(rank_of(card), now.low, now.high):
        return WON
    if rank_of(card) in {now.high, now.low} and DEVIL not in now.revealed:
        return PUSH
    return LOST


def _dealt(state: State, now: Bonus) -> Event:
    card = state.deck[0]
    outcome = outcome_of(now, card)
    by_devil = outcome == LOST and rank_of(card) in {now.high, now.low}
    return e.BonusDealt(card, outcome, bool(now.dealt), by_devil)


def _ended(now: Bonus, outcome: str) -> Event:
    change = {WON: now.wager, PUSH: 0, LOST: -now.wager}[outcome]
    return e.HandEnded(now.number, outcome, now.wager, now.bankroll + change)


def _after_hand(state: State, now: Bonus) -> Event:
    """SD-29: the top-up, the next hand, the Last Call, or the end."""
    if now.number == LAST_CALL:
        return episode_end(state, now)
    poor = now.bankroll < LEAST_WAGER * now.factor and now.number < LAST_CALL - 1
    if poor and not now.topped_up:
        amount = TOP_UP * now.factor
        return e.ToppedUp(amount, now.bankroll + amount)
    number = LAST_CALL if poor else now.number + 1
    staked = LAST_CALL_STAKE * now.factor if number == LAST_CALL else 0
    return e.HandBegan(number, staked, now.bankroll + staked, skipped=poor)


def episode_end(state: State, now: Bonus) -> Event:
    """The winner's total and titles (SD-34)."""
    money = state.player(now.who).money
    titles = state.terms.titles + 1 if now.who == state.is_champion else 1
    return e.EpisodeEnded(
        now.who, money, now.bankroll, money + now.bankroll, titles, titles == MOST_TITLES
    )
