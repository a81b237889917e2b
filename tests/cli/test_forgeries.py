"""Forgeries for which a host needs a program of its own: records put together from the seed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from hashlib import sha256

from by_hand import ended
from hosting import Host

from gmtool.desk.verifying import verify


def _begun(host: Host, *lines: str) -> None:
    host.begin("Ann Bob Cid")
    for line in lines:
        assert host("", *shlex.split(line)).code == 0, line


def _posts(host: Host) -> str:
    """The thread as it is before the record is posted."""
    rows = host("outbox --all --json --secret").facts
    public = [one["number"] for one in rows if not one["to"] and one["occasions"] != "record"]
    return "\n".join(host(f"outbox {number}").out for number in public)


def _changed(pattern: str, new: str, text: str) -> str:
    """The record with the first match put otherwise, and an end line that fits."""
    now, count = re.subn(pattern, new, text, count=1, flags=re.MULTILINE)
    assert count, pattern
    return ended(now)


def test_a_bid_told_as_a_renamed_friends_is_found_by_anybody_with_the_record(host: Host) -> None:
    """Chain and seals hold the names at sign-up, so both fit; only the line's name is another."""
    bids = "record Bob bid A 50", "record Ann bid B 30", "set Ann name=Zoe"
    _begun(host.at("20 21:00"), *bids, "record Zoe bid C 5", "rule end --why x")
    record, posts = host("export --public").out, _posts(host)
    assert verify(record, posts).ok
    told = verify(_changed("Z Bob: bid A 50$", "Z Zoe: bid A 50", record), posts, rules=False)
    assert told.facts["misfits"][0].startswith("By its seal entry 3 is by Bob, and by its line by")


def test_a_seal_added_for_a_receipt_is_found_by_anybody_with_the_record(host: Host) -> None:
    """The sender's receipt would fit a record in which the bid is another."""
    _begun(host, "record Ann bid A 30", "rule extend +2h --why storm", "rule end --why x")
    record, receipt = host("export --public").out, host("outbox 3").out
    own = re.search(r"# seal 3 (.*)\n", record)
    assert own
    bid = re.search(r"^\w{32} .*", receipt, re.MULTILINE)
    assert bid
    # As if entry 5, the end, had put right what entry 3 says.
    forged = _changed("^# seal 3 ", f"# seal 3 by 5 {own[1]}\n# seal 3 ", record)
    told = verify(forged, None, receipt)
    assert "Behind entry 3 stands the seal of entry 3" in told.facts["misfits"][0]
    forged = _changed("^(# record 5 )", rf"# seal 3 by 5 {own[1]}\n\1", record)
    told = verify(forged, None, receipt)
    assert "a seal of entry 3, which isn't put right there" in told.facts["misfits"][0]


def test_posts_that_bind_nothing_are_told_by_anybody_with_the_record(host: Host) -> None:
    """The list of seals, or a post's last line, left out or put so that it tells nothing."""
    _begun(host, "record Ann bid A 30", "record Bob bid B 20")
    assert host.at("21 20:00")("close").code == 0
    posts = _posts(host)
    assert host("rule end --why x").code == 0
    record = host("export --public").out
    assert verify(record, posts).ok
    seal = re.compile(r"^[0-9a-f]{32}$", re.MULTILINE)
    nonces = iter(re.findall(r"# seal \d+ \S+: ([0-9a-f]{32})", record))
    as_nonces = seal.sub(lambda _: next(nonces), posts)
    assert "a sealed move was changed or left out" in verify(record, as_nonces).facts["misfits"][0]
    notes = "\n".join(verify(record, seal.sub("(sealed)", posts)).facts["notes"])
    assert "Of the windows that entries 5, 6 closed the posts given list no seals" in notes
    unlined = re.sub(r"^record \d+ · \w+$", "", posts, flags=re.MULTILINE)
    assert "no line “record …”" in "\n".join(verify(record, unlined).facts["notes"])


def _links(record: str, reason: str) -> Iterator[tuple[str, str]]:
    """The first eight digits of the last entry's hash for many a way to write its reason."""
    found = re.search(r"# record 4 · (\S+)\n(\S+) host: end why ", record)
    assert found
    for number in range(1 << 17):
        said = f'host: end why "{reason} {number}"'
        yield sha256(f"{found[1]}\n5\n{found[2]}\n{said}".encode()).hexdigest()[:8], said


def test_two_stories_with_the_same_eight_digits_are_not_found(host: Host) -> None:
    """Whoever writes an entry can have two of them, prepared before the post, whose digits are the
    same; docs/fairness.md says so. What is sealed has 32 digits in a list, and 64 in a receipt.
    """
    _begun(host, "record Ann bid A 30", "rule extend +2h --why storm", "rule end --why x")
    record = host("export --public").out
    one, other = dict(_links(record, "out of time")), dict(_links(record, "Bob left"))
    both = sorted({*one} & {*other})
    assert both, "of 2^34 pairs some should have the same digits"
    post = f"The end.\nrecord 5 · {both[0]}\n"
    for said in (one[both[0]], other[both[0]]):
        text = record.replace('host: end why "x"', said)
        assert verify(_rechained(text), post).ok


def _rechained(record: str) -> str:
    """The record with the last entry's hash made anew."""
    found = re.search(r"# record 4 · (\S+)\n(\S+) (host: end why .*)\n", record)
    assert found
    link = sha256(f"{found[1]}\n5\n{found[2]}\n{found[3]}".encode()).hexdigest()
    return _changed("^# record 5 · .*", f"# record 5 · {link}", record)


def test_what_is_public_before_a_private_entry_is_checked_when_the_game_has_ended(
    host: Host,
) -> None:
    """In the public export of a running game a private entry's hash is taken as it stands, so what
    stands before it can be put otherwise, if no post came between; in the record it can't.
    """
    _begun(host, "rule extend +2h --why storm", "record Ann bid A 30")
    running, posts = host("export --public").out, ""
    line = re.search(r"(# record 2 · (\S+)\n(\S+) )host: extend .*\n# record 3 · \S+", running)
    assert line
    said = 'host: extend +2h why "rain"'
    link = sha256(f"{line[2]}\n3\n{line[3]}\n{said}".encode()).hexdigest()
    forged = ended(running.replace(line[0], f"{line[1]}{said}\n# record 3 · {link}"))
    assert verify(forged, posts).ok
    assert host("rule end --why x").code == 0
    record = _changed("^(\\S+ )host: extend .*", f"\\1{said}", host("export --public").out)
    assert "Entry 3 doesn't fit the chain" in verify(record).facts["misfits"][0]
