"""What changes by itself on each forum doesn't: neither in players' words nor in a template's."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import forums
import pytest
from rows import ways

from gmtool.render import dialects
from gmtool.render.environment import Style, Written, finish

ANYBODYS = """
phpbb = Ann:cat: ‖ 3:100:2 ‖ a:ok:b ‖ it :x ‖ 8-) ‖ here. :? ‖ [b]x[/b]:grin: ‖ :) first
mybb = one (a) (b) (c) ‖ (r) ‖ the (TM) ‖ Town:sam ‖ x:D ‖ [b]Ann[/b]:)
smf = Alive (8): Ann ‖ dead:(8) ‖ a O0 b ‖ [x] ‖ a [o] b ‖ [O] ‖ [0] ‖ [*] ‖ [@] ‖ [+] ‖ [#]
smf = :) x ‖ a (8) ‖ [b]x[/b] 8) ‖ what ??? ‖ ^-^
proboards = Town:D ‖ x:) ‖ a??? ‖ 8-)
xenforo = Town:D ‖ x:) ‖ so o_O it ‖ a :cool: b ‖ 8-)
vbulletin = Town:p ‖ x:) ‖ a :cool: b
bgg = x <b>y ‖ a<3 ‖ :meeple: ‖ x:)
discourse = one (a) (b) (c) x ‖ :smile: x ‖ it :) x ‖ ;)
nodebb = :smile: x ‖ it :) x
discord = ping @everyone now ‖ @here ‖ x :smile: y ‖ :)
"""
PLAYERS = """
phpbb = [b]x ‖ [/code] ‖ [img]u[/img] ‖ https://evil.example ‖ www.evil.example ‖ ann@evil.example
mybb = [b]x ‖ [hr] ‖ https://evil.example
smf = [b]x ‖ [nobbc]x[/nobbc][b]y ‖ [/nobbc][b]x ‖ [hr] ‖ https://evil.example
proboards = [b]x ‖ [hr] ‖ ann@evil.example
xenforo = [b]x ‖ [PLAIN]x[/PLAIN][b]y ‖ [/plain][b]x ‖ www.evil.example ‖ [hr]
vbulletin = [b]x ‖ [noparse]x[/NOPARSE][b]y ‖ [/noparse][b]x
bgg = [b]x ‖ [o]x ‖ [/c][o]x ‖ https://evil.example
discourse = *x* ‖ 5) x ‖ 1986. x ‖ - x ‖ # x ‖ <b>x</b> ‖ @here ‖ [x] ‖ > x ‖ ![](u)
discourse = (tm) ‖ https://evil.example
nodebb = *x* ‖ 5) x ‖ 1986. x ‖ + x ‖ # x ‖ > x ‖ `x` ‖ @administrators ‖ ![](u)
reddit = *x* ‖ 5) x ‖ 1986. x ‖ - x ‖ # x ‖ > x ‖ a^x ‖ see r/x ‖ a >!b!< ‖ ![](u)
discord = *x* ‖ ||x|| ‖ a <@123456789012345678> ‖ see <#123> ‖ 1. x ‖ - x ‖ # x ‖ > x ‖ 5) x
discord = -# x ‖ https://evil.example
"""


PLAINER = str.maketrans("“”’", '""\'')


def pasted(dialect: str, body: str) -> str:
    style = Style(dialects.find(dialect), ZoneInfo("UTC"))
    (text,) = finish(Written("", body), style, limit=60_000)
    return text


def is_a_trap(dialect: str, text: str) -> bool:
    """Whether the forum would make something else of it; if not, the row guards nothing."""
    return bool(forums.check(dialect, text)) or forums.shown(dialect, text) != text


def test_every_forum_that_changes_something_has_its_traps() -> None:
    anybodys, players = ({where for _, where in ways(one, " ‖ ")} for one in (ANYBODYS, PLAYERS))
    assert {*dialects.NAMES} - players == {"plain"}
    assert {*dialects.NAMES} - anybodys == {"plain", "reddit"}


@pytest.mark.parametrize(("text", "dialect"), ways(ANYBODYS, " ‖ "))
def test_what_a_template_says_itself_becomes_no_picture_and_no_other_sign(
    text: str, dialect: str
) -> None:
    assert is_a_trap(dialect, text)
    assert forums.check(dialect, pasted(dialect, f"{text}\nbeg {text} end")) == []


@pytest.mark.parametrize(("text", "dialect"), ways(ANYBODYS + PLAYERS, " ‖ "))
def test_what_a_player_says_is_seen_as_it_was_typed(text: str, dialect: str) -> None:
    assert is_a_trap(dialect, text)
    literal = dialects.find(dialect).literal(text)
    for body in (literal, f"beg\n\n{literal} end", f"beg {literal}"):
        whole = pasted(dialect, body)
        assert forums.check(dialect, whole) == []
        seen = forums.shown(dialect, whole).replace("< ", "<")
        assert text.translate(PLAINER) in " ".join(seen.split())
