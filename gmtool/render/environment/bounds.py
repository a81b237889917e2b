"""How much a template may do: its steps, and the length of its texts.

Templates are other people's code, and a few words of Jinja can ask for a text of gigabytes or a
loop of years. So each rendering has a budget, of which every block, call, filter and comparison
takes what it costs, before it is done where that could be much. Only the long texts of long games
need much of it, so it grows with the facts that a text is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from string import Formatter
from typing import Any

from jinja2.exceptions import SecurityError, TemplateRuntimeError
from jinja2.sandbox import SandboxedEnvironment, SandboxedFormatter
from markupsafe import Markup

LONGEST_FILE = 60_000
"""Characters of a template's file, so that compiling it takes no more than a second or so."""
FILES = 150_000
"""Characters of all files that one rendering may have to compile."""
LONGEST_TEXT = 200_000
"""Characters of a text, whole or in the making."""
MOST_STEPS = 200_000
STEP, CALL, WITHIN = 10, 50, 5
"""The costs: of a node of a template, and of an element of a list that is made; of a call; of what
is gone through within a value. A character that is made or printed costs 1.
"""
PER_FACT = 20
"""How many times the facts' own size a text may cost, where it costs much."""
LARGEST_NUMBER = 10**18
_LONGEST_PAD = 1_000
"""The largest width or precision of a number or text that is formatted."""

_TEXT_METHODS = frozenset(
    (
        *("capitalize", "casefold", "center", "count", "endswith", "find", "format", "format_map"),
        *("index", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier"),
        *("islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper", "join", "ljust"),
        *("lower", "lstrip", "partition", "removeprefix", "removesuffix", "replace", "rfind"),
        *("rindex", "rjust", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith"),
        *("strip", "swapcase", "title", "upper", "zfill"),
    )
)
METHODS: dict[type, frozenset[str]] = {
    str: _TEXT_METHODS,
    list: frozenset({"copy", "count", "index"}),
    tuple: frozenset({"count", "index", "grouper", "list"}),
    dict: frozenset({"copy", "get", "items", "keys", "values"}),
    int: frozenset(),
    float: frozenset({"is_integer"}),
    range: frozenset({"start", "stop", "step"}),
    type: frozenset(),
}
"""What of Python's own values a template may use; what isn't here has bounds that nobody looked
at."""
_LOOKS_INSIDE = {"sort", "unique", "min", "max", "groupby", "dictsort", "sum"}
"""Filters that compare what they are handed, however deep it is."""
_COUNTS = {"batch": 10_000, "slice": 10_000, "round": 30}
"""The largest number that these filters take beside their value."""
COMPARING = (
    *("==", "eq", "equalto", "!=", "ne", ">", "gt", "greaterthan", ">=", "ge"),
    *("<", "lt", "lessthan", "<=", "le", "in", "lower", "upper"),
)
"""The tests that take time in proportion to what they look at."""


class Budget:
    """What is left for the rendering that is going on."""

    __slots__ = ("_facts", "files", "left", "longest")

    def __init__(self) -> None:
        self.begin({})

    def begin(self, facts: Mapping[str, Any]) -> None:
        """Begin a rendering with these facts."""
        self.left, self.longest, self.files = MOST_STEPS * STEP, LONGEST_TEXT, FILES
        self._facts: object = facts

    def spend(self, cost: int) -> None:
        """Take that much; raises TemplateRuntimeError where so much isn't left."""
        self.left -= cost
        if self.left < 0 and not (self._grown() and self.left >= 0):
            raise TemplateRuntimeError(
                f"it takes more than {MOST_STEPS:,} steps, which no text needs; is there a loop "
                "within a loop, or a macro that calls itself?"
            )

    def length(self, characters: int) -> None:
        """Take a text of that length; raises TemplateRuntimeError where it is too long."""
        if characters > self.longest and not (self._grown() and characters <= self.longest):
            raise TemplateRuntimeError(
                f"it makes a text of more than {LONGEST_TEXT:,} characters, which no forum takes"
            )
        self.spend(characters)

    def compile(self, source: str) -> None:
        """Take the compiling of a file; raises TemplateRuntimeError where it is too much."""
        self.files -= len(source)
        if self.files < 0:
            raise TemplateRuntimeError(f"the files it needs have more than {FILES:,} characters")

    def _grown(self) -> bool:
        """Let the budget grow with the facts, once; tells whether it did."""
        if self._facts is None:
            return False
        facts, self._facts = self._facts, None
        more = PER_FACT * weight(facts, 10**8)
        self.left += more
        self.longest += more
        return True

    def weighed(self, value: Any) -> Any:
        """The value, once it is paid for all that is within it."""
        if not isinstance(value, (int, float)):
            cost = weight(value, self.left)
            if cost > self.left and self._grown():
                cost = weight(value, self.left)
            self.spend(cost)
        return value

    def made(self, value: Any) -> Any:
        """The value that was made, once it is paid for. One that would be made bit by bit is made
        now.
        """
        if isinstance(value, str):
            self.length(len(value))
        elif isinstance(value, (list, tuple, dict)):
            self.spend(STEP * len(value))
        elif isinstance(value, int):
            if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
                raise TemplateRuntimeError("it makes a number of more than 18 digits")
        elif isinstance(value, Iterator) and not hasattr(value, "index0"):  # which a loop has
            return list(self._counted(value))
        return value

    def _longer(self, parts: Iterable[str], total: int) -> None:
        try:
            self.length(total)
        except TemplateRuntimeError as error:
            if isinstance(parts, Generator):
                parts.throw(error)  # comes back from the line of the template that is being run
            raise
        self.left += total  # it is paid for at the end

    def _counted(self, values: Iterator[Any]) -> Iterator[Any]:
        for value in values:
            self.spend(STEP)
            yield value

    def text(self, parts: Iterable[str]) -> str:
        """The parts as one text, if it isn't too long."""
        if isinstance(parts, list):  # those of a macro, which are there already
            self.length(sum(map(len, parts)))
            return "".join(parts)
        kept = []
        total = 0
        for part in parts:
            kept.append(part)
            total += len(part)
            if total > self.longest:
                self._longer(parts, total)
        self.spend(total)
        return "".join(kept)


def weight(value: Any, most: int) -> int:
    """What it costs to go through a value and all that is within it. The same thing may stand in it
    over and over, so counting ends a little above `most`.
    """
    if isinstance(value, str):
        return WITHIN + len(value) // 4
    if isinstance(value, Mapping):
        inside: Iterable[Any] = (part for pair in value.items() for part in pair)
    elif isinstance(value, (list, tuple)):
        inside = value
    elif isinstance(value, range):
        return WITHIN * len(value)
    else:
        return WITHIN
    total = WITHIN
    for part in inside:
        total += weight(part, most - total)
        if total > most:
            break
    return total


# ---- methods


def method(budget: Budget, called: Any, args: Sequence[Any]) -> None:
    """Take what the call of a method of Python's own values costs at most; raises
    TemplateRuntimeError.
    """
    of, name = called.__self__, called.__name__
    if isinstance(of, str):
        budget.spend(len(of) // 8)
        if name in {"center", "ljust", "rjust", "zfill"} and args and isinstance(args[0], int):
            budget.length(args[0])
        elif name == "replace" and len(args) > 1:
            replaced(budget, of, *args[:2])
        elif name == "join" and args:
            joined(budget, of, args[0])
    elif isinstance(of, (list, tuple)):
        budget.weighed(of)
        budget.weighed(tuple(args))
    elif isinstance(of, dict):
        budget.spend(STEP * len(of) if name != "get" else STEP)
        budget.weighed(tuple(args))


def replaced(budget: Budget, text: Any, old: Any, new: Any) -> None:
    """Take what a replacement makes."""
    if isinstance(text, str) and isinstance(old, str) and isinstance(new, str):
        many = text.count(old)
        budget.length(len(text) + many * max(0, len(new) - len(old)))


def joined(budget: Budget, between: str, parts: Any) -> None:
    """Take what a joining makes."""
    budget.weighed(parts)
    if isinstance(parts, (str, list, tuple, dict, range)):
        budget.length(len(between) * len(parts))


def percent(budget: Budget, form: str, values: Any) -> None:
    """Take what `form % values` makes; raises TemplateRuntimeError for values without a short
    text.
    """
    within = values.values() if isinstance(values, Mapping) else values
    if not isinstance(within, (tuple, type({}.values()))):
        within = (values,)
    wide = [_plain_length(value) for value in within]
    if "*" in form or any(len(digits) > 3 for digits in re.findall(r"\d+", form)):
        raise TemplateRuntimeError("a width in a format has three digits at most")
    budget.length(len(form) + form.count("%") * max([0, *wide]))


def _plain_length(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if value is None or isinstance(value, (int, float)):
        return 0
    raise TemplateRuntimeError(f"a {type(value).__name__} can't be printed; texts and numbers can")


class BoundedFormatter(SandboxedFormatter):
    """Jinja's formatter of the sandbox, for texts and numbers and within the budget."""

    def __init__(self, environment: SandboxedEnvironment, budget: Budget) -> None:
        super().__init__(environment)
        self._budget = budget
        self._total = 0

    def format_field(self, value: Any, format_spec: str) -> str:
        """Like Python's, for plain values alone."""
        if any(int(digits) > _LONGEST_PAD for digits in re.findall(r"\d{1,9}", format_spec)):
            raise TemplateRuntimeError(f"a width in a format is {_LONGEST_PAD:,} at most")
        _plain_length(value)
        text: str = super().format_field(value, format_spec)
        self._total += len(text) + STEP
        self._budget.length(self._total)
        return text

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """Like Python's, for plain values alone."""
        _plain_length(value)
        return super().convert_field(value, conversion)


def formatting(formatter: Formatter, form: str, *, is_map: bool) -> Callable[..., str]:
    """The method `format` or `format_map` of that text."""

    def formatted(*args: Any, **kwargs: Any) -> str:
        if is_map:
            (kwargs,), args = args, ()
        return formatter.vformat(form, args, kwargs)

    return formatted


# ---- filters and tests

_LONG = (str, list, tuple, dict, range)


def bounded(budget: Budget, name: str, does: Callable[..., Any], first: int) -> Callable[..., Any]:
    """The filter or function within the budget; its value is the argument number `first`."""

    looks_inside = name in _LOOKS_INSIDE

    @wraps(does)
    def within(*args: Any, **kwargs: Any) -> Any:
        cost = CALL
        if len(args) > first:
            value = args[first]
            if isinstance(value, _LONG):
                cost += len(value)
                if looks_inside:
                    budget.weighed(value)
        if len(args) > first + 1 or kwargs:
            others = (*args[first + 1 :], *kwargs.values())
            cost *= 1 + sum(_others(budget, name, other) for other in others)
            if name == "replace" and len(args) > first + 2:
                replaced(budget, *args[first : first + 3])
        budget.spend(cost)
        return budget.made(does(*args, **kwargs))

    return within


def _others(budget: Budget, name: str, other: Any) -> int:
    """How many times more the filter costs for what it is handed beside its value."""
    if isinstance(other, str):
        return len(other) // 4
    if isinstance(other, int):
        most = _COUNTS.get(name, LARGEST_NUMBER)
        if abs(other) > most:
            raise TemplateRuntimeError(f"“{name}” takes no number beyond {most:,}")
        return 0
    budget.weighed(other)
    if name == "sum" and isinstance(other, (list, tuple)):
        raise TemplateRuntimeError("“sum” adds numbers up")
    return 0


def comparing(budget: Budget, test: Callable[..., Any]) -> Callable[..., Any]:
    """The test, which is paid for by all that is within what it compares."""

    @wraps(test)
    def within(*args: Any) -> Any:
        for arg in args:
            budget.weighed(arg)
        return test(*args)

    return within


def is_known(value: Any, attribute: str) -> bool:
    """Whether a template may use that of Python's own values; all of any other value's."""
    for kind, names in METHODS.items():
        if isinstance(value, kind):
            return attribute in names
    return True


NO_MORE = "text that is marked up already can be printed, joined and nothing else"


def without_markup(does: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of Jinja's that refuses marked-up text, which it would treat as HTML."""

    @wraps(does)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        if any(isinstance(value, Markup) for value in (*args, *kwargs.values())):
            raise SecurityError(NO_MORE)
        return does(*args, **kwargs)

    return guarded
