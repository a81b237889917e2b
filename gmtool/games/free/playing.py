"""How a game is set up by its file (FF-1), what may be planned in it (FF-7), and how it came out
(FF-17).
"""

from __future__ import annotations

from typing import Any

from gmtool.api import (
    Move,
    NotNow,
    Option,
    Options,
    Outcome,
    Planning,
    Refused,
    casefolded,
    listed,
    quote,
    told,
)
from gmtool.games.free import ending, foreseeing
from gmtool.games.free.moves import NOBODY, Answer, Withdraw
from gmtool.games.free.rounds import check_in, check_uses
from gmtool.games.free.state import ENDED, Player, State
from gmtool.games.free.terms import ALL, IN, OUT, Setup

GROUPS = "groups"


def options_of(setup: Setup) -> tuple[Option, ...]:
    """The options of a game: who is in which group, where groups aren't made of roles (FF-3)."""
    named = [one for one in setup.groups if not one.roles]
    if not named:
        return ()
    default = "; ".join(
        f"{quote(player)}: {group.name}" for group in named for player in group.players
    )
    names = tuple(one.name for one in named)
    doc = "who is in which group"
    return (Option(GROUPS, default, doc, "FF-3", choices=names, for_players=True),)


def set_up(setup: Setup, options: Options, names: tuple[str, ...]) -> State:
    """The state before the first entry; raises Refused for players whom the file doesn't fit."""
    count = len(names)
    if not setup.fewest <= count <= setup.most:
        raise Refused(
            "FF-1", f"{setup.fewest} to {setup.most} can play this, not {count}.", quoted=str(count)
        )
    words = {IN, OUT, ALL, NOBODY}
    words |= {one.name for one in setup.units}
    words |= {one.name for one in setup.groups} | {one.name for one in setup.roles}
    words |= {one.name for one in setup.rounds}
    for name in names:
        if casefolded(name) in words:
            raise Refused(
                "FF-1",
                f"“{name}” means something else in this game; write it with something that tells "
                "it apart.",
                quoted=name,
            )
    held = tuple(unit.start for unit in setup.units)
    players = tuple(Player(name, held) for name in names)
    return State(players, groups=_groups(setup, options))


def _groups(setup: Setup, options: Options) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The groups to which players belong by name, each with its players."""
    shares: Any = options.get(GROUPS, ())
    named = [one.name for one in setup.groups if not one.roles]
    return tuple((name, tuple(who for who, own in shares if name in own)) for name in named)


def purses(setup: Setup, state: State) -> dict[str, int]:
    """What each player has of each unit above its least (FF-2)."""
    return {
        f"{player.name}'s {unit.name}": held - unit.least
        for player in state.players
        for unit, held in zip(setup.units, player.held, strict=True)
    }


def sequel(state: State, signed_up: tuple[str, ...]) -> tuple[Options, tuple[str, ...]]:
    """The next game by the same file: with those who have signed up, or those who played where
    nobody is named; raises NotNow while the game goes on.
    """
    if state.phase != ENDED:
        raise NotNow("FF-17", "the game hasn't ended; the next is set up from its end.")
    return {}, signed_up or tuple(one.name for one in state.players)


def outcome(setup: Setup, state: State) -> Outcome:
    """How a game that is over came out."""
    end = setup.end
    by = {f"{ending.GONE} {group}": f"no {group} is left" for group in end.gone}
    by |= {f"{ending.PARITY} {group}": f"{group} as many as all others" for group in end.parity}
    if end.reach:
        by[ending.REACHED] = f"somebody has {end.reach.many} {end.reach.unit}"
    if end.after:
        by[ending.AFTER] = f"{end.of} came {end.after} times"
    if end.left:
        by[ending.LEFT] = f"{end.left} or fewer are left"
    by[ending.HOST] = "the host ended it"
    figures = {
        unit.name: tuple(player.held[place] for player in state.players)
        for place, unit in enumerate(setup.units)
    }
    return Outcome(
        ending=by[state.won_by],
        endings=tuple(by.values()),
        winners=state.winners,
        figures=figures,
        shares=foreseeing.unwanted(setup, state),
    )


def planning_of(setup: Setup) -> Planning:
    """What may be said in plans of a game."""

    def check(state: State, who: str, move: Move) -> None:
        """Raise Refused for an answer in a round that will never ask its player, by what that
        player knows: whether it is in, what it has used up, and its own role.
        """
        if isinstance(move, Withdraw):
            raise Refused("FF-7", f"{who} has no answer on record there.", quoted=str(move))
        if not isinstance(move, Answer):
            return
        round_ = setup.round(move.round)
        check_in(state, round_, who, str(move))
        check_uses(state, round_, who, str(move))
        if not any(_may_be_in(setup, state, who, group) for group in round_.whom):
            raise Refused(
                "FF-5",
                f"{move.round} asks {told(listed(round_.whom))} only, and {who} isn't one of them.",
                quoted=str(move),
            )

    return Planning(check=check)


def _may_be_in(setup: Setup, state: State, who: str, group: str) -> bool:
    """Whether a player is in a group, or may come to be in it: who is in may go out, and roles
    may not be dealt yet.
    """
    is_undealt = setup.is_secret(group) and not state.player(who).role
    return is_undealt or group in {IN, OUT, ALL} or who in state.members(setup, group)
