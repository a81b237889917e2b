"""Checks the record of a game, for players as for hosts: what its seals, its chain, the thread's
posts and a player's receipt say of one another, and what the rules say of the whole.

`sentences` holds the sentences, `checks` all that needs no rules; the page `verify.html`, which
`page.written` writes, makes the same checks in a browser. Nothing here needs a database.
"""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.desk import late_hands
from gmtool.desk.answers import Answer, table
from gmtool.desk.problems import FileProblem
from gmtool.desk.verifying.checks import CHECKED, notes
from gmtool.desk.verifying.given import Check, Given, skipped
from gmtool.desk.verifying.record import read
from gmtool.desk.verifying.rules import BY_RULES, by_rules
from gmtool.desk.verifying.sentences import CHECKS, NOTES, VERDICTS


def verify(
    record: str, posts: str | None = None, receipt: str | None = None, *, rules: bool = True
) -> Answer:
    """What fits in a record, and what doesn't; without `rules` only what the page checks too.

    Raises FileProblem for a text in which no record begins.
    """
    found = read(record)
    if found is None:
        raise FileProblem(
            "no record begins in that text; it begins with a line “gmtool-journal 2”, and "
            "`gmtool export --public` writes it."
        )
    given = Given(found, _lines(posts), _lines(receipt))
    checks = _checks(given, rules=rules)
    bad = [check.misfit for check in checks if check.misfit]
    name = given.record.header.get("name", "a game without a name")
    verdict = "misfits" if any(one.is_sure for one in bad) else "perhaps" if bad else "fits"
    told = VERDICTS[verdict]
    beside = [*notes(given), *_late(given)]
    lines = [f"{name}: {told}", *table([_row(check) for check in checks])]
    lines += [f"  {one.sentence}" for one in bad]
    lines += [f"  {note}" for note in beside]
    facts = {
        "game": name,
        "fits": not bad,
        "entries": given.record.last,
        "commitment": given.commitment or None,
        "checks": [_facts(check) for check in checks],
        "misfits": [one.sentence for one in bad],
        "notes": beside,
    }
    return Answer(tuple(lines), facts=facts, ok=not bad)


def misfits(record: str, posts: str) -> Iterator[tuple[str, int]]:
    """What doesn't fit in the record of a game, which may go on, and in the posts of its host: each
    check that fails, with the number of the entry that it is about, 0 for none. Of times that can't
    be nothing is said.
    """
    found = read(record)
    for check in _checks(Given(found, posts, all_by_host=True), rules=True) if found else ():
        if check.misfit and check.misfit.name != "rules running" and check.name != "instants":
            yield CHECKS[check.name], check.misfit.entry


def _checks(given: Given, *, rules: bool) -> list[Check]:
    checks = [check(given) for check in CHECKED]
    return checks + (by_rules(given) if rules else [skipped(name, "page") for name in BY_RULES])


def _late(given: Given) -> Iterator[str]:
    """A note about what was put on record after its deadline, by the rules."""
    late = late_hands.in_replay(given.replay) if given.replay else ()
    if numbers := sorted(step.entry.number for step in late):
        yield NOTES["late hands"].format(numbers=", ".join(map(str, numbers)))


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
