"""Text to a number said in a sentence: the cut and the wager (SD-3, SD-28)."""

from __future__ import annotations

import re

from gmtool.engine.moves import Move
from gmtool.engine.phrases import words
from gmtool.engine.refusals import Refused
from gmtool.engine.sentences import FILLERS, NUMBER, Task, settled, words_in
from gmtool.engine.wording import short
from gmtool.games.split_decision.moves import Cut, Wager

_TO_CUT = words("cut cutting cuts")
_CUT_FILLERS = FILLERS | words(
    "at to with after number deck card cards pick choose say take from top deep down into off"
)
_TO_WAGER = words("wager wagers wagering bet bets betting risk risking stake $")
_WAGER_FILLERS = FILLERS | words(
    "dollar dollars bucks usd on for of at in with hand card next put down total say make"
)
_HOW_MUCH = words(
    "all everything half max maximum min minimum least most rest double same whole lot bankroll"
)
_DOLLARS = re.compile(r"(?:us|usd)?\$?(?P<amount>[-+]?\S+?)\$?(?:usd)?", re.IGNORECASE)
_THOUSANDS = re.compile(r"[-+]?[0-9]{1,3}(?:,[0-9]{3})+")


def dollars(written: str) -> str:
    """An amount as written, but for the sign of dollars and commas between thousands."""
    found = _DOLLARS.fullmatch(written)
    amount = found["amount"] if found else written
    return amount.replace(",", "") if _THOUSANDS.fullmatch(amount) else amount


def read_cut(task: Task, text: str, quoted: str) -> Move | None:
    """How deep red cuts, in a tidied sentence; raises Ambiguous."""
    said_words = words_in(text)
    found = [Cut(word.text) for word in said_words if word.kind == NUMBER]
    rest = [
        word
        for word in said_words
        if word.kind != NUMBER and word.text not in _CUT_FILLERS | _TO_CUT
    ]
    outright = any(word.text in _TO_CUT for word in said_words)
    if any(word.kind not in "hx" for word in rest) and not outright:
        return None
    return settled(task, quoted, found, rest)


def read_wager(task: Task, text: str, quoted: str) -> Move | None:
    """How many dollars are wagered, in a tidied sentence; raises Ambiguous, or Refused for what
    says how much only in words such as “everything”.
    """
    said_words = words_in(text)
    amounts = [dollars(word.text) for word in said_words if word.kind == NUMBER]
    known = _WAGER_FILLERS | _TO_WAGER
    rest = [word for word in said_words if word.kind != NUMBER and word.text not in known]
    outright = "$" in text or any(word.text in _TO_WAGER for word in said_words)
    if not amounts:
        _refuse_unsaid(task, quoted, {word.text for word in rest}, outright=outright)
        return None
    if any(word.kind not in "hx" for word in rest) and not outright:
        return None
    found = [Wager(amount) for amount in amounts]
    torn = re.fullmatch("[0-9]{1,3} [0-9]{3}", " ".join(amounts)) and "\n" not in text
    if torn and not rest:
        found.insert(0, Wager("".join(amounts)))
    return settled(task, quoted, found, rest)


def _refuse_unsaid(task: Task, quoted: str, rest: set[str], *, outright: bool) -> None:
    if rest & _HOW_MUCH and (outright or rest <= _HOW_MUCH):
        raise Refused(
            task.clause,
            "“{text}” doesn't say how much; {right}.",
            quoted=quoted,
            text=short(quoted),
            right=task.right,
        )
