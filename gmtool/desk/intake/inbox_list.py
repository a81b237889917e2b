"""Lists the messages that wait for the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gmtool.desk.answers import Answer, Hint, table
from gmtool.desk.desk import Desk
from gmtool.desk.moves.next_steps import stands
from gmtool.desk.session.loading import the_position
from gmtool.desk.session.recipients import Recipients
from gmtool.engine.instants import Instant
from gmtool.engine.table import Waiting
from gmtool.engine.text import OPEN, REFUSED, short


def inbox(desk: Desk) -> Answer:
    """The messages that wait, without their words."""
    with desk.store() as store, store.reading() as transaction:
        game = the_position(desk, transaction)
    waiting = sorted(game.table.inbox, key=lambda one: one.number)
    rows = [row(one.number, game.table.seat(one.who), one.at, _state(one)) for one in waiting]
    return listed(desk, game.name, rows, Recipients.of(game).show)


def _state(one: Waiting) -> str:
    return f"{REFUSED} ({one.clause})" if one.state == REFUSED else one.state


def row(
    number: int, who: str, at: str, state: str, told: tuple[str, str, str] = ("", "", "")
) -> dict[str, Any]:
    """A message as facts, with what is `told` of it: its words, its link and the host's note."""
    text, link, note = told
    return {
        "number": number,
        "who": who,
        "received": Instant(at),
        "state": state,
        "text": text,
        "link": link,
        "note": note,
    }


def listed(
    desk: Desk, game: str, rows: Sequence[dict[str, Any]], show: Callable[[Instant], str]
) -> Answer:
    """The list of these messages, with their words as far as they have any."""
    if not rows:
        return Answer((f"{game}: no message waits for you",), facts=[])
    says = any(row["text"] for row in rows)
    cells = [("", "from", "arrived", "stands", "says" if says else "")]
    cells += [
        (
            str(row["number"]),
            row["who"],
            show(row["received"]),
            stands(row["state"]),
            short(row["text"]) if says else "",
        )
        for row in rows
    ]
    hints = tuple(
        Hint(
            desk.commands.line("inbox", str(row["number"])), "what it says, and what to do about it"
        )
        for row in rows
        if row["state"] == OPEN
    )
    count = "1 message" if len(rows) == 1 else f"{len(rows)} messages"
    return Answer((f"{game}: {count}", *table(cells)), hints=hints, facts=[*rows])
