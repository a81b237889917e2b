"""Nothing on record can be changed, whoever opens the file and with what (design: store)."""

from collections.abc import Iterator

import pytest
from on_record import again, attacks
from sqlalchemy import UniqueConstraint
from storing import Outside

from gmtool.store.append_only import KEYS, TRIGGERS, TRIGGERS_ON_SERVER
from gmtool.store.schema import Row

pytestmark = pytest.mark.slow  # a database for each

KEPT = ("game", "entry", "attempt", "message", "sent")


def only_in_a_file(table: str) -> Iterator[tuple[str, str]]:
    """Attacks that only SQLite knows."""
    for column in Row.metadata.tables[table].columns:
        yield f"UPDATE OR REPLACE {table} SET {column.name} = 1", "never changed"
    for key in KEYS[table]:
        for how in ("INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE", "REPLACE"):
            yield again(table, key, how), "there already"
        for what in ("UPDATE SET id = 98", "NOTHING"):
            # without the condition SQLite would take ON for a join
            yield f"{again(table, key)} AND true ON CONFLICT DO {what}", "there already"


def only_on_a_server(table: str) -> Iterator[tuple[str, str]]:
    """Those that only PostgreSQL knows."""
    yield f"TRUNCATE {table} CASCADE", "is never erased"
    yield f"WITH gone AS (DELETE FROM {table} RETURNING *) SELECT * FROM gone", "is never erased"
    for key in KEYS[table]:
        yield again(table, key), "duplicate key value"
        upsert = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET id = 98"
        yield f"{again(table, key)} {upsert}", "never changed"


@pytest.mark.usefixtures("kept")
def test_no_row_is_changed_replaced_or_erased_and_a_new_one_is_taken(outside: Outside) -> None:
    """By the owner of everything: whoever it is, the guards are asked."""

    def rows() -> list[object]:
        return [outside.ask(f"SELECT * FROM {one} ORDER BY 1") for one in KEPT]

    before = rows()
    more = only_in_a_file if outside.on_file else only_on_a_server
    for table in KEPT:
        for statement, why in (*attacks(table), *more(table)):
            with pytest.raises(outside.connection.IntegrityError, match=why):
                outside.ask(statement)
            assert rows() == before, statement
    for table in KEPT:
        outside.ask(again(table, ()))
        assert outside.ask(f"SELECT count(*) FROM {table}") == [(3,)]


@pytest.mark.parametrize("table", KEPT)
def test_every_key_is_guarded(table: str) -> None:
    """A unique constraint that the guards don't know is a door for INSERT OR REPLACE."""
    made = Row.metadata.tables[table]
    unique = [one.columns for one in made.constraints if isinstance(one, UniqueConstraint)]
    assert {tuple(column.name for column in one) for one in unique} | {("id",)} == set(KEYS[table])
    assert not any(index.unique for index in made.indexes)


def test_only_heads_choices_and_what_waits_may_change(outside: Outside) -> None:
    assert set(KEYS) == set(KEPT)
    assert set(Row.metadata.tables) - set(KEPT) == {"head", "choice", "waiting"}
    assert len(TRIGGERS) == len(TRIGGERS_ON_SERVER) == 3 * len(KEPT)
    if outside.on_file:
        made = outside.ask("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        assert dict(made) == TRIGGERS
    else:
        made = outside.ask("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        assert {name for (name,) in made} == set(TRIGGERS_ON_SERVER)
