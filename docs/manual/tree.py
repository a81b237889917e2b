"""The commands there are, as the parser of the command line knows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import typer

from gmtool.cli import app

_HELP = "--help"


@dataclass(frozen=True)
class Parameter:
    """An argument or option: how it is written, what its help says, its default among it."""

    written: str
    about: str
    is_option: bool
    variable: str = ""
    """The environment variable that says the same, if there is one."""


@dataclass(frozen=True)
class Command:
    """A command by its whole name, such as `rule extend`."""

    name: str
    usage: str
    about: str
    example: str
    parameters: tuple[Parameter, ...]

    def takes(self, option: str) -> bool:
        """Whether it has that option."""
        return any(option in p.written.split(" ") for p in self.parameters if p.is_option)


@dataclass(frozen=True)
class Group:
    """A command with commands of its own."""

    name: str
    about: str


class Commands:
    """All commands in the order of `gmtool --help`, those of groups behind the others."""

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.all: dict[str, Command] = {}
        root: Any = typer.main.get_command(app.make())
        context = typer.Context(root, info_name="gmtool")
        self.own = tuple(_parameters(root, context))
        self.about: str = root.help
        for name, command, inside in _found(root, context, ""):
            if hasattr(command, "list_commands"):
                self.groups.append(Group(name, command.help))
            else:
                self.all[name] = _command(name, command, inside)

    def name_in(self, words: str) -> str:
        """The whole name of the command that a command line begins with."""
        first, second, *_ = [*words.split(" "), "", ""]
        both = f"{first} {second}"
        return both if both in self.all else first

    def gives_facts(self, name: str) -> bool:
        """Whether it has `--json`."""
        return self.all[name].takes("--json")

    @cached_property
    def everywhere(self) -> tuple[Parameter, ...]:
        """The options that more than half of all commands have."""
        count: dict[Parameter, int] = {}
        for command in self.all.values():
            for parameter in command.parameters:
                count[parameter] = count.get(parameter, 0) + 1
        return tuple(p for p, many in count.items() if p.is_option and many > len(self.all) // 2)


def _found(group: Any, context: Any, prefix: str) -> Iterator[tuple[str, Any, Any]]:
    for name in group.list_commands(context):
        _, command, _ = group.resolve_command(context, [name])
        inside = typer.Context(command, info_name=name, parent=context)
        yield f"{prefix}{name}", command, inside
        if hasattr(command, "list_commands"):
            yield from _found(command, inside, f"{prefix}{name} ")


def _command(name: str, command: Any, context: Any) -> Command:
    return Command(
        name,
        command.get_usage(context).removeprefix("Usage: "),
        command.help or "",
        (command.epilog or "").removeprefix("Example: "),
        tuple(_parameters(command, context)),
    )


def _parameters(command: Any, context: Any) -> Iterator[Parameter]:
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record is None or _HELP in param.opts:
            continue
        is_option = param.param_type_name == "option"
        written = record[0] if is_option else param.metavar or param.name.upper()
        yield Parameter(written, record[1], is_option, getattr(param, "envvar", None) or "")
