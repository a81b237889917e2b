"""Text to the high and the low rank of a bonus hand (SD-30)."""

from __future__ import annotations

import re
from itertools import pairwise

from gmtool.engine.moves import Move
from gmtool.engine.phrases import words
from gmtool.engine.sentences import (
    DENIAL,
    FILLERS,
    HEDGE,
    Task,
    Word,
    doubt,
    is_number_word,
    settled,
    words_in,
)
from gmtool.games.split_decision.decision_reading import rank_said
from gmtool.games.split_decision.hands import ACE, HIGH, LOW, value
from gmtool.games.split_decision.moves import Range
from gmtool.games.split_decision.terms import BOARD, DEVIL

_FILLERS = FILLERS | words("range card cards as with from to for at make making take name")
_ACES = re.compile(r"\baces\b", re.IGNORECASE)
_GLUED = re.compile(r"(?<=\w)[-–—/](?=\w)|=")
_ORDERS = {"rhrl": (0, 1), "hrlr": (0, 1), "rlrh": (1, 0), "lrhr": (1, 0)}
"""Where the high and the low rank stand, by how ranks and the words high and low follow."""
_UNSURE = Word(HEDGE, "", "")


def rank_on_board(word: str) -> str:
    """What on the bonus board a word means; what is nothing there as it is written."""
    return DEVIL if word.casefold() == "devil" else rank_said(word)


def is_on_board(word: str) -> bool:
    """Whether a word means something that lies on the bonus board."""
    return rank_on_board(word) in BOARD


def read_range(task: Task, text: str, quoted: str) -> Move | None:
    """The high and the low rank, in a tidied sentence; as they stand where neither is called so.

    Raises Ambiguous where it isn't sure which is which.
    """
    said_words, rest = _words(text)
    kinds = "".join(map(_kind, said_words)).replace("-", "")
    ranks = [_rank(word) for word in said_words if _rank(word)]
    if len(ranks) > 2 and all(word.kind in {HEDGE, DENIAL} for word in rest):
        raise doubt(task, quoted, (), "names more than two ranks")
    if len(ranks) != 2 or (kinds == "rr" and any(word.kind not in "hx" for word in rest)):
        return None
    if kinds in _ORDERS:
        found = [Range(*(ranks[place] for place in _ORDERS[kinds]))]
    elif kinds == "rr" and _is_as_it_stands(*ranks):
        found = [Range(*ranks)]
    else:
        found = _in_any_order(*ranks)
        rest = [*rest, _UNSURE]
    return settled(task, quoted, found, rest)


def _words(text: str) -> tuple[list[Word], list[Word]]:
    """The words, and those of them that leave a doubt. A small “a” is an Ace where another rank
    stands alone; right before that it may be no more than an article.
    """
    said_words = words_in(_ACES.sub("ace ace", _GLUED.sub(" ", text)))
    rest = [word for word in said_words if _kind(word) == "-" and word.text not in _FILLERS]
    if sum(map(bool, map(_rank, said_words))) == 1:
        beside = pairwise(said_words)
        rest += [_UNSURE for word, after in beside if word.text == "a" and _rank(after)]
        said_words = [w._replace(written=ACE) if w.text == "a" else w for w in said_words]
    return said_words, rest


def _kind(word: Word) -> str:
    """r for a rank, h and l for the words high and low, - for any other."""
    if word.text in {HIGH, LOW}:
        return word.text[0]
    return "r" if _rank(word) else "-"


def _rank(word: Word) -> str:
    if word.text == "a":
        return ACE if word.written == ACE else ""
    if is_number_word(word) and word.text == "1":
        return ""
    return rank_on_board(word.text) if is_on_board(word.text) else ""


def _in_any_order(one: str, other: str) -> list[Range]:
    """The ranges that two ranks allow."""
    pairs = dict.fromkeys(((one, other), (other, one)))
    return [Range(*pair) for pair in pairs if DEVIL in pair or _is_range(*pair)]


def _is_range(high: str, low: str) -> bool:
    return value(high, HIGH) > value(low, LOW)


def _is_as_it_stands(high: str, low: str) -> bool:
    """Whether the ranks are in the order high, low, and couldn't be in the other."""
    if DEVIL in {high, low} or high == ACE:
        return True
    return low != ACE and _is_range(high, low)
