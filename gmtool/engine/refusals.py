"""The exceptions that refuse a move. Each names a clause and quotes what was written."""

from __future__ import annotations

from collections.abc import Callable

from gmtool.engine.instants import Instant
from gmtool.engine.text import told

Show = Callable[[Instant], str]
Word = Callable[..., str]


MOST_READINGS = 20


class Refusal(Exception):
    """A move that wasn't accepted.

    `clause` is the rulebook's, `quoted` the words it is about: the whole move where none are given
    (`quoting`). Only a sentence that tells an instant or a command has `facts`, which it names in
    braces: an `Instant` is shown in the reader's time zone, which the rules don't know, and a tuple
    is a command of the host's, or options of one, which a page words otherwise. Any other sentence
    stands as it is.
    """

    def __init__(self, clause: str, sentence: str, *, quoted: str = "", **facts: object) -> None:
        super().__init__(clause, sentence)
        self.clause = clause
        self.template = sentence
        self.quoted = quoted
        self.facts = facts

    def sentence(self, show: Show = str, word: Word = lambda *words: " ".join(words)) -> str:
        """The reason as one sentence, its instants written by `show` and commands by `word`."""
        if not self.facts:
            return self.template
        shown = {k: _shown(v, show, word) for k, v in self.facts.items()}
        return self.template.format_map(shown)

    def again(self, kind: type[Refusal], more: str = "", **facts: object) -> Refusal:
        """The same refusal as one of that kind, its sentence going on with `more`, which may have
        facts of its own.
        """
        start = self.template
        if facts and not self.facts:
            start = start.replace("{", "{{").replace("}", "}}")
        sentence = f"{start.rstrip('.')}{more}." if more else start
        return kind(self.clause, sentence, quoted=self.quoted, **self.facts, **facts)

    def __str__(self) -> str:
        return f"{self.clause}: {self.sentence()}"


class quoting:  # noqa: N801 - a context manager without the cost of a generator
    """Has what is refused meanwhile quote the move as a whole, unless it quotes something else."""

    def __init__(self, move: object) -> None:
        self._move = move

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, refusal: object, _trace: object) -> None:
        if isinstance(refusal, Refusal):
            refusal.quoted = refusal.quoted or str(self._move)


def _shown(fact: object, show: Show, word: Word) -> object:
    """A fact as it stands in a sentence; a very long text is cut."""
    if isinstance(fact, Instant):
        return show(fact)
    if isinstance(fact, tuple):
        return word(*fact)
    return told(fact) if isinstance(fact, str) else fact


class Refused(Refusal):
    """The rules forbid it."""


class EndsOtherwise(Refused):
    """A window would have ended at another time, had it been recorded when it arrived (ALL-8).

    `before` is the number of the entry before which it belongs.
    """

    def __init__(self, before: int, sentence: str, *, quoted: str, **facts: object) -> None:
        super().__init__("ALL-8", sentence, quoted=quoted, **facts)
        self.before = before


class Slip(Refused):
    """The host typed something wrong beside the move; the player needn't hear of it."""


class NotNow(Refusal):
    """The game has this move, but it can't be made at this point."""


class Unreadable(Refusal):
    """The text is no move of this game."""


class Prose(Unreadable):
    """The words aren't the text form of a move, and a journal holds nothing but text forms."""


class Ambiguous(Refusal):
    """The text could mean several things, or one thing that isn't sure enough to record.

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
