"""Completes a command line when the host presses Tab: commands, options, and values for them.

Typer's own completion leaves blanks in names unquoted, and loads more than a key press should cost.
It offers nothing that a host's reports wouldn't show: names, kinds, clauses, numbers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from typer.core import TyperArgument, TyperOption

from gmtool.cli.argv import EVERYWHERE, arrange
from gmtool.cli.command import command
from gmtool.cli.menu import COMMANDS, GROUPS, Line
from gmtool.cli.shells import SHELLS, Found
from gmtool.engine.signs import shown, typeable
from gmtool.engine.wording import CHANCE, HOST, casefolded

if TYPE_CHECKING:
    from gmtool.engine.game import Game
    from gmtool.store.glance import Glimpse

ASKED = "complete_"
"""The beginning of what a shell's script asks for; the shell's name follows."""
_OF_ALL = (*EVERYWHERE, "--help", "-h")
_OF_THE_PROGRAM = ("--version", "--install-completion", "--show-completion")
_AT_A_DESK = "status"
"""Any command with the options that may stand before a command."""


def complete(instruction: str, environment: Mapping[str, str]) -> int:
    """Print the words that may stand at the cursor, as the shell's script expects them;
    returns the exit code.
    """
    shell = SHELLS.get(instruction.removeprefix(ASKED))
    if shell is None:
        return 1
    asked = shell.read(environment)
    begun = asked.word.casefold()
    found = [
        Found(typeable(one.word), shown(one.help))
        for one in candidates(asked.before, asked.word)
        if one.word.casefold().startswith(begun)
    ]
    if environment.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        return 0 if found else 1
    sys.stdout.write(shell.write(asked, found) + "\n")
    return 0


def candidates(before: Sequence[str], word: str) -> Iterator[Found]:
    """Words that may stand after `before`, where `word` is typed in part; some don't begin
    with it.
    """
    words = arrange(before)
    group = GROUPS.get(words[0]) if words else None
    lines: Mapping[str, Line] = group.lines if group else COMMANDS
    if group:
        del words[0]
    if words and words[0] in lines:
        yield from _of_command(words[0], lines[words[0]], words[1:], word)
    elif words and not words[0].startswith("-"):
        return  # no existing command
    elif (words and EVERYWHERE.get(words[-1])) or "=" in word:
        yield from _of_command(_AT_A_DESK, COMMANDS[_AT_A_DESK], words, word)
    elif word.startswith("-"):
        yield from map(Found, _OF_ALL if group else (*_OF_ALL, *_OF_THE_PROGRAM))
    else:
        yield from (Found(name, line.help) for name, line in lines.items())
        yield from (Found(name, one.help) for name, one in GROUPS.items() if not group)


def _of_command(name: str, line: Line, words: Sequence[str], word: str) -> Iterator[Found]:
    made = command(name, line)
    given = made.make_context(name, list(words), resilient_parsing=True).params
    options = {
        option: param
        for param in made.params
        if isinstance(param, TyperOption)
        for option in param.opts
    }
    valued = {option: param.name for option, param in options.items() if not param.is_flag}
    option, equals, _ = word.partition("=")
    if words and words[-1] in valued:
        yield from _values(Place(name, given, valued[words[-1]]))
    elif equals and option in valued:
        for found in _values(Place(name, given, valued[option])):
            yield found._replace(word=f"{option}={found.word}")
    elif word.startswith("-"):
        yield from (Found(option, param.help or "") for option, param in options.items())
        yield Found("--help", "this command's help")
    else:
        arguments = [param for param in made.params if isinstance(param, TyperArgument)]
        for param in arguments:
            already = given[param.name] or ()
            if param.nargs != 1 or not already:
                values = _values(Place(name, given, param.name))
                yield from (found for found in values if found.word not in already)
                return


class Place(NamedTuple):
    """A place in a command line: its command, the values given so far, and the
    parameter to complete.
    """

    command: str
    given: Mapping[str, Any]
    wanted: str

    def glimpse(self) -> Glimpse | None:
        """What a look at the database shows of the game that is meant; None for none."""
        from gmtool.store import glance

        return glance.game(self.given["db"], self.given["game"])

    def rulebook(self) -> Game | None:
        """The rules of that game; None where its kind isn't there any more."""
        from gmtool.desk import kinds
        from gmtool.desk.problems import DeskProblem

        seen = self.glimpse()
        try:
            return kinds.of_game(seen.header) if seen else None
        except DeskProblem:
            return None


def _values(place: Place) -> Iterator[Found]:
    """The words that may stand there; none where only the host knows, nor for a file."""
    values = _VALUES.get(f"{place.command} {place.wanted}") or _VALUES.get(place.wanted)
    if values:
        yield from values(place)


def _games(place: Place) -> Iterator[Found]:
    from gmtool.store import glance

    yield from map(Found, glance.names(place.given["db"]))


def _players(place: Place) -> Iterator[Found]:
    seen = place.glimpse()
    yield from map(Found, seen.players if seen else ())


def _speakers(place: Place) -> Iterator[Found]:
    yield from _players(place)
    yield Found(HOST, "you")
    yield Found(CHANCE, "what you drew elsewhere")


def _moves(place: Place) -> Iterator[Found]:
    """The first words of the speaker's moves; only the rules know what may follow."""
    game = place.rulebook()
    if place.given["move"] or game is None:
        return
    who = "" if place.command == "take" else casefolded(place.given["who"] or "")
    role = who if who in {HOST, CHANCE} else "player"
    lines = [line for line in game.grammar.lines if line.who == role]
    first = {line.text.split()[0]: line.when for line in reversed(lines)}
    yield from (Found(word, when) for word, when in reversed(first.items()))


def _kinds(_: Place) -> Iterator[Found]:
    from gmtool.games import BUILT_IN

    yield from map(Found, BUILT_IN)


def _templates(place: Place) -> Iterator[Found]:
    """The names of the templates of the game's kind."""
    game = place.rulebook()
    if game is not None:
        from gmtool.desk.templates import texts_of

        texts = {f"{game.kind}/{one.name}": one.doc for one in texts_of(game)}
        yield from (Found(name, doc) for name, doc in texts.items())


def _setups(_: Place) -> Iterator[Found]:
    from gmtool.desk import kinds
    from gmtool.games import MADE_OF_FILES

    yield from (Found(one.name, "") for one in kinds.setups(MADE_OF_FILES))


def _clauses(place: Place) -> Iterator[Found]:
    from gmtool.desk import kinds
    from gmtool.desk.problems import FileProblem, UsageProblem
    from gmtool.games import outside

    try:
        text = kinds.rulebook(place.given["kind"])
    except (UsageProblem, FileProblem, outside.Unusable):
        return
    for number, clause in kinds.split_clauses(text).items():
        yield Found(number, clause.removeprefix(number).partition(".")[0].strip())


def _occasions(place: Place) -> Iterator[Found]:
    game = place.rulebook()
    to_player = "player" in place.given
    for occasion in game.occasions if game else ():
        if occasion.to_player == to_player:
            yield Found(occasion.name, occasion.doc)


def _dialects(place: Place) -> Iterator[Found]:
    from gmtool.desk.forum import dialects_of
    from gmtool.render import dialects

    yield from map(Found, dialects.known(dialects_of(place.given["db"])))


def _undoable(place: Place) -> Iterator[Found]:
    seen = place.glimpse()
    if seen and seen.undoable:
        yield Found(str(seen.undoable), "what was said last")


def _redoable(place: Place) -> Iterator[Found]:
    seen = place.glimpse()
    if seen and seen.redoable:
        yield Found(str(seen.redoable), "what was taken back last")


def _unread(place: Place) -> Iterator[Found]:
    seen = place.glimpse()
    for number in seen.messages if seen else ():
        yield Found(str(number), "a message that waits for you")


def _waiting(place: Place) -> Iterator[Found]:
    from gmtool.store import glance

    for number, to in glance.waiting(place.given["db"], place.given["game"]):
        # to whom may be a secret, which the list of the outbox keeps
        yield Found(str(number), "to a player" if to else "to the thread")


_VALUES: Mapping[str, Callable[[Place], Iterator[Found]]] = {
    "game": _games,
    "use name": _games,
    "new earlier": _games,
    "player": _players,
    "who": _players,
    "record who": _speakers,
    "set what": _players,
    "move": _moves,
    "kind": _kinds,
    "clause": _clauses,
    "occasion": _occasions,
    **dict.fromkeys(("show name", "copy name", "check which"), _templates),
    **dict.fromkeys(("show which", "copy which"), _setups),
    "dialect": _dialects,
    "undo number": _undoable,
    "redo number": _redoable,
    **dict.fromkeys(("inbox number", "take number", "ask number", "aside number"), _unread),
    "close leave": _unread,
    "outbox number": _waiting,
    "sent which": _waiting,
}
"""The functions that find values, by a parameter's name, or by a command's and a parameter's where
that name means something else there.
"""
