"""Sets up the next episode from one that is over (SD-1, SD-34, SD-35)."""

from __future__ import annotations

from gmtool.engine.options import Options
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.split_decision.state import ENDED, PODIUMS, State


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
            "{who} has retired undefeated with {titles} titles; name three others."
            if retired
            else "{who} returns as the champion at the red podium; name only who signed up.",
            who=now.who,
            titles=state.titles,
            quoted=now.who,
        )
    if len(signed_up) != needed:
        raise Refused(
            "SD-35",
            "{count} signed up; {needed} are needed{why}.",
            count=len(signed_up) or "nobody",
            needed=needed,
            why=f", as {now.who} has retired undefeated"
            if retired
            else f" beside {now.who}, who returns as the champion",
            quoted=", ".join(signed_up),
        )
    options = {"champion": not retired, "titles": 0 if retired else state.titles}
    return options, (*champion, *signed_up)
