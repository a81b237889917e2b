"""The host's moves that every game has (ALL-6): those about the game and its players, messages and
settings stand here, and all are read here.
"""

from __future__ import annotations

import re
from functools import partial

from msgspec import structs

from gmtool.engine.amendments import (
    Adopt,
    AdoptThroughout,
    Amend,
    Amendment,
    Insert,
    Redo,
    Strike,
    Undo,
)
from gmtool.engine.forms import take_apart
from gmtool.engine.host_texts import (
    Find,
    MoveReader,
    read_host_form,
    split_why,
    takes_number,
    unreadable,
    write_why,
)
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import HostMove, Move, UntoldMove
from gmtool.engine.names import Aliases, find
from gmtool.engine.refusals import Refusal
from gmtool.engine.text import quote, said, write_name
from gmtool.engine.unicode_hygiene import is_harmful
from gmtool.engine.window_moves import Absent, Pause, Resume, read_close, read_extend


class Start(HostMove, frozen=True):
    """Begins the game."""

    form = "start"


class End(HostMove, frozen=True):
    """Call the game off."""

    form = "end why {why:reason}"

    why: str


class Inactive(HostMove, frozen=True):
    form = "inactive {who:seat} why {why:reason}"
    right = "it reads `inactive Bob`"

    who: str
    why: str


class Active(HostMove, frozen=True):
    """A player who was ruled inactive plays again (ALL-11)."""

    form = "active {who:seat} why {why:reason}"
    right = "it reads `active Bob`"

    who: str
    why: str


class Replace(HostMove, frozen=True):
    """The seat of `who`, called `was` until now, goes to the player `name` (ALL-11)."""

    form = "replace {was:name} {name:name} why {why:reason}"
    right = "it reads `replace Bob Robin`"

    who: str
    was: str
    name: str
    why: str

    @property
    def new_name(self) -> str:
        return self.name


def _read_replace(rest: str, find_name: Find) -> Move:
    move = read_host_form(Replace, rest, find_name, who="")
    return structs.replace(move, who=find_name(quote(move.was)))


class Alias(HostMove, frozen=True):
    """Understand another name of a player too (ALL-4)."""

    form = "alias {who:seat} {name:name}"
    right = "it reads `alias Bob Robby`"

    who: str
    name: str


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

    form = "redeal why {why:reason}"

    why: str


class Words(HostMove, frozen=True):
    """Players' words, which are mixed into chance before the first draw."""

    form = "words {text:text}"

    text: str


class Note(UntoldMove, frozen=True):
    form = "note {text:text}"

    text: str


class Clarify(UntoldMove, frozen=True):
    """Ask the sender what the message of that number means."""

    form = "asks {number:entry} {text:text}"
    right = takes_number("asks")

    number: int
    text: str


class Dismiss(UntoldMove, frozen=True):
    """Set the message of that number aside: nothing from it will be recorded."""

    form = "aside {number:entry} why {why:reason}"
    right = takes_number("aside")

    number: int
    why: str


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


def _read_adopt(rest: str, find_name: Find) -> Move:
    if rest.partition(" why ")[0].partition(" ")[2].startswith("throughout"):
        return read_host_form(AdoptThroughout, rest, find_name, number=0)
    return read_host_form(Adopt, rest, find_name)


_OF_A_FORM: tuple[type[HostMove], ...] = (
    *(Start, End, Inactive, Active, Alias, Redeal, Words, Note, Clarify, Dismiss),
    *(Pause, Resume, Absent, Undo, Redo, Amend, Strike, Insert),
)
_READERS: dict[str, MoveReader] = {
    **{take_apart(kind.form).verb: partial(read_host_form, kind) for kind in _OF_A_FORM},
    "replace": _read_replace,
    "adjust": _read_adjust,
    "set": _read_set,
    "close": read_close,
    "extend": read_extend,
    "adopt": _read_adopt,
}
"""What reads each of the host's moves, by its verb."""


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
