"""Signs that aren't seen: shown in what is told, gone from names, harmless in what is kept."""

from __future__ import annotations

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unseen import UNSEEN, texts, unseen_in

from gmtool.engine.text import casefolded
from gmtool.engine.unicode_hygiene import (
    escaped,
    harmless,
    is_harmful,
    shown,
    tidied,
    typeable,
    without_harm,
)

_VISIBLE = {
    *range(0x600, 0x606),  # Arabic signs around numbers
    *(0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD),
    *range(0x13430, 0x13440),  # how hieroglyphs stand together
}
"""Format characters that have a look of their own."""
WRITTEN = (
    "Ann",
    "Änne ♥",
    "👨\u200d👩\u200d👧",
    "❤\ufe0f\u200d🔥",
    "1\ufe0f\u20e3",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "می\u200cخواهم",
    "क्\u200dष",
    "שלום",
    "葛\U000e0100",
)
"""Names as they are rightly written, some with what is invisible elsewhere."""


def test_no_sign_that_isnt_seen_is_forgotten() -> None:
    kinds = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    every = (chr(code) for code in range(sys.maxunicode + 1) if code not in _VISIBLE)
    hidden = [c for c in every if unicodedata.category(c) in kinds and c not in "\n\t"]
    assert [c for c in hidden if shown(c) == c] == []
    assert [c for c in "\u034f\u115f\u3164\uffa0\ufe0f\u180b" if shown(c) == c] == []


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("\x1b[2K\rBob", "\\u001b[2K\\u000dBob"),
        ("a\x07\x08\x7f\x9b", "a\\u0007\\u0008\\u007f\\u009b"),
        ("a\u202eb\u2066", "a\\u202eb\\u2066"),
        ("Ann\u200b\ufeff\u00ad", "Ann\\u200b\\ufeff\\u00ad"),
        ("a\nb\tc\u2028d\u0085", "a⏎b c\\u2028d\\u0085"),
        ("An\u200dn", "An\\u200dn"),
        ("A\ufe0f \U000e0041", "A\\ufe0f \\udb40\\udc41"),
        ("\ud83d", "\\ud83d"),
        *((name, name) for name in WRITTEN),
    ],
)
def test_what_isnt_seen_is_shown_and_what_is_written_stays(line: str, seen: str) -> None:
    assert shown(line) == seen


@given(texts())
def test_a_line_is_one_line_of_signs_that_are_seen(text: str) -> None:
    line = shown(text)
    assert unseen_in(line) == []
    assert line.splitlines() in ([line], [])
    assert shown(line) == line
    line.encode()


@pytest.mark.slow  # of facts in facts
@given(st.recursive(texts(), lambda inner: st.lists(inner) | st.dictionaries(texts(), inner)))
def test_json_says_the_same_with_nothing_in_it_that_isnt_seen(facts: object) -> None:
    written = escaped(json.dumps(facts, ensure_ascii=False, indent=2))
    assert unseen_in(written.replace("\n", "")) == []
    assert json.loads(written) == json.loads(json.dumps(facts))
    written.encode()


@given(texts())
def test_what_is_harmless_or_without_harm_has_nothing_that_steers(text: str) -> None:
    assert not is_harmful(harmless(text))
    assert not is_harmful(without_harm(text))
    assert harmless(text).count("\n") == text.count("\n")


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_rightly_written_is_kept(name: str) -> None:
    assert tidied(name) == typeable(name) == name


@pytest.mark.parametrize("sign", sorted(UNSEEN - set("\x1b\x07\x9b\r\u2028\u0085\ud83d")))
def test_a_name_copied_from_a_page_is_taken_without_what_isnt_seen(sign: str) -> None:
    assert tidied(f" \u00a0Ann{sign}") == "Ann"


@given(texts())
def test_a_name_can_be_typed_without_what_isnt_seen(text: str) -> None:
    assert unseen_in(typeable(text).replace("\n", "").replace("\t", "")) == []
    assert casefolded(tidied(text)) == casefolded(text)
