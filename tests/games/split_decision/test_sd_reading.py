"""Text to moves: what is typed, and messages as players write them (SD-3 to SD-32)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many, one_in

from gmtool.engine.cards import DECK, RANKS
from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.paste import read_message
from gmtool.engine.refusals import Ambiguous, Refusal, Refused, Unreadable
from gmtool.engine.shuffling import Shuffle
from gmtool.games.split_decision import GAME
from gmtool.games.split_decision import state as s
from gmtool.games.split_decision.hands import Hand, Held
from gmtool.games.split_decision.moves import (
    SUITS,
    Answer,
    Board,
    Chip,
    Codes,
    Cut,
    Draw,
    Keep,
    Pass,
    Pick,
    Place,
    Push,
    Question,
    Range,
    Refuse,
    Suit,
    Suits,
    Verdict,
    Wager,
)
from gmtool.games.split_decision.reading import read
from gmtool.games.split_decision.terms import BOARD

NAMES = ("Ann", "Bob", "Cid, Jr.")
SETUP: s.State = GAME.setup(read_options(GAME.options, {}), NAMES)
FIVE: s.State = GAME.setup(read_options(GAME.options, {"buzzcodes": "5"}), NAMES)
CODES = replace(SETUP, phase=s.CODES, waiting_codes=NAMES)
FIVE_CODES = replace(FIVE, phase=s.CODES, waiting_codes=NAMES)
CUT = replace(SETUP, phase=s.CUT)
ASKING = s.Asking(1, "q", "a", 50, "host", 1, ("Ann",), "Ann")
ASKED = replace(SETUP, phase=s.ANSWER, playing=NAMES, asking=ASKING)
QUESTION = replace(SETUP, phase=s.QUESTION, playing=NAMES)
ENDED = replace(SETUP, phase=s.ENDED)


def on_a_card(
    card: str, situation: str, *, hand: Hand | None = None, playing: tuple[str, ...] = NAMES
) -> s.State:
    """Ann, with her two chips unless she isn't to see the card, decides on it."""
    phase = {
        s.BLIND: s.NO_PEEK,
        s.HEAD_START: s.HEAD_START,
        s.FREE_ACE: s.FREE_ACE,
    }.get(situation, s.CARD)
    ann = replace(SETUP.players[0], chips=2 * (situation != s.BLIND), hand=hand or Hand())
    return replace(
        SETUP,
        phase=phase,
        players=(ann, *SETUP.players[1:]),
        playing=playing,
        round=1,
        play=s.Play("Ann", situation, card),
    )


def in_the_bonus(phase: str) -> s.State:
    return replace(SETUP, phase=phase, bonus=s.Bonus("Ann", 2, 1, 1500))


HIGH_KING = Hand(high=Held("KS", "K"))
HEAD_START = on_a_card("KS", s.HEAD_START)
FREE_ACE = on_a_card("A", s.FREE_ACE)
SEEN = on_a_card("9H", s.OWN, hand=HIGH_KING)
JOKER = on_a_card("JOKER", s.OWN, hand=HIGH_KING)
ACE = on_a_card("AH", s.OWN, hand=Hand(high=Held("AS", "A")))
FREE_LOOK = on_a_card("9H", s.FREE_LOOK)
NO_PEEK = on_a_card("", s.BLIND)
NO_PEEK_OF_TWO = on_a_card("", s.BLIND, playing=("Ann", "Bob"))
PICK, RANGE, WAGER, SUIT = map(
    in_the_bonus, (s.BONUS_PICK, s.BONUS_RANGE, s.BONUS_WAGER, s.BONUS_SUIT)
)
NOT_ASKED = (
    SETUP,
    CODES,
    FIVE_CODES,
    CUT,
    QUESTION,
    HEAD_START,
    FREE_ACE,
    SEEN,
    JOKER,
    ACE,
    FREE_LOOK,
    NO_PEEK,
    NO_PEEK_OF_TWO,
    PICK,
    RANGE,
    WAGER,
    SUIT,
    ENDED,
)
STATES = (*NOT_ASKED, ASKED)


def text_of(state: s.State, text: str, who: str = "Ann") -> str:
    """The text form of the one move that is read."""
    [move] = read(state, who, text)
    return str(move)


def refusal(state: s.State, text: str, who: str = "Ann") -> Refusal:
    with pytest.raises(Refusal) as caught:
        read(state, who, text)
    assert caught.value.sentence()
    return caught.value


def readings(state: s.State, text: str, who: str = "Ann") -> tuple[str, ...]:
    found = refusal(state, text, who)
    assert isinstance(found, Ambiguous), found
    return found.readings


# Buzzcodes

CODES_OF_THIRTY = (
    "codes 17 4 100 55 55 23 81 9 64 37 1 72 48 90 12 33 66 5 29 78 41 99 58 14 86 20 51 3 69 44"
)
THIRTY = CODES_OF_THIRTY.split()[1:]


def numbered(form: str, between: str = "\n") -> str:
    return between.join(form.format(k=k, code=code) for k, code in enumerate(THIRTY, 1))


@pytest.mark.parametrize(
    "between",
    [" ", ", ", "; ", ",", ";", "\n", "\n\n", "\r\n", "\t", " | ", " - ", "-", " / ", ". ", " & "],
)
def test_sd_05_codes_whatever_parts_them(between: str) -> None:
    assert text_of(CODES, between.join(THIRTY)) == CODES_OF_THIRTY


@pytest.mark.parametrize("between", ["\n", " ", ", ", "; ", ","])
@pytest.mark.parametrize(
    "form",
    ["{k}) {code}", "{k}. {code}", "{k}: {code}", "#{k} {code}", "{k} - {code}", "({k}) {code}"],
)
def test_sd_05_what_counts_the_codes_is_no_code(form: str, between: str) -> None:
    assert text_of(CODES, numbered(form, between)) == CODES_OF_THIRTY


@pytest.mark.parametrize(
    "form",
    [
        "{k}){code}",
        "{k}:{code}",
        "{k}.{code}",
        "{k}-{code}",
        "{k} = {code}",
        "{k} -> {code}",
        "{k}→{code}",
        "{k}.) {code}",
        "[{k}] {code}",
        "No. {k}: {code}",
        "Code {k}: {code}",
        "#{k}: {code}",
        "#{k} - {code}",
        "{k} {code}",
        "{k}\t{code}",
        "{k}) {code}.",
        "- {code}",
        "* {code}",
        "• {code}",
        "{code}.",
        "{code},",
        "{code})",
    ],
)
def test_sd_05_codes_on_lines_of_their_own(form: str) -> None:
    assert text_of(CODES, numbered(form)) == CODES_OF_THIRTY


@pytest.mark.parametrize("after", ["", "\nThanks", "\nAnn", "\n\nGood luck everyone!\n- Ann"])
@pytest.mark.parametrize(
    "before",
    [
        "codes ",
        "codes: ",
        "CODES - ",
        "My 30 codes!\n",
        "My thirty codes:\n",
        "Codes\n",
        "My buzz codes are ",
        "Buzzcodes: ",
        "Here are my codes:\n",
        "Here are my 30 buzzcodes for episode 7:\n",
        "30 codes (1-100):\n",
        "Here are 30 random numbers from 1 to 100:\n",
        "Hi Bill,\nhere are my numbers:\n",
        "I used random.org for these:\n",
        "Good luck everybody!\n",
    ],
)
def test_sd_05_words_around_a_list_are_no_codes(before: str, after: str) -> None:
    for body in (", ".join(THIRTY), numbered("{k}) {code}"), numbered("{code}")):
        assert text_of(CODES, before + body + after) == CODES_OF_THIRTY


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("codes 17", "codes 17"),
        ("17 4 100", "codes 17 4 100"),
        ("1 2 3 4 5", "codes 1 2 3 4 5"),
        ("1\n2\n3\n4\n5", "codes 1 2 3 4 5"),
        ("1) 1\n2) 2\n3) 3\n4) 4\n5) 5", "codes 1 2 3 4 5"),
        ("codes 1 17 2 4 3", "codes 1 17 2 4 3"),
        ("1 17 2 4 3 100 4 55 5 55", "codes 17 4 100 55 55"),
        ("17 4\n100\n55 5", "codes 17 4 100 55 5"),
        ("17 and 4 and 100, 5 & 6", "codes 17 4 100 5 6"),
        ("seven, four, twenty one, one hundred, 5", "codes 7 4 21 100 5"),
        ("five\nsix\nseven\neight\nnine", "codes 5 6 7 8 9"),
        ("codes 17 4 100 seven 5", "codes 17 4 100 7 5"),
        ("17,4,100,5,6", "codes 17 4 100 5 6"),
        ("17, 4, 5,100, 8", "codes 17 4 5 100 8"),
        ('codes "17 4 100 5 6"', "codes 17 4 100 5 6"),
        ("Codes for Ann: 17 4 100 5 6", "codes 17 4 100 5 6"),
        ("17 4 100 5 6 please :)", "codes 17 4 100 5 6"),
        ("17 4 100 5 6 \U0001f389", "codes 17 4 100 5 6"),
        ("１７ ４ １００ ５ ６", "codes 17 4 100 5 6"),
        ("1\u200b7\u00a04\u2060 100 5 6\u200f", "codes 17 4 100 5 6"),
        ("17 4 100 5 6\nno problem!", "codes 17 4 100 5 6"),
    ],
)
def test_sd_05_lists_of_other_lengths_and_words(text: str, move: str) -> None:
    assert text_of(FIVE_CODES, text) == move


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("17 4 100 5.5 -3", ("17", "4", "100", "5.5", "-3")),
        ("codes 0 101 5.5 -3 1,000", ("0", "101", "5.5", "-3", "1,000")),
        ("1) 0\n2) 101\n3) 5.5\n4) -3\n5) 1,000", ("0", "101", "5.5", "-3", "1,000")),
        ("17, 4, 1,000, 5, 6", ("17", "4", "1,000", "5", "6")),
        ("17 4 5,100 8 9", ("17", "4", "5,100", "8", "9")),
        ("17th 4 100 5 6", ("17th", "4", "100", "5", "6")),
        ("½ 4 3² 5 6", ("½", "4", "3²", "5", "6")),
        ("٣ 4 100 5 6", ("٣", "4", "100", "5", "6")),
        ("007 4 +5 .5 1e3", ("007", "4", "+5", ".5", "1e3")),
        ("codes -3, 4, 5", ("-3", "4", "5")),
        ("my lucky codes: 0, 4, 5", ("0", "4", "5")),
        ("my codes: .5, 4, -5", (".5", "4", "-5")),
        ("codes １７ ４", ("17", "4")),
    ],
)
def test_sd_05_wrong_entries_stay_as_written_for_the_rules_to_name(
    text: str, codes: tuple[str, ...]
) -> None:
    assert read(FIVE_CODES, "Ann", text) == (Codes(codes),)


@pytest.mark.parametrize(
    ("text", "could_be"),
    [
        ("1 17\n2 4\n3 100", ("codes 17 4 100", "codes 1 17 2 4 3 100")),
        ("1 17 2 4 3 100", ("codes 17 4 100", "codes 1 17 2 4 3 100")),
        ("1) 17\n3) 4\n4) 100", ("codes 17 4 100", "codes 1 17 3 4 4 100")),
        ("1) 17\n1) 4\n2) 100", ("codes 17 4 100", "codes 1 17 1 4 2 100")),
        ("1) 17\n2)\n3) 100\n4) 5", ("codes 17 100 5", "codes 1 17 2 3 100 4 5")),
        ("-17\n-4\n-100", ("codes 17 4 100", "codes -17 -4 -100")),
        ("17 4 5,100 8 9 9", ("codes 17 4 5 100 8 9 9", "codes 17 4 5,100 8 9 9")),
        ("seven four twenty one", ("codes 7 4 20 1", "codes 7 4 21")),
        ("17 4 100\nPS: 7 is my lucky number", ("codes 17 4 100",)),
        ("My lucky number is 7 so\n17, 4, 100", ("codes 17 4 100",)),
        ("17 4 100\nmaybe I'll change these later", ("codes 17 4 100",)),
        ("17 4 100\nDon't use these yet", ("codes 17 4 100",)),
        ("17 4 100\nthe rest random", ("codes 17 4 100",)),
        ("17 4 100\n5 6 or 7 8", ("codes 17 4 100",)),
        ("17? 4 100 5 6", ()),
        ("17 4 or 5 100 6 7", ()),
        ("17 4 100 5 6 \u274c", ()),
    ],
)
def test_sd_05_what_may_be_codes_or_not_is_shown_both_ways(
    text: str, could_be: tuple[str, ...]
) -> None:
    assert readings(FIVE_CODES, text) == could_be
    assert refusal(FIVE_CODES, text).clause == "SD-5"


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("1-30", "1-30"),
        ("1 - 30", "1 - 30"),
        ("1 to 30", "1 to 30"),
        ("1..30", "1..30"),
        ("1–30", "1–30"),
        ("from 1 to 30", "1 to 30"),
        ("all from 1 through 30 please", "1 through 30"),
        ("1-10, 11-20, 21-30", "1-10"),
        ("17, 4, 5-10", "5-10"),
        ("codes 1-30", "1-30"),
        ("codes from 1 to 100", "1 to 100"),
    ],
)
def test_sd_05_ranges_are_not_read(text: str, quoted: str) -> None:
    found = refusal(CODES, text)
    assert isinstance(found, Refused)
    assert (found.clause, found.quoted) == ("SD-5", quoted)
    assert "ranges aren't read; write the thirty codes out" in found.sentence()
    assert "write the five codes out" in refusal(FIVE_CODES, text).sentence()


@pytest.mark.parametrize(
    "text", ["random", "codes random", "you choose", "Just pick some for me", "surprise me please!"]
)
def test_sd_05_nobody_chooses_codes_for_a_player(text: str) -> None:
    found = refusal(CODES, text)
    assert isinstance(found, Refused)
    assert found.clause == "SD-5"
    assert "nobody chooses codes for a player; write the thirty codes out" in found.sentence()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("codes 17 4 x 5 6", "x"),
        ("17 4 x 5 6", "x"),
        ("1/2 4 100 5 6", "1/2"),
        ("17\u202e 4 100 5 6", "17\u202e"),
    ],
)
def test_sd_05_a_word_in_a_list_fells_it(text: str, word: str) -> None:
    found = refusal(FIVE_CODES, text)
    assert isinstance(found, Refused)
    assert (found.clause, found.quoted) == ("SD-5", word)
    assert f"“{word}” is no code" in found.sentence()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "codes",
        "my codes",
        "17",
        "1) 17",
        "1. 17",
        "Hi Bill,",
        "I have 2 dogs and 3 cats",
        "Episode 7 starts at 20:00",
    ],
)
def test_sd_05_what_is_no_list_is_not_understood(text: str) -> None:
    found = refusal(CODES, text)
    assert (type(found), found.clause) == (Unreadable, "SD-5")
    assert "write the thirty codes, as in `codes 17 4 100 …`" in found.sentence()


@pytest.mark.parametrize("name", ["Agent 47", "Seven", "High Roe", "Chip"])
def test_a_name_that_means_something_else_is_no_signature(name: str) -> None:
    """A line that may be a code or a move is read as that, whatever its player is called."""
    options = read_options(GAME.options, {"buzzcodes": "5"})
    setup: s.State = GAME.setup(options, (name, "Bob", "Cid"))
    collecting = replace(setup, phase=s.CODES, waiting_codes=(name,))
    assert text_of(collecting, "17\n47\n7\nseven\n5", name) == "codes 17 47 7 7 5"
    play = s.Play(name, s.HEAD_START, "KS")
    deciding = replace(setup, phase=s.HEAD_START, playing=(name, "Bob"), round=1, play=play)
    for move in ("high", "chip"):
        assert readings(deciding, f"low\n{move}", name)[0] == "low"


def test_sd_05_codes_are_read_at_any_time_if_they_say_so() -> None:
    for state in NOT_ASKED:
        assert text_of(state, "My codes: 17 4 100") == "codes 17 4 100"
    assert isinstance(refusal(QUESTION, "17 4 100"), Unreadable)
    assert text_of(ASKED, "codes 17 4 100") == "codes 17 4 100"


# The cut


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("17", "cut 17"),
        ("seventeen", "cut 17"),
        ("I cut at 17", "cut 17"),
        ("cut the deck at twenty-seven please", "cut 27"),
        ("17 cards from the top", "cut 17"),
        ("#17!", "cut 17"),
        ("Hi Bill,\n17\nThanks\nAnn", "cut 17"),
        ("-3", "cut -3"),
        ("5.5", "cut 5.5"),
        ("cut 1,000", "cut 1,000"),
    ],
)
def test_sd_03_the_cut(text: str, move: str) -> None:
    assert text_of(CUT, text) == move


@pytest.mark.parametrize(
    ("text", "could_be"),
    [
        ("17?", ("cut 17",)),
        ("17 or 20", ("cut 17", "cut 20")),
        ("17 18", ("cut 17", "cut 18")),
        ("not 17", ()),
        ("around 17", ("cut 17",)),
        ("cut 17 because it is lucky", ("cut 17",)),
    ],
)
def test_sd_03_a_cut_is_one_number(text: str, could_be: tuple[str, ...]) -> None:
    assert readings(CUT, text) == could_be
    assert refusal(CUT, text).clause == "SD-3"


@pytest.mark.parametrize("text", ["see you at 17", "cut", "lucky 13", "hello"])
def test_sd_03_what_is_no_cut_is_not_understood(text: str) -> None:
    found = refusal(CUT, text)
    assert (type(found), found.clause) == (Unreadable, "SD-3")
    assert "`cut 17`" in found.sentence()


def test_sd_03_a_number_alone_is_a_cut_only_of_red() -> None:
    assert isinstance(refusal(CUT, "17", "Bob"), Unreadable)
    assert text_of(CUT, "cut 17", "Bob") == "cut 17"


# A card


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        (HEAD_START, "High!", "high"),
        (HEAD_START, "ooh I'll put it up high", "high"),
        (HEAD_START, "high please", "high"),
        (HEAD_START, "place it low", "low"),
        (HEAD_START, "on the low side", "low"),
        (HEAD_START, "put it down low", "low"),
        (HEAD_START, "keep it high", "high"),
        (HEAD_START, "take it, high", "high"),
        (HEAD_START, "I'd like to go high", "high"),
        (HEAD_START, "the low one please", "low"),
        (HEAD_START, "HIGH. Good luck all!", "high"),
        (HEAD_START, "high, fingers crossed!", "high"),
        (HEAD_START, "Hi Bill,\nhigh\nThanks\nAnn", "high"),
        (HEAD_START, "high \U0001f44d", "high"),
        (HEAD_START, "h\u200bigh", "high"),
        (HEAD_START, "Ｈｉｇｈ", "high"),
        (HEAD_START, '"high"', "high"),
        (HEAD_START, "king high", "high"),
        (HEAD_START, "the king of spades goes low", "low"),
        (HEAD_START, "K♠ high", "high"),
        (HEAD_START, "refuse", "refuse"),
        (HEAD_START, "No thanks.", "refuse"),
        (HEAD_START, "no thank you!", "refuse"),
        (HEAD_START, "I decline", "refuse"),
        (FREE_LOOK, "no thanks", "refuse"),
        (FREE_ACE, "high ace", "high"),
        (FREE_ACE, "I'll have a low ace", "low"),
        (SEEN, "low", "low"),
        (SEEN, "use it low", "low"),
        (SEEN, "use a chip", "chip"),
        (SEEN, "spend my last chip", "chip"),
        (SEEN, "discard", "chip"),
        (SEEN, "Discard it!", "chip"),
        (SEEN, "chip it", "chip"),
        (SEEN, "I'll use a discard chip", "chip"),
        (ACE, "I'll push", "push"),
        (ACE, "take the push", "push"),
        (ACE, "ace low", "low"),
        (JOKER, "low", "low"),
        (JOKER, "the joker low please", "low"),
        (JOKER, "low joker", "low"),
        (JOKER, "low as 9", "low as 9"),
        (JOKER, "low as a ten", "low as 10"),
        (JOKER, "joker as 9 low", "low as 9"),
        (JOKER, "make it a low 9", "low as 9"),
        (JOKER, "a nine, low", "low as 9"),
        (JOKER, "jack low", "low as J"),
        (JOKER, "a low ace", "low"),
        (JOKER, "low as 11", "low as 11"),
    ],
)
def test_sd_14_to_18_what_becomes_of_a_card_that_is_seen(
    state: s.State, text: str, move: str
) -> None:
    assert text_of(state, text) == move


@pytest.mark.parametrize(
    ("state", "text", "could_be"),
    [
        (HEAD_START, "high or maybe low", ("high", "low")),
        (HEAD_START, "high/low", ("high", "low")),
        (HEAD_START, "high\nlow", ("high", "low")),
        (HEAD_START, "high unless it is an ace", ("high",)),
        (HEAD_START, "probably high", ("high",)),
        (HEAD_START, "high?", ("high",)),
        (HEAD_START, "high \U0001f914", ("high",)),
        (HEAD_START, "I'd go high", ("high",)),
        (HEAD_START, "hmm, high I guess", ("high",)),
        (HEAD_START, "up low", ("low",)),
        (HEAD_START, "not high", ()),
        (HEAD_START, "don't put it low", ()),
        (HEAD_START, "high \u274c", ()),
        (HEAD_START, "high, not low", ("high", "low")),
        (HEAD_START, "the 9 low", ("low",)),
        (HEAD_START, "king of hearts high", ("high",)),
        (HEAD_START, "what a high score!", ("high",)),
        (HEAD_START, "High as a kite", ("high",)),
        (HEAD_START, "I'll keep it", ("low", "high")),
        (HEAD_START, "take it", ("low", "high")),
        (HEAD_START, "I'll pass on it", ("refuse",)),
        (HEAD_START, "pass", ("refuse",)),
        (HEAD_START, "no", ("refuse",)),
        (HEAD_START, "I don't want it", ("refuse",)),
        (HEAD_START, "refuse or low", ("low", "refuse")),
        (HEAD_START, "unless it's an ace", ()),
        (FREE_LOOK, "skip it", ("refuse",)),
        (SEEN, "keep it", ("low",)),
        (SEEN, "pass", ("chip",)),
        (SEEN, "not this one", ("chip",)),
        (SEEN, "chip or low", ("low", "chip")),
        (SEEN, "don't chip it", ()),
        (SEEN, "keep my chips, low", ("low",)),
        (ACE, "push or low", ("low", "push")),
        (JOKER, "make it a 9 or 8 low", ("low as 9", "low as 8")),
        (JOKER, "low as 9 8", ("low as 9", "low as 8")),
    ],
)
def test_sd_18_what_leaves_a_doubt_is_never_taken(
    state: s.State, text: str, could_be: tuple[str, ...]
) -> None:
    assert readings(state, text) == could_be
    assert refusal(state, text).clause == {HEAD_START: "SD-14", FREE_LOOK: "SD-21"}.get(
        state, "SD-18"
    )


@pytest.mark.parametrize(
    "text", ["see you tomorrow", "Bob", "h\u0337i\u0337g\u0337h\u0337", "\u202ehgih", "right"]
)
def test_sd_14_what_is_no_move_is_told_what_would_be_right(text: str) -> None:
    found = refusal(HEAD_START, text)
    assert (type(found), found.clause, found.quoted) == (Unreadable, "SD-14", text)
    assert "say just `low`, `high` or `refuse`" in found.sentence()


def test_sd_14_own_words_count_only_of_the_player_whose_card_it_is() -> None:
    assert isinstance(refusal(HEAD_START, "I'll put it up high", "Bob"), Unreadable)
    assert text_of(HEAD_START, "high", "Bob") == "high"


# No peek


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        (NO_PEEK, "keep", "keep"),
        (NO_PEEK, "I'll keep it!", "keep"),
        (NO_PEEK, "keeping it please", "keep"),
        (NO_PEEK, "pass gold", "pass gold"),
        (NO_PEEK, "pass it to Bob", "pass Bob"),
        (NO_PEEK, "I'll pass it on to Bob.", "pass Bob"),
        (NO_PEEK, "PASSING TO BOB", "pass BOB"),
        (NO_PEEK, "Hi Bill,\npass the card to gold\nThanks", "pass gold"),
        (NO_PEEK, "pass Zoe", "pass Zoe"),
        (NO_PEEK, "pass Cid, Jr.", 'pass "Cid, Jr."'),
        (NO_PEEK, 'pass "Cid, Jr."', 'pass "Cid, Jr."'),
        (NO_PEEK_OF_TWO, "pass", "pass Bob"),
        (NO_PEEK_OF_TWO, "I'll pass it", "pass Bob"),
        (NO_PEEK_OF_TWO, "pass to my opponent", "pass Bob"),
        (NO_PEEK_OF_TWO, "pass it to him please!", "pass Bob"),
    ],
)
def test_sd_19_keep_or_pass(state: s.State, text: str, move: str) -> None:
    assert text_of(state, text) == move


EITHER = ("pass Bob", 'pass "Cid, Jr."')


@pytest.mark.parametrize(
    ("state", "text", "could_be"),
    [
        (NO_PEEK, "pass", EITHER),
        (NO_PEEK, "pass it", EITHER),
        (NO_PEEK, "pass to him", EITHER),
        (NO_PEEK, "pass this time", EITHER),
        (NO_PEEK, "I'll pass on this", EITHER),
        (NO_PEEK, "pass for now", EITHER),
        (NO_PEEK, "don't pass", EITHER),
        (NO_PEEK, "pass?", EITHER),
        (NO_PEEK, "keep or pass", ("keep", *EITHER)),
        (NO_PEEK, "maybe pass to Bob", ("pass Bob",)),
        (NO_PEEK, "pass it to Bob unless he is out", ("pass Bob",)),
        (NO_PEEK, "I won't keep it, pass to Bob", ("keep", "pass Bob")),
        (NO_PEEK, "keep it high", ("keep",)),
        (NO_PEEK, "keep?", ("keep",)),
        (NO_PEEK, "take it", ("keep",)),
        (NO_PEEK, "Keep up the good work!", ("keep",)),
        (NO_PEEK_OF_TWO, "I pass this time", ("pass Bob",)),
        (NO_PEEK_OF_TWO, "pass on it", ("pass Bob",)),
    ],
)
def test_sd_19_to_whom_a_card_is_passed_is_not_guessed(
    state: s.State, text: str, could_be: tuple[str, ...]
) -> None:
    assert readings(state, text) == could_be
    assert refusal(state, text).clause == "SD-19"


# Answers


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Paris", "Paris"),
        ("  Paris 🗼 ", "Paris 🗼"),
        ("answer Paris", "Paris"),
        ('answer "Paris"', "Paris"),
        ("Answer: Paris", "Paris"),
        ("answer Paris or Rome", "Paris or Rome"),
        ('answer "Paris" or "Rome"', '"Paris" or "Rome"'),
        ('Is it "The Eiffel Tower"?', 'Is it "The Eiffel Tower"?'),
        ("my answer is Paris", "my answer is Paris"),
        ("pass", "pass"),
        ("high", "high"),
        ("17", "17"),
        ("no thanks", "no thanks"),
        ("Hi Bill,\n\nParis\n\nThanks\nAnn", "Paris"),
        ("Hi Bill,\nhere we go\nanswer Paris\nAnn", "Paris"),
        ("My answer:\nParis", "Paris"),
        ("hope that's it\nmy answer is Paris", "my answer is Paris"),
        ("Good Night, and Good Luck", "Good Night, and Good Luck"),
        ("\u202eParis", "\u202eParis"),
    ],
)
def test_sd_11_an_answer_is_kept_as_written(text: str, answer: str) -> None:
    assert read(ASKED, "Ann", text) == (Answer(answer),)


@pytest.mark.parametrize(
    ("text", "could_be"),
    [
        ("Paris\nRome", ('answer "Paris"', 'answer "Rome"')),
        ("Hi Bill\nParis\nor Rome", ('answer "Paris"', 'answer "or Rome"')),
        ("answer Paris\nno wait, Rome", ('answer "Paris"', 'answer "no wait, Rome"')),
        ("answer Paris\nanswer Rome", ('answer "Paris"', 'answer "Rome"')),
        ("Hello Dolly", ('answer "Hello Dolly"',)),
        ("Thanks", ('answer "Thanks"',)),
        ("Ann", ('answer "Ann"',)),
    ],
)
def test_sd_11_one_answer_and_no_greeting(text: str, could_be: tuple[str, ...]) -> None:
    assert readings(ASKED, text) == could_be
    assert refusal(ASKED, text).clause == "SD-11"


@pytest.mark.parametrize("text", ["", "answer", 'answer ""', "answer:", "\u200b"])
def test_sd_11_an_answer_says_something(text: str) -> None:
    found = refusal(ASKED, text)
    assert (type(found), found.clause) == (Unreadable, "SD-11")


def test_sd_11_only_who_is_asked_answers_in_so_many_words() -> None:
    assert isinstance(refusal(ASKED, "Paris", "Bob"), Unreadable)
    assert text_of(ASKED, "answer Paris", "Bob") == 'answer "Paris"'


# The bonus


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        (PICK, "1 5 9 15", "pick 1 5 9 15"),
        (PICK, "1, 5, 9 and 15", "pick 1 5 9 15"),
        (PICK, "numbers 1 5 9 15 please", "pick 1 5 9 15"),
        (PICK, "I'll take #1, #5, #9, #15", "pick 1 5 9 15"),
        (PICK, "1,5,9,15", "pick 1 5 9 15"),
        (PICK, "1-5-9-15", "pick 1 5 9 15"),
        (PICK, "one, five, nine and fifteen", "pick 1 5 9 15"),
        (PICK, "1\n5\n9\n15", "pick 1 5 9 15"),
        (PICK, "four numbers: 1 5 9 15", "pick 1 5 9 15"),
        (PICK, "1 5 9", "pick 1 5 9"),
        (PICK, "pick 0 16 5.5 -3", "pick 0 16 5.5 -3"),
        (RANGE, "A 3", "range A 3"),
        (RANGE, "ace high, three low", "range A 3"),
        (RANGE, "low 3 high A", "range A 3"),
        (RANGE, "3 low, A high", "range A 3"),
        (RANGE, "high: A, low: 3", "range A 3"),
        (RANGE, "K and 4", "range K 4"),
        (RANGE, "K to 4", "range K 4"),
        (RANGE, "A-3", "range A 3"),
        (RANGE, "T 2", "range 10 2"),
        (RANGE, "range ten two", "range 10 2"),
        (RANGE, "ace high ace low", "range A A"),
        (RANGE, "range 4 K", "range 4 K"),
        (RANGE, "range devil 3", "range DEVIL 3"),
        (WAGER, "750", "wager 750"),
        (WAGER, "$750", "wager 750"),
        (WAGER, "I bet 750", "wager 750"),
        (WAGER, "750 dollars on this hand", "wager 750"),
        (WAGER, "1,500", "wager 1500"),
        (WAGER, "wager $1,500", "wager 1500"),
        (WAGER, "seven hundred and fifty", "wager 750"),
        (WAGER, "US$750 please", "wager 750"),
        (WAGER, "750.50", "wager 750.50"),
        (WAGER, "1.500", "wager 1.500"),
        (WAGER, "-5", "wager -5"),
        (SUIT, "hearts", "suit hearts"),
        (SUIT, "♥️", "suit hearts"),
        (SUIT, "the hearts one", "suit hearts"),
        (SUIT, "I'll look behind the clubs", "suit clubs"),
        (SUIT, "suit d", "suit diamonds"),
        (SUIT, "suit ♠", "suit spades"),
        (SUIT, "suit stars", "suit stars"),
    ],
)
def test_sd_27_what_the_winner_says_in_the_bonus(state: s.State, text: str, move: str) -> None:
    assert text_of(state, text) == move


@pytest.mark.parametrize(
    ("state", "text", "clause", "could_be"),
    [
        (PICK, "1 or 5, 9, 15", "SD-30", ("pick 1 5 9 15",)),
        (PICK, "1 5 9 15?", "SD-30", ("pick 1 5 9 15",)),
        (PICK, "not 1 5 9 15", "SD-30", ()),
        (RANGE, "3 and A", "SD-30", ("range 3 A", "range A 3")),
        (RANGE, "4 and K", "SD-30", ("range K 4",)),
        (RANGE, "from 3 to K", "SD-30", ("range K 3",)),
        (RANGE, "K high, 4", "SD-30", ("range K 4",)),
        (RANGE, "both aces", "SD-30", ("range A A",)),
        (RANGE, "a 3", "SD-30", ("range A 3",)),
        (RANGE, "K or Q high, 3 low", "SD-30", ()),
        (RANGE, "A 3?", "SD-30", ("range A 3",)),
        (WAGER, "750 or 800", "SD-28", ("wager 750", "wager 800")),
        (WAGER, "at least 750", "SD-28", ("wager 750",)),
        (WAGER, "1 500", "SD-28", ("wager 1500", "wager 1", "wager 500")),
        (WAGER, "750?", "SD-28", ("wager 750",)),
        (WAGER, "not 750", "SD-28", ()),
        (SUIT, "hearts or clubs", "SD-32", ("suit hearts", "suit clubs")),
        (SUIT, "hearts?", "SD-32", ("suit hearts",)),
        (SUIT, "not hearts", "SD-32", ()),
        (SUIT, "King of hearts", "SD-32", ("suit hearts",)),
    ],
)
def test_sd_27_what_leaves_a_doubt_in_the_bonus_is_never_taken(
    state: s.State, text: str, clause: str, could_be: tuple[str, ...]
) -> None:
    assert readings(state, text) == could_be
    assert refusal(state, text).clause == clause


@pytest.mark.parametrize(
    "text", ["all in", "everything", "the minimum", "half", "bet it all", "wager max", "double it"]
)
def test_sd_28_a_wager_says_the_amount(text: str) -> None:
    found = refusal(WAGER, text)
    assert (type(found), found.clause) == (Refused, "SD-28")
    assert "say the amount in dollars, as in `wager 250`" in found.sentence()


@pytest.mark.parametrize(
    ("state", "text", "clause"),
    [
        (PICK, "7", "SD-30"),
        (PICK, "I have 2 dogs and 3 cats", "SD-30"),
        (RANGE, "A", "SD-30"),
        (RANGE, "as high as possible", "SD-30"),
        (WAGER, "see you at 750", "SD-28"),
        (WAGER, "wager", "SD-28"),
        (SUIT, "red", "SD-32"),
    ],
)
def test_sd_27_what_is_no_move_of_the_bonus_is_not_understood(
    state: s.State, text: str, clause: str
) -> None:
    found = refusal(state, text)
    assert (type(found), found.clause) == (Unreadable, clause)


def test_sd_27_own_words_count_only_of_the_winner() -> None:
    for state, text in ((PICK, "1 5 9 15"), (WAGER, "750"), (SUIT, "hearts")):
        assert isinstance(refusal(state, text, "Bob"), Unreadable)


# The host


@pytest.mark.parametrize(
    "text",
    [
        'question "Who wrote Faust?" answer "Goethe"',
        "question Who wrote Faust? answer Goethe",
        'question "Who wrote Faust?" answer Goethe',
        'question Who wrote Faust? answer "Goethe"',
        "QUESTION: Who wrote Faust?\nANSWER: Goethe",
        "question “Who wrote Faust?” answer “Goethe”",
        'question "Who wrote Faust?", answer: Goethe',
    ],
)
def test_sd_11_a_question_with_its_answer(text: str) -> None:
    assert read(QUESTION, "host", text) == (Question("Who wrote Faust?", "Goethe"),)


def test_sd_11_a_question_that_holds_the_word_answer_is_quoted() -> None:
    right = 'question "What is the answer to life?" answer "42"'
    assert text_of(QUESTION, 'question "What is the answer to life?" answer 42', "host") == right
    text = "question What is the answer to life? answer 42"
    assert readings(QUESTION, text, "host") == (
        'question "What is the" answer "to life? answer 42"',
        right,
    )
    for doubtful in ("question What is the answer to life?", "question Who? answer is Goethe"):
        found = refusal(QUESTION, doubtful, "host")
        assert (type(found), found.clause) == (Ambiguous, "SD-11")
        assert "put both in quotation marks" in found.sentence()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("question Who wrote Faust?", "has no answer"),
        ('question "Who wrote Faust?"', "has no answer"),
        ("question", "has no answer"),
        ('question "" answer "Goethe"', "has an empty question"),
        ('question "Who?" answer', "has an empty answer"),
        ('question "Who?" answer " "', "has an empty answer"),
        ('question "Who? answer Goethe', "has a quotation mark that isn't closed"),
        ('question "Who?" then "Goethe"', "doesn't go on with the answer"),
    ],
)
def test_sd_11_a_question_without_its_answer_is_refused(text: str, what: str) -> None:
    found = refusal(QUESTION, text, "host")
    assert (type(found), found.clause) == (Refused, "SD-11")
    assert what in found.sentence()
    assert '`question "Who wrote Faust?" answer "Goethe"`' in found.sentence()


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw", "draw"),
        ("DRAW 57.", "draw 57"),
        ("draw 5.5", "draw 5.5"),
        ("draw x", "draw x"),
        ("Right!", "right"),
        ("correct", "right"),
        ("wrong", "wrong"),
        ("incorrect", "wrong"),
    ],
)
def test_sd_07_codes_drawn_and_verdicts(text: str, move: str) -> None:
    assert text_of(QUESTION, text, "host") == move


def test_sd_11_a_verdict_is_outright() -> None:
    assert readings(QUESTION, "right?", "host") == ("right",)


@pytest.mark.parametrize(
    "text", ["", "high", "codes 1 2 3", "answer Paris", "pass Bob", "cut 17", "yes", "draw a code"]
)
def test_all_06_a_player_s_move_is_none_of_the_host_s(text: str) -> None:
    found = refusal(QUESTION, text, "host")
    assert (type(found), found.clause) == (Unreadable, "ALL-6")
    assert "what a player says goes under its name" in found.sentence()


@pytest.mark.parametrize("text", ["draw", "right", 'question "x" answer "y"', "start", "shuffle"])
@pytest.mark.parametrize("state", NOT_ASKED)
def test_all_06_what_host_and_chance_say_is_no_player_s_move(state: s.State, text: str) -> None:
    assert isinstance(refusal(state, text), Unreadable)


@pytest.mark.parametrize("state", [SETUP, QUESTION, ENDED])
def test_all_06_who_is_not_asked_for_anything_is_told_all_moves(state: s.State) -> None:
    found = refusal(state, "hello")
    assert (type(found), found.clause) == (Unreadable, "ALL-6")
    assert "`range HIGH LOW`" in found.sentence()


# Chance


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("shuffle 3S, joker; 10♥ kd", "shuffle 3S JOKER 10H KD"),
        ("shuffle ten of hearts 3 of spades AS", "shuffle 10H 3S AS"),
        ("draw 57", "draw 57"),
        ("board ace 7 devil K T", "board A 7 DEVIL K 10"),
        ("suits no, 2nd chance, pick again, no", "suits NO 2ND AGAIN NO"),
        ("codes 17 4 100", "codes 17 4 100"),
    ],
)
def test_all_03_what_chance_gives(text: str, move: str) -> None:
    assert text_of(SETUP, text, "chance") == move


@pytest.mark.parametrize(
    ("text", "word"), [("shuffle 3S 1X", "1X"), ("board Z", "Z"), ("suits NO x", "x")]
)
def test_all_03_a_word_that_chance_cannot_give_fells_the_whole(text: str, word: str) -> None:
    found = refusal(SETUP, text, "chance")
    assert (type(found), found.clause, found.quoted) == (Refused, "ALL-3", word)


@pytest.mark.parametrize("text", ["", "shuffle", "draw", "codes 17 x", "high", "17"])
def test_all_03_what_is_nothing_of_chance_s(text: str) -> None:
    found = refusal(SETUP, text, "chance")
    assert (type(found), found.clause) == (Unreadable, "ALL-3")


# Messages


def message(state: s.State, raw: str, who: str = "Ann") -> tuple[str, ...]:
    return tuple(map(str, read_message(lambda line: read(state, who, line), raw).moves))


@pytest.mark.parametrize(
    ("state", "raw", "moves"),
    [
        (HEAD_START, "> low\nhigh", ("high",)),
        (HEAD_START, '[quote="Bill"]high or low?[/quote]\n[b]low[/b]', ("low",)),
        (HEAD_START, "high\n\nsee you\nBob's uncle", ("high",)),
        (HEAD_START, "high\nor low, I don't know", ()),
        (HEAD_START, "high\nunless it is an ace", ()),
        (ASKED, "[quote]Who wrote Faust?[/quote]\nGoethe", ('answer "Goethe"',)),
        (ASKED, "> Who wrote Faust?\nHi!\nGoethe\n-- Ann", ('answer "Goethe"',)),
        (CODES, f"[quote]codes 1-30[/quote]\n{numbered('{k}. {code}')}", (CODES_OF_THIRTY,)),
        (CODES, f"{numbered('{k}. {code}')}\n7 is lucky", ()),
        (WAGER, "[b]$750[/b]\n\n> all in", ("wager 750",)),
        (NO_PEEK, "Hm.\nI'll pass it to gold!\n", ("pass gold",)),
    ],
)
def test_quotes_and_greetings_in_messages(state: s.State, raw: str, moves: tuple[str, ...]) -> None:
    assert message(state, raw) == moves


@pytest.mark.slow
@pytest.mark.parametrize("state", [CODES, SEEN, ASKED])
@pytest.mark.parametrize("line", ["17", "1) 17", "high or low"])
def test_a_message_of_ten_thousand_lines_is_read_or_refused(state: s.State, line: str) -> None:
    moves_or_refusal(state, "Ann", "\n".join([line] * few_or_many(1_000, 10_000)))


@pytest.mark.slow
@pytest.mark.parametrize("state", [CODES, NO_PEEK, RANGE])
@pytest.mark.parametrize(
    "piece", one_in(4, ["1", "1,", "1-", "1. ", "a", "?", "no, ", "pass to ", "answer "])
)
def test_no_line_is_too_long(state: s.State, piece: str) -> None:
    """A pattern that tried every way of reading it would never come back from here."""
    for who in ("Ann", "host"):
        moves_or_refusal(state, who, "question " * (who == "host") + piece * 4_000)


# Promises

_NUMBERS = st.integers(0, 120).map(str) | st.sampled_from(("5.5", "-3", "1,000", "007", "½", "1e3"))
_RANKS = st.sampled_from(RANKS)
_TEXT = st.text(min_size=1).filter(lambda text: any(c.isprintable() and c > " " for c in text))
_OF_PLAYERS: st.SearchStrategy[Move] = st.one_of(
    st.lists(_NUMBERS, min_size=1, max_size=40).map(lambda codes: Codes(tuple(codes))),
    _NUMBERS.map(Cut),
    st.builds(Place, st.sampled_from(("high", "low")), _RANKS | st.just("")),
    st.sampled_from((Refuse(), Push(), Chip(), Keep())),
    st.sampled_from((*NAMES, *s.PODIUMS)).map(Pass),
    st.lists(_NUMBERS, min_size=2, max_size=6).map(lambda numbers: Pick(tuple(numbers))),
    st.builds(Range, _RANKS, st.sampled_from((*RANKS, "DEVIL"))),
    st.integers(0, 300_000).map(lambda amount: Wager(str(amount))),
    st.sampled_from(SUITS).map(Suit),
)
_ANSWERS = _TEXT.map(Answer)
_OF_HOST: st.SearchStrategy[Move] = st.one_of(
    st.builds(Question, st.sampled_from(("Who?", "the answer", 'a "b" \n c')) | _TEXT, _TEXT),
    st.sampled_from((Draw(), Draw("57"), Draw("5.5"), Verdict(right=True), Verdict(right=False))),
)
_OF_CHANCE: st.SearchStrategy[Move] = st.one_of(
    st.lists(st.sampled_from((*DECK, "JOKER")), min_size=1).map(lambda c: Shuffle(tuple(c))),
    st.permutations(BOARD).map(lambda cards: Board(tuple(cards))),
    st.permutations(("2ND", "NO", "NO", "AGAIN")).map(lambda behind: Suits(tuple(behind))),
    st.integers(1, 100).map(lambda code: Draw(str(code))),
    st.lists(_NUMBERS, min_size=1).map(lambda codes: Codes(tuple(codes))),
)


@pytest.mark.slow
@pytest.mark.parametrize("state", one_in(3, NOT_ASKED))
@given(move=_OF_PLAYERS | _ANSWERS)
def test_every_move_of_a_player_reads_back(state: s.State, move: Move) -> None:
    for who in ("Ann", "Bob"):
        assert read(state, who, str(move)) == (move,)


@given(move=_ANSWERS | st.just(Codes(("17", "4"))))
def test_sd_11_an_answer_reads_back_when_it_is_asked_for(move: Move) -> None:
    assert read(ASKED, "Ann", str(move)) == (move,)


@given(state=st.sampled_from(STATES), move=_OF_HOST)
def test_every_move_of_the_host_reads_back(state: s.State, move: Move) -> None:
    assert read(state, "host", str(move)) == (move,)


@given(state=st.sampled_from(STATES), move=_OF_CHANCE)
def test_every_move_of_chance_reads_back(state: s.State, move: Move) -> None:
    assert read(state, "chance", str(move)) == (move,)


def moves_or_refusal(state: s.State, who: str, text: str) -> tuple[Move, ...] | Refusal:
    try:
        return read(state, who, text)
    except Refusal as found:
        return found


_VOCABULARY = """
high low as 9 K ace A a joker refuse no thanks push chip use discard keep pass to Bob gold on it
this time codes my 17 4 100 1) 2) 3) 1. #1 1-30 1,000 5,100 5.5 -3 random cut at 1 5 15 pick numbers
range 3 devil both wager $750 all in bet hundred and seven suit hearts ♥ or maybe if not ? ! . , ;
answer "Paris" my is question right draw Hi Ann thanks \u274c \u202e \U0001f389 Ｈ don't please I'll
board suits 2ND AGAIN NO shuffle 3S JOKER
"""
_WORDS = st.sampled_from((*_VOCABULARY.split(), "\n"))
_TEXTS = st.lists(_WORDS | st.text(max_size=4)).map(" ".join) | st.text()
_SPEAKERS = st.sampled_from(("Ann", "Bob", "host", "chance"))


@pytest.mark.slow
@settings(max_examples=few_or_many(200, 1000))
@given(text=_TEXTS, state=st.sampled_from(STATES), who=_SPEAKERS)
def test_no_text_raises_anything_but_a_refusal(text: str, state: s.State, who: str) -> None:
    found = moves_or_refusal(state, who, text)
    if isinstance(found, Refusal):
        assert found.sentence()
    else:
        [move] = found
        assert read(state, who, str(move)) == (move,)


@pytest.mark.slow
@settings(max_examples=few_or_many(200, 1000))
@given(text=_TEXTS, state=st.sampled_from(STATES), who=_SPEAKERS)
def test_every_reading_offered_reads_as_it_stands(text: str, state: s.State, who: str) -> None:
    found = moves_or_refusal(state, who, text)
    if isinstance(found, Ambiguous):
        for offered in found.readings:
            assert text_of(state, offered, who) == offered


@given(raw=_TEXTS, state=st.sampled_from(STATES))
def test_a_pasted_text_is_read_or_refused(raw: str, state: s.State) -> None:
    read_message(lambda line: read(state, "Ann", line), raw)


@pytest.mark.parametrize(
    ("state", "raw", "could_be"),
    [
        (ASKED, "Paris\nno wait, Rome", ('answer "Paris"', 'answer "no wait, Rome"')),
        (ASKED, "Hi Bill\nParis\nRome\nAnn", ('answer "Paris"', 'answer "Rome"')),
        (HEAD_START, "high\nlow", ("high", "low")),
        (HEAD_START, "refuse\nlow", ("low", "refuse")),
        (NO_PEEK, "pass to Bob\nkeep", ("keep", "pass Bob")),
    ],
)
def test_sd_11_lines_that_contradict_each_other_are_no_moves(
    state: s.State, raw: str, could_be: tuple[str, ...]
) -> None:
    reading = read_message(lambda line: read(state, "Ann", line), raw)
    assert reading.moves == ()
    [(_, found)] = reading.refused
    assert isinstance(found, Ambiguous)
    assert found.readings == could_be
