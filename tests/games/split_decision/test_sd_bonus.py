"""Luck of the Draw, and the next episode (SD-27 to SD-35)."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Played, deck

from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.split_decision import GAME

from .episodes import (
    BOARD,
    CARDS_OF_1,
    CARDS_OF_2,
    CARDS_OF_3,
    FULL,
    NEXT_BOARD,
    TO_ROUND_3,
    WON_BY,
    bonus,
    hand,
    happened,
    money,
    more,
    played,
    public,
    refused,
    said,
    seat,
    waits_for,
)

PICKS = {"A A": "1 2 3 4", "K 5": "3 11 4 12", "K 5 with the Devil": "3 11 4 15"}
"""Numbers of the board in order: what they show beside the range is no matter."""
ALL_CARDS = " ".join((*CARDS_OF_1, *CARDS_OF_2, *CARDS_OF_3))


def now(game: Played) -> dict[str, Any]:
    """The bonus as everybody sees it."""
    facts: dict[str, Any] = public(game)["bonus"]
    return facts


def bankroll(game: Played) -> int:
    return int(now(game)["bankroll"])


def why(game: Played, line: str) -> tuple[str, str]:
    found = refused(game, line)
    return found.clause, found.sentence()


# ---- SD-27: deck, boards, and the maximum


def test_sd_27_a_new_deck_when_round_3_ends_and_the_board_of_the_first_hand_after_it() -> None:
    body = f"{TO_ROUND_3}{WON_BY['Ann']}"
    game = played(ALL_CARDS, body)
    assert [entry.who for entry in game.entries[-3:]] == ["host", "chance", "chance"]
    shuffle, board = (entry.text.split() for entry in game.entries[-2:])
    assert sorted(shuffle[1:]) == sorted(FULL)
    assert sorted(board[1:]) == sorted(BOARD.split())
    assert {entry.received_at for entry in game.entries[-3:]} == {game.entries[-1].received_at}
    assert waits_for(game) == ["Ann: pick 1 5 9 15"]
    assert len(public(game)["cards_remaining"]) == 54
    assert public(game)["play"] is None


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        (f"chance: board {BOARD}", "SD-30"),
        ("chance: suits NO 2ND AGAIN NO", "SD-32"),
        (f"chance: {deck('', FULL)}", "ALL-3"),
        ("chance: draw 5", "SD-7"),
    ],
)
def test_sd_27_nothing_is_drawn_before_it_is_wanted(line: str, clause: str) -> None:
    found = refused(bonus("2H"), line)
    assert (found.clause, type(found)) == (clause, NotNow)


@pytest.mark.parametrize(
    "board",
    [BOARD.replace("DEVIL", "2"), BOARD.replace("A A", "A"), f"{BOARD} DEVIL", "A K Q"],
)
def test_sd_30_the_board_is_two_aces_a_king_down_to_a_2_and_a_devil(board: str) -> None:
    body = f"{TO_ROUND_3}{WON_BY['Ann']}chance: {deck('', FULL)}"
    before = played(ALL_CARDS, TO_ROUND_3 + WON_BY["Ann"].rstrip().rpartition("\n")[0])
    found = refused(before, f"right Ann\nchance: {deck('', FULL)}\nchance: board {board}")
    assert found.clause == "ALL-3"
    assert "the 15 cards of the board" in found.sentence()
    assert waits_for(played(ALL_CARDS, body)) == ["Ann: pick 1 5 9 15"]


@pytest.mark.parametrize(
    "suits", ["NO NO NO 2ND", "2ND 2ND NO AGAIN", "NO 2ND AGAIN", "NO NO 2ND AGAIN NO"]
)
def test_sd_32_the_suit_board_is_one_2nd_one_again_and_two_no(suits: str) -> None:
    found = refused(bonus("2H"), f"{hand(PICKS['K 5'], 'K 5', 250)}chance: suits {suits}")
    assert (found.clause, "2ND, AGAIN and two NO" in found.sentence()) == ("ALL-3", True)


def test_sd_27_a_suit_board_only_when_a_loss_needs_one() -> None:
    won = bonus("6H", hand(PICKS["K 5"], "K 5", 250))
    assert [entry.text.split()[0] for entry in won.entries if entry.who == "chance"][-1] == "board"
    lost = bonus("2H", hand(PICKS["K 5"], "K 5", 250))
    assert lost.entries[-1].text.startswith("suits ")
    assert lost.entries[-1].who == "chance"


DAYS: dict[str, tuple[str, dict[str, object], int, int]] = {
    "a challenger's first day": ("Bob", {}, 1, 1),
    "a champion's second": ("Ann", {}, 2, 1),
    "its third": ("Ann", {"titles": 2}, 3, 1),
    "its fourth": ("Ann", {"titles": 3}, 4, 2),
    "its fifth": ("Ann", {"titles": 4}, 5, 5),
    "red's first, who is no champion": ("Ann", {"champion": "off"}, 1, 1),
    "a challenger's, who beats a champion of four": ("Bob", {"titles": 4}, 1, 1),
}
HAD = {"Ann": 3900, "Bob": 3050}


@pytest.mark.parametrize("case", DAYS)
def test_sd_27_all_that_can_be_won_is_50_000_times_the_day(case: str) -> None:
    who, options, day, factor = DAYS[case]
    wagers = [1500, 3000, 6000, 12000, 25000]
    lines = [hand("1 2 3 4", "A A", wager * factor, who=who) for wager in wagers]
    game = bonus("2H 3H 4H KH JOKER", NEXT_BOARD.join(lines), who, **options)
    assert [h["bankroll"] for h in now(game)["hands"]] == [
        amount * factor for amount in (3000, 6000, 12000, 24000, 50000)
    ]
    assert (1500 * 2**4 + 1000) * 2 == 50000
    assert now(game)["day"] == day
    winner = seat(game, who)
    assert winner["bankroll"] == 50000 * factor
    assert winner["total"] == HAD[who] + 50000 * factor
    assert winner["money"] == HAD[who]
    begun = game.news("BonusBegan")[0]
    assert (begun["day"], begun["factor"], begun["bankroll"]) == (day, factor, 1500 * factor)
    assert game.waiting() == ()
    assert game.table.windows == ()


def test_sd_27_half_the_maximum_is_the_day_before_a_push_in_the_last_call() -> None:
    wagers = [3000, 6000, 12000, 24000, 50000]
    lines = [hand("1 2 3 4", "A A", wager) for wager in wagers]
    game = bonus("2H 3H 4H KH AH", NEXT_BOARD.join(lines), titles=3)
    assert seat(game, "Ann")["bankroll"] == 50000


# ---- SD-28: wagers

PUSH = hand("3 11 4 12", "K 5", 250)
"""A King or a five, and nothing has changed."""
FOUR_PUSHES = NEXT_BOARD.join([PUSH] * 4) + NEXT_BOARD


def at_the_wager(game: Played) -> Played:
    return more(game, "Ann: pick 3 11 4 12\nAnn: range K 5")


def scaled(body: str, factor: int) -> str:
    return body.replace("wager 250", f"wager {250 * factor}")


WAGERS = [
    (1, [250, 300, 750, 1450, 1500], [0, 200, 249, 251, 275, 225, 1525, 1550, 3000]),
    (2, [500, 600, 2900, 3000], [250, 450, 550, 525, 3050, 3100]),
    (5, [1250, 1500, 7250, 7500], [250, 1000, 1300, 1275, 7550, 7750]),
]
TITLES = {1: 1, 2: 3, 5: 4}


@pytest.mark.parametrize(("factor", "good", "bad"), WAGERS)
def test_sd_28_hands_1_to_4_at_least_250_in_steps_of_50_at_most_the_bankroll(
    factor: int, good: list[int], bad: list[int]
) -> None:
    deck_of_pushes = "KH KD KC 5H"
    for number in (1, 4):
        body = scaled(NEXT_BOARD.join([PUSH] * (number - 1)), factor)
        body += NEXT_BOARD if number > 1 else ""
        game = at_the_wager(bonus(deck_of_pushes, body, titles=TITLES[factor]))
        assert (bankroll(game), now(game)["hand"]) == (1500 * factor, number)
        for amount in good:
            wagered = more(game, f"Ann: wager {amount}").news("Wagered")[-1]
            assert wagered["amount"] == amount
        for amount in bad:
            clause, sentence = why(game, f"Ann: wager {amount}")
            assert clause == "SD-28"
            for told in (250 * factor, 1500 * factor, 50 * factor):
                assert f"{told:,}" in sentence


@pytest.mark.parametrize("amount", ["-250", "250.5", "1e3", "99999999999999999999"])
def test_sd_28_a_wager_is_a_whole_amount(amount: str) -> None:
    assert refused(at_the_wager(bonus("KH")), f"Ann: wager {amount}").clause == "SD-28"


LAST_CALL_WAGERS = [
    (1, [1250, 1275, 1300, 2475, 2500], [250, 1225, 1249, 1260, 2490, 2525]),
    (2, [2500, 2550, 5000], [2450, 2525, 2575, 5050]),
    (5, [6250, 6375, 12500], [6125, 6275, 6300, 12625]),
]


@pytest.mark.parametrize(("factor", "good", "bad"), LAST_CALL_WAGERS)
def test_sd_28_the_last_call_adds_1000_and_takes_at_least_half_in_steps_of_25(
    factor: int, good: list[int], bad: list[int]
) -> None:
    game = bonus("KH KD KC 5H QH", scaled(FOUR_PUSHES, factor), titles=TITLES[factor])
    assert (bankroll(game), now(game)["hand"]) == (2500 * factor, 5)
    game = at_the_wager(game)
    for amount in good:
        assert bankroll(more(game, f"Ann: wager {amount}")) == 2500 * factor + amount
    for amount in bad:
        clause, sentence = why(game, f"Ann: wager {amount}")
        assert clause == "SD-28"
        for told in (1250 * factor, 2500 * factor, 25 * factor):
            assert f"{told:,}" in sentence


def test_sd_28_half_of_a_bankroll_that_isnt_a_multiple_of_50() -> None:
    """1,500 less 1,450 is 50 after hand 4, so that the Last Call has 1,050."""
    body = NEXT_BOARD.join([PUSH] * 3) + NEXT_BOARD + hand("3 11 4 12", "K 5", 1450, "clubs")
    body = body.replace("wager 1450\n", "wager 1450\nchance: suits NO 2ND AGAIN NO\n")
    game = at_the_wager(bonus("KH KD KC 2H", body + NEXT_BOARD))
    assert (now(game)["hand"], bankroll(game)) == (5, 1050)
    assert refused(game, "Ann: wager 500").clause == "SD-28"
    for amount in (525, 1025, 1050):
        assert more(game, f"Ann: wager {amount}").news("Wagered")[-1]["amount"] == amount


# ---- SD-29: below 250


def lose(wager: int, *, board: bool = True, suit: str = "clubs") -> str:
    """A hand lost to a 2, behind `suit` a NO; on a new suit board or the one that lies there."""
    lines = f"Ann: pick 3 11 4 12\nAnn: range K 5\nAnn: wager {wager}\n"
    return f"{lines}{'chance: suits NO NO 2ND AGAIN' if board else ''}\nAnn: suit {suit}\n"


def again(wager: int) -> str:
    """Lost a second time, on the same suit board."""
    return lose(wager, board=False, suit="diamonds")


TWOS = "2H 2D 2C 2S 3H 3D"


def test_sd_29_below_250_500_is_added_once() -> None:
    game = bonus(TWOS, lose(1500))
    assert happened(game) == ["SuitUncovered", "HandEnded", "ToppedUp", "HandBegan"]
    assert [now(game)[key] for key in ("bankroll", "topped_up", "hand")] == [500, True, 2]
    game = bonus(TWOS, lose(1300))
    assert bankroll(game) == 200 + 500


def test_sd_29_250_is_not_below() -> None:
    game = bonus(TWOS, lose(1250))
    assert [now(game)[key] for key in ("bankroll", "topped_up", "hand")] == [250, False, 2]


def test_sd_29_the_second_time_play_goes_straight_to_the_last_call() -> None:
    game = bonus(TWOS, f"{lose(1500)}{NEXT_BOARD}{again(500)}")
    assert happened(game) == ["SuitUncovered", "HandEnded", "HandBegan"]
    assert [now(game)[key] for key in ("bankroll", "hand")] == [1000, 5]
    began = said(game)[-1]
    assert (began["number"], began["staked"], began["skipped"]) == (5, 1000, True)
    game = at_the_wager(bonus(TWOS, f"{lose(1500)}{NEXT_BOARD}{again(500)}{NEXT_BOARD}"))
    assert refused(game, "Ann: wager 475").clause == "SD-28"
    assert more(game, "Ann: wager 500").news("Wagered")[-1]["amount"] == 500


def test_sd_29_the_second_time_may_be_after_hand_3() -> None:
    body = f"{lose(1450)}{NEXT_BOARD}{PUSH}{NEXT_BOARD}{again(550)}"
    game = bonus("2H KH 2D", body)
    assert [now(game)[key] for key in ("bankroll", "hand")] == [1000, 5]
    assert len(now(game)["hands"]) == 3


def test_sd_29_after_hand_3_for_the_first_time_and_after_hand_4_the_last_call_comes_anyway() -> (
    None
):
    body = f"{PUSH}{NEXT_BOARD}{PUSH}{NEXT_BOARD}{lose(1500)}{NEXT_BOARD}"
    game = bonus("KH KD 2H 2D", body)
    assert [now(game)[key] for key in ("bankroll", "hand")] == [500, 4]
    game = more(game, again(500))
    assert happened(game) == ["SuitUncovered", "HandEnded", "HandBegan"]
    assert [now(game)[key] for key in ("bankroll", "hand")] == [1000, 5]
    assert not said(game)[-1]["skipped"]
    assert len(game.news("ToppedUp")) == 1


def test_sd_29_after_hand_4_nothing_is_topped_up() -> None:
    body = f"{NEXT_BOARD.join([PUSH] * 3)}{NEXT_BOARD}{lose(1500)}"
    game = bonus("KH KD KC 2H", body)
    assert game.news("ToppedUp") == []
    assert (bankroll(game), now(game)["hand"]) == (1000, 5)


def test_sd_29_all_of_it_times_the_day() -> None:
    assert bankroll(bonus(TWOS, lose(6500), titles=4)) == 1000 + 2500  # below 5 times 250
    twice = bonus(TWOS, f"{lose(6500)}{NEXT_BOARD}{again(2500)}", titles=4)
    assert bankroll(twice) == 1000 + 5000
    assert bankroll(bonus(TWOS, lose(6250), titles=4)) == 1250
    assert bankroll(bonus(TWOS, lose(2600), titles=3)) == 400 + 1000


def test_sd_29_a_bankroll_of_nothing_in_the_last_call_ends_with_nothing_or_2000() -> None:
    before = f"{lose(1500)}{NEXT_BOARD}{again(500)}{NEXT_BOARD}"
    last = "Ann: pick 3 11 4 12\nAnn: range K 5\nAnn: wager 1000\n"
    lost = bonus("2H 2D 2C", f"{before}{last}chance: suits NO NO 2ND AGAIN\nAnn: suit clubs")
    assert (seat(lost, "Ann")["bankroll"], seat(lost, "Ann")["total"]) == (0, 3900)
    won = bonus("2H 2D 6C", f"{before}{last}")
    assert (seat(won, "Ann")["bankroll"], seat(won, "Ann")["total"]) == (2000, 5900)


# ---- SD-30: picks and ranges


@pytest.mark.parametrize(
    ("pick", "said_so"),
    [
        ("1 5 9", "3 "),
        ("1 5 9 15 2", "5 "),
        ("1 5 9 9", "9 "),
        ("0 5 9 15", "0 "),
        ("1 5 9 16", "16 "),
    ],
)
def test_sd_30_four_different_numbers_from_1_to_15(pick: str, said_so: str) -> None:
    clause, sentence = why(bonus("2H"), f"Ann: pick {pick}")
    assert clause == "SD-30"
    assert sentence.startswith(said_so)
    assert "four different numbers from 1 to 15" in sentence


def test_sd_30_the_four_are_revealed_and_no_other() -> None:
    game = bonus("2H", "Ann: pick 15 1 14 7")
    assert now(game)["revealed"] == ["DEVIL", "A", "2", "9"]
    board = now(game)["board"]
    assert {n: c for n, c in enumerate(board, 1) if c} == {15: "DEVIL", 1: "A", 14: "2", 7: "9"}
    assert board.count(None) == 11
    assert waits_for(game) == ["Ann: range HIGH LOW"]


RANGES = {
    # revealed: (what can be named, what can't)
    "1 7 14 15": ({"A 9", "A 2", "9 A", "2 A", "9 2"}, {"A A", "2 9", "9 9", "K 2", "A DEVIL"}),
    "1 2 3 14": (
        {"A A", "A K", "A 2", "K A", "2 A", "K 2"},
        {"2 K", "K K", "DEVIL A", "A DEVIL", "A Q"},
    ),
    "3 4 5 6": ({"K Q", "K J", "K 10", "Q J", "Q 10", "J 10"}, {"10 K", "A 10", "K A", "K 9"}),
}


@pytest.mark.parametrize("pick", RANGES)
def test_sd_30_high_above_low_of_what_is_revealed_an_ace_either_the_devil_neither(
    pick: str,
) -> None:
    good, bad = RANGES[pick]
    game = bonus("2H", f"Ann: pick {pick}")
    for each in good:
        named = more(game, f"Ann: range {each}").news("RangeNamed")[-1]
        assert f"{named['high']} {named['low']}" == each
    for each in bad:
        assert refused(game, f"Ann: range {each}").clause == "SD-30", each


def test_sd_30_what_is_wrong_with_a_range_is_said() -> None:
    game = bonus("2H", "Ann: pick 1 7 14 15")
    whys = {
        "A DEVIL": "the Devil is neither high nor low",
        "K 2": "K wasn't revealed",
        "A A": "only one A was revealed",
        "2 9": "2 isn't above 9",
    }
    for each, text in whys.items():
        assert text in why(game, f"Ann: range {each}")[1]


def test_sd_30_each_hand_has_a_board_of_its_own_and_picks_begin_anew() -> None:
    other = "DEVIL 2 3 4 5 6 7 8 9 10 J Q K A A"
    game = bonus("KH", f"{PUSH}chance: board {other}\nAnn: pick 3 11 4 12")
    assert now(game)["revealed"] == ["3", "J", "4", "Q"]


def test_sd_30_only_the_days_winner_plays_and_in_order() -> None:
    game = bonus("2H")
    for name in ("Bob", "Cid"):
        clause, sentence = why(game, f"{name}: pick 1 2 3 4")
        assert (clause, "only Ann, the day's winner" in sentence) == ("SD-30", True)
    early = {"range A 3": "SD-30", "wager 250": "SD-28", "suit hearts": "SD-32"}
    for move, clause in early.items():
        found = refused(game, f"Ann: {move}")
        assert (found.clause, type(found)) == (clause, NotNow)
    picked = more(game, "Ann: pick 1 2 3 4")
    assert refused(picked, "Ann: pick 5 6 7 8").clause == "SD-30"
    wagered = more(picked, "Ann: range A A")
    assert refused(wagered, "Ann: range A K").clause == "SD-30"
    rounds = played(ALL_CARDS, TO_ROUND_3)
    for move, clause in {"pick 1 2 3 4": "SD-30", **early}.items():
        found = refused(rounds, f"Ann: {move}")
        assert (found.clause, type(found)) == (clause, NotNow)


def test_sd_30_no_card_moves_or_questions_in_the_bonus() -> None:
    game = bonus("2H")
    for line in ("Ann: high", "Ann: chip", "Ann: refuse"):
        assert isinstance(refused(game, line), NotNow)
    for line in ('host: question "Q" answer "A"', "host: draw 5", "host: right"):
        assert isinstance(refused(game, line), NotNow)


# ---- SD-31: what a card does

CARDS = """
picked    | range | card  | outcome
3 4 11 12 | K 5   | QH    | won
3 4 11 12 | K 5   | 6H    | won
3 4 11 12 | K 5   | JOKER | won
3 4 11 12 | K 5   | KH    | push
3 4 11 12 | K 5   | 5H    | push
3 4 11 12 | K 5   | AH    | lost
3 4 11 12 | K 5   | 4H    | lost
3 4 11 12 | K 5   | 2H    | lost
3 4 11 15 | K 5   | QH    | won
3 4 11 15 | K 5   | JOKER | won
3 4 11 15 | K 5   | KH    | lost
3 4 11 15 | K 5   | 5H    | lost
3 4 11 15 | K 5   | 4H    | lost
1 7 8 9   | A 9   | KH    | won
1 7 8 9   | A 9   | 10H   | won
1 7 8 9   | A 9   | AH    | push
1 7 8 9   | A 9   | 9H    | push
1 7 8 9   | A 9   | 8H    | lost
1 7 8 9   | 9 A   | 2H    | won
1 7 8 9   | 9 A   | 8H    | won
1 7 8 9   | 9 A   | AH    | push
1 7 8 9   | 9 A   | 9H    | push
1 7 8 9   | 9 A   | 10H   | lost
1 7 8 9   | 9 A   | KH    | lost
1 7 8 9   | 9 7   | AH    | lost
1 7 8 9   | 9 8   | 9H    | push
1 7 8 9   | 9 8   | 7H    | lost
1 7 8 15  | A 9   | AH    | lost
1 7 8 15  | A 9   | JOKER | won
1 2 7 8   | A A   | 2H    | won
1 2 7 8   | A A   | KH    | won
1 2 7 8   | A A   | AH    | push
1 2 7 8   | A A   | JOKER | won
1 2 7 15  | A A   | AH    | lost
1 2 7 15  | A A   | 7H    | won
1 2 7 15  | 9 A   | AH    | lost
"""
CARD_ROWS = [
    tuple(part.strip() for part in line.split("|"))
    for line in CARDS.strip().split("\n")
    if "outcome" not in line
]


@pytest.mark.parametrize(("picked", "named", "card", "outcome"), CARD_ROWS)
def test_sd_31_between_wins_equal_is_a_push_but_for_the_devil_else_it_is_lost(
    picked: str, named: str, card: str, outcome: str
) -> None:
    game = bonus(card, hand(picked, named, 500))
    dealt = said(game)[1]
    by_devil = outcome == "lost" and card[:-1] in named.split()
    assert (dealt["card"], dealt["outcome"], dealt["second"], dealt["by_devil"]) == (
        card,
        outcome,
        False,
        by_devil,
    )
    if outcome == "lost":
        assert happened(game) == ["Wagered", "BonusDealt", "SecondChanceOffered"]
        assert bankroll(game) == 1500
    else:
        assert bankroll(game) == {"won": 2000, "push": 1500}[outcome]
        assert happened(game)[2:] == ["HandEnded", "HandBegan"]
    assert money(game) == [3900, 850, 0]


# ---- SD-32: second chance

LOST = "Ann: pick 3 11 4 12\nAnn: range K 5\nAnn: wager 500\nchance: suits NO 2ND AGAIN NO\n"
BY_DEVIL = LOST.replace("3 11 4 12", "3 11 4 15")
SECOND_CHANCES = {
    # what is dealt, what is said: outcome, bankroll, what was uncovered
    "NO": (LOST, "2H", "clubs", "lost", 1000, ["NO"]),
    "the other NO": (LOST, "2H", "spades", "lost", 1000, ["NO"]),
    "2ND, then between": (LOST, "2H 7H", "diamonds", "won", 2000, ["2ND"]),
    "2ND, then a Joker": (LOST, "2H JOKER", "diamonds", "won", 2000, ["2ND"]),
    "2ND, then a push": (LOST, "2H KH", "diamonds", "push", 1500, ["2ND"]),
    "2ND, then outside": (LOST, "2H AH", "diamonds", "lost", 1000, ["2ND"]),
    "AGAIN, then NO": (LOST, "2H", "hearts clubs", "lost", 1000, ["AGAIN", "NO"]),
    "AGAIN, then 2ND, won": (LOST, "2H 7H", "hearts diamonds", "won", 2000, ["AGAIN", "2ND"]),
    "AGAIN, then 2ND, lost": (LOST, "2H 3H", "hearts diamonds", "lost", 1000, ["AGAIN", "2ND"]),
    "by the Devil, then NO": (BY_DEVIL, "KH", "clubs", "lost", 1000, ["NO"]),
    "by the Devil, then won": (BY_DEVIL, "KH 7H", "diamonds", "won", 2000, ["2ND"]),
    "by the Devil, then by the Devil": (BY_DEVIL, "KH 5H", "diamonds", "lost", 1000, ["2ND"]),
    "outside, then by the Devil": (BY_DEVIL, "2H 5H", "diamonds", "lost", 1000, ["2ND"]),
}


@pytest.mark.parametrize("case", SECOND_CHANCES)
def test_sd_32_a_loss_may_be_saved_behind_a_suit(case: str) -> None:
    lost, top, suits, outcome, rest, uncovered = SECOND_CHANCES[case]
    game = bonus(top, lost + "".join(f"Ann: suit {suit}\n" for suit in suits.split()))
    (over,) = now(game)["hands"]
    assert (over["outcome"], over["bankroll"], bankroll(game)) == (outcome, rest, rest)
    assert over["suits"] == uncovered
    assert over["cards"] == top.split()
    assert [(one["card"], one["second"]) for one in game.news("BonusDealt")] == [
        *zip(top.split(), (False, True), strict=False)
    ]
    assert now(game)["hand"] == 2


def test_sd_32_which_suit_hides_what_is_in_the_order_clubs_diamonds_hearts_spades() -> None:
    game = bonus("2H", LOST)
    found = {}
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        uncovered = more(game, f"Ann: suit {suit}").news("SuitUncovered")[-1]
        found[uncovered["suit"]] = uncovered["behind"]
    assert found == {"clubs": "NO", "diamonds": "2ND", "hearts": "AGAIN", "spades": "NO"}


def test_sd_32_again_asks_for_another_suit_of_those_covered() -> None:
    game = bonus("2H", f"{LOST}Ann: suit hearts")
    assert waits_for(game) == ["Ann: suit SUIT"]
    assert happened(game) == ["SuitUncovered"]
    (window,) = game.table.windows
    assert window.opened == game.entries[-1].received_at
    assert now(game)["suits"] == {"hearts": "AGAIN"}
    clause, sentence = why(game, "Ann: suit hearts")
    assert clause == "SD-32"
    assert all(suit in sentence for suit in ("clubs", "diamonds", "spades"))


def test_sd_32_what_is_no_suit_is_refused() -> None:
    assert refused(bonus("2H", LOST), "Ann: suit swords").clause in {"SD-32", "ALL-6"}
    assert refused(bonus("2H", LOST), "Bob: suit hearts").clause == "SD-32"


# ---- SD-33: what stays uncovered


def hands(*parts: str) -> str:
    return NEXT_BOARD.join(parts)


SAME_BOARD = "Ann: pick 3 11 4 12\nAnn: range K 5\nAnn: wager 250\n"


def test_sd_33_what_was_uncovered_stays_so_for_the_next_loss() -> None:
    game = bonus("2H 2D", hands(f"{LOST}Ann: suit clubs\n", SAME_BOARD))
    assert now(game)["suits"] == {"clubs": "NO"}
    assert waits_for(game) == ["Ann: suit SUIT"]
    assert game.entries[-1].text == "wager 250"  # no new suit board
    clause, sentence = why(game, "Ann: suit clubs")
    assert (clause, "uncovered before" in sentence) == ("SD-32", True)
    assert bankroll(more(game, "Ann: suit spades")) == 750


def test_sd_33_a_push_or_a_win_between_leaves_it_as_it_is() -> None:
    body = hands(f"{LOST}Ann: suit hearts\nAnn: suit clubs\n", SAME_BOARD, SAME_BOARD, SAME_BOARD)
    game = bonus("2H KH 7H 2D", body)
    assert now(game)["suits"] == {"hearts": "AGAIN", "clubs": "NO"}
    assert refused(game, "Ann: suit hearts").clause == "SD-32"
    assert now(game)["hand"] == 4


def test_sd_33_a_new_board_after_the_second_chance_was_uncovered() -> None:
    game = bonus("2H 2D 2C", hands(f"{LOST}Ann: suit diamonds\n", SAME_BOARD))
    assert game.entries[-1].who == "chance"
    assert game.entries[-1].text.startswith("suits ")
    assert now(game)["suits"] == {}
    anew = "chance: suits 2ND NO NO AGAIN\nAnn: suit diamonds"
    game = bonus("2H 2D 2C", hands(f"{LOST}Ann: suit diamonds\n", SAME_BOARD + anew))
    assert now(game)["hands"][-1]["suits"] == ["NO"]


def test_sd_33_a_new_board_after_both_no_were_uncovered() -> None:
    body = hands(f"{LOST}Ann: suit clubs\n", f"{SAME_BOARD}Ann: suit spades\n", SAME_BOARD)
    game = bonus("2H 2D 2C", body)
    assert game.entries[-1].text.startswith("suits ")
    assert (now(game)["suits"], now(game)["suits_free"]) == (
        {},
        ["clubs", "diamonds", "hearts", "spades"],
    )


def test_sd_33_again_alone_makes_no_new_board_and_one_no_neither() -> None:
    body = hands(f"{LOST}Ann: suit hearts\nAnn: suit spades\n", SAME_BOARD)
    game = bonus("2H 2D 2C", body)
    assert game.entries[-1].text == "wager 250"
    assert sorted(now(game)["suits_free"]) == ["clubs", "diamonds"]
    second = more(game, "Ann: suit diamonds")
    assert now(second)["hands"][-1]["outcome"] == "lost"  # 2C


# ---- SD-34: total, titles, retirement

ENDS = {
    # winner and options: titles, retires
    ("Ann", ()): (2, False),
    ("Ann", (("titles", 3),)): (4, False),
    ("Ann", (("titles", 4),)): (5, True),
    ("Ann", (("champion", "off"),)): (1, False),
    ("Bob", ()): (1, False),
    ("Bob", (("titles", 4),)): (1, False),
}


def ended(winner: str, **options: object) -> Played:
    """Five pushes."""
    titles = options.get("titles", 1) if winner == "Ann" and "champion" not in options else 1
    factor = {3: 2, 4: 5}.get(int(str(titles)), 1)
    least = [250, 250, 250, 250, 1250]
    body = NEXT_BOARD.join(
        hand("3 11 4 12", "K 5", amount * factor, who=winner) for amount in least
    )
    return bonus("KH KD KC KS 5H", body, winner, **options)


@pytest.mark.parametrize("end", ENDS)
def test_sd_34_money_and_bankroll_are_the_total_and_a_title_more(
    end: tuple[str, tuple[tuple[str, object], ...]],
) -> None:
    winner, options = end
    titles, retires = ENDS[end]
    game = ended(winner, **dict(options))
    over = said(game)[-1]
    rest = now(game)["bankroll"]
    assert rest == 2500 * now(game)["factor"]
    assert (over["who"], over["money"], over["bankroll"]) == (winner, HAD[winner], rest)
    assert (over["total"], over["titles"], over["retires"]) == (HAD[winner] + rest, titles, retires)
    facts = seat(game, winner)
    assert [facts[key] for key in ("bankroll", "total", "titles")] == [rest, over["total"], titles]
    for other in {"Ann", "Bob", "Cid"} - {winner}:
        assert "total" not in seat(game, other)
    assert game.view()["phase"] == "ended"


def test_sd_34_nothing_more_is_said_but_notes() -> None:
    game = ended("Ann")
    for line in ("host: close", "Ann: pick 1 2 3 4", 'host: question "Q" answer "A"'):
        assert "has ended" in why(game, line)[1]
    assert more(game, 'host: note "well played"').view() == game.view()


# ---- SD-35: the next episode


def sequel(game: Played, *signed_up: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    assert GAME.sequel is not None
    options, players = GAME.sequel(game.state, signed_up)
    return dict(options), players


def test_sd_35_the_winner_is_red_and_the_challengers_follow_as_they_signed_up() -> None:
    assert sequel(ended("Ann"), "Dee", "Eve") == (
        {"champion": True, "titles": 2},
        ("Ann", "Dee", "Eve"),
    )
    assert sequel(ended("Bob", titles=4), "Dee", "Ann") == (
        {"champion": True, "titles": 1},
        ("Bob", "Dee", "Ann"),
    )


def test_sd_35_who_has_retired_doesnt_return_and_three_sign_up() -> None:
    game = ended("Ann", titles=4)
    options, players = sequel(game, "Dee", "Eve", "Fay")
    assert players == ("Dee", "Eve", "Fay")
    assert (options["champion"], options["titles"]) == (False, 0)
    for wrong in (("Dee", "Eve"), ("Ann", "Dee", "Eve"), ("Dee", "Eve", "Fay", "Gil")):
        with pytest.raises(Refused, match="SD-35: "):
            sequel(game, *wrong)


@pytest.mark.parametrize("signed_up", [(), ("Dee",), ("Dee", "Eve", "Fay"), ("Ann", "Dee")])
def test_sd_35_two_sign_up_beside_a_champion(signed_up: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="SD-35: "):
        sequel(ended("Ann"), *signed_up)


def test_sd_35_only_an_episode_that_has_ended_has_a_next_one() -> None:
    for game in (played("2C"), bonus("2H")):
        with pytest.raises(NotNow, match="SD-35: "):
            sequel(game, "Dee", "Eve")
    off = more(bonus("2H"), 'host: end why "no time"')
    with pytest.raises(NotNow, match="SD-35: "):
        sequel(off, "Dee", "Eve")


# ---- corrections and undo


def test_all_06_the_bankroll_is_corrected_in_the_bonus_alone() -> None:
    game = bonus("2H")
    assert bankroll(more(game, 'host: adjust Ann bankroll +500 why "a slip"')) == 2000
    assert refused(game, 'host: adjust Bob bankroll +500 why "a slip"').clause == "SD-28"
    assert refused(game, 'host: adjust Ann bankroll +7 why "a slip"').clause == "ALL-6"
    assert refused(game, 'host: adjust Ann bankroll =0 why "a slip"').clause == "ALL-6"
    wagered = bonus("2H", hand("3 11 4 12", "K 5", 1000))
    assert refused(wagered, 'host: adjust Ann bankroll =750 why "a slip"').clause == "ALL-6"


def test_all_06_undo_of_a_wager_and_redo_give_the_same_card_and_suit_board() -> None:
    game = bonus("2H", hand(PICKS["K 5"], "K 5", 500))
    number, suits = game.entries[-2].number, game.entries[-1].text
    assert suits.startswith("suits ")
    undone = more(game, f"host: undo {number}")
    assert (bankroll(undone), waits_for(undone)) == (1500, ["Ann: wager DOLLARS"])
    assert len(public(undone)["cards_remaining"]) == 54
    assert more(undone, f"host: redo {number}").table == game.table
    other = more(undone, "Ann: wager 1000")
    assert [one["card"] for one in other.news("BonusDealt")] == ["2H"]
    assert other.entries[-1].text == suits
