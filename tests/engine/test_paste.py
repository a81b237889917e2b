"""Pasted messages: which lines are the sender's own words (design §3a)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lengths import one_in
from rows import rows, ways

from gmtool.engine.paste import Pasted, compared, own_words, plain

ENDS = "one\r⏎two\rthree⏎⏎ four "


def in_lines(text: str) -> str:
    return text.replace("⏎", "\n")


def counted(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split("⏎")))


COUNT = """
wait = [quote="Barbaro"]pick a[/quote]⏎wait ‖ [QUOTE]pick a[/Quote]wait
wait = <blockquote class='q'>pick a</blockquote>wait ‖ [quo\u200bte]pick a[/quote]⏎wait
wait = [B][i]wait[/i][/B] ‖ [spoiler=my move]wait[/spoiler] ‖ wait⏎-- ⏎Ann, of the north⏎pick a
wait = wait⏎--⏎Ann ‖ wait⏎Sent from my iPhone⏎pick a ‖ wait⏎Get Outlook for Android
d = [quote]a[quote=x]b[/quote]c[/quote]d ‖ [quote="x" time=5]a⏎⏎b[/quote]⏎⏎[quote]c[/quote]⏎d
mine⏎mine too = > quoted⏎mine⏎  > quoted⏎>> deeper⏎mine too
mine = \u200b> quoted⏎\ufeff> quoted⏎＞ quoted⏎&gt; quoted⏎mine
pick⏎a = pick [quote]x[/quote] a
wait now = [color=#ff0000]wait[/color] [size=150]now[/size]
Lot A: 30 = **Lot A:** 30
wait now please code x = __wait__ *now* _please_ `code` ***_x_***
snake_case_name 2*3*4 = snake_case_name 2*3*4
wait⏎pick a⏎pick b = <b>wait</b><br/>pick a<br>pick b
wait⏎pick a = <p style="x">wait</p><span class="y">pick a</span>
pick a⏎pick b = [list][*]pick a[*]pick b[/list]
[B] 40⏎[A] 30 = [B] 40⏎[A] 30
<A 30>⏎<B 40> and⏎a < b > c = <A 30>⏎<B 40> and⏎a < b > c
pick a = pi\xadck\xa0a\u200d\u2060\u200e ‖ pick a[/b] ‖ [/I]pick[/u] [b]a[/b]
lot A 15 = lot Ａ\u3000１５
3♠ 3² 5½ … = 3♠\ufe0f 3² 5½ …
I sent from my hand = I sent from my hand
--wait = --wait
"""


@pytest.mark.parametrize(
    ("raw", "lines"),
    [*ways(COUNT, " ‖ "), (" ⏎\t\r⏎ \u200b ⏎", ""), ("", ""), (ENDS, "one⏎two⏎three⏎four")],
)
def test_lines_that_count(raw: str, lines: str) -> None:
    assert own_words(in_lines(raw)) == Pasted(counted(lines))


SHOWN = """
pick a⏎[quote]pick b⏎pick c = pick a = [quote]pick b⏎pick c
[quote][quote]pick b[/quote]⏎pick c = - = [quote][quote]pick b[/quote]⏎pick c
wait⏎pick b⏎[/quote]⏎pick a = pick a = wait⏎pick b⏎[/quote]
[s]pick b⏎pick c[/s]⏎pick a = pick a = [s]pick b⏎pick c[/s]
pick b [strike]c[/strike]⏎pick a = pick a = pick b [strike]c[/strike]
<del>pick b</del>⏎pick a = pick a = <del>pick b</del>
pick b ~~c~~⏎pick a = pick a = pick b ~~c~~
pick a[s]b⏎pick c = - = pick a[s]b⏎pick c
wait⏎-----Original Message-----⏎b = wait = -----Original Message-----⏎b
"""


@pytest.mark.parametrize(("raw", "counts", "shown"), rows(SHOWN))
def test_what_may_be_quoted_or_is_struck_out_is_shown_but_never_read(
    raw: str, counts: str, shown: str
) -> None:
    assert own_words(in_lines(raw)) == Pasted(counted(counts), counted(shown))


OURS = ("[b]Bids are open[/b] for lots A and B.", "bid A 30", "bid A 30, B 12", "Good luck!")
TEXTS = frozenset(map(compared, OURS))


COPIED = """
wait = Barbaro wrote:⏎pick a⏎pick b⏎⏎wait
wait = On Fri, 20 Nov 2026, Barbaro <b@x.org> wrote:⏎> pick a⏎wait ‖ Barbaro said: ↑⏎pick a⏎⏎wait
wait = wait⏎⏎Barbaro said:⏎pick a ‖ Barbaro said:⏎Bids are open for lots A and B.⏎bid A 30⏎wait
wait = **bids ARE open** for lots A and B⏎wait ‖ Bids are open for lots A and B.⏎bid A 30⏎wait
wait = Bids are open for lots A and B.⏎⏎bid A 30, B 12⏎wait
Good luck!⏎wait = Barbaro said:⏎Bids are open for lots A and B.⏎⏎Good luck!⏎wait
"""


@pytest.mark.parametrize(("raw", "lines"), ways(COPIED, " ‖ "))
def test_what_a_browser_copies_with_a_quotation_is_quotation_by_its_look(
    raw: str, lines: str
) -> None:
    assert own_words(in_lines(raw), TEXTS) == Pasted(counted(lines), is_guess=True)


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
