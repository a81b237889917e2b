"""What can go wrong at the desk apart from the rules; each knows the exit code it means."""

from __future__ import annotations

REFUSED, USAGE, UNUSABLE = 1, 2, 3
"""Exit codes: refused by the rules or the state of the game; wrong usage; a database or file."""


class DeskProblem(Exception):
    """The state of the games doesn't allow it; the message is a whole sentence."""

    exit_code = REFUSED


class UsageProblem(DeskProblem):
    """The command was put together wrongly."""

    exit_code = USAGE


class FileProblem(DeskProblem):
    """A file can't be read or written."""

    exit_code = UNUSABLE


class TurnedAway(DeskProblem):
    """A refusal by the rules that concerns the whole command; names its clause. `details` are
    lines of their own, told behind the sentence.
    """

    def __init__(self, game: str, clause: str, quoted: str, sentence: str, *details: str) -> None:
        super().__init__(f"{game}: refused ({clause}): {sentence}")
        self.clause = clause
        self.quoted = quoted
        self.sentence = "\n".join((sentence, *details))
        self.details = details


class Overtakes(TurnedAway):
    """A move with which a window would end over a message that waits (ALL-7)."""
