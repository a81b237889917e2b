"""Which player, and which instant, a host's words mean in a game."""

from __future__ import annotations

from gmtool.desk.desk import Desk
from gmtool.desk.problems import Rejected, UsageProblem
from gmtool.desk.session.session import Session
from gmtool.engine.instants import Instant
from gmtool.engine.names import find
from gmtool.engine.refusals import Refusal, Unreadable
from gmtool.engine.text import CHANCE, HOST, casefolded, listed


def speaker(session: Session, text: str) -> str:
    """Host, chance or the player meant by `text`; raises Rejected where that isn't clear
    (ALL-4), which says in which other games somebody is called so.
    """
    if casefolded(text) in {HOST, CHANCE}:
        return casefolded(text)
    try:
        return find(text, session.table.players, session.table.callable_names)
    except Unreadable as nobody:
        raise _plays_elsewhere(session, text, nobody) from nobody
    except Refusal as refusal:
        raise rejection(session, text, refusal) from refusal


def _plays_elsewhere(session: Session, text: str, nobody: Unreadable) -> Rejected:
    """The problem to raise where nobody in this game is called `text`."""
    games: dict[str, list[str]] = {}
    for who, game in session.others.playing(text):
        games.setdefault(who, []).append(game)
    told = [f"{who} plays in {listed(f'“{g}”' for g in own)}." for who, own in games.items()]
    sentence = " ".join((nobody.sentence(session.show), *told))
    problem = Rejected(session.name, nobody.clause, nobody.quoted or text, sentence)
    problem.games = tuple(game for own in games.values() for game in own)
    return problem


def rejection(session: Session, text: str, refusal: Refusal) -> Rejected:
    """The problem to raise where the rules refuse a host's `text`."""
    return Rejected(
        session.name, refusal.clause, refusal.quoted or text, refusal.sentence(session.show)
    )


def typed_instant(desk: Desk, session: Session, typed: str | None) -> Instant:
    """The instant typed with --at, looking back; now where none was typed. Raises UsageProblem for
    a text that is no time.
    """
    if not typed:
        return desk.now
    from gmtool.desk.times.parse import look_back
    from gmtool.desk.times.zones import TimeProblem

    try:
        return Instant.of(look_back(typed, now=desk.now.moment, zone=session.zone))
    except TimeProblem as problem:
        raise UsageProblem(f"{session.name}: {problem}") from problem


def arrival_instant(desk: Desk, session: Session, typed: str | None) -> Instant:
    """When a move arrived, as typed with --at; raises Rejected for a time before the
    game began (ALL-1).
    """
    at = typed_instant(desk, session, typed)
    if not typed:
        return at
    began = session.table.began
    if began and at < began:
        option = desk.commands.part("--at")
        raise Rejected(
            session.name,
            "ALL-1",
            typed,
            f"{option} {typed} is {session.show(at)}, before the game began "
            f"({session.show(began)}); it looks back to the latest such time that has passed. "
            f"Without {option} it counts as of now.",
        )
    return at
