"""The host's moves that every game has (ALL-6): those about the game and its players, messages and
settings stand here, and all are read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gmtool.engine import amendments, window_moves
from gmtool.engine.amendments import Amendment
from gmtool.engine.host_texts import (
    Find,
    MoveReader,
    read_number,
    read_text,
    reader_alone,
    reader_with_reason,
    split_why,
    unreadable,
    write_one_word,
    write_why,
)
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import HostMove, Move, UntoldMove
from gmtool.engine.names import Aliases, find
from gmtool.engine.refusals import Refusal
from gmtool.engine.text import quote, said, write_name
from gmtool.engine.unicode_hygiene import is_harmful


class Start(HostMove, frozen=True):
    """Begins the game."""

    form = "start"


class End(HostMove, frozen=True):
    """Call the game off."""

    why: str

    def __str__(self) -> str:
        return f"end{write_why(self.why)}"


class Inactive(HostMove, frozen=True):
    who: str
    why: str

    def __str__(self) -> str:
        return f"inactive {write_name(self.who)}{write_why(self.why)}"


class Active(HostMove, frozen=True):
    """A player who was ruled inactive plays again (ALL-11)."""

    who: str
    why: str

    def __str__(self) -> str:
        return f"active {write_name(self.who)}{write_why(self.why)}"


def _reader_about_one(verb: str, kind: Callable[[str, str], Move]) -> MoveReader:
    """What reads a move about a player, with a reason."""

    def read(rest: str, find_name: Find) -> Move:
        name, why = split_why(verb, rest)
        return kind(find_name(name), why)

    return read


class Replace(HostMove, frozen=True):
    """The seat of `who`, called `was` until now, goes to the player `name` (ALL-11)."""

    who: str
    was: str
    name: str
    why: str

    @property
    def new_name(self) -> str:
        return self.name

    def __str__(self) -> str:
        return (
            f"replace {write_one_word(self.was)} {write_one_word(self.name)}{write_why(self.why)}"
        )


_REPLACED = lazy_regex(
    r'(?P<was>"(?:[^"\\]|\\.)*"|[^\s"]\S*)\s+(?P<name>"(?:[^"\\]|\\.)*"|[^\s"]\S*)'
)


def _read_replace(rest: str, find_name: Find) -> Move:
    names, why = split_why("replace", rest)
    found = _REPLACED.fullmatch(names)
    if found is None:
        raise unreadable(f"replace {names}".strip(), "it reads `replace Bob Robin`")
    was = said(found["was"])
    return Replace(find_name(was), was, said(found["name"]), why)


class Alias(HostMove, frozen=True):
    """Understand another name of a player too (ALL-4)."""

    who: str
    name: str

    def __str__(self) -> str:
        return f"alias {write_name(self.who)} {write_one_word(self.name)}"


_ALIAS = lazy_regex(r'(?P<who>\S|\S.*?\S)\s+(?P<name>"(?:[^"\\]|\\.)*"|\S+)')


def _read_alias(rest: str, find_name: Find) -> Move:
    found = _ALIAS.fullmatch(rest)
    if found is None:
        raise unreadable(f"alias {rest}".strip(), "it reads `alias Bob Robby`")
    return Alias(find_name(found["who"]), said(found["name"]))


class Adjust(HostMove, frozen=True):
    """Change a player's amount of `what` by `amount`; with `absolute` set it to `amount`."""

    who: str
    what: str
    amount: int
    absolute: bool
    why: str

    def __str__(self) -> str:
        sign = f"={self.amount}" if self.absolute else f"{self.amount:+d}"
        return f"adjust {write_name(self.who)} {self.what} {sign}{write_why(self.why)}"


_ADJUST = lazy_regex(r"(?P<who>.*\S)\s+(?P<what>\w+)\s+(?P<sign>[+=-])(?P<amount>\d{1,12})")


def _read_adjust(rest: str, find_name: Find) -> Move:
    change, why = split_why("adjust", rest)
    found = _ADJUST.fullmatch(change)
    if found is None:
        raise unreadable(f"adjust {change}", "it reads `adjust Ann coins +20`, `-20` or `=250`")
    amount = int(found["amount"])
    return Adjust(
        find_name(found["who"]),
        found["what"].casefold(),
        -amount if found["sign"] == "-" else amount,
        found["sign"] == "=",
        why,
    )


class Redeal(HostMove, frozen=True):
    """Have the cards dealt again."""

    why: str

    def __str__(self) -> str:
        return f"redeal{write_why(self.why)}"


class Words(HostMove, frozen=True):
    """Players' words, which are mixed into chance before the first draw."""

    text: str

    def __str__(self) -> str:
        return f"words {quote(self.text)}"


class Note(UntoldMove, frozen=True):
    text: str

    def __str__(self) -> str:
        return f"note {quote(self.text)}"


class Clarify(UntoldMove, frozen=True):
    """Ask the sender what the message of that number means."""

    number: int
    text: str

    def __str__(self) -> str:
        return f"asks {self.number} {quote(self.text)}"


def _read_asks(rest: str, _find: Find) -> Move:
    number, _, text = rest.partition(" ")
    return Clarify(read_number("asks", number), read_text(f"asks {number}", text))


class Dismiss(UntoldMove, frozen=True):
    """Set the message of that number aside: nothing from it will be recorded."""

    number: int
    why: str

    def __str__(self) -> str:
        return f"aside {self.number}{write_why(self.why)}"


def _read_aside(rest: str, _find: Find) -> Move:
    number, _, why = rest.partition(" ")
    return Dismiss(read_number("aside", number), split_why("aside", why)[1])


GAME_KEYS = (
    *("channel", "dialect", "ends_at", "grace", "host", "longest_absence", "pm_limit"),
    *("post_limit", "posts", "receipts", "record", "skip", "spoiler", "suits", "texts", "thread"),
    *("verify_page", "words_until", "your_turn", "zone"),
)
PLAYER_KEYS = ("channel", "mention", "name", "thread", "zone")
_OWN_KEYS = ("channel", "thread", "zone")


class Set(HostMove, frozen=True):
    """Set `key` of the game, or of the player `who`, to `value`; an empty value restores
    the one at the start.
    """

    who: str
    key: str
    value: str

    @property
    def public(self) -> str:
        """Empty for a player's zone and the way to write to it, which are that player's own
        affair.
        """
        return "" if self.who and self.key in _OWN_KEYS else str(self)

    @property
    def new_name(self) -> str:
        return self.value if self.key == "name" else ""

    def __str__(self) -> str:
        whose = f"{write_name(self.who)} " if self.who else ""
        return f"set {whose}{self.key}={_bare(self.value)}"


def _bare(value: str) -> str:
    return value if re.fullmatch(r'[^\s"]*', value) and not is_harmful(value) else quote(value)


_SET = lazy_regex(r"(?:(?P<who>[^=]*\S)\s+)?(?P<key>\w+)\s*=\s*(?P<value>.*)", re.DOTALL)


def _read_set(rest: str, find_name: Find) -> Move:
    found = _SET.fullmatch(rest)
    if found is None:
        raise unreadable(
            f"set {rest}".strip(), "it reads `set dialect=phpbb` or `set Ann zone=UTC`"
        )
    who = find_name(found["who"]) if found["who"] else ""
    key, keys = found["key"].casefold(), PLAYER_KEYS if who else GAME_KEYS
    if key not in keys:
        whose = "of a player" if who else "of a game"
        raise unreadable(f"set {rest}", f"what can be set {whose} is {', '.join(keys)}")
    if re.match(r'[^"]*\s\w+=', found["value"]):
        raise unreadable(f"set {rest}", "each setting has a line of its own, or stands in quotes")
    return Set(who, key, said(found["value"]))


_READERS: dict[str, MoveReader] = {
    **amendments.READERS,
    **window_moves.READERS,
    "start": reader_alone("start", Start),
    "inactive": _reader_about_one("inactive", Inactive),
    "active": _reader_about_one("active", Active),
    "replace": _read_replace,
    "alias": _read_alias,
    "adjust": _read_adjust,
    "redeal": reader_with_reason("redeal", Redeal),
    "note": lambda rest, _find: Note(read_text("note", rest)),
    "asks": _read_asks,
    "aside": _read_aside,
    "words": lambda rest, _find: Words(read_text("words", rest)),
    "end": reader_with_reason("end", End),
    "set": _read_set,
}


def read_host_move(text: str, names: tuple[str, ...], aliases: Aliases) -> Move | None:
    """The host's move that `text` holds (ALL-6); None where its first word is no such move.

    Raises a Refusal, which says what would be right, where the first word is a move
    and the rest isn't.
    """
    return _host_move(text, lambda name: find(said(name), names, aliases))


def host_form(text: str) -> str:
    """The text form of the host's move in `text`, with names as they are written;
    empty where it is none.
    """
    try:
        return str(_host_move(text, said) or "")
    except Refusal:
        return ""


def read_amendment(text: str) -> Amendment | None:
    """The amendment of which `text` is the text form, with names as they are written; None
    for any other text.
    """
    try:
        move = _host_move(text, said)
    except Refusal:
        return None
    return move if isinstance(move, Amendment) else None


def _host_move(text: str, find_name: Find) -> Move | None:
    verb, _, rest = text.strip().partition(" ")
    reader = _READERS.get(verb.casefold())
    return None if reader is None else reader(rest.strip(), find_name)
