"""Groups, the ante that both players may agree on, and who starts (GB-2, GB-5, GB-12, GB-15)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import in_words, listed, told
from gmtool.games.grouping_bw.moves import Ante, First, Group, Same, Swap
from gmtool.games.grouping_bw.state import BETWEEN, ENDED, FIRST, GROUPING, Grouping, Player, State
from gmtool.games.grouping_bw.terms import MAY_LEAVE, SIZES, TILES

FIRST_GROUPING = Grouping((0, 1), (2, 3, 4), (5, 6, 7, 8))
"""The default grouping in the first set for a player who made none in time."""


def group(state: State, who: str, move: Group | Same | Swap) -> State:
    """The state after a grouping; until both players have grouped, a later one replaces it
    (GB-2).
    """
    if not isinstance(move, Group):
        return _from_last(state, who, move)
    check_grouping(state, "GB-2", "groups are made")
    written = dict(zip(SIZES, (move.a, move.b, move.c), strict=True))
    faults = _faults(written)
    if faults:
        wrong = told("; ".join(faults))
        raise Refused(
            "GB-2",
            f"{wrong}. Each of the tiles 0 to 8 goes into one group: two into A, three into B, "
            "four into C.",
        )
    tiles = {letter: tuple(sorted(map(int, group))) for letter, group in written.items()}
    return _regrouped(state, who, Grouping(tiles["A"], tiles["B"], tiles["C"]))


def _from_last(state: State, who: str, move: Same | Swap) -> State:
    """The state after a player kept its groups of the set before, or exchanged tiles of them
    (GB-15). What it sent for this set already makes no difference to that.
    """
    check_grouping(state, "GB-15", "groups are kept or changed")
    last = state.player(who).last
    if last is None:
        raise Refused(
            "GB-15",
            "this is the first set, so there are no groups yet to keep or to change; send all "
            "three, as in `group A 0 1 B 2 3 4 C 5 6 7 8`.",
        )
    pairs = move.pairs if isinstance(move, Swap) else ()
    wrong = _wrong_with(pairs, last)
    if wrong:
        raise Refused(
            "GB-15", f"{told(wrong)}; your groups of the set before are {written_out(last)}."
        )
    other = {int(tile): int(pair[pair[0] == tile]) for pair in pairs for tile in pair}
    a, b, c = (tuple(sorted(other.get(tile, tile) for tile in group)) for _, group in last.groups)
    return _regrouped(state, who, Grouping(a, b, c))


def _wrong_with(pairs: Sequence[tuple[str, str]], last: Grouping) -> str:
    """What is wrong with tiles that are to change places, each with one of another group; empty
    for nothing.
    """
    letter_of = {str(tile): letter for letter, group in last.groups for tile in group}
    said = [tile for pair in pairs for tile in pair]
    for tile in said:
        if tile not in letter_of:
            return f"“{tile}” is no tile"
        if said.count(tile) > 1:
            return f"tile {tile} is there more than once, so send all three groups instead"
    for one, other in pairs:
        if letter_of[one] == letter_of[other]:
            where = f"tiles {one} and {other} are both in {letter_of[one]}"
            return f"{where}, so to swap them changes nothing"
    return ""


def _regrouped(state: State, who: str, grouping: Grouping) -> State:
    """The state with a player's groups; raises Refused where too much has changed since the set
    before (GB-15).
    """
    lost = _lost_too_many(state, state.player(who).last, grouping)
    if lost:
        before = written_out(state.player(who).last or grouping)
        raise Refused(
            "GB-15",
            "from the set before at most one tile may leave A, at most one B, at most two C, but "
            f"{', and '.join(lost)}; the groups were {before}.",
        )
    return grouped(state, who, grouping)


def grouped(state: State, who: str, grouping: Grouping, how: str = "") -> State:
    """The state with a player's groups, which nobody else ever sees (GB-2, GB-4);
    `how` marks a default.
    """
    state = state.but(who, grouping=grouping)
    return state.tell("Grouped", only_to=[who], who=who, grouping=grouping, how=how)


def check_grouping(state: State, clause: str, what: str) -> None:
    """Raise NotNow for a move that belongs to the start of a set; `what` says what is done then."""
    if state.phase == GROUPING:
        return
    when = f"set {state.set} is grouped" if state.set else "the first set hasn't begun"
    raise NotNow(clause, f"{what} at the start of a set, until both have grouped; {when}.")


def written_out(grouping: Grouping) -> str:
    """`A 0 1, B 2 3 4, C 5 6 7 8`."""
    return ", ".join(f"{letter} {_tiles(tiles)}" for letter, tiles in grouping.groups)


def _tiles(tiles: Iterable[int | str]) -> str:
    return " ".join(map(str, tiles))


def _faults(written: dict[str, tuple[str, ...]]) -> list[str]:
    """What is wrong with groups: sizes, unknown tiles, doubled and missing ones (GB-2)."""
    faults = [
        f"{letter} has {_counted(len(tiles))}, it takes {in_words(SIZES[letter])}"
        for letter, tiles in written.items()
        if len(tiles) != SIZES[letter]
    ]
    everything = [tile for tiles in written.values() for tile in tiles]
    known = {str(tile) for tile in TILES}
    strange = [tile for tile in dict.fromkeys(everything) if tile not in known]
    if strange:
        faults.append(f"{listed(f'“{tile}”' for tile in strange)} {_be(strange)} no tile")
    doubled = [tile for tile in sorted(known) if everything.count(tile) > 1]
    if doubled:
        faults.append(f"{_named(doubled)} {_be(doubled)} there more than once")
    missing = [tile for tile in sorted(known) if tile not in everything]
    if missing:
        faults.append(f"{_named(missing)} {_be(missing)} missing")
    return faults


def _counted(tiles: int) -> str:
    return "no tile" if not tiles else f"{in_words(tiles)} tile{'s' * (tiles > 1)}"


def _named(tiles: list[str]) -> str:
    return f"tile{'s' * (len(tiles) > 1)} {listed(tiles)}"


def _be(things: list[str]) -> str:
    return "are" if len(things) > 1 else "is"


def _lost_too_many(state: State, last: Grouping | None, grouping: Grouping) -> list[str]:
    """The groups that lose more tiles than may leave them, with the tiles (GB-15)."""
    if not state.terms.is_final or last is None:
        return []
    lost = []
    for (letter, before), (_, now) in zip(last.groups, grouping.groups, strict=True):
        gone = [str(tile) for tile in before if tile not in now]
        if len(gone) > MAY_LEAVE[letter]:
            lost.append(f"{listed(gone)} would leave {letter}")
    return lost


def default_grouping(player: Player) -> Grouping:
    """The grouping of a player who made none in time: its last one, in the first set a fixed
    one.
    """
    return player.last or FIRST_GROUPING


def ante(state: State, who: str, move: Ante) -> State:
    """The state after a player named an ante for the set. Only the opponent is told (GB-12)."""
    if not state.terms.is_final:
        raise Refused("GB-12", "the ante can be agreed on in final-match only.")
    check_grouping(state, "GB-12", "an ante is agreed on")
    if state.sudden:
        raise Refused("GB-12", "no ante is paid any more: the next round decides.")
    if not state.antes:
        raise Refused(
            "GB-12", f"no higher ante than the scheduled {state.scheduled} could be paid by both."
        )
    if not re.fullmatch(r"[0-9]{1,6}", move.chips) or int(move.chips) not in state.antes:
        least, most = state.antes[0], state.antes[-1]
        right = most if most == least else f"{least} to {most}"
        raise Refused(
            "GB-12",
            f"“{told(move.chips)}” is no ante to agree on: it is a whole number above the "
            f"scheduled {state.scheduled}, and both must be able to pay it, so {right}.",
        )
    chips, to = int(move.chips), state.other(who).name
    state = state.but(who, proposal=chips)
    return state.tell("AnteNamed", only_to=[who, to], who=who, chips=chips, to=to)


def agreed_ante(state: State) -> int:
    """The ante, in chips, that both players named for the set; 0 where they didn't agree
    (GB-12).
    """
    one, other = (player.proposal for player in state.players)
    return one if one == other and one in state.antes else 0


def first(state: State, by: str, move: First, *, host: bool) -> State:
    """The state after the host, or the holder of the Bonus (`by`), named who starts the first
    round (GB-5, GB-17).
    """
    if state.phase == ENDED or state.round or state.rounds:
        raise NotNow(
            "GB-5",
            "who starts is named before the first round; later the winner of the last one starts.",
        )
    if state.starter:
        raise NotNow("GB-5", f"{state.starter} starts; who starts is named once.")
    if host and state.namer:
        raise Refused(
            "GB-17",
            f"{state.namer} has the Bonus and names who starts; the host does if {state.namer} is "
            f"overdue: `close {state.namer}`.",
        )
    if not host and by != state.namer:
        raise Refused("GB-5", f"{state.namer or 'the host'} names who starts.")
    phase = BETWEEN if state.phase == FIRST else state.phase  # the round that waited for it begins
    state = replace(state, phase=phase, starter=move.starter)
    return state.tell("FirstNamed", starter=move.starter, by=by)
