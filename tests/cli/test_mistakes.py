"""Bad input, each with its own clear answer and nothing changed."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hosting import SEED, Host
from playing import deck, journal_of

pytestmark = pytest.mark.slow  # a game at the desk for each


@pytest.fixture(scope="session")
def begun(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ann, Anna and Bob; batch 1 is open; Ann has bid on A."""
    path = tmp_path_factory.mktemp("begun") / "games.db"
    shutil.copy(migrated, path)
    done = Host(path).begin("Ann Anna Bob").at("20 21:00")("record Ann bid A 30 --at 20:44")
    assert done.code == 0, done.all
    return path


@pytest.fixture
def game(begun: Path, host: Host) -> Host:
    """The game begun, at 21:00."""
    shutil.copy(begun, host.database)
    return host.at("20 21:00")


MISTAKES = [
    # what is typed, exit code, clause or nothing, words of the answer
    ("record Zed bid A 30", 1, "ALL-4", "nobody here is called “Zed”; the players are Ann, Anna"),
    ("record An bid A 30", 1, "ALL-4", "“An” could be Ann or Anna"),
    ("record Bob bid F 30", 1, "AP-7", "lot F isn't open yet; open for bids are: A, B, C, D, E"),
    ("record Bob bid Q 30", 1, "AP-7", "there is no lot Q"),
    ("record Bob bid A 0", 1, "AP-7", "a bid is at least 1 coin, not 0"),
    ("record Bob bid A -5", 1, "AP-7", "a bid is at least 1 coin, not -5"),
    ("record Bob bid A 30.5", 1, "AP-7", "“30.5” is not a whole number of coins"),
    ("record Bob bid A 1,000", 1, "AP-7", "“1,000” is not a whole number of coins"),
    ("record Bob bid A 1e3", 1, "AP-7", "“1e3” is not a whole number of coins"),
    ("record Bob bid A 301", 1, "AP-7", "Bob has 300 coins and can't bid 301 on lot A"),
    ("record Bob bid A 99999999999999999999", 1, "AP-7", "not a whole number of coins"),
    ("record Bob bid A lots", 1, "AP-7", "lots"),
    ("record Ann bid A 31", 1, "AP-8", "has already bid 30 on lot A (received Fri 20 Nov 20:44"),
    ("record Ann pass", 1, "AP-28", "has already bid in this batch"),
    ("record Bob trash 3S", 1, "AP-15", "no change window is open now; lots are open for bids"),
    ("record Bob frobnicate", 1, "AP-7", "frobnicate"),
    ("record host start", 1, "AP-5", "the first batch is open already"),
    ("record host bid A 30", 1, "", "bid A 30"),
    ("record chance shuffle AS", 1, "ALL-3", "chance is drawn from this game's seed"),
    ("record Bob bid A 30 --at 2026-11-21T20:00Z", 2, "", "in the future"),
    ("record Bob bid A 30 --at noon", 2, "", '"noon"'),
    ("record Bob bid A 30 --at", 2, "", "--at"),
    ("record Bob bid A 30 --late", 2, "", "--late"),
    ("record Bob bid A 30 --late=", 2, "", "--late needs a reason"),
    ("record Bob bid A 30 --late forum", 1, "ALL-1", "in time"),
    ("record Bob bid A 30 --lat forum", 2, "", "--late"),
    ("record Bob bid A 30 --form pm.txt", 2, "", "--from"),
    ("record Bob bid --frm A 30", 2, "", "--from"),
    ("record Bob", 2, "", "what was said?"),
    ("record", 2, "", "WHO"),
    ("record Bob bid A 30 --from pm.txt", 2, "", "not both"),
    ("record Bob --from nowhere.txt", 3, "", "nowhere.txt can't be read"),
    ("close", 1, "ALL-2", "closes Sat 21 Nov 20:00 GMT; before that only `close early`"),
    ("close --early", 1, "ALL-2", "still awaited: Anna, Bob"),
    ("close Bob --early", 2, "", "--early closes for everybody"),
    ("close Zed", 1, "ALL-4", "nobody here is called “Zed”"),
    ("undo 2", 1, "", "that is entry 3"),
    ("undo x", 2, "", "“x” is no entry's number"),
    ("undo 0", 2, "", "“0” is no entry's number"),
    ("redo", 1, "", "there is nothing to put back"),
    ("rule extend +12h", 1, "ALL-6", "needs a reason"),
    ("rule extend soon --why x", 1, "ALL-6", "+12h"),
    ("rule extend -3h --why x", 1, "ALL-6", "-3h"),
    ("rule inactive Zed --why x", 1, "ALL-4", "Zed"),
    ("rule redeal --why x", 1, "ALL-6", "cards aren't dealt anew in this game"),
    ("rule adjust Ann coins 20 --why x", 1, "ALL-6", "+20"),
    ("rule adjust Ann coins -271 --why x", 1, "AP-7", "live bids that need 30 coins"),
    ("rule adjust Ann coins -301 --why x", 1, "ALL-6", "can't be"),
    ("rule resume", 1, "ALL-6", "isn't paused"),
    ("rule frob", 2, "", "No such command"),
    ("status --secrt", 2, "", "--secret"),
    ("status now", 2, "", "now"),
    ("stauts", 2, "", "status"),
    ("use Nowhere", 1, "", "there is no game “Nowhere”; there are “R3”"),
    ("status --game R9", 1, "", "there is no game “R9”"),
    ("new auction-pocker R4 Ann Bob", 2, "", "did you mean auction-poker?"),
    ("new auction-poker R3 Ann Bob", 1, "", "there is a game of that name already"),
    ("new auction-poker r3 Ann Bob", 1, "", "there is a game of that name already"),
    ("new auction-poker R4 Ann Bob ann", 1, "ALL-4", "“ann” is there twice"),
    ("new auction-poker R4 Ann host", 1, "ALL-4", "can't be a player's name"),
    ("new auction-poker R4 Ann", 1, "AP-2", "one player can't play; 2 to 26 can"),
    ("new auction-poker R4", 1, "AP-2", "2 to 26 can"),
    ("new auction-poker R4 Ann Bob -o lost=9", 2, "", "did you mean lots?"),
    ("new auction-poker R4 Ann Bob -o lots", 2, "", "key=value"),
    ("new auction-poker R4 Ann Bob -o lots=9 -o lots=8", 2, "", "given twice"),
    ("new auction-poker R4 Ann Bob -o lots=1", 1, "AP-4", "too few for 2 players"),
    ("new auction-poker R4 Ann Bob -o lots=many", 1, "AP-4", "a whole number from 1 to 52"),
    ("new auction-poker R4 Ann Bob -o min_bid=301", 1, "AP-7", "nobody could bid"),
    ("new auction-poker R4 Ann Bob --hold --typed-chance", 2, "", "contradict each other"),
    ("new auction-poker R4 Ann Bob --typed-chance --seed 11", 2, "", "leave --seed out"),
    ("new auction-poker R4 Ann Bob --seed 11", 2, "", "64 hex digits"),
    ("new auction-poker R4 Ann Bob --zone Europe/Londn", 2, "", "Europe/London"),
    ("new auction-poker R4 Ann Bob --dialect phpb", 2, "", "phpbb"),
    ("new auction-poker R4 Ann Bob --start yesterday", 2, "", '"yesterday"'),
    ("post batch-resul", 2, "", "did you mean batch-result?"),
    ("post batch-result", 1, "", "hasn't arisen yet"),
    ("pm host inventory", 2, "", "goes to a player"),
    ("pm Zed", 1, "ALL-4", "Zed"),
    ("pm Bob refusal", 1, "", "nothing of Bob's was refused"),
    ("log 99", 1, "", "there is no entry 99"),
    ("rules auction-poker AP-99", 2, "", "AP-1 to AP-28"),
    ("kinds poker", 2, "", "auction-poker"),
    ("import nowhere.journal", 3, "", "nowhere.journal can't be read"),
    ("status --now yesterday", 2, "", "yesterday"),
]


@pytest.mark.parametrize(("line", "code", "clause", "words"), MISTAKES, ids=lambda v: str(v)[:50])
def test_a_mistake_has_its_own_answer_and_changes_nothing(
    game: Host, line: str, code: int, clause: str, words: str
) -> None:
    before, games = game.snapshot(), game("games").out
    answered = game(line)
    assert answered.code == code, answered.all
    assert words in answered.all
    assert "Traceback" not in answered.all
    if clause:
        assert f"({clause})" in answered.err
    assert (game.snapshot(), game("games").out) == (before, games)


@pytest.mark.parametrize(
    ("line", "clause", "quoted"),
    [
        ("record Bob bid Q 30", "AP-7", "Q 30"),
        ("record Zed pass", "ALL-4", "Zed"),
        ("new auction-poker R4 Ann ann", "ALL-4", "ann"),
        ("close", "ALL-2", "close"),
        ("rule pause", "ALL-6", "pause"),
    ],
)
def test_a_refusal_as_json_is_the_contract(game: Host, line: str, clause: str, quoted: str) -> None:
    answered = game(f"{line} --json")
    assert answered.code == 1
    (refused,) = answered.facts["refused"]
    assert answered.facts["recorded"] == []
    assert (refused["clause"], refused["quoted"]) == (clause, quoted)
    assert refused["sentence"]
    assert "reply" in refused


def test_a_bid_from_a_winner(game: Host) -> None:
    game.at("21 20:00")("close")
    answered = game("record Ann bid F 3")
    assert "refused (AP-9): Ann has already won opening lot A" in answered.err


@pytest.fixture
def change(game: Host) -> Host:
    """A change window is open; Ann holds lot A."""
    journal = journal_of(
        "Ann, Bob",
        f"""20 20:00 chance: {deck("3S 10H KD 7C 7D")}
        20 20:00 host: start
        20 20:10 Ann: bid A 100
        20 20:10 Bob: bid B 50
        21 20:00 host: close""",
        lots=4,
    )
    answered = game("import -", pasted=journal)
    assert answered.code == 0, answered.all
    return game.at("21 21:00")


@pytest.mark.parametrize(
    ("text", "clause", "words"),
    [
        ("trash QD", "AP-16", "QD is not in Ann's hand"),
        ("trash 3S 3S", "AP-16", "3S is named twice"),
        ("trash 3S 1X", "AP-16", "1X"),
        ("bid A 5", "AP-15", "a change window is open"),
        ("pass", "AP-28", "no lots are open"),
    ],
)
def test_a_trash_that_cant_be(change: Host, text: str, clause: str, words: str) -> None:
    before = change.snapshot()
    answered = change(f"record Ann {text}")
    assert answered.code == 1
    assert f"refused ({clause})" in answered.err
    assert words in answered.err
    assert change.snapshot() == before


def test_a_card_trashed_twice_and_a_move_by_an_inactive_player(change: Host) -> None:
    change("record Ann trash 3S")
    assert "already trashed 3S" in change("record Ann trash 3S").err
    change("rule inactive Bob --why silent")
    assert "refused (AP-26): Bob was ruled inactive" in change("record Bob keep").err


def test_a_late_move_with_and_without_late(game: Host) -> None:
    game.at("21 20:30")
    answered = game("record Bob bid A 31")
    assert answered.code == 1
    assert "refused (AP-6): it came Sat 21 Nov 20:30 GMT, after the deadline" in answered.err
    assert "taken as received now, which is late; if it arrived in time add --at" in answered.err
    assert game("record Bob bid A 31 --late", "the forum was down").code == 0
    assert '[late "the forum was down"]: bid A 31' in game.snapshot()


def test_a_time_before_the_game_began(game: Host) -> None:
    answered = game("record Bob bid A 30 --at 19:30")
    assert answered.code == 1
    assert "refused (ALL-1)" in answered.err
    assert "before the game began" in answered.err


def test_times_in_a_clock_change(host: Host) -> None:
    host.now = "2026-10-25T00:10:00Z"
    host(f"new auction-poker R3 Ann Bob --zone Europe/London --seed {SEED}")
    host("record host start")
    host.now = "2026-10-25T12:00:00Z"
    twice = host("record Ann bid A 30 --at", "2026-10-25 01:30")
    assert twice.code == 2
    assert "+01:00" in twice.err
    assert "+00:00" in twice.err
    assert host("record Ann bid A 30 --at", "2026-10-25 01:30 +00:00").code == 0
    host.now = "2027-03-28T12:00:00Z"
    never = host("record Bob bid A 30 --at", "2027-03-28 01:30")
    assert never.code == 2
    assert "00:59" in never.err or "02:00" in never.err


def test_commands_with_no_game(host: Host) -> None:
    for line in (
        "status",
        "record Ann pass",
        "close",
        "undo",
        "log",
        "post",
        "export",
        "rule resume",
    ):
        answered = host(line)
        assert answered.code == 1, line
        assert "gmtool new " in answered.err


def test_commands_with_an_ended_game(game: Host) -> None:
    game("rule end --why enough")
    before = game.snapshot()
    for line in ("record Bob pass", "close", "rule extend +1h --why x", "rule pause --why x"):
        answered = game(line)
        assert answered.code == 1, line
        assert "was called off (enough)" in answered.err
    assert game.snapshot() == before
    assert game("rule note afterwards").code == 0


def test_commands_with_a_paused_game(game: Host) -> None:
    game("rule pause --why holidays")
    game.at("25 12:00")
    before = game.snapshot()
    for line in ("record Bob pass", "close", "rule pause --why x"):
        answered = game(line)
        assert answered.code == 1, line
        assert "paused since Fri 20 Nov 21:00 GMT" in answered.err
        assert "gmtool rule resume" in answered.err
    assert game.snapshot() == before


def test_all_8_an_older_message_counts_before_a_later_one_recorded_first(game: Host) -> None:
    """It is judged in the order of arrival, and the later one anew: the answer says what falls, and
    its player is told.
    """
    game("sent all")
    answered = game("record Ann bid A 20 --at 20:40")
    assert answered.code == 0
    assert "doesn't stand any more, since it came later: entry 3" in answered.err
    assert "(AP-8): Ann has already bid 20 on lot A" in answered.err
    assert "Ann [recorded 2026-11-20T21:00:00Z]: bid A 20" in game.snapshot()
    assert "No longer on record: “bid A 30”" in answered.out
    assert "On record for you:\n\nbid A 20\n\n" in answered.out
    bids = game("status --json --secret").facts["players"][0]["bids"]
    assert [bid["coins"] for bid in bids] == [20]


def test_all_8_messages_that_both_stand_may_be_recorded_in_any_order(game: Host) -> None:
    answered = game("record Ann bid B 20 --at 20:40")
    assert answered.code == 0
    assert "doesn't stand any more" not in answered.all
    bids = game("status --json --secret").facts["players"][0]["bids"]
    assert [bid["coins"] for bid in bids] == [20, 30]


def test_a_move_in_time_for_a_closed_window_says_how_to_put_it_right(game: Host) -> None:
    game.at("21 20:00")("close")
    answered = game("record Bob bid A 40 --at 19:55")
    assert answered.code == 1
    assert "it came in time for a window that entry 4 closed" in answered.err
    (line,) = (line.strip() for line in answered.err.splitlines() if line.startswith("    gmtool"))
    assert line == "gmtool amend --before 4 Bob bid A 40 --at 2026-11-21T19:55:00Z"
    before, line = game.snapshot(), line.removeprefix("gmtool ")
    shown = game(line)
    assert shown.code == 0
    assert "decided lot A: winner Bob instead of Ann" in shown.out
    assert game.snapshot() == before
    assert game(f"{line} --yes --why", "it lay in the junk folder").code == 0
    assert game("status --json").facts["public"]["decided"][0]["winner"] == "Bob"


JOURNAL = journal_of(
    "Ann, Bob",
    """20 20:00 host: start
    20 20:10 Ann: bid A 30
    20 20:20 Ann: bid A 40
    21 20:00 host: close""",
)


def test_a_journal_with_a_wrong_line_in_the_middle(host: Host) -> None:
    answered = host("import -", pasted=JOURNAL)
    assert answered.code == 1
    assert "refused (AP-8): Ann has already bid 30 on lot A" in answered.err
    assert "line 11: 2026-11-20T20:20:00Z Ann: bid A 40" in answered.err
    assert host("games --json").facts == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("20:20:00Z Ann:", "20:20 Ann:", "line 11"),
        ("kind: auction-poker", "kind: auction-pocker", "did you mean auction-poker?"),
        ("kind: auction-poker", "colour: red", "line 2"),
        ("rules: 1", "rules: 7", "version 7"),
        ("zone: Europe/London", "zone: Europe/Londn", "Europe/London"),
        ("---\n", "option lost: 3\n---\n", "did you mean lots?"),
        ("---\n", "set colour: red\n---\n", "colour"),
        ("---\n", "set dialect: html\n---\n", "html"),
        ("players: Ann, Bob", "players: Ann, ann", "(ALL-4)"),
        ("gmtool-journal 1", "gmtool-journal 9", "line 1"),
    ],
)
def test_a_journal_that_is_none(host: Host, old: str, new: str, words: str) -> None:
    answered = host("import -", pasted=JOURNAL.replace(old, new, 1))
    assert answered.code in {1, 2, 3}
    assert words in answered.err
    assert host("games --json").facts == []


def test_a_database_that_is_a_text_file(host: Host) -> None:
    host.database.write_text("my shopping list, which is longer than a header\n" * 9)
    answered = host("status")
    assert answered.code == 3
    assert str(host.database) in answered.err
    assert host.database.read_text().startswith("my shopping list")


def test_a_database_that_is_read_only(host: Host) -> None:
    host.begin()
    readonly = f"sqlite:///{host.database}?mode=ro"
    assert host("status --db", readonly).code == 0
    answered = host("record Ann bid A 30 --db", readonly)
    assert answered.code == 3
    assert "can only be read" in answered.err


def test_a_database_locked_by_another_process(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.begin()
    monkeypatch.setenv("GMTOOL_BUSY_SECONDS", "0.1")
    other = sqlite3.connect(host.database, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        answered = host("record Ann bid A 30")
        other.execute("ROLLBACK")
    finally:
        other.close()
    assert answered.code == 3
    assert "in use by another program" in answered.err
    assert "bid A 30" not in host.snapshot()


def test_a_database_from_a_newer_version(host: Host) -> None:
    host.begin()
    with sqlite3.connect(host.database) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    answered = host("status")
    assert answered.code == 3
    assert "newer gmtool" in answered.err


def test_a_folder_that_isnt_there(host: Host) -> None:
    answered = host("status --db /nowhere/at/all/games.db")
    assert answered.code == 3
    assert "/nowhere/at/all" in answered.err


@pytest.mark.parametrize(
    ("template", "line", "words"),
    [
        ("Hello\n{{ plyers }}", 2, "plyers"),
        ("Hello\n\n{% if %}", 3, ""),
        ("{{ players.x.y }}", 1, ""),
    ],
)
def test_a_template_with_a_mistake(game: Host, template: str, line: int, words: str) -> None:
    folder = game.database.parent / "templates" / "any"
    folder.mkdir(parents=True)
    file = folder / "receipt.j2"
    file.write_text(template)
    before = game.snapshot()
    answered = game("record Bob bid A 30")
    assert answered.code == 3
    assert f"{file}, line {line}" in answered.err
    assert words in answered.err
    assert game.snapshot() == before


def test_a_template_of_the_hosts_own_takes_the_place_of_the_shipped_one(game: Host) -> None:
    folder = game.database.parent / "templates" / "any"
    folder.mkdir(parents=True)
    (folder / "receipt.j2").write_text("Noted, {{ to }}: {{ entry.text }}")
    assert "\n\nNoted, Bob: bid A 30\n\n" in game("record Bob bid A 30").out


def test_a_spoilt_cache_is_made_again_from_the_journal(game: Host) -> None:
    before = game("status --json --secret").out
    with sqlite3.connect(game.database) as database:
        database.execute('UPDATE head SET state = \'{"table": {}, "last_said": null}\'')
    database.close()
    assert game("status --json --secret").out == before
    assert game("record Bob bid A 31").code == 0


def test_output_that_is_cut_off_is_no_mistake() -> None:
    words = [sys.executable, "-m", "gmtool", "kinds", "auction-poker"]
    first = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert first.stdout is not None
    assert first.stderr is not None
    first.stdout.close()
    errors = first.stderr.read().decode()
    first.stderr.close()
    first.wait()
    assert "Traceback" not in errors
