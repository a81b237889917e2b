"""A game's moves as a phrase book: for each its text form, the words that mean it, and its slot.

This one table drives the strict reader of text forms, with which journals are read, the reading of
messages (`reading`), help, hints, completion and the table of moves in the documents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, cast

from msgspec import Struct

from gmtool.engine.forms import read_form
from gmtool.engine.moves import Done, Move
from gmtool.engine.text import HOST
from gmtool.engine.words import Word, WordsOf, words_in

State = Any
NOTHING: frozenset[str] = frozenset()
PLAYER = "player"
UNSAID = "doesn't say it outright"
"""The doubt about what is said in passing, or told by words that may mean something else."""


class Asked(Struct, frozen=True):
    """Whose words are read, and the context in which they are read.

    That is the game's `state`, the `verbs` of the moves now wanted of `who`, and the names by which
    each player may be called, in small letters. `host` is what the host is called, `raw` the whole
    message as it came, and `text` its sender's own words.
    """

    state: State
    who: str
    verbs: frozenset[str] = NOTHING
    called: Mapping[str, str] = {}
    host: str = ""
    raw: str = ""
    text: str = ""

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards in the hand of `who`."""
        return next((p.hand for p in self.state.players if p.name == self.who), ())


class Match(NamedTuple):
    """What a slot found in a sentence: the value and the places of its words. `doubt` completes a
    sentence that says why it isn't sure, and is empty where it is.
    """

    value: Any
    used: frozenset[int]
    doubt: str = ""


class WholeMatch(NamedTuple):
    """What a slot found in a whole message.

    `rest` is the text that isn't part of it, and `doubt` is that of a Match. Several values are
    possible readings, none of them sure.
    """

    values: tuple[Any, ...]
    rest: str = ""
    doubt: str = ""


class Slot(Struct, frozen=True):
    """The argument of a move: what follows its verb.

    `find` looks for values in a sentence; several are alternatives. `whole` reads lists and layouts
    that take several lines. Both raise Refused for what is surely meant and surely wrong.

    `typed` reads the words behind the verb of a text form where the form of the move can't say how,
    and returns None or raises ValueError where they are no value.

    A value without any verb `may` mean the move, or with `alone` surely means it: “A 30” is a bid.
    With neither it needs the verb.
    """

    find: Callable[[Asked, Sequence[Word]], Sequence[Match]] = lambda _asked, _said: ()
    whole: Callable[[Asked, str], WholeMatch | None] | None = None
    typed: Callable[[str], Any] | None = None
    may: bool = False
    alone: bool = False
    optional: bool = False
    """Whether the move may be made without a value."""
    is_raw: bool = False
    """Whether `whole` gets the lines as they are written: bullets, greetings and thanks may be
    part of the value.
    """


class Form(Struct, frozen=True):
    """One move of the grammar.

    `example` is its text form as the documents show it, `when` says when it is asked for, and
    `clause` is the rulebook's clause about it. `says` are words that mean it, beside its verb;
    `perhaps` are words that may mean it; `beside` are words that change nothing about it; `phrases`
    are whole sentences that mean it, such as “no bids”.
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
    """Whether only its text form means it, since its verb means other things in a sentence."""
    lasting: bool = False
    """Whether players may make it at any time, beside what is asked for."""
    is_to_players: bool = False
    """Whether it is said to the player whom it names: “Bob, take my king”."""
    asks: bool = False
    """Whether it is said as a question; any other move is never said by asking something."""
    until: bool = False
    """Whether its text form may end with `until` and an instant, for which the host may type any
    time to come.
    """
    aloud: Callable[[Any], str] | None = None
    """Writes the move as a host would put it in a question, “80 on B”; without it the
    text form is used.
    """

    @property
    def verb(self) -> str:
        """The first word of its text form."""
        return self.example.split(maxsplit=1)[0]

    @property
    def words(self) -> frozenset[str]:
        """The words each of which means the move."""
        return NOTHING if self.strict else self.says | {self.verb}

    @property
    def takes_string(self) -> bool:
        """Whether free words stand behind its verb, in quotation marks."""
        form: str = getattr(self.make, "form", "")
        return self.slot is not None and form == f"{self.verb} {{text:string}}"

    def typed(self, rest: str) -> Move | None:
        """The move whose text form is the verb followed by `rest`; None where that is none."""
        if not rest and (self.slot is None or self.slot.optional):
            return self.make()
        if self.slot is None:
            return None
        if self.slot.typed is None:
            values = read_form(cast("type[Move]", self.make).form, rest)
            return None if values is None else self.make(**values)
        try:
            value = self.slot.typed(rest)
        except ValueError:  # a string, a name or an instant in it that can't be read
            return None
        return None if value is None else self.make(value)


class Line(NamedTuple):
    """A line of the table of moves: who makes the move, its text form, and when."""

    who: str
    text: str
    when: str


class Known(NamedTuple):
    """A move that every game has (ALL-6): an example of how the host types it in this game, and
    when.
    """

    example: str
    when: str


class Idiom(Struct, frozen=True):
    """A turn of phrase that may mean a move but never surely does: “raise to 10”.

    `pattern` is looked for in the words of a sentence, `readings` returns the moves it may mean,
    and `why` completes a sentence that says what isn't sure.
    """

    pattern: re.Pattern[str]
    readings: Callable[[Asked, re.Match[str]], Sequence[Move]]
    why: str


DONE = Form(
    "done",
    Done,
    "ALL-2",
    "something of yours is on record and more could come: no more does",
    strict=True,
    phrases=frozenset(
        f"{said}{own}{end}"
        for said in (
            *(
                "done",
                "all done",
                "finished",
                "that's me done",
                "thats me done",
                "i'm done",
                "im done",
                "no more",
                "nothing more",
                "nothing else",
            ),
            *("that's all", "thats all", "that is all", "that'll be all", "that will be all"),
            *("that's it", "thats it", "that is it", "that's everything", "thats everything"),
        )
        for own in ("", " from me", " for me")
        for end in (
            "",
            " folks",
            " for now",
            " now",
            " here",
            " btw",
            " then",
            " for tonight",
            " for today",
        )
    ),
    aloud=lambda _done: "nothing more from you",
)
"""The move of a player's that every game has, except where a game has a `done` of its own."""


def one_move(moves: Sequence[Move]) -> bool:
    """Whether the moves of one message are compatible where a message may hold only one."""
    return len(moves) < 2


def as_they_are(_asked: Asked, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves unchanged, for games where no move of a message bears on another."""
    return moves


class Grammar(Struct, frozen=True, dict=True):
    """The moves of one kind of game. `known` are the host's moves that every game has.

    `words_of` returns the function that splits a sentence into words, given what is asked.
    `aliases` are patterns of phrases with their replacements. `together` tells whether the moves of
    one message, in the order of `forms`, are compatible.
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
    """Adjusts the moves of one message where one bears on another, as in “trash 7H”
    and “keep the 7H”.
    """

    @property
    def lines(self) -> tuple[Line, ...]:
        """The table of moves, as help and documents show it."""
        own = (Line(form.by, form.example, form.when) for form in self.forms)
        return (*own, *(Line(HOST, known.example, known.when) for known in self.known))

    @property
    def _shared(self) -> tuple[Form, ...]:
        """The forms of every game that this one doesn't have itself."""
        return () if any(form.verb == DONE.verb for form in self.forms) else (DONE,)

    def of(self, by: str, verbs: frozenset[str] = NOTHING) -> tuple[Form, ...]:
        """The forms of a player, the host or chance; of those that every game has, only such as are
        asked for by their `verbs`.
        """
        shared = (form for form in self._shared if form.verb in verbs)
        return tuple(form for form in (*self.forms, *shared) if form.by == by)

    def fit(self, moves: Sequence[Move]) -> bool:
        """Whether the moves of one message are compatible; `done` goes with any."""
        return self.together([move for move in moves if not isinstance(move, Done)])

    def typed(self, text: str, by: str = PLAYER) -> Move | None:
        """The move of which `text`, on one line, is the text form; None for any other text.

        It depends on no state, names or word lists: replay reads journals with it.
        """
        # A later, better reader of prose must never change a game that was played.
        verb, _, rest = text.partition(" ")
        if "\n" in text:
            return None
        for form in self._by_verb.get((by, verb), ()):
            move = form.typed(rest)
            if move is not None:
                return move
        return None

    @cached_property
    def _by_verb(self) -> Mapping[tuple[str, str], Sequence[Form]]:
        """The forms by who makes the move and its verb."""
        found: dict[tuple[str, str], list[Form]] = {}
        for form in (*self.forms, *self._shared):
            found.setdefault((form.by, form.verb), []).append(form)
        return found

    def takes_any_words(self, asked: Asked, by: str, move: Move) -> bool:
        """Whether another move than `move` is asked for whose value may consist of any words."""
        wanted = (form for form in self.of(by) if form.verb in asked.verbs)
        raw = {form.verb for form in wanted if form.slot and form.slot.is_raw}
        return bool(raw) and str(move).partition(" ")[0] not in raw

    def aloud(self, text: str) -> str:
        """The move of that text form as a host would put it in a question."""
        move = self.typed(text)
        form = (*self.forms, DONE)[self.place(move)] if move is not None else None
        return form.aloud(move) if form and form.aloud else f"`{text}`"

    def place(self, move: Move) -> int:
        """The index of a move's form among the forms; `done` comes after all."""
        if isinstance(move, Done):
            return len(self.forms)
        verb = str(move).partition(" ")[0]
        return next((n for n, form in enumerate(self.forms) if form.verb == verb), 0)


def all_words(forms: Iterable[Form]) -> frozenset[str]:
    """All words that mean or may mean one of the moves."""
    return NOTHING.union(*(form.words | form.perhaps for form in forms))
