"""What cards score, and whom it puts out of the game (TS-19, TS-20)."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Played

from gmtool.engine.refusals import NotNow, Refused

from .tables import (
    all_of,
    asked,
    begun,
    column,
    deal,
    draw,
    hand,
    more,
    over,
    played,
    public,
    refused,
    scores,
    seated,
    seen,
    small,
    waits_for,
)

# ---- points


def challenged(claimed: str, own: str, run: int = 0) -> Played:
    """Ann puts everyone on notice with that hand, and Bob doubts it with his."""
    *held, last = claimed.split()
    spare = next(
        card for card in all_of("10", "2").split() if card not in {*claimed.split(), *own.split()}
    )
    other = next(
        card for card in all_of("9", "3").split() if card not in {*claimed.split(), *own.split()}
    )
    size = len(held) + 1
    game = begun(
        " ".join((*held, spare)),
        own,
        pile=f"{last} {other}",
        hand_size=size,
        run_length=run or min(size, 4),
    )
    return more(game, f"Ann: discard {spare} | Ann: keep {last} | Ann: notice | Bob: challenge")


@pytest.mark.parametrize(
    ("made", "points"),
    [
        ("AC 3C 5D 7S", 35),
        ("2C 4C 6D 8S", 20),
        ("3C 5D 7H 9S", 24),
        ("4C 6C 8D 10S", 28),
        ("AC 3D 5S", 28),
        ("2C 4D 6S", 12),
        ("3C 5C 7C", 15),
        ("4C 6C 8D", 18),
        ("5D 7D 9D", 21),
        ("6C 8H 10S", 24),
    ],
)
def test_ts_19_what_the_made_hands_score(made: str, points: int) -> None:
    """As the claimant's cards of a failed challenger, and as the hand of who loses with them."""
    own = "AH 2H 9H 10H" if len(made.split()) == 4 else "2H 9H 10H"
    mine = sum({"AH": 20, "2H": 2, "9H": 9, "10H": 10}[card] for card in own.split())
    game = challenged(made, own)
    (score,) = game.news("RoundOver")[0]["scores"]
    assert sum(one.points for one in score.taken) == points
    assert (score.sum, score.points, score.pairs) == (mine + points, mine + points, ())
    assert over(game) == (1, "claim-true", {"Bob": mine + points})


@pytest.mark.parametrize(
    ("made", "points"),
    [
        ("3C 5D 7H", 15),
        ("AC 3C 5D", 28),
        ("6C 8H 10S", 24),
        ("AC 5C 9C", 34),
        ("2C 9D 10C", 21),
        ("8C 9D 9H", 26 * 2),
    ],
)
def test_ts_19_so_does_the_hand_of_who_loses_with_them(made: str, points: int) -> None:
    """Bob gets the last of these cards, and Ann wins unchallenged."""
    *held, last = made.split()
    game = small("2D 4D 4H", f"{' '.join(held)} 2H", pile=f"6D 6H {last} 10D")
    game = more(game, "Ann: discard 4H | Ann: keep 6D | Ann: notice")
    game = more(game, f"Bob: discard 2H | Bob: keep {last}")
    assert over(game)[1:] == ("unchallenged", {"Bob": points})


CARD_POINTS = {"A": 20, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}


def test_ts_19_each_card_scores_its_number_and_an_ace_twenty() -> None:
    """Ann and Bob hold ten ranks each when it ends."""
    ranks = list(CARD_POINTS)
    game = begun(
        " ".join([*(rank + "C" for rank in ranks if rank != "A"), "AD"]),
        " ".join(rank + "S" for rank in ranks),
        hand_size=10,
        pile="AC",
    )
    game = more(game, "Ann: discard AD | Ann: keep AC | Ann: notice | Bob: challenge")
    (score,) = game.news("RoundOver")[0]["scores"]
    assert {one.card[:-1]: one.points for one in score.own} == CARD_POINTS
    assert {one.card[:-1]: one.points for one in score.taken} == CARD_POINTS
    assert (score.sum, score.points) == (148, 148)


def test_ts_19_a_pair_in_the_own_hand_doubles_it_all_the_claimants_cards_too() -> None:
    game = challenged("AC 3C 5D 7S", "2C 9D 9H 10C")
    (score,) = game.news("RoundOver")[0]["scores"]
    assert (score.pairs, score.sum, score.points, score.total) == (("9",), 30 + 35, 130, 130)
    assert scores(game) == [0, 130]


def test_ts_19_pairs_in_the_other_hand_dont_count() -> None:
    game = challenged("AC 3C 5D 5S 7S", "2C 4D 6H 9H 10C")
    assert over(game)[2] == {"Bob": 31 + 40}


def test_ts_19_a_card_of_each_hand_is_no_pair() -> None:
    game = challenged("AC 3C 5D 7S", "AH 3D 5H 10C")
    assert over(game)[2] == {"Bob": 38 + 35}


@pytest.mark.parametrize(
    ("own", "points"),
    [
        ("2C 2D 9D 10C", (23 + 35) * 2),
        ("2C 2D 2H 10C", (16 + 35) * 2),
        ("2C 2D 10D 10C", (24 + 35) * 2),
        ("2C 2D 2H 2S", (8 + 35) * 2),
        ("AH AD 9D 10C", (59 + 35) * 2),
        ("AH 2D 9D 10C", 41 + 35),
    ],
)
def test_ts_19_any_pair_doubles_and_only_once(own: str, points: int) -> None:
    assert over(challenged("AC 3C 5D 7S", own))[2] == {"Bob": points}


def test_ts_19_twins_of_two_decks_are_a_pair() -> None:
    game = small("AC 3C 10H", "9D 9D 10C", decks=2, pile="5C 5D")
    game = more(game, "Ann: discard 10H | Ann: keep 5C | Ann: notice | Bob: challenge")
    assert over(game)[2] == {"Bob": (28 + 28) * 2}


def test_ts_19_a_pair_doubles_whatever_the_round_ends_by() -> None:
    unchallenged = small("AC 2C 10H", "9D 9H 10C", pile="5C 5D 10D 8D")
    game = more(unchallenged, "Ann: discard 10H | Ann: keep 5C | Ann: notice")
    game = more(game, "Bob: discard 10C | Bob: keep 8D")
    assert over(game)[1:] == ("unchallenged", {"Bob": (9 + 9 + 8) * 2})
    one_left = small("AC AD 10H", "9D 9H 10C", pile="5C 5D")
    game = more(one_left, "Ann: discard 10H | Ann: keep 5C | Ann: notice | Bob: challenge")
    assert over(game)[1:] == ("one-left", {"Ann": 45 * 2})


def test_ts_19_the_hands_that_score_are_shown() -> None:
    game = small("AC 2C 10H", "9D 9H 10C", "3C 4C 6C", pile="5C 5D 10D 8D 8C 7C")
    game = more(game, "Ann: discard 10H | Ann: keep 5C | Ann: notice | Bob: discard 10C")
    game = more(game, "Bob: keep 8D | Cid: discard 3C | Cid: keep 7C")
    scored = seen(game.news("RoundOver")[0])["scores"]
    assert [[one["card"] for one in score["own"]] for score in scored] == [
        ["8D", "9D", "9H"],
        ["4C", "6C", "7C"],
    ]
    assert [score["points"] for score in scored] == [52, 17]


def test_ts_19_points_are_added_up_over_the_rounds() -> None:
    game = challenged("AC 3C 5D", "9D 9H 10C")
    assert scores(game) == [0, 112]
    game = more(game, deal("AC 2C 10H", "2D 4D 6D", first=1, size=3, pile="9C 8C 3C 3D"))
    game = more(game, "Bob: discard 2D | Bob: keep 9C | Bob: done | Ann: discard 10H")
    game = more(game, "Ann: keep 3C | Ann: notice | Bob: challenge")
    assert over(game) == (2, "one-left", {"Ann": 25})
    assert scores(game) == [25, 112]
    assert game.news("RoundOver")[1]["scores"][0].total == 25


# ---- out of the game


LOSS = "Ann: discard 10H | Ann: keep 5C | Ann: notice | Bob: challenge"
"""Ann had made A-3-5; Bob, with 4-4-9, scores (17 + 28) times 2 = 90."""


def lost(seats: int = 3, **options: Any) -> Played:
    rest = ["6C 7C 10D", "6D 7D 10S"][: seats - 2]
    return more(small("AC 3C 10H", "4C 4D 9C", *rest, pile="5C 5D", **options), LOSS)


@pytest.mark.parametrize(("limit", "out"), [(89, True), (90, True), (91, False)])
def test_ts_20_at_the_limit_or_more_a_player_is_eliminated(limit: int, out: bool) -> None:
    game = lost(limit=limit)
    assert scores(game) == [0, 90, 0]
    assert column(game, "eliminated") == [False, out, False]
    assert game.news("RoundOver")[0]["eliminated"] == (("Bob",) if out else ())
    assert game.state.phase == "deal"


def test_ts_20_the_limit_is_a_thousand() -> None:
    assert public(lost())["terms"]["limit"] == 1000
    game = more(lost(), 'host: adjust Bob points =910 why "x"')
    assert game.state.phase == "deal"


def test_ts_20_the_last_one_left_wins() -> None:
    game = lost(2, limit=90)
    assert game.state.phase == "ended"
    assert public(game)["winners"] == ["Ann"]
    assert waits_for(game) == []
    assert game.news("GameEnded")[0]["winners"] == ("Ann",)


def test_ts_20_who_is_eliminated_plays_no_more() -> None:
    game = more(lost(limit=90), deal("", "", first=1, size=3))
    assert column(game, "cards") == [3, 0, 3]
    assert column(game, "in_round") == [True, False, True]
    for move in ("discard 4C", "take Ann giving 4C", "notice", "challenge", "hand 4C", "top 4C"):
        found = refused(game, f"Bob: {move}")
        assert (type(found), found.clause) == (NotNow, "TS-20")
        assert "Bob was eliminated in round 1" in found.sentence()


def test_ts_20_it_goes_on_until_one_is_left() -> None:
    game = more(lost(limit=90), deal("AC 3C 10H", "9C 9D 10C", first=1, size=3, pile="6C 6D 5C 5D"))
    assert asked(game)[0] == "Cid"
    game = more(game, "Cid: discard 10C | Cid: keep 6C | Cid: done | Ann: discard 10H")
    game = more(game, "Ann: keep 5C | Ann: notice | Cid: challenge")
    assert over(game)[2] == {"Cid": (9 + 9 + 6 + 28) * 2}
    assert game.state.phase == "ended"
    assert public(game)["winners"] == ["Ann"]
    assert [news["eliminated"] for news in game.news("RoundOver")] == [("Bob",), ("Cid",)]


# ---- a round that would eliminate everybody left


THIRTEEN = (
    f"{all_of('A', '4', '10')} 9C",
    f"{all_of('2', '6', '8')} 9D",
    f"{all_of('3', '5', '7')} 9H",
)


def test_ts_20_if_all_would_be_eliminated_the_lowest_total_wins() -> None:
    game = begun(*THIRTEEN, hand_size=13, pile="9S", limit=50)
    game = more(game, "Ann: discard AC | Ann: done")
    ann = 2 * (3 * 20 + 16 + 40 + 9 + 9)
    bob, cid = 2 * (8 + 24 + 32 + 9), 2 * (12 + 20 + 28 + 9)
    assert scores(game) == [ann, bob, cid] == [268, 146, 138]
    assert column(game, "eliminated") == [True, True, True]
    assert game.state.phase == "ended"
    assert public(game)["winners"] == ["Cid"]


def test_ts_20_by_the_total_not_by_the_round() -> None:
    game = begun(*THIRTEEN, hand_size=13, pile="9S", limit=50)
    game = more(game, 'host: adjust Cid points =49 why "x" | Ann: discard AC | Ann: done')
    assert scores(game) == [268, 146, 138 + 49]
    assert public(game)["winners"] == ["Bob"]


@pytest.mark.parametrize(
    ("extra", "winners"),
    [
        ({"Cid": 8}, ["Bob", "Cid"]),
        ({"Bob": 122, "Cid": 130}, ["Ann", "Bob", "Cid"]),
        ({"Bob": 122, "Cid": 131}, ["Ann", "Bob"]),
    ],
)
def test_ts_20_equal_lowest_totals_share_the_win(extra: dict[str, int], winners: list[str]) -> None:
    game = begun(*THIRTEEN, hand_size=13, pile="9S", limit=138)
    for who, points in extra.items():
        game = more(game, f'host: adjust {who} points +{points} why "x"')
    game = more(game, "Ann: discard AC | Ann: done")
    assert all(column(game, "eliminated"))
    assert public(game)["winners"] == winners
    assert game.state.phase == "ended"


def test_ts_20_who_was_out_before_doesnt_win_by_a_low_total() -> None:
    """Bob went out with 90; later Ann and Cid go out together with more."""
    game = more(lost(limit=90), 'host: adjust Ann points =200 why "x"')
    game = more(game, 'host: adjust Cid points =190 why "x"')
    game = more(game, deal("AC 2C 9H", "6C 7D 10C", first=1, size=3, pile="8C 8D"))
    game = more(game, "Cid: discard 10C | Cid: keep 8C | Cid: notice | Ann: challenge")
    assert over(game)[1] == "one-left"
    assert scores(game) == [200, 90, 190 + 21]
    assert public(game)["winners"] == ["Ann"]


def test_ts_20_nobody_wins_while_two_are_left() -> None:
    game = lost(limit=91)
    assert public(game)["winners"] == []


# ---- points adjusted


def why_(text: str) -> str:
    return f'host: adjust {text} why "a slip"'


@pytest.mark.parametrize(
    ("change", "after"),
    [("Bob points +20", 110), ("Bob points -20", 70), ("Bob points =5", 5), ("Bob points =0", 0)],
)
def test_ts_20_a_host_adjusts_points(change: str, after: int) -> None:
    assert scores(more(lost(), why_(change))) == [0, after, 0]


def test_ts_20_whom_adjusted_points_put_out_is_looked_at_when_the_round_ends() -> None:
    game = more(lost(limit=200), deal("AC 3C 10H", "4C 4D 9C", "6C 6H 8C", first=1, size=3))
    game = more(game, why_("Cid points =200"))
    assert column(game, "eliminated") == [False, False, False]
    assert column(game, "in_round") == [True, True, True]
    assert "TS-20" in game.news("Adjusted")[0].remark
    low = hand(game, "Bob").split()[0]
    game = more(game, f"Bob: discard {low} | Bob: keep {game.state.draw_pile[0]} | Bob: notice")
    game = more(game, "Cid: challenge | Cid: top 8C")
    assert column(game, "eliminated") == [False, False, False]
    game = more(game, f"Ann: discard 10H | Ann: keep {game.state.draw_pile[0]} | Ann: notice")
    game = more(game, "Bob: challenge")
    number, how, losers = over(game)
    assert (number, "Cid" in losers) == (2, False)
    assert how in {"one-left", "claim-true"}
    assert column(game, "eliminated")[2]


def test_ts_20_points_taken_back_in_time_put_nobody_out() -> None:
    game = small("AC 3C 10H", "4C 4D 9C", pile="5C 5D", limit=100)
    game = more(game, f"{why_('Ann points =100')} | {why_('Ann points =99')} | {LOSS}")
    assert column(game, "eliminated") == [False, False]
    game = small("AC 3C 10H", "4C 4D 9C", pile="5C 5D", limit=100)
    game = more(game, f"{why_('Ann points =100')} | {LOSS}")
    assert column(game, "eliminated") == [True, False]
    assert public(game)["winners"] == ["Bob"]


def test_ts_20_adjusted_between_two_rounds_it_waits_for_the_next_end() -> None:
    game = more(lost(), why_("Cid points =1000"))
    game = more(game, deal("", "", "", first=1, size=3))
    assert column(game, "in_round") == [True, True, True]


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ("Bob coins +5", ["“coins”", "can't be adjusted", "points"]),
        ("Bob points -91", ["Bob has 90", "-1 can't be, only 0 to 1,000,000"]),
        ("Ann points -1", ["Ann has 0", "-1 can't be"]),
        ("Bob points =1000001", ["1,000,001 can't be, only 0 to 1,000,000"]),
    ],
)
def test_all_06_what_cant_be_adjusted(change: str, parts: list[str]) -> None:
    found = refused(lost(), why_(change))
    assert (type(found), found.clause) == (Refused, "ALL-6")
    for part in parts:
        assert part in found.sentence()


def test_ts_20_the_score_of_who_is_eliminated_stays() -> None:
    found = refused(lost(limit=90), why_("Bob points -20"))
    assert (type(found), found.clause) == (Refused, "TS-20")
    assert "Bob was eliminated in round 1; that score stays as it is" in found.sentence()


def test_all_06_after_the_end_scores_stay() -> None:
    found = refused(lost(2, limit=90), why_("Ann points +5"))
    assert (type(found), found.clause) == (NotNow, "ALL-6")


def test_all_06_an_adjustment_needs_a_reason_and_a_player() -> None:
    assert refused(lost(), "host: adjust Bob points +20").clause == "ALL-6"
    assert refused(lost(), 'host: adjust Zed points +20 why "x"').clause == "ALL-4"


def test_ts_20_points_may_be_given_before_the_start() -> None:
    body = f"{draw(1, 2)} | {deal('', '')} | {why_('Bob points +15')} | host: start"
    assert scores(played(seated(2), body)) == [0, 15]
