"""What is said of a move typed under the wrong name; what is posted, and what a status says, is in
`desk.clauses`.
"""

from __future__ import annotations

import pytest
from hosting import Host
from playing import deck

from .opening import BY_RANK

pytestmark = pytest.mark.slow  # a game at the desk for each
HANDS = "AC 3C 4C 5C 9H 5D 10S 9S 10D 8H 7C 6H 2D 2S"
"""Dealt to Ann and Bob in turn; 4S 7D 5S 6S lie on top of the pile."""


@pytest.fixture
def chooses(host: Host) -> Host:
    """Ann is to choose between 4S and 7D, after discarding 9H; all texts so far have gone out."""
    shuffles = (deck("AC 2C", BY_RANK), deck(f"{HANDS} 4S 7D 5S 6S", BY_RANK))
    for line in (
        "new ten-skip Skip Ann Bob --zone UTC --typed-chance",
        *(f"record chance {shuffle}" for shuffle in shuffles),
        *("record host start", "record Ann discard 9H", "sent all"),
    ):
        assert host(line).code == 0
    return host


def test_ts_06_what_is_typed_under_the_wrong_name_is_told_to_nobody(chooses: Host) -> None:
    """Bob isn't asked; that Ann is keeping 4♠ is none of his business."""
    typed = chooses("record Bob keep 4S")
    assert typed.code == 1
    assert "if Ann said it: gmtool record Ann keep 4S" in typed.all
    assert "no reply to Bob is drafted" in typed.all
    pasted = chooses("record Bob --from -", pasted="I'll keep the four of spades\n")
    assert (chooses("outbox --json").facts, pasted.out) == ([], "")
    assert "keep 4S" not in chooses("log --refused").all
    own = chooses("record Bob discard 3C")
    assert "reply to Bob" in own.all  # what he says himself he gets an answer to
    assert "if Ann said it" not in own.all
