"""Printing an answer: texts to paste alone on standard output, news about them on standard error.

Without a text to paste the answer itself is what was asked for, and goes to standard output; a
refusal never does. Every line that isn't a text to paste goes out by `write_lines`, so that nothing
a player wrote can look as if the program had said it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from gmtool.engine.signs import escaped, harmless, shown, typeable
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
    _hints(answer.hints, news)


def print_json(facts: Any) -> None:
    """Facts on standard output, readable; signs that aren't seen are escaped as JSON has it."""
    sys.stdout.write(escaped(json.dumps(facts, ensure_ascii=False, indent=2)) + "\n")


def complain(sentence: str) -> None:
    """An error, on standard error."""
    write_lines((sentence,), sys.stderr)


def suggest(hints: Sequence[Hint]) -> None:
    """Lines that may have been meant, on standard error."""
    if hints:
        write_lines(("try:", *(f"  {typeable(hint.command)}" for hint in hints)), sys.stderr)


def drop(stream: TextIO) -> None:
    """Whatever still waits to be written there goes nowhere, so that leaving doesn't fail too."""
    with suppress(OSError, ValueError):  # a stream that isn't the process's own has no such number
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def write_lines(lines: Iterable[str], stream: TextIO) -> None:
    """Each as one line, with the signs in it shown that aren't seen."""
    try:
        for line in lines:
            stream.write(without_passwords(shown(line)) + "\n")
        stream.flush()
    except OSError:
        if stream is not sys.stderr:
            raise
        drop(stream)  # who can't hear why is told by the exit code


def _text(body: str) -> None:
    """A text to paste. One that the host has sent otherwise than it was drafted is kept as it is,
    with whatever signs are in it; at a terminal they are shown, as nobody pastes from a pipe.
    """
    sys.stdout.write((harmless(body) if sys.stdout.isatty() else body) + "\n")


def _hints(hints: Sequence[Hint], stream: TextIO) -> None:
    """What to type next: a name is found without the signs in it that can't be typed."""
    if not hints:
        return
    commands = [typeable(hint.command) for hint in hints]
    width = max(map(len, commands))
    rows = zip(commands, hints, strict=True)
    write_lines(("next:",), stream)
    write_lines((f"  {row:<{width}}  {hint.why}".rstrip() for row, hint in rows), stream)
