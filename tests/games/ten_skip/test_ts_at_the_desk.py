"""At a host's desk: what is posted when one message holds two moves, and what a status tells."""

from __future__ import annotations

from pathlib import Path

import pytest
from hosting import Host
from playing import deck, head, timed

from gmtool.games.ten_skip import terms

pytestmark = pytest.mark.slow  # a game at the desk for each

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
    assert "Ann discarded 9♥, drew two, kept one and laid 7♦ on top" in done.out
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


def test_ts_06_what_is_typed_under_the_wrong_name_is_told_to_nobody(host: Host) -> None:
    """Bob isn't asked; that Ann is keeping 4♠ is none of his business."""
    typed = host("record Bob keep 4S")
    assert typed.code == 1
    assert "if Ann said it: gmtool record Ann keep 4S" in typed.all
    assert "no reply to Bob is drafted" in typed.all
    pasted = host("record Bob --from -", pasted="I'll keep the four of spades\n")
    assert host("outbox --json").facts == []
    assert not pasted.out
    assert "keep 4S" not in host("log --refused").all
    own = host("record Bob discard 3C")
    assert "reply to Bob" in own.all  # what he says himself he gets an answer to
    assert "if Ann said it" not in own.all


# ---- what posts say of the last cards


def interleaved(*hands: str) -> str:
    """The hands as they are dealt, one card to each in turn."""
    return " ".join(
        " ".join(cards) for cards in zip(*(hand.split() for hand in hands), strict=True)
    )


NINES = (
    "AC AD AH AS 2C 2D 2H 2S 9C",
    "3C 3D 3H 3S 4C 4D 4H 4S 10C",
    "6C 6D 6H 6S 7C 7D 7H 7S 10D",
    "5C 5D 5H 5S 8C 8D 8H 8S 10H",
)
"""Bob, Cid, Dee and Ann; four cards are left."""
THIRTEENS = (
    "AC AD AH AS 2C 2D 2H 2S 9C 9D 9H 9S 10C",
    "3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 10D",
    "6C 6D 6H 6S 7C 7D 7H 7S 8C 8D 8H 8S 10H",
)
"""Bob, Cid and Ann; one card is left, and nobody holds a made hand."""


def imported(folder: Path, hands: tuple[str, ...], *lines: str, claims: str = "again") -> Host:
    """A desk with a game in which Ann deals these hands, hers the last."""
    players = "Ann, Bob, Cid, Dee"[: 5 * len(hands) - 2]
    begin = [f"chance: {deck('10S 2C 3C 4C', CARDS)}"]
    begin += [f"chance: {deck(interleaved(*hands), CARDS)}"]
    options = {"hand_size": len(hands[0].split()), "run_length": 4, "claims": claims}
    journal = head(players, "ten-skip", **options)
    journal = journal.replace("---\n", "set chance: typed\n---\n")
    text = journal + timed([*begin, "host: start", *lines])
    (folder / "game.journal").write_text(text, "utf-8")
    host = Host(folder / "games.db")
    done = host(f"import {folder / 'game.journal'}")
    assert done.code == 0, done.all
    return host


@pytest.mark.parametrize("claims", ["again", "same-player", "once"])
def test_ts_12_ts_18_nobody_is_told_to_claim_who_may_not(tmp_path: Path, claims: str) -> None:
    """Two cards are left for Dee, after Bob's claim was found false."""
    lines = ("Bob: discard AC", "Bob: keep 9H", "Bob: notice", "Cid: challenge", "Cid: top 10C")
    host = imported(tmp_path, NINES, *lines, claims=claims)
    letter, post = host("pm Dee your-turn").out, host("post turn").out
    assert "you take the last of it" in letter
    assert ("must put everyone on notice" in letter) == (claims == "again")
    assert ("unless somebody has put you on notice" in post) == (claims == "again")
    assert ("the round ends, and all who are in it lose" in post) == (claims != "again")


def test_ts_18_a_bluffer_doesnt_play_on_without_a_pile(tmp_path: Path) -> None:
    lines = ("Bob: discard AC", "Bob: notice", "Cid: challenge")
    host = imported(tmp_path, THIRTEENS, *lines)
    post = host("post challenge").out
    assert "a bluff!" in post
    assert "the draw pile is empty, so the round ends, and all who are in it lose" in post
    for wrong in ("plays on", "may claim again"):
        assert wrong not in post


# ---- texts that wait when the game ends

DEALS = (
    "3C 2D AS 5D 2H 4C 7H 6S 8D 9S 10C 8H AC 2C",
    "3C 2D 5D 2H 7H 6S 9S 10C AC 2C",
)
"""To Bob, Cid and Ann, then to Ann and Bob, in turn; AC 2C lie on top of the pile."""


@pytest.fixture
def dealt(tmp_path: Path) -> Host:
    """Three with four cards each, Bob to begin; the hands haven't gone out."""
    host = Host(tmp_path / "games.db")
    options = "-o hand_size=4 -o run_length=3 -o limit=40"
    assert host(f"new ten-skip Skip Ann Bob Cid --zone UTC --typed-chance {options}").code == 0
    for cards in ("10C 4D 2H", DEALS[0]):
        assert host(f"record chance {deck(cards, CARDS)}").code == 0
    assert host("record host start").code == 0
    return host


def letter(host: Host, to: str) -> str:
    """The only message to that player that waits and tells of its hand."""
    waiting = (one for one in host("outbox --json").facts if one["to"] == to)
    [number] = [one["number"] for one in waiting if "hand" in one["occasions"]]
    return host(f"outbox {number}").out


def test_all_6_what_a_message_asked_for_is_asked_again_when_the_end_is_taken_back(
    dealt: Host,
) -> None:
    before = letter(dealt, "Bob")
    assert "You begin round 1." in before
    assert dealt("rule end --why tired").code == 0
    for name in ("Ann", "Bob", "Cid"):
        after = letter(dealt, name)
        assert "The game was called off; there is nothing more to do." in after
        assert "I'll write" not in after
        assert "discard CARD" not in after
    assert dealt("undo").code == 0
    assert letter(dealt, "Bob") == before


def test_ts_16_a_hand_that_waits_says_that_the_game_is_over(dealt: Host) -> None:
    for line in ("Bob discard 9S", "Bob keep AC", "Bob notice", "Cid challenge"):
        assert dealt(f"record {line}").code == 0
    assert dealt(f"record chance {deck(DEALS[1], CARDS)}").code == 0
    assert "Ann begins; I'll write when it is your turn." in letter(dealt, "Bob")
    for line in ("Ann discard 9S", "Ann keep AC", "Ann notice", "Bob challenge"):
        assert dealt(f"record {line}").code == 0
    after = letter(dealt, "Bob")
    assert "The game is over; there is nothing more to do." in after
    assert "I'll write" not in after
