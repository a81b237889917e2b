"""Messages that wait (`inbox.evenings`): whatever is pasted, nothing of it is lost."""

from __future__ import annotations

import json

import pytest
from hosting import Host
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lengths import few_or_many

ODD = (
    "A 30",
    "bid B 12",
    "thanks",
    "no wait",
    "> bid A 5",
    "[quote]",
    "[/quote]",
    "-- ",
    "Ann",
    "?",
)
TEXTS = st.lists(st.sampled_from((*ODD, "\n", "\r\n", "\0", "\u202e", "👍")) | st.text(max_size=6))


@pytest.fixture
def open_batch(host: Host) -> Host:
    return host.begin("Ann Bob TomK").at("20 21:10")


@pytest.mark.slow
@settings(
    max_examples=few_or_many(25, 600), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(pieces=TEXTS)
def test_all_07_nothing_pasted_is_lost(open_batch: Host, pieces: list[str]) -> None:
    text = " ".join(pieces).encode("utf-8", "ignore").decode()
    answered = open_batch("record Ann --from -", pasted=text)
    if not text.strip():
        assert answered.code == 2
        return
    assert answered.code in {0, 1}, answered.all
    row = open_batch("log --json --secret").facts[-1]
    kept = row["raw"] or json.loads(row["move"].removeprefix("says "))
    said, kept = (one.replace("\r\n", "\n").replace("\r", "\n") for one in (text, kept))
    assert kept == said
    assert open_batch("undo").code == 0
