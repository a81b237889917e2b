"""Signatures of drand's quicknet, against its public key (ALL-3)."""

from __future__ import annotations

import hashlib
import sys
from datetime import timedelta

import pytest

from gmtool.desk.drand import NO_LIBRARY, NO_SIGNATURE, VERIFIED, WRONG, checked
from gmtool.engine.beacons import AFTER_WORDS, PERIOD, drand, drand_after
from gmtool.engine.instants import Instant

SIGNED = (
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b1957"
    "6350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
)
"""The signature of round 1000, as drand published it."""
NOWHERE = "c0" + 47 * "00"
"""The point at infinity, which would fit any round if it were taken."""


@pytest.mark.parametrize(
    ("number", "value", "found"),
    [
        (1000, SIGNED, VERIFIED),
        (1001, SIGNED, WRONG),
        (1000, SIGNED[:-1] + "8", WRONG),
        (1000, NOWHERE, WRONG),
        (1000, 96 * "f", WRONG),
        (1000, SIGNED[:-1], NO_SIGNATURE),
        (1000, 48 * "zz", NO_SIGNATURE),
        (1000, hashlib.sha256(bytes.fromhex(SIGNED)).hexdigest(), NO_SIGNATURE),
    ],
)
def test_all_3_what_the_chain_signed_as_that_round_is_told_from_all_else(
    number: int, value: str, found: str
) -> None:
    checked.cache_clear()
    deepest = sys.getrecursionlimit()
    assert checked(number, value) == found
    assert sys.getrecursionlimit() == deepest


def test_without_the_library_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    checked.cache_clear()
    monkeypatch.setitem(sys.modules, "py_ecc", None)
    assert checked(1000, SIGNED) == NO_LIBRARY
    checked.cache_clear()


def test_all_3_the_round_is_the_first_that_is_published_ten_minutes_after_words_close() -> None:
    assert drand(1000).at == "2023-08-23T15:59:24Z"
    assert drand(27946612).at == "2026-04-20T00:00:00Z"  # as another client of drand has it
    for second in range(7):
        closes = Instant("2026-11-20T20:00:00Z").plus(timedelta(seconds=second))
        found, known = drand_after(closes), closes.plus(AFTER_WORDS)
        assert found.at >= known > drand(found.round - 1).at
        assert drand(found.round - 1).at.plus(PERIOD) == found.at
    assert drand_after(Instant("1990-01-01T00:00:00Z")).round == 1
