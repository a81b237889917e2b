"""A browser without a window: it asks the page's app for addresses and sends its forms."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from hosting import Host

from gmtool.browser.app import made
from gmtool.browser.guard import Guard, Key
from gmtool.browser.strangers import Strangers
from gmtool.browser.tickets import Ticket
from gmtool.desk.answers import Commands
from gmtool.desk.desk import Desk, now

PORT = 8100
HERE = f"127.0.0.1:{PORT}"
SECRET, TICKET = "open-sesame", "once-only"
FORM = "application/x-www-form-urlencoded"
_ALONE = {"input", "meta", "link", "br", "img"}


@dataclass
class Seen(HTMLParser):
    """An answer: its code and headers, and where it is a page, what is on it. `tags` are all its
    elements with their attributes, `told` is the text of what was answered to a form.
    """

    code: int
    headers: Mapping[str, str]
    body: str
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    text: str = ""
    told: str = ""
    forms: list[dict[str, str]] = field(default_factory=list)
    """The fields of each form, its address among them as `→`."""
    _open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        if self.headers.get("content-type", "").startswith("text/html"):
            self.feed(self.body)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        own = {name: value or "" for name, value in attrs}
        self.tags.append((tag, own))
        if tag not in _ALONE:
            self._open.append(own.get("id") or tag)
        if tag == "form":
            self.forms.append({"→": own["action"]})
        elif tag == "input" and own.get("type") == "hidden":
            self.forms[-1][own["name"]] = own["value"]

    def handle_endtag(self, tag: str) -> None:
        if tag not in _ALONE:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data
        if "told" in self._open:
            self.told += data

    def form(self, action: str, **fields: str) -> dict[str, str]:
        """The first form for that address that has these fields."""
        return next(
            one for one in self.forms if one["→"] == action and fields.items() <= one.items()
        )


@dataclass
class Browser:
    """Asks the desk of a host."""

    host: Host
    runner: asyncio.Runner
    key: Key = field(default_factory=lambda: Key(SECRET, Ticket(TICKET)))
    noise: list[str] = field(default_factory=list)
    """What the host is told in the terminal of who calls."""

    def __post_init__(self) -> None:
        self.strangers = Strangers(self.noise.append)

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes = b"",
        **headers: str | None,
    ) -> Seen:
        """The answer to a request; a header is left out where it is None."""
        own = {"host": HERE, "sec_fetch_site": "same-origin"} | headers
        said = [
            (name.replace("_", "-").encode(), value.encode())
            for name, value in own.items()
            if value is not None
        ]
        where, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": where,
            "raw_path": where.encode(),
            "query_string": query.encode(),
            "headers": said,
            "server": ("127.0.0.1", PORT),
            "client": ("127.0.0.1", 1),
        }
        return self.runner.run(self._answered(scope, body))

    async def _answered(self, scope: dict[str, Any], body: bytes) -> Seen:
        heard: list[Any] = []

        left = [body]

        async def receive() -> Any:
            if left:
                return {"type": "http.request", "body": left.pop()}
            return await asyncio.Event().wait()  # it doesn't hang up

        async def send(message: Any) -> None:
            heard.append(message)

        typed = self.host.now
        where = self.host.url or str(self.host.database)
        desk = Desk(where, now(typed), "browser", None, Commands(), clock=typed)
        await Guard(made(desk), self.key, PORT, self.strangers.tell_once)(scope, receive, send)
        first, *pieces = heard
        headers = {name.decode(): value.decode() for name, value in first["headers"]}
        return Seen(first["status"], headers, b"".join(p["body"] for p in pieces).decode())

    def get(self, path: str = "") -> Seen:
        """A page, behind the secret."""
        return self.ask(f"/{SECRET}/{path}")

    def post(self, action: str, fields: Mapping[str, str], **headers: str | None) -> Seen:
        """The answer to a form."""
        own: dict[str, str | None] = {"origin": f"http://{HERE}", "content_type": FORM}
        body = urlencode(fields).encode()
        return self.ask(f"/{SECRET}/{action}", "POST", body, **(own | headers))

    def send(self, page: Seen, action: str, having: str = "", **fields: str) -> Seen:
        """The answer to a form of that page, filled in; of several the one with that text."""
        own = page.form(action, **({"text": having} if having else {}))
        return self.post(action, {k: v for k, v in own.items() if k != "→"} | fields)


@contextmanager
def browsing(host: Host) -> Iterator[Browser]:
    """A browser at the desk of that host."""
    with asyncio.Runner() as runner:
        yield Browser(host, runner)
