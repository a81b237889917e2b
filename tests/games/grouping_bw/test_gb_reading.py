"""Text to moves: text forms, what is typed, and messages as players write them (GB-2 to GB-17)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many, one_in
from saying import read_as, reading, typed

from gmtool.engine.grammar import PLAYER
from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.refusals import Ambiguous, Refusal, Unreadable
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
_LAST = s.Grouping((0, 1), (2, 3, 4), (5, 6, 7, 8))
AGAIN = replace(
    GROUPING, set=2, players=(replace(GROUPING.players[0], last=_LAST), replace(BOB, last=_LAST))
)
"""The second set, before which Ann had A 0 1, B 2 3 4 and C 5 6 7 8."""
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
PEEKING = replace(OPEN, players=(replace(OPEN.players[0], items=("peek",)), OPEN.players[1]))
"""Ann may peek before that."""
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
STATES = (
    *(SETUP, HOLDER, GROUPING, AGAIN, ORDERING, FIRST),
    *(OPEN, CHECKABLE, ANSWERING, SHORT, SPENT, ENDED),
)


def said(state: s.State, text: str, who: str = "Ann") -> str:
    return read_as(GAME, state, who, text)


# Groups

UP = "group A 0 1 B 2 3 4 C 5 6 7 8"
OTHER = "group A 0 2 B 1 3 4 C 5 6 7 8"
LINES = "A: 0 1\nB: 2 3 4\nC: 5 6 7 8"


@pytest.mark.parametrize(
    "text",
    [
        UP,
        "GROUP A 0 1 B 2 3 4 C 5 6 7 8.",
        "a 0 1 b 2 3 4 c 5 6 7 8",
        "A01 B234 C5678",
        "a01b234c5678",
        "1st group: 01\n2nd group: 234\n3rd: 5678",
        "A-01 B-234 C-5678",
        "A=01,B=234,C=5678",
        "A={0,1} B={2,3,4} C={5,6,7,8}",
        "A {0;1} B {2;3;4} C {5;6;7;8}",
        "A: 0,1\nB: 2,3,4\nC: 5,6,7,8",
        "A: 0-1\nB: 2-3-4\nC: 5-6-7-8",
        "A: 0 1 / B: 2 3 4 / C: 5 - 6 - 7 - 8",
        "A: 0 & 1 | B: 2 & 3 & 4 | C: 5 + 6 + 7 + 8",
        "C: 5 6 7 8\nA: 0 1\nB: 2 3 4",
        "A - 0 1\nB - 2 3 4\nC - 5 6 7 8",
        "a) 0 1\nb) 2 3 4\nc) 5 6 7 8",
        "(A) 0 1 (B) 2 3 4 (C) 5 6 7 8",
        "A → 0 1\nB -> 2 3 4\nC => 5 6 7 8",
        "1. A: 0 1\n2. B: 2 3 4\n3. C: 5 6 7 8",
        "A:\n0\n1\nB:\n2\n3\n4\nC:\n5\n6\n7\n8",
        "A B C\n01 234 5678",
        "A/B/C: 01/234/5678",
        "A (2): 0 1\nB (3): 2 3 4\nC (4): 5 6 7 8",
        "Group A: 0 and 1; group B: two, three and four; group C: five, six, seven & eight",
        "group a: 0 1, group b: 2 3 4, group c: 5 6 7 8",
        "A has 0 and 1, B has 2, 3 and 4 and C has 5, 6, 7 and 8",
        "0 1 in A, 2 3 4 in B, and 5 6 7 8 in C",
        "0,1 -> A; 2,3,4 -> B; 5,6,7,8 -> C",
        "I put a 0 and a 1 in A, 2 3 4 in B, 5 6 7 8 in C",
        "Set 3: A 0 1; B 2 3 4; C 5 6 7 8",
        "Hi Bill,\n\nmy groups for set 2:\n- A: 0 1\n- B: 2 3 4\n- C: 5 6 7 8\n\nThanks!\nAnn",
        "Here's a grouping for you: A 0 1 B 2 3 4 C 5 6 7 8 please :)",
        "A: 0 1 \U0001f389\nB: 2 3 4\u200b\nC: 5\u00a06 7 8",
        "Ａ： ０ １\nＢ： ２ ３ ４\nＣ： ５ ６ ７ ８",
        f"{UP}\nA: 01, B: 234, C: 5678",
        "A group: 0 1\nB group: 2 3 4\nC group: 5 6 7 8",
        "Grouping: 01 234 5678",
        "01 / 234 / 5678",
        "01\n234\n5678",
        "01-234-5678",
        "0 1; 2 3 4; 5 6 7 8",
        "0,1 2,3,4 5,6,7,8",
        "My grouping is [0,1] [2,3,4] [5,6,7,8]",
        "1) 0 1\n2) 2 3 4\n3) 5 6 7 8",
        f"> A 8 7\n{LINES}",
        f"[quote=Bill]Group, please: {OTHER}[/quote]\n[b]{UP}[/b]",
        "[list][*]A: 0 1[*]B: 2 3 4[*]C: 5 6 7 8[/list]\nGood luck!",
    ],
)
def test_gb_02_groups_in_any_layout(text: str) -> None:
    assert said(GROUPING, text) == UP


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        # Wrong tiles and sizes stay for the rules to name.
        ("A 0 9 B 10 3 4 C x 5 6 7", "group A 0 9 B 10 3 4 C x 5 6 7"),
        ("A -1 3 B 2 ½ 4 C 5 6 7 8", "group A -1 3 B 2 ½ 4 C 5 6 7 8"),
        ("A: 0.8 B: 1 2 3 C: 4 5 6 7", "group A 0.8 B 1 2 3 C 4 5 6 7"),
        ("A: / B: 1 2 3 / C: 4 5 6 7", "group A B 1 2 3 C 4 5 6 7"),
        ("A: O 1 B: 2 3 4 C: 5 6 7 8", "group A O 1 B 2 3 4 C 5 6 7 8"),
        ("01 / 234 / 5679", "group A 0 1 B 2 3 4 C 5 6 7 9"),
        # A range is two tiles where that is each tile once, else it may be all of it.
        ("A: 0-8\nB: 1-2-3\nC: 4-5-6-7", "group A 0 8 B 1 2 3 C 4 5 6 7"),
        ("A: 0 1\nB: 2-4\nC: 5-8", f"? {UP}"),
        ("A 0 1 B 2 to 4 C 5 through 8", f"? {UP}"),
        ("A: 0 1 B: 2..4 C: 5 6 7 8", f"? {UP}"),
        ("A: 0-3 B: 2-4 C: 5 6 7 8", "-"),
        ("A: 4-7", "-"),
        # Not every tile is written out, or not every letter, or one twice.
        ("A: 0 1, B: 2 3 4, C the rest", f"? {UP}"),
        ("A: 0 1\nB: the other three\nC: 5 6 7 8", f"? {UP}"),
        ("A: 0 1\nB: 2 3 4\nC: what's left", f"? {UP}"),
        ("A is 0 and 1, B is 2 3 4, whatever's left goes in C", f"? {UP}"),
        ("A has 0 and 1, B has 2, 3 and 4\nthe remaining four go in C", f"? {UP}"),
        ("A: the rest, B: the rest, C: 5 6 7 8", "-"),
        ("A: 0 1 B: 2 3 4", f"? {UP}"),
        ("B: 2 3 4 C: 5 6 7", "-"),
        ("A: 0 1 2\nA: 3 4\nC: 5 6 7 8", "-"),
        # Without letters the sizes tell the groups apart.
        ("5678 / 234 / 01", f"? {UP}"),
        ("0 1 2 3 4 5 6 7 8", "-"),
        ("[0,1,2] [3,4,5] [6,7,8]", "-"),
        # Words that leave a doubt, and second thoughts.
        (f"maybe {UP[6:]}", f"? {UP}"),
        (f"{UP}?", f"? {UP}"),
        (f"{UP} if I may", UP),
        (f"{UP} because it is lucky", f"? {UP}"),
        (f"{UP}\nmaybe I'll change this later", f"? {UP}"),
        (f"{LINES}\nsee you at 20:00", f"? {UP}"),
        ("My tiles are A: 0 1, B: 2 3 4, C: 5 6 7 8. Good luck everyone!", f"? {UP}"),
        (f"{LINES}\nback at 8", f"? {UP}"),
        (f"{UP}. Don't tell Bob!", f"? {UP}"),
        (f"\u202e{UP[6:]}", f"? {UP}"),
        ("A: 0 1 B: 2 3 4 C: 5 6 7 foo", "? group A 0 1 B 2 3 4 C 5 6 7"),
        (f"not {UP[6:]}", "-"),
        (f"don't use {UP}", "-"),
        (f"{UP} \u274c", "-"),
        (f"{UP} or {OTHER}", f"?? {UP} | {OTHER}"),
        (f"{UP}\n{OTHER}", f"?? {UP} | {OTHER}"),
        (f"{UP[6:]}\nno wait\n{OTHER[6:]}", f"?? {UP} | {OTHER}"),
        # No grouping at all.
        ("", "-"),
        ("Hi all", "-"),
        ("A: 0 1", "-"),
        ("C the rest", "-"),
        ("See you at 20:00", "-"),
        ("Plan B is better than plan A", "-"),
        ("group A TILE … B TILE … C TILE …", "-"),
        ("random please", "-"),
        ("same as last time", "-"),
    ],
)
def test_gb_02_what_isn_t_sure_is_proposed_or_asked(text: str, reads: str) -> None:
    assert said(GROUPING, text) == reads


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("same as last set", f"? {UP}"),
        ("No changes.", f"? {UP}"),
        ("same. ante 3", f"? ante 3; {UP}"),
        ("same groups but swap 1 and 2", f"? {OTHER}"),
        ("swap 1 2", f"? {OTHER}"),
        ("Changes:\n1. 1 <-> 2\n2. 4 <-> 5", "? group A 0 2 B 1 3 5 C 4 6 7 8"),
        ("not the same", "-"),
        ("same but 8 in A", "-"),
    ],
)
def test_gb_15_the_groups_of_the_set_before_are_proposed(text: str, reads: str) -> None:
    assert said(AGAIN, text) == reads


# Beside the groups


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        (f"{LINES}\nante 3", f"ante 3; {UP}"),
        (f"Hi!\n\nante 3\n{LINES}\n-- Ann", f"ante 3; {UP}"),
        (f"{UP} and an ante of three", f"ante 3; {UP}"),
        ("A: 0 1, B: 2 3 4, C: 5 6 7 8. Ante 3 please", f"ante 3; {UP}"),
        (f"ante 3 {UP[6:]}", f"ante 3; {UP}"),
        (f"order\n{LINES}", f"{UP}; order"),
        (
            f"{LINES}\nI'd like to use my Order, and I propose an ante of 3.",
            f"ante 3; {UP}; order",
        ),
        (f"I start\n{LINES}\nante 3\nThanks all", f"first Ann; ante 3; {UP}"),
        (f"I go first. {UP}. ante 3", f"first Ann; ante 3; {UP}"),
        (f"{LINES}\nante 3\nante 3", f"ante 3; {UP}"),
        (f"{LINES}\nante 1,000", f"ante 1,000; {UP}"),
        (f"{LINES}\nante 3?", f"? ante 3; {UP}"),
        (f"{LINES}\nmaybe use my order", f"? {UP}; order"),
        (f"{LINES}\nante 3 or 4", f"?? {UP} | ante 3 | ante 4"),
        (f"{LINES}\nante 3\nante 4", f"?? ante 3 | ante 4 | {UP}"),
        (f"{LINES}\nante 3, unless that is too high", f"?? {UP} | ante 3"),
        ("ante 3\nif Bob likes it", "? ante 3"),
        ("Ante: 3", "ante 3"),
        ("I propose an ante of 3 chips", "ante 3"),
        ("I'd like to raise the ante to 3", "ante 3"),
        ("let's make the ante three!", "ante 3"),
        ("I agree to the ante of 3", "ante 3"),
        ("ante -2", "ante -2"),
        ("ante 3?", "? ante 3"),
        ("ante 3 or 4", "?? ante 3 | ante 4"),
        ("raise the ante by 2", "? ante 3"),
        ("no ante of 3", "-"),
        ("ante 3 because why", "? ante 3"),
    ],
)
def test_gb_12_and_17_what_stands_beside_the_groups(text: str, reads: str) -> None:
    """An ante counts until both have grouped, and an Order is used after the groups."""
    assert said(GROUPING, text) == reads


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("Peek!", "peek"),
        ("I'd like to use Peek", "peek"),
        ("I'll use my Peek on Bob's tile", "peek"),
        ("Order please", "order"),
        ("I want to use the order item", "order"),
        ("peek?", "? peek"),
        ("should I use my order", "? order"),
        ("use my peek if he raises", "?? peek"),
        ("use my peek or order", "?? order | peek"),
        ("don't use my peek", "-"),
        ("in order to win", "-"),
    ],
)
@pytest.mark.parametrize("state", [GROUPING, ORDERING, FIRST, OPEN, ANSWERING])
def test_gb_17_items(state: s.State, text: str, reads: str) -> None:
    assert said(state, text) == reads


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("first Bob", "first Bob"),
        ('first "Bob"', "first Bob"),
        ("I start", "first Ann"),
        ("me first", "first Ann"),
        ("Bob starts", "first Bob"),
        ("bob goes first.", "first Bob"),
        ("I want Bob to start", "first Bob"),
        ("my opponent starts the first round", "first Bob"),
        ("Hi Bill,\nBob begins.\nThanks\nAnn", "first Bob"),
        ("I'll go first!", "? first Ann"),
        ("I pick Bob", "? first Bob"),
        ("maybe Bob starts", "? first Bob"),
        ("Ann or Bob starts", "?? first Ann | first Bob"),
        ("not Bob first", "-"),
        ("the game starts tonight", "-"),
        ("let me know", "-"),
    ],
)
def test_gb_05_the_holder_of_the_bonus_says_who_starts(text: str, reads: str) -> None:
    for state in (HOLDER, ORDERING, FIRST):
        assert said(state, text) == reads


# Betting


@pytest.mark.parametrize(
    ("state", "text", "reads"),
    [
        (OPEN, "I bet five chips", "bet 5"),
        (OPEN, "Betting 5!", "bet 5"),
        (OPEN, "I'd like to bet 7 please", "bet 7"),
        (OPEN, "bet 11", "bet 11"),
        (OPEN, "bet ½", "bet ½"),
        (OPEN, "bet 1,000", "bet 1,000"),
        (OPEN, "bet $5", "bet 5"),
        (OPEN, "Hi all,\nI bet 5\nGood luck!\nAnn", "bet 5"),
        (OPEN, "b\u200bet ５", "bet 5"),
        (ANSWERING, "bet 10", "bet 10"),
        (ANSWERING, "raise by 3", "raise 3"),
        (ANSWERING, "raise +3", "raise 3"),
        (ANSWERING, "I raise 3 more", "raise 3"),
        (ANSWERING, "raise it up 3", "raise 3"),
        (ANSWERING, "I'll raise you another three chips", "raise 3"),
        (ANSWERING, "re-raise 3", "raise 3"),
        (ANSWERING, "> bet 5\nI raise 3", "raise 3"),
        (ANSWERING, "call it!", "call"),
        (ANSWERING, "I call your bet", "call"),
        (ANSWERING, "I'll call Bob's raise", "call"),
        (ANSWERING, "ok, call please :)", "call"),
        (ANSWERING, "ｃａｌｌ \U0001f44d", "call"),
        (ANSWERING, "I'm folding this one", "fold"),
        (ANSWERING, "I'm going to fold this round", "fold"),
        # The number isn't outright.
        (OPEN, "5", "? bet 5"),
        (OPEN, "I'll go with five", "? bet 5"),
        (ANSWERING, "3 more", "? raise 3"),
        (OPEN, "put in 5", "? bet 5"),
        (OPEN, "20", "-"),
        (OPEN, "bet 5 6", "?? bet 5 | bet 6"),
        (OPEN, "bet 5. EDIT: 6", "?? bet 5 | bet 6"),
        (OPEN, "bet", "-"),
        (OPEN, "bet half", "-"),
        (ANSWERING, "+3", "? raise 3"),
        (ANSWERING, "5", "?? raise 5 | call"),
        (ANSWERING, "10", "?? raise 10 | raise 5"),
        (ANSWERING, "raise 2 or 3", "?? raise 2 | raise 3"),
        (ANSWERING, "I will raise", "-"),
        # The most and the least.
        (OPEN, "All-in!", "? bet 10"),
        (OPEN, "bet the max", "? bet 10"),
        (OPEN, "minimum", "? bet 1"),
        (ANSWERING, "raise as much as I can", "? raise 10"),
        (SHORT, "raise all", "? raise 7"),
        (SPENT, "all in", "? call"),
        # Other words for it.
        (CHECKABLE, "I check", "? call"),
        (OPEN, "check", "? call"),
        (OPEN, "five chips in", "? bet 5"),
        (ANSWERING, "I'm in for 5", "? call"),
        (ANSWERING, "see you", "? call"),
        (ANSWERING, "fold. see you!", "fold"),
        (ANSWERING, "too rich for me", "? fold"),
        (ANSWERING, "it's all yours", "? fold"),
        (ANSWERING, "letting this one go", "? fold"),
        (OPEN, "no, leave it at 3", "-"),
        (ANSWERING, "check", "-"),
        (ANSWERING, "I'll match that", "? call"),
        (ANSWERING, "I'll see your raise", "? call"),
        (ANSWERING, "call 5", "? call"),
        (ANSWERING, "pass", "? fold"),
        (ANSWERING, "I give up", "? fold"),
        # A raise matches anyway.
        (ANSWERING, "call and raise 3", "? raise 3"),
        (ANSWERING, "I'll see your 5 and raise you 3 more", "? raise 3"),
        (ANSWERING, "raise 3 and call", "?? raise 3 | call"),
        # Doubts.
        (OPEN, "bet 5?", "? bet 5"),
        (OPEN, "bet 5 because it is Friday", "? bet 5"),
        (OPEN, "don't bet 5", "-"),
        (OPEN, "bet 5 or fold", "?? bet 5 | fold"),
        (PEEKING, "peek and fold", "?? peek | fold"),
        (ANSWERING, "I'd call", "? call"),
        (ANSWERING, "call \U0001f914", "? call"),
        (ANSWERING, "not folding", "-"),
        (ANSWERING, "fold\ncall", "?? call | fold"),
        (ANSWERING, "fold unless you have less", "?? fold"),
        (ANSWERING, "fold\nif Bob has an 8, that is", "? fold"),
        (ANSWERING, "call\nforget that", "?? call"),
        (ANSWERING, "I fold\nGood game", "? fold"),
        (ANSWERING, "~~fold~~\ncall", "? call"),
        # What depends on the opponent is a plan, and never a move now.
        (OPEN, "bet 3. If she raises, fold.", "? bet 3"),
        (OPEN, "bet 3, and if she raises I'll fold", "?? bet 3"),
        # Talk.
        (ANSWERING, "See you tomorrow", "-"),
        (ANSWERING, "raise your glass", "-"),
        (ANSWERING, "\u202ecall", "-"),
    ],
)
def test_gb_06_betting(state: s.State, text: str, reads: str) -> None:
    assert said(state, text) == reads


@pytest.mark.parametrize(
    ("state", "text", "reads"),
    [
        (ANSWERING, "raise to 10", "? raise 5"),
        (ANSWERING, "I raise to ten chips", "? raise 5"),
        (ANSWERING, "bump it to 10", "? raise 5"),
        (ANSWERING, "I'll make it ten", "? raise 5"),
        (ANSWERING, "raise 5 to 10", "? raise 5"),
        (ANSWERING, "raise up to a total of 10", "? raise 5"),
        (ANSWERING, "10 total", "? raise 5"),
        (ANSWERING, "see your bet and raise to 10", "? raise 5"),
        (ANSWERING, "raise to 5", "? call"),
        (ANSWERING, "raise to 3", "-"),
        (ANSWERING, "raise to 16", "-"),
        (ANSWERING, "raise to 5.5", "-"),
        (ANSWERING, "don't raise to 10", "-"),
        (SHORT, "raise to 12", "? raise 7"),
        (SHORT, "raise to 13", "-"),
        (OPEN, "raise to 10", "? bet 10"),
    ],
)
def test_gb_06_a_raise_says_by_how_much(state: s.State, text: str, reads: str) -> None:
    assert said(state, text) == reads
    with pytest.raises(Ambiguous, match="raises are told by how much more"):
        typed(GAME, state, "Ann", text)


def test_gb_06_of_the_player_whose_turn_it_isn_t_only_clear_words_are_read() -> None:
    assert said(ANSWERING, "I fold", "Bob") == "fold"
    for text in ("5", "raise to 10", "all in"):
        assert said(ANSWERING, text, "Bob") == "-"


# The host and chance


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("first Ann", "first Ann"),
        ("First: ann", "first Ann"),
        ("first an", "first an"),
        ('first "Cid, Jr."', 'first "Cid, Jr."'),
        ("Ann starts", "first Ann"),
        ("ann goes first", "first Ann"),
        ("first First", "first First"),
    ],
)
def test_gb_05_the_host_says_who_starts(text: str, move: str) -> None:
    for state in STATES:
        assert typed(GAME, state, "host", text) == (move,)


@pytest.mark.parametrize(
    "text", ["", "first", "bet 5", "call", "peek", "order", UP, "ante 3", "I start", "5", "all in"]
)
def test_all_06_a_player_s_move_is_none_of_the_host_s(text: str) -> None:
    with pytest.raises((Unreadable, Ambiguous)) as caught:
        typed(GAME, OPEN, "host", text)
    assert "`first alice`" in caught.value.sentence()


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("order Ann 7 5 8 6 0 1 3 2 4", "order Ann 7 5 8 6 0 1 3 2 4"),
        ("ORDER ann ７ 5 8 6 0 1 3 2 4", "order ann 7 5 8 6 0 1 3 2 4"),
        ("order Ann: 7, 5, 8, 6, 0, 1, 3, 2, 4", "order Ann 7 5 8 6 0 1 3 2 4"),
        ("order Ann [7,5,8,6][0,1][3,2,4]", "order Ann 7 5 8 6 0 1 3 2 4"),
        ("order Ann 758601324", "order Ann 7 5 8 6 0 1 3 2 4"),
        ("order Agent 47 7 5 8 6 0 1 3 2 4", "order Agent 47 7 5 8 6 0 1 3 2 4"),
        ("order Agent 7 5 8 6 0 1 3 2 4", "order Agent 7 5 8 6 0 1 3 2 4"),
        ('order "Cid, Jr." 7 5 8 6 0 1 3 2 4', 'order "Cid, Jr." 7 5 8 6 0 1 3 2 4'),
        ("order Ann 7 5 8 6 0 1 3 2 9", "order Ann 7 5 8 6 0 1 3 2 9"),
    ],
)
def test_gb_03_the_last_nine_words_of_an_order_are_its_tiles(text: str, move: str) -> None:
    for state in (SETUP, setup(("Agent 47", "Ann"))):
        assert typed(GAME, state, "chance", text) == (move,)


@pytest.mark.parametrize(
    "text",
    [
        *("", "order", "shuffle 3S", "7 5 8 6 0 1 3 2 4", "bet 5", "order Ann 7", "order Ann"),
        *('order "Cid" 7 5', 'order "Cid 7 5', "order 7 5 8 6 0 1 3 2 4"),
        *("order Ann 7 5 8 6 0 1 3 2 x", "order Ann 7 5 8 six 0 1 3 2 4"),
    ],
)
def test_gb_03_what_is_no_order_of_nine_tiles(text: str) -> None:
    with pytest.raises((Unreadable, Ambiguous)) as caught:
        typed(GAME, setup(("Ann", "Agent 4")), "chance", text)
    assert "`order alice 7 5 8 6 0 1 3 2 4`" in caught.value.sentence()


def test_gb_03_a_name_that_is_another_with_a_digit_takes_no_tile() -> None:
    """What chance gives is read back as it was written, whoever plays."""
    for text in ("order Ann 7 8 2 0 1 5 3 6 4", "order Ann 7 7 8 2 0 1 5 3 6 4"):
        move = GAME.grammar.typed(text, "chance")
        assert str(move) == text
    assert isinstance(move, Order)
    assert move.who == "Ann 7"


@pytest.mark.parametrize("name", ["Agent 47", "Fold", "All In", "Peek", "C 8"])
def test_a_name_that_means_something_else_is_no_signature(name: str) -> None:
    """A line that may be a move is read as that, whatever its player is called."""
    state = replace(ANSWERING, players=(replace(ANSWERING.players[0], name=name), BOB))
    state = replace(state, round=replace(NOW, actor=name, actions=ANSWERING.round.actions))  # type: ignore[union-attr]
    assert said(state, "fold\ncall", name) == "?? call | fold"
    grouping = replace(GROUPING, players=(replace(ANN, name=name), BOB))
    lines = "A\n0\n8\nB\n1\n2\n3\nC\n4\n5\n6\n7"
    assert said(grouping, lines, name) == "group A 0 8 B 1 2 3 C 4 5 6 7"


# Promises

_CHIPS = st.integers(0, 120).map(str) | st.sampled_from(("5.5", "-3", "1,000", "½", "1e3"))
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
_ORDERS = st.builds(Order, _NAMES, st.permutations(tuple("012345678")).map(tuple))


@settings(max_examples=40)
@given(of_player=_OF_PLAYERS, name=_NAMES, order=_ORDERS)
def test_every_move_reads_back(of_player: Move, name: str, order: Order) -> None:
    assert GAME.grammar.typed(str(of_player)) == of_player
    assert GAME.grammar.typed(str(First(name)), "host") == First(name)
    assert GAME.grammar.typed(str(order), "chance") == order


_VOCABULARY = """
group A: B: C: a b c 0 1 2 3 4 5 6 7 8 01 234 5678 0,8 4-7 4-5-6-7 9 x the rest everything else in
bet raise call fold check peek order use my item ante 3 to by more make it 10 total all in max see
match your I'll I'd like first Bob starts I start or maybe if not don't ? ! . , ; / | [ ] ( ) and
same as last set 2 swap Hi Ann thanks \u274c \u202e \U0001f389 Ａ ５ please +3 -1 ½ $5 two five half
"""
_WORDS = st.sampled_from((*_VOCABULARY.split(), "\n"))
_TEXTS = st.lists(_WORDS | st.text(max_size=4), max_size=14).map(" ".join) | st.text()


def _is_sound(state: s.State, who: str, text: str) -> None:
    by = who if who in {"host", "chance"} else PLAYER
    found = reading(GAME, state, who, text)
    for move in (*found.moves, *found.readings) if by == PLAYER else ():
        assert GAME.grammar.typed(str(move)) == move
    with suppress(Refusal):
        assert all(GAME.grammar.typed(each, by) for each in typed(GAME, state, who, text))


@settings(max_examples=few_or_many(100, 700))
@given(
    text=_TEXTS,
    state=st.sampled_from(STATES),
    who=st.sampled_from(("Ann", "Ann", "Bob", "host", "chance")),
)
def test_whatever_is_read_or_offered_reads_back(text: str, state: s.State, who: str) -> None:
    _is_sound(state, who, text)


_DOWN = s.Grouping((7, 8), (4, 5, 6), (0, 1, 2, 3))


@settings(max_examples=50)
@given(text=_TEXTS, state=st.sampled_from(STATES))
def test_gb_04_no_reading_of_a_text_tells_of_the_opponent_s_tiles(
    text: str, state: s.State
) -> None:
    """Two matches that differ in tiles, groups and who has grouped answer a text alike."""
    ann, bob = state.players
    order = (8, 7, 6, 5, 4, 3, 2, 1, 0)
    hidden: Any = replace(
        state,
        players=(ann, replace(bob, grouping=_DOWN, last=_DOWN, order=order, proposal=5)),
        round=state.round and replace(state.round, tiles=(8, 0)),
    )
    assert reading(GAME, state, "Ann", text) == reading(GAME, hidden, "Ann", text)


@pytest.mark.slow
@pytest.mark.parametrize("state", [AGAIN, ANSWERING, FIRST])
@pytest.mark.parametrize(
    "piece",
    one_in(
        8,
        ["1", "1,", "1-", "A ", "a", "A:", "?", "no, ", "raise to ", "the rest ", "ante ", "same "],
    ),
)
def test_no_text_is_too_long(state: s.State, piece: str) -> None:
    """A pattern that tried every way of reading it would never come back from here."""
    for who in ("Ann", "host", "chance"):
        _is_sound(state, who, "order " * (who == "chance") + piece * 1_900)
        _is_sound(state, who, f"{piece}\n" * 500)
