"""Text to the numbers and the suit that the day's winner picks (SD-30, SD-32)."""

from __future__ import annotations

import re

from gmtool.engine.moves import Move
from gmtool.engine.phrases import words
from gmtool.engine.sentences import FILLERS, NUMBER, Task, settled, words_in
from gmtool.games.split_decision.moves import SUITS, Pick, Suit

_PICK_FILLERS = FILLERS | words(
    "pick picking picks choose choosing number numbers take taking want places spots cards with "
    "try for four are"
)
_TO_PICK = words("pick picking picks choose choosing number numbers")
_SUIT_FILLERS = FILLERS | words(
    "suit pick picking choose choosing try trying one behind under look name take taking with for "
    "second chance number card"
)
_SIGNS = dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True))
_SUIT_OF = {name: name for name in SUITS} | {name[:-1]: name for name in SUITS} | _SIGNS
_LETTERS = {name[0]: name for name in SUITS}
_NEXT_TO_EACH_OTHER = re.compile(r"(?<=\w)[-–—/](?=\w)")


def suit_said(word: str) -> str:
    """The suit that a word means, a letter too; what is none as it is written."""
    folded = word.casefold()
    return _SUIT_OF.get(folded, _LETTERS.get(folded, folded))


def read_pick(task: Task, text: str, quoted: str) -> Move | None:
    """The numbers picked, in a tidied sentence; raises Ambiguous."""
    said_words = words_in(_NEXT_TO_EACH_OTHER.sub(" ", text).replace(",", " , ").replace("#", " "))
    if [word.text for word in said_words[:2]] == ["4", "numbers"]:
        del said_words[0]
    numbers = tuple(word.text for word in said_words if word.kind == NUMBER)
    rest = [w for w in said_words if w.kind != NUMBER and w.text not in _PICK_FILLERS]
    outright = any(word.text in _TO_PICK for word in said_words)
    if len(numbers) < 2 or (any(word.kind not in "hx" for word in rest) and not outright):
        return None
    return settled(task, quoted, [Pick(numbers)], rest)


def read_suit(task: Task, text: str, quoted: str) -> Move | None:
    """The suit named, in a tidied sentence; raises Ambiguous."""
    said_words = words_in(re.sub(r"([♣♦♥♠♧♢♡♤])", r" \1 ", text))
    found = [Suit(_SUIT_OF[word.text]) for word in said_words if word.text in _SUIT_OF]
    rest = [
        word
        for word in said_words
        if word.text not in _SUIT_OF and word.text not in _SUIT_FILLERS and word.text != "1"
    ]
    return settled(task, quoted, found, rest)
