"""The shipped templates in real situations: games played through the engine, texts kept as files.

`GMTOOL_GOLDEN=write pytest tests/render` writes the files anew; read them before you commit them.
What holds for one kind of game only is in `test_…_texts.py`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import situations_auction_poker
import situations_big_two
import situations_grouping_bw
import situations_president
import situations_split_decision
import situations_ten_skip
from fit_to_paste import WORDS, check_message, check_text
from jinja2 import Environment
from lengths import few_first, one_in
from situations import LONDON, Facts, Message, Playing, Situations, pm, random_game

from gmtool.desk.occasions import occasions
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.steps import Step
from gmtool.games import BUILT_IN
from gmtool.render.dialects import NAMES
from gmtool.render.folders import occasion_exists, shipped
from gmtool.render.when import when

GOLDEN = Path(__file__).parent / "golden"
KINDS: dict[str, Situations] = {
    one.situation.game.kind: one.situation
    for one in (
        situations_auction_poker,
        situations_split_decision,
        situations_grouping_bw,
        situations_big_two,
        situations_president,
        situations_ten_skip,
    )
}
TEXTS = [(kind, name) for kind, situations in KINDS.items() for name in sorted(situations.texts)]
IN_WORDS = [(kind, name, WORDS) for kind, name in TEXTS]
ONE_IN_FOUR = one_in(4, [pytest.param(text, id="-".join(text)) for text in TEXTS])
SLOW = set(IN_WORDS) - set(IN_WORDS[::3])
IN_MARKUP = [
    (kind, name, dialect)
    for kind, situations in KINDS.items()
    for dialect in NAMES
    if dialect != WORDS
    for name in sorted(situations.everywhere)
]
KEPT = IN_WORDS + IN_MARKUP


@cache
def message_of(kind: str, name: str) -> Message:
    """The message of a situation; its game is played once."""
    return KINDS[kind].texts[name]()


@pytest.fixture(scope="module", params=TEXTS, ids="-".join)
def message(request: pytest.FixtureRequest) -> Message:
    """The message of each situation."""
    kind, name = request.param
    return message_of(kind, name)


def test_every_kind_has_its_situations() -> None:
    assert set(KINDS) == set(BUILT_IN)


@pytest.mark.parametrize(
    ("kind", "name", "dialect"),
    [
        *IN_WORDS[::3],
        *(pytest.param(*one, marks=pytest.mark.slow) for one in KEPT if one in SLOW),
        *one_in(6, [pytest.param(*one, marks=pytest.mark.slow) for one in IN_MARKUP]),
    ],
)
def test_every_text_is_as_it_was_approved(kind: str, name: str, dialect: str) -> None:
    found = message_of(kind, name)
    written = found.written(dialect)
    text = f"{written.subject}\n\n{found.finished(written, dialect)}\n"
    kept = GOLDEN / dialect / kind / f"{name}.txt"
    if os.environ.get("GMTOOL_GOLDEN") == "write":
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8")


def test_every_approved_text_has_its_situation() -> None:
    there = {(p.parent.name, p.stem, p.parent.parent.name) for p in GOLDEN.rglob("*.txt")}
    assert there == set(KEPT)


@pytest.mark.parametrize("kind", KINDS)
def test_every_occasion_has_a_template_and_an_approved_text_in_every_dialect(kind: str) -> None:
    situations = KINDS[kind]
    kept = {
        (occasion, bool(found.to))
        for found in (message_of(kind, name) for name in situations.everywhere)
        for occasion, _ in found.blocks
    }
    for known in occasions(situations.game):
        assert occasion_exists(situations.game.text_kinds, known.name)
        assert (known.name, known.to_player) in kept, known


def texts_in_dialects() -> Iterator[Any]:
    """Each text in each dialect; in the short form each third in one, in turn."""
    for number, text in enumerate(TEXTS):
        for dialect in NAMES:
            turn = number // 3 % len(NAMES)
            is_its_turn = number % 3 == 0 and NAMES.index(dialect) == turn
            marks = () if is_its_turn else pytest.mark.long
            yield pytest.param(text, dialect, marks=marks, id="-".join((*text, dialect)))


@pytest.mark.slow
@pytest.mark.parametrize(("message", "dialect"), list(texts_in_dialects()), indirect=["message"])
def test_texts_are_fit_to_paste(message: Message, dialect: str) -> None:
    check_message(message, dialect)


@pytest.mark.slow
@pytest.mark.parametrize("message", ONE_IN_FOUR, indirect=True)
def test_suits_can_be_letters_throughout(message: Message) -> None:
    text = message.pasted(WORDS, "ascii")
    assert not set(text) & set("♣♦♥♠")
    check_message(message, WORDS, "ascii")


@pytest.mark.slow
@pytest.mark.parametrize("message", ONE_IN_FOUR, indirect=True)
def test_a_text_that_opens_a_window_says_until_when_and_what_to_send(message: Message) -> None:
    occasion, facts = message.blocks[0]
    situations = KINDS[facts["game"]["kind"]]
    asks = occasion in situations.opens and facts["window"] and not facts["game"]["paused"]
    if not asks or not (message.to or facts["news"]):
        return
    text = message.pasted(WORDS)
    deadline = Instant(facts["window"]["deadline"]).moment
    assert f"{when(deadline, LONDON, short=True)} ({deadline:%H:%M} UTC)" in text
    assert re.search(rf"(?m)^(?:{situations.example})", text)


Looks = dict[str, tuple[int, int]]
"""Of a kind so many random games, of which one of so many entries is looked at."""


def random_games(fast: Looks, long: Looks) -> list[Any]:
    """Kinds with numbers of random games and how closely they are looked at: those for the fast
    suite, then those for the long form.
    """
    rows = [(kind, n, every) for kind, (count, every) in fast.items() for n in range(count)]
    later = [(kind, n, every) for kind, (count, every) in long.items() for n in range(count)]
    slow = [pytest.param(*row, marks=pytest.mark.slow) for row in later if row not in rows]
    return few_first(len(rows), [*rows, *slow])


def looked_at(kind: str, number: int, every: int) -> Iterator[tuple[Playing, Step]]:
    """One of so many entries of a random game."""
    for place, found in enumerate(random_game(KINDS[kind], number)):
        if not place % every:
            yield found


@pytest.mark.parametrize(
    ("kind", "number", "every"),
    random_games(
        {
            "auction-poker": (1, 2),
            "split-decision": (1, 60),
            "grouping-bw": (1, 23),
            "big-two": (1, 15),
            "president": (1, 41),
            "ten-skip": (1, 40),
        },
        {
            "auction-poker": (10, 1),
            "split-decision": (4, 1),
            "grouping-bw": (3, 4),
            "big-two": (6, 16),
            "president": (4, 16),
            "ten-skip": (5, 5),
        },
    ),
)
def test_random_games_are_told_from_beginning_to_end(kind: str, number: int, every: int) -> None:
    """Every text that a game gives rise to can be written, in every dialect."""
    dialects = cycle(NAMES)
    for play, step in looked_at(kind, number, every):
        letters: dict[str, list[tuple[str, Facts]]] = {}
        for one in play.game.messages(step.news):
            block = (one.occasion, play.facts(one.to, step))
            letters.setdefault(one.to, []).append(block)
        posts = [Message(PUBLIC, (block,)) for block in letters.pop(PUBLIC, [])]
        for found in (*posts, *(pm(to, *blocks) for to, blocks in letters.items())):
            for dialect in NAMES if every == 1 else [next(dialects)]:
                check_message(found, dialect)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "number", "every"),
    random_games(
        {
            "auction-poker": (1, 4),
            "split-decision": (1, 240),
            "grouping-bw": (1, 30),
            "big-two": (1, 61),
            "president": (1, 97),
            "ten-skip": (1, 100),
        },
        {
            "auction-poker": (2, 1),
            "split-decision": (2, 2),
            "grouping-bw": (2, 8),
            "big-two": (4, 41),
            "president": (4, 41),
            "ten-skip": (5, 17),
        },
    ),
)
def test_a_host_may_ask_for_any_text_at_any_time(kind: str, number: int, every: int) -> None:
    dialects = cycle(NAMES)
    for play, step in looked_at(kind, number, every):
        for known in play.game.occasions:
            for to in play.fold.table.players if known.to_player else [PUBLIC]:
                facts = play.facts(to, step)
                versions = [facts, facts | {"news": []}]
                if to:
                    versions.append(facts | {"windows": [], "window": None})
                for version in versions:
                    check_text(Message(to, ((known.name, version),)), next(dialects))


@pytest.mark.parametrize(
    ("kind", "number", "every"),
    random_games(
        {
            "auction-poker": (1, 4),
            "split-decision": (1, 60),
            "grouping-bw": (1, 23),
            "big-two": (1, 61),
            "president": (1, 97),
            "ten-skip": (1, 40),
        },
        {
            "auction-poker": (6, 1),
            "split-decision": (4, 2),
            "grouping-bw": (3, 8),
            "big-two": (6, 17),
            "president": (4, 17),
            "ten-skip": (5, 17),
        },
    ),
)
def test_no_text_promises_a_deadline_in_a_pause(kind: str, number: int, every: int) -> None:
    for play, step in looked_at(kind, number, every):
        if not step.table.windows:
            continue
        for known in play.game.occasions:
            to = play.fold.table.players[0] if known.to_player else PUBLIC
            facts = play.facts(to, step, paused=play.clock)
            if to:
                facts |= {"windows": [], "window": None}
            text = Message(to, ((known.name, facts),)).pasted(WORDS)
            for window in step.table.windows:
                assert when(window.deadline.moment, LONDON, short=True) not in text


def test_shipped_templates_hold_no_forum_s_markup() -> None:
    """One template serves all dialects: what it says in its own words is markup in none."""
    lexer = Environment(autoescape=True)
    for path in shipped().rglob("*.j2"):
        for line, kind, text in lexer.lex(path.read_text("utf-8")):
            if kind == "data":
                assert not set(text) & set("[]<>*_`#|~\\"), f"{path}, line {line}: {text}"
