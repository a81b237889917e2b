"""Text to moves: what is typed, and messages as players write them (GB-2 to GB-17)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many, one_in

from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.paste import Reading, read_message
from gmtool.engine.refusals import Ambiguous, Entangled, NotNow, Refusal, Refused, Unreadable
from gmtool.games.grouping_bw import GAME
from gmtool.games.grouping_bw import state as s
from gmtool.games.grouping_bw.moves import (
    Ante,
    AskOrder,
    Bet,
    Call,
    First,
    Fold,
    Group,
    Order,
    Peek,
    Raise,
)
from gmtool.games.grouping_bw.reading import read

NAMES = ("Ann", "Bob")


def setup(names: tuple[str, ...] = NAMES, **options: str) -> s.State:
    state: s.State = GAME.setup(read_options(GAME.options, options), names)
    return state


SETUP = setup()
FINAL = setup(variant="final-match")
ANN, BOB = FINAL.players
HOLDER = replace(FINAL, players=(replace(ANN, items=("bonus", "peek")), BOB))
"""Ann has the Bonus."""
GROUPING = replace(HOLDER, phase=s.GROUPING, set=1, ante=1)
ORDERING = replace(GROUPING, phase=s.ORDER)
FIRST = replace(GROUPING, phase=s.FIRST)
NOW = s.Round(1, (3, 4), 1, "Ann", "Ann")
OPEN = replace(
    FINAL,
    phase=s.BETTING,
    set=1,
    ante=1,
    starter="Ann",
    players=(replace(ANN, chips=99, bet=1), replace(BOB, chips=99, bet=1)),
    round=NOW,
)
"""Ann starts, and nothing has been bet."""
CHECKABLE = replace(OPEN, terms=replace(OPEN.terms, opening_check=True))
ANSWERING = replace(
    OPEN,
    players=(OPEN.players[0], replace(BOB, chips=94, bet=6)),
    round=replace(NOW, starter="Bob", actions=(s.Action("Bob", s.BET, 5),)),
)
"""Bob has bet 5."""
SHORT = replace(ANSWERING, players=(replace(ANN, chips=12, bet=1), ANSWERING.players[1]))
"""Ann has 12 chips, and needs 5 of them to call."""
SPENT = replace(ANSWERING, players=(replace(ANN, chips=5, bet=1), ANSWERING.players[1]))
"""Ann can call, and has nothing left then."""
ENDED = replace(FINAL, phase=s.ENDED)
STATES = (SETUP, HOLDER, GROUPING, ORDERING, FIRST, OPEN, CHECKABLE, ANSWERING, SHORT, SPENT, ENDED)


def texts_of(state: s.State, text: str, who: str = "Ann") -> tuple[str, ...]:
    """The text forms of the moves that are read."""
    return tuple(map(str, read(state, who, text)))


def refusal(state: s.State, text: str, who: str = "Ann") -> Refusal:
    with pytest.raises(Refusal) as caught:
        read(state, who, text)
    assert caught.value.sentence()
    return caught.value


def readings(state: s.State, text: str, who: str = "Ann") -> tuple[str, ...]:
    found = refusal(state, text, who)
    assert isinstance(found, Ambiguous), found
    return found.readings


# Groups

UP = "group A 0 1 B 2 3 4 C 5 6 7 8"


@pytest.mark.parametrize(
    "text",
    [
        UP,
        "GROUP A 0 1 B 2 3 4 C 5 6 7 8.",
        "A 0 1 B 2 3 4 C 5 6 7 8",
        "a 0 1 b 2 3 4 c 5 6 7 8",
        "A 01 B 234 C 5678",
        "A01 B234 C5678",
        "A-01 B-234 C-5678",
        "A=01,B=234,C=5678",
        "A={0,1} B={2,3,4} C={5,6,7,8}",
        "A {0;1} B {2;3;4} C {5;6;7;8}",
        "A: 0,1\nB: 2,3,4\nC: 5,6,7,8",
        "A: 0, 1; B: 2, 3, 4; C: 5, 6, 7, 8",
        "A: 0/1 B: 2/3/4 C: 5/6/7/8",
        "A: 0-1\nB: 2-3-4\nC: 5-6-7-8",
        "A: 0 1 / B: 2 3 4 / C: 5 - 6 - 7 - 8",
        "A: 0 & 1 | B: 2 & 3 & 4 | C: 5 + 6 + 7 + 8",
        "C: 5 6 7 8\nA: 0 1\nB: 2 3 4",
        "a: 0 1\nb: 2 3 4\nc: 5 6 7 8",
        "A - 0 1\nB - 2 3 4\nC - 5 6 7 8",
        "A. 0 1\nB. 2 3 4\nC. 5 6 7 8",
        "A) 0, 1 B) 2, 3, 4 C) 5, 6, 7, 8",
        "a) 0 1\nb) 2 3 4\nc) 5 6 7 8",
        "(A) 0 1 (B) 2 3 4 (C) 5 6 7 8",
        "A -> 0 1\nB -> 2 3 4\nC => 5 6 7 8",
        "A → 0 1\nB → 2 3 4\nC → 5 6 7 8",
        "1. A: 0 1\n2. B: 2 3 4\n3. C: 5 6 7 8",
        "• A: 0 1\n• B: 2 3 4\n• C: 5 6 7 8",
        "A:\n0\n1\nB:\n2\n3\n4\nC:\n5\n6\n7\n8",
        "A B C\n01 234 5678",
        "A/B/C: 01/234/5678",
        "A (2): 0 1\nB (3): 2 3 4\nC (4): 5 6 7 8",
        "Group A: 0 and 1; group B: two, three and four; group C: five, six, seven & eight",
        "group a: 0 1, group b: 2 3 4, group c: 5 6 7 8",
        "A: zero, one\nB: two three four\nC: five six seven eight",
        "A has 0 and 1, B has 2, 3 and 4 and C has 5, 6, 7 and 8",
        "0 1 in A, 2 3 4 in B, and 5 6 7 8 in C",
        "0,1 -> A; 2,3,4 -> B; 5,6,7,8 -> C",
        "I put a 0 and a 1 in A, 2 3 4 in B, 5 6 7 8 in C",
        "Set 3: A 0 1; B 2 3 4; C 5 6 7 8",
        "Hi Bill,\n\nmy groups for set 2:\n- A: 0 1\n- B: 2 3 4\n- C: 5 6 7 8\n\nThanks!\nAnn",
        "Here's a grouping for you: A 0 1 B 2 3 4 C 5 6 7 8 please :)",
        "My tiles are A: 0 1, B: 2 3 4, C: 5 6 7 8. Good luck everyone!",
        "A: 0 1\nB: 2 3 4\nC: 5 6 7 8\nGood one, Bob!",
        "A: 0 1 \U0001f389\nB: 2 3 4\u200b\nC: 5\u00a06 7 8",
        "Ａ： ０ １\nＢ： ２ ３ ４\nＣ： ５ ６ ７ ８",
        f"{UP}\nA: 01, B: 234, C: 5678",
        "A group: 0 1\nB group: 2 3 4\nC group: 5 6 7 8",
        "A\t0\t1\nB\t2\t3\t4\nC\t5\t6\t7\t8",
        "Grouping: 01 234 5678",
        "01 / 234 / 5678",
        "01\n234\n5678",
        "01 234 5678",
        "01, 234, 5678",
        "01-234-5678",
        "0 1 | 2 3 4 | 5 6 7 8",
        "0 1; 2 3 4; 5 6 7 8",
        "0,1 2,3,4 5,6,7,8",
        "[0,1] [2,3,4] [5,6,7,8]",
        "(0 1) (2 3 4) (5 6 7 8)",
        "My grouping is [0,1] [2,3,4] [5,6,7,8]",
        "1) 0 1\n2) 2 3 4\n3) 5 6 7 8",
    ],
)
def test_gb_02_groups_in_any_layout(text: str) -> None:
    assert texts_of(GROUPING, text) == (UP,)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("A 0 9 B 10 3 4 C x 5 6 7", "group A 0 9 B 10 3 4 C x 5 6 7"),
        ("A -1 3 B 2 ½ 4 C 5 6 7 8", "group A -1 3 B 2 ½ 4 C 5 6 7 8"),
        ("A: 0.8 B: 1 2 3 C: 4 5 6 7", "group A 0.8 B 1 2 3 C 4 5 6 7"),
        ("A: / B: 1 2 3 / C: 4 5 6 7", "group A B 1 2 3 C 4 5 6 7"),
        ("A: 0 1 B: C: 2 3 4 5 6 7 8", "group A 0 1 B C 2 3 4 5 6 7 8"),
        ("A: 11, 2 B: 2 3 C: eleven", "group A 11 2 B 2 3 C 1 1"),
        ("A: O 1 B: 2 3 4 C: 5 6 7 8", "group A O 1 B 2 3 4 C 5 6 7 8"),
        ("01 / 234 / 5679", "group A 0 1 B 2 3 4 C 5 6 7 9"),
    ],
)
def test_gb_02_wrong_tiles_and_sizes_stay_for_the_rules_to_name(text: str, move: str) -> None:
    assert texts_of(GROUPING, text) == (move,)
    assert texts_of(OPEN, move) == (move,)


OTHER = "group A 0 2 B 1 3 4 C 5 6 7 8"


@pytest.mark.parametrize(
    ("text", "could_be", "said_so"),
    [
        ("A: 0 1, B: 2 3 4, C the rest", (UP,), "doesn't write every tile out"),
        ("A: 0 1\nB: 2 3 4\nC: everything else", (UP,), "doesn't write every tile out"),
        ("A: 0 1\nB: the other three\nC: 5 6 7 8", (UP,), "doesn't write every tile out"),
        ("A: 0 1 3\nB: 2 4\nC: what's left", ("group A 0 1 3 B 2 4 C 5 6 7 8",), "every tile"),
        ("A: the rest, B: the rest, C: 5 6 7 8", (), "doesn't write every tile out"),
        ("A: 0 1 B: 2 3 4", (UP,), "doesn't name all three groups"),
        ("B: 2 3 4 C: 5 6 7", (), "doesn't name all three groups"),
        ("A: 0 1 2\nA: 3 4\nC: 5 6 7 8", (), "names a group more than once"),
        ("A: 0 1\nB: 2-4\nC: 5-8", (UP,), "has a range, “2-4”, and ranges aren't read"),
        ("A 0 1 B 2 to 4 C 5 through 8", (UP,), "has a range, “2 to 4”"),
        ("A: 0-8\nB: 1-2-3\nC: 4-5-6-7", ("group A 0 8 B 1 2 3 C 4 5 6 7",), "“0-8”"),
        ("A: 0 1 B: 2..4 C: 5 6 7 8", (UP,), "“2..4”"),
        ("A: 4-7", (), "“4-7”"),
        (f"maybe {UP[6:]}", (UP,), "leaves open what is meant"),
        (f"{UP}?", (UP,), "leaves open what is meant"),
        (f"{UP} if I may", (UP,), "leaves open what is meant"),
        (f"{UP} \U0001f914", (UP,), "leaves open what is meant"),
        (f"not {UP[6:]}", (), "says no to one"),
        (f"don't use {UP}", (), "says no to one"),
        (f"{UP} \u274c", (), "says no to one"),
        (f"{UP} or {OTHER}", (UP, OTHER), "leaves open what is meant"),
        (f"{UP}\n{OTHER}", (UP, OTHER), "names more than one move"),
        (f"{UP[6:]}\nno wait\n{OTHER[6:]}", (UP, OTHER), "names more than one move"),
        (f"{UP}\nmaybe I'll change this later", (UP,), "leaves open whether they stand"),
        (f"{UP}\nunless Bob has the 8", (UP,), "leaves open"),
        (f"{UP} because it is lucky", (UP,), "says more than a move"),
        ("A: 0 1 B: 2 3 4 C: 5 6 7 foo", (), "says more than a move"),
        ("A: 0 1\nB: 2 3 4\nC: 5 6 7 8\nsee you at 20:00", (), "says more than a move"),
        (f"\u202e{UP[6:]}", (UP,), "says more than a move"),
    ],
)
def test_gb_02_what_leaves_a_doubt_is_never_taken(
    text: str, could_be: tuple[str, ...], said_so: str
) -> None:
    found = refusal(GROUPING, text)
    assert (type(found), found.clause) == (Entangled, "GB-2")
    assert isinstance(found, Ambiguous)
    if "lucky" not in text and "Bob" not in text:
        assert found.readings == could_be
    assert said_so in found.sentence()
    assert f"as in `{UP}`" in found.sentence()


@pytest.mark.parametrize(
    "text",
    [
        "0 1 2 3 4 5 6 7 8",
        "012345678",
        "5678 / 234 / 01",
        "01 / 2345 / 678",
        "[0,1,2] [3,4,5] [6,7,8]",
        "01 / 2-4 / 5-8",
    ],
)
def test_gb_02_tiles_without_letters_are_three_lists_of_two_three_and_four(text: str) -> None:
    found = refusal(GROUPING, text)
    assert (type(found), found.clause, found.quoted) == (Refused, "GB-2", text)
    assert "doesn't say which tiles are in A, in B and in C" in found.sentence()
    assert f"`{UP}`" in found.sentence()


@pytest.mark.parametrize(
    "text", ["same as last time", "no changes", "random please", "surprise me!", "You choose"]
)
def test_gb_02_nobody_else_writes_the_groups_out(text: str) -> None:
    found = refusal(GROUPING, text)
    assert (type(found), found.clause) == (Refused, "GB-2")
    assert "doesn't write the groups out, and nobody else does" in found.sentence()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "Hi all",
        "A: 0 1",
        "C the rest",
        "5678",
        "See you at 20:00",
        "Plan B is better than plan A",
        "group A TILE … B TILE … C TILE …",
        "in order to win",
        "bet it all",
    ],
)
def test_gb_02_what_is_no_grouping_is_told_what_would_be_right(text: str) -> None:
    found = refusal(GROUPING, text)
    assert (type(found), found.clause, found.quoted) == (Unreadable, "GB-2", text)
    assert f"“{text}” can't be read as a move" in found.sentence()
    assert f"`{UP}`" in found.sentence()


@pytest.mark.parametrize("state", [SETUP, ORDERING, OPEN, ANSWERING, ENDED])
def test_gb_02_groups_in_own_words_count_only_at_the_start_of_a_set(state: s.State) -> None:
    assert texts_of(state, UP) == (UP,)
    with pytest.raises((Unreadable, Ambiguous, NotNow)):
        read(state, "Bob", "A: 0 1\nB: 2 3 4\nC: 5 6 7 8")


# Beside the groups

LINES = "A: 0 1\nB: 2 3 4\nC: 5 6 7 8"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (f"{LINES}\nante 3", ("ante 3", UP)),
        (f"ante 3\n{LINES}", ("ante 3", UP)),
        (f"{UP}, ante 3", ("ante 3", UP)),
        (f"{UP} and an ante of three", ("ante 3", UP)),
        ("A: 0 1, B: 2 3 4, C: 5 6 7 8. Ante 3 please", ("ante 3", UP)),
        (f"{LINES}\norder", (UP, "order")),
        (f"order\n{LINES}", (UP, "order")),
        (
            f"{LINES}\nI'd like to use my Order, and I propose an ante of 3.",
            ("ante 3", UP, "order"),
        ),
        (f"I start\n{LINES}\nante 3\nThanks all", ("first Ann", "ante 3", UP)),
        (f"{LINES}\nante 3\nante 3", ("ante 3", UP)),
        (f"{LINES}\nante 1,000", ("ante 1,000", UP)),
        (f"bet 5\n{LINES}\ncall", (UP, "bet 5", "call")),
    ],
)
def test_gb_12_and_17_groups_with_what_stands_beside_them(
    text: str, moves: tuple[str, ...]
) -> None:
    """An ante counts until both have grouped, and an Order is used after the groups."""
    assert texts_of(GROUPING, text) == moves


@pytest.mark.parametrize(
    ("text", "clause", "could_be"),
    [
        (f"{LINES}\nante 3?", "GB-12", ("ante 3",)),
        (f"{LINES}\nante 3 or 4", "GB-12", ("ante 3", "ante 4")),
        (f"{LINES}\norder?", "GB-17", ("order",)),
        (f"{LINES}\nmaybe use my order", "GB-17", ("order",)),
        (f"{LINES}\nante 3\nante 4", "GB-2", ("ante 3", "ante 4")),
        (f"ante 3 {UP[6:]}", "GB-12", ()),
        (f"{UP[6:]}\nante 3, unless that is too high", "GB-2", (UP,)),
        ("ante 3, unless that is too high", "GB-2", ()),
        ("order now, or maybe later", "GB-2", ()),
        ("order now I think", "GB-17", ("order",)),
        ("ante 3. Is that ok?", "GB-2", ("ante 3",)),
        ("ante 3\nif Bob likes it", "GB-2", ()),
    ],
)
def test_gb_12_and_17_a_doubt_beside_the_groups_stops_them_too(
    text: str, clause: str, could_be: tuple[str, ...]
) -> None:
    found = refusal(GROUPING, text)
    assert isinstance(found, Ambiguous)
    assert (found.clause, found.readings) == (clause, could_be)
    reading = message(GROUPING, text)
    assert reading.moves == ()
    assert len(reading.refused) == 1


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("ante 3", "ante 3"),
        ("Ante: 3", "ante 3"),
        ("ante = 3", "ante 3"),
        ("an ante of 3 chips", "ante 3"),
        ("I propose an ante of 3", "ante 3"),
        ("I'd like to raise the ante to 3", "ante 3"),
        ("let's make the ante three!", "ante 3"),
        ("I agree to the ante of 3", "ante 3"),
        ("ante -2", "ante -2"),
        ("ante 2.5", "ante 2.5"),
    ],
)
def test_gb_12_an_ante(text: str, move: str) -> None:
    assert texts_of(GROUPING, text) == (move,)


@pytest.mark.parametrize(
    ("text", "could_be"),
    [
        ("ante 3?", ("ante 3",)),
        ("ante 3 or 4", ("ante 3", "ante 4")),
        ("maybe an ante of 3", ("ante 3",)),
        ("raise the ante by 2", ("ante 3",)),
        ("no ante of 3", ()),
        ("no ante", ()),
        ("ante 3 because why", ("ante 3",)),
    ],
)
def test_gb_12_an_ante_is_outright(text: str, could_be: tuple[str, ...]) -> None:
    assert readings(GROUPING, text) == could_be
    assert refusal(GROUPING, text).clause == "GB-12"


def test_gb_12_an_ante_in_own_words_counts_only_at_the_start_of_a_set() -> None:
    assert texts_of(OPEN, "ante 3") == ("ante 3",)
    assert texts_of(GROUPING, "an ante of 3") == ("ante 3",)
    assert isinstance(refusal(FIRST, "an ante of 3"), Unreadable)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("peek", "peek"),
        ("Peek!", "peek"),
        ("peek please", "peek"),
        ("use my peek", "peek"),
        ("I'd like to use Peek", "peek"),
        ("I'll use my Peek on Bob's tile", "peek"),
        ("I'm using the peek item now", "peek"),
        ("order", "order"),
        ("Order please", "order"),
        ("use order", "order"),
        ("I use my Order.", "order"),
        ("I want to use the order item", "order"),
    ],
)
def test_gb_17_items(text: str, move: str) -> None:
    for state in (GROUPING, ORDERING, FIRST, OPEN, ANSWERING):
        if "Bob's" not in text:
            assert texts_of(state, text) == (move,)
            assert texts_of(state, text, "Bob") == (move,)


@pytest.mark.parametrize(
    ("text", "could_be"),
    [
        ("peek?", ("peek",)),
        ("maybe use my peek", ("peek",)),
        ("don't use my peek", ()),
        ("use my peek if he raises", ("peek",)),
        ("use my peek or order", ("peek", "order")),
        ("should I use my order", ("order",)),
    ],
)
def test_gb_17_an_item_is_used_outright(text: str, could_be: tuple[str, ...]) -> None:
    assert readings(FIRST, text) == could_be
    assert refusal(FIRST, text).clause == "GB-17"


@pytest.mark.parametrize("text", ["in order to win", "a peek behind the scenes", "order pizza"])
def test_gb_17_a_word_of_an_item_is_no_use_of_it(text: str) -> None:
    assert isinstance(refusal(ORDERING, text), Unreadable)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("first Bob", "first Bob"),
        ("FIRST: bo", "first bo"),
        ("I start", "first Ann"),
        ("I'll go first!", "first Ann"),
        ("I would like to start", "first Ann"),
        ("me first", "first Ann"),
        ("Bob starts", "first Bob"),
        ("bob goes first.", "first bob"),
        ("Let Bob start", "first Bob"),
        ("I want Bob to start", "first Bob"),
        ("my opponent starts the first round", "first Bob"),
        ("Hi Bill,\nBob begins.\nThanks\nAnn", "first Bob"),
    ],
)
def test_gb_05_the_holder_of_the_bonus_says_who_starts(text: str, move: str) -> None:
    for state in (HOLDER, ORDERING, FIRST):
        assert texts_of(state, text) == (move,)


@pytest.mark.parametrize(
    ("text", "could_be"),
    [
        ("Bob starts?", ("first Bob",)),
        ("maybe Bob starts", ("first Bob",)),
        ("not Bob first", ()),
        ("Ann or Bob starts", ("first Ann", "first Bob")),
    ],
)
def test_gb_05_who_starts_is_said_outright(text: str, could_be: tuple[str, ...]) -> None:
    assert readings(FIRST, text) == could_be
    assert refusal(FIRST, text).clause == "GB-5"


def test_gb_05_own_words_on_who_starts_count_only_of_the_holder() -> None:
    assert isinstance(refusal(FIRST, "I start", "Bob"), Unreadable)
    assert texts_of(FIRST, "first Bob", "Bob") == ("first Bob",)
    found = refusal(FIRST, "the game starts tonight")
    assert (type(found), found.clause) == (Unreadable, "GB-5")
    assert "`first NAME`" in found.sentence()


# Betting


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        (OPEN, "bet 5", "bet 5"),
        (OPEN, "I bet five chips", "bet 5"),
        (OPEN, "Betting 5!", "bet 5"),
        (OPEN, "I'd like to bet 7 please", "bet 7"),
        (OPEN, "bet 11", "bet 11"),
        (OPEN, "bet 0", "bet 0"),
        (OPEN, "bet -3", "bet -3"),
        (OPEN, "bet 5.5", "bet 5.5"),
        (OPEN, "bet ½", "bet ½"),
        (OPEN, "bet 1,000", "bet 1,000"),
        (OPEN, "Hi all,\nI bet 5\nGood luck!\nAnn", "bet 5"),
        (OPEN, "b\u200bet ５", "bet 5"),
        (OPEN, "raise 3", "raise 3"),
        (ANSWERING, "bet 10", "bet 10"),
        (ANSWERING, "raise 3", "raise 3"),
        (ANSWERING, "raise by 3", "raise 3"),
        (ANSWERING, "raise +3", "raise 3"),
        (ANSWERING, "I raise 3 more", "raise 3"),
        (ANSWERING, "I'll raise you another three chips", "raise 3"),
        (ANSWERING, "re-raise 3", "raise 3"),
        (ANSWERING, "raise 20", "raise 20"),
        (ANSWERING, "call", "call"),
        (ANSWERING, "I call", "call"),
        (ANSWERING, "call it!", "call"),
        (ANSWERING, "Calling.", "call"),
        (ANSWERING, "I call your bet", "call"),
        (ANSWERING, "I'll call your raise", "call"),
        (ANSWERING, "I'm folding this one", "fold"),
        (ANSWERING, "fold this hand", "fold"),
        (ANSWERING, "ok, call please :)", "call"),
        (ANSWERING, "ｃａｌｌ \U0001f44d", "call"),
        (ANSWERING, "fold", "fold"),
        (ANSWERING, "I fold.", "fold"),
        (ANSWERING, "Folding", "fold"),
        (ANSWERING, "I'm going to fold this round", "fold"),
    ],
)
def test_gb_06_betting(state: s.State, text: str, move: str) -> None:
    assert texts_of(state, text) == (move,)


@pytest.mark.parametrize(
    ("state", "text", "could_be"),
    [
        (OPEN, "5", ("bet 5",)),
        (OPEN, "five chips", ("bet 5",)),
        (OPEN, "I'll open with 5", ("bet 5",)),
        (OPEN, "put in 5", ("bet 5",)),
        (OPEN, "20", ()),
        (OPEN, "bet 5?", ("bet 5",)),
        (OPEN, "maybe bet 5", ("bet 5",)),
        (OPEN, "don't bet 5", ()),
        (OPEN, "bet 5 or fold", ("fold", "bet 5")),
        (OPEN, "bet 5 6", ("bet 5", "bet 6")),
        (OPEN, "bet 5 because it is Friday", ("bet 5",)),
        (OPEN, "all in", ("bet 10",)),
        (OPEN, "All-in!", ("bet 10",)),
        (OPEN, "bet the max", ("bet 10",)),
        (OPEN, "bet everything", ("bet 10",)),
        (OPEN, "minimum", ("bet 1",)),
        (OPEN, "peek and fold", ("peek", "fold")),
        (CHECKABLE, "check", ("call",)),
        (CHECKABLE, "I check", ("call",)),
        (CHECKABLE, "I see", ("call",)),
        (ANSWERING, "3", ("raise 3",)),
        (ANSWERING, "5", ("raise 5", "call")),
        (ANSWERING, "10", ("raise 10", "raise 5")),
        (ANSWERING, "+3", ("raise 3",)),
        (ANSWERING, "I see", ("call",)),
        (ANSWERING, "see you", ("call",)),
        (ANSWERING, "match", ("call",)),
        (ANSWERING, "I'll match that", ("call",)),
        (ANSWERING, "call 5", ("call",)),
        (ANSWERING, "call?", ("call",)),
        (ANSWERING, "I'd call", ("call",)),
        (ANSWERING, "I don't call", ()),
        (ANSWERING, "not folding", ()),
        (ANSWERING, "call or fold?", ("fold", "call")),
        (ANSWERING, "fold\ncall", ("fold", "call")),
        (ANSWERING, "call \U0001f914", ("call",)),
        (ANSWERING, "fold unless you have less", ("fold",)),
        (ANSWERING, "what a lucky call", ("call",)),
        (ANSWERING, "pass", ("fold",)),
        (ANSWERING, "I'm out", ("fold",)),
        (ANSWERING, "I give up", ("fold",)),
        (ANSWERING, "all in", ("raise 10",)),
        (ANSWERING, "max", ("raise 10",)),
        (ANSWERING, "raise as much as I can", ("raise 10",)),
        (ANSWERING, "raise 2 or 3", ("raise 2", "raise 3")),
        (ANSWERING, "call and raise 3", ("raise 3",)),
        (ANSWERING, "see your 5 and raise 3", ("raise 3",)),
        (ANSWERING, "I'll see your 5 and raise you 3 more", ("raise 3",)),
        (ANSWERING, "I'll see your raise", ("call",)),
        (ANSWERING, "raise 3 and call", ("raise 3", "call")),
        (SHORT, "all in", ("raise 7",)),
        (SHORT, "raise all", ("raise 7",)),
        (SPENT, "all in", ("call",)),
    ],
)
def test_gb_06_what_leaves_a_doubt_is_never_taken(
    state: s.State, text: str, could_be: tuple[str, ...]
) -> None:
    found = refusal(state, text)
    assert isinstance(found, Ambiguous)
    assert (found.clause, found.readings) == ("GB-6", could_be)
    assert f"“{' '.join(text.split())}”" in found.sentence()


LEVEL = "raises are told by how much more, and the bets stand at 5"


@pytest.mark.parametrize(
    ("state", "text", "could_be", "said_so"),
    [
        (ANSWERING, "raise to 10", ("raise 5",), f"{LEVEL}; to 10 would be `raise 5`."),
        (ANSWERING, "raise it to 10", ("raise 5",), f"{LEVEL}; to 10 would be `raise 5`."),
        (ANSWERING, "I raise to ten chips", ("raise 5",), "to 10 would be `raise 5`."),
        (ANSWERING, "bump it to 10", ("raise 5",), "to 10 would be `raise 5`."),
        (ANSWERING, "make it 10", ("raise 5",), "to 10 would be `raise 5`."),
        (ANSWERING, "I'll make it ten", ("raise 5",), "to 10 would be `raise 5`."),
        (ANSWERING, "raise 5 to 10", ("raise 5",), "to 10 would be `raise 5`."),
        (ANSWERING, "raise up to a total of 10", ("raise 5",), "to 10 would be `raise 5`."),
        (ANSWERING, "10 total", ("raise 5",), "to 10 would be `raise 5`."),
        (ANSWERING, "see your bet and raise to 10", ("raise 5",), "to 10 would be `raise 5`."),
        (ANSWERING, "raise to 10?", ("raise 5",), "to 10 would be `raise 5`."),
        (ANSWERING, "don't raise to 10", (), "to 10 would be `raise 5`."),
        (ANSWERING, "raise to 5", ("call",), "to 5 would be `call`."),
        (ANSWERING, "raise to 3", (), "to 3 can't be. A raise is 1 to 10 chips"),
        (ANSWERING, "raise to 16", (), "to 16 can't be. A raise is 1 to 10 chips"),
        (ANSWERING, "raise to 5.5", (), "to 5.5 can't be. A raise is 1 to 10 chips"),
        (SHORT, "raise to 13", (), "to 13 can't be. A raise is 1 to 7 chips"),
        (SHORT, "raise to 12", ("raise 7",), "to 12 would be `raise 7`."),
        (OPEN, "raise to 10", ("bet 10",), "nothing has been bet that could be raised; to 10"),
        (OPEN, "make it 11", (), "to 11 can't be. A bet is 1 to 10 chips"),
    ],
)
def test_gb_06_a_raise_says_by_how_much(
    state: s.State, text: str, could_be: tuple[str, ...], said_so: str
) -> None:
    found = refusal(state, text)
    assert isinstance(found, Ambiguous)
    assert (found.clause, found.readings) == ("GB-6", could_be)
    assert found.sentence().startswith(f"“{text}”: ")
    assert said_so in found.sentence()


@pytest.mark.parametrize(
    ("state", "text", "said_so"),
    [
        (OPEN, "check", "nobody checks in this match; say `bet CHIPS` or `fold`"),
        (ANSWERING, "I check", "there is a bet to answer; say `raise CHIPS`, `call` or `fold`"),
        (CHECKABLE, "bet", "how many chips; say `bet CHIPS`, `call` or `fold`"),
        (OPEN, "bet half", "doesn't say how many chips; say `bet CHIPS` or `fold`"),
        (ANSWERING, "I will raise", "doesn't say how many chips"),
        (SPENT, "raise", "doesn't say how many chips; say `call` or `fold`"),
    ],
)
def test_gb_06_what_is_no_action_is_told_what_would_be_right(
    state: s.State, text: str, said_so: str
) -> None:
    found = refusal(state, text)
    assert (type(found), found.clause, found.quoted) == (Refused, "GB-6", text)
    assert said_so in found.sentence()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "Hi all",
        "See you tomorrow",
        "raise your glass",
        "good game",
        "\u202ecall",
        "no",
    ],
)
def test_gb_06_talk_is_no_action(text: str) -> None:
    found = refusal(ANSWERING, text)
    assert (type(found), found.clause) == (Unreadable, "GB-6")
    assert "say `raise CHIPS`, `call` or `fold`" in found.sentence()


def test_gb_06_of_the_player_whose_turn_it_isn_t_only_clear_words_are_read() -> None:
    assert texts_of(ANSWERING, "I fold", "Bob") == ("fold",)
    for text in ("5", "see you", "raise to 10", "maybe fold"):
        found = refusal(ANSWERING, text, "Bob")
        assert (type(found), found.clause, found.quoted) == (NotNow, "GB-6", text)
        assert "it is Ann's turn" in found.sentence()
    assert "it is Ann's turn" in refusal(ANSWERING, "hello", "Bob").sentence()


@pytest.mark.parametrize("state", [SETUP, GROUPING, FIRST, ENDED])
def test_gb_06_own_words_count_only_while_betting_is_open(state: s.State) -> None:
    for text in ("5", "I bet five chips", "all in", "see you", "I fold"):
        assert isinstance(refusal(state, text, "Bob"), Unreadable)
    for text in ("bet 5", "raise 3", "call", "fold"):
        assert texts_of(state, text, "Bob") == (text,)


@pytest.mark.parametrize("state", [SETUP, ORDERING, ENDED])
def test_all_06_who_is_not_asked_for_anything_is_told_all_moves(state: s.State) -> None:
    found = refusal(state, "hello", "Bob")
    assert (type(found), found.clause) == (Unreadable, "ALL-6")
    assert "`raise CHIPS`" in found.sentence()


# The host


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("first Ann", "first Ann"),
        ("First: ann", "first ann"),
        ('first "Cid, Jr."', 'first "Cid, Jr."'),
        ("Ann starts", "first Ann"),
        ("Agent 47 begins.", "first Agent 47"),
        ("ann goes first", "first ann"),
        ("ann first", "first ann"),
        ("first First", "first First"),
    ],
)
def test_gb_05_the_host_says_who_starts_by_the_name_as_written(text: str, move: str) -> None:
    for state in STATES:
        assert texts_of(state, text, "host") == (move,)


@pytest.mark.parametrize(
    "text", ["", "first", "bet 5", "call", "peek", "order", UP, "ante 3", "bet 5 first", "I start"]
)
def test_all_06_a_player_s_move_is_none_of_the_host_s(text: str) -> None:
    found = refusal(OPEN, text, "host")
    assert (type(found), found.clause, found.quoted) == (Unreadable, "ALL-6", text)
    assert "a host says `first NAME`; what a player says goes under its name" in found.sentence()


# Chance


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("order Ann 7 5 8 6 0 1 3 2 4", "order Ann 7 5 8 6 0 1 3 2 4"),
        ("ORDER ann ７ 5 8 6 0 1 3 2 4", "order ann 7 5 8 6 0 1 3 2 4"),
        ("order Ann: 7, 5, 8, 6, 0, 1, 3, 2, 4", "order Ann 7 5 8 6 0 1 3 2 4"),
        ("order Ann [7,5,8,6][0,1][3,2,4]", "order Ann 7 5 8 6 0 1 3 2 4"),
        ("order Ann 758601324", "order Ann 7 5 8 6 0 1 3 2 4"),
        ("order an 7 5 8 6 0 1 3 2 4", "order an 7 5 8 6 0 1 3 2 4"),
        ("order Agent 47 7 5 8 6 0 1 3 2 4", "order Agent 47 7 5 8 6 0 1 3 2 4"),
        ("order Agent 7 5 8 6 0 1 3 2 4", "order Agent 7 5 8 6 0 1 3 2 4"),
        ('order "Cid, Jr." 7 5 8 6 0 1 3 2 4', 'order "Cid, Jr." 7 5 8 6 0 1 3 2 4'),
        ("order Ann 7 5 8 6 0 1 3 2 9", "order Ann 7 5 8 6 0 1 3 2 9"),
    ],
)
def test_gb_03_the_last_nine_words_of_an_order_are_its_tiles(text: str, move: str) -> None:
    for state in (SETUP, setup(("Agent 47", "Ann"))):
        assert texts_of(state, text, "chance") == (move,)


@pytest.mark.parametrize(
    ("text", "clause", "said_so"),
    [
        ("order Agent 4 7 5 8 6 0 1 3 2", "ALL-3", "has 8 tiles for Agent 4 instead of nine"),
        ("order Ann 7", "ALL-3", "has 1 tile for Ann instead of nine"),
        ("order Ann", "ALL-3", "has no tiles for Ann instead of nine"),
        ('order "Cid" 7 5', "ALL-3", "has 2 tiles for Cid instead of nine"),
        ('order "Cid 7 5', "ALL-3", "has a quotation mark that isn't closed"),
        ("order 7 5 8 6 0 1 3 2 4", "ALL-3", "doesn't have a name and nine tiles"),
        ("order Ann 7 5 8 6 0 1 3 2 x", "GB-3", "has “x” among the tiles"),
        ("order Ann 7 5 8 six 0 1 3 2 4", "GB-3", "has “six” among the tiles"),
    ],
)
def test_gb_03_an_order_of_other_than_nine_tiles_is_refused(
    text: str, clause: str, said_so: str
) -> None:
    found = refusal(setup(("Ann", "Agent 4")), text, "chance")
    assert (type(found), found.clause, found.quoted) == (Refused, clause, text)
    assert said_so in found.sentence()
    assert "write the nine tiles as they will be dealt, as in `order NAME" in found.sentence()


@pytest.mark.parametrize("text", ["", "order", "shuffle 3S", "7 5 8 6 0 1 3 2 4", "bet 5"])
def test_all_03_what_is_nothing_of_chance_s(text: str) -> None:
    found = refusal(ORDERING, text, "chance")
    assert (type(found), found.clause) == (Unreadable, "ALL-3")


# Messages


def message(state: s.State, raw: str, who: str = "Ann") -> Reading:
    return read_message(lambda line: read(state, who, line), raw)


@pytest.mark.parametrize(
    ("state", "raw", "moves"),
    [
        (GROUPING, f"> A 8 7\n{LINES}", (UP,)),
        (GROUPING, f"[quote=Bill]Group, please: {OTHER}[/quote]\n[b]{UP}[/b]", (UP,)),
        (GROUPING, f"Hi!\n\n{LINES}\n\nante 3\n-- Ann", ("ante 3", UP)),
        (GROUPING, "[list][*]A: 0 1[*]B: 2 3 4[*]C: 5 6 7 8[/list]\nGood luck!", (UP,)),
        (ANSWERING, "> bet 5\nI raise 3", ("raise 3",)),
        (ANSWERING, "I fold\nGood game", ("fold",)),
        (ANSWERING, "[b]call[/b]\nSee you tomorrow", ("call",)),
        (ANSWERING, "use my peek\nI call", ("peek", "call")),
        (ANSWERING, "fold\nunless he folds", ()),
        (ANSWERING, "fold\nif Bob has an 8, that is", ()),
        (ANSWERING, "call\nforget that", ()),
        (ANSWERING, "call\nraise 3", ()),
        (ANSWERING, "~~fold~~\ncall", ("call",)),
        (FIRST, "Bob starts\nor me", ()),
    ],
)
def test_quotes_talk_and_contradictions_in_messages(
    state: s.State, raw: str, moves: tuple[str, ...]
) -> None:
    assert tuple(map(str, message(state, raw).moves)) == moves


@pytest.mark.parametrize("name", ["Agent 47", "Fold", "All In", "Peek", "C 8"])
def test_a_name_that_means_something_else_is_no_signature(name: str) -> None:
    """A line that may be a move is read as that, whatever its player is called."""
    state = replace(ANSWERING, players=(replace(ANSWERING.players[0], name=name), BOB))
    state = replace(state, round=replace(NOW, actor=name, actions=ANSWERING.round.actions))  # type: ignore[union-attr]
    assert "call" in readings(state, "fold\ncall", name)
    grouping = replace(GROUPING, players=(replace(ANN, name=name), BOB))
    assert texts_of(grouping, "A\n0\n8\nB\n1\n2\n3\nC\n4\n5\n6\n7", name) == (
        "group A 0 8 B 1 2 3 C 4 5 6 7",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "line"),
    [
        (GROUPING, "A: 0 1"),
        (GROUPING, "ante 3"),
        (ANSWERING, "5"),
        (ANSWERING, "fold or call"),
        (FIRST, "hello"),
    ],
)
def test_a_message_of_ten_thousand_lines_is_read_or_refused(state: s.State, line: str) -> None:
    found = moves_or_refusal(state, "Ann", "\n".join([line] * few_or_many(1_000, 10_000)))
    assert isinstance(found, Refusal) or found == (Ante("3"),)


@pytest.mark.slow
@pytest.mark.parametrize("state", [GROUPING, ANSWERING, FIRST])
@pytest.mark.parametrize(
    "piece",
    one_in(
        4,
        ["1", "1,", "1-", "A ", "a", "A:", "?", "no, ", "raise to ", "the rest ", "ante ", "-"],
    ),
)
def test_no_line_is_too_long(state: s.State, piece: str) -> None:
    """A pattern that tried every way of reading it would never come back from here."""
    for who in ("Ann", "host", "chance"):
        moves_or_refusal(state, who, "order " * (who == "chance") + piece * 2_500)


# Promises

_CHIPS = st.integers(0, 120).map(str) | st.sampled_from(("5.5", "-3", "1,000", "007", "½", "1e3"))
_TILES = st.sampled_from((*map(str, range(13)), "x", "-1", "½", "0.8", "O"))
_SOME = st.lists(_TILES, max_size=5).filter(lambda tiles: [len(t) > 1 for t in tiles] != [True])
_NAMES = st.sampled_from((*NAMES, "Agent 47", "Cid, Jr.", "First", "A B C", 'the "one"', "x (2)"))
_OF_PLAYERS: st.SearchStrategy[Move] = st.one_of(
    st.builds(lambda a, b, c: Group(tuple(a), tuple(b), tuple(c)), _SOME, _SOME, _SOME),
    st.builds(Ante, _CHIPS),
    st.builds(Bet, _CHIPS),
    st.builds(Raise, _CHIPS),
    st.sampled_from((Call(), Fold(), Peek(), AskOrder())),
    st.builds(First, _NAMES),
)
_OF_CHANCE = st.builds(Order, _NAMES, st.permutations(tuple("012345678")).map(tuple))


@settings(max_examples=40)
@given(state=st.sampled_from(STATES), who=st.sampled_from(NAMES), move=_OF_PLAYERS)
def test_every_move_of_a_player_reads_back(state: s.State, who: str, move: Move) -> None:
    assert read(state, who, str(move)) == (move,)


@settings(max_examples=30)
@given(state=st.sampled_from(STATES), name=_NAMES)
def test_gb_05_who_starts_reads_back_of_the_host(state: s.State, name: str) -> None:
    assert read(state, "host", str(First(name))) == (First(name),)


@settings(max_examples=30)
@given(state=st.sampled_from(STATES), move=_OF_CHANCE)
def test_gb_03_an_order_reads_back(state: s.State, move: Order) -> None:
    assert read(state, "chance", str(move)) == (move,)


def moves_or_refusal(state: s.State, who: str, text: str) -> tuple[Move, ...] | Refusal:
    try:
        return read(state, who, text)
    except Refusal as found:
        return found


_VOCABULARY = """
group A: B: C: a b c 0 1 2 3 4 5 6 7 8 01 234 5678 0,8 4-7 4-5-6-7 9 x the rest everything else in
bet raise call fold check peek order use my item ante 3 to by more make it 10 total all in max see
match your I'll I'd like first Bob starts I start or maybe if not don't ? ! . , ; / | [ ] ( ) and
same as last set 2 Hi Ann thanks \u274c \u202e \U0001f389 Ａ ５ please +3 -1 ½ $5 two five half
"""
_WORDS = st.sampled_from((*_VOCABULARY.split(), "\n"))
_TEXTS = st.lists(_WORDS | st.text(max_size=4), max_size=14).map(" ".join) | st.text()
_SPEAKERS = st.sampled_from(("Ann", "Ann", "Bob", "host", "chance"))


def _is_sound(state: s.State, who: str, text: str) -> None:
    found = moves_or_refusal(state, who, text)
    if isinstance(found, tuple):
        assert found
        for move in found:
            assert read(state, who, str(move)) == (move,)
        return
    assert found.sentence()
    for offered in found.readings if isinstance(found, Ambiguous) else ():
        assert texts_of(state, offered, who) == (offered,)


@settings(max_examples=50)
@given(text=_TEXTS, state=st.sampled_from(STATES), who=_SPEAKERS)
def test_whatever_is_read_or_offered_reads_back(text: str, state: s.State, who: str) -> None:
    _is_sound(state, who, text)


@pytest.mark.slow
@settings(max_examples=few_or_many(200, 700))
@given(text=_TEXTS, state=st.sampled_from(STATES), who=_SPEAKERS)
def test_whatever_is_read_or_offered_reads_back_in_many_texts(
    text: str, state: s.State, who: str
) -> None:
    _is_sound(state, who, text)


_DOWN = s.Grouping((7, 8), (4, 5, 6), (0, 1, 2, 3))


@settings(max_examples=50)
@given(text=_TEXTS, state=st.sampled_from(STATES), who=_SPEAKERS)
def test_gb_04_no_refusal_of_a_text_tells_of_tiles(text: str, state: s.State, who: str) -> None:
    """Two matches that differ in tiles, groups and who has grouped answer a text alike."""
    ann, bob = state.players
    order = (8, 7, 6, 5, 4, 3, 2, 1, 0)
    hidden = replace(
        state,
        players=(ann, replace(bob, grouping=_DOWN, last=_DOWN, order=order, proposal=5)),
        round=state.round and replace(state.round, tiles=(8, 0)),
    )
    answers = [moves_or_refusal(each, who, text) for each in (state, hidden)]
    assert str(answers[0]) == str(answers[1])


def test_gb_03_a_name_that_is_another_with_a_digit_takes_no_tile() -> None:
    """What chance gives is read back as it was written, whoever plays."""
    state = setup(("Ann", "Ann 7"))
    for text in ("order Ann 7 8 2 0 1 5 3 6 4", "order Ann 7 7 8 2 0 1 5 3 6 4"):
        (move,) = read(state, "chance", text)
        assert str(move) == text
    assert isinstance(move, Order)
    assert move.who == "Ann 7"
