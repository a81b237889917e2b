"""A class that `frozen` makes is the one that `dataclass(frozen=True)` makes, in the forms that
classes here have.
"""

import copy
import dataclasses
import itertools
import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import pytest

from gmtool.engine import frozen as module
from gmtool.engine.frozen import frozen

PLAIN: Any = dataclass(frozen=True)
replace: Any = module.replace
"""As it is called, without what mypy knows of it: here it is called wrongly too."""


@frozen
class Card:
    """At the top of a module, where pickle looks for it."""

    rank: int
    suit: str = "S"
    notes: list[str] = field(default_factory=list)

    @cached_property
    def name(self) -> str:
        return f"{self.rank}{self.suit}"


def of_many(make: Any) -> type:
    @make
    class One:
        """Fields of every sort."""

        kinds: ClassVar[int] = 3
        x: int
        y: tuple[int, ...] = ()
        z: list[int] = field(default_factory=list, hash=False)
        unseen: int = field(default=0, repr=False)
        beside: int = field(default=0, compare=False)
        kept: int = field(default=1, kw_only=True, metadata={"kept": False})

    return One


def of_names(make: Any) -> type:
    @make(kw_only=True) if make is frozen else dataclass(frozen=True, kw_only=True)
    class One:
        x: int
        y: int = 2

    return One


def of_none(make: Any) -> type:
    @make
    class One: ...

    return One


def afterwards(make: Any) -> type:
    @make
    class One:
        x: int
        y: int = field(init=False)

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError("less than none")
            object.__setattr__(self, "y", -self.x)

    return One


def below(first: Any, second: Any) -> Callable[[Any], type]:
    def made(make: Any) -> type:
        @first if make is frozen else make
        class Base:
            x: int
            y: int = 5

        @second if make is frozen else make
        class One(Base):
            y: int = 6
            z: tuple[int, ...] = ()

        return One

    return made


SHAPES: dict[str, Callable[[Any], type]] = {
    each.__name__: each for each in (of_many, of_names, of_none, afterwards)
} | {
    "below a frozen one": below(frozen, frozen),
    "below a dataclass": below(PLAIN, frozen),
    "a dataclass below": below(frozen, PLAIN),
}


def told(what: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
    """What it gives, or the error that it raises, which is the same whoever made the class."""
    try:
        return what(*given, **named)
    except Exception as error:
        return type(error), str(error)


def changed(one: Any, by: Callable[..., None], *what: Any) -> Any:
    again = copy.copy(one)
    by(again, *what)
    return again


def calls(dice: random.Random, kind: Any) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Arguments, most of which it takes."""
    names = [each.name for each in dataclasses.fields(kind) if each.init]
    for _ in range(60):
        given = [dice.randint(-1, 2) for _ in range(dice.randint(0, min(3, len(names) + 1)))]
        rest = names[len(given) :] + dice.sample([*names, "other"], dice.random() < 0.2)
        yield given, {name: (dice.randint(-1, 2),) for name in rest if dice.random() < 0.4}


@pytest.mark.parametrize("shape", SHAPES)
def test_both_make_the_same_of_a_class(shape: str) -> None:
    """The first one of a class is made otherwise than the others."""
    ours, theirs = SHAPES[shape](frozen), SHAPES[shape](PLAIN)
    pairs = []
    for given, named in calls(random.Random(shape), theirs):  # noqa: S311
        first, one, other = (
            told(kind, *given, **named) for kind in (SHAPES[shape](frozen), ours, theirs)
        )
        if isinstance(other, tuple):
            assert first == one == other
        else:
            assert_alike(first, other)
            assert_alike(one, other)
            pairs.append((one, other))
    assert len(pairs) > 3
    for (one, other), (two, second) in itertools.product(pairs, pairs):
        assert (one == two) is (other == second)
        assert (told(hash, one) == told(hash, two)) is (told(hash, other) == told(hash, second))
        assert one != second


def assert_alike(one: Any, other: Any) -> None:
    assert list(vars(one).items()) == list(vars(other).items())
    assert repr(one) == repr(other)
    assert dataclasses.asdict(one) == dataclasses.asdict(other)
    assert isinstance(told(hash, one), int) is isinstance(told(hash, other), int)
    for name in (*vars(other), "other", "kinds"):
        for by in (replace, dataclasses.replace):
            new, old = told(by, one, **{name: -1}), told(dataclasses.replace, other, **{name: -1})
            assert new == old if isinstance(old, tuple) else vars(new) == vars(old), name
            assert (new == one) is (old == other)
        for change in ((setattr, name, 2), (delattr, name)):
            new, old = (told(changed, each, *change) for each in (one, other))
            assert new == old if isinstance(old, tuple) else vars(new) == vars(old), change


@pytest.mark.parametrize("shape", SHAPES)
def test_both_say_the_same_of_a_class(shape: str) -> None:
    ours, theirs = SHAPES[shape](frozen), SHAPES[shape](PLAIN)
    fields, others = (
        [(f.name, f.type, f.init, f.repr, f.compare, f.hash, f.kw_only) for f in own]
        for own in map(dataclasses.fields, (ours, theirs))
    )
    assert fields == others
    assert ours.__match_args__ == theirs.__match_args__  # type: ignore[attr-defined]


def test_a_replaced_one_has_nothing_that_the_old_one_worked_out() -> None:
    card = Card(10)
    assert card.name == "10S"
    new = replace(card, suit="H")
    assert (new.name, card.name) == ("10H", "10S")
    assert new.notes is card.notes
    assert card.notes is not Card(10).notes
    assert "name" not in vars(replace(card))
    with pytest.raises(TypeError, match="unexpected keyword argument 'name'"):
        replace(card, name="10C")


def test_a_copy_of_it_is_equal() -> None:
    card = Card(10, "H", ["marked"])
    for again in (copy.copy(card), copy.deepcopy(card), pickle.loads(pickle.dumps(card))):  # noqa: S301
        assert again == card
        assert again is not card
        with pytest.raises(FrozenInstanceError):
            again.rank = 3  # type: ignore[misc]
