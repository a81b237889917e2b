"""The codec: what goes to JSON comes back equal, and nothing else is let in."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from gmtool.engine import codec
from gmtool.engine.instants import Instant


@dataclass(frozen=True)
class Card:
    name: str


@dataclass(frozen=True)
class Nothing: ...


@dataclass(frozen=True)
class Table:
    cards: tuple[Card, ...]
    pair: tuple[int, str]
    by_name: dict[str, Card]
    at: Instant
    maybe: Card | None
    either: Card | Nothing
    late: bool | None = None


AT = Instant("2026-11-20T20:00:00Z")
CARDS = (Card("AS"), Card("10H"))
FULL = Table(CARDS, (1, "x"), {"Ann": Card("2C")}, AT, None, Nothing(), True)


def test_a_value_comes_back_equal_and_of_its_types() -> None:
    back = codec.from_json(Table, json.loads(json.dumps(codec.to_json(FULL))))
    assert back == FULL
    assert type(back.at) is Instant
    assert type(back.cards) is tuple


@pytest.mark.parametrize("value", [1.5, {1, 2}, b"x", object(), [1]])
def test_other_kinds_of_value_are_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        codec.to_json(value)


def test_data_that_doesnt_fit_is_a_value_error() -> None:
    nothing = dict.fromkeys(("cards", "pair", "by_name", "at", "maybe", "either"))
    for data in ({"$": "Card", "name": "AS"}, {"$": "Table"}, None, {"$": "Table", **nothing}):
        with pytest.raises(ValueError, match=r"\S"):
            codec.from_json(Table, data)
