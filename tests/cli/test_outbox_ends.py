"""The outbox when the game ends, and when its end is taken back (design: messages)."""

from pathlib import Path

import pytest
from hosting import Host

pytestmark = pytest.mark.slow  # a game at the desk for each


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A game started at 20:00; its opening is message 1, the first batch message 2."""
    return Host(tmp_path / "games.db").begin()


def said(host: Host, line: str, *words: str, code: int = 0) -> str:
    """What the command printed; it must end with that code."""
    done = host(line, *words)
    assert done.code == code, done.all
    return done.all


def letters(host: Host) -> list[tuple[str, str]]:
    """To whom messages wait to go out, and what they are about."""
    rows = host("outbox --json").facts
    return [(row["to"], row["occasions"]) for row in rows if row["to"]]


def test_what_was_outdated_before_something_was_set_is_not_corrected(host: Host) -> None:
    """The inventory told of 300 coins, and no longer holds when the game is called off."""
    said(host, "pm Ann inventory --queue")
    said(host, "sent all")
    said(host, "rule adjust Ann coins +20 --why", "charged twice")
    said(host, "outbox --drop 5")
    said(host, "sent all")
    said(host, "set Ann name=Annie")
    assert "now wrong: 3" not in said(host, "rule end --why tired")
    said(host, "sent all")
    assert "now wrong: 3" not in said(host, "undo")
    assert letters(host) == []


def test_what_still_held_when_something_was_set_is_named(host: Host) -> None:
    said(host, "pm Ann inventory --queue")
    said(host, "sent all")
    said(host, "set suits=ascii")
    assert "now wrong: 3, message to Ann" in said(host, "rule adjust Ann coins +20 --why x")


def test_a_text_with_news_tells_them_and_that_the_game_was_called_off(host: Host) -> None:
    said(host, "rule adjust Ann coins +20 --why", "charged twice")
    before = host("outbox 4").out
    assert "bid A 30" in before
    assert "drafted anew: 4, message to Ann" in said(host, "rule end --why tired")
    after = host("outbox 4").out
    assert "you had 300 coins and have 320 coins now" in after
    assert "The game was called off; there is nothing more to do." in after
    assert "bid A 30" not in after
    said(host, "undo")
    assert host("outbox 4").out == before


def test_an_old_refusal_asks_for_nothing_once_the_game_is_called_off(host: Host) -> None:
    """It told a deadline that has passed since."""
    said(host, "record Bob bid Z 12", code=1)
    said(host.at("21 20:00"), "close")
    assert "Send me what you want instead until" in host("outbox 3").out
    assert "drafted anew: 3, message to Bob" in said(host, "rule end --why tired")
    after = host("outbox 3").out
    assert "there is no lot Z" in after
    assert "The game is over." in after
    assert "until" not in after


def test_what_is_only_set_leaves_the_news_of_a_text(host: Host) -> None:
    said(host, "rule adjust Ann coins +20 --why", "charged twice")
    said(host, "set dialect=phpbb")
    assert "[b]This is where you stand[/b]" in host("outbox 4").out
    assert "Reason: charged twice" in host("outbox 4").out
