"""Ways to change or to lose what is on record in a database, and what is said of each."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.store.schema import Row

_NEW = {"id": "99", "name_key": "'new'", "number": "99"}


def attacks(table: str) -> Iterator[tuple[str, str]]:
    """Those that are alike everywhere, on a table with rows 1 and 2."""
    for column in _columns(table):
        yield f"UPDATE {table} SET {column} = {column} WHERE id = 1", "is never changed"
    yield f"DELETE FROM {table}", "is never erased"
    yield f"DELETE FROM {table} WHERE id = 2", "is never erased"


def again(table: str, key: tuple[str, ...], how: str = "INSERT") -> str:
    """Row 1 once more, with new keys but for that one."""
    columns = _columns(table)
    values = [one if one in key else _NEW.get(one, one) for one in columns]
    into = f"{how} INTO {table} ({', '.join(columns)})"
    return f"{into} SELECT {', '.join(values)} FROM {table} WHERE id = 1"


def _columns(table: str) -> list[str]:
    return [column.name for column in Row.metadata.tables[table].columns]
