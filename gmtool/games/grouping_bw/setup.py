"""Set-up: options, seats and items (GB-1, GB-9, GB-12, GB-17)."""

from __future__ import annotations

from gmtool.engine.options import Option, Options
from gmtool.engine.refusals import Refused
from gmtool.engine.rulings import doc
from gmtool.games.grouping_bw.rulings import RULINGS
from gmtool.games.grouping_bw.state import Player, State, Terms
from gmtool.games.grouping_bw.terms import BONUS, BONUS_CHIPS, DEATH_MATCH, FINAL_MATCH, ITEMS

SEATS = 2
MOST_HOURS = 8760
OPTIONS = (
    Option(
        "variant",
        DEATH_MATCH,
        "the rules of the death match, or those of the final match",
        "GB-9",
        choices=(DEATH_MATCH, FINAL_MATCH),
    ),
    Option("opening_check", False, doc(RULINGS, "opening_check"), "GB-6"),
    Option(
        "items",
        "",
        f"in {FINAL_MATCH}, the items that players have",
        "GB-17",
        choices=ITEMS,
        for_players=True,
    ),
    Option("grouping_hours", 48, "hours to group, and to name who starts", "GB-2", 1, MOST_HOURS),
    Option("betting_hours", 24, "hours for each betting action", "GB-6", 1, MOST_HOURS),
)


def setup(options: Options, names: tuple[str, ...]) -> State:
    """The state before anybody grouped; raises Refused unless there are two players, and for items
    where there are none (GB-1, GB-17).
    """
    if len(names) != SEATS:
        count = "one player" if len(names) == 1 else f"{len(names) or 'no'} players"
        raise Refused("GB-1", f"{count} can't play; two do.", quoted=", ".join(names))
    terms = Terms(**options)
    if terms.items and not terms.is_final:
        raise Refused(
            "GB-17",
            f"there are items in {FINAL_MATCH} only; make it -o variant={FINAL_MATCH}, or leave "
            "items out.",
            quoted="items",
        )
    named = [name for name, _ in terms.items]
    for name in named:
        if named.count(name) > 1:
            raise Refused(
                "GB-17",
                f"option items speaks of {name} twice; write its items behind one name.",
                quoted=name,
            )
    return State(terms, tuple(_player(terms, name) for name in names))


def _player(terms: Terms, name: str) -> Player:
    items = dict(terms.items).get(name, ())
    chips = terms.chips + (BONUS_CHIPS if BONUS in items else 0)
    return Player(name, chips, items=items)
