"""The shipped templates in real situations: games played through the engine, texts kept as files.

`GMTOOL_GOLDEN=write pytest tests/render` writes the files anew; read them before you commit them.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import pytest
from jinja2 import Environment

from gmtool.engine import chance
from gmtool.engine.cards import DECK
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.options import read_options
from gmtool.engine.refusals import Ambiguous, Refusal
from gmtool.engine.replay import Fold
from gmtool.engine.steps import Step, hear
from gmtool.engine.table import lay
from gmtool.games.auction_poker import GAME
from gmtool.render.dialects import NAMES, find
from gmtool.render.environment import render
from gmtool.render.folders import shipped
from gmtool.render.when import when

GOLDEN = Path(__file__).parent / "golden"
LONDON = ZoneInfo("Europe/London")
SEED = b"\x11" * 32
BEGAN = Instant("2026-11-20T20:00:00Z")
PLAYERS = ("Ann", "Bob", "Cid, Jr.", "Dee [D]")
Facts = dict[str, Any]
Situation = tuple[str, Facts]
Thing = TypeVar("Thing")


class Round:
    """A game of Auction Poker as a host plays it: what comes is said, chance speaks by itself."""

    def __init__(
        self,
        *names: str,
        dealt: bool = True,
        shuffles: Sequence[str] = (),
        **options: Any,
    ) -> None:
        given = {name: str(value) for name, value in options.items()}
        table = lay(GAME, names or PLAYERS, read_options(GAME.options, given))
        self.fold = Fold(GAME, table, {})
        self.clock = BEGAN
        self._entries = 0
        self._shuffles = list(shuffles)
        if dealt:
            self.deal()

    @property
    def state(self) -> Any:
        return self.fold.table.state

    def deal(self) -> Round:
        """Chance says what the rules want of it, from the shuffles given, else from the seed."""
        while self.fold.chance_due:
            self._entries += 1
            entry = self.fold.draw(SEED, self._entries, self.clock, self.clock)
            if self._shuffles:
                text = f"shuffle {self._shuffles.pop(0)}"
                entry = Entry(self._entries, "chance", text, self.clock, self.clock, drawn="typed")
            self.fold.hear(entry)
        return self

    def start(self) -> Round:
        return self.say("host", "start")

    def say(self, who: str, text: str, minutes: int = 0) -> Round:
        """`who` says `text`, so many minutes after what was said before."""
        self.clock = self.clock.plus(timedelta(minutes=minutes))
        self.hear(who, text)
        return self.deal()

    def close(self) -> Round:
        """The deadline comes and the host closes the window."""
        self.clock = self.fold.table.windows[0].deadline
        return self.say("host", "close")

    def hear(self, who: str, text: str) -> Step:
        self._entries += 1
        return self.fold.hear(Entry(self._entries, who, text, self.clock, self.clock))

    def hand(self, who: str) -> list[str]:
        return list(self.state.player(who).hand)

    def refused(self, who: str, text: str) -> dict[str, Any]:
        """What a refusal's template gets of a move that isn't taken."""
        with pytest.raises(Refusal) as refused:
            self.hear(who, text)
        self._entries -= 1
        return refusal_facts(refused.value)

    def facts(self, seer: str = PUBLIC, step: Step | None = None, **game: object) -> Facts:
        """What the desk hands a template after a step, the last one, for everybody or one seat."""
        step = step or (self.fold.live[-1] if self.fold.live else None)
        table = step.table if step else self.fold.table
        seen = (event.seen_by(seer) for event in (step.events if step else ()))
        windows = [
            {"key": w.key, "title": w.title, "opened": w.opened, "deadline": w.deadline}
            for w in table.windows
        ]
        return {
            "game": {
                "name": "Round 3",
                "kind": GAME.kind,
                "title": GAME.title,
                "host": "Barbaro",
                "thread": "https://forum.example/viewtopic.php?t=3",
                "zone": "Europe/London",
                "players": list(table.players),
                "commitment": chance.commitment(SEED),
                "chance": "seed",
                "words": list(table.words),
                "start": "",
                "started": table.started,
                "ended": GAME.wanted(table.state).nothing,
                "called_off": table.called_off,
                "seed": "",
                **game,
            },
            **GAME.view(table.state, seer),
            "events": [event for event in seen if event is not None],
            "windows": windows,
            "window": windows[0] if windows else None,
            "seals": [],
            **({"to": seer} if seer else {}),
        }


def refusal_facts(refusal: Refusal) -> dict[str, Any]:
    return {
        "clause": refusal.clause,
        "quoted": refusal.quoted,
        "sentence": refusal.sentence(lambda instant: when(instant.moment, LONDON, short=True)),
        "readings": list(refusal.readings) if isinstance(refusal, Ambiguous) else [],
    }


def receipt_facts(play: Round, who: str, *, sealed: bool = True, late: str = "") -> Facts:
    """The facts of a receipt for the last thing said."""
    entry = play.fold.live[-1].entry
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


SITUATIONS: dict[str, Callable[[], Situation]] = {}


def situation(occasion: str) -> Callable[[Callable[[], Facts]], Callable[[], Facts]]:
    """A situation in which that text arises; the function's name tells it from others."""

    def keep(function: Callable[[], Facts]) -> Callable[[], Facts]:
        name = function.__name__.replace("_", "-")
        SITUATIONS[f"{occasion}-{name}"] = lambda: (occasion, function())
        return function

    return keep


@situation("opening")
def seed() -> Facts:
    return Round().facts(start="2026-11-21T20:00:00Z")


@situation("opening")
def other_options() -> Facts:
    options: dict[str, Any] = {"lots": 4, "batch_size": 4, "min_bid": 5, "change_sessions": 1}
    return Round(reveal_bids="all", low_ace_straight="on", inactive_after=1, **options).facts()


@situation("opening")
def hold() -> Facts:
    return Round(dealt=False).facts(chance="hold", start="2026-11-21T20:00:00Z")


@situation("opening")
def words() -> Facts:
    play = Round(dealt=False)
    play.hear("host", 'words "banana"')
    play.hear("host", 'words "[i]Arsenal[/i] 2 : 1"')
    return play.deal().facts(chance="hold")


@situation("opening")
def typed() -> Facts:
    return Round().facts(chance="typed", commitment="")


@situation("batch-open")
def first() -> Facts:
    return Round().start().facts()


@situation("batch-open")
def second() -> Facts:
    return some_bids().facts()


@situation("batch-open")
def re_auction() -> Facts:
    return some_bids().close().facts()


@situation("batch-open")
def change_batch() -> Facts:
    return change_lots().say("Ann", "bid A 10").close().facts()


@situation("batch-result")
def tie() -> Facts:
    digests = [chance.digest(chance.nonce(SEED, n), "x", "x") for n in range(4)]
    return some_bids().facts() | {"seals": sorted(digests)}


@situation("batch-result")
def then_re_auction() -> Facts:
    return some_bids().close().facts()


@situation("batch-result")
def re_auction_won() -> Facts:
    return some_bids().close().say("Dee [D]", "bid C 300", 5).close().facts()


@situation("batch-result")
def all_offered() -> Facts:
    play = some_bids()
    while play.state.in_opening:
        play.close()
    return play.facts()


@situation("batch-result")
def all_served() -> Facts:
    play = Round(lots=8, batch_size=4).start()
    for lot, who in zip("ABCD", PLAYERS, strict=True):
        play.say(who, f"bid {lot} 40", 3)
    return play.close().facts()


@situation("batch-result")
def all_bids() -> Facts:
    play = Round(lots=4, batch_size=4, reveal_bids="all").start()
    return play.say("Ann", "bid A 50, B 40").say("Bob", "bid A 45, B 10", 1).close().facts()


@situation("batch-result")
def change() -> Facts:
    play = change_lots().say("Ann", "bid A 10, B 3").say("Bob", "bid A 10", 1)
    return play.close().facts()


@situation("batch-result")
def last_of_session() -> Facts:
    return change_lots().close().close().facts()


@situation("batch-result")
def last_of_game() -> Facts:
    play = opening_over(change_sessions=1)
    return play.say("Ann", f"trash {play.hand('Ann')[0]}").close().close().facts()


@situation("change-open")
def after_opening() -> Facts:
    return opening_over().facts()


@situation("change-open")
def nobody_trashed() -> Facts:
    return opening_over().close().facts()


@situation("change-catalogue")
def dealt() -> Facts:
    return change_lots().facts()


@situation("change-catalogue")
def no_coins() -> Facts:
    play = opening_over(coins=40)
    return play.say("Ann", f"trash {play.hand('Ann')[0]}").close().facts()


@situation("final")
def ranking() -> Facts:
    play = opening_over(change_sessions=1)
    play.say("Bob", f"trash {' '.join(play.hand('Bob')[4:])}").close().close()
    return play.facts()


@situation("final")
def seed_shown() -> Facts:
    play = opening_over(change_sessions=0)
    return play.facts(chance="hold", words=["banana"], seed=SEED.hex(), host="")


@situation("final")
def drawn() -> Facts:
    return showdown("AS KS QS JS 9S AH KH QH JH 9H 2C 3C 4C 5C 7C 2D 3D 4D 5D 8D").facts()


@situation("final")
def all_drawn() -> Facts:
    return showdown("AS KS QS JS 9S AH KH QH JH 9H AC KC QC JC 9C AD KD QD JD 9D").facts()


@situation("final")
def all_pigs() -> Facts:
    play = Round(lots=4, batch_size=4, change_sessions=0).start()
    return play.close().close().close().close().close().facts(chance="typed")


@situation("final")
def called_off() -> Facts:
    return some_bids().say("host", 'end why "the forum is closing, sorry"').facts()


@situation("inventory")
def before() -> Facts:
    return Round().facts("Ann")


@situation("inventory")
def open_lots() -> Facts:
    return Round().start().facts("Ann")


@situation("inventory")
def live_bids() -> Facts:
    return Round().start().say("Ann", "bid A 30, C 12", 44).facts("Ann")


@situation("inventory")
def passed() -> Facts:
    return Round().start().say("Ann", "pass", 44).facts("Ann")


@situation("inventory")
def won() -> Facts:
    return some_bids().facts("Ann")


@situation("inventory")
def may_trash() -> Facts:
    return opening_over().facts("Ann")


@situation("inventory")
def trashed() -> Facts:
    play = opening_over()
    return play.say("Ann", f"trash {' '.join(play.hand('Ann')[3:])}").facts("Ann")


@situation("inventory")
def kept() -> Facts:
    return opening_over().say("Ann", "keep").facts("Ann")


@situation("inventory")
def change_bids() -> Facts:
    return change_lots().say("Ann", "bid B 260").facts("Ann")


@situation("inventory")
def standing() -> Facts:
    return change_lots().say("Ann", "stand").facts("Ann")


@situation("inventory")
def inactive() -> Facts:
    return some_bids().say("host", 'inactive Bob why "silent since Friday"').facts("Bob")


@situation("receipt")
def sealed() -> Facts:
    return receipt_facts(Round().start().say("Ann", "bid A 30, C 12", 44), "Ann")


@situation("receipt")
def unsealed_and_late() -> Facts:
    play = Round().start().say("Dee [D]", "stand", 5)
    return receipt_facts(play, "Dee [D]", sealed=False, late="the forum was down")


@situation("refusal")
def one_of_two() -> Facts:
    play = Round().start().say("Ann", "bid A 30", 44)
    refusals = [play.refused("Ann", "bid A 31"), play.refused("Ann", "bid B 30.5")]
    return play.facts("Ann") | {"recorded": ["bid D 20"], "refusals": refusals}


@situation("refusal")
def ambiguous() -> Facts:
    unsure = Ambiguous(
        "AP-7",
        "a bid can't depend on another.",
        quoted="A 25 or maybe C 25, whichever is cheaper",
        readings=("bid A 25", "bid C 25"),
    )
    facts = {"recorded": [], "refusals": [refusal_facts(unsure)]}
    return Round().start().facts("Ann") | facts


@situation("refusal")
def too_late() -> Facts:
    play = opening_over(change_sessions=0)
    refusals = [play.refused("Ann", "bid A 30")]
    return play.facts("Ann") | {"recorded": [], "refusals": refusals}


def some_bids() -> Round:
    """Six lots; the first batch is decided: two lots sold, one of them by a tie, one left over."""
    play = Round(lots=6, batch_size=3).start()
    play.say("Ann", "bid A 30, B 12", 44).say("Bob", "bid A 30").say("Cid, Jr.", "bid B 12", 60)
    return play.close()


def opening_over(batch_size: int = 4, **options: Any) -> Round:
    """Everybody has bought a lot for 40 coins."""
    play = Round(lots=4, batch_size=batch_size, **options).start()
    owners = dict(zip("ABCD", PLAYERS, strict=True))
    while play.state.in_opening:
        for lot in play.state.batch:
            play.say(owners[lot.label], f"bid {lot.label} 40", 3)
        play.close()
    return play


def change_lots() -> Round:
    """Three players have trashed; two of the lots are open, the last comes later."""
    play = opening_over(batch_size=2)
    for who, many in (("Cid, Jr.", 3), ("Ann", 5), ("Dee [D]", 1)):
        play.say(who, f"trash {' '.join(play.hand(who)[:many])}", 20)
    return play.close()


def showdown(hands: str) -> Round:
    """A game that the four players end with these five cards each."""
    cards = hands.split()
    rest = [card for card in DECK if card not in cards]
    fives = [cards[i : i + 5] for i in range(0, 20, 5)]
    others = [rest[i : i + 8] for i in range(0, 32, 8)]
    deck = [card for five, more in zip(fives, others, strict=True) for card in five + more]
    play = opening_over(change_sessions=1, shuffles=[" ".join(deck)])
    for who, more in zip(PLAYERS, others, strict=True):
        play.say(who, f"trash {' '.join(more)}", 1)
    while play.state.phase != "ended":
        play.close()
    return play


@pytest.fixture(scope="module", params=sorted(SITUATIONS))
def played(request: pytest.FixtureRequest) -> tuple[str, str, Facts]:
    """Each situation: its name, its occasion and what its template gets."""
    return (request.param, *SITUATIONS[request.param]())


def written(occasion: str, facts: Facts, dialect: str) -> str:
    return render(GAME.kind, occasion, facts, dialect=dialect, zone=LONDON)


@pytest.mark.parametrize("dialect", NAMES)
def test_every_text_is_as_it_was_approved(played: tuple[str, str, Facts], dialect: str) -> None:
    name, occasion, facts = played
    text = written(occasion, facts, dialect) + "\n"
    kept = GOLDEN / dialect / f"{name}.txt"
    if os.environ.get("GMTOOL_GOLDEN") == "write":
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8")


def test_every_approved_text_has_its_situation() -> None:
    for dialect in NAMES:
        kept = {path.stem for path in (GOLDEN / dialect).glob("*.txt")}
        assert kept == set(SITUATIONS)


def test_every_occasion_of_the_game_has_a_situation() -> None:
    assert {o.name for o in GAME.occasions} == {run()[0] for run in SITUATIONS.values()}


@pytest.mark.parametrize("dialect", NAMES)
def test_texts_are_fit_to_post(played: tuple[str, str, Facts], dialect: str) -> None:
    _, occasion, facts = played
    check_text(written(occasion, facts, dialect), dialect)


def check_text(text: str, dialect: str) -> None:
    """What holds for every text: no blanks to spare, within the limits, well-formed markup, no
    smiley by accident.
    """
    lines = text.split("\n")
    assert text
    assert lines[0]
    assert lines[-1]
    assert not [line for line in lines if line != line.rstrip()]
    assert "\n\n\n" not in text
    assert find(dialect).counted(text) <= find(dialect).pm_limit
    if dialect == "phpbb":
        check_bbcode(text)
        outside = re.sub(r"(?s)\[code\].*?\[/code\]", "", text)
        assert not re.search(r"(?:^|[\s.\]])(?::[^\s\u200b]|;[-)]|8-\))", outside)


_TAG = re.compile(r"\[(/?)([a-z]+|\*)((?:=[^\]\n]*)?)\]")
_KNOWN = {"b", "i", "size", "list", "*", "code", "url", "spoiler"}


def check_bbcode(text: str) -> None:
    """Every tag is known, closed, and closed in the right order; items stand in lists only, and
    nothing in code is markup.
    """
    open_tags: list[str] = []
    for close, tag, _value in _TAG.findall(text):
        if open_tags[-1:] == ["code"] and (close, tag) != ("/", "code"):
            continue
        assert tag in _KNOWN, tag
        if tag == "*":
            assert open_tags[-1:] == ["list"]
        elif close:
            assert open_tags.pop() == tag
        else:
            assert tag != "list" or "b" not in open_tags
            open_tags.append(tag)
    assert not open_tags


@pytest.mark.parametrize(
    "text", ["[b]x", "x[/b]", "[b][i]x[/b][/i]", "[*]x", "[code][b]x[/code][/b]", "[u]x[/u]"]
)
def test_the_checker_sees_what_is_wrong(text: str) -> None:
    with pytest.raises((AssertionError, IndexError)):
        check_bbcode(text)


def test_phpbb_texts_come_through_an_independent_parser(played: tuple[str, str, Facts]) -> None:
    bbcode = pytest.importorskip("bbcode", reason="the PyPI package isn't installed")
    _, occasion, facts = played
    parser = bbcode.Parser(replace_cosmetic=False, newline="\n", escape_html=False)
    parser.add_simple_formatter("size", "%(value)s")
    text = written(occasion, facts, "phpbb")
    shown = re.sub(r"<[^>]*>", "", parser.format(text))
    assert not re.search(r"\[/?(?:b|i|size|list|code|url|\*)\b", shown)
    for name in facts["game"]["players"]:
        assert (name in text.replace("\u200b", "")) == (name in shown.replace("\u200b", ""))


OPENS_A_WINDOW = ("batch-open", "change-open", "change-catalogue")


def test_a_text_that_opens_a_window_says_until_when(played: tuple[str, str, Facts]) -> None:
    _, occasion, facts = played
    if occasion not in OPENS_A_WINDOW or facts["window"] is None:
        return
    text = written(occasion, facts, "plain")
    deadline = Instant(facts["window"]["deadline"]).moment
    assert f"{when(deadline, LONDON, short=True)} ({deadline:%H:%M} UTC)" in text
    assert re.search(r"^(bid [A-Z]+ \d+|trash \w+)", text, re.MULTILINE) or "next post" in text


class Luck:
    """Chance for players of random games."""

    def __init__(self, number: int) -> None:
        self._random = random.Random(number)  # noqa: S311 - nobody's secret

    def below(self, n: int) -> int:
        return self._random.randrange(n)

    def shuffle(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        return tuple(self._random.sample(things, len(things)))


def random_game(number: int) -> Iterator[tuple[Round, Step]]:
    """A game played at random, step by step, by people with all sorts of names."""
    luck = Luck(number)
    names = [*PLAYERS, "[/b]@everyone", "アン", ":x"][: 2 + number % 6]
    sizes: dict[str, Any] = {"lots": max(len(names), 4 + number % 5), "batch_size": 1 + number % 4}
    play = Round(*names, change_sessions=number % 4, coins=20 + number, **sizes)
    told = 0

    def news() -> Iterator[tuple[Round, Step]]:
        nonlocal told
        yield from ((play, step) for step in play.fold.live[told:])
        told = len(play.fold.live)

    play.start()
    yield from news()
    while not GAME.wanted(play.state).nothing:
        for turn in GAME.wanted(play.state).turns * luck.below(3):
            move = GAME.suggest(play.state, turn.who, luck)
            if move is not None and luck.below(3):
                play.say(turn.who, str(move), 1)
                yield from news()
        play.close()
        yield from news()


@pytest.mark.parametrize("number", range(10))
def test_random_games_are_told_from_beginning_to_end(number: int) -> None:
    """Every text that a game gives rise to can be written, in every dialect."""
    for play, step in random_game(number):
        for message in GAME.messages(step.events, step.table.state):
            facts = play.facts(message.to, step)
            for dialect in NAMES:
                check_text(written(message.occasion, facts, dialect), dialect)


@pytest.mark.parametrize("number", range(6))
def test_a_host_may_ask_for_any_text_at_any_time(number: int) -> None:
    wanted = [o.name for o in GAME.occasions if not o.to_player]
    for play, step in random_game(number):
        for facts in (play.facts(PUBLIC, step), play.facts(PUBLIC, step) | {"events": []}):
            for occasion in (*wanted, "final"):
                check_text(written(occasion, facts, "phpbb"), "phpbb")
        for who in play.fold.table.players:
            late = play.facts(who, step) | {"windows": [], "window": None}
            check_text(written("inventory", late, "phpbb"), "phpbb")


@pytest.mark.parametrize("number", range(10))
def test_what_an_inventory_proposes_can_be_sent_as_it_stands(number: int) -> None:
    proposed = 0
    for play, step in random_game(number):
        for who in play.fold.table.players:
            text = written("inventory", play.facts(who, step), "phpbb")
            check_text(text, "phpbb")
            for block in re.findall(r"(?s)\[code\](.*?)\[/code\]", text):
                for line in block.split("\n"):
                    now = step.table.last_at or BEGAN
                    hear(GAME, step.table, Entry(999, who, line, now, now), {})
                    proposed += 1
    assert proposed


def test_the_receipt_s_seal_can_be_checked_by_hand() -> None:
    play = Round("[i]Ann[/i]", "Bob").start().say("[i]Ann[/i]", "bid A 30")
    text = written("receipt", receipt_facts(play, "[i]Ann[/i]"), "phpbb")
    sealed, digest = re.findall(r"(?s)\[code\](.*?)\[/code\]", text)[1].split("\n")
    assert sealed.endswith(" [i]Ann[/i]: bid A 30")
    assert hashlib.sha256(sealed.encode()).hexdigest() == digest


def test_shipped_templates_hold_no_forum_s_markup() -> None:
    """One template serves all dialects: what it says in its own words is markup in none."""
    lexer = Environment(autoescape=True)
    for path in shipped().rglob("*.j2"):
        for line, kind, text in lexer.lex(path.read_text("utf-8")):
            if kind == "data":
                assert not set(text) & set("[]<>*_`#|~\\"), f"{path}, line {line}: {text}"


def test_public_texts_of_games_that_differ_in_secrets_only_are_the_same() -> None:
    """What one player trashes or keeps, and how losing bids differ, isn't told to the others."""

    def texts(bid: str, trash: int) -> list[str]:
        play = Round("Ann", "Bob", lots=2, batch_size=2, change_sessions=1).start()
        play.say("Ann", "bid A 50", 1).say("Bob", f"bid A {bid}, B 9", 1)
        told = [written("batch-result", play.close().facts(), "plain")]
        play.say("Ann", f"trash {play.hand('Ann')[trash]}", 1)
        facts = play.facts("Bob"), play.facts()
        return [
            *told,
            written("inventory", facts[0], "plain"),
            written("change-open", facts[1], "plain"),
        ]

    assert texts("7", 0) == texts("49", 5)
