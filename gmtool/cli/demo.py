"""The command demo: a short story, or a whole game in chapters, apart from the host's games."""

import io
import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gmtool.desk.answers import Answer, Commands, Hint
from gmtool.desk.problems import UsageProblem
from gmtool.games import EXAMPLE, MADE_OF_FILES

if TYPE_CHECKING:
    from gmtool.cli.script import Script

T = TypeVar("T")
PATIENCE = 3
"""Seconds after which a demo shows how far it has come."""


def demo(
    kind: Annotated[str | None, typer.Argument(metavar="KIND", show_default=False)] = None,
    chapter: Annotated[
        str | None, typer.Option("--chapter", metavar="N", help="one chapter", show_default=False)
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="all chapters")] = False,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "-o", metavar="KEY=VALUE", help="another demo of it: see gmtool kinds KIND"
        ),
    ] = None,
    setup: Annotated[
        str | None,
        typer.Option(
            "--setup", metavar="NAME", help="of a file: see gmtool kinds KIND", show_default=False
        ),
    ] = None,
) -> Answer:
    from gmtool.cli import script
    from gmtool.desk.session import kinds

    if chapter is not None and everything:
        raise UsageProblem("--chapter and --all contradict each other; give one of them.")
    if kind is None and not (chapter or everything or option or setup):
        ok = _shown(script.read(kinds.story(EXAMPLE)), None)
        return Answer((), hints=_first_steps(), ok=ok)
    kind = kind or (MADE_OF_FILES if setup else EXAMPLE)
    chosen = kinds.demo(kind, option or (), setup or "")
    whole = script.read(chosen.script)
    command = chosen.command(kind)
    if everything:
        return Answer((), ok=_shown(whole, None))
    count = len(whole.chapters)
    if chapter is None:
        rows = [f"{n:>4}  {part.title}" for n, part in enumerate(whole.chapters, 1)]
        first = Hint(f"{command} --chapter 1", "the first chapter")
        every = Hint(f"{command} --all", "all of them, which is long")
        return Answer((whole.title, *rows), hints=(first, every))
    if not (chapter.isascii() and chapter.isdigit() and 1 <= int(chapter) <= count):
        raise UsageProblem(
            f"“{chapter}” is no chapter of this demo; it has {count}, listed by: {command}"
        )
    number = int(chapter)
    ok = _shown(whole, number)
    following = whole.chapters[number : number + 1]
    hints = tuple(Hint(f"{command} --chapter {number + 1}", one.title) for one in following)
    return Answer((), hints=hints, ok=ok)


def _first_steps() -> tuple[Hint, ...]:
    from gmtool.cli.suggestions import EXAMPLE_NAME, EXAMPLE_PLAYERS

    new = Commands().line("new", EXAMPLE, EXAMPLE_NAME, *EXAMPLE_PLAYERS)
    return (
        Hint(new, "your own game, with your players"),
        Hint(f"gmtool demo {EXAMPLE}", "a whole game, in chapters"),
    )


def _shown(script: "Script", only: int | None) -> bool:
    """Play a script and show it, at a terminal through the pager; returns whether all
    went as it should.
    """
    from gmtool.cli.app import run
    from gmtool.cli.script import play

    if not sys.stdout.isatty():
        return play(script, run, only=only, watched=_watched)
    if not sys.stdin.isatty():  # nobody can turn pages
        return play(script, run, only=only)
    seen = io.StringIO()
    with redirect_stdout(seen):
        ok = play(script, run, only=only, watched=_watched)
    _page(seen.getvalue())
    return ok


def _watched(steps: Sequence[T]) -> Iterable[T]:
    """The steps, with a progress bar on standard error once they take long."""
    from tqdm import tqdm

    every = 0.1 if sys.stderr.isatty() else PATIENCE
    return tqdm(
        steps,
        delay=PATIENCE,
        mininterval=every,
        leave=False,
        file=sys.stderr,
        ncols=60,
        bar_format="playing the game: {percentage:3.0f}% |{bar}| {remaining} left",
    )


def _page(text: str) -> None:
    """Show a text in the host's pager (PAGER, else less), which leaves it on the screen. It is
    printed where there is no pager, and on Windows, where `more` can't show suits.
    """
    named = shlex.split(os.environ.get("PAGER", ""))
    is_there = shutil.which(named[0]) is not None if named else os.name != "nt"
    if not is_there:
        sys.stdout.write(text)
        return
    import pydoc

    # F: a text that fits the screen needs no key; e: at the end, Space ends it too
    os.environ.setdefault("LESS", "FRXe -PsSpace shows more, q ends")
    os.environ.setdefault("LESSCHARSET", "utf-8")
    pydoc.pager(text)
