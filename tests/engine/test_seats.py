"""Substitutes and players who are silent for good (ALL-11), seen through games."""

import pytest
from playing import Played, head, journal_of, play, refusal

from gmtool.engine.wording import HOST

START = "20 20:00 host: start\n"
TWO = "Ann, Bob"
TABLE = "2026-11-20T20:00:00Z host: start\n"
REPLACED = '20 21:00 host: replace Bob Robin why "no time"\n'


def table(body: str) -> Played:
    """Big Two with four players: Cid leads with the 3♦, then Dee, Ann and Bob."""
    return play(head("Ann, Bob, Cid, Dee", "big-two") + TABLE + body)


def test_all_11_a_substitute_takes_the_seat_as_it_stands() -> None:
    before = f"{START}20 20:44 Bob: bid A 30, C 12\n"
    played = play(journal_of(TWO, before + REPLACED))
    assert played.table.players == ("Ann", "Robin")
    knew = play(journal_of(TWO, before)).view("Bob")["you"]
    assert played.view("Robin")["you"] == {**knew, "name": "Robin"}
    (window,) = played.table.windows
    assert window.moved == ("Robin",)
    assert [e.who for e in played.entries] == ["chance", HOST, "Bob", HOST]
    assert played.table.replaced[0].was == "Bob"


def test_all_11_both_names_are_understood_and_a_replaced_player_may_come_back() -> None:
    body = f"{START}{REPLACED}20 21:01 Bob: bid A 30\n20 21:02 Robin: bid B 30\n"
    assert play(journal_of(TWO, body)).table.windows[0].moved == ("Robin",)
    back = f'{body}20 22:00 host: replace Robin Bob why "has time"\n20 22:01 Robin: bid C 1\n'
    played = play(journal_of(TWO, back))
    assert played.table.players == ("Ann", "Bob")
    assert [(one.was, one.now) for one in played.table.replaced] == [
        ("Bob", "Robin"),
        ("Robin", "Bob"),
    ]


def test_all_11_silence_counts_anew_and_nothing_of_the_leaver_s_own_stays() -> None:
    body = f"""{START}20 20:10 host: set Bob mention="@bob"
        20 20:20 host: absent Bob from 2026-11-20T20:30:00Z until 2026-11-29T20:00:00Z why "x"
        21 20:00 host: close
        21 20:01 host: replace Bob Robin why "no time"
        22 20:00 host: close"""
    played = play(journal_of(TWO, body)).table
    assert played.people["Robin"] == {}
    assert played.absences == ()
    assert played.quiet == {"Ann": 2, "Robin": 1}


@pytest.mark.parametrize(
    ("body", "clause", "words"),
    [
        ('20 21:00 host: replace Bob Ann why "x"', "ALL-4", "there twice"),
        ('20 21:00 host: replace Bob Bob why "x"', "ALL-11", "has that seat already"),
        ('20 21:00 host: replace Zed Robin why "x"', "ALL-4", "nobody here is called “Zed”"),
        ("20 21:00 host: replace Bob Robin", "ALL-6", "needs a reason"),
        ('20 21:00 host: active Bob why "x"', "AP-26", "stays so"),
    ],
)
def test_all_11_what_can_be_no_replacement_is_refused(body: str, clause: str, words: str) -> None:
    told = refusal(journal_of(TWO, START + body))
    assert told.clause == clause
    assert words in told.sentence()


INACTIVE = '2026-11-20T20:30:00Z host: inactive Dee why "silent"\n'
LEADS = "2026-11-20T20:40:00Z Cid: play 3D\n"


def test_all_11_the_default_at_expiry_happens_at_once_whenever_that_seat_is_awaited() -> None:
    told = table(INACTIVE + LEADS)
    assert [one["who"] for one in map(dict, (n.facts for n in told.news("Passed")))] == ["Dee"]
    assert [turn.who for turn in told.waiting()] == ["Ann"]
    assert [e.who for e in told.entries] == ["chance", HOST, HOST, "Cid"], "no entry of its own"


def test_all_11_and_at_once_where_it_is_awaited_already() -> None:
    told = table(LEADS + INACTIVE.replace("20:30", "20:50"))
    assert [turn.who for turn in told.waiting()] == ["Ann"]
    (window,) = told.table.windows
    assert window.opened == "2026-11-20T20:50:00Z"


@pytest.mark.parametrize(
    "word",
    [
        '2026-11-20T20:35:00Z Dee: says "I am back"\n',
        '2026-11-20T20:35:00Z host: active Dee why "is back"\n',
        '2026-11-20T20:35:00Z host: replace Dee Eve why "no time"\n',
    ],
)
def test_all_11_until_the_player_speaks_or_is_replaced_or_the_host_rules_otherwise(
    word: str,
) -> None:
    told = table(INACTIVE + word + LEADS)
    assert [turn.who for turn in told.waiting()] == [told.table.players[3]]
    assert not told.table.inactive


def test_all_11_the_last_who_plays_can_t_be_ruled_inactive() -> None:
    every = "".join(INACTIVE.replace("Dee", name) for name in ("Ann", "Bob", "Cid", "Dee"))
    refused = refusal(head("Ann, Bob, Cid, Dee", "big-two") + TABLE + every)
    assert refused.clause == "ALL-11"
    assert "nobody would be left to play" in refused.sentence()


def test_all_09_what_is_said_before_its_turn_isn_t_kept_for_it() -> None:
    early = refusal(head("Ann, Bob, Cid, Dee", "big-two") + TABLE + LEADS.replace("Cid", "Dee"))
    assert early.clause.startswith("BT")
    later = table(LEADS)
    assert [turn.who for turn in later.waiting()] == ["Dee"]


def test_all_11_what_is_undone_of_it_is_as_if_it_had_never_been() -> None:
    undone = f"{TABLE}{INACTIVE}2026-11-20T20:31:00Z host: undo 3\n"
    told = play(head("Ann, Bob, Cid, Dee", "big-two") + undone)
    assert told.table == play(head("Ann, Bob, Cid, Dee", "big-two") + TABLE).table
