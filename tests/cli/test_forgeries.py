"""Forgeries for which a host needs a program of its own: records put together from the seed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from by_hand import ended
from hosting import Host
from lengths import few_first

from gmtool.desk.session import kinds
from gmtool.desk.verify import verify
from gmtool.engine import journal
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.ledger import Ledger, link


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
    bids = "set Ann name=Zoe", "record Bob bid A 50", "record Zoe bid B 30"
    _begun(host.at("20 21:00"), *bids, "rule end --why x")
    record, posts = host("export --public").out, _posts(host)
    assert verify(record, posts).ok
    told = verify(_changed("Z Bob: bid A 50$", "Z Zoe: bid A 50", record), posts)
    said, would_be = told.facts["misfits"][0].split(", and by its seed")
    assert "Behind entry 4" in said
    assert "Bob: bid A 50”" in said
    assert "Ann: bid A 50”" in would_be


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
    assert "Behind entry 3 the record says “# seal 3 by 5 " in told.facts["misfits"][0]
    forged = _changed("^(# record 5 )", rf"# seal 3 by 5 {own[1]}\n\1", record)
    told = verify(forged, None, receipt)
    assert "Behind entry 5 the record says “# seal 3 by 5 " in told.facts["misfits"][0]


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
    assert "list no seals of what was closed by these numbers: 5, 6." in notes
    assert "Behind “record 5” the posts given show no line that fits" in notes
    unlined = re.sub(r"^record \d+ · \w+$", "", posts, flags=re.MULTILINE)
    assert "no line “record …”" in "\n".join(verify(record, unlined).facts["notes"])


@dataclass
class Story:
    """A game whose host knows what Ann's bid is to have been, with two notes of which the thread
    sees nothing but the second at which each was recorded.
    """

    host: Host
    bid: str

    def begun(self) -> Story:
        """The game up to the notes."""
        _begun(self.host, f"record Ann bid {self.bid}")
        return self

    def hashes(self, seconds: int) -> Iterator[tuple[str, tuple[int, int]]]:
        """The hash behind the second note, for each pair of seconds at which the two may be
        recorded.
        """
        record = self.host("export --public").out
        *_, before = re.findall(r"# record \d+ · (\S+)", record)
        header = journal.read(self.host("export").out).header
        ledger = Ledger.of(header, kinds.find(header.kind).game.options)
        for one in range(seconds):
            first = self._note(ledger, before, 4, one)
            for other in range(one, seconds):
                yield self._note(ledger, first, 5, other), (one, other)

    def _note(self, ledger: Ledger, before: str, number: int, second: int) -> str:
        at = Instant("2026-11-20T20:00:00Z").plus(timedelta(seconds=second))
        entry = Entry(number, "host", 'note "the host\'s own"', at, at)
        return link(before, entry, ledger.seal(entry, "host").digest)

    def posted(self, seconds: tuple[int, int]) -> str:
        """The digits of the post behind the two notes, made at those seconds."""
        for second in seconds:
            self.host.at(f"20 20:{second // 60:02}:{second % 60:02}")
            assert self.host("rule note anything").code == 0
        (digits,) = re.findall(r"record 5 · (\w+)", self.host("post standings").out)
        return str(digits)


@pytest.mark.slow
@pytest.mark.parametrize(("few", "seconds"), few_first(1, [(6, 120), (8, 480)]))
def test_two_stories_for_one_post_are_found_with_few_digits_and_not_with_more(
    few: int, seconds: int, tmp_path: Path
) -> None:
    """Two games are prepared that fit the same post, and the one that suits goes on. With eight
    digits a host finds them in seconds; each digit more makes it four times as long.
    """
    stories = [Story(Host(tmp_path / f"{bid}.db"), f"A {bid}").begun() for bid in (30, 31)]
    found = [{digest[:few]: at for digest, at in story.hashes(seconds)} for story in stories]
    same = {*found[0]} & {*found[1]}
    assert same, "of so many pairs three should have the same few digits"
    digits = min(same)
    posted = [story.posted(at[digits]) for story, at in zip(stories, found, strict=True)]
    assert [one[:few] for one in posted] == [digits] * 2  # the program itself tells both stories
    assert {len(one) for one in posted} == {32}
    assert posted[0][:16] != posted[1][:16]
    tries = {many: 16 ** (many // 2) for many in (few, 16, 32)}
    assert seconds**2 > tries[few]
    a_year_of_one_core = 10_000_000 * 60 * 60 * 24 * 365
    assert tries[32] > 50_000 * a_year_of_one_core
    assert tries[16] < a_year_of_one_core // 1000  # ten minutes: not enough either


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
    chained = sha256(f"{line[2]}\n3\n{line[3]}\n{line[3]}\n{said}".encode()).hexdigest()
    forged = ended(running.replace(line[0], f"{line[1]}{said}\n# record 3 · {chained}"))
    assert verify(forged, posts).ok
    assert host("rule end --why x").code == 0
    record = _changed("^(\\S+ )host: extend .*", f"\\1{said}", host("export --public").out)
    assert "Entry 3 doesn't fit the chain" in verify(record).facts["misfits"][0]
