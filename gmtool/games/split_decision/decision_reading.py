"""Text to what a player does with a card (SD-14 to SD-23)."""

from __future__ import annotations

import re

from gmtool.engine.cards import RANK_WORDS, RANKS, SUITS, read_card, suit
from gmtool.engine.moves import Move
from gmtool.engine.phrases import words
from gmtool.engine.sentences import (
    DENIAL,
    FILLERS,
    HEDGE,
    Task,
    Word,
    doubt,
    is_number_word,
    settled,
    words_in,
)
from gmtool.games.split_decision.hands import ACE, JOKER, rank_of
from gmtool.games.split_decision.moves import (
    HIGH,
    LOW,
    Chip,
    Keep,
    Pass,
    Place,
    Push,
    Refuse,
)
from gmtool.games.split_decision.plays import choices
from gmtool.games.split_decision.state import BLIND, Play, State

_MOVES: dict[str, Move] = {
    **{word: Refuse() for word in words("refuse refusing decline declining reject rejecting")},
    **{word: Push() for word in words("push pushing")},
    **{word: Chip() for word in words("chip discard discarding")},
}
EXACT: dict[str, Move] = {
    HIGH: Place(HIGH),
    LOW: Place(LOW),
    "refuse": Refuse(),
    "push": Push(),
    "chip": Chip(),
    "keep": Keep(),
}
"""The moves of one word, as they are read at any time."""
CARD_FILLERS = FILLERS | words(
    "put putting place placing play set make making made call want wants at on in into to for with "
    "as side spot slot end position way nice card joker wild use using spend spending burn last "
    "first second remaining has have having"
)
_TAKES = words("take taking")
KEEPS = words("keep keeping")
_LEAVES = words("pass passing skip skipping next")
_AS = re.compile(
    r"(?P<place>high|low) as (?:an? (?=\S))?(?P<rank>\w{1,2}|[a-z]+)[.!]?", re.IGNORECASE
)
_WAY_UP = re.compile(r"\bup(?=\s+high\b)|\bdown(?=\s+low\b)", re.IGNORECASE)

_RANK_OF = {r.casefold(): r for r in RANKS[:-1]} | {w: r for r, w in RANK_WORDS.items()}
_RANK_OF |= {"t": "10", "deuce": "2"}
_SUIT_OF = dict(zip(("clubs", "diamonds", "hearts", "spades"), SUITS, strict=True))


def read_place(text: str) -> Place | None:
    """`high as K`: a place with what a Joker is made, as it is written (SD-17)."""
    found = _AS.fullmatch(text)
    rank = rank_said(found["rank"]) if found else ""
    if found is None or len(rank) > 2:
        return None
    return Place(found["place"].casefold(), rank)


def rank_said(word: str) -> str:
    """The rank that a word means; what is none as it is written."""
    return ACE if word.casefold() in {"a", "ace"} else _RANK_OF.get(word.casefold(), word)


def read_decision(state: State, play: Play, task: Task, text: str, quoted: str) -> Move | None:
    """What a tidied sentence of the player does with the card in play; None where it says nothing
    of the kind; raises Ambiguous.
    """
    legal = choices(state)
    said_words = words_in(_WAY_UP.sub("", text))
    ranks, rest = _about_the_card(play, said_words)
    places = [word.text for word in said_words if word.text in {HIGH, LOW}]
    found: list[Move] = [Place(place, rank) for place in places for rank in ranks or [""]]
    takes = [word for word in rest if word.text in _TAKES | KEEPS]
    leaves = [word for word in rest if word.text in _LEAVES]
    rest = [word for word in rest if word not in takes and word not in leaves]
    found += [_MOVES[word.text] for word in rest if word.text in _MOVES]
    rest = [word for word in rest if word.text not in _MOVES]
    if play.situation == BLIND:
        found += [Keep() for word in takes if word.text in KEEPS]
    if found and not any(isinstance(move, (Place, Push, Keep)) for move in found):
        rest += [word._replace(kind=HEDGE) for word in takes]
    if found:
        rest += [word._replace(kind=HEDGE) for word in leaves]
    if not found:
        _doubt_unsaid(task, legal, quoted, (takes, leaves, rest))
    return settled(task, quoted, found, rest, legal)


def _about_the_card(play: Play, said_words: list[Word]) -> tuple[list[str], list[Word]]:
    """What a Joker is made, an Ace being nothing; and the words that are neither places, nor
    fillers, nor the card in play told once more.
    """
    made: list[str] = []
    rest: list[Word] = []
    for word in said_words:
        rank = _rank(word)
        if word.text in {HIGH, LOW} or (word.text in CARD_FILLERS and not rank):
            continue
        if rank and play.card == JOKER:
            made.append("" if rank == ACE else rank)
        elif not _is_card(play.card, word, rank):
            rest.append(word._replace(kind=HEDGE) if rank or word.text in _SUIT_OF else word)
    return list(dict.fromkeys(made)), rest


def _rank(word: Word) -> str:
    if is_number_word(word) and word.text == "1":
        return ""
    return ACE if word.text in {"ace", "aces"} else _RANK_OF.get(word.text, "")


def _is_card(card: str, word: Word, rank: str) -> bool:
    """Whether a word is about the card in play, or is just “the low one”."""
    if is_number_word(word) and word.text == "1":
        return True
    if not card:
        return False
    if rank:
        return rank == rank_of(card)
    if word.text in _SUIT_OF:
        return card not in {JOKER, ACE} and suit(card) == _SUIT_OF[word.text]
    return read_card(word.text) == card


def _doubt_unsaid(
    task: Task,
    legal: tuple[Move, ...],
    quoted: str,
    parts: tuple[list[Word], list[Word], list[Word]],
) -> None:
    """Raise Ambiguous where a sentence takes or declines the card, but not in so many words."""
    takes, leaves, rest = parts
    denied = [word for word in rest if word.kind == DENIAL]
    if any(word.kind not in {DENIAL, HEDGE} and word.text not in {"like", "need"} for word in rest):
        return
    if leaves or denied:
        ways_out = [move for move in legal if isinstance(move, (Refuse, Chip, Pass))]
        what = "doesn't say outright what is to become of the card"
        raise doubt(task, quoted, map(str, ways_out), what)
    if takes:
        ways_in = [move for move in legal if isinstance(move, Keep) or _is_plain_place(move)]
        is_blind = Keep() in legal
        what = "doesn't say so outright" if is_blind else "doesn't say where the card is to go"
        raise doubt(task, quoted, map(str, ways_in), what)


def _is_plain_place(move: Move) -> bool:
    return isinstance(move, Place) and not move.rank
