"""Text to moves: what is typed, and lines of pasted messages (AP-7, AP-8, AP-15, AP-16, AP-28)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many

from gmtool.engine.cards import DECK
from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.paste import read_message
from gmtool.engine.refusals import Ambiguous, Refusal, Refused, Unreadable
from gmtool.engine.shuffling import Shuffle
from gmtool.games.auction_poker import GAME
from gmtool.games.auction_poker.moves import Bid, Keep, Pair, Pass, Stand, Trash
from gmtool.games.auction_poker.phrases import spoken
from gmtool.games.auction_poker.reading import read
from gmtool.games.auction_poker.state import BIDDING, CHANGE, ENDED, Lot, State, label

SETUP: State = GAME.setup(read_options(GAME.options, {"lots": "10"}), ("Ann", "Bob"))
_ANN = replace(SETUP.players[0], hand=("3S", "10H", "KD", "7C", "7D"))
_SEATED = replace(SETUP, players=(_ANN, *SETUP.players[1:]))
_LOTS = tuple(Lot(letter, ()) for letter in "ABCDE")
BATCH = replace(_SEATED, phase=BIDDING, batch=_LOTS)
WINDOW = replace(_SEATED, phase=CHANGE, in_opening=False, session=1)
OVER = replace(_SEATED, phase=ENDED)
PHASES = (SETUP, BATCH, WINDOW, OVER)


def text_of(state: State, text: str, who: str = "Ann") -> str:
    """The text form of the one move that is read."""
    [move] = read(state, who, text)
    return str(move)


def refusal(state: State, text: str, who: str = "Ann") -> Refusal:
    with pytest.raises(Refusal) as caught:
        read(state, who, text)
    assert caught.value.sentence()
    return caught.value


def readings(state: State, text: str) -> tuple[str, ...]:
    found = refusal(state, text)
    assert isinstance(found, Ambiguous), found
    return found.readings


# Bids


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("bid A 30", "bid A 30"),
        ("bid A 30, C 12", "bid A 30, C 12"),
        ("BID a 30 , c 12", "bid A 30, C 12"),
        ("A 30", "bid A 30"),
        ("a 30", "bid A 30"),
        ("I 30", "bid I 30"),
        ("i bid i 30", "bid I 30"),
        ("A: 30", "bid A 30"),
        ("A:30", "bid A 30"),
        ("A = 30", "bid A 30"),
        ("A :30", "bid A 30"),
        ("A=30;B=12", "bid A 30, B 12"),
        ("A - 12", "bid A 12"),
        ("A – 12", "bid A 12"),
        ("A 30 B 12 C 5", "bid A 30, B 12, C 5"),
        ("A 30, B 12; C 5 and D 6", "bid A 30, B 12, C 5, D 6"),
        ("A 30\nB 12", "bid A 30, B 12"),
        ("A 30,B 12", "bid A 30, B 12"),
        ("A 30. B 12.", "bid A 30, B 12"),
        ("bid A 30, A 40", "bid A 30, A 40"),
        ("lot A for 30", "bid A 30"),
        ("lot A at 30 coins", "bid A 30"),
        ("Lots: A 30, B 12", "bid A 30, B 12"),
        ("A 30 coins", "bid A 30"),
        ("30 on A", "bid A 30"),
        ("30 coins for lot A", "bid A 30"),
        ("30 on A 12 on C", "bid A 30, C 12"),
        ("thirty coins on lot B", "bid B 30"),
        ("A twenty-five, B twenty six", "bid A 25, B 26"),
        ("A one hundred and five, B a hundred", "bid A 105, B 100"),
        ("A one hundred and B five", "bid A 100, B 5"),
        ("a hundred and twenty on c", "bid C 120"),
        ("two thousand three hundred and one on B", "bid B 2301"),
        ("A zero", "bid A 0"),
        ("I bid A 30", "bid A 30"),
        ("I'd like to bid thirty coins on lot B please. And 5 on D.", "bid B 30, D 5"),
        ("I\u2019d like to bid 5 on D", "bid D 5"),
        ("I want to bid 30 coins on A, and 12 coins on C. Thank you!", "bid A 30, C 12"),
        ("I would like to place a bid of 30 on A", "bid A 30"),
        ("My bids: A 30, B 12", "bid A 30, B 12"),
        ("My bid for lot A is 30 coins.", "bid A 30"),
        ("here are my bids: A 30", "bid A 30"),
        ("Hi! A 30, thanks a lot", "bid A 30"),
        ("1) A 30", "bid A 30"),
        ("- A 30", "bid A 30"),
        ("• A 30", "bid A 30"),
        ("A 30!", "bid A 30"),
        ("A 30 :)", "bid A 30"),
        ("A 30 \U0001f389\U0001f44d\U0001f3fd", "bid A 30"),
        ("A \U0001f389 30", "bid A 30"),
        ("Ａ： ３０", "bid A 30"),
        ("\U0001d400 \U0001d7d1\U0001d7ce", "bid A 30"),
        ("A\u00a030\u200f", "bid A 30"),
        ("`bid A 30`", "bid A 30"),
        ('"bid A 30, C 12"', "bid A 30, C 12"),
        ("A 030", "bid A 30"),
        ("A 000", "bid A 0"),
        ("bid AT 30, AS 4", "bid AT 30, AS 4"),
        ("bid ZZ 30", "bid ZZ 30"),
    ],
)
def test_ap_07_bids(text: str, move: str) -> None:
    assert text_of(BATCH, text) == move


@pytest.mark.parametrize(
    ("text", "coins"),
    [
        ("A -5", "-5"),
        ("A: -5", "-5"),
        ("A \u22125", "-5"),
        ("A –5", "–5"),
        ("A +5", "+5"),
        ("A -0", "-0"),
        ("A 1,000", "1,000"),
        ("A 1.000", "1.000"),
        ("A 30.5", "30.5"),
        ("A .5", ".5"),
        ("A 1e3", "1e3"),
        ("A 5½", "5½"),
        ("A ½", "½"),
        ("A 3²", "3²"),
        ("A ③", "③"),
        ("A thirty.5", "thirty.5"),
        ("A 30/40", "30/40"),
        ("A 30-40", "30-40"),
        ("A $30", "$30"),
        ("A 30k", "30k"),
        ("A ٣٠", "٣٠"),
        ("A 30%!", "30%"),
        ("1,000 on A", "1,000"),
    ],
)
def test_ap_07_what_is_no_whole_number_stays_one_amount_for_the_rules_to_refuse(
    text: str, coins: str
) -> None:
    assert read(BATCH, "Ann", text) == (Bid((Pair("A", coins),)),)
    assert read(BATCH, "Ann", f"{text}, B 12") == (Bid((Pair("A", coins), Pair("B", "12"))),)


@pytest.mark.parametrize(
    ("text", "could_be"),
    [
        ("lot a: 3 0", ("bid A 30", "bid A 3")),
        ("A 1 000", ("bid A 1000", "bid A 1")),
        ("3 0 on A", ("bid A 30", "bid A 3")),
        ("A 3 0, B 12", ("bid A 30, B 12", "bid A 3, B 12")),
        ("A twenty thirty", ("bid A 20", "bid A 30")),
        ("A 30 5 on B", ("bid A 30, B 5",)),
        ("A 30.B 12", ()),
    ],
)
def test_ap_07_two_numbers_are_never_put_together(text: str, could_be: tuple[str, ...]) -> None:
    assert readings(BATCH, text) == could_be


@pytest.mark.parametrize(
    ("text", "could_be"),
    [
        ("A 25 or maybe C 25, whichever is cheaper", ("bid A 25", "bid C 25")),
        ("A 25 or 30", ("bid A 25", "bid A 30")),
        ("A 30 OR 40", ("bid A 30", "bid A 40")),
        ("A or B for 30", ("bid A 30", "bid B 30")),
        ("30 on A or B", ("bid A 30", "bid B 30")),
        ("30 or 40 on A", ("bid A 30", "bid A 40")),
        ("up to 30 on A", ("bid A 30",)),
        ("A at most 30", ("bid A 30",)),
        ("A 30 (max)", ("bid A 30",)),
        ("A 30 if nobody else bids", ("bid A 30",)),
        ("A 30, but only if no one else bids", ("bid A 30",)),
        ("A 25 if I get 2 or more", ("bid A 25",)),
        ("A 30 unless Bob wins B", ("bid A 30",)),
        ("A 30?", ("bid A 30",)),
        ("A 30 \U0001f914", ("bid A 30",)),
        ("I would bid A 30", ("bid A 30",)),
        ("I'd bid A 30", ("bid A 30",)),
        ("change A 30 to 40", ("bid A 30", "bid A 40")),
        ("pass or A 30", ("bid A 30", "pass")),
        ("I pass on A, bid B 30", ("bid B 30", "pass")),
        ("A30 or B12", ("bid A 30", "bid B 12")),
        ("don't bid A 30", ()),
        ("A 30, cancel B 12", ()),
        ("A 30 \u274c", ()),
    ],
)
def test_ap_07_a_bid_cannot_depend_on_anything(text: str, could_be: tuple[str, ...]) -> None:
    assert readings(BATCH, text) == could_be
    assert refusal(BATCH, text).clause == "AP-7"


@pytest.mark.parametrize(
    ("text", "could_be"),
    [
        ("A30", ("bid A 30",)),
        ("A-5", ("bid A 5",)),
        ("A30, b12", ("bid A 30, B 12",)),
        ("30 A, 12 C", ("bid A 30, C 12",)),
        ("A and B 30", ("bid A 30, B 30",)),
        ("30 on A and B", ("bid A 30, B 30",)),
        ("A 30 on B", ("bid A 30", "bid B 30")),
        ("30", tuple(f"bid {lot} 30" for lot in "ABCDE")),
        ("bid 30", tuple(f"bid {lot} 30" for lot in "ABCDE")),
        ("or maybe 25", tuple(f"bid {lot} 25" for lot in "ABCDE")),
        ("bid 3 0", ()),
    ],
)
def test_ap_07_a_bid_names_its_lot_and_then_its_coins(text: str, could_be: tuple[str, ...]) -> None:
    assert readings(BATCH, text) == could_be


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bid",
        "A",
        "lot A",
        "Ann",
        "Hi Barbaro,",
        "good luck everyone!",
        "here are my bids for batch 1:",
        "I hold 3S 10H",
        "A 10H",
        "[B] 40",
        "\U0001f171\ufe0f 40",
        "bid A hundred",
        "A (30, I think",
        "A:x=3",
        "see you at 30",
        "{who} %s \\ \0",
        "None",
    ],
)
def test_ap_07_what_is_no_bid_is_not_understood_and_told_what_would_be_right(text: str) -> None:
    found = refusal(BATCH, text)
    assert isinstance(found, Unreadable)
    assert found.clause == "AP-7"
    assert found.quoted == text
    assert f"“{text}”" in found.sentence()
    assert "`bid A 30`" in found.sentence()


def test_the_example_names_a_lot_that_is_open() -> None:
    state = replace(BATCH, batch=_LOTS[3:])
    assert "`bid D 30`" in refusal(state, "hello").sentence()


def test_ap_07_labels_of_two_letters_may_be_small_where_such_lots_are() -> None:
    options = read_options(GAME.options, {"lots": "52"})
    many: State = GAME.setup(options, ("Ann", "Bob"))
    assert text_of(many, "bid aa 30") == "bid AA 30"
    assert isinstance(refusal(BATCH, "bid aa 30"), Unreadable)


# Cards


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("trash 3S 10H KD", "trash 3S 10H KD"),
        ("Trash: 3♠, ten of hearts", "trash 3S 10H"),
        ("trash: 3♠, ten of hearts and KD", "trash 3S 10H KD"),
        ("trash 3\u2660\ufe0f 10\u2665\ufe0f", "trash 3S 10H"),
        ("trash th 10 h", "trash 10H 10H"),
        ("trash the 3 of spades and the king of diamonds", "trash 3S KD"),
        ("trash my 3S; a KD", "trash 3S KD"),
        ("trash (3S, 10H)", "trash 3S 10H"),
        ("trash:\n- 3S\n- 10H", "trash 3S 10H"),
        ("trash 3S\n10H", "trash 3S 10H"),
        ("Trash: 3♠, ten of hearts\nKeep the rest.", "trash 3S 10H"),
        ("trash 3S 10H, keep the rest please", "trash 3S 10H"),
        ("change 3S", "trash 3S"),
        ("Discard 3S!", "trash 3S"),
        ("I'd like to exchange 3S and KD please", "trash 3S KD"),
        ("I trash 3S.", "trash 3S"),
        ("trashing 3S", "trash 3S"),
        ("My trash: 3S", "trash 3S"),
        ("trash 3S :)", "trash 3S"),
        ("trash 7s", "trash 7S"),
        ("trash AS", "trash AS"),
        ("trash 3S 3S", "trash 3S 3S"),
        ("trash 2C", "trash 2C"),
    ],
)
def test_ap_15_cards_to_trash(text: str, move: str) -> None:
    assert text_of(WINDOW, text) == move


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("trash 3S 1X", "1X"),
        ("trash 1X", "1X"),
        ("trash KG 3S", "KG"),
        ("trash 3S 10H for new cards", "for"),
        ("trash 3S/10H", "3S/10H"),
        ("trash 3S \U0001f0a1", "\U0001f0a1"),
        ("trash 3, S", "3"),
        ("trash 3S A", "A"),
        ("discard 3S, bid A 30", "bid"),
    ],
)
def test_ap_16_a_word_among_cards_that_is_none_fells_the_whole(text: str, word: str) -> None:
    found = refusal(replace(WINDOW, players=SETUP.players), text)
    assert isinstance(found, Refused)
    assert (found.clause, found.quoted) == ("AP-16", word)
    assert f"“{word}” is no card" in found.sentence()


@pytest.mark.parametrize(
    ("text", "could_be"),
    [
        ("please change my sevens and the king", ("trash 7C 7D KD",)),
        ("trash the king and my sevens", ("trash KD 7C 7D",)),
        ("trash my 7s", ("trash 7C 7D",)),
        ("trash my two sevens", ("trash 7C 7D",)),
        ("trash 7", ("trash 7C 7D",)),
        ("trash kings and 3S", ("trash KD 3S",)),
        ("trash diamonds", ("trash KD 7D",)),
        ("trash everything", ("trash 3S 10H KD 7C 7D",)),
        ("trash my whole hand", ("trash 3S 10H KD 7C 7D",)),
        ("trash all but the king", ("trash 3S 10H 7C 7D",)),
        ("keep the sevens", ("trash 3S 10H KD",)),
        ("keep 3S 10H", ("trash KD 7C 7D",)),
        ("keep all but the king", ("trash KD",)),
        ("keep 10H, trash 3S", ("trash 3S",)),
        ("keep 3S 10H KD 7C 7D", ("keep",)),
        ("trash 3S or 10H", ("trash 3S", "trash 10H")),
        ("maybe trash 3S", ("trash 3S",)),
        ("can I trash 3S?", ("trash 3S",)),
        ("don't trash 3S", ()),
        ("3S 10H", ("trash 3S 10H",)),
    ],
)
def test_ap_16_cards_are_not_guessed(text: str, could_be: tuple[str, ...]) -> None:
    assert readings(WINDOW, text) == could_be
    assert refusal(WINDOW, text).clause == "AP-16"


@pytest.mark.parametrize(
    "text",
    ["trash", "trash talk!", "trash my aces", "change of plans", "Keep the rest.", "Ann", "keep 5"],
)
def test_ap_15_what_is_no_trash_is_not_understood(text: str) -> None:
    found = refusal(WINDOW, text)
    assert isinstance(found, Unreadable)
    assert found.clause == "AP-15"
    assert "`trash 3S 10H`" in found.sentence()


# Pass, keep, stand


@pytest.mark.parametrize("state", PHASES)
@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass", "pass"),
        ("Pass.", "pass"),
        ("PASS!! :)", "pass"),
        ("pass please", "pass"),
        ("I pass", "pass"),
        ("I'll pass", "pass"),
        ("no bid", "pass"),
        ("No bids.", "pass"),
        ("keep", "keep"),
        ("Keep all!", "keep"),
        ("keep everything, thanks", "keep"),
        ("I'll keep my hand", "keep"),
        ("no change", "keep"),
        ("trash nothing", "keep"),
        ("stand", "stand"),
        ("Stand.", "stand"),
    ],
)
def test_ap_28_short_moves_read_in_any_phase(state: State, text: str, move: str) -> None:
    assert text_of(state, text) == move


@pytest.mark.parametrize(
    ("state", "text", "could_be"),
    [
        (BATCH, "No bids from me this time, sorry!", ("pass",)),
        (BATCH, "I'll pass this time", ("pass",)),
        (BATCH, "pass?", ("pass",)),
        (BATCH, "I won't bid", ("pass",)),
        (BATCH, "I stand", ("stand", "pass")),
        (WINDOW, "no changes from me", ("keep",)),
        (WINDOW, "I'm happy with my hand", ("keep",)),
        (WINDOW, "keep?", ("keep",)),
        (WINDOW, "stand pat", ("stand", "keep")),
        (BATCH, "only if Bob doesn't", ()),
    ],
)
def test_ap_28_a_sentence_is_offered_as_a_move(
    state: State, text: str, could_be: tuple[str, ...]
) -> None:
    assert readings(state, text) == could_be


# Who and when


@pytest.mark.parametrize("state", [SETUP, OVER])
def test_all_06_nothing_open_nothing_understood(state: State) -> None:
    found = refusal(state, "hello")
    assert (type(found), found.clause) == (Unreadable, "ALL-6")


@pytest.mark.parametrize("text", ["start", "bid A 30", "pass", ""])
def test_all_06_a_player_s_move_is_none_of_the_host_s(text: str) -> None:
    found = refusal(BATCH, text, "host")
    assert (type(found), found.clause) == (Unreadable, "ALL-6")


def test_all_03_the_deck_is_read_for_chance() -> None:
    assert read(SETUP, "chance", "shuffle 3S, 10♥ kd") == (Shuffle(("3S", "10H", "KD")),)
    assert refusal(SETUP, "shuffle 3S 1X", "chance").quoted == "1X"
    for text in ("3S 10H", "pass", ""):
        found = refusal(SETUP, text, "chance")
        assert (type(found), found.clause) == (Unreadable, "ALL-3")


def test_all_03_a_player_gives_no_deck() -> None:
    found = refusal(SETUP, "shuffle 3S 10H")
    assert (type(found), found.clause) == (Unreadable, "ALL-6")


# Promises

_LABELS = st.integers(0, 51).map(label)
_ODD_AMOUNTS = ("-5", "1,000", "30.5", "1e3", "+5", "5½", "3²", "thirty.5", "$7", "30k", "1/2")
_AMOUNTS = st.sampled_from(_ODD_AMOUNTS) | st.integers(0, 10**13).map(str)
_BIDS = st.lists(st.builds(Pair, _LABELS, _AMOUNTS), min_size=1)
_CARDS = st.lists(st.sampled_from((*DECK, "JOKER")), min_size=1).map(tuple)
_MOVES: st.SearchStrategy[Move] = st.one_of(
    _BIDS.map(lambda pairs: Bid(tuple(pairs))),
    _CARDS.map(Trash),
    st.sampled_from((Pass(), Keep(), Stand())),
)
_ALPHABET = """
a A I b B 3 0 30 1,000 -5 - : = for on at is lot coins bid my please or maybe if not no ? ! . , ;
and thirty five hundred thousand A30 C-4 trash keep change shuffle 3S 10H 7s sevens king the all but
everything both of hearts ten pass stand rest ½ :) AT I'd like to \u274c \U0001f171 "x"
"""
_WORDS = st.sampled_from((*_ALPHABET.split(), "\n"))
_TEXTS = st.lists(_WORDS | st.text(max_size=4)).map(" ".join) | st.text()


@pytest.mark.slow
@pytest.mark.parametrize("state", PHASES)
@settings(derandomize=True, deadline=None)
@given(move=_MOVES)
def test_every_move_reads_back_in_every_phase(state: State, move: Move) -> None:
    for who in ("Ann", "Bob"):
        assert read(state, who, str(move)) == (move,)


def moves_or_refusal(state: State, who: str, text: str) -> tuple[Move, ...] | Refusal:
    try:
        return read(state, who, text)
    except Refusal as found:
        return found


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=few_or_many(200, 1000))
@given(text=_TEXTS, state=st.sampled_from(PHASES), who=st.sampled_from(["Ann", "chance", "host"]))
def test_no_text_raises_anything_but_a_refusal(text: str, state: State, who: str) -> None:
    found = moves_or_refusal(state, who, text)
    if isinstance(found, Refusal):
        assert found.sentence()
    else:
        [move] = found
        assert read(state, who, str(move)) == (move,)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=few_or_many(200, 1000))
@given(text=_TEXTS, state=st.sampled_from(PHASES))
def test_every_reading_offered_reads_as_it_stands(text: str, state: State) -> None:
    found = moves_or_refusal(state, "Ann", text)
    if isinstance(found, Ambiguous):
        for offered in found.readings:
            assert text_of(state, offered) == offered


@settings(derandomize=True, deadline=None)
@given(_TEXTS)
def test_a_pasted_text_is_read_or_refused(raw: str) -> None:
    read_message(lambda line: read(BATCH, "Ann", line), raw)


@pytest.mark.slow
@given(st.lists(_BIDS, min_size=1, max_size=4))
@settings(derandomize=True, deadline=None)
def test_bids_on_many_lines_are_one_move(bids: list[list[Pair]]) -> None:
    raw = "Hello Barbaro\n" + "\n".join(str(Bid(tuple(pairs))) for pairs in bids)
    reading = read_message(lambda line: read(BATCH, "Ann", line), raw)
    assert reading.moves == (Bid(tuple(pair for pairs in bids for pair in pairs)),)


_ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@pytest.mark.parametrize("number", [1, 9, 10, 13, 20, 21, 99, 100, 101, 115, 120, 999, 1000, 2345])
def test_numbers_in_words(number: int) -> None:
    assert spoken(_in_words(number).split()) == number
    assert spoken(_in_words(number).replace(" and", "").split()) == number


def _in_words(number: int) -> str:
    thousands, below = divmod(number, 1000)
    hundreds, small = divmod(below, 100)
    parts = [f"{_ONES[thousands]} thousand"] * bool(thousands)
    parts += [f"{_ONES[hundreds]} hundred"] * bool(hundreds)
    teens = {10: "ten", 13: "thirteen", 15: "fifteen"}
    tens = {2: "twenty", 4: "forty", 9: "ninety"}
    if small:
        ten, one = divmod(small, 10)
        words = teens.get(small) or f"{tens[ten] if ten else ''} {_ONES[one]}"
        parts += ["and"] * bool(parts) + [words]
    return " ".join(parts)


@pytest.mark.parametrize(
    "text",
    ["five twenty", "twenty eleven", "and five", "five and", "hundred", "twenty hundred", "a five"],
)
def test_what_is_no_number_in_words(text: str) -> None:
    assert spoken(text.split()) is None


@pytest.mark.parametrize(
    "text",
    [
        "My bids for batch 1: A 30",
        "A 30 was my last bid",
        "A 30 (all I have)",
        "put me down for 30 on lot B",
    ],
)
def test_ap_07_a_lot_and_coins_among_other_words_are_not_passed_over_in_silence(text: str) -> None:
    with pytest.raises(Refused, match="a line of its own") as found:
        read(BATCH, "Ann", text)
    assert found.value.clause == "AP-7"


def test_ap_07_what_a_shell_quoted_reads_all_the_same() -> None:
    assert read(BATCH, "Ann", 'bid "A 30, B 12"') == read(BATCH, "Ann", "bid A 30, B 12")
