"""Every kind of card in every hand in every situation, worked out from the rules page by hand.

The table says what a player may do with a card (SD-14 to SD-21), and what the tool does where only
one thing is legal (SD-36). What each move then comes to stands below it.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from lengths import one_in
from playing import Played

from .episodes import (
    CARDS_OF_1,
    CARDS_OF_2,
    LONG_ROUND_1,
    ROUND_1_WON,
    ROUND_2_WON,
    expanded,
    happened,
    joined,
    more,
    played,
    public,
    refused,
    said,
    seat,
    waits_for,
)

TABLE = """
Hands are LOW/HIGH; 5J is a Joker placed as a 5, AJ one placed as an Ace. In a cell there are the
legal moves, or after “!” what the tool does by itself: win, push, chip, refuse, out, or the only
place. “high~” is high (an Ace) or `high as RANK` with any rank of the last column. “.” can't be: a
head start meets an empty hand or just a free Ace, because one card placed ends it (SD-14). A row
with a reason instead of cells can't be either. A free look is for players with chips or without.

What a move comes to is the same in every cell; money is that of rounds 1, 2 and 3:

  low, high      the card lies there as its own rank, a Joker as an Ace; $250, $125, $500 (SD-24)
  high as RANK   the same, as that rank (SD-17)
  push           the hand stays as it is; $100, $50, $100 (SD-16)
  chip           the card is gone, and one chip; no money (SD-18)
  refuse         the card is gone; another head start card comes (SD-14), or after a free look the
                 card itself, seen by who has a chip and not by who has none (SD-21)
  out            out of the round; no money (SD-19, SD-20)
  win            the round; $1,000, $500, $1,000 (SD-24)

A right answer pays $100, $50, $100 beside that (SD-12), but not for a card that was passed (SD-20).
After all but refuse and win play goes on: with the next head start, or with a question.

hand  | card                      | seen, a chip  | kept      | free look       | head start      | passed, a chip | passed, no chip | Joker as

-/-   | any rank    7H            | low high chip | low high  | low high refuse | low high refuse | low high chip  | low high        |
-/-   | below       nothing is placed that it could be below: as any rank
-/-   | between     nothing is placed that it could be between: as any rank
-/-   | above       nothing is placed that it could be above: as any rank
-/-   | equal low   no low card is placed: as any rank
-/-   | equal high  no high card is placed: as any rank
-/-   | Ace         AH            | low high chip | low high  | low high refuse | low high refuse | low high chip  | low high        |
-/-   | Joker       JOKER         | low high chip | low high  | low high refuse | low high refuse | low high chip  | low high        |

5/-   | below       3H            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/-   | between     one place is open: nothing is between yet
5/-   | above       9H            | high chip     | !high     | high refuse     | .               | high chip      | !high           |
5/-   | equal low   5H            | !push         | !push     | !push           | .               | !push          | !push           |
5/-   | equal high  no high card is placed
5/-   | Ace         AH            | high chip     | !high     | high refuse     | .               | high chip      | !high           |
5/-   | Joker       JOKER         | high~ chip    | high~     | high~ refuse    | .               | high~ chip     | high~           | K Q J 10 9 8 7 6

-/9   | below       7H            | low chip      | !low      | low refuse      | .               | low chip       | !low            |
-/9   | between     one place is open: nothing is between yet
-/9   | above       KH            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
-/9   | equal low   no low card is placed
-/9   | equal high  9H            | !push         | !push     | !push           | .               | !push          | !push           |
-/9   | Ace         AH            | low chip      | !low      | low refuse      | .               | low chip       | !low            |
-/9   | Joker       JOKER         | low~ chip     | low~      | low~ refuse     | .               | low~ chip      | low~            | 8 7 6 5 4 3 2

5/9   | below       3H            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/9   | between     7H            | !win          | !win      | !win            | .               | !win           | !win            |
5/9   | above       KH            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/9   | equal low   5H            | !push         | !push     | !push           | .               | !push          | !push           |
5/9   | equal high  9H            | !push         | !push     | !push           | .               | !push          | !push           |
5/9   | Ace         AH            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/9   | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

A/-   | below       nothing is below a low Ace
A/-   | between     one place is open: nothing is between yet
A/-   | above       7H            | high chip     | !high     | high refuse     | high refuse     | high chip      | !high           |
A/-   | equal low   that is an Ace
A/-   | equal high  no high card is placed
A/-   | Ace         AH            | push high     | push high | push high       | high refuse     | push high      | push high       |
A/-   | Joker       JOKER         | high~ chip    | high~     | high~ refuse    | high~ refuse    | high~ chip     | high~           | K Q J 10 9 8 7 6 5 4 3 2

-/A   | below       7H            | low chip      | !low      | low refuse      | low refuse      | low chip       | !low            |
-/A   | between     one place is open: nothing is between yet
-/A   | above       nothing is above a high Ace
-/A   | equal low   no low card is placed
-/A   | equal high  that is an Ace
-/A   | Ace         AH            | push low      | push low  | push low        | low refuse      | push low       | push low        |
-/A   | Joker       JOKER         | low~ chip     | low~      | low~ refuse     | low~ refuse     | low~ chip      | low~            | K Q J 10 9 8 7 6 5 4 3 2

A/9   | below       nothing is below a low Ace
A/9   | between     2H            | !win          | !win      | !win            | .               | !win           | !win            |
A/9   | above       10H           | !chip         | !out      | !refuse         | .               | !chip          | !out            |
A/9   | equal low   that is an Ace
A/9   | equal high  9H            | !push         | !push     | !push           | .               | !push          | !push           |
A/9   | Ace         AH            | !push         | !push     | !push           | .               | !push          | !push           |
A/9   | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

5/A   | below       4H            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/A   | between     KH            | !win          | !win      | !win            | .               | !win           | !win            |
5/A   | above       nothing is above a high Ace
5/A   | equal low   5H            | !push         | !push     | !push           | .               | !push          | !push           |
5/A   | equal high  that is an Ace
5/A   | Ace         AH            | !push         | !push     | !push           | .               | !push          | !push           |
5/A   | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

A/A   | below       nothing is below a low Ace
A/A   | between     2H            | !win          | !win      | !win            | .               | !win           | !win            |
A/A   | above       nothing is above a high Ace
A/A   | equal low   that is an Ace
A/A   | equal high  that is an Ace
A/A   | Ace         AH            | !push         | !push     | !push           | .               | !push          | !push           |
A/A   | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

K/-   | below       QH            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
K/-   | between     one place is open: nothing is between yet
K/-   | above       only an Ace is
K/-   | equal low   KH            | !push         | !push     | !push           | .               | !push          | !push           |
K/-   | equal high  no high card is placed
K/-   | Ace         AH            | high chip     | !high     | high refuse     | .               | high chip      | !high           |
K/-   | Joker       JOKER         | high chip     | !high     | high refuse     | .               | high chip      | !high           |

-/2   | below       only an Ace is
-/2   | between     one place is open: nothing is between yet
-/2   | above       3H            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
-/2   | equal low   no low card is placed
-/2   | equal high  2H            | !push         | !push     | !push           | .               | !push          | !push           |
-/2   | Ace         AH            | low chip      | !low      | low refuse      | .               | low chip       | !low            |
-/2   | Joker       JOKER         | low chip      | !low      | low refuse      | .               | low chip       | !low            |

5/6   | below       4H            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/6   | between     no rank is
5/6   | above       7H            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/6   | equal low   5H            | !push         | !push     | !push           | .               | !push          | !push           |
5/6   | equal high  6H            | !push         | !push     | !push           | .               | !push          | !push           |
5/6   | Ace         AH            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/6   | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

K/A   | below       QH            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
K/A   | between     no rank is
K/A   | above       nothing is above a high Ace
K/A   | equal low   KH            | !push         | !push     | !push           | .               | !push          | !push           |
K/A   | equal high  that is an Ace
K/A   | Ace         AH            | !push         | !push     | !push           | .               | !push          | !push           |
K/A   | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

A/2   | below       nothing is below a low Ace
A/2   | between     no rank is
A/2   | above       3H            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
A/2   | equal low   that is an Ace
A/2   | equal high  2H            | !push         | !push     | !push           | .               | !push          | !push           |
A/2   | Ace         AH            | !push         | !push     | !push           | .               | !push          | !push           |
A/2   | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

5J/9  | below       4H            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5J/9  | between     6H            | !win          | !win      | !win            | .               | !win           | !win            |
5J/9  | above       10H           | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5J/9  | equal low   5H            | !push         | !push     | !push           | .               | !push          | !push           |
5J/9  | equal high  9H            | !push         | !push     | !push           | .               | !push          | !push           |
5J/9  | Ace         AH            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5J/9  | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

5/9J  | below       4H            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/9J  | between     8H            | !win          | !win      | !win            | .               | !win           | !win            |
5/9J  | above       10H           | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/9J  | equal low   5H            | !push         | !push     | !push           | .               | !push          | !push           |
5/9J  | equal high  9H            | !push         | !push     | !push           | .               | !push          | !push           |
5/9J  | Ace         AH            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/9J  | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

AJ/-  | below       nothing is below a low Ace
AJ/-  | between     one place is open: nothing is between yet
AJ/-  | above       KH            | high chip     | !high     | high refuse     | .               | high chip      | !high           |
AJ/-  | equal low   that is an Ace
AJ/-  | equal high  no high card is placed
AJ/-  | Ace         AH            | push high     | push high | push high       | .               | push high      | push high       |
AJ/-  | Joker       JOKER         | high~ chip    | high~     | high~ refuse    | .               | high~ chip     | high~           | K Q J 10 9 8 7 6 5 4 3 2

-/AJ  | below       2H            | low chip      | !low      | low refuse      | .               | low chip       | !low            |
-/AJ  | between     one place is open: nothing is between yet
-/AJ  | above       nothing is above a high Ace
-/AJ  | equal low   no low card is placed
-/AJ  | equal high  that is an Ace
-/AJ  | Ace         AH            | push low      | push low  | push low        | .               | push low       | push low        |
-/AJ  | Joker       JOKER         | low~ chip     | low~      | low~ refuse     | .               | low~ chip      | low~            | K Q J 10 9 8 7 6 5 4 3 2

AJ/9  | below       nothing is below a low Ace
AJ/9  | between     2H            | !win          | !win      | !win            | .               | !win           | !win            |
AJ/9  | above       10H           | !chip         | !out      | !refuse         | .               | !chip          | !out            |
AJ/9  | equal low   that is an Ace
AJ/9  | equal high  9H            | !push         | !push     | !push           | .               | !push          | !push           |
AJ/9  | Ace         AH            | !push         | !push     | !push           | .               | !push          | !push           |
AJ/9  | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

5/AJ  | below       4H            | !chip         | !out      | !refuse         | .               | !chip          | !out            |
5/AJ  | between     KH            | !win          | !win      | !win            | .               | !win           | !win            |
5/AJ  | above       nothing is above a high Ace
5/AJ  | equal low   5H            | !push         | !push     | !push           | .               | !push          | !push           |
5/AJ  | equal high  that is an Ace
5/AJ  | Ace         AH            | !push         | !push     | !push           | .               | !push          | !push           |
5/AJ  | Joker       JOKER         | !win          | !win      | !win            | .               | !win           | !win            |

AJ/AJ | below       nothing is below a low Ace
AJ/AJ | between     7H            | !win          | !win      | !win            | .               | !win           | !win            |
AJ/AJ | above       nothing is above a high Ace
AJ/AJ | equal low   that is an Ace
AJ/AJ | equal high  that is an Ace
AJ/AJ | Ace         AH            | !push         | !push     | !push           | .               | !push          | !push           |
AJ/AJ | Joker       both are placed
"""  # noqa: E501 - a table reads across

SITUATIONS = ("seen", "kept", "free look", "head start", "passed, a chip", "passed, no chip")
KINDS = ("below", "between", "above", "equal low", "equal high", "Ace", "Joker")
ANSWER = {1: 100, 2: 50, 3: 100}
CARD = {1: 250, 2: 125, 3: 500}
ROUND = {1: 1000, 2: 500, 3: 1000}

HANDS: dict[str, tuple[tuple[str, str], ...]] = {
    "-/-": (),
    "5/-": (("5C", "low"),),
    "-/9": (("9C", "high"),),
    "5/9": (("5C", "low"), ("9C", "high")),
    "A/-": (("AC", "low"),),
    "-/A": (("AC", "high"),),
    "A/9": (("AC", "low"), ("9C", "high")),
    "5/A": (("5C", "low"), ("AC", "high")),
    "A/A": (("AC", "low"), ("AD", "high")),
    "K/-": (("KC", "low"),),
    "-/2": (("2C", "high"),),
    "5/6": (("5C", "low"), ("6C", "high")),
    "K/A": (("KC", "low"), ("AC", "high")),
    "A/2": (("AC", "low"), ("2C", "high")),
    "5J/9": (("9C", "high"), ("JOKER", "low as 5")),
    "5/9J": (("5C", "low"), ("JOKER", "high as 9")),
    "AJ/-": (("JOKER", "low"),),
    "-/AJ": (("JOKER", "high"),),
    "AJ/9": (("JOKER", "low"), ("9C", "high")),
    "5/AJ": (("5C", "low"), ("JOKER", "high")),
    "AJ/AJ": (("JOKER", "low"), ("JOKER", "high")),
}
"""How each hand came about: the first card in the head start, the second by a question."""


@dataclass(frozen=True)
class Row:
    """A row of the table: the cells by situation, or why it can't be."""

    hand: str
    kind: str
    card: str = ""
    cells: tuple[tuple[str, str], ...] = ()
    ranks: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.hand} {self.kind}"


def _row(line: str) -> Row:
    hand, about, *rest = (part.strip() for part in line.split("|"))
    kind, _, more_about = about.partition("  ")
    if not rest:
        assert more_about.strip(), line
        return Row(hand, kind)
    *cells, ranks = rest
    paired = tuple(zip(SITUATIONS, cells, strict=True))
    return Row(hand, kind, more_about.strip(), paired, tuple(ranks.split()))


ROWS = [_row(line) for line in TABLE.split("\n") if "|" in line and "seen, a chip" not in line]
REAL = [row for row in ROWS if row.cells]


def test_the_table_has_every_kind_of_card_for_every_hand() -> None:
    for hand in HANDS:
        own = [row.kind for row in ROWS if row.hand == hand]
        assert [kind for kind in own if kind != "any rank"] == list(KINDS), hand
    assert {row.hand for row in ROWS} == set(HANDS)


def test_what_cant_be_in_the_table_is_so_by_the_ranks() -> None:
    order = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    for row in ROWS:
        low, high = row.hand.replace("J", "").split("/")
        least = order.index(low) if low != "-" else -1
        most = len(order) - 1 - order[::-1].index(high) if high != "-" else -1
        middle = order[1:-1]
        fits = {
            "below": (low != "-" and least > 1) or (low == "-" and most > 1),
            "above": (high != "-" and most < 12) or (high == "-" and -1 < least < 12),
            "between": low != "-" and high != "-" and most - least > 1,
            "equal low": low in middle,
            "equal high": high in middle,
            "Ace": True,
            "any rank": True,
            "Joker": row.hand != "AJ/AJ",
        }
        assert bool(row.cells) == fits[row.kind], row


# ---- how each cell is come to


@dataclass(frozen=True)
class Scene:
    """A card that has come to Bob, and the episode just before it did."""

    before: Played
    now: Played
    round: int = 1

    @property
    def gained(self) -> int:
        return int(seat(self.now, "Bob")["money"]) - int(seat(self.before, "Bob")["money"])


BEFORE = {
    1: ((), ""),
    2: (CARDS_OF_1, ROUND_1_WON),
    3: ((*CARDS_OF_1, *CARDS_OF_2), ROUND_1_WON + ROUND_2_WON),
}
PLAYERS = {1: ("Ann", "Bob", "Cid"), 2: ("Bob", "Cid"), 3: ("Ann", "Bob")}
"""Who plays a round, in the order of its head start."""
NEXT = ("8S", "10S")
"""What lies below the card in question."""


def scene(hand: str, card: str, situation: str, chips: int = 2, number: int = 1) -> Scene:
    """The card comes to Bob, who holds that hand, in that situation of a round."""
    if situation == "head start" and hand != "-/-":
        return _beside_a_free_ace(hand, card)
    top, lines = _to_the_hand(hand, situation, number)
    if situation == "head start":
        return _scene([*top, card, *NEXT], lines, number)
    other = PLAYERS[number][0 if number == 3 else -1]
    if not chips:
        lines.append(f"host: adjust Bob chips =0 {NO_CHIPS}")
    if situation == "kept":
        lines += ["right Bob", "Bob: keep"]
    elif situation.startswith("passed"):
        lines += [f"host: adjust {other} chips =0 {NO_CHIPS}", f"right {other}"]
        lines.append(f"{other}: pass Bob")
    else:
        lines.append("right Bob")
    return _scene([*top, card, *NEXT], lines, number)


NO_CHIPS = 'why "how the chips went is no matter here"'


def _to_the_hand(hand: str, situation: str, number: int) -> tuple[list[str], list[str]]:
    """The cards and lines that give Bob the hand, and make the next question the sixth for a free
    look; the line that brings Bob's head start is the last where that is the situation.
    """
    used, before = BEFORE[number]
    top, lines = [*used], [before]
    cards = HANDS[hand]
    spare = iter(("5S", "7S", "QS", "KS", "AS", "3C", "4C"))
    for name in PLAYERS[number]:
        if name == "Bob" and situation == "head start":
            return top, lines
        if name == "Bob" and cards:
            top.append(cards[0][0])
            lines.append(f"Bob: {cards[0][1]}")
        else:
            top += [next(spare), next(spare)]
            lines += [f"{name}: refuse"] * 2
    for card, move in cards[1:]:
        top.append(card)
        lines += ["right Bob", f"Bob: {move}"]
    if situation == "free look":
        everybody = " ".join(name for name in ("Bob", "Ann", "Cid") if name in PLAYERS[number])
        lines += [f"dead {everybody}"] * (5 - len(cards[1:]))
    return top, lines


def _scene(top: list[str], lines: list[str], number: int) -> Scene:
    """The episode before the last of these lines, and with it."""
    *before, last = expanded(joined(lines))
    first = played(" ".join(top), joined(before), buzzcodes=40)
    return Scene(first, more(first, last), number)


def _beside_a_free_ace(hand: str, card: str) -> Scene:
    """Round 1 took nine questions, so Bob and Cid have a free Ace each; Bob's head start is first.

    A free Ace is of no suit, and lies in the hand as such.
    """
    top, _ = BEFORE[2]
    free = "low" if hand == "A/-" else "high"
    return _scene([*top, card, *NEXT], [LONG_ROUND_1, f"Bob: {free}", "Cid: low"], 2)


# ---- the table


def cells() -> list[tuple[Row, str, int]]:
    """Every cell that can be, a free look with chips and without."""
    found = []
    for row in REAL:
        for situation, cell in row.cells:
            if cell == ".":
                continue
            chips = {"kept": (0,), "passed, no chip": (0,), "free look": (2, 0)}
            found += [(row, situation, many) for many in chips.get(situation, (2,))]
    return found


def _name(value: object) -> str:
    return str(value) if not isinstance(value, int) else f"{value} chips"


def _legal(row: Row, cell: str) -> list[str]:
    """The moves of a cell as they are typed."""
    moves = []
    for word in cell.split():
        moves.append(word.removesuffix("~"))
        if word.endswith("~"):
            moves += [f"{moves[-1]} as {rank}" for rank in row.ranks]
    return moves


@pytest.mark.slow
@pytest.mark.parametrize(("row", "situation", "chips"), one_in(5, cells()), ids=_name)
def test_sd_15_to_21_every_card_in_every_hand_and_situation(
    row: Row, situation: str, chips: int
) -> None:
    cell = dict(row.cells)[situation]
    found = scene(row.hand, row.card, situation, chips)
    assert _hand(found.before) == _placed(row.hand, situation)
    if cell.startswith("!"):
        _check_forced(cell[1:], row.card, situation, found)
        return
    legal = _legal(row, cell)
    play = public(found.now)["play"]
    assert (play["who"], play["card"]) == ("Bob", row.card)
    assert sorted(play["choices"]) == sorted(legal)
    assert _offered(found.now) == {_form(move) for move in legal}
    for move in legal:
        _check_chosen(move, row.card, situation, found)
    for move in _others(row.card, legal):
        _check_refused(move, found.now)


def _hand(game: Played) -> tuple[str | None, str | None]:
    facts = seat(game, "Bob")
    return facts["low"], facts["high"]


def _placed(hand: str, situation: str) -> tuple[str | None, str | None]:
    """The cards of a hand, low and high; beside a free Ace there is only that."""
    low = next((card for card, move in HANDS[hand] if move.startswith("low")), None)
    high = next((card for card, move in HANDS[hand] if move.startswith("high")), None)
    if situation == "head start":
        low, high = low and "A", high and "A"
    return low, high


def _offered(game: Played) -> set[str]:
    """The moves that `status` offers Bob."""
    (turn,) = game.waiting()
    assert turn.who == "Bob"
    return set(turn.moves)


def _form(move: str) -> str:
    """A move as it is offered: the ranks of a Joker are one form."""
    place, made, _ = move.partition(" as ")
    return f"{place} as RANK" if made else move


def _others(card: str, legal: list[str]) -> list[str]:
    """Moves on a card that aren't legal now."""
    moves = ["low", "high", "push", "chip", "refuse", "keep", "pass Ann", "pass Cid"]
    ranks = ("K", "9", "6", "2") if card == "JOKER" else ("7",)
    moves += [f"{place} as {rank}" for place in ("low", "high") for rank in ranks]
    return [move for move in moves if move not in legal]


def _check_refused(move: str, game: Played) -> None:
    assert refused(game, f"Bob: {move}").clause.startswith("SD-"), move


def _answer_paid(situation: str, number: int) -> int:
    """What the entry that brought the card paid for an answer (SD-12, SD-20)."""
    return ANSWER[number] if situation in {"seen", "free look"} else 0


def _check_forced(what: str, card: str, situation: str, found: Scene) -> None:
    """What the tool did with the card, as part of the entry that brought it (SD-36)."""
    first, *others = found.now.entries[len(found.before.entries) :]
    assert first.who != "chance"
    assert {entry.who for entry in others} <= {"chance"}
    paid = {
        "win": ROUND[found.round],
        "push": ANSWER[found.round],
        "low": CARD[found.round],
        "high": CARD[found.round],
    }.get(what, 0)
    assert _paid_for(card, found.now) == paid
    if what != "refuse":  # after it the next card may be forced too, and paid
        assert found.gained == paid + _answer_paid(situation, found.round)
    if what == "win":
        _check_won(card, found)
        return
    event = said(found.now)[happened(found.now).index(_EVENT[what])]
    assert (event["who"], event["card"]) == ("Bob", card)
    if what != "out":
        assert event["how"] == "forced"
    _check_after(what, card, situation, found.before, found.now)


def _paid_for(card: str, game: Played) -> int:
    """What the last entry paid for that card."""
    about = (one for one in said(game) if one.facts.get("card") == card)
    return sum(one.facts.get("paid", 0) for one in about)


_EVENT = {
    "low": "Placed",
    "high": "Placed",
    "push": "Pushed",
    "chip": "Discarded",
    "refuse": "Declined",
    "out": "WentOut",
}


def _check_won(card: str, found: Scene) -> None:
    """The round is over: the next one, or the bonus (SD-15, SD-17)."""
    over = public(found.now)["rounds"][-1]
    how = "joker" if card == "JOKER" else "third-card"
    assert (over["number"], over["winner"], over["how"]) == (found.round, "Bob", how)
    (bob,) = (facts for facts in over["seats"] if facts["name"] == "Bob")
    assert bob["third"] == card
    assert (bob["low"], bob["high"]) == _hand(found.before)
    assert public(found.now)["round"] == min(3, found.round + 1)


def _check_chosen(move: str, card: str, situation: str, found: Scene) -> None:
    after = more(found.now, f"Bob: {move}")
    gained = seat(after, "Bob")["money"] - seat(found.now, "Bob")["money"]
    word = move.split(" ", maxsplit=1)[0]
    paid = {"push": ANSWER[found.round], "low": CARD[found.round], "high": CARD[found.round]}
    assert gained == paid.get(word, 0)
    assert found.gained == _answer_paid(situation, found.round)
    _check_after(move, card, situation, found.now, after)


def _check_after(move: str, card: str, situation: str, before: Played, after: Played) -> None:
    """Hand, chips, whether in the round, and what play goes on with."""
    was, now = seat(before, "Bob"), seat(after, "Bob")
    place, _, rank = move.partition(" as ")
    hand = {"low": was["low"], "high": was["high"]}
    if place in hand:
        hand[place] = card
        (placed,) = (event for event in said(after) if event.name == "Placed")
        assert placed["rank"] == (rank or ("A" if card == "JOKER" else card[:-1]))
    if move == "out" and len(public(before)["order"]) == 2:
        _check_lost_by_default(card, after)
        return
    if move == "refuse":
        _check_next_card(situation, was["chips"], after)
        return
    assert {"low": now["low"], "high": now["high"]} == hand
    assert was["chips"] - now["chips"] == (move == "chip")
    assert now["out"] == (move == "out")
    if situation == "head start":
        assert public(after)["play"]["who"] == "Cid"
        assert public(after)["play"]["situation"] == "head-start"
    else:
        assert waits_for(after) == ['host: question "…" answer "…"']
        assert card not in public(after)["cards_remaining"] or card == "JOKER"


def _check_lost_by_default(card: str, after: Played) -> None:
    """With Bob out there is one player left, who wins the round (SD-22)."""
    over = public(after)["rounds"][-1]
    assert (over["how"], over["winner"] != "Bob") == ("default", True)
    (bob,) = (facts for facts in over["seats"] if facts["name"] == "Bob")
    assert bob["out_by"] == card


def _check_next_card(situation: str, chips: int, after: Played) -> None:
    """What comes after a refused card (SD-14, SD-21)."""
    if situation == "free look" and not chips:
        play = public(after)["play"]
        assert (play["who"], play["situation"], play["card"]) == ("Bob", "blind", "")
        others = [name for name in public(after)["order"] if name != "Bob"]
        assert _offered(after) == {"keep", *(f"pass {name}" for name in others)}
        return
    names = happened(after)
    shown = said(after)[names.index("CardShown", names.index("Declined"))]
    kind = "own" if situation == "free look" else "head-start"
    assert (shown["who"], shown["card"], shown["situation"]) == ("Bob", NEXT[0], kind)


# ---- rounds 2 and 3

IN_ALL_ROUNDS = (
    *("5/- above", "5/- below", "5/- equal low", "5/- Joker", "A/- Ace"),
    *("5/9 between", "5/9 Joker", "5/9 above", "5/9 equal high"),
)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize(
    ("row", "situation", "chips"),
    one_in(4, [c for c in cells() if str(c[0]) in IN_ALL_ROUNDS and c[1] != "head start"]),
    ids=_name,
)
def test_sd_24_the_same_in_rounds_2_and_3_for_other_money(
    row: Row, situation: str, chips: int, number: int
) -> None:
    cell = dict(row.cells)[situation]
    found = scene(row.hand, row.card, situation, chips, number)
    if cell.startswith("!"):
        _check_forced(cell[1:], row.card, situation, found)
        return
    legal = _legal(row, cell)
    assert sorted(public(found.now)["play"]["choices"]) == sorted(legal)
    for move in legal:
        if move != "refuse":
            _check_chosen(move, row.card, situation, found)


# ---- no peek, before the card is seen, and a free Ace

BLIND = """
Bob has no chips and is right; what he may do before he sees the card (SD-19).

still in the round  | round | legal
Ann Bob Cid         | 1     | keep, pass Ann, pass Cid
Bob Cid             | 1     | keep, pass Cid
Bob Cid             | 2     | keep, pass Cid
Ann Bob             | 3     | keep, pass Ann
"""
BLIND_ROWS = [
    tuple(part.strip() for part in line.split("|"))
    for line in BLIND.split("\n")
    if "|" in line and "legal" not in line
]


def _blind(still: str, number: int) -> Played:
    """Bob is in a no peek, beside those still in the round; the card is 7H."""
    top, lines = _to_the_hand("5/-", "seen", number)
    names = [name for name in PLAYERS[number] if name not in still]
    for name in names:
        lines += [f"host: adjust {name} chips =0 {NO_CHIPS}"]
        lines += [f"right {name}", f"{name}: keep", f"{name}: high"]
        lines += [f"right {name}", f"{name}: keep"]
        top += ["2H", "KH"]  # with a 2 high a King can't be placed
    lines += [f"host: adjust Bob chips =0 {NO_CHIPS}", "right Bob"]
    return played(" ".join([*top, "7H", *NEXT]), joined(lines), buzzcodes=40)


@pytest.mark.parametrize(("still", "number", "legal"), BLIND_ROWS)
def test_sd_19_no_peek_is_keep_or_pass_to_an_opponent_still_in_the_round(
    still: str, number: str, legal: str
) -> None:
    game = _blind(still, int(number))
    standing = [facts["name"] for facts in game.view()["players"] if facts["plays"]]
    gone = [facts["name"] for facts in game.view()["players"] if facts["out"]]
    assert [name for name in standing if name not in gone] == still.split()
    moves = legal.split(", ")
    play = public(game)["play"]
    assert (play["who"], play["situation"], play["card"]) == ("Bob", "blind", "")
    assert sorted(play["choices"]) == sorted(moves)
    assert _offered(game) == set(moves)
    everything = ("keep", "pass Ann", "pass Bob", "pass Cid", "low", "high", "push", "chip")
    for move in (*everything, "refuse", "high as 7"):
        if move not in moves:
            assert refused(game, f"Bob: {move}").clause == "SD-19", move
    for move in moves:
        after = more(game, f"Bob: {move}")
        (shown,) = (event for event in said(after) if event.name == "CardShown")
        receiver = "Bob" if move == "keep" else move.removeprefix("pass ")
        assert (shown["who"], shown["card"]) == (receiver, "7H")
        assert shown["situation"] == ("kept" if move == "keep" else "passed")


@pytest.mark.parametrize("place", ["low", "high"])
def test_sd_23_a_free_ace_goes_low_or_high_and_nowhere_else(place: str) -> None:
    top, _ = BEFORE[2]
    game = played(" ".join([*top, *NEXT]), LONG_ROUND_1, buzzcodes=40)
    left = public(game)["cards_remaining"]
    assert (public(game)["play"]["who"], public(game)["play"]["card"]) == ("Bob", "A")
    assert _offered(game) == {"low", "high"}
    for move in ("push", "chip", "refuse", "keep", "pass Cid", "low as 7", "high as K"):
        assert refused(game, f"Bob: {move}").clause.startswith("SD-"), move
    after = more(game, f"Bob: {place}")
    assert (seat(after, "Bob")[place], seat(after, "Bob")["money"]) == ("A", 125)
    assert seat(after, "Bob")["chips"] == 2
    assert (public(after)["play"]["who"], public(after)["play"]["card"]) == ("Cid", "A")
    assert public(after)["cards_remaining"] == left
