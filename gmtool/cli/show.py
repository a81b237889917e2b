"""Prints an answer: only texts to paste on standard output, news about them on standard error.

Without a text to paste the answer itself goes to standard output; a refusal never does. All other
lines are printed by `write_lines`, so that a player's words can't look like gmtool's own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from gmtool.engine.unicode_hygiene import escaped, harmless, shown, typeable
from gmtool.store.passwords import without_passwords

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer, Hint


def show(answer: Answer, *, as_json: bool) -> None:
    """Print `answer` for a person, or its facts as JSON."""
    if as_json:
        print_json(answer.facts)
        return
    news = sys.stderr if answer.texts or not answer.ok else sys.stdout
    write_lines(answer.lines, news)
    several = len(answer.texts) > 1
    for text in answer.texts:
        news.flush()
        if several or news.isatty():
            write_lines((f"--- {text.title} ---",), news)
        _text(text.body.removesuffix("\n"))
        if text is not answer.texts[-1]:
            write_lines(("",), sys.stdout)
        sys.stdout.flush()
    if answer.page and sys.stdout.isatty() and not _opened(answer.page):
        write_lines(("  there is no browser here; open that file where there is one",), news)
    _hints(answer.hints, news)


def _opened(file: str) -> bool:
    """Open a page in the host's browser; tells whether there is one. None that runs within the
    terminal is taken, unless it was named for that (BROWSER): a host who works on another machine
    has none there to look at.
    """
    import webbrowser
    from pathlib import Path

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    in_terminal = type(browser) is webbrowser.GenericBrowser and not os.environ.get("BROWSER")
    return not in_terminal and browser.open(Path(file).as_uri())


def print_json(facts: Any) -> None:
    """Print facts as readable JSON on standard output; unseen characters are escaped."""
    import json

    sys.stdout.write(escaped(json.dumps(facts, ensure_ascii=False, indent=2)) + "\n")


def complain(sentence: str) -> None:
    """Print an error on standard error."""
    write_lines((sentence,), sys.stderr)


def suggest(hints: Sequence[Hint]) -> None:
    """Print the lines that may have been meant on standard error."""
    if hints:
        write_lines(("try:", *_typeable(hints)), sys.stderr)


def drop(stream: TextIO) -> None:
    """Redirect the stream to nowhere, so that output still waiting in it can't fail at the end."""
    with suppress(OSError, ValueError):  # a stream in memory has no file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def write_lines(lines: Iterable[str], stream: TextIO) -> None:
    """Write each as one line, with unseen characters shown and passwords left out."""
    try:
        for line in lines:
            stream.write(without_passwords(shown(line)) + "\n")
        stream.flush()
    except OSError:
        if stream is not sys.stderr:
            raise
        drop(stream)  # the exit code still tells


def _text(body: str) -> None:
    """Print a text to paste. A text that the host changed before sending is kept as it is, with
    whatever characters it has; they are shown only at a terminal, since nobody pastes from a pipe.
    """
    sys.stdout.write((harmless(body) if sys.stdout.isatty() else body) + "\n")


def _hints(hints: Sequence[Hint], stream: TextIO) -> None:
    """Print what to type next."""
    if hints:
        write_lines(("next:", *_typeable(hints)), stream)


def _typeable(hints: Sequence[Hint]) -> Iterator[str]:
    """Lines of commands and what they are for, without characters that can't be typed: names are
    found without them.
    """
    commands = [typeable(hint.command) for hint in hints]
    width = max(map(len, commands))
    for row, hint in zip(commands, hints, strict=True):
        yield f"  {row:<{width}}  {hint.why}".rstrip()
