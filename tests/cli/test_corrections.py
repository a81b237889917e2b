"""A correction tells a reader nothing of what it may not know: pairs of games side by side."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hosting import Host

pytestmark = pytest.mark.slow  # two games each

SEAL = re.compile(r"\b[0-9a-f]{32,64}\b|(?<=^record 9 · )[0-9a-f]{8}$", re.MULTILINE)
"""Digests: seals, and how a post ends."""
AUCTION = (
    "20 20:30 record Ann bid C 54, D 10",
    "20 20:40 record Wisp bid C 50, D 12",
    "20 20:50 record Bob bid A 20",
    "20 20:55 record Cid bid B 20, C 6",
    "21 20:00 close",
    "21 20:10 sent all",
)
GROUPS = (
    "20 20:00 record host start",
    "20 20:00 record Ann group A 1 4 B 0 7 8 C 2 3 5 6",
    "20 20:00 record Bob group A 1 4 B 0 7 8 C 2 3 5 6",
    "20 20:00 record host first Ann",
    "20 20:00 record Ann bet 3",
    "20 20:00 record Bob raise 3",
    "20 20:00 sent all",
)


def told(host: Host, lines: tuple[str, ...], *amends: str) -> dict[str, str]:
    """What waits for each reader, but for digests, when these entries have been put right."""
    for line in lines:
        assert host.at(line[:8])(line[9:]).code == 0, line
    for line in amends:
        assert host(f"amend {line} --yes --why", "typed wrong").code == 0, line
    rows = host("outbox --json --secret").facts
    texts = {row["to"]: host(f"outbox {row['number']} --json").facts["texts"] for row in rows}
    assert len(texts) == len(rows), "more than one text to a reader"
    return {to: SEAL.sub("#", "\n".join(parts)) for to, parts in texts.items()}


def test_what_others_are_told_of_a_bid_that_won_nothing_and_was_put_right_is_the_same(
    host: Host, tmp_path: Path
) -> None:
    desks = (host, Host(tmp_path / "other" / "games.db"))
    desks[1].database.parent.mkdir()
    one, two = (
        told(
            desk.begin("Ann Bob Cid Wisp", "-o lots=4 -o batch_size=4"),
            AUCTION,
            f"6 bid B 20, C {coins}",
            "3 bid C 45, D 10",
        )
        for desk, coins in zip(desks, (7, 8), strict=True)
    )
    assert one.pop("Cid") != two.pop("Cid")
    assert one == two
    assert set(one) == {"", "Ann", "Wisp"}


def test_gb_02_the_opponent_and_the_thread_are_told_of_another_seal_and_of_nothing_else(
    host: Host, tmp_path: Path
) -> None:
    desks = (host, Host(tmp_path / "other.db"))
    groups = ("A 3 4 B 0 7 8 C 1 2 5 6", "A 5 4 B 0 7 8 C 1 2 3 6")  # in colours alike
    for desk in desks:
        assert desk("new grouping-bw Duel Ann Bob --zone UTC --seed", "11" * 32).code == 0
    one, two = (
        told(desk, GROUPS, f"3 group {own}") for desk, own in zip(desks, groups, strict=True)
    )
    assert one.pop("Bob") != two.pop("Bob")
    assert one == two
    assert set(one) == {""}
    assert "The list of seals has" in one[""]
