"""What players write to the host of Auction Poker, and what it is read as (AP-7, AP-15, AP-16)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many
from saying import in_a_line, read_as, reading, typed

from gmtool.engine.cards import DECK
from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.refusals import Ambiguous, Refusal
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.auction_poker import GAME
from gmtool.games.auction_poker.moves import Bid, Keep, Pair, Pass, Stand, Trash
from gmtool.games.auction_poker.state import BIDDING, CHANGE, ENDED, Lot, State, label

SETUP: State = GAME.setup(read_options(GAME.options, {"lots": "10"}), ("Ann", "Bob"))
_ANN = replace(SETUP.players[0], hand=("3S", "10H", "KD", "7C", "7D"))
_SEATED = replace(SETUP, players=(_ANN, *SETUP.players[1:]))
BATCH = replace(_SEATED, phase=BIDDING, batch=tuple(Lot(letter, ()) for letter in "ABCDE"))
WINDOW = replace(_SEATED, phase=CHANGE, in_opening=False, session=1)
OVER = replace(_SEATED, phase=ENDED)
PHASES = (SETUP, BATCH, WINDOW, OVER)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # bids, however they are written
        ("bid A 30, C 12", "bid A 30, C 12"),
        ("BID a 30 , c 12", "bid A 30, C 12"),
        ("i bid i 30", "bid I 30"),
        ("A: 30", "bid A 30"),
        ("A=30;B=12", "bid A 30, B 12"),
        ("A – 12", "bid A 12"),
        ("A30, b12", "bid A 30, B 12"),
        ("A 30 B 12 C 5", "bid A 30, B 12, C 5"),
        ("A 30, B 12; C 5 and D 6", "bid A 30, B 12, C 5, D 6"),
        ("A 30\nB 12", "bid A 30, B 12"),
        ("Lot A for 30", "bid A 30"),
        ("Lots: A 30, B 12", "bid A 30, B 12"),
        ("30 on B, thx", "bid B 30"),
        ("30 coins for lot A", "bid A 30"),
        ("30 on A 12 on C", "bid A 30, C 12"),
        ("A twenty-five, B a hundred and five", "bid A 25, B 105"),
        ("two thousand three hundred and one on B", "bid B 2301"),
        ("I'd like to bid thirty coins on lot B please. And 5 on D.", "bid B 30, D 5"),
        ("I would like to place a bid of 30 on A", "bid A 30"),
        ("My bids: A 30, B 12", "bid A 30, B 12"),
        ("My bids for batch 1: A 30", "bid A 30"),
        ("put me down for 30 on lot B", "bid B 30"),
        ("Hi Barbaro,\n1) A 3 \U0001f389\n2) B 5 :)\n\ngood luck everyone!\nAnn", "bid A 3, B 5"),
        ("Ａ： \U0001d7d1\U0001d7ce\u200f", "bid A 30"),
        ('bid "A 30, B 12"', "bid A 30, B 12"),
        ("bid ZZ 30", "bid ZZ 30"),
        # proposed, or asked about
        ("bid A 30, A 40", "bid A 30, A 40"),
        ("maybe A 30", "? bid A 30"),
        ("A 30?", "? bid A 30"),
        ("A 30 \U0001f914", "? bid A 30"),
        ("I'd bid A 30", "? bid A 30"),
        ("A 30 was my last bid", "? bid A 30"),
        ("A 30\nsame for B", "? bid A 30"),
        ("A 30\nA 30", "bid A 30"),
        ("10 each on A, B and C", "? bid A 10, B 10, C 10"),
        ("A: 33c, B 12coins", "bid A 33, B 12"),
        ("35 on C, nothing else from me", "bid C 35"),
        ("A 30... no wait, make that 35", "?? bid A 30 | bid A 35"),
        ("too rich for me", "? pass"),
        ("not interested in any of these", "? pass"),
        ("I have 300 coins left and want B", "-"),
        ("A 30\nB twelvty", "? bid A 30"),
        ("lot a: 3 0", "?? bid A 30 | bid A 3"),
        ("3 0 on A", "?? bid A 30 | bid A 3"),
        ("A 25 or maybe C 25, whichever is cheaper", "?? bid A 25 | bid C 25 | bid A 25, C 25"),
        ("up to 30 on A", "?? bid A 30"),
        ("A 30 if nobody else bids", "?? bid A 30"),
        ("A 30 unless Bob wins B", "?? bid A 30"),
        ("pass or A 30", "?? pass | bid A 30"),
        ("A 30\nOops, wrong lot", "?? bid A 30"),
        ("A 30\nEDIT: 85", "?? bid A 30 | bid A 85"),
        ("A 30\nA 40", "?? bid A 30 | bid A 40 | bid A 30, A 40"),
        ("don't bid A 30", "-"),
        ("30", "-"),
        ("A", "-"),
        ("A 10H", "-"),
        ("A pity about the last round.", "-"),
        # no bid
        ("No bids from me this time, sorry!", "pass"),
        ("I'll pass", "pass"),
        ("I won't bid", "pass"),
        ("sitting this one out", "pass"),
        ("pass?", "? pass"),
        ("I stand", "? stand"),
        ("stand", "stand"),
        ("A 30\nstand", "bid A 30; stand"),
        ("only if Bob doesn't", "-"),
    ],
)  # fmt: skip
def test_ap_07_what_is_said_while_a_batch_is_open(text: str, said: str) -> None:
    assert read_as(GAME, BATCH, "Ann", text) == said


@pytest.mark.parametrize(
    "coins",
    ["-5", "–5", "+5", "-0", "1,000", "1.000", "30.5", ".5", "1e3", "5½", "½", "3²", "③",
     "30/40", "30-40", "$30", "30k", "٣٠", "30%"],
)  # fmt: skip
def test_ap_07_what_is_no_whole_number_stays_one_amount_for_the_rules_to_refuse(coins: str) -> None:
    assert read_as(GAME, BATCH, "Ann", f"A: {coins}, B 12") == f"bid A {coins}, B 12"
    assert read_as(GAME, BATCH, "Ann", f"{coins} on A") == f"bid A {coins}"


def test_ap_07_two_numbers_of_any_length_are_two() -> None:
    long = "1" * 5000
    assert read_as(GAME, BATCH, "Ann", f"A 30 {long}").startswith("?? bid A 30")


def test_ap_07_labels_of_two_letters_may_be_small_where_such_lots_are() -> None:
    many = GAME.setup(read_options(GAME.options, {"lots": "52"}), ("Ann", "Bob"))
    assert read_as(GAME, many, "Ann", "bid aa 30") == "bid AA 30"
    assert read_as(GAME, BATCH, "Ann", "bid aa 30").startswith("?? bid A 30 | bid B 30")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("trash 3S 10H KD", "trash 3S 10H KD"),
        ("Trash: 3♠, ten of hearts\nKeep the rest.", "trash 3S 10H"),
        ("trash the 3 of spades and the king of diamonds", "trash 3S KD"),
        ("trash:\n- 3S\n- 10H", "trash 3S 10H"),
        ("trash 3S\n10H KD", "trash 3S 10H KD"),
        ("I'd like to exchange 3S/10H please", "trash 3S 10H"),
        ("replace 3S with 10H", "?? trash 3S | trash 10H | trash 3S 10H"),
        ("swap the 3S for a 10H please", "?? trash 3S | trash 10H | trash 3S 10H"),
        ("trash As, Th", "trash AS 10H"),
        ("trash 3S 3S", "trash 3S 3S"),
        ("trash 2C", "trash 2C"),
        ("please change my sevens and the king", "? trash 7C 7D KD"),
        ("trash my 7s", "? trash 7C 7D"),
        ("trash 7s", "? trash 7C 7D"),
        ("trash 10s", "trash 10S"),
        ("trash everything", "? trash 3S 10H KD 7C 7D"),
        ("keep the sevens", "? trash 3S 10H KD"),
        ("keep 10H, trash 3S", "? trash 3S"),
        ("maybe trash 3S", "? trash 3S"),
        ("can I trash 3S?", "? trash 3S"),
        ("3S 10H", "? trash 3S 10H"),
        ("trash 3S 10H for new cards", "? trash 3S 10H"),
        ("trash 7", "?? trash 7C | trash 7D"),
        ("trash 3S or 10H", "?? trash 3S | trash 10H | trash 3S 10H"),
        ("dump 3S, 10H. nothing else", "trash 3S 10H"),
        ("I'm not changing anything", "keep"),
        ("happy with my hand", "keep"),
        ("my hand is awful", "-"),
        ("I'm done for the rest of the game", "? stand"),
        ("trash 3S 11H", "?? trash 3S"),
        ("don't trash 3S", "-"),
        ("trash my aces", "-"),
        ("trash talk!", "-"),
        ("Keep all!", "keep"),
        ("no changes from me", "keep"),
        ("nothing to trash", "keep"),
        ("keep my hand", "keep"),
        ("keep?", "? keep"),
        ("stand pat", "? stand"),
    ],
)
def test_ap_15_ap_16_what_is_said_while_cards_may_be_changed(text: str, said: str) -> None:
    assert read_as(GAME, WINDOW, "Ann", text) == said


@pytest.mark.parametrize("state", PHASES)
@pytest.mark.parametrize("text", ["pass", "keep", "stand", "bid A 30", "trash 3S"])
def test_ap_28_text_forms_read_in_any_phase(state: State, text: str) -> None:
    assert read_as(GAME, state, "Ann", text) == text


@pytest.mark.parametrize(
    ("state", "who", "text", "clause", "right"),
    [
        (BATCH, "Ann", "hello", "AP-7", "`bid A 30, C 12`"),
        (WINDOW, "Ann", "hello", "AP-16", "`trash 3S 10H KD`"),
        (SETUP, CHANCE, "draw 57", "ALL-3", "`shuffle 3S 10H …`"),
        (BATCH, HOST, "bid A 30", "ALL-6", "goes under its name"),
    ],
)
def test_what_is_no_move_is_told_what_would_be_right(
    state: State, who: str, text: str, clause: str, right: str
) -> None:
    with pytest.raises(Refusal) as found:
        typed(GAME, state, who, text)
    assert (found.value.clause, found.value.quoted) == (clause, text)
    assert right in found.value.sentence()


def test_all_03_the_deck_is_read_for_chance_alone() -> None:
    assert typed(GAME, SETUP, CHANCE, "shuffle 3S, 10♥ kd") == ("shuffle 3S 10H KD",)
    assert read_as(GAME, BATCH, "Ann", "shuffle 3S 10H") == "-"


# Promises

_LABELS = st.integers(0, 51).map(label)
_ODD_AMOUNTS = ("-5", "1,000", "30.5", "1e3", "+5", "5½", "3²", "thirty.5", "$7", "30k", "1/2")
_AMOUNTS = st.sampled_from(_ODD_AMOUNTS) | st.integers(0, 10**13).map(str)
_PAIRS = st.builds(Pair, _LABELS, _AMOUNTS)
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
@given(move=_MOVES, state=st.sampled_from(PHASES))
def test_every_move_reads_back_in_every_phase(move: Move, state: State) -> None:
    assert GAME.grammar.typed(str(move)) == move
    assert read_as(GAME, state, "Ann", str(move)) == str(move)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=few_or_many(200, 1000))
@given(text=_TEXTS, state=st.sampled_from(PHASES), who=st.sampled_from(["Ann", CHANCE, HOST]))
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
