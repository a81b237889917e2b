"""Journals as files: export and import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from gmtool.desk.answers import Answer, Text
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.moves import next_steps
from gmtool.desk.problems import (
    DeskProblem,
    FileProblem,
    MistakesInFile,
    Rejected,
    UsageProblem,
)
from gmtool.desk.session import kinds, transcript
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.loading import load, unknown_rules
from gmtool.desk.session.recipients import dialects_of
from gmtool.desk.session.session import Session, empty_replay, lay_table, session_at
from gmtool.desk.session.settings import check_header, checked
from gmtool.desk.session.snapshots import snapshot_of
from gmtool.engine import entropy, journal
from gmtool.engine.effective import to_come
from gmtool.engine.entries import Entry
from gmtool.engine.files import Misset
from gmtool.engine.game import Game
from gmtool.engine.header import Header
from gmtool.engine.host_moves import Set
from gmtool.engine.journal import Journal, Misread
from gmtool.engine.options import UnknownOption
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import JournalReader, LineRefused, replay_journal
from gmtool.engine.text import plural, told
from gmtool.engine.unicode_hygiene import tidied
from gmtool.store import NameTaken, WriteTransaction
from gmtool.store.atomic_files import write_whole

_CUT = "With --cut what goes through of it is taken, up to there."
WHOLE_GAME = (
    "# secret: the whole game, with its seed and all that players sent; what everybody may know is "
    "in: gmtool export --public"
)
"""The first line of a full export, for whoever is about to paste it."""
_HEAD = 10_000
"""The number of characters in which the first lines of a journal are looked for."""


def export(desk: Desk, file: str | None = None, *, public: bool = False) -> Answer:
    """The game in the journal's text form.

    With `public` and while the game goes on, only what everybody may know. After the end both forms
    hold every entry and the seed, and the public one gives the receipt of each sealed move.
    """
    with desk.store() as store, store.reading() as transaction:
        record = the_game(transaction, desk)
        entries = transaction.entries(record.id)
        session = load(transaction, record) if public else None
        steps = session.replay().effective if session else []
        hashes = session.all_hashes(transaction.hashes(record.id)) if session else ()
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
        return replay_journal(game, lay_table(game, header), entries, bytes.fromhex(header.seed))
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
        from gmtool.desk.begin.new import draw_seed

        header = replace(header, seed=draw_seed())
    read, reader, entries = _replayed(game, header, read, desk, source, cut=cut)
    _check_settings(reader.replay, header, desk, source)
    desk = desk.turned_to(header.name)

    def work(transaction: WriteTransaction) -> Session:
        try:
            record = transaction.add_game(header, desk.now)
        except NameTaken as taken:
            raise DeskProblem(
                f"{header.name}: there is a game of that name already; give another with --as."
            ) from taken
        session = session_at(record, reader.replay, entries)
        session.chain(entries)
        transaction.append(record.id, entries, desk.terminal, session.hashes)
        transaction.put_snapshot(record.id, snapshot_of(session))
        transaction.use(record.id)
        return session

    with desk.store(make=True) as store:
        session = store.write(work)
    many = plural(len(entries), "entry", "entries")
    lines = [
        f"{header.name}: {many} imported from {source}; now the current game",
        *_of_its_end(read),
        "  texts that wait and what was sent don't travel in a journal; a copy with everything: "
        + desk.commands.line("backup", "FILE"),
        *(f"  {line}" for line in next_steps.summary(desk, Disclosure(session))),
    ]
    left_out = _misread(read.left_out) if read.left_out else ""
    facts = {"game": header.name, "entries": len(entries), "left_out": left_out}
    return Answer(
        tuple(lines),
        hints=next_steps.hints(desk, Disclosure(session), session.others),
        facts=facts,
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
    from gmtool.desk.times.zones import TimeProblem, read_zone

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
        lay_table(game, header)
    except (UnknownOption, TimeProblem, UsageProblem) as error:
        raise UsageProblem(f"{source}: {error}") from error
    except Refusal as refusal:
        raise DeskProblem(
            f"{source}: refused ({refusal.clause}): {refusal.sentence()}"
        ) from refusal
    return game


def _replayed(
    game: Game, header: Header, read: Journal, desk: Desk, source: str, *, cut: bool
) -> tuple[Journal, JournalReader, tuple[Entry, ...]]:
    """The journal, its reader and its entries, with missing chance lines drawn from the seed. With
    `cut` only the part that the rules accept.
    """
    mode = header.settings.get("chance", entropy.SEED)
    while True:
        reader = JournalReader(empty_replay(game, header), mode, bool(read.header.seed))
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
    for step in replay.effective:
        if isinstance(step.move, Set):
            right = checked(step.move, settings, dialects_of(desk.where))
            settings |= {key: value for key, value in step.table.settings.items() if value}
            if right != step.move:
                raise UsageProblem(f"{source}: “{step.move}” is to be written “{right}”.")


def _refused(error: LineRefused, name: str, source: str) -> Rejected:
    line, refusal = error.line, error.refusal
    return Rejected(
        name,
        refusal.clause,
        refusal.quoted,
        refusal.sentence(),
        f"  {source}, line {line.line_number}: {line.text}",
        f"  nothing was imported. {_CUT}",
    )
