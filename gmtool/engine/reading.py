"""Reads a message: which moves it holds, and which of its words belong to none (design §3a).

A message is read as one thing. The reading is sure where every word belongs to a move, a greeting,
a sign-off, a quotation or the sender's own name; any other reading is a proposal to the host. Words
that leave a doubt, state a condition, deny or change something are reported beside it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from typing import Any, cast

from gmtool.engine.beside import as_said
from gmtool.engine.bounds import check_own_words
from gmtool.engine.card_words import CARD, CARD_NAMES, looks_like_card
from gmtool.engine.expressions import expression
from gmtool.engine.frames import Frames, is_taken_back
from gmtool.engine.frozen import frozen, replace
from gmtool.engine.grammar import (
    DONE,
    PLAYER,
    UNSAID,
    Asked,
    Form,
    Found,
    Grammar,
    Slot,
    Whole,
    all_words,
)
from gmtool.engine.lexicon import (
    FILLERS,
    MOST_OF_A_GREETING,
    WHEREABOUTS,
    after_greeting,
    unadorned,
    without_politeness,
)
from gmtool.engine.moves import Divisible, Done, Gathered, Move
from gmtool.engine.paste import own_words
from gmtool.engine.refusals import Ambiguous, Refusal, Unreadable
from gmtool.engine.slots import free_words, is_speaker
from gmtool.engine.wording import HOST, casefolded, listed, quote, short
from gmtool.engine.words import (
    DENIAL,
    DOUBTS,
    NUMBER,
    OPEN,
    SECOND,
    SOFT,
    TAKEN_BACK,
    WORD,
    Word,
    kind_of,
)

MOST_READINGS = 20
_MOST_SPELLED = 60
_NEAR = 0.82
"""How alike two words must be for one to be taken for the other: one letter of six may differ."""
_LONG_WORD = expression(r"(?<![\w'])[A-Za-z]{5,15}(?![\w'])")
_SENTENCE = expression(
    r"(?<=[.!?;…])(?<!\.\.)[\"')\]”]*\s+(?=\S)(?!(?<=\?\s)or\b)"
    r"|(?<=[^\s,;.–—-])\s?[,;.–—-]+\s+(?=(?:oh |or |no,? )?"
    r"(?:wait|actually|edit|rather|scratch|oops|correction)\b)",
    re.IGNORECASE,
)
_CLAUSE = expression(r"(?<=[^\s,;.])([,;.!]+\s+|\s+(?:and|then|&|so|but|because)\s+)")
_WRITTEN = expression(r"[\w']+")
_UNSAYS = expression(
    r"\W*(?:or|unless|only if|but only|as long as|provided|except|depending)\b", re.IGNORECASE
)
"""The beginning of a sentence that makes the one before it depend on something."""
_LABELLED = expression(
    r"\b(?:batch|round|set|session|episode|turn|game|match|day|week|trick|part)\s*(?:no\.?\s?|#)?"
    r"(?:[0-9]{1,3}|one|two|three|four|five)\b",
    re.IGNORECASE,
)
_DEAR = expression(
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)) (\w+)[,!] (?=\S)", re.IGNORECASE
)
_LUCK = expression(r"\bgood luck(?: to)? (?P<name>\w+)\b!*", re.IGNORECASE)
_SIGNED = expression(
    r"^[\s\-–—~*/]*(?:(?:yours|signed|cheers|best|thanks|love|from|i'?m|i am|this is)[,\s]+)?",
    re.IGNORECASE,
)

_BY_ITS_SENDER = expression(r"\b(?:i|i'\w+|my|mine)\b", re.IGNORECASE)
_CRY = expression(r"\W*(?:(?:oh|ooh|wow|ugh|sorry|damn|lol|hello|i am|i'm)\b\W*)+(?=\w)", re.I)
"""What stands before a bare card or name that isn't surely a move: “wow, 10H!”, “sorry Gus”."""
_UNDECIDED = expression(
    r"\bwho knows\b|\bstill (?:thinking|deciding|undecided|discuss\w*|torn)\b"
    r"|\bi (?:haven't decided|don't know (?:yet|whom?|what to|which))\b",
    re.IGNORECASE,
)
"""What says that nothing is decided yet; a value without a verb is none then."""
_BEGINNINGS = expression(r"(?:^|, )([\w']+)")
_SEVERAL = "could be several things"
_LEADS_UP = "is taken for talk"
_TO_ANOTHER = "speaks to another player"
_IRONIC = "it says that it isn't meant"
_DEPENDS = "leaves open what is meant or makes it depend on something"
ANOTHER_S = "signed "
"""The beginning of the doubt whether a message is another player's."""
NOT_ASKED = "it isn't asked for now"
ABOUT_A_MOVE = (_SEVERAL, _DEPENDS, NOT_ASKED)
"""The ends of doubts that are none where the message is a plan."""


@frozen
class Reading:
    """What a message says.

    `moves` are the moves of the one proposal, in the order in which they count; there are none
    where the message could mean several things or nothing. `readings` are the moves that an
    ambiguous message could mean. `doubts` are sentences for the host, `left` are words that aren't
    understood, as written. `refused` is the refusal of what is surely meant and surely wrong.
    """

    moves: tuple[Move, ...] = ()
    readings: tuple[Move, ...] = ()
    doubts: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    refused: Refusal | None = None

    @property
    def is_sure(self) -> bool:
        """Whether no word is left and nothing is doubtful, so that the moves may be recorded at
        once.
        """
        return bool(self.moves) and not (self.readings or self.doubts or self.left or self.refused)

    @property
    def is_empty(self) -> bool:
        """Whether the message holds nothing of the sender's own."""
        return not (self.moves or self.readings or self.doubts or self.left or self.refused)


@frozen
class Part:
    """What one sentence or clause says.

    `moves` are its moves, `readings` those that it may mean where that is open. `left` are words
    that aren't understood, and `doubts` say why it isn't sure. `is_second` marks a second thought.
    """

    text: str
    moves: tuple[Move, ...] = ()
    readings: tuple[Move, ...] = ()
    left: str = ""
    doubts: tuple[str, ...] = ()
    is_second: bool = False
    said: tuple[Word, ...] = ()
    is_bare: bool = False
    """Whether its moves have no verb, but only values that may mean them."""
    begun: frozenset[str] = frozenset()
    """The verbs of moves that it names without all that they need."""

    @property
    def has_moves(self) -> bool:
        """Whether it says a move or may mean one."""
        return bool(self.moves or self.readings)


def read_message(
    book: Grammar, asked: Asked, raw: str, texts: frozenset[str] = frozenset()
) -> Reading:
    """The reading of a pasted message. `texts` are the lines of this game's own texts: a line of
    the message that is among them is quotation.
    """
    pasted = own_words(raw, texts)
    reading = read(book, replace(asked, raw=raw), pasted.lines)
    left = tuple(dict.fromkeys((*reading.left, *pasted.doubtful)))
    if pasted.is_guess:
        doubt = "what is quoted in it was told by its look alone"
        reading = replace(reading, doubts=(*reading.doubts, doubt))
    return replace(reading, left=left)


def read(book: Grammar, asked: Asked, lines: Sequence[str], by: str = PLAYER) -> Reading:
    """The reading of somebody's own words, given line by line as they are written."""
    whole = "\n".join(lines)
    move = _typed(book, asked, whole.strip(), by)
    # A text that looks like a move may be an answer in free words where one is asked for.
    any_words = move is not None and book.takes_any_words(asked, by, move)
    if move is not None and _names_players(asked, move) and not any_words:
        return Reading((move,))
    try:
        check_own_words(whole)
        reading = _Reader(book, replace(asked, text=asked.text or whole), by).read(lines)
        if move is None or reading.moves or reading.readings or not _may_be_named(move):
            return reading
        return Reading((move,))
    except Unreadable as too_long:
        return Reading(doubts=(too_long.sentence(),), left=(short(whole),))
    except Refusal as refusal:
        return Reading(refused=refusal)


def typed_moves(book: Grammar, asked: Asked, text: str, by: str = PLAYER) -> tuple[Move, ...]:
    """The moves of a typed text, which must be sure as a whole.

    Raises a Refusal that says what would be right: Ambiguous with the moves that the text could
    mean, Unreadable where it means none, Refused where it is surely wrong.
    """
    move = _typed(book, asked, text.strip(), by) or _in_bare_words(book, text.strip(), by)
    if move is not None and _names_players(asked, move):
        return (move,)
    reading = read(book, asked, text.strip().split("\n"), by)
    if by != PLAYER and not reading.is_sure:  # it may say what nobody is asked for
        asked = replace(asked, verbs=frozenset())
        reading = read(book, asked, text.strip().split("\n"), by)
    _check(reading)
    if reading.is_sure:
        return reading.moves
    clause, right = what_is_right(book, asked, by, text.strip())
    quoted = text.strip()
    fits = tuple(map(str, reading.moves or reading.readings))
    if not fits and all(doubt.endswith(_LEADS_UP) for doubt in reading.doubts):
        is_known = _Reader(book, asked, by).is_known
        strange = " ".join(word for word in _WRITTEN.findall(quoted) if not is_known(word))
        raise Unreadable(
            clause,
            "“{text}” can't be read as a move{since}; {right}.",
            quoted=quoted,
            text=short(quoted),
            since=f", since “{short(strange)}” isn't understood" * (strange not in {"", quoted}),
            right=right,
        )
    why = reading.doubts or (f"“{short(' '.join(reading.left))}” isn't understood",)
    raise Ambiguous(
        clause,
        "{why}{fits}; {right}.",
        readings=fits,
        quoted=quoted,
        why=why[0],
        fits=f" (perhaps {listed((f'`{text}`' for text in fits), 'or')})" if fits else "",
        right=right,
    )


def _check(reading: Reading) -> None:
    """Raise the refusal of what is surely meant and surely wrong."""
    if reading.refused:
        raise reading.refused


def _in_bare_words(book: Grammar, text: str, by: str) -> Move | None:
    """The move whose free words follow its verb without quotation marks: `answer Paris`."""
    verb, _, rest = text.partition(" ")
    forms = (form for form in book.of(by) if form.slot and form.slot.typed is free_words)
    form = next((form for form in forms if form.verb == verb), None)
    return form.typed(quote(rest.strip())) if form and rest.strip(' "“”') else None


def what_is_right(book: Grammar, asked: Asked, by: str = PLAYER, text: str = "") -> tuple[str, str]:
    """The clause of the moves that are asked for, and a sentence part that shows how to write
    them. Of several it is the one that the `text` begins with, which may also be one that a host
    isn't asked for.
    """
    forms = book.of(by)
    wanted = tuple(form for form in forms if form.verb in asked.verbs)
    begun = any(casefolded(text).startswith(form.verb) for form in forms)
    if not wanted and (not forms or (by == HOST and not begun)):
        return "ALL-6", "what a player says goes under its name"
    fits = wanted or forms
    meant = next((form for form in fits if casefolded(text).startswith(form.verb)), fits[0])
    examples = listed((f"`{form.example}`" for form in fits), "or")
    return meant.clause, f"say it as in {examples}"


@dataclass
class _Held:
    """A line with those that continue it. `is_list`: behind its colon, if it has one, only cards
    stand.
    """

    text: str
    is_list: bool
    spoken: set[str] = field(default_factory=set)
    last: str = ""
    is_doubtful: bool = False

    def add(self, line: str, said: Sequence[Word]) -> None:
        """Append a line, of which `said` are the words."""
        self.text = f"{self.text} {line}" if self.text else line
        self.spoken.update(word.text for word in said)
        self.last = said[-1].text if said else self.last
        self.is_doubtful = self.is_doubtful or any(word.kind in DOUBTS for word in said)


@dataclass
class _Reader:
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
        others = {own for own, name in self.asked.called.items() if name != self.asked.who}
        self.names = frozenset(f"{own}{end}" for own in self.asked.called for end in ("", "'s"))
        self.orders = {form.verb for form in self.now}
        self.orders |= {word for word in self.meaning if not word.endswith("ing")}
        self.frames = Frames(
            others - self.meaning,
            "" if casefolded(self.asked.host) in self.asked.called else self.asked.host,
            self._plainly,
            self.is_known,
            frozenset(form.verb for form in self.now),
            is_asked=any(form.asks for form in self.now),
            is_to_players=any(form.is_to_players for form in self.now),
        )

    # ---- the message

    def read(self, lines: Sequence[str]) -> Reading:
        """The reading of the lines as one message."""
        lines, doubts = self._without_signature(lines)
        own = [line for line in lines if not self._is_frame(unadorned(line))]
        parts: list[Part] = []
        for form in self.now:
            if form.slot and form.slot.whole and (found := self._whole(form.slot, own or lines)):
                made = tuple(form.make(value) for value in found.values)
                why = (found.doubt,) if found.doubt else ()
                parts.append(_open(Part(form.example, made, doubts=why), len(made) > 1))
                own = [line for line in found.rest.split("\n") if line.strip()]
                said = replace(form, slot=Slot(form.slot.typed))  # the rest can't hold it again
                self.forms = tuple(said if one is form else one for one in self.forms)
                self.now = tuple(said if one is form else one for one in self.now)
        parts += self._parts(map(unadorned, own))
        reading = _combined(self.book, self.asked, parts, doubts)
        if self.by == PLAYER and is_taken_back("\n".join(map(unadorned, lines))):
            return replace(reading, moves=(), readings=(), doubts=(*reading.doubts, _IRONIC))
        if reading.moves or reading.readings or self.by != PLAYER:
            return reading
        return self._spelled(own) or reading

    def _spelled(self, lines: Sequence[str]) -> Reading | None:
        """The reading after misspelled words are replaced by words of moves that are spelled
        alike; never sure.
        """
        text = "\n".join(lines)
        known = {word for form in self.now for word in form.words} | CARD_NAMES
        near = {
            word: meant
            for word in dict.fromkeys(_LONG_WORD.findall(text.casefold())[:_MOST_SPELLED])
            if word not in self.meaning | CARD_NAMES | FILLERS and kind_of(word) == WORD
            for meant in get_close_matches(word, known, n=1, cutoff=_NEAR)
            if word not in {f"{meant}d", f"{meant}ed", f"{meant}s"}  # no slip: “I voted”
        }
        if not near:
            return None
        mended = _LONG_WORD.sub(lambda found: near.get(found[0].casefold(), found[0]), text)
        reading = _combined(self.book, self.asked, self._parts(mended.split("\n")), ())
        if not (reading.moves or reading.readings):
            return None
        told = (f"“{word}” was taken for “{meant}”" for word, meant in near.items())
        return replace(reading, doubts=(*told, *reading.doubts))

    def _whole(self, slot: Slot, lines: Sequence[str]) -> Whole | None:
        """What a slot finds in the lines, or in what of them isn't talk."""
        if not slot.whole:
            return None
        if slot.is_raw:
            return slot.whole(self.asked, "\n".join(lines))
        made = [list(self._told_in(unadorned(line))) for line in lines]
        said = (" ".join(text for text, counts in line if counts) for line in made)
        found = slot.whole(self.asked, "\n".join(map(self.tidied, said)))
        talk = [text for line in made for text, counts in line if not counts]
        doubt = f"“{short(talk[0])}” {_LEADS_UP}" if talk else ""
        return found._replace(doubt=found.doubt or doubt) if found else None

    def _told_in(self, line: str) -> Iterator[tuple[str, bool]]:
        """The pieces of a line's sentences, each with whether a move may be said in it."""
        sentences = [*self._sentences(line)]
        for sentence in sentences:
            yield from self.frames.pieces(sentence, is_alone=len(sentences) == 1)

    def _without_signature(self, lines: Sequence[str]) -> tuple[list[str], list[str]]:
        """The lines without the sender's own name, and a doubt where the last line is
        another player's name.
        """
        kept = [line for line in lines if not self._is_signed(line, self.asked.who)]
        doubts = []
        if len(kept) > 1:
            signed = casefolded(_SIGNED.sub("", kept[-1]).strip(" -–—~*.,!/"))
            other = self.asked.called.get(signed)
            if other and other != self.asked.who and signed not in self.meaning:
                doubts.append(f"{ANOTHER_S}{other}: is it {other}'s?")
                kept.pop()
        return kept, doubts

    def _is_signed(self, line: str, who: str) -> bool:
        """Whether a line is the name of `who` or a part of it, and can mean nothing else."""
        signed = casefolded(_SIGNED.sub("", line).strip(" -–—~*.,!/")).removesuffix(" here")
        own = {casefolded(name) for name, of in self.asked.called.items() if of == who}
        own |= {casefolded(who), *map(casefolded, who.split()), casefolded(who[:1])}
        if signed not in own or signed in self.meaning:
            return False
        return all(word.kind == WORD for word in self.words_of(signed))

    def _is_frame(self, line: str) -> bool:
        """Whether a line is only a greeting, thanks or the like, or empty."""
        if not self.tidied(line):
            return True
        behind = after_greeting(line.strip())
        if behind is None:
            return False
        said = self.words_of(behind)
        is_short = len(said) <= MOST_OF_A_GREETING
        return is_short and all(w.kind == WORD and w.text not in self.meaning for w in said)

    def _tidied(self, text: str) -> str:
        """A text without politeness and labels; empty where only punctuation is left."""
        named = _DEAR.match(text)
        if named and casefolded(named[1]) not in self.meaning | set(self.asked.called):
            text = text[named.end() :]  # the host's name
        text = _LUCK.sub(lambda m: "" if casefolded(m["name"]) in self.asked.called else m[0], text)
        text = self._plainly(_LABELLED.sub(" ", without_politeness(text)))
        return text.strip() if text.strip(" .,!;:-–—()") else ""

    def _plainly(self, text: str) -> str:
        """A text with the game's turns of phrase replaced by what they mean."""
        for pattern, meant in self.book.aliases:
            text = re.sub(pattern, meant, text, flags=re.IGNORECASE)
        return text

    def _is_known(self, word: str) -> bool:
        """Whether a word may belong to a move that is asked for."""
        (said,) = self.words_of(word)[:1] or (Word(WORD, "", ""),)
        if said.kind not in {WORD, *DOUBTS}:
            return True
        beside = FILLERS.union(self.book.chatter, *(form.beside for form in self.now))
        return casefolded(word) in self.asked.called or said.text in beside | self.meaning

    def _parts(self, lines: Iterable[str]) -> list[Part]:
        parts: list[Part] = []
        heading, is_talk = "", False
        for line in self._joined(lines):
            sentences = [*self._joined(self._sentences(line))]
            is_alone = len(sentences) == 1
            made = [part for text in sentences for part in self._sentence(text, is_alone)]
            if heading:
                made = [_open(part) for part in made]
            if line.rstrip().endswith(":") and not any(part.has_moves for part in made):
                heading = next((p.text for p in made if _is_doubtful(p, {OPEN, DENIAL})), heading)
                is_talk = any(doubt.endswith(_LEADS_UP) for p in made[-1:] for doubt in p.doubts)
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
            said = self.words_of(self.tidied(line))
            if held and self._goes_on(held, said):
                held.add(line, said)
                continue
            if held:
                yield held.text
            begun = self.words_of(self.tidied(line.rpartition(":")[2])) if ":" in line else said
            held = _Held("", not begun or _lists_cards(begun))
            held.add(line, said)
        if held:
            yield held.text

    def _goes_on(self, held: _Held, said: Sequence[Word]) -> bool:
        hit = self._hit(held.spoken)
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
        names = tuple(name for name in self.asked.called if name.endswith("."))
        start = 0
        for gap in _SENTENCE.finditer(line):
            if names and line[start : gap.start()].casefold().endswith(names):
                continue
            yield line[start : gap.start()]
            start = gap.end()
        yield line[start:]

    def _sentence(self, written: str, is_alone: bool) -> Iterator[Part]:
        """The parts of a sentence, one for each move that it speaks of."""
        if self._is_frame(written) or self._is_signed(written, self.asked.who):
            return
        said, told = self.frames.without_addressed(written)
        begun = {*_BEGINNINGS.findall(casefolded(told))[:2]}
        for piece, counts in self.frames.pieces(said, is_alone=is_alone):
            if not counts:
                words = tuple(self.words_of(self.tidied(piece)))
                yield Part(piece, doubts=(f"“{short(piece)}” {_LEADS_UP}",), said=words)
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
        text = self.tidied(self.frames.without_times(written))
        shown = {*_WRITTEN.findall(written.casefold())}
        for part in self._clauses(text) if text else ():
            own = written if part.text == text else part.text
            left = part.left if part.has_moves else own.strip(" ,;") * bool(part.left)
            if not shown.issuperset(_WRITTEN.findall(left.casefold())):
                left = written.strip()  # the host is shown only words that the sender wrote
            is_of_number = any(word.kind == NUMBER for word in part.said)
            is_bare = part.is_bare and bool(part.moves) and not (part.doubts or is_of_number)
            is_cry = is_bare and _CRY.match(written) is not None
            told = (UNSAID,) if is_cry else part.doubts
            doubts = tuple(f"“{short(written)}” {what}" for what in told)
            yield replace(part, left=left, doubts=doubts)

    def _clauses(self, text: str) -> Iterator[Part]:
        whole = self._outright(text)
        if whole:
            yield whole
            return
        now: str = ""
        of: set[str] = set()
        parts: list[Part] = []
        for piece in _CLAUSE.split(text):
            about = self._about(piece, of)
            own = (about and not about & of) or self._is_all(piece) or self._is_remark(piece)
            own = own or bool(of and not about and self._ends_with_verb(now, piece))
            is_apart = about and not of and (self._is_all(now) or self._is_remark(now))
            if (of and own) or is_apart:
                parts.append(self._clause(now))
                now, of = "", set()
            now, of = now + piece, of | about
        parts.append(self._clause(now))
        is_list = False  # of names or cards, of which the first ones were told in talk
        for part in parts:
            is_talk = _LEADS_UP in part.doubts or (is_list and part.is_bare)
            yield Part(part.text, doubts=(_LEADS_UP,), said=part.said) if is_talk else part
            is_list = is_talk and part.text.rstrip().endswith((" and", " &", " or"))

    def _ends_with_verb(self, before: str, behind: str) -> bool:
        """Whether a clause ends with the verb of its values, so that values behind it belong to
        the next: “the jacks stay, nine and two go”.
        """
        said = self.words_of(before)
        has_values = any(word.kind not in {WORD, *DOUBTS} for word in said)
        return has_values and said[-1].text in self.meaning and bool(self.words_of(behind))

    def _is_all(self, piece: str) -> bool:
        """Whether a piece of a sentence says that this is all, as in “30 on C, done”."""
        plainly = " ".join(piece.casefold().strip(" .,;!").split())
        return DONE in self.forms and plainly in DONE.phrases

    def _is_remark(self, piece: str) -> bool:
        """Whether a piece of a sentence concerns no move, nor the piece before it."""
        said = self.words_of(piece)
        if len(said) < 2 or said[0].kind not in {WORD, DENIAL}:
            return False
        known = FILLERS.union(*(form.beside for form in self.now), self.asked.called)
        strange = [word for word in said if word.text not in known]
        kinds = {word.kind for word in strange}
        spoken = {word.text for word in strange if word.kind == WORD}
        numbers = {NUMBER} & kinds if DENIAL in kinds else set()  # “I'm not paying 20”
        is_of_words = bool(kinds & {WORD, DENIAL}) and kinds <= {WORD, *DOUBTS, *numbers}
        return is_of_words and not self.meaning & spoken

    def _about(self, piece: str, before: set[str]) -> set[str]:
        """The verbs of the moves that a piece of a sentence concerns. A value without a verb
        belongs to a move named `before` it that takes one.
        """
        said = self.words_of(piece)
        hit = {form.verb for form in self._hit({word.text for word in said})}
        if hit or any(f.slot and not f.slot.optional for f in self.forms if f.verb in before):
            return hit
        alone = (form for form in self.now if form.slot and form.slot.alone)
        return {form.verb for form in alone if _found(self.asked, form, said)}

    # ---- a clause

    def _outright(self, text: str) -> Part | None:
        """The part for a text form, or for a sentence that is one of a move's phrases; None
        for any other text.
        """
        verb, blank, behind = text.strip(" .!").partition(" ")
        move = _typed(self.book, self.asked, f"{verb.casefold()}{blank}{behind}", self.by)
        if isinstance(move, Done) and DONE not in self.forms:
            return None
        if move is None or not _names_players(self.asked, move):
            plainly = " ".join(text.casefold().strip(" .,;!").split())
            fits = (form for form in (*self.now, *self.forms) if plainly in form.phrases)
            move = next((form.make() for form in fits), None)
        return Part(text, (move,)) if move else None

    def _hit(self, spoken: set[str]) -> list[Form]:
        """The forms that are named by words of a clause, preferring those that are wanted now."""
        hit = [form for form in self.forms if form.words & spoken]
        known = {w for form in hit if form in self.now for w in (form.words | form.beside) & spoken}
        return [form for form in hit if form in self.now or not form.words & spoken <= known]

    def _clause(self, text: str) -> Part:
        said = self.words_of(text)
        outright = self._outright(text)
        if outright or not said:
            return outright or Part(text)
        spoken = " ".join(word.text for word in said)
        for idiom in self.book.idioms:
            if found := idiom.pattern.search(spoken):
                fits = () if _has(said, DENIAL) else tuple(idiom.readings(self.asked, found))
                return _open(Part(text, fits, doubts=(idiom.why,)), len(fits) > 1)
        words = {word.text for word in said}
        hit = self._hit(words)
        if hit and not any(form in self.now for form in hit):
            may = any(form.perhaps & words for form in self.now)
            part = self._perhaps(text, said) if may else None
            if part and part.has_moves:
                return part
        return self._said(hit, text, said) if hit else self._perhaps(text, said)

    def _said(self, hit: Sequence[Form], text: str, said: Sequence[Word]) -> Part:
        """The part for a clause that holds the verb of a move."""
        known = FILLERS | self.book.chatter
        known = known.union(*(form.words | form.beside for form in hit))
        meant = known.union(*(form.perhaps for form in hit), self.names)
        each = ((form, one) for form in hit for one in _nearest(self.asked, form, said))
        told = ((form, as_said(form, one, said, text, meant)) for form, one in each)
        found = [(form, one) for form, one in told if one]
        if not found and any(_found(self.asked, form, said) for form in hit):
            return Part(text, doubts=(_LEADS_UP,))
        spoken = {word.text for word in said}
        if "or" in spoken:
            found += self._bare_beside(hit, found, said)
        whole = all_words(form for form, _ in found).union(*(form.beside for form, _ in found))
        begun = frozenset(form.verb for form in hit if not form.words & spoken <= whole)
        return replace(_part(text, said, found, known, self.meaning), begun=begun)

    def _bare_beside(
        self, hit: Sequence[Form], found: Sequence[tuple[Form, Found]], said: Sequence[Word]
    ) -> list[tuple[Form, Found]]:
        """Values without a verb beside a move that has one: “pass or A 30”."""
        used = frozenset[int]().union(*(one.used for _, one in found))
        alone = (form for form in self.now if form.slot and form.slot.alone and form not in hit)
        each = ((form, one) for form in alone for one in _found(self.asked, form, said))
        return [(form, one) for form, one in each if not one.used & used]

    def _perhaps(self, text: str, said: Sequence[Word]) -> Part:
        """The part for a clause without any verb, which may mean a move all the same."""
        alone = [form for form in self.now if form.slot and form.slot.alone]
        found = self._valued(alone, text, said)
        if found and found[0][0].verb not in self.asked.verbs:
            found = [(form, one) for form, one in found if form == found[0][0]]
        if found:
            return replace(self._part_of(text, said, found), is_bare=True)
        spoken = {word.text for word in said}
        may = [form for form in self.now if form.perhaps & spoken or (form.slot and form.slot.may)]
        part = self._part_of(text, said, self._valued(may, text, said))
        doubts = part.doubts or (UNSAID,) * part.has_moves
        return replace(part, doubts=doubts, is_bare=True)

    def _valued(
        self, forms: Iterable[Form], text: str, said: Sequence[Word]
    ) -> list[tuple[Form, Found]]:
        """What the slots of forms find in a clause where words that may mean them do; in doubt
        beside such a word.
        """
        known = FILLERS.union(self.book.chatter, self.names) - WHEREABOUTS
        spoken = {word.text for word in said}
        made = []
        for plain in forms:
            form = replace(plain, says=plain.says | plain.perhaps, strict=False)
            doubt = "" if plain.perhaps.isdisjoint(spoken) else UNSAID
            for one in _found(self.asked, form, said):
                told = as_said(form, one, said, text, known | form.words | form.beside)
                made += [(form, told._replace(doubt=told.doubt or doubt))] if told else []
        return made

    def _part_of(
        self, text: str, said: Sequence[Word], found: Sequence[tuple[Form, Found]]
    ) -> Part:
        words = FILLERS.union(self.book.chatter, *(f.words | f.beside for f, _ in found))
        return _part(text, said, found, words, self.meaning)


def _typed(book: Grammar, asked: Asked, text: str, by: str) -> Move | None:
    """The move with that text form, in which “me” and “myself” are the player who says it (ALL-4);
    None where it is none.
    """
    move = book.typed(text, by)
    if move is None or not any(is_speaker(asked, casefolded(name)) for name in move.named):
        return move

    def whom(called: str) -> str:
        return asked.who if is_speaker(asked, casefolded(called)) else called

    named = {key: getattr(move, key) for key in move.naming}
    own = {k: whom(of) if isinstance(of, str) else (*map(whom, of),) for k, of in named.items()}
    mine: Move = replace(cast("Any", move), **own)
    return mine


def _may_be_named(move: Move) -> bool:
    """Whether what a move calls players may be names, as “Zed” and “Mary Ann” but not “not Gus”."""
    each = (name.split() for name in move.named)
    return not any(word[:1].islower() for words in each if words[1:] for word in words)


def _names_players(asked: Asked, move: Move) -> bool:
    """Whether each name in a move may be a player's: “accept the offer” names none."""
    named = map(casefolded, move.named)
    return all(any(known.startswith(name) for known in asked.called) for name in named)


def _found(asked: Asked, form: Form, said: Sequence[Word]) -> Sequence[Found]:
    """What a form's slot finds, or an empty value where the form needs none."""
    if form.slot is None:
        return (Found(None, frozenset()),)
    found = form.slot.find(asked, said)
    return found or ((Found(None, frozenset()),) if form.slot.optional else ())


def _nearest(asked: Asked, form: Form, said: Sequence[Word]) -> Sequence[Found]:
    """What a form's slot finds. Of several numbers it is the one behind the verb, if there is just
    one: “I see the five and raise four more”.
    """
    found = _found(asked, form, said)
    verbs = [place for place, word in enumerate(said) if word.text in form.words]
    if (
        len(found) < 2
        or not verbs
        or any(said[p].kind != NUMBER for one in found for p in one.used)
    ):
        return found
    behind = [one for one in found if min(one.used, default=0) > verbs[-1]]
    return [behind[0]._replace(doubt=UNSAID)] if len(behind) == 1 else found


def _made(form: Form, found: Found) -> Move:
    return form.make() if found.value is None else form.make(found.value)


def _rest(
    said: Sequence[Word], found: Iterable[tuple[Form, Found]], known: frozenset[str]
) -> list[Word]:
    """The words that belong to nothing that was found."""
    used = frozenset[int]().union(*(one.used for _, one in found))
    return [w for place, w in enumerate(said) if place not in used and w.text not in known]


def _part(
    text: str,
    said: Sequence[Word],
    found: Sequence[tuple[Form, Found]],
    known: frozenset[str],
    meaning: frozenset[str],
) -> Part:
    """The part for a clause, by what was found in it and by the words that are left."""
    rest = _rest(said, found, known)
    kinds = {word.kind for word in rest}
    moves = tuple(dict.fromkeys(_made(form, one) for form, one in found))
    doubts = []
    is_open = len(moves) > 1
    if is_open:
        doubts.append(_SEVERAL)
    if OPEN in kinds:
        is_open = True
        doubts.append(_DEPENDS)
    if kinds & {DENIAL, TAKEN_BACK}:
        moves = ()
        doubts.append("says no to something")
    if kinds & {SECOND, TAKEN_BACK}:
        doubts.append("may be a second thought")
    elif SOFT in kinds and not is_open:
        doubts.append(UNSAID)
    told = {
        said[place].text for _, one in found for place in one.used
    }  # “C is worth 60, so 60 on C”
    odd = [w for w in rest if w.kind not in {WORD, *DOUBTS} or looks_like_card(w)]
    odd = [word for word in odd if word.text not in told]
    if odd and not doubts and moves:
        kind = {said[place].kind for _, one in found for place in one.used} - {NUMBER}
        is_open = is_open or any(w.kind in kind or looks_like_card(w) for w in odd)
        written = short(" ".join(w.written for w in odd))
        doubts.append(f"says more than a move: “{written}”")
    elif not moves and (odd or meaning & {w.text for w in rest}) and not text.endswith(":"):
        doubts.append("isn't understood, and may be part of a move")
    if moves and not doubts:
        doubts += dict.fromkeys(one.doubt for _, one in found if one.doubt)
    left = " ".join(w.written for w in rest if w.kind not in DOUBTS)
    part = Part(
        text,
        moves,
        left=left if moves else text * bool(rest),
        doubts=tuple(doubts),
        is_second=bool(kinds & {SECOND, TAKEN_BACK}),
        said=tuple(said),
    )
    return _open(part, is_open)


def _open(part: Part, is_open: bool = True) -> Part:
    """The part; with its moves as what it may mean where that `is_open`."""
    return replace(part, moves=(), readings=part.moves) if is_open and part.moves else part


def _lists_cards(said: Sequence[Word]) -> bool:
    """Whether the words are nothing but cards."""
    return bool(said) and all(word.kind == CARD or word.text == "and" for word in said)


def _has(said: Iterable[Word], kind: str) -> bool:
    return any(word.kind == kind for word in said)


def _is_doubtful(part: Part, kinds: Collection[str]) -> bool:
    return any(word.kind in kinds for word in part.said)


# ---- the parts together


def _combined(book: Grammar, asked: Asked, parts: Sequence[Part], told: Sequence[str]) -> Reading:
    """The one reading of all parts."""
    moves: list[Move] = []
    readings: list[Move] = []
    doubts = list(told)
    is_open = False
    asks: tuple[Move, ...] = ()
    outright = {move for part in parts for move in part.moves}
    parts = [*_without_asides(book, asked, parts)]
    left = [part.left for part in parts if part.left]
    for part in (_told_elsewhere(part, outright) for part in parts):
        doubts += part.doubts
        if part.is_second and moves:
            before = (*_joined(book, moves), *part.moves)
            after = book.meant(asked, before)
            if part.moves and after != before:
                moves = list(after)  # it says what changes, and nothing else
                continue
            changed = part.moves or part.readings or _amended(book, moves, part.said)
            if _has(part.said, TAKEN_BACK) and not changed:
                moves, readings, is_open = [], [], True
                continue
            stand = not changed or book.fit((*_joined(book, moves), *changed))
            readings += [*(moves if stand else ()), *changed]
            moves, is_open = [], True
        elif asks and not part.moves and _has(part.said, DENIAL):
            moves = moves[: -len(asks)]  # “pass? no way”
        elif not part.has_moves and moves and _UNSAYS.match(part.text):
            readings, moves, is_open = [*readings, *moves], [], True
        elif part.readings:
            readings += part.readings
        else:
            kept = (one for one in moves if not any(map(one.gives_way_to, part.moves)))
            moves = [*kept, *part.moves]
        asks = part.moves if part.text.rstrip().endswith("?") else ()
    said = book.meant(asked, _joined(book, moves))
    readings = [one for move in readings for one in book.meant(asked, (move,))]
    verbs = {str(move).partition(" ")[0] for move in said}
    doubts += [
        f"“{short(part.text)}” names a move and doesn't say all of it"
        for part in parts
        if part.begun - verbs and not part.doubts
    ]
    is_open = is_open or bool(readings)
    now = tuple(move for move in said if str(move).partition(" ")[0] in asked.verbs)
    if now and not book.fit(said) and now != said and book.fit(now):
        others = (f"`{move}`" for move in said if move not in now)
        doubts.append(f"it says {listed(others)} too, which isn't asked for now")
        said = now
    elif said and not book.fit(said):
        is_open = True
        doubts.append("it says several things that don't go together")
    if is_open:
        readings, said = [*said, *readings], ()
    offered = [one for move in readings for one in _offered(move)]
    return Reading(
        said,
        tuple(dict.fromkeys(offered))[:MOST_READINGS],
        tuple(dict.fromkeys(doubts)),
        tuple(dict.fromkeys(left)),
    )


def _amended(book: Grammar, moves: Iterable[Move], said: Sequence[Word]) -> tuple[Move, ...]:
    """The last move with the one number that a second thought names, as in “EDIT: 85”."""
    numbers = [word.text for word in said if word.kind == NUMBER]
    last, changes = (
        re.subn(r"[0-9]+$", lambda _: numbers[0], str(_joined(book, moves)[-1]))
        if len(numbers) == 1
        else ("", 0)
    )
    move = book.typed(last) if changes else None
    return (move,) if move else ()


def _without_asides(book: Grammar, asked: Asked, parts: Sequence[Part]) -> Iterator[Part]:
    """The parts; beside a move that is said by its verb, a bare value that may mean another and
    doesn't go with it is none: “keep. Two aces!” Nor is one beside talk of the move: “If I throw
    the 8 … AD AS KS.”
    """
    outright = (move for part in parts if not part.is_bare for move in part.moves)
    said = tuple(move for move in outright if str(move).partition(" ")[0] in asked.verbs)
    talk = (p.said for p in parts if any(doubt.endswith(_LEADS_UP) for doubt in p.doubts))
    unreal = (words for words in talk if not said and any(w.kind in {OPEN, SOFT} for w in words))
    weighed = {word.text for words in unreal for word in words}
    is_undecided = bool(_UNDECIDED.search(asked.text))
    for part in parts:
        is_aside = part.is_bare and part.has_moves and (part.left or part.doubts)
        is_other = said and not book.fit(_joined(book, (*said, *part.moves, *part.readings)))
        verbs = {str(move).partition(" ")[0] for move in (*part.moves, *part.readings)}
        is_weighed = not weighed.isdisjoint(all_words(f for f in book.forms if f.verb in verbs))
        is_weighed = is_weighed or is_undecided
        if is_aside and (is_weighed or (is_other and not part.is_second)):
            yield Part(part.text, left=part.text, doubts=part.doubts, said=part.said)
        else:
            yield part


def _told_elsewhere(part: Part, outright: set[Move]) -> Part:
    """The part; where it is open and another sentence says which move is meant, with that move
    only.
    """
    said = outright & {*part.readings}
    if not said or _is_doubtful(part, DOUBTS):
        return part
    return replace(part, moves=tuple(said), readings=())


def _offered(move: Move) -> Iterator[Move]:
    """The readings that an open move gives: each of its parts may be what is meant."""
    if isinstance(move, Divisible) and len(move.parts()) > 1:
        yield from move.parts()
    yield move


def _joined(book: Grammar, moves: Iterable[Move]) -> tuple[Move, ...]:
    """The moves in the order in which they count, each once; Gathered moves of one type are
    joined.
    """
    groups: dict[object, list[Move]] = {}
    for move in dict.fromkeys(moves):
        key = type(move) if isinstance(move, Gathered) else move
        groups.setdefault(key, []).append(move)
    return tuple(sorted(map(_one, groups.values()), key=book.place))


def _one(group: list[Move]) -> Move:
    first = group[0]
    if len(group) > 1 and isinstance(first, Gathered):
        return first.joined(tuple(group))
    return first
