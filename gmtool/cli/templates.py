"""Commands about templates: template list, show, copy, check."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.desk import Desk

Name = Annotated[str, typer.Argument(metavar="KIND/OCCASION")]


def list(  # noqa: A001 -- the command's name
    desk: "Desk",
    kind: Annotated[
        str | None, typer.Argument(metavar="KIND", help="only its texts", show_default=False)
    ] = None,
) -> "Answer":
    """The texts there are, and which templates are your own."""
    from gmtool.desk import templates

    return templates.listed(desk, kind)


def show(
    desk: "Desk",
    name: Name,
    shipped: Annotated[
        bool, typer.Option("--shipped", help="the one that comes with gmtool, not your own")
    ] = False,
) -> "Answer":
    """Print the template that a text is made from."""
    from gmtool.desk import templates

    return templates.show(desk, name, original=shipped)


def copy(
    desk: "Desk",
    name: Name,
    force: Annotated[bool, typer.Option("--force", help="replace your own copy")] = False,
) -> "Answer":
    """Copy a template among your own, to change it."""
    from gmtool.desk import templates

    return templates.copy(desk, name, force=force)


def check(
    desk: "Desk",
    which: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND[/OCCASION]", help="only its texts, or one of them", show_default=False
        ),
    ] = None,
) -> "Answer":
    """Try your own templates in games played by chance, and in your game."""
    from gmtool.testing.templates import checked

    return checked(desk, which)
