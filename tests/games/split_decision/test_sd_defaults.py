"""What stands for a player whose time is up, once the host closes (SD-36, ALL-2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from playing import Played, play

from .episodes import (
    CARDS_OF_1,
    LONG_ROUND_1,
    NEXT_BOARD,
    NO_HEAD_START,
    bonus,
    hand,
    happened,
    journal,
    money,
    more,
    played,
    public,
    refused,
    said,
    seat,
    setting,
    waits_for,
)

NO_CHIPS = 'chips =0 why "a slip"'
DEADLINE = "+48h"
CUT_AWAITED = setting("").rpartition("Ann: cut")[0]
SIX = "2C 3C 4C 5C 6C 7C"
"""The cards of a head start that everybody refuses."""
NO_PEEK = f"{NO_HEAD_START}host: adjust Ann {NO_CHIPS}\nright Ann\n"
LOOK = NO_HEAD_START + "dead Bob Ann Cid\n" * 5 + "right Ann\n"


def first(card: str, place: str, next_card: str, *, chips: bool) -> tuple[str, str]:
    """Ann holds `card` at that end; the next one comes to her, seen or kept."""
    body = f"Ann: {place}\n" + NO_HEAD_START.partition("Ann: refuse\n    Ann: refuse\n")[2]
    body += "" if chips else f"host: adjust Ann {NO_CHIPS}\n"
    body += "right Ann\n" + ("" if chips else "Ann: keep\n")
    return f"{card} 4C 5C 6C 7C {next_card}", body


@dataclass(frozen=True)
class Overdue:
    """Ann, or who is named, lets the time run out; what the tool does then, with its facts."""

    top: str
    body: str
    event: str
    facts: dict[str, Any]
    who: str = "Ann"


ACE_CHOICE = first("AD", "low", "AH", chips=True)
KEPT_ACE = first("AD", "high", "AH", chips=False)
KEPT_JOKER_HIGH = first("5D", "low", "JOKER", chips=False)
KEPT_JOKER_LOW = first("9D", "high", "JOKER", chips=False)
OWN_JOKER = first("5D", "low", "JOKER", chips=True)

DEFAULTS = {
    "a head start card is refused": Overdue("2C 3C", "", "Declined", {"card": "2C", "look": 1}),
    "the second one too": Overdue("2C 3C", "Ann: refuse", "Declined", {"card": "3C", "look": 2}),
    "a Joker in a head start too": Overdue("JOKER", "", "Declined", {"card": "JOKER"}),
    "a free Ace goes low": Overdue(
        " ".join(CARDS_OF_1),
        LONG_ROUND_1,
        "Placed",
        {"card": "A", "place": "low", "paid": 125},
        "Bob",
    ),
    "a card seen with a chip costs it": Overdue(
        f"{SIX} 8C", f"{NO_HEAD_START}right Ann", "Discarded", {"card": "8C", "chips": 1}
    ),
    "a Joker seen with a chip too": Overdue(*OWN_JOKER, "Discarded", {"card": "JOKER"}),
    "an Ace with a choice is a push": Overdue(*ACE_CHOICE, "Pushed", {"card": "AH", "paid": 100}),
    "kept too": Overdue(*KEPT_ACE, "Pushed", {"card": "AH", "paid": 100}),
    "no peek is kept": Overdue(f"{SIX} 8C", NO_PEEK, "Kept", {}),
    "a kept card goes low": Overdue(
        f"{SIX} 8C", f"{NO_PEEK}Ann: keep", "Placed", {"place": "low", "rank": "8"}
    ),
    "a kept Joker is a low Ace": Overdue(
        f"{SIX} JOKER", f"{NO_PEEK}Ann: keep", "Placed", {"place": "low", "rank": "A"}
    ),
    "a kept Joker beside a low card is a high Ace": Overdue(
        *KEPT_JOKER_HIGH, "Placed", {"place": "high", "rank": "A"}
    ),
    "a kept Joker beside a high card is a low Ace": Overdue(
        *KEPT_JOKER_LOW, "Placed", {"place": "low", "rank": "A"}
    ),
    "a passed card costs the receiver a chip": Overdue(
        f"{SIX} 8C", f"{NO_PEEK}Ann: pass Bob", "Discarded", {"card": "8C", "chips": 1}, "Bob"
    ),
    "without a chip it goes low": Overdue(
        f"{SIX} 8C",
        f"{NO_PEEK}host: adjust Bob {NO_CHIPS}\nAnn: pass Bob",
        "Placed",
        {"card": "8C", "place": "low"},
        "Bob",
    ),
    "a free look is refused": Overdue(f"{SIX} 8C", LOOK, "Declined", {"card": "8C"}),
    "an Ace in a free look is a push": Overdue(
        "AD 4C 5C 6C 7C AH",
        "Ann: low\n" + LOOK.partition("Ann: refuse\n    Ann: refuse\n")[2],
        "Pushed",
        {"card": "AH", "paid": 100},
    ),
}


@pytest.mark.parametrize("case", DEFAULTS)
def test_sd_36_what_stands_for_who_lets_the_time_run_out(case: str) -> None:
    row = DEFAULTS[case]
    game = played(row.top, row.body)
    assert [turn.who for turn in game.waiting()] == [row.who]
    assert refused(game, "+47h59m59s host: close").clause == "ALL-2"
    assert refused(game, "+1h host: close early").clause == "ALL-2"
    for line in ("close", f"close {row.who}"):
        closed = more(game, f"{DEADLINE} host: {line}")
        event = next(one for one in said(closed) if one.name == row.event)
        assert event["who"] == row.who
        assert event["how"] == "default"
        assert {key: event[key] for key in row.facts} == row.facts


def test_sd_36_the_cut_is_27() -> None:
    game = play(journal(CUT_AWAITED))
    assert refused(game, "+47h59m59s host: close").clause == "ALL-2"
    closed = more(game, f"{DEADLINE} host: close")
    assert public(closed)["cut"] == 27
    assert said(closed)[0]["how"] == "default"


def test_sd_36_codes_are_drawn_by_chance_for_everybody_overdue_in_seat_order() -> None:
    body = CUT_AWAITED.partition("Ann: codes")[0] + f"Bob: codes {'5 ' * 30}\n"
    game = more(play(journal(body)), f"{DEADLINE} host: close")
    assert happened(game) == ["CodesOverdue"]
    drawn = [one for one in game.news("CodesGiven") if one["drawn"]]
    assert [one["who"] for one in drawn] == ["Ann", "Cid"]
    assert all(
        len(one["codes"]) == 30 and 1 <= min(one["codes"]) <= max(one["codes"]) <= 100
        for one in drawn
    )
    assert drawn[0]["codes"] != drawn[1]["codes"]
    assert waits_for(game) == ["Ann: cut CARDS"]


def test_sd_36_close_with_a_name_is_about_that_player_alone() -> None:
    body = CUT_AWAITED.partition("Ann: codes")[0] + f"Bob: codes {'5 ' * 30}\n"
    game = play(journal(body))
    assert refused(game, f"{DEADLINE} host: close Bob").clause == "ALL-2"
    game = more(game, f"{DEADLINE} host: close blue")
    assert [one["who"] for one in game.news("CodesGiven")] == ["Bob", "Cid"]
    assert waits_for(game) == ["Ann: codes CODE …"]
    late = f"codes {'7 ' * 30}"
    assert refused(game, f"Ann: {late}").clause == "SD-5"
    taken = more(game, f'Ann [late "the forum was down"]: {late}')
    assert waits_for(taken) == ["Ann: cut CARDS"]
    assert refused(game, f'Cid [late "the forum was down"]: {late}').clause == "SD-5"


def test_sd_36_the_host_may_extend_instead_also_after_the_deadline() -> None:
    game = played("2C 3C")
    game = more(game, '+50h host: extend +24h why "ill"')
    assert refused(game, "+1m host: close").clause == "ALL-2"
    assert seat(more(game, "+1h Ann: high"), "Ann")["high"] == "2C"
    assert happened(more(game, "+22h host: close"))[0] == "Declined"


def test_sd_36_decision_hours_are_an_option_and_answers_have_their_own() -> None:
    game = played("2C", decision_hours=12, answer_hours=3)
    assert refused(game, "+11h59m host: close").clause == "ALL-2"
    assert happened(more(game, "+12h host: close"))[0] == "Declined"
    cut = play(journal(CUT_AWAITED, decision_hours=12))
    assert public(more(cut, "+12h host: close"))["cut"] == 27
    codes = play(journal(CUT_AWAITED.partition("Ann: codes")[0], decision_hours=12, answer_hours=3))
    (window,) = codes.table.windows
    assert window.opened.until(window.deadline) == timedelta(hours=12)
    hand_1 = bonus("KH", "Ann: pick 3 11 4 12\nAnn: range K 5", "Ann", decision_hours=12)
    assert refused(hand_1, "+11h59m host: close").clause == "ALL-2"
    assert more(hand_1, "+12h host: close").news("Wagered")


LOST = f"{hand('3 11 4 12', 'K 5', 250)}chance: suits AGAIN NO NO 2ND\n"
LATE: dict[str, tuple[Callable[[], Played], str, str]] = {
    "the cut": (lambda: play(journal(CUT_AWAITED)), "Ann: cut 17", "SD-3"),
    "a head start": (lambda: played("2C"), "Ann: high", "SD-14"),
    "a free Ace": (lambda: played(" ".join(CARDS_OF_1), LONG_ROUND_1), "Bob: high", "SD-23"),
    "a card seen": (
        lambda: played(f"{SIX} 8C", f"{NO_HEAD_START}right Ann"),
        "Ann: high",
        "SD-18",
    ),
    "a free look": (lambda: played(f"{SIX} 8C", LOOK), "Ann: high", "SD-21"),
    "no peek": (lambda: played(f"{SIX} 8C", NO_PEEK), "Ann: keep", "SD-19"),
    "a card kept": (lambda: played(f"{SIX} 8C", f"{NO_PEEK}Ann: keep"), "Ann: low", "SD-19"),
    "a card passed": (
        lambda: played(f"{SIX} 8C", f"{NO_PEEK}Ann: pass Bob"),
        "Bob: low",
        "SD-20",
    ),
    "numbers": (lambda: bonus("2H"), "Ann: pick 1 2 3 4", "SD-30"),
    "a range": (lambda: bonus("2H", "Ann: pick 1 2 3 4"), "Ann: range A A", "SD-30"),
    "a wager": (
        lambda: bonus("2H", "Ann: pick 1 2 3 4\nAnn: range A A"),
        "Ann: wager 250",
        "SD-28",
    ),
    "a suit": (lambda: bonus("2H", LOST), "Ann: suit hearts", "SD-32"),
}


@pytest.mark.parametrize("case", LATE)
def test_all_01_late_is_after_the_deadline_and_refused_by_the_clause_of_the_decision(
    case: str,
) -> None:
    make, line, clause = LATE[case]
    game = make()
    (window,) = game.table.windows
    assert window.opened == game.entries[-1].received_at
    in_time = more(game, f"+48h {line}")
    late = refused(game, f"+48h1s {line}")
    assert (late.clause, window.deadline in late.sentence()) == (clause, True)
    who, _, move = line.partition(": ")
    taken = more(game, f'+48h1s {who} [late "the forum was down"]: {move}')
    assert taken.state == in_time.state


def test_sd_36_a_kept_card_to_be_placed_has_48_hours_of_its_own() -> None:
    game = more(played(f"{SIX} 8C", NO_PEEK), f"{DEADLINE} host: close")
    assert happened(game) == ["Kept", "CardShown", "Offered"]
    (window,) = game.table.windows
    assert window.opened == game.entries[-1].received_at
    assert refused(game, "+47h host: close").clause == "ALL-2"
    assert seat(more(game, f"{DEADLINE} host: close"), "Ann")["low"] == "8C"


def test_sd_36_a_default_in_a_no_peek_may_put_the_player_out() -> None:
    body = f"""Ann: low
        Bob: refuse
        Bob: refuse
        Cid: refuse
        Cid: refuse
        host: adjust Ann {NO_CHIPS}
        right Ann"""
    game = more(played("KD 4C 5C 6C 7C QC", body), f"{DEADLINE} host: close")
    assert happened(game)[:3] == ["Kept", "CardShown", "WentOut"]
    assert seat(game, "Ann")["out"]


def test_sd_36_after_a_free_look_let_go_the_card_itself_is_decided_on() -> None:
    game = more(played(f"{SIX} 8C 9C", LOOK), f"{DEADLINE} host: close")
    play_now = public(game)["play"]
    assert (play_now["card"], play_now["situation"]) == ("9C", "own")
    game = more(game, f"{DEADLINE} host: close")
    assert seat(game, "Ann")["chips"] == 1
    assert money(game) == [100, 0, 0]


# ---- the bonus

WIDEST = {
    "3 11 4 12": ("K", "4"),
    "6 7 8 9": ("10", "7"),
    "3 11 4 15": ("K", "5"),
    "1 2 8 9": ("A", "A"),
    "1 2 3 15": ("A", "A"),
    "14 13 12 11": ("5", "2"),
    "1 12 13 5": ("A", "3"),
    "1 3 4 5": ("K", "A"),
}


@pytest.mark.parametrize("pick", WIDEST)
def test_sd_36_the_widest_range(pick: str) -> None:
    game = more(bonus("KH", f"Ann: pick {pick}"), f"{DEADLINE} host: close")
    named = said(game)[0]
    assert (named["who"], named["high"], named["low"], named["how"]) == (
        "Ann",
        *WIDEST[pick],
        "default",
    )


def test_sd_36_the_lowest_free_numbers_and_the_least_wager() -> None:
    game = bonus("2H")
    assert refused(game, "+47h59m host: close").clause == "ALL-2"
    game = more(game, f"{DEADLINE} host: close")
    revealed = said(game)[0]
    assert (revealed["numbers"], revealed["cards"], revealed["how"]) == (
        (1, 2, 3, 4),
        ("A", "A", "K", "Q"),
        "default",
    )
    game = more(game, f"Ann: range A A\n{DEADLINE} host: close")
    wagered = game.news("Wagered")[-1]
    assert (wagered["amount"], wagered["how"]) == (250, "default")
    assert public(game)["bonus"]["bankroll"] == 1750


@pytest.mark.parametrize(("titles", "least"), [(1, 250), (3, 500), (4, 1250)])
def test_sd_36_the_least_wager_is_that_of_the_day(titles: int, least: int) -> None:
    game = bonus("2H", "Ann: pick 1 2 3 4\nAnn: range A A", titles=titles)
    assert more(game, f"{DEADLINE} host: close").news("Wagered")[-1]["amount"] == least


def test_sd_36_in_the_last_call_it_is_half_the_bankroll() -> None:
    push = hand("3 11 4 12", "K 5", 250)
    body = f"{NEXT_BOARD.join([push] * 4)}{NEXT_BOARD}Ann: pick 3 11 4 12\nAnn: range K 5"
    game = more(bonus("KH KD KC KS 5H", body), f"{DEADLINE} host: close")
    assert game.news("Wagered")[-1]["amount"] == 1250


def test_sd_36_the_first_free_suit() -> None:
    game = more(bonus("2H 2D", LOST), f"{DEADLINE} host: close")
    first = said(game)[0]
    assert (first["suit"], first["behind"], first["how"]) == ("clubs", "AGAIN", "default")
    game = more(game, f"{DEADLINE} host: close")
    assert [(one["suit"], one["how"]) for one in game.news("SuitUncovered")] == [
        ("clubs", "default"),
        ("diamonds", "default"),
    ]
    assert public(game)["bonus"]["bankroll"] == 1250
