"""The bytes that bind a game: every published check value (design §6)."""

from typing import Any

import pytest
from msgspec.structs import replace

from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.ledger import Ledger, header_text, link, said, with_all_options
from gmtool.engine.options import Option, UnknownOption

HEADER = Header("demo", 1, "Round 1", "UTC", ("Ann", "Bob"), seed="11" * 32)
AT = Instant("2026-11-20T20:44:00Z")
BID = Entry(5, "Ann", "bid A 30, C 12", AT, AT)
KNOWN = (
    Option("lots", None, "how many lots", "AP-1"),
    Option("jokers", False, "whether there are jokers", "AP-1"),
    Option("batch", 2, "lots in a batch", "AP-1"),
)


def test_the_commitment_covers_seed_and_set_up() -> None:
    assert header_text(HEADER) == "kind: demo\nrules: 1\nplayers: Ann, Bob\nzone: UTC\n"
    expected = "f9c5cca7b43d0fd5444392952dcc0fbb8a4288671fc677969a7d466a66c302d5"
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
    other = replace(HEADER, **changed)
    assert Ledger.of(other, KNOWN).commitment != Ledger.of(HEADER, KNOWN).commitment


def test_defaults_are_options_too_and_stand_by_name() -> None:
    typed = replace(HEADER, options={"lots": "5", "jokers": "no"})
    covered = header_text(with_all_options(typed, KNOWN)).splitlines()[4:]
    assert covered == ["option batch: 2", "option jokers: off", "option lots: 5"]
    assert header_text(with_all_options(HEADER, KNOWN)).count("option") == 2  # lots has no default


def test_the_file_of_a_game_is_covered_behind_its_options_line_by_line() -> None:
    made = replace(HEADER, options={"lots": "5"}, file="zone: b\n\na\n")
    covered = header_text(with_all_options(made, KNOWN)).splitlines()[6:]
    assert covered == ["option lots: 5", "setup: zone: b", "setup:", "setup: a"]
    other = replace(made, file="a\n\nzone: b\n")
    assert Ledger.of(made, KNOWN).commitment != Ledger.of(other, KNOWN).commitment


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(UnknownOption, match="no option “lot”"):
        Ledger.of(replace(HEADER, options={"lot": "5"}), KNOWN)


def test_the_seal_binds_game_entry_and_arrival() -> None:
    seal = Ledger.of(HEADER, ()).seal(BID, "Ann")
    nonce = "e0ff88bf6d0bee8309447b5bdbc3729e"
    assert seal.line == f"{nonce} f9c5cca7 5 2026-11-20T20:44:00Z Ann: bid A 30, C 12"
    assert seal.digest == "904618fe7c8afb3f28010b62704e048d1a08dc243ff5e80c8ea98c1b5f8a4c10"


def test_who_had_it_first_can_not_reckon_another_players_seal() -> None:
    ledger, bobs = Ledger.of(HEADER, ()), replace(BID, who="Bob", put_down_as="Ann")
    assert ledger.seal(bobs, "Bob").line[:32] != ledger.seal(BID, "Ann").line[:32]


def test_whose_move_was_put_in_can_not_find_the_hosts_reason_by_trying() -> None:
    ledger = Ledger.of(HEADER, ())
    text = 'insert 3 Ann at 2026-11-20T20:44:00Z "bid A 30, C 12" why "missed"'
    inserted = ledger.seal(replace(BID, who="host", text=text), "host")
    assert inserted.line[:32] != ledger.seal(BID, "Ann").line[:32]


def test_the_silence_of_a_seat() -> None:
    expected = "95609618bce91f99794731b89e868a44dbbaa027da4c15252072581f7f18c854"
    assert Ledger.of(HEADER, ()).silence(2, "Bob") == expected


START = Entry(1, "host", "start", Instant("2026-11-20T19:00:00Z"), Instant("2026-11-20T19:00:00Z"))


def test_the_chain() -> None:
    ledger = Ledger.of(HEADER, ())
    first = link(ledger.commitment, START, said(START))
    assert first == "425632235d76b6cf28d7fa7fb5fbc43e656c1b2feefd8667cc6c8cc3180cc678"
    sealed = ledger.seal(BID, "Ann").digest
    second = link(
        first, replace(BID, number=2, recorded_at=Instant("2026-11-20T20:50:00Z")), sealed
    )
    assert second == "49b5d886a44e46f48a10f58e242afc0265c8dc783c6c157e98947b2857e641b1"


@pytest.mark.parametrize(
    "changed", [{"late": "the forum was down"}, {"received_at": AT}, {"recorded_at": AT}]
)
def test_the_chain_binds_when_an_entry_came_and_that_it_came_late(changed: dict[str, Any]) -> None:
    before, other = Ledger.of(HEADER, ()).commitment, replace(START, **changed)
    assert link(before, other, said(other)) != link(before, START, said(START))


def test_the_policy_of_deadlines_and_chance_are_covered_and_looks_are_not() -> None:
    policy = {"grace": "30m", "chance": "typed", "ends_at": "21:00", "skip": "sat"}
    policy |= {"words_until": "2026-11-20T19:00:00Z", "longest_absence": "2d"}
    made = replace(HEADER, settings={**policy, "dialect": "phpbb"}, file="a\n")
    covered = header_text(made).splitlines()[4:]
    assert covered == [*(f"set {key}: {policy[key]}" for key in sorted(policy)), "setup: a"]
