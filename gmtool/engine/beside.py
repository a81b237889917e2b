"""The words beside a move: whether a sentence says it, or only holds its words (design §3a)."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from gmtool.engine.card_words import CARD, COUNT, EITHER, GROUP, RANK, SUIT
from gmtool.engine.grammar import UNSAID, Form, Match
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.names import MYSELF
from gmtool.engine.stop_words import ARTICLES, OF_A_VALUE, words
from gmtool.engine.words import DOUBTS, NUMBER, TAKEN_BACK, WORD, Word

_STOP = lazy_regex(
    r"[,;:!…()*]|\?(?=\s*\S)|\.(?![0-9])|\s[-–—]+\s"
    r"|\s(?=(?:because|cause|cuz|since|but|so|though|although|while|if|unless|until)\s)"
    r"|\s(?=and (?:i|i'\w+|we|let's|an?|may|good|it|that|hope|then|see)\s)"
    r"|\s(?=for (?:being|his|her|their|all|obvious|(?:the|those) reasons?)\s)"
    r"|\s(?=(?:just )?to (?:see|start|make|get|be|stop|test|save|beat|win|begin)\s)"
    r"|\s(?=as (?:i|he|she|they|we|you|it's|usual|always)\s)",
    re.IGNORECASE,
)
_IS = words("is are was were be")
_AM = words("i'm im")
_IT_IS = words("it's its that's")
_NOUN = _IS | _AM | _IT_IS | words("an what")
_TELLS = _IS | words("have has had got holds own owns i he she we they who like")
"""What tells something of a card instead of playing it: “10S is lovely”, “I still like 10S”."""
_NOW = words("just now")
_CONDITIONS, _ELSE = words("if unless whether"), words("not so")
_VAGUE = frozenset({RANK, COUNT, EITHER, GROUP, SUIT})
"""The kinds of words that name no card outright."""
_BESIDE_ANY = words("plan plans planning today tonight")
"""Words that may stand beside any move, though with them it isn't sure that it is made now."""
_ADVERB = lazy_regex(r"\w{3,}ly")
_FOR_ME = {("for", "me"), ("for", "now")}
_FROM, _HERE = words("from against"), words("here that")
_TELLING = words("is are am that too only still against for")
"""Small words that hardly ever stand before a move that is said plainly."""
_TURNING = words("here it's that's to of in with from")
"""Small words that may make something else of a move, unless it has a place for them."""
_ALSO_OF_A_BID = words("for still it's with here")
"""Those of them that change nothing about a value of several words, as “30 on A”."""
_MOST_BESIDE_A_CARD = 1
"""So many words that aren't understood may stand beside a card that is named outright."""


def as_said(
    form: Form, found: Match, said: Sequence[Word], text: str, known: frozenset[str]
) -> Match | None:
    """What was found, if the words of a `text` say a move with it: all that stand beside its verb
    and its value, up to the next comma or the like, are understood, since they are `known`. So
    “call me crazy”, “pass the popcorn” and “I raise 2 kids” say none.

    It is in doubt where it isn't said plainly: “so that is a raise of 4”, “too high”.
    """
    clause = _Clause(form, said, _piece_of_each(said, text), known)
    if not (clause.says(found) if found.used else clause.says_verb_alone()):
        return None
    return found if found.doubt or clause.is_plain(found) else found._replace(doubt=UNSAID)


def _piece_of_each(said: Sequence[Word], text: str) -> list[int]:
    """For each word of a text the number of the piece in which it stands."""
    text = text.casefold()
    stops = [stop.start() for stop in _STOP.finditer(text)]
    made, at = [], 0
    for word in said:
        start = text.find(word.written.casefold(), at)
        at = max(start, at)
        made.append(bisect(stops, at))
        at += len(word.written) * (start >= 0)
    return made


class _Clause(Struct, frozen=True, dict=True):
    """The words of a clause, each with the number of its piece, beside which a move of that form
    may be said; a place is the index of a word.
    """

    form: Form
    said: Sequence[Word]
    pieces: Sequence[int]
    known: frozenset[str]

    @cached_property
    def verbs(self) -> list[int]:
        """The places of the words that mean the move."""
        return [place for place, word in enumerate(self.said) if word.text in self.form.words]

    @property
    def _is_alone(self) -> bool:
        return bool(self.form.slot and self.form.slot.alone)

    def says(self, found: Match) -> bool:
        """Whether it says the move with the value that was found in it."""
        if any(map(self._is_open, found.used)) or self._only_tells(found):
            return False
        own = {self.pieces[place] for place in found.used}
        of_verbs = {self.pieces[place] for place in self.verbs}
        kinds = {self.said[place].kind for place in found.used}
        led = {word.text for word in self.said[: min(found.used)]}
        is_name = kinds == {WORD} and not self.verbs and led <= self.known  # not “poor Alba”
        is_named = is_name or (CARD in kinds and (self.verbs or self._is_alone))
        most = _MOST_BESIDE_A_CARD * bool(is_named)
        beside = own if own & of_verbs or self._is_alone else own | of_verbs
        return self._is_understood(beside, {*self.verbs, *found.used}, self.known, most)

    def says_verb_alone(self) -> bool:
        """Whether it says the move by its verb, or without one if the move needs no value."""
        has_nouns = not self.form.beside.isdisjoint(word.text for word in self.said)
        known = self.known if has_nouns else self.known - OF_A_VALUE
        core = {*self.verbs, *self._for_me()}
        if not self.verbs:
            return self._is_understood({*self.pieces}, core, known)
        alone = [at for at in self.verbs if not (self._is_open(at) or self._is_noun(at))]
        return any(self._is_understood({self.pieces[at]}, core, known) for at in alone)

    def is_plain(self, found: Match) -> bool:
        """Whether no small word beside the move may tell of something else."""
        core = {*self.verbs, *found.used, *(self._for_me() if not found.used else ())}
        if not core or self.form.asks:
            return True
        turning = (_TURNING - self.form.beside) | _TELLING
        own = {self.pieces[place] for place in core}
        before = {w.text for n, w in enumerate(self.said[: min(core)]) if self.pieces[n] in own}
        behind = self._texts(max(core) + 1, len(self.said))
        if "my" not in before and self._texts(min(core), max(core)) & _IS:
            return False  # “so B is at 20 now”
        if not self.verbs:  # “9H in my hand”, not “only 30 on A”
            turning -= _ALSO_OF_A_BID if len(found.used) > 1 else frozenset()
            is_one = self._has_article(found)
            return (before | behind).isdisjoint(turning) and not is_one
        if found.used:  # “so that is a raise of 4”, “check Gus is still in”, “the vote from Emil”
            of_another = self._texts(min(found.used) - 1, min(found.used)) & _FROM
            is_by_it = not of_another or self.form.is_to_players
            return is_by_it and before.isdisjoint(turning) and behind.isdisjoint(_IS)
        return before.isdisjoint(turning) and behind.isdisjoint(turning - _HERE | {"me"})

    def _only_tells(self, found: Match) -> bool:
        """Whether something is told of a value, or somebody told to do something, instead of a
        move being made: “my hand is trash”, “Gus just vote”, “both queens? lucky me”, “KS is mine”.
        """
        first, last = min(found.used), max(found.used)
        if self.verbs:
            between = self._texts(last + 1, self.verbs[0])
            is_next = last < self.verbs[0] and between <= _NOW
            is_order = is_next and self.said[last].text not in MYSELF
            is_order = is_order and self.said[self.verbs[0]].text == self.form.verb
            is_of_noun = any(
                self._is_noun(at, has_value=True)
                if at > last + 1
                else (_IS | _IT_IS) & self._texts(first - 1, last)
                for at in self.verbs
                if at > last
            )
            return is_of_noun or (is_order and bool(self.form.make(found.value).named))
        kinds = {self.said[place].kind for place in found.used}
        places = [n for n in range(last + 1, len(self.said)) if self.pieces[n] == self.pieces[last]]
        behind = {self.said[n].text for n in places}
        is_vague = kinds <= _VAGUE and self.form.slot is not None and self.form.slot.may
        is_of_who = kinds == {NUMBER} and bool(self._texts(first - 1, first) & _AM)  # “I'm 40”
        can_be_one = kinds <= {*_VAGUE} or (kinds <= {*_VAGUE, CARD} and not self._is_alone)
        is_of_one = can_be_one and not self.form.asks and self._has_article(found)
        return is_vague or is_of_one or is_of_who or bool(_IS & behind and "it" not in behind)

    def _has_article(self, found: Match) -> bool:
        """Whether an “a” stands before a card: who plays one doesn't say “a king of hearts”."""
        return any(
            self.said[n].written.casefold().startswith("a ")
            or ("a" in self._texts(n - 1, n) and not self._texts(n - 2, n - 1) & self.form.beside)
            for n in found.used
            if self.said[n].kind in {*_VAGUE, CARD}
        )

    def _is_open(self, place: int) -> bool:
        """Whether before a word of the move, in its piece, stands what makes it a condition or
        takes it back: “if I surrender”, “withdraw my vote on Gus”.
        """
        before = [n for n in range(place) if self.pieces[n] == self.pieces[place]]
        return any(
            (self.said[n].text in _CONDITIONS and self.said[n + 1].text not in _ELSE)
            or (self.said[n].kind == TAKEN_BACK and self.said[n].text not in self.form.words)
            for n in before
        )

    def _is_noun(self, place: int, *, has_value: bool = False) -> bool:
        """Whether a word that is a verb of a move is none: “it's low here”, “call me”. One that
        stands without a value is none in “it's your call” either.
        """
        before = [word.text for word in self.said[max(place - 2, 0) : place]] or [""]
        if self.said[place].text.endswith("ing"):
            return False
        is_owned = before[0] in _NOUN and before[-1] not in ARTICLES
        is_of_me = "me" in self._texts(place + 1, place + 2)
        return before[-1] in _NOUN or (not has_value and (is_owned or is_of_me))

    def _for_me(self) -> set[int]:
        """The places of “for me” and “for now”, which change nothing about a verb."""
        pairs = enumerate(pairwise(word.text for word in self.said))
        return {n + own for n, pair in pairs if pair in _FOR_ME for own in (0, 1)}

    def _texts(self, start: int, end: int) -> set[str]:
        return {word.text for word in self.said[max(start, 0) : max(end, 0)]}

    def _is_understood(
        self, pieces: Collection[int], core: Collection[int], known: frozenset[str], most: int = 0
    ) -> bool:
        """Whether of the words beside the `core` of a move in its pieces at most so many aren't
        understood, none where they tell something of a card.
        """
        beside = [word for piece in pieces for word in self._beside(piece, core)]
        texts = {word.text for word in beside}
        if not texts.isdisjoint(_TELLS) or any(word.kind in DOUBTS for word in beside):
            most = 0
        understood = known | _BESIDE_ANY
        return sum(w.kind == WORD and w.text not in understood for w in beside) <= most

    def _beside(self, piece: int, core: Collection[int]) -> list[Word]:
        """The words of a piece beside the `core` of a move; not adverbs before it: “grudgingly”."""
        places = [n for n, of in enumerate(self.pieces) if of == piece]
        first = min((n for n in places if n in core), default=0)
        return [
            self.said[n]
            for n in places
            if n not in core and not (n < first and _ADVERB.fullmatch(self.said[n].text))
        ]
