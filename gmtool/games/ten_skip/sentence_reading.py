"""The words of Ten-Skip Challenge in a player's sentence, and what a player is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gmtool.engine import phrases, sentences
from gmtool.engine.card_words import OTHER, Item, scan, with_hearts
from gmtool.engine.moves import Move
from gmtool.engine.phrases import DENIALS, HEDGES, unadorned, words
from gmtool.engine.refusals import Ambiguous
from gmtool.engine.sentences import (
    Task,
    Word,
    besides,
    doubt,
    settled,
    without_chatter,
    without_shell_quotes,
)
from gmtool.engine.wording import listed
from gmtool.games.ten_skip.moves import Challenge, Discard, Hand, Keep, Take, Top
from gmtool.games.ten_skip.state import HAND, KEEP, NOTICE, OPEN, TOP, TURN, State
from gmtool.games.ten_skip.wanting import moves
from gmtool.games.ten_skip.wording import now

FILLERS = (sentences.FILLERS - words("then uh er yes yeah yep yup sure")) | words(
    "ok okay here's with to for of at on haha hehe muahaha mwahaha lol ha sorry damn darn ugh sigh "
    "gentlemen ladies folks everyone everybody friends guys people"
)
"""Words that change nothing about any move; “then” would tell of two moves, and “yes” may answer
somebody.
"""
DISCARDS = words(
    "discard discards discarding throw throws throwing toss tossing dump dumps dumping drop drops "
    "dropping ditch ditching chuck chucking away"
)
REVEAL = "reveal"
"""What who has won a round unchallenged may say, while nothing else is asked of it."""
_CLAUSES = {TURN: "TS-5", KEEP: "TS-6", HAND: "TS-7", NOTICE: "TS-10", TOP: "TS-15"}
_BEFORE_VERBS = phrases.intent(
    r"""discard|discarding|throw|throwing|toss|tossing|dump|dumping|drop|dropping|ditch|ditching|get
      | keep|keeping|take|taking|steal|stealing|swap|swapping|trade|trading|give|giving|offer
      | offering|show|showing|hand|handing|challenge|challenging|call|calling|pass|passing
      | reveal|revealing|put|putting|lay|leave|leaving|draw|drawing|want|choose|pick|end|ending"""
)
_ASKS = re.compile(
    r"(?:^|[.!,;:(])\s*(?:shall|will|am|are|is|do|does|did|was|were)\s+"
    r"(?:i|we|you|it|that|this|he|she|they)\b",
    re.IGNORECASE,
)
"""Asks something, with a question mark or without."""
_THEN_LAST = re.compile(r"\s+then(?=[\s.!]*$)", re.IGNORECASE)
"""Behind which no other move comes."""
_MEANING = (
    HEDGES
    | DENIALS
    | words(
        "discard throw toss dump drop ditch keep take steal swap trade give giving offer show hand "
        "notice done finished challenge bluff bluffing liar dead pass skip check reveal behold top "
        "ace clubs diamonds hearts spades"
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
        try:
            return settled(self.task, self.quoted, found, rest)
        except Ambiguous as doubted:
            fits = [move for move in found if str(move) in doubted.readings]
            raise self.doubt(fits, str(doubted.facts["what"]), type(doubted)) from None

    def may_mean(self, move: Move) -> bool:
        """Whether a move may be meant by its speaker, who knows its own hand and, in `keep`, what
        it has drawn.
        """
        if isinstance(move, Challenge):
            return bool(self.state.on_notice)
        if isinstance(move, Keep):
            return self.task.what == KEEP and move.card in self.state.drawn
        return not isinstance(move, Discard | Take | Hand | Top) or move.card in self.hand

    def doubt(
        self, readings: Iterable[Move], what: str, kind: type[Ambiguous] = Ambiguous
    ) -> Ambiguous:
        """Why it isn't surely a move; `what` says it of the sentence. Of the readings only those
        are told that its speaker may mean.
        """
        fits = map(str, filter(self.may_mean, readings))
        return doubt(self.task, self.quoted, fits, what, kind)


def sentence(state: State, who: str, quoted: str) -> Sentence:
    """A line as a sentence of its speaker's."""
    return Sentence(state, who, task_of(state, who), tidied(quoted), quoted)


def tidied(text: str) -> str:
    """A sentence without what surrounds it, “I'd like to discard 9♥ please” as “discard 9♥”."""
    plainly = unadorned(without_shell_quotes(with_hearts(text)))
    if _ASKS.search(plainly):
        plainly += " ?"
    return _THEN_LAST.sub("", phrases.tidied(without_chatter(plainly), _BEFORE_VERBS))


def is_frame(who: str, line: str) -> bool:
    """Whether a line is a greeting, thanks or the player's own name, and no card."""
    is_one = sentences.is_frame(who, line, _MEANING)
    return is_one and all(item.kind == OTHER for item in scan(tidied(line)))


def rest_of(items: Iterable[Item], known: frozenset[str]) -> list[Word]:
    """The words beside cards that are none of the known ones."""
    return besides((item.written for item in items if item.kind == OTHER), known)


def said_in(items: Iterable[Item]) -> set[str]:
    """The words beside cards, in small letters."""
    return {item.written.casefold() for item in items if item.kind == OTHER}


def task_of(state: State, who: str) -> Task:
    """What `who` is asked for, which is what a sentence of its own words is read as; `what` is
    empty where that is nothing.
    """
    if state.awaited == who:
        right = f"say {listed([f'`{move}`' for move in moves(state)], 'or')}"
        return Task(state.phase, _CLAUSES[state.phase], right)
    won = state.unrevealed_of(who)
    if won:
        return Task(REVEAL, "TS-17", f"say `reveal` to show the hand that won round {won.round}")
    clause = _CLAUSES[state.phase] if state.phase in OPEN else "ALL-6"
    return Task("", clause, now(state))
