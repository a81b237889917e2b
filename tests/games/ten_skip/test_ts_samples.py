"""Messages as players write them, by the numbers of the sample messages: what is read, recorded,
refused.
"""

from __future__ import annotations

from typing import Any

import pytest
from playing import Played, deck, head, play, timed

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.reading import Reading, read_message
from gmtool.engine.refusals import NotNow, Refusal, Refused
from gmtool.engine.steps import addressed, apply, asked_of
from gmtool.games.ten_skip import terms

LATER = Instant("2026-11-20T21:00:00Z")
CARDS = terms.deck(1)
AROUND = ("{}", "\n\n  {}  \n", "Hi Bill,\n{}\nThanks!\nAnn")
HANDS = "AC 3C 4C 5C 9H 5D 10S 9S 10D 8H 7C 6H 2D 2S"
"""Dealt to Ann and Bob in turn."""
DEALT = deck(f"{HANDS} 4S 7D 5S 6S", CARDS)


def started(*lines: str, header: str = head("Ann, Bob", "ten-skip")) -> Played:
    """Bob deals, so Ann begins: with A♣ 4♣ 9♥ 10♠ 10♦ 7♣ 2♦, and 4♠ 7♦ 5♠ 6♠ on the pile."""
    begin = [f"chance: {deck('AC 2C', CARDS)}", f"chance: {DEALT}", "host: start"]
    return play(header + timed([*begin, *lines]))


def read(played: Played, who: str, raw: str) -> Reading:
    """The reading of a message as a host's desk would read it."""
    game = played.replay.game
    return read_message(game.grammar, asked_of(game, played.table, who), raw)


def answer(played: Played, who: str, raw: str) -> tuple[list[str], list[Refusal]]:
    """What of a message that is surely read is recorded, and what is refused."""
    found = read(played, who, raw)
    assert found.is_sure, found
    table: Any = played.table
    recorded: list[str] = []
    refused: list[Refusal] = []
    for move in (addressed(move, table) for move in found.moves):
        try:
            step = apply(played.replay.game, table, Entry(99, who, str(move), LATER, LATER))
        except Refusal as refusal:
            refused.append(refusal)
        else:
            table = step.table
            recorded.append(step.entry.text)
    return recorded, refused


SAMPLE_23 = """\
Discarding the 9 of hearts.
"""
SAMPLE_24 = """\
YOU'RE ON NOTICE!!!
"""


@pytest.mark.parametrize("around", AROUND)
def test_sample_23_ts_06_a_discard_in_words(around: str) -> None:
    raw = around.format(SAMPLE_23)
    for each in (raw, raw.replace("\n", "\r\n"), raw.replace("\n", " \n\u200b\n")):
        assert answer(started(), "Ann", each) == (["discard 9H"], [])


@pytest.mark.parametrize("around", AROUND)
def test_sample_24_ts_10_everyone_on_notice(around: str) -> None:
    raw = around.format(SAMPLE_24)
    ending = started("Ann: discard 9H", "Ann: keep 4S")
    for each in (raw, raw.replace("'", "’"), raw.replace("\n", "\r\n")):
        assert answer(ending, "Ann", each) == (["notice"], [])


def test_ts_10_one_message_keeps_a_card_and_ends_the_turn() -> None:
    choosing = started("Ann: discard 9H")
    for raw, end in (
        ("keep 4S, done", "done"),
        ("I'll keep the 4 of spades and you're on notice!", "notice"),
        ("4♠\n\nYou're on notice!\nAnn", "notice"),
    ):
        assert answer(choosing, "Ann", raw) == (["keep 4S", end], [])


def test_ts_10_a_claim_that_comes_too_late_leaves_the_card_kept() -> None:
    on_notice = started("Ann: discard 9H", "Ann: keep 4S", "Ann: notice", "Bob: discard 3C")
    recorded, refused = answer(on_notice, "Bob", "keep 5S. You're on notice!")
    assert recorded == ["keep 5S"]
    [claim] = refused
    # Ann, unchallenged, has won the round with the card that Bob keeps
    assert isinstance(claim, (Refused, NotNow))
    assert claim.clause == "TS-10"
    assert answer(on_notice, "Bob", "keep 5S, done") == (["keep 5S"], [])


def test_ts_07_a_card_shown_and_the_answer_to_it() -> None:
    recorded = answer(started(), "Ann", "Bob, get a load of THIS: 9♥!")
    assert recorded == (["take Bob giving 9H"], [])
    asked = started("Ann: take Bob giving 9H")
    assert answer(asked, "Bob", "Here, have my 5 of clubs.") == (["hand 5C"], [])
    found = read(asked, "Bob", "Argh!!\nHere, have my 5 of clubs.\nYou're dead to me!")
    assert (list(map(str, found.moves)), found.is_sure) == (["hand 5C"], False)


def test_all_04_whom_an_alias_means_is_for_the_engine() -> None:
    named = head("Ann, Bob", "ten-skip").replace("---", 'alias Bob: "The Boss"\n---')
    played = started(header=named)
    for raw in ("take the boss giving 9H", "Take from The Boss, giving 9♥", "take bo giving 9H"):
        assert answer(played, "Ann", raw) == (["take Bob giving 9H"], [])


@pytest.mark.parametrize(
    "raw",
    [
        "Take a card from Cyd and give him\n7C.",
        "Take a card from Cyd and give him\nthe\n7C.\nAnn",
        "give him\n7C",
        "Have I got something to give you:\n7C",
        "discard 7C\nOops, wrong one",
        "I'd rather swap\ndiscard 7C",
        "discard 7C\nthe 9 as always",
    ],
)
def test_ts_06_ts_07_no_card_is_discarded_beside_a_line_that_may_be_of_another_move(
    raw: str,
) -> None:
    assert not read(started(), "Ann", raw).is_sure


def test_ts_07_a_move_on_two_lines_is_the_whole_move() -> None:
    raw = "Take a card from Bob and give him\n7C."
    assert answer(started(), "Ann", raw) == (["take Bob giving 7C"], [])


@pytest.mark.parametrize(
    "line",
    ["see you tomorrow", "How is everybody?", "What a turn."],
)
def test_ts_06_chatter_beside_a_discard_is_shown_beside_the_proposal(line: str) -> None:
    for raw in (f"discard 7C\n{line}", f"Hi Bill,\n{line}\n\nDiscard 7C\nAnn"):
        found = read(started(), "Ann", raw)
        assert (list(map(str, found.moves)), found.left) == (["discard 7C"], (line,))
