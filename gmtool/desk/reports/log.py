"""The log: the journal for the host, entry by entry, and the refused attempts beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import shorten
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from gmtool.desk.answers import Answer, table
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.problems import (
    DeskProblem,
)
from gmtool.desk.session import backdated, kinds, labels
from gmtool.desk.session.labels import SEALED
from gmtool.desk.session.session import empty_replay
from gmtool.desk.session.visibility import apply_entry, is_nobodys, is_public
from gmtool.engine.amendments import Strike
from gmtool.engine.effective import about, amendment_of, amends, not_undone
from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.host_moves import read_host_move
from gmtool.engine.inbox import states
from gmtool.engine.instants import Instant
from gmtool.engine.options import UnknownOption
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import wanted
from gmtool.engine.text import HOST
from gmtool.render.when import deadline, when, zone_or_utc
from gmtool.store import Attempt

_LONGEST_WRITTEN = 60


def log(desk: Desk, number: int | None = None, *, secret: bool = False) -> Answer:
    """The journal for the host: every entry, with undone ones marked. Sealed moves are shown with
    `secret`, or for one entry asked for by its number.
    """
    with desk.store() as store, store.reading() as transaction:
        record = the_game(transaction, desk)
        entries = transaction.entries(record.id)
    name = record.header.name
    public, ended, zone, late, again, hands, nobodys = _read(record.header, entries)
    complete = secret or ended or number is not None
    became = _became(entries, late)
    for number_of, instead in again.items():
        text = instead.entry.text if complete or is_public(instead) else ""
        became.setdefault(number_of, f"now {text}" if text else "made again")
    for number_of in hands:
        states_of = (became.get(number_of), "put on record after its deadline")
        became[number_of] = ", ".join(filter(None, states_of))
    rows = [_row(entry, public, became, secret=complete) for entry in entries]
    if not complete:
        rows = [row | {"who": SEALED} if row["number"] in nobodys else row for row in rows]
    by_number = {row["number"]: row for row in rows}
    for number_of, state in states(entries).items():
        by_number[number_of]["state"] = by_number[number_of]["state"] or state
    if number is not None:
        rows = [row for row in rows if row["number"] == number]
        if not rows:
            raise DeskProblem(f"{name}: there is no entry {number}.")
        lines = [f"{name}: entry {number}", *_whole(rows[0], zone)]
        return Answer(tuple(lines), facts=rows)
    cells = [
        (
            str(row["number"]),
            when(row["received"].moment, zone, short=True),
            row["who"],
            labels.shorten(row["move"]),
            row["state"],
        )
        for row in rows
    ]
    return Answer((f"{name}: {len(rows)} entries", *table(cells)), facts=rows)


def _became(entries: tuple[Entry, ...], late: dict[int, str]) -> dict[int, str]:
    """What became of entries that don't count as they were recorded, by number."""
    stand = not_undone(entries)
    known = {entry.number for entry in stand}
    found = {
        entry.number: "taken back"
        for entry in entries
        if entry.number not in known and not entry.takes_back
    }
    for entry in stand:
        move = amendment_of(entry)
        if move and about(entry) != entry.number:
            became = "struck" if isinstance(move, Strike) else "put right"
            found[about(entry)] = f"{became} by {entry.number}"
        for number in move.drop if move else ():
            found[number] = f"struck by {entry.number}"
    return found | late


_VOID, _IN_PART = "doesn't count as things are", "stands in part: another came before it"


class _Read(NamedTuple):
    """A journal read for its log.

    `public` is what everybody may know of each entry, undone ones included; `ended` tells whether
    the game, and its secrecy, is over; `late` describes entries that are invalid, wholly or in
    part, since others arrived before them. `again` are the steps of draws, and of plans carried
    out, that an amendment made again with another text.
    `hands` are the moves that were put on record after their deadline, `nobodys` those of which not
    even who said them is for everybody.
    """

    public: dict[int, str]
    ended: bool
    zone: ZoneInfo
    late: dict[int, str]
    again: dict[int, Step]
    hands: tuple[int, ...]
    nobodys: frozenset[int] = frozenset()


def _read(header: Header, entries: tuple[Entry, ...]) -> _Read:
    """The journal as read; without any moves where this program lacks its kind or its
    version of the rules.
    """
    unread = _Read({}, False, zone_or_utc(header.zone), {}, {}, ())
    try:
        game = kinds.of_game(header)
    except DeskProblem:
        return unread
    if not game.adjudicates(header.rules):
        return unread
    try:
        replay = empty_replay(game, header)
    except (Refusal, UnknownOption):
        return unread
    public = {entry.number: _public_part(replay, entry) for entry in entries}
    zone = zone_or_utc(replay.table.settings.get("zone") or header.zone)
    late = {
        step.entry.number: _IN_PART if step.left_out else _VOID
        for step in replay.steps
        if step.void or step.left_out
    }
    counts = {step.entry.number: step for step in replay.effective}
    hands = tuple(step.entry.number for step in backdated.in_replay(replay))
    made = {entry.number: entry.text for entry in not_undone(entries) if entry.is_made}
    late |= dict.fromkeys(made.keys() - counts.keys(), "nothing asks for it any more")
    again = {n: s for n, s in counts.items() if n in made and s.entry.text != made[n]}
    nobodys = frozenset(s.entry.number for s in replay.steps if is_nobodys(s))
    return _Read(public, wanted(game, replay.table).nothing, zone, late, again, hands, nobodys)


def _public_part(replay: Replay, entry: Entry) -> str:
    """Apply an entry to the replay, and return what everybody may know of it. An amendment is
    public only where the entry that it changes is.
    """
    step, known = apply_entry(replay, entry)
    if entry.takes_back:
        return entry.text if known else " ".join(entry.text.split(" ")[:2])
    if step is None or amends(entry):
        return entry.text if known else ""
    # a public move is shown as recorded, under the names of that time
    return entry.text if step.move.public == str(step.move) else step.move.public


def _row(
    entry: Entry, public: Mapping[int, str], became: Mapping[int, str], *, secret: bool
) -> dict[str, Any]:
    # The reason why a move was taken late may tell the move.
    is_whole = secret or public.get(entry.number) == entry.text
    return {
        "number": entry.number,
        "who": entry.who,
        "move": entry.text if secret else public.get(entry.number) or SEALED,
        "received": entry.received_at,
        "recorded": entry.recorded_at,
        "from": entry.source,
        "link": entry.link,
        "late": entry.late if is_whole or not entry.late else SEALED,
        "note": entry.note if secret else "",
        "raw": entry.raw if secret else "",
        "drawn": entry.drawn,
        "of": entry.of or None,
        "refused": entry.refused,
        "state": became.get(entry.number, ""),
    }


def _whole(row: dict[str, Any], zone: ZoneInfo) -> Iterator[str]:
    """A line for each fact; a text of several lines stands behind bars, which show where it
    ends.
    """
    for key, value in row.items():
        if isinstance(value, str) and "\n" in value and not isinstance(value, Instant):
            yield f"  {key}:"
            yield from (f"    | {line}".rstrip() for line in value.rstrip("\n").split("\n"))
        elif value not in ("", None):
            shown = deadline(value.moment, zone) if isinstance(value, Instant) else value
            yield f"  {key}: {shown}"


def refused(desk: Desk, number: int | None = None, *, secret: bool = False) -> Answer:
    """The refused attempts, which are stored beside the journal, in the order in which they were
    typed.

    An attempt is as secret as a move, and the sentence may quote it: both are shown with `secret`,
    for one attempt asked for by its number, or when the game has ended.
    """
    with desk.store() as store, store.reading() as transaction:
        record = the_game(transaction, desk)
        entries, attempts = transaction.entries(record.id), transaction.attempts(record.id)
    header = record.header
    _, ended, zone, *_ = _read(header, entries)
    complete = secret or ended or number is not None
    rows = [
        _attempt(header, place, attempt, secret=complete)
        for place, attempt in enumerate(attempts, 1)
    ]
    name = header.name
    if number is not None:
        rows = [row for row in rows if row["number"] == number]
        if not rows:
            many = f"there are {len(attempts)}" if attempts else "nothing was refused"
            raise DeskProblem(f"{name}: there is no refused attempt {number}; {many}.")
        return Answer((f"{name}: refused attempt {number}", *_whole(rows[0], zone)), facts=rows)
    if not rows:
        return Answer((f"{name}: nothing was refused",), facts=[])
    cells = [("", "arrived", "who", "written", "clause", "after entry", "why")]
    cells += [
        (
            str(row["number"]),
            when(row["received"].moment, zone, short=True),
            row["who"],
            shorten(row["quoted"], _LONGEST_WRITTEN, placeholder=" …"),
            row["clause"],
            str(row["after"]),
            row["sentence"],
        )
        for row in rows
    ]
    count = "1 refused attempt" if len(rows) == 1 else f"{len(rows)} refused attempts"
    return Answer((f"{name}: {count}", *table(cells)), facts=rows)


def _attempt(header: Header, number: int, attempt: Attempt, *, secret: bool) -> dict[str, Any]:
    return {
        "number": number,
        "who": attempt.who,
        "quoted": attempt.text if secret else _public(header, attempt) or SEALED,
        "received": attempt.received_at,
        "recorded": attempt.recorded_at,
        "clause": attempt.clause,
        "sentence": attempt.sentence if secret else SEALED,
        "raw": attempt.raw if secret else "",
        "after": attempt.after_entry,
    }


def _public(header: Header, attempt: Attempt) -> str:
    """What everybody may know of an attempt: a public move of the host's, nothing of a player's."""
    if attempt.who != HOST:
        return ""
    try:
        move = read_host_move(attempt.text, header.players, header.aliases)
    except Refusal:
        return ""
    return move.public if move else ""
