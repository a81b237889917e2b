"""Moves: frozen values without behaviour, compared by value, each with one short text form.

The host's moves that every game has (ALL-6) stand here; a game adds its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import ClassVar, Protocol, runtime_checkable

from gmtool.engine.expressions import expression
from gmtool.engine.frozen import frozen, replace
from gmtool.engine.instants import FORM, Instant, minutes_in, write_span
from gmtool.engine.names import Aliases, find
from gmtool.engine.refusals import Refusal, Refused, Unreadable
from gmtool.engine.signs import is_harmful
from gmtool.engine.wording import (
    HOST,
    casefolded,
    quote,
    read_names,
    said,
    short,
    write_name,
    write_names,
)


class Move:
    """A move. `str(move)` is its text form, which reads back to an equal move."""

    anytime: ClassVar[bool] = False
    """Whether it may be made outside every window, and so can't be late."""
    aside: ClassVar[bool] = False
    """Whether it is beside what the window is for: the player who makes it is still awaited
    there.
    """
    naming: ClassVar[tuple[str, ...]] = ()
    """The fields that hold a player's name, or a tuple of names.

    A game's reader puts there what was written. The engine replaces it by the players' current
    names (ALL-4), so that no game needs to know how players may be called.
    """

    verb: ClassVar[str] = ""
    """The words with which its text form begins, as its class is told them: `verb="fold"`."""

    def __init_subclass__(cls, *, verb: str = "") -> None:
        super().__init_subclass__()
        cls.verb = verb or cls.verb

    def __str__(self) -> str:
        """The verb and the fields in their order, unless a move writes its text form itself."""
        words = [self.verb]
        for field, value in vars(self).items():
            parts = value if isinstance(value, tuple) else (str(value),)
            words += (write_names(parts),) if field in self.naming else parts
        return " ".join(filter(None, words))

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
        """The players' names in its fields, in the order of the fields."""
        found: list[str] = []
        for field in self.naming:
            value: str | tuple[str, ...] = getattr(self, field)
            found += (value,) if isinstance(value, str) else value
        return tuple(found)


class PublicMove(Move):
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


NEVER = Instant()
"""The empty instant, a placeholder for none."""


class HostMove(PublicMove):
    """A move of the host's that every game has; all but a few, such as notes, are public."""

    anytime = True

    @property
    def new_name(self) -> str:
        """The name that the player of a seat has from now on; empty where the move gives none."""
        return ""


class UntoldMove(HostMove):
    """A host's move that isn't public by itself; an amendment is where what it changes is."""

    @property
    def public(self) -> str:
        return ""


@frozen
class Start(HostMove, verb="start"):
    """Begins the game."""


@frozen
class Close(HostMove):
    """Close the open windows whose time is up, or that of the name `window`; or let time run out
    there only for the players in `who` (ALL-2).
    """

    who: tuple[str, ...] = ()
    early: bool = False
    window: str = ""

    def is_about(self, name: str) -> bool:
        """Whether it is about an open window of that name."""
        return not self.window or casefolded(self.window) == casefolded(name)

    def __str__(self) -> str:
        names = ", ".join(quote(n) if n == "early" else _after_verb(n) for n in self.who)
        words = ("close", "early" if self.early else "", write_window(self.window), names)
        return " ".join(filter(None, words))


@frozen
class Undo(HostMove):
    number: int
    why: str = ""

    def __str__(self) -> str:
        return f"undo {self.number}{_why(self.why)}"


@frozen
class Redo(HostMove):
    number: int

    def __str__(self) -> str:
        return f"redo {self.number}"


@frozen
class Extend(HostMove):
    """Put off the deadline of every open window, or of that of the name `window`, by a number of
    `minutes`, or `until` an instant; with `who` only that player's own.
    """

    minutes: int
    why: str
    who: str = ""
    until: Instant | None = None
    window: str = ""

    def is_about(self, name: str) -> bool:
        """Whether it is about an open window of that name."""
        return not self.window or casefolded(self.window) == casefolded(name)

    def __str__(self) -> str:
        by = f"until {self.until}" if self.until else f"+{write_span(self.minutes)}"
        whose = _after_verb(self.who) if self.who else ""
        words = " ".join(filter(None, ("extend", write_window(self.window), whose, by)))
        return f"{words}{_why(self.why)}"


@frozen
class Pause(HostMove):
    why: str

    def __str__(self) -> str:
        return f"pause{_why(self.why)}"


@frozen
class Resume(HostMove, verb="resume"):
    """Goes on after a pause."""


@frozen
class Inactive(HostMove):
    who: str
    why: str

    def __str__(self) -> str:
        return f"inactive {write_name(self.who)}{_why(self.why)}"


@frozen
class Active(HostMove):
    """A player who was ruled inactive plays again (ALL-11)."""

    who: str
    why: str

    def __str__(self) -> str:
        return f"active {write_name(self.who)}{_why(self.why)}"


@frozen
class Replace(HostMove):
    """The seat of `who`, called `was` until now, goes to the player `name` (ALL-11)."""

    who: str
    was: str
    name: str
    why: str

    @property
    def new_name(self) -> str:
        return self.name

    def __str__(self) -> str:
        return f"replace {_one_word(self.was)} {_one_word(self.name)}{_why(self.why)}"


@frozen
class Absent(HostMove):
    """A player is away from `since` until `until`, as it told in advance."""

    who: str
    since: Instant
    until: Instant
    why: str

    def __str__(self) -> str:
        span = f"from {self.since} until {self.until}"
        return f"absent {write_name(self.who)} {span}{_why(self.why)}"


@frozen
class Alias(HostMove):
    """Understand another name of a player too (ALL-4)."""

    who: str
    name: str

    def __str__(self) -> str:
        return f"alias {write_name(self.who)} {_one_word(self.name)}"


@frozen
class Adjust(HostMove):
    """Change a player's amount of `what` by `amount`; with `absolute` set it to `amount`."""

    who: str
    what: str
    amount: int
    absolute: bool
    why: str

    def __str__(self) -> str:
        sign = f"={self.amount}" if self.absolute else f"{self.amount:+d}"
        return f"adjust {write_name(self.who)} {self.what} {sign}{_why(self.why)}"


@frozen
class Redeal(HostMove):
    """Have the cards dealt again."""

    why: str

    def __str__(self) -> str:
        return f"redeal{_why(self.why)}"


@frozen
class Note(UntoldMove):
    text: str

    def __str__(self) -> str:
        return f"note {quote(self.text)}"


@frozen
class Says(Move):
    """A player's message, word for word, from which no move was made; private for ever (ALL-7)."""

    text: str
    anytime = True
    aside = True

    def __str__(self) -> str:
        return f"says {quote(self.text)}"


@frozen
class Done(Move, verb="done"):
    """Nothing more comes from the player in the open window, unless it says so again (ALL-2)."""


@frozen
class Asks(UntoldMove):
    """Ask the sender what the message of that number means."""

    number: int
    text: str

    def __str__(self) -> str:
        return f"asks {self.number} {quote(self.text)}"


@frozen
class Aside(UntoldMove):
    """Set the message of that number aside: nothing from it will be recorded."""

    number: int
    why: str

    def __str__(self) -> str:
        return f"aside {self.number}{_why(self.why)}"


@frozen
class Amendment(UntoldMove):
    """A change to an entry on record, with which the journal is replayed (design §3b).

    `drop` are the numbers of later entries that become invalid by it; they are struck with it. The
    entry may be sealed, so the public learns the number and nothing else.
    """

    number: int
    why: str
    drop: tuple[int, ...] = ()

    @property
    def _end(self) -> str:
        struck = f" drop {', '.join(map(str, self.drop))}" if self.drop else ""
        return f"{struck}{_why(self.why)}"


@frozen
class Amend(Amendment):
    """Changes the entry of that number: its text becomes `to`, its speaker `by`, its arrival `at`.
    An empty field leaves that as it is.
    """

    to: str = ""
    by: str = ""
    at: Instant | None = None

    def __str__(self) -> str:
        to = f" to {quote(self.to)}" if self.to else ""
        by = f" by {_one_word(self.by)}" if self.by else ""
        at = f" at {self.at}" if self.at else ""
        return f"amend {self.number}{to}{by}{at}{self._end}"


@frozen
class Strike(Amendment):
    """Strikes the entry of that number, which doesn't count any more."""

    def __str__(self) -> str:
        return f"strike {self.number}{self._end}"


@frozen
class Insert(Amendment):
    """Adds an entry before that of the number: `who` said `text`, and it arrived `at` an
    instant.
    """

    who: str = ""
    at: Instant = NEVER
    text: str = ""

    def __str__(self) -> str:
        return (
            f"insert {self.number} {_one_word(self.who)} at {self.at} {quote(self.text)}{self._end}"
        )


@frozen
class Adopt(HostMove):
    """From here on the game goes by the rules of that version. Where that is the version by which
    it goes already, it stays so `instead` of going by a newer one.
    """

    version: int
    why: str
    instead: int = 0

    def __str__(self) -> str:
        instead = f" instead of {self.instead}" if self.instead else ""
        return f"adopt {self.version}{instead}{_why(self.why)}"


@frozen
class AdoptThroughout(Amendment):
    """The game goes by the rules of that version from its beginning. It amends no entry, so that
    its `number` is 0.
    """

    version: int = 0

    @property
    def public(self) -> str:
        return str(replace(self, drop=()))

    def __str__(self) -> str:
        return f"adopt {self.version} throughout{self._end}"


@frozen
class Words(HostMove):
    """Players' words, which are mixed into chance before the first draw."""

    text: str

    def __str__(self) -> str:
        return f"words {quote(self.text)}"


@frozen
class End(HostMove):
    """Call the game off."""

    why: str

    def __str__(self) -> str:
        return f"end{_why(self.why)}"


@frozen
class Set(HostMove):
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


GAME_KEYS = (
    *("channel", "dialect", "ends_at", "grace", "host", "longest_absence", "pm_limit"),
    *("post_limit", "posts", "receipts", "record", "skip", "spoiler", "suits", "texts", "thread"),
    *("verify_page", "words_until", "your_turn", "zone"),
)
PLAYER_KEYS = ("channel", "mention", "name", "thread", "zone")
_OWN_KEYS = ("channel", "thread", "zone")


def _one_word(name: str) -> str:
    return quote(name) if re.search(r"\s", name) else write_name(name)


def _bare(value: str) -> str:
    return value if re.fullmatch(r'[^\s"]*', value) and not is_harmful(value) else quote(value)


def _why(why: str) -> str:
    return f" why {quote(why)}" if why else ""


WINDOW = "window"
"""The word that stands before a window's name."""
_STRING = r'"(?:[^"\\]|\\.)*"'
_BARE_WINDOW = r"(?!until\b)[^\W\d][\w-]*"
_OF_A_WINDOW = expression(
    rf"{WINDOW}\s+(?P<name>{_STRING}|{_BARE_WINDOW})(?:\s+(?P<rest>\S.*))?", re.DOTALL
)


def write_window(name: str) -> str:
    """The window of that name as a text form has it; empty where there is no name."""
    is_bare = re.fullmatch(_BARE_WINDOW, name) and not is_harmful(name)
    return f"{WINDOW} {name if is_bare else quote(name)}" if name else ""


def _after_verb(name: str) -> str:
    """A player's name where a window's may stand too."""
    return quote(name) if name.partition(" ")[0] == WINDOW else write_name(name)


Find = Callable[[str], str]
Reader = Callable[[str, Find], Move]
_WHY = expression(r"^(?P<rest>.*?)\bwhy\s+(?P<why>\S.*)$", re.DOTALL)
_EXTENDED = expression(
    rf"(?:(?P<who>\S|\S.*?\S)\s+)?(?:until\s+(?P<until>{FORM.pattern})|(?P<span>\+?\d[\dhmd +]*))"
)
_ABSENT = expression(
    rf"(?P<who>\S|\S.*?\S)\s+from\s+(?P<since>{FORM.pattern})\s+until\s+(?P<until>{FORM.pattern})"
)
_REPLACED = expression(
    r'(?P<was>"(?:[^"\\]|\\.)*"|[^\s"]\S*)\s+(?P<name>"(?:[^"\\]|\\.)*"|[^\s"]\S*)'
)
_ALIAS = expression(r'(?P<who>\S|\S.*?\S)\s+(?P<name>"(?:[^"\\]|\\.)*"|\S+)')
_ADJUST = expression(r"(?P<who>.*\S)\s+(?P<what>\w+)\s+(?P<sign>[+=-])(?P<amount>\d{1,12})")
_SET = expression(r"(?:(?P<who>[^=]*\S)\s+)?(?P<key>\w+)\s*=\s*(?P<value>.*)", re.DOTALL)
LONGEST_EXTENSION = timedelta(days=366)


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


def read_says(text: str) -> Says | None:
    """The message in a text form `says "…"`; None for any other text."""
    verb, _, rest = text.partition(" ")
    if verb != "says" or not rest.startswith('"'):
        return None
    # Only the canonical spelling is a text form.
    says = Says(said(rest))
    return says if str(says) == text else None


def _host_move(text: str, find_name: Find) -> Move | None:
    verb, _, rest = text.strip().partition(" ")
    reader = _READERS.get(verb.casefold())
    return None if reader is None else reader(rest.strip(), find_name)


def _split_why(verb: str, rest: str) -> tuple[str, str]:
    found = _WHY.match(rest)
    if found is None or said(found["why"]).strip() in _NO_REASON:
        raise Refused(
            "ALL-6",
            "“{verb}” needs a reason, which goes on record: {option}.",
            quoted=f"{verb} {rest}".strip(),
            verb=verb,
            option=("--why", '"…"'),
        )
    return found["rest"].strip(), said(found["why"])


_NO_REASON = frozenset({"", "…", "..."})
"""What counts as no reason: hints show these dots where the host puts one."""


def _nothing(verb: str, rest: str) -> None:
    if rest:
        raise _misread(f"{verb} {rest}", f"“{verb}” stands alone")


def _misread(text: str, right: str) -> Unreadable:
    return Unreadable(
        "ALL-6", "“{text}” can't be read; {right}.", quoted=text, text=short(text), right=right
    )


def _number(verb: str, text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,8}", text):
        raise _misread(
            f"{verb} {text}".strip(), f"“{verb}” takes the number of an entry, as in `{verb} 14`"
        )
    return int(text)


def _alone(verb: str, kind: Callable[[], Move]) -> Reader:
    """What reads a move that stands alone."""

    def read(rest: str, _find: Find) -> Move:
        _nothing(verb, rest)
        return kind()

    return read


def _with_reason(verb: str, kind: Callable[[str], Move]) -> Reader:
    """What reads a move that has a reason, and nothing else."""

    def read(rest: str, _find: Find) -> Move:
        nothing, why = _split_why(verb, rest)
        _nothing(verb, nothing)
        return kind(why)

    return read


def _about_one(verb: str, kind: Callable[[str, str], Move]) -> Reader:
    """What reads a move about a player, with a reason."""

    def read(rest: str, find_name: Find) -> Move:
        name, why = _split_why(verb, rest)
        return kind(find_name(name), why)

    return read


def _read_close(rest: str, find_name: Find) -> Move:
    early, _, after = rest.partition(" ")
    is_early = early == "early"
    names = (after if is_early else rest).strip()
    window, names = _split_window(names)
    try:
        who = tuple(map(find_name, read_names(names))) if names else ()
    except ValueError as error:
        raise _misread(f"close {rest}", str(error)) from error
    return Close(who, is_early, window)


def _split_window(rest: str) -> tuple[str, str]:
    """The name of the window with which the rest of a `close` or `extend` begins, empty where it
    begins with none, and what follows.
    """
    found = _OF_A_WINDOW.fullmatch(rest)
    return (said(found["name"]), found["rest"] or "") if found else ("", rest)


def _read_undo(rest: str, _find: Find) -> Move:
    number, _, why = rest.partition(" ")
    return Undo(_number("undo", number), _split_why("undo", why)[1] if why.strip() else "")


def _read_redo(rest: str, _find: Find) -> Move:
    return Redo(_number("redo", rest))


def _read_extend(rest: str, find_name: Find) -> Move:
    span, why = _split_why("extend", rest)
    right = "say how much later, as in +12h, +2d 3h or +90m, of one player as in Bob +12h"
    window, span = _split_window(span)
    minutes, who = minutes_in(span), ""
    if minutes is None:
        found = _EXTENDED.fullmatch(span)
        if found is None:
            raise _misread(f"extend {span}", right)
        who = find_name(found["who"]) if found["who"] else ""
        if found["until"]:
            return Extend(0, why, who, _instant(found["until"]), window)
        minutes = minutes_in(found["span"])
    if minutes is None:
        raise _misread(f"extend {span}", right)
    if not minutes:
        raise _misread(f"extend {span}", "that is no time at all; say at least +1m")
    if minutes > LONGEST_EXTENSION / timedelta(minutes=1):
        raise _misread(f"extend {span}", f"the most is {LONGEST_EXTENSION.days} days")
    return Extend(minutes, why, who, window=window)


def _read_replace(rest: str, find_name: Find) -> Move:
    names, why = _split_why("replace", rest)
    found = _REPLACED.fullmatch(names)
    if found is None:
        raise _misread(f"replace {names}".strip(), "it reads `replace Bob Robin`")
    was = said(found["was"])
    return Replace(find_name(was), was, said(found["name"]), why)


def _read_absent(rest: str, find_name: Find) -> Move:
    span, why = _split_why("absent", rest)
    found = _ABSENT.fullmatch(span)
    if found is None:
        form = "absent Bob from 2026-11-20T18:00:00Z until 2026-11-23T09:00:00Z"
        raise _misread(f"absent {span}", f"it reads `{form}`")
    since, until = _instant(found["since"]), _instant(found["until"])
    if until <= since:
        raise _misread(f"absent {span}", "it ends before it begins")
    return Absent(find_name(found["who"]), since, until, why)


def _read_alias(rest: str, find_name: Find) -> Move:
    found = _ALIAS.fullmatch(rest)
    if found is None:
        raise _misread(f"alias {rest}".strip(), "it reads `alias Bob Robby`")
    return Alias(find_name(found["who"]), said(found["name"]))


def _read_adjust(rest: str, find_name: Find) -> Move:
    change, why = _split_why("adjust", rest)
    found = _ADJUST.fullmatch(change)
    if found is None:
        raise _misread(f"adjust {change}", "it reads `adjust Ann coins +20`, `-20` or `=250`")
    amount = int(found["amount"])
    return Adjust(
        find_name(found["who"]),
        found["what"].casefold(),
        -amount if found["sign"] == "-" else amount,
        found["sign"] == "=",
        why,
    )


def _read_asks(rest: str, _find: Find) -> Move:
    number, _, text = rest.partition(" ")
    return Asks(_number("asks", number), _text(f"asks {number}", text))


def _read_aside(rest: str, _find: Find) -> Move:
    number, _, why = rest.partition(" ")
    return Aside(_number("aside", number), _split_why("aside", why)[1])


_NAME = rf"{_STRING}|[^\s\"]\S*"
_END = r"(?: drop (?P<drop>\d{1,9}(?:, ?\d{1,9})*))? why (?P<why>\S.*)"
_AMENDED = expression(
    rf"(?P<number>\d+)(?: to (?P<to>{_STRING}))?(?: by (?P<by>{_NAME}))?"
    rf"(?: at (?P<at>{FORM.pattern}))?{_END}",
    re.DOTALL,
)
_STRUCK = expression(rf"(?P<number>\d+){_END}", re.DOTALL)
_INSERTED = expression(
    rf"(?P<number>\d+) (?P<who>{_NAME}) at (?P<at>{FORM.pattern}) (?P<text>{_STRING}){_END}",
    re.DOTALL,
)

_ADOPTED = expression(
    r"(?P<version>[1-9]\d{0,3})(?: instead of (?P<instead>[1-9]\d{0,3})"
    r"|(?P<throughout> throughout)(?: drop (?P<drop>\d{1,9}(?:, ?\d{1,9})*))?)?"
    r" why (?P<why>\S.*)",
    re.DOTALL,
)


def _read_amend(rest: str, find_name: Find) -> Move:
    forms = '`amend 14 to "…"`, `amend 14 by Ann` or `amend 14 at 2026-11-20T20:10:00Z`'
    found, about = _amendment("amend", rest, _AMENDED, forms)
    to, by, at = said(found["to"] or ""), found["by"], found["at"]
    if not (to or by or at):
        raise _misread(f"amend {rest}", f"it reads {forms}")
    return Amend(*about, to, find_name(by) if by else "", _instant(at) if at else None)


def _read_strike(rest: str, _find: Find) -> Move:
    _, about = _amendment("strike", rest, _STRUCK, "`strike 14`")
    return Strike(*about)


def _read_insert(rest: str, find_name: Find) -> Move:
    form = '`insert 14 Ann at 2026-11-20T20:10:00Z "…"`, before entry 14'
    found, about = _amendment("insert", rest, _INSERTED, form)
    who = HOST if found["who"] == HOST else find_name(found["who"])
    return Insert(*about, who, _instant(found["at"]), said(found["text"]))


def _read_adopt(rest: str, _find: Find) -> Move:
    form = "`adopt 2`, `adopt 2 throughout` or `adopt 1 instead of 2`"
    found = _ADOPTED.fullmatch(rest)
    if found is None or _goes_on(found["why"]):
        _split_why("adopt", rest)
        raise _misread(f"adopt {rest}", f'it reads {form}, and then why "…"')
    version, why = int(found["version"]), _split_why("adopt", f"why {found['why']}")[1]
    if found["throughout"]:
        return AdoptThroughout(0, why, _dropped(found["drop"]), version)
    return Adopt(version, why, int(found["instead"] or 0))


def _dropped(numbers: str | None) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", numbers or ""))


def _amendment(
    verb: str, rest: str, form: re.Pattern[str], right: str
) -> tuple[re.Match[str], tuple[int, str, tuple[int, ...]]]:
    """The match of `form`, and the fields that all amendments have: number, reason and entries
    dropped.

    Raises Refused where the reason is missing, Unreadable where the rest is wrong.
    """
    found = form.fullmatch(rest)
    if found is None or _goes_on(found["why"]):
        _split_why(verb, rest)
        raise _misread(f"{verb} {rest}", f'it reads {right}, and then why "…"')
    why = _split_why(verb, f"why {found['why']}")[1]
    return found, (_number(verb, found["number"]), why, _dropped(found["drop"]))


def _goes_on(why: str) -> bool:
    """Whether something follows a reason in quotation marks."""
    return re.fullmatch(rf"{_STRING}\s+\S.*", why, re.DOTALL) is not None


def _instant(text: str) -> Instant:
    try:
        return Instant.read(text)
    except ValueError as error:
        raise _misread(text, str(error)) from error


def _text(verb: str, rest: str) -> str:
    text = said(rest)
    if not text.strip():
        raise _misread(verb, f'say what, as in {verb} "…"')
    return text


def _read_set(rest: str, find_name: Find) -> Move:
    found = _SET.fullmatch(rest)
    if found is None:
        raise _misread(f"set {rest}".strip(), "it reads `set dialect=phpbb` or `set Ann zone=UTC`")
    who = find_name(found["who"]) if found["who"] else ""
    key, keys = found["key"].casefold(), PLAYER_KEYS if who else GAME_KEYS
    if key not in keys:
        whose = "of a player" if who else "of a game"
        raise _misread(f"set {rest}", f"what can be set {whose} is {', '.join(keys)}")
    if re.match(r'[^"]*\s\w+=', found["value"]):
        raise _misread(f"set {rest}", "each setting has a line of its own, or stands in quotes")
    return Set(who, key, said(found["value"]))


_READERS: dict[str, Reader] = {
    "start": _alone("start", Start),
    "close": _read_close,
    "undo": _read_undo,
    "redo": _read_redo,
    "extend": _read_extend,
    "pause": _with_reason("pause", Pause),
    "resume": _alone("resume", Resume),
    "inactive": _about_one("inactive", Inactive),
    "active": _about_one("active", Active),
    "replace": _read_replace,
    "absent": _read_absent,
    "alias": _read_alias,
    "adjust": _read_adjust,
    "redeal": _with_reason("redeal", Redeal),
    "note": lambda rest, _find: Note(_text("note", rest)),
    "asks": _read_asks,
    "aside": _read_aside,
    "words": lambda rest, _find: Words(_text("words", rest)),
    "amend": _read_amend,
    "strike": _read_strike,
    "insert": _read_insert,
    "adopt": _read_adopt,
    "end": _with_reason("end", End),
    "set": _read_set,
}
