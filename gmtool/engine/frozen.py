"""Frozen dataclasses that cost next to nothing to create, and a quick `replace` for them.

`dataclass(frozen=True)` compiles six functions for each class when its module is imported, half a
millisecond for one of which a command may need nothing, and there are hundreds. Here a class gets
its `__init__` when it has been called a few times, and shares everything else.
"""

from __future__ import annotations

import dataclasses
import inspect
from abc import update_abstractmethods
from collections.abc import Callable, Iterable
from dataclasses import MISSING, FrozenInstanceError
from functools import cache
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

__all__ = ["frozen", "replace"]

_T = TypeVar("_T")

_fill = object.__setattr__
"""What fills an instance, of which its own `__setattr__` refuses every change."""

_FEW = 12
"""So many instances of a class are made without an `__init__` of its own, which takes as long to
compile as fifty: most classes have fewer in a command.
"""

_WHOLE = "__frozen_whole__"
"""The name under which a class that is nothing but its fields keeps itself and their count."""


@overload
def frozen(kind: type[_T], /) -> type[_T]: ...
@overload
def frozen(*, kw_only: bool = ...) -> Callable[[type[_T]], type[_T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(kind: Any = None, /, *, kw_only: bool = False) -> Any:
    """A class decorator that makes the dataclass that `dataclass(frozen=True)` makes, of classes
    without `__slots__`. It may inherit from one of those, and one of those from it.
    """
    if kind is None:
        return lambda kind: _make(kind, kw_only=kw_only)
    return _make(kind, kw_only=kw_only)


if TYPE_CHECKING:
    from dataclasses import replace  # mypy checks its changes by the fields
else:

    def replace(one, /, **changes):
        """`one` with `changes` of its fields, as `dataclasses.replace` makes it; raises TypeError
        where it has no such field.
        """
        kind = type(one)
        whole, count = getattr(kind, _WHOLE, (None, 0))
        values = one.__dict__ | changes if whole is kind else ()
        if not count or len(values) != count:  # a cached_property may lie there too, of `one` alone
            return dataclasses.replace(one, **changes)
        new = object.__new__(kind)
        _fill(new, "__dict__", values)
        return new


def _make(kind: Any, *, kw_only: bool) -> Any:
    own = dict(vars(kind))
    for name in ("__setattr__", "__delattr__"):
        if name in own:
            raise TypeError(f"Cannot overwrite attribute {name} in class {kind.__name__}")
    plan = _plan(kind, kw_only=kw_only)
    if plan is None:
        return dataclasses.dataclass(frozen=True, kw_only=kw_only)(kind)
    for name, value in own.items():
        if isinstance(value, dataclasses.Field):
            delattr(kind, name)
            if value.default is not MISSING:
                setattr(kind, name, value.default)
    if "__eq__" in own and own.get("__hash__") is None:
        own.pop("__hash__", None)  # Python put it there; a dataclass has a hash nevertheless
    for name, value in {**plan, "__init__": _unwritten(kind), **_SHARED}.items():
        if name not in own:
            setattr(kind, name, value)
    fields = _in_order(kind)
    if (
        kind.__new__ is object.__new__
        and "__init__" not in own
        and not hasattr(kind, "__post_init__")
        and all(field.init for field in fields)
    ):
        setattr(kind, _WHOLE, (kind, len(fields)))
    update_abstractmethods(kind)
    return kind


def _plan(kind: Any, *, kw_only: bool) -> dict[str, Any] | None:
    """What the standard library writes on a dataclass besides its methods; None for a class with
    an InitVar or a KW_ONLY, which it has to make itself.

    It is written on a class with the same fields and no bases: below a frozen class it would insist
    on compiling what makes the other one frozen.
    """
    types: dict[str, Any] = {}
    values: dict[str, Any] = {}
    for base in kind.__mro__[:0:-1]:
        if not dataclasses.is_dataclass(base):
            continue
        if not _params(base).frozen:
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
        if not _is_plain(base):
            return None
        for field in dataclasses.fields(base):
            types[field.name], values[field.name] = field.type, field
    own = inspect.get_annotations(kind)
    for name in own:
        values.pop(name, None)
    stated = {
        name: value
        for name, value in vars(kind).items()
        if name in own or isinstance(value, dataclasses.Field)
    }
    bare = type(
        kind.__name__,
        (),
        {
            "__module__": kind.__module__,
            "__doc__": kind.__doc__ or kind.__name__,  # else one is made, which takes its time
            "__annotations__": types | own,
            **values,
            **stated,
        },
    )
    before = set(vars(bare))
    dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(bare)
    if not _is_plain(bare):
        return None
    # the one thing that a dataclass says of itself by no public name: that it is frozen, which the
    # standard library asks of the bases of a frozen dataclass
    _params(bare).frozen = True
    return {name: value for name, value in vars(bare).items() if name not in before}


def _params(kind: Any) -> Any:
    return kind.__dataclass_params__


def _is_plain(kind: Any) -> bool:
    known = {field.name for field in dataclasses.fields(kind)}
    stated = inspect.get_annotations(kind).items()
    return all(name in known or "ClassVar" in str(of) for name, of in stated)


def _in_order(kind: Any) -> tuple[dataclasses.Field[Any], ...]:
    """Its fields; raises TypeError where one without a default follows one that has one."""
    fields = dataclasses.fields(kind)
    before = None
    for field in fields:
        if not field.init or field.kw_only:
            continue
        if field.default is not MISSING or field.default_factory is not MISSING:
            before = field.name
        elif before is not None:
            raise TypeError(
                f"non-default argument {field.name!r} follows default argument {before!r}"
            )
    return fields


def _unwritten(kind: Any) -> Callable[..., None]:
    left = _FEW
    fill = None

    def begin(self: Any, /, *given: Any, **named: Any) -> None:
        nonlocal left, fill
        left -= 1
        fill = fill or _filling(kind)
        if left < 0 or not fill(self, given, named):
            # two threads may both write it, and both functions do the same
            kind.__init__ = written = _written(kind)
            written(self, *given, **named)

    return begin


def _filling(kind: Any) -> Callable[[Any, tuple[Any, ...], dict[str, Any]], bool]:
    """A function that does as its `__init__` would, and tells whether it could; what is wrong with
    the arguments only the other says.
    """
    fields = dataclasses.fields(kind)
    places = [field.name for field in fields if not field.kw_only]
    defaults = {field.name: field.default for field in fields}
    factories = {f.name: f.default_factory for f in fields if f.default_factory is not MISSING}
    needed = {name for name, value in defaults.items() if value is MISSING} - factories.keys()
    whole = all(field.init for field in fields)
    after = hasattr(kind, "__post_init__")

    def fill(self: Any, given: tuple[Any, ...], named: dict[str, Any]) -> bool:
        stated = dict(zip(places, given, strict=False)) | named
        right = len(stated) == len(given) + len(named) and whole
        if not right or not needed <= stated.keys() <= defaults.keys():
            return False
        made = {name: make() for name, make in factories.items() if name not in stated}
        _fill(self, "__dict__", defaults | made | stated)
        if after:
            self.__post_init__()
        return True

    return fill


def _written(kind: Any) -> Callable[..., None]:
    """Its `__init__`, with the arguments and defaults that the standard library gives it."""
    fields = dataclasses.fields(kind)
    me = "self" if all(field.name != "self" for field in fields) else "__frozen_self__"
    space: dict[str, Any] = {"__frozen_missing__": MISSING, "__frozen_fill__": _fill}
    given: list[str] = []
    named: list[str] = []
    values: list[str] = []
    for field in fields:
        name, default = field.name, f"__frozen_{field.name}__"
        argument = value = name
        if field.default_factory is not MISSING:
            space[default] = field.default_factory
            argument = f"{name}=__frozen_missing__"
            value = f"{default}()"
            if field.init:
                value += f" if {name} is __frozen_missing__ else {name}"
        elif field.default is not MISSING:
            space[default] = field.default
            argument = f"{name}={default}"
        if field.init:
            (named if field.kw_only else given).append(argument)
        if field.init or field.default_factory is not MISSING:
            values.append(f"{name!r}: {value}")
    # one dictionary: quicker than field by field, and what it is filled with is read as quickly
    lines = [f'__frozen_fill__({me}, "__dict__", {{{", ".join(values)}}})']
    if hasattr(kind, "__post_init__"):
        lines.append(f"{me}.__post_init__()")
    arguments = ", ".join([me, *given, *(["*", *named] if named else [])])
    text = f"def __init__({arguments}):\n" + "\n".join(f" {line}" for line in lines)
    exec(text, space)  # noqa: S102 - as the standard library does it
    written: Callable[..., None] = space["__init__"]
    written.__qualname__ = f"{kind.__qualname__}.__init__"
    written.__module__ = kind.__module__
    written.__annotations__ = {f.name: f.type for f in fields if f.init} | {"return": None}
    return written


def _values(names: Iterable[str]) -> Callable[[Any], Any]:
    names = tuple(names)
    return attrgetter(*names) if names else lambda one: ()


@cache
def _compared(kind: Any) -> Callable[[Any], Any]:
    return _values(field.name for field in dataclasses.fields(kind) if field.compare)


@cache
def _hashed(kind: Any) -> Callable[[Any], Any]:
    return _values(
        field.name
        for field in dataclasses.fields(kind)
        if (field.compare if field.hash is None else field.hash)
    )


@cache
def _shown(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind) if field.repr)


def _equal(one: Any, other: object) -> Any:
    if other.__class__ is not one.__class__:
        return NotImplemented
    kind: Any = type(one)
    values = _compared(kind)
    return values(one) == values(other)


def _hash(one: Any) -> int:
    kind: Any = type(one)
    return hash(_hashed(kind)(one))


@recursive_repr()
def _repr(one: Any) -> str:
    shown = ", ".join(f"{name}={getattr(one, name)!r}" for name in _shown(one.__class__))
    return f"{one.__class__.__qualname__}({shown})"


def _set(one: Any, name: str, value: object) -> None:
    _check(one, name, "assign to")
    object.__setattr__(one, name, value)


def _delete(one: Any, name: str) -> None:
    _check(one, name, "delete")
    object.__delattr__(one, name)


def _check(one: Any, name: str, what: str) -> None:
    kind = type(one)
    made = "__dataclass_params__" in vars(kind)
    if made or name in {field.name for field in dataclasses.fields(kind)}:
        raise FrozenInstanceError(f"cannot {what} field {name!r}")


_SHARED = {
    "__repr__": _repr,
    "__eq__": _equal,
    "__hash__": _hash,
    "__setattr__": _set,
    "__delattr__": _delete,
}
