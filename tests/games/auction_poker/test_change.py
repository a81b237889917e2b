"""Change sessions and conduct (AP-15 to AP-19, AP-25 to AP-28), clause by clause."""

import pytest
from playing import deck, journal_of, play, refusal

from gmtool.engine.refusals import NotNow, Refusal, Refused
from gmtool.games.auction_poker import GAME

# Ann holds lot A, Bob lot B: thirteen cards each; C and D are back in the deck.
TOP = "3S 10H KD 7C 7D 2C 3C 4C 5C 6C 8C 9C 10C AS KS QS JS 10S"
SOLD = f"""20 20:00 chance: {deck(TOP)}
    20 20:00 host: start
    20 20:10 Ann: bid A 100
    20 20:10 Bob: bid B 50
    21 20:00 host: close
    """


def session(body: str, **options: object) -> str:
    return journal_of("Ann, Bob", SOLD + body, **{"lots": 4, **options})


def test_ap_15_a_change_window_of_24_hours_takes_any_number_of_cards() -> None:
    played = play(session("21 20:10 Ann: trash 3S 10H KD"))
    (window,) = played.table.windows
    assert (window.clause, window.deadline) == ("AP-15", "2026-11-22T20:00:00Z")
    assert len(played.state.player("Ann").hand) == 10
    everything = " ".join(TOP.split()[:13])
    assert play(session(f"21 20:10 Ann: trash {everything}")).state.player("Ann").hand == ()


def test_ap_15_late_cards_are_refused_by_their_own_clause() -> None:
    assert refusal(session("22 20:01 Ann: trash 3S")).clause == "AP-15"


def test_ap_15_as_many_sessions_as_the_option_says() -> None:
    body = "22 20:00 host: close\n23 20:00 host: close"
    played = play(session(body, change_sessions=2))
    assert [one["session"] for one in played.news("ChangeOpened")] == [1, 2]
    assert played.state.phase == "ended"
    assert play(session('21 20:00 host: note "x"', change_sessions=0)).state.phase == "ended"


@pytest.mark.parametrize(
    ("trashed", "example"),
    [
        ("KD", "trash 2C 3C"),
        ("2C 4C 5C 6C 7C 8C 9C", "trash 3C"),
        ("2C 3C 3S 4C 5C 6C 7C 8C 9C 10C 10H", "trash 7D"),
        (" ".join(TOP.split()[:13]), ""),
    ],
)
def test_ap_15_the_example_of_a_trash_is_the_lowest_cards_beyond_five(
    trashed: str, example: str
) -> None:
    played = play(session(f"21 20:10 Ann: trash {trashed}"))
    assert played.view("Ann")["you"]["example"] == example


def test_ap_16_a_trash_takes_effect_at_once_and_a_second_adds_to_it() -> None:
    played = play(session("21 20:10 Ann: trash 3S\n21 20:20 Ann: trash 10H"))
    assert played.state.trashed_by("Ann") == ("3S", "10H")
    assert {"3S", "10H"} <= set(played.state.deck)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("trash 3S 10H QD", "QD is not in Ann's hand"),
        ("trash 3S 3S", "3S is named twice"),
        ("trash KD", "already trashed KD"),
    ],
)
def test_ap_16_a_trash_stands_or_falls_whole(text: str, why: str) -> None:
    found = refusal(session(f"21 20:05 Ann: trash KD\n21 20:10 Ann: {text}"))
    assert isinstance(found, Refused)
    assert found.clause == "AP-16"
    assert why in found.sentence()


def test_ap_17_one_lot_a_player_in_the_order_of_first_trashes_by_time_received() -> None:
    played = play(
        session(
            """21 21:00 Bob: trash AS
            21 20:30 Ann: trash 3S
            21 21:10 Ann: trash 10H KD
            22 20:00 host: close"""
        )
    )
    (_, dealt) = played.news("CatalogueDealt")
    assert [(lot.label, len(lot.cards)) for lot in dealt["lots"]] == [("A", 3), ("B", 1)]
    in_deck = {*dealt["rest"], *(card for lot in dealt["lots"] for card in lot.cards)}
    assert len(in_deck) == 52 - 10 - 12
    assert {"3S", "10H", "KD", "AS"} <= in_deck
    assert "Ann" not in str(dealt.seen_by(""))
    assert "rest" not in (dealt.seen_by("") or {})


def test_ap_17_in_the_same_instant_the_one_recorded_first_comes_first() -> None:
    body = """21 20:30 Bob: trash AS
        21 20:30 Ann: trash 3S 10H
        22 20:00 host: close"""
    (_, dealt) = play(session(body)).news("CatalogueDealt")
    assert [len(lot.cards) for lot in dealt["lots"]] == [1, 2]


CHANGE_BIDDING = """21 20:10 Ann: trash 3S 10H KD
    21 20:20 Bob: trash AS
    22 20:00 host: close
    """


def change_bidding(body: str, **options: object) -> str:
    return session(CHANGE_BIDDING + body, **options)


def test_ap_18_a_player_may_win_any_number_of_change_lots() -> None:
    played = play(change_bidding("22 20:10 Bob: bid A 10, B 20\n23 20:00 host: close"))
    assert played.won() == {"A": ("Bob", 10), "B": ("Bob", 20)}
    assert played.state.player("Bob").coins == 300 - 50 - 30
    assert len(played.state.player("Bob").hand) == 12 + 4


def test_ap_18_live_bids_of_a_batch_cant_add_up_to_more_than_ones_coins() -> None:
    found = refusal(change_bidding("22 20:10 Ann: bid A 150\n22 20:20 Ann: bid B 51"))
    assert found.clause == "AP-18"
    assert "150 of them in live bids" in found.sentence()
    assert refusal(change_bidding("22 20:10 Ann: bid A 150, B 51")).clause == "AP-18"
    play(change_bidding("22 20:10 Ann: bid A 150, B 50"))


@pytest.mark.parametrize(
    ("said", "lots", "example"),
    [
        ("pass", ["A", "B"], "bid A 30"),
        ("bid A 190", ["B"], "bid B 10"),
        ("bid A 200", [], ""),
        ("bid A 2, B 2", [], ""),
    ],
)
def test_ap_18_a_player_is_told_what_it_can_still_bid_on(
    said: str, lots: list[str], example: str
) -> None:
    you = play(change_bidding(f"22 20:10 Ann: {said}")).view("Ann")["you"]
    assert (you["lots"], you["example"]) == (lots, example)


def test_ap_18_the_highest_wins_of_equal_the_first() -> None:
    body = """22 20:20 Ann: bid A 7, B 9
        22 20:10 Bob: bid A 7, B 8
        23 20:00 host: close"""
    assert play(change_bidding(body)).won() == {"A": ("Bob", 7), "B": ("Ann", 9)}


def test_ap_18_where_nobody_can_bid_the_lots_go_back_at_once() -> None:
    body = """21 20:05 host: adjust Ann coins =0 why "test"
        21 20:06 host: adjust Bob coins =0 why "test"
        21 20:10 Ann: trash 3S 10H KD
        22 20:00 host: close"""
    played = play(session(body))
    (closed,) = played.news("SessionClosed")
    assert closed["why"] == "nobody-may-bid"
    assert [len(lot.cards) for lot in closed["returned"]] == [3]
    assert played.state.session == 2
    assert len(played.state.deck) == 26 + 3


def test_ap_18_batches_of_change_lots_follow_each_other() -> None:
    body = """20 20:00 host: start
        20 20:10 Ann: bid A 100
        21 20:00 host: close
        21 20:10 Bob: bid B 50
        22 20:00 host: close
        22 20:10 Ann: trash 2C
        22 20:20 Bob: trash 2D
        23 20:00 host: close
        24 20:00 host: close"""
    played = play(journal_of("Ann, Bob", body, lots=4, batch_size=1))
    opened = [one for one in played.news("BatchOpened") if one["session"] == 1]
    assert [[lot.label for lot in one["lots"]] for one in opened] == [["A"], ["B"]]


def test_ap_19_a_lot_nobody_wins_goes_back_and_the_session_ends_with_its_last() -> None:
    played = play(change_bidding("22 20:10 Bob: bid A 10\n23 20:00 host: close"))
    assert len(played.state.deck) == 26 + 1
    assert (played.state.session, played.state.phase) == (2, "change")


def test_ap_19_a_session_in_which_nobody_trashes_ends_at_once() -> None:
    played = play(session("21 20:10 Ann: keep\n22 20:00 host: close"))
    (closed,) = played.news("SessionClosed")
    assert (closed["why"], closed["returned"]) == ("nobody-trashed", ())
    assert len(played.news("CatalogueDealt")) == 1
    assert played.state.session == 2


@pytest.mark.parametrize("text", ["give Bob 20", "transfer 3S Bob", "trade Bob 3S 4S"])
def test_ap_25_there_is_no_move_for_transfers(text: str) -> None:
    with pytest.raises(Refusal):
        play(session(f"21 20:10 Ann: {text}"))
    assert not [line for line in GAME.grammar.lines if line.text.split()[0] in {"give", "transfer"}]


def test_ap_26_windows_in_a_row_without_a_word_are_counted() -> None:
    body = "22 20:00 host: close\n23 20:00 host: close\n23 20:10 Ann: keep\n24 20:00 host: close"
    assert play(session(body)).table.quiet == {"Ann": 0, "Bob": 3}


INACTIVE = """21 20:10 Bob: trash AS
    21 20:20 host: inactive Bob why "silent"
    """


def test_ap_26_ruled_inactive_all_is_lost_and_no_move_is_left() -> None:
    played = play(session(INACTIVE))
    player = played.state.player("Bob")
    assert (player.hand, player.coins, player.active) == ((), 0, False)
    assert len(played.state.deck) == 52 - 13
    assert refusal(session(INACTIVE + "21 20:30 Bob: keep")).clause == "AP-26"
    assert refusal(session(INACTIVE + '21 20:30 host: inactive Bob why "again"')).clause == "AP-26"


def test_ap_26_what_an_inactive_player_trashed_itself_still_makes_its_lot() -> None:
    (_, dealt) = play(session(INACTIVE + "22 20:00 host: close")).news("CatalogueDealt")
    assert [len(lot.cards) for lot in dealt["lots"]] == [1]


def test_ap_26_live_bids_of_an_inactive_player_are_void() -> None:
    body = """20 20:00 host: start
        20 20:10 Ann: bid A 30
        20 20:10 Bob: bid A 40
        20 20:20 host: inactive Bob why "silent"
        21 20:00 host: close"""
    played = play(journal_of("Ann, Bob", body))
    assert played.won() == {"A": ("Ann", 30)}
    assert played.state.decided[0].bids == 1


def test_ap_26_a_stander_is_not_awaited_and_counts_as_having_moved() -> None:
    body = """21 20:10 Bob: stand
        22 20:00 host: close
        22 20:10 Ann: keep
        22 20:11 host: close early"""
    played = play(session(body))
    assert played.table.quiet == {"Ann": 0, "Bob": 0}
    assert played.state.session == 3
    assert played.state.player("Bob").standing


def test_ap_26_a_later_move_takes_stand_back_and_standing_twice_is_refused() -> None:
    body = "21 20:10 Bob: stand\n21 20:20 Bob: {}"
    assert not play(session(body.format("keep"))).state.player("Bob").standing
    assert refusal(session(body.format("stand"))).clause == "AP-26"


def test_ap_26_a_player_may_say_stand_at_any_time() -> None:
    play(journal_of("Ann, Bob", "20 20:00 host: start\n22 23:00 Ann: stand"))
    play(journal_of("Ann, Bob", '20 20:00 host: note "x"\n20 20:10 Ann: stand'))


def test_ap_27_the_seats_own_view_is_its_inventory() -> None:
    played = play(change_bidding("22 20:10 Ann: bid A 10"))
    you = GAME.view(played.state, "Ann")["you"]
    assert you["coins"] == 200
    assert len(you["hand"]) == 10
    assert [(b["lot"], b["coins"]) for b in you["bids"]] == [("A", 10)]
    assert [(d["session"], d["lot"], d["price"]) for d in you["won"]] == [(0, "A", 100)]


@pytest.mark.parametrize(
    ("first", "then"), [("keep", "trash 3S"), ("keep", "stand"), ("stand", "trash 3S")]
)
def test_ap_28_after_keep_a_trash_is_allowed(first: str, then: str) -> None:
    play(session(f"21 20:10 Ann: {first}\n21 20:20 Ann: {then}"))


def test_ap_28_not_the_other_way_round() -> None:
    assert refusal(session("21 20:10 Ann: trash 3S\n21 20:20 Ann: keep")).clause == "AP-28"
    assert refusal(session("21 20:10 Ann: keep\n21 20:20 Ann: keep")).clause == "AP-28"
    bidding = "20 20:00 host: start\n20 20:10 Ann: {}\n20 20:20 Ann: {}"
    play(journal_of("Ann, Bob", bidding.format("pass", "bid A 30")))
    assert refusal(journal_of("Ann, Bob", bidding.format("bid A 30", "pass"))).clause == "AP-28"
    assert refusal(journal_of("Ann, Bob", bidding.format("pass", "pass"))).clause == "AP-28"


def test_moves_of_the_other_window_are_not_now() -> None:
    assert isinstance(refusal(session("21 20:10 Ann: bid A 5")), NotNow)
    assert isinstance(refusal(session("21 20:10 Ann: pass")), NotNow)
    assert isinstance(refusal(change_bidding("22 20:10 Ann: trash 7C")), NotNow)


def test_all_06_coins_are_adjusted_and_stay_payable() -> None:
    adjust = '21 20:10 host: adjust Ann coins {} why "x"'
    assert play(session(adjust.format("+20"))).state.player("Ann").coins == 220
    assert play(session(adjust.format("-20"))).state.player("Ann").coins == 180
    assert play(session(adjust.format("=250"))).state.player("Ann").coins == 250
    assert refusal(session(adjust.format("-201"))).clause == "ALL-6"
    assert refusal(session('21 20:10 host: adjust Ann cards +1 why "x"')).clause == "ALL-6"
    low = '22 20:20 host: adjust Ann coins =99 why "x"'
    assert refusal(change_bidding("22 20:10 Ann: bid A 60, B 40\n" + low)).clause == "AP-18"
    opening = """20 20:00 host: start
        20 20:10 Ann: bid A 60
        20 20:20 host: adjust Ann coins =59 why "x\""""
    assert refusal(journal_of("Ann, Bob", opening)).clause == "AP-7"
