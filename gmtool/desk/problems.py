"""What can go wrong at the desk apart from the rules; each problem has its exit code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gmtool.engine.refusals import Refusal
from gmtool.engine.text import listed

if TYPE_CHECKING:
    from gmtool.engine.files import Mistake

REFUSED, USAGE, UNUSABLE = 1, 2, 3
"""Exit codes: refused by the rules or the state of the game; wrong usage; a database or file."""

_MOST_NAMED = 3
"""The most entries that are named."""


def problem_lines(problem: Exception) -> tuple[str, ...]:
    """What to tell a host of a problem, a line each; nothing of one that is none of ours, but a
    mistake in the program or an error of the system.
    """
    if isinstance(problem, Refusal):  # about no game that exists yet
        return (f"refused ({problem.clause}): {problem.sentence()}",)
    if getattr(problem, "exit_code", None) is None:
        return ()
    return (str(problem), *getattr(problem, "details", ()))


class DeskProblem(Exception):
    """The state of the games doesn't allow the command; the message is a whole sentence, and
    `details` are further lines, told below it.
    """

    exit_code = REFUSED
    games: tuple[str, ...] = ()
    """The names of the games that the command may have been meant for."""

    def __init__(self, message: str, details: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.details = tuple(details)


class UsageProblem(DeskProblem):
    """The command line is wrong."""

    exit_code = USAGE


class FileProblem(DeskProblem):
    """A file can't be read or written."""

    exit_code = UNUSABLE


class MistakesInFile(FileProblem):
    """No game can be made of a file: a line for each mistake in it, and `more` lines after them."""

    def __init__(self, file: str, mistakes: Sequence[Mistake], *more: str) -> None:
        first, *others = (mistake.sentence(file) for mistake in mistakes)
        super().__init__(first, (*others, *more))


class Rejected(DeskProblem):
    """The rules refuse the whole command by a clause. `details` are further lines, told
    after the sentence.
    """

    def __init__(self, game: str, clause: str, quoted: str, sentence: str, *details: str) -> None:
        super().__init__(f"{game}: refused ({clause}): {sentence}", details)
        self.clause = clause
        self.quoted = quoted
        self.sentence = "\n".join((sentence, *details))


class UndecidedRules(DeskProblem):
    """An entry of which newer rules would make something else, while the host hasn't decided by
    which the game goes on.
    """


class Overtakes(Rejected):
    """A move that would end a window while a message that came in time still waits (ALL-7)."""


class Meanwhile(DeskProblem):
    """A command for the state that the host saw, where entries were recorded since."""

    def __init__(self, game: str, entries: Sequence[str]) -> None:
        since = "; ".join(entries[-_MOST_NAMED:])
        super().__init__(
            f"{game}: nothing was done, for since you looked something else was recorded: {since}. "
            "Look again, and say it once more if it still holds."
        )


class WhichGame(DeskProblem):
    """A message by a player whom several running games await, where none of them was named."""

    def __init__(self, who: str, games: tuple[str, ...]) -> None:
        several = listed(f"“{game}”" for game in games)
        super().__init__(
            f"{who} is awaited in {several}; say with --game which of them it is for. Nothing was "
            "recorded."
        )
        self.games = games
