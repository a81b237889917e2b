"""docs/commands.md: every command, with its options, and what holds for all of them."""

from __future__ import annotations

from collections.abc import Iterator

from manual import variables
from manual.tables import code, table
from manual.tree import Command, Commands, Parameter

_HEAD = """\
# Commands

This page is generated from the program itself (`python docs/generate.py`); a test sees that it is
fresh. What each kind of game has (options, moves, texts) is on a page of its own:
{kinds}.
"""


def page(commands: Commands, kinds: dict[str, str]) -> str:
    """The page, which leads to the pages of the kinds: their titles by their places."""
    return "\n".join(_lines(commands, kinds))


def anchor(name: str) -> str:
    """Where a page tells of a command, below a heading `gmtool NAME`."""
    return f"gmtool-{name.replace(' ', '-')}"


def _lines(commands: Commands, kinds: dict[str, str]) -> Iterator[str]:
    yield _HEAD.format(kinds=",\n".join(f"[{title}]({place})" for place, title in kinds.items()))
    yield from _overview(commands)
    yield from _surroundings(commands)
    yield "## Each command\n"
    for command in commands.all.values():
        yield from _command(command, commands)


def _overview(commands: Commands) -> Iterator[str]:
    yield "## All commands\n"
    yield f"{commands.about}\n"
    yield from table(("command", "does"), ((_link(c.name), c.about) for c in commands.all.values()))
    for group in commands.groups:
        yield f"`gmtool {group.name}`: {group.about}\n"


def _link(name: str) -> str:
    return f"[`{name}`](#{anchor(name)})"


def _surroundings(commands: Commands) -> Iterator[str]:
    yield "## Options of every command\n"
    yield "They may stand before the command too.\n"
    yield from table(("option", ""), map(_parameter, commands.everywhere))
    yield "Of `gmtool` itself:\n"
    yield from table(("option", ""), map(_parameter, commands.own))
    yield "## Exit codes\n"
    codes = variables.exit_codes()
    yield from table(("code", "means"), ((str(number), text) for number, text in codes))
    yield "## Environment variables\n"
    options = {p.variable: f"As `{p.written}`." for p in commands.everywhere if p.variable}
    others = {name: text for name, text in variables.environment_variables()}  # noqa: C416
    yield from table(
        ("variable", ""),
        ((code(name), text) for name, text in {**others, **options}.items()),
    )


def _command(command: Command, commands: Commands) -> Iterator[str]:
    yield f"### gmtool {command.name}\n"
    yield f"{command.about}\n"
    yield f"```text\n{command.usage}\n```\n"
    own = [p for p in command.parameters if p not in commands.everywhere]
    if own:
        yield from table(("", ""), map(_parameter, own))
    facts = f"; with `--json`: [these facts](json.md#{anchor(command.name)})"
    yield f"Example: `{command.example}`{facts * commands.gives_facts(command.name)}\n"
    if missing := [p.written for p in commands.everywhere if p not in command.parameters]:
        yield f"Without {', '.join(f'`{written}`' for written in missing)}.\n"


def _parameter(parameter: Parameter) -> tuple[str, str]:
    return code(parameter.written), parameter.about
