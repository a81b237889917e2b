"""Pasted messages: which lines are the sender's own words (design §3a)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lengths import one_in

from gmtool.engine.paste import Pasted, compared, own_words, plain


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        ("", ()),
        (" \n\t\r\n \u200b \n", ()),
        ("one\r\ntwo\rthree\n\n four ", ("one", "two", "three", "four")),
        ("> quoted\nmine\n  > quoted\n>> deeper\nmine too", ("mine", "mine too")),
        ("\u200b> quoted\n\ufeff> quoted\n\uff1e quoted\n&gt; quoted\nmine", ("mine",)),
        ('[quote="Barbaro"]pick a[/quote]\nwait', ("wait",)),
        ("[QUOTE]pick a[/Quote]wait", ("wait",)),
        ("[quote]a[quote=x]b[/quote]c[/quote]d", ("d",)),
        ('[quote="x" time=5]a\n\nb[/quote]\n\n[quote]c[/quote]\nd', ("d",)),
        ("<blockquote class='q'>pick a</blockquote>wait", ("wait",)),
        ("pick [quote]x[/quote] a", ("pick", "a")),
        ("[quo\u200bte]pick a[/quote]\nwait", ("wait",)),
        ("[B][i]wait[/i][/B]", ("wait",)),
        ("[color=#ff0000]wait[/color] [size=150]now[/size]", ("wait now",)),
        ("[spoiler=my move]wait[/spoiler]", ("wait",)),
        ("**Lot A:** 30", ("Lot A: 30",)),
        ("__wait__ *now* _please_ `code` ***_x_***", ("wait now please code x",)),
        ("snake_case_name 2*3*4", ("snake_case_name 2*3*4",)),
        ("<b>wait</b><br/>pick a<br>pick b", ("wait", "pick a", "pick b")),
        ('<p style="x">wait</p><span class="y">pick a</span>', ("wait", "pick a")),
        ("[list][*]pick a[*]pick b[/list]", ("pick a", "pick b")),
        ("[B] 40\n[A] 30", ("[B] 40", "[A] 30")),
        ("<A 30>\n<B 40> and\na < b > c", ("<A 30>", "<B 40> and", "a < b > c")),
        ("pi\u00adck\u00a0a\u200d\u2060\u200e", ("pick a",)),
        ("lot \uff21\u3000\uff11\uff15", ("lot A 15",)),
        ("3\u2660\ufe0f 3\u00b2 5\u00bd \u2026", ("3\u2660 3\u00b2 5\u00bd \u2026",)),
        ("wait\n-- \nAnn, of the north\npick a", ("wait",)),
        ("wait\n--\nAnn", ("wait",)),
        ("wait\nSent from my iPhone\npick a", ("wait",)),
        ("wait\nGet Outlook for Android", ("wait",)),
        ("I sent from my hand", ("I sent from my hand",)),
        ("--wait", ("--wait",)),
    ],
)
def test_lines_that_count(raw: str, lines: tuple[str, ...]) -> None:
    assert own_words(raw) == Pasted(lines)


@pytest.mark.parametrize(
    ("raw", "counts", "shown"),
    [
        ("pick a\n[quote]pick b\npick c", ("pick a",), ("[quote]pick b", "pick c")),
        ("[quote][quote]pick b[/quote]\npick c", (), ("[quote][quote]pick b[/quote]", "pick c")),
        ("wait\npick b\n[/quote]\npick a", ("pick a",), ("wait", "pick b", "[/quote]")),
        ("[s]pick b\npick c[/s]\npick a", ("pick a",), ("[s]pick b", "pick c[/s]")),
        ("pick b [strike]c[/strike]\npick a", ("pick a",), ("pick b [strike]c[/strike]",)),
        ("<del>pick b</del>\npick a", ("pick a",), ("<del>pick b</del>",)),
        ("pick b ~~c~~\npick a", ("pick a",), ("pick b ~~c~~",)),
        ("pick a[s]b\npick c", (), ("pick a[s]b", "pick c")),
        ("wait\n-----Original Message-----\nb", ("wait",), ("-----Original Message-----", "b")),
    ],
)
def test_what_may_be_quoted_or_is_struck_out_is_shown_but_never_read(
    raw: str, counts: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    assert own_words(raw) == Pasted(counts, shown)


OURS = ("[b]Bids are open[/b] for lots A and B.", "bid A 30", "bid A 30, B 12", "Good luck!")
TEXTS = frozenset(map(compared, OURS))


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        ("Barbaro wrote:\npick a\npick b\n\nwait", ("wait",)),
        ("On Fri, 20 Nov 2026, Barbaro <b@x.org> wrote:\n> pick a\nwait", ("wait",)),
        ("Barbaro said: ↑\npick a\n\nwait", ("wait",)),
        ("wait\n\nBarbaro said:\npick a", ("wait",)),
        ("Barbaro said:\nBids are open for lots A and B.\nbid A 30\nwait", ("wait",)),
        (
            "Barbaro said:\nBids are open for lots A and B.\n\nGood luck!\nwait",
            ("Good luck!", "wait"),
        ),
        ("**bids ARE open** for lots A and B\nwait", ("wait",)),
        ("Bids are open for lots A and B.\nbid A 30\nwait", ("wait",)),
        ("Bids are open for lots A and B.\n\nbid A 30, B 12\nwait", ("wait",)),
    ],
)
def test_what_a_browser_copies_with_a_quotation_is_quotation_by_its_look(
    raw: str, lines: tuple[str, ...]
) -> None:
    assert own_words(raw, TEXTS) == Pasted(lines, is_guess=True)


def test_a_short_line_may_be_said_by_anybody_though_it_stands_in_a_text() -> None:
    own = ("bid A 30", "bid A 30, B 12\nbid A 7", "Good luck!\nbid A 30")
    for raw in (*own, "As Bob said: wait", "I said so"):
        assert own_words(raw, TEXTS) == Pasted(tuple(raw.split("\n")))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("lot \uff21\u200b: \uff13\uff10\u00a0", "lot A: 30 "),
        ("5\u00bd 3\u00b2 \u2460 \u2163", "5\u00bd 3\u00b2 \u2460 \u2163"),
        ("\U0001d400 \U0001d7d1\U0001d7ce \ufb03", "A 30 ffi"),
        ("3\u2660\ufe0e 10\u2665\ufe0f", "3\u2660 10\u2665"),
        ("3\u202e0", "3\u202e0"),
        ("\ufdfa" * 100, "\ufdfa" * 100),
    ],
)
def test_plain_letters_leave_suits_fractions_and_raised_digits_alone(text: str, read: str) -> None:
    assert plain(text) == read


_BITS = "[quote]·[/quote]·[s]·[/s]·~~·[b]·[/b]·**·_·<b>·<p>·> ·\n·\u200b·\0·pick a·Ann said:·-- "
_BITS += "·[·]·&gt;·-- Original Message"
_PASTED = st.lists(st.sampled_from(_BITS.split("·")) | st.text(max_size=5)).map("".join)


@given(_PASTED)
def test_any_text_has_lines_that_count_and_lines_that_are_shown(raw: str) -> None:
    pasted = own_words(raw, TEXTS)
    for line in (*pasted.lines, *pasted.doubtful):
        assert line == line.strip() != ""
        assert "\n" not in line
        assert not line.startswith(">")


@example("[quote]QUOTE")
@given(_PASTED)
def test_a_closed_quote_is_never_read(inside: str) -> None:
    """Whatever a quote holds: nothing of it is read, and what follows it is at most shown."""
    plain_inside = inside.replace("quote]", "")
    assert own_words(f"[quote]{plain_inside}[/quote]wait") == Pasted(("wait",))


UNITS = "[quote·<blockquote ·[url=·[quote]·<b ·~~a·> ·[s]·**a·\u0300·a said:·On Fri, a ·-- "
UNITS += "·Ann said:\n·(·Bids are open\n"


@pytest.mark.slow
@pytest.mark.parametrize("unit", one_in(4, UNITS.split("·")))
def test_tags_without_an_end_are_gone_through_once(unit: str) -> None:
    text = (unit * 60_000)[:60_000]
    own_words(text, TEXTS)
    own_words(f"{text}\nbid A 30", TEXTS)
