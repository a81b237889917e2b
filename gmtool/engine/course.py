"""How long a game can take by its rules: its shortest course, a likely one and its longest.

A game says it as figures and sentences, once, for the set-up; the desk makes dates of the figures,
and templates sentences of their own.
"""

from __future__ import annotations

from typing import Any

from gmtool.engine.codec import plain
from gmtool.engine.frozen import frozen


@frozen
class Stretch:
    """So many `windows`, one after the other, for `what`; to each the rules give as many `hours`.

    `beside` counts further windows that are open meanwhile, as long each, and end no later. With
    `early` off the windows are never closed before their deadlines.
    """

    what: str
    hours: int
    windows: int = 1
    beside: int = 0
    early: bool = True

    @property
    def in_all(self) -> int:
        """The hours that all of it takes, if every window is open for its full time."""
        return self.hours * self.windows


@frozen
class Span:
    """One course of a game: what it rests on, in whole sentences, and its `stretches`, one after
    the other. They are None where the rules set no end, and the sentences say why.
    """

    rests_on: tuple[str, ...]
    stretches: tuple[Stretch, ...] | None

    @property
    def windows(self) -> int | None:
        """How many windows are opened in all; None where the rules set no end."""
        if self.stretches is None:
            return None
        return sum(stretch.windows + stretch.beside for stretch in self.stretches)

    @property
    def hours(self) -> int | None:
        """The hours it takes, if every window is open for its full time; None likewise."""
        if self.stretches is None:
            return None
        return sum(stretch.in_all for stretch in self.stretches)


@frozen
class Part:
    """A part of a game by itself, a stretch or a round, in hours of windows at full time. `most` is
    None where the rules set it no end. The least of the parts needn't add up to the least course,
    nor the most: no game need have the shortest of each.
    """

    what: str
    least: int
    likely: int
    most: int | None


@frozen
class Course:
    """How long a game can take, as its set-up and the rules alone decide.

    No game opens fewer windows than the `least`, nor fewer hours of them, and none more than the
    `most`, unless the host steps in. With quick answers nearly no time may pass in a window, so
    even the `least` takes its hours only at full time. The `likely` course is a guess. `parts` are
    those of which the rules bear out more than they do of the whole.
    """

    least: Span
    likely: Span
    most: Span
    parts: tuple[Part, ...] = ()


def shown(course: Course) -> dict[str, Any]:
    """The course as plain data, as templates get it: `least`, `likely` and `most`, each with
    `windows` and `hours` in all, `rests_on`, and `stretches` with the fields of a Stretch and the
    hours `in_all`. Where the rules set no end, all of these but `rests_on` are None. `parts` are as
    they stand.
    """
    spans = {"least": course.least, "likely": course.likely, "most": course.most}
    return {name: _span(span) for name, span in spans.items()} | {"parts": plain(course.parts)}


def _span(span: Span) -> dict[str, Any]:
    stretches = span.stretches
    told = [{**plain(one), "in_all": one.in_all} for one in stretches or ()]
    return {
        "windows": span.windows,
        "hours": span.hours,
        "rests_on": list(span.rests_on),
        "stretches": None if stretches is None else told,
    }
