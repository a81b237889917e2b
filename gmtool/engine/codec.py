"""Converts frozen data to JSON and back, directed by the types of dataclass fields."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable
from typing import Any, Union, get_args, get_origin, get_type_hints

from gmtool.engine.instants import Instant

VERSION = 10
"""Increase it with every change of the format, so that cached states in another format are
rebuilt.
"""

UNKEPT = {"kept": False}
"""The metadata of a field that isn't written and is read back as its default."""

_PLAIN = (str, int, bool, type(None))
_AS_IT_IS = frozenset(_PLAIN)
"""Types, not of their subclasses, of what needn't be looked at: most of what a state is made of."""


def to_json(value: Any) -> Any:
    """`value` as plain data for the json module; a dataclass carries its class name under `$`."""
    kind: Any = type(value)
    return value if kind in _AS_IT_IS else _writer(kind, to_json)(value)


def plain(value: Any) -> Any:
    """Frozen data as a reader gets it: lists and dicts, without the names of dataclasses."""
    kind: Any = type(value)
    return value if kind in _AS_IT_IS else _writer(kind, plain)(value)


def from_json(kind: Any, data: Any) -> Any:
    """The value of type `kind` that `to_json` wrote; raises ValueError where `data` doesn't fit."""
    read = _reader(kind)
    try:
        return read(data) if read else data
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a {kind}: {error}") from error


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    fields = (field for field in dataclasses.fields(kind) if field.metadata.get("kept", True))
    return {field.name: hints[field.name] for field in fields}


# ---- what writes the values of a class, made once

_Convert = Callable[[Any], Any]


@functools.cache
def _writer(kind: Any, convert: _Convert) -> _Convert:
    """What makes plain data of the values of a class, by the way to `convert` what is in them."""
    if issubclass(kind, tuple):
        return functools.partial(_tuple_data, convert)
    if issubclass(kind, _PLAIN):
        return str if issubclass(kind, Instant) else lambda value: value
    if issubclass(kind, dict):
        return functools.partial(_dict_data, convert)
    if _is_dataclass(kind):
        begin = {"$": kind.__name__} if convert is to_json else {}
        return functools.partial(_fields_data, convert, begin, tuple(_hints(kind)))
    return _no_data


def _tuple_data(convert: _Convert, value: tuple[Any, ...]) -> list[Any]:
    return [item if type(item) in _AS_IT_IS else convert(item) for item in value]


def _dict_data(convert: _Convert, value: dict[Any, Any]) -> dict[Any, Any]:
    return {key: convert(item) for key, item in value.items()}


def _fields_data(
    convert: _Convert, begin: dict[str, Any], names: tuple[str, ...], value: object
) -> dict[str, Any]:
    data = begin.copy()
    for name in names:
        item = getattr(value, name)
        data[name] = item if type(item) in _AS_IT_IS else convert(item)
    return data


def _no_data(value: object) -> Any:
    raise TypeError(f"{value!r}, a {type(value).__name__}, is not data that states are made of")


# ---- what reads the values of a type, made once


@functools.cache
def _reader(kind: Any) -> _Convert | None:
    """What makes a value of that type of plain data; None where the data is the value."""
    origin = get_origin(kind)
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if origin is dict:
        read = _reader(get_args(kind)[1])
        return lambda data: {key: read(item) if read else item for key, item in data.items()}
    if origin in (Union, types.UnionType):
        return _union_reader(get_args(kind))
    if _is_dataclass(kind):
        return functools.partial(_read_dataclass, kind)
    return Instant if kind is Instant else None


def _is_dataclass(kind: Any) -> bool:
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


def _tuple_reader(items: tuple[Any, ...]) -> _Convert:
    if len(items) == 2 and items[1] is Ellipsis:
        each = _reader(items[0])
        return (lambda data: tuple(map(each, data))) if each else tuple
    reads = [_reader(item) for item in items]
    return lambda data: tuple(
        read(value) if read else value for read, value in zip(reads, data, strict=True)
    )


def _union_reader(members: tuple[Any, ...]) -> _Convert:
    by_name = {kind.__name__: _reader(kind) for kind in members if _is_dataclass(kind)}
    others = [m for m in members if not _is_dataclass(m) and m is not type(None)]
    other = _reader(others[0]) if len(others) == 1 else None

    def read(data: Any) -> Any:
        if data is None:
            return None
        own = by_name[data["$"]] if isinstance(data, dict) and "$" in data else other
        return own(data) if own else data

    return read


@functools.cache
def _field_readers(kind: type) -> tuple[tuple[str, _Convert | None], ...]:
    return tuple((name, _reader(hint)) for name, hint in _hints(kind).items())


def _read_dataclass(kind: type, data: dict[str, Any]) -> Any:
    if data["$"] != kind.__name__:
        raise ValueError(f"a {data['$']} stands where a {kind.__name__} should")
    return kind(
        **{name: read(data[name]) if read else data[name] for name, read in _field_readers(kind)}
    )
