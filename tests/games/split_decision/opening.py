"""What the lines of this kind's clauses stand for: episodes by the cards that come.

Red sends 10 as every code, gold 50, blue 90, where no others are given: 50 drawn, gold buzzes in.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from playing import Played, deck, play, script_of, timed
from trial import shown

from gmtool.engine.refusals import Refusal
from gmtool.engine.text import write_name
from gmtool.games.split_decision.hands import Hand, Held
from gmtool.games.split_decision.setup import sequel as after

if TYPE_CHECKING:
    from clauses import Trial

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = (*(rank + suit for suit in "CDHS" for rank in RANKS), "JOKER", "JOKER")
CODES = ("10", "50", "90")
BOARD = "A A K Q J 10 9 8 7 6 5 4 3 2 DEVIL"
WON = (
    "red low, gold refuse, gold refuse, blue refuse, blue refuse, right red, red high, right red",
    "gold low, blue refuse, blue refuse, right gold, gold high, right gold",
    "red low, gold refuse, gold refuse, right red, red high, right red",
)
BY_GOLD = "red refuse, red refuse, gold low, right gold, gold high, right gold"
DEALT = ("2D 2S 3S 4S 6S KD 7D", "3D 9S JS QD 8D", "4D 5S 7S JD 9D")
"""Red wins round 1, gold round 2, red or gold round 3. After round 1 there are 1700, 0, 0 dollars,
after round 2 1700, 850, 0 and a gift for blue, after round 3 3900, 850, 0, or 1700, 3050, 0.
"""
WRONG = ", dead" * 7
"""Seven questions that nobody answers."""
NOBODY = "red refuse, red refuse, gold refuse, gold refuse, blue refuse, blue refuse"
SIX = "2C 3C 4C 5C 6C 7C"
"""The cards of that."""


# ---- where an episode begins


def to_round(trial: Trial, text: str) -> Iterable[str]:
    """`to_round 2 9S JS`: rounds before it are won as above, then these cards come. After `2+`,
    round 1 has taken nine questions. `to_round 1 2C / 10 5 / 50 5 / 90 5` has codes of its own.
    """
    top, *codes = text.split(" / ")
    which, *cards = top.split()
    before = int(which[0]) - 1
    talk = ", ".join(WON[:before])
    if which.endswith("+"):
        talk = talk.replace(", right", f"{WRONG}, right", 1)
    return _at(trial, (*DEALT[:before], *cards), talk, codes)


def nothing_placed(trial: Trial, text: str) -> Iterable[str]:
    """`nothing_placed 8C`: head starts of round 1 are refused, then these cards come."""
    top, *codes = text.split(" / ")
    return _at(trial, (SIX, top), NOBODY, codes)


def holds(trial: Trial, text: str) -> Iterable[str]:
    """`holds 5D low, 9D high; 7H`: red has placed these, the others none; then 7H comes."""
    placed, _, top = text.partition(";")
    (first, end), *others = (one.split() for one in placed.split(", "))
    talk = NOBODY.replace("red refuse, red refuse", f"red {end}")
    talk += "".join(f", right red, red {end}" for _, end in others)
    return _at(trial, (first, "2S 3S 4S 6S", *(card for card, _ in others), top), talk, ())


def to_bonus(trial: Trial, text: str) -> Iterable[str]:
    """`to_bonus 2H`, `to_bonus gold 2H`: red, or gold, has won the day, and these come in it; the
    first board lies in order: places 1 and 2 are Aces, 15 is the Devil.
    """
    third = BY_GOLD if text.startswith("gold") else WON[2]
    chance = f"chance {deck(text.removeprefix('gold').strip(), CARDS)}, chance board {BOARD}"
    return _at(trial, DEALT, ", ".join((*WON[:2], third, chance)), ())


def _at(trial: Trial, top: Iterable[str], talk: str, codes: Sequence[str]) -> Iterable[str]:
    """An episode with these cards on top once one is cut, in which this was said."""
    cards = " ".join(top).split()
    rest = list(CARDS)
    for card in cards:
        rest.remove(card)
    own = codes or [" ".join([one] * trial.game.state.terms.buzzcodes) for one in CODES]
    lines = [f"chance: {deck(' '.join((rest[-1], *cards)), CARDS)}", "host: start"]
    lines += [f"{who}: codes {one}" for who, one in zip(_names(trial), own, strict=True)]
    lines += [f"{_names(trial)[0]}: cut 1", *_said(trial, talk)]
    trial.game = _played(script_of(trial.game.header), tuple(lines))
    trial.clock = trial.game.entries[-1].received_at
    trial.steps = tuple(trial.game.replay.effective[-1:])
    return ()


@cache
def _played(header: str, lines: tuple[str, ...]) -> Played:
    return play(header + timed(lines))


def _names(trial: Trial) -> list[str]:
    return [write_name(name) for name in trial.players]


def _said(trial: Trial, talk: str) -> Iterator[str]:
    names = dict(zip(("red", "gold", "blue"), _names(trial), strict=True))
    for part in filter(None, talk.split(", ")):
        who, _, text = part.partition(" ")
        if who in {"asked", "right"}:
            yield from [*right(trial, names[text])][: 3 if who == "asked" else None]
        elif who == "dead":
            yield from ask(trial, "40")
            for one in ("gold", "red", "blue"):
                yield from (f'{names[one]}: answer "no idea"', "host: wrong")
        else:
            yield f"{names.get(who, who)}: {text}"


# ---- what is said


def shuffle(trial: Trial, top: str) -> Iterator[str]:
    """A deck of what is in nobody's hand with these on top; the rest lies from 2C to the Jokers. Of
    `shuffle 9H -2C +KD` a card is missing, and one is there too often.
    """
    players = trial.game.view()["players"] if trial.game.state.bonus is None else ()
    away = [
        card for one in players for card in (one["low"], one["high"]) if card not in {None, "A"}
    ]
    away += [card[1:] for card in top.split() if card[0] == "-"]
    rest = list(CARDS)
    for card in away:
        rest.remove(card)
    rest += [card[1:] for card in top.split() if card[0] == "+"]
    yield f"chance: {deck(' '.join(card for card in top.split() if card[0] not in '+-'), rest)}"


def deck_is(trial: Trial, cards: str) -> Iterable[str]:
    """Only these are left in the deck: one by journal that runs out is a hundred lines."""
    _as_if(trial, deck=tuple(cards.split()))
    return ()


def _as_if(trial: Trial, **changes: Any) -> None:
    """The game with its state so changed."""
    *before, last = trial.game.replay.effective
    state = replace(last.table.state, **changes)
    replay = trial.game.replay.copy()
    replay.fold.steps = [*before, replace(last, table=replace(last.table, state=state))]
    trial.game = dataclasses.replace(trial.game, replay=replay)


def ask(_trial: Trial, code: str) -> Iterator[str]:
    """A question, and the actual code."""
    yield 'host: question "Capital of France?" answer "Paris"'
    yield f"host: draw {code}"


def right(trial: Trial, who: str) -> Iterator[str]:
    """A question that this player answers right."""
    yield from ask(trial, dict(zip(_names(trial), CODES, strict=True))[who])
    yield f'{who}: answer "Paris"'
    yield "host: right"


def dead(trial: Trial, many: str) -> Iterator[str]:
    """So many questions that nobody of the round answers right."""
    for _ in range(int(many)):
        yield from (*ask(trial, "40"), "all_wrong")


def all_wrong(trial: Trial, _: str) -> Iterator[str]:
    """Nobody answers the open question right."""
    while trial.game.state.asking:
        yield f'{write_name(trial.game.state.asking.who)}: answer "no idea"'
        yield "host: wrong"


def all_refuse(trial: Trial, _: str) -> Iterator[str]:
    """What is left of the head starts."""
    while trial.game.state.phase == "head-start":
        yield f"{write_name(trial.game.state.play.who)}: refuse"


def hand(trial: Trial, text: str) -> Iterator[str]:
    """`hand K 5 500 clubs` is one of the bonus, by the board in order; `hand K 5 DEVIL 500` has the
    Devil among the four. The suit board has 2ND behind diamonds, AGAIN behind hearts.
    """
    high, low, *more = text.split()
    named = [high, low, *(["DEVIL"] if "DEVIL" in more else [])]
    wager, *suits = (word for word in more if word != "DEVIL")
    places = BOARD.split()
    numbers = [places.index(named[0]) + 1]
    for rank in (*named[1:], *places):
        place = places.index(rank) + 1 + (rank == "A" and 1 in numbers)
        if len(numbers) < 4 and place not in numbers:
            numbers.append(place)
    if trial.game.state.phase == "bonus-board":
        yield f"chance: board {BOARD}"
    who = write_name(trial.game.state.bonus.who)
    yield f"{who}: pick {' '.join(map(str, numbers))}"
    yield f"{who}: range {high} {low}"
    yield f"{who}: wager {wager}"
    if suits and trial.game.state.phase == "bonus-suit-board":
        yield "chance: suits NO 2ND AGAIN NO"
    for suit in suits:
        yield f"{who}: suit {suit}"


def undo(trial: Trial, _: str) -> Iterator[str]:
    """What was said last is taken back."""
    yield f"host: undo {trial.game.replay.last_by_a_person().number}"  # type: ignore[union-attr]


def all_in(trial: Trial, wagers: str) -> Iterator[str]:
    """Hands of two Aces for so much, times the day."""
    for wager in wagers.split():
        yield f"hand A A {int(wager) * trial.game.state.bonus.factor}"


def pushes(trial: Trial, many: str) -> Iterator[str]:
    """So many hands of a King or a five, which change nothing; then the board of the next."""
    yield from [f"hand K 5 {250 * trial.game.state.bonus.factor}"] * int(many)
    yield from [f"chance: board {BOARD}"] * (trial.game.state.phase == "bonus-board")


def stands(trial: Trial, text: str) -> Iterator[str]:
    """`stands wager / 250, 300`: who is awaited may say each."""
    verb, _, rest = text.partition("/")
    (turn,) = trial.game.waiting()
    who = write_name(turn.who)
    yield from (f"{who}: {' '.join((verb + one).split())}  ok" for one in rest.split(","))


def refused(trial: Trial, text: str) -> Iterator[str]:
    """`refused SD-28 wager / 0, 200`: it may say none, by that clause; or `refused not now …`."""
    found = re.fullmatch(r"((?:not now )?[A-Z]+-\d+)(.*/.*)", text)
    assert found, text
    yield from (line.replace("  ok", f"  ! {found[1]}") for line in stands(trial, found[2]))


# ---- what is looked at


def money(trial: Trial) -> str:
    """The dollars of red, gold and blue."""
    return " ".join(str(one["money"]) for one in trial.game.view()["players"])


def card(trial: Trial) -> str:
    """Who decides on which card, in which situation."""
    play = trial.game.view()["public"]["play"]
    return f"{play['who']} {play['card'] or '-'} {play['situation']}" if play else "-"


def plays(trial: Trial) -> str:
    """The round, and who plays it, in the order of its head start."""
    now = trial.game.view()["public"]
    return f"{now['round']}: {' '.join(now['order'])}"


def bonus(trial: Trial) -> str:
    """The hand and the bankroll, by how much it is multiplied."""
    now = trial.game.view()["public"]["bonus"]
    assert now["bankroll"] % now["factor"] == 0
    return f"hand {now['hand']}, {now['bankroll'] // now['factor']} x {now['factor']}"


def after_hands(trial: Trial) -> str:
    """The outcomes of the hands so far and the bankroll after each, divided by the day's factor."""
    now = trial.game.view()["public"]["bonus"]
    return " ".join(f"{one['outcome']} {one['bankroll'] // now['factor']}" for one in now["hands"])


class _Sequels(dict[str, str]):
    """The next episode by who signed up, as `Dee+Eve`: its players and options."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __missing__(self, signed_up: str) -> str:
        names = () if signed_up == "nobody" else tuple(signed_up.split("+"))
        try:
            options, players = after(self.state, names)
        except Refusal as refusal:
            return str(refusal)
        return f"{', '.join(players)}; {shown(dict(options))}"


def sequel(trial: Trial) -> dict[str, str]:
    """The next episode, by who signed up."""
    return _Sequels(trial.game.state)


def sets(trial: Trial) -> list[str]:
    """The sets used so far: `1: Ann 40 (10), Bob 60 (10), Cid 90; tied Ann Bob`."""
    return [
        f"{one['number']}: {', '.join(map(_buzz, one['buzzes']))}"
        + (f"; tied {' '.join(one['tied'])}" if one["tied"] else "")
        for one in trial.game.news("SetUsed")
    ]


def _buzz(one: Any) -> str:
    return f"{one.who} {one.code}" + ("" if one.distance is None else f" ({one.distance})")


def asked(trial: Trial) -> str:
    """Who was asked the question that is over, in order."""
    return " ".join(one["who"] for one in trial.game.view()["public"]["asked"][-1]["tries"])


def remark(trial: Trial) -> str:
    """The beginning of what the last line told the host alone."""
    found = [one.remark for step in trial.steps for one in step.news if one.remark]
    return found[0].partition(";")[0] if found else ""


def suggests(trial: Trial) -> str:
    """The verdict that the answer just given suggests."""
    (given,) = (one for step in trial.steps for one in step.news if one.name == "AnswerGiven")
    suggested = "right" if given["agrees"] else "wrong"
    assert re.match(rf"SD-11: .*`{suggested}`", given.remark), given.remark
    return suggested


def said_in_public(trial: Trial) -> str:
    """What everybody may know of the last move."""
    return str(trial.steps[-1].move.public)


def drawn(trial: Trial) -> str:
    """What chance gave last."""
    return next(one.text for one in reversed(trial.game.entries) if one.who == "chance")


# ---- the table of corners


def corner(trial: Trial, text: str) -> Iterator[str]:
    """`corner 5/9 JOKER seen`: this card comes to Bob, who holds that hand; 5J is a Joker placed as
    a 5. It is `seen`, `kept`, `passed` by Ann, of a free `look` or the `head` start.
    """
    hand, card, how, *chipless = text.split()
    if how != "head":
        asked = "asked red" if how == "passed" else "asked gold"
        _at(trial, (SIX,), f"{NOBODY}{WRONG * (how == 'look')}, {asked}", ())
        ann, bob, cid = trial.game.state.players
        low, high = map(_held, hand.split("/"), "CD")
        bob = replace(bob, hand=Hand(low, high), chips=0 if how == "kept" or chipless else 2)
        ann = replace(ann, chips=0 if how == "passed" else 2)
        _as_if(trial, players=(ann, bob, cid), deck=(card, "8S", "10S"))
        yield "host: right"
        yield from {"kept": ["Bob: keep"], "passed": ["Ann: pass Bob"]}.get(how, [])
        return
    to_round(trial, "1 2D" if hand == "-/-" else "2+")
    yield from [] if hand == "-/-" else ["Bob: low" if hand[0] == "A" else "Bob: high"]
    _as_if(trial, deck=(card, "8S", "10S"))
    yield "Ann: low" if hand == "-/-" else "Cid: low"


def _held(text: str, suit: str) -> Held | None:
    rank = text.removesuffix("J")
    return None if text == "-" else Held(rank + suit if rank == text else "JOKER", rank)


def fate(trial: Trial) -> str:
    """What Bob may do with the card that has come, as `high~ chip` (`high~` is `high`, `high as
    RANK`); or what the tool did with it, as `!push`.
    """
    news = [one for step in trial.steps for one in step.news if one.facts.get("who") == "Bob"]
    names = [one.name for one in news]
    for one in news[names.index("CardShown") :]:
        if one.name in _DONE:
            assert one.facts.get("how", "forced") in _FORCED[one.name], one
            return f"!{one.facts.get('place') or _DONE[one.name]}"
    (turn,) = trial.game.waiting()
    assert turn.who == "Bob", turn
    moves = " ".join(turn.moves)
    return moves.replace("high high as RANK", "high~").replace("low low as RANK", "low~")


_DONE = {
    "Placed": "placed",
    "Pushed": "push",
    "Discarded": "chip",
    "Declined": "refuse",
    "WentOut": "out",
    "RoundWon": "win",
}
_FORCED = dict.fromkeys(_DONE, ("forced",)) | {"RoundWon": ("third-card", "joker")}


def ranks(trial: Trial) -> list[str]:
    """What the Joker in play can be made beside an Ace."""
    play = trial.game.view()["public"]["play"] or {"choices": []}
    return [one.rpartition(" ")[2] for one in play["choices"] if " as " in one]
