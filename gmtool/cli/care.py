"""Commands about the database itself: check, backup."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.sitting import Desk


def check(desk: "Desk") -> "Answer":
    """Check the database and replay all games."""
    from gmtool.desk import care

    return care.check(desk)


def backup(desk: "Desk", file: Annotated[str, typer.Argument(metavar="FILE")]) -> "Answer":
    """Copy the database, also while it is in use."""
    from gmtool.desk import care

    return care.backup(desk, file)
