"""At a host's desk: what is posted when one message holds two moves, and what a status tells."""

from __future__ import annotations

from pathlib import Path

import pytest
from hosting import Host
from playing import deck

from gmtool.games.ten_skip import terms

CARDS = terms.deck(1)
HANDS = "AC 3C 4C 5C 9H 5D 10S 9S 10D 8H 7C 6H 2D 2S"
"""Dealt to Ann and Bob in turn; 4S 7D 5S 6S lie on top of the pile."""


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """Ann is to choose between 4S and 7D, after discarding 9H; all texts so far have gone out."""
    host = Host(tmp_path / "games.db")
    setup = ("new ten-skip Skip Ann Bob --zone UTC --typed-chance", "record host start")
    dealt = (deck("AC 2C", CARDS), deck(f"{HANDS} 4S 7D 5S 6S", CARDS))
    for line in (setup[0], *(f"record chance {shuffle}" for shuffle in dealt), setup[1]):
        assert host(line).code == 0
    assert host("record Ann discard 9H").code == 0
    assert host("sent all").code == 0
    return host


def posts(host: Host) -> list[str]:
    """The subjects of the posts that wait in the outbox, in order."""
    waiting = host("outbox --json").facts
    return [one["subject"] for one in waiting if not one["to"]]


def test_ts_10_one_message_of_two_moves_gives_one_post_that_tells_of_both(host: Host) -> None:
    done = host("record Ann --from -", pasted="keep 4S\nYou're on notice!\n")
    assert done.code == 0
    [subject] = posts(host)
    assert "ON NOTICE" in subject
    assert "7♦" in done.out  # what was laid on top is told all the same
    assert "or are you done" not in done.out


def test_ts_06_status_says_whose_answer_is_awaited_and_what_is_public(host: Host) -> None:
    said = host("status").all
    assert "the card that Ann keeps after discarding 9H" in said
    assert "draw pile 24, discard top 9H" in said
    for secret in ("4S", "7D", "10S"):
        assert secret not in said
    [waiting] = host("status --json").facts["waiting"]
    assert (waiting["who"], waiting["moves"]) == ("Ann", ["keep CARD"])
    assert waiting["for"].endswith("after discarding 9H")


def test_ts_07_status_says_what_a_victim_is_shown(host: Host) -> None:
    for line in ("keep 4S", "done"):
        assert host(f"record Ann {line}").code == 0
    assert host("record Bob take Ann giving 9S").code == 0
    said = host("status").all
    assert "the card that Ann hands to Bob for 9S" in said
    assert "hasn't yet: Ann" in said
