"""Text forms of moves, which are read at any time."""

from __future__ import annotations

import re

from gmtool.engine.card_words import BOTH_JOKERS, CARD, scan
from gmtool.engine.moves import Move
from gmtool.engine.names import LONGEST_NAME
from gmtool.engine.paste import plain
from gmtool.engine.phrases import DENIALS, HEDGES, words
from gmtool.engine.wording import fold, said
from gmtool.games.ten_skip.card_reading import CardMove
from gmtool.games.ten_skip.moves import (
    GIVING,
    Challenge,
    Discard,
    Done,
    Hand,
    Keep,
    Notice,
    Pass,
    Reveal,
    Take,
    Top,
)
from gmtool.games.ten_skip.state import State

_BARE = {str(move): move for move in (Notice(), Done(), Challenge(), Pass(), Reveal())}
_OF_CARD: dict[str, type[CardMove]] = {
    "discard": Discard,
    "keep": Keep,
    "hand": Hand,
    "top": Top,
}
_TAKE = re.compile(rf"take:?\s+(?P<name>\S.*),?\s+{GIVING}:?\s+(?P<card>\S.*)", re.IGNORECASE)
_FROM = re.compile(r"from\s+(?P<name>\S.*)", re.IGNORECASE)
_NO_NAME = HEDGES | DENIALS | words("and of one card cards my his her their him them your you")


def read_written(state: State, quoted: str) -> Move | None:
    """A move in its own text form; None for anything else."""
    text = plain(quoted).strip()
    bare = _BARE.get(" ".join(text.casefold().split()).rstrip(".!"))
    if bare:
        return bare
    verb, _, body = text.partition(" ")
    kind = _OF_CARD.get(verb.casefold().rstrip(":"))
    if kind:
        card = _card(body)
        return kind(card) if card else None
    return _take(state, quoted)


def _card(text: str) -> str:
    """The one card that a text is; empty for anything else."""
    items = scan(f"discard {text}")[1:]
    is_one = len(items) == 1 and items[0].kind == CARD and items[0].value != BOTH_JOKERS
    return items[0].value if is_one else ""


def _take(state: State, quoted: str) -> Take | None:
    """`take Bob giving 9H`, the name as it is written; whom it means is for the engine."""
    found = _TAKE.fullmatch(quoted)
    card = _card(plain(found["card"])) if found else ""
    if found is None or not card:
        return None
    written = found["name"].rstrip(", ")
    name = said(written)
    if name == written and not _is_player(state, name):
        after = _FROM.fullmatch(name)
        name = said(after["name"]) if after else name
        said_words = fold(name).replace("’", "'").split()
        is_odd = any(word in _NO_NAME or word.endswith("'s") for word in said_words)
        is_odd = is_odd or " from " in name  # “take 9C from Ann”: the victim picks the card
        if is_odd and not _is_player(state, name):
            return None
    return Take(name, card) if name.strip() and len(name) <= LONGEST_NAME else None


def _is_player(state: State, text: str) -> bool:
    return fold(text) in {fold(player.name) for player in state.players}
