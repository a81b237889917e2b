"""The promises of every kind for Ten-Skip Challenge; hands keep their sizes, what is known of them
follows from what all were told, no score falls but by the host, and who is eliminated plays on
nowhere (TS-1, TS-4, TS-6, TS-7, TS-15, TS-19, TS-20).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from lengths import every_third, few_or_many
from recorded import few_or_all

from gmtool.engine.game import PUBLIC, SECRET
from gmtool.engine.host_moves import Adjust
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.engine.text import HOST
from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip.state import IN_A_ROUND, State, conserved
from gmtool.testing import promises

from .opening import BY_RANK


def broken(before: Table, step: Step, after: Table) -> Iterator[str]:
    state: State = after.state
    if state.phase in IN_A_ROUND:
        yield from cards_wrong(state)
        yield from people_wrong(state)
    elif any(player.hand or player.known for player in state.players if state.phase != "setup"):
        yield "a hand is left of a round that is over"
    if not step.entry.takes_back:
        yield from known_wrong(before.state, step, state)
        yield from scores_wrong(before.state, step, state)
    yield from end_wrong(state)
    yield from views_wrong(state)


def cards_wrong(state: State) -> Iterator[str]:
    """Every card of the deck is in a hand, in a pile, or one of the two drawn."""
    if conserved(state) != {"cards": sorted(BY_RANK * state.terms.decks)}:
        yield "a card is missing or there too often"
    if any(sorted(player.hand, key=BY_RANK.index) != [*player.hand] for player in state.players):
        yield "a hand is out of order"
    for player in state.players:
        size = state.terms.hand_size if player.in_round else 0
        short = state.phase == "keep" and player.name == state.actor
        at_the_top = state.phase == "top" and player.name == state.actor
        expected = state.terms.hand_size if at_the_top else size - short
        if len(player.hand) != expected:
            yield f"{player.name} holds {len(player.hand)} cards, not {expected}"
        if Counter(player.known) - Counter(player.hand):
            yield f"{player.name} doesn't hold what is known of its hand"


def people_wrong(state: State) -> Iterator[str]:
    inside = [player.name for player in state.players if player.in_round]
    if any(player.in_round and player.eliminated for player in state.players):
        yield "who is eliminated plays on"
    if len(inside) < 2:
        yield f"a round goes on with {inside}"
    if state.phase != "top" and not {state.actor, state.awaited} <= {*inside}:
        yield f"{state.awaited} is awaited, who is out of the round"
    if state.on_notice and state.on_notice not in inside:
        yield f"{state.on_notice} has all on notice, but is out of the round"
    if state.phase == "turn" and state.on_notice == state.actor:
        yield f"{state.actor} has the turn, and has won already"
    if state.phase == "turn" and not state.draw_pile and not state.on_notice:
        yield "a turn begins without a draw pile, and nobody is on notice"


def known_wrong(before: State, step: Step, after: State) -> Iterator[str]:
    """What is known of a hand isn't what somebody concludes who hears only what all are told
    (TS-15).
    """
    bags = {player.name: Counter(player.known) for player in before.players}
    for news in step.news:
        told = news.seen_by(PUBLIC) or {}
        match told:
            case {"news": "Dealt" | "RoundOver"}:
                bags = {name: Counter() for name in bags}
            case {"news": "Discarded", "who": who, "card": card}:
                bags[who] -= Counter([card])
            case {"news": "Handed", "who": who, "taker": taker, "shown": shown}:
                bags[who] = Counter([shown])
                bags[taker] -= Counter([shown])
            case {"news": "Challenged"}:
                bags[told["who"]] = Counter(told["hand"])
                bags[told["claimant"]] = Counter(told["claimed"])
            case {"news": "Topped", "who": who}:
                bags[who] = Counter()
    for player in after.players:
        if Counter(player.known) != bags.get(player.name, Counter(player.known)):
            yield f"known of {player.name} is {player.known}, not {[*bags[player.name]]}"


def scores_wrong(before: State, step: Step, after: State) -> Iterator[str]:
    rounds = len(after.rounds) - len(before.rounds)
    for was, now in zip(before.players, after.players, strict=True):
        if now.score < was.score and not isinstance(step.move, Adjust):
            yield f"{now.name}'s score falls"
        if now.score != was.score and not rounds and not isinstance(step.move, Adjust):
            yield f"{now.name} scores within a round"
        if was.eliminated and now != was:
            yield f"something happens to {now.name}, who is eliminated"
        if rounds and bool(now.eliminated) != (now.score >= after.terms.limit):
            yield f"{now.name} is eliminated with {now.score}, or isn't"


def end_wrong(state: State) -> Iterator[str]:
    left = [player.name for player in state.players if not player.eliminated]
    if (state.phase == "ended") != (len(left) < 2):
        yield f"it is {state.phase} with {left}"
    if bool(state.winners) != (state.phase == "ended"):
        yield f"{state.winners} win"
    if left and state.winners and list(state.winners) != left:
        yield f"{state.winners} win, but {left} are left"


def views_wrong(state: State) -> Iterator[str]:
    """Only the host's view has secrets, under their key, and a seat's its own hand (TS-4)."""
    public, host = GAME.view(state, PUBLIC), GAME.view(state, HOST)
    hands = {row["name"]: row.pop(SECRET)["hand"] for row in host["players"]}
    if public != {key: host[key] for key in host if key != SECRET}:
        yield "the host's view has secrets under another key"
    for name, hand in hands.items():
        seat = GAME.view(state, name)
        if seat.pop("you")["hand"] != hand or seat != public:
            yield f"the view of {name} has another hand, or more"


test_promises = promises(GAME, games=(5, 11), keeps=broken)
test_more_promises = pytest.mark.slow(
    every_third(
        promises(
            GAME,
            games=(8, *few_or_many((), (3005, 3015, *range(60)))),
            journals=few_or_all(GAME.kind),
            keeps=broken,
        )
    )
)
