"""A game's moves as a phrase book: for each its text form, the words that mean it, and its slot.

From this one table come the strict reader of text forms, which journals are read with, the reading
of messages (`reading`), help, hints, completion and the table of moves in the documents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gmtool.engine.moves import Move
from gmtool.engine.wording import HOST
from gmtool.engine.words import Word, WordsOf, words_in

State = Any
NOTHING: frozenset[str] = frozenset()
PLAYER = "player"


@dataclass(frozen=True)
class Asked:
    """Whose words are read, and what they are read against: the game's state, the `verbs` of the
    moves that are wanted of `who` now, and what each player may be called, in small letters. With
    `is_guess` nothing else was found in a message: slots may be less strict about strange words.
    """

    state: State
    who: str
    verbs: frozenset[str] = NOTHING
    called: Mapping[str, str] = field(default_factory=dict)
    is_guess: bool = False

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards in the hand of who speaks."""
        return next((p.hand for p in self.state.players if p.name == self.who), ())


class Found(NamedTuple):
    """What a slot found in a sentence: the value, the places of its words, and whether it is said
    outright.
    """

    value: Any
    used: frozenset[int]
    is_sure: bool = True


class Whole(NamedTuple):
    """What a slot found in a whole message; `rest` is the text that isn't a part of it, and `doubt`
    says why it isn't sure, if it isn't. Several values are readings of which none is sure.
    """

    values: tuple[Any, ...]
    rest: str = ""
    doubt: str = ""


@dataclass(frozen=True)
class Slot:
    """What a move takes beside its verb.

    `typed` reads the words behind the verb as they stand in the text form, None for what is none;
    `find` what a sentence says: several are alternatives. `whole` reads lists and layouts that go
    over many lines. They raise Refused for what is surely meant and surely wrong.

    Where a slot is found without any verb the move `may` be meant, or with `alone` it surely is, as
    “A 30” is a bid; with neither it needs its verb.
    """

    typed: Callable[[str], Any]
    find: Callable[[Asked, Sequence[Word]], Sequence[Found]] = lambda _asked, _said: ()
    whole: Callable[[Asked, str], Whole | None] | None = None
    may: bool = False
    alone: bool = False
    optional: bool = False
    """Whether the move may be said without it."""
    is_raw: bool = False
    """Whether `whole` gets the lines as they are written, since bullets, greetings and thanks may
    belong to it.
    """


@dataclass(frozen=True)
class Form:
    """One move. `example` is its text form as the documents show it, `when` says when it is asked
    for, `clause` is that of the rulebook which speaks of it.

    `says` are words that mean it beside its verb, `perhaps` words that may mean it, `beside` words
    that change nothing about it, `phrases` whole sentences that are it, as “no bids”.
    """

    example: str
    make: Callable[..., Move]
    clause: str
    when: str
    slot: Slot | None = None
    says: frozenset[str] = NOTHING
    perhaps: frozenset[str] = NOTHING
    beside: frozenset[str] = NOTHING
    phrases: frozenset[str] = NOTHING
    by: str = PLAYER
    strict: bool = False
    """Whether no sentence is it but its text form, since its verb means other things too."""
    lasting: bool = False
    """Whether it may be said beside what is asked for, at any time."""
    aloud: Callable[[Any], str] | None = None
    """The move as a host would put it in a question, “80 on B”; without it the text form."""

    @property
    def verb(self) -> str:
        """The first word of its text form."""
        return self.example.split(maxsplit=1)[0]

    @property
    def words(self) -> frozenset[str]:
        """The words each of which means it."""
        return NOTHING if self.strict else self.says | {self.verb}

    def typed(self, rest: str) -> Move | None:
        """The move whose text form is the verb and `rest`."""
        if not rest and (self.slot is None or self.slot.optional):
            return self.make()
        value = self.slot.typed(rest) if self.slot else None
        return None if value is None else self.make(value)


class Line(NamedTuple):
    """A line of the table of moves: who says it, its text form, and when."""

    who: str
    text: str
    when: str


class Known(NamedTuple):
    """A move known to every game (ALL-6), as the host says it in this one, and when."""

    example: str
    when: str


@dataclass(frozen=True)
class Idiom:
    """A turn of phrase that is never surely a move but may mean some: “raise to 10”.

    `pattern` is looked for in the words of a sentence; `why` says of the sentence what isn't sure.
    """

    pattern: re.Pattern[str]
    readings: Callable[[Asked, re.Match[str]], Sequence[Move]]
    why: str


def one_move(moves: Sequence[Move]) -> bool:
    """Whether moves of one message go together where a message is one move."""
    return len(moves) < 2


def as_they_are(_asked: Asked, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves, where none bears on another."""
    return moves


@dataclass(frozen=True)
class Grammar:
    """The moves of one kind of game; `known` are the host's that every game has.

    `words_of` are the words of a sentence, given what is asked; `aliases` are patterns of phrases
    with what stands for them; `together` tells whether the moves of one message go together, which
    are in the order of `forms`.
    """

    forms: tuple[Form, ...]
    known: tuple[Known, ...] = ()
    words_of: Callable[[Asked], WordsOf] = lambda _asked: words_in
    idioms: tuple[Idiom, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    chatter: frozenset[str] = NOTHING
    """Words that change nothing in this game, whatever is asked."""
    together: Callable[[Sequence[Move]], bool] = one_move
    meant: Callable[[Asked, tuple[Move, ...]], tuple[Move, ...]] = as_they_are
    """The moves of one message where one may bear on another, as “trash 7H” and “keep the 7H”."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The table of moves, as help and documents show it."""
        own = (Line(form.by, form.example, form.when) for form in self.forms)
        return (*own, *(Line(HOST, known.example, known.when) for known in self.known))

    def of(self, by: str) -> tuple[Form, ...]:
        """The forms of a player, the host or chance."""
        return tuple(form for form in self.forms if form.by == by)

    def typed(self, text: str, by: str = PLAYER) -> Move | None:
        """The move of which `text` is the text form, on one line; None for any other text. State,
        names and word lists have no say in it: replay reads journals with it.
        """
        verb, _, rest = text.partition(" ")
        if "\n" in text:
            return None
        for form in self.forms:
            if form.verb == verb and form.by == by:
                move = form.typed(rest)
                if move is not None:
                    return move
        return None

    def takes_any_words(self, asked: Asked, by: str, move: Move) -> bool:
        """Whether something else than `move` is asked for of which any words may be a part."""
        wanted = (form for form in self.of(by) if form.verb in asked.verbs)
        raw = {form.verb for form in wanted if form.slot and form.slot.is_raw}
        return bool(raw) and str(move).partition(" ")[0] not in raw

    def aloud(self, text: str) -> str:
        """The move of that text form as a host would put it in a question."""
        move = self.typed(text)
        form = self.forms[self.place(move)] if move is not None else None
        return form.aloud(move) if form and form.aloud else f"`{text}`"

    def place(self, move: Move) -> int:
        """Where the form of a move stands among the forms."""
        verb = str(move).partition(" ")[0]
        return next((n for n, form in enumerate(self.forms) if form.verb == verb), 0)


def all_words(forms: Iterable[Form]) -> frozenset[str]:
    """All words that mean or may mean one of these moves."""
    return NOTHING.union(*(form.words | form.perhaps for form in forms))
