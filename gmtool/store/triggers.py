"""The guards that make the journal append-only, whoever opens the database and with what."""

KEYS: dict[str, tuple[tuple[str, ...], ...]] = {
    "game": (("id",), ("name_key",)),
    "entry": (("id",), ("game_id", "number")),
    "attempt": (("id",),),
    "message": (("id",), ("game_id", "number", "revision")),
    "sent": (("id",),),
}
"""The tables to which rows are only ever added, and each key by which INSERT OR REPLACE would
silently throw a row away: SQLite then deletes without asking the delete trigger."""


def _guards(table: str, keys: tuple[tuple[str, ...], ...]) -> dict[str, str]:
    taken = " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE "  # noqa: S608 -- names from the list above
        + " AND ".join(f"{column} = NEW.{column}" for column in key)
        + ")"
        for key in keys
    )
    when = {"update": "", "delete": "", "insert": f" WHEN {taken}"}
    words = {
        "update": "is never changed",
        "delete": "is never erased",
        "insert": "is there already",
    }
    return {
        f"{table}_no_{act}": (
            f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table}{when[act]} "
            f"BEGIN SELECT RAISE(ABORT, 'gmtool: this row of {table} {words[act]}'); END"
        )
        for act in when
    }


TRIGGERS: dict[str, str] = {
    name: sql for table, keys in KEYS.items() for name, sql in _guards(table, keys).items()
}
"""The one list: the name of each trigger and the statement that makes it."""
