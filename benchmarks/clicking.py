"""The page of a desk, asked for and clicked in, beside sqlite3 reading the game's entries"""

import asyncio
import re
import sqlite3
from collections.abc import Iterator, MutableMapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import desks
from measuring import Size, in_turn, of_processor
from starlette.types import ASGIApp

from gmtool.browser.app import made

PLAIN = "sqlite3, the entries"
_SEEN = re.compile(r'name="seen" value="(\d+)"')
_KIND = (b"content-type", b"application/x-www-form-urlencoded")


def rows(folder: Path, size: Size) -> Iterator[str]:
    database, bids = folder / "desk.db", iter(desks.bids())
    desks.set_up(database, "The one")
    app = made(desks.desk(database))
    contest = {
        "GET, the page": partial(of_processor, partial(_page, app)),
        "GET, and POST of a bid": partial(of_processor, lambda: _bid(app, *next(bids))),
        PLAIN: partial(of_processor, partial(_read, database)),
    }
    times = in_turn(contest, size.rounds)
    for who in list(contest)[:2]:
        yield times.row(who, PLAIN)


def _page(app: ASGIApp) -> str:
    return asyncio.run(_answered(app, "GET", "/", b""))


def _bid(app: ASGIApp, who: str, text: str) -> None:
    seen = _SEEN.search(_page(app))
    assert seen
    form = {"game": "The one", "seen": seen[1], "who": who, "text": text}
    asyncio.run(_answered(app, "POST", "/record", urlencode(form).encode()))


async def _answered(app: ASGIApp, method: str, path: str, body: bytes) -> str:
    said: list[bytes] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: MutableMapping[str, Any]) -> None:
        assert message.get("status", 200) == 200, message
        said.append(message.get("body", b""))

    scope = {"type": "http", "method": method, "path": path, "query_string": b""}
    await app({**scope, "headers": [_KIND]}, receive, send)
    return b"".join(said).decode()


def _read(database: Path) -> None:
    with closing(sqlite3.connect(database)) as plain:
        plain.execute("SELECT * FROM entry ORDER BY number").fetchall()
