"""Recognizes cards in prose, such as “7 of spades and 7 of diamonds”, “5♦6♣7♥8♠9♦” or “10-J-Q-K-A
of spades”, and words for cards that aren't exact, such as “the sevens” or “a pair”.

The names of whole plays (“a pair”) are supplied by each game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from gmtool.engine.cards import JOKERS, RANK_WORDS, read_card, suit
from gmtool.engine.cards import RANKS as RANK_SIGNS
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.stop_words import words
from gmtool.engine.words import NUMBER, OPEN, WORD, Word, kind_of

THE_JOKER, LOW_JOKER, HIGH_JOKER = JOKERS
BOTH_JOKERS = "jokers"
"""The text of a CARD word that stands for all the jokers there are."""
CARD, RANK, GROUP, EITHER, COUNT, SUIT, KIND, STANDS = "crgedukA"
"""Kinds of words: a card or joker; a rank alone; all cards of a rank; either a card or all of its
rank (“my 7s”: the 7♠ or the sevens); a count; a suit alone; a kind of play; the “as” of a joker.
"""


_MARKS = lazy_regex(r"[,;:+&/|()\[\]{}<>\"“”„«»*_~!#=→.…\-–—]+")
_SIGN = {sign.casefold(): sign for sign in RANK_SIGNS} | {"t": "10"}
_WORD = {word: sign for sign, word in RANK_WORDS.items()} | {"deuce": "2"}
_PLURAL = {
    word + end: sign for word, sign in {**_WORD, **_SIGN}.items() for end in ("s", "es", "'s")
}
SUIT_OF = {
    name: letter
    for letter, *names in (
        ("D", "diamond", "diamonds", "♦", "♢"),
        ("C", "club", "clubs", "♣", "♧"),
        ("H", "heart", "hearts", "♥", "♡"),
        ("S", "spade", "spades", "♠", "♤"),
    )
    for name in names
}
CARD_NAMES = frozenset(word for word in (*_WORD, *_PLURAL, *SUIT_OF, "joker") if word.isalpha())
"""The words for cards that are spelled out in letters."""
_PLURAL_SUITS = words("diamonds clubs hearts spades")
_LETTERS = words("d c h s")
_RUN = lazy_regex(r"(?:(?:10|[2-9tjqka])[cdhs♣♧♦♢♥♡♠♤])+")
_IN_RUN = lazy_regex(r"(?:10|[2-9tjqka])[cdhs♣♧♦♢♥♡♠♤]")
_RANK_RUN = lazy_regex(r"(?:10|[2-9TJQKA]){2,}")
_IN_RANK_RUN = lazy_regex(r"10|[2-9TJQKA]")
_CARD_LIKE = lazy_regex(
    r"^(?:[0-9]+[A-Za-z]{1,2}|[A-Z][CDHS]|[TJQKA2-9][A-Z])$|[\U0001f0a0-\U0001f0ff♣♧♦♢♥♡♠♤\u202d\u202e]"
)
_HEART = lazy_regex(r"(?<=[0-9TtJjQqKkAa])(?P<gap>\s?)❤")
_PICTURE = lazy_regex(r"(?<=joker)\s?🃏", re.IGNORECASE)
_SPELLED = lazy_regex(r"(?<![A-Za-z])(?P<rank>[A-Za-z]{3,5})(?=[♣♧♦♢♥♡♠♤])")
_NUMBERS = {"both": "2", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
_COUNTS = _NUMBERS | {digit: digit for digit in "2345"}
_JOKERS = {"joker": THE_JOKER, "jokers": BOTH_JOKERS, "lj": LOW_JOKER, "hj": HIGH_JOKER}
_LOW = words("low lower little small smaller")
_HIGH = words("high higher big bigger large larger")
_LONGEST_KIND = 4
_NEAR = 40
"""How many words around “as” decide what it means; nobody names more cards at once."""
_OF_A_GROUP = words("of both two three four pair triple trips quads any")
_OWN = words("my the these those")
_COUNTED = words("card cards highest lowest pair pairs") | _PLURAL.keys()
_BEFORE_A_CARD = words("play playing lead leading discard discarding keep keeping giving with and")


def words_in(text: str, kinds: Mapping[str, str] = MappingProxyType({})) -> list[Word]:
    """The words of a tidied sentence, each card being one word.

    `kinds` maps the names of plays, in small letters, to the game's own terms.
    """
    said = _apart_words(_PICTURE.sub("", _HEART.sub(r"\g<gap>♥", text)))
    items: list[Word] = []
    place = 0
    while place < len(said):
        found, size = _kind(said, place, kinds) if kinds else ([], 0)
        if not size:
            found, size = _at(said, place, items)
        items += found
        place += size
    return items


def _apart_words(text: str) -> list[str]:
    """The words of a tidied sentence as they are written; a question mark is a word of its own."""
    text = _SPELLED.sub(r"\g<rank> ", text.replace("?", " ? "))
    apart = _MARKS.sub(" ", text).split()
    return [bare for word in apart if (bare := word.strip("'`^\\%$@"))]


def looks_like_card(item: Word) -> bool:
    """Whether a word that is no card looks like one, as “11H” does."""
    return item.kind in {WORD, NUMBER} and _CARD_LIKE.search(item.written) is not None


def _at(said: Sequence[str], place: int, before: Sequence[Word]) -> tuple[list[Word], int]:
    """The words found at `place`, and how many of the written words they take up."""
    for find in (_listed, _apart, _joker):
        found, size = find(said, place)
        if size:
            return found, size
    return _word(said, place, before), 1


def _kind(said: Sequence[str], place: int, kinds: Mapping[str, str]) -> tuple[list[Word], int]:
    for size in range(_LONGEST_KIND, 0, -1):
        written = " ".join(said[place : place + size])
        kind = kinds.get(written.casefold())
        if kind:
            return [Word(KIND, kind, written)], size
    return [], 0


def _listed(said: Sequence[str], place: int) -> tuple[list[Word], int]:
    """“7 of spades”, “7 of spades and diamonds”, “10 J Q K and A of spades”."""
    ranks, end = _ranks(said, place)
    after = [word.casefold() for word in said[end : end + 2]]
    if not ranks or after[:1] != ["of"] or not _suit(after[1:]):
        return [], 0
    suits = [_suit(after[1:])]
    end += 2
    while len(ranks) == 1 and _lower(said, end) == "and" and _lower(said, end + 1) in SUIT_OF:
        suits.append(SUIT_OF[_lower(said, end + 1)])
        end += 2
    written = " ".join(said[place:end])
    return [Word(CARD, rank + of, written) for rank in ranks for of in suits], end - place


def _ranks(said: Sequence[str], place: int) -> tuple[list[str], int]:
    """The ranks listed one after the other from `place` on, and the place after the last."""
    ranks: list[str] = []
    while place < len(said) and len(ranks) < len(RANK_SIGNS):
        word, following = _lower(said, place), _lower(said, place + 1)
        is_between = bool(ranks) and word in {"and", "the", "my"}
        if said[place] == "a" and following not in {"of", "a"}:
            is_between = True
        rank = _SIGN.get(word) or _WORD.get(word)
        if is_between and (following in _SIGN or following in _WORD):
            place += 1
        elif rank and not is_between:
            ranks.append(rank)
            place += 1
        else:
            break
    return ranks, place


def _suit(after: Sequence[str]) -> str:
    word = after[0] if after else ""
    return word.upper() if word in _LETTERS else SUIT_OF.get(word, "")


def _apart(said: Sequence[str], place: int) -> tuple[list[Word], int]:
    """A card in two words, such as “ten hearts”, “7 ♠” or “7 S”; “2 hearts” may also mean two of
    them.
    """
    first, second = said[place], _lower(said, place + 1)
    rank = _WORD.get(first.casefold()) or _SIGN.get(first.casefold(), "")
    if not rank or not second:
        return [], 0
    is_letter = second in _LETTERS and (first.isdigit() or (first + said[place + 1]).isupper())
    is_sign = second in SUIT_OF and not second.isalpha()
    is_word = second in SUIT_OF and first.casefold() not in {"a", "t"}
    if not (is_letter or is_sign or is_word):
        return [], 0
    written = f"{first} {said[place + 1]}"
    card = [Word(CARD, rank + (second.upper() if is_letter else SUIT_OF[second]), written)]
    if second in _PLURAL_SUITS and first.casefold() in _COUNTS:
        card.append(Word(OPEN, "or", "or"))
    return card, 2


def _joker(said: Sequence[str], place: int) -> tuple[list[Word], int]:
    first, second = _lower(said, place), _lower(said, place + 1)
    if first in _LOW | _HIGH and second == "joker":
        which = LOW_JOKER if first in _LOW else HIGH_JOKER
        return [Word(CARD, which, f"{said[place]} {said[place + 1]}")], 2
    if first in _JOKERS:
        return [Word(CARD, _JOKERS[first], said[place])], 1
    return [], 0


def _word(said: Sequence[str], place: int, before: Sequence[Word]) -> list[Word]:
    """The words that a single written word holds: several cards may be written as one."""
    written = said[place]
    word = written.casefold()
    if written == "A" and place == 0 and "".join(said[1:2]).islower():  # “A lovely nine”
        return [Word(WORD, word, written)]
    if word in {"as", "ah", "th"}:
        return [_short_word(said, place, before)]
    if _RUN.fullmatch(word) and _is_run(written):
        return _run(written, word, _lower(said, place - 1))
    if _RANK_RUN.fullmatch(written) and written not in _SIGN:
        return [Word(RANK, _SIGN[s.casefold()], written) for s in _IN_RANK_RUN.findall(written)]
    following = {_lower(said, place + 1)}
    following |= {_lower(said, place + 2)} if following & _OWN or following == {"of"} else set()
    return [_single(written, word, following)]


def _run(written: str, word: str, last: str) -> list[Word]:
    """Cards written as one word. Where the `last` word makes “7s” plural it means the sevens."""
    cards = [read_card(card) or "" for card in _IN_RUN.findall(word)]
    if written[-1] == "s" and len(cards) == 1 and last in _OF_A_GROUP | _OWN:
        return [Word(GROUP if last in _OF_A_GROUP else EITHER, _PLURAL[word], written)]
    return [Word(CARD, card, written) for card in cards]


def _single(written: str, word: str, following: set[str]) -> Word:
    kind, value = kind_of(word), word
    if word in _PLURAL:
        kind, value = GROUP, _PLURAL[word]
    elif word in _COUNTS and following & _COUNTED:
        kind, value = COUNT, _COUNTS[word]
    elif word in _WORD:
        kind, value = RANK, _WORD[word]
    elif word in _SIGN and (written.isdigit() or written.isupper()):
        kind, value = RANK, _SIGN[word]
    elif word in SUIT_OF:
        kind, value = SUIT, SUIT_OF[word]
    return Word(kind, value, written)


def _is_run(written: str) -> bool:
    """Whether a word of card letters can be meant as cards: “asks” can't."""
    return len(written) <= len("10h") or written.isupper() or not written.isalpha()


def _short_word(said: Sequence[str], place: int, before: Sequence[Word]) -> Word:
    """What “as”, “ah” and “th” mean: in small letters they are cards only among other cards."""
    written, rest = said[place], said[place + 1 : place + 1 + _NEAR]
    before = before[-_NEAR:]
    word = written.casefold()
    card = Word(CARD, read_card(word) or "", written)
    has_joker = any(item.kind == CARD and not suit_of(item.text) for item in before)
    capitals = any(item.kind == CARD and item.written.isupper() for item in before)
    is_behind = rest and (read_card(rest[0]) or rest[0] in RANK_SIGNS)
    if written == "as" and capitals and (is_behind or not rest):
        # a player who writes cards in capitals means the word “as”, not the ace
        return Word(STANDS, word, written)
    if word == "as" and has_joker and rest:
        named = {item.text for item in before if item.kind == CARD}
        says_so_behind = any(other.casefold() == "as" for other in rest)
        says_so_before = any(item.kind == STANDS for item in before)
        is_ace = says_so_behind or says_so_before
        if not written.isupper() or (not is_ace and named & {*map(read_card, rest)}):
            return Word(STANDS, word, written)
    if written.isupper():
        return card
    last = before[-1] if before else None
    is_among = last is not None and (
        last.kind == CARD or last.text in _BEFORE_A_CARD or written[0].isupper()
    )
    following = read_card(rest[0]) if rest else None
    if is_among and (following or not rest or rest[0].casefold() == "and"):
        return card
    if last is None and following and (word == "th" or following[:-1] == card.text[:-1]):
        return card
    return Word(OPEN, "or", written) if following else Word(kind_of(word), word, written)


def suit_of(card: str) -> str:
    """The suit of a card; the empty string for any joker."""
    return "" if card in _JOKERS.values() else suit(card)


def _lower(said: Sequence[str], place: int) -> str:
    return said[place].casefold() if 0 <= place < len(said) else ""
