"""Words: in a row, as refusals name them; quoted; and names as two hosts would agree on them."""

from __future__ import annotations

import pytest
from hypothesis import given
from unseen import UNSEEN, texts

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.journal import as_meant
from gmtool.engine.text import HOST, casefolded, listed, quote, read_names, unquote, write_name
from gmtool.engine.unicode_hygiene import is_harmful
from gmtool.render.dialects.neutral import one_line

NOON = Instant("2026-11-20T12:00:00Z")


def test_things_in_a_row() -> None:
    for items, said in (("", ""), ("A", "A"), ("AB", "A and B"), ("ABC", "A, B and C")):
        assert listed(tuple(items)) == said
        assert listed(iter(items), "or") == said.replace("and", "or")


@pytest.mark.parametrize("sign", sorted(UNSEEN - set("\r\u0085\u2028")))
def test_all_04_what_nobody_sees_is_no_part_of_a_name(sign: str) -> None:
    assert casefolded(f"A{sign}nn{sign}") == "ann"
    assert casefolded(sign) == ""


def test_blanks_of_every_width_part_words_and_pictures_are_the_same_joined() -> None:
    for mary in ("Mary  Ann", "\u3000Mary\u2003\u00a0Ann\u2800\u2028"):
        assert casefolded(mary) == "mary ann"
    assert casefolded("e\u034f\u0301") == "é"
    assert casefolded("👨\u200d👩♥\ufe0f") == "👨👩♥"
    assert casefolded("Ａｎｎ\x1b") == "ann"


@given(texts())
def test_what_is_quoted_reads_back_and_shows_as_it_is(text: str) -> None:
    quoted = quote(text)
    assert not is_harmful(quoted)
    assert one_line(quoted) == quoted
    whole = text.encode("utf-8", "ignore").decode()
    assert unquote(f"{quote(whole)} x") == (whole, " x")
    assert not whole or read_names(write_name(whole)) == (whole,)
    assert not is_harmful(write_name(whole).replace("\n", ""))
    told = Entry(1, HOST, f"inactive {write_name(whole)}", NOON, NOON)
    assert as_meant(told).text == told.text  # it is the same name in a journal that comes back
    with pytest.raises(ValueError, match="doesn't begin with a string"):
        unquote('"\\ud83d"')
    with pytest.raises(ValueError, match="doesn't begin with a string"):
        unquote("[" * 100_000)
