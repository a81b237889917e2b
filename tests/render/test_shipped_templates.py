"""The shipped templates in real situations: games played through the engine, texts kept as files.

`GMTOOL_GOLDEN=write pytest tests/render` writes the files anew; read them before you commit them.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from forums import check, shown
from jinja2 import Environment
from situations import (
    BEGAN,
    BOB,
    EVERYWHERE,
    LONDON,
    PLAYERS,
    SITUATIONS,
    Facts,
    Message,
    Round,
    opening_over,
    pause,
    pm,
    post,
    receipt_facts,
    trash,
)

from gmtool.desk.occasions import occasions
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.steps import Step, hear
from gmtool.games.auction_poker import GAME
from gmtool.render.dialects import NAMES, find
from gmtool.render.environment import Style, write
from gmtool.render.folders import occasion_exists, shipped
from gmtool.render.when import when

GOLDEN = Path(__file__).parent / "golden"
WORDS = "plain"
"""The dialect in which all texts are kept, for their words."""
KEPT = [(name, WORDS) for name in sorted(SITUATIONS)] + [
    (name, dialect) for dialect in NAMES if dialect != WORDS for name in sorted(EVERYWHERE)
]
Thing = TypeVar("Thing")


@pytest.fixture(scope="module", params=sorted(SITUATIONS))
def message(request: pytest.FixtureRequest) -> Message:
    """The message of each situation."""
    return SITUATIONS[request.param]()


@pytest.mark.parametrize(("name", "dialect"), KEPT)
def test_every_text_is_as_it_was_approved(name: str, dialect: str) -> None:
    found = SITUATIONS[name]()
    text = f"{found.written(dialect).subject}\n\n{found.pasted(dialect)}\n"
    kept = GOLDEN / dialect / f"{name}.txt"
    if os.environ.get("GMTOOL_GOLDEN") == "write":
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8")


def test_every_approved_text_has_its_situation() -> None:
    there = {(path.stem, path.parent.name) for path in GOLDEN.glob("*/*.txt")}
    assert there == set(KEPT)


def test_every_occasion_has_a_template_and_an_approved_text_in_every_dialect() -> None:
    kept = {
        (occasion, bool(found.to))
        for found in (SITUATIONS[name]() for name in EVERYWHERE)
        for occasion, _ in found.blocks
    }
    for known in occasions(GAME):
        assert occasion_exists(GAME.kind, known.name)
        assert (known.name, known.to_player) in kept, known


@pytest.mark.parametrize("dialect", NAMES)
def test_texts_are_fit_to_paste(message: Message, dialect: str) -> None:
    check_message(message, dialect)


def check_message(message: Message, dialect: str) -> None:
    """What holds for every message: a subject of one line, a text that the forum shows as it is
    meant, and every name as its owner writes it.
    """
    text = message.pasted(dialect)
    subject = message.written(dialect).subject
    assert subject.startswith("Round 3: ")
    assert subject == " ".join(subject.split())
    assert check(dialect, text) == []
    check_words(shown(dialect, text))
    if dialect == "phpbb":
        assert not re.search(r"(?m)^\[b\].*\[/b\]\n(?:\n|\Z)", text), "a heading of nothing"
    plain = message.pasted(WORDS)
    for name in message.blocks[0][1]["game"]["players"]:
        assert shown(dialect, text).count(name) == plain.count(name), name


def check_words(text: str) -> None:
    """What a reader would stumble over."""
    assert text.strip()
    assert not re.search(
        r"(?<![\d.,])1 (?:coin|lot|card|hour|day|player|bid|minute|window)s\b", text
    )
    assert not re.search(r"(?i)\b(the|a|is|of|to|you|until|for|and) \1\b", text)
    assert not re.search(r"[a-z][.,:;](?:[.,:;]|[a-z]{3,})", re.sub(r"\S*//\S*", "", text))
    assert not re.search(r"\b(?:None(?! of)|True|False|undefined)\b|[{}]| [,.;]", text)


OPENS_A_WINDOW = ("batch-open", "re-auction", "change-open", "change-catalogue", "reminder")


def test_a_text_that_opens_a_window_says_until_when_and_what_to_send(message: Message) -> None:
    occasion, facts = message.blocks[0]
    if occasion not in OPENS_A_WINDOW or not facts["window"] or facts["game"]["paused"]:
        return
    text = message.pasted(WORDS)
    deadline = Instant(facts["window"]["deadline"]).moment
    assert f"{when(deadline, LONDON, short=True)} ({deadline:%H:%M} UTC)" in text
    example = re.search(r"^(bid [A-Z]+ (\d+|COINS)|trash \w+)", text, re.MULTILINE)
    assert example or "next post" in text or "Open now" in text


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
    names = [*PLAYERS, "[code]", "アン", ":x"][: 2 + number % 6]
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


def fast_then_slow(fast: int, every: int) -> list[Any]:
    """Numbers of random games, the later ones for the slow suite alone."""
    later = (pytest.param(number, marks=pytest.mark.slow) for number in range(fast, every))
    return [*range(fast), *later]


@pytest.mark.parametrize("number", fast_then_slow(3, 10))
def test_random_games_are_told_from_beginning_to_end(number: int) -> None:
    """Every text that a game gives rise to can be written, in every dialect."""
    for play, step in random_game(number):
        messages = GAME.messages(step.events, step.table.state)
        letters: dict[str, list[tuple[str, Facts]]] = {}
        for one in messages:
            block = (one.occasion, play.facts(one.to, step))
            letters.setdefault(one.to, []).append(block)
        for to, blocks in letters.items():
            for found in (
                [Message(to, (block,)) for block in blocks] if not to else [pm(to, *blocks)]
            ):
                for dialect in NAMES:
                    check_message(found, dialect)


@pytest.mark.parametrize("number", fast_then_slow(2, 6))
def test_a_host_may_ask_for_any_text_at_any_time(number: int) -> None:
    for play, step in random_game(number):
        for known in GAME.occasions:
            to = play.fold.table.players[0] if known.to_player else PUBLIC
            for facts in (play.facts(to, step), play.facts(to, step) | {"events": []}):
                check_message(Message(to, ((known.name, facts),)), "phpbb")
                if to:
                    late = facts | {"windows": [], "window": None}
                    check_message(pm(to, (known.name, late)), "phpbb")


@pytest.mark.parametrize("number", range(6))
def test_no_text_promises_a_deadline_in_a_pause(number: int) -> None:
    for play, step in random_game(number):
        for known in GAME.occasions:
            to = play.fold.table.players[0] if known.to_player else PUBLIC
            facts = play.facts(to, step, paused=play.clock)
            if to:
                facts |= {"windows": [], "window": None}
            text = Message(to, ((known.name, facts),)).pasted(WORDS)
            for window in step.table.windows:
                assert when(window.deadline.moment, LONDON, short=True) not in text


def test_a_pause_and_what_it_means_is_told() -> None:
    text = post("batch-open", pause(Round().start()).now()).pasted(WORDS)
    assert "The game is paused: what you send now doesn't count." in text


@pytest.mark.parametrize("number", range(10))
def test_what_an_inventory_proposes_can_be_sent_as_it_stands(number: int) -> None:
    proposed = 0
    for play, step in random_game(number):
        for who in play.fold.table.players:
            text = pm(who, ("inventory", play.facts(who, step))).pasted("phpbb")
            for block in re.findall(r"(?s)\[code\](.*?)\[/code\]", text):
                for line in block.split("\n"):
                    now = step.table.last_at or BEGAN
                    hear(GAME, step.table, Entry(999, who, line, now, now))
                    proposed += 1
    assert proposed


def test_the_receipt_s_seal_can_be_checked_by_hand() -> None:
    play = Round("[i]Ann", "Bob").start().say("[i]Ann", "bid A 30")
    text = pm("[i]Ann", ("receipt", receipt_facts(play, "[i]Ann"))).pasted("phpbb")
    sealed, digest = re.findall(r"(?s)\[code\](.*?)\[/code\]", text)[1].split("\n")
    assert sealed.endswith(" [i]Ann: bid A 30")
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

    def texts(bid: str, trashed: int) -> list[str]:
        play = Round("Ann", "Bob", lots=2, batch_size=2, change_sessions=1).start()
        play.say("Ann", "bid A 50", 1).say("Bob", f"bid A {bid}, B 9", 1)
        told = [post("batch-result", play.close().facts())]
        play.say("Ann", f"trash {play.hand('Ann')[trashed]}", 1)
        told += [post("change-open", play.facts()), post("standings", play.now())]
        told.append(pm("Bob", ("inventory", play.facts("Bob"))))
        return [one.pasted(WORDS) for one in told]

    assert texts("7", 0) == texts("49", 5)


def test_a_message_of_two_blocks_greets_and_signs_once() -> None:
    text = SITUATIONS["receipt-with-a-refusal"]().pasted(WORDS)
    assert text.count("Hi ") == text.count("host of") == 1
    assert text.count("UTC") == 1, "the deadline is said once"


def test_what_wants_an_answer_comes_first_and_the_seal_last() -> None:
    text = SITUATIONS["receipt-with-a-refusal"]().pasted(WORDS)
    asked, taken = text.index("I couldn't take all"), text.index("This is on record")
    assert asked < taken < text.index("The seal of your move")
    text = SITUATIONS["receipt-with-the-hand-left"]().pasted(WORDS)
    assert text.index("This is where you stand") < text.index("The seal of your move")


@pytest.mark.parametrize("name", ["ruling-adjust", "ruling-inactive", "ruling-of-any-game"])
def test_a_ruling_calls_a_player_by_one_name(name: str) -> None:
    found = SITUATIONS[name]()
    ((occasion, facts),) = found.blocks
    forum = tuple((player, f"{player}_88") for player in facts["game"]["players"])
    written = write(found.kind, occasion, facts, Style(find("plain"), LONDON, mentions=forum))
    assert "_88" not in written.body


def test_what_a_text_before_it_said_of_a_session_isn_t_said_again() -> None:
    """The result or the catalogue of the same close comes first, and tells why a session ended."""
    play = opening_over(coins=40, change_sessions=2)
    play.say(BOB, trash(play, BOB, 1)).close()
    told = [
        post(one, play.facts()).pasted(WORDS).count("so change session 1 is over")
        for one in ("change-catalogue", "change-open")
    ]
    assert told == [1, 0]
    assert "so change session" not in SITUATIONS["final-after-the-last-catalogue"]().pasted(WORDS)


def test_a_deal_has_a_post_of_its_own_where_it_comes_after_the_opening_post() -> None:
    for name, own in (("opening-seed", False), ("opening-words", True), ("opening-typed", True)):
        text = SITUATIONS[name]().pasted(WORDS)
        assert text.startswith("Round 3: the catalogue" if own else "Round 3: Auction Poker")
        assert ("The game in brief" in text) is not own
        assert "A    " in text


def test_a_message_without_a_host_s_name_and_thread_is_signed_all_the_same() -> None:
    play = Round().start().say(BOB, "bid A 30")
    facts = play.facts(BOB, host="", thread="")
    text = pm(BOB, ("inventory", facts)).pasted(WORDS)
    assert text.endswith("\n\nThe host of Round 3")


REASONS = {
    "{who} has already bid 30 on lot A.": "You have already bid 30 on lot A.",
    "{who} has its opening lot and needn't pass.": "You have your opening lot and needn't pass.",
    "{who} was ruled inactive and makes no more moves.": "You were ruled inactive and make no",
    "{who} stands already.": "You stand already.",
    "AS is not in {who}'s hand (2C).": "AS is not in your hand (2C).",
    "“pass?” is not surely `pass`; who means it says just that.": "“pass?” is not surely “pass”.",
    "write `bid A 30`, or `pass`.": "Write “bid A 30”, or “pass”.",
    "“a `b” can't be read; say `pass`.": "“a `b” can't be read; say `pass`.",
    "{who}'s name begins a sentence.": "{who}'s name begins a sentence.",
}


@pytest.mark.parametrize("sentence", REASONS)
def test_a_reason_is_said_to_the_player(sentence: str) -> None:
    refusal = {"clause": "AP-7", "quoted": "", "sentence": sentence.format(who=BOB), "readings": []}
    facts = Round().now(BOB) | {"recorded": [], "refusals": [refusal]}
    assert REASONS[sentence].format(who=BOB) in pm(BOB, ("refusal", facts)).pasted(WORDS)
