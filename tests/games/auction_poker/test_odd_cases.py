"""The oddest corners of Auction Poker, each worked out from the rules page by hand."""

import pytest
from playing import deck, journal_of, play, refusal

from gmtool.engine.cards import RANKS, SUITS

START = "20 08:00 host: start\n"


def every(suit: str) -> str:
    """All cards of a suit, from the two up."""
    return " ".join(rank + suit for rank in RANKS)


def opening(players: str, bids: str, lots: int, rest: str = "", **options: object) -> str:
    """One batch of all lots; its window closes on the 21st at eight."""
    body = f"20 08:00 chance: {deck()}\n{START}{bids}\n21 08:00 host: close\n{rest}"
    return journal_of(players, body, lots=lots, **options)


# ---- AP-11: nobody wins two opening lots


AP_11 = {
    "three players tie for three lots, one of them twice": (
        """20 08:10 Ann: bid A 30, B 30, C 20
        20 08:30 Bob: bid A 30, B 25, C 30
        20 09:00 Cid: bid B 30, A 20, D 25""",
        {"A": ("Ann", 30), "B": ("Cid", 30), "C": ("Bob", 30)},
    ),
    "three next bidders for two lots that can be spared": (
        """20 08:10 Ann: bid A 30, B 30, C 30
        20 09:00 Bob: bid A 20, B 20
        20 09:05 Cid: bid B 20
        20 09:10 Dee: bid A 20, C 20""",
        {"A": ("Bob", 20), "B": ("Cid", 20), "C": ("Ann", 30)},
    ),
    "one who holds nothing else is never robbed": (
        """20 08:10 Ann: bid A 30
        20 08:20 Bob: bid B 20, C 20
        20 09:00 Cid: bid A 30, B 10""",
        {"A": ("Ann", 30), "B": ("Cid", 10), "C": ("Bob", 20)},
    ),
    "a free lot comes before one to be taken from another": (
        """20 08:10 Ann: bid A 30, B 30
        20 09:00 Bob: bid A 20
        20 09:05 Bob: bid C 20
        20 09:10 Cid: bid C 20""",
        {"A": ("Ann", 30), "C": ("Bob", 20)},
    ),
    "a free lot of the same amount spares the tie": (
        """20 08:10 Ann: bid A 30, B 30
        20 09:00 Bob: bid B 30, C 30""",
        {"A": ("Ann", 30), "C": ("Bob", 30)},
    ),
    "ties at two amounts, one below the other": (
        """20 08:10 Ann: bid A 30, B 30
        20 08:20 Bob: bid C 20, D 20
        20 08:30 Cid: bid B 20, D 10
        20 08:40 Dee: bid C 10, A 10""",
        {"A": ("Ann", 30), "B": ("Cid", 20), "C": ("Dee", 10), "D": ("Bob", 20)},
    ),
    "the order written in one message": (
        """20 08:10 Ann: bid A 30, B 30
        20 09:00 Bob: bid B 20, A 20""",
        {"A": ("Ann", 30), "B": ("Bob", 20)},
    ),
    "the order recorded in one instant": (
        """20 08:10 Ann: bid A 30, B 30
        20 09:00 Cid: bid B 20
        20 09:00 Bob: bid A 20""",
        {"A": ("Ann", 30), "B": ("Cid", 20)},
    ),
    "the time received, not the order recorded": (
        """20 09:05 Cid: bid B 20
        20 08:10 Ann: bid B 30, A 30
        20 09:00 Bob: bid A 20""",
        {"A": ("Bob", 20), "B": ("Ann", 30)},
    ),
    "a lower bid takes what an equal one left": (
        """20 08:10 Ann: bid A 30, B 30, C 30
        20 08:20 Bob: bid A 30
        20 09:00 Cid: bid A 29, C 5
        20 09:05 Dee: bid C 6""",
        {"A": ("Bob", 30), "B": ("Ann", 30), "C": ("Dee", 6)},
    ),
    "nobody else bids: the first in the catalogue, whatever was written first": (
        "20 08:10 Ann: bid D 30, C 30, B 30",
        {"B": ("Ann", 30)},
    ),
    "what was ruled void counts for nobody": (
        """20 08:10 Ann: bid A 30, B 30
        20 09:00 Bob: bid A 20
        20 09:05 Cid: bid B 20
        20 10:00 host: inactive Ann why "silent\"""",
        {"A": ("Bob", 20), "B": ("Cid", 20)},
    ),
}


@pytest.mark.parametrize("case", AP_11)
def test_ap_11_several_ties(case: str) -> None:
    bids, won = AP_11[case]
    assert play(opening("Ann, Bob, Cid, Dee", bids, lots=4)).won() == won


def test_ap_11_what_one_holds_too_many_is_left_over_and_re_auctioned() -> None:
    played = play(opening("Ann, Bob", "20 08:10 Ann: bid C 30, B 30", lots=3))
    assert played.won() == {"B": ("Ann", 30)}
    assert played.state.phase == "re-auction"
    assert [lot.label for lot in (*played.state.batch, *played.state.left)] == ["A", "C"]


def test_ap_10_redo_keeps_the_place_among_equal_bids_of_one_instant() -> None:
    # the first bid is entry 3; the order of recording is that of the numbers
    bids = """20 08:10 Ann: bid A 30
        20 08:10 Bob: bid A 30
        20 08:20 host: undo 4
        20 08:21 host: undo 3
        20 08:22 host: redo 3
        20 08:23 host: redo 4"""
    assert play(opening("Ann, Bob", bids, lots=2)).won() == {"A": ("Ann", 30)}


# ---- AP-13: how the opening session ends


def test_ap_13_a_stander_keeps_its_live_bids_and_may_win_with_them() -> None:
    bids = """20 08:10 Ann: bid A 30
        20 08:20 Bob: bid B 5
        20 08:21 Bob: stand"""
    played = play(opening("Ann, Bob", bids, lots=4))
    assert played.won() == {"A": ("Ann", 30), "B": ("Bob", 5)}
    assert played.state.player("Bob").standing
    assert played.state.phase == "change"


def test_ap_13_the_open_batch_is_played_out_though_everybody_left_in_it_stands() -> None:
    # Cid may take it back until the close; then the session is over and C and D go back
    bids = """20 08:10 Ann: bid A 30
        20 08:20 Bob: bid B 5"""
    rest = "21 09:00 Cid: stand\n"
    played = play(opening("Ann, Bob, Cid", bids, 4, rest))
    assert (played.state.phase, [lot.label for lot in played.state.batch]) == ("re-auction", ["C"])
    back = play(
        opening("Ann, Bob, Cid", bids, 4, f"{rest}21 09:10 Cid: bid C 1\n22 08:00 host: close")
    )
    assert back.state.player("Cid").lot == "C"
    over = play(opening("Ann, Bob, Cid", bids, 4, f"{rest}21 09:10 host: close early"))
    assert (over.state.phase, over.state.player("Cid").lot) == ("change", "")
    assert len(over.state.deck) == 26


def test_ap_13_a_stander_without_a_lot_can_still_buy_in_a_change_session() -> None:
    rest = """21 08:10 Ann: trash 2C 3C
        22 08:00 host: close
        22 08:10 Bob: bid A 7
        23 08:00 host: close"""
    bids = "20 08:10 Ann: bid A 30\n20 08:20 Bob: stand"
    played = play(opening("Ann, Bob", bids, 4, rest))
    player = played.state.player("Bob")
    assert (player.coins, len(player.hand), player.lot, player.standing) == (293, 2, "", False)


def test_ap_13_ruled_inactive_in_a_batch_the_next_highest_wins() -> None:
    bids = """20 08:10 Ann: bid A 30
        20 08:20 Bob: bid A 40
        20 08:30 host: inactive Bob why "silent\""""
    played = play(opening("Ann, Bob", bids, lots=2))
    assert played.won() == {"A": ("Ann", 30)}
    assert (played.state.phase, len(played.state.deck)) == ("change", 26)


def test_ap_13_ruled_inactive_the_last_without_a_lot_the_batch_can_be_closed_early() -> None:
    rest = """21 09:00 host: inactive Cid why "silent"
        21 09:00 host: close early"""
    bids = "20 08:10 Ann: bid A 30\n20 08:20 Bob: bid B 5"
    played = play(opening("Ann, Bob, Cid", bids, 4, rest))
    assert played.state.phase == "change"
    (window,) = played.table.windows
    assert (window.opened, window.deadline) == ("2026-11-21T09:00:00Z", "2026-11-22T09:00:00Z")


def test_ap_13_a_later_batch_isnt_opened_when_nobody_may_bid_in_it() -> None:
    bids = """20 08:10 Ann: bid A 30
        20 09:00 host: adjust Bob coins =1 why "a slip\""""
    played = play(opening("Ann, Bob", bids, 6, batch_size=2, min_bid=2))
    assert len(played.news("BatchOpened")) == 1
    (closed,) = played.news("OpeningClosed")
    assert [lot.label for lot in closed["returned"]] == list("BCDEF")
    assert played.state.phase == "change"


def test_ap_13_no_first_batch_is_opened_in_which_nobody_may_bid_either() -> None:
    body = """20 08:00 host: adjust Ann coins =0 why "a slip"
        20 08:00 host: adjust Bob coins =0 why "a slip"
        20 08:00 host: start"""
    assert play(journal_of("Ann, Bob", f"20 08:00 chance: {deck()}\n{body}")).table.windows == ()


def test_ap_13_where_everybody_stands_at_the_start_the_opening_is_over_with_it() -> None:
    body = "20 08:00 Ann: stand\n20 08:00 Bob: stand\n20 08:00 host: start"
    played = play(journal_of("Ann, Bob", f"20 08:00 chance: {deck()}\n{body}"))
    assert played.news("BatchOpened") == []
    assert (played.state.phase, len(played.state.deck)) == ("ended", 52)


def test_ap_13_a_stander_alone_may_bid_and_so_the_window_opens() -> None:
    # Bob has no lot and no coins, so the session isn't over; Cid could bid if it liked
    bids = """20 08:10 Ann: bid A 30
        20 08:20 Cid: stand
        20 09:00 host: adjust Bob coins =0 why "a slip\""""
    played = play(opening("Ann, Bob, Cid", bids, lots=3))
    assert (played.state.phase, [lot.label for lot in played.state.batch]) == ("re-auction", ["B"])


def test_ap_13_re_auctions_go_on_until_the_lots_run_out() -> None:
    rest = "\n".join(f"{day} 08:00 host: close" for day in range(22, 26))
    played = play(opening("Ann, Bob", "20 08:10 Bob: pass", 4, rest))
    assert [len(one["lots"]) for one in played.news("BatchOpened")] == [4, 1, 1, 1, 1]
    assert len(played.state.deck) == 52


# ---- AP-15 to AP-19: change sessions

SOLD = "20 08:10 Ann: bid A 100\n20 08:10 Bob: bid B 50\n20 08:10 Cid: bid C 1"
THREE = "Ann, Bob, Cid"


def change(rest: str, **options: object) -> str:
    """Ann has the clubs, Bob the diamonds, Cid the hearts; the change window is open."""
    return opening(THREE, SOLD, 4, rest, **options)


def test_ap_17_lots_in_the_order_of_first_trashes_an_inactive_players_among_them() -> None:
    body = """21 12:00 Ann: trash 2C
        21 11:00 Bob: trash 2D 3D
        21 13:00 Cid: trash 2H 3H 4H
        21 10:00 Cid: trash 5H
        21 14:00 host: inactive Bob why "silent"
        22 08:00 host: close"""
    played = play(change(body))
    assert [(lot.label, len(lot.cards)) for lot in played.state.batch] == [
        ("A", 4),
        ("B", 2),
        ("C", 1),
    ]
    # Bob's other eleven cards lie in the deck with the spades, all trashed cards were shuffled in
    assert len(played.state.deck) == 13 + 13 + 1 + 4 - 7
    assert played.state.player("Bob").hand == ()


def test_ap_17_a_late_trash_taken_for_a_reason_comes_last() -> None:
    body = """22 08:30 Ann [late "the forum was down"]: trash 2C 3C
        22 08:00 Bob: trash 2D
        22 08:30 host: close"""
    assert [len(lot.cards) for lot in play(change(body)).state.batch] == [1, 2]


def test_ap_17_everything_trashed_everything_comes_back() -> None:
    hands = {"Ann": "C", "Bob": "D", "Cid": "H"}
    lines = [f"21 09:00 {who}: trash {every(suit)}" for who, suit in hands.items()]
    played = play(change("\n".join([*lines, "22 08:00 host: close"])))
    assert [len(lot.cards) for lot in played.state.batch] == [13, 13, 13]
    assert len(played.state.deck) == 13


def test_ap_19_labels_begin_anew_and_a_label_sold_before_is_another_lot() -> None:
    body = """21 09:00 Ann: trash 2C
        22 08:00 host: close
        22 09:00 Bob: bid A 5
        23 08:00 host: close
        23 09:00 Cid: trash 2H
        24 08:00 host: close
        24 09:00 Cid: bid A 5
        25 08:00 host: close"""
    played = play(change(body))
    won = [(d.session, d.lot.label, d.winner) for d in played.state.decided if d.session]
    assert won == [(1, "A", "Bob"), (2, "A", "Cid")]


CATALOGUE = """21 09:00 Ann: trash 2C
    21 09:10 Bob: trash 2D
    21 09:20 Cid: trash 2H
    22 08:00 host: close
    """


@pytest.mark.parametrize("bids", ["bid A 200", "bid A 100, B 100", "bid A 1, C 198, B 1"])
def test_ap_18_the_sum_may_be_exactly_ones_coins(bids: str) -> None:
    body = f"{CATALOGUE}22 09:00 Ann: {bids}\n"
    assert play(change(f"{body}23 08:00 host: close")).state.player("Ann").coins == 0
    first, _, more = bids.rpartition(" ")
    assert refusal(change(f"{CATALOGUE}22 09:00 Ann: {first} {int(more) + 1}")).clause in ONE_OF


ONE_OF = {"AP-7", "AP-18"}
"""More than one's coins in one bid is refused by either clause."""


def two_batches(rest: str, change: str = "", **options: object) -> str:
    """Batches of two lots: Ann and Bob buy in the first, Cid in the second; then three lots of one
    card each are on offer, A and B first. `change` is said in the change window.
    """
    body = f"""20 08:00 chance: {deck()}
        20 08:00 host: start
        20 08:10 Ann: bid A 100
        20 08:10 Bob: bid B 50
        21 08:00 host: close
        21 08:10 Cid: bid C 2
        22 08:00 host: close
        22 09:00 Ann: trash 2C
        22 09:10 Bob: trash 2D
        22 09:20 Cid: trash 2H{change}
        23 08:00 host: close
        {rest}"""
    return journal_of(THREE, body, lots=4, batch_size=2, **options)


def test_ap_18_what_is_spent_in_one_batch_is_gone_in_the_next_and_what_lost_is_free() -> None:
    body = """23 09:00 Ann: bid A 150, B 50
        23 09:10 Bob: bid A 200
        23 09:20 Bob: bid B 50
        23 09:30 Cid: bid B 49
        24 08:00 host: close
        24 09:00 {}"""
    # of the two bids of 50 on B Ann's was first, on A Bob's 200 is the highest
    play(two_batches(body.format("Ann: bid C 150")))
    play(two_batches(body.format("Bob: bid C 50")))
    play(two_batches(body.format("Cid: bid C 298")))
    for dear in ("Ann: bid C 151", "Bob: bid C 51", "Cid: bid C 299"):
        assert refusal(two_batches(body.format(dear))).clause in ONE_OF


def test_ap_18_the_lots_to_come_go_back_once_nobody_has_the_least_bid() -> None:
    poor = "".join(
        f'\n22 10:00 host: adjust {who} coins ={coins} why "a slip"'
        for who, coins in {"Ann": 3, "Bob": 3, "Cid": 1}.items()
    )
    body = """23 09:00 Ann: bid A 2
        23 09:10 Bob: {}
        24 08:00 host: close"""
    played = play(two_batches(body.format("bid B 2"), poor, min_bid=2))
    assert [player.coins for player in played.state.players] == [1, 1, 1]
    assert (played.state.phase, played.state.session) == ("change", 2)
    assert len(played.state.deck) == 13 + 1  # the spades, and the third lot's card
    goes_on = play(two_batches(body.format("pass"), poor, min_bid=2))
    assert [lot.label for lot in goes_on.state.batch] == ["C"]


def test_ap_18_a_stander_with_coins_keeps_the_lots_on_offer() -> None:
    broke = "\n".join(f'21 08:30 host: adjust {who} coins =0 why "x"' for who in ("Ann", "Bob"))
    body = f"{broke}\n21 08:40 Cid: stand\n21 09:00 Ann: trash 2C\n22 08:00 host: close\n"
    assert play(change(body)).state.phase == "change-bidding"
    # nobody is awaited, so the host needn't wait
    assert play(change(f"{body}22 08:00 host: close early")).state.session == 2


# ---- AP-20 to AP-24: places and payouts

M = 1_000_000
# Lots A and B hold two pair, C to F and G to J high cards alike, ten and jack.
ALIKE = "AC AD KC KD QC QD AH AS KH KS QH QS"
for five in (("2", "4", "6", "8", "10"), ("3", "5", "7", "9", "J")):
    for lot in range(4):
        ALIKE += "".join(f" {rank}{SUITS[(lot + n) % 4]}" for n, rank in enumerate(five))

PAYOUTS = {
    "two first, three third, one sixth, two Pigs": (
        "A B G H I C - -",
        [(1, 7 * M), (1, 7 * M), *[(3, 333_333)] * 3, (6, 0), *[(None, -7_500_000)] * 2],
    ),
    "one first, four second, one Pig": (
        "A G H I J -",
        [(1, 5 * M), *[(2, 625_000)] * 4, (None, -7_500_000)],
    ),
    "two second, two last": (
        "A G H C D",
        [(1, 10 * M), (2, 2_500_000), (2, 2_500_000), *[(None, -7_500_000)] * 2],
    ),
    "one first, one second, four last": (
        "A G C D E F",
        [(1, 20 * M), (2, 8 * M), *[(None, -7_500_000)] * 4],
    ),
    "two first, four last, nobody third": (
        "A B C D E F",
        [(1, 14 * M), (1, 14 * M), *[(None, -7_500_000)] * 4],
    ),
    "all drawn, one Pig": ("C D E F -", [*[(1, 1_875_000)] * 4, (None, -7_500_000)]),
    "all drawn, no Pig": ("C D E F", [(1, 0)] * 4),
    "two drawn, no Pig": ("A B", [(1, 0)] * 2),
    "one hand, three Pigs": ("C - - -", [(1, 15 * M), *[(None, -7_500_000)] * 3]),
    "nothing but Pigs": ("- - -", [(None, -7_500_000)] * 3),
    "one first, two second and a Pig: the fourth gets nothing": (
        "A G H C -",
        [(1, 5 * M), (2, 1_250_000), (2, 1_250_000), (4, 0), (None, -7_500_000)],
    ),
    "one first, one second, two third, three Pigs": (
        "A G C D - - -",
        [(1, 15 * M), (2, 6 * M), (3, 750_000), (3, 750_000), *[(None, -7_500_000)] * 3],
    ),
}


@pytest.mark.parametrize("case", PAYOUTS)
def test_ap_23_draws_for_every_place(case: str) -> None:
    lots, expected = PAYOUTS[case]
    names = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"][: len(lots.split())]
    said = [
        f"20 09:00 {name}: {'stand' if lot == '-' else f'bid {lot} 1'}"
        for name, lot in zip(names, lots.split(), strict=True)
    ]
    lines = [f"20 08:00 chance: shuffle {ALIKE}", START.strip(), *said, "21 08:00 host: close"]
    text = journal_of(", ".join(names), "\n".join(lines), batch_size=10, change_sessions=0)
    if lots == "- - -":
        text = text.replace("change_sessions: 0", "change_sessions: 5")  # nobody has cards
    results = {r.name: r for r in play(text).state.results}
    assert [(results[name].place, results[name].payout) for name in names] == expected
    for name, lot in zip(names, lots.split(), strict=True):
        coins = 300 if lot == "-" else 299
        assert results[name].result == coins * 50_000 - 5 * M + results[name].payout


def test_ap_26_an_inactive_player_is_a_pig_and_repays_all_the_same() -> None:
    rest = """21 09:00 host: inactive Cid why "silent"
        22 08:00 host: close"""
    played = play(change(rest, change_sessions=1))
    (pig,) = [result for result in played.state.results if result.name == "Cid"]
    assert (pig.place, pig.hand_name, pig.payout, pig.result) == (
        None,
        "Pig",
        -7_500_000,
        -12_500_000,
    )


# ---- AP-26: windows in a row in which nothing came


def quiet(text: str) -> dict[str, int]:
    return dict(play(text).table.quiet)


def test_ap_26_a_window_that_asks_nothing_of_a_player_doesnt_count() -> None:
    # A to Ann; then B and C are re-auctioned, which doesn't concern her; then all change
    rest = """22 08:00 host: close
        22 09:00 Cid: pass
        23 08:00 host: close"""
    text = opening(THREE, "20 08:10 Ann: bid A 1", 3, rest)
    assert quiet(text) == {"Ann": 0, "Bob": 3, "Cid": 0}
    # only Ann has cards now: the change window asks nothing of the other two
    assert quiet(text + "2026-11-24T08:00:00Z host: close\n") == {"Ann": 1, "Bob": 3, "Cid": 0}


def test_ap_26_who_has_no_coins_is_asked_for_no_bids() -> None:
    rest = """21 09:00 host: adjust Bob coins =0 why "a slip"
        21 09:10 Ann: trash 2C
        22 08:00 host: close
        22 09:00 Cid: pass
        23 08:00 host: close"""
    assert quiet(change(rest)) == {"Ann": 1, "Bob": 1, "Cid": 0}


def test_ap_26_all_cards_trashed_is_a_move_and_the_next_change_asks_for_none() -> None:
    hand = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
    rest = f"""21 09:10 Ann: trash {hand}
        22 08:00 host: close
        23 08:00 host: close
        24 08:00 host: close"""
    played = play(change(rest))
    # Ann: trash, then no bid, then no cards; the others three windows without a word
    assert played.table.quiet == {"Ann": 1, "Bob": 3, "Cid": 3}


def test_ap_26_a_late_move_that_is_taken_counts_as_something_that_came() -> None:
    rest = """22 08:10 Ann [late "the forum was down"]: keep
        22 08:10 host: close"""
    assert quiet(change(rest)) == {"Ann": 0, "Bob": 1, "Cid": 1}


def test_ap_26_what_came_in_a_window_that_asked_for_nothing_ends_the_row_too() -> None:
    # Bob has neither lot nor card, yet writes: nobody can say that nothing came
    rest = """22 08:00 host: close
        22 09:00 Bob: keep
        23 08:00 host: close"""
    text = opening("Ann, Bob", "20 08:10 Ann: bid A 1", 2, rest)
    assert quiet(text) == {"Ann": 1, "Bob": 0}


def test_ap_26_a_stander_counts_as_having_moved_in_every_window() -> None:
    # Bob has neither lot nor card: the change window asks nothing of him, but he stands
    rest = """22 08:00 host: close
        22 09:00 Bob: stand
        23 08:00 host: close"""
    text = opening("Ann, Bob", "20 08:10 Ann: bid A 1", 2, rest)
    assert quiet(text) == {"Ann": 1, "Bob": 0}


# ---- ALL-1 to ALL-3, AP-28: times and the order of things


def typed(text: str) -> str:
    """The same with chance typed by the host, who may speak before it does."""
    return text.replace("---", "set chance: typed\n---", 1)


def test_all_03_a_ruling_between_the_close_and_the_shuffle_still_fills_the_deck() -> None:
    rest = f"""21 09:00 Bob: trash 2D
        22 08:00 host: close
        22 08:05 host: inactive Cid why "silent"
        22 08:10 chance: shuffle {every("H")} 2D {every("S")}"""
    played = play(typed(change(rest)))
    assert [lot.cards for lot in played.state.batch] == [("2H",)]
    assert len(played.state.deck) == 26
    (window,) = played.table.windows
    assert window.opened == "2026-11-22T08:10:00Z"


def test_all_01_a_window_opened_in_a_pause_lasts_exactly_its_hours_too() -> None:
    # it was open for no time before the game went on, so 24 hours are left of it
    rest = f"""21 09:00 Bob: trash 2D
        22 08:00 host: close
        22 08:05 host: pause why "holidays"
        22 10:05 chance: shuffle 2D {every("S")}
        22 12:05 host: resume"""
    (window,) = play(typed(change(rest))).table.windows
    assert window.opened == "2026-11-22T10:05:00Z"
    assert window.deadline == "2026-11-23T12:05:00Z"


def test_all_01_a_pause_after_the_deadline_leaves_late_what_was_late() -> None:
    rest = """22 08:30 host: pause why "holidays"
        23 08:30 host: resume
        """
    assert refusal(change(f"{rest}23 08:31 Ann: keep")).clause == "AP-15"
    assert play(change(f"{rest}23 08:31 host: close")).state.session == 2


def test_ap_28_all_08_the_order_is_that_of_arrival() -> None:
    rest = "21 08:30 Ann: trash 2C\n21 09:00 Ann: keep"
    assert refusal(change(rest)).clause == "AP-28"
    steps = play(change("21 09:00 Ann: trash 2C\n21 08:30 Ann: keep")).replay.steps
    assert [(step.entry.number, step.void) for step in steps[-2:]] == [(8, None), (7, None)]


def test_ap_28_a_trash_after_keep_forbids_the_next_keep() -> None:
    rest = "21 08:30 Ann: keep\n21 09:00 Ann: trash 2C\n21 09:10 Ann: keep"
    assert refusal(change(rest)).clause == "AP-28"


def test_ap_26_a_ruling_taken_back_gives_back_hand_coins_and_live_bids() -> None:
    # the ruling is entry 5
    bids = """20 08:10 Ann: bid A 30
        20 08:20 Bob: bid A 40
        20 08:30 host: inactive Bob why "silent"
        20 08:40 host: undo 5 why "the wrong one\""""
    assert play(opening("Ann, Bob", bids, 2)).won() == {"A": ("Bob", 40)}
