"""Reads a message: which moves it holds, and which of its words belong to none (design §3a).

A message is read as one thing. The reading is sure where every word belongs to a move, a greeting,
a sign-off, a quotation or the sender's own name; any other reading is a proposal to the host. Words
that leave a doubt, state a condition, deny or change something are reported beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from msgspec.structs import replace

from gmtool.engine.bounds import check_own_words
from gmtool.engine.card_words import CARD_NAMES
from gmtool.engine.clauses import may_be_named, names_players, read_text_form
from gmtool.engine.frames import is_taken_back
from gmtool.engine.grammar import PLAYER, Asked, Grammar, Slot, WholeMatch
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.parts import LEADS_UP, Part, Reading, combine_parts
from gmtool.engine.paste import own_words
from gmtool.engine.refusals import Ambiguous, Refusal, Unreadable
from gmtool.engine.sentences import Sentences, signature_in
from gmtool.engine.stop_words import FILLERS, unadorned
from gmtool.engine.text import HOST, casefolded, listed, quote, short, told
from gmtool.engine.vocabulary import WRITTEN, Vocabulary
from gmtool.engine.words import WORD, kind_of

_MOST_SPELLED = 60
_NEAR = 0.82
"""How alike two words must be for one to be taken for the other: one letter of six may differ."""
_LONG_WORD = lazy_regex(r"(?<![\w'])[A-Za-z]{5,15}(?![\w'])")
_IRONIC = "it says that it isn't meant"
ANOTHER_S = "signed "
"""The beginning of the doubt whether a message is another player's."""


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
    move = read_text_form(book, asked, whole.strip(), by)
    # A text that looks like a move may be an answer in free words where one is asked for.
    any_words = move is not None and book.takes_any_words(asked, by, move)
    if move is not None and names_players(asked, move) and not any_words:
        return Reading((move,))
    try:
        check_own_words(whole)
        asked = replace(asked, text=asked.text or whole)
        reading = _Message(Vocabulary(book, asked, by)).read(lines)
        if move is None or reading.moves or reading.readings or not may_be_named(move):
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
    move = read_text_form(book, asked, text.strip(), by) or _in_bare_words(book, text.strip(), by)
    if move is not None and names_players(asked, move):
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
    if not fits and all(doubt.endswith(LEADS_UP) for doubt in reading.doubts):
        is_known = Vocabulary(book, asked, by).is_known
        strange = " ".join(word for word in WRITTEN.findall(quoted) if not is_known(word))
        since = f", since “{short(strange)}” isn't understood" * (strange not in {"", quoted})
        raise Unreadable(
            clause,
            f"“{short(quoted)}” can't be read as a move{since}; {told(right)}.",
            quoted=quoted,
        )
    why = reading.doubts or (f"“{short(' '.join(reading.left))}” isn't understood",)
    perhaps = told(f" (perhaps {listed((f'`{text}`' for text in fits), 'or')})" if fits else "")
    raise Ambiguous(
        clause, f"{told(why[0])}{perhaps}; {told(right)}.", readings=fits, quoted=quoted
    )


def _check(reading: Reading) -> None:
    """Raise the refusal of what is surely meant and surely wrong."""
    if reading.refused:
        raise reading.refused


def _in_bare_words(book: Grammar, text: str, by: str) -> Move | None:
    """The move whose free words follow its verb without quotation marks: `answer Paris`."""
    verb, _, rest = text.partition(" ")
    forms = (form for form in book.of(by) if form.takes_string)
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
class _Message:
    """A message, read by a vocabulary."""

    vocab: Vocabulary

    def __post_init__(self) -> None:
        self.sentences = Sentences(self.vocab)

    def read(self, lines: Sequence[str]) -> Reading:
        """The reading of the lines as one message."""
        lines, doubts = self._without_signature(lines)
        own = [line for line in lines if not self.sentences.is_frame(unadorned(line))]
        parts: list[Part] = []
        for form in self.vocab.now:
            if form.slot and form.slot.whole and (found := self._whole(form.slot, own or lines)):
                made = tuple(form.make(value) for value in found.values)
                why = (found.doubt,) if found.doubt else ()
                part = Part(form.example, made, doubts=why)
                parts.append(part.left_open() if len(made) > 1 else part)
                own = [line for line in found.rest.split("\n") if line.strip()]
                self.vocab.drop_whole(form)
        parts += self.sentences.parts(map(unadorned, own))
        reading = combine_parts(self.vocab.book, self.vocab.asked, parts, doubts)
        if self.vocab.by == PLAYER and is_taken_back("\n".join(map(unadorned, lines))):
            return replace(reading, moves=(), readings=(), doubts=(*reading.doubts, _IRONIC))
        if reading.moves or reading.readings or self.vocab.by != PLAYER:
            return reading
        return self._spelled(own) or reading

    def _spelled(self, lines: Sequence[str]) -> Reading | None:
        """The reading after misspelled words are replaced by words of moves that are spelled
        alike; never sure.
        """
        text = "\n".join(lines)
        known = {word for form in self.vocab.now for word in form.words} | CARD_NAMES
        near = {
            word: meant
            for word in dict.fromkeys(_LONG_WORD.findall(text.casefold())[:_MOST_SPELLED])
            if word not in self.vocab.meaning | CARD_NAMES | FILLERS and kind_of(word) == WORD
            for meant in get_close_matches(word, known, n=1, cutoff=_NEAR)
            if word not in {f"{meant}d", f"{meant}ed", f"{meant}s"}  # no slip: “I voted”
        }
        if not near:
            return None
        mended = _LONG_WORD.sub(lambda found: near.get(found[0].casefold(), found[0]), text)
        reading = combine_parts(
            self.vocab.book, self.vocab.asked, self.sentences.parts(mended.split("\n")), ()
        )
        if not (reading.moves or reading.readings):
            return None
        told = (f"“{word}” was taken for “{meant}”" for word, meant in near.items())
        return replace(reading, doubts=(*told, *reading.doubts))

    def _whole(self, slot: Slot, lines: Sequence[str]) -> WholeMatch | None:
        """What a slot finds in the lines, or in what of them isn't talk."""
        if not slot.whole:
            return None
        if slot.is_raw:
            return slot.whole(self.vocab.asked, "\n".join(lines))
        made = [list(self.sentences.pieces(unadorned(line))) for line in lines]
        said = (" ".join(text for text, counts in line if counts) for line in made)
        found = slot.whole(self.vocab.asked, "\n".join(map(self.vocab.tidied, said)))
        talk = [text for line in made for text, counts in line if not counts]
        doubt = f"“{short(talk[0])}” {LEADS_UP}" if talk else ""
        return found._replace(doubt=found.doubt or doubt) if found else None

    def _without_signature(self, lines: Sequence[str]) -> tuple[list[str], list[str]]:
        """The lines without the sender's own name, and a doubt where the last line is
        another player's name.
        """
        kept = [line for line in lines if not self.sentences.is_signed(line, self.vocab.asked.who)]
        doubts = []
        if len(kept) > 1:
            signed = signature_in(kept[-1])
            other = self.vocab.asked.called.get(signed)
            if other and other != self.vocab.asked.who and signed not in self.vocab.meaning:
                doubts.append(f"{ANOTHER_S}{other}: is it {other}'s?")
                kept.pop()
        return kept, doubts
