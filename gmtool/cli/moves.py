"""Commands about entries: record, close, amend, undo, redo, log."""

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.cli.input_files import END_OF_PASTE as END
from gmtool.desk.answers import Answer
from gmtool.desk.problems import UsageProblem
from gmtool.engine.text import HOST, join_words, write_names

if TYPE_CHECKING:
    from gmtool.desk.desk import Desk

Arrived = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="WHEN",
        help='when it arrived: 20:44, 9pm, "fri 20:00", "11 dec 20:00", …',
        show_default=False,
    ),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="WHEN",
        help="from when on it holds, if that isn't now: 21:00, …",
        show_default=False,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="show what would follow, write nothing")]
Why = Annotated[
    str,
    typer.Option("--why", metavar="REASON", help="on record, and in corrections that go out"),
]


def record(
    desk: "Desk",
    who: Annotated[
        str | None, typer.Argument(metavar="WHO", help="a player, host, or chance")
    ] = None,
    move: Annotated[
        list[str] | None, typer.Argument(metavar="MOVE…", help="see: gmtool kinds KIND")
    ] = None,
    at: Arrived = None,
    from_: Annotated[
        str,
        typer.Option("--from", metavar="FILE", help=f"a whole message; - to paste it, and {END}"),
    ] = "",
    late: Annotated[
        str | None, typer.Option("--late", metavar="WHY", help="take a late move all the same")
    ] = None,
    link: Annotated[str, typer.Option("--link", metavar="URL", help="where it was said")] = "",
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="a remark of yours")] = "",
    thread: Annotated[
        str,
        typer.Option(
            "--thread",
            metavar="FILE",
            help="a page of the thread, copied in a browser; its times are of the game's zone",
        ),
    ] = "",
    yes: Annotated[
        bool, typer.Option("--yes", help="with --thread: record the moves, without a question")
    ] = False,
    dry_run: DryRun = False,
) -> Answer:
    from gmtool.cli.input_files import STANDARD_INPUT, read_text
    from gmtool.desk.moves import record
    from gmtool.desk.moves.requests import Request
    from gmtool.engine.bounds import MOST_CHARACTERS

    if thread:
        if who or move or from_ or at or late or link or note:
            raise UsageProblem(
                "--thread takes all that is on the page, as it stands there; only --yes and "
                "--dry-run go with it."
            )
        return _thread(desk, thread, yes=yes, dry_run=dry_run)
    if yes:
        raise UsageProblem("--yes goes with --thread only.")
    if who is None:
        raise UsageProblem("no WHO: a player, host or chance; or --thread FILE, a copied page.")
    if bool(move) == bool(from_):
        raise UsageProblem(
            "give the move's words or --from FILE, not both."
            if move
            else "what was said? Give the move's words, or --from - to paste the message."
        )
    if late is not None and not late.strip():
        raise UsageProblem('--late needs a reason, which goes on record: --late "why".')
    # A wrong name is told before the host pastes a whole message.
    if from_ == STANDARD_INPUT and sys.stdin.isatty():
        record.check_speaker(desk, who)
    request = Request(
        who=who,
        text=join_words(move or []),
        pasted=read_text(from_, f"{who}'s message", MOST_CHARACTERS) if from_ else None,
        at=at,
        late=late or "",
        link=link,
        note=note,
    )
    return record.record(desk, request, dry_run=dry_run)


def _thread(desk: "Desk", file: str, *, yes: bool, dry_run: bool) -> Answer:
    """The moves of a copied page; at a terminal one key records those that are sure, and one each
    of the others.
    """
    from gmtool.cli.input_files import read_text
    from gmtool.cli.prompts import agreed, can_ask, decided
    from gmtool.cli.show import show
    from gmtool.desk.intake.thread_import import record_thread
    from gmtool.engine.bounds import MOST_OF_A_PAGE

    text = read_text(file, "the page", MOST_OF_A_PAGE)
    answer = record_thread(desk, text, file, yes=yes and not dry_run)
    asks = not (yes or dry_run) and can_ask()
    while asks and (answer.facts["proposed"] or answer.facts["may_wait"]):
        if answer.facts["proposed"] and not agreed(answer, "record them?"):
            return answer
        answer = record_thread(desk, text, file, yes=True)
        if answer.choice is not None:
            answer = decided(desk, answer)
        if not answer.ok:
            return answer
        show(answer, as_json=False)
        answer = record_thread(desk, text, file)
    return answer


def close(
    desk: "Desk",
    who: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WINDOW] WHO…", help="only that one of several; only for these players"
        ),
    ] = None,
    early: Annotated[
        bool, typer.Option("--early", help="before the deadline, when all have moved")
    ] = False,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="WHEN",
            help="the time it counts as closed, at the deadline or later; the next window opens "
            "then. Without it: now, to the full minute",
            show_default=False,
        ),
    ] = None,
    leave: Annotated[
        list[str] | None,
        typer.Option("--leave", metavar="N", help="set this message aside that still waits"),
    ] = None,
    dry_run: DryRun = False,
) -> Answer:
    from gmtool.desk.moves import record
    from gmtool.desk.moves.requests import Request

    names = write_names(tuple(who)) if who else ""
    text = " ".join(filter(None, ("close", "early" if early else "", names)))
    left = [_entry_number(number) or 0 for number in leave or ()]
    return record.record(desk, Request(HOST, text, at=at), leave=left, dry_run=dry_run)


def amend(
    desk: "Desk",
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="N MOVE…",
            help="the entry, or the message it was taken from, and what was said; with --before "
            "who said what: WHO MOVE…",
        ),
    ],
    who: Annotated[
        str, typer.Option("--who", metavar="WHO", help="the player who said it, in fact")
    ] = "",
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="WHEN", help="when it arrived, in fact", show_default=False),
    ] = None,
    strike: Annotated[bool, typer.Option("--strike", help="it doesn't count at all")] = False,
    before: Annotated[
        str,
        typer.Option("--before", metavar="N", help="the entry before which it was left out"),
    ] = "",
    drop: Annotated[
        list[str] | None,
        typer.Option("--drop", metavar="N,…", help="strike these later entries, which fall by it"),
    ] = None,
    why: Why = "",
    yes: Annotated[bool, typer.Option("--yes", help="do it, as one entry on record")] = False,
) -> Answer:
    from gmtool.desk.moves import amend

    first, *move = words
    if before and (who or strike):
        raise UsageProblem("--before takes who said it and what: WHO MOVE… --at WHEN.")
    if strike and (move or who or at):
        raise UsageProblem("--strike stands alone: what is struck isn't put otherwise.")
    slip = amend.Slip(
        number=0 if before else _entry_number(first) or 0,
        text=join_words(move),
        who=first if before else who,
        at=at,
        strike=strike,
        before=_entry_number(before or None) or 0,
        why=why,
        drop=entry_numbers(drop),
        yes=yes,
    )
    return amend.amend(desk, slip)


def undo(
    desk: "Desk",
    number: Annotated[
        str | None,
        typer.Argument(metavar="N", help="the entry, as a safeguard", show_default=False),
    ] = None,
    why: Why = "",
) -> Answer:
    from gmtool.desk.moves import undo

    return undo.undo(desk, _entry_number(number), why)


def redo(
    desk: "Desk",
    number: Annotated[str | None, typer.Argument(metavar="N", show_default=False)] = None,
) -> Answer:
    from gmtool.desk.moves import undo

    return undo.redo(desk, _entry_number(number))


def log(
    desk: "Desk",
    number: Annotated[
        str | None, typer.Argument(metavar="N", help="one entry, whole", show_default=False)
    ] = None,
    secret: Annotated[bool, typer.Option("--secret", help="sealed moves too")] = False,
    refused: Annotated[
        bool, typer.Option("--refused", help="what was refused, and why, instead")
    ] = False,
) -> Answer:
    from gmtool.desk.reports import log

    show = log.refused if refused else log.log
    return show(desk, _entry_number(number), secret=secret)


def entry_numbers(typed: list[str] | None) -> tuple[int, ...]:
    """The numbers of entries in lists such as `25,27`; raises UsageProblem."""
    numbers = [number for listed in typed or () for number in listed.split(",")]
    return tuple(_entry_number(number.strip()) or 0 for number in numbers)


def _entry_number(typed: str | None) -> int | None:
    if typed is None:
        return None
    if not re.fullmatch(r"[1-9][0-9]{0,8}", typed):
        raise UsageProblem(f"“{typed}” is no entry's number; `gmtool log` shows them, as in 14.")
    return int(typed)
