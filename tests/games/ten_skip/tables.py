"""Rounds as short texts: decks that deal the hands a test wants, and lines without instants."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import playing
import pytest
from playing import START, Played, head, play

from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.telling import News
from gmtool.engine.wording import HOST

KIND = "ten-skip"
NAMES = (
    *("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida"),
    *("Joe", "Kim", "Lou", "Mia", "Ned"),
)
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""From low to high (TS-1)."""
CARDS = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
BY_RANK = tuple(rank + suit for rank in RANKS for suit in "CDHS")
BEGIN = "host: start"
CLOSE = "+24h host: close"


def seated(many: int) -> str:
    """The names of so many players, as a journal's header has them."""
    return ", ".join(NAMES[:many])


# ---- decks


def pack(top: str = "", decks: int = 1) -> str:
    """The whole deck with these cards on top, the rest from low to high."""
    first, rest = top.split(), list(BY_RANK * decks)
    for card in first:
        rest.remove(card)
    return " ".join(("chance: shuffle", *first, *rest))


def all_of(*ranks: str) -> str:
    """All cards of these ranks of one deck."""
    return " ".join(rank + suit for rank in ranks for suit in "CDHS")


def draw(dealer: int, seats: int, decks: int = 1) -> str:
    """A deck that makes the player of that seat the dealer at the first draw (TS-3)."""
    low = list(BY_RANK[:seats])
    low[dealer] = "10S"
    return pack(" ".join(low), decks)


def deal(*hands: str, first: int = 0, size: int = 7, pile: str = "", decks: int = 1) -> str:
    """A deck that deals these hands, those of who plays in seat order, the one of the place `first`
    first (TS-4), and then `pile` to draw from. A hand of too few cards gets the lowest of the rest,
    the first hand before the others.
    """
    given, rest = [hand.split() for hand in hands], pile.split()
    left = Counter(BY_RANK * decks)
    left.subtract([*rest, *(card for hand in given for card in hand)])
    assert min(left.values()) >= 0, f"named too often: {-left}"
    free = [card for card in BY_RANK for _ in range(left[card])]
    for cards in given:
        wanting = size - len(cards)
        assert wanting >= 0, cards
        cards.extend(free[:wanting])
        del free[:wanting]
    seats = len(hands)
    dealt = [given[(first + n) % seats][n // seats] for n in range(seats * size)]
    return " ".join(("chance: shuffle", *dealt, *rest, *free))


# ---- journals


def lines_of(body: str) -> list[str]:
    """The lines of `body`; several may stand in one with ` | ` between them."""
    return [line.strip() for line in re.split(r"\n| \| ", body) if line.strip()]


def journal(players: str, body: str, /, **options: object) -> str:
    """The journal of these lines, a minute between two; chance is what they say of it."""
    header = head(players, KIND, **options).replace("---", "set chance: typed\n---")
    return header + playing.timed(lines_of(body), START)


def played(players: str, body: str, /, **options: object) -> Played:
    return play(journal(players, body, **options))


@cache
def begun(*hands: str, dealer: int = -1, pile: str = "", **options: Any) -> Played:
    """The first round, as it begins with these hands; the last one deals, so that Ann begins."""
    seats = len(hands)
    decks = options.get("decks", 2 if seats >= 6 else 1)
    size = options.get("hand_size", 6 if seats >= 5 else 7)
    dealer %= seats
    deck = deal(*hands, first=(dealer + 1) % seats, size=size, pile=pile, decks=decks)
    lines = (draw(dealer, seats, decks), deck, BEGIN)
    return played(seated(seats), "\n".join(lines), **options)


def small(*hands: str, pile: str = "", **options: Any) -> Played:
    """The same with hands of three cards and runs of three: all that counts is named."""
    return begun(*hands, pile=pile, **{"hand_size": 3, "run_length": 3, **options})


def more(game: Played, body: str) -> Played:
    """The same with these lines after it."""
    since = game.entries[-1].received_at if game.entries else START
    return game.then(playing.timed(lines_of(body), Instant(since)))


def refused(game: Played, body: str) -> Refusal:
    """Why the last of these lines is refused; the others go through."""
    *before, last = lines_of(body)
    game = more(game, "\n".join(before)) if before else game
    with pytest.raises(Refusal) as found:
        more(game, last)
    return found.value


def why(game: Played, body: str) -> str:
    """The same with its clause, in words."""
    return str(refused(game, body))


# ---- what came of it


def hand(game: Played, who: str) -> str:
    """A hand as its player sees it."""
    return " ".join(game.view(who)["you"]["hand"])


def hands(game: Played) -> dict[str, str]:
    """All hands, as the host may know them."""
    return {row["name"]: " ".join(row["secret"]["hand"]) for row in game.view(HOST)["players"]}


def public(game: Played) -> dict[str, Any]:
    """What everybody may know of the round."""
    facts: dict[str, Any] = game.view()["public"]
    return facts


def column(game: Played, fact: str) -> list[Any]:
    """That fact of each player, as everybody may know it, in seat order."""
    return [row[fact] for row in game.view()["players"]]


def scores(game: Played) -> list[int]:
    found: list[int] = column(game, "score")
    return found


def known(game: Played, who: str) -> str:
    """The cards of that player that everybody knows."""
    rows = {row["name"]: row["known"] for row in game.view()["players"]}
    return " ".join(rows[who])


def waits_for(game: Played) -> list[str]:
    return [turn.who for turn in game.waiting()]


def asked(game: Played) -> tuple[str, tuple[str, ...]]:
    """Who alone is awaited, and with which moves."""
    (turn,) = game.waiting()
    return turn.who, turn.moves


def turns(game: Played) -> list[str]:
    """Whose turn it was, turn by turn, in all rounds."""
    whose = {"RoundOpened": "first", "TurnBegun": "who"}
    told = (news for step in game.replay.live for news in step.news)
    return [news[whose[news.name]] for news in told if news.name in whose]


def seen(news: News, seer: str = PUBLIC) -> dict[str, Any]:
    """What that reader sees of news that it hears of."""
    facts = news.seen_by(seer)
    assert facts is not None, (news, seer)
    return facts


def over(game: Played) -> tuple[int, str, dict[str, int]]:
    """The last round that is over: its number, how it ended, and what each loser scored."""
    last = game.news("RoundOver")[-1]
    return last["number"], last["how"], {score.name: score.points for score in last["scores"]}
