"""Where draws come from: who draws chance and when (a setting of each game, `set chance: hold`),
and players' words, which are mixed into the seed until they close (ALL-3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.table import Table
from gmtool.engine.text import HOST, told

if TYPE_CHECKING:
    from gmtool.engine.host_moves import Set, Words

SEED = "seed"
"""Chance is drawn from the seed as soon as the rules want it."""
HOLD = "hold"
"""Like SEED, but nothing is drawn before `start`, so that players' words can be mixed in."""
TYPED = "typed"
"""The host draws elsewhere and types what chance gave."""

MODES = (SEED, HOLD, TYPED)


def draws_now(mode: str, table: Table, *, starting: bool = False) -> bool:
    """Whether chance that is due is drawn from the seed now; `starting` tells that
    `start` comes next.
    """
    return mode == SEED or (mode == HOLD and (table.started or starting))


WORDS_UNTIL = "words_until"
"""The setting of when words close. It is an entry of its own, never of the header, so that a change
is on record.
"""


def closes(table: Table) -> Instant | None:
    """The instant at which words close; None where they are taken until the first draw."""
    until = table.settings.get(WORDS_UNTIL)
    return Instant(until) if until else None


def mix_in(table: Table, entry: Entry, move: Words) -> Table:
    """The table with words mixed in; raises NotNow for words that come too late."""
    if table.drawn or table.words_fixed:
        raise NotNow(
            "ALL-6",
            "chance has already drawn; words can only be mixed in before the first draw "
            "(`gmtool new --hold` waits for them).",
        )
    until = closes(table)
    if until and entry.received_at > until:
        raise NotNow("ALL-3", "words closed {until}; what came later isn't mixed in.", until=until)
    return replace(table, words=(*table.words, move.text))


def check_set(table: Table, entry: Entry, move: Set) -> None:
    """Raise a Refusal for a close of words that can't be set now."""
    if move.key != WORDS_UNTIL:
        return
    held = table.begun_with.get("chance") == HOLD
    if not held or table.started or table.drawn or table.words_fixed:
        raise NotNow(
            "ALL-3",
            "no words are waited for now: that is so before the start of a game that was set up "
            "with --hold.",
        )
    _check_open(table, entry.recorded_at)
    try:
        until = Instant.read(move.value) if move.value else None
    except ValueError as error:
        raise Refused("ALL-3", f"{told(str(error))}.") from error
    if until and until <= entry.recorded_at:
        raise Refused("ALL-3", "words can only close later than now.")


def check_back(table: Table, entry: Entry, at: Instant) -> None:
    """Raise a Refusal where an entry about words may not be taken back, put back or put right any
    more at an instant: words once chance has drawn, their close once they have closed.
    """
    verb, _, rest = entry.text.strip().partition(" ")
    verb = verb.casefold() if entry.who == HOST else ""
    if verb == "words" and table.words_fixed:
        raise Refused(
            "ALL-3", "these words are part of every draw since the first; they stay as they are."
        )
    if verb == "set" and rest.partition("=")[0] == WORDS_UNTIL:
        _check_open(table, at)


def _check_open(table: Table, at: Instant) -> None:
    until = closes(table)
    if until and at > until:
        raise NotNow("ALL-3", "words closed {until}; that can't be changed any more.", until=until)
