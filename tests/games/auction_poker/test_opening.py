"""Set-up and the opening auction (AP-1 to AP-14), clause by clause."""

import pytest
from playing import deck, head, journal_of, play, refusal

from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.auction_poker.setup import opening_sizes, warnings
from gmtool.games.auction_poker.state import label


def players(count: int) -> str:
    return ", ".join(f"P{i:02}" for i in range(count))


def test_ap_02_two_to_twenty_six_players_in_sign_up_order() -> None:
    for count in (2, 26):
        state = play(head(players(count))).state
        assert [p.name for p in state.players] == players(count).split(", ")
    for count in (1, 27):
        with pytest.raises(Refused, match="AP-2: "):
            play(head(players(count)))


def test_ap_02_more_than_ten_players_are_warned_of_and_not_refused() -> None:
    assert warnings(play(head(players(10))).state) == ()
    (warning,) = warnings(play(head(players(11))).state)
    assert "11 players at most 10" in warning


def test_ap_03_everybody_starts_with_300_coins_or_as_the_option_says() -> None:
    assert {p.coins for p in play(head("Ann, Bob")).state.players} == {300}
    assert {p.coins for p in play(head("Ann, Bob", coins=40)).state.players} == {40}


@pytest.mark.parametrize("lots", [1, 2, 7, 10, 13, 26, 51, 52])
def test_ap_04_all_52_cards_in_lots_whose_sizes_differ_by_at_most_one(lots: int) -> None:
    sizes = opening_sizes(lots)
    assert sum(sizes) == 52
    assert len(sizes) == lots
    assert max(sizes) - min(sizes) <= 1
    assert list(sizes) == sorted(sizes, reverse=True)


def test_ap_04_each_lot_takes_the_next_cards_from_the_top() -> None:
    dealt = f"20 20:00 chance: {deck('AS KS QS JS 10S 9S 2D')}"
    state = play(journal_of("Ann, Bob", dealt)).state
    assert [lot.label for lot in state.catalogue] == list("ABCDEFGHIJ")
    assert [len(lot.cards) for lot in state.catalogue] == [6, 6, 5, 5, 5, 5, 5, 5, 5, 5]
    assert state.catalogue[0].cards == ("AS", "KS", "QS", "JS", "10S", "9S")
    assert state.catalogue[1].cards[0] == "2D"


def test_ap_04_as_many_lots_as_the_larger_of_ten_and_the_players() -> None:
    assert len(play(head(players(3))).state.catalogue) == 10
    assert len(play(head(players(13))).state.catalogue) == 13


def test_ap_04_fewer_lots_than_players_or_more_than_52_are_refused() -> None:
    with pytest.raises(Refused, match=r"AP-4: .*2 lots are too few for 3"):
        play(head("Ann, Bob, Cid", lots=2))
    with pytest.raises(Refused, match="AP-4"):
        play(head("Ann, Bob", lots=53))


def test_ap_04_labels_go_on_after_z_with_aa() -> None:
    assert [label(n) for n in (0, 25, 26, 27, 51)] == ["A", "Z", "AA", "AB", "AZ"]


def test_ap_05_lots_are_offered_in_label_order_five_at_a_time() -> None:
    state = play(journal_of("Ann, Bob", "20 20:00 host: start")).state
    assert [lot.label for lot in state.batch] == list("ABCDE")
    state = play(journal_of("Ann, Bob", "20 20:00 host: start", batch_size=3)).state
    assert [lot.label for lot in state.batch] == list("ABC")


def test_ap_06_a_batch_is_open_24_hours_and_the_deadline_instant_is_in_time() -> None:
    body = "20 20:00 host: start\n{} Ann: bid A 30"
    played = play(journal_of("Ann, Bob", body.format("21 20:00")))
    (window,) = played.table.windows
    assert window.deadline == "2026-11-21T20:00:00Z"
    late = refusal(journal_of("Ann, Bob", body.format("21 20:00:01")))
    assert isinstance(late, Refused)
    assert late.clause == "AP-6"
    assert "2026-11-21T20:00:01Z" in late.sentence()


def test_ap_06_the_time_that_counts_is_when_the_message_arrived() -> None:
    body = """20 20:00 host: start
        21 19:00 Ann [recorded 2026-11-22T08:00:00Z]: bid A 30"""
    assert play(journal_of("Ann, Bob", body)).state.bids[0].received == "2026-11-21T19:00:00Z"


def test_all_01_a_late_move_is_taken_with_the_hosts_reason() -> None:
    body = """20 20:00 host: start
        21 20:05 Ann [late "the forum was down"]: bid A 30
        21 20:05 host: close"""
    assert play(journal_of("Ann, Bob", body)).won() == {"A": ("Ann", 30)}


@pytest.mark.parametrize(
    ("bid", "why"),
    [
        ("bid A 0", "at least 1 coin"),
        ("bid A -5", "at least 1 coin"),
        ("bid A 30.5", "not a whole number"),
        ("bid A 1,000", "not a whole number"),
        ("bid A 1e3", "not a whole number"),
        ("bid A 301", "has 300 coins"),
        ("bid A 999999999999999", "not a whole number"),
        ("bid Q 5", "there is no lot Q"),
        ("bid F 5", "lot F isn't open yet"),
    ],
)
def test_ap_07_a_bid_is_an_open_lot_and_whole_coins_one_has(bid: str, why: str) -> None:
    found = refusal(journal_of("Ann, Bob", f"20 20:00 host: start\n20 20:10 Ann: {bid}"))
    assert found.clause == "AP-7"
    assert why in found.sentence()


def test_ap_07_opening_bids_may_add_up_to_more_than_ones_coins() -> None:
    body = "20 20:00 host: start\n20 20:10 Ann: bid A 300, B 300, C 300"
    assert len(play(journal_of("Ann, Bob", body)).state.bids) == 3


def test_ap_07_the_least_bid_is_an_option() -> None:
    body = "20 20:00 host: start\n20 20:10 Ann: bid A 9"
    assert refusal(journal_of("Ann, Bob", body, min_bid=10)).clause == "AP-7"


def test_ap_07_a_lot_sold_or_left_over_is_closed() -> None:
    body = """20 20:00 host: start
        20 20:10 Ann: bid A 9
        21 20:00 host: close
        21 20:10 Bob: bid {lot} 5"""
    sold = refusal(journal_of("Ann, Bob", body.format(lot="A")))
    assert "Ann won it for 9" in sold.sentence()
    left = refusal(journal_of("Ann, Bob", body.format(lot="B")))
    assert "left over" in left.sentence()


@pytest.mark.parametrize("again", ["bid A 30", "bid A 31", "bid B 5, A 40"])
def test_ap_08_a_bid_is_final(again: str) -> None:
    body = f"20 20:00 host: start\n20 20:44 Ann: bid A 30\n20 21:00 Ann: {again}"
    found = refusal(journal_of("Ann, Bob", body))
    assert found.clause == "AP-8"
    assert "already bid 30 on lot A (received 2026-11-20T20:44:00Z)" in found.sentence()


def test_ap_08_nor_can_a_lot_be_named_twice_in_one_message() -> None:
    body = "20 20:00 host: start\n20 20:44 Ann: bid A 30, A 40"
    assert refusal(journal_of("Ann, Bob", body)).clause == "AP-8"


def test_ap_09_the_winner_of_an_opening_lot_bids_on_no_other() -> None:
    body = """20 20:00 host: start
        20 20:10 Ann: bid A 9
        21 20:00 host: close
        21 20:10 Ann: bid F 5"""
    found = refusal(journal_of("Ann, Bob", body))
    assert found.clause == "AP-9"
    assert "already won opening lot A" in found.sentence()


def test_ap_10_of_equal_bids_the_one_received_first_wins() -> None:
    body = """20 20:00 host: start
        20 21:00 Ann: bid A 30
        20 20:59 Bob: bid A 30
        21 20:00 host: close"""
    played = play(journal_of("Ann, Bob", body))
    assert played.won() == {"A": ("Bob", 30)}
    assert not played.state.decided[0].same_instant


def test_ap_10_in_the_same_instant_the_bid_recorded_first_wins_and_it_is_said() -> None:
    body = """20 20:00 host: start
        20 21:00 Bob: bid A 30
        20 21:00 Ann: bid A 30
        21 20:00 host: close"""
    played = play(journal_of("Ann, Bob", body))
    assert played.won() == {"A": ("Bob", 30)}
    assert played.state.decided[0].same_instant
    bids = played.news("BidMade")
    assert bids[0].seen_by("Ann") is None
    assert bids[1]["equals"] == ("Bob",)
    assert "equals" not in (bids[1].seen_by("Ann") or {})
    remarks = [one.remark for one in bids]
    assert remarks[0] == ""
    assert remarks[1].startswith("AP-10: Ann and Bob have bid 30 on lot A in the same instant")


def test_ap_10_a_window_closes_for_everybody_at_once() -> None:
    found = refusal(journal_of("Ann, Bob", "20 20:00 host: start\n21 20:00 host: close Bob"))
    assert found.clause == "AP-10"


AP_11_EXAMPLES = {
    "a": (
        ["10:00 Ann: bid A 30, B 30", "10:01 Bob: bid A 20", "10:02 Cid: bid B 25"],
        {"B": ("Cid", 25), "A": ("Ann", 30)},
    ),
    "b": (
        ["10:00 Ann: bid A 50, B 40", "10:01 Bob: bid A 45, B 10"],
        {"A": ("Ann", 50), "B": ("Bob", 10)},
    ),
    "c": (
        ["10:00 Ann: bid A 30", "09:59 Bob: bid A 30", "10:05 Ann: bid B 12"],
        {"A": ("Bob", 30), "B": ("Ann", 12)},
    ),
    "d": (
        ["10:00 Ann: bid A 30, B 30", "10:01 Bob: bid A 25, C 30", "10:02 Cid: bid B 20"],
        {"C": ("Bob", 30), "B": ("Cid", 20), "A": ("Ann", 30)},
    ),
    "e": (
        ["08:00 Ann: bid A 30, B 30", "09:00 Bob: bid A 20", "09:05 Cid: bid B 20"],
        {"A": ("Bob", 20), "B": ("Ann", 30)},
    ),
    "on top of three lots": (
        ["08:00 Ann: bid A 50, B 60, C 40", "09:00 Bob: bid A 20, C 30", "09:05 Cid: bid C 29"],
        {"B": ("Ann", 60), "C": ("Bob", 30)},
    ),
    "three equal on top, two others": (
        ["08:00 Ann: bid A 30, B 30, C 30", "09:00 Bob: bid B 20", "09:05 Cid: bid A 20"],
        {"B": ("Bob", 20), "A": ("Cid", 20), "C": ("Ann", 30)},
    ),
    "still holding several keeps the first": (
        ["08:00 Ann: bid C 30, B 30"],
        {"B": ("Ann", 30)},
    ),
    "equal on two, both, and one lower": (
        ["08:00 Ann: bid A 30, B 30", "08:30 Bob: bid A 30, B 30", "09:05 Cid: bid B 29"],
        {"A": ("Bob", 30), "B": ("Ann", 30)},
    ),
}


@pytest.mark.parametrize("example", AP_11_EXAMPLES)
def test_ap_11_nobody_wins_two_opening_lots(example: str) -> None:
    bids, winners = AP_11_EXAMPLES[example]
    lines = [
        f"20 08:00 chance: {deck()}",
        "20 08:00 host: start",
        *(f"20 {bid}" for bid in bids),
        "21 08:00 host: close",
    ]
    assert play(journal_of("Ann, Bob, Cid", "\n".join(lines), lots=3)).won() == winners


def test_ap_12_only_winners_pay_and_losing_bids_stay_sealed() -> None:
    body = """20 20:00 host: start
        20 20:10 Ann: bid A 30
        20 20:10 Bob: bid A 29
        21 20:00 host: close"""
    played = play(journal_of("Ann, Bob", body))
    assert [p.coins for p in played.state.players] == [270, 300]
    (won,) = [one for one in played.news("LotDecided") if one["decision"].winner]
    seen = won.seen_by("") or {}
    assert seen["decision"]["bids"] == 2
    assert "29" not in str(seen)


def test_ap_12_all_bids_are_shown_with_the_option() -> None:
    body = """20 20:00 host: start
        20 20:10 Ann: bid A 30
        20 20:11 Bob: bid A 29
        21 20:00 host: close"""
    decided = play(journal_of("Ann, Bob", body, reveal_bids="all")).state.decided
    assert [(o.who, o.coins) for o in decided[0].offers] == [("Ann", 30), ("Bob", 29)]


RE_AUCTION = """20 20:00 host: start
    20 20:10 Ann: bid B 30
    21 20:00 host: close"""


def test_ap_13_left_over_lots_are_re_auctioned_one_at_a_time_to_those_without() -> None:
    played = play(journal_of("Ann, Bob, Cid", RE_AUCTION, lots=3))
    assert played.state.phase == "re-auction"
    assert [lot.label for lot in played.state.batch] == ["A"]
    body = f"{RE_AUCTION}\n21 20:30 Ann: bid A 1"
    assert refusal(journal_of("Ann, Bob, Cid", body, lots=3)).clause == "AP-9"


def test_ap_13_who_may_bid_and_how_is_told_with_a_bid_that_can_be_paid() -> None:
    public = play(journal_of("Ann, Bob, Cid", RE_AUCTION, lots=3)).view()["public"]
    assert (public["bidders"], public["example"]) == (["Bob", "Cid"], "bid A 30")
    start = "20 20:00 host: start"
    few = play(journal_of("Ann, Bob", start, coins=35)).view()["public"]
    assert (few["bidders"], few["example"]) == (["Ann", "Bob"], "bid A 30, B 5")
    fewer = play(journal_of("Ann, Bob", start, coins=35, min_bid=20)).view()["public"]
    assert fewer["example"] == "bid A 30"


def test_ap_13_a_lot_nobody_bids_on_passes_and_is_offered_once() -> None:
    body = f"""{RE_AUCTION}
        22 20:00 host: close
        22 20:10 Bob: bid C 3
        23 20:00 host: close"""
    played = play(journal_of("Ann, Bob, Cid", body, lots=3))
    (closed,) = played.news("OpeningClosed")
    assert (closed["why"], closed["returned"]) == ("all-offered", ())
    assert closed["lacking"] == ("Cid",)
    assert played.state.phase == "change"
    assert played.state.player("Cid").lot == ""
    assert len(played.state.deck) == 18  # lot A's cards


def test_ap_13_the_opening_ends_as_soon_as_everybody_active_has_a_lot() -> None:
    body = """20 20:00 host: start
        20 20:10 Ann: bid A 9
        20 20:10 Bob: bid B 9
        21 20:00 host: close"""
    played = play(journal_of("Ann, Bob", body))
    (closed,) = played.news("OpeningClosed")
    assert closed["why"] == "all-served"
    assert [lot.label for lot in closed["returned"]] == list("CDEFGHIJ")
    assert len(played.news("BatchOpened")) == 1


@pytest.mark.parametrize("said", ["Cid: stand", 'host: inactive Cid why "gone"'])
def test_ap_13_a_stander_or_an_inactive_player_isnt_waited_for(said: str) -> None:
    body = f"""20 20:00 host: start
        20 20:10 Ann: bid A 9
        20 20:10 Bob: bid B 9
        20 20:20 {said}
        21 20:00 host: close"""
    assert play(journal_of("Ann, Bob, Cid", body)).state.phase == "change"


def test_ap_13_no_window_is_opened_in_which_nobody_may_bid() -> None:
    body = """20 20:00 host: start
        20 20:10 Ann: bid A 9
        20 20:20 host: adjust Bob coins =0 why "a test"
        21 20:00 host: close"""
    played = play(journal_of("Ann, Bob", body))
    (closed,) = played.news("OpeningClosed")
    assert closed["why"] == "nobody-may-bid"
    assert [lot.label for lot in closed["returned"]] == list("BCDEFGHIJ")


def test_ap_14_lots_left_go_back_to_the_deck() -> None:
    body = """20 20:00 host: start
        20 20:10 Ann: bid A 9
        20 20:10 Bob: bid B 9
        21 20:00 host: close"""
    state = play(journal_of("Ann, Bob", body)).state
    assert len(state.deck) == 52 - 12
    assert not set(state.deck) & {card for p in state.players for card in p.hand}


@pytest.mark.parametrize("text", ["bid A 30", "pass", "trash 3S", "keep"])
def test_moves_before_the_start_are_not_now(text: str) -> None:
    body = f'20 20:00 host: note "x"\n20 20:10 Ann: {text}'
    assert isinstance(refusal(journal_of("Ann, Bob", body)), NotNow)


def test_all_03_the_shuffle_must_name_the_deck() -> None:
    double = deck().replace("AS", "KS")
    found = refusal(head("Ann, Bob") + f"2026-11-20T20:00:00Z chance: {double}\n")
    assert found.clause == "ALL-3"
    assert "AS missing" in found.sentence()
    assert "KS named too often" in found.sentence()
