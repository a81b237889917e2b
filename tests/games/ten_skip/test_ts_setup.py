"""The deck, who may play it and how, the draw for dealer and the deal (TS-1 to TS-4)."""

from __future__ import annotations

import hashlib
import hmac
from itertools import count
from typing import Any

import pytest
from playing import SEED, Played, head, play

from gmtool.engine.refusals import NotNow, Refusal, Refused

from .tables import (
    BEGIN,
    BY_RANK,
    CARDS,
    KIND,
    NAMES,
    all_of,
    asked,
    begun,
    column,
    deal,
    draw,
    hand,
    hands,
    journal,
    more,
    pack,
    played,
    public,
    refused,
    seated,
    seen,
    small,
    turns,
    waits_for,
    why,
)


def terms(game: Played) -> dict[str, Any]:
    found: dict[str, Any] = public(game)["terms"]
    return found


def set_up(seats: int, **options: object) -> Played:
    return played(seated(seats), "", **options)


# ---- the deck


def test_ts_01_the_deck_is_ace_to_ten_in_four_suits() -> None:
    assert len(CARDS) == 40
    assert public(set_up(2))["deck"] == list(CARDS)
    assert more(set_up(2), pack())
    found = why(set_up(2), pack().replace(" 10S", " KS"))
    assert found.startswith("TS-3")
    assert "each of the 40 cards" in found
    assert "10S missing, KS not in it" in found


@pytest.mark.parametrize(
    ("cards", "dealer"), [("AC 2C", "Bob"), ("9C 10C", "Bob"), ("10C AC", "Ann")]
)
def test_ts_01_the_ace_is_low_and_the_ten_high(cards: str, dealer: str) -> None:
    game = more(set_up(2), pack(cards))
    assert game.state.dealer == dealer


def test_ts_01_hands_go_from_the_ace_to_the_ten() -> None:
    game = begun("10C 9C 2C AS AC 5H 5D", "")
    assert hand(game, "Ann") == "AC AS 2C 5D 5H 9C 10C"


@pytest.mark.parametrize(
    ("seats", "cards"), [(2, 40), (4, 40), (5, 40), (6, 80), (9, 80), (13, 80)]
)
def test_ts_01_two_decks_from_six_players_on(seats: int, cards: int) -> None:
    assert len(public(set_up(seats))["deck"]) == cards


@pytest.mark.parametrize(("seats", "decks", "cards"), [(3, 2, 80), (6, 1, 40)])
def test_ts_01_or_as_many_as_the_host_says(seats: int, decks: int, cards: int) -> None:
    assert len(public(set_up(seats, decks=decks))["deck"]) == cards


@pytest.mark.parametrize("decks", [0, 3])
def test_ts_01_one_or_two(decks: int) -> None:
    with pytest.raises(Refusal, match=r"TS-1: .*decks"):
        set_up(3, decks=decks)


def test_ts_01_with_two_decks_each_card_is_there_twice() -> None:
    game = set_up(3, decks=2)
    assert more(game, pack(decks=2))
    found = why(game, pack())
    assert found.startswith("TS-3")
    assert "each of the 80 cards" in found
    assert "missing" in found
    found = why(game, pack(decks=2).removesuffix(" 10S") + " AC")
    assert "10S missing, AC named too often" in found


def sampled(number: int, cards: tuple[str, ...]) -> list[str]:
    """The shuffle that the seed's draw of that number gives, by the bytes that anybody can redo."""
    sub = hmac.digest(bytes.fromhex(SEED), f"gmtool draw {number}".encode(), "sha256")
    words = (
        int.from_bytes(block[at : at + 4], "big")
        for n in count()
        for block in (hashlib.sha256(sub + n.to_bytes(4, "big")).digest(),)
        for at in range(0, 32, 4)
    )

    def below(n: int) -> int:
        return next(word for word in words if word < 2**32 - 2**32 % n) % n

    places = list(range(len(cards)))
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1)
        places[i], places[j] = places[j], places[i]
    return [cards[place] for place in places]


@pytest.mark.parametrize("decks", [1, 2])
def test_ts_01_cards_go_into_a_shuffle_by_suit_and_rank_deck_after_deck(decks: int) -> None:
    game = play(head(seated(3), KIND, decks=decks))
    first, second = (entry.text.split()[1:] for entry in game.entries)
    assert first == sampled(1, CARDS * decks)
    assert second == sampled(2, CARDS * decks)
    assert waits_for(game) == ["host"]


# ---- who plays, with what


@pytest.mark.parametrize(
    ("seats", "size", "run"), [(2, 7, 4), (3, 7, 4), (4, 7, 4), (5, 6, 3), (6, 6, 3), (9, 6, 3)]
)
def test_ts_02_hands_and_made_hands_by_the_number_of_players(
    seats: int, size: int, run: int
) -> None:
    game = begun(*[""] * seats)
    assert column(game, "cards") == [size] * seats
    assert {len(made) for made in public(game)["made_hands"]} == {run}
    assert public(game)["draw_pile"] == (80 if seats >= 6 else 40) - seats * size


def test_ts_02_five_and_three_may_be_chosen() -> None:
    game = begun(*[""] * 5, hand_size=5, run_length=3)
    assert column(game, "cards") == [5] * 5


def test_ts_02_one_player_is_too_few() -> None:
    with pytest.raises(Refused, match="TS-2: one player can't play; 2 or more do"):
        set_up(1)


@pytest.mark.parametrize(
    ("seats", "options", "left"),
    [
        (2, {"hand_size": 19}, 2),
        (3, {"hand_size": 13}, 1),
        (4, {"hand_size": 9}, 4),
        (5, {"hand_size": 7}, 5),
        (6, {"decks": 1}, 4),
        (13, {}, 2),
        (4, {"hand_size": 19, "decks": 2}, 4),
    ],
)
def test_ts_02_as_long_as_a_card_is_left_to_draw(
    seats: int, options: dict[str, Any], left: int
) -> None:
    assert public(begun(*[""] * seats, **options))["draw_pile"] == left


@pytest.mark.parametrize(
    ("seats", "options", "right"),
    [
        (2, {"hand_size": 20}, "19 cards each would, or decks=2"),
        (4, {"hand_size": 10}, "9 cards each would, or decks=2"),
        (5, {"hand_size": 8}, "7 cards each would, or decks=2"),
        (7, {"decks": 1}, "5 cards each would, or decks=2"),
        (14, {}, "5 cards each would"),
        (4, {"hand_size": 20, "decks": 2}, "19 cards each would"),
        (13, {"decks": 1, "hand_size": 4}, "3 cards each would, or decks=2"),
        (14, {"decks": 1, "hand_size": 3}, "fewer players would, or decks=2"),
    ],
)
def test_ts_02_a_deal_that_leaves_no_card_is_refused(
    seats: int, options: dict[str, Any], right: str
) -> None:
    with pytest.raises(Refused) as found:
        set_up(seats, **options)
    assert found.value.clause == "TS-2"
    assert "to draw" in found.value.sentence()
    assert found.value.sentence().endswith(f"{right}.")


@pytest.mark.parametrize(
    ("seats", "options"), [(3, {"hand_size": 3}), (5, {"hand_size": 3, "run_length": 4})]
)
def test_ts_02_a_made_hand_fits_in_a_hand(seats: int, options: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"TS-2: .*hand of 3 can't hold a run of 4"):
        set_up(seats, **options)
    assert set_up(seats, hand_size=3, run_length=3)


@pytest.mark.parametrize("run", [2, 5])
def test_ts_02_runs_are_of_three_or_four(run: int) -> None:
    with pytest.raises(Refusal, match=r"TS-2: .*run_length"):
        set_up(3, run_length=run)


def test_ts_02_it_stays_so_however_many_are_eliminated() -> None:
    """Bob is out, and four play on with hands of six and runs of three."""
    game = begun("AC 3C 5C", *[""] * 4, pile="10C 10D", limit=60)
    game = more(game, "Ann: discard AD | Ann: keep 10C | Ann: notice | Bob: challenge")
    assert column(game, "eliminated") == [False, True, False, False, False]
    game = more(game, deal(*[""] * 4, first=1, size=6))
    assert column(game, "cards") == [6, 0, 6, 6, 6]
    assert terms(game)["run_length"] == 3
    assert len(public(game)["deck"]) == 40


def test_ts_02_two_decks_stay_two() -> None:
    game = begun("AC 3C 5C", *[""] * 5, pile="10C 10D", limit=60)
    game = more(game, "Ann: discard AD | Ann: keep 10C | Ann: notice | Bob: challenge")
    assert column(game, "eliminated").count(True) == 1
    game = more(game, deal(*[""] * 5, first=1, size=6, decks=2))
    assert (column(game, "cards"), public(game)["draw_pile"]) == ([6, 0, 6, 6, 6, 6], 50)


# ---- the draw for dealer


def drawn(game: Played) -> list[str]:
    """Who drew what, a text for every time round."""
    draws = [around for news in game.news("DealerDrawn") for around in news["draws"]]
    return [" ".join(f"{one.who} {one.card}" for one in around) for around in draws]


DRAWS = [
    (2, "9C 10D", ["Ann 9C Bob 10D"], "Bob"),
    (2, "10S 9S", ["Ann 10S Bob 9S"], "Ann"),
    (3, "5C 5D 9H", ["Ann 5C Bob 5D Cid 9H"], "Cid"),
    (3, "2C AC AD", ["Ann 2C Bob AC Cid AD"], "Ann"),
    (3, "9C 9D 5H 4S AH", ["Ann 9C Bob 9D Cid 5H", "Ann 4S Bob AH"], "Ann"),
    (3, "9C 5H 9D AH 2S", ["Ann 9C Bob 5H Cid 9D", "Ann AH Cid 2S"], "Cid"),
    (
        4,
        "2C 10D 10H 10S 3C 4C 5C",
        ["Ann 2C Bob 10D Cid 10H Dee 10S", "Bob 3C Cid 4C Dee 5C"],
        "Dee",
    ),
    (
        4,
        "10C 10D 10H 10S 9C 2D 9H 3D AC 2C",
        ["Ann 10C Bob 10D Cid 10H Dee 10S", "Ann 9C Bob 2D Cid 9H Dee 3D", "Ann AC Cid 2C"],
        "Cid",
    ),
    (
        4,
        "8C 8D 8H 8S 7C 7D 7H 6S 5C 5D 4H 3C 2C",
        [
            "Ann 8C Bob 8D Cid 8H Dee 8S",
            "Ann 7C Bob 7D Cid 7H Dee 6S",
            "Ann 5C Bob 5D Cid 4H",
            "Ann 3C Bob 2C",
        ],
        "Ann",
    ),
    (
        2,
        "AC AD 2C 2D 3D 3C 4C 5C",
        ["Ann AC Bob AD", "Ann 2C Bob 2D", "Ann 3D Bob 3C", "Ann 4C Bob 5C"],
        "Bob",
    ),
    (
        5,
        "AC 2C 9D 4C 9C 9H 8H",
        ["Ann AC Bob 2C Cid 9D Dee 4C Eve 9C", "Cid 9H Eve 8H"],
        "Cid",
    ),
]


@pytest.mark.parametrize(("seats", "cards", "expected", "dealer"), DRAWS)
def test_ts_03_the_highest_deals_and_those_tied_draw_again(
    seats: int, cards: str, expected: list[str], dealer: str
) -> None:
    """In seat order from the first seat, from the same shuffled deck."""
    game = more(set_up(seats), pack(cards))
    assert drawn(game) == expected
    assert game.state.dealer == dealer
    following = NAMES[(NAMES.index(dealer) + 1) % seats]
    size = 6 if seats == 5 else 7
    game = more(game, f"{deal(*[''] * seats, size=size)} | {BEGIN}")
    assert public(game)["dealer"] == dealer
    assert asked(game)[0] == following


def test_ts_03_with_two_decks_eight_may_be_tied() -> None:
    cards = [all_of("10"), all_of("10"), all_of("2"), all_of("3"), "4C 7C 6C 5C"]
    game = more(set_up(8), pack(" ".join(cards), decks=2))
    assert [len(around.split()) // 2 for around in drawn(game)] == [8, 8, 4]
    assert drawn(game)[2] == "Eve 4C Fay 7C Gus 6C Hal 5C"
    assert game.state.dealer == "Fay"


def test_ts_03_everybody_sees_the_draw() -> None:
    game = more(set_up(3), pack("9C 9D 5H 4S AH"))
    (news,) = game.news("DealerDrawn")
    draws = seen(news)["draws"]
    assert [[one["card"] for one in around] for around in draws] == [
        ["9C", "9D", "5H"],
        ["4S", "AH"],
    ]
    game = more(game, f"{deal('', '', '')} | {BEGIN}")
    assert public(game)["draws"] == draws


PAIRED = " ".join(BY_RANK)
"""Two cards of each rank after each other: two players are tied twenty times."""


def test_ts_03_from_a_new_shuffle_where_too_few_cards_are_left() -> None:
    game = more(set_up(2), pack(PAIRED))
    assert len(drawn(game)) == 20
    assert waits_for(game) == ["chance"]
    assert not game.state.dealer
    game = more(game, pack("5C 4C"))
    assert drawn(game)[20:] == ["Ann 5C Bob 4C"]
    assert game.state.dealer == "Ann"
    game = more(game, f"{deal('', '')} | {BEGIN}")
    assert len(public(game)["draws"]) == 21
    assert (public(game)["dealer"], asked(game)[0]) == ("Ann", "Bob")


def test_ts_03_a_deck_may_run_out_twice() -> None:
    game = more(set_up(2), f"{pack(PAIRED)} | {pack(PAIRED)} | {pack('AC 2C')}")
    assert (len(drawn(game)), game.state.dealer) == (41, "Bob")


def test_ts_03_only_those_tied_draw_from_the_new_shuffle() -> None:
    """One card is left for Ann and Cid, who are tied; Bob is out of it."""
    rest = [card for card in BY_RANK if card not in {"9C", "5H", "9D", "5S"}]
    game = more(set_up(3), pack(" ".join(("9C", "5H", "9D", *rest, "5S"))))
    assert drawn(game)[-1].split()[::2] == ["Ann", "Cid"]
    assert len(drawn(game)) == 1 + 18
    game = more(game, pack("2C AC"))
    assert drawn(game)[-1] == "Ann 2C Cid AC"
    assert game.state.dealer == "Ann"


def test_ts_03_a_shuffle_is_the_whole_deck_again() -> None:
    game = more(set_up(2), pack(PAIRED))
    assert why(game, "chance: shuffle 5C 4C").startswith("TS-3")


def next_round(*hands_: str, dealer: int = -1, **options: Any) -> Played:
    """The first player has put everyone on notice, and the next doubts it wrongly: it is over."""
    game = small(*hands_, dealer=dealer, pile="9C 9D", **options)
    first = game.state.actor
    game = more(game, f"{first}: discard 10H | {first}: keep 9C | {first}: notice")
    return more(game, f"{waits_for(game)[0]}: challenge")


def run(game_hands: int, holder: int) -> list[str]:
    """Hands of three: who holds `holder`'s place will have made it with the 9C: 5-7-9."""
    found = ["AC AD AH", "2C 2D 2H", "3C 3D 3H", "4C 4D 4H", "8C 8D 8H"][:game_hands]
    found[holder] = "5C 7C 10H"
    return found


@pytest.mark.parametrize(("dealer", "following"), [(0, "Bob"), (1, "Cid"), (2, "Ann")])
def test_ts_03_in_later_rounds_the_deal_passes_to_the_left(dealer: int, following: str) -> None:
    game = next_round(*run(3, (dealer + 1) % 3), dealer=dealer)
    assert waits_for(game) == ["chance"]
    game = more(game, deal(*[""] * 3, first=(dealer + 2) % 3, size=3))
    assert public(game)["dealer"] == following
    assert public(game)["round"] == 2
    assert public(game)["draws"] == []
    assert asked(game)[0] == NAMES[(dealer + 2) % 3]


def test_ts_03_the_deal_skips_who_is_eliminated() -> None:
    """Ann dealt; Bob made his hand and Cid, who doubted it, is out. Then Bob, Dee, Ann deal."""
    game = next_round(*run(4, 1), dealer=0, limit=50)
    assert column(game, "eliminated") == [False, False, True, False]
    made = "{0}: discard 10H | {0}: keep {1} | {0}: notice | {2}: challenge"
    game = more(game, deal("2C 3D 4H", "AD 2D 3H", "AC 3C 10H", first=2, size=3, pile="5C 5D"))
    assert (public(game)["dealer"], asked(game)[0]) == ("Bob", "Dee")
    game = more(game, made.format("Dee", "5C", "Ann"))
    game = more(game, deal("2C 4C 10H", "2D 3D 4H", "", first=0, size=3, pile="6C 6D"))
    assert (public(game)["dealer"], asked(game)[0]) == ("Dee", "Ann")
    game = more(game, made.format("Ann", "6C", "Bob"))
    assert column(game, "eliminated") == [False, False, True, False]
    game = more(game, deal("", "", "", first=1, size=3))
    assert (public(game)["dealer"], asked(game)[0]) == ("Ann", "Bob")


def test_ts_03_redraw_dealer_draws_for_every_round() -> None:
    game = next_round(*run(3, 0), redraw_dealer="on")
    assert waits_for(game) == ["chance"]
    game = more(game, pack("9C 9D 8H 2C 3C"))
    assert drawn(game)[1:] == ["Ann 9C Bob 9D Cid 8H", "Ann 2C Bob 3C"]
    assert waits_for(game) == ["chance"]
    game = more(game, deal(*[""] * 3, first=2, size=3))
    assert (public(game)["dealer"], asked(game)[0]) == ("Bob", "Cid")
    assert len(public(game)["draws"]) == 2


def test_ts_03_redraw_dealer_runs_out_of_cards_too() -> None:
    game = next_round(*run(2, 0), redraw_dealer="on")
    game = more(game, pack(PAIRED))
    assert waits_for(game) == ["chance"]
    game = more(game, f"{pack('5C 4C')} | {deal('', '', first=1, size=3)}")
    assert public(game)["dealer"] == "Ann"
    assert len(public(game)["draws"]) == 21


def test_ts_03_redraw_dealer_is_for_those_who_still_play() -> None:
    game = next_round(*run(4, 0), redraw_dealer="on", limit=30)
    assert column(game, "eliminated") == [False, True, False, False]
    game = more(game, pack("2C 3C 4C"))
    assert drawn(game)[1:] == ["Ann 2C Cid 3C Dee 4C"]


# ---- the deal


def test_ts_04_one_card_at_a_time_starting_left_of_the_dealer() -> None:
    """Ann deals: Bob, Cid, Ann, Bob …; the rest is the draw pile."""
    game = played(seated(3), f"{draw(0, 3)} | {pack()} | {BEGIN}", hand_size=3, run_length=3)
    assert hands(game) == {"Bob": "AC AS 2H", "Cid": "AD 2C 2S", "Ann": "AH 2D 3C"}
    assert public(game)["draw_pile"] == 31
    game = more(game, "Bob: discard AC")
    assert game.view("Bob")["you"]["drawn"] == ["3D", "3H"]
    assert public(game)["draw_pile"] == 29


@pytest.mark.parametrize("dealer", range(4))
def test_ts_04_the_player_left_of_the_dealer_begins_and_play_goes_to_the_left(dealer: int) -> None:
    game = begun(*[""] * 4, dealer=dealer)
    for _ in range(5):
        who = asked(game)[0]
        game = more(game, f"{who}: discard {hand(game, who).split()[0]}")
        game = more(game, f"{who}: keep {game.view(who)['you']['drawn'][0]} | {who}: done")
    assert turns(game) == [NAMES[(dealer + 1 + n) % 4] for n in range(6)]


def test_ts_04_every_round_the_whole_deck_is_shuffled() -> None:
    game = next_round(*run(3, 0))
    found = why(game, pack().replace(" AC", ""))
    assert found.startswith("TS-4")
    assert "AC missing" in found
    game = more(game, deal("10H 9C 5C", "", "", first=1, size=3))
    assert hand(game, "Ann") == "5C 9C 10H"
    assert public(game)["discards"] == []
    assert public(game)["draw_pile"] == 31


def test_ts_04_nobody_is_dealt_to_who_is_eliminated() -> None:
    """Left of the dealer, Ann, was Bob, who is out: Cid gets the first card and begins."""
    game = next_round(*run(4, 0), limit=30)
    assert column(game, "eliminated") == [False, True, False, False]
    game = more(game, pack())
    assert public(game)["dealer"] == "Ann"
    assert hands(game) == {"Cid": "AC AS 2H", "Dee": "AD 2C 2S", "Ann": "AH 2D 3C", "Bob": ""}
    for _ in range(3):
        who = asked(game)[0]
        game = more(game, f"{who}: discard {hand(game, who).split()[0]}")
        game = more(game, f"{who}: keep {game.view(who)['you']['drawn'][0]} | {who}: done")
    assert turns(game)[-4:] == ["Cid", "Dee", "Ann", "Cid"]


def test_ts_04_nothing_begins_before_the_deal_nor_twice() -> None:
    game = set_up(3)
    assert (waits_for(game), refused(game, BEGIN).clause) == (["chance"], "ALL-3")
    game = more(game, draw(0, 3))
    assert (waits_for(game), refused(game, BEGIN).clause) == (["chance"], "ALL-3")
    game = more(game, deal("", "", ""))
    assert waits_for(game) == ["host"]
    found = refused(game, "chance: " + pack().removeprefix("chance: "))
    assert (type(found), found.clause) == (NotNow, "ALL-3")
    found = refused(game, f"{BEGIN} | {BEGIN}")
    assert (type(found), found.clause) == (NotNow, "TS-4")
    assert "has begun already" in found.sentence()


def test_ts_04_before_the_start_nobody_can_move() -> None:
    game = more(set_up(3), f"{draw(2, 3)} | {deal('AC', '', '')}")
    found = refused(game, "Ann: discard AC")
    assert (type(found), found.clause) == (NotNow, "TS-6")
    assert "the first round hasn't begun" in found.sentence()


def test_ts_04_nor_between_two_rounds() -> None:
    game = next_round(*run(3, 0))
    found = refused(game, "Bob: discard AC")
    assert (type(found), found.clause) == (NotNow, "TS-6")
    assert "the next round isn't dealt yet" in found.sentence()
    found = refused(next_round(*run(3, 0), redraw_dealer="on"), "Bob: discard AC")
    assert "the dealer of the next round isn't drawn yet" in found.sentence()


def test_the_journal_of_these_tests_is_a_hosts() -> None:
    """What `begun` plays can be pasted into an import."""
    text = journal(seated(2), f"{draw(1, 2)} | {deal('', '')} | {BEGIN}")
    assert text.startswith("gmtool-journal 1\nkind: ten-skip\n")
    assert play(text).state == begun("", "").state
