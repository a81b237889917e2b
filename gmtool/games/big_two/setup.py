"""Set-up: options and seats (BT-2 to BT-5, BT-22, BT-23, BT-29)."""

from __future__ import annotations

from gmtool.engine.options import Option, Options
from gmtool.engine.refusals import Refused
from gmtool.engine.rulings import doc
from gmtool.games.big_two.rulings import RULINGS
from gmtool.games.big_two.state import Player, State, Terms
from gmtool.games.big_two.terms import (
    BOTH,
    BUM,
    EVERY_ROUND,
    FACE_DOWN,
    FACE_UP,
    FIRST_ROUND,
    HIGH,
    NO_FLOATING,
    WILD,
    deck,
)

FEWEST, MOST = 2, 17
"""The fewest and the most players (BT-2)."""
_COUNTS = {0: "a table without players", 1: "one player"}
MOST_HOURS = 8760
MOST_ROUNDS = 99
MOST_STOLEN = 2
"""The most cards that the president steals; with four or more players always this many (BT-23)."""

_DEALING = (
    Option(
        "hand_size",
        None,
        "with two players, how many cards each is dealt; by default the whole deck is dealt",
        "BT-3",
        1,
        len(deck(2)) // 2,
    ),
    Option(
        "floating_card",
        NO_FLOATING,
        "with three players, deal 17 each; the 52nd card goes to the holder of 3D",
        "BT-4",
        choices=(NO_FLOATING, FACE_UP, FACE_DOWN),
    ),
    Option("jokers", 0, "how many jokers are in the deck", "BT-5", 0, 2),
    Option("joker_use", BOTH, doc(RULINGS, "joker_use"), "BT-16", choices=(BOTH, WILD, HIGH)),
    Option(
        "open_with_lowest",
        EVERY_ROUND,
        doc(RULINGS, "open_with_lowest"),
        "BT-6",
        choices=(EVERY_ROUND, FIRST_ROUND),
    ),
)
_DESK = (
    Option("free_trade", False, "whether players may swap cards before play begins", "BT-29"),
    Option("trade_hours", 48, doc(RULINGS, "trade_hours"), "BT-29", 1, MOST_HOURS),
    Option("show_played", False, "whether posts show the cards of earlier tricks", "BT-15"),
    Option("hints", False, "whether players are PMed every play they can make", "BT-15"),
    Option("move_hours", 24, doc(RULINGS, "move_hours"), "BT-12", 1, MOST_HOURS),
)


def _rounds(default: int) -> Option:
    return Option("rounds", default, doc(RULINGS, "rounds"), "BT-22", 1, MOST_ROUNDS)


BIG_TWO_OPTIONS = (_rounds(1), *_DEALING, *_DESK)
PRESIDENT_OPTIONS = (
    _rounds(5),
    *_DEALING,
    Option(
        "steal",
        MOST_STOLEN,
        "with two or three players, how many cards the president steals from the bum",
        "BT-23",
        1,
        MOST_STOLEN,
    ),
    Option("bum_title", BUM, "what the last one is called", "BT-21", words=True),
    *_DESK,
)


def setup_big_two(options: Options, names: tuple[str, ...]) -> State:
    """The state of Big Two before the deal; raises Refused for a set-up that can't be
    played (BT-2 to BT-5).
    """
    return _setup(options, names, president=False)


def setup_president(options: Options, names: tuple[str, ...]) -> State:
    """The state of President before the deal; raises Refused for a set-up that can't
    be played (BT-23).
    """
    if options["steal"] != MOST_STOLEN and len(names) > 3:
        raise Refused(
            "BT-23",
            f"with four or more players the president steals {MOST_STOLEN} cards and the vice "
            "president one; leave steal out.",
            quoted=f"steal={options['steal']}",
        )
    return _setup(options, names, president=True)


def _setup(options: Options, names: tuple[str, ...], *, president: bool) -> State:
    if not FEWEST <= len(names) <= MOST:
        count = _COUNTS.get(len(names), f"{len(names)} players")
        raise Refused(
            "BT-2", f"{count} can't play; {FEWEST} to {MOST} do.", quoted=", ".join(names)
        )
    hand_size = options["hand_size"] or 0
    terms = Terms(**{**options, "hand_size": hand_size}, president=president)
    _check_hand_size(terms, len(names))
    _check_floating(terms, len(names))
    return State(terms, tuple(Player(name) for name in names))


def _check_hand_size(terms: Terms, seats: int) -> None:
    most = len(deck(terms.jokers)) // 2
    if terms.hand_size and seats != 2:
        raise Refused(
            "BT-3",
            f"a short deal is for two players, not for {seats}; leave hand_size out.",
            quoted=f"hand_size={terms.hand_size}",
        )
    if terms.hand_size > most:
        raise Refused(
            "BT-3",
            f"hand_size is 1 to half the deck, which is {most}.",
            quoted=f"hand_size={terms.hand_size}",
        )


def _check_floating(terms: Terms, seats: int) -> None:
    if terms.floating_card == NO_FLOATING:
        return
    why = ""
    if seats != 3:
        why = f"is for three players, not for {seats}"
    elif terms.jokers:
        why = "is for a deck without jokers"
    if why:
        raise Refused(
            "BT-4",
            f"the floating card {why}; leave floating_card out.",
            quoted=f"floating_card={terms.floating_card}",
        )
