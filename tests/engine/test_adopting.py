"""Newer rules for a game that has begun: from here on, from its beginning, or not (ALL-6)."""

from __future__ import annotations

import pytest
from newer_rooms import State, kind

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.journal import write_entry
from gmtool.engine.refusals import NotNow, Refusal, Refused
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.engine.table import Table, decode, encode, lay

PLAYERS = ("Ann", "Bob", "Cid")
AT = Instant("2026-11-20T20:00:00Z")


def begun(newest: int = 2, rules: int = 1) -> Replay:
    game = kind(newest)
    replay = Replay(game, lay(game, PLAYERS, {"vote": True}, rules=rules))
    return said(replay, "host: start", "Ann: vote")


def said(replay: Replay, *lines: str) -> Replay:
    for line in lines:
        who, _, text = line.partition(": ")
        number = len(replay.on_record) + len(replay.undone) + 1
        replay.apply(Entry(number, who, text, AT, AT))
    return replay


def voting(replay: Replay) -> tuple[str, ...]:
    state: State = replay.table.state
    return state.voting


def again(replay: Replay) -> Table:
    """The table of the same journal in a replay of its own."""
    game = replay.game
    start = lay(game, PLAYERS, {"vote": True}, rules=1)
    return replay_journal(game, start, replay.on_record).table


def test_all_06_a_game_goes_by_the_rules_it_began_with() -> None:
    assert voting(begun()) == ("Bob", "Cid")
    assert voting(begun(rules=2)) == ()


def test_all_06_newer_rules_hold_from_where_they_are_adopted() -> None:
    replay = said(begun(), 'host: adopt 2 why "quicker"')
    assert voting(replay) == ("Bob", "Cid")
    assert voting(said(replay, "Bob: vote")) == ()
    assert again(replay) == replay.table


def test_all_06_what_newer_rules_force_happens_where_they_are_adopted() -> None:
    replay = said(begun(newest=3), 'host: adopt 3 why "quicker"')
    assert voting(replay) == ()
    assert [window.key for window in replay.table.windows] == ["w"]


def test_all_06_newer_rules_from_the_beginning_judge_the_journal_again() -> None:
    replay = said(begun(), 'host: adopt 2 throughout why "quicker"')
    assert voting(replay) == ()
    assert again(replay) == replay.table
    said(replay, "host: undo 3")
    assert voting(replay) == ("Bob", "Cid")
    said(replay, "host: redo 3")
    assert voting(replay) == ()


def test_all_06_what_falls_by_newer_rules_is_struck_in_the_same_breath() -> None:
    replay = said(begun(), "Bob: vote")
    with pytest.raises(Refused, match=r"entry 3 of Bob's doesn't stand any more .* drop 3"):
        said(replay, 'host: adopt 2 throughout why "quicker"')
    said(replay, 'host: adopt 2 throughout drop 3 why "quicker"')
    assert voting(replay) == ()


def test_all_06_a_game_may_stay_with_its_rules_and_take_newer_ones_later() -> None:
    replay = said(begun(), 'host: adopt 1 instead of 2 why "as we began"', "Bob: vote")
    assert voting(replay) == ("Cid",)
    assert replay.table.decided == 2
    assert decode(replay.game, encode(replay.table)) == replay.table
    assert voting(said(replay, 'host: adopt 2 why "after all"')) == ("Cid",)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('adopt 3 why "x"', "there is no version 3 .* the newest is 2"),
        ('adopt 1 instead of 3 why "x"', "there is no version 3"),
        ('adopt 3 throughout why "x"', "there is no version 3"),
        ("adopt 2", "needs a reason"),
        ('adopt why "x"', "it reads `adopt 2`"),
        ('adopt 2 from now on why "x"', "it reads `adopt 2`"),
    ],
)
def test_all_06_other_versions_are_refused(line: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        said(begun(), f"host: {line}")


def test_all_06_no_game_goes_back_to_older_rules() -> None:
    replay = said(begun(), 'host: adopt 2 why "quicker"')
    for line in ('adopt 1 why "x"', 'adopt 1 throughout why "x"', 'adopt 1 instead of 2 why "x"'):
        with pytest.raises(Refused, match="by version 2 of the rules already"):
            said(replay, f"host: {line}")
    with pytest.raises(Refused, match="it can stay with that one alone"):
        said(begun(newest=3), 'host: adopt 2 instead of 3 why "x"')


def test_all_06_an_adoption_is_undone_not_amended() -> None:
    replay = said(begun(), 'host: adopt 2 why "quicker"')
    with pytest.raises(Refused, match="entry 3 is the host's own"):
        said(replay, 'host: strike 3 why "x"')
    said(replay, "host: undo 3", "Bob: vote")
    assert voting(replay) == ("Cid",)


def test_all_06_in_a_pause_rules_can_be_adopted_and_after_the_end_nothing() -> None:
    replay = said(begun(), 'host: pause why "holidays"', 'host: adopt 2 why "quicker"')
    assert replay.table.state.rules == 2
    with pytest.raises(NotNow, match="called off"):
        said(begun(), 'host: end why "too few"', 'host: adopt 2 why "quicker"')


def test_all_06_everybody_may_know_what_is_adopted() -> None:
    entry = Entry(3, "host", 'adopt 2 throughout drop 2 why "quicker"', AT, AT)
    step = begun().apply(entry)
    assert step.move.public == 'adopt 2 throughout why "quicker"'
    assert str(step.move) in write_entry(entry)
