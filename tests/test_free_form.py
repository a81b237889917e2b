"""The page about games of one file: what it shows happens, and it leaves no word of a file out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hosting import SEED, Host
from sessions import played

from gmtool.desk.session import kinds
from gmtool.engine.files import canonical
from gmtool.games import MADE_OF_FILES
from gmtool.games.free import file, made, terms

PAGE = Path(__file__).parent.parent / "docs" / "free-form.md"
MOST_LINES = 350
_FILE = re.compile(r"```toml\n# (\S+\.toml)\n(.*?)```", re.DOTALL)


def files() -> dict[str, str]:
    """The files of the page, by name."""
    text = PAGE.read_text("utf-8")
    found = {name: f"# {name}\n{rest}" for name, rest in _FILE.findall(text)}
    assert len(found) == text.count("```toml")
    return found


@pytest.mark.slow
def test_what_the_page_shows_is_what_happens(
    host: Host, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("gmtool.desk.begin.new.draw_seed", lambda: SEED)
    monkeypatch.setattr("gmtool.desk.rehearse.setup_check.cores", lambda: 1)
    monkeypatch.chdir(tmp_path)
    for name, text in files().items():
        (tmp_path / name).write_text(text, "utf-8")
    typed = {line.split()[0] for line, _ in played(host, PAGE, "Evening")}
    assert {"setup", "new", "record", "close", "post"} <= typed


def test_each_file_of_the_page_makes_a_game_but_the_wrong_one() -> None:
    good = {name: text for name, text in files().items() if name != "wrong.toml"}
    assert len(good) == len(files()) - 1
    for text in good.values():
        assert made(canonical(text)).kind == MADE_OF_FILES


def test_the_page_is_short_and_names_every_word_of_a_file() -> None:
    text = PAGE.read_text("utf-8")
    assert text.count("\n") <= MOST_LINES
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("|")]
    keys = {key for row in rows for key in re.findall(r"`(\w+)`", row[1])}
    tables = {"role", "unit", "roles", "group", "round", "end", "words"}
    there = {key for known in file._KEYS.values() for key in known.split()}
    assert there - tables <= keys
    words = {
        value
        for name, value in vars(terms).items()
        if name.isupper() and isinstance(value, str) and name != "ROLE"
    }
    words -= {terms.LINES, terms.GIVE, terms.BY_PLACE, terms.BY_UNIT}  # said in other words
    cells = " ".join(row[2] for row in rows)
    assert not {word for word in words if not re.search(rf"\b{word}\b", cells)}
    assert all(one.name for one in kinds.setups(MADE_OF_FILES))
