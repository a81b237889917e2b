"""Texts longer than is read: a plain answer, and no more of them in memory than it takes."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest
from hosting import Host

from gmtool.cli.input_files import read_text
from gmtool.desk.moves.requests import Request
from gmtool.desk.problems import UsageProblem
from gmtool.engine.bounds import MOST_CHARACTERS

TOO_LONG = "has more than 60,000 characters, and no more are read; cut out what isn't needed"


class Endless(io.StringIO):
    """A standard input that never ends."""

    def read(self, size: int | None = -1, /) -> str:
        assert size in range(MOST_CHARACTERS + 2)
        return "x" * (size or 0)


def test_a_file_and_what_is_pasted_are_read_up_to_the_bound_and_no_further(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", Endless())
    with pytest.raises(UsageProblem, match=f"Ann's message {TOO_LONG}"):
        read_text("-", "Ann's message", MOST_CHARACTERS)
    path = tmp_path / "pm.txt"
    path.write_text("é" * MOST_CHARACTERS, "utf-8")
    assert read_text(str(path), "it", MOST_CHARACTERS) == "é" * MOST_CHARACTERS
    path.write_bytes("é".encode() * (MOST_CHARACTERS + 1_000_000) + b"\xff")
    with pytest.raises(UsageProblem, match=f"it {TOO_LONG}"):
        read_text(str(path), "it", MOST_CHARACTERS)


@pytest.mark.parametrize("what", ["the move", "the message", "--at", "--late", "--link", "--note"])
def test_nothing_longer_is_heard(what: str) -> None:
    field = {"the move": "text", "the message": "pasted"}.get(what, what.strip("-"))
    said: dict[str, Any] = {field: "x" * MOST_CHARACTERS}
    Request("Ann", **said)
    said[field] += "x"
    with pytest.raises(UsageProblem, match=f"^{what} {TOO_LONG}"):
        Request("Ann", **said)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pasted", "told"),
    [
        ("[b]" * 20_000, "looked for in up to 8,000 on 550 lines; send just the move"),
        ("bid A " + "7" * 800, "has 800 digits; no number in a game has more than 20"),
        ("[quote]" + "so what\n" * 7000 + "bid A 30", "not understood: so what"),
        (
            f"[quote]{'so what ' * 7000}[/quote]\nbid A {'7' * 30}, B 12",
            "recorded entry 3, Ann: bid B 12",
        ),
    ],
    ids=["marks", "digits", "open quotation", "quotation"],
)
def test_messages_that_took_a_minute_get_their_answer(
    host: Host, tmp_path: Path, pasted: str, told: str
) -> None:
    said = host.begin("Ann Bob").at("20 21:00")("record Ann --from -", pasted=pasted)
    assert said.code == 1
    assert said.all.count(told) == 1 + ("digits" in told), said.all
    assert len(said.all) < 3000 or "recorded" in told
    assert host("import - --as Again", pasted=host.snapshot()).code == 0
