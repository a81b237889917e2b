"""The phrases of a file: each reads one value, as TOML has it, into what it says."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection
from typing import TypeVar

from msgspec import Struct

from gmtool.api import Misset, canonical
from gmtool.games.free import terms as t
from gmtool.games.free.terms import Amount, Asks, Hit, Silent

T = TypeVar("T")
LONGEST_TITLE, LONGEST_WORDS = 60, 4_000
"""The most characters of a title, and of any other words of the host."""
LONGEST_THING, MOST_THINGS = 60, 50
"""The most characters of a choice, and the most choices, lines, players or roles."""
LARGEST = 1_000_000
"""The largest amount."""
_NAME = "[a-z][a-z0-9-]*"
_THING = re.compile(r"\w[\w '’./&+!?-]*")
_ASKS = {
    t.TEXT: "text",
    t.LINES: "lines (?P<many>[0-9]+)",
    t.CHOICE: "choice (?P<things>.+)",
    t.NUMBER: rf"number (?P<low>[0-9]+) ?- ?(?:(?P<high>[0-9]+)|(?P<unit>{_NAME}))",
    t.PLAYER: "player(?P<nobody> or nobody)?",
    "another": "(?P<others>another) player(?P<nobody> or nobody)?",
    t.PLAYERS: "players (?P<many>[0-9]+)",
    "other": "(?P<others>other) players (?P<many>[0-9]+)",
    t.SPLIT: "split (?P<many>[0-9]+) over (?:(?P<others>other )?players|(?P<things>.+))",
    t.ORDER: "order of (?:players|(?P<things>.+))",
}
"""How each thing that a round asks for is written, by its first word."""
_EXAMPLES = {
    t.TEXT: "text",
    t.LINES: "lines 5",
    t.CHOICE: "choice yes, no",
    t.NUMBER: "number 1-100, or number 0-credits for up to what one has of that unit",
    t.PLAYER: "player, or player or nobody",
    "another": "another player, or another player or nobody",
    t.PLAYERS: "players 2",
    "other": "other players 2",
    t.SPLIT: "split 100 over red, blue, or split 100 over players",
    t.ORDER: "order of red, blue, green, or order of players",
}
_FORMS = (
    "text, lines N, choice A, B, …, number A-B, player, another player, players N, split N over A, "
    "B, … or order of A, B, …"
)
_ALSO = {"another": t.PLAYER, "other": t.PLAYERS}
_MANY = {t.LINES: MOST_THINGS, t.PLAYERS: MOST_THINGS, t.SPLIT: LARGEST}
_HITS = (
    *("out", "nothing", "+3 credits", "pays its answer", "safe from ROUND", "immune in ROUND"),
    *("flips ROUND", "tells role"),
)


class Unread(Exception):
    """Why a value can't be read, and what would be right; `at` is where it stands in a list."""

    def __init__(self, why: str, *at: int) -> None:
        super().__init__(why)
        self.at = at


# ---- sentences


def one_of(words: Collection[str]) -> str:
    """Words of which one is right."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def nearest(word: str, words: Collection[str]) -> str:
    """The word that was likely meant; empty where none is near."""
    return next(iter(difflib.get_close_matches(word.lower(), words, n=1)), "")


def near(word: str, words: Collection[str]) -> str:
    """The word that was likely meant, as the end of a sentence."""
    likely = nearest(word, words)
    return f"; did you mean {likely}?" if likely else ""


def quoted(value: object) -> str:
    """A value of the file, as a sentence quotes it."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    said = str(value).lower() if isinstance(value, bool) else " ".join(_written(value).split())
    return f"“{cut(said)}”"


def cut(said: str) -> str:
    """A text as far as a sentence shows it."""
    return said if len(said) <= LONGEST_TITLE else said[: LONGEST_TITLE - 1] + "…"


def _written(value: object) -> str:
    """A value as text. Python writes no number of thousands of digits otherwise than so."""
    return hex(value) if type(value) is int and abs(value) > LARGEST**2 else str(value)


def found(what: str, name: str, names: Collection[str]) -> str:
    """A name that the file gives to something; raises Unread."""
    if name in names:
        return name
    article = "an" if what == "unit" and not names else "a"
    there = f"there {'are' if len(names) > 1 else 'is'} {', '.join(names)}" if names else ""
    hint = near(name, names) or f"; {there or f'the file has not {article} {what}'}"
    raise Unread(f"there is no {what} {quoted(name)}{hint}")


# ---- plain values


def flag(value: object) -> bool:
    """True or false."""
    if isinstance(value, bool):
        return value
    raise Unread(f"it is true or false, without quotation marks; {quoted(value)} is neither")


def number(low: int, high: int) -> Callable[[object], int]:
    """A whole number in these bounds."""

    def read(value: object) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise Unread(f"it is a whole number from {low:,} to {high:,}; {quoted(value)} isn't one")

    return read


def words(most: int = LONGEST_WORDS) -> Callable[[object], str]:
    """Words of the host; a title is of one line."""

    def read(value: object) -> str:
        text = string(value).strip()
        if not text:
            raise Unread("there are no words; write some, or leave the line out")
        if len(text) > most:
            raise Unread(f"it has {len(text):,} characters; {most:,} at most")
        if most == LONGEST_TITLE and "\n" in text:
            raise Unread("a title is of one line")
        try:
            canonical(text)
        except Misset as misset:
            raise Unread(misset.mistakes[0].why) from None
        return text

    return read


def string(value: object) -> str:
    """A text in quotation marks."""
    if isinstance(value, str):
        return value
    raise Unread(f"it is a text in quotation marks; {quoted(value)} isn't one")


def phrase(value: object) -> str:
    """A text in quotation marks, its words one blank apart."""
    return " ".join(string(value).split())


def choice(*right: str) -> Callable[[object], str]:
    """One of these words."""

    def read(value: object) -> str:
        said = phrase(value)
        if said in right:
            return said
        raise Unread(f"it is {one_of(right)}; {quoted(said)} isn't{near(said, right)}")

    return read


def several(read: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    """One thing or a list of them, each there once."""

    def read_all(value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            return (read(value),)
        if not value:
            raise Unread("the list is empty; name something, or leave the line out")
        things: list[T] = []
        for at, one in enumerate(value):
            try:
                thing = read(one)
            except Unread as unread:
                raise Unread(str(unread), at) from None
            if thing in things:
                raise Unread(f"{quoted(one)} is there twice", at)
            things.append(thing)
        return tuple(things)

    return read_all


def _bounded(digits: str, low: int = 0, high: int = LARGEST) -> int:
    if len(digits) > len(str(LARGEST)) or not low <= int(digits) <= high:
        raise Unread(f"{quoted(digits)} is out of bounds; it is from {low:,} to {high:,}")
    return int(digits)


def _see_that_it_rises(low: int, high: int) -> None:
    if low >= high:
        raise Unread(f"the numbers go up, as in {low}-{low + 100}; from {low} to {high} they don't")


def things(said: str, fewest: int) -> tuple[str, ...]:
    """What is chosen from, split over or put in order: words between commas."""
    there = tuple(thing.strip() for thing in said.split(","))
    if not fewest <= len(there) <= MOST_THINGS:
        raise Unread(f"name from {fewest} to {MOST_THINGS} things, with commas between them")
    for thing in there:
        if not _THING.fullmatch(thing) or len(thing) > LONGEST_THING:
            raise Unread(
                f"{quoted(thing)} can't be chosen: a choice is of up to {LONGEST_THING} letters, "
                "digits, blanks and dashes"
            )
    folded = [thing.casefold() for thing in there]
    twice = next((thing for thing in there if folded.count(thing.casefold()) > 1), "")
    if twice:
        raise Unread(f"{quoted(twice)} is there twice")
    return there


def until(value: object) -> str:
    """A local time."""
    said = phrase(value)
    if not re.fullmatch(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]", said):
        raise Unread(f"it is a local time of four digits, as in 21:00; {quoted(value)} isn't one")
    return said


def silent(value: object) -> Silent:
    """What becomes of who is silent (FF-9)."""
    said = phrase(value)
    first, _, rest = said.partition(" ")
    if said in {t.NOTHING, t.OUT, t.SELF}:
        return Silent(said)
    if first == t.STRIKE and rest.isdecimal():
        return Silent(t.STRIKE, _bounded(rest, 1, 20))
    if first == t.ANSWER and rest:
        return Silent(t.ANSWER, 0, rest)
    right = (t.NOTHING, t.OUT, "strike 3", t.SELF, "answer no")
    raise Unread(f"it is {one_of(right)}; {quoted(said)} isn't{near(first, right)}")


# ---- how many play, and how it ends


def players(value: object) -> tuple[int, int]:
    """The fewest and the most who can play."""
    said = _written(value) if type(value) in {int, str} else ""
    if match := re.fullmatch(r"([0-9]{1,3})(?: ?- ?([0-9]{1,3}))?", said.strip()):
        fewest, most = int(match[1]), int(match[2] or match[1])
        if 2 <= fewest <= most <= 100:
            return fewest, most
    raise Unread(f'it is such as "5-15", or 8, from 2 to 100 players; {quoted(value)} isn\'t that')


# ---- what goes by names


class Names(Struct, frozen=True):
    """The names that a file gives to things, and the phrases that refer to them."""

    units: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()

    def unit(self, name: str) -> str:
        """The unit of that name; the only one there is where none is named."""
        if name:
            return found("unit", name, self.units)
        if not self.units:
            raise Unread("the file has no unit; a table [unit.credits] makes one")
        if len(self.units) > 1:
            raise Unread(f"say of which unit: {one_of(self.units)}")
        return self.units[0]

    def round(self, value: object) -> str:
        """The round of that name."""
        return found("round", phrase(value), self.rounds)

    def group(self, value: object, *also: str) -> str:
        """The role or group of that name, or one of the words that may stand there, too."""
        return found("role or group", phrase(value), (*also, *self.roles, *self.groups))

    def asks(self, value: object) -> Asks:
        """What a round asks for (FF-5)."""
        said = phrase(value)
        first = said.partition(" ")[0]
        if first not in _ASKS:
            raise Unread(f"it is {_FORMS}; {quoted(said)} is none of these{near(first, _EXAMPLES)}")
        match = re.fullmatch(_ASKS[first], said)
        if match is None:
            example = _EXAMPLES[first]
            raise Unread(f"it reads like {example}; {quoted(said)} doesn't")
        got = match.groupdict()
        what = _ALSO.get(first, first)
        many = _bounded(got.get("many") or "1", 1, _MANY.get(what, 1))
        low, high = _bounded(got.get("low") or "0"), _bounded(got.get("high") or "0")
        unit = self.unit(got["unit"]) if got.get("unit") else ""
        if what == t.NUMBER and not unit:
            _see_that_it_rises(low, high)
        there = things(got["things"], 1 if what == t.CHOICE else 2) if got.get("things") else ()
        others, nobody = bool(got.get("others")), bool(got.get("nobody"))
        return Asks(what, many, there, low, high, unit, others, nobody)

    def whom(self, value: object) -> str:
        """Whom a round is for (FF-4)."""
        return self.group(value, t.IN, t.OUT, t.ALL)

    def costs(self, value: object) -> Amount:
        """What an answer costs (FF-10)."""
        said = phrase(value)
        match = re.fullmatch(rf"{t.ANSWER}(?: ({_NAME}))?", said)
        if match:
            return Amount(0, self.unit(match[1] or ""), answer=True)
        return self.amount(value)

    def amount(self, value: object, *, signed: bool = False) -> Amount:
        """So many of a unit; the unit may be left out where there is one."""
        said = phrase(value)
        sign = "[+-]" if signed else ""
        match = re.fullmatch(rf"({sign})([0-9]+)(?: ({_NAME}))?", said)
        if match is None:
            raise Unread(f"it is a number and a unit, as in 3 credits; {quoted(said)} isn't that")
        many = _bounded(match[2], 1)
        return Amount(-many if match[1] == "-" else many, self.unit(match[3] or ""))

    def hit(self, value: object) -> Hit:
        """What happens to who is hit (FF-12)."""
        of_rounds = {"safe from": t.SAFE, "immune in": t.IMMUNE, "flips": t.FLIPS}
        said = phrase(value)
        verb, _, last = said.rpartition(" ")
        if said in {t.OUT, t.NOTHING}:
            return Hit(said)
        if said[:1] in {"+", "-"}:
            return Hit(t.GIVE, self.amount(said, signed=True))
        if match := re.fullmatch(rf"pays its answer(?: ({_NAME}))?", said):
            return Hit(t.PAYS, Amount(0, self.unit(match[1] or ""), answer=True))
        if verb in of_rounds:
            return Hit(of_rounds[verb], of=self.round(last))
        if verb == t.TELLS:
            return Hit(t.TELLS, of=last if last == t.ROLE else self.group(last))
        raise Unread(f"it is {one_of(_HITS)}; {quoted(said)} isn't{near(said, _HITS)}")

    def times(self, value: object) -> tuple[int, str]:
        """So many rounds of a name."""
        match = re.fullmatch(r"([0-9]+) (\S+)", phrase(value))
        if match is None:
            raise Unread(
                f"it is a number and a round, as in 5 question; {quoted(value)} isn't that"
            )
        return _bounded(match[1], 1, 1_000), self.round(match[2])

    def winner(self, value: object) -> tuple[str, bool]:
        """The unit by which somebody wins, and whether by the least of it."""
        match = re.fullmatch(rf"(most|least)(?: ({_NAME}))?", phrase(value))
        if match is None:
            raise Unread(f"it is such as most points or least points; {quoted(value)} isn't that")
        return self.unit(match[2] or ""), match[1] == "least"

    def share(self, value: object) -> tuple[str, tuple[int, ...], str]:
        """How a prize is shared, the parts by place in per cent, and by which unit."""
        said = phrase(value)
        if said == t.EQUAL:
            return t.EQUAL, (), ""
        if re.fullmatch(r"[0-9]{1,3}(?: ?, ?[0-9]{1,3})*", said):
            parts = tuple(map(int, said.split(",")))
            if sum(parts) != 100 or 0 in parts:
                raise Unread(f"the parts are 100 per cent together; these are {sum(parts)}")
            return t.BY_PLACE, parts, ""
        if match := re.fullmatch(rf"by ({_NAME})", said):
            return t.BY_UNIT, (), self.unit(match[1])
        raise Unread(f"it is equal, such as 60, 30, 10, or by points; {quoted(said)} is none")
