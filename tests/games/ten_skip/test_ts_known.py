"""The cards that everybody knows somebody to hold: what follows from public news alone is what
views and posts list (TS-7, TS-13, TS-15).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

import pytest
import secrecy
from playing import SEED, START
from secrecy import Side

from gmtool.desk import texts
from gmtool.desk.session import Desk
from gmtool.desk.writing import Writer
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Message
from gmtool.engine.journal import Header, write
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip.state import State
from gmtool.testing.random_play import Dice, begun

from .tables import KIND, NAMES, RANKS

if TYPE_CHECKING:
    from gmtool.store import ReadingRoom

# ---- what an onlooker concludes


@dataclass
class Onlooker:
    """Somebody who follows the public news, and for each player keeps a bag of the cards that it
    must hold; `gone` counts how they stopped being known.
    """

    bags: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    safe: set[str] = field(default_factory=set)
    gone: Counter[str] = field(default_factory=Counter)

    def follows(self, step: Step) -> None:
        """Hear what everybody is told of an entry."""
        for news in step.news:
            facts = news.seen_by(PUBLIC)
            if facts is not None:
                self._hears(facts)

    def _hears(self, facts: dict[str, Any]) -> None:
        match facts["news"]:
            case "Dealt" | "RoundOver":
                self.bags.clear()
                self.safe.clear()
            case "Discarded":
                self._loses(facts["who"], facts["card"], "discarded")
            case "Handed":
                # what goes over unseen may be any card: of all that was known nothing is sure
                self._forgets(facts["who"], "handed over unseen")
                self.bags[facts["who"]][facts["shown"]] += 1
                self._loses(facts["taker"], facts["shown"], "given openly")
            case "Challenged":
                self.bags[facts["who"]] = Counter(facts["hand"])
                self.bags[facts["claimant"]] = Counter(facts["claimed"])
                if not facts["runs"]:
                    self.safe.add(facts["who"])
            case "Topped":
                self._forgets(facts["who"], "laid on the pile")

    def _loses(self, who: str, card: str, how: str) -> None:
        if self.bags[who][card]:
            self.bags[who][card] -= 1
            self.gone[how] += 1

    def _forgets(self, who: str, how: str) -> None:
        self.gone[how] += bool(+self.bags[who])
        self.bags[who] = Counter()

    def knows(self) -> dict[str, list[str]]:
        """The cards of each player of whom any are known."""
        return {who: sorted(bag.elements()) for who, bag in self.bags.items() if +bag}


def concluded(steps: Iterable[Step]) -> Onlooker:
    """What an onlooker knows after these entries, told of them by nothing but public news."""
    onlooker = Onlooker()
    for step in steps:
        onlooker.follows(step)
    return onlooker


# ---- games in which much comes to be known


SEATS, DECKS, CLAIMS = (2, 3, 3, 4, 5), (1, 2), ("again", "again", "same-player", "once")


class Talk:
    """A game of players who bluff, doubt and take from each other far more than is wise; now and
    then the host takes something back, or closes for who is overdue.
    """

    def __init__(self, number: int, entries: int) -> None:
        self.dice = Dice(number)
        self.random = self.dice.random
        self.header = self._header(number)
        self.replay: Replay = begun(GAME, self.header)
        self.entries: list[Entry] = []
        self.now = START
        self.number = number
        self.most = entries

    def _header(self, number: int) -> Header:
        players = NAMES[: self.random.choice(SEATS)]
        options = {
            "decks": str(self.random.choice(DECKS)),
            "hand_size": str(self.random.choice((4, 5, 6))),
            "run_length": "4",
            "claims": self.random.choice(CLAIMS),
            "limit": "300",
        }
        settings = {"dialect": "plain"}
        return Header(KIND, 1, f"Talk {number}", "UTC", players, {}, options, settings, SEED)

    @property
    def state(self) -> State:
        state: State = self.replay.table.state
        return state

    def steps(self) -> Iterator[Step]:
        """Entry by entry as it is said."""
        while len(self.entries) < self.most and self.state.phase != "ended":
            yield self._go_on()

    def _go_on(self) -> Step:
        self.now = self.now.plus(timedelta(minutes=1))
        if self.replay.chance_due:
            return self._hear(CHANCE, str(GAME.suggest(self.state, CHANCE, self.dice)))
        if not self.replay.table.started:
            return self._hear(HOST, "start")
        last = self.replay.last_by_a_person()
        if last and last.text != "start" and self._often(0.06):
            return self._hear(HOST, f"undo {last.number}")
        deadline = self.replay.table.windows[0].deadline
        if self.now > deadline or self._often(0.05):
            self.now = max(self.now, deadline)
            return self._hear(HOST, "close")
        return self._hear(self.state.awaited, self._move())

    def _hear(self, who: str, text: str) -> Step:
        drawn = "typed" * (who == CHANCE)
        entry = Entry(len(self.entries) + 1, who, text, self.now, self.now, drawn=drawn)
        self.entries.append(entry)
        return self.replay.apply(entry)

    def _often(self, chance: float) -> bool:
        return self.random.random() < chance

    def _card(self, who: str) -> str:
        """A card of the hand, rather one that is known, or has a twin there."""
        player = self.state.player(who)
        twins = [card for card in player.hand if player.hand.count(card) > 1]
        for choice in (twins, player.known):
            if choice and self._often(0.4):
                return self.random.choice(choice)
        return self.random.choice(player.hand)

    def _move(self) -> str:
        state, who = self.state, self.state.awaited
        if state.phase == "keep":
            return f"keep {self.random.choice(state.drawn)}"
        if state.phase == "hand":
            return f"hand {self._card(who)}"
        if state.phase == "top":
            return f"top {self._card(who)}"
        if state.phase == "notice":
            return "notice" if self._often(0.4) else "done"
        return self._turn(state, who)

    def _turn(self, state: State, who: str) -> str:
        if state.on_notice and self._often(0.5):
            return "challenge"
        victims = state.victims(who)
        if victims and (not state.draw_pile or self._often(0.5)):
            open_ones = [name for name in victims if state.player(name).known]
            choice = open_ones if open_ones and self._often(0.3) else victims
            return f"take {self.random.choice(choice)} giving {self._card(who)}"
        return f"discard {self._card(who)}" if state.draw_pile else "pass"

    def text(self) -> str:
        return write(self.header, self.entries)


def listed(view: dict[str, Any]) -> dict[str, list[str]]:
    """The known cards of each player, as a view has them, where there are any."""
    return {row["name"]: sorted(row["known"]) for row in view["players"] if row["known"]}


def compared(number: int, entries: int) -> Counter[str]:
    """What came of a game of that number, in which after every entry the views list what follows
    from what was public, and nothing that isn't so.
    """
    talk, came, onlooker = Talk(number, entries), Counter[str](), Onlooker()
    knew: dict[str, list[str]] = {}
    for step in talk.steps():
        if step.entry.takes_back:
            came += onlooker.gone
            onlooker = concluded(talk.replay.live)
            onlooker.gone.clear()
        onlooker.follows(step)
        found, knows = listed(GAME.view(talk.state, PUBLIC)), onlooker.knows()
        assert found == knows, f"at {step.entry.text}\n{talk.text()}"
        for player in talk.state.players:
            wrong = Counter(player.known) - Counter(player.hand)
            assert not wrong, f"{player.name} doesn't hold {wrong}\n{talk.text()}"
        if knows != knew:
            seer = talk.random.choice((HOST, *talk.header.players))
            assert listed(GAME.view(talk.state, seer)) == knows
        knew = knows
        came["entries"] += 1
        came["with known cards"] += bool(knows)
        came["of two players"] += len(knows) > 1
        came["twins"] += any(len(set(cards)) < len(cards) for cards in knows.values())
        came["undone"] += step.entry.takes_back
    return came + onlooker.gone


FAST = (5, 9, 11)
ALL_THAT_COMES = {
    *("with known cards", "of two players", "undone", "discarded", "given openly"),
    *("handed over unseen", "laid on the pile", "twins"),
}


def test_ts_15_the_known_cards_are_those_that_public_news_implies() -> None:
    came = sum((compared(number, 70) for number in FAST), Counter[str]())
    assert set(came) >= ALL_THAT_COMES
    assert came["with known cards"] > came["entries"] / 3


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(2))
def test_ts_15_also_in_many_games(part: int) -> None:
    came = Counter[str]()
    for number in range(100 + part, 124, 2):
        came += compared(number, 150)
    assert set(came) >= ALL_THAT_COMES
    assert came["with known cards"] > came["entries"] / 3


# ---- the posts

_HOLDS = re.compile(
    r"^\W*(?P<who>\w+) holds (?P<cards>[^,;.\n]+?)(?:, all of it|; everybody)", re.M
)
_CARD = re.compile(rf"({'|'.join(sorted(RANKS, reverse=True))})([♣♦♥♠])")
_SUITS = dict(zip("♣♦♥♠", "CDHS", strict=True))
TABLE = "The table\n"
"""Heads the part of a post in which it stands what everybody knows."""


def told(text: str) -> dict[str, list[str]]:
    """The known cards of each player that a post lists."""
    return {
        found["who"]: sorted(r + _SUITS[s] for r, s in _CARD.findall(found["cards"]))
        for found in _HOLDS.finditer(text)
    }


def compared_posts(number: int, entries: int) -> Counter[str]:
    """Which posts of that game tell of how many known cards; each lists those that follow from what
    was public, but of who is safely out.
    """
    talk, came = Talk(number, entries), Counter[str]()
    for _ in talk.steps():
        pass
    onlooker = Onlooker()
    for step, posts in posted(Side(talk.header, talk.replay, talk.entries)):
        onlooker.follows(step)
        expected = {w: c for w, c in onlooker.knows().items() if w not in onlooker.safe}
        for occasion, text in posts:
            open_table = TABLE in text
            where = f"at {step.entry.number} {step.entry.text}: {occasion}\n{text}"
            assert told(text) == (expected if open_table else {}), where
            came[occasion] += open_table and bool(expected)
    return came


def posted(side: Side) -> Iterator[tuple[Step, list[tuple[str, str]]]]:
    """Each live entry with the posts that it gives rise to, and how things stand after it."""
    live = side.replay.live
    arisen = texts.arisen(secrecy._sitting(side, len(live) - 1, GAME), live)
    for place, step in enumerate(live):
        session = secrecy._sitting(side, place, GAME)
        desk = Desk("no/such/games.db", step.entry.recorded_at, "test")
        room = cast("ReadingRoom", secrecy._Room(side.entries[: step.entry.number]))
        writer = Writer(desk, session, room, step.table, desk.now)
        own = [one for one in arisen if one.step is step and one.message.to == PUBLIC]
        blocks = [writer.arose(one) for one in own] + [writer.stands(Message("standings"))]
        yield step, [(b.occasion, "\n".join(writer.finished(PUBLIC, (b,))[1])) for b in blocks]


def test_ts_15_the_posts_list_them_too() -> None:
    assert told("The table\n- Bob holds 3♣ 10♥; everybody has seen them") == {"Bob": ["10H", "3C"]}
    came = compared_posts(4, 28)
    assert came["turn"]
    assert came["notice"]
    assert came["challenge"]
    assert came["standings"]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(2))
def test_ts_15_the_posts_of_many_games_list_them_too(part: int) -> None:
    came = Counter[str]()
    for number in range(300 + part, 304, 2):
        came += compared_posts(number, 80)
    assert {"turn", "discard", "notice", "challenge", "standings"} <= set(came)
