"""The offline page: in a browser it finds what can be found without rules."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import filed
import pytest
import tutorial
from by_hand import ended, written
from forgeries import BY_RULES, OTHERS, Case, cases
from hosting import Host
from manual.chromium import BROWSER, NONE_HERE, QUIET

from gmtool.desk.verify import page_text, verify
from gmtool.desk.verify.verdicts import CHECKS, NOTES, SENTENCES, SKIPPED
from gmtool.engine.cards import DECK
from gmtool.engine.files import hash_of
from gmtool.render.preview.html_page import digest

FILE = "# rules:\n\nrounds = 1\n"
PAGES_OWN = [*CHECKS].index("rules")
"""So many checks come before those of the rules."""
JOKERS = (*DECK, "LJ", "HJ")
LOW_ACES = tuple(r + s for s in "CDHS" for r in ("A", *"23456789", "10"))
LIE_IN_ORDER = (
    *(DECK, JOKERS, LOW_ACES, LOW_ACES * 2, ("0", "3", "8"), ("9",), ("A", "B", "C")),
    ("2ND", "NO", "NO", "AGAIN"),  # of which only the rules know
)
LIE_OTHERWISE = (
    *((DECK[1], DECK[0], *DECK[2:]), DECK[1:] + DECK[:1], JOKERS[1:] + JOKERS[:1]),
    *(LOW_ACES[::-1] * 2, ("C", "A", "B"), ("3", "0", "8")),
)
LATE_HANDS = NOTES["late hands"].partition(":")[0]
NO_DRAWS = ("", "below", "below 0", "below 99999999999", "shuffle", "deal A")
DRIVER = """
(async () => {
  const seen = [];
  for (const handed of CASES) {
    for (const name of NAMES) byId(name).value = handed[name] || "";
    await check({ preventDefault() {} });
    seen.push({
      verdict: byId("verdict").textContent,
      rows: [...byId("checks").rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
      misfits: [...byId("misfits").children].map((one) => one.textContent),
      notes: [...byId("notes").children].map((one) => one.textContent),
    });
  }
  const told = document.createElement("pre");
  told.id = "told";
  const ordered = ORDERED.map(liesInOrder), parts = NO_DRAWS.map(partsOf);
  told.textContent = JSON.stringify({ seen, ordered, parts, sentences: SENTENCES });
  document.body.append(told);
})();
"""


def _driven(handed_in: list[dict[str, str | None]], folder: Path) -> Any:
    """What the page shows for each, and what it says of draws, in one run of the browser."""
    given = (handed_in, (*LIE_IN_ORDER, *LIE_OTHERWISE), NO_DRAWS)
    asked = json.dumps(given).replace("<", "\\u003c")
    driver = f"const [CASES, ORDERED, NO_DRAWS] = {asked};{DRIVER}"
    text = page_text().replace("script-src '", f"script-src '{digest(driver)}' '", 1)
    file = folder / "verify.html"
    file.write_text(text.replace("</body>", f"<script>{driver}</script></body>"), "utf-8")
    own = [f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=60000", "--dump-dom"]
    assert BROWSER is not None
    shown = subprocess.run(
        [BROWSER, *QUIET, *own, file.as_uri()],
        capture_output=True,
        check=True,
        timeout=120,
    ).stdout.decode()
    found = re.search(r'<pre id="told">(.*?)</pre>', shown, re.DOTALL)
    assert found, shown[-2000:]
    return json.loads(unescape(found[1]))


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason=NONE_HERE)
def test_the_page_finds_what_can_be_found_without_rules_and_names_it(
    tmp_path: Path, host: Host
) -> None:
    every = (*cases(), *map(_whole, OTHERS), *_of_a_file(host, tmp_path / "site"))
    handed = [{"record": c.record, "posts": c.posts, "receipt": c.receipt} for c in every]
    told = _driven([*handed, {"record": "Dear all"}], tmp_path)
    seen = told["seen"]
    for case, shown in zip(every, seen, strict=False):
        answer = verify(case.record, case.posts, case.receipt)
        rows = [re.split(r"(?<=\S) {2,}", line.strip()) for line in answer.lines[1:]]
        if case.check in {"", *BY_RULES}:
            assert shown["misfits"] == [], case.name
        else:
            bad = [title for title, what in shown["rows"] if what.endswith("fit")]
            assert bad[0] == CHECKS[case.check], case.name
            assert case.says in shown["misfits"][0], case.name
        if not case.check:
            assert shown["verdict"] == answer.lines[0], case.name
            for row, own in zip(shown["rows"][:PAGES_OWN], rows, strict=False):
                assert row == own or SKIPPED["no rules"] in own[1], case.name
            notes = [one for one in answer.facts["notes"] if not one.startswith(LATE_HANDS)]
            assert shown["notes"] == notes, case.name
    assert seen[-1]["verdict"] == "Nothing could be checked."
    misfits = "\n".join(sentence for shown in seen for sentence in shown["misfits"])
    for name, sentence in told["sentences"].items():
        words = re.sub(r"\\\{\w+\\\}", ".*", re.escape(sentence))
        assert re.search(words, misfits) or name in SENTENCES, name
    assert told["ordered"] == [one in LIE_IN_ORDER for one in (*LIE_IN_ORDER, *LIE_OTHERWISE)]
    assert told["parts"] == [None] * len(NO_DRAWS)


def _whole(name: str) -> Case:
    ledger = written(name)
    return Case(name, ledger.record, ledger.posts, "".join(ledger.receipts.values()) or None)


def _of_a_file(host: Host, site: Path) -> Iterator[Case]:
    """A game that is made of a file, as it is, as it was copied from a page, and with another line
    in the file.
    """
    with tutorial.on_path(filed.installed(site)):
        line = f"new {filed.KIND} Sunday Ann Bob Cid --zone UTC --setup -"
        opening = host(line, pasted=FILE).out
        assert host("record host start").code == host("rule end --why rain").code == 0
        record = host("export --public").out
    copied = "\n".join(line.rstrip() for line in record.split("\n"))
    yield Case("of a file", record, opening)
    yield Case("of a file, copied", f"Barbaro wrote:\n{copied}\nThanks!", opening)
    forged = ended(record.replace("rounds = 1", "rounds = 2"))
    yield Case("of another file", forged, opening, check="commitment")
    for what, number, check in (("its", hash_of(FILE), ""), ("another", "ab" * 32, "commitment")):
        posts = opening.replace("\nrecord 0", f"\n{number}\nrecord 0")
        yield Case(f"of a file, with {what} hash", record, posts, check=check)


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    text = page_text()
    script, style = (text.split(f"<{tag}>")[1].split(f"</{tag}>")[0] for tag in ("script", "style"))
    allowed = f"default-src 'none'; script-src '{digest(script)}'; "
    assert f"{allowed}style-src '{digest(style)}'" in text
    assert not re.search(r"https?:|src=|href=|@import|url\(|innerHTML|fetch\(|\son\w+=", text)
    labels = set(re.findall(r'<label for="(\w+)"', text))
    assert labels == set(re.findall(r'<textarea id="(\w+)"', text))
