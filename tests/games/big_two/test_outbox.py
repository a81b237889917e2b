"""A hand as it waits in the outbox (BT-2)."""

from __future__ import annotations

from hosting import Host


def test_bt_2_the_hand_in_a_preview_is_the_one_that_goes_out(host: Host) -> None:
    """Also when the game has gone on since."""
    assert host("new president Lunch Ann Bob -o hand_size=4 --dialect plain").code == 0
    assert host("record host start").code == 0
    leader = host("status --json").facts["waiting"][0]["who"]
    card = host("status --json --secret").facts["secret"]["must"]
    assert host(f"record {leader} play {card}").code == 0
    for number in (3, 4):
        goes_out = host(f"outbox {number}").out
        assert "Round 1 of 5 is dealt" in goes_out
        assert host(f"outbox {number} --plain").out == goes_out
