"""Lines for the terminal at the page: what a host typed as one is read, and where an answer speaks
of an option it speaks of the field instead.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from gmtool.desk.problems import UsageProblem
from gmtool.engine.expressions import expression
from gmtool.engine.frozen import frozen
from gmtool.engine.wording import CHANCE, HOST, join_words, quote

BLANK = '"…"'
"""Where a form of a move has words of the host's own."""
_TAKES = frozenset({"--why", "--at", "--until", "--from", "--game", "-g", "--db", "--now"})
_COMMANDS = ("gmtool", "rule", "record")
_QUOTED = expression(r'"(?:[^"\\]|\\.)*"')
_AN_OPTION = expression(r"(?:^|\s)--[a-z]")
_INSTEAD = (
    (expression(r': --why "…"'), ": write it into “Why”"),
    (expression(r": --at WHEN"), ": write it into “When it arrived”"),
    (expression(r"Without --at "), "Without a time "),
    (expression(r"give times with --at"), "give the times yourself"),
    (
        expression(r", or --who, --at or --strike, as in gmtool amend \d+ MOVE --why \"…\""),
        ", or by whom, or when",
    ),
)


@frozen
class Line:
    """What was typed: the move, who says it, since when, and the reason of a ruling."""

    text: str
    who: str = HOST
    at: str = ""
    why: str = ""


def read(typed: str, game: str) -> Line:
    """A move as it was typed; of a line for the terminal that is about this game the move in it.

    Raises UsageProblem for another line for the terminal.
    """
    words = typed.split()
    has_options = _AN_OPTION.search(_QUOTED.sub(" ", typed))
    if not has_options and words[:1] not in ([one] for one in _COMMANDS):
        return Line(typed)
    try:
        words = shlex.split(typed)
    except ValueError as error:
        raise UsageProblem(
            f"“{typed}” can't be read: a quotation mark in it stays open."
        ) from error
    words, options = _taken_apart(words)
    about = options.get("--game", options.get("-g", game))
    if about != game:
        raise UsageProblem(f"that line is about “{about}”; look at that game first.")
    who, words = _spoken(words)
    text = " ".join(words) if words[:1] == ["extend"] else join_words(words)
    for option in ("from", "until"):
        text += f" {option} {options[f'--{option}']}" if f"--{option}" in options else ""
    return Line(text, who, options.get("--at", ""), options.get("--why", ""))


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
        elif word.startswith("--"):
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


def at_the_page(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a refusal with the fields of the page for the options of a command line."""
    for option, instead in _INSTEAD:
        lines = tuple(option.sub(instead, line) for line in lines)
    return lines
