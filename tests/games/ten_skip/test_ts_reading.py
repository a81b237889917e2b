"""Text to moves: what is typed, and messages as players write them (TS-5 to TS-17)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many

from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.paste import Reading, Remarked, read_message
from gmtool.engine.refusals import Ambiguous, Entangled, NotNow, Refusal, Refused, Unreadable
from gmtool.engine.shuffling import Shuffle
from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip import state as s
from gmtool.games.ten_skip.moves import (
    Challenge,
    Discard,
    Done,
    Hand,
    Keep,
    Notice,
    Pass,
    Reveal,
    Take,
    Top,
)
from gmtool.games.ten_skip.reading import read
from gmtool.games.ten_skip.terms import deck

NAMES = ("Ann", "Bob", "Cid", "Agent 47")
HANDS = {
    "Ann": "AC 2D 4C 7C 9H 10D 10S",
    "Bob": "2S 3C 5C 5D 6H 8H 9S",
    "Cid": "AD 2C 3D 4D 8C 8D 9C",
    "Agent 47": "AS 2H 3H 6C 6D 7H 10C",
}
PILE = ("4S", "7D", "5S", "6S")


def state(names: tuple[str, ...] = NAMES) -> s.State:
    """A round of these players, with Ann's turn."""
    empty: s.State = GAME.setup(read_options(GAME.options, {}), names)
    hands = tuple(tuple(hand.split()) for hand in HANDS.values())
    players = tuple(
        replace(player, hand=hand, in_round=True)
        for player, hand in zip(empty.players, hands, strict=False)
    )
    return replace(
        empty,
        players=players,
        phase=s.TURN,
        started=True,
        deal=1,
        turn=1,
        dealer=names[-1],
        actor=names[0],
        draw_pile=PILE,
    )


SETUP: s.State = GAME.setup(read_options(GAME.options, {}), NAMES)
TURN = state()
DARED = replace(TURN, on_notice="Bob")
LAST = replace(TURN, draw_pile=("4S",))
STUCK = replace(DARED, draw_pile=(), players=state(NAMES[:2]).players)
KEEPING = replace(TURN, phase=s.KEEP, shown="3S", drawn=("4S", "7D"))
KEEPING_DARED = replace(KEEPING, on_notice="Bob")
FOURS = replace(KEEPING, drawn=("4S", "4D"))
HANDING = replace(TURN, phase=s.HAND, actor="Bob", shown="9S", victim="Ann")
ENDING = replace(TURN, phase=s.NOTICE)
TOPPING = replace(TURN, phase=s.TOP)
WON = replace(TURN, actor="Bob", unrevealed=(s.Unrevealed("Ann", 1, ("3S",)),))
WON_AND_ASKED = replace(WON, actor="Ann")
ENDED = replace(TURN, phase=s.ENDED, actor="")
STATES = (
    *(SETUP, TURN, DARED, LAST, STUCK, KEEPING, KEEPING_DARED, HANDING, ENDING, TOPPING),
    *(WON, WON_AND_ASKED, ENDED),
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


# The start of a turn (TS-5 to TS-8)


@pytest.mark.parametrize(
    "text",
    [
        "discard 9H",
        "Discard: 9h.",
        "DISCARD 9♥",
        "9h",
        "9H!",
        "9♥️",
        "9❤️",
        "９Ｈ",
        "nine of hearts",
        "the 9 of hearts",
        "I'll discard 9♥",
        "I'd like to discard 9H please",
        "Discarding the 9 of hearts.",
        "I throw the nine of hearts",
        "throwing away my 9H",
        "dump 9H",
        "I toss out the 9♥",
        "get rid of 9H",
        "I’m getting rid of the 9 of hearts",
        "I put 9H on the discard pile",
        "discard the nine",
        "ditch my heart",
        "I'll draw. Discard 9H",
        "draw two cards, discarding 9H",
        "discard 9H and draw two from the draw pile",
        "No challenge, discarding 9H",
        "haha, 9H",
        "Hi Bill,\n9H\nThanks!\nAnn",
        "I'll discard the\n9 of hearts",
        "9\u200bH",
    ],
)
def test_ts_06_a_discard_in_the_words_of_players(text: str) -> None:
    assert texts_of(TURN, text) == ["discard 9H"]
    assert texts_of(DARED, text) == ["discard 9H"]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take Bob giving 9H", "take Bob giving 9H"),
        ("take bob giving nine of hearts", "take bob giving 9H"),
        ("Take from Bob, giving 9♥", "take Bob giving 9H"),
        ('take "Agent 47" giving 9H', "take Agent 47 giving 9H"),
        ("take from agent 47 giving 9H", "take agent 47 giving 9H"),
        ("take the boss giving 9H", "take the boss giving 9H"),
        ("Bob, get a load of THIS: 9H!", "take Bob giving 9H"),
        ("Get a load of THIS, Bob! (9H)", "take Bob giving 9H"),
        ("Cid: get a load of THIS!! 9 of hearts", "take Cid giving 9H"),
        ("Get a load of THIS, Bob:\n9H", "take Bob giving 9H"),
        ("I give Bob my 9 of hearts and take one of his", "take Bob giving 9H"),
        ("Bob, I give you my 9H", "take Bob giving 9H"),
        ("give 9H to Bob", "take Bob giving 9H"),
        ("I'm giving 9H to agent 47", "take Agent 47 giving 9H"),
        ("I'll take a card from Agent 47 and give him the nine", "take Agent 47 giving 9H"),
        ("take from Bob, give 9H", "take Bob giving 9H"),
        ("Take one of Bob's cards, giving 9H", "take Bob giving 9H"),
        ("I steal from Cid, giving 9H", "take Cid giving 9H"),
        ("swap 9H with Bob", "take Bob giving 9H"),
        ("Trade with Bob: my 9 of hearts for one of his.", "take Bob giving 9H"),
        ("show Bob the 9H", "take Bob giving 9H"),
        ("offer Bob: 9H", "take Bob giving 9H"),
        ("Bob gets the 9H", "take Bob giving 9H"),
        ("I give Bobby my 9H", "take Bobby giving 9H"),
        ("I'll take from Bob with my 9H", "take Bob giving 9H"),
        ("take a card from agent 47 with my nine of hearts", "take Agent 47 giving 9H"),
        ("take bob 9h", "take Bob giving 9H"),
        ("take Agent 47 9H please", "take Agent 47 giving 9H"),
        ("ｔａｋｅ Bob giving ９Ｈ", "take Bob giving 9H"),
    ],
)
def test_ts_07_a_card_taken_in_the_words_of_players(text: str, move: str) -> None:
    assert texts_of(TURN, text) == [move]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("9H?", ("discard 9H",)),
        ("maybe 9H", ("discard 9H",)),
        ("9H unless Bob claims", ("discard 9H", "take Bob giving 9H")),
        ("I'd discard 9H", ("discard 9H",)),
        ("shall I discard 9H", ("discard 9H",)),
        ("discard 9H, will I?", ("discard 9H",)),
        ("don't throw the nine", ()),
        ("not 9H", ()),
        ("I won't discard 9H", ()),
        ("9H or 10S", ("discard 9H", "discard 10S")),
        ("discard 9H 10S", ("discard 9H", "discard 10S")),
        ("discard 9H then 10S", ("discard 9H", "discard 10S")),
        ("discard the ten", ("discard 10D", "discard 10S")),
        ("the nine", ("discard 9H",)),
        ("my 9s", ("discard 9H",)),
        ("a heart", ("discard 9H",)),
        ("discard the five", ()),
        ("discard", ()),
        ("draw", ()),
        ("draw 9H", ("discard 9H",)),
        ("get 9H", ("discard 9H",)),
        ("lol 9H was good", ("discard 9H",)),
        ("I have 9H", ("discard 9H",)),
        ("Bob 9H", ("discard 9H", "take Bob giving 9H")),
        ("to Bob: 9H", ("discard 9H", "take Bob giving 9H")),
        ("hand 9H to Bob", ("discard 9H", "take Bob giving 9H")),
        ("Bob, I'm discarding 9H", ("discard 9H", "take Bob giving 9H")),
        ("throw 9H at Bob", ("discard 9H", "take Bob giving 9H")),
        ("take 9H from Bob", ("take Bob giving 9H",)),
        ("take from Bob 9H", ("take Bob giving 9H",)),
        ("Bob, give me 9H", ("take Bob giving 9H",)),
        ("Bob, give 9H", ("take Bob giving 9H",)),
        ("let Bob give 9H", ("take Bob giving 9H",)),
        ("you give 9H, Bob", ("take Bob giving 9H",)),
        ("swap me 9H, Bob", ("take Bob giving 9H",)),
        ("Bob gives 9H to me", ("discard 9H", "take Bob giving 9H")),
        ("Bob, take my 9H", ("take Bob giving 9H",)),
        ("swap 9H for Bob's 5C", ("take Bob giving 9H",)),
        ("take Bob's 9H giving something", ("take Bob giving 9H",)),
        ("take from Bob or Cid giving 9H", ("take Bob giving 9H", "take Cid giving 9H")),
        ("take from Bob", ()),
        ("Bob", ()),
        ("unless Bob claims", ()),
        ("wait", ()),
        ("pass 9H to Bob", ("pass", "take Bob giving 9H")),
        ("pass?", ("pass",)),
        ("discard 9H, done", ("discard 9H",)),
        ("discard 9H and put you on notice", ("discard 9H",)),
        ("give Bob 9H, you're on notice", ("take Bob giving 9H",)),
        ("challenge?", ()),
        ("You're not dead to me", ()),
        ("discard 9H, you're dead to me", ("discard 9H",)),
        ("Hmm, I'll chuck the ace of hearts I think", ()),
        ("Hmm, I'll chuck the ace of clubs I think", ("discard AC",)),
        ("maybe AH", ()),
        ("discard AH or 9H", ("discard 9H",)),
        ("take AH from Bob", ()),
        ("keep 7C and 9H", ()),
        ("take Bob's 9H", ("take Bob giving 9H",)),
        ("take Bob 9H?", ("take Bob giving 9H",)),
        ("take Bob AH", ()),
        ("take from Bob with 9H", ("take Bob giving 9H",)),
        ("you take from Bob with my 9H", ("take Bob giving 9H",)),
        ("discard 9H, notice", ("discard 9H",)),
    ],
)
def test_ts_05_what_leaves_a_doubt_is_no_move(text: str, readings: tuple[str, ...]) -> None:
    found = refusal(TURN, text)
    assert isinstance(found, Ambiguous), found
    assert (found.clause, found.quoted) == ("TS-5", text)
    assert set(found.readings) == set(readings)
    assert text in found.sentence()
    assert "say `discard CARD` or `take NAME giving CARD`" in found.sentence()


def test_ts_07_who_may_be_taken_from_is_told_where_nobody_is_named() -> None:
    for text in ("get a load of THIS: 9H", "give him 9H", "take his 9H", "take, giving 9H"):
        found = refusal(DARED, text)
        assert isinstance(found, Ambiguous)
        assert found.readings == ("take Cid giving 9H", "take Agent 47 giving 9H")
        assert "doesn't say from whom a card is taken" in found.sentence()


@pytest.mark.parametrize(
    "text",
    [
        *("hello", "lol nice", "k", "Ann", "thanks!", "", "take", "keep it", "what a hand"),
        *("next time 9H", "if it comes round again I'd discard 9H", "good game", "you'll see"),
        *("This is challenging.", "no challenge", "I'm done", "that's it", "shuffle", "start"),
        *("nine lives, lol", "9H\u202e", "yes", "the others are thieves", "discard jokers"),
    ],
)
def test_ts_05_what_is_no_move_says_what_would_be_right(text: str) -> None:
    found = refusal(TURN, text)
    assert type(found) is Unreadable
    assert found.clause == "TS-5"
    assert "say `discard CARD` or `take NAME giving CARD`." in found.sentence()
    assert "or `challenge`" in refusal(DARED, text).sentence()


@pytest.mark.parametrize(
    ("now", "text", "word"),
    [
        (TURN, "discard 11H", "11H"),
        (TURN, "discard the 9X", "9X"),
        (TURN, "discard ZD please", "ZD"),
        (TURN, "give Bob 11H", "11H"),
        (TURN, "discard 9H\u202e", "9H\u202e"),
        (KEEPING, "keep 3X", "3X"),
        (HANDING, "have my ♠9", "♠9"),
        (TOPPING, "15C on top", "15C"),
    ],
)
def test_all_05_what_looks_like_a_card_and_is_none_is_named(
    now: s.State, text: str, word: str
) -> None:
    found = refusal(now, text)
    assert (type(found), found.clause, found.quoted) == (Refused, "ALL-5", word)
    assert f"“{word}” is no card" in found.sentence()


def test_ts_08_a_pass_and_what_may_be_one() -> None:
    for text in ("pass", "Pass!", "I pass", "I have to pass this turn", "pass please"):
        assert texts_of(STUCK, text) == ["pass"]
        assert texts_of(TURN, text) == ["pass"]
    found = refusal(STUCK, "skip me")
    assert isinstance(found, Ambiguous)
    assert found.readings == ("pass",)
    assert type(refusal(TURN, "skip me")) is Unreadable


def test_ts_06_with_the_last_card_the_end_of_the_turn_may_be_said_too() -> None:
    assert texts_of(LAST, "discard 9H and you're on notice") == ["discard 9H", "notice"]
    assert texts_of(LAST, "discard 9H\ndone\nAnn") == ["discard 9H", "done"]
    found = refusal(TURN, "discard 9H\nnotice")
    assert isinstance(found, Entangled)
    assert found.readings == ("discard 9H",)
    assert "comes only after the exchange" in found.sentence()
    early = refusal(TURN, "discard 9H, and put you all on notice")
    assert isinstance(early, Entangled)
    assert "comes only at the end of the turn" in early.sentence()


# Challenges (TS-13)


@pytest.mark.parametrize(
    "text",
    [
        "challenge",
        "Challenge!",
        "I challenge",
        "You're dead to me!",
        "YOU’RE DEAD TO ME!!!",
        "Bob, you're dead to me!",
        "*slowly stands up, turns toward Bob* You're dead to me!",
        "I challenge Bob",
        "I challenge you, bob",
        "I challenge Bob's claim",
        "I call your bluff",
        "I'm calling Bob's bluff!",
        "challenging",
        "😤 You are dead to me 😤",
    ],
)
def test_ts_13_a_challenge_in_the_words_of_players(text: str) -> None:
    assert texts_of(DARED, text) == ["challenge"]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("You're bluffing!", ("challenge",)),
        ("You are just bluffing, Bob", ("challenge",)),
        ("liar!", ("challenge",)),
        ("that's such a bluff", ("challenge",)),
        ("I don't believe you", ("challenge",)),
        ("that's a challenge!", ("challenge",)),
        ("I call", ("challenge",)),
        ("maybe I challenge", ("challenge",)),
        ("challenge, or discard 9H", ("challenge", "discard 9H")),
        ("challenge\n9H", ("challenge", "discard 9H")),
        ("I challenge Ann", ("challenge",)),
        ("I challenge the boss", ("challenge",)),
    ],
)
def test_ts_13_what_may_be_a_challenge(text: str, readings: tuple[str, ...]) -> None:
    found = refusal(DARED, text)
    assert isinstance(found, Ambiguous), found
    assert (found.clause, found.readings) == ("TS-5", readings)


def test_ts_13_only_who_has_everyone_on_notice_is_challenged() -> None:
    for text in ("I challenge Cid", "Cid, you're dead to me!", "I challenge Cid, not Bob"):
        found = refusal(DARED, text)
        assert isinstance(found, Ambiguous)
    assert (
        "names Cid, but it is Bob who has everyone on notice"
        in refusal(DARED, "I challenge Cid").sentence()
    )
    for text in ("You're bluffing!", "liar!", "I call"):
        assert type(refusal(TURN, text)) is Unreadable


# Which card is kept (TS-6)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("keep 4S", ["keep 4S"]),
        ("I'll keep the 4 of spades", ["keep 4S"]),
        ("4S", ["keep 4S"]),
        ("four of spades", ["keep 4S"]),
        ("keep the four", ["keep 4S"]),
        ("the four", ["keep 4S"]),
        ("keep the spade", ["keep 4S"]),
        ("I take the 4♠", ["keep 4S"]),
        ("4S stays", ["keep 4S"]),
        ("throw the other one, I keep 4S", ["keep 4S"]),
        ("keep 4S, discard 7D", ["keep 4S"]),
        ("discard the 7D and keep the 4S", ["keep 4S"]),
        ("keep the 4, toss the 7", ["keep 4S"]),
        ("keep 9C", ["keep 9C"]),
        ("I hold on to 4S", ["keep 4S"]),
        ("4S\nlol", ["keep 4S"]),
        ("keep 4S, done", ["keep 4S", "done"]),
        ("keep 4S. Done!", ["keep 4S", "done"]),
        ("4S, no claim", ["keep 4S", "done"]),
        ("I'll keep the 4 of spades then.", ["keep 4S"]),
        ("keep 4S, notice", ["keep 4S", "notice"]),
        ("Keep 4S. Notice!", ["keep 4S", "notice"]),
        ("4S and notice", ["keep 4S", "notice"]),
        ("4S, no notice", ["keep 4S", "done"]),
        ("keep 4S, I won't claim", ["keep 4S", "done"]),
        ("4S. I won't put you on notice", ["keep 4S", "done"]),
        ("keep 4S and you're on notice!", ["keep 4S", "notice"]),
        ("You're on notice! I keep 4S", ["keep 4S", "notice"]),
        ("4♠ 😈 you are all on notice", ["keep 4S", "notice"]),
        ("4S\n\nYou're on notice!", ["keep 4S", "notice"]),
        ("You're on notice!\n4S\nAnn", ["keep 4S", "notice"]),
        ("4S\ndone\nAnn", ["keep 4S", "done"]),
    ],
)
def test_ts_06_ts_10_the_card_kept_and_the_end_of_the_turn(text: str, moves: list[str]) -> None:
    assert texts_of(KEEPING, text) == moves


def test_ts_10_where_the_turn_ends_by_itself_who_says_so_says_nothing() -> None:
    for text in ("keep 4S, done", "4S\ndone", "4S, no claim", "hm\n4S\ndone"):
        assert pasted(KEEPING_DARED, text).moves == (Keep("4S"),)
    assert texts_of(KEEPING_DARED, "4S, you're on notice!") == ["keep 4S", "notice"]
    assert texts_of(FOURS, "keep the spade") == ["keep 4S"]
    assert texts_of(FOURS, "keep 4S, discard the 4D") == ["keep 4S"]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("discard the 7D", ("keep 4S",)),
        ("I discard 7D", ("keep 4S",)),
        ("throw away the seven", ("keep 4S",)),
        ("4S, discard 7D", ("keep 4S",)),
        ("the first one", ("keep 4S", "keep 7D")),
        ("keep the higher", ("keep 4S", "keep 7D")),
        ("both", ("keep 4S", "keep 7D")),
        ("keep", ("keep 4S", "keep 7D")),
        ("keep the nine", ("keep 4S", "keep 7D")),
        ("4", ("keep 4S",)),
        ("7D on the discard pile, 4S in my hand", ("keep 4S", "keep 7D")),
        ("4S I keep, 7D I discard", ("keep 4S", "keep 7D")),
        ("put 4S in my hand", ("keep 4S", "keep 7D")),
        ("throw 7D or 4S", ("keep 4S", "keep 7D")),
        ("keep 4S or 7D", ("keep 4S", "keep 7D")),
        ("keep 4S, discard 5C", ("keep 4S", "keep 7D")),
        ("keep 9C, discard 7D", ("keep 4S", "keep 7D")),
        ("I choose 7D to go", ("keep 4S", "keep 7D")),
        ("choose 7D, discard", ("keep 4S", "keep 7D")),
        ("4S goes, 7D stays", ("keep 4S", "keep 7D")),
        ("take 4S away", ("keep 4S",)),
        ("I have 4S", ("keep 4S",)),
        ("keep 4S unless you're on notice", ("keep 4S",)),
        ("keep 4S but you're on notice", ("keep 4S",)),
        ("keep 4S. Notice how calm I am", ("keep 4S",)),
        ("keep 4S, notice?", ("keep 4S",)),
        ("maybe 9C", ()),
        ("Oops, I meant to discard 10D instead.", ()),
        ("I should have discarded 10D", ()),
        ("oops, discard 7D instead", ("keep 4S", "keep 7D")),
        ("I'm on notice, keep 4S", ("keep 4S",)),
        ("keep 4S; you're on notice; done", ("notice", "done")),
        ("keep 4S\nkeep 7D", ("keep 4S", "keep 7D")),
        ("4S\nyou're on notice\ndone", ("keep 4S", "notice", "done")),
    ],
)
def test_ts_06_what_doesnt_say_outright_which_card_is_kept(
    text: str, readings: tuple[str, ...]
) -> None:
    found = refusal(KEEPING, text)
    assert isinstance(found, Ambiguous), found
    assert (found.clause, found.readings) == ("TS-6", readings)
    assert found.sentence().endswith("say `keep CARD`.")


# Which card is handed over or laid on top (TS-7, TS-15)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("hand 5C", "hand 5C"),
        ("Here, have my 5 of clubs", "hand 5C"),
        ("5C", "hand 5C"),
        ("I hand over the 5♣", "hand 5C"),
        ("Here Bob, have my 4C", "hand 4C"),
        ("have my nine, Bob", "hand 9H"),
        ("take the ace", "hand AC"),
        ("Bob gets my 4C", "hand 4C"),
        ("fine, 4C", "hand 4C"),
        ("ugh. 4C :(", "hand 4C"),
        ("Here, the 4 of clubs.", "hand 4C"),
        ("9S", "hand 9S"),
    ],
)
def test_ts_07_a_card_handed_over_in_the_words_of_players(text: str, move: str) -> None:
    assert texts_of(HANDING, text) == [move]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("4C for your 9S", ("hand 4C",)),
        ("you give me 9S, take 4C", ("hand 4C",)),
        ("my nine", ("hand 9H",)),
        ("have a ten", ("hand 10D", "hand 10S")),
        ("4C 7C", ("hand 4C", "hand 7C")),
        ("4C to Cid", ("hand 4C",)),
        ("I have 4C", ("hand 4C",)),
        ("Bob's 4C", ("hand 4C",)),
        ("give me 4C", ("hand 4C",)),
        ("I get 4C", ("hand 4C",)),
        ("I'll take 4C", ("hand 4C",)),
        ("Bob, give back 4C", ("hand 4C",)),
        ("not the ace", ()),
        ("not 4C", ()),
        ("I pass", ()),
        ("4C\n7C", ("hand 4C", "hand 7C")),
        ("hand 4C\ndiscard 9H", ("hand 4C", "discard 9H")),
    ],
)
def test_ts_07_what_doesnt_say_outright_which_card_is_handed_over(
    text: str, readings: tuple[str, ...]
) -> None:
    found = refusal(HANDING, text)
    assert isinstance(found, Ambiguous), found
    assert found.clause == "TS-7"
    assert set(found.readings) == set(readings)


@pytest.mark.parametrize(
    "text",
    ["top 4C", "4C on top", "leave the 4 of clubs on top", "4C", "put the four on top please"],
)
def test_ts_15_the_card_on_top_in_the_words_of_players(text: str) -> None:
    assert texts_of(TOPPING, text) == ["top 4C"]


def test_ts_15_a_card_on_top_that_leaves_a_doubt() -> None:
    for text, readings in (
        ("the ace", ("top AC",)),
        ("the ten on top", ("top 10D", "top 10S")),
        ("4C or 7C on top", ("top 4C", "top 7C")),
    ):
        found = refusal(TOPPING, text)
        assert isinstance(found, Ambiguous)
        assert (found.clause, found.readings) == ("TS-15", readings)


# The end of a turn (TS-10)


@pytest.mark.parametrize(
    "text",
    [
        "notice",
        "NOTICE!",
        "YOU'RE ON NOTICE!!!",
        "You’re on notice!",
        "You're on  notice",
        "you are all on notice 😈",
        "your on notice",
        "Y'all on notice",
        "on notice",
        "On notice!",
        "I put everyone on notice",
        "I hereby put all of you on notice",
        "putting you all on notice!",
        "Everyone's on notice!",
        "You are on notice, everyone!",
        "Ladies and gentlemen, you're all on notice",
        "Consider yourselves on notice",
        "*stands up* You're on notice!",
        "*slowly sits down* now you're on notice",
        "YOU ARE\u200b ON NOTICE",
        "Ｙｏｕ're on notice",
        "[b]You're on notice![/b]",
    ],
)
def test_ts_10_a_claim_in_the_words_of_players(text: str) -> None:
    assert pasted(ENDING, text).moves == (Notice(),)


@pytest.mark.parametrize(
    "text",
    [
        *("done", "Done.", "I'm done", "done!\nGL\nAnn", "finished", "that's it", "that's all"),
        *("end turn", "I end my turn.", "End of turn", "turn over", "no claim", "No claim."),
        *("not claiming", "no notice", "I won't claim", "I don't put you on notice"),
        *("nothing, done", "pass (no claim)", "No claim this time.", "Done. Good luck everyone"),
    ],
)
def test_ts_10_the_end_of_a_turn_in_the_words_of_players(text: str) -> None:
    assert texts_of(ENDING, text) == ["done"]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("You're on notice?", ("notice",)),
        ("maybe you're on notice", ("notice",)),
        ("🤔 you're on notice", ("notice",)),
        ("You're on notice unless Bob claims", ("notice",)),
        ("Bob, you're on notice", ("notice",)),
        ("I'm on notice", ("notice",)),
        ("I claim", ("notice",)),
        ("you're on notice 🚫", ("done",)),
        ("I pass", ("done",)),
        ("skip", ("done",)),
        ("nothing from me", ("done",)),
        ("not done", ()),
        ("done?", ("done",)),
        ("are we done", ("done",)),
        ("You're on notice. Done.", ("notice", "done")),
        ("notice\ndone", ("notice", "done")),
        ("done. You're dead to me", ("done",)),
    ],
)
def test_ts_10_what_doesnt_say_outright_how_the_turn_ends(
    text: str, readings: tuple[str, ...]
) -> None:
    found = refusal(ENDING, text)
    assert isinstance(found, Ambiguous), found
    assert (found.clause, found.readings) == ("TS-10", readings)
    assert "say `notice` or `done`" in found.sentence()


@pytest.mark.parametrize(
    "text",
    [
        *("well done", "I'm done for!", "who's on notice?", "Bob is on notice", "yes", "hello"),
        *("that's revealing", "am I bluffing?", "I put Bob on notice", "when you're on notice"),
    ],
)
def test_ts_10_table_talk_ends_no_turn(text: str) -> None:
    found = refusal(ENDING, text)
    assert not isinstance(found, NotNow)
    assert not getattr(found, "readings", ()) or isinstance(found, Ambiguous)


# A hand shown by choice (TS-17)


def test_ts_17_a_hand_is_revealed_in_the_words_of_players() -> None:
    for text in ("reveal", "I reveal my hand", "Reveal my cards to all!", "revealing my hand"):
        assert texts_of(WON, text) == ["reveal"]
        assert texts_of(WON_AND_ASKED, text) == ["reveal"]
    for text in ("I'll show my hand", "behold!", "Here is my hand", "should I reveal?"):
        found = refusal(WON, text)
        assert isinstance(found, Ambiguous)
        assert (found.clause, found.readings) == ("TS-17", ("reveal",))
    for text in ("I won't show my hand", "I won't reveal"):
        found = refusal(WON, text)
        assert isinstance(found, Ambiguous)
        assert found.readings == ()
    for text in ("that's revealing", "lol"):
        found = refusal(WON, text)
        assert (type(found), found.clause) == (Unreadable, "TS-17")
        assert "say `reveal` to show the hand that won round 1" in found.sentence()


def test_ts_17_a_hand_is_revealed_before_the_next_move() -> None:
    assert texts_of(WON_AND_ASKED, "discard 9H\nhm\nreveal".replace("\nhm", "")) == [
        "reveal",
        "discard 9H",
    ]
    assert texts_of(TURN, "reveal") == ["reveal"]
    assert type(refusal(TURN, "I reveal my hand")) is Unreadable


# Out of turn


@pytest.mark.parametrize(
    ("now", "who", "text", "clause", "part"),
    [
        (TURN, "Ann", "You're on notice!", "TS-10", "it is Ann's turn"),
        (TURN, "Bob", "You're on notice!", "TS-10", "it is Ann's turn"),
        (TURN, "Bob", "You're dead to me!", "TS-13", "can't be said now"),
        (TURN, "Bob", "I'll discard the 9♥", "TS-6", "it is Ann's turn"),
        (TURN, "Bob", "Cid, get a load of THIS: 5C", "TS-7", "it is Ann's turn"),
        (KEEPING, "Ann", "You're dead to me!", "TS-13", "Ann has discarded 3S"),
        (KEEPING, "Ann", "You're on notice!", "TS-10", "`keep CARD`"),
        (HANDING, "Ann", "You're on notice!", "TS-10", "a card of Ann's"),
        (ENDING, "Ann", "I discard the 9H", "TS-6", "`notice` or `done`"),
        (ENDING, "Bob", "I challenge", "TS-13", "Ann has made its exchange"),
        (SETUP, "Ann", "You're on notice!", "TS-10", "the first round hasn't begun"),
        (ENDED, "Ann", "You're dead to me!", "TS-13", "the game is over"),
    ],
)
def test_ts_05_what_is_surely_said_out_of_turn_is_turned_away(
    now: s.State, who: str, text: str, clause: str, part: str
) -> None:
    found = refusal(now, text, who)
    assert (type(found), found.clause, found.quoted) == (NotNow, clause, text)
    assert part in found.sentence()


@pytest.mark.parametrize(
    ("now", "who", "clause"),
    [(TURN, "Bob", "TS-5"), (KEEPING, "Bob", "TS-6"), (HANDING, "Cid", "TS-7"), (SETUP, "Ann", "")],
)
def test_ts_05_table_talk_out_of_turn_is_shown(now: s.State, who: str, clause: str) -> None:
    for text in ("I'm done", "that's it", "lol", "maybe you're on notice", "9H or 10S?", "I pass"):
        found = refusal(now, text, who)
        assert (type(found), found.clause) == (Unreadable, clause or "ALL-6")


# Whole messages


@pytest.mark.parametrize(
    ("now", "raw", "moves", "strange", "withheld"),
    [
        (TURN, "Angry swearing!\n9H\nBeat that!", ["discard 9H"], 2, []),
        (TURN, "> discard 10S\n9H", ["discard 9H"], 0, []),
        (TURN, "[quote=Bob]discard 5C[/quote]\n9H", ["discard 9H"], 0, []),
        (TURN, "9H\nif it comes round again I'd challenge", ["discard 9H"], 1, []),
        (TURN, "9H\nYou're on notice!", [], 0, []),
        (TURN, "9H\nunless Bob claims", [], 0, ["discard 9H"]),
        (TURN, "9H\nor rather 4C", [], 0, ["discard 9H"]),
        (TURN, "take Bob giving 9H\nGet a load of THIS!", ["take Bob giving 9H"], 0, []),
        (TURN, "take Bob giving 9H\nswearing\nsighs", ["take Bob giving 9H"], 2, []),
        (TURN, "Bob\n9H", [], 0, ["discard 9H"]),
        (TURN, "9H\nskip the drama\nnothing else", ["discard 9H"], 2, []),
        (KEEPING, "hm\n4S\nYou're on notice!", ["keep 4S", "notice"], 1, []),
        (KEEPING, "hm\n4S\nperhaps you're on notice", ["keep 4S"], 2, []),
        (HANDING, "Argh!\n4C\nYou're dead to me!", ["hand 4C"], 2, []),
        (KEEPING, "4S\nYou're dead to me!", ["keep 4S"], 1, []),
        (ENDING, "What a turn.\nYou're on notice!\nGasps, please", ["notice"], 2, []),
    ],
)
def test_ts_05_lines_that_are_no_move_are_shown(
    now: s.State, raw: str, moves: list[str], strange: int, withheld: list[str]
) -> None:
    reading = pasted(now, raw)
    assert list(map(str, reading.moves)) == moves
    assert len(reading.not_understood) == strange or not moves
    assert list(map(str, reading.withheld)) == withheld


def test_ts_05_a_remark_changes_nothing() -> None:
    for now, text, move in (
        (TURN, "discard 9H. (Good riddance!)", Discard("9H")),
        (TURN, "9H. Next time I'll challenge.", Discard("9H")),
        (HANDING, "4C! (You're dead to me!)", Hand("4C")),
    ):
        found = refusal(now, text)
        assert isinstance(found, Remarked)
        assert found.moves == (move,)
        assert len(found.remarks) == 1
        assert pasted(now, text).moves == (move,)
    assert isinstance(refusal(TURN, "9H. (Or 4C.)"), Ambiguous)
    assert not isinstance(refusal(TURN, "9H. (Or 4C.)"), Remarked)


# Banter


@pytest.mark.parametrize(
    ("now", "raw", "moves", "remarks"),
    [
        (TURN, "lol Bob.\nI'll discard my 9♥. Good luck everyone!", ["discard 9H"], ["lol Bob."]),
        (TURN, "discard 4C you muppets", ["discard 4C"], ["you muppets"]),
        (TURN, "Discard 4C - sorry Bob", ["discard 4C"], ["sorry Bob"]),
        (TURN, "Bob, you are going down! discard 9H", ["discard 9H"], ["Bob, you are going down!"]),
        (TURN, "9H. Beat that!", ["discard 9H"], ["Beat that!"]),
        (HANDING, "10D. Grrr.", ["hand 10D"], ["Grrr."]),
        (HANDING, "10D you rat", ["hand 10D"], ["you rat"]),
        (HANDING, "Bob you rat. Have my ten of spades!", ["hand 10S"], ["Bob you rat."]),
        (HANDING, "Damn you, Bob! 4C. Ouch...", ["hand 4C"], ["Damn you, Bob!", "Ouch..."]),
        (TOPPING, "Ha, suckers! 4C on top.", ["top 4C"], ["Ha, suckers!"]),
        (KEEPING, "4S. Ka-ching!", ["keep 4S"], ["Ka-ching!"]),
        (KEEPING, "keep 4S, notice. Tremble!", ["keep 4S", "notice"], ["Tremble!"]),
    ],
)
def test_ts_06_ts_07_ts_15_banter_beside_a_card_changes_nothing(
    now: s.State, raw: str, moves: list[str], remarks: list[str]
) -> None:
    reading = pasted(now, raw)
    assert (list(map(str, reading.moves)), list(reading.not_understood)) == (moves, remarks)
    assert isinstance(refusal(now, raw), Remarked)  # typed it must read as a whole


def test_ts_06_a_name_that_could_be_a_card_of_another_game_is_banter_too() -> None:
    now = state(("Ann", "C3", "d4", "F6"))
    assert pasted(now, "Discard 4C - sorry F6").moves == (Discard("4C"),)
    assert texts_of(now, "I'll take from C3 with my 10D") == ["take C3 giving 10D"]
    assert pasted(now, "take d4 10D").moves == (Take("d4", "10D"),)


@pytest.mark.parametrize(
    "noise",
    [
        *(
            "Unless you mind.",
            "Or not.",
            "Maybe.",
            "Wait.",
            "Okay?",
            "Not really!",
            "Just kidding.",
        ),
        *("My mistake.", "Cid gets it.", "Ask Cid.", "Cid decides.", "For you, Cid.", "Coin flip."),
        *("One of those.", "3 left.", "I take it back.", "Let me see.", "You pick.", "The other."),
        *("You're on notice!", "You're dead to me!", "Done.", "Bob's turn.", "Oops.", "Hold on."),
    ],
)
def test_ts_06_ts_07_what_may_change_a_move_is_no_banter(noise: str) -> None:
    for now, text in (
        (HANDING, f"4C. {noise}"),
        (HANDING, f"{noise} 4C"),
        (KEEPING, f"4S. {noise}"),
    ):
        if now is KEEPING and noise in {"You're on notice!", "Done."}:
            continue
        found = refusal(now, text)
        assert isinstance(found, Ambiguous), text
        assert not isinstance(found, Remarked), text
        assert pasted(now, text).moves == ()


@pytest.mark.parametrize(
    ("now", "text"),
    [
        *((TURN, text) for text in ("Bob you rat. 9H", "discard 9H - Bob", "Bob, 9H. Grr.")),
        *((TURN, text) for text in ("Bob! I discard 9H", "discard 9H - for Bob")),
        *((TURN, text) for text in ("Here you go, Bob. Discard 9H", "discard 4C you choose")),
        *((TURN, text) for text in ("Bob, look at THIS! Discard 9H", "discard 4C or 9H. Grr.")),
        *((TURN, text) for text in ("Bob, this one's for you. Discard 9H", "Bob\ndiscard 9H")),
        *((TURN, text) for text in ("Grr! Discard AH", "Grr! Take Bob giving 9H")),
        *((TURN, text) for text in ("Grr, to Bob! Discard 9H", "Bob can steal! Discard 9H")),
        *((HANDING, text) for text in ("4C. We trade.", "4C. Drop everything!", "I lie! 4C")),
        *((HANDING, text) for text in ("AH. Grr.", "9S. Grr.", "4C. Grr. 7C", "my nine. Grr.")),
        *((KEEPING, text) for text in ("9C. Grr.", "keep 4S. Or 7D. Grr.")),
        *((ENDING, text) for text in ("done. Grr.", "You're on notice! Grr.")),
        (DARED, "I challenge. Grr."),
    ],
)
def test_ts_05_banter_beside_what_isnt_sure_makes_no_move(now: s.State, text: str) -> None:
    assert pasted(now, text).moves == ()
    assert not isinstance(refusal(now, text), Remarked)


def test_ts_06_no_refusal_proposes_a_card_that_isnt_held() -> None:
    found = refusal(TURN, "discard AH\ndiscard 9H")
    assert isinstance(found, Entangled)
    assert found.readings == ("discard 9H",)


def test_ts_06_a_discard_isnt_taken_back() -> None:
    found = refusal(KEEPING, "Oops, I meant to discard 10D instead.")
    assert "comes too late: 3S is discarded, and that can't be taken back" in found.sentence()
    found = refusal(TURN, "keep 7C and 9H")
    assert "says what is kept; that comes after a discard" in found.sentence()


# Host and chance


@pytest.mark.parametrize("text", ["discard 9H", "pass", "You're on notice!", "reveal", "hello"])
def test_all_06_what_a_player_says_goes_under_its_name(text: str) -> None:
    found = refusal(TURN, text, "host")
    assert (type(found), found.clause) == (Unreadable, "ALL-6")
    assert "what a player says goes under its name" in found.sentence()


def test_all_03_a_deck_reads_back() -> None:
    for many in (1, 2):
        move = Shuffle(deck(many))
        assert read(SETUP, "chance", str(move)) == (move,)
    assert texts_of(SETUP, "shuffle: AS, th ten of clubs", "chance") == ["shuffle AS 10H 10C"]
    found = refusal(SETUP, "pass", "chance")
    assert (type(found), found.clause) == (Unreadable, "ALL-3")


# Text forms

ODD_NAMES = (
    *("giving 9H", "Ann giving", "9H", "from Bob", "Not Me", "Bob or Cid", "Ten", "the other one"),
    *("Cid, Jr.", 'The "Ace"', "A card of Bob's", "Take", "x  y", "Ｂｏｂ", "Will", "notice", "1"),
)


def moves() -> st.SearchStrategy[Move]:
    """Every move with a text form, as the rules could hear it."""
    cards = st.sampled_from(deck(1))
    names = st.sampled_from((*NAMES, *ODD_NAMES))
    return st.one_of(
        *(st.builds(kind, cards) for kind in (Discard, Keep, Hand, Top)),
        st.builds(Take, names, cards),
        st.sampled_from((Notice(), Done(), Challenge(), Pass(), Reveal())),
    )


@settings(max_examples=40, deadline=None)
@given(moves(), st.sampled_from(STATES), st.sampled_from(NAMES[:2]))
def test_ts_05_to_ts_17_text_forms_read_back_at_any_time(
    move: Move, now: s.State, who: str
) -> None:
    if isinstance(move, Take) and move.victim in ODD_NAMES:
        renamed = replace(now.players[1], name=move.victim)
        now = replace(now, players=(now.players[0], renamed, *now.players[2:]), on_notice="")
        who = "Ann"
    assert read(now, who, str(move)) == (move,)


def test_all_04_a_name_of_doubtful_words_is_quoted() -> None:
    for name, text in (
        ("giving 9H", 'take "giving 9H" giving 3C'),
        ("from Bob", 'take "from Bob" giving 3C'),
        ("9H", 'take "9H" giving 3C'),
        ("Cid, Jr.", 'take "Cid, Jr." giving 3C'),
        ("Agent 47", "take Agent 47 giving 3C"),
    ):
        assert str(Take(name, "3C")) == text
    both = state(("Ann", "Bob", "from Bob"))
    assert texts_of(both, "take from Bob giving 3C") == ['take "from Bob" giving 3C']
    assert texts_of(both, 'take "Bob" giving 3C') == ["take Bob giving 3C"]


@pytest.mark.parametrize("name", [*ODD_NAMES, "Jack", "Mary Ann", "Agent 47"])
def test_all_04_a_name_in_a_sentence_is_never_another(name: str) -> None:
    now = state(("Ann", name, "Cid", "Dee"))
    for text in (f"take from {name}, giving 9H", f"I give {name} my 9H", f"{name} gets my 9H"):
        try:
            found = read(now, "Ann", text)
        except Refusal:
            continue
        assert all(move.card == "9H" for move in found if isinstance(move, Take)), text
        assert {type(move) for move in found} == {Take}, text


def test_all_04_names_that_mean_nothing_else_are_found() -> None:
    now = state(("Ann", "Jack", "Mary Ann Smith", "The Dealer"))
    for text, move in (
        ("I give jack my 9H", "take Jack giving 9H"),
        ("Mary, get a load of THIS: 9H", "take Mary Ann Smith giving 9H"),
        ("give 9H to Mary Ann Smith", "take Mary Ann Smith giving 9H"),
        ("Get a load of this, the dealer: 9H", "take The Dealer giving 9H"),
    ):
        assert texts_of(now, text) == [move]


# What a refusal may tell


SAID = (
    *("discard", "keep", "take", "give", "hand", "top", "from", "Bob", "Cid", "9H", "4S", "7D"),
    *("the", "nine", "four", "ten", "ace", "spade", "my", "or", "?", "not", "other", "first", "."),
    *("You're on notice", "dead to me", "challenge", "done", "that's it", "get a load of this"),
    *("reveal", "\n", "and", "one of his", "draw", "pass", "I", "lol", "(", ")"),
)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(SAID), min_size=1, max_size=7), st.sampled_from(STATES))
def test_ts_04_reading_tells_nothing_of_other_hands(said: list[str], now: s.State) -> None:
    others = tuple(
        player if player.name == "Ann" else replace(player, hand=player.hand[::-1][:3])
        for player in now.players
    )
    drawn = now.drawn if now.awaited == "Ann" else now.drawn[::-1]
    pile = tuple(reversed(now.draw_pile))
    other = replace(now, players=others, draw_pile=pile, drawn=drawn)
    text = " ".join(said)
    assert outcome(now, text) == outcome(other, text)


def test_ts_06_the_cards_drawn_are_for_their_player() -> None:
    swapped = replace(KEEPING, drawn=("6S", "5S"))
    for text in ("keep the four", "the first one", "keep", "discard 7D", "4S", "both"):
        assert outcome(KEEPING, text, "Bob") == outcome(swapped, text, "Bob")


def outcome(now: s.State, text: str, who: str = "Ann") -> tuple[str, ...]:
    """What reading comes to, in words."""
    try:
        return tuple(map(str, read(now, who, text)))
    except Refusal as found:
        return (type(found).__name__, str(found))


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60), st.sampled_from(STATES), st.sampled_from(("Ann", "Bob", "host")))
def test_any_text_is_read_or_refused(text: str, now: s.State, who: str) -> None:
    assert outcome(now, text, who)


def test_ts_05_a_line_as_long_as_no_move_is_none() -> None:
    for text in ("9H " * 500, "take Bob giving " * 100 + "9H", "discard " + "the " * 300 + "9H"):
        found = refusal(TURN, text)
        assert type(found) is Unreadable
        assert len(found.sentence()) < 300


@pytest.mark.slow
def test_a_very_long_message_is_no_catastrophe() -> None:
    lines = [
        "You're on notice, all of you and you and you",
        "one of his",
        "9H? lol",
        "lol",
    ] * few_or_many(250, 2500)
    assert pasted(TURN, "\n".join([*lines, "discard 9H"])).moves == ()
    assert pasted(TURN, "\n".join(["lol"] * few_or_many(300, 500) + ["discard 9H"])).moves == (
        Discard("9H"),
    )
