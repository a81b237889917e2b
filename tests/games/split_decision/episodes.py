"""Episodes as short texts: codes, shuffle and cut are said once, and lines need no instants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import playing
from playing import START, Played, deck, head, play

from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.telling import News

NAMES = "Ann, Bob, Cid"
"""Red, gold and blue."""
CODES = {"Ann": 10, "Bob": 50, "Cid": 90}
"""The code that each player sends thirty times: 50 drawn, Bob buzzes in."""
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
FULL = (*(rank + suit for suit in "CDHS" for rank in _RANKS), "JOKER", "JOKER")
BOARD = "A A K Q J 10 9 8 7 6 5 4 3 2 DEVIL"
"""The bonus board with its places in order: 1 and 2 are Aces, 15 is the Devil."""


def timed(body: str, since: Instant = START) -> str:
    """The lines of `body` with their instants, as in `playing.timed`. `right Bob` stands for a
    question that Bob answers right, `dead Bob Ann Cid` for one that these get wrong in turn.
    """
    return playing.timed(expanded(body), since)


def expanded(body: str) -> Iterator[str]:
    """The lines of `body`, those that stand for several written out."""
    for line in filter(None, map(str.strip, body.split("\n"))):
        verb, _, names = line.partition(" ")
        if verb == "right":
            yield from asked(CODES[names], names)
            yield "host: right"
        elif verb == "dead":
            first, *others = names.split()
            yield from asked(40, first, "no idea")
            for name in others:
                yield "host: wrong"
                yield f'{name}: answer "no idea"'
            yield "host: wrong"
        else:
            yield line


def asked(code: int, who: str, answer: str = "Paris") -> Iterator[str]:
    """A question, its code, and what `who` answers."""
    yield QUESTION.strip()
    yield f"host: draw {code}"
    yield f'{who}: answer "{answer}"'


def shuffled(top: str) -> str:
    """The deck that has `top` on top once one card is cut."""
    first, rest = top.split(), list(FULL)
    for card in first:
        rest.remove(card)
    return deck(" ".join([rest[-1], *first]), FULL)


def setting(top: str, codes: Mapping[str, str] | None = None, /, **options: object) -> str:
    """What comes before the first head start, with `top` on top of the deck. `codes` are those of
    players who don't send the same one over and over.
    """
    many = int(str(options.get("buzzcodes", 30)))
    lists = {name: " ".join([str(code)] * many) for name, code in CODES.items()} | dict(codes or {})
    sent = "\n".join(f"{name}: codes {lists[name]}" for name in CODES)
    return f"chance: {shuffled(top)}\nhost: start\n{sent}\nAnn: cut 1\n"


def episode(
    top: str, body: str = "", codes: Mapping[str, str] | None = None, /, **options: object
) -> str:
    """The journal of an episode with these cards on top of the deck once it is cut."""
    return journal(setting(top, codes, **options) + body, **options)


def journal(body: str, players: str = NAMES, /, **options: object) -> str:
    """The journal of these lines alone."""
    return head(players, "split-decision", **options) + timed(body)


def played(
    top: str, body: str = "", codes: Mapping[str, str] | None = None, /, **options: object
) -> Played:
    """That episode, played."""
    return play(episode(top, body, codes, **options))


def more(game: Played, body: str) -> Played:
    """What becomes of it by these lines."""
    return game.then(timed(body, game.entries[-1].received_at))


def refused(game: Played, line: str) -> Refusal:
    """Why a line is refused."""
    try:
        more(game, line)
    except Refusal as found:
        return found
    raise AssertionError(f"went through: {line}")


def seat(game: Played, name: str) -> dict[str, Any]:
    """What everybody sees of a player."""
    return next(facts for facts in game.view()["players"] if facts["name"] == name)


def money(game: Played) -> list[int]:
    """The money of red, gold and blue."""
    return [facts["money"] for facts in game.view()["players"]]


def public(game: Played) -> dict[str, Any]:
    """What everybody sees of the episode."""
    facts: dict[str, Any] = game.view()["public"]
    return facts


def said(game: Played) -> tuple[News, ...]:
    """What followed from the last entry that somebody said, before chance spoke; who is asked
    then, for letters, is told beside it.
    """
    last = next(step for step in reversed(game.replay.live) if step.who != "chance")
    return tuple(one for one in last.news if one.name != "Asked")


def happened(game: Played) -> list[str]:
    """The names of what followed from it."""
    return [one.name for one in said(game)]


def waits_for(game: Played) -> list[str]:
    """Who is awaited, and for what: `Bob: high, low, refuse`."""
    return [f"{turn.who}: {', '.join(turn.moves)}" for turn in game.waiting()]


def joined(*parts: str | Iterable[str]) -> str:
    """Lines one below the other."""
    return "\n".join(part if isinstance(part, str) else "\n".join(part) for part in parts)


QUESTION = 'host: question "Capital of France?" answer "Paris"\n'
NO_HEAD_START = """Ann: refuse
    Ann: refuse
    Bob: refuse
    Bob: refuse
    Cid: refuse
    Cid: refuse
"""
"""Six cards gone, and nothing placed in round 1."""
ROUND_1_WON = """Ann: low
    Bob: refuse
    Bob: refuse
    Cid: refuse
    Cid: refuse
    right Ann
    Ann: high
    right Ann
"""
CARDS_OF_1 = ("2D", "2S", "3S", "4S", "6S", "KD", "7D")
"""Ann wins round 1 with 2D 7D KD: $1,700, nobody else anything."""
ROUND_2_WON = """Bob: low
    Cid: refuse
    Cid: refuse
    right Bob
    Bob: high
    right Bob
"""
CARDS_OF_2 = ("3D", "9S", "JS", "QD", "8D")
"""Bob wins round 2 with 3D 8D QD: $850, and the gift card for Cid."""
LONG_ROUND_1 = joined(
    ROUND_1_WON.partition("right")[0],
    ["dead Bob Ann Cid"] * 7,
    ["right Ann", "Ann: high", "right Ann", ""],
)
"""Ann wins round 1 with the same cards, and with the ninth question."""


TO_ROUND_3 = ROUND_1_WON + ROUND_2_WON
CARDS_OF_3 = ("4D", "5S", "7S", "JD", "9D")
WON_BY = {
    "Ann": """Ann: low
        Bob: refuse
        Bob: refuse
        right Ann
        Ann: high
        right Ann
        """,
    "Bob": """Ann: refuse
        Ann: refuse
        Bob: low
        right Bob
        Bob: high
        right Bob
        """,
}
"""Round 3: Ann, the champion, has $3,900 by it and Bob $850; or Bob has $3,050 and Ann $1,700."""


def bonus(top: str, body: str = "", winner: str = "Ann", /, **options: object) -> Played:
    """Luck of the Draw with these cards on top of its deck; the first board lies in order."""
    cards = " ".join((*CARDS_OF_1, *CARDS_OF_2, *CARDS_OF_3))
    begun = f"chance: {deck(top, FULL)}\nchance: board {BOARD}\n"
    return played(cards, f"{TO_ROUND_3}{WON_BY[winner]}{begun}{body}", **options)


def hand(pick: str, high_low: str, wager: object, *suits: str, who: str = "Ann") -> str:
    """A hand of the bonus as its player says it."""
    moves = (f"pick {pick}", f"range {high_low}", f"wager {wager}", *(f"suit {s}" for s in suits))
    return "".join(f"{who}: {move}\n" for move in moves)


NEXT_BOARD = f"chance: board {BOARD}\n"
