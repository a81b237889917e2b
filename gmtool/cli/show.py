"""Printing an answer: texts to paste alone on standard output, news about them on standard error.

Without a text to paste the answer itself is what was asked for, and goes to standard output; a
refusal never does.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer, Hint


def show(answer: Answer, *, as_json: bool) -> None:
    """Print `answer` for a person, or its facts as JSON."""
    if as_json:
        print_json(answer.facts)
        return
    news = sys.stderr if answer.texts or not answer.ok else sys.stdout
    _lines(answer.lines, news)
    several = len(answer.texts) > 1
    for text in answer.texts:
        news.flush()
        if several or news.isatty():
            _lines((f"--- {text.title} ---",), news)
        _lines((text.body.removesuffix("\n"),), sys.stdout)
        if text is not answer.texts[-1]:
            _lines(("",), sys.stdout)
        sys.stdout.flush()
    _hints(answer.hints, news)


def print_json(facts: Any) -> None:
    """Facts on standard output, readable."""
    _lines((json.dumps(facts, ensure_ascii=False, indent=2),), sys.stdout)


def complain(sentence: str) -> None:
    """An error, on standard error."""
    _lines((sentence,), sys.stderr)


def suggest(hints: Sequence[Hint]) -> None:
    """Lines that may have been meant, on standard error."""
    if hints:
        _lines(("try:", *(f"  {hint.command}" for hint in hints)), sys.stderr)


def drop(stream: TextIO) -> None:
    """Whatever still waits to be written there goes nowhere, so that leaving doesn't fail too."""
    with suppress(OSError, ValueError):  # a stream that isn't the process's own has no such number
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _lines(lines: Sequence[str], stream: TextIO) -> None:
    try:
        for line in lines:
            stream.write(line + "\n")
        stream.flush()
    except OSError:
        if stream is not sys.stderr:
            raise
        drop(stream)  # who can't hear why is told by the exit code


def _hints(hints: Sequence[Hint], stream: TextIO) -> None:
    if not hints:
        return
    width = max(len(hint.command) for hint in hints)
    _lines(("next:",), stream)
    _lines([f"  {hint.command:<{width}}  {hint.why}".rstrip() for hint in hints], stream)
