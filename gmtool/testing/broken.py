"""A promise that a kind breaks: what is wrong, where, and a journal that shows it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gmtool.desk.problems import DeskProblem
from gmtool.engine.entries import Entry
from gmtool.engine.journal import write_entry


class Broken(AssertionError):
    """A promise that doesn't hold: the kind, the promise in a few words, the entry after which it
    broke (None where it doesn't depend on one), a whole sentence, and the journal up to there.
    """

    def __init__(
        self, sentence: str, entry: Entry | None = None, journal: str = "", *, kind: str = ""
    ) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.promise = ""
        self.sentence = sentence
        self.entry = entry
        self.journal = journal

    def __str__(self) -> str:
        where = f"\nat entry {self.entry.number}: {write_entry(self.entry)}" if self.entry else ""
        journal = f"\n\n{self.journal}" if self.journal else ""
        return f"{self.kind}, “{self.promise}”: {self.sentence}{where}{journal}"


def need(holds: object, sentence: str) -> None:
    """Raise Broken with that sentence where something doesn't hold."""
    if not holds:
        raise Broken(sentence)


@contextmanager
def shown_by(entry: Entry | None, journal: Callable[[], str], kind: str) -> Iterator[None]:
    """What breaks inside breaks at that entry of that journal; an exception of the kind's own code
    is a promise broken too, told with the place where it arose.
    """
    try:
        yield
    except Broken as broken:
        broken.entry = broken.entry or entry
        broken.journal = broken.journal or journal()
        broken.kind = broken.kind or kind
        raise
    except Exception as error:
        raise Broken(f"{in_words(error)}.", entry, journal(), kind=kind) from error


def in_words(error: Exception) -> str:
    """What an exception says, and the last place outside of gmtool's engine where it arose."""
    own = Path(__file__).parents[1]
    rooms = (own / "engine", own / "testing", own / "desk")
    places = [
        place
        for place in traceback.extract_tb(error.__traceback__)
        if not any(transaction in Path(place.filename).parents for transaction in rooms)
    ]
    where = f" ({Path(places[-1].filename).name}, line {places[-1].lineno})" if places else ""
    said = " ".join(str(error).split())
    name = "" if isinstance(error, RuntimeError | DeskProblem) else type(error).__name__
    return ": ".join(filter(None, (name, said))) + where
