"""Text to whom a card is passed without a look at it (SD-19)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gmtool.engine.moves import Move
from gmtool.engine.names import LONGEST_NAME
from gmtool.engine.phrases import words
from gmtool.engine.sentences import DENIAL, HEDGE, Task, Word, doubt, settled, words_in
from gmtool.engine.wording import fold, said
from gmtool.games.split_decision.decision_reading import CARD_FILLERS, EXACT, KEEPS
from gmtool.games.split_decision.moves import Keep, Pass
from gmtool.games.split_decision.state import PODIUMS, State

_PASS = re.compile(r"(?P<before>.*?)\bpass(?:ing)?\b(?P<after>.*)", re.IGNORECASE | re.DOTALL)
_OBJECT = re.compile(
    r"(?:it|this|that|the|my)?\s*\b(?:it|this|that|card|one)\b\s*(?=$|to\b|on\b|over\b|along\b)",
    re.IGNORECASE,
)
_TO = re.compile(r"^(?:(?:(?:on|over|along)\s*)?to\s+)+", re.IGNORECASE)
_OTHER_ONE = words("him her them")
_OTHER = re.compile(r"(?:my|the)\s+(?:opponent|other(?:\s+(?:player|one|guy))?)")
_NO_NAME = re.compile(
    r"(?:on(?:\s+(?:it|this|that)(?:\s+(?:one|card))?)?|(?:for\s+)?(?:this|now|the)"
    r"(?:\s+(?:time|round|turn|one|moment))?)"
)


def says_pass(text: str) -> bool:
    """Whether a tidied text has the word in it."""
    return _PASS.fullmatch(text) is not None


def read_pass(state: State, who: str, task: Task, text: str, quoted: str) -> Move | None:
    """To whom a card is passed, in the words written; a bare pass goes to the only opponent.

    Raises Ambiguous where several could be meant.
    """
    if "\n" in text:
        return _on_several_lines(state, who, task, text, quoted)
    found = _PASS.fullmatch(text)
    if found is None:
        return None
    to = _OBJECT.sub("", " ".join(found["after"].split()).strip(" .,;:!"), count=1)
    to = _TO.sub("", to)
    everybody = [Pass(name) for name in state.opponents(who)]
    before = words_in(found["before"])
    within = [] if is_name(state, to) else words_in(to)
    doubtful = [word for word in (*before, *within) if _is_doubtful(word)]
    doubtful += [word for word in before if word.text not in CARD_FILLERS]
    if doubtful:
        kept = [Keep()] if any(word.text in KEEPS for word in doubtful) else []
        return settled(task, quoted, [*kept, *_meant(everybody, to)], doubtful)
    if not to or fold(to) in _OTHER_ONE or _OTHER.fullmatch(fold(to)):
        return settled(task, quoted, everybody, [])
    if _NO_NAME.fullmatch(fold(to)):
        raise doubt(task, quoted, map(str, everybody), "doesn't say to whom the card is passed")
    return Pass(to) if len(to) <= LONGEST_NAME else None


def _is_doubtful(word: Word) -> bool:
    return word.kind in {HEDGE, DENIAL} or word.text in KEEPS or word.text in EXACT


def _on_several_lines(state: State, who: str, task: Task, text: str, quoted: str) -> Move | None:
    """Nothing, as each line is read by itself; raises Ambiguous where they name several moves."""
    lines = [line.strip() for line in text.split("\n")]
    kept = [Keep() for line in lines if words_in(line)[:1] and words_in(line)[0].text in KEEPS]
    passes = [read_pass(state, who, task, line, line) for line in lines]
    named = dict.fromkeys([*kept, *filter(None, passes)])
    return settled(task, quoted, list(named), []) if len(named) > 1 else None


def _meant(everybody: Iterable[Pass], text: str) -> list[Pass]:
    """Those whose names stand in `text`; everybody where nobody's does."""
    passes = list(everybody)
    return [one for one in passes if fold(one.to) in fold(text)] or passes


def read_pass_as_written(state: State, text: str) -> Pass | None:
    """`pass Bob`, with a name in quotation marks or one that is surely a player's."""
    verb, _, rest = text.partition(" ")
    to = said(rest)
    if verb.casefold() != "pass" or not to.strip():
        return None
    return Pass(to) if to != rest.strip() or is_name(state, to) else None


def is_name(state: State, text: str) -> bool:
    """Whether a text is a player's name or a podium's, written out."""
    return fold(text) in {fold(name) for p in state.players for name in (p.name, *PODIUMS)}
