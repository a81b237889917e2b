"""Cast, names, options, the deck and the cut (SD-1 to SD-4, ALL-3, ALL-4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hosting import Host
from playing import Played, deck, head, play

from gmtool.engine.options import UnknownOption
from gmtool.engine.refusals import Ambiguous, NotNow, Refusal, Refused, Unreadable
from gmtool.games.split_decision import GAME

from .episodes import (
    CARDS_OF_1,
    CARDS_OF_2,
    CODES,
    FULL,
    NAMES,
    ROUND_1_WON,
    ROUND_2_WON,
    happened,
    journal,
    more,
    played,
    public,
    refused,
    said,
    seat,
    setting,
    waits_for,
)

KIND = "split-decision"
AS_IT_LIES = f"chance: {deck('', FULL)}\n"
"""A deck in order, 2C on top and the Jokers at the bottom."""


def codes(*names: str) -> str:
    return "\n".join(f"{name}: codes {' '.join([str(CODES[name])] * 30)}" for name in names)


# ---- SD-1: podiums, champion, titles


def test_sd_01_three_players_at_the_red_the_gold_and_the_blue_podium() -> None:
    players = play(head(NAMES, KIND)).view()["players"]
    assert [(p["name"], p["podium"]) for p in players] == [
        ("Ann", "red"),
        ("Bob", "gold"),
        ("Cid", "blue"),
    ]


@pytest.mark.parametrize(
    ("players", "said_so"),
    [("Ann", "one player"), ("Ann, Bob", "2 players"), ("Ann, Bob, Cid, Dee", "4 players")],
)
def test_sd_01_no_more_and_no_less_than_three(players: str, said_so: str) -> None:
    with pytest.raises(Refused, match=rf"SD-1: {said_so} can't play; three do.*red, gold, blue"):
        play(head(players, KIND))


TITLES = {
    (): ("Ann", 1),
    (("champion", "on"),): ("Ann", 1),
    (("titles", 1),): ("Ann", 1),
    (("titles", 4),): ("Ann", 4),
    (("champion", "off"),): ("", 0),
    (("champion", "off"), ("titles", 0)): ("", 0),
}


@pytest.mark.parametrize("options", TITLES)
def test_sd_01_red_is_the_champion_with_one_title_or_more(
    options: tuple[tuple[str, object], ...],
) -> None:
    facts = public(play(head(NAMES, KIND, **dict(options))))
    assert (facts["champion"], facts["titles"]) == TITLES[options]


WRONG_OPTIONS = {
    "champion=on titles=0": ("SD-1", "a returning champion has a title at least"),
    "titles=0": ("SD-1", "a returning champion has a title at least"),
    "titles=5": ("SD-1", "from 0 to 4"),
    "titles=-1": ("SD-1", "from 0 to 4"),
    "champion=off titles=1": ("SD-1", "only a returning champion has titles"),
    "champion=off titles=4": ("SD-1", "only a returning champion has titles"),
    "champion=perhaps": ("SD-1", "takes on or off, not “perhaps”"),
    "buzzcodes=0": ("SD-5", "a whole number from 1"),
    "buzzcodes=thirty": ("SD-5", "a whole number from 1"),
    "buzz_max=1": ("SD-5", "a whole number from 2"),
    "redraw_on_tie=2": ("SD-7", "takes on or off"),
    "answer_hours=0": ("SD-11", "a whole number from 1"),
    "decision_hours=0": ("SD-36", "a whole number from 1"),
    "decision_hours=1.5": ("SD-36", "a whole number from 1"),
}


@pytest.mark.parametrize("options", WRONG_OPTIONS)
def test_sd_01_options_that_cant_be_or_contradict_each_other_are_refused(options: str) -> None:
    clause, why = WRONG_OPTIONS[options]
    given = dict(option.split("=") for option in options.split())
    with pytest.raises(Refused) as found:
        play(head(NAMES, KIND, **given))
    assert found.value.clause == clause
    assert why in found.value.sentence()


def test_sd_01_an_unknown_option_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownOption, match="did you mean buzzcodes"):
        play(head(NAMES, KIND, buzzcode=3))


def test_sd_01_the_options_of_the_rules_page_and_no_others() -> None:
    assert {option.name: option.default for option in GAME.options} == {
        "champion": True,
        "titles": None,
        "buzzcodes": 30,
        "buzz_max": 100,
        "redraw_on_tie": False,
        "answer_hours": 48,
        "decision_hours": 48,
    }


# ---- ALL-4: names and colours

NO_PEEK = """Ann: refuse
    Ann: refuse
    Bob: refuse
    Bob: refuse
    Cid: refuse
    Cid: refuse
    host: adjust Ann chips =0 why "a slip"
    right Ann
"""
"""Ann keeps or passes 8C, the seventh card."""


def no_peek() -> Played:
    return played("2C 3C 4C 5C 6C 7C 8C", NO_PEEK)


@pytest.mark.parametrize(
    ("name", "to"),
    [
        *(("gold", "Bob"), ("blue", "Cid"), ("Gold", "Bob"), ("BLUE", "Cid"), ("gol", None)),
        *(("Bob", "Bob"), ("bob", "Bob"), ("B", "Bob"), ("C", "Cid"), ('"Bob"', "Bob")),
    ],
)
def test_all_04_a_card_is_passed_to_a_name_or_a_colour(name: str, to: str | None) -> None:
    if to is None:
        assert isinstance(refused(no_peek(), f"Ann: pass {name}"), Unreadable)
        return
    game = more(no_peek(), f"Ann: pass {name}")
    assert game.news("PassedOn")[-1]["to"] == to
    assert public(game)["play"]["who"] == to


def test_all_04_the_host_names_a_player_by_its_colour() -> None:
    game = more(no_peek(), 'host: adjust gold money +50 why "a push was forgotten"')
    assert seat(game, "Bob")["money"] == 50
    found = refused(game, "+48h host: close gold")
    assert (found.clause, "Bob isn't overdue" in found.sentence()) == ("ALL-2", True)
    assert public(more(game, "+48h host: close red"))["play"]["situation"] == "kept"


def test_all_04_a_name_that_is_nobodys_is_refused_with_the_players() -> None:
    found = refused(no_peek(), "Ann: pass Dee")
    assert (found.clause, type(found)) == ("ALL-4", Unreadable)
    assert "Ann, Bob, Cid" in found.sentence()


def test_all_04_a_beginning_that_fits_two_is_refused_with_both() -> None:
    body = NO_PEEK.replace("Bob", "Cindy")
    header = "Ann, Cindy, Cid"
    text = setting("2C 3C 4C 5C 6C 7C 8C").replace("Bob", "Cindy") + body
    found = refused(play(journal(text, header)), "Ann: pass Ci")
    assert isinstance(found, Ambiguous)
    assert found.readings == ("Cindy", "Cid")


@pytest.mark.parametrize("players", ["Ann, Red, Cid", "gold, Bob, Cid", "Ann, Bob, GOLD"])
def test_all_04_a_player_named_like_anothers_seat_is_refused(players: str) -> None:
    with pytest.raises(Refused, match=r"ALL-4: .*seat is called too"):
        play(head(players, KIND))


def test_all_04_an_alias_like_anothers_seat_is_refused() -> None:
    text = head(NAMES, KIND).replace("---", 'alias Cid: "Red"\n---')
    with pytest.raises(Refused, match="ALL-4: "):
        play(text)


def test_all_04_a_player_may_be_named_like_its_own_seat() -> None:
    players = play(head("Red, Bob, Blue", KIND)).view()["players"]
    assert [p["name"] for p in players] == ["Red", "Bob", "Blue"]


def test_all_04_at_the_desk_a_move_is_recorded_for_a_colour_too(host: Host, tmp_path: Path) -> None:
    folder = tmp_path / "templates" / KIND
    folder.mkdir(parents=True)
    for occasion in GAME.occasions:  # texts are no matter here
        (folder / f"{occasion.name}.j2").write_text("a text\n")
    assert host(f"new {KIND} E1 Ann Bob Cid --zone UTC -o buzzcodes=3").code == 0
    assert host("record host start").code == 0
    done = host("record gold codes 1 2 3")
    assert done.code == 0, done.all
    assert " Bob: codes 1 2 3\n" in host("export").out
    assert [row["who"] for row in host("status --json").facts["waiting"]] == ["Ann", "Cid"]
    again = host("record GOLD codes 4 5 6")
    assert (again.code, "SD-5" in again.all) == (1, True)


# ---- SD-3: the deck and the cut


def test_sd_03_a_deck_of_52_cards_and_two_jokers() -> None:
    drawn = play(journal("")).entries[0]
    assert drawn.who == "chance"
    assert Counter(drawn.text.split()[1:]) == Counter(FULL)
    assert len(FULL) == 54


@pytest.mark.parametrize(
    ("cards", "amiss"),
    [
        (FULL[1:], "2C missing"),
        ((*FULL, "2C"), "2C named too often"),
        ((*FULL, "JOKER"), "JOKER named too often"),
        ((*FULL[:-1], "2C"), "JOKER missing, 2C named too often"),
    ],
)
def test_sd_03_the_shuffle_names_every_card_once(cards: tuple[str, ...], amiss: str) -> None:
    with pytest.raises(Refused) as found:
        play(journal(f"chance: shuffle {' '.join(cards)}"))
    assert found.value.clause == "ALL-3"
    assert amiss in found.value.sentence()


def test_all_03_the_deck_comes_before_the_start() -> None:
    typed = journal("host: start").replace("---", "set chance: typed\n---")
    with pytest.raises(NotNow, match="SD-3: the deck has to be shuffled first"):
        play(typed)
    assert play(typed.partition("2026")[0]).waiting()[0].who == "chance"
    assert waits_for(play(journal(AS_IT_LIES))) == ["host: start"]


def test_all_03_nothing_is_shuffled_twice() -> None:
    found = refused(play(journal(AS_IT_LIES)), f"chance: {deck('', FULL)}")
    assert (found.clause, type(found)) == ("ALL-3", NotNow)


def cut(line: str) -> Played:
    return play(journal(f"{AS_IT_LIES}host: start\n{codes('Ann', 'Bob', 'Cid')}\n{line}"))


@pytest.mark.parametrize(
    ("number", "first", "second"),
    [(1, "3C", "4C"), (17, "6D", "7D"), (27, "3H", "4H"), (52, "JOKER", "JOKER")],
)
def test_sd_03_so_many_cards_go_from_the_top_to_the_bottom(
    number: int, first: str, second: str
) -> None:
    game = cut(f"Ann: cut {number}")
    assert public(game)["play"]["card"] == first
    assert public(more(game, "Ann: refuse"))["play"]["card"] == second
    assert public(game)["cut"] == number


def test_sd_03_after_a_cut_of_53_the_last_card_is_on_top_and_the_first_below_it() -> None:
    game = cut("Ann: cut 53")
    assert public(game)["play"]["card"] == "JOKER"
    assert public(more(game, "Ann: refuse"))["play"]["card"] == "2C"


@pytest.mark.parametrize("number", ["0", "54", "100", "-3", "5.5", "1e1"])
def test_sd_03_the_cut_is_a_whole_number_from_1_to_53(number: str) -> None:
    with pytest.raises(Refusal) as found:
        cut(f"Ann: cut {number}")
    assert found.value.clause == "SD-3"
    assert f"“{number}”" in found.value.sentence()
    assert "from 1 to 53" in found.value.sentence()


def test_sd_03_only_red_cuts_and_only_once_all_codes_are_in() -> None:
    before = play(journal(f"{AS_IT_LIES}host: start\n{codes('Ann', 'Bob')}"))
    assert refused(before, "Ann: cut 17").clause == "SD-3"
    complete = more(before, codes("Cid"))
    assert waits_for(complete) == ["Ann: cut CARDS"]
    found = refused(complete, "Bob: cut 17")
    assert (found.clause, "Ann, at the red podium" in found.sentence()) == ("SD-3", True)
    found = refused(more(complete, "Ann: cut 17"), "Ann: cut 17")
    assert (found.clause, type(found)) == ("SD-3", NotNow)


def test_sd_03_the_cut_has_48_hours_from_the_last_codes_and_a_default() -> None:
    complete = play(journal(f"{AS_IT_LIES}host: start\n{codes('Ann', 'Bob', 'Cid')}"))
    (window,) = complete.table.windows
    assert window.opened == complete.entries[-1].received_at
    assert refused(complete, "+47h59m host: close").clause == "ALL-2"
    assert refused(complete, "+48h1s Ann: cut 17").clause == "SD-3"
    assert public(more(complete, "+48h Ann: cut 17"))["cut"] == 17
    assert public(more(complete, "+48h host: close"))["cut"] == 27


# ---- SD-4: what is left of the deck


def test_sd_04_every_card_that_leaves_the_deck_is_seen_by_all() -> None:
    game = played("8H JOKER 3D", "Ann: refuse")
    for seer in ("", "Ann", "Bob", "Cid"):
        facts = game.view(seer)["public"]
        assert facts["play"]["card"] == "JOKER"
        left = Counter(facts["cards_remaining"])
        assert Counter(FULL) - left == Counter({"8H": 1, "JOKER": 1})
    assert len(public(play(journal(AS_IT_LIES)))["cards_remaining"]) == 54


def with_left(game: Played, cards: str) -> Played:
    """The same with only these cards left in the deck: a whole deck by journal is a hundred lines,
    which the recorded games have.
    """
    *before, last = game.replay.live
    state = replace(last.table.state, deck=tuple(cards.split()))
    live = [*before, replace(last, table=replace(last.table, state=state))]
    return Played(replace(game.replay, steps=live), game.entries, game.header)


def rest_without(held: str) -> tuple[str, ...]:
    """The cards in nobody's hand."""
    left = list(FULL)
    for card in held.split():
        left.remove(card)
    return tuple(left)


def new_deck(top: str, held: str) -> str:
    return f"chance: {deck(top, rest_without(held))}"


HELD = "5C JOKER KD"
SOME_CARDS = """Ann: low
    Bob: low
    Cid: refuse
    Cid: refuse
    right Ann
    Ann: high
"""
"""Ann holds 5C and KD, Bob a Joker as a low Ace."""


def test_sd_04_a_deck_run_out_is_shuffled_anew_from_the_cards_in_nobodys_hand() -> None:
    game = with_left(played("5C JOKER 2S 3S KD", SOME_CARDS), "")
    game = more(game, f"right Bob\n{new_deck('9H', HELD)}")
    assert public(game)["play"]["card"] == "9H"
    assert public(game)["reshuffled"] == 1
    assert Counter(public(game)["cards_remaining"]) == Counter(rest_without(HELD + " 9H"))
    assert [one.name for one in game.news("DeckRanOut")] == ["DeckRanOut"]


def test_sd_04_the_second_joker_goes_back_while_the_first_is_held() -> None:
    left = rest_without(HELD)
    assert left.count("JOKER") == 1
    game = with_left(played("5C JOKER 2S 3S KD", SOME_CARDS), "")
    drawn = more(game, "right Bob").entries[-1]
    assert Counter(drawn.text.split()[1:]) == Counter(left)


@pytest.mark.parametrize("held", ["", "5C JOKER", "5C JOKER KD 2S"])
def test_sd_04_what_is_held_isnt_shuffled_and_all_the_rest_is(held: str) -> None:
    game = with_left(played("5C JOKER 2S 3S KD", SOME_CARDS), "")
    found = refused(game, f"right Bob\n{new_deck('9H', held)}")
    assert (found.clause, f"each of the {54 - 3} cards" in found.sentence()) == ("ALL-3", True)


def test_sd_04_the_last_card_of_the_old_deck_comes_before_the_new_one() -> None:
    game = with_left(played("5C JOKER 2S 3S KD", SOME_CARDS), "3H")
    game = more(game, "right Bob")
    assert (public(game)["play"]["card"], public(game)["cards_remaining"]) == ("3H", [])
    game = more(game, f"Bob: chip\nright Bob\n{new_deck('9H', HELD)}")
    assert public(game)["play"]["card"] == "9H"


def test_sd_04_it_runs_out_between_the_two_cards_of_a_head_start() -> None:
    game = with_left(played("5C"), "")
    game = more(game, f"Ann: refuse\n{new_deck('9H', '')}")
    play_now = public(game)["play"]
    assert (play_now["who"], play_now["card"], play_now["look"]) == ("Ann", "9H", 2)
    assert len(public(game)["cards_remaining"]) == 53


def test_sd_04_it_runs_out_between_a_free_look_and_the_card_itself() -> None:
    body = SOME_CARDS + "dead Bob Ann Cid\n" * 4
    game = with_left(played("5C JOKER 2S 3S KD", body), "3H")
    game = more(game, f"right Bob\nBob: refuse\n{new_deck('9H', HELD)}")
    assert (public(game)["play"]["card"], public(game)["play"]["situation"]) == ("9H", "own")


def test_sd_04_in_a_no_peek_the_new_deck_is_shuffled_before_the_choice() -> None:
    body = f'{SOME_CARDS}host: adjust Bob chips =0 why "a slip"\n'
    game = with_left(played("5C JOKER 2S 3S KD", body), "")
    game = more(game, f"right Bob\n{new_deck('9H', HELD)}")
    assert (public(game)["play"]["situation"], public(game)["play"]["card"]) == ("blind", "")
    game = more(game, "Bob: pass Ann")
    assert public(game)["winners"] == ["Ann"]  # 9H is between 5C and KD


def test_sd_04_one_deck_serves_rounds_1_to_3() -> None:

    game = played(" ".join((*CARDS_OF_1, *CARDS_OF_2, "AS")), ROUND_1_WON + ROUND_2_WON)
    assert public(game)["round"] == 3
    assert len(public(game)["cards_remaining"]) == 54 - 7 - 5 - 1
    assert public(game)["reshuffled"] == 0


# ---- the start


def test_sd_05_start_opens_the_collection_of_codes() -> None:
    game = play(journal(f"{AS_IT_LIES}host: start"))
    assert happened(game) == ["CodesOpened"]
    assert said(game)[0]["who"] == ("Ann", "Bob", "Cid")
    assert waits_for(game) == [f"{name}: codes CODE …" for name in ("Ann", "Bob", "Cid")]
    found = refused(game, "host: start")
    assert (found.clause, type(found)) == ("SD-5", NotNow)


def test_sd_05_no_codes_before_the_start() -> None:
    assert refused(play(journal(AS_IT_LIES)), codes("Ann")).clause == "SD-5"
