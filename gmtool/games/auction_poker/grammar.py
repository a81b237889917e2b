"""The grammar of Auction Poker: how its moves are written and said (AP-7, AP-15, AP-16, AP-26)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

from gmtool.engine import card_words
from gmtool.engine.argument_parsers import EXCEPT, cards, cards_meant
from gmtool.engine.forms import read_amount
from gmtool.engine.grammar import UNSAID, Asked, Form, Grammar, Idiom, Known, Match, Slot
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.shuffling import shuffle
from gmtool.engine.stop_words import FILLERS, words
from gmtool.engine.text import listed
from gmtool.engine.words import NUMBER, Word, WordsOf, words_in
from gmtool.games.auction_poker.moves import Bid, Keep, Pair, Pass, Stand, Trash
from gmtool.games.auction_poker.state import label

LOT = "L"
_TO_TRASH = words(
    "trash trashing change changing discard discarding exchange exchanging swap swapping toss "
    "tossing ditch ditching dump dumping bin binning chuck chucking rid replace replacing throw "
    "throwing"
)
_AND_NO_OTHER = lazy_regex(
    r"\b(?:only|just|rest|others?|else|remaining|go(?:es)?|leaves?|trash|bin|except)\b",
    re.IGNORECASE,
)
"""What says, beside cards to keep, that all the others go."""
_KEEP = words("keep keeping hold holding stay stays staying")
_PAYS = words("bid offer pay paying note biete put putting go going take want")
_HAS = words("have has had left won cost costs")
_LETTERS = {
    **dict.fromkeys(words("lot lots los number no #"), "w"),
    **dict.fromkeys(words("coin coins"), "c"),
    **dict.fromkeys(words("for on at is auf sur - – —"), "f"),
    **dict.fromkeys(words("the my a of this down"), "-"),
}
_PAIR = lazy_regex("w?L[f-]*Nc?(?!N|-*f-*w?L(?![f-]*N))|(?<!N)Nc?[f-]*w?L(?![f-]*N)")
_BACKWARD = lazy_regex("Nc?[f-]*w?L")
_ONLY_BACKWARD = lazy_regex(r"[.-]*(?:Nc?[f-]*w?L[.-]*)+")
_LETTERED = lazy_regex(
    r"(?<![\w'])(?:[A-Z]|[b-hj-z]|a(?=\s?[:=]))(?![\w'])\W{0,3}[0-9]|(?<![\w'])a\s?[:=]\s?\w"
    r"|[0-9](?:\W+\w+){0,3}?\W+(?:[A-HJ-Z]|[b-hj-z])(?![\w'])"
)
"""A lot by its letter beside a number."""
_LABEL = lazy_regex(r"\b(?:[A-HJ-Z]|A[A-Z])\b")
_GLUED = lazy_regex(r"\b([A-Za-z]|A[A-Z])([0-9]+)\b")
_COINS = lazy_regex(r"(?i)\b([0-9]+)(?:coins?|(?<=[0-9]{2})(?<!\b10)c)\b")


class KeepOnly(Move, frozen=True):
    """The cards that a player keeps; all others of the hand are trashed, unless the
    message says which.

    It is never recorded: `meant` turns it into a trash or a keep.
    """

    form = "keep {cards:cards}"

    cards: tuple[str, ...]

    def joined(self, parts: tuple[Move, ...]) -> Move:
        """All the cards of `parts`."""
        return KeepOnly(tuple(card for part in parts for card in cast("KeepOnly", part).cards))


def words_of(asked: Asked) -> WordsOf:
    """The function that splits a sentence into words: cards where it is about cards,
    else labels of lots.
    """
    lots = max(asked.state.terms.lots, len(asked.state.players))
    labels = frozenset(map(label, range(lots)))
    are_lettered = bool(_LETTERED.search(asked.text))

    def of(text: str) -> list[Word]:
        said = words_in(_COINS.sub(r"\1 coins", _GLUED.sub(r"\1 \2", text)))
        is_of_cards = bool({w.text for w in said} & (_TO_TRASH | _KEEP))
        if is_of_cards or not asked.verbs & {"bid", "pass"}:
            named = card_words.words_in(text)
            if not is_of_cards:  # “this hand!” isn't all of its cards
                named = [w._replace(text="cards") if w.text == "hand" else w for w in named]
            if asked.verbs & {"trash", "keep"} or any(w.kind == card_words.CARD for w in named):
                return named
        return _with_lots(said, labels, are_lettered=are_lettered)

    return of


def _with_lots(said: Sequence[Word], labels: frozenset[str], *, are_lettered: bool) -> list[Word]:
    """The words with labels of lots marked; “a”, “i” and “I” only beside a number or
    behind “lot” or “on”. A small “a” before a number or a noun is the article, unless the message
    bids on lots in letters elsewhere.
    """
    made = []
    for place, word in enumerate(said):
        before = said[place - 1].text if place else ""
        behind = said[place + 1] if place + 1 < len(said) else None
        is_beside = before in {"lot", "lots", "on", "for"} or (behind and behind.kind == NUMBER)
        is_small = word.written in {"a", "i", "I"}
        is_article = word.written == "a" and behind and before != "lot" and not are_lettered
        if _is_label(word, labels) and (is_beside or not is_small) and not is_article:
            made.append(Word(LOT, word.written.upper(), word.written))
        else:
            made.append(word)
    return made


def _is_label(word: Word, labels: frozenset[str]) -> bool:
    written = word.written
    if not re.fullmatch("[A-Za-z]{1,2}", written) or word.kind == NUMBER:
        return False
    if len(written) == 1 or written.upper() in labels:
        return len(written) == 1 or written.isupper() or len(labels) > 26
    return written.isupper() and written.startswith("A")


def _bids(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """The pairs of a lot and coins in a sentence."""
    kinds = "".join(_kind(word) for word in said)
    pairs, used = [], set()
    for found in (_BACKWARD if _ONLY_BACKWARD.fullmatch(kinds) else _PAIR).finditer(kinds):
        part = said[found.start() : found.end()]
        (lot,) = (w.text for w in part if w.kind == LOT)
        (coins,) = (read_amount(w.text) for w in part if w.kind == NUMBER)
        pairs.append(Pair(lot, coins or ""))
        used |= set(range(found.start(), found.end()))
    if any(word.kind == LOT and _is_listed(said, used, n) for n, word in enumerate(said)):
        return []  # “40 on A and B” doesn't say what is bid on B
    return (
        [Match(tuple(dict.fromkeys(pairs)), frozenset(used))]
        if pairs
        else _apart(asked, said, kinds)
    )


def _is_listed(said: Sequence[Word], used: set[int], place: int) -> bool:
    """Whether a lot without coins stands beside one that has some."""
    if place in used:
        return False
    behind = place - 1 - (said[place - 1].text == "and") if place else -1
    before = place + 1 + any(word.text == "and" for word in said[place + 1 : place + 2])
    return any(n in used and said[n].kind == LOT for n in (behind, before) if n < len(said))


def _apart(asked: Asked, said: Sequence[Word], kinds: str) -> list[Match]:
    """Coins and a lot that stand apart, or two numbers for one lot; without a lot any that is
    open.
    """
    numbers = [read_amount(said[n].text) or "" for n, kind in enumerate(kinds) if kind == "N"]
    least = "0" if asked.state.terms.min_bid == 0 else ""
    written = dict.fromkeys(("".join(numbers), *numbers))
    each = [coins for coins in written if coins.strip("0") or (coins and coins == least)]
    named = [w.text for w in said if w.kind == LOT]
    lots = named or [lot.label for lot in asked.state.batch]
    action = {w.text for w in said}
    if len(lots) > 1 and not named:
        return []  # nobody bids on a lot that wasn't named
    is_bid = "c" in kinds or (numbers and len(lots) == 1) or action & _PAYS
    if len(named) > 1 or len(numbers) > 1 + len(named) or action & _HAS or not is_bid:
        return []
    used = frozenset(place for place, kind in enumerate(kinds) if kind in "LNcfw")
    return [Match((Pair(lot, coins),), used, UNSAID) for coins in each for lot in lots]


_BESIDE_EACH = (
    FILLERS
    | _PAYS
    | words(
        "each apiece every per everything all except coin coins lot lots batch but rest others "
        "other one bids place make put enter same these those both down this so"
    )
)


def _each(asked: Asked, found: re.Match[str]) -> list[Move]:
    """One number of coins for each of the lots that are named, else for all that are open."""
    said, _, spared = found.string.partition(f" {EXCEPT} ")
    if any(word.isalpha() and len(word) > 2 for word in {*found.string.split()} - _BESIDE_EACH):
        return []
    coins = re.findall(r"\b[0-9]+\b", said)
    named = _LABEL.findall(said)
    open_ones = [lot.label for lot in asked.state.batch]
    lots = named or [lot for lot in open_ones if lot not in _LABEL.findall(spared)]
    bid = Bid(tuple(Pair(lot, coins[0]) for lot in lots if len(coins) == 1))
    return [bid] if bid.pairs and "bid" in asked.verbs else []


def _kind(word: Word) -> str:
    if word.kind == LOT:
        return "L"
    if word.kind == NUMBER:
        return "N" if read_amount(word.text) else "."
    return _LETTERS.get(word.text, ".")


def _typed_bids(rest: str) -> Any:
    pairs = [Pair(*item.partition(" ")[::2]) for item in rest.split(", ")]
    are_bids = (
        re.fullmatch("[A-Z]{1,2}", p.lot) and read_amount(p.coins) == p.coins for p in pairs
    )
    return tuple(pairs) if all(are_bids) else None


def _kept(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """The cards to be kept; never sure, since the others are trashed."""
    return [one._replace(doubt=UNSAID) for one in cards_meant(said, asked.hand)]


def _keep(named: tuple[str, ...] = ()) -> Move:
    return KeepOnly(named) if named else Keep()


def meant(asked: Asked, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves, with kept cards taken out of what is trashed; where nothing is trashed, all
    others of the hand are.
    """
    named = [card for move in moves if isinstance(move, KeepOnly) for card in move.cards]
    if not named:
        return moves
    kept = [card for card in named if card in asked.hand]
    others = tuple(move for move in moves if not isinstance(move, KeepOnly))
    if not kept:
        return others
    gone = [card for move in others if isinstance(move, Trash) for card in move.cards]
    action = card_words.words_in(asked.text)
    told = {word.text for word in action if word.text in asked.hand}
    if not gone and (told - {*kept} or not _AND_NO_OTHER.search(asked.text)):
        return others  # “I'm keeping my aces :)” doesn't say that all the others go
    goes = tuple(card for card in gone or asked.hand if card not in kept)
    rest = tuple(move for move in others if not isinstance(move, Trash))
    return (*rest, Trash(goes) if goes else Keep())


def together(moves: Sequence[Move]) -> bool:
    """Whether the moves are compatible: one move, and `stand` beside it; no lot with two
    different amounts.
    """
    bids = [pair for move in moves if isinstance(move, Bid) for pair in move.pairs]
    if any(one.lot == two.lot for n, one in enumerate(bids) for two in bids[n + 1 :]):
        return False
    return len([move for move in moves if not isinstance(move, Stand)]) < 2


_EACH = (
    r"^(?!.*\b(?:if|or|unless|max|min|most|least|until|when)\b)"
    r".*\b(?:each|apiece|every|per|on (?:everything|all))\b"
)
_FOR_GOOD = (
    r"(?:\b(?:content|happy|fine|good|done|stand(?:ing)?) )?\b(?:from (?:now|here) on|for good"
    r"|(?:un)?till? the end|(?:for )?the rest of (?:the|this) (?:game|auction)"
    r"|(?:don't|no need to) wait for me)\b(?: any ?more| of the game)?"
)
_REST = (
    r"(?:(?:all |of |the ){0,3}(?:rest|others?|(?:other|remaining) (?:cards|lots))"
    r"(?: of (?:my|the) (?:hand|cards))?|everything else)\b"
)
_LEFT_AS_IT_IS = (
    rf"\b(?:keep(?:ing)?|(?:pass|skip)(?:p?ing)?|nothing|no bids?)(?: on| for| in)? {_REST}"
    rf"|\b{_REST} (?:stays?(?: put)?|(?:are|is) fine"
    r"|(?:can |may )?go(?:es)?(?: back)?(?: in(?:to)? the deck)?)\b"
)
_NO_BID = (
    r"\b(?:nothing (?:for|from) me(?: in this (?:batch|round))?"
    r"|no bid(?:s|ding)?|(?:i am |i'm )?not bidding|sit(?:ting)? (?:this|it)(?: one| round"
    r"| batch| lot)? out|(?:won't|will not|don't|not going to|don't want to) (?:be )?bid(?:ding)?"
    r"(?! (?:on|for) [a-z]\b)"
    r"(?![^.\n]*[0-9]))\b"
)
_UNWANTED = (
    r"\b(?:not interested|(?:not|don't|none) (?:really )?(?:want|fancy|like|need) any(?:thing)?)"
    r"(?! else)(?: (?:in|of|from|any|these|them|this|it)\b)*|(?:^\W*|, )(?:count me )?out\b(?! of)"
)
_GOES = (
    r"\b(?:(?:can|may|must|should|has to|have to) go|go(?:es)? back"
    r"|go(?:es)? (?:in(?:to)?|on(?:to)?) the (?:bin|trash|discards?|discard pile))\b"
    r"|(?<!to )(?<!i )\b(?:go(?:es)?|leaves?)\b(?=\W*$)"
    r"|(?:(?<=[0-9jqkast][shdc] )|(?<=[a-z]s ))(?:go(?:es)?|leaves?)(?=[,;.]| and\b)"
)
_FOR_ANOTHER = r"\b(?:with|for|into) (?=(?:the |an? )?(?:10|[2-9tjqka])[shdc♠♥♦♣]\b)"
"""A card that the player would like instead, which nobody can choose."""
_HOPED_FOR = (
    r",? \b(?:and )?(?:hop(?:e|es|ing)|praying|fishing|chasing|drawing|draw|looking|aiming|wishing"
    r"|going for more)"
    r" (?:for |to |me |a |an |the )?[^.!?\n]*|\bfor (?:an?|some|any|another) \w+"
)
"""The cards that a player would like to get instead."""
_KEEPS = (
    r"\b(?:(?:happy|fine|good|content) with (?:my|this|the|these) (?:hand|cards|five|six)"
    r"|(?:no|without) changes?|no trash"
    r"|nothing to (?:trash|change|swap|(?:throw|toss)(?: away| out)?)"
    r"|(?:trash|chang|discard)(?:e|ing)? (?:nothing|none)(?: of (?:my|the|these) cards)?"
    r"|(?:keep(?:ing)?|(?:hang|hold)(?:ing)? on ?to)"
    r" (?:all|everything|(?:it|them) all|my (?:whole )?hand|my cards)(?: five| of (?:them|my cards)"
    r")?|(?:(?:rather )?not|don't|won't)(?: (?:going|want|need) to)?"
    r" (?:trash|chang|swap|discard|toss)\w* any(?:thing| cards?)?)\b(?! (?:but|except|else))"
)
GRAMMAR = Grammar(
    forms=(
        shuffle("the deck, top first: set-up; a catalogue is due"),
        Form(
            "bid A 30, C 12",
            Bid,
            "AP-7",
            "a batch is open",
            Slot(_bids, typed=_typed_bids, may=True, alone=True),
            says=words("bids bidding"),
            perhaps=_PAYS,
            aloud=lambda bid: listed(f"{pair.coins} on {pair.lot}" for pair in bid.pairs),
            beside=words(
                "place make enter me in what have backup from as a of for on coins coin lot lots "
                "here are these also down batch first"
            ),
        ),
        Form(
            "pass",
            Pass,
            "AP-7",
            "a batch is open: no bid in it",
            says=words("passing"),
            perhaps=words("skip skipping nah rich nothing none nope"),
            aloud=lambda _pass: "no bid from you in this batch",
            beside=words("from time one round out on this these there next batch lot lots"),
        ),
        Form(
            "trash 3S 10H KD",
            Trash,
            "AP-16",
            "a change window is open",
            cards(lambda asked: asked.hand, verbs=_TO_TRASH),
            says=_TO_TRASH,
            aloud=lambda move: f"you trash {listed(move.cards)}",
            perhaps=words("lose drop goodbye bye"),
            beside=words(
                "in into little deck pile pair card cards these those following also plus both out "
                "away get getting of"
            ),
        ),
        Form(
            "keep",
            _keep,
            "AP-15",
            "a change window is open: nothing to trash",
            Slot(_kept, typed=lambda _rest: None, optional=True),
            says=_KEEP,
            aloud=lambda _keep: "you keep all your cards",
            beside=words(
                "pair three trio card cards hand rest all everything from those of session"
            ),
        ),
        Form(
            "stand",
            Stand,
            "AP-26",
            "any time: content to do nothing more",
            strict=True,
            perhaps=words("stand standing pat"),
            lasting=True,
        ),
    ),
    known=(
        Known("start", "set-up: opens the first batch"),
        Known("close", "a window is open and its deadline has come"),
    ),
    words_of=words_of,
    idioms=(Idiom(lazy_regex(_EACH), _each, "is one number for many lots"),),
    aliases=(
        (r"\b(?:(?:count me|put me|i'm|im|i am|^) in|put me down) for\b", "bid"),
        (r"\bhere are my (?=bids?\b)", "my "),
        (r"\bout with\b", "trash"),
        (r"(?<=[0-9]) ?@ ?(?=\w\b)", " on "),
        (_FOR_GOOD, "pat"),
        (r"\bthe other (?:two|three|four)\b", "the others"),
        (r"\bpass(?:ing)? (?:it|this|that|them)(?: on| along)\b", "banter"),
        (_LEFT_AS_IT_IS, " "),
        (_NO_BID, "pass"),
        (_UNWANTED, "skip"),
        (_KEEPS, "keep"),
        (_GOES, "trash"),
        (r"\b(?:from|out of) (?:my|the) hand\b", " "),
        (_FOR_ANOTHER, " or "),
        (_HOPED_FOR, " "),
        (r"\bwhat\s+(?:i(?:'\w+)?\b|,)[^.!?\n]*", " banter"),
        (r"\bno trash(?: from me)? (?:but|except) ", "trash "),
        (
            r"\b([0-9]+) on (\w{1,2}),? (?:and )?(?:the )?same(?: again)? on (\w{1,2})\b",
            r"\1 on \2, \1 on \3",
        ),
        (
            r"\b([0-9]+) (?:(?:each|apiece) (?:on|for)|(?:on|for) (?:both|each of)) (\w{1,2})"
            r"(?:,| and| &) (\w{1,2})\b(?!,? (?:and )?[a-z]{1,2}\b)",
            r"\1 on \2, \1 on \3",
        ),
    ),
    together=together,
    meant=meant,
)
"""The moves of a player and of chance; the host's are those of every game (ALL-6)."""
