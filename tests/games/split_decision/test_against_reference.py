"""Random episodes, right and wrong moves alike, heard by the program and by `reference`, which
reads the rules page literally; after every entry both must stand the same.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
import second_opinion
from second_opinion import Match, choosing, differ

from gmtool.desk.session.session import empty_replay
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, SECRET
from gmtool.engine.header import Header
from gmtool.engine.refusals import Refusal
from gmtool.engine.table import awaited
from gmtool.engine.text import HOST
from gmtool.games.split_decision import GAME

from .reference import BOARD, FULL, PODIUMS, RANKS, SUITS, Reference

NAMES = ["Ann", "Bob", "Cid"]
FAST_GAMES, ALL_TASKS = 2, 8
"""So many episodes in the fast suite; in so many everybody was asked everything."""
SLOW_PARTS = 40
GAMES_IN_A_PART = 3
CARD_MOVES = [
    *("high", "low", "refuse", "push", "chip", "keep"),
    *(f"{end} as {rank}" for end in ("high", "low") for rank in RANKS[:-1]),
    *(f"pass {name}" for name in NAMES),
]
WASTE = ["refuse", "chip", "keep"]
"""What is liked where no card is wanted, so that rounds are long and the deck runs out."""
ESCAPED = r"A \"b\"?"
ON_CARDS = {"free ace", "head start", "card", "blind", "free look"}
TASKS = {
    *("shuffle", "start", "codes", "cut", "question", "draw", "chance draw", "answer", "verdict"),
    *("board", "pick", "range", "wager", "suits", "suit", "over", *ON_CARDS),
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
@pytest.mark.long
@pytest.mark.parametrize("part", range(SLOW_PARTS))
def test_many_random_episodes_are_adjudicated_as_the_page_says(part: int) -> None:
    first = 1000 + part * GAMES_IN_A_PART
    for number in range(first, first + GAMES_IN_A_PART):
        play_random_episode(number)


# ---- an episode that both are hearing


@dataclass(kw_only=True)
class Episode(Match[Reference]):
    """An episode that both are hearing; `came_to` counts what was waited for."""

    buzzed: int = 0

    def note(self, entry: Entry, before: Any) -> None:
        if self.page.opened == second_opinion.seconds(entry.received_at):
            self.came_to[self.page.task] += 1

    def differences(self) -> Iterator[str]:
        table, page = self.table, self.page
        view, facts = GAME.view(table.state, PUBLIC), page.public()
        for player, row in zip(view["players"], facts["players"], strict=True):
            yield from differ(str(row["name"]), {key: player.get(key) for key in row}, row)
        for key, value in facts["public"].items():
            yield from differ(key, view["public"].get(key), value)
        for key, value in facts["bonus"].items():
            yield from differ(f"bonus {key}", view["public"]["bonus"].get(key), value)
        for seat in GAME.view(table.state, HOST)["players"]:
            name = seat["name"]
            unused = seat[SECRET]["codes"]
            yield from differ(f"codes of {name}", unused, page.unused(name))
        turns = awaited(GAME, table)
        waiting = sorted(turn.who for turn in turns)
        yield from differ("awaited", waiting, sorted(who for who, _ in page.awaited()))
        windows = [second_opinion.seconds(window.deadline) for window in table.windows]
        yield from differ("windows", windows, page.deadlines())
        if page.task in ON_CARDS:
            offered = {move for turn in turns for move in turn.moves}
            forms = {re.sub(" as .*", " as RANK", move) for move in page.legal}
            yield from differ("moves offered", offered, forms)
        yield from self._buzzing_differs()

    def _buzzing_differs(self) -> Iterator[str]:
        """Who was asked by the entry, by which set, code and distance (SD-7, SD-8)."""
        seen = [one.seen_by(PUBLIC) or {} for one in self.replay.effective[-1].news]
        program = [facts for facts in seen if facts.get("news") == "BuzzedIn"]
        page = self.page.buzzed[self.buzzed :]
        self.buzzed = len(self.page.buzzed)
        yield from differ("asked", len(program), len(page))
        for facts, row in zip(program, page, strict=False):
            yield from differ("buzzed in", {key: facts.get(key) for key in row}, row)

    def check_legal(self, moves: Sequence[str], at: int) -> None:
        """Of these moves the program takes exactly those of the page, from whoever is awaited."""
        for who, legal in self.page.awaited():
            for text in moves if legal else ():
                entry = self.entry(who, text, at)
                taken = self.refusal_of(entry) is None
                if taken != (text in legal):
                    said = "is refused" if text in legal else "is taken"
                    self.fail([f"“{text}” {said}, but the legal moves are {legal}"], entry)


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
    header = Header(GAME.kind, GAME.rules_version, "Test", "UTC", tuple(NAMES), options=chosen)
    read: dict[str, Any] = {
        key: {"on": True, "off": False}[value] if value in {"on", "off"} else int(value)
        for key, value in chosen.items()
    }
    return Episode(
        header=header, replay=empty_replay(GAME, header), anew=lambda: Reference(NAMES, **read)
    )


def play_random_episode(number: int) -> Episode:
    """A whole episode by its number, or one that is given up after many entries."""
    dice = random.Random(number)  # noqa: S311
    episode = begin(dice)
    Talk(dice, episode).to_the_end()
    return episode


class Talk(second_opinion.Talk[Reference]):
    """What is said next; every episode has a temper of its own."""

    most_entries = 500

    def __init__(self, dice: random.Random, match: Episode) -> None:
        super().__init__(dice, match)
        self.episode = match
        self.right = dice.choice([0.3, 0.6, 0.9, 1.0])
        self.lateness = dice.choice([0.0, 0.03, 0.1, 0.4])
        self.mischief = dice.choice([0.2, 0.4, 0.6])
        self.liked = dice.choice(
            [["high", "low"], ["refuse", "chip", "pass"], WASTE, WASTE, ["push"], []]
        )
        self.steadily = dice.choice([0.8, 1.0])
        self.stack = dice.choice(["any", "any", "jokers", "aces", "ranks"])

    @property
    def deadline(self) -> int:
        """The latest deadline, the present where nothing runs."""
        return max(self.page.deadlines(), default=0)

    def aside(self) -> None:
        while self.often(self.mischief):
            self.misbehave()
        if not self.match.ended:
            self._check_legal()

    def _check_legal(self) -> None:
        """Some moves or, now and then, all there are."""
        page = self.page
        listed = [move for _, legal in page.awaited() for move in legal]
        if page.task in {"wager", "cut"}:
            listed = [listed[0], listed[-1], *self.dice.sample(listed, min(4, len(listed)))]
        moves = [*listed, *self._nearly(), *self.dice.sample(CARD_MOVES, 5)]
        if self.often(0.03):
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

    def next(self) -> None:
        page = self.page
        who, legal = self.dice.choice(page.awaited())
        lateness = 0.3 if page.task == "range" else self.lateness  # the widest has its own rule
        if who in NAMES and (self.often(lateness) or self.now > self.deadline):
            self.now = max(self.now, self.deadline)
            late = self.often(0.3) and page.task == "codes"
            self.must("host", f"close {who}" if late else "close")
            return
        if self.often(0.5):
            later = self.now + self.dice.randrange(1, 90)
            self.now = min(later, self.deadline) if who in NAMES else later
        if self.often(0.2) and who != "host":
            text = str(GAME.some_move(self.match.table.state, who, choosing(self.dice)))
        elif legal and page.task != "verdict":
            liked = [move for move in legal if move.split(" ")[0] in self.liked]
            if self.liked == WASTE and legal == ["high", "low"]:
                liked = ["high" if page.card[:-1] in RANKS[:6] else "low"]  # little fits beside it
            if page.task == "wager" and self.often(0.3):
                liked = legal[-1:]
            text = self.dice.choice(liked if liked and self.often(self.steadily) else legal)
        else:
            text = self._says(page.task)
        self.must(who, text)

    def _shuffle(self) -> str:
        """The cards that the page wants, stacked as this episode likes it."""
        held = [card for hand in self.page.hand.values() for card, _ in hand.values()]
        cards = list(FULL)
        for card in held if not self.page.bonus else ():
            if card in cards:
                cards.remove(card)
        self.dice.shuffle(cards)
        first: Callable[[str], bool] = {
            "any": lambda _card: False,
            "jokers": lambda card: card == "JOKER" and self.often(0.7),
            "aces": lambda card: (card == "JOKER" or card.startswith("A")) and self.often(0.6),
            "ranks": lambda card: card[:-1] in {"7", "8", "A"},
        }[self.stack]
        top = [card for card in cards if first(card)]
        for card in top:
            cards.remove(card)
        deep = self.dice.randrange(9)
        return "shuffle " + " ".join(cards[:deep] + top + cards[deep:])

    def _says(self, task: str) -> str:
        dice, option = self.dice, self.page.option
        codes = [str(dice.randint(1, option["buzz_max"])) for _ in range(option["buzzcodes"])]
        ways: dict[str, Callable[[], str]] = {
            "shuffle": self._shuffle,
            "start": lambda: "start",
            "codes": lambda: f"codes {' '.join(codes)}",
            "question": lambda: f'question "{dice.choice(["Who?", ESCAPED])}" answer "Paris"',
            "draw": lambda: dice.choice(["draw", f"draw {codes[0]}"]),
            "chance draw": lambda: f"draw {codes[0]}",
            "answer": lambda: f'answer "{dice.choice(["Paris", "paris!", "Rome"])}"',
            "verdict": lambda: "right" if self.often(self.right) else "wrong",
            "board": lambda: f"board {' '.join(dice.sample(BOARD, 15))}",
            "suits": lambda: f"suits {' '.join(dice.sample(['NO', 'NO', '2ND', 'AGAIN'], 4))}",
            "pick": lambda: f"pick {' '.join(map(str, sorted(dice.sample(range(1, 16), 4))))}",
        }
        return ways[task]()

    # ---- wrong

    def misbehave(self) -> None:
        page = self.page
        if self.often(0.1):
            self._hear_close()
            return
        who = self.dice.choice(["host", "chance", *NAMES])
        asked = [name for name, _ in page.awaited()]
        if asked and self.often(0.7):
            who = self.dice.choice(asked)
        if who not in NAMES or not self._beyond_the_page(who):
            self.apply(who, self._wrong(self.dice.randrange(1000)))

    def _beyond_the_page(self, who: str) -> bool:
        """Whether the page's reader can't judge it: it has no clock, and an answer is any text."""
        if self.page.task == "answer" and who == self.page.who:
            return True
        return not self.in_time()

    def _hear_close(self) -> None:
        """Too soon, or where nobody is overdue (ALL-2)."""
        text = self.dice.choice(["close", "close early", f"close {self.dice.choice(NAMES)}"])
        entry = self.episode.entry("host", text, self.now)
        if not self.match.table.overdue(entry.received_at):
            refusal = self.episode.refusal_of(entry)
            assert isinstance(refusal, Refusal)
            assert refusal.clause == ("ALL-6" if self.match.ended else "ALL-2"), refusal

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
            *("start", "right", "wrong", "draw", "pass", "hello there", "bid A 30"),
            f"draw {dice.choice([0, page.option['buzz_max'] + 1, 1])}",
            'answer "Paris"',
            'question "Q" answer "A"',
            f"pass {dice.choice([*NAMES, *PODIUMS])}",
            "codes " + " ".join(["1"] * dice.choice([codes - 1, codes, codes + 1])),
            f"codes {' '.join(['1'] * (codes - 1))} {dice.choice(['0', '1.5', '9999', 'x'])}",
            "pick " + " ".join(str(dice.randint(0, 16)) for _ in range(dice.choice([3, 4, 4, 5]))),
            "shuffle " + " ".join(dice.sample(FULL, dice.choice([9, 53, 54]))),
            "board " + " ".join(dice.sample(BOARD, 14)),
            "board " + " ".join([*BOARD[:14], "K"]),
            "suits NO NO NO 2ND",
            "suits NO 2ND AGAIN",
        ]
        return kinds[number % len(kinds)]
