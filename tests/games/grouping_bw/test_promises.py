"""The promises of every kind for Grouping Black & White; no chip comes from nowhere or goes
nowhere, and each round gives out what was put into it (GB-10, GB-13).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lengths import every_third, few_or_many
from recorded import few_or_all

from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.games.grouping_bw import GAME
from gmtool.games.grouping_bw.state import State, conserved
from gmtool.testing import promises


def broken(before: Table, step: Step, after: Table) -> Iterator[str]:
    state: State = after.state
    if conserved(state) != {"chips": _begun_with(state)}:
        yield "chips come from nowhere or go nowhere"
    if any(player.chips < 0 or player.bet < 0 for player in state.players):
        yield "somebody owes chips"
    if state.discards and not state.terms.is_final:
        yield "chips were discarded"
    if not step.entry.takes_back:
        yield from _rounds_wrong(step)
        if [player.chips for player in state.players] != _chips_due(before.state, step):
            yield "what is told of chips isn't what they have"
        yield from _dealt_wrong(before.state, step)


def _begun_with(state: State) -> int:
    bonus = sum("bonus" in player.items for player in state.players)
    return (200 if state.terms.is_final else 60) + 10 * bonus


def _rounds_wrong(step: Step) -> Iterator[str]:
    """What was put into each round is taken out of it or discarded."""
    penalties = {event["who"]: event["penalty"] for event in step.news if event.name == "Folded"}
    for event in step.news:
        if event.name == "RoundOver":
            put_in = sum(event["bets"]) + penalties.get(event["folder"], 0)
            if put_in != sum(event["back"]) + event["discarded"]:
                yield "a round doesn't add up"
            if event["pot"] != sum(event["bets"]) or event["kept"] not in event["back"]:
                yield "a round is told otherwise than it went"
            if event["bets"][0] != event["bets"][1] and not event["folder"]:
                yield "a showdown of unequal bets"


def _chips_due(state: State, step: Step) -> list[int]:
    """What both have by what is told: antes and bets, what was taken back, penalties, rulings."""
    chips = {player.name: player.chips for player in state.players}
    for event in step.news:
        match event.name:
            case "RoundDealt":
                chips = {name: had - event["ante"] for name, had in chips.items()}
            case "Acted":
                chips[event["who"]] -= event["paid"]
            case "Folded":
                chips[event["who"]] -= event["penalty"]
            case "RoundOver":
                back = zip(chips.items(), event["back"], strict=True)
                chips = {name: had + took for (name, had), took in back}
            case "Adjusted":
                chips[event["who"]] = event["after"]
    return list(chips.values())


def _dealt_wrong(state: State, step: Step) -> Iterator[str]:
    """GB-3, GB-4, GB-9: tiles are dealt as they lie, each once in nine rounds."""
    orders = {player.name: player.order for player in state.players}
    for event in step.news:
        if event.name == "OrderDrawn":
            orders[event["who"]] = event["tiles"]
            if sorted(event["tiles"]) != [*range(9)]:
                yield "an order isn't of all tiles"
        elif event.name == "RoundDealt":
            place = (event["number"] - 1) % 9
            if event["tiles"] != tuple(order[place] for order in orders.values()):
                yield "a tile is dealt out of turn"


test_promises = pytest.mark.slow(promises(GAME, games=(8, 2), keeps=broken))
test_more_promises = pytest.mark.slow(
    every_third(
        promises(
            GAME,
            games=(1, *few_or_many((), (0, *range(3, 160)))),
            journals=few_or_all(GAME.kind),
            keeps=broken,
        )
    )
)
