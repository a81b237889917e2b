"""Nobody but the host's own browser reads or writes at the page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from asking import FORM, HERE, PORT, SECRET, TICKET, Browser, Seen, browsing
from hosting import Host
from registered import FORMS, PAGES

from gmtool.browser.strangers import NOISE
from gmtool.browser.tickets import LASTS, Ticket

HOSTILE = "</script><img src=x onerror=alert(1)>"
FIELDS = {"game": "R3", "seen": "2", "who": "Ann", "text": "bid A 30", "n": "1"}
OURS = f"http://{HERE}"
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
}


@pytest.fixture
def browser(host: Host) -> Iterator[Browser]:
    with browsing(host.begin("Ann Bob Cid")) as one:
        yield one


def ask(browser: Browser, changed: dict[str, str | None], path: str, method: str) -> Seen:
    if method == "GET":
        return browser.ask(f"/{SECRET}/{path}", "GET", b"", **changed)
    return browser.post(path, FIELDS, **changed)


@pytest.mark.parametrize(
    "changed",
    [
        {"host": "127.0.0.1"},
        {"host": f"evil.example:{PORT}"},
        {"host": f"127.0.0.1.evil.example:{PORT}"},
        {"host": f"127.0.0.1:{PORT + 1}"},
        {"host": None},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"http://127.0.0.1:{PORT + 1}"},
        {"origin": f"https://{HERE}"},
        {"origin": f"http://localhost:{PORT}"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ],
    ids=str,
)
def test_another_page_or_name_neither_reads_nor_writes(
    browser: Browser, changed: dict[str, str | None]
) -> None:
    before = browser.host.snapshot()
    for path in PAGES:
        seen = ask(browser, changed, f"{path}?game=R3&n=1", "GET")
        assert seen.code == 403, path
        assert "Ann" not in seen.body
    for path in FORMS:
        assert ask(browser, changed, path, "POST").code == 403, path
    assert browser.host.snapshot() == before


def test_a_write_needs_an_origin_and_comes_from_the_page_itself(browser: Browser) -> None:
    before = browser.host.snapshot()
    assert browser.post("record", FIELDS, origin=None).code == 403
    assert browser.post("record", FIELDS, sec_fetch_site="none").code == 403
    assert browser.ask(f"/{SECRET}/", sec_fetch_site="none").code == 200
    assert browser.post("record", FIELDS, content_type="application/json").code == 400
    assert browser.post("record", FIELDS, content_type="text/plain").code == 400
    assert browser.post("record", FIELDS | {"game": ""}).code == 400
    assert browser.post("record", FIELDS | {"seen": ""}).code == 400
    many = {**FIELDS, **{f"x{n}": "" for n in range(300)}}
    assert browser.post("record", many).code == 400
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        own = {"origin": OURS, "content_type": FORM}
        assert browser.ask(f"/{SECRET}/record", method, b"who=Ann", **own).code == 405
    assert browser.host.snapshot() == before
    assert browser.get("?game=%ff&n=x").code == 200
    localhost = {"host": f"localhost:{PORT}", "origin": f"http://localhost:{PORT}"}
    assert browser.post("record", FIELDS, **localhost).code == 200
    assert browser.host.snapshot() != before


def test_the_address_holds_the_secret(browser: Browser) -> None:
    before = browser.host.snapshot()
    for path in (
        "/",
        "/desk.css",
        "/x/",
        f"/{SECRET[:-1]}/",
        f"/{SECRET}x/",
        f"//{SECRET}/",
        "/é/",
    ):
        seen = browser.ask(path)
        assert seen.code == 404, path
        assert "Ann" not in seen.body
        own = {"origin": OURS, "content_type": FORM}
        assert browser.ask(f"{path}record", "POST", b"game=R3&seen=2", **own).code == 404
    assert browser.host.snapshot() == before
    assert "Ann" in browser.get().text
    assert browser.ask(f"/{SECRET}").headers["location"] == f"{OURS}/{SECRET}/"


TICKET_AT = f"/open/{TICKET}"


def led(seen: Seen) -> str:
    """Where a page goes on to by itself."""
    refreshes = [own["content"] for tag, own in seen.tags if own.get("http-equiv") == "refresh"]
    return refreshes[0].removeprefix("0; url=") if refreshes else ""


def test_a_ticket_leads_to_the_address_once_from_wherever_it_is_opened(browser: Browser) -> None:
    """A page that leads on, no redirect: behind that a browser would still say “cross-site”."""
    for path in ("/open/", "/open/guessed", f"{TICKET_AT}/", f"{TICKET_AT}x", f"/OPEN/{TICKET}"):
        assert browser.ask(path).code == 404, path
    led_here = {"sec_fetch_site": "cross-site", "sec_fetch_dest": "document"}
    # a look ahead, a frame, a script, another name of the machine: none of them is a use
    assert browser.ask(TICKET_AT, "HEAD", b"", **led_here).code == 403
    for changed in ({"sec_fetch_dest": "iframe"}, {"sec_fetch_dest": "empty"}, {"host": "evil"}):
        assert browser.ask(TICKET_AT, "GET", b"", **(led_here | changed)).code == 403, changed
    assert browser.key.ticket.uses == 0
    shown = browser.ask(TICKET_AT, "GET", b"", **led_here)
    assert (shown.code, led(shown)) == (200, f"/{SECRET}/")
    assert browser.get().code == 200
    assert not browser.key.ticket.is_used_twice


def test_nobody_is_at_the_desk_once_a_ticket_was_used_twice(browser: Browser) -> None:
    before = browser.host.snapshot()
    browser.ask(TICKET_AT)
    again = browser.ask(TICKET_AT)
    assert (again.code, led(again)) == (410, "")
    assert "its terminal says why" in again.text
    assert SECRET not in again.body
    assert browser.get().code == 404
    assert browser.post("record", FIELDS).code == 404
    assert browser.host.snapshot() == before


def test_a_ticket_is_good_for_some_seconds(browser: Browser) -> None:
    assert 10 <= Ticket().ends - time.monotonic() <= LASTS <= 30
    browser.key.ticket.ends = time.monotonic()
    late = browser.ask(TICKET_AT)
    assert (late.code, led(late), SECRET in late.body) == (410, "", False)
    assert "take the address of the desk from its terminal" in late.text
    assert browser.get().code == 200
    assert browser.noise == []


def test_who_is_turned_away_is_told_of_once_and_hung_up_on(browser: Browser) -> None:
    browser.get()
    assert browser.noise == []
    for path, changed in (("/", {}), (f"/{SECRET}/", {"host": "evil.example"}), ("/x/", {})):
        assert browser.ask(path, "GET", b"", **changed).headers["connection"] == "close"
    assert browser.noise == [NOISE]


def test_reading_changes_nothing_and_no_write_can_be_read(browser: Browser) -> None:
    before = browser.host.snapshot(), browser.host("outbox --all --json").out
    query = "game=R3&seen=2&who=Ann&text=bid+A+30&n=1&yes=yes&why=x"
    for path in PAGES:
        assert browser.get(f"{path}?{query}").code < 500, path
    for path in FORMS:
        assert browser.get(f"{path}?{query}").code == 405, path
    assert (browser.host.snapshot(), browser.host("outbox --all --json").out) == before


def test_every_answer_says_what_a_browser_may_do_with_it(browser: Browser) -> None:
    answers = [
        browser.get(),
        browser.get("desk.js"),
        browser.get("nothing"),
        browser.get("games"),
        browser.get("text?n=1"),
        browser.get("status?game=nobody"),
        browser.ask("/"),
        browser.ask(f"/open/{TICKET}"),
        browser.ask(f"/{SECRET}/", host="evil.example"),
        browser.post("record", FIELDS),
        browser.post("record", {}),
    ]
    assert [seen.code for seen in answers] == [
        200,
        200,
        404,
        200,
        200,
        409,
        404,
        200,
        403,
        200,
        400,
    ]
    for seen in answers:
        assert set(seen.headers["content-security-policy"].split("; ")) == POLICY
        assert seen.headers["cache-control"] == "no-store"
        assert seen.headers["referrer-policy"] == "same-origin"
        assert seen.headers["x-content-type-options"] == "nosniff"
        assert seen.headers["cross-origin-resource-policy"] == "same-origin"
        assert seen.headers["cross-origin-opener-policy"] == "same-origin"
    framed = browser.get("shown?n=1.1")
    policy = framed.headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "sandbox allow-same-origin", "frame-ancestors 'self'"} < {*policy}
    assert not [one for one in policy if one.startswith(("script-src", "connect-src"))]


def _see_that_it_holds_no_markup_of_others(seen: Seen) -> None:
    """Only our own scripts, by name; no script, style or handler within the page; no picture."""
    for tag, own in seen.tags:
        assert tag not in {"img", "object", "embed", "svg", "base"} or own == {"target": "_blank"}
        assert not [name for name in own if name.startswith("on") or name == "style"]
        if tag == "script":
            assert own["src"] in {"htmx.min.js", "desk.js"}
        if tag == "iframe":
            assert own["sandbox"] == "allow-same-origin"
        for name in ("src", "href", "action", "hx-get"):
            assert not own.get(name, "").startswith(("http", "//", "javascript")), own


@pytest.mark.slow
def test_no_players_text_is_ever_markup(host: Host) -> None:
    done = host("new big-two Night Ann", HOSTILE, "Cid", "--zone", "UTC")
    assert done.code == 0, done.all
    assert host("set", "Ann", "mention=<svg/onload=alert(1)>").code == 0
    assert host("record host start").code == 0
    assert host("use Night").code == 0
    with browsing(host) as browser:
        page = browser.get()
        said = browser.send(
            page, "record", who=HOSTILE, text=f"maybe {HOSTILE} <b>\n\"'`{{{{7*7}}}}"
        )
        asked = (f"{path}?secret=yes&n={n}" for path in PAGES for n in (1, 3))
        pages = [page, said, *map(browser.get, asked)]
        pages += [
            browser.send(page, "record", who="Ann", text=HOSTILE, at=HOSTILE),
            browser.get(f"?game={quote(HOSTILE)}"),
        ]
        for seen in pages:
            assert seen.code < 500
            _see_that_it_holds_no_markup_of_others(seen)
        assert f"maybe {HOSTILE} <b>" in said.told
        assert "{{7*7}}" in said.told
        assert "49" not in said.told
        assert HOSTILE in page.text
