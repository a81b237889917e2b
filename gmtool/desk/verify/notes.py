"""What is said beside the checks: what to look for in the thread, and what nothing binds."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.desk.session import backdated
from gmtool.desk.verify.evidence import Evidence
from gmtool.desk.verify.game_record import SHAPES
from gmtool.desk.verify.thread import listed
from gmtool.desk.verify.verdicts import NOTES
from gmtool.engine.effective import about, amends, effective_entries, not_undone
from gmtool.engine.ledger import as_posted
from gmtool.engine.text import CHANCE, HOST, said
from gmtool.engine.text import listed as listed_names

_RIGHTED = ("undo ", "amend ", "strike ", "insert ")
_WORDS = "words "


def notes(evidence: Evidence) -> Iterator[str]:
    """What is said beside the checks."""
    record = evidence.record
    if not evidence.seed:
        yield NOTES["running"]
    if evidence.commitment and evidence.posts is None:
        yield NOTES["compare"].format(own=evidence.commitment)
    known = {number: one.text for number, one in record.entries.items() if one.who == HOST}
    in_part = (one for one in record.of("record") if one.parts[2])
    known |= {one.number(): one.parts[2].removeprefix("host: ") for one in in_part}
    if righted := [number for number in known if known[number].startswith(_RIGHTED)]:
        yield NOTES["righted"].format(numbers=", ".join(map(str, sorted(righted))))
    chance = (one for one in record.entries.values() if one.who == CHANCE and not one.is_drawn)
    if typed := ", ".join(str(one.number) for one in chance):
        yield NOTES["typed"].format(numbers=typed)
    host_says = (one.text for one in effective_entries(record.entries.values()) if one.who == HOST)
    words = [said(text[len(_WORDS) :]) for text in host_says if text.startswith(_WORDS)]
    if words and any(one.is_drawn for one in record.entries.values()):
        yield NOTES["words"].format(words="; ".join(f"“{one}”" for one in words))
    if evidence.posts is not None:
        yield from _missing(evidence)
    if evidence.receipt is not None and not evidence.seed:
        yield NOTES["receipt later"]
    elif evidence.receipt is not None:
        for found in SHAPES["receipt"].finditer(evidence.receipt):
            yield from _became(evidence, int(found[3]))
    late = backdated.in_replay(evidence.replay) if evidence.replay else ()
    if numbers := sorted(step.entry.number for step in late):
        yield NOTES["late hands"].format(numbers=", ".join(map(str, numbers)))


def _missing(evidence: Evidence) -> Iterator[str]:
    """What the posts lack of what a game's posts show; some of them may not have been handed in."""
    record = evidence.record
    others = [
        (part.who, int(line[1]))
        for part in evidence.thread
        for line in SHAPES["post"].finditer(part.text)
        if part.is_by_host is False and not evidence.fits(line)
    ]
    if others:
        who = listed_names(dict.fromkeys(who for who, _ in others))
        yield NOTES["not the host's"].format(entry=others[0][1], who=who)
    lines = [*SHAPES["post"].finditer(evidence.by_host)]
    last = max((int(line[1]) for line in lines if evidence.fits(line)), default=record.last)
    if not lines:
        yield NOTES["unlined"]
    elif evidence.seed and last < record.last:
        yield NOTES["unbound"].format(entry=last)
    if evidence.seed:
        shown, quiet = listed(evidence), record.of("silence")
        found = {one.number() for one in quiet if as_posted(one.parts[1]) in shown}
        closed = dict.fromkeys(one.number() for one in quiet)
        if missing := ", ".join(str(number) for number in closed if number not in found):
            yield NOTES["unlisted"].format(numbers=missing)


def _became(evidence: Evidence, number: int) -> Iterator[str]:
    """What became of the move of a receipt."""
    stand = not_undone(evidence.record.entries.values())
    righted = [entry for entry in stand if amends(entry) and about(entry) == number]
    if number in evidence.record.entries and all(entry.number != number for entry in stand):
        yield NOTES["receipt back"].format(entry=number)
    elif righted:
        name = "receipt struck" if righted[-1].text.startswith("strike ") else "receipt right"
        yield NOTES[name].format(entry=number, by=righted[-1].number)
