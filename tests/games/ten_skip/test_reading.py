"""What holds of any reading, at every stage of the games in `reading.clauses`; what players write
is in rows there.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from clauses import cases
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from saying import reading
from trial import begun

from gmtool.engine.entry_texts import addressed, asked_of
from gmtool.engine.parts import Reading
from gmtool.engine.reading import read_message
from gmtool.engine.table import Table
from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip import moves as m
from gmtool.games.ten_skip.state import State
from gmtool.games.ten_skip.terms import deck

SAID = (
    *("discard", "keep", "take", "give", "hand", "top", "from", "Bob", "Cid", "9H", "4S", "7D"),
    *("the", "nine", "four", "ten", "ace", "spade", "my", "or", "?", "not", "other", "first", "."),
    *("You're on notice", "dead to me", "challenge", "done", "that's it", "get a load of this"),
    *("reveal", "\n", "and", "one of his", "draw", "pass", "I", "lol", "(", ")"),
)
NAMES = (
    *("giving 9H", "Ann giving", "9H", "from Bob", "Not Me", "Bob or Cid", "Ten", "the other one"),
    *("Cid, Jr.", 'The "Ace"', "A card of Bob's", "Take", "x  y", "Ｂｏｂ", "Will", "notice", "1"),
    *("Jack", "Mary Ann", "Zoë 🎲", "O'Neil"),
)
MOVES = (
    *(kind(card) for kind in (m.Discard, m.Keep, m.Hand, m.Top) for card in deck(1)),
    *(m.Take(name, "9H") for name in (*NAMES, "Agent 47")),
    *(m.Notice(), m.Done(), m.Challenge(), m.Pass(), m.Reveal()),
)


@cache
def states() -> tuple[State, ...]:
    """The games of the cases, each where its messages are read; and one of who draws for dealer."""
    of_rows = (case for case in cases() if case.path == Path(__file__).with_name("reading.clauses"))
    setup = begun(("kind: ten-skip", "players: Ann, Bob, Cid", "set chance: typed"))
    return (setup.state, *(case.played().game.state for case in of_rows))


def test_ts_05_ts_17_text_forms_read_back_without_any_state() -> None:
    for move in MOVES:
        assert GAME.grammar.typed(str(move)) == move


@pytest.mark.parametrize("name", NAMES)
def test_all_04_a_name_in_a_sentence_is_never_another(name: str) -> None:
    first = states()[1]
    seat = first.players[1]
    players = (first.players[0], replace(seat, name=name), *first.players[2:])
    for text in (f"take from {name}, giving 9H", f"I give {name} my 9H", f"{name} gets my 9H"):
        found = reading(GAME, replace(first, players=players), "Ann", text)
        if found.is_sure and "giving 9H" not in name:
            assert found.moves == (m.Take(name, "9H"),), text


def turn() -> Table:
    """Ann's first turn, who may call Bob the boss."""
    (case,) = (case for case in cases() if case.title == "TS-6: a discard in the words of players")
    table: Table = replace(case.played().game.table, aliases={"Bob": ("The Boss",)})
    return table


def read(raw: str) -> Reading:
    """What a host's desk reads a message of Ann's as."""
    return read_message(GAME.grammar, asked_of(GAME, turn(), "Ann"), raw)


@pytest.mark.parametrize("whom", ["the boss giving 9H", "from The Boss, giving 9♥", "bo giving 9H"])
def test_all_04_an_alias_and_the_beginning_of_a_name_mean_its_owner(whom: str) -> None:
    found = read(f"take {whom}")
    assert found.is_sure
    assert [addressed(move, turn()) for move in found.moves] == [m.Take("Bob", "9H")]


@pytest.mark.parametrize("line", ["see you tomorrow", "How is everybody?", "What a turn."])
def test_ts_06_chatter_beside_a_discard_is_shown_beside_the_proposal(line: str) -> None:
    for raw in (f"discard 7C\n{line}", f"Hi Bill,\n{line}\n\nDiscard 7C\nAnn"):
        found = read(raw)
        assert found.moves == (m.Discard("7C"),)
        assert found.left == (line,) or found.doubts == (f"“{line}” is taken for talk",)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(SAID), min_size=1, max_size=7), st.integers(0, 99))
def test_ts_04_reading_tells_nothing_of_other_hands(said: list[str], place: int) -> None:
    now = states()[place % len(states())]
    others = tuple(
        player if player.name == "Ann" else replace(player, hand=player.hand[::-1][:3])
        for player in now.players
    )
    drawn = now.drawn if now.awaited == "Ann" else now.drawn[::-1]
    other = replace(now, players=others, draw_pile=now.draw_pile[::-1], drawn=drawn)
    text = " ".join(said)
    assert reading(GAME, now, "Ann", text) == reading(GAME, other, "Ann", text)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.sampled_from(SAID), max_size=7).map(" ".join) | st.text(max_size=60),
    st.integers(0, 99),
    st.booleans(),
)
def test_any_text_is_read_and_each_reading_is_a_text_form(text: str, place: int, own: bool) -> None:
    now = states()[place % len(states())]
    others = (player.name for player in now.players if player.name != "Ann")
    found = reading(GAME, now, "Ann" if own else next(others), text)
    for move in (*found.moves, *found.readings):
        assert GAME.grammar.typed(str(move)) == move
    assert found.moves or not found.is_sure
