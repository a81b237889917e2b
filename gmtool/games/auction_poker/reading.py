"""Text to moves of Auction Poker: what is typed, or one line of a pasted message."""

from __future__ import annotations

import re

from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refusal, Unreadable
from gmtool.engine.sentences import Task, doubt, doubt_condition, unread, without_shell_quotes
from gmtool.engine.shuffling import read_shuffle
from gmtool.engine.wording import CHANCE, HOST, short
from gmtool.games.auction_poker.bid_reading import read_bid
from gmtool.games.auction_poker.card_reading import read_cards
from gmtool.games.auction_poker.message_reading import check_left_over
from gmtool.games.auction_poker.moves import Keep, Pass, Stand
from gmtool.games.auction_poker.phrases import tidied
from gmtool.games.auction_poker.state import CHANGE, State

_PASS = ("pass", "passing", "no bid", "no bids")
_KEEP = (
    "keep",
    "keep all",
    "keep everything",
    "keep all cards",
    "keep all my cards",
    "keep my cards",
    "keep my hand",
    "no change",
    "no changes",
    "no trash",
    "nothing to trash",
    "nothing to change",
    "trash nothing",
    "trash none",
    "change nothing",
    "discard nothing",
)
_EXACT: dict[str, Move] = {
    **dict.fromkeys(_PASS, Pass()),
    **dict.fromkeys(_KEEP, Keep()),
    "stand": Stand(),
}
_STANDS = re.compile(
    r"(?:i\s+|i'll\s+|i\s+will\s+|i'm\s+)?(?:stand(?:ing)?)(?:\s+pat)?", re.IGNORECASE
)
"""Elsewhere in poker who stands keeps the hand; here it says nothing more (AP-26)."""
_PASSES = re.compile(
    r"\b(?:pass(?:ing)?|no bids?|no bidding|not bidding|(?:won't|will not|don't|not going to) "
    r"(?:be )?bid(?:ding)?|don't want to bid|sit(?:ting)? (?:this|it) (?:one )?out)\b",
    re.IGNORECASE,
)
_KEEPS = re.compile(
    r"\b(?:keep(?:ing)? (?:all|everything|them|it|my|what)|no changes?|nothing to (?:trash|change)"
    r"|happy with (?:my|the) (?:hand|cards))\b",
    re.IGNORECASE,
)
_ENDS = " \t\r\n,.;!"


def read(state: State, who: str, text: str) -> tuple[Move, ...]:
    """The move that `text` is as a whole; raises a Refusal that says what would be right."""
    quoted = text.strip()
    if who == HOST:
        raise Unreadable(
            "ALL-6",
            "“{text}” is nothing that a host says; what a player says goes under its name.",
            quoted=quoted,
            text=short(quoted),
        )
    if who == CHANCE:
        return (read_shuffle(text),)
    try:
        return (_one(state, who, text, quoted),)
    except Refusal:
        if "\n" in quoted:
            check_left_over(
                state, who, _task(state), quoted, lambda line: _one(state, who, line, line.strip())
            )
        raise


def _one(state: State, who: str, text: str, quoted: str) -> Move:
    """The one move of a text."""
    words = tidied(without_shell_quotes(text))
    exact = _EXACT.get(_folded(words))
    if exact:
        return exact
    move = read_cards(state, who, words, quoted) or read_bid(state, words, quoted)
    if move:
        return move
    _check_doubt(state, words, quoted)
    raise unread(_task(state), quoted)


def _folded(words: str) -> str:
    return " ".join(words.strip(_ENDS).casefold().split())


def _check_doubt(state: State, words: str, quoted: str) -> None:
    """Raise Ambiguous where a sentence seems to say a move that must be said outright."""
    folded = _folded(words)
    asked = _EXACT.get(folded.rstrip("?" + _ENDS))
    readings: tuple[Move, ...] = ()
    if asked:
        readings = (asked,)
    elif _STANDS.fullmatch(folded):
        readings = (Stand(), Keep() if state.phase == CHANGE else Pass())
    elif state.batch and _PASSES.search(folded):
        readings = (Pass(),)
    elif state.phase == CHANGE and _KEEPS.search(folded):
        readings = (Keep(),)
    if readings:
        raise doubt(_task(state), quoted, map(str, readings), "isn't surely a move")
    doubt_condition(_task(state), folded, quoted)


def _task(state: State) -> Task:
    if state.batch:
        lot = state.batch[0].label
        right = f"a bid names a lot and coins, as in `bid {lot} 30`; or `pass`"
        return Task("bid", "AP-7", right)
    if state.phase == CHANGE:
        right = "write the cards to trash, as in `trash 3S 10H`, or `keep`"
        return Task("trash", "AP-15", right)
    right = "players say `bid A 30`, `pass`, `trash 3S 10H`, `keep`, `stand`"
    return Task("", "ALL-6", right)
