"""Sets a database up and migrates it, after making a safety copy."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from filecmp import cmp
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, inspect, update
from sqlmodel import Session, col

from gmtool.engine.entries import Entry
from gmtool.engine.frozen import frozen
from gmtool.store.connecting import WRITES, engine_for_migration
from gmtool.store.files import whole
from gmtool.store.places import (
    APPLICATION_ID,
    FilePlace,
    Place,
    ServerPlace,
    migrations_folder,
)
from gmtool.store.problems import StoreProblem, from_outside, plainly, short
from gmtool.store.records import GameRecord
from gmtool.store.rooms import ReadingRoom
from gmtool.store.tables import EntryRow, HeadRow, Row
from gmtool.store.triggers import DROP_GUARDS, GUARD, MAKE_GUARDS, TRIGGERS, TRIGGERS_ON_SERVER

if TYPE_CHECKING:
    from alembic.config import Config  # Alembic costs a third of a second

HEAD = "0007"
"""The newest migration; written here so that Alembic is loaded only when a database needs it."""
TEXT_FORMS = "0005"
"""Since this migration a journal holds nothing but text forms."""

Rewrite = Callable[[GameRecord, tuple[Entry, ...]], Iterable[Entry]]
_Ask = Callable[[str], Sequence[Any]]
_MARK = "gmtool"
"""The comment on the version table by which a database on a server is recognized as gmtool's."""
_ASKED_OF_SERVER = """
SELECT current_setting('server_encoding'),
       obj_description(to_regclass('alembic_version'), 'pg_class')
"""
_GUARDS_ON_SERVER = """
SELECT tgname, pg_get_triggerdef(pg_trigger.oid, true)
FROM pg_trigger
JOIN pg_class ON pg_class.oid = tgrelid
JOIN pg_proc ON pg_proc.oid = tgfoid
WHERE relnamespace = to_regnamespace(current_schema()) AND tgenabled IN ('O', 'A') AND prosrc = %s
"""
"""The guards that are switched on and call gmtool's function."""


@frozen
class Found:
    """What a look at a database found. `revision` is None where the database is empty.

    `damage` names the missing tables and guards of a database of the newest revision.
    """

    revision: str | None
    damage: tuple[str, ...] = ()


def look(place: Place, busy_timeout: float) -> Found:
    """The state of a database; changes no byte of it. Raises StoreProblem for another program's."""
    if isinstance(place, ServerPlace):
        engine = engine_for_migration(place, busy_timeout)
        with plainly(str(place)), engine.connect() as connection:
            return _look_on_server(place, connection)
    # The last connection to close a WAL file moves it into the database, unless it may only read;
    # where there is none, a connection that may only read leaves an empty one behind.
    wal = Path(f"{place}-wal").exists()
    with (
        plainly(str(place)),
        closing(place.connect(busy_timeout, read_only=wal)) as connection,
    ):
        connection.execute("BEGIN")
        return _look(place, lambda sql: connection.execute(sql).fetchall())


def _look(place: FilePlace, ask: _Ask) -> Found:
    there = dict(map(tuple, ask("SELECT name, sql FROM sqlite_master")))
    if not there:
        return Found(None)
    if ask("PRAGMA application_id")[0][0] != APPLICATION_ID:
        raise _anothers(place)
    if "alembic_version" not in there:
        return Found(HEAD, ("the table alembic_version is missing",))
    versions = ask("SELECT version_num FROM alembic_version")
    if len(versions) != 1:
        return Found(HEAD, ("its version is missing",))
    revision = versions[0][0]
    return Found(revision, _damage(there, TRIGGERS) if revision == HEAD else ())


def _anothers(place: Place) -> StoreProblem:
    return StoreProblem(
        f"The database {place} belongs to another program and was left as it is. Check the "
        "name given with --db or GMTOOL_DB."
    )


def _damage(there: Mapping[str, str], guards: Mapping[str, str]) -> tuple[str, ...]:
    """The missing tables and guards, by the names of those there and the statements that made
    them.
    """
    tables = [f"the table {name} is missing" for name in Row.metadata.tables if name not in there]
    missing = [
        f"the guard {name} is missing" for name, sql in guards.items() if there.get(name) != sql
    ]
    return tuple(tables + missing)


def _look_on_server(place: ServerPlace, connection: Connection) -> Found:
    encoding, mark = connection.exec_driver_sql(_ASKED_OF_SERVER).one()
    if encoding != "UTF8":
        raise StoreProblem(
            f"The database {place} keeps its texts in {encoding}, which hasn't got every letter; "
            "nothing was changed. Have one made that has, with "
            "`createdb --encoding UTF8 --template template0 NAME`."
        )
    tables = inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        damaged = not Row.metadata.tables.keys().isdisjoint(tables)
        return Found(HEAD, ("the table alembic_version is missing",)) if damaged else Found(None)
    if mark != _MARK:
        raise _anothers(place)
    versions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").all()
    if len(versions) != 1:
        return Found(HEAD, ("its version is missing",))
    guards = connection.exec_driver_sql(_GUARDS_ON_SERVER, (GUARD,)).all()
    there = {**dict.fromkeys(tables, ""), **dict(map(tuple, guards))}
    revision = versions[0][0]
    return Found(revision, _damage(there, TRIGGERS_ON_SERVER) if revision == HEAD else ())


def bring_up_to_date(
    place: Place, busy_timeout: float, found: Found, rewrite: Rewrite | None = None
) -> None:
    """Run the migrations, all or none; on a StoreProblem the database is as it was.

    Journals from before `TEXT_FORMS` may hold prose: `rewrite` returns the entries to change of
    each.
    """
    config = _config()
    _refuse_newer(place, config, found)
    engine = engine_for_migration(place, busy_timeout).execution_options(**{WRITES: True})
    with plainly(str(place)), engine.begin() as connection:
        # Another process may have been faster, which shows only now that it is locked out.
        now = _look_again(place, connection)
        if now.revision == HEAD:
            return
        _refuse_newer(place, config, now)
        copy = _safety_copy(place, busy_timeout) if now.revision else None
        is_older = now.revision is not None and now.revision < TEXT_FORMS
        try:
            _upgrade(place, connection, config, rewrite if is_older else None)
        except Exception as error:
            if from_outside(error):
                raise
            advice = f"A copy made just before is {copy}. Use the gmtool that wrote it, and report"
            raise StoreProblem(
                f"The database {place} couldn't be brought up to date ({short(error)}); it is as "
                f"it was. {advice if copy else 'Report'} this."
            ) from error


def _look_again(place: Place, connection: Connection) -> Found:
    if isinstance(place, ServerPlace):
        return _look_on_server(place, connection)
    return _look(place, lambda sql: connection.exec_driver_sql(sql).all())


def _config() -> "Config":
    from alembic.config import Config  # Alembic costs a third of a second

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    return config


def _refuse_newer(place: Place, config: "Config", found: Found) -> None:
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    if not found.revision:
        return
    try:
        ScriptDirectory.from_config(config).get_revision(found.revision)
    except CommandError:
        raise StoreProblem(
            f"The database {place} was written by a newer gmtool (it is of version "
            f"{found.revision}, this one knows {HEAD}) and was left as it is. Install the newer "
            "gmtool, or name another database."
        ) from None


def _upgrade(
    place: Place, connection: Connection, config: "Config", rewrite: Rewrite | None
) -> None:
    from alembic import command

    def upgrade() -> None:
        command.upgrade(config, HEAD)
        if rewrite:
            _rewrite(connection, rewrite)

    config.attributes["connection"] = connection
    if isinstance(place, ServerPlace):
        _upgrade_on_server(connection, upgrade)
        return
    # A migration may have to rewrite rows, and the guards refuse to have a table replaced.
    guards = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    for (name,) in connection.exec_driver_sql(guards).all():
        connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
    upgrade()
    lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if lost:
        raise ValueError(f"{len(lost)} rows would belong to nothing, the first in {lost[0][0]}")
    for statement in TRIGGERS.values():
        connection.exec_driver_sql(statement)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


def _upgrade_on_server(connection: Connection, upgrade: Callable[[], None]) -> None:
    connection.exec_driver_sql(DROP_GUARDS)
    upgrade()
    for statement in MAKE_GUARDS:
        connection.exec_driver_sql(statement)
    connection.exec_driver_sql(f"COMMENT ON TABLE alembic_version IS '{_MARK}'")


def _rewrite(connection: Connection, rewrite: Rewrite) -> None:
    """Replace the entries that `rewrite` returns; their prose is kept beside the text form."""
    room = ReadingRoom(Session(connection))
    for record in room.games():
        changed = tuple(rewrite(record, room.entries(record.id)))
        for entry in changed:
            connection.execute(
                update(EntryRow)
                .where(col(EntryRow.game_id) == record.id, col(EntryRow.number) == entry.number)
                .values(text=entry.text, raw=entry.raw)
            )
        if changed:  # the cached state is that of the journal before
            connection.execute(delete(HeadRow).where(col(HeadRow.game_id) == record.id))


def _safety_copy(place: Place, busy_timeout: float) -> Path | None:
    """The path of a copy beside the database: a new one, or the last one if it is identical."""
    if isinstance(place, ServerPlace):
        return None  # who runs the server makes its backups
    named = Path(f"{place}.before-{HEAD}")
    numbered = (named.with_name(f"{named.name}.{number}") for number in count(2))
    copies = chain([named], numbered)
    before: Path | None = None
    copy = next(copies)
    while os.path.lexists(copy):
        before, copy = copy, next(copies)
    try:
        with whole(copy) as part:
            copy_database(place, part, busy_timeout)
    except StoreProblem as problem:
        raise StoreProblem(
            f"The database {place} must be brought up to date, but no safety copy could be made; "
            f"nothing was changed. {problem}"
        ) from problem
    if before and cmp(before, copy, shallow=False):
        copy.unlink()
        return before
    return copy


def copy_database(place: FilePlace, part: Path, busy_timeout: float) -> None:
    """Write a consistent copy into the empty file `part`, even while others write."""
    with (
        closing(place.connect(busy_timeout)) as source,
        closing(sqlite3.connect(part, isolation_level=None)) as copy,
    ):
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM sqlite_master").fetchall()  # waits here, within the timeout
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # so that a write-protected drive will do
