"""A slip found days later is put right by one command, and tells those concerned what differs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hosting import Host

pytestmark = pytest.mark.slow  # whole evenings at the desk

_SEAL = re.compile(r"\b[0-9a-f]{32,64}\b")


@pytest.fixture
def auction(host: Host) -> Host:
    """The opening auction is over, four have trashed a card since, and there was an extension; all
    that was written has gone out. Ann's bid on C was 45 and was typed as 54.
    """
    host.begin("Ann Bob Cid Dee Eve Wisp", "-o lots=6 -o batch_size=6")
    host.at("20 20:30")("record Ann bid C 54, D 10")
    host.at("20 20:40")("record Wisp bid C 50, D 12")
    host.at("20 20:50")("record Bob bid A 20")
    host.at("20 20:55")("record Cid bid B 20")
    host.at("20 21:00")("record Dee bid E 20")
    host.at("20 21:10")("record Eve bid F 20")
    host.at("20 21:30")("sent all")
    host.at("21 20:00")("close")
    host.at("21 20:10")("sent all")
    players = host("status --json --secret").facts["players"]
    for player in players:
        if player["name"] not in {"Ann", "Wisp"}:
            host.at("22 10:00")(f"record {player['name']} trash {player['hand'][0]}")
    host.at("22 12:00")("rule extend +12h --why", "forum was down")
    host.at("22 12:30")("sent all")
    return host.at("23 12:00")


@pytest.fixture
def trick(host: Host) -> Host:
    """A round of Big Two under way, of which all that was written has gone out. Three plays ago
    Ann played 8S, and 8H was typed.
    """
    assert host("new big-two Duel Ann Bob Cid Dee --zone UTC --seed", "11" * 32).code == 0
    for line in ("host start", "Cid play 3D", "Dee play 6H", "Ann play 8H", "Bob play 9S"):
        assert host(f"record {line}").code == 0, line
        host("sent all")
    for line in ("Cid play 10D", "Dee play JS"):
        assert host(f"record {line}").code == 0, line
        host("sent all")
    return host


def texts(host: Host) -> dict[str, str]:
    """What waits to go out, by its reader."""
    rows = host("outbox --json").facts
    assert len({row["to"] for row in rows}) == len(rows), "more than one text to a reader"
    found = {row["to"]: host(f"outbox {row['number']} --json").facts["texts"] for row in rows}
    return {to: "\n".join(parts) for to, parts in found.items()}


def amended(host: Host, line: str) -> str:
    """What the command answers that does it."""
    done = host(line, "--why", "typed wrong", "--yes")
    assert done.code == 0, done.all
    return done.all


def test_a_bid_typed_wrong_is_put_right_by_one_command_that_tells_those_concerned(
    auction: Host,
) -> None:
    amended(auction, "amend 3 bid C 45, D 10")
    told = texts(auction)
    assert set(told) == {"", "Ann", "Wisp"}
    assert "Lot C goes to Wisp for 50 coins, not to Ann." in told[""]
    assert "Lot C goes to Wisp for 50 coins, not to you." in told["Ann"]
    assert "You have 290 coins, not 246." in told["Ann"]
    assert "Lot C goes to you for 50 coins, not to Ann." in told["Wisp"]
    for unchanged in ("Lot A", "Lot B", "Lot E", "Lot F", "Bob", "Cid", "Dee"):
        assert all(unchanged not in text for text in told.values())
    facts = auction("status --json --secret").facts
    winners = {lot["lot"]: lot["winner"] for lot in facts["public"]["decided"]}
    assert (winners["C"], winners["D"]) == ("Wisp", "Ann")
    assert [len(trash["cards"]) for trash in facts["secret"]["trashes"]] == [1, 1, 1, 1]


def test_what_was_said_in_secret_is_told_to_nobody_else(auction: Host) -> None:
    """AP-7: what somebody else bid stays secret, and so does the reason, which may tell it."""
    amended(auction, "amend 3 bid C 45, D 10")
    told = texts(auction)
    for reader in ("", "Wisp"):
        assert "45" not in told[reader]
        assert "54" not in told[reader]
        assert "typed wrong" not in told[reader]
    assert "It is “bid C 45, D 10”, not “bid C 54, D 10”." in told["Ann"]
    assert "typed wrong" in told["Ann"]


def test_a_correction_tells_a_seat_nothing_of_what_it_may_not_know(
    host: Host, migrated: Path, tmp_path: Path
) -> None:
    """Two games that differ in a bid of Cid's which won nothing, and was put right too: all that
    others are told is the same to the byte, but for the seals.
    """
    other = tmp_path / "other.db"
    shutil.copy(migrated, other)
    told = []
    for desk, coins in ((host, 7), (Host(other), 8)):
        desk.at("20 20:00").begin("Ann Bob Cid Wisp", "-o lots=4 -o batch_size=4")
        desk.at("20 20:30")("record Ann bid C 54, D 10")
        desk.at("20 20:40")("record Wisp bid C 50, D 12")
        desk.at("20 20:50")("record Bob bid A 20")
        desk.at("20 20:55")("record Cid bid B 20, C 6")
        desk.at("21 20:00")("close")
        desk.at("21 20:10")("sent all")
        amended(desk, f"amend 6 bid B 20, C {coins}")
        amended(desk, "amend 3 bid C 45, D 10")
        told.append(texts(desk))
    assert told[0].pop("Cid") != told[1].pop("Cid")
    one, two = ({to: _SEAL.sub("#", text) for to, text in all_.items()} for all_ in told)
    assert set(one) == {"", "Ann", "Wisp"}
    assert one == two


def test_a_correction_tells_the_opponent_nothing_of_groups(
    host: Host, migrated: Path, tmp_path: Path
) -> None:
    """GB-2: two games that differ in how Bob's groups were put right, in colours alike; Ann and the
    thread are told of another seal, and of nothing else.
    """
    other = tmp_path / "other.db"
    shutil.copy(migrated, other)
    told = []
    for desk, groups in (
        (host, "A 3 4 B 0 7 8 C 1 2 5 6"),
        (Host(other), "A 5 4 B 0 7 8 C 1 2 3 6"),
    ):
        desk("new grouping-bw Duel Ann Bob --zone UTC --seed", "11" * 32)
        for line in (
            "host start",
            "Ann group A 1 4 B 0 7 8 C 2 3 5 6",
            "Bob group A 1 4 B 0 7 8 C 2 3 5 6",
            "host first Ann",
            "Ann bet 3",
            "Bob raise 3",
        ):
            assert desk(f"record {line}").code == 0, line
        desk("sent all")
        amended(desk, f"amend 3 group {groups}")
        told.append(texts(desk))
    assert told[0].pop("Bob") != told[1].pop("Bob")
    one, two = ({to: _SEAL.sub("#", text) for to, text in all_.items()} for all_ in told)
    assert set(one) == {""}
    assert one == two
    assert "Among the seals stands" in one[""]


def test_the_preview_names_all_that_then_happens_and_changes_nothing(auction: Host) -> None:
    before = auction.snapshot(), auction("outbox --all").out
    shown = auction("amend 3 bid C 45, D 10")
    assert shown.code == 0
    assert (auction.snapshot(), auction("outbox --all").out) == before
    assert "lot C: winner Wisp instead of Ann" in shown.all
    assert "Ann: coins 290 instead of 246" in shown.all
    assert "3 texts to go out: 1 post, message to Ann, message to Wisp" in shown.all
    done = amended(auction, "amend 3 bid C 45, D 10")
    indented = [line for line in shown.all.splitlines() if line.startswith("  ")]
    (hint,) = [line.split("  does it")[0].strip() for line in indented if "--yes" in line]
    assert hint == 'gmtool amend 3 bid C 45, D 10 --why "…" --yes'
    assert set(indented) - {line for line in indented if "--yes" in line} <= set(done.splitlines())


def test_where_only_the_deadline_differs_one_post_tells_it(auction: Host) -> None:
    """Four had a receipt that says until when: the post tells all of them."""
    shown = amended(auction, 'amend 14 extend +6h why "down"')
    told = texts(auction)
    assert set(told) == {""}
    assert "cards to trash in change session 1, until Mon 23 Nov 02:00" in told[""]
    assert "the correction in the thread tells what holds" in shown


def test_an_amendment_is_put_right_by_another_of_the_same_entry(auction: Host) -> None:
    amended(auction, "amend 3 bid C 45, D 10")
    refused = auction("amend 15 --strike --why x")
    assert refused.code == 1
    assert "put entry 3 right anew, or take it back with `undo 15`" in refused.all
    amended(auction, "amend 3 bid C 44, D 10")
    assert "You have 290 coins, not 246." in texts(auction)["Ann"]


def test_undo_of_an_amendment_restores_all(auction: Host) -> None:
    stood = auction("status --json --secret").facts
    amended(auction, "amend 3 bid C 45, D 10")
    assert auction("undo").code == 0
    again = auction("status --json --secret").facts
    assert again["players"] == stood["players"]
    assert again["secret"] == stood["secret"]
    assert texts(auction) == {}, "nothing had gone out"


def test_undo_of_an_amendment_that_was_told_says_that_the_first_holds(auction: Host) -> None:
    amended(auction, "amend 3 bid C 45, D 10")
    auction("sent all")
    assert auction("undo").code == 0
    told = texts(auction)
    assert set(told) == {"", "Ann", "Wisp"}
    assert "Lot C goes to Ann for 54 coins, not to Wisp." in told[""]


def test_what_a_correction_called_wrong_is_said_to_hold_after_all(trick: Host) -> None:
    amended(trick, "amend 5 play 2C --drop 6,7,8")
    told = texts(trick)
    for name, card in (("Bob", "9S"), ("Cid", "10D"), ("Dee", "JS")):
        assert f"{name}'s “play {card}” doesn't count any more" in told[""]
        assert f"Your “play {card}” doesn't count any more" in told[name]
    assert "It is your turn. Ann has played a single: 2♣." in told["Bob"]
    trick("sent all")
    undone = trick("undo --why", "it was 8H")
    assert "already sent, and right after all: 11, post" in undone.all
    told = texts(trick)
    assert "It is “play 8H”, not “play 2C”." in told[""]
    assert "Reason: it was 8H" in told[""]
    assert "as “trick 1 of round 1, Bob is next” does hold after all." in told[""]
    assert "In what I" not in told[""], "it was right as it was posted first"
    assert "What I sent here doesn't hold:" in told["Bob"], "he was asked to play, and isn't"


def test_what_falls_by_an_amendment_has_to_be_named(auction: Host) -> None:
    hand = auction("status --json --secret").facts["players"][5]["hand"]
    auction.at("22 20:00")(f"record Wisp trash {hand[0]}")
    auction("sent all")
    refused = auction("amend 3 bid C 45, D 10 --yes --why", "typed wrong")
    assert refused.code == 1
    assert "falls: entry 15, Wisp" in refused.all
    assert "(AP-16)" in refused.all
    (line,) = re.findall(r"gmtool (amend .*--yes)", refused.all)
    assert "--drop 15" in line
    assert "typed wrong" in line
    amended(auction, "amend 3 bid C 45, D 10 --drop 15")
    assert 'drop 15 why "typed wrong"' in auction.snapshot()
    assert "No longer on record: “trash" in texts(auction)["Wisp"]


def test_a_play_typed_wrong_three_plays_ago_is_one_post_that_names_the_card(trick: Host) -> None:
    amended(trick, "amend 5 play 8S")
    told = texts(trick)
    assert set(told) == {"", "Ann"}
    assert "It is “play 8S”, not “play 8H”." in told[""]
    assert "“Ann plays a single: 8♠”, not “Ann plays a single: 8♥”" in told[""]
    assert "typed wrong" in told[""]
    hands = {p["name"]: p["hand"] for p in trick("status --json --secret").facts["players"]}
    assert "8H" in hands["Ann"]
    assert "8S" not in hands["Ann"]


def test_the_preview_speaks_of_cards_and_not_of_what_texts_are_made_from(trick: Host) -> None:
    shown = trick("amend 8 play QD").all
    assert "  Dee: hand JS instead of QD\n" in shown
    assert "to beat: cards QD instead of JS, stands QD instead of JS\n" in shown
    assert not re.search(r"key|beaten|None|\[|\{", shown)


def test_a_reply_that_waits_gives_the_reason_that_holds(trick: Host) -> None:
    assert trick("record Ann play 10S").code != 0
    (number,) = (row["number"] for row in trick("outbox --json").facts)
    first = trick(f"outbox {number}").out
    assert "doesn't beat the single JS of Dee" in first
    amended(trick, "amend 8 play QD")
    assert "doesn't beat the single QD of Dee" in trick(f"outbox {number}").out
    trick("undo")
    text = first.partition("Hi Ann")[2]
    assert trick(f"outbox {number}").out.partition("Hi Ann")[2] == text
    amended(trick, "amend 8 --strike")
    assert "it is Dee's turn, not Ann's" in trick(f"outbox {number}").out


def test_a_reply_that_waits_says_nothing_is_on_record_once_its_other_bid_was_taken_back(
    host: Host,
) -> None:
    """It was said so by the undo, and an amendment of somebody else's bid doesn't unsay it."""
    host.begin("Ann Bob")
    host("sent all")
    host.at("20 20:44")("record Ann bid A 30")
    host("record Bob bid B 12, Q 17")
    host("undo")
    amended(host, "amend 3 bid A 31")
    assert "nothing of it is on record" in texts(host)["Bob"]


def test_in_an_open_sealed_window_only_its_player_hears_of_it(host: Host) -> None:
    host.begin("Ann Bob Cid")
    host.at("20 20:30")("record Ann bid A 54")
    host("sent all")
    amended(host, "amend 3 bid A 45")
    told = texts(host)
    assert set(told) == {"Ann"}
    assert "bid A 45" in told["Ann"]
    assert re.search(r"[0-9a-f]{64}", told["Ann"]), "the seal of what holds"


def test_who_said_it_and_when_and_that_it_does_not_count(host: Host) -> None:
    host.begin("Ann Bob Cid")
    host.at("20 20:30")("record Ann bid A 30")
    host.at("20 20:40")("record Bob bid A 30")
    host.at("20 20:50")
    host("sent all")
    amended(host, "amend 4 --at 20:20")
    assert "2026-11-20T20:20:00Z" in host.snapshot()
    amended(host, "amend 3 --who Cid")
    bids = {p["name"]: p["bids"] for p in host("status --json --secret").facts["players"]}
    assert [who for who, made in bids.items() if made] == ["Bob", "Cid"]
    amended(host, "amend 3 --strike")
    bids = {p["name"]: p["bids"] for p in host("status --json --secret").facts["players"]}
    assert [who for who, made in bids.items() if made] == ["Bob"]


def test_who_had_the_receipt_first_cannot_guess_what_is_another_players(host: Host) -> None:
    """AP-7: the post lists the new seal, so its nonce is one that the first holder never had."""
    host.begin("Ann Bob Cid Dee", "-o lots=4 -o batch_size=4")
    host.at("20 20:30")("record Ann bid A 30")
    host.at("20 20:40")("record Bob bid B 30")
    host.at("21 20:00")("close")
    first = host("outbox 3 --json").facts["texts"][0]
    host("sent all")
    amended(host, "amend 3 --who Cid")
    nonces = [re.findall(r"\b[0-9a-f]{32}\b", text) for text in (first, texts(host)["Cid"])]
    assert len(nonces[0]) == len(nonces[1]) == 1
    assert nonces[0] != nonces[1]
    told = texts(host)
    assert "“bid A 30” is yours; I had put it down as somebody else's." in told["Cid"]
    assert "“bid A 30” isn't yours" in told["Ann"]
    assert "Cid" not in told["Ann"].replace("Lot A goes to Cid for 30 coins, not to you.", "")
    assert "I had put a sealed move down wrong." in told[""]


def test_a_lot_is_told_of_where_something_of_it_differs(host: Host) -> None:
    """AP-12: who has it, for how much, and how many bid on it; the others stay as they were."""
    host.begin("Ann Bob Cid", "-o lots=4 -o batch_size=4")
    host.at("20 20:30")("record Ann bid A 30")
    host.at("20 20:40")("record Bob bid B 30, A 5")
    host.at("21 20:00")("close")
    host("sent all")
    amended(host, "amend 4 bid B 30, D 5")
    told = texts(host)
    assert set(told) == {"", "Bob"}
    assert "Lot A had 1 bid, not 2; who has it stays as it was." in told[""]
    assert "Lot D had 1 bid, not 0; it still goes to nobody." in told[""]
    assert "Lot B" not in told[""]


def test_a_reply_that_had_refused_it_does_not_hold_once_a_missed_move_counts(host: Host) -> None:
    host.begin("Ann Bob", "-o lots=2 -o batch_size=2")
    host.at("20 20:30")("record Ann bid A 5")
    host.at("21 20:00")("close")
    host.at("21 20:30")("record Bob bid A 40 --at", "2026-11-21 19:55")
    host("sent all")
    done = host(
        "amend --before 4 Bob bid A 40 --at", "2026-11-21 19:55", "--why", "overlooked", "--yes"
    )
    assert done.code == 0, done.all
    told = texts(host)
    assert "I had missed a move of yours: “bid A 40”" in told["Bob"]
    assert "Reason: overlooked" in told["Bob"]
    assert "“what I couldn't take”" in told["Bob"]
    assert "overlooked" not in told[""]


def test_who_was_never_told_that_it_counts_hears_why_it_does_not(host: Host) -> None:
    """ALL-8: Ann's earlier bid is typed second; that of 21:00 was never confirmed to her."""
    host.begin("Ann Bob")
    host("sent all")
    host.at("20 21:00")("record Ann bid A 7")
    host.at("20 21:05")("record Ann bid A 5 --at 20:30")
    told = texts(host)["Ann"]
    assert "“A 7”: you have already bid 5 on lot A" in told
    assert "bid A 5" in told
    host("undo")
    told = texts(host)["Ann"]
    assert "already bid" not in told
    assert "bid A 7" in told


def test_who_was_told_that_it_counts_hears_that_and_why_it_does_not(host: Host) -> None:
    host.begin("Ann Bob")
    host.at("20 21:00")("record Ann bid A 7")
    host("sent all")
    host.at("20 21:05")("record Ann bid A 5 --at 20:30")
    told = texts(host)["Ann"]
    assert "No longer on record: “bid A 7”" in told
    assert "You have already bid 5 on lot A" in told
    assert "(rule AP-8)" in told


def test_good_bids_stand_beside_one_that_came_too_late(host: Host) -> None:
    """AP-8, ALL-8: as if they had been typed as they arrived; what is left can be put right too."""
    host.begin("Ann Bob", "-o lots=3 -o batch_size=3")
    host("sent all")
    host.at("20 21:00")("record Bob bid A 30, C 12")
    host("sent all")
    said = host.at("20 21:05")("record Bob bid A 12 --at 20:10")
    assert "only bid C 12 stands (AP-8)" in said.all
    told = texts(host)["Bob"]
    assert "You have already bid 12 on lot A" in told
    assert "bid C 12" in told
    assert "stands in part: another came before it" in host("log").out
    assert host("amend 3 bid B 9 --strike").code == 2
    assert host("amend 3 --strike").code == 0
    assert host("amend 3 bid A 30, B 9").code == 1, "what is put right stands as a whole"
    amended(host, "amend 3 bid B 9")
    (bob,) = [p for p in host("status --json --secret").facts["players"] if p["name"] == "Bob"]
    assert sorted((bid["lot"], bid["coins"]) for bid in bob["bids"]) == [("A", 12), ("B", 9)]
    assert "nothing amiss" in host("check").all


def test_what_does_not_stand_since_another_came_before_can_be_put_right(host: Host) -> None:
    host.begin("Ann Bob")
    host.at("20 21:00")("record Bob bid A 30")
    host.at("20 21:05")("record Bob bid A 12 --at 20:10")
    assert host("amend 3 bid B 9").code == 0
    amended(host, "amend 3 bid B 9")
    (bob,) = [p for p in host("status --json --secret").facts["players"] if p["name"] == "Bob"]
    assert sorted((bid["lot"], bid["coins"]) for bid in bob["bids"]) == [("A", 12), ("B", 9)]


def test_a_draw_is_dated_by_what_made_it_due(host: Host) -> None:
    """ALL-8: Ann's groups came last, whoever was typed last."""
    host("new grouping-bw Duel Ann Bob --zone UTC --seed", "11" * 32)
    host("record host start")
    host.at("20 21:10")("record Ann group A 1 4 B 0 7 8 C 2 3 5 6")
    host.at("20 21:30")("record Bob group A 1 4 B 0 7 8 C 2 3 5 6 --at 20:50")
    drawn = [line for line in host.snapshot().splitlines() if "chance" in line and "order" in line]
    assert len(drawn) == 2
    assert all("2026-11-20T21:10:00Z" in line for line in drawn)


def test_an_amendment_in_its_text_form_tells_as_much(host: Host) -> None:
    host.begin("Ann Bob")
    host.at("20 20:30")("record Ann bid A 30")
    host("sent all")
    assert host("record host", 'strike 3 why "sent to another game"').code == 0
    told = texts(host)
    assert set(told) == {"Ann"}
    assert "Reason: sent to another game" in told["Ann"]


def test_the_reason_of_an_undo_is_told_to_who_may_know_what_was_undone(host: Host) -> None:
    """AP-7: the bid was the last that the window waited for, and tells of itself."""
    host.begin("Ann Bob", "-o lots=2 -o batch_size=2")
    host.at("20 20:30")("record Ann bid A 30")
    host("sent all")
    host("undo --why", "Ann never bid 30")
    told = texts(host)
    assert "Ann never bid 30" in told["Ann"]
    assert all("30" not in text for to, text in told.items() if to != "Ann")


def test_when_a_message_came_is_put_right_with_what_was_taken_from_it(host: Host) -> None:
    host.begin("Ann Bob")
    host.at("20 20:44")("record Ann --from -", pasted="maybe 30 on A?")
    host("take 3 bid A 30")
    assert host("amend 3 --at 20:31").code == 0
    amended(host, "amend 3 --at 20:31")
    (ann,) = [p for p in host("status --json --secret").facts["players"] if p["name"] == "Ann"]
    assert ann["bids"][0]["received"] == "2026-11-20T20:31:00Z"


def test_what_was_taken_late_and_came_in_time_is_not_late(host: Host) -> None:
    host.begin("Ann Bob")
    host("sent all")
    host.at("21 20:30")("record Ann bid A 30 --late", "the forum was down")
    done = host("amend 3 --at", "2026-11-21 19:55", "--why", "typed wrong", "--yes")
    assert done.code == 0, done.all
    assert host("status --json --secret").code == 0
    assert "late" not in texts(host)["Ann"]


def test_a_late_move_that_was_taken_stays_so_where_more_time_is_put_right(host: Host) -> None:
    """ALL-1: what was late isn't by the new deadline, and counts as it did"""
    host.begin("Ann Bob")
    host.at("20 21:00")('rule extend +1h --why "x"')
    host.at("21 22:00")("record Ann bid A 30 --at 21:30 --late", "the forum was down")
    shown = host('amend 3 extend +6h why "x"').all
    assert "falls" not in shown
    amended(host, 'amend 3 extend +6h why "x"')
    (ann,) = (p for p in host("status --json --secret").facts["players"] if p["name"] == "Ann")
    assert [bid["coins"] for bid in ann["bids"]] == [30]


def test_a_late_move_may_be_put_right_to_a_time_that_is_late_as_well(host: Host) -> None:
    host.begin("Ann Bob")
    host.at("21 22:00")("record Ann bid A 30 --at 21:30 --late", "the forum was down")
    done = host("amend 3 --at", "2026-11-21 21:00", "--why", "typed wrong", "--yes")
    assert done.code == 0, done.all


def test_a_journal_with_a_draw_that_comes_out_otherwise_is_whole(auction: Host) -> None:
    auction("rule extend +24h --why", "x")
    auction.at("25 12:00")("close")
    struck = auction("amend 10 --strike --why", "x", "--yes")
    assert struck.code == 0, struck.all
    assert "drawn otherwise, from the same sub-seed" in struck.all
    exported = auction("export")
    assert "doesn't go through" not in exported.all
    assert auction("import - --as again", pasted=exported.out).code == 0
    assert auction("status --json --game again").facts["entry"] == len(
        auction("log --json --game R3").facts
    )


def test_an_ended_game_shows_no_message_and_no_remark_in_an_amendment(host: Host) -> None:
    host.begin("Ann Bob")
    host('record host note "about Bob"')
    amended(host, 'amend 3 note "SECRET remark"')
    assert host("record host", 'amend 3 to "Note \\"SECRET too\\"" why "x"').code == 0
    host("record host", 'end why "enough"')
    shown = host("export --public")
    assert "SECRET" not in shown.all
    assert 'amend 3 to "note \\"the host\'s own\\""' in shown.all


def test_the_log_shows_an_amendment_of_what_everybody_saw(trick: Host) -> None:
    amended(trick, "amend 5 play 8S")
    rows = trick("log --json").facts
    assert [row["move"] for row in rows if row["state"].startswith("put right")] == ["play 8H"]
    assert rows[-1]["move"].startswith("amend 5")


def test_the_log_shows_no_amendment_of_what_is_sealed(auction: Host) -> None:
    amended(auction, "amend 3 bid C 45, D 10")
    assert auction("log --json").facts[-1]["move"] == "(sealed)"
    assert "bid C 45" in auction("log --secret --json").facts[-1]["move"]


def test_what_is_no_slip_is_not_put_right(auction: Host) -> None:
    assert "entry 3 says just that" in auction("amend 3 bid C 54, D 10").all
    amended(auction, "amend 3 bid C 45, D 10")
    amended(auction, "amend 4 bid C 51, D 12")
    refused = auction("undo 15")
    assert refused.code == 1
    assert "gmtool amend 3" in refused.all


def test_a_message_that_was_missed_is_put_in_its_place(host: Host) -> None:
    host.begin("Ann Bob", "-o lots=2 -o batch_size=2")
    host.at("20 20:30")("record Ann bid A 5")
    host.at("21 20:00")("close")
    host.at("21 20:30")("sent all")
    refused = host("record Bob bid A 40 --at", "2026-11-21 19:55")
    assert refused.code == 1
    (line,) = re.findall(r"gmtool (amend --before 4 Bob bid A 40 --at \S+)", refused.all)
    amended(host, line)
    assert host("status --json").facts["public"]["decided"][0]["winner"] == "Bob"


def test_the_number_of_a_message_is_that_of_its_move(host: Host) -> None:
    host.begin("Ann Bob Cid")
    host.at("20 20:30")("record Ann --from -", pasted="Hmm, maybe 54 on A")
    assert host("take 3 bid A 54").code == 0
    amended(host, "amend 3 bid A 45")
    assert "amend 4 to" in host.snapshot()


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("amend 99 bid A 1", 1, "entry 99 doesn't count"),
        ("amend 1 bid A 1", 1, "what chance gave"),
        ("amend 3", 2, "say what was said"),
        ("amend 3 bid A 0", 1, "AP-"),
        ("amend 3 --strike --who Bob", 2, "--strike stands alone"),
        ("amend --before 3 Bob bid A 1", 2, "--at WHEN"),
        ("amend 3 bid A 45 --yes", 2, "needs a reason"),
        ("undo 2", 1, "gmtool amend 2"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    host: Host, line: str, code: int, words: str
) -> None:
    host.begin("Ann Bob Cid")
    host.at("20 20:30")("record Ann bid A 54")
    before = host.snapshot()
    refused = host(line)
    assert (refused.code, words in refused.all) == (code, True), refused.all
    assert host.snapshot() == before
