"""Commands about messages to send: outbox, sent."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.desk.answers import Answer
from gmtool.desk.problems import UsageProblem

if TYPE_CHECKING:
    from gmtool.desk.desk import Desk


def outbox(
    desk: "Desk",
    number: Annotated[
        str | None,
        typer.Argument(metavar="N", help="one text, as in 7 or 7.2 (a part)", show_default=False),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="also what was sent or withdrawn")] = False,
    copy: Annotated[bool, typer.Option("--copy", help="put the text on the clipboard")] = False,
    preview: Annotated[
        bool, typer.Option("--preview", help="texts as the forum shows them, in your browser")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="texts as they read, without markup")
    ] = False,
    drop: Annotated[
        bool, typer.Option("--drop", help="it shall not go out; it stays on record")
    ] = False,
    secret: Annotated[
        bool, typer.Option("--secret", help="also what messages to players are about")
    ] = False,
    all_games: Annotated[
        bool, typer.Option("--all-games", help="what is to go out in all your games")
    ] = False,
) -> Answer:
    from gmtool.desk.texts import outbox as desk_outbox

    if all_games and (number is not None or copy or drop):
        raise UsageProblem(
            "--all-games lists what is to go out in all your games; one text is found in its game, "
            "as in: gmtool --game NAME outbox 7"
        )
    if number is None and copy:
        raise UsageProblem("--copy takes one text; name its number, as in: gmtool outbox 7 --copy")
    if preview + plain + copy > 1:
        raise UsageProblem("--preview, --plain and --copy are three ways to get a text; take one.")
    how = desk_outbox.PREVIEW if preview else desk_outbox.PLAIN if plain else ""
    if drop and (number is None or copy or how):
        raise UsageProblem(
            "--drop takes just the number of one text, as in: gmtool outbox 7 --drop"
        )
    if number is not None and every:
        raise UsageProblem("--all lists every message; leave the number or --all out.")
    if all_games:
        return desk_outbox.of_all_games(desk, every=every, how=how, secret=secret)
    if number is not None and drop:
        from gmtool.desk.texts import sending

        return sending.drop(desk, number)
    if number is None:
        return desk_outbox.outbox(desk, every=every, how=how, secret=secret)
    answer = desk_outbox.text(desk, number, how=how)
    if not copy:
        return answer
    from gmtool.cli.clipboard import copied

    return copied(answer)


def sent(
    desk: "Desk",
    which: Annotated[
        list[str], typer.Argument(metavar="N…", help="numbers of the outbox, 3-9, or all")
    ],
    link: Annotated[str, typer.Option("--link", metavar="URL", help="where it stands now")] = "",
    text: Annotated[
        str,
        typer.Option("--text", metavar="FILE", help="the text as sent, if changed; - to paste it"),
    ] = "",
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="WHEN", help="when it went out, if not now", show_default=False
        ),
    ] = None,
    revoke: Annotated[
        bool, typer.Option("--revoke", help="it hadn't gone out after all; it waits again")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="show what that would do; nothing is marked")
    ] = False,
) -> Answer:
    from gmtool.cli.input_files import read_text
    from gmtool.desk.texts import sending

    changed = read_text(text, "the text as it was sent") if text else None
    return sending.sent(desk, sending.Sending(tuple(which), at, link, changed, revoke, dry_run))
