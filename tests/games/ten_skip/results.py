"""What a recorded game's result says: rounds, scores and turns, as its journal has them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from recorded import Recording, recording

from gmtool.engine.game import Event
from gmtool.engine.moves import Set
from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip import events as e
from gmtool.games.ten_skip.evolve import evolve
from gmtool.games.ten_skip.state import Score, State

OWN = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event)}
"""What happens by the rulebook; the engine's own events change no state of the game."""


Happened = tuple[State, Event, State]


def happened(one: Recording) -> tuple[Happened, ...]:
    """Each event that stands, with the game before and after it; a new name is no event of it."""
    return _happened(one.name)


@cache
def _happened(name: str) -> tuple[Happened, ...]:
    found = []
    for taken in recording(GAME, name).live:
        state = taken.before.state
        for event in taken.step.events:
            if type(event) in OWN:
                before, state = state, evolve(state, event)
                found.append((before, event, state))
        if not isinstance(taken.move, Set):
            assert state == taken.after.state, taken.entry
    return tuple(found)


def report(one: Recording) -> str:
    """What a .result says, as the program has it; all are called as they are in the end."""
    parts = [_end(one), _rounds(one), _scores(one), _adjusted(one), _turns(one)]
    text = "\n".join("\n".join([*part, ""]) for part in parts if part)
    for first, last in zip(one.header.players, one.played.table.players, strict=True):
        text = text.replace(first, last)
    return text


def _row(*cells: object) -> str:
    return " | ".join(str(cell) if cell not in {None, ""} else "-" for cell in cells)


def _end(one: Recording) -> list[str]:
    off = one.played.table.called_off
    winners = [", ".join(event.winners) for event in one.events(e.GameEnded)]
    return [
        f"entries: {len(one.played.entries)}",
        f"end: {f'called off: {off}' if off else 'over'}",
        f"winners: {', '.join(winners) or '-'}",
    ]


def _rounds(one: Recording) -> list[str]:
    heads = "round | drawn for dealer | dealer | cards left | turns | end | lose | out | shown"
    rows: list[list[Any]] = [heads.split(" | ")]
    opened: list[Any] = []
    for _, event, after in happened(one):
        match event:
            case e.RoundOpened():
                draws = "; then ".join(
                    ", ".join(f"{one.who} {one.card}" for one in drawn) for drawn in event.draws
                )
                opened = [event.number, draws, event.dealer, len(after.draw_pile)]
                turns = 1
            case e.TurnBegun():
                turns = event.number
            case e.RoundOver():
                how = ", ".join(filter(None, (event.how, event.claimant)))
                losers = ", ".join(score.name for score in event.scores)
                rows.append([*opened, turns, how, losers, ", ".join(event.eliminated), ""])
            case e.Revealed():
                rows[event.round][-1] = " ".join(event.hand)
    return [_row(*row) for row in rows]


def _scores(one: Recording) -> list[str]:
    rows = ["round | player | own cards | claimant's | pairs | points | total"]
    for over in one.events(e.RoundOver):
        for score in over.scores:
            own, taken = (
                " ".join(counted.card for counted in cards) for cards in (score.own, score.taken)
            )
            cells = (own, taken, " ".join(score.pairs), _sum(score), score.total)
            rows.append(_row(over.number, score.name, *cells))
    return rows


def _sum(score: Score) -> str:
    """How the points come about: `(51 + 39) x 2 = 180`."""
    sums = [sum(one.points for one in cards) for cards in (score.own, score.taken) if cards]
    text = " + ".join(map(str, sums))
    if score.pairs:
        text = f"({text}) x 2" if score.taken else f"{text} x 2"
    return f"{text} = {score.points}" if score.pairs or score.taken else text


def _adjusted(one: Recording) -> list[str]:
    rows = [
        _row(before.round, event.who, event.before, event.after)
        for before, event, _ in happened(one)
        if isinstance(event, e.Adjusted)
    ]
    return ["round | adjusted | from | to", *rows] if rows else []


@dataclass
class Turn:
    """A turn as it is told: what `who` did, in parts, the last with its ending."""

    who: str = ""
    said: list[str] = field(default_factory=list)


def _turns(one: Recording) -> list[str]:
    """Each turn with what is left of the draw pile and known of the hands when it ends; one that
    was cut short, too.
    """
    rows = ["turn | player | what | draw pile | known"]
    turn, now = Turn(), None
    for state, event, after in happened(one):
        match event:
            case e.RoundOpened():
                turn = Turn(event.first)
            case e.TurnBegun() | e.RoundOver():
                rows.append(_told(turn, state))
                turn = Turn(getattr(event, "who", ""))
            case e.OwnAct() | e.Drew():
                _tell(turn, event)
        now = after
    if turn.said and now:
        rows.append(_told(turn, now))
    return rows


def _told(turn: Turn, state: State) -> str:
    known = "; ".join(f"{p.name} {' '.join(p.known)}" for p in state.players if p.known)
    where = f"{state.round}.{state.turn}"
    return _row(where, turn.who, "; ".join(turn.said), len(state.draw_pile), known)


def _tell(turn: Turn, event: Event) -> None:
    how = " (default)" if getattr(event, "how", "") else ""
    match event:
        case e.Discarded():
            turn.said.append(f"discards {event.card}{how}")
        case e.Drew(cards=(last,)):
            turn.said[-1] += f", keeps the last, {last}"
        case e.Kept():
            turn.said[-1] += f", keeps {event.card}, lays {event.laid}{how}"
        case e.Handed():
            turn.said.append(f"takes {event.card} from {event.who}{how} giving {event.shown}")
        case e.Passed():
            turn.said.append(f"passes{how}")
        case e.PutOnNotice():
            turn.said.append("notice")
        case e.Finished():
            turn.said.append(f"done{how}")
        case e.Challenged():
            runs = " or ".join("-".join(run) for run in event.runs)
            found = f"true, {runs}" if runs else "false"
            turn.said.append(f"challenges {event.claimant}: {found}")
        case e.Topped():
            turn.said[-1] += f", {event.card} on top{how}"
