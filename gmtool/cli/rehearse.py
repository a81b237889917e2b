"""The command that plays a configuration before anybody signs up: rehearse."""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gmtool.cli.input_files import SetupFile

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.desk import Desk

T = TypeVar("T")


def rehearse(
    desk: "Desk",
    kind: Annotated[str, typer.Argument(metavar="KIND", help="see: gmtool kinds")],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER…", help="in seat order")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="KEY=VALUE",
            help="an option of the kind, or of the deadline policy, as `new` takes it",
        ),
    ] = None,
    setup: SetupFile = None,
    games: Annotated[str, typer.Option(metavar="N", help="how many games are played")] = "200",
    players: Annotated[
        str, typer.Option(metavar="N", help="by how many players, where none are named")
    ] = "",
    late: Annotated[
        str, typer.Option(metavar="SHARE", help="how often a player lets its time run out")
    ] = "10%",
    pace: Annotated[
        str, typer.Option(metavar="SHARE", help="the share of its time that a player takes")
    ] = "30%",
    within: Annotated[
        str, typer.Option(metavar="DAYS", help="a game that takes longer looks wrong")
    ] = "180",
    zone: Annotated[str, typer.Option(metavar="ZONE", help="the games' time zone (IANA)")] = "",
    start: Annotated[str, typer.Option(metavar="WHEN", help="when the games begin")] = "",
    seed: Annotated[str, typer.Option(metavar="WORD", help="the same games every time")] = "",
    one: Annotated[str, typer.Option(metavar="N", help="only the game of that number")] = "",
    texts: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="write all texts of a typical game", show_default=False),
    ] = None,
) -> "Answer":
    from gmtool.cli.input_files import read_setup
    from gmtool.desk.begin.new import Plan
    from gmtool.desk.rehearse import rehearse

    made_of, options = read_setup(kind, setup), tuple(option or ())
    plan = Plan(kind, "Rehearsal", tuple(names or ()), options, zone, start=start, setup=made_of)
    wish = rehearse.Wish(games, one, players, late, pace, within, seed, texts)
    return rehearse.rehearse(desk, plan, wish, watched)


def watched(things: Iterator[T], many: int, what: str) -> Iterable[T]:
    """The things, with a progress bar on standard error at a terminal."""
    from tqdm import tqdm

    return tqdm(
        things,
        total=many,
        disable=not sys.stderr.isatty(),
        leave=False,
        file=sys.stderr,
        ncols=70,
        bar_format=f"{{n_fmt}} of {{total_fmt}} {what} |{{bar}}| {{remaining}} left",
    )
