"""The files of which games are made: those that travel with gmtool, and who can play what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gmtool.desk.answers import Answer, Commands, Hint, Text, table
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.session import kinds
from gmtool.desk.session.kinds import Setup
from gmtool.desk.session.session import lay_table
from gmtool.engine.files import canonical, hash_of
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.header import Header
from gmtool.engine.options import shares
from gmtool.engine.refusals import Refusal
from gmtool.engine.text import listed
from gmtool.games import MADE_OF_FILES
from gmtool.store.atomic_files import write_whole

MOST_PLAYERS = 100
"""With how many players at most a game is tried to be set up."""


def list_shipped() -> Answer:
    """The files that travel with gmtool."""
    files = kinds.setups(MADE_OF_FILES)
    rows = [_row(one) for one in files]
    cells = [
        (row["name"], row["title"], player_range(row["players"]), row["about"]) for row in rows
    ]
    line, name = Commands().line, files[0].name
    hints = (
        Hint(line("setup", "show", name), "the file"),
        Hint(line("setup", "copy", name), "a copy of your own, to change"),
        begin_hint(files[0], game_of(files[0])),
    )
    return Answer(table(cells, ""), hints=hints, facts=rows)


def _row(setup: Setup) -> dict[str, Any]:
    game = game_of(setup)
    counts = player_counts(game)
    about = _public(game, counts[0]).get("rules", "").partition("\n")[0]
    return {
        "name": setup.name,
        "title": game.title,
        "players": [counts[0], counts[-1]],
        "about": about,
        "hash": hash_of(game.file),
    }


def game_of(setup: Setup) -> Game:
    """The game that a file makes; raises Misset."""
    return kinds.made(kinds.find(MADE_OF_FILES).game, canonical(setup.text))


def find_setup_file(name: str) -> Setup:
    """The file of that name that travels with gmtool; raises UsageProblem."""
    files = {one.name: one for one in kinds.setups(MADE_OF_FILES)}
    found = files.get(name.removesuffix(kinds.SETUP))
    if found is None:
        raise UsageProblem(f"no file “{name}” travels with gmtool; there are {listed(files)}.")
    return found


def show(name: str) -> Answer:
    """A file that travels with gmtool, as it is."""
    setup = find_setup_file(name)
    facts = {"name": setup.name, "text": setup.text}
    return Answer(texts=(Text(setup.name, setup.text),), facts=facts)


def copy(name: str, file: str | None) -> Answer:
    """A copy of a file that travels with gmtool. Raises UsageProblem for a name that none has, and
    StoreProblem where the copy can't be written, or another file is there.
    """
    setup = find_setup_file(name)
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


def player_range(players: Sequence[int]) -> str:
    fewest, most = players
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def begin_hint(setup: Setup, game: Game) -> Hint:
    """The command that begins a game of a file."""
    seats = trial_header(game, player_counts(game)[0]).players
    line = Commands().line("new", game.kind, game.title, *seats, "--setup", setup.name)
    return Hint(line, "a game of it")


def player_counts(game: Game) -> list[int]:
    """With how many players a game can be set up; raises DeskProblem where with none."""
    found, why = [], ""
    for many in range(1, MOST_PLAYERS + 1):
        try:
            lay_table(game, trial_header(game, many))
            found.append(many)
        except Refusal as refusal:
            why = refusal.sentence()
    if not found:
        raise DeskProblem(f"nobody can play it: {why}")
    return found


def trial_header(game: Game, players: int) -> Header:
    """A game of so many players, among them those whom the file names."""
    own = (
        who
        for option in game.options
        if option.for_players
        for who, _ in shares(option, str(option.default))
    )
    names = tuple(dict.fromkeys((*own, *player_names(players))))
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
    table = lay_table(game, trial_header(game, players))
    told: dict[str, Any] = game.view(table.state, PUBLIC)["public"]
    return told


NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lou")
"""Who plays where nobody is named."""


def player_names(players: int) -> tuple[str, ...]:
    """Names for so many players."""
    return (*NAMES[:players], *(f"Player{n}" for n in range(len(NAMES) + 1, players + 1)))
