"""Text to a betting action (GB-6): a bet or raise by so much, a call, a fold."""

from __future__ import annotations

import re

from gmtool.engine.moves import Move
from gmtool.engine.phrases import words
from gmtool.engine.refusals import Ambiguous, Entangled, NotNow, Refused
from gmtool.engine.sentences import DENIAL, HEDGE, NUMBER, Task, Word, doubt, settled, words_in
from gmtool.engine.wording import short
from gmtool.games.grouping_bw.amount_reading import amounts, chips_said, extreme, raise_to
from gmtool.games.grouping_bw.betting import is_open
from gmtool.games.grouping_bw.moves import Bet, Call, Fold, Peek, Raise
from gmtool.games.grouping_bw.sentence_reading import FILLERS
from gmtool.games.grouping_bw.state import Round, State

_BETS = words("bet bets betting")
_RAISES = words("raise raises raising reraise re-raise reraising re-raising")
_CALLS = words("call calls calling")
_FOLDS = words("fold folds folding")
_SEES = words("see seeing match matching matches")
_CHECKS = words("check checks checking")
_OUT = words("pass passing out quit quitting surrender muck")
_MOST = words("allin max maximum")
_WHOLE = words("all everything most")
_LEAST = words("min minimum least")
_PUTS = words("open opening put putting make go going up increase bump add play wager")
_SHARES = words("half double pot")
_FILLERS = FILLERS | words(
    "with by for of in into on the chips chip coins pot you your you're his her him their more "
    "another extra further up hand want take have like then at"
)
_N = r"(?P<to>\S{0,20}[0-9]\S{0,20})"
"""Bounded, so that a number of many digits isn't tried from each of them to each."""
_THERE = r"(?: (?:it|that|this|the|bet|bets|pot|up|you))*"
_TO = re.compile(
    rf"(?:(?:re-?)?rais(?:e|es|ing)|bet|betting|mak(?:e|ing)|go|going|up|increase|bump){_THERE}"
    rf"(?: (?:by )?[0-9]+(?: more)?(?: chips)?)? to"
    rf"(?: a)?(?: total(?: of)?)? {_N}"
    rf"|mak(?:e|ing) (?:it|that)(?: a)? {_N.replace('to', 'made')}"
    rf"|(?:rais(?:e|ing)|bet)? ?{_N.replace('to', 'total')}(?: chips)?(?: in)? total"
)
_ALL_IN = re.compile(r"\ball[\s-]+in\b|\bas (?:much|high|many) as (?:i|possible)(?: can)?\b", re.I)
_THIS_ONE = re.compile(r"\b(?:this|that|the|your)\s+one\b", re.IGNORECASE)
_YOUR_RAISE = re.compile(r"\b(?:your|the|his|her|that|this|their) (?:re-?)?raise\b")
_GIVES_UP = re.compile(r"\bgiv(?:e|ing)\s+(?:it\s+)?up\b", re.IGNORECASE)


class Said:
    """The words of a sentence, by what they are."""

    def __init__(self, text: str) -> None:
        plainly = _GIVES_UP.sub("muck", _ALL_IN.sub("allin", _THIS_ONE.sub(" ", text)))
        self.words = words_in(plainly)
        self.texts = [word.text for word in self.words]
        numbers = [chips_said(word.text) for word in self.words if word.kind == NUMBER]
        self.numbers = [number for number in numbers if number]
        self.strange = len(self.numbers) < len(numbers)

    @property
    def denies(self) -> bool:
        """Whether it says no to something."""
        return any(word.kind == DENIAL for word in self.words)

    def has(self, *kinds: frozenset[str]) -> bool:
        """Whether any of its words is one of these."""
        return any(text in kind for text in self.texts for kind in kinds)

    def besides(self, *kinds: frozenset[str]) -> list[Word]:
        """The words that are none of these, no numbers and no fillers."""
        known = frozenset().union(_FILLERS, *kinds)
        rest = [w for w in self.words if w.kind != NUMBER and w.text not in known]
        return [*rest, Word(HEDGE, "", "")] if self.strange else rest


_VERBS = (_BETS, _RAISES, _CALLS, _FOLDS)
_LOOSE = (_SEES, _CHECKS, _OUT, _MOST, _LEAST, _PUTS, _SHARES)


def read_betting(state: State, who: str, task: Task, text: str, quoted: str) -> Move | None:
    """What a tidied sentence does in the round in play; None where it says nothing of the kind.

    Raises Ambiguous, with what is possible, where it doesn't say it outright; NotNow where it is
    the other player's turn and it isn't sure what was meant.
    """
    now = state.round
    said = Said(text)
    if now is None or not (said.has(*_VERBS, *_LOOSE) or said.numbers):
        return None
    try:
        return _read(state, who, task, said, quoted)
    except Ambiguous:
        _check_turn(now, who, quoted)
        raise


def _check_turn(now: Round, who: str, quoted: str) -> None:
    if now.actor != who:
        raise NotNow("GB-6", "it is {actor}'s turn.", actor=now.actor, quoted=quoted)


def _read(state: State, who: str, task: Task, said: Said, quoted: str) -> Move | None:
    if said.has(_RAISES, _BETS, _PUTS) or "total" in said.texts:
        found = _TO.search(" ".join(said.texts))
        to = next(filter(None, found.groups()), "") if found else ""
        if to:
            raise raise_to(state, who, to, quoted, is_denied=said.denies)
    if said.has(_RAISES) and said.has(_CALLS, _SEES):
        return _call_and_raise(state, who, task, said, quoted)
    if not said.has(*_VERBS):
        _doubt_loose(state, who, task, said, quoted)
        return None
    return _outright(state, who, task, said, quoted)


def _outright(state: State, who: str, task: Task, said: Said, quoted: str) -> Move | None:
    """A sentence that says bet, raise, call or fold."""
    found: list[Move] = []
    if "peek" in said.texts:
        if "\n" in quoted:
            return None
        found.append(Peek())
    if said.has(_FOLDS):
        found.append(Fold())
    if said.has(_CALLS):
        found.append(Call())
    verb = Raise if said.has(_RAISES) else Bet
    puts = said.has(_RAISES) or (said.has(_BETS) and not (said.has(_CALLS) and not said.numbers))
    rest = said.besides(*_VERBS, frozenset({"peek"}))
    if puts and said.numbers:
        found += [verb(number) for number in said.numbers]
    elif puts and not found:
        return _doubt_amount(state, who, task, said, quoted)
    elif said.numbers:
        rest += [Word(HEDGE, number, number) for number in said.numbers]
    return settled(task, quoted, found, rest)


def _call_and_raise(state: State, who: str, task: Task, said: Said, quoted: str) -> Move | None:
    """`see your 5 and raise 3`: a raise puts in what is missing anyway."""
    if not said.numbers and _YOUR_RAISE.search(" ".join(said.texts)):
        rest = said.besides(*_VERBS)
        return settled(task, quoted, [Call()], rest)
    last = max(place for place, text in enumerate(said.texts) if text in _RAISES)
    by = [word.text for word in said.words[last:] if word.kind == NUMBER]
    rest = said.besides(*_VERBS, _SEES)
    if len(by) != 1 or any(word.kind == DENIAL for word in rest):
        if len(by) != 1 and any(word.kind not in {HEDGE, DENIAL} for word in rest):
            return None
        what = "names more than one action, and none of them outright"
        raise doubt(task, quoted, (), what, Entangled)
    readings = [str(Raise(by[0]))]
    before = said.texts[:last]
    if not any(text in _CALLS | _SEES for text in before):
        readings.append(str(Call()))
    what = "names a call and a raise, and a raise matches anyway"
    raise doubt(task, quoted, readings, what, Entangled)


def _doubt_loose(state: State, who: str, task: Task, said: Said, quoted: str) -> None:
    """Raise Ambiguous where a sentence says an action in other words, Refused for a check where
    there is none.
    """
    rest = said.besides(*_LOOSE)
    if any(word.kind not in {HEDGE, DENIAL} for word in rest):
        return
    is_denied = any(word.kind == DENIAL for word in rest)
    readings: list[str] = []
    if said.has(_CHECKS):
        readings = _checks(state, task, quoted)
    elif said.numbers:
        if not said.has(_MOST, _LEAST, _OUT, _SHARES):
            readings = amounts(state, who, said.numbers)
    elif said.has(_MOST, _LEAST):
        readings = [extreme(state, who, most=not said.has(_LEAST))]
    elif said.has(_SEES) and not said.has(_OUT, _SHARES):
        if is_open(state) and not state.terms.opening_check:
            return
        readings = [str(Call())]
    elif said.has(_OUT) and not said.has(_SHARES, _PUTS):
        readings = [str(Fold())]
    else:
        return
    raise doubt(task, quoted, () if is_denied else readings, "doesn't say outright what is done")


def _checks(state: State, task: Task, quoted: str) -> list[str]:
    if is_open(state) and state.terms.opening_check:
        return [str(Call())]
    raise Refused(
        "GB-6",
        "“{text}”: {why}; {right}.",
        quoted=quoted,
        text=short(quoted),
        why="nobody checks in this match" if is_open(state) else "there is a bet to answer",
        right=task.right,
    )


def _doubt_amount(state: State, who: str, task: Task, said: Said, quoted: str) -> Move | None:
    """Raise Ambiguous for the most or the least, Refused where no amount is said at all."""
    rest = said.besides(*_VERBS, _MOST, _WHOLE, _LEAST, _SHARES)
    if any(word.kind not in {HEDGE, DENIAL} for word in rest):
        return None
    if said.has(_MOST, _WHOLE, _LEAST):
        readings = [extreme(state, who, most=not said.has(_LEAST))]
        is_denied = any(word.kind == DENIAL for word in rest)
        what = "doesn't say how many chips"
        raise doubt(task, quoted, () if is_denied else readings, what)
    raise Refused(
        "GB-6",
        "“{text}” doesn't say how many chips; {right}.",
        quoted=quoted,
        text=short(quoted),
        right=task.right,
    )
