"""Games that are each made of a file: set up, kept, read back, bound and checked by that file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import filed
import pytest
import tutorial
from by_hand import ended
from files import put
from hosting import SEED, Host

from gmtool.cli.completion import rulebook
from gmtool.cli.prompts import new_game
from gmtool.desk.session import kinds
from gmtool.desk.verify import verify
from gmtool.engine import files
from gmtool.games import outside
from gmtool.store.completion_queries import read_candidates
from gmtool.testing.broken import Broken
from gmtool.testing.played import Subject
from gmtool.testing.promised import PROMISES

NEW = f"new {filed.KIND} Sunday Ann Bob Cid --zone UTC --seed {SEED}"
LINES = "".join(f"setup: {line}".rstrip(" ") + "\n" for line in filed.SHORT.split("\n")[:-1])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filed.installed(tmp_path_factory.mktemp("site"))


@pytest.fixture(autouse=True)
def _installed(site: Path) -> Iterator[None]:
    with tutorial.on_path(site):
        yield


def played(host: Host, *, rounds: int = 2) -> Host:
    """The game played to its end."""
    assert host("record host start").code == 0
    for number in range(rounds):
        for name in ("Ann", "Bob", "Cid"):
            assert host(f"record {name} {number + 1}").code == 0
    return host


def test_a_game_is_made_of_the_file_that_was_given(host: Host) -> None:
    begun = host(f"{NEW} --setup short")
    assert begun.code == 0, begun.all
    assert begun.err.startswith("Sunday: A: b set up for 3 players (Ann, Bob, Cid)")
    journal = host("export").out
    assert f"players: Ann, Bob, Cid\n{LINES}set dialect" in journal
    assert f"\n{LINES}set dialect" in host("export --public").out
    played(host)
    assert "the game has ended" in host("status").out
    assert host.snapshot().count(": number ") == 6
    covered = f"kind: {filed.KIND}\nrules: 1\nplayers: Ann, Bob, Cid\nzone: UTC\n"
    covered += f"option hours: 24\n{LINES}"
    commitment = sha256(bytes.fromhex(SEED) + covered.encode()).hexdigest()
    assert commitment[:8] in begun.out
    assert host("check").code == 0


def test_a_file_is_named_typed_or_pasted_and_kept_canonically(host: Host, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(b"\xef\xbb\xbfrounds = 4\r\n# no end")
    for name, setup, pasted in (("A", file, ""), ("B", "-", "rounds = 4\n# no end\n")):
        line = f"new {filed.KIND} {name} Ann Bob Cid --setup {setup}"
        assert host(line, pasted=pasted).code == 0
        assert "\nsetup: rounds = 4\nsetup: # no end\nset " in host("export").out
    own = put(tmp_path, "short", "rounds = 5\n")
    told = host(f"new {filed.KIND} Monday Ann Bob Cid --setup {own} --dry-run")
    assert (told.code, host("use Monday").code) == (0, 1)


def test_the_same_text_makes_the_same_game() -> None:
    kind = kinds.find(filed.KIND).game
    assert kinds.made(kind, filed.LONG) is kind
    assert kinds.made(kind, filed.SHORT) is kinds.made(kind, filed.SHORT)
    assert [one.name for one in kinds.setups(filed.KIND)] == ["long", "short"]
    assert kinds.setups("lone-number")[:0] == kinds.setups("auction-poker") == ()


def test_options_that_a_game_of_another_file_lacks_are_not_taken_over(host: Host) -> None:
    assert host(f"{NEW} --setup short -o hours=12").code == 0
    line = f"new {filed.KIND} Next Ann Bob Cid --from Sunday --setup -"
    told = played(host)(line, pasted="rounds = 1\nhours = 9\n")
    assert told.code == 0, told.err
    assert "option" not in host("export").out


def test_a_journal_is_imported_with_its_file_and_refused_with_a_wrong_one(host: Host) -> None:
    assert host(f"{NEW} --setup short").code == 0
    played(host)
    journal, name = host("export").out, " --as Other"
    taken = host(f"import -{name}", pasted=journal)
    assert taken.code == 0, taken.err
    assert host("export").out == ended(journal.replace("name: Sunday", "name: Other"))
    script = journal.replace("gmtool-journal 2", "gmtool-journal 1").partition("end: ")[0]
    wrong = {
        script.replace(LINES, ""): "is made of a file, and there is none.\nNothing was imported.",
        script.replace(
            "rounds = 2", "rounds = x"
        ): "standard input, setup, line 3, rounds: “x” can",
        script.replace(filed.KIND, "sealed-number"): "standard input, setup: no game of the kind "
        "sealed-number is made of a file.\nNothing was imported.",
    }
    for text, says in wrong.items():
        told = host("import - --as Wrong", pasted=text)
        assert (told.code, says in told.err) == (3, True), told.err
    assert host("use Wrong").code == 1


def test_a_record_fits_and_one_with_another_line_of_the_file_does_not(host: Host) -> None:
    opening = host(f"{NEW} --setup short").out
    played(host)
    record = host("export --public").out
    fits = verify(record, opening)
    assert fits.ok, fits.lines
    for was, now in (("rounds = 2\t", "rounds = 2"), ("setup:\n", ""), ("A: b", "A: c")):
        told = verify(ended(record.replace(was, now)), opening)
        assert not told.ok
        bad = [check["check"] for check in told.facts["checks"] if check["misfit"]]
        assert "commitment" in bad
    for now, why in (
        (record.replace("rounds = 2", "rounds = 5"), ""),
        (record.replace("rounds = 2", "rounds = x"), "line 3, rounds: “x” can't stand there"),
        (record.replace(LINES, ""), "is made of a file, and there is none"),
        (
            record.replace(filed.KIND, "sealed-number"),
            "no game of the kind sealed-number is made of a file",
        ),
    ):
        checks = {
            one["check"]: one["misfit"] for one in verify(ended(now), opening).facts["checks"]
        }
        assert checks["rules"], why
        assert why in checks["rules"]


def test_the_hash_of_the_file_in_the_opening_post_fits_and_no_other_does(host: Host) -> None:
    opening = host(f"{NEW} --setup short").out
    assert host("check").code == 0, "there is no entry yet"
    record = played(host)("export --public").out
    for hash_, fits in ((files.hash_of(filed.SHORT), True), ("ab" * 32, False)):
        told = verify(record, opening.replace("\nrecord 0", f"\n{hash_}\nrecord 0")).facts
        assert [one["check"] for one in told["checks"] if one["misfit"]] == ["commitment"][fits:]


def test_templates_get_the_hash_of_the_file(host: Host, tmp_path: Path) -> None:
    put(host.database.parent, "templates/filed-number/opening.j2", "{{ game.file_hash or 'none' }}")
    shown = host(f"{NEW} --setup short").out
    assert shown.startswith(f"{sha256(filed.SHORT.encode()).hexdigest()}\n")
    put(
        host.database.parent, "templates/sealed-number/opening.j2", "{{ game.file_hash or 'none' }}"
    )
    assert host("new sealed-number Other Ann Bob Cid").out.startswith("none\n")


def test_a_game_that_can_not_be_made_any_more_is_kept(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert host(f"{NEW} --setup short").code == 0
    before = host.snapshot()
    filed_module = __import__("gmtool_lone_number.filed", fromlist=["KEYS"])
    monkeypatch.delitem(filed_module.KEYS, "title")
    kinds._made.cache_clear()
    told = host("record host start")
    assert (told.code, told.out) == (1, "")
    assert told.err == (
        "Sunday: this gmtool can't make the game of its file any more (setup, line 4, title: “\"A: "
        "b\"” can't stand there); use the release it was begun with. `log` and `export` still work."
        "\n"
    )
    assert host.snapshot() == before
    assert host("log").code == host("games").code == 0
    assert "can't make the game of its file any more" in host("check").all


def test_new_alone_asks_for_the_file(
    host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = (filed.KIND, "nowhere", "short", "Cup", "Ann, Bob", "Ann, Bob, Cid", "UTC", "yes")
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    asked = new_game(str(host.database))
    assert asked.line == f"gmtool new {filed.KIND} Cup Ann Bob Cid --setup short --zone UTC"
    assert (asked.players, asked.setup) == (["Ann", "Bob", "Cid"], "short")
    shown = capsys.readouterr().err
    assert "Made of which file, your own or one of long and short? [long]" in shown
    assert "  nowhere can't be read: No such file or directory." in shown
    assert "  3 to 30 can play, not 2." in shown
    assert "A: b “Cup” with 3 players: Ann, Bob, Cid. Right? [yes]" in shown


def test_completion_knows_the_game_of_the_file(host: Host) -> None:
    assert host(f"{NEW} --setup short").code == 0
    seen = read_candidates(str(host.database), None)
    assert rulebook(seen) is kinds.made(kinds.find(filed.KIND).game, filed.SHORT)


def test_recorded_games_are_each_of_their_own_file(host: Host, tmp_path: Path) -> None:
    assert host(f"{NEW} --setup short").code == 0
    journal = host("export").out
    put(tmp_path, "a.journal", journal)
    kind = kinds.find(filed.KIND).game
    (recorded,) = Subject.of(kind, 1, tmp_path).recorded()
    assert (recorded.game.title, recorded.game.file) == ("A: b", filed.SHORT)
    put(tmp_path, "a.journal", ended(journal.replace("rounds = 2", "rounds = x")))
    with pytest.raises(Broken, match=r"a\.journal: no game is made of its file: line 3, rou"):
        list(Subject.of(kind, 1, tmp_path).recorded())


BROKEN = {
    "file=file,": "file=f'{file}# more\\n',",
    "made=made,\n        file=file,": "made=lambda file: sealed.GAME,\n        file=file,",
}


@pytest.mark.parametrize("was", BROKEN)
def test_a_kind_that_makes_another_game_breaks_a_promise(was: str, tmp_path: Path) -> None:
    site = filed.installed(tmp_path / "site")
    code = site / "gmtool_lone_number/filed.py"
    code.write_text(code.read_text("utf-8").replace(was, BROKEN[was]), "utf-8")
    with tutorial.on_path(site), pytest.raises(Broken, match="gives another game"):
        PROMISES[0].check(Subject.of(kinds.find(filed.KIND).game, games=1))


def test_a_kind_needs_a_file_of_its_own(tmp_path: Path) -> None:
    site = filed.installed(tmp_path / "site")
    code = site / "gmtool_lone_number/filed.py"
    code.write_text(code.read_text("utf-8").replace("file=file,", "file='',"), "utf-8")
    with tutorial.on_path(site), pytest.raises(outside.Unusable, match="`made` without a `file`"):
        kinds.find(filed.KIND)
