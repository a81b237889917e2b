"""What a message says, by a small phrase book: surely read, proposed, or asked about (§3a)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import ways
from saying import in_a_line

from gmtool.engine.argument_parsers import number, player
from gmtool.engine.grammar import UNSAID, Asked, Form, Grammar, Known, Line, Match, Slot
from gmtool.engine.moves import Move
from gmtool.engine.parts import Reading
from gmtool.engine.paste import compared
from gmtool.engine.reading import read_message, typed_moves
from gmtool.engine.refusals import Ambiguous, Refused, Unreadable
from gmtool.engine.stop_words import words
from gmtool.engine.text import HOST
from gmtool.engine.words import NUMBER, Word


class Dig(Move, frozen=True):
    form = "dig {deep:amount}"
    deep: str


class Rest(Move, frozen=True):
    form = "rest"


class Give(Move, frozen=True):
    form = "give {to:player}"
    to: str


class Row(Move, frozen=True):
    form = "row {numbers:words}"
    numbers: tuple[str, ...]


class Call(Move, frozen=True):
    form = "call {text:string}"
    text: str


def _row(_asked: Asked, said: Sequence[Word]) -> list[Match]:
    named = {place: word.text for place, word in enumerate(said) if word.kind == NUMBER}
    if len(named) > 3:
        raise Refused("T-4", "a row has three numbers.")
    return (
        [Match(tuple(named.values()), frozenset(named), UNSAID * (len(named) < 3))] if named else []
    )


BOOK = Grammar(
    forms=(
        Form("dig 3", Dig, "T-1", "a turn", number(), words("digging"), beside=words("holes deep")),
        Form("rest", Rest, "T-2", "a turn", says=words("resting"), perhaps=words("tired")),
        Form("give Bob", Give, "T-3", "a turn", player()),
        Form("row 1 2 3", Row, "T-4", "a row", Slot(_row)),
        Form("call …", Call, "T-5", "a call", Slot(), strict=True),
        Form("deal", Rest, "T-6", "the host deals", by=HOST),
    ),
    known=(Known("start", "set-up"),),
    aliases=((r"\bno digging\b", "rest"),),
)
CALLED = {"ann": "Ann", "bob": "Bob", "tomk": "TomK", "tom": "TomK", "ann-may 7": "Ann-May 7"}
ASKED = Asked(None, "Ann", frozenset({"dig", "rest", "give"}), CALLED)
QUOTED = frozenset({compared("You may dig, rest, or give something away.")})


def read(text: str) -> Reading:
    return read_message(BOOK, ASKED, text, QUOTED)


@pytest.mark.parametrize(
    "move",
    [Dig("3"), Dig("1,000"), Dig("-4"), Rest(), Give("TomK"), Give("Ann-May 7"),
     Row(("1", "2", "3")), Call("dig 3\nor rest"), Give('x "y"')],
)  # fmt: skip
def test_a_text_form_reads_back(move: Move) -> None:
    assert BOOK.typed(str(move)) == move


@pytest.mark.parametrize(
    "text",
    ["", "dig", "Dig 3", "dig 3 4", "dig  3", "dig three", "dig 3 please", "rest.", "rest\n",
     "dig 3\nrest", "resting", "row 1  2 3", "call dig", 'call "a" b', "deal", "give", "start"],
)  # fmt: skip
def test_the_strict_reader_takes_no_prose(text: str) -> None:
    assert BOOK.typed(text) is None


def test_the_host_s_moves_are_none_of_a_player_s_and_all_stand_in_the_table() -> None:
    assert (BOOK.typed("deal"), str(BOOK.typed("deal", HOST))) == (None, "rest")
    assert BOOK.lines[0] == Line("player", "dig 3", "a turn")
    host = (Line("host", "deal", "the host deals"), Line("host", "start", "set-up"))
    assert BOOK.lines[-2:] == host


SAID = """
dig 3 = dig 3 ‖ Dig 3! ‖ Hi Bill,⏎I'll be digging three deep holes, please.⏎⏎Thanks a lot!⏎Ann
dig 3 = > rest⏎dig 3 ‖ dig 3⏎-- ⏎rest ‖ Hi Bill, dig 3 ‖ dig 3⏎good luck Bob!
dig 3 = dig 3⏎Posted from Tapatalk 4
rest = No digging ‖ I am resting :)
? dig 3 = maybe dig 3 ‖ dig 3? ‖ I should dig 3 ‖ dig 3, by the old oak
? dig 3 = dig 3⏎By the way, the weather is nice
? dig 3 = Barbaro said:⏎You may dig, rest, or give something away.⏎⏎dig 3 ‖ dig 3⏎[s]rest[/s]
? dig 3 = dig 3⏎TomK
?? dig 3 | dig 4 = dig 3 or 4 ‖ dig 3 4
?? dig 4 = dig 3. Wait, dig 4
?? dig 3 | rest = dig 3 or rest ‖ dig 3⏎rest
?? rest = dig 3⏎EDIT: rest
?? dig 3 = dig up to 3 ‖ dig 3 unless it rains ‖ dig 3⏎unless it rains
?? dig 3 = If it rains:⏎dig 3
!T-4 = my row: 1 2 3 4 ‖ dig 3⏎my row 1 2 3 4
give Tom = give Tom
call "dig 3" = call "dig 3"
? rest = I'm tired
- = dig 3⏎I take that back ‖ dig 3 /s ‖ dig 3. Just kidding ‖ nie dig 3 ‖ ich dig 3 nicht
- = last time I'd dig 3 ‖ I wanted to dig 3 ‖ if I had a spade I'd dig 3 ‖ Bob said to dig 3
- = Bob told me to dig 3 ‖ should I dig 3? ‖ why would anybody dig 3? ‖ I want you to dig 3
- = you always dig 3 ‖ what a rest! ‖ it's your rest ‖ rest assured
- = dig into this for 3 days ‖ rest my case ‖ if Bob rests, dig 3 ‖ dig 3 by the old oak
- = Tom gets it: give ‖ dig 3 holes in my garden ‖ it's my rest ‖ rest? me? never
? dig 3 = last time it rained, but dig 3 ‖ Nia told me to rest, so dig 3
? dig 3 = dig 3 (that's what I said) ‖ dig 3, not 4 ‖ not 4, but dig 3
? dig 3 = dig 3, I'm back at 9 ‖ dig 3, it took 4 hours last time
- = dig ‖ don't dig 3 ‖ no, I shall not rest ‖ call me ‖ hello ‖ well
"""
"""What is read, and all that is read as that: surely, `?` as a proposal, `??` to be asked about."""


@pytest.mark.parametrize(("text", "said"), [*ways(SAID, " ‖ "), ("", "")])
def test_what_a_message_says(text: str, said: str) -> None:
    assert in_a_line(read(text.replace("⏎", "\n"))) == (said or "-")


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("dig 3\nTomK", "signed TomK: is it TomK's?"),
        ("dig 3\n-- Tom", "signed TomK: is it TomK's?"),
        ("dig 3 or 4", "“dig 3 or 4” could be several things"),
        ("maybe dig 3", "“maybe dig 3” doesn't say it outright"),
        ("don't dig 3", "“don't dig 3” says no to something"),
        ("dig 3\nrest", "it says several things that don't go together"),
        ("my row 1 2", "“my row 1 2” doesn't say it outright"),
        ("[quote]x[/quote]\nBob said:\nrest", "what is quoted in it was told by its look alone"),
    ],
)
def test_why_it_is_not_sure_is_told(text: str, doubt: str) -> None:
    found = read(text)
    assert not found.is_sure
    assert doubt in (*found.doubts, *found.left)
    assert read("> dig 3\n\n[quote]rest[/quote]").is_empty


def test_what_is_not_understood_is_left_as_it_is_written() -> None:
    assert read("dig 3, by the old oak").left == ("by the old oak",)
    assert read("dig 3\nThe weather is nice").left == ("The weather is nice",)
    assert read("dig 3\n[s]rest[/s]").left == ("[s]rest[/s]",)
    assert read("Hi Bill!\ndig 3\nAnn").left == ()


@pytest.mark.parametrize(
    "doubt",
    ["if Bob does", "maybe", "not", "or so", "never mind", "wait", "??", "unless you disagree",
     "edit: no", "ignore this", "whichever", "I'm not sure", "\U0001f914", "\u274c", "Bob"],
)  # fmt: skip
def test_a_doubt_anywhere_leaves_it_unsure(doubt: str) -> None:
    for text in (f"{doubt} dig 3", f"dig 3 {doubt}", f"dig 3, {doubt}", f"dig 3. {doubt}"):
        assert not read(text).is_sure, text
    for text in (f"{doubt}\ndig 3", f"dig 3\n{doubt}", f"{doubt}\ngood luck\ndig 3\nAnn"):
        assert not read(text).is_sure, text


def test_all_06_what_is_typed_is_taken_as_a_whole_or_told_what_would_be_right() -> None:
    assert typed_moves(BOOK, ASKED, "digging three") == (Dig("3"),)
    with pytest.raises(Ambiguous) as doubted:
        typed_moves(BOOK, ASKED, "dig 3 or 4")
    assert (doubted.value.clause, doubted.value.readings) == ("T-1", ("dig 3", "dig 4"))
    assert "(perhaps `dig 3` or `dig 4`); " in str(doubted.value)
    with pytest.raises(Unreadable, match=r"“hello” can't be read as a move; "):
        typed_moves(BOOK, ASKED, "hello")
    with pytest.raises(Refused, match="three numbers"):
        typed_moves(BOOK, ASKED, "the row 1 2 3 4")
    assert typed_moves(BOOK, ASKED, "deal", HOST) == (Rest(),)


_BITS = """dig rest give row call deal 3 4 1,000 three or if not maybe wait edit no and Bob TomK
Ann said: \n \n\n > [quote] [/quote] [s] : , . ? ! " ' ( ) - thanks hi I'll tired unless up to
\U0001f914"""
_TEXTS = st.lists(st.sampled_from(_BITS.split(" ")) | st.text(max_size=4)).map(" ".join) | st.text()


@given(_TEXTS)
def test_any_text_is_read_or_shown(raw: str) -> None:
    found = read(raw)
    assert not (found.is_sure and (found.doubts or found.left or found.readings or found.refused))
    assert not (found.moves and found.readings)
    for move in (*found.moves, *found.readings):
        assert BOOK.typed(str(move)) == move
    if found.is_sure:
        assert not read(f"{raw}\nor maybe not").is_sure


@given(_TEXTS)
def test_a_closed_quote_is_never_read(inside: str) -> None:
    plain = inside.replace("quote]", "")
    assert in_a_line(read(f"[quote]{plain}[/quote]dig 3")) == "dig 3"
