"""Banter beside a move: sentences apart, “Bob you rat. Have my ten of spades!”, that surely change
nothing about it (TS-6, TS-7, TS-15).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

from gmtool.engine.card_words import CARD, OTHER, Item, cards_in, looks_like_card
from gmtool.engine.moves import Move
from gmtool.engine.paste import Remarked
from gmtool.engine.phrases import is_spoken, words
from gmtool.engine.refusals import Refusal
from gmtool.engine.remarks import is_of_later
from gmtool.engine.sentences import WORD
from gmtool.games.ten_skip.moves import Discard, Done, Hand, Keep, Notice, Top
from gmtool.games.ten_skip.phrase_reading import PHRASES, is_name, is_possessive, scanned
from gmtool.games.ten_skip.sentence_reading import (
    DISCARDS,
    FILLERS,
    Sentence,
    rest_of,
    said_in,
    tidied,
)
from gmtool.games.ten_skip.state import TURN

ReadSentence = Callable[[Sentence], tuple[Move, ...]]

_APART = re.compile(r"(?<=[.!…])[)\"'”’]*\s+|\s*\n\s*|\s+[-–—]+\s+")
_YOU = re.compile(
    r"(?P<said>.*\S),?\s+(?P<remark>you(?:\s+[^\W\d]+){1,2}[\s.!]*)", re.IGNORECASE | re.DOTALL
)
"""The “you muppets” of “discard 4C you muppets”."""
_SIGHS = words("lol ha haha hehe muahaha mwahaha sorry damn darn ugh sigh wow ooh oh ah aha hm hmm")
_TOWARDS = words("to for from with at of on giving by")
"""Before a name they may say whom a card goes to, or comes from."""
_FOR_WHOM = words("to for from")
_WHOM = words("you him her them")
_OF_A_CARD = words("here here's there there's this these that that's")
"""With a name they may show a card to that player."""
_DOES = words("get gets got has have had does did do is will would")
"""Behind a name they tell what another player does."""
_CHANGES = words(
    "wait waits hold hang stop oops whoops mistake mistaken typo wrong error misread misclick "
    "meant mean means correction correct corrected edit edited change changes changed changing "
    "mind undo redo back kidding joke joking jk sike psych nvm nevermind scrap strike void revert "
    "reverse tempted tempting wish assume assuming assumed suppose supposing imagine pretend "
    "hypothetically theoretically conditional condition pending first last before after "
    "afterwards later tomorrow tonight soon next then again another other others same different "
    "alternatively alternative tentative tentatively unsure undecided unclear wonder wondering "
    "consider considering decide decides decided deciding choose chooses chose chosen pick picks "
    "want wants wanted need needs needed see ask asks asked said say says host gm random randomly "
    "test testing example draft none nothing neither everything accept accepts decline declines "
    "refuse refuses deny nah nope no yes yeah yep yup higher lower high low former latter second "
    "highest lowest card cards hand hands pile deck suit rank turn round yours disregard overrule "
    "invalid illegal fake fooled sarcasm sarcastic sleep tbd tbc tba thinking thought misspoke "
    "regret quit resign concede fold forfeit surrender pause paused coin flip dice roll "
    "catch look looks looking watch delay delayed"
)
"""Words that may change a move, though none is named with them."""
_PLAYS = words(
    "discard discards discarded discarding throw throws throwing threw thrown toss tosses tossing "
    "tossed dump dumps dumping drop drops dropping ditch ditches ditching chuck chucks away burn "
    "bin trash lose play plays playing played keep keeps keeping kept take takes taking took "
    "taken steal steals stealing swap swaps swapping trade trades trading exchange exchanging "
    "give gives giving gave given offer offers offering show shows showing shown hands handing "
    "put puts putting lay lays laying laid leave leaves leaving draw draws drawing drew send "
    "sends sending notice claim claims claimed claiming done finished end ends ending challenge "
    "challenges challenging bluff bluffs bluffing liar lie lying dead call calls calling pass "
    "passes passing skip skips check reveal reveals revealing behold top tops enjoy stay stays"
)
"""What may be a move, or a player's doing."""
_OF_A_MOVE = DISCARDS | words(
    "keep keeps keeping take takes taking steal steals stealing swap swaps swapping trade trades "
    "trading exchange exchanging give gives giving offer offers offering show shows showing pass "
    "passing claim claiming challenge challenging reveal reveals revealing "
    "wait oops whoops mistake typo wrong misread misclick meant correction instead undo changed "
    "nvm nevermind scrap scratch cancel"
)
"""What a line says that is a part of a move, or takes one back."""


def is_banter(said: Sentence) -> bool:
    """Whether a sentence surely changes no move: with no card, number, hedge or denial, no word of
    moves, nothing that another player does. A name alone, which may be a victim's, is none.
    """
    items = scanned(said)
    if any(
        item.kind != OTHER or looks_like_card(item) or item.written in PHRASES for item in items
    ):
        return False
    others = [item.written.casefold() for item in items if not is_name(item)]
    if any(word in _CHANGES | _PLAYS or is_spoken(word.removesuffix("'s")) for word in others):
        return False
    if any(word in _FOR_WHOM and who in _WHOM for word, who in pairwise(others)):
        return False
    rest = rest_of((item for item in items if not is_name(item)), FILLERS)
    if any(word.kind != WORD or not word.text.replace("'", "").isalpha() for word in rest):
        return False
    if len(others) < len(items):
        return not _is_about_a_player(items) and bool(rest or _SIGHS & {*others})
    return bool(rest)


def may_be_of_a_move(said: Sentence) -> bool:
    """Whether a line that isn't understood may be a part of the move beside it, or change it: it
    names a card, or says a word of moves or one that takes them back.
    """
    if is_of_later(said.text):
        return False
    items = scanned(said)
    return any(
        item.kind != OTHER or looks_like_card(item) or item.written.casefold() in _OF_A_MOVE
        for item in items
    )


def _is_about_a_player(items: tuple[Item, ...]) -> bool:
    """Whether somebody who is named may do something, or be who a card goes to."""
    written = ["", *(item.written.casefold() for item in items), ""]
    return bool(_OF_A_CARD & {*written}) or any(
        is_possessive(item) or written[place - 1] in _TOWARDS or written[place + 1] in _DOES
        for place, item in enumerate(items, start=1)
        if is_name(item)
    )


def bantered(said: Sentence, read: ReadSentence) -> Remarked | None:
    """The move with a card that a sentence is without the banter beside it, where it surely is one;
    else None.
    """
    kept, remarks = _parted(said)
    if not (kept and remarks):
        return None
    text = " ".join(kept)
    plainly = replace(said, text=tidied(text), quoted=text)
    try:
        moves = read(plainly)
    except Refusal:
        return None
    if not _is_sure(plainly, moves) or (_is_bare(plainly) and _names_anyone(said, remarks)):
        return None
    doubted = said.doubt(moves, "says more than a move")
    return Remarked(doubted, moves, tuple(remarks))


def _parted(said: Sentence) -> tuple[list[str], list[str]]:
    """The sentences that count, and the banter."""
    pieces = [*filter(None, map(str.strip, _APART.split(said.quoted)))]
    parts = [part for piece in pieces for part in _called_names(said, piece)]
    if len(parts) == 1:
        return parts, []
    kept: list[str] = []
    remarks: list[str] = []
    for part in parts:
        (remarks if is_banter(_of(said, part)) else kept).append(part)
    return kept, remarks


def _called_names(said: Sentence, piece: str) -> tuple[str, ...]:
    """A sentence, with the “you muppets” behind its card apart."""
    behind = _YOU.fullmatch(piece)
    if behind is None or is_banter(_of(said, piece)):
        return (piece,)
    is_apart = _ends_in_card(_of(said, behind["said"])) and is_banter(_of(said, behind["remark"]))
    return (behind["said"], behind["remark"]) if is_apart else (piece,)


def _of(said: Sentence, text: str) -> Sentence:
    return replace(said, text=tidied(text), quoted=text)


def _ends_in_card(said: Sentence) -> bool:
    return [item.kind for item in scanned(said)][-1:] == [CARD]


def _is_sure(said: Sentence, moves: tuple[Move, ...]) -> bool:
    """Whether it is one card, named in full, of those that may be meant, with or without the end of
    the turn.
    """
    ways = [move for move in moves if not isinstance(move, Notice | Done)]
    if len(ways) != 1 or not isinstance(ways[0], Discard | Keep | Hand | Top):
        return False
    return ways[0].card in cards_in(scanned(said)) and said.may_mean(ways[0])


def _is_bare(said: Sentence) -> bool:
    """Whether a card is named at the start of a turn with no word of what becomes of it."""
    return said.task.what == TURN and not _says_discard(said)


def _says_discard(said: Sentence) -> bool:
    """Whether a sentence says outright that something is discarded."""
    return bool(said_in(scanned(said)) & DISCARDS)


def _names_anyone(said: Sentence, texts: Iterable[str]) -> bool:
    return any(is_name(item) for text in texts for item in scanned(_of(said, text)))
