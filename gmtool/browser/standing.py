"""The pages that anybody beside the host may see: all that aren't listed as complete.

They are asked for as a browser does, but for the guard, for whoever compares them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.routing import Route

from gmtool.browser.app import COMPLETE, App
from gmtool.browser.forms import KIND
from gmtool.browser.showing import Page
from gmtool.desk.desk import Desk


def pages(desk: Desk) -> list[tuple[str, str]]:
    """Each page by its address, and what each button of the desk shows before it does anything."""
    return asyncio.run(_pages(desk))


async def _pages(desk: Desk) -> list[tuple[str, str]]:
    routes = App(desk).routes()
    say = next(route for route in routes if route.path == "/say")
    shown = [
        (route.path, await _answered(route, "GET", {}))
        for route in routes
        if route.path not in COMPLETE and "GET" in (route.methods or ())
    ]
    pressed = [*_buttons(Page.of(desk, None, []))]
    shown += [
        (f"the button “{one['text']}…”", await _answered(say, "POST", one)) for one in pressed
    ]
    return shown


def _buttons(page: Page) -> Iterator[dict[str, Any]]:
    if page.table is None:
        return
    about = {"game": page.table.name, "seen": page.table.number, "look": "yes"}
    for turn in page.turns:
        for ask in turn["asks"]:
            if not ask.blanks and ask.begins is None:
                yield about | {"who": turn["who"], "text": ask.move}


async def _answered(route: Route, method: str, fields: dict[str, Any]) -> str:
    said = urlencode(fields).encode()
    scope = {
        "type": "http",
        "method": method,
        "path": route.path,
        "query_string": b"",
        "headers": [(b"content-type", KIND.encode())],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": said}

    response = await route.endpoint(Request(scope, receive))
    return bytes(response.body).decode()
