"""The clipboard: this machine's, else that of the terminal, which may stand on another machine.

A terminal is handed the text by the escape sequence OSC 52, and doesn't answer whether it took it.
"""

from __future__ import annotations

import os
import sys
from base64 import b64encode
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer

MOST = 74_994
"""Bytes of a text for a terminal's clipboard: as many as fit into a sequence of 100,000, which is
the most that terminals commonly take.
"""
_TERMINAL = "/dev/tty"
_SCREENS_CHUNK = 512
"""GNU screen passes a sequence on only in pieces of less than 768 bytes."""


def copied(answer: Answer) -> Answer:
    """The answer, once its one text is on a clipboard; raises DeskProblem where it can't be."""
    from gmtool.desk.problems import DeskProblem, UsageProblem

    name = answer.facts["game"]
    if len(answer.texts) != 1:
        raise UsageProblem(f"{name}: the clipboard holds one text; name the part, as in 7.1.")
    text = answer.texts[0].body
    how = "copied to the clipboard"
    if _is_elsewhere() and _at_a_terminal():
        how = _hand_over(name, text)
    else:
        import pyperclip

        try:
            pyperclip.copy(text)
        except pyperclip.PyperclipException as error:
            if not _at_a_terminal():
                raise DeskProblem(
                    f"{name}: no clipboard can be reached from here; without --copy the text is "
                    "printed, and `gmtool desk` copies it in the browser. (On Linux a clipboard "
                    "needs wl-clipboard, xclip or xsel.)"
                ) from error
            how = _hand_over(name, text)
    return replace(answer, lines=(*answer.lines, f"  {how}"))


def _is_elsewhere() -> bool:
    """Whether the host sits at another machine, whose clipboard is wanted."""
    return bool(os.environ.get("SSH_TTY") or os.environ.get("SSH_CONNECTION"))


def _at_a_terminal() -> bool:
    return sys.stdout.isatty() or sys.stderr.isatty()


def _hand_over(name: str, text: str) -> str:
    """Hand the text to the terminal; returns what is to be said of it."""
    from gmtool.desk.problems import DeskProblem

    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST:
        raise DeskProblem(
            f"{name}: the text has {size:,} bytes, and a terminal's clipboard takes {MOST:,} at "
            "most; send it to a file (gmtool outbox 7 > text.txt) and copy it from there."
        )
    _write(sequence(text, in_screen="STY" in os.environ))
    more = "; tmux passes it on with: set -g set-clipboard on" if "TMUX" in os.environ else ""
    return (
        "handed to your terminal for its clipboard; whether it took the text can't be seen from "
        f"here{more}"
    )


def sequence(text: str, *, in_screen: bool = False) -> bytes:
    """The escape sequence that puts the text on a terminal's clipboard, also from within GNU
    screen.
    """
    data = b64encode(text.encode("utf-8", "surrogatepass"))
    whole = b"\x1b]52;c;" + data + b"\x07"
    if not in_screen:
        return whole
    places = range(0, len(whole), _SCREENS_CHUNK)
    return b"".join(b"\x1bP" + whole[at : at + _SCREENS_CHUNK] + b"\x1b\\" for at in places)


def _write(made: bytes) -> None:
    """Write to the terminal itself: standard output may be a file. Where there is no such device,
    no file is made in its place.
    """
    with suppress(OSError), open(_TERMINAL, "r+b", buffering=0) as terminal:
        terminal.write(made)
        return
    stream = sys.stderr if sys.stderr.isatty() else sys.stdout
    stream.flush()
    stream.buffer.write(made)
    stream.buffer.flush()
