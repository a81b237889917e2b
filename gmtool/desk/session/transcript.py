"""A journal as everybody may see it: in part while the game goes on, whole after its end.

In a chained game each entry is followed by remarks, which `import` skips: the hash of the entry,
the seal of what not everybody may know, what a draw was made from, and whose silence the seals of
a window hold. So anybody can check the record without the rules of the game, and without gmtool.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.session.labels import in_columns
from gmtool.desk.session.message_types import FINAL
from gmtool.desk.session.seals import is_sealed, sealed_entries, silences
from gmtool.desk.session.session import Session, empty_replay
from gmtool.desk.session.visibility import entry_concerned, is_known, redact_entry, without_remarks
from gmtool.engine import journal, ledger
from gmtool.engine.effective import amendment_of, amends
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.host_moves import End
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.engine.text import HOST

Thing = TypeVar("Thing")

RUNNING = "# what everybody may know of a game that goes on; sealed moves are left out"
"""The first line of a public export that is no complete journal."""
_WHOLE = (
    "# the whole game, with what anybody needs to check it: gmtool verify FILE",
    "# the commitment, in the opening post: SHA-256 of the seed and the lines kind, rules, "
    "players, zone and option below, of the lines set those of chance, words_until and the policy "
    "of deadlines, and the lines setup",
    "# seal NUMBER DIGEST: the SHA-256 of what stands behind the colon, as in the receipt; posts "
    "list its first 32 digits",
    "# record NUMBER · HASH: SHA-256 of the hash before, the number, when it was recorded, when it "
    "arrived, and the entry (with “ [late]” where it was) or else its seal, each on a line; posts "
    "end with its first 32 digits",
)


def public(
    session: Session, steps: Sequence[Step], entries: Sequence[Entry], hashes: Sequence[str]
) -> tuple[str, tuple[Entry, ...]]:
    """The text, which is a complete journal once the game has ended, and the entries in it.

    `steps` are the valid ones, `entries` all there are, and `hashes` those of the chain.
    """
    if session.ended:
        return whole(session, steps, entries, hashes)
    applied = tuple(_applied(session, entries))
    known = tuple(replace(without_remarks(one.entry), planned=0) for one in applied if one.is_known)
    return journal.with_end_line((*_running(session, applied, hashes),)), known


def whole(
    session: Session, steps: Sequence[Step], entries: Sequence[Entry], hashes: Sequence[str]
) -> tuple[str, tuple[Entry, ...]]:
    """The same as of a game that has ended, whether it has or not."""
    applied = tuple(_applied(session, entries))
    lines = _whole(session, steps, applied, hashes)
    return journal.with_end_line((*lines,)), tuple(one.shown for one in applied)


class _Applied(Struct, frozen=True):
    """An entry with what it did, and whether everybody may know all of it (`is_known`).

    `shown` is it as the record of the ended game has it, `by` the table that there was with it, and
    `counts` the sealed move that it is or makes of another entry. `drawn_from` tells what was drawn
    from, `again` which draws were made again by it, each with its number, what was drawn from and
    what was drawn. `silences` are the seats whose silence stands among the seals of a window that
    it closed, with the digest.
    """

    entry: Entry
    step: Step | None
    is_known: bool
    shown: Entry
    by: Table
    counts: Entry | None
    silences: tuple[tuple[str, str], ...] = ()
    drawn_from: str = ""
    again: tuple[tuple[int, str, str], ...] = ()


def _applied(session: Session, entries: Sequence[Entry]) -> Iterator[_Applied]:
    """Every entry in order, undone ones included. An entry that was never valid has no seal."""
    replay = empty_replay(session.game, session.header)
    for entry in entries:
        number = entry_concerned(entry)
        was, before = replay.step(number, void=True), replay.table
        drawn = _drawn(replay) if amends(entry) else {}
        step = replay.keep(entry)
        now = replay.step(number, void=True)
        counts = now if step and amends(entry) else step
        has_seal = counts and not counts.void and not entry.takes_back and is_sealed(counts)
        yield _Applied(
            entry,
            step,
            is_known(entry, step, was=was, now=now),
            redact_entry(entry, step),
            replay.table,
            counts.entry if counts and has_seal else None,
            tuple(_silences(session, replay, step)) if step else (),
            _drawn_from(session, before) if entry.is_drawn else "",
            tuple(_drawn_again(session, replay, drawn)) if step and amends(entry) else (),
        )


def _drawn(replay: Replay) -> dict[int, str]:
    """What was drawn so far, by the number of its entry."""
    return {step.entry.number: step.entry.text for step in replay.effective if step.entry.is_drawn}


def _silences(session: Session, replay: Replay, step: Step) -> Iterator[tuple[str, str]]:
    """What stands among seals for those who were silent in the windows that a step closed."""
    closed = [w for w in step.closed if w.sealed and w.closed_by == step.entry.number]
    if closed:
        yield from silences(session, replay.table, sealed_entries(closed, replay.effective))


def _drawn_from(session: Session, table: Table) -> str:
    """What the draw that is due at a table is made from, in the order in which it lies."""
    draw = session.game.draw(table.state)
    return draw.made_from if draw else ""


def _drawn_again(
    session: Session, replay: Replay, drawn: Mapping[int, str]
) -> Iterator[tuple[int, str, str]]:
    before = replay.start
    for step in replay.effective:
        entry = step.entry
        if entry.is_drawn and drawn.get(entry.number, entry.text) != entry.text:
            yield before.drawn + 1, _drawn_from(session, before), entry.text
        before = step.table


def _whole(
    session: Session,
    steps: Sequence[Step],
    applied: Sequence[_Applied],
    hashes: Sequence[str],
) -> Iterator[str]:
    """The lines of the record of a game, with all its secrets."""
    stood = all_standings(session.game, steps)
    yield from _WHOLE
    yield from journal.header_lines(ledger.with_all_options(session.header, session.game.options))
    for one, chained in zip(applied, hashes, strict=True):
        yield journal.write_entry(one.shown)
        yield from _vouched(session, one)
        yield f"# record {one.entry.number} · {chained}"
        if one.entry.number in stood:
            yield f"# standing after {one.entry.number}: {stood[one.entry.number]}"


def _vouched(session: Session, one: _Applied) -> Iterator[str]:
    """The remarks about an entry, but for its hash."""
    number = one.entry.number
    if one.drawn_from and one.step:
        yield f"# draw {one.step.table.drawn}: {one.drawn_from}"
    for draw, made_from, gave in one.again:
        yield f"# draw {draw} again by {number}: {made_from} gives {gave}"
    if not one.is_known:
        yield sealed(session, f"{number}", one.shown, one.by)
    if one.counts and (one.counts.number != number or one.counts.text != one.shown.text):
        yield sealed(session, f"{one.counts.number} by {number}", one.counts, one.by)
    for who, digest in one.silences:
        yield f"# silence {number} {digest}: {who}"


def sealed(session: Session, about: str, entry: Entry, by: Table) -> str:
    """The remark that shows the seal of an entry, as the record of an ended game has it; `by` the
    table that there was with it.
    """
    seal = session.seal(entry, by)
    return f"# seal {about} {seal.digest}: {seal.line}"


def _running(session: Session, applied: Sequence[_Applied], hashes: Sequence[str]) -> Iterator[str]:
    """The lines of a public export while the game goes on."""
    yield RUNNING
    header = replace(session.header, seed="")
    *head, end = journal.header_lines(ledger.with_all_options(header, session.game.options))
    yield from head
    yield f"# commitment {session.ledger.commitment}"
    yield end
    for one, chained in zip(applied, hashes, strict=True):
        if one.is_known:
            yield journal.write_entry(replace(without_remarks(one.entry), planned=0))
        told = "" if one.is_known else _in_part(one.entry)
        yield f"# record {one.entry.number} · {chained}{f' · {told}' if told else ''}"


def _in_part(entry: Entry) -> str:
    """What everybody may know of an entry that takes back or puts right what is sealed."""
    if entry.takes_back or amendment_of(entry):
        verb, number, *_ = entry.text.split(" ")
        return f"{HOST}: {verb} {number}"
    return ""


# ---- how the game stood at the ends of its rounds and at its end, in words for people: the record
# of an ended game tells it, and whoever checks the record works it out again

_SUMMARY = "-summary"


def standings(game: Game, table: Table) -> str:
    """The players in seat order, with the figures that everybody may know of them; one that is 0
    for all of them says nothing.
    """
    players = _players(game, table)
    keys = dict.fromkeys(key for player in players for key in player)
    told = [key for key in keys if any(_figure(player.get(key)) for player in players)]
    return "; ".join(_of(player, told) for player in players)


def _players(game: Game, table: Table) -> list[dict[str, object]]:
    """What everybody may know of each player; what it has of several things as facts of its own."""
    players = game.view(table.state, PUBLIC)["players"]
    return [*map(in_columns, players)]


def _of(player: Mapping[str, object], told: Sequence[str]) -> str:
    figures = [
        f"{key.replace('_', ' ')} {player[key]}"
        for key in told
        if _figure(player.get(key)) is not None
    ]
    return " ".join(str(player["name"]).split()) + (f" {', '.join(figures)}" if figures else "")


def figures(game: Game, table: Table) -> dict[str, tuple[int, ...]]:
    """The same figures by what they are, in seat order, of which every player has one."""
    players = _players(game, table)
    keys = dict.fromkeys(key for player in players for key in player)
    found = {key: [_figure(player.get(key)) for player in players] for key in keys}
    return {
        key.replace("_", " "): tuple(value or 0 for value in values)
        for key, values in found.items()
        if None not in values
    }


def _figure(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def ends_something(game: Game, step: Step) -> bool:
    """Whether the entry ended a round or the game: it gives rise to a summary or to the final
    post, or called the game off.
    """
    message_types = [one.occasion for one in game.messages(step.news) if one.to == PUBLIC]
    is_told = any(name == FINAL or name.endswith(_SUMMARY) for name in message_types)
    return is_told or isinstance(step.move, End)


def all_standings(game: Game, steps: Iterable[Step]) -> dict[int, str]:
    """How it stood after each entry that ended a round or the game, by the entry's number; `steps`
    are those that count.
    """
    return {
        step.entry.number: standings(game, step.table)
        for step in steps
        if ends_something(game, step)
    }
