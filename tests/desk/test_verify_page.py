"""The offline page: in a browser it comes to the same verdicts as `verify`, in the same words."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import filed
import pytest
import tutorial
from by_hand import ended
from forgeries import Case, cases
from hosting import Host

from gmtool.desk.verifying import page, verify
from gmtool.desk.verifying.rules import BY_RULES
from gmtool.desk.verifying.sentences import CHECKS
from gmtool.engine.files import hash_of
from gmtool.render.showing.page import digest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
FILE = "# rules:\n\nrounds = 1\n"
QUIET = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-extensions
--disable-background-networking --disable-component-update --disable-sync"""
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
  told.textContent = JSON.stringify(seen);
  document.body.append(told);
})();
"""


def _driven(handed_in: list[dict[str, str | None]], folder: Path) -> Any:
    """What the page shows for each, in one run of the browser."""
    given = json.dumps(handed_in).replace("<", "\\u003c")
    driver = f"const CASES = {given};{DRIVER}"
    text = page.written().replace("script-src '", f"script-src '{digest(driver)}' '", 1)
    file = folder / "verify.html"
    file.write_text(text.replace("</body>", f"<script>{driver}</script></body>"), "utf-8")
    own = [f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=60000", "--dump-dom"]
    assert BROWSER is not None
    shown = subprocess.run(
        [BROWSER, *QUIET.split(), *own, file.as_uri()],
        capture_output=True,
        check=True,
        timeout=120,
    ).stdout.decode()
    found = re.search(r'<pre id="told">(.*?)</pre>', shown, re.DOTALL)
    assert found, shown[-2000:]
    return json.loads(unescape(found[1]))


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no chromium here")
def test_the_page_says_what_verify_says(tmp_path: Path, host: Host) -> None:
    every = (*cases(), *_of_a_file(host, tmp_path / "site"))
    handed = [{"record": c.record, "posts": c.posts, "receipt": c.receipt} for c in every]
    seen = _driven([*handed, {"record": "Dear all"}], tmp_path)
    for case, shown in zip(every, seen, strict=False):
        answer = verify(case.record, case.posts, case.receipt, rules=False)
        ours = answer.facts
        assert shown["misfits"] == ours["misfits"], case.name
        assert [f"  {'  '.join(row)}" for row in shown["rows"]] == [
            re.sub(r"(?<=\S) {2,}", "  ", line) for line in answer.lines[1 : len(CHECKS) + 1]
        ], case.name
        assert shown["notes"] == ours["notes"], case.name
        assert shown["verdict"] == answer.lines[0]
        assert ours["fits"] is (case.check in {"", *BY_RULES}), case.name
    assert seen[-1]["verdict"] == "Nothing could be checked."


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
    text = page.written()
    script, style = (text.split(f"<{tag}>")[1].split(f"</{tag}>")[0] for tag in ("script", "style"))
    allowed = f"default-src 'none'; script-src '{digest(script)}'; "
    assert f"{allowed}style-src '{digest(style)}'" in text
    assert not re.search(r"https?:|src=|href=|@import|url\(|innerHTML|fetch\(|\son\w+=", text)
    labels = set(re.findall(r'<label for="(\w+)"', text))
    assert labels == set(re.findall(r'<textarea id="(\w+)"', text))
