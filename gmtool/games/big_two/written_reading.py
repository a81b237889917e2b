"""Text forms of moves, which are read at any time; and what chance gives."""

from __future__ import annotations

from gmtool.engine.card_words import CARD
from gmtool.engine.moves import Move
from gmtool.engine.paste import plain
from gmtool.engine.sentences import doubt
from gmtool.engine.shuffling import Shuffle, read_shuffle
from gmtool.games.big_two.card_reading import scan
from gmtool.games.big_two.joker_reading import in_hand, resolved
from gmtool.games.big_two.moves import (
    DemandLowest,
    Give,
    Hold,
    Pass,
    Return,
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


def read_chance(state: State, text: str) -> Shuffle:
    """The deck that is typed, the top card first; raises a Refusal (ALL-3)."""
    shuffle = read_shuffle(text)
    if state.terms.jokers != 1:
        return shuffle
    return Shuffle(tuple(LOW_JOKER if card == THE_JOKER else card for card in shuffle.cards))
