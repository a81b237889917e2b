"""Text to moves: what is typed, and messages as players write them (BT-5 to BT-29)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many

from gmtool.engine.bounds import MOST_OWN_LINES
from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.paste import Reading, Remarked, read_message
from gmtool.engine.refusals import Ambiguous, Entangled, NotNow, Refusal, Refused, Unreadable
from gmtool.engine.shuffling import Shuffle
from gmtool.games.big_two import PRESIDENT_GAME as GAME
from gmtool.games.big_two import state as s
from gmtool.games.big_two.moves import (
    Accept,
    Ask,
    Decline,
    DemandLowest,
    Give,
    Hold,
    Pass,
    Play,
    Propose,
    Return,
    Surrender,
    Take,
    Withdraw,
)
from gmtool.games.big_two.plays import best
from gmtool.games.big_two.questions import Question, parse
from gmtool.games.big_two.reading import read
from gmtool.games.big_two.terms import RANKS, SUITS, deck, in_order

NAMES = ("Ann", "Bob", "Cid", "Dee")
HANDS = {
    "Ann": "3D 5D 6C 7D 7H 7S 8S 9D 10S JS QS KS AS",
    "Bob": "4D 4C 5H 5S 6H 8C 8D 9H 10H JH QH KH 2C",
    "Cid": "3C 3H 7C 9C 10C",
    "Dee": "2H 2S",
}


def state(hands: dict[str, str] = HANDS, **options: str) -> s.State:
    empty: s.State = GAME.setup(read_options(GAME.options, options), NAMES)
    players = tuple(replace(p, hand=tuple(hands[p.name].split())) for p in empty.players)
    return replace(empty, started=True, deal=1, players=players)


def to_beat(cards: str, hand: str = HANDS["Ann"], **options: str) -> s.State:
    """Ann's turn after Dee played these cards."""
    played = tuple(cards.split())
    found = best(played, "both")
    assert found
    action = s.Action("Dee", played, found.stands, found.kind, found.key)
    now = state({**HANDS, "Ann": hand}, **options)
    return replace(now, phase=s.PLAY, trick=s.Trick(1, "Dee", "Ann", (action,)))


def trading(stage: str, *, due: s.Due | None = None, taken: Sequence[str] = ()) -> s.State:
    """Ann takes two cards from Dee, Bob one from Cid."""
    trades = (
        s.Trade("Ann", "Dee", 2, stage, due=due, taken=tuple(taken)),
        s.Trade("Bob", "Cid", 1),
    )
    return replace(state(), phase=s.TRADING, trades=trades)


def free(*offers: s.Offer) -> s.State:
    return replace(state(), phase=s.FREE_TRADE, offers=offers)


SETUP = replace(state(), started=False)
FIVES = to_beat("5H 5S")
LEADING = replace(state(), phase=s.PLAY, trick=s.Trick(1, "Ann", "Ann"))
TWO_SEVENS = to_beat("5H 5S", "3D 7S 7D KS")
TWO_JOKERS = to_beat("5H 5S", "7S 7D KS LJ HJ", jokers="2")
ONE_JOKER = to_beat("5H 5S", "7S KS HJ", jokers="2")
THE_JOKER = to_beat("5H 5S", "7S 8S KS LJ", jokers="1")
FOUR_SEVENS = to_beat("3C 4C 5C 6D 7C", "7S 7D 7C 7H LJ", jokers="1")
SPEAKING = trading(s.SPEAK)
ASKING = trading(s.ASK)
CLUB_DUE = trading(s.ASK, due=s.Due("C", 1))
HEARTS_DUE = trading(s.ASK, due=s.Due("H", 2))
GIVING = trading(s.GIVE, due=s.Due("H", 1))
RETURNING = trading(s.RETURN, taken=("2H", "2S"))
DONE = trading(s.DONE, taken=("2H", "2S"))
OFFERED = free(s.Offer("Bob", "Ann", ("4C",), ("9D",)))
SEVERAL = free(
    s.Offer("Bob", "Ann", ("4C",), ("9D",)),
    s.Offer("Cid", "Ann", ("3C",), ()),
    s.Offer("Ann", "Dee", ("3D",), ("2H",)),
)
ENDED = replace(state(), phase=s.ENDED)
STATES = (
    *(SETUP, FIVES, LEADING, TWO_JOKERS, SPEAKING, ASKING, CLUB_DUE, GIVING, RETURNING, DONE),
    *(OFFERED, SEVERAL, ENDED),
)


def texts_of(now: s.State, text: str, who: str = "Ann") -> list[str]:
    """The text forms of the moves that are read."""
    return list(map(str, read(now, who, text)))


def refusal(now: s.State, text: str, who: str = "Ann") -> Refusal:
    with pytest.raises(Refusal) as caught:
        read(now, who, text)
    assert caught.value.sentence()
    return caught.value


def pasted(now: s.State, raw: str, who: str = "Ann") -> Reading:
    return read_message(lambda line: read(now, who, line), raw)


# Cards in words (ALL-5)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7 of spades and 7 of diamonds", "7D 7S"),
        ("play 7S 7D", "7D 7S"),
        ("PLAY 7S 7D", "7D 7S"),
        ("play: 7S, 7D.", "7D 7S"),
        ("7s 7d", "7D 7S"),
        ("7S+7D", "7D 7S"),
        ("7S/7D", "7D 7S"),
        ("7s & 7d", "7D 7S"),
        ("7♠ 7♦", "7D 7S"),
        ("7♠️ 7♦️", "7D 7S"),
        ("7♠7♦", "7D 7S"),
        ("7 ♠ 7 ♦", "7D 7S"),
        ("7 S 7 D", "7D 7S"),
        ("７Ｓ ７Ｄ", "7D 7S"),
        ("7S\u200b 7\u200bD", "7D 7S"),
        ("🎉 7S 7D 🎉", "7D 7S"),
        ("7❤️ 7♦️", "7D 7H"),
        ("**7S 7D**", "7D 7S"),
        ("7 of spades and diamonds", "7D 7S"),
        ("seven of spades, seven of diamonds", "7D 7S"),
        ("the 7 of spades and the 7 of diamonds", "7D 7S"),
        ("I'd like to play 7S and 7D please :)", "7D 7S"),
        ("I'll play my 7S with the 7D", "7D 7S"),
        ("Here's my pair: 7S 7D. Good luck all!", "7D 7S"),
        ("play 7S 7D as a pair", "7D 7S"),
        ("7S 7D beats that!", "7D 7S"),
        ("3♦ please", "3D"),
        ("three of diamonds", "3D"),
        ("3d", "3D"),
        ("I'll lead with 3D", "3D"),
        ("Leading the 3 of diamonds.", "3D"),
        ("AS!", "AS"),
        ("Ace of spades", "AS"),
        ("a 7 of spades", "7S"),
        ("ten of spades", "10S"),
        ("TS", "10S"),
        ("th qh", "10H QH"),
        ("play as ks", "KS AS"),
        ("play ah", "AH"),
        ("ah ac", "AC AH"),
        ("10-J-Q-K-A of spades", "10S JS QS KS AS"),
        ("10, J, Q, K and A of spades", "10S JS QS KS AS"),
        ("10 j q k a of spades", "10S JS QS KS AS"),
        ("straight 5D 6C 7H 8S 9D", "5D 6C 7H 8S 9D"),
        ("a straight: 9D 8S 7H 6C 5D", "5D 6C 7H 8S 9D"),
        ("5♦6♣7♥8♠9♦", "5D 6C 7H 8S 9D"),
        ("5d6c7h8s9d", "5D 6C 7H 8S 9D"),
        ("straight flush 10S-JS-QS-KS-AS", "10S JS QS KS AS"),
        ("full house: 7D 7H 7S 9D 9H", "7D 7H 7S 9D 9H"),
        ("three of a kind, 7D 7H 7S", "7D 7H 7S"),
        ("7S\n7D", "7D 7S"),
        ("my straight:\n5D\n6C\n7H\n8S\nand 9D", "5D 6C 7H 8S 9D"),
        ("Hi Bill,\n\n7S 7D\n\nThanks!\nAnn", "7D 7S"),
        ("2H", "2H"),
        ("7S 7S", "7S 7S"),
    ],
)
def test_bt_07_plays_in_the_words_of_players(text: str, cards: str) -> None:
    assert texts_of(FIVES, text) == [f"play {cards}"]
    assert texts_of(LEADING, text) == [f"play {cards}"]


@pytest.mark.parametrize(
    "text",
    [
        "I play the pair of sevens",
        "pair of 7s",
        "a pair of 7",
        "both sevens",
        "play the two 7s",
        "play 77",
        "play sevens",
    ],
)
def test_bt_10_cards_without_suits_where_the_hand_has_exactly_these(text: str) -> None:
    assert texts_of(TWO_SEVENS, text) == ["play 7D 7S"]
    found = refusal(FIVES, text)
    assert isinstance(found, Ambiguous)
    assert {"play 7D 7H", "play 7D 7S", "play 7H 7S"} <= set(found.readings)
    with_joker = refusal(TWO_JOKERS, text)
    assert isinstance(with_joker, Ambiguous)
    assert with_joker.readings == ("play 7D 7S",)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("my 7s", ("play 7D", "play 7S", "play 7D 7S")),
        ("play a seven", ("play 7D", "play 7S")),
        ("77", ("play 7D 7S",)),
        ("the king", ("play KS",)),
        ("three sevens", ()),
        ("pair of aces", ()),
        ("full house: KKK44", ()),
        ("full house: kings and fours", ()),
        ("I play my straight", ()),
        ("7S and another seven", ()),
        ("7S 7", ()),
        ("sevens, spade and diamond", ("play 7D 7S",)),
        ("maybe 7S 7D", ("play 7D 7S",)),
        ("7S 7D?", ("play 7D 7S",)),
        ("7S or 7D", ("play 7S", "play 7D")),
        ("either 7S 7D or KS", ("play 7D 7S", "play KS")),
        ("if Bob passes, 7S 7D", ("play 7D 7S",)),
        ("7S 7D unless Bob passes", ("play 7D 7S",)),
        ("I'd play 7S", ("play 7S",)),
        ("not 7S", ()),
        ("I can't play 7S", ("play 7S",)),
        ("play 7S then 7D", ("play 7D 7S",)),
        ("Bob asks: 7S 7D", ("play 7D 7S",)),
        ("2 hearts", ("play 2H",)),
        ("a triple: 7S 7D", ("play 7D 7S",)),
        ("flush 10S JS QS KS AS", ("play 10S JS QS KS AS",)),
        ("pass or play KS", ("pass", "play KS")),
        ("pass?", ("pass",)),
        ("maybe I pass", ("pass",)),
        ("I won't pass", ()),
        ("I'll pass on the aces", ("pass",)),
        ("pass 7S", ("pass",)),
        ("pass, my 2s stay home", ("pass",)),
        ("pass. (Unless Bob passes)", ("pass",)),
        ("pass. (Or play KS.)", ("pass", "play KS")),
        ("can't beat that", ("pass",)),
        ("check", ("pass",)),
        ("skip me", ("pass",)),
        ("nothing from me", ("pass",)),
        ("unless Bob passes", ()),
        ("wait, no", ()),
    ],
)
def test_bt_12_what_leaves_a_doubt_is_no_move(text: str, readings: tuple[str, ...]) -> None:
    found = refusal(TWO_SEVENS, text)
    assert isinstance(found, Ambiguous), found
    assert (found.clause, found.quoted) == ("BT-12", text)
    assert set(found.readings) == set(readings)
    assert text in found.sentence()
    assert "as in `play 7D 7S`, or `pass`" in found.sentence()


@pytest.mark.parametrize(
    "text",
    [
        "pass",
        "Pass.",
        "PASS!",
        "I pass",
        "i'll pass",
        "passing",
        "I'm passing this one",
        "pass this time",
        "pass for now",
        "pass again",
        "I have to pass",
        "must pass",
        "can't beat that, pass",
        "I cannot top this, so I pass",
        "as usual, pass",
        "ah, pass",
        "pass please",
        "ok I pass :)",
        "Hi Bill,\nI pass.\nAnn",
        "pass\nPASS",
    ],
)
def test_bt_12_a_pass_in_the_words_of_players(text: str) -> None:
    assert texts_of(FIVES, text) == ["pass"]


@pytest.mark.parametrize(
    "text",
    [
        *("hello", "lol nice", "no bid", "play", "k", "Ann", "thanks!", "", "play everything"),
        *("my aces were great", "next time 7S", "if it comes round again I'd play my aces"),
        *("good game", "what a trick", "shuffle", "start", "♠7 ♦7", "Bob asks for it"),
    ],
)
def test_bt_12_what_is_no_play_says_what_would_be_right(text: str) -> None:
    found = refusal(FIVES, text)
    assert type(found) is Unreadable
    assert found.clause == "BT-12"
    assert "write the cards that are played, as in `play 7D 7S`, or `pass`" in found.sentence()
    assert "or `pass`" not in refusal(LEADING, text).sentence()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("play 3X", "3X"),
        ("play 7S 11H", "11H"),
        ("7S ZD", "ZD"),
        ("play 7S 100", "100"),
        ("7S\u202e 7D", "7S\u202e"),
        ("♠7 7♦", "♠7"),
    ],
)
def test_all_05_what_looks_like_a_card_and_is_none_is_named(text: str, word: str) -> None:
    found = refusal(FIVES, text)
    assert (type(found), found.clause, found.quoted) == (Refused, "ALL-5", word)
    assert f"“{word}” is no card" in found.sentence()


def test_bt_12_a_remark_of_another_turn_changes_nothing() -> None:
    for text in (
        "I'll pass this one. (If it comes round again I'd play my aces.)",
        "I'll pass this one. If it comes round again I'd play my aces.",
        "pass! (maybe next time)",
        "7S 7D. (Good luck, Bob!)",
    ):
        found = refusal(FIVES, text)
        assert isinstance(found, Remarked)
        assert found.readings == tuple(map(str, found.moves))
        assert len(found.remarks) == 1
        assert found.remarks[0] in text
    reading = pasted(FIVES, "I pass. (lol)\nNext time I'd play AS.")
    assert reading.moves == (Pass(),)
    assert reading.not_understood == ("(lol)", "Next time I'd play AS.")


def test_bt_12_out_of_turn_only_what_is_surely_a_move_is_turned_away() -> None:
    for text in ("7S 7D", "I'll pass this one", "the 7 of spades and 7 of diamonds"):
        found = refusal(FIVES, text, "Bob")
        assert (type(found), found.clause) == (NotNow, "BT-12")
        assert found.sentence() == "it is Ann's turn, not Bob's."
    for text in ("I'd play 7S", "check", "lol 7S was good", "pass or play 7S"):
        found = refusal(FIVES, text, "Bob")
        assert (type(found), found.clause) == (Unreadable, "BT-12")
        assert "it is Ann's turn" in found.sentence()
    assert texts_of(FIVES, "play 7s 7d", "Bob") == ["play 7D 7S"]


# Jokers (BT-5, BT-16, BT-20)


@pytest.mark.parametrize(
    ("now", "text", "play"),
    [
        (TWO_JOKERS, "low joker", "LJ"),
        (TWO_JOKERS, "the big joker!", "HJ"),
        (TWO_JOKERS, "small joker", "LJ"),
        (TWO_JOKERS, "lj", "LJ"),
        (TWO_JOKERS, "both jokers", "LJ HJ"),
        (TWO_JOKERS, "pair of jokers", "LJ HJ"),
        (TWO_JOKERS, "JOKER JOKER", "LJ HJ"),
        (TWO_JOKERS, "play LJ as LJ", "LJ as LJ"),
        (TWO_JOKERS, "play 7S as LJ", "7S as LJ"),
        (TWO_JOKERS, "play AH as AD", "AH as AD"),
        (TWO_JOKERS, "play ah as", "AH AS"),
        (TWO_JOKERS, "play LJ as 7C 7D", "LJ as 7C 7D"),
        (TWO_JOKERS, "play 7S LJ as 7S 7C", "7S LJ as 7S 7C"),
        (TWO_JOKERS, "7S and low joker as 7C", "7S LJ as 7S 7C"),
        (TWO_JOKERS, "play LJ 7S as 7C 7S", "7S LJ as 7S 7C"),
        (TWO_JOKERS, "play LJ 7S as 7S 7C", "7S LJ as 7S 7C"),
        (TWO_JOKERS, "PLAY 7S LJ AS 7S 7C", "7S LJ as 7S 7C"),
        (TWO_JOKERS, "play LJ AS", "AS LJ"),
        (TWO_JOKERS, "play HJ LJ 7S as 7C 7H 7S", "7S LJ HJ as 7S 7H 7C"),
        (
            TWO_JOKERS,
            "low joker as 7C, high joker as 7H, 7S and 7D",
            "7D 7S LJ HJ as 7D 7S 7C 7H",
        ),
        (ONE_JOKER, "joker", "HJ"),
        (ONE_JOKER, "play 7S JOKER", "7S HJ"),
        (ONE_JOKER, "play 7S JOKER as JOKER 7S", "7S HJ as 7S HJ"),
        (ONE_JOKER, "7S and the joker as 7C", "7S HJ as 7S 7C"),
        (THE_JOKER, "joker", "LJ"),
        (THE_JOKER, "play 7S, joker as the 7 of clubs", "7S LJ as 7S 7C"),
        (THE_JOKER, "joker as 7C and 7S", "LJ as 7C 7S"),
        (FOUR_SEVENS, "play 7D 7C 7H 7S JOKER as 7", "7D 7C 7H 7S LJ as 7"),
        (FOUR_SEVENS, "7D 7C 7H 7S and the joker as a seven", "7D 7C 7H 7S LJ as 7"),
        (FIVES, "joker", "LJ"),
        (FIVES, "play JOKER", "LJ"),
    ],
)
def test_bt_05_bt_20_jokers(now: s.State, text: str, play: str) -> None:
    assert texts_of(now, text) == [f"play {play}"]


@pytest.mark.parametrize(
    ("now", "text", "readings"),
    [
        (TWO_JOKERS, "play JOKER", ("play LJ", "play HJ")),
        (TWO_JOKERS, "7S JOKER", ("play 7S LJ", "play 7S HJ")),
        (TWO_JOKERS, "a joker as 7C", ("play LJ as 7C", "play HJ as 7C")),
        (
            THE_JOKER,
            "play 7S JOKER as 7",
            ("play 7S LJ as 7S 7D", "play 7S LJ as 7S 7C", "play 7S LJ as 7S 7H"),
        ),
        (THE_JOKER, "7S LJ as a triple", ("play 7S LJ",)),
    ],
)
def test_bt_05_bt_16_jokers_that_leave_a_doubt(
    now: s.State, text: str, readings: tuple[str, ...]
) -> None:
    found = refusal(now, text)
    assert isinstance(found, Ambiguous)
    assert found.readings == readings


# Questions (BT-25, BT-26)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("got any clubs?", "any clubs"),
        ("Do you have any clubs?", "any clubs"),
        ("do you have clubs?", "any clubs"),
        ("do you have a club?", "any clubs"),
        ("any club?", "any clubs"),
        ("clubs?", "any clubs"),
        ("Any ♣?", "any clubs"),
        ("is there a club in your hand?", "any clubs"),
        ("Do you have any clubs, Dee?", "any clubs"),
        ("Dee, got any clubs?", "any clubs"),
        ("may I ask if you have any clubs?", "any clubs"),
        ("Hi Dee,\ngot any clubs?\nThanks\nAnn", "any clubs"),
        ("do you have the nine of spades?", "9S"),
        ("9S?", "9S"),
        ("have you got the 10 of hearts?", "10H"),
        ("do you have AS?", "AS"),
        ("what is your lowest card?", "lowest"),
        ("What's your highest spade?", "highest spades"),
        ("highest pair?", "highest pair"),
        ("What is your highest pair?", "highest pair"),
        ("your two lowest clubs", "2 lowest clubs"),
        ("lowest two clubs?", "2 lowest clubs"),
        ("tell me your highest card", "highest"),
        ("could you tell me your lowest heart?", "lowest hearts"),
        ("what's the lowest card you have?", "lowest"),
        ("what is your highest card of clubs?", "highest clubs"),
        ("do you have any 7s?", "any 7"),
        ("do you have any sevens", "any 7"),
        ("got a 7?", "any 7"),
        ("any aces?", "any A"),
        ("Have you any queens?", "any Q"),
        ("do you have an ace?", "any A"),
        ("do you have at least two hearts?", "at least 2 hearts"),
        ("two or more hearts?", "at least 2 hearts"),
        ("2+ hearts?", "at least 2 hearts"),
        ("do you have two hearts or more?", "at least 2 hearts"),
        ("Do you have a pair of Aces?", "at least 2 A"),
        ("What are your three highest cards?", "3 highest"),
        ("Do you have any triples?", "any triples"),
        ("do you have three of a kind?", "any triples"),
        ("any pairs?", "any pairs"),
        ("do you have a straight?", "a straight"),
        ("do you have exactly two hearts?", "exactly two hearts"),
        ("ask any club", "any clubs"),
        ("ask: any clubs?", "any clubs"),
        ("ASK ANY CLUBS", "any clubs"),
        ("ask do you have any clubs?", "any clubs"),
        ("ask for the nine of spades", "9S"),
        ("ask highest spade", "highest spades"),
        ("ask as", "AS"),
        ("ask ah", "AH"),
        ("ask JOKER", "LJ"),
        ("ask your mood", "your mood"),
        ("ask any clubs or hearts", "any clubs or hearts"),
    ],
)
def test_bt_25_questions_in_the_words_of_players(text: str, question: str) -> None:
    assert texts_of(ASKING, text) == [f"ask {question}"]


def test_bt_25_bt_26_what_is_not_in_the_list_is_left_to_the_rules() -> None:
    for text in ("ask your mood", "do you have exactly two hearts?", "Do you have any triples?"):
        [move] = read(ASKING, "Ann", text)
        assert isinstance(move, Ask)
        assert parse(move.question) is None
    [move] = read(ASKING, "Ann", "ask " + "why " * 200)
    assert len(str(move)) < 130


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("any clubs or hearts?", ("ask any clubs", "ask any hearts")),
        ("any clubs? any hearts?", ("ask any clubs", "ask any hearts")),
        ("do you have clubs and hearts?", ("ask any clubs", "ask any hearts")),
        ("ask any clubs\nask any hearts", ("ask any clubs", "ask any hearts")),
        ("ask any clubs\ntake", ("ask any clubs", "take")),
        ("clubs", ("ask any clubs",)),
        ("9S", ("ask 9S",)),
        ("give me your highest spade", ("ask highest spades",)),
        ("I'll take your lowest card", ("ask lowest",)),
        ("give me any club", ("ask any clubs",)),
        ("don't you have any clubs?", ()),
    ],
)
def test_bt_25_questions_that_leave_a_doubt(text: str, readings: tuple[str, ...]) -> None:
    found = refusal(ASKING, text)
    assert isinstance(found, Ambiguous)
    assert (found.clause, found.readings) == ("BT-25", readings)


def test_bt_05_a_joker_asked_for_is_named() -> None:
    two = replace(ASKING, terms=replace(ASKING.terms, jokers=2))
    for text in ("ask JOKER", "do you have a joker?", "got the joker?"):
        found = refusal(two, text)
        assert isinstance(found, Ambiguous)
        assert found.readings == ("ask LJ", "ask HJ")
    assert texts_of(two, "do you have the high joker?") == ["ask HJ"]


# Trading (BT-24, BT-27, BT-28)


@pytest.mark.parametrize(
    ("now", "who", "text", "moves"),
    [
        (SPEAKING, "Dee", "I surrender", ["surrender"]),
        (SPEAKING, "Dee", "Surrendering!", ["surrender"]),
        (SPEAKING, "Dee", "I'll surrender my two highest cards", ["surrender"]),
        (SPEAKING, "Dee", "I hold", ["hold"]),
        (SPEAKING, "Dee", "I'll hold.", ["hold"]),
        (SPEAKING, "Cid", "holding", ["hold"]),
        (SPEAKING, "Dee", "hold and I demand your lowest", ["hold", "demand lowest"]),
        (SPEAKING, "Dee", "Hold. Demand lowest!", ["hold", "demand lowest"]),
        (SPEAKING, "Dee", "surrender, demand lowest", ["surrender", "demand lowest"]),
        (SPEAKING, "Dee", "hold\ndemand lowest", ["hold", "demand lowest"]),
        (SPEAKING, "Dee", "Hi!\nDemand lowest\nI hold\nDee", ["demand lowest", "hold"]),
        (SPEAKING, "Dee", "I demand the lowest", ["demand lowest"]),
        (SPEAKING, "Dee", "I demand your two lowest cards", ["demand lowest"]),
        (ASKING, "Dee", "I want your lowest cards back", ["demand lowest"]),
        (RETURNING, "Dee", "Give me your two lowest back!", ["demand lowest"]),
        (GIVING, "Dee", "give 2H", ["give 2H"]),
        (GIVING, "Dee", "here's my 2 of hearts", ["give 2H"]),
        (GIVING, "Dee", "I give you the 2♥", ["give 2H"]),
        (GIVING, "Dee", "take my 2H", ["give 2H"]),
        (GIVING, "Dee", "you get 2H", ["give 2H"]),
        (GIVING, "Dee", "2H", ["give 2H"]),
        (GIVING, "Dee", "give JOKER", ["give LJ"]),
        (GIVING, "Dee", "give 2H and demand lowest", ["give 2H", "demand lowest"]),
        (CLUB_DUE, "Ann", "take", ["take"]),
        (CLUB_DUE, "Ann", "I'll take whatever club you give me", ["take"]),
        (CLUB_DUE, "Ann", "give me any club", ["take"]),
        (CLUB_DUE, "Ann", "give me a club", ["take"]),
        (CLUB_DUE, "Ann", "your choice", ["take"]),
        (CLUB_DUE, "Ann", "you choose!", ["take"]),
        (CLUB_DUE, "Ann", "any will do", ["take"]),
        (CLUB_DUE, "Ann", "highest club?", ["ask highest clubs"]),
        (HEARTS_DUE, "Ann", "give me any two hearts", ["take"]),
        (RETURNING, "Ann", "return 3D 5D", ["return 3D 5D"]),
        (RETURNING, "Ann", "I return 3D and 5D", ["return 3D 5D"]),
        (RETURNING, "Ann", "I give back 3D and 5D", ["return 3D 5D"]),
        (RETURNING, "Ann", "you get 3D, 5D", ["return 3D 5D"]),
        (RETURNING, "Ann", "Here you go: 3♦ 5♦", ["return 3D 5D"]),
        (RETURNING, "Ann", "3D\n5D", ["return 3D 5D"]),
        (RETURNING, "Ann", "3 and 5 of diamonds", ["return 3D 5D"]),
    ],
)
def test_bt_24_bt_27_bt_28_trading_in_the_words_of_players(
    now: s.State, who: str, text: str, moves: list[str]
) -> None:
    assert texts_of(now, text, who) == moves


@pytest.mark.parametrize(
    ("now", "who", "text", "clause", "readings"),
    [
        (SPEAKING, "Dee", "surrender?", "BT-24", ("surrender",)),
        (SPEAKING, "Dee", "I don't surrender", "BT-24", ()),
        (SPEAKING, "Dee", "hold or surrender", "BT-24", ("surrender", "hold")),
        (SPEAKING, "Dee", "hold\nsurrender", "BT-24", ("hold", "surrender")),
        (SPEAKING, "Dee", "hold on", "BT-24", ("hold",)),
        (SPEAKING, "Dee", "ask away", "BT-24", ("hold",)),
        (SPEAKING, "Dee", "ask me anything", "BT-24", ("hold",)),
        (SPEAKING, "Dee", "take my two highest", "BT-24", ("surrender",)),
        (SPEAKING, "Dee", "surrender my three highest", "BT-24", ("surrender",)),
        (SPEAKING, "Dee", "I give up", "BT-24", ("surrender",)),
        (SPEAKING, "Dee", "I demand your three lowest", "BT-24", ("demand lowest",)),
        (SPEAKING, "Dee", "could I get your lowest?", "BT-24", ("demand lowest",)),
        (GIVING, "Dee", "my lowest heart", "BT-27", ("give 2H",)),
        (GIVING, "Dee", "give 2H or 2S", "BT-27", ()),
        (GIVING, "Dee", "I'd give 2H", "BT-27", ("give 2H",)),
        (GIVING, "Dee", "hearts", "BT-27", ()),
        (CLUB_DUE, "Ann", "take the clubs", "BT-25", ("take",)),
        (CLUB_DUE, "Ann", "I'll take it", "BT-25", ("take",)),
        (CLUB_DUE, "Ann", "I'd take any club", "BT-25", ("take",)),
        (CLUB_DUE, "Ann", "give me any two clubs", "BT-25", ("ask at least 2 clubs",)),
        (CLUB_DUE, "Ann", "give me any heart", "BT-25", ("ask any hearts",)),
        (CLUB_DUE, "Ann", "any club", "BT-25", ("ask any clubs",)),
        (RETURNING, "Ann", "my two lowest", "BT-28", ("return 3D 5D",)),
        (RETURNING, "Ann", "return my aces", "BT-28", ()),
        (RETURNING, "Ann", "I return 3D and maybe 5D", "BT-28", ("return 3D 5D",)),
    ],
)
def test_bt_24_bt_27_bt_28_what_leaves_a_doubt(
    now: s.State, who: str, text: str, clause: str, readings: tuple[str, ...]
) -> None:
    found = refusal(now, text, who)
    assert isinstance(found, Ambiguous), found
    assert (found.clause, found.readings) == (clause, readings)


@pytest.mark.parametrize(
    ("now", "who", "clause", "right"),
    [
        (SPEAKING, "Dee", "BT-24", "say `surrender` or `hold`"),
        (SPEAKING, "Ann", "BT-24", "nothing is asked of who takes"),
        (ASKING, "Ann", "BT-25", "`ask any clubs`."),
        (CLUB_DUE, "Ann", "BT-25", "or say `take`"),
        (ASKING, "Dee", "BT-28", "`demand lowest`"),
        (GIVING, "Dee", "BT-27", "`give 2H`"),
        (RETURNING, "Ann", "BT-28", "`return 3C 4D`"),
        (OFFERED, "Ann", "BT-29", "`offer NAME CARD … for CARD …`"),
        (SETUP, "Ann", "ALL-6", "`pass`"),
        (ENDED, "Ann", "ALL-6", "`pass`"),
    ],
)
def test_bt_24_to_bt_29_who_says_nothing_is_told_what_would_be_right(
    now: s.State, who: str, clause: str, right: str
) -> None:
    for text in ("what a hand", "7S 7D, lol" if now in {SETUP, ENDED, ASKING} else "hm"):
        if now is ASKING and who == "Ann" and "7S" in text:
            continue
        found = refusal(now, text, who)
        assert (type(found), found.clause) == (Unreadable, clause)
        assert right in found.sentence()


def test_bt_23_who_has_no_part_in_the_trading_hears_nothing_of_it() -> None:
    five: s.State = GAME.setup(read_options(GAME.options, {}), (*NAMES, "Eve"))
    now = replace(five, phase=s.TRADING, trades=ASKING.trades)
    found = refusal(now, "got any clubs?", "Eve")
    assert (type(found), found.clause) == (Unreadable, "BT-23")
    assert found.sentence().endswith("others trade their cards now.")


def test_bt_28_questions_of_who_gives_are_table_talk() -> None:
    for now, text in product((SPEAKING, ASKING, GIVING), ("got any clubs?", "what's your lowest")):
        if "lowest" in text:
            assert not isinstance(refusal(now, text, "Dee"), NotNow)
        else:
            assert type(refusal(now, text, "Dee")) is Unreadable


# Free trade (BT-29)


@pytest.mark.parametrize(
    ("now", "text", "move"),
    [
        (OFFERED, "offer bob 4C for 9H", "offer bob 4C for 9H"),
        (OFFERED, "offer Bob 4c for 9♥", "offer Bob 4C for 9H"),
        (OFFERED, "offer Bob: 4C and 5D for nothing", "offer Bob 4C 5D for nothing"),
        (OFFERED, "offer Bob nothing for 9H", "offer Bob nothing for 9H"),
        (OFFERED, "I offer Bob 4C and 5D for his 9H", "offer Bob 4C 5D for 9H"),
        (OFFERED, "offer Bob four of clubs for nine of hearts", "offer Bob 4C for 9H"),
        (OFFERED, "offer 4C for 9H to Bob", "offer Bob 4C for 9H"),
        (OFFERED, 'offer "Agent 47" 4C for 9H', "offer Agent 47 4C for 9H"),
        (OFFERED, 'offer "7S" 4C for 9H', 'offer "7S" 4C for 9H'),
        (OFFERED, "offer Mary Ann Smith 4C for 9H", "offer Mary Ann Smith 4C for 9H"),
        (OFFERED, "offer Bob JOKER for 9H", "offer Bob LJ for 9H"),
        (OFFERED, "accept", "accept Bob"),
        (OFFERED, "I accept.", "accept Bob"),
        (OFFERED, "accept the offer", "accept Bob"),
        (OFFERED, "accept bob", "accept bob"),
        (OFFERED, "I accept Bob's offer", "accept Bob"),
        (OFFERED, "I accept the offer from Bob!", "accept Bob"),
        (OFFERED, "I accept your offer, Bob", "accept Bob"),
        (OFFERED, "Bob, I accept", "accept Bob"),
        (OFFERED, "accepted", "accept Bob"),
        (OFFERED, "I decline Bob’s offer.", "decline Bob"),
        (OFFERED, "decline", "decline Bob"),
        (OFFERED, "withdraw my offer to Dee", "withdraw Dee"),
        (SEVERAL, "withdraw my offer", "withdraw Dee"),
        (SEVERAL, "I withdraw the offer to Dee", "withdraw Dee"),
        (SEVERAL, "accept Cid", "accept Cid"),
        (SEVERAL, "accept somebody new", "accept somebody new"),
    ],
)
def test_bt_29_free_trade_in_the_words_of_players(now: s.State, text: str, move: str) -> None:
    assert texts_of(now, text) == [move]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("Bob, I give you 4C for your 9H", ("offer Bob 4C for 9H",)),
        ("trade 4C for 9H, Bob?", ("offer Bob 4C for 9H",)),
        ("offer Bob 4C for 9H?", ("offer Bob 4C for 9H",)),
        ("I'd offer Bob 4C for 9H", ("offer Bob 4C for 9H",)),
        ("offer Bob 4C or 5D for 9H", ()),
        ("I offer 4C for 9H", ()),
        ("I offer Bob and Cid 4C for 9H", ()),
        ("deal", ("accept Bob", "accept Cid")),
        ("Bob: deal!", ("accept Bob",)),
        ("yes", ("accept Bob", "accept Cid")),
        ("no thanks, Cid", ("decline Cid",)),
        ("no deal", ("decline Bob", "decline Cid")),
        ("I don't accept", ()),
        ("maybe accept Bob", ("accept Bob",)),
        ("accept Bob\ndecline Bob", ("accept Bob", "decline Bob")),
        (
            "offer Dee 5D for 2H\noffer Dee 6C for 2H",
            ("offer Dee 5D for 2H", "offer Dee 6C for 2H"),
        ),
    ],
)
def test_bt_29_free_trade_that_leaves_a_doubt(text: str, readings: tuple[str, ...]) -> None:
    found = refusal(SEVERAL, text)
    assert isinstance(found, Ambiguous), found
    assert (found.clause, found.readings) == ("BT-29", readings)


def test_bt_29_several_answers_are_several_moves() -> None:
    assert texts_of(SEVERAL, "accept Bob\ndecline Cid") == ["accept Bob", "decline Cid"]
    again = "withdraw Dee\noffer Dee 5D for 2S"
    assert texts_of(SEVERAL, again) == ["withdraw Dee", "offer Dee 5D for 2S"]
    reading = pasted(SEVERAL, "accept Bob\nwhat a bargain")
    assert (reading.moves, reading.not_understood) == ((Accept("Bob"),), ("what a bargain",))


def test_bt_29_an_answer_to_no_offer_or_to_one_of_several() -> None:
    for now, text, part in (
        (OFFERED, "withdraw", "there is no open offer by you"),
        (SEVERAL, "accept", "several open offers to you; say which: `accept Bob` or `accept Cid`"),
        (SEVERAL, "I decline", "`decline Bob` or `decline Cid`"),
        (FIVES, "accept", "there is no open offer to you"),
    ):
        found = refusal(now, text)
        assert (type(found), found.clause) == (NotNow, "BT-29")
        assert part in found.sentence()


# Whole messages


@pytest.mark.parametrize(
    ("raw", "readings"),
    [
        ("7S 7D\nKS", ("play 7D 7S KS",)),
        ("7S 7D\npass", ("play 7D 7S", "pass")),
        ("play 7S 7D\nplay 7S 7H", ("play 7D 7S", "play 7H 7S")),
        ("pass\nlol\nplay KS", ("pass", "play KS")),
    ],
)
def test_bt_12_a_message_makes_one_play(raw: str, readings: tuple[str, ...]) -> None:
    if len(readings) == 1:
        assert texts_of(FIVES, raw) == list(readings)
        return
    found = refusal(FIVES, raw)
    assert isinstance(found, Entangled)
    assert found.readings == readings
    reading = pasted(FIVES, raw)
    assert (reading.moves, reading.withheld) == ((), ())


@pytest.mark.parametrize(
    ("raw", "moves", "strange", "withheld"),
    [
        ("lol nice\n7S 7D\nBeat that!", ["play 7D 7S"], ["lol nice", "Beat that!"], []),
        ("7S 7D\nso: play 7D 7S\nlol", ["play 7D 7S"], ["lol"], []),
        ("> play KS\n7S 7D", ["play 7D 7S"], [], []),
        ("[quote=Bob]play KS[/quote]\n[b]7S 7D[/b]", ["play 7D 7S"], [], []),
        (
            "7S 7D\nif it comes back I'd play AS",
            ["play 7D 7S"],
            ["if it comes back I'd play AS"],
            [],
        ),
        ("7S 7D\nunless Bob passes", [], [], ["play 7D 7S"]),
        ("7S 7D\nor rather KS", [], [], ["play 7D 7S"]),
        ("7S 7D\nno wait", ["play 7D 7S"], ["no wait"], []),
        ("7S 7D\nwait, I'm thinking", [], [], ["play 7D 7S"]),
    ],
)
def test_bt_12_lines_that_are_no_play_are_shown(
    raw: str, moves: list[str], strange: list[str], withheld: list[str]
) -> None:
    reading = pasted(FIVES, raw)
    assert list(map(str, reading.moves)) == moves
    assert list(map(str, reading.withheld)) == withheld
    if moves:
        assert list(reading.not_understood) == strange


# Host and chance


@pytest.mark.parametrize("text", ["play 7S 7D", "pass", "hold", "offer Bob 4C for 9H", "hello"])
def test_all_06_what_a_player_says_goes_under_its_name(text: str) -> None:
    found = refusal(FIVES, text, "host")
    assert (type(found), found.clause) == (Unreadable, "ALL-6")
    assert "what a player says goes under its name" in found.sentence()


def test_all_03_a_deck_is_typed_in_any_spelling() -> None:
    two = ("shuffle 3S, 10h; ten of clubs ♦", "shuffle: AS ah th")
    with pytest.raises(Refused) as wrong:
        read(SETUP, "chance", two[0])
    assert (wrong.value.clause, wrong.value.quoted) == ("ALL-3", "♦")
    assert texts_of(SETUP, two[1], "chance") == ["shuffle AS AH 10H"]
    one = replace(SETUP, terms=replace(SETUP.terms, jokers=1))
    assert texts_of(one, "shuffle JOKER 3D", "chance") == ["shuffle LJ 3D"]
    found = refusal(SETUP, "pass", "chance")
    assert (type(found), found.clause) == (Unreadable, "ALL-3")


# Text forms


def moves() -> st.SearchStrategy[Move]:
    """Every move with a text form, as the rules could hear it."""
    cards = st.lists(st.sampled_from(deck(2)), min_size=1, max_size=5, unique=True)
    plays = cards.map(lambda found: Play(in_order(found)))
    names = st.sampled_from((*NAMES, "Mary Ann", "Not Me", "Will", "7S", "Cid, Jr.", "x for y"))
    sides = st.tuples(names, cards | st.just([]), cards | st.just([]))
    of = st.sampled_from((*SUITS, *RANKS))
    count = st.integers(2, 4)
    questions = st.one_of(
        st.builds(Question, st.just("card"), st.just(1), st.sampled_from(deck(2))),
        st.builds(
            Question,
            st.sampled_from(("highest", "lowest")),
            st.integers(1, 4),
            st.sampled_from(("", *SUITS)),
        ),
        st.just(Question("highest pair", 2)),
        st.builds(Question, st.just("any"), st.just(1), of),
        st.builds(Question, st.just("at least"), count, of),
    )
    return st.one_of(
        plays,
        st.sampled_from((Pass(), Surrender(), Hold(), Take(), DemandLowest())),
        cards.map(lambda found: Give(tuple(found))),
        cards.map(lambda found: Return(tuple(found))),
        questions.map(lambda found: Ask(str(found))),
        sides.map(lambda found: Propose(found[0], tuple(found[1]), tuple(found[2]))),
        *(names.map(kind) for kind in (Accept, Decline, Withdraw)),
    )


@settings(max_examples=60, deadline=None)
@given(moves(), st.sampled_from(STATES), st.sampled_from(NAMES))
def test_bt_07_bt_25_bt_29_text_forms_read_back_at_any_time(
    move: Move, now: s.State, who: str
) -> None:
    assert read(now, who, str(move)) == (move,)


@settings(max_examples=25, deadline=None)
@given(st.permutations(("7D", "7S", "LJ", "HJ")), st.permutations(("7C", "7H")), st.data())
def test_bt_20_what_jokers_stand_for_keeps_to_its_card(
    cards: list[str], wilds: list[str], data: st.DataObject
) -> None:
    """However cards are mixed: the first joker named is the first of what is left."""
    stands = data.draw(st.permutations(("7D", "7S", *wilds)))
    left = [stand for stand in stands if stand in wilds]
    jokers = [card for card in cards if card in {"LJ", "HJ"}]
    told = dict(zip(jokers, left, strict=True))
    [move] = read(TWO_JOKERS, "Ann", f"play {' '.join(cards)} as {' '.join(stands)}")
    assert move == Play(("7D", "7S", "LJ", "HJ"), ("7D", "7S", told["LJ"], told["HJ"]))
    assert read(TWO_JOKERS, "Ann", str(move)) == (move,)


def test_all_03_a_deck_reads_back() -> None:
    for jokers in (0, 1, 2):
        move = Shuffle(deck(jokers))
        assert read(state(jokers=str(jokers)), "chance", str(move)) == (move,)


# What a refusal may tell


SAID = (
    *("play", "pass", "7S", "7d", "sevens", "pair", "of", "the", "joker", "as", "or", "if", "?"),
    *("any", "clubs", "ace", "lowest", "highest", "my", "give", "take", "return", "offer", "Bob"),
    *("for", "nothing", "accept", "hold", "surrender", "AS", "2H", "ask", "demand", "not", "77"),
    *("hearts", "deal", "\n", "no", "K", "(", ")", "."),
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(SAID),
        max_size=8,
    ),
    st.sampled_from(STATES),
)
def test_bt_02_bt_29_reading_tells_nothing_of_other_hands(said: list[str], now: s.State) -> None:
    others = replace(
        now,
        players=tuple(
            player if player.name == "Ann" else replace(player, hand=("4S",))
            for player in now.players
        ),
    )
    assert outcome(now, " ".join(said)) == outcome(others, " ".join(said))


def outcome(now: s.State, text: str, who: str = "Ann") -> tuple[str, ...]:
    """What is read, or why nothing is."""
    try:
        return tuple(texts_of(now, text, who))
    except Refusal as found:
        return (type(found).__name__, found.clause, found.sentence())


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60), st.sampled_from(STATES), st.sampled_from((*NAMES, "host", "chance")))
def test_any_text_is_read_or_refused(text: str, now: s.State, who: str) -> None:
    assert any(outcome(now, text, who))


def test_bt_12_a_line_as_long_as_no_move_is_none() -> None:
    for now in (FIVES, ASKING, RETURNING, OFFERED):
        assert type(refusal(now, "7S " * 400)) is Unreadable
        assert len(refusal(now, "7S " * 400).sentence()) < 400


@pytest.mark.slow
def test_bt_16_bt_20_any_row_of_jokers_and_cards_gets_an_answer() -> None:
    for said in product(("joker", "AS", "as", "3D", "2", "LJ"), repeat=4):
        for now in (TWO_JOKERS, FIVES):
            assert outcome(now, f"play {' '.join(said)}")


@pytest.mark.slow
def test_a_very_long_message_is_no_catastrophe() -> None:
    lines, signs = MOST_OWN_LINES // 3, few_or_many(10_000, 100_000)
    raw = "\n".join(f"line {number}: I had {number % 10 + 2}S, lol" for number in range(lines))
    reading = pasted(FIVES, raw)
    assert reading.moves == ()
    assert len(reading.refused) + len(reading.not_understood) == lines
    some = ("7S ", "(", "no, ", "7 of ", "a ", "as ", "lowest, ", "joker ", "or ", "7", "'s offer ")
    for text in (part * size for part in some for size in (900 // len(part), signs)):
        for now in (FIVES, ASKING, RETURNING, OFFERED):
            assert outcome(now, text)


@pytest.mark.parametrize("text", ["play LJ as", "play LJ 7S as"])
def test_bt_20_a_play_whose_end_got_lost_is_none(text: str) -> None:
    with pytest.raises(Unreadable):
        texts_of(TWO_JOKERS, text)
