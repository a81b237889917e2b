"""A class that `frozen` makes is the one that `dataclass(frozen=True)` makes."""

import copy
import dataclasses
import itertools
import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, FrozenInstanceError, InitVar, dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import pytest

from gmtool.engine import frozen as module
from gmtool.engine.frozen import frozen

PLAIN: Any = dataclass(frozen=True)
MAKERS: tuple[Any, ...] = (frozen, PLAIN)
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


def bare(make: Any) -> type:
    @make
    class One:
        x: int

    return One


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
        hashed: int = field(default=0, compare=False, hash=True)
        last: int = field(default=7, kw_only=True)
        kept: int = field(default=1, metadata={"kept": False})

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


def not_given(make: Any) -> type:
    @make
    class One:
        x: int
        y: int = field(init=False, default=4)
        z: list[int] = field(init=False, default_factory=lambda: [1])

    return One


def afterwards(make: Any) -> type:
    @make
    class One:
        x: int
        y: int = field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "y", -self.x)

    return One


def checked(make: Any) -> type:
    @make
    class One:
        x: int
        y: int = 1

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError("less than none")

    return One


def of_its_own(make: Any) -> type:
    @make
    class One:
        x: int
        y: int = 1

        def __repr__(self) -> str:
            return "one"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self)) and bool(other.x) is bool(self.x)

        def __hash__(self) -> int:
            return bool(self.x)

    return One


def equal_of_its_own(make: Any) -> type:
    @make
    class One:  # noqa: PLW1641 - of which a dataclass has one
        x: int

        def __eq__(self, other: object) -> bool:
            return True

    return One


def without_hash(make: Any) -> type:
    @make
    class One:
        x: int
        __hash__ = None  # type: ignore[assignment]

    return One


def made_by_hand(make: Any) -> type:
    @make
    class One:
        x: int
        y: int = 0

        def __init__(self, x: int) -> None:
            object.__setattr__(self, "x", x)
            object.__setattr__(self, "y", x)

    return One


def initialised(make: Any) -> type:
    @make
    class One:
        x: int
        times: InitVar[int] = 2  # type: ignore[assignment]

        def __post_init__(self, times: int) -> None:
            object.__setattr__(self, "x", self.x * times)

    return One


def from_here_on(make: Any) -> type:
    @make
    class One:
        x: int
        _: KW_ONLY
        y: int = 2

    return One


def awkward(make: Any) -> type:
    @make
    class One:
        self: int
        cls: int = 1
        __secret: int = 2
        kind: str = "k"

    return One


def below(first: Any, second: Any) -> Callable[[Any], type]:
    def made(make: Any) -> type:
        @first if make is frozen else make
        class Base:
            x: int
            y: int = 5

            @property
            def sum(self) -> int:
                return self.x + self.y

        @second if make is frozen else make
        class One(Base):
            y: int = 6
            z: tuple[int, ...] = ()

        return One

    return made


def without_more(make: Any) -> type:
    @make
    class Base:
        x: int
        y: int = 5

    class One(Base): ...

    return One


def made_otherwise(make: Any) -> type:
    @make
    class Base:
        x: int
        y: int = 5

    class One(Base):
        def __init__(self, x: int, y: int = 7) -> None:
            super().__init__(y, x)  # type: ignore[call-arg]

    return One


SHAPES: dict[str, Callable[[Any], type]] = {
    each.__name__: each
    for each in (
        bare, of_many, of_names, of_none, not_given, afterwards, checked, of_its_own,
        equal_of_its_own, without_hash, made_by_hand, initialised, from_here_on, awkward,
        without_more, made_otherwise,
    )
} | {
    "below a frozen one": below(frozen, frozen),
    "below a dataclass": below(PLAIN, frozen),
    "a dataclass below": below(frozen, PLAIN),
}  # fmt: skip


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
    ours, theirs = (SHAPES[shape](make) for make in MAKERS)
    pairs = []
    for given, named in calls(random.Random(shape), theirs):  # noqa: S311
        one, other = (told(kind, *given, **named) for kind in (ours, theirs))
        if isinstance(other, tuple):
            assert one == other
        else:
            pairs.append((one, other))
    assert len(pairs) > 3
    for one, other in pairs:
        assert_alike(one, other)
    for (one, other), (two, second) in itertools.product(pairs, pairs):
        assert (one == two) is (other == second)
        assert (told(hash, one) == told(hash, two)) is (told(hash, other) == told(hash, second))
        if shape not in ("of_its_own", "equal_of_its_own"):
            assert one != second


@pytest.mark.parametrize("shape", SHAPES)
def test_the_first_one_is_made_as_any_other(shape: str) -> None:
    theirs = SHAPES[shape](PLAIN)
    for given, named in calls(random.Random(shape), theirs):  # noqa: S311
        one, other = (told(kind, *given, **named) for kind in (SHAPES[shape](frozen), theirs))
        if isinstance(other, tuple):
            assert one == other
        else:
            assert_alike(one, other)


def assert_alike(one: Any, other: Any) -> None:
    assert list(vars(one).items()) == list(vars(other).items())
    assert repr(one) == repr(other)
    assert dataclasses.asdict(one) == dataclasses.asdict(other)
    assert isinstance(told(hash, one), int) is isinstance(told(hash, other), int)
    assert one.__eq__(1) == other.__eq__(1)
    for name in (*vars(other), "other", "kinds"):
        new, old = (told(replace, each, **{name: -1}) for each in (one, other))
        assert new == old if isinstance(old, tuple) else vars(new) == vars(old), name
        assert (new == one) is (old == other)
        new = told(dataclasses.replace, one, **{name: -1})
        assert new == old if isinstance(old, tuple) else vars(new) == vars(old), name
        for change in ((setattr, name, 2), (delattr, name)):
            new, old = (told(changed, each, *change) for each in (one, other))
            assert new == old if isinstance(old, tuple) else vars(new) == vars(old), change


@pytest.mark.parametrize("shape", SHAPES)
def test_both_say_the_same_of_a_class(shape: str) -> None:
    ours, theirs = (SHAPES[shape](make) for make in MAKERS)
    told_of = [
        [
            (each.name, each.type, each.init, each.repr, each.compare, each.hash, each.kw_only)
            for each in dataclasses.fields(kind)
        ]
        for kind in (ours, theirs)
    ]
    assert told_of[0] == told_of[1]
    assert ours.__match_args__ == theirs.__match_args__  # type: ignore[attr-defined]
    assert (ours.__hash__ is None) is (theirs.__hash__ is None)
    names = {name for name in vars(theirs) if name not in {"__doc__", "__dict__", "__weakref__"}}
    assert names <= {*vars(ours), "__init__"}
    assert {name for name in vars(ours) if name not in names} <= {
        "__doc__", "__dict__", "__weakref__", "__frozen_whole__",
    }  # fmt: skip


def test_what_no_dataclass_can_be_is_refused_alike() -> None:
    def after_a_default(make: Any) -> None:
        @make
        class One:
            x: int = 1
            y: int

    def of_no_type(make: Any) -> None:
        @make
        class One:
            x = field(default=1)

    def shared_list(make: Any) -> None:
        @make
        class One:
            x: list[int] = []  # noqa: RUF012

    def below_a_mutable_one(make: Any) -> None:
        @dataclass
        class Base:
            x: int

        @make
        class One(Base):
            y: int

    def sets_by_itself(make: Any) -> None:
        @make
        class One:
            x: int

            def __setattr__(self, name: str, value: object) -> None: ...

    def mutable_below(make: Any) -> None:
        @make
        class Base:
            x: int

        @dataclass
        class One(Base):
            y: int

    for wrong in (
        after_a_default, of_no_type, shared_list, below_a_mutable_one, sets_by_itself,
        mutable_below,
    ):  # fmt: skip
        ours, theirs = (told(wrong, make) for make in MAKERS)
        assert ours[0] is theirs[0]
        assert ours[1].startswith(theirs[1])  # to one of them newer versions of Python say more
        assert theirs[0] in {TypeError, ValueError}


def test_nothing_changes_it_and_nothing_is_shared() -> None:
    card = Card(10)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'rank'"):
        card.rank = 9  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'other'"):
        card.other = 9  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'rank'"):
        del card.rank
    assert card.notes is not Card(10).notes
    with pytest.raises(TypeError, match=r"^Card.__init__\(\) missing 1 required positional"):
        Card()  # type: ignore[call-arg]


def test_a_replaced_one_has_nothing_that_the_old_one_worked_out() -> None:
    card = Card(10)
    assert card.name == "10S"
    new = replace(card, suit="H")
    assert (new.name, card.name) == ("10H", "10S")
    assert new.notes is card.notes
    same = replace(card)
    assert same == card
    assert same is not card
    assert "name" not in vars(same)
    with pytest.raises(TypeError, match="unexpected keyword argument 'name'"):
        replace(card, name="10C")


def test_a_copy_of_it_is_equal() -> None:
    card = Card(10, "H", ["marked"])
    for again in (copy.copy(card), copy.deepcopy(card), pickle.loads(pickle.dumps(card))):  # noqa: S301
        assert again == card
        assert again is not card
        with pytest.raises(FrozenInstanceError):
            again.rank = 3  # type: ignore[misc]
    match card:
        case Card(rank, suit):
            assert (rank, suit) == (10, "H")


def test_one_that_holds_itself_can_be_shown() -> None:
    @frozen
    class Ring:
        ring: list[Any]

    ring = Ring([])
    ring.ring.append(ring)
    assert repr(ring).endswith("Ring(ring=[...])")


def test_one_that_is_made_often_gets_a_function_for_it_and_asks_for_no_default_in_vain() -> None:
    made = []

    @frozen
    class Often:
        x: int
        y: list[int] = field(default_factory=lambda: made.append(1) or [])  # type: ignore[func-returns-value]

    for number in range(30):
        assert Often(number, []) == Often(number, y=[])
    assert made == []
    assert "x" in Often.__init__.__annotations__
