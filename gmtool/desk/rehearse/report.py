"""The report of a rehearsal: as facts and in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from gmtool.desk.answers import table
from gmtool.desk.rehearse.figures import Figures, bars, spread
from gmtool.desk.rehearse.life import Bill
from gmtool.engine.game import Game
from gmtool.engine.policy import POLICY_KEYS
from gmtool.engine.text import plural, write_names

HEADS = ("least", "25 %", "median", "75 %", "90 %", "most")
"""The columns of a spread."""
WIDTH = 30
"""The characters of the longest bar."""


def facts(game: Game, bill: Bill, figures: Figures, wanted: int) -> dict[str, Any]:
    """All figures; of the `wanted` games only those are in it that were over before it was
    interrupted.
    """
    header, played = bill.header, len(figures.games)
    wins = figures.wins.items() if any(figures.wins.values()) else ()
    return {
        "kind": game.kind,
        "title": game.title,
        "players": list(header.players),
        "options": dict(header.options),
        "policy": {key: value for key, value in header.settings.items() if key in POLICY_KEYS},
        "zone": header.zone,
        "start": bill.start,
        "seed": bill.seed,
        "late": bill.manner.late,
        "pace": bill.manner.pace,
        "wanted": wanted,
        "games": played,
        "unfinished": sum(not one.is_over for one in figures.games),
        "typical": figures.typical.number,
        "spreads": figures.spreads,
        "endings": [{"ending": way, "games": count} for way, count in figures.endings.items()],
        "wins": [{"player": name, "games": round(count, 2)} for name, count in wins],
        "figures": [
            {"what": what, "spread": spread(values), "bars": [asdict(bar) for bar in bars(values)]}
            for what, values in figures.values.items()
        ],
        "shares": [{**asdict(one), "percent": round(one.percent, 1)} for one in figures.shares],
        "warnings": list(figures.warnings()),
    }


def lines(told: Mapping[str, Any]) -> Iterator[str]:
    """The same in lines, for the host."""
    yield f"{_head(told)}."
    yield (
        f"  They answer after {_percent(told['pace'])} of their time on average, and let it run "
        f"out in {_percent(told['late'])} of all cases; the host closes on time and sends all at "
        "once."
    )
    rows = [("", *HEADS), *((name, *_cells(name, row)) for name, row in told["spreads"].items())]
    yield from _aligned(rows)
    yield "how they end:"
    yield from _aligned([_of_all(one, "ending", told["games"]) for one in told["endings"]])
    if told["wins"]:
        yield "who wins:"
        yield from _aligned([_of_all(one, "player", told["games"]) for one in told["wins"]])
    for one in told["figures"]:
        yield f"{one['what']}, of each player in the end:"
        yield from _aligned([*_histogram(one["bars"])])
    if told["shares"]:
        yield "besides:"
        yield from (
            f"  {one['what']}: {one['percent']:.0f} % ({one['part']:,} of {one['whole']:,})"
            for one in told["shares"]
        )
    if told["warnings"]:
        yield "what looks wrong:"
        yield from (f"  {warning}" for warning in told["warnings"])
    else:
        yield "nothing looks wrong."


def _head(told: Mapping[str, Any]) -> str:
    """What was rehearsed, in a sentence without its stop."""
    played, wanted = told["games"], told["wanted"]
    many = plural(played, "game") if played == wanted else f"{played:,} of {wanted:,} games"
    options = {**told["options"], **told["policy"]}
    chosen = ", ".join(f"{key}={value}" for key, value in options.items())
    names = write_names(tuple(told["players"]))
    more = f" ({chosen})" if chosen else ""
    stopped = "" if played == wanted else "stopped; "
    return f"{stopped}{many} of {told['title']}{more}, played by bots for {names}"


def _percent(share: float) -> str:
    """A share of 1 in per cent."""
    return f"{100 * share:.0f} %"


def _cells(name: str, row: Mapping[str, float]) -> list[str]:
    """A row of a table of spreads; days are told with a decimal, where there are few."""
    few = name == "days" and row["most"] < 100
    return [f"{value:,.1f}" if few else f"{value:,.0f}" for value in row.values()]


def _of_all(one: Mapping[str, Any], what: str, games: int) -> tuple[str, ...]:
    """A row of how many of all games came out so."""
    count = one["games"]
    return one[what], f"{count:,.0f}", _percent(count / games)


def _histogram(found: list[dict[str, int]]) -> Iterator[tuple[str, ...]]:
    many, most = sum(bar["count"] for bar in found), max(bar["count"] for bar in found)
    for bar in found:
        count = bar["count"]
        length, low, high = -(-count * WIDTH // most), bar["low"], bar["high"]
        values = f"{low:,}" if low == high else f"{low:,} to {high:,}"
        yield values, f"{count:,}", _percent(count / many), "█" * length


def _aligned(rows: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The rows in columns, with figures set to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return table(
        [
            tuple(
                cell.rjust(width) if place and "█" not in cell else cell
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
    )
