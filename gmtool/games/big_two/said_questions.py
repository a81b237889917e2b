"""The question that a sentence asks (“What's your highest spade?” is `ask highest spades`), and the
choice left to the giver (BT-25, BT-27).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gmtool.engine.argument_parsers import names_in
from gmtool.engine.card_words import CARD, COUNT, EITHER, GROUP, KIND, RANK, SUIT
from gmtool.engine.cards import rank
from gmtool.engine.grammar import UNSAID, Asked, Match
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.stop_words import words
from gmtool.engine.text import quote
from gmtool.engine.words import Word
from gmtool.games.big_two import questions as q
from gmtool.games.big_two.said_plays import places, resolved
from gmtool.games.big_two.terms import PAIR

TAKES = words("take taking want give")
CHOICE = words("any whatever whichever choose choice pick")
_ENDS = {
    **dict.fromkeys(words("highest biggest largest top"), q.HIGHEST),
    **dict.fromkeys(words("lowest smallest"), q.LOWEST),
}
BESIDE = words(
    "? do does did has have see hand hold holding got any some there can could would might tell "
    "about you your what what's whats which card cards least happen u ya highest biggest largest "
    "top lowest smallest at in his her know want"
)
_ASKS = lazy_regex(
    r"\?|\b(?:ask|do (?:you|u|ya)|have you|you have|got|is there|are there|tell me|what|what's"
    r"|whats|which)\b"
)
_OWN = words("i i've my mine")
_OF_OTHERS = lazy_regex(r"(?:\?|\bdo) (?:i|we|they) have\b|\bhave (?:i|we|they)\b")
_NOT_IN_THE_LIST = words(
    "exactly both everything not many above over below under between higher lower second third next"
)
_PUT = lazy_regex(
    r"\?|\b(?:ask|do (?:you|u|ya)|have you|you have|got|is there|are there|tell me)\b"
)
"""What a question in words begins with, or ends."""
_ABOUT_CARDS = words(
    "card cards pair pairs triple triples quad quads flush straight house picture pictures face "
    "court royal royals suit suits rank ranks odd even red black joker jokers void hand"
)
_BEGINS = lazy_regex(
    r"(?:(?:then|and|so|ask|well|do (?:you|u|ya)|have you|you have|have|hold|got|is there|are there"
    r"|tell me|what's|what is|what are|your|which|you|in hand) )+"
)
_AS_WRITTEN = (
    (r"\bcards (?=clubs|diamonds|hearts|spades)", ""),
    (r"\bdiamonds and hearts\b", "red"),
    (r"\bclubs and spades\b", "black"),
    (r"\bmin\b", "more than"),
)
"""What the grammar's aliases made of a player's words, put back."""
_OF_CARDS = frozenset({CARD, KIND, RANK, SUIT, GROUP, EITHER})
_OF = frozenset({SUIT, RANK, GROUP, EITHER})


def questions_in(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """The questions that a sentence may ask, or the one that it asks; where it asks what isn't on
    the list, the question in its own words.
    """
    action = {word.text for word in said}
    is_other = _OF_OTHERS.search(" ".join(word.text for word in said))
    if is_other or (TAKES & action and taken_in(asked, said)):
        return []
    is_strange = _NOT_IN_THE_LIST & (action | {word.written.casefold() for word in said})
    listed = [] if is_strange else _listed(asked, said, action)
    return listed or _in_words(asked, said)


def _in_words(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """A question that isn't on the list, as it is written; never sure."""
    trade = asked.state.trade(asked.who)
    text = " ".join(word.text if word.text == "?" else word.written for word in said)
    action = {word.text for word in said}
    is_about = any(word.kind in _OF_CARDS for word in said) or action & {*_ABOUT_CARDS, *_ENDS}
    is_asked = trade is not None and trade.taker == asked.who and _PUT.search(text.casefold())
    if not (is_asked and is_about) or "many" in action:
        return []
    for made, written in _AS_WRITTEN:
        text = re.sub(made, written, text)
    bare = " ".join(text.replace("?", " ").split())
    asks = bare[(found.end() if (found := _BEGINS.match(f"{bare} ".casefold())) else 0) :].strip()
    return [Match((quote(asks),), frozenset(range(len(said))), UNSAID)] if asks else []


def _listed(asked: Asked, said: Sequence[Word], action: set[str]) -> list[Match]:
    """The questions of the list that a sentence may ask: one of those that it may mean, or several
    that it asks one after the other.
    """
    said = [_of_a_rank(word) for word in said]
    parts = [_asked_in(asked, part) for part in _parts(said)]
    if not all(parts) or (len(parts) > 1 and any(len(one) > 1 for one in parts)):
        return []
    found = [(one,) for one in parts[0]] if len(parts) == 1 else [tuple(one for (one,) in parts)]
    used = places(said, CARD, COUNT, KIND, *_OF)
    trade = asked.state.trade(asked.who)
    names = [at for name, at in names_in(asked, said).items() if trade and name == trade.giver]
    is_own = bool(_OWN & action) and "ask" not in action
    is_open = is_own or TAKES & action or any(word.kind == EITHER for word in said)
    counts = any(one[0].startswith(q.AT_LEAST) for one in found) and not action & {"least", PAIR}
    asks = _ASKS.search(" ".join(word.text for word in said)) or action & _ENDS.keys()
    is_sure = bool(asks and not (is_open or counts)) and "ask" in asked.verbs | action
    doubt = "" if is_sure else UNSAID
    return [Match(questions, used.union(*names), doubt) for questions in found]


def _parts(said: Sequence[Word]) -> list[list[Word]]:
    """The words of each question: one begins with `ask`, `any`, an end of the hand or a card, once
    the one before it has named something.
    """
    if any(word.text == "or" for word in said):
        return [[*said]]  # which of them isn't clear
    parts: list[list[Word]] = [[]]
    for at, word in enumerate(said):
        ends = word.text in _ENDS or (
            word.kind in {COUNT, RANK} and at + 1 < len(said) and said[at + 1].text in _ENDS
        )
        begins = ends or word.text in {"ask", q.ANY} or word.kind == CARD
        if begins and any(one.kind in _OF_CARDS or one.text in _ENDS for one in parts[-1]):
            parts.append([])
        parts[-1].append(word)
    return parts


def _asked_in(asked: Asked, said: Sequence[Word]) -> list[str]:
    """What one question may mean; nothing where it names more than that."""
    found = [one if q.parse(one) else quote(one) for one in dict.fromkeys(_questions(asked, said))]
    kinds = {word.kind for word in said if word.kind in _OF_CARDS}
    is_more = (CARD in kinds and len(kinds) > 1) or (KIND in kinds and kinds & _OF)
    return [] if is_more and PAIR not in {word.text for word in said} else found


def _of_a_rank(word: Word) -> Word:
    """The word; “2s” becomes any card of its rank, since a player who asks for it doesn't
    mean 2♠.
    """
    is_plural = word.kind == CARD and len(word.written) < len("10sx") and word.written[-1] == "s"
    return Word(EITHER, rank(word.text), word.written) if is_plural else word


def taken_in(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """Whether a sentence leaves the choice among the cards that are due to the giver (BT-27)."""
    trade = asked.state.trade(asked.who)
    due = trade.due if trade else None
    action = {word.text for word in said}
    of = {word.text for word in said if word.kind in _OF}
    counts = {word.text for word in said if word.kind == COUNT}
    is_other = action & {"?", *_ENDS} or any(word.kind == CARD for word in said)
    if not due or is_other or of - {due.of} or counts - {str(due.count)}:
        return []
    is_sure = bool(action & CHOICE or (of and not action & {"the", "your"}))
    return [Match(None, places(said, COUNT, *_OF), "" if is_sure else UNSAID)]


def _questions(asked: Asked, said: Sequence[Word]) -> Iterator[str]:
    ends = dict.fromkeys(_ENDS[word.text] for word in said if word.text in _ENDS)
    kinds = [word.text for word in said if word.kind == KIND]
    counts = [word.text for word in said if word.kind == COUNT]
    suits = [q.SUIT_WORDS[word.text] for word in said if word.kind == SUIT]
    ranks = [word.text for word in said if word.kind in _OF - {SUIT}]
    cards = [word.text for word in said if word.kind == CARD]
    if kinds == [PAIR] and [*ends] == [q.HIGHEST]:
        yield q.HIGHEST_PAIR
    elif ends:
        number = "".join(f"{count} " for count in counts or ranks if count != "1")
        texts = (f"{number}{end} {of}".strip() for end in ends for of in suits or [""])
        yield from filter(q.parse, () if kinds else texts)
    elif cards:
        yield from (card for some in resolved(asked, cards, own=False) for card in some)
    elif suits or ranks:
        number = counts[0] if counts else "2" if PAIR in kinds else ""
        many = f"{q.AT_LEAST} {number}" if number else q.ANY
        yield from (f"{many} {of}" for of in suits + ranks)
    else:
        yield from filter(q.of_one_rank, (f"{q.ANY} {kind}s" for kind in kinds))
