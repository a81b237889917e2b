"""The reference itself, against what the rules page gives when worked out with a pencil."""

from __future__ import annotations

from typing import Any

import pytest
from rules_page import Illegal

from .reference import HOUR, Reference
from .reference_cards import (
    ONE_DECK,
    cheapest,
    dealing,
    dearest,
    height,
    made,
    paired,
    points,
    round_score,
    stacked,
)

NAMES = ["Ann", "Bob", "Cid", "Dee"]
WHY = 'why "a slip"'


# ---- tables


def cards(text: str) -> list[str]:
    return text.split()


def sit(*hands: str, pile: str = "9C 10C 8C 7C", **options: Any) -> Reference:
    """A first round of as many players as hands; the last deals, so that Ann begins. Runs of three
    are enough, and nothing is left to draw but that pile.
    """
    names = NAMES[: len(hands)]
    size = len(hands[0].split())
    game = Reference(names, **{"hand_size": size, "run_length": 3, **options})
    decks = game.option["decks"]
    low = ["2C", "2D", "2H"]
    game.say("chance", stacked(" ".join([*low[: len(names) - 1], "3C"]), decks))
    game.say("chance", dealing([*hands], pile, decks))
    game.pile = pile.split()
    game.say("host", "start")
    return game


def apply(game: Reference, script: str, at: int = 0) -> Reference:
    """`Ann: discard 3D; Ann: keep 4C` and so on, all at that many seconds."""
    for line in filter(None, (part.strip() for part in script.split(";"))):
        who, _, text = line.partition(": ")
        game.say(who, text, at)
    return game


def refused(game: Reference, who: str, text: str, at: int = 0) -> set[str]:
    """The clauses of a refusal, which has changed nothing."""
    before = facts(game)
    with pytest.raises(Illegal) as found:
        game.say(who, text, at)
    assert facts(game) == before
    return set(found.value.clauses)


def facts(game: Reference) -> Any:
    hands = {name: sorted(hand) for name, hand in game.hands.items()}
    piles = list(game.pile), list(game.discards), list(game.drawn)
    return hands, piles, game.awaited(), game.score, game.task, list(game.may_reveal)


def hand(game: Reference, name: str) -> set[str]:
    return set(game.hands[name])


def on_notice(*hands: str, **options: Any) -> Reference:
    """Ann has drawn and put everyone on notice; it is Bob's turn."""
    game = sit(*hands, **options)
    second = game.pile[1]
    card = game.hands["Ann"][0]
    return apply(game, f"Ann: discard {card}; Ann: keep {second}; Ann: notice")


BLUFF = ("2C 2D 9D", "5C 6C 10D", "5D 6D 10H")
"""Ann's discard and what she draws leave her no run."""
TRUE = ("2C 3C 5C", "5D 6D 10D", "5H 6H 10H")
"""Ann keeps a 7 (TS-9)."""


def true_claim(*others: str, **options: Any) -> Reference:
    """Ann has 3-5-7 in clubs."""
    return on_notice(TRUE[0], *(others or TRUE[1:]), pile="9C 7C 8C 10C", **options)


# ---- cards and points


def test_ts_01_forty_cards_with_the_ace_low() -> None:
    assert len(set(ONE_DECK)) == 40
    assert [height(card) for card in ("AS", "2S", "9S", "10S")] == [1, 2, 9, 10]
    assert len(Reference(NAMES, decks=2).deck) == 80


@pytest.mark.parametrize(
    ("hand", "length", "is_made"),
    [
        ("AC 3D 5H 7S 10C 10D 2C", 4, True),
        ("2C 4D 6H 8S", 4, True),
        ("3C 5D 7H 9S", 4, True),
        ("4C 6D 8H 10S", 4, True),
        ("3C 5D 7H 10S AC", 4, True),
        ("5C 7D 9H AS", 4, False),
        ("3C 5D 7H 8S", 4, False),
        ("AC 3D 5H", 3, True),
        ("6C 8D 10H", 3, True),
        ("5C 7D 9H", 3, True),
        ("8C 10D AH", 3, False),
        ("7C 9D AH", 3, False),
        ("2C 3D 4H 5C", 3, False),
    ],
)
def test_ts_09_made_hands(hand: str, length: int, is_made: bool) -> None:
    assert made(hand.split(), length) is is_made


@pytest.mark.parametrize(
    ("run", "worth"),
    [
        ("AC 3C 5C 7C", 35),
        ("2C 4C 6C 8C", 20),
        ("3C 5C 7C 9C", 24),
        ("4C 6C 8C 10C", 28),
        ("AC 3C 5C", 28),
        ("2C 4C 6C", 12),
        ("3C 5C 7C", 15),
        ("4C 6C 8C", 18),
        ("5C 7C 9C", 21),
        ("6C 8C 10C", 24),
    ],
)
def test_ts_19_what_the_runs_are_worth(run: str, worth: int) -> None:
    assert round_score(run.split(), []) == worth


def test_ts_19_only_pairs_of_ones_own_double_all() -> None:
    assert points("AC") == 20
    assert paired(cards("4C 9D 4S"))
    assert not paired(cards("4C 9D 5S"))
    assert round_score(cards("4C 9D 4S"), []) == 34
    assert round_score(cards("4C 9D"), cards("4S 4H")) == 21
    assert round_score(cards("4C 4D"), cards("AS 2H")) == 60


def test_ts_05_the_default_of_equals_is_the_first_by_suit() -> None:
    assert dearest(cards("10D 9C AS AH 10C")) == "AH"
    assert dearest(cards("10S 10D 9C")) == "10D"
    assert cheapest(cards("AC 10S")) == "10S"
    assert cheapest(cards("4S 4D")) == "4D"


# ---- set-up


@pytest.mark.parametrize(
    ("players", "decks", "size", "length"),
    [(2, 1, 7, 4), (4, 1, 7, 4), (5, 1, 6, 3), (6, 2, 6, 3), (13, 2, 6, 3)],
)
def test_ts_02_what_a_table_of_so_many_gets(
    players: int, decks: int, size: int, length: int
) -> None:
    option = Reference([f"P{n}" for n in range(players)]).option
    assert (option["decks"], option["hand_size"], option["run_length"]) == (decks, size, length)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {}),
        (14, {}),
        (4, {"hand_size": 10}),
        (5, {"hand_size": 8}),
        (3, {"hand_size": 3}),
        (6, {"decks": 1, "hand_size": 7}),
    ],
)
def test_ts_02_set_ups_that_cant_be_played(players: int, options: dict[str, Any]) -> None:
    with pytest.raises(Illegal) as found:
        Reference([f"P{n}" for n in range(players)], **options)
    assert found.value.clauses == ("TS-2",)


def test_ts_03_the_highest_deals_and_who_is_tied_draws_again() -> None:
    """Bob and Dee have a Ten, then both an Ace, then Bob a 7."""
    game = Reference(NAMES)
    game.say("chance", stacked("9C 10C 2C 10D AC AD 7C 3C"))
    assert game.draws[1:] == [{"Bob": "AC", "Dee": "AD"}, {"Bob": "7C", "Dee": "3C"}]
    assert (game.dealer, game.task) == ("Bob", "deal")


def test_ts_03_some_of_the_tied_are_out_each_time_round() -> None:
    """Ann is out after the first, Cid after the second time round; Dee's 3 beats Bob's 2."""
    game = Reference(NAMES)
    game.say("chance", stacked("9C 10C 10H 10D 5C 4C 5D 2C 3C"))
    assert (game.dealer, game.task) == ("Dee", "deal")


def test_ts_03_too_few_cards_are_left_for_the_tied() -> None:
    """Eight ties of four, then Dee is out, then one card is left for three."""
    eight = " ".join(rank + suit for rank in "A2345678" for suit in "CDHS")
    game = Reference(NAMES)
    game.say("chance", stacked(f"{eight} 10C 10D 10H 9C 9D 9H 9S 10S"))
    assert (game.task, game.tied, game.awaited()) == ("draw", NAMES[:3], {"chance": 0})
    game.say("chance", stacked("4C 4D 3C 2C 9C"))
    assert (game.dealer, game.task) == ("Bob", "deal")


def test_ts_04_dealt_one_at_a_time_from_left_of_the_dealer() -> None:
    game = Reference(NAMES[:3])
    game.say("chance", stacked("3C 4C 2C"))
    assert game.dealer == "Bob"
    game.say("chance", f"shuffle {' '.join(ONE_DECK)}")
    assert game.task == "start"
    game.say("host", "start", 60)
    assert game.hands["Cid"] == cards("AC 4C 7C 10C 3D 6D 9D")
    assert game.hands["Ann"] == cards("2C 5C 8C AD 4D 7D 10D")
    assert game.hands["Bob"] == cards("3C 6C 9C 2D 5D 8D AH")
    assert game.pile == ONE_DECK[21:]
    assert game.awaited() == {"Cid": 60 + 24 * HOUR}


def test_ts_04_chance_has_its_time() -> None:
    game = Reference(NAMES)
    assert "ALL-3" in refused(game, "host", "start")
    assert "ALL-3" in refused(game, "chance", f"shuffle {' '.join(ONE_DECK[1:])}")
    assert "TS-3" in refused(game, "Ann", "discard 3C")
    apply(game, f"chance: {stacked('2C 3C 4C 5C')}; chance: {stacked('')}; host: start")
    assert "ALL-3" in refused(game, "chance", stacked(""))
    assert refused(game, "host", "start") >= {"ALL-6"}


# ---- exchanges


def test_ts_06_first_the_discard_then_one_of_two() -> None:
    game = apply(sit("2C 3C 4C", "5C 6C 7D"), "Ann: discard 3C")
    assert (game.task, game.drawn, game.discards) == ("keep", ["9C", "10C"], ["3C"])
    assert hand(game, "Ann") == {"2C", "4C"}
    apply(game, "Ann: keep 10C")
    assert hand(game, "Ann") == {"2C", "4C", "10C"}
    assert game.discards == ["3C", "9C"]
    assert game.pile == ["8C", "7C"]
    assert game.awaited() == {"Ann": 24 * HOUR}


def test_ts_06_the_last_card_is_kept_without_a_word() -> None:
    game = apply(sit("2C 3C 4C", "5C 6C 7D", pile="9C"), "Ann: discard 3C")
    assert (game.task, game.pile, game.discards) == ("end", [], ["3C"])
    assert hand(game, "Ann") == {"2C", "4C", "9C"}


def test_ts_06_what_cant_be_discarded_or_kept() -> None:
    game = sit("2C 3C 4C", "5C 6C 7D")
    assert refused(game, "Ann", "discard 5C") == {"TS-6"}
    assert "TS-5" in refused(game, "Bob", "discard 5C")
    assert "TS-6" in refused(game, "Ann", "keep 9C")
    apply(game, "Ann: discard 3C")
    assert refused(game, "Ann", "keep 8C") == {"TS-6"}
    assert refused(game, "Ann", "keep 3C") == {"TS-6"}
    assert "TS-6" in refused(game, "Ann", "discard 2C")
    assert "TS-6" in refused(game, "Ann", "done")


def test_ts_07_the_victim_hands_over_before_it_gets() -> None:
    game = apply(sit("2C 3C 4C", "5C 6C 7D", "5D 6D 8D"), "Ann: take Cid giving 3C")
    assert (game.task, game.awaited()) == ("hand", {"Cid": 24 * HOUR})
    assert refused(game, "Cid", "hand 3C") == {"TS-7"}
    assert refused(game, "Cid", "hand 9C") == {"TS-7"}
    assert "TS-7" in refused(game, "Bob", "hand 5C")
    apply(game, "Cid: hand 8D")
    assert hand(game, "Ann") == {"2C", "4C", "8D"}
    assert hand(game, "Cid") == {"5D", "6D", "3C"}
    assert (game.task, game.turn, game.discards) == ("end", "Ann", [])


def test_ts_07_a_twin_may_be_handed_over() -> None:
    game = sit("2C 3C 4C", "3C 6C 7D", decks=2)
    apply(game, "Ann: take Bob giving 3C; Bob: hand 3C")
    assert sorted(game.hands["Ann"]) == ["2C", "3C", "4C"]
    assert sorted(game.hands["Bob"]) == ["3C", "6C", "7D"]


def test_ts_07_who_is_no_victim() -> None:
    game = sit("2C 3C 4C", "5C 6C 7D", "5D 6D 8D")
    assert refused(game, "Ann", "take Ann giving 2C") == {"TS-7"}
    assert refused(game, "Ann", "take Bob giving 5C") == {"TS-7"}
    assert refused(game, "Ann", "take Fay giving 2C") == {"ALL-4"}
    apply(game, "Ann: discard 2C; Ann: keep 9C; Ann: notice")
    assert refused(game, "Bob", "take Ann giving 5C") == {"TS-7", "TS-11"}


def test_ts_08_with_an_empty_pile_one_takes_or_challenges() -> None:
    game = on_notice(*BLUFF, pile="9C 8C")
    assert game.pile == []
    assert game.verbs("Bob") == {"take", "challenge"}
    assert refused(game, "Bob", "discard 5C") == {"TS-8"}
    assert refused(game, "Bob", "pass") == {"TS-8"}
    apply(game, "Bob: take Cid giving 5C; Cid: hand 5D")
    assert (game.turn, game.task) == ("Cid", "turn")


def test_ts_08_who_has_no_victim_may_pass() -> None:
    game = on_notice("2C 2D 9D", "5C 6C 10D", pile="9C 8C")
    assert game.verbs("Bob") == {"challenge", "pass"}
    apply(game, "Bob: pass")
    assert (game.rounds[-1]["how"], game.score) == ("unchallenged", {"Ann": 0, "Bob": 21})


# ---- on notice


def test_ts_10_notice_only_at_the_end_of_ones_turn() -> None:
    game = sit("2C 3C 4C", "5C 6C 7D")
    assert "TS-10" in refused(game, "Ann", "notice")
    apply(game, "Ann: discard 3C")
    assert "TS-10" in refused(game, "Ann", "notice")
    apply(game, "Ann: keep 10C; Ann: notice")
    assert (game.on_notice, game.turn) == ("Ann", "Bob")
    assert "TS-10" in refused(game, "Ann", "notice")


def test_ts_10_a_turn_ends_by_itself_while_somebody_has_all_on_notice() -> None:
    game = on_notice(*BLUFF, pile="9C 8C AC AD")
    apply(game, "Bob: discard 5C; Bob: keep AC")
    assert (game.task, game.turn) == ("turn", "Cid")
    assert "TS-10" in refused(game, "Bob", "notice")


@pytest.mark.parametrize(
    ("claims", "cid", "ann"),
    [("again", True, True), ("same-player", False, True), ("once", False, False)],
)
def test_ts_12_who_may_claim_after_a_refuted_claim(claims: str, cid: bool, ann: bool) -> None:
    game = on_notice(*BLUFF, pile="9C 8C AC AD AH AS", claims=claims)
    apply(game, "Bob: challenge; Bob: top 5C; Cid: discard 5D; Cid: keep AC")
    assert (game.task == "end") is cid
    if cid:
        apply(game, "Cid: done")
    apply(game, "Ann: discard 9D; Ann: keep AH")
    assert (game.task == "end") is ann


# ---- challenges


def test_ts_13_a_challenge_takes_the_place_of_the_exchange() -> None:
    game = sit("2C 3C 4C", "5C 6C 7D")
    assert refused(game, "Ann", "challenge") == {"TS-5", "TS-13"}
    apply(game, "Ann: discard 3C; Ann: keep 10C; Ann: notice; Bob: discard 5C")
    assert "TS-13" in refused(game, "Bob", "challenge")
    assert "TS-13" in refused(game, "Ann", "challenge")


def test_ts_14_a_failed_challenger_alone_scores_both_hands() -> None:
    """5, 6 and 10, and the 3, 5 and 7 of the claimant; the 5 isn't a pair of its own."""
    game = apply(true_claim(), "Bob: challenge")
    assert game.score == {"Ann": 0, "Bob": 36, "Cid": 0}
    assert (game.rounds[-1]["how"], game.task) == ("claim-true", "deal")


def test_ts_19_a_challengers_own_pair_doubles_the_claimants_cards_too() -> None:
    game = apply(true_claim("6D 6C 10D"), "Bob: challenge")
    assert game.score == {"Ann": 0, "Bob": 2 * (22 + 15)}


def test_ts_15_a_right_challenger_is_safe_and_the_bluffer_known() -> None:
    game = apply(on_notice(*BLUFF), "Bob: challenge")
    assert (game.task, game.on_notice, game.awaited()) == ("top", "", {"Bob": 24 * HOUR})
    assert sorted(game.known["Ann"]) == ["10C", "2D", "9D"]
    assert refused(game, "Bob", "top 10C") == {"TS-15"}
    apply(game, "Bob: top 6C")
    assert game.discards[-1] == "6C"
    assert set(game.discards) == {"2C", "9C", "5C", "6C", "10D"}
    assert (game.turn, game.in_round()) == ("Cid", ["Ann", "Cid"])
    assert "TS-15" in refused(game, "Cid", "take Bob giving 5D")
    assert "TS-15" in refused(game, "Bob", "challenge")


def test_ts_15_how_long_a_card_is_known() -> None:
    game = apply(on_notice(*BLUFF, pile="9C 10C 8C 7C AC AD AH AS"), "Bob: challenge; Bob: top 6C")
    apply(game, "Cid: discard 5D; Cid: keep 8C; Cid: done")
    apply(game, "Ann: discard 2D; Ann: keep AC; Ann: done")
    assert sorted(game.known["Ann"]) == ["10C", "9D"]
    apply(game, "Cid: take Ann giving 6D; Ann: hand AC; Cid: done")
    assert game.known["Ann"] == ["6D"]
    apply(game, "Ann: take Cid giving 6D; Cid: hand AC")
    assert (game.known["Ann"], game.known["Cid"]) == ([], ["6D"])


def test_ts_15_a_card_taken_unseen_leaves_the_others_known() -> None:
    game = apply(on_notice(*BLUFF, pile="9C 10C 8C 7C AC AD"), "Bob: challenge; Bob: top 6C")
    apply(game, "Cid: discard 5D; Cid: keep 8C; Cid: done; Ann: take Cid giving 9D; Cid: hand 8C")
    assert sorted(game.known["Ann"]) == ["10C", "2D"]
    assert game.known["Cid"] == ["9D"]


def test_ts_16_the_last_in_the_round_loses_at_once() -> None:
    """2, 9 and 10 in Ann's hand; Bob isn't asked what is on top."""
    game = apply(on_notice(*BLUFF[:2]), "Bob: challenge")
    assert (game.rounds[-1]["how"], game.task) == ("one-left", "deal")
    assert game.score == {"Ann": 21, "Bob": 0}


# ---- ends of rounds


def test_ts_17_unchallenged() -> None:
    game = apply(true_claim(), "Bob: discard 10D; Bob: keep 10C")
    apply(game, "Cid: take Bob giving 5H; Bob: hand 10C")
    assert (game.rounds[-1]["how"], game.task) == ("unchallenged", "deal")
    assert game.score == {"Ann": 0, "Bob": 2 * (5 + 6 + 5), "Cid": 2 * (10 + 6 + 10)}


def test_ts_17_reveal_until_the_winners_next_move() -> None:
    game = apply(on_notice(*BLUFF[:2]), "Bob: discard 5C; Bob: keep 8C")
    assert game.verbs("Ann") == {"reveal"}
    assert refused(game, "Bob", "reveal") == {"TS-17"}
    apply(game, f"chance: {dealing(['AC 2C 3C', 'AD 2D 3D'], '10C 10D 10H 10S')}", HOUR)
    assert game.awaited() == {"Bob": 25 * HOUR}
    apply(game, "Bob: take Ann giving AC", HOUR)
    assert game.verbs("Ann") == {"reveal", "hand"}
    shown = apply(game, "Ann: reveal", 99 * HOUR)
    assert shown.rounds[0]["revealed"] == ["10C", "2D", "9D"]
    assert shown.awaited() == {"Ann": 25 * HOUR}
    assert refused(shown, "Ann", "reveal") == {"TS-17"}


@pytest.mark.parametrize("move", ["Ann: hand 2D", "host: close"])
def test_ts_17_a_move_ends_the_time_for_reveal(move: str) -> None:
    game = apply(on_notice(*BLUFF[:2]), "Bob: discard 5C; Bob: keep 8C")
    apply(game, f"chance: {dealing(['AC 2C 3C', 'AD 2D 3D'], '10C 10D')}; Bob: take Ann giving AC")
    apply(game, move, 24 * HOUR)
    assert refused(game, "Ann", "reveal") == {"TS-17"}


def test_ts_17_reveal_is_possible_although_the_next_round_is_over() -> None:
    """Bob begins the second round, and fails before Ann has moved."""
    game = on_notice(*BLUFF, pile="9C 10C 8C 7C 3C 4C")
    apply(game, "Bob: discard 5C; Bob: keep 8C; Cid: discard 5D; Cid: keep 3C")
    hands = ["AC 3C 4C", "AD 2D 3D", "AH 2H 3H"]
    apply(game, f"chance: {dealing(hands, '5C 10C 10D')}")
    apply(game, "Bob: discard 4C; Bob: keep 5C; Bob: notice; Cid: challenge")
    assert len(game.rounds) == 2
    apply(game, "Ann: reveal")
    assert game.rounds[0]["revealed"]


def test_ts_18_nothing_to_draw_at_the_start_of_a_turn() -> None:
    game = apply(sit("2C 3C 4C", "5C 6C 7D", pile="9C 9D"), "Ann: discard 3C; Ann: keep 9C")
    assert game.task == "end"
    apply(game, "Ann: done")
    assert (game.rounds[-1]["how"], game.score) == ("pile-empty", {"Ann": 15, "Bob": 18})


def test_ts_18_a_claim_refuted_when_nothing_is_left_to_draw() -> None:
    """Bob is safe; Cid, next, can't begin its turn."""
    game = apply(on_notice(*BLUFF, pile="9C 8C"), "Bob: challenge; Bob: top 5C")
    assert (game.rounds[-1]["how"], game.task) == ("pile-empty", "deal")
    assert game.score == {"Ann": 19, "Bob": 0, "Cid": 21}


def test_ts_04_who_is_eliminated_gets_no_cards_and_no_turn() -> None:
    """Ann fails against Dee; Bob deals next, Cid begins, then Dee."""
    game = sit("2C 3C 4C", "5C 6C 7D", "5D 6D 8D", "AH 3H 4H", limit=30)
    game.pile = cards("9C 9D 8C 8H 8S 10S 5H 7H")
    for name, card, kept in (("Ann", "2C", "9C"), ("Bob", "5C", "8C"), ("Cid", "5D", "8S")):
        apply(game, f"{name}: discard {card}; {name}: keep {kept}; {name}: done")
    apply(game, "Dee: discard 4H; Dee: keep 5H; Dee: notice; Ann: challenge")
    assert game.score == {"Ann": 16 + 28, "Bob": 0, "Cid": 0, "Dee": 0}
    assert (game.eliminated, game.dealer) == (["Ann"], "Bob")
    apply(game, f"chance: {dealing(['AC 2C 3C', 'AD 2D 3D', 'AH 2H 3H'], '10C 10D')}")
    assert (game.turn, hand(game, "Ann"), hand(game, "Bob")) == ("Cid", set(), {"AH", "2H", "3H"})
    apply(game, "Cid: discard AC; Cid: keep 10C; Cid: done")
    assert game.turn == "Dee"
    assert "TS-20" in refused(game, "Dee", "take Ann giving AD")


def test_ts_03_a_dealer_drawn_anew_every_round() -> None:
    game = apply(true_claim(redraw_dealer=True), "Bob: challenge")
    assert game.task == "draw"
    apply(game, f"chance: {stacked('2C 9C 3C')}")
    assert (game.task, game.dealer) == ("deal", "Bob")


# ---- the end of the game


def test_ts_20_the_last_one_left_wins() -> None:
    game = apply(true_claim("6D 6C 10D", limit=74), "Bob: challenge")
    assert (game.task, game.winners, game.eliminated) == ("over", ["Ann"], ["Bob"])
    assert "TS-17" in refused(game, "Ann", "reveal")


def test_ts_20_a_safe_player_wins_when_all_others_go() -> None:
    game = on_notice(*BLUFF, "AH AS 9H", pile="9C 8C", limit=19)
    apply(game, "Bob: take Dee giving 5C; Dee: hand AS; Cid: challenge; Cid: top 5D")
    assert game.score == {"Ann": 19, "Bob": 36, "Cid": 0, "Dee": 34}
    assert (game.eliminated, game.winners) == (["Ann", "Bob", "Dee"], ["Cid"])


def test_ts_20_when_all_would_go_the_lowest_wins_or_they_share() -> None:
    script = "Ann: discard 3C; Ann: keep 9C; Ann: done"
    game = apply(sit("2C 3C 4C", "5C 6C 7D", pile="9C 9D", limit=15), script)
    assert (game.winners, game.score) == (["Ann"], {"Ann": 15, "Bob": 18})
    game = sit("2C 3C 4C", "5C 6C 7D", pile="9C 9D", limit=15)
    apply(game, f"host: adjust Ann points +3 {WHY}; {script}")
    assert (game.winners, game.score) == (["Ann", "Bob"], {"Ann": 18, "Bob": 18})


def test_ts_20_a_correction_is_looked_at_when_the_round_ends() -> None:
    game = apply(true_claim(), f"host: adjust Cid points =1000 {WHY}")
    assert game.eliminated == []
    apply(game, "Bob: challenge")
    assert (game.eliminated, game.task) == (["Cid"], "deal")
    assert "TS-20" in refused(game, "host", f"adjust Cid points =0 {WHY}")


# ---- time


def test_ts_05_a_move_has_24_hours_from_the_entry_that_asks_for_it() -> None:
    game = sit("2C 3C 4C", "5C 6C 7D")
    assert {"ALL-1", "TS-5"} <= refused(game, "Ann", "discard 3C", 24 * HOUR + 1)
    apply(game, "Ann: discard 3C", 24 * HOUR)
    assert game.awaited() == {"Ann": 48 * HOUR}
    assert refused(game, "Ann", "keep 9C", 24 * HOUR - 1) == {"ALL-1"}
    apply(game, "Ann: keep 9C", 30 * HOUR)
    assert game.awaited() == {"Ann": 54 * HOUR}
    apply(game, f"host: extend +6h {WHY}", 31 * HOUR)
    apply(game, "Ann: done", 60 * HOUR)
    assert game.awaited() == {"Bob": 84 * HOUR}


def test_ts_05_who_lets_its_time_pass_isnt_asked_again_in_the_turn() -> None:
    """Of 3, 4 and the Ace the Ace goes; of 10 and 9 the 9 is kept."""
    game = apply(sit("AC 3C 4C", "5C 6C 7D", pile="10C 9C 8C 7C"), "host: close", 24 * HOUR)
    assert hand(game, "Ann") == {"3C", "4C", "9C"}
    assert game.discards == ["AC", "10C"]
    assert (game.turn, game.on_notice, game.awaited()) == ("Bob", "", {"Bob": 48 * HOUR})


def test_ts_05_defaults_later_in_a_turn() -> None:
    game = apply(sit("AC 3C 4C", "5C 6C 7D", pile="10C 10D 8C 7C"), "Ann: discard 3C")
    apply(game, "host: close Ann", 24 * HOUR)
    assert hand(game, "Ann") == {"AC", "4C", "10C"}
    apply(game, "Bob: discard 5C; Bob: keep 8C", 24 * HOUR)
    apply(game, "host: close", 48 * HOUR)
    assert (game.rounds[-1]["how"], game.on_notice) == ("pile-empty", "")


def test_ts_05_the_victims_default_leaves_the_taker_its_word() -> None:
    game = apply(sit("2C 3C 4C", "5C AD AH"), "Ann: take Bob giving 3C")
    apply(game, "host: close", 24 * HOUR)
    assert hand(game, "Ann") == {"2C", "4C", "AD"}
    assert hand(game, "Bob") == {"5C", "AH", "3C"}
    assert (game.task, game.awaited()) == ("end", {"Ann": 48 * HOUR})


def test_ts_05_defaults_for_the_top_and_with_an_empty_pile() -> None:
    game = apply(on_notice(*BLUFF), "Bob: challenge")
    apply(game, "host: close", 24 * HOUR)
    assert (game.discards[-1], game.turn) == ("10D", "Cid")
    game = apply(on_notice(*BLUFF, pile="9C 8C"), "host: close", 24 * HOUR)
    assert (game.turn, game.discards) == ("Cid", ["2C", "9C"])
    assert hand(game, "Bob") == {"5C", "6C", "10D"}


def test_all_02_nothing_closes_before_its_time_or_for_another() -> None:
    game = sit("2C 3C 4C", "5C 6C 7D")
    assert refused(game, "host", "close", 24 * HOUR - 1) == {"ALL-2"}
    assert "ALL-2" in refused(game, "host", "close early", HOUR)
    assert refused(game, "host", "close Bob", 24 * HOUR) == {"ALL-2"}
    apply(game, "host: close Ann", 24 * HOUR)
    between = apply(on_notice(*BLUFF[:2]), "Bob: challenge")
    assert refused(between, "host", "close", 99 * HOUR) == {"ALL-2"}
    assert refused(between, "host", f"extend +1h {WHY}") == {"ALL-6"}
