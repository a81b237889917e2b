"""What a recorded game's result says: rounds, trades, offers, tricks, as its journal has them."""

from __future__ import annotations

from itertools import count
from typing import Any

from playing import Played

from gmtool.engine.game import PUBLIC, Event
from gmtool.games.big_two import GAME
from gmtool.games.big_two import events as e
from gmtool.games.big_two.terms import (
    EVERY_ROUND,
    is_joker,
)


def report(played: Played) -> str:
    """What a .result says, as the program has it."""
    happened = [event for step in played.fold.live for event in step.events]
    parts = [_end(played), _rounds(played, happened)]
    parts += filter(None, (_trades(happened), _offers(happened)))
    parts.append(_tricks(played, happened))
    return "\n".join("\n".join([*part, ""]) for part in parts)


def _end(played: Played) -> list[str]:
    called_off = played.table.called_off
    return [
        f"entries: {len(played.entries)}",
        f"end: {f'called off: {called_off}' if called_off else 'over'}",
    ]


def _row(*cells: object) -> str:
    return " | ".join(str(cell) if cell not in {None, ""} else "-" for cell in cells)


def _spaced(things: Any) -> str:
    return " ".join(map(str, things))


def _rounds(played: Played, happened: list[Event]) -> list[str]:
    """By what the public may know; the roles by seat where a round isn't over."""
    rows = ["round | dealt | leader | first holds | places | roles"]
    seats = [player["name"] for player in GAME.view(played.state, PUBLIC)["players"]]
    every = played.state.terms.open_with_lowest == EVERY_ROUND
    found: dict[int, list[Any]] = {}
    number = 0
    for event in happened:
        match event:
            case e.RoundOpened():
                number = event.number
                roles = dict(zip(seats, event.roles, strict=True))
                found[number] = [_spaced(event.counts), "", "", seats, roles, False]
            case e.PlayOpened():
                found[number][1] = event.leader
                found[number][2] = event.must if every or number == 1 else ""
            case e.RoundOver():
                found[number][3], found[number][5] = event.places, True
    for number, (dealt, leader, must, places, roles, is_over) in found.items():
        told = ", ".join(f"{name} {roles[name]}" for name in places if roles[name])
        rows.append(_row(number, dealt, leader, must, ", ".join(places) if is_over else "", told))
    return rows


def _trades(happened: list[Event]) -> list[str]:
    """Every mandatory trade, those that a redeal voided too."""
    rows: list[list[Any]] = []
    open_ones: dict[tuple[str, str], list[Any]] = {}
    number = 0
    for event in happened:
        match event:
            case e.RoundOpened():
                number = event.number
            case e.TradingOpened():
                open_ones = {
                    trade.parties: [number, *trade.parties, [], ""] for trade in event.trades
                }
                rows += open_ones.values()
            case e.Returned():
                how = " demanded" if event.demanded else _how(event)
                open_ones[event.parties][4] = _spaced(event.cards) + how
            case e.BetweenTwo() if not isinstance(event, e.OfOffer):
                open_ones[event.parties][3].append(_said(event))
    told = (_row(no, *parties, "; ".join(said), back) for no, *parties, said, back in rows)
    return ["round | taker | giver | said | given back", *told] if rows else []


def _how(event: Any) -> str:
    return " (default)" if event.how else ""


def _said(event: Event) -> str:
    match event:
        case e.Held():
            return "hold"
        case e.Answered():
            return f"{event.question}: {_spaced(event.cards) or ('yes' if event.yes else 'no')}"
        case e.LeftToGiver():
            return "take"
        case e.Demanded():
            return "demand lowest"
        case e.Taken() if event.why == e.SURRENDERED:
            said_ = "" if event.how else "surrender; "
            return f"{said_}{_spaced(event.cards)} {event.why}{_how(event)}"
        case e.Taken():
            return f"{_spaced(event.cards)} {event.why}{_how(event)}"
    raise TypeError(type(event).__name__)


def _offers(happened: list[Event]) -> list[str]:
    """Every offer of free trade, and what became of it."""
    rows: list[tuple[Any, int, list[str]]] = []
    number = 0
    for event in happened:
        match event:
            case e.RoundOpened():
                number = event.number
            case e.Offered():
                rows.append((event.offer, number, []))
            case e.OfOffer():
                became = _became(event)
                then = next(
                    then
                    for offer, _, then in reversed(rows)
                    if offer == event.offer and bool(then) == (became == "undone")
                )
                then.append(became)
            case e.FreeTradeOver() | e.DealtAnew():
                lapsed = "lapsed" if isinstance(event, e.FreeTradeOver) else "redealt"
                for _, _, then in rows:
                    then.extend([] if then else [lapsed])
    told = (
        _row(
            number,
            *offer.parties,
            _spaced(offer.gives) or "nothing",
            _spaced(offer.wants) or "nothing",
            ", ".join(then),
        )
        for offer, number, then in rows
    )
    return ["round | offer of | to | gives | for | then", *told] if rows else []


def _became(event: Event) -> str:
    match event:
        case e.Swapped():
            return "accepted"
        case e.Declined():
            return "declined"
        case e.Withdrawn():
            return "gone" if event.gone else "withdrawn"
        case e.SwapUndone():
            return "undone"
    raise TypeError(type(event).__name__)


def _tricks(played: Played, happened: list[Event]) -> list[str]:
    """Each trick, how it ended, and how many cards all held then."""
    rows = ["round.trick | plays | end | cards"]
    seats = [player.name for player in played.state.players]
    held: dict[str, int] = {}
    acts: list[str] = []
    number, tricks = 0, count(1)
    for event in happened:
        match event:
            case e.RoundOpened():
                number, tricks = event.number, count(1)
                held = dict(zip(seats, event.counts, strict=True))
            case e.Played():
                acts.append(f"{event.who} {_cards(event)}{_how(event)}")
                held[event.who] = event.left
            case e.Passed():
                acts.append(f"{event.who} pass{_how(event)}")
            case e.Drew():
                acts[-1] = f"{event.who} pass, draws {event.card}" + acts[-1].partition("pass")[2]
                held[event.who] += 1
            case e.TrickOver() | e.RoundOver():
                end = _trick_end(event)
                cards = _spaced(held.values())
                rows.append(_row(f"{number}.{next(tricks)}", "; ".join(acts), end, cards))
                acts = []
    if played.state.trick:
        where = f"{number}.{next(tricks)}"
        rows.append(_row(where, "; ".join(acts), "", _spaced(held.values())))
    return rows


def _cards(event: e.Played) -> str:
    """The cards with what they are, if more than a single, and what a wild makes them."""
    kind = f"{event.kind} " if len(event.cards) > 1 else ""
    wild = any(map(is_joker, event.cards)) and event.stands != event.cards
    return f"{kind}{_spaced(event.cards)}{f' as {_spaced(event.stands)}' if wild else ''}"


def _trick_end(event: e.TrickOver | e.RoundOver) -> str:
    if isinstance(event, e.RoundOver):
        return f"{event.actions[-1].who} out"
    return f"{event.out} out, {event.leader} leads" if event.out else f"won by {event.winner}"
