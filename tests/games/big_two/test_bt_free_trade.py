"""Free trade (BT-29)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from playing import Played, play

from gmtool.engine.game import PUBLIC
from gmtool.engine.refusals import NotNow, Refused, Unreadable
from gmtool.games.big_two import GAME

from .tables import (
    BEGIN,
    PRESIDENT,
    begun,
    counts,
    hand,
    hands,
    journal,
    more,
    refused,
    seen,
    shuffled,
    waits_for,
    why,
)

DEALT = ("3D 4D 5D 6D", "9H 9D 8H 8D", "9S 10S JS QS", "9C 10C JC QC", "2D 2C 2H 2S")
END = "+48h host: close"


def opened(seats: int = 3, body: str = "", **options: Any) -> Played:
    """Free trade among players who hold these cards, among others."""
    game = begun(*DEALT[:seats], free_trade=True, **options)
    return more(game, body) if body else game


def swap(one: str, cards: str, other: str, for_these: str) -> str:
    """An offer that is accepted at once."""
    return f"{one}: offer {other} {cards} for {for_these} | {other}: accept {one}"


def undone(game: Played) -> list[tuple[str, str]]:
    """The swaps that were undone, in that order: who had offered it, and what."""
    found = [news["offer"] for news in game.news("SwapUndone")]
    return [(offer.who, " ".join(offer.gives)) for offer in found]


# ---- when


def test_bt_29_off_by_default() -> None:
    assert begun("", "").state.phase == "play"


@pytest.mark.parametrize("on", ["on", "yes", "true"])
def test_bt_29_after_the_deal_where_nothing_is_traded_before(on: str) -> None:
    for kind in ("big-two", "president"):
        game = begun("", "", kind=kind, free_trade=on)
        assert game.state.phase == "free-trade"
        assert waits_for(game) == ["Ann", "Bob"]


def test_bt_29_after_mandatory_trading() -> None:
    game = more(begun("3D", "4D", hand_size=1, kind=PRESIDENT, free_trade=True), END)
    game = more(game, f"Ann: play 3D | {shuffled('3D', '9S', first=1, size=1)}")
    assert game.state.phase == "trading"
    game = more(game, "Bob: surrender | Ann: return 3D")
    assert (game.state.phase, waits_for(game)) == ("free-trade", ["Ann", "Bob"])
    game = more(game, swap("Bob", "3D", "Ann", "9S"))
    assert hands(more(game, END)) == {"Ann": "3D", "Bob": "9S"}


def test_bt_29_before_every_round() -> None:
    game = begun("3D", "4D", hand_size=1, free_trade=True, rounds=2)
    game = more(game, f"{END} | Ann: play 3D | {shuffled('', '', first=1, size=1)}")
    assert game.state.phase == "free-trade"
    assert len(game.news("FreeTradeOpened")) == 2


def test_bt_29_for_one_window_of_48_hours() -> None:
    game = opened()
    (window,) = game.table.windows
    assert window.opened.until(window.deadline) == timedelta(hours=48)
    assert (window.clause, window.private) == ("BT-29", ())
    game = more(game, swap("Ann", "3D", "Bob", "9H"))
    assert [w.deadline for w in game.table.windows] == [window.deadline]


def test_bt_29_or_as_many_as_the_host_says() -> None:
    (window,) = opened(trade_hours=5).table.windows
    assert window.opened.until(window.deadline) == timedelta(hours=5)


@pytest.mark.parametrize("line", ["Ann: play 3D", "Bob: pass"])
def test_bt_29_nobody_plays_meanwhile(line: str) -> None:
    found = refused(opened(), line)
    assert (type(found), found.clause) == (NotNow, "BT-12")


@pytest.mark.parametrize("move", ["hold", "ask 9S", "demand lowest"])
def test_bt_29_nor_is_anything_stolen(move: str) -> None:
    assert isinstance(refused(opened(), f"Ann: {move}"), Unreadable)


def test_bt_29_no_offers_in_play() -> None:
    game = more(opened(), END)
    assert game.state.phase == "play"
    for move in ("offer Bob 3D for 9H", "accept Bob", "decline Bob", "withdraw Bob"):
        found = refused(game, f"Ann: {move}")
        assert (type(found), found.clause) == (NotNow, "BT-29")


# ---- offers


@pytest.mark.parametrize(
    ("cards", "for_these", "ann", "bob"),
    [
        ("3D", "9H", "9H", "3D"),
        ("3D 4D", "9H 9D", "9H 9D", "3D 4D"),
        ("3D", "9H 9D", "9H 9D", "3D"),
        ("3D 4D 5D", "9H", "9H", "3D 4D 5D"),
        ("nothing", "9H", "9H", ""),
        ("3D", "nothing", "", "3D"),
    ],
)
def test_bt_29_any_cards_either_side_possibly_nothing(
    cards: str, for_these: str, ann: str, bob: str
) -> None:
    game = opened(body=swap("Ann", cards, "Bob", for_these))
    gone = {*cards.split(), *for_these.split()}
    assert set(ann.split()) == gone & set(hand(game, "Ann").split())
    assert set(bob.split()) == gone & set(hand(game, "Bob").split())


def test_bt_29_any_two_players() -> None:
    swaps = (
        swap("Bob", "9H", "Cid", "9S"),
        swap("Cid", "10S", "Ann", "3D"),
        swap("Ann", "4D", "Bob", "9S"),
    )
    game = opened(body=" | ".join(swaps))
    assert len(game.state.swaps) == 3


def test_bt_29_both_confirm() -> None:
    game = opened(body="Ann: offer Bob 3D for 9H")
    assert "3D" in hand(game, "Ann")
    assert not game.state.swaps
    game = more(game, "Bob: accept Ann")
    assert "3D" in hand(game, "Bob")


@pytest.mark.parametrize("who", ["Ann", "Cid"])
def test_bt_29_nobody_else_accepts_it(who: str) -> None:
    found = refused(opened(body="Ann: offer Bob 3D for 9H"), f"{who}: accept Ann")
    assert (type(found), found.clause) == (NotNow, "BT-29")
    assert f"no open offer of Ann to {who}" in found.sentence()


def test_bt_29_declined_it_no_longer_stands() -> None:
    game = opened(body="Ann: offer Bob 3D for 9H | Bob: decline Ann")
    assert refused(game, "Bob: accept Ann").clause == "BT-29"
    assert more(game, swap("Ann", "3D", "Bob", "9H")).state.swaps


def test_bt_29_withdrawn_it_no_longer_stands() -> None:
    game = opened(body="Ann: offer Bob 3D for 9H | Ann: withdraw Bob")
    assert refused(game, "Bob: accept Ann").clause == "BT-29"
    assert refused(game, "Ann: withdraw Bob").clause == "BT-29"
    assert refused(game, "Bob: decline Ann").clause == "BT-29"


def test_bt_29_one_offer_at_a_time_to_the_same_player() -> None:
    game = opened(body="Ann: offer Bob 3D for 9H")
    found = refused(game, "Ann: offer Bob 4D for 9D")
    assert (type(found), found.clause) == (NotNow, "BT-29")
    assert "your offer to Bob is still open; take it back first: `withdraw Bob`" in found.sentence()
    game = more(game, "Ann: offer Cid 3D for 9S | Bob: offer Ann 9D for 4D")
    assert len(game.state.offers) == 3
    assert more(game, "Ann: withdraw Bob | Ann: offer Bob 4D for 9D").state.offers


@pytest.mark.parametrize(
    ("offer", "said_so"),
    [
        ("Ann 3D for 9H", "nobody trades with himself"),
        ("Bob nothing for nothing", "nothing for nothing is no trade"),
        ("Bob 9S for 9H", "9S isn't in your hand"),
        ("Bob 9H for 3D", "9H isn't in your hand"),
        ("Bob 3D for 4D", "4D is in your own hand"),
        ("Bob 3D 3D for 9H", "3D is named twice"),
        ("Bob 3D for 9H 9H", "9H is named twice"),
        ("Bob 3D for 3D", "3D is named twice"),
        ("Bob 3D for LJ", "LJ isn't in this deck"),
    ],
)
def test_bt_29_an_offer_is_checked_against_the_offerers_hand(offer: str, said_so: str) -> None:
    found = refused(opened(), f"Ann: offer {offer}")
    assert (type(found), found.clause) == (Refused, "BT-29")
    assert said_so in found.sentence()


@pytest.mark.parametrize("wanted", ["9H", "9S", "2S", "9H 9S"])
def test_bt_29_and_against_that_only(wanted: str) -> None:
    """Whether Bob has it or not, nobody hears at that point."""
    game = opened(body=f"Ann: offer Bob 3D for {wanted}")
    assert len(game.state.offers) == 1
    assert [news.name for news in game.replay.live[-1].news] == ["Offered"]


def test_bt_29_accepting_without_the_cards_is_refused_to_who_accepts_alone() -> None:
    game = opened(body="Ann: offer Bob 3D for 9S 9H")
    found = refused(game, "Bob: accept Ann")
    assert (type(found), found.clause) == (Refused, "BT-29")
    assert "9S isn't in your hand, so you can't accept" in found.sentence()
    assert "9H" not in found.sentence()
    assert len(game.state.offers) == 1  # it stands, and Ann has heard nothing
    assert game.view("Ann")["you"]["offers"][0]["gets"] == ["9H", "9S"]


def test_bt_29_declined_with_or_without_the_cards_looks_the_same() -> None:
    games = [opened(body=f"Ann: offer Bob 3D for {c} | Bob: decline Ann") for c in ("9H", "9S")]
    told = [str(game.news("Declined")[0].seen_by("Ann")) for game in games]
    assert told[0].replace("9H", "9S") == told[1]


def test_bt_29_what_is_lacking_to_accept_an_offer_its_receiver_alone_is_shown() -> None:
    game = opened(body="Ann: offer Bob 3D for 9H 9S")
    shown = [game.view(who)["you"]["offers"][0]["missing"] for who in ("Ann", "Bob")]
    assert shown == [[], ["9S"]]


def test_bt_29_an_offer_whose_cards_went_elsewhere_no_longer_stands() -> None:
    game = opened(body="Ann: offer Bob 3D for 9H | Ann: offer Cid 3D for 9S | Bob: accept Ann")
    assert game.state.offers == ()
    assert refused(game, "Cid: accept Ann").clause == "BT-29"
    (gone,) = game.news("Withdrawn")
    assert seen(gone, "Ann")["gone"] is True


def test_bt_29_the_other_hears_no_more_than_that() -> None:
    game = opened(body="Ann: offer Bob 3D for 9H | Ann: offer Cid 3D for 9S | Bob: accept Ann")
    taken_back = opened(body="Ann: offer Bob 3D for 9H | Ann: offer Cid 3D for 9S")
    taken_back = more(taken_back, "Ann: withdraw Cid")
    told = [one.news("Withdrawn")[0].seen_by("Cid") for one in (game, taken_back)]
    assert told[0] == told[1]
    assert "gone" not in str(told[0])
    letters = [
        [m.occasion for m in GAME.messages(one.replay.live[-1].news) if m.to == "Cid"]
        for one in (game, taken_back)
    ]
    assert letters == [["offer"], ["offer"]]
    assert game.news("Withdrawn")[0].seen_by(PUBLIC) is None


def test_bt_29_offers_of_who_accepts_are_void_too_where_their_cards_went() -> None:
    game = opened(body="Ann: offer Bob 3D for 9H | Bob: offer Cid 9H for 9S | Bob: accept Ann")
    assert refused(game, "Cid: accept Bob").clause == "BT-29"


def test_bt_29_an_offer_for_a_card_that_went_elsewhere_stands_for_all_who_made_it_knows() -> None:
    game = opened(body=f"Ann: offer Bob 3D for 9H | {swap('Bob', '9H', 'Cid', '9S')}")
    assert [offer.who for offer in game.state.offers] == ["Ann"]
    assert game.view("Ann")["you"]["offers"][0]["gets"] == ["9H"]
    assert refused(game, "Bob: accept Ann").clause == "BT-29"


def test_bt_29_offers_of_other_cards_stand() -> None:
    game = opened(body="Ann: offer Bob 3D for 9H | Ann: offer Cid 4D for 9S | Bob: accept Ann")
    assert [(offer.who, offer.to) for offer in game.state.offers] == [("Ann", "Cid")]


def test_bt_29_cards_may_go_on_and_come_back() -> None:
    body = f"{swap('Ann', '3D', 'Bob', '9H')} | {swap('Bob', '3D', 'Cid', '9S')}"
    game = opened(body=f"{body} | {swap('Cid', '3D', 'Ann', '9H')}")
    assert "3D" in hand(game, "Ann").split()
    assert len(game.state.swaps) == 3


def test_bt_29_in_text_form_a_name_of_several_words() -> None:
    text = journal('Ann, "Bob Ten"', f"{shuffled('3D', '9H')}\n{BEGIN}", free_trade=True)
    game = more(play(text), "Ann: offer Bob Ten 3D for 9H")
    assert game.state.offers[0].to == "Bob Ten"


# ---- while it is on


def test_bt_29_hands_count_as_large_as_dealt_meanwhile() -> None:
    game = opened(body=swap("Ann", "3D 4D", "Bob", "nothing"))
    assert counts(game) == [18, 17, 17]
    assert len(hand(game, "Ann").split()) == 16


def test_bt_29_offers_and_swaps_are_between_the_two() -> None:
    game = opened(body=f"{swap('Ann', '3D', 'Bob', '9H')} | Bob: offer Ann 9D for 4D")
    for news in (*game.news("Offered"), *game.news("Swapped")):
        assert news.seen_by(PUBLIC) is news.seen_by("Cid") is None
        assert news.seen_by("Ann") == news.seen_by("Bob") is not None
    assert game.view("Cid")["you"]["offers"] == game.view("Cid")["you"]["swaps"] == []
    assert all(step.move.public == "" for step in game.replay.live[2:])


# ---- the end of it


def test_bt_29_it_is_closed_when_its_time_is_up_for_everybody_at_once() -> None:
    game = opened()
    found = refused(game, "+47h host: close")
    assert (found.clause, "free trade" in found.sentence()) == ("ALL-2", True)
    found = refused(game, "+48h host: close Bob")
    assert (type(found), found.clause) == (Refused, "BT-29")
    assert more(game, END).state.phase == "play"


def test_bt_29_or_early_when_everybody_has_said_something_and_no_offer_waits() -> None:
    game = opened(body="Ann: offer Bob 3D for 9H | Bob: accept Ann")
    found = refused(game, "host: close early")
    assert (found.clause, "still awaited: Cid" in found.sentence()) == ("ALL-2", True)
    game = more(game, "Cid: offer Ann 9S for 4D")
    found = refused(game, "host: close early")
    assert (found.clause, "still awaited: Ann" in found.sentence()) == ("ALL-2", True)
    game = more(game, "Ann: decline Cid | host: close early")
    assert game.state.phase == "play"


def test_bt_29_open_offers_lapse() -> None:
    game = more(opened(body="Ann: offer Bob 3D for 9H"), END)
    assert game.state.offers == ()
    assert "3D" in hand(game, "Ann").split()
    assert refused(game, "Bob: accept Ann").clause == "BT-29"


def test_bt_29_swaps_that_leave_hands_as_large_as_they_were_stand() -> None:
    body = f"{swap('Ann', '3D', 'Bob', '9H')} | {swap('Bob', '8H 8D', 'Cid', '9S 10S')}"
    game = more(opened(body=body), END)
    assert undone(game) == []
    assert "9H" in hand(game, "Ann").split()
    assert {"9S", "10S", "3D"} <= set(hand(game, "Bob").split())


def test_bt_29_also_where_two_make_up_for_each_other() -> None:
    body = f"{swap('Ann', '3D', 'Bob', 'nothing')} | {swap('Bob', '9H', 'Ann', 'nothing')}"
    assert undone(more(opened(body=body), END)) == []


def test_bt_29_or_three_in_a_ring() -> None:
    body = [swap("Ann", "3D", "Bob", "nothing"), swap("Bob", "9H", "Cid", "nothing")]
    body.append(swap("Cid", "9S", "Ann", "nothing"))
    game = more(opened(body=" | ".join(body)), END)
    assert undone(game) == []
    assert [len(held.split()) for held in hands(game).values()] == [18, 17, 17]


GIFT = swap("Ann", "3D", "Bob", "nothing")


def ended(*swaps: str, seats: int = 3) -> tuple[Played, bool]:
    """Free trade with these swaps, ended; and whether all hands are as dealt."""
    start = opened(seats)
    game = more(start, f"{' | '.join(swaps)} | {END}")
    sizes = [len(held.split()) for held in hands(game).values()]
    assert sizes == [len(held.split()) for held in hands(start).values()]
    assert game.state.phase == "play"
    return game, hands(game) == hands(start)


@pytest.mark.parametrize(
    "one", [GIFT, swap("Ann", "nothing", "Bob", "9H"), swap("Ann", "3D 4D", "Bob", "9H")]
)
def test_bt_29_a_swap_that_leaves_hands_larger_or_smaller_is_undone(one: str) -> None:
    game, as_dealt = ended(one)
    assert len(undone(game)) == 1
    assert as_dealt


def test_bt_29_latest_first_and_no_more_than_needed() -> None:
    game, _ = ended(swap("Ann", "4D", "Bob", "9D"), GIFT)
    assert undone(game) == [("Ann", "3D")]
    assert "9D" in hand(game, "Ann").split()


def test_bt_29_a_later_swap_of_the_same_hands_goes_before_an_earlier() -> None:
    game, as_dealt = ended(GIFT, swap("Ann", "4D", "Bob", "9D"))
    assert undone(game) == [("Ann", "4D"), ("Ann", "3D")]
    assert as_dealt


def test_bt_29_swaps_of_hands_that_fit_stand() -> None:
    game, _ = ended(GIFT, swap("Cid", "9S", "Dee", "9C"), seats=4)
    assert undone(game) == [("Ann", "3D")]
    assert "9S" in hand(game, "Dee").split()


def test_bt_29_a_chain_is_undone_link_by_link() -> None:
    links = [GIFT, swap("Bob", "3D", "Cid", "nothing"), swap("Cid", "3D", "Dee", "nothing")]
    game, as_dealt = ended(*links, seats=4)
    assert undone(game) == [("Cid", "3D"), ("Bob", "3D"), ("Ann", "3D")]
    assert as_dealt


def test_bt_29_where_its_cards_have_moved_on_the_swaps_that_moved_them_go_before() -> None:
    """Cid's and Dee's hands fit, but 3D has to come back from Dee."""
    links = [GIFT, swap("Bob", "3D", "Cid", "9S"), swap("Cid", "3D", "Dee", "9C")]
    game, as_dealt = ended(*links, swap("Cid", "10S", "Dee", "10C"), seats=4)
    assert undone(game) == [("Cid", "3D"), ("Bob", "3D"), ("Ann", "3D")]
    assert not as_dealt
    assert {"9S", "10C"} <= set(hand(game, "Cid").split())


def test_bt_29_and_those_that_moved_what_came_for_them() -> None:
    """Dee gave 9C for 3D, and Cid gave it on to Eve."""
    links = [GIFT, swap("Bob", "3D", "Cid", "9S"), swap("Cid", "3D", "Dee", "9C")]
    game, as_dealt = ended(*links, swap("Cid", "9C", "Eve", "2D"), seats=5)
    assert undone(game) == [("Cid", "9C"), ("Cid", "3D"), ("Bob", "3D"), ("Ann", "3D")]
    assert as_dealt


def test_bt_29_the_same_swap_made_twice_is_undone_as_often_as_needed() -> None:
    game, as_dealt = ended(GIFT, swap("Bob", "3D", "Ann", "nothing"), GIFT)
    assert undone(game) == [("Ann", "3D")]
    assert as_dealt


def test_bt_29_both_hear_that_a_swap_is_undone_and_nobody_else() -> None:
    game, _ = ended(GIFT, swap("Ann", "4D", "Cid", "9S"))
    told = GAME.messages(game.replay.live[-1].news)
    letters = {(m.to, m.occasion) for m in told}
    assert {("Ann", "offer"), ("Bob", "offer")} <= letters
    news = game.news("SwapUndone")[-1]
    assert news.seen_by(PUBLIC) is news.seen_by("Cid") is None


def test_bt_29_who_traded_gets_its_hand_at_the_end() -> None:
    game = more(opened(body=swap("Ann", "3D", "Bob", "9H")), END)
    told = GAME.messages(game.replay.live[-1].news)
    assert [m.to for m in told if m.occasion == "hand"] == ["Ann", "Bob"]


def test_bt_29_after_it_play_begins() -> None:
    game = more(opened(), END)
    assert waits_for(game) == ["Ann"]
    assert "nobody plays now" in why(opened(), "Ann: play 3D")


def test_bt_29_no_early_end_while_hands_differ() -> None:
    """Undoing is for the window's end; until then what was given can come back."""
    body = "Ann: offer Bob 3D for nothing | Bob: accept Ann | Cid: offer Ann 9S for nothing"
    game = more(opened(body=body), "Ann: decline Cid")
    found = refused(game, "host: close early")
    assert (found.clause, "(Ann, Bob)" in found.sentence()) == ("BT-29", True)
    game = more(game, "Bob: offer Ann 3D for nothing | Ann: accept Bob | host: close early")
    assert (game.state.phase, undone(game)) == ("play", [])
