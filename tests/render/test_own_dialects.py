"""Dialects of the host's own: files beside the database, checked with sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from files import put
from rows import rows

from gmtool.render import dialects
from gmtool.render.dialects import nodes
from gmtool.render.dialects.atomic import flat, pieces

OURS = """
base = "phpbb"
post_limit = 20000
spoiler = true
hidden = ["[hide={title}]", "[/hide]"]
bold = ["[strong]", "[/strong]"]
deadline = "{text}!"
smilies = [":town:", "8)"]
"""


def made(folder: Path, text: str) -> dialects.Dialect:
    put(folder, "ours.toml", text)
    return dialects.find("ours", {}, (folder,))


def test_a_file_says_what_is_otherwise_than_in_its_base(tmp_path: Path) -> None:
    ours, base = made(tmp_path, OURS), dialects.find("phpbb")
    assert (ours.name, ours.post_limit, ours.pm_limit) == ("ours", 20_000, base.pm_limit)
    assert flat(pieces(nodes.hidden(ours, "T", "x"))) == "[hide=T]x[/hide]"
    assert ours.guard("a:town:b (8)") == "a:\u200btown:b (8\u200b)"
    assert ours.literal("[b]") == base.literal("[b]")
    assert dialects.known((tmp_path,)) == (*dialects.NAMES, "ours")
    board = dialects.find("ours", {"post_limit": "600", "spoiler": "off"}, (tmp_path,))
    assert (board.post_limit, board.spoiler) == (600, False)


def test_no_file_takes_the_place_of_a_dialect_or_lies_outside_the_folder(tmp_path: Path) -> None:
    for name in ("phpbb", "../ours", "Ours", "a b"):
        put(tmp_path, f"in/{name}.toml", OURS)
    assert dialects.known((tmp_path / "in",)) == dialects.NAMES
    assert dialects.find("phpbb", {}, (tmp_path / "in",)) == dialects.find("phpbb")
    with pytest.raises(ValueError, match="there is no dialect"):
        dialects.find("../ours", {}, (tmp_path / "in",))


WRONG = r"""
base = there is no dialect “html”
bolt = there is no “bolt”; did you mean bold?
bold2 = bold: what '[b]' opens has to be closed, with [/b] first
cross = [/i] first
one = bold is what stands before and after
limit = post_limit is a whole number from 500 to 9999999, not 499
text = post_limit is a whole number
flag = spoiler is true or false, not 'yes'
none = it needs a line like base = "phpbb"
place = hidden can have {title} in curly brackets, and nothing else
brace = link can have {url}
off = spoiler is true, but hidden has no tags
smile = smilies is a list of texts
user = username isn't a regular expression
large = username isn't a regular expression
slow = username is a pattern such as
slow2 = at most 3 of them repeated
item = item can have {number}
item2 = item can have {number}
width = deadline can have {date}, {text}, {time}, {unix}
form = deadline can have {date}
sort2 = deadline can have {date}
apart = link can have {url}
what = literal
toml = ours.toml
sort = deadline is a text in quotation marks, not 3
"""
FILES = {
    "base": 'base = "html"',
    "bolt": 'base = "phpbb"\nbolt = ["", ""]',
    "bold2": 'base = "phpbb"\nbold = ["[b]", ""]',
    "cross": 'base = "phpbb"\nbold = ["[b][i]", "[/b][/i]"]',
    "one": 'base = "phpbb"\nbold = "[b]"',
    "limit": 'base = "phpbb"\npost_limit = 499',
    "text": 'base = "phpbb"\npost_limit = "600"',
    "flag": 'base = "phpbb"\nspoiler = "yes"',
    "none": "spoiler = true",
    "place": 'base = "phpbb"\nhidden = ["[x={name}]", "[/x]"]',
    "brace": 'base = "phpbb"\nlink = ["{", "x"]',
    "off": 'base = "nodebb"\nspoiler = true',
    "smile": 'base = "phpbb"\nsmilies = ["x"]',
    "user": 'base = "phpbb"\nusername = "("',
    "large": 'base = "phpbb"\nusername = "a{99999999999}"',
    "slow": 'base = "phpbb"\nusername = "([A-Za-z]+)+[!]"',
    "slow2": 'base = "phpbb"\nusername = "a*a*a*a*!"',
    "item": 'base = "phpbb"\nitem = ["{x} ", ""]',
    "item2": 'base = "phpbb"\nitem = ["{ ", ""]',
    "width": 'base = "phpbb"\ndeadline = "{text:{unix}}"',
    "form": 'base = "phpbb"\ndeadline = "{unix:s}"',
    "sort2": 'base = "phpbb"\ndeadline = "{text!x}"',
    "apart": 'base = "phpbb"\nlink = ["{", "url}"]',
    "what": 'base = "phpbb"\nliteral = "x"',
    "toml": "base = ",
    "sort": 'base = "phpbb"\ndeadline = 3',
}


@pytest.mark.parametrize(("case", "says"), rows(WRONG.replace(' = "phpbb"', "")))
def test_what_a_file_cannot_say_is_told(tmp_path: Path, case: str, says: str) -> None:
    with pytest.raises(ValueError, match=r"^ours\.toml: ") as told:
        made(tmp_path, FILES[case])
    assert says in str(told.value)


def test_patterns_of_names_that_forums_have_are_taken(tmp_path: Path) -> None:
    for pattern in (r"[\w .-]+", r"\d{15,20}", ".*", r"@?[^@\].*+?-]+!", "[A-Za-z0-9_-]{3,20}"):
        assert made(tmp_path, f"base = 'phpbb'\nusername = '{pattern}'").username == pattern


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").mkdir()
    (tmp_path / "gone.toml").symlink_to(tmp_path / "nowhere")
    for name in ("ours", "gone"):
        with pytest.raises(ValueError, match=rf"^{name}\.toml: that is no file"):
            dialects.find(name, {}, (tmp_path,))
