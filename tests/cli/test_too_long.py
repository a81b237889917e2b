"""Texts longer than is read: a plain answer, and no more of them in memory than it takes."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest
from hosting import Host

from gmtool.cli.files import read_text
from gmtool.desk.problems import UsageProblem
from gmtool.desk.requests import Request
from gmtool.engine.bounds import MOST_CHARACTERS

TOO_LONG = "has more than 60,000 characters, and no more are read; cut out what isn't needed"


class Endless(io.StringIO):
    """A standard input that never ends."""

    def read(self, size: int | None = -1, /) -> str:
        assert size in range(MOST_CHARACTERS + 2)
        return "x" * (size or 0)

    def isatty(self) -> bool:
        return False


def test_an_endless_message_is_read_as_far_as_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Endless())
    with pytest.raises(UsageProblem, match=f"Ann's message {TOO_LONG}"):
        read_text("-", "Ann's message", MOST_CHARACTERS)


def test_a_file_is_read_up_to_the_bound_and_no_further(tmp_path: Path) -> None:
    path = tmp_path / "pm.txt"
    path.write_text("é" * MOST_CHARACTERS, "utf-8")
    assert read_text(str(path), "it", MOST_CHARACTERS) == "é" * MOST_CHARACTERS
    path.write_bytes("é".encode() * (MOST_CHARACTERS + 1_000_000) + b"\xff")
    with pytest.raises(UsageProblem, match=f"it {TOO_LONG}"):
        read_text(str(path), "it", MOST_CHARACTERS)


@pytest.mark.parametrize(
    ("field", "what"),
    [
        ("text", "the move"),
        ("pasted", "the message"),
        ("at", "--at"),
        ("late", "--late"),
        ("link", "--link"),
        ("note", "--note"),
    ],
)
def test_nothing_longer_is_heard(field: str, what: str) -> None:
    said: dict[str, Any] = {field: "x" * MOST_CHARACTERS}
    Request("Ann", **said)
    said[field] += "x"
    with pytest.raises(UsageProblem, match=f"^{what} {TOO_LONG}"):
        Request("Ann", **said)


@pytest.mark.slow
def test_messages_that_took_a_minute_get_their_answer(host: Host) -> None:
    game = host.begin("Ann Bob").at("20 21:00")
    said = game("record Ann --from -", pasted="[b]" * 20_000)
    assert said.code == 1
    assert "looked for in up to 8,000 on 550 lines; send just the move" in said.all
    assert len(said.all) < 3000

    said = game("record Ann --from -", pasted="bid A " + "7" * 800)
    assert said.code == 1
    assert "has 800 digits; no number in a game has more than 20" in said.all
    assert len(said.all) < 3000

    said = game("record Ann --from -", pasted="[quote]" + "so what\n" * 7000 + "bid A 30")
    assert said.code == 1
    assert said.all.count("not understood: so what") == 1
    assert len(said.all) < 3000

    quoted = f"[quote]{'so what ' * 7000}[/quote]\nbid A {'7' * 30}, B 12"
    said = game("record Ann --from -", pasted=quoted)
    assert "recorded entry 6, Ann: bid B 12" in said.all

    journal = game("export").out
    game.database.with_name("r3.journal").write_text(journal, "utf-8")
    assert game("import", str(game.database.with_name("r3.journal")), "--as", "Again").code == 0
