"""check and backup."""

import sqlite3

from hosting import Host


def test_check_finds_nothing_amiss(host: Host) -> None:
    host.begin()
    answered = host("check --json")
    assert answered.code == 0
    assert answered.facts == {"games": 1, "problems": []}


def test_check_names_an_entry_that_was_tampered_with(host: Host) -> None:
    host.begin()
    with sqlite3.connect(host.database) as database:
        names = [
            row[0]
            for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        ]
        for name in names:
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute("UPDATE entry SET text = 'bid A 30' WHERE number = 2")
    database.close()
    answered = host("check")
    assert answered.code == 1
    assert "R3: entry 2 doesn't go through the rules" in answered.err
    assert "the guard entry_no_update is missing" in answered.err


def test_backup_is_a_database_that_can_be_used(host: Host) -> None:
    host.begin()
    file = host.database.parent / "friday.db"
    assert host(f"backup {file}").code == 0
    assert host(f"status --db {file}").out.startswith("R3: ")
    assert host(f"backup {file}").code == 3
