"""What a recorded episode's result says, and the news that recordings must show."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from playing import Played
from recorded import Recording

from gmtool.engine.game import PUBLIC
from gmtool.engine.telling import News
from gmtool.games.split_decision import GAME

WAYS = (
    # rounds
    *(
        f"RoundWon: number = {number}; how = {how}"
        for number in (1, 2, 3)
        for how in ("third-card", "joker", "default")
    ),
    *(f"RoundBegan: number = 2; order_by = {by}" for by in ("money", "reached", "podium")),
    *(f"RoundBegan: number = 2; abbreviated = {so}" for so in ("yes", "no")),
    "WentOut: why = kept",
    "WentOut: why = passed",
    "DeckShuffled: again = yes",
    # questions
    "SetUsed: tied counts 2; then = set",
    "SetUsed: tied counts 3",
    "SetUsed: then = draw",
    "SetUsed: then = codes; left = 0",
    "NextTied: then = set",
    "NextTied: then = codes",
    "CodesOpened: again = yes",
    "CodesGiven: drawn = yes",
    "CodeDrawn: by = chance",
    "CodeDrawn: by = host",
    "BuzzedIn: is_first = no",
    "Judged: right = yes",
    "Judged: right = no; expired = no",
    "Judged: expired = yes",
    "QuestionCompleted: winner = -",
    "AnswerGiven: text = Reykjavík; kept = Reykjavik; agrees = yes",
    # cards
    *(f"Placed: situation = head-start; card = JOKER; rank = {rank}" for rank in ("A", "K")),
    *(f"Placed: situation = free-ace; place = {place}" for place in ("low", "high")),
    *(f"Declined: situation = head-start; look = {look}" for look in (1, 2)),
    *(
        f"{news}: situation = {situation}; how = {how}"
        for news, ways in {
            "Placed": "head-start own free-look kept kept/forced passed passed/forced",
            "Pushed": "own own/forced free-look/forced kept/forced passed/forced",
            "Discarded": "own own/forced passed passed/forced",
            "Declined": "free-look free-look/forced",
        }.items()
        for situation, how in (f"{way}/-".split("/")[:2] for way in ways.split())
    ),
    "PassedOn: who != -",
    # the bonus
    *(
        f"BonusDealt: second = {second}; outcome = {outcome}; by_devil = {by_devil}"
        for second in ("no", "yes")
        for outcome, by_devil in (("won", "no"), ("push", "no"), ("lost", "no"), ("lost", "yes"))
    ),
    *(f"BonusDealt: second = {second}; card = JOKER" for second in ("no", "yes")),
    *(f"SuitUncovered: behind = {behind}" for behind in ("2ND", "NO", "AGAIN")),
    *(f"SecondChanceOffered: new_board = {so}" for so in ("yes", "no")),
    *(f"HandBegan: number = 5; skipped = {so}" for so in ("yes", "no")),
    "HandEnded: number = 4; bankroll = 0",
    "EpisodeEnded: bankroll = 0",
    "EpisodeEnded: bankroll = 250000; retires = yes",
    *(f"BonusBegan: day = {day}; factor = {factor}" for day, factor in ((1, 1), (2, 1), (4, 2))),
    "RangeNamed: high = A; low = A",
    "RangeNamed: high = 6; low = A",
    # at expiry
    "DeckCut: cards = 27; how = default",
    *(f"Declined: how = default; situation = {one}" for one in ("head-start", "free-look")),
    *(f"{news}: how = default" for news in ("Discarded", "Kept", "Pushed", "Revealed")),
    *(f"Placed: how = default; situation = {one}" for one in ("kept", "free-ace")),
    "Placed: how = default; card = JOKER; rank = A",
    "RangeNamed: how = default; high = K; low = 4",
    *(f"Wagered: how = default; amount = {amount}" for amount in (250, 1000)),
    *(f"SuitUncovered: how = default; suit = {suit}" for suit in ("clubs", "diamonds")),
    # corrections
    *(f"Adjusted: what = {what}" for what in ("money", "chips", "bankroll")),
)


def report(one: Recording) -> str:
    """What a .result says, as the program has it."""
    played = one.played
    parts = [_end(played), _people(played), _questions(played), _rounds(played), _bonus(played)]
    return "\n".join("\n".join([*part, ""]) for part in parts if part)


def _end(played: Played) -> list[str]:
    called_off = played.table.called_off
    ended = "over" if played.state.phase == "ended" else "running"
    how = f"called off: {called_off}" if called_off else ended
    return [f"entries: {len(played.entries)}", f"end: {how}"]


def _people(played: Played) -> list[str]:
    """By what the public may know."""
    rows = ["podium | player | money | gift | bankroll | total | titles"]
    for p in GAME.view(played.state, PUBLIC)["players"]:
        gift = "gift" if p["gift"] else "-"
        end = [p.get(key, "-") for key in ("bankroll", "total", "titles")]
        rows.append(_row(p["podium"], p["name"], p["money"], gift, *end))
    return rows


def _row(*cells: object) -> str:
    return " | ".join(str(cell) if cell not in {None, ""} else "-" for cell in cells)


@dataclass
class Question:
    """A question as it went: `sets` with an x where it was discarded."""

    round: int
    number: int
    codes: list[str]
    sets: list[str]
    asked: list[str]


def _questions(played: Played) -> list[str]:
    asked: list[Question] = []
    number = 0
    for one in _happened(played):
        match one.name:
            case "RoundBegan":
                number = one["number"]
            case "QuestionPosed":
                asked.append(Question(number, one["number"], [], [], []))
            case "CodeDrawn":
                asked[-1].codes.append(str(one["code"]))
            case "SetUsed":
                asked[-1].sets.append(f"{one['number']}{'x' if one['tied'] else ''}")
            case "BuzzedIn":
                asked[-1].asked.append(f"{one['who']} asked")
            case "Judged":
                how = "right" if one["right"] else "expired" if one["expired"] else "wrong"
                asked[-1].asked[-1] = f"{one['who']} {how}"
    rows = [
        _row(q.round, q.number, " ".join(q.codes), " ".join(q.sets), "; ".join(q.asked))
        for q in asked
    ]
    return ["round | question | codes | sets | asked", *rows]


def _happened(played: Played) -> list[News]:
    return [one for step in played.replay.effective for one in step.news]


def _rounds(played: Played) -> list[str]:
    """Each player's round, in the order of its head start; also of one that has no end."""
    paid = _paid(played)
    state = played.state
    rows = [
        "round | player | low | high | third | end | chips | answers | pushes | cards | prize | "
        "corrected | money"
    ]
    for over in state.rounds:
        for seat in over.seats:
            end = over.how if seat.name == over.winner else f"{seat.out} {seat.out_by}".strip()
            rows.append(_seat(over.number, seat, end, paid))
    if len(state.rounds) < state.round:
        for name in state.playing:
            player = state.player(name)
            rows.append(_seat(state.round, player, f"{player.out} {player.out_by}".strip(), paid))
    return rows


def _seat(number: int, seat: Any, end: str, paid: Counter[tuple[int, str, str]]) -> str:
    what = ("answers", "pushes", "cards", "prize", "corrected")
    places = (_held(seat.hand.low), _held(seat.hand.high))
    by = [paid[number, seat.name, kind] for kind in what]
    return _row(number, seat.name, *places, seat.third, end, seat.chips, *by, seat.money)


def _held(held: Any) -> str:
    if held is None:
        return ""
    return f"{held.card}({held.rank})" if held.card == "JOKER" else str(held.card)


_PAYS = {"Judged": "answers", "Pushed": "pushes", "Placed": "cards", "RoundWon": "prize"}


def _paid(played: Played) -> Counter[tuple[int, str, str]]:
    """Dollars by round, player and what for."""
    paid: Counter[tuple[int, str, str]] = Counter()
    number = 0
    for one in _happened(played):
        if one.name == "RoundBegan":
            number = one["number"]
        elif one.name == "Adjusted" and one["what"] == "money":
            paid[number, one["who"], "corrected"] += one["after"] - one["before"]
        elif one.name in _PAYS:
            paid[number, one["who"], _PAYS[one.name]] += one["paid"]
    return paid


def _bonus(played: Played) -> list[str]:
    if played.state.bonus is None:
        return []
    then: dict[int, list[str]] = {}
    hands = {hand.number: hand for hand in played.state.bonus.hands}
    last = 0
    for one in _happened(played):
        match one.name:
            case "HandEnded":
                last = one["number"]
            case "ToppedUp":
                then.setdefault(last, []).append(f"+{one['amount']}")
            case "HandBegan" if one["staked"]:
                skip = "skip " if one["skipped"] else ""
                then.setdefault(last, []).append(f"{skip}+{one['staked']}")
            case "Adjusted" if one["what"] == "bankroll":
                then.setdefault(last, []).append(f"corrected {one['after'] - one['before']:+}")
    rows = ["hand | revealed | range | wager | cards | suits | outcome | bankroll | then"]
    for number, hand in hands.items():
        dealt = (" ".join(hand.cards), " ".join(hand.suits), hand.outcome, hand.bankroll)
        after = "; ".join(then.get(number, []))
        shown = (" ".join(hand.revealed), f"{hand.high} {hand.low}")
        rows.append(_row(number, *shown, hand.wager, *dealt, after))
    return rows
