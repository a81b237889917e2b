"""Commands about texts to paste: post, pm, remind."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.desk.answers import Answer
from gmtool.desk.problems import UsageProblem

if TYPE_CHECKING:
    from gmtool.desk.desk import Desk

Occasion = Annotated[
    str | None, typer.Argument(metavar="OCCASION", help="without it: a list", show_default=False)
]


Queue = Annotated[bool, typer.Option("--queue", help="into the outbox too")]
Preview = Annotated[bool, typer.Option("--preview", help="as the forum shows it, in your browser")]


def post(
    desk: "Desk", occasion: Occasion = None, queue: Queue = False, preview: Preview = False
) -> Answer:
    from gmtool.desk.texts import posts

    _with_text(occasion, queue=queue, preview=preview)
    return posts.post(desk, occasion, queue=queue, preview=preview)


def pm(
    desk: "Desk",
    player: Annotated[str, typer.Argument(metavar="PLAYER")],
    occasion: Occasion = None,
    queue: Queue = False,
    preview: Preview = False,
) -> Answer:
    from gmtool.desk.texts import posts

    _with_text(occasion, queue=queue, preview=preview)
    return posts.pm(desk, player, occasion, queue=queue, preview=preview)


def remind(
    desk: "Desk",
    who: Annotated[
        list[str] | None, typer.Argument(metavar="WHO…", help="only these players")
    ] = None,
    queue: Queue = False,
    preview: Preview = False,
    due: Annotated[
        str | None,
        typer.Option(
            "--due",
            metavar="SPAN",
            help="into the outbox, in all your games, for what closes within that time: 6h, …",
            show_default=False,
        ),
    ] = None,
) -> Answer:
    from gmtool.desk.texts import posts

    if due is not None and desk.game_name is not None:
        raise UsageProblem("--due is about all running games; leave --game (and GMTOOL_GAME) out.")
    if due is not None:
        return posts.remind_due(desk, " ".join((due, *(who or ()))))
    return posts.remind(desk, tuple(who or ()), queue=queue, preview=preview)


def _with_text(occasion: str | None, *, queue: bool, preview: bool) -> None:
    if occasion is None and (queue or preview):
        option = "--queue" if queue else "--preview"
        raise UsageProblem(f"{option} takes an occasion; without one it is a list of them.")
