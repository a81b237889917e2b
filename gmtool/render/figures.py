"""Numbers as posts show them."""

from datetime import timedelta

from gmtool.engine.wording import plural
from gmtool.render import when

_MINUS = "−"


def money(amount: int, sign: str = "", *, plus: bool = False) -> str:
    """`¥5,000,000` with `sign` ¥, `−¥7,500,000`; with `plus` gains are signed too."""
    before = _MINUS if amount < 0 else "+" * (plus and amount > 0)
    return f"{before}{sign}{abs(amount):,}"


def coins(count: int) -> str:
    """`1 coin`, `300 coins`."""
    return plural(count, "coin")


def ordinal(number: int) -> str:
    """`1st`, `12th`, `23rd`."""
    teens = number // 10 % 10 == 1
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def span(hours: float) -> str:
    """A number of hours as days and hours."""
    return when.span(timedelta(hours=hours))
