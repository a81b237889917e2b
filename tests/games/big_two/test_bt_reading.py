"""Text to moves: what is typed, and messages as players write them (BT-5 to BT-29)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many
from saying import read_as, reading, typed

from gmtool.engine.bounds import MOST_OWN_LINES
from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.refusals import Ambiguous, Refusal, Unreadable
from gmtool.engine.shuffling import Shuffle
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.big_two import GAME as BIG_TWO
from gmtool.games.big_two import PRESIDENT_GAME as GAME
from gmtool.games.big_two import moves as m
from gmtool.games.big_two import state as s
from gmtool.games.big_two.plays import best
from gmtool.games.big_two.questions import Question
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
    sizes = tuple(len(player.hand) for player in players)
    return replace(empty, started=True, deal=1, players=players, sizes=sizes)


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
TWO_ASKED_FOR = replace(ASKING, terms=replace(ASKING.terms, jokers=2))
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


def said(now: s.State, text: str, who: str = "Ann") -> str:
    return read_as(GAME, now, who, text)


# Plays (ALL-5, BT-7 to BT-12)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7 of spades and 7 of diamonds", "7D 7S"),
        ("PLAY 7S 7D", "7D 7S"),
        ("7s 7d", "7D 7S"),
        ("7S/7D", "7D 7S"),
        ("7♠️ 7♦️", "7D 7S"),
        ("7 ♠ 7 ♦", "7D 7S"),
        ("7 S 7 D", "7D 7S"),
        ("7S\u200b 7\u200bD", "7D 7S"),
        ("7❤️ 7♦️", "7D 7H"),
        ("**7S 7D**", "7D 7S"),
        ("7 of spades and diamonds", "7D 7S"),
        ("the 7 of spades and the 7 of diamonds", "7D 7S"),
        ("I'd like to play 7S and 7D please :)", "7D 7S"),
        ("Here's my pair: 7S 7D. Good luck all!", "7D 7S"),
        ("play my two 7s: 7D and 7S", "7D 7S"),
        ("play 7S 7D as a pair", "7D 7S"),
        ("7S 7D beats that!", "7D 7S"),
        ("Leading the 3 of diamonds.", "3D"),
        ("TS", "10S"),
        ("play as ks", "KS AS"),
        ("10-J-Q-K-A of spades", "10S JS QS KS AS"),
        ("10, J, Q, K and A of spades", "10S JS QS KS AS"),
        ("a straight: 9D 8S 7H 6C 5D", "5D 6C 7H 8S 9D"),
        ("straight flush 10S-JS-QS-KS-AS", "10S JS QS KS AS"),
        ("7S\n7D", "7D 7S"),
        ("7S 7D\nKS", "7D 7S KS"),
        ("my straight:\n5D\n6C\n7H\n8S\nand 9D", "5D 6C 7H 8S 9D"),
        ("Hi Bill,\n\n7S 7D\n\nThanks!\nAnn", "7D 7S"),
        ("[quote=Bob]play KS[/quote]\n[b]7S 7D[/b]", "7D 7S"),
    ],
)
def test_bt_07_plays_in_the_words_of_players(text: str, cards: str) -> None:
    assert said(FIVES, text) == f"play {cards}"
    assert said(LEADING, text) == f"play {cards}"


@pytest.mark.parametrize(
    ("text", "surely"),
    [
        ("I play the pair of sevens", True),
        ("both sevens", True),
        ("play the two 7s", True),
        ("play 77", False),
        ("play sevens", False),
    ],
)
def test_bt_10_cards_without_suits_as_the_hand_has_them(text: str, surely: bool) -> None:
    assert said(TWO_SEVENS, text) == f"{'' if surely else '? '}play 7D 7S"
    assert said(TWO_JOKERS, text) == "? play 7D 7S"
    assert said(FIVES, text).startswith(("?? play 7D 7H | play 7D 7S", "? play 7D 7H 7S"))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("my 7s", "? play 7D 7S"),
        ("play a seven", "?? play 7S | play 7D"),
        ("the king", "? play KS"),
        ("three sevens", "-"),
        ("straight from 3 to 7", "-"),
        ("I play my straight", "-"),
        ("7S and another seven", "? play 7S"),
        ("7S 7D?", "? play 7D 7S"),
        ("7S or 7D", "?? play 7S | play 7D"),
        ("if Bob passes, 7S 7D", "?? play 7D 7S"),
        ("not 7S", "-"),
        ("my hand: 7D 7S", "? play 7D 7S"),
        ("play 7S, keep 7D", "-"),
        ("7S for 7D", "? play 7D 7S"),
        ("I can't play 7S", "-"),
        ("play 7S then 7D", "? play 7D 7S"),
        ("7S 7D edit: 7S KS", "?? play 7D 7S | play 7S KS"),
        ("a triple: 7S 7D", "? play 7D 7S"),
        ("play 7S 11H", "?? play 7S"),
        ("7S 7D. (Good luck, Bob!)", "? play 7D 7S"),
        ("7S 7D\nif it comes back I'd play AS", "? play 7D 7S"),
        ("7S 7D\nunless Bob passes", "?? play 7D 7S"),
        ("7S 7D\nwait, I'm thinking", "?? play 7D 7S"),
        ("play 7S 7D\nplay 7S KS", "?? play 7D 7S | play 7S KS"),
        *((text, "-") for text in ("hello", "lol nice", "no bid", "play", "k", "good game")),
        *(
            (text, "-")
            for text in ("next time 7S", "play 3X", "shuffle", "start", "Bob asks for it")
        ),
        ("my aces were great", "-"),
        ("if it comes round again I'd play my aces", "-"),
    ],
)
def test_bt_12_a_play_that_leaves_a_doubt(text: str, read: str) -> None:
    assert said(TWO_SEVENS, text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        *((text, "pass") for text in ("Pass.", "PASS!", "i'll pass", "passing", "pass for now")),
        ("I'm passing this one", "pass"),
        ("can't beat that, pass", "pass"),
        ("I cannot top this, so I pass", "pass"),
        ("I've got nothing, pass.", "pass"),
        ("ok I pass :)", "pass"),
        ("Hi Bill,\nI pass.\nAnn", "pass"),
        ("pass\nPASS", "pass"),
        ("pass?", "? pass"),
        ("I won't pass", "-"),
        ("you pass", "-"),
        ("I'll pass on the aces", "? pass"),
        ("pass 7S", "? pass"),
        ("pass. (Unless Bob passes)", "?? pass"),
        ("7S 7D\npass", "?? play 7D 7S | pass"),
        ("can't beat that", "? pass"),
        *((text, "? pass") for text in ("check", "skip me", "nothing from me", "let it go")),
        ("I'll sit this one out", "? pass"),
        ("I'll pass this one. (If it comes round again I'd play my aces.)", "? pass"),
        ("I pass. (lol)\nNext time I'd play AS.", "? pass"),
    ],
)
def test_bt_12_a_pass_in_the_words_of_players(text: str, read: str) -> None:
    assert said(TWO_SEVENS, text) == read


def test_bt_12_a_remark_of_another_turn_is_told() -> None:
    remark = "(If it comes round again I'd play my aces.)"
    found = reading(GAME, FIVES, "Ann", f"I'll pass this one. {remark}")
    assert found.doubts == (f"“{remark}” speaks of another turn or player",)


def test_bt_12_out_of_turn_cards_alone_are_no_sure_move() -> None:
    assert said(FIVES, "7S 7D", "Bob") == "? play 7D 7S"
    assert said(FIVES, "play 7s 7d", "Bob") == "play 7D 7S"
    assert said(ASKING, "7S 7D", "Dee") == "-"
    assert said(ENDED, "7S 7D, lol") == "? play 7D 7S"


# Jokers (BT-5, BT-16, BT-20)


@pytest.mark.parametrize(
    ("now", "text", "play"),
    [
        (TWO_JOKERS, "low joker", "play LJ"),
        (TWO_JOKERS, "both jokers", "play LJ HJ"),
        (TWO_JOKERS, "JOKER JOKER", "play LJ HJ"),
        (TWO_JOKERS, "play ah as", "play AH AS"),
        (TWO_JOKERS, "7S and low joker as 7C", "play 7S LJ as 7S 7C"),
        (TWO_JOKERS, "7S, LJ = 7C", "play 7S LJ as 7S 7C"),
        (TWO_JOKERS, "play LJ 7S as 7C 7S", "play 7S LJ as 7S 7C"),
        (TWO_JOKERS, "PLAY 7S LJ AS 7S 7C", "play 7S LJ as 7S 7C"),
        (TWO_JOKERS, "play HJ LJ 7S as 7C 7H 7S", "play 7S LJ HJ as 7S 7H 7C"),
        (
            TWO_JOKERS,
            "low joker as 7C, high joker as 7H, 7S and 7D",
            "play 7D 7S LJ HJ as 7D 7S 7C 7H",
        ),
        (ONE_JOKER, "play 7S JOKER as JOKER 7S", "play 7S HJ as 7S HJ"),
        (THE_JOKER, "play 7S, joker as the 7 of clubs", "play 7S LJ as 7S 7C"),
        (THE_JOKER, "joker as 7C and 7S", "play 7S LJ as 7S 7C"),
        (FOUR_SEVENS, "7D 7C 7H 7S and the joker as a seven", "play 7D 7C 7H 7S LJ as 7"),
        (FIVES, "play JOKER", "play LJ"),
        (TWO_JOKERS, "play JOKER", "?? play LJ | play HJ"),
        (TWO_JOKERS, "7S JOKER", "?? play 7S LJ | play 7S HJ"),
        (TWO_JOKERS, "a joker as 7C", "?? play LJ as 7C | play HJ as 7C"),
        (
            THE_JOKER,
            "play 7S JOKER as 7",
            "?? play 7S LJ as 7S 7D | play 7S LJ as 7S 7C | play 7S LJ as 7S 7H",
        ),
        (THE_JOKER, "7S LJ as a triple", "? play 7S LJ"),
        (LEADING, "sevens, red ones", "? play 7D 7H"),
        (LEADING, "ten, jack, queen, king and ace, all spades", "? play 10S JS QS KS AS"),
        (THE_JOKER, "7S and the joker, standing in for the 7H", "play 7S LJ as 7S 7H"),
        (TWO_JOKERS, "play LJ 7S as", "-"),
    ],
)
def test_bt_05_bt_20_jokers(now: s.State, text: str, play: str) -> None:
    assert said(now, text) == play


# Questions (BT-25, BT-26)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("got any clubs?", "any clubs"),
        ("do you have clubs?", "any clubs"),
        ("Any ♣?", "any clubs"),
        ("is there a club in your hand?", "any clubs"),
        ("Do you have any clubs, Dee?", "any clubs"),
        ("may I ask if you have any clubs?", "any clubs"),
        ("Hi Dee,\ngot any clubs?\nThanks\nAnn", "any clubs"),
        ("do you have the nine of spades?", "9S"),
        ("do you hold 9S?", "9S"),
        ("what's the lowest card you have?", "lowest"),
        ("What's your highest spade?", "highest spades"),
        ("What is your highest pair?", "highest pair"),
        ("your two lowest clubs", "2 lowest clubs"),
        ("could you tell me your lowest heart?", "lowest hearts"),
        ("do you have any 7s?", "any 7"),
        ("got a 7?", "any 7"),
        ("do you have an ace?", "any A"),
        ("do you have at least two hearts?", "at least 2 hearts"),
        ("2+ hearts?", "at least 2 hearts"),
        ("do you have two hearts or more?", "at least 2 hearts"),
        ("Do you have a pair of Aces?", "at least 2 A"),
        ("What are your three highest cards?", "3 highest"),
        ("do you have three of a kind?", "any triples"),
        ("ASK ANY CLUBS", "any clubs"),
        ("ask for the nine of spades", "9S"),
        ("ask JOKER", "LJ"),
    ],
)
def test_bt_25_questions_in_the_words_of_players(text: str, question: str) -> None:
    assert said(ASKING, text) == f"ask {question}"


@pytest.mark.parametrize(
    ("now", "text", "read"),
    [
        (ASKING, "Do you have 2s?", "? ask any 2"),
        (ASKING, "do you have two hearts?", "? ask at least 2 hearts"),
        (ASKING, "any clubs or hearts?", "?? ask any clubs | ask any hearts"),
        (ASKING, "do you have clubs and hearts?", "?? ask any clubs | ask any hearts"),
        (ASKING, "ask any clubs\ntake", "? ask any clubs"),
        (ASKING, "highest or lowest?", "?? ask highest | ask lowest"),
        (ASKING, "clubs", "? ask any clubs"),
        (ASKING, "9S", "? ask 9S"),
        (ASKING, "give me your highest spade", "? ask highest spades"),
        (ASKING, "give me any club", "? ask any clubs"),
        (ASKING, "don't you have any clubs?", "-"),
        (ASKING, "I have any clubs", "? ask any clubs"),
        (ASKING, "do I have any clubs?", "-"),
        (ASKING, "do they have any clubs?", "-"),
        (ASKING, "Ask Bob for clubs", "? ask any clubs"),
        (ASKING, "do you have exactly two hearts?", "-"),
        (ASKING, "ask your mood", "-"),
        (TWO_ASKED_FOR, "do you have a joker?", "?? ask LJ | ask HJ"),
        (TWO_ASKED_FOR, "do you have the high joker?", "ask HJ"),
    ],
)
def test_bt_25_questions_that_leave_a_doubt(now: s.State, text: str, read: str) -> None:
    assert said(now, text) == read


# Trading (BT-24, BT-27, BT-28)


@pytest.mark.parametrize(
    ("now", "who", "text", "read"),
    [
        (SPEAKING, "Dee", "Surrendering!", "surrender"),
        (SPEAKING, "Dee", "I'll surrender my two highest cards", "surrender"),
        (SPEAKING, "Cid", "holding", "hold"),
        (SPEAKING, "Dee", "hold and I demand your lowest", "hold; demand lowest"),
        (SPEAKING, "Dee", "surrender, demand lowest", "surrender; demand lowest"),
        (SPEAKING, "Dee", "Hi!\nDemand lowest\nI hold\nDee", "hold; demand lowest"),
        (SPEAKING, "Dee", "I demand your two lowest cards", "demand lowest"),
        (ASKING, "Dee", "I want your lowest cards back", "demand lowest"),
        (RETURNING, "Dee", "Give me your two lowest back!", "demand lowest"),
        (SPEAKING, "Dee", "surrender?", "? surrender"),
        (SPEAKING, "Dee", "I refuse to surrender", "-"),
        (SPEAKING, "Dee", "hold or surrender", "?? surrender | hold"),
        (SPEAKING, "Dee", "hold on", "-"),
        (SPEAKING, "Dee", "ask me anything", "? hold"),
        (SPEAKING, "Dee", "take my two highest", "? surrender"),
        (SPEAKING, "Dee", "surrender my three highest", "? surrender"),
        (SPEAKING, "Dee", "I give up", "? surrender"),
        (SPEAKING, "Dee", "could I get your lowest?", "? demand lowest"),
        (GIVING, "Dee", "here's my 2 of hearts", "give 2H"),
        (GIVING, "Dee", "take my 2H", "give 2H"),
        (GIVING, "Dee", "2H", "give 2H"),
        (GIVING, "Dee", "give JOKER", "give LJ"),
        (GIVING, "Dee", "give 2H and demand lowest", "give 2H; demand lowest"),
        (GIVING, "Dee", "my lowest heart", "? give 2H"),
        (GIVING, "Dee", "hearts", "? give 2H"),
        (GIVING, "Dee", "give 2H or 2S", "-"),
        (GIVING, "Dee", "I'd give 2H", "? give 2H"),
        (CLUB_DUE, "Ann", "I'll take whatever club you give me", "take"),
        (CLUB_DUE, "Ann", "your choice", "take"),
        (CLUB_DUE, "Ann", "you choose!", "take"),
        (CLUB_DUE, "Ann", "highest club?", "ask highest clubs"),
        (HEARTS_DUE, "Ann", "give me any two hearts", "take"),
        (CLUB_DUE, "Ann", "take the clubs", "? take"),
        (CLUB_DUE, "Ann", "I'd take any club", "? take"),
        (CLUB_DUE, "Ann", "give me any two clubs", "? ask at least 2 clubs"),
        (RETURNING, "Ann", "I return 3D and 5D", "return 3D 5D"),
        (RETURNING, "Ann", "you get 3D, 5D", "return 3D 5D"),
        (RETURNING, "Ann", "3D\n5D", "return 3D 5D"),
        (RETURNING, "Ann", "3 and 5 of diamonds", "return 3D 5D"),
        (RETURNING, "Ann", "my two lowest", "? return 3D 5D"),
        (RETURNING, "Ann", "return my aces", "-"),
        (RETURNING, "Ann", "3D 5D are mine", "-"),
        (RETURNING, "Ann", "AS KS no wait 3D 5D", "-"),
        (RETURNING, "Ann", "I return 3D and maybe 5D", "? return 3D 5D"),
        *((now, who, "what a hand", "-") for now in (SPEAKING, GIVING) for who in ("Ann", "Dee")),
    ],
)
def test_bt_24_bt_27_bt_28_trading_in_the_words_of_players(
    now: s.State, who: str, text: str, read: str
) -> None:
    assert said(now, text, who) == read


@pytest.mark.parametrize(
    ("now", "who", "clause", "right"),
    [
        (LEADING, "Ann", "BT-12", "`play 7S LJ as 7S 7C`"),
        (FIVES, "Ann", "BT-12", "`pass`"),
        (SPEAKING, "Dee", "BT-24", "`surrender`, `hold`"),
        (ASKING, "Ann", "BT-25", "`ask any clubs`"),
        (CLUB_DUE, "Ann", "BT-25", "or `take`"),
        (ASKING, "Dee", "BT-28", "`demand lowest`"),
        (GIVING, "Dee", "BT-27", "`give 2H`"),
        (RETURNING, "Ann", "BT-28", "`return 3C 4D`"),
        (OFFERED, "Ann", "BT-29", "`offer bob 4C for 9H`"),
    ],
)
def test_bt_12_to_bt_29_who_says_nothing_is_told_what_would_be_right(
    now: s.State, who: str, clause: str, right: str
) -> None:
    with pytest.raises(Unreadable) as found:
        typed(GAME, now, who, "what a hand")
    assert found.value.clause == clause
    assert right in found.value.sentence()


# Free trade (BT-29)


@pytest.mark.parametrize(
    ("now", "text", "read"),
    [
        (OFFERED, "offer Bob: 4C and 5D for nothing", "offer Bob 4C 5D for nothing"),
        (OFFERED, "I offer Bob 4C and 5D for his 9H", "offer Bob 4C 5D for 9H"),
        (OFFERED, "offer Bob four of clubs for nine of hearts", "offer Bob 4C for 9H"),
        (OFFERED, "offer 4C for 9H to Bob", "offer Bob 4C for 9H"),
        (OFFERED, "Bob, I give you 4C for your 9H", "? offer Bob 4C for 9H"),
        (OFFERED, "Bob, give me your 9H for 4C", "? offer Bob 4C for 9H"),
        (OFFERED, "Bob: my 4C against your 9H", "? offer Bob 4C for 9H"),
        (OFFERED, "Bob accepted", "-"),
        (OFFERED, "hard pass on that one Bob", "? decline Bob"),
        (OFFERED, "trade 4C for 9H, Bob?", "? offer Bob 4C for 9H"),
        (OFFERED, "offer Bob 4C or 5D for 9H", "-"),
        (OFFERED, "I offer 4C for 9H", "-"),
        (OFFERED, "offer Bob and Cid 4C for 9H", "?? offer Bob 4C for 9H | offer Cid 4C for 9H"),
        (OFFERED, "accept", "accept Bob"),
        (OFFERED, "accept the offer", "accept Bob"),
        (OFFERED, "I accept the offer from Bob!", "accept Bob"),
        (OFFERED, "Bob, I accept", "accept Bob"),
        (OFFERED, "I decline Bob’s offer.", "decline Bob"),
        (OFFERED, "accept Zed", "? accept Bob"),
        (OFFERED, "withdraw", "-"),
        (SEVERAL, "I withdraw the offer to Dee", "withdraw Dee"),
        (SEVERAL, "accept", "?? accept Bob | accept Cid"),
        (SEVERAL, "deal", "?? accept Bob | accept Cid"),
        (SEVERAL, "Bob: deal!", "? accept Bob"),
        (SEVERAL, "no thanks, Cid", "? decline Cid"),
        (SEVERAL, "accept Bob\ndecline Bob", "?? accept Bob | decline Bob"),
        (SEVERAL, "accept Bob\ndecline Cid", "accept Bob; decline Cid"),
        (SEVERAL, "withdraw Dee\noffer Dee 5D for 2S", "withdraw Dee; offer Dee 5D for 2S"),
        (
            SEVERAL,
            "offer Dee 5D for 2H\noffer Dee 6C for 2H",
            "?? offer Dee 5D for 2H | offer Dee 6C for 2H",
        ),
        (SEVERAL, "accept Bob\nwhat a bargain", "? accept Bob"),
    ],
)
def test_bt_29_free_trade_in_the_words_of_players(now: s.State, text: str, read: str) -> None:
    assert said(now, text) == read


# Host and chance


@pytest.mark.parametrize("text", ["play 7S 7D", "pass", "hold", "offer Bob 4C for 9H", "hello"])
def test_all_06_what_a_player_says_goes_under_its_name(text: str) -> None:
    with pytest.raises(Refusal) as found:
        typed(GAME, FIVES, HOST, text)
    assert found.value.clause == "ALL-6"
    assert "what a player says goes under its name" in found.value.sentence()


def test_all_03_a_deck_is_typed_in_any_spelling() -> None:
    assert typed(GAME, SETUP, CHANCE, "shuffle: 3S, 10h; ten of clubs") == ("shuffle 3S 10H 10C",)
    with pytest.raises(Ambiguous):
        typed(GAME, SETUP, CHANCE, "shuffle 3S 10h ♦")
    with pytest.raises(Unreadable):
        typed(GAME, SETUP, CHANCE, "pass")


def test_bt_23_big_two_has_no_moves_of_trading() -> None:
    verbs = {form.verb for form in GAME.grammar.forms}
    others = {form.verb for form in BIG_TWO.grammar.forms}
    assert verbs - others == {"surrender", "hold", "give", "demand", "ask", "take", "return"}
    assert others < verbs


# Text forms


@pytest.mark.parametrize(
    "text",
    [
        *("play LJ as LJ", "play 7S as LJ", "play AH as AD", "play LJ as 7C 7D"),
        *("play 7S LJ as 7S 7C", "play 7D 7C 7H 7S LJ as 7", "ask any triples"),
        *('offer "7S" 4C for 9H', "offer Mary Ann Smith 4C for nothing", 'accept "Cid, Jr."'),
    ],
)
def test_bt_07_to_bt_29_odd_text_forms(text: str) -> None:
    assert str(GAME.grammar.typed(text)) == text


@pytest.mark.parametrize(
    "text", ["play JOKER", "play 7S LJ as 7", "play 7S LJ AS 7S 7C", "ask JOKER", "ask"]
)
def test_bt_07_bt_25_what_is_no_text_form(text: str) -> None:
    assert GAME.grammar.typed(text) is None


def moves() -> st.SearchStrategy[Move]:
    """Every move with a text form, as the rules could hear it."""
    cards = st.lists(st.sampled_from(deck(2)), min_size=1, max_size=5, unique=True)
    plays = cards.map(lambda found: m.Play(in_order(found)))
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
        st.sampled_from((m.Pass(), m.Surrender(), m.Hold(), m.Take(), m.DemandLowest())),
        cards.map(lambda found: m.Give(tuple(found))),
        cards.map(lambda found: m.Return(tuple(found))),
        questions.map(lambda found: m.Ask(str(found))),
        sides.map(lambda found: m.Propose(found[0], tuple(found[1]), tuple(found[2]))),
        *(names.map(kind) for kind in (m.Accept, m.Decline, m.Withdraw)),
    )


@settings(max_examples=100, deadline=None)
@given(moves())
def test_bt_07_bt_25_bt_29_text_forms_read_back(move: Move) -> None:
    assert GAME.grammar.typed(str(move)) == move


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
    move = m.Play(("7D", "7S", "LJ", "HJ"), ("7D", "7S", told["LJ"], told["HJ"]))
    assert said(TWO_JOKERS, f"play {' '.join(cards)} as {' '.join(stands)}") == str(move)
    assert GAME.grammar.typed(str(move)) == move


def test_all_03_a_deck_reads_back() -> None:
    for jokers in (0, 1, 2):
        move = Shuffle(deck(jokers))
        assert GAME.grammar.typed(str(move), CHANCE) == move


# What a reading may tell


SAID = (
    *("play", "pass", "7S", "7d", "sevens", "pair", "of", "the", "joker", "as", "or", "if", "?"),
    *("any", "clubs", "ace", "lowest", "highest", "my", "give", "take", "return", "offer", "Bob"),
    *("for", "nothing", "accept", "hold", "surrender", "AS", "2H", "ask", "demand", "not", "77"),
    *("hearts", "deal", "\n", "no", "K", "(", ")", "."),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(SAID), max_size=8).map(" ".join), st.sampled_from(STATES))
def test_bt_02_bt_29_reading_tells_nothing_of_other_hands(text: str, now: s.State) -> None:
    others = replace(
        now,
        players=tuple(
            player if player.name == "Ann" else replace(player, hand=("4S",))
            for player in now.players
        ),
    )
    found = reading(GAME, now, "Ann", text)
    assert found == reading(GAME, others, "Ann", text)
    for move in (*found.moves, *found.readings):
        assert GAME.grammar.typed(str(move)) == move


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60), st.sampled_from(STATES), st.sampled_from((*NAMES, HOST, CHANCE)))
def test_any_text_is_read_or_refused(text: str, now: s.State, who: str) -> None:
    try:
        sentence = " ".join(typed(GAME, now, who, text))
    except Refusal as refusal:
        sentence = refusal.sentence()
    assert sentence


@pytest.mark.slow
def test_bt_16_bt_20_any_row_of_jokers_and_cards_gets_an_answer() -> None:
    for row in product(("joker", "AS", "as", "3D", "2", "LJ"), repeat=4):
        for now in (TWO_JOKERS, FIVES):
            assert said(now, f"play {' '.join(row)}")


@pytest.mark.slow
def test_a_very_long_message_is_no_catastrophe() -> None:
    lines, signs = MOST_OWN_LINES // 3, few_or_many(10_000, 100_000)
    raw = "\n".join(f"line {number}: I had {number % 10 + 2}S, lol" for number in range(lines))
    assert not reading(GAME, FIVES, "Ann", raw).is_sure
    some = ("7S ", "(", "no, ", "7 of ", "a ", "as ", "lowest, ", "joker ", "or ", "7", "'s offer ")
    for text in (part * size for part in some for size in (900 // len(part), signs)):
        for now in (FIVES, ASKING, RETURNING, OFFERED):
            assert said(now, text)
