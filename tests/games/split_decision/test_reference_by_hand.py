"""The reference itself, against what the rules page gives when worked out with a pencil."""

from __future__ import annotations

from typing import Any

import pytest
from rules_page import Illegal

from .reference import FULL, Reference

BUZZ = {"Ann": 10, "Bob": 50, "Cid": 90}
"""The code that everybody sends thirty times; drawn, it lets its player buzz in."""
ORDERED = "board A A K Q J 10 9 8 7 6 5 4 3 2 DEVIL"


def deck(top: str) -> list[str]:
    """The 54 cards with these on top."""
    cards, rest = top.split(), list(FULL)
    for card in cards:
        rest.remove(card)
    return cards + rest


def sit(top: str, codes: dict[str, str] | None = None, **options: Any) -> Reference:
    """Cards cut, codes in: the head start of round 1 with these cards on top."""
    game = Reference(["Ann", "Bob", "Cid"], **options)
    cards = deck(top)
    game.say("chance", "shuffle " + " ".join(cards[-27:] + cards[:-27]))
    game.say("host", "start")
    for name, code in BUZZ.items():
        own = (codes or {}).get(name) or " ".join([str(code)] * game.option["buzzcodes"])
        game.say(name, f"codes {own}")
    game.say("Ann", "cut 27")
    return game


def apply(game: Reference, script: str) -> Reference:
    """`Ann: high; Bob: refuse` and so on."""
    for line in filter(None, (part.strip() for part in script.replace("\n", ";").split(";"))):
        who, _, text = line.partition(": ")
        game.say(who, text)
    return game


def buzz(game: Reference, who: str, then: str = "") -> Reference:
    """A question that `who` answers right, and what follows."""
    apply(game, f'host: question "Q" answer "A"; host: draw {BUZZ[who]}; {who}: answer "A"')
    return apply(game, f"host: right; {then}")


def row(game: Reference, name: str) -> dict[str, Any]:
    return next(facts for facts in game.public()["players"] if facts["name"] == name)


def shown(game: Reference, name: str) -> tuple[int, int, str | None, str | None]:
    facts = row(game, name)
    return facts["money"], facts["chips"], facts["low"], facts["high"]


def cents(game: Reference) -> list[int]:
    return [facts["money"] for facts in game.public()["players"]]


def refused(game: Reference, who: str, text: str) -> tuple[str, ...]:
    before = game.public()
    with pytest.raises(Illegal) as found:
        game.say(who, text)
    assert game.public() == before
    return found.value.clauses


# ---- set-up


def test_sd_03_a_cut_takes_that_many_cards_from_the_top_to_the_bottom() -> None:
    game = Reference(["Ann", "Bob", "Cid"], buzzcodes=1)
    game.say("chance", "shuffle " + " ".join(FULL))
    apply(game, "host: start; Cid: codes 1; Ann: codes 2; Bob: codes 3")
    assert game.awaited()[0][0] == "Ann"
    for wrong in ("cut 0", "cut 54", "cut 1.5"):
        assert "SD-3" in refused(game, "Ann", wrong)
    game.say("Ann", "cut 2")
    assert game.card == "4C"
    assert game.deck[-2:] == ["2C", "3C"]


def test_sd_05_exactly_as_many_whole_numbers_in_range_and_only_once() -> None:
    game = Reference(["Ann", "Bob", "Cid"], buzzcodes=3, buzz_max=20)
    game.say("chance", "shuffle " + " ".join(FULL))
    assert refused(game, "Ann", "codes 1 2 3") == ("*",)
    game.say("host", "start")
    for wrong in ("1 2", "1 2 3 4", "0 1 2", "1 2 21", "1 2 2.5", "1 2 x"):
        assert "SD-5" in refused(game, "Ann", f"codes {wrong}")
    game.say("Ann", "codes 1 1 20")
    assert "SD-5" in refused(game, "Ann", "codes 1 1 20")
    assert game.awaited() == [("Bob", []), ("Cid", [])]


def test_all_02_codes_that_are_overdue_come_by_chance_in_seat_order() -> None:
    game = Reference(["Ann", "Bob", "Cid"], buzzcodes=2)
    game.say("chance", "shuffle " + " ".join(FULL))
    apply(game, "host: start; Bob: codes 5 6; host: close; chance: codes 1 2; chance: codes 3 4")
    assert game.codes == {"Ann": {0: 1, 1: 2}, "Bob": {0: 5, 1: 6}, "Cid": {0: 3, 1: 4}}
    game.say("host", "close")
    assert game.card == FULL[27]


def test_all_02_close_with_a_name_is_about_that_player_alone() -> None:
    game = Reference(["Ann", "Bob", "Cid"], buzzcodes=2)
    game.say("chance", "shuffle " + " ".join(FULL))
    apply(game, "host: start; Ann: codes 1 2")
    assert refused(game, "host", "close Ann") == ("ALL-2",)
    apply(game, "host: close Cid; chance: codes 3 4")
    assert game.awaited() == [("Bob", [])]
    apply(game, "Bob: codes 5 6")
    assert game.awaited()[0][0] == "Ann"


# ---- buzzing in


@pytest.mark.parametrize(
    ("sets", "drawn", "asked", "used"),
    [
        ("10 20 90", "10", "Ann Bob Cid", 1),
        ("10 20 90", "56", "Cid Bob Ann", 1),
        # Ann and Bob tied for the first turn: the set is discarded for all three
        ("10 20 90, 40 60 16", "15", "Cid Ann Bob", 2),
        ("10 20 15, 1 2 3", "15", "Cid Bob Ann", 2),  # tied for being next: Ann and Bob only
        ("10 20 15, 1 1 3, 7 8 9", "15", "Cid Bob Ann", 3),
        ("15 15 15, 15 15 15, 1 16 2", "15", "Bob Cid Ann", 3),
        # of the third set nobody's turn depends: the last one is asked without a set
        ("10 20 15, 1 2 15, 5 5 5", "15", "Cid Bob Ann", 2),
    ],
)
def test_sd_07_and_sd_08_who_is_asked_when(sets: str, drawn: str, asked: str, used: int) -> None:
    columns = [one.split() for one in sets.split(", ")]
    codes = {name: " ".join(one[n] for one in columns) for n, name in enumerate(BUZZ)}
    game = sit("2C 3C 4C", codes, buzzcodes=len(columns))
    apply(game, "Ann: low; Bob: low; Cid: low")
    apply(game, f'host: question "Q" answer "A"; host: draw; chance: draw {drawn}')
    found = []
    while game.task != "question":
        found.append(game.who)
        apply(game, f'{game.who}: answer "?"; host: wrong')
    assert (" ".join(found), game.used, game.completed) == (asked, used, 1)


def test_sd_08_a_tie_that_nobodys_turn_depends_on_discards_nothing() -> None:
    game = sit("2C 3C 4C 5C", {"Ann": "10 1", "Bob": "20 1", "Cid": "15 1"}, buzzcodes=2)
    apply(game, 'Ann: low; Bob: low; Cid: low; host: question "Q" answer "A"; host: draw 15')
    apply(game, 'Cid: answer "A"; host: right')
    assert game.used == 1


@pytest.mark.parametrize("by", ["host", "chance"])
def test_sd_07_redraw_on_tie_draws_again_by_whom_it_drew(by: str) -> None:
    codes = {"Ann": "10 10 10", "Bob": "20 20 20", "Cid": "90 20 70"}
    game = sit("2C 3C 4C", codes, buzzcodes=3, redraw_on_tie=True)
    apply(game, 'Ann: low; Bob: low; Cid: low; host: question "Q" answer "A"')
    apply(game, "host: draw; chance: draw 15" if by == "chance" else "host: draw 15")
    assert [who for who, _ in game.awaited()] == [by]
    apply(game, f'{by}: draw 10; Ann: answer "?"; host: wrong')
    # Bob and Cid tied for being next: the code stays 10 and their third set decides
    assert (game.task, game.who, game.used) == ("answer", "Bob", 3)


def test_sd_09_new_codes_when_a_set_is_needed_and_none_is_left() -> None:
    game = sit("2C 3C 4C", {"Ann": "1", "Bob": "2", "Cid": "3"}, buzzcodes=1)
    apply(game, 'Ann: low; Bob: low; Cid: low; host: question "Q" answer "A"; host: draw 2')
    apply(game, 'Bob: answer "?"; host: wrong')  # Ann and Cid are as near
    assert game.awaited() == [("Ann", []), ("Bob", []), ("Cid", [])]
    apply(game, "Bob: codes 9; Cid: codes 9; Ann: codes 8")
    assert (game.task, game.who, game.used) == ("answer", "Ann", 2)
    apply(game, 'Ann: answer "?"; host: wrong; Cid: answer "?"; host: wrong')
    apply(game, 'host: question "Q" answer "A"; host: draw 7')
    assert "SD-9" in refused(game, "Ann", "codes 1 2")


def test_sd_09_a_list_that_sat_a_round_out_goes_on_at_the_next_unused_set() -> None:
    game = sit(
        "2C KC QC KD 7H 2D 2H KH 8H", {"Ann": "1 1", "Bob": "2 2", "Cid": "3 3"}, buzzcodes=2
    )
    apply(game, "Ann: low; Bob: high; Cid: high")
    for _ in range(2):
        apply(game, 'host: question "Q" answer "A"; host: draw 1; Ann: answer "A"; host: right')
        if game.task == "card":
            game.say("Ann", "high")
    assert game.won == {1: "Ann"}
    apply(game, 'Bob: low; Cid: low; host: question "Q" answer "A"; host: draw 7')
    assert game.awaited() == [("Bob", []), ("Cid", [])]
    apply(
        game,
        'Bob: codes 7 7; Cid: codes 9 9; Bob: answer "A"; host: right; Bob: high',
    )
    apply(game, 'host: question "Q" answer "A"; host: draw 7; Bob: answer "A"; host: right')
    assert game.won == {1: "Ann", 2: "Bob"}
    assert game.codes["Ann"] == {0: 1, 1: 1}
    apply(game, 'Ann: low; Bob: low; host: question "Q" answer "A"; host: draw 7')
    apply(game, "Ann: codes 5 6; Bob: codes 15 16")
    assert game.codes["Ann"] == {0: 1, 1: 1, 4: 5, 5: 6}
    assert game.codes["Bob"] == {0: 2, 1: 2, 2: 7, 3: 7, 4: 15, 5: 16}


# ---- a round


def test_sd_14_a_second_card_after_a_refusal_and_nothing_after_a_card_placed() -> None:
    game = sit("7H 8H 9H JOKER 4H 5H")
    assert game.awaited() == [("Ann", ["high", "low", "refuse"])]
    apply(game, "Ann: refuse; Ann: refuse; Bob: low; Cid: low")
    assert [shown(game, name) for name in BUZZ] == [
        (0, 2, None, None),
        (250, 2, "9H", None),
        (250, 2, "JOKER", None),
    ]
    assert game.task == "question"
    assert game.public()["public"]["cards_remaining"] == [
        card for card in FULL if card not in {"7H", "8H", "9H", "JOKER"}
    ] + ["JOKER"]


def test_sd_14_the_richer_one_begins_round_2_else_who_had_it_first() -> None:
    richer = sit("2C KC QC QD KD 7H")
    apply(richer, "Ann: low; Bob: high; Cid: high")
    buzz(richer, "Cid")  # pushes
    buzz(buzz(richer, "Ann", "Ann: high"), "Ann")
    assert (cents(richer)[1:], richer.order) == ([250, 450], ["Cid", "Bob"])
    equal = sit("2C KC QC KD 7H")
    apply(equal, "Ann: low; Bob: high; Cid: high")
    buzz(buzz(equal, "Ann", "Ann: high"), "Ann")
    assert (cents(equal)[1:], equal.order) == ([250, 250], ["Bob", "Cid"])
    later = sit("2C KC KD QC QD KH JD 3D 7H")
    apply(later, "Ann: low; Bob: refuse; Bob: refuse; Cid: high")
    buzz(later, "Cid")  # 450 by the push
    buzz(later, "Bob", "Bob: high")
    buzz(later, "Bob", "Bob: chip")
    buzz(buzz(later, "Ann", "Ann: high"), "Ann")  # 3D; the 7H is of no use
    assert later.task == "question"
    later.win_round("Ann")
    assert (cents(later)[1:], later.order) == ([450, 450], ["Cid", "Bob"])


def test_sd_14_nothing_was_reached_by_both_at_the_start() -> None:
    game = sit("2C KC KD QC QD KH 7H")
    apply(game, "Ann: low; Bob: refuse; Bob: refuse; Cid: refuse; Cid: refuse")
    buzz(buzz(game, "Ann", "Ann: high"), "Ann")
    assert (cents(game)[1:], game.order) == ([0, 0], ["Bob", "Cid"])


def test_sd_15_the_second_goes_to_the_open_place_if_low_stays_below_high() -> None:
    game = sit("7H KC QC 5D 8D")
    apply(game, "Ann: low; Bob: high; Cid: high")
    buzz(game, "Ann")  # 5D fits nowhere: a chip goes (SD-18, SD-36)
    assert shown(game, "Ann") == (350, 1, "7H", None)
    buzz(game, "Ann")
    assert game.awaited() == [("Ann", ["chip", "high"])]
    assert "SD-15" in refused(game, "Ann", "low")
    game.say("Ann", "high")
    assert shown(game, "Ann") == (700, 1, "7H", "8D")


def test_sd_15_strictly_between_wins_and_the_next_round_begins() -> None:
    game = sit("7H KC QC 9D 8D 4S")
    apply(game, "Ann: low; Bob: high; Cid: high")
    buzz(buzz(game, "Ann", "Ann: high"), "Ann")
    assert game.won == {1: "Ann"}
    assert cents(game) == [250 + 100 + 250 + 100 + 1000, 250, 250]
    assert (game.round, game.awaited()) == (2, [("Bob", ["high", "low", "refuse"])])
    assert all(not hand for hand in game.hand.values())


def test_sd_16_a_push_pays_and_takes_no_chip() -> None:
    game = sit("7H KC QC 7D")
    apply(game, "Ann: low; Bob: high; Cid: high")
    buzz(game, "Ann")
    assert (shown(game, "Ann"), game.task) == ((450, 2, "7H", None), "question")


def test_sd_16_an_ace_beside_one_ace_is_a_push_or_the_other_end() -> None:
    game = sit("AH KC QC AD AS JOKER AC")
    apply(game, "Ann: low; Bob: high; Cid: high")
    buzz(game, "Ann")
    assert game.awaited() == [("Ann", ["high", "push"])]
    assert "SD-18" in refused(game, "Ann", "chip")
    game.say("Ann", "push")
    assert shown(game, "Ann") == (450, 2, "AH", None)
    buzz(game, "Ann", "Ann: high")
    buzz(game, "Ann")  # the Joker wins (SD-17)
    assert game.won == {1: "Ann"}


def test_sd_16_with_both_ends_filled_an_ace_pushes_on_an_ace_at_either() -> None:
    game = sit("AH KC QC 9D AS AC")
    apply(game, "Ann: low; Bob: high; Cid: high")
    buzz(buzz(game, "Ann", "Ann: high"), "Ann")
    assert shown(game, "Ann") == (250 + 100 + 250 + 100 + 100, 2, "AH", "9D")
    none = sit("3H KC QC 9D AS")
    apply(none, "Ann: low; Bob: high; Cid: high")
    buzz(buzz(none, "Ann", "Ann: high"), "Ann")
    assert shown(none, "Ann") == (700, 1, "3H", "9D")


def test_sd_16_and_17_a_joker_counts_as_the_rank_it_was_placed_as() -> None:
    game = sit("7H KC QC JOKER JH 10H")
    apply(game, "Ann: low; Bob: high; Cid: high")
    buzz(game, "Ann")
    ranks = ["10", "8", "9", "J", "K", "Q"]
    assert game.awaited() == [("Ann", sorted(["chip", "high", *(f"high as {r}" for r in ranks)]))]
    for wrong in ("high as 7", "low", "low as 3", "high as 2"):
        assert "SD-17" in refused(game, "Ann", wrong)
    game.say("Ann", "high as J")
    buzz(game, "Ann")
    assert shown(game, "Ann") == (250 + 100 + 250 + 100 + 100, 2, "7H", "JOKER")
    buzz(game, "Ann")
    assert game.won == {1: "Ann"}


def test_sd_17_a_joker_as_first_card_is_an_ace() -> None:
    game = sit("JOKER 5C 6C AH")
    assert game.awaited() == [("Ann", ["high", "low", "refuse"])]
    assert "SD-17" in refused(game, "Ann", "low as 9")
    apply(game, "Ann: high as A; Bob: high; Cid: high")
    buzz(game, "Ann")
    assert game.awaited() == [("Ann", ["low", "push"])]


def no_chips(after: str) -> Reference:
    """Ann has 3H low and KH high and spent both chips; then come these cards."""
    game = sit(f"3H KC QC KH 2H 2D {after}")
    apply(game, "Ann: low; Bob: high; Cid: high")
    return buzz(buzz(buzz(game, "Ann", "Ann: high"), "Ann"), "Ann")


def test_sd_19_no_peek_keep_or_pass_before_the_card_is_seen() -> None:
    game = buzz(no_chips("2S"), "Ann")
    assert game.awaited() == [("Ann", ["keep", "pass Bob", "pass Cid"])]
    for wrong in ("pass", "pass Ann", "pass Dee"):
        assert "SD-19" in refused(game, "Ann", wrong)
    game.say("Ann", "keep")
    assert row(game, "Ann")["out"]
    assert shown(game, "Ann")[2:] == ("3H", "KH")
    apply(game, 'host: question "Q" answer "A"; host: draw 10')
    assert game.who == "Bob"
    apply(game, 'Bob: answer "?"; host: wrong; Cid: answer "?"; host: wrong')
    assert game.task == "question"


def test_sd_19_kept_a_push_is_paid_and_a_card_between_wins() -> None:
    game = buzz(no_chips("3S 8H"), "Ann", "Ann: keep")
    assert shown(game, "Ann") == (250 * 2 + 100 * 4 + 100, 0, "3H", "KH")
    buzz(game, "Ann", "Ann: keep")
    assert game.won == {1: "Ann"}


def test_sd_20_who_gets_a_card_passed_may_chip_place_or_win_unpaid_for_the_answer() -> None:
    game = buzz(no_chips("4S 9H"), "Ann", "Ann: pass Cid")
    assert game.awaited() == [("Cid", ["chip", "low"])]
    game.say("Cid", "low")
    assert shown(game, "Cid") == (500, 2, "4S", "QC")
    buzz(game, "Ann", "Ann: pass Cid")
    assert (game.won, game.money["Cid"]) == ({1: "Cid"}, 1500)


def test_sd_20_a_push_pays_whoever_got_the_card() -> None:
    game = buzz(no_chips("KD"), "Ann", "Ann: pass Bob")
    assert shown(game, "Bob") == (350, 2, None, "KC")
    assert shown(game, "Ann")[0] == 250 * 2 + 100 * 4


def test_sd_20_and_22_out_without_a_chip_for_a_card_of_no_use() -> None:
    game = sit("3H KC QC KH 2H 2D AD AS AH 2C")
    apply(game, "Ann: low; Bob: high; Cid: refuse; Cid: high")  # KH
    buzz(buzz(game, "Ann"), "Ann")  # 2H, 2D: both chips of Ann's
    for _ in range(2):
        buzz(game, "Bob", "Bob: chip")  # AD, AS
    buzz(game, "Ann", "Ann: pass Bob")
    # an Ace on Bob's king goes low, the only legal move without a chip (SD-36)
    assert shown(game, "Bob") == (700, 0, "AH", "KC")
    buzz(game, "Cid")  # 2C: the sixth question, a free look
    assert game.awaited() == [("Cid", ["low", "refuse"])]
    apply(game, "Cid: refuse")
    assert game.card == "3C"


def test_sd_21_a_free_look_from_the_sixth_question_on() -> None:
    game = sit("3H KC QC 4H")
    apply(game, "Ann: low; Bob: high; Cid: high")
    for _ in range(5):
        apply(game, 'host: question "Q" answer "A"; host: draw 10')
        for _ in range(3):
            game.say("host", "close")
    assert game.completed == 5
    buzz(game, "Ann")
    assert game.awaited() == [("Ann", ["high", "refuse"])]
    game.say("Ann", "refuse")
    # the next card, 2C, is of no use: it takes a chip
    assert shown(game, "Ann") == (350, 1, "3H", None)
    buzz(game, "Bob")
    assert (game.card, game.awaited()) == ("3C", [("Bob", ["low", "refuse"])])


def test_sd_22_the_last_in_the_round_wins_by_default() -> None:
    game = sit("2C KC QC KD 7H 5H 5C 2H 2D 2S")
    apply(game, "Ann: low; Bob: high; Cid: high")
    buzz(buzz(game, "Ann", "Ann: high"), "Ann")
    apply(game, "Bob: low; Cid: low")
    buzz(buzz(game, "Bob"), "Bob")  # 2H and 2D take the chips
    buzz(game, "Bob", "Bob: keep")
    assert (game.won, game.round) == ({1: "Ann", 2: "Cid"}, 3)
    assert cents(game)[1:] == [250 + 125 + 3 * 50, 250 + 125 + 500]
    assert row(game, "Bob")["gift"]


def test_sd_23_free_aces_after_more_than_eight_questions() -> None:
    game = sit("3H KC QC KH 4H JOKER")
    apply(game, "Ann: low; Bob: high; Cid: refuse; Cid: high")
    for _ in range(7):
        apply(game, 'host: question "Q" answer "A"; host: draw 10')
        apply(game, "host: close; host: close; host: close")
    buzz(game, "Ann", "Ann: high")  # the eighth
    assert game.won == {}
    buzz(game, "Ann")  # the ninth: the Joker wins
    assert (game.won, game.questions_of) == ({1: "Ann"}, {1: 9})
    assert game.awaited() == [("Bob", ["high", "low"])]
    apply(game, "Bob: low; Cid: high")
    assert [shown(game, name) for name in ("Bob", "Cid")] == [
        (375, 2, "A", None),
        (375, 2, None, "A"),
    ]
    assert game.awaited() == [("Bob", ["high", "refuse"])]
    game.say("Bob", "high")
    assert shown(game, "Bob") == (500, 2, "A", "2C")
    assert len(game.public()["public"]["cards_remaining"]) == 54 - 8


def test_sd_14_beside_a_free_ace_an_ace_takes_the_other_end_or_is_refused() -> None:
    game = sit("3H KC QC KH 9H 5H AD JOKER")
    apply(game, "Ann: low; Bob: high; Cid: refuse; Cid: high")
    for _ in range(8):
        apply(game, 'host: question "Q" answer "A"; host: draw 10')
        apply(game, "host: close; host: close; host: close")
    buzz(buzz(game, "Ann", "Ann: high"), "Ann")
    apply(game, "Bob: low; Cid: low")
    assert (game.card, game.awaited()) == ("AD", [("Bob", ["high", "refuse"])])
    game.say("Bob", "refuse")
    assert game.card == "JOKER"
    ways = game.awaited()[0][1]
    assert len(ways) == 14  # an Ace, the twelve ranks above a low Ace, or refuse
    assert {"high", "high as 2", "high as K", "refuse"} < set(ways)


def test_sd_04_the_deck_is_made_anew_from_what_is_in_nobodys_hand() -> None:
    game = sit("3H KC QC")
    apply(game, "Ann: low; Bob: high; Cid: high")
    del game.deck[1:]
    buzz(game, "Bob", "Bob: chip")
    buzz(game, "Bob")
    assert game.awaited() == [("chance", [])]
    left = [card for card in FULL if card not in {"3H", "KC", "QC"}]
    assert "ALL-3" in refused(game, "chance", "shuffle " + " ".join(FULL))
    game.say("chance", "shuffle " + " ".join(left))
    assert (game.card, game.awaited()) == ("2C", [("Bob", ["chip", "low"])])
    assert len(game.deck) == 50


# ---- rounds 1 to 3 as a whole, and the bonus


def to_the_bonus(**options: Any) -> Reference:
    """Ann wins rounds 1 and 3, Bob round 2; money 3,900, 1,600 and 375."""
    game = sit("2C KD QD KH 7D 2D QH KS 8D 2H 3D KC 9D", **options)
    apply(game, "Ann: low; Bob: high; Cid: high")
    buzz(buzz(game, "Ann", "Ann: high"), "Ann")
    apply(game, "Bob: low; Cid: high")
    buzz(buzz(game, "Bob", "Bob: high"), "Bob")
    apply(game, "Ann: low; Bob: low")
    return buzz(buzz(game, "Ann", "Ann: high"), "Ann")


def bonus(cards: str, **options: Any) -> Reference:
    game = to_the_bonus(**options)
    game.say("chance", "shuffle " + " ".join(deck(cards)))
    return game


def one_hand(game: Reference, wager: int, ranks: str = "A A", pick: str = "1 2 3 4") -> Reference:
    apply(game, f"chance: {ORDERED}; Ann: pick {pick}; Ann: range {ranks}")
    game.say("Ann", f"wager {wager}")
    return game


def test_sd_24_and_sd_25_money_and_gift_of_a_whole_episode() -> None:
    game = to_the_bonus()
    # Ann 250+100+250+100+1000 and 500+100+500+100+1000; Bob 250, 125+50+125+50+500
    # and 500; Cid 250+125
    assert cents(game) == [3900, 1600, 375]
    assert [facts["gift"] for facts in game.public()["players"]] == [False, False, True]
    assert game.awaited() == [("chance", [])]


def test_sd_25_no_gift_for_the_champion_who_loses_round_2() -> None:
    for champion in (True, False):
        game = sit("2C KD QD KH 7D 2D QH KS 8D", champion=champion)
        apply(game, "Ann: high; Bob: high; Cid: low")
        buzz(game, "Cid", "Cid: high")
        game.win_round("Cid")
        game.win_round("Bob")
        assert row(game, "Ann")["gift"] is not champion


@pytest.mark.parametrize(("titles", "most"), [(1, 50_000), (2, 50_000), (3, 100_000), (4, 250_000)])
def test_sd_27_the_most_that_can_be_won(titles: int, most: int) -> None:
    game = bonus("3C 4C 5C 6C 7C", titles=titles)
    for _ in range(5):
        one_hand(game, game.bankroll)
    ann = row(game, "Ann")
    assert (ann["bankroll"], ann["total"], ann["titles"]) == (most, 3900 + most, titles + 1)
    assert (game.task, game.awaited()) == ("over", [])


def test_sd_28_wagers_of_hands_1_to_4_and_of_the_last_call() -> None:
    game = bonus("3C 4C 5C 6C 7C")
    apply(game, f"chance: {ORDERED}; Ann: pick 1 2 3 4; Ann: range A A")
    for wrong in ("200", "275", "1550", "0"):
        assert "SD-28" in refused(game, "Ann", f"wager {wrong}")
    game.say("Ann", "wager 250")
    for _ in range(3):
        one_hand(game, 250)
    assert game.bankroll == 1500 + 4 * 250 + 1000
    apply(game, f"chance: {ORDERED}; Ann: pick 1 2 3 4; Ann: range A A")
    assert game.legal[0] == "wager 1750"
    assert "SD-28" in refused(game, "Ann", "wager 1725")
    assert "SD-28" in refused(game, "Ann", "wager 1760")
    game.say("Ann", "wager 1775")
    assert game.bankroll == 3500 + 1775


def lose(game: Reference, wager: int, suit: str, suits: str = "") -> None:
    """A hand lost, the suit board uncovered there."""
    one_hand(game, wager, "Q J", "4 5 6 7")
    apply(game, f"chance: suits {suits}" if suits else "")
    game.say("Ann", f"suit {suit}")


def test_sd_29_five_hundred_once_then_straight_to_the_last_call() -> None:
    game = bonus("2C 3C 4C 5C 6C")
    lose(game, 1300, "clubs", "NO 2ND AGAIN NO")
    assert (game.bankroll, game.hand_number) == (700, 2)
    lose(game, 500, "spades")
    assert (game.bankroll, game.hand_number) == (200 + 1000, 5)
    lose(game, 600, "diamonds", "NO NO 2ND AGAIN")
    assert (game.task, row(game, "Ann")["total"]) == ("over", 3900 + 600)


def test_sd_29_exactly_250_is_enough_and_after_hand_4_there_is_no_help() -> None:
    game = bonus("2C 3C 4C 5C 6C")
    lose(game, 1250, "clubs", "NO NO AGAIN 2ND")
    assert (game.bankroll, game.helped, game.hand_number) == (250, False, 2)
    lose(game, 250, "diamonds")
    assert (game.bankroll, game.helped, game.hand_number) == (500, True, 3)
    lose(game, 250, "clubs", "NO NO AGAIN 2ND")
    assert (game.bankroll, game.hand_number) == (250, 4)
    lose(game, 250, "diamonds")
    assert (game.bankroll, game.hand_number) == (1000, 5)
    assert row(game, "Ann")["money"] == 3900


def test_sd_29_amounts_are_multiplied() -> None:
    game = bonus("2C 3C", titles=4)
    lose(game, 6500, "clubs", "NO NO AGAIN 2ND")
    assert game.bankroll == 7500 - 6500 + 2500


def test_sd_30_two_of_the_four_high_above_low_and_no_devil() -> None:
    game = bonus("2C")
    apply(game, f"chance: {ORDERED}")
    for wrong in ("1 2 3", "1 2 3 3", "0 1 2 3", "1 2 3 16", "1 2 3 4 5"):
        assert "SD-30" in refused(game, "Ann", f"pick {wrong}")
    game.say("Ann", "pick 1 15 14 6")
    assert sorted(game.legal) == sorted(
        ["range A 10", "range A 2", "range 10 2", "range 10 A", "range 2 A"]
    )
    for wrong in ("A A", "2 10", "A DEVIL", "K 2", "A"):
        assert "SD-30" in refused(game, "Ann", f"range {wrong}")


@pytest.mark.parametrize(
    ("card", "ranks", "pick", "after"),
    [
        ("9C", "Q 8", "4 8 1 2", 1800),
        ("QC", "Q 8", "4 8 1 2", 1500),
        ("8C", "Q 8", "4 8 1 2", 1500),
        ("QC", "Q 8", "4 8 1 15", None),
        ("JOKER", "Q 8", "4 8 1 15", 1800),
        ("KC", "Q 8", "4 8 1 2", None),
        ("AC", "Q 8", "4 8 1 2", None),
        ("AC", "A 8", "4 8 1 2", 1500),
        ("AC", "8 A", "4 8 1 2", 1500),
        ("KC", "A A", "4 8 1 2", 1800),
        ("AC", "A A", "4 8 1 15", "refused"),
        ("2C", "8 A", "4 8 1 2", 1800),
        ("9C", "8 A", "4 8 1 2", None),
    ],
)
def test_sd_31_between_is_won_alike_is_a_push_but_for_the_devil(
    card: str, ranks: str, pick: str, after: int | str | None
) -> None:
    game = bonus(card)
    apply(game, f"chance: {ORDERED}; Ann: pick {pick}")
    if after == "refused":
        assert "SD-30" in refused(game, "Ann", f"range {ranks}")
        return
    apply(game, f"Ann: range {ranks}; Ann: wager 300")
    assert (game.bankroll if game.task == "board" else None) == after
    assert (game.task == "suits") == (after is None)


def test_sd_32_another_suit_and_one_more_card_decides() -> None:
    game = bonus("2C 10C 3C QH 4C 5C")
    one_hand(game, 300, "Q 8", "4 8 1 2")
    apply(game, "chance: suits AGAIN 2ND NO NO; Ann: suit clubs")
    assert game.awaited() == [("Ann", ["suit diamonds", "suit hearts", "suit spades"])]
    assert "SD-32" in refused(game, "Ann", "suit clubs")
    game.say("Ann", "suit diamonds")  # 10C wins
    assert game.bankroll == 1800
    one_hand(game, 300, "Q 8", "4 8 1 2")  # 3C; the board is new, for 2ND has been uncovered
    apply(game, "chance: suits AGAIN 2ND NO NO; Ann: suit diamonds")  # QH pushes
    assert game.bankroll == 1800
    one_hand(game, 300, "Q 8", "4 8 1 2")  # 4C
    apply(game, "chance: suits AGAIN 2ND NO NO; Ann: suit diamonds")  # 5C: no further chance
    assert (game.bankroll, game.task) == (1500, "board")


def test_sd_33_what_is_uncovered_stays_so_until_both_no_are() -> None:
    game = bonus("2C 3C 4C 5C")
    lose(game, 250, "clubs", "NO AGAIN NO 2ND")
    one_hand(game, 250, "Q J", "4 5 6 7")
    assert game.awaited() == [("Ann", ["suit diamonds", "suit hearts", "suit spades"])]
    apply(game, "Ann: suit diamonds")
    assert game.awaited() == [("Ann", ["suit hearts", "suit spades"])]
    apply(game, "Ann: suit hearts")
    one_hand(game, 250, "Q J", "4 5 6 7")
    assert game.awaited() == [("chance", [])]
    assert "ALL-3" in refused(game, "chance", "suits NO NO NO 2ND")
    apply(game, "chance: suits NO NO 2ND AGAIN")
    assert len(game.awaited()[0][1]) == 4


def test_sd_34_a_challenger_who_wins_has_one_title() -> None:
    game = sit("2C KD QD", titles=4)
    apply(game, "Ann: low; Bob: high; Cid: high")
    for who in ("Cid", "Bob", "Bob"):
        game.win_round(who)
    assert (game.who, game.times, game.bankroll) == ("Bob", 1, 1500)
    assert game.days_before("Bob") + 1 == 1


def test_sd_36_every_default_at_expiry() -> None:
    game = to_the_bonus()
    assert "ALL-2" in refused(game, "host", "close")
    game.say("chance", "shuffle " + " ".join(deck("KC 3C")))
    assert "ALL-2" in refused(game, "host", "close")
    apply(game, "chance: board 5 A DEVIL 10 3 4 2 6 7 8 9 K J Q A; host: close; host: close")
    # of A and 5 (9 apart) and 10 and A (9 apart) the one with the higher high card
    assert game.range == ("A", "5")
    apply(game, "host: close")
    assert game.wager == 250
    assert game.bankroll == 1750
    for _ in range(3):
        one_hand(game, 250, "Q J", "4 5 6 7")
        apply(
            game,
            "chance: suits NO NO AGAIN 2ND" if game.task == "suits" else "",
        )
        apply(game, "host: close")
    apply(game, f"chance: {ORDERED}; host: close; host: close")
    assert game.range == ("A", "A")
    apply(game, "host: close")
    assert game.wager == 1000


def test_sd_36_defaults_at_expiry_in_a_round() -> None:
    game = sit("9H 9D KC QC 8H AD JOKER 9C 10C")
    apply(game, "host: close; host: close")  # refused twice
    assert game.public()["awaited"] == [("Bob", ["high", "low", "refuse"])]
    apply(game, "Bob: high; Cid: high")
    buzz(game, "Ann", "host: close")
    assert shown(game, "Ann") == (100, 1, None, None)
    buzz(game, "Ann", "Ann: low")  # AD
    buzz(game, "Ann", "host: close")  # a Joker where a chip is left
    assert shown(game, "Ann") == (550, 0, "AD", None)
    buzz(game, "Ann", "host: close")  # keep; 9C has one place only
    assert shown(game, "Ann") == (250 * 2 + 100 * 4, 0, "AD", "9C")


def test_sd_36_default_of_a_card_that_must_be_placed_is_low() -> None:
    game = sit("9H 9D KC QC 8H 8D 7H JOKER")
    apply(game, "Ann: refuse; Ann: refuse; Bob: low; Cid: high")
    buzz(buzz(game, "Ann", "host: close"), "Ann", "Ann: chip")  # 8H, 8D
    buzz(game, "Ann", "host: close")
    assert game.awaited() == [("Ann", ["high", "low"])]
    game.say("host", "close")
    assert shown(game, "Ann") == (550, 0, "7H", None)
    buzz(game, "Ann", "Ann: keep; host: close")  # the Joker is an Ace
    assert game.hand["Ann"]["high"] == ("JOKER", "A")


def test_sd_36_default_of_an_ace_with_a_choice_is_a_push() -> None:
    game = sit("AH KC QC AD")
    apply(game, "Ann: low; Bob: high; Cid: high")
    buzz(game, "Ann", "host: close")
    assert shown(game, "Ann") == (450, 2, "AH", None)


def test_sd_23_eight_questions_are_not_extra_long() -> None:
    game = sit("3H KC QC KH 9H 5H 6H")
    apply(game, "Ann: low; Bob: high; Cid: refuse; Cid: high")
    for _ in range(6):
        apply(game, 'host: question "Q" answer "A"; host: draw 10')
        apply(game, "host: close; host: close; host: close")
    buzz(buzz(game, "Ann", "Ann: high"), "Ann")
    assert game.questions_of == {1: 8}
    assert game.awaited() == [("Bob", ["high", "low", "refuse"])]


def test_sd_18_two_chips_again_in_the_next_round() -> None:
    game = sit("2C KC QC KD 7D 7H")
    apply(game, "Ann: low; Bob: high; Cid: high")
    buzz(game, "Ann", "Ann: chip")
    buzz(game, "Bob", "Bob: chip")
    game.win_round("Ann")
    assert [row(game, name)["chips"] for name in BUZZ] == [0, 2, 2]


def test_sd_29_below_250_after_hand_4_brings_the_last_call_alone() -> None:
    game = bonus("3C 4C 5C 2C 6C")
    for wager in (250, 250, 250):
        one_hand(game, wager)
    lose(game, 2100, "clubs", "NO NO AGAIN 2ND")
    assert (game.bankroll, game.hand_number, game.helped) == (1150, 5, False)
