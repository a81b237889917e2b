"""Whatever is read reads back, tells nothing of the other's tiles, and takes no time."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many
from msgspec.structs import replace
from recorded import recording
from saying import reading, typed

from gmtool.engine.grammar import PLAYER
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refusal
from gmtool.games.grouping_bw import GAME
from gmtool.games.grouping_bw import moves as m
from gmtool.games.grouping_bw.state import Grouping, State

_CHIPS = st.integers(0, 120).map(str) | st.sampled_from(("5.5", "-3", "1,000", "½", "1e3"))
_TILES = st.sampled_from((*map(str, range(13)), "x", "-1", "½", "0.8", "O"))
_SOME = st.lists(_TILES, max_size=5).filter(lambda tiles: [len(t) > 1 for t in tiles] != [True])
_NAMES = st.sampled_from(("Ann", "Agent 47", "Cid, Jr.", "First", "A B C", 'the "one"', "x (2)"))
_OF_PLAYERS: st.SearchStrategy[Move] = st.one_of(
    st.builds(lambda a, b, c: m.Group(tuple(a), tuple(b), tuple(c)), _SOME, _SOME, _SOME),
    st.builds(m.Ante, _CHIPS),
    st.builds(m.Bet, _CHIPS),
    st.builds(m.Raise, _CHIPS),
    st.sampled_from((m.Call(), m.Fold(), m.Peek(), m.AskOrder())),
    st.builds(m.First, _NAMES),
)
_ORDERS = st.builds(m.Order, _NAMES, st.permutations(tuple("012345678")).map(tuple))


@settings(max_examples=40)
@given(of_player=_OF_PLAYERS, name=_NAMES, order=_ORDERS)
def test_every_move_reads_back(of_player: Move, name: str, order: m.Order) -> None:
    assert GAME.grammar.typed(str(of_player)) == of_player
    assert GAME.grammar.typed(str(m.First(name)), "host") == m.First(name)
    assert GAME.grammar.typed(str(order), "chance") == order


_VOCABULARY = """
group A: B: C: a b c 0 1 2 3 4 5 6 7 8 01 234 5678 0,8 4-7 4-5-6-7 9 x the rest everything else in
bet raise call fold check peek order use my item ante 3 to by more make it 10 total all in max see
match your I'll I'd like first Una starts I start or maybe if not don't ? ! . , ; / | [ ] ( ) and
same as last set 2 swap Hi Rae thanks \u274c \u202e \U0001f389 Ａ ５ please +3 -1 ½ $5 two five half
"""
_WORDS = st.sampled_from((*_VOCABULARY.split(), "\n"))
_TEXTS = st.lists(_WORDS | st.text(max_size=4), max_size=14).map(" ".join) | st.text()
_AT = st.integers(0, 10_000)


@cache
def states() -> tuple[State, ...]:
    """Of two recorded matches, with every item and an opening check; each after every entry."""
    games = (recording(GAME, name) for name in ("bonus-peek-and-order", "equal-before-a-set"))
    return tuple(taken.after.state for game in games for taken in game.effective)


def _is_sound(state: State, who: str, text: str) -> None:
    by = who if who in {"host", "chance"} else PLAYER
    found = reading(GAME, state, who, text)
    for move in (*found.moves, *found.readings) if by == PLAYER else ():
        assert GAME.grammar.typed(str(move)) == move
    with suppress(Refusal):
        assert all(GAME.grammar.typed(each, by) for each in typed(GAME, state, who, text))


@settings(max_examples=few_or_many(100, 700))
@given(text=_TEXTS, at=_AT, seat=st.sampled_from((0, 0, 1, "host", "chance")))
def test_whatever_is_read_or_offered_reads_back(text: str, at: int, seat: int | str) -> None:
    state = states()[at % len(states())]
    _is_sound(state, seat if isinstance(seat, str) else state.players[seat].name, text)


_DOWN = Grouping((7, 8), (4, 5, 6), (0, 1, 2, 3))


@settings(max_examples=50)
@given(text=_TEXTS, at=_AT)
def test_gb_04_no_reading_of_a_text_tells_of_the_opponent_s_tiles(text: str, at: int) -> None:
    """Two matches that differ in tiles, groups and who has grouped answer a text alike."""
    state = states()[at % len(states())]
    one, other = state.players
    order = (8, 7, 6, 5, 4, 3, 2, 1, 0) if other.order else ()
    hidden = replace(other, grouping=_DOWN, last=_DOWN, order=order, proposal=5)
    now = state.round and replace(state.round, tiles=(8, 0))
    unlike = replace(state, players=(one, hidden), round=now)
    assert reading(GAME, state, one.name, text) == reading(GAME, unlike, one.name, text)
