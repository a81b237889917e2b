"""The clauses of a sentence: which move each says, and which of its words belong to none (design
§3a).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from msgspec.structs import replace

from gmtool.engine.argument_parsers import is_speaker
from gmtool.engine.beside import as_said
from gmtool.engine.card_words import looks_like_card
from gmtool.engine.grammar import DONE, UNSAID, Asked, Form, Grammar, Match, all_words
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Done, Move
from gmtool.engine.parts import DEPENDS, LEADS_UP, SEVERAL, Part
from gmtool.engine.stop_words import FILLERS, WHEREABOUTS
from gmtool.engine.text import casefolded, short
from gmtool.engine.vocabulary import Vocabulary
from gmtool.engine.words import DENIAL, DOUBTS, NUMBER, OPEN, SECOND, SOFT, TAKEN_BACK, WORD, Word

_CLAUSE = lazy_regex(r"(?<=[^\s,;.])([,;.!]+\s+|\s+(?:and|then|&|so|but|because)\s+)")


@dataclass
class Clauses:
    """Reads clauses by a vocabulary."""

    vocab: Vocabulary

    def parts(self, text: str) -> Iterator[Part]:
        """The parts of a sentence, or of a piece of one, a clause each."""
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
            is_talk = LEADS_UP in part.doubts or (is_list and part.is_bare)
            yield Part(part.text, doubts=(LEADS_UP,), said=part.said) if is_talk else part
            is_list = is_talk and part.text.rstrip().endswith((" and", " &", " or"))

    def _ends_with_verb(self, before: str, behind: str) -> bool:
        """Whether a clause ends with the verb of its values, so that values behind it belong to
        the next: “the jacks stay, nine and two go”.
        """
        said = self.vocab.words_of(before)
        has_values = any(word.kind not in {WORD, *DOUBTS} for word in said)
        is_verb_last = has_values and said[-1].text in self.vocab.meaning
        return is_verb_last and bool(self.vocab.words_of(behind))

    def _is_all(self, piece: str) -> bool:
        """Whether a piece of a sentence says that this is all, as in “30 on C, done”."""
        plainly = " ".join(piece.casefold().strip(" .,;!").split())
        return DONE in self.vocab.forms and plainly in DONE.phrases

    def _is_remark(self, piece: str) -> bool:
        """Whether a piece of a sentence concerns no move, nor the piece before it."""
        said = self.vocab.words_of(piece)
        if len(said) < 2 or said[0].kind not in {WORD, DENIAL}:
            return False
        known = FILLERS.union(*(form.beside for form in self.vocab.now), self.vocab.asked.called)
        strange = [word for word in said if word.text not in known]
        kinds = {word.kind for word in strange}
        texts = {word.text for word in strange if word.kind == WORD}
        numbers = {NUMBER} & kinds if DENIAL in kinds else set()  # “I'm not paying 20”
        is_of_words = bool(kinds & {WORD, DENIAL}) and kinds <= {WORD, *DOUBTS, *numbers}
        return is_of_words and not self.vocab.meaning & texts

    def _about(self, piece: str, before: set[str]) -> set[str]:
        """The verbs of the moves that a piece of a sentence concerns. A value without a verb
        belongs to a move named `before` it that takes one.
        """
        said = self.vocab.words_of(piece)
        hit = {form.verb for form in self.forms_of({word.text for word in said})}
        if hit or any(f.slot and not f.slot.optional for f in self.vocab.forms if f.verb in before):
            return hit
        alone = (form for form in self.vocab.now if form.slot and form.slot.alone)
        return {form.verb for form in alone if _found(self.vocab.asked, form, said)}

    def _outright(self, text: str) -> Part | None:
        """The part for a text form, or for a sentence that is one of a move's phrases; None
        for any other text.
        """
        verb, blank, behind = text.strip(" .!").partition(" ")
        move = read_text_form(
            self.vocab.book, self.vocab.asked, f"{verb.casefold()}{blank}{behind}", self.vocab.by
        )
        if isinstance(move, Done) and DONE not in self.vocab.forms:
            return None
        if move is None or not names_players(self.vocab.asked, move):
            plainly = " ".join(text.casefold().strip(" .,;!").split())
            fits = (
                form for form in (*self.vocab.now, *self.vocab.forms) if plainly in form.phrases
            )
            move = next((form.make() for form in fits), None)
        return Part(text, (move,)) if move else None

    def forms_of(self, texts: set[str]) -> list[Form]:
        """The forms that are named by words of a clause, preferring those that are wanted now."""
        hit = [form for form in self.vocab.forms if form.words & texts]
        known = {
            w for form in hit if form in self.vocab.now for w in (form.words | form.beside) & texts
        }
        return [form for form in hit if form in self.vocab.now or not form.words & texts <= known]

    def _clause(self, text: str) -> Part:
        said = self.vocab.words_of(text)
        outright = self._outright(text)
        if outright or not said:
            return outright or Part(text)
        texts = " ".join(word.text for word in said)
        for idiom in self.vocab.book.idioms:
            if found := idiom.pattern.search(texts):
                is_denied = any(word.kind == DENIAL for word in said)
                fits = () if is_denied else tuple(idiom.readings(self.vocab.asked, found))
                perhaps = Part(text, fits, doubts=(idiom.why,))
                return perhaps.left_open() if len(fits) > 1 else perhaps
        words = {word.text for word in said}
        hit = self.forms_of(words)
        if hit and not any(form in self.vocab.now for form in hit):
            may = any(form.perhaps & words for form in self.vocab.now)
            part = self._perhaps(text, said) if may else None
            if part and part.has_moves:
                return part
        return self._said(hit, text, said) if hit else self._perhaps(text, said)

    def _said(self, hit: Sequence[Form], text: str, said: Sequence[Word]) -> Part:
        """The part for a clause that holds the verb of a move."""
        known = FILLERS | self.vocab.book.chatter
        known = known.union(*(form.words | form.beside for form in hit))
        meant = known.union(*(form.perhaps for form in hit), self.vocab.names)
        each = ((form, one) for form in hit for one in _nearest(self.vocab.asked, form, said))
        told = ((form, as_said(form, one, said, text, meant)) for form, one in each)
        found = [(form, one) for form, one in told if one]
        if not found and any(_found(self.vocab.asked, form, said) for form in hit):
            return Part(text, doubts=(LEADS_UP,))
        texts = {word.text for word in said}
        if "or" in texts:
            found += self._bare_beside(hit, found, said)
        whole = all_words(form for form, _ in found).union(*(form.beside for form, _ in found))
        begun = frozenset(form.verb for form in hit if not form.words & texts <= whole)
        return replace(_part(text, said, found, known, self.vocab.meaning), begun=begun)

    def _bare_beside(
        self, hit: Sequence[Form], found: Sequence[tuple[Form, Match]], said: Sequence[Word]
    ) -> list[tuple[Form, Match]]:
        """Values without a verb beside a move that has one: “pass or A 30”."""
        used = frozenset[int]().union(*(one.used for _, one in found))
        alone = (
            form for form in self.vocab.now if form.slot and form.slot.alone and form not in hit
        )
        each = ((form, one) for form in alone for one in _found(self.vocab.asked, form, said))
        return [(form, one) for form, one in each if not one.used & used]

    def _perhaps(self, text: str, said: Sequence[Word]) -> Part:
        """The part for a clause without any verb, which may mean a move all the same."""
        alone = [form for form in self.vocab.now if form.slot and form.slot.alone]
        found = self._valued(alone, text, said)
        if found and found[0][0].verb not in self.vocab.asked.verbs:
            found = [(form, one) for form, one in found if form == found[0][0]]
        if found:
            return replace(self._part_of(text, said, found), is_bare=True)
        texts = {word.text for word in said}
        may = [
            form for form in self.vocab.now if form.perhaps & texts or (form.slot and form.slot.may)
        ]
        part = self._part_of(text, said, self._valued(may, text, said))
        doubts = part.doubts or (UNSAID,) * part.has_moves
        return replace(part, doubts=doubts, is_bare=True)

    def _valued(
        self, forms: Iterable[Form], text: str, said: Sequence[Word]
    ) -> list[tuple[Form, Match]]:
        """What the slots of forms find in a clause where words that may mean them do; in doubt
        beside such a word.
        """
        known = FILLERS.union(self.vocab.book.chatter, self.vocab.names) - WHEREABOUTS
        texts = {word.text for word in said}
        made = []
        for plain in forms:
            form = replace(plain, says=plain.says | plain.perhaps, strict=False)
            doubt = "" if plain.perhaps.isdisjoint(texts) else UNSAID
            for one in _found(self.vocab.asked, form, said):
                told = as_said(form, one, said, text, known | form.words | form.beside)
                made += [(form, told._replace(doubt=told.doubt or doubt))] if told else []
        return made

    def _part_of(
        self, text: str, said: Sequence[Word], found: Sequence[tuple[Form, Match]]
    ) -> Part:
        words = FILLERS.union(self.vocab.book.chatter, *(f.words | f.beside for f, _ in found))
        return _part(text, said, found, words, self.vocab.meaning)


def read_text_form(book: Grammar, asked: Asked, text: str, by: str) -> Move | None:
    """The move with that text form, in which “me” and “myself” are the player who says it (ALL-4);
    None where it is none.
    """
    move = book.typed(text, by)
    if move is None or not any(is_speaker(asked, casefolded(name)) for name in move.named):
        return move

    def whom(called: str) -> str:
        return asked.who if is_speaker(asked, casefolded(called)) else called

    named = {key: of for key in move.naming if (of := getattr(move, key))}
    own = {k: whom(of) if isinstance(of, str) else (*map(whom, of),) for k, of in named.items()}
    mine: Move = replace(cast("Any", move), **own)
    return mine


def may_be_named(move: Move) -> bool:
    """Whether what a move calls players may be names, as “Zed” and “Mary Ann” but not “not Gus”."""
    each = (name.split() for name in move.named)
    return not any(word[:1].islower() for words in each if words[1:] for word in words)


def names_players(asked: Asked, move: Move) -> bool:
    """Whether each name in a move may be a player's: “accept the offer” names none."""
    named = map(casefolded, move.named)
    return all(any(known.startswith(name) for known in asked.called) for name in named)


def _found(asked: Asked, form: Form, said: Sequence[Word]) -> Sequence[Match]:
    """What a form's slot finds, or an empty value where the form needs none."""
    if form.slot is None:
        return (Match(None, frozenset()),)
    found = form.slot.find(asked, said)
    return found or ((Match(None, frozenset()),) if form.slot.optional else ())


def _nearest(asked: Asked, form: Form, said: Sequence[Word]) -> Sequence[Match]:
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


def _made(form: Form, found: Match) -> Move:
    return form.make() if found.value is None else form.make(found.value)


def _rest(
    said: Sequence[Word], found: Iterable[tuple[Form, Match]], known: frozenset[str]
) -> list[Word]:
    """The words that belong to nothing that was found."""
    used = frozenset[int]().union(*(one.used for _, one in found))
    return [w for place, w in enumerate(said) if place not in used and w.text not in known]


def _part(
    text: str,
    said: Sequence[Word],
    found: Sequence[tuple[Form, Match]],
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
        doubts.append(SEVERAL)
    if OPEN in kinds:
        is_open = True
        doubts.append(DEPENDS)
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
    return part.left_open() if is_open else part
