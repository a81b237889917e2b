"""Takes newer rules for a running game, from here on or from its beginning, or stays with those it
began with.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Answer, Hint
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.moves.amend import Righting, carried_out, falls_with
from gmtool.desk.problems import DeskProblem
from gmtool.desk.session import versions
from gmtool.desk.session.loading import load
from gmtool.desk.session.position import newer_changes
from gmtool.desk.session.session import Session
from gmtool.engine.amendments import Adopt, AdoptThroughout
from gmtool.engine.moves import HostMove
from gmtool.engine.replay import Replay
from gmtool.store import WriteTransaction


class Choice(Struct, frozen=True):
    """What the host chooses: the newest rules from here on, `throughout` from the beginning, or to
    `keep` those the game began with. `drop` are entries that are struck with it.
    """

    throughout: bool = False
    keep: bool = False
    why: str = ""
    drop: tuple[int, ...] = ()
    yes: bool = False


def adopt(desk: Desk, choice: Choice) -> Answer:
    """Show what a choice would change or, with `yes`, record it as one entry of the host's.

    Raises DeskProblem where there is nothing to choose.
    """

    def work(transaction: WriteTransaction) -> Answer:
        session = load(transaction, the_game(transaction, desk))
        newest = session.game.rules_version
        if session.table.state.rules == newest:
            raise DeskProblem(
                f"{session.name}: it goes by the newest rules of {session.game.title} already."
            )
        righting = Righting(
            choice.yes,
            choice.why,
            lambda was: _move(desk, session, was, choice),
            lambda move, _was, _now: _told(session, move),
            lambda drop, why: _line(desk, choice, drop, why),
        )
        return carried_out(desk, session, transaction, righting)

    with desk.store() as store:
        return store.write(work, dry_run=not choice.yes)


def choices(desk: Desk) -> Answer:
    """What has changed in the rules since the game began, what would have come out otherwise, and
    the commands to choose with. Raises DeskProblem where nothing has changed.
    """
    with desk.store() as store, store.reading() as transaction:
        session = load(transaction, the_game(transaction, desk))
        was = session.replay()
    if not newer_changes(session.game, session.table):
        raise DeskProblem(
            f"{session.name}: it goes by the newest rules of {session.game.title}; there is "
            "nothing to choose."
        )
    version = session.table.state.rules
    lines = [
        f"{session.name} goes by version {version} of the rules of {session.game.title}; the "
        f"newest is {session.game.rules_version}. What has changed for games that had begun:",
        *(f"  {line}" for line in versions.in_words(was)),
        *(f"  {line}" for line in versions.by_now(was, secret=True)),
    ]
    facts = {"game": session.name, **versions.facts(was, secret=True)}
    hints = tuple(_hints(desk, ended=session.ended))
    return Answer(tuple(lines), hints=hints, facts=facts)


def _hints(desk: Desk, *, ended: bool) -> Iterator[Hint]:
    line = desk.commands.line
    since = Hint(line("rule", "adopt", "--throughout", "--why", "…"), "from the beginning")
    if ended:
        yield since
        return
    yield Hint(line("rule", "adopt", "--why", "…"), "the newest rules from here on; shows it first")
    yield since
    yield Hint(line("rule", "adopt", "--keep", "--why", "…"), "the game stays with its own")


def _move(desk: Desk, session: Session, was: Replay, choice: Choice) -> HostMove:
    newest, why = session.game.rules_version, choice.why or versions.UNSAID
    if choice.keep:
        return Adopt(session.table.state.rules, why, instead=newest)
    if choice.throughout:
        move = AdoptThroughout(0, why, (), newest)
        invalidated, outcome = falls_with(desk, session, was, move)
        fell = {entry.number for entry, _ in (*invalidated, *outcome.void)}
        stands = [number for number in choice.drop if number not in fell]
        if stands:
            raise DeskProblem(
                f"{session.name}: entry {stands[0]} stands by the newest rules, so it isn't struck "
                "with them; leave it out of --drop."
            )
        return replace(move, drop=choice.drop)
    return Adopt(newest, why)


def _told(session: Session, move: HostMove) -> str:
    rules = f"of the rules of {session.game.title}"
    if isinstance(move, AdoptThroughout):
        return f"the game goes by version {move.version} {rules} from its beginning"
    assert isinstance(move, Adopt)  # noqa: S101 - as `_move` made it
    if move.instead:
        return f"the game stays with version {move.version} {rules}"
    return f"from here on the game goes by version {move.version} {rules}"


def _line(desk: Desk, choice: Choice, drop: tuple[int, ...], why: str) -> str:
    words = ["rule", "adopt"]
    words += ["--throughout"] if choice.throughout else []
    words += ["--keep"] if choice.keep else []
    words += ["--drop", ",".join(map(str, drop))] if drop else []
    return desk.commands.line(*words, "--why", why, "--yes")
