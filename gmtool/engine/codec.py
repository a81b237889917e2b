"""Converts frozen data to JSON and back, directed by the types of dataclass fields."""

from __future__ import annotations

import dataclasses
import functools
import types
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


def to_json(value: object) -> Any:
    """`value` as plain data for the json module; a dataclass carries its class name under `$`."""
    return _as_data(value, named=True)


def plain(value: object) -> Any:
    """Frozen data as a reader gets it: lists and dicts, without the names of dataclasses."""
    return _as_data(value, named=False)


def _as_data(value: object, *, named: bool) -> Any:
    if type(value) in _AS_IT_IS:
        return value
    if isinstance(value, tuple):
        return [_as_data(item, named=named) for item in value]
    if isinstance(value, _PLAIN):
        return str(value) if isinstance(value, Instant) else value
    if isinstance(value, dict):
        return {key: _as_data(item, named=named) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kind = {"$": type(value).__name__} if named else {}
        fields = {name: _as_data(getattr(value, name), named=named) for name in _hints(type(value))}
        return {**kind, **fields}
    raise TypeError(f"{value!r}, a {type(value).__name__}, is not data that states are made of")


def from_json(kind: Any, data: Any) -> Any:
    """The value of type `kind` that `to_json` wrote; raises ValueError where `data` doesn't fit."""
    try:
        return _reader(kind)(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a {kind}: {error}") from error


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    fields = (field for field in dataclasses.fields(kind) if field.metadata.get("kept", True))
    return {field.name: hints[field.name] for field in fields}


@functools.cache
def _reader(kind: Any) -> Any:
    origin = get_origin(kind)
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if origin is dict:
        item = get_args(kind)[1]
        return lambda data: {key: _reader(item)(value) for key, value in data.items()}
    if origin in (Union, types.UnionType):
        return _union_reader(get_args(kind))
    if _is_dataclass(kind):
        return functools.partial(_read_dataclass, kind)
    if kind is Instant:
        return Instant
    return lambda data: data


def _is_dataclass(kind: Any) -> bool:
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


def _tuple_reader(items: tuple[Any, ...]) -> Any:
    if len(items) == 2 and items[1] is Ellipsis:
        return lambda data: tuple(map(_reader(items[0]), data))
    return lambda data: tuple(_reader(kind)(value) for kind, value in zip(items, data, strict=True))


def _union_reader(members: tuple[Any, ...]) -> Any:
    by_name = {kind.__name__: kind for kind in members if _is_dataclass(kind)}
    others = [m for m in members if not _is_dataclass(m) and m is not type(None)]

    def read(data: Any) -> Any:
        if data is None:
            return None
        if isinstance(data, dict) and "$" in data:
            return _reader(by_name[data["$"]])(data)
        return _reader(others[0])(data) if len(others) == 1 else data

    return read


def _read_dataclass(kind: type, data: dict[str, Any]) -> Any:
    if data["$"] != kind.__name__:
        raise ValueError(f"a {data['$']} stands where a {kind.__name__} should")
    return kind(**{name: _reader(hint)(data[name]) for name, hint in _hints(kind).items()})
