"""How shells ask for completions and accept them: the line so far, and the words
quoted for the shell.

The scripts are Typer's (`gmtool --show-completion`). This module reads what they put into the
environment and writes what they expect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gmtool.engine.expressions import expression


class Found(NamedTuple):
    """A word that may stand at the cursor, and what it is."""

    word: str
    help: str = ""


class Asked(NamedTuple):
    """The words before the cursor, the part of the word at it, and the quotation mark that
    is still open there.
    """

    before: tuple[str, ...]
    word: str
    mark: str


class Shell(NamedTuple):
    """How one shell asks, and how its script is answered."""

    read: Callable[[Mapping[str, str]], Asked]
    write: Callable[[Asked, Sequence[Found]], str]


_BREAKS = "=:@"
"""Characters at which bash splits words, beside blanks and quotation marks."""
_UNQUOTED_IN_BASH = expression(r"([^\w%+,./:=@-])")
_SAFE_IN_POWERSHELL = expression(r"[\w./:=+-]+")


def split(line: str, escape: str = "\\") -> Asked:
    """The words of a line that ends at the cursor; quotes needn't be closed."""
    words, word, mark = [], "", ""
    begun = False
    letters = iter(line)
    for letter in letters:
        if letter == mark:
            mark = ""
        elif letter == escape and mark != "'":
            word += next(letters, "")
            begun = True
        elif mark:
            word += letter
        elif letter in "'\"":
            mark, begun = letter, True
        elif not letter.isspace():
            word, begun = word + letter, True
        elif begun:
            words.append(word)
            word, begun = "", False
    return Asked(tuple(words), word, mark)


def _read_bash(asked: Mapping[str, str]) -> Asked:
    """Read COMP_WORDS, with one typed word a line, and COMP_CWORD, the index of the word to
    complete.
    """
    pieces = asked.get("COMP_WORDS", "").split("\n")[: int(asked.get("COMP_CWORD") or 0) + 1]
    words: list[str] = []
    for before, piece in zip(("", *pieces), pieces, strict=False):
        if (
            words[1:]
            and (set(piece) <= set(_BREAKS) or set(before) <= set(_BREAKS))
            and before
            and piece
        ):
            words[-1] += piece
        else:
            words.append(piece)
    *rest, last = (split(word) for word in words[1:] or [""])
    return Asked(tuple(one.word for one in rest), last.word, last.mark)


def _write_bash(asked: Asked, found: Sequence[Found]) -> str:
    """The words quoted: bash inserts them as they are."""
    cut = 0 if asked.mark else max(asked.word.rfind(sign) for sign in _BREAKS) + 1
    return "\n".join(_quoted(one.word[cut:], asked.mark) for one in found)


def _quoted(word: str, mark: str) -> str:
    if mark == "'":
        return word.replace("'", r"'\''")
    if mark:
        return re.sub(r'(["\\$`])', r"\\\1", word)
    return _UNQUOTED_IN_BASH.sub(r"\\\1", word)


def _read_line(asked: Mapping[str, str]) -> Asked:
    """Read the line up to the cursor, which includes the program's name."""
    before, word, mark = split(asked.get("_TYPER_COMPLETE_ARGS", ""))
    return Asked(before[1:], word, mark)


def _write_zsh(_: Asked, found: Sequence[Found]) -> str:
    """Code for the script to evaluate, which loses its blanks. Where nothing is found it offers
    files.
    """
    if not found:
        return "_files"
    pairs = " ".join(
        _in_zsh(
            one.word.replace("\\", r"\\").replace(":", r"\:") + (f":{one.help}" if one.help else "")
        )
        for one in found
    )
    return f"local -a found; found=({pairs}); _describe -V gmtool found -U"


def _in_zsh(text: str) -> str:
    """The text as `$'…'` without a blank in it."""
    escaped = re.sub(r"[\s'\\]", lambda letter: f"\\{ord(letter[0]):03o}", text)
    return f"$'{escaped}'"


def _write_lines(_: Asked, found: Sequence[Found]) -> str:
    """The words for fish, which quotes them itself."""
    return "\n".join(f"{one.word}\t{one.help}" if one.help else one.word for one in found)


def _read_powershell(asked: Mapping[str, str]) -> Asked:
    before, word, mark = split(asked.get("_TYPER_COMPLETE_ARGS", ""), "`")
    if not asked.get("_TYPER_COMPLETE_WORD_TO_COMPLETE"):
        before, word, mark = (*before, word) if word else before, "", ""
    return Asked(before[1:], word, mark)


def _write_powershell(_: Asked, found: Sequence[Found]) -> str:
    return "\n".join(
        f"{one.word if _SAFE_IN_POWERSHELL.fullmatch(one.word) else _in_powershell(one.word)}"
        f":::{one.help or ' '}"
        for one in found
    )


def _in_powershell(word: str) -> str:
    doubled = word.replace("'", "''")
    return f"'{doubled}'"


SHELLS = {
    "bash": Shell(_read_bash, _write_bash),
    "zsh": Shell(_read_line, _write_zsh),
    "fish": Shell(_read_line, _write_lines),
    "powershell": Shell(_read_powershell, _write_powershell),
    "pwsh": Shell(_read_powershell, _write_powershell),
}
