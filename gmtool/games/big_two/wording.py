"""Words for cards and plays in refusals, and why cards are no play (BT-7, BT-8, BT-16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gmtool.engine.cards import rank
from gmtool.engine.text import in_words
from gmtool.games.big_two.moves import Play
from gmtool.games.big_two.plays import Reading
from gmtool.games.big_two.state import DEAL, ENDED, FREE_TRADE, PLAY, SETUP, TRADING
from gmtool.games.big_two.terms import HIGH, RANKS, WILD, is_joker

NOW = {
    SETUP: "the game hasn't begun",
    DEAL: "the next round isn't dealt yet",
    TRADING: "cards are being traded",
    FREE_TRADE: "free trade is open",
    PLAY: "the round is being played",
    ENDED: "the game is over",
}
"""What goes on in each phase."""


def cards_of(cards: Iterable[str]) -> str:
    """The cards separated by blanks."""
    return " ".join(cards)


def are(cards: Iterable[str]) -> str:
    """The beginning of a sentence about these cards, each named once: `3D is`, `3D 4H are`."""
    return _begun(cards, "is", "are")


def are_not(cards: Iterable[str]) -> str:
    """The beginning of a negative sentence about these cards: `3D isn't`, `3D 4H aren't`."""
    return _begun(cards, "isn't", "aren't")


def _begun(cards: Iterable[str], one: str, several: str) -> str:
    named = tuple(dict.fromkeys(cards))
    return f"{cards_of(named)} {one if len(named) == 1 else several}"


def count_of(cards: tuple[str, ...]) -> str:
    """The number of cards, in words."""
    return f"{in_words(len(cards))} card{'s' * (len(cards) != 1)}"


def a_play(reading: Reading, cards: tuple[str, ...]) -> str:
    """A play with its kind, its cards and what its jokers stand for."""
    wild = any(map(is_joker, cards)) and reading.stands != cards
    stands = f" as {cards_of(reading.stands)}" if wild else ""
    return f"the {reading.kind} {cards_of(cards)}{stands}"


_KINDS = (
    "one plays a single, a pair, three or four of one rank, or five cards: a straight (within 3 to "
    "A), a flush, a full house, four of a kind with a kicker, a straight flush"
)
_FIVES = ", with jokers five of a kind"
_ALSO = "; also one beside four of a kind, or two beside three"
_NO_WILDS = (
    f"jokers are no wild cards here: one is played alone, or two as a pair above the 2s{_ALSO}"
)
_RANK_ALONE = "a rank alone is for five of a kind of that rank; name the card that a joker is"
_ITSELF = f"a joker is itself only alone, or two as a pair{_ALSO}; else it stands for a card"


def why_none(move: Play, joker_use: str) -> tuple[str, str]:
    """The clause by which the cards, with what they are to stand for, are no play, and why."""
    if any(map(is_joker, move.cards)):
        return next(_of_jokers(move, joker_use), None) or _of_kinds(move)
    if move.stands:
        return "BT-16", "there is no joker in it, and a natural card stands for itself"
    return _of_kinds(move)


def _of_jokers(move: Play, joker_use: str) -> Iterator[tuple[str, str]]:
    cards, stands = move.cards, move.stands
    as_itself = any(map(is_joker, stands))
    if joker_use == HIGH and (len(cards) > 1 or (stands and not as_itself)):
        yield "BT-16", _NO_WILDS
    if not stands:
        return
    if joker_use == WILD and as_itself:
        yield "BT-16", "jokers are wild cards here, and stand for a card each"
    if as_itself:
        yield "BT-16", _ITSELF
    if any(stand in RANKS for stand in stands):
        yield "BT-16", _RANK_ALONE
        return
    yield from _of_cards(cards, stands)


def _of_cards(cards: tuple[str, ...], stands: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What is wrong with the cards that jokers are to stand for."""
    twice = [card for card in stands if stands.count(card) > 1]
    if twice:
        yield "BT-16", f"a joker can't double {cards_of(dict.fromkeys(twice))}, which is in it"
    left = [card for card in cards if not is_joker(card) and card not in stands]
    if left:
        yield "BT-16", f"a natural card stands for itself, {cards_of(left)} too"


def _of_kinds(move: Play) -> tuple[str, str]:
    """The clause and reason for cards of no kind: BT-8 where only a straight could be meant."""
    cards = move.stands or move.cards
    five_ranks = len(cards) == 5 and len({rank(card) for card in cards}) == 5
    return "BT-8" if five_ranks else "BT-7", _KINDS + _FIVES * any(map(is_joker, move.cards))
