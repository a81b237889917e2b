"""Which moves have a seal, and which seals the post with the result of a window lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gmtool.desk.session.session import Session
from gmtool.engine.entries import Entry
from gmtool.engine.moves import Done, Move, RawMessage
from gmtool.engine.plans import Plan
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, Table
from gmtool.engine.text import CHANCE, HOST


def is_sealed(step: Step) -> bool:
    """Whether it is a player's move that nobody else may know, which has a receipt."""
    return step.entry.who not in {HOST, CHANCE} and has_seal(step.move)


def is_plan(step: Step) -> bool:
    """Whether it is a plan, of which nobody else may know, not even by a count of seals (ALL-9)."""
    return isinstance(step.move, Plan)


def has_seal(move: Move) -> bool:
    """Whether a player's move is kept from all others, with a receipt and a seal; a mere `done` has
    none, since it says nothing that could be doubted.
    """
    return not (move.public or isinstance(move, (RawMessage, Done)))


Came = tuple[OpenWindow, list[Entry]]
"""A sealed window, with the sealed moves that came in it."""


def sealed_entries(closed: Iterable[OpenWindow], steps: Iterable[Step]) -> list[Came]:
    """Each of these windows that is sealed, with the sealed moves among the steps that came in
    it.
    """
    found: dict[tuple[str, int], list[Entry]] = {}
    for step in steps:
        if step.sealed and is_sealed(step) and not is_plan(step):
            found.setdefault(step.sealed, []).append(step.entry)
    return [(w, found.get((w.key, w.entry), [])) for w in closed if w.sealed]


def entries_to_list(by: Table, window: OpenWindow, came: Iterable[Entry]) -> Iterable[Entry]:
    """Those of the sealed moves that came in a window of which the post with its result lists the
    seals: of an announced one the last of each player, since a longer list would tell of more. In
    the table `by` the seats are called as in all of these.
    """
    return {by.seat(e.who): e for e in came}.values() if window.announced else came


def silences(session: Session, by: Table, came: Iterable[Came]) -> Iterator[tuple[str, str]]:
    """The seats from which no sealed move came in sealed windows that are closed, as they are
    called at sign-up, each with what stands for it among the seals. Else the list would tell who
    was silent: it would be shorter. In the table `by` the seats are called as in all of these.
    """
    times: Counter[tuple[int, str]] = Counter()
    for window, entries in came:
        spoke = {by.seat(entry.who) for entry in entries}
        for who in map(by.seat, window.asked):
            if who not in spoke:
                about = window.closed_by, session.signed_up(who, by)
                times[about] += 1
                yield about[1], session.ledger.silence(*about, times[about])
