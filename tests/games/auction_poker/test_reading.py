"""Whatever players write to the host of Auction Poker is answered, and moves are read back; what
messages are read as stands in `reading.clauses`.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many
from msgspec.structs import replace
from saying import in_a_line, read_as, reading, typed

from gmtool.engine.cards import DECK
from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.refusals import Ambiguous, Refusal
from gmtool.engine.text import CHANCE, HOST
from gmtool.games.auction_poker import GAME
from gmtool.games.auction_poker.moves import Bid, Keep, Pair, Pass, Stand, Trash
from gmtool.games.auction_poker.state import BIDDING, CHANGE, ENDED, Lot, State, label

SETUP: State = GAME.setup(read_options(GAME.options, {}), ("Ann", "Bob"))
ANN = replace(SETUP.players[0], hand=("3S", "10H", "KD", "7C", "7D"))
SEATED = replace(SETUP, players=(ANN, *SETUP.players[1:]))
BATCH = replace(SEATED, phase=BIDDING, batch=tuple(Lot(letter, ()) for letter in "ABCDE"))
WINDOW = replace(SEATED, phase=CHANGE, in_opening=False, session=1)
PHASES = st.sampled_from((SETUP, BATCH, WINDOW, replace(SEATED, phase=ENDED)))

_ODD_AMOUNTS = ("-5", "1,000", "30.5", "1e3", "+5", "5½", "3²", "thirty.5", "$7", "30k", "1/2")
_AMOUNTS = st.sampled_from(_ODD_AMOUNTS) | st.integers(0, 10**13).map(str)
_PAIRS = st.builds(Pair, st.integers(0, 51).map(label), _AMOUNTS)
_BIDS = st.lists(_PAIRS, min_size=1).map(lambda p: Bid(tuple(p)))
_CARDS = st.lists(st.sampled_from((*DECK, "JOKER")), min_size=1).map(tuple)
_MOVES: st.SearchStrategy[Move] = st.one_of(
    _BIDS, _CARDS.map(Trash), st.sampled_from((Pass(), Keep(), Stand()))
)
_ALPHABET = """
a A I b B 3 0 30 1,000 -5 - : = for on at is lot coins bid my please or maybe if not no ? ! . , ;
and thirty five hundred thousand A30 C-4 trash keep change shuffle 3S 10H 7s sevens king the all but
everything both of hearts ten pass stand rest ½ :) AT I'd like to \u274c \U0001f171 "x"
"""
_WORDS = st.sampled_from((*_ALPHABET.split(), "\n"))
_TEXTS = st.lists(_WORDS | st.text(max_size=4)).map(" ".join) | st.text()


@settings(derandomize=True, deadline=None)
@given(move=_MOVES, state=PHASES)
def test_every_move_reads_back_in_every_phase(move: Move, state: State) -> None:
    assert GAME.grammar.typed(str(move)) == move
    assert read_as(GAME, state, "Ann", str(move)) == str(move)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=few_or_many(200, 1000))
@given(text=_TEXTS, state=PHASES, who=st.sampled_from(["Ann", CHANCE, HOST]))
def test_whatever_is_typed_or_pasted_is_answered(text: str, state: State, who: str) -> None:
    by = who if who == CHANCE else "player"
    for form in typed_or_offered(state, who, text):
        assert str(GAME.grammar.typed(form, by)) == form
    found = reading(GAME, state, "Ann", text)
    assert in_a_line(found)
    for move in (*found.moves, *found.readings):
        assert GAME.grammar.typed(str(move)) == move


def typed_or_offered(state: State, who: str, text: str) -> tuple[str, ...]:
    try:
        return typed(GAME, state, who, text)
    except Refusal as found:
        if not found.sentence():
            raise
        return found.readings if isinstance(found, Ambiguous) else ()


@settings(derandomize=True, deadline=None)
@given(st.lists(_PAIRS, min_size=1, max_size=8, unique_by=lambda pair: pair.lot))
def test_bids_on_many_lines_are_one_move(pairs: list[Pair]) -> None:
    raw = "Hello Barbaro\n" + "\n".join(str(Bid((pair,))) for pair in pairs) + "\nAnn"
    assert read_as(GAME, BATCH, "Ann", raw) == str(Bid(tuple(pairs)))


def test_ap_07_two_numbers_of_any_length_are_two() -> None:
    assert read_as(GAME, BATCH, "Ann", f"A 30 {'1' * 5000}").startswith("?? bid A 30")
