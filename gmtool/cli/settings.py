"""The command that changes settings: set."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.session import Desk


def set(  # noqa: A001 - a function has its command's name
    desk: "Desk",
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="[WHO] KEY=VALUE",
            help="dialect, ends_at, grace, host, longest_absence, pm_limit, post_limit, skip, "
            "spoiler, suits, thread, zone; "
            "of a player mention, name, zone",
        ),
    ],
) -> "Answer":
    """Set what texts look like, or a player's name, zone or mention."""
    from gmtool.desk import recording
    from gmtool.desk.problems import UsageProblem
    from gmtool.desk.requests import Request
    from gmtool.engine.wording import HOST, quote, write_name

    first = next((i for i, word in enumerate(what) if "=" in word), None)
    if first is None:
        said = " ".join(what)
        raise UsageProblem(f"“{said}” sets nothing; it reads KEY=VALUE: gmtool set dialect=phpbb")
    who = write_name(" ".join(what[:first])) if first else ""
    key, _, value = " ".join(what[first:]).partition("=")
    bare = value if value.isalnum() else quote(value) if value else ""
    text = " ".join(filter(None, ("set", who, f"{key}={bare}")))
    return recording.record(desk, Request(HOST, text))
