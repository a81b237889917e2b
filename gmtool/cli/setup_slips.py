"""Guesses what was meant by a wrong line about a kind or a new game.

Each function yields corrected lines.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise

from gmtool.cli.argv import arrange, first_word
from gmtool.cli.menu import COMMANDS
from gmtool.engine.expressions import expression
from gmtool.games import BUILT_IN, EXAMPLE

EXAMPLE_NAME = "Round 1"
EXAMPLE_PLAYERS = ("Ann", "Bob", "Cid", "Dee")
_OF_A_KIND = {"new", "kinds", "rules", "demo", "rehearse"}
_LONGEST_TITLE = 4
"""The most words in the title of a kind."""
_CLAUSE = expression(r"[A-Za-z]{2,4}-\d+")


def of_a_kind(argv: list[str]) -> Iterator[list[str]]:
    """The line with the kind's own spelling."""
    at = first_word(argv) + 1
    name, word, *_ = (*argv[at - 1 : at + 1], "", "")
    if name not in _OF_A_KIND or not word or word in BUILT_IN or word.startswith("-"):
        return
    if name == "rules" and _CLAUSE.fullmatch(word):
        yield from ([*argv[:at], kind, *argv[at:]] for kind in _kinds_with(word))
        return
    from gmtool.desk import kinds
    from gmtool.desk.problems import UsageProblem

    for many in range(min(_LONGEST_TITLE, len(argv) - at), 0, -1):
        with suppress(UsageProblem):
            kind = kinds.named(" ".join(argv[at : at + many])).game.kind
            line = [*argv[:at], kind, *argv[at + many :]]
            yield from [line] if line != argv else []
            return
    near = difflib.get_close_matches(word.lower(), BUILT_IN, n=1)
    yield [*argv[:at], near[0], *argv[at + 1 :]] if near else [*argv[: at - 1], "kinds"]


def _kinds_with(clause: str) -> list[str]:
    """The first kind that has a clause of that number, which for a kind's own clause is that
    kind.
    """
    from gmtool.desk import kinds

    wanted = clause.upper()
    return [k for k in BUILT_IN if wanted in kinds.split_clauses(kinds.rulebook(k))][:1]


def of_a_new_game(argv: list[str]) -> Iterator[list[str]]:
    """The line with a name and players where they are missing, or with name and players
    separated.
    """
    from gmtool.cli.command import command

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
    from gmtool.desk.zones import near_zone, zone_key
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
    known = _options_of(argv[at])
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
    known = _options_of(kind)
    if key in known and equals:
        return None
    near = difflib.get_close_matches(key.lower().replace("-", "_"), known, n=1)
    value = value if equals else following
    return f"{near[0]}={value}" if near and value else None


def _options_of(kind: str | None) -> list[str]:
    """The names of a kind's options; none where there is no such kind."""
    from gmtool.desk import kinds

    return [o.name for o in kinds.find(kind).game.options] if kind in BUILT_IN and kind else []


def tidy(players: Sequence[str], kind: str | None) -> tuple[list[str], list[str]]:
    """The players' names in these words, without commas between them or numbers before them, and
    the words that are options of the kind. A comma in a name of several words is part of it.
    """
    known = _options_of(kind)
    options = [word for word in players if re.fullmatch(f"({'|'.join(known) or '$'})=.+", word)]
    names: list[str] = []
    for word in players:
        if re.search("[,;]", word) and not re.search(r"\s", word):
            names += filter(None, re.split("[,;]", word))
        elif word not in options and not re.fullmatch(r"\d+[.)]", word):
            names.append(word)
    return names, options


def is_number(word: str) -> bool:
    """Whether a word is the number of a round rather than a name."""
    return re.fullmatch(r"#?\d+\.?", word, re.ASCII) is not None


def _told_apart(words: list[str]) -> list[str]:
    """A game's name and its players, from words that stood in one pair of quotation marks."""
    end = 2 if is_number(words[1]) else 1
    return [" ".join(words[:end]), *words[end:]]


def _some_file(kind: str) -> Sequence[str]:
    """What names a file that games of the kind can be made of; nothing where they need none."""
    from gmtool.desk import kinds

    shipped = kinds.setups(kind)
    return ("--setup", shipped[0].name) if shipped else ()


def _some_players(kind: str) -> Sequence[str]:
    """Example names, as many as the kind can be played with."""
    from gmtool.desk import kinds
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
