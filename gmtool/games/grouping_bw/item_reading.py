"""Text to what is said beside groups and bets: the ante, the items, who starts (GB-5, GB-12,
GB-17).
"""

from __future__ import annotations

import re

from gmtool.engine.moves import Move
from gmtool.engine.phrases import words
from gmtool.engine.sentences import (
    DENIAL,
    HEDGE,
    NUMBER,
    Task,
    doubt,
    settled,
    words_in,
)
from gmtool.engine.wording import fold
from gmtool.games.grouping_bw.moves import Ante, AskOrder, First, Peek
from gmtool.games.grouping_bw.sentence_reading import FILLERS
from gmtool.games.grouping_bw.state import GROUPING, State

_TO_USE = FILLERS | words(
    "use using used spend spending play playing take taking want wants like to item items my on "
    "at for this set round tile card his her their opponent opponent's opponents' one what they "
    "he she has have got groups grouping with"
)
_ITEMS: dict[str, Move] = {"peek": Peek(), "peeking": Peek(), "order": AskOrder()}
_CLAUSE = "GB-17"
_ANTE = words("ante antes anti")
_ANTE_FILLERS = FILLERS | words(
    "ante antes anti propose proposing proposal proposed offer offering suggest suggesting of to "
    "at for raise raising increase set up make higher chips chip agree agreed agreeing with on "
    "want would like have play ok per round new"
)
_MOST_READINGS = 3
_BY = words("by more another extra")
_STARTS = r"(?:starts?|begins?|goes\s+first|go\s+first|plays\s+first|(?:is\s+)?first|opens)"
_WHO_STARTS = re.compile(
    rf"(?:(?:i\s+)?(?:let|have|make|want|choose|pick|name)\s+)?(?P<name>\S.{{0,199}}?)(?:\s+(?:will|shall|should\b|to)"
    rf"|'ll)?\s+{_STARTS}(?:\s+(?:the\s+)?(?:first\s+)?(?:round|set|match|game))?(?P<end>[\s.!,?]*)",
    re.IGNORECASE,
)
_BARE_START = re.compile(r"(?:start|begin|go first)[.!]*", re.IGNORECASE)
_SELF = words("i i'll me myself")
_OPPONENT = re.compile(r"(?:my|the)\s+(?:opponent|other(?:\s+player)?)")


def read_item(text: str, quoted: str) -> Move | None:
    """The item that a tidied sentence uses; None where it speaks of none; raises Ambiguous."""
    said_words = words_in(text)
    found = [_ITEMS[word.text] for word in said_words if word.text in _ITEMS]
    rest = [word for word in said_words if word.text not in _TO_USE and word.text not in _ITEMS]
    outright = any(word.text in {"use", "using", "spend"} for word in said_words)
    is_doubtful = all(word.kind in {HEDGE, DENIAL} for word in rest)
    if not found or not (outright or is_doubtful):
        return None
    first, *others = [f"`{move}`" for move in dict.fromkeys(found)]
    right = f"say just {' or '.join([first, *others])} on a line of its own"
    return settled(Task("", _CLAUSE, right), quoted, found, rest)


def read_ante(state: State, text: str, quoted: str) -> Move | None:
    """The ante that a tidied sentence proposes, at the start of a set; raises Ambiguous."""
    said_words = words_in(text.replace("$", ""))
    if state.phase != GROUPING or not any(word.text in _ANTE for word in said_words):
        return None
    numbers = [word.text for word in said_words if word.kind == NUMBER]
    by = any(word.text in _BY for word in said_words)
    known = _ANTE_FILLERS | _BY
    rest = [word for word in said_words if word.kind != NUMBER and word.text not in known]
    task = Task("ante", "GB-12", "say the ante that you would play for, as in `ante CHIPS`")
    doubtful = all(word.kind in {HEDGE, DENIAL} for word in rest)
    if not numbers:
        if rest and doubtful:
            raise doubt(task, quoted, (), "names no ante outright")
        return None
    if len(numbers) > _MOST_READINGS:
        raise doubt(task, quoted, (), "has more numbers than an ante")
    if by and len(numbers) == 1 and re.fullmatch(r"[0-9]{1,6}", numbers[0]):
        reading = str(Ante(str(state.scheduled + int(numbers[0]))))
        raise doubt(task, quoted, () if rest else [reading], "says by how much, not how high")
    return settled(task, quoted, [Ante(number) for number in numbers], rest)


def read_first(state: State, who: str, text: str, quoted: str) -> Move | None:
    """Whom the holder of the Bonus lets start, by a player's name, “I” or “my opponent”; raises
    Ambiguous. Nobody else's sentences are read so.
    """
    if state.namer != who or "\n" in text:
        return None
    if _BARE_START.fullmatch(text.strip()):
        return First(who) if re.match(r"i\b|i'", quoted.strip(), re.IGNORECASE) else None
    found = _WHO_STARTS.fullmatch(text.strip())
    if found is None:
        return None
    name = _starter(state, who, found["name"])
    task = Task("first", "GB-5", "say who starts, as in `first NAME`")
    if name and "?" not in found["end"]:
        return First(name)
    inside = words_in(f"{found['name']} {found['end']}")
    named = [First(p.name) for p in state.players if fold(p.name) in fold(found["name"])]
    if not named or not any(word.kind in {HEDGE, DENIAL} for word in inside):
        return None
    return settled(task, quoted, named, [w for w in inside if w.kind in {HEDGE, DENIAL}])


def _starter(state: State, who: str, said: str) -> str:
    """The name of the player meant, as it is written if it is one; or nothing."""
    folded = fold(said)
    if folded in _SELF:
        return who
    if _OPPONENT.fullmatch(folded):
        return state.other(who).name
    return said if any(folded == fold(player.name) for player in state.players) else ""
