"""What a recorded game's result says: how each round came out, and how all stand in the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from recorded import Recording

from gmtool.games.free.file import read
from gmtool.games.free.moves import written

WAYS = (
    "Closed: early = yes",
    "Closed: early = no; silent != -",
    *(f"Out: why = {why}" for why in ("host", "silence", "units", "vote", "kill")),
    "Again: among counts 2",
    "Tied: between counts 2",
    "Learned: belongs = yes",
    "Learned: belongs = no",
    "Changed: secretly = yes",
    "Changed: secretly = no",
    "Rolled: rolls counts 1",
    "Rolled: rolls counts 3",
    "Picked: whom counts 1",
    "Opened: rounds counts 1",
)
"""What is told."""
NEVER = ("Redeal",)
"""Rulings that mean nothing in a game of this kind."""


def report(one: Recording) -> str:
    """What a .result says, as the program has it."""
    return "\n".join([*_end(one), "", *_rounds(one), "", *_players(one), ""])


def _end(one: Recording) -> Iterator[str]:
    state, off = one.state, one.played.table.called_off
    yield f"entries: {len(one.played.entries)}"
    yield f"end: {f'called off: {off}' if off else state.won_by or state.phase}"
    yield f"won: {', '.join(state.winners) or '-'}"


def _rounds(one: Recording) -> Iterator[str]:
    """A line for each round that was resolved, in order: what everybody answered, what each answer
    came to, what was chosen, and who was hit.
    """
    yield "round | answers | came to | chosen | hit"
    for taken in one.effective:
        told = [news for news in taken.news("Resolved") if news.to != ()]
        for news in told:
            result = taken.after.state.result(news["round"])
            yield _row(f"{result.round} {result.number}", *_came_out(one, result))


def _came_out(one: Recording, result: Any) -> Iterator[str]:
    asks = read(one.game.file).round(result.round).asks.what
    seats = one.played.table.players
    by_seat = sorted(result.given, key=lambda given: seats.index(given.who))
    yield "; ".join(
        f"{given.who}{' (silent)' * given.by_silence} {written(asks, given.whom, given.said)}"
        for given in by_seat
    )
    yield ", ".join(f"{total.value} {total.count}" for total in result.totals)
    yield ", ".join(result.chosen) + (f" of {', '.join(result.tied)}" if result.tied else "")
    yield ", ".join(result.hit)


def _players(one: Recording) -> Iterator[str]:
    yield "player | in | role | has"
    names = [unit.name for unit in read(one.game.file).units]
    for player in one.state.players:
        has = ", ".join(f"{many} {name}" for name, many in zip(names, player.held, strict=True))
        yield _row(player.name, "out" if player.is_out else "in", player.role, has)


def _row(*cells: str) -> str:
    return " | ".join(cell or "-" for cell in cells)
