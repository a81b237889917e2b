"""The sentences of a message: where each begins and ends, and in which of its pieces a move may be
said (design §3a).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from gmtool.engine.card_words import CARD
from gmtool.engine.clauses import Clauses
from gmtool.engine.frames import Frames
from gmtool.engine.grammar import UNSAID
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.parts import LEADS_UP, Part
from gmtool.engine.stop_words import FILLERS, MOST_OF_A_GREETING, after_greeting
from gmtool.engine.text import casefolded, short
from gmtool.engine.vocabulary import WRITTEN, Vocabulary
from gmtool.engine.words import DENIAL, DOUBTS, NUMBER, OPEN, WORD, Word

_SENTENCE = lazy_regex(
    r"(?<=[.!?;…])(?<!\.\.)[\"')\]”]*\s+(?=\S)(?!(?<=\?\s)or\b)"
    r"|(?<=[^\s,;.–—-])\s?[,;.–—-]+\s+(?=(?:oh |or |no,? )?"
    r"(?:wait|actually|edit|rather|scratch|oops|correction)\b)",
    re.IGNORECASE,
)
_SIGNED = lazy_regex(
    r"^[\s\-–—~*/]*(?:(?:yours|signed|cheers|best|thanks|love|from|i'?m|i am|this is)[,\s]+)?",
    re.IGNORECASE,
)
_BY_ITS_SENDER = lazy_regex(r"\b(?:i|i'\w+|my|mine)\b", re.IGNORECASE)
_CRY = lazy_regex(r"\W*(?:(?:oh|ooh|wow|ugh|sorry|damn|lol|hello|i am|i'm)\b\W*)+(?=\w)", re.I)
"""What stands before a bare card or name that isn't surely a move: “wow, 10H!”, “sorry Gus”."""
_BEGINNINGS = lazy_regex(r"(?:^|, )([\w']+)")
_TO_ANOTHER = "speaks to another player"


@dataclass
class _Held:
    """A line with those that continue it. `is_list`: behind its colon, if it has one, only cards
    stand.
    """

    text: str
    is_list: bool
    texts: set[str] = field(default_factory=set)
    last: str = ""
    is_doubtful: bool = False

    def add(self, line: str, said: Sequence[Word]) -> None:
        """Append a line, of which `said` are the words."""
        self.text = f"{self.text} {line}" if self.text else line
        self.texts.update(word.text for word in said)
        self.last = said[-1].text if said else self.last
        self.is_doubtful = self.is_doubtful or any(word.kind in DOUBTS for word in said)


@dataclass
class Sentences:
    """Reads sentences by a vocabulary."""

    vocab: Vocabulary

    def __post_init__(self) -> None:
        vocab, asked = self.vocab, self.vocab.asked
        others = {own for own, name in asked.called.items() if name != asked.who}
        self.clauses = Clauses(vocab)
        self.orders = {form.verb for form in vocab.now}
        self.orders |= {word for word in vocab.meaning if not word.endswith("ing")}
        self.frames = Frames(
            others - vocab.meaning,
            "" if casefolded(asked.host) in asked.called else asked.host,
            vocab.plainly,
            vocab.is_known,
            frozenset(form.verb for form in vocab.now),
            is_asked=any(form.asks for form in vocab.now),
            is_to_players=any(form.is_to_players for form in vocab.now),
        )

    def parts(self, lines: Iterable[str]) -> list[Part]:
        """The parts of the lines of a message."""
        parts: list[Part] = []
        heading, is_talk = "", False
        for line in self._joined(lines):
            sentences = [*self._joined(self._sentences(line))]
            is_alone = len(sentences) == 1
            made = [part for text in sentences for part in self._sentence(text, is_alone)]
            if heading:
                made = [part.left_open() for part in made]
            if line.rstrip().endswith(":") and not any(part.has_moves for part in made):
                heading = next((p.text for p in made if p.has_words_of({OPEN, DENIAL})), heading)
                is_talk = any(doubt.endswith(LEADS_UP) for p in made[-1:] for doubt in p.doubts)
            elif is_talk and made and all(part.is_bare for part in made):
                made = [replace(part, doubts=part.doubts or (UNSAID,)) for part in made]
            else:
                is_talk = False
            parts += made
        return parts

    def _joined(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines, with those that continue a list appended to the line that began it."""
        held: _Held | None = None
        for line in lines:
            said = self.vocab.words_of(self.vocab.tidied(line))
            if held and self._goes_on(held, said):
                held.add(line, said)
                continue
            if held:
                yield held.text
            listed = self.vocab.tidied(line.rpartition(":")[2])
            begun = self.vocab.words_of(listed) if ":" in line else said
            held = _Held("", not begun or _lists_cards(begun))
            held.add(line, said)
        if held:
            yield held.text

    def _goes_on(self, held: _Held, said: Sequence[Word]) -> bool:
        hit = self.clauses.forms_of(held.texts)
        if held.is_doubtful:
            return False
        if _lists_cards(said):
            return bool(hit) or held.is_list
        if not hit:
            return False
        if held.text.rstrip().endswith((":", ",")) or held.last == "and":
            return True
        slots = [form.slot for form in hit if form.slot and not form.slot.alone]
        return bool(slots) and all(
            word.kind not in {WORD, NUMBER, *DOUBTS} or word.text in FILLERS for word in said
        )

    def _sentences(self, line: str) -> Iterator[str]:
        names = tuple(name for name in self.vocab.asked.called if name.endswith("."))
        start = 0
        for gap in _SENTENCE.finditer(line):
            if names and line[start : gap.start()].casefold().endswith(names):
                continue
            yield line[start : gap.start()]
            start = gap.end()
        yield line[start:]

    def _sentence(self, written: str, is_alone: bool) -> Iterator[Part]:
        """The parts of a sentence, one for each move that it speaks of."""
        if self.is_frame(written) or self.is_signed(written, self.vocab.asked.who):
            return
        said, told = self.frames.without_addressed(written)
        begun = {*_BEGINNINGS.findall(casefolded(told))[:2]}
        for piece, counts in self.frames.pieces(said, is_alone=is_alone):
            if not counts:
                words = tuple(self.vocab.words_of(self.vocab.tidied(piece)))
                yield Part(piece, doubts=(f"“{short(piece)}” {LEADS_UP}",), said=words)
                continue
            is_order = bool(told) and not _BY_ITS_SENDER.search(piece)
            doubts = (f"“{short(written)}” {_TO_ANOTHER}",) if is_order else ()
            if is_order and not self.orders.isdisjoint(begun):
                yield Part(piece, doubts=doubts)
                continue
            for part in self._said_in(piece):
                yield replace(part, doubts=(*part.doubts, *doubts * part.has_moves))

    def _said_in(self, written: str) -> Iterator[Part]:
        """The parts of a piece of a sentence in which a move may be said."""
        text = self.vocab.tidied(self.frames.without_times(written))
        shown = {*WRITTEN.findall(written.casefold())}
        for part in self.clauses.parts(text) if text else ():
            own = written if part.text == text else part.text
            left = part.left if part.has_moves else own.strip(" ,;") * bool(part.left)
            if not shown.issuperset(WRITTEN.findall(left.casefold())):
                left = written.strip()  # the host is shown only words that the sender wrote
            is_of_number = any(word.kind == NUMBER for word in part.said)
            is_bare = part.is_bare and bool(part.moves) and not (part.doubts or is_of_number)
            is_cry = is_bare and _CRY.match(written) is not None
            told = (UNSAID,) if is_cry else part.doubts
            doubts = tuple(f"“{short(written)}” {what}" for what in told)
            yield replace(part, left=left, doubts=doubts)

    def pieces(self, line: str) -> Iterator[tuple[str, bool]]:
        """The pieces of a line's sentences, each with whether a move may be said in it."""
        sentences = [*self._sentences(line)]
        for sentence in sentences:
            yield from self.frames.pieces(sentence, is_alone=len(sentences) == 1)

    def is_signed(self, line: str, who: str) -> bool:
        """Whether a line is the name of `who` or a part of it, and can mean nothing else."""
        signed = signature_in(line).removesuffix(" here")
        own = {casefolded(name) for name, of in self.vocab.asked.called.items() if of == who}
        own |= {casefolded(who), *map(casefolded, who.split()), casefolded(who[:1])}
        if signed not in own or signed in self.vocab.meaning:
            return False
        return all(word.kind == WORD for word in self.vocab.words_of(signed))

    def is_frame(self, line: str) -> bool:
        """Whether a line is only a greeting, thanks or the like, or empty."""
        if not self.vocab.tidied(line):
            return True
        behind = after_greeting(line.strip())
        if behind is None:
            return False
        said = self.vocab.words_of(behind)
        is_short = len(said) <= MOST_OF_A_GREETING
        return is_short and all(w.kind == WORD and w.text not in self.vocab.meaning for w in said)


def signature_in(line: str) -> str:
    """The name in a line that is a signature, in small letters, without what stands around it."""
    return casefolded(_SIGNED.sub("", line).strip(" -–—~*.,!/"))


def _lists_cards(said: Sequence[Word]) -> bool:
    """Whether the words are nothing but cards."""
    return bool(said) and all(word.kind == CARD or word.text == "and" for word in said)
