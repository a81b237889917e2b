"""Checks whether a database is sound, for what `check` reports beside the games themselves, and
rebuilds what can be derived from the rest of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Index, String, cast, inspect
from sqlalchemy import select as select_many
from sqlmodel import Session, col, func, select

from gmtool.store.append_only import DROP_GUARDS, MAKE_GUARDS, TRIGGERS, TRIGGERS_ON_SERVER
from gmtool.store.schema import (
    ChoiceRow,
    EntryRow,
    GameRow,
    HeadRow,
    MessageRow,
    Row,
    SentRow,
    WaitingRow,
)

_DERIVED = {row.__tablename__ for row in (HeadRow, ChoiceRow, WaitingRow)}
"""Tables that can be rebuilt without loss: from other tables, or by choosing again."""


def problems_in(session: Session, damage: tuple[str, ...], *, on_file: bool) -> tuple[str, ...]:
    """What is wrong with the database, one sentence each; `damage` is what is known to be
    missing.
    """
    found = [f"{what}." for what in damage]
    if on_file:
        found += _of_the_file(session)
    # The queries below need every table.
    if not any(what.startswith("the table") for what in damage):
        names = (index.name for index in missing_indexes(session))
        found += (f"the index {name} is missing: commands grow slow." for name in names)
        found += _gaps(session)
        found += _wrong_heads(session)
        found += _missing_messages(session)
        found += _missing_revisions(session)
        found += wrong_queue(session)
    return tuple(found)


def _of_the_file(session: Session) -> Iterator[str]:
    connection = session.connection()
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check").all():
        if said != "ok":
            yield f"SQLite says: {said}."
    for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check").all():
        yield f"row {row} of {table} belongs to a row of {parent} that isn't there."


def missing_indexes(session: Session) -> Iterator[Index]:
    """The indexes that the tables should have and lack."""
    there = inspect(session.connection())
    for table in Row.metadata.sorted_tables:
        names = {index["name"] for index in there.get_indexes(table.name)}
        yield from (index for index in table.indexes if index.name not in names)


def _gaps(session: Session) -> Iterator[str]:
    first, last, many = func.min(EntryRow.number), func.max(EntryRow.number), func.count()
    for name, low, high, number in session.exec(
        select(GameRow.name, first, last, many)
        .join(EntryRow, col(EntryRow.game_id) == GameRow.id)
        .group_by(col(GameRow.id), col(GameRow.name))
        .order_by(col(GameRow.id))
    ):
        if low != 1 or high != number:
            yield f"{name}: the journal goes from {low} to {high} but has {number} entries."


def _wrong_heads(session: Session) -> Iterator[str]:
    last = func.coalesce(func.max(EntryRow.number), 0)
    for name, head, number in session.exec(
        select(GameRow.name, HeadRow.entry, last)
        .join(HeadRow, col(HeadRow.game_id) == GameRow.id)
        .join(EntryRow, col(EntryRow.game_id) == GameRow.id, isouter=True)
        .group_by(col(GameRow.id), col(GameRow.name), col(HeadRow.entry))
        .having(col(HeadRow.entry) > last)
        .order_by(col(GameRow.id))
    ):
        yield f"{name}: the cached state is of entry {head}, the journal ends at {number}."


def _missing_messages(session: Session) -> Iterator[str]:
    number = col(MessageRow.number)
    many = func.count(number.distinct())
    for name, low, high, there in session.exec(
        select(GameRow.name, func.min(number), func.max(number), many)
        .join(MessageRow, col(MessageRow.game_id) == GameRow.id)
        .group_by(col(GameRow.id), col(GameRow.name))
        .order_by(col(GameRow.id))
    ):
        if low != 1 or high != there:
            yield f"{name}: the outbox goes from {low} to {high} but has {there} messages."


def _missing_revisions(session: Session) -> Iterator[str]:
    revision = col(MessageRow.revision)
    for name, number, high in session.exec(
        select(GameRow.name, MessageRow.number, func.max(revision))
        .join(MessageRow, col(MessageRow.game_id) == GameRow.id)
        .group_by(col(GameRow.id), col(GameRow.name), col(MessageRow.number))
        .having((func.min(revision) != 1) | (func.max(revision) != func.count()))
        .order_by(col(GameRow.id), col(MessageRow.number))
    ):
        yield f"{name}: message {number} lacks some of its {high} revisions."


def wrong_queue(session: Session) -> Iterator[str]:
    """Sentences about messages that wait and shouldn't, and about those that should and don't:
    nobody would send these.
    """
    names = dict(session.exec(select(GameRow.id, GameRow.name)).all())
    waits = {(row.game_id, row.number): row for row in session.exec(select(WaitingRow))}
    out = _gone_out(session)
    for key, (revision, passing, withdrawn) in _last_revisions(session).items():
        game, number = key
        what = f"{names.get(game, f'game {game}')}: message {number}"
        row = waits.get(key)
        if row is None:
            if not withdrawn and key not in out:
                yield f"{what} doesn't wait, though it didn't go out."
        elif withdrawn or key in out:
            yield f"{what} waits, though it {'went out' if key in out else 'was withdrawn'}."
        elif (row.revision, row.passing) != (revision, passing):
            yield f"{what} waits otherwise than its last revision, {revision}, says."


def _gone_out(session: Session) -> set[tuple[int, int]]:
    """The games and numbers of the messages that were sent and not revoked since."""
    rows = session.exec(
        select(SentRow.game_id, SentRow.number, SentRow.revoked).order_by(col(SentRow.id))
    )
    revoked = {(game, number): revoked for game, number, revoked in rows}
    return {key for key in revoked if not revoked[key]}


def _last_revisions(session: Session) -> dict[tuple[int, int], tuple[int, bool, bool]]:
    """The last revision of each message, by game and number: its number, whether it is passing, and
    whether it is withdrawn.
    """
    game, number = col(MessageRow.game_id), col(MessageRow.number)
    revision, passing = col(MessageRow.revision), col(MessageRow.passing)
    withdrawn = cast(col(MessageRow.parts), String) == "[]"  # without reading the texts
    rows = session.connection().execute(
        select_many(game, number, revision, passing, withdrawn).order_by(game, number, revision)
    )
    return {(game, number): (last, passing, gone) for game, number, last, passing, gone in rows}


# ---- mending


def mendings(session: Session, damage: Sequence[str]) -> Iterator[str]:
    """What `mend` would do, one sentence each; `damage` is what is known to be missing.

    Empty where a table is gone that can't be rebuilt: the database would not be complete.
    """
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
