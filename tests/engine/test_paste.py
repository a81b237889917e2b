"""Pasted messages: which lines count, and what a message says (design: journal)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gmtool.engine.moves import Move
from gmtool.engine.paste import Reading, Remarked, kept_lines, plain, read_message
from gmtool.engine.refusals import Ambiguous, Entangled, NotNow, Refused, Unreadable


@dataclass(frozen=True)
class Pick(Move):
    """A move whose parts stand or fall one by one."""

    things: tuple[str, ...]

    def __str__(self) -> str:
        return f"pick {' '.join(self.things)}"

    def parts(self) -> tuple[Move, ...]:
        return tuple(Pick((thing,)) for thing in self.things)

    def joined(self, parts: tuple[Move, ...]) -> Move:
        return Pick(tuple(t for part in parts if isinstance(part, Pick) for t in part.things))


@dataclass(frozen=True)
class Wait(Move):
    def __str__(self) -> str:
        return "wait"


@dataclass(frozen=True)
class Row(Move):
    """A move of exactly three numbers, which may stand on three lines."""

    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return f"row {' '.join(map(str, self.numbers))}"


def toy(text: str) -> tuple[Move, ...]:
    """Reads `pick a b`, `wait` and three numbers; on one line only, but for the numbers."""
    words = text.split()
    if all(word.isdigit() for word in words) and len(words) > 1:
        if len(words) != 3:
            raise Refused("T-1", "{n} numbers; three are needed.", n=len(words), quoted=text)
        return (Row(tuple(map(int, words))),)
    if "\n" in text:
        raise Unreadable("T-0", "one line at a time.", quoted=text)
    if "or" in words:
        raise Entangled("T-2", "which?", readings=("pick a", "pick b"), quoted=text)
    if "aside" in words:
        place = words.index("aside")
        doubted = Ambiguous("T-5", "more than {it}.", readings=(), quoted=text, it="a move")
        raise Remarked(doubted, toy(" ".join(words[:place])), (" ".join(words[place:]),))
    match words:
        case ["pick", "bad"]:
            raise Refused("T-3", "that is bad.", quoted=text)
        case ["pick", "later"]:
            raise NotNow("T-4", "not yet.", quoted=text)
        case ["pick", *things] if things:
            return (Pick(tuple(things)),)
        case ["wait"]:
            return (Wait(),)
    raise Unreadable("T-0", "what?", quoted=text)


def said(reading: Reading) -> list[str]:
    return [str(move) for move in reading.moves]


# Lines that count


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        ("", ()),
        (" \n\t\r\n \u200b \n", ()),
        ("one\r\ntwo\rthree\n\n four ", ("one", "two", "three", "four")),
        ("> quoted\nmine\n  > quoted\n>> deeper\nmine too", ("mine", "mine too")),
        ("\u200b> quoted\n\ufeff> quoted\n\uff1e quoted\n&gt; quoted\nmine", ("mine",)),
        ("On Friday Barbaro wrote:\n> pick a\nwait", ("On Friday Barbaro wrote:", "wait")),
        ('[quote="Barbaro"]pick a[/quote]\nwait', ("wait",)),
        ("[QUOTE]pick a[/Quote]wait", ("wait",)),
        ("[quote]a[quote=x]b[/quote]c[/quote]d", ("d",)),
        ('[quote="x" time=5]a\n\nb[/quote]\n\n[quote]c[/quote]\nd', ("d",)),
        ("<blockquote class='q'>pick a</blockquote>wait", ("wait",)),
        ("pick [quote]x[/quote] a", ("pick", "a")),
        ("[quo\u200bte]pick a[/quote]\nwait", ("wait",)),
        ("[b]wait[/b]", ("wait",)),
        ("[B][i]wait[/i][/B]", ("wait",)),
        ("[color=#ff0000]wait[/color] [size=150]now[/size]", ("wait now",)),
        ("[spoiler=my move]wait[/spoiler]", ("wait",)),
        ("**Lot A:** 30", ("Lot A: 30",)),
        ("__wait__ *now* _please_ `code`", ("wait now please code",)),
        ("***_wait_***", ("wait",)),
        ("snake_case_name 2*3*4", ("snake_case_name 2*3*4",)),
        ("<b>wait</b><br/>pick a<br>pick b", ("wait", "pick a", "pick b")),
        ('<p style="x">wait</p><span class="y">pick a</span>', ("wait", "pick a")),
        ("[list][*]pick a[*]pick b[/list]", ("pick a", "pick b")),
        ("[B] 40\n[A] 30", ("[B] 40", "[A] 30")),
        ("<A 30>\n<B 40> and", ("<A 30>", "<B 40> and")),
        ("a < b > c", ("a < b > c",)),
        ("pi\u00adck\u00a0a\u200d\u2060\u200e", ("pick a",)),
        ("lot \uff21\u3000\uff11\uff15", ("lot A 15",)),
        ("3\u2660\ufe0f 3\u00b2 5\u00bd \u2026", ("3\u2660 3\u00b2 5\u00bd \u2026",)),
    ],
)
def test_lines_that_count(raw: str, lines: tuple[str, ...]) -> None:
    assert kept_lines(raw) == lines


@pytest.mark.parametrize(
    ("raw", "counts", "shown"),
    [
        ("pick a\n[quote]pick b\npick c", ["pick a"], ("[quote]pick b", "pick c")),
        ("[quote][quote]pick b[/quote]\npick c", [], ("[quote][quote]pick b[/quote]", "pick c")),
        ("pick b[/quote]\npick a", ["pick a"], ("pick b[/quote]",)),
        ("wait\npick b\n[/quote]\npick a", ["pick a"], ("wait", "pick b", "[/quote]")),
        ("[s]pick b[/s]\npick a", ["pick a"], ("[s]pick b[/s]",)),
        ("[s]pick b\npick c[/s]\npick a", ["pick a"], ("[s]pick b", "pick c[/s]")),
        ("pick b [strike]c[/strike]\npick a", ["pick a"], ("pick b [strike]c[/strike]",)),
        ("<del>pick b</del>\npick a", ["pick a"], ("<del>pick b</del>",)),
        ("~~pick b~~\npick a", ["pick a"], ("~~pick b~~",)),
        ("pick b ~~c~~\npick a", ["pick a"], ("pick b ~~c~~",)),
        ("pick a[s]b\npick c", [], ("pick a[s]b", "pick c")),
        (
            "pick a\n-----Original Message-----\npick b",
            ["pick a"],
            ("-----Original Message-----", "pick b"),
        ),
    ],
)
def test_what_may_be_quoted_or_struck_out_is_shown_but_not_read(
    raw: str, counts: list[str], shown: tuple[str, ...]
) -> None:
    reading = read_message(toy, raw)
    assert said(reading) == counts
    assert reading.not_understood == shown


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("lot \uff21\u200b: \uff13\uff10\u00a0", "lot A: 30 "),
        ("5\u00bd 3\u00b2 \u2460 \u2163", "5\u00bd 3\u00b2 \u2460 \u2163"),
        ("\U0001d400 \U0001d7d1\U0001d7ce", "A 30"),
        ("3\u2660\ufe0e 10\u2665\ufe0f", "3\u2660 10\u2665"),
        ("3\u202e0", "3\u202e0"),
    ],
)
def test_plain_letters_leave_suits_fractions_and_raised_digits_alone(text: str, read: str) -> None:
    assert plain(text) == read


# Messages


def test_greetings_are_listed_and_do_no_harm() -> None:
    reading = read_message(toy, "Hi!\npick a\nsee you\n\nwait\nAnn")
    assert said(reading) == ["pick a", "wait"]
    assert reading.not_understood == ("Hi!", "see you", "Ann")
    assert reading.refused == ()
    assert reading.withheld == ()


def test_divisible_moves_are_joined_in_the_order_written() -> None:
    reading = read_message(toy, "pick a b\nwait\npick c\nwait\nhello\npick d")
    assert said(reading) == ["pick a b c d", "wait", "wait"]


def test_an_ambiguous_line_withholds_the_whole_message() -> None:
    reading = read_message(toy, "pick a or b\npick c\nwait\npick d\nhello")
    assert reading.moves == ()
    assert [str(move) for move in reading.withheld] == ["pick c d", "wait"]
    [(line, refusal)] = reading.refused
    assert line == "pick a or b"
    assert isinstance(refusal, Ambiguous)
    assert reading.not_understood == ("hello",)


def test_a_remark_beside_a_move_is_listed_and_the_move_taken() -> None:
    reading = read_message(toy, "pick a\nwait aside not really")
    assert said(reading) == ["pick a", "wait"]
    assert (reading.refused, reading.not_understood) == ((), ("aside not really",))
    with pytest.raises(Remarked) as typed:
        toy("wait aside not really")
    assert typed.value.readings == ("wait",)
    assert (typed.value.clause, typed.value.quoted) == ("T-5", "wait aside not really")
    assert typed.value.sentence() == "more than a move."


def test_a_message_that_is_remarked_as_a_whole_is_not_read_line_by_line() -> None:
    def whole(text: str) -> tuple[Move, ...]:
        doubted = Ambiguous("T-5", "more.", readings=(), quoted=text)
        raise Remarked(doubted, (Wait(),), ("lol",))

    reading = read_message(whole, "wait\nlol\nwait")
    assert (said(reading), reading.not_understood) == (["wait"], ("lol",))


def test_a_refused_line_leaves_the_others_standing() -> None:
    reading = read_message(toy, "pick bad\npick later\npick c")
    assert said(reading) == ["pick c"]
    assert [(line, refusal.clause) for line, refusal in reading.refused] == [
        ("pick bad", "T-3"),
        ("pick later", "T-4"),
    ]


def test_a_move_may_take_many_lines() -> None:
    assert said(read_message(toy, "1\n2\n\n3")) == ["row 1 2 3"]


def test_many_lines_are_refused_as_one_where_no_line_says_anything() -> None:
    reading = read_message(toy, "1\n2\n3\n[quote]4")
    assert said(reading) == ["row 1 2 3"]
    reading = read_message(toy, "1\n2\n3\n4")
    assert reading.moves == ()
    [(text, refusal)] = reading.refused
    assert text == "1\n2\n3\n4"
    assert refusal.clause == "T-1"
    assert reading.not_understood == ()


def test_several_moves_are_none_where_the_whole_says_that_one_is_right() -> None:
    def one_line(text: str) -> tuple[Move, ...]:
        if "\n" in text:
            raise Entangled("T-2", "which?", readings=tuple(text.split("\n")), quoted=text)
        return toy(text)

    reading = read_message(one_line, "Hi!\nwait\nrow\nwait")
    assert reading.moves == reading.withheld == ()
    [(text, refusal)] = reading.refused
    assert (text, refusal.clause) == ("Hi!\nwait\nrow\nwait", "T-2")


def test_a_single_line_is_read_once() -> None:
    asked = []

    def read_line(text: str) -> tuple[Move, ...]:
        asked.append(text)
        return toy(text)

    read_message(read_line, "> quoted\npick a\n")
    assert asked == ["pick a"]


def test_nothing_is_read_from_nothing() -> None:
    assert read_message(toy, "> pick a\n\n[quote]pick b[/quote]") == Reading(())


_BITS = st.sampled_from(
    ("[quote]", "[/quote]", "[s]", "[/s]", "~~", "[b]", "[/b]", "**", "_", "<b>", "<p>", "> ", "\n")
) | st.sampled_from(
    ("\u200b", "\0", "pick a", "or", "wait", "[", "]", "&gt;", "-- Original Message")
)


@settings(derandomize=True, deadline=None)
@given(st.lists(_BITS | st.text(max_size=5)).map("".join))
def test_any_text_is_read_or_shown(raw: str) -> None:
    for line in kept_lines(raw):
        assert line == line.strip() != ""
        assert "\n" not in line
        assert not line.startswith(">")
    reading = read_message(toy, raw)
    unsure = any(isinstance(refusal, Ambiguous) for _, refusal in reading.refused)
    assert not (unsure and reading.moves)
    assert unsure or not reading.withheld


@settings(derandomize=True, deadline=None)
@example("[quote]QUOTE")
@given(st.lists(_BITS | st.text(max_size=5)).map("".join))
def test_a_closed_quote_is_never_read(inside: str) -> None:
    """Whatever a quote holds: nothing of it is read, and what follows it is at most shown."""
    plain_inside = inside.replace("quote]", "")
    assert kept_lines(f"[quote]{plain_inside}[/quote]wait") == ("wait",)
