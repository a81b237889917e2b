"""Nothing on record can be changed, whoever opens the file and with what (design: store)."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from on_record import again, attacks
from sqlalchemy import UniqueConstraint

from gmtool.store.tables import Row
from gmtool.store.triggers import KEYS, TRIGGERS

pytestmark = pytest.mark.slow  # a database for each

KEPT = ("game", "entry", "attempt", "message", "sent")


def more_attacks(table: str) -> Iterator[tuple[str, str]]:
    """Those that only SQLite knows."""
    for column in Row.metadata.tables[table].columns:
        yield f"UPDATE OR REPLACE {table} SET {column.name} = 1", "never changed"
    for key in KEYS[table]:
        for how in ("INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE", "REPLACE"):
            yield again(table, key, how), "there already"
        for what in ("UPDATE SET id = 98", "NOTHING"):
            # without the condition SQLite would take ON for a join
            yield f"{again(table, key)} AND true ON CONFLICT DO {what}", "there already"


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("table", KEPT)
def test_no_row_is_changed_replaced_or_erased_and_a_new_one_is_taken(
    path: Path, table: str
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as outside:

        def rows() -> list[object]:
            return [outside.execute(f"SELECT * FROM {one} ORDER BY 1").fetchall() for one in KEPT]

        before = rows()
        for statement, why in (*attacks(table), *more_attacks(table)):
            with pytest.raises(sqlite3.IntegrityError, match=why):
                outside.execute(statement)
            assert rows() == before, statement
        outside.execute(again(table, (), "INSERT OR REPLACE"))
        assert outside.execute(f"SELECT count(*) FROM {table}").fetchone() == (3,)


@pytest.mark.parametrize("table", KEPT)
def test_every_key_is_guarded(table: str) -> None:
    """A unique constraint that the guards don't know is a door for INSERT OR REPLACE."""
    made = Row.metadata.tables[table]
    unique = [one.columns for one in made.constraints if isinstance(one, UniqueConstraint)]
    assert {tuple(column.name for column in one) for one in unique} | {("id",)} == set(KEYS[table])
    assert not any(index.unique for index in made.indexes)


def test_only_heads_choices_and_what_waits_may_change(path: Path) -> None:
    assert set(KEYS) == set(KEPT)
    assert set(Row.metadata.tables) - set(KEPT) == {"head", "choice", "waiting"}
    assert len(TRIGGERS) == 3 * len(KEPT)
    with closing(sqlite3.connect(path)) as outside:
        made = outside.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        assert dict(made.fetchall()) == TRIGGERS
