"""A game that the program and `reference` both hear; a failure prints what differs and the journal
up to the entry, ready to be replayed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import second_opinion
from second_opinion import differ, seconds

from gmtool.desk.rehearse.bots import verb
from gmtool.engine.entries import Entry
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import Step
from gmtool.engine.table import awaited, wanted
from gmtool.engine.text import HOST

from .reference import Reference


@dataclass(kw_only=True)
class Match(second_opinion.Match[Reference]):
    """A game that both are hearing."""

    def looked_at(self) -> Before:
        return Before(self.page)

    def note(self, entry: Entry, before: Before) -> None:
        self.came_to.update(before.came_to(entry, self.page))

    def try_it(self, entry: Entry) -> Step | Refusal:
        """What becomes of it; a refusal quotes what was said."""
        found = super().try_it(entry)
        if isinstance(found, Refusal) and found.quoted not in entry.text:
            self.fail([f"the refusal quotes “{found.quoted}”"], entry)
        return found

    def differences(self) -> Iterator[str]:
        table, page = self.replay.table, self.page
        view = self.game.view(table.state, HOST)
        yield from standings_differ(view, page)
        yield from round_differs(view, page)
        yield from differ("over", wanted(self.game, table).nothing, page.task == "over")
        waiting = {}
        for turn in awaited(self.game, table):
            window = table.window(turn.window)
            waiting[turn.who] = seconds(window.deadline) if window else 0
        yield from differ("awaited", waiting, page.awaited())
        deadlines = sorted(seconds(window.deadline) for window in table.windows)
        yield from differ("deadlines", deadlines, page.deadlines())
        offered: dict[str, set[str]] = {name: set() for name in page.names}
        for turn in wanted(self.game, table).turns:
            if turn.who in offered:
                offered[turn.who] |= {verb(form) for form in turn.moves}
        for name in page.names:
            yield from differ(f"{name} is offered", offered[name], page.verbs(name))


class Before:
    """What the page had before an entry, to tell what a game came to by it."""

    def __init__(self, page: Reference) -> None:
        self.page = page
        self.task = page.task
        self.pile = len(page.pile)
        self.rounds = len(page.rounds)
        self.out = len(page.eliminated)
        self.seen = sum(len(known) for known in page.known.values())
        self.shown = page.shown

    def came_to(self, entry: Entry, page: Reference) -> Iterator[str]:
        """What is worth counting, after the entry was taken."""
        word, _, rest = entry.text.partition(" ")
        said = {"undo": "undone", "redo": "put back", "adjust": "corrected", "end": "called off"}
        yield said.get(word, word)
        if page is not self.page:
            return
        yield page.task
        if len(page.rounds) > self.rounds:
            yield from self._round_over(page)
        if word == "close":
            pile = " with an empty pile" if self.task == "turn" and not self.pile else ""
            yield f"overdue: {self.task}{pile}"
            return
        if self.task == page.task == "draw" and word == "shuffle" and page.tied:
            yield "too few cards for the tied"
        if word == "discard" and self.pile == 1:
            yield "the last card alone"
        if word == "hand" and rest == self.shown:
            yield "a twin handed over"
        if self.task in {"keep", "hand"} and page.refuted and not page.on_notice:
            yield "claim again" if page.task == "end" else "no claim left"
        if sum(len(known) for known in page.known.values()) < self.seen and word == "hand":
            yield "known no more"

    def _round_over(self, page: Reference) -> Iterator[str]:
        yield page.rounds[-1]["how"]
        if len(page.eliminated) > self.out:
            yield "eliminated"
        if page.option["redraw_dealer"] and page.task == "draw":
            yield "dealer drawn anew"
        if len(page.winners) > 1:
            yield "shared win"
        if page.winners and not page.left():
            yield "everybody at the limit"


def standings_differ(view: Any, page: Reference) -> Iterator[str]:
    """What holds over all rounds."""
    public, players = view["public"], view["players"]
    yield from differ("players", [player["name"] for player in players], page.names)
    scores = {player["name"]: player["score"] for player in players}
    yield from differ("scores", scores, page.score)
    out = [player["name"] for player in players if player["eliminated"]]
    yield from differ("eliminated", sorted(out), sorted(page.eliminated))
    yield from differ("winners", sorted(public["winners"]), sorted(page.winners))
    if page.task != "over":
        yield from differ("may reveal", public["may_reveal"], [*page.may_reveal])
    yield from differ("deck", sorted(public["deck"]), sorted(page.deck))
    rounds = [_round(then) for then in public["rounds"]]
    own = [{key: then[key] for key in then if key != "hand"} for then in page.rounds]
    yield from differ("rounds", rounds, own)


def _round(then: Any) -> dict[str, Any]:
    """A round that is over, as the page keeps it."""
    scores = []
    for row in then["scores"]:
        own = sorted(one["card"] for one in row["own"])
        taken = sorted(one["card"] for one in row["taken"])
        scores.append((row["name"], own, taken, row["points"], row["total"]))
    return {
        **{key: then[key] for key in ("number", "dealer", "how", "claimant")},
        "scores": scores,
        "eliminated": list(then["eliminated"]),
        "revealed": sorted(then["revealed"]),
    }


def round_differs(view: Any, page: Reference) -> Iterator[str]:
    """What lies on the table, while it does: before `start` and between two rounds nothing is said
    of it.
    """
    public, players, secret = view["public"], view["players"], view["secret"]
    yield from differ("round", public["round"], page.round)
    if page.task in {"draw", "deal", "start", "over"}:
        return
    yield from differ("dealer", public["dealer"], page.dealer)
    draws = [{drawn["who"]: drawn["card"] for drawn in each} for each in public["draws"]]
    yield from differ("drawn for dealer", draws, page.draws)
    yield from differ("turn", public["actor"], page.turn)
    yield from differ("draw pile", public["draw_pile"], len(page.pile))
    yield from differ("cards to draw", list(secret["draw_pile"]), page.pile)
    yield from differ("drawn", sorted(secret["drawn"]), sorted(page.drawn))
    yield from differ("on top", public["discard_top"], page.discards[-1] if page.discards else "")
    yield from differ("discards", sorted(public["discards"]), sorted(page.discards))
    yield from differ("on notice", public["on_notice"], page.on_notice)
    yield from differ("victim", public["victim"], page.victim)
    if page.victim:
        yield from differ("shown", public["shown"], page.shown)
    yield from differ("refuted", list(public["refuted"]), page.refuted)
    keys = ("turn", "what", "who", "card", "other", "default")
    acts = [tuple(act[key] for key in keys) for act in public["acts"]]
    yield from differ("seen", acts, page.seen)
    here = [player["name"] for player in players if player["in_round"]]
    yield from differ("in the round", here, page.in_round())
    for player in players:
        name = player["name"]
        yield from differ(
            f"{name}'s hand", sorted(player["secret"]["hand"]), sorted(page.hands[name])
        )
        yield from differ(f"{name}'s cards", player["cards"], len(page.hands[name]))
        yield from differ(f"known of {name}", sorted(player["known"]), sorted(page.known[name]))
