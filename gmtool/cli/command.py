"""How a function becomes a command: the options every command has, the answer printed, the exit.

A command function takes a Desk, returns an Answer and does nothing else.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gmtool.cli.argv import unguard
from gmtool.cli.show import complain, print_json, show

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.sitting import Desk

Game = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="NAME",
        envvar="GMTOOL_GAME",
        help="another game than the current one",
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
_INTERRUPTED = 130


def command(
    app: typer.Typer, name: str, example: str, *, gives_facts: bool = True
) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Register a function of a Desk as the command `name`; `example` stands in its help."""

    def register(function: Callable[..., Answer]) -> Callable[..., Answer]:
        at_desk = "desk" in inspect.signature(function).parameters

        def run(**given: Any) -> None:
            given = {key: unguard(value) for key, value in given.items()}
            as_json = given.pop("as_json", False)
            sys.exit(_run(function, given, as_json=as_json, at_desk=at_desk))

        _dress(run, function, _EVERYWHERE if at_desk else _EVERYWHERE[-1:] * gives_facts)
        app.command(name, epilog=f"Example: {example}")(run)
        return function

    return register


def _dress(
    run: Callable[..., None],
    function: Callable[..., Answer],
    extra: tuple[tuple[str, Any, Any], ...],
) -> None:
    """Give `run` the parameters that Typer shall see: the function's own and `extra`."""
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
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.__name__, run.__doc__ = function.__name__, function.__doc__


def _run(
    function: Callable[..., Answer], given: dict[str, Any], *, as_json: bool, at_desk: bool
) -> int:
    """Call the function, print what it answers or why it can't; the exit code."""
    try:
        if at_desk:
            given["desk"] = _desk(given)
        answer = function(**given)
    except KeyboardInterrupt:
        complain("stopped; nothing was recorded.")
        return _INTERRUPTED
    except Exception as error:
        code = getattr(error, "exit_code", None)
        if code is None and not hasattr(error, "clause"):
            raise  # a mistake in the program: its traceback is wanted
        return _failed(error, code or 1, as_json=as_json)
    show(answer, as_json=as_json)
    return 0 if answer.ok else 1


def _failed(error: Exception, code: int, *, as_json: bool) -> int:
    clause = getattr(error, "clause", "")
    sentence = getattr(error, "sentence", None)
    if callable(sentence):  # a Refusal that concerns no game yet
        complain(f"refused ({clause}): {sentence()}")
        sentence = sentence()
    else:
        complain(str(error))
    if as_json and clause:
        quoted = getattr(error, "quoted", "")
        refused = {"clause": clause, "quoted": quoted, "sentence": sentence, "reply": ""}
        print_json({"recorded": [], "refused": [refused]})
    elif as_json:
        print_json({"error": str(error)})
    return code


def _desk(given: dict[str, Any]) -> Desk:
    """The desk that the options everywhere speak of."""
    from gmtool.desk.answers import Commands
    from gmtool.desk.clock import now
    from gmtool.desk.sitting import Desk

    game, where, clock = given.pop("game"), given.pop("db"), given.pop("now")
    program = ["gmtool"]
    if where and where != os.environ.get("GMTOOL_DB"):
        program += ["--db", where]
    if game and game != os.environ.get("GMTOOL_GAME"):
        program += ["--game", game]
    return Desk(where, now(clock), terminal(), game, Commands(tuple(program)))


def terminal() -> str:
    """Which terminal this is, so that another one's entries can be told apart."""
    import getpass

    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "somebody"
    session = os.getsid(0) if hasattr(os, "getsid") else os.getppid()
    return f"{user} {session}"
