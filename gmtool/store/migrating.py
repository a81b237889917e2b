"""Sets a database up and migrates it, after making a safety copy."""

import os
from collections.abc import Callable
from filecmp import cmp
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from gmtool.store import on_file, on_server
from gmtool.store.append_only import DROP_GUARDS, MAKE_GUARDS, TRIGGERS
from gmtool.store.atomic_files import whole
from gmtool.store.connections import NEWEST, DatabaseState
from gmtool.store.database_urls import APPLICATION_ID, Place, ServerPlace, migrations_folder
from gmtool.store.on_file import copy_database
from gmtool.store.problems import StoreProblem, from_outside, plainly, short
from gmtool.store.sqlalchemy_engines import WRITES, engine_for_tables

if TYPE_CHECKING:
    from alembic.config import Config  # Alembic costs a third of a second


def bring_up_to_date(place: Place, busy_timeout: float, found: DatabaseState) -> None:
    """Run the migrations, all or none; on a StoreProblem the database is as it was."""
    config = _config()
    _refuse_unknown(place, config, found)
    engine = engine_for_tables(place, busy_timeout, guarded=False)
    engine = engine.execution_options(**{WRITES: True})
    with plainly(str(place)), engine.begin() as connection:
        # Another process may have been faster, which shows only now that it is locked out.
        now = _look_again(place, connection)
        if now.revision == NEWEST:
            return
        _refuse_unknown(place, config, now)
        copy = _safety_copy(place, busy_timeout) if now.revision else None
        try:
            _upgrade(place, connection, config)
        except Exception as error:
            if from_outside(error):
                raise
            advice = f"A copy made just before is {copy}. Use the gmtool that wrote it, and report"
            raise StoreProblem(
                f"The database {place} couldn't be brought up to date ({short(error)}); it is as "
                f"it was. {advice if copy else 'Report'} this."
            ) from error


def _look_again(place: Place, connection: Connection) -> DatabaseState:
    if isinstance(place, ServerPlace):
        return on_server.look(place, connection)
    return on_file.look(place, lambda sql: connection.exec_driver_sql(sql).all())


def _config() -> "Config":
    from alembic.config import Config  # Alembic costs a third of a second

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    return config


def _refuse_unknown(place: Place, config: "Config", found: DatabaseState) -> None:
    """Raise StoreProblem for a database of a revision that no migration here goes on from; those of
    versions in development have the smaller numbers.
    """
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    if not found.revision:
        return
    try:
        ScriptDirectory.from_config(config).get_revision(found.revision)
    except CommandError:
        if found.revision < NEWEST:
            raise StoreProblem(
                f"The database {place} was made by a version of gmtool in development and was left "
                "as it is. Export its games with that version, or name another database."
            ) from None
        raise StoreProblem(
            f"The database {place} was written by a newer gmtool (it is of version "
            f"{found.revision}, this one knows {NEWEST}) and was left as it is. Install the newer "
            "gmtool, or name another database."
        ) from None


def _upgrade(place: Place, connection: Connection, config: "Config") -> None:
    from alembic import command

    upgrade = partial(command.upgrade, config, NEWEST)
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
    connection.exec_driver_sql(f"COMMENT ON TABLE alembic_version IS '{on_server.MARK}'")


def _safety_copy(place: Place, busy_timeout: float) -> Path | None:
    """The path of a copy beside the database: a new one, or the last one if it is identical."""
    if isinstance(place, ServerPlace):
        return None  # who runs the server makes its backups
    named = Path(f"{place}.before-{NEWEST}")
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
