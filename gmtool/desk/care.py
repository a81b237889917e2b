"""Care of the database: is all well with it, what puts it right, and a copy of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from gmtool.desk import corrections, drafting, heads, kinds, texts
from gmtool.desk.answers import Answer, Hint
from gmtool.desk.next_steps import named
from gmtool.desk.problems import DeskProblem
from gmtool.desk.sitting import Desk, Sitting, folded, head_of, write
from gmtool.desk.writing import Writer
from gmtool.engine.entries import Entry
from gmtool.engine.moves import Undo
from gmtool.engine.refusals import Refusal
from gmtool.engine.wording import HOST
from gmtool.render.figures import plural
from gmtool.store import (
    GameRecord,
    Garbled,
    NothingThere,
    ReadingRoom,
    Store,
    StoreProblem,
    WritingRoom,
)


def check(desk: Desk, *, new_is_fine: bool = False) -> Answer:
    """Check the database and replay every game; names each problem found. Raises NothingThere for a
    database that isn't there or holds no game, which `new_is_fine` takes for sound; makes nothing.
    """
    try:
        with desk.store(make=False) as store:
            many, problems = _examined(store)
            if not many and not problems:
                raise NothingThere(f"There is no game in the database {store.name}.")
    except NothingThere as nothing:
        if new_is_fine:
            return Answer((str(nothing),), facts={"games": 0, "problems": []})
        raise NothingThere(f"{nothing} Check the name given with --db or GMTOOL_DB.") from nothing
    found = problems or ["nothing amiss"]
    lines = (f"{plural(many, 'game')} checked, replayed from the journals:", *found)
    hints = (Hint(desk.commands.line("repair"), "what can be put right"),) if problems else ()
    facts = {"games": many, "problems": problems}
    return Answer(lines, hints=hints, facts=facts, ok=not problems)


def _examined(store: Store) -> tuple[int, list[str]]:
    """How many games there are, and what is wrong, a sentence each."""
    problems, many = list(store.check()), 0
    try:
        with store.reading() as room:
            games = room.games()
            many = len(games)
            for record in games:
                try:
                    problems += _problems(room, record)
                    _read_through(room, record)
                except Garbled as error:
                    problems.append(
                        f"{record.header.name}: something of it can't be read ({error})."
                    )
    except StoreProblem as problem:
        problems.append(str(problem))
    return many, problems


def _read_through(room: ReadingRoom, record: GameRecord) -> None:
    """Read what lies beside the journal; raises what its reading raises."""
    for one in room.drafts(record.id):
        room.revisions(record.id, one.number)
    room.all_sent(record.id)
    room.attempts(record.id)


def _problems(room: ReadingRoom, record: GameRecord) -> Iterator[str]:
    name = record.header.name
    try:
        sitting = _folded(room, record)
    except DeskProblem as error:
        yield str(error)
        return
    if sitting is None:
        yield (
            f"{name}: begun under version {record.header.rules} of the rules, which this gmtool "
            "doesn't adjudicate; not replayed."
        )
        return
    if sitting.failure:
        yield f"{name}: {sitting.what_failed}."
    yield from _of_the_head(room, sitting)


def _folded(room: ReadingRoom, record: GameRecord) -> Sitting | None:
    """A game by its journal; None where it was begun under other rules. Raises DeskProblem for a
    kind that isn't there, and for a set-up that doesn't go through.
    """
    header = record.header
    game = kinds.of_game(header.name, header.kind)
    if header.rules != game.rules_version:
        return None
    return folded(record, game, room.entries(record.id))


def _of_the_head(room: ReadingRoom, sitting: Sitting) -> Iterator[str]:
    """What is wrong with the state that is kept, as far as this program made it."""
    game, name = sitting.record.id, sitting.name
    if not room.has_head(game):
        return
    kept = room.head(game)
    if kept is None:
        yield f"{name}: the kept state was damaged or changed; it isn't used."
    elif kept.entry == sitting.number and heads.folded_by(kept) != sitting.folded:
        yield (
            f"{name}: the journal isn't what the kept state was made from: one of its "
            f"{plural(sitting.number, 'entry', 'entries')}, or what the game was begun with, was "
            "changed by something else than gmtool. Compare it with a backup or an export."
        )
    elif heads.is_of_this_program(kept, sitting.game) and kept != head_of(sitting):
        yield f"{name}: the kept state isn't what the journal gives."


def repair(desk: Desk, *, yes: bool = False) -> Answer:
    """What puts right the problems that `check` finds; with `yes` it is done. A game goes back to
    what goes through, by undo, and what was recorded behind it is recorded again as far as it
    stands.
    """
    with desk.store(make=False) as store:
        many, problems = _examined(store)
        if not problems:
            return Answer((f"{plural(many, 'game')} checked; there is nothing to repair",))
        rights = _rights(desk, store, yes=yes)
        left = _examined(store)[1] if yes else problems
    verb = "done" if yes else "to do"
    lines = [
        *(f"  amiss: {problem}" for problem in problems),
        *(f"  {verb}: {what}" for what in rights),
        *(f"  still amiss: {problem}" for problem in left if yes or not rights),
    ]
    first = "repaired" if yes and rights else "nothing was changed"
    hint = Hint(desk.commands.line("repair", "--yes"), "does what is to do")
    again = Hint(desk.commands.line("check"), "whether all is well")
    hints = (again,) if yes else (hint,) if rights else ()
    facts = {"problems": problems, "rights": rights, "repaired": yes, "left": left}
    return Answer((f"{first}:", *lines), hints=hints, facts=facts, ok=not (yes and left))


def _rights(desk: Desk, store: Store, *, yes: bool) -> list[str]:
    """What is done, or would be."""
    rights = list(store.mendable())
    if yes:
        store.mend()
        if store.damage:
            return rights
        with store.reading() as room:
            games = room.games()
        for record in games:
            rights += store.write(partial(_put_right, desk, record))
        return rights
    with store.reading() as room:
        for record in room.games():
            plan = _planned(desk, room, record)
            rights += plan.told() if plan else _head_anew(room, record)
    return rights


def _head_anew(room: ReadingRoom, record: GameRecord) -> list[str]:
    sitting = _folded_if_it_can_be(room, record)
    is_wrong = sitting is not None and any(_of_the_head(room, sitting))
    return [f"{record.header.name}: make the kept state anew"] if is_wrong else []


@dataclass
class _Plan:
    """A game put right on the table: `taken` are the entries taken back, `refused` those of them
    that don't stand; the others were said again.
    """

    sitting: Sitting
    taken: list[Entry]
    refused: list[tuple[Entry, Refusal]]

    def told(self) -> list[str]:
        """What it does, for the host, without the players' secrets: `log N` shows each."""
        name, gone = self.sitting.name, {entry.number: why for entry, why in self.refused}
        if self.sitting.failure:
            return [f"{name}: go back to your last backup, or begin it anew: nobody can undo that"]
        return [
            f"{name}: entry {entry.number}, {named(entry)}: "
            + (
                f"take it back, it is refused ({gone[entry.number].clause})"
                if entry.number in gone
                else "say it again"
            )
            for entry in self.taken
        ]


def _planned(desk: Desk, room: ReadingRoom, record: GameRecord) -> _Plan | None:
    """How a game whose journal doesn't go through is put right; None for any other."""
    sitting = _folded_if_it_can_be(room, record)
    if sitting is None or sitting.failure is None:
        return None
    plan = _Plan(sitting, [], [])
    while sitting.failure and sitting.last_said:
        plan.taken.insert(0, sitting.last_said)
        undo = Undo(sitting.last_said.number, "")
        sitting.hear(Entry(0, HOST, str(undo), desk.now, desk.now), room)
    for entry in plan.taken if not sitting.failure else ():
        try:
            sitting.hear(replace(entry, recorded_at=desk.now), room)
        except Refusal as refusal:
            plan.refused.append((entry, refusal))
    return plan


def _folded_if_it_can_be(room: ReadingRoom, record: GameRecord) -> Sitting | None:
    try:
        return _folded(room, record)
    except DeskProblem:
        return None


def _put_right(desk: Desk, record: GameRecord, room: WritingRoom) -> list[str]:
    plan = _planned(desk, room, record)
    if plan is None:
        wrong = _head_anew(room, record)
        sitting = _folded_if_it_can_be(room, record) if wrong else None
        if sitting:
            room.put_head(record.id, head_of(sitting))
        return wrong
    if plan.sitting.failure:
        return plan.told()
    sitting = plan.sitting
    steps = [step for step in sitting.heard if not step.entry.takes_back]
    writer = Writer.at(desk, sitting, room)
    numbers = {entry.number for entry in plan.taken}
    review = corrections.after_setting_aside(writer, room, numbers)
    arisen = texts.arisen(sitting, steps)
    review.drafted += drafting.keep(writer, room, drafting.outgoing(writer, arisen), steps)
    write(room, sitting, desk.terminal)
    return [*plan.told(), *(line.strip() for line in review.lines(writer))]


def backup(desk: Desk, file: str) -> Answer:
    """A consistent copy of the database, also while others use it; never over another file. It is
    read back and replayed before it gets its name.
    """
    counted = [0]
    with desk.store() as store:

        def look_at(copy: Store) -> None:
            counted[0], found = _examined(copy)
            before = _examined(store)[1] if found else []
            there = (one.replace(copy.name, store.name) for one in found)
            new = [one for one in there if one not in before]
            if new:
                raise StoreProblem(
                    f"The copy {file} isn't as it should be, and wasn't kept: {new[0]}"
                )

        store.backup(file, look_at)
    many = plural(counted[0], "game")
    line = f"the database was copied to {file}; its {many} replay from the copy"
    return Answer((line,), facts={"file": file, "games": counted[0]})
