"""Takes a typed time apart: which day, which time of day, which zone.

Nothing is looked up here and no clock is asked; `times` finds the instant that is meant.
"""

import re
from calendar import monthrange
from datetime import date, time
from typing import NamedTuple

from gmtool.desk.times.zones import TimeProblem
from gmtool.engine.lazy_regex import lazy_regex

YEARS = range(1980, 3000)
"""The years in which a date may lie."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_NEIGHBOURS = {"yesterday": -1, "today": 0, "tomorrow": 1}


def _names(names: tuple[str, ...]) -> dict[str, int]:
    """The places of these names by their full and shortened forms in small letters."""
    short = {name.lower()[:3]: place for place, name in enumerate(names)}
    return short | {name.lower(): place for place, name in enumerate(names)}


_WEEKDAY_WORDS = _names(WEEKDAYS)
_MONTH_WORDS = _names(MONTHS) | {"sept": MONTHS.index("September")}


class Weekday(NamedTuple):
    """A day of the week; Monday is 0."""

    place: int


class Neighbour(NamedTuple):
    """A day that is `shift` days from today."""

    shift: int


class DayOfYear(NamedTuple):
    """A day whose year wasn't typed; `weekday` is the weekday typed with it, if any."""

    month: int
    day: int
    weekday: int | None


class Typed(NamedTuple):
    """The parts of a typed time."""

    text: str
    day: date | Weekday | Neighbour | DayOfYear | None
    clock: time
    zone: str

    def problem(self, why: str) -> TimeProblem:
        """A refusal that quotes what was typed."""
        return TimeProblem(f'"{self.text}": {why}.')


_LEAP_YEAR = 2024
"""A year that has every day a year can have."""


def _any(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_CLOCK = r"""
    (?: (?P<clock> \d{1,2} : \d{1,2} (?: : \d{1,2} )? ) (?: (?<= :\d\d:\d\d ) [.,]\d+ )?
        (?: [ ]? (?P<half> [ap] \.? m (?![a-z]) \.? ) )?
      | (?P<hour> \d{1,2} (?: \. \d\d )? ) [ ]? (?P<hours_half> [ap] \.? m (?![a-z]) \.? ) )"""
_DAY = rf"""
    (?: (?P<iso> \d{{4}}-\d{{2}}-\d{{2}} )
      | (?: (?P<name> {_any(_WEEKDAY_WORDS)} ) \.? ,? [ ] )?
        (?: (?P<day> \d{{1,2}} ) (?: st | nd | rd | th | \. )? [ ] (?: of [ ] )?
            (?P<month> {_any(_MONTH_WORDS)} ) \.?
          | (?P<us_month> {_any(_MONTH_WORDS)} ) \.? [ ] (?P<us_day> \d{{1,2}} )
            (?: st | nd | rd | th )? )
        (?: ,? [ ] (?P<year> \d{{4}} ) )?
      | (?P<word> {_any(_WEEKDAY_WORDS)} | {"|".join(_NEIGHBOURS)} ) )"""
_FLAGS = re.VERBOSE | re.IGNORECASE | re.ASCII
_FORMS = (
    lazy_regex(rf"{_CLOCK} ,? [ ] (?: on [ ] )? {_DAY} (?P<zone>)", _FLAGS),
    lazy_regex(
        rf"(?: {_DAY} (?: ,? [ ] (?: (?: at | [-–] ) [ ] )? | (?<= \d ) T ) )? {_CLOCK}"
        r"(?: [ ]? (?P<zone> [^\s\d:.,] .* ) )?",
        _FLAGS,
    ),
)
_DAY_ALONE = lazy_regex(rf"(?: {_DAY} | \d{{1,2}} )", _FLAGS)
_IN_NUMBERS = lazy_regex(
    r"(?P<first>\d{1,2}) (?P<mark>[./-]) (?P<second>\d{1,2}) (?: (?P=mark) (?P<year>\d{4})? )?"
    r",? [ ] (?P<rest> .+ )",
    _FLAGS,
)


def take_apart(text: str, forms: str) -> Typed:
    """The parts of a typed time. Raises TimeProblem, which tells `forms` where it is no time at
    all, and what to write instead where it could mean two things.
    """
    typed = " ".join(text.split())
    found = next((f for f in (form.fullmatch(typed) for form in _FORMS) if f), None)
    if found is None:
        raise _no_time(typed, forms)
    return Typed(typed, _day(typed, found), _clock(typed, found), found["zone"] or "")


def unreadable(typed: str, forms: str) -> TimeProblem:
    """A problem that says how times are written."""
    return TimeProblem(f'"{typed}" is not a time that can be read; write {forms}.')


def is_time_of_day(text: str) -> bool:
    """Whether the text is a readable time that names no day."""
    try:
        return take_apart(text, "").day is None
    except TimeProblem:
        return False


def _no_time(typed: str, forms: str) -> TimeProblem:
    """Why the text is no time."""
    if _DAY_ALONE.fullmatch(typed):
        day = "fri" if typed.isdigit() else typed
        return TimeProblem(
            f'"{typed}" has no time of day; write it like "{day} 20:00", in quotation marks '
            "where there is a blank in it."
        )
    numbers = _IN_NUMBERS.fullmatch(typed)
    if numbers:
        first, second = int(numbers["first"]), int(numbers["second"])
        days = [
            (day, month)
            for day, month in dict.fromkeys(((first, second), (second, first)))
            if 1 <= month <= 12 and 1 <= day <= 31
        ]
        year = f" {numbers['year']}" if numbers["year"] else ""
        ways = [f'"{day} {MONTHS[m - 1][:3].lower()}{year} {numbers["rest"]}"' for day, m in days]
        if ways:
            return TimeProblem(
                f'"{typed}": a month is written as a word; write {" or ".join(ways)}.'
            )
    return unreadable(typed, forms)


def _day(typed: str, found: re.Match[str]) -> date | Weekday | Neighbour | DayOfYear | None:
    if found["iso"]:
        return _date(typed, found["iso"])
    word = (found["word"] or "").lower()
    if word in _NEIGHBOURS:
        return Neighbour(_NEIGHBOURS[word])
    if word:
        return Weekday(_WEEKDAY_WORDS[word])
    if not (found["month"] or found["us_month"]):
        return None
    month = _MONTH_WORDS[(found["month"] or found["us_month"]).lower()] + 1
    day = int(found["day"] or found["us_day"])
    weekday = _WEEKDAY_WORDS[found["name"].lower()] if found["name"] else None
    year = found["year"] or ""
    if day not in range(1, monthrange(int(year or _LEAP_YEAR), month)[1] + 1):
        named = f"{day} {MONTHS[month - 1]} {year}".rstrip()
        raise TimeProblem(f'"{typed}": there is no {named} in the calendar.')
    if not year:
        return DayOfYear(month, day, weekday)
    dated = _date(typed, f"{year}-{month:02}-{day:02}")
    check_weekday(typed, dated, weekday)
    return dated


def check_weekday(typed: str, day: date, weekday: int | None) -> None:
    """Raise TimeProblem where a date was typed with the name of another weekday."""
    if weekday is not None and day.weekday() != weekday:
        raise TimeProblem(
            f'"{typed}": {day.day} {MONTHS[day.month - 1]} {day.year} is a '
            f"{WEEKDAYS[day.weekday()]}, not a {WEEKDAYS[weekday]}; write which of the two "
            "you mean."
        )


def _date(typed: str, iso: str) -> date:
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        raise TimeProblem(
            f'"{typed}": {iso} is not a day of the calendar; dates are year-month-day, such as '
            "2026-11-20."
        ) from None
    if day.year not in YEARS:
        raise TimeProblem(
            f'"{typed}": the year {iso[:4]} is out of reach; write one from {YEARS[0]} '
            f"to {YEARS[-1]}."
        )
    return day


def _clock(typed: str, found: re.Match[str]) -> time:
    clock = (found["clock"] or found["hour"]).replace(".", ":")
    half = (found["half"] or found["hours_half"] or "").replace(".", "").lower()
    parts = clock.split(":")
    hour, minute, second = (int(part) for part in (*parts, "0", "0")[:3])
    if minute > 59 or second > 59 or hour > 23:
        raise TimeProblem(
            f'"{typed}": {clock} is not a time of day; it goes from 00:00 to 23:59, and midnight '
            "is 00:00 of the day that begins."
        )
    if any(len(part) < 2 for part in parts[1:]) or (len(parts[0]) < 2 and not half):
        raise _too_few_digits(typed, clock, parts, half)
    if half:
        hour = _of_24(typed, clock, half, hour, exactly=not (minute or second))
    return time(hour, minute, second)


def _of_24(typed: str, clock: str, half: str, hour: int, *, exactly: bool) -> int:
    """The hour of the 24-hour clock."""
    if not 1 <= hour <= 12:
        plain = clock.zfill(2) if ":" in clock else f"{clock.zfill(2)}:00"
        raise TimeProblem(
            f'"{typed}": with {half} the hours go from 1 to 12; write {plain} without it.'
        )
    # 12am and 12pm are used for either; 12:30 am, half an hour after midnight, is how forums write
    # it.
    if hour == 12 and exactly:
        raise TimeProblem(
            f'"{typed}" could be noon or midnight; write 12:00 for noon, or 00:00 for midnight, '
            "when the day begins."
        )
    return hour % 12 + (12 if half == "pm" else 0)


def _too_few_digits(typed: str, clock: str, parts: list[str], half: str) -> TimeProblem:
    hour, rest = int(parts[0]), ":".join(part.zfill(2) for part in parts[1:])
    if half:
        advice = f"{hour}:{rest}{half}"
    elif len(parts[0]) < 2:
        advice = f"{hour:02}:{rest} or {hour + 12}:{rest} (24-hour clock)"
    else:
        advice = f"{hour}:{rest} (24-hour clock)"
    return TimeProblem(f'"{typed}": {clock} needs two digits everywhere; write {advice}.')
