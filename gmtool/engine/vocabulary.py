"""The words of a message: which of them may mean a move that is asked for (design §3a)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from msgspec.structs import replace

from gmtool.engine.grammar import Asked, Form, Grammar, Slot, all_words
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.stop_words import FILLERS, without_politeness
from gmtool.engine.text import casefolded
from gmtool.engine.words import DOUBTS, WORD, Word

WRITTEN = lazy_regex(r"[\w']+")
"""A word as it is written."""
_LABELLED = lazy_regex(
    r"\b(?:batch|round|set|session|episode|turn|game|match|day|week|trick|part)\s*(?:no\.?\s?|#)?"
    r"(?:[0-9]{1,3}|one|two|three|four|five)\b",
    re.IGNORECASE,
)
_DEAR = lazy_regex(
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)) (\w+)[,!] (?=\S)", re.IGNORECASE
)
_LUCK = lazy_regex(r"\bgood luck(?: to)? (?P<name>\w+)\b!*", re.IGNORECASE)


@dataclass
class Vocabulary:
    """The words by which whoever speaks, a player, the host or chance, may say what is asked.

    `forms` are its moves, `now` those of them that are asked for, and `meaning` are the words that
    mean or may mean one of them. `words_of` splits a text into words, `tidied` is a text without
    politeness and labels, and `is_known` tells whether a word may belong to a move.
    """

    book: Grammar
    asked: Asked
    by: str
    forms: tuple[Form, ...] = field(init=False)
    now: tuple[Form, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.forms = self.book.of(self.by, self.asked.verbs)
        wanted = tuple(f for f in self.forms if f.verb in self.asked.verbs or f.lasting)
        self.now = wanted if any(f.verb in self.asked.verbs for f in wanted) else self.forms
        self.meaning = all_words(self.forms)
        # cached, since each line is examined as a frame, as a continuation and for its meaning
        self.words_of = cache(self.book.words_of(self.asked))
        self.tidied = cache(self._tidied)
        self.is_known = cache(self._is_known)
        self.names = frozenset(f"{own}{end}" for own in self.asked.called for end in ("", "'s"))

    def drop_whole(self, form: Form) -> None:
        """Read what follows as if this form took no list or layout of several lines: a message
        holds one.
        """
        assert form.slot is not None  # noqa: S101 - its slot found one
        said = replace(form, slot=Slot(typed=form.slot.typed))
        self.forms = tuple(said if one is form else one for one in self.forms)
        self.now = tuple(said if one is form else one for one in self.now)

    def plainly(self, text: str) -> str:
        """A text with the game's turns of phrase replaced by what they mean."""
        for pattern, meant in self.book.aliases:
            text = re.sub(pattern, meant, text, flags=re.IGNORECASE)
        return text

    def _tidied(self, text: str) -> str:
        """A text without politeness and labels; empty where only punctuation is left."""
        named = _DEAR.match(text)
        if named and casefolded(named[1]) not in self.meaning | set(self.asked.called):
            text = text[named.end() :]  # the host's name
        text = _LUCK.sub(lambda m: "" if casefolded(m["name"]) in self.asked.called else m[0], text)
        text = self.plainly(_LABELLED.sub(" ", without_politeness(text)))
        return text.strip() if text.strip(" .,!;:-–—()") else ""

    def _is_known(self, word: str) -> bool:
        """Whether a word may belong to a move that is asked for."""
        (said,) = self.words_of(word)[:1] or (Word(WORD, "", ""),)
        if said.kind not in {WORD, *DOUBTS}:
            return True
        beside = FILLERS.union(self.book.chatter, *(form.beside for form in self.now))
        return casefolded(word) in self.asked.called or said.text in beside | self.meaning
