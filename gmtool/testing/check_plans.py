"""Plans: a game with plans is the one in which their moves were sent when they were carried out,
and nobody but their players sees a difference (ALL-9).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.session.message_types import PLAN_VOID, RECEIPT
from gmtool.desk.texts import triggers
from gmtool.engine.effective import amends, effective_entries
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.host_moves import Note
from gmtool.engine.plans import is_plan
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.engine.text import HOST
from gmtool.testing.broken import need, shown_by
from gmtool.testing.check_secrets import texts_for
from gmtool.testing.check_texts import session_after
from gmtool.testing.played import Played, Subject

READ = 25
"""After one of so many entries the texts are read."""


class Twins(Struct, frozen=True, dict=True):
    """A game with plans, and the one in which their players were silent until they moved: where
    a plan was left there is a note of the host's, and what was carried out was sent.
    """

    played: Played
    left: Replay
    right: Replay

    @property
    def game(self) -> Game:
        return self.played.game

    def on_record(self, side: Replay) -> Played:
        """One of the two games, as it is on record."""
        return replace(self.played, entries=tuple(side.on_record), replay=side)

    @property
    def pairs(self) -> Iterator[tuple[Step, Step]]:
        """What each entry did in both, but for the plans themselves: one that counts before
        another by its arrival may be void by that.
        """
        right = {step.entry.number: step for step in self.right.effective}
        said = (step for step in self.left.effective if not is_plan(step.entry.text))
        return ((step, right[step.entry.number]) for step in said)

    @cached_property
    def owners(self) -> frozenset[str]:
        """Those who left a plan."""
        return frozenset(step.who for step in self.left.effective if is_plan(step.entry.text))


def twins_of(played: Played) -> Twins | None:
    """The two games; None where nobody left a plan, or a plan said that its player is back."""
    entries = tuple(entry for entry in effective_entries(played.entries) if not amends(entry))
    plans = {entry.number for entry in entries if is_plan(entry.text) and entry.who != HOST}
    begun = played.begun()
    left = replay_journal(played.game, begun.start, entries, begun.seed)
    says_more = any(step.back for step in left.effective if step.entry.number in plans)
    if not plans or says_more or left.failure:
        return None
    # What was carried out isn't any more where its player's own move, recorded later, came before.
    void = {step.entry.number for step in left.steps if step.void and step.entry.planned}
    quiet = plans | void
    silent = tuple(_silent(entry) if entry.number in quiet else _sent(entry) for entry in entries)
    right = replay_journal(played.game, begun.start, silent, begun.seed)
    with shown_by(None, played.text, played.game.kind):
        need(right.failure is None, f"sent then, the moves of plans are refused: {right.failure}.")
    return Twins(played, left, right)


def _silent(entry: Entry) -> Entry:
    return replace(entry, who=HOST, text=str(Note("x")), source="", of=0, planned=0)


def _sent(entry: Entry) -> Entry:
    return replace(entry, planned=0)


def a_plan_is_as_if_its_moves_were_sent(subject: Subject) -> None:
    """With plans a game stands as if their moves had been sent the moment they were due."""
    for played in subject.random():
        twins = twins_of(played)
        if twins is None:
            continue
        for one, other in twins.pairs:
            with shown_by(one.entry, played.text, played.game.kind):
                same = _without_plans(one.table) == _without_plans(other.table)
                need(same, "with its plan the game stands otherwise than with the moves sent.")


def _without_plans(table: Table) -> Table:
    return replace(table, plans=())


def nobody_learns_of_a_plan(subject: Subject) -> None:
    """No text tells anybody but its player that there is a plan, and that player nothing beside its
    receipt, until it moves. A view can't: it is made of the state, which has no plans.
    """
    for played in subject.random():
        twins = twins_of(played)
        if twins is None:
            continue
        for number, pair in enumerate(twins.pairs):
            listed = any(window.sealed for window in pair[0].closed)  # with its seals
            with shown_by(pair[0].entry, played.text, played.game.kind):
                _get_the_same(twins, *pair, reads=listed or number % READ == 0)


def _get_the_same(twins: Twins, one: Step, other: Step, *, reads: bool) -> None:
    sides = ((twins.on_record(twins.left), one), (twins.on_record(twins.right), other))
    for viewer in (PUBLIC, *one.table.players):
        own = {RECEIPT, PLAN_VOID} if viewer in twins.owners else set()
        arisen = [
            [
                a.message
                for a in triggers.find_triggers(
                    session_after(side, step.table, step.entry.number), (step,)
                )
                if a.message.to == viewer and a.message.occasion not in own
            ]
            for side, step in sides
        ]
        who = viewer or "everybody"
        need(arisen[0] == arisen[1], f"{who} gets other texts where a plan is left.")
        if reads:
            left, right = (texts_for(viewer, side, step.entry, step) for side, step in sides)
            told = [what for what in left if what.strip("“”") not in own]
            need(
                all(left[what] == right.get(what) for what in told),
                f"a text tells {who} that there is a plan.",
            )
