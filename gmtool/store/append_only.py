"""The triggers that make the journal append-only, whichever program opens the database."""

KEYS: dict[str, tuple[tuple[str, ...], ...]] = {
    "game": (("id",), ("name_key",)),
    "entry": (("id",), ("game_id", "number")),
    "attempt": (("id",),),
    "message": (("id",), ("game_id", "number", "revision")),
    "sent": (("id",),),
}
"""The tables to which rows are only ever added, with each key by which INSERT OR REPLACE would
silently delete a row: SQLite doesn't fire the delete trigger then.
"""

_WORDS = {
    "update": "is never changed",
    "delete": "is never erased",
    "truncate": "is never erased",
    "insert": "is there already",
}


def _guards(table: str, keys: tuple[tuple[str, ...], ...]) -> dict[str, str]:
    taken = " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE "  # noqa: S608 -- names from the list above
        + " AND ".join(f"{column} = NEW.{column}" for column in key)
        + ")"
        for key in keys
    )
    when = {"update": "", "delete": "", "insert": f" WHEN {taken}"}
    return {
        f"{table}_no_{act}": (
            f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table}{when[act]} "
            f"BEGIN SELECT RAISE(ABORT, 'gmtool: this row of {table} {_WORDS[act]}'); END"
        )
        for act in when
    }


TRIGGERS: dict[str, str] = {
    name: sql for table, keys in KEYS.items() for name, sql in _guards(table, keys).items()
}
"""The name of each trigger and the statement that makes it."""

GUARD = """
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'restrict_violation',
    MESSAGE = 'gmtool: this row of ' || TG_TABLE_NAME || ' ' || TG_ARGV[0];
END
"""
"""The function that every trigger on a server calls."""
_FUNCTION = (
    f"CREATE FUNCTION gmtool_guard() RETURNS trigger LANGUAGE plpgsql AS $guard${GUARD}$guard$"
)


def _guards_on_server(table: str) -> dict[str, str]:
    """The triggers of a table. No insert needs one: replacing a row on a server is an
    update or a delete.
    """
    each = {"update": "ROW", "delete": "ROW", "truncate": "STATEMENT"}
    return {
        f"{table}_no_{act}": (
            f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table} "
            f"FOR EACH {each[act]} EXECUTE FUNCTION gmtool_guard('{_WORDS[act]}')"
        )
        for act in each
    }


TRIGGERS_ON_SERVER: dict[str, str] = {
    name: sql for table in KEYS for name, sql in _guards_on_server(table).items()
}
"""The triggers for PostgreSQL, each spelled as the server itself writes it."""

DROP_GUARDS = "DROP FUNCTION IF EXISTS gmtool_guard() CASCADE"
"""Drops the function and all triggers that call it."""
MAKE_GUARDS: tuple[str, ...] = (
    _FUNCTION,
    *(
        statement
        for name, sql in TRIGGERS_ON_SERVER.items()
        for statement in (f"DROP TRIGGER IF EXISTS {name} ON {name.partition('_no_')[0]}", sql)
    ),
)
"""The statements that make the triggers on a server, replacing any that call something else."""
