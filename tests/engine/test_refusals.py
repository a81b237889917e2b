"""Refusals: their sentences, and what they quote."""

import pytest

from gmtool.engine.instants import Instant
from gmtool.engine.refusals import NotNow, Refusal, Refused, quoting

NOON = Instant("2026-11-20T12:00:00Z")


def shown(at: Instant) -> str:
    return f"at {at[11:16]}"


def test_a_sentence_without_facts_stands_as_it_is_whatever_a_player_is_called() -> None:
    assert Refused("ALL-4", "{Bob} is {}.").sentence() == "{Bob} is {}."


def test_an_instant_is_shown_and_a_command_is_worded_by_who_tells_them() -> None:
    refusal = NotNow("ALL-6", "it came {at}: {undo}.", at=NOON, undo=("gmtool", "undo", "3"))
    assert refusal.sentence() == "it came 2026-11-20T12:00:00Z: gmtool undo 3."
    assert refusal.sentence(shown, lambda *words: words[-1]) == "it came at 12:00: 3."


@pytest.mark.parametrize(
    "refusal",
    [
        NotNow("T-1", "{Bob} is late.", quoted="x"),
        NotNow("T-1", "{who} is late.", who="{Bob}", quoted="x"),
    ],
)
def test_a_refusal_can_go_on_and_be_of_another_kind(refusal: Refusal) -> None:
    same, more = refusal.again(Refused), refusal.again(NotNow, "; it was {at}", at=NOON)
    assert (type(same), same.sentence(), same.quoted) == (Refused, "{Bob} is late.", "x")
    assert (type(more), more.sentence(shown)) == (NotNow, "{Bob} is late; it was at 12:00.")


@pytest.mark.parametrize(("quoted", "then"), [("", "bid A 3"), ("A", "A")])
def test_the_move_is_quoted_unless_something_else_is(quoted: str, then: str) -> None:
    with pytest.raises(Refused) as found, quoting("bid A 3"):
        raise Refused("T-1", "no.", quoted=quoted)
    assert found.value.quoted == then
