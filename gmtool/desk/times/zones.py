"""Time zones by the names that hosts type, and the zone of this machine (design: time)."""

import os
import re
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.when import numeric_offset, zone_name, zone_named

_WIDEST_OFFSET = timedelta(hours=14)
_NO_PLACE = {"Factory", "localtime"}  # names in the zone database that are no place
_LOCALTIME = Path("/etc/localtime")
_TIMEZONE = Path("/etc/timezone")
_OFFSET = lazy_regex(r"(?:UTC)?([+−-])(\d\d):(\d\d)", re.IGNORECASE | re.ASCII)
_LIKE_AN_OFFSET = lazy_regex(r"[+−-] ?\d", re.ASCII)


class TimeProblem(ValueError):
    """A typed time or zone that can't be used; the message is for the host."""

    exit_code = 2


def read_zone(text: str) -> ZoneInfo:
    """The IANA zone of that name in any case, `UTC` included; raises TimeProblem where there is
    none.
    """
    typed = " ".join(text.split())
    key = zone_key(typed)
    if key is None:
        raise TimeProblem(f"{_no_such_zone(typed)}.")
    return ZoneInfo(key)


def machine_zone() -> ZoneInfo:
    """The IANA zone of this machine; UTC where it has none (as on Windows).

    It asks the TZ environment variable, /etc/localtime and /etc/timezone, in this order.
    """
    for key in _machine_keys():
        if key and key not in _NO_PLACE and (zone := zone_named(key)):
            return zone
    return ZoneInfo("UTC")


def read_offset(text: str) -> tzinfo | None:
    """The zone of an offset; None for any other text, and for an offset that no clock on
    earth has.
    """
    found = _OFFSET.fullmatch(text)
    if found is None or int(found[3]) > 59:
        return None
    ahead = timedelta(hours=int(found[2]), minutes=int(found[3]))
    if ahead > _WIDEST_OFFSET:
        return None
    return timezone(ahead if found[1] == "+" else -ahead)


def no_place(zone: str) -> str:
    """Why the text after a time is no zone, and what to write instead."""
    if _LIKE_AN_OFFSET.search(zone):
        return f'"{zone}" is not an offset; write one from -14:00 to +14:00, such as +01:00'
    return _no_such_zone(zone)


def zone_key(typed: str) -> str | None:
    """The IANA name in its own spelling, from one in any case; None where there is none. It looks
    through all zones.
    """
    wanted = typed.casefold()
    return next((key for key in _zone_keys() if key.casefold() == wanted), None)


@cache
def _zone_keys() -> tuple[str, ...]:
    return tuple(sorted(available_timezones() - _NO_PLACE))


def abbreviations(zone: tzinfo, year: int) -> dict[str, str]:
    """The abbreviations of a zone in a year, case-folded, each with its offset."""
    months = (datetime(year, month, 1, tzinfo=zone) for month in range(1, 13))
    return {zone_name(local).casefold(): numeric_offset(local) for local in months}


def _no_such_zone(typed: str) -> str:
    near = near_zone(typed)
    advice = f"the nearest name is {near}" if near else "write one such as Europe/London, or UTC"
    return f'there is no time zone with the IANA name "{typed}"; {advice}'


def near_zone(typed: str) -> str | None:
    """The zone whose name, or whose city, is spelled most like the text; None where none is
    near.
    """
    keys = [key for key in _zone_keys() if "/" in key]
    cities = {key.rpartition("/")[2].casefold(): key for key in keys}
    names = cities | {key.casefold(): key for key in keys}
    near = get_close_matches(typed.casefold().replace(" ", "_"), names, n=1, cutoff=0.8)
    return names[near[0]] if near else None


def _machine_keys() -> Iterator[str]:
    """The names of zones that this machine gives, the most reliable first."""
    yield _key_of(os.environ.get("TZ", "").removeprefix(":"))
    for read in (os.readlink, os.path.realpath):
        try:
            target = str(read(_LOCALTIME))
        except OSError:
            continue
        yield _key_of(target)
    try:
        yield _TIMEZONE.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return


def _key_of(path: str) -> str:
    """The name of a zone, from the path of its file or from the name itself."""
    key = path.replace(os.sep, "/").rpartition("/zoneinfo/")[2]
    return key.removeprefix("posix/").removeprefix("right/")
