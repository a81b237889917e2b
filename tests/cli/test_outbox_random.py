"""Whatever a host does, in whatever order: what must be true of the journal and of its texts."""

from __future__ import annotations

import difflib
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lengths import few_first, few_or_many
from wandering import AMOUNTS, HUSH, Did, Seen, Wanderer, facts, wander

from gmtool.desk.session.message_types import CORRECTION, OPENING, RECEIPT, REMINDER, life_of
from gmtool.desk.texts.blocks import WINDOW
from gmtool.desk.texts.corrections.reconcile import WENT_OUT
from gmtool.engine.game import CALL, STATE
from gmtool.store import Block, Draft

pytestmark = pytest.mark.slow  # whole random games, command by command

_NUMBER = re.compile(r"(?<!\w)\d{1,3}(?:[,.\u202f\u00a0' ]?\d{3})+(?!\w)")
_MARKS = {
    "phpbb": ("[b]", "[/b]"),
    "proboards": ("[b]", "[/b]"),
    "discourse": ("**",),
    "plain": (),
}


class Watcher:
    """Sees to it that what has to hold holds after each command."""

    def __init__(self, wanderer: Wanderer) -> None:
        self.wanderer = wanderer
        self.sent: dict[int, tuple[Any, ...]] = {}
        self.checked: set[tuple[int, int]] = set()

    def after(self, did: Did) -> None:
        """Raises AssertionError where a command did what it must not."""
        self.see_the_answer(did)
        self.see_what_was_sent(did)
        self.see_receipts(did.after)
        self.see_calls(did.after)
        self.see_corrections(did.after)
        self.see_addresses(did.after)
        self.see_secrets(did.after)
        self.see_that_texts_are_up_to_date(did.after)

    def now_and_then(self) -> None:
        """What is costly to look at."""
        self.see_lists()
        host = self.wanderer.host
        checked = host("check")
        assert "nothing amiss" in checked.all, checked.all
        kept = facts(host, "status --json --secret")
        self.wanderer.drop_snapshot()
        assert facts(host, "status --json --secret") == kept

    def see_the_answer(self, did: Did) -> None:
        answer, before, after = did.answer, did.before, did.after
        assert answer.code in {0, 1, 2}, answer.all
        assert "Traceback" not in answer.all
        assert after.export[: len(before.export)] == before.export
        if answer.code and not did.in_part:
            assert after.export == before.export
            assert (after.drafts, after.sent, after.waits) == (
                before.drafts,
                before.sent,
                before.waits,
            )
        if "--dry-run" in did.line or (did.line.startswith("amend ") and "--yes" not in did.line):
            assert (after.export, after.drafts) == (before.export, before.drafts)
            assert (after.sent, after.waits) == (before.sent, before.waits)

    def see_what_was_sent(self, did: Did) -> None:
        """It stays verbatim for ever, with its time, unless the host says that it hadn't."""
        for number, sent in did.before.sent.items():
            if did.line == f"sent {number} --revoke" and not did.answer.code:
                assert number not in did.after.sent
            else:
                assert did.after.sent[number] == sent

    def see_lists(self) -> None:
        host, seen = self.wanderer.host, self.wanderer.look()
        every = facts(host, "outbox --all --json --secret")
        assert [row["number"] for row in every] == list(range(1, len(seen.drafts) + 1))
        waiting = facts(host, "outbox --json --secret")
        assert [r for r in every if r["state"] == "waiting"] == waiting
        assert {row["number"] for row in waiting} == seen.waits
        assert {row["number"] for row in every if row["state"] == "sent"} == set(seen.sent)
        assert seen.waits == {
            n for n, one in seen.drafts.items() if one.parts and n not in seen.sent
        }
        for row in every:
            assert row["thread"] == "" if row["to"] else True
            assert row["to"] in ("", *seen.session.table.players)

    def see_receipts(self, seen: Seen) -> None:
        """Each sealed move that stands has its receipt in one message, and once more beside every
        correction of one; the last says what holds. None that fell has one that waits.
        """
        for one in seen.waiting:
            for block in one.blocks:
                if block.occasion == RECEIPT:
                    assert block.entry in seen.sealed, f"{one.number}: a receipt of nothing"
                    who = seen.sealed[block.entry].who
                    assert seen.session.table.seat(one.to) == who
        told: dict[tuple[int, str], list[Block]] = {}
        put_right: Counter[tuple[int, str]] = Counter()
        for one, block in _blocks(seen.told):
            if block.occasion == RECEIPT:
                told.setdefault((block.entry, one.to), []).append(block)
            if block.occasion == CORRECTION:
                wrong = [w for w in block.extra["wrong"] if w["occasion"] == RECEIPT]
                put_right.update({(w["entry"], one.to) for w in wrong if w["was"] and w["now"]})
        for number, step in seen.sealed.items():
            if number in self.wanderer.dropped | self.wanderer.queued:
                continue
            key = number, seen.session.header.players[seen.place(step.who)]
            many, receipts = 1 + put_right[key], told.get(key, [])
            assert len(receipts) == many, f"{len(receipts)} receipts of entry {number}, not {many}"
            assert step.entry.text in receipts[-1].body, f"entry {number}: {receipts[-1].body}"

    def see_calls(self, seen: Seen) -> None:
        """What asks for moves asks for what can still be given."""
        table = seen.session.table
        for one in seen.waiting:
            for block in one.blocks:
                if life_of(seen.session.game, block.occasion) != CALL:
                    continue
                window = table.window(block.extra[WINDOW])
                assert window is not None, f"{one.number} asks for what is over"
                if block.occasion == REMINDER:
                    assert table.seat(one.to) not in window.moved

    def see_corrections(self, seen: Seen) -> None:
        """What each reader has been told of each move, and will be, is what holds."""
        told: dict[tuple[int, str], bool] = {}
        for one, block in _blocks(seen.told):
            if block.occasion == RECEIPT:
                told[block.entry, one.to] = True
        for one in sorted(seen.told, key=seen.went_out):
            for block in one.blocks:
                if block.occasion == CORRECTION:
                    for wrong in block.extra["wrong"]:
                        if one.number in seen.waits:
                            assert wrong["number"] in seen.sent, "corrects what never went out"
                        if wrong["occasion"] == RECEIPT:
                            told[wrong["entry"], one.to] = wrong["now"] is not None
        for (entry, to), holds in told.items():
            step = seen.sealed.get(entry)
            counts = step is not None and step.who == seen.session.table.seat(to)
            if entry not in self.wanderer.dropped:
                assert holds == counts, f"what {to} was told of entry {entry}"

    def see_addresses(self, seen: Seen) -> None:
        """Each text that waits is to a current name, in the current dialect."""
        settings = seen.session.settings
        dialect = settings.get("dialect", "plain")
        strange = {mark for marks in _MARKS.values() for mark in marks} - {*_MARKS[dialect]}
        for one in seen.waiting:
            text = "\n".join(one.parts)
            assert not [mark for mark in strange if mark in text], f"{one.number}: {dialect}"
            if one.to:
                name = seen.session.table.seat(one.to)
                assert name in seen.session.table.players
                assert text.startswith(f"Hi {name},") or len(one.parts) > 1, text

    def see_secrets(self, seen: Seen) -> None:
        """No text has what its reader mustn't know: others' bids, and the host's own notes."""
        table = seen.session.table
        if seen.session.ended:
            return
        public = {decision.price for decision in table.state.decided}
        public |= {
            n
            for one in seen.drafts.values()
            if one.number in seen.sent and not one.to
            for n in _amounts(one)
        }
        for one in seen.drafts.values():
            fresh = (one.number, one.revision) not in self.checked
            withdrawn = one.note == WENT_OUT  # then the host says so
            if withdrawn or not (fresh or one.number in seen.waits):
                continue
            self.checked.add((one.number, one.revision))
            text = "\n".join((one.subject, *one.parts))
            assert HUSH not in text
            own = self.wanderer.typed[seen.place(one.to)] if one.to else set()
            secret = _amounts(one) - own - public
            assert not secret, f"{one.number} to {one.to or 'all'} tells {secret}: {text}"

    def see_that_texts_are_up_to_date(self, seen: Seen) -> None:
        """What waits and arose in a window that is open reads as if it were written anew."""
        windows = seen.session.table.windows
        since = min((window.entry for window in windows), default=len(seen.export) + 1)
        game = seen.session.game
        blocks = [
            (one, block)
            for one, block in _blocks(seen.waiting)
            if block.entry >= since
            and block.occasion != OPENING
            and life_of(game, block.occasion) != STATE
        ]
        for one, block, found in self.wanderer.again(blocks):
            then = found[0]
            assert then is not None, f"{one.number}: {block.occasion} of what doesn't stand"
            lines = difflib.unified_diff(block.body.splitlines(), then.body.splitlines(), n=0)
            assert block.body in {anew.body for anew in found if anew}, "\n".join(
                (f"{one.number}: {block.occasion}", *lines)
            )


def _amounts(one: Draft) -> set[int]:
    """What a message tells that was offered."""
    found = _NUMBER.findall("\n".join((one.subject, *one.parts)))
    return {n for n in (int(re.sub(r"\D", "", number)) for number in found) if n in AMOUNTS}


def _blocks(drafts: list[Draft]) -> Iterator[tuple[Draft, Block]]:
    for one in drafts:
        for block in one.blocks:
            yield one, block


def told(seen: Seen) -> Counter[tuple[Any, ...]]:
    """What every reader has been told or will be, but for corrections."""
    found: Counter[tuple[Any, ...]] = Counter()
    for one, block in _blocks(seen.told):
        state = life_of(seen.session.game, block.occasion) == STATE
        if block.occasion != CORRECTION:
            where = seen.place(one.to) if one.to else -1
            found[block.occasion, 0 if state else block.entry, where] += 1
    return found


def stroll(database: Path, seed: int, steps: int) -> None:
    """One host's game; the commands are shown where something doesn't hold."""
    wanderer = wander(database, seed)
    watcher = Watcher(wanderer)
    try:
        for number in range(steps):
            did = wanderer.step()
            watcher.after(did)
            if number % 8 == 7:
                watcher.now_and_then()
                _there_and_back(wanderer, watcher)
            if did.after.session.ended and number % 8 == 7:
                break
    except AssertionError as error:
        raise AssertionError(f"seed {seed}\n" + "\n".join(wanderer.log) + f"\n{error}") from error


def _there_and_back(wanderer: Wanderer, watcher: Watcher) -> None:
    """An undo with its redo leaves everybody told the same."""
    undone = wanderer.do(["undo"])
    watcher.after(undone)
    if undone.answer.code:
        return
    redone = wanderer.do(["redo"])
    watcher.after(redone)
    assert redone.answer.code == 0, redone.answer.all
    was, now = told(undone.before), told(redone.after)
    assert now == was, f"no more: {was - now}; more than before: {now - was}"


@pytest.fixture
def database(migrated: Path, tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    shutil.copy(migrated, path)
    path.chmod(0o600)
    return path


@pytest.mark.parametrize("seed", few_first(1, range(3)))
def test_a_wandering_host_finds_all_in_order(database: Path, seed: int) -> None:
    stroll(database, seed, few_or_many(20, 30))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 104))
def test_a_host_who_wanders_for_long_finds_all_in_order(database: Path, seed: int) -> None:
    stroll(database, seed, 64)
