"""Rehearsals: many games of the host's own configuration, played by bots, and what they come to."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import closing

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Answer, Hint
from gmtool.desk.begin import new
from gmtool.desk.begin.new import Plan
from gmtool.desk.begin.setup_files import NAMES, player_names
from gmtool.desk.desk import Desk
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.rehearse import report, sample
from gmtool.desk.rehearse.crew import Stuck, Watched, cores, performed, unwatched
from gmtool.desk.rehearse.figures import Figures
from gmtool.desk.rehearse.life import Bill, Life, Manner, Rehearsed
from gmtool.desk.session import kinds
from gmtool.desk.session.session import begin
from gmtool.engine.game import Game
from gmtool.engine.instants import Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.refusals import Refusal
from gmtool.store import GameRecord
from gmtool.store.atomic_files import write_whole

USUAL, MOST = 4, 99
"""So many play where nobody says how many do, or else as many fewer as can, or as many more; and at
most.
"""
_PERCENT = lazy_regex(r"(\d{1,2}) ?%?", re.ASCII)
_NUMBER = lazy_regex(r"\d{1,6}", re.ASCII)


class Wish(Struct, frozen=True):
    """What is to be rehearsed, as typed: how many `games`, or only the `one` of that number; by how
    many `players`, where they aren't named; how often one is `late`, and the share of its time that
    it takes, its `pace`; `within` how many days a game should be over. All follows from the `seed`.
    The `texts` of a typical game go to the file of that name.
    """

    games: str = "200"
    one: str = ""
    players: str = ""
    late: str = "10%"
    pace: str = "30%"
    within: str = "180"
    seed: str = ""
    texts: str | None = None

    def number(self, name: str, low: int = 1, high: int = 100_000) -> int:
        """The number that was typed for an option, 0 for none; raises UsageProblem."""
        typed = getattr(self, name)
        if typed and not (_NUMBER.fullmatch(typed) and low <= int(typed) <= high):
            raise UsageProblem(
                f"--{name} takes a whole number from {low:,} to {high:,}; “{typed}” isn't one."
            )
        return int(typed or 0)

    def share(self, name: str, low: int) -> float:
        """The share of 1 that was typed for an option in per cent; raises UsageProblem."""
        typed = getattr(self, name)
        found = _PERCENT.fullmatch(typed.strip())
        if not (found and low <= int(found[1]) <= _MOST):
            raise UsageProblem(
                f"--{name} takes a share from {low} % to {_MOST} %, as in 20%; “{typed}” isn't one."
            )
        return int(found[1]) / 100


_MOST = 90


def rehearse(desk: Desk, plan: Plan, wish: Wish, watched: Watched = unwatched) -> Answer:
    """Play the games and tell what they come to; where that is interrupted, what those do that were
    over by then.

    Raises what `new` does for a set-up that can't be, UsageProblem for a wish that can't be read,
    and DeskProblem for a game that can't be played on.
    """
    game = new.make_game(kinds.find(plan.kind).game, plan.setup)
    plan = replace(plan, players=_players(desk, game, plan, wish.number("players", 1, MOST)))
    bill = _bill(desk, game, plan, wish)
    one, many = wish.number("one"), wish.number("games")
    numbers = (one,) if one else range(1, many + 1)
    within = wish.number("within")
    again = _again(plan, wish, bill)
    played: list[Rehearsed] = []
    try:
        with closing(performed([(bill, number) for number in numbers], cores())) as games:
            for done in watched(games, len(numbers), "games"):
                if isinstance(done, Stuck):
                    same = desk.commands.line(*again, "--one", str(done.number))
                    raise DeskProblem(
                        f"game {done.number} can't be played on: {done.why}. It is played again "
                        f"by: {same}"
                    )
                played.append(done)
    except KeyboardInterrupt:
        if not played:
            raise
    figures = Figures(played, bill.header.players, within)
    facts = report.facts(game, bill, figures, len(numbers))
    lines = [*report.lines(facts)]
    typical = figures.typical.number
    if wish.texts:
        life = Life.of(game, bill, typical).to_the_end()
        sent = watched(sample.sent(plan, bill, life), 1 + len(life.said), "commands")
        kept = sample.written(bill, sent).encode()
        write_whole(wish.texts, kept, lambda there: there == kept)
        lines.append(f"the texts of game {typical}, a typical one, are in {wish.texts}.")
    return Answer(tuple(lines), hints=tuple(_hints(desk, wish, again, typical)), facts=facts)


def _players(desk: Desk, game: Game, plan: Plan, many: int) -> tuple[str, ...]:
    """Those who play: as named, else so many, or a usual number with which the game can be set up.
    Where it can't be set up with any, that is refused as for the usual one.
    """
    if many and plan.players:
        raise UsageProblem("--players is for players without names; name them, or say how many.")
    if plan.players:
        return plan.players
    if many:
        return player_names(many)
    for number in (*range(USUAL, 0, -1), *range(USUAL + 1, MOST + 1)):
        names = player_names(number)
        header = new.header_of(desk, game, replace(plan, players=names))
        try:
            begin(GameRecord(0, header, desk.now), game)
        except Refusal:
            continue
        return names
    return NAMES[:USUAL]


def _bill(desk: Desk, game: Game, plan: Plan, wish: Wish) -> Bill:
    header = new.header_of(desk, game, plan)
    begin(GameRecord(0, header, desk.now), game)
    settings = dict(header.settings)
    start = Instant(settings.pop("start", desk.now.full_minute()))
    manner = Manner(wish.share("late", 0), wish.share("pace", 1))
    seed = wish.seed or secrets.token_hex(4)
    return Bill(replace(header, settings=settings), start, manner, seed)


def _again(plan: Plan, wish: Wish, bill: Bill) -> list[str]:
    """The words of the command that rehearses the same again."""
    usual = Wish()
    words = ["rehearse", plan.kind, *plan.players]
    words += ["--setup", plan.setup.name] if plan.setup else []
    words += [word for option in plan.options for word in ("-o", option)]
    words += ["--zone", bill.header.zone, "--start", bill.start, "--seed", bill.seed]
    for name in ("games", "late", "pace", "within"):
        typed = getattr(wish, name)
        words += [f"--{name}", typed] if typed != getattr(usual, name) else []
    return words


def _hints(desk: Desk, wish: Wish, again: list[str], typical: int) -> Iterator[Hint]:
    if not wish.one:
        yield Hint(desk.commands.line(*again), "the same games again")
    if not wish.texts:
        one = desk.commands.line(*again, "--one", str(typical), "--texts", "texts.txt")
        yield Hint(one, "all texts of a typical one")
