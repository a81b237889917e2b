"""A command line that went wrong, and the lines that may have been meant, ready to type.

Nothing is carried out on a guess: they are only shown. What is looked at is what was typed, the
commands there are, the kinds, and the names in the database.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from gmtool.cli.argv import GROUPS, arrange, first_word, meant
from gmtool.cli.menu import COMMANDS, RULINGS, Line
from gmtool.cli.menu import GROUPS as MENUS
from gmtool.cli.setup_slips import of_a_kind, of_a_new_game

if TYPE_CHECKING:
    from gmtool.desk.answers import Hint

_IN_WORDS = {"--why", "--note", "--late", "--host"}
"""Options whose value is words."""
_TIMES = {"--at", "--start"}


def instead(argv: Sequence[str], *, misread: bool) -> tuple[Hint, ...]:
    """What may have been meant by a line that was refused or, with `misread`, couldn't be taken
    apart; then there is always something to type, if only for help.
    """
    from gmtool.desk.answers import Commands, Hint

    found = list(dict.fromkeys(map(tuple, _meant(list(argv), misread=misread))))
    if misread and not found:
        return (Hint(Commands().line(*_named(argv), "--help"), "what may stand there"),)
    return tuple(Hint(Commands().line(*words)) for words in found)


def _meant(argv: list[str], *, misread: bool) -> Iterator[list[str]]:
    for way in (_of_names, _of_values, of_a_kind, of_a_new_game, _of_a_record):
        lines = list(way(argv))
        if lines:
            yield from lines
            return
    if misread:
        yield from _command(argv) or _option(argv)


# Words that belong together


def _of_names(argv: list[str]) -> Iterator[list[str]]:
    """With a name of several words, which were typed without quotation marks, as one."""
    from gmtool.engine.wording import fold

    for name in _names(argv):
        many = len(name.split())
        for at in range(1, len(argv) - many + 1):
            if many > 1 and fold(" ".join(argv[at : at + many])) == fold(name):
                yield [*argv[:at], name, *argv[at + many :]]


def _names(argv: list[str]) -> Iterator[str]:
    """The players of the game that is meant, and all games."""
    from gmtool.store import glance

    where, game = meant(argv)
    seen = glance.game(where, game)
    yield from seen.players if seen else ()
    yield from glance.names(where)


def _of_values(argv: list[str]) -> Iterator[list[str]]:
    """With the words behind an option as one, where quotation marks were forgotten."""
    for at, option in enumerate(argv):
        words = list(takewhile(lambda word: not word.startswith("-"), argv[at + 1 :]))
        if option in _TIMES:
            many = next((n for n in range(len(words), 1, -1) if _is_time(words[:n])), 0)
        else:
            many = len(words) if option in _IN_WORDS and _has_said(argv, at) else 0
        if many > 1 and " " not in words[0]:
            line = [*argv[: at + 1], " ".join(words[:many]), *argv[at + 1 + many :]]
            if _parses(line):
                yield line
                return


def _has_said(argv: list[str], at: int) -> bool:
    """Whether what a command can't do without stands before that place."""
    words = [word for word in argv[:at] if not word.startswith("-")]
    return len(words) >= (3 if words[:1] == ["record"] else 1)


def _is_time(words: list[str]) -> bool:
    from gmtool.desk.typed_times import take_apart
    from gmtool.desk.zones import TimeProblem, read_offset, zone_key

    try:
        zone = take_apart(" ".join(words), "").zone
    except TimeProblem:
        return False
    return not zone or zone.isupper() or bool(read_offset(zone) or zone_key(zone))


def _parses(argv: list[str]) -> bool:
    """Whether the command line can be taken apart; nothing is carried out."""
    from gmtool.cli.command import command

    words = arrange(argv)
    name, line = _line_of(words)
    if line is None:
        return False
    try:
        command(name, line).make_context(name, words[1 + (words[0] in GROUPS) :])
    except Exception as error:
        if not hasattr(error, "exit_code"):
            raise
        return False
    return True


# Commands and options


def _of_a_record(argv: list[str]) -> Iterator[list[str]]:
    """With the message pasted, where nobody said anything yet."""
    words = arrange(argv)
    if words[:1] == ["record"] and len(words) < 3:
        who = [] if words[1:] else [*_names(argv)][:1]
        if who or words[1:]:
            yield [*argv, *who, "--from", "-"]


def _command(argv: list[str]) -> list[list[str]]:
    """With the command that was meant in place of one that there isn't."""
    at = first_word(argv)
    if at == len(argv) or argv[at] in COMMANDS or (argv[at] in MENUS and len(argv) == at + 1):
        return []
    before, word, after = argv[:at], argv[at], argv[at + 1 :]
    if word in MENUS:
        near = difflib.get_close_matches(after[0], RULINGS, n=1)
        return [[*before, word, near[0], *after[1:]]] if near else []
    if word == "help":
        return [[*after[:1], "--help"]]
    if word in RULINGS:
        return [[*before, "rule", *argv[at:]]]
    speaker = _speaker(argv, word)
    if speaker is not None:
        return [[*before, "record", *speaker, *argv[at:]]]
    near = difflib.get_close_matches(word, (*COMMANDS, *MENUS), n=1)
    return [[*before, near[0], *after]] if near else []


def _speaker(argv: list[str], word: str) -> list[str] | None:
    """Who says a move that begins so, in the game that is meant; nobody is needed where the word is
    a player's name. None where it is neither.
    """
    from gmtool.cli.completion import Place
    from gmtool.engine.wording import CHANCE, HOST, fold

    if fold(word) in {HOST, CHANCE, *map(fold, _names(argv))}:
        return []
    where, name = meant(argv)
    game = Place("", {"db": where, "game": name}, "").rulebook()
    who = {form.who for form in (game.moves if game else ()) if form.text.split()[0] == word}
    return [HOST if HOST in who else "WHO"] if who else None


def _option(argv: list[str]) -> list[list[str]]:
    """With options as they are spelled."""
    from gmtool.cli.command import command

    name, line = _line_of(arrange(argv))
    if line is None:
        return []
    known = [option for param in command(name, line).params for option in param.opts]
    for at, word in enumerate(argv):
        option, equals, value = word.partition("=")
        if option.startswith("--") and option not in (*known, "--help"):
            near = difflib.get_close_matches(option, known, n=1)
            return [[*argv[:at], near[0] + equals + value, *argv[at + 1 :]]] if near else []
    return []


def _named(argv: Sequence[str]) -> list[str]:
    """The command that a line names, or its group, if any."""
    words = arrange(argv)
    name, line = _line_of(words)
    return [*words[: words.index(name)], name] if line else [w for w in words[:1] if w in MENUS]


def _line_of(words: Sequence[str]) -> tuple[str, Line | None]:
    """The command of a line that begins with it, and what the menu says of it."""
    menu: Any = COMMANDS
    if words and words[0] in MENUS:
        menu, words = MENUS[words[0]].lines, words[1:]
    name = words[0] if words else ""
    return name, menu.get(name)
