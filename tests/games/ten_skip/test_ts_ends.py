"""The ends of a round: a claim that nobody doubted, and the draw pile run out (TS-17, TS-18)."""

from __future__ import annotations

import pytest
from playing import Played

from gmtool.engine.refusals import NotNow

from .tables import (
    CLOSE,
    all_of,
    asked,
    begun,
    column,
    deal,
    hand,
    hands,
    more,
    over,
    public,
    refused,
    scores,
    seen,
    small,
    turns,
    waits_for,
    why,
)

ANN, BOB, CID, DEE = "AC 2C 9H", "3C 4C 9S", "5D 6D 10D", "8D 8H 8S"
BLUFF = "Ann: discard 9H | Ann: keep 7C | Ann: notice"
BOBS = "Bob: discard 3C | Bob: keep 9C"
CIDS = "Cid: discard 5D | Cid: keep 7D"
PILE = "7C 8C 9C 10C 7D 9D 10H 10S"


def table(seats: int = 3, **options: object) -> Played:
    """Ann begins; no hand is a made one."""
    return small(*(ANN, BOB, CID, DEE)[:seats], pile=PILE, **options)


def won(seats: int = 3, **options: object) -> Played:
    """Ann's bluff has come round unchallenged."""
    return more(table(seats, **options), " | ".join([BLUFF, BOBS, CIDS][:seats]))


# ---- unchallenged


def test_ts_17_with_two_players_the_other_has_one_turn() -> None:
    game = won(2)
    assert over(game) == (1, "unchallenged", {"Bob": 4 + 9 + 9 + (4 + 9 + 9)})
    assert scores(game) == [0, 44]
    assert turns(game) == ["Ann", "Bob"]


def test_ts_17_with_three_every_other_loses_and_scores_its_own_hand() -> None:
    game = won(3)
    assert over(game) == (1, "unchallenged", {"Bob": 44, "Cid": 6 + 7 + 10})
    assert scores(game) == [0, 44, 23]
    assert waits_for(game) == ["chance"]


def test_ts_17_a_true_claim_wins_alike() -> None:
    game = small("3D 5C 9H", BOB, CID, pile=PILE)
    game = more(game, f"{BLUFF} | {BOBS} | {CIDS}")
    assert over(game) == (1, "unchallenged", {"Bob": 44, "Cid": 23})


def test_ts_17_who_is_safely_out_is_skipped_and_scores_nothing() -> None:
    """Bob was right about Ann; Cid claims next, and it comes back to him by Dee and Ann."""
    game = more(table(4), f"{BLUFF} | Bob: challenge | Bob: top 4C")
    game = more(game, "Cid: discard 5D | Cid: keep 9C | Cid: notice")
    game = more(game, "Dee: discard 8D | Dee: keep 7D")
    assert waits_for(game) == ["Ann"]
    game = more(game, "Ann: discard AC | Ann: keep 10S")
    assert over(game) == (1, "unchallenged", {"Ann": 2 + 7 + 10, "Dee": (7 + 8 + 8) * 2})
    assert scores(game) == [19, 0, 0, 46]
    assert turns(game) == ["Ann", "Bob", "Cid", "Dee", "Ann"]


def test_ts_17_also_where_it_is_safe_whose_turn_would_be_next() -> None:
    """The claimant sits left of who is safe."""
    game = more(table(), f"{BLUFF} | Bob: challenge | Bob: top 4C")
    game = more(game, "Cid: discard 5D | Cid: keep 9C | Cid: notice")
    game = more(game, "Ann: discard AC | Ann: keep 7D")
    assert over(game) == (1, "unchallenged", {"Ann": (2 + 7 + 7) * 2})


def test_ts_17_a_challenge_in_time_prevents_it() -> None:
    game = more(table(), f"{BLUFF} | {BOBS} | Cid: challenge")
    assert asked(game) == ("Cid", ("top CARD",))
    assert not game.news("RoundOver")


def test_ts_17_its_hand_need_not_be_shown() -> None:
    game = won()
    (news,) = game.news("RoundOver")
    assert news["claimant"] == "Ann"
    assert [score.name for score in news["scores"]] == ["Bob", "Cid"]
    shown = str((seen(news), game.view()["players"], public(game)["rounds"]))
    assert not {"'AC'", "'2C'", "'7C'"} & set(shown.replace(",", " ").split())


def test_ts_17_the_next_deal_doesnt_wait() -> None:
    game = more(won(), deal("", "", "", first=1, size=3))
    assert waits_for(game) == ["Bob"]
    assert public(game)["round"] == 2


# ---- the hand shown afterwards

SECOND = deal(ANN, BOB, CID, first=1, size=3, pile=PILE)
"""The second round: Ann deals, and Bob begins."""


def second(seats: int = 3) -> Played:
    if seats == 2:
        return more(won(2), deal(ANN, BOB, first=1, size=3, pile=PILE))
    return more(won(), SECOND)


@pytest.mark.parametrize("then", ["", SECOND, f"{SECOND} | Bob: discard 3C | Bob: keep 7C"])
def test_ts_17_reveal_is_the_winners_choice(then: str) -> None:
    game = more(won(), f"{then} | Ann: reveal".strip(" |"))
    (news,) = game.news("Revealed")
    for seer in ("", "Bob"):
        told = seen(news, seer)
        assert (told["who"], told["hand"], told["runs"]) == ("Ann", ["AC", "2C", "7C"], [])
    assert public(game)["rounds"][0]["revealed"] == ["AC", "2C", "7C"]


def test_ts_17_a_hand_revealed_may_be_a_made_one() -> None:
    game = small("3D 5C 9H", BOB, pile=PILE)
    game = more(game, f"{BLUFF} | {BOBS} | Ann: reveal")
    (news,) = game.news("Revealed")
    assert (news["hand"], news["runs"]) == (("3D", "5C", "7C"), (("3", "5", "7"),))


def test_ts_17_reveal_changes_nothing_else() -> None:
    game = second()
    after = more(game, "Ann: reveal")
    assert hands(after) == hands(game)
    assert scores(after) == scores(game)
    assert column(after, "known") == [[], [], []]
    assert asked(after) == asked(game)


def test_ts_17_who_may_reveal_is_not_awaited() -> None:
    assert waits_for(won()) == ["chance"]
    assert waits_for(second()) == ["Bob"]


@pytest.mark.parametrize("who", ["Bob", "Cid"])
def test_ts_17_nobody_else_reveals(who: str) -> None:
    for game in (won(), second()):
        found = refused(game, f"{who}: reveal")
        assert (type(found), found.clause) == (NotNow, "TS-17")
        assert f"{who} has no hand to reveal" in found.sentence()


def test_ts_17_only_once() -> None:
    assert why(second(), "Ann: reveal | Ann: reveal").startswith("TS-17")


BOBS_TURN = "Bob: discard 3C | Bob: keep 7C | Bob: done"
CIDS_TURN = "Cid: discard 5D | Cid: keep 9C | Cid: done"
BEFORE_ANN = f"{BOBS_TURN} | {CIDS_TURN}"


def test_ts_17_until_its_next_move() -> None:
    game = more(second(), BEFORE_ANN)
    assert waits_for(game) == ["Ann"]
    revealed = more(game, "Ann: reveal")
    assert len(revealed.news("Revealed")) == 1
    for move in ("discard AC", "take Bob giving AC"):
        found = refused(game, f"Ann: {move} | Ann: reveal")
        assert (type(found), found.clause) == (NotNow, "TS-17")


def test_ts_17_having_revealed_it_is_awaited_for_its_turn_as_before() -> None:
    """The reveal is no move of its turn: nobody may close its window early."""
    game = more(second(), f"{BEFORE_ANN} | Ann: reveal")
    assert waits_for(game) == ["Ann"]
    assert refused(game, "host: close early").clause == "ALL-2"
    assert waits_for(more(game, "Ann: discard AC")) == ["Ann"]


def test_ts_17_a_challenge_is_a_move_too() -> None:
    game = more(second(), "Bob: discard 3C | Bob: keep 7C | Bob: notice")
    game = more(game, "Cid: discard 5D | Cid: keep 9C")
    assert more(game, "Ann: reveal").news("Revealed")
    assert why(game, "Ann: challenge | Ann: reveal").startswith("TS-17")


def test_ts_17_and_what_it_hands_over_as_a_victim() -> None:
    asked_for = "Bob: take Ann giving 3C"
    game = more(second(), f"{asked_for} | Ann: reveal")
    assert len(game.news("Revealed")) == 1
    assert asked(game) == ("Ann", ("hand CARD",))
    found = refused(second(), f"{asked_for} | Ann: hand AC | Ann: reveal")
    assert (type(found), found.clause) == (NotNow, "TS-17")


def test_ts_17_and_what_stands_for_it_when_its_time_is_up() -> None:
    for before in (BEFORE_ANN, "Bob: take Ann giving 3C"):
        game = more(second(), f"{before} | {CLOSE}")
        assert why(game, "Ann: reveal").startswith("TS-17")


def test_ts_17_others_moves_and_rulings_dont_count() -> None:
    game = more(second(), f'{BOBS_TURN} | {CLOSE} | host: note "x" | Ann: reveal')
    assert len(game.news("Revealed")) == 1


def test_ts_17_also_after_a_round_in_which_it_had_no_move() -> None:
    """Bob claims and Cid doubts it wrongly: the second round is over before Ann has moved."""
    game = more(won(), deal(ANN, "3C 7H 9S", CID, first=1, size=3, pile="5C 7C"))
    game = more(game, "Bob: discard 9S | Bob: keep 5C | Bob: notice | Cid: challenge")
    assert over(game)[:2] == (2, "claim-true")
    game = more(game, "Ann: reveal")
    (news,) = game.news("Revealed")
    assert (news["round"], news["hand"]) == (1, ("AC", "2C", "7C"))


def test_ts_17_two_may_have_a_hand_to_show() -> None:
    """Ann wins the first round, and is out by adjusted points; Bob wins the second."""
    game = more(table(limit=90), 'host: adjust Ann points =90 why "x"')
    game = more(game, f"{BLUFF} | {BOBS} | {CIDS}")
    assert column(game, "eliminated") == [True, False, False]
    hands_ = ("8C 8D 8H", "5D 6D 10D")
    game = more(game, deal(*hands_, first=1, size=3, pile="7C 7D 9C 9D 10C 10H"))
    game = more(game, "Cid: discard 10D | Cid: keep 7C | Cid: done | Bob: discard 8C")
    game = more(game, "Bob: keep 9C | Bob: notice | Cid: discard 7C | Cid: keep 10C")
    assert over(game)[:2] == (2, "unchallenged")
    game = more(game, "Bob: reveal | Ann: reveal")
    shown = [(news["who"], news["round"], " ".join(news["hand"])) for news in game.news("Revealed")]
    assert shown == [("Bob", 2, "8D 8H 9C"), ("Ann", 1, "AC 2C 7C")]
    assert [then["revealed"] for then in public(game)["rounds"]] == [
        ["AC", "2C", "7C"],
        ["8D", "8H", "9C"],
    ]


def test_ts_17_the_hand_of_the_round_that_was_won_last() -> None:
    game = more(second(2), "Bob: discard 3C | Bob: keep 7C | Bob: notice")
    game = more(game, "Ann: discard AC | Ann: keep 9C")
    assert over(game)[:2] == (2, "unchallenged")
    assert why(game, "Ann: reveal").startswith("TS-17")
    game = more(game, "Bob: reveal")
    assert game.news("Revealed")[0]["hand"] == ("4C", "7C", "9S")


def test_ts_17_after_a_claim_that_was_doubted_there_is_nothing_to_reveal() -> None:
    game = more(table(2), f"{BLUFF} | Bob: challenge")
    for who in ("Ann", "Bob"):
        assert why(game, f"{who}: reveal").startswith("TS-17")


def test_ts_17_nothing_is_revealed_once_the_game_has_ended() -> None:
    game = won(2, limit=40)
    assert game.state.phase == "ended"
    found = refused(game, "Ann: reveal")
    assert (type(found), found.clause) == (NotNow, "ALL-6")
    assert "the game has ended" in found.sentence()
    assert public(game)["rounds"][0]["revealed"] == []


# ---- the pile runs out


def last_two(**options: object) -> Played:
    """Two players, two cards to draw; Ann has no made hand."""
    ann = " ".join(all_of("A", "2", "3", "4", "7").split()[:19])
    return begun(ann, "", hand_size=19, pile="10C 10D", **options)


def last_one(**options: object) -> Played:
    """Three players, one card to draw; Ann has no made hand, nor has Bob."""
    ann = " ".join(all_of("A", "2", "3", "4").split()[:13])
    bob = " ".join(all_of("7", "8", "9", "10").split()[:13])
    return begun(ann, bob, "", hand_size=13, pile="10S", **options)


def score_of(cards: str) -> int:
    """What these cards score, doubled, since so many of them hold a pair (TS-19)."""
    ranks = [card[:-1] for card in cards.split()]
    assert len(set(ranks)) < len(ranks)
    return 2 * sum(20 if rank == "A" else int(rank) for rank in ranks)


def test_ts_18_the_pile_is_empty_and_nobody_on_notice_all_lose() -> None:
    game = more(last_two(), "Ann: discard AC | Ann: keep 10C")
    held = hands(game)
    game = more(game, "Ann: done")
    expected = {who: score_of(cards) for who, cards in held.items()}
    assert over(game) == (1, "pile-empty", expected)
    assert waits_for(game) == ["chance"]
    assert game.news("RoundOver")[0]["claimant"] == ""


def test_ts_18_after_the_single_last_card_too() -> None:
    game = more(last_one(), "Ann: discard AC")
    held = hands(game)
    game = more(game, "Ann: done")
    assert over(game) == (1, "pile-empty", {who: score_of(cards) for who, cards in held.items()})


def test_ts_18_only_at_the_start_of_a_turn() -> None:
    game = more(last_two(), "Ann: discard AC | Ann: keep 10C")
    assert public(game)["draw_pile"] == 0
    assert asked(game) == ("Ann", ("notice", "done"))
    assert not game.news("RoundOver")


def test_ts_18_with_somebody_on_notice_it_goes_on() -> None:
    game = more(last_one(), "Ann: discard AC | Ann: notice")
    assert waits_for(game) == ["Bob"]
    game = more(game, f"Bob: take Cid giving 7C | Cid: hand {hand(game, 'Cid').split()[0]}")
    assert waits_for(game) == ["Cid"]
    game = more(game, f"Cid: take Bob giving 7C | Bob: hand {hand(game, 'Bob').split()[-1]}")
    assert over(game)[:2] == (1, "unchallenged")
    assert list(over(game)[2]) == ["Bob", "Cid"]


def test_ts_18_an_exchange_by_taking_leaves_the_pile_as_it_is() -> None:
    game = more(last_one(), "Ann: take Bob giving AC | Bob: hand 7C | Ann: done")
    assert public(game)["draw_pile"] == 1
    assert waits_for(game) == ["Bob"]


def test_ts_18_at_once_after_a_right_challenge_with_an_empty_pile() -> None:
    """Who was right says what lies on top and is safe; those still in lose."""
    game = more(last_one(), "Ann: discard AC | Ann: notice")
    held = hands(game)
    game = more(game, "Bob: challenge")
    assert asked(game) == ("Bob", ("top CARD",))
    game = more(game, "Bob: top 10C")
    expected = {who: score_of(held[who]) for who in ("Ann", "Cid")}
    assert over(game) == (1, "pile-empty", expected)
    assert scores(game)[1] == 0


def test_ts_18_those_safely_out_score_nothing() -> None:
    """Bob is safe before the pile runs out by Cid and Ann."""
    ann, bob, cid = (" ".join(all_of(*ranks).split()) for ranks in ("A23", "478", "569"))
    game = begun(ann, bob, cid, hand_size=12, pile="10C 10D 10H 10S")
    game = more(
        game, "Ann: discard AC | Ann: keep 10C | Ann: notice | Bob: challenge | Bob: top 4C"
    )
    game = more(game, "Cid: discard 5C | Cid: keep 10H")
    held = hands(game)
    game = more(game, "Cid: done")
    assert over(game) == (1, "pile-empty", {who: score_of(held[who]) for who in ("Ann", "Cid")})


def test_ts_18_with_claims_used_up_the_last_card_ends_the_round() -> None:
    ann, bob, cid = (" ".join(all_of(*ranks).split()) for ranks in ("A23", "478", "569"))
    game = begun(ann, bob, cid, hand_size=12, pile="10C 10D 10H 10S", claims="once")
    game = more(
        game, "Ann: discard AC | Ann: keep 10C | Ann: notice | Bob: challenge | Bob: top 4C"
    )
    game = more(game, "Cid: discard 5C | Cid: keep 10H")
    assert over(game)[:2] == (1, "pile-empty")
