"""What a round costs who hosts it: `python benchmarks/waits.py`.

A scripted host plays rounds of four with scripted players: with nobody planning ahead, the same
with `your_turn=post`, and with half of them leaving a plan for each of their turns. Waits are
answers for which the game stood still, commands are `record` and `sent`, and pastes the posts and
messages that went out. Players and deals are the same; what is printed are means over all rounds.
"""

import argparse
import os
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gmtool.desk.begin import new
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.moves import record
from gmtool.desk.moves.requests import Request
from gmtool.desk.session.loading import load
from gmtool.desk.session.session import Session
from gmtool.desk.texts import sending
from gmtool.desk.texts.sending import Sending
from gmtool.engine.instants import Instant
from gmtool.engine.table import awaited
from gmtool.engine.text import HOST
from gmtool.games.big_two.tricks import possible
from gmtool.games.ten_skip.terms import height

NAMES = ("Ann", "Bob", "Cid", "Dee")
BEGIN = Instant("2026-11-20T20:00:00Z")
PLAYS = 0.75
"""How often a player of Big Two who could play higher does."""


@dataclass
class Hosted:
    """A game as it is hosted, and what it has cost so far."""

    desk: Desk
    planners: tuple[str, ...]
    dice: random.Random
    counts: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("waits", "posts", "messages", "commands"), 0)
    )

    def now(self) -> Session:
        with self.desk.store() as store, store.reading() as room:
            return load(room, the_game(room, self.desk))

    def record(self, who: str, text: str) -> None:
        self.counts["commands"] += 1
        record.record(self.desk, Request(who, text))

    def send(self) -> None:
        """Paste all that is to go out, and say so."""
        with self.desk.store() as store, store.reading() as room:
            drafts = room.waiting(the_game(room, self.desk).id)
        posts = sum(not one.to for one in drafts)
        self.counts["posts"] += posts
        self.counts["messages"] += len(drafts) - posts
        self.counts["commands"] += 1
        sending.sent(self.desk, Sending(("all",)))

    def play(self, kind: "Kind") -> None:
        """One round, from the start on."""
        self.record(HOST, "start")
        self.send()
        while not kind.is_over(session := self.now()):
            for name in self.planners:
                standing = {plan.who for plan in session.table.plans}
                if name not in standing and kind.plays_on(session, name):
                    self.record(name, kind.plan(session, name, self.dice))
                    session = self.now()
            if kind.is_over(session):
                break
            who = awaited(session.game, session.table)[0].who
            self.counts["waits"] += 1
            self.record(who, kind.move(session, who, self.dice))
            self.send()


@dataclass(frozen=True)
class Kind:
    """How a kind is played: its options, when its first round is over, who still plays in it, and
    what players say and plan.
    """

    name: str
    options: tuple[str, ...]
    is_over: Callable[[Session], bool]
    plays_on: Callable[[Session, str], bool]
    move: Callable[[Session, str, random.Random], str]
    plan: Callable[[Session, str, random.Random], str]


def _lowest_or_pass(session: Session, who: str, dice: random.Random) -> str:
    state = session.table.state
    plays = possible(state, who)
    leads = state.trick.last is None
    if plays and (leads or dice.random() < PLAYS):
        return f"play {' '.join(plays[0][0])}"
    return "pass"


def _turn_of_ten_skip(session: Session, who: str, _dice: random.Random) -> str:
    state = session.table.state
    if state.phase == "keep":
        return f"keep {min(state.drawn, key=height)}"
    if state.phase == "turn":
        return f"discard {max(state.player(who).hand, key=height)}" if state.draw_pile else "pass"
    return "done"


def _plan_of_ten_skip(session: Session, who: str, _dice: random.Random) -> str:
    card = max(session.table.state.player(who).hand, key=height)
    return f"plan discard {card} then keep lower then done"


KINDS = (
    Kind(
        "big-two",
        (),
        lambda session: not awaited(session.game, session.table),
        lambda session, who: bool(session.table.state.player(who).hand),
        _lowest_or_pass,
        lambda _session, _who, dice: (
            "plan play lowest else pass" if dice.random() < PLAYS else "plan pass"
        ),
    ),
    Kind(
        "ten-skip",
        (),
        lambda session: session.table.state.round > 1,
        lambda session, who: session.table.state.player(who).in_round,
        _turn_of_ten_skip,
        _plan_of_ten_skip,
    ),
)


def hosted(kind: Kind, number: int, planners: tuple[str, ...], setting: str) -> dict[str, int]:
    """What the round of that number costs."""
    memory = Path("/dev/shm")  # noqa: S108
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        desk = Desk(str(Path(folder) / "games.db"), BEGIN, "benchmark")
        seed = random.Random(number).randbytes(32).hex()
        new.new(desk, new.Plan(kind.name, "Round", NAMES, kind.options, seed=seed))
        game = Hosted(desk, planners, random.Random(number))
        if setting != "pm":
            record.record(desk, Request(HOST, f"set your_turn={setting}"))
        game.play(kind)
        return game.counts | {"pastes": game.counts["posts"] + game.counts["messages"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=38, help="rounds of each kind and way")
    rounds = range(parser.parse_args().rounds)
    for name in [name for name in os.environ if name.startswith("GMTOOL_")]:
        del os.environ[name]
    for kind in KINDS:
        for planners, setting in (((), "pm"), ((), "post"), (NAMES[:2], "post")):
            costs = [hosted(kind, number, planners, setting) for number in rounds]
            told = ", ".join(
                f"{what} {sum(cost[what] for cost in costs) / len(costs):.1f}" for what in costs[0]
            )
            who = f"{len(planners)} of {len(NAMES)} plan"
            print(f"  {kind.name}, {who}, your_turn={setting}: {told}", flush=True)


if __name__ == "__main__":
    main()
