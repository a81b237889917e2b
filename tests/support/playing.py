"""Journals played in tests: the text form in, the replay out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from gmtool.desk.session.kinds import made
from gmtool.desk.session.session import lay_table
from gmtool.engine import entropy, journal
from gmtool.engine.cards import DECK
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game, Turn, View
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import JournalReader, LineRefused
from gmtool.engine.table import awaited
from gmtool.engine.telling import News
from gmtool.games import BUILT_IN, EXAMPLE, load

Thing = TypeVar("Thing")
SEED = "11" * 32
START = Instant("2026-11-20T20:00:00Z")


@dataclass
class Played:
    """A journal that went through."""

    replay: Replay
    entries: tuple[Entry, ...]
    header: Header

    @property
    def table(self) -> Any:
        return self.replay.table

    @property
    def state(self) -> Any:
        return self.replay.table.state

    def news(self, name: str) -> list[News]:
        """All live news of that name, in order."""
        return [one for step in self.replay.effective for one in step.news if one.name == name]

    def view(self, viewer: str = PUBLIC) -> View:
        """What `viewer` may know."""
        return self.replay.game.view(self.state, viewer)

    def waiting(self) -> tuple[Turn, ...]:
        """Who is awaited."""
        return awaited(self.replay.game, self.table)

    def then(self, lines: str) -> Played:
        """The same journal with `lines` after it; this one stays as it is."""
        read = journal.read(script_of(self.header) + lines)
        replay = self.replay.copy()
        return _played(replay, self.header, read.lines, list(self.entries))

    def won(self) -> dict[str, tuple[str, int]]:
        """Winner and price of each lot sold in the session played last."""
        decided = self.state.decided
        last = decided[-1].session
        return {d.lot.label: (d.winner, d.price) for d in decided if d.session == last and d.winner}


def script_of(header: Header, lines: str = "") -> str:
    """A journal of the older form, which has no end line: with it, lines may follow."""
    _, *rest = journal.header_lines(header)
    return "\n".join((journal.OLDER_FIRST_LINE, *rest, lines))


def by_hand(exported: str) -> str:
    """An export that may be changed by hand: a journal of the older form, without an end line."""
    lines = exported.splitlines()[:-1]
    first = lines.index(journal.FIRST_LINE)
    return "\n".join((*lines[:first], journal.OLDER_FIRST_LINE, *lines[first + 1 :], ""))


def play(text: str, game: Game | None = None) -> Played:
    """The journal of `text` played whole, by `game` or the rules of its kind; raises the Refusal of
    the first line refused.
    """
    read = journal.read(text)
    header = read.header
    game = made(game or load(BUILT_IN[header.kind]), header.file)
    replay = Replay(game, lay_table(game, header), seed=bytes.fromhex(header.seed or SEED))
    return _played(replay, header, read.lines, [])


def _played(
    replay: Replay, header: Header, lines: Sequence[journal.Line], entries: list[Entry]
) -> Played:
    mode = header.settings.get("chance", entropy.SEED)
    reader = JournalReader(replay, mode, bool(header.seed), entries=entries)
    try:
        return Played(replay, reader.read(lines, START), header)
    except LineRefused as error:
        raise error.refusal from None


def refusal(text: str) -> Refusal:
    """Why the last line of the journal is refused; all the others go through."""
    lines = text.rstrip("\n").split("\n")
    play("\n".join(lines[:-1]))
    try:
        play(text)
    except Refusal as found:
        return found
    raise AssertionError(f"went through: {lines[-1]}")


def deck(top: str = "", cards: Sequence[str] = DECK) -> str:
    """`shuffle …` of the 52 cards, or of `cards`, with those of `top` first, the rest in order."""
    first, rest = top.split(), list(cards)
    for card in first:
        rest.remove(card)
    return " ".join(["shuffle", *first, *rest])


def head(players: str, kind: str = EXAMPLE, /, **options: object) -> str:
    """A journal's header, up to the line that ends it."""
    rules = load(BUILT_IN[kind]).rules_version
    chosen = "".join(f"option {key}: {value}\n" for key, value in options.items())
    return (
        f"gmtool-journal 1\nkind: {kind}\nrules: {rules}\nname: Test\nzone: Europe/London\n"
        f"players: {players}\n{chosen}---\n"
    )


_SHORT = re.compile(r"^(\d\d) (\d\d:\d\d(?::\d\d)?) ", re.MULTILINE)


def journal_of(players: str, body: str, **options: object) -> str:
    """A journal of these players and lines. `20 20:44 Ann: bid A 30` is short for 20 November 2026;
    without a chance line the opening deck lies in the deck's own order.
    """

    def expand(found: re.Match[str]) -> str:
        day, time = found.groups()
        return f"2026-11-{day}T{time if len(time) > 5 else time + ':00'}Z "

    lines = [line.strip() for line in body.strip().split("\n")]
    if " chance" not in lines[0]:
        lines.insert(0, f"20 20:00 chance: {deck()}")
    return head(players, **options) + _SHORT.sub(expand, "\n".join(lines) + "\n")


_INSTANT = re.compile(r"(?:(?P<day>\d\d) (?P<time>\d\d:\d\d(?::\d\d)?)|\+(?P<span>[\dhms]+)) ")
_SPAN = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?")


def timed(lines: Iterable[str], since: Instant = START) -> str:
    """The lines with their instants: `20 20:44` is 20 November 2026, `+48h` is so long after the
    line before, and a line without one comes a minute later.
    """
    written = []
    for line in lines:
        found = _INSTANT.match(line)
        if found and found["day"]:
            time = found["time"]
            since = Instant(f"2026-11-{found['day']}T{time}{':00' * (2 - time.count(':'))}Z")
        else:
            since = since.plus(_span(found["span"]) if found else timedelta(minutes=1))
        written.append(f"{since} {line[found.end() :] if found else line}\n")
    return "".join(written)


def _span(text: str) -> timedelta:
    found = _SPAN.fullmatch(text)
    assert found, text
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)
