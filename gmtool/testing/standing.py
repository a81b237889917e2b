"""What stands on a screen that others may see: reports of the command line, what a press of Tab
offers, and pages. All that isn't listed here as complete is among it, also what is new.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.routing import Route

from gmtool.browser.app import FILES, App
from gmtool.browser.forms import KIND
from gmtool.browser.page_model import Page
from gmtool.cli.command import command, function_of
from gmtool.cli.registry import COMMANDS, GROUPS, OVERVIEW, Line

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.desk import Desk

_DONE, _TEXT = "what was typed is done, and told whole", "it is a text that was asked for"
COMPLETE: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *(f"{name} …" for name in ("new", "use", "import", "record", "take", "ask", "aside")),
            *(f"{name} …" for name in ("close", "amend", "undo", "redo", "sent", "set", "rule")),
            "backup …",
            "outbox --drop",
            "template copy …",
        ),
        _DONE,
    ),
    **dict.fromkeys(
        ("pm …", "remind …", "post --queue", "post --preview", "template show …"), _TEXT
    ),
    **dict.fromkeys(("outbox --copy", "outbox --plain", "outbox --preview"), _TEXT),
    "export": "it is the whole game, as its first line says; `--public` is what others may have",
    "desk …": "its pages are held to the same by themselves",
    **dict.fromkeys(("check …", "repair …"), "it quotes what is broken, and whole games have none"),
    **dict.fromkeys(("template list", "template check"), "it is about templates, and no game"),
    "rehearse …": "it plays games of its own",
    "demo …": "it plays a game of its own",
}
"""The commands whose answer is complete, secrets and all, and why: bare, with a switch, or however
they are typed (`…`).
"""
COMPLETE_PAGES: Mapping[str, str] = {
    "/status": "it is where “Show secrets” leads to",
    **dict.fromkeys(
        ("/message", "/entry", "/one", "/text", "/shown"), "it is what was asked for by its number"
    ),
    **dict.fromkeys((f"/{name}" for name in FILES), "it is a file of gmtool's"),
}
"""The addresses that are answered with secrets, and why."""


class Report(NamedTuple):
    """A standing report: how it is typed, its function, and what that is given beside the desk;
    `writes` is the parameter for a file that it makes.
    """

    words: str
    function: Callable[..., Answer]
    given: Mapping[str, Any]
    writes: str = ""


def reports() -> Iterator[Report]:
    """All of them: each command bare, or with one of its switches."""
    for words, name, line in (("", "overview", OVERVIEW), *_commands()):
        function = function_of(name, line)
        known = inspect.signature(function).parameters
        if "desk" not in known:
            continue  # it knows of no game
        if not _is_complete(words):
            yield Report(words, function, {})
        for param in command(name, line).params:
            option, own = param.opts[0], str(param.name)
            typed = f"{words} {option}"
            if own not in known or option in {own, "--secret"} or _is_complete(typed):
                continue
            if getattr(param, "is_flag", False):
                yield Report(typed, function, {own: True})
            elif param.metavar == "FILE":
                yield Report(typed, function, {}, writes=own)


def offered(desk: Desk) -> Iterator[tuple[str, list[tuple[str, str | None]]]]:
    """What Tab offers for each value of each command at that desk, with what is said of it."""
    for words, name, line in _commands():
        made = command(name, line)
        with made.make_context(name, ["--db", str(desk.where)], resilient_parsing=True) as context:
            if "db" in context.params:
                found = [one for param in made.params for one in param.shell_complete(context, "")]
                yield words, [(one.value, one.help) for one in found]


def pages(desk: Desk) -> list[tuple[str, str]]:
    """Each page by its address, and what each button of the desk shows before it does anything."""
    return asyncio.run(_pages(desk))


def _commands() -> Iterator[tuple[str, str, Line]]:
    """Each command: how it is typed, its name, and its line in the registry."""
    yield from ((name, name, line) for name, line in COMMANDS.items())
    for group, (_, lines) in GROUPS.items():
        yield from ((f"{group} {name}", name, line) for name, line in lines.items())


def _is_complete(words: str) -> bool:
    names = words.split(" ")
    begun = (" ".join((*names[:many], "…")) for many in range(1, len(names) + 1))
    return words in COMPLETE or any(one in COMPLETE for one in begun)


async def _pages(desk: Desk) -> list[tuple[str, str]]:
    routes = App(desk).routes()
    say = next(route for route in routes if route.path == "/say")
    shown = [
        (route.path, await _answered(route, "GET", {}))
        for route in routes
        if route.path not in COMPLETE_PAGES and "GET" in (route.methods or ())
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
    """The page as a browser gets it, but for the guard."""
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
