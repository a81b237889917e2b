"""The command that opens the desk in the browser: desk."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.desk import Desk


def desk(
    desk: "Desk",
    port: Annotated[
        str, typer.Option("--port", metavar="N", help="the port; without it a free one")
    ] = "0",
    no_open: Annotated[
        bool, typer.Option("--no-open", help="only print the address, open no browser")
    ] = False,
) -> "Answer":
    from gmtool.browser.serving import serve
    from gmtool.desk.problems import UsageProblem

    if not (port.isascii() and port.isdecimal() and len(port) < 6 and int(port) < 65_536):
        raise UsageProblem(f"“{port}” is no port; that is a number up to 65535, as in 8100.")
    return serve(desk, int(port), tell=typer.echo, opens=not no_open)
