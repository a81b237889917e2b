"""Checks a database: its file, its tables, and each game by replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import accumulate

from gmtool.desk import verify
from gmtool.desk.answers import Answer, Hint
from gmtool.desk.desk import Desk
from gmtool.desk.problems import DeskProblem
from gmtool.desk.session import backdated, kinds, transcript, versions
from gmtool.desk.session.message_types import message_types
from gmtool.desk.session.other_terminals import CLOCKS_DIFFER
from gmtool.desk.session.session import Session, replayed_session
from gmtool.desk.session.snapshots import is_of_this_program, replayed_by, snapshot_of
from gmtool.engine import journal
from gmtool.engine.effective import amends, to_come
from gmtool.engine.replay import Replay
from gmtool.engine.rulings import clauses
from gmtool.engine.text import listed, plural, short
from gmtool.store import (
    GameRecord,
    Garbled,
    NothingThere,
    ReadTransaction,
    Store,
    StoreProblem,
)
from gmtool.store.problems import Damaged
from gmtool.store.sealing import TAMPERED

WITHOUT_US = "gmtool can't put that right: go back to your last backup."


def check(desk: Desk) -> Answer:
    """Check the database and replay every game; the answer names each problem. Makes nothing.

    Raises NothingThere where there is no database or no game in it.
    """
    with desk.store(make=False) as store:
        many, problems = examine(store)
        see_that_there_are_games(store, many, problems)
        notes = list(_noted(store))
    found = [*(problems or ["nothing amiss"]), *notes]
    lines = (f"{plural(many, 'game')} checked, replayed from the journals:", *found)
    hints = (Hint(desk.commands.line("repair"), "what can be put right"),) if problems else ()
    facts = {"games": many, "problems": problems, "notes": notes}
    return Answer(lines, hints=hints, facts=facts, ok=not problems)


def see_that_there_are_games(store: Store, many: int, problems: Sequence[str]) -> None:
    if not many and not problems:
        raise NothingThere(f"There is no game in the database {store.name}.")


def examine(store: Store, *, breakdowns: bool = True) -> tuple[int, list[str]]:
    """The number of games, and what is wrong, one sentence each; with `breakdowns` also where a
    game only breaks down.
    """
    problems, many = list(store.check()), 0
    try:
        with store.reading() as transaction:
            numbers = transaction.game_ids()
            many = len(numbers)
            for number in numbers:
                problems += _problems_of(transaction, number, breakdowns=breakdowns)
    except StoreProblem as problem:
        if problem.what not in problems:
            problems.append(problem.what)
    return many, problems


def _noted(store: Store) -> Iterator[str]:
    """What is worth knowing of games that go on all the same, in lines without any secret."""
    with suppress(StoreProblem), store.reading() as transaction:
        for record in readable_games(transaction):
            replayed = cache(partial(replay_if_possible, transaction, record))
            yield from _by_their_times(transaction, record, replayed)
            yield from _by_older_rules(record, replayed)


Replayed = Callable[[], Session | None]
"""Replays a game once, if it can be."""


def _by_their_times(
    transaction: ReadTransaction, record: GameRecord, replayed: Replayed
) -> Iterator[str]:
    """Entries with which no journal would be taken, those recorded before the one above them, and
    the moves that were put on record after their deadline.
    """
    name, entries = record.header.name, transaction.entries(record.id)
    early = [entry.number for entry in entries if to_come(entry)]
    if early:
        yield (
            f"note, {name}: recorded before it arrived: {_entries(early)} (ALL-8). The game goes "
            "on with that; `import` wouldn't take its journal."
        )
    latest = accumulate((entry.recorded_at for entry in entries), max)
    pairs = zip(latest, entries, strict=True)
    back = [e.number for at, e in pairs if e.recorded_at.until(at) > CLOCKS_DIFFER]
    session = replayed() if back else None
    by_arrival = {*_in_their_place(session.replay())} if session else set()
    back = [number for number in back if number not in by_arrival]
    if back:
        yield (
            f"note, {name}: recorded while the clock was behind an earlier entry: "
            f"{_entries(back)}. What came in time by that clock may have come late."
        )
    # Only where something was put on record later than it came is it worth a replay.
    if any(e.recorded_at > e.received_at or amends(e) for e in entries):
        session = replayed()
        many = len(list(backdated.in_replay(session.replay()))) if session else 0
        if many:
            yield (
                f"note, {name}: {plural(many, 'move')} put on record after the deadline, as of "
                "before it. The texts that tell of them say so, and `log` which they are."
            )


def _in_their_place(replay: Replay) -> Iterator[int]:
    """The numbers of the entries that count by when they came, before some that were recorded
    earlier (ALL-8): for them it is the same when they were recorded.
    """
    least = replay.effective[-1].entry.number if replay.effective else 0
    for step in reversed(replay.effective):
        if step.entry.number > least:
            yield step.entry.number
        least = min(least, step.entry.number)


def _entries(numbers: Sequence[int]) -> str:
    return f"{'entry' if len(numbers) == 1 else 'entries'} {listed(map(str, numbers))}"


def _by_older_rules(record: GameRecord, replayed: Replayed) -> Iterator[str]:
    """What newer rules would make of a game, until its host has decided about them."""
    header = record.header
    with suppress(DeskProblem):
        if header.rules == kinds.of_game(header).rules_version:
            return
    session = replayed()
    if session and session.undecided:
        yield (
            f"{session.name}: the rules have changed since it began "
            f"({clauses(session.undecided)}); it goes by version "
            f"{session.table.state.rules} until its host decides"
        )
        yield from (f"  {one}" for one in versions.by_now(session.replay(), secret=False))


def _problems_of(transaction: ReadTransaction, number: int, *, breakdowns: bool) -> list[str]:
    """What is wrong with a game, one sentence each."""
    name, found = f"game {number}", list[str]()
    try:
        record = read_game(transaction, number)
        name = record.header.name
        found += _problems(transaction, record)
        _read_through(transaction, record)
    except Garbled as error:
        found.append(f"{name}: something of it can't be read ({error}).")
    except Exception as error:
        # What another program changed may break down anything; the other games are checked too.
        if breakdowns:
            found.append(f"{name}: it can't be checked ({type(error).__name__}).")
    return found


def find_damage(desk: Desk, error: Exception) -> StoreProblem | None:
    """What to tell of a command that broke down on what another program changed, or damaged, in the
    database; None where that is sound, and the program or the system is to blame. A game that only
    breaks down as the command did is no proof.
    """
    if isinstance(error, (ImportError, OSError, MemoryError)):
        return None
    with suppress(StoreProblem), desk.store(make=False) as store:
        problems = examine(store, breakdowns=False)[1]
        return Damaged.of(store.name, problems[0].removesuffix(".")) if problems else None
    return None


def read_game(transaction: ReadTransaction, number: int) -> GameRecord:
    """The game of that id; raises Garbled where it can't be read."""
    record = transaction.game(number)
    if record is None:  # no game ever goes
        raise Garbled("the database lists it and doesn't find it: pages or indexes are damaged")
    return record


def readable_games(transaction: ReadTransaction) -> Iterator[GameRecord]:
    """The games that can be read completely."""
    for number in transaction.game_ids():
        try:
            record = read_game(transaction, number)
            transaction.kept(number)
            _read_through(transaction, record)
        except Garbled:
            continue
        yield record


def _read_through(transaction: ReadTransaction, record: GameRecord) -> None:
    """Read what belongs to the game beside its journal; raises Garbled where it can't be read."""
    for one in transaction.drafts(record.id):
        transaction.revisions(record.id, one.number)
    transaction.all_sent(record.id)
    transaction.attempts(record.id)


def _problems(transaction: ReadTransaction, record: GameRecord) -> Iterator[str]:
    name = record.header.name
    try:
        session = _replayed(transaction, record)
    except DeskProblem as error:
        yield str(error)
        return
    if session is None:
        yield (
            f"{name}: begun under version {record.header.rules} of the rules, which this gmtool "
            "doesn't adjudicate; not replayed."
        )
        return
    if session.failure:
        yield f"{name}: {session.what_failed}."
    # Rules that depend on anything but the journal, such as time or random numbers, show themselves
    # here.
    again = _replayed(transaction, record)
    if again is None or again.table != session.table:
        yield (
            f"{name}: replayed twice, its journal gives two games: the rules of "
            f"{session.game.title} look at something else than the journal. Tell who made them."
        )
    if not journal.is_writable(record.header):
        yield f"{name}: what it was begun with is as no journal could have it."
    unwritable = journal.unwritable(transaction.entries(record.id))
    if unwritable:
        yield (
            f"{name}: entry {unwritable.number} isn't as a journal could have it, so the game "
            "can't be exported."
        )
    elif not session.failure:
        yield from _by_its_record(transaction, session)
    known = {occasion.name for occasion in message_types(session.game)}
    for one in transaction.drafts(record.id):
        if one.to and one.to not in record.header.players:
            yield f"{name}: message {one.number} is to “{short(one.to)}”, who isn't in it."
        strange = [block.occasion for block in one.blocks if block.occasion not in known]
        if strange:
            yield f"{name}: message {one.number} is of “{strange[0]}”, which no game has."
    yield from snapshot_problems(transaction, session)


def _by_its_record(transaction: ReadTransaction, session: Session) -> Iterator[str]:
    """What doesn't fit in what binds the game, and in the posts that went out: what `verify` would
    find in its record, without any secret.
    """
    own, steps = session.record.id, session.replay().effective
    text, _ = transcript.whole(
        session, steps, transaction.entries(own), session.all_hashes(transaction.hashes(own))
    )
    for title, entry in verify.misfits(text, _posts(transaction, own)):
        where = f" at entry {entry}" if entry else ""
        yield (
            f"{session.name}: what binds it doesn't fit{where} ({title}): something else than "
            "gmtool changed that. Compare it with a backup, an export or the thread."
        )


def _posts(transaction: ReadTransaction, game_id: int) -> str:
    """The posts that went out, in the order in which they did."""
    drafts = {one.number: one for one in transaction.drafts(game_id)}
    sent = sorted(transaction.all_sent(game_id).values(), key=lambda one: (one.at, one.number))
    posts = {number for number, one in drafts.items() if not one.to}
    parts = [part for one in sent if one.number in posts for part in one.parts]
    return "\n".join(parts)


def _replayed(transaction: ReadTransaction, record: GameRecord) -> Session | None:
    """A game replayed from its journal; None where it was begun under another version of the rules.

    Raises DeskProblem for a kind or a time zone that isn't there, and for a set-up
    that the rules refuse.
    """
    header = record.header
    game = kinds.of_game(header)
    if not game.adjudicates(header.rules):
        return None
    session = replayed_session(record, game, transaction.entries(record.id))
    _ = session.zone  # raises where this machine doesn't know it
    return session


def snapshot_problems(transaction: ReadTransaction, session: Session) -> Iterator[str]:
    """What is wrong with the game's head, as far as this program made it."""
    game, name = session.record.id, session.name
    if not transaction.has_snapshot(game):
        return
    kept = transaction.stored_snapshot(game)
    if kept is None:
        yield TAMPERED.format(game=name)
    elif kept.entry == session.number and replayed_by(kept) != session.digest:
        yield (
            f"{name}: the journal isn't what the cached state was made from: one of its entries, "
            "or what the game was begun with, was changed by something else than gmtool. Compare "
            "it with a backup or an export."
        )
    elif kept.entry > session.number:
        yield (
            f"{name}: the journal ends at entry {session.number}, and went on to {kept.entry}: "
            "something else than gmtool took the rest away. Compare it with a backup or an export."
        )
    elif kept.entry < session.number:
        yield (
            f"{name}: entry {kept.entry + 1} and what follows was added by something else than "
            "gmtool. Compare the journal with a backup or an export."
        )
    elif is_of_this_program(kept, session.game) and kept != snapshot_of(session):
        yield f"{name}: the cached state isn't what the journal gives; the game itself is unharmed."


def replay_if_possible(transaction: ReadTransaction, record: GameRecord) -> Session | None:
    try:
        return _replayed(transaction, record)
    except DeskProblem:
        return None
