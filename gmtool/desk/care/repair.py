"""Puts right what `check` finds in a database, and makes a copy of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from gmtool.desk.answers import Answer, Commands, Hint
from gmtool.desk.care.check import (
    WITHOUT_US,
    examine,
    read_game,
    readable_games,
    replay_if_possible,
    see_that_there_are_games,
    snapshot_problems,
)
from gmtool.desk.desk import Desk
from gmtool.desk.session import snapshots
from gmtool.desk.session.labels import name_entry
from gmtool.desk.session.loading import write
from gmtool.desk.session.session import Session
from gmtool.desk.texts.corrections.reconcile import reconcile
from gmtool.desk.texts.writing import Writer
from gmtool.engine import journal
from gmtool.engine.amendments import Undo
from gmtool.engine.entries import Entry
from gmtool.engine.refusals import Refusal
from gmtool.engine.text import HOST, plural
from gmtool.store import (
    GameRecord,
    Garbled,
    ReadTransaction,
    Store,
    StoreProblem,
    WriteTransaction,
)


def repair(desk: Desk, *, yes: bool = False) -> Answer:
    """Show what solves the problems that `check` finds; with `yes` do it.

    A game is taken back by undo to its last valid entry, and later entries are recorded again as
    far as they are valid.
    """
    with desk.store(make=False) as store:
        many, problems = examine(store)
        if not problems:
            return Answer((f"{plural(many, 'game')} checked; there is nothing to repair",))
        rights = _put_all_right(desk, store) if yes else _to_do(desk, store)
        left = examine(store)[1] if yes else problems if not rights else []
        whole = _exportable(store) if left else []
    verb, repaired = "done" if yes else "to do", yes and bool(rights)
    lines = [
        "repaired:" if repaired else "nothing was changed:",
        *(f"  amiss: {problem}" for problem in problems),
        *(f"  {verb}: {what}" for what in rights),
        *(f"  still amiss: {problem}" for problem in left if rights),
        *([f"  {WITHOUT_US}"] if left else []),
    ]
    facts = {"problems": problems, "rights": rights, "repaired": repaired, "left": left}
    hints = tuple(_salvage(desk, whole) if left else _after_repair(desk, yes=yes))
    return Answer(tuple(lines), hints=hints, facts=facts, ok=not left)


def _exportable(store: Store) -> list[str]:
    """The names of the games whose journals can be written."""
    found = list[str]()
    with suppress(StoreProblem), store.reading() as transaction:
        for number in transaction.game_ids():
            with suppress(Garbled):
                header = read_game(transaction, number).header
                if not journal.unwritable(transaction.entries(number)) and journal.is_writable(
                    header
                ):
                    found.append(header.name)
    return found


def _salvage(desk: Desk, names: Sequence[str]) -> Iterator[Hint]:
    """Hints for going on without a backup: the games that can be moved to a new database."""
    new = Commands(("gmtool", "--db", "new.db"))
    for number, name in enumerate(names, 1):
        file = f"game-{number}.txt"
        game = () if desk.game_name else ("--game", name)
        line = desk.turned_to(name).commands.line("export", file, *game)
        yield Hint(line, "what is sound of it goes into a new database")
        yield Hint(new.line("import", file, "--cut"), "")


def _after_repair(desk: Desk, *, yes: bool) -> Iterator[Hint]:
    if yes:
        yield Hint(desk.commands.line("check"), "whether all is well")
    else:
        yield Hint(desk.commands.line("repair", "--yes"), "does what is to do")


def _to_do(desk: Desk, store: Store) -> list[str]:
    """What `repair` would do."""
    rights = list(store.mendable())
    with (
        suppress(StoreProblem),
        store.reading() as transaction,
    ):  # a table may have to be made first
        for record in readable_games(transaction):
            plan = _planned(desk, transaction, record)
            rights += plan.told() if plan else _snapshot_anew(transaction, record)
    return rights


def _put_all_right(desk: Desk, store: Store) -> list[str]:
    """Do it; returns what was done."""
    rights = list(store.mendable())
    store.mend()
    if store.damage:
        return rights
    with store.reading() as transaction:
        records = list(readable_games(transaction))
    for record in records:
        rights += store.write(partial(_put_right, desk, record))
    return rights


def _snapshot_anew(transaction: ReadTransaction, record: GameRecord) -> list[str]:
    session = replay_if_possible(transaction, record)
    if session is None or not any(snapshot_problems(transaction, session)):
        return []
    what = f"{record.header.name}: the cached state is made anew from the journal"
    kept = transaction.stored_snapshot(record.id)
    if kept and snapshots.replayed_by(kept) != session.digest:
        what += (
            " as it is now. Compare that with a backup, an export or the players' receipts first: "
            "nothing says later that it was changed"
        )
    return [what]


@dataclass
class _Plan:
    """A repaired game: `taken` are the entries undone, and `refused` those of them that are
    invalid; the others were applied again.
    """

    session: Session
    taken: list[Entry]
    refused: list[tuple[Entry, Refusal]]

    def told(self) -> list[str]:
        """What it does, for the host, without the players' secrets; `log N` shows each entry."""
        name, gone = self.session.name, {entry.number: why for entry, why in self.refused}
        if self.session.failure:
            return []  # nobody can take back a draw
        return [
            f"{name}: entry {entry.number}, {name_entry(entry)}: "
            + (
                f"it is taken back, as it is refused ({gone[entry.number].clause})"
                if entry.number in gone
                else "it is recorded again"
            )
            for entry in self.taken
        ]


def _planned(desk: Desk, transaction: ReadTransaction, record: GameRecord) -> _Plan | None:
    """The repair of a game whose journal has a failure; None for any other game."""
    session = replay_if_possible(transaction, record)
    if session is None or session.failure is None:
        return None
    plan = _Plan(session, [], [])
    while session.failure and session.last_by_a_person:
        plan.taken.insert(0, session.last_by_a_person)
        undo = Undo(session.last_by_a_person.number, "")
        session.apply(Entry(0, HOST, str(undo), desk.now, desk.now))
    for entry in plan.taken if not session.failure else ():
        try:
            session.apply(replace(entry, recorded_at=max(desk.now, entry.received_at)))
        except Refusal as refusal:
            plan.refused.append((entry, refusal))
    return plan


def _put_right(desk: Desk, record: GameRecord, transaction: WriteTransaction) -> list[str]:
    plan = _planned(desk, transaction, record)
    if plan is None:
        wrong = _snapshot_anew(transaction, record)
        session = replay_if_possible(transaction, record) if wrong else None
        if session:
            transaction.put_snapshot(record.id, snapshots.snapshot_of(session))
        return wrong
    session = plan.session
    if session.failure:
        return plan.told()
    writer = Writer.at(desk, session, transaction)
    review = reconcile(writer, transaction, session.replay_before())
    write(transaction, session, desk.terminal)
    return [*plan.told(), *(line.strip() for line in review.lines(writer, drafted=True))]


def backup(desk: Desk, file: str) -> Answer:
    """Make a consistent copy of the database, even while others use it; never over another file.
    The copy is read back and replayed before it gets its name.
    """
    counted, amiss = [0], list[str]()
    with desk.store(make=False) as store:

        def look_at(copy: Store) -> None:
            counted[0], found = examine(copy)
            see_that_there_are_games(store, counted[0], found)
            before = examine(store)[1] if found else []
            there = (one.replace(copy.name, store.name) for one in found)
            amiss.extend(before)
            new = [one for one in there if one not in before]
            if new:
                raise StoreProblem(
                    f"The copy {file} isn't as it should be, and wasn't kept: {new[0]}"
                )

        store.backup(file, look_at)
    many = plural(counted[0], "game")
    goes = "replays" if counted[0] == 1 else "replay"
    said = (
        f"with {many}, and with what is amiss in it"
        if amiss
        else f"its {many} {goes} from the copy"
    )
    line = f"the database was copied to {file}; {said}"
    hints = (Hint(desk.commands.line("check"), "what is amiss"),) if amiss else ()
    return Answer((line,), hints=hints, facts={"file": file, "games": counted[0], "amiss": amiss})
