"""Commands about the desk and its database: desk in the browser, check, repair, backup."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.desk.answers import Answer
from gmtool.desk.problems import UsageProblem

if TYPE_CHECKING:
    from gmtool.desk.desk import Desk


def check(desk: "Desk") -> Answer:
    from gmtool.desk.care import check

    return check.check(desk)


def repair(
    desk: "Desk",
    yes: Annotated[bool, typer.Option("--yes", help="do it; without, it is only shown")] = False,
) -> Answer:
    from gmtool.desk.care import repair

    return repair.repair(desk, yes=yes)


def backup(desk: "Desk", file: Annotated[str, typer.Argument(metavar="FILE")]) -> Answer:
    from gmtool.desk.care import repair

    return repair.backup(desk, file)


def desk(
    desk: "Desk",
    port: Annotated[
        str, typer.Option("--port", metavar="N", help="the port; without it a free one")
    ] = "0",
    no_open: Annotated[
        bool, typer.Option("--no-open", help="only print the address, open no browser")
    ] = False,
) -> Answer:
    from gmtool.browser.server import serve

    if not (port.isascii() and port.isdecimal() and len(port) < 6 and int(port) < 65_536):
        raise UsageProblem(f"“{port}” is no port; that is a number up to 65535, as in 8100.")
    return serve(desk, int(port), tell=typer.echo, opens=not no_open)
