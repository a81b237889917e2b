"""Receipts, computed anew from the transcript (`log.evenings` has the rest of it)."""

from __future__ import annotations

import hashlib
import hmac
import re

import pytest
from hosting import SEED, Host

pytestmark = pytest.mark.slow  # whole games at the desk


def remarks(text: str) -> list[tuple[int, str, str, str, str]]:
    """The entries that a remark is about, each with its state, what the line before it says, its
    nonce and its digest.
    """
    found, before = [], ""
    for line in text.splitlines():
        told = re.fullmatch(r"# entry (\d+)(.*): nonce (\w{32}), digest (\w{64})", line)
        if told:
            said = re.sub(r" \[.*\]: ", ": ", before.partition(" ")[2])
            found.append((int(told[1]), told[2], said, told[3], told[4]))
        before = line
    return found


def sha256(nonce: str, said: str) -> str:
    return hashlib.sha256(f"{nonce} {said}".encode()).hexdigest()


def test_players_can_compare_their_receipts_with_the_transcript(host: Host) -> None:
    host.begin("Ann Bob").at("20 21:00")
    host("record Ann bid A 30, C 12", "--note", "by phone")
    for line in ("record Bob bid A 1", "undo", "record Bob bid A 31", "undo", "redo"):
        assert host(line).code == 0, line
    host("rule end --why enough")
    text = host("export --public").out
    found = remarks(text)
    assert [row[:3] for row in found] == [
        (3, "", "Ann: bid A 30, C 12"),
        (4, ", taken back", "Bob: bid A 1"),
        (6, "", "Bob: bid A 31"),
    ]
    assert f"\nseed: {SEED}\n" in text
    for number, _, said, nonce, digest in found:
        assert digest == sha256(nonce, said)
        by_seed = hmac.digest(bytes.fromhex(SEED), f"gmtool nonce {number}".encode(), "sha256")
        assert nonce == by_seed[:16].hex()
    assert f"{found[0][3]} Ann: bid A 30, C 12" in host("pm Ann receipt").out


def test_a_transcript_shows_what_was_put_right_and_its_receipts(host: Host) -> None:
    """Whoever reads it can fold the game anew, and finds the receipt of what counts."""
    host.begin("Ann Bob").at("20 21:00")
    for line in (
        "record Ann bid A 54",
        "record Bob bid A 50",
        "amend 3 bid A 45 --yes --why typo",
        "amend --before 4 Bob bid C 12 --at 20:30 --yes --why missed",
        "amend 4 --strike --yes --why elsewhere",
    ):
        assert host(line).code == 0, line
    states = {row["number"]: row["state"] for row in host("log --json").facts}
    assert (states[3], states[4]) == ("put right by 5", "struck by 7")
    receipt = host("pm Ann receipt").out
    host("rule end --why enough")
    text = host("export --public").out
    found = remarks(text)
    assert [row[:2] for row in found] == [
        (3, ", put right later"),
        (4, ", taken back"),
        (3, ""),
        (6, ""),
    ]
    *_, nonce, digest = found[2]
    assert digest == sha256(nonce, "Ann: bid A 45")
    assert digest in receipt
    assert host("import - --as again", pasted=text).code == 0
    assert host("status --json").facts["entry"] == 8
