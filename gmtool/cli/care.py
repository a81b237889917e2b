"""Commands about the database itself: check, repair, backup."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.desk import Desk


def check(desk: "Desk") -> "Answer":
    from gmtool.desk import care

    return care.check(desk)


def repair(
    desk: "Desk",
    yes: Annotated[bool, typer.Option("--yes", help="do it; without, it is only shown")] = False,
) -> "Answer":
    from gmtool.desk import care

    return care.repair(desk, yes=yes)


def backup(desk: "Desk", file: Annotated[str, typer.Argument(metavar="FILE")]) -> "Answer":
    from gmtool.desk import care

    return care.backup(desk, file)
