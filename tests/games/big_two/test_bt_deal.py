"""The deal: whole, short, with a floating card, and again (BT-1 to BT-6)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hosting import Host
from saying import typed

from gmtool.engine.game import PUBLIC
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.wording import HOST
from gmtool.games.big_two import GAME

from .tables import (
    BEGIN,
    CARDS,
    KIND,
    PRESIDENT,
    after_a_round,
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
    seen,
    shuffled,
    trading,
    waits_for,
    why,
)

REDEAL = 'host: redeal why "a card was shown"'

# ---- BT-1


def test_bt_01_a_hand_goes_by_rank_then_suit_and_jokers_are_last() -> None:
    """The order of 1.1.1 to 1.1.3 of the source, whatever the deck."""
    turned = "chance: shuffle " + " ".join(("HJ", "LJ", *CARDS[::-1]))
    game = played("Ann, Bob", f"{turned}\n{BEGIN}", jokers=2)
    assert hand(game, "Ann").split() == [*CARDS[1::2], "HJ"]
    assert hand(game, "Bob").split() == [*CARDS[0::2], "LJ"]
    assert CARDS[:5] == ("3D", "3C", "3H", "3S", "4D")
    assert CARDS[-9:] == ("KS", "AD", "AC", "AH", "AS", "2D", "2C", "2H", "2S")


# ---- BT-2

SIZES = {
    2: [26, 26],
    3: [18, 17, 17],
    4: [13] * 4,
    5: [11, 11, 10, 10, 10],
    6: [9, 9, 9, 9, 8, 8],
    7: [8, 8, 8, 7, 7, 7, 7],
    17: [4] + [3] * 16,
}


@pytest.mark.parametrize("seats", SIZES)
def test_bt_02_all_cards_are_dealt_and_earlier_seats_get_more(seats: int) -> None:
    game = begun(*[""] * seats)
    assert counts(game) == [len(held.split()) for held in hands(game).values()] == SIZES[seats]
    assert sorted(" ".join(hands(game).values()).split()) == sorted(CARDS)


@pytest.mark.parametrize(("jokers", "sizes"), [(1, [18, 18, 17]), (2, [18, 18, 18])])
def test_bt_02_jokers_are_dealt_like_other_cards(jokers: int, sizes: list[int]) -> None:
    assert counts(begun("", "", "", jokers=jokers)) == sizes


def test_bt_02_one_card_at_a_time_in_seat_order_from_the_top() -> None:
    deck = "chance: shuffle " + " ".join(CARDS)
    game = played("Ann, Bob, Cid, Dee", f"{deck}\n{BEGIN}")
    suits = {who: {card[-1] for card in held.split()} for who, held in hands(game).items()}
    assert suits == {"Ann": {"D"}, "Bob": {"C"}, "Cid": {"H"}, "Dee": {"S"}}


@pytest.mark.parametrize("kind", [KIND, PRESIDENT])
def test_bt_02_the_first_seat_dealt_to_moves_on_by_one_each_round(kind: str) -> None:
    game = more(after_a_round(3, kind=kind, rounds=5), "chance: shuffle " + " ".join(CARDS))
    dealt = game.news("Dealt")[-1]["hands"]
    assert ([len(one) for one in dealt], dealt[1][0]) == ([17, 18, 17], "3D")
    assert game.view()["public"]["dealt_first"] == "Bob"


def test_bt_02_after_the_last_seat_comes_the_first_again() -> None:
    game = after_a_round(2, kind=KIND, rounds=3, hand_size=1)
    firsts = ["Ann"]
    for first in (1, 0):
        game = more(game, shuffled("3D", "3C", first=first, size=1))
        firsts.append(game.view()["public"]["dealt_first"])
        game = more(game, "Ann: play 3D")
    assert firsts == ["Ann", "Bob", "Ann"]


def test_bt_02_hands_go_to_their_players_and_are_never_posted() -> None:
    game = begun("", "", "")
    sent = GAME.messages(game.replay.live[-1].news)
    assert [m.to for m in sent if m.occasion == "hand"] == ["Ann", "Bob", "Cid"]
    (dealt,) = game.news("Dealt")
    for seer in (PUBLIC, "Ann", "Bob"):
        assert set(seen(dealt, seer)) == {"news", "deal", "round"}
    assert len(seen(dealt, HOST)["hands"]) == 3


# ---- BT-2: dealt anew


def test_bt_02_a_redeal_voids_the_hands_and_a_deck_is_shuffled() -> None:
    game = more(begun("3D", ""), REDEAL)
    assert waits_for(game) == ["chance"]
    assert set(hands(game).values()) == {""}
    assert refused(game, "Ann: play 3D").clause == "BT-12"
    game = more(game, shuffled("", "3D"))
    assert waits_for(game) == ["Bob"]
    assert [news["why"] for news in game.news("DealtAnew")] == ["a card was shown"]
    sent = GAME.messages(game.replay.live[-1].news)
    assert [m.to for m in sent if m.occasion == "hand"] == ["Ann", "Bob"]


def test_bt_02_a_redeal_needs_a_reason() -> None:
    assert refused(begun("", ""), "host: redeal").clause == "ALL-6"


def test_bt_02_a_redeal_comes_before_the_first_play_of_the_round() -> None:
    game = begun("3D", "")
    found = refused(game, f"Ann: play 3D | {REDEAL}")
    assert (type(found), found.clause) == (Refused, "BT-2")
    assert "cards have been played in round 1" in found.sentence()
    assert "a redeal comes before the first play" in found.sentence()


def test_bt_02_none_before_the_start_nor_between_rounds_nor_after_the_end() -> None:
    before = played("Ann, Bob", shuffled("", ""))
    assert why(before, REDEAL) == "BT-2: no hands are out that could be dealt anew."
    found = refused(after_a_round(2, hand_size=2), REDEAL)
    assert (type(found), found.clause) == (NotNow, "BT-2")
    over = more(begun("3D", "4D", hand_size=1), "Ann: play 3D")
    assert refused(over, REDEAL).clause == "ALL-6"


@pytest.mark.parametrize(
    "body", ["", "Bob: hold", "Bob: hold | Ann: ask 9S", "Bob: surrender", "Bob: demand lowest"]
)
def test_bt_02_a_redeal_while_cards_are_traded_begins_the_trading_again(body: str) -> None:
    game = trading("5H 9S KD KC 2D", body=body)
    game = more(game, f"{REDEAL} | {shuffled('', '4S AS', first=1, size=5)}")
    assert game.state.phase == "trading"
    assert waits_for(game) == ["Bob"]
    (trade,) = game.state.trades
    assert (trade.stage, trade.taken, trade.asked, trade.demanded) == ("speak", (), (), False)
    assert hand(more(game, "Bob: surrender"), "Bob").split()[-1] != "AS"


def test_bt_02_a_redeal_in_play_after_trading_too() -> None:
    game = trading("5H 9S KD KC 2D", body="Bob: surrender | Ann: return 3D 3C")
    assert waits_for(game) == ["Bob"]
    game = more(game, f"{REDEAL} | {shuffled('', '', first=1, size=5)}")
    assert game.state.phase == "trading"


def test_bt_02_roles_stay_when_hands_are_dealt_anew() -> None:
    game = second_round("", "", "", "")
    was = roles(game)
    assert was == ["president", "vice president", "vice bum", "bum"]
    game = more(game, REDEAL)
    assert roles(game) == was
    game = more(game, shuffled("", "", "", "", first=1))
    assert roles(game) == was
    assert [news["roles"] for news in game.news("RoundOpened")[1:]] == [tuple(was)] * 2


def test_bt_02_dealt_anew_the_same_seat_is_dealt_to_first_and_the_next_round_the_next() -> None:
    """Five players: 52 cards make eleven for the first two dealt to."""
    game = begun(*[""] * 5, rounds=2)
    assert counts(game) == [11, 11, 10, 10, 10]
    game = more(game, f"{REDEAL} | {shuffled(*[''] * 5)}")
    assert counts(game) == [11, 11, 10, 10, 10]
    assert game.state.round == 1
    short = begun("3D", "4D", hand_size=1, rounds=2)
    short = more(short, f"{REDEAL} | {shuffled('3D', '4D', size=1)} | Ann: play 3D")
    short = more(short, shuffled("3D", "4D", first=1, size=1))
    assert short.view()["public"]["dealt_first"] == "Bob"


def test_bt_02_windows_of_a_redeal_are_other_windows() -> None:
    game = trading("5H 9S KD KC 2D", body="")
    (was,) = game.table.windows
    game = more(game, f"+5h {REDEAL} | +1h {shuffled('', '', first=1, size=5)}")
    (new,) = game.table.windows
    assert was.key != new.key
    assert was.opened.until(new.opened) == timedelta(hours=6)
    assert new.opened.until(new.deadline) == timedelta(hours=24)


def test_bt_02_a_redeal_in_free_trade_forgets_offers_and_swaps() -> None:
    game = begun("3D 4D 5D", "3C 4C 5C", hand_size=3, free_trade=True)
    game = more(game, "Ann: offer Bob 3D for 3C | Bob: accept Ann | Ann: offer Bob 4D for 4C")
    (was,) = game.table.windows
    game = more(game, f"{REDEAL} | {shuffled('3D 4D 5D', '3C 4C 5C', size=3)}")
    assert hands(game) == {"Ann": "3D 4D 5D", "Bob": "3C 4C 5C"}
    assert (game.state.offers, game.state.swaps) == ((), ())
    assert game.table.windows[0].key != was.key
    assert refused(game, "Bob: accept Ann").clause == "BT-29"


# ---- BT-3


def test_bt_03_only_so_many_are_dealt_each() -> None:
    game = begun("5D 9C", "4C 2S", hand_size=2)
    assert hands(game) == {"Ann": "5D 9C", "Bob": "4C 2S"}
    assert game.view()["public"]["stock"] == 48


def test_bt_03_the_lowest_card_dealt_leads_and_must_be_played() -> None:
    game = begun("5D 9C", "4C 2S", hand_size=2)
    assert waits_for(game) == ["Bob"]
    found = refused(game, "Bob: play 2S")
    assert found.clause == "BT-6"
    assert "must contain 4C" in found.sentence()
    assert waits_for(more(game, "Bob: play 4C")) == ["Ann"]


def test_bt_03_which_card_that_is_only_the_leader_hears() -> None:
    game = begun("5D 9C", "4C 2S", hand_size=2)
    (opened,) = game.news("PlayOpened")
    assert [seen(opened, seer)["must"] for seer in (PUBLIC, "Ann", "Bob")] == ["", "", "4C"]
    assert game.view()["public"]["must"] == ""
    assert [game.view(who)["you"]["must"] for who in ("Ann", "Bob")] == ["", "4C"]


def test_bt_03_with_the_whole_deck_dealt_everybody_knows_it() -> None:
    for game in (begun("", ""), begun("", "", hand_size=26)):
        (opened,) = game.news("PlayOpened")
        assert seen(opened, PUBLIC)["must"] == "3D"
        assert game.view()["public"]["must"] == "3D"


def test_bt_03_who_passes_draws_the_top_card_of_the_rest() -> None:
    game = begun("3D 9C", "4C 4S", hand_size=2, stock="2S 7H")
    game = more(game, "Ann: play 3D | Bob: pass")
    assert hands(game) == {"Ann": "9C", "Bob": "4C 4S 2S"}
    assert game.view()["public"]["stock"] == 47
    assert counts(game) == [1, 3]
    sent = GAME.messages(game.replay.live[-1].news)
    assert [m.to for m in sent if m.occasion == "hand"] == ["Bob"]


def test_bt_03_what_was_drawn_nobody_else_sees() -> None:
    game = begun("3D 9C", "4C 4S", hand_size=2, stock="2S 7H")
    (drew,) = more(game, "Ann: play 3D | Bob: pass").news("Drew")
    assert [seen(drew, seer)["card"] for seer in (PUBLIC, "Ann", "Bob")] == ["", "", "2S"]


def test_bt_03_a_card_drawn_can_be_played() -> None:
    game = begun("3D 9C 9S", "4C 4S KD", hand_size=3, stock="2S")
    game = more(game, "Ann: play 3D | Bob: pass | Ann: play 9C | Bob: play 2S")
    assert hands(game)["Bob"] == "4C 4S KD"


def test_bt_03_without_a_rest_nothing_is_drawn() -> None:
    """With 25 each two cards are left; the third pass draws none."""
    low = " ".join(CARDS[:25])
    game = begun(low, "", hand_size=25)
    for number, left in enumerate((1, 0, 0)):
        game = more(game, f"Ann: play {CARDS[number]} | Bob: pass")
        assert game.view()["public"]["stock"] == left
    assert counts(game) == [22, 27]
    assert len(game.news("Drew")) == 2
    assert sorted(" ".join(hands(game).values()).split()) == sorted(CARDS[3:])


def test_bt_03_who_passes_by_default_draws_too() -> None:
    game = more(begun("3D 9C", "4C 4S", hand_size=2, stock="2S"), "Ann: play 3D | +24h host: close")
    assert hands(game)["Bob"] == "4C 4S 2S"


@pytest.mark.parametrize(
    "body", ["Ann: play 3D | Bob: pass", "Ann: play 3D | Bob: pass | Ann: play 9C | Bob: pass"]
)
def test_bt_03_taken_back_the_same_card_is_drawn_again(body: str) -> None:
    game = begun("3D 9C 9S", "4C 4S KD", hand_size=3, stock="2S 7H")
    once = more(game, body)
    number = once.entries[-1].number
    again = more(once, f"host: undo {number} | Bob: pass")
    assert hands(again) == hands(once)
    assert again.state.stock == once.state.stock


def test_bt_03_after_another_play_the_same_card_is_the_next() -> None:
    game = begun("3D 9C 9S", "4C 4S KD", hand_size=3, stock="2S 7H")
    game = more(game, "Ann: play 3D | Bob: pass")
    number = game.entries[-1].number
    other = more(game, f"host: undo {number} | Bob: play 4C | Ann: pass")
    assert hands(other) == {"Ann": "9C 9S 2S", "Bob": "4S KD"}


def test_bt_03_an_undone_and_redone_pass_draws_the_same_card() -> None:
    once = more(begun("3D 9C", "4C 4S", hand_size=2), "Ann: play 3D | Bob: pass")
    number = once.entries[-1].number
    again = more(once, f"host: undo {number} | host: redo {number}")
    assert again.table == once.table


def test_bt_03_hand_size_one_is_over_with_the_first_play() -> None:
    game = begun("5D", "4C", hand_size=1, rounds=2)
    game = more(game, "Bob: play 4C")
    assert game.state.rounds[0].places == ("Bob", "Ann")


def test_bt_03_hand_size_one_with_a_joker_and_a_natural_card() -> None:
    game = begun("LJ", "2S", hand_size=1, jokers=2)
    assert waits_for(game) == ["Bob"]
    assert more(game, "Bob: play 2S").state.rounds[0].places == ("Bob", "Ann")


@pytest.mark.parametrize("use", ["both", "wild", "high"])
def test_bt_03_hand_size_one_with_nothing_but_jokers(use: str) -> None:
    """The low one is the lowest card dealt, leads and must be played."""
    game = begun("HJ", "LJ", hand_size=1, jokers=2, joker_use=use)
    assert waits_for(game) == ["Bob"]
    assert more(game, "Bob: play LJ").state.rounds[0].places == ("Bob", "Ann")
    assert more(game, "+24h host: close").state.rounds[0].places == ("Bob", "Ann")


def test_bt_03_jokers_in_the_rest_of_a_short_deal() -> None:
    game = begun("3D 4D", "5D 6D", hand_size=2, jokers=2, stock="HJ LJ")
    game = more(game, "Ann: play 3D | Bob: pass")
    assert hands(game)["Bob"] == "5D 6D HJ"


# ---- BT-4


@pytest.mark.parametrize(
    ("floating", "dealt", "owner"),
    [
        ("KS", ("3D", "3C", ""), "Ann"),
        ("KS", ("", "3D", "3C"), "Bob"),
        ("3C", ("", "", "3D"), "Cid"),
        ("3D", ("", "3C", ""), "Bob"),
        ("3D", ("", "", "3C"), "Cid"),
    ],
)
def test_bt_04_the_52nd_goes_to_the_holder_of_3d_or_of_3c_where_it_is_that(
    floating: str, dealt: tuple[str, ...], owner: str
) -> None:
    game = begun(*dealt, floating=floating, floating_card="face-up")
    held = hands(game)
    assert {who: len(cards.split()) for who, cards in held.items()} == {
        who: 17 + (who == owner) for who in ("Ann", "Bob", "Cid")
    }
    assert floating in held[owner].split()
    assert game.view()["public"]["floating_to"] == owner
    assert waits_for(game) == [owner]


@pytest.mark.parametrize(("option", "shown"), [("face-up", "KS"), ("face-down", "")])
def test_bt_04_only_face_up_others_know_which_card_it_is(option: str, shown: str) -> None:
    game = begun("3D", "", "", floating="KS", floating_card=option)
    for seer in (PUBLIC, "Bob"):
        assert game.view(seer)["public"]["floating"] == shown
    (opened,) = game.news("RoundOpened")
    assert seen(opened, PUBLIC)["floating"] == shown
    assert seen(opened, PUBLIC)["floating_to"] == "Ann"
    (dealt,) = game.news("Dealt")
    assert "floating" not in seen(dealt, "Bob")
    assert game.view(HOST)["secret"]["floating"] == "KS"


def test_bt_04_nobody_knows_of_it_before_the_start() -> None:
    deck = shuffled("3D", "", "", floating="KS")
    game = played(seated(3), deck, floating_card="face-up")
    assert "KS" not in str({**game.view()["public"], "deck": ""})
    assert game.view()["public"]["floating_to"] == ""


def test_bt_04_it_goes_with_the_hand_into_trading() -> None:
    """Cid, the bum, gets the floating card, and may lose it."""
    game = after_a_round(3, floating_card="face-down")
    game = more(game, shuffled("", "", "3D", first=1, floating="2S"))
    assert counts(game) == [17, 17, 18]
    game = more(game, "Cid: surrender")
    assert "2S" in hand(game, "Ann").split()
    assert counts(game) == [17, 17, 18]
    assert len(hand(game, "Ann").split()) == 19


# ---- BT-5


def test_bt_05_joker_is_the_only_one_in_play() -> None:
    game = begun("LJ", "", jokers=1)
    assert typed(GAME, game.state, "Ann", "play JOKER") == ("play LJ",)


def test_bt_05_joker_is_the_only_one_in_the_hand() -> None:
    game = begun("HJ", "LJ", jokers=2)
    assert typed(GAME, game.state, "Ann", "play JOKER") == ("play HJ",)


def test_bt_02_the_hand_in_a_preview_is_the_one_that_goes_out(host: Host) -> None:
    """Also when the game has gone on since."""
    assert host(f"new {PRESIDENT} Lunch Ann Bob -o hand_size=4 --dialect plain").code == 0
    assert host("record host start").code == 0
    leader = host("status --json").facts["waiting"][0]["who"]
    card = host("status --json --secret").facts["secret"]["must"]
    assert host(f"record {leader} play {card}").code == 0
    for number in (3, 4):
        goes_out = host(f"outbox {number}").out
        assert "Round 1 of 5 is dealt" in goes_out
        assert host(f"outbox {number} --preview").out == goes_out
