"""A post of a copied page, and when it was written, as the page of the forum says it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from gmtool.desk.times.parse import look_back
from gmtool.desk.times.zones import TimeProblem
from gmtool.engine.lazy_regex import lazy_regex

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?"
_DAY = r"(?:Today|Yesterday|Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?"
DATE = (
    rf"(?:{_DAY}(?:,? at {CLOCK})?|"
    rf"{_MONTH} \d{{1,2}}(?:,? '?\d{{2,4}})?(?:,? (?:at )?{CLOCK})?)"
)
_JUST = r"(?:a moment ago|just now|\d{1,2} ?s(?:ec(?:ond)?s?)?(?: ago)?)"
AGE = rf"(?:\d{{1,3}} ?(?:m|h|d|min(?:ute)?s?|hours?|days?)(?: ago)?|{_JUST})"
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}


def has_clock(when: str) -> bool:
    """Whether it says at what time of a day, not how long ago."""
    return bool(re.search(CLOCK, when, re.IGNORECASE))


class Times(Struct, frozen=True):
    """How the times on a page are read: as those of the zone, up to now. `is_day_first` tells what
    `11/12/2026` means; None where nothing on the page proves it.
    """

    now: datetime
    zone: ZoneInfo
    is_day_first: bool | None = None

    @classmethod
    def on(cls, said: Sequence[str], now: datetime, zone: ZoneInfo) -> Times:
        """Those of a page that says when in these words. A date proves which number is the day
        where the other way round there is no such day, or none that has come.
        """
        orders = [
            order
            for order in (True, False)
            if all(_has_come(date, order, now) for when in said for date in _dates(when))
        ]
        return cls(now, zone, orders[0] if len(orders) == 1 else None)

    def instant_of(self, when: str) -> datetime:
        """When a post was written at the latest, by what the page says. Raises TimeProblem for a
        time that can't be read, that may mean two days, that is still to come, or that lacks the
        time of day.
        """
        text = " ".join(when.split())
        if re.fullmatch(_JUST, text, re.IGNORECASE):
            return self.now
        if age := _age(text):
            # Ages are rounded down, so it may be less.
            return self.now - (age[0] - 0.5) * age[1]
        if not has_clock(text):
            raise TimeProblem("it has no time of day.")
        text = re.sub(r"\bat\b|,", " ", text, flags=re.IGNORECASE)
        today = self.now.astimezone(self.zone).strftime("%Y-%m-%d")
        text = re.sub(r"^today\b", today, text, flags=re.IGNORECASE)
        text = _NUMERIC.sub(self._in_order, text)
        text = _OFFSET.sub(
            lambda o: f"{o['sign'] or '+'}{int(o['hours'] or 0):02}:{o['minutes'] or '00'}", text
        )
        text = _ONE_DIGIT.sub("0", _HALF.sub(_on_24_hours, text))
        return look_back(text, now=self.now, zone=self.zone)

    def span_of(self, when: str) -> tuple[datetime, datetime] | None:
        """When a post was written at the earliest and at the latest; None where the page doesn't
        tell.
        """
        if age := _age(" ".join(when.split())):
            return self.now - (age[0] + 1) * age[1], self.now - (age[0] - 1) * age[1]
        try:
            at = self.instant_of(when)
        except TimeProblem:
            return None
        return at, at + timedelta(minutes=1)

    def _in_order(self, date: re.Match[str]) -> str:
        order = True if date["sign"] == "." else self.is_day_first
        return date[0] if order is None else _iso(date, is_day_first=order)


def _age(text: str) -> tuple[int, timedelta] | None:
    """How many units ago, and the unit; None for a text that tells no age."""
    found = re.fullmatch(r"(\d{1,3}) ?(m|h|d)\w*(?: ago)?", text, re.IGNORECASE)
    return (int(found[1]), _UNITS[found[2].lower()]) if found else None


_NUMERIC = lazy_regex(
    r"\b(?P<one>\d{1,2})(?P<sign>[/.])(?P<two>\d{1,2})(?P=sign)(?P<year>(?:\d\d)?\d\d)\b"
)


def _dates(when: str) -> list[re.Match[str]]:
    """The dates in numbers of which either may be the day."""
    return [date for date in _NUMERIC.finditer(when) if date["sign"] == "/"]


def _iso(date: re.Match[str], *, is_day_first: bool) -> str:
    day, month = (date["one"], date["two"]) if is_day_first else (date["two"], date["one"])
    return f"20{date['year'][-2:]}-{int(month):02}-{int(day):02}"


def _has_come(date: re.Match[str], is_day_first: bool, now: datetime) -> bool:
    try:
        day = datetime.fromisoformat(f"{_iso(date, is_day_first=is_day_first)}T00:00:00Z")
    except ValueError:
        return False
    return day <= now + timedelta(days=1)  # of the zone that is furthest ahead


_OFFSET = lazy_regex(
    r"(?:GMT|UTC)\b(?: ?(?P<sign>[+-])(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?)?.*"
)
_ONE_DIGIT = lazy_regex(r"(?<![\d:.])(?=\d:\d\d)")
_HALF = lazy_regex(r"\b(?P<hour>\d{1,2})(?P<rest>:\d\d(?::\d\d)?) ?(?P<half>[AP])M\b", re.I)


def _on_24_hours(clock: re.Match[str]) -> str:
    hour = int(clock["hour"]) % 12 + (12 if clock["half"].upper() == "P" else 0)
    return f"{hour:02}{clock['rest']}"


class Post(Struct, frozen=True):
    """A post: who wrote it, its words, with quotations marked, what the page says of when, and its
    link and number, if there are any. `signature` are the last lines, where several posts of its
    author end so.
    """

    who: str
    text: str
    when: str = ""
    link: str = ""
    signature: str = ""
    edited: bool = False
    """Whether the page says that it was changed since."""
    number: int | None = None
    block: tuple[str, ...] = ()
    """What the page shows of its author, line by line."""
    at: int = 0
    """The line of the page at which it begins."""
    other: str = ""
    """Another known name that stands right above its author's."""
    feet: tuple[str, ...] = ()
    """The lines below it that stand below each post, such as “Top”."""
    ends: tuple[str, ...] = ()
    """Those that stand at the end of a page."""
    doubt: str = ""
    """Why it isn't sure that its author wrote it: what of the page doesn't agree."""
