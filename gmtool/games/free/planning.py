"""What players may say in plans of a free game: answers in rounds to come (ALL-9, FF-7)."""

from __future__ import annotations

from gmtool.api import Move, Planning, Refused, listed
from gmtool.games.free.moves import Answer, Withdraw
from gmtool.games.free.opening import check_in, check_uses
from gmtool.games.free.state import State
from gmtool.games.free.terms import ALL, IN, OUT, Setup


def planning_of(setup: Setup) -> Planning:
    """What may be said in plans of a game."""

    def check(state: State, who: str, move: Move) -> None:
        """Raise Refused for an answer in a round that will never ask its player, by what that
        player knows: whether it is in, what it has used up, and its own role.
        """
        if isinstance(move, Withdraw):
            raise Refused("FF-7", "{who} has no answer on record there.", who=who, quoted=str(move))
        if not isinstance(move, Answer):
            return
        round_ = setup.round(move.round)
        check_in(state, round_, who, str(move))
        check_uses(state, round_, who, str(move))
        if not any(_may_be_in(setup, state, who, group) for group in round_.whom):
            raise Refused(
                "FF-5",
                "{round} asks {whom} only, and {who} isn't one of them.",
                round=move.round,
                whom=listed(round_.whom),
                who=who,
                quoted=str(move),
            )

    return Planning(check=check)


def _may_be_in(setup: Setup, state: State, who: str, group: str) -> bool:
    """Whether a player is in a group, or may come to be in it: who is in may go out, and roles
    may not be dealt yet.
    """
    is_undealt = setup.is_secret(group) and not state.player(who).role
    return is_undealt or group in {IN, OUT, ALL} or who in state.members(setup, group)
