"""Guesses what was meant by a command line that went wrong, and offers lines ready to type.

They are only shown: nothing is carried out on a guess. The guess draws on the words typed, the
commands, the kinds, and the names in the database.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise, takewhile
from typing import Any

from gmtool.cli.argv import (
    GROUPS,
    TIMES,
    arrange,
    first_word,
    for_game,
    is_number,
    meant,
    options_of,
    tidy,
)
from gmtool.cli.command import command
from gmtool.cli.completion import rulebook
from gmtool.cli.registry import COMMANDS, RULINGS, Line
from gmtool.cli.registry import GROUPS as MENUS
from gmtool.desk.answers import Commands, Hint
from gmtool.desk.problems import UsageProblem
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.text import CHANCE, HOST, casefolded
from gmtool.engine.unicode_hygiene import cleaned
from gmtool.games import BUILT_IN, EXAMPLE

EXAMPLE_NAME = "Round 1"
EXAMPLE_PLAYERS = ("Ann", "Bob", "Cid", "Dee")
_OF_A_KIND = {"new", "kinds", "rules", "demo", "rehearse"}
_LONGEST_TITLE = 4
"""The most words in the title of a kind."""
_CLAUSE = lazy_regex(r"[A-Za-z]{2,4}-\d+")
_IN_WORDS = {"--why", "--note", "--late", "--host"}
"""Options whose value is prose."""
_OF_A_PLAYER = {"record", "pm", "remind"}
"""Commands about a player and nothing else of one game, such as the number of a message."""
_LIKE_A_ZONE = lazy_regex(r"UTC|Z|[A-Z]{2,4}T|[A-Za-z]+(?:/[A-Za-z_+-]+)+")
_NEAR = 0.7
"""How alike two words must be for one to be taken for the other."""
Way = Callable[[list[str]], Iterable[list[str]]]


def instead(argv: Sequence[str], *, misread: bool, games: Sequence[str] = ()) -> tuple[Hint, ...]:
    """The lines that may have been meant by one that was refused or, with `misread`, couldn't be
    parsed. In the latter case there is always one, if only for help. Where one of `games` may have
    been meant, it is the same line for each of them.
    """

    if games and argv[first_word(argv)] in _OF_A_PLAYER:
        why = "to paste it there" if _is_pasted(argv) else ""
        return tuple(Hint(Commands().line(*for_game(argv, game)), why) for game in games)
    argv = [*map(cleaned, argv)]  # as the command heard it
    found = list(dict.fromkeys(map(tuple, _meant(argv, misread=misread))))
    if misread and not found:
        return (Hint(Commands().line(*_named(argv), "--help")),)
    return tuple(Hint(Commands().line(*words)) for words in found)


def _is_pasted(argv: Sequence[str]) -> bool:
    """Whether a message is pasted: it isn't kept where nothing was recorded."""
    from gmtool.cli.input_files import STANDARD_INPUT

    option = "--from"
    return f"{option}={STANDARD_INPUT}" in argv or (option, STANDARD_INPUT) in pairwise(argv)


def torn_time(argv: Sequence[str]) -> tuple[str, Hint] | None:
    """A time of several words that was typed without quotation marks, and the line with them; None
    where there is none. Without the marks the rest of the time would become part of the move.
    """

    for at, option in enumerate(argv):
        words = list(_words_after(argv, at)) if option in TIMES else []
        for many in range(len(words), 1, -1):
            time = " ".join(words[:many]).rstrip(",")
            if " " not in words[0] and _is_time(time):
                return time, Hint(Commands().line(*argv[: at + 1], time, *argv[at + 1 + many :]))
    return None


def _meant(argv: list[str], *, misread: bool) -> Iterator[list[str]]:
    words: tuple[Way, ...] = (_of_names, _of_reasons)
    typed: tuple[Way, ...] = (of_an_option, _command, _option) if misread else ()
    started: tuple[Way, ...] = () if misread else (of_a_new_game, of_a_value, _of_a_record)
    for way in (*words, of_a_kind, *typed, *started):
        lines = [line for line in way(argv) if line != argv]
        if lines:
            yield from lines
            return


# Words that belong together


def _of_names(argv: list[str]) -> Iterator[list[str]]:
    """The line with a name of several words in quotation marks, where they were forgotten."""

    for name in _names(argv):
        many = len(name.split())
        for at in range(1, len(argv) - many + 1):
            if many > 1 and casefolded(" ".join(argv[at : at + many])) == casefolded(name):
                before, after = argv[:at], argv[at + many :]
                lines = ([*before, name, *after], [*before, *after, "--game", name])
                yield from [line for line in lines if _parses(line)][:1]


def _names(argv: list[str]) -> Iterator[str]:
    """The players of the game that is meant, and all games."""
    from gmtool.store.completion_queries import read_candidates

    seen = read_candidates(*meant(argv))
    yield from (*seen.players, *seen.games)


def _of_reasons(argv: list[str]) -> Iterator[list[str]]:
    """The line with the words behind an option in quotation marks, where they were forgotten."""
    for at, option in enumerate(argv):
        words = list(_words_after(argv, at)) if option in _IN_WORDS else []
        if len(words) > 1 and " " not in words[0] and _has_said(argv, at):
            line = [*argv[: at + 1], " ".join(words), *argv[at + 1 + len(words) :]]
            if _parses(line):
                yield line
                return


def _words_after(argv: Sequence[str], at: int) -> Iterator[str]:
    """The words behind an option, up to the next option."""
    return takewhile(lambda word: not word.startswith("-"), argv[at + 1 :])


def _has_said(argv: list[str], at: int) -> bool:
    """Whether what the command can't do without stands before that place."""
    words = [word for word in argv[:at] if not word.startswith("-")]
    return len(words) >= (3 if words[:1] == ["record"] else 1)


def _is_time(text: str) -> bool:
    from gmtool.desk.times.time_expressions import take_apart
    from gmtool.desk.times.zones import TimeProblem, read_offset

    try:
        zone = take_apart(text, "").zone
    except TimeProblem:
        return False
    return not zone or bool(_LIKE_A_ZONE.fullmatch(zone) or read_offset(zone))


def _parses(argv: list[str]) -> bool:
    """Whether the command line can be parsed; nothing is carried out."""

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
    """The line with the speaker added or respelled, and with `--from -` where the move is
    missing.
    """

    at = first_word(argv) + 1
    command, who = (*argv[at - 1 : at + 1], "", "")[:2]
    if command not in {"record", "pm"}:
        return
    names = [*_names(argv)]
    known = any(casefolded(name).startswith(casefolded(who)) for name in (*names, HOST, CHANCE))
    near = difflib.get_close_matches(who, names, n=1)
    if command == "record" and not who:
        yield from ([*argv, name, "--from", "-"] for name in names[:1])
    elif who and not known and command == "record" and _speaker(argv, who):
        yield [*argv[:at], HOST, *argv[at:]]
    elif who and not known and near:
        yield [*argv[:at], near[0], *argv[at + 1 :]]
    elif who and len(argv) == at + 1 and command == "record":
        yield [*argv, "--from", "-"]


def _command(argv: list[str]) -> Iterator[list[str]]:
    """The line with an existing command in place of the word typed."""
    at = first_word(argv)
    before, word, after = argv[:at], (*argv[at : at + 1], "")[0], argv[at + 1 :]
    if word in MENUS and after:
        near = difflib.get_close_matches(after[0], RULINGS, n=1, cutoff=_NEAR)
        yield from ([*before, word, one, *after[1:]] for one in near)
    elif word == "help":
        yield [*after[:1], "--help"]
    elif word in {"-help", "/?", "-?"}:
        yield [*before, *after, "--help"]
    elif word in RULINGS:
        yield [*before, "rule", word, *after]
    elif word not in COMMANDS and (speaker := _speaker(argv, word)) is not None:
        yield [*before, "record", *speaker, word, *after]
    elif word not in COMMANDS:
        near = difflib.get_close_matches(word, (*COMMANDS, *MENUS), n=1, cutoff=_NEAR)
        yield from ([*before, one, *after] for one in near)


def _speaker(argv: list[str], word: str) -> list[str] | None:
    """The words that name the speaker of a move that begins with that word, in the game that is
    meant; an empty list where the word is a name itself, None where it begins no move.
    """
    from gmtool.store.completion_queries import read_candidates

    if casefolded(word) in {HOST, CHANCE, *map(casefolded, _names(argv))}:
        return []
    game = rulebook(read_candidates(*meant(argv)))
    who = {
        line.who for line in (game.grammar.lines if game else ()) if line.text.split()[0] == word
    }
    return [HOST if HOST in who else "WHO"] if who else None


def _option(argv: list[str]) -> Iterator[list[str]]:
    """The line with options spelled right."""

    name, line = _line_of(arrange(argv))
    if line is None:
        return
    known = [option for param in command(name, line).params for option in param.opts]
    for at, word in enumerate(argv):
        option, equals, value = word.partition("=")
        if option == "-help":
            yield [*argv[:at], "--help"]
        elif option.startswith("--") and option not in (*known, "--help"):
            near = difflib.get_close_matches(option, known, n=1)
            yield from ([*argv[:at], one + equals + value, *argv[at + 1 :]] for one in near)
            return


def _named(argv: Sequence[str]) -> list[str]:
    """The command that a line names, or its group; empty where it names neither."""
    words = arrange(argv)
    name, line = _line_of(words)
    return [*words[: words.index(name)], name] if line else [w for w in words[:1] if w in MENUS]


def _line_of(words: Sequence[str]) -> tuple[str, Line | None]:
    """The command with which a line begins, and its line in the registry."""
    registry: Any = COMMANDS
    if words and words[0] in MENUS:
        registry, words = MENUS[words[0]].lines, words[1:]
    name = words[0] if words else ""
    return name, registry.get(name)


# A kind or a new game


def of_a_kind(argv: list[str]) -> Iterator[list[str]]:
    """The line with the kind's own spelling."""
    at = first_word(argv) + 1
    name, word, *_ = (*argv[at - 1 : at + 1], "", "")
    if name not in _OF_A_KIND or not word or word in BUILT_IN or word.startswith("-"):
        return
    if name == "rules" and _CLAUSE.fullmatch(word):
        yield from ([*argv[:at], kind, *argv[at:]] for kind in _kinds_with(word))
        return
    from gmtool.desk.session import kinds

    for many in range(min(_LONGEST_TITLE, len(argv) - at), 0, -1):
        with suppress(UsageProblem):
            kind = kinds.find_by_name(" ".join(argv[at : at + many])).game.kind
            line = [*argv[:at], kind, *argv[at + many :]]
            yield from [line] if line != argv else []
            return
    near = difflib.get_close_matches(word.lower(), BUILT_IN, n=1)
    yield [*argv[:at], near[0], *argv[at + 1 :]] if near else [*argv[: at - 1], "kinds"]


def _kinds_with(clause: str) -> list[str]:
    """The first kind that has a clause of that number, which for a kind's own clause is that
    kind.
    """
    from gmtool.desk.session import kinds

    wanted = clause.upper()
    return [k for k in BUILT_IN if wanted in kinds.split_clauses(kinds.rulebook(k))][:1]


def of_a_new_game(argv: list[str]) -> Iterator[list[str]]:
    """The line with a name and players where they are missing, or with name and players
    separated.
    """

    at = first_word(argv) + 1
    if argv[at - 1 : at] != ["new"]:
        return
    made = command("new", COMMANDS["new"])
    given = made.make_context("new", arrange(argv[at:]), resilient_parsing=True).params
    kind, called, players = (given[key] for key in ("kind", "name", "players"))
    if given["earlier"] or (kind and kind not in BUILT_IN):
        return
    names, options = tidy(players or (), kind)
    where = argv.index(called, at) if called else 0
    if players and is_number(players[0]) and " " not in called:
        yield [*argv[:where], f"{called} {players[0]}", *argv[where + 2 :]]
    elif players and (names, options) != (list(players), []):
        rest = [word for word in argv[where + 1 :] if word not in players]
        yield [*argv[: where + 1], *names, *rest, *(w for o in options for w in ("-o", o))]
    elif not players and called and len(called.split()) > 2:
        yield [*argv[:where], *_told_apart(called.split()), *argv[where + 1 :]]
    elif not players:
        missing = [] if kind else [EXAMPLE]
        missing += [] if called else [EXAMPLE_NAME]
        made_of = () if given["setup"] else _some_file(kind or EXAMPLE)
        yield [*argv, *missing, *_some_players(kind or EXAMPLE), *made_of]


def of_a_value(argv: list[str]) -> Iterator[list[str]]:
    """The line with the right spelling of a new game's zone, dialect or option."""
    from gmtool.desk.times.zones import near_zone, zone_key
    from gmtool.render import dialects

    at = first_word(argv) + 1
    if not _sets_up(argv, at):
        return
    for place, (option, value) in enumerate(pairwise(argv), 1):
        near: str | None = None
        if option == "--zone" and zone_key(value) is None:
            near = near_zone(value)
        elif option == "--dialect" and value not in dialects.NAMES:
            near = next(iter(difflib.get_close_matches(value.lower(), dialects.NAMES, n=1)), None)
        elif option in {"-o", "--option"} and argv[at] in BUILT_IN:
            near = _option_near(argv[at], value, (*argv[place + 1 : place + 2], "")[0])
        if near:
            split = option in {"-o", "--option"} and "=" not in value
            yield [*argv[:place], near, *argv[place + 1 + split :]]


def of_an_option(argv: list[str]) -> Iterator[list[str]]:
    """The line with `-o key=value` where an option of the kind was typed like one of the
    command.
    """
    at = first_word(argv) + 1
    if not _sets_up(argv, at) or (*argv[at : at + 1], "")[0] not in BUILT_IN:
        return
    known = options_of(argv[at])
    for place, word in enumerate(argv):
        key, equals, value = word.removeprefix("--").replace("-", "_").partition("=")
        if word.startswith("--") and equals and key in known:
            yield [*argv[:place], "-o", f"{key}={value}", *argv[place + 1 :]]


def _sets_up(argv: list[str], at: int) -> bool:
    """Whether the command before that place takes the options of a kind."""
    return tuple(argv[at - 1 : at]) in {("new",), ("rehearse",)}


def _option_near(kind: str, typed: str, following: str) -> str | None:
    """`key=value` with the kind's spelling, from a misspelled one or from two words; None
    where it is right.
    """
    key, equals, value = typed.partition("=")
    known = options_of(kind)
    if key in known and equals:
        return None
    near = difflib.get_close_matches(key.lower().replace("-", "_"), known, n=1)
    value = value if equals else following
    return f"{near[0]}={value}" if near and value else None


def _told_apart(words: list[str]) -> list[str]:
    """A game's name and its players, from words that stood in one pair of quotation marks."""
    end = 2 if is_number(words[1]) else 1
    return [" ".join(words[:end]), *words[end:]]


def _some_file(kind: str) -> Sequence[str]:
    """What names a file that games of the kind can be made of; nothing where they need none."""
    from gmtool.desk.session import kinds

    shipped = kinds.setups(kind)
    return ("--setup", shipped[0].name) if shipped else ()


def _some_players(kind: str) -> Sequence[str]:
    """Example names, as many as the kind can be played with."""
    from gmtool.desk.session import kinds
    from gmtool.engine.options import read_options
    from gmtool.engine.refusals import Refusal
    from gmtool.engine.table import lay

    game = kinds.find(kind).game
    for many in range(len(EXAMPLE_PLAYERS), 0, -1):
        try:
            lay(game, EXAMPLE_PLAYERS[:many], read_options(game.options, {}))
        except Refusal:
            continue
        return EXAMPLE_PLAYERS[:many]
    return EXAMPLE_PLAYERS
