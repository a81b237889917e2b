"""The journal as text: log, export and import."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from textwrap import shorten
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from gmtool.desk import kinds, late_hands, naming, next_steps, transcript
from gmtool.desk.answers import Answer, Text, table
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.forum import dialects_of
from gmtool.desk.naming import SEALED
from gmtool.desk.problems import (
    DeskProblem,
    FileProblem,
    MistakesInFile,
    TurnedAway,
    UsageProblem,
)
from gmtool.desk.publicity import is_nobodys, is_public, keep
from gmtool.desk.session import (
    Session,
    empty_replay,
    head_of,
    laid,
    load,
    session_at,
    unknown_rules,
)
from gmtool.desk.settings import check_header, checked
from gmtool.engine import journal, modes
from gmtool.engine.amending import about, amendment_of, amends, not_undone, to_come
from gmtool.engine.entries import Entry
from gmtool.engine.files import Misset
from gmtool.engine.frozen import replace
from gmtool.engine.game import Game
from gmtool.engine.header import Header
from gmtool.engine.inbox import states
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Journal, Misread
from gmtool.engine.moves import Set, Strike, read_host_move
from gmtool.engine.options import UnknownOption
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import LineRefused, Reader, Replay, replay_journal
from gmtool.engine.signs import tidied
from gmtool.engine.steps import Step
from gmtool.engine.table import wanted
from gmtool.engine.wording import HOST, plural, told
from gmtool.render.when import deadline, when, zone_or_utc
from gmtool.store import Attempt, NameTaken, WritingRoom
from gmtool.store.files import write_whole

_CUT = "With --cut what goes through of it is taken, up to there."
WHOLE_GAME = (
    "# secret: the whole game, with its seed and all that players sent; what everybody may know is "
    "in: gmtool export --public"
)
"""The first line of a full export, for whoever is about to paste it."""
_LONGEST_WRITTEN = 60
_HEAD = 10_000
"""The number of characters in which the first lines of a journal are looked for."""


def log(desk: Desk, number: int | None = None, *, secret: bool = False) -> Answer:
    """The journal for the host: every entry, with undone ones marked. Sealed moves are shown with
    `secret`, or for one entry asked for by its number.
    """
    with desk.store() as store, store.reading() as room:
        record = the_game(room, desk)
        entries = room.entries(record.id)
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
            naming.shortened(row["move"]),
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
    counts = {step.entry.number: step for step in replay.live}
    hands = tuple(step.entry.number for step in late_hands.in_replay(replay))
    made = {entry.number: entry.text for entry in not_undone(entries) if entry.is_made}
    late |= dict.fromkeys(made.keys() - counts.keys(), "nothing asks for it any more")
    again = {n: s for n, s in counts.items() if n in made and s.entry.text != made[n]}
    nobodys = frozenset(s.entry.number for s in replay.steps if is_nobodys(s))
    return _Read(public, wanted(game, replay.table).nothing, zone, late, again, hands, nobodys)


def _public_part(replay: Replay, entry: Entry) -> str:
    """Apply an entry to the replay, and return what everybody may know of it. An amendment is
    public only where the entry that it changes is.
    """
    step, known = keep(replay, entry)
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
    with desk.store() as store, store.reading() as room:
        record = the_game(room, desk)
        entries, attempts = room.entries(record.id), room.attempts(record.id)
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


def export(desk: Desk, file: str | None = None, *, public: bool = False) -> Answer:
    """The game in the journal's text form.

    With `public` and while the game goes on, only what everybody may know. After the end both forms
    hold every entry and the seed, and the public one gives the receipt of each sealed move.
    """
    with desk.store() as store, store.reading() as room:
        record = the_game(room, desk)
        entries = room.entries(record.id)
        session = load(room, record) if public else None
        steps = session.replay().live if session else []
        hashes = session.all_hashes(room.hashes(record.id)) if session else ()
    header = record.header
    if session is not None:
        text, entries = transcript.public(session, steps, entries, hashes)
    else:
        if unwritable := journal.unwritable(entries):
            raise FileProblem(
                f"{header.name}: entry {unwritable.number} isn't as a journal could have it, so "
                "there is none to be written. `gmtool backup` copies all as it is."
            )
        text = journal.write(header, entries, WHOLE_GAME)
    many = plural(len(entries), "entry", "entries")
    whole = None if public else header
    replay = _played(whole, entries) if whole else None
    if file is None or file == "-":
        facts = {"game": header.name, "entries": len(entries), "text": text}
        lines = (f"{header.name}: {many}", *_to_import(entries, replay))
        return Answer(lines, (Text("journal", text),), facts=facts)
    kept = text.encode("utf-8")

    def is_right(there: bytes) -> bool:
        if there == kept and not _reads_back(there, entries, whole, replay):
            raise FileProblem(
                f"{header.name}: the journal doesn't read back as it is kept, and was not written. "
                "`gmtool check` may tell why; `gmtool backup` copies all as it is."
            )
        return there == kept

    write_whole(file, kept, is_right)
    lines = (f"{header.name}: {many} written to {file}", *_to_import(entries, replay))
    return Answer(lines, facts={"file": file})


def _reads_back(
    there: bytes, entries: Sequence[Entry], whole: Header | None, replay: Replay | None
) -> bool:
    """Whether the written text reads back to these entries and, where it is the `whole` game of
    that header, replays to the same table as `replay`.
    """
    try:
        read = journal.read(there.decode("utf-8"))
    except Misread:
        return False
    if [replace(e, number=0) for e in read.entries] != [replace(e, number=0) for e in entries]:
        return False
    if whole is None:
        return True
    if [*journal.header_lines(read.header)] != [*journal.header_lines(whole)]:
        return False
    again = _played(read.header, read.entries)
    return replay is None or (again is not None and again.table == replay.table)


def _played(header: Header, entries: Sequence[Entry]) -> Replay | None:
    """The replay of a whole game; None where it can't be replayed here."""
    try:
        game = kinds.of_game(header)
        return replay_journal(game, laid(game, header), entries, bytes.fromhex(header.seed))
    except (DeskProblem, Refusal, UnknownOption):
        return None


def _to_import(entries: Sequence[Entry], replay: Replay | None) -> Iterator[str]:
    """A line about a whole journal that `import` won't accept as it is."""
    if replay is None:
        return
    refused = [(entry, "ALL-8") for entry in entries if to_come(entry)]
    if replay.failure:
        refused.append((replay.failure.entry, replay.failure.refusal.clause))
    if refused:
        entry, clause = min(refused, key=lambda one: one[0].number)
        yield (
            f"  entry {entry.number}, of {entry.who}, doesn't go through the rules ({clause}); "
            "`import --cut` takes what comes before it"
        )


def import_journal(
    desk: Desk,
    text: str,
    source: str,
    name: str = "",
    *,
    cut: bool = False,
) -> Answer:
    """Import a game from its journal and make it current.

    Refuses at the first line that the rules refuse, quoting its number, its text and the clause,
    and writes nothing. With `cut` the lines before that one, or before the place where the journal
    was cut, are imported.
    """
    source = "standard input" if source == "-" else source
    if transcript.RUNNING in text[:_HEAD].splitlines():
        raise UsageProblem(
            f"{source} is the public part of a running game; without the sealed moves it can't be "
            "played again. Import a full export, or the public one made after the end."
        )
    try:
        read = journal.read(text, cut=cut)
        _check_seed(read)
    except Misread as error:
        more = f" {_CUT}" if not cut and _can_be_cut(text) else ""
        raise FileProblem(f"{source}, {_misread(error)}; nothing was imported.{more}") from error
    read = journal.tidied(read)
    header = replace(read.header, name=tidied(name) or read.header.name)
    game = _checked(header, desk, source)
    if not header.seed:
        from gmtool.desk.setting_up import draw_seed

        header = replace(header, seed=draw_seed())
    read, reader, entries = _replayed(game, header, read, desk, source, cut=cut)
    _check_settings(reader.replay, header, desk, source)
    desk = desk.turned_to(header.name)

    def work(room: WritingRoom) -> Session:
        try:
            record = room.add_game(header, desk.now)
        except NameTaken as taken:
            raise DeskProblem(
                f"{header.name}: there is a game of that name already; give another with --as."
            ) from taken
        session = session_at(record, reader.replay, entries)
        session.chain(entries)
        room.append(record.id, entries, desk.terminal, session.hashes)
        room.put_head(record.id, head_of(session))
        room.use(record.id)
        return session

    with desk.store(make=True) as store:
        session = store.write(work)
    many = plural(len(entries), "entry", "entries")
    lines = [
        f"{header.name}: {many} imported from {source}; now the current game",
        *_of_its_end(read),
        "  texts that wait and what was sent don't travel in a journal; a copy with everything: "
        + desk.commands.line("backup", "FILE"),
        *(f"  {line}" for line in next_steps.summary(desk, session.bulletin())),
    ]
    left_out = _misread(read.left_out) if read.left_out else ""
    facts = {"game": header.name, "entries": len(entries), "left_out": left_out}
    return Answer(
        tuple(lines), hints=next_steps.hints(desk, session.bulletin(), session.others), facts=facts
    )


def _can_be_cut(text: str) -> bool:
    """Whether a part of an incomplete journal can be imported."""
    with suppress(Misread):
        good = journal.read(text, cut=True)
        _check_seed(good)
        return bool(good.lines)
    return False


def _check_seed(read: Journal) -> None:
    """Raise Misread where lines were drawn from a seed that is missing: later draws would come from
    another seed, and nobody could check any of them.
    """
    drawn = next((line for line in read.lines if line.entry.drawn == "seed"), None)
    if drawn and not read.header.seed:
        why = "it was drawn from a seed, and the header has no line “seed: …” that says which"
        raise Misread(drawn.line_number, drawn.text, why)


def _misread(error: Misread) -> str:
    line = error.line.strip()
    return f"line {error.line_number}: {error.why}{f': “{told(line)}”' if line else ''}"


def _of_its_end(read: Journal) -> Iterator[str]:
    """Lines about a journal that may not be complete."""
    if read.older:
        yield (
            "  a journal of the older form, without an end line: nobody can tell whether some of "
            "it is missing"
        )
    if read.left_out:
        yield f"  what stands from there on wasn't taken: {_misread(read.left_out)}"


def _checked(header: Header, desk: Desk, source: str) -> Game:
    from gmtool.desk.zones import TimeProblem, read_zone

    try:
        game = kinds.find(header.kind).game
    except UsageProblem as error:
        raise UsageProblem(f"{source}: {error}") from error
    if not game.adjudicates(header.rules):
        raise DeskProblem(f"{source}: {unknown_rules(game, header.rules)}")
    try:
        game = kinds.made(game, header.file)
    except Misset as error:
        more = "Nothing was imported."
        raise MistakesInFile(f"{source}, setup", error.mistakes, more) from error
    try:
        check_header(header, dialects_of(desk.where))
        read_zone(header.zone)
        laid(game, header)
    except (UnknownOption, TimeProblem, UsageProblem) as error:
        raise UsageProblem(f"{source}: {error}") from error
    except Refusal as refusal:
        raise DeskProblem(
            f"{source}: refused ({refusal.clause}): {refusal.sentence()}"
        ) from refusal
    return game


def _replayed(
    game: Game, header: Header, read: Journal, desk: Desk, source: str, *, cut: bool
) -> tuple[Journal, Reader, tuple[Entry, ...]]:
    """The journal, its reader and its entries, with missing chance lines drawn from the seed. With
    `cut` only the part that the rules accept.
    """
    mode = header.settings.get("chance", modes.SEED)
    while True:
        reader = Reader(empty_replay(game, header), mode, bool(read.header.seed))
        try:
            return read, reader, reader.read(read.lines, desk.now)
        except LineRefused as error:
            if not cut:
                raise _refused(error, header.name, source) from error
            line, why = error.line, f"refused ({error.refusal.clause})"
            left_out = Misread(line.line_number, line.text, why)
            read = replace(read, lines=read.lines[: read.lines.index(line)], left_out=left_out)


def _check_settings(replay: Replay, header: Header, desk: Desk, source: str) -> None:
    """Raise UsageProblem for settings that `set` would have refused."""
    settings = dict(header.settings)
    for step in replay.live:
        if isinstance(step.move, Set):
            right = checked(step.move, settings, dialects_of(desk.where))
            settings |= {key: value for key, value in step.table.settings.items() if value}
            if right != step.move:
                raise UsageProblem(f"{source}: “{step.move}” is to be written “{right}”.")


def _refused(error: LineRefused, name: str, source: str) -> TurnedAway:
    line, refusal = error.line, error.refusal
    return TurnedAway(
        name,
        refusal.clause,
        refusal.quoted,
        refusal.sentence(),
        f"  {source}, line {line.line_number}: {line.text}",
        f"  nothing was imported. {_CUT}",
    )
