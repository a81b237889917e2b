"""Who may talk to the page: the host's own browser, from the page itself.

Any program of the machine can reach a loopback address, and so can any page that a browser has
open. So the address holds a secret, the name of the machine in a request has to be ours (or a
foreign name that was made to mean this machine would do), and a request that another page caused is
refused, whether it reads or writes.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gmtool.browser.tickets import LATE, TWICE, Ticket, is_same, lead, say

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'"
)
OF_A_TEXT = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
    "frame-ancestors 'self'; base-uri 'none'; sandbox allow-same-origin"
)
"""The policy for a text as the forum shows it: in a frame, without scripts. Its own page may look
how tall it is.
"""
_ALWAYS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # With no-referrer a form would be sent with the origin “null”.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
}
_READING = {"GET", "HEAD"}
_NOT_OURS = "This page answers its own requests only.\n"
_NOT_HERE = "There is nothing here; the address of the desk stands in its terminal.\n"


@dataclass
class Key:
    """The secrets of one run: that in the address, and a ticket that shows it once."""

    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    ticket: Ticket = field(default_factory=Ticket)

    def fits(self, said: str) -> bool:
        """Whether it is the secret, which is worth nothing once somebody else may know it."""
        return is_same(said, self.secret) and not self.ticket.is_used_twice


@dataclass
class Guard:
    """Lets requests to the app through that come from the host; `port` is where it is served.
    `tell_once` is called for each that is turned away.
    """

    app: ASGIApp
    key: Key
    port: int
    tell_once: Callable[[], object]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._chosen(scope)(scope, receive, guarded)

    def _chosen(self, scope: Scope) -> ASGIApp:
        """The app, or what answers in its place."""
        headers, method = Headers(scope=scope), str(scope["method"])
        first, _, rest = str(scope["path"]).removeprefix("/").partition("/")
        has_ticket = first == "open" and is_same(rest, self.key.ticket.word)
        if has_ticket and self._is_visit(headers, method):
            return self._use_ticket()
        if not self._is_ours(headers, method):
            return self._turn_away(_NOT_OURS, HTTPStatus.FORBIDDEN)
        if not self.key.fits(first):
            return self._turn_away(_NOT_HERE, HTTPStatus.NOT_FOUND)
        scope["root_path"] = f"/{first}"
        return self.app

    def _turn_away(self, sentence: str, status: int) -> Response:
        self.tell_once()
        return PlainTextResponse(sentence, status, {"Connection": "close"})

    def _use_ticket(self) -> Response:
        """What whoever comes with the ticket is shown; the second is shown nothing."""
        ticket = self.key.ticket
        if ticket.is_late and not ticket.uses:  # whoever has it was shown nothing, and won't be
            return HTMLResponse(say(LATE), HTTPStatus.GONE, {"Connection": "close"})
        ticket.uses += 1
        if ticket.is_used_twice:
            return HTMLResponse(say(TWICE), HTTPStatus.GONE, {"Connection": "close"})
        # Where a file led to us, so in the browser's eyes it does behind a redirect, and the desk
        # refuses what others caused; behind a page of our own it is we who lead on.
        return HTMLResponse(lead(f"/{self.key.secret}/"))

    def _is_visit(self, headers: Headers, method: str) -> bool:
        """Whether a browser goes there in a tab of its own, led from wherever: it isn't in a frame,
        nor fetched in case it might be wanted.
        """
        is_page = headers.get("sec-fetch-dest", "document") == "document"
        return method == "GET" and is_page and self._is_named(headers)

    def _is_named(self, headers: Headers) -> bool:
        """Whether a request names this machine as it is named here."""
        named = headers.getlist("host")
        return named in ([f"127.0.0.1:{self.port}"], [f"localhost:{self.port}"])

    def _is_ours(self, headers: Headers, method: str) -> bool:
        """Whether a request names this machine, and no other page caused it."""
        if not self._is_named(headers):
            return False
        own, origins = f"http://{headers['host']}", headers.getlist("origin")
        site = headers.get("sec-fetch-site", "same-origin")
        if method in _READING:
            return origins in ([], [own]) and site in {"same-origin", "none"}
        return origins == [own] and site == "same-origin"
