"""What isn't seen changes nothing: a text is read like the same text without it."""

from __future__ import annotations

import random
import unicodedata
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import few_or_many
from places import Place, places
from unseen import UNSEEN, texts

from gmtool.engine.entry_texts import asked_of, read_typed
from gmtool.engine.header import Header
from gmtool.engine.journal import Journal, Line, read_entry, tidied
from gmtool.engine.paste import own_words
from gmtool.engine.reading import read_message
from gmtool.engine.refusals import Refusal
from gmtool.engine.unicode_hygiene import OVERRIDES, cleaned, is_harmful
from gmtool.games import BUILT_IN

pytestmark = [pytest.mark.slow, pytest.mark.attack]

ENDS_A_LINE, TURNS_ROUND = "\r\x85\u2028\u2029", OVERRIDES
BLANK = "\u3164\uffa0\u115f\u2800"
"""What isn't seen and yet means something: a line's end, the order of digits, a blank."""
HIDDEN = sorted(
    {*UNSEEN, *"\0\x08\x0b\x0c\x1c\x1f\x7f\u17b4\u2061\ufe0f\ufdd0\uffff\U000e0001\U000e0100"}
    - {*ENDS_A_LINE, *TURNS_ROUND, *BLANK}
)
CATEGORIES = (
    "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn"
)
MESSAGES = ("Hi host,\npass\nthanks", "wager 35500", "bid C 38", 'answer "Paris"')


def how_read(place: Place, text: str) -> tuple[Any, ...]:
    """What a pasted and what a typed text is taken for."""
    asked = asked_of(place.game, place.table, place.who)
    reading = read_message(place.game.grammar, asked, text)
    pasted = (reading.is_sure, *map(str, (*reading.moves, *reading.readings)))
    try:
        return pasted, *map(str, read_typed(place.game, place.table, place.who, text))
    except Refusal as refusal:
        return pasted, refusal.clause


@cache
def said_at(kind: str) -> list[tuple[Place, str]]:
    """The moves that are asked for at each place, and what isn't asked for."""
    found = []
    for place in places(kind):
        asked = asked_of(place.game, place.table, place.who)
        forms = (form.example for form in place.game.grammar.of("player", asked.verbs))
        found += [(place, text) for text in (*forms, *MESSAGES)]
    return found


@pytest.mark.parametrize("kind", BUILT_IN)
def test_all_06_a_sign_that_isnt_seen_changes_nothing(kind: str) -> None:
    rng = random.Random(kind)  # noqa: S311
    for _ in range(few_or_many(20, 4000)):
        place, text = rng.choice(said_at(kind))
        at = rng.randrange(len(text) + 1)
        hidden = f"{text[:at]}{rng.choice(HIDDEN)}{text[at:]}"
        assert how_read(place, hidden) == how_read(place, text), ascii(hidden)


@pytest.mark.parametrize("kind", BUILT_IN)
def test_all_06_a_text_form_that_cant_be_read_is_none(kind: str) -> None:
    """A control character in quotation marks, half a character, a date that there isn't."""
    grammar = places(kind)[0].game.grammar
    for form in grammar.forms:
        for bad in ('"a\0b"', '"\\ud83d"', '"\x1b', "until 2026-02-30T12:00:00Z"):
            grammar.typed(f"{form.example} {bad}", form.by)  # a move or none, and no error
            grammar.typed(f"{form.verb} {bad}", form.by)
        quoted = form.example.replace('"', '"\0', 1)
        assert quoted == form.example or grammar.typed(quoted, form.by) is None, quoted


@pytest.mark.parametrize("category", CATEGORIES.split())
def test_all_06_reading_agrees_with_reading_the_cleaned_text(category: str) -> None:
    """For signs of every general category of Unicode."""
    rng = random.Random(category)  # noqa: S311
    signs = [c for c in map(chr, range(0x20000)) if unicodedata.category(c) == category]
    for _ in range(few_or_many(4, 400)):
        place, text = rng.choice(said_at(rng.choice([*BUILT_IN])))
        for sign in rng.sample(signs, min(len(signs), 2)):
            at = rng.randrange(len(text) + 1)
            hostile = f"{text[:at]}{sign}{text[at:]}"
            assert how_read(place, hostile) == how_read(place, cleaned(hostile)), ascii(hostile)


@given(texts())
def test_cleaned_twice_is_cleaned_once(text: str) -> None:
    once = cleaned(text)
    assert cleaned(once) == once
    assert not is_harmful("".join(c for c in once if c not in TURNS_ROUND))
    assert own_words(text) == own_words(once)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("than\x0bks", "thanks"),
        ("wager 3\u20665\u2069500", "wager 35500"),
        ("bid C 3\x088", "bid C 38"),
        ("pa\u00ad\U000e0073ss\u200f", "pass"),
        ("bid A 3\u16640", "bid A 3\u16640"),
        ("a\u2028b\r\nc\rd\x85e", "a\nb\nc\nd\ne"),
        ("3\u31645\u28005\u00a05", "3 5 5 5"),
        ("1\ufe0f2 1\ufe0f\u20e3", "12 1\ufe0f\u20e3"),
        ("👨\u200d👩 ب\u200d\u061c\u200dب a\ufe0f\u200d😀", "👨\u200d👩 بب a😀"),
        ("3\u202e0", "3\u202e0"),
    ],
)
def test_what_is_left_of_a_text_from_outside(text: str, read: str) -> None:
    assert cleaned(text) == read


def test_a_number_shown_in_another_order_than_it_is_written_in_is_no_number() -> None:
    for place, text in said_at("split-decision"):
        if text == MESSAGES[1]:
            pasted, *typed = how_read(place, "wager 3\u202e5500")
            assert not [move for move in (*pasted[1:], *typed) if move.startswith("wager")]


@given(st.sampled_from(HIDDEN), st.integers(0, 7))
def test_a_journal_is_cleaned_outside_of_what_somebody_wrote(sign: str, at: int) -> None:
    text = "bid A 30"
    line = f"2026-11-20T21:10:00Z Ann: {text[:at]}{sign}{text[at:]}"
    for written, meant in ((line, text), (f'{line[:26]}answer "a{sign}b"', f'answer "a{sign}b"')):
        read = Line(1, written, read_entry(1, written))
        header = Header("k", 1, "R", "UTC", ("Ann",), options={"a": f"1{sign}2"})
        whole = tidied(Journal(header, (read,)))
        assert whole.entries[0].text == meant
        assert whole.header.options == {"a": "12"}
