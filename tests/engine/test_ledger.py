"""The bytes that bind a game: every published check value (design §6)."""

from dataclasses import replace

import pytest

from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.ledger import Ledger, header_text, link, said, with_all_options
from gmtool.engine.options import Option, UnknownOption

HEADER = Header("demo", 1, "Round 1", "UTC", ("Ann", "Bob"), seed="11" * 32)
NOW = replace(HEADER, trust=2)
AT = Instant("2026-11-20T20:44:00Z")
BID = Entry(5, "Ann", "bid A 30, C 12", AT, AT)
KNOWN = (
    Option("lots", None, "how many lots", "AP-1"),
    Option("jokers", False, "whether there are jokers", "AP-1"),
    Option("batch", 2, "lots in a batch", "AP-1"),
)


def test_the_commitment_covers_seed_and_set_up() -> None:
    assert header_text(NOW) == "kind: demo\nrules: 1\nplayers: Ann, Bob\nzone: UTC\n"
    expected = "f9c5cca7b43d0fd5444392952dcc0fbb8a4288671fc677969a7d466a66c302d5"
    assert Ledger.of(NOW, ()).commitment == expected


def test_an_older_commitment_covers_the_seed_alone() -> None:
    expected = "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc"
    assert Ledger.of(HEADER, ()).commitment == expected


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "other"},
        {"rules": 2},
        {"players": ("Bob", "Ann")},
        {"zone": "Europe/London"},
        {"options": {"batch": "3"}},
        {"options": {"lots": "5"}},
        {"seed": "12" * 32},
        {"file": "a = 1\n"},
    ],
)
def test_another_set_up_has_another_commitment(changed: dict[str, object]) -> None:
    other = replace(NOW, **changed)  # type: ignore[arg-type]
    assert Ledger.of(other, KNOWN).commitment != Ledger.of(NOW, KNOWN).commitment


def test_defaults_are_options_too_and_stand_by_name() -> None:
    typed = replace(NOW, options={"lots": "5", "jokers": "no"})
    covered = header_text(with_all_options(typed, KNOWN)).splitlines()[4:]
    assert covered == ["option batch: 2", "option jokers: off", "option lots: 5"]
    assert header_text(with_all_options(NOW, KNOWN)).count("option") == 2  # lots has no default


def test_the_file_of_a_game_is_covered_behind_its_options_line_by_line() -> None:
    made = replace(NOW, options={"lots": "5"}, file="zone: b\n\na\n")
    covered = header_text(with_all_options(made, KNOWN)).splitlines()[6:]
    assert covered == ["option lots: 5", "setup: zone: b", "setup:", "setup: a"]
    other = replace(made, file="a\n\nzone: b\n")
    assert Ledger.of(made, KNOWN).commitment != Ledger.of(other, KNOWN).commitment


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(UnknownOption, match="no option “lot”"):
        Ledger.of(replace(NOW, options={"lot": "5"}), KNOWN)


def test_the_seal_binds_game_entry_and_arrival() -> None:
    seal = Ledger.of(NOW, ()).seal(BID, "Ann")
    nonce = "e0ff88bf6d0bee8309447b5bdbc3729e"
    assert seal.line == f"{nonce} f9c5cca7 5 2026-11-20T20:44:00Z Ann: bid A 30, C 12"
    assert seal.digest == "904618fe7c8afb3f28010b62704e048d1a08dc243ff5e80c8ea98c1b5f8a4c10"


def test_an_older_seal_binds_the_move_alone() -> None:
    seal = Ledger.of(HEADER, ()).seal(BID, "Ann")
    assert seal.line == "e0ff88bf6d0bee8309447b5bdbc3729e Ann: bid A 30, C 12"
    assert seal.digest == "cfcd750308ec1e5afc6004e58135f25b74eda87972d32dae8f62f980a8561599"


@pytest.mark.parametrize("header", [HEADER, NOW])
def test_who_had_it_first_can_not_reckon_another_players_seal(header: Header) -> None:
    ledger, bobs = Ledger.of(header, ()), replace(BID, who="Bob", put_down_as="Ann")
    assert ledger.seal(bobs, "Bob").nonce != ledger.seal(BID, "Ann").nonce


def test_whose_move_was_put_in_can_not_find_the_hosts_reason_by_trying() -> None:
    ledger = Ledger.of(NOW, ())
    text = 'insert 3 Ann at 2026-11-20T20:44:00Z "bid A 30, C 12" why "missed"'
    assert ledger.seal(replace(BID, who="host", text=text), "host").nonce != (
        ledger.seal(BID, "Ann").nonce
    )


def test_the_silence_of_a_seat() -> None:
    expected = "95609618bce91f99794731b89e868a44dbbaa027da4c15252072581f7f18c854"
    assert Ledger.of(NOW, ()).silence(2, "Bob") == expected


def test_the_chain() -> None:
    start = Entry(1, "host", "start", AT, Instant("2026-11-20T19:00:00Z"))
    ledger = Ledger.of(NOW, ())
    first = link(ledger.commitment, 1, start.recorded_at, said(start))
    assert first == "6879b0f7d6bef240a200b31fd43822f4cc4580095f4de24f4278847a31d7c308"
    sealed = ledger.seal(BID, "Ann").digest
    second = link(first, 2, Instant("2026-11-20T20:50:00Z"), sealed)
    assert second == "ca34e1401873e7c73778e0cd2c817ea23e634c8e77876fa559a8058f34639f9d"
