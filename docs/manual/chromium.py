"""Headless Chromium, driven over the DevTools protocol by a pipe."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
NONE_HERE = "there is no chromium here"
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_FROM, _TO = 3, 4
"""The file descriptors at which the browser hears and answers."""


class Complaint(AssertionError):
    """What the browser, or a script in its page, complains of."""


@dataclass
class Chromium:
    """A browser that runs; answers are awaited by their numbers, and what it tells unasked is kept
    in `events`.
    """

    into: int
    out: int
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    left: bytes = b""
    events: list[dict[str, Any]] = field(default_factory=list)

    def send(self, method: str, session: str = "", **params: Any) -> Any:
        """The answer to a command of the protocol."""
        number = next(self.numbers)
        said = {"id": number, "method": method, "params": params}
        said |= {"sessionId": session} if session else {}
        os.write(self.into, json.dumps(said).encode() + b"\0")
        while (heard := self.hear()).get("id") != number:
            self.events.append(heard)
        if "error" in heard:
            raise Complaint(f"{method}: {heard['error']}")
        return heard["result"]

    def hear(self) -> dict[str, Any]:
        """The next thing that it says."""
        while b"\0" not in self.left:
            piece = os.read(self.out, 1 << 16)
            if not piece:
                raise Complaint("the browser is gone")
            self.left += piece
        said, _, self.left = self.left.partition(b"\0")
        heard: dict[str, Any] = json.loads(said)
        return heard

    def tab(self, address: str) -> Tab:
        """A new tab with that page."""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, session, target)
        for domain in ("Page", "Runtime", "Log"):
            tab.send(f"{domain}.enable")
        tab.send("Page.setLifecycleEventsEnabled", enabled=True)
        tab.open(address)
        return tab


@dataclass
class Tab:
    """One tab."""

    browser: Chromium
    session: str
    target: str

    def send(self, method: str, **params: Any) -> Any:
        return self.browser.send(method, self.session, **params)

    def front(self) -> None:
        """Bring it to the front, where it may use the clipboard."""
        self.send("Page.bringToFront")

    def open(self, address: str) -> None:
        """Go to a page and wait until all of it is there."""
        loader = self.send("Page.navigate", url=address)["loaderId"]
        self._hear(lambda event: self._is_loaded(event, loader))

    def arrive(self, address: str) -> None:
        """Wait until it is led to a page, and all of that is there."""
        frame = self._hear(lambda event: self._is_at(event, address))["params"]["frame"]
        self._hear(lambda event: self._is_loaded(event, frame["loaderId"]))

    def _hear(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first such thing that the browser tells unasked, or has told."""
        while not (found := [event for event in self.browser.events if is_it(event)]):
            self.browser.events.append(self.browser.hear())
        return found[0]

    def _is_at(self, event: dict[str, Any], address: str) -> bool:
        is_there = event.get("method") == "Page.frameNavigated"
        return is_there and bool(event["params"]["frame"]["url"] == address)

    def _is_loaded(self, event: dict[str, Any], loader: str) -> bool:
        told = event.get("params", {})
        is_end = event.get("method") == "Page.lifecycleEvent" and told["name"] == "load"
        return is_end and bool(told["loaderId"] == loader)

    def run(self, script: str) -> Any:
        """The value of a script's last expression, awaited if it is a promise."""
        done = self.send(
            "Runtime.evaluate",
            expression=script,
            awaitPromise=True,
            returnByValue=True,
            userGesture=True,
        )
        if "exceptionDetails" in done:
            raise Complaint(done["exceptionDetails"])
        return done["result"].get("value")

    def await_(self, condition: str) -> None:
        """Wait until a condition of the page holds; it is looked at whenever the page is drawn."""
        self.run(
            "new Promise((done) => { const look = () => { if ("
            f"{condition}) done(true); else setTimeout(look, 10); }}; look(); }})"
        )

    def history(self) -> list[str]:
        """The addresses to which one can go back from here, and this one."""
        return [one["url"] for one in self.send("Page.getNavigationHistory")["entries"]]

    def press(self, key: str, code: int, *, text: str = "") -> None:
        """Press a key."""
        of_it = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **of_it)
        self.send("Input.dispatchKeyEvent", type="keyUp", **of_it)

    def complaints(self) -> list[str]:
        """Errors in the console: what the page's policy kept out, and scripts that failed."""
        found = []
        for event in self.browser.events:
            told = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(str(told["exceptionDetails"]))
            if event.get("method") == "Log.entryAdded" and told["entry"]["level"] == "error":
                found.append(told["entry"]["text"])
        return found

    def resize(self, width: int, height: int) -> None:
        """Give the page that much room; pictures of it are twice as fine, and clear where nothing
        is.
        """
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2,
            mobile=False,
        )
        clear = {"r": 0, "g": 0, "b": 0, "a": 0}
        self.send("Emulation.setDefaultBackgroundColorOverride", color=clear)

    def picture(self) -> str:
        """A picture of what is in sight: a PNG in base64."""
        return str(self.send("Page.captureScreenshot")["data"])


@contextmanager
def chromium(*flags: str, **environment: str) -> Iterator[Chromium]:
    """A browser with a profile of its own, which is gone afterwards."""
    if BROWSER is None:
        raise Complaint(NONE_HERE)
    hears, into = os.pipe()
    out, answers = os.pipe()

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        running = subprocess.Popen(  # noqa: S603
            # a shell puts the pipes where the browser looks for them
            [  # noqa: S607
                "bash",
                "-c",
                f'exec "$@" {_FROM}<&{hears} {_TO}>&{answers}',
                "bash",
                BROWSER,
                *QUIET,
                *flags,
                "--remote-debugging-pipe",
                f"--user-data-dir={profile}",
            ],
            pass_fds=(hears, answers),
            stderr=subprocess.DEVNULL,
            env=os.environ | environment,
        )
        os.close(hears)
        os.close(answers)
        try:
            yield Chromium(into, out)
        finally:
            os.close(into)
            os.close(out)
            running.terminate()
            running.wait(20)
