"""What the README and the page for players show is what happens."""

import re
import shlex
from pathlib import Path

import pytest
from hosting import SEED, Answered, Host

from gmtool.cli.menu import COMMANDS

TOP = Path(__file__).parent.parent
README = TOP / "README.md"
CLOCK = [
    "20 20:30",
    "20 21:00",
    "20 21:44",
    "20 22:00",
    "20 22:02",
    "20 22:03",
    "20 22:05",
    "20 22:06",
    "20 22:07",
]
CLOCK += ["21 21:07"] * 4 + ["23 08:00"] + ["21 21:08"]
LEFT_OUT = "…"


def _blocks(page: Path, language: str) -> list[str]:
    found = re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert found, language
    return found


def _typed(host: Host, line: str, shown: list[str]) -> Answered:
    """The answer to a line of the README; what is pasted in it is taken off what is shown."""
    words = shlex.split(line)
    if "--from" not in words:
        return host("", *words)
    assert re.fullmatch("paste .*, then press Enter and Ctrl-D", shown.pop(0))
    end = next(i for i, said in enumerate(shown) if said.startswith("Round 3: "))
    pasted, shown[:end] = "\n".join(shown[:end]), []
    return host("", *words, pasted=pasted)


def test_the_session_runs_as_shown(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda _count: bytes.fromhex(SEED))
    session = "".join(_blocks(README, "console"))
    steps = re.findall(r"^\$ gmtool ?(.*)\n((?:(?!\$).*\n)*)", session, re.MULTILINE)
    assert len(steps) == len(CLOCK)
    for now, (line, told) in zip(CLOCK, steps, strict=True):
        shown = told.splitlines()
        answered = _typed(host.at(now), line, shown)
        stopped = any(word in told for word in ("refused", "waits for you"))
        assert answered.code == stopped, answered.all
        for expected in shown:
            assert expected in {LEFT_OUT, *answered.all.splitlines()}, answered.all
        if line.startswith("close"):
            (post,) = _blocks(README, "text")
            assert all(part in answered.out for part in post.split(f"{LEFT_OUT}\n"))


def test_a_host_finds_no_word_that_isnt_explained() -> None:
    text = README.read_text(encoding="utf-8")
    for word in ("checkout", "PATH", "standard output", "stdout", "SHA-256", "hmac", "repository"):
        assert word not in text, word


def test_all_that_the_readme_names_is_there() -> None:
    text = README.read_text(encoding="utf-8")
    for place in re.findall(r"\]\((?!http)([^)]+)\)", text):
        assert (TOP / place).is_file(), place
    named = set(re.findall(r"`gmtool ([a-z]+)", text))
    assert named
    assert named <= {*COMMANDS, "rule"}
    lines = [line for block in _blocks(README, "sh") for line in block.splitlines()]
    assert len([line for line in lines if "pytest" in line]) == 1
    first = next(line for line in lines if line.endswith("gmtool demo"))
    assert first.startswith("python3 -m venv")
