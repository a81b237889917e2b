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
    from gmtool.desk.texts import templates

    return templates.listed(desk, kind)


def show(
    desk: "Desk",
    name: Name,
    shipped: Annotated[
        bool, typer.Option("--shipped", help="the one that comes with gmtool, not your own")
    ] = False,
) -> "Answer":
    from gmtool.desk.texts import templates

    return templates.show(desk, name, original=shipped)


def copy(
    desk: "Desk",
    name: Name,
    force: Annotated[bool, typer.Option("--force", help="replace your own copy")] = False,
) -> "Answer":
    from gmtool.desk.texts import templates

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
    from gmtool.testing.check_templates import checked

    return checked(desk, which)
