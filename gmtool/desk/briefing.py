"""What a substitute is told with the seat that it takes (ALL-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gmtool.desk import texts
from gmtool.desk.occasions import life_of
from gmtool.desk.session import Session
from gmtool.engine.entries import Entry
from gmtool.engine.game import CALL, PUBLIC, STATE
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Replace
from gmtool.engine.steps import Step
from gmtool.engine.table import Table, is_awaited, may_add, wanted


def facts(
    session: Session,
    step: Step,
    by: Table,
    steps: Sequence[Step],
    live: Sequence[Entry],
    *,
    now: Instant,
) -> dict[str, Any]:
    """The facts of a briefing: `was`, who left the seat; the names of the templates with the rules
    in brief, with the standings, and with what the seat itself holds; what it is `asked` for, with
    deadlines as of the table `by`; the `live` moves in open windows, in text form; the receipts of
    all sealed moves of the seat, the oldest first; and the `windows` that everybody may know, as
    they are `now`.
    """
    move = step.move
    assert isinstance(move, Replace)  # noqa: S101 - only a replacement has a briefing
    game = session.game
    own = [o.name for o in game.occasions if o.to_player and o.life == STATE]
    asked = (m for one in reversed(steps) for m in game.messages(one.news) if m.to == move.who)
    own = own or [m.occasion for m in asked if life_of(game, m.occasion) == CALL][:1]
    sealed = (
        one
        for one in steps
        if one.who == move.who and texts.is_sealed(one) and not texts.is_plan(one)
    )
    return {
        "was": move.was,
        "brief": [f"{kind}/_brief.j2" for kind in game.text_kinds],
        "standings": [f"{kind}/standings.j2" for kind in game.text_kinds],
        "own": [[f"{kind}/{name}.j2" for kind in game.text_kinds] for name in own],
        "asked": list(_asked(session, by, move.who, now)),
        "live": [entry.text for entry in live],
        "windows": texts.windows_for(PUBLIC, by.windows, now),
        "receipts": [texts.receipt_facts(session, one) for one in sealed],
    }


def _asked(session: Session, by: Table, who: str, now: Instant) -> Iterator[dict[str, Any]]:
    asked = wanted(session.game, by)
    for turn in asked.turns:
        window = by.window(turn.window)
        if turn.who == who and (is_awaited(by, turn) or may_add(asked, by, turn)):
            yield {
                "task": turn.task,
                "awaited": is_awaited(by, turn),
                "moves": list(turn.moves),
                "window": texts.window_facts(window, who, now) if window else None,
            }
