"""What lines of this kind's clauses stand for: rounds that are played; and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gmtool.engine.refusals import Refusal

if TYPE_CHECKING:
    from clauses import Trial

    from gmtool.games.free.state import Result


def opens(trial: Trial, text: str) -> Iterator[str]:
    """`opens vote Bob / Ann / -` has the host open the round, and start the game where it hasn't
    begun; the players answer so in the order of their seats, or don't where there is a dash.
    """
    name, _, answers = text.partition(" ")
    if trial.game.state.phase == "setup":
        yield "host: start"
    yield f"host: open {name}"
    for who, said in zip(trial.players, answers.split(" / ") if answers else (), strict=False):
        if said != "-":
            yield f"{who}: {name} {said}"


def plays(trial: Trial, text: str) -> Iterator[str]:
    """The same, and a day later the host closes what is over."""
    yield from opens(trial, text)
    yield "+24h host: close"


def last(trial: Trial) -> Result:
    """How the round that was resolved last came out."""
    return trial.game.state.results[-1]  # type: ignore[no-any-return]


def chosen(trial: Trial) -> tuple[str, ...]:
    """The answers that were chosen in it."""
    return last(trial).chosen


def hit(trial: Trial) -> tuple[str, ...]:
    """Who was hit by it."""
    return last(trial).hit


def came(trial: Trial) -> dict[str, int]:
    """What each answer came to in it."""
    return {one.value: one.count for one in last(trial).totals}


def has(trial: Trial) -> dict[str, Any]:
    """What everybody has of each unit."""
    state = trial.game.state
    places = enumerate(trial.game.replay.start.state.players[0].held)
    names = [one["name"] for one in _units(trial)]
    return {names[n]: {one.name: one.held[n] for one in state.players} for n, _ in places}


def _units(trial: Trial) -> list[dict[str, Any]]:
    public = trial.game.view("host")["public"]
    return [*public["units"], *public["secret_units"]]


def out(trial: Trial) -> list[str]:
    """Who is out, in the order of the seats."""
    return [one.name for one in trial.game.state.players if one.is_out]


def running(trial: Trial) -> list[str]:
    """The rounds that run, and which of them wait for something."""
    return [one.round + " waits" * (not one.is_open) for one in trial.game.state.running]


def silent(trial: Trial) -> list[str]:
    """Who has been ruled inactive."""
    return [*trial.game.table.inactive]


def quiet(trial: Trial) -> dict[str, int]:
    """In how many windows in a row each player has sent nothing."""
    return dict(trial.game.table.quiet)


def done(trial: Trial) -> dict[str, tuple[str, ...]]:
    """Who has said of each open window that this is all."""
    return {window.name: window.done for window in trial.game.table.windows}


def inbox(trial: Trial) -> list[int]:
    """The messages that wait, by their entries."""
    return [one.number for one in trial.game.table.inbox]


def won(trial: Trial) -> tuple[str, ...]:
    """Who has won a game that is over."""
    assert trial.game.state.phase == "ended", "it goes on"
    return trial.game.state.winners  # type: ignore[no-any-return]


def prize(trial: Trial) -> dict[str, int]:
    """What everybody gets of the prize."""
    state = trial.game.state
    return dict(zip((one.name for one in state.players), state.shares, strict=True))


def amiss(trial: Trial, line: str) -> Iterator[str]:
    """`amiss Ann vote Zoe` can't be recorded, for whatever reason."""
    who, _, said = line.partition(" ")
    try:
        trial.apply(f"{who}: {said}")
    except Refusal:
        return iter(())
    raise AssertionError("it stands")


def sum(trial: Trial) -> int:  # noqa: A001
    """What all numbers of it come to."""
    return int(last(trial).totals[0].count)


def points(trial: Trial, text: str) -> Iterator[str]:
    """`points 3 2 0`: the host gives the players so many, in the order of their seats."""
    for who, many in zip(trial.players, text.split(), strict=True):
        yield f"host: give {who} {many} points"


def _told(trial: Trial, name: str) -> Iterator[Any]:
    return (one for step in trial.steps for one in step.news if one.name == name)


def sums(trial: Trial) -> list[int]:
    """What the dice of the last roll came to."""
    return [roll["sum"] for one in _told(trial, "Rolled") for roll in one.facts["rolls"]]


def learned(trial: Trial) -> dict[str, str]:
    """Who was told about whom by the last line."""
    return {one.to[0]: one.facts["who"] for one in _told(trial, "Learned")}


def outcome(trial: Trial) -> str:
    """Who has won, and by what."""
    state = trial.game.state
    return f"{' '.join(state.winners) or '-'} by {state.won_by or '-'}"
