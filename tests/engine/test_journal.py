"""The journal's text form: what is written reads back, what is amiss is named with its line."""

import contextlib
from datetime import timedelta
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict
from unseen import PAINTED

from gmtool.engine import journal
from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.host_moves import Set
from gmtool.engine.instants import YEARS, Instant
from gmtool.engine.journal import Misread
from gmtool.engine.moves import RawMessage, read_raw_message
from gmtool.engine.unicode_hygiene import is_harmful

EXAMPLE = """gmtool-journal 1
kind: auction-poker
rules: 1
name: Round 3
zone: Europe/London
players: Ann, Bob, "Cid, Jr."
alias Ann: "A."
alias "Cid, Jr.": "CJ", "Junior"
option batch_size: 2
option lots: 4
set dialect: phpbb
seed: {seed}
---
2026-11-20T20:00:00Z chance [drawn seed]: shuffle 3S 10H KD
2026-11-20T20:00:00Z host: start
2026-11-20T21:10:00Z Ann [from pm]: bid A 30, B 12
2026-11-20T21:12:00Z Bob [recorded 2026-11-21T08:00:00Z; note "sent twice"]: bid A 30
2026-11-20T21:13:00Z "Cid, Jr." [link https://example.org/t/7?p=3#x; late "a [b]; c"]: pass
2026-11-21T20:00:00Z host: close
""".format(seed="6f" * 32)


BODY = EXAMPLE.replace("gmtool-journal 1", "gmtool-journal 2").replace("\nname", "\ntrust: 3\nname")
WHOLE = f"{BODY}end: 6 entries, {sha256(BODY.encode()).hexdigest()[:32]}\n"
"""As gmtool writes it: the digest is of all lines before it, each with its line feed."""
AT = Instant("2026-11-20T21:10:00Z")
START = "2026-11-20T20:00:00Z host: start"


def test_the_example_reads_and_writes_back_to_the_letter() -> None:
    for text in (EXAMPLE, WHOLE):
        read = journal.read(text)
        assert journal.write(read.header, read.entries) == WHOLE
        assert read.older == (text == EXAMPLE)


@pytest.mark.parametrize("said", ["1", "2", "4", "three", ""])
def test_a_journal_bound_by_other_bytes_is_refused_with_a_sentence(said: str) -> None:
    with pytest.raises(Misread, match="there is `trust: 3` alone; leave the line out"):
        journal.read(EXAMPLE.replace("\nname", f"\ntrust: {said}\nname"))


def test_a_journal_that_was_cut_anywhere_is_refused_and_its_good_part_can_be_had() -> None:
    whole = journal.read(WHOLE).entries
    begins = WHOLE.index("---\n") + 4
    for end in range(begins, len(WHOLE) - 1):  # the last line feed may be missing
        with pytest.raises(Misread, match=r"cut|changed"):
            journal.read(WHOLE[:end])
        good = journal.read(WHOLE[:end], cut=True)
        assert good.entries == whole[: WHOLE[begins:end].count("\n")]
        assert good.left_out, "it is said that something is missing"
    assert journal.read(WHOLE[:-1]).entries == whole
    for end in range(begins - 1):
        with pytest.raises(Misread):
            journal.read(WHOLE[:end], cut=True)


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("bid A 30, B 12", "bid A 80, B 12", 21, "was changed since"),
        ("end: 6", "end: 5", 21, "says 5 entries and there are 6"),
        ("end: 6 entries, ", "end: 6 entries, 0", 22, "was cut"),
        ("close\n", f"close\nend: 6 entries, {'0' * 32}\n", 22, "was changed since"),
        ("Bob [rec", "# a remark\nBob [rec", 22, "was changed since"),
        ("\nend", "\n\nend", 22, "was changed since"),
    ],
)
def test_a_journal_that_was_changed_is_refused(old: str, new: str, line: int, why: str) -> None:
    _is_amiss(WHOLE.replace(old, new, 1), line, why)
    good = journal.read(WHOLE.replace(old, new, 1), cut=True)
    assert good.left_out, "it is said that something was changed"


def _is_amiss(text: str, line: int, why: str) -> None:
    with pytest.raises(Misread) as found:
        journal.read(text)
    assert (found.value.line_number, why in found.value.why) == (line, True), found.value


def _end(number: int, text: str) -> str:
    return f"end: {number} entries, {sha256(text.encode()).hexdigest()[:32]}\n"


def test_what_stands_behind_the_end_is_refused_though_it_has_an_end_of_its_own() -> None:
    twice = WHOLE + "2026-11-22T20:00:00Z host: close\n"
    with pytest.raises(Misread, match="behind the end line"):
        journal.read(twice + _end(7, twice))
    assert journal.read(twice + _end(7, twice), cut=True).entries == journal.read(WHOLE).entries
    for more in ("#\n" * (journal.MOST_LINES + 1), "#" * journal.MOST_CHARACTERS):
        with pytest.raises(Misread, match="a journal has at most 200,000 lines and"):
            journal.read(WHOLE + more)


def test_the_digest_is_of_remarks_too_and_not_of_how_lines_end() -> None:
    text = journal.with_end_line(["# whole", *BODY.splitlines(), "# entry 3: nonce"])
    assert text.endswith(_end(6, text[: text.rindex("end")]))
    assert journal.read(text.replace("\n", "\r\n")).entries == journal.read(WHOLE).entries
    text = "\ufeff" + EXAMPLE.replace("---\n", "---\n# a remark\n\n").replace("\n", "\r\n")
    assert journal.read(text).entries == journal.read(EXAMPLE).entries


def test_what_the_example_says() -> None:
    read = journal.read(EXAMPLE)
    assert read.header.players == ("Ann", "Bob", "Cid, Jr.")
    assert read.header.aliases == {"Ann": ("A.",), "Cid, Jr.": ("CJ", "Junior")}
    assert read.header.options == {"batch_size": "2", "lots": "4"}
    assert [line.line_number for line in read.lines] == [14, 15, 16, 17, 18, 19]
    bob, cid = read.entries[3:5]
    assert (bob.recorded_at, bob.note) == ("2026-11-21T08:00:00Z", "sent twice")
    assert (cid.who, cid.late, cid.text) == ("Cid, Jr.", "a [b]; c", "pass")
    assert [e.number for e in read.entries] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("gmtool-journal 1", "journal 1", 1, "begins with"),
        ("gmtool-journal 1", "gmtool-journal 3", 1, "newer gmtool"),
        ("gmtool-journal 1", "gmtool-journal 2", 20, "the end line that gmtool wrote"),
        ("kind: auction-poker", "king: auction-poker", 2, "“king” is no header key"),
        ("rules: 1", "rules: one", 3, "a whole number, as in `rules: 1`"),
        ("zone: Europe/London\n", "", 12, "the header has no “zone:”"),
        ("name: Round 3", "name: Round 3\nname: Round 4", 5, "stands there twice"),
        ("option lots: 4", "option lots 4", 10, "a colon is missing"),
        ("option lots: 4", "option batch_size: 4", 10, "stands there twice"),
        ("6f6f", "xx6f", 12, "64 hex digits"),
        ("players: Ann, Bob", "players: Ann,, Bob", 6, "a name is missing"),
        ("---\n", "", 13, "is no header key"),
        ("set dialect: phpbb", "setup:no blank", 11, "“setup” reads `setup: LINE`"),
        ("set dialect: phpbb", "setup: a\x1bb", 11, "the unseen sign U+001B"),
        ("set dialect: phpbb", f"setup: {'x' * 64_000}", 11, "it has 64,001 characters"),
        (START, "2026-11-20 20:00 host: start", 15, "not an instant"),
        (START, "2026-13-20T20:00:00Z host: start", 15, "no such day"),
        (START, "2026-11-20T25:00:00Z host: start", 15, "no such day"),
        (START, "0000-11-20T20:00:00Z host: start", 15, "no such day"),
        (START, "10000-11-20T20:00:00Z host: start", 15, "not an instant"),
        (START, "9999-12-31T23:59:59Z host: start", 15, "those are from 1900 to 3000"),
        (START, "0001-01-01T00:00:00Z host: start", 15, "those are from 1900 to 3000"),
        ("host: start", "host start", 15, "a colon is missing"),
        ("host: start", "host:", 15, "the move is missing"),
        ("[from pm]", "[from fax]", 16, "neither"),
        ("[from pm]", "[from pm", 16, "neither"),
        ("[link https", "[link https://x late", 18, "bracket"),
        ("[from pm]", "[form pm]", 16, "“form” is no field"),
        ("[from pm]", "[from pm; from pm]", 16, "twice"),
        ('note "sent twice"', "note sent twice", 17, "string in quotation marks"),
        ("drawn seed", "drawn dice", 14, "neither"),
        ("[from pm]", "[of 0]", 16, "“of 0” names no message"),
        ("[from pm]", "[of three]", 16, "“of three” names no message"),
        ("[from pm]", "[of 3; of 3]", 16, "twice"),
        ("[from pm]", "[refused ]", 16, "what “refused” takes is missing"),
    ],
)
def test_a_line_that_is_amiss_is_named(old: str, new: str, line: int, why: str) -> None:
    _is_amiss(EXAMPLE.replace(old, new, 1), line, why)


LETTERS = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
NAMES = st.text(LETTERS, min_size=1, max_size=20).filter(
    lambda name: bool(name.strip()) and name.casefold() not in {"host", "chance"}
)
INSTANTS = st.integers(0, (YEARS[-1] - YEARS[0]) * 365 * 86_400).map(
    lambda seconds: Instant(f"{YEARS[0]}-01-01T00:00:00Z").plus(timedelta(seconds=seconds))
)
SAYS = st.text(min_size=1, max_size=40).map(lambda text: str(RawMessage(text)))
ENTRIES = st.builds(
    Entry,
    number=st.just(1),
    who=NAMES,
    text=st.sampled_from(["bid A 30", "pass", 'note "a: b; [c]"']) | SAYS,
    received_at=INSTANTS,
    recorded_at=INSTANTS,
    source=st.sampled_from(["", "pm", "post"]),
    late=st.text(max_size=20),
    note=st.text(max_size=20),
    raw=st.text(max_size=60),
    drawn=st.sampled_from(["", "seed", "typed"]),
    of=st.integers(0, 999),
    refused=st.sampled_from(["", "AP-8", "ALL-1"]),
)


@given(ENTRIES)
def test_an_entry_reads_back_and_is_one_line(entry: Entry) -> None:
    line = journal.write_entry(entry)
    assert len(line.splitlines()) == 1
    read = journal.read_entry(1, line)
    assert read == Entry(**{**asdict(entry), "number": 0})


def test_a_message_of_many_lines_is_one_line_and_comes_back_word_for_word() -> None:
    text = 'Hi,\r\n80 on "B"\n\tthanks \u2028\u202e!'
    line = journal.write_entry(Entry(3, "Ann", str(RawMessage(text)), AT, AT, refused="AP-8"))
    assert line == (
        "2026-11-20T21:10:00Z Ann [refused AP-8]: "
        r'says "Hi,\r\n80 on \"B\"\n\tthanks \u2028\u202e!"'
    )
    assert read_raw_message(journal.read_entry(1, line).text) == RawMessage(text)
    assert [read_raw_message(bad) for bad in ("says x", 'says "a" b', "says", 'said "a"')] == [
        None
    ] * 4


@given(st.lists(NAMES, min_size=1, max_size=5, unique=True), st.text(max_size=10))
def test_a_header_reads_back(players: list[str], alias: str) -> None:
    aliases = {players[0]: (alias,)} if alias else {}
    header = Header("kind", 3, "Round 3", "UTC", tuple(players), aliases)
    assert journal.read(journal.write(header, ())).header == header


FILE = ["[round.vote]", "", "  # setup: ", "\task = “a: b”", " trailing  ", "---", "end: 0 entries"]


@given(st.permutations(FILE), st.lists(st.sampled_from(("", " ", "#", "x")), max_size=3))
def test_the_file_that_a_game_is_made_of_reads_back_line_by_line(
    lines: list[str], last: list[str]
) -> None:
    file = "".join(f"{line}\n" for line in (*lines, *last))
    header = Header("kind", 3, "Round 3", "UTC", ("Ann",), {}, {"a": "b"}, {"c": "d"}, file=file)
    text = journal.write(header, ())
    assert journal.read(text).header == header
    assert journal.read(text.replace("\n", "\r\n")).header == header
    whole = text.splitlines()
    start = whole.index("option a: b") + 1
    assert whole[start : start + len(lines)] == [f"setup: {ln}" if ln else "setup:" for ln in lines]
    assert whole[start + len(lines) + len(last)] == "set c: d"


@given(st.text(max_size=200))
def test_no_text_makes_the_reader_fail_otherwise(text: str) -> None:
    for whole in (text, EXAMPLE + text):
        with contextlib.suppress(Misread):
            journal.read(whole)


def test_a_journal_does_nothing_to_a_terminal_that_shows_it() -> None:
    rename = Set(PAINTED, "mention", "\x1b[2J")
    entry = Entry(1, PAINTED, str(rename), AT, AT, note=PAINTED, raw=PAINTED, late=PAINTED)
    names = (PAINTED, "Bob")
    header = Header("auction-poker", 1, f"R3{PAINTED}", "UTC", names, {"Bob": (PAINTED,)})
    text = journal.write(header, (entry,))
    assert not is_harmful(text)
    read = journal.read(text)
    assert read.entries == (entry,)
    assert (read.header.players, read.header.aliases) == (header.players, header.aliases)


def test_what_was_sealed_stays_as_it_was_to_the_byte() -> None:
    """A digest that a player has was made of it."""
    entry = Entry(1, "Ann", 'answer "a\u202eb"', AT, AT)
    assert journal.write_entry(entry).endswith(f": {entry.text}")


def test_all_04_names_are_read_as_they_were_meant() -> None:
    text = EXAMPLE.replace("Ann", "Ann\u200b").replace("Round 3", "Round\u202e 3")
    read = journal.tidied(journal.read(text))
    meant = journal.read(EXAMPLE)
    assert (read.header, read.entries) == (meant.header, meant.entries)
