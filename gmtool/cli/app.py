"""Puts the command line together and runs it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from gmtool import __version__
from gmtool.cli.argv import EVERYWHERE, TIMES, arrange, meant
from gmtool.cli.command import AsTyped, MeantElsewhere, command
from gmtool.cli.registry import COMMANDS, GROUPS, OVERVIEW, Line
from gmtool.cli.signals import INTERRUPTED
from gmtool.engine.lazy_regex import lazy_regex

FIRST_STEPS = """\
gmtool, a desk for people who host games by forum post. What to type first:
  gmtool demo     how it works, in two screens
  gmtool kinds    the games it knows
  gmtool new      sets your game up and writes its opening post; it asks for what it needs
  gmtool status   where the game stands, who is awaited until when, and what to type next
  gmtool --help   all commands
"""
_GUESS = lazy_regex(r" (?:Did you mean .*\?|\(Possible options: .*\))$")
"""Typer's proposal in an error message; gmtool proposes whole lines instead."""
USAGE = 2
_ASKED_BY_A_SHELL = "_GMTOOL_COMPLETE"


class _Menu(AsTyped, TyperGroup):
    """A group that lists its commands by their lines and builds only the one that is called."""

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
        version: Annotated[bool, typer.Option("--version", help="the version")] = False,
    ) -> None:
        if version:
            typer.echo(f"gmtool {__version__}")
            raise typer.Exit

    first.__doc__ = None
    return app


def run(argv: Sequence[str]) -> int:
    """Run one command, or answer a shell that completes one; returns the exit code."""
    asked = os.environ.get(_ASKED_BY_A_SHELL, "")
    if not TIMES.isdisjoint(argv) and _tears_a_time(argv):
        return USAGE
    words, misread, code = arrange(argv), False, 0
    games: Sequence[str] = ()
    try:
        if not asked and (not words or words[0].partition("=")[0] in EVERYWHERE):
            code = _alone(words)
        else:
            program = typer.main.get_command(make())
            if asked:
                with suppress(ImportError):  # a Typer of another make: its own does for the rest
                    from gmtool.cli.shells import use_ours

                    use_ours()
            code = program(args=words, prog_name="gmtool", standalone_mode=False) or 0
            if code == INTERRUPTED:  # outside a command, where Typer prints nothing
                raise KeyboardInterrupt
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 0 if done.code is None else 1
        games = done.games if isinstance(done, MeantElsewhere) else ()
    except Exception as error:
        code, misread = _misread(error), True
    if code and not asked:
        from gmtool.cli.show import suggest
        from gmtool.cli.suggestions import instead
        from gmtool.desk.problems import REFUSED

        if code in {REFUSED, USAGE}:
            suggest(instead(argv, misread=misread, games=games))
    return code


def _alone(options: Sequence[str]) -> int:
    """Run `gmtool` without a command, which prints the first steps, or what waits;
    returns the exit code.
    """
    from gmtool.store.completion_queries import is_no_file

    if is_no_file(meant(options)[0]):
        typer.echo(FIRST_STEPS, nl=False)
        return 0
    code: int = command("overview", OVERVIEW).main(
        args=list(options), prog_name="gmtool", standalone_mode=False
    )
    return code


def _tears_a_time(argv: Sequence[str]) -> bool:
    """Whether a time lacks its quotation marks; if so, say so and print the right line."""
    from gmtool.cli.show import complain, suggest
    from gmtool.cli.suggestions import torn_time

    torn = torn_time(argv)
    if torn:
        complain(f"“{torn[0]}” is one time; what has a blank in it stands in quotation marks.")
        suggest((torn[1],))
    return torn is not None


def _misread(error: Any) -> int:
    """Say why a command line can't be parsed, or list the commands of a group that was typed alone;
    returns the exit code. Any other error is raised again.
    """
    from gmtool.cli.show import complain
    from gmtool.store.passwords import without_password

    said = getattr(error, "format_message", None)
    if said is None:
        raise error
    is_help = type(error).__name__ == "NoArgsIsHelpError"  # our own text of several lines
    lines = error.ctx.get_help().split("\n") if is_help else [_GUESS.sub("", said())]
    for line in lines:
        complain(without_password(line))
    return USAGE
