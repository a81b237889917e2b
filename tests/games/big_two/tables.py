"""Rounds as short texts: decks that deal the hands a test wants, and lines without instants."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import playing
import pytest
from playing import START, Played, head, play

from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.telling import News
from gmtool.engine.wording import HOST

KIND, PRESIDENT = "big-two", "president"
NAMES = (
    *("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida"),
    *("Joe", "Kim", "Lou", "Mia", "Ned", "Oda", "Pam", "Quy", "Rex"),
)
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
CARDS = tuple(rank + suit for rank in RANKS for suit in "DCHS")
"""From low to high (BT-1)."""
BEGIN = "host: start"


def deck_of(jokers: int) -> tuple[str, ...]:
    return (*CARDS, *("LJ", "HJ")[:jokers])


def seated(many: int) -> str:
    """The names of so many players, as a journal's header has them."""
    return ", ".join(NAMES[:many])


# ---- decks


def shuffled(
    *hands: str, first: int = 0, size: int = 0, jokers: int = 0, floating: str = "", stock: str = ""
) -> str:
    """The deck that deals these hands in seat order, the seat `first` first (BT-2). A hand of too
    few cards is filled with the lowest of the rest, the first hand before the others; the rest of
    a short deal of `size` begins with `stock`, and `floating` comes last.
    """
    seats, cards = len(hands), deck_of(jokers)
    given = [hand.split() for hand in hands]
    left, rest = floating.split(), stock.split()
    named = {*left, *rest, *(card for hand in given for card in hand)}
    free = [card for card in cards if card not in named]
    turns = [(first + turn) % seats for turn in range(size * seats or len(cards) - len(left))]
    for seat, hand in enumerate(given):
        wanting = turns.count(seat) - len(hand)
        assert wanting >= 0, hand
        given[seat] += free[:wanting]
        del free[:wanting]
    dealt = [given[seat].pop(0) for seat in turns]
    return "chance: shuffle " + " ".join((*dealt, *rest, *free, *left))


# ---- journals


def lines_of(body: str) -> list[str]:
    """The lines of `body`; several may stand in one with ` | ` between them."""
    return [line.strip() for line in re.split(r"\n| \| ", body) if line.strip()]


def timed(body: str, since: Instant = START) -> str:
    return playing.timed(lines_of(body), since)


def journal(players: str, body: str, kind: str = KIND, /, **options: object) -> str:
    """The journal of these lines, a minute between two; chance is what they say of it."""
    header = head(players, kind, **options).replace("---", "set chance: typed\n---")
    return header + timed(body)


def played(players: str, body: str, kind: str = KIND, /, **options: object) -> Played:
    return play(journal(players, body, kind, **options))


@cache
def begun(
    *hands: str, kind: str = KIND, floating: str = "", stock: str = "", **options: Any
) -> Played:
    """The first round, as it begins with these hands."""
    deck = shuffled(
        *hands,
        size=options.get("hand_size", 0),
        jokers=options.get("jokers", 0),
        floating=floating,
        stock=stock,
    )
    return played(seated(len(hands)), f"{deck}\n{BEGIN}", kind, **options)


def more(game: Played, body: str) -> Played:
    """The same with these lines after it."""
    since = game.entries[-1].received_at if game.entries else START
    return game.then(timed(body, since))


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


def swept(game: Played, most: int = 1000) -> Played:
    """The round played to its end, or so many lines of it: who leads plays what it has of its
    lowest rank, and all others pass. So they go out in seat order, beginning with who leads.
    """
    number, lines = game.state.round, list[str]()
    while game.state.phase == "play" and game.state.round == number and len(lines) < most:
        trick = game.state.trick
        line = f"{trick.actor}: pass"
        if trick.last is None:
            cards = game.state.player(trick.actor).hand
            same = [card for card in cards if card[:-1] == cards[0][:-1]]
            line = f"{trick.actor}: play {' '.join(same)}"
        lines.append(line)
        game = more(game, line)
    return game


@cache
def _first_round(
    kind: str, seats: int, leader: int, options: tuple[tuple[str, Any], ...]
) -> Played:
    hands = ["3D" if seat == leader else "" for seat in range(seats)]
    return swept(begun(*hands, kind=kind, **dict(options)))


def after_a_round(seats: int, leader: int = 0, kind: str = PRESIDENT, **options: Any) -> Played:
    """The first round is over, and the deck to be shuffled: places are in seat order, `leader` is
    first.
    """
    return _first_round(kind, seats, leader, tuple(options.items()))


@cache
def second_round(*hands: str, leader: int = 0, kind: str = PRESIDENT, **options: Any) -> Played:
    """The second round with these hands, as it begins after `after_a_round`."""
    game = after_a_round(len(hands), leader, kind, **options)
    size, jokers = options.get("hand_size", 0), options.get("jokers", 0)
    return more(game, shuffled(*hands, first=1 % len(hands), size=size, jokers=jokers))


def trading(bum: str, president: str = "", body: str = "Bob: hold", **options: Any) -> Played:
    """Ann, the president, steals from Bob, the bum, who hold these hands; by default Bob held."""
    game = second_round(president, bum, hand_size=len(bum.split()), **options)
    return more(game, body) if body else game


# ---- what came of it


def hand(game: Played, who: str) -> str:
    """A hand as its player sees it."""
    return " ".join(game.view(who)["you"]["hand"])


def hands(game: Played) -> dict[str, str]:
    """All hands, as the host may know them."""
    return {row["name"]: " ".join(row["secret"]["hand"]) for row in game.view(HOST)["players"]}


def counts(game: Played) -> list[int]:
    """The cards of each player, as everybody may know them."""
    return [row["cards"] for row in game.view()["players"]]


def roles(game: Played) -> list[str]:
    return [row["role"] for row in game.view()["players"]]


def waits_for(game: Played) -> list[str]:
    return [turn.who for turn in game.waiting()]


def sorted_low(cards: str) -> str:
    """These cards from low to high (BT-1)."""
    return " ".join(sorted(cards.split(), key=deck_of(2).index))


def last_trick(game: Played) -> list[tuple[str, str]]:
    """The trick in play: who played what, from low to high."""
    trick = game.view()["public"]["trick"]
    return [(action["who"], sorted_low(" ".join(action["cards"])) or "pass") for action in trick]


def seen(news: News, seer: str) -> dict[str, Any]:
    """What `seer` hears of it, who does hear of it."""
    known = news.seen_by(seer)
    assert known is not None
    return known


def asked(game: Played) -> tuple[bool, str]:
    """The last answer: yes or no, and the cards that passed over by it."""
    last = game.news("Answered")[-1]
    happened = game.replay.live[-1].news
    taken = [card for news in happened if news.name == "Taken" for card in news["cards"]]
    assert list(last["cards"]) == taken
    return last["yes"], " ".join(last["cards"])
