"""The texts of real games: what a game needs so that its occasions can be put into situations.

A situation is a game played through the engine up to where a text arises. Each kind has its own in
`situations_…`; the players have names that forums could take for markup.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Self, TypeVar
from zoneinfo import ZoneInfo

import pytest

from gmtool.desk.differing import Topic, in_few_words
from gmtool.engine import chance
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Adjust, Extend, Inactive
from gmtool.engine.options import read_options
from gmtool.engine.refusals import Ambiguous, Refusal
from gmtool.engine.replay import Fold
from gmtool.engine.steps import Step, read_typed
from gmtool.engine.table import OpenWindow, Table, lay, wanted
from gmtool.games import BUILT_IN, load
from gmtool.render.dialects import find
from gmtool.render.environment import Style, Written, finish, letter, write
from gmtool.render.when import when

LONDON = ZoneInfo("Europe/London")
SEED = b"\x11" * 32
BEGAN = Instant("2026-11-20T20:00:00Z")
BOB, ONEIL, ZOE, ALL = PLAYERS = ("[/b]Bob", "O'Neil", "Zoë 🎲", "@everyone")
Facts = dict[str, Any]


@dataclass(frozen=True)
class Message:
    """What goes out: a post, or to the player `to` a letter; `blocks` are occasions with facts. The
    templates are those of the facts' game, unless another `kind` is named.
    """

    to: str
    blocks: tuple[tuple[str, Facts], ...]
    kind: str = ""

    def written(self, dialect: str, suits: str = "unicode") -> Written:
        """The message as the templates give it."""
        style = Style(find(dialect), LONDON, suits)
        own = load(BUILT_IN[self.blocks[0][1]["game"]["kind"]]).text_kinds
        kinds = (self.kind,) if self.kind else own
        blocks = [(occ, write(kinds, occ, facts, style)) for occ, facts in self.blocks]
        if not self.to:
            return blocks[0][1]
        facts = {"game": self.blocks[0][1]["game"], "to": self.to}
        return letter(kinds, facts, blocks, style)

    def pasted(self, dialect: str, suits: str = "unicode") -> str:
        """Its one text to paste; fails where it doesn't fit into one."""
        return self.finished(self.written(dialect, suits), dialect)

    def finished(self, written: Written, dialect: str) -> str:
        """What is pasted of what the templates gave."""
        known = find(dialect)
        limit = known.pm_limit if self.to else known.post_limit
        (text,) = finish(written, Style(known, LONDON), limit=limit)
        return text


def post(occasion: str, facts: Facts) -> Message:
    return Message(PUBLIC, ((occasion, facts),))


def pm(to: str, *blocks: tuple[str, Facts]) -> Message:
    return Message(to, blocks)


class Playing:
    """A game as a host plays it: what comes is said, chance speaks by itself, first what is given,
    then from the seed.
    """

    name = "Round 3"

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        *,
        dealt: bool = True,
        chances: Sequence[str] = (),
        seed: bytes = SEED,
        **options: Any,
    ) -> None:
        given = {name: str(value) for name, value in options.items()}
        self.game = game
        table = lay(game, tuple(names), read_options(game.options, given))
        self.fold = Fold(game, table, seed=seed)
        self.clock = BEGAN
        self._entries = 0
        self._chances = list(chances)
        if dealt:
            self.deal()

    @property
    def state(self) -> Any:
        return self.fold.table.state

    @property
    def last(self) -> Step:
        return self.fold.live[-1]

    def deal(self) -> Self:
        """Chance says what the rules want of it, from what is given, else from the seed."""
        while self.fold.chance_due:
            self._entries += 1
            entry = self.fold.draw(self._entries, self.clock, self.clock)
            if self._chances:
                text = self._chances.pop(0)
                entry = Entry(self._entries, "chance", text, self.clock, self.clock, drawn="typed")
            self.fold.hear(entry)
        return self

    def say(self, who: str, text: str, minutes: int = 0) -> Self:
        """`who` says `text`, so many minutes after what was said before."""
        self.clock = self.clock.plus(timedelta(minutes=minutes))
        self.hear(who, text)
        return self.deal()

    def as_proposed(self, who: str, text: str, minutes: int = 0) -> Self:
        """`who` sends what a text proposes, and the host types it as it stands."""
        for move in read_typed(self.game, self.fold.table, who, text):
            self.say(who, str(move), minutes)
        return self

    def close(self) -> Self:
        """The deadline comes and the host closes the window."""
        self.clock = max(self.clock, self.fold.table.windows[0].deadline)
        return self.say("host", "close")

    def undo(self) -> Self:
        """The last thing said is taken back."""
        said = self.fold.last_said()
        assert said is not None
        return self.say("host", f"undo {said.number}")

    def hear(self, who: str, text: str) -> Step:
        self._entries += 1
        return self.fold.hear(Entry(self._entries, who, text, self.clock, self.clock))

    def refused(self, who: str, text: str) -> dict[str, Any]:
        """What a refusal's template gets of a move that isn't taken."""
        with pytest.raises(Refusal) as refused:
            self._typed(who, text)
        self._entries = len(self.fold.live)
        return refusal_facts(refused.value)

    def _typed(self, who: str, text: str) -> None:
        for move in read_typed(self.game, self.fold.table, who, text):
            self.hear(who, str(move))

    def facts(self, seer: str = PUBLIC, step: Step | None = None, **game: object) -> Facts:
        """What the desk hands a template after a step, the last one, for everybody or one seat."""
        step = step or (self.fold.live[-1] if self.fold.live else None)
        table = step.table if step else self.fold.table
        seen = (one.seen_by(seer) for one in (step.news if step else ()))
        windows = [window_facts(w) for w in self._open_for(table, seer)]
        view = self.game.view(table.state, seer)
        return {
            **(view | {"phase": "ended"} if table.called_off else view),
            "game": {
                "name": self.name,
                "kind": self.game.kind,
                "title": self.game.title,
                "host": "Barbaro",
                "thread": "https://forum.example/viewtopic.php?t=3",
                "zone": "Europe/London",
                "players": list(table.players),
                "commitment": chance.commitment(SEED),
                "chance": "seed",
                "words": list(table.words),
                "start": "",
                "started": table.started,
                "ended": wanted(self.game, table).nothing,
                "called_off": table.called_off,
                "paused": table.paused or "",
                "seed": "",
                **game,
            },
            "news": [one for one in seen if one is not None],
            "windows": windows,
            "window": windows[0] if windows else None,
            "seals": [],
            **({"to": seer} if seer else {}),
        }

    def now(self, seer: str = PUBLIC) -> Facts:
        """What the desk hands a template of how things stand."""
        return self.facts(seer) | {"news": []}

    def _open_for(self, table: Table, seer: str) -> list[OpenWindow]:
        if not seer:
            return [window for window in table.windows if window.known_to(PUBLIC)]
        own = {turn.window for turn in wanted(self.game, table).turns if turn.who == seer}
        mine = [w for w in table.windows if w.key in own and not table.paused]
        return [w for w in mine if w.deadline >= self.clock]


def window_facts(window: OpenWindow) -> dict[str, Any]:
    return {
        "key": window.key,
        "title": window.title,
        "opened": window.opened,
        "deadline": window.deadline,
    }


def refusal_facts(refusal: Refusal) -> dict[str, Any]:
    return {
        "clause": refusal.clause,
        "quoted": refusal.quoted,
        "sentence": refusal.sentence(lambda instant: when(instant.moment, LONDON, short=True)),
        "readings": list(refusal.readings) if isinstance(refusal, Ambiguous) else [],
    }


def receipt_facts(play: Playing, who: str, *, sealed: bool = True, late: str = "") -> Facts:
    """The facts of a receipt for the last thing said."""
    entry = play.last.entry
    nonce = chance.nonce(SEED, entry.number) if sealed else ""
    digest = chance.digest(nonce, who, entry.text) if sealed else ""
    facts = {
        "number": entry.number,
        "who": who,
        "text": entry.text,
        "received": entry.received_at,
        "recorded": entry.recorded_at,
        "late": late,
        "nonce": nonce,
        "digest": digest,
    }
    return play.facts(who) | {"entry": facts}


def ruling(play: Playing) -> Message:
    """The post of the last thing said, a ruling."""
    move = play.last.move
    facts = {
        "verb": str(move).partition(" ")[0],
        "who": move.who if isinstance(move, (Inactive, Adjust)) else "",
        "what": move.what if isinstance(move, Adjust) else "",
        "amount": move.amount if isinstance(move, Adjust) else None,
        "absolute": isinstance(move, Adjust) and move.absolute,
        "hours": move.minutes / 60 if isinstance(move, Extend) else None,
        "why": getattr(move, "why", ""),
    }
    was = [window_facts(window) for window in play.last.was if window.known_to(PUBLIC)]
    return post("ruling", play.facts() | {"ruling": facts, "was": was})


def correction(
    play: Playing,
    *wrong: Message,
    moves: Sequence[str] = (),
    recorded: Sequence[str] = (),
    why: str = "",
    again: bool = False,
) -> Message:
    """What is said once `wrong` messages, sent by and by, don't hold any more as `play` stands."""
    pairs = [(None, one) if again else (one, None) for one in wrong]
    return put_right(play, *pairs, moves=moves, recorded=recorded, why=why)


def put_right(
    play: Playing,
    *told: tuple[Message | None, Message | None],
    moves: Sequence[str] = (),
    recorded: Sequence[str] = (),
    why: str = "",
    amended: Sequence[Facts] = (),
    before: Playing | None = None,
) -> Message:
    """What is said of messages, sent by and by, that read otherwise now than they did; None for
    what isn't said at all. The game stood `before` as another did.
    """
    began = play.clock
    play.clock = began.plus(timedelta(minutes=10 * len(told)))
    sent = [was or now for was, now in told]
    texts = [tuple(one.pasted("plain") if one else None for one in pair) for pair in told]
    topics = [
        Topic(
            number,
            one.blocks[0][0],
            number,
            one.written("plain").subject.removeprefix(f"{play.name}: "),
            began.plus(timedelta(minutes=7 * number)),
            "" if one.to else f"https://forum.example/viewtopic.php?p={number}",
            was,
            now,
            tuple(moves),
        )
        for number, (one, (was, now)) in enumerate(zip(sent, texts, strict=True), 1)
        if one
    ]
    facts = {"wrong": in_few_words(topics), "why": why, "amended": list(amended)}
    to = sent[0].to if sent[0] else PUBLIC
    facts |= {"differs": [], "figures": [], "yours": []}
    if before:
        was, now = before.facts(to), play.facts(to)
        news = zip(was["news"], now["news"], strict=True)
        facts["differs"] = [{"was": a, "now": b} for a, b in news if a != b]
        facts["figures"] = list(_figures(was["players"], now["players"]))
    return Message(to, (("correction", play.now(to) | facts | {"recorded": list(recorded)}),))


def _figures(was: Sequence[Facts], now: Sequence[Facts]) -> Iterator[Facts]:
    for old, new in zip(was, now, strict=True):
        for what, value in new.items():
            if type(value) is int and value != old[what]:
                yield {"who": new["name"], "what": what, "was": old[what], "now": value}


def reminder(play: Playing, who: str, *, came: bool = False) -> Message:
    turn = next(turn for turn in wanted(play.game, play.fold.table).turns if turn.who == who)
    window = play.fold.table.window(turn.window)
    assert window is not None
    asked = {
        "task": turn.task,
        "moves": list(turn.moves),
        "window": window_facts(window),
        "several": False,
        "came": came,
    }
    return pm(who, ("reminder", play.now(who) | {"asked": asked}))


def question(play: Playing, who: str, asked: str, said: str) -> Message:
    """What a message means, asked back."""
    return pm(who, ("unclear", play.now(who) | {"question": asked, "said": said, "about": 7}))


def told(play: Playing, occasion: str, to: str = PUBLIC, /, **game: object) -> Facts:
    """The facts of that occasion's latest text, as it arose."""
    for step in reversed(play.fold.live):
        arisen = play.game.messages(step.news)
        if any((one.occasion, one.to) == (occasion, to) for one in arisen):
            return play.facts(to, step, **game)
    raise AssertionError(f"{occasion} hasn't arisen")


def quoted(name: str) -> str:
    return f'"{name}"'


def refused(play: Playing, who: str, *texts: str) -> Message:
    """The reply to a message of which nothing stands."""
    refusals = [play.refused(who, text) for text in texts]
    return pm(who, ("refusal", play.now(who) | {"recorded": [], "refusals": refusals}))


Thing = TypeVar("Thing")
Played = TypeVar("Played", bound=Playing)


def pause(play: Played) -> Played:
    return play.say("host", 'pause why "the forum moves to another server"', 44)


@dataclass(frozen=True)
class Situations:
    """The situations of a kind, by name. Of those `everywhere` the texts are kept in every dialect,
    of the others only the words are. `random_play` is the game of a number, started and not played
    yet. `opens` are the occasions that open a window, in a text that has a line like `example` for
    what is to be sent.
    """

    game: Game
    random_play: Callable[[int], Playing]
    opens: tuple[str, ...]
    example: str
    texts: dict[str, Callable[[], Message]] = field(default_factory=dict)
    everywhere: set[str] = field(default_factory=set)

    def __call__(
        self, occasion: str, *, everywhere: bool = False
    ) -> Callable[[Callable[[], Message]], Callable[[], Message]]:
        """A situation in which that text arises; the function's name tells it from others."""

        def keep(function: Callable[[], Message]) -> Callable[[], Message]:
            name = f"{occasion}-{function.__name__.strip('_').replace('_', '-')}"
            assert name not in self.texts
            self.texts[name] = function
            if everywhere:
                self.everywhere.add(name)
            return function

        return keep


class Luck:
    """Chance for players of random games."""

    def __init__(self, number: int) -> None:
        self._random = random.Random(number)  # noqa: S311 - nobody's secret

    def below(self, n: int) -> int:
        return self._random.randrange(n)

    def shuffle(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        return tuple(self._random.sample(things, len(things)))


def random_game(situations: Situations, number: int) -> Iterator[tuple[Playing, Step]]:
    """A game played at random, step by step, by people with all sorts of names."""
    luck, play, game = Luck(number), situations.random_play(number), situations.game
    told = 0

    def news() -> Iterator[tuple[Playing, Step]]:
        nonlocal told
        yield from ((play, step) for step in play.fold.live[told:])
        told = len(play.fold.live)

    yield from news()
    while not game.wanted(play.state).nothing:
        for turn in game.wanted(play.state).turns * luck.below(3):
            move = game.suggest(play.state, turn.who, luck)
            if move is not None and luck.below(3):
                play.say(turn.who, str(move), 1)
                yield from news()
        if play.fold.table.windows:
            play.close()
        yield from news()
