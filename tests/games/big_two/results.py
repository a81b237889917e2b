"""What a recorded game's result says: rounds, trades, offers, tricks, as its journal has them."""

from __future__ import annotations

from itertools import count
from typing import Any

from playing import Played
from recorded import Recording

from gmtool.engine.game import PUBLIC
from gmtool.engine.telling import News
from gmtool.games.big_two import GAME
from gmtool.games.big_two.asking import SURRENDERED
from gmtool.games.big_two.terms import EVERY_ROUND, FIVE_CARDS, is_joker

ASKED = {
    True: "2D, LJ, highest, lowest, 2 highest, highest spades, lowest hearts, 2 lowest hearts, "
    "highest pair, any hearts, any 7, at least 2 spades, at least 2 7",
    False: "9S, highest hearts, lowest hearts, highest pair, any clubs, any A, "
    "at least 2 diamonds, at least 2 K",
}
"""The questions of each kind that are answered so (BT-25); a hand always has a highest card."""
WAYS = (
    *(f"Answered: yes = yes; question = {asked}" for asked in ASKED[True].split(", ")),
    *(f"Answered: yes = no; question = {asked}" for asked in ASKED[False].split(", ")),
    *(f"Played: kind = {kind}" for kind in ("single", "pair", "triple", "quad", *FIVE_CARDS)),
    # a joker as itself, and as another card or a rank
    *("Played: cards = LJ HJ; stands = LJ HJ", "Played: cards = LJ; stands = KC"),
    *("Played: cards has HJ; stands lacks HJ; kind = full house", "Played: stands has 6"),
    *("Played: how = default", "Passed: how = default", "Drew: left = 0"),
    *("TrickOver: winner != -; out = -", "TrickOver: out != -; actions counts 1"),
    *("TrickOver: out != -; actions counts 2", "RoundOver: left = 1", "RoundOver: number = 9"),
    *(f"Taken: why = surrendered; how = {how}" for how in ("-", "default")),
    *(f"Taken: why = given; how = {how}" for how in ("-", "default")),
    *("Taken: why = revealed; left = 1", "Taken: why = overdue; cards counts 2"),
    *(
        "Answered: cards != -; only_told = yes",
        "NotPut: questions = highest",
        "PutInWords",
        "Waived",
    ),
    *(
        "Played: stands has LJ; kind = full house",
        "Returned: demanded = yes",
        "Returned: demanded = no; how = -",
        "Returned: how = default",
    ),
    *("TradingOpened: trades counts 2", "TradingOpened: trades.0.count = 1"),
    *("Withdrawn: gone = yes", "Withdrawn: gone = no", "Declined: offer.gives = -"),
    *("Swapped: offer.wants = -", "SwapUndone: offer.wants != -", "FreeTradeOver: traded = -"),
    *("PlayOpened: must != -", "PlayOpened: must = -"),
    *(f"RoundOpened: names counts {seats}" for seats in (2, 3, 4, 5, 7)),
    *("RoundOpened: floating != -", "RoundOpened: floating = -; floating_to != -"),
    *("RoundOpened: roles has president", "RoundOpened: roles has vice president"),
    *("RoundOpened: roles has neutral", "RoundOpened: roles has ass"),
    "RoundOpened: roles has vice scum",
)
_IN_ONE_WORD = {
    "Held": "hold",
    "Waived": "waive",
    "LeftToGiver": "take",
    "Demanded": "demand lowest",
}
NEVER = ("Adjust",)
"""No game has anything to correct by it."""


def report(one: Recording) -> str:
    """What a .result says, as the program has it."""
    played = one.played
    happened = [news for step in played.replay.effective for news in step.news]
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


def _rounds(played: Played, happened: list[News]) -> list[str]:
    """By what the public may know; the roles by seat where a round isn't over."""
    rows = ["round | dealt | leader | first holds | places | roles"]
    seats = [player["name"] for player in GAME.view(played.state, PUBLIC)["players"]]
    every = played.state.terms.open_with_lowest == EVERY_ROUND
    found: dict[int, list[Any]] = {}
    number = 0
    for news in happened:
        match news.name:
            case "RoundOpened":
                number = news["number"]
                roles = dict(zip(seats, news["roles"], strict=True))
                found[number] = [_spaced(news["counts"]), "", "", seats, roles, False]
            case "PlayOpened":
                found[number][1] = news["leader"]
                found[number][2] = news["must"] if every or number == 1 else ""
            case "RoundOver":
                found[number][3], found[number][5] = news["places"], True
    for number, (dealt, leader, must, places, roles, is_over) in found.items():
        told = ", ".join(f"{name} {roles[name]}" for name in places if roles[name])
        rows.append(_row(number, dealt, leader, must, ", ".join(places) if is_over else "", told))
    return rows


def _trades(happened: list[News]) -> list[str]:
    """Every mandatory trade, those that a redeal voided too."""
    rows: list[list[Any]] = []
    open_ones: dict[tuple[str, str], list[Any]] = {}
    number = 0
    for news in happened:
        match news.name:
            case "RoundOpened":
                number = news["number"]
            case "TradingOpened":
                open_ones = {
                    trade.parties: [number, *trade.parties, [], ""] for trade in news["trades"]
                }
                rows += open_ones.values()
            case "Returned":
                how = " demanded" if news["demanded"] else _how(news)
                open_ones[news["parties"]][4] = _spaced(news["cards"]) + how
            case _ if "parties" in news.facts:
                open_ones[news["parties"]][3].append(_said(news))
    told = (_row(no, *parties, "; ".join(said), back) for no, *parties, said, back in rows)
    return ["round | taker | giver | said | given back", *told] if rows else []


def _how(news: News) -> str:
    return " (default)" if news["how"] == "default" else ""


def _said(news: News) -> str:
    match news.name:
        case "Answered":
            answer = _spaced(news["cards"]) or ("yes" if news["yes"] else "no")
            return f"{news['question']}: {answer}{' (only told)' * news['only_told']}"
        case "PutInWords":
            return f"{news['question']} in words"
        case "NotPut":
            return f"not put: {', '.join(news['questions'])}"
        case "Taken":
            is_said = news["why"] == SURRENDERED and not news["how"]
            return f"{'surrender; ' * is_said}{_spaced(news['cards'])} {news['why']}{_how(news)}"
    return _IN_ONE_WORD[news.name]


def _offers(happened: list[News]) -> list[str]:
    """Every offer of free trade, and what became of it."""
    rows: list[tuple[Any, int, list[str]]] = []
    number = 0
    for news in happened:
        match news.name:
            case "RoundOpened":
                number = news["number"]
            case "Offered":
                rows.append((news["offer"], number, []))
            case _ if "offer" in news.facts:
                became = _became(news)
                then = next(
                    then
                    for offer, _, then in reversed(rows)
                    if offer == news["offer"] and bool(then) == (became == "undone")
                )
                then.append(became)
            case "FreeTradeOver" | "DealtAnew":
                lapsed = "lapsed" if news.name == "FreeTradeOver" else "redealt"
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


def _became(news: News) -> str:
    match news.name:
        case "Swapped":
            return "accepted"
        case "Declined":
            return "declined"
        case "Withdrawn":
            return "gone" if news["gone"] else "withdrawn"
        case "SwapUndone":
            return "undone"
    raise TypeError(news.name)


def _tricks(played: Played, happened: list[News]) -> list[str]:
    """Each trick, how it ended, and how many cards all held then."""
    rows = ["round.trick | plays | end | cards"]
    seats = [player.name for player in played.state.players]
    held: dict[str, int] = {}
    acts: list[str] = []
    number, tricks = 0, count(1)
    for news in happened:
        match news.name:
            case "RoundOpened":
                number, tricks = news["number"], count(1)
                held = dict(zip(seats, news["counts"], strict=True))
            case "Played":
                acts.append(f"{news['who']} {_cards(news)}{_how(news)}")
                held[news["who"]] = news["left"]
            case "Passed":
                acts.append(f"{news['who']} pass{_how(news)}")
            case "Drew":
                how = acts[-1].partition("pass")[2]
                acts[-1] = f"{news['who']} pass, draws {news['card']}{how}"
                held[news["who"]] += 1
            case "TrickOver" | "RoundOver":
                end = _trick_end(news)
                cards = _spaced(held.values())
                rows.append(_row(f"{number}.{next(tricks)}", "; ".join(acts), end, cards))
                acts = []
    if played.state.trick:
        where = f"{number}.{next(tricks)}"
        rows.append(_row(where, "; ".join(acts), "", _spaced(held.values())))
    return rows


def _cards(news: News) -> str:
    """The cards with what they are, if more than a single, and what a wild makes them."""
    kind = f"{news['kind']} " if len(news["cards"]) > 1 else ""
    wild = any(map(is_joker, news["cards"])) and news["stands"] != news["cards"]
    stands = f" as {_spaced(news['stands'])}" if wild else ""
    return f"{kind}{_spaced(news['cards'])}{stands}"


def _trick_end(news: News) -> str:
    if news.name == "RoundOver":
        return f"{news['actions'][-1]['who']} out"
    if news["out"]:
        return f"{news['out']} out, {news['leader']} leads"
    return f"won by {news['winner']}"
