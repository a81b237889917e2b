"""What Typer's completion lacks: options before the command, any case, and names with blanks.

The scripts are Typer's (`gmtool --show-completion`); here what they pass on is read, and the words
are quoted as bash, zsh and PowerShell want them.
"""

from __future__ import annotations

import os
import re
import shlex
from typing import Any

from typer._click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    split_arg_string,
)
from typer._completion_classes import (
    BashComplete,
    FishComplete,
    PowerShellComplete,
    ZshComplete,
)

from gmtool.cli.argv import EVERYWHERE, arrange
from gmtool.engine.unicode_hygiene import shown, typeable

_CURSOR = "\0"
"""Put where the cursor is, so that an open quotation mark or a blank at the end does no harm."""


class _Shell(ShellComplete):
    """Takes a line apart and finds the words that may stand at its end."""

    def line(self) -> str:
        """The line up to the cursor, which includes the program's name."""
        return os.environ["_TYPER_COMPLETE_ARGS"]

    def get_completion_args(self) -> tuple[list[str], str]:
        _, *words = split_arg_string(self.line() + _CURSOR)
        word = words.pop().removesuffix(_CURSOR) if words else ""
        before = arrange(words)
        if before and before[0].startswith("-"):  # the command is still to come
            before = ["status", *before] if EVERYWHERE.get(before[-1]) else []
        return before, word

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        option = incomplete[: incomplete.find("=") + 1] if incomplete.startswith("-") else ""
        asked = option or (incomplete if incomplete.startswith("-") else "")
        found = [
            CompletionItem(option + typeable(one.value), help=shown(one.help or ""))
            for one in super().get_completions(args, asked)
        ]
        alike = [one for one in found if one.value.casefold().startswith(incomplete.casefold())]
        return [one for one in alike if one.value.startswith(incomplete)] or alike


class _Bash(_Shell, BashComplete):
    """Words are inserted as they are, in place of what stands behind the last of `=:@`, at which
    bash cuts words that aren't quoted.
    """

    def line(self) -> str:
        words = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
        return re.sub(r"\n([=:@]+)(?:\n(?!\Z))?", r"\1", "\n".join(words))

    def complete(self) -> str:
        before, word = self.get_completion_args()
        begun = self.line().rpartition("\n")[2]
        mark = begun[:1] if begun[:1] in {"'", '"'} else ""
        cut = 0 if mark else max(map(word.rfind, "=:@")) + 1
        found = (one.value[cut:] for one in self.get_completions(before, word))
        return "\n".join(_in_bash(one, mark) for one in found)


def _in_bash(word: str, mark: str) -> str:
    if mark == "'":
        return word.replace("'", r"'\''")
    return re.sub(r'(["\\$`])' if mark else r"([^\w%+,./:=@-])", r"\\\1", word)


class _Zsh(_Shell, ZshComplete):
    """The script evaluates what is written; where nothing is found it offers files."""

    def complete(self) -> str:
        found = self.get_completions(*self.get_completion_args())
        words = (one.value.replace("\\", r"\\").replace(":", r"\:") for one in found)
        told = (f":{one.help}" if one.help else "" for one in found)
        pairs = " ".join(map(shlex.quote, map("".join, zip(words, told, strict=True))))
        return (
            f"local -a found; found=({pairs}); _describe -V gmtool found -U" if found else "_files"
        )


class _Fish(_Shell, FishComplete):
    """Fish quotes words itself."""

    def format_completion(self, item: Any) -> str:
        return f"{item.value}\t{item.help}" if item.help else str(item.value)


class _PowerShell(_Shell, PowerShellComplete):
    """Words are inserted as they are. Between single quotation marks, of which it knows five,
    nothing in a name is a command.
    """

    def line(self) -> str:
        begun = os.environ.get("_TYPER_COMPLETE_WORD_TO_COMPLETE")
        return super().line() + ("" if begun else " ")

    def format_completion(self, item: Any) -> str:
        word = str(item.value)
        if not re.fullmatch(r"[\w./:=-]+", word):
            word = "'" + re.sub("(['‘’‚‛])", r"\1\1", word) + "'"
        return f"{word}:::{item.help or ' '}"


def use_ours() -> None:
    """Put these in the place of Typer's."""
    for shell in (_Bash, _Zsh, _Fish, _PowerShell):
        add_completion_class(shell, shell.name)
    add_completion_class(_PowerShell, "pwsh")
