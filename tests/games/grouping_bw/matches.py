"""Matches as short texts: lines need no instants, and sets and folds are said in a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

import playing
from playing import START, Played, head, play

from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal

KIND = "grouping-bw"
NAMES = "Ann, Bob"
FINAL = {"variant": "final-match"}
BOTH = {**FINAL, "items": "Ann: bonus peek; Bob: order"}
UP = "0 1 2 3 4 5 6 7 8"
"""As a player's order: A 0 1, B 2 3 4 and C 5 6 7 8, dealt in that order."""
DOWN = "8 7 6 5 4 3 2 1 0"
"""A 7 8, B 4 5 6, C 0 1 2 3."""
BEGIN = "host: start\nhost: first Ann\n"


def timed(body: str, since: Instant = START) -> str:
    """The lines of `body` with their instants, as in `playing.timed`. Several may stand in one with
    ` | ` between them. `deal UP / DOWN` is a set of Ann and Bob, `folds 3 Ann` three rounds given
    up by who starts them, Ann first.
    """
    return playing.timed(expanded(body), since)


def expanded(body: str) -> Iterator[str]:
    """The lines of `body`, those that stand for several written out."""
    for line in filter(None, map(str.strip, re.split(r"\n| \| ", body))):
        verb, _, rest = line.partition(" ")
        if verb == "deal":
            ann, bob = rest.split(" / ")
            yield from (f"Ann: {grouped(ann)}", f"Bob: {grouped(bob)}")
            yield from ordered(ann, bob)
        elif verb == "order":
            yield from ordered(*rest.split(" / "))
        elif verb == "folds":
            many, starter = rest.split()
            names = ("Ann", "Bob") if starter == "Ann" else ("Bob", "Ann")
            yield from (f"{name}: fold" for name in islice(cycle(names), int(many)))
        else:
            yield line


def grouped(order: str) -> str:
    """The grouping from which an order comes whose groups lie as A, B, C."""
    tiles = order.split()
    groups = (tiles[:2], tiles[2:5], tiles[5:])
    return "group " + " ".join(
        f"{letter} {' '.join(sorted(group))}" for letter, group in zip("ABC", groups, strict=True)
    )


def ordered(ann: str, bob: str) -> Iterator[str]:
    """What chance says of both, in seat order."""
    yield from (f"chance: order Ann {ann}", f"chance: order Bob {bob}")


def journal(body: str, players: str = NAMES, /, **options: object) -> str:
    """The journal of these lines alone; chance is what they say of it."""
    header = head(players, KIND, **options).replace("---", "set chance: typed\n---")
    return header + timed(body)


def drawn(body: str, /, **options: object) -> Played:
    """The match of these lines; chance that they don't speak of comes from the seed."""
    return play(head(NAMES, KIND, **options) + timed(body))


def played(body: str, players: str = NAMES, /, **options: object) -> Played:
    """The match of these lines."""
    return play(journal(body, players, **options))


def dealt(ann: str = UP, bob: str = DOWN, body: str = "", /, **options: object) -> Played:
    """A match whose first set is dealt so and whose first round Ann starts."""
    return played(f"{BEGIN}deal {ann} / {bob}\n{body}", **options)


def more(game: Played, body: str) -> Played:
    """What becomes of it by these lines."""
    since = game.entries[-1].received_at if game.entries else START
    return game.then(timed(body, since))


def refused(game: Played, line: str) -> Refusal:
    """Why a line is refused."""
    try:
        more(game, line)
    except Refusal as found:
        return found
    raise AssertionError(f"went through: {line}")


def chips(game: Played) -> tuple[int, ...]:
    """The chips of both, those in the round left out."""
    return tuple(facts["chips"] for facts in game.view()["players"])


def bets(game: Played) -> tuple[int, ...]:
    """What both have put into the round."""
    return tuple(facts["bet"] for facts in game.view()["players"])


def public(game: Played) -> dict[str, Any]:
    """What everybody sees of the match."""
    facts: dict[str, Any] = game.view()["public"]
    return facts


def you(game: Played, name: str) -> dict[str, Any]:
    """What a player alone is told."""
    facts: dict[str, Any] = game.view(name)["you"]
    return facts


def said(game: Played) -> tuple[Any, ...]:
    """What is told of the last entry, but for who is asked next."""
    return tuple(news for news in game.replay.live[-1].news if news.name != "Asked")


def happened(game: Played) -> list[str]:
    """The names of what is told of it."""
    return [news.name for news in said(game)]


def last_round(game: Played) -> dict[str, Any]:
    """The round that ended last, as everybody sees it; chips and bets in seat order."""
    facts: dict[str, Any] = dict(public(game)["rounds"][-1])
    return facts | {key: tuple(facts[key]) for key in ("chips", "bets")}


def ended(game: Played) -> tuple[str, str]:
    """Who has won, and why."""
    assert game.view()["phase"] == "ended"
    return public(game)["winner"], public(game)["why"]


def waits_for(game: Played) -> list[str]:
    """Who is awaited, and for what: `Bob: call, fold`."""
    return [f"{turn.who}: {', '.join(turn.moves)}" for turn in game.waiting()]
