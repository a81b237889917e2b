"""Finds the player whom a name means (ALL-4), and who had a seat at what time (ALL-11)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from msgspec import Struct

from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Ambiguous, Refused, Unreadable
from gmtool.engine.text import CHANCE, HOST, casefolded, short, told

Aliases = Mapping[str, tuple[str, ...]]
LONGEST_NAME = 60
MYSELF = frozenset({"me", "myself"})
"""What players call themselves, where nobody has such a name (ALL-4)."""


def find(text: str, names: tuple[str, ...], aliases: Aliases) -> str:
    """The player whose full name or alias is `text`; else the only one whose name begins with it.

    Raises Unreadable where no name fits, and Ambiguous, with all candidates, where
    several do (ALL-4).
    """
    if text in names:
        return text
    wanted = casefolded(text)
    for name in names:
        if wanted in {casefolded(own) for own in (name, *aliases.get(name, ()))}:
            return name
    fits = tuple(name for name in names if wanted and casefolded(name).startswith(wanted))
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise Ambiguous(
            "ALL-4",
            f"“{short(text)}” could be {told(' or '.join(fits))}; type more of the name.",
            quoted=text,
            readings=fits,
        )
    raise nobody(text, names)


def nobody(text: str, names: tuple[str, ...]) -> Unreadable:
    """The refusal of a `text` that is no player's name (ALL-4)."""
    return Unreadable(
        "ALL-4",
        f"nobody here is called “{short(text)}”; the players are {told(', '.join(names))}.",
        quoted=text,
    )


def everybody_called(names: tuple[str, ...], aliases: Aliases) -> dict[str, str]:
    """The player whom each name, in small letters, means in a sentence (ALL-4).

    Names are full names, aliases, and the first word of a name where only one player has it.
    """
    known = {casefolded(own): name for name in names for own in (name, *aliases.get(name, ()))}
    first: dict[str, set[str]] = {}
    for own, name in known.items():
        first.setdefault(own.split(" ")[0], set()).add(name)
    # A first name that two players share means neither.
    alone = {word: min(of) for word, of in first.items() if len(of) == 1 and word not in MYSELF}
    return {**alone, **known}


def check(names: tuple[str, ...], aliases: Aliases) -> None:
    """Raise Refused for names that can't be told apart, or that can't be names at all (ALL-4)."""
    owner: dict[str, str] = {}
    for name in names:
        for own in (name, *aliases.get(name, ())):
            _check_one(own)
            other = owner.setdefault(casefolded(own), name)
            if other != name or (own == name and names.count(name) > 1):
                raise Refused(
                    "ALL-4",
                    f"“{own}” is there twice; every player needs their own name.",
                    quoted=own,
                )
    for stranger in set(aliases) - set(names):
        raise Refused(
            "ALL-4",
            f"“{told(stranger)}” has an alias, but no player is called so; the players are "
            f"{told(', '.join(names))}.",
            quoted=stranger,
        )


def called(names: tuple[str, ...], aliases: Aliases, seats: tuple[str, ...]) -> Aliases:
    """The names of each player beside its own: its aliases and the name of its seat."""
    return {
        name: (*aliases.get(name, ()), *seats[place : place + 1])
        for place, name in enumerate(names)
    }


def check_seats(names: tuple[str, ...], aliases: Aliases, seats: tuple[str, ...]) -> None:
    """Raise Refused for a player whose name or alias is another player's seat (ALL-4)."""
    for place, seat in enumerate(seats):
        for other, name in enumerate(names):
            own = {casefolded(each) for each in (name, *aliases.get(name, ()))}
            if other != place and casefolded(seat) in own:
                raise Refused(
                    "ALL-4",
                    f"“{seat}” is what the player in the {seat} seat is called too, so nobody "
                    "else can be; write that name with something that tells it apart.",
                    quoted=name,
                )


def _check_one(name: str) -> None:
    if casefolded(name) in {HOST, CHANCE}:
        raise Refused(
            "ALL-4", f"“{told(name)}” can't be a player's name; the journal uses it.", quoted=name
        )
    if name.startswith("-"):
        raise Refused(
            "ALL-4",
            f"“{told(name)}” can't be a name: a command line takes what begins with - for an "
            "option.",
            quoted=name,
        )
    if not casefolded(name) or len(name) > LONGEST_NAME or _has_control(name):
        raise Refused(
            "ALL-4",
            f"{told(name)!r} can't be a name: that has 1 to {LONGEST_NAME} visible characters on "
            "one line.",
            quoted=name,
        )


def _has_control(name: str) -> bool:
    return any(unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} for c in name)


class Replacement(Struct, frozen=True):
    """A seat that went from the player called `was` to `now`, by the entry of that number and at
    an instant (ALL-11). `who` is how the player in the seat is called by now.
    """

    number: int
    was: str
    now: str
    who: str
    at: Instant


def holder(replaced: Sequence[Replacement], who: str, at: Instant, number: int) -> str:
    """The player who had, at an instant and after the entry of that number, the seat that `who` has
    now.
    """
    later = (one.was for one in replaced if one.who == who and (at, number) < (one.at, one.number))
    return next(later, who)
