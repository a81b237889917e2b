"""check, repair and backup: a desk that can prove it is whole."""

import json
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hosting import Host
from lengths import one_in

from gmtool.desk import heads
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.store import Store

AT = Instant("2026-11-20T20:00:00Z")


@contextmanager
def inside(host: Host) -> Iterator[sqlite3.Connection]:
    """The database as somebody opens it with another program."""
    with closing(sqlite3.connect(host.database)) as database, database:
        yield database


@contextmanager
def without_guards(host: Host) -> Iterator[sqlite3.Connection]:
    """The same by somebody who takes the guards away for it, and puts them back."""
    with inside(host) as database:
        guards = database.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in guards:
            database.execute(f"DROP TRIGGER {name}")
        yield database
        for _, statement in guards:
            with suppress(sqlite3.OperationalError):  # of a table that is gone
                database.execute(statement)


def sneak_in(host: Host, *said: str) -> None:
    """Record moves of Ann and Bob, by turns, that nobody judged: as on a head that was wrong."""
    with Store.open(host.database) as store, store.writing() as room:
        number = room.last_number(1)
        who = ("Ann", "Bob")
        entries = [
            Entry(number + n, who[n % 2], text, AT, AT) for n, text in enumerate(said, start=1)
        ]
        room.append(1, entries, "elsewhere")


# ---- check


def test_check_finds_nothing_amiss(host: Host) -> None:
    host.begin()
    answered = host("check --json")
    assert answered.code == 0
    assert answered.facts == {"games": 1, "problems": []}


def test_check_names_an_entry_that_was_tampered_with(host: Host) -> None:
    host.begin()
    with inside(host) as database:
        database.execute("DROP TRIGGER entry_no_update")
        database.execute("UPDATE entry SET text = 'bid A 30' WHERE number = 2")
    answered = host("check")
    assert answered.code == 1
    assert "R3: entry 2, of host, doesn't go through the rules (ALL-6)" in answered.err
    assert "the guard entry_no_update is missing" in answered.err
    assert "R3: the journal isn't what the cached state was made from" in answered.err
    assert "gmtool repair" in answered.err


def test_a_change_that_goes_through_the_rules_is_found_by_the_digest(host: Host) -> None:
    host.begin()
    assert host("record Ann bid A 30").code == 0
    with without_guards(host) as database:
        database.execute("UPDATE entry SET text = 'bid A 31' WHERE number = 3")
    answered = host("check")
    assert answered.code == 1
    assert "one of its entries, or what the game was begun with, was changed" in answered.err
    shown = host("repair").out
    assert "made anew from the journal as it is now. Compare that with a backup" in shown
    assert "nothing says later that it was changed" in shown


@pytest.mark.parametrize("there", ["nothing", "a file of no bytes", "no game"])
def test_check_of_a_database_without_games_says_so_and_makes_none(host: Host, there: str) -> None:
    if there == "a file of no bytes":
        host.database.touch()
    elif there == "no game":
        assert host("games").code == 0
    before = sorted(host.database.parent.iterdir())
    answered = host("check")
    assert answered.code == 3
    assert str(host.database) in answered.err
    assert "--db" in answered.err
    assert sorted(host.database.parent.iterdir()) == before
    fine = host("check --new-is-fine")
    assert (fine.code, str(host.database) in fine.out) == (0, True)
    assert sorted(host.database.parent.iterdir()) == before


# ---- a head that is wrong


def edited(head: str, **changes: object) -> str:
    state = json.loads(head)
    return json.dumps({**state, **changes})


@pytest.mark.slow  # many commands on each
@pytest.mark.parametrize(
    "damage",
    one_in(
        3,
        [
            "state = replace(state, '\"Ann\"', '\"Ann\"' || ' ')",
            "state = substr(state, 1, length(state) / 2)",
            "state = '{}'",
            "ended = 1",
            "brief = '{'",
            "deadline = 'tomorrow'",
            "seal = ''",
            "entry = 1",
        ],
    ),
)
def test_a_head_that_was_changed_is_not_believed_and_can_be_repaired(
    host: Host, damage: str
) -> None:
    host.begin()
    assert host("record Ann bid A 30").code == 0
    before = {line: host(line).out for line in ("status", "due", "games", "log --secret")}
    with inside(host) as database:
        database.execute(f"UPDATE head SET {damage}")
    for line, shown in before.items():
        assert host(line).out == shown, line
    answered = host("check")
    assert answered.code == 1, answered.all
    assert "R3: the cached state was damaged or changed; it isn't used" in answered.err
    planned = host("repair")
    assert (planned.code, "nothing was changed" in planned.out) == (0, True)
    assert host("repair --yes").code == 0
    assert host("check").code == 0
    assert {line: host(line).out for line in before} == before
    assert host("record Bob bid A 31").code == 0


def test_a_head_of_other_code_under_the_same_release_is_not_taken_for_fresh(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A `git pull` brings other rules, and no other release: what was folded by those is folded
    anew.
    """
    host.begin()
    with Store.open(host.database) as store, store.writing() as room:
        head = room.head(1)
        assert head
        assert head.program == heads.program("auction-poker")
        room.put_head(1, replace(head, state=edited(head.state, redoable=7)))
    assert "gmtool redo 7" in host("status").out, "sealed by this very program, it is believed"
    assert "the cached state isn't what the journal gives" in host("check").err
    with Store.open(host.database) as store, store.writing() as room:
        wrong = replace(head, program="0.1.0 0123456789abcdef")
        room.put_head(1, replace(wrong, state=edited(head.state, redoable=7)))
    assert "redo" not in host("status").out
    assert host("check").code == 0, "it is another program's, and nobody uses it"
    assert heads.program("auction-poker") != heads.program("ten-skip")


# ---- a journal that doesn't go through


@pytest.mark.slow  # many commands
def test_what_was_recorded_on_a_wrong_head_can_be_undone_entry_by_entry(host: Host) -> None:
    host.begin()
    assert host("record Ann bid A 30").code == 0
    sneak_in(host, "bid A 31", "bid A 40", "bid B 12")  # Ann, Bob, Ann: AP-8 forbids the first
    status = host("status")
    assert status.code == 0
    assert "entry 5, of Ann, doesn't go through the rules (AP-8)" in status.out
    assert "bid A" not in status.out, "what was sealed stays so"
    refused = host("record Cid bid A 5")
    assert refused.code == 1
    assert "entry 5, of Ann, doesn't go through" in refused.err
    assert "gmtool repair" in refused.err
    for line in ("log", "due", "games", "outbox", "export"):
        assert host(line).code == 0, line
    for number in (6, 5):
        undone = host(f"undo {number}")
        assert (undone.code, "which doesn't go through" in undone.out) == (0, True), undone.all
    assert host("check").code == 0
    assert host("record Cid bid A 5").code == 0
    kept = host("export").out
    assert "Ann: bid A 40" in kept
    copy = Host(host.database.with_name("copy.db"))
    assert copy("import -", pasted=kept).code == 0
    assert copy("log --secret").out == host("log --secret").out
    assert copy("status --json").facts["players"] == host("status --json").facts["players"]
    assert copy("check").code == 0


def test_repair_takes_back_what_never_stood_and_says_the_rest_again(host: Host) -> None:
    host.begin()
    sneak_in(host, "bid A 999999", "bid B 12", "bid C 1")
    entries = host("export").out
    assert "entry 3, of Bob, doesn't go through the rules (AP-7)" in host("export").err
    shown = host("repair")
    assert shown.code == 0
    assert "entry 3, what Bob said: it is taken back, as it is refused (AP-7)" in shown.out
    assert "entry 4, what Ann said: it is recorded again" in shown.out
    assert "bid" not in shown.out.replace("bids", ""), "what was sealed stays so"
    assert host("export").out == entries, "it was only shown"
    done = host("repair --yes")
    assert done.code == 0, done.all
    assert host("check").code == 0
    said = [row["move"] for row in host("log --secret --json").facts if not row["state"]]
    assert [move for move in said if move.startswith("bid")] == ["bid B 12", "bid C 1"]
    copy = Host(host.database.with_name("copy.db"))
    assert copy("import -", pasted=host("export").out).code == 0


@pytest.mark.slow  # many commands
def test_a_draw_that_was_changed_is_nobodys_to_undo_and_no_deck_is_shown(host: Host) -> None:
    host.begin()
    other = Host(host.database)
    assert other("new auction-poker R4 Ann Bob").code == 0
    with without_guards(host) as database:
        database.execute("UPDATE entry SET text = 'shuffle 2C' WHERE number = 1 AND game_id = 1")
        database.execute("UPDATE head SET seal = ''")
    undone = host("undo 2 --game R3")
    assert (undone.code, "shuffle" in undone.all) == (0, False), undone.all
    assert len(host("log --game R3 --json").facts) == 3, "nothing is drawn behind what fails"
    assert "R4: the cached state is made anew" in host("repair").out
    done = host("repair --yes")
    assert (done.code, "go back to your last backup" in done.err) == (1, True)
    assert "gmtool export game-1.txt --game R3" in done.err
    assert "R4" not in host("check").err


@pytest.mark.slow  # many commands
def test_a_game_that_cannot_be_set_up_any_more_hides_no_other(host: Host) -> None:
    host.begin()
    assert host("new auction-poker R4 Ann Bob").code == 0
    with inside(host) as database:
        database.execute("DROP TRIGGER game_no_update")
        database.execute('UPDATE game SET options = \'{"gone": "1"}\' WHERE id = 1')
        database.execute("DELETE FROM head")
    for line in ("games", "due", ""):
        assert "R4" in host(line).out, line
    for line in ("log --game R3", "export --game R3", f"backup {host.database}.copy"):
        assert host(line).code == 0, line
    assert host("check").code == 1
    assert "its set-up doesn't go through" in host("status --game R3").err
    assert "can't tell" in host("due").out


def test_repair_makes_guards_indexes_and_the_queue_anew(host: Host) -> None:
    host.begin()
    waiting = host("outbox").out
    with inside(host) as database:
        database.execute("DROP TRIGGER entry_no_delete")
        database.execute("DROP INDEX ix_sent_game_id_number")
        database.execute("DELETE FROM waiting")
    assert host("record Ann bid A 30").code == 3
    shown = host("repair").out
    for what in ("1 missing guard", "ix_sent_game_id_number", "what waits to go out"):
        assert what in shown
    assert host("repair --yes").code == 0
    assert host("check").code == 0
    assert host("outbox").out == waiting
    assert host("record Ann bid A 30").code == 0


def test_repair_makes_the_tables_of_what_is_known_anew(host: Host) -> None:
    host.begin()
    waiting = host("outbox").out
    with inside(host) as database:
        for table in ("head", "choice", "waiting"):
            database.execute(f"DROP TABLE {table}")
    assert host("status").code == 3
    shown = host("repair")
    assert (shown.code, shown.out.count("is made anew")) == (0, 3), shown.all
    assert host("repair --yes").code == 0
    assert host("check").code == 0
    assert host("use R3").code == 0
    assert host("outbox").out == waiting


@pytest.mark.slow  # many commands on each
@pytest.mark.parametrize(
    ("damage", "said"),
    one_in(3, [
        ("UPDATE entry SET text = x'ff00' WHERE number = 3", "entry.text holds bytes"),
        ("UPDATE entry SET who = x'4142' WHERE number = 3", "entry.who holds bytes"),
        ("UPDATE entry SET number = 'x' WHERE number = 3", "entry.number holds str"),
        ("UPDATE entry SET received_at = 'soon' WHERE number = 3", "soon"),
        ("UPDATE message SET subject = x'41' WHERE number = 1", "message.subject holds bytes"),
        ("UPDATE message SET note = x'ff' WHERE number = 1", "message.note holds bytes"),
        ("UPDATE message SET blocks = '[1]' WHERE number = 1", "can't be read"),
        ("UPDATE message SET blocks = replace(blocks, 'batch-open', 'bapch-open')", "“bapch-open”"),
        ("UPDATE game SET kind = x'4142'", "game.kind holds bytes"),
        ("UPDATE game SET name = x'4142'", "game.name holds bytes"),
        ("UPDATE game SET zone = x'4142'", "game.zone holds bytes"),
        ("UPDATE game SET zone = 'Nowhere/X'", "this machine knows no time zone “Nowhere/X”"),
        ("DELETE FROM entry WHERE number = 3", "the journal ends at entry 2, and went on to 3"),
        ("UPDATE game SET seed = 'zz'", "can't be read"),
        ("UPDATE game SET players = '{}'", "can't be read"),
        ("UPDATE game SET options = '[]'", "can't be read"),
        ("UPDATE head SET entry = 'abc'", "of entry abc"),
        ("DELETE FROM entry WHERE number = 2", "has 2 entries"),
        ("UPDATE entry SET text = '' WHERE number = 3", "can't be exported"),
        ("UPDATE entry SET text = text || char(10) WHERE number = 3", "can't be exported"),
        ("UPDATE entry SET text = 'undo x', who = 'host' WHERE number = 3", "entry 3, of host"),
        ("INSERT INTO entry SELECT 99, 77, number, who, text, received_at, recorded_at, source, "
         "link, late, note, raw, drawn, desk, 0, '' FROM entry WHERE number = 1",
         "row 99 of entry"),
        ("DROP TABLE sent", "the table sent is missing"),
    ]),
)  # fmt: skip
def test_what_is_not_as_gmtool_wrote_it_is_told_and_repair_has_the_last_word(
    host: Host, damage: str, said: str
) -> None:
    host.begin()
    assert host("record Ann bid A 30").code == 0
    with without_guards(host) as database:
        database.execute(damage)
    checked = host("check")
    assert (checked.code, said in checked.err) == (1, True), checked.all
    assert "Run `gmtool check`" not in checked.err
    file = host.database.with_name("kept.journal")
    for line in (
        "status",
        "games",
        "due",
        "log",
        "outbox",
        f"export {file}",
        "undo 3",
        f"backup {file}.db",
    ):
        assert host(line).code in {0, 1, 3}, line  # a breakdown would be raised
    shown, done = host("repair"), host("repair --yes")
    left = host("check").code
    assert done.code == left
    if left:
        assert "gmtool can't put that right: go back to your last backup." in done.err
        assert "gmtool check" not in done.err, "no circle"
        assert host("repair").code == 1
    else:
        assert shown.code == 0


def test_a_current_game_that_is_none_is_chosen_anew(host: Host) -> None:
    host.begin()
    with inside(host) as database:
        database.execute("UPDATE choice SET value = 'x'")
    assert "choose one of “R3”" in host("status").err
    assert host("use R3").code == 0
    assert host("status").code == 0


def test_an_entry_added_by_another_program_is_counted_in_and_told(host: Host) -> None:
    host.begin()
    sneak_in(host, "bid A 30")  # by Bob
    assert "R3: entry 3 and what follows was added by something else" in host("check").err
    (row,) = host("due --json").facts
    assert "Bob" not in row["waiting"]
    (game,) = host("games --json").facts
    assert game["entry"] == 3
    assert host("repair --yes").code == 0
    assert host("check").code == 0


@pytest.mark.slow  # many commands
def test_a_take_back_that_never_fitted_is_taken_back_and_the_export_imports(host: Host) -> None:
    host.begin()
    assert host("record Ann bid A 30").code == 0
    with Store.open(host.database) as store, store.writing() as room:
        room.append(1, [Entry(4, "host", "undo 99", AT, AT)], "elsewhere")
    assert "entry 4, of host, doesn't go through the rules (ALL-6)" in host("check").err
    assert host("repair --yes").code == 0
    assert host("check").code == 0
    copy = Host(host.database.with_name("copy.db"))
    assert copy("import -", pasted=host("export").out).code == 0
    assert copy("log --secret").out == host("log --secret").out


def test_where_all_is_well_there_is_nothing_to_repair(host: Host) -> None:
    host.begin()
    assert "there is nothing to repair" in host("repair").out
    assert "there is nothing to repair" in host("repair --yes").out


# ---- backup


def test_backup_is_a_database_that_can_be_used(host: Host) -> None:
    host.begin()
    file = host.database.parent / "friday.db"
    answered = host(f"backup {file}")
    assert (answered.code, "its 1 game replays" in answered.out) == (0, True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert host(f"status --db {file}").out.startswith("R3: ")
    assert host(f"backup {file}").code == 3


def test_a_backup_lies_alone_and_is_no_wal_so_that_a_locked_drive_will_do(host: Host) -> None:
    host.begin()
    folder = host.database.parent / "stick"
    folder.mkdir()
    assert host(f"backup {folder / 'friday.db'}").code == 0
    assert [file.name for file in folder.iterdir()] == ["friday.db"]
    assert (folder / "friday.db").read_bytes()[18:20] == b"\x01\x01"


def test_a_backup_of_what_is_amiss_is_kept_and_says_no_more_than_check(host: Host) -> None:
    host.begin()
    sneak_in(host, "bid A 999999")
    file = host.database.parent / "friday.db"
    answered = host(f"backup {file}")
    assert (answered.code, "with what is amiss in it" in answered.out) == (0, True)
    assert host(f"check --db {file} --json").facts == host("check --json").facts


@pytest.mark.parametrize("there", [False, True])
def test_a_database_without_games_is_not_backed_up(
    host: Host, tmp_path: Path, *, there: bool
) -> None:
    other = host if there else Host(tmp_path / "gmaes.db")
    answered = other(f"backup {tmp_path / 'friday.db'}")
    assert (answered.code, str(other.database) in answered.err) == (3, True), answered.all
    assert not (tmp_path / "friday.db").exists()
    assert other.database.exists() is there


@pytest.mark.slow  # the same for each
@pytest.mark.parametrize(
    "line",
    ["due", "due --ics d.ics", "status", "log", "export", "outbox", "undo 1", "use R3"],
)
def test_a_database_whose_name_was_mistyped_is_not_made(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    host.begin()
    before = sorted(tmp_path.iterdir())
    answered = Host(tmp_path / "gmaes.db")(line)
    assert answered.code == 3
    assert f"There is no database {tmp_path / 'gmaes.db'}; none was made." in answered.err
    assert "There is no database" in Host(tmp_path / "gmaes.db")("games").out
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["", "-"])
def test_a_file_has_a_name(host: Host, name: str) -> None:
    host.begin()
    for command in (["backup", name], ["due", "--ics", name]):
        assert "is no name for a file" in host(*command).err, command


def test_no_file_takes_a_name_that_sqlite_would_clear_away(host: Host) -> None:
    host.begin()
    for end in ("-journal", "-wal", "-shm"):
        name = f"{host.database}{end}"
        for line in (f"export {name}", f"backup {name}", f"due --ics {name}"):
            answered = host(line)
            assert (answered.code, "a part of the database" in answered.err) == (3, True), line
    assert host(f"export {host.database.with_name('round-3-journal')}").code == 0


# ---- calendar


def test_a_calendar_is_written_over_nothing_but_a_calendar(host: Host, tmp_path: Path) -> None:
    host.begin()
    kept = host.snapshot()
    journal = tmp_path / "kept.journal"
    assert host(f"export {journal}").code == 0
    link = tmp_path / "link.ics"
    link.symlink_to(journal)
    empty = tmp_path / "empty"
    empty.touch()
    alike = tmp_path / "alike"
    alike.write_text("BEGIN:VCALENDARS\r\n")
    for file in (host.database, journal, link, empty, alike, tmp_path):
        before = file.read_bytes() if file.is_file() else b""
        answered = host(f"due --ics {file}")
        assert (answered.code, "was left as it is" in answered.err) == (3, True), answered.all
        assert (file.read_bytes() if file.is_file() else b"") == before
    assert host.snapshot() == kept
    own = tmp_path / "own.ics"
    later = tmp_path / "later.ics"
    assert host(f"due --ics {own}").code == 0
    later.symlink_to(own)
    host.now = "2026-11-20T20:30:00Z"
    assert host("record Ann bid A 30").code == 0
    first = own.read_bytes()
    assert host(f"due --ics {later}").code == 0
    assert later.is_symlink()
    assert own.read_bytes() != first
    assert own.read_bytes().startswith(b"BEGIN:VCALENDAR")
    assert stat.S_IMODE(own.stat().st_mode) == 0o600
    assert not list(tmp_path.glob(".gmtool*"))
