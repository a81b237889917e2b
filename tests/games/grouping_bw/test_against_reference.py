"""Random matches, right and wrong moves alike, heard by the program and by `reference`, which reads
the rules page literally; after every entry both must stand the same.

A failure prints what differs and the journal up to the entry, ready to be replayed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
import second_opinion
from msgspec.structs import replace
from second_opinion import differ, refusals_differ, seconds

from gmtool.desk.session.session import empty_replay
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.header import Header
from gmtool.engine.table import awaited
from gmtool.games.grouping_bw import GAME

from .reference import HOUR, LETTERS, SIZE, Reference, layouts

NAMES = ["Ann", "Bob"]
FAST_MATCHES = 8
SLOW_PARTS = 8
MATCHES_IN_A_PART = 40
ITEMS = [
    {},
    {"Ann": ["peek"], "Bob": ["order"]},
    {"Ann": ["bonus", "peek"], "Bob": ["order"]},
    {"Ann": ["order"], "Bob": ["bonus", "order"]},
    {"Ann": ["bonus", "peek", "order"]},
    {"Bob": ["bonus", "peek"], "Ann": ["bonus", "peek"]},
]
BETTING = [*(f"{verb} {n}" for verb in ("bet", "raise") for n in range(12)), "call", "fold"]
CAME_TO = {
    *("setup", "group", "order", "first", "bet", "over", "second half", "second set"),
    *("agreed ante", "overdue", "overdue with the Bonus", "undone", "put back", "extended"),
    *("corrected", "Peek", "Order", "an 8 folded", "draw", "spared", "short ante", "no bets"),
    *("out-of-chips", "cannot-pay", "more-chips", "won-the-hand"),
}
"""What random matches have to come to, or they don't test it."""
RARE = {"won-the-hand", "more-chips", "first", "spared", "Peek"}
"""What may be missing in a part of them."""


def test_random_matches_are_adjudicated_as_the_page_says() -> None:
    played = [play_random_match(number) for number in range(FAST_MATCHES)]
    assert sum(game.ended for game in played) > FAST_MATCHES * 0.5
    taken = sum(len(game.entries) for game in played)
    refused = sum(game.refused for game in played)
    assert min(taken, refused) > FAST_MATCHES * 10


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(SLOW_PARTS))
def test_many_random_matches_are_adjudicated_as_the_page_says(part: int) -> None:
    first = 1000 + part * MATCHES_IN_A_PART
    came_to: Counter[str] = Counter()
    for number in range(first, first + MATCHES_IN_A_PART):
        came_to.update(play_random_match(number).came_to)
    assert CAME_TO - set(came_to) <= RARE


# ---- a match that both are hearing


@dataclass(kw_only=True)
class Match(second_opinion.Match[Reference]):
    """A match that both are hearing."""

    _known: tuple[int, int, int] = (0, 0, 0)
    """Rounds, tiles shown and orders told before the entry."""

    def looked_at(self) -> None:
        page = self.page
        self._known = len(page.rounds), len(page.told), len(page.answers)

    def differences(self) -> Iterator[str]:
        table, page = self.replay.table, self.page
        since = self._compared_until()
        state = replace(table.state, rounds=table.state.rounds[since:])
        yield from standings_differ(GAME.view(state, PUBLIC), page, since)
        waiting = sorted({turn.who for turn in awaited(GAME, table)})
        yield from differ("awaited", waiting, page.awaited())
        deadlines = sorted(seconds(window.deadline) for window in table.windows)
        yield from differ("deadlines", deadlines, page.deadlines())
        yield from self._told_differs()
        for turn in GAME.wanted(table.state).turns if page.task == "bet" else ():
            forms = {move.split(" ")[0] for move in page.asides(turn.who)}
            if turn.who == page.turn:
                forms |= {move.split(" ")[0] for move in page.betting()}
            offered = {move.split(" ")[0] for move in turn.moves}
            yield from differ(f"{turn.who} is offered", offered, forms)

    def _compared_until(self) -> int:
        """How many rounds need no look any more: long views take time, so all are looked at when
        the match is over, those of a set when the next begins, else the last before the entry and
        what came by it.
        """
        page = self.page
        if page.task == "over" or self.entries[-1].takes_back:
            return 0
        if page.task == "group":
            return sum(row["set"] < page.set - 1 for row in page.rounds)
        return max(0, self._known[0] - 1)

    def _told_differs(self) -> Iterator[str]:
        """What players were told by the entry, or by all that stand after one was taken back."""
        told: list[Any] = []
        orders: list[Any] = []
        again = self.entries[-1].takes_back
        for step in self.replay.effective if again else self.replay.effective[-1:]:
            for event in step.news:
                if event.name == "TileShown":
                    told.append((event["who"], event["of"], event["tile"]))
                elif event.name == "OrderTold":
                    orders.append((event["who"], list(event["groups"])))
        _, tiles, answers = (0, 0, 0) if again else self._known
        page = [(row[0], row[1], row[5]) for row in self.page.told[tiles:]]
        yield from differ("told", told, page)
        yield from differ("orders told", orders, self.page.answers[answers:])

    def note(self, entry: Entry, _before: None) -> None:
        """What the match came to by it."""
        page, verb = self.page, entry.text.split(" ")[0]
        self.came_to[page.task] += 1
        self.came_to[page.why] += 1
        said = {
            "undo": "undone",
            "redo": "put back",
            "extend": "extended",
            "adjust": "corrected",
            "peek": "Peek",
            "close": "overdue",
        }
        self.came_to[said.get(verb, "")] += 1
        came = {
            "overdue with the Bonus": verb == "close" and page.bonus_overdue,
            "second half": page.half == 2,
            "second set": page.set == 2,
            "agreed ante": page.task == "bet" and page.ante > page.schedule(page.set),
            "Order": any(page.letters(name) for name in NAMES),
        }
        for row in page.rounds[-1:]:
            came |= {
                "an 8 folded": row["eight"],
                "draw": not row["winner"],
                "spared": not row["winner"] and not row["discarded"] and page.final,
                "short ante": not page.final and row["ante"] < page.ante,
                "no bets": row["how"] == "shown" and not row["actions"] and not page.sudden,
            }
        self.came_to.update(what for what, did in came.items() if did)
        del self.came_to[""]

    def check_legal(self, moves: Sequence[tuple[str, str]], at: int) -> None:
        """Of these moves in betting the program takes exactly those of the page."""
        for who, text in moves:
            legal = [
                *self.page.asides(who),
                *(self.page.betting() if who == self.page.turn else ()),
            ]
            entry = self.entry(who, text, at)
            judged = None if text in legal else self.judge(entry)
            refusal = self.refusal_of(entry)
            differs = list(refusals_differ(refusal, judged)) if refusal else []
            if (refusal is None) != (text in legal) or differs:
                said = f"is refused ({refusal})" if refusal else "is taken"
                self.fail([f"“{text}” {said}; legal: {legal}", *differs], entry)


def standings_differ(view: Any, page: Reference, since: int = 0) -> Iterator[str]:
    """Everything that everybody may know, but for that many rounds that came first."""
    facts, public, players = page.public(since), view["public"], view["players"]
    program = {
        "chips": [player["chips"] for player in players],
        "bets": [player["bet"] for player in players],
        "pot": public["pot"],
        "discards": public["discards"],
        "set": public["set"],
        "half": public["half"],
        "round": public["round"],
        "ante": public["ante"],
        "paid": public["paid_ante"],
        "starter": public["starter"],
        "turn": public["actor"],
        "colours": list(public["colours"].values()),
        "shown": [(row["round"], list(row["tiles"].values())) for row in public["shown"]],
        "winner": public["winner"],
        "why": public["why"],
    }
    yield from differ(
        "colours of players",
        [p["colour"] or None for p in players],
        [colour or None for colour in facts["colours"] or ("", "")],
    )
    for key, value in program.items():
        yield from differ(key, value, facts[key])
    yield from differ("over", view["phase"] == "ended", page.task == "over")
    rounds = [_row(row) for row in public["rounds"]]
    past = page.history(since)
    yield from differ("rounds", rounds, past)
    betting = public["betting"]
    yield from differ("betting is open", betting is not None, page.task == "bet")
    if betting and page.task == "bet":
        yield from differ("to call", betting["to_call"], page.missing(page.turn))
        yield from differ("most", betting["most"], max(0, page.most()))
        verbs = {move.split(" ")[0] for move in page.betting()}
        yield from differ("moves", {move.split(" ")[0] for move in betting["moves"]}, verbs)


def _row(row: Any) -> dict[str, Any]:
    """A round that is over as the program shows it, in the page's words."""
    facts = {
        key: row[key]
        for key in ("set", "half", "number", "ante", "starter", "folder", "winner", "eight")
    }
    facts["discarded"] = row["discarded"]
    facts["how"] = {"fold": "folded", "showdown": "shown"}[row["ended"]]
    facts["actions"] = [(act["who"], act["what"], act["chips"]) for act in row["actions"]]
    for key in ("tiles", "colours", "bets", "chips"):
        facts[key] = list(row[key])
    return facts


# ---- what is said in it


def begin(dice: random.Random) -> Match:
    """A match with chosen options, nothing said in it yet."""
    chosen = {
        "variant": dice.choice(["death-match", "final-match", "final-match"]),
        "opening_check": dice.choice(["on", "off", "off"]),
        "grouping_hours": str(dice.choice([48, 24, 1])),
        "betting_hours": str(dice.choice([24, 12, 2])),
    }
    chosen = {key: value for key, value in chosen.items() if dice.random() < 0.9}
    if chosen.get("variant") == "final-match":
        items = dice.choice(ITEMS)
        if items:
            listed = [f"{name}: {' '.join(own)}" for name, own in items.items()]
            chosen["items"] = "; ".join(listed)
        return begin_with(chosen, items)
    return begin_with(chosen, {})


def begin_with(chosen: dict[str, str], items: dict[str, list[str]]) -> Match:
    """A match with these options."""
    header = Header("grouping-bw", 1, "Test", "UTC", tuple(NAMES), options=chosen)
    read: dict[str, Any] = {"items": items}
    for key, value in chosen.items():
        if key != "items":
            read[key] = {"on": True, "off": False}.get(value, value)
        if key.endswith("_hours"):
            read[key] = int(value)
    return Match(header, empty_replay(GAME, header), anew=partial(Reference, NAMES, **read))


def play_random_match(number: int) -> Match:
    """A whole match by its number, or one that is given up after many entries."""
    dice = random.Random(number)  # noqa: S311
    match = begin(dice)
    Talk(dice, match).to_the_end()
    return match


class Talk(second_opinion.Talk[Reference]):
    most_entries = 120
    match: Match

    def __init__(self, dice: random.Random, match: Match) -> None:
        super().__init__(dice, match)
        self.lateness = dice.choice([0.0, 0.02, 0.05, 0.3])
        self.silence = dice.choice([0.1, 0.9])
        """How often the holder of the Bonus is asked in vain."""
        self.mischief = dice.choice([0.05, 0.15, 0.3])
        self.mirror = dice.choice([0.0, 0.0, 0.5, 1.0 if match.page.final else 0.8])
        """How often both get the same groups and orders, so that rounds are drawn."""
        self.calm = dice.choice([0.0, 0.2, 0.5])
        """How often who may raise doesn't."""
        self.folds = dice.choice([0.02, 0.1, 0.1, 0.3, 0.9])
        self.greed = dice.choice([0.0, 0.3, 0.9])
        """How often a higher ante is spoken of."""
        self.corrections = dice.choice([0.0, 0.0, 0.03, 0.1])
        self.forgets = dice.choice([0.0, 0.0, 0.04])

    def aside(self) -> None:
        """What isn't the next move: wrong, by the host, or a player's beside its move."""
        while self.often(self.mischief):
            self.misbehave()
        if self.often(self.corrections):
            self._correct()
        if self.often(self.forgets):
            self.take_back()
        if self.often(0.02) and self.page.windows:
            self.extend()
        self._use_items()

    def _check_legal(self) -> None:
        if self.page.task != "bet" or not self.in_time():
            return
        edge = [f"{verb} {n}" for verb in ("bet", "raise") for n in self._edges()]
        moves = [(self.page.turn, move) for move in (*edge, "call", "fold", "peek", "order")]
        other = self.page.other(self.page.turn)
        moves += [(other, self.dice.choice(BETTING)), (other, "peek"), (other, "order")]
        if self.often(0.02):
            moves += [(name, move) for name in NAMES for move in BETTING]
        self.match.check_legal(self.dice.sample(moves, min(3, len(moves))), self.now)

    def _edges(self) -> list[int]:
        most = self.page.most()
        return [0, 1, max(most, 0), max(most, 0) + 1, 11]

    # ---- right

    def next(self) -> None:
        """Somebody who is awaited says something the page allows, or is late."""
        self._check_legal()
        page = self.page
        who = self.dice.choice(page.awaited())
        if page.windows and (self.often(self.lateness) or not self.in_time()):
            self._let_expire()
            return
        if self.often(0.7):
            later = self.now + self.dice.choice([1, 60, self.dice.randrange(2 * HOUR)])
            self.now = min([later, *page.deadlines()]) if who in NAMES else later
            if not self.in_time():
                return
        if who == "chance":
            self.must("chance", self._order())
        elif page.task == "setup" and (page.starter or self.often(0.6)):
            self.must("host", "start")
        elif page.task == "bet":
            self.must(who, self._bet())
        elif who in NAMES and page.task == "group" and not page.groups[who]:
            self.must(who, self._groups(who))
            if self.often(0.1) and page.task == "group":
                self.must(who, self._groups(who))
        elif not page.starter and (who == "host" or not self.often(self.silence)):
            self.must(page.namer(), f"first {self.dice.choice(NAMES)}")

    def _let_expire(self) -> None:
        """Too late for everybody; the host closes, perhaps for one only (ALL-2)."""
        if self.often(0.5) and self.in_time():
            self.apply("host", "close")  # too soon, unless the deadline is now
            if self.match.ended or not self.page.windows:
                return
        self.now = max(self.now, min(self.page.deadlines()))
        if self.often(0.4):
            self.now += self.dice.choice([1, HOUR])
            self._late_tries()
        late = self.match.page.awaited()
        one = self.dice.choice([name for name in late if name in NAMES] or NAMES)
        self.apply("host", f"close {one}" if self.often(0.3) else "close")

    def _late_tries(self) -> None:
        """What the page takes in time only."""
        for who in NAMES:
            texts = ["fold", "call", f"first {who}", "peek", "order", "ante 4", self._groups(who)]
            if "first" in self.page.windows:
                texts = [texts[2], texts[2], *texts]
            self._hear_wrong(who, self.dice.choice(texts))

    def _hear_wrong(self, who: str, text: str) -> None:
        if not self.match.ended:
            self.apply(who, text)

    def _groups(self, who: str) -> str:
        """Groups that the page allows, perhaps those of the other."""
        page = self.page
        other = page.groups[page.other(who)]
        if page.before[who] and self.often(0.3):
            return self._from_before(page.before[who])
        now = page.before[who] if page.final else {}
        if other and self.often(self.mirror) and self._fits(now, other):
            return _group(other)
        while True:
            tiles = self.dice.sample(range(9), 9)
            groups = {"A": tiles[:2], "B": tiles[2:5], "C": tiles[5:]}
            if now and self.often(0.8):
                groups = self._swapped(now)
            if self._fits(now, groups):
                return _group(groups)

    def _from_before(self, groups: dict[str, list[int]]) -> str:
        """The groups of the set before, or these with a tile each of two groups exchanged."""
        one, other = self.dice.sample(LETTERS, 2)
        pair = f"{self.dice.choice(groups[one])} {self.dice.choice(groups[other])}"
        return self.dice.choice(["same", f"swap {pair}"])

    def _swapped(self, groups: dict[str, list[int]]) -> dict[str, list[int]]:
        """The same, but for tiles of two groups changed for each other, once or twice."""
        new = {letter: list(tiles) for letter, tiles in groups.items()}
        for _ in range(self.dice.choice([1, 2])):
            one, other = self.dice.sample(LETTERS, 2)
            mine, its = self.dice.choice(new[one]), self.dice.choice(new[other])
            new[one][new[one].index(mine)], new[other][new[other].index(its)] = its, mine
        return new

    @staticmethod
    def _fits(now: dict[str, list[int]], groups: dict[str, list[int]]) -> bool:
        gone = {letter: set(tiles) - set(groups[letter]) for letter, tiles in now.items()}
        return all(len(tiles) <= {"A": 1, "B": 1, "C": 2}[key] for key, tiles in gone.items())

    def _order(self) -> str:
        """What chance says of who is next."""
        page = self.page
        who = next(name for name in NAMES if not page.line[name])
        other = page.line[page.other(who)]
        if other and self.often(self.mirror) and any(page.fits(other, a, who) for a in layouts()):
            return f"order {who} {_row_of(other)}"
        letters = self.dice.sample(LETTERS, 3)
        tiles = [t for key in letters for t in self.dice.sample(page.groups[who][key], SIZE[key])]
        return f"order {who} {_row_of(tiles)}"

    def _bet(self) -> str:
        legal = self.page.betting()
        calm = [move for move in legal if move in {"call", "fold"}]
        if self.often(self.folds):
            return "fold"
        if "call" in calm and self.often(self.calm):
            return "call"
        raises = [move for move in legal if move not in calm] or calm
        return self.dice.choice([raises[-1], self.dice.choice(raises), *calm[:1]])

    def _use_items(self) -> None:
        page = self.page
        if not self.in_time():
            return
        for name in NAMES:
            for move in page.asides(name):
                if self.often(0.15):
                    self.must(name, move)
        most = min(page.chips.values())
        if page.task != "group" or not page.final or page.sudden:
            return
        if most > page.ante and self.often(self.greed):
            named = self.dice.choice([most, most * 3 // 5, most // 2, page.ante + 1])
            named = max(named, page.ante + 1)
            for name in self.dice.choice([NAMES, NAMES, ["Ann"], ["Bob"]]):
                self.must(name, f"ante {named}")

    def _correct(self) -> None:
        """Chips corrected where the page leaves no doubt what follows (ALL-6)."""
        page = self.page
        name = self.dice.choice(NAMES)
        if page.task == "over" or page.sudden:
            return
        floor = max(1, page.missing(name)) if page.task == "bet" else 1
        if page.final and page.task in {"group", "order", "first"}:
            floor = 0  # none in set-up is a test of its own
        floor = max(floor, *page.named.values())
        few = floor + self.dice.choice([0, 0, 1, 2, 5, 12])
        self.must("host", f'adjust {name} chips ={few} why "charged twice"')
        if self.often(0.5) and page.task in {"group", "order", "first"}:
            other = page.other(name)
            self.must("host", f'adjust {other} chips ={few} why "the same"')

    # ---- wrong

    def misbehave(self) -> None:
        """Something said at the wrong time, by the wrong one, or wrong in itself; rarely right."""
        page, dice = self.page, self.dice
        who = dice.choice(["host", "chance", *NAMES, *NAMES])
        if page.awaited() and self.often(0.6):
            who = dice.choice(page.awaited())
        if who == "host" and self.often(0.3):
            last = len(self.match.entries)
            stray = [f"undo {last + 3}", "redo 1", "close", "close early", f"close {NAMES[0]}"]
            text = dice.choice(stray)
            if text != f"redo {self.match.gone[-1].number if self.match.gone else 0}":
                self._hear_close(text)
            return
        text = self._wrong(who)
        if text.split(" ")[0] in {"fold", "call", "start"} and self._is_right(who, text):
            return
        self.apply(who, text)

    def _hear_close(self, text: str) -> None:
        if text.startswith("close") and self.often(0.8) and not self.in_time():
            return
        self.apply("host", text)

    def _is_right(self, who: str, text: str) -> bool:
        """Whether it would be taken and do more than a mischief should."""
        if text == "start":
            return who == "host" and self.page.task == "setup"
        return who == self.page.turn and text in self.page.betting()

    def _wrong(self, who: str) -> str:
        """Some text that is seldom right."""
        dice, page = self.dice, self.page
        before = page.before[who] if who in NAMES else {}
        shuffled = dice.sample(range(9), 9)
        torn = dice.sample(range(9), 9)
        groups = {"A": shuffled[:2], "B": shuffled[2:5], "C": shuffled[5:]}
        chips = min(page.chips.values())
        kinds = [
            _group(groups),
            _group(groups),
            _group(self._swapped(before or groups)),
            "group A 0 1 2 B 3 4 C 5 6 7 8",
            "group A 0 0 B 2 3 4 C 5 6 7 8",
            "group A 0 9 B 2 3 4 C 5 6 7 8",
            "group A 0 1 B 2 3 4 C 5 6 7",
            f"ante {dice.choice([0, 1, page.ante, page.ante + 1, chips, chips + 1])}",
            "ante 2.5",
            "same",
            f"swap {_row_of(torn[:2])}",
            f"swap {_row_of(torn[:2])}, {_row_of(torn[2:4])}",
            f"swap {_row_of(torn[:2])}, {_row_of(torn[1:3])}",
            f"first {dice.choice([*NAMES, 'Cid'])}",
            "peek",
            "order",
            *dice.sample(BETTING, 6),
            "bet 2.5",
            "raise -1",
            "start",
            f"order {dice.choice(NAMES)} {_row_of(torn)}",
            f"order {dice.choice(NAMES)} 0 1 2 3 4 5 6 7 7",
            f"order {dice.choice(NAMES)} 0 1 2",
            "hello there",
            'extend +1h why "x"' if not page.windows else "hello",
        ]
        return dice.choice(kinds)


def _group(groups: dict[str, list[int]]) -> str:
    return "group " + " ".join(f"{key} {_row_of(sorted(groups[key]))}" for key in LETTERS)


def _row_of(tiles: Sequence[int]) -> str:
    return " ".join(map(str, tiles))
