"""A turn: what it begins with, the exchange by drawing and by taking, the empty pile, and what is
a made hand (TS-5 to TS-9).
"""

from __future__ import annotations

from itertools import combinations

import pytest
from playing import Played

from gmtool.engine.refusals import NotNow, Refused, Unreadable
from gmtool.games.ten_skip.terms import made_hands, runs_in

from .tables import (
    RANKS,
    all_of,
    asked,
    begun,
    deal,
    hand,
    hands,
    known,
    more,
    over,
    public,
    refused,
    seen,
    small,
    turns,
    waits_for,
    why,
)

ANN, BOB, CID = "AC 2C 9H", "3C 4C 9S", "5D 6D 10D"
START = ("discard CARD", "take NAME giving CARD")


def three(**options: object) -> Played:
    """Ann begins; 7C 8C 9C 10C are to be drawn next."""
    return small(ANN, BOB, CID, pile="7C 8C 9C 10C", **options)


ON_NOTICE = "Ann: discard 9H | Ann: keep 7C | Ann: notice"
"""It is Bob's turn then."""
TO_THE_END = "Ann: discard 9H | Ann: keep 7C"
"""The end of Ann's turn."""


# ---- what a turn begins with


def test_ts_05_a_turn_begins_with_an_exchange() -> None:
    assert asked(three()) == ("Ann", START)


def test_ts_05_or_a_challenge_while_another_has_everyone_on_notice() -> None:
    assert asked(more(three(), ON_NOTICE)) == ("Bob", (*START, "challenge"))
    game = more(three(), f"{ON_NOTICE} | Bob: discard 3C | Bob: keep 9C")
    assert asked(game) == ("Cid", (*START, "challenge"))


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("keep 7C", "TS-6"),
        ("hand AC", "TS-7"),
        ("pass", "TS-8"),
        ("notice", "TS-10"),
        ("done", "TS-10"),
        ("challenge", "TS-13"),
        ("top AC", "TS-15"),
        ("reveal", "TS-17"),
    ],
)
def test_ts_05_with_nothing_else(line: str, clause: str) -> None:
    found = refused(three(), f"Ann: {line}")
    assert (found.clause, found.quoted) == (clause, line)


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("discard 3C", "TS-6"),
        ("keep 7C", "TS-6"),
        ("take Cid giving 3C", "TS-7"),
        ("hand 3C", "TS-7"),
        ("pass", "TS-8"),
        ("notice", "TS-10"),
        ("done", "TS-10"),
        ("top 3C", "TS-15"),
    ],
)
def test_ts_05_out_of_turn_one_is_told_whose_turn_it_is(line: str, clause: str) -> None:
    found = refused(three(), f"Bob: {line}")
    assert (type(found), found.clause, found.quoted) == (NotNow, clause, line)
    assert "it is Ann's turn" in found.sentence()
    assert "`discard CARD` or `take NAME giving CARD`" in found.sentence()


def test_ts_05_after_the_exchange_there_is_no_other() -> None:
    for line, clause in (("discard AC", "TS-6"), ("take Bob giving AC", "TS-7")):
        found = refused(three(), f"{TO_THE_END} | Ann: {line}")
        assert (type(found), found.clause) == (NotNow, clause)
        assert "Ann has made its exchange" in found.sentence()
        assert "`notice` or `done`" in found.sentence()


# ---- drawing


def test_ts_06_first_a_card_is_discarded_face_up() -> None:
    game = more(three(), "Ann: discard 9H")
    assert (public(game)["discards"], public(game)["discard_top"]) == (["9H"], "9H")
    assert hand(game, "Ann") == "AC 2C"
    assert seen(game.news("Discarded")[0], "Cid")["card"] == "9H"
    assert public(game)["shown"] == "9H"


def test_ts_06_then_the_top_two_are_drawn_privately() -> None:
    game = more(three(), "Ann: discard 9H")
    assert game.view("Ann")["you"]["drawn"] == ["7C", "8C"]
    for seer in ("Bob", "Cid"):
        assert game.view(seer)["you"]["drawn"] == []
    assert public(game)["draw_pile"] == 29
    assert asked(game) == ("Ann", ("keep CARD",))
    (drew,) = game.news("Drew")
    assert [seen(drew, seer)["cards"] for seer in ("Ann", "Bob", "")] == [["7C", "8C"], [], []]


@pytest.mark.parametrize(("kept", "laid"), [("7C", "8C"), ("8C", "7C")])
def test_ts_06_one_is_kept_and_the_other_discarded_on_top(kept: str, laid: str) -> None:
    game = more(three(), f"Ann: discard 9H | Ann: keep {kept}")
    assert hand(game, "Ann") == f"AC 2C {kept}"
    assert public(game)["discards"] == ["9H", laid]
    assert public(game)["discard_top"] == laid
    assert asked(game) == ("Ann", ("notice", "done"))


def test_ts_06_the_next_player_draws_the_next_two() -> None:
    game = more(three(), f"{TO_THE_END} | Ann: done | Bob: discard 9S")
    assert game.view("Bob")["you"]["drawn"] == ["9C", "10C"]
    assert public(game)["discards"] == ["9H", "8C", "9S"]


@pytest.mark.parametrize("card", ["3C", "7C", "10S"])
def test_ts_06_only_a_card_of_ones_own_is_discarded(card: str) -> None:
    found = refused(three(), f"Ann: discard {card}")
    assert (type(found), found.clause, found.quoted) == (Refused, "TS-6", f"discard {card}")
    assert f"{card} isn't in Ann's hand" in found.sentence()


@pytest.mark.parametrize("card", ["AC", "9H", "9C"])
def test_ts_06_only_one_of_the_two_is_kept(card: str) -> None:
    found = refused(three(), f"Ann: discard 9H | Ann: keep {card}")
    assert (type(found), found.clause) == (Refused, "TS-6")
    assert "isn't one of the two cards drawn; `keep 7C` or `keep 8C`" in found.sentence()


def test_ts_06_who_drew_keeps_and_nobody_else_does() -> None:
    found = refused(three(), "Ann: discard 9H | Bob: keep 7C")
    assert (type(found), found.clause) == (NotNow, "TS-6")
    assert "Ann has discarded 9H and drawn two cards" in found.sentence()
    assert "7C" not in found.sentence().replace("`keep 7C`", "")


def test_ts_06_after_the_discard_it_is_drawing() -> None:
    for line in ("discard AC", "take Bob giving AC", "notice", "done"):
        found = refused(three(), f"Ann: discard 9H | Ann: {line}")
        assert type(found) is NotNow
        assert "`keep CARD`" in found.sentence()


def pile_of(cards: str, seats: int = 3) -> Played:
    """A round whose draw pile is these cards: hands are large enough. Nobody has a made hand but
    the last player: the first ones hold neither fives nor sixes.
    """
    if seats == 2:
        ann = " ".join(all_of("A", "2", "3", "4", "7").split()[:19])
        return begun(ann, "", hand_size=19, pile=cards)
    size = (40 - len(cards.split())) // seats
    ann = " ".join(all_of("A", "2", "3", "4").split()[:size])
    bob = " ".join(all_of("7", "8", "9", "10").split()[:size])
    return begun(ann, bob, "", hand_size=size, pile=cards)


LAST_TWO = "Ann: discard AC | Ann: keep 10C"
LAST_ONE = "Ann: discard AC"


def test_ts_06_the_last_two_of_the_pile_are_two_to_choose_from() -> None:
    game = more(pile_of("10C 10D", 2), LAST_ONE)
    assert game.view("Ann")["you"]["drawn"] == ["10C", "10D"]
    assert public(game)["draw_pile"] == 0
    game = more(game, "Ann: keep 10D")
    assert public(game)["discards"] == ["AC", "10C"]
    assert asked(game) == ("Ann", ("notice", "done"))


def test_ts_06_a_single_card_is_taken_and_kept_without_a_keep() -> None:
    game = more(pile_of("10S"), LAST_ONE)
    assert hand(game, "Ann") == "AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 10S"
    assert public(game)["discards"] == ["AC"]
    assert public(game)["draw_pile"] == 0
    assert asked(game) == ("Ann", ("notice", "done"))
    (drew,) = game.news("Drew")
    assert (seen(drew, "Ann")["cards"], seen(drew)["cards"]) == (["10S"], [])
    found = refused(game, "Ann: keep 10S")
    assert (type(found), found.clause) == (NotNow, "TS-6")


def test_ts_06_an_odd_pile_comes_down_to_one() -> None:
    """Seven cards: three times two and a single one."""
    game = begun("", "", "", hand_size=11, pile=" ".join((*all_of("10").split(), "9C 9D 9H")))
    for who in ("Ann", "Bob", "Cid"):
        card = hand(game, who).split()[0]
        game = more(game, f"{who}: discard {card}")
        game = more(game, f"{who}: keep {game.view(who)['you']['drawn'][1]} | {who}: done")
    assert public(game)["draw_pile"] == 1
    game = more(game, f"Ann: discard {hand(game, 'Ann').split()[0]}")
    assert asked(game) == ("Ann", ("notice", "done"))
    assert "9H" in hand(game, "Ann").split()


def test_ts_06_the_discard_pile_is_never_reshuffled() -> None:
    game = more(pile_of("10C 10D", 2), f"{LAST_TWO} | Ann: notice")
    assert public(game)["discards"] == ["AC", "10D"]
    assert waits_for(game) == ["Bob"]
    assert public(game)["draw_pile"] == 0
    assert not {"discard CARD"} & set(asked(game)[1])


# ---- taking


def test_ts_07_the_card_is_shown_to_everybody_and_the_victim_asked() -> None:
    game = more(three(), "Ann: take Cid giving 9H")
    assert asked(game) == ("Cid", ("hand CARD",))
    assert (public(game)["shown"], public(game)["victim"]) == ("9H", "Cid")
    assert "9H" in game.waiting()[0].task
    assert seen(game.news("Offered")[0], "Bob")["card"] == "9H"


def test_ts_07_before_the_victim_has_answered_nothing_changes_hands() -> None:
    game = more(three(), "Ann: take Cid giving 9H")
    assert hands(game) == {"Ann": ANN, "Bob": BOB, "Cid": CID}


def test_ts_07_the_victim_picks_a_card_and_gets_the_shown_one() -> None:
    game = more(three(), "Ann: take Cid giving 9H | Cid: hand 10D")
    assert hands(game) == {"Ann": "AC 2C 10D", "Bob": BOB, "Cid": "5D 6D 9H"}
    assert (public(game)["shown"], public(game)["victim"]) == ("", "")
    assert (public(game)["discards"], public(game)["draw_pile"]) == ([], 31)
    assert asked(game) == ("Ann", ("notice", "done"))


def test_ts_07_the_rest_dont_see_it() -> None:
    game = more(three(), "Ann: take Cid giving 9H | Cid: hand 10D")
    (handed,) = game.news("Handed")
    cards = {seer: seen(handed, seer)["card"] for seer in ("Ann", "Cid", "Bob", "")}
    assert cards == {"Ann": "10D", "Cid": "10D", "Bob": "", "": ""}


@pytest.mark.parametrize("victim", ["Bob", "Cid"])
def test_ts_07_a_victim_is_any_other_player(victim: str) -> None:
    assert waits_for(more(three(), f"Ann: take {victim} giving AC")) == [victim]


@pytest.mark.parametrize("card", ["9S", "7C"])
def test_ts_07_what_is_shown_is_ones_own(card: str) -> None:
    found = refused(three(), f"Ann: take Bob giving {card}")
    assert (type(found), found.clause) == (Refused, "TS-7")
    assert f"{card} isn't in Ann's hand" in found.sentence()


def test_ts_07_not_from_oneself() -> None:
    found = refused(three(), "Ann: take Ann giving AC")
    assert (type(found), found.clause) == (Refused, "TS-7")
    assert "only from another player" in found.sentence()
    assert "a victim may be Bob or Cid" in found.sentence()


def test_ts_07_not_from_who_is_on_notice() -> None:
    found = refused(three(), f"{ON_NOTICE} | Bob: take Ann giving 3C")
    assert (type(found), found.clause) == (Refused, "TS-7")
    assert "out of reach (TS-11)" in found.sentence()
    assert "a victim may be Cid" in found.sentence()
    assert waits_for(more(three(), f"{ON_NOTICE} | Bob: take Cid giving 3C")) == ["Cid"]


def test_ts_07_not_from_who_is_safely_out_of_the_round() -> None:
    game = more(three(), f"{ON_NOTICE} | Bob: challenge | Bob: top 3C")
    found = refused(game, "Cid: take Bob giving 5D")
    assert (type(found), found.clause) == (Refused, "TS-7")
    assert "safely out of the round" in found.sentence()
    assert "a victim may be Ann" in found.sentence()


def test_ts_07_not_from_who_is_eliminated() -> None:
    game = small("AC 3C 9H", "4C 4D 9S", "2C 2D 2H", pile="5C 5D", limit=60)
    game = more(game, "Ann: discard 9H | Ann: keep 5C | Ann: notice | Bob: challenge")
    game = more(game, deal("", "", first=1, size=3))
    found = refused(game, f"Cid: take Bob giving {hand(game, 'Cid').split()[0]}")
    assert (type(found), found.clause) == (Refused, "TS-7")
    assert "out of the game" in found.sentence()
    assert "a victim may be Ann" in found.sentence()


def test_ts_07_not_from_who_doesnt_play() -> None:
    found = refused(three(), "Ann: take Zed giving AC")
    assert (type(found), found.clause) == (Unreadable, "ALL-4")
    assert waits_for(more(three(), "Ann: take b giving AC")) == ["Bob"]


def test_ts_07_the_handed_card_may_not_be_the_shown_one() -> None:
    found = refused(three(), "Ann: take Bob giving 9H | Bob: hand 9H")
    assert (type(found), found.clause) == (Refused, "TS-7")
    assert "9H is the card that Ann shows" in found.sentence()


@pytest.mark.parametrize("card", ["AC", "5D", "7C"])
def test_ts_07_it_is_one_of_the_victims_own(card: str) -> None:
    found = refused(three(), f"Ann: take Bob giving 9H | Bob: hand {card}")
    assert (type(found), found.clause) == (Refused, "TS-7")
    assert f"{card} isn't in Bob's hand" in found.sentence()


def test_ts_07_with_two_decks_it_may_be_its_twin() -> None:
    game = small("AC 2C 9H", "3C 4C 9H", CID, decks=2)
    game = more(game, "Ann: take Bob giving 9H | Bob: hand 9H")
    assert hands(game) == {"Ann": "AC 2C 9H", "Bob": "3C 4C 9H", "Cid": CID}
    assert known(game, "Bob") == "9H"
    assert known(game, "Ann") == ""


def test_ts_07_with_two_decks_both_twins_may_be_in_one_hand() -> None:
    game = small("AC 9H 9H", BOB, CID, decks=2, pile="7C 7C")
    game = more(game, "Ann: take Bob giving 9H | Bob: hand 3C | Ann: done")
    assert hand(game, "Ann") == "AC 3C 9H"
    assert hand(game, "Bob") == "4C 9H 9S"
    game = more(small("AC 9H 9H", BOB, CID, decks=2, pile="7C 7C"), "Ann: discard 9H")
    assert hand(game, "Ann") == "AC 9H"
    found = refused(game, "Ann: keep 8C")
    assert "drawn; `keep 7C`." in found.sentence()
    game = more(game, "Ann: keep 7C")
    assert (hand(game, "Ann"), public(game)["discards"]) == ("AC 7C 9H", ["9H", "7C"])


def test_ts_07_while_a_victim_is_asked_nobody_else_speaks() -> None:
    for line in ("Ann: hand AC", "Cid: hand 5D", "Ann: discard AC", "Ann: done", "Bob: keep 3C"):
        found = refused(three(), f"Ann: take Bob giving 9H | {line}")
        assert type(found) is NotNow
        assert "Ann has shown 9H and waits for a card of Bob's" in found.sentence()
        assert "`hand CARD`" in found.sentence()


def test_ts_07_a_made_hand_may_be_taken_apart_and_made_so() -> None:
    """What goes over counts where it lies at the end."""
    game = more(three(), "Ann: take Bob giving 2C | Bob: hand 3C")
    assert hand(game, "Ann") == "AC 3C 9H"


# ---- the empty pile


def test_ts_08_with_an_empty_pile_one_takes_or_challenges() -> None:
    game = more(pile_of("10S"), f"{LAST_ONE} | Ann: notice")
    assert asked(game) == ("Bob", ("take NAME giving CARD", "challenge"))
    assert waits_for(more(game, "Bob: take Cid giving 7C")) == ["Cid"]
    assert over(more(game, "Bob: challenge | Bob: top 7C"))[0] == 1


def test_ts_08_nothing_can_be_drawn() -> None:
    game = more(pile_of("10S"), f"{LAST_ONE} | Ann: notice")
    found = refused(game, "Bob: discard 7C")
    assert (type(found), found.clause) == (Refused, "TS-8")
    assert "the draw pile is empty" in found.sentence()
    assert "`challenge`, or take from Cid" in found.sentence()


def test_ts_08_no_pass_where_there_is_a_victim() -> None:
    game = more(pile_of("10S"), f"{LAST_ONE} | Ann: notice")
    found = refused(game, "Bob: pass")
    assert (type(found), found.clause) == (Refused, "TS-8")
    assert "`challenge`, or take from Cid" in found.sentence()


def test_ts_08_pass_where_no_victim_is_allowed() -> None:
    game = more(pile_of("10C 10D", 2), f"{LAST_TWO} | Ann: notice")
    assert asked(game) == ("Bob", ("challenge", "pass"))
    passed = more(game, "Bob: pass")
    assert over(passed)[:2] == (1, "unchallenged")
    assert list(over(passed)[2]) == ["Bob"]
    for line, clause in (("discard 5C", "TS-8"), ("take Ann giving 5C", "TS-7")):
        found = refused(game, f"Bob: {line}")
        assert (type(found), found.clause) == (Refused, clause)
    assert "nobody can be a victim now" in why(game, "Bob: take Ann giving 5C")
    assert "`challenge`, or `pass`" in why(game, "Bob: discard 5C")
    assert over(more(game, "Bob: challenge"))[1] == "one-left"


def test_ts_08_also_where_the_others_are_safely_out() -> None:
    """Bob is safe; Cid puts all on notice with the last card: Ann can but pass or challenge."""
    size = 12
    ann = " ".join(all_of("A", "2", "3").split())
    bob = " ".join(all_of("4", "7", "8").split())
    cid = " ".join(all_of("5", "9", "6").split())
    game = begun(ann, bob, cid, hand_size=size, pile="10C 10D 10H 10S")
    game = more(
        game, "Ann: discard AC | Ann: keep 10C | Ann: notice | Bob: challenge | Bob: top 4C"
    )
    game = more(game, "Cid: discard 5C | Cid: keep 10H | Cid: notice")
    assert asked(game) == ("Ann", ("challenge", "pass"))
    game = more(game, "Ann: pass")
    assert (over(game)[1], list(over(game)[2])) == ("unchallenged", ["Ann"])


def test_ts_08_no_pass_while_there_is_a_pile() -> None:
    found = refused(three(), "Ann: pass")
    assert (type(found), found.clause) == (Refused, "TS-8")
    assert "`discard CARD` or `take NAME giving CARD`" in found.sentence()
    game = more(small(ANN, BOB, pile="7C 8C"), ON_NOTICE)
    assert asked(game) == ("Bob", ("discard CARD", "challenge"))
    found = refused(game, "Bob: pass")
    assert found.clause == "TS-8"
    assert "`discard CARD` or `challenge`" in found.sentence()


def test_ts_08_an_exchange_with_an_empty_pile_goes_on_to_the_next() -> None:
    game = more(pile_of("10S"), f"{LAST_ONE} | Ann: notice | Bob: take Cid giving 7C")
    game = more(game, f"Cid: hand {hand(game, 'Cid').split()[0]}")
    assert asked(game) == ("Cid", ("take NAME giving CARD", "challenge"))
    assert turns(game) == ["Ann", "Bob", "Cid"]


# ---- made hands


def made(cards: str, run: int) -> tuple[bool, list[list[str]]]:
    """Whether that hand wins as a claim that is challenged, and the runs that are told then."""
    *held, last = cards.split()
    spare = next(card for card in ("10H", "9H", "2H", "4H") if card not in {*held, last})
    others = [card for card in all_of(*RANKS).split() if card not in {*held, last, spare}]
    game = begun(
        " ".join((*held, spare)),
        " ".join(others[: len(held) + 1]),
        pile=f"{last} {others[-1]}",
        hand_size=len(held) + 1,
        run_length=run,
    )
    game = more(game, f"Ann: discard {spare} | Ann: keep {last} | Ann: notice | Bob: challenge")
    (news,) = game.news("Challenged")
    assert (over(game)[1] == "claim-true") == bool(news["runs"])
    assert (over(game)[2].keys() == {"Bob"}) == bool(news["runs"])
    return bool(news["runs"]), [list(found) for found in news["runs"]]


FOURS = ["A 3 5 7", "2 4 6 8", "3 5 7 9", "4 6 8 10"]
THREES = ["A 3 5", "2 4 6", "3 5 7", "4 6 8", "5 7 9", "6 8 10"]


def suited(ranks: str, suits: str = "CDHS") -> str:
    return " ".join(rank + suits[n % len(suits)] for n, rank in enumerate(ranks.split()))


@pytest.mark.parametrize("ranks", FOURS)
@pytest.mark.parametrize("suits", ["C", "CDHS", "SSDD"])
def test_ts_09_runs_of_four_in_any_suits(ranks: str, suits: str) -> None:
    assert made(suited(ranks, suits), 4) == (True, [ranks.split()])


@pytest.mark.parametrize("ranks", THREES)
@pytest.mark.parametrize("suits", ["D", "HSC"])
def test_ts_09_runs_of_three_in_any_suits(ranks: str, suits: str) -> None:
    assert made(suited(ranks, suits), 3) == (True, [ranks.split()])


@pytest.mark.parametrize(
    "cards",
    ["AC 3D 5H 7S 2C 2D 9S", "7S 5H AC 3D 10C 10D 10S", "2C 4D 6H 8S 8C 8D 8H"],
)
def test_ts_09_the_other_cards_dont_matter(cards: str) -> None:
    assert made(cards, 4)[0]


def test_ts_09_a_hand_may_hold_several() -> None:
    assert made("AC 3C 5C 7C 9C 2D 2H", 4) == (True, [["A", "3", "5", "7"], ["3", "5", "7", "9"]])
    assert made("2C 4C 6C 8C 10C AD", 3)[1] == [["2", "4", "6"], ["4", "6", "8"], ["6", "8", "10"]]


@pytest.mark.parametrize(
    "ranks",
    [
        *("A 3 5 9", "A 3 7 9", "2 4 6 10", "2 6 8 10", "3 5 7 10", "2 5 7 9", "3 5 9 10"),
        *("5 7 9 A", "7 9 A 3", "6 8 10 2", "8 10 2 4", "9 A 3 5", "10 2 4 6", "10 A 3 5"),
        *("A 2 3 4", "4 5 6 7", "7 8 9 10", "A 4 7 10", "A 3 5 8", "2 4 6 7", "2 4 7 9"),
        *("A 3 5 6 8 10 10", "A 3 5 5 9 9 10", "3 3 5 5 7 7 8", "2 2 4 4 6 6 10"),
    ],
)
def test_ts_09_near_misses_of_four(ranks: str) -> None:
    assert made(suited(ranks), 4) == (False, [])


@pytest.mark.parametrize(
    "ranks",
    [
        *("A 3 7", "A 5 7", "A 2 3", "3 4 5", "8 9 10", "7 9 A", "9 A 3", "8 10 2", "10 2 4"),
        *("8 10 A", "2 5 8", "4 7 10", "2 4 8", "5 7 10", "A 3 6", "4 6 9", "A A 3 3 7 7"),
    ],
)
def test_ts_09_near_misses_of_three(ranks: str) -> None:
    assert made(suited(ranks), 3) == (False, [])


def test_ts_09_a_run_of_three_is_none_where_four_are_asked_for() -> None:
    assert made("AC 3C 5C 9D 9H 10C 10D", 4) == (False, [])


@pytest.mark.parametrize(("run", "runs"), [(4, FOURS), (3, THREES)])
def test_ts_09_there_are_no_others(run: int, runs: list[str]) -> None:
    assert [" ".join(each) for each in made_hands(run)] == runs
    for ranks in combinations(RANKS, run):
        found = runs_in([rank + "C" for rank in ranks], run)
        assert bool(found) == (" ".join(ranks) in runs), ranks
