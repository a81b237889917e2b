"""Everyone on notice, and who doubts it (TS-10 to TS-16)."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Played

from gmtool.engine.refusals import NotNow, Refusal, Refused

from .tables import (
    all_of,
    asked,
    begun,
    column,
    deal,
    hand,
    hands,
    known,
    more,
    over,
    public,
    refused,
    scores,
    seen,
    small,
    turns,
    waits_for,
)

ANN, BOB, CID, DEE = "AC 2C 9H", "3C 4C 9S", "5D 6D 10D", "8D 8H 8S"
START = ("discard CARD", "take NAME giving CARD")
BLUFF = "Ann: discard 9H | Ann: keep 7C | Ann: notice"
"""Ann has A-2-7."""
TRUE = "Ann: discard 9H | Ann: keep 7C | Ann: notice"
REFUTED = f"{BLUFF} | Bob: challenge | Bob: top 4C"
PILE = "7C 8C 9C 10C 7D 9D 10H 10S"


def table(seats: int = 4, **options: Any) -> Played:
    """Ann begins; no hand is a made one."""
    return small(*(ANN, BOB, CID, DEE)[:seats], pile=PILE, **options)


def table_of_truth(seats: int = 4, **options: Any) -> Played:
    """The same, but Ann will have 3-5-7 where she seems to bluff."""
    return small("3D 5C 9H", *(BOB, CID, DEE)[: seats - 1], pile=PILE, **options)


# ---- everyone on notice


def test_ts_10_at_the_end_of_its_turn_a_player_may_claim_or_not() -> None:
    game = more(table(), "Ann: discard 9H | Ann: keep 7C")
    assert asked(game) == ("Ann", ("notice", "done"))
    claimed, silent = more(game, "Ann: notice"), more(game, "Ann: done")
    assert public(claimed)["on_notice"] == "Ann"
    assert public(silent)["on_notice"] == ""
    assert waits_for(claimed) == waits_for(silent) == ["Bob"]


@pytest.mark.parametrize(
    ("game", "how"), [(table_of_truth(3), "claim-true"), (table(2), "one-left")]
)
def test_ts_10_truthfully_or_as_a_bluff(game: Played, how: str) -> None:
    assert over(more(game, f"{BLUFF} | Bob: challenge"))[1] == how


@pytest.mark.parametrize("before", ["", "Ann: discard 9H", "Ann: take Bob giving 9H"])
@pytest.mark.parametrize("said", ["notice", "done"])
def test_ts_10_not_before_the_exchange_is_over(before: str, said: str) -> None:
    found = refused(table(), f"{before} | Ann: {said}".strip(" |"))
    assert (type(found), found.clause, found.quoted) == (NotNow, "TS-10", said)


def test_ts_10_not_at_the_end_of_anothers_turn() -> None:
    for said in ("notice", "done"):
        found = refused(table(), f"Ann: discard 9H | Ann: keep 7C | Bob: {said}")
        assert (type(found), found.clause) == (NotNow, "TS-10")
        assert "Ann has made its exchange" in found.sentence()


def test_ts_10_after_taking_too() -> None:
    game = more(table(), "Ann: take Bob giving 9H | Bob: hand 3C | Ann: notice")
    assert (public(game)["on_notice"], waits_for(game)) == ("Ann", ["Bob"])


def test_ts_10_only_if_nobody_is_on_notice() -> None:
    for line in ("notice", "discard 3C | Bob: notice", "discard 3C | Bob: keep 9C | Bob: notice"):
        found = refused(table(), f"{BLUFF} | Bob: {line}")
        assert (type(found), found.clause) == (Refused, "TS-10")
        assert "Ann has put everyone on notice already" in found.sentence()


@pytest.mark.parametrize(
    "exchange",
    [
        "Bob: discard 3C | Bob: keep 9C",
        "Bob: take Cid giving 3C | Cid: hand 5D",
    ],
)
def test_ts_10_if_somebody_is_the_turn_ends_by_itself(exchange: str) -> None:
    game = more(table(), f"{BLUFF} | {exchange}")
    assert asked(game)[0] == "Cid"
    assert turns(game) == ["Ann", "Bob", "Cid"]
    found = refused(game, "Bob: done")
    assert (type(found), found.clause) == (NotNow, "TS-10")


def test_ts_10_the_single_last_card_ends_the_turn_while_somebody_is_on_notice() -> None:
    """Seven are left: three draw two each, and Ann, who isn't on notice, the last."""
    game = begun("", "", "", hand_size=11, pile=" ".join((*all_of("10").split(), "9C 9D 9H")))
    for who, end in (("Ann", "done"), ("Bob", "done"), ("Cid", "notice")):
        game = more(game, f"{who}: discard {hand(game, who).split()[0]}")
        game = more(game, f"{who}: keep {game.view(who)['you']['drawn'][0]} | {who}: {end}")
    game = more(game, f"Ann: discard {hand(game, 'Ann').split()[0]}")
    assert asked(game) == ("Bob", ("take NAME giving CARD", "challenge"))
    assert turns(game)[-2:] == ["Ann", "Bob"]


def test_ts_10_every_player_but_the_claimant_has_a_turn_and_then_it_has_won() -> None:
    game = more(table(), f"{BLUFF} | Bob: discard 3C | Bob: keep 9C")
    game = more(game, "Cid: discard 5D | Cid: keep 7D | Dee: discard 8D | Dee: keep 10H")
    assert over(game)[:2] == (1, "unchallenged")
    assert turns(game) == ["Ann", "Bob", "Cid", "Dee"]


# ---- out of reach


def test_ts_11_the_cards_of_who_is_on_notice_are_out_of_reach() -> None:
    game = more(table(), BLUFF)
    found = refused(game, "Bob: take Ann giving 3C")
    assert (type(found), found.clause) == (Refused, "TS-7")
    assert "those cards are out of reach (TS-11)" in found.sentence()
    assert "Cid or Dee" in found.sentence()
    assert "Ann" not in public(game)["victims"]


def test_ts_11_after_a_refuted_claim_they_arent() -> None:
    game = more(table(), f"{REFUTED} | Cid: take Ann giving 5D | Ann: hand AC")
    assert hand(game, "Cid") == "AC 6D 10D"


# ---- after a refuted claim

CID_EXCHANGES = "Cid: discard 5D | Cid: keep 9C"


def after_refuted(claims: str) -> Played:
    """Ann's bluff was doubted by Bob, who is safe; Cid and Dee and Ann play on."""
    return more(table(claims=claims), REFUTED)


@pytest.mark.parametrize("claims", ["again", "same-player", "once"])
def test_ts_12_a_refuted_claim_is_over(claims: str) -> None:
    game = after_refuted(claims)
    assert public(game)["on_notice"] == ""
    assert public(game)["refuted"] == ["Ann"]
    assert asked(game) == ("Cid", START)
    assert refused(game, "Cid: challenge").clause == "TS-13"


def test_ts_12_any_player_still_in_may_claim_again() -> None:
    game = more(after_refuted("again"), CID_EXCHANGES)
    assert asked(game) == ("Cid", ("notice", "done"))
    game = more(game, "Cid: notice | Dee: challenge | Dee: top 8H")
    assert public(game)["refuted"] == ["Ann", "Cid"]
    game = more(game, "Ann: discard 2C | Ann: keep 7D")
    assert asked(game) == ("Ann", ("notice", "done"))
    game = more(game, "Ann: notice")
    assert (public(game)["on_notice"], waits_for(game)) == ("Ann", ["Cid"])


def test_ts_12_again_is_the_default() -> None:
    assert public(table())["terms"]["claims"] == "again"


def test_ts_12_or_only_the_refuted_player_by_option() -> None:
    game = more(after_refuted("same-player"), CID_EXCHANGES)
    assert asked(game)[0] == "Dee"
    game = more(game, "Dee: take Cid giving 8D | Cid: hand 6D")
    assert asked(game)[0] == "Ann"
    game = more(game, "Ann: discard 2C | Ann: keep 7D")
    assert asked(game) == ("Ann", ("notice", "done"))
    assert public(more(game, "Ann: notice"))["on_notice"] == "Ann"
    game = more(game, "Ann: done")
    assert asked(game) == ("Cid", START)


def test_ts_12_or_nobody_by_option() -> None:
    game = more(after_refuted("once"), f"{CID_EXCHANGES} | Dee: discard 8D | Dee: keep 7D")
    game = more(game, "Ann: take Cid giving 2C | Cid: hand 6D")
    assert asked(game) == ("Cid", START)
    assert turns(game) == ["Ann", "Bob", "Cid", "Dee", "Ann", "Cid"]


@pytest.mark.parametrize("claims", ["same-player", "once"])
def test_ts_12_whose_turn_has_ended_by_itself_claims_nothing(claims: str) -> None:
    game = more(after_refuted(claims), CID_EXCHANGES)
    found = refused(game, "Cid: notice")
    assert (type(found), found.clause) == (Refused, "TS-12")
    who = "only Ann may claim again" if claims == "same-player" else "there is no other in it"
    assert f"by the option `claims={claims}` {who}" in found.sentence()
    found = refused(game, "Cid: done")
    assert (type(found), found.clause) == (NotNow, "TS-10")
    assert "it is Dee's turn" in found.sentence()


@pytest.mark.parametrize("claims", ["same-player", "once"])
def test_ts_12_the_first_claim_is_anybodys(claims: str) -> None:
    game = more(table(claims=claims), "Ann: discard 9H | Ann: keep 7C | Ann: done")
    game = more(game, "Bob: discard 3C | Bob: keep 9C")
    assert asked(game) == ("Bob", ("notice", "done"))


@pytest.mark.parametrize("claims", ["same-player", "once"])
def test_ts_12_and_in_the_next_round_too(claims: str) -> None:
    game = more(table(2, claims=claims), f"{BLUFF} | Bob: challenge")
    assert over(game)[1] == "one-left"
    game = more(game, deal("", "4C 4D 4H", first=1, size=3))
    assert public(game)["refuted"] == []
    game = more(game, f"Bob: discard 4C | Bob: keep {game.state.draw_pile[0]}")
    assert asked(game) == ("Bob", ("notice", "done"))


def test_ts_12_options_are_those_three() -> None:
    with pytest.raises(Refusal, match=r"TS-12: .*again or same-player or once"):
        table(claims="never")


# ---- the challenge


def test_ts_13_in_place_of_the_exchange() -> None:
    game = more(table(), f"{BLUFF} | Bob: challenge | Bob: top 4C")
    assert public(game)["draw_pile"] == 40 - 12 - 2
    assert asked(game)[0] == "Cid"
    for line in ("discard 3C", "challenge"):
        found = refused(game, f"Bob: {line}")
        assert (type(found), found.clause) == (NotNow, "TS-15")


@pytest.mark.parametrize("how", [table, table_of_truth])
def test_ts_13_both_hands_are_shown_to_everybody_sorted(how: Any) -> None:
    game = how()
    before = hands(more(game, BLUFF))
    game = more(game, f"{BLUFF} | Bob: challenge")
    (news,) = game.news("Challenged")
    for seer in ("", "Cid", "Dee"):
        told = seen(news, seer)
        assert (told["who"], told["claimant"]) == ("Bob", "Ann")
        assert " ".join(told["hand"]) == before["Bob"] == "3C 4C 9S"
        assert " ".join(told["claimed"]) == before["Ann"]


def test_ts_13_sorted_from_the_ace_to_the_ten_and_by_suit() -> None:
    game = small("10C AS 9H", "9S 9C 2H", pile="AC 8D")
    game = more(game, "Ann: discard 9H | Ann: keep AC | Ann: notice | Bob: challenge")
    (news,) = game.news("Challenged")
    assert news["claimed"] == ("AC", "AS", "10C")
    assert news["hand"] == ("2H", "9C", "9S")


def test_ts_13_any_player_may_whose_turn_begins() -> None:
    game = more(table(), f"{BLUFF} | Bob: discard 3C | Bob: keep 9C")
    assert asked(more(game, "Cid: challenge")) == ("Cid", ("top CARD",))
    game = more(game, "Cid: discard 5D | Cid: keep 7D | Dee: challenge")
    assert asked(game) == ("Dee", ("top CARD",))


def test_ts_13_nobody_is_challenged_who_hasnt_claimed() -> None:
    found = refused(table(), "Ann: challenge")
    assert (type(found), found.clause) == (NotNow, "TS-13")
    assert "nobody has put everyone on notice" in found.sentence()


@pytest.mark.parametrize(
    ("before", "who"),
    [
        ("", "Cid"),
        ("", "Ann"),
        ("Bob: discard 3C", "Bob"),
        ("Bob: take Cid giving 3C", "Bob"),
        ("Bob: take Cid giving 3C", "Cid"),
        ("Bob: discard 3C | Bob: keep 9C", "Bob"),
    ],
)
def test_ts_13_only_at_the_start_of_ones_turn(before: str, who: str) -> None:
    found = refused(table(), f"{BLUFF} | {before} | {who}: challenge".replace("|  |", "|"))
    assert (type(found), found.clause) == (NotNow, "TS-13")


# ---- a true claim


def test_ts_14_the_round_ends_at_once_and_the_challenger_alone_loses() -> None:
    game = more(table_of_truth(), f"{TRUE} | Bob: challenge")
    assert over(game) == (1, "claim-true", {"Bob": 16 + 15})
    assert scores(game) == [0, 31, 0, 0]
    assert waits_for(game) == ["chance"]


def test_ts_14_it_scores_both_hands() -> None:
    game = more(table_of_truth(), f"{TRUE} | Bob: challenge")
    (score,) = game.news("RoundOver")[0]["scores"]
    assert [(one.card, one.points) for one in score.own] == [("3C", 3), ("4C", 4), ("9S", 9)]
    assert [(one.card, one.points) for one in score.taken] == [("3D", 3), ("5C", 5), ("7C", 7)]


def test_ts_14_whoever_challenges() -> None:
    game = more(table_of_truth(), f"{TRUE} | Bob: discard 3C | Bob: keep 9C | Cid: challenge")
    assert over(game) == (1, "claim-true", {"Cid": 21 + 15})


def test_ts_14_the_claimants_whole_hand_counts() -> None:
    game = begun("AC 3C 5C 2C 2D 10D 10H", "4C 6C 7D 8C 9C 10C AD", pile="7C 9D")
    game = more(game, "Ann: discard 10H | Ann: keep 7C | Ann: notice | Bob: challenge")
    assert over(game)[2] == {"Bob": 4 + 6 + 7 + 8 + 9 + 10 + 20 + 20 + 3 + 5 + 2 + 2 + 10 + 7}


# ---- a false one


def test_ts_15_the_challenger_is_safe_and_out_of_the_round() -> None:
    game = more(table(), f"{BLUFF} | Bob: challenge")
    assert asked(game) == ("Bob", ("top CARD",))
    assert column(game, "in_round") == [True, False, True, True]
    game = more(game, "Bob: top 4C")
    assert column(game, "in_round") == [True, False, True, True]
    assert column(game, "cards") == [3, 0, 3, 3]
    assert hand(game, "Bob") == ""


def test_ts_15_its_cards_go_to_the_discard_pile_the_chosen_one_on_top() -> None:
    for card in ("3C", "4C", "9S"):
        game = more(table(), f"{BLUFF} | Bob: challenge | Bob: top {card}")
        assert public(game)["discard_top"] == card
        assert public(game)["discards"][:2] == ["9H", "8C"]
        assert sorted(public(game)["discards"][2:]) == ["3C", "4C", "9S"]


def test_ts_15_the_card_on_top_is_one_of_its_own() -> None:
    for card in ("7C", "9H", "5D"):
        found = refused(table(), f"{BLUFF} | Bob: challenge | Bob: top {card}")
        assert (type(found), found.clause) == (Refused, "TS-15")
        assert f"{card} isn't in Bob's hand" in found.sentence()


def test_ts_15_nobody_else_chooses_it_nor_anything_else_is_said() -> None:
    for line, clause in (
        ("Ann: top 4C", "TS-15"),
        ("Cid: top 5D", "TS-15"),
        ("Cid: discard 5D", "TS-6"),
        ("Bob: discard 4C", "TS-6"),
        ("Bob: done", "TS-10"),
    ):
        found = refused(table(), f"{BLUFF} | Bob: challenge | {line}")
        assert (type(found), found.clause) == (NotNow, clause)
        assert "Bob says which of its cards lies on top" in found.sentence()


def test_ts_15_then_the_next_player_after_it_moves() -> None:
    game = more(table(), REFUTED)
    assert asked(game) == ("Cid", START)
    game = more(table(), f"{BLUFF} | Bob: discard 3C | Bob: keep 9C")
    game = more(game, "Cid: challenge | Cid: top 5D")
    assert waits_for(game) == ["Dee"]
    game = more(
        table(3), f"{BLUFF} | Bob: discard 3C | Bob: keep 9C | Cid: challenge | Cid: top 5D"
    )
    assert waits_for(game) == ["Ann"]


def test_ts_15_it_isnt_asked_any_more_in_this_round() -> None:
    game = more(table(), f"{REFUTED} | {CID_EXCHANGES} | Cid: done | Dee: discard 8D")
    game = more(game, "Dee: keep 7D | Dee: done | Ann: discard AC | Ann: keep 10H | Ann: done")
    assert turns(game) == ["Ann", "Bob", "Cid", "Dee", "Ann", "Cid"]
    for line in ("discard 3C", "take Ann giving 3C", "notice", "challenge", "hand 3C", "top 3C"):
        found = refused(game, f"Bob: {line}")
        assert (type(found), found.clause) == (NotNow, "TS-15")
        assert "Bob is safely out of round 1" in found.sentence()


def test_ts_15_the_bluffer_plays_on() -> None:
    game = more(table(3), f"{REFUTED} | {CID_EXCHANGES} | Cid: done")
    assert asked(game) == ("Ann", START)
    game = more(game, "Ann: discard AC | Ann: keep 7D | Ann: notice")
    assert public(game)["on_notice"] == "Ann"


def test_ts_15_its_hand_is_public_knowledge_from_then_on() -> None:
    game = more(table(), f"{BLUFF} | Bob: challenge")
    assert known(game, "Ann") == "AC 2C 7C"
    assert known(more(game, "Bob: top 4C"), "Ann") == "AC 2C 7C"
    for seer in ("Ann", "Cid", "Dee"):
        assert game.view(seer)["players"][0]["known"] == ["AC", "2C", "7C"]


def test_ts_15_and_what_the_challenger_showed_until_it_lies_there() -> None:
    game = more(table(), f"{BLUFF} | Bob: challenge")
    assert known(game, "Bob") == "3C 4C 9S"
    assert known(more(game, "Bob: top 4C"), "Bob") == ""


TO_ANN = f"{REFUTED} | Cid: discard 5D | Cid: keep 9C | Cid: done | Dee: discard 8D | Dee: keep 7D"
"""Then Ann, whose A-2-7 everybody knows, has the turn."""


def anns_turn() -> Played:
    return more(table(), f"{TO_ANN} | Dee: done")


def test_ts_15_a_known_card_stays_known_until_it_is_discarded() -> None:
    game = more(anns_turn(), "Ann: discard 2C")
    assert known(game, "Ann") == "AC 7C"
    game = more(game, "Ann: keep 10S | Ann: done")
    assert hand(game, "Ann") == "AC 7C 10S"
    assert known(game, "Ann") == "AC 7C"


def test_ts_15_nor_is_what_it_drew_and_laid_aside() -> None:
    game = more(anns_turn(), "Ann: discard 2C | Ann: keep 10S | Ann: done")
    game = more(game, f"Cid: discard {hand(game, 'Cid').split()[0]}")
    drawn = game.view("Cid")["you"]["drawn"][0]
    game = more(game, f"Cid: keep {drawn} | Cid: done | Dee: discard 8H")
    game = more(game, f"Dee: keep {game.view('Dee')['you']['drawn'][0]} | Dee: done")
    game = more(game, "Ann: discard 10S")
    assert known(game, "Ann") == "AC 7C"


def test_ts_15_or_openly_given() -> None:
    game = more(anns_turn(), "Ann: take Cid giving 2C | Cid: hand 9C")
    assert hand(game, "Ann") == "AC 7C 9C"
    assert known(game, "Ann") == "AC 7C"
    assert known(game, "Cid") == "2C"


@pytest.mark.parametrize("card", ["AC", "2C", "7C"])
def test_ts_15_once_it_hands_a_card_over_unseen_none_counts_as_known(card: str) -> None:
    """But what it got for it, which everybody saw."""
    game = more(table(), f"{REFUTED} | Cid: take Ann giving 5D | Ann: hand {card}")
    assert known(game, "Ann") == "5D"
    assert known(game, "Cid") == ""


def test_ts_15_the_card_that_a_victim_gets_is_known() -> None:
    game = more(table(), "Ann: take Bob giving 9H | Bob: hand 3C | Ann: done")
    assert known(game, "Bob") == "9H"
    game = more(game, "Bob: take Cid giving 4C | Cid: hand 5D | Bob: done")
    assert (known(game, "Bob"), known(game, "Cid")) == ("9H", "4C")
    game = more(game, "Cid: take Bob giving 6D | Bob: hand 9S")
    assert (known(game, "Bob"), known(game, "Cid")) == ("6D", "4C")
    game = more(game, "Cid: done | Dee: take Cid giving 8D | Cid: hand 4C")
    assert (known(game, "Cid"), known(game, "Dee")) == ("8D", "")


def test_ts_15_of_twins_one_may_be_known_and_the_other_not() -> None:
    """Bob has both nines of hearts, of which one was given to him openly."""
    game = small("AC 2C 9H", "3C 4C 9H", CID, decks=2, pile="7C 8C 9C 10C")
    game = more(game, "Ann: take Bob giving 9H | Bob: hand 3C | Ann: done")
    assert (hand(game, "Bob"), known(game, "Bob")) == ("4C 9H 9H", "9H")
    game = more(game, "Bob: discard 9H")
    assert (hand(game, "Bob"), known(game, "Bob")) == ("4C 9H", "")


def test_ts_15_twins_shown_are_both_known() -> None:
    game = small("AC 9H 9H", BOB, CID, decks=2, pile="7C 8C 9C 10C")
    game = more(game, "Ann: discard AC | Ann: keep 7C | Ann: notice | Bob: challenge | Bob: top 3C")
    assert known(game, "Ann") == "7C 9H 9H"
    game = more(game, "Cid: discard 5D | Cid: keep 9C | Cid: done | Ann: discard 9H")
    assert known(game, "Ann") == "7C 9H"


def test_ts_15_nothing_is_known_of_a_new_deal() -> None:
    game = more(table(2), f"{BLUFF} | Bob: challenge")
    assert column(game, "known") == [[], []]
    game = more(game, deal("", "", first=1, size=3))
    assert column(game, "known") == [[], []]


# ---- one is left


def test_ts_16_with_two_players_a_right_challenge_ends_the_round_at_once() -> None:
    game = more(table(2), f"{BLUFF} | Bob: challenge")
    assert over(game) == (1, "one-left", {"Ann": 20 + 2 + 7})
    assert scores(game) == [29, 0]
    assert waits_for(game) == ["chance"]
    assert not game.news("Topped")
    found = refused(game, "Bob: top 3C")
    assert (type(found), found.clause) == (NotNow, "TS-15")


def test_ts_16_with_more_as_soon_as_one_is_left() -> None:
    game = more(table(3), f"{REFUTED} | {CID_EXCHANGES} | Cid: notice | Ann: challenge")
    assert over(game) == (1, "one-left", {"Cid": 6 + 10 + 9})
    assert scores(game) == [0, 0, 25]
    assert len(game.news("Topped")) == 1


def test_ts_16_the_bluffer_loses_even_if_it_is_doubted_last() -> None:
    game = more(table(3), f"{BLUFF} | Bob: challenge | Bob: top 4C | {CID_EXCHANGES} | Cid: done")
    game = more(game, "Ann: discard 2C | Ann: keep 7D | Ann: notice | Cid: challenge")
    assert over(game) == (1, "one-left", {"Ann": (20 + 7 + 7) * 2})
