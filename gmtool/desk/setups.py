"""The files of which games are made: those that travel with gmtool, and what a file makes, tried in
games that bots play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from gmtool.desk import kinds
from gmtool.desk.answers import Answer, Commands, Hint, Text, table
from gmtool.desk.kinds import Setup
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.rehearsing import Watched, so_many, unwatched
from gmtool.desk.rehearsing.crew import Stuck, cores, performed
from gmtool.desk.rehearsing.figures import Figures
from gmtool.desk.rehearsing.life import Bill, Manner, Rehearsed
from gmtool.desk.session import laid
from gmtool.engine.files import Misset, canonical, hash_of
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.grammar import PLAYER
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.options import shares, write_value
from gmtool.engine.refusals import Refusal
from gmtool.engine.wording import listed, plural
from gmtool.games import MADE_OF_FILES
from gmtool.store.files import write_whole

MOST_PLAYERS, MANY = 100, 12
"""With how many players a game may be tried to be set up, and played by bots."""
_BEGIN = Instant("2026-11-20T20:00:00Z")
_SEED = "setup check"
"""The same games every time: what has changed is the file."""


def shipped() -> Answer:
    """The files that travel with gmtool."""
    files = kinds.setups(MADE_OF_FILES)
    rows = [_row(one) for one in files]
    cells = [(row["name"], row["title"], _count(row["players"]), row["about"]) for row in rows]
    line, name = Commands().line, files[0].name
    hints = (
        Hint(line("setup", "show", name), "the file"),
        Hint(line("setup", "copy", name), "a copy of your own, to change"),
        _next(files[0], _made(files[0])),
    )
    return Answer(table(cells, ""), hints=hints, facts=rows)


def _row(setup: Setup) -> dict[str, Any]:
    game = _made(setup)
    counts = _counts(game)
    about = _public(game, counts[0]).get("rules", "").partition("\n")[0]
    return {
        "name": setup.name,
        "title": game.title,
        "players": [counts[0], counts[-1]],
        "about": about,
        "hash": hash_of(game.file),
    }


def _made(setup: Setup) -> Game:
    return kinds.made(kinds.find(MADE_OF_FILES).game, canonical(setup.text))


def named(name: str) -> Setup:
    """The file of that name that travels with gmtool; raises UsageProblem."""
    files = {one.name: one for one in kinds.setups(MADE_OF_FILES)}
    found = files.get(name.removesuffix(kinds.SETUP))
    if found is None:
        raise UsageProblem(f"no file “{name}” travels with gmtool; there are {listed(files)}.")
    return found


def show(name: str) -> Answer:
    """A file that travels with gmtool, as it is."""
    setup = named(name)
    facts = {"name": setup.name, "text": setup.text}
    return Answer(texts=(Text(setup.name, setup.text),), facts=facts)


def copy(name: str, file: str | None) -> Answer:
    """A copy of a file that travels with gmtool. Raises UsageProblem for a name that none has, and
    StoreProblem where the copy can't be written, or another file is there.
    """
    setup = named(name)
    target = Path(file or f"{setup.name}{kinds.SETUP}")
    if target.is_dir():
        target /= f"{setup.name}{kinds.SETUP}"
    kept = setup.text.encode()
    write_whole(target, kept, lambda there: there == kept)
    hints = (
        Hint(
            Commands().line("setup", "check", str(target)),
            "whether it can be used, once you changed it",
        ),
    )
    facts = {"name": setup.name, "file": str(target)}
    return Answer((f"{target}: yours to change.",), (), hints, facts)


# ---- what a file makes


def check(setup: Setup, games: int, watched: Watched = unwatched) -> Answer:
    """The mistakes in a file; of one without, what it makes, and what looks odd after so many games
    played by bots. Raises DeskProblem for a game that can't be played on.
    """
    name = "standard input" if setup.name == "-" else setup.name
    try:
        game = _made(setup)
    except Misset as misset:
        found = misset.mistakes
        facts: dict[str, Any] = {"file": name, "mistakes": [vars(one) for one in found]}
        return Answer(tuple(one.sentence(name) for one in found), facts=facts, ok=False)
    counts = _counts(game)
    facts = {
        "file": name,
        "mistakes": [],
        "title": game.title,
        "hash": hash_of(game.file),
        "players": [counts[0], counts[-1]],
        "moves": [one._asdict() for one in game.grammar.lines if one.who == PLAYER],
        "options": [
            {"name": one.name, "default": one.default, "doc": one.doc} for one in game.options
        ],
    }
    played = _played(game, counts, games, watched)
    facts |= {"games": len(played), "odd": [*Figures(played, (), 0).of_the_set_up()]}
    hints = () if setup.name == "-" else (_next(setup, game),)
    return Answer(tuple(_told(facts)), hints=hints, facts=facts)


def _told(facts: dict[str, Any]) -> Iterator[str]:
    yield f"{facts['file']} makes “{facts['title']}”, for {_count(facts['players'])} players."
    yield from table([(one["text"], one["when"]) for one in facts["moves"]])
    for one in facts["options"]:
        yield f"option {one['name']}: {write_value(one['default'])} ({one['doc']})"
    yield f"hash: {facts['hash']}"
    if facts["odd"]:
        yield f"what looks odd after {plural(facts['games'], 'game')} played by bots:"
        yield from (f"  {one}" for one in facts["odd"])
    else:
        yield f"nothing looks odd after {plural(facts['games'], 'game')} played by bots."


def _count(players: Sequence[int]) -> str:
    fewest, most = players
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def _next(setup: Setup, game: Game) -> Hint:
    """The command that begins a game of a file."""
    seats = _header(game, _counts(game)[0]).players
    line = Commands().line("new", game.kind, game.title, *seats, "--setup", setup.name)
    return Hint(line, "a game of it")


def _played(game: Game, counts: Sequence[int], games: int, watched: Watched) -> list[Rehearsed]:
    """So many games, by as few players as can be, by many, and by some number between."""
    most = max([count for count in counts if count <= MANY], default=counts[0])
    between = counts[(counts.index(counts[0]) + counts.index(most)) // 2]
    tables = list(dict.fromkeys((counts[0], between, most)))
    shared = [range(place, games, len(tables)) for place in range(len(tables))]
    bills = [Bill(_header(game, many), _BEGIN, Manner(), _SEED) for many in tables]
    every = chain.from_iterable(
        performed(bill, numbers, cores()) for bill, numbers in zip(bills, shared, strict=True)
    )
    return [_whole(one) for one in watched(every, games, "games")]


def _whole(one: Rehearsed | Stuck) -> Rehearsed:
    if isinstance(one, Stuck):
        raise DeskProblem(f"game {one.number} can't be played on: {one.why}.")
    return one


def _counts(game: Game) -> list[int]:
    """With how many players a game can be set up; raises DeskProblem where with none."""
    found, why = [], ""
    for many in range(1, MOST_PLAYERS + 1):
        try:
            laid(game, _header(game, many))
            found.append(many)
        except Refusal as refusal:
            why = refusal.sentence()
    if not found:
        raise DeskProblem(f"nobody can play it: {why}")
    return found


def _header(game: Game, players: int) -> Header:
    """A game of so many players, among them those whom the file names."""
    own = (
        who
        for option in game.options
        if option.for_players
        for who, _ in shares(option, str(option.default))
    )
    names = tuple(dict.fromkeys((*own, *so_many(players))))
    return Header(
        game.kind,
        game.rules_version,
        game.title,
        "UTC",
        names[:players],
        options={},
        settings={},
        file=game.file,
    )


def _public(game: Game, players: int) -> dict[str, Any]:
    """What everybody may know of a game of so many players before it begins."""
    table = laid(game, _header(game, players))
    told: dict[str, Any] = game.view(table.state, PUBLIC)["public"]
    return told
