"""Set-up: options and seats (TS-1, TS-2)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.options import Option, Options
from gmtool.engine.refusals import Refused
from gmtool.engine.rulings import doc
from gmtool.games.ten_skip.rulings import RULINGS
from gmtool.games.ten_skip.state import Player, State, Terms
from gmtool.games.ten_skip.terms import AGAIN, ONCE, SAME_PLAYER, deck

FEWEST = 2
"""The fewest players (TS-2)."""
_COUNTS = {0: "a table without players", 1: "one player"}
MOST_HOURS = 8760
MOST_POINTS = 1_000_000
_MANY, _TWO_DECKS = 5, 6
"""From how many players on hands are smaller and runs shorter, and from how many two decks are
used.
"""
_USUAL, _SHORTER = (7, 4), (6, 3)
"""Hand size and run length."""

OPTIONS = (
    Option("decks", None, "decks of 40 cards; 1, from six players on 2", "TS-1", 1, 2),
    Option("hand_size", None, "cards each is dealt; 7, from five players on 6", "TS-2", 3, 20),
    Option("run_length", None, "cards in a made hand; 4, from five players on 3", "TS-2", 3, 4),
    Option("redraw_dealer", False, doc(RULINGS, "redraw_dealer"), "TS-3"),
    Option("claims", AGAIN, doc(RULINGS, "claims"), "TS-12", choices=(AGAIN, SAME_PLAYER, ONCE)),
    Option("limit", 1000, "points at which a player is eliminated", "TS-20", 1, MOST_POINTS),
    Option("move_hours", 24, "hours for each move", "TS-5", 1, MOST_HOURS),
)


def setup(options: Options, names: tuple[str, ...]) -> State:
    """The state before the deal; raises Refused for a set-up that can't be played (TS-2)."""
    seats = len(names)
    if seats < FEWEST:
        raise Refused(
            "TS-2", f"{_COUNTS[seats]} can't play; {FEWEST} or more do.", quoted=", ".join(names)
        )
    hand_size, run_length = usual_hand(seats)
    usual = {
        "decks": 2 if seats >= _TWO_DECKS else 1,
        "hand_size": hand_size,
        "run_length": run_length,
    }
    given = {name: value for name, value in options.items() if value is not None}
    terms = Terms(**{**usual, **given})
    _check_deal(terms, names, given)
    _check_run(terms)
    return State(terms, tuple(Player(name) for name in names))


def usual_hand(seats: int) -> tuple[int, int]:
    """The hand size and the run length with that many players, where no option says (TS-2)."""
    return _SHORTER if seats >= _MANY else _USUAL


def _check_deal(terms: Terms, names: tuple[str, ...], given: Options) -> None:
    """Raise Refused unless at least one card is left to draw (TS-2)."""
    seats, cards = len(names), len(deck(terms.decks))
    if terms.pile(seats) > 0:
        return
    most = (cards - 1) // seats
    right = f"{most} cards each would" if most >= terms.run_length else "fewer players would"
    more = ", or decks=2" if terms.decks == 1 and replace(terms, decks=2).pile(seats) > 0 else ""
    said = [f"{name}={given[name]}" for name in ("hand_size", "decks") if name in given]
    raise Refused(
        "TS-2",
        f"{seats} hands of {terms.hand_size} leave none of the {cards} cards to draw; "
        f"{right}{more}.",
        quoted=", ".join(said or names),
    )


def _check_run(terms: Terms) -> None:
    if terms.run_length > terms.hand_size:
        raise Refused(
            "TS-2",
            f"a hand of {terms.hand_size} can't hold a run of {terms.run_length}; a made hand "
            "fits in the hand.",
            quoted=f"hand_size={terms.hand_size}",
        )
