"""Who may talk to the page: the host's own browser, from the page itself.

Any program of the machine can reach a loopback address, and so can any page that a browser has
open. So the address holds a secret, the name of the machine in a request has to be ours (or a
foreign name that was made to mean this machine would do), and a request that another page caused is
refused, whether it reads or writes.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    """The secrets of one run: that in the address, and a ticket that shows it once. Whoever is
    logged in on the machine sees the addresses that programs are started with, so a browser is
    started with the ticket.
    """

    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    ticket: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    def fits(self, said: str) -> bool:
        """Whether it is the secret."""
        return _is_same(said, self.secret)

    def redeemed(self, said: str) -> bool:
        """Whether it is the ticket, which is worth nothing from then on."""
        if not self.ticket or not _is_same(said, self.ticket):
            return False
        self.ticket = ""
        return True


def _is_same(said: str, known: str) -> bool:
    return secrets.compare_digest(said.encode("utf-8", "replace"), known.encode())


@dataclass
class Guard:
    """Lets requests to the app through that come from the host; `port` is where it is served."""

    app: ASGIApp
    key: Key
    port: int

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
        if not self._is_ours(headers, method):
            return PlainTextResponse(_NOT_OURS, HTTPStatus.FORBIDDEN)
        first, _, rest = str(scope["path"]).removeprefix("/").partition("/")
        if first == "open" and method == "GET" and self.key.redeemed(rest):
            return RedirectResponse(f"/{self.key.secret}/", HTTPStatus.SEE_OTHER)
        if not self.key.fits(first):
            return PlainTextResponse(_NOT_HERE, HTTPStatus.NOT_FOUND)
        scope["root_path"] = f"/{first}"
        return self.app

    def _is_ours(self, headers: Headers, method: str) -> bool:
        """Whether a request names this machine, and no other page caused it."""
        hosts, site = headers.getlist("host"), headers.get("sec-fetch-site", "same-origin")
        if hosts not in ([f"127.0.0.1:{self.port}"], [f"localhost:{self.port}"]):
            return False
        origins = headers.getlist("origin")
        if method in _READING:
            return origins in ([], [f"http://{hosts[0]}"]) and site in {"same-origin", "none"}
        return origins == [f"http://{hosts[0]}"] and site == "same-origin"
