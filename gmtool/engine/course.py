"""About how long a game takes: so many windows of so many hours, one after the other.

A game says it once, for its set-up; the desk makes a sentence of it, with the game's policy for
deadlines reckoned in (`desk.course_dates`).
"""

from __future__ import annotations

from gmtool.engine.frozen import frozen

Windows = tuple[tuple[int, int], ...]
"""How many windows there are one after the other, and how many hours the rules give to each of
them; several such pairs where they aren't as long.
"""


@frozen
class Course:
    """About so many `windows` as a game usually takes. In a game of `turns` one player after the
    other is asked, and the next one as soon as it has answered; else all play in the same windows.

    `most` are the windows of the longest game, where the rules set a simple bound; `longer_if` says
    in a clause when it comes to that, or where there is no bound what makes a game longer.
    """

    windows: Windows
    turns: bool = False
    most: Windows = ()
    longer_if: str = ""
