"""What the README shows is what happens."""

import re
import subprocess
import sys
from pathlib import Path

from hosting import Host

README = Path(__file__).parent.parent / "README.md"
CLOCK = ["20 20:00", "20 20:00", "20 21:00", "20 21:05", "20 21:10", "21 20:07"]
CLOCK += ["21 20:10"] * 5


def _block(language: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found, language
    return "".join(found)


def test_the_session_runs_as_shown(host: Host) -> None:
    steps = re.findall(r"^\$ gmtool (.*)\n((?:(?!\$).*\n)*)", _block("console"), re.MULTILINE)
    assert len(steps) == len(CLOCK)
    for now, (line, shown) in zip(CLOCK, steps, strict=True):
        command = line.split(" >")[0]
        words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', command)]
        answered = host.at(now)("", *words)
        assert answered.code == (1 if "refused" in shown else 0), answered.all
        for expected in shown.splitlines():
            assert expected in answered.all.splitlines(), answered.all


def test_the_fairness_check_needs_no_gmtool_and_finds_the_deck(tmp_path: Path) -> None:
    script = tmp_path / "check.py"
    code = _block("python")
    assert "gmtool" not in code.replace("gmtool draw", "")
    assert len(code.splitlines()) <= 25
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(script)], capture_output=True, text=True, check=True
    )
    commitment, deck = done.stdout.splitlines()
    assert commitment.endswith("02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc")
    assert deck.startswith("['9C', 'AS', '6S', '6H', '8H', 'KC', '2H', '7C'")
