"""Rulings of the host, all on record: extend, pause, resume, inactive, adjust, redeal …"""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.cli.moves import At, DryRun, entry_numbers
from gmtool.desk.answers import Answer
from gmtool.desk.problems import UsageProblem
from gmtool.engine.text import HOST, join_words, quote, write_name

if TYPE_CHECKING:
    from gmtool.desk.desk import Desk

Reason = Annotated[str, typer.Option("--why", metavar="REASON", help="on record, and in its post")]
Player = Annotated[str, typer.Argument(metavar="PLAYER")]


def extend(
    desk: "Desk",
    span: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WINDOW] [WHO] SPAN|TIME", help="+12h, +2d 3h, 21:00, Bob +24h, vote +12h"
        ),
    ] = None,
    until: Annotated[
        str, typer.Option("--until", metavar="WHEN", help='until then, as in "sun 20:00"')
    ] = "",
    why: Reason = "",
    at: At = None,
    dry_run: DryRun = False,
) -> Answer:
    words = " ".join(span or ())
    return _rule(
        desk, f"extend {words}{f' until {until}' if until else ''}", why, at, dry_run=dry_run
    )


def absent(
    desk: "Desk",
    player: Player,
    since: Annotated[
        str, typer.Option("--from", metavar="WHEN", help="when it leaves, if not now")
    ] = "",
    until: Annotated[str, typer.Option("--until", metavar="WHEN", help="when it is back")] = "",
    why: Reason = "",
    at: At = None,
    dry_run: DryRun = False,
) -> Answer:
    if not until:
        raise UsageProblem(
            'when is it back? --until says so, as in: gmtool rule absent Bob --until "mon 9:00"'
        )
    begin = f" from {since}" if since else ""
    text = f"absent {write_name(player)}{begin} until {until}"
    return _rule(desk, text, why, at, dry_run=dry_run)


def alias(
    desk: "Desk",
    player: Player,
    name: Annotated[str, typer.Argument(metavar="NAME", help="what it is called too")],
    at: At = None,
    dry_run: DryRun = False,
) -> Answer:
    return _rule(desk, f"alias {write_name(player)} {quote(name)}", "", at, dry_run=dry_run)


def pause(desk: "Desk", why: Reason = "", at: At = None, dry_run: DryRun = False) -> Answer:
    return _rule(desk, "pause", why, at, dry_run=dry_run)


def resume(desk: "Desk", at: At = None, dry_run: DryRun = False) -> Answer:
    return _rule(desk, "resume", "", at, dry_run=dry_run)


def inactive(
    desk: "Desk", player: Player, why: Reason = "", at: At = None, dry_run: DryRun = False
) -> Answer:
    return _rule(desk, f"inactive {write_name(player)}", why, at, dry_run=dry_run)


def active(
    desk: "Desk", player: Player, why: Reason = "", at: At = None, dry_run: DryRun = False
) -> Answer:
    return _rule(desk, f"active {write_name(player)}", why, at, dry_run=dry_run)


def replace(
    desk: "Desk",
    player: Player,
    name: Annotated[str, typer.Argument(metavar="NAME", help="who plays from now on")],
    why: Reason = "",
    at: At = None,
    dry_run: DryRun = False,
) -> Answer:
    return _rule(desk, f"replace {quote(player)} {quote(name)}", why, at, dry_run=dry_run)


def adjust(
    desk: "Desk",
    player: Player,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="what is corrected, as in: coins")],
    amount: Annotated[str, typer.Argument(metavar="AMOUNT", help="+20, -20, or =250")],
    why: Reason = "",
    at: At = None,
    dry_run: DryRun = False,
) -> Answer:
    return _rule(desk, f"adjust {write_name(player)} {what} {amount}", why, at, dry_run=dry_run)


def redeal(desk: "Desk", why: Reason = "", at: At = None, dry_run: DryRun = False) -> Answer:
    return _rule(desk, "redeal", why, at, dry_run=dry_run)


def note(
    desk: "Desk",
    text: Annotated[list[str], typer.Argument(metavar="TEXT")],
    at: At = None,
    dry_run: DryRun = False,
) -> Answer:
    words = text[0] if len(text) == 1 else join_words(text)
    return _rule(desk, f"note {quote(words)}", "", at, dry_run=dry_run)


def adopt(
    desk: "Desk",
    throughout: Annotated[
        bool, typer.Option("--throughout", help="from the beginning, with what that changes")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="stay with the rules that the game began with")
    ] = False,
    drop: Annotated[
        list[str] | None,
        typer.Option("--drop", metavar="N,…", help="strike these entries, which fall by it"),
    ] = None,
    why: Reason = "",
    yes: Annotated[bool, typer.Option("--yes", help="do it, as one entry on record")] = False,
) -> Answer:
    from gmtool.desk.moves import adopt

    if throughout and keep:
        raise UsageProblem("--throughout takes the newest rules, --keep stays with the old ones.")
    if not (throughout or keep or why or yes):
        return adopt.choices(desk)
    struck = entry_numbers(drop)
    if struck and not throughout:
        raise UsageProblem("--drop goes with --throughout; from here on no entry falls.")
    return adopt.adopt(desk, adopt.Choice(throughout, keep, why, struck, yes))


def end(desk: "Desk", why: Reason = "", at: At = None, dry_run: DryRun = False) -> Answer:
    return _rule(desk, "end", why, at, dry_run=dry_run)


def _rule(desk: "Desk", text: str, why: str, at: str | None, *, dry_run: bool) -> Answer:
    from gmtool.desk.moves import record
    from gmtool.desk.moves.host_rulings import with_reason
    from gmtool.desk.moves.requests import Request

    return record.record(desk, Request(HOST, with_reason(text, why), at=at), dry_run=dry_run)
