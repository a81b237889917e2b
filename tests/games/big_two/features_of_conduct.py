"""What recorded games show of time, and of what a host does."""

from __future__ import annotations

from itertools import pairwise

from recorded import (
    Feature,
    Recording,
    at_the_deadline,
    closes,
    extended,
    out_of_order,
    put_back,
    taken_back,
)

from gmtool.engine import moves
from gmtool.engine.shuffling import Shuffle
from gmtool.games.big_two import moves as own_moves
from gmtool.games.big_two.state import DEFAULT, PLAY, TRADING

from .features_of_play import Found, half_done, some

# ---- time, and what a host does


def by_default(game: Recording, name: str, *, leading: bool) -> Found:
    """BT-12: what stood for who let its time pass."""
    return [
        news
        for taken in game.live
        for news in some(taken, name, how=DEFAULT)
        if taken.before.state.trick and (taken.before.state.trick.last is None) == leading
    ]


def late(game: Recording, phase: str) -> Found:
    """What was taken though the deadline had passed before it came."""
    return [
        taken
        for taken in game.live
        if taken.entry.late
        and taken.before.state.phase == phase
        and any(w.deadline < taken.entry.received_at for w in taken.windows)
    ]


def in_time_by(game: Recording, kind: type[moves.Move]) -> bool:
    """Whether a player's word came after a deadline that had been put off so."""
    for one, then in pairwise(game.live):
        if isinstance(one.move, kind) and not then.entry.late:
            first = {window.key: window.deadline for window in one.windows}
            if any(then.entry.received_at > first[w.key] for w in then.windows if w.key in first):
                return True
    return False


def sources(game: Recording, kind: type[moves.Move]) -> set[str]:
    return {taken.entry.source for taken in game.said(kind)}


def drawn(game: Recording) -> set[str]:
    return {taken.entry.drawn for taken in game.said(Shuffle)}


def hours(game: Recording) -> set[int]:
    """The lengths of its windows as they were opened."""
    return {
        round(taken.entry.received_at.until(window.deadline).total_seconds() / 3600)
        for taken in game.live
        for window in taken.after.windows
        if window.entry == taken.entry.number
    }


CONDUCT = (
    Feature(
        "a pass by default, and a card drawn",
        "two-seven-each",
        lambda g: [t for t in g.live if some(t, "Passed", how=DEFAULT) and t.news("Drew")],
    ),
    Feature(
        "the card that must be played led by default",
        "two-seven-each",
        lambda g: [x for x in by_default(g, "Played", leading=True) if x["cards"] == ("5C",)],
    ),
    Feature(
        "the lowest single led by default",
        "two-seven-each",
        lambda g: [x for x in by_default(g, "Played", leading=True) if x["cards"] == ("6C",)],
    ),
    Feature(
        "closed at the deadline",
        "two-seven-each",
        lambda g: list(filter(at_the_deadline, closes(g))),
    ),
    Feature("closed for one", "two-seven-each", lambda g: [t for t in closes(g) if t.move.who]),
    Feature("closed for all", "two-seven-each", lambda g: [t for t in closes(g) if not t.move.who]),
    Feature(
        "more time before the deadline", "two-seven-each", lambda g: extended(g, overdue=False)
    ),
    Feature("more time when it was over", "two-seven-each", lambda g: extended(g, overdue=True)),
    Feature("in time by an extension", "two-seven-each", lambda g: in_time_by(g, moves.Extend)),
    Feature("a late play taken", "two-seven-each", lambda g: late(g, PLAY)),
    Feature("a late step of a trade taken", "four-side-by-side", lambda g: late(g, TRADING)),
    Feature("a pause", "drawn-and-called-off", lambda g: g.said(moves.Resume)),
    Feature(
        "in time by a pause", "three-with-a-card-face-down", lambda g: in_time_by(g, moves.Resume)
    ),
    Feature(
        "a pause while cards are traded",
        "four-side-by-side",
        lambda g: [t for t in g.said(moves.Pause) if t.before.state.phase == TRADING],
    ),
    Feature(
        "a new name",
        "three-with-a-card-face-up",
        lambda g: (g.header.players[-1], g.played.table.players[-1]) == ("uwe_1977", "Uwe"),
    ),
    Feature("a play taken back and put back", "three-with-a-card-face-up", put_back),
    Feature("a question taken back and put back", "four-side-by-side", put_back),
    Feature(
        "taken back for another play",
        "drawn-and-called-off",
        lambda g: list(taken_back(g)) and not put_back(g),
    ),
    Feature("recorded out of order", "four-side-by-side", out_of_order),
    Feature("a remark on an entry", "two-seven-each", lambda g: any(t.entry.note for t in g.live)),
    Feature(
        "a message as pasted", "every-kind-of-play", lambda g: any(t.entry.raw for t in g.live)
    ),
    Feature(
        "plays in the thread with a link, trades by PM",
        "four-side-by-side",
        lambda g: (
            sources(g, own_moves.Play) == {"post"}
            and sources(g, own_moves.Ask) == sources(g, own_moves.Return) == {"pm"}
            and all(t.entry.link for t in g.said(own_moves.Play))
        ),
    ),
    Feature("names that need quotes", "drawn-and-called-off", lambda g: '"[mod] Cat"' in g.text),
    Feature("aliases", "drawn-and-called-off", lambda g: g.header.aliases),
    Feature("12 hours for a move", "two-seven-each", lambda g: hours(g) == {12}),
    Feature("72 hours of free trade", "seven-with-free-trade", lambda g: hours(g) == {72, 24}),
    Feature(
        "players' words mixed in",
        "drawn-and-called-off",
        lambda g: g.header.settings.get("chance") == "hold" and len(g.played.table.words) == 2,
    ),
    Feature(
        "chance from the seed",
        "seven-drawn-and-called-off",
        lambda g: "chance" not in g.header.settings and drawn(g) == {"seed"},
    ),
    Feature(
        "typed chance",
        "every-kind-of-play",
        lambda g: g.header.settings.get("chance") == "typed" and drawn(g) == {"typed"},
    ),
    Feature(
        "called off in a trick",
        "drawn-and-called-off",
        lambda g: g.played.table.called_off and g.state.trick and g.state.trick.actions,
    ),
    Feature(
        "called off while cards are traded",
        "seven-drawn-and-called-off",
        lambda g: g.played.table.called_off and half_done(g.state),
    ),
)
