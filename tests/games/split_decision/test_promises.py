"""The promises of every kind for Split Decision, and what this one keeps beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from lengths import every_third, few_or_many
from recorded import few_or_all

from gmtool.engine.game import PUBLIC, SECRET
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.engine.text import HOST
from gmtool.games.split_decision import GAME
from gmtool.testing import promises

from .opening import CARDS

PAYS = ("Judged", "Pushed", "Placed", "RoundWon")


def keeps(before: Table, step: Step, after: Table) -> Iterator[str]:
    """No card and no dollar gets lost, and beside the codes seats see what everybody does."""
    if step.entry.takes_back:
        return
    was, now = before.state, after.state
    held = Counter(one.card for p in now.players for one in p.hand.cards if one.card != "A")
    if not Counter(now.deck) + (Counter() if now.bonus else held) <= Counter(CARDS):
        yield "cards lie in two places"
    if list(now.deck) != deck_due(step, list(was.deck)):
        yield f"the deck is {now.deck}"
    for one, then in zip(was.players, now.players, strict=True):
        due = has_due(step, one)
        if (then.money, then.chips) != due:
            yield f"{one.name} has ${then.money} and {then.chips} chips, not {due}"
    everybody = GAME.view(now, PUBLIC)
    host = GAME.view(now, HOST)
    for row in (host, *host["players"]):
        row.pop(SECRET)
    seats = [{key: GAME.view(now, p.name)[key] for key in everybody} for p in now.players]
    if any(seen != everybody for seen in (host, *seats)):
        yield "somebody sees more than everybody, beside what is its own"


def has_due(step: Step, player: Any) -> tuple[int, int]:
    """The dollars and chips of a player after an entry (SD-12, SD-13, SD-16, SD-18, SD-24)."""
    dollars, chips = player.money, player.chips
    for news in step.news:
        about = news.facts.get("who") == player.name
        if news.name == "RoundBegan":
            chips = 2 if player.name in news["order"] else 0
        elif about and news.name == "Adjusted":
            by = news["after"] - news["before"]
            dollars += by * (news["what"] == "money")
            chips += by * (news["what"] == "chips")
        elif about:
            dollars += news["paid"] if news.name in PAYS else 0
            chips -= news.name == "Discarded"
    return dollars, chips


def deck_due(step: Step, deck: list[str]) -> list[str]:
    """The deck after an entry: cards leave it from the top, one by one, as they were told."""
    for one in step.news:
        match one.name:
            case "DeckShuffled" | "BonusDeckShuffled":
                assert not deck
                deck = list(one["cards"])
            case "DeckCut":
                deck = deck[one["cards"] :] + deck[: one["cards"]]
            case "CardShown" if one["situation"] != "free-ace":
                assert deck.pop(0) == one["card"]
            case "BonusDealt":
                assert deck.pop(0) == one["card"]
            case "BonusBegan":
                deck = []
    return deck


test_promises = pytest.mark.slow(promises(GAME, games=(28,), keeps=keeps))
test_more_promises = pytest.mark.slow(
    every_third(
        promises(GAME, games=range(few_or_many(1, 60)), journals=few_or_all(GAME.kind), keeps=keeps)
    )
)
