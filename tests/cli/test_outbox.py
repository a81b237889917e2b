"""The outbox as a host uses it: every text from draft to sent (design: messages)."""

from pathlib import Path
from typing import Any

import pytest
from hosting import Host
from playing import by_hand

pytestmark = pytest.mark.slow  # a game at the desk for each


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A game started at 20:00; its opening is message 1, the first batch message 2."""
    return Host(tmp_path / "games.db").begin()


def waiting(host: Host) -> dict[int, tuple[str, str]]:
    """The messages still to go out: to whom, and the occasions they are about."""
    rows = host("outbox --json").facts
    return {row["number"]: (row["to"], row["occasions"]) for row in rows}


def ledger(host: Host) -> dict[int, dict[str, Any]]:
    return {row["number"]: row for row in host("outbox --all --json").facts}


def said(host: Host, line: str, code: int = 0) -> str:
    """What the command printed; it must end with that code."""
    done = host(line)
    assert done.code == code, done.all
    return done.all


def test_every_text_waits_until_it_is_sent(host: Host) -> None:
    assert waiting(host) == {1: ("", "opening"), 2: ("", "batch-open")}
    said(host, "record Ann bid A 30")
    assert waiting(host)[3] == ("Ann", "receipt")
    assert "still to be posted or sent: 3 texts" in said(host, "status")
    assert host("status --json").facts["unsent"] == 3
    said(host, "sent 1 3")
    assert list(waiting(host)) == [2]
    said(host, "sent all")
    assert host("outbox").out.startswith("R3: nothing waits to go out")
    assert "still to be" not in said(host, "status")


def test_a_text_by_its_number_stands_alone_on_standard_output(host: Host) -> None:
    shown = host("record Ann bid A 30")
    again = host("outbox 3")
    assert again.out == shown.out
    assert again.out.startswith("Hi Ann,")
    assert "gmtool sent 3" in again.err
    assert host("outbox 3 --json").facts["texts"] == [shown.out.rstrip("\n")]


def test_one_message_a_player_and_command_made_of_blocks(host: Host) -> None:
    done = host("record Ann --from -", pasted="A 30\nZ 12\n")
    assert done.code == 1
    assert waiting(host)[3] == ("Ann", "receipt, refusal")
    assert done.out.count("Hi Ann,") == 1
    assert "bid A 30" in done.out
    assert "Z 12" in done.out


def test_a_refusal_alone_goes_out_too_and_changes_no_entry(host: Host) -> None:
    before = host.snapshot()
    assert host("record Ann bid Z 12").code == 1
    assert waiting(host)[3] == ("Ann", "refusal")
    assert host.snapshot() == before


def test_a_dry_run_drafts_nothing(host: Host) -> None:
    for line in ("record Ann bid A 30 --dry-run", "close --dry-run"):
        host.at("21 20:00")(line)
    assert list(waiting(host)) == [1, 2]


def test_receipts_are_never_replaced(host: Host) -> None:
    said(host, "record Ann bid A 30")
    said(host, "record Ann bid C 12")
    assert [row for row in waiting(host).values() if row[0]] == [("Ann", "receipt")] * 2


def test_a_newer_draft_of_its_kind_replaces_an_unsent_one(host: Host) -> None:
    said(host, "pm Ann inventory --queue")
    said(host, "pm Bob inventory --queue")
    said(host, "pm Ann inventory --queue")
    assert waiting(host) == {
        1: ("", "opening"),
        2: ("", "batch-open"),
        4: ("Bob", "inventory"),
        5: ("Ann", "inventory"),
    }
    row = ledger(host)[3]
    assert (row["state"], row["note"]) == ("withdrawn", "replaced by 5")


def test_what_was_sent_is_replaced_by_nothing(host: Host) -> None:
    said(host, "pm Ann inventory --queue")
    said(host, "sent 3")
    said(host, "pm Ann inventory --queue")
    assert ledger(host)[3]["state"] == "sent"
    assert waiting(host)[4] == ("Ann", "inventory")


def test_what_asks_for_moves_is_moot_once_its_window_has_closed(host: Host) -> None:
    said(host, "remind --queue")
    assert [row for row in waiting(host).values() if row[0]] == [
        ("Ann", "reminder"),
        ("Bob", "reminder"),
        ("Cid", "reminder"),
    ]
    said(host, "record Ann pass")
    assert ("Ann", "reminder") not in waiting(host).values()
    host.at("21 20:00")
    said(host, "close")
    assert 2 not in waiting(host)
    assert not [row for row in waiting(host).values() if row[1] == "reminder"]
    assert ledger(host)[2]["state"] == "withdrawn"


def test_what_was_sent_is_kept_verbatim(host: Host, tmp_path: Path) -> None:
    changed = tmp_path / "changed.txt"
    changed.write_text("My own words.\n  [b]kept[/b]\n", encoding="utf-8")
    said(host, f"sent 1 --link https://forum.example/t/12 --text {changed} --at 19:58")
    said(host, "set dialect=phpbb")
    shown = host("outbox 1")
    assert shown.out == "My own words.\n  [b]kept[/b]\n"
    row = ledger(host)[1]
    assert (row["sent"], row["link"]) == ("2026-11-20T19:58:00Z", "https://forum.example/t/12")


def test_sent_takes_ranges_of_what_waits(host: Host) -> None:
    for _ in range(3):
        said(host, "record Ann bid A 30", 0) if _ == 0 else said(
            host, f"record Bob bid {'ABC'[_]} 5"
        )
    said(host, "sent 4")
    said(host, "sent 1-5")
    assert waiting(host) == {}


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("sent 9", 1, "there is no message 9 in the outbox; there are 1 to 2."),
        ("sent x", 2, "“x” is no message of the outbox"),
        ("sent 5-9", 1, "nothing from 5-9 waits to go out"),
        ("sent 2-1", 1, "nothing from 2-1 waits to go out"),
        ("sent 1.1", 2, "a message is sent as a whole; name it as 1"),
        ("sent 1 2 --text x.txt", 3, "x.txt can't be read"),
        ("sent 1 --revoke", 1, "1 isn't marked as sent"),
        ("sent all --revoke", 2, "number by number"),
        ("outbox 0", 2, "“0” is no message of the outbox"),
        ("outbox 1.2", 1, "message 1 has 1 part."),
        ("outbox --copy", 2, "name its number"),
        ("outbox 1 --all", 2, "leave the number or --all out"),
        ("post --queue", 2, "--queue takes an occasion"),
        ("remind Zed", 1, "nobody here is called “Zed”"),
        ("remind host", 2, "a message goes to a player, not to host"),
    ],
)
def test_mistakes_are_answered(host: Host, line: str, code: int, words: str) -> None:
    done = host(line)
    assert (done.code, words in done.err) == (code, True), done.all
    assert list(waiting(host)) == [1, 2]


def test_sent_twice_is_refused_and_a_slip_can_be_revoked(host: Host) -> None:
    said(host, "sent 1")
    assert "gmtool sent 1 --revoke" in said(host, "sent 1", 1)
    assert "waits again: 1, post" in said(host, "sent 1 --revoke")
    assert 1 in waiting(host)
    said(host, "sent 1")
    assert 1 not in waiting(host)


def test_several_messages_share_no_text(host: Host, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("x")
    assert "name just one" in said(host, f"sent 1 2 --text {tmp_path / 'x.txt'}", 2)


def test_undo_withdraws_what_is_unsent_and_corrects_what_went_out(host: Host) -> None:
    said(host, "record Ann bid A 30")
    said(host, "record Bob bid A 40")
    said(host, "sent 4 --at 20:00")
    undone = said(host, "undo 4")
    assert "already sent, and now wrong: 4, message to Bob" in undone
    assert waiting(host)[5] == ("Bob", "correction")
    text = host("outbox 5").out
    assert "bid A 40" in text
    assert "Sat 21 Nov 20:00 GMT" in text, "what holds: until when"
    withdrawn = said(host, "undo 3")
    assert "not sent yet, withdrawn: 3, message to Ann" in withdrawn
    assert 3 not in waiting(host)


def test_redo_takes_an_unsent_correction_back(host: Host) -> None:
    said(host, "record Ann bid A 30")
    said(host, "sent 3")
    said(host, "undo 3")
    redone = said(host, "redo")
    assert "not sent yet, withdrawn: 4, message to Ann" in redone
    assert [row for row in waiting(host).values() if row[0]] == [], "the receipt had gone out"


def test_redo_after_a_correction_went_out_says_that_it_holds_after_all(host: Host) -> None:
    said(host, "record Ann bid A 30")
    said(host, "sent 3")
    said(host, "undo 3")
    said(host, "sent 4")
    said(host, "redo")
    assert waiting(host)[5] == ("Ann", "correction")
    assert host("outbox 5").out != host("outbox 4").out


def test_redo_puts_back_what_was_withdrawn_unsent(host: Host) -> None:
    said(host, "record Ann bid A 30")
    said(host, "undo 3")
    assert 3 not in waiting(host)
    said(host, "redo")
    assert waiting(host)[3] == ("Ann", "receipt")


def test_undo_of_a_close_corrects_the_posted_result(host: Host) -> None:
    said(host, "record Ann bid A 30")
    host.at("21 20:00")
    said(host, "close")
    results = [n for n, row in waiting(host).items() if row[1] == "batch-result"]
    said(host, f"sent {results[0]} --link https://forum.example/t/12#5")
    undone = host("undo", "--why", "Bob's bid was overlooked")
    assert undone.code == 0, undone.all
    (correction,) = (n for n, row in waiting(host).items() if row == ("", "correction"))
    text = host(f"outbox {correction}").out
    assert "https://forum.example/t/12#5" in text
    assert "Bob's bid was overlooked" in text


def test_undo_of_a_close_asks_again_for_what_was_moot(host: Host) -> None:
    host.at("21 20:00")
    said(host, "close")
    assert 2 not in waiting(host)
    said(host, "undo")
    assert waiting(host) == {1: ("", "opening"), 2: ("", "batch-open")}
    assert "Sat 21 Nov 20:00 GMT" in host("outbox 2").out
    said(host, "redo")
    assert 2 not in waiting(host)


def test_a_refusal_is_moot_once_the_same_move_is_taken(host: Host) -> None:
    host.at("21 20:30")
    assert host("record Ann bid A 30").code == 1
    assert waiting(host)[3] == ("Ann", "refusal")
    done = host("record Ann bid A 30 --late", "the forum was down")
    assert done.code == 0, done.all
    assert waiting(host)[4] == ("Ann", "receipt")
    assert 3 not in waiting(host)


def test_a_needless_late_is_the_hosts_own_slip(host: Host) -> None:
    done = host("record Ann bid A 30 --late", "really?")
    assert done.code == 1
    assert "leave --late out" in done.err
    assert done.out == ""
    assert list(waiting(host)) == [1, 2], "Ann need not hear of it"
    assert host("log --refused --json").facts == []


def test_a_correction_that_waits_tells_what_holds_by_now(host: Host) -> None:
    said(host, "record Ann bid A 30")
    said(host, "sent 3")
    said(host, "undo 3")
    assert "bid A 33" not in host("outbox 4").out
    said(host, "record Ann bid A 33")
    assert "bid A 33" in host("outbox 4").out


def test_a_text_that_was_outdated_already_is_not_named(host: Host) -> None:
    said(host, "pm Ann inventory --queue")
    said(host, "sent 3")
    said(host, "record Ann bid A 30")
    said(host, "record Bob bid A 40")
    assert "now wrong" not in said(host, "undo 4")


def test_a_draft_can_be_dropped(host: Host) -> None:
    assert "dropped: 2, post" in said(host, "outbox 2 --drop")
    assert 2 not in waiting(host)
    assert ledger(host)[2]["note"] == "dropped by the host"
    assert "2 is withdrawn" in said(host, "outbox 2 --drop", 1)
    said(host, "sent 1")
    assert "1 went out" in said(host, "outbox 1 --drop", 1)
    assert "just the number" in said(host, "outbox --drop", 2)


def test_a_ruling_names_many_texts_in_few_lines(tmp_path: Path) -> None:
    host = Host(tmp_path / "games.db").begin("Ann Bob Cid Dee Eve Fay Gus")
    for name in ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus"]:
        said(host, f"record {name} bid A 5")
    said(host, "sent all")
    ruled = host("rule extend +1h --why x").err
    assert ruled.count("already sent, and now wrong") == 5
    assert "4 more, 6, 7, 8, 9" in ruled


def test_undo_brings_back_what_its_text_had_replaced(host: Host) -> None:
    said(host, "pm Ann inventory --queue")
    host("rule adjust Ann coins +20 --why", "charged twice")
    assert 3 not in waiting(host)
    said(host, "undo")
    assert waiting(host)[3] == ("Ann", "inventory")
    assert "320" not in host("outbox 3").out


def test_a_question_that_went_out_though_it_was_answered_is_not_corrected(host: Host) -> None:
    assert host("new big-two Duel Ann Bob Cid Dee --zone UTC --seed", "11" * 32).code == 0
    said(host, "record host start")
    said(host, "sent all")
    said(host, "record Cid play 3D")
    (number,) = _waiting_for_dee(host)
    said(host, "record Dee play 6H")
    marked = said(host, f"sent {number}")
    assert "drafted" not in marked
    assert not _waiting_for_dee(host)


def _waiting_for_dee(host: Host) -> list[int]:
    rows = ledger(host).values()
    return [row["number"] for row in rows if (row["to"], row["state"]) == ("Dee", "waiting")]


def test_a_withdrawn_text_that_had_gone_out_is_corrected_when_marked(host: Host) -> None:
    said(host, "record Ann bid A 30")
    said(host, "undo 3")
    marked = said(host, "sent 3")
    assert "it had been withdrawn" in marked
    assert waiting(host)[4] == ("Ann", "correction")


def test_an_extension_names_what_is_wrong_and_drafts_the_rest_anew(host: Host) -> None:
    said(host, "record Ann bid A 30")
    said(host, "record Bob bid A 40")
    said(host, "sent 2 3")
    done = host("rule extend +12h --why", "forum down")
    assert done.code == 0, done.all
    assert "already sent, and now wrong: 2, post" in done.err
    assert "already sent, and now wrong: 3, message to Ann" in done.err
    assert "not sent yet, drafted anew: 4, message to Bob" in done.err
    assert "Sun 22 Nov 08:00 GMT" in host("outbox 4").out
    assert waiting(host)[5] == ("", "ruling")
    assert "forum down" in host("outbox 5").out


def test_each_ruling_tells_what_it_changed_itself(host: Host) -> None:
    for _ in range(2):
        host("rule extend +12h --why", "forum down")
    first, second = host("outbox 3").out, host("outbox 4").out
    assert "until Sun 22 Nov 08:00 GMT (08:00 UTC) instead of Sat 21 Nov 20:00 GMT" in first
    assert "until Sun 22 Nov 20:00 GMT (20:00 UTC) instead of Sun 22 Nov 08:00 GMT" in second
    host("sent all")
    host("rule pause --why", "x")
    assert "now wrong: 4" not in host("rule resume").all


def test_a_text_that_holds_again_after_an_undo_is_not_named(host: Host) -> None:
    said(host, "set suits=ascii")
    said(host, "sent 2")
    assert "now wrong: 2" in host("rule extend +1h --why x").err
    assert "now wrong" not in said(host, "undo")
    assert not [row for row in waiting(host).values() if row[1] == "correction"]


def test_a_ruling_about_coins_names_the_inventory_that_was_sent(host: Host) -> None:
    for who in ("Ann", "Bob"):
        said(host, f"pm {who} inventory --queue")
    said(host, "sent 3 4")
    done = host("rule adjust Ann coins +20 --why", "charged twice")
    assert "now wrong: 3, message to Ann" in done.err
    assert "now wrong: 4" not in done.err


def test_calling_off_names_what_still_asks_for_bids(host: Host) -> None:
    said(host, "sent 2")
    done = host("rule end --why", "too few players")
    assert "now wrong: 2, post" in done.err


def test_settings_redraft_what_waits_and_leave_what_was_sent(host: Host) -> None:
    said(host, "record Ann bid A 30")
    sent = host("outbox 2").out
    said(host, "sent 2")
    said(host, "set dialect=phpbb")
    assert "[code]bid A 30[/code]" in host("outbox 3").out
    assert host("outbox 2").out == sent


def test_a_players_own_zone_and_mention(host: Host) -> None:
    said(host, "set Ann zone=Asia/Kathmandu")
    said(host, "set dialect=discourse")
    said(host, "set Bob mention=bob_42")
    assert "+05:45" in host("record Ann bid A 30").out
    assert "+05:45" not in host("record Bob bid A 30").out


def test_a_renamed_player_is_addressed_by_the_new_name(host: Host) -> None:
    said(host, "record Ann bid A 30")
    said(host, "set Ann name=Annie")
    assert waiting(host)[3][0] == "Annie"
    assert host("outbox 3").out.startswith("Hi Annie,")
    assert host("record Ann bid B 12").out.startswith("Hi Annie,")
    assert said(host, "check").count("nothing amiss") == 1
    names = [player["name"] for player in host("status --json").facts["players"]]
    assert "Annie" in names
    assert "Ann" not in names


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["dialect=phpb"], "did you mean phpbb?"),
        (["suits=emoji"], "suits are unicode or ascii, not “emoji”"),
        (["zone=Mars"], "Mars"),
        (["thread=somewhere"], "begins with https://"),
        (["host=a\nb"], "one line"),
        (["post_limit=5"], "post_limit"),
        (["dialect"], "it reads KEY=VALUE"),
        (["Ann", "colour=red"], "what can be set of a player is mention, name, zone"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(host: Host, words: list[str], sentence: str) -> None:
    before = host.snapshot()
    done = host("set", *words)
    assert done.code in {1, 2}
    assert sentence in done.err, done.err
    assert host.snapshot() == before


def test_reminders_go_to_those_from_whom_nothing_has_come(host: Host) -> None:
    said(host, "record Ann pass")
    said(host, "record Bob stand")
    done = host("remind")
    assert "Hi Cid," in done.out
    assert "Hi Ann," not in done.out
    assert "Hi Bob," not in done.out
    assert "nothing is awaited from Ann" in said(host, "remind Ann", 1)
    said(host, "record Cid pass")
    assert "nobody is to be reminded" in said(host, "remind", 1)


def test_nobody_is_reminded_in_a_pause(host: Host) -> None:
    host("rule pause --why", "holidays")
    assert "paused" in said(host, "remind", 1)


def test_long_texts_come_in_numbered_parts(host: Host) -> None:
    said(host, "set post_limit=900")
    row = host("outbox 1 --json").facts
    assert row["parts"] == len(row["texts"]) > 2
    assert all(len(text) <= 900 for text in row["texts"])
    assert f"(2/{row['parts']})" in host("outbox 1.2").out.splitlines()[0]
    said(host, "sent 1")
    assert 1 not in waiting(host)


def test_a_preview_reads_without_markup(host: Host) -> None:
    said(host, "set dialect=phpbb")
    assert "[b]" in host("outbox 1").out
    assert "[b]" not in host("outbox 1 --preview").out
    every = host("outbox --preview").out
    assert "[b]" not in every
    assert "bids on lots" in every


def test_a_broken_template_stops_the_recording_and_its_texts(host: Host, tmp_path: Path) -> None:
    own = tmp_path / "templates" / "any"
    own.mkdir(parents=True)
    (own / "receipt.j2").write_text("{{ nonsense }}")
    before = host.snapshot()
    assert host("record Ann bid A 30").code == 3
    assert host.snapshot() == before
    assert list(waiting(host)) == [1, 2]


def test_the_list_tells_no_secret(host: Host) -> None:
    said(host, "record Ann bid A 37")
    listed = host("outbox").all + host("outbox --all").all + host("outbox --json").all
    assert "37" not in listed


def test_an_import_drafts_nothing_of_the_past(host: Host, tmp_path: Path) -> None:
    said(host, "record Ann bid A 30")
    said(host, f"export {tmp_path / 'game.journal'}")
    said(host, f"import {tmp_path / 'game.journal'} --as again")
    assert waiting(host) == {}
    said(host, "record Bob bid A 30")
    assert waiting(host) == {1: ("Bob", "receipt")}


def test_a_journal_whose_settings_cannot_be_is_not_imported(host: Host, tmp_path: Path) -> None:
    said(host, "set dialect=phpbb")
    text = by_hand(host.snapshot()).replace("dialect=phpbb", "dialect=klingon")
    (tmp_path / "bad.journal").write_text(text, encoding="utf-8")
    assert "klingon" in said(host, f"import {tmp_path / 'bad.journal'} --as bad", 2)


def test_a_board_that_has_spoilers_is_set_so_in_the_dialect_of_the_game(host: Host) -> None:
    assert host("set spoiler=on").code == 2, "plain text has none"
    assert host("set dialect=phpbb").code == 0
    assert host("set spoiler=on").code == 0
