"""What a recorded match's result says: players, sets and rounds, as its journal has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from playing import Played
from recorded import Recording

from gmtool.engine.telling import News

SHOWN = ("call", "check", "no-chips")
WAYS = (
    *(
        f"RoundOver: result = {result}; why = fold; {how}"
        for result in ("pot", "kept")
        for how in ("actions counts 1", "actions counts 2", "actions counts 3", "late = yes")
    ),
    *(
        f"RoundOver: result = {result}; why = {why}; back.{loser} = 0"
        for result in ("pot", "kept")
        for why in SHOWN
        for loser in (0, 1)
    ),
    *(
        f"RoundOver: result = {result}; why = {w}"
        for result in ("split", "discarded")
        for w in SHOWN
    ),
    "RoundOver: result = spared; why = call",
    "RoundOver: result = spared; why = no-chips",
    *(
        f"RoundOver: result = nothing; {how}"
        for how in ("winner = -", "number = 1; winner != -", "number != 1; winner != -")
    ),
    *(
        f"RoundOver: eight = yes; {how}"
        for how in ("penalty = 8", "penalty != 8", "late = yes", "actions counts 1")
    ),
    *(f"RoundOver: number = 18; due = {ante}" for ante in (1, 2)),
    "RoundOver: result = kept; number = 9; due = 1",
    "RoundOver: result = kept; set = 3; due = 2",
    "RoundOver: result = pot; why = no-chips; due = 2; ante = 1",
    *(f"MatchEnded: why = {why}" for why in ("out-of-chips", "cannot-pay", "more-chips")),
    "MatchEnded: why = won-the-hand",
    "AllGrouped: agreed = yes",
    "AllGrouped: agreed = no; set = 2",
    "Grouped: how = -",
    "Grouped: how = default; grouping.a = 0 1",
    "Grouped: how = default; grouping.a != 0 1",
    "FirstNamed: by = host",
    "FirstNamed: by != host",
    *(f"Acted: what = {what}" for what in ("bet", "raise", "call")),
    "TileShown: why = fold",
    "TileShown: why = peek",
)


def report(one: Recording) -> str:
    """What a .result says, as the program has it; by what the public may know."""
    parts = (_end(one.played), _people(one.played), _sets(one.played), _rounds(one.played))
    return "\n".join("\n".join([*part, ""]) for part in parts)


def _end(played: Played) -> list[str]:
    called_off, public = played.table.called_off, played.view()["public"]
    how = f"called off: {called_off}" if called_off else f"{public['why']}: {public['winner']}"
    return [f"entries: {len(played.entries)}", f"end: {how}", f"discards: {public['discards']}"]


def _people(played: Played) -> list[str]:
    rows = ["player | chips | in the round | corrected | items"]
    corrected: Counter[str] = Counter()
    for event in played.news("Adjusted"):
        corrected[event["who"]] += event["after"] - event["before"]
    for p in played.view()["players"]:
        items = [f"{one['item']}{' (used)' if one['used'] else ''}" for one in p["items"]]
        rows.append(_row(p["name"], p["chips"], p["bet"], corrected[p["name"]], ", ".join(items)))
    return rows


def _row(*cells: object) -> str:
    return " | ".join(str(cell) if cell not in {None, ""} else "-" for cell in cells)


def _sets(played: Played) -> list[str]:
    """The groups that counted; of a set that both grouped."""
    first, second = (player.name for player in played.state.players)
    rows = [f"set | ante | groups of {first} | groups of {second}"]
    groups: dict[str, str] = {}
    for event in _happened(played):
        if event.name == "Grouped":
            told = " / ".join(_tiles(tiles) for _, tiles in event["grouping"].groups)
            groups[event["who"]] = f"{told}{' (default)' if event['how'] else ''}"
        elif event.name == "AllGrouped":
            ante = f"{event['ante']}{' agreed' if event['agreed'] else ''}"
            rows.append(_row(event["set"], ante, groups[first], groups[second]))
    return rows


def _tiles(tiles: tuple[int, ...]) -> str:
    return " ".join(map(str, tiles))


def _happened(played: Played) -> Iterator[News]:
    """With the names that held in the end."""
    return (event for step in played.replay.effective for event in step.news)


def _rounds(played: Played) -> list[str]:
    rows = ["set.round | tiles | ante | starter | actions | end | discarded | chips"]
    for then, end in zip(played.state.rounds, _ends(played), strict=True):
        acts = "; ".join(f"{a.who} {a.what} {a.chips or ''}".strip() for a in then.actions)
        began = (f"{then.set}.{then.number}", _tiles(then.tiles), then.ante, then.starter)
        rows.append(_row(*began, acts, end, then.discarded, _tiles(then.chips)))
    return rows


def _ends(played: Played) -> Iterator[str]:
    """How each round ended, and who won it."""
    how = ""
    for event in _happened(played):
        match event.name:
            case "TilesShown":
                how = event["why"]
            case "Folded":
                how = "default" if event["how"] else "fold"
            case "RoundOver":
                odd = " (spared)" if event["spared"] else " (an 8)" if event["eight"] else ""
                yield f"{how}: {event['winner'] or 'drawn'}{odd}"
