"""Receipts, computed anew from the transcript (`log.evenings` has the rest of it)."""

from __future__ import annotations

import hashlib
import hmac
import re

import pytest
from hosting import SEED, Host

pytestmark = pytest.mark.slow  # whole games at the desk


def seals(text: str) -> list[tuple[int, str, str, str]]:
    """The seals of players' moves: of which entry, by which it was put right, digest and line."""
    shape = r"^# seal (\d+)(?: by (\d+))? (\w{64}): (\w{32} \w{8} \d+ \S+ (?!host: |chance: ).*)$"
    return [(int(n), *more) for n, *more in re.findall(shape, text, re.MULTILINE)]


def check_by_hand(text: str) -> list[tuple[int, str, str]]:
    """What was sealed, each with its entry and the one by which it was put right. All is computed
    anew from what stands in the text.
    """
    seed = bytes.fromhex(SEED)
    assert f"\nseed: {SEED}\n" in text
    covers = r"^(?:kind|rules|players|zone|option .*?): .*\n"
    covered = "".join(sorted(re.findall(covers, text, re.MULTILINE), key=_place))
    commitment = hashlib.sha256(seed + covered.encode()).hexdigest()
    found = []
    for number, by, digest, line in seals(text):
        assert digest == hashlib.sha256(line.encode()).hexdigest()
        nonce, game, own, said = line.split(" ", 3)
        assert nonce == hmac.digest(seed, f"gmtool nonce {number}".encode(), "sha256")[:16].hex()
        assert (game, int(own)) == (commitment[:8], number)
        found.append((number, by, said))
    return found


def _place(line: str) -> int:
    return ("kind", "rules", "players", "zone", "option").index(re.split("[: ]", line)[0])


def test_players_can_compare_their_receipts_with_the_transcript(host: Host) -> None:
    host.begin("Ann Bob").at("20 21:00")
    host("record Ann bid A 30, C 12", "--note", "by phone")
    for line in ("record Bob bid A 1", "undo", "record Bob bid A 31", "undo", "redo"):
        assert host(line).code == 0, line
    host("rule end --why enough")
    text = host("export --public").out
    at = "2026-11-20T21:00:00Z"
    assert check_by_hand(text) == [
        (3, "", f"{at} Ann: bid A 30, C 12"),
        (4, "", f"{at} Bob: bid A 1"),
        (6, "", f"{at} Bob: bid A 31"),
    ]
    assert re.findall(r"host: (?:undo|redo) .*", text) == [
        "host: undo 4",
        "host: undo 6",
        "host: redo 6",
    ]
    line = seals(text)[0][3]
    digest = hashlib.sha256(line.encode()).hexdigest()
    assert f"\n{line}\n{digest[:32]}\n" in host("pm Ann receipt").out


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
    at, earlier = "2026-11-20T21:00:00Z", "2026-11-20T20:30:00Z"
    assert check_by_hand(text) == [
        (3, "", f"{at} Ann: bid A 54"),
        (4, "", f"{at} Bob: bid A 50"),
        (3, "5", f"{at} Ann: bid A 45"),
        (6, "6", f"{earlier} Bob: bid C 12"),
    ]
    assert f'{at} host: strike 4 why "elsewhere"\n' in text
    assert f"\n{seals(text)[2][3]}\n{seals(text)[2][2][:32]}\n" in receipt
    assert host("import - --as again", pasted=text).code == 0
    assert host("status --json").facts["entry"] == 8
