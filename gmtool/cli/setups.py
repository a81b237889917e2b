"""Commands about the files of which games are made: setup list, show, copy, check."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.cli.rehearse import watched

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer

Which = Annotated[str, typer.Argument(metavar="NAME")]


def list() -> "Answer":  # noqa: A001 -- the command's name
    from gmtool.desk.begin import setup_files

    return setup_files.list_shipped()


def show(which: Which) -> "Answer":
    from gmtool.desk.begin import setup_files

    return setup_files.show(which)


def copy(
    which: Which,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="what the copy is called", show_default=False),
    ] = None,
) -> "Answer":
    from gmtool.desk.begin import setup_files

    return setup_files.copy(which, file)


def check(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="a file, - for standard input, or a name")
    ],
    games: Annotated[str, typer.Option(metavar="N", help="how many games are played")] = "200",
) -> "Answer":
    from gmtool.cli.input_files import read_setup
    from gmtool.desk.rehearse import setup_check
    from gmtool.desk.rehearse.rehearse import Wish
    from gmtool.games import MADE_OF_FILES

    setup = read_setup(MADE_OF_FILES, file)
    assert setup is not None  # noqa: S101 -- one was named
    return setup_check.check(setup, Wish(games=games).number("games"), watched)
