"""Text forms: the one line from which a move is written and read.

A form holds the move's verb, its fields in braces and the words between them: `absent {who:player}
from {since:instant}`. Behind the colon is the kind of the field, a word where there is none. What
stands in brackets may be missing, and is written where its fields have a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from gmtool.engine.cards import read_card
from gmtool.engine.instants import FORM, Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.text import quote, read_names, said, unquote, write_name, write_names

STRING = r'"(?:[^"\\]|\\.)*"'
"""What matches a text in quotation marks."""
REASON = "reason"
"""The kind of the reason with which a ruling ends."""


class Kind(NamedTuple):
    """A kind of field: what matches it in a form, how it is read and how it is written. `read`
    returns None or raises ValueError where the words are no such value. `sign` stands for it in a
    hint, or the field's name where it has none; of one that holds `several` dots follow.
    """

    pattern: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str
    sign: str = ""
    several: bool = False


_AMOUNT = lazy_regex(r"[-−–+$£€.]?[^\W_]+(?:[.,/'-][^\W_]+)*[%½]?")


def read_amount(word: str) -> str | None:
    """A number as it is written; None for a word that holds none.

    Wrong numbers are returned too, for the rules to refuse and quote. Only plain digits
    lose leading zeros.
    """
    if word.isdigit() and word.isascii():
        return word.lstrip("0") or "0"
    if not _AMOUNT.fullmatch(word) or not any(map(str.isnumeric, word)) or read_card(word):
        return None
    return word


def read_cards(text: str) -> tuple[str, ...] | None:
    """Cards in canonical form, separated by blanks; None for any other text."""
    named = tuple(text.split(" "))
    return named if all(read_card(word) == word for word in named) else None


def read_player(text: str) -> str | None:
    """A name in text form: bare, or in quotation marks."""
    return said(text) or None


def read_string(text: str) -> str | None:
    """Free words in text form, which is a JSON string."""
    try:
        words, left = unquote(text)
    except ValueError:
        return None
    return words if words.strip() and not left else None


def write_one_word(name: str) -> str:
    """A name that ends where the word ends, quoted where it has several."""
    return quote(name) if re.search(r"\s", name) else write_name(name)


def _read_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))


_WORDS = r"\S+(?: \S+)*?"
_NAME = r"\S|\S.*?\S"
_ONE_WORD = rf'{STRING}|[^\s"]\S*'
PLAYER, PLAYERS = "player", "players"
"""The kinds of the fields whose names the engine replaces by the players' own (ALL-4)."""
KINDS = {
    "word": Kind(r"\S+"),
    "words": Kind(_WORDS, lambda text: tuple(text.split(" ")), " ".join, several=True),
    "amount": Kind(r"\S+", read_amount),
    "card": Kind(r"\S+", lambda text: text if read_card(text) == text else None, sign="CARD"),
    "cards": Kind(_WORDS, read_cards, " ".join, "CARD", several=True),
    "string": Kind(STRING, read_string, quote),
    PLAYER: Kind(_NAME, read_player, write_name, "NAME"),
    PLAYERS: Kind(r".+?", read_names, write_names, "NAME", several=True),
    # of the host's moves
    "seat": Kind(_NAME, said, write_name),
    "one": Kind(_ONE_WORD, said, write_one_word),
    "speaker": Kind(_ONE_WORD, said, write_one_word),
    "name": Kind(_ONE_WORD, said, write_one_word),
    "quoted": Kind(STRING, said, quote),
    "text": Kind(r".*", said, quote),
    "entry": Kind(r"\S+", int),
    "number": Kind(r"\d+", int),
    "version": Kind(r"[1-9]\d{0,3}", int),
    "entries": Kind(
        r"\d{1,9}(?:, ?\d{1,9})*", _read_numbers, lambda them: ", ".join(map(str, them))
    ),
    "instant": Kind(FORM.pattern, Instant.read),
    REASON: Kind(r"\S.*", said, quote),
}
"""The kinds of fields. A `seat` is found by any name as soon as it is read; `one` is a seat, and a
`speaker` a seat or the host, in one word.
"""


class Field(NamedTuple):
    """A field of a form: its name and its kind."""

    name: str
    kind: str


Piece = str | Field
"""Words of a form, or a field."""


class TextForm(NamedTuple):
    """A form, taken apart: its verb, and behind it stretches of pieces, each of which may be
    missing or not.
    """

    verb: str
    stretches: tuple[tuple[bool, tuple[Piece, ...]], ...]

    @property
    def fields(self) -> Iterator[Field]:
        """Its fields, in order."""
        for _, pieces in self.stretches:
            yield from (piece for piece in pieces if isinstance(piece, Field))

    @property
    def may_have_reason(self) -> bool:
        """Whether it ends with a reason, needed or not."""
        return any(field.kind == REASON for field in self.fields)

    @property
    def needs_reason(self) -> bool:
        """Whether it can't be without a reason."""
        return self.may_have_reason and not self.stretches[-1][0]


_STRETCH = lazy_regex(r"\[(?P<may_lack>[^]]*)\]|(?P<must>[^[]+)")
_PIECE = lazy_regex(r"\{(\w+)(?::(\w+))?\}|([^{]+)")


@cache
def take_apart(form: str) -> TextForm:
    """A form as its class states it, taken apart. Raises ValueError for one that is none, as where
    a bracket isn't closed, or a field is of no kind that there is.
    """
    verb = re.split(r"[ [{]", form, maxsplit=1)[0]
    stretches = [
        (
            found["must"] is None,
            tuple(
                words or Field(name, kind or "word")
                for name, kind, words in _PIECE.findall(found["must"] or found["may_lack"])
            ),
        )
        for found in _STRETCH.finditer(form[len(verb) :])
    ]
    found = TextForm(verb, tuple(stretches))
    fields, lacking = [*found.fields], [pieces for may_lack, pieces in stretches if may_lack]
    if [*map(form.count, "{}[]")] != [len(fields)] * 2 + [len(lacking)] * 2:
        raise ValueError(f"in the form “{form}” a bracket isn't closed, or wasn't opened")
    for name, kind in fields:
        if kind not in KINDS:
            kinds = ", ".join(KINDS)
            raise ValueError(
                f"in the form “{form}” {name} is of the kind “{kind}”; there are {kinds}"
            )
    return found


def names_in(form: str) -> tuple[str, ...]:
    """The fields of a form that hold a player's name, or several."""
    # Most forms hold none, and every command makes all moves of its kind of game.
    if f":{PLAYER}" not in form:
        return ()
    return tuple(name for name, kind in take_apart(form).fields if kind in {PLAYER, PLAYERS})


def write_form(form: str, move: object) -> str:
    """The text form of a move."""
    taken = take_apart(form)
    text = taken.verb
    for may_lack, pieces in taken.stretches:
        if may_lack and not any(getattr(move, one.name) for one in pieces if type(one) is Field):
            continue
        for one in pieces:
            text += one if type(one) is str else KINDS[one[1]].write(getattr(move, one[0]))
    return text


@cache
def show_form(form: str) -> str:
    """A form as a hint shows it, with placeholders for what can't be missing: `discard CARD`."""
    taken = take_apart(form)
    text = taken.verb
    for may_lack, pieces in taken.stretches:
        for piece in () if may_lack else pieces:
            text += piece if isinstance(piece, str) else _placeholder(*piece)
    return text


def _placeholder(name: str, kind: str) -> str:
    sign = KINDS[kind].sign or name.upper()
    return f"{sign.removesuffix('S')} …" if KINDS[kind].several else sign


@cache
def pattern_of(form: str, *, loosely: bool = False) -> re.Pattern[str]:
    """What matches all behind the verb of a form, the blank first, with its fields as named
    groups. `Loosely` there may be any blanks between words, and the reason is left out.
    """
    blank = r"\s+" if loosely else " "
    pattern = ""
    for may_lack, pieces in take_apart(form).stretches:
        if loosely and any(isinstance(one, Field) and one.kind == REASON for one in pieces):
            pieces = pieces[:-2]  # noqa: PLW2901 - the word “why” and the reason
        own = "".join(
            blank.join(map(re.escape, one.split(" ")))
            if isinstance(one, str)
            else f"(?P<{one.name}>{KINDS[one.kind].pattern})"
            for one in pieces
        )
        pattern += f"(?:{own})?" if may_lack else own
    return re.compile(rf"{pattern}\s*" if loosely else pattern, re.DOTALL)


def read_form(form: str, rest: str) -> dict[str, Any] | None:
    """The values of the fields of a form whose verb is followed by `rest`; None where that is no
    text of this form.
    """
    found = pattern_of(form).fullmatch(f" {rest}" if rest else "")
    if found is None:
        return None
    values = {}
    for name, kind in take_apart(form).fields:
        if found[name] is not None:
            try:
                values[name] = KINDS[kind].read(found[name])
            except ValueError:
                return None
            if values[name] is None:
                return None
    return values
