"""What gmtool rules for every game, whatever its source says: the rulings of `common.md`."""

from __future__ import annotations

from gmtool.engine.rulings import Ruling

RULINGS = (
    Ruling(
        "ALL-1",
        "At a table everybody sees when a phase ends early.",
        "The hours of what opens then run from when the last move was put on record.",
        fixed="nobody's time runs before the host can have told that it does",
    ),
    Ruling(
        "ALL-2",
        "Games at a table end a phase when everybody is ready; forum posts can still be on their "
        "way.",
        "A window closes early only when nobody is left who may still say or add something.",
        fixed="else a host could shut somebody out who relied on the deadline that was posted",
    ),
    Ruling(
        "ALL-3",
        "Sources shuffle at a table, under everybody's eyes.",
        "Words of players may be mixed into the draws until a time that is named.",
        fixed="a host who could put that time off later could wait for a word that suits",
    ),
    Ruling(
        "ALL-4",
        "Sources don't say whom a player means who writes “me”.",
        "Me and myself are the player who writes it, unless somebody is called so.",
        fixed="nobody can mean anybody else by it",
    ),
    Ruling(
        "ALL-7",
        "Where sources speak of players who are silent, they don't say what counts as that.",
        "Silence is counted in windows in which nothing came at all; what wasn't taken came too.",
        fixed="who writes is there, even if its message was no move",
    ),
    Ruling(
        "ALL-8",
        "Where order matters, sources think of people at one table.",
        "What seats say independently counts as it arrived, moves in turns as they were recorded.",
        fixed="when a host types must make no difference to what was sent, or ruled",
    ),
    Ruling(
        "ALL-9",
        "Who has only one thing to say says it, at a table.",
        "What everybody knows to be the only thing that can follow happens by itself.",
        fixed="nobody learns anything by it, and everybody would wait for it",
    ),
    Ruling(
        "ALL-9",
        "Sources don't know of plans.",
        "A player may leave one for its own next turns; it is carried out as if it had sent the "
        "moves.",
        fixed="nobody has to, and it tells the others nothing before it moves",
    ),
    Ruling(
        "ALL-10",
        "Sources give hours, and know of no nights, weekends and holidays.",
        "A deadline policy may lengthen a window, never shorten it.",
        fixed="the rules' hours are owed to everybody; a policy is set by `set`, not by an option",
    ),
    Ruling(
        "ALL-11",
        "Some sources say when a player counts as inactive, none what a substitute takes over.",
        "A substitute takes the seat as it stands; who is inactive is played for by default.",
        fixed="another way would give a seat more, or less, than it had",
    ),
)
"""One for each **R** of the page; a kind's own stand in its package."""
