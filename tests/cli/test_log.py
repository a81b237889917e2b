"""log: the journal, and what was refused; the transcript in which receipts can be checked."""

from __future__ import annotations

import hashlib
import hmac
import re
from pathlib import Path

import pytest
from hosting import SEED, Host

from gmtool.engine.instants import Instant
from gmtool.store import Attempt, Store

pytestmark = pytest.mark.slow  # whole games at the desk


@pytest.fixture
def refused(host: Host) -> Host:
    """Ann's second bid on A, one of Bob's two, a pasted one of Cid's and a close were refused."""
    host.begin().at("20 21:00")
    host("record Ann bid A 30 --at 20:44")
    host.at("20 21:05")("record Ann bid A 75 --at 20:50")
    host("record Bob bid A 31, Q 17")
    host.at("20 21:10")("record Cid --from -", pasted="Lot B: 64,\nlot Q: 65\nsee you")
    host("close")
    return host


def test_refused_attempts_are_listed_with_time_text_and_clause(refused: Host) -> None:
    answered = refused("log --refused --secret")
    assert answered.code == 0, answered.all
    first, head, *rows = answered.out.splitlines()
    assert first == "R3: 4 refused attempts"
    assert head.split() == ["arrived", "who", "written", "clause", "after", "entry", "why"]
    cells = [re.split(r" {2,}", row.strip()) for row in rows]
    assert cells[0][:6] == ["1", "Fri 20 Nov 20:50 GMT", "Ann", "A 75", "AP-8", "3"]
    assert cells[0][6].startswith("Ann has already bid 30 on lot A (received Fri 20 Nov 20:44 GMT)")
    assert cells[1][2:6] == ["Bob", "Q 17", "AP-7", "4"]
    assert cells[2][2:6] == ["Cid", "Q 65", "AP-7", "5"]
    assert cells[3][2:6] == ["host", "close", "ALL-2", "5"]


def test_what_a_player_tried_is_as_secret_as_a_bid(refused: Host) -> None:
    for answered in (refused("log --refused"), refused("log --refused --json")):
        assert answered.code == 0
        for secret in ("75", "17", "30", "31", "64", "65", "lot A", "see you"):
            assert secret not in re.sub(r"\d\d:\d\d|\d{4}-.*Z", "", answered.out), secret
        for known in ("Ann", "Bob", "Cid", "AP-8", "ALL-2", "close"):
            assert known in answered.out
    assert refused("log --refused").out.count("(sealed)") == 3 + 4


def test_a_players_attempt_is_sealed_even_where_it_reads_like_a_hosts(host: Host) -> None:
    host.begin()
    at = Instant("2026-11-20T21:00:00Z")
    with Store.open(host.database) as store, store.writing() as room:
        for who in ("Ann", "host"):
            room.add_attempt(1, Attempt(who, "close", at, at, "ALL-2", "too early.", "", 2))
    assert [row["quoted"] for row in host("log --refused --json").facts] == ["(sealed)", "close"]


def test_one_attempt_is_shown_whole(refused: Host) -> None:
    answered = refused("log --refused 3")
    assert answered.code == 0
    assert "R3: refused attempt 3" in answered.out
    assert "  raw:\n    | Lot B: 64,\n    | lot Q: 65\n    | see you\n" in answered.out
    missing = refused("log --refused 9")
    assert missing.code == 1
    assert missing.err == "R3: there is no refused attempt 9; there are 4.\n"


def test_attempts_as_facts_are_a_flat_list(refused: Host) -> None:
    rows = refused("log --refused --secret --json").facts
    assert [row["number"] for row in rows] == [1, 2, 3, 4]
    assert rows[0] == {
        "number": 1,
        "who": "Ann",
        "quoted": "A 75",
        "received": "2026-11-20T20:50:00Z",
        "recorded": "2026-11-20T21:05:00Z",
        "clause": "AP-8",
        "sentence": "Ann has already bid 30 on lot A (received Fri 20 Nov 20:44 GMT); "
        "a bid is final.",
        "raw": "",
        "after": 3,
    }
    assert all(not isinstance(value, (list, dict)) for row in rows for value in row.values())


def test_after_the_end_nothing_refused_is_hidden(refused: Host) -> None:
    refused("rule end --why enough")
    assert "(sealed)" not in refused("log --refused").out
    assert "A 75" in refused("log --refused").out


def test_without_refusals_the_list_is_empty(host: Host) -> None:
    host.begin()
    assert host("log --refused").out == "R3: nothing was refused\n"
    assert host("log --refused --json").facts == []
    assert host("log --refused 1").err == (
        "R3: there is no refused attempt 1; nothing was refused.\n"
    )


@pytest.fixture
def ended(host: Host) -> Host:
    """Sealed moves that stand, that were taken back, and that were taken back and put back."""
    host.begin("Ann Bob").at("20 21:00")
    host("record Ann bid A 30, C 12", "--note", "by phone")
    host("record Bob bid A 1")
    host("undo")
    host("record Bob bid A 31")
    host("undo")
    host("redo")
    host("rule end --why enough")
    return host


def test_players_can_compare_their_receipts_with_the_transcript(ended: Host) -> None:
    text = ended("export --public").out
    receipt = ended("pm Ann receipt").out
    lines = text.splitlines()
    nonces = {}
    for place, line in enumerate(lines):
        found = re.fullmatch(r"# entry (\d+)(, taken back)?: nonce (\w{32}), digest (\w{64})", line)
        if not found:
            continue
        number, back, nonce, digest = found.groups()
        who, move = re.split(r" \[.*\]: |: ", lines[place - 1].split(" ", 1)[1], maxsplit=1)
        assert digest == hashlib.sha256(f"{nonce} {who}: {move}".encode()).hexdigest()
        nonces[int(number)] = (nonce, move, back)
    assert {number: (move, back) for number, (_, move, back) in nonces.items()} == {
        3: ("bid A 30, C 12", None),
        4: ("bid A 1", ", taken back"),
        6: ("bid A 31", None),
    }
    seed = re.search(r"^seed: (\w{64})$", text, re.MULTILINE)
    assert seed
    assert seed[1] == SEED
    for number, (nonce, _, _) in nonces.items():
        by_seed = hmac.digest(bytes.fromhex(SEED), f"gmtool nonce {number}".encode(), "sha256")
        assert nonce == by_seed[:16].hex()
    assert f"{nonces[3][0]} Ann: bid A 30, C 12" in receipt


def test_a_transcript_shows_what_was_put_right_and_its_receipts(host: Host) -> None:
    """Whoever reads it can fold the game anew, and finds the receipt of what counts."""
    host.begin("Ann Bob").at("20 21:00")
    host("record Ann bid A 54")
    host("record Bob bid A 50")
    host("amend 3 bid A 45 --yes --why", "typed wrong")
    host("amend --before 4 Bob bid C 12 --at 20:30 --yes --why", "missed")
    host("amend 4 --strike --yes --why", "sent to another game")
    states = {row["number"]: row["state"] for row in host("log --json").facts}
    assert (states[3], states[4]) == ("put right by 5", "struck by 7")
    receipt = host("pm Ann receipt").out
    host("rule end --why enough")
    text = host("export --public").out
    remarks = re.findall(
        r"^# entry (\d+)(.*): nonce (\w{32}), digest (\w{64})$", text, re.MULTILINE
    )
    assert [(number, state) for number, state, _, _ in remarks] == [
        ("3", ", put right later"),
        ("4", ", taken back"),
        ("3", ""),
        ("6", ""),
    ]
    _, _, nonce, digest = remarks[2]
    assert digest == hashlib.sha256(f"{nonce} Ann: bid A 45".encode()).hexdigest()
    assert digest in receipt
    assert host("import - --as again", pasted=text).code == 0
    assert host("status --json").facts["entry"] == 8


def test_the_transcript_says_how_to_check_and_imports_again(ended: Host) -> None:
    text = ended("export --public").out
    head = text.split("gmtool-journal 2")[0]
    for word in ("SHA-256", "NONCE WHO: MOVE", "HMAC-SHA256(SEED", "commitment"):
        assert word in head
    assert "by phone" not in text
    assert ended("import - --as again", pasted=text).code == 0
    again = ended("export --public --game again").out.replace("name: again", "name: R3")
    assert again.splitlines()[:-1] == text.splitlines()[:-1]


def test_a_renamed_player_stands_in_the_log_as_it_was_said(host: Host) -> None:
    host.begin()
    host("rule adjust Ann coins +5 --why", "x")
    host("set Ann name=Annie")
    for text in (host("log").out, host("export --public").out):
        assert "adjust Ann coins +5" in text
        assert "set Ann name=Annie" in text


def test_what_is_taken_back_stays_public_or_sealed_as_it_was(host: Host) -> None:
    host.begin().at("20 21:00")
    host("record Ann bid A 30")
    host("undo")
    host("rule extend +2h --why", "forum was down")
    host("undo")
    taken_back = [row["move"] for row in host("log --json").facts if row["state"]]
    assert taken_back == ["(sealed)", 'extend +2h why "forum was down"']


def test_what_is_nobody_elses_affair_is_not_in_the_transcript(host: Host) -> None:
    host.begin()
    host("rule note", "Bob seems annoyed")
    host("set Ann zone=Asia/Kathmandu")
    host("record Bob --from - --link https://forum.example/pm/7", pasted="A 30")
    host("undo 5")
    host("rule end --why", "too few")
    text = host("export --public").out
    for private in ("annoyed", "Kathmandu", "pm/7"):
        assert private not in text
    assert text.count('host: note "the host\'s own"') == 2
    assert "host: undo 5" in text
    assert host("import - --as again", pasted=text).code == 0


def test_a_running_game_and_open_moves_have_no_such_lines(host: Host) -> None:
    host.begin()
    host("record Ann bid A 30")
    assert "nonce" not in host("export --public").out
    host("rule end --why enough")
    assert host("export --public").out.count("# entry ") == 1
    assert "# entry " not in host("export").out


def test_chance_typed_by_the_host_has_no_commitment_to_check(host: Host) -> None:
    host("new auction-poker R3 Ann Bob --zone UTC --typed-chance")
    host("rule end --why enough")
    assert "commitment" not in host("export --public").out


# ---- journals that aren't whole


def test_of_a_journal_that_was_cut_the_good_part_is_taken_on_purpose(host: Host) -> None:
    """Three bytes less make another bid of `bid C 120`."""
    host.begin()
    assert host("record Ann bid A 30, C 120").code == 0
    whole = host("export").out
    kept, _, end = whole.rpartition("end: ")
    other = Host(host.database.with_name("other.db"))
    assert Host(host.database.with_name("fine.db"))("import -", pasted=whole).code == 0
    for cut in (kept[:-3], kept, f"{kept.replace('C 120', 'C 121')}end: {end}", f"{whole}more\n"):
        refused = other("import -", pasted=cut)
        assert refused.code == 3, refused.all
        assert "nothing was imported. With --cut what goes through of it" in refused.err
        assert not other.database.exists() or "no games" in other("games").out
    taken = other("import - --cut", pasted=kept[:-3])
    assert taken.code == 0
    last = f"line {kept.count(chr(10))}: it was cut"
    assert f"what stands from there on wasn't taken: {last}" in taken.out
    assert "bid" not in other("export").out
    facts = other("import - --cut --as R4 --json", pasted=kept[:-3]).facts
    assert (facts["entries"], last in facts["left_out"]) == (2, True)
    assert other("import - --as R5 --json", pasted=whole).facts["left_out"] == ""


def test_what_is_no_journal_of_this_gmtool_says_what_it_is(host: Host, tmp_path: Path) -> None:
    host.begin()
    text = host("export").out
    newer = text.replace("gmtool-journal 2", "gmtool-journal 3")
    assert "written by a newer gmtool" in host("import -", pasted=newer).err
    older = text.replace("gmtool-journal 2", "gmtool-journal 1")
    assert "it ends as one that begins “gmtool-journal 2”" in host("import -", pasted=older).err
    copy = tmp_path / "friday.db"
    assert host(f"backup {copy}").code == 0
    assert "It is a database: name it with --db." in host(f"import {copy}").err
