"""What is ruled comes about: what doesn't is found, and so is a text with a wrong time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from lengths import few_first
from msgspec.structs import replace

from gmtool.engine import deadlines, seats, steps
from gmtool.engine.table import OpenWindow, Table
from gmtool.engine.text import HOST
from gmtool.engine.windows import check_pause
from gmtool.games import BUILT_IN, load
from gmtool.render.folders import shipped
from gmtool.testing.broken import Broken
from gmtool.testing.check_rulings import what_is_ruled_comes_about
from gmtool.testing.played import Subject

A_DAY = timedelta(days=1)
WORDS = {
    "another deadline": (
        "_clock", "{{ by_then(open[0], game) }}.", " by {{ open[0].opened | deadline }}."
    ),
    "another deadline in a receipt": (
        "_clock", "by {{ bold(window.deadline", "by {{ bold(window.opened"
    ),
}  # fmt: skip
"""What a template has in place of words of its own."""


def test_words_are_found_that_arent_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GMTOOL_TEMPLATES", str(tmp_path))
    (tmp_path / "any").mkdir()
    for what, (name, words, instead) in WORDS.items():
        text = (shipped() / "any" / f"{name}.j2").read_text("utf-8")
        assert words in text, words
        own = tmp_path / "any" / f"{name}.j2"
        own.write_text(text.replace(words, instead), "utf-8")
        assert "is told of [" in found("auction-poker", 2), what
        own.unlink()


def _goes_on_at_once(table: Table, entry: Any) -> Table:
    """The clock ran all the time."""
    assert table.paused
    return replace(table, paused=None, pauses=((table.paused, entry.received_at),))


def _of_the_host_alone(table: Table, entry: Any, move: Any) -> None:
    """What players say in a pause is taken."""
    if entry.who == HOST:
        check_pause(table, entry, move)


RULES: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "late moves count": (
        OpenWindow, "last_call", lambda one, _: one.deadline.plus(A_DAY), "though it came after",
    ),
    "silence counts": (Table, "is_away", lambda *_: False, "'s silence is counted."),
    "nobody waits for who is away": (
        deadlines, "put_off_while_away", lambda window, *_: window, " isn't open until ",
    ),
    "who is inactive is awaited": (
        steps, "with_defaults", lambda _, __, state, ___: state, " waits for ",
    ),
    "a word doesn't bring one back": (
        steps, "back_again", lambda table, _: table, " is inactive after a word of it.",
    ),
    "one who is back stays inactive": (
        seats, "back_again", lambda table, _: table, " is inactive.",
    ),
    "what comes in a pause counts": (
        steps, "check_pause", _of_the_host_alone, "counts though it came in the pause.",
    ),
    "the clock runs in a pause": (deadlines, "_resume", _goes_on_at_once, ", and had "),
}  # fmt: skip
"""What is done in place of what should be, and what is found."""


@pytest.mark.parametrize("what", few_first(3, RULES))
def test_rules_are_found_that_keep_no_promise(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    of, name, instead, says = RULES[what]
    monkeypatch.setattr(of, name, instead)
    assert says in found("big-two", 2)


def found(kind: str, number: int) -> str:
    """What is wrong with what is ruled in that random game of a kind."""
    with pytest.raises(Broken) as broken:
        what_is_ruled_comes_about(Subject.of(load(BUILT_IN[kind]), [number]))
    return broken.value.sentence
