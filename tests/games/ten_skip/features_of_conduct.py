"""What recorded games show of time, of chance, and of what a host does."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from recorded import (
    Feature,
    Recording,
    adjusted,
    at_the_deadline,
    closes,
    extended,
    long_after,
    out_of_order,
    put_back,
    taken_back,
)

from gmtool.engine import moves
from gmtool.engine.shuffling import Shuffle
from gmtool.games.ten_skip import moves as own_moves
from gmtool.games.ten_skip.state import DEFAULT, HAND, KEEP, NOTICE, TOP, TURN

from .features_of_play import Found, last_cards, some


def by_default(game: Recording, phase: str) -> Found:
    """The entries that closed a window of that phase."""
    return [taken for taken in closes(game) if taken.before.state.phase == phase]


def whole_turn(game: Recording) -> Found:
    """A discard, a draw, the card kept and the end of the turn, all in one."""
    told = ("Discarded", "Kept", "Finished")
    return [t for t in by_default(game, TURN) if all(some(t, name, how=DEFAULT) for name in told)]


def cut_short(game: Recording) -> Found:
    """A turn played by default that ended by itself: no claim was left."""
    return [
        taken
        for taken in by_default(game, TURN)
        if some(taken, "Kept", how=DEFAULT)
        and not taken.news("Finished")
        and taken.before.state.refuted
        and not taken.before.state.on_notice
    ]


def late(game: Recording) -> Found:
    """What was taken though the deadline had passed before it came."""
    return [
        taken
        for taken in game.live
        if taken.entry.late and any(w.deadline < taken.entry.received_at for w in taken.windows)
    ]


def in_time_by(game: Recording, kind: type[moves.Move]) -> bool:
    """Whether a player's word came after a deadline that had been put off so."""
    for one, then in pairwise(game.live):
        if isinstance(one.move, kind) and not then.entry.late:
            first = {window.key: window.deadline for window in one.windows}
            if any(then.entry.received_at > first[w.key] for w in then.windows if w.key in first):
                return True
    return False


def resumed_in_time(game: Recording) -> bool:
    """Whether a word came within the time that a pause had left."""
    paused = [one for one in game.live if isinstance(one.move, moves.Pause)]
    back = [one for one in game.live if isinstance(one.move, moves.Resume)]
    return any(
        then.entry.number > resume.entry.number
        and any(
            window.key == old.key and then.entry.received_at > old.deadline
            for window in then.windows
            for old in pause.windows
        )
        for pause, resume in zip(paused, back, strict=True)
        for then in game.live
        if not then.entry.late
    )


def sources(game: Recording, *kinds: type[moves.Move]) -> set[str]:
    return {taken.entry.source for kind in kinds for taken in game.said(kind)}


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


def round_put_back(game: Recording) -> Found:
    """The end of a round taken back with the cards dealt after it, and put back."""
    ended = {t.entry.number for t in game.taken if t.news("RoundOver")}
    return [
        gone for gone in taken_back(game) if put_back(game) and ended & {x.number for x in gone}
    ]


def revealed_in_another_turn(game: Recording) -> Found:
    """TS-17: after the next deal, while another was awaited."""
    return [
        taken
        for taken in game.said(own_moves.Reveal)
        if taken.before.state.awaited not in {"", taken.entry.who}
    ]


CONDUCT = (
    Feature("a whole turn by default", "three-share-the-win", whole_turn),
    Feature("a turn by default, no claim being left", "four-until-two-share", cut_short),
    Feature("the last card by default", "three-share-the-win", partial(last_cards, default=True)),
    Feature(
        "a pass by default", "two-with-sixteen-cards", lambda g: some(g, "Passed", how=DEFAULT)
    ),
    Feature("a card kept by default", "three-with-two-decks", partial(by_default, phase=KEEP)),
    Feature(
        "a card handed over by default", "five-with-shorter-hands", partial(by_default, phase=HAND)
    ),
    Feature("no claim by default", "five-with-five-cards", partial(by_default, phase=NOTICE)),
    Feature("a card on top by default", "four-until-two-share", partial(by_default, phase=TOP)),
    Feature(
        "closed at the deadline",
        "three-share-the-win",
        lambda g: [t for t in closes(g) if at_the_deadline(t)],
    ),
    Feature(
        "closed long after it",
        "three-share-the-win",
        lambda g: [t for t in closes(g) if long_after(t)],
    ),
    Feature(
        "closed for one", "three-share-the-win", lambda g: [t for t in closes(g) if t.move.who]
    ),
    Feature(
        "closed for all", "three-share-the-win", lambda g: [t for t in closes(g) if not t.move.who]
    ),
    Feature(
        "more time before the deadline", "two-with-sixteen-cards", partial(extended, overdue=False)
    ),
    Feature("more time when it was over", "five-with-five-cards", partial(extended, overdue=True)),
    Feature(
        "in time by an extension", "two-with-sixteen-cards", partial(in_time_by, kind=moves.Extend)
    ),
    Feature("a late word taken", "five-with-five-cards", late),
    Feature("a pause", "two-to-a-thousand", lambda g: g.said(moves.Resume)),
    Feature("in time by a pause", "two-to-a-thousand", resumed_in_time),
    Feature(
        "a new name",
        "drawn-and-called-off",
        lambda g: (g.header.players[-1], g.played.table.players[-1]) == ("dag_77", "Dag"),
    ),
    Feature("a discard taken back and put back", "five-with-shorter-hands", put_back),
    Feature("a round's end taken back and put back", "two-to-a-thousand", round_put_back),
    Feature(
        "taken back for another word",
        "six-with-two-decks",
        lambda g: list(taken_back(g)) and not put_back(g),
    ),
    Feature("recorded out of order", "drawn-and-called-off", out_of_order),
    Feature("a hand shown in another's turn", "drawn-and-called-off", revealed_in_another_turn),
    Feature(
        "points added by the host", "four-who-draw-for-dealer", lambda g: adjusted(g, "points", "+")
    ),
    Feature(
        "points set by the host", "four-who-draw-for-dealer", lambda g: adjusted(g, "points", "=")
    ),
    Feature(
        "a remark on an entry", "three-share-the-win", lambda g: any(t.entry.note for t in g.live)
    ),
    Feature(
        "a message as pasted", "three-until-one-is-left", lambda g: any(t.entry.raw for t in g.live)
    ),
    Feature(
        "what all see in the thread with a link, what is secret by PM",
        "three-until-one-is-left",
        lambda g: (
            sources(g, own_moves.Discard, own_moves.Take, own_moves.Challenge) == {"post"}
            and sources(g, own_moves.Keep, own_moves.Hand) == {"pm"}
            and all(t.entry.link for t in g.said(own_moves.Discard))
        ),
    ),
    Feature(
        "names that need quotes",
        "drawn-and-called-off",
        lambda g: (
            '"[mod] Cat"' in g.text and [t for t in g.said(own_moves.Take) if '"' in t.entry.text]
        ),
    ),
    Feature("aliases", "drawn-and-called-off", lambda g: g.header.aliases),
    Feature("48 hours for a move", "two-with-sixteen-cards", lambda g: hours(g) == {48}),
    Feature("24 hours for a move", "six-with-two-decks", lambda g: hours(g) == {24}),
    Feature(
        "players' words mixed in",
        "drawn-and-called-off",
        lambda g: (
            g.header.settings.get("chance") == "hold"
            and len(g.played.table.words) == 2
            and drawn(g) == {"seed"}
        ),
    ),
    Feature(
        "chance from the seed",
        "two-to-a-thousand",
        lambda g: "chance" not in g.header.settings and drawn(g) == {"seed"},
    ),
    Feature(
        "typed chance",
        "six-with-two-decks",
        lambda g: g.header.settings.get("chance") == "typed" and drawn(g) == {"typed"},
    ),
    Feature(
        "called off in a turn",
        "drawn-and-called-off",
        lambda g: g.played.table.called_off and g.state.phase == KEEP,
    ),
)
