"""Commands about messages that wait for the host: inbox, take, ask, aside."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.cli.moves import Arrived, DryRun
from gmtool.desk.answers import Answer
from gmtool.desk.problems import UsageProblem
from gmtool.engine.text import join_words

if TYPE_CHECKING:
    from gmtool.desk.desk import Desk

Number = Annotated[str, typer.Argument(metavar="N", help="the message, as `gmtool inbox` shows it")]


def inbox(
    desk: "Desk",
    number: Annotated[
        str | None, typer.Argument(metavar="N", help="one message, whole", show_default=False)
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="also those that don't wait any more")
    ] = False,
    secret: Annotated[bool, typer.Option("--secret", help="what they say, too")] = False,
) -> Answer:
    which = None if number is None else _number(number)
    if which is None and not every and not secret:
        from gmtool.desk.intake import inbox_list

        return inbox_list.inbox(desk)
    from gmtool.desk.intake import inbox

    return inbox.read(desk, which, every=every, secret=secret)


def take(
    desk: "Desk",
    number: Number,
    move: Annotated[
        list[str] | None, typer.Argument(metavar="MOVE…", help="what it says, if not what it seems")
    ] = None,
    who: Annotated[
        str, typer.Option("--who", metavar="WHO", help="another player, if it is not its sender's")
    ] = "",
    at: Arrived = None,
    late: Annotated[
        str, typer.Option("--late", metavar="WHY", help="take it though it came late")
    ] = "",
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="a remark of yours")] = "",
    dry_run: DryRun = False,
) -> Answer:
    from gmtool.desk.intake import inbox as messages
    from gmtool.desk.moves.requests import Request

    request = Request(who, join_words(move or []), at=at, late=late, note=note)
    return messages.take(desk, _number(number), request, dry_run=dry_run)


def ask(
    desk: "Desk",
    number: Number,
    text: Annotated[
        list[str] | None,
        typer.Argument(metavar="TEXT", help="your question; else the one it offers"),
    ] = None,
    dry_run: DryRun = False,
) -> Answer:
    from gmtool.desk.intake import inbox as messages

    return messages.ask(desk, _number(number), " ".join(text or []), dry_run=dry_run)


def aside(
    desk: "Desk",
    number: Number,
    why: Annotated[str, typer.Option("--why", metavar="REASON", help="on record")] = "",
    dry_run: DryRun = False,
) -> Answer:
    from gmtool.desk.intake import inbox as messages

    if why.strip() in {"", "…", "..."}:
        raise UsageProblem('why? The reason goes on record: --why "banter".')
    return messages.aside(desk, _number(number), why, dry_run=dry_run)


def _number(typed: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,8}", typed):
        raise UsageProblem(
            f"“{typed}” is no message's number; `gmtool inbox` shows them, as in 14."
        )
    return int(typed)
