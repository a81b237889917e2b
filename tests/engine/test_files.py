"""The text of a file that a game is made of."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.engine import files
from gmtool.engine.files import Misset, Mistake, canonical


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a = 1\n", "a = 1\n"),
        ("a = 1", "a = 1\n"),
        ("\ufeffa = 1\r\n\r\n\tb = “é” \r\n", "a = 1\n\n\tb = “é” \n"),
        ("", "\n"),
    ],
)
def test_a_file_is_kept_as_it_is_but_for_its_line_ends(text: str, kept: str) -> None:
    assert canonical(text) == canonical(kept) == kept
    assert files.hash_of(kept) == sha256(kept.encode()).hexdigest()
    assert "".join(f"{line}\n" for line in files.lines_of(kept)) == kept


def test_there_is_no_hash_of_no_file() -> None:
    assert (files.hash_of(""), files.lines_of("")) == ("", [])


@pytest.mark.parametrize("sign", ["\x1b", "\r", "\x00", "\u202e", "\u2028", "\ud800", "\x85"])
def test_a_sign_that_steers_is_a_mistake_in_its_line(sign: str) -> None:
    with pytest.raises(Misset) as found:
        canonical(f"a = 1\nb = 2{sign}3\n")
    (mistake,) = found.value.mistakes
    assert (mistake.line, mistake.key) == (2, "")
    assert f"U+{ord(sign):04X}" in mistake.why


def test_a_file_has_a_most() -> None:
    assert canonical("x" * 63_999) == "x" * 63_999 + "\n"
    with pytest.raises(Misset, match=r"^it has 64,001 characters; a file has at most 64,000$"):
        canonical("x" * 64_000)


def test_a_mistake_says_where_it_is() -> None:
    told = [str(Mistake(line, key, "no")) for line in (0, 3) for key in ("", "round.vote")]
    assert told == ["no", "round.vote: no", "line 3: no", "line 3, round.vote: no"]
    assert str(Misset(Mistake(1, "", "a"), Mistake(2, "b", "c"))) == "line 1: a; line 2, b: c"


@given(st.text(max_size=50))
def test_a_canonical_text_stays_as_it_is(text: str) -> None:
    try:
        kept = canonical(text)
    except Misset:
        return
    assert canonical(kept) == kept
