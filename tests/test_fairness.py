"""What players are told to check is so: docs/fairness.md, on records of real games."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import filed
import pytest
import tutorial
from hosting import Host
from lengths import few_first, few_or_many

from gmtool.games import BUILT_IN

PAGE = Path(__file__).parents[1] / "docs" / "fairness.md"
RECORDED = Path(__file__).parent / "recorded"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script of the page, in a file."""
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.S | re.M)
    assert "import gmtool" not in code
    assert len(code.splitlines()) <= 40
    path = tmp_path_factory.mktemp("fairness") / "check.py"
    path.write_text(code, encoding="utf-8")
    return path


def run(script: Path, record: str) -> subprocess.CompletedProcess[str]:
    """What a player does with the script and a record."""
    file = script.with_name("record.txt")
    file.write_text(record, encoding="utf-8")
    command = [sys.executable, "-I", str(script), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def record_of(host: Host, journal: Path) -> str:
    """The public record of a game that ended."""
    imported = host("import -", pasted=journal.read_text("utf-8"))
    assert imported.code == 0, imported.all
    return host("export --public").out


def test_the_script_knows_what_binds_a_game_made_of_a_file(
    host: Host, script: Path, tmp_path: Path
) -> None:
    with tutorial.on_path(filed.installed(tmp_path / "site")):
        begun = host(f"new {filed.KIND} Sunday Ann Bob Cid --setup short --json")
        assert host("rule end --why rain").code == 0
        record = host("export --public").out
    for text, is_bound in ((record, True), (record.replace("setup:\n", ""), False)):
        printed = run(script, text).stdout
        assert printed.startswith(f"commitment {begun.facts['commitment']}\n") is is_bound


@pytest.mark.parametrize("kind", few_first(3, BUILT_IN))
def test_the_script_checks_records_of_real_games(kind: str, host: Host, script: Path) -> None:
    """Each number that posts of the game ended with, and the commitment."""
    for journal in sorted((RECORDED / kind).glob("*.journal"))[:: few_or_many(9, 1)]:
        record = record_of(host, journal)
        done = run(script, record)
        assert done.returncode == 0, (journal.name, done.stderr)
        commitment, *lines = done.stdout.splitlines()
        posts = [host("post", occasion).out for occasion in ("opening", "mixed")]
        assert commitment.removeprefix("commitment ") in "".join(posts)
        assert lines
        assert lines[-1] in host("post final").out
    two_first_cards = r"(?m)^(.* chance \[drawn seed\]: \w+) (\w+) (\w+)"
    forgeries = (
        re.sub(r"(?m)^seed: ..", "seed: ff", record),
        re.sub(r"(?m)^zone: .*$", "zone: Asia/Tokyo", record),
        re.sub(two_first_cards, r"\1 \3 \2", record, count=1),
    )
    for forged in forgeries:
        assert forged == record or run(script, forged).returncode


def test_the_seal_shown_to_players_is_one() -> None:
    text = PAGE.read_text(encoding="utf-8")
    line, digest = re.findall(r"^ {8}(\S.+)$", text, re.MULTILINE)[:2]
    assert sha256(line.encode()).hexdigest()[:32] == digest
    assert f"printf %s '{line}' | sha256sum" in text
