"""Commands about the database itself: check, repair, backup."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.desk import Desk


def check(desk: "Desk") -> "Answer":
    """Check the database and replay all games."""
    from gmtool.desk import care

    return care.check(desk)


def repair(
    desk: "Desk",
    yes: Annotated[bool, typer.Option("--yes", help="do it; without, it is only shown")] = False,
) -> "Answer":
    """Put right what `check` finds; shows it first."""
    from gmtool.desk import care

    return care.repair(desk, yes=yes)


def backup(desk: "Desk", file: Annotated[str, typer.Argument(metavar="FILE")]) -> "Answer":
    """Copy the database, also while it is in use."""
    from gmtool.desk import care

    return care.backup(desk, file)
