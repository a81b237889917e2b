"""The command line, put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from gmtool import __version__
from gmtool.cli import books, care, games, moves, posts, rulings
from gmtool.cli.argv import arrange
from gmtool.games import EXAMPLE

FIRST_STEPS = f"""\
gmtool - a desk for people who host games by forum post

Set a game up; this prints the opening post, ready to paste:
  gmtool new {EXAMPLE} "Round 1" Ann Bob Cid Dee
Then it always says what comes next:
  gmtool status

See a whole game first:     gmtool demo
The kinds of game:          gmtool kinds
All commands:               gmtool --help
"""


def make() -> typer.Typer:
    """The application with all its commands."""
    app = typer.Typer(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
        help="A desk for people who host games by forum post.",
        epilog="--game/-g, --db, --now and --json may stand before the command too.",
    )

    @app.callback(invoke_without_command=True)
    def first(
        context: typer.Context,
        version: Annotated[bool, typer.Option("--version", help="the version")] = False,
    ) -> None:
        if version:
            typer.echo(f"gmtool {__version__}")
            raise typer.Exit
        if context.invoked_subcommand is None:
            typer.echo(FIRST_STEPS, nl=False)

    first.__doc__ = None
    for noun in (games, moves, rulings, posts, care):
        noun.add_to(app)
    books.add_to(app, run)
    return app


def run(argv: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    try:
        make()(args=arrange(argv), prog_name="gmtool")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0 if done.code is None else 1
    return 0
