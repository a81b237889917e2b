"""What of a record counts: entries taken back or put right, players' words, the number of draws."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from gmtool.desk.verifying.record import SHAPES, Record, Said, about_of, unquoted
from gmtool.engine.wording import HOST


@dataclass
class Course:
    """The course of a record, entry by entry.

    `counting` are the entries that aren't taken back by then. `draws` are for each drawn entry the
    numbers that its draw can have: the number of those that count, and where the host put
    entries right before it also a lower one. `words` are fixed by the first draw.
    """

    counting: list[Said] = field(default_factory=list)
    undone: list[list[Said]] = field(default_factory=list)
    draws: dict[int, range] = field(default_factory=dict)
    words: tuple[str, ...] | None = None

    def about(self, number: int) -> Said | None:
        """The last entry that puts that one right or strikes it; None where it stands as it is."""
        return next((one for one in reversed(self.counting) if about_of(one) == number), None)

    def counts(self, number: int) -> bool:
        """Whether the entry isn't taken back."""
        return any(one.number == number for one in self.counting)


def course_of(record: Record) -> Course:
    """The course of all its entries."""
    course = Course()
    for said in record.entries.values():
        if said.who == HOST and (found := SHAPES["undo"].match(said.move)):
            _take_back(course, int(found[1]))
        elif said.who == HOST and SHAPES["redo"].match(said.move):
            course.counting += course.undone.pop() if course.undone else []
        else:
            if said.drawn:
                _draw(course, said)
            course.counting.append(said)
            course.undone.clear()
    return course


def _take_back(course: Course, number: int) -> None:
    place = next((i for i, one in enumerate(course.counting) if one.number == number), None)
    if place is not None:
        course.undone.append(course.counting[place:])
        del course.counting[place:]


def _draw(course: Course, said: Said) -> None:
    if course.words is None:
        course.words = tuple(_words(course.counting))
    most = 1 + sum(one.drawn for one in course.counting)
    is_amended = any(SHAPES["arrival"].match(one.move) or about_of(one) for one in course.counting)
    course.draws[said.number] = range(1 if is_amended else most, most + 1)


def _words(counting: Iterable[Said]) -> list[str]:
    """The players' words that stand, as they were put right."""
    found: dict[int, str] = {}
    for one in counting:
        if one.who != HOST:
            continue
        about = about_of(one)
        now = SHAPES["to"].match(one.move)
        move = unquoted(now[1]) if now else one.move
        if about and SHAPES["strike"].match(one.move):
            found.pop(about, None)
        elif words := SHAPES["words"].match(move):
            found[about or one.number] = unquoted(words[1])
    return list(found.values())
