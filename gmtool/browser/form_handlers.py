"""What the forms of the page do: each calls one function of the desk and hands its answer on.

A preview is what a form shows first; its answer comes back with a form that does just that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.browser import command_lines
from gmtool.browser.forms import Form
from gmtool.desk.answers import Answer
from gmtool.desk.desk import Desk
from gmtool.desk.intake import inbox, thread_import
from gmtool.desk.moves.amend import Slip
from gmtool.desk.moves.amend import amend as amend_entry
from gmtool.desk.moves.host_rulings import with_reason
from gmtool.desk.moves.record import record as record_request
from gmtool.desk.moves.requests import Request
from gmtool.desk.moves.undo import redo as redo_entry
from gmtool.desk.moves.undo import undo as undo_entry
from gmtool.desk.problems import USAGE, UsageProblem, problem_lines
from gmtool.desk.texts import posts, sending
from gmtool.engine.bounds import MOST_OF_A_PAGE, too_long
from gmtool.engine.text import plural

THREAD = "-"
"""Who speaks on a page of the thread: many. Nobody can have a name that begins so."""


class Confirm(Struct, frozen=True):
    """A form that does what was shown: where it goes, what its button says, what it holds, and
    whether it asks for a reason.
    """

    action: str
    says: str
    fields: Mapping[str, str] = {}
    asks_why: bool = False


class Told(Struct, frozen=True):
    """The answer to a form or a question: lines of the desk, texts that aren't in the outbox, the
    numbers of those that are (`whole` are shown at once), the message to decide on, and the form
    that does what was only shown. `again` are the fields of a form that did nothing, to be filled
    in as they were.
    """

    lines: tuple[str, ...]
    ok: bool = True
    status: int = HTTPStatus.OK
    previews: tuple[tuple[str, str], ...] = ()
    outbox: tuple[int, ...] = ()
    whole: tuple[str, ...] = ()
    message: int = 0
    confirm: Confirm | None = None
    again: Form | None = None
    report: bool = False
    """Whether the lines are a report in columns."""
    revoke: tuple[int, ...] = ()
    """Messages just marked as sent, which may not have gone out after all."""
    entries: tuple[Mapping[str, Any], ...] = ()
    """Rows of the log, each of which leads to its entry."""
    texts: tuple[Mapping[str, Any], ...] = ()
    """Rows of the outbox, each of which leads to its text."""
    more: str = ""
    """The address at which the same is told with its secrets."""
    hidden: Confirm | None = None
    """The form that shows them, where a form was answered."""
    amends: int = 0
    """The entry that is shown, to be amended."""


def failed(problem: Exception | None, form: Form | None = None) -> Told | None:
    """The answer where the desk raises a problem; None for one that is none of its own."""
    said = problem_lines(problem) if problem else ()
    if not said:
        return None
    code = getattr(problem, "exit_code", 1)
    by_code = {1: HTTPStatus.CONFLICT, USAGE: HTTPStatus.BAD_REQUEST}
    status = by_code.get(code, HTTPStatus.SERVICE_UNAVAILABLE)
    return Told(said, ok=False, status=status, again=form)


def record(desk: Desk, form: Form) -> Told:
    """Record a pasted message, or a page of the thread; or show what would follow."""
    if form["who"] == THREAD:
        return _thread(desk, form)
    look = "look" in form
    request = Request(
        form["who"],
        pasted=_said(form.pasted("text")),
        at=form["at"] or None,
        late=form["late"],
        link=form["link"],
        note=form["note"],
    )
    answer = record_request(desk, request, dry_run=look)
    kept = {key: form.pasted(key) for key in ("who", "at", "late", "link", "note", "text")}
    again = Confirm("record", "Record it", kept)
    return _of(answer, form, look=look, confirm=again if look else None)


def _said(text: str) -> str:
    if not text.strip():
        raise UsageProblem("what was said? Paste the message.")
    return text


def _thread(desk: Desk, form: Form) -> Told:
    """Show the moves on a page of the thread; recorded they are by the form that comes with it."""
    text = form.pasted("text")
    if len(text) > MOST_OF_A_PAGE:
        raise UsageProblem(too_long("the page", MOST_OF_A_PAGE))
    yes = "yes" in form
    answer = thread_import.record_thread(desk, _said(text), "page.txt", yes=yes)
    facts = answer.facts
    if yes or not (facts["proposed"] or facts["may_wait"]):
        return _of(answer, form, look=not yes)
    says = "Record them" if facts["proposed"] else "Keep it as a message that waits"
    confirm = Confirm("record", says, {"who": THREAD, "yes": "yes", "text": text})
    return _of(answer, form, look=True, confirm=confirm)


def say(desk: Desk, form: Form) -> Told:
    """Record what the host or chance says, or show what would follow."""
    look, typed = "look" in form, _filled(form)
    line = command_lines.read(_said(typed), form["game"])
    who = form["who"] if line.text == typed and form["who"] else line.who
    text = with_reason(line.text, form["why"] or line.why)
    kept = {"who": who, "text": text, "at": form["at"] or line.at}
    answer = record_request(desk, Request(who, text, at=kept["at"] or None), dry_run=look)
    confirm = Confirm("say", f"Do it: {text}", kept) if look and answer.ok else None
    told = _of(answer, form, look=look, confirm=confirm)
    # Who only pressed a button has typed nothing that would ask for an answer with its secrets.
    is_typed = "say" in form or "form" in form or "secret" in form
    return told if is_typed or not (look and answer.ok) else _without_secrets(answer, told, kept)


def _without_secrets(answer: Answer, told: Told, kept: Mapping[str, str]) -> Told:
    """What a button would do, without what comes of it: that may follow from what was sealed."""
    lines = (
        f"{answer.facts['game']}: {kept['who']}: {kept['text']}, would be on record",
        "  what would come of it, and the posts, are shown with secrets",
    )
    more = Confirm("say", "Show secrets", {**kept, "look": "yes", "secret": "yes"})
    return replace(told, lines=lines, previews=(), hidden=more)


def _filled(form: Form) -> str:
    """The move that was typed; where a move is asked for with blanks, with what was put there."""
    blanks = form["form"].count(command_lines.BLANK)
    words = [form[f"blank-{number}"] for number in range(1, blanks + 1)]
    return command_lines.filled(form["form"], words) if blanks else form["text"]


def take(desk: Desk, form: Form) -> Told:
    """Record a message as what it seems to say, or as the move that was typed."""
    return _of(inbox.take(desk, form.number("n"), Request("", form["text"])), form)


def ask(desk: Desk, form: Form) -> Told:
    """Ask a player back."""
    return _of(inbox.ask(desk, form.number("n"), form.pasted("text")), form)


def aside(desk: Desk, form: Form) -> Told:
    """Set a message aside."""
    if not form["why"]:
        raise UsageProblem("why? The reason goes on record.")
    return _of(inbox.aside(desk, form.number("n"), form["why"]), form)


def sent(desk: Desk, form: Form) -> Told:
    """Mark messages as sent, or as not sent after all."""
    numbers = form.every("n")
    revoked = "revoked" in form
    which = sending.Sending(numbers, link=form["link"], revoked=revoked)
    answer = sending.sent(desk, which)
    revoke = () if revoked else tuple(answer.facts["sent"])
    return Told(answer.lines, answer.ok, revoke=revoke)


def remind(desk: Desk, form: Form) -> Told:
    """Draft reminders to those from whom nothing has come."""
    answer = posts.remind(desk, queue=True)
    facts = answer.facts if isinstance(answer.facts, list) else [answer.facts]
    numbers = tuple(one["number"] for one in facts)
    # to whom they go may be a secret, which the titles of the texts keep
    return Told((f"{facts[0]['game']}: drafted {plural(len(numbers), 'text')}",), outbox=numbers)


def undo(desk: Desk, form: Form) -> Told:
    """Take back what was said last, or show what that is."""
    look, secret = "look" in form, "secret" in form
    answer = undo_entry(desk, None, form["why"], dry_run=look, secret=secret)
    kept = {"why": form["why"], "secret": form["secret"]}
    confirm = Confirm("undo", "Take it back", kept) if look else None
    more = "taking-back" if look and not secret else ""
    return replace(_of(answer, form, look=look, confirm=confirm), more=more)


def redo(desk: Desk, form: Form) -> Told:
    """Put back what the last undo took back, or show what that is."""
    look, secret = "look" in form, "secret" in form
    answer = redo_entry(desk, None, dry_run=look, secret=secret)
    confirm = Confirm("redo", "Put it back", {"secret": form["secret"]}) if look else None
    more = "putting-back" if look and not secret else ""
    return replace(_of(answer, form, look=look, confirm=confirm), more=more)


_OF_A_SLIP = ("n", "before", "who", "text", "at")


def amend(desk: Desk, form: Form) -> Told:
    """Show what an amendment would change; it is made by the form that comes with that."""
    yes = "yes" in form
    before, strike = form.number("before"), "strike" in form
    slip = Slip(
        number=0 if before else form.number("n"),
        text="" if strike else form["text"],
        who="" if strike else form["who"],
        at=None if strike else form["at"] or None,
        strike=strike,
        before=before,
        why=form["why"],
        drop=form.numbers("drop"),
        yes=yes,
    )
    answer = amend_entry(desk, slip)
    if yes and answer.ok:
        return _of(answer, form)
    fell = (str(one["entry"]) for one in answer.facts["fell"])
    drop = ",".join((*map(str, slip.drop), *fell))
    kept = {key: form[key] for key in _OF_A_SLIP} | {"drop": drop, "yes": "yes"}
    kept |= {"strike": "yes"} if slip.strike else {}
    says = "Put it right, and strike what falls" if drop else "Put it right"
    return _of(answer, form, look=True, confirm=Confirm("amend", says, kept, asks_why=True))


def _of(answer: Answer, form: Form, *, look: bool = False, confirm: Confirm | None = None) -> Told:
    """What is told of an answer: texts of a mere preview as they would be, else where they wait."""
    facts = answer.facts
    bodies = tuple(text.body for text in answer.texts)
    did = look or answer.ok or facts.get("recorded") or facts.get("message")
    return Told(
        answer.lines,
        answer.ok,
        HTTPStatus.OK if answer.ok or look else HTTPStatus.UNPROCESSABLE_ENTITY,
        tuple((text.title, text.body) for text in answer.texts) if look else (),
        () if look else tuple(facts.get("outbox") or ()),
        () if look else bodies,
        0 if look or facts.get("refused") else facts.get("message") or 0,
        confirm,
        None if did and not look else form,
    )


WRITES: Mapping[str, Callable[[Desk, Form], Told]] = {
    one.__name__: one for one in (record, say, take, ask, aside, sent, remind, undo, redo, amend)
}
"""What can be done, by the address of its form."""
