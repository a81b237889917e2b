"""What players, the host and chance write, and what is read of it (SD-3 to SD-32)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many, one_in
from saying import asked_of, read_as, reading, typed

from gmtool.engine.cards import DECK, RANKS
from gmtool.engine.grammar import PLAYER
from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.reading import read
from gmtool.engine.refusals import Ambiguous, Refusal, Refused, Unreadable
from gmtool.engine.shuffling import Shuffle
from gmtool.games.split_decision import GAME
from gmtool.games.split_decision import moves as m
from gmtool.games.split_decision import state as s
from gmtool.games.split_decision.hands import Hand, Held
from gmtool.games.split_decision.terms import BOARD

NAMES = ("Ann", "Bob", "Cid, Jr.")
SETUP: s.State = GAME.setup(read_options(GAME.options, {}), NAMES)
FIVE: s.State = GAME.setup(read_options(GAME.options, {"buzzcodes": "5"}), NAMES)
CODES = replace(SETUP, phase=s.CODES, waiting_codes=NAMES)
FIVE_CODES = replace(FIVE, phase=s.CODES, waiting_codes=NAMES)
CUT = replace(SETUP, phase=s.CUT)
ASKING = s.Asking(1, "q", "a", 50, "host", 1, ("Ann",), "Ann")
ASKED = replace(SETUP, phase=s.ANSWER, playing=NAMES, asking=ASKING)
VERDICT = replace(ASKED, phase=s.VERDICT)
QUESTION = replace(SETUP, phase=s.QUESTION, playing=NAMES)
DRAW = replace(SETUP, phase=s.DRAW, playing=NAMES, asking=replace(ASKING, code=0))
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
BOARD_DUE, SUITS_DUE = map(in_the_bonus, (s.BONUS_BOARD, s.BONUS_SUIT_BOARD))
NOT_ASKED = (
    *(SETUP, CODES, FIVE_CODES, CUT, QUESTION, HEAD_START, FREE_ACE, SEEN, JOKER, ACE, FREE_LOOK),
    *(NO_PEEK, NO_PEEK_OF_TWO, PICK, RANGE, WAGER, SUIT, ENDED),
)
STATES = (*NOT_ASKED, ASKED)


def said(state: s.State, text: str, who: str = "Ann") -> str:
    return read_as(GAME, state, who, text)


# Buzzcodes

CODES_OF_THIRTY = (
    "codes 17 4 100 55 55 23 81 9 64 37 1 72 48 90 12 33 66 5 29 78 41 99 58 14 86 20 51 3 69 44"
)
THIRTY = CODES_OF_THIRTY.split()[1:]


def numbered(form: str, between: str = "\n") -> str:
    return between.join(form.format(k=k, code=code) for k, code in enumerate(THIRTY, 1))


@pytest.mark.parametrize(
    "between",
    [" ", ", ", "; ", ",", "\n", "\n\n", "\r\n", "\t", " | ", " - ", "-", " / ", ". ", " & "],
)
def test_sd_05_codes_whatever_parts_them(between: str) -> None:
    assert said(CODES, between.join(THIRTY)) == CODES_OF_THIRTY


@pytest.mark.parametrize("between", ["\n", " ", ", "])
@pytest.mark.parametrize(
    "form",
    ["{k}) {code}", "{k}. {code}", "{k}: {code}", "#{k} {code}", "{k} - {code}", "({k}) {code}"],
)
def test_sd_05_what_counts_the_codes_is_no_code(form: str, between: str) -> None:
    assert said(CODES, numbered(form, between)) == CODES_OF_THIRTY


@pytest.mark.parametrize(
    "form",
    [
        *("{k}){code}", "{k}:{code}", "{k}.{code}", "{k}-{code}", "{k} = {code}", "{k} -> {code}"),
        *("{k}→{code}", "{k}.) {code}", "[{k}] {code}", "No. {k}: {code}", "Code {k}: {code}"),
        *("#{k} - {code}", "{k} {code}", "{k}\t{code}", "{k}) {code}.", "- {code}", "• {code}"),
        *("{code}.", "{code},"),
    ],
)
def test_sd_05_codes_on_lines_of_their_own(form: str) -> None:
    assert said(CODES, numbered(form)) == CODES_OF_THIRTY


@pytest.mark.parametrize("after", ["", "\nThanks", "\n\nGood luck everyone!\n- Ann"])
@pytest.mark.parametrize(
    "before",
    [
        *("codes: ", "CODES - ", "My 30 codes!\n", "My thirty codes:\n", "Buzzcodes: "),
        *("My buzz codes are ", "Here are my 30 buzzcodes for episode 7:\n", "30 codes (1-100):\n"),
        *("Here are 30 random numbers from 1 to 100:\n", "Hi Bill,\nhere are my numbers:\n"),
    ],
)
def test_sd_05_words_around_a_list_are_no_codes(before: str, after: str) -> None:
    for body in (", ".join(THIRTY), numbered("{k}) {code}"), numbered("{code}")):
        assert said(CODES, before + body + after) == CODES_OF_THIRTY


@pytest.mark.parametrize("head", ["{}-{}: ", "Codes {} to {}:\n", "First ten ({}-{}): "])
def test_sd_05_rows_with_headings(head: str) -> None:
    rows = (head.format(k + 1, k + 10) + ", ".join(THIRTY[k : k + 10]) for k in (0, 10, 20))
    body = "\n".join(rows)
    assert said(CODES, body) == CODES_OF_THIRTY
    assert said(CODES, f"{body}. Enjoy\n\nSorry, was away!") == f"? {CODES_OF_THIRTY}"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("17 4 100", "codes 17 4 100"),
        ("1 2 3 4 5", "codes 1 2 3 4 5"),
        ("1) 1\n2) 2\n3) 3\n4) 4\n5) 5", "codes 1 2 3 4 5"),
        ("codes 1 17 2 4 3", "codes 1 17 2 4 3"),
        ("1 17 2 4 3 100 4 55 5 55", "codes 17 4 100 55 55"),
        ("1 17\n2 4\n3 100", "codes 17 4 100"),
        ("17 and 4 and 100, 5 & 6", "codes 17 4 100 5 6"),
        ("seven, four, twenty one, one hundred, 5", "codes 7 4 21 100 5"),
        ("17, 4, 5,100, 8", "codes 17 4 5 100 8"),
        ('codes "17 4 100 5 6"', "codes 17 4 100 5 6"),
        ("17 4 100 5 6 please :) \U0001f389", "codes 17 4 100 5 6"),
        ("１７ ４ １００ ５ ６", "codes 17 4 100 5 6"),
        ("17 4 100 5.5 -3", "codes 17 4 100 5.5 -3"),
        ("1) 0\n2) 101\n3) 5.5\n4) -3\n5) 1,000", "codes 0 101 5.5 -3 1,000"),
        ("17 4 5,100 8 9", "codes 17 4 5,100 8 9"),
        ("½ 4 3² ٣ 1e3", "codes ½ 4 3² ٣ 1e3"),
        ("my lucky codes: 0, 4, .5", "codes 0 4 .5"),
        # what may count, and what is beside a list, leaves a doubt
        ("17 4 5,100 8 9 9", "? codes 17 4 5 100 8 9 9"),
        ("1) 17\n2)\n3) 100\n4) 5", "? codes 1 17 2 3 100 4 5"),
        ("17 4 100\nPS: 7 is my lucky number", "? codes 17 4 100"),
        ("17 4 100\nmaybe I'll change these later", "? codes 17 4 100"),
        ("17 4 100\nthe rest random", "? codes 17 4 100"),
        ("I used random.org for these:\n17 4 100 5 6", "? codes 17 4 100 5 6"),
        ("17? 4 100 5 6", "-"),
        ("17 4 or 5 100 6 7", "-"),
        ("17 4 100 5 6 \u274c", "-"),
        ("17\u202e 4 100 5 6", "-"),
        ("17 4 x 5 6", "-"),
        # ranges, and a choice left to others
        *((text, "!SD-5") for text in ("1-30", "1 - 30", "1..30", "1–30", "from 1 to 30")),
        *((text, "!SD-5") for text in ("1-10, 11-20, 21-30", "17, 4, 5-10", "codes 1-30")),
        *((text, "!SD-5") for text in ("codes from 1 to 100", "random", "you choose")),
        *((text, "!SD-5") for text in ("Just pick some for me", "surprise me please!")),
        # no list
        *((text, "-") for text in ("", "codes", "17", "1) 17", "I have 2 dogs and 3 cats")),
        ("Episode 7 starts at 20:00", "-"),
    ],
)
def test_sd_05_lists_of_codes(text: str, move: str) -> None:
    assert said(FIVE_CODES, text) == move


def test_sd_05_a_range_is_told_what_would_be_right() -> None:
    found = reading(GAME, CODES, "Ann", "all from 1 through 30 please").refused
    assert isinstance(found, Refused)
    assert found.quoted == "1 through 30"
    assert "ranges aren't read; write the thirty codes out" in found.sentence()


@pytest.mark.parametrize("name", ["Agent 47", "Seven", "High Roe", "Chip"])
def test_a_name_that_means_something_else_is_no_signature(name: str) -> None:
    """A line that may be a code or a move is read as that, whatever its player is called."""
    options = read_options(GAME.options, {"buzzcodes": "5"})
    setup: s.State = GAME.setup(options, (name, "Bob", "Cid"))
    collecting = replace(setup, phase=s.CODES, waiting_codes=(name,))
    assert said(collecting, "17\n47\n7\nseven\n5", name) == "codes 17 47 7 7 5"
    play = s.Play(name, s.HEAD_START, "KS")
    deciding = replace(setup, phase=s.HEAD_START, playing=(name, "Bob"), round=1, play=play)
    assert said(deciding, "low\nhigh", name) == "?? high | low"


def test_sd_05_codes_are_read_at_any_time_if_they_say_so() -> None:
    for state in NOT_ASKED:
        assert said(state, "My codes: 17 4 100") == "codes 17 4 100"
    assert said(QUESTION, "17 4 100") == "-"
    assert said(ASKED, "codes 17 4 100") == "codes 17 4 100"


# The cut, a card that is seen, and one that isn't


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        (CUT, "17", "cut 17"),
        (CUT, "I cut at 17", "cut 17"),
        (CUT, "cut the deck at twenty-seven please", "cut 27"),
        (CUT, "17 cards from the top", "cut 17"),
        (CUT, "#17!", "cut 17"),
        (CUT, "Hi Bill,\n17\nThanks\nAnn", "cut 17"),
        (CUT, "-3", "cut -3"),
        (CUT, "5.5", "cut 5.5"),
        (CUT, "17?", "? cut 17"),
        (CUT, "cut 17 because it is lucky", "? cut 17"),
        (CUT, "around 17", "?? cut 17"),
        (CUT, "17 or 20", "?? cut 17 | cut 20"),
        (CUT, "17 18", "?? cut 17 | cut 18"),
        (CUT, "not 17", "-"),
        (CUT, "see you at 17", "-"),
        (CUT, "lucky 13", "? cut 13"),
        (HEAD_START, "High!", "high"),
        (HEAD_START, "ooh I'll put it up high", "high"),
        (HEAD_START, "place it low", "low"),
        (HEAD_START, "on the low side", "low"),
        (HEAD_START, "keep it high", "high"),
        (HEAD_START, "take it, high", "high"),
        (HEAD_START, "I'd like to go high", "high"),
        (HEAD_START, "the low one please", "low"),
        (HEAD_START, "HIGH. Good luck all!", "high"),
        (HEAD_START, "high, fingers crossed! \U0001f44d", "high"),
        (HEAD_START, "Hi Bill,\nhigh\nThanks\nAnn", "high"),
        (HEAD_START, "Ｈｉ\u200bｇｈ", "high"),
        (HEAD_START, '"high"', "high"),
        (HEAD_START, "the king of spades goes low", "low"),
        (HEAD_START, "K♠ high", "high"),
        (HEAD_START, "No thanks.", "refuse"),
        (HEAD_START, "no thank you!", "refuse"),
        (HEAD_START, "I decline", "refuse"),
        (FREE_ACE, "I'll have a low ace", "low"),
        (SEEN, "use a chip", "chip"),
        (SEEN, "spend my last chip", "chip"),
        (SEEN, "Discard it!", "chip"),
        (ACE, "take the push", "push"),
        (ACE, "ace low", "low"),
        (JOKER, "the joker low please", "low"),
        (JOKER, "low as a ten", "low as 10"),
        (JOKER, "joker as 9 low", "low as 9"),
        (JOKER, "a nine, low", "low as 9"),
        (JOKER, "jack low", "low as J"),
        (JOKER, "a low ace", "low"),
        *((HEAD_START, text, "high") for text in ("top", "Up top please!", "upper slot")),
        (ACE, "ace on the bottom", "low"),
        # what is no more than likely
        *(
            (HEAD_START, text, "? refuse")
            for text in ("let it go", "nah, next one", "turn it down")
        ),
        *((SEEN, text, "? chip") for text in ("toss it", "get rid of it", "throw that one away")),
        (HEAD_START, "high. no, low", "?? high | low"),
        (HEAD_START, "I'll take the top card", "?? high | low"),
        (SEEN, "don't toss it", "-"),
        (HEAD_START, "probably high", "? high"),
        (HEAD_START, "high \U0001f914", "? high"),
        (HEAD_START, "hmm, high I guess", "? high"),
        (HEAD_START, "I'd go high", "? high"),
        (HEAD_START, "the 9 low", "? low"),
        (HEAD_START, "king of hearts high", "? high"),
        (HEAD_START, "High as a kite", "? high"),
        (HEAD_START, "high, not low", "? high"),
        (HEAD_START, "pass", "? refuse"),
        (HEAD_START, "no", "? refuse"),
        (HEAD_START, "I don't want it", "? refuse"),
        (FREE_LOOK, "skip it", "? refuse"),
        (SEEN, "keep it", "? low"),
        (SEEN, "not this one", "? chip"),
        (SEEN, "keep my chips, low", "? low"),
        # what leaves it open
        (HEAD_START, "high or maybe low", "?? high | low"),
        (HEAD_START, "high/low", "?? high | low"),
        (HEAD_START, "high\nlow", "?? high | low"),
        (HEAD_START, "refuse\nlow", "?? low | refuse"),
        (HEAD_START, "high\nor low, I don't know", "?? high | low"),
        (HEAD_START, "high unless it is an ace", "?? high"),
        (HEAD_START, "take it", "?? high | low"),
        (SEEN, "chip or low", "?? low | chip"),
        (JOKER, "make it a 9 or 8 low", "?? low as 9 | low as 8"),
        (HEAD_START, "not high", "-"),
        (HEAD_START, "don't put it low", "-"),
        (HEAD_START, "high \u274c", "-"),
        (SEEN, "don't chip it", "-"),
        (HEAD_START, "not sure yet", "-"),
        (HEAD_START, "see you tomorrow", "-"),
        (HEAD_START, "h\u0337i\u0337g\u0337h\u0337", "-"),
        (HEAD_START, "\u202ehgih", "-"),
    ],
)
def test_sd_14_to_18_the_cut_and_a_card_that_is_seen(state: s.State, text: str, move: str) -> None:
    assert said(state, text) == move


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        (NO_PEEK, "I'll keep it!", "keep"),
        (NO_PEEK, "pass it to Bob", "pass Bob"),
        (NO_PEEK, "I'll pass it on to Bob.", "pass Bob"),
        (NO_PEEK, "PASSING TO BOB", "pass Bob"),
        (NO_PEEK, "Hi Bill,\npass the card to gold\nThanks", "pass Bob"),
        (NO_PEEK, "pass Cid, Jr.", 'pass "Cid, Jr."'),
        (NO_PEEK_OF_TWO, "I'll pass it", "pass Bob"),
        (NO_PEEK_OF_TWO, "pass to my opponent", "pass Bob"),
        (NO_PEEK_OF_TWO, "pass it to him please!", "pass Bob"),
        (NO_PEEK, "maybe pass to Bob", "? pass Bob"),
        (NO_PEEK, "I won't keep it, pass to Bob", "? pass Bob"),
        *((NO_PEEK, text, "? keep") for text in ("take it", "gimme!")),
        (NO_PEEK, "I'll hold on to it", "keep"),
        *(
            (NO_PEEK, text, "? pass Bob")
            for text in ("let Bob have it", "to gold", "you take it, Bob")
        ),
        (NO_PEEK_OF_TWO, "too rich for me", "? pass Bob"),
        *((NO_PEEK, text, "-") for text in ("don't let Bob have it", "congrats to Bob")),
        (NO_PEEK_OF_TWO, "I pass this time", "? pass Bob"),
        (NO_PEEK_OF_TWO, "pass on it", "? pass Bob"),
        *(
            (NO_PEEK, text, "?? EITHER")
            for text in ("pass", "pass to him", "pass?", "pass for now")
        ),
        (NO_PEEK, "keep or pass", "?? keep | EITHER"),
        (NO_PEEK, "pass it to Bob unless he is out", "?? pass Bob"),
    ],
)
def test_sd_19_to_whom_a_card_is_passed_is_not_guessed(
    state: s.State, text: str, move: str
) -> None:
    assert said(state, text) == move.replace("EITHER", 'pass Bob | pass "Cid, Jr."')


# Answers


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        *((text, text) for text in ("Paris", "pass", "high", "17", "No", "J. S. Bach", "Dr. No")),
        *((text, text) for text in ("Never Let Me Go", "The Good, the Bad or the Ugly")),
        *((text, text) for text in ("No Country for Old Men", "Good Night, and Good Luck")),
        *((text, "Paris") for text in ("answer Paris", 'answer "Paris"', "Answer: Paris")),
        *((text, "Paris") for text in ("my answer is Paris", "My answer:\nParis", "“Paris”")),
        *((text, "Paris") for text in ("Paris, thanks!", "Hi Bill,\n\nParis\n\nThanks\nAnn")),
        ("Hi Bill,\nhere we go\nanswer Paris\nAnn", "Paris"),
        ("Paris! Apologies for the delay.", "Paris"),
        ("\u202eParis", "\u202eParis"),
    ],
)
def test_sd_11_one_short_line_is_the_answer_as_a_whole(text: str, answer: str) -> None:
    assert said(ASKED, text) == str(m.Answer(answer))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ('Is it "The Eiffel Tower"?', '? answer "The Eiffel Tower"'),
        (
            "Sorry, my mum's in hospital (keep that to yourself). I think it's Johannes Brahms",
            '? answer "Johannes Brahms"',
        ),
        ("hope that's it\nmy answer is Paris", '? answer "Paris"'),
        *(
            (text, '? answer "Paris"')
            for text in (
                "Paris. Sorry it took so long",
                "Paris (sorry for the late answer)",
                "no clue, so I'll say Paris",
                "Hey Bill, my answer is Paris",
                "wild guess: Paris",
                "hmm tough\n\nParis\n\nthat's my final answer",
            )
        ),
        ("My final answer is Paris, I'm sure.", '? answer "Paris"'),
        ("Work is crazy, sorry for the delay\nParis", '? answer "Paris"'),
        *((text, '? answer "Paris"') for text in ("Paris?", "maybe Paris", "Hi Bill, Paris")),
        *(
            (text, '? answer "Paris"')
            for text in ("Paris please", "Paris, I think", "What is Paris?")
        ),
        ("Paris unless you mean the river", '? answer "Paris"'),
        ("Hello Dolly", '? answer "Hello Dolly"'),
        *((text, "?? PARIS | ROME") for text in ("Paris\nRome", "answer Paris\nno wait, Rome")),
        *(
            (text, "?? PARIS | ROME")
            for text in ("Paris, no wait, Rome", 'answer "Paris" or "Rome"')
        ),
        ("Paris or Rome", '?? PARIS | ROME | answer "Paris or Rome"'),
        *((text, "-") for text in ("I need more time", "no idea", "I don't know", "Thanks", "Ann")),
        *((text, "-") for text in ("", "answer", 'answer ""', "answer:", "\u200b")),
    ],
)
def test_sd_11_no_more_of_a_message_than_the_answer_is_proposed(text: str, move: str) -> None:
    either = move.replace("PARIS", 'answer "Paris"').replace("ROME", 'answer "Rome"')
    assert said(ASKED, text) == either


# The bonus


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        *((PICK, text, "pick 1 5 9 15") for text in ("1 5 9 15", "1, 5, 9 and 15", "1,5,9,15")),
        *((PICK, text, "pick 1 5 9 15") for text in ("1-5-9-15", "1\n5\n9\n15", "pick 1,5,9,15")),
        (PICK, "numbers 1 5 9 15 please", "pick 1 5 9 15"),
        (PICK, "I'll take #1, #5, #9, #15", "pick 1 5 9 15"),
        (PICK, "four numbers: 1 5 9 15", "pick 1 5 9 15"),
        (PICK, "one, five, nine and fifteen", "pick 1 5 9 15"),
        *(
            (PICK, text, "pick 1 5 9 15")
            for text in ("a) 1\nb) 5\nc) 9\nd) 15", "a. 1, b. 5, c. 9, d. 15", "flip 1-5-9-15")
        ),
        (PICK, "My lucky numbers\n1\n5\n9\n15", "pick 1 5 9 15"),
        (PICK, "1 5 9", "pick 1 5 9"),
        (PICK, "1 5 9 15?", "? pick 1 5 9 15"),
        (PICK, "1 or 5, 9, 15", "?? pick 1 5 9 15"),
        (PICK, "pick 1 5 9 15\n...or rather 2 6 10 14", "?? pick 1 5 9 15 | pick 2 6 10 14"),
        *((PICK, text, "-") for text in ("not 1 5 9 15", "7", "I have 2 dogs and 3 cats")),
        *((RANGE, text, "range A 3") for text in ("range A 3", "ace high, three low")),
        *((RANGE, text, "?? range A 3 | range 3 A") for text in ("A 3", "A-3", "ace and three")),
        (RANGE, "High: A\nLow: 3", "range A 3"),
        *(
            (RANGE, text, "range A 3; wager 600")
            for text in (
                "Ace on top, three at the bottom, $600 on it",
                "High: A\nLow: 3\nWager: 600",
            )
        ),
        (RANGE, "High: A\nLow: 3\nWager: all in", "? range A 3; wager 1500"),
        (RANGE, "K-3 and I bet 500 or 600", "?? range K 3 | wager 500 | wager 600"),
        *((RANGE, text, "range A 3") for text in ("3 low, A high", "high: A, low: 3")),
        (RANGE, "K to 4", "range K 4"),
        (RANGE, "T 2", "range 10 2"),
        (RANGE, "ace high ace low", "range A A"),
        (RANGE, "range devil 3", "range DEVIL 3"),
        (RANGE, "4 and K", "? range K 4"),
        (RANGE, "from 3 to K", "? range K 3"),
        (RANGE, "K high, 4", "? range K 4"),
        (RANGE, "3 and A", "?? range 3 A | range A 3"),
        *((RANGE, text, "-") for text in ("K or Q high, 3 low", "A", "a 3", "as high as possible")),
        *((WAGER, text, "wager 750") for text in ("750", "$750", "I bet 750", "US$750 please")),
        (WAGER, "750 dollars on this hand", "wager 750"),
        (WAGER, "seven hundred and fifty", "wager 750"),
        (WAGER, "wager $1,500", "wager 1500"),
        (WAGER, "750.50", "wager 750.50"),
        (WAGER, "-5", "wager -5"),
        (WAGER, "750?", "? wager 750"),
        *((WAGER, text, "? wager 1500") for text in ("all in", "everything", "bet it all")),
        (WAGER, "the minimum", "? wager 250"),
        (WAGER, "750 or 800", "?? wager 750 | wager 800"),
        (WAGER, "at least 750", "?? wager 750"),
        (WAGER, "1 500", "?? wager 1500 | wager 1 | wager 500"),
        *((WAGER, text, "wager 1500") for text in ("1.5k", "US$1,500")),
        *((WAGER, text, "? wager 750") for text in ("half", "playing it safe today, 750")),
        (WAGER, "$750 or $800", "?? wager 750 | wager 800"),
        (WAGER, "my bankroll is 750", "? wager 750"),
        *((WAGER, text, "-") for text in ("not 750", "see you at 750", "wager")),
        *((SUIT, text, "suit hearts") for text in ("hearts", "♥️", "the hearts one")),
        (SUIT, "I'll look behind the clubs", "suit clubs"),
        (SUIT, "suit d", "suit diamonds"),
        (SUIT, "suit ♠", "suit spades"),
        (SUIT, "hearts?", "? suit hearts"),
        (SUIT, "King of hearts", "? suit hearts"),
        (SUIT, "hearts or clubs", "?? suit hearts | suit clubs"),
        *((SUIT, text, "-") for text in ("not hearts", "red")),
    ],
)
def test_sd_27_to_32_what_the_winner_says_in_the_bonus(
    state: s.State, text: str, move: str
) -> None:
    assert said(state, text) == move


def test_own_words_count_only_of_who_is_asked() -> None:
    alone = (CUT, "17"), (ASKED, "Paris"), (PICK, "1 5 9 15"), (WAGER, "750"), (SUIT, "hearts")
    for state, text in alone:
        assert said(state, text, "Bob") == "-"
    for state, text in ((CUT, "cut 17"), (HEAD_START, "high"), (ASKED, 'answer "Paris"')):
        assert said(state, text, "Bob") == text


# The host and chance


@pytest.mark.parametrize(
    ("state", "who", "text", "move"),
    [
        *(
            (QUESTION, "host", text, 'question "Who wrote Faust?" answer "Goethe"')
            for text in (
                "question Who wrote Faust? answer Goethe",
                'question "Who wrote Faust?" answer Goethe',
                "QUESTION: Who wrote Faust?\nANSWER: Goethe",
                "question “Who wrote Faust?” answer “Goethe”",
                'question "Who wrote Faust?", answer: Goethe',
            )
        ),
        (
            QUESTION,
            "host",
            'question "The answer?" answer 42',
            'question "The answer?" answer "42"',
        ),
        (DRAW, "host", "DRAW 57.", "draw 57"),
        (DRAW, "host", "draw", "draw"),
        (DRAW, "host", "draw x", "draw x"),
        (VERDICT, "host", "Right!", "right"),
        (VERDICT, "host", "correct", "right"),
        (VERDICT, "host", "incorrect", "wrong"),
        (SETUP, "chance", "shuffle ten of hearts 3 of spades AS", "shuffle 10H 3S AS"),
        (DRAW, "chance", "draw 57", "draw 57"),
        (BOARD_DUE, "chance", "board ace 7 devil K T", "board A 7 DEVIL K 10"),
        (SUITS_DUE, "chance", "suits no 2nd again no", "suits NO 2ND AGAIN NO"),
        (CODES, "chance", "codes 17 4 100", "codes 17 4 100"),
    ],
)
def test_sd_07_to_32_what_the_host_and_chance_say(
    state: s.State, who: str, text: str, move: str
) -> None:
    assert typed(GAME, state, who, text) == (move,)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        *((text, Refused) for text in ("question Who wrote Faust?", "question", 'question "Who?"')),
        *((text, Refused) for text in ('question "" answer "x"', 'question "Who?" answer " "')),
        *((text, Refused) for text in ('question "Who? answer x', 'question "Who?" then "x"')),
        ("question What is the answer to life? answer 42", Ambiguous),
        ("question Who? answer is Goethe", Ambiguous),
        *((text, Ambiguous) for text in ("right?", "codes 1 2 3")),
        *((text, Unreadable) for text in ("high", "answer Paris", "pass Bob", "yes")),
    ],
)
def test_sd_11_what_a_host_cannot_say(text: str, refused: type[Refusal]) -> None:
    with pytest.raises(refused) as caught:
        typed(GAME, QUESTION, "host", text)
    assert type(caught.value) is refused
    if refused is Refused:
        assert 'write `question "Who wrote Faust?" answer "Goethe"`' in caught.value.sentence()


@pytest.mark.parametrize(
    "text", ["", "shuffle", "draw", "codes 17 x", "board Z", "suits NO x", "high"]
)
def test_all_03_what_is_nothing_of_chance_s(text: str) -> None:
    with pytest.raises((Unreadable, Ambiguous)):
        typed(GAME, SETUP, "chance", text)


@pytest.mark.parametrize("text", ["draw", "right", "start", "shuffle"])
@pytest.mark.parametrize("state", NOT_ASKED)
def test_all_06_what_host_and_chance_say_is_no_player_s_move(state: s.State, text: str) -> None:
    with pytest.raises(Unreadable):
        typed(GAME, state, "Ann", text)


def test_all_06_what_would_be_right_is_told() -> None:
    for state, text, right in ((HEAD_START, "hello", "`high`"), (WAGER, "half", "`wager 750`")):
        with pytest.raises(Refusal) as caught:
            typed(GAME, state, "Ann", text)
        assert right in caught.value.sentence()


# Messages


@pytest.mark.parametrize(
    ("state", "raw", "move"),
    [
        (HEAD_START, "> low\nhigh", "high"),
        (HEAD_START, '[quote="Bill"]high or low?[/quote]\n[b]low[/b]', "low"),
        (HEAD_START, "high\n\nsee you\nBob's uncle", "? high"),
        (HEAD_START, "high\nunless it is an ace", "?? high"),
        (ASKED, "[quote]Who wrote Faust?[/quote]\nGoethe", 'answer "Goethe"'),
        (ASKED, "> Who wrote Faust?\nHi!\nGoethe\n-- Ann", 'answer "Goethe"'),
        (CODES, f"[quote]codes 1-30[/quote]\n{numbered('{k}. {code}')}", CODES_OF_THIRTY),
        (CODES, f"{numbered('{k}. {code}')}\n7 is lucky", f"? {CODES_OF_THIRTY}"),
        (WAGER, "[b]$750[/b]\n\n> all in", "wager 750"),
        (NO_PEEK, "Hm.\nI'll pass it to gold!\n", "pass Bob"),
    ],
)
def test_quotes_and_greetings_in_messages(state: s.State, raw: str, move: str) -> None:
    assert said(state, raw) == move


@pytest.mark.slow
@pytest.mark.parametrize("state", [CODES, SEEN, ASKED])
@pytest.mark.parametrize("line", ["17", "1) 17", "high or low"])
def test_a_message_of_ten_thousand_lines_is_read_or_refused(state: s.State, line: str) -> None:
    reading(GAME, state, "Ann", "\n".join([line] * few_or_many(1_000, 10_000)))


@pytest.mark.slow
@pytest.mark.parametrize("state", [CODES, NO_PEEK, RANGE, ASKED])
@pytest.mark.parametrize(
    "piece", one_in(4, ["1", "1,", "1-", "1. ", "a", "?", "no, ", "pass to ", "answer "])
)
def test_no_line_is_too_long(state: s.State, piece: str) -> None:
    """A pattern that tried every way of reading it would never come back from here."""
    many = 7_900 // len(piece)
    reading(GAME, state, "Ann", piece * many)
    reading(GAME, state, "host", "question " + piece * (many - 9))


# Promises

_NUMBERS = st.integers(0, 120).map(str) | st.sampled_from(("5.5", "-3", "1,000", "007", "½", "1e3"))
_RANKS = st.sampled_from(RANKS)
_TEXT = st.text(min_size=1).filter(lambda text: any(c.isprintable() and c > " " for c in text))
_OF_PLAYERS: st.SearchStrategy[Move] = st.one_of(
    st.lists(_NUMBERS, min_size=1, max_size=40).map(lambda codes: m.Codes(tuple(codes))),
    _NUMBERS.map(m.Cut),
    st.builds(m.Place, st.sampled_from(("high", "low")), _RANKS | st.just("")),
    st.sampled_from((m.Refuse(), m.Push(), m.Chip(), m.Keep())),
    st.sampled_from((*NAMES, *s.PODIUMS, "Jo 17", "high", "9H to 2")).map(m.Pass),
    _TEXT.map(m.Answer),
    st.lists(_NUMBERS, min_size=2, max_size=6).map(lambda numbers: m.Pick(tuple(numbers))),
    st.builds(m.Range, _RANKS, st.sampled_from((*RANKS, "DEVIL"))),
    st.integers(0, 300_000).map(lambda amount: m.Wager(str(amount))),
    st.sampled_from((*m.SUITS, "stars")).map(m.Suit),
)
_OF_HOST: st.SearchStrategy[Move] = st.one_of(
    st.builds(m.Question, st.sampled_from(("Who?", "the answer", 'a "b" \n c')) | _TEXT, _TEXT),
    st.sampled_from((m.Draw(), m.Draw("57"), m.Draw("5.5"), m.Verdict(True), m.Verdict(False))),
)
_OF_CHANCE: st.SearchStrategy[Move] = st.one_of(
    st.lists(st.sampled_from((*DECK, "JOKER")), min_size=1).map(lambda c: Shuffle(tuple(c))),
    st.permutations(BOARD).map(lambda cards: m.Board(tuple(cards))),
    st.permutations(("2ND", "NO", "NO", "AGAIN")).map(lambda behind: m.Suits(tuple(behind))),
    st.integers(1, 100).map(lambda code: m.Draw(str(code))),
    st.lists(_NUMBERS, min_size=1).map(lambda codes: m.Codes(tuple(codes))),
)


@given(move=_OF_PLAYERS)
def test_every_move_of_a_player_reads_back(move: Move) -> None:
    assert GAME.grammar.typed(str(move)) == move


@given(move=_OF_HOST)
def test_every_move_of_the_host_reads_back(move: Move) -> None:
    assert GAME.grammar.typed(str(move), "host") == move


@given(move=_OF_CHANCE)
def test_every_move_of_chance_reads_back(move: Move) -> None:
    assert GAME.grammar.typed(str(move), "chance") == move


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
def test_every_reading_is_a_text_form_that_reads_back(text: str, state: s.State, who: str) -> None:
    by = who if who in {"host", "chance"} else PLAYER
    found = read(GAME.grammar, asked_of(GAME, state, who), text.split("\n"), by)
    for move in (*found.moves, *found.readings):
        assert GAME.grammar.typed(str(move), by) == move
    if found.refused:
        assert found.refused.sentence()
    reading(GAME, state, who, text)
