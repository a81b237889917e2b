"""Moves: frozen values without behaviour, compared by value, each with one short text form.

Here is what a move is, and what players say in every game. The host's moves that every game has
(ALL-6) are in `host_moves`, `window_moves` and `amendments`; a game adds its own.
"""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from msgspec import Struct

from gmtool.engine.forms import names_in, show_form, write_form
from gmtool.engine.text import said


class Move(Struct, frozen=True):
    """A move. `str(move)` is its text form, which reads back to an equal move."""

    form: ClassVar[str] = ""
    """Its text form, with its fields in braces, as `engine.forms` reads and writes it."""

    anytime: ClassVar[bool] = False
    """Whether it may be made outside every window, and so can't be late."""
    aside: ClassVar[bool] = False
    """Whether it is beside what the window is for: the player who makes it is still awaited
    there.
    """
    naming: ClassVar[tuple[str, ...]] = ()
    """The fields that hold a player's name, or a tuple of names; where its form says so they
    needn't be stated.

    A game's reader puts there what was written. The engine replaces it by the players' current
    names (ALL-4), so that no game needs to know how players may be called.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.naming = cls.naming or names_in(cls.form)

    def __str__(self) -> str:
        return write_form(self.form, self)

    @classmethod
    def hint(cls) -> str:
        """Its form with placeholders, as it is shown to who may make it: `discard CARD`."""
        return show_form(cls.form)

    @property
    def public(self) -> str:
        """What everybody may know of the move while the game goes on; empty unless a
        move overrides it.
        """
        return ""

    def gives_way_to(self, later: Move) -> bool:
        """Whether it means nothing more where the same message goes on to say that, as “unvote”
        does before a vote.
        """
        return False

    @property
    def named(self) -> tuple[str, ...]:
        """The players' names in its fields, in the order of the fields; none of an empty one."""
        found: list[str] = []
        for field in self.naming:
            value: str | tuple[str, ...] | None = getattr(self, field)
            found += (value,) if value and isinstance(value, str) else value or ()
        return tuple(found)


class PublicMove(Move, frozen=True):
    """A move that everybody may know in full as soon as it is made."""

    @property
    def public(self) -> str:
        return str(self)


@runtime_checkable
class Divisible(Protocol):
    """A move whose parts are valid or refused one by one; only bids are so."""

    def parts(self) -> tuple[Move, ...]:
        """The parts as moves of their own, in the order written."""
        ...

    def joined(self, parts: tuple[Move, ...]) -> Move:
        """One move made of these parts."""
        ...


@runtime_checkable
class Gathered(Protocol):
    """A move that may be spread over several sentences of a message; together they are one move."""

    def joined(self, parts: tuple[Move, ...]) -> Move:
        """One move made of these parts."""
        ...


class HostMove(PublicMove, frozen=True):
    """A move of the host's that every game has; all but a few, such as notes, are public."""

    anytime = True
    right: ClassVar[str] = ""
    """What completes the sentence that refuses a text which isn't of its form."""
    quotes_reason: ClassVar[bool] = False
    """Whether such a refusal quotes the reason too."""

    @property
    def mistake(self) -> str:
        """What completes the sentence that refuses it as it is; empty where nothing is wrong."""
        return ""

    @property
    def new_name(self) -> str:
        """The name that the player of a seat has from now on; empty where the move gives none."""
        return ""


class UntoldMove(HostMove, frozen=True):
    """A host's move that isn't public by itself; an amendment is where what it changes is."""

    @property
    def public(self) -> str:
        return ""


class RawMessage(Move, frozen=True):
    """A player's message, word for word, from which no move was made; private for ever (ALL-7)."""

    form = "says {text:string}"

    text: str
    anytime = True
    aside = True


class Done(Move, frozen=True):
    """Nothing more comes from the player in the open window, unless it says so again (ALL-2)."""

    form = "done"


def read_raw_message(text: str) -> RawMessage | None:
    """The message in a text form `says "…"`; None for any other text."""
    verb, _, rest = text.partition(" ")
    if verb != "says" or not rest.startswith('"'):
        return None
    # Only the canonical spelling is a text form.
    says = RawMessage(said(rest))
    return says if str(says) == text else None
