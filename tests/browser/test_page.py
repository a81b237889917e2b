"""What a host does at the page is what the commands do, and is done once."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from asking import Browser, Seen, browsing
from hosting import SEED, Host

from gmtool import browser as rooms
from gmtool.browser.app import FILES
from gmtool.browser.command_lines import _HERE, Line, at_the_page, read
from gmtool.browser.page_model import Ask
from gmtool.browser.server import _listening
from gmtool.desk.problems import UsageProblem
from gmtool.engine.text import CHANCE

LINK = "https://forum.example/t/12"
MAYBE = "maybe 20 on B, let me sleep on it"


@pytest.fixture
def browser(host: Host) -> Iterator[Browser]:
    with browsing(host.begin("Ann Bob Cid")) as one:
        yield one


def beside(host: Host, folder: Path) -> Host:
    """Another desk with the same games so far."""
    folder.mkdir()
    shutil.copy(host.database, folder / "games.db")
    return replace(host, database=folder / "games.db")


def kept(host: Host) -> bytes:
    """All that the desk keeps; who reads leaves every byte of it."""
    return host.database.read_bytes()


@pytest.mark.slow
def test_an_evening_at_the_page_leaves_what_the_commands_leave(
    browser: Browser, tmp_path: Path
) -> None:
    page, other = browser.host, beside(browser.host, tmp_path / "other")

    def done(action: str, on: Seen | None = None, having: str = "", **fields: str) -> Seen:
        return browser.send(on or browser.get(), action, having, **fields)

    def command(line: str, *words: str, pasted: str = "") -> None:
        other.now = page.now
        other(line, *words, pasted=pasted)

    page.at("20 20:30")
    done("record", who="Ann", text="Hi,\r\nbid A 60, B 25\r\n", at="20:10", link=LINK)
    command("record Ann --from - --at 20:10 --link", LINK, pasted="Hi,\nbid A 60, B 25\n")
    refused = done("record", who="Cid", text="bid A 999")
    assert "refused (AP-7): Cid has 300 coins and can't bid 999 on lot A" in refused.told
    assert "I couldn't take it" in refused.told  # the reply to send
    command("record Cid --from -", pasted="bid A 999")
    page.at("20 20:50")
    waits = done("record", who="Bob", text=MAYBE)
    assert waits.code == 422
    assert "it seems to say: bid B 20" in waits.told
    command("record Bob --from -", pasted=MAYBE)
    page.at("20 20:55")
    asked = done("ask", waits, text="20 or 21?")
    assert "20 or 21?" in asked.told
    command("ask 5", "20 or 21?")
    done("take", browser.get("message?n=5"), text="bid B 21")
    command("take 5 bid B 21")
    done("aside", browser.get("message?n=4"), why="banter")
    command("aside 4 --why banter")
    waits = done("record", who="Cid", text="perhaps 12 on A")
    command("record Cid --from -", pasted="perhaps 12 on A")
    number = waits.form("take")["n"]
    done("take", waits)
    command(f"take {number}")
    done("sent", n="1", link=LINK)
    command("sent 1 --link", LINK)
    revoked = done("sent", n="2")
    done("sent", revoked)
    command("sent 2")
    command("sent 2 --revoke")

    page.at("21 21:00")
    before = kept(page)
    shown = done("say", having="close")
    assert "host: close, would be on record" in shown.told
    assert "result for lots" not in shown.text
    shown = done("say", shown, having="close")
    assert "host: close" in shown.told
    assert "result for lots" in shown.told
    assert kept(page) == before
    assert "result for lots" in done("say", shown).told
    command("close")

    before = kept(page)
    shown = done("amend", browser.get("entry?n=3"), text="bid A 40", n="3")
    assert "bid A 40 instead of bid A 60, B 25, would be on record as entry" in shown.told
    assert kept(page) == before
    done("amend", shown, why="typed 60")
    command("amend 3 bid A 40 --yes --why", "typed 60")

    before = kept(page)
    shown = browser.get("taking-back")
    assert "would be on record as entry" in shown.told
    assert kept(page) == before
    done("undo", shown)
    done("redo", browser.get("putting-back"))
    command("undo")
    command("redo")
    for line in ("export", "outbox --all --json --secret", "log --refused --secret"):
        assert page(line).out == other(line).out, line
    assert "amend 3" in page("log --secret").out


def test_from_a_page_that_is_stale_nothing_is_done(browser: Browser) -> None:
    first, second = browser.get(), browser.get()
    browser.send(first, "record", who="Ann", text="bid A 60")
    before = kept(browser.host)
    for action, fields in (
        ("record", {"who": "Bob", "text": "bid A 50"}),
        ("say", {"text": 'note "x"'}),
        ("sent", {"n": "1"}),
    ):
        seen = browser.send(second, action, **fields)
        assert seen.code == 409
        assert "since you looked something else was recorded: entry 3, what Ann said." in seen.told
        assert "60" not in seen.told
    assert kept(browser.host) == before
    browser.host("rule note", "Ann asked about ties")
    again = browser.send(second, "record", who="Bob", text="bid A 50", note="")
    assert "entry 4, host: note." in " ".join(again.told.split())
    assert "bid A 50" in again.body
    assert browser.send(again, "record", who="Bob", text="bid A 50").code == 200


def test_a_form_that_comes_twice_is_done_once(browser: Browser) -> None:
    page = browser.get()
    fields = {"text": 'extend +12h why "the forum was down"'}
    assert [browser.send(page, "say", **fields).code for _ in range(2)] == [200, 409]
    assert browser.host.snapshot().count("extend") == 1
    page = browser.get("taking-back")
    assert [browser.send(page, "undo").code for _ in range(2)] == [200, 409]
    assert browser.host.snapshot().count("undo") == 1
    page = browser.get()
    assert [browser.send(page, "sent", n="1").code for _ in range(2)] == [200, 409]
    assert "marked as sent already" in browser.send(browser.get(), "sent", n="1").told


def test_what_falls_by_an_amendment_is_named_and_struck_with_it(browser: Browser) -> None:
    host = browser.host
    for text in ('adjust Ann coins +50 why "owed"', 'adjust Ann coins -340 why "a fine"'):
        browser.send(browser.get(), "record", who="host", text=text)
    shown = browser.send(browser.get("entry?n=3"), "amend", strike="yes", n="3")
    assert "falls: entry 4" in shown.told
    assert "strike what falls" in shown.told
    done = browser.send(shown, "amend", why="twice")
    assert done.code == 200
    assert "strike 3 drop 4" in host.snapshot().replace("dropping", "drop")


def test_a_page_of_the_thread_is_shown_and_then_recorded(browser: Browser) -> None:
    text = (
        "Post by Ann » Fri Nov 20, 2026 8:05 pm\n\nbid A 30\n\n"
        "Post by Bob » Fri Nov 20, 2026 8:06 pm\n\nbid B 12\n"
    )
    browser.host.at("20 20:30")
    before = kept(browser.host)
    shown = browser.send(browser.get(), "record", who="-", text=text)
    if "can't be cut into posts" in shown.told:
        pytest.fail(shown.told)
    assert kept(browser.host) == before
    done = browser.send(shown, "record")
    assert done.code == 200
    assert "bid B 12" in browser.host.snapshot()


def test_secrets_are_shown_on_demand(browser: Browser) -> None:
    browser.send(browser.get(), "record", who="Ann", text="bid A 277")
    number = max(row["number"] for row in browser.host("outbox --json").facts)
    for path in ("status", "log?secret=yes", "entry?n=3", f"text?n={number}"):
        assert "277" in browser.get(path).body, path


def test_what_would_be_taken_back_is_told_without_its_secrets_until_they_are_asked_for(
    browser: Browser,
) -> None:
    browser.send(browser.get(), "record", who="Ann", text="bid A 277")
    for path, action in (("taking-back", "undo"), ("putting-back", "redo")):
        shown, whole = browser.get(path), browser.get(f"{path}?secret=yes")
        assert re.search(r"(taken|put) back: 3 Ann: \(sealed\)", shown.told)
        assert "Show secrets" in shown.told
        assert "277" not in shown.body
        assert "277" in whole.told
        assert "277" not in browser.send(shown, action).body


def test_what_is_copied_is_the_text_byte_for_byte(browser: Browser) -> None:
    texts = browser.host("outbox 1 --json").facts["texts"]
    copies = [json.loads(own["data-copy"]) for _, own in browser.get().tags if "data-copy" in own]
    assert copies == texts
    changed = browser.host.database.parent / "post.txt"
    odd = "a\r\nb\tc\u2028d\u202ee </textarea>&amp;\n\n"
    changed.write_bytes(odd.encode())
    assert browser.host(f"sent 1 --text {changed}").code == 0
    kept = browser.host("outbox 1 --json").facts["texts"]
    copies = [
        json.loads(o["data-copy"]) for _, o in browser.get("text?n=1").tags if "data-copy" in o
    ]
    assert copies == kept


def test_a_desk_without_games_and_a_name_that_is_none(host: Host) -> None:
    host.database.touch(mode=0o600)
    with browsing(host) as browser:
        seen = browser.get()
        assert seen.code == 200
        assert "gmtool new" in seen.text
    host.database.unlink()
    host.begin()
    with browsing(host) as browser:
        seen = browser.get("?game=Nobody")
        assert seen.code == 409
        assert "there is no game “Nobody”" in seen.told
        assert "R3" in seen.text


def test_games_that_have_ended_stand_apart_and_a_warning_once(browser: Browser) -> None:
    browser.host("record host end why enough")
    browser.host("new auction-poker R4 Ann Bob --zone UTC")
    browser.host.at("19 20:00")
    seen = browser.get("?game=R3")
    assert "Ended:" not in seen.text  # its last texts are still to go out
    assert re.search(r"R3\s+ended\s*\d to go out", seen.text)
    browser.host("sent all --game R3")
    seen = browser.get("?game=R3")
    assert "Ended: 1" in seen.text
    assert seen.text.count("please set the clock right first") == 1


def test_when_nothing_can_be_read_the_page_says_so(browser: Browser) -> None:
    page = browser.get()
    browser.host.database.write_bytes(b"no database at all, some other file")
    for seen in (browser.get(), browser.send(page, "record", who="Ann", text="pass")):
        assert seen.code == 503
        assert "is not a database but some other file" in seen.told
    lost = browser.send(page, "record", who="Ann", text="Hi,\nbid A 60", note="")
    assert "Hi,\nbid A 60" in lost.text
    assert lost.form("record")["who"] == "Ann"


def test_what_is_missing_in_a_form_is_said(browser: Browser) -> None:
    waits = browser.send(browser.get(), "record", who="Bob", text=MAYBE)
    before = kept(browser.host)
    for page, action, fields, told in (
        (waits, "record", {"who": "Ann", "text": " \n"}, "what was said? Paste the message."),
        (
            waits,
            "record",
            {"who": "-", "text": "x" * 1_000_001},
            "the page has more than 1,000,000",
        ),
        (waits, "record", {"who": "Ann", "text": "pass", "at": "soon"}, '"soon" is not a time'),
        (waits, "aside", {"why": " "}, "why? The reason goes on record."),
        (waits, "say", {"text": "clsoe"}, "“clsoe”"),
    ):
        seen = browser.send(page, action, **fields)
        assert seen.code in {400, 409, 422}
        assert told in seen.told
    assert kept(browser.host) == before


@pytest.mark.slow
def test_words_of_the_hosts_own_are_asked_for(host: Host) -> None:
    host(f"new split-decision E6 Ann Bob Cid --zone UTC --seed {SEED}")
    host("record host start")
    for day in ("22", "24"):
        host.at(f"{day} 20:00")
        host("close")
    for who in ("Ann", "Bob", "Cid"):  # a head start is refused with both cards
        host(f"record {who} refuse")
        host(f"record {who} refuse")
    posed = 'question "Who wrote Faust?" answer "Goethe"'
    with browsing(host) as browser:
        page = browser.get()
        before = kept(host)
        asked = page.form("say", form='question "…" answer "…"')
        assert "text" not in asked
        for question, answer in (("…", "…"), ("Who?", "..."), ("Who?", " ")):
            words = {"blank-1": question, "blank-2": answer}
            seen = browser.post("say", asked | words)
            assert "Not done" in seen.told
            told = "words of your own" if answer.strip() else "isn't a question with its answer"
            assert told in seen.told
            assert ("input", "blank-1", question) in {
                (tag, own.get("name"), own.get("value")) for tag, own in seen.tags
            }
        assert host("record host", 'question "…" answer "x"').code == 2
        assert kept(host) == before
        shown = browser.post("say", asked | {"blank-1": "Who wrote Faust?", "blank-2": "Goethe"})
        assert shown.form("say", text=posed)
        assert browser.send(shown, "say", having=posed).code == 200
    assert posed in host.snapshot()


@pytest.mark.parametrize(
    ("move", "ask"),
    [
        ("close", Ask("close")),
        ("first BEN", Ask("first BEN")),
        ("order BEN TILE …", Ask("order BEN TILE …", begins="order BEN ")),
        ("draw CODE", Ask("draw CODE", begins="draw ")),
        ('answer "…"', Ask('answer "…"', ("answer",))),
    ],
)
def test_what_a_form_of_a_move_leaves_open(move: str, ask: Ask) -> None:
    assert Ask.of(move, {"BEN"}) == ask


RULED = 'extend +12h why "the forum was down"'


@pytest.mark.slow
def test_a_ruling_takes_its_reason_from_the_field_or_from_a_line_for_the_terminal(
    browser: Browser,
) -> None:
    page = browser.get()
    seen = browser.send(page, "say", text="extend +12h")
    assert "“extend” needs a reason, which goes on record: “Why”." in seen.told
    before = kept(browser.host)
    seen = browser.send(page, "say", text="gmtool undo 2")
    assert seen.code == 400
    assert "isn't typed here" in seen.told
    shown = browser.send(page, "say", look="yes", text="extend +12h", why="the forum was down")
    line = "gmtool --game R3 rule extend +12h --why 'the forum was down'"
    assert browser.send(page, "say", look="yes", text=line).form("say", text=RULED)
    assert kept(browser.host) == before
    assert browser.send(shown, "say", having=RULED).code == 200
    assert RULED in browser.host.snapshot()


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ('extend +12h why "it\'s late"', Line('extend +12h why "it\'s late"')),
        ('note "type --why … or gmtool"', Line('note "type --why … or gmtool"')),
        ("close --early", Line("close early")),
        ("gmtool close --early --at 21:00", Line("close early", at="21:00")),
        ("gmtool record chance codes 1 2", Line("codes 1 2", CHANCE)),
        ('gmtool rule extend "fri 20:00" --why=ill', Line("extend fri 20:00", why="ill")),
        ('rule note "so far"', Line('note "so far"')),
        (
            'rule absent "Ben B" --until "mon 9:00" --from sun --why ill',
            Line('absent "Ben B" from sun until mon 9:00', why="ill"),
        ),
    ],
)
def test_a_line_for_the_terminal_is_read_as_what_it_says(typed: str, line: Line) -> None:
    assert read(typed, "R3") == line


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("gmtool undo 2", "isn't typed here"),
        ("gmtool record Ann bid A 5", "isn't typed here"),
        ("rule", "isn't typed here"),
        ("gmtool", "isn't typed here"),
        ("gmtool rule adopt --why x", "isn't typed here"),
        ("close --leave 3", "--leave isn't understood here"),
        ('extend +12h --why "the', "a quotation mark in it stays open"),
        ("gmtool --game R4 close", "that line is about “R4”"),
    ],
)
def test_another_line_for_the_terminal_is_refused(typed: str, told: str) -> None:
    with pytest.raises(UsageProblem, match=told):
        read(typed, "R3")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("gmtool inbox 4", "“Messages that wait”: 4"),
        ("rule extend +3h --why …", "“You say”: extend +3h “Why”"),
        ("record host extend +3h", "“You say”: extend +3h"),
        (
            "record Bob bid B 20 --at 20:44",
            "“A message came”: Bob bid B 20 “When it arrived” 20:44",
        ),
        ("--leave 4 --leave 5", "“Set aside”: 4 “Set aside” 5"),
        ("--at", "“When it arrived”"),
        ("take 4 --who Bob", ""),
        ("rule adopt --keep --why …", ""),
        ("sent 5 --text FILE", ""),
    ],
)
def test_a_command_is_called_what_the_page_calls_it(command: str, words: str) -> None:
    assert at_the_page(command.split(" ")) == words


def test_what_a_command_is_called_stands_on_the_page() -> None:
    pages = "".join(page.read_text() for page in Path(*rooms.__path__, "pages").glob("*.html"))
    assert [called for called in _HERE.values() if called not in pages] == []


@pytest.mark.slow
def test_a_title_is_copied_too_and_threads_are_led_to_where_they_are_on_the_web(
    browser: Browser,
) -> None:
    browser.host("set", f"thread={LINK}")
    [row] = [one for one in browser.host("outbox --json").facts if one["number"] == 1]
    seen = browser.get("text?n=1")
    titles = [json.loads(own["data-title"]) for _, own in seen.tags if "data-title" in own]
    assert titles == [row["subject"]]
    for page in (seen, browser.get()):
        links = [own for tag, own in page.tags if tag == "a" and own["href"] == LINK]
        assert links
        assert all(own["rel"] == "noreferrer" for own in links)
    browser.send(browser.get(), "sent", n="1", link="javascript:alert(1)")
    assert all(
        not own["href"].startswith("javascript")
        for tag, own in browser.get("all").tags
        if tag == "a"
    )


@pytest.mark.slow
def test_every_text_leads_to_itself_and_back(browser: Browser) -> None:
    browser.send(browser.get(), "sent", n="1")
    seen = browser.get("all")
    many = len(browser.host("outbox --all --json").facts)
    waiting = len(browser.host("outbox --json").facts)
    assert f"{many} texts, {waiting} to go out" in seen.told
    links = [own["href"] for tag, own in seen.tags if tag == "a"]
    assert "one?game=R3&n=1" in links
    one = browser.get("one?game=R3&n=1")
    assert any("data-copy" in own for _, own in one.tags)
    assert browser.send(one, "sent").code == 200
    assert len(browser.host("outbox --json").facts) == waiting + 1
    browser.host("outbox 1 --drop")
    assert "dropped" in browser.get("one?game=R3&n=1").told


@pytest.mark.slow
def test_reminders_are_drafted_at_a_click(browser: Browser) -> None:
    done = browser.send(browser.get(), "remind")
    assert done.code == 200
    rows = browser.host("outbox --json --secret").facts
    assert [one["to"] for one in rows if one["occasions"] == "reminder"] == ["Ann", "Bob", "Cid"]
    browser.host("record host end why enough")
    assert not [one for one in browser.get().forms if one["→"] == "remind"]


@pytest.mark.slow
def test_the_log_begins_with_what_came_last(browser: Browser) -> None:
    browser.send(browser.get(), "record", who="Ann", text="bid A 60")
    links = [own["href"] for tag, own in browser.get("log").tags if tag == "a"]
    entries = [one.rpartition("=")[2] for one in links if one.startswith("entry?")]
    assert entries == ["3", "2", "1"]


def test_a_port_that_another_program_has_is_named(host: Host) -> None:
    host.begin()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = host(f"desk --no-open --port {port}")
    assert done.code == 3
    assert done.err == (
        f"port {port} can't be used (another program has it); leave --port out, and a free one is "
        "found.\n"
    )


def test_files_are_of_their_type_whatever_the_machine_takes_them_for(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some machines with Windows take a script for plain text, which no browser runs."""
    monkeypatch.setattr("starlette.responses.guess_type", lambda *_: ("text/plain", None))
    types = [browser.get(name).headers["content-type"].partition(";")[0] for name in FILES]
    assert types == ["text/css", "text/javascript", "text/javascript"]


@pytest.mark.skipif(os.name != "posix", reason="it is so by itself there")
def test_the_port_of_a_run_just_over_is_free() -> None:
    with _listening(0) as before:
        here = before.getsockname()
        with socket.create_connection(here) as caller:
            before.accept()[0].close()  # who hangs up first keeps the port, for the system
            caller.recv(1)
    with _listening(here[1]) as after:
        assert after.getsockname() == here


def test_nothing_is_chosen_for_the_host_that_cannot_be_taken_back(browser: Browser) -> None:
    """Who wrote a message is never proposed, and a move is the coloured button only where nothing
    is doubted.
    """
    before = browser.get()
    chosen = [own for tag, own in before.tags if tag == "option" and "selected" in own]
    assert {own["value"] for own in chosen} == {""}
    shown = browser.send(before, "record", who="Ann", text=MAYBE)
    taking = [form.get("text", "") for form in shown.forms if form["→"] == "take"]
    assert ("It means: bid B 20" in shown.body, {*taking}) == (True, {""})
    coloured, still = ([o for _, o in p.tags if o.get("class") == "main"] for p in (before, shown))
    assert coloured == still
