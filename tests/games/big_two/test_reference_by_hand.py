"""The reference itself, against what the rules page gives when worked out with a pencil."""

from __future__ import annotations

from typing import Any

import pytest
from rules_page import Illegal

from .reference import HOUR, Reference
from .reference_market import Market
from .reference_plays import HEIGHT, NATURAL, Worth, best, deck, stated
from .reference_trades import Haggle

WHY = 'why "a slip"'


# ---- tables


def shuffled(top: str, jokers: int = 0) -> str:
    """Those cards on top, the rest from low to high."""
    first = top.split()
    return "shuffle " + " ".join([*first, *(c for c in deck(jokers) if c not in first)])


def sit(top: str, names: str = "Ann Bob", kind: str = "big-two", **options: Any) -> Reference:
    """A game that has begun, dealt from a deck with those cards on top."""
    game = Reference(kind, names.split(), **options)
    game.say("chance", shuffled(top, game.option["jokers"]))
    game.say("host", "start")
    return game


def apply(game: Reference, script: str, at: int = 0) -> Reference:
    """`Ann: play 3D; Bob: pass` and so on, all at that many seconds."""
    for line in filter(None, (part.strip() for part in script.split(";"))):
        who, _, text = line.partition(": ")
        game.say(who, text, at)
    return game


def refused(game: Reference, who: str, text: str, at: int = 0) -> tuple[str, ...]:
    """The clauses of a refusal, which has changed nothing."""
    before = facts(game)
    with pytest.raises(Illegal) as found:
        game.say(who, text, at)
    assert facts(game) == before
    return found.value.clauses


def facts(game: Reference) -> Any:
    hands = {name: sorted(hand) for name, hand in game.hands.items()}
    return hands, game.awaited(), game.deadlines(), game.places, game.trick, game.stock


def second_round(hands: str, **options: Any) -> Reference:
    """President for two: Ann has won the first round, the second is dealt, Bob's card first; Ann is
    president.
    """
    size = len(hands.split()) // 2
    game = sit("3D 4D", kind="president", hand_size=1, rounds=2, **options)
    apply(game, "Ann: play 3D")
    game.option["hand_size"] = size
    return apply(game, f"chance: {shuffled(hands, game.option['jokers'])}")


def haggle(own: str, count: int = 2, taker: str = "3D 4D 5D") -> Haggle:
    """A trade in which Bob, who holds `own`, waits for Ann's questions."""
    one = Haggle("Ann", "Bob", count, {"Ann": taker.split(), "Bob": own.split()})
    one.hold("Bob")
    return one


def said(one: Haggle, question: str) -> tuple[bool, list[str]]:
    """The answer, and what it named."""
    one.ask("Ann", question, 2)
    _, yes, cards = one.asked[-1]
    return yes, cards


def unasked(one: Haggle, question: str) -> tuple[str, ...]:
    """The clauses by which a question is refused."""
    with pytest.raises(Illegal) as found:
        one.ask("Ann", question, 2)
    return found.value.clauses


# ---- cards and plays


def worth(cards: str, use: str = "both") -> Worth:
    found = best(tuple(cards.split()), use)
    assert found, cards
    return found


def test_bt_01_rank_first_then_suit() -> None:
    order = ["3D", "3C", "3H", "3S", "4D", "10S", "JD", "KS", "AD", "AS", "2D", "2S", "LJ", "HJ"]
    assert sorted(order, key=HEIGHT.__getitem__) == order
    assert len(NATURAL) == 52


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("4S", "5D"),
        ("5D", "5C"),
        ("2S", "LJ"),
        ("LJ", "HJ"),
        ("7D 7H", "7C 7S"),
        ("7C 7S", "8D 8C"),
        ("2C 2S", "LJ HJ"),
        ("3D LJ", "4D 4C"),
        ("4H 4S", "4D LJ"),
        ("4D LJ", "4C HJ"),
        ("9D 9C 9S", "10D 10C 10H"),
        ("9D 9C 9S", "9H LJ HJ"),
        ("3D 4C 5H 6S 7D", "3C 4D 5D 6D 7C"),
        ("3D 4C 5H 6S 7S", "3H 4H 5D 6D LJ"),
        ("3H 4H 5D 6D LJ", "3S 4S 5C 6C HJ"),
        ("3H 4H 5D 6D HJ", "4D 5C 6H 7H 8D"),
        ("10D JC QH KS AD", "3D 4D 5D 6D 8D"),
        ("2D AD KD QD 10D", "3C 4C 5C 6C 8C"),
        ("2S JS 9S 8S 4S", "2S JS 10S 7S 3S"),
        ("KS JS 9S 5S 3S", "KS JS 9S 5S 4S"),
        ("AS JS 9S 5S 3S", "LJ 10S 8S 7S 4S"),
        ("2S AS KS QS 10S", "3D 3C 3H 4D 4C"),
        ("3D 3C 3H 2D 2C", "4D 4C 4H 3S 3D"),
        ("8D 8C 8H 2S 2C", "8S LJ HJ 4D 4C"),
        ("2D 2C 2H AS AC", "3D 3C 3H 3S 4D"),
        ("2D 2C 2H 2S 3D", "3D 4D 5D 6D 7D"),
        ("10H JH QH KH AH", "10S JS QS KS AS"),
        ("10S JS QS KS AS", "3D 3C 3H 3S LJ"),
        ("3D 3C 3H 3S LJ", "4D 4C 4H 4S HJ"),
    ],
)
def test_bt_10_bt_11_bt_17_to_bt_19_what_beats_what(lower: str, higher: str) -> None:
    low, high = worth(lower), worth(higher)
    assert low.height < high.height


def test_bt_08_no_two_in_a_straight_and_nothing_wraps() -> None:
    assert worth("10D JC QH KS AD").kind == "straight"
    for wrong in ("JD QC KH AS 2D", "AD 2C 3H 4S 5D", "2C 3H 4S 5D 6C"):
        assert best(tuple(wrong.split()), "both") is None


def test_bt_07_what_is_no_play() -> None:
    for wrong in ("3D 4D", "3D 3C 4D", "3D 3C 3H 4D", "3D 4C 5H 6S 8D", "3D 3C 4D 4C 5H"):
        assert best(tuple(wrong.split()), "both") is None


def test_bt_16_what_jokers_may_be_used_as() -> None:
    assert best(("4D", "LJ"), "high") is None
    assert worth("LJ", "high") == worth("LJ", "both") == Worth("single", (134,))
    assert worth("LJ", "wild") == Worth("single", (124,))  # a 2 that is above the natural ones
    assert worth("LJ HJ", "wild") == Worth("pair", (125,))


def test_bt_16_a_wild_doubles_no_card_but_in_five_of_a_kind() -> None:
    assert stated(["7S", "LJ"], ["7S", "7S"], "both") is None
    assert stated(["7S", "LJ"], ["7S", "7C"], "both") == Worth("pair", (74 - 30,))
    fives = ["7D", "7C", "7H", "7S", "LJ"]
    assert stated(fives, ["7"], "wild") == Worth("five of a kind", (5, 40))
    assert stated(fives, ["8"], "wild") is None


def test_bt_20_the_highest_unless_the_player_says_otherwise() -> None:
    cards = ["4D", "5D", "6D", "7D", "LJ"]
    assert worth(" ".join(cards)) == Worth("straight flush", (4, 54))  # the joker is the 8
    low = stated(cards, ["4D", "5D", "6D", "7D", "3D"], "both")
    assert low == Worth("straight flush", (4, 40))
    assert stated(["LJ"], ["9S"], "both") == Worth("single", (64,))
    assert stated(["LJ"], ["LJ"], "both") == Worth("single", (134,))
    assert stated(["LJ"], ["HJ"], "both") is None


# ---- deal and play


def test_bt_02_the_earlier_seats_get_more_and_the_first_seat_moves_on() -> None:
    game = sit("", "Ann Bob Cid", rounds=2)
    assert game.counts() == [18, 17, 17]
    assert game.hands["Ann"][:2] == ["3D", "3S"]
    for name in "Bob", "Cid":
        game.hands[name] = ["2S"]
    game.hands["Ann"] = ["3D"]
    apply(game, f"Ann: play 3D; Bob: play 2S; chance: {shuffled('')}")
    assert game.counts() == [17, 18, 17]


def test_bt_03_who_passes_draws_while_there_is_a_card() -> None:
    game = sit("5D 4C 9D 8C JD", hand_size=2)
    assert (game.must, game.turn) == ("4C", "Bob")
    assert "BT-3" in refused(game, "Bob", "play 8C")
    apply(game, "Bob: play 4C; Ann: pass")
    assert sorted(game.hands["Ann"]) == ["5D", "9D", "JD"]
    assert game.turn == "Bob"  # all others have passed


def test_bt_04_the_floating_card() -> None:
    names = "Ann Bob Cid"
    game = sit("", names, floating_card="face-up")
    assert (game.floating, game.floating_to) == ("2S", "Ann")
    assert game.counts() == [18, 17, 17]
    game = sit(" ".join(card for card in NATURAL if card != "3D"), names, floating_card="face-up")
    assert (game.floating, game.floating_to, game.turn) == ("3D", "Ann", "Ann")  # 3C came first


def test_bt_06_the_first_play_contains_3d_or_the_lowest() -> None:
    game = sit("3D 4D 3C 4C", hand_size=2)
    assert "BT-6" in refused(game, "Ann", "play 3C")
    assert refused(game, "Ann", "pass") == ("BT-12",)
    apply(game, "Ann: play 3C 3D")
    assert game.places == {"Ann": 1, "Bob": 2}


def test_bt_06_first_round_only() -> None:
    game = second_round("3S 4D 8H 9H", open_with_lowest="first-round")
    apply(game, "Bob: surrender; Ann: return 3S 9H")
    assert (game.turn, game.must) == ("Bob", "")


def test_bt_09_as_many_cards_and_higher() -> None:
    game = sit("3D 4D 3C 4C 6D 5H", hand_size=3)
    apply(game, "Ann: play 3D 3C")
    assert "BT-9" in refused(game, "Bob", "play 5H")
    assert "BT-7" in refused(game, "Bob", "play 5H 4D")
    apply(game, "Bob: play 4C 4D; Ann: pass")
    assert refused(game, "Ann", "play 6D") == ("BT-12", "BT-13")


def test_bt_12_a_trick_ends_when_all_others_have_passed_in_a_row() -> None:
    game = sit("", "Ann Bob Cid Dee")
    apply(game, "Ann: play 3D; Bob: pass; Cid: play 5H; Dee: pass; Ann: pass")
    assert (game.turn, game.number) == ("Bob", 1)  # its pass was before the last play
    apply(game, "Bob: pass")
    assert (game.turn, game.number, game.trick) == ("Cid", 2, [])


def test_bt_13_bt_14_going_out_ends_the_trick() -> None:
    game = sit("", "Ann Bob Cid")
    game.hands = {"Ann": ["3D", "9D"], "Bob": ["4D"], "Cid": ["5D", "6D"]}
    apply(game, "Ann: play 3D; Bob: play 4D")
    assert (game.turn, game.trick, game.places["Bob"]) == ("Cid", [], 1)
    apply(game, "Cid: play 5D; Ann: play 9D")
    assert game.places == {"Ann": 2, "Bob": 1, "Cid": 3}
    assert game.task == "over"


def test_bt_12_every_move_has_twenty_four_hours() -> None:
    game = sit("", "Ann Bob Cid")
    assert game.awaited() == {"Ann": 24 * HOUR}
    apply(game, "Ann: play 3D", 24 * HOUR)
    assert game.awaited() == {"Bob": 48 * HOUR}
    assert "BT-12" in refused(game, "Bob", "pass", 48 * HOUR + 1)
    assert refused(game, "host", "close", 48 * HOUR - 1) == ("ALL-2",)
    apply(game, "host: close", 48 * HOUR)
    assert game.trick[-1] == ("Bob", [], None)


def test_bt_12_a_lead_by_default_is_the_lowest_single() -> None:
    game = sit("", "Ann Bob")
    apply(game, "host: close", 24 * HOUR)
    assert game.trick[-1][:2] == ("Ann", ["3D"])
    apply(game, "Bob: pass", 48 * HOUR)
    apply(game, "host: close Ann", 72 * HOUR)
    assert game.trick[-1][:2] == ("Ann", ["3H"])


def test_bt_02_a_redeal_comes_before_the_first_play() -> None:
    game = sit("", "Ann Bob")
    apply(game, f"host: redeal {WHY}")
    assert game.awaited() == {"chance": 0}
    apply(game, f"chance: {shuffled('')}; Ann: play 3D")
    assert refused(game, "host", f"redeal {WHY}") == ("BT-2",)


# ---- President


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        ("Ann Bob", "president bum"),
        ("Ann Bob Cid", "president neutral bum"),
        ("Ann Bob Cid Dee", "president vice_president vice_bum bum"),
        ("Ann Bob Cid Dee Eve", "president vice_president neutral vice_bum bum"),
    ],
)
def test_bt_21_roles_by_the_finishing_order(names: str, roles: str) -> None:
    game = Reference("president", names.split())
    game.give_roles(names.split())
    assert [role.replace(" ", "_") for role in game.roles.values()] == roles.split()


def test_bt_23_two_trades_side_by_side_with_four_players() -> None:
    game = sit("", "Ann Bob Cid Dee", "president", rounds=2)
    game.hands = {"Ann": ["3D"], "Bob": ["4D"], "Cid": ["5D"], "Dee": ["6D"]}
    apply(game, f"Ann: play 3D; Bob: play 4D; Cid: play 5D; chance: {shuffled('')}")
    assert game.awaited() == {"Dee": 24 * HOUR, "Cid": 24 * HOUR}
    apply(game, "Cid: surrender; Bob: return 3D")
    assert game.awaited() == {"Dee": 24 * HOUR}
    apply(game, "Dee: surrender; Ann: return 3S 4S", HOUR)
    assert game.awaited() == {"Cid": 25 * HOUR}  # Bob was dealt the 3D and gave it to Cid
    assert game.counts() == [13, 13, 13, 13]


def test_bt_24_a_surrender_gives_the_highest() -> None:
    game = second_round("2S 3D 9H 4D 2C 5D")  # Bob 2S 9H 2C
    apply(game, "Bob: surrender")
    assert sorted(game.hands["Ann"]) == ["2C", "2S", "3D", "4D", "5D"]
    assert game.counts() == [3, 3]
    assert refused(game, "Ann", "return 3D") == ("BT-28",)
    apply(game, "Ann: return 2C 5D")
    assert (game.task, sorted(game.hands["Bob"])) == ("play", ["2C", "5D", "9H"])


OWN = "3S 9S KS AH AC 4C 5H"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("9S", (True, ["9S"])),
        ("lowest", (True, ["3S"])),
        ("highest spades", (True, ["KS"])),
        ("highest pair", (True, ["AC", "AH"])),
        ("any clubs", (True, [])),
        ("at least 2 hearts", (True, [])),
        ("at least 2 7", (False, [])),
        ("2 highest", (True, ["AC", "AH"])),
        ("highest diamonds", (False, [])),
        ("10S", (False, [])),
    ],
)
def test_bt_25_bt_26_what_may_be_asked_and_is_answered(
    question: str, answer: tuple[bool, list[str]]
) -> None:
    assert said(haggle(OWN), question) == answer


def test_bt_26_three_highest_and_any_triples_are_refused() -> None:
    assert unasked(haggle(OWN), "3 highest") == ("BT-26",)
    assert "BT-25" in unasked(haggle(OWN), "any triples")
    assert unasked(haggle(OWN), "at least 0 hearts") == ("BT-25",)


def test_bt_26_any_clubs_after_a_yes_to_any_hearts() -> None:
    one = haggle(OWN)
    said(one, "any hearts")
    assert "BT-26" in unasked(one, "any clubs")
    assert said(one, "5H") == (True, ["5H"])
    assert said(one, "any clubs") == (True, [])
    assert (one.left, one.due) == (1, ("C", 1))


def test_bt_26_lowest_then_two_highest() -> None:
    one = haggle(OWN)
    said(one, "lowest")
    assert unasked(one, "2 highest") == ("BT-26",)
    assert said(one, "highest") == (True, ["AH"])
    assert one.stage == "return"


def test_bt_26_lowest_after_a_yes_to_a_pair_of_aces() -> None:
    one = haggle(OWN)
    assert said(one, "at least 2 A") == (True, [])
    assert "BT-26" in unasked(one, "lowest")
    one.take("Ann")
    one.give("Bob", ["AH", "AC"])
    assert one.taken == ["AC", "AH"]


def test_bt_26_a_no_costs_nothing() -> None:
    one = haggle(OWN)
    for question in ("3D", "any diamonds", "at least 2 K", "2S"):
        assert said(one, question) == (False, [])
    assert (one.left, one.due) == (2, None)


def test_bt_27_narrowing_to_two_of_the_suit() -> None:
    one = haggle(OWN)
    said(one, "any hearts")
    assert said(one, "at least 2 hearts") == (True, [])
    assert one.due == ("H", 2)
    assert said(one, "highest hearts") == (True, ["AH"])
    assert (one.due, one.left) == (("H", 1), 1)


def test_bt_27_what_is_owed_is_given_in_one() -> None:
    one = haggle(OWN)
    said(one, "at least 2 spades")
    one.take("Ann")
    for wrong in (["3S"], ["3S", "AH"], ["3S", "3S"], ["3S", "2S"]):
        with pytest.raises(Illegal):
            one.give("Bob", wrong)
    one.give("Bob", ["9S", "3S"])
    assert one.taken == ["3S", "9S"]


def test_bt_25_jokers_are_of_no_suit_or_rank() -> None:
    one = haggle("3S LJ HJ 2D")
    assert said(one, "any hearts") == (False, [])
    assert said(one, "highest pair") == (True, ["LJ", "HJ"])


def test_bt_27_of_a_short_suit_those_there_are_pass_over() -> None:
    one = haggle(OWN)
    assert said(one, "2 highest clubs") == (True, ["4C", "AC"])
    one = haggle("3S 4S 9H")
    assert said(one, "2 lowest hearts") == (True, ["9H"])
    assert one.left == 1


def test_bt_28_on_demand_the_lowest_go_back_at_once() -> None:
    one = haggle("3C AH AC", taker="3D 2S 9H")
    one.demand("Bob")
    said(one, "2 highest")
    assert (one.stage, one.back) == ("done", ["3D", "9H"])
    one = haggle("3C AH AC", taker="KD 2S 9H")
    said(one, "2 lowest")
    one.demand("Bob")
    assert one.back == ["3C", "9H"]


def test_bt_12_questions_dont_renew_the_time_for_them_but_a_gift_does() -> None:
    game = second_round("2S 3D 9H 4D 2C 5D 9D 6D")  # Bob 2S 9H 2C 9D
    apply(game, "Bob: hold", HOUR)
    apply(game, "Ann: ask 9H; Ann: ask KH; Ann: ask any 2", 2 * HOUR)
    assert game.awaited() == {"Ann": 25 * HOUR}
    apply(game, "Ann: take", 3 * HOUR)
    assert game.awaited() == {"Bob": 27 * HOUR}
    apply(game, "Bob: give 2C", 4 * HOUR)
    assert game.awaited() == {"Ann": 28 * HOUR}  # to give back
    game = second_round("2S 3D 9H 4D 2C 5D 9D 6D")
    apply(game, "Bob: hold; Ann: ask any 2; Ann: take; Bob: give 2S", HOUR)
    assert (game.haggles[0].left, game.awaited()) == (1, {"Ann": 25 * HOUR})


def test_bt_12_who_is_overdue_in_trading() -> None:
    game = second_round("2S 3D 9H 4D 2C 5D 9D 6D")
    apply(game, "Bob: hold; Ann: ask any 9")
    apply(game, "host: close", 24 * HOUR)
    assert game.haggles[0].taken == ["9H", "2S"]  # what is due first, then the highest
    apply(game, "host: close", 48 * HOUR)
    assert game.haggles == []
    assert sorted(game.hands["Bob"]) == ["2C", "3D", "4D", "9D"]


# ---- free trade


def market(**hands: str) -> Market:
    return Market({name: hand.split() for name, hand in hands.items()})


def test_bt_29_an_offer_is_checked_against_the_offerers_hand_only() -> None:
    shop = market(Ann="3D 4D", Bob="5D 6D")
    with pytest.raises(Illegal):
        shop.offer("Ann", "Bob", ["5D"], ["6D"])
    shop.offer("Ann", "Bob", ["3D"], ["2S"])
    with pytest.raises(Illegal):
        shop.accept("Bob", "Ann")
    with pytest.raises(Illegal):
        shop.offer("Ann", "Bob", ["4D"], ["5D"])  # one at a time


def test_bt_29_an_offer_whose_cards_went_elsewhere_stands_no_more() -> None:
    shop = market(Ann="3D", Bob="5D", Cid="6D")
    shop.offer("Ann", "Bob", ["3D"], ["5D"])
    shop.offer("Ann", "Cid", ["3D"], ["6D"])
    shop.accept("Cid", "Ann")
    assert shop.offers == []
    assert shop.hands == {"Ann": ["6D"], "Bob": ["5D"], "Cid": ["3D"]}


def test_bt_29_trades_of_unequal_hands_are_undone_latest_first() -> None:
    shop = market(Ann="3D 4D", Bob="5D 6D", Cid="7D 8D")
    shop.offer("Ann", "Bob", ["3D"], ["5D"])
    shop.accept("Bob", "Ann")
    shop.offer("Cid", "Bob", ["7D"], [])
    shop.accept("Bob", "Cid")
    shop.end()
    assert [swap[0] for swap in shop.undone] == ["Cid"]
    assert shop.hands["Ann"] == ["4D", "5D"]


def test_bt_29_who_moved_the_cards_on_is_undone_before() -> None:
    shop = market(Ann="3D 4D", Bob="5D", Cid="7D", Dee="9D")
    shop.offer("Ann", "Bob", ["3D"], [])  # leaves both unequal
    shop.accept("Bob", "Ann")
    shop.offer("Bob", "Cid", ["3D"], ["7D"])  # moves the card on
    shop.accept("Cid", "Bob")
    shop.offer("Cid", "Dee", ["3D"], ["9D"])  # and on
    shop.accept("Dee", "Cid")
    shop.end()
    assert [swap[0] for swap in shop.undone] == ["Cid", "Bob", "Ann"]
    assert shop.hands == {"Ann": ["4D", "3D"], "Bob": ["5D"], "Cid": ["7D"], "Dee": ["9D"]}


def test_bt_29_one_window_for_all_and_early_only_when_all_have_spoken() -> None:
    game = sit("", "Ann Bob", free_trade=True)
    assert game.awaited() == {"Ann": 48 * HOUR, "Bob": 48 * HOUR}
    apply(game, "Ann: offer Bob 3D for nothing")
    assert refused(game, "host", "close early") == ("ALL-2",)
    apply(game, "Bob: decline Ann; host: close early")
    assert (game.task, game.turn) == ("play", "Ann")
