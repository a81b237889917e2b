"""Messages that nobody sends but to try a desk: each gets its answer in any phase of any game.

What used to take minutes would take them again; none of these tests looks at a clock.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lengths import few_or_many, one_in, some_of
from places import Place, places

from gmtool.engine.bounds import MOST_OWN_CHARACTERS, MOST_OWN_LINES
from gmtool.engine.entry_texts import asked_of, read_typed
from gmtool.engine.reading import read_message
from gmtool.engine.refusals import Refusal
from gmtool.games import BUILT_IN

pytestmark = [pytest.mark.slow, pytest.mark.attack]

UNITS = (
    *("1", "1 ", "1, ", "1-", "1.", "1,000 ", "0-8 ", "1) 17\n", "1e9999 ", "²", "①", "x", "x "),
    *(
        "[b]",
        "[/b]",
        "[quote]",
        "[quote",
        '[quote="',
        "[color=",
        "9-",
        "<blockquote ",
        "<b>",
        "[s]",
        "[url=",
        "&amp;",
        "> ",
    ),
    *(
        '"',
        "“",
        "(",
        ")",
        "}",
        "()",
        "(a) ",
        ",",
        ", ",
        ".",
        "?",
        "…",
        "-",
        "--\n",
        "=",
        "*",
        "_",
        "~~",
    ),
    *("A: ", "A 1 ", "A 1\n", "a, ", "3S ", "3S", "7C 7D\n", "7s ", "ten of hearts ", "as ", "AS "),
    *("as 3D ", "joker as 2 ", " ", "\n", "\u0300", "\u200b", "\ufdfa", "\ue010", "❤", "❌"),
    *(
        "😀",
        "🤔",
        " :)",
        "lol ",
        "not ",
        "or ",
        "if ",
        "maybe ",
        "and ",
        "the ",
        "one ",
        "hundred ",
    ),
    *("twenty-", "bid A 30\n", "pass\n", "trash 3S\n", "discard 7C\n", "take ", "giving ", "cut "),
    *("group A 0 1 B 2 3 4 C 5 6 7 8\n", "ante 3, ", "peek ", "raise to ", "codes 1 2 3\n", "why "),
    *(
        "answer ",
        "pick 1 2 ",
        "$1 ",
        "play 3D\n",
        "offer ",
        "for ",
        "ask any clubs\n",
        "Ann ",
        "I ",
    ),
    *("Ann said:\n", "wait, ", "edit: ", "a: ", "bid, ", "bid; ", "3S; ", "3S; and ", "as. "),
    *("7 of ", "lowest, ", "'s offer ", "the rest ", "same ", "no, "),
    *("I'd like to ", "thanks\n", "next time ", "you ", "note ", "set ", "close ", "\\", "done\n"),
)
"""What texts are made of."""
OWN_TEXTS = frozenset({"a 1"})
"""A line of the game's own texts."""
BEFORE = (
    *("play ", "raise to ", "bid A ", "trash ", "group A ", "codes ", "take Bob giving ", "ask "),
    *("offer Bob ", 'answer "', 'question "', "question x answer ", "order ", "order Ann ", "x"),
    *("first ", "pass ", "pause x", 'pause why "', "adjust x", "set x", "close ", "shuffle ", "("),
)
"""How they begin."""


def hostile(unit: str, before: str = "") -> Iterator[str]:
    """Texts as long as they are read, in one line, in lines, and in lines that all differ."""
    most = MOST_OWN_CHARACTERS - len(before)
    yield before + (unit * most)[:most]
    line = unit.strip() or unit
    rows = "\n".join(f"{line[:12]} {number}" for number in range(MOST_OWN_LINES - 1))
    yield before + rows[:most]
    rows = "\n".join((line.replace("\n", " ") * 980)[:980] + str(n) for n in range(8))
    yield before + rows[:most]


def apply(place: Place, text: str) -> None:
    """As a desk hears it, pasted and typed; whatever it is answered, it is so soon."""
    asked = asked_of(place.game, place.table, place.who)
    reading = read_message(place.game.grammar, asked, text, OWN_TEXTS)
    told = [*reading.doubts, reading.refused.sentence() if reading.refused else ""]
    try:
        read_typed(place.game, place.table, place.who, text)
    except Refusal as refusal:
        told.append(refusal.sentence())
    assert all(len(sentence) < 3000 for sentence in told)


SLOWEST = {
    ("grouping-bw", "betting", "play ", "1"),
    ("grouping-bw", "grouping", "", "}"),
    ("grouping-bw", "grouping", "order ", "("),
    ("split-decision", "codes", "", "-"),
    ("split-decision", "codes", "", " :)"),
    ("ten-skip", "turn", "", "as "),
    ("big-two", "play", "", "joker as 2 "),
    ("auction-poker", "bidding", "", "\ufdfa"),
    ("auction-poker", "bidding", "", "…"),
    ("auction-poker", "bidding", "", "A 0 1 B 2 3 "),
    ("auction-poker", "change", "trash ", ". "),
    ("auction-poker", "change", "", "3S; "),
    ("auction-poker", "change", "", "x"),
    ("auction-poker", "bidding", "bid A ", "and; "),
}
"""Kinds, phases, and texts that took longest, or broke the reading."""


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "phase", "before", "unit"), one_in(8, sorted(SLOWEST)))
def test_all_06_what_took_longest_is_answered(
    kind: str, phase: str, before: str, unit: str
) -> None:
    place = next(place for place in places(kind) if place.table.state.phase == phase)
    for text in hostile(unit, before):
        apply(place, text)


@pytest.mark.slow
@pytest.mark.parametrize("kind", BUILT_IN)
@pytest.mark.parametrize("unit", some_of({"A: "}, UNITS))
def test_all_06_every_phase_answers_whatever_is_sent(kind: str, unit: str) -> None:
    """Each text in some of the phases, each phase with many of the texts."""
    apart = few_or_many(24, 12)
    for place in places(kind)[UNITS.index(unit) % apart :: apart]:
        for text in hostile(unit):
            apply(place, text)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("kind", BUILT_IN)
@pytest.mark.parametrize("before", BEFORE)
def test_all_06_whatever_it_begins_with(kind: str, before: str) -> None:
    for place in places(kind)[BEFORE.index(before) % 20 :: 20]:
        for unit in ("1", "1 ", "x ", '"', "("):
            for text in hostile(unit, before):
                apply(place, text)
