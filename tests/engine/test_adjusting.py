"""Amounts that a host corrects (ALL-6)."""

from __future__ import annotations

import pytest

from gmtool.engine.adjusting import MOST, adjusted, unit_of
from gmtool.engine.host_moves import Adjust
from gmtool.engine.refusals import Refused, quoting


def adjust(amount: int, *, what: str = "chips", absolute: bool = False) -> Adjust:
    return Adjust("Ann", what, amount, absolute, "a slip")


def test_all_06_a_unit_may_be_named_in_the_singular() -> None:
    named = (unit_of(adjust(1, what=what), "money", "chips") for what in ("chips", "chip", "money"))
    assert [*named] == ["chips", "chips", "money"]


@pytest.mark.parametrize("what", ["coins", "chipss", "mone", ""])
def test_all_06_another_unit_is_told_which_there_are(what: str) -> None:
    with pytest.raises(Refused) as found:
        unit_of(adjust(1, what=what), "money", "chips", "bankroll")
    assert (found.value.clause, found.value.quoted) == ("ALL-6", what)
    assert "`money`, `chips` and `bankroll` can." in found.value.sentence()


def test_all_06_an_amount_is_changed_or_set() -> None:
    assert (adjusted(adjust(5), 10), adjusted(adjust(-10), 10)) == (15, 0)
    for amount in (7, MOST):
        assert adjusted(adjust(amount, absolute=True), 10) == amount


@pytest.mark.parametrize(
    ("move", "least", "most", "step", "why"),
    [
        (adjust(-11), 0, MOST, 1, "-1 can't be, only 0 to 1,000,000,000."),
        (adjust(MOST), 0, MOST, 1, "1,000,000,010 can't be, only 0 to 1,000,000,000."),
        (adjust(-8), 3, 40, 1, "2 can't be, only 3 to 40."),
        (adjust(31), 3, 40, 1, "41 can't be, only 3 to 40."),
        (adjust(7), 0, 5000, 25, "17 can't be, only 0 to 5,000 in steps of 25."),
    ],
)
def test_all_06_an_amount_keeps_to_its_bounds(
    move: Adjust, least: int, most: int, step: int, why: str
) -> None:
    with pytest.raises(Refused) as found, quoting(move):
        adjusted(move, 10, least, most, step=step)
    assert (found.value.clause, found.value.quoted) == ("ALL-6", str(move))
    assert found.value.sentence() == f"Ann has 10 (chips); {why}"
    with pytest.raises(Refused, match="only 1 to 20 while betting is open"):
        adjusted(adjust(-10), 10, 1, 20, why=" while betting is open")
