"""The command that checks a game's record: verify."""

from typing import Annotated

import typer

from gmtool.desk.answers import Answer
from gmtool.desk.problems import UsageProblem


def verify(
    record: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="what `export --public` wrote, or copied from posts; - for standard input",
            show_default=False,
        ),
    ] = None,
    posts: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="the text of the thread's posts, in order", show_default=False
        ),
    ] = None,
    receipt: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="a player's receipt, or several", show_default=False),
    ] = None,
    page: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="write a page for players that checks records in any browser, without a network",
            show_default=False,
        ),
    ] = None,
) -> Answer:
    from gmtool.cli.input_files import STANDARD_INPUT, read_text
    from gmtool.desk import verify

    handed_in = [source for source in (record, posts, receipt) if source is not None]
    if page is not None:
        if handed_in:
            raise UsageProblem("--page only writes the page; check the record in a second command.")
        from gmtool.desk.verify import write_page

        return write_page(page)
    if record is None:
        raise UsageProblem("which record? `gmtool export --public FILE` writes one.")
    if handed_in.count(STANDARD_INPUT) > 1:
        raise UsageProblem("only one of them can come from standard input; name files for others.")
    return verify.verify(
        read_text(record, "the record"),
        None if posts is None else read_text(posts, "the posts"),
        None if receipt is None else read_text(receipt, "the receipt"),
    )
