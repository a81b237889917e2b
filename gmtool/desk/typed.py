"""Which player, and which instant, a host's words mean in a game."""

from __future__ import annotations

from gmtool.desk.problems import TurnedAway, UsageProblem
from gmtool.desk.session import Desk, Session
from gmtool.engine.instants import Instant
from gmtool.engine.names import find
from gmtool.engine.refusals import Refusal
from gmtool.engine.wording import CHANCE, HOST, casefolded


def speaker(session: Session, text: str) -> str:
    """Host, chance or the player meant by `text`; raises TurnedAway where that isn't clear
    (ALL-4).
    """
    if casefolded(text) in {HOST, CHANCE}:
        return casefolded(text)
    try:
        return find(text, session.table.players, session.table.callings)
    except Refusal as refusal:
        raise turned_away(session, text, refusal) from refusal


def turned_away(session: Session, text: str, refusal: Refusal) -> TurnedAway:
    """The problem to raise where the rules refuse a host's `text`."""
    return TurnedAway(
        session.name, refusal.clause, refusal.quoted or text, refusal.sentence(session.show)
    )


def typed_instant(desk: Desk, session: Session, typed: str | None) -> Instant:
    """The instant typed with --at, looking back; now where none was typed. Raises UsageProblem for
    a text that is no time.
    """
    if not typed:
        return desk.now
    from gmtool.desk.times import look_back
    from gmtool.desk.zones import TimeProblem

    try:
        return Instant.of(look_back(typed, now=desk.now.moment, zone=session.zone))
    except TimeProblem as problem:
        raise UsageProblem(f"{session.name}: {problem}") from problem


def received(desk: Desk, session: Session, typed: str | None) -> Instant:
    """When a move arrived, as typed with --at; raises TurnedAway for a time before the
    game began (ALL-1).
    """
    at = typed_instant(desk, session, typed)
    if not typed:
        return at
    began = session.table.began
    if began and at < began:
        raise TurnedAway(
            session.name,
            "ALL-1",
            typed,
            f"--at {typed} is {session.show(at)}, before the game began "
            f"({session.show(began)}); it looks back to the latest such time that has passed. "
            "Without --at it counts as of now.",
        )
    return at
