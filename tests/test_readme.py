"""What the README and the page for hosts show is what happens, and what they name is there."""

import re
from pathlib import Path
from typing import Any

import pytest
from gallery import DOCS
from hosting import SEED, Host
from manual.tree import Commands
from sessions import played

from gmtool.desk.session import kinds
from gmtool.engine.game import Game
from gmtool.engine.refusals import Refused

TOP = Path(__file__).parent.parent
README = TOP / "README.md"
HOSTING = DOCS / "hosting.md"
CONTRIBUTING = TOP / "CONTRIBUTING.md"
FORMS = sorted((TOP / ".github" / "ISSUE_TEMPLATE").glob("*-*.yml"))
"""What somebody fills in to report a mistake."""


def _blocks(page: Path, language: str) -> list[str]:
    found = re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert found, language
    return found


def test_the_first_game_of_six_commands_runs_as_shown(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gmtool.desk.begin.new.draw_seed", lambda: SEED)
    assert len([*played(host, README, "Round 1")]) == 6


@pytest.mark.slow
def test_what_to_type_in_each_situation_runs_as_shown(
    host: Host, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("gmtool.desk.begin.new.draw_seed", lambda: SEED)
    monkeypatch.chdir(tmp_path)
    typed = {line.split()[0] for line, _ in played(host, HOSTING, "Winter")}
    assert {"new", "amend", "rule", "remind", "verify"} <= typed


def test_a_host_finds_no_word_that_isnt_explained() -> None:
    text = README.read_text(encoding="utf-8")
    for word in ("checkout", "PATH", "standard output", "stdout", "SHA-256", "hmac", "repository"):
        assert word not in text, word


def _named(page: Path) -> list[str]:
    """The command lines within its sentences, each without `gmtool` and where the games are."""
    text = " ".join(page.read_text(encoding="utf-8").split())
    return re.findall(r"`gmtool (?:--db \S+ )?(\w[^`]*)`", text)


@pytest.mark.parametrize(
    "page", [README, HOSTING, CONTRIBUTING, *FORMS], ids=lambda page: page.name
)
def test_every_command_that_a_page_names_is_there(page: Path) -> None:
    commands = Commands()
    lines = _named(page)
    assert lines
    for line in lines:
        name = commands.name_in(line)
        assert name in commands.all or name in {group.name for group in commands.groups}, line
        for option in re.findall(r"(?<!\S)--?[a-z][\w-]*", line):
            assert commands.all[name].takes(option), line


def test_what_the_page_for_contributors_says_lies_where_is_there() -> None:
    text = CONTRIBUTING.read_text(encoding="utf-8")
    (rows,) = re.findall(r"## Where things are\n\n(.*?)\n\n", text, re.DOTALL)
    places = re.findall(r"`([a-z/]+)`", "\n".join(row.split("|")[1] for row in rows.split("\n")))
    assert len(places) > 10
    assert not [place for place in places if not (TOP / place).is_dir()]


def test_each_form_asks_what_a_report_needs() -> None:
    assert [form.stem for form in FORMS] == ["broken-post", "unread-message", "wrong-ruling"]
    for form in FORMS:
        text = form.read_text(encoding="utf-8")
        assert "Anybody can read this" in text
        for asked in ("version", "system", "secrets"):
            (field,) = re.findall(rf"    id: {asked}\n(.*?)(?=\n  - |\Z)", text, re.DOTALL)
            assert "required: true" in field, (form.name, asked)


def test_the_readme_has_one_line_for_each_thing() -> None:
    lines = [line for block in _blocks(README, "sh") for line in block.splitlines()]
    assert len([line for line in lines if "pytest" in line]) == 1
    first = next(line for line in lines if line.endswith("gmtool demo"))
    assert first.startswith("python3 -m venv")


def test_as_many_can_play_each_game_as_the_readme_says() -> None:
    text = README.read_text(encoding="utf-8")
    for kind in kinds.names():
        game = kinds.find(kind).game
        found = re.search(rf"^\| \[?{game.title}\b.*? \| (\d+)(?: to (\d+))? \|", text, re.M | re.I)
        assert found, game.title
        fewest, most = int(found[1]), int(found[2] or found[1])
        for count in (fewest, most):
            game.setup(_as_given(game), _players(count))
        for count in (fewest - 1, most + 1):
            with pytest.raises(Refused):
                game.setup(_as_given(game), _players(count))


def _as_given(game: Game) -> dict[str, Any]:
    return {option.name: option.default for option in game.options}


def _players(count: int) -> tuple[str, ...]:
    return tuple(f"Player {number}" for number in range(count))
