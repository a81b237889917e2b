"""Options: those that say something for players one by one (`Ann: peek order; Bob: bonus`), and
those of free words.
"""

from __future__ import annotations

import pytest

from gmtool.engine.options import Option, read_options, shares
from gmtool.engine.refusals import Refused

ITEMS = Option(
    "items", "", "what players have", "GB-17", choices=("bonus", "peek"), for_players=True
)
TITLE = Option("title", "Bum", "what the last is called", "BT-21", words=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ()),
        ("Ann: peek", (("Ann", ("peek",)),)),
        (" Ann :Peek ,BONUS; Bob: bonus; ", (("Ann", ("peek", "bonus")), ("Bob", ("bonus",)))),
        ("Ann: bonus + peek", (("Ann", ("bonus", "peek")),)),
        ('"Cid; Jr.: \\"C\\"": peek', (('Cid; Jr.: "C"', ("peek",)),)),
    ],
)
def test_what_is_said_for_each_player(text: str, found: tuple[object, ...]) -> None:
    assert shares(ITEMS, text) == found
    assert read_options((ITEMS,), {"items": text}) == {"items": text.strip()}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Ann peek", "in “Ann peek” it needs a name and a colon"),
        (": peek", "it needs a name and a colon"),
        ("Ann: peek; Bob", "in “Bob” it needs a name and a colon"),
        ("Ann:", "nothing stands behind the name"),
        ("Ann: sword", "in “Ann: sword” “sword” is none of them"),
        ("Ann: peek peek", "“peek” is there twice"),
    ],
)
def test_what_can_t_be_read_is_told_with_what_would_be_right(text: str, what: str) -> None:
    with pytest.raises(Refused) as refused:
        read_options((ITEMS,), {"items": text})
    assert refused.value.clause == "GB-17"
    assert what in refused.value.sentence()
    assert "NAME: bonus peek; NAME: …" in refused.value.sentence()
    assert refused.value.quoted == f"items={text}"


def test_free_words_are_taken_as_they_are() -> None:
    for text in ("Scum", " Scum ", "Poor Sod", "l'Âne-Roi", "Zweiter", "Ä", "x" * 20, "Poor’s Own"):
        assert read_options((TITLE,), {"title": text}) == {"title": text.strip()}
    assert read_options((TITLE,), {}) == {"title": "Bum"}


NEVER = ["", " ", "x" * 21, "Bum 2", "a_b", "a\nb", "a\tb", "-x", "x-", "a  b", "[b]", "a,b", 'a"b']


@pytest.mark.parametrize("text", [*NEVER, "🎲"])
def test_free_words_are_short_and_of_letters(text: str) -> None:
    sentence = "takes a word or more of letters, hyphens and apostrophes, 20 signs at most"
    with pytest.raises(Refused, match=sentence) as refused:
        read_options((TITLE,), {"title": text})
    assert refused.value.clause == "BT-21"
