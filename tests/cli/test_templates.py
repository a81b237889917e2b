"""The host's own templates: a broken one never stops a command, and the commands about them."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from files import put
from hosting import Host
from lengths import few_first

from gmtool.desk.texts.templates import facts_of, texts_of
from gmtool.games import BUILT_IN, load
from gmtool.render import environment, folders
from gmtool.render.environment import Style
from gmtool.render.folders import shipped
from gmtool.testing import check_templates
from gmtool.testing.check_texts import Texts
from gmtool.testing.played import Subject

pytestmark = pytest.mark.slow

INSTEAD = "the shipped template is used instead of yours: "
BROKEN = {
    "a mistake in its form": ("Hello\n{% if %}", "receipt.j2, line 2: Expected an expression"),
    "an unknown name": ("Hello\n\n{{ plyers }}", "receipt.j2, line 3: 'plyers' is undefined"),
    "a secret": ("{{ secret.deck }}", "receipt.j2, line 1: 'secret' is undefined"),
    "a text that is too long": (
        "{% for i in range(2000) %}a word {% endfor %}",
        "it makes a text of 13,999 characters, longer than 20 posts of this forum",
    ),
    "a heading longer than a message": (
        "{% set ns = namespace(x='ab ') %}{% for i in range(9) %}"
        "{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ heading(ns.x) }}",
        "is longer than the forum allows",
    ),
    "no file": (None, "receipt.j2: it can't be read (it is no file)"),
    "bytes that are no text": (b"Not\xff\xfe", "receipt.j2: it can't be read ("),
}


def own(host: Host, name: str, text: str | bytes | None) -> Path:
    """A template of the host's own; None for a folder of its name."""
    file = host.database.parent / "templates" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    if text is None:
        file.mkdir()
    else:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


@pytest.mark.parametrize("what", few_first(5, list(BROKEN)))
def test_a_broken_template_of_the_hosts_own_hides_no_correction(host: Host, what: str) -> None:
    host.begin("Ann Bob")
    host("set pm_limit=500")
    own(host, "auction-poker/receipt.j2", BROKEN[what][0])
    host("record Ann bid A 30")
    host("sent all")
    shown = host("amend 4 bid A 31")
    assert (shown.code, "already sent, and now wrong: 3" in shown.out) == (0, True), shown


def test_a_template_without_the_move_tells_of_another_seal_all_the_same(host: Host) -> None:
    host.begin("Ann Bob")
    own(host, "auction-poker/receipt.j2", "{% set subject = 'a bid' %}Thanks, on record.")
    host("record Ann bid A 30")
    host("sent all")
    assert "already sent, and now wrong: 3" in host("amend 3 bid A 31").out


@pytest.mark.parametrize("what", few_first(5, list(BROKEN)))
def test_a_broken_template_of_the_hosts_own_stops_nothing(host: Host, what: str) -> None:
    host.begin("Ann Bob")
    host("set pm_limit=500")
    text, amiss = BROKEN[what]
    file = own(host, "any/receipt.j2", text)
    told = host("record Bob bid A 31")
    assert told.code == 0
    assert told.err.count(INSTEAD) == 1
    assert amiss in told.err
    assert INSTEAD in host("pm Bob receipt").err
    file.rename(file.with_name("aside"))
    assert told.out == host("pm Bob receipt").out
    assert "bid A 31" in told.out


def test_a_broken_template_of_gmtools_own_ends_the_command(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.begin("Ann Bob")
    copytree(shipped(), tmp_path / "shipped")
    put(tmp_path / "shipped", "any/receipt.j2", "{{ nonsense }}")
    before = host.snapshot()
    monkeypatch.setattr(folders, "shipped", lambda: tmp_path / "shipped")
    own(host, "any/receipt.j2", "{{ worse }}")
    told = host("record Ann bid A 30")
    assert (told.code, "'worse' is undefined" in told.err) == (3, True)
    assert host.snapshot() == before


def test_each_broken_file_is_told_of_once_a_command(host: Host) -> None:
    host.begin()
    own(host, "any/pm.j2", "{{ nonsense }}")
    own(host, "auction-poker/reminder.j2", "{{ nonsense }}")
    told = host("remind --queue")
    assert told.code == 0
    assert [told.err.count(name) for name in ("pm.j2", "reminder.j2")] == [1, 1]
    assert len(host("outbox --json").facts) == 5


def test_a_part_that_is_broken_is_told_by_its_own_file(host: Host) -> None:
    host.begin("Ann Bob")
    own(host, "auction-poker/_brief.j2", "{% macro brief( %}")
    told = host("post opening")
    assert told.code == 0
    assert "_brief.j2, line 1: " in told.err
    assert "The game in brief" in told.out


def test_a_sound_template_is_used_and_says_nothing(host: Host) -> None:
    host.begin("Ann Bob")
    own(host, "any/receipt.j2", "Noted, {{ to }}: {{ entry.text }}")
    told = host("record Ann bid A 30")
    assert INSTEAD not in told.err
    assert "Noted, Ann: bid A 30" in told.out


def test_a_copy_is_the_shipped_template_and_gives_the_same_texts(host: Host) -> None:
    host.begin("Ann Bob")
    before = host("post opening").out
    made = host("template copy auction-poker/opening")
    assert made.code == 0, made.all
    file = host.database.parent / "templates/auction-poker/opening.j2"
    text = file.read_text("utf-8")
    assert text.endswith((shipped() / "auction-poker/opening.j2").read_text("utf-8"))
    assert "It gets: game, phase, players, public, news" in text
    assert host("post opening").out == before
    put(file.parent, file.name, text.replace("Welcome!", "Come in!"))
    assert host("post opening").out == before.replace("Welcome!", "Come in!")
    assert host("template show auction-poker/opening").out.count("Come in!") == 1
    assert "Come in!" not in host("template show auction-poker/opening --shipped").out
    again = host("template copy auction-poker/opening")
    assert (again.code, "with --force it is replaced" in again.err) == (1, True)
    assert host("template copy auction-poker/opening --force").code == 0
    assert file.read_text("utf-8") == text


def test_a_text_without_a_word_or_a_subject_is_amiss(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_templates, "GAMES", (1,))
    host.begin("Ann Bob")
    own(host, "auction-poker/batch-open.j2", "\n")
    own(host, "auction-poker/opening.j2", "Hi")
    found = host("template check auction-poker")
    assert found.code == 1
    assert "batch-open.j2: it writes nothing" in found.all
    assert "opening.j2: its text has no subject" in found.all


def test_a_copy_for_one_kind_is_made_of_what_is_for_any_kind(host: Host) -> None:
    host.begin("Ann Bob")
    assert host("template copy auction-poker/unclear.j2 --json").facts["copy_of"] == (
        "any/unclear.j2"
    )
    (row,) = [r for r in host("template list big-two --json").facts if r["occasion"] == "unclear"]
    assert not row["own"]
    rows = host("template list auction-poker --json").facts
    assert [row["occasion"] for row in rows if row["own"]] == ["unclear"]


def test_what_is_amiss_with_them_is_found_before_a_text_goes_out(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_templates, "GAMES", (1,))  # the shorter one
    host.begin("Ann Bob")
    assert host("template check").code == 0
    host("template copy auction-poker/lot-won")
    sound = host("template check auction-poker/lot-won --json")
    assert (sound.code, sound.facts["mistakes"], sound.facts["templates"]) == (0, [], 1)
    file = host.database.parent / "templates/auction-poker/lot-won.j2"
    text = file.read_text("utf-8")
    lines = text.count("\n")
    put(file.parent, file.name, re.sub("[0-9a-f]{16}", "0" * 16, text, count=1) + "{{ plyers }}\n")
    own(host, "auction-poker/briefing.j2", "{% if %}")
    own(host, "auction-poker/lot-one.j2", "")
    own(host, "any/final.j2", "")
    found = host("template check auction-poker --json")
    assert found.code == 1
    told = {
        Path(one["file"]).name: (one["line"], one["sentence"]) for one in found.facts["mistakes"]
    }
    assert told["lot-won.j2"] == (lines + 1, "'plyers' is undefined")
    assert told["briefing.j2"][0] == 1
    assert told["lot-one.j2"] == (
        0,
        "no text is made from it; did you mean auction-poker/lot-won.j2?",
    )
    assert "no text is made from it; did you mean auction-poker/final.j2" in told["final.j2"][1]
    assert any("has changed since" in note for note in found.facts["notes"])
    assert any("briefing.j2: no text of these games used it" in n for n in found.facts["notes"])
    assert "has changed since" in host("template list auction-poker").out


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("auction-poker/finl", "did you mean auction-poker/final?"),
        ("auction-pokr/final", "did you mean auction-poker?"),
        ("final", "it takes the kind too, as in auction-poker/final"),
        ("any/../any/pm", "there is no"),
    ],
)
def test_a_name_that_is_none_is_answered_by_the_nearest(
    host: Host, name: str, instead: str
) -> None:
    for command in ("show", "copy"):
        told = host(f"template {command} {name}")
        assert (told.code, instead in told.err) == (2, True), told.err


PAGE = (Path(__file__).parents[2] / "docs/templates.md").read_text("utf-8")


def test_the_page_on_templates_goes_as_it_says(host: Host) -> None:
    host.begin("Ann Bob")
    commands = re.findall(r"(?m)^gmtool (.*)$", PAGE.replace("--preview", "--json"))
    (addition,) = re.findall(r"(?s)```jinja\n(.*?)```", PAGE)
    for line in commands:
        done = host(line)
        assert done.code == 0, done.all
        if " copy " in line:
            file = host.database.parent / "templates/auction-poker/standings.j2"
            put(file.parent, file.name, file.read_text("utf-8") + addition)
    assert done.facts["text"].count("\n\nGood luck, Ann and Bob!\n") == 1


def test_what_is_said_that_a_text_gets_is_what_it_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    got: dict[str, set[str]] = {}
    original = environment._written

    def written(kinds: tuple[str, ...], occasion: str, facts: Any, style: Style) -> Any:
        got.setdefault(f"{'to' if facts.get('to') else ''} {occasion}", set()).update(facts)
        return original(kinds, occasion, facts, style)

    monkeypatch.setattr(environment, "_written", written)
    game = load(BUILT_IN["auction-poker"])
    for played in Subject.of(game, (1,)).random():
        told = Texts(played)
        played.at(told.after)
    for one in texts_of(game):
        for name in got.pop(f"{'to' if one.to_player else ''} {one.name}", ()):
            assert name in facts_of(one), one.name
    assert set(got) <= {" receipt"}
