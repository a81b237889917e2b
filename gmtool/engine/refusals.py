"""The doors at which a line is turned away. Each names a clause and quotes what was written."""

from __future__ import annotations

from collections.abc import Callable

from gmtool.engine.instants import Instant
from gmtool.engine.wording import told

Show = Callable[[Instant], str]


MOST_READINGS = 20


class Refusal(Exception):
    """A move that was not taken.

    `clause` is the rulebook's, `quoted` the words it is about. `sentence` may name facts in
    braces; a fact that is an `Instant` is shown in the zone of whoever reads it, which the rules
    don't know.
    """

    def __init__(self, clause: str, sentence: str, *, quoted: str = "", **facts: object) -> None:
        super().__init__(clause, sentence)
        self.clause = clause
        self.template = sentence
        self.quoted = quoted
        self.facts = facts

    def sentence(self, show: Show = str) -> str:
        """The reason as one sentence, its instants written by `show`."""
        shown = {k: _shown(v, show) for k, v in self.facts.items()}
        return self.template.format_map(shown)

    def __str__(self) -> str:
        return f"{self.clause}: {self.sentence()}"


def _shown(fact: object, show: Show) -> object:
    """A fact as a sentence has it; of a text longer than any of the rules' the start."""
    if isinstance(fact, Instant):
        return show(fact)
    return told(fact) if isinstance(fact, str) else fact


class Refused(Refusal):
    """The rules forbid it."""


class Slip(Refused):
    """Refused for what the host typed beside the move; whoever said it need not hear of it."""


class NotNow(Refusal):
    """A move of this game, but not one that may be made at this point."""


class Unreadable(Refusal):
    """No move that this game knows."""


class Prose(Unreadable):
    """Words that are no text form of a move, which a journal holds alone."""


class Ambiguous(Refusal):
    """Could mean several things, or one thing not surely enough to record it.

    `readings` are the moves it could mean, in their text form; of very many only the first.
    """

    def __init__(
        self,
        clause: str,
        sentence: str,
        *,
        readings: tuple[str, ...],
        quoted: str = "",
        **facts: object,
    ) -> None:
        super().__init__(clause, sentence, quoted=quoted, **facts)
        self.readings = readings[:MOST_READINGS]
