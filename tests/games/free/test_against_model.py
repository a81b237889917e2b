"""Random rounds of random files, counted by the game and by a model written from the page alone."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from lengths import few_or_many
from playing import Played, play, script_of, timed

from gmtool.engine.header import Header
from gmtool.engine.refusals import Refusal

from .model import (
    NOBODY,
    OF_PLAYERS,
    Outcome,
    Round,
    Said,
    counted,
    covered,
    decided,
    hit,
    standing,
)

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")
THINGS = ("red", "blue", "green")
VOTES = ("plurality", "majority", "minority")
BEST = ("highest", "lowest", "closest")
COUNTS = {
    "choice": (*VOTES, "each"),
    "text": (*VOTES, "each"),
    "player": (*VOTES, "each"),
    "players": (*VOTES, "each"),
    "number": (*BEST, "unique-highest", "unique-lowest", "key", "each", "sum"),
    "split": ("plurality", "sum"),
    "order": ("plurality", "sum"),
    "split players": ("plurality", "sum"),
    "order players": ("plurality", "sum"),
}
ASKS = {
    "choice": "choice red, blue, green",
    "text": "text",
    "player": "player or nobody",
    "players": "players 2",
    "number": "number 0-6",
    "split": "split 4 over red, blue, green",
    "order": "order of red, blue, green",
    "split players": "split 4 over players",
    "order players": "order of players",
}
HEAD = """\
words.title = "Random"
unit = { points = {}, coins = {} }
group.crown.players = ["Ann", "Cid"]
round.vote = { asks = "%s"%s, resolve = { count = "%s"%s, hit = [%s"+1 points"] } }
"""


@dataclass
class Table:
    """A game of a random file as it is played, beside its model."""

    rng: random.Random
    players: tuple[str, ...]
    model: Round
    game: Played
    purse: dict[str, int] | None
    """What everybody has, where who is hit pays its answer."""

    def say(self, *lines: str) -> None:
        """Plays more lines."""
        self.game = self.game.then(timed(lines, self.game.entries[-1].received_at))

    def answers(self, who: tuple[str, ...], among: set[str]) -> dict[str, Said]:
        """What these players answer, or some of them, in a second vote one of `among`."""
        asks = self.model.asks
        given: dict[str, Said] = {}
        for name in who:
            said = self.answer(among)
            line = f"{name}: vote {written(asks, said)}"
            if self.purse is not None and int(str(said)) > self.purse[name]:
                with pytest.raises(Refusal, match=r"FF-10|FF-5"):
                    self.say(line)
            elif self.rng.random() < 0.85:
                self.say(line)
                given[name] = said
        return given

    def goes_out(self, answers: dict[str, Said]) -> dict[str, Said]:
        """Somebody goes out, perhaps, and some answer again; what is on record then."""
        if len(self.players) < 4 or self.rng.random() < 0.5:
            return answers
        gone = self.rng.choice(self.players)
        self.say(f"host: out {gone}")
        self.players = tuple(name for name in self.players if name != gone)
        left = standing(answers, {gone})
        fallen = [name for name in answers if name not in left and name != gone]
        return left | self.answers(tuple(fallen), set())

    def loses(self, answers: dict[str, Said]) -> dict[str, Said]:
        """The host takes something from some, perhaps; what counts then."""
        if self.purse is None:
            return answers
        for name in self.players:
            many = self.rng.randint(0, self.purse[name])
            if many and self.rng.random() < 0.4:
                self.say(f"host: give {name} -{many} coins")
                self.purse[name] -= many
        return covered(answers, self.purse)

    def answer(self, among: set[str]) -> Said:
        """Some answer."""
        rng, asks = self.rng, self.model.asks
        names = sorted(among) if among else [*self.players]
        match asks:
            case "player":
                return rng.choice(names if among else [*names, NOBODY])
            case "players":
                return tuple(rng.sample(names, 2))
            case "number":
                return rng.randint(0, 6)
            case "order" | "order players":
                things = self.players if asks in OF_PLAYERS else THINGS
                return tuple(rng.sample(things, len(things)))
            case "split" | "split players":
                things = self.players if asks in OF_PLAYERS else THINGS
                first, second = rng.sample(things, 2)
                points = rng.randint(0, 4)
                return {first: points, second: 4 - points}
        return rng.choice(sorted(among) or THINGS)

    def came_to(self, outcome: Outcome) -> None:
        """Sees that the round came out so."""
        state = self.game.state
        result = state.result("vote")
        assert state.ongoing("vote") is None
        assert set(result.hit) == outcome.hit
        assert {one.name for one in state.players if one.held[0]} == outcome.hit
        if self.purse is not None:
            bids = {one.who: int(one.said[0]) for one in result.given}
            paid = {name: bids[name] if name in outcome.hit else 0 for name in self.players}
            left = {one.name: one.held[1] for one in state.players if one.name in paid}
            assert left == {name: self.purse[name] - paid[name] for name in paid}
        if self.model.asks != "number":
            assert {one.value: one.count for one in result.totals} == outcome.came


def written(asks: str, said: Said) -> str:
    """An answer as a player sends it."""
    match said:
        case dict():
            return ", ".join(f"{thing} {points}" for thing, points in said.items())
        case tuple():
            return ", ".join(said)
    return f'"{said}"' if asks == "text" else str(said)


def table(rng: random.Random) -> Table:
    """A game of a random file, before its round opens."""
    players = NAMES[: rng.randint(3, len(NAMES))]
    asks = rng.choice([*COUNTS])
    count = rng.choice(COUNTS[asks])
    is_vote = count in {*VOTES, "sum"} and asks != "number"
    ties = [NOBODY, "all", "host", "draw"] if is_vote or count in BEST else [NOBODY]
    if count in BEST or (is_vote and asks in {"choice", "player", "players"}):
        ties.append("revote")
    tie = rng.choice(ties)
    weighs = rng.choice(["", "", "coins", "crown"]) if is_vote else ""
    coins = {who: rng.randint(0, 7) for who in players}
    by_group = {"Ann": 3, "Cid": 3}
    weights = {"coins": coins, "crown": by_group}.get(weighs, {})
    how = {"coins": ', weights = "coins"', "crown": ", weights = { crown = 3 }"}.get(weighs, "")
    tied = f', tie = "{tie}"' if tie != NOBODY else ""
    pays = asks == "number" and count != "sum" and rng.random() < 0.5
    hits = '"pays its answer coins", ' if pays else ""
    file = HEAD % (ASKS[asks], how, count, tied, hits)
    game = play(script_of(Header("free", 1, "Test", "UTC", players, file=file)))
    model = Round(asks, count, tie, weights, rng.randint(0, 6))
    game = game.then(timed(["host: start"]))
    found = Table(rng, players, model, game, coins if pays else None)
    found.say(*(f"host: give {who} {many} coins" for who, many in coins.items() if many))
    return found


@pytest.mark.parametrize("seed", range(few_or_many(20, 400)))
def test_ff_11_random_rounds_come_out_as_in_the_model(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    for _ in range(12):
        once(table(rng))


def once(at: Table) -> None:
    """Plays the round, and sees that the tie that it may have is between whom it should be."""
    at.say("host: open vote")
    answers = at.loses(at.goes_out(at.answers(at.players, set())))
    at.say("+24h host: close")
    if at.model.count in {"closest", "key"}:
        at.say(f'host: resolve vote "{at.model.right}"')
    outcome = counted(at.model, answers)
    running = at.game.state.ongoing("vote")
    if outcome.tied and at.model.tie == "revote":
        assert set(running.among) == outcome.tied
        of_numbers = at.model.asks == "number"
        asked = tuple(w for w in at.players if w in outcome.tied or not of_numbers)
        assert running.asked == asked
        answers = at.loses(at.answers(asked, set() if of_numbers else outcome.tied))
        at.say("+24h host: close")
        outcome = counted(at.model, answers)
    elif outcome.tied and at.model.tie == "host":
        assert set(running.tied) == outcome.tied
        choice = at.rng.choice(sorted(outcome.tied))
        at.say(f"host: resolve vote {written(at.model.asks, choice)}")
        outcome = after_lot(at.model, answers, outcome, choice)
    elif outcome.tied and at.model.tie == "draw":
        between = at.game.state.result("vote").tied
        assert set(between) == outcome.tied
        choice = between[int(at.game.entries[-1].text.removeprefix("lot ")) - 1]
        outcome = after_lot(at.model, answers, outcome, choice)
    at.came_to(decided(at.model, answers, outcome))


def after_lot(model: Round, answers: dict[str, Said], outcome: Outcome, choice: str) -> Outcome:
    """How it comes out where one of those that tied is chosen."""
    fell = {choice} if model.asks == "number" else hit(model, answers, {choice})
    return Outcome(outcome.came, fell)
