"""Words and records from outside, at every door of the program: what is typed, pasted and imported.

Nothing unseen comes in with it, nothing stops a command with a traceback, and a journal that is
taken is given back as one that reads to the same game. Each attack has a short form here; with
GMTOOL_LONG=1 they are a soak (docs/reliability.md).
"""

from __future__ import annotations

import json
import random
import shlex
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hosting import SEED, Answered, Host
from lengths import few_or_many, one_in
from mutated import mutated
from recorded import RECORDED
from registered import FILES, REPORTS

from gmtool.desk.moves.messages import Message

pytestmark = [pytest.mark.slow, pytest.mark.attack]
DONE, REFUSED, USAGE, UNUSABLE = 0, 1, 2, 3
HIDDEN = "\x08\x0b\u00ad\u200b\u200f\u2066\ufeff\U000e0041"

# ---- what is typed and pasted

DOORS = """
record Ann 'bid A 35'
record Ann bid A 35 --note 'from her' --link 'https://f.example/t?p=1'
record Ann --from -
record host --from -
record --thread - --yes
record Bob 'bid A 9' --at 20:10 --note 'was ill'
take 4 'bid A 35'
ask 4 'thirty?'
aside 4 --why banter
amend 3 bid B 36 --why misread --yes
amend 3 --strike --why misread --yes
undo --why 'a slip'
rule extend +2h --why 'forum down'
rule alias Ann Annie
rule replace Ann Robin --why left
set Ann name=Anna
set thread=https://f.example/t 'skip=sat sun'
rule note 'all is well'
new auction-poker 'Round 4' Eve Flo -o lots=4 --host Mara --seed {SEED}
"""
PASTED = {
    "record Ann --from -": "Hi host,\nbid A 35\nthanks",
    "record host --from -": 'note "so be it"',
    "record --thread - --yes": (
        "Post by Ann » Fri Nov 20, 2026 8:20 pm\n\nbid A 35\n\n"
        "Post by Bob » Fri Nov 20, 2026 8:21 pm\n\nbid A 36\n"
    ),
}


def at_a_desk(host: Host) -> Host:
    host.begin()
    assert host.at("20 20:05")("record Bob bid B 31").code == DONE
    said = host("record Cid --from -", pasted="Hi, 30 on A perhaps?")
    assert said.code == REFUSED, said.all
    return host.at("20 20:30")


def sprinkled(text: str, rng: random.Random) -> str:
    """The text with signs in it that aren't seen, not at the ends of a word of the program's."""
    places = [n for n in range(1, len(text)) if text[n - 1 : n + 1].isalnum()]
    for at in sorted(rng.sample(places, min(2, len(places))), reverse=True):
        text = f"{text[:at]}{rng.choice(HIDDEN)}{text[at:]}"
    return text


@pytest.mark.parametrize("door", one_in(6, DOORS.strip().splitlines()))
def test_all_06_nothing_unseen_comes_in_through_a_door(
    host: Host, tmp_path: Path, door: str
) -> None:
    content = at_a_desk(host).database.read_bytes()
    typed, pasted = shlex.split(door.format(SEED=SEED)), PASTED.get(door, "")
    own = len([word for word in typed[:2] if word.isalpha() and word.islower()])

    def kept(words: Sequence[str], pasted: str, name: str) -> tuple[Answered, str]:
        other = Host(tmp_path / f"{name}.db", host.now)
        other.database.write_bytes(content)
        other.database.chmod(0o600)
        said = other("", *words, pasted=pasted)
        entries = [
            (e["who"], e["move"], e["late"], e["note"], e["link"], e["received"])
            for e in other("log --secret --json").facts
        ]
        header = other("export").out.partition("---\n")[0].partition("\nseed")[0]
        return said, json.dumps([header, entries])

    plain, as_meant = kept(typed, pasted, "plain")
    assert plain.code == DONE, plain.all
    for number in range(few_or_many(1, 50)):
        rng = random.Random(number)  # noqa: S311
        words = [*typed[:own], *(w if w[0] == "-" else sprinkled(w, rng) for w in typed[own:])]
        said, there = kept(words, sprinkled(pasted, rng), str(number))
        assert (said.code, there) == (DONE, as_meant), (ascii(words), said.all)


@pytest.mark.parametrize("name", ["a\0b", "a\ud800"])
def test_what_can_be_no_file_is_told(host: Host, name: str) -> None:
    before = host.begin().snapshot()
    for line in (*FILES, "status --db"):
        said = host(line, name)
        assert (said.code, "can't be the name of a file" in said.err) == (USAGE, True), said.all
        said.err.encode()
    for line in ("record Ann", "rule note", "use", "set host=x -g", "record Ann bid A 3 --link"):
        assert host(line, name).code in {DONE, REFUSED, USAGE}
    assert host.snapshot().startswith(before.rpartition("end:")[0])


def test_the_games_own_texts_are_looked_up_once_for_a_page(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looked up for each of its posts, they made a page take six times as long."""
    looked_up: list[str] = []

    def look_up(letter: Message) -> frozenset[str]:
        looked_up.append(letter.who)
        return frozenset()

    monkeypatch.setattr(Message, "_own_lines", look_up)
    post = "Post by {} » Fri Nov 20, 2026 8:20 pm\n\nso it goes\nand goes {}\n\n"
    page = "".join(post.format(name, n) for n, name in enumerate(("Ann", "Bob", "Zed") * 9))
    said = host.begin().at("20 20:30")("record --thread - --dry-run", pasted=page)
    assert said.code == DONE, said.all
    assert sorted(looked_up) == ["Ann", "Bob"]


# ---- journals that were changed


@pytest.mark.parametrize("first", one_in(8, range(0, 8000, 1000)))
def test_all_06_a_mutated_journal_is_refused_or_given_back_as_the_same_game(
    tmp_path: Path, first: int
) -> None:
    """Of journals that `mutated` makes of the recorded games, by the thousand."""
    files, host = sorted(RECORDED.glob("*/*.journal")), Host(tmp_path / "games.db")
    for number in range(first, first + few_or_many(6, 1000)):
        rng = random.Random(number)  # noqa: S311
        text = mutated(rng.choice(files).read_text("utf-8"), rng)
        host.database.unlink(missing_ok=True)
        said = host("import - --as One", pasted=text)
        assert said.code in {DONE, REFUSED, USAGE, UNUSABLE}, (number, said.all)
        if said.code != DONE:
            assert said.err.strip(), number
            continue
        own = host("export").out
        again = host("import - --as Two", pasted=own)
        assert again.code == DONE, (number, again.all)
        assert (
            host("export").out.replace("name: Two", "name: One").splitlines()[:-1]
            == (own.splitlines()[:-1])
        ), number
        stands = [host(f"status --secret --json -g {name}").facts for name in ("One", "Two")]
        for facts in stands:
            del facts["game"], facts["next"]
        assert stands[0] == stands[1], number
        public = host("export --public -g One").out
        taken = host("import - --as Three", pasted=public)
        is_running = "the public part of a running game" in taken.err
        assert taken.code == DONE or is_running, (number, taken.all)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Ann: bid", "Ann [recorded 2026-11-20T20:04:59Z]: bid", "refused (ALL-8): recorded"),
        ("T20:05:00Z Ann", "T20:05:00Z Ann [recorded 9999-12-31T23:59:59Z]", "from 1900 to 3000"),
        ("2026-11-20T20:05", "0000-01-01T20:05", "no such day or time"),
        ("2026-11-20T20:05", "3000-12-31T20:05", "refused (AP-6)"),
        ("2026-11-20", "3000-12-31", "refused (ALL-1): with that bids on lots"),
        ("set dialect: plain", "set start: 2\x0026-04-10T19:00:00Z", "the planned start: “226-04"),
        ("zone: Europe/London", "zone: Mars/Olympus", "no time zone"),
    ],
)
def test_what_no_journal_can_say_is_told_with_its_line(
    host: Host, old: str, new: str, told: str
) -> None:
    host.begin()
    host.at("20 20:05")("record Ann bid A 30")
    text = host.snapshot().replace("journal 2", "journal 1").rpartition("end:")[0]
    assert old in text
    said = host("import - --as Two", pasted=text.replace(old, new))
    assert said.code in {REFUSED, USAGE, UNUSABLE}
    assert told in said.all


def without_guards(other: sqlite3.Connection) -> list[str]:
    """Takes a database's triggers away, and returns what makes them again."""
    found = other.execute("SELECT name, sql FROM sqlite_master WHERE type='trigger'").fetchall()
    for name, _ in found:
        other.execute(f"DROP TRIGGER {name}")
    return [sql for _, sql in found]


def test_all_08_check_tells_what_was_recorded_before_it_arrived_and_the_game_goes_on(
    host: Host,
) -> None:
    """Whoever changes that makes the chain anew, which would show it else."""
    host.begin("Ann Bob")
    assert host.at("20 20:05")("record Ann bid A 30").code == DONE
    with closing(sqlite3.connect(host.database)) as other:
        guards = without_guards(other)
        other.execute("UPDATE entry SET recorded_at='2026-11-20 20:04:00.000000' WHERE number=3")
        other.execute("UPDATE entry SET hash=''")
        other.execute("DELETE FROM head")
        for guard in guards:
            other.execute(guard)
        other.commit()
    checked = host("check")
    assert checked.code == DONE
    assert "note, R3: recorded before it arrived: entry 3 (ALL-8)" in checked.out, checked.all
    assert host("record Bob bid B 12").code == DONE
    exported = host("export")
    assert "entry 3, of Ann, doesn't go through the rules (ALL-8)" in exported.err
    assert host("import - --as Two", pasted=exported.out).code == REFUSED


# ---- a database that something else wrote to


@pytest.mark.parametrize("column", ["state", "players"])
def test_a_damaged_head_is_made_anew(host: Host, column: str) -> None:
    content = host.begin().database.read_bytes()
    good = {line: host(line).out for line in REPORTS}
    damage = ("{}", '{"players": 3}', "[" * 5000, "[1]", "null", "", "{", '{"table": {}}', "1e999")
    for number in range(few_or_many(3, len(damage))):
        host.database.write_bytes(content)
        with closing(sqlite3.connect(host.database)) as other:
            other.execute(f"UPDATE head SET {column}=?", (damage[number],))
            other.commit()
        assert host("check").code == REFUSED
        assert host("record Zed bid A 30").code == REFUSED
        for line, out in good.items():
            assert host(line).out == out, (column, damage[number], line)
        assert host("record Ann bid A 30").code == DONE
        assert host("check").code == DONE


@pytest.mark.parametrize("column", ["state", "players", "seal", "program"])
@pytest.mark.parametrize("ended", [0, 1])
def test_a_head_that_is_no_text_hides_no_game(host: Host, column: str, ended: int) -> None:
    host.begin()
    good = {line: host(line).out for line in REPORTS}
    for line, out in good.items():
        with closing(sqlite3.connect(host.database)) as other:
            other.execute(f"UPDATE head SET {column} = CAST(X'FF41' AS TEXT), ended = {ended}")
            other.commit()
        assert host(line).out == out, line


@pytest.mark.parametrize("value", ["x", "", "-1", "999", "1.5", "²", "9" * 400])
def test_a_current_game_that_is_no_number_of_one(host: Host, value: str) -> None:
    host.begin()
    with closing(sqlite3.connect(host.database)) as other:
        other.execute("UPDATE choice SET value=?", (value,))
        other.commit()
    said = host("status")
    assert (said.code, "choose one of “R3” with: gmtool use NAME" in said.err) == (REFUSED, True)
    assert host("use R3").code == DONE
    assert host("status").code == DONE


def test_a_zone_that_isnt_installed(host: Host) -> None:
    content = host.begin().database.read_bytes()
    for sql in ("UPDATE game SET zone='Mars/Olympus'", "UPDATE game SET settings='{\"start\": 1}'"):
        host.database.write_bytes(content)
        with closing(sqlite3.connect(host.database)) as other:
            without_guards(other)
            other.execute(sql)
            other.commit()
        for line in (*REPORTS, "record Ann bid A 30", "export", "check"):
            assert host(line).code in {DONE, REFUSED, USAGE, UNUSABLE}, line
