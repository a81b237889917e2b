"""Checks the record of a game, for players as for hosts: it is read as the journal that it is and
played again by the rules, and its chain, seals and draws, the thread's posts and a player's receipt
are held against that.

`checks` holds what needs no rules, `rules` all else. The page `verify.html`, which `page_text`
writes, checks in a browser what can be checked without rules. Nothing here needs a database.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from gmtool.desk.answers import Answer, table
from gmtool.desk.problems import FileProblem
from gmtool.desk.verify.checks import CHECKED
from gmtool.desk.verify.evidence import Check, Evidence, skipped
from gmtool.desk.verify.game_record import read
from gmtool.desk.verify.notes import notes
from gmtool.desk.verify.rules import by_rules, unplayed
from gmtool.desk.verify.verdicts import CHECKS, NOTES, PATTERNS, SENTENCES, SKIPPED, VERDICTS
from gmtool.engine.header import TRUST
from gmtool.engine.journal import Misread
from gmtool.engine.ledger import COVERED_SETTINGS
from gmtool.render.preview.html_page import digest
from gmtool.store.atomic_files import write_whole


def verify(record: str, posts: str | None = None, receipt: str | None = None) -> Answer:
    """What fits in a record, and what doesn't; raises FileProblem for a text in which no record
    begins.
    """
    try:
        found = read(record)
    except Misread as error:
        bad = unplayed(f"line “{error.line.strip()}”: {error.why}.")
        rest = [skipped(name, "unread") for name in CHECKS if name != bad.name]
        return _answer("a game without a name", [bad, *rest])
    if found is None:
        raise FileProblem(
            "no record begins in that text; it begins with a line “gmtool-journal 2”, and "
            "`gmtool export --public` writes it."
        )
    evidence = Evidence(found, _lines(posts), _lines(receipt))
    checks = _checks(evidence)  # only then is known what the notes tell
    return _answer(found.header.name, checks, [*notes(evidence)], found.last, evidence.commitment)


def _answer(
    name: str,
    checks: Sequence[Check],
    beside: Sequence[str] = (),
    entries: int = 0,
    commitment: str = "",
) -> Answer:
    """What came out: a row for each check, what doesn't fit, and what is said beside it."""
    order = [*CHECKS]
    checks = sorted(checks, key=lambda check: order.index(check.name))
    bad = [check.misfit for check in checks if check.misfit]
    verdict = "misfits" if any(one.is_sure for one in bad) else "perhaps" if bad else "fits"
    lines = [f"{name}: {VERDICTS[verdict]}", *table([_row(check) for check in checks])]
    lines += [f"  {one.sentence}" for one in bad]
    lines += [f"  {note}" for note in beside]
    facts = {
        "game": name,
        "fits": not bad,
        "entries": entries,
        "commitment": commitment or None,
        "checks": [_facts(check) for check in checks],
        "misfits": [one.sentence for one in bad],
        "notes": [*beside],
    }
    return Answer(tuple(lines), facts=facts, ok=not bad)


def misfits(record: str, posts: str) -> Iterator[tuple[str, int]]:
    """What doesn't fit in the record of a game, which may go on, and in the posts of its host: each
    check that fails, with the number of the entry that it is about, 0 for none. Of times that can't
    be nothing is said.
    """
    try:
        found = read(record)
    except Misread:
        yield CHECKS["rules"], 0
        return
    for check in _checks(Evidence(found, posts, all_by_host=True)) if found else ():
        if check.misfit and check.misfit.name != "rules running" and check.name != "instants":
            yield CHECKS[check.name], check.misfit.entry


def _checks(evidence: Evidence) -> list[Check]:
    return [check(evidence) for check in CHECKED] + by_rules(evidence)


def _lines(text: str | None) -> str | None:
    return None if text is None else text.replace("\r\n", "\n")


def _row(check: Check) -> tuple[str, str]:
    title = CHECKS[check.name]
    if check.skipped:
        return title, f"not checked: {check.skipped}"
    fits = f"{check.fit} of {check.of}"
    if check.misfit:
        fits += ", doesn't fit" if check.misfit.is_sure else ", may not fit"
    return title, fits


def _facts(check: Check) -> dict[str, object]:
    bad = check.misfit
    return {
        "check": check.name,
        "fit": check.fit,
        "of": check.of,
        "skipped": check.skipped,
        "entry": (bad.entry or None) if bad else None,
        "misfit": bad.sentence if bad else "",
    }


_HERE = Path(__file__).parent


_STYLE, _SCRIPT = ("<style>", "</style>"), ("<script>", "</script>")


def page_text() -> str:
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


def write_page(file: str) -> Answer:
    """Write the page to a file that isn't there yet."""
    kept = page_text().encode()
    write_whole(file, kept, lambda there: there == kept)
    return Answer(
        (f"the page for players was written to {file}; open it in any browser.",),
        facts={"file": file},
    )
