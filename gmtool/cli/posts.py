"""Commands about texts to paste: post, pm."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.cli.command import command

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.sitting import Desk

Occasion = Annotated[
    str | None, typer.Argument(metavar="OCCASION", help="without it: a list", show_default=False)
]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this noun."""
    command(app, "post", "gmtool post batch-result")(post)
    command(app, "pm", "gmtool pm Ann inventory")(pm)


def post(desk: "Desk", occasion: Occasion = None) -> "Answer":
    """Print a post for the thread, ready to paste."""
    from gmtool.desk import posting

    return posting.post(desk, occasion)


def pm(
    desk: "Desk",
    player: Annotated[str, typer.Argument(metavar="PLAYER")],
    occasion: Occasion = None,
) -> "Answer":
    """Print a private message to a player, ready to paste."""
    from gmtool.desk import posting

    return posting.pm(desk, player, occasion)
