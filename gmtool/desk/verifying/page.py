"""Writes the offline page: one file with the checks that need no rules in it."""

from __future__ import annotations

import json
from pathlib import Path

from gmtool.desk.answers import Answer
from gmtool.desk.verifying.sentences import CHECKS, NOTES, PATTERNS, SENTENCES, SKIPPED, VERDICTS
from gmtool.engine.header import TRUST
from gmtool.engine.ledger import COVERED_SETTINGS
from gmtool.render.showing.page import digest
from gmtool.store.files import write_whole

_HERE = Path(__file__).parent
_STYLE, _SCRIPT = ("<style>", "</style>"), ("<script>", "</script>")


def written() -> str:
    """The page. Its policy lets only its own script and style run, by their digests, and nothing
    be fetched.
    """
    own = {
        "trust": str(TRUST),
        "covered": COVERED_SETTINGS,
        "patterns": PATTERNS,
        "sentences": SENTENCES,
        "skipped": SKIPPED,
        "checks": CHECKS,
        "notes": NOTES,
        "verdicts": VERDICTS,
    }
    # `<` is spelled out: a sentence must not end the script.
    table = json.dumps(own).replace("<", "\\u003c")
    code = (_HERE / "verify.js").read_text("utf-8")
    page = (_HERE / "verify.html").read_text("utf-8")
    page = page.replace("{table}", table, 1).replace("{code}", code, 1)
    page = page.replace("{script}", digest(_between(page, *_SCRIPT)), 1)
    return page.replace("{style}", digest(_between(page, *_STYLE)), 1)


def _between(page: str, begin: str, end: str) -> str:
    return page.split(begin, 1)[1].split(end, 1)[0]


def write(file: str) -> Answer:
    """Write the page to a file that isn't there yet."""
    kept = written().encode()
    write_whole(file, kept, lambda there: there == kept)
    return Answer(
        (f"the page for players was written to {file}; open it in any browser.",),
        facts={"file": file},
    )
