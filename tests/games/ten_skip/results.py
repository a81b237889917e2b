"""What a recorded game's result says: rounds, scores and turns, as its journal has them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace
from recorded import Recording, Taken, recording

from gmtool.engine.host_moves import Set
from gmtool.engine.steps import apply
from gmtool.engine.telling import News
from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip.state import Score, State

WAYS = (
    "RoundOver: how = claim-true",
    "RoundOver: how = one-left",
    "RoundOver: how = unchallenged",
    "RoundOver: how = pile-empty",
    *(
        f"{news}: how = {how}"
        for news in ("Discarded", "Kept", "Handed", "Passed", "Finished", "Topped")
        for how in ("-", "default")
    ),
    *(f"Asked: what = {what}" for what in ("turn", "keep", "hand", "notice", "top")),
    *("DealerDrawn: draws counts 2", "DealerDrawn: draws counts 3", "Drew: count = 1; left = 0"),
    *("Challenged: runs = -", "Challenged: runs counts 1", "Revealed: runs = -"),
    *("Revealed: runs counts 1", "RoundOver: eliminated counts 2", "RoundOver: scores counts 4"),
    "GameEnded: winners counts 1",
    "GameEnded: winners counts 2",
    "GameEnded: winners counts 3",
)
Happened = tuple[State, News, State]
"""News with the game before what it tells of, and after that."""


def happened(one: Recording) -> tuple[Happened, ...]:
    """All that is told and stands, with the game before and after it; a new name is no news."""
    return _happened(one.name)


@cache
def _happened(name: str) -> tuple[Happened, ...]:
    live = recording(GAME, name).effective
    return tuple(one for taken in live if not isinstance(taken.move, Set) for one in applied(taken))


def applied(taken: Taken) -> list[Happened]:
    """The same of an entry, which is heard once more for it."""
    found: list[Happened] = []
    state, tell = taken.before.state, State.tell

    def listening(after: State, name: str, /, **facts: Any) -> State:
        nonlocal state
        told = tell(after, name, **facts)
        before, state = state, replace(told, news=())
        found.append((before, told.news[-1], state))
        return told

    with patch.object(State, "tell", listening):
        apply(GAME, taken.before, taken.step.entry)
    assert tuple(news for _, news, _ in found) == taken.step.news, taken.entry
    assert state == taken.after.state, taken.entry
    return found


def report(one: Recording) -> str:
    """What a .result says, as the program has it; all are called as they are in the end."""
    parts = [_end(one), _rounds(one), _scores(one), _adjusted(one), _turns(one)]
    text = "\n".join("\n".join([*part, ""]) for part in parts if part)
    for first, last in zip(one.header.players, one.played.table.players, strict=True):
        text = text.replace(first, last)
    return text


def _row(*cells: object) -> str:
    return " | ".join(str(cell) if cell not in {None, ""} else "-" for cell in cells)


def _end(one: Recording) -> list[str]:
    off = one.played.table.called_off
    winners = [", ".join(news["winners"]) for news in one.news("GameEnded")]
    return [
        f"entries: {len(one.played.entries)}",
        f"end: {f'called off: {off}' if off else 'over'}",
        f"winners: {', '.join(winners) or '-'}",
    ]


def _rounds(one: Recording) -> list[str]:
    heads = "round | drawn for dealer | dealer | cards left | turns | end | lose | out | shown"
    rows: list[list[Any]] = [heads.split(" | ")]
    opened: list[Any] = []
    for _, news, after in happened(one):
        match news.name:
            case "RoundOpened":
                draws = "; then ".join(
                    ", ".join(f"{one.who} {one.card}" for one in drawn) for drawn in news["draws"]
                )
                opened = [news["number"], draws, news["dealer"], len(after.draw_pile)]
                turns = 1
            case "TurnBegun":
                turns = news["number"]
            case "RoundOver":
                how = ", ".join(filter(None, (news["how"], news["claimant"])))
                losers = ", ".join(score.name for score in news["scores"])
                rows.append([*opened, turns, how, losers, ", ".join(news["eliminated"]), ""])
            case "Revealed":
                rows[news["round"]][-1] = " ".join(news["hand"])
    return [_row(*row) for row in rows]


def _scores(one: Recording) -> list[str]:
    rows = ["round | player | own cards | claimant's | pairs | points | total"]
    for over in one.news("RoundOver"):
        for score in over["scores"]:
            own, taken = (
                " ".join(counted.card for counted in cards) for cards in (score.own, score.taken)
            )
            cells = (own, taken, " ".join(score.pairs), _sum(score), score.total)
            rows.append(_row(over["number"], score.name, *cells))
    return rows


def _sum(score: Score) -> str:
    """How the points come about: `(51 + 39) x 2 = 180`."""
    sums = [sum(one.points for one in cards) for cards in (score.own, score.taken) if cards]
    text = " + ".join(map(str, sums))
    if score.pairs:
        text = f"({text}) x 2" if score.taken else f"{text} x 2"
    return f"{text} = {score.points}" if score.pairs or score.taken else text


def _adjusted(one: Recording) -> list[str]:
    rows = [
        _row(before.round, news["who"], news["before"], news["after"])
        for before, news, _ in happened(one)
        if news.name == "Adjusted"
    ]
    return ["round | adjusted | from | to", *rows] if rows else []


@dataclass
class Turn:
    """A turn as it is told: what `who` did, in parts, the last with its ending."""

    who: str = ""
    said: list[str] = field(default_factory=list)


def _turns(one: Recording) -> list[str]:
    """Each turn with what is left of the draw pile and known of the hands when it ends; one that
    was cut short, too.
    """
    rows = ["turn | player | what | draw pile | known"]
    turn, now = Turn(), None
    for state, news, after in happened(one):
        match news.name:
            case "RoundOpened":
                turn = Turn(news["first"])
            case "TurnBegun" | "RoundOver":
                rows.append(_told(turn, state))
                turn = Turn(news.facts.get("who", ""))
            case _:
                _tell(turn, news)
        now = after
    if turn.said and now:
        rows.append(_told(turn, now))
    return rows


def _told(turn: Turn, state: State) -> str:
    known = "; ".join(f"{p.name} {' '.join(p.known)}" for p in state.players if p.known)
    where = f"{state.round}.{state.turn}"
    return _row(where, turn.who, "; ".join(turn.said), len(state.draw_pile), known)


def _tell(turn: Turn, news: News) -> None:
    facts = {**news.facts, **news.secret}
    how = " (default)" if facts.get("how") else ""
    match news.name, facts:
        case "Discarded", {"card": card}:
            turn.said.append(f"discards {card}{how}")
        case "Drew", {"cards": (last,)}:
            turn.said[-1] += f", keeps the last, {last}"
        case "Kept", {"card": card, "laid": laid}:
            turn.said[-1] += f", keeps {card}, lays {laid}{how}"
        case "Handed", {"who": who, "card": card, "shown": shown}:
            turn.said.append(f"takes {card} from {who}{how} giving {shown}")
        case "Passed", _:
            turn.said.append(f"passes{how}")
        case "PutOnNotice", _:
            turn.said.append("notice")
        case "Finished", _:
            turn.said.append(f"done{how}")
        case "Challenged", {"claimant": claimant, "runs": found}:
            runs = " or ".join("-".join(run) for run in found)
            turn.said.append(f"challenges {claimant}: {f'true, {runs}' if runs else 'false'}")
        case "Topped", {"card": card}:
            turn.said[-1] += f", {card} on top{how}"
