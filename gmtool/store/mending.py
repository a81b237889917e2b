"""Rebuilds what can be derived from the rest of a database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import inspect
from sqlmodel import Session

from gmtool.store.checking import missing_indexes, wrong_queue
from gmtool.store.tables import ChoiceRow, HeadRow, Row, WaitingRow
from gmtool.store.triggers import DROP_GUARDS, MAKE_GUARDS, TRIGGERS, TRIGGERS_ON_SERVER

_DERIVED = {row.__tablename__ for row in (HeadRow, ChoiceRow, WaitingRow)}
"""Tables that can be rebuilt without loss: from other tables, or by choosing again."""


def mendings(session: Session, damage: Sequence[str]) -> tuple[str, ...]:
    """What `mend` would do, one sentence each; `damage` is what is known to be missing.

    Empty where a table is gone that can't be rebuilt: the database would not be complete.
    """
    return tuple(_mendings(session, damage))


def _mendings(session: Session, damage: Sequence[str]) -> Iterator[str]:
    missing = _missing_tables(session)
    if missing - _DERIVED:
        return
    guards = [one for one in damage if one.startswith("the guard")]
    if guards:
        yield f"the {len(guards)} missing guards of the journal are made anew"
    for name in sorted(missing):
        more = ", with all that waits to go out" if name == WaitingRow.__tablename__ else ""
        yield f"the table {name} is made anew{more}"
    if not missing:
        yield from (f"the index {index.name} is made anew" for index in missing_indexes(session))
        if any(wrong_queue(session)):
            yield "the list of what waits to go out is made anew"


def mend(session: Session, damage: Sequence[str]) -> None:
    """Rebuild it, in the session's transaction."""
    connection = session.connection()
    missing = _missing_tables(session)
    if missing - _DERIVED:
        return
    Row.metadata.create_all(connection, [Row.metadata.tables[name] for name in missing])
    for index in missing_indexes(session):
        index.create(connection)
    lost = {
        name
        for name in (*TRIGGERS, *TRIGGERS_ON_SERVER)
        if f"the guard {name} is missing" in damage
    }
    for statement in _remaking(lost, on_server=connection.dialect.name == "postgresql"):
        connection.exec_driver_sql(statement)
    if any(wrong_queue(session)):
        connection.exec_driver_sql("DELETE FROM waiting")
        connection.exec_driver_sql(_QUEUE)


def _remaking(lost: set[str], *, on_server: bool) -> Iterator[str]:
    """The statements that make the lost guards again; on a server all, since they call one
    function.
    """
    if on_server:
        yield from (DROP_GUARDS, *MAKE_GUARDS) if lost else ()
        return
    for name in sorted(lost):
        yield f"DROP TRIGGER IF EXISTS {name}"
        yield TRIGGERS[name]


def _missing_tables(session: Session) -> set[str]:
    return set(Row.metadata.tables) - set(inspect(session.connection()).get_table_names())


_QUEUE = """
INSERT INTO waiting (game_id, number, revision, passing)
SELECT game_id, number, revision, passing FROM message AS last
WHERE CAST(parts AS TEXT) != '[]'
AND revision = (
    SELECT max(revision) FROM message AS other
    WHERE other.game_id = last.game_id AND other.number = last.number
)
AND coalesce((
    SELECT revoked FROM sent
    WHERE sent.game_id = last.game_id AND sent.number = last.number
    ORDER BY id DESC LIMIT 1
), true)
"""
"""Queues each message that has a text and wasn't sent, or whose sending was revoked."""
