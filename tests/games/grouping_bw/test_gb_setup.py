"""Two players, options, items given by the host, names (GB-1, GB-9, GB-12, GB-17, ALL-4)."""

from __future__ import annotations

import pytest
from playing import head, play

from gmtool.engine import journal as journals
from gmtool.engine.options import UnknownOption
from gmtool.engine.refusals import Ambiguous, NotNow, Refusal, Refused
from gmtool.games.grouping_bw import GAME

from .matches import (
    BEGIN,
    BOTH,
    DOWN,
    FINAL,
    KIND,
    NAMES,
    UP,
    chips,
    dealt,
    happened,
    more,
    played,
    public,
    refused,
    waits_for,
    you,
)

# ---- GB-1


@pytest.mark.parametrize(
    ("players", "said_so"),
    [("Ann", "one player can't play; two do"), ("Ann, Bob, Cid", "3 players can't play; two do")],
)
def test_gb_01_two_players_and_no_others(players: str, said_so: str) -> None:
    with pytest.raises(Refused) as found:
        play(head(players, KIND))
    assert (found.value.clause, said_so in found.value.sentence()) == ("GB-1", True)


@pytest.mark.parametrize("variant", ["death-match", "final-match"])
def test_gb_01_each_has_tiles_0_to_8_even_ones_black_and_odd_ones_white(variant: str) -> None:
    """Ann folds every other round, Bob the others, neither an 8."""
    game = dealt("0 1 2 3 4 5 6 8 7", DOWN, variant=variant)
    seen = []
    for _ in range(9):
        seen.append(public(game)["colours"])
        game = more(game, f"{public(game)['actor']}: fold")
    black, white = "black", "white"
    assert [pair["Ann"] for pair in seen] == [*[black, white] * 3, black, black, white]
    assert [pair["Bob"] for pair in seen] == [*[black, white] * 4, black]


# ---- options


def test_gb_09_the_options_of_the_rules_page_and_no_others() -> None:
    assert {option.name: option.default for option in GAME.options} == {
        "variant": "death-match",
        "opening_check": False,
        "items": "",
        "grouping_hours": 48,
        "betting_hours": 24,
    }


WRONG_OPTIONS = {
    "variant=final": ("GB-9", "death-match or final-match"),
    "opening_check=2": ("GB-6", "on or off"),
    "grouping_hours=0": ("GB-2", "a whole number from 1"),
    "grouping_hours=two": ("GB-2", "a whole number from 1"),
    "betting_hours=0": ("GB-6", "a whole number from 1"),
    "betting_hours=1.5": ("GB-6", "a whole number from 1"),
}


@pytest.mark.parametrize("option", WRONG_OPTIONS)
def test_gb_09_options_that_cant_be_are_refused(option: str) -> None:
    clause, why = WRONG_OPTIONS[option]
    name, _, value = option.partition("=")
    with pytest.raises(Refused) as found:
        play(head(NAMES, KIND, **{name: value}))
    assert (found.value.clause, why in found.value.sentence()) == (clause, True)


def test_gb_09_an_unknown_option_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownOption, match="did you mean variant"):
        play(head(NAMES, KIND, variants="final-match"))


# ---- GB-9, GB-12, GB-17: what they begin with


@pytest.mark.parametrize(
    ("options", "begin_with"),
    [
        ({}, (30, 30)),
        ({"variant": "death-match"}, (30, 30)),
        (FINAL, (100, 100)),
        ({**FINAL, "items": "Ann: bonus"}, (110, 100)),
        ({**FINAL, "items": "Bob: peek order; Ann: peek"}, (100, 100)),
        ({**FINAL, "items": "Ann: bonus; Bob: bonus"}, (110, 110)),
    ],
)
def test_gb_09_gb_12_gb_17_30_chips_or_100_and_10_more_for_a_bonus(
    options: dict[str, str], begin_with: tuple[int, int]
) -> None:
    assert chips(played("", **options)) == begin_with


# ---- GB-17: option items


def items(players: str, text: str) -> dict[str, list[str]]:
    """What everybody is told to have."""
    view = play(head(players, KIND, variant="final-match", items=text)).view()
    return {p["name"]: [item["item"] for item in p["items"]] for p in view["players"]}


@pytest.mark.parametrize(
    "text",
    [
        "Sally: bonus peek; Maddie: order",
        "sally: bonus peek; MADDIE: order",
        "Sal: bonus peek; m: order",
        "Maddie: order; Sally: bonus peek",
        "Sally: bonus, peek; Maddie: order;",
        "Sally: Bonus + Peek; Maddie: ORDER",
        '"Sally": bonus peek; "Maddie": order',
    ],
)
def test_gb_17_the_host_gives_items_at_set_up(text: str) -> None:
    assert items("Sally, Maddie", text) == {"Sally": ["bonus", "peek"], "Maddie": ["order"]}


def test_gb_17_nobody_needs_to_have_one_and_both_may_have_all() -> None:
    assert items("Sally, Maddie", "") == {"Sally": [], "Maddie": []}
    every = ["bonus", "peek", "order"]
    text = "Sally: bonus peek order; Maddie: bonus peek order"
    assert items("Sally, Maddie", text) == {"Sally": every, "Maddie": every}


def test_gb_17_a_name_with_a_colon_or_a_semicolon_is_quoted() -> None:
    found = items('"Dr: No", "A; B"', '"Dr: No": peek; "A; B": order')
    assert found == {"Dr: No": ["peek"], "A; B": ["order"]}


def test_gb_17_a_player_is_called_by_an_alias_too() -> None:
    text = head("Sally, Maddie", KIND, variant="final-match", items="dmo: bonus; Mad: order")
    game = play(text.replace("---", 'alias Sally: "DMO"\n---'))
    assert chips(game) == (110, 100)
    assert you(game, "Maddie")["order"]


WRONG_ITEMS = {
    "Sally: shield": ("GB-17", "“shield” is none of them"),
    "Sally: peek peek": ("GB-17", "“peek” is there twice"),
    "Sally: bonus; Sally: peek": ("GB-17", "speaks of Sally twice"),
    "Sally: bonus; sal: peek": ("GB-17", "speaks of Sally twice"),
    "Sally bonus": ("GB-17", "it needs a name and a colon"),
    ": bonus": ("GB-17", "it needs a name and a colon"),
    "Sally:": ("GB-17", "nothing stands behind the name"),
    "Cid: peek": ("ALL-4", "Sally, Sam"),
    "Sa: peek": ("ALL-4", "Sally"),
}


@pytest.mark.parametrize("text", WRONG_ITEMS)
def test_gb_17_items_that_cant_be_given_are_refused(text: str) -> None:
    clause, why = WRONG_ITEMS[text]
    with pytest.raises(Refusal) as found:
        items("Sally, Sam", text)
    assert (found.value.clause, why in found.value.sentence()) == (clause, True)


def test_all_04_a_beginning_that_fits_both_names_both() -> None:
    with pytest.raises(Ambiguous) as found:
        items("Sally, Sam", "Sa: peek")
    assert found.value.readings == ("Sally", "Sam")


def test_gb_17_there_are_no_items_in_death_match() -> None:
    with pytest.raises(Refused) as found:
        play(head(NAMES, KIND, items="Ann: peek"))
    assert found.value.clause == "GB-17"
    assert "final-match only" in found.value.sentence()


# ---- a player renamed


def test_all_04_a_player_renamed_keeps_its_items_and_the_whole_journal_replays() -> None:
    body = """
        host: start
        Sally: first Maddie
        host: set Sally name=Sal
        Sal: group A 0 1 B 2 3 4 C 5 6 7 8
        Maddie: group A 0 1 B 2 3 4 C 5 6 7 8
        chance: order Sally 0 1 2 3 4 5 6 7 8
        chance: order Maddie 5 6 7 8 0 1 2 3 4
        Sal: peek
    """
    game = played(body, "Sally, Maddie", **FINAL, items="Sally: bonus peek; Maddie: order")
    assert [player["name"] for player in game.view()["players"]] == ["Sal", "Maddie"]
    assert chips(game) == (109, 99)
    assert you(game, "Sal")["theirs"]["dealt"][0]["tile"] == 5
    assert public(game)["terms"]["items"] == [["Sal", ["bonus", "peek"]], ["Maddie", ["order"]]]
    game = more(game, "Maddie: order | Maddie: bet 3 | Sal: fold")
    assert you(game, "Maddie")["group_order"] == ["C", "A", "B"]
    again = play(journals.write(game.header, game.entries))
    assert again.table == game.table
    assert again.entries == game.entries


def test_all_04_also_when_it_is_renamed_at_once_and_chance_says_the_new_name() -> None:
    body = f"""
        host: set Ann name=Zoe
        {BEGIN.replace("Ann", "Zoe")}
        Zoe: group A 0 1 B 2 3 4 C 5 6 7 8
        Bob: group A 0 1 B 2 3 4 C 5 6 7 8
        chance: order Zoe {UP}
        chance: order Bob {UP}
        Zoe: peek
    """
    game = played(body, **{**FINAL, "items": "Ann: peek"})
    assert happened(game) == ["Peeked", "TileShown"]
    assert play(journals.write(game.header, game.entries)).table == game.table


# ---- the start


def test_gb_02_start_opens_the_grouping_of_the_first_set() -> None:
    game = played("")
    assert waits_for(game) == ["host: start"]
    game = more(game, "host: start")
    assert happened(game) == ["SetOpened"]
    form = "group A TILE … B TILE … C TILE …"
    assert waits_for(game) == [f"Ann: {form}", f"Bob: {form}", "host: first NAME"]
    assert (public(game)["set"], public(game)["ante"]) == (1, 1)
    found = refused(game, "host: start")
    assert (found.clause, type(found)) == ("GB-2", NotNow)


def test_gb_02_nobody_groups_bets_or_uses_anything_before_the_start() -> None:
    game = played("", **BOTH)
    for line, clause in {
        "Ann: group A 0 1 B 2 3 4 C 5 6 7 8": "GB-2",
        "Ann: ante 3": "GB-12",
        "Ann: bet 3": "GB-6",
        "Ann: raise 3": "GB-6",
        "Ann: call": "GB-6",
        "Ann: fold": "GB-6",
        "Ann: peek": "GB-17",
        "Bob: order": "GB-17",
        f"chance: order Ann {UP}": "ALL-3",
    }.items():
        found = refused(game, line)
        assert (found.clause, type(found)) == (clause, NotNow), line


def test_all_06_only_the_host_starts() -> None:
    assert isinstance(refused(played(""), "Ann: start"), Refusal)


def test_gb_17_items_stay_with_whom_they_were_given_to_whatever_anybody_is_called_later() -> None:
    """The option may name players by part of a name, which may fit nobody, or several, later."""
    body = "host: set Sally name=Zoe\nhost: set Maddie name=Sal\nhost: start"
    game = played(body, "Sally, Maddie", variant="final-match", items="s: peek; mad: bonus")
    assert [player.items for player in game.state.players] == [("peek",), ("bonus",)]
    assert [player.name for player in game.state.players] == ["Zoe", "Sal"]
