"""Rulings of the host, all on record: extend, pause, resume, inactive, adjust, redeal …"""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gmtool.cli.moves import At, DryRun, entry_numbers
from gmtool.desk.answers import Answer
from gmtool.desk.problems import UsageProblem
from gmtool.engine.forms import KINDS, REASON, take_apart
from gmtool.engine.host_moves import Active, Alias, End, Inactive, Redeal, Replace
from gmtool.engine.moves import HostMove
from gmtool.engine.text import HOST, join_words, quote, write_name
from gmtool.engine.window_moves import Pause, Resume

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


_MEANS = {
    "alias name": "what it is called too",
    "replace name": "who plays from now on",
}


def _of_a_form(kind: type[HostMove]) -> Callable[..., Answer]:
    """The command of a host's move: the fields of its form, and a reason where it has one."""
    form = take_apart(kind.form)
    fields = {
        "player" if name in {"who", "was"} else name: of for name, of in form.fields if of != REASON
    }

    def run(
        desk: "Desk", why: str = "", at: str | None = None, *, dry_run: bool = False, **typed: str
    ) -> Answer:
        words = (KINDS[of].write(typed[name]) for name, of in fields.items())
        return _rule(desk, " ".join((form.verb, *words)), why, at, dry_run=dry_run)

    parameters: list[tuple[str, Any, Any]] = [("desk", Parameter.empty, Parameter.empty)]
    for name in fields:
        about = typer.Argument(metavar=name.upper(), help=_MEANS.get(f"{form.verb} {name}"))
        parameters.append((name, Annotated[str, about], Parameter.empty))
    parameters += [("why", Reason, "")] if form.may_have_reason else []
    parameters += [("at", At, None), ("dry_run", DryRun, False)]
    run.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(name, Parameter.KEYWORD_ONLY, annotation=hint, default=default)
            for name, hint, default in parameters
        ]
    )
    run.__name__ = form.verb
    return run


alias, replace = _of_a_form(Alias), _of_a_form(Replace)
pause, resume = _of_a_form(Pause), _of_a_form(Resume)
inactive, active = _of_a_form(Inactive), _of_a_form(Active)
redeal, end = _of_a_form(Redeal), _of_a_form(End)


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


def _rule(desk: "Desk", text: str, why: str, at: str | None, *, dry_run: bool) -> Answer:
    from gmtool.desk.moves import record
    from gmtool.desk.moves.host_rulings import with_reason
    from gmtool.desk.moves.requests import Request

    return record.record(desk, Request(HOST, with_reason(text, why), at=at), dry_run=dry_run)
