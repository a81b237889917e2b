"""Bonus, Peek and Order (GB-17)."""

from __future__ import annotations

import pytest
from playing import Played

from gmtool.engine.refusals import NotNow, Refusal, Refused

from .matches import (
    BOTH,
    DOWN,
    FINAL,
    UP,
    chips,
    dealt,
    ended,
    happened,
    more,
    played,
    public,
    refused,
    said,
    waits_for,
    you,
)

DEFAULT = "group A 0 1 B 2 3 4 C 5 6 7 8"
GROUPED = f"Ann: {DEFAULT} | Bob: {DEFAULT}"
ORDERED = "order 5 6 7 8 0 1 2 3 4 / 2 3 4 0 1 5 6 7 8"
"""The groups of Ann come as C A B, those of Bob as B A C."""
EARLY = "8 0 1 2 3 4 5 6 7"
LATER = "0 8 1 2 3 4 5 6 7"


def match(body: str, items: str = "Ann: peek; Bob: order") -> Played:
    """A final match with these items, up to the grouping of the first set; Ann starts."""
    return played(f"host: start\nhost: first Ann\n{body}", **{**FINAL, "items": items})


def peeking(body: str = "", items: str = "Ann: peek", ann: str = UP, bob: str = DOWN) -> Played:
    return match(f"deal {ann} / {bob}\n{body}", items)


def used(game: Played, seer: str = "") -> dict[str, list[str]]:
    """The items that `seer` is told are used up."""
    rows = game.view(seer)["players"]
    return {row["name"]: [i["item"] for i in row["items"] if i["used"]] for row in rows}


def used_once(found: Refusal, who: str, item: str) -> bool:
    """Whether it is refused since that item was used before."""
    words = (who, item, "used", "once")
    return found.clause == "GB-17" and all(word in found.sentence() for word in words)


# ---- Bonus


def test_gb_17_bonus_10_more_chips_and_names_the_first_starting_player() -> None:
    game = played(f"host: start\ndeal {UP} / {DOWN}", **BOTH)
    assert chips(game) == (110, 100)
    assert waits_for(game) == ["Ann: first NAME"]
    game = more(game, "Ann: first Bob")
    assert (chips(game), public(game)["starter"]) == ((109, 99), "Bob")
    game = more(game, "Bob: fold")
    assert refused(game, "Ann: first Bob").clause == "GB-5"


def test_gb_17_bonus_may_name_from_set_up_on() -> None:
    game = played(f"Ann: first Bob\nhost: start\ndeal {UP} / {DOWN}", **BOTH)
    assert waits_for(game)[0].startswith("Bob: bet")


# ---- Peek


@pytest.mark.parametrize(
    ("body", "tile"),
    [
        ("", 8),
        ("Ann: bet 3", 8),
        ("Ann: bet 3 | Bob: raise 2", 8),
        ("Ann: fold", 7),
        ("Ann: fold | Bob: bet 3", 7),
    ],
)
def test_gb_17_peek_while_betting_is_open_on_anybodys_turn(body: str, tile: int) -> None:
    before = peeking(body)
    game = more(before, "Ann: peek")
    assert happened(game) == ["Peeked", "TileShown"]
    shown = said(game)[1]
    assert (shown["who"], shown["of"], shown["tile"], shown["why"]) == ("Ann", "Bob", tile, "peek")
    assert you(game, "Ann")["theirs"]["dealt"][-1]["tile"] == tile
    assert you(game, "Ann")["theirs"]["possible"] == [tile]
    assert [turn.who for turn in game.waiting()] == [turn.who for turn in before.waiting()]
    assert public(game)["actor"] == public(before)["actor"]


def test_gb_17_the_opponent_learns_that_a_peek_was_used_and_not_the_value() -> None:
    game = peeking("Ann: bet 3 | Ann: peek")
    peeked, shown = said(game)
    for seer in ("", "Bob"):
        assert peeked.seen_by(seer) == {"news": "Peeked", "who": "Ann"}
        assert shown.seen_by(seer) is None
        assert used(game, seer) == {"Ann": ["peek"], "Bob": []}
        assert game.view(seer)["public"]["peeks"] == ["Ann"]
    assert game.replay.live[-1].move.public == "peek"
    assert you(game, "Bob")["own"]["dealt"][0]["tile"] is None
    assert you(game, "Bob")["own"]["possible"] == [0, 2, 4, 6, 8]
    assert you(game, "Bob")["theirs"]["dealt"][0]["tile"] is None


def test_gb_17_nor_does_its_user_learn_its_own_tile() -> None:
    game = peeking("Ann: peek")
    assert you(game, "Ann")["own"]["dealt"][0]["tile"] is None


@pytest.mark.parametrize("body", ["Ann: peek", "Ann: peek | Ann: fold", "Ann: peek | Ann: bet 1"])
def test_gb_17_once(body: str) -> None:
    found = refused(peeking(body), "Ann: peek")
    assert (found.clause, type(found)) == ("GB-17", Refused)
    assert used_once(found, "Ann", "Peek")


def test_gb_17_once_in_the_whole_match() -> None:
    game = peeking(f"Ann: peek | folds 9 Ann | deal {EARLY} / {LATER}", "Ann: peek", LATER, EARLY)
    assert public(game)["set"] == 2
    assert used_once(refused(game, "Ann: peek"), "Ann", "Peek")
    unused = peeking(f"folds 9 Ann | deal {EARLY} / {LATER}", "Ann: peek", LATER, EARLY)
    assert more(unused, "Ann: peek").news("TileShown")[-1]["tile"] == 0


def test_gb_17_each_has_its_own() -> None:
    game = peeking("Ann: peek | Bob: peek", "Ann: peek; Bob: peek")
    assert [(e["who"], e["tile"]) for e in game.news("TileShown")] == [("Ann", 8), ("Bob", 0)]
    assert used(game) == {"Ann": ["peek"], "Bob": ["peek"]}


@pytest.mark.parametrize("body", ["", GROUPED, f"Ann: {DEFAULT}"])
def test_gb_17_not_while_no_betting_is_open(body: str) -> None:
    found = refused(match(body), "Ann: peek")
    assert (found.clause, type(found)) == ("GB-17", NotNow)
    assert "while betting in a round is open" in found.sentence()


def test_gb_17_nor_while_the_first_starting_player_is_awaited() -> None:
    game = played(f"host: start\n{GROUPED}\n{ORDERED}", **{**FINAL, "items": "Ann: peek"})
    assert waits_for(game) == ["host: first NAME"]
    assert refused(game, "Ann: peek").clause == "GB-17"


@pytest.mark.parametrize(
    ("who", "move", "item"), [("Bob", "peek", "Peek"), ("Ann", "order", "Order")]
)
def test_gb_17_who_has_no_such_item_is_told_so(who: str, move: str, item: str) -> None:
    found = refused(peeking("", "Ann: peek; Bob: order"), f"{who}: {move}")
    assert (found.clause, type(found)) == ("GB-17", Refused)
    assert f"{who} has no {item}" in found.sentence()


def test_gb_17_a_peek_is_offered_as_long_as_it_isnt_used() -> None:
    game = peeking()
    assert waits_for(game) == ["Ann: bet CHIPS, fold, peek"]
    asked = more(game, "Ann: bet 3")
    turns = {t.who: (t.moves, t.expected) for t in asked.replay.game.wanted(asked.state).turns}
    assert turns == {
        "Bob": (("raise CHIPS", "call", "fold"), True),
        "Ann": (("peek",), False),
    }
    assert waits_for(more(game, "Ann: peek")) == ["Ann: bet CHIPS, fold"]


# ---- Order


def told(game: Played) -> tuple[str, ...]:
    (event,) = game.news("OrderTold")
    assert event["who"] == "Bob"
    return tuple(event["groups"])


def test_gb_17_order_before_ones_grouping_is_refused() -> None:
    for body in ("", f"Ann: {DEFAULT}"):
        found = refused(match(body), "Bob: order")
        assert (found.clause, type(found)) == ("GB-17", NotNow)
        assert "group first" in found.sentence()


ASKED_AT = {
    "with the grouping": f"Bob: {DEFAULT} | Bob: order | Ann: {DEFAULT} | {ORDERED}",
    "after both have grouped": f"{GROUPED} | Bob: order | {ORDERED}",
    "while the starting player acts": f"{GROUPED} | {ORDERED} | Bob: order",
}


@pytest.mark.parametrize("when", ASKED_AT)
def test_gb_17_order_is_answered_once_the_tiles_are_in_order(when: str) -> None:
    game = match(ASKED_AT[when])
    assert told(game) == ("B", "A", "C")
    assert you(game, "Bob")["group_order"] == ["B", "A", "C"]
    assert you(game, "Ann")["group_order"] == []
    assert used(game) == {"Ann": [], "Bob": ["order"]}
    assert waits_for(game) == ["Ann: bet CHIPS, fold, peek"]


def test_gb_17_order_between_the_two_draws_of_chance() -> None:
    one, other = (f"chance: order Ann {UP}", f"chance: order Bob {DOWN}")
    groups = f"Ann: {DEFAULT} | Bob: group A 7 8 B 4 5 6 C 0 1 2 3"
    game = match(f"{groups} | {one}")
    game = more(game, "Bob: order")
    assert game.news("OrderTold") == []
    assert told(more(game, other)) == ("A", "B", "C")


def test_gb_17_order_while_the_first_starting_player_is_awaited() -> None:
    options = {**FINAL, "items": "Bob: order"}
    game = played(f"host: start\n{GROUPED}\n{ORDERED}\nBob: order", **options)
    assert told(game) == ("B", "A", "C")
    assert waits_for(game) == ["host: first NAME"]


@pytest.mark.parametrize(
    ("order", "letters"),
    [
        ("0 1 2 3 4 5 6 7 8", "ABC"),
        ("1 0 8 7 6 5 4 3 2", "ACB"),
        ("2 4 3 0 1 5 6 7 8", "BAC"),
        ("2 3 4 5 6 7 8 1 0", "BCA"),
        ("7 5 8 6 0 1 3 2 4", "CAB"),
        ("5 6 7 8 4 3 2 0 1", "CBA"),
    ],
)
def test_gb_17_the_order_of_the_groups_is_told_not_that_of_the_tiles(
    order: str, letters: str
) -> None:
    game = match(f"{GROUPED} | order {UP} / {order} | Bob: order")
    assert told(game) == tuple(letters)
    assert set(said(game)[0].seen_by("Bob")) == {"news", "who", "groups"}


def test_gb_17_until_the_first_betting_action_of_the_set() -> None:
    for body in ("Ann: bet 3", "Ann: fold", "Ann: bet 3 | Bob: call"):
        found = refused(match(f"{GROUPED} | {ORDERED} | {body}"), "Bob: order")
        assert (found.clause, type(found)) == ("GB-17", NotNow)
        assert "first betting action" in found.sentence()


def test_gb_17_a_peek_is_no_betting_action() -> None:
    game = match(f"{GROUPED} | {ORDERED} | Ann: peek | Bob: order")
    assert told(game) == ("B", "A", "C")


def test_gb_17_order_by_the_starting_player_itself() -> None:
    game = match(f"{GROUPED} | {ORDERED}", "Ann: order")
    assert waits_for(game) == ["Ann: bet CHIPS, fold, order"]
    game = more(game, "Ann: order")
    assert game.news("OrderTold")[0]["groups"] == ("C", "A", "B")
    assert waits_for(game) == ["Ann: bet CHIPS, fold"]


def test_gb_17_rounds_that_nobody_bets_in_are_after_the_start_of_the_set() -> None:
    """Ann has 1 chip: with nothing left after the ante the first round is shown at once."""
    slip = 'host: adjust Ann chips =1 why "a slip"'
    game = match(f"{slip} | deal 1 0 2 3 4 5 6 7 8 / {UP}", "Bob: order")
    # 1 wins against 0, 0 loses against 1
    assert ended(game) == ("Bob", "cannot-pay")


def test_gb_17_order_once_and_in_any_set() -> None:
    to_set_2 = f"folds 9 Ann | deal {EARLY} / {LATER}"
    game = match(f"deal {LATER} / {EARLY} | {to_set_2} | Bob: order")
    assert told(game) == ("A", "B", "C")
    game = match(f"deal {LATER} / {EARLY} | Bob: order | {to_set_2}")
    found = refused(game, "Bob: order")
    assert (found.clause, type(found)) == ("GB-17", Refused)
    assert used_once(found, "Bob", "Order")
    assert you(game, "Bob")["group_order"] == []


def test_gb_17_asked_twice_before_the_answer_is_refused() -> None:
    game = match(f"Bob: {DEFAULT} | Bob: order")
    assert used_once(refused(game, "Bob: order"), "Bob", "Order")


def test_gb_17_it_tells_of_the_groups_sent_last() -> None:
    groups = f"Bob: {DEFAULT} | Bob: order | Bob: group A 7 8 B 4 5 6 C 0 1 2 3"
    game = match(f"{groups} | Ann: {DEFAULT} | order {UP} / 0 1 2 3 8 7 4 5 6")
    assert told(game) == ("C", "A", "B")


def test_gb_17_its_use_is_public_when_it_is_answered_and_not_before() -> None:
    game = match(f"Bob: {DEFAULT} | Bob: order")
    for seer in ("", "Ann"):
        assert used(game, seer) == {"Ann": [], "Bob": []}
        assert said(game)[0].seen_by(seer) is None
    assert game.replay.live[-1].move.public == ""
    game = more(game, f"Ann: {DEFAULT} | {ORDERED}")
    (event,) = game.news("OrderTold")
    for seer in ("", "Ann"):
        assert event.seen_by(seer) == {"news": "OrderTold", "who": "Bob"}
        assert used(game, seer) == {"Ann": [], "Bob": ["order"]}


def test_gb_17_both_have_everything() -> None:
    every = "bonus peek order"
    game = match(
        f"{GROUPED} | Bob: order | Ann: order | {ORDERED} | Bob: peek | Ann: peek",
        f"Ann: {every}; Bob: {every}",
    )
    assert [(e["who"], "".join(e["groups"])) for e in game.news("OrderTold")] == [
        *(("Ann", "CAB"), ("Bob", "BAC"))
    ]
    assert [(e["who"], e["tile"]) for e in game.news("TileShown")] == [("Bob", 5), ("Ann", 2)]
    assert chips(game) == (109, 109)


def test_gb_17_in_a_match_without_items_there_is_nothing_to_use() -> None:
    game = dealt(**FINAL)
    for move in ("peek", "order"):
        assert "Ann has no" in refused(game, f"Ann: {move}").sentence()
