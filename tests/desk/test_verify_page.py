"""The offline page: in a browser it comes to the same verdicts as `verify`, in the same words."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from forgeries import BY_RULES, cases

from gmtool.desk.verifying import page, verify

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-extensions "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()
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
    text = page.written().replace("script-src '", f"script-src '{page.digest(driver)}' '", 1)
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


@pytest.mark.skipif(BROWSER is None, reason="there is no chromium here")
def test_the_page_says_what_verify_says(tmp_path: Path) -> None:
    handed = [{"record": c.record, "posts": c.posts, "receipt": c.receipt} for c in cases()]
    seen = _driven([*handed, {"record": "Dear all"}], tmp_path)
    for case, shown in zip(cases(), seen, strict=False):
        answer = verify(case.record, case.posts, case.receipt)
        ours = [check for check in answer.facts["checks"] if check["check"] not in BY_RULES]
        assert shown["misfits"] == [one["misfit"] for one in ours if one["misfit"]], case.name
        assert [row[1] for row in shown["rows"][: len(ours)]] == [
            f"not checked: {one['skipped']}"
            if one["skipped"]
            else f"{one['fit']} of {one['of']}" + (", doesn't fit" if one["misfit"] else "")
            for one in ours
        ], case.name
        assert shown["notes"] == answer.facts["notes"], case.name
        is_found = any(one["misfit"] for one in ours)
        assert shown["verdict"].endswith("doesn't fit" if is_found else "could be checked fits")
    assert seen[-1]["verdict"] == "Nothing could be checked."


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    text = page.written()
    script, style = (text.split(f"<{tag}>")[1].split(f"</{tag}>")[0] for tag in ("script", "style"))
    allowed = f"default-src 'none'; script-src '{page.digest(script)}'; "
    assert f"{allowed}style-src '{page.digest(style)}'" in text
    assert not re.search(r"https?:|src=|href=|@import|url\(|innerHTML|fetch\(|\son\w+=", text)
    labels = set(re.findall(r'<label for="(\w+)"', text))
    assert labels == set(re.findall(r'<textarea id="(\w+)"', text))
