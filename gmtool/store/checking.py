"""Whether a database is sound: what `check` reports of it beside the games themselves."""

from collections.abc import Iterator

from sqlalchemy import inspect
from sqlmodel import Session, col, func, select

from gmtool.store.tables import EntryRow, GameRow, HeadRow, Row


def problems_in(session: Session, damage: tuple[str, ...], *, on_file: bool) -> tuple[str, ...]:
    """What is wrong, a sentence each; `damage` is what is known to be missing already."""
    found = [f"{what}." for what in damage]
    if on_file:
        found += _of_the_file(session)
    if not any(what.startswith("the table") for what in damage):
        found += _missing_indexes(session)
        found += _gaps(session)
        found += _wrong_heads(session)
    return tuple(found)


def _of_the_file(session: Session) -> Iterator[str]:
    connection = session.connection()
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check").all():
        if said != "ok":
            yield f"SQLite says: {said}."
    for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check").all():
        yield f"row {row} of {table} belongs to a row of {parent} that isn't there."


def _missing_indexes(session: Session) -> Iterator[str]:
    there = inspect(session.connection())
    for table in Row.metadata.sorted_tables:
        names = {index["name"] for index in there.get_indexes(table.name)}
        for index in table.indexes:
            if index.name not in names:
                yield f"the index {index.name} is missing: commands grow slow."


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
        .order_by(col(GameRow.id))
    ):
        if head > number:
            yield f"{name}: the cached state is of entry {head}, the journal ends at {number}."
