"""A player's sentence in words of closed lists: what it says, and what leaves a doubt.

A word that is on no list is never skipped: beside a move it makes the whole Ambiguous. Which words
make a move is a game's own; a game passes them as `meaning`, so that no line with one of them is
taken for a greeting.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gmtool.engine import phrases
from gmtool.engine.moves import Move
from gmtool.engine.phrases import (
    DENIALS,
    HEDGES,
    is_spoken,
    spoken_first,
    unadorned,
    without_politeness,
)
from gmtool.engine.refusals import Ambiguous, Entangled, Unreadable
from gmtool.engine.wording import fold, short

NUMBER, HEDGE, DENIAL, WORD = "nhxw"

_CHATTER = re.compile(
    r"\b(?:wish me luck|fingers crossed|here (?:it )?goes(?: nothing)?|let's do (?:it|this)"
    r"|no (?:problem|worries))\b",
    re.IGNORECASE,
)
_SHELL_QUOTES = re.compile(r'"([^"]*)"')
_BETWEEN_WORDS = re.compile(r"(?<=[^\W\d])[.!…/:]+(?=[^\W\d])|[;|&]|(?<![0-9]),|,(?![0-9])")
_AROUND = "()[]{}\"“”„«»*_~'#!"
_AFTER = ".!:=…"
_BEFORE_DIGITS = re.compile(r"^(?:usd?)?[-+−–$£€.]*")
_MARKS_ONLY = re.compile(r"[-–—−.…=:*~/\\_^'\"()!]*")
_CONDITION = re.compile(r"(?:or|unless|only if|but only|as long as|provided)\b", re.IGNORECASE)

FILLERS = phrases.words(
    "i i'll i'm i've we we'll my me mine it it's its this that that's the a an and so then now "
    "well ooh oh ah aha wow hm hmm um uh er yes yeah yep yup sure alright just let's let us go "
    "goes going will shall be is are am of course definitely absolutely here there's"
)
"""Words that change nothing about any move."""


class Word(NamedTuple):
    """A word in small letters, or a number in digits where it was spelled out; `written` is as it
    stood. `kind` is NUMBER, HEDGE, DENIAL or WORD.
    """

    kind: str
    text: str
    written: str


@dataclass(frozen=True)
class Task:
    """What a player is asked for: the clause, and what would be right to say."""

    what: str
    clause: str
    right: str


def without_shell_quotes(text: str) -> str:
    """`text` without the quotation marks that a shell needed around words of it."""
    return _SHELL_QUOTES.sub(r"\1", text)


def without_chatter(text: str) -> str:
    """An unadorned text without “fingers crossed” and the like."""
    return _CHATTER.sub(" ", text)


_FRAME = re.compile(
    r"(?:hi|hello|hey|hiya|dear|greetings|good\s+(?:morning|afternoon|evening|day)"
    r"|(?:many\s+|best\s+|kind\s+)?(?:thanks|thank\s+you|thx|ty|cheers|regards|wishes|best|bye))\b",
    re.IGNORECASE,
)


def is_signature(who: str, line: str, meaning: frozenset[str]) -> bool:
    """Whether a line is the player's name or part of it, which mustn't mean something else too."""
    signed = fold(line.strip("-–—~*.,! "))
    word = Word(_kind(signed), signed, signed)
    if word.kind != WORD or signed in meaning or spoken_first([signed])[0]:
        return False
    return signed in {fold(who), *map(fold, who.split())}


def is_frame(who: str, line: str, meaning: frozenset[str]) -> bool:
    """Whether a line is a greeting, thanks, or the player's own name."""
    if is_signature(who, line, meaning):
        return True
    bare = unadorned(line).strip()
    if not without_politeness(bare).strip(" .,!"):
        return True
    opening = _FRAME.match(bare)
    said_words = words_in(bare[opening.end() :]) if opening else []
    is_short = opening is not None and len(said_words) <= 3
    return is_short and all(w.kind == WORD and w.text not in meaning for w in said_words)


def without_frame(who: str, text: str, meaning: frozenset[str]) -> str:
    """The lines of a text that aren't a greeting, thanks or a signature; all where all are."""
    lines = text.split("\n")
    return "\n".join(line for line in lines if not is_frame(who, line, meaning)) or text


def words_in(text: str) -> list[Word]:
    """The words of a tidied text; numbers that were spelled out in digits."""
    apart = _BETWEEN_WORDS.sub(" ", text.replace("?", " ? ")).split()
    written = [word for word in map(_bare, apart) if word]
    folded = [word.casefold() for word in written]
    words = []
    place = 0
    while place < len(written):
        length, number = spoken_first(folded[place : place + phrases.LONGEST_SPOKEN])
        if length:
            said = " ".join(written[place : place + length])
            words.append(Word(NUMBER, str(number), said))
        else:
            words.append(Word(_kind(folded[place]), folded[place], written[place]))
        place += length or 1
    return words


def _bare(chunk: str) -> str:
    """A chunk without the marks around it; nothing where it is only marks."""
    bare = chunk.strip(_AROUND).rstrip(_AFTER).strip(_AROUND)
    return "" if _MARKS_ONLY.fullmatch(bare) else bare


def _kind(word: str) -> str:
    if word in HEDGES:
        return HEDGE
    if word in DENIALS:
        return DENIAL
    return NUMBER if _BEFORE_DIGITS.sub("", word, count=1)[:1].isnumeric() else WORD


def is_number_word(word: Word) -> bool:
    """Whether a number stands there in letters, as in “the low one”."""
    return word.kind == NUMBER and is_spoken(word.written.casefold())


def besides(said: Iterable[str], known: frozenset[str]) -> list[Word]:
    """The words, as they are written, that are none of the known ones, by what they do."""
    rest = []
    for written in said:
        word = written.casefold()
        if word not in known:
            kind = HEDGE if word in HEDGES else DENIAL if word in DENIALS else WORD
            rest.append(Word(kind, word, written))
    return rest


def only_doubts(rest: Iterable[Word]) -> bool:
    """Whether words leave something open or say no, and none of them is strange."""
    return all(word.kind in {HEDGE, DENIAL} for word in rest)


def settled(
    task: Task, quoted: str, found: Sequence[Move], rest: Iterable[Word], legal: Sequence[Move] = ()
) -> Move | None:
    """The one move that was found, where `rest`, the words that are none of it, is empty.

    Raises Ambiguous where there is a doubt; the readings are those that are `legal`, if any.
    """
    moves = list(dict.fromkeys(found))
    kinds = {word.kind for word in rest}
    if not moves:
        return None
    if len(moves) == 1 and not kinds:
        return moves[0]
    readings = [move for move in moves if move in legal] or moves
    if DENIAL in kinds:
        what, readings = "names a move and says no to one", readings[1:] and readings
    elif HEDGE in kinds:
        what = "leaves open what is meant, and a move can't depend on anything"
    elif len(moves) > 1:
        what = "names more than one move"
    else:
        what = "says more than a move, so it isn't sure what is meant"
    kind = Entangled if len(moves) > 1 else Ambiguous
    raise doubt(task, quoted, map(str, readings), what, kind)


def doubt(
    task: Task,
    quoted: str,
    readings: Iterable[str],
    what: str,
    kind: type[Ambiguous] = Ambiguous,
) -> Ambiguous:
    """Why a sentence isn't surely a move; `what` says it of the sentence."""
    texts = tuple(dict.fromkeys(readings))
    fits = f" (perhaps {' or '.join(f'`{text}`' for text in texts)})" if texts else ""
    return kind(
        task.clause,
        "“{text}” {what}{fits}; {right}.",
        readings=texts,
        quoted=quoted,
        text=short(quoted),
        what=what,
        fits=fits,
        right=task.right,
    )


def unread(task: Task, quoted: str) -> Unreadable:
    """Why a text is no move at all, and what would be right."""
    return Unreadable(
        task.clause,
        "“{text}” can't be read as a move; {right}.",
        quoted=quoted,
        text=short(quoted),
        right=task.right,
    )


def doubt_condition(task: Task, text: str, quoted: str) -> None:
    """Raise Ambiguous for a line that makes the one before it depend on something."""
    if _CONDITION.match(text):
        raise doubt(task, quoted, (), "makes a move depend on something, which it can't")
