"""Lines for the terminal at the page: what a host typed as one is read, and what an answer would
have typed is worded as the places and fields of the page.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from msgspec import Struct

from gmtool.desk.problems import UsageProblem
from gmtool.engine.text import CHANCE, HOST, join_words, quote

BLANK = '"…"'
"""Where a form of a move has words of the host's own."""
_TAKES = frozenset({"--why", "--at", "--until", "--from", "--game", "-g", "--db", "--now"})
_COMMANDS = ("gmtool", "rule", "record")
_HERE = {
    "amend": "Log, and put right",
    "ask": "Ask back",
    "inbox": "Messages that wait",
    "record": "A message came",
    "record chance": "",
    "record host": "You say",
    "redo": "Redo…",
    "rule": "You say",
    "rule adopt": "",
    "sent": "Sent",
    "status": "Where it stands",
    "undo": "Undo…",
    "--at": "When it arrived",
    "--before": "Something was left out before it",
    "--from": "The message",
    "--late": "Take it though late, because",
    "--leave": "Set aside",
    "--link": "Link to it",
    "--note": "A remark of yours",
    "--revoke": "It hadn’t gone out after all",
    "--secret": "Show secrets",
    "--strike": "It doesn’t count at all…",
    "--who": "By whom",
    "--why": "Why",
}
"""What on the page does as a command or an option does; empty where it does only the shorter."""
_STAND_FOR = frozenset({"-", "…", BLANK, "WHEN", '"why"'})
"""What an option has where a host's own words belong."""


class Line(Struct, frozen=True):
    """What was typed: the move, who says it, since when, and the reason of a ruling."""

    text: str
    who: str = HOST
    at: str = ""
    why: str = ""


def read(typed: str, game: str) -> Line:
    """A move as it was typed; of a line for the terminal that is about this game the move in it.

    Raises UsageProblem for another line for the terminal.
    """
    try:
        words, is_whole = shlex.split(typed), True
    except ValueError:
        words, is_whole = typed.split(), False
    if words[0] not in _COMMANDS and not any(map(_is_option, words)):
        return Line(typed)
    if not is_whole:
        raise UsageProblem(f"“{typed}” can't be read: a quotation mark in it stays open.")
    words, options = _taken_apart(words)
    about = options.get("--game", options.get("-g", game))
    if about != game:
        raise UsageProblem(f"that line is about “{about}”; look at that game first.")
    who, words = _spoken(words)
    text = " ".join(words) if words[:1] == ["extend"] else join_words(words)
    for option in ("from", "until"):
        text += f" {option} {options[f'--{option}']}" if f"--{option}" in options else ""
    return Line(text, who, options.get("--at", ""), options.get("--why", ""))


def _is_option(word: str) -> bool:
    return word.startswith("--") and word[2:3].isalpha()


def _taken_apart(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The words of a line without its options, and these with their values."""
    left, options = [], {}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if word == "--early":
            left.append("early")
        elif name in _TAKES:
            options[name] = value if equals else next(rest, "")
        elif _is_option(word):
            raise UsageProblem(f"{name} isn't understood here; there is a field, or a terminal.")
        else:
            left.append(word)
    return left, options


def _spoken(words: list[str]) -> tuple[str, list[str]]:
    """Who speaks in a line without options, and the words of the move."""
    command, *rest = (words[1:] if words[:1] == ["gmtool"] else words) or [""]
    if command == "record" and rest[:1] in ([HOST], [CHANCE]):
        return rest[0], rest[1:]
    if command == "rule" and rest[:1] not in ([], ["adopt"]):
        return HOST, rest
    if command == "close" or (words[0] != "gmtool" and command not in _COMMANDS):
        return HOST, [command, *rest]
    raise UsageProblem(
        f"“{' '.join(words[:3])}” isn't typed here, where you alone speak, as in: close, or extend "
        "+12h. What players say goes into “A message came”; for the rest there is a place on this "
        "page, or a terminal."
    )


def filled(move: str, words: Sequence[str]) -> str:
    """The move whose blanks are filled with these words, one for each."""
    first, *others = move.split(BLANK)
    pieces = (quote(one) + piece for one, piece in zip(words, others, strict=True))
    return first + "".join(pieces)


def at_the_page(words: Sequence[str]) -> str:
    """A command, or options of one, by what the page calls them; empty for what isn't there."""
    words = words[words[0] == "gmtool" :]
    many = 2 if " ".join(words[:2]) in _HERE else 1
    first, rest = " ".join(words[:many]), words[many:]
    if not all(map(_HERE.get, (first, *filter(_is_option, rest)))):
        return ""
    left = [word for word in rest if word not in _STAND_FOR]
    fields = " ".join(f"“{_HERE[word]}”" if _is_option(word) else word for word in left)
    return ": ".join(filter(None, (f"“{_HERE[first]}”", fields)))
