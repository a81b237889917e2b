"""Random episodes, right and wrong moves alike, heard by the program and by `reference`, which
reads the rules page literally; after every entry both must stand the same.

A failure prints what differs and the journal up to the entry, ready to be replayed.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from lengths import few_first
from rules_page import Illegal
from second_opinion import refusals_differ

from gmtool.engine import journal
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import in_text_form
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import awaited
from gmtool.games.split_decision import GAME
from gmtool.testing.random_play import BEGIN, HostedGame, begun, choosing, differ

from .reference import BOARD, FULL, PODIUMS, RANKS, SUITS, Reference

NAMES = ["Ann", "Bob", "Cid"]
HOURS = {"answer_hours": 48, "decision_hours": 48}
FAST_GAMES, ALL_TASKS = 2, 8
"""So many episodes in the fast suite; in so many everybody was asked everything."""
SLOW_PARTS = 40
GAMES_IN_A_PART = 3
MOST_ENTRIES = 500
CARD_MOVES = [
    "high",
    "low",
    "refuse",
    "push",
    "chip",
    "keep",
    *(f"{end} as {rank}" for end in ("high", "low") for rank in RANKS[:-1]),
    *(f"pass {name}" for name in NAMES),
]
WASTE = ["refuse", "chip", "keep"]
"""What is liked where no card is wanted, so that rounds are long and the deck runs out."""
TASKS = {
    "shuffle",
    "start",
    "codes",
    "cut",
    "free ace",
    "head start",
    "question",
    "draw",
    "chance draw",
    "answer",
    "verdict",
    "free look",
    "blind",
    "card",
    "board",
    "pick",
    "range",
    "wager",
    "suits",
    "suit",
    "over",
}


@pytest.mark.parametrize(
    "games", [FAST_GAMES, pytest.param(ALL_TASKS, marks=[pytest.mark.slow, pytest.mark.long])]
)
def test_random_episodes_are_adjudicated_as_the_page_says(games: int) -> None:
    played = [play_random_episode(number) for number in range(games)]
    taken = sum(len(game.entries) for game in played)
    refused = sum(game.refused for game in played)
    assert min(taken, refused) > games * 60
    if games < ALL_TASKS:
        return
    assert sum(game.ended for game in played) > games * 0.7
    came_to: Counter[str] = Counter()
    for game in played:
        came_to.update(game.came_to)
    assert set(came_to) == TASKS


@pytest.mark.slow
@pytest.mark.parametrize("part", few_first(1, range(SLOW_PARTS)))
def test_many_random_episodes_are_adjudicated_as_the_page_says(part: int) -> None:
    first = 1000 + part * GAMES_IN_A_PART
    for number in range(first, first + GAMES_IN_A_PART):
        play_random_episode(number)


def test_sd_04_the_hand_of_who_is_out_stays_its_own_when_the_deck_runs_out() -> None:
    """Round 1 as long as can be: each hand is of two ranks that nothing goes between, so that all
    cards are pushes or of no use, and Cid is out when the last one has gone.
    """
    low = [rank + suit for suit in "CDHS" for rank in ("2", "3", "4", "5", "6")]
    useless = iter([*low, *(rank + suit for rank in "KA" for suit in "CDHS")])
    deck = ["JOKER", "7C", "QC", "9C", "JC", "8C", "10C", "JOKER"]
    answers = [("Ann", "high"), ("Bob", "high"), ("Cid", "high as Q")]
    for who in ("Ann", "Ann", "Bob", "Bob", "Cid", "Cid"):  # every chip
        deck += [next(useless) for _ in range(1 if len(answers) < 5 else 2)]
        answers.append((who, ""))
    for who, rank in (("Ann", "7"), ("Ann", "8"), ("Bob", "9"), ("Bob", "10"), ("Cid", "J")):
        for suit in "DHS":  # a free look at a card of no use, and a push unseen
            deck += [next(useless), rank + suit]
            answers.append((who, "keep"))
    for card in ("QD", "QH", "QS"):  # pushes at the free look
        deck.append(card)
        answers.append(("Cid", ""))
    deck += [next(useless), next(useless)]
    answers.append(("Cid", "keep"))
    left = [card for card in FULL if card not in deck]
    deck = [*deck[:4], *left, *deck[4:]]

    episode = begin_with({})
    talk = [("chance", "shuffle " + " ".join([*deck[-27:], *deck[:-27]])), ("host", "start")]
    codes = {"Ann": 10, "Bob": 50, "Cid": 90}
    talk += [(who, "codes " + " ".join([str(code)] * 30)) for who, code in codes.items()]
    talk += [("Ann", "cut 27"), ("Ann", "refuse"), ("Ann", "low"), ("Bob", "refuse")]
    talk += [("Bob", "low"), *[("Cid", "refuse")] * len(left), ("Cid", "low")]
    for who, then in [*answers, ("Bob", "")]:
        talk += [("host", 'question "Q" answer "A"'), ("host", f"draw {codes[who]}")]
        talk += [(who, 'answer "A"'), ("host", "right")]
        talk += [(who, then)] * bool(then)
    for who, text in talk:
        assert episode.apply(who, text, BEGIN), text
    assert (episode.page.task, episode.page.out, episode.page.round) == ("shuffle", ["Cid"], 1)
    new = list(FULL)
    for card in ("7C", "8C", "9C", "10C", "JC", "JOKER"):  # in hands, Cid's too
        new.remove(card)
    assert not episode.apply("chance", "shuffle " + " ".join([*new, "JC", "JOKER"]), BEGIN)
    assert episode.apply("chance", "shuffle " + " ".join(new), BEGIN)


# ---- an episode that both are hearing


@dataclass(kw_only=True)
class Episode(HostedGame):
    """An episode that both are hearing; `came_to` counts what was waited for."""

    page: Reference
    refused: int = 0
    came_to: Counter[str] = field(default_factory=Counter)
    opened: Instant = BEGIN

    @property
    def ended(self) -> bool:
        return self.page.task == "over"

    @property
    def deadline(self) -> Instant:
        """The latest deadline by the program, the present where nothing runs."""
        return max((w.deadline for w in self.replay.table.windows), default=BEGIN)

    def apply(self, who: str, text: str, at: Instant) -> bool:
        """Both hear it; whether it was taken. Fails where they disagree."""
        entry = self._entry(who, text, at)
        before = self.page.task, self.page.requests
        buzzed = len(self.page.buzzed)
        applied = self.try_it(entry)
        judged = self._page(entry)
        if isinstance(applied, Refusal):
            self.refused += 1
            found = list(refusals_differ(applied, judged))
        elif judged:
            found = [f"taken, but refused by {judged}"]
        else:
            if before != ("codes", self.page.requests) or self.page.task != "codes":
                self.opened = at
                self.came_to[self.page.task] += 1
            found = list(self._differences())
            found += _buzzing_differs(self.replay.live[-1], self.page.buzzed[buzzed:])
        if found:
            self.fail(found, entry)
        return judged is None

    def _entry(self, who: str, text: str, at: Instant) -> Entry:
        drawn = "typed" if who == "chance" else ""
        entry = Entry(len(self.entries) + 1, who, text, at, at, drawn=drawn)
        return in_text_form(self.replay, entry)

    def _page(self, entry: Entry) -> Illegal | None:
        try:
            self.page.say(entry.who, entry.text)
        except Illegal as refusal:
            return refusal
        return None

    def _differences(self) -> Iterator[str]:
        table, page = self.replay.table, self.page
        yield from standings_differ(GAME.view(table.state, PUBLIC), page)
        waiting = sorted(turn.who for turn in awaited(GAME, table))
        yield from differ("awaited", waiting, sorted(who for who, _ in page.awaited()))
        yield from differ("windows", [w.deadline for w in table.windows], self._deadlines())
        if page.task in {"free ace", "head start", "card", "blind", "free look"}:
            offered = {move for turn in awaited(GAME, table) for move in turn.moves}
            forms = {re.sub(" as .*", " as RANK", move) for move in page.legal}
            yield from differ("moves offered", offered, forms)

    def _deadlines(self) -> list[Instant]:
        """48 hours, or as the options say, from the entry that put somebody to it (SD-11)."""
        if not any(who in NAMES for who, _ in self.page.awaited()):
            return []
        which = "answer_hours" if self.page.task == "answer" else "decision_hours"
        hours = int(self.header.options.get(which, HOURS[which]))
        return [self.opened.plus(timedelta(hours=hours))]

    def check_legal(self, moves: Sequence[str], at: Instant) -> None:
        """Of these moves the program takes exactly those of the page, from whoever is awaited."""
        for who, legal in self.page.awaited():
            for text in moves if legal else ():
                entry = self._entry(who, text, at)
                try:
                    apply(GAME, self.replay.table, entry)
                    taken = True
                except Refusal:
                    taken = False
                if taken != (text in legal):
                    said = "is refused" if text in legal else "is taken"
                    self.fail([f"“{text}” {said}, but the legal moves are {legal}"], entry)


def _buzzing_differs(step: Step, page: list[dict[str, Any]]) -> Iterator[str]:
    """Who was asked by the entry, by which set, code and distance (SD-7, SD-8)."""
    seen = [one.seen_by(PUBLIC) or {} for one in step.news]
    program = [facts for facts in seen if facts.get("news") == "BuzzedIn"]
    yield from differ("asked", len(program), len(page))
    for facts, row in zip(program, page, strict=False):
        yield from differ("buzzed in", {key: facts.get(key) for key in row}, row)


def standings_differ(view: Any, page: Reference) -> Iterator[str]:
    """Players, deck and round, as everybody may know them."""
    facts = page.public()
    for player, row in zip(view["players"], facts["players"], strict=True):
        program = {key: player.get(key) for key in row}
        yield from differ(str(row["name"]), program, row)
    for key, value in facts["public"].items():
        yield from differ(key, view["public"].get(key), value)
    for key, value in facts["bonus"].items():
        yield from differ(f"bonus {key}", view["public"]["bonus"].get(key), value)


# ---- what is said in it


def begin(dice: random.Random) -> Episode:
    """An episode with chosen options, nothing said in it yet."""
    chosen = {
        "buzzcodes": str(dice.choice([3, 4, 6, 6, 30])),
        "buzz_max": str(dice.choice([3, 10, 10, 100])),
        "redraw_on_tie": dice.choice(["on", "off"]),
        "champion": dice.choice(["on", "on", "off"]),
        "answer_hours": str(dice.choice([48, 24, 1])),
        "decision_hours": str(dice.choice([48, 30, 2])),
    }
    if chosen["champion"] == "on":
        chosen["titles"] = str(dice.choice([1, 2, 3, 3, 4, 4]))
    chosen = {key: value for key, value in chosen.items() if dice.random() < 0.9}
    if chosen.get("champion") == "off":
        chosen.pop("titles", None)
    return begin_with(chosen)


def begin_with(chosen: dict[str, str]) -> Episode:
    """An episode with these options."""
    header = journal.Header("split-decision", 1, "Test", "UTC", tuple(NAMES), options=chosen)
    read: dict[str, Any] = {
        key: {"on": True, "off": False}[value] if value in {"on", "off"} else int(value)
        for key, value in chosen.items()
    }
    return Episode(header, begun(GAME, header), page=Reference(NAMES, **read))


def play_random_episode(number: int) -> Episode:
    """A whole episode by its number, or one that is given up after many entries."""
    dice = random.Random(number)  # noqa: S311
    episode = begin(dice)
    Talk(dice, episode).to_the_end()
    return episode


class Talk:
    """What is said next; every episode has a temper of its own."""

    def __init__(self, dice: random.Random, episode: Episode) -> None:
        self.dice = dice
        self.episode = episode
        self.now = BEGIN
        self.right = dice.choice([0.3, 0.6, 0.9, 1.0])
        self.lateness = dice.choice([0.0, 0.03, 0.1, 0.4])
        self.mischief = dice.choice([0.2, 0.4, 0.6])
        self.liked = dice.choice(
            [["high", "low"], ["refuse", "chip", "pass"], WASTE, WASTE, ["push"], []]
        )
        self.steadily = dice.choice([0.8, 1.0])
        self.stack = dice.choice(["any", "any", "jokers", "aces", "ranks"])

    @property
    def page(self) -> Reference:
        return self.episode.page

    def _often(self, chance: float) -> bool:
        return self.dice.random() < chance

    def to_the_end(self) -> None:
        while not self.episode.ended and len(self.episode.entries) < MOST_ENTRIES:
            while self._often(self.mischief):
                self._mischief()
            if not self.episode.ended:
                self._check_legal()
                self._next()
        for _ in range(3):
            self._mischief()

    def _hear(self, who: str, text: str) -> bool:
        return self.episode.apply(who, text, self.now)

    def _check_legal(self) -> None:
        """Some moves or, now and then, all there are."""
        page = self.page
        listed = [move for _, legal in page.awaited() for move in legal]
        if page.task in {"wager", "cut"}:
            listed = [listed[0], listed[-1], *self.dice.sample(listed, min(4, len(listed)))]
        moves = [*listed, *self._nearly(), *self.dice.sample(CARD_MOVES, 5)]
        if self._often(0.03):
            wrong = [self._wrong(n) for n in range(20)]
            moves = [*listed, *CARD_MOVES, *(text for text in wrong if text[:4] != "pass")]
        self.episode.check_legal(moves, self.now)

    def _nearly(self) -> Iterator[str]:
        """Moves of the right kind, so that those the page doesn't list are just wrong."""
        page, dice = self.page, self.dice
        if page.task == "wager":
            ends = [int(page.legal[end].split(" ")[1]) for end in (0, -1)]
            for amount in ends:
                yield from (f"wager {amount + by}" for by in (-250, -50, -25, -1, 1, 25, 50))
            yield from (f"wager {dice.randint(*ends)}" for _ in range(3))
        elif page.task == "range":
            named = [*page.picked, dice.choice(RANKS)]
            yield from (f"range {high} {low}" for high in named for low in named)
        elif page.task == "suit":
            yield from (f"suit {suit}" for suit in SUITS)
        elif page.task == "blind":
            yield from (f"pass {name}" for name in NAMES)

    # ---- right

    def _next(self) -> None:
        """Somebody who is awaited says something the page allows, or is late."""
        page = self.page
        who, legal = self.dice.choice(page.awaited())
        lateness = 0.3 if page.task == "range" else self.lateness  # the widest has its own rule
        if who in NAMES and (self._often(lateness) or self.now > self.episode.deadline):
            self.now = max(self.now, self.episode.deadline)
            late = self._often(0.3) and page.task == "codes"
            assert self._hear("host", f"close {who}" if late else "close")
            return
        if self._often(0.5):
            later = self.now.plus(timedelta(seconds=self.dice.randrange(1, 90)))
            self.now = min(later, self.episode.deadline) if who in NAMES else later
        if self._often(0.2) and who != "host":
            text = str(GAME.suggest(self.episode.replay.table.state, who, choosing(self.dice)))
        elif legal and page.task != "verdict":
            liked = [move for move in legal if move.split(" ")[0] in self.liked]
            if self.liked == WASTE and legal == ["high", "low"]:
                liked = ["high" if page.card[:-1] in RANKS[:6] else "low"]  # little fits beside it
            if page.task == "wager" and self._often(0.3):
                liked = legal[-1:]
            text = self.dice.choice(liked if liked and self._often(self.steadily) else legal)
        else:
            text = getattr(self, "_say_" + page.task.replace(" ", "_"))()
        assert self._hear(who, text), text

    def _say_shuffle(self) -> str:
        """The cards that the page wants, stacked as this episode likes it."""
        held = [card for hand in self.page.hand.values() for card, _ in hand.values()]
        cards = list(FULL)
        for card in held if not self.page.bonus else ():
            if card in cards:
                cards.remove(card)
        self.dice.shuffle(cards)
        first: Callable[[str], bool] = {
            "any": lambda _card: False,
            "jokers": lambda card: card == "JOKER" and self._often(0.7),
            "aces": lambda card: (card == "JOKER" or card.startswith("A")) and self._often(0.6),
            "ranks": lambda card: card[:-1] in {"7", "8", "A"},
        }[self.stack]
        top = [card for card in cards if first(card)]
        for card in top:
            cards.remove(card)
        deep = self.dice.randrange(9)
        return "shuffle " + " ".join(cards[:deep] + top + cards[deep:])

    def _say_start(self) -> str:
        return "start"

    def _say_codes(self) -> str:
        most = self.page.option["buzz_max"]
        codes = [str(self.dice.randint(1, most)) for _ in range(self.page.option["buzzcodes"])]
        return "codes " + " ".join(codes)

    def _say_question(self) -> str:
        return self.dice.choice(
            ['question "Capital of France?" answer "Paris"', 'question "A \\"b\\"?" answer "c"']
        )

    def _say_draw(self) -> str:
        return "draw" if self._often(0.5) else self._say_chance_draw()

    def _say_chance_draw(self) -> str:
        return f"draw {self.dice.randint(1, self.page.option['buzz_max'])}"

    def _say_answer(self) -> str:
        return f'answer "{self.dice.choice(["Paris", "paris!", "Rome"])}"'

    def _say_verdict(self) -> str:
        return "right" if self._often(self.right) else "wrong"

    def _say_board(self) -> str:
        return "board " + " ".join(self.dice.sample(BOARD, 15))

    def _say_suits(self) -> str:
        return "suits " + " ".join(self.dice.sample(["NO", "NO", "2ND", "AGAIN"], 4))

    def _say_pick(self) -> str:
        return "pick " + " ".join(map(str, sorted(self.dice.sample(range(1, 16), 4))))

    # ---- wrong

    def _mischief(self) -> None:
        """Something said at the wrong time, by the wrong one, or wrong in itself; rarely right."""
        page = self.page
        if self._often(0.1):
            self._hear_close()
            return
        who = self.dice.choice(["host", "chance", *NAMES])
        asked = [name for name, _ in page.awaited()]
        if asked and self._often(0.7):
            who = self.dice.choice(asked)
        if who not in NAMES or not self._beyond_the_page(who):
            self._hear(who, self._wrong(self.dice.randrange(1000)))

    def _beyond_the_page(self, who: str) -> bool:
        """Whether the page's reader can't judge it: it has no clock, and an answer is any text."""
        if self.page.task == "answer" and who == self.page.who:
            return True
        return bool(self.episode.replay.table.windows) and self.now > self.episode.deadline

    def _hear_close(self) -> None:
        """Too soon, or where nobody is overdue (ALL-2)."""
        if self.episode.replay.table.overdue(self.now):
            return
        text = self.dice.choice(["close", "close early", f"close {self.dice.choice(NAMES)}"])
        with pytest.raises(Refusal) as found:
            apply(GAME, self.episode.replay.table, self.episode._entry("host", text, self.now))
        over = self.episode.ended
        assert found.value.clause == ("ALL-6" if over else "ALL-2"), found.value

    def _wrong(self, number: int) -> str:
        """Some text that is seldom right."""
        dice, page = self.dice, self.page
        codes = page.option["buzzcodes"]
        least = str(dice.choice([0, 1, 250, 275, 300, 1500, page.bankroll, page.bankroll + 50]))
        kinds = [
            dice.choice(CARD_MOVES),
            dice.choice(CARD_MOVES),
            f"wager {least}",
            f"cut {dice.choice([0, 54, 100])}",
            f"range {dice.choice([*RANKS, 'DEVIL'])} {dice.choice([*RANKS, 'DEVIL'])}",
            f"suit {dice.choice(SUITS)}",
            "start",
            "right",
            "wrong",
            "draw",
            f"draw {dice.choice([0, page.option['buzz_max'] + 1, 1])}",
            'answer "Paris"',
            'question "Q" answer "A"',
            f"pass {dice.choice([*NAMES, *PODIUMS])}",
            "pass",
            "codes " + " ".join(["1"] * dice.choice([codes - 1, codes, codes + 1])),
            f"codes {' '.join(['1'] * (codes - 1))} {dice.choice(['0', '1.5', '9999', 'x'])}",
            "pick " + " ".join(str(dice.randint(0, 16)) for _ in range(dice.choice([3, 4, 4, 5]))),
            "shuffle " + " ".join(dice.sample(FULL, dice.choice([9, 53, 54]))),
            "board " + " ".join(dice.sample(BOARD, 14)),
            "board " + " ".join([*BOARD[:14], "K"]),
            "suits NO NO NO 2ND",
            "suits NO 2ND AGAIN",
            "hello there",
            "bid A 30",
        ]
        return kinds[number % len(kinds)]
