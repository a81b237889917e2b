"""Set-up: options and podiums (SD-1), also of the next episode (SD-34, SD-35)."""

from __future__ import annotations

from gmtool.engine.options import Option, Options
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.rulings import doc
from gmtool.games.split_decision.rulings import RULINGS
from gmtool.games.split_decision.state import ENDED, PODIUMS, Player, State, Terms
from gmtool.games.split_decision.terms import MOST_TITLES

MOST_HOURS = 8760
OPTIONS = (
    Option("champion", True, "whether red is a returning champion", "SD-1"),
    Option(
        "titles",
        None,
        "titles that red has; by default 1 with a returning champion, else 0",
        "SD-1",
        high=MOST_TITLES - 1,
    ),
    Option("buzzcodes", 30, "buzzcodes each player sends at a time", "SD-5", low=1, high=500),
    Option("buzz_max", 100, "the highest buzzcode", "SD-5", low=2, high=1_000_000),
    Option("redraw_on_tie", False, doc(RULINGS, "redraw_on_tie"), "SD-7"),
    Option(
        "answer_hours", 48, "hours for an answer, for each player asked", "SD-11", 1, MOST_HOURS
    ),
    Option("decision_hours", 48, doc(RULINGS, "decision_hours"), "SD-36", 1, MOST_HOURS),
)


def setup(options: Options, names: tuple[str, ...]) -> State:
    """The state before the shuffle; raises Refused where the number of players or
    titles is wrong (SD-1).
    """
    if len(names) != len(PODIUMS):
        count = "one player" if len(names) == 1 else f"{len(names) or 'no'} players"
        raise Refused(
            "SD-1",
            f"{count} can't play; three do, in the order red, gold, blue.",
            quoted=", ".join(names),
        )
    given = {**options}
    if given["titles"] is None:
        given["titles"] = 1 if given["champion"] else 0
    terms = Terms(**given)
    if terms.champion and not terms.titles:
        raise Refused(
            "SD-1",
            f"a returning champion has a title at least: titles is 1 to {MOST_TITLES - 1}; or red "
            "is no champion, with champion=off.",
            quoted="titles=0",
        )
    if terms.titles and not terms.champion:
        raise Refused(
            "SD-1",
            "only a returning champion has titles; make it titles=0, or leave out champion=off.",
            quoted=f"titles={terms.titles}",
        )
    players = tuple(Player(name, podium) for name, podium in zip(names, PODIUMS, strict=True))
    return State(terms=terms, players=players, titles=terms.titles)


def sequel(state: State, signed_up: tuple[str, ...]) -> tuple[Options, tuple[str, ...]]:
    """The options and the players of the next episode, red first: the day's winner unless it has
    retired, then those who signed up, in order. Raises Refused or NotNow.
    """
    now = state.bonus
    if state.phase != ENDED or now is None:
        raise NotNow("SD-35", "the episode hasn't ended; the next is set up from its end.")
    retired = state.retires
    champion = () if retired else (now.who,)
    needed = len(PODIUMS) - len(champion)
    if now.who in signed_up:
        raise Refused(
            "SD-35",
            f"{now.who} has retired undefeated with {state.titles} titles; name three others."
            if retired
            else f"{now.who} returns as the champion at the red podium; name only who signed up.",
            quoted=now.who,
        )
    if len(signed_up) != needed:
        count = len(signed_up) or "nobody"
        why = (
            f", as {now.who} has retired undefeated"
            if retired
            else f" beside {now.who}, who returns as the champion"
        )
        raise Refused(
            "SD-35", f"{count} signed up; {needed} are needed{why}.", quoted=", ".join(signed_up)
        )
    options = {"champion": not retired, "titles": 0 if retired else state.titles}
    return options, (*champion, *signed_up)
