"""Mandatory trading (BT-23 to BT-28), with every example of the source's section 3.2.2.2.4.

With two players Ann is president and Bob bum; with four Bob is vice president, Cid vice bum and
Dee bum.
"""

from __future__ import annotations

from typing import Any

import pytest
from playing import Played

from gmtool.engine.refusals import NotNow, Refused, Unreadable
from gmtool.games.big_two import PRESIDENT_GAME

from .tables import (
    asked,
    begun,
    counts,
    hand,
    hands,
    more,
    played,
    refused,
    roles,
    seated,
    second_round,
    shuffled,
    trading,
    waits_for,
    why,
)

MIXED = "3C 5D 5H 9S JC JH KS 2H"
NO_SPADES = "4D 4C 4H 6C 6H 8D QH AC"
NO_PAIR = "3D 4C 5H 7S 9D JC KH 2S"
ACES = "3C 5D 8H 9S JC AD AC 2H"
DUE = "must be accepted first"


def asks(bum: str, *questions: str, **options: Any) -> Played:
    """After these questions to a bum that held."""
    return more(trading(bum, **options), " | ".join(f"Ann: ask {one}" for one in questions))


def refuses(game: Played, question: str) -> str:
    """Why a question is refused, with its clause."""
    found = refused(game, f"Ann: ask {question}")
    assert type(found) is Refused
    return str(found)


def four(vice_bum: str = "", bum: str = "", body: str = "") -> Played:
    """Cid is the vice bum, Dee the bum."""
    game = second_round("", "", vice_bum, bum)
    return more(game, body) if body else game


# ---- BT-23


def test_bt_23_from_the_second_round_on_after_the_deal() -> None:
    assert begun("", "", kind="president").state.phase == "play"
    game = second_round("", "", hand_size=3, rounds=3)
    assert (game.state.phase, waits_for(game)) == ("trading", ["Bob"])
    game = more(game, "Bob: surrender | Ann: return 3D 3C | Bob: play 3D 3C | Ann: pass")
    assert game.state.phase == "play"


def test_bt_23_the_president_steals_two_and_the_vice_president_one() -> None:
    game = four()
    assert game.view()["public"]["trades"] == [
        {"taker": "Ann", "giver": "Dee", "count": 2},
        {"taker": "Bob", "giver": "Cid", "count": 1},
    ]


@pytest.mark.parametrize("seats", [5, 7])
def test_bt_23_neutrals_between_dont_trade(seats: int) -> None:
    game = second_round(*[""] * seats)
    names = game.table.players
    pairs = [trade.parties for trade in game.state.trades]
    assert pairs == [(names[0], names[-1]), (names[1], names[-2])]
    assert waits_for(game) == [names[-1], names[-2]]


@pytest.mark.parametrize("steal", [1, 2])
@pytest.mark.parametrize("seats", [2, 3])
def test_bt_23_with_fewer_players_one_or_two(seats: int, steal: int) -> None:
    game = second_round(*[""] * seats, steal=steal)
    last = game.table.players[-1]
    assert game.view()["public"]["trades"] == [{"taker": "Ann", "giver": last, "count": steal}]
    game = more(game, f"{last}: surrender")
    assert len(game.news("Taken")[0]["cards"]) == steal


def test_bt_23_two_by_default() -> None:
    assert second_round("", "").state.trades[0].count == 2


def test_bt_23_at_most_the_smallest_hand() -> None:
    game = trading("9S", body="")
    assert game.state.trades[0].count == 1
    game = more(game, "Bob: surrender | Ann: return 9S")
    assert hands(game) == {"Ann": "3D", "Bob": "9S"}


@pytest.mark.parametrize(
    "move", ["hold", "surrender", "ask 9S", "take", "give 9S", "demand lowest", "return 3D 3C"]
)
def test_bt_23_neutrals_have_no_part_in_it(move: str) -> None:
    game = second_round("", "", "")
    assert roles(game)[1] == "neutral"
    found = refused(game, f"Bob: {move}")
    assert (type(found), found.clause) == (Refused, "BT-23")
    assert "Bob has no part in the trading" in found.sentence()


def test_bt_23_each_hand_keeps_its_size() -> None:
    game = four(body="Dee: surrender | Cid: surrender | Bob: return 6C | Ann: return 4D 4C")
    assert game.state.phase == "play"
    assert [len(held.split()) for held in hands(game).values()] == [13] * 4


def test_bt_23_only_cards_of_ones_own_hand_can_be_traded_each_once() -> None:
    game = more(trading(MIXED), "Ann: ask any hearts | Ann: take")
    assert "9H isn't in your hand" in why(game, "Bob: give 9H")
    assert refused(game, "Bob: give 9H").clause == "BT-23"
    game = more(game, "Bob: give 2H | Ann: ask KS")
    for cards in ("QS AS", "3D 9S", "3D 3D"):
        assert refused(game, f"Ann: return {cards}").clause == "BT-23"


def test_bt_23_nobody_plays_while_cards_are_traded() -> None:
    game = trading(MIXED, body="")
    for line in ("Ann: play 3D", "Bob: pass"):
        found = refused(game, line)
        assert (type(found), found.clause) == (NotNow, "BT-12")


# ---- BT-24


def test_bt_24_the_bum_speaks_first() -> None:
    game = trading(MIXED, body="")
    assert waits_for(game) == ["Bob"]
    for move in ("ask 9S", "take", "return 3D 3H"):
        found = refused(game, f"Ann: {move}")
        assert (type(found), found.clause) == (NotNow, "BT-24")
        assert "Bob speaks first" in found.sentence()


def test_bt_24_surrender_gives_the_highest_and_they_are_accepted() -> None:
    game = more(trading(MIXED, "4D 4C 6D 6C 6H 6S 7D 7C", ""), "Bob: surrender")
    assert hand(game, "Ann") == "4D 4C 6D 6C 6H 6S 7D 7C KS 2H"
    assert hand(game, "Bob") == "3C 5D 5H 9S JC JH"
    assert waits_for(game) == ["Ann"]
    for move in ("ask 9S", "take"):
        found = refused(game, f"Ann: {move}")
        assert (found.clause, "Ann has to give back" in found.sentence()) == ("BT-24", True)


def test_bt_24_surrender_gives_as_many_as_are_to_be_stolen() -> None:
    game = more(trading(MIXED, body="", steal=1), "Bob: surrender")
    assert hand(game, "Bob") == "3C 5D 5H 9S JC JH KS"
    game = four("3S 9D 9C 9H 9S JD JC JH JS QD QC QH QS", "", "Cid: surrender")
    assert game.news("Taken")[0]["cards"] == ("QS",)


def test_bt_24_jokers_are_the_highest() -> None:
    game = more(trading("9S 2S LJ HJ", body="", jokers=2), "Bob: surrender")
    assert hand(game, "Bob") == "9S 2S"


@pytest.mark.parametrize("body", ["Bob: hold", "Bob: hold | Ann: ask 9S", "Bob: surrender"])
@pytest.mark.parametrize("move", ["surrender", "hold"])
def test_bt_24_it_says_that_first_or_not_at_all(body: str, move: str) -> None:
    found = refused(trading(MIXED, body=body), f"Bob: {move}")
    assert (type(found), found.clause) == (NotNow, "BT-24")


@pytest.mark.parametrize(
    ("line", "whose"),
    [
        ("Ann: surrender", "Bob"),
        ("Ann: hold", "Bob"),
        ("Ann: give 3D", "Bob"),
        ("Bob: ask 9S", "Ann"),
        ("Bob: take", "Ann"),
        ("Bob: return 3C 5D", "Ann"),
    ],
)
def test_bt_24_each_says_what_is_for_it_to_say(line: str, whose: str) -> None:
    found = refused(trading(MIXED), line)
    assert (type(found), found.clause) == (Refused, "BT-24")
    assert f"that is for {whose} to say" in found.sentence()


def test_bt_24_the_two_trades_run_side_by_side() -> None:
    game = four()
    assert waits_for(game) == ["Dee", "Cid"]
    game = more(game, "Cid: hold | Dee: hold")
    assert waits_for(game) == ["Ann", "Bob"]
    game = more(game, "Bob: ask highest | Ann: ask highest")
    assert [len(trade.taken) for trade in game.state.trades] == [1, 1]
    assert [trade.stage for trade in game.state.trades] == ["ask", "return"]


@pytest.mark.parametrize(
    ("first", "second", "still"),
    [
        ("Cid: surrender | Bob: return 3D", "Dee: surrender | Ann: return 3H 3S", "Dee"),
        ("Dee: surrender | Ann: return 3H 3S", "Cid: surrender | Bob: return 6D", "Cid"),
    ],
)
def test_bt_24_one_ends_while_the_other_is_on(first: str, second: str, still: str) -> None:
    game = second_round("3C 3H 3S 4C", "3D 6D", "", "")
    game = more(game, first)
    assert game.state.phase == "trading"
    assert waits_for(game) == [still]
    assert not game.news("TradingOver")
    game = more(game, second)
    assert len(game.news("TradingOver")) == 1
    assert game.state.phase == "play"


def test_bt_24_nothing_more_is_said_in_a_trade_that_is_done() -> None:
    game = four(body="Cid: surrender | Bob: return 6C")
    for line in ("Cid: hold", "Cid: surrender", "Bob: ask 9S", "Bob: take", "Bob: return 6C"):
        found = refused(game, line)
        assert (found.clause, "the trade is done" in found.sentence()) == ("BT-24", True), line


def test_bt_24_who_asks_is_awaited_until_all_are_taken() -> None:
    """One window for all its asking: a question is no reason not to remind it, nor to close."""
    for body in ("Ann: ask 9C", "Ann: ask 9S", "Ann: ask any hearts"):
        game = more(trading(MIXED), body)
        assert waits_for(game) == ["Ann"], body
        assert refused(game, "host: close early").clause == "ALL-2"


def test_bt_24_nobody_takes_from_anothers_bum() -> None:
    """The vice president's question is answered from the vice bum's hand."""
    game = four("9S 5D", "9C", "Cid: hold | Dee: hold | Bob: ask 9C")
    assert asked(game) == (False, "")
    game = more(game, "Ann: ask 9S")
    assert asked(game) == (False, "")
    assert asked(more(game, "Ann: ask 9C")) == (True, "9C")


def test_bt_24_play_begins_when_both_are_done() -> None:
    game = four(body="Cid: surrender | Dee: surrender | Bob: return 6C | Ann: return 4D 4C")
    assert waits_for(game) == ["Ann"]
    assert [news.name for news in game.replay.live[-1].news] == [
        "Returned",
        "TradingOver",
        "PlayOpened",
        "Asked",
    ]


# ---- BT-25: every question, yes and no


@pytest.mark.parametrize(
    ("bum", "question", "yes", "cards"),
    [
        (MIXED, "9S", True, "9S"),
        (MIXED, "9C", False, ""),
        (MIXED, "highest", True, "2H"),
        (MIXED, "2 highest", True, "KS 2H"),
        (MIXED, "lowest", True, "3C"),
        (MIXED, "2 lowest", True, "3C 5D"),
        (MIXED, "highest spades", True, "KS"),
        (MIXED, "lowest spades", True, "9S"),
        (MIXED, "2 highest hearts", True, "JH 2H"),
        (MIXED, "2 lowest hearts", True, "5H JH"),
        (NO_SPADES, "highest spades", False, ""),
        (NO_SPADES, "2 lowest spades", False, ""),
        (MIXED, "highest pair", True, "JC JH"),
        (NO_PAIR, "highest pair", False, ""),
        ("4D 9S 9H 9C KD", "highest pair", True, "9H 9S"),
        ("4D 9S 9H 9C 9D", "highest pair", True, "9H 9S"),
        ("4D 4S 9S 9H 9C", "highest pair", True, "9H 9S"),
        (MIXED, "any clubs", True, ""),
        (MIXED, "any 5", True, ""),
        (MIXED, "any 7", False, ""),
        (NO_SPADES, "any spades", False, ""),
        (MIXED, "at least 2 hearts", True, ""),
        (MIXED, "at least 2 diamonds", False, ""),
        (MIXED, "at least 2 5", True, ""),
        (MIXED, "at least 2 9", False, ""),
        (MIXED, "at least 1 diamonds", True, ""),
        ("4D 10S 10H KD", "any 10", True, ""),
    ],
)
def test_bt_25_the_answer_is_true(bum: str, question: str, yes: bool, cards: str) -> None:
    game = asks(bum, question)
    assert asked(game) == (yes, cards)
    left = [card for card in bum.split() if card not in cards.split()]
    assert sorted(hand(game, "Bob").split()) == sorted(left)
    assert set(cards.split()) <= set(hand(game, "Ann").split())


@pytest.mark.parametrize(
    ("bum", "question", "yes", "cards"),
    [
        ("5D 9S LJ HJ", "highest", True, "HJ"),
        ("5D 9S LJ HJ", "LJ", True, "LJ"),
        ("5D 9S 9C LJ", "HJ", False, ""),
        ("5D 9S 9C LJ", "highest pair", True, "9C 9S"),
        ("5D 9S 9C LJ HJ", "highest pair", True, "LJ HJ"),
        ("5D 8S 9C LJ", "highest pair", False, ""),
        ("5D 9S LJ HJ", "highest spades", True, "9S"),
        ("5D 9S LJ HJ", "any J", False, ""),
        ("5D 9S LJ HJ", "at least 2 spades", False, ""),
        ("5D 9S LJ HJ", "2 highest", True, "LJ HJ"),
    ],
)
def test_bt_25_a_joker_is_asked_for_by_name_and_is_of_no_suit_or_rank(
    bum: str, question: str, yes: bool, cards: str
) -> None:
    assert asked(asks(bum, question, jokers=2)) == (yes, cards)


@pytest.mark.parametrize(
    "question",
    [
        *("highest triple", "second highest", "how many hearts", "any", "anything"),
        *("at least hearts", "any pictures", "all spades", "0 highest", "not 9S"),
    ],
)
def test_bt_25_anything_else_is_no_question(question: str) -> None:
    found = refused(trading(MIXED), f"Ann: ask {question}")
    assert isinstance(found, Unreadable)
    assert f"“ask {question}” is no text form of a move" in found.sentence()


def test_bt_25_what_would_tell_of_too_many_is_refused_with_the_list() -> None:
    found = refused(trading(MIXED), "Ann: ask any pairs")
    assert found.clause == "BT-25"
    for form in ("ask 9S", "ask highest pair", "ask any clubs", "ask any 7", "ask at least 2"):
        assert form in found.sentence()


def test_bt_25_at_least_none_is_no_question() -> None:
    assert refused(trading(MIXED), "Ann: ask at least 0 hearts").clause in {"BT-25", "BT-26"}


def test_bt_25_both_hear_of_each_step_and_get_a_receipt() -> None:
    game = trading(MIXED, body="")
    body = "Bob: hold | Bob: demand lowest | Ann: ask any hearts | Ann: take | Bob: give 2H"
    for line in f"{body} | Ann: ask 9S".split(" | "):
        game = more(game, line)
        step = game.replay.live[-1]
        told = PRESIDENT_GAME.messages(step.news)
        assert {m.to for m in told if m.occasion == "trade"} == {"Ann", "Bob"}
        assert step.move.public == ""


# ---- the source's examples of what is allowed, two cards to steal


def test_bt_26_bt_27_do_you_have_the_nine_of_spades() -> None:
    game = asks(MIXED, "9S")
    assert "9S" in hand(game, "Ann").split()
    assert game.state.trades[0].open == 1
    assert asked(asks(NO_SPADES, "9S")) == (False, "")


def test_bt_26_bt_27_what_is_your_lowest_card() -> None:
    game = asks(MIXED, "lowest")
    assert "3C" in hand(game, "Ann").split()
    assert game.state.trades[0].open == 1


def test_bt_26_bt_27_what_is_your_highest_spade() -> None:
    game = asks(MIXED, "highest spades")
    assert "KS" in hand(game, "Ann").split()
    game = asks(NO_SPADES, "highest spades")  # "unless the bum has no spades"
    assert hand(game, "Bob") == NO_SPADES
    assert game.state.trades[0].open == 2


def test_bt_26_bt_27_what_is_your_highest_pair() -> None:
    game = asks(MIXED, "highest pair")
    assert {"JC", "JH"} <= set(hand(game, "Ann").split())
    assert waits_for(game) == ["Ann"]
    assert game.state.trades[0].stage == "return"
    game = asks(NO_PAIR, "highest pair")  # "unless the bum has no pairs"
    assert game.state.trades[0].open == 2


@pytest.mark.parametrize("club", ["3C", "JC"])
def test_bt_26_bt_27_do_you_have_any_clubs_surrender_any(club: str) -> None:
    game = asks(MIXED, "any clubs")
    assert hand(game, "Bob") == MIXED  # which one is open
    game = more(game, f"Ann: take | Bob: give {club}")
    assert club in hand(game, "Ann").split()
    assert game.state.trades[0].open == 1
    assert asked(more(game, "Ann: ask any spades"))[0]


def test_bt_26_bt_27_or_questions_that_pertain_only_to_clubs() -> None:
    game = asks(MIXED, "any clubs", "4C", "KC", "at least 2 clubs", "highest clubs")
    answers = [news["yes"] for news in game.news("Answered")]
    assert answers == [True, False, False, True, True]
    assert "JC" in hand(game, "Ann").split()


def test_bt_26_bt_27_no_clubs() -> None:
    game = asks("3D 5D 5H 9S", "any clubs")
    assert asked(game) == (False, "")
    assert refused(game, "Ann: take").clause == "BT-27"
    assert asked(more(game, "Ann: ask lowest")) == (True, "3D")


@pytest.mark.parametrize("given", ["5H JH", "5H 2H", "2H JH"])
def test_bt_26_bt_27_do_you_have_at_least_two_hearts(given: str) -> None:
    game = more(asks(MIXED, "at least 2 hearts"), f"Ann: take | Bob: give {given}")
    assert set(given.split()) <= set(hand(game, "Ann").split())
    assert game.state.trades[0].stage == "return"


def test_bt_26_bt_27_at_least_two_hearts_by_questions() -> None:
    game = asks(MIXED, "at least 2 hearts", "4H", "lowest hearts")
    assert asked(game) == (True, "5H")
    assert "one heart is due" in refuses(game, "9S")
    game = more(game, "Ann: ask highest hearts")
    assert asked(game) == (True, "2H")
    assert game.state.trades[0].stage == "return"


def test_bt_26_bt_27_less_than_two_hearts() -> None:
    game = asks("3C 5D 5H 9S", "at least 2 hearts")
    assert asked(game) == (False, "")
    assert asked(more(game, "Ann: ask any hearts")) == (True, "")


# ---- the source's examples of what isn't allowed


@pytest.mark.parametrize("bum", [MIXED, NO_PAIR, "3D 3C"])
def test_bt_26_what_are_your_three_highest_cards(bum: str) -> None:
    refusal = refuses(trading(bum), "3 highest")
    assert refusal.startswith("BT-26: a yes would tell of three cards, and only two are still")


@pytest.mark.parametrize("bum", [MIXED, "3D 4D 5C 6H", "3D 5D 5H 9S"])
def test_bt_26_any_clubs_right_after_a_yes_to_any_hearts(bum: str) -> None:
    """Whether there are clubs makes no difference: a refusal tells nothing of the hand."""
    game = asks(bum, "any hearts")
    assert asked(game) == (True, "")
    refusal = refuses(game, "any clubs")
    assert refusal.startswith("BT-26: one heart is due after the yes, and must be accepted first")
    heart = next(card for card in bum.split() if card[-1] == "H")
    for body in (f"Ann: take | Bob: give {heart}", f"Ann: ask {heart}"):
        after = more(game, f"{body} | Ann: ask any clubs")
        assert asked(after)[0] == ("C" in bum)


def test_bt_26_after_a_no_to_any_hearts_clubs_may_be_asked_for() -> None:
    game = asks("3D 5D 5C 9S", "any hearts", "any clubs")
    assert [news["yes"] for news in game.news("Answered")] == [False, True]


def test_bt_26_lowest_followed_by_two_highest() -> None:
    refusal = refuses(asks(MIXED, "lowest"), "2 highest")
    assert refusal.startswith("BT-26: a yes would tell of two cards, and only one is still to be")
    assert asked(asks(MIXED, "2 highest")) == (True, "KS 2H")
    assert asked(asks(MIXED, "lowest", "highest")) == (True, "2H")


@pytest.mark.parametrize("bum", [MIXED, NO_SPADES])
def test_bt_26_do_you_have_any_triples(bum: str) -> None:
    refusal = refuses(trading(bum), "any triples")
    assert refusal.startswith("BT-26: a yes to “any triples” would tell of three cards")
    assert "only two are still to be taken" in refusal


def test_bt_26_lowest_right_after_a_yes_to_a_pair_of_aces() -> None:
    game = asks(ACES, "at least 2 A")
    assert asked(game) == (True, "")
    refusal = refuses(game, "lowest")
    assert refusal.startswith("BT-26: two aces are due after the yes")
    assert DUE in refusal
    game = more(game, "Ann: take | Bob: give AD AC")
    found = refused(game, "Ann: ask lowest")  # "cease further questioning"
    assert (found.clause, "Ann has to give back" in found.sentence()) == ("BT-24", True)


def test_bt_26_after_a_no_to_a_pair_of_aces_the_lowest_may_be_asked_for() -> None:
    assert asked(asks(MIXED, "at least 2 A", "lowest")) == (True, "3C")


# ---- BT-26


@pytest.mark.parametrize(
    "question",
    [
        *("2 highest", "2 lowest", "2 highest hearts", "highest pair"),
        *("at least 2 hearts", "at least 2 7"),
    ],
)
def test_bt_26_what_tells_of_two_cards_is_refused_with_one_to_steal(question: str) -> None:
    refusal = refuses(trading(MIXED, steal=1), question)
    assert refusal.startswith("BT-26: a yes would tell of two cards, and only one is still")


@pytest.mark.parametrize("question", ["9S", "highest", "lowest", "lowest hearts"])
def test_bt_26_what_tells_of_one_card_is_allowed_with_one_to_steal(question: str) -> None:
    game = asks(MIXED, question, steal=1)
    assert asked(game)[0]
    assert game.state.trades[0].stage == "return"


@pytest.mark.parametrize("question", ["any clubs", "any 5", "at least 1 hearts"])
def test_bt_26_any_is_allowed_with_one_to_steal(question: str) -> None:
    game = more(asks(MIXED, question, steal=1), "Ann: take")
    assert waits_for(game) == ["Bob"]


@pytest.mark.parametrize("question", ["highest pair", "2 highest", "at least 2 hearts"])
def test_bt_26_the_vice_president_steals_one(question: str) -> None:
    game = four("9S 9H", "", "Cid: hold")
    found = refused(game, f"Bob: ask {question}")
    assert (found.clause, "only one is still to be taken" in found.sentence()) == ("BT-26", True)
    game = more(game, "Bob: ask any 9 | Bob: take | Cid: give 9H | Bob: return 9H")
    assert waits_for(game) == ["Dee"]


@pytest.mark.parametrize("question", ["any pairs", "any triples", "any quads"])
def test_bt_26_any_pairs_triples_or_quads_tell_too_much_of_one(question: str) -> None:
    refusal = refuses(trading(MIXED, steal=1), question)
    assert refusal.startswith(f"BT-26: a yes to “{question}” would tell of")
    assert "only one is still to be taken" in refusal


@pytest.mark.parametrize("question", ["3 lowest", "at least 3 hearts", "3 highest spades"])
def test_bt_26_three_are_too_many_whatever_the_hand(question: str) -> None:
    for bum in (MIXED, NO_SPADES, "3D 4D"):
        assert refuses(trading(bum), question).startswith("BT-26: a yes would tell of three")


def test_bt_26_a_no_costs_nothing_and_any_number_of_times() -> None:
    game = asks(MIXED, *["9C"] * 12, *["any 7", "HJ", "at least 2 diamonds"] * 3)
    assert not any(news["yes"] for news in game.news("Answered"))
    assert hand(game, "Bob") == MIXED
    assert game.state.trades[0].open == 2
    assert asked(more(game, "Ann: ask 2 lowest")) == (True, "3C 5D")


def test_bt_26_a_no_while_something_is_due_leaves_it_due() -> None:
    game = asks(MIXED, "any hearts", "4H", "3H", "4H", "9H")
    assert "one heart is due" in refuses(game, "9S")
    assert asked(more(game, "Ann: ask 5H")) == (True, "5H")


@pytest.mark.parametrize(
    ("first", "others"),
    [
        ("any hearts", ["9S", "any 5", "highest", "lowest", "highest pair", "any diamonds"]),
        ("any 5", ["9S", "any hearts", "highest", "highest pair", "any 9", "lowest hearts"]),
        ("at least 2 hearts", ["3C", "any 5", "2 highest", "highest pair", "at least 2 5"]),
    ],
)
def test_bt_26_nothing_else_before_what_was_revealed_is_accepted(
    first: str, others: list[str]
) -> None:
    game = asks(MIXED, first)
    for question in others:
        refusal = refuses(game, question)
        assert (refusal[:6], DUE in refusal) == ("BT-26:", True), question


def test_bt_26_a_refused_question_leaves_everything_as_it_was() -> None:
    game = asks(MIXED, "any hearts")
    refuses(game, "9S")
    assert game.state.trades[0].asked[-1].question == "any hearts"


# ---- BT-27


@pytest.mark.parametrize(
    "question", ["9S", "lowest", "highest", "highest spades", "lowest hearts", "highest pair"]
)
def test_bt_27_named_cards_pass_over_at_once(question: str) -> None:
    step = asks(MIXED, question).replay.live[-1]
    assert [news.name for news in step.news[:2]] == ["Answered", "Taken"]


@pytest.mark.parametrize("question", ["any clubs", "any 5", "at least 2 hearts", "at least 2 J"])
def test_bt_27_for_any_and_at_least_nothing_passes_yet(question: str) -> None:
    step = asks(MIXED, question).replay.live[-1]
    assert [news.name for news in step.news] == ["Answered"]


def test_bt_27_of_a_suit_with_fewer_cards_than_asked_for_those_there_are_pass() -> None:
    game = asks(MIXED, "2 highest diamonds")
    assert asked(game) == (True, "5D")
    assert game.state.trades[0].open == 1


def test_bt_27_narrowing_takes_what_is_named_and_ends_what_was_due() -> None:
    game = asks(MIXED, "any hearts", "lowest hearts")
    assert asked(game) == (True, "5H")
    assert asked(more(game, "Ann: ask lowest")) == (True, "3C")


def test_bt_27_narrowing_of_a_rank() -> None:
    game = asks(MIXED, "any 5", "5C", "5D")
    assert [news["yes"] for news in game.news("Answered")] == [True, False, True]
    assert asked(more(game, "Ann: ask 9S")) == (True, "9S")


def test_bt_27_narrowing_to_two_of_the_suit() -> None:
    game = asks(MIXED, "any hearts", "at least 2 hearts")
    found = refused(more(game, "Ann: take"), "Bob: give 2H")
    assert (found.clause, "two hearts are due" in found.sentence()) == ("BT-27", True)
    game = more(game, "Ann: take | Bob: give 2H 5H")
    assert game.state.trades[0].stage == "return"


def test_bt_27_narrowing_to_more_than_there_are_leaves_what_was_due() -> None:
    game = asks("3C 5D 5H 9S", "any hearts", "at least 2 hearts")
    assert asked(game) == (False, "")
    assert "one heart is due" in refuses(game, "9S")


def test_bt_27_narrowing_by_two_highest_of_the_suit() -> None:
    game = asks(MIXED, "any hearts", "2 highest hearts")
    assert asked(game) == (True, "JH 2H")


def test_bt_27_asking_any_again_leaves_two_due() -> None:
    game = more(asks(MIXED, "at least 2 hearts", "any hearts"), "Ann: take")
    assert "two hearts are due" in why(game, "Bob: give 2H")


def test_bt_27_narrowing_keeps_to_what_is_still_to_be_taken() -> None:
    game = asks(MIXED, "9S", "any hearts")
    assert refuses(game, "2 highest hearts").startswith("BT-26: a yes would tell of two")
    assert refuses(game, "at least 2 hearts").startswith("BT-26: a yes would tell of two")


def test_bt_27_nothing_can_be_taken_that_isnt_due() -> None:
    for game in (trading(MIXED), asks(MIXED, "9C"), asks(MIXED, "9S")):
        found = refused(game, "Ann: take")
        assert (type(found), found.clause) == (NotNow, "BT-27")
        assert "nothing is due" in found.sentence()


def test_bt_27_after_take_it_is_for_the_bum_to_choose() -> None:
    game = more(asks(MIXED, "any hearts"), "Ann: take")
    assert waits_for(game) == ["Bob"]
    for move in ("ask 5H", "take", "return 3D 3H"):
        found = refused(game, f"Ann: {move}")
        assert (found.clause, "Bob has to choose" in found.sentence()) == ("BT-24", True), move


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ("9S", "9S isn't among them"),
        ("5H 2H", "5H 2H is two cards"),
        ("3C", "3C isn't among them"),
    ],
)
def test_bt_27_it_gives_from_what_it_owes(cards: str, wrong: str) -> None:
    game = more(asks(MIXED, "any hearts"), "Ann: take")
    found = refused(game, f"Bob: give {cards}")
    assert (type(found), found.clause) == (Refused, "BT-27")
    assert f"one heart is due, as in `give CARD`; {wrong}" in found.sentence()


def test_bt_27_what_it_can_choose_from_is_shown_to_the_bum_alone() -> None:
    game = asks(MIXED, "any hearts")
    assert not any(game.view(who)["you"]["trade"]["owed_from"] for who in ("Ann", "Bob"))
    game = more(game, "Ann: take")
    shown = [game.view(who)["you"]["trade"]["owed_from"] for who in ("Ann", "Bob")]
    assert shown == [[], ["5H", "JH", "2H"]]


def test_bt_27_nothing_is_given_unasked() -> None:
    for game in (trading(MIXED, body=""), trading(MIXED), asks(MIXED, "any hearts")):
        assert refused(game, "Bob: give 2H").clause == "BT-24"


def test_bt_27_what_it_owes_it_gives_itself_even_without_a_choice() -> None:
    game = more(asks(MIXED, "any diamonds"), "Ann: take")
    assert waits_for(game) == ["Bob"]
    assert "5D" in hand(game, "Bob").split()
    game = more(game, "Bob: give 5D")
    assert "5D" in hand(game, "Ann").split()


def test_bt_27_questions_go_on_after_a_give_until_all_are_taken() -> None:
    game = more(asks(MIXED, "any hearts"), "Ann: take | Bob: give 5H")
    assert waits_for(game) == ["Ann"]
    game = more(game, "Ann: ask any hearts | Ann: take | Bob: give 2H")
    assert waits_for(game) == ["Ann"]
    assert game.state.trades[0].stage == "return"
    assert refused(game, "Ann: ask 9S").clause == "BT-24"


# ---- BT-28

PRESIDENTS = "4D 4C 6D 6C 6H 6S 7D 7C"


def stolen(body: str) -> Played:
    """Ann, who holds fours to sevens, has the two that she asked for, or that were surrendered."""
    return more(trading(MIXED, PRESIDENTS, ""), body)


@pytest.mark.parametrize("cards", ["4D 4C", "7C 6H", "KS 2H", "4D 2H"])
def test_bt_28_the_president_chooses_freely_what_it_gives_back(cards: str) -> None:
    """Also what was just taken."""
    game = more(stolen("Bob: surrender"), f"Ann: return {cards}")
    assert set(cards.split()) <= set(hand(game, "Bob").split())
    assert counts(game) == [8, 8]
    assert game.state.phase == "play"
    assert not game.news("Returned")[0]["demanded"]


@pytest.mark.parametrize(("cards", "said_so"), [("4D", "one card"), ("4D 4C 6D", "three cards")])
def test_bt_28_as_many_as_were_taken(cards: str, said_so: str) -> None:
    found = refused(stolen("Bob: surrender"), f"Ann: return {cards}")
    assert (type(found), found.clause) == (Refused, "BT-28")
    assert "two cards were taken" in found.sentence()
    assert said_so in found.sentence()


def test_bt_28_nothing_is_given_back_before_all_are_taken() -> None:
    for game in (stolen("Bob: hold"), stolen("Bob: hold | Ann: ask 9S")):
        assert refused(game, "Ann: return 4D 4C").clause == "BT-24"


LOWEST = "Bob: demand lowest"
ANY_CLUBS = "Bob: hold | Ann: ask any clubs"
TWO_HEARTS = "Bob: hold | Ann: ask at least 2 hearts"


@pytest.mark.parametrize(
    ("body", "back"),
    [
        (f"{LOWEST} | Bob: surrender", "4D 4C"),
        (f"Bob: hold | {LOWEST} | Ann: ask 2 highest", "4D 4C"),
        (f"{LOWEST} | Bob: hold | Ann: ask 9S | Ann: ask highest", "4D 4C"),
        (f"Bob: hold | Ann: ask lowest | {LOWEST} | Ann: ask highest", "3C 4D"),
        (f"Bob: hold | Ann: ask 2 lowest | {LOWEST}", "3C 4D"),
        (f"{ANY_CLUBS} | {LOWEST} | Ann: take | Bob: give 3C | Ann: ask KS", "3C 4D"),
        (f"{TWO_HEARTS} | Ann: take | {LOWEST} | Bob: give 5H 2H", "4D 4C"),
        (f"Bob: surrender | {LOWEST}", "4D 4C"),
    ],
)
def test_bt_28_on_demand_the_lowest_go_back_as_soon_as_all_are_taken(body: str, back: str) -> None:
    """The lowest of the hand that the president now holds; demanded last, they go at once."""
    game = stolen(body)
    (returned,) = game.news("Returned")
    assert (" ".join(returned["cards"]), returned["demanded"]) == (back, True)
    assert set(back.split()) <= set(hand(game, "Bob").split())
    assert game.state.phase == "play"
    assert counts(game) == [8, 8]


def test_bt_28_nothing_goes_back_before_all_are_taken() -> None:
    game = stolen(f"{LOWEST} | Bob: hold | Ann: ask 9S")
    assert not game.news("Returned")
    assert game.state.trades[0].open == 1


@pytest.mark.parametrize("between", ["", "Bob: hold", "Bob: hold | Ann: ask 9S"])
def test_bt_28_it_is_demanded_once(between: str) -> None:
    game = stolen(f"{LOWEST} | {between}")
    found = refused(game, LOWEST)
    assert (type(found), found.clause) == (NotNow, "BT-28")
    assert "demanded already" in found.sentence()


def test_bt_28_the_president_demands_nothing() -> None:
    for body in ("", "Bob: hold", "Bob: surrender"):
        found = refused(trading(MIXED, body=body), "Ann: demand lowest")
        assert (type(found), found.clause) == (Refused, "BT-28")
        assert "only Bob, from whom cards are taken" in found.sentence()


def test_bt_28_not_after_return_is_received() -> None:
    game = four(body="Cid: surrender | Bob: return 6C")
    found = refused(game, "Cid: demand lowest")
    assert (type(found), found.clause) == (NotNow, "BT-28")
    assert "given back already" in found.sentence()
    assert refused(stolen("Bob: surrender | Ann: return 4D 4C"), LOWEST).clause == "BT-23"


def test_bt_28_not_before_the_deal() -> None:
    game = played(seated(2), shuffled("", ""), "president")
    assert refused(game, LOWEST).clause == "BT-23"


def test_bt_28_a_demand_is_no_word_on_hold_or_surrender() -> None:
    game = stolen(LOWEST)
    assert waits_for(game) == ["Bob"]
    assert game.state.trades[0].stage == "speak"


def test_bt_28_the_vice_bum_demands_its_one_card() -> None:
    game = four("AS", "", "Cid: surrender | Cid: demand lowest")
    (returned,) = game.news("Returned")
    assert len(returned["cards"]) == 1
    assert returned["parties"] == ("Bob", "Cid")


def test_bt_28_one_demand_is_no_others() -> None:
    game = four(body="Cid: demand lowest | Dee: surrender")
    assert waits_for(game) == ["Ann", "Cid"]
    assert not game.news("Returned")
