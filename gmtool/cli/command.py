"""Turns a function into a command: common options, the printing of its answer, the exit code.

A command function takes a Desk, returns an Answer and does nothing else.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer
from typer.core import TyperCommand

from gmtool.cli.argv import unguard
from gmtool.cli.completion import BY_NAME
from gmtool.cli.prompts import can_ask, decided
from gmtool.cli.registry import Line
from gmtool.cli.show import complain, drop, print_json, show
from gmtool.cli.signals import INTERRUPT_HANDLER, INTERRUPTED, Keeping
from gmtool.engine.unicode_hygiene import cleaned
from gmtool.store.passwords import without_passwords

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.desk import Desk

Game = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="NAME",
        envvar="GMTOOL_GAME",
        help="another game than the current one; the beginning of its name is enough",
        show_default=False,
    ),
]
Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="PATH",
        envvar="GMTOOL_DB",
        help="the database: a file or a URL",
        show_default=False,
    ),
]
Now = Annotated[
    str | None,
    typer.Option(
        "--now",
        metavar="INSTANT",
        envvar="GMTOOL_NOW",
        help="the clock, for tests and demos",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="facts as JSON")]

_EVERYWHERE = (("game", Game, None), ("db", Db, None), ("now", Now, None), ("as_json", Json, False))


class AsTyped:
    """Passes words on as they were typed: for gmtool all values are texts or flags.

    Typer would load pydantic, which costs as much as Typer itself, only to find nothing wrong.
    Typer still checks missing values and its own options.
    """

    def get_params(self, ctx: Any) -> Any:
        params = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            param.process_value = partial(_as_typed, param)
        return params


def _as_typed(param: Any, ctx: Any, value: Any) -> Any:
    given = value is not None and value != ()
    if (given and param.callback) or not (given or ctx.resilient_parsing or not param.required):
        return type(param).process_value(param, ctx, value)
    return _file_name(value) if param.metavar in _PATHS else _heard(value)


_PATHS = frozenset({"FILE", "FOLDER", "PATH"})
"""What stands for a file's name, which is taken as it is."""


def _file_name(value: Any) -> Any:
    """A file's name as it was typed; raises BadParameter for one that no file can have."""
    if isinstance(value, str):
        try:
            is_one = b"\0" not in os.fsencode(value)
        except UnicodeEncodeError:  # half a character
            is_one = False
        if not is_one:
            raise typer.BadParameter(f"“{value}” can't be the name of a file.")
    return value


def _heard(value: Any) -> Any:
    """What was typed as it looks: without unseen characters that came along with it."""
    if isinstance(value, str):
        return cleaned(value)
    return [*map(cleaned, value)] if isinstance(value, (list, tuple)) else value


class MeantElsewhere(SystemExit):
    """The end of a command that may have been meant for one of `games`."""

    def __init__(self, code: int, games: Sequence[str]) -> None:
        super().__init__(code)
        self.games = games


class _Command(AsTyped, TyperCommand):
    """The command that a function becomes."""


def command(name: str, line: Line) -> TyperCommand:
    """The command of that name, made of its function."""
    function = function_of(name, line)
    at_desk = "desk" in inspect.signature(function).parameters

    def run(**given: Any) -> None:
        given = {key: unguard(value) for key, value in given.items()}
        as_json = given.pop("as_json", False)
        sys.exit(_run(function, given, as_json=as_json, at_desk=at_desk))

    _dress(run, function, _EVERYWHERE[: 3 * at_desk] + _EVERYWHERE[3:] * line.gives_facts)
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, cls=_Command, help=line.help, epilog=f"Example: {line.example}")(run)
    made = typer.main.get_command(app)
    assert isinstance(made, TyperCommand)  # noqa: S101 -- what Typer makes of a single function
    return made


def function_of(name: str, line: Line) -> Callable[..., Answer]:
    """The function of the command of that name."""
    module = import_module(f"gmtool.cli.{line.module}")
    function: Callable[..., Answer] = getattr(module, f"{name}_" if iskeyword(name) else name)
    return function


def _dress(
    run: Callable[..., None],
    function: Callable[..., Answer],
    extra: tuple[tuple[str, Any, Any], ...],
) -> None:
    """Give `run` the parameters that Typer is to see, the function's own and `extra`, with what
    completes them.
    """
    own = [p for p in inspect.signature(function).parameters.values() if p.name != "desk"]
    parameters = [
        *(p.replace(kind=p.KEYWORD_ONLY) for p in own),
        *(
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint
            )
            for name, hint, default in extra
        ),
    ]
    for one in parameters:
        offers = BY_NAME.get(f"{function.__name__} {one.name}") or BY_NAME.get(one.name)
        for typed in get_args(one.annotation)[1:]:
            typed.autocompletion = offers
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.__name__ = function.__name__


def _run(
    function: Callable[..., Answer], given: dict[str, Any], *, as_json: bool, at_desk: bool
) -> int:
    """Call the function and print its answer, or why there is none; returns the exit code, or
    raises MeantElsewhere.
    """
    answer = None
    try:
        with INTERRUPT_HANDLER.command() as keeping:
            if at_desk:
                given["desk"] = _desk(given, keeping)
            answer = function(**given)
            # The message is committed already; whatever the host decides is another command.
            if answer and answer.choice and at_desk and not as_json and can_ask():
                answer = decided(given["desk"], answer)
            show(answer, as_json=as_json)
    except KeyboardInterrupt:
        complain(INTERRUPT_HANDLER.message)
        return INTERRUPTED
    except BrokenPipeError:  # the reader has read enough
        drop(sys.stdout)
    except Exception as error:
        code = getattr(error, "exit_code", None)
        if code is None and not hasattr(error, "clause"):
            from gmtool.desk.care.check import find_damage

            problem = find_damage(given["desk"], error) if "desk" in given else None
            if problem is None:
                raise  # a bug, or an error of the system: its own message is wanted
            error, code = problem, problem.exit_code
        code = _failed(error, code or 1, as_json=as_json)
        if games := getattr(error, "games", ()):
            raise MeantElsewhere(code, games) from error
        return code
    return 0 if answer is None or answer.ok else 1


def _failed(error: Exception, code: int, *, as_json: bool) -> int:
    from gmtool.desk.problems import problem_lines

    clause = getattr(error, "clause", "")
    for line in problem_lines(error):
        complain(line)
    sentence = getattr(error, "sentence", None)
    if callable(sentence):  # a Refusal about no game that exists yet
        sentence = sentence()
    games = getattr(error, "games", ())
    more = {"games": list(games)} if games else {}
    if as_json and clause:
        quoted = without_passwords(getattr(error, "quoted", ""))
        why = without_passwords(str(sentence))
        refused = {"clause": clause, "quoted": quoted, "sentence": why, "reply": ""}
        print_json({"recorded": [], "refused": [refused], **more})
    elif as_json:
        print_json({"error": without_passwords(str(error)), **more})
    return code


def _desk(given: dict[str, Any], keeping: Keeping) -> Desk:
    """The desk for the common options."""
    from gmtool.desk.answers import Commands
    from gmtool.desk.desk import Desk, now

    game, where, clock = given.pop("game"), given.pop("db"), given.pop("now")
    program = ["gmtool"]
    if where and where != os.environ.get("GMTOOL_DB"):
        program += ["--db", where]
    if game and game != os.environ.get("GMTOOL_GAME"):
        program += ["--game", game]
    commands, at = Commands(tuple(program)), now(clock)
    return Desk(where, at, terminal(), game, commands, keeping, complain, clock)


def terminal() -> str:
    """A name of this terminal, which tells its entries from those of others, here and on other
    machines.
    """
    import getpass
    import platform

    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # ImportError: on Windows, before Python 3.13
        user = "somebody"
    # Windows knows no sessions, and the parent is a launcher of this command alone: there all
    # windows of a user count as one terminal.
    session = os.getsid(0) if hasattr(os, "getsid") else 0
    return f"{user}@{platform.node()} {session}"
