"""Whoever is renamed is called so in every text and list from then on, whatever the kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest
from hosting import Host
from lengths import few_first
from msgspec.structs import replace
from recorded import RECORDED
from registered import reports_but

from gmtool.desk.session.kinds import names as kinds
from gmtool.engine import journal

pytestmark = pytest.mark.slow  # some fifty commands each


def _shortest_first(kind: str) -> list[Path]:
    return sorted((RECORDED / kind).glob("*.journal"), key=lambda path: path.stat().st_size)


_BY_SIZE = sorted(map(_shortest_first, kinds()), key=lambda paths: paths[0].stat().st_size)
_IN_TURN = zip_longest(*_BY_SIZE)
CASES = few_first(2, (path for paths in _IN_TURN for path in paths if path))
# what was said, word for word, and what was drafted before
LISTS = reports_but("export --public", "log", "log --refused", "outbox --all")


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}: {path.stem}")
def test_no_text_and_no_list_has_a_former_name(host: Host, path: Path) -> None:
    read = journal.read(path.read_text("utf-8"))
    entries = read.entries[: len(read.entries) * 2 // 3]
    header = replace(read.header, settings={**read.header.settings, "dialect": "plain"})
    host.now = entries[-1].recorded_at
    assert host("import -", pasted=journal.write(header, entries)).code == 0
    renamed = {name: f"Qz{number}" for number, name in enumerate(header.players)}
    for old, new in renamed.items():
        assert host("set", old, f"name={new}").code == 0
    assert host("rule note renamed").code == 0  # else an undo of the last name is proposed
    known = {line for entry in entries for line in re.findall(r'"(.*?)"', entry.text)}
    left = [entry.text for entry in entries if entry.text.startswith("replace ")]
    own = "\n".join((header.name, header.file, *left))
    for what, text in _told(host, [*renamed.values()]):
        for said in known:  # in the words of the host or of a player
            text = text.replace(said, "")  # noqa: PLW2901 - step by step
        there = [old for old in renamed if re.search(rf"(?<!\w){re.escape(old)}(?!\w)", text)]
        assert not [old for old in there if old not in own], f"{what}: {text}"


def _told(host: Host, names: list[str]) -> Iterator[tuple[str, str]]:
    """Every text that can be asked for, and the reports. A receipt, the record and the words of
    the players aren't among them: they have what was said word for word, as its seal has.
    """
    for line in (*LISTS, *(f"{one} --json" for one in LISTS), "status --json --secret"):
        yield line, host(line).out
    for one in host("post --json").facts:
        if one["occasion"] not in {"record", "words", "mixed"}:
            yield one["occasion"], host("post", one["occasion"]).out
    for who in names:
        for one in host("pm", who, "--json").facts:
            if one["occasion"] != "receipt":
                yield f"{one['occasion']} to {who}", host("pm", who, one["occasion"]).out
