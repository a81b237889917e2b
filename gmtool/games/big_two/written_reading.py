"""Text forms of moves, which are read at any time; and what chance gives."""

from __future__ import annotations

import re

from gmtool.engine.cards import read_card
from gmtool.engine.moves import Move
from gmtool.engine.paste import plain
from gmtool.engine.refusals import Refused, Unreadable
from gmtool.engine.sentences import doubt, short
from gmtool.games.big_two.card_reading import CARD, scan
from gmtool.games.big_two.joker_reading import in_hand, resolved
from gmtool.games.big_two.moves import (
    DemandLowest,
    Give,
    Hold,
    Pass,
    Return,
    Shuffle,
    Surrender,
    Take,
)
from gmtool.games.big_two.offer_reading import ANSWERS, typed_answer, typed_offer
from gmtool.games.big_two.play_reading import read_typed_play
from gmtool.games.big_two.question_reading import read_typed_question
from gmtool.games.big_two.sentence_reading import task_of
from gmtool.games.big_two.state import State
from gmtool.games.big_two.terms import LOW_JOKER, THE_JOKER

_BARE: dict[str, Move] = {
    "pass": Pass(),
    "surrender": Surrender(),
    "hold": Hold(),
    "take": Take(),
    "demand lowest": DemandLowest(),
}
_WITH_CARDS = {"give": Give, "return": Return}
_MOST_WORDS = 3
"""in a card: “ten of hearts”."""


def read_written(state: State, who: str, quoted: str) -> Move | None:
    """A move in its own text form; None for anything else. Raises Ambiguous where only the joker
    isn't sure.
    """
    text = plain(quoted)
    bare = _BARE.get(" ".join(text.casefold().split()).rstrip(".!"))
    if bare:
        return bare
    verb, _, body = quoted.partition(" ")
    verb = plain(verb).casefold().rstrip(":")
    if verb in ANSWERS:
        return typed_answer(state, who, verb, body)
    found: tuple[Move, ...] = ()
    if verb == "play":
        found = read_typed_play(state, who, text.strip())
    elif verb in _WITH_CARDS:
        found = _given(state, who, verb, plain(body))
    elif verb == "ask":
        found = read_typed_question(state, " ".join(text.split()))
    elif verb == "offer":
        found = typed_offer(state, who, f"offer {body.strip()}")
    if len(found) > 1:
        what = "doesn't say which joker, or which suit it stands for"
        raise doubt(task_of(state, who), quoted, map(str, found), what)
    return found[0] if found else None


def _given(state: State, who: str, verb: str, body: str) -> tuple[Move, ...]:
    items = scan(f"play {body}")[1:]
    if not items or any(item.kind != CARD for item in items):
        return ()
    cards = tuple(item.value for item in items)
    return tuple(_WITH_CARDS[verb](some) for some in resolved(cards, in_hand(state, who)))


# ---- chance


def read_chance(state: State, quoted: str) -> Shuffle:
    """The deck that is typed, the top card first; raises a Refusal (ALL-3)."""
    verb, _, rest = plain(quoted).partition(" ")
    words = re.findall(r"[^\s,;]+", rest)
    if verb.casefold().rstrip(":") != "shuffle" or not words:
        raise Unreadable(
            "ALL-3",
            "“{text}” is nothing that chance gives; that is `shuffle 3S 10H …`, the whole deck, "
            "the top card first.",
            quoted=quoted,
            text=short(quoted),
        )
    cards = _deck(words, quoted)
    if state.terms.jokers == 1:
        cards = tuple(LOW_JOKER if card == THE_JOKER else card for card in cards)
    return Shuffle(cards)


def _deck(words: list[str], quoted: str) -> tuple[str, ...]:
    """Cards of one to three words each."""
    cards = []
    place = 0
    while place < len(words):
        for size in range(_MOST_WORDS, 0, -1):
            card = read_card(" ".join(words[place : place + size]))
            if card:
                break
        else:
            raise Refused(
                "ALL-3",
                "“{word}” is no card; cards are written 3S, 10H, KD, LJ. Nothing of “{text}” was "
                "taken.",
                quoted=words[place],
                word=short(words[place]),
                text=short(quoted),
            )
        cards.append(card)
        place += size
    return tuple(cards)
