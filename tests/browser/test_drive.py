"""The page as a host uses it, in headless Chromium: `gmtool desk` from its start to Ctrl-C."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import pytest
from hosting import Host
from manual.chromium import BROWSER, NONE_HERE, Chromium, Tab, chromium
from serving import BEGINS, ENDS, served

HOSTILE = "</script><img src=x onerror=alert(1)>"
SAYS = "Hi,\n\nmaybe 20 on B, let me sleep on it\n"
TOLD = "document.getElementById('told')"
BUSY = "document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
AUDIT = """
[...document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a, iframe")]
  .filter((one) => !(one.labels && one.labels.length) && !one.textContent.trim() && !one.title)
  .map((one) => one.outerHTML)
"""
"""What has no name for a screen reader."""


@dataclass
class Desk:
    """A tab with the page."""

    tab: Tab

    def send(self, action: str, button: str = "button", **fields: str) -> str:
        """Fill in the first form for that address, press its button twice, as one does, and return
        what is told.
        """
        self.tab.front()
        filled = "".join(
            f"form.elements[{name!r}].value = {json.dumps(value)};"
            for name, value in fields.items()
        )
        self.tab.run(
            f"{{ const form = document.querySelector('form[action={action}]'); {filled}"
            f"document.body.dataset.before = 'yes'; document.getElementById('desk').was = true;"
            f"const by = form.querySelector({button!r}); by.click(); by.click(); }} 0"
        )
        return self.told()

    def told(self) -> str:
        """What is told once the page has been changed."""
        self.tab.await_(f"!document.getElementById('desk').was && {TOLD} && !{BUSY}")
        return str(self.tab.run(f"{TOLD}.textContent"))

    def follow(self, link: str) -> str:
        """Go where a link leads, and return what is told there."""
        self.tab.front()
        self.tab.run(
            "document.getElementById('desk').was = true;"
            f"document.querySelector(`a[href^='{link}']`).click()"
        )
        return self.told()

    def copied(self, button: str) -> str:
        """What the clipboard holds after that button was pressed."""
        self.tab.front()
        self.tab.run(f"document.querySelector({button!r}).click()")
        self.tab.await_("[...document.querySelectorAll('.done')].some((one) => one.textContent)")
        return str(self.tab.run("navigator.clipboard.readText()"))


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason=NONE_HERE)
def test_an_evening_at_the_page(host: Host) -> None:
    host.begin("Ann Bob Cid")
    host("set", "Cid", f"name={HOSTILE}")
    host.at("20 20:50")
    with served(host) as desk, chromium() as browser:
        _allow_the_clipboard(browser, desk.address)
        first = Desk(browser.tab(desk.file().as_uri()))
        first.tab.arrive(desk.address)
        # neither the file nor the ticket is where one could go back to
        assert first.tab.history() == ["about:blank", desk.address]
        second = Desk(browser.tab(desk.address))
        # paste, and take what it seems to say
        told = first.send("record", who="Bob", text=SAYS)
        assert "it seems to say: bid B 20" in told
        assert first.tab.run("document.activeElement.id") == "told"
        assert "kept, and waits for you" in first.tab.run("aloud.textContent")
        assert "recorded entry 5, Bob: bid B 20" in first.send("take")
        assert host.snapshot().count("bid B 20") == 1
        # copy the receipt, byte for byte
        number = host("outbox --json").facts[-1]["number"]
        [receipt] = host(f"outbox {number} --json").facts["texts"]
        assert first.copied("#told [data-copy]") == receipt
        # sent, in the order of the outbox, with the keyboard alone
        first.tab.run("document.querySelector('form[action=sent] input[name=link]').focus()")
        for key in "https://f.example/1":
            first.tab.send("Input.insertText", text=key)
        first.tab.run("document.getElementById('desk').was = true")
        first.tab.press("Enter", 13, text="\r")
        assert f"sent: {number}, message to Bob" in first.told()
        assert host(f"outbox {number} --json").facts["state"] == "sent"
        # a second tab that is stale does nothing; what was typed stays
        told = second.send("record", who="Ann", text="bid A 60")
        assert "since you looked something else was recorded" in told
        assert second.tab.run("document.querySelector('[name=text]').value") == "bid A 60"
        assert "recorded entry 6, Ann: bid A 60" in second.send("record")
        # amend, from the log, shown first
        second.follow("log")
        second.follow("entry?game=R3&n=6")
        told = second.send("amend", text="bid A 45")
        assert "bid A 45 instead of bid A 60, would be on record as entry 7" in told
        assert "put right" not in host("log").out
        told = second.send("amend", button=".main", why="typed 60")
        assert "on record as entry 7" in told
        # a name is never markup, and the clock goes
        for one in (first, second):
            assert one.tab.run("document.images.length") == 0
            assert HOSTILE in one.tab.run("document.querySelector('[name=who]').textContent")
            assert one.tab.run(AUDIT) == []
            assert one.tab.run("document.documentElement.scrollWidth <= innerWidth")
        before = first.tab.run("document.querySelector('time[data-until]').textContent")
        assert re.fullmatch(r"23 h (9|10) min left", before)
        # nothing was kept out by the page's policy, nothing failed, nothing was asked elsewhere
        refused = [one for one in second.tab.complaints() if "409" not in one and "422" not in one]
        assert refused == []
        assert desk.ended() == (0, BEGINS + ENDS)


def _allow_the_clipboard(browser: Chromium, address: str) -> None:
    origin = address.rsplit("/", 2)[0]
    allowed = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    browser.send("Browser.grantPermissions", origin=origin, permissions=allowed)
