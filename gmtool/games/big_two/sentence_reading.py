"""The words of these games in a player's sentence, and what a player is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gmtool.engine import phrases, sentences
from gmtool.engine.card_words import with_hearts
from gmtool.engine.moves import Move
from gmtool.engine.phrases import DENIALS, HEDGES, unadorned, words
from gmtool.engine.refusals import Ambiguous
from gmtool.engine.sentences import (
    Task,
    Word,
    doubt,
    settled,
    without_chatter,
    without_shell_quotes,
)
from gmtool.games.big_two.state import ASK, DONE, FREE_TRADE, GIVE, PLAY, SPEAK, TRADING, State

FILLERS = (sentences.FILLERS - words("then uh er")) | words(
    "to for of at you your with ok okay here's"
)
"""Words that change nothing; “then” would tell of two moves, one after the other."""
NOT_ASKED = Task(
    "",
    "ALL-6",
    "players say `play 7S 7D` or `pass`; when cards are traded what they are asked for then",
)
_NOT_TRADING = Task("", "BT-23", "others trade their cards now")
_WAITS = Task("", "BT-28", "of who gives only `demand lowest` is heard now")
_BEFORE_VERBS = phrases.intent(
    r"""play|playing|lead|leading|put|putting|lay|throw|throwing|drop|go|going|open|opening|start
      | starting|use|using|beat|pass|passing|surrender|surrendering|hold|holding|give|giving|return
      | returning|demand|demanding|ask|asking|take|taking|offer|offering|accept|accepting|decline
      | declining|reject|withdraw|withdrawing|have|get|see"""
)
_MEANING = (
    HEDGES
    | DENIALS
    | words(
        "pass check skip play lead surrender hold give return demand ask take offer accept decline "
        "withdraw lowest highest ace king queen jack deuce joker clubs diamonds hearts spades"
    )
)
"""Words that make a line more than a greeting."""


@dataclass(frozen=True)
class Sentence:
    """What `who` says: `text` tidied, `quoted` as it was written; `task` is what is asked for."""

    state: State
    who: str
    task: Task
    text: str
    quoted: str

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand of who says it."""
        return self.state.player(self.who).hand

    def settled(self, found: Sequence[Move], rest: Iterable[Word]) -> Move | None:
        """The one move found where no words are left over; raises Ambiguous."""
        return settled(self.task, self.quoted, found, rest)

    def doubt(
        self, readings: Iterable[Move], what: str, kind: type[Ambiguous] = Ambiguous
    ) -> Ambiguous:
        """Why it isn't surely a move; `what` says it of the sentence."""
        return doubt(self.task, self.quoted, map(str, readings), what, kind)


def tidied(text: str) -> str:
    """A sentence without what surrounds it, “I'd like to play 3♦ please” as “play 3♦”."""
    plainly = without_shell_quotes(with_hearts(text))
    return phrases.tidied(without_chatter(unadorned(plainly)), _BEFORE_VERBS)


def is_frame(who: str, line: str) -> bool:
    """Whether a line is a greeting, thanks, or the player's own name."""
    return sentences.is_frame(who, line, _MEANING)


def task_of(state: State, who: str) -> Task:
    """What `who` is asked for, which is what a sentence of its own words is read as; `what` is
    empty where that is nothing.
    """
    if state.phase == PLAY and state.trick:
        if state.trick.actor != who:
            return Task("", "BT-12", f"it is {state.trick.actor}'s turn")
        if state.trick.last is None:
            return Task(PLAY, "BT-12", "write the cards that are played, as in `play 3D`")
        return Task(PLAY, "BT-12", "write the cards that are played, as in `play 7D 7S`, or `pass`")
    if state.phase == TRADING:
        return _task_in_trading(state, who)
    if state.phase == FREE_TRADE:
        right = (
            "say `offer NAME CARD … for CARD …`, `accept NAME`, `decline NAME` or `withdraw NAME`"
        )
        return Task(FREE_TRADE, "BT-29", right)
    return NOT_ASKED


def _task_in_trading(state: State, who: str) -> Task:
    own = state.trade(who)
    if own is None:
        return _NOT_TRADING
    if who == own.giver:
        return {
            SPEAK: Task(SPEAK, "BT-24", "say `surrender` or `hold`"),
            GIVE: Task(GIVE, "BT-27", "name what is given, as in `give 2H`"),
        }.get(own.stage, _WAITS)
    if own.stage == ASK:
        take = ", or say `take`" if own.due else ""
        right = f"ask one thing, as in `ask 9S`, `ask highest spades` or `ask any clubs`{take}"
        return Task(ASK, "BT-25", right)
    if own.stage in {SPEAK, GIVE, DONE}:
        return Task("", "BT-24", "nothing is asked of who takes at this point")
    return Task(own.stage, "BT-28", "name what goes back, as in `return 3C 4D`")
