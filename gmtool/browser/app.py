"""The addresses of the page, and how a request is answered.

One request is answered after the other, as one host's commands are, in a thread beside that which
listens; each opens the store and closes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

from anyio import CapacityLimiter, to_thread
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from gmtool.browser.command_lines import at_the_page
from gmtool.browser.form_handlers import WRITES, Confirm, Told, failed, redo, undo
from gmtool.browser.forms import Form, asked_with, sent_with
from gmtool.browser.guard import OF_A_TEXT
from gmtool.browser.page_model import Page, Table
from gmtool.desk.answers import Answer
from gmtool.desk.care import check
from gmtool.desk.desk import Desk, now
from gmtool.desk.intake import inbox
from gmtool.desk.reports import all_games, log, status
from gmtool.desk.texts import outbox
from gmtool.engine.unicode_hygiene import harmless, shown
from gmtool.render.preview import style_sheet
from gmtool.render.preview import to_html as as_shown
from gmtool.store.passwords import without_passwords

_HERE = Path(__file__).parent
_SCRIPT = "text/javascript"
FILES = {"desk.css": "text/css", "desk.js": _SCRIPT, "htmx.min.js": _SCRIPT}
"""Files of ours, and of what type they are: the guess of some machines, on Windows above all, would
keep a browser from running them.
"""

Asked = Callable[[Desk, Form], Told]


@dataclass
class App:
    """The page for one desk, whose game, if one was named, is shown first."""

    desk: Desk
    turns: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(1))

    def routes(self) -> list[Route]:
        """Files, questions and forms; a form is sent to its own address alone."""
        files = (Route(f"/{name}", self._file, methods=["GET"]) for name in FILES)
        reads = (
            Route(f"/{name}", self._asked(partial(self._page, read)))
            for name, read in READS.items()
        )
        forms = (
            Route(f"/{name}", self._done(write), methods=["POST"]) for name, write in WRITES.items()
        )
        parts = (
            Route(f"/{name}", self._asked(partial(self._part, made)))
            for name, made in PARTS.items()
        )
        return [*files, *reads, *parts, *forms]

    async def _file(self, request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        return FileResponse(_HERE / "files" / name, media_type=FILES[name])

    def _desk(self, form: Form, told: list[str]) -> Desk:
        """The desk as a command begun now has it."""
        name = form["game"] or self.desk.game_name
        commands = replace(self.desk.commands, here=at_the_page)
        seen = form.number("seen") if "seen" in form else None

        def tell(sentence: str) -> None:
            if sentence not in told:  # each report of a page tells it
                told.append(sentence)

        return replace(
            self.desk,
            now=now(self.desk.clock),
            game_name=name or None,
            commands=commands.about(name) if name else commands,
            tell=tell,
            amiss={},
            seen=seen,
        )

    def _page(self, asked: Asked | None, form: Form) -> Response:
        """The page with the answer to what was asked or done; the database is opened once."""
        beside: list[str] = []
        desk, told = self._desk(form, beside), None
        try:
            with desk.store() as store:
                desk = replace(desk, at_hand=store)
                told = _answer(asked, desk, form)
                page = Page.of(replace(desk, seen=None), told, beside)
                text = _pages().get_template("page.html").render(page=page, told=page.told)
        except Exception as problem:
            damage = (
                None if failed(problem, form) else check.find_damage(self._desk(form, []), problem)
            )
            page = Page(desk, failed(damage or problem, form))
            if page.told is None:
                raise
            if told:  # what was done is done, though the game can't be shown
                page.told = replace(page.told, lines=(*told.lines, *page.told.lines))
            text = _pages().get_template("page.html").render(page=page, told=page.told)
        return HTMLResponse(text, page.told.status if page.told else HTTPStatus.OK)

    def _asked(self, work: Callable[[Form], Response]) -> Any:
        async def answer(request: Request) -> Response:
            return await to_thread.run_sync(work, asked_with(request), limiter=self.turns)

        return answer

    def _done(self, asked: Asked) -> Any:
        async def answer(request: Request) -> Response:
            form = await sent_with(request)
            # Without them it isn't known which game is meant, and what of it was seen.
            if form is None or not form["game"] or not form["seen"]:
                return PlainTextResponse("No form of this page.\n", HTTPStatus.BAD_REQUEST)
            response = await to_thread.run_sync(self._page, asked, form, limiter=self.turns)
            # What was done has no address of its own: loaded anew it must not be done again.
            response.headers["HX-Replace-Url"] = f"./?game={quote(form['game'])}"
            return response

        return answer

    def _part(self, made: Callable[[Desk, Form], Response], form: Form) -> Response:
        """A part of the page alone; what can't be shown is told in plain text."""
        desk = self._desk(form, [])
        try:
            with desk.store() as store:
                return made(replace(desk, at_hand=store), form)
        except Exception as problem:
            if told := failed(problem):
                return PlainTextResponse("\n".join(told.lines), told.status)
            raise


def _answer(asked: Asked | None, desk: Desk, form: Form) -> Told | None:
    """What is told of a question or a form; None where nothing was asked."""
    if asked is None:
        return None
    try:
        return asked(desk, form)
    except Exception as problem:
        if told := failed(problem, form):
            return told
        raise


@cache
def _pages() -> Environment:
    """The templates, which print everything as text; what is markup stands in themselves."""
    pages = Environment(
        loader=FileSystemLoader(_HERE / "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["line"] = lambda text: without_passwords(shown(text))
    pages.filters["harmless"] = harmless
    pages.tests["web"] = lambda link: link.startswith(("http://", "https://"))
    return pages


def made(desk: Desk) -> Starlette:
    """The app for a desk."""
    return Starlette(routes=App(desk).routes())


# ---- questions


def _report(answer: Answer, form: Form, more: str) -> Told:
    return Told(answer.lines, report=True, more="" if "secret" in form else more)


def _looking(form: Form) -> Form:
    return replace(form, fields=(*form.fields, ("look", "yes")))


def _status(desk: Desk, form: Form) -> Told:
    return _report(status.status(desk, secret=True), form, "")


def _message(desk: Desk, form: Form) -> Told:
    return Told((), message=inbox.read(desk, form.number("n")).facts["number"])


def _due(desk: Desk, form: Form) -> Told:
    return _report(all_games.due(desk, why=True, secret="secret" in form), form, "due")


def _log(desk: Desk, form: Form) -> Told:
    answer = log.log(desk, secret="secret" in form)
    told = _report(answer, form, "log")
    return replace(told, lines=answer.lines[:1], entries=tuple(reversed(answer.facts)))


def _refused(desk: Desk, form: Form) -> Told:
    return _report(log.refused(desk, secret="secret" in form), form, "refused")


def _outbox(desk: Desk, form: Form) -> Told:
    answer = outbox.outbox(desk, every=True, secret="secret" in form)
    told = _report(answer, form, "all")
    return replace(told, lines=answer.lines[:1], texts=tuple(answer.facts))


def _one_text(desk: Desk, form: Form) -> Told:
    """One text of the outbox, whole; of one that went out, also the form that takes that back."""
    answer = outbox.text(desk, form["n"])
    row = answer.facts
    if not row["texts"]:
        return Told(answer.lines, report=True)
    number = (row["number"],)
    return Told(
        (),
        report=True,
        outbox=number,
        whole=tuple(row["texts"]),
        revoke=number if row["state"] == "sent" else (),
    )


def _entry(desk: Desk, form: Form) -> Told:
    """One entry, whole, with the form to amend it."""
    answer = log.log(desk, form.number("n"))
    row = answer.facts[0]
    kept = Confirm("amend", "", {"who": row["who"], "text": row["move"]})
    return Told(answer.lines, report=True, amends=row["number"], confirm=kept)


READS: dict[str, Asked | None] = {
    "": None,
    "status": _status,
    "message": _message,
    "due": _due,
    "log": _log,
    "refused": _refused,
    "entry": _entry,
    "all": _outbox,
    "one": _one_text,
    "taking-back": lambda desk, form: undo(desk, _looking(form)),
    "putting-back": lambda desk, form: redo(desk, _looking(form)),
}
"""What can be asked, by address."""


# ---- parts of the page


def _rendered(name: str, desk: Desk, form: Form) -> Response:
    page = Page.of(desk, None, [])
    return HTMLResponse(_pages().get_template(name).render(page=page, form=form))


_FRAME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>As the forum shows it</title><base target="_blank"><style>
body {{ margin: .5rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }}
{look}</style></head><body>{inside}</body></html>
"""
"""In the frame no window may be opened, so a link that is clicked by mistake leads nowhere."""


def _shown(desk: Desk, form: Form) -> Response:
    """A text as its forum shows it, as a page of its own for a frame."""
    facts = outbox.text(desk, form["n"]).facts
    inside = as_shown(Table.of(desk, facts["to"]).dialect, facts["texts"][0])
    text = _FRAME.format(look=style_sheet(), inside=inside)
    return HTMLResponse(text, headers={"Content-Security-Policy": OF_A_TEXT})


PARTS: Mapping[str, Callable[[Desk, Form], Response]] = {
    "games": partial(_rendered, "games.html"),
    "text": partial(_rendered, "card.html"),
    "shown": _shown,
}
"""What is shown by itself, by address; a text as its forum shows it stands in a frame."""
