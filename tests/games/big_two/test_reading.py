"""Text to moves, whatever the text: moves read back, and no reading tells of another hand (BT-2,
BT-16, BT-20, BT-25, BT-29). Messages as players write them stand in `reading.clauses`; here they
are read at the points at which those are.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from clauses import cases
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many
from msgspec.structs import replace
from saying import read_as, reading, typed

from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refusal
from gmtool.engine.shuffling import Shuffle
from gmtool.engine.text import CHANCE, HOST, quote
from gmtool.games.big_two import PRESIDENT_GAME as GAME
from gmtool.games.big_two import moves as m
from gmtool.games.big_two.questions import Question, parse
from gmtool.games.big_two.terms import RANKS, SUITS, deck, in_order

NAMES = ("Ann", "Bob", "Cid", "Dee")


@cache
def states() -> dict[str, Any]:
    """How things stand at the end of each case of `reading.clauses`, by its title."""
    of_reading = [case for case in cases() if case.id.startswith("big_two/reading: ")]
    return {case.title: case.played().game.state for case in of_reading}


def state(words: str) -> Any:
    return next(state for title, state in states().items() if words in title)


# ---- text forms


@pytest.mark.parametrize("text", ['offer "7S" 4C for 9H', "offer Mary Ann Smith 4C for nothing"])
def test_bt_29_names_like_cards_are_quoted(text: str) -> None:
    assert str(GAME.grammar.typed(text)) == text


def moves() -> st.SearchStrategy[Move]:
    """Every move with a text form, as the rules could hear it."""
    cards = st.lists(st.sampled_from(deck(2)), min_size=1, max_size=5, unique=True)
    names = st.sampled_from((*NAMES, "Mary Ann", "Not Me", "Will", "7S", "Cid, Jr.", "x for y"))
    of, count = st.sampled_from((*SUITS, *RANKS)), st.integers(2, 4)
    ends, suits = st.sampled_from(("highest", "lowest")), st.sampled_from(("", *SUITS))
    questions = st.one_of(
        st.builds(Question, st.just("card"), st.just(1), st.sampled_from(deck(2))),
        st.builds(Question, ends, st.integers(1, 4), suits),
        st.just(Question("highest pair", 2)),
        st.builds(Question, st.just("any"), st.just(1), of),
        st.builds(Question, st.just("at least"), count, of),
    )
    in_words = st.text(min_size=1).filter(lambda said: said.strip() and not parse(said)).map(quote)
    sides = st.tuples(names, cards | st.just([]), cards | st.just([]))
    return st.one_of(
        cards.map(lambda found: m.Play(in_order(found))),
        st.sampled_from((m.Pass(), m.Surrender(), m.Hold(), m.Waive(), m.Take(), m.DemandLowest())),
        *(cards.map(tuple).map(kind) for kind in (m.Give, m.Return)),
        st.lists(st.one_of(questions.map(str), in_words), min_size=1).map(tuple).map(m.Ask),
        sides.map(lambda found: m.Propose(found[0], tuple(found[1]), tuple(found[2]))),
        *(names.map(kind) for kind in (m.Accept, m.Decline, m.Withdraw)),
    )


@settings(max_examples=100, deadline=None)
@given(moves())
def test_bt_7_bt_25_bt_29_text_forms_read_back(move: Move) -> None:
    assert GAME.grammar.typed(str(move)) == move


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_all_3_a_deck_reads_back(jokers: int) -> None:
    move = Shuffle(deck(jokers))
    assert GAME.grammar.typed(str(move), CHANCE) == move


@settings(max_examples=25, deadline=None)
@given(st.permutations(("7D", "7S", "LJ", "HJ")), st.permutations(("7C", "7H")), st.data())
def test_bt_20_what_jokers_stand_for_keeps_to_its_card(
    cards: list[str], wilds: list[str], data: st.DataObject
) -> None:
    """However cards are mixed: the first joker named is the first of what is left."""
    stands = data.draw(st.permutations(("7D", "7S", *wilds)))
    left = [stand for stand in stands if stand in wilds]
    told = dict(zip([card for card in cards if card in {"LJ", "HJ"}], left, strict=True))
    move = m.Play(("7D", "7S", "LJ", "HJ"), ("7D", "7S", told["LJ"], told["HJ"]))
    said = f"play {' '.join(cards)} as {' '.join(stands)}"
    assert read_as(GAME, state("two jokers"), "Ann", said) == str(move)
    assert GAME.grammar.typed(str(move)) == move


# ---- what a reading may tell

SAID = (
    *("play", "pass", "7S", "7d", "sevens", "pair", "of", "the", "joker", "as", "or", "if", "?"),
    *("any", "clubs", "ace", "lowest", "highest", "my", "give", "take", "return", "offer", "Bob"),
    *("for", "nothing", "accept", "hold", "surrender", "AS", "2H", "ask", "demand", "not", "77"),
    *("hearts", "deal", "\n", "no", "K", "(", ")", "."),
)
some_state = st.deferred(lambda: st.sampled_from([*states().values()]))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(SAID), max_size=8).map(" ".join), some_state)
def test_bt_2_bt_29_reading_tells_nothing_of_other_hands(text: str, now: Any) -> None:
    others = [p if p.name == "Ann" else replace(p, hand=("4S",)) for p in now.players]
    found = reading(GAME, now, "Ann", text)
    assert found == reading(GAME, replace(now, players=tuple(others)), "Ann", text)
    for move in (*found.moves, *found.readings):
        assert GAME.grammar.typed(str(move)) == move


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60), some_state, st.sampled_from((*NAMES[:2], HOST, CHANCE)))
def test_any_text_is_read_or_refused(text: str, now: Any, who: str) -> None:
    try:
        sentence = " ".join(typed(GAME, now, who, text))
    except Refusal as refusal:
        sentence = refusal.sentence()
    assert sentence


def test_bt_12_a_remark_of_another_turn_is_told() -> None:
    remark = "(If it comes round again I'd play my aces.)"
    found = reading(GAME, state("[fives]"), "Ann", f"I'll pass this one. {remark}")
    told = remark.strip("(.)")
    assert found.doubts == (f"“{told}” is taken for talk",)


@pytest.mark.slow
def test_bt_16_bt_20_any_row_of_jokers_and_cards_gets_an_answer() -> None:
    rows = [*product(("joker", "AS", "as", "3D", "2", "LJ"), repeat=4)]
    for row in rows[:: few_or_many(5, 1)]:
        for now in (state("two jokers"), state("[fives]")):
            assert read_as(GAME, now, "Ann", f"play {' '.join(row)}")
