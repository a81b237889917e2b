"""The state of an episode of Split Decision, and what can be derived from it."""

from __future__ import annotations

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.telling import Telling
from gmtool.games.split_decision.hands import EMPTY, Hand
from gmtool.games.split_decision.terms import MOST_TITLES

PODIUMS = ("red", "gold", "blue")

SETUP = "setup"
CODES = "codes"
CUT = "cut"
FREE_ACE = "free-ace"
HEAD_START = "head-start"
QUESTION = "question"
DRAW = "draw"
ANSWER = "answer"
VERDICT = "verdict"
CARD = "card"
NO_PEEK = "no-peek"
SHUFFLE = "shuffle"
"""The deck has run out, and chance is to shuffle a new one (SD-4)."""
BONUS_DECK = "bonus-deck"
BONUS_BOARD = "bonus-board"
BONUS_PICK = "bonus-pick"
BONUS_RANGE = "bonus-range"
BONUS_WAGER = "bonus-wager"
BONUS_SUIT_BOARD = "bonus-suit-board"
BONUS_SUIT = "bonus-suit"
ENDED = "ended"
BETWEEN = "between"
"""Nobody is awaited: only within an entry, until the rules have forced what comes next."""

BY_CHANCE, BY_HOST = "chance", "host"
FORCED, DEFAULT = "forced", "default"
"""Marks a move that no player made: it was the only one possible, or its time was up (SD-36)."""
ROUNDS = 3
CHIPS = 2
"""The discard chips of each player in a round (SD-18)."""
FREE_LOOK_AFTER = 5
"""How many completed questions come before the first free look of a round (SD-21)."""
LONG_ROUND = 8
"""A first round with more questions makes the second an abbreviated one (SD-23)."""
FEW_SETS = 5
"""The host is warned when this many unused sets are left, or fewer (SD-9)."""


class Terms(Struct, frozen=True):
    """The options of one episode; hours as whole numbers."""

    champion: bool
    titles: int
    buzzcodes: int
    buzz_max: int
    redraw_on_tie: bool
    answer_hours: int
    decision_hours: int


class Player(Struct, frozen=True):
    """A podium. `money` is in dollars, and `reached` is the entry by which the player came to
    have it. `codes` are its buzzcodes by the number of their set, 0 where there is none. `out` is
    why it is out of the round, `kept` or `passed`, and `out_by` the card. `third` is the card
    that won the round.
    """

    name: str
    podium: str
    money: int = 0
    reached: int = 0
    chips: int = 0
    hand: Hand = EMPTY
    third: str = ""
    out: str = ""
    out_by: str = ""
    gift: bool = False
    codes: tuple[int, ...] = ()


class Try(Struct, frozen=True):
    """An answer of a player, or the fact that its time ran out."""

    who: str
    text: str
    expired: bool = False


class Buzz(Struct, frozen=True):
    """A player's code in a used set. `distance` is from the actual code, None for a player who
    couldn't buzz in; `why` then says why: `sits-out`, `out` or `asked`.
    """

    who: str
    code: int
    distance: int | None
    why: str = ""


class UsedSet(Struct, frozen=True):
    """A set that was used and is public, with the actual code that it was compared with; `tied` are
    the nearest players where there were several (SD-7, SD-10).
    """

    number: int
    code: int
    buzzes: tuple[Buzz, ...]
    tied: tuple[str, ...]


class Asking(Struct, frozen=True):
    """The question in play. `code` is the actual code, 0 until it is drawn, and `drawn_by` who
    drew it. `set_number` is the set that decides who is next, 0 where one is still to be used.
    `who` is asked now and has answered `given`. `tries` are the answers before, `sets` those
    used for the question.
    """

    number: int
    text: str
    answer: str
    code: int = 0
    drawn_by: str = ""
    set_number: int = 0
    asked: tuple[str, ...] = ()
    who: str = ""
    given: str = ""
    tries: tuple[Try, ...] = ()
    sets: tuple[UsedSet, ...] = ()


class Asked(Struct, frozen=True):
    """A completed question; `winner` is empty where nobody was right (SD-11)."""

    number: int
    text: str
    answer: str
    winner: str
    tries: tuple[Try, ...]


OWN, BLIND, KEPT, PASSED, FREE_LOOK = "own", "blind", "kept", "passed", "free-look"


class Play(Struct, frozen=True):
    """A card in play for `who`; `card` is empty until it is seen. `situation` is FREE_ACE,
    HEAD_START, FREE_LOOK, OWN (seen, with a chip left), BLIND (to be kept or passed unseen), KEPT
    or PASSED. `look` counts the cards of a head start.
    """

    who: str
    situation: str
    card: str = ""
    look: int = 1


class SeatThen(Struct, frozen=True):
    """A player at the end of a round."""

    name: str
    hand: Hand
    third: str
    chips: int
    money: int
    out: str
    out_by: str


class RoundThen(Struct, frozen=True):
    """A finished round; `how` it was won is `third-card`, `joker` or `default`."""

    number: int
    winner: str
    how: str
    abbreviated: bool
    seats: tuple[SeatThen, ...]
    questions: tuple[Asked, ...]


class HandThen(Struct, frozen=True):
    """A finished hand of the bonus. `cards` are those dealt, two after a second chance; `suits` is
    what was uncovered in it; `outcome` is `won`, `push` or `lost`. Amounts are dollars.
    """

    number: int
    revealed: tuple[str, ...]
    high: str
    low: str
    wager: int
    cards: tuple[str, ...]
    suits: tuple[str, ...]
    outcome: str
    bankroll: int


class Bonus(Struct, frozen=True):
    """Luck of the Draw. `factor` multiplies all amounts (SD-27). `board` are the 15 places,
    `picked` the numbers uncovered, `high` and `low` the ranks chosen. `suits` is what lies behind
    the suits, empty where a board is to be laid; `uncovered` are the suits named, and `tried` is
    what was behind those named in this hand.
    """

    who: str
    day: int
    factor: int
    bankroll: int
    number: int = 1
    topped_up: bool = False
    board: tuple[str, ...] = ()
    picked: tuple[int, ...] = ()
    high: str = ""
    low: str = ""
    wager: int = 0
    dealt: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    hands: tuple[HandThen, ...] = ()

    @property
    def revealed(self) -> tuple[str, ...]:
        """The cards uncovered on the board, in the order in which they were picked."""
        return tuple(self.board[number - 1] for number in self.picked)


class State(Telling, frozen=True):
    """The whole episode. `entry` is the number of the latest entry; `deck` has its top first.
    `waiting_codes` are the players whose codes are awaited, `late_codes` those for whom chance
    gives them. `playing` are the players of the round in the order of its head start; `free_aces`
    and `head_starts` those whose turn is to come. `won` is how the round was won; `winners` are
    those of the rounds so far.
    """

    terms: Terms
    players: tuple[Player, ...]
    deck: tuple[str, ...] = ()
    phase: str = SETUP
    entry: int = 0
    reshuffled: int = 0
    collections: int = 0
    waiting_codes: tuple[str, ...] = ()
    late_codes: tuple[str, ...] = ()
    sets_used: int = 0
    cut: int = 0
    round: int = 0
    abbreviated: bool = False
    playing: tuple[str, ...] = ()
    free_aces: tuple[str, ...] = ()
    head_starts: tuple[str, ...] = ()
    asking: Asking | None = None
    asked: tuple[Asked, ...] = ()
    play: Play | None = None
    decisions: int = 0
    won: str = ""
    winners: tuple[str, ...] = ()
    rounds: tuple[RoundThen, ...] = ()
    bonus: Bonus | None = None
    titles: int = 0

    def asks(self, phase: str, *who: str) -> Self:
        """The state waiting for `who`, in a phase in which players move."""
        return replace(self, phase=phase).tell("Asked", only_to=who, who=who)

    def paid(self, name: str, dollars: int) -> Self:
        """The state with money for a player, who remembers the entry: of equals the first to have
        it comes first (SD-14).
        """
        return self.but(name, money=self.player(name).money + dollars, reached=self.entry)

    def player(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.players if player.name == name)

    @property
    def red(self) -> Player:
        """The player at the red podium, the returning champion if there is one (SD-1)."""
        return self.players[0]

    @property
    def in_the_round(self) -> tuple[str, ...]:
        """The players still in the round, in the order of its head start."""
        return tuple(name for name in self.playing if not self.player(name).out)

    def opponents(self, name: str) -> tuple[str, ...]:
        """The other players still in the round."""
        return tuple(other for other in self.in_the_round if other != name)

    @property
    def need_codes(self) -> tuple[str, ...]:
        """The players whose codes a set needs, in seat order: those who may still be asked in the
        round; before the first round all of them (SD-9).
        """
        round_ = self.in_the_round
        return tuple(p.name for p in self.players if p.name in round_ or not self.playing)

    @property
    def completed(self) -> int:
        """The number of finished questions of the round (SD-11, SD-21)."""
        return len(self.asked)

    @property
    def next_question(self) -> int:
        """The number of the next question of the round."""
        return self.completed + 1

    @property
    def has_free_look(self) -> bool:
        """Whether a right answer gives a free look first (SD-21)."""
        return self.completed >= FREE_LOOK_AFTER

    @property
    def asked_player(self) -> str:
        """The player who was asked and hasn't answered; empty for none."""
        return self.asking.who if self.asking and self.phase == ANSWER else ""

    @property
    def next_set(self) -> int:
        """The number of the first unused set (SD-6)."""
        return self.sets_used + 1

    @property
    def sets_left(self) -> int:
        """The number of unused sets in which everybody who needs a code has one (SD-9)."""
        return max(
            0, min(len(self.player(name).codes) for name in self.need_codes) - self.sets_used
        )

    @property
    def is_champion(self) -> str:
        """The name of the reigning champion, or empty (SD-1)."""
        return self.red.name if self.terms.champion else ""

    @property
    def retires(self) -> bool:
        """Whether the winner of the episode has all the titles there are (SD-34)."""
        return self.titles >= MOST_TITLES


def purses(state: State) -> dict[str, int]:
    """The chips and the money of each player."""
    chips = {f"{one.name}'s chips": one.chips for one in state.players}
    return chips | {f"{one.name}'s money": one.money for one in state.players}
