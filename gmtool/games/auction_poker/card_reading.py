"""Text to cards: trashed or kept (AP-15, AP-16)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from gmtool.engine.cards import RANK_WORDS, RANKS, SUITS, rank, read_card, suit
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refused
from gmtool.engine.sentences import Task, doubt
from gmtool.engine.wording import short
from gmtool.games.auction_poker.moves import Keep, Trash
from gmtool.games.auction_poker.phrases import DENIALS, HEDGES, words
from gmtool.games.auction_poker.state import CHANGE, State

_VERB = re.compile(
    r"(?P<before>[^\n]*?)(?<![\w'])(?P<verb>trash|trashing|change|changing|discard|discarding"
    r"|exchange|exchanging|keep|keeping)(?![\w'])(?P<after>.*)",
    re.IGNORECASE | re.DOTALL,
)
KEEP_REST = re.compile(
    r"\bkeep(?:ing)?\s(?:(?:the|all)\s)*(?:rest|others|other\scards|remaining\scards)\b",
    re.IGNORECASE,
)
_REST = words("rest other others remaining else")
_WORD = re.compile(r"[^\s,;&+?]+|[,;&+?]")
_MOST_WORDS = 3
"""in a card: “ten of hearts”."""
_SKIPPED = words(", ; & + and also plus the my card cards these following")
_WHOLE_HAND = words("everything all hand")
_ALL = words("everything all")
_BUT = words("but except")

_RANKS = {name.casefold(): name for name in RANKS} | {w: name for name, w in RANK_WORDS.items()}
_PLURALS = {
    rank_word + end for rank_word in (*RANK_WORDS.values(), "deuce") for end in ("s", "es", "'s")
}
_SHORT_PLURAL = re.compile("(?:10|[2-9tjqka])s")
"""also a spade; which of the two only the word before it tells."""
_COUNTS = words("two three four")
_BEFORE_PLURALS = _COUNTS | words("my the all both of pair")
_SUITS = dict(zip(("club", "diamond", "heart", "spade"), SUITS, strict=True))


def _task(right: str) -> Task:
    return Task("trash", "AP-16", right)


_WHAT_GOES = _task("a trash names only the cards that go")


@dataclass(frozen=True)
class _Item:
    """One to three words that are a card, or a word that is none."""

    written: str
    card: str | None = None

    @property
    def word(self) -> str:
        return self.written.casefold()


def read_cards(state: State, who: str, text: str, quoted: str) -> Move | None:
    """The trash that a tidied text is; None where it is nothing of the kind.

    Raises Refused for a word among cards that is none (AP-16), Ambiguous for groups of cards.
    """
    found = _VERB.fullmatch(text)
    if found is None:
        _doubt_bare_cards(state, text, quoted)
        return None
    verb = found["verb"].casefold().removesuffix("ing")
    before = _items(found["before"])
    items = _items(KEEP_REST.sub("", found["after"]))
    cards = tuple(item.card for item in items if item.card)
    if any(item.word not in HEDGES | DENIALS for item in before):
        return None
    if cards and len(cards) == len(items) and not before and verb != "keep":
        return Trash(cards)
    if verb == "keep":
        _doubt_kept(_hand(state, who), items, found["after"], quoted)
    else:
        _doubt_trashed(_hand(state, who), (*before, *items), verb, quoted)
    return None


def _items(text: str) -> tuple[_Item, ...]:
    """What `text` says, cards first of all; without commas and small words."""
    written = [word.strip(".!:()") for word in _WORD.findall(text.replace("\n", ","))]
    items = []
    place = 0
    while place < len(written):
        before = written[place - 1].casefold() if place else ""
        item, size = _item_at(written[place : place + _MOST_WORDS], before)
        place += size
        if item.card or (item.word not in _SKIPPED and item.written not in {"", "a", "an"}):
            items.append(item)
    return tuple(items)


def _item_at(written: list[str], before: str) -> tuple[_Item, int]:
    """What the words begin with, and how many of them that is; `before` is the word before."""
    first = written[0]
    may_be_group = _SHORT_PLURAL.fullmatch(first) and before in _BEFORE_PLURALS
    if not may_be_group and first.casefold() not in _PLURALS:
        for size in range(len(written), 0, -1):
            card = read_card(" ".join(written[:size]))
            if card:
                return _Item(" ".join(written[:size]), card), size
    return _Item(first), 1


def _hand(state: State, who: str) -> tuple[str, ...]:
    return next((player.hand for player in state.players if player.name == who), ())


def _doubt_bare_cards(state: State, text: str, quoted: str) -> None:
    """Cards alone, in a change window: trashed or kept?"""
    items = _items(text)
    cards = [item.card for item in items if item.card]
    if state.phase == CHANGE and cards and len(cards) == len(items):
        task = _task("write `trash 3S` for each card that is to go")
        raise doubt(task, quoted, [_trash(cards)], "doesn't say what is to become of the cards")


def _doubt_kept(hand: tuple[str, ...], items: tuple[_Item, ...], after: str, quoted: str) -> None:
    """Some cards to keep, and perhaps not a word on the others."""
    kept = _named(hand, items)
    more = _VERB.fullmatch(after)
    if not kept or (any(item.word in _REST for item in items) and not more):
        return
    if more:
        gone = _named(hand, _items(more["after"]))
    elif _is_all_but(items):
        gone = kept
    else:
        gone = tuple(card for card in hand if card not in kept)
    raise doubt(_WHAT_GOES, quoted, [_trash(gone)], "says what stays")


def _doubt_trashed(hand: tuple[str, ...], items: tuple[_Item, ...], verb: str, quoted: str) -> None:
    cards = tuple(item.card for item in items if item.card)
    named = _named(hand, items)
    said = {item.word for item in items}
    if named and _is_all_but(items):
        gone = [card for card in hand if card not in named]
        raise doubt(_WHAT_GOES, quoted, [_trash(gone)], "says what stays")
    if named and said & DENIALS:
        task = _task("name only the cards that go, or say `keep`")
        raise doubt(task, quoted, (), "names cards and says no to them")
    if named and said & HEDGES:
        task = _task("a trash can't depend on anything: name the cards, as in `trash 3S 10H`")
        raise doubt(task, quoted, _alternatives(hand, items), "leaves open what goes")
    if named and len(named) > len(cards):
        task = _task("name each card, as in `trash 3S 10H`")
        raise doubt(task, quoted, [_trash(named)], "names cards by the group, which isn't guessed")
    _refuse_strange(items, cards, quoted, is_sure=verb == "trash")


def _is_all_but(items: tuple[_Item, ...]) -> bool:
    said = {item.word for item in items}
    return bool(said & _ALL) and bool(said & _BUT)


def _named(hand: tuple[str, ...], items: Iterable[_Item]) -> tuple[str, ...]:
    """The cards that are named, and those in `hand` that words for groups fit, as they are said."""
    said = tuple(items)
    cards: list[str] = []
    for item, after in zip_longest(said, said[1:]):
        if item.card:
            cards.append(item.card)
        elif item.word not in _COUNTS or after is None or not _is_plural(after):
            cards += _group(hand, item.word)
    if not cards and any(item.word in _WHOLE_HAND for item in said):
        cards = list(hand)
    return tuple(dict.fromkeys(cards))


def _group(hand: tuple[str, ...], word: str) -> list[str]:
    """The cards of a rank or suit, clubs first: “sevens”, “7s”, “the king”, “hearts”."""
    for stem in (word, word.removesuffix("'s"), word.removesuffix("s"), word.removesuffix("es")):
        fits = [c for c in hand if stem != "a" and _RANKS.get(stem, _SUITS.get(stem)) in _about(c)]
        if fits:
            return sorted(fits, key=lambda card: SUITS.index(suit(card)))
    return []


def _about(card: str) -> tuple[str, str]:
    return rank(card), suit(card)


def _is_plural(item: _Item) -> bool:
    """Whether the word before `item` tells how many."""
    return item.word in _PLURALS or (
        item.card is None and _SHORT_PLURAL.fullmatch(item.word) is not None
    )


def _alternatives(hand: tuple[str, ...], items: tuple[_Item, ...]) -> list[str]:
    """What goes, by each part between the words “or”."""
    parts: list[list[_Item]] = [[]]
    for item in items:
        if item.word == "or":
            parts.append([])
        else:
            parts[-1].append(item)
    return [_trash(cards) for cards in (_named(hand, part) for part in parts) if cards]


def _refuse_strange(
    items: tuple[_Item, ...],
    cards: tuple[str, ...],
    quoted: str,
    *,
    is_sure: bool,
) -> None:
    """Refuse the first word that is no card, where the others are, or it looks like one."""
    strange = next((item for item in items if not item.card), None)
    if strange is None:
        return
    looks_like_card = len(strange.written) <= len("10H") or strange.written[:1].isdigit()
    if cards or (is_sure and looks_like_card):
        raise Refused(
            "AP-16",
            "“{word}” is no card; cards are written 3S, 10H, KD or ten of hearts. It stands or "
            "falls whole, so nothing of “{text}” was taken.",
            quoted=strange.written,
            word=strange.written,
            text=short(quoted),
        )


def _trash(cards: Sequence[str]) -> str:
    return str(Trash(tuple(cards)) if cards else Keep())
