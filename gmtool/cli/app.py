"""The command line, put together."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from gmtool import __version__
from gmtool.cli.argv import arrange
from gmtool.cli.command import AsTyped, command
from gmtool.cli.menu import COMMANDS, GROUPS, Line
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
_ASKED_BY_A_SHELL = "_GMTOOL_COMPLETE"


class _Menu(AsTyped, TyperGroup):
    """A group that lists its commands by their lines and makes only the one that is called."""

    def __init__(self, *, lines: Mapping[str, Line], **attrs: Any) -> None:
        super().__init__(**attrs)
        self.lines = lines
        self.commands = {name: TyperCommand(name, help=line.help) for name, line in lines.items()}

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, found, rest = super().resolve_command(ctx, args)
        if name is not None and name in self.lines:
            found = command(name, self.lines[name])
        return name, found, rest


class _Root(_Menu):
    def __init__(self, **attrs: Any) -> None:
        super().__init__(lines=COMMANDS, **attrs)
        for name, group in GROUPS.items():
            self.add_command(
                _Menu(
                    name=name,
                    lines=group.lines,
                    help=group.help,
                    no_args_is_help=True,
                    rich_markup_mode=None,
                )
            )


def make() -> typer.Typer:
    """The application with all its commands."""
    app = typer.Typer(
        cls=_Root,
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
    return app


def run(argv: Sequence[str]) -> int:
    """Run one command, or answer a shell that completes one; returns the exit code."""
    asked = os.environ.get(_ASKED_BY_A_SHELL, "")
    if asked.startswith("complete_"):
        from gmtool.cli.completion import complete

        return complete(asked, os.environ)
    try:
        make()(args=arrange(argv), prog_name="gmtool")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0 if done.code is None else 1
    return 0
