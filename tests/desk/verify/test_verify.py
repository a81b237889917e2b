"""`verify`: records that fit, and forgeries with the sentence that finds each."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
import thread_pages
from by_hand import RECORDED, ended, written
from forgeries import AUCTION, BY_RULES, OTHERS, cases
from hosting import Host
from lengths import some_of
from thread_pages import Posted

from gmtool.desk.verify import verify
from gmtool.desk.verify.verdicts import SENTENCES, SKIPPED

GAMES = sorted(f"{path.parent.name}/{path.stem}" for path in RECORDED.glob("*/*.journal"))
BACK = {
    "auction-poker/six-called-off",
    "auction-poker/ten-players",
    "split-decision/by-default",
}
"""Games that were typed with a clock that was set back, which `verify` says."""


@pytest.mark.slow
def test_what_was_changed_is_found_by_its_check_and_named_in_every_sentence() -> None:
    told = []
    for case in cases():
        facts = verify(case.record, case.posts, case.receipt).facts
        found = {check["check"]: check["misfit"] for check in facts["checks"] if check["misfit"]}
        assert facts["fits"] is not bool(case.check), case.name
        # What the page finds in a check of its own may be what the rules refuse.
        assert not case.check or {case.check, "rules"} & {*found}, case.name
        assert case.check not in BY_RULES or case.says in found[case.check], case.name
        told += facts["misfits"]
    told += _told_of_the_hosts_posts()
    for name, sentence in SENTENCES.items():
        words = re.sub(r"\\\{\w+\\\}", ".*", re.escape(sentence))
        assert re.search(words, "\n".join(told)), name


@pytest.mark.slow
@pytest.mark.parametrize("name", some_of(OTHERS, GAMES))
def test_a_record_is_what_anybody_would_write_by_hand_and_fits(name: str, host: Host) -> None:
    ledger, folder = written(name), host.database.parent
    host.now = "2027-06-01T00:00:00Z"
    text = (RECORDED / f"{name}.journal").read_text("utf-8")
    (folder / "own.journal").write_text(ended(text))
    assert host(f"import {folder / 'own.journal'}").code == 0
    record = host("export --public").out
    assert _lines(record) == _lines(ledger.record)
    answer = verify(record, ledger.posts, "".join(ledger.receipts.values()) or None)
    wrong = [one["check"] for one in answer.facts["checks"] if one["misfit"]]
    assert wrong == (["instants"] if name in BACK else []), answer.lines


def _lines(record: str) -> list[str]:
    """The lines from the header on, but for the last; those behind an entry in any order."""
    begin, entries = record.index("gmtool-journal"), re.compile(r"\n(?=\d{4}-)")
    parts = entries.split(record[begin : record.rindex("end:")].rstrip("\n"))
    return [line for part in parts for line in sorted(part.split("\n"))]


def test_a_receipt_of_what_was_put_right_or_struck_says_so() -> None:
    ledger = written("auction-poker/six-called-off")
    receipt = ledger.receipts[28]
    assert "put right by entry 30" in "\n".join(verify(ledger.record, None, receipt).lines)
    struck = re.sub(r"host: amend 28 .* why", "host: strike 28 why", ledger.record)
    assert "struck by entry 30" in "\n".join(verify(ended(struck), None, receipt).lines)


def _told_of_the_hosts_posts() -> list[str]:
    """What is wrong with posts of which the page tells that they are the host's."""
    ledger, told = written(AUCTION), list[str]()
    for changed, says in (
        ("record 4 · ..", "what was changed comes after that one and not after entry 4"),
        ("record 3 · ..", "something up to entry 3 was changed since"),
        ("record 24 · ..", "entries were left out after that post"),
    ):
        posts = re.sub(changed, f"{changed[:-2]}00", ledger.posts)
        posts = posts.replace("record 24", "record 99")
        (bad,) = verify(ledger.record, _thread(posts)).facts["misfits"][:1]
        assert says in bad, bad
        told.append(bad)
    return told


def _thread(posts: str, *others: Posted, stated: int = 0) -> str:
    """Harper's posts as a browser copies them, with others behind the first."""
    own = [Posted("Harper", 0, text) for text in posts.split("Barbaro wrote:\n")[1:]]
    return thread_pages.page("phpbb", [own[0], *others, *own[1:]], stated)


@pytest.mark.parametrize("host", ["Harper", "Bob", "Zoe", "somebody who signs otherwise there"])
def test_only_the_hosts_posts_count_where_the_page_tells_whose_they_are(host: str) -> None:
    ledger, other = written(AUCTION), "ab" * 16
    record = ended(ledger.record.replace("set host: Barbaro", f"set host: {host}"))
    # Who first shows the commitment is the host, whatever the host writes into the record.
    harm = f"Is this all right?\nrecord 3 · {other}\n{other}{other}\n{other}\nrecord 99 · {other}"
    answer = verify(record, _thread(ledger.posts, Posted("Bob", 0, harm)))
    assert answer.ok, answer.lines
    (note,) = (one for one in answer.facts["notes"] if "count for nothing" in one)
    assert "“record 3 · …” that don't fit stand in posts of Bob, too" in note
    true = re.search(r"record 3 · \w+", ledger.posts)
    assert true
    liar = (Posted("Zoe", 0, f"{ledger.hashes[0]}\n{true[0]}"),) * 9
    answer = verify(record, _thread(ledger.posts, *liar, Posted("Zoe", 0, harm)))
    assert answer.ok, "whoever quotes the host isn't the host"
    quoted = ledger.posts.replace("What happened.", f"Bob asks:\nrecord 3 · {other}", 1)
    assert verify(record, _thread(quoted)).ok, "a post ends with its line"
    changed = re.sub("record 10 · ..", "record 10 · 00", ledger.posts)
    answer = verify(record, _thread(changed, Posted("Bob", 0, harm)))
    assert answer.lines[0].endswith(": something doesn't fit")
    assert "can't be told" not in answer.facts["misfits"][0]


def test_where_a_page_does_not_tell_whose_a_post_is_nobody_is_accused() -> None:
    ledger, other = written(AUCTION), "ab" * 16
    raw = f"{ledger.posts}\nIs this all right?\nrecord 3 · {other}\n"
    inside = f"hm\nTop\n\n{thread_pages.phpbb(Posted('Harper', 0, f'record 3 · {other}'))}"
    forged = _thread(ledger.posts, Posted("Bob", 0, inside), stated=10)
    digits = (f"Bob wrote\n{other}", f"Bob wrote\nmy sum is {other}{other}\n{ledger.posts}")
    doubted = _thread(ledger.posts, Posted("Bob", 0, f"{other}\nTop\n\nhm"))
    for posts in (raw, forged, *digits, doubted):
        answer = verify(ledger.record, posts)
        assert answer.lines[0].endswith(": something may not fit, and whose it is can't be told")
    for posts in (raw, forged):
        answer = verify(ledger.record, posts)
        assert "Whose it is can't be told from this text" in answer.facts["misfits"][0]


def test_posts_without_the_opening_leave_the_commitment_open() -> None:
    ledger = written(AUCTION)
    later = ledger.posts[ledger.posts.index("[/code]") :]
    answer = verify(ledger.record, later)
    assert answer.ok
    assert answer.facts["checks"][1]["skipped"] == "the opening post isn't among the posts"


def test_what_a_copy_lost_at_its_end_accuses_nobody() -> None:
    """The last line that is there is whole, whether or not the end line was copied with it."""
    record = written(AUCTION).record.rstrip("\n")
    while not record.rpartition("\n")[2].startswith("# standing"):
        record = record.rpartition("\n")[0]
        assert _misfits(record) == ["end"], record[-200:]


def test_a_sealed_move_that_the_rules_refuse_is_told_by_its_seal_too() -> None:
    record = written(AUCTION).record
    bid = next(one for one in re.findall(r"Z \w+.*: (bid .*)\n# seal", record))
    assert _misfits(ended(record.replace(bid, "bid A 9999"))) == ["rules", "seals"]


def _misfits(record: str) -> list[str]:
    checks = verify(record).facts["checks"]
    return sorted(check["check"] for check in checks if check["misfit"])


def test_a_kind_that_is_not_there_is_said() -> None:
    text = ended(written(AUCTION).record.replace("kind: auction-poker", "kind: own-game"))
    checks = {check["check"]: check for check in verify(text).facts["checks"]}
    assert "own-game" in checks["rules"]["skipped"]
    assert checks["draws"]["skipped"] == SKIPPED["no rules"]
    assert checks["chain"]["misfit"].startswith("Entry 1 doesn't follow from the commitment")


def test_what_a_stranger_said_and_was_taken_back_is_told() -> None:
    last = "2026-11-09T21:03:00Z host"
    added = f"{last}: undo 24\n".replace("host", "Zoe: bid A 5\n2026-11-09T21:03:00Z host")
    text = ended(written(AUCTION).record.replace(last, added + last))
    assert "stands the chain line of entry 24" in verify(text).facts["misfits"][0]


@pytest.mark.long
def test_the_figures_of_the_page_are_so() -> None:
    page = (Path(__file__).parents[3] / "docs" / "fairness.md").read_text("utf-8")
    fits: Counter[str] = Counter()
    for name in GAMES:
        ledger = written(name)
        answer = verify(ledger.record, ledger.posts, "".join(ledger.receipts.values()) or None)
        fits.update({check["check"]: check["fit"] for check in answer.facts["checks"]})
    told = re.findall(r"^\| .* \| ([\d,]+) of ([\d,]+) \|$", page, re.MULTILINE)
    names = ("chain", "seals", "silences", "draws", "thread", "lists", "receipt", "rules")
    assert [one for one, _ in told] == [f"{fits[name]:,}" for name in (*names, "standings")]
    assert all(one == every for one, every in told)
    forged = [case for case in cases() if case.check]
    assert f"Of the {len(GAMES)} games" in page
    assert f"Of {len([*cases()])} forged or\nodd records" in page
    assert f"each of the {len(forged)} forged ones" in page
    assert f"the {sum(case.check in BY_RULES for case in forged)} that\nonly the rules" in page
