"""The page of a preview: one file, the host's alone, in which nothing but its own script runs."""

from __future__ import annotations

import re
import sys
import tempfile
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest
from hosting import Host
from registered import PARAMETERS

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "aside").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "aside"))


def page(host: Host, line: str) -> tuple[Path, str]:
    """The file that a command wrote, and what stands in it."""
    answered = host(line)
    assert answered.code == 0, answered.all
    found = re.search(r"as the forum shows it: (.*)$", answered.out, re.MULTILINE)
    assert found is not None
    return Path(found[1]), Path(found[1]).read_text("utf-8")


def pasted(text: str) -> list[str]:
    """What a browser hands to the clipboard for each text."""
    return [unescape(raw) for raw in re.findall(r"(?s)<textarea[^>]*>\n(.*?)</textarea>", text)]


def test_it_has_a_text_as_the_forum_shows_it_beside_what_is_to_be_pasted(host: Host) -> None:
    host.begin()
    host("set dialect=phpbb")
    file, text = page(host, "outbox 1 --preview")
    assert "[b]" in host("outbox 1").out
    assert pasted(text) == [host("outbox 1").out.removesuffix("\n")]
    assert "<b>" in text.partition("<textarea")[0]
    assert 'Subject: <span id="subject1">' in text
    if sys.platform != "win32":
        assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_dialect_of_the_hosts_own_is_shown_by_its_file_and_plain_where_that_is_gone(
    host: Host,
) -> None:
    host.begin()
    own = host.database.parent / "dialects" / "ours.toml"
    own.parent.mkdir()
    own.write_text('base = "phpbb"\nchannel = "chat"\n', encoding="utf-8")
    assert host("set dialect=ours").code == 0
    _, text = page(host, "outbox 1 --preview")
    assert "<b>" in text.partition("<textarea")[0]
    assert "You play in our chat" in text
    own.unlink()
    assert "<b>" not in page(host, "outbox 1 --preview")[1].partition("<textarea")[0]


def test_only_its_own_script_and_style_run_and_nothing_is_loaded(host: Host) -> None:
    host.begin('"<img/src=x>" Bob [b]Cid')
    _, text = page(host, "outbox --preview")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        (inside,) = re.findall(rf"(?s)<{tag}>(.*?)</{tag}>", text)
        own = b64encode(sha256(inside.encode()).digest()).decode()
        assert f"{name} 'sha256-{own}'" in policy[1]
    assert policy[1].startswith("default-src 'none'; ")
    assert not re.search(r"<(?:img|link|iframe)|\b(?:src|style|on\w+)=\"|url\(", text)


def test_all_that_waits_stands_on_one_page_and_each_part_by_itself(host: Host) -> None:
    host.begin()
    host("set post_limit=500")
    _, text = page(host, "outbox --preview")
    texts = [
        one
        for row in host("outbox --json").facts
        for one in host(f"outbox {row['number']} --json").facts["texts"]
    ]
    assert len(texts) > 2
    assert pasted(text) == [one.rstrip("\n") for one in texts]


def test_texts_on_demand_have_a_page_too(host: Host) -> None:
    host.begin()
    lines = {"post": "post opening", "pm": "pm Ann inventory", "remind": "remind Ann Bob"}
    assert {f"{one} --preview" for one in (*lines, "outbox")} == {
        typed for typed in PARAMETERS if typed.endswith(" --preview")
    }
    for line in lines.values():
        told = host(line)
        assert "\n\n".join(pasted(page(host, f"{line} --preview")[1])) in told.out
